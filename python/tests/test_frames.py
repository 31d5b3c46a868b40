"""Tables of all libraries in, with all that columns hold, and out again; what cannot be read is said clearly."""

import contextlib
import datetime
import decimal
import sqlite3

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from conftest import WORDS

import aloof


@pytest.fixture(scope="module")
def expected(people):
    return aloof.anonymize(people, seed=5, **WORDS).to_arrow()


@pytest.mark.parametrize(
    "form",
    ["pandas", "polars", "polars lazy", "pyarrow table", "pyarrow reader", "pyarrow batch", "duckdb", "aloof"],
)
def test_every_library_gives_the_same_release(people, expected, form):
    table_ = pa.Table.from_pandas(people, preserve_index=False)  # noqa: F841, DuckDB finds it by its name
    if form == "duckdb":
        data = duckdb.sql("select * from table_")
    else:
        data = forms(people)[form]
    release = aloof.anonymize(data, seed=5, **WORDS)
    assert release.to_arrow().equals(expected)


def forms(people):
    table = pa.Table.from_pandas(people, preserve_index=False)
    return {
        "pandas": people,
        "polars": pl.from_arrow(table),
        "polars lazy": pl.from_arrow(table).lazy(),
        "pyarrow table": table,
        "pyarrow reader": table.to_reader(max_chunksize=700),
        "pyarrow batch": table.combine_chunks().to_batches()[0],
        "aloof": aloof.generate(3_000, seed=11),
    }


def test_every_library_gets_the_release(people):
    release = aloof.anonymize(people, seed=5, **WORDS)
    pandas, polars, arrow = release.to_pandas(), release.to_polars(), release.to_arrow()
    assert len(pandas) == polars.height == arrow.num_rows == len(people)
    assert list(pandas.columns) == polars.columns == arrow.column_names == ["age", "birthplace", "occupation", "income"]
    assert sorted(pandas["income"]) == sorted(people["income"])
    assert pandas["income"].dtype == np.int64
    assert pa.table(release).equals(arrow)


def kinds(rows=400):
    """A column of every kind that keeps its meaning, some with nulls."""
    random = np.random.default_rng(3)
    start = datetime.date(1960, 1, 1)
    return pa.table(
        {
            "whole": pa.array(random.integers(18, 90, rows), pa.int16()),
            "real": pa.array(random.integers(0, 400, rows) / 4, pa.float64()),
            "born": pa.array([start + datetime.timedelta(days=int(day)) for day in random.integers(0, 9000, rows)]),
            "ward": pa.array(random.choice(["north", "south", "east"], rows)).dictionary_encode(),
            "wide": pa.array(random.choice(["a", "b"], rows), pa.string_view()),
            "seen": pa.array(random.integers(0, 3000, rows) * 86_400_000_000, pa.timestamp("us", "UTC")),
            "sure": pa.array(random.choice([True, False], rows)),
            "pay": pa.array([decimal.Decimal(int(cents)).scaleb(-2) for cents in random.integers(0, 10**7, rows)]),
        }
    )


def test_columns_keep_their_meaning():
    table = kinds()
    quasi = ["whole", "real", "born", "ward", "seen"]
    release = aloof.anonymize(
        table, quasi=quasi, sensitive="pay", keep=["wide", "sure"], absolute="100.50", m=3, intervals="bounds", seed=1
    ).to_arrow()
    kinds_out = {name: release.schema.field(name).type for name in release.column_names}
    assert kinds_out["born_lo"] == pa.date32() and kinds_out["seen_hi"] == pa.date32()
    assert kinds_out["whole_lo"] == pa.int64()
    assert pa.types.is_decimal(kinds_out["pay"])
    assert sorted(release["pay"].to_pylist()) == sorted(table["pay"].to_pylist())
    assert set(release["sure"].to_pylist()) == {"true", "false"}


def test_nulls_are_missing_values_in_every_library():
    table = kinds().append_column("note", pa.array([None if at % 7 == 0 else "x" for at in range(400)]))
    words = {"quasi": ["whole"], "sensitive": "pay", "keep": "note", "k": 5, "seed": 1}
    for data in (table, table.to_pandas(), pl.from_arrow(table)):
        notes = aloof.anonymize(data, **words).to_arrow()["note"].to_pylist()
        assert notes.count(None) == 58 and notes.count("x") == 342


