#!/usr/bin/env python3
"""What a release costs and loses: time against a sort and against pyarrow, growth, memory, loss, each idea alone.

    bench_release.py [--only solve,whole,growth,loss,temper,ideas,query,large] [--runs 3] [--write] [--aloof BINARY]

| part | measures | target |
|---|---|---|
| solve | from columns in memory to groups, in sorts of the sensitive column | |
| whole | the command without options from start to end, CSV to release with its audit, beside pyarrow (its own threads, already loaded) reading the same file, sorting it by the four columns that are released and writing it; in turns, nine times each; beside it pyarrow where it sorts and writes these four only | ratio of medians at most 1.6 for 500,000 rows; its audit at most the solving |
| growth | time of 8n rows over time of n, from 500,000 to 32 million; peak memory per row; loss | at most 9; at most 80 bytes; loss not rising |
| loss | the command without options (the register view) and the weaker views, beside the printed algorithm | see MARKS; nobody's value within ε of any figure for more than 1/m |
| temper | the default's groups before and after exchanges by chance: loss, exchanges that quasi values favour and sensitive values leave open, at the truth and shuffled, and what a guess by them gets right | |
| ideas | the search with one idea after the other, and how many exchanges that lower loss it leaves open | |
| query | relative error of count queries, printed and default | printed below 15% where all quasi columns are numbers, default lower |
| large | 100 million rows (only when asked for) | inside 16 GiB, below 782 s |

On the generated census, and on real tables where they stand beside the repository (or where ALOOF_SHARED says). Tables
and raw figures are kept in target/bench-data and target/bench-results/release.jsonl; with --write docs/bench.md gets
the table. Exits with 0 when all targets are met, with 1 when one is missed, with 2 when something cannot be run.
"""

import argparse
import json
import statistics
import subprocess
import sys
from fractions import Fraction

import program
import workbench
from workbench import process, table

PARTS = ["solve", "whole", "growth", "loss", "temper", "ideas", "query"]
PAGE = program.ROOT / "docs" / "bench.md"
PYARROW, GROWTH, BYTES, ERROR = 1.6, 9, 80, 0.15
LARGE_BYTES, LARGE_SECONDS = 16 << 30, 782
# Runs of the whole command and of pyarrow at least, in turns; and the steps of a release.
TURNS = 9
STEPS = ("read", "solve", "write", "audit")
CENSUS = (["age", "birthplace", "occupation"], "income")
# What is asked of each table; where a mark stands, the default (register view) may lose at most so much.
CENSUS_MARKS = {("1000", "5"): 0.030, ("2000", "5"): 0.060, ("4500", "4"): 0.115, ("4500", "3"): 0.044}
ACS_MARKS = {("1000", "5"): 0.062, ("4500", "5"): 0.24, ("10000", "3"): None}
MEN_MARKS = {("10.00", "5"): 0.030, ("50.00", "3"): None}

SORT_WITH_PYARROW = """
import json, sys, time
import pyarrow.csv
file, columns, written, out = sys.argv[1], sys.argv[2].split(","), sys.argv[3], sys.argv[4]
start = time.perf_counter()
table = pyarrow.csv.read_csv(file)
if written == "released":
    table = table.select(columns)
pyarrow.csv.write_csv(table.sort_by([(name, "ascending") for name in columns]), out)
print(json.dumps(time.perf_counter() - start))
"""


class Missed(list):
    """What did not meet its target, in words."""

    def check(self, met, words):
        if not met:
            self.append(words)
        return "" if met else " **missed**"


def real_tables():
    """Real people, where their tables are there: name, file, quasi columns, sensitive column, marks by ε and m."""
    acs = workbench.shared("census", "acs2016_fulltime.csv.gz")
    men = workbench.shared("census", "ak80_census1980_men.csv.gz")
    found = []
    if acs:
        found.append(("acs2016_fulltime", acs, (["AGEP", "POBP", "OCCP"], "PINCP"), ACS_MARKS))
    if men:
        found.append(("ak80_census1980_men", men, (["age_quarters", "sob", "education"], "weekly_wage"), MEN_MARKS))
    return found


def example(name):
    path = program.TARGET / "release" / "examples" / name
    if not path.is_file():
        raise program.Unavailable(f"the example {name} is not built; run `make bench`")
    return path


def bench_solve(file, columns, epsilon, m, runs):
    quasi, sensitive = columns
    run = process([example("bench_solve"), file, ",".join(quasi), sensitive, epsilon, m, runs])
    return {**json.loads(run["printed"]), "peak": run["peak"]}


