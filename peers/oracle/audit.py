"""The oracle's audit of a published table: groups, candidates, truth (`docs/views.md`)."""
from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction

from cells import covers, read_cell
from table import read_csv


class Unreadable(Exception):
    """A cell or column that the oracle has no meaning for."""


@dataclass
class Row:
    quasi: tuple  # texts
    meaning: tuple
    sensitive: dict  # column name: value
    keep: tuple
    group: str = None

    @property
    def starred(self):
        return all(set(t) == {"*"} for t in self.quasi)

    @property
    def says_nothing(self):
        """Nothing but stars: it publishes nothing of anyone, and is left out."""
        return self.starred and all(v is None for v in self.sensitive.values())


def read_release(text, bound, group_column=None, hidden=False):
    """`hidden`: rows of nothing but stars may be people whom a program hid, and a star or nothing is then no value of theirs."""
    header, records = read_csv(text)
    place = {name: i for i, name in enumerate(header)}
    rows = []
    for record in records:
        texts, meanings = [], []
        for c in bound.quasi:
            if c.name in place:
                text = record[place[c.name]]
            elif c.name + "_lo" in place and c.name + "_hi" in place:
                lo, hi = record[place[c.name + "_lo"]], record[place[c.name + "_hi"]]
                text = lo if lo == hi else f"{lo}..{hi}"
            else:
                raise Unreadable(f"no column {c.name!r}")
            meaning = read_cell(text, c)
            if meaning is None:
                raise Unreadable(f"cell {text!r} of {c.name!r}")
            texts.append(text)
            meanings.append(meaning)
        sensitive = {c.name: c.read(record[place[c.name]]) for c in bound.sensitive}
        if hidden and all(set(t) == {"*"} for t in texts):
            told = {c.name: record[place[c.name]] for c in bound.sensitive}
            sensitive = {c.name: None if c.is_missing(told[c.name]) or told[c.name] == "*" else sensitive[c.name]
                         for c in bound.sensitive}
        keep = tuple(c.read(record[place[c.name]]) for c in bound.keep)
        rows.append(Row(tuple(texts), tuple(meanings), sensitive, keep, record[place[group_column]] if group_column else None))
    return header, rows


def groups_of(rows, by_id, view="group"):
    """Rows that are one group: those of one number, else those that look alike. A register tells apart by both."""
    out = defaultdict(list)
    for i, r in enumerate(rows):
        out[(r.group if by_id else None, r.quasi if view == "register" or not by_id else None)].append(i)
    return list(out.values())


def values_of(rows, names):
    return [tuple(r.sensitive[n] for n in names) for r in rows]


def with_value(rows, spec, names):
    """Rows that a protection is about: those whose values are told. Of k-anonymity all are."""
    return [r for r in rows if told(r, spec, names)]


def told(row, spec, names):
    return spec["principle"] == "k-anonymity" or all(row.sensitive[n] is not None for n in names)


@dataclass
class Check:
    view: str
    holds: bool
    worst: Fraction
    groups: int
    violating_groups: int
    violating_tuples: int
    not_in_union: bool = False  # candidates: somebody's value is nowhere among their candidates


def worse(rule, measures):
    return (min if rule.at_least else max)(measures)


def compared_with(bound, spec, rows, names):
    """The table that groups are judged in: what is published; distances divide by the range of all that the release is made of."""
    whole = bound.values(spec, bound.kept_rows) if spec["principle"] == "dissimilarity" else []
    return values_of(rows, names) + whole


def group_check(bound, spec, rows, by_id, view="group"):
    """Groups are counted as everybody sees them; of one in which nobody has a value a rule about values asks nothing."""
    names = [c.name for c in bound.named(spec)]
    seen, rows = len(groups_of(rows, by_id, view)), with_value(rows, spec, names)
    if not rows:
        return None
    rule = bound.rule(spec, compared_with(bound, spec, rows, names))
    findings = []
    for members in groups_of(rows, by_id, view):
        findings.append(rule.in_view(values_of([rows[i] for i in members], names), view))
    return Check(view, all(f.holds for f in findings), worse(rule, [f.measure for f in findings]), seen,
                 sum(not f.holds for f in findings), sum(sum(f.violators) for f in findings))


