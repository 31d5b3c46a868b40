"""Published tables as text, from CSV or, where pyarrow is installed, from Parquet: nothing else here needs it."""
import datetime
import decimal
from pathlib import Path

from table import write_csv

try:
    from pyarrow import parquet
except ImportError:
    parquet = None


def table_text(path):
    """A published table as the text of a CSV file; a null is an empty cell."""
    path = Path(path)
    if path.suffix != ".parquet":
        return path.read_text(encoding="utf-8")
    table = parquet.read_table(path)
    columns = [[cell_text(v) for v in column.to_pylist()] for column in table.columns]
    return write_csv(table.column_names, list(zip(*columns)))


def cell_text(value):
    if value is None:
        return ""
    if isinstance(value, decimal.Decimal):
        return format(value, "f")
    if isinstance(value, datetime.date):
        return value.isoformat()
    if not isinstance(value, (str, int)):
        raise TypeError(f"a published cell of type {type(value).__name__}")
    return str(value)
