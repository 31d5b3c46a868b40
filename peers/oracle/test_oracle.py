"""The oracle on examples whose answers are printed in the papers and under docs/: `python3 peers/oracle/test_oracle.py`, or pytest."""
import sys
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from audit import absent_hold, absent_values, candidates_check, group_check, matching, read_release  # noqa: E402
from bind import Bound  # noqa: E402
from cells import covers, read_cell  # noqa: E402
from partitions import Groupings, least_withheld, perturbed_belief  # noqa: E402
from rules import fullest, rule_of  # noqa: E402
from table import tree_of_lines, tree_of_prefixes  # noqa: E402

SALARIES = [1000, 1010, 1020, 16000, 24000, 31000, 33000, 50000]


class Plain:
    def __init__(self, name="s", kind="number", tree=None):
        self.name, self.kind, self.tree, self.domain = name, kind, tree, None


def rule(values, columns=None, **spec):
    group = [v if isinstance(v, tuple) else (v,) for v in values]
    return rule_of(spec, columns or [Plain() for _ in group[0]], group, {}), group


def holds(values, **spec):
    made, group = rule(values, **spec)
    return made.judge(group).holds


def case(quasi, sensitive, protect, files=None, hierarchy=None):
    return {"columns": [{"name": "q", "role": "quasi", "cells": quasi, "policy": {"hierarchy": hierarchy} if hierarchy else {}},
                        {"name": "s", "role": "sensitive", "cells": sensitive, "policy": {}}],
            "protect": [protect], "files": files or {}, "missing_texts": []}


def test_the_table_of_the_paper():
    made, group = rule(SALARIES, principle="epsilon-m", below="20", above="10000", m=2)
    assert fullest(SALARIES, made.joined) == 3
    made, group = rule([1000, 1010, 1020, 50000], principle="epsilon-m", absolute="100", m=2)
    assert made.judge(group).measure == Fraction(3, 4) and sum(made.judge(group).violators) == 3


def test_a_union_of_safe_groups_may_be_unsafe():
    for group, safe in (([40, 60], True), ([50, 80], True), ([40, 50, 60, 80], False)):
        assert holds(group, principle="epsilon-m", absolute="15", m=2) == safe
        assert holds(group, principle="delta-l", delta="7.5", l=2) == safe
        assert holds(group, principle="delta-l", delta="7.5", l=2, reading="any-centre")


def test_a_guess_may_be_centred_anywhere():
    made, group = rule([10, 16, 40, 60, 80], principle="epsilon-m", absolute="5", m=5)
    assert made.judge(group).holds and not made.register(group).holds and made.register(group).measure == Fraction(2, 5)


def test_what_a_register_asks():
    for spec, apart, near in (({"below": "1", "above": "4", "m": 2}, [10, 16], [10, 15]), ({"relative": "0.2", "m": 2}, [10, 16], [10, 15])):
        for group, safe in ((apart, True), (near, False)):
            made, values = rule(group, principle="epsilon-m", **spec)
            assert made.register(values).holds == safe and made.monotone_in("register") and not made.monotone_in("group")
    for reading, longest in (("definition", 4), ("any-centre", 2)):
        for length in (longest, longest + 1):
            made, values = rule([0, length], principle="delta-l", delta="1", l=2, reading=reading)
            assert made.register(values).holds == (length > longest)
    # Every two of 0, 10 and 20 lie within 20 of each other, and 100 does not: besides one, two of the three others.
    spec = {"principle": "dissimilarity", "distance": {"kind": "l1"}, "epsilon": "10", "delta": "0.4", "k": 2}
    made, values = rule([0, 10, 20, 100], **spec)
    assert made.register(values).measure == Fraction(2, 3) and not made.register(values).holds
    # Of 0, 20 and 40 the middle one has two near it; sets that are all near each other have two members.
    made, values = rule([0, 20, 40, 100], **spec)
    assert made.register(values).measure == Fraction(1, 3) and made.register(values).holds


