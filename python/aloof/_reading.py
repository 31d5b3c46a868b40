"""A release for analysis: cells as middles, as draws, or as what they cover.

What stands in a release of this program is what ``manifest.json`` beside it says: numbers and dates as they are or as
``low..high``, both ends included, labels as they are or as ``{a|b}``, ``*`` for anything. Inside of a cell every value is taken
as equally likely, and the columns of a row as independent, as in ``aloof evaluate``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aloof import _native

if TYPE_CHECKING:
    import numpy
    import pandas


def read_release(path: str | Path) -> ReleasedTable:
    """The release in this directory, ready for analysis.

    >>> import aloof, tempfile, pathlib
    >>> people = aloof.generate(300, seed=1)
    >>> release = aloof.anonymize(people, quasi=["age"], sensitive="income", k=5, seed=1)
    >>> where = pathlib.Path(tempfile.mkdtemp()) / "release"
    >>> release.save(where)
    >>> table = aloof.read_release(where)
    >>> len(table.midpoints()), len(list(table.draws(3, seed=1)))
    (300, 3)
    """
    import pandas

    directory = Path(path)
    try:
        manifest = json.loads((directory / "manifest.json").read_text(encoding="utf-8"))
        columns = manifest["columns"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _native.DataError(
            f"{directory} is not the directory of a release: it needs a manifest.json that lists columns"
        ) from error
    file = next((directory / name for name in ("data.csv", "data.parquet") if (directory / name).is_file()), None)
    if file is None:
        raise _native.DataError(
            f"{directory} has neither data.csv nor data.parquet; other formats can be read with `aloof.audit` and others"
        )
    if file.suffix == ".csv":
        frame = pandas.read_csv(file, dtype=str, keep_default_na=False, na_values=[""])
    else:
        frame = pandas.read_parquet(file)
    return ReleasedTable(frame, columns)


class ReleasedTable:
    """A release as published (``frame``), and what its cells cover."""

    def __init__(self, frame: pandas.DataFrame, columns: list[dict[str, Any]]):
        #: As published; numbers and dates of CSV files as text.
        self.frame = frame
        self._columns = [column for column in columns if _names(column["name"], frame)]

    def __len__(self) -> int:
        return len(self.frame)

    def __repr__(self) -> str:
        return f"<aloof.ReleasedTable: {len(self)} rows, {', '.join(column['name'] for column in self._columns)}>"

    def bounds(self, column: str) -> pandas.DataFrame:
        """What every cell of numbers or dates covers: ``low`` and ``high``, both included; missing where a value is."""
        import pandas

        covered = self._ends(self._column(column))
        return pandas.DataFrame(
            {"low": [low for low, _ in covered], "high": [high for _, high in covered]}, index=self.frame.index
        )

    def labels(self, column: str) -> list[list[str]]:
        """The labels that every cell covers; a node of a hierarchy stands for itself, ``*`` for all that the column shows."""
        self._column(column)
        texts = [None if _is_missing(cell) else str(cell) for cell in self.frame[column]]
        known = sorted({label for text in texts if text not in (None, "*") for label in _members(text)})
        return [[] if text is None else known if text == "*" else _members(text) for text in texts]

    def midpoints(self) -> pandas.DataFrame:
        """Every cell as one value: the middle of numbers and dates, the first of equally likely labels.

        Right for sums, means and the regressors of a regression; too narrow for variances, quantiles and correlations, for which
        there are :meth:`draws`.
        """
        import pandas

        made = {}
        for column in self._columns:
            name, kind = column["name"], column["type"]
            if kind == "label":
                made[name] = [labels[0] if labels else None for labels in self.labels(name)]
            else:
                ends = self.bounds(name)
                made[name] = ends["low"] + (ends["high"] - ends["low"]) / 2
        return pandas.DataFrame(made, index=self.frame.index)

    def draws(self, n: int, seed: int | None = None) -> Iterator[pandas.DataFrame]:
        """``n`` tables, each with every cell drawn from what it covers. The same seed draws the same.

        An analysis is made on each; the mean of its results is the estimate, and how far they differ shows what the cells hide.
        """
        import numpy

        chance = numpy.random.default_rng(seed)
        for _ in range(n):
            yield self._drawn(chance)

    def weights(self) -> pandas.DataFrame:
        """Every row once for every combination of labels that it may have, with ``weight``, how likely that is.

        The weights of a row add up to 1. Numbers and dates stand as their middles.
        """
        middles = self.midpoints()
        rows: list[dict[str, Any]] = []
        labels = {column["name"]: self.labels(column["name"]) for column in self._columns if column["type"] == "label"}
        for at, middle in enumerate(middles.to_dict("records")):
            made = [{**middle, "row": at, "weight": 1.0}]
            for name, covered in labels.items():
                some = covered[at]
                if len(some) > 1:
                    made = [{**row, name: label, "weight": row["weight"] / len(some)} for row in made for label in some]
            rows += made
        import pandas

        return pandas.DataFrame(rows)

    def _drawn(self, chance: numpy.random.Generator) -> pandas.DataFrame:
        import numpy
        import pandas

        made: dict[str, Any] = {}
        for column in self._columns:
            name, kind = column["name"], column["type"]
            share = chance.random(len(self))
            if kind == "label":
                made[name] = [
                    some[int(part * len(some))] if some else None for part, some in zip(share, self.labels(name), strict=True)
                ]
                continue
            ends, unit = self.bounds(name), self._unit(column)
            if kind == "date":
                days = ((ends["high"] - ends["low"]).dt.days + 1).to_numpy()
                made[name] = ends["low"] + pandas.to_timedelta(numpy.floor(share * days), unit="D")
            else:
                low, high = ends["low"].to_numpy(), ends["high"].to_numpy()
                steps = numpy.rint((high - low) / unit) + 1
                made[name] = low + unit * numpy.floor(share * steps)
        return pandas.DataFrame(made, index=self.frame.index)

    def _column(self, name: str) -> dict[str, Any]:
        for column in self._columns:
            if column["name"] == name:
                return column
        raise _native.DataError(
            f"the release has no column `{name}`; there are {', '.join(column['name'] for column in self._columns)}"
        )

    def _ends(self, column: dict[str, Any]) -> list[tuple[Any, Any]]:
        """The ends of every cell, as floats or days."""
        import pandas

        name, kind = column["name"], column["type"]
        if kind == "label":
            raise _native.DataError(f"`{name}` is a column of labels, which have no ends; see `labels`")
        read = pandas.Timestamp if kind == "date" else float
        if name not in self.frame:
            lows, highs = self.frame[f"{name}_lo"], self.frame[f"{name}_hi"]
            return [
                (math.nan, math.nan) if _is_missing(low) else (read(low), read(high))
                for low, high in zip(lows, highs, strict=True)
            ]
        known: dict[Any, tuple[Any, Any]] = {}
        nothing = (pandas.NaT, pandas.NaT) if kind == "date" else (math.nan, math.nan)
        for cell in self.frame[name].unique():
            if not _is_missing(cell) and cell != "*":
                low, _, high = str(cell).partition("..")
                known[cell] = (read(low), read(high or low))
        if known:
            known["*"] = (min(low for low, _ in known.values()), max(high for _, high in known.values()))
        return [known.get(cell, nothing) for cell in self.frame[name]]

    def _unit(self, column: dict[str, Any]) -> float:
        """How far apart two numbers are: the last decimal that the column shows."""
        name = column["name"]
        shown = self.frame[[name]] if name in self.frame else self.frame[[f"{name}_lo", f"{name}_hi"]]
        places = 0
        for cell in {cell for one in shown for cell in shown[one].unique() if not _is_missing(cell)}:
            for end in str(cell).split(".."):
                places = max(places, _places(end))
        return float(10.0**-places)


def _places(text: str) -> int:
    try:
        exponent = Decimal(text).normalize().as_tuple().exponent
    except InvalidOperation:
        return 0
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _names(name: str, frame: pandas.DataFrame) -> bool:
    return name in frame or (f"{name}_lo" in frame and f"{name}_hi" in frame)


def _members(text: str) -> list[str]:
    return text[1:-1].split("|") if text.startswith("{") and text.endswith("}") else [text]


def _is_missing(cell: Any) -> bool:
    return cell is None or cell != cell