def solve(aloof, runs, _missed):
    """Solving, in sorts."""
    cases = [("generated census", workbench.census(aloof, 500_000), CENSUS, [("4500", "5")]), *real_tables()]
    lines, raw = [], []
    for name, file, columns, settings in cases:
        for epsilon, m in settings:
            found = bench_solve(file, columns, epsilon, m, runs)
            raw.append({"table": name, "epsilon": epsilon, "m": m, **found})
            for variant in found["variants"]:
                if "sorts" in variant and variant["name"] != "printed":
                    lines.append([name, f"{found['rows']:,}", f"{epsilon}, {m}", variant["name"], f"{found['sort_seconds'] * 1e3:.1f} ms", f"{variant['seconds']:.3f} s", f"{variant['sorts']:.1f}"])
    header = ["table", "rows", "ε, m", "", "one sort", "solving", "sorts"]
    return "### Solving, in sorts of the sensitive column\n\n" + table(header, lines), raw


def options_for(columns, epsilon, m, view=None):
    """What a user types; without a view it is the default one."""
    quasi, sensitive = columns
    asked = ["--quasi", ",".join(quasi), "--sensitive", sensitive, "--absolute", epsilon, "--m", m]
    return [*asked, "--view", view] if view else asked


def sort_with_pyarrow(file, columns, written):
    """Seconds of pyarrow for the file: all of its columns written, or those that are released."""
    out = workbench.DATA / "sorted.csv"
    done = process([sys.executable, "-c", SORT_WITH_PYARROW, file, ",".join([*columns[0], columns[1]]), written, out])
    out.unlink()
    return json.loads(done["printed"])


def spread(seconds):
    """The median, and the best and the worst beside it."""
    return f"{statistics.median(seconds):.2f} s ({min(seconds):.2f} to {max(seconds):.2f})"


def whole(aloof, runs, missed):
    """The whole command against pyarrow, in turns: whatever else the machine does falls on both."""
    census = ("generated census", workbench.census(aloof, 500_000), CENSUS, CENSUS_MARKS)
    lines, raw = [], []
    for name, file, columns, marks in [census, *real_tables()]:
        epsilon, m = next(iter(marks))
        peer, narrow, own = [], [], []
        for _ in range(max(runs, TURNS)):
            peer.append(sort_with_pyarrow(file, columns, "all"))
            narrow.append(sort_with_pyarrow(file, columns, "released"))
            own.append(workbench.anonymize(aloof, file, options_for(columns, epsilon, m)))
        seconds = [run["seconds"] for run in own]
        ratio = statistics.median(seconds) / statistics.median(peer)
        steps = {step: statistics.median(run["document"]["seconds"][step] for run in own) for step in STEPS}
        asked = name == "generated census"
        word = missed.check(not asked or ratio <= PYARROW, f"whole {name}")
        dear = missed.check(not asked or steps["audit"] <= steps["solve"], f"audit of {name} against solving")
        beside = statistics.median(seconds) / statistics.median(narrow)
        raw.append({"table": name, "pyarrow": peer, "pyarrow, released columns": narrow, "aloof": seconds, "steps": steps, "peak": own[0]["peak"]})
        told = ", ".join(f"{step} {steps[step]:.2f}" for step in STEPS)
        lines.append([name, f"{epsilon}, {m}", spread(peer), spread(seconds), told + dear, f"{ratio:.2f}{word}", f"{min(seconds) / min(peer):.2f}", f"{beside:.2f}"])
    header = ["table", "ε, m", "pyarrow", "aloof", "of which", f"ratio of medians (at most {PYARROW} for the census)", "of the best", "of medians, pyarrow with the released columns only"]
    title = f"The whole command, default options, against pyarrow reading, sorting and writing the same file; medians of {max(runs, TURNS)} runs each in turns, with the best and the worst"
    return f"### {title}\n\n" + table(header, lines), raw


def growth(aloof, _runs, missed, sizes):
    """Time, memory and loss as the table grows eightfold."""
    lines, raw, before, lost = [], [], None, None
    for rows in sizes:
        run = workbench.anonymize(aloof, workbench.census(aloof, rows), options_for(CENSUS, "1000", "5"))
        steps, seconds, each, loses = run["document"]["seconds"], run["seconds"], run["peak"] / rows, run["document"]["loss"]
        ratio = seconds / before if before else None
        word = missed.check(ratio is None or ratio <= GROWTH, f"growth to {rows}")
        byte_word = missed.check(rows < 4_000_000 or each <= BYTES, f"memory at {rows}")
        loss_word = missed.check(lost is None or loses <= lost, f"loss at {rows}")
        raw.append({"rows": rows, "seconds": seconds, "steps": steps, "peak": run["peak"], "loss": loses})
        told = ", ".join(f"{step} {steps[step]:.1f}" for step in STEPS)
        lines.append([f"{rows:,}", told, f"{seconds:.2f} s", f"{ratio:.1f}{word}" if ratio else "", f"{each:.0f}{byte_word}", f"{loses:.4f}{loss_word}"])
        before, lost = seconds, loses
    header = ["rows", "seconds", "whole command", f"time(8n) / time(n) (at most {GROWTH})", f"peak bytes per row (at most {BYTES})", "loss (not rising)"]
    return "### Growth, generated census, ε = 1000, m = 5, default options\n\n" + table(header, lines), raw


