"""The principles, each by its definition (`docs/definitions.md`), in fractions.

`judge(group)` looks at a group as a whole, `member(x, union)` at a person with value x who faces a union of groups. Values are
tuples, one entry per sensitive column of the rule. `table` is T, all values of the judged table.
"""
import decimal
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from distances import similar


INFINITE = float("inf")  # larger than every fraction


@dataclass
class Finding:
    holds: bool
    measure: Fraction
    violators: list  # of the group's members, by place


class Rule:
    monotone = True
    at_least = False  # the bound is a lower one
    by_member = False

    def __init__(self, spec, columns, table, files):
        self.spec, self.columns, self.table, self.files = spec, columns, table, files
        self.prepare()

    def prepare(self):
        pass

    def judge(self, group):
        if self.by_member:
            each = [self.member(x, group) for x in group]
            return Finding(not any(v for v, _ in each), max(m for _, m in each), [v for v, _ in each])
        holds, measure = self.whole(group)
        return Finding(holds, measure, [not holds] * len(group))

    def member(self, x, union):
        holds, measure = self.whole(union)
        return not holds, measure

    def register(self, group):
        """The register view: what holds in every mixture, whatever the weights. Monotone rules do as they are."""
        return self.judge(group)

    def in_view(self, group, view):
        """A group by itself, in the view that is asked for."""
        return self.register(group) if view == "register" else self.judge(group)

    def monotone_in(self, view):
        return self.monotone


def window_around(x, values, joined):
    """The most values in one closed window that holds x; a <= b share a window when joined(a, b)."""
    best = 0
    for a in {v for v in values if v <= x and joined(v, x)} | {x}:
        best = max(best, sum(1 for v in values if a <= v and joined(a, v)))
    return best


def fullest(values, joined):
    return max(window_around(v, values, joined) for v in set(values))


class EpsilonM(Rule):
    monotone, by_member = False, True

    def prepare(self):
        s = self.spec
        self.m = int(s["m"])
        if "relative" in s:
            e = Fraction(s["relative"])
            self.near = lambda x, y: x * (1 - e) <= y <= x * (1 + e)
            self.joined = lambda a, b: a >= b * (1 - e)
            self.joined_wide = lambda a, b: b * (1 - e) <= a * (1 + e)
        else:
            low, high = (Fraction(s["absolute"]),) * 2 if "absolute" in s else (Fraction(s["below"]), Fraction(s["above"]))
            self.near = lambda x, y: x - low <= y <= x + high
            self.joined = lambda a, b: b - a <= max(low, high)
            self.joined_wide = lambda a, b: b - a <= low + high
        self.bound = Fraction(1, self.m)

    def member(self, x, union):
        star = sum(1 for y in union if self.near(x[0], y[0]))
        return star * self.m > len(union), Fraction(star, len(union))

    def register(self, group):
        values = [v[0] for v in group]
        each = [window_around(v, values, self.joined_wide) for v in values]
        violators = [w * self.m > len(group) for w in each]
        return Finding(not any(violators), Fraction(max(each), len(group)), violators)

    def monotone_in(self, view):
        return self.monotone or view == "register"


class DeltaL(EpsilonM):
    """By definition: absolute (2 delta, l)-anonymity."""

    def prepare(self):
        self.m = int(self.spec["l"])
        length = 2 * Fraction(self.spec["delta"])
        self.near = lambda x, y: abs(x - y) <= length
        self.joined = lambda a, b: b - a <= length
        self.joined_wide = lambda a, b: b - a <= 2 * length
        self.bound = Fraction(1, self.m)


class AnyCentre(DeltaL):
    monotone = True

    def member(self, x, union):
        full = window_around(x[0], [y[0] for y in union], self.joined)
        return full * self.m > len(union), Fraction(full, len(union))

    def register(self, group):
        return self.judge(group)


class Dissimilarity(Rule):
    monotone, by_member = False, True

    def prepare(self):
        s = self.spec
        self.k, self.delta = int(s["k"]), Fraction(s["delta"])
        self.bound = 1 - self.delta
        self.near = similar(s["distance"], s["epsilon"], self.columns, self.table, self.files)
        self.clique = s.get("shape") == "clique"

    def member(self, x, union):
        return self.among(x, union, self.near, self.clique)

    def among(self, x, union, near, clique):
        n = len(union)
        others = list(union)
        if x in others:
            others.remove(x)
        if n == 1:
            share = Fraction(1)
        else:
            around = [y for y in others if near(x, y)]
            count = largest_clique(around, near) if clique else len(around)
            share = Fraction(count, n - 1)
        return n < self.k or share > self.bound, share

    def register(self, group):
        """All members of a ball of radius epsilon lie within 2 epsilon of each other; sets of such rows are counted,
        whichever shape the policy names: a guess may be centred where nobody is."""
        wide = similar(self.spec["distance"], 2 * Fraction(self.spec["epsilon"]), self.columns, self.table, self.files)
        each = [self.among(x, group, wide, True) for x in group]
        return Finding(not any(v for v, _ in each), max(m for _, m in each), [v for v, _ in each])


def largest_clique(values, near):
    """The size of the largest set of values, with repetitions, all near each other."""
    counts = Counter(values)
    best = 0
    def grow(size, left):
        nonlocal best
        best = max(best, size)
        while left and size + sum(counts[v] for v in left) > best:
            v = left.pop()
            grow(size + counts[v], [u for u in left if near(u, v)])
    grow(0, sorted(counts, key=repr))
    return best


