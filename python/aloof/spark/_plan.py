"""Top cuts: the table as fragments, planned on the driver from counts.

Three passes count: one finds ranges of columns, one quantiles of an even sample, and one counts rows by cell of a coarse
grid over the quasi columns that can be cut (``_axis``) and by bin of each protected column. From these the driver knows, for
any box of cells, at most how many rows lie in one window of near values. A box is cut where it is widest, as near to its
middle as all parts stay feasible by Theorem 1, as the native half says it of the view that is asked for. Numbers and dates
are cut first; labels are counted and cut only where that leaves fragments too large.

Rows that may be withheld are shared out: every part gets as many as it needs to be feasible, then of the others by its
size, so that fragments together withhold no more than the policy allows for the whole.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

from aloof import _native
from aloof.spark._ask import Asked, quoted
from aloof.spark._axis import Axis, Ends, Labels, label_axes
from aloof.spark._bins import Bins, feasible
from aloof.spark._count import STEPS, Grid, Stats

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

FRAGMENT = "__aloof_fragment"
#: Steps along an axis for every fragment that is wanted: enough to find a cut near the middle that will do.
STEPS_PER_FRAGMENT = 8
#: More partitions than a frame has: to ask for at most so many changes nothing.
MOST_PARTITIONS = 10_000_000
#: Of a fragment, for each column that was cut: above the first place, up to the second.
Box = dict[str, Ends]
#: A whole line.
WHOLE: Ends = (None, None)


@dataclass
class Cut:
    """Rows up to the first place go into the first part, those up to the next into the next, the others into the last."""

    axis: Axis
    ats: list[Decimal]
    parts: list[Cut | int]

    def boxes(self, box: Box) -> list[Box]:
        """Those of its parts."""
        low, high = box.get(self.axis.name, WHOLE)
        ends = [low, *self.ats, high]
        return [{**box, self.axis.name: (first, last)} for first, last in itertools.pairwise(ends)]


@dataclass
class Plan:
    """Fragments, and how to tell which a row belongs to."""

    tree: Cut | int
    rows: int
    #: Rows of each fragment.
    sizes: list[int]
    boxes: list[Box]
    #: The length of every column of numbers or dates.
    spans: dict[str, Decimal]
    notes: list[str]
    #: Of every quasi column whose loss counts by its labels: how many there are.
    labels: dict[str, int]
    #: How many rows each fragment may withhold; nothing where the policy's share is each one's.
    budgets: list[int] = field(default_factory=list)

    def large(self, rows_per_task: int) -> int:
        """Fragments that are much larger than a task should have."""
        return sum(size > 2 * rows_per_task for size in self.sizes)

    def fragment(self) -> Column:
        """The number of a row's fragment."""
        from pyspark.sql import functions as F

        def of(node: Cut | int) -> Column:
            if isinstance(node, int):
                return F.lit(node)
            *others, last = [of(part) for part in node.parts]
            found = F.when(node.axis.at_most(node.ats[0]), others[0])
            for at, other in zip(node.ats[1:], others[1:], strict=True):
                found = found.when(node.axis.at_most(at), other)
            return found.otherwise(last)

        return of(self.tree)

    def axes(self) -> dict[str, Axis]:
        """The columns that were cut, by name."""

        def of(node: Cut | int) -> Iterator[Axis]:
            if isinstance(node, Cut):
                yield node.axis
                for part in node.parts:
                    yield from of(part)

        return {axis.name: axis for axis in of(self.tree)}


def plan(frame: DataFrame, asked: Asked, rows_per_task: int) -> Plan:
    """Fragments of at most about ``rows_per_task`` rows, where that is feasible."""
    stats = Stats(frame, asked)
    if stats.rows == 0:
        raise _native.DataError("the data have no rows that could be published")
    whole = Plan(0, stats.rows, [stats.rows], [{}], stats.spans(), [], stats.labels())
    found_bins = [stats.bins(asked, window) for window in asked.windows]
    bins = [bin_ for bin_ in found_bins if bin_]
    if len(bins) < len(found_bins) or any(bin_.is_unknown for bin_ in bins):
        whole.notes.append("a protected column has no values, or values that are not positive: the table was not cut")
        return whole
    axes = stats.axes(asked) if stats.rows > rows_per_task else []
    steps = STEPS_PER_FRAGMENT * ceil(stats.rows / rows_per_task)
    staying = _staying(frame, asked)
    grid = Grid(staying, stats, axes, bins, steps)
    may_go = may_withhold(asked, stats.rows)
    if not feasible(staying, bins, grid.everyone(), may_go):
        whole.notes.append("what is asked is not certain for the whole table: the table was not cut")
        return whole
    if stats.rows <= rows_per_task:
        return whole
    found = _Cutter(grid, bins, rows_per_task, asked.least_rows).plan(whole, may_go)
    labels = label_axes(frame, asked) if found.large(rows_per_task) else []
    if labels:
        grid = Grid(staying, stats, [*axes, *labels], bins, STEPS)
        found = _Cutter(grid, bins, rows_per_task, asked.least_rows).plan(whole, may_go)
    large = found.large(rows_per_task)
    if large:
        found.notes.append(
            f"{large} of {len(found.sizes)} fragments could not be cut to about {rows_per_task} rows and stay feasible"
        )
    return found