def test_a_group_of_one_is_never_safe():
    assert not holds([5], principle="epsilon-m", absolute="0", m=2) and holds([5], principle="epsilon-m", absolute="0", m=1)
    assert not holds([5], principle="dissimilarity", distance={"kind": "l1"}, epsilon="0", delta="0.5", k=1)


def test_five_patients():
    lines = ("0.5 0.3 0.1 0.1", "0.4 0.3 0.2 0.1", "0.4 0.2 0.2 0.2", "0.3 0.4 0.2 0.1", "0.2 0.7 0.1 0")
    patients = [tuple(map(Fraction, line.split())) for line in lines]
    spec = {"principle": "dissimilarity", "distance": {"kind": "variational"}, "epsilon": "0.1", "k": 5}
    made, group = rule(patients, **spec, delta="0.25")
    assert made.judge(group).measure == Fraction(3, 4) and made.judge(group).holds
    assert not holds(patients, **spec, delta="0.250000000000000001")


def test_stars_and_cliques():
    for shape, risk in (("star", Fraction(2, 3)), ("clique", Fraction(1, 3))):
        spec = {"principle": "dissimilarity", "distance": {"kind": "l1"}, "epsilon": "10", "delta": "0", "k": 1, "shape": shape}
        made, group = rule([0, 10, 20, 100], **spec)
        assert made.judge(group).measure == risk


def test_classics():
    table = [1, 2, 3, 4000, 5000, 6000]
    made, _ = rule(table, principle="t-closeness", t="0.1", ground="ordered")
    assert made.judge([(1,), (3,), (5000,)]).measure == made.judge([(2,), (4000,), (6000,)]).measure == Fraction(1, 10)
    made, _ = rule(table, principle="t-closeness", t="0.1", ground="value")
    assert made.judge([(1,), (3,), (5000,)]).measure == Fraction(833, 5999)
    ills = ["flu"] * 3 + ["cold"] * 2 + ["asthma"]
    assert holds(ills, principle="l-diversity", kind="entropy", l="2.7")
    assert not holds(ills, principle="l-diversity", kind="entropy", l="3")
    assert holds("aaaabcde", principle="l-diversity", kind="entropy", l="4")
    assert not holds(ills, principle="l-diversity", kind="recursive", l=2, c="1")
    assert holds(ills, principle="l-diversity", kind="recursive", l=2, c="1.01")
    made, group = rule([1000, 1001, 1002, 9000], principle="variance", v="10000000")
    assert made.judge(group).measure == Fraction("11997000.6875")
    made, _ = rule("a" * 5 + "b" * 5, principle="beta-likeness", kind="enhanced", beta="1")
    assert made.judge([("a",)] * 4 + [("b",)]).holds and not made.judge([("a",)] * 4).holds


def test_cells():
    age = Bound(case(["17", "24"], ["1", "2"], {})).quasi[0]
    for text, inside, outside in (("17..24", 24, 25), ("[17, 24[", 17, 24), ("]17;24]", 24, 17), ("<30", 29, 30), ("50+", 50, 49),
                                  ("130**", 13099, 13100), ("-5--3", -4, -2), ("{1|5..7}", 6, 2), ("≥50", 50, 49), ("[50, *]", 99, 49)):
        assert covers(read_cell(text, age), inside) and not covers(read_cell(text, age), outside), text
    town = Bound(case(["a", "b", "c", "ca"], list("1234"), {})).quasi[0]
    assert covers(read_cell("{a|c}", town), "c") and not covers(read_cell("{a, c}", town), "b")
    assert covers(read_cell("c*", town), "ca")
    assert covers(read_cell("*", town), None) and not covers(read_cell("", town), "a")


def test_hierarchies():
    tree = tree_of_lines("Rome,Italy,Europe\nLyon,France,Europe\nOslo,Europe,Europe\n")
    assert tree.two_meanings and tree.lowest(["Rome", "Lyon"]) == {"Rome", "Lyon", "Oslo"} and tree.lowest(["Rome"]) == {"Rome"}
    assert tree_of_prefixes(["13053", "13068"]).lowest(["13053", "13068"]) == {"13053", "13068"}


