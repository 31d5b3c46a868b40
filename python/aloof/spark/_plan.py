"""Top cuts: the table as fragments, planned on the driver from counts.

Two passes count: one finds ranges and quantiles of columns, the other counts rows by cell of a coarse grid over the quasi
columns that can be cut (numbers and dates without a hierarchy or missing values) and by bin of each protected column.
From these the driver knows, for any box of cells, at most how many rows lie in one window of near values. A box is cut
where it is widest, as near to its middle as both halves stay feasible by Theorem 1: the fullest window times m is at
most their rows. For the candidates view the window is the one that makes any mixture of groups hold.

Bins may overcount a window, never undercount it: an interval of length w·f touches at most f + 2 bins of width w.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, log
from typing import TYPE_CHECKING, Any

from aloof import _native
from aloof.spark._ask import Asked, Window

if TYPE_CHECKING:
    import numpy as np
    from pyspark.sql import Column, DataFrame

FRAGMENT = "__aloof_fragment"
#: Cells that are counted, at most about so many.
CELLS = 1_000_000
#: Steps along a column that is cut, at most.
STEPS = 64
#: Bins in the length of a window, and over a whole column, at most.
BINS_PER_WINDOW = 64
BINS = 8_000


@dataclass
class Cut:
    """Rows whose value of a column is at most ``at`` go left."""

    column: str
    at: float
    left: Cut | int
    right: Cut | int


@dataclass
class Plan:
    """Fragments, and how to tell which a row belongs to."""

    tree: Cut | int
    rows: int
    #: Rows of each fragment.
    sizes: list[int]
    #: Of each fragment, for each column that was cut: more than the first, at most the second.
    boxes: list[dict[str, tuple[float, float]]]
    #: The range of every quasi column that has one: lowest, highest.
    ranges: dict[str, tuple[float, float]]
    notes: list[str]

    def fragment(self, frame: DataFrame) -> Column:
        """The number of a row's fragment."""
        from pyspark.sql import functions as F

        def of(node: Cut | int) -> Column:
            if isinstance(node, int):
                return F.lit(node)
            return F.when(position(frame, node.column) <= node.at, of(node.left)).otherwise(of(node.right))

        return of(self.tree)


def position(frame: DataFrame, name: str) -> Column:
    """A value as a number that keeps the order: equal or not, values never change sides of one another."""
    from pyspark.sql import functions as F
    from pyspark.sql.types import DateType

    column = F.col(quoted(name))
    if isinstance(frame.schema[name].dataType, DateType):
        return F.unix_date(column).cast("double")
    return column.cast("double")


def quoted(name: str) -> str:
    """A column's name as Spark wants it."""
    return "`" + name.replace("`", "``") + "`"


def plan(frame: DataFrame, asked: Asked, rows_per_task: int) -> Plan:
    """Fragments of at most about ``rows_per_task`` rows, where that is feasible."""
    stats = _Stats(frame, asked)
    if stats.rows == 0:
        raise _native.DataError("the data have no rows that could be published")
    whole = Plan(0, stats.rows, [stats.rows], [{}], stats.ranges(), [])
    bins = [_Bins(window, *stats.range_of(window)) for window in asked.windows]
    if any(bin_.is_unknown for bin_ in bins):
        whole.notes.append("a protected column has values that are not positive: the table was not cut")
        return whole
    grid = _Grid(frame, asked, stats, bins, rows_per_task)
    if not _feasible(frame, asked, stats, bins, grid):
        whole.notes.append("what is asked is not certain for the whole table: the table was not cut")
        return whole
    if not grid.axes or stats.rows <= rows_per_task:
        return whole
    return _Cutter(grid, bins, rows_per_task, asked.least_rows).plan(whole)


class _Stats:
    """One pass: how many rows, and of every column its range and whether values are missing."""

    def __init__(self, frame: DataFrame, asked: Asked):
        from pyspark.sql import functions as F
        from pyspark.sql.types import DateType, NumericType

        self.measured = [n for n in asked.quasi + asked.sensitive if isinstance(frame.schema[n].dataType, (NumericType, DateType))]
        wanted = [F.count(F.lit(1)).alias("rows")]
        for at, name in enumerate(self.measured):
            here = position(frame, name)
            wanted += [F.min(here).alias(f"low{at}"), F.max(here).alias(f"high{at}"), F.count(here).alias(f"count{at}")]
        self._found = frame.agg(*wanted).collect()[0].asDict()
        self.rows: int = self._found["rows"]

    def range(self, name: str) -> tuple[float, float, int]:
        at = self.measured.index(name)
        low, high = self._found[f"low{at}"], self._found[f"high{at}"]
        return (0.0 if low is None else low), (0.0 if high is None else high), self._found[f"count{at}"]

    def ranges(self) -> dict[str, tuple[float, float]]:
        return {name: self.range(name)[:2] for name in self.measured}

    def range_of(self, window: Window) -> tuple[float, float]:
        if window.column not in self.measured:
            raise _native.DataError(f"{window.principle} on `{window.column}`: numbers or dates are needed")
        return self.range(window.column)[:2]


