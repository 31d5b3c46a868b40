"""Advice and refusals, held against windows and, for a few rows, against all groupings."""
from fractions import Fraction

from bind import asked_view
from partitions import Groupings, least_withheld
from rules import fullest

GROUPING = ("split", "xcolor", "mondrian")
BY_GROUPS = (*GROUPING, "anatomy")  # what all rows as one group keep they make
SMALL = 8  # rows up to which all groupings are tried, by the program, too
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
    if made.code == 0 and made.document["tuples"] + made.document["suppressed"] != len(rows):
        report.fail("anonymize counts other rows", f"{made.document['tuples']} + {made.document['suppressed']} of {len(rows)}")
    if (advice.code == 3) != (feasible is False) and not doc.get("may_withhold"):
        report.fail("advise: exit code and feasible differ", f"exit {advice.code}, feasible {feasible}")
    if e.case["algorithm"] in BY_GROUPS and e.case["protect"] and e.case["method"].get("variant") != "printed":
        check_same_answer(e, advice, made)
    if rows and len(doc["checks"]) == len(e.case["protect"]):
        groupings = Groupings(e.bound, rows, e.numbered)
        for spec, told in zip(e.case["protect"], doc["checks"]):
            check_one(e, spec, told, rows, groupings)
        whole = groupings.passes(e.case["protect"], [rows])
        if is_exact(e, rows) and e.case["protect"] and feasible != bool(groupings.exists(e.case["protect"])):
            report.fail("advise: feasible of all together against all groupings", f"told {feasible}")
        if whole and feasible is not True and e.case["protect"]:
            report.fail("advise: the whole table as one group passes", f"told {feasible}")
        if all_monotone(e, groupings) and feasible != whole and e.case["protect"]:
            report.fail("advise: feasible of rules that are all monotone", f"told {feasible}, oracle {whole}")


def is_exact(e, rows):
    """Whether the program tries all groupings itself: of a few rows, where groups of them are made and show something."""
    groups = e.case["algorithm"] in GROUPING and e.case["method"].get("variant") != "printed"
    return groups and 0 < len(rows) <= SMALL and bool(e.bound.quasi)


def check_same_answer(e, advice, made):
    """What advise says, anonymize does; what one calls impossible, the other does, too."""
    feasible, report = advice.document.get("feasible"), e.report
    withheld = advice.document.get("may_withhold", 0)
    in_time = not e.limit or made.kind != "not-found"
    if feasible is True and made.code in (1, 3) and in_time:
        report.fail("advise says possible, anonymize does not make it", f"exit {made.code}: {made.first_line}")
    if feasible is False and made.code == 0 and not made.document["suppressed"]:
        report.fail("advise says impossible, anonymize makes it of all rows")
    if advice.code == 3 and made.code == 0:
        report.fail("advise says impossible, anonymize makes it")
    if advice.code == 3 and made.code == 3 and made.kind != "impossible" and in_time:
        report.fail("advise says impossible, anonymize that it was not found", f"{withheld} may go: {made.first_line}")
    if made.code == 3 and made.kind == "impossible" and advice.code != 3:
        report.fail("anonymize says impossible, advise does not", f"{withheld} may go, feasible {feasible}: {made.first_line}")


def all_monotone(e, groupings):
    return all(groupings.rule(s)[0].monotone_in(asked_view(s)) for s in e.case["protect"])


def check_one(e, spec, told, rows, groupings):
    values = e.bound.values(spec, rows)
    name, feasible, view = spec["principle"], told.get("feasible"), asked_view(spec)
    if not values:
        if feasible is not True:
            e.report.fail(f"advise: feasible of {name} where nobody has a value", f"told {feasible} for {spec}")
        return
    rule = e.bound.rule(spec, values)

    def differs(what, mine):
        if str(told.get(what)) != str(mine):
            e.report.fail(f"advise: {what} of {name}, {view} view", f"told {told.get(what)!r}, oracle {mine!r}, for {spec}")

    differs("view", view)
    one_group = rule.in_view(values, view).holds
    if told.get("one_group") is not None:
        differs("one_group", one_group)
    if name in ("epsilon-m", "delta-l"):
        check_windows(e, spec, told, rule, ([v[0] for v in values], len(rows) - len(values)), differs)
    if rule.monotone_in(view):
        differs("feasible", one_group)
    elif one_group:
        differs("feasible", True)
    if is_exact(e, rows):
        if feasible != bool(groupings.exists([spec])):
            e.report.fail(f"advise: feasible of {name} against all groupings", f"told {feasible}, {view} view, for {spec}")
    elif len(rows) <= SMALL and feasible is not None:
        # What is called impossible must be so in every group by itself; what is called possible, as it would be published.
        loose = Groupings(e.bound, rows).exists([spec], with_candidates=False)
        found = groupings.exists([spec]) if feasible else loose
        if bool(found) != feasible:
            e.report.fail(f"advise: feasible of {name} against all groupings", f"told {feasible}, found {found}, for {spec}")


