"""The same policy and seed give the same release from the program and from Python, byte for byte."""

import subprocess
from pathlib import Path

import pandas as pd
import pytest
from conftest import WORDS

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
[output]
format = "%s"
"""


def run(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
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
    flags = ["--quasi", ",".join(WORDS["quasi"]), "--sensitive", "income", "--absolute", 4500, "--m", 4, "--seed", 7]
    run(program, "anonymize", csv, *flags, "--out", tmp_path / "theirs", "--private", tmp_path / "theirs-private")
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
    assert release.manifest == __import__("json").loads((tmp_path / "release/manifest.json").read_text())


def test_walked_columns_too(people, csv, program, tmp_path):
    policy = {
        "columns": {"age": {"role": "keep"}, "income": {"role": "sensitive"}, "undeclared": "drop"},
        "method": {"algorithm": "walk"},
    }
    toml = tmp_path / "walk.toml"
    toml.write_text('[columns]\nage = { role = "keep" }\nincome = { role = "sensitive" }\nundeclared = "drop"\n[method]\nalgorithm = "walk"\n')
    done = subprocess.run(
        [program, "anonymize", str(csv), "--policy", str(toml), "--seed", "3", "--out", str(tmp_path / "theirs")],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        with pytest.raises(aloof.AloofError):
            aloof.anonymize(people, policy, seed=3)
        return
    release = aloof.anonymize(people, policy, seed=3)
    release.save(tmp_path / "ours")
    same(tmp_path / "ours", tmp_path / "theirs")
    assert release.table.num_rows == len(people)
    assert release.audit.tuples == len(people)


def test_chance_comes_from_the_system_without_a_seed(people):
    one, other = (aloof.anonymize(people, **WORDS).to_pandas() for _ in range(2))
    assert not one.equals(other)
    order = list(one.columns)
    one, other = (frame.astype(str).sort_values(order, ignore_index=True) for frame in (one, other))
    pd.testing.assert_frame_equal(one, other)