def absent_values(bound, spec, rows, hidden=lambda row, values: False):
    """The values that a protection is about of those whom no row shows: the original's less the published ones, whoever has which.
    None where a row shows what nobody has. `hidden`: whether a row with such values may be anybody's."""
    names = [c.name for c in bound.named(spec)]
    own = Counter(tuple(c.values[p] for c in bound.named(spec)) for p in bound.kept_rows)
    shown = Counter(v for r, v in zip(rows, values_of(rows, names)) if not hidden(r, v))
    return None if shown - own else list((own - shown).elements())


def absent_hold(bound, spec, absent):
    """Whoever misses somebody knows that the person is one of the absent: as a group of their own they keep what is asked. k-anonymity
    is about rows that can be picked out, and theirs are not there. Lengths are those of all people."""
    values = [v for v in absent if None not in v]
    return not values or bound.rule(spec, bound.values(spec, bound.kept_rows)).in_view(values, spec.get("view", "register")).holds


def candidate_boxes(bound, rows):
    """For every original row the places of released boxes that cover it."""
    boxes = groups_of(rows, False)
    meanings = [rows[b[0]].meaning for b in boxes]
    def covering(row):
        return frozenset(i for i, m in enumerate(meanings) if all(map(covers, m, bound.point(row))))
    return boxes, {r: covering(r) for r in range(bound.rows)}


def candidates_check(bound, spec, rows, people, hidden=True):
    """Every person of the original among all boxes that cover them. Starred boxes count both ways where they may be hidden people;
    in a release whose manifest says that groups were made they are boxes that cover everybody."""
    names = [c.name for c in bound.named(spec)]
    all_rows, rows = rows, with_value(rows, spec, names)
    if not rows:
        return None
    rule = bound.rule(spec, compared_with(bound, spec, rows, names))
    all_boxes, covering = candidate_boxes(bound, all_rows)
    boxes = [[i for i in box if told(all_rows[i], spec, names)] for box in all_boxes]
    starred = frozenset(i for i, b in enumerate(all_boxes) if hidden and all_rows[b[0]].starred)
    measures, sets, bad_sets, violating, foreign = [], set(), set(), 0, False
    for person in people:
        own = bound.value(spec, person)
        if any(v is None for v in own) and spec["principle"] != "k-anonymity":
            continue
        answers = {covering[person]}
        if covering[person] - starred:
            answers.add(covering[person] - starred)
        broken = False
        for answer in answers:
            union = values_of([all_rows[i] for b in answer for i in boxes[b]], names)
            if not union:
                continue
            foreign |= own not in union
            if own not in union and spec["principle"] == "dissimilarity":
                continue  # who is not among them has no others there
            violates, measure = rule.member(own, union)
            measures.append(measure)
            sets.add(covering[person])
            broken |= violates
        if broken:
            violating += 1
            bad_sets.add(covering[person])
    if not measures:
        return None
    return Check("candidates", violating == 0, worse(rule, measures), len(sets), len(bad_sets), violating, foreign)


def matching(bound, rows, people):
    """The size of a largest one-to-one matching of released rows to original ones: covered, and equal in all else that is published."""
    names = [c.name for c in bound.sensitive]
    originals = {p: (bound.point(p), tuple(c.values[p] for c in bound.sensitive + bound.keep)) for p in people}
    can = []
    for r in rows:
        own = (*(r.sensitive[n] for n in names), *r.keep)
        can.append([p for p, (point, values) in originals.items() if values == own and all(map(covers, r.meaning, point))])
    match = {}
    def place(i, seen):
        for p in can[i]:
            if p not in seen:
                seen.add(p)
                if p not in match or place(match[p], seen):
                    match[p] = i
                    return True
        return False
    return sum(place(i, set()) for i in range(len(rows)))
