"""Tables in databases by their address, from Python as from the command line."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

import aloof

ROWS = [(18 + i * 7 % 50, f"town{i % 5}", i * 37 % 4000 + 0.25) for i in range(200)]


def test_a_table_of_sqlite_is_the_table_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "pay.db"
    with sqlite3.connect(file) as database:
        database.execute("create table pay (age integer, town text, pay real)")
        database.executemany("insert into pay values (?, ?, ?)", ROWS)
    lines = ["age,town,pay", *(f"{age},{town},{pay}" for age, town, pay in ROWS)]
    (tmp_path / "pay.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for data, out in ((f"sqlite:{file}?table=pay", "table"), (tmp_path / "pay.csv", "file")):
        release = aloof.anonymize(data, quasi=["age", "town"], sensitive="pay", absolute=20, m=4, seed=7)
        release.save(tmp_path / out)
    assert (tmp_path / "table/data.csv").read_bytes() == (tmp_path / "file/data.csv").read_bytes()
    release = aloof.anonymize(f"sqlite:{file}?table=pay", quasi=["age", "town"], sensitive="pay", absolute=20, m=4, seed=7)
    release.save(tmp_path / "both", to=f"sqlite:{file}?table=released")
    with sqlite3.connect(file) as database:
        assert database.execute("select count(*), sum(pay) from released").fetchone() == (200, sum(pay for *_, pay in ROWS))
    with pytest.raises(aloof.DataError, match="exists already"):
        release.save(tmp_path / "none", to=f"sqlite:{file}?table=released")
    with pytest.raises(aloof.DataError, match="no server answers"):
        release.save(tmp_path / "none", to="postgres://ann@127.0.0.1:1/db?table=t")
    assert not (tmp_path / "none").exists()


def test_a_password_in_an_address_is_not_repeated() -> None:
    with pytest.raises(aloof.DataError, match="must not hold a password") as refused:
        aloof.inspect("postgres://ann:topsecret@localhost/db?table=t")
    assert "topsecret" not in str(refused.value)
