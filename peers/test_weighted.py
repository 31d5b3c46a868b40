"""Loss, count queries and means weighted by how many people a row stands for, counted again: plain Python, row by row, nothing of the
program. Weights go out with the release, or are known by who went into which group."""

import csv
import json
import subprocess
from collections import defaultdict

import pytest
import recount

QUASI = ["age", "birthplace", "occupation"]


def call(aloof, room, line):
    done = subprocess.run([aloof, *line.split()], cwd=room, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module", params=[True, False], ids=["published", "by person"])
def told(aloof, request, tmp_path_factory):
    """An original with weights that depend on the place of birth, its release, and what `aloof evaluate` says."""
    room = tmp_path_factory.mktemp("weighted")
    call(aloof, room, "generate census --rows 500 --seed 11 --out plain.csv")
    people = rows(room / "plain.csv")
    for at, row in enumerate(people):
        row["wgt"] = f"{(25 + at % 7 * 50 + 300 * (int(row['age']) < 40)) / 100:.2f}"
    with (room / "people.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*QUASI, "income", "wgt"], extrasaction="ignore")
        writer.writeheader()
        writer.writerows(people)
    publish = ", publish = true" if request.param else ""
    policy = "".join(f'{name} = {{ role = "quasi" }}\n' for name in QUASI)
    policy = f'[columns]\n{policy}income = {{ role = "sensitive" }}\nwgt = {{ role = "weight"{publish} }}\n'
    policy += '[[protect]]\nprinciple = "epsilon-m"\nsensitive = "income"\nabsolute = "1000"\nm = 4\n'
    (room / "p.toml").write_text(policy, encoding="utf-8")
    call(aloof, room, "anonymize people.csv --policy p.toml --out out --private mine --quiet")
    said = json.loads(call(aloof, room, "evaluate --original people.csv --release out --private mine --policy p.toml --json"))
    original, released = rows(room / "people.csv"), rows(room / "out" / "data.csv")
    if not request.param:
        give_weights(room, original, released)
    assert said["weighted"]["known_by"] == ("published" if request.param else "person")
    return said, Weighted(original, released, QUASI, "income")


def give_weights(room, original, released):
    """The weight of a released row is its person's: found by the group, and in it by the value."""
    tables = recount.Tables(original, released, QUASI, "income")
    places = defaultdict(list)
    for row in released:
        places[(*(row[name] for name in QUASI), row["income"])].append(row)
    for before, after in zip(original, tables.people(rows(room / "mine" / "assignment.csv")), strict=True):
        places[(*(after[name] for name in QUASI), after["income"])].pop()["wgt"] = before["wgt"]


class Weighted(recount.Tables):
    def answers(self, asked):
        shares = [(name, self.columns[name], wanted) for name, wanted in asked]

        def people(row):
            found = float(row["wgt"])
            for name, column, wanted in shares:
                found *= column.share(row[name], wanted)
            return found

        return sum(map(people, self.original)), sum(map(people, self.released))

    def lost(self, name):
        """The mean share of the domain that is covered, over people and not rows."""
        column = self.columns[name]
        top = max(column.size - 1, 1) if column.labels is None else column.size
        lengths = [(column.length(column.cell(row[name])), float(row["wgt"])) for row in self.released]
        share = (lambda length: length - 1) if column.labels is None else (lambda length: length if length > 1 else 0)
        return sum(share(length) * weight for length, weight in lengths) / sum(weight for _, weight in lengths) / top

    def mean(self, table):
        return sum(float(row["wgt"]) * int(row["income"]) for row in table) / sum(float(row["wgt"]) for row in table)


def test_loss(told):
    said, tables = told
    for column in said["weighted"]["columns"]:
        assert column["ncp"] == pytest.approx(tables.lost(column["column"]), abs=1e-9)
    assert said["weighted"]["loss"] == pytest.approx(sum(map(tables.lost, QUASI)), abs=1e-9)
    assert said["weighted"]["loss"] != pytest.approx(said["loss"], abs=1e-6)
    assert said["weighted"]["population"] == pytest.approx(sum(float(row["wgt"]) for row in tables.original))


def test_queries(told):
    said, tables = told
    for query in said["count_query"][:2]:
        error, empty = tables.workload(query["dimensions"], query["selectivity"], query["queries"])
        assert query["weighted_mean_relative_error"] == pytest.approx(error, abs=1e-9)
        assert query["empty"] == empty


def test_means(told):
    said, tables = told
    means = {mean["by"]: mean for mean in said["analyses"]["means"]}
    truth, estimate = tables.mean(tables.original), tables.mean(tables.released)
    assert means[None]["weighted_mean_relative_error"] == pytest.approx(abs(estimate - truth) / truth, abs=1e-9)
    # By age, in as many classes as the program makes: a row counts in a class by the share of its cell there.
    column, by_age = tables.columns["age"], means["age"]
    positions = sorted(int(row["age"]) - column.low for row in tables.original)
    errors = []
    for low, high in classes(positions, column.size):
        truth = weighted_mean((float(row["wgt"]) * column.share(row["age"], (low, high)), row) for row in tables.original)
        estimate = weighted_mean((float(row["wgt"]) * column.share(row["age"], (low, high)), row) for row in tables.released)
        errors.append(abs(estimate - truth) / truth)
    assert len(errors) == by_age["classes"]
    assert by_age["weighted_mean_relative_error"] == pytest.approx(sum(errors) / len(errors), abs=1e-9)


def weighted_mean(shares):
    shares = list(shares)
    return sum(share * int(row["income"]) for share, row in shares) / sum(share for share, _ in shares)


def classes(positions, size, most=5):
    """Cuts at the values that stand a fifth, two fifths, ... of the way through the sorted rows."""
    starts = sorted({0, *(positions[len(positions) * part // most] for part in range(1, most))})
    return list(zip(starts, [*starts[1:], size], strict=True))
