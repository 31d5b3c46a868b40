"""What pycanon 1.3.6 computes where it departs from the textbook, written as formulas of our own.

A deviation counts as known only when pycanon's number equals the one predicted here; FINDINGS.md explains each.
"""

import math
from fractions import Fraction

import textbook

CLOSE = 1e-9


def close(a, b):
    return math.isclose(a, b, rel_tol=CLOSE, abs_tol=CLOSE)


def entropy_l(column):
    """The possible answers: exp(H) cut down to an integer, one too low at times when exp(H) is one already."""
    l = textbook.entropy_l(column)
    if close(l, round(l)):
        return {round(l) - 1, round(l)}
    return {math.floor(l)}


def recursive_c(column, l):
    """Counts in rising order, so the rarest value stands where the commonest belongs; NaN for l = 1."""
    if l == 1:
        return math.nan
    worst = Fraction(0)
    for group in column.groups:
        counts = sorted(group.values())
        worst = max(worst, Fraction(counts[0], sum(counts[l - 1 :])))
    return math.floor(worst) + 1


def enhanced_beta(column):
    """The smaller of basic beta and -ln of the rarest value's share, whether or not any beta holds."""
    rarest = min(textbook.share(column.whole, value) for value in column.whole)
    return min(float(textbook.beta(column)), -math.log(rarest))


def delta(column):
    """Values that a group lacks are skipped."""
    return max(
        abs(math.log(textbook.share(group, value) / textbook.share(column.whole, value)))
        for group in column.groups
        for value in group
    )
