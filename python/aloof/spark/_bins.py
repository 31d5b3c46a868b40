"""A protected column in bins: what windows of near values hold, and whether what is asked can be had.

Bins may overcount a window, never undercount it: an interval of length w·f touches at most f + 2 bins of width w. Where
that leaves a doubt about the whole table, distinct values of the fullest bins are counted.
"""

from __future__ import annotations

from math import floor, log
from typing import TYPE_CHECKING

from aloof import _native
from aloof.spark._ask import Window
from aloof.spark._axis import position

if TYPE_CHECKING:
    import numpy as np
    from pyspark.sql import Column, DataFrame

#: Bins in the length of a window, and over a whole column, at most.
BINS_PER_WINDOW = 64
BINS = 8_000


class Bins:
    """A protected column in bins, fine enough for its window; what lies below ``low`` is the first, above ``high`` the last."""

    def __init__(self, window: Window, low: float, high: float):
        self.window = window
        self.is_unknown = window.is_ratio and low <= 0
        if self.is_unknown:
            return
        self.low, high = (log(low), log(high)) if window.is_ratio else (low, high)
        self.length = window.certain if window.view == "candidates" else window.needed
        self.width = max(self.length / BINS_PER_WINDOW, (high - self.low) / BINS) or 1.0
        self.count = floor((high - self.low) / self.width) + 1

    def expression(self, frame: DataFrame) -> Column:
        from pyspark.sql import functions as F

        here = position(frame, self.window.column)
        here = F.log(here) if self.window.is_ratio else here
        bin_ = F.floor((here - F.lit(self.low)) / F.lit(self.width)) + 1
        # Of nothing but nulls, which stay out, these would make a number.
        return F.when(here.isNotNull(), F.least(F.greatest(bin_, F.lit(0)), F.lit(self.count + 1))).cast("int")

    def fullest(self, counts: np.ndarray, length: float | None = None) -> int:
        """At most so many rows lie in one window."""
        import numpy as np

        touched = self.touched(self.length if length is None else length)
        sums = np.concatenate(([0], np.cumsum(counts)))
        ends = np.minimum(np.arange(len(counts)) + touched, len(counts))
        return int((sums[ends] - sums[: len(counts)]).max(initial=0))

    def touched(self, length: float) -> int:
        """The bins that a window can touch."""
        return floor(length / self.width) + 2

    def holds(self, counts: np.ndarray) -> bool:
        return self.fullest(counts) * self.window.m <= int(counts.sum())

    def needed(self, counts: np.ndarray) -> int:
        """How many rows must go at most so that no window holds more than one in m of the others.

        The more a window may hold, the more rows stay, but ever fewer for each: so the largest that will do is found by
        halving.
        """
        bins = self.touched(self.length)
        rows = int(counts.sum())
        low, high = 0, rows // self.window.m
        while low < high:
            middle = (low + high + 1) // 2
            if _staying(counts, bins, middle) >= middle * self.window.m:
                low = middle
            else:
                high = middle - 1
        return rows - _staying(counts, bins, low)


def _staying(counts: np.ndarray, bins: int, most: int) -> int:
    """The rows that stay when so many bins in a row may hold only so many: the first ones do, which leaves most room."""
    kept = [0] * (len(counts) + bins)
    inside = total = 0
    for at, count in enumerate(counts.tolist()):
        inside -= kept[at]
        kept[at + bins] = stays = min(count, most - inside)
        inside += stays
        total += stays
    return total


def feasible(frame: DataFrame, bins: list[Bins], histograms: list[np.ndarray], may_go: int) -> bool:
    """Whether what is asked is certain for the whole; raises when it is impossible."""
    certain = True
    for bin_, everyone in zip(bins, histograms, strict=True):
        if bin_.holds(everyone):
            continue
        window, rows = bin_.window, int(everyone.sum())
        fullest = _exactly(frame, bin_, everyone, window.needed, rows)
        if fullest * window.m > rows:
            _refuse(window, fullest, rows, may_go)
        if may_go:
            certain &= len(bins) == 1 and bin_.needed(everyone) <= may_go
        else:
            certain &= _exactly(frame, bin_, everyone, bin_.length, rows) * window.m <= rows
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


def _exactly(frame: DataFrame, bin_: Bins, everyone: np.ndarray, length: float, rows: int) -> int:
    """Rows in the fullest window: where bins cannot tell, distinct values of the fullest bins are counted."""
    import numpy as np
    from pyspark.sql import functions as F

    touched = bin_.touched(length)
    sums = np.concatenate(([0], np.cumsum(everyone)))
    ends = np.minimum(np.arange(len(everyone)) + touched, len(everyone))
    crowded = np.flatnonzero((sums[ends] - sums[: len(everyone)]) * bin_.window.m > rows)
    if not len(crowded):
        return bin_.fullest(everyone, length)
    wanted = sorted({int(bin_at) for start in crowded for bin_at in range(start, ends[start])})
    here = position(frame, bin_.window.column)
    value = F.log(here) if bin_.window.is_ratio else here
    some = frame.select(value.alias("value"), bin_.expression(frame).alias("bin")).where(F.col("bin").isin(wanted))
    found = some.groupBy("value").count().orderBy("value").toArrow()
    values, counts = found["value"].to_numpy(), np.concatenate(([0], np.cumsum(found["count"].to_numpy())))
    reach = np.searchsorted(values, values + length * (1 + 1e-12), side="right")
    return int((counts[reach] - counts[:-1]).max(initial=0))