class KAnonymity(Rule):
    def prepare(self):
        self.k = int(self.spec["k"])
        self.bound = Fraction(1, self.k)

    def whole(self, group):
        return len(group) >= self.k, Fraction(1, len(group))


class Distinct(Rule):
    def prepare(self):
        self.l = int(self.spec["l"])
        self.bound = Fraction(1, self.l)

    def whole(self, group):
        return len(set(group)) >= self.l, Fraction(1, len(set(group)))


class Frequency(Rule):
    by_member = True

    def prepare(self):
        self.bound = 1 / Fraction(self.spec["l"])

    def member(self, x, union):
        share = Fraction(union.count(x), len(union))
        return share > self.bound, share


class Entropy(Rule):
    def prepare(self):
        self.l = Fraction(self.spec["l"])
        self.bound = 1 / self.l

    def whole(self, group):
        n, product = len(group), 1
        for c in Counter(group).values():
            product *= c ** c
        holds = n ** n * self.l.denominator ** n >= self.l.numerator ** n * product
        root = upper_root(product, n)
        if root ** n == product:
            return holds, Fraction(root, n)
        return holds, Fraction(-(-upper_root(product * 10 ** (9 * n), n) // n), 10 ** 9)


def upper_root(value, n):
    """The least whole number whose n-th power is at least value."""
    lo, hi = 0, 1 << (value.bit_length() // n + 1)
    while lo < hi:
        middle = (lo + hi) // 2
        lo, hi = (lo, middle) if middle ** n >= value else (middle + 1, hi)
    return lo


class Recursive(Rule):
    def prepare(self):
        self.l, self.c = int(self.spec["l"]), Fraction(self.spec["c"])
        self.bound = self.c

    def whole(self, group):
        counts = sorted(Counter(group).values(), reverse=True)
        tail = sum(counts[self.l - 1:])
        if tail == 0:
            return False, INFINITE
        return counts[0] < self.c * tail, Fraction(counts[0], tail)


class AlphaK(Rule):
    by_member = True

    def prepare(self):
        self.k, self.bound = int(self.spec["k"]), Fraction(self.spec["alpha"])

    def member(self, x, union):
        share = Fraction(union.count(x), len(union))
        return share > self.bound or len(union) < self.k, share


class KE(Rule):
    at_least = True

    def prepare(self):
        self.k, self.bound = int(self.spec["k"]), Fraction(self.spec["e"])

    def whole(self, group):
        values = [v[0] for v in group]
        spread = Fraction(max(values) - min(values))
        return len(set(values)) >= self.k and spread >= self.bound, spread


class Variance(Rule):
    at_least = True

    def prepare(self):
        self.bound = Fraction(self.spec["v"])

    def whole(self, group):
        values = [Fraction(v[0]) for v in group]
        mean = sum(values) / len(values)
        variance = sum((v - mean) ** 2 for v in values) / len(values)
        return variance >= self.bound, variance


class Closeness(Rule):
    def prepare(self):
        self.bound = Fraction(self.spec["t"])

    def whole(self, group):
        distance = self.moved(Counter(group), Counter(self.table), len(group), len(self.table))
        return distance <= self.bound, distance

    def moved(self, mine, all_, n, total):
        ground = self.spec.get("ground", "equal")
        gain = {v: Fraction(mine[v], n) - Fraction(all_[v], total) for v in set(mine) | set(all_)}
        if ground == "equal":
            return sum(map(abs, gain.values())) / 2
        if ground == "hierarchical":
            tree = self.columns[0].tree
            nodes = Counter()
            for (label,), g in gain.items():
                path = tree.paths[label]
                for level in range(len(path)):
                    nodes[tuple(path[level:])] += g
            return sum(map(abs, nodes.values()), Fraction(0)) / (2 * tree.height) if tree.height else Fraction(0)
        line = sorted(gain)
        if len(line) == 1:
            return Fraction(0)
        work, ahead = Fraction(0), Fraction(0)
        for here, after in zip(line, line[1:]):
            ahead += gain[here]
            work += abs(ahead) * (1 if ground == "ordered" else after[0] - here[0])
        return work / (len(line) - 1 if ground == "ordered" else line[-1][0] - line[0][0])


class Likeness(Rule):
    by_member = True

    def prepare(self):
        self.bound = Fraction(self.spec["beta"])
        self.all = Counter(self.table)
        self.enhanced = self.spec.get("kind") == "enhanced"

    def member(self, x, union):
        p, q = Fraction(self.all[x], len(self.table)), Fraction(union.count(x), len(union))
        gain = (q - p) / p
        too_much = gain > self.bound or (self.enhanced and gain > 0 and beyond_minus_ln(gain, p))
        return gain > 0 and too_much, max(gain, Fraction(0))


def beyond_minus_ln(gain, p):
    with decimal.localcontext() as context:
        context.prec = 80
        limit = -(decimal.Decimal(p.numerator) / decimal.Decimal(p.denominator)).ln()
        return decimal.Decimal(gain.numerator) / decimal.Decimal(gain.denominator) > limit


def rule_of(spec, columns, table, files):
    kinds = {"distinct": Distinct, "frequency": Frequency, "entropy": Entropy, "recursive": Recursive}
    made = {
        "epsilon-m": EpsilonM,
        "delta-l": AnyCentre if spec.get("reading") == "any-centre" else DeltaL,
        "dissimilarity": Dissimilarity, "k-anonymity": KAnonymity, "l-diversity": kinds.get(spec.get("kind", "distinct")),
        "alpha-k": AlphaK, "k-e": KE, "variance": Variance, "t-closeness": Closeness, "beta-likeness": Likeness,
    }[spec["principle"]]
    return made(spec, columns, table, files)
