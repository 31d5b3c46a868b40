"""The same policy and seed give the same release from the program and from Python, byte for byte."""

import json
import subprocess
from pathlib import Path

import pandas as pd
import pytest
from conftest import FLAGS, WORDS

import aloof

POLICY = """
[columns]
age = { role = "quasi" }
birthplace = { role = "quasi" }
income = { role = "sensitive" }
sex = { role = "keep" }
undeclared = "drop"
[[protect]]
principle = "epsilon-m"
absolute = "4500"
m = 4
[method]
effort = "quick"
[output]
format = "%s"
"""


def run(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def same(one: Path, other: Path):
    names = sorted(path.name for path in one.iterdir())
    assert names == sorted(path.name for path in other.iterdir())
    for name in names:
        assert (one / name).read_bytes() == (other / name).read_bytes(), name


@pytest.fixture
def csv(people, tmp_path):
    path = tmp_path / "people.csv"
    people.to_csv(path, index=False)
    return path


def test_by_keywords(people, csv, program, tmp_path):
    release = aloof.anonymize(people, seed=7, **WORDS)
    release.save(tmp_path / "ours", private=tmp_path / "ours-private")
    run(program, "anonymize", csv, *FLAGS, "--seed", 7, "--out", tmp_path / "theirs", "--private", tmp_path / "theirs-private")
    same(tmp_path / "ours", tmp_path / "theirs")
    same(tmp_path / "ours-private", tmp_path / "theirs-private")


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_by_a_policy_file(people, csv, program, tmp_path, form):
    policy = tmp_path / "aloof.toml"
    policy.write_text(POLICY % form)
    aloof.anonymize(people, policy, seed="42").save(tmp_path / "ours")
    run(program, "anonymize", csv, "--policy", policy, "--seed", 42, "--out", tmp_path / "theirs")
    same(tmp_path / "ours", tmp_path / "theirs")


def test_the_manifest_is_that_of_the_file(people, tmp_path):
    release = aloof.anonymize(people, seed=7, **WORDS)
    release.save(tmp_path / "release")
    assert release.manifest == json.loads((tmp_path / "release/manifest.json").read_text())


QUASI = {"age": {"role": "quasi"}, "birthplace": {"role": "quasi"}, "undeclared": "drop"}
CLOSE = {"principle": "epsilon-m", "absolute": "500", "m": 3}
#: Where it can be said.
EFFORT = {"split": {"effort": "quick"}, "xcolor": {"effort": "quick"}}
EVERY_WAY = {
    "split": {"columns": {**QUASI, "income": {"role": "sensitive"}}, "protect": [CLOSE], "output": {"group_ids": True}},
    "xcolor": {
        "columns": {**QUASI, "income": {"role": "sensitive"}},
        "protect": [
            {"principle": "dissimilarity", "distance": {"kind": "l1"}, "epsilon": "500", "delta": "0.5", "k": 5}
        ],
    },
    "mondrian": {"columns": {**QUASI, "income": {"role": "sensitive"}}, "protect": [{"principle": "k-anonymity", "k": 5}]},
    # Of incomes, of which there are so many more than people, nothing could be kept.
    "perturb": {
        "columns": {"age": {"role": "sensitive"}, "occupation": {"role": "quasi"}, "undeclared": "drop"},
        "protect": [{"principle": "epsilon-m", "absolute": "1", "m": 3}],
    },
    "walk": {
        "columns": {
            "age": {"role": "quasi", "domain": ["0", "120"]},
            "income": {"role": "quasi", "domain": ["0", "2000000"]},
            "occupation": {"role": "keep"},
            "undeclared": "drop",
        },
        "preserve": [{"property": "mean", "columns": "age", "tolerance": "1"}],
    },
}


@pytest.mark.parametrize("algorithm", EVERY_WAY)
def test_by_every_method(people, csv, program, tmp_path, algorithm):
    """A dict for Python, its TOML for the program: the same bytes, also of what is private."""
    policy = {**EVERY_WAY[algorithm], "method": {"algorithm": algorithm, **EFFORT.get(algorithm, {})}}
    file = tmp_path / "aloof.toml"
    file.write_text(toml(policy))
    release = aloof.anonymize(people, policy, seed=3)
    release.save(tmp_path / "ours", private=tmp_path / "ours-private")
    flags = ["--policy", file, "--seed", 3, "--private", tmp_path / "theirs-private"]
    run(program, "anonymize", csv, *flags, "--out", tmp_path / "theirs")
    same(tmp_path / "ours", tmp_path / "theirs")
    same(tmp_path / "ours-private", tmp_path / "theirs-private")
    assert release.table.num_rows == release.audit.tuples == len(people)


def toml(policy):
    """As inline tables, which JSON is with other signs."""

    def text(value):
        if isinstance(value, dict):
            return "{" + ", ".join(f"{name} = {text(one)}" for name, one in value.items()) + "}"
        if isinstance(value, list):
            return "[" + ", ".join(map(text, value)) + "]"
        return json.dumps(value)

    return "".join(f"{name} = {text(table)}\n" for name, table in policy.items())


def test_chance_comes_from_the_system_without_a_seed(people):
    one, other = (aloof.anonymize(people, **WORDS).to_pandas() for _ in range(2))
    assert not one.equals(other)
    order = list(one.columns)
    one, other = (frame.astype(str).sort_values(order, ignore_index=True) for frame in (one, other))
    pd.testing.assert_frame_equal(one, other)


def test_attacks_find_the_same(people, csv, program, tmp_path):
    policy, release, private = tmp_path / "aloof.toml", tmp_path / "release", tmp_path / "private"
    policy.write_text(POLICY % "csv")
    run(program, "anonymize", csv, "--policy", policy, "--seed", 7, "--hold-out", "0.1", "--out", release, "--private", private)
    call = [program, "attack", release, "--original", csv, "--policy", policy, "--private", private, "--json"]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

    def alike(found):
        """Without what takes time, and what whoever calls would have to give, which each calls as its users do."""
        attacks = [{key: value for key, value in one.items() if key != "seconds"} for one in found["attacks"]]
        not_run = [{**one, "reason": one["reason"].replace("previous=", "--previous DIR")} for one in found["not_run"]]
        return {**found, "attacks": attacks, "not_run": not_run}

    theirs = alike(json.loads(done.stdout))
    assert len({one["attack"] for one in theirs["attacks"] + theirs["not_run"]}) == 14
    ours = aloof.attack(release, csv, policy, private=private)
    assert alike(ours.to_dict()) == theirs


def test_by_numbers_of_columns(people, csv, program, tmp_path):
    words = {"sensitive": {"income": {"absolute": 2000}, "occupation": {"l": 2}}, "m": 3}
    flags = ["--quasi", "age", "--sensitive", "income:absolute=2000,occupation:l=2", "--m", 3]
    aloof.anonymize(people, quasi="age", seed=7, **words).save(tmp_path / "ours")
    run(program, "anonymize", csv, *flags, "--seed", 7, "--out", tmp_path / "theirs")
    same(tmp_path / "ours", tmp_path / "theirs")
