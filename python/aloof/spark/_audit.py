"""`audit` on Spark data frames, from this package or another.

*Groups*: rows with equal quasi texts meet in one task, which judges whole groups, as they are asked about in the group view and
in the register view. What holds in every group in the register view holds in every mixture of groups, and the original is
not asked.

*Candidates*, with the original, where they are asked for or not implied: the original is cut into fragments by its quasi columns
(``_plan``), and every released row is sent to all fragments that it may cover someone of. So of every original row all
candidates are in its fragment. A cell that is not understood may cover anyone and is sent to all fragments; the judge then
reads it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from aloof import _native
from aloof._errors import as_told, ours, raised
from aloof._policy import PolicyLike
from aloof._results import Audit
from aloof.spark._ask import Asked, ask, check_columns, quoted
from aloof.spark._axis import Ends
from aloof.spark._fragment import in_order
from aloof.spark._judge import has_views, merged, together, verdict, views_together
from aloof.spark._plan import FRAGMENT, WHOLE, Plan, plan

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import Column, DataFrame, GroupedData
    from typing_extensions import Unpack

    from aloof._policy import PolicyWords

UNSEEN = "on Spark it is not looked at whether every released row stands for an original one"


@ours
def audit(
    frame: DataFrame,
    policy: PolicyLike = None,
    *,
    original: DataFrame | None = None,
    tasks: int | None = None,
    rows_per_task: int = 500_000,
    **words: Unpack[PolicyWords],
) -> Audit:
    """Judges a published Spark frame, wherever it was made: rows with equal quasi texts are a group, or those that a column
    of group numbers says.

    The register view, which is the default, needs no more. With the ``original`` also in the candidates view where the register
    view does not imply it: for every original row, all groups that cover it. The original is cut into fragments of about
    ``rows_per_task`` rows for that.
    """
    asked = ask(frame, policy, words, published=True)
    if not asked.resolved["protect"]:
        raise _native.PolicyError("nothing is said to be protected, so there is nothing to judge on Spark")
    stated = asked.stated(frame)
    rows = frame.select(*[quoted(name) for name in asked.columns() + stated])
    shown, suppressed = _without_suppressed(rows, asked)
    # Rows of stars are published, and judged as a group.
    parts = _by_groups(rows, stated or asked.quasi, tasks or rows.sparkSession.sparkContext.defaultParallelism)
    told = _groups(parts, asked, None)
    found = together(told, asked.resolved["protect"])
    found["suppressed"] = suppressed
    by_view = views_together(told, asked.resolved["protect"])
    _add_groups(by_view, parts, asked)
    if original is not None:
        _add_candidates(found, by_view, shown, original, asked, rows_per_task, bool(stated))
    elif unjudged := _without_candidates(by_view, asked):
        found["open"] = unjudged
    found["checks"] = [check for views in by_view for check in views.values()]
    found["verdict"] = verdict(found)
    return Audit(found)


def _without_suppressed(rows: DataFrame, asked: Asked) -> tuple[DataFrame, int]:
    """The rows that stand in groups, and how many do not: every quasi cell is a star. If all are such rows, they are a group."""
    from pyspark.sql import functions as F

    starred = F.lit(bool(asked.quasi))
    for name in asked.quasi:
        starred = starred & F.coalesce(F.trim(F.col(quoted(name)).cast("string")).rlike("^[*]+$"), F.lit(False))
    counted = rows.agg(F.count(F.lit(1)).alias("all"), F.count_if(starred).alias("starred")).collect()[0]
    if counted["all"] == 0:
        raise _native.DataError("the data have no rows")
    if counted["starred"] in (0, counted["all"]):
        return rows, 0
    return rows.where(~starred), counted["starred"]


def _by_groups(rows: DataFrame, told_by: list[str], tasks: int) -> GroupedData:
    """Parts of whole groups."""
    from pyspark.sql import functions as F

    texts = [F.coalesce(F.col(quoted(name)).cast("string"), F.lit("\0")) for name in told_by]
    place: Column = F.pmod(F.xxhash64(*texts), F.lit(tasks)).cast("int")
    return rows.withColumn(FRAGMENT, place).groupBy(FRAGMENT)


def _groups(parts: GroupedData, asked: Asked, spec: dict[str, Any] | None) -> list[dict[str, Any]]:
    """What is found in every part, by the policy asked or by ``spec``."""
    judge = PartJudge(asked, spec)
    return _told(parts.applyInArrow(lambda table: judge.groups(table), "found string"))


def _add_groups(by_view: list[dict[str, Any]], parts: GroupedData, asked: Asked) -> None:
    """The group view of what does not hold in the register view: a part in which that holds does not tell of it by itself."""
    protect = asked.resolved["protect"]
    failing = [at for at, views in enumerate(by_view) if _fails_register(views, protect[at])]
    if not failing:
        return
    spec = asked.asking(failing, "group")
    again = [{**protect[at], "view": "group"} for at in failing]
    for at, views in zip(failing, views_together(_groups(parts, asked, spec), again), strict=True):
        by_view[at] = {"register": by_view[at]["register"], "group": {**views["group"], "required": False}}


def _fails_register(views: dict[str, Any], asked: dict[str, Any]) -> bool:
    return asked["view"] == "register" and has_views(asked) and views["register"]["verdict"] == "fail"


def _told(judged: DataFrame) -> list[dict[str, Any]]:
    """What all parts found. Raises where one could not be judged."""
    parts = [json.loads(row["found"]) for row in judged.collect()]
    refused = min((json.dumps(part["refused"]) for part in parts if "refused" in part), default=None)
    if refused:
        raise raised(json.loads(refused))
    return parts


def _without_candidates(by_view: list[dict[str, Any]], asked: Asked) -> list[str]:
    """What is asked in the candidates view and follows from no other: without the original it is not judged."""

    def is_unjudged(views: dict[str, Any], one: dict[str, Any]) -> bool:
        is_asked = one["view"] == "candidates" and has_views(one)
        return is_asked and "candidates" not in views.get("register", {}).get("implied", [])

    def said(views: dict[str, Any]) -> str:
        check = next(iter(views.values()))
        what = f"{check['title']} of {', '.join(check['sensitive'])} in the candidates view"
        return f"{what}: it takes the original, which was not given"

    pairs = zip(by_view, asked.resolved["protect"], strict=True)
    return [said(views) for views, one in pairs if is_unjudged(views, one)]


def _open_to_candidates(by_view: list[dict[str, Any]], asked: Asked) -> list[int]:
    """The protections of which the candidates view is judged: not those that it adds nothing to."""

    def is_open(views: dict[str, Any], one: dict[str, Any]) -> bool:
        if one["view"] != "register":
            return bool(one["needs"] != "totals")
        return has_views(one) and "candidates" not in views["register"].get("implied", [])

    return [at for at, views in enumerate(by_view) if is_open(views, asked.resolved["protect"][at])]


def _add_candidates(
    found: dict[str, Any],
    by_view: list[dict[str, Any]],
    rows: DataFrame,
    original: DataFrame,
    asked: Asked,
    rows_per_task: int,
    is_stated: bool,
) -> None:
    """Judges the candidates of every original row and puts what was found beside the groups."""
    check_columns(original, asked.columns())
    found["notes"] = [note for note in found["notes"] if "candidates" not in note] + [UNSEEN]
    places = _open_to_candidates(by_view, asked)
    if not places:
        return
    people = original.select(*[quoted(name) for name in asked.columns()])
    # Fragments are only to be small here: nothing must be feasible in them.
    by_size = replace(asked, windows=[], least_rows=1, suppress=Decimal(0))
    planned = plan(people, by_size, rows_per_task)
    spread, judge = Spread(planned), PartJudge(asked, asked.asking(places, "candidates"))
    people = people.withColumn(FRAGMENT, planned.fragment().cast("int"))
    schema = f"{rows.schema.toDDL()}, {FRAGMENT} int"
    sent = rows.mapInArrow(lambda batches: spread.send(batches), schema)
    sides = people.groupBy(FRAGMENT).cogroup(sent.groupBy(FRAGMENT))
    judged = sides.applyInArrow(lambda one, other: judge.candidates(one, other), "found string")
    parts = _told(judged.where("found is not null"))
    if not parts:
        raise _native.DataError("no row of the original is covered by the published frame: is it the right one?")
    checks = [[check for check in part["checks"] if check["view"] == "candidates"] for part in parts]
    for at, same in zip(places, zip(*checks, strict=True), strict=True):
        views, asked_for = by_view[at], asked.resolved["protect"][at]["view"]
        groups = next((views[view]["groups"] for view in ("group", "register") if view in views), 0)
        # Rows of stars are a group of their own, and nobody's candidates here.
        among = groups - bool(found["suppressed"])
        candidates = {**merged(list(same)), "groups": among, "required": asked_for == "candidates"}
        register = views.pop("register") if "register" in views and asked_for != "register" else None
        views["candidates"] = candidates
        if asked_for == "candidates":
            # Who is told the groups judges by these; else they stood in for the candidates only.
            views["group"] = {**views["group"], "required": is_stated}
        if register:
            # By itself the candidates view is judged, so that it need not follow.
            register.pop("implied", None)
            views["register"] = register


@dataclass
class PartJudge:
    """Judges a part of the rows, on an executor. Rows are put in order first: how they arrive must not matter."""

    asked: Asked
    #: Another policy than the one that is asked.
    spec: dict[str, Any] | None = None

    def groups(self, table: pyarrow.Table) -> pyarrow.Table:
        """Whole groups of a published table."""
        return self._judged(table, None)

    def candidates(self, original: pyarrow.Table, released: pyarrow.Table) -> pyarrow.Table:
        """Original rows, with all released rows that may cover one of them."""
        import pyarrow

        if not original.num_rows or not released.num_rows:
            return pyarrow.table({"found": pyarrow.array([None], pyarrow.string())})
        return self._judged(released, in_order(original.drop_columns([FRAGMENT])))

    def _judged(self, released: pyarrow.Table, original: pyarrow.Table | None) -> pyarrow.Table:
        import pyarrow

        rows = in_order(released.drop_columns([FRAGMENT]))
        try:
            text, _ = _native.audit(rows, self.asked.policy(self.spec), original, [], False, False, None, 1)
        except _native.AloofError as error:
            text = json.dumps({"refused": as_told(error)})
        return pyarrow.table({"found": [text]})


class Spread:
    """Sends every released row to all fragments that it may cover someone of."""

    def __init__(self, planned: Plan):
        self._axes = planned.axes()
        self._boxes = planned.boxes

    def send(self, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        """The rows of a partition, each with the fragments' numbers."""
        import numpy as np
        import pyarrow

        for batch in batches:
            meets = np.ones((batch.num_rows, len(self._boxes)), bool)
            for name in self._axes:
                coded = batch.column(batch.schema.get_field_index(name)).dictionary_encode("encode")
                meets &= self._overlaps(name, coded.dictionary.to_pylist())[coded.indices.to_numpy(zero_copy_only=False)]
            rows, fragments = np.nonzero(meets)
            sent = batch.take(pyarrow.array(rows))
            columns = [*sent.columns, pyarrow.array(fragments, pyarrow.int32())]
            yield pyarrow.RecordBatch.from_arrays(columns, [*batch.schema.names, FRAGMENT])

    def _overlaps(self, name: str, cells: list[Any]) -> Any:
        """By cell and fragment, whether one may cover someone of the other."""
        import numpy as np

        ends = [box.get(name, WHOLE) for box in self._boxes]
        covered = self._axes[name].covered([str(cell) for cell in cells])
        return np.array([[_meets(cell, end) for end in ends] for cell in covered], bool).reshape(-1, len(ends))


def _meets(cell: Ends, part: Ends) -> bool:
    """Whether what a cell covers, both ends included, meets a part of the line, which begins above its first end."""
    (first, last), (low, high) = cell, part
    return (last is None or low is None or last > low) and (first is None or high is None or first <= high)
