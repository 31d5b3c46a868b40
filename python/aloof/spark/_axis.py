"""A quasi column laid on a line, so that a table can be cut by it.

Places on the line are exact: of numbers and dates these themselves (a date is the number of its day), of labels their rank,
which is the place in the policy's ``order``, in the order of a hierarchy's leaves, or else in the order of the alphabet. A part
of the line is what lies above its first end and up to its last; no end is as far as values go. Spark compares values in their
own type, and where a released cell reaches is asked of the native half.

A line of a hierarchy may be cut only between the children of a node, all at once: a group that shows a node covers
all that lies below it, and so must the part.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from aloof import _native
from aloof.spark._ask import Asked, exact, quoted

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

#: Columns with more labels than these are not cut.
LABELS = 5_000

#: The first and the last place of a part of a line; ``None`` is as far as values go.
Ends = tuple[Decimal | None, Decimal | None]


@dataclass
class Axis:
    """A column of numbers or dates."""

    name: str
    low: Decimal
    high: Decimal
    #: The type in which Spark compares its values.
    type: str
    is_date: bool = False
    #: Digits behind the point that values have at most; ``None`` of floats.
    digits: int | None = 0

    @classmethod
    def of(cls, frame: DataFrame, name: str, low: Any, high: Any) -> Axis:
        """The column, its lowest and highest value being those."""
        from pyspark.sql.types import DateType, DecimalType, DoubleType, FloatType

        kind = frame.schema[name].dataType
        low, high = exact(low, kind), exact(high, kind)
        if isinstance(kind, (DoubleType, FloatType)):
            return cls(name, low, high, kind.simpleString(), digits=None)
        if isinstance(kind, DecimalType):
            return cls(name, low, high, kind.simpleString(), digits=max(kind.scale, 0))
        return cls(name, low, high, "bigint", is_date=isinstance(kind, DateType))

    def value(self) -> Column:
        """A row's value, in the type that Spark compares it in."""
        from pyspark.sql import functions as F

        column = F.col(quoted(self.name))
        return F.unix_date(column).cast("bigint") if self.is_date else column.cast(self.type)

    def snapped(self, near: Any) -> Decimal:
        """A place beside this one, or this one, that values of the column can have."""
        if self.type == "float":
            import numpy as np

            place = Decimal(str(np.float32(float(near))))
        elif self.digits is None:
            place = Decimal(repr(float(near)))
        else:
            place = Decimal(f"{Fraction(near) * 10**self.digits // 1}E-{self.digits}")
        return min(max(place, self.low), self.high)

    def at_most(self, at: Decimal) -> Column:
        """Whether a row's place is at most ``at``."""
        return self.value() <= self._literal(at)

    def _literal(self, at: Decimal) -> Column:
        from pyspark.sql import functions as F

        return F.lit(format(at, "f")).cast(self.type)

    def step(self, thresholds: list[Decimal]) -> Column:
        """How many thresholds lie below a row's place."""
        from pyspark.sql import functions as F

        here, step = self.value(), F.lit(0)
        for threshold in thresholds:
            step = step + (here > self._literal(threshold)).cast("int")
        return step

    def span(self) -> Decimal:
        """The length of the line."""
        return self.high - self.low

    def covered(self, cells: list[str]) -> list[Ends]:
        """The first and the last place that each released cell may cover."""
        found = _native.reach(cells, "date" if self.is_date else "number")
        return [(_place(first), _place(last)) for first, last in found]


