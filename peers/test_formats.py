"""Releases as other programs read them: openpyxl, pandas and pyreadstat find, cell by cell, what the same release says as CSV."""

import csv
import datetime
import json
import random
from decimal import Decimal

import openpyxl
import pandas
import pyreadstat
import pytest
from openpyxl.utils.escape import unescape

import program

LABELS = {
    "sex": {1: "male", 2: "female"},
    "school": {0: "none", 1: "primary", 2: "secondary", 3: "tertiary"},
    "health": {1: "very bad", 2: "bad", 3: "fair", 4: "good", 5: "very good", 9: "refused"},
}
NAMES = {"age": "Age in years", "sex": "Sex", "pay": "Pay a month, " * 9, "health": "Health, Größe", "hired": "First day"}
POLICY = """
[columns]
age    = {{ role = "quasi" }}
sex    = {{ role = "quasi", type = "label" }}
school = {{ role = "quasi", type = "label" }}
SOC    = {{ role = "quasi", hierarchy = {{ kind = "prefix" }} }}
hired  = {{ role = "quasi" }}
town   = {{ role = "keep", confirmed = true }}
pay    = {{ role = "sensitive", missing = "publish" }}
health = {{ role = "sensitive", type = "label" }}
left   = {{ role = "sensitive", protect = "none", missing = "publish" }}

[[protect]]
principle = "epsilon-m"
sensitive = "pay"
absolute  = "20"
m         = 3

[[protect]]
principle = "l-diversity"
sensitive = "health"
l         = 2

# Draws follow from the whole policy, so only groups without any are the same whatever the format.
[method]
algorithm = "mondrian"

[output]
{output}
"""


def people(rows=300):
    draw = random.Random(5)
    day = datetime.date(1890, 1, 1)
    return pandas.DataFrame(
        {
            "age": [float(draw.randrange(18, 80)) for _ in range(rows)],
            "sex": [draw.choice([1.0, 2.0]) for _ in range(rows)],
            "school": [float(draw.randrange(4)) for _ in range(rows)],
            "SOC": [f"{draw.choice([11, 13, 29])}-{draw.choice([1011, 1021, 2031])}" for _ in range(rows)],
            "hired": [day + datetime.timedelta(days=draw.randrange(50_000)) for _ in range(rows)],
            "town": [draw.choice(["Rome", "=1+1", "Zürich", " two ", "_x0041_", "<&>", ""]) for _ in range(rows)],
            "pay": [None if draw.random() < 0.05 else draw.randrange(100_000, 900_000) / 100 for _ in range(rows)],
            "health": [float(draw.randrange(1, 6)) for _ in range(rows)],
            "left": [None if draw.random() < 0.5 else day + datetime.timedelta(days=draw.randrange(50_000)) for _ in range(rows)],
        }
    )


@pytest.fixture(scope="module", params=["", 'intervals = "bounds"', "group_ids = true"])
def room(request, tmp_path_factory):
    """One table of SPSS, released three times with one key."""
    folder = tmp_path_factory.mktemp("formats")
    pyreadstat.write_sav(people(), folder / "people.sav", column_labels=NAMES, variable_value_labels=LABELS)
    (folder / "aloof.toml").write_text(POLICY.format(output=request.param), encoding="utf-8")
    aloof = program.binary()
    for form in ["csv", "xlsx", "dta"]:
        made = program.run_json(aloof, "anonymize", folder / "people.sav", "--out", folder / form, "--format", form, "--seed", 1)
        assert made["verdict"] == "pass"
        assert program.run_json(aloof, "audit", folder / form, "--original", folder / "people.sav")["verdict"] == "pass"
    return folder


def as_csv(room):
    with (room / "csv" / "data.csv").open(encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    return names, in_order(names, rows)


def in_order(names, rows):
    """Rows sorted, with groups by the order in which they then come: order and numbers are drawn for each release."""
    if names[-1] != "group":
        return sorted(rows)
    rows = sorted(rows, key=lambda row: row[:-1])
    numbers = {}
    return sorted([*row[:-1], str(numbers.setdefault(row[-1], len(numbers)))] for row in rows)


def text(value):
    """A cell as the release writes it in CSV."""
    match value:
        case None:
            return ""
        case float() if value != value:
            return ""
        case datetime.datetime():
            return value.date().isoformat()
        case datetime.date():
            return value.isoformat()
        case bool():
            raise AssertionError("nothing here is true or false")
        case int() | float():
            return format(Decimal(repr(value)).normalize(), "f")
        case _:
            return str(value)


def of_sheet(value):
    """Excel writes `_x0041_` as `_x005F_x0041_`; openpyxl undoes that by a function of its own."""
    return unescape(value) if isinstance(value, str) else text(value)


def test_sheets_as_openpyxl_reads_them(room, recwarn):
    book = openpyxl.load_workbook(room / "xlsx" / "data.xlsx")
    assert book.sheetnames == ["data"]
    cells = list(book["data"].iter_rows())
    assert all(cell.data_type != "f" for row in cells for cell in row), "a formula"
    names, *rows = [[of_sheet(cell.value) for cell in row] for row in cells]
    assert (names, in_order(names, rows)) == as_csv(room)
    assert not [str(warning.message) for warning in recwarn], "openpyxl complains"


def test_sheets_as_pandas_reads_them(room):
    frame = pandas.read_excel(room / "xlsx" / "data.xlsx", dtype=object, keep_default_na=False, na_values=[""])
    names, rows = as_csv(room)
    assert list(frame.columns) == names
    found = [[of_sheet(None if pandas.isna(value) else value) for value in row] for row in frame.itertuples(index=False)]
    assert in_order(names, found) == rows


def test_data_sets_as_pyreadstat_reads_them(room):
    frame, told = pyreadstat.read_dta(room / "dta" / "data.dta")
    names, rows = as_csv(room)
    assert told.column_names == names
    frame = frame.astype(object).where(frame.notna(), None)
    assert in_order(names, [[text(value) for value in row] for row in frame.itertuples(index=False)]) == rows
    assert told.variable_value_labels["health"] == {code: label for code, label in LABELS["health"].items() if code != 9}
    assert "school" not in told.variable_value_labels
    labels = told.column_names_to_labels
    assert labels["pay"] == NAMES["pay"][:80]
    described = json.loads((room / "dta" / "manifest.json").read_text(encoding="utf-8"))["columns"]
    assert {one["name"]: one.get("label") for one in described}["pay"] == NAMES["pay"].strip()
    assert labels["health"] == NAMES["health"]
    assert labels.get("age", labels.get("age_lo")) in ("Age in years", "Age in years (lowest)")


def test_data_sets_as_pandas_reads_them(room):
    frame = pandas.read_stata(room / "dta" / "data.dta", convert_categoricals=False)
    names, rows = as_csv(room)
    assert list(frame.columns) == names
    # pandas counts days of Stata in nanoseconds, which do not reach 1600; none here lie so far back.
    frame = frame.astype(object).where(frame.notna(), None)
    assert in_order(names, [[text(value) for value in row] for row in frame.itertuples(index=False)]) == rows
    labelled = pandas.read_stata(room / "dta" / "data.dta")["health"]
    assert set(labelled) <= set(LABELS["health"].values())
