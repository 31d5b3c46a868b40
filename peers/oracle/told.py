"""What a release of groups says beside its verdict: who is withheld, what is known within multiples of epsilon, what it loses, and
that it describes itself (`docs/release.md`, `docs/views.md`)."""
from fractions import Fraction

from audit import groups_of, values_of, with_value
from bind import asked_view, required_views
from cells import covers
from rules import INFINITE, fullest

MULTIPLES = (2, 5, 10)


def check_told(e, rows, published):
    withheld = [r for r in e.bound.kept_rows if r not in set(published)]
    for spec, told in checks_by_rule(e.case["protect"], e.made.document["checks"], bool(e.ids)):
        check_withheld(e, spec, told, withheld)
        check_beyond(e, spec, told[0], rows)
    check_missed(e, withheld, rows)
    check_loss(e, rows, published)
    if e.switches["self"]:
        check_self_description(e)


def checks_by_rule(protect, checks, by_id):
    """Every protection with the checks of it that are asked for; they stand in the order of the policy."""
    asked = [c for c in checks if c["required"]]
    for spec in protect:
        same = []
        for view in required_views(spec, by_id):
            if asked and (asked[0]["principle"], asked[0]["view"]) == (spec["principle"], view):
                same.append(asked.pop(0))
        if same:
            yield spec, same


def check_withheld(e, spec, told, withheld):
    """Those who are missing are a group to whoever knows them: told of, and where their absence may be known, safe."""
    said = next((c["withheld"] for c in told if c.get("withheld")), None)
    if spec["principle"] == "k-anonymity":
        # Nobody picks out a row that is not there.
        return e.report.fail("withheld: judged by k-anonymity", said) if said else None
    if bool(said) != bool(withheld):
        return e.report.fail("withheld: told of nobody, or of people who are published", f"{said} of {len(withheld)}")
    if not withheld:
        return None
    rule = e.bound.rule(spec, e.bound.values(spec, e.bound.kept_rows))
    values = e.bound.values(spec, withheld)
    if not values:
        return e.report.remark("withheld: only people without a value", said)
    mine = rule.in_view(values, asked_view(spec))
    if e.case["method"].get("absence") != "unknown" and not mine.holds:
        e.report.fail("the withheld break what is asked, as a group", f"{withheld} for {spec}")
    own = {"tuples": len(withheld), "verdict": "pass" if mine.holds else "fail",
           "worst_risk": "infinite" if mine.measure == INFINITE else mine.measure}
    if spec["principle"] in ("epsilon-m", "delta-l"):
        own["certainty"] = rule.register(values).measure
    for field, value in own.items():
        if str(said.get(field)) != str(value):
            e.report.fail(f"withheld: {field}", f"told {said.get(field)}, oracle {value}, for {spec}")
    return None


def check_missed(e, withheld, rows):
    """How many of the withheld no published box covers."""
    said = e.made.document.get("withheld")
    if not withheld:
        return
    alone = sum(not any(all(map(covers, r.meaning, e.bound.point(w))) for r in rows) for w in withheld)
    absence = e.case["method"].get("absence", "known")
    if not said or (said["uncovered"], said["absence"]) != (alone, absence):
        e.report.fail("withheld: uncovered or absence", f"told {said}, oracle {alone}, {absence}")


def check_beyond(e, spec, told, rows):
    """The largest share of a group within a multiple of epsilon of any figure, and its mean over people."""
    if spec["principle"] not in ("epsilon-m", "delta-l") or told["view"] == "candidates":
        return
    names = [c.name for c in e.bound.named(spec)]
    rows = with_value(rows, spec, names)
    groups = [[v[0] for v in values_of([rows[i] for i in g], names)] for g in groups_of(rows, bool(e.ids), told["view"])]
    if not rows:
        return
    for said, times in zip(told.get("beyond", ()), MULTIPLES):
        shares = [Fraction(fullest(g, within(spec, times)), len(g)) for g in groups]
        mean = sum(s * len(g) for s, g in zip(shares, groups)) / len(rows)
        if (said["times"], said["worst"]) != (times, str(max(shares))) or abs(Fraction(said["mean"]) - mean) > Fraction(6, 10 ** 4):
            e.report.fail(f"beyond: {times} epsilon", f"told {said}, oracle {max(shares)} and {float(mean)}, for {spec}")
    # Multiples of nothing are nothing: what is within 0 of a figure is judged already.
    near = [spec.get(name) for name in ("absolute", "relative", "below", "above", "delta")]
    if any(map(Fraction, filter(None, near))) and len(told.get("beyond", ())) != len(MULTIPLES):
        e.report.fail("beyond: not told", f"{told.get('beyond')} for {spec}")


