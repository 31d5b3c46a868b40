"""Advice and refusals, held against windows and, for a few rows, against all groupings."""
from fractions import Fraction

from partitions import Groupings, least_withheld
from rules import fullest

GROUPING = ("split", "xcolor", "mondrian")
SMALL = 7  # rows up to which all groupings are tried
FEW = 9  # rows up to which every set of rows to withhold is tried


def check_advice(e, advice, made):
    """What `advise` says, by itself and beside what `anonymize` then does."""
    doc, rows, report = advice.document, e.bound.kept_rows, e.report
    if not isinstance(doc, dict) or "checks" not in doc:
        if made.code == 0 and advice.code != 0 and e.case["protect"]:
            report.fail("a release is made where advise refuses", f"advise {advice.code}: {advice.first_line}")
        return
    feasible = doc.get("feasible")
    counted = doc["tuples"] - doc.get("dropped", 0)
    if e.case["protect"] and len(rows) not in (counted, doc["tuples"]):
        report.fail("advise counts other rows", f"{doc['tuples']}, {doc.get('dropped')} dropped; {len(rows)} of {e.bound.rows} stay")
    if made.code == 0:
        published, withheld = made.document["tuples"], made.document["suppressed"]
        if published + withheld != len(rows):
            report.fail("anonymize counts other rows", f"{published} + {withheld} of {len(rows)}")
        if withheld == 0 and feasible is False and e.case["algorithm"] in GROUPING:
            report.fail("advise says impossible, anonymize makes it")
    if (advice.code == 3) != (feasible is False) and not doc.get("may_withhold"):
        report.fail("advise: exit code and feasible differ", f"exit {advice.code}, feasible {feasible}")
    if rows and len(doc["checks"]) == len(e.case["protect"]):
        groupings = Groupings(e.bound, rows)
        for spec, told in zip(e.case["protect"], doc["checks"]):
            check_one(e, spec, told, rows, groupings)


def check_one(e, spec, told, rows, groupings):
    values = [e.bound.value(spec, r) for r in rows]
    rule = e.bound.rule(spec, values)
    name, feasible = spec["principle"], told.get("feasible")

    def differs(what, mine):
        if str(told.get(what)) != str(mine):
            e.report.fail(f"advise: {what} of {name}", f"told {told.get(what)!r}, oracle {mine!r}, for {spec}")

    one_group = rule.judge(values).holds
    if told.get("one_group") is not None:
        differs("one_group", one_group)
    if name in ("epsilon-m", "delta-l"):
        check_windows(spec, told, rule, [v[0] for v in values], differs)
    elif rule.monotone:
        differs("feasible", one_group)
    if len(rows) <= SMALL and feasible is not None:
        found = groupings.exists([{**spec, "view": "group"}], with_candidates=False)
        if bool(found) != bool(feasible):
            e.report.fail(f"advise: feasible of {name} against all groupings", f"told {feasible}, found {found}, for {spec}")


def check_windows(spec, told, rule, line, differs):
    """EM's Theorem 1: a grouping exists exactly where no window holds more than one row in m."""
    of_m = "max_m" if spec["principle"] == "epsilon-m" else "max_l"
    window = fullest(line, rule.joined)
    differs("window", window)
    differs(of_m, len(line) // window)
    differs("feasible", rule.m <= len(line) // window)
    if spec.get("reading") != "any-centre":
        differs(f"{of_m}_candidates", len(line) // fullest(line, rule.joined_wide))
    if spec["principle"] == "epsilon-m":
        check_epsilon_below(spec, told, rule, line, differs)
    if len(line) <= FEW:
        differs("withhold", least_withheld(line, lambda left: fullest(left, rule.joined) * rule.m <= len(left)))


def check_epsilon_below(spec, told, rule, line, differs):
    """EM's Theorem 2: epsilon stays below the tightest window that holds more than one row in m."""
    crowd, line = len(line) // rule.m + 1, sorted(line)
    if crowd > len(line):
        return differs("epsilon_below", None)
    ends = list(zip(line, line[crowd - 1:]))
    relative = "relative" in spec
    bound = min(1 - Fraction(a) / b if relative else b - a for a, b in ends)
    shown = (told.get("epsilon_below_fraction") if relative else None) or told.get("epsilon_below")
    if shown is None or Fraction(shown) != bound:
        differs("epsilon_below", bound)


def check_refusal(e, made):
    """What is told to be impossible must be; what the whole table keeps should not be refused."""
    rows, specs = e.bound.kept_rows, e.case["protect"]
    if not specs or not rows or e.case["algorithm"] not in GROUPING:
        return
    groupings = Groupings(e.bound, rows)
    whole = groupings.passes(specs, [rows])
    small = len(rows) <= SMALL and e.case["method"].get("suppress", "0") == "0"
    if made.kind == "impossible":
        if whole:
            e.report.fail("told impossible, the whole table as one group passes", made.first_line)
        elif small and (found := groupings.exists(specs)):
            e.report.fail("told impossible, a grouping exists", f"{found}: {made.first_line}")
    elif whole:
        monotone = " (all monotone)" if all(groupings.rule(s)[0].monotone for s in specs) else ""
        e.report.remark(f"not found although the whole table as one group passes{monotone}", made.first_line)
    elif small and e.case["method"].get("variant") != "printed" and groupings.exists(specs):
        e.report.remark("not found although a grouping exists", made.first_line)
