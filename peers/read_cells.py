"""The cells of a file as the program reads them, for whoever has read the same file by other means.

What a person who has the program can see of single cells is a release: one that protects nothing, keeps every column but the
numbers of the rows, and is written as Parquet, which tells numbers, dates and labels apart.
"""

import datetime
import decimal
import json
import tempfile
from pathlib import Path

import program
import pyarrow.parquet

#: Every file has it: rows of a release stand in no order.
WHO = "who"


def codebook(aloof, file, *flags):
    """What `aloof inspect` says of the columns, by name."""
    return {column["name"]: column for column in program.run_json(aloof, "inspect", file, *flags)["columns"]}


def cells(aloof, file, names, *flags):
    """The values of columns by name, rows in the order of their numbers."""
    columns = [f"{json.dumps(name, ensure_ascii=False)} = {{ role = \"keep\", confirmed = true }}" for name in names if name != WHO]
    lines = ["[columns]", f'{WHO} = {{ role = "quasi" }}', *columns, "[[protect]]", 'principle = "k-anonymity"', "k = 1"]
    with tempfile.TemporaryDirectory() as folder:
        policy, out = Path(folder) / "p.toml", Path(folder) / "out"
        policy.write_text("\n".join([*lines, "[output]", 'format = "parquet"', ""]), encoding="utf-8")
        program.run(aloof, "anonymize", file, "--policy", policy, "--seed", "1", "--out", out, *flags)
        table = pyarrow.parquet.read_table(out / "data.parquet")
    order = sorted(range(table.num_rows), key=lambda row: int(table[WHO][row].as_py()))
    return {name: [table[name][row].as_py() for row in order] for name in names if name != WHO}


def is_nothing(value):
    return value is None or value != value or value == ""


def number(value):
    """The shortest decimal that reads back as this float, of the width that it has."""
    return decimal.Decimal(str(value))


def text(value):
    """A value as a text, in the program's words; None where there is none."""
    if is_nothing(value):
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime.datetime):
        whole = value.replace(microsecond=0).isoformat()
        whole = whole.removesuffix("T00:00:00") if value.microsecond == 0 else whole
        return whole + fraction(value.microsecond)
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, datetime.time):
        return value.replace(microsecond=0).isoformat() + fraction(value.microsecond)
    if isinstance(value, datetime.timedelta):
        return stretch(value)
    if isinstance(value, str):
        return value
    exact = number(value)
    return format(exact.normalize() + 0, "f") if exact else "0"


def fraction(micros):
    return f".{micros:06d}".rstrip("0").rstrip(".")


def stretch(value):
    """`37:30:00`."""
    sign, value = ("-", -value) if value < datetime.timedelta(0) else ("", value)
    seconds = value.days * 86_400 + value.seconds
    return f"{sign}{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}{fraction(value.microseconds)}"


def differences(ours, theirs):
    """Rows in which two columns differ, as (row, ours, theirs). A column of which not all is one kind is text, and then every
    value of it is what the program writes it as."""
    if len(ours) != len(theirs):
        return [("rows", len(ours), len(theirs))]
    as_text = any(isinstance(value, str) for value in ours)
    found = []
    for row, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        told = text(other)
        if not as_text and told is not None:
            told = datetime.date.fromisoformat(told) if isinstance(one, datetime.date) else decimal.Decimal(told)
        if one != told:
            found.append((row, one, told))
    return found