def large(aloof, _runs, missed):
    """100 million rows."""
    rows = 100_000_000
    run = workbench.anonymize(aloof, workbench.census(aloof, rows), options_for(CENSUS, "1000", "5"))
    word = missed.check(run["peak"] <= LARGE_BYTES, "100 million rows inside 16 GiB")
    slow = missed.check(run["seconds"] < LARGE_SECONDS, f"100 million rows in {LARGE_SECONDS} s")
    steps = run["document"]["seconds"]
    line = [f"{rows:,}", f"{steps['solve']:.0f} s", f"{run['seconds']:.0f} s{slow}", f"{run['peak'] / 2**30:.1f} GiB{word}", f"{run['document']['loss']:.4f}"]
    raw = {"rows": rows, "seconds": run["seconds"], "steps": steps, "peak": run["peak"], "loss": run["document"]["loss"]}
    header = ["rows", "solving", f"whole command (below {LARGE_SECONDS} s)", "peak memory (at most 16 GiB)", "loss"]
    return "### 100 million rows, ε = 1000, m = 5, default options\n\n" + table(header, [line]), raw


def in_view(aloof, file, columns, epsilon, m, view):
    """What a release loses, and the share of a group that a guess of any figure within ε gets at most; None where none is found."""
    try:
        document = workbench.anonymize(aloof, file, options_for(columns, epsilon, m, view))["document"]
    except program.Failed:
        return None
    return document["loss"], document["checks"][0]["worst_risk"]


def printed_loss(file, columns, epsilon, m):
    variants = bench_solve(file, columns, epsilon, m, 1)["variants"]
    return next(variant.get("loss") for variant in variants if variant["name"] == "printed")


def loss(aloof, _runs, missed):
    """The default beside the weaker views and the printed algorithm."""
    census = ("generated census", workbench.census(aloof, 500_000), CENSUS, CENSUS_MARKS)
    lines, raw = [], []
    for name, file, columns, marks in [census, *real_tables()]:
        for (epsilon, m), mark in marks.items():
            views = {view: in_view(aloof, file, columns, epsilon, m, view) for view in ("group", "candidates", None)}
            printed = printed_loss(file, columns, epsilon, m)
            own = views[None]
            where = f"loss {name} {epsilon},{m}"
            word = missed.check(mark is None or (own is not None and own[0] <= mark), where)
            # The default's own audit, of the files as written: the fullest interval of length 2ε, whatever its centre.
            wide = "" if own is None else missed.check(Fraction(own[1]) <= Fraction(1, int(m)), f"guess {name} {epsilon},{m}")
            raw.append({"table": name, "epsilon": epsilon, "m": m, "printed": printed, "views": {str(view): found for view, found in views.items()}})
            shown = [f"{found[0]:.4f}" if found else "not found" for found in (views["group"], views["candidates"], own)]
            lines.append([name, f"{epsilon}, {m}", f"{printed:.4f}" if printed else "not found", shown[0], shown[1], shown[2] + word, mark or "", (own[1] if own else "") + wide])
    header = ["table", "ε, m", "printed, group view", "group view", "candidates view", "default: register view", "at most", "any figure within ε"]
    return "### Loss\n\n" + table(header, lines), raw


# As the default looks in a table of 500,000 rows, where exchanges by chance share the layout of the last round. It is measured on a fifth
# of these rows: the guess takes minutes for each table.
FEW_LOOKS = "default,rounds=2,sweeps=4,chains=1,hot=30,cold=20"


def temper(aloof, _runs, _missed):
    """What groups give away of why they are as they are, before tempering and after."""
    real = [(name, file, columns, list(marks)[:2], []) for name, file, columns, marks in real_tables() if name.startswith("acs")]
    small = real[0] if real else ("generated census", workbench.census(aloof, 20_000), CENSUS, [("1000", "5")], [])
    large = ("census, 100,000 rows as if 500,000", workbench.census(aloof, 100_000), CENSUS, [("1000", "5")], [FEW_LOOKS, f"{FEW_LOOKS},tempered"])
    lines = []
    for name, file, (quasi, sensitive), settings, tunings in (small, large):
        for epsilon, m in settings:
            printed = process([example("minimality"), file, ",".join(quasi), sensitive, epsilon, m, *tunings])["printed"]
            rows = [line.strip("| ").split(" | ")[1:] for line in printed.splitlines() if line.startswith("| ")]
            named = zip(("not tempered", "tempered"), rows[1:], strict=True)
            lines += [[name, f"{epsilon}, {m}", groups, *cells] for groups, cells in named]
    header = ["table", "ε, m", "groups", "loss", "favoured exchanges open at the truth", "shuffled", "guessed by them within ε", "by luck"]
    return "### What groups tell of why they are as they are, default options\n\n" + table(header, lines), lines


