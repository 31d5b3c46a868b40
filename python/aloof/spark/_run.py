"""`anonymize` on Spark data frames: plan, solve and judge, read back."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from aloof import _native
from aloof._errors import ours, raised
from aloof._policy import PolicyLike
from aloof._results import Audit, Record
from aloof.spark._ask import Asked, ask, quoted
from aloof.spark._fragment import Advisor, Judge, Task
from aloof.spark._judge import together
from aloof.spark._pieces import SCHEMA, rows_of, told_by
from aloof.spark._plan import FRAGMENT, Box, Cut, Plan, may_withhold, plan

if TYPE_CHECKING:
    from pyspark.sql import DataFrame
    from typing_extensions import Unpack

    from aloof._policy import PolicyWords


class Release:
    """A release as a Spark frame, judged: ``table`` may be published.

    The rows of ``table`` are kept by Spark until :meth:`unpersist`, so that they are not made anew for every use.
    ``audit``, ``loss``, ``groups``, ``tuples``, ``suppressed`` and ``fragments`` say what it is.
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


@ours
def anonymize(
    frame: DataFrame,
    policy: PolicyLike = None,
    *,
    seed: int | str | None = None,
    rows_per_task: int = 2_000_000,
    **words: Unpack[PolicyWords],
) -> Release:
    """Makes a release of a Spark frame and judges it before it is returned.

    Policies are those of :func:`aloof.anonymize`. Fragments have about ``rows_per_task`` rows at most. In the candidates
    view fragments of up to 500,000 rows are searched for longer, as tables of that size are on one machine: they lose
    less and take more time. The same seed makes the same rows, however often tasks are tried again.

    Raises :class:`aloof.Infeasible` before any work when what is asked is impossible for these data, and
    :class:`aloof.Violation` when the release does not pass.
    """
    asked = ask(frame, policy, words)
    if not asked.resolved["protect"]:
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
    marked = rows.withColumn(FRAGMENT, planned.fragment().cast("int"))
    kept = _solve(marked, asked, planned, seed, before).persist()
    try:
        audit, summary = _read_back(kept, asked, planned)
    except Exception:
        kept.unpersist()
        raise
    return Release(rows_of(kept, _schema(marked, asked)), kept, audit, summary)


def _solve(
    marked: DataFrame, asked: Asked, planned: Plan, seed: str, before: Callable[[int], None] | None
) -> DataFrame:
    from pyspark.sql.pandas.types import to_arrow_schema

    task = Task(
        asked=asked,
        seed=seed,
        spans=_spans(asked, planned),
        labels=planned.labels if len(planned.sizes) > 1 else {},
        offsets=[0, *accumulate(planned.sizes)],
        budgets=planned.budgets,
        schema=to_arrow_schema(_schema(marked, asked)),
        judge=Judge(asked, planned.boxes, planned.axes()),
        before=before,
    )
    return _by_fragments(marked, len(planned.sizes)).mapInArrow(task.solve_all, SCHEMA)


def _by_fragments(marked: DataFrame, fragments: int) -> DataFrame:
    """All rows of a fragment in one partition, unsorted; where Spark can be told so, each fragment in a partition of its own."""
    if hasattr(marked, "repartitionById"):
        return marked.repartitionById(fragments, FRAGMENT)
    return marked.repartition(fragments, FRAGMENT)


def _schema(marked: DataFrame, asked: Asked) -> Any:
    """Quasi columns become texts, others stay what they are, in the order of the input."""
    from pyspark.sql.types import LongType, StringType, StructField, StructType

    fields = []
    for name in asked.columns():
        kind = StringType() if name in asked.quasi else marked.schema[name].dataType
        fields.append(StructField(name, kind))
    if asked.group_ids:
        fields.append(StructField("group", LongType()))
    return StructType(fields)


def _spans(asked: Asked, planned: Plan) -> dict[str, float]:
    """Of the quasi columns whose loss counts by their range in the data: its length."""
    plain = [name for name in asked.quasi if not (asked.column(name)["hierarchy"] or asked.column(name)["order"])]
    return {name: float(planned.spans[name]) for name in plain if name in planned.spans}


def _read_back(kept: DataFrame, asked: Asked, planned: Plan) -> tuple[Audit, dict[str, Any]]:
    """What was found and made, once it is known that what Spark keeps is what was judged, of all rows. Raises where it is not."""
    parts = told_by(kept)
    audit = Audit(together([part.pop("audit") for part in parts], asked.resolved["protect"]))
    audit._fields["notes"] += planned.notes
    summary = _summary(parts)
    audit.require()
    truth = audit["truth"].to_dict()
    is_whole = len(parts) == len(planned.sizes) and truth["original"] == planned.rows
    if not is_whole or (truth.get("dropped", 0), truth["absent"]) != (summary["dropped"], summary["suppressed"]):
        raise _native.Violation("the release does not pass its own audit: rows of the original are absent from it")
    if summary["suppressed"] > may_withhold(asked, planned.rows):
        raise _native.Violation("more rows were withheld than the policy allows")
    return audit, summary


def _summary(parts: list[dict[str, Any]]) -> dict[str, Any]:
    tuples = sum(part["tuples"] for part in parts)
    lost = sum(part.get("weighted_loss", part["loss"]) * part["tuples"] for part in parts)
    added = {key: sum(part[key] for part in parts) for key in ("groups", "suppressed", "dropped")}
    return {"tuples": tuples, **added, "loss": lost / max(tuples, 1), "fragments": len(parts)}


def _only_feasible(rows: DataFrame, asked: Asked, planned: Plan) -> Plan:
    """Joins fragments again of which one cannot keep what counts in windows do not tell."""
    advisor = Advisor(asked)
    while isinstance(planned.tree, Cut):
        marked = rows.withColumn(FRAGMENT, planned.fragment().cast("int"))
        # A function of its own: Spark counts parameters, and of a method would count `self`.
        advice = marked.groupBy(FRAGMENT).applyInArrow(lambda table: advisor.advise(table), Advisor.SCHEMA)
        told = {row["fragment"]: json.loads(row["told"]) for row in advice.collect()}
        for _, one in sorted(told.items()):
            if "refused" in one:
                raise raised(one["refused"])
        lacking = {fragment for fragment, one in told.items() if not one["feasible"]}
        if not lacking:
            break
        planned = _joined(planned, lacking)
    return planned


def _joined(planned: Plan, lacking: set[int]) -> Plan:
    """The plan in which the fragments that lack something are one with their siblings."""
    joined = Plan(0, planned.rows, [], [], planned.spans, planned.notes, planned.labels)

    def leaves(node: Cut | int) -> list[int]:
        return [node] if isinstance(node, int) else [leaf for part in node.parts for leaf in leaves(part)]

    def keep(node: Cut | int, box: Box) -> int:
        joined.sizes.append(sum(planned.sizes[leaf] for leaf in leaves(node)))
        joined.boxes.append(box)
        joined.budgets += [sum(planned.budgets[leaf] for leaf in leaves(node))] if planned.budgets else []
        return len(joined.sizes) - 1

    def visit(node: Cut | int, box: Box) -> Cut | int:
        if isinstance(node, int) or lacking.intersection(part for part in node.parts if isinstance(part, int)):
            return keep(node, box)
        return Cut(node.axis, node.ats, [visit(part, inner) for part, inner in zip(node.parts, node.boxes(box), strict=True)])

    joined.tree = visit(planned.tree, {})
    return joined
