"""A connection and a query are a table: the same as that table in a file."""

import datetime
import decimal
import sqlite3
import uuid

import duckdb
import numpy as np
import pyarrow as pa
import pytest

import aloof

ROWS = 150
WORDS = {"quasi": ["age", "ward"], "sensitive": "pay", "absolute": "20", "m": 3, "seed": 4, "effort": "quick"}
QUERY = "select age, ward, pay from people"


def people():
    random = np.random.default_rng(1)
    ages, cents = random.integers(18, 90, ROWS), random.integers(0, 4000, ROWS)
    wards = random.choice(["Nord", "Süd", None], ROWS)
    return [(int(age), ward, int(pay) / 4) for age, ward, pay in zip(ages, wards, cents, strict=True)]


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    file = tmp_path_factory.mktemp("queries") / "people.db"
    connection = sqlite3.connect(file)
    connection.execute("create table people (age integer, ward text, pay real)")
    connection.executemany("insert into people values (?, ?, ?)", people())
    connection.commit()
    connection.close()
    return file


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    file = tmp_path_factory.mktemp("queries") / "people.csv"
    lines = ["age,ward,pay", *(f"{age},{ward or ''},{pay}" for age, ward, pay in people())]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return aloof.anonymize(file, **WORDS).to_arrow().to_pylist()


def same(table, expected):
    assert aloof.anonymize(table, **WORDS).to_arrow().to_pylist() == expected


def test_sqlalchemy(database, expected):
    sqlalchemy = pytest.importorskip("sqlalchemy", reason="SQLAlchemy cannot be had from the package index")
    engine = sqlalchemy.create_engine(f"sqlite:///{database}")
    same(aloof.query(engine, QUERY), expected)
    with engine.connect() as connection:
        same(aloof.query(connection, QUERY), expected)
        same(aloof.query(connection, sqlalchemy.text(QUERY)), expected)
        old = aloof.query(connection, f"{QUERY} where age > :age", {"age": 60})
        assert 0 < len(old) < ROWS and old.column_names == ["age", "ward", "pay"]
        people_ = sqlalchemy.Table("people", sqlalchemy.MetaData(), autoload_with=connection)
        same(aloof.query(connection, sqlalchemy.select(people_)), expected)
    engine.dispose()


def test_adbc(database, expected):
    driver = pytest.importorskip("adbc_driver_sqlite.dbapi", reason="its driver cannot be had from the package index")
    with driver.connect(str(database)) as connection:
        same(aloof.query(connection, QUERY), expected)
        with connection.cursor() as cursor:
            cursor.execute(QUERY)
            same(cursor.fetch_record_batch(), expected)
        assert len(aloof.query(connection, f"{QUERY} where age > ?", (60,))) < ROWS


def test_duckdb(expected):
    rows = people()
    connection = duckdb.connect()
    connection.execute("create table people (age integer, ward varchar, pay decimal(10, 2))")
    connection.executemany("insert into people values (?, ?, ?)", rows)
    same(aloof.query(connection, QUERY), expected)
    same(connection.sql(QUERY), expected)
    same(connection.table("people"), expected)
    assert len(aloof.query(connection, f"{QUERY} where age > ?", [60])) < ROWS


def test_any_connection_of_python(database, expected):
    connection = sqlite3.connect(database)
    same(aloof.query(connection, QUERY), expected)
    assert len(aloof.query(connection, f"{QUERY} where age > ?", (200,))) == 0
    connection.close()


class Rows:
    """A connection as drivers of other databases have them: decimals, dates, identifiers."""

    def __init__(self, names, rows):
        self.description, self._rows = [(name, None) for name in names], rows

    def cursor(self):
        return self

    def execute(self, sql):
        if sql == "fail":
            raise RuntimeError("the value 31337 is wrong")

    def fetchall(self):
        return self._rows

    def close(self):
        pass


def test_values_of_other_databases():
    day = datetime.date(2000, 1, 1)
    rows = [(decimal.Decimal(at).scaleb(-2), day.replace(day=1 + at % 28), uuid.UUID(int=at), at % 2 == 0) for at in range(60)]
    table = aloof.query(Rows(["pay", "born", "id", "sure"], rows), "select")
    assert [column.type for column in aloof.inspect(table).columns] == ["number", "date", "label", "label"]
    paid = aloof.anonymize(table, quasi="born", sensitive="pay", k=5).to_arrow()["pay"].to_pylist()
    assert sorted(paid) == [row[0] for row in rows]


def test_decimals_of_postgres_are_numbers():
    """Its driver hands them over as texts of a type that Arrow does not have."""
    field = pa.field("pay", pa.string(), metadata={
        "ARROW:extension:name": "arrow.opaque",
        "ARROW:extension:metadata": '{"type_name": "numeric", "vendor_name": "PostgreSQL"}',
    })  # fmt: skip
    table = pa.Table.from_arrays([pa.array([f"{at}.50" for at in range(60)]), pa.array(range(60))],
                                 schema=pa.schema([field, ("age", pa.int64())]))  # fmt: skip
    assert aloof.inspect(table).columns[0].type == "number"


def test_what_goes_wrong_is_said_without_quoting_cells(database):
    connection = sqlite3.connect(database)
    with pytest.raises(aloof.DataError, match=r"the query cannot be read: OperationalError") as caught:
        aloof.query(connection, "select nothing from nowhere")
    assert isinstance(caught.value.__cause__, sqlite3.OperationalError)
    with pytest.raises(aloof.DataError) as caught:
        aloof.query(Rows(["pay"], []), "fail")
    assert "31337" not in str(caught.value)
    with pytest.raises(aloof.DataError, match=r"column `pay` holds values of several types \(int, str\)") as caught:
        aloof.query(Rows(["pay"], [(1,), ("secret",)]), "select")
    assert "secret" not in str(caught.value) and caught.value.__cause__ is None
    with pytest.raises(aloof.CallError, match="a connection to a database is needed, found int"):
        aloof.query(7, QUERY)
    with pytest.raises(aloof.CallError, match="gives no table"):
        aloof.query(connection, "create temp table t (a)")
    connection.close()
