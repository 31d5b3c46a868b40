"""The textbook definitions, written out literally and computed exactly.

Shares no code with aloof or with pycanon. A group is a `Counter` of sensitive values; `whole` is the
`Counter` of the whole table. Everything but logarithms is a `Fraction`.
"""

import csv
import math
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction

INFINITE = math.inf
DECIMAL = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")


@dataclass
class Column:
    """One sensitive column, split by quasi-identifier value."""

    name: str
    numeric: bool
    groups: list
    whole: Counter


def read(file, quasi, sensitive):
    """Reads a CSV file into (number of rows, one `Column` for each sensitive column)."""
    with open(file, newline="", encoding="utf-8") as source:
        rows = list(csv.DictReader(source))
    for column in [*quasi, *sensitive]:
        if not rows or column not in rows[0]:
            raise ValueError(f"the table has no rows or no column {column}")
        if any(not row[column] for row in rows):
            raise ValueError(f"column {column} has empty cells; what a missing value means is not a textbook matter")
    return len(rows), [split(rows, quasi, name) for name in sensitive]


def split(rows, quasi, name):
    numeric = all(DECIMAL.fullmatch(row[name]) for row in rows)
    groups = defaultdict(Counter)
    for row in rows:
        value = Fraction(row[name]) if numeric else row[name]
        groups[tuple(row[column] for column in quasi)][value] += 1
    whole = sum(groups.values(), Counter())
    return Column(name, numeric, list(groups.values()), whole)


def share(group, value):
    return Fraction(group[value], group.total())


def k(column):
    """The size of the smallest group."""
    return min(group.total() for group in column.groups)


def alpha(column):
    """The largest share any one value has in any group."""
    return max(share(group, value) for group in column.groups for value in group)


def frequency_l(column):
    """The largest l for which no value has more than 1/l of a group."""
    return 1 / alpha(column)


def distinct_l(column):
    """The fewest distinct values in a group."""
    return min(len(group) for group in column.groups)


def entropy(group):
    return -math.fsum(float(share(group, value)) * math.log(share(group, value)) for value in group)


def entropy_l(column):
    """exp(H) for the smallest entropy H of a group, in natural units: the l of `H >= ln l`."""
    return math.exp(min(entropy(group) for group in column.groups))


def recursive_ratio(column, l):
    """The largest r1 / (r_l + ... + r_m), counts in falling order: (c,l)-diversity holds for every c above it."""
    worst = Fraction(0)
    for group in column.groups:
        counts = sorted(group.values(), reverse=True)
        rest = sum(counts[l - 1 :])
        if rest == 0:
            return INFINITE
        worst = max(worst, Fraction(counts[0], rest))
    return worst


def differences(column, group, values):
    """Share in the group less share in the table, for each value, all over one denominator (numerators, denominator)."""
    size, rows = group.total(), column.whole.total()
    return [group[v] * rows - column.whole[v] * size for v in values], size * rows


def t_equal(column):
    """Earth mover's distance when all values are equally far apart: half the sum of absolute differences."""
    worst = Fraction(0)
    for group in column.groups:
        numerators, denominator = differences(column, group, list(column.whole))
        worst = max(worst, Fraction(sum(map(abs, numerators)), 2 * denominator))
    return worst


def t_ordered(column):
    """Earth mover's distance over ranks: the sum of absolute cumulative differences over m - 1."""
    values = sorted(column.whole)
    return worst_cumulative(column, values, [1] * (len(values) - 1), len(values) - 1)


def t_value(column):
    """Earth mover's distance over the numbers themselves, the ground distance being |a - b| over the range."""
    values = sorted(column.whole)
    gaps = [b - a for a, b in zip(values, values[1:])]
    return worst_cumulative(column, values, gaps, values[-1] - values[0])


def worst_cumulative(column, values, gaps, length):
    if length == 0:
        return Fraction(0)
    worst = Fraction(0)
    for group in column.groups:
        numerators, denominator = differences(column, group, values)
        moved, carried = Fraction(0), 0
        for numerator, gap in zip(numerators, gaps):
            carried += numerator
            moved += abs(carried) * gap
        worst = max(worst, moved / (denominator * length))
    return worst


def gains(column):
    """(share in the table, relative gain) for each value that is more frequent in a group than in the table."""
    for group in column.groups:
        for value in group:
            p, q = share(column.whole, value), share(group, value)
            if q > p:
                yield p, (q - p) / p


def beta(column):
    """Basic beta-likeness: the largest relative gain (q - p) / p."""
    return max((gain for _, gain in gains(column)), default=Fraction(0))


def enhanced_beta(column):
    """The smallest beta with (q - p) / p <= min(beta, -ln p) throughout; infinite when no beta will do."""
    if any(gain > -math.log(p) for p, gain in gains(column)):
        return INFINITE
    return beta(column)


def delta(column):
    """The largest |ln(q / p)| over all values of the table and all groups: infinite when a group lacks a value."""
    if any(len(group) < len(column.whole) for group in column.groups):
        return INFINITE
    return max(abs(math.log(share(g, v) / share(column.whole, v))) for g in column.groups for v in g)
