"""A quasi column laid on a line, so that a table can be cut by it.

Places on the line are numbers: of numbers and dates these themselves, of labels their rank, which is the place in the
policy's ``order``, in the order of a hierarchy's leaves, or else in the order of the alphabet. A part of the line is what
lies above its first end and up to its last.

A line of a hierarchy may be cut only between the children of a node, all at once: a group that shows a node covers
all that lies below it, and so must the part.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from aloof import _native
from aloof.spark._ask import Asked

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

#: Columns with more labels than these are not cut.
LABELS = 5_000


@dataclass
class Axis:
    """A column of numbers or dates."""

    name: str
    low: float
    high: float
    is_date: bool = False

    def at_most(self, frame: DataFrame, at: float) -> Column:
        """Whether a row's place is at most ``at``."""
        return position(frame, self.name) <= at

    def step(self, frame: DataFrame, thresholds: list[float]) -> Column:
        """How many thresholds lie below a row's place."""
        from pyspark.sql import functions as F

        here, step = position(frame, self.name), F.lit(0)
        for threshold in thresholds:
            step = step + (here > threshold).cast("int")
        return step

    def span(self) -> float:
        """The length of the line."""
        return self.high - self.low

    def covered(self, text: str) -> tuple[float, float]:
        """The first and the last place that a released cell covers; all places where the cell is not in our notation."""
        first, _, last = text.partition("..")
        try:
            return self._number(first), self._number(last or first)
        except ValueError:
            return float("-inf"), float("inf")

    def _number(self, text: str) -> float:
        if self.is_date:
            from datetime import date

            return (date.fromisoformat(text) - date(1970, 1, 1)).days
        return float(text)


@dataclass
class Labels(Axis):
    """A column of labels, which stand at their ranks."""

    labels: list[str] = field(default_factory=list)
    #: Rows of each.
    counts: list[int] = field(default_factory=list)
    #: With a hierarchy: of each the nodes from the root down to it.
    paths: list[list[str]] | None = None

    def at_most(self, frame: DataFrame, at: float) -> Column:
        return _is_in(self.name, self.labels[: int(at) + 1])

    def step(self, frame: DataFrame, thresholds: list[float]) -> Column:
        from pyspark.sql import functions as F

        step, first = F.lit(len(thresholds)), 0
        for at, threshold in enumerate(thresholds):
            here = _is_in(self.name, self.labels[first : int(threshold) + 1])
            step = F.when(here, at) if at == 0 else step.when(here, at)
            first = int(threshold) + 1
        return step.otherwise(len(thresholds)) if thresholds else step

    def thresholds(self, steps: int) -> list[float]:
        """Places to cut at, fewer than ``steps``: ends of nodes, or ranks that leave about equally many rows between them."""
        if self.paths:
            return _ends_of_nodes(self.paths, steps)
        found: list[float] = []
        rows, below = sum(self.counts), 0
        for rank, count in enumerate(self.counts[:-1]):
            below += count
            if below * steps >= rows * (len(found) + 1) and len(found) < steps - 1:
                found.append(float(rank))
        return found

    def children(self, thresholds: list[float], present: list[int]) -> list[int]:
        """Of the lowest node above all ``present`` steps: the last step of each child that is there, but for the last child."""
        paths = self.paths or []
        ranks = [int(end) for end in thresholds] + [len(self.labels) - 1]
        first, last = paths[ranks[present[0]]], paths[ranks[present[-1]]]
        depth = next((at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), None)
        if depth is None:
            return []
        seen = {tuple(paths[ranks[step]][: depth + 1]) for step in present}
        ends = {tuple(paths[rank][: depth + 1]): step for step, rank in enumerate(ranks)}
        return sorted(ends[node] for node in seen)[:-1]

    def covered(self, text: str) -> tuple[float, float]:
        places = self._places()
        if text in places:
            return places[text]
        names = text.removeprefix("{").removesuffix("}").split("|")
        members = [places[name] for name in names if name in places]
        if len(members) < len(names) or not text.startswith("{"):
            return self.low, self.high
        return min(first for first, _ in members), max(last for _, last in members)

    def _places(self) -> dict[str, tuple[float, float]]:
        if "_known" not in self.__dict__:
            known: dict[str, tuple[float, float]] = {}
            for rank, label in enumerate(self.labels):
                for text in self.paths[rank] if self.paths else [label]:
                    known[text] = (min(rank, known.get(text, (rank, rank))[0]), rank)
            self.__dict__["_known"] = known
        places: dict[str, tuple[float, float]] = self.__dict__["_known"]
        return places


def _ends_of_nodes(paths: list[list[str]], steps: int) -> list[float]:
    """The ends of all nodes of the lowest level that has few enough of them."""
    best: list[float] = []
    for depth in range(1, len(paths[0]) + 1):
        ends = [float(rank) for rank, (one, other) in enumerate(pairwise(paths)) if one[:depth] != other[:depth]]
        if len(ends) >= steps:
            break
        best = ends
    return best


def position(frame: DataFrame, name: str) -> Column:
    """A number or date as a number that keeps the order: equal or not, values never change sides of one another."""
    from pyspark.sql import functions as F
    from pyspark.sql.types import DateType

    column = F.col(quoted(name))
    if isinstance(frame.schema[name].dataType, DateType):
        return F.unix_date(column).cast("double")
    return column.cast("double")


def quoted(name: str) -> str:
    """A column's name as Spark wants it."""
    return "`" + name.replace("`", "``") + "`"


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
        rule, kind = asked.spec["columns"][name], frame.schema[name].dataType
        is_text = isinstance(kind, (StringType, BooleanType)) and rule.get("type", "label") == "label"
        if is_text or (isinstance(kind, IntegralType) and rule.get("hierarchy")):
            axis = _labels(frame, asked, name)
            found += [axis] if axis and len(axis.labels) > 1 else []
    return found


def _labels(frame: DataFrame, asked: Asked, name: str) -> Labels | None:
    counted = frame.groupBy(quoted(name)).count().limit(LABELS + 1).toArrow()
    texts = [None if value is None else _text(value) for value in counted[name].to_pylist()]
    missing = {"", *asked.spec.get("input", {}).get("missing", [])}
    if len(texts) > LABELS or any(text is None or text in missing or not _reads_back(text) for text in texts):
        return None
    rows = dict(zip(texts, counted["count"].to_pylist(), strict=True))
    rule, paths = asked.spec["columns"][name], None
    if rule.get("hierarchy"):
        paths = sorted(_paths(counted.select([name]), asked, name))
        labels = [path[-1] for path in paths]
    else:
        # A group shows all labels of an order that lie between two of its own, also those that nobody has.
        labels = list(rule.get("order") or sorted(texts, key=str.encode))
    if not set(texts) <= set(labels):
        return None
    return Labels(name, 0.0, len(labels) - 1.0, labels=labels, counts=[rows.get(label, 0) for label in labels], paths=paths)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _reads_back(label: str) -> bool:
    """Whether a label in a released set is that label and nothing else."""
    return label == label.strip() and not any(sign in label for sign in "|{}*")


def _paths(values: Any, asked: Asked, name: str) -> list[list[str]]:
    """Of every value the nodes of its hierarchy; none of codes of several lengths, whose nodes would differ by part."""
    rule = asked.spec["columns"][name]
    tree = rule["hierarchy"]
    lengths = {len(_text(value)) for value in values[name].to_pylist()}
    if isinstance(tree, dict) and tree.get("kind") == "prefix" and len(lengths) > 1:
        return []
    spec = {"columns": {name: rule, "undeclared": "drop"}}
    return _native.paths(values, asked.policy(spec))

