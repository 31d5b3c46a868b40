"""Tables with labels and codes: what pyreadstat read means what the file means, value by value and word by word."""

import datetime
import json

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest

import aloof

pyreadstat = pytest.importorskip("pyreadstat", reason="pyreadstat cannot be had from the package index")

ROWS = 240
LABELS = {"sex": {1: "weiblich", 2: "männlich", 9: "keine Angabe"}, "region": {1: "Nord", 2: "Süd", 3: "Ost"}}
COLUMN_LABELS = {"sex": "Geschlecht", "income": "Monatliches Einkommen, €"}
MISSING = {"sex": [9], "income": [{"lo": -9, "hi": -8}, 99999]}
POLICY = {
    "columns": {"age": {"role": "quasi"}, "region": {"role": "quasi"}, "income": {"role": "sensitive", "missing": "publish"},
                "undeclared": "drop"},
    "protect": [{"principle": "epsilon-m", "absolute": "20", "m": 2}],
    "method": {"effort": "quick"},
}  # fmt: skip


def people():
    random = np.random.default_rng(5)
    said = random.integers(1, 9000, ROWS) / 4
    pay = [(-9, -8, 99999)[at % 3] if at % 8 == 5 else float(value) for at, value in enumerate(said)]
    return pd.DataFrame(
        {
            "age": random.integers(18, 90, ROWS),
            "sex": random.choice([1, 2, 9], ROWS),
            "region": random.choice([1, 2, 3], ROWS),
            "born": [datetime.date(1940, 1, 1) + datetime.timedelta(days=int(day)) for day in random.integers(0, 20000, ROWS)],
            "at": [datetime.time(int(hour), 30) for hour in random.integers(0, 24, ROWS)],
            "seen": [datetime.datetime(2020, 1, 1, int(hour), 30) for hour in random.integers(0, 24, ROWS)],
            "income": pay,
        }
    )


@pytest.fixture(scope="module")
def sav(tmp_path_factory):
    file = tmp_path_factory.mktemp("labels") / "people.sav"
    pyreadstat.write_sav(
        people(), file, variable_value_labels=LABELS, column_labels=COLUMN_LABELS, missing_ranges=MISSING,
        variable_measure={"sex": "nominal", "income": "scale"},
    )  # fmt: skip
    return file


@pytest.fixture(scope="module")
def dta(tmp_path_factory):
    """Floats of four bytes, and incomes that are missing for a reason."""
    file = tmp_path_factory.mktemp("labels") / "people.dta"
    frame = people().drop(columns=["at"])
    frame["income"] = ["a" if value < 0 else value for value in frame["income"]]
    pyreadstat.write_dta(frame, file, version=15, variable_value_labels=LABELS, column_labels=COLUMN_LABELS,
                         missing_user_values={"income": ["a"]})  # fmt: skip
    return file


def looked(data):
    """All that is said of columns and policy; what only a file of the kind has, left out."""
    found = aloof.inspect(data)
    fields = {key: value for key, value in found.to_dict().items() if key != "format"}
    return json.loads(json.dumps(fields)), found.policy_text


def differing(one, other):
    columns = zip(one[0]["columns"], other[0]["columns"], strict=True)
    return [(mine["name"], key, mine[key], theirs[key]) for mine, theirs in columns for key in mine if mine[key] != theirs[key]]


@pytest.mark.parametrize("user_missing", [False, True])
@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_what_pyreadstat_read_is_what_the_file_says(sav, user_missing, library):
    if library == "polars":
        data = pyreadstat.read_sav(sav, user_missing=user_missing, output_format="polars")
    else:
        data = pyreadstat.read_sav(sav, user_missing=user_missing)
    ours, theirs = looked(data), looked(sav)
    # Which values are declared is known to pyreadstat only where it left them in.
    told = [one for one in differing(ours, theirs) if user_missing or one[1] != "declared_missing"]
    assert told == []
    if user_missing:
        assert ours[1] == theirs[1]
    made = [aloof.anonymize(one, POLICY, seed=3).to_arrow().to_pylist() for one in (data, sav)]
    assert made[0] == made[1]


def test_stata_by_pyreadstat(dta):
    for user_missing in (False, True):
        data = pyreadstat.read_dta(dta, user_missing=user_missing)
        assert differing(looked(data), looked(dta)) == []
        made = [aloof.anonymize(one, POLICY, seed=3).to_arrow().to_pylist() for one in (data, dta)]
        assert made[0] == made[1]


def test_floats_of_four_bytes_are_what_they_show(tmp_path):
    frame = pd.DataFrame({"age": np.arange(20, 50), "rate": np.array([0.1, 30001.1, 1 / 3] * 10, dtype="float32")})
    frame.to_stata(tmp_path / "a.dta", write_index=False)
    for data in (tmp_path / "a.dta", frame, pyreadstat.read_dta(tmp_path / "a.dta"), pd.read_stata(tmp_path / "a.dta")):
        rates = aloof.anonymize(data, quasi="age", sensitive="rate", k=1, seed=1).to_arrow()["rate"].to_pylist()
        assert {str(rate.normalize()) for rate in rates} == {"0.1", "30001.1", "0.33333334"}


def test_labels_in_the_attributes_of_a_frame(sav):
    frame, meta = pyreadstat.read_sav(sav, user_missing=True)
    for attributes in (
        vars(meta),
        {"variable_labels": meta.column_names_to_labels, "value_labels": meta.variable_value_labels,
         "missing_ranges": meta.missing_ranges},
    ):  # fmt: skip
        labelled = frame.copy()
        labelled.attrs.update(attributes)
        ours, theirs = looked(labelled), looked(sav)
        assert [one for one in differing(ours, theirs) if one[1] not in ("format", "confidence", "reason")] == []
        assert ours[1].count("label") == theirs[1].count("label")


def test_labels_travel_with_arrow(sav, tmp_path):
    """Parquet keeps what fields say; so does a table in memory."""
    field = pa.field("sex", pa.int8(), metadata={"aloof.label": "Geschlecht", "aloof.value_labels": '[["1", "w"], ["2", "m"]]',
                                                 "aloof.missing": '["9"]'})  # fmt: skip
    table = pa.table([pa.array([1, 2, 9] * 20, pa.int8()), pa.array(range(60))], schema=pa.schema([field, ("pay", pa.int64())]))
    pa.parquet.write_table(table, tmp_path / "a.parquet")
    for data in (table, tmp_path / "a.parquet"):
        sex = aloof.inspect(data).columns[0]
        assert (sex.label, sex.missing, sex.declared_missing) == ("Geschlecht", 20, ["9"])
        assert [list(pair) for pair in sex.value_labels] == [["1", "w"], ["2", "m"]]


def test_frames_with_labels_in_place_of_codes(sav):
    """Labels that were put in place of codes are labels; codes that are no longer there say nothing."""
    data = pyreadstat.read_sav(sav, apply_value_formats=True)
    sex = aloof.inspect(data).columns[1]
    assert (sex.type, sex.label, sex.value_labels) == ("label", "Geschlecht", [])
