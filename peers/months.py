"""Month by month: what several releases of the same people tell together, with and without a series.

A tenth of the people leave every month and as many come. Every month is released twice: by itself, and as the next of a series
(`anonymize --previous`). Then all months are audited together (`audit --previous`). The intersections of the series are counted once more
here, from the files alone: for everybody and every selection of months, how much of what is left lies within one interval of length 2ε.

    python months.py --data DIR [--months 6] [--people N] [--epsilon 1000] [--m 5] [--widen 0.1] [--round 2500] [--counts]

`--data` is a directory with the public tables that peers/README.md names; without it a generated census is taken. With `--counts` the last month is asked for counts in place of the audit
(discounted.py).
"""

import argparse
import csv
import gzip
import itertools
import json
import random
import subprocess
import tempfile
from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path

from discounted import errors
from program import Unavailable, binary

ACS = ("census/acs2016_fulltime.csv.gz", ["AGEP", "POBP", "OCCP"], "PINCP")
CENSUS = (None, ["age", "birthplace", "occupation"], "income")


def table(aloof, data, room, people):
    """Header and rows of the columns that are needed, whose they are first."""
    name, quasi, sensitive = ACS if data else CENSUS
    if data:
        opened = gzip.open(Path(data) / name, "rt", newline="")
    else:
        call(aloof, room, "generate", "census", "--rows", people * 2, "--seed", 1, "--out", "census.csv")
        opened = open(room / "census.csv", newline="")
    with opened as file:
        rows = [[row[name] for name in [*quasi, sensitive]] for row in csv.DictReader(file)]
    return quasi, sensitive, [[f"p{at}", *row] for at, row in enumerate(rows)]


def call(aloof, room, *arguments, fails=()):
    done = subprocess.run([aloof, *map(str, arguments)], cwd=room, capture_output=True, text=True, check=False)
    if done.returncode not in (0, *fails):
        raise SystemExit(f"aloof {arguments[0]} exited with {done.returncode}: {done.stderr.strip()}")
    return done


def policy(quasi, sensitive, epsilon, m, widen, rounded):
    columns = "".join(f'"{name}" = {{ role = "quasi" }}\n' for name in quasi)
    coded = f', round = "{rounded}"' if rounded else ""
    method = f'[method]\nwiden = "{widen}"\n\n' if widen else ""
    return (
        f'[columns]\nid = {{ role = "identifier" }}\n{columns}"{sensitive}" = {{ role = "sensitive"{coded} }}\n\n'
        f'[[protect]]\nprinciple = "epsilon-m"\nsensitive = "{sensitive}"\nabsolute = "{epsilon}"\nm = {m}\n\n'
        f'{method}[input]\nperson = "id"\n\n[output]\ngroup_ids = true\n'
    )


def months_of(rows, months, people, turnover, draw):
    """Who is there in each month."""
    draw.shuffle(rows)
    there, waiting = rows[:people], rows[people:]
    for _ in range(months):
        yield list(there)
        gone = set(draw.sample(range(len(there)), int(len(there) * turnover)))
        there = [row for at, row in enumerate(there) if at not in gone]
        there += waiting[: len(gone)]
        waiting = waiting[len(gone) :]


def audit(aloof, room, kind, months):
    earlier = []
    for month in range(1, months):
        earlier += ["--previous", f"{kind}{month}", "--previous-original", f"month{month}.csv"]
        earlier += ["--previous-private", f"private_{kind}{month}"]
    this = [f"{kind}{months}", "--original", f"month{months}.csv", "--private", f"private_{kind}{months}"]
    done = call(aloof, room, "audit", *this, *earlier, "--policy", "aloof.toml", "--json", fails=(1, 3))
    return done.returncode, json.loads(done.stdout)


