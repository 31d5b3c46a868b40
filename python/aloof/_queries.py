"""Tables out of databases: a connection of whatever library, and a query."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from aloof import _native
from aloof._errors import ours
from aloof._tables import Table

if TYPE_CHECKING:
    import pyarrow


@ours
def query(connection: Any, sql: Any, parameters: Any = None) -> Table:
    """What a query gives, as a table for any function of this package.

    ``connection`` is an engine or a connection of SQLAlchemy, a connection of an ADBC driver (``adbc_driver_sqlite.dbapi`` and
    the like), of DuckDB, or of any library that keeps to DB-API 2.0. ``sql`` is a text, or a statement of SQLAlchemy. Nothing is
    committed: whoever opened a transaction ends it.

    >>> import aloof, sqlite3
    >>> database = sqlite3.connect(":memory:")
    >>> _ = database.execute("create table people (age integer, pay real)")
    >>> _ = database.executemany("insert into people values (?, ?)", [(20 + at % 40, 1000.5 + at) for at in range(100)])
    >>> aloof.query(database, "select * from people where age > ?", (30,))
    <aloof.Table: 67 rows, 2 columns>
    """
    library = type(connection).__module__.split(".")[0].lstrip("_")
    read = {"sqlalchemy": _by_sqlalchemy, "duckdb": _by_duckdb}.get(library, _by_cursor)
    if read is _by_cursor and not callable(getattr(connection, "cursor", None)):
        raise _native.CallError(f"a connection to a database is needed, found {type(connection).__name__}")
    try:
        return Table(read(connection, sql, parameters))
    except (_native.AloofError, ImportError):
        raise
    except Exception as error:
        # Its words stay with it: they may quote a cell.
        raise _native.DataError(f"the query cannot be read: {type(error).__name__}") from error


def _by_sqlalchemy(connection: Any, sql: Any, parameters: Any) -> pyarrow.Table:
    import sqlalchemy

    if isinstance(connection, sqlalchemy.Engine):
        with connection.connect() as opened:
            return _by_sqlalchemy(opened, sql, parameters)
    statement = sqlalchemy.text(sql) if isinstance(sql, str) else sql
    result = connection.execute(statement, parameters or {})
    return _table(list(result.keys()), result.fetchall())


def _by_duckdb(connection: Any, sql: Any, parameters: Any) -> pyarrow.Table:
    import pyarrow

    return pyarrow.table(connection.sql(sql, params=parameters))


def _by_cursor(connection: Any, sql: Any, parameters: Any) -> pyarrow.Table:
    cursor = connection.cursor()
    try:
        cursor.execute(sql) if parameters is None else cursor.execute(sql, parameters)
        if callable(getattr(cursor, "fetch_arrow_table", None)):
            return cursor.fetch_arrow_table()
        if cursor.description is None:
            raise _native.CallError("the query gives no table: a select is needed")
        return _table([column[0] for column in cursor.description], cursor.fetchall())
    finally:
        cursor.close()


def _table(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> pyarrow.Table:
    """Rows as columns; which types they are is told by their values."""
    import pyarrow

    columns: Iterable[Sequence[Any]] = zip(*rows, strict=True) if rows else [() for _ in names]
    arrays = []
    for name, values in zip(names, columns, strict=True):
        try:
            arrays.append(pyarrow.array([str(value) if isinstance(value, uuid.UUID) else value for value in values]))
        except (pyarrow.ArrowException, TypeError, ValueError, OverflowError):
            types = sorted({type(value).__name__ for value in values if value is not None})
        else:
            continue
        raise _native.DataError(f"column `{name}` holds values of several types ({', '.join(types)}); cast them in the query")
    return pyarrow.table(arrays, names=list(names))
