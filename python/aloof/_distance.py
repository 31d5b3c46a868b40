"""A distance of your own: a function of two sensitive values.

Makers and judges compare values millions of times, so the function is not called by them. It is called once for every
ordered pair of *distinct* values, in batches, and what it says becomes a table of distances. On the way it is checked:
never negative, zero from a value to itself, the same both ways.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from aloof import _native
from aloof._errors import theirs

#: More distinct values than this make too large a table.
MOST_VALUES = 2_000
#: Pairs in a batch.
BATCH = 1 << 16


class Distance:
    """A function of two sensitive values as the distance of a ``dissimilarity`` protection.

    With ``batched=True`` the function gets two equally long lists of values and returns the distances of the pairs, so
    that NumPy and the like can do the work; otherwise it gets two values.

    >>> import aloof
    >>> def steps(a, b):
    ...     return abs(len(a) - len(b))
    >>> aloof.Distance(steps)
    Distance(steps)
    """

    def __init__(self, function: Callable[..., Any], *, batched: bool = False):
        if not callable(function):
            raise _native.CallError("a distance is a function of two values")
        self.function = function
        self.batched = batched

    def __repr__(self) -> str:
        return f"Distance({getattr(self.function, '__name__', 'function')})"

    def of(self, ones: Sequence[Any], others: Sequence[Any]) -> list[Decimal]:
        """The distances of the pairs."""
        asked = theirs(self.function)
        found = asked(ones, others) if self.batched else map(asked, ones, others)
        distances = [_decimal(distance) for distance in found]
        if len(distances) != len(ones):
            raise _native.PolicyError(f"{self}: {len(ones)} pairs were given, {len(distances)} distances came back")
        return distances

    def table(self, values: Sequence[Any]) -> list[list[Decimal]]:
        """All distances between ``values``, checked."""
        size = len(values)
        flat: list[Decimal] = []
        for pairs in _batches(size):
            flat += self.of([values[one] for one, _ in pairs], [values[other] for _, other in pairs])
        rows = [flat[start : start + size] for start in range(0, size * size, size)]
        self._check(rows)
        return rows

    def _check(self, rows: list[list[Decimal]]) -> None:
        # Values are not quoted: they are sensitive. Nor can their places say which they are.
        for one, row in enumerate(rows):
            if row[one] != 0:
                raise _native.PolicyError(f"{self}: the distance of a value to itself must be 0")
            for other, distance in enumerate(row):
                if distance < 0:
                    raise _native.PolicyError(f"{self}: a distance is negative")
                if distance != rows[other][one]:
                    raise _native.PolicyError(f"{self}: the distance of two values differs with their order")


def _batches(size: int) -> Iterator[list[tuple[int, int]]]:
    """All ordered pairs, some thousand at a time."""
    rows = max(1, BATCH // max(size, 1))
    for start in range(0, size, rows):
        yield [(one, other) for one in range(start, min(size, start + rows)) for other in range(size)]


def _decimal(distance: Any) -> Decimal:
    """A float as it is shown: 0.1 is one tenth."""
    plain = distance.item() if hasattr(distance, "item") else distance
    try:
        found = Decimal(repr(plain)) if isinstance(plain, float) else Decimal(plain)
    except (TypeError, ValueError, ArithmeticError):
        raise _native.PolicyError(f"a distance must be a number, found {type(plain).__name__}") from None
    if not found.is_finite():
        raise _native.PolicyError("a distance must be a finite number")
    return found


def has_functions(spec: dict[str, Any]) -> bool:
    """Whether a function stands for a distance."""
    blocks = spec.get("protect")
    return isinstance(blocks, (list, tuple)) and any(_function(block) for block in blocks)


def _function(block: Any) -> Distance | None:
    distance = block.get("distance") if isinstance(block, dict) else None
    if isinstance(distance, dict):
        distance = distance.get("kind")
    if isinstance(distance, Distance):
        return distance
    return Distance(distance) if callable(distance) else None


def attach_distances(spec: dict[str, Any], data: Any) -> tuple[dict[str, Any], dict[str, bytes]]:
    """The policy with tables in the place of functions, and the tables by name."""
    files: dict[str, bytes] = {}
    blocks = []
    for at, block in enumerate(spec["protect"]):
        distance = _function(block)
        if distance is not None:
            name = f"distance-{at + 1}.csv"
            files[name] = _matrix(distance, _column(block, spec), data)
            blocks.append({**block, "distance": {"kind": "matrix", "matrix": name}})
        else:
            blocks.append(block)
    return {**spec, "protect": blocks}, files


def _column(block: dict[str, Any], spec: dict[str, Any]) -> str:
    """The one column that the function is about."""
    named = block.get("sensitive")
    if named is None:
        columns = spec.get("columns", {}).items()
        named = [name for name, rule in columns if isinstance(rule, dict) and rule.get("role") == "sensitive"]
    names: list[str] = [named] if isinstance(named, str) else list(named)
    if len(names) != 1:
        raise _native.PolicyError("a function as a distance is about one sensitive column: say which, sensitive = ...")
    return names[0]


def _matrix(distance: Distance, column: str, data: Any) -> bytes:
    kind, texts = _native.distinct(data, column)
    if kind == "date":
        raise _native.PolicyError(f"column `{column}` holds dates; a function as a distance is for numbers and labels")
    if len(texts) > MOST_VALUES:
        raise _native.PolicyError(
            f"column `{column}` has {len(texts)} distinct values; a function as a distance is for at most {MOST_VALUES}: "
            "round the values, or use one of the distances of the policy"
        )
    values = [_number(text) for text in texts] if kind == "number" else texts
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["", *texts])
    for text, row in zip(texts, distance.table(values), strict=True):
        writer.writerow([text, *(format(number, "f") for number in row)])
    return out.getvalue().encode()


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text)
