#!/usr/bin/env python3
"""The red team on real tables: attacks beside ways to make a release, as a table for docs/attack.md.

    attack_table.py [--only acs,ak80] [--rows 20000] [--keep DIR] [--aloof BINARY]

Every release is made of nine tenths of the people, with the seed 3; the others are control people. All are attacked with the same
guess, an interval of length 2ε, whatever they promise. Recoding in the manner of ARX is made here: every column in steps of one width
for everybody, the lattice searched for what loses least with k = 5, five different values in each group and at most 5% of rows
left out. Standard library only. The tables are those of workbench.py; exits with 2
where one is not there.
"""

import argparse
import csv
import gzip
import itertools
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import program

SHARED = Path(os.environ.get("ALOOF_SHARED", program.ROOT.parent / "shared")) / "data" / "census"

TABLES = {
    "acs": (SHARED / "acs2016_fulltime.csv.gz", ["AGEP", "POBP", "OCCP"], "PINCP", "1000", 5),
    "ak80": (SHARED / "ak80_census1980_men.csv.gz", ["age_quarters", "sob", "education"], "weekly_wage", "10.00", 5),
}

# A wider interval, which is nearly as full as m allows: for the usual release alone.
TABLES["acs-wide"] = (TABLES["acs"][0], TABLES["acs"][1], "PINCP", "4500", 5)

RECODED = "ARX-style recoding, k = l = 5"

# How a release is made, by the lines of its policy.
MAKERS = {
    "register view (default)": ('[method]\nalgorithm = "split"', 'principle = "epsilon-m"\nabsolute = "{e}"\nm = {m}'),
    "candidates view": ('[method]\nalgorithm = "split"', 'principle = "epsilon-m"\nabsolute = "{e}"\nm = {m}\nview = "candidates"'),
    "group view": ('[method]\nalgorithm = "split"', 'principle = "epsilon-m"\nabsolute = "{e}"\nm = {m}\nview = "group"'),
    "as printed": (
        '[method]\nalgorithm = "split"\nvariant = "printed"',
        'principle = "epsilon-m"\nabsolute = "{e}"\nm = {m}\nview = "group"',
    ),
    "Mondrian, k = 5": ('[method]\nalgorithm = "mondrian"', 'principle = "k-anonymity"\nk = 5'),
    RECODED: None,
    "anatomy, l = 5": ('[method]\nalgorithm = "anatomy"', 'principle = "l-diversity"\nl = 5'),
    "perturb": ('[method]\nalgorithm = "perturb"', 'principle = "epsilon-m"\nabsolute = "{e}"\nm = {m}'),
    "perturb, m = 2": ('[method]\nalgorithm = "perturb"', 'principle = "epsilon-m"\nabsolute = "{e}"\nm = 2'),
}

# Steps of recoded columns as shares of their range: as it is, and ever wider.
LEVELS = [0, 1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1]

# Columns of the table: the attack, its variant, and its heading.
SHOWN = [
    ("centre", "group", "centre, group"),
    ("centre", "candidates", "centre, candidates"),
    ("register", "register", "register"),
    ("minimality", None, "minimality"),
    ("minimality", "with a learner", "minimality, with a learner"),
    ("model", None, "model"),
    ("model", "groups known", "model, groups known"),
    ("insider", "one", "insider"),
    ("background", "more than a neighbour", "background"),
    ("refine", None, "refine"),
    ("replay", None, "replay"),
    ("single-out", None, "single-out"),
    ("linkability", None, "linkability"),
    ("inference", "near", "inference"),
]


