"""What runs on the executors: a fragment in, its released rows out, judged. The same code as on one machine, on one thread.

No row leaves a task unjudged, also when Spark has lost rows and makes them again. What Spark keeps are the bytes of an Arrow
stream, in pieces; the judge reads these bytes back, and the driver knows by their digests that they are what is kept
(``_pieces``).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar

from aloof import _native
from aloof._errors import as_told
from aloof.spark._ask import Asked
from aloof.spark._axis import Axis
from aloof.spark._pieces import packed, refused, sealed, unpacked
from aloof.spark._plan import FRAGMENT, Box

if TYPE_CHECKING:
    import pyarrow


@dataclass
class Judge:
    """All that is needed to judge a fragment: its rows, and what is released of them."""

    asked: Asked
    boxes: list[Box]
    axes: dict[str, Axis]

    def judge(self, original: pyarrow.Table, released: pyarrow.Table, fragment: int) -> dict[str, Any]:
        """What the audit of one fragment found. Raises where it does not pass, so that no row of it goes anywhere."""
        text, _ = _native.audit(released, self.asked.policy(), original, [], False, False, None, 1)
        found: dict[str, Any] = json.loads(text)
        if found["verdict"] == "fail" or found["truth"]["untrue"] or self._reaches_out(released, self.boxes[fragment]):
            raise _native.Violation(f"fragment {fragment} does not pass its audit")
        return found

    def _reaches_out(self, released: pyarrow.Table, box: Box) -> bool:
        """Whether a cell reaches beyond the fragment, where it would cover people of another."""
        for name, (low, high) in box.items():
            cells = [str(text) for text in released[name].unique().to_pylist()]
            for first, last in self.axes[name].covered(cells):
                is_inside_below = low is None or (first is not None and low < first)
                is_inside_above = high is None or (last is not None and last <= high)
                if not (is_inside_below and is_inside_above):
                    return True
        return False


@dataclass
class Task:
    """All that a fragment needs to be solved, shipped to every executor."""

    asked: Asked
    seed: str
    #: Of every quasi column with a range, its length over the whole table.
    spans: dict[str, float]
    #: Of every quasi column of labels without a hierarchy, how many there are in the whole table.
    labels: dict[str, int]
    #: What is added to the group numbers of each fragment.
    offsets: list[int]
    #: How many rows each fragment may withhold; nothing where the policy's share is each one's.
    budgets: list[int]
    schema: Any
    judge: Judge
    #: Called with the fragment's number before it is solved.
    before: Callable[[int], None] | None = None

    def solve_all(self, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        """The pieces of all fragments of a partition."""
        import pyarrow
        import pyarrow.compute as pc

        some = list(batches)
        if not some:
            return
        table = pyarrow.Table.from_batches(some)
        for fragment in sorted(pc.unique(table[FRAGMENT]).to_pylist()):
            rows = table.filter(pc.equal(table[FRAGMENT], fragment))
            yield from self.solve(rows).combine_chunks().to_batches()

    def solve(self, table: pyarrow.Table) -> pyarrow.Table:
        """The released rows of a fragment, in pieces; the first of them also tells how it went."""
        fragment = table[FRAGMENT][0].as_py()
        if self.before:
            self.before(fragment)
        try:
            return self._solved(in_order(table.drop_columns([FRAGMENT])), fragment)
        except _native.AloofError as error:
            return refused(fragment, error)

    def _solved(self, rows: pyarrow.Table, fragment: int) -> pyarrow.Table:
        spec = self._allowed(self._weighted(rows), fragment, rows.num_rows)
        frame, made = _native.part(rows, self.asked.policy(spec), self._seed(fragment), 1)
        pieces = packed(self._as_asked(frame, fragment))
        audit = self.judge.judge(rows, unpacked(pieces), fragment)
        return sealed(fragment, pieces, json.loads(made) | {"audit": audit})

    def _seed(self, fragment: int) -> str:
        """The same for every try of a task, and unrelated between fragments."""
        return hashlib.sha256(f"aloof fragment {fragment} of {self.seed}".encode()).hexdigest()

    def _weighted(self, rows: pyarrow.Table) -> dict[str, Any]:
        """The policy in which a column counts by its share of the whole table's range, not of the fragment's."""
        import pyarrow.compute as pc

        columns = dict(self.asked.spec["columns"])
        for name in self.asked.quasi:
            share = 1.0
            if self.spans.get(name):
                ends = pc.min_max(_numbers(rows[name]))
                low, high = ends["min"].as_py(), ends["max"].as_py()
                share = 0.0 if low is None else (float(high) - float(low)) / self.spans[name]
            elif self.labels.get(name):
                share = pc.count_distinct(rows[name]).as_py() / self.labels[name]
            if 0 < share < 1:
                weight = float(self.asked.column(name)["weight"]) * share
                columns[name] = {**columns[name], "weight": f"{max(weight, 1e-9):.9f}"}
        return {**self.asked.spec, "columns": columns}

    def _allowed(self, spec: dict[str, Any], fragment: int, rows: int) -> dict[str, Any]:
        """The policy with the fragment's own share of rows that may be withheld: exactly as many as its budget says."""
        if not self.budgets:
            return spec
        share = (Decimal(self.budgets[fragment]) + Decimal("0.5")) / rows if self.budgets[fragment] else Decimal(0)
        return {**spec, "method": {**spec["method"], "suppress": f"{min(share, Decimal(1)):.12f}"}}

    def _as_asked(self, frame: _native.Frame, fragment: int) -> pyarrow.Table:
        """The released columns in the types that Spark expects, groups numbered over all fragments."""
        import pyarrow

        released = pyarrow.table(frame)
        if self.asked.group_ids:
            at = released.column_names.index("group")
            numbers = pyarrow.compute.add(released["group"], self.offsets[fragment])
            released = released.set_column(at, "group", numbers)
        return pyarrow.table([fitting(released[field.name], field.type) for field in self.schema], schema=self.schema)