def test_people_without_a_sensitive_value_stay():
    """As null, by code, and as a value that no rule asks about; what comes back is null."""
    pay = [None if at % 3 == 0 else -9.0 if at % 3 == 1 else float(at * 7 % 400) for at in range(300)]
    notes = [None if at % 2 else 1 for at in range(300)]
    table = pa.table({"age": [20 + at % 50 for at in range(300)], "pay": pay, "note": notes})
    policy = {
        "columns": {
            "age": {"role": "quasi"},
            "pay": {"role": "sensitive", "missing": {"codes": ["-9"], "then": "publish"}},
            "note": {"role": "sensitive", "protect": "none"},
        },
        "protect": [{"principle": "epsilon-m", "sensitive": "pay", "absolute": 2, "m": 3}],
    }
    for data in (table, table.to_pandas(), pl.from_arrow(table)):
        release = aloof.anonymize(data, policy, seed=1)
        assert (release.tuples, release.dropped, release.verdict) == (300, 0, "pass")
        out = release.to_arrow()
        assert out["pay"].null_count == 200 and out["note"].null_count == 150
        found = aloof.audit(out, policy, original=data)
        assert found.verdict == "pass" and found.checks[0].missing.tuples == 200


def in_every_library(table):
    """The same rows for pandas, polars, pyarrow and DuckDB. DuckDB has decimals, enumerations and zones of its own."""
    cells = table.append_column("place", pa.array(range(table.num_rows)))
    session = duckdb.connect()
    session.execute("set timezone = 'UTC'")
    session.register("cells", cells)
    session.execute("create type ward as enum ('north', 'south', 'east')")
    words = "* exclude (ward, place), ward::ward as ward"
    return {
        "pyarrow": table,
        "pandas": table.to_pandas(),
        "pandas with Arrow types": table.to_pandas(types_mapper=pd.ArrowDtype),
        "polars": pl.from_arrow(table),
        "duckdb": session.sql(f"select {words} from cells order by place"),
    }


LIBRARIES = ["pyarrow", "pandas", "pandas with Arrow types", "polars", "duckdb"]


@pytest.mark.parametrize("library", LIBRARIES)
def test_nulls_categoricals_decimals_and_zones_mean_the_same_in_every_library(library):
    plain = kinds().select(["whole", "ward", "seen", "pay"])
    holes = pa.array([None if at % 7 == 0 else value for at, value in enumerate(plain["ward"].to_pylist())])
    table = plain.set_column(1, "ward", holes.dictionary_encode())
    words = {"quasi": ["whole", "ward", "seen"], "sensitive": "pay", "absolute": "100.50", "m": 3, "seed": 1, "effort": "quick"}
    expected = aloof.anonymize(table, **words).to_arrow()
    found = aloof.anonymize(in_every_library(table)[library], **words).to_arrow()
    assert found.select(expected.column_names).to_pylist() == expected.to_pylist()
    assert pa.types.is_decimal(found.schema.field("pay").type)
    assert None in found["ward"].to_pylist() or "*" in found["ward"].to_pylist()


@pytest.mark.parametrize("library", LIBRARIES)
def test_what_is_wrong_is_said_the_same_way_of_every_library(library):
    table = kinds().select(["whole", "ward", "seen", "pay"])
    data = in_every_library(table.slice(0, 0))[library]
    with pytest.raises(aloof.DataError, match="no rows"):
        aloof.anonymize(data, quasi="whole", sensitive="pay", k=5)
    data = in_every_library(table)[library]
    with pytest.raises(aloof.PolicyError, match=r"`hole`.*did you mean `whole`"):
        aloof.anonymize(data, quasi="hole", sensitive="pay", k=5)
    with pytest.raises(aloof.PolicyError, match=r"needs numbers or dates.*`ward`.*l-diversity"):
        aloof.anonymize(in_every_library(table)[library], quasi="whole", sensitive="ward", absolute="1", m=2)


@pytest.mark.parametrize("library", ["pandas", "polars", "duckdb"])
def test_zones_of_every_library_are_refused(library):
    moment = pd.Timestamp("2020-01-31", tz="Europe/Paris")
    frame = pd.DataFrame({"seen": [moment] * 10, "pay": range(10)})
    session = duckdb.connect()
    session.execute("set timezone = 'Europe/Paris'")
    data = {
        "pandas": frame,
        "polars": pl.from_pandas(frame),
        "duckdb": session.sql("select timestamptz '2020-01-31 00:00:00' as seen, range as pay from range(10)"),
    }
    with pytest.raises(aloof.DataError, match=r"column `seen`.*zone Europe/Paris"):
        aloof.anonymize(data[library], quasi="seen", sensitive="pay", k=2)


def test_objects_of_polars_are_refused():
    data = pl.DataFrame({"age": pl.Series([1, "secret"], dtype=pl.Object), "pay": [1, 2]})
    with pytest.raises(aloof.DataError, match="column `age`") as caught:
        aloof.anonymize(data, quasi="age", sensitive="pay", absolute=1, m=2)
    assert "secret" not in str(caught.value)
    assert aloof.inspect(data).columns[0].role == "drop"