class _Bins:
    """A protected column in bins, fine enough for its window."""

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
        return F.floor((here - F.lit(self.low)) / F.lit(self.width)).cast("int")

    def fullest(self, counts: np.ndarray, length: float | None = None) -> int:
        """At most so many rows lie in one window."""
        import numpy as np

        touched = floor((self.length if length is None else length) / self.width) + 2
        sums = np.concatenate(([0], np.cumsum(counts)))
        ends = np.minimum(np.arange(len(counts)) + touched, len(counts))
        return int((sums[ends] - sums[: len(counts)]).max(initial=0))

    def holds(self, counts: np.ndarray) -> bool:
        return self.fullest(counts) * self.window.m <= int(counts.sum())


class _Grid:
    """The second pass: rows by cell and bin. The counts come to the driver, no row does."""

    def __init__(self, frame: DataFrame, asked: Asked, stats: _Stats, bins: list[_Bins], rows_per_task: int):
        import numpy as np
        from pyspark.sql import functions as F

        self.bins = bins
        self.axes = [name for name in asked.quasi if _can_cut(asked, stats, name)] if stats.rows > rows_per_task else []
        self.steps = _thresholds(frame, self.axes, [bin_.count for bin_ in bins])
        self.axes = [name for name in self.axes if len(self.steps[name])]
        self.spans = {name: stats.range(name)[1] - stats.range(name)[0] for name in self.axes}
        self.ranges = {name: stats.range(name)[:2] for name in self.axes}
        # A protected column at a time, so that cells do not multiply.
        self.counts: list[dict[str, np.ndarray]] = []
        cells = [_step(frame, name, self.steps[name]).alias(f"axis{at}") for at, name in enumerate(self.axes)]
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
        return np.bincount(table["bin"][inside].clip(0), weights=table["count"][inside], minlength=length).astype(np.int64)


def _can_cut(asked: Asked, stats: _Stats, name: str) -> bool:
    rule = asked.spec["columns"][name]
    if name not in stats.measured or any(rule.get(key) for key in ("hierarchy", "order")) or rule.get("type") == "label":
        return False
    low, high, count = stats.range(name)
    return count == stats.rows and high > low


def _thresholds(frame: DataFrame, axes: list[str], bins: list[int]) -> dict[str, list[float]]:
    """Where a column may be cut: quantiles, few enough that cells stay few."""
    if not axes:
        return {}
    cells = max(2.0, CELLS / max(bins, default=1))
    steps = max(2, min(STEPS, int(cells ** (1 / len(axes)))))
    shares = [at / steps for at in range(1, steps)]
    places = frame.select(*[position(frame, name).alias(f"axis{at}") for at, name in enumerate(axes)])
    found = places.approxQuantile([f"axis{at}" for at in range(len(axes))], shares, 0.5 / steps)
    return {name: sorted(set(values)) for name, values in zip(axes, found)}


def _step(frame: DataFrame, name: str, thresholds: list[float]) -> Column:
    """How many thresholds lie below a value."""
    from pyspark.sql import functions as F

    here = position(frame, name)
    step = F.lit(0)
    for threshold in thresholds:
        step = step + (here > threshold).cast("int")
    return step


def _feasible(frame: DataFrame, asked: Asked, stats: _Stats, bins: list[_Bins], grid: _Grid) -> bool:
    """Whether what is asked is certain for the whole; raises when it is impossible."""
    import numpy as np

    certain = True
    for at, bin_ in enumerate(bins):
        everyone = grid.histogram(at, np.ones(len(grid.counts[at]["bin"]), bool))
        if bin_.holds(everyone):
            continue
        window, rows = bin_.window, int(everyone.sum())
        fullest = _exactly(frame, bin_, everyone, window.needed, rows)
        if fullest * window.m > rows and not asked.spec.get("method", {}).get("suppress"):
            largest = rows // fullest
            error = _native.Infeasible(
                f"{window.column}: 1 in {window.m} is impossible for these data: {fullest} of {rows} rows lie in one "
                f"window of near values, so at most 1 in {largest} can be promised"
            )
            error.nearest = {"principle": window.principle, "feasible": False, "max_m": largest, "tuples": rows}
            raise error
        certain &= _exactly(frame, bin_, everyone, bin_.length, rows) * window.m <= rows
    return certain


