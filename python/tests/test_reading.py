"""A release read for analysis."""

import json

import pandas
import pytest

import aloof

COLUMNS = [
    {"name": "age", "role": "quasi", "type": "number"},
    {"name": "born", "role": "quasi", "type": "date"},
    {"name": "town", "role": "quasi", "type": "label"},
    {"name": "pay", "role": "sensitive", "type": "number"},
]


@pytest.fixture
def release(tmp_path):
    (tmp_path / "manifest.json").write_text(json.dumps({"columns": COLUMNS}))
    (tmp_path / "data.csv").write_text(
        'age,born,town,pay\n20..29,2000-01-01..2000-01-31,"{Lyon|Rome}",1.5\n40,2001-05-01,Rome,2.5\n*,2001-05-01,*,3\n,2001-05-01,Rome,4\n'
    )
    return aloof.read_release(tmp_path)


def test_cells_by_their_middles(release):
    middles = release.midpoints()
    assert middles["age"].tolist()[:3] == [24.5, 40.0, 30.0]
    assert pandas.isna(middles["age"][3])
    assert middles["born"][0] == pandas.Timestamp("2000-01-16")
    assert middles["town"].tolist() == ["Lyon", "Rome", "Lyon", "Rome"]
    assert middles["pay"].tolist() == [1.5, 2.5, 3.0, 4.0]


def test_draws_lie_inside_and_cover_everything(release):
    drawn = list(release.draws(400, seed=1))
    ages = {one["age"][0] for one in drawn}
    assert ages == set(range(20, 30))
    assert {one["town"][0] for one in drawn} == {"Lyon", "Rome"}
    assert {one["age"][1] for one in drawn} == {40.0}
    born = {one["born"][0] for one in drawn}
    assert min(born) == pandas.Timestamp("2000-01-01") and max(born) == pandas.Timestamp("2000-01-31")
    assert all(pandas.isna(one["age"][3]) for one in drawn)
    again = list(release.draws(2, seed=1))
    assert again[1].equals(drawn[1])


def test_weights_of_a_row_add_up(release):
    weighted = release.weights()
    assert weighted.groupby("row")["weight"].sum().tolist() == [1.0] * 4
    assert weighted[weighted["row"] == 0]["town"].tolist() == ["Lyon", "Rome"]


def test_bounds_in_two_columns(tmp_path):
    (tmp_path / "manifest.json").write_text(json.dumps({"columns": COLUMNS}))
    (tmp_path / "data.csv").write_text("age_lo,age_hi,pay\n20,29,1\n,,2\n")
    table = aloof.read_release(tmp_path)
    assert table.midpoints()["age"][0] == 24.5 and pandas.isna(table.midpoints()["age"][1])
    assert "2 rows" in repr(table)


def test_what_is_no_release(tmp_path, release):
    with pytest.raises(aloof.DataError, match="not the directory of a release"):
        aloof.read_release(tmp_path / "nowhere")
    with pytest.raises(aloof.DataError, match="no column `size`"):
        release.bounds("size")
    with pytest.raises(aloof.DataError, match="labels, which have no ends"):
        release.bounds("town")


def test_values_in_a_table_of_their_own(tmp_path):
    columns = [
        {"name": "age", "role": "quasi", "type": "number"},
        {"name": "ill", "role": "sensitive", "type": "label"},
        {"name": "group", "role": "group", "type": "number"},
        {"name": "count", "role": "count", "type": "number"},
    ]
    made = {"how": "anatomy", "group": "group", "sensitive": "ill", "count": "count", "file": "sensitive.csv", "l": 2}
    (tmp_path / "manifest.json").write_text(json.dumps({"columns": columns, "made": made}))
    (tmp_path / "data.csv").write_text("age,group\n20,1\n30,1\n40,1\n50,2\n60,2\n")
    with pytest.raises(aloof.DataError, match=r"lacks sensitive\.csv"):
        aloof.read_release(tmp_path)
    (tmp_path / "sensitive.csv").write_text("group,ill,count\n1,flu,2\n1,cold,1\n2,flu,1\n2,gout,1\n")
    table = aloof.read_release(tmp_path)
    assert table.midpoints()["ill"].tolist()[:3] == ["flu"] * 3
    for frame in table.draws(5, seed=1):
        assert sorted(frame["ill"][:3]) == ["cold", "flu", "flu"] and sorted(frame["ill"][3:]) == ["flu", "gout"]
    weighted = table.weights()
    assert weighted.groupby("row")["weight"].sum().round(9).tolist() == [1.0] * 5
    assert weighted.groupby("ill")["weight"].sum().round(9).to_dict() == {"cold": 1.0, "flu": 3.0, "gout": 1.0}


def test_rows_that_stand_for_nobody(tmp_path):
    columns = [*COLUMNS[:1], COLUMNS[3], {"name": "group", "role": "group", "type": "number"}]
    (tmp_path / "manifest.json").write_text(json.dumps({"columns": columns, "counterfeits": 1}))
    (tmp_path / "data.csv").write_text("age,pay,group\n20..29,1,1\n20..29,2,1\n30,3,2\n")
    (tmp_path / "counterfeits.csv").write_text("group,counterfeits\n1,1\n")
    with pytest.warns(UserWarning, match="1 of 3 rows stand for nobody"):
        table = aloof.read_release(tmp_path)
    assert table.weights()["weight"].tolist() == [0.5, 0.5, 1.0]


def test_values_that_are_nobodys_own(tmp_path):
    columns = [COLUMNS[0], {**COLUMNS[3], "published_as": "perturbed"}]
    (tmp_path / "manifest.json").write_text(json.dumps({"columns": columns}))
    (tmp_path / "data.csv").write_text("age,pay\n20,1\n30,3\n")
    with pytest.warns(UserWarning, match="`pay` is perturbed"):
        table = aloof.read_release(tmp_path)
    assert table.notes == ["`pay` is perturbed: what stands there is not people's own"]
