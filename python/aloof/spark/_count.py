"""The passes over a frame that count: ranges of columns, quantiles, then rows by cell of a grid. No row comes to the driver."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from aloof import _native
from aloof.spark._ask import Asked, Window, quoted
from aloof.spark._axis import Axis, Labels
from aloof.spark._bins import Bins

if TYPE_CHECKING:
    import numpy as np
    from pyspark.sql import Column, DataFrame

#: Cells that are counted, at most about so many.
CELLS = 1_000_000
#: The share of a protected column's values at each end that is counted together.
TAIL = 0.0005
#: Steps along a column that is cut, at most.
STEPS = 64
#: The quantiles that are asked for.
SHARES = sorted({TAIL, 1 - TAIL, *(at / STEPS for at in range(1, STEPS))})
#: Rows of which quantiles are taken, about; they need not be exact, only the same whenever they are taken.
SAMPLE = 200_000


class Stats:
    """One pass: how many rows, and of every column its range and whether values are missing.

    Another one over an even sample: quantiles, and of labels about how many there are.
    """

    def __init__(self, frame: DataFrame, asked: Asked):
        from pyspark.sql import functions as F
        from pyspark.sql.types import DateType, NumericType

        self._frame = frame
        kinds = {name: frame.schema[name].dataType for name in asked.quasi + asked.sensitive}
        self.measured = [name for name, kind in kinds.items() if isinstance(kind, (NumericType, DateType))]
        self._labelled = [name for name in asked.quasi if _counts_labels(asked, name, name in self.measured)]
        wanted = [F.count(F.lit(1)).alias("rows")]
        for at, name in enumerate(self.measured):
            here = F.col(quoted(name))
            wanted += [F.min(here).alias(f"low{at}"), F.max(here).alias(f"high{at}"), F.count(here).alias(f"count{at}")]
        self._found = frame.agg(*wanted).collect()[0].asDict()
        self.rows: int = self._found["rows"]
        self._sampled = self._sample() if self.rows else {}

    def _sample(self) -> dict[str, Any]:
        """Of numbers quantiles, of labels their number. Values choose the rows, not partitions: the same ones however the
        frame is laid out."""
        from pyspark.sql import functions as F
        from pyspark.sql.types import DateType

        def number(name: str) -> Column:
            column = F.col(quoted(name))
            return F.unix_date(column) if isinstance(self._frame.schema[name].dataType, DateType) else column

        mark = F.xxhash64(*[F.col(quoted(name)) for name in self._frame.columns])
        every = self.rows // SAMPLE
        some = self._frame.where(F.pmod(mark, F.lit(every)) == 0) if every > 1 else self._frame
        numbers = [F.percentile(number(name).cast("double"), SHARES).alias(f"of{at}") for at, name in enumerate(self.measured)]
        labels = [F.count_distinct(quoted(name)).alias(f"labels{at}") for at, name in enumerate(self._labelled)]
        return some.agg(F.count(F.lit(1)), *numbers, *labels).collect()[0].asDict()

    def _quantiles(self, name: str) -> dict[float, float]:
        """Hints: where a column is cut need not be a quantile, but must be a place that its values can have."""
        found = self._sampled.get(f"of{self.measured.index(name)}")
        return dict(zip(SHARES, found, strict=True)) if found else {}

    def labels(self) -> dict[str, int]:
        """Of the quasi columns whose loss counts by their labels in the data: about how many there are."""
        return {name: self._sampled[f"labels{at}"] for at, name in enumerate(self._labelled)}

    def steps(self, axis: Axis, steps: int) -> list[Decimal]:
        """Places that leave about equally many rows between them, fewer than ``steps``."""
        found = self._quantiles(axis.name)
        shares = {round(at * STEPS / steps) / STEPS for at in range(1, steps)}
        return sorted({axis.snapped(found[share]) for share in shares if share in found})

    def axis(self, name: str) -> Axis | None:
        """A column of numbers or dates that has values."""
        at = self.measured.index(name)
        low, high = self._found[f"low{at}"], self._found[f"high{at}"]
        return None if low is None else Axis.of(self._frame, name, low, high)

    def spans(self) -> dict[str, Decimal]:
        """The length of every column of numbers or dates."""
        axes = (self.axis(name) for name in self.measured)
        return {axis.name: axis.span() for axis in axes if axis}

    def axes(self, asked: Asked) -> list[Axis]:
        """The columns of numbers and dates by which the table can be cut."""
        found = []
        for name in asked.quasi:
            rule = asked.column(name)
            if name not in self.measured or rule["hierarchy"] or rule["order"] or rule["type"] == "label":
                continue
            axis = self.axis(name)
            if axis and self._found[f"count{self.measured.index(name)}"] == self.rows and axis.high > axis.low:
                found.append(axis)
        return found

    def bins(self, asked: Asked, window: Window) -> Bins | None:
        """Bins where most values of a protected column lie: a few far ones would make all bins wide. ``None`` without values."""
        if window.column not in self.measured:
            raise _native.DataError(f"{window.principle} on `{window.column}`: numbers or dates are needed")
        axis, most = self.axis(window.column), self._quantiles(window.column)
        if axis is None:
            return None
        # A column that may not be counted by ratios shows it by its lowest value.
        if not most or (window.is_ratio and axis.low <= 0):
            return Bins(asked, window, axis, axis.low, axis.high)
        return Bins(asked, window, axis, *(axis.snapped(most[share]) for share in (TAIL, 1 - TAIL)))


def _counts_labels(asked: Asked, name: str, is_measured: bool) -> bool:
    """Whether a quasi column's loss counts by the labels that are there; an order or a hierarchy in a file says it alone."""
    rule = asked.column(name)
    tree = rule["hierarchy"]
    return not rule["order"] and (tree["kind"] != "file" if tree else not is_measured)


