"""Releases row by row: walk, perturb, noise, anatomy. The assignment says at which place of the release a row stands."""
from collections import Counter
from fractions import Fraction

from bind import asked_view
from cells import covers, hull, read_cell
from parquet import table_text
from partitions import perturbed_belief
from table import number, read_csv


def check_placed(e, records):
    method, report = e.case["algorithm"], e.report
    place = {r: int(a["place"]) for r, a in e.assignment.items() if a.get("place")}
    if sorted(place.values()) != list(range(len(records))):
        return report.fail("places are not those of the rows", sorted(place.values()))
    at = {name: i for i, name in enumerate(e.header)}
    new = {r: {c.name: records[p][at[c.name]] for c in e.bound.columns if c.name in at} for r, p in place.items()}
    for c in unchanged(e, method):
        for r, cells in new.items():
            if c.read(cells[c.name]) != c.values[r] and cells[c.name] != c.cells[r]:
                what = f"{c.cells[r]!r} became {cells[c.name]!r}"
                report.fail(f"{method}: a column that should stand as it was does not", what)
                break
    groups = {}
    for r in place:
        groups.setdefault(e.assignment[r]["group"], []).append(r)
    if method == "anatomy" and any(records[place[r]][at[e.manifest["made"]["group"]]] != g for g, rows in groups.items() for r in rows):
        report.fail("anatomy: published groups are not those assigned")
    {"walk": check_walk, "perturb": check_perturb, "noise": check_noise, "anatomy": check_anatomy}[method](e, new, groups)


def unchanged(e, method):
    """Columns that the method publishes as they were, row by row."""
    quasi = e.bound.quasi if method in ("perturb", "anatomy") else []
    sensitive = {
        "noise": e.bound.sensitive,
        "perturb": [c for c in e.bound.sensitive if c.name != e.manifest["made"].get("column")],
        "walk": [] if e.case["protect"] else e.bound.sensitive,
        "anatomy": [],
    }[method]
    return e.bound.keep + quasi + sensitive if method != "walk" or not e.case["protect"] else []


def check_noise(e, new, _groups):
    for told in e.manifest["made"]["columns"]:
        c = next(c for c in e.bound.quasi if c.name == told["column"])
        width = Fraction(told["width"])
        for r, cells in new.items():
            was, now = c.values[r], c.read(cells[c.name])
            if (now is None) != (was is None) or (was is not None and abs(now - was) > width):
                e.report.fail("noise: a value is out of reach", f"{c.cells[r]} became {cells[c.name]}")
                break
    expect(e, "noise", ("measured", "pass"))


def digit_of_three(share):
    """One in the last of three significant digits of a share that is counted in billionths."""
    billionths = int(share * 10 ** 9)
    return Fraction(10 ** max(0, len(str(billionths)) - 3), 10 ** 9)


def check_perturb(e, new, _groups):
    told, spec = e.manifest["made"], e.case["protect"][0]
    c = next(c for c in e.bound.sensitive if c.name == told["column"])
    read = number if c.kind == "number" else c.read
    low, high, unit, kept = read(told["low"]), read(told["high"]), Fraction(told.get("unit", 1)), Fraction(told["retention"])
    epsilon, m = Fraction(spec["absolute"]), spec["m"]
    values = [c.values[r] for r in new]
    # Around any centre it is enough to try intervals that start at a value; in the weaker views those around values.
    starts = epsilon if asked_view(spec) != "register" else 0
    intervals = {(x - starts, x - starts + 2 * epsilon) for x in values}

    def belief(retention):
        return perturbed_belief(values, intervals, retention, (high - low) / unit + 1)

    if belief(kept) * m > 1:
        e.report.fail("perturb: the belief exceeds 1/m", f"{belief(kept)} for {spec}, retention {kept}")
    more = kept + digit_of_three(kept)
    if more <= 1 and belief(more) * m <= 1:
        e.report.fail("perturb: more could be kept", f"retention {kept} for {spec}")
    if not all(low <= c.read(cells[c.name]) <= high for cells in new.values()):
        e.report.fail("perturb: a value is outside of the domain", told)
    # Of few rows nobody can tell whether values were perturbed: then nothing passes.
    doc = expect(e, "perturb", ("pass", "measured"))
    if doc and doc["checks"] and Fraction(doc["checks"][0]["worst_risk"]) != belief(kept):
        e.report.fail("audit of perturb: worst_risk", f"told {doc['checks'][0]['worst_risk']}, oracle {belief(kept)}")


