"""Nullable and extension types: the same table as the one in a file, whichever library holds it."""

import datetime
import decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import aloof

ROWS = 120
WORDS = {"quasi": ["age", "born"], "sensitive": "pay", "keep": ["ward", "sure", "score"], "k": 4, "seed": 2, "effort": "quick"}


def plain():
    """Values of Python, with holes."""
    random = np.random.default_rng(9)
    some = lambda values, every: [None if at % every == 3 else value for at, value in enumerate(values)]  # noqa: E731
    return {
        "age": [int(age) for age in random.integers(18, 90, ROWS)],
        "born": [datetime.date(1950, 1, 1) + datetime.timedelta(days=int(day)) for day in random.integers(0, 9000, ROWS)],
        "pay": [decimal.Decimal(int(cents)).scaleb(-2) for cents in random.integers(0, 10**6, ROWS)],
        "ward": some([str(ward) for ward in random.choice(["Nord", "Süd", "007"], ROWS)], 7),
        "sure": some([bool(value) for value in random.choice([True, False], ROWS)], 5),
        "score": some([int(value) for value in random.integers(0, 9, ROWS)], 11),
    }


def text(value):
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The same table as CSV."""
    path, columns = tmp_path_factory.mktemp("types") / "people.csv", plain()
    lines = [",".join(columns), *(",".join(map(text, row)) for row in zip(*columns.values(), strict=True))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def expected(file):
    return rows(aloof.anonymize(file, **WORDS))


def rows(release):
    plainly = lambda value: value if isinstance(value, decimal.Decimal) else text(value)  # noqa: E731
    return [[plainly(value) for value in row.values()] for row in release.to_arrow().to_pylist()]


FRAMES = {
    "objects": lambda columns: pd.DataFrame({name: pd.Series(values, dtype=object) for name, values in columns.items()}),
    "nullable": lambda columns: pd.DataFrame(
        {"age": pd.array(columns["age"], "Int64"), "born": pd.to_datetime(columns["born"]), "pay": columns["pay"],
         "ward": pd.array(columns["ward"], "string"), "sure": pd.array(columns["sure"], "boolean"),
         "score": pd.array(columns["score"], "Int8")}),
    "strings of Arrow": lambda columns: pd.DataFrame(
        {"age": pd.array(columns["age"], "UInt16"), "born": pd.array(columns["born"], pd.ArrowDtype(pa.date32())),
         "pay": pd.array(columns["pay"], pd.ArrowDtype(pa.decimal128(20, 2))),
         "ward": pd.array(columns["ward"], "string[pyarrow]"), "sure": pd.array(columns["sure"], pd.ArrowDtype(pa.bool_())),
         "score": pd.array(columns["score"], pd.ArrowDtype(pa.int8()))}),
    "categoricals": lambda columns: pd.DataFrame(
        {"age": pd.Categorical(columns["age"], ordered=True), "born": pd.to_datetime(columns["born"]).astype("datetime64[s]"),
         "pay": columns["pay"], "ward": pd.Categorical(columns["ward"]), "sure": pd.Categorical(columns["sure"]),
         "score": pd.Categorical(columns["score"])}),
    "floats with holes": lambda columns: pd.DataFrame(
        {**columns, "age": np.array(columns["age"], "float64"), "score": np.array(columns["score"], "float64")}),
    "sparse": lambda columns: pd.DataFrame({**columns, "age": pd.arrays.SparseArray(columns["age"], fill_value=40),
                                            "score": pd.array(columns["score"], "Int64")}),
    "polars": lambda columns: pl.DataFrame(columns, schema_overrides={"pay": pl.Decimal(20, 2), "ward": pl.Categorical}),
    "polars, enumerated": lambda columns: pl.DataFrame(
        columns, schema_overrides={"ward": pl.Enum(["007", "Nord", "Süd"]), "age": pl.UInt8, "pay": pl.Decimal(30, 2)}),
    "pyarrow": lambda columns: pa.table(columns),
    "pyarrow, views and runs": lambda columns: pa.table(
        {**columns, "ward": pa.array(columns["ward"], pa.string_view()), "age": pa.array(columns["age"], pa.uint64()),
         "pay": pa.array(columns["pay"], pa.decimal256(40, 2))}),
}  # fmt: skip


@pytest.mark.parametrize("form", FRAMES)
def test_every_type_means_what_the_file_means(form, expected):
    assert rows(aloof.anonymize(FRAMES[form](plain()), **WORDS)) == expected


@pytest.mark.parametrize("form", FRAMES)
def test_inspection_tells_the_same(form, file):
    frame = FRAMES[form](plain())
    keys = ("name", "type", "distinct", "missing", "unique", "range", "role")
    told = [[{key: column[key] for key in keys} for column in aloof.inspect(data).to_dict()["columns"]] for data in (frame, file)]
    assert told[0] == told[1]


def test_periods_are_their_first_day_and_times_are_texts():
    frame = pd.DataFrame({
        "month": pd.period_range("1999-11", periods=24, freq="M"), "pay": range(24),
        "span": pd.to_timedelta([f"{hour}:30:00.5" for hour in range(20, 44)]), "at": [datetime.time(at, 30) for at in range(24)],
    })  # fmt: skip
    columns = {column.name: column for column in aloof.inspect(frame).columns}
    assert columns["month"].type == "date" and list(columns["month"].range) == ["1999-11-01", "2001-10-01"]
    assert columns["span"].type == columns["at"].type == "label"
    keep = {"role": "keep", "confirmed": True}
    policy = {
        "columns": {"month": {"role": "quasi"}, "pay": {"role": "sensitive"}, "span": keep, "at": keep},
        "protect": [{"principle": "k-anonymity", "k": 1}],
    }
    kept = aloof.anonymize(frame, policy, seed=1).to_pandas()
    assert {"20:30:00.5", "43:30:00.5"} <= set(kept["span"]) and {"00:30:00", "23:30:00"} <= set(kept["at"])


def test_bands_of_pandas_and_wide_integers_of_polars():
    ages = [18 + at % 60 for at in range(ROWS)]
    frame = pd.DataFrame({"band": pd.cut(pd.Series(ages), [0, 30, 60, 99]), "pay": range(ROWS)})
    frame.loc[0, "band"] = None
    seen = aloof.inspect(frame).columns[0]
    assert (seen.type, seen.distinct, seen.missing) == ("label", 3, 1)
    wide = pl.DataFrame({"age": ages, "pay": range(ROWS)}).with_columns(pl.col("pay").cast(pl.Int128))
    assert [column.type for column in aloof.inspect(wide).columns] == ["number", "number"]


def test_columns_that_cannot_be_read_are_proposed_to_be_dropped():
    seen = aloof.inspect(pl.DataFrame({"age": [18, 19], "all": [[1, 2], [3]], "pay": [1, 2]}))
    assert [(column.name, column.role) for column in seen.columns][1] == ("all", "drop")
    assert "cannot be read" in seen.columns[1].reason


@pytest.mark.parametrize("values", [pd.array([b"x"] * 20, pd.ArrowDtype(pa.binary())), [1j] * 20])
def test_what_no_table_holds_is_refused_by_name(values):
    frame = pd.DataFrame({"odd": values, "pay": range(20)})
    with pytest.raises(aloof.DataError, match="odd"):
        aloof.anonymize(frame, quasi="odd", sensitive="pay", k=2)
