"""`aloof attack --only single-out,linkability,inference` beside Anonymeter, on the same tables."""

import csv
import json
import math
import random
import subprocess

import program
import pytest

ROWS = 2_000
HERE = program.ROOT / "peers"
COLUMNS = ["age", "birthplace", "occupation", "income"]


@pytest.fixture(scope="session")
def anonymeter():
    ready = subprocess.run([HERE / "setup.sh", "anonymeter"], capture_output=True, text=True, check=False)
    if ready.returncode == 69:
        pytest.skip(f"PyPI: {ready.stderr.strip().splitlines()[-1]}")
    assert ready.returncode == 0, ready.stderr
    return HERE / ".venv-anonymeter" / "bin" / "python"


def write(path, rows):
    with open(path, "w", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows([COLUMNS, *rows])
    return path


@pytest.fixture(scope="session")
def tables(aloof, tmp_path_factory):
    """People, others of the same kind, and releases of the people as values: the usual one drawn from its cells, and a copy."""
    room = tmp_path_factory.mktemp("anonymeter")
    program.generate_census(aloof, 2 * ROWS, 11, room / "all.csv")
    with open(room / "all.csv", newline="") as text:
        rows = [[row[name] for name in COLUMNS] for row in csv.DictReader(text)]
    people, control = write(room / "people.csv", rows[:ROWS]), write(room / "control.csv", rows[ROWS:])
    roles = ["--quasi", ",".join(COLUMNS[:3]), "--sensitive", "income"]
    program.run(aloof, "anonymize", people, *roles, "--absolute", 1000, "--m", 4, "--seed", 3, "--out", room / "usual", "--quiet")
    chance = random.Random(5)
    with open(room / "usual" / "data.csv", newline="") as text:
        usual = [[drawn(row[name], chance) for name in COLUMNS] for row in csv.DictReader(text)]
    copied = rows[:ROWS]
    chance.shuffle(copied)
    return people, control, {"usual": write(room / "usual.csv", usual), "copied": write(room / "copied.csv", copied)}


def drawn(cell, chance):
    """One of the values that a cell covers, all equally likely: as `aloof.read_release` draws."""
    if cell.startswith("{"):
        return chance.choice(cell[1:-1].split("|"))
    low, between, high = cell.partition("..")
    return str(chance.randint(int(low), int(high))) if between else cell


@pytest.mark.parametrize("kind", ["usual", "copied"])
def test_rates_agree(aloof, anonymeter, tables, kind):
    people, control, released = tables
    ours = program.run_json(
        aloof, "attack", released[kind], "--original", people, "--control", control, "--quasi", ",".join(COLUMNS[:3]),
        "--sensitive", "income", "--only", "single-out,linkability,inference",
    )  # fmt: skip
    call = [anonymeter, HERE / "anonymeter_rates.py", people, released[kind], control, ROWS, "income"]
    done = subprocess.run([str(word) for word in call], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    theirs = json.loads(done.stdout)
    for attack, variant in [("single-out", None), ("linkability", None), ("inference", "within 5%")]:
        (own,) = [one for one in ours["attacks"] if (one["attack"], one.get("variant")) == (attack, variant)]
        for name in ("success", "blind", "control"):
            agree(f"{kind}, {attack}, {name}", own[name], theirs[attack][name])
        risk = {fact["name"]: fact["value"] for fact in own["facts"]}["risk beyond control people"]
        assert abs(risk - theirs[attack]["risk"]) < 0.08, (kind, attack, risk, theirs[attack])
        print(f"{kind}, {attack}: {own['success']['share']:.3f} ours, {theirs[attack]['success'] / ROWS:.3f} theirs")


def agree(what, own, theirs):
    """Two shares of samples, within four standard deviations of their difference and one in a hundred."""
    other = theirs / ROWS
    p = (own["share"] + other) / 2
    apart = 4 * math.sqrt(p * (1 - p) * (1 / own["people"] + 1 / ROWS)) + 0.01
    assert abs(own["share"] - other) <= apart, f"{what}: {own['share']:.4f} against {other:.4f}, {apart:.4f} are allowed"