def check_anatomy(e, new, groups):
    (c,) = e.bound.sensitive
    _, lines = read_csv(table_text(e.directory / "release" / e.manifest["made"]["file"]))
    theirs = Counter()
    for group, text, count in lines:
        theirs[group, c.read(text)] += int(count)
    mine = Counter((group, c.values[r]) for group, members in groups.items() for r in members)
    if mine != theirs:
        e.report.fail("anatomy: the two tables do not belong together", f"{mine - theirs} and {theirs - mine}")
    check_groups(e, groups)
    expect(e, "anatomy", ("pass",))


def check_walk(e, new, groups):
    """Inside of the boxes of their groups, or of the domain; a group's values are those of its people."""
    bound = e.bound
    for c in bound.quasi:
        numbers = c.kind == "number" and not c.tree and not c.intervals
        for members in groups.values():
            values = [c.values[r] for r in members]
            present = [v for v in values if v is not None]
            if not e.case["protect"]:
                low, high = c.domain or (min(present), max(present)) if present else (0, 0)
                wrong = [r for r in members if (v := c.read(new[r][c.name])) is not None and not low <= v <= high]
            elif numbers:
                box = hull(present, c) if present else ("missing",)
                wrong = [r for r in members if (v := c.read(new[r][c.name])) is not None and not covers(box, v)]
            else:
                cells = [read_cell(new[r][c.name], c) for r in members]
                wrong = [r for r, cell in zip(members, cells) if cell is None or not all(covers(cell, v) for v in values)]
            if wrong:
                cells = [new[r][c.name] for r in wrong]
                e.report.fail("walk: a value lies outside of its box", f"{c.name!r}: {cells} among {values}")
                break
    if e.case["protect"]:
        check_groups(e, groups)
        columns = bound.sensitive + bound.keep
        placed = [(g, r) for g, members in groups.items() for r in members]
        mine = Counter((g, *(c.read(c.cells[r]) for c in columns)) for g, r in placed)
        theirs = Counter((g, *(c.read(new[r][c.name]) for c in columns)) for g, r in placed)
        if mine != theirs:
            e.report.fail("walk: values of a group are not those of its people", f"{mine - theirs} and {theirs - mine}")
    expect(e, "walk", ("pass", "measured"))


def check_groups(e, groups):
    rows = [r for members in groups.values() for r in members]
    for spec in e.case["protect"]:
        rule = e.bound.rule(spec, e.bound.values(spec, rows))
        values = {g: e.bound.values(spec, members) for g, members in groups.items()}
        bad = [groups[g] for g, group in values.items() if group and not rule.in_view(group, asked_view(spec)).holds]
        if bad:
            e.report.fail(f"{e.case['algorithm']} breaks {spec['principle']}", f"rows {bad[0]} for {spec}")


def expect(e, method, verdicts):
    outcome = e.run("audit", "release", "--original", "data.csv", *e.policy)
    if not isinstance(outcome.document, dict) or "verdict" not in outcome.document:
        e.report.fail(f"audit of {method} ends with exit {outcome.code}", outcome.first_line)
        return None
    if outcome.document["verdict"] not in verdicts:
        e.report.fail(f"audit of {method}: verdict {outcome.document['verdict']}", outcome.document.get("truth"))
    return outcome.document
