"""All ways to group a few rows: the literal answer to "can this be had?"."""
from collections import defaultdict
from fractions import Fraction
from itertools import combinations

from bind import asked_view
from cells import covers, hull


def partitions(items):
    """All set partitions."""
    if not items:
        yield []
        return
    head, rest = items[0], items[1:]
    for p in partitions(rest):
        yield [[head], *p]
        for i in range(len(p)):
            yield [*p[:i], [head, *p[i]], *p[i + 1:]]


class Groupings:
    """Groupings of the rows of a case, judged rule by rule with memory over groups."""

    def __init__(self, bound, rows, numbered=True, people=None):
        """`numbered`: groups that look alike are told apart by published numbers. `people`: with those who are withheld."""
        self.bound, self.rows, self.numbered = bound, list(rows), numbered
        self.people = list(rows) if people is None else people
        self.known = {}
        self.hulls = {}

    def rule(self, spec):
        key = repr(spec)
        if key not in self.known:
            table = self.people if spec["principle"] == "dissimilarity" else self.rows  # lengths are those of all people
            self.known[key] = (self.bound.rule(spec, self.bound.values(spec, table)), {})
        return self.known[key]

    def group_holds(self, spec, group):
        rule, seen = self.rule(spec)
        key = frozenset(group)
        if key not in seen:
            values = self.bound.values(spec, group)
            seen[key] = not values or rule.in_view(values, asked_view(spec)).holds
        return seen[key]

    def box(self, group):
        key = frozenset(group)
        if key not in self.hulls:
            self.hulls[key] = tuple(hull([c.values[r] for r in group], c) for c in self.bound.quasi)
        return self.hulls[key]

    def candidates_hold(self, spec, partition):
        """Everybody among all groups that cover them. Lengths are those of all people: who audits knows them."""
        rule = self.bound.rule(spec, self.bound.values(spec, self.people))
        boxes = [self.box(g) for g in partition]
        for person in self.people:
            if not self.bound.values(spec, [person]):
                continue
            point = self.bound.point(person)
            union = self.bound.values(spec, [r for g, box in zip(partition, boxes) if all(map(covers, box, point)) for r in g])
            if union and rule.member(self.bound.value(spec, person), union)[0]:
                return False
        return True

    def look_alikes(self, partition):
        """Groups as a reader sees them who is given no numbers."""
        alike = defaultdict(list)
        for group in partition:
            alike[self.box(group)] += group
        return list(alike.values())

    def passes(self, specs, partition, with_candidates=True):
        if not all(self.group_holds(s, g) for g in partition for s in specs):
            return False
        if not self.numbered and not all(self.group_holds(s, g) for g in self.look_alikes(partition) for s in specs):
            return False
        mixed = [s for s in specs if asked_view(s) == "candidates" and not self.rule(s)[0].monotone]
        return not with_candidates or all(self.candidates_hold(s, partition) for s in mixed)

    def exists(self, specs, with_candidates=True):
        return next((p for p in partitions(self.rows) if self.passes(specs, p, with_candidates)), None)

    def exists_without(self, specs, most):
        """The same with up to so many rows withheld. What is compared with the table is compared with the rows that stay."""
        for gone in range(most + 1):
            for out in combinations(self.rows, gone):
                left = [r for r in self.rows if r not in out]
                found = Groupings(self.bound, left, self.numbered, self.rows).exists(specs) if left else None
                if found:
                    return found
        return None


def least_withheld(values, holds, others=0):
    """The fewest values without which `holds` is true of the rest; None if only the empty table would do. Beside them stand `others`
    without a value."""
    best = None
    for mask in range((1 << len(values)) - (0 if others else 1)):
        left = [v for i, v in enumerate(values) if not mask >> i & 1]
        gone = len(values) - len(left)
        if (best is None or gone < best) and holds(left):
            best = gone
    return best


def perturbed_belief(values, intervals, retention, positions):
    """The worst belief of somebody who sees one published value and takes all rows as equally likely before: a row whose value
    is x shows y with probability retention if x == y, and else as often as any of the positions. `intervals` are the (low, high)
    that may be named. Every y of the table is tried, and one that nobody has."""
    drawn = (1 - retention) / positions
    worst = Fraction(0)
    for y in set(values) | {None}:
        shows = [(x, drawn + (retention if x == y else 0)) for x in values]
        total = sum(weight for _, weight in shows)
        if total:
            inside = (sum(weight for x, weight in shows if low <= x <= high) for low, high in intervals)
            worst = max(worst, max(inside) / total)
    return worst