def ideas(aloof, _runs, _missed):
    """Each idea of the search, one after the other."""
    real = [case for case in real_tables() if case[0].startswith("acs")]
    name, file, (quasi, sensitive), _ = real[0] if real else ("generated census", workbench.census(aloof, 20_000), CENSUS, None)
    printed = process([example("split_loss"), file, ",".join(quasi), sensitive, "4500", "5"])["printed"]
    lines = []
    for line in printed.splitlines()[1:]:
        idea, rest = line[:50].strip(), line[50:].split()
        if rest[:1] == ["loss"]:
            told = [rest[rest.index(word) + 1].rstrip(",") for word in ("open", "shuffled")]
            lines.append([idea, rest[1], rest[3], f"{rest[4]} s", *told])
    header = ["search", "loss", "groups", "time", "favoured exchanges open at the truth", "shuffled"]
    return f"### Each idea of the search, {name}, ε = 4500, m = 5\n\n" + table(header, lines), lines


def errors(aloof, file, columns, epsilon, m, variant):
    """Mean relative errors of count queries on one release, by number of dimensions."""
    quasi, sensitive = columns
    roles = ["--quasi", ",".join(quasi), "--sensitive", sensitive]
    release = workbench.DATA / "release-for-queries"
    command = [aloof, "anonymize", file, "--out", release, "--replace", "--seed", "1", "--json", *roles]
    process([*command, "--absolute", epsilon, "--m", m, "--view", "group", "--variant", variant])
    told = process([aloof, "evaluate", "--original", file, "--release", release, "--json", "--seed", "1", "--selectivity", "0.1", *roles])
    document = json.loads(told["printed"])
    tenth = [workload for workload in document["count_query"] if workload["selectivity"] == "0.1"]
    return {workload["dimensions"]: workload["mean_relative_error"] for workload in tenth}


def query(aloof, _runs, missed):
    """Count queries on the printed algorithm's release and on the default's, both in the group view."""
    cases = [("generated census", workbench.census(aloof, 500_000), CENSUS, [("4500", "5")]), *real_tables()]
    lines, raw = [], []
    for name, file, columns, settings in cases:
        epsilon, m = list(settings)[-1] if name.startswith("ak80") else ("4500", "5")
        found = {variant: errors(aloof, file, columns, epsilon, m, variant) for variant in ("printed", "best")}
        raw.append({"table": name, "epsilon": epsilon, "m": m, "error": found})
        for dimensions, printed in found["printed"].items():
            best = found["best"][dimensions]
            # The bound is the paper's own, on quasi columns of whole numbers; in the census two of three are labels.
            asked = name.startswith("acs")
            high = missed.check(not asked or printed < ERROR, f"query error of the printed algorithm, {name}, {dimensions} dimensions")
            word = missed.check(best < printed, f"query error of the default, {name}, {dimensions} dimensions")
            lines.append([name, f"{epsilon}, {m}", dimensions, f"{printed:.1%}{high}", f"{best:.1%}{word}"])
    header = ["table", "ε, m", "dimensions", f"printed (below {ERROR:.0%} on acs2016)", "default (below printed)"]
    return "### Error of count queries, volume 0.1, 1,000 queries each\n\n" + table(header, lines), raw


MEASURES = {"solve": solve, "whole": whole, "growth": growth, "loss": loss, "temper": temper, "ideas": ideas, "query": query, "large": large}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(PARTS), help="which parts, with commas between")
    parser.add_argument("--sizes", default="500000,4000000,32000000", help="rows for growth, each eight times the one before")
    parser.add_argument("--runs", type=int, default=3, help="runs of each; the best counts")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/bench.md")
    parser.add_argument("--aloof", help="the binary; default: ALOOF_BIN, else the release build")
    given = parser.parse_args()
    missed = Missed()
    try:
        aloof = program.binary(given.aloof)
        for part in given.only.split(","):
            more = [list(map(int, given.sizes.split(",")))] if part == "growth" else []
            text, raw = MEASURES[part](aloof, given.runs, missed, *more)
            text += f"\n\n{workbench.today()}, {workbench.machine()}."
            print(text + "\n", flush=True)
            program.record("release", {"bench": part, "date": workbench.today(), "machine": workbench.machine(), "aloof": program.version(aloof), "figures": raw})
            if given.write:
                workbench.write_between(PAGE, part, text)
    except (program.Unavailable, program.Failed, subprocess.CalledProcessError) as error:
        print(f"bench_release: {error}", file=sys.stderr)
        return 2
    print("all targets met" if not missed else "missed: " + "; ".join(missed))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
