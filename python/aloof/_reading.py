"""A release for analysis: cells as middles, as draws, or as what they cover.

What stands in a release of this program is what ``manifest.json`` beside it says: numbers and dates as they are or as
``low..high``, both ends included, labels as they are or as ``{a|b}``, ``*`` for anything. Inside of a cell every value is taken
as equally likely, and the columns of a row as independent, as in ``aloof evaluate``. Where sensitive values stand in a table of
their own, every deal of a group's values to its rows is as likely. Where rows stand for nobody, ``weights`` takes that into
account. Values that are not people's own are named in a warning.
"""

from __future__ import annotations

import json
import math
import warnings
from collections import Counter
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
    made = manifest.get("made") or {}
    dealt = Dealt(_table(directory, made["file"]), made) if made.get("how") == "anatomy" else None
    fakes = _table(directory, f"counterfeits{file.suffix}") if manifest.get("counterfeits") else None
    table = ReleasedTable(_read(file), columns, dealt, fakes)
    for note in table.notes:
        warnings.warn(note, stacklevel=2)
    return table


def _read(file: Path) -> pandas.DataFrame:
    import pandas

    if file.suffix == ".csv":
        return pandas.read_csv(file, dtype=str, keep_default_na=False, na_values=[""])
    return pandas.read_parquet(file)


def _table(directory: Path, name: str) -> pandas.DataFrame:
    """Another table of the release, which its manifest speaks of."""
    try:
        return _read(directory / Path(name).name)
    except OSError as error:
        raise _native.DataError(f"{directory} lacks {name}, of which its manifest speaks") from error


#: How columns are published whose values are not people's own.
_CHANGED = ("perturbed", "noisy", "walked")


class Dealt:
    """Sensitive values in a table of their own: for every group, which values its rows have, and how often each."""

    def __init__(self, frame: pandas.DataFrame, made: dict[str, Any]):
        self.group, self.column = made["group"], made["sensitive"]
        self.values: dict[str, list[Any]] = {}
        for group, value, count in zip(frame[self.group], frame[self.column], frame[made["count"]], strict=True):
            self.values.setdefault(str(group), []).extend([None if _is_missing(value) else value] * int(count))

    def drawn(self, groups: list[str], chance: numpy.random.Generator) -> list[Any]:
        """A deal of every group's values to its rows."""
        left = {group: [values[at] for at in chance.permutation(len(values))] for group, values in self.values.items()}
        return [left[group].pop() if left.get(group) else None for group in groups]


class ReleasedTable:
    """A release as published (``frame``), and what its cells cover."""

    def __init__(
        self,
        frame: pandas.DataFrame,
        columns: list[dict[str, Any]],
        dealt: Dealt | None = None,
        fakes: pandas.DataFrame | None = None,
    ):
        #: As published; numbers and dates of CSV files as text.
        self.frame = frame
        self._columns = [column for column in columns if _names(column["name"], frame)]
        self._dealt = dealt
        self._dealt_kind = next((c["type"] for c in columns if dealt and c["name"] == dealt.column), "label")
        self._group = next((column["name"] for column in self._columns if column["role"] == "group"), None)
        self._fakes: dict[str, int] = {}
        if fakes is not None:
            self._fakes = {str(group): int(many) for group, many in zip(fakes["group"], fakes["counterfeits"], strict=True)}
        #: What an analyst must know: warnings that were given when it was read.
        self.notes = self._noted()

    def _noted(self) -> list[str]:
        notes = [
            f"`{column['name']}` is {column['published_as']}: what stands there is not people's own"
            for column in self._columns
            if column.get("published_as") in _CHANGED
        ]
        if self._fakes:
            notes.append(
                f"{sum(self._fakes.values())} of {len(self)} rows stand for nobody, which of a group is not known: weights() "
                "takes that into account, midpoints() and draws() do not"
            )
        return notes

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
        if self._dealt is not None:
            made[self._dealt.column] = self._typical(self._dealt)
        return pandas.DataFrame(made, index=self.frame.index)

    def _typical(self, dealt: Dealt) -> list[Any]:
        """One value for all rows of a group: the mean of numbers, the most common of others."""
        known: dict[str, Any] = {}
        for group, values in dealt.values.items():
            some = [self._dealt_value(value) for value in values if value is not None]
            if not some:
                known[group] = None
            elif self._dealt_kind == "number":
                known[group] = sum(some) / len(some)
            else:
                known[group] = Counter(some).most_common(1)[0][0]
        return [known.get(group) for group in self._groups(dealt.group)]

    def _dealt_value(self, value: Any) -> Any:
        import pandas

        if value is None or self._dealt_kind == "label":
            return value
        return pandas.Timestamp(value) if self._dealt_kind == "date" else float(value)

    def _groups(self, column: str) -> list[str]:
        return [str(group) for group in self.frame[column]]

    def _row_weights(self) -> list[float]:
        """How likely every row is somebody's."""
        if not self._fakes or self._group is None:
            return [1.0] * len(self)
        groups = self._groups(self._group)
        sizes = Counter(groups)
        return [1 - self._fakes.get(group, 0) / sizes[group] for group in groups]

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

        The weights of a row add up to 1, and where some rows of its group stand for nobody to how likely it stands for somebody.
        Numbers and dates stand as their middles; values of a table of their own with their share of the group.
        """
        middles = self.midpoints()
        rows: list[dict[str, Any]] = []
        labels = {column["name"]: self.labels(column["name"]) for column in self._columns if column["type"] == "label"}
        likely = self._row_weights()
        dealt = self._dealt
        groups = self._groups(dealt.group) if dealt else []
        for at, middle in enumerate(middles.to_dict("records")):
            made = [{**middle, "row": at, "weight": likely[at]}]
            if dealt:
                values = dealt.values.get(groups[at], [])
                made = [
                    {**row, dealt.column: self._dealt_value(value), "weight": row["weight"] * many / len(values)}
                    for row in made
                    for value, many in Counter(values).items()
                ]
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
        if self._dealt is not None:
            values = self._dealt.drawn(self._groups(self._dealt.group), chance)
            made[self._dealt.column] = [self._dealt_value(value) for value in values]
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
