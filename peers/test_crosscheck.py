"""aloof's measures equal the textbook's, and pycanon's differ only in the ways FINDINGS.md names."""


import pandas
import pytest

import crosscheck
import program
import tables

ADULT = program.ROOT.parent / "shared" / "data" / "adult" / "adult_full.csv.gz"

# Each: rows of (quasi-identifier, sensitive value).
EDGES = {
    "one group, one value": [("a", "7"), ("a", "7")],
    "a row alone": [("a", "7"), ("b", "8"), ("b", "9")],
    "groups apart": [("a", "x"), ("a", "x"), ("b", "y"), ("b", "y")],
    "groups alike": [("a", "x"), ("a", "y"), ("b", "x"), ("b", "y")],
    "uniform groups": [(group, value) for group in "ab" for value in "uvwxyz"],
    "one common value": [("a", "x")] * 9 + [("a", "y")] + [("b", "x")] * 8 + [("b", "y")] * 2,
    "ranks against values": [("a", v) for v in ("1", "3", "5000")] + [("b", v) for v in ("2", "4000", "6000")],
    "tenths": [("a", v) for v in ("0.1", "0.2", "0.3")] + [("b", v) for v in ("0.7", "0.8", "0.1")],
    "below zero": [("a", v) for v in ("-5", "0", "2.5")] + [("b", v) for v in ("-5", "-5", "12")],
}


def write(frame, folder):
    file = folder / "table.csv"
    frame.to_csv(file, index=False)
    return file


def edge(name):
    return pandas.DataFrame(EDGES[name], columns=["quasi", "sensitive"])


def check(file, quasi, sensitive, aloof):
    lines = crosscheck.compare(file, quasi, sensitive, aloof)
    print(crosscheck.render(lines))
    bad = [f"{line.measure}: {line.agreement()}" for line in lines if not line.good]
    assert not bad, "\n".join(bad)
    return {line.measure: line for line in lines}


@pytest.mark.parametrize("name", EDGES)
def test_pycanon_on_edges(name, tmp_path):
    check(write(edge(name), tmp_path), ["quasi"], ["sensitive"], None)


@pytest.mark.parametrize("name", EDGES)
def test_aloof_on_edges(name, tmp_path, aloof):
    check(write(edge(name), tmp_path), ["quasi"], ["sensitive"], aloof)


CLINIC = (["age", "sex", "schooling"], ["illness", "pay"])


@pytest.fixture(scope="module")
def clinic(tmp_path_factory):
    return write(tables.clinic(4000, seed=7), tmp_path_factory.mktemp("clinic"))


def test_pycanon_on_a_generated_table(clinic):
    check(clinic, *CLINIC, None)


def test_pycanon_agrees_where_every_group_has_every_value(tmp_path):
    file = write(tables.clinic(4000, seed=8, oldest=69), tmp_path)
    lines = check(file, ["age", "sex"], ["illness"], None)
    assert lines["illness: delta"].peer == "agrees"
    assert lines["illness: enhanced beta"].peer == "agrees"


def test_aloof_on_a_generated_table(clinic, aloof):
    check(clinic, *CLINIC, aloof)


def test_flags_measure_what_a_policy_measures(clinic, aloof):
    quasi, sensitive = CLINIC
    by_policy = program.measure(aloof, clinic, quasi, sensitive)
    flags = ["--quasi", ",".join(quasi), "--sensitive", ",".join(sensitive)]
    by_flags = program.run_json(aloof, "audit", clinic, *flags)
    assert by_flags["measures"] == by_policy["measures"]


def test_aloof_on_a_census(tmp_path, aloof):
    raw = tmp_path / "census.csv"
    program.generate_census(aloof, 6000, 11, raw)
    census = pandas.read_csv(raw, keep_default_na=False)
    release = tables.census_release(census, age_width=20, education_width=6, income_step=5000)
    check(write(release, tmp_path), ["age", "sex", "education"], ["work_class", "income"], aloof)


def test_aloof_on_adult(tmp_path, aloof):
    if not ADULT.is_file():
        pytest.skip("the Adult table is not beside the repository (shared/data/adult/adult_full.csv.gz)")
    release = tables.adult_release(pandas.read_csv(ADULT, keep_default_na=False))
    check(write(release, tmp_path), ["age", "sex", "schooling"], ["occupation", "hours"], aloof)