class Grid:
    """The second pass: rows by cell and bin. The counts come to the driver, no row does."""

    def __init__(self, frame: DataFrame, stats: Stats, axes: list[Axis], bins: list[Bins], most: int):
        """At most so many steps along an axis. ``frame`` has the rows that will be published."""
        from pyspark.sql import functions as F

        self.bins = bins
        steps = _thresholds(stats, axes, [bin_.count for bin_ in bins], most)
        self.axes = [axis for axis in axes if steps[axis.name]]
        self.steps = [steps[axis.name] for axis in self.axes]
        # A protected column at a time, so that cells do not multiply.
        self.counts: list[dict[str, np.ndarray]] = []
        cells = [axis.step(self.steps[at]).alias(f"axis{at}") for at, axis in enumerate(self.axes)]
        counted: list[Bins | None] = [*bins] or [None]
        for bin_ in counted:
            keys = [*cells, (bin_.expression() if bin_ else F.lit(0)).alias("bin")]
            known = frame.select(*keys).where(F.col("bin").isNotNull())
            found = known.groupBy(*known.columns).count().toArrow()
            self.counts.append({name: found[name].to_numpy() for name in found.column_names})

    def histogram(self, at: int, inside: np.ndarray) -> np.ndarray:
        """Rows of the cells that are inside, by bin."""
        import numpy as np

        table = self.counts[at]
        length = self.bins[at].count if self.bins else 1
        return np.bincount(table["bin"][inside], weights=table["count"][inside], minlength=length).astype(np.int64)

    def everyone(self) -> list[np.ndarray]:
        """Of every protected column, all rows by bin."""
        import numpy as np

        return [self.histogram(at, np.ones(len(self.counts[at]["bin"]), bool)) for at in range(len(self.bins))]


def _thresholds(stats: Stats, axes: list[Axis], bins: list[int], most: int) -> dict[str, list[Decimal]]:
    """Where a column may be cut: quantiles, or between labels, few enough that cells stay few."""
    cells = max(2.0, CELLS / max(bins, default=1))
    steps = max(2, min(most, STEPS, int(cells ** (1 / max(len(axes), 1)))))
    return {a.name: a.thresholds(steps) if isinstance(a, Labels) else stats.steps(a, steps) for a in axes}
