#!/usr/bin/env python3
"""Plain k-anonymity on Adult: anonypy and aloof on the same rows, in the same run, by one measure of loss.

    bench_anonypy.py [--k 5] [--aloof BINARY] [--write]

Both get age, education, marital status, race, sex, work class and country as quasi columns, income as the sensitive
one. anonypy's seconds are its own work alone, from a data frame in memory to its list of groups. aloof's are told
twice: solving (from columns in memory to the text of every group, as `--json` reports it) and the whole command,
reading, audit and writing included. The loss of both is computed here, from what they publish: a range over the
domain's for numbers, labels in the group over all labels where there are several, summed over columns, mean over
rows. `--effort quick` is what must meet the targets; what the program does by itself for so few rows stands beside it.
Where Adult is not beside the repository, a generated census stands in. With --write the table goes to
docs/speed.md. Exits with 0 when the targets are met, with 1 when one is missed, with 2 when something cannot be run.
"""

import argparse
import csv
import io
import subprocess
import sys
import time

import anonypy
import pandas

import program
import workbench

FASTER = 300
QUASI = {
    "adult": ["age", "education", "marital-status", "race", "sex", "workclass", "native-country"],
    "census": ["age", "education", "marital_status", "race", "sex", "work_class", "birthplace"],
}


def load(aloof):
    """The table, which one it is, and its columns."""
    file = workbench.shared("adult", "adult_full.csv.gz")
    name = "adult" if file else "census"
    if file is None:
        print("Adult is not beside the repository, so a generated census of as many people stands in")
        file = workbench.census(aloof, 48_842)
    frame = pandas.read_csv(file, keep_default_na=False)
    frame = frame[[*QUASI[name], "income"]].copy()
    for column in frame.columns[1:]:
        frame[column] = frame[column].astype("category")
    return file, name, frame


class Measure:
    """Loss by one definition for both."""

    def __init__(self, frame, quasi):
        labels = {column: frame[column].nunique() for column in quasi[1:]}
        self.domain = {quasi[0]: int(frame[quasi[0]].max() - frame[quasi[0]].min()), **labels}

    def numbers(self, column, low, high):
        return (int(high) - int(low)) / self.domain[column]

    def labels(self, column, count):
        return count / self.domain[column] if count > 1 else 0.0


def run_anonypy(frame, quasi, k, measure):
    start = time.perf_counter()
    groups = anonypy.Preserver(frame, quasi, "income").anonymize_k_anonymity(k)
    seconds = time.perf_counter() - start

    def lost(row):
        texts = {column: row[column][0] if isinstance(row[column], list) else str(row[column]) for column in quasi}
        ends = texts[quasi[0]].split("-")
        total = measure.numbers(quasi[0], ends[0], ends[-1])
        return total + sum(measure.labels(column, len(texts[column].split(","))) for column in quasi[1:])

    rows = sum(row["count"] for row in groups)
    if rows != len(frame):
        raise program.Failed(f"anonypy published {rows} of {len(frame)} rows")
    return seconds, sum(row["count"] * lost(row) for row in groups) / rows


def run_aloof(aloof, file, quasi, k, measure, runs, effort):
    options = ["--quasi", ",".join(quasi), "--sensitive", "income", "--k", k, *effort]
    made = [workbench.anonymize(aloof, file, options) for _ in range(runs)]
    rows = list(csv.DictReader(io.StringIO(made[0]["release"])))

    def lost(row):
        ends = row[quasi[0]].split("..")
        total = measure.numbers(quasi[0], ends[0], ends[-1])
        # A star stands for every label.
        count = {column: measure.domain[column] if row[column] == "*" else row[column].count("|") + 1 for column in quasi[1:]}
        return total + sum(measure.labels(column, count[column]) for column in quasi[1:])

    solve = min(run["document"]["seconds"]["solve"] for run in made)
    return solve, min(run["seconds"] for run in made), sum(map(lost, rows)) / len(rows)


def bench(aloof, k, runs):
    file, name, frame = load(aloof)
    quasi = QUASI[name]
    measure = Measure(frame, quasi)
    solve, whole, own_loss = run_aloof(aloof, file, quasi, k, measure, runs, ["--effort", "quick"])
    print(f"aloof, quick: solving {solve:.3f} s, whole command {whole:.3f} s, loss {own_loss:.4f}", flush=True)
    slow, slow_whole, slow_loss = run_aloof(aloof, file, quasi, k, measure, 1, [])
    print(f"aloof, by itself: solving {slow:.3f} s, whole command {slow_whole:.3f} s, loss {slow_loss:.4f}", flush=True)
    peer, peer_loss = run_anonypy(frame, quasi, k, measure)
    print(f"anonypy: {peer:.1f} s, loss {peer_loss:.4f}")
    return {
        "bench": "anonypy",
        "date": workbench.today(),
        "machine": workbench.machine(),
        "table": name,
        "rows": len(frame),
        "k": k,
        "anonypy_seconds": round(peer, 3),
        "anonypy_loss": round(peer_loss, 5),
        "aloof_solve_seconds": round(solve, 4),
        "aloof_whole_seconds": round(whole, 4),
        "aloof_loss": round(own_loss, 5),
        "default_solve_seconds": round(slow, 4),
        "default_whole_seconds": round(slow_whole, 4),
        "default_loss": round(slow_loss, 5),
        "times_faster": round(peer / solve, 1),
        "times_faster_whole": round(peer / whole, 1),
        "met": peer / solve >= FASTER and own_loss <= peer_loss,
        "aloof": program.version(aloof),
    }


def page(result):
    name = {"adult": "Adult", "census": "a generated census"}[result["table"]]
    peer = result["anonypy_seconds"]

    def line(what, seconds, loss):
        return [what, f"{seconds:.3f}", f"{peer / seconds:.0f}", f"{loss:.3f}"]

    rows = [
        ["anonypy", f"{peer:.1f}", "", f"{result['anonypy_loss']:.3f}"],
        line("aloof --effort quick, solving", result["aloof_solve_seconds"], result["aloof_loss"]),
        line("aloof --effort quick, whole command", result["aloof_whole_seconds"], result["aloof_loss"]),
        line("aloof, solving", result["default_solve_seconds"], result["default_loss"]),
        line("aloof, whole command", result["default_whole_seconds"], result["default_loss"]),
    ]
    text = f"{name}, {result['rows']:,} rows, seven quasi columns, k = {result['k']}. {result['date']}, {result['machine']}."
    return text + "\n\n" + workbench.table(["", "seconds", "times faster (target 300)", "loss"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--k", type=int, default=5)
    parser.add_argument("--runs", type=int, default=3, help="runs of aloof; the best counts")
    parser.add_argument("--write", action="store_true", help="put the table into docs/speed.md")
    parser.add_argument("--aloof", help="the binary; default: ALOOF_BIN, else the release build")
    given = parser.parse_args()
    try:
        result = bench(program.binary(given.aloof), given.k, given.runs)
        if given.write:
            workbench.write_between(program.ROOT / "docs" / "speed.md", "anonypy", page(result))
    except (program.Unavailable, program.Failed, subprocess.CalledProcessError) as error:
        print(f"bench_anonypy: {error}", file=sys.stderr)
        return 2
    program.record("anonypy", result)
    print(f"solving is {result['times_faster']} times faster, the whole command {result['times_faster_whole']} times (target {FASTER})")
    print(f"loss {result['aloof_loss']} against {result['anonypy_loss']}: {'met' if result['met'] else 'MISSED'}")
    return 0 if result["met"] else 1


if __name__ == "__main__":
    sys.exit(main())
