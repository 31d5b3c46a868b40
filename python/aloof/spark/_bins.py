"""A protected column in bins: how many rows lie between given ends, and so at most in any window of near values.

Where ends lie is a matter of taste; what counts is exact. Spark compares values with ends in the column's own type (a float only
guesses where to look), and what windows hold is asked of the native half, by Theorem 1. Where bins leave a doubt about the
whole table, distinct values of the crowded bins are counted.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import ceil, exp, log
from typing import TYPE_CHECKING

from aloof import _native
from aloof.spark._ask import Asked, Window, quoted
from aloof.spark._axis import Axis

if TYPE_CHECKING:
    import numpy as np
    from pyspark.sql import Column, DataFrame

#: Bins in the length of a window, and over a whole column, at most.
BINS_PER_WINDOW = 64
BINS = 8_000
#: Steps between ends by ratio are no finer: a guess must find an end's neighbour.
FINEST = 1e-9
#: So many ends, from one before the guess on, are compared with a value.
COMPARED = 4
#: Below so many units a float tells neighbours apart, with room to spare.
EXACT = 2**50


class Bins:
    """A protected column in bins, fine enough for its window; what lies below all ends is the first, above them the last."""

    #: About how far ends lie apart, or their logarithms do: a guess where to look, no more.
    guessed_by: float

    def __init__(self, asked: Asked, window: Window, axis: Axis, low: Decimal, high: Decimal):
        """``low`` and ``high`` are where most of its values lie."""
        self.asked, self.window, self.axis = asked, window, axis
        self.is_unknown = window.is_ratio and low <= 0
        if self.is_unknown:
            return
        self.low = Fraction(low)
        self.ends = self._by_ratio(low, high) if window.is_ratio else self._by_length(low, high)
        self.asked_view = self._of_view(window.view)

    def _by_length(self, low: Decimal, high: Decimal) -> list[Decimal]:
        span = Fraction(high) - self.low
        width = max(self.window.size / BINS_PER_WINDOW, span / BINS) or Fraction(1)
        self.guessed_by = float(width)
        return [self.axis.snapped(self.low + at * width) for at in range(ceil(span / width) + 1)]

    def _by_ratio(self, low: Decimal, high: Decimal) -> list[Decimal]:
        span = log(Fraction(high) / self.low)
        width = max(log(self.window.size) / BINS_PER_WINDOW, span / BINS, FINEST)
        self.guessed_by = width
        return sorted(self.axis.snapped(Fraction(exp(at * width)) * self.low) for at in range(ceil(span / width) + 1))

    def _of_view(self, view: str) -> _native.Bins:
        ends = [format(end, "f") for end in self.ends]
        return _native.Bins(self.asked.policy(), self.window.protect, view, ends, self.axis.digits)

    @property
    def count(self) -> int:
        """How many bins there are."""
        return len(self.ends) + 1

    def expression(self) -> Column:
        """The bin of a row: how many ends lie below its value; null where it has none."""
        from pyspark.sql import functions as F

        here, ends = self.axis.value(), ",".join(format(end, "f") for end in self.ends)
        known = F.split(F.lit(ends), ",").cast(f"array<{self.axis.type}>")
        first = F.least(F.greatest(self._guess(here) - 1, F.lit(0)), F.lit(len(self.ends))).cast("int")
        below = [F.coalesce(F.get(known, first + at) < here, F.lit(False)).cast("int") for at in range(COMPARED)]
        return F.when(here.isNotNull(), sum(below, first))

    def _guess(self, here: Column) -> Column:
        """About how many steps a value lies above the lowest end."""
        from pyspark.sql import functions as F

        if self.window.is_ratio:
            ratio = here.cast("double") / F.lit(float(self.low))
            # Of values that are not positive there is no logarithm; they lie below all ends.
            return F.floor(F.when(ratio > 0, F.log(ratio) / F.lit(self.guessed_by)).otherwise(F.lit(-1.0)))
        # Differences are taken exactly: of large numbers a float knows only the first digits.
        digits, largest = self.axis.digits, max(abs(self.axis.low), abs(self.axis.high))
        wide = "double" if digits is None or largest * 10**digits < EXACT else f"decimal(38,{digits})"
        above = here.cast(wide) - F.lit(format(self.ends[0], "f")).cast(wide)
        return F.floor(above.cast("double") / F.lit(self.guessed_by))

    def holds(self, counts: np.ndarray) -> bool:
        """Whether what is asked can certainly be had of so many rows by bin."""
        return self.asked_view.hold(counts.tolist())

    def needed(self, counts: np.ndarray) -> int:
        """How many rows must go at most so that it can."""
        return self.asked_view.withhold(counts.tolist())

    def fullest(self, frame: DataFrame, counts: np.ndarray, view: str) -> int:
        """Rows in the fullest window of a view: where bins leave a doubt, distinct values of the crowded ones are counted."""
        from pyspark.sql import functions as F

        bins = self._of_view(view)
        crowded = bins.crowded(counts.tolist())
        if not crowded:
            return bins.fullest(counts.tolist())
        marked = frame.select(F.col(quoted(self.window.column)).alias("value"), self.expression().alias("bin"))
        some = marked.where(F.col("bin").isin(crowded)).groupBy("value").count()
        return _native.fullest(some.toArrow(), self.asked.policy(), self.window.protect, view)


def feasible(frame: DataFrame, bins: list[Bins], histograms: list[np.ndarray], may_go: int) -> bool:
    """Whether what is asked is certain for the whole; raises when it is impossible."""
    certain = True
    for bin_, everyone in zip(bins, histograms, strict=True):
        if bin_.holds(everyone):
            continue
        window, rows = bin_.window, int(everyone.sum())
        # The register view is decided by its own window; a mixture of candidates may hold where that is too full.
        fullest = bin_.fullest(frame, everyone, "register" if window.view == "register" else "group")
        if fullest * window.m > rows:
            _refuse(window, fullest, rows, may_go)
        if may_go:
            certain &= len(bins) == 1 and bin_.needed(everyone) <= may_go
        elif window.view == "candidates":
            certain &= bin_.fullest(frame, everyone, window.view) * window.m <= rows
    return certain


def _refuse(window: Window, fullest: int, rows: int, may_go: int) -> None:
    """Raises, unless so many rows may be withheld that the fullest window could hold few enough."""
    because = f"{fullest} of {rows} rows lie in one window of near values, so at most 1 in {rows // fullest} can be promised"
    # With r of them gone, fullest − r must be at most (rows − r) / m.
    needed = -((rows - fullest * window.m) // (window.m - 1)) if window.m > 1 else 0
    if may_go and needed <= may_go:
        return
    if may_go:
        because += f"; at least {needed} rows would have to be withheld, where suppress allows {may_go}"
    error = _native.Infeasible(f"{window.column}: 1 in {window.m} is impossible for these data: {because}")
    error.nearest = {"principle": window.principle, "feasible": False, "max_m": rows // fullest, "tuples": rows}
    raise error