def check_windows(e, spec, told, rule, values, differs):
    """EM's Theorem 1: a grouping exists exactly where no window holds more than one row in m. In the register view it is the
    longer window, and all rows as one group. Beside the values are people who have none."""
    line, others = values
    of_m, below = ("max_m", "epsilon_below") if spec["principle"] == "epsilon-m" else ("max_l", "delta_below")
    view, any_centre = asked_view(spec), spec.get("reading") == "any-centre"
    sizes = {"group": rule.joined, "register": rule.joined if any_centre else rule.joined_wide}
    fits = {}
    for name, joined in [*sizes.items(), (None, sizes["register" if view == "register" else "group"])]:
        end = f"_{name}" if name else ""
        window = fullest(line, joined)
        fits[name] = rule.m <= len(line) // window
        differs(f"window{end}", window)
        differs(of_m + end, len(line) // window)
        if name:
            differs(f"feasible_{name}", fits[name])
        check_below(spec, told, rule, line, joined == rule.joined_wide, below + end, differs)
        if len(line) <= FEW:
            holds = lambda left, j=joined: not left or fullest(left, j) * rule.m <= len(left)  # noqa: E731
            differs(f"withhold{end}", least_withheld(line, holds, others))
    if len(line) <= SMALL and (view == "candidates" or view == "group" and not e.numbered):
        return  # all groupings decide: also whether groups that look alike are one
    if told.get("feasible") is not None:
        differs("feasible", fits["register" if view == "register" else "group"])
    elif view == "register" or fits["register"] or not fits["group"] or (view == "group" and e.numbered):
        differs("feasible", fits["register" if view == "register" else "group"])


def check_below(spec, told, rule, line, wide, key, differs):
    """EM's Theorem 2: epsilon stays below the tightest window that holds more than one row in m."""
    crowd, line = len(line) // rule.m + 1, sorted(line)
    if crowd > len(line):
        return differs(key, None)
    ends = list(zip(line, line[crowd - 1:]))
    if "relative" in spec:
        bound = min((Fraction(b) - a) / (b + a) if wide else 1 - Fraction(a) / b for a, b in ends)
    else:
        parts = 1
        if "delta" in spec:
            parts = 4 if wide else 2
        elif wide and ("absolute" in spec or Fraction(spec["below"]) == Fraction(spec["above"])):
            parts = 2
        bound = Fraction(min(b - a for a, b in ends), parts)
    shown = told.get(f"{key}_fraction") or told.get(key)
    if shown is None or Fraction(shown) != bound:
        differs(key, bound)


def check_refusal(e, made):
    """What is told to be impossible must be; what the whole table keeps must not be refused."""
    rows, specs = e.bound.kept_rows, e.case["protect"]
    if not specs or not rows or e.case["algorithm"] not in BY_GROUPS:
        return
    groupings = Groupings(e.bound, rows, e.numbered)
    whole = groupings.passes(specs, [rows])
    # Against someone who knows who is missing, withholding makes nothing feasible.
    unknown = e.case["method"].get("absence") == "unknown"
    allowed = int(Fraction(e.case["method"].get("suppress", "0")) * len(rows)) if unknown else 0
    small = len(rows) <= SMALL
    printed = e.case["method"].get("variant") == "printed"
    if made.kind == "impossible":
        if whole:
            e.report.fail("told impossible, the whole table as one group passes", made.first_line)
        elif small and (found := groupings.exists_without(specs, allowed)):
            e.report.fail("told impossible, a grouping exists", f"{found}: {made.first_line}")
    elif printed:
        if whole:
            e.report.remark("the printed algorithm does not find that the whole table as one group passes", made.first_line)
    elif whole:  # also where there was no time: all rows as one group are then the release
        e.report.fail("not found although the whole table as one group passes", made.first_line)
    elif small and not e.limit:
        found = groupings.exists_without(specs, allowed)
        e.report.fail("not found although a grouping exists" if found else "not found although all groupings can be tried",
                      f"{found}: {made.first_line}")