def _place(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


@dataclass
class Labels(Axis):
    """A column of labels, which stand at their ranks."""

    labels: list[str] = field(default_factory=list)
    #: Rows of each.
    counts: list[int] = field(default_factory=list)
    #: With a hierarchy: of each the nodes from the root down to it.
    paths: list[list[str]] = field(default_factory=list)
    asked: Asked = field(kw_only=True)

    def at_most(self, at: Decimal) -> Column:
        return _is_in(self.name, self.labels[: int(at) + 1])

    def step(self, thresholds: list[Decimal]) -> Column:
        from pyspark.sql import functions as F

        step, first = F.lit(len(thresholds)), 0
        for at, threshold in enumerate(thresholds):
            here = _is_in(self.name, self.labels[first : int(threshold) + 1])
            step = F.when(here, at) if at == 0 else step.when(here, at)
            first = int(threshold) + 1
        return step.otherwise(len(thresholds)) if thresholds else step

    def thresholds(self, steps: int) -> list[Decimal]:
        """Places to cut at, fewer than ``steps``: ends of nodes, or ranks that leave about equally many rows between them."""
        if self.paths:
            return self._ends_of_nodes(steps)
        rows, below = sum(self.counts), 0
        found: list[Decimal] = []
        for rank, count in enumerate(self.counts[:-1]):
            below += count
            if below * steps >= rows * (len(found) + 1) and len(found) < steps - 1:
                found.append(Decimal(rank))
        return found

    def _ends_of_nodes(self, steps: int) -> list[Decimal]:
        """The ends of all nodes of the lowest level that has few enough of them."""
        best: list[Decimal] = []
        for depth in range(1, len(self.paths[0]) + 1):
            ends = [Decimal(rank) for rank, (one, other) in enumerate(pairwise(self.paths)) if one[:depth] != other[:depth]]
            if len(ends) >= steps:
                break
            best = ends
        return best

    def children(self, thresholds: list[Decimal], present: list[int]) -> list[int]:
        """Of the lowest node above all steps that are ``present``: the last step of each child that is, but for the last one."""
        ranks = [int(end) for end in thresholds] + [len(self.labels) - 1]
        first, last = self.paths[ranks[present[0]]], self.paths[ranks[present[-1]]]
        depth = next((at for at, (one, other) in enumerate(zip(first, last, strict=True)) if one != other), None)
        if depth is None:
            return []
        seen = {tuple(self.paths[ranks[step]][: depth + 1]) for step in present}
        ends = {tuple(self.paths[rank][: depth + 1]): step for step, rank in enumerate(ranks)}
        return sorted(ends[node] for node in seen)[:-1]

    def covered(self, cells: list[str]) -> list[Ends]:
        import pyarrow

        rows = pyarrow.table({self.name: pyarrow.array(self.labels, pyarrow.string())})
        found = _native.label_reach(cells, rows, _of_one_column(self.asked, self.name))
        return [(Decimal(ends[0]), Decimal(ends[1])) if ends else (None, None) for ends in found]


def _is_in(name: str, labels: list[str]) -> Column:
    """As a text: Spark's functions would be called once for every label."""
    from pyspark.sql import functions as F

    texts = ", ".join("'" + label.replace("\\", "\\\\").replace("'", "\\'") + "'" for label in labels)
    return F.expr(f"cast({quoted(name)} as string) in ({texts})" if labels else "false")


def label_axes(frame: DataFrame, asked: Asked) -> list[Labels]:
    """The columns of labels by which the table can be cut: no value missing, none that reads as something else."""
    from pyspark.sql.types import BooleanType, IntegralType, StringType

    found = []
    for name in asked.quasi:
        rule, kind = asked.column(name), frame.schema[name].dataType
        is_text = isinstance(kind, (StringType, BooleanType)) and rule["type"] in (None, "label")
        if is_text or (isinstance(kind, IntegralType) and rule["hierarchy"]):
            axis = _labels(frame, asked, name)
            found += [axis] if axis and len(axis.labels) > 1 else []
    return found


def _labels(frame: DataFrame, asked: Asked, name: str) -> Labels | None:
    counted = frame.groupBy(quoted(name)).count().limit(LABELS + 1).toArrow()
    texts = [None if value is None else _text(value) for value in counted[name].to_pylist()]
    missing = {"", *asked.resolved["input"]["missing"]}
    if len(texts) > LABELS or any(text is None or text in missing or not _reads_back(text) for text in texts):
        return None
    rows = dict(zip(texts, counted["count"].to_pylist(), strict=True))
    rule = asked.column(name)
    paths: list[list[str]] = []
    if rule["hierarchy"]:
        paths = sorted(_paths(counted.select([name]), asked, name))
        labels = [path[-1] for path in paths]
    else:
        # A group shows all labels of an order that lie between two of its own, also those that nobody has.
        labels = list(rule["order"] or sorted(texts, key=str.encode))
    if not set(texts) <= set(labels):
        return None
    counts = [rows.get(label, 0) for label in labels]
    return Labels(name, Decimal(0), Decimal(len(labels) - 1), "string", labels=labels, counts=counts, paths=paths, asked=asked)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _reads_back(label: str) -> bool:
    """Whether a label in a released set is that label and nothing else."""
    return label == label.strip() and not any(sign in label for sign in "|{}*")


def _paths(values: Any, asked: Asked, name: str) -> list[list[str]]:
    """Of every value the nodes of its hierarchy; none of codes of several lengths, whose nodes would differ by part."""
    lengths = {len(_text(value)) for value in values[name].to_pylist()}
    if asked.column(name)["hierarchy"]["kind"] == "prefix" and len(lengths) > 1:
        return []
    return _native.paths(values, _of_one_column(asked, name))


def _of_one_column(asked: Asked, name: str) -> _native.Policy:
    return asked.policy({"columns": {name: asked.spec["columns"][name], "undeclared": "drop"}})
