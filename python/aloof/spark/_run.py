"""`anonymize` and `audit` on Spark data frames."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from aloof import _native
from aloof._policy import PolicyLike
from aloof._results import Audit, Record
from aloof.spark._ask import Asked, ask
from aloof.spark._fragment import SUMMARY, Advisor, GroupJudge, Judge, Task
from aloof.spark._judge import together
from aloof.spark._plan import FRAGMENT, Cut, Plan, plan, quoted

if TYPE_CHECKING:
    from pyspark.sql import DataFrame
    from typing_extensions import Unpack

    from aloof._policy import PolicyWords


class Release:
    """A release as a Spark frame, judged: ``table`` may be published.

    ``table`` is kept by Spark until :meth:`unpersist`, so that what was judged is what is written. ``audit``, ``loss``,
    ``groups``, ``tuples``, ``suppressed`` and ``fragments`` say what it is.
    """

    def __init__(self, table: DataFrame, kept: DataFrame, audit: Audit, summary: dict[str, Any]):
        self.table = table
        self.audit = audit
        self._kept = kept
        self._summary = Record(summary)

    def unpersist(self) -> None:
        """Lets Spark forget the rows."""
        self._kept.unpersist()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._summary, name)

    def __repr__(self) -> str:
        said = self._summary
        return (
            f"<aloof.spark.Release: {said.tuples:,} rows in {said.groups:,} groups, {said.fragments} fragments, "
            f"loss {said.loss:.4f}>"
        )

    def _repr_html_(self) -> str:
        from html import escape

        return f"<p>{escape(repr(self)[1:-1])}</p>" + self.audit._repr_html_()


def anonymize(
    frame: DataFrame,
    policy: PolicyLike = None,
    *,
    seed: int | str | None = None,
    rows_per_task: int = 500_000,
    **words: Unpack[PolicyWords],
) -> Release:
    """Makes a release of a Spark frame and judges it before it is returned.

    Policies are those of :func:`aloof.anonymize`. Fragments have about ``rows_per_task`` rows at most: more make less
    loss, fewer make smaller tasks. The same seed makes the same rows, however often tasks are tried again.

    Raises :class:`aloof.Infeasible` before any work when what is asked is impossible for these data, and
    :class:`aloof.Violation` when the release does not pass.
    """
    asked = ask(frame, policy, words)
    if not asked.spec.get("protect"):
        raise _native.PolicyError("nothing is to be protected: add a protection, such as absolute=4500, m=5")
    return run(frame, asked, str(seed) if seed is not None else secrets.token_hex(32), rows_per_task)


def run(
    frame: DataFrame, asked: Asked, seed: str, rows_per_task: int, before: Callable[[int], None] | None = None
) -> Release:
    """The three steps. ``before`` is called on the executor before a fragment is solved."""
    rows = frame.select(*[quoted(name) for name in asked.columns()])
    planned = plan(rows, asked, rows_per_task)
    if asked.has_others and isinstance(planned.tree, Cut):
        planned = _only_feasible(rows, asked, planned)
    marked = rows.withColumn(FRAGMENT, planned.fragment(rows).cast("int"))
    kept = _solve(marked, asked, planned, seed, before).persist()
    try:
        audit = _judged(marked, kept, asked, planned)
        summary = _summary(kept, planned)
    except Exception as error:
        kept.unpersist()
        raise _ours(error) from None
    if not audit.passed or audit.truth.absent != summary["suppressed"]:
        kept.unpersist()
        audit.require()
        raise _native.Violation("the release does not pass its own audit: rows of the original are absent from it")
    return Release(kept.drop(FRAGMENT, SUMMARY), kept, audit, summary)


def _ours(error: Exception) -> Exception:
    """What a task raised, as it would be raised on one machine."""
    text = str(error)
    for kind in (_native.Infeasible, _native.PolicyError, _native.DataError, _native.Violation):
        mark = f"aloof.{kind.__name__}: "
        if mark in text:
            return kind(text.split(mark, 1)[1].splitlines()[0])
    return error


def _solve(
    marked: DataFrame, asked: Asked, planned: Plan, seed: str, before: Callable[[int], None] | None
) -> DataFrame:
    from pyspark.sql.pandas.types import to_arrow_schema

    schema = _schema(marked, asked)
    task = Task(
        asked=asked,
        seed=seed,
        spans={name: planned.ranges[name][1] - planned.ranges[name][0] for name in asked.quasi if name in planned.ranges},
        labels=_label_counts(marked, asked, planned),
        offsets=[0, *accumulate(planned.sizes)],
        schema=to_arrow_schema(schema),
        before=before,
    )
    # Here and below a function of its own: Spark counts parameters, and of a method would count `self`.
    return marked.groupBy(FRAGMENT).applyInArrow(lambda table: task.solve(table), schema)


def _schema(marked: DataFrame, asked: Asked) -> Any:
    """Quasi columns become texts, others stay what they are, in the order of the input."""
    from pyspark.sql.types import IntegerType, LongType, StringType, StructField, StructType

    fields = []
    for name in asked.columns():
        kind = StringType() if name in asked.quasi else marked.schema[name].dataType
        fields.append(StructField(name, kind))
    if asked.spec.get("output", {}).get("group_ids"):
        fields.append(StructField("group", LongType()))
    return StructType([*fields, StructField(FRAGMENT, IntegerType()), StructField(SUMMARY, StringType())])


def _label_counts(marked: DataFrame, asked: Asked, planned: Plan) -> dict[str, int]:
    from pyspark.sql import functions as F

    names = [
        name for name in asked.quasi if name not in planned.ranges and not asked.spec["columns"][name].get("hierarchy")
    ]
    if not names or len(planned.sizes) == 1:
        return {}
    counted = marked.agg(*[F.approx_count_distinct(quoted(name)).alias(f"of{at}") for at, name in enumerate(names)])
    found = counted.collect()[0]
    return {name: found[f"of{at}"] for at, name in enumerate(names)}


def _judged(marked: DataFrame, kept: DataFrame, asked: Asked, planned: Plan) -> Audit:
    from pyspark.sql.types import DateType

    dates = [name for name in asked.quasi if isinstance(marked.schema[name].dataType, DateType)]
    judge = Judge(asked, planned.boxes, dates)
    sides = marked.groupBy(FRAGMENT).cogroup(kept.groupBy(FRAGMENT))
    found = [json.loads(row["found"]) for row in sides.applyInArrow(lambda one, other: judge.judge(one, other), "found string").collect()]
    audit = Audit(together(found))
    audit._fields["notes"] += planned.notes
    return audit


def _summary(kept: DataFrame, planned: Plan) -> dict[str, Any]:
    told = kept.where(f"{SUMMARY} is not null").select(SUMMARY).collect()
    parts = [json.loads(row[SUMMARY]) for row in told]
    tuples = sum(part["tuples"] for part in parts)
    lost = sum(part.get("weighted_loss", part["loss"]) * part["tuples"] for part in parts)
    added = {key: sum(part[key] for part in parts) for key in ("groups", "suppressed", "dropped")}
    return {"tuples": tuples, **added, "loss": lost / max(tuples, 1), "fragments": len(parts)}


def _only_feasible(rows: DataFrame, asked: Asked, planned: Plan) -> Plan:
    """Joins fragments again of which one cannot keep what counts in windows do not tell."""
    advisor = Advisor(asked)
    while isinstance(planned.tree, Cut):
        marked = rows.withColumn(FRAGMENT, planned.fragment(rows).cast("int"))
        advice = marked.groupBy(FRAGMENT).applyInArrow(lambda table: advisor.advise(table), "fragment int, feasible boolean")
        lacking = {row["fragment"] for row in advice.where("not feasible").collect()}
        if not lacking:
            break
        planned = _joined(planned, lacking)
    return planned


def _joined(planned: Plan, lacking: set[int]) -> Plan:
    """The plan in which the fragments that lack something are one with their siblings."""
    sizes: list[int] = []
    boxes: list[dict[str, tuple[float, float]]] = []

    def leaves(node: Cut | int) -> list[int]:
        return [node] if isinstance(node, int) else leaves(node.left) + leaves(node.right)

    def keep(size: int, box: dict[str, tuple[float, float]]) -> int:
        sizes.append(size)
        boxes.append(box)
        return len(sizes) - 1

    def visit(node: Cut | int, box: dict[str, tuple[float, float]]) -> Cut | int:
        if isinstance(node, int):
            return keep(planned.sizes[node], box)
        if node.left in lacking or node.right in lacking:
            return keep(sum(planned.sizes[leaf] for leaf in leaves(node)), box)
        low, high = box.get(node.column, (float("-inf"), float("inf")))
        left = visit(node.left, {**box, node.column: (low, node.at)})
        return Cut(node.column, node.at, left, visit(node.right, {**box, node.column: (node.at, high)}))

    tree = visit(planned.tree, {})
    return Plan(tree, planned.rows, sizes, boxes, planned.ranges, planned.notes)


def audit(frame: DataFrame, policy: PolicyLike = None, *, tasks: int | None = None, **words: Unpack[PolicyWords]) -> Audit:
    """Judges a published Spark frame in the group view: rows with equal quasi texts are a group.

    The candidates view needs the original; :func:`anonymize` judges it, both views, before it returns a release.
    """
    from pyspark.sql import functions as F

    asked = ask(frame, policy, words)
    if not asked.spec.get("protect"):
        raise _native.PolicyError("nothing is said to be protected, so there is nothing to judge on Spark")
    rows = frame.select(*[quoted(name) for name in asked.columns()])
    count = tasks or rows.sparkSession.sparkContext.defaultParallelism
    texts = [F.coalesce(F.col(quoted(name)).cast("string"), F.lit("\0")) for name in asked.quasi]
    place = F.pmod(F.xxhash64(*texts), F.lit(count)).cast("int")
    judge = GroupJudge(asked)
    parts = rows.withColumn(FRAGMENT, place).groupBy(FRAGMENT)
    judged = parts.applyInArrow(lambda table: judge.judge(table), "found string")
    found = [json.loads(row["found"]) for row in judged.collect()]
    if not found:
        raise _native.DataError("the data have no rows")
    return Audit(together(found))
