"""The passes over a frame that count: ranges of columns, then rows by cell of a grid. No row comes to the driver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aloof import _native
from aloof.spark._ask import Asked, Window
from aloof.spark._axis import Axis, Labels, position
from aloof.spark._bins import Bins

if TYPE_CHECKING:
    import numpy as np
    from pyspark.sql import DataFrame

#: Cells that are counted, at most about so many.
CELLS = 1_000_000
#: The share of a protected column's values at each end that is counted together.
TAIL = 0.0005
#: Steps along a column that is cut, at most.
STEPS = 64


class Stats:
    """One pass: how many rows, and of every column its range and whether values are missing."""

    def __init__(self, frame: DataFrame, asked: Asked):
        from pyspark.sql import functions as F
        from pyspark.sql.types import DateType, NumericType

        self.measured = [n for n in asked.quasi + asked.sensitive if isinstance(frame.schema[n].dataType, (NumericType, DateType))]
        wanted = [F.count(F.lit(1)).alias("rows")]
        for at, name in enumerate(self.measured):
            here = position(frame, name)
            wanted += [F.min(here).alias(f"low{at}"), F.max(here).alias(f"high{at}"), F.count(here).alias(f"count{at}")]
            if name in {window.column for window in asked.windows}:
                wanted.append(F.percentile_approx(here, [TAIL, 1 - TAIL]).alias(f"most{at}"))
        self._found = frame.agg(*wanted).collect()[0].asDict()
        self.rows: int = self._found["rows"]

    def range(self, name: str) -> tuple[float, float, int]:
        at = self.measured.index(name)
        low, high = self._found[f"low{at}"], self._found[f"high{at}"]
        return (0.0 if low is None else low), (0.0 if high is None else high), self._found[f"count{at}"]

    def ranges(self) -> dict[str, tuple[float, float]]:
        return {name: self.range(name)[:2] for name in self.measured}

    def axes(self, frame: DataFrame, asked: Asked) -> list[Axis]:
        """The columns of numbers and dates by which the table can be cut."""
        from pyspark.sql.types import DateType

        found = []
        for name in asked.quasi:
            rule = asked.spec["columns"][name]
            if name not in self.measured or any(rule.get(key) for key in ("hierarchy", "order")) or rule.get("type") == "label":
                continue
            low, high, count = self.range(name)
            if count == self.rows and high > low:
                found.append(Axis(name, low, high, isinstance(frame.schema[name].dataType, DateType)))
        return found

    def range_of(self, window: Window) -> tuple[float, float]:
        """Where most values of a protected column lie: a few far ones would make all bins wide."""
        if window.column not in self.measured:
            raise _native.DataError(f"{window.principle} on `{window.column}`: numbers or dates are needed")
        most = self._found[f"most{self.measured.index(window.column)}"]
        low, high, _ = self.range(window.column)
        # A column that may not be counted by ratios shows it by its lowest value.
        return (low, high) if most is None or (window.is_ratio and low <= 0) else (most[0], most[1])


class Grid:
    """The second pass: rows by cell and bin. The counts come to the driver, no row does."""

    def __init__(self, frame: DataFrame, axes: list[Axis], bins: list[Bins]):
        import numpy as np
        from pyspark.sql import functions as F

        self.bins = bins
        steps = _thresholds(frame, axes, [bin_.count for bin_ in bins])
        self.axes = [axis for axis in axes if steps[axis.name]]
        self.steps = [steps[axis.name] for axis in self.axes]
        # A protected column at a time, so that cells do not multiply.
        self.counts: list[dict[str, np.ndarray]] = []
        cells = [axis.step(frame, self.steps[at]).alias(f"axis{at}") for at, axis in enumerate(self.axes)]
        for bin_ in bins or [None]:
            keys = [*cells, (bin_.expression(frame) if bin_ else F.lit(0)).alias("bin")]
            known = frame.select(*keys).where(F.col("bin").isNotNull())
            found = known.groupBy(*known.columns).count().toArrow()
            self.counts.append({name: found[name].to_numpy() for name in found.column_names})

    def histogram(self, at: int, inside: np.ndarray) -> np.ndarray:
        """Rows of the cells that are inside, by bin."""
        import numpy as np

        table = self.counts[at]
        length = self.bins[at].count + 2 if self.bins else 1
        return np.bincount(table["bin"][inside], weights=table["count"][inside], minlength=length).astype(np.int64)

    def everyone(self) -> list[np.ndarray]:
        """Of every protected column, all rows by bin."""
        import numpy as np

        return [self.histogram(at, np.ones(len(self.counts[at]["bin"]), bool)) for at in range(len(self.bins))]


def _thresholds(frame: DataFrame, axes: list[Axis], bins: list[int]) -> dict[str, list[float]]:
    """Where a column may be cut: quantiles, or between labels, few enough that cells stay few."""
    cells = max(2.0, CELLS / max(bins, default=1))
    steps = max(2, min(STEPS, int(cells ** (1 / max(len(axes), 1)))))
    numbers = [axis for axis in axes if not isinstance(axis, Labels)]
    found = {axis.name: axis.thresholds(steps) for axis in axes if isinstance(axis, Labels)}
    if numbers:
        shares = [at / steps for at in range(1, steps)]
        places = frame.select(*[position(frame, axis.name).alias(f"axis{at}") for at, axis in enumerate(numbers)])
        quantiles = places.approxQuantile([f"axis{at}" for at in range(len(numbers))], shares, 0.5 / steps)
        found |= {axis.name: sorted(set(values)) for axis, values in zip(numbers, quantiles)}
    return found
