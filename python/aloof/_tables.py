"""Tables in and out: whatever speaks the Arrow C data interface goes in, and out again."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aloof import _native
from aloof._labels import Codebook, is_metadata

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

    def __init__(self, frame: _native.Frame | pyarrow.Table):
        self._frame = frame

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The Arrow C stream interface: any library that speaks it can take this table."""
        stream: object = self._frame.__arrow_c_stream__(requested_schema)
        return stream

    @property
    def num_rows(self) -> int:
        """How many rows."""
        return int(self._frame.num_rows)

    @property
    def column_names(self) -> list[str]:
        """The columns' names, in order."""
        return list(self._frame.column_names)

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
    if isinstance(data, tuple) and len(data) == 2 and is_metadata(data[1]):
        return _with_labels(data[0], Codebook(data[1]), what)
    if _is_of_pandas(data):
        return _with_labels(data, Codebook(data.attrs), what)
    if _library(data) == "polars":
        return _from_polars(data)
    if hasattr(data, "__arrow_c_stream__"):
        return data
    for name in ("to_arrow_table", "fetch_arrow_table", "arrow"):
        if callable(getattr(data, name, None)):
            return _fetched(data, name, what)
    if _is_connection(data):
        raise _no_table(what)
    found = type(data).__name__
    raise _native.DataError(
        f"{what}: a table is needed: something that speaks Arrow (pandas, polars, pyarrow, DuckDB), or a path; found {found}"
    )


def _from_polars(data: Any) -> Any:
    """A frame, computed if it is lazy; integers of 128 bits, which Arrow does not know, as decimals."""
    import polars

    frame = data.collect() if callable(getattr(data, "collect", None)) else data
    if not isinstance(frame, polars.DataFrame):
        return frame
    wide = [name for name, dtype in frame.schema.items() if str(dtype) in ("Int128", "UInt128")]
    return frame.with_columns(polars.col(wide).cast(polars.Decimal(38, 0))) if wide else frame


def _fetched(data: Any, name: str, what: str) -> Any:
    """What DuckDB has. Its connections have the methods of results, and a result only after a query."""
    try:
        return getattr(data, name)()
    except Exception as error:
        if not _is_connection(data):
            raise
        raise _no_table(what) from error


def _is_connection(data: Any) -> bool:
    """Connections of Python's own kind have cursors; those of SQLAlchemy, and its engines, have a dialect."""
    return callable(getattr(data, "cursor", None)) or hasattr(data, "dialect")


def _no_table(what: str) -> _native.DataError:
    return _native.DataError(f'{what}: a connection is no table; aloof.query(connection, "select …") gets one from it')


def _library(data: Any) -> str:
    return type(data).__module__.split(".")[0]


def _is_of_pandas(data: Any) -> bool:
    return _library(data) == "pandas" and hasattr(data, "columns")


def _with_labels(data: Any, said: Codebook, what: str) -> Any:
    """A frame, and what is known of its columns."""
    if _is_of_pandas(data):
        table = _from_pandas(said.prepared(data) if said else data, what)
    else:
        import pyarrow

        table = pyarrow.table(data)
    return said.written_on(table) if said else table


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
        return pyarrow.Table.from_pandas(_plain(frame), preserve_index=False)
    except (pyarrow.ArrowException, TypeError, ValueError, OverflowError):
        # What Arrow says of it quotes cells.
        problem = _mixed_column(frame) or "a column cannot be read as one type"
    raise _native.DataError(f"{what}: {problem}")


def _plain(frame: pandas.DataFrame) -> pandas.DataFrame:
    """Without what only pandas has: a period is its first day, as in files of Stata, what is left out is filled in, intervals as
    `pandas.cut` makes them are the labels that pandas shows, and attributes, which Arrow would write as
    JSON, were read before."""
    import pandas

    frame, changed = frame.copy(deep=False), {}
    frame.attrs = {}
    for name, dtype in frame.dtypes.items():
        if isinstance(dtype, pandas.PeriodDtype):
            changed[name] = frame[name].dt.to_timestamp()
        elif isinstance(dtype, pandas.SparseDtype):
            changed[name] = frame[name].sparse.to_dense()
        elif isinstance(getattr(dtype, "categories", dtype), (pandas.IntervalDtype, pandas.IntervalIndex)):
            changed[name] = frame[name].map(str, na_action="ignore").astype("string")
    return frame.assign(**changed) if changed else frame


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