def groups_of(room, kind, month, sensitive):
    """The values of every group, and the group of everybody, from the files."""
    with open(room / f"{kind}{month}" / "data.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    values = defaultdict(Counter)
    for row in rows:
        values[row["group"]][Fraction(row[sensitive])] += 1
    with open(room / f"month{month}.csv", newline="") as file:
        ids = [row["id"] for row in csv.DictReader(file)]
    stands = {}
    with open(room / f"private_{kind}{month}" / "places.csv", newline="") as file:
        for row in csv.DictReader(file):
            if row["place"]:
                stands[ids[int(row["row"])]] = rows[int(row["place"])]["group"]
    return values, stands


def worst_share(left, epsilon):
    ordered = sorted(left.elements())
    most = max(sum(1 for value in ordered if start <= value <= start + 2 * epsilon) for start in set(ordered))
    return Fraction(most, len(ordered))


def counted(room, kind, months, sensitive, epsilon, m):
    """How many people are above 1/m in some intersection, and how many have one value left, by the definition."""
    seen = [groups_of(room, kind, month, sensitive) for month in range(1, months + 1)]
    histories = defaultdict(list)
    for person in set().union(*(stands for _, stands in seen)):
        histories[tuple(stands.get(person) for _, stands in seen)].append(person)
    above = one = 0
    for history, people in histories.items():
        at = [month for month, group in enumerate(history) if group is not None]
        is_above = False
        for some in itertools.chain.from_iterable(itertools.combinations(at, size) for size in range(1, len(at) + 1)):
            left = seen[some[0]][0][history[some[0]]]
            for month in some[1:]:
                left = left & seen[month][0][history[month]]
            is_above = is_above or worst_share(left, epsilon) > Fraction(1, m)
        left = seen[at[0]][0][history[at[0]]]
        for month in at[1:]:
            left = left & seen[month][0][history[month]]
        above += len(people) if is_above else 0
        one += len(people) if len(left) == 1 else 0
    return above, one


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data")
    parser.add_argument("--aloof")
    parser.add_argument("--months", type=int, default=6)
    parser.add_argument("--people", type=int, default=12_000)
    parser.add_argument("--turnover", type=float, default=0.1)
    parser.add_argument("--epsilon", type=int, default=1_000)
    parser.add_argument("--m", type=int, default=5)
    parser.add_argument("--widen", help="how far cells may widen for somebody new")
    parser.add_argument("--round", dest="rounded", help="what values are rounded to")
    parser.add_argument("--counts", action="store_true", help="how well the last month answers counts, and no audit")
    parser.add_argument("--only", choices=["fresh", "series"], help="one of the two")
    given = parser.parse_args()
    try:
        aloof = binary(given.aloof)
    except Unavailable as reason:
        raise SystemExit(str(reason)) from reason
    with tempfile.TemporaryDirectory() as directory:
        room = Path(directory)
        quasi, sensitive, rows = table(aloof, given.data, room, given.people)
        (room / "aloof.toml").write_text(policy(quasi, sensitive, given.epsilon, given.m, given.widen, given.rounded))
        kinds = [given.only] if given.only else ["fresh", "series"]
        heads = {"fresh": ["loss", "seconds"], "series": ["loss", "counterfeits", "seconds"]}
        names = ["month", "people", *(f"{kind}: {head}" for kind in kinds for head in heads[kind])]
        print(f"| {' | '.join(names)} |\n|{'---|' * len(names)}")
        all_months = months_of(rows, given.months, given.people, given.turnover, random.Random(19))
        for month, people in enumerate(all_months, 1):
            with open(room / f"month{month}.csv", "w", newline="") as file:
                csv.writer(file).writerows([["id", *quasi, sensitive], *people])
            told = [month, f"{len(people):,}"]
            for kind in kinds:
                arguments = ["--out", f"{kind}{month}", "--private", f"private_{kind}{month}", "--policy", "aloof.toml"]
                if kind == "series" and month > 1:
                    arguments += ["--previous", f"private_series{month - 1}"]
                made = json.loads(call(aloof, room, "anonymize", f"month{month}.csv", *arguments, "--json").stdout)
                seconds = sum(made["seconds"][step] for step in ("read", "solve", "audit", "write"))
                told.append(f"{made['loss']:.3f}")
                told += [f"{made.get('counterfeits') or 0:,}"] if kind == "series" else []
                told.append(f"{seconds:.1f}")
            print("| " + " | ".join(map(str, told)) + " |", flush=True)
        if given.counts:
            for kind in kinds:
                plain, discounted = errors(room / f"{kind}{given.months}", room / f"month{given.months}.csv", quasi, sensitive)
                print(f"{kind}: counts are off by {plain:.1%} as it stands, {discounted:.1%} with counterfeits discounted (medians)")
            return
        for kind in kinds:
            code, found = audit(aloof, room, kind, given.months)
            print(f"\n{kind}: exit code {code}")
            print("\n".join(found["together"]["told"]))
            above, one = counted(room, kind, given.months, sensitive, given.epsilon, given.m)
            print(f"Counted here, register view: {above} people above 1/{given.m} in some selection, {one} with one value left.")


if __name__ == "__main__":
    main()