def _staying(frame: DataFrame, asked: Asked) -> DataFrame:
    """The rows that are not left out for a missing value."""
    from pyspark.sql import functions as F
    from pyspark.sql.types import StringType

    # Of a frame that the driver holds, Spark works out projections row by row before it folds constants, and would read
    # the thousands of ends that a value is compared with anew for every row. A step in between keeps it from that.
    frame = frame.coalesce(MOST_PARTITIONS)
    texts = ["", *asked.resolved["input"]["missing"]]
    for name in asked.columns():
        if asked.column(name)["missing"] == "drop":
            value = F.col(quoted(name))
            is_text = isinstance(frame.schema[name].dataType, StringType)
            frame = frame.where(value.isNotNull() & ~value.isin(texts) if is_text else value.isNotNull())
    return frame


def may_withhold(asked: Asked, rows: int) -> int:
    """How many of so many rows the policy lets go."""
    return int(Fraction(asked.suppress) * rows)


class _Cutter:
    """Cuts boxes of cells until they are small enough or cannot be cut."""

    def __init__(self, grid: Grid, bins: list[Bins], rows_per_task: int, least: int):
        self.grid, self.bins, self.most, self.least = grid, bins, rows_per_task, least
        self.sizes: list[int] = []
        self.boxes: list[Box] = []
        self.budgets: list[int] = []

    def plan(self, whole: Plan, may_go: int) -> Plan:
        import numpy as np

        everyone = [np.ones(len(table["bin"]), bool) for table in self.grid.counts]
        tree = self._cut(everyone, {}, may_go)
        budgets = self.budgets if may_go and isinstance(tree, Cut) else []
        return Plan(tree, whole.rows, self.sizes, self.boxes, whole.spans, list(whole.notes), whole.labels, budgets)

    def _cut(self, inside: list[Any], box: Box, may_go: int) -> Cut | int:
        rows = self._rows(inside)
        if rows > self.most:
            for axis in self._widest(box):
                for steps in self._ways(axis, inside[0], rows):
                    parts = self._parts(axis, steps, inside)
                    shared = self._shared(parts, may_go)
                    if shared is not None:
                        return self._node(axis, steps, parts, box, shared)
        self.sizes.append(rows)
        self.boxes.append(box)
        self.budgets.append(may_go)
        return len(self.sizes) - 1

    def _node(self, axis: int, steps: list[int], parts: list[list[Any]], box: Box, shared: list[int]) -> Cut:
        cut = Cut(self.grid.axes[axis], [self.grid.steps[axis][step] for step in steps], [])
        each = zip(parts, cut.boxes(box), shared, strict=True)
        cut.parts = [self._cut(part, inner, may_go) for part, inner, may_go in each]
        return cut

    def _rows(self, inside: list[Any]) -> int:
        return int(self.grid.counts[0]["count"][inside[0]].sum())

    def _widest(self, box: Box) -> list[int]:
        """Axes by the share of the whole line that the box spans, widest first."""

        def share(at: int) -> Fraction:
            axis = self.grid.axes[at]
            low, high = box.get(axis.name, WHOLE)
            first, last = axis.low if low is None else low, axis.high if high is None else high
            return Fraction(last - first) / Fraction(axis.span())

        return sorted(range(len(self.grid.axes)), key=share, reverse=True)

    def _ways(self, at: int, inside: Any, rows: int) -> list[list[int]]:
        """Steps to cut at, one or several at once, so that no part is empty; those near the middle first."""
        import numpy as np

        table, axis, thresholds = self.grid.counts[0], self.grid.axes[at], self.grid.steps[at]
        by_step = np.bincount(table[f"axis{at}"][inside], weights=table["count"][inside], minlength=len(thresholds) + 1)
        if isinstance(axis, Labels) and axis.paths:
            children = axis.children(thresholds, np.flatnonzero(by_step).tolist())
            return [children] if children else []
        left = np.cumsum(by_step)[: len(thresholds)]
        useful = [step for step in range(len(thresholds)) if min(left[step], rows - left[step]) >= max(rows / 10, 1)]
        return [[step] for step in sorted(useful, key=lambda step: abs(left[step] - rows / 2))]

    def _parts(self, axis: int, steps: list[int], inside: list[Any]) -> list[list[Any]]:
        """Of every count the cells of each part: those after the step before, up to its own."""
        ends = [-1, *steps, len(self.grid.steps[axis])]
        places = [table[f"axis{axis}"] for table in self.grid.counts]
        return [
            [here & (place > first) & (place <= last) for here, place in zip(inside, places, strict=True)]
            for first, last in itertools.pairwise(ends)
        ]

    def _shared(self, parts: list[list[Any]], may_go: int) -> list[int] | None:
        """How many rows each part may withhold; ``None`` where one of them cannot be had."""
        rows = [self._rows(part) for part in parts]
        needed = [need for need in (self._needed(part, may_go) for part in parts) if need is not None]
        left = may_go - sum(needed)
        if len(needed) < len(parts) or left < 0:
            return None
        shared = [need + left * size // max(sum(rows), 1) for need, size in zip(needed, rows, strict=True)]
        return shared if all(size - gone >= self.least for size, gone in zip(rows, shared, strict=True)) else None

    def _needed(self, inside: list[Any], may_go: int) -> int | None:
        """How many rows of a part must go; ``None`` where that is not known, or none may."""
        histograms = [self.grid.histogram(at, inside[at]) for at in range(len(self.bins))]
        if all(bin_.holds(counts) for bin_, counts in zip(self.bins, histograms, strict=True)):
            return 0
        return self.bins[0].needed(histograms[0]) if may_go and len(self.bins) == 1 else None