def in_order(table: pyarrow.Table) -> pyarrow.Table:
    """Rows in an order of their own: the one in which they arrive differs between tries of a task.

    Not in the order of their values, from which no even sample could be taken, but of a number mixed from these.
    """
    import numpy as np
    import pyarrow

    table = table.combine_chunks()
    ranks = [_ranks(table[name]) for name in table.column_names]
    sizes = [int(rank.max(initial=0)) + 1 for rank in ranks]
    number = np.zeros(table.num_rows, np.uint64)
    for rank, size in zip(ranks, sizes, strict=True):
        number = number * np.uint64(size) + rank
    # Rows of different values have different numbers, unless those grow too large.
    place = np.argsort(_mixed(number)) if prod(sizes) < 2**64 else np.lexsort([*ranks, _mixed(number)])
    return table.take(pyarrow.array(place)).combine_chunks()


def _mixed(numbers: Any) -> Any:
    """Other numbers, as if drawn by lot; different ones stay different (the last steps of SplitMix64)."""
    import numpy as np

    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))


def _ranks(column: Any) -> Any:
    """For each row the rank of its value in the column; what is missing comes first."""
    import numpy as np
    import pyarrow.compute as pc

    found = column.combine_chunks().dictionary_encode()
    ranks = np.zeros(len(found.dictionary) + 1, np.uint64)
    ranks[pc.sort_indices(found.dictionary).to_numpy()] = np.arange(1, len(ranks), dtype=np.uint64)
    return ranks[pc.fill_null(found.indices, len(found.dictionary)).to_numpy(zero_copy_only=False)]


def _numbers(column: Any) -> Any:
    import pyarrow

    return column.cast(pyarrow.int32()) if pyarrow.types.is_date32(column.type) else column


def fitting(column: Any, wanted: Any) -> Any:
    """A released column in the type that Spark expects, exactly: a decimal becomes the float that shows the same."""
    import pyarrow

    if pyarrow.types.is_dictionary(column.type):
        column = column.cast(pyarrow.string())
    if pyarrow.types.is_decimal(column.type) and (pyarrow.types.is_floating(wanted) or pyarrow.types.is_string(wanted)):
        column = column.cast(pyarrow.string())
    if pyarrow.types.is_string(wanted) and pyarrow.types.is_date(column.type):
        column = column.cast(pyarrow.string())
    return column.cast(wanted)


@dataclass
class Advisor:
    """Asks of each fragment whether what is asked can be had of it."""

    SCHEMA: ClassVar[str] = "fragment int, told string"
    asked: Asked

    def advise(self, table: pyarrow.Table) -> pyarrow.Table:
        """One row (``SCHEMA``): whether it can, or why it could not be asked."""
        import pyarrow

        told: dict[str, Any] = {"feasible": False}
        try:
            text, _ = _native.advise(table.drop_columns([FRAGMENT]), self.asked.policy(), None, 1)
            can = all(check.get("feasible") is not False for check in json.loads(text)["checks"])
            told["feasible"] = can and self._as_one_group(table)
        except _native.AloofError as error:
            told["refused"] = as_told(error)
        fragment = pyarrow.array([table[FRAGMENT][0].as_py()], pyarrow.int32())
        return pyarrow.table({"fragment": fragment, "told": [json.dumps(told)]})

    def _as_one_group(self, table: pyarrow.Table) -> bool:
        """Whether the fragment as one group lies near enough to the whole table; the rules are monotone."""
        import pyarrow

        compared = [self.asked.spec["protect"][at] for at in self.asked.needing("totals")]
        if not compared:
            return True
        columns = {name: self.asked.spec["columns"][name] for name in self.asked.sensitive}
        spec = {"columns": {**columns, FRAGMENT: {"role": "quasi"}, "undeclared": "drop"}, "protect": compared}
        named = table.select([*columns, FRAGMENT])
        rows = named.set_column(len(columns), FRAGMENT, pyarrow.array(["all"] * table.num_rows))
        text, _ = _native.audit(rows, self.asked.policy(spec), None, [], False, False, None, 1)
        return bool(json.loads(text)["verdict"] == "pass")
