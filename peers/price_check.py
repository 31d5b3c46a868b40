"""Advice against truth: do releases cost what `aloof advise --price` says they would?

For five tables it asks for the price of a promise, then makes the releases of that promise and of some around it, evaluates them, and
counts how often the true loss, error of count queries and error of means lie in what was told. Means are computed here, from the files
alone. The tables are others than those that the intervals were set by (a generated census of seed 3, Taiwan's credits, Baltimore's salaries).

    python price_check.py --data DIR [--rows N] [--only NAME]

`--data` is a directory with the public tables that peers/README.md names; without it generated tables are taken alone.
"""

import argparse
import csv
import gzip
import json
import subprocess
import tempfile
import time
from pathlib import Path

from program import Unavailable, binary

# Name, file, quasi columns, sensitive column, ε, m, view.
TABLES = [
    ("acs2016", "census/acs2016_fulltime.csv.gz", "AGEP,POBP,OCCP", "PINCP", "1000", 5, "register"),
    ("adult", "adult/adult_full.csv.gz", "age,education-num,sex", "fnlwgt", "2000", 5, "register"),
    ("hcv", "health/hcv_lab_panel.csv", "Age,Sex", "CREA", "2", 4, "register"),
    ("eia", "casc/eia.csv", "STATE,YEAR,MONTH", "TOTREVENUE", "200", 4, "group"),
    ("ak80", "census/ak80_census1980_men.csv.gz", "age_quarters,sob,education", "weekly_wage", "10", 5, "register"),
]
GENERATED = [
    ("census 11", 11, 3_000, "age,sex,education", "income", "1000", 4, "register"),
    ("census 12", 12, 6_000, "age,birthplace", "income", "2000", 3, "group"),
]
MEASURES = ["loss", "count_query", "mean_error"]