def sample(source, target, rows):
    """Every n-th row, so that at most about so many are left."""
    with gzip.open(source, "rt", newline="") as text:
        lines = list(csv.reader(text))
    head, people = lines[0], lines[1:]
    step = max(1, -(-len(people) // rows))
    with open(target, "w", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows([head, *people[::step]])


def policy(table, maker):
    _, quasi, sensitive, epsilon, m = TABLES[table]
    method, protect = MAKERS[maker]
    columns = [f'{name} = {{ role = "quasi" }}' for name in quasi] + [f'{sensitive} = {{ role = "sensitive" }}']
    return "\n".join(["[columns]", *columns, 'undeclared = "drop"', method, "[[protect]]", protect.format(e=epsilon, m=m), ""])


def recode(room, table):
    """Full-domain recoding of nine tenths of the people: files of the release, of its people and of the others."""
    _, quasi, sensitive, _, _ = TABLES[table]
    with open(room / f"{table}.csv", newline="") as text:
        read = list(csv.DictReader(text))
    # Labels have places in the order of the alphabet, and bins of them are sets.
    labels = [sorted({row[name] for row in read}) if not read[0][name].lstrip("-").isdigit() else None for name in quasi]

    def place(text, known):
        return int(text) if known is None else known.index(text)

    rows = [[*(place(row[name], known) for name, known in zip(quasi, labels)), row[sensitive]] for row in read]
    random.Random(3).shuffle(rows)
    control, people = rows[: len(rows) // 10], rows[len(rows) // 10 :]
    lows = [min(row[at] for row in people) for at in range(len(quasi))]
    ranges = [max(row[at] for row in people) - low for at, low in enumerate(lows)]

    def cell(value, low, step, known):
        if step <= 1:
            return str(value) if known is None else known[value]
        start = low + (value - low) // step * step
        if known is not None:
            return "{" + "|".join(known[start : start + step]) + "}"
        return f"{start}..{start + step - 1}"

    best = (float("inf"), None)
    for levels in itertools.product(LEVELS, repeat=len(quasi)):
        steps = [math.ceil((length + 1) * level) for length, level in zip(ranges, levels)]
        loss = sum(max(step - 1, 0) / max(length, 1) for step, length in zip(steps, ranges))
        if loss >= best[0]:
            continue
        groups = {}
        for row in people:
            key = tuple((row[at] - lows[at]) // max(step, 1) for at, step in enumerate(steps))
            groups.setdefault(key, []).append(row)
        kept = [some for some in groups.values() if len(some) >= 5 and len({row[-1] for row in some}) >= 5]
        out = 1 - sum(map(len, kept)) / len(people)
        if out <= 0.05 and loss * (1 - out) + len(quasi) * out < best[0]:
            best = (loss * (1 - out) + len(quasi) * out, (steps, [row for some in kept for row in some]))
    steps, kept = best[1]
    random.Random(4).shuffle(kept)
    made = [[*(cell(row[at], lows[at], step, labels[at]) for at, step in enumerate(steps)), row[-1]] for row in kept]
    files = [room / f"{table}-recoded{part}.csv" for part in ("", "-people", "-control")]
    shown = [
        [[*(cell(row[at], 0, 1, known) for at, known in enumerate(labels)), row[-1]] for row in some] for some in (people, control)
    ]
    for file, some in zip(files, (made, *shown)):
        with open(file, "w", newline="") as text:
            csv.writer(text, lineterminator="\n").writerows([[*quasi, sensitive], *some])
    return files


def attacked(aloof, room, table, maker):
    """The report of the attacks on one release, or why there is none."""
    _, quasi, sensitive, epsilon, m = TABLES[table]
    roles = ["--quasi", ",".join(quasi), "--sensitive", sensitive, "--absolute", epsilon, "--m", m]
    name = "".join(c if c.isalnum() else "-" for c in f"{table}-{maker}")
    kept = room / f"{name}.json"
    if kept.is_file():
        return json.loads(kept.read_text())
    if maker == RECODED:
        release, people, control = recode(room, table)
        found = program.run_json(aloof, "attack", release, "--original", people, "--control", control, *roles)
        kept.write_text(json.dumps(found, indent=1))
        return found
    rules = room / f"{name}.toml"
    rules.write_text(policy(table, maker))
    data, release, private = room / f"{table}.csv", room / name, room / f"{name}-private"
    if not release.is_dir():
        call = ["anonymize", data, "--policy", rules, "--hold-out", "0.1", "--seed", "3", "--private", private, "--out", release, "--quiet"]
        made = subprocess.run([aloof, *map(str, call)], capture_output=True, text=True, check=False)
        if made.returncode != 0:
            return {"refused": "refused: " + made.stderr.strip().splitlines()[0].removeprefix("error: ").split(": a value")[0]}
    call = ["attack", release, "--original", data, "--private", private, *roles, "--view", "group" if 'view = "group"' in MAKERS[maker][1] else "register"]
    found = program.run_json(aloof, *call)
    kept.write_text(json.dumps(found, indent=1))
    return found


def cell(found, attack, variant):
    for one in found.get("attacks", []):
        if one["attack"] == attack and one.get("variant") == variant:
            low, high = one["success"]["interval"]
            text = f"{100 * one['success']['share']:.1f} ({100 * low:.1f}–{100 * high:.1f}) / {100 * one['blind']['share']:.1f}"
            if "control" in one:
                text += f" / {100 * one['control']['share']:.1f}"
            above = [fact["value"] for fact in one["facts"] if fact["name"] == "people above 1/m"]
            if above and attack in ("centre", "register"):
                text += f"; {100 * above[0] / one['success']['people']:.0f}% above"
            return text
    return "–"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default=",".join(TABLES))
    parser.add_argument("--rows", type=int, default=25_000)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--aloof")
    given = parser.parse_args()
    try:
        aloof = program.binary(given.aloof)
    except program.Unavailable as problem:
        print(problem, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as scratch:
        room = given.keep or Path(scratch)
        room.mkdir(parents=True, exist_ok=True)
        for table in given.only.split(","):
            source, quasi, sensitive, epsilon, m = TABLES[table]
            if not source.is_file():
                print(f"{source.name} is not there; ALOOF_SHARED says where it stands", file=sys.stderr)
                return 2
            if not (room / f"{table}.csv").is_file():
                sample(source, room / f"{table}.csv", given.rows)
            print(f"\n{table}: {', '.join(quasi)}; {sensitive}; ε = {epsilon}, m = {m}\n")
            print("| release | " + " | ".join(heading for _, _, heading in SHOWN) + " |")
            print("|" + "---|" * (len(SHOWN) + 1))
            for maker in list(MAKERS)[:1] if table == "acs-wide" else MAKERS:
                found = attacked(aloof, room, table, maker)
                cells = [found["refused"]] if "refused" in found else [cell(found, *shown[:2]) for shown in SHOWN]
                print(f"| {maker} | " + " | ".join(cells) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