def _exactly(frame: DataFrame, bin_: _Bins, everyone: np.ndarray, length: float, rows: int) -> int:
    """Rows in the fullest window: where bins cannot tell, distinct values of the fullest bins are counted."""
    import numpy as np
    from pyspark.sql import functions as F

    touched = floor(length / bin_.width) + 2
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


class _Cutter:
    """Cuts boxes of cells until they are small enough or cannot be cut."""

    def __init__(self, grid: _Grid, bins: list[_Bins], rows_per_task: int, least: int):
        self.grid, self.bins, self.most, self.least = grid, bins, rows_per_task, least
        self.sizes: list[int] = []
        self.boxes: list[dict[str, tuple[float, float]]] = []

    def plan(self, whole: Plan) -> Plan:
        import numpy as np

        everyone = [np.ones(len(table["bin"]), bool) for table in self.grid.counts]
        tree = self._cut(everyone, {})
        notes = []
        large = sum(size > 2 * self.most for size in self.sizes)
        if large:
            notes.append(f"{large} fragments could not be cut to about {self.most} rows and stay feasible")
        return Plan(tree, whole.rows, self.sizes, self.boxes, whole.ranges, notes)

    def _cut(self, inside: list[Any], box: dict[str, tuple[float, float]]) -> Cut | int:
        rows = int(self.grid.counts[0]["count"][inside[0]].sum())
        if rows > self.most:
            for axis in self._widest(inside[0], box):
                for step in self._near_the_middle(axis, inside[0], rows):
                    parts = self._parts(axis, step, inside)
                    if all(self._holds(part) for part in parts):
                        return self._node(axis, step, parts, box)
        self.sizes.append(rows)
        self.boxes.append(box)
        return len(self.sizes) - 1

    def _node(self, axis: int, step: int, parts: list[list[Any]], box: dict[str, tuple[float, float]]) -> Cut:
        name = self.grid.axes[axis]
        at = self.grid.steps[name][step]
        low, high = box.get(name, (float("-inf"), float("inf")))
        left = self._cut(parts[0], {**box, name: (low, at)})
        right = self._cut(parts[1], {**box, name: (at, high)})
        return Cut(name, at, left, right)

    def _widest(self, inside: Any, box: dict[str, tuple[float, float]]) -> list[int]:
        """Axes by the share of the whole range that the box spans, widest first."""

        def share(axis: int) -> float:
            name = self.grid.axes[axis]
            low, high = box.get(name, (float("-inf"), float("inf")))
            first, last = self.grid.ranges[name]
            return (min(high, last) - max(low, first)) / self.grid.spans[name]

        return sorted(range(len(self.grid.axes)), key=share, reverse=True)

    def _near_the_middle(self, axis: int, inside: Any, rows: int) -> list[int]:
        """Steps at which neither half is empty, those near the middle first."""
        import numpy as np

        table = self.grid.counts[0]
        steps = len(self.grid.steps[self.grid.axes[axis]])
        by_step = np.bincount(table[f"axis{axis}"][inside], weights=table["count"][inside], minlength=steps + 1)
        left = np.cumsum(by_step)[:steps]
        useful = [step for step in range(steps) if 0 < left[step] < rows]
        useful.sort(key=lambda step: abs(left[step] - rows / 2))
        return [step for step in useful if min(left[step], rows - left[step]) >= rows / 10]

    def _parts(self, axis: int, step: int, inside: list[Any]) -> list[list[Any]]:
        lefts = [table[f"axis{axis}"] <= step for table in self.grid.counts]
        return [[here & left for here, left in zip(inside, lefts)], [here & ~left for here, left in zip(inside, lefts)]]

    def _holds(self, inside: list[Any]) -> bool:
        if self.grid.counts[0]["count"][inside[0]].sum() < self.least:
            return False
        return all(bin_.holds(self.grid.histogram(at, inside[at])) for at, bin_ in enumerate(self.bins))