def within(spec, times):
    """Whether a <= b lie in one neighbourhood of that multiple, around some figure."""
    if "relative" in spec:
        share = times * Fraction(spec["relative"])
        return lambda a, b: share >= 1 or b * (1 - share) <= a * (1 + share)
    if "delta" in spec:  # multiples are of the policy's own parameter, in either reading
        both = 2 * Fraction(spec["delta"])
    elif "absolute" in spec:
        both = 2 * Fraction(spec["absolute"])
    else:
        both = Fraction(spec["below"]) + Fraction(spec["above"])
    return lambda a, b: b - a <= times * both


def check_loss(e, rows, published):
    """The mean over rows of the shares of domains that their cells cover, of what the release shows (`docs/release.md`)."""
    lost = Fraction(0)
    for i, column in enumerate(e.bound.quasi):
        cells = [row.meaning[i] for row in rows]
        domain = shown(cells, column, [column.values[r] for r in e.bound.kept_rows if column.values[r] is not None])
        lost += sum(covered(cell, column, domain) for cell in cells)
    if abs(Fraction(e.made.document["loss"]) - lost / len(rows)) > Fraction(1, 10 ** 9):
        e.report.fail("loss", f"told {e.made.document['loss']}, oracle {float(lost / len(rows))}")


def shown(cells, column, values):
    """What of a column's domain cells show: a range for intervals, and else labels. Trees and orders have a domain of their own."""
    if column.order or column.tree or column.intervals:
        return set(column.tree.paths if column.tree else column.values) - {None}
    spans = [cell for cell in cells if cell[0] == "span"]
    if column.kind != "label":
        if not values:
            return 0, 0
        if column.months:
            return min((s[1] for s in spans), default=0), max((s[2] for s in spans), default=0)
        low, high = max(min(values), min((s[1] for s in spans), default=min(values))), min(max(values), max((s[2] for s in spans), default=max(values)))
        return (low, high) if low <= high else (min(values), max(values))
    seen = {value for value in values if any(cell[0] not in ("any", "missing") and covers(cell, value) for cell in cells)}
    return seen or set(values)


def covered(meaning, column, domain):
    """The share of a column's domain that a cell covers, at most all of it; nothing for a single value."""
    if meaning[0] in ("any", "missing"):
        return Fraction(meaning[0] == "any")
    if column.order:
        places = [column.order.index(label) for label in meaning[1]]
        return Fraction(max(places) - min(places), max(1, len(column.order) - 1))
    if isinstance(domain, tuple):
        length = domain[1] - domain[0]
        return min(Fraction(1), (Fraction(meaning[2]) - meaning[1]) / length) if length else Fraction(0)
    inside = sum(covers(meaning, value) for value in domain)
    return Fraction(inside, len(domain)) if inside > 1 else Fraction(0)


def check_self_description(e):
    """Without a policy the audit of a release says what it says with one, but for columns that it is told nothing else about."""
    by_policy = e.run("audit", "release", *e.policy)
    by_itself = e.run("audit", "release", "--json")
    if by_itself.code == 2 and "which no release holds" in by_itself.words:
        return  # the rule needs a file of the policy
    mine, theirs = (figures(outcome) for outcome in (by_policy, by_itself))
    doubted = [words for words in by_itself.document.get("open", []) if "is called sensitive by the manifest alone" in words] if by_itself.document else []
    empty = by_itself.document and any("the manifest promises nothing" in words for words in by_itself.document.get("open", []))
    left_open = by_itself.code == 2 and (e.bound.keep or doubted or empty) and by_itself.document.get("verdict") == "measured"
    if mine != theirs or by_policy.code != by_itself.code and not left_open:
        e.report.fail("a release does not describe itself", f"exit {by_policy.code} and {by_itself.code}: {by_itself.first_line}")


def figures(outcome):
    """What the checks say, in no words."""
    fields = ("principle", "title", "sensitive", "view", "required", "verdict", "groups", "violating_groups", "violating_tuples",
              "worst_risk", "bound", "beyond", "implied")
    return [[check.get(field) for field in fields] for check in outcome.document.get("checks", ())]