def test_knowing_less_can_reveal_more():
    spec = {"principle": "epsilon-m", "sensitive": "s", "absolute": "15", "m": 2}
    bound = Bound(case(["1", "2", "1", "2"], ["40", "60", "50", "80"], spec))
    _, rows = read_release("q,s,g\n1..2,40,1\n1..2,60,1\n1..2,50,2\n1..2,80,2\n", bound, "g")
    assert group_check(bound, spec, rows, True).holds and not group_check(bound, spec, rows, False).holds
    told = candidates_check(bound, spec, rows, range(4))
    assert (told.holds, told.worst, told.violating_tuples) == (False, Fraction(3, 4), 1)
    assert matching(bound, rows, range(4)) == 4 and matching(bound, rows, range(3)) == 3


def test_those_who_are_missed():
    # Two near each other are missing, or two apart; a row of stars that shows nothing is anybody's.
    spec = {"principle": "epsilon-m", "sensitive": "s", "absolute": "5", "m": 2}
    bound = Bound(case(list("1234"), ["40", "41", "60", "90"], spec))
    _, rows = read_release("q,s\n1..4,60\n1..4,90\n", bound)
    assert absent_values(bound, spec, rows) == [(40,), (41,)] and not absent_hold(bound, spec, [(40,), (41,)])
    assert absent_hold(bound, spec, [(40,), (60,)])
    _, rows = read_release("q,s\n1..4,60\n1..4,90\n*,*\n", bound, hidden=True)
    assert absent_values(bound, spec, rows, lambda row, values: row.says_nothing) == [(40,), (41,)]
    _, rows = read_release("q,s\n1..4,77\n", bound)
    assert absent_values(bound, spec, rows) is None


def test_groups_in_which_nobody_has_a_value_are_seen():
    spec = {"principle": "l-diversity", "sensitive": "s", "l": 2}
    told = case(list("1122"), ["a", "b", "", ""], spec)
    told["columns"][1]["policy"]["missing"] = "publish"
    bound = Bound(told)
    _, rows = read_release("q,s\n1,a\n1,b\n2,\n2,\n", bound)
    check = group_check(bound, spec, rows, False)
    assert (check.holds, check.groups, check.violating_groups) == (True, 2, 0)


def test_all_groupings():
    spec = {"principle": "epsilon-m", "sensitive": "s", "absolute": "15", "m": 2, "view": "group"}
    assert Groupings(Bound(case(list("1234"), ["40", "60", "50", "80"], spec)), range(4)).exists([spec])
    assert not Groupings(Bound(case(list("1234"), ["40", "41", "42", "80"], spec)), range(4)).exists([spec])
    assert least_withheld(SALARIES, lambda left: fullest(left, lambda a, b: b - a <= 10000) * 3 <= len(left)) == 2
    assert least_withheld([1, 1], lambda left: not left) is None and least_withheld([1, 1], lambda left: not left, others=1) == 2


def test_perturbation():
    # Kept always, a value is believed; drawn always, it tells nothing.
    ends = [Fraction(0), Fraction(1)]
    points = [(x, x) for x in ends]
    assert perturbed_belief(ends, points, Fraction(1), 2) == 1
    assert perturbed_belief(ends, points, Fraction(0), 2) == Fraction(1, 2)
    # EM's example: evenly spread, each kept one time in sixteen, intervals of a fifth of the domain, one in four.
    even = [Fraction(i) for i in range(100)]
    fifths = [(x, x + 19) for x in even]
    assert perturbed_belief(even, fifths, Fraction(1, 16), 100) == Fraction(1, 4)
    # Two thousand people with twenty salaries: what is frequent is believed.
    heaped = [Fraction(50 * (i % 20)) for i in range(200)]
    assert perturbed_belief(heaped, [(x - 20, x + 20) for x in heaped], Fraction(1, 10), 1001) == Fraction(1010, 1181)


if __name__ == "__main__":
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print(name)
