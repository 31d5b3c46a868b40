"""Tables in and out: whatever speaks the Arrow C data interface goes in, and out again."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aloof import _native

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class Table:
    """Released columns, as Arrow.

    >>> import aloof
    >>> table = aloof.generate(3, seed=1)
    >>> table
    <aloof.Table: 3 rows, 9 columns>
    >>> table.to_arrow().num_rows
    3
    """

    def __init__(self, frame: _native.Frame):
        self._frame = frame

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The Arrow C stream interface: any library that speaks it can take this table."""
        return self._frame.__arrow_c_stream__(requested_schema)

    @property
    def num_rows(self) -> int:
        """How many rows."""
        return self._frame.num_rows

    @property
    def column_names(self) -> list[str]:
        """The columns' names, in order."""
        return self._frame.column_names

    def __len__(self) -> int:
        return self.num_rows

    def to_arrow(self) -> pyarrow.Table:
        """As a ``pyarrow.Table``, without a copy."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self, **options: Any) -> pandas.DataFrame:
        """As a pandas frame; labels become categoricals. ``options`` are those of ``pyarrow.Table.to_pandas``."""
        return self.to_arrow().to_pandas(**options)

    def to_polars(self) -> polars.DataFrame:
        """As a polars frame; labels become categoricals."""
        import polars

        return polars.DataFrame(self)

    def __repr__(self) -> str:
        return f"<aloof.Table: {self.num_rows:,} rows, {len(self.column_names)} columns>"

    def _repr_html_(self) -> str:
        try:
            head = self.to_arrow().slice(0, 10).to_pandas()
        except ImportError:
            return f"<p>{self.num_rows:,} rows: {', '.join(self.column_names)}</p>"
        return f"{head.to_html(index=False)}<p>{self.num_rows:,} rows</p>"


def as_input(data: Any, what: str = "data") -> Any:
    """``data`` as the native half takes it: a path, bytes, or an object that speaks Arrow."""
    if isinstance(data, (str, bytes, os.PathLike)):
        return data
    if hasattr(data, "columns") and type(data).__module__.split(".")[0] == "pandas":
        return _from_pandas(data, what)
    if hasattr(data, "__arrow_c_stream__"):
        return data
    for name in ("to_arrow_table", "fetch_arrow_table", "arrow"):
        if callable(getattr(data, name, None)):
            return getattr(data, name)()
    found = type(data).__name__
    raise _native.DataError(
        f"{what}: a table is needed: something that speaks Arrow (pandas, polars, pyarrow, DuckDB), or a path; found {found}"
    )


def files(*tables: Any) -> list[Path]:
    """Those that are files."""
    return [Path(os.fsdecode(table)) for table in tables if isinstance(table, (str, os.PathLike))]


def _from_pandas(frame: pandas.DataFrame, what: str) -> pyarrow.Table:
    """The index is no column of the table: it would be an undeclared one, under a name that nobody gave it."""
    import pyarrow

    names = [str(name) for name in frame.columns]
    twice = sorted(name for name, count in Counter(names).items() if count > 1)
    if twice:
        raise _native.DataError(f"{what}: column `{twice[0]}` stands there twice; rename one of them")
    try:
        return pyarrow.Table.from_pandas(frame, preserve_index=False)
    except (pyarrow.ArrowException, TypeError, ValueError, OverflowError):
        # What Arrow says of it quotes cells.
        problem = _mixed_column(frame) or "a column cannot be read as one type"
    raise _native.DataError(f"{what}: {problem}")


def _mixed_column(frame: pandas.DataFrame) -> str | None:
    """Which column of objects holds several types, and which."""
    import pyarrow

    for name in frame.columns:
        try:
            pyarrow.array(frame[name], from_pandas=True)
        except (pyarrow.ArrowException, TypeError, ValueError, OverflowError):
            values = frame[name].dropna()
            types = sorted({type(value).__name__ for value in values})
            if len(types) < 2:
                return f"column `{name}` holds objects of type {types[0] if types else 'unknown'}, which no table can hold"
            return (
                f"column `{name}` holds values of several types ({', '.join(types)}); "
                f'make them one, for instance with data["{name}"].astype(str)'
            )
    return None