def rows_of(path, most):
    opened = gzip.open(path, "rt", newline="") if str(path).endswith(".gz") else open(path, newline="")
    with opened as file:
        rows = list(csv.DictReader(file))
    # Every so manieth row, so that whatever order a file has does not matter.
    step = max(1, -(-len(rows) // most))
    return rows[::step]


def run(aloof, *arguments):
    done = subprocess.run([aloof, *map(str, arguments), "--json", "--quiet"], capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout)


def truth(aloof, table, quasi, sensitive, cell):
    """Loss, errors of count queries and of means of a release; None where none is made."""
    with tempfile.TemporaryDirectory() as room:
        out = Path(room) / "release"
        named = ["--quasi", quasi, "--sensitive", sensitive]
        asked = ["--absolute", cell["epsilon"], "--m", cell["m"], "--view", cell["view"]]
        code, made = run(aloof, "anonymize", table, *named, *asked, "--out", out, "--seed", 99)
        if code != 0:
            return None
        _, found = run(aloof, "evaluate", "--original", table, "--release", out, *named)
        errors = [one["mean_relative_error"] for one in found["count_query"] if one["mean_relative_error"] is not None]
        means = mean_error(rows_of(table, 10**9), rows_of(out / "data.csv", 10**9), quasi.split(","), sensitive)
        return {"loss": made["loss"], "count_query": sum(errors) / len(errors), "mean_error": means}


def mean_error(before, after, quasi, sensitive):
    """The mean over quasi columns of the mean over classes of |estimate - truth| / |truth|, as `aloof` defines it."""
    found = [one for name in quasi for one in [by_classes(before, after, name, sensitive)] if one is not None]
    return sum(found) / len(found)


def by_classes(before, after, name, sensitive):
    values = [row[name] for row in before]
    try:
        class_of, share = on_a_line([float(value) for value in values])
    except ValueError:
        class_of, share = of_labels(values)
    truths, seen = {}, {}
    for row in before:
        held = truths.setdefault(class_of(row[name]), [0.0, 0.0])
        held[0] += float(row[sensitive])
        held[1] += 1
    shares = {}
    for row in after:
        text = row[name]
        if text not in shares:
            shares[text] = share(text)
        for at, part in shares[text].items():
            held = seen.setdefault(at, [0.0, 0.0])
            held[0] += part * float(row[sensitive])
            held[1] += part
    errors = []
    for at, (total, many) in truths.items():
        mean = total / many
        if at not in seen or seen[at][1] < 1e-9:
            errors.append(1.0)
        elif mean:
            errors.append(abs(seen[at][0] / seen[at][1] - mean) / abs(mean))
    return sum(errors) / len(errors) if errors else None


def on_a_line(numbers):
    """Whole numbers: five classes at the quantiles, or one for each where there are no more than five."""
    ordered = sorted(int(number) for number in numbers)
    if any(number != int(number) for number in numbers):
        raise ValueError("only whole numbers are looked at here")
    low, high = ordered[0], ordered[-1]
    if high - low + 1 <= 5:
        starts = list(range(low, high + 1))
    else:
        cuts = [ordered[cut * len(ordered) // 5] for cut in range(1, 5)]
        starts = [low, *sorted({cut for cut in cuts if cut != low})]

    def class_of(text):
        return max(at for at, start in enumerate(starts) if start <= int(float(text)))

    def share(text):
        first, last = (low, high) if text == "*" else (int(float(end)) for end in (text.split("..") * 2)[:2])
        parts = {}
        for at, start in enumerate(starts):
            end = starts[at + 1] - 1 if at + 1 < len(starts) else high
            inside = min(end, last) - max(start, first) + 1
            if inside > 0:
                parts[at] = inside / (last - first + 1)
        return parts

    return class_of, share


def of_labels(values):
    """A class for each label; of more than twelve the rarest are one."""
    counts = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    order = sorted(counts, key=lambda label: (-counts[label], sorted(counts).index(label)))
    own = order if len(order) <= 12 else order[:11]

    def class_of(label):
        return label if label in own else None

    def share(text):
        members = sorted(counts) if text == "*" else text.strip("{}").split("|")
        parts = {}
        for label in members:
            parts[class_of(label)] = parts.get(class_of(label), 0.0) + 1 / len(members)
        return parts

    return class_of, share


def picked(grid):
    """What is asked, and three around it: another ε, another m, another view."""
    asked = next(cell for cell in grid if cell["asked"])
    same = lambda cell, *keys: all(cell[key] == asked[key] for key in keys)  # noqa: E731
    others = [cell for cell in grid if cell["loss"] is not None and not cell["asked"]]
    found = [asked] if asked["loss"] is not None else []
    for keys in (("m", "view"), ("epsilon", "view"), ("epsilon", "m")):
        found += [cell for cell in others if same(cell, *keys)][-1:]
    return found


def check(aloof, name, table, quasi, sensitive, epsilon, m, view):
    named = ["--quasi", quasi, "--sensitive", sensitive, "--absolute", epsilon, "--m", m, "--view", view]
    begun = time.time()
    _, advice = run(aloof, "advise", table, *named, "--price")
    took, price = time.time() - begun, advice["price"]
    inside = {measure: [] for measure in MEASURES}
    for cell in picked(price["grid"]):
        true = truth(aloof, table, quasi, sensitive, cell)
        words = []
        for measure in MEASURES:
            told = cell[measure]
            holds = true is not None and told["low"] <= true[measure] <= told["high"]
            inside[measure].append(holds)
            seen = "none" if true is None else f"{true[measure]:.4f}"
            words.append(f"{measure} {told['estimate']:.4f} [{told['low']:.4f}, {told['high']:.4f}] is {seen}{'' if holds else ' OUT'}")
        from_rows = cell["made_from"]["rows"]
        print(f"{name} ({cell['epsilon']}, {cell['m']}) {cell['view']}, {from_rows} of {price['rows']} rows: " + "; ".join(words), flush=True)
    print(f"{name}: advice took {took:.1f} s", flush=True)
    return inside


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aloof", help="the binary; else ALOOF_BIN, else the release build")
    parser.add_argument("--data", type=Path, help="where the public tables lie")
    parser.add_argument("--rows", type=int, default=10**9, help="take at most about so many rows of a table")
    parser.add_argument("--only", action="append", help="only the tables of these names")
    given = parser.parse_args()
    try:
        aloof = binary(given.aloof)
    except Unavailable as missing:
        raise SystemExit(str(missing)) from missing
    inside = {measure: [] for measure in MEASURES}
    with tempfile.TemporaryDirectory() as room:
        asked = []
        for name, file, quasi, sensitive, *rest in TABLES:
            path = given.data / file if given.data else None
            if given.only and name not in given.only:
                continue
            if path is None or not path.is_file():
                print(f"{name}: skipped, the table is not there")
                continue
            table = Path(room) / f"{name}.csv"
            columns = [*quasi.split(","), sensitive]
            with open(table, "w", newline="") as out:
                writer = csv.DictWriter(out, columns, extrasaction="ignore")
                writer.writeheader()
                writer.writerows(row for row in rows_of(path, given.rows) if all(row[column] for column in columns))
            asked.append((name, table, quasi, sensitive, *rest))
        for name, seed, rows, quasi, sensitive, *rest in GENERATED:
            if given.only and name not in given.only:
                continue
            table = Path(room) / f"{name}.csv"
            run(aloof, "generate", "census", "--rows", rows, "--seed", seed, "--out", table)
            asked.append((name, table, quasi, sensitive, *rest))
        for one in asked:
            for measure, found in check(aloof, *one).items():
                inside[measure] += found
    for measure, found in inside.items():
        print(f"{measure}: {sum(found)} of {len(found)} inside")


if __name__ == "__main__":
    main()