def test_a_missing_quasi_value_is_what_the_policy_says(people):
    some = people.assign(age=people["age"].astype("float64").where(people.index % 50 != 0))
    with pytest.raises(aloof.AloofError, match="age"):
        aloof.anonymize(some, {"columns": {"age": {"role": "quasi", "missing": "error"}, "income": {"role": "sensitive"},
                                           "undeclared": "drop"}, "protect": [{"principle": "k-anonymity", "k": 5}]})
    release = aloof.anonymize(some, {"columns": {"age": {"role": "quasi", "missing": "drop"}, "income": {"role": "sensitive"},
                                                 "undeclared": "drop"}, "protect": [{"principle": "k-anonymity", "k": 5}]})
    assert release.dropped == 60


def test_the_index_of_pandas_is_no_column(people):
    some = people[people["age"] > 30]
    assert not isinstance(some.index, pd.RangeIndex)
    policy = {
        "columns": {name: {"role": "drop"} for name in people.columns}
        | {"age": {"role": "quasi"}, "income": {"role": "sensitive"}},
        "protect": [{"principle": "k-anonymity", "k": 5}],
    }
    assert aloof.anonymize(some, policy).tuples == len(some)


def test_other_zones_than_utc_are_refused_where_they_are_used(people):
    zoned = people.assign(seen=pd.Timestamp("2020-01-31", tz="Europe/Paris"))
    assert aloof.anonymize(zoned, k=5, quasi="age", sensitive="income").tuples == len(people)
    with pytest.raises(aloof.DataError, match="zone Europe/Paris"):
        aloof.anonymize(zoned, k=5, quasi=["age", "seen"], sensitive="income")


def test_mixed_objects_are_refused_without_quoting_them(people):
    mixed = people.assign(note=[7, "secret"] * (len(people) // 2))
    with pytest.raises(aloof.DataError, match=r"column `note` holds values of several types \(int, str\)") as caught:
        aloof.inspect(mixed)
    assert "secret" not in str(caught.value) and caught.value.__cause__ is None and caught.value.__context__ is None
    strange = people.assign(note=[object()] * len(people))
    with pytest.raises(aloof.DataError, match="column `note` holds objects of type object"):
        aloof.inspect(strange)


def test_wrong_columns(people):
    with pytest.raises(aloof.PolicyError, match=r"`aeg`.*did you mean `age`"):
        aloof.anonymize(people, quasi="aeg", sensitive="income", k=5)
    with pytest.raises(aloof.DataError, match="`age` stands there twice"):
        aloof.inspect(pd.concat([people, people[["age"]]], axis=1))
    nested = pa.table({"age": [[1], [2]], "pay": [1, 2]})
    with pytest.raises(aloof.DataError, match="column `age`"):
        aloof.anonymize(nested, quasi="age", sensitive="pay", k=1)


def test_empty_frames(people):
    with pytest.raises(aloof.DataError, match="no rows"):
        aloof.anonymize(people.head(0), **WORDS)
    with pytest.raises(aloof.DataError, match="no columns"):
        aloof.inspect(pd.DataFrame())
    assert aloof.inspect(people.head(0)).rows == 0


def test_what_is_no_table():
    with pytest.raises(aloof.DataError, match=r"a table is needed.*found int"):
        aloof.inspect(7)
    with pytest.raises(aloof.DataError, match="no such file"):
        aloof.inspect("nowhere.csv")


@pytest.mark.parametrize("method", ["walk", "perturb", "noise"])
def test_labels_of_digits_stay_labels_however_a_release_is_made(method):
    """A file of texts cannot tell the label "12345" from a number; the release knows what it was."""
    rows = 300
    table = pa.table({
        "age": pa.array([20 + at * 7 % 61 for at in range(rows)]),
        "zip": pa.array([str(12300 + at % 50) for at in range(rows)]),
        "income": pa.array([1000 + at * 37 % 9001 for at in range(rows)]),
    })
    columns = {"age": {"role": "quasi"}, "zip": {"role": "keep"}, "income": {"role": "sensitive", "protect": "none"}}
    policy = {"columns": columns, "method": {"algorithm": method}}
    if method == "noise":
        policy["method"]["noise"] = "0.1"
    if method == "perturb":
        policy["protect"] = [{"principle": "epsilon-m", "absolute": "500", "m": 3, "view": "group"}]
    released = aloof.anonymize(table, policy, seed=1).to_arrow()
    assert pa.types.is_dictionary(released.schema.field("zip").type)
    assert sorted(released["zip"].to_pylist()) == sorted(table["zip"].to_pylist())
    assert pa.types.is_integer(released.schema.field("income").type)


def test_a_connection_is_no_table():
    with duckdb.connect() as of_duckdb, contextlib.closing(sqlite3.connect(":memory:")) as of_python:
        for connection in (of_duckdb, of_python):
            with pytest.raises(aloof.DataError, match=r"aloof\.query"):
                aloof.inspect(connection)
