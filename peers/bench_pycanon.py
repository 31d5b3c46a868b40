#!/usr/bin/env python3
"""Times pycanon's checks against one aloof audit of the same file.

    bench_pycanon.py [--rows 30000] [--runs 7] [--aloof BINARY]

The file is a generated census with age and education in bands, kept easy for pycanon, whose time grows with groups
times distinct values: groups are large and incomes come in steps of 1000. pycanon's seconds leave out starting Python,
importing and reading the file; aloof's seconds are whole processes: start, reading and all measures. One line of JSON
is appended to target/bench-results/pycanon.jsonl. Exits with 0 when the target is met, with 1 when it is missed, with
2 when aloof cannot be run.
"""

import argparse
import datetime
import os
import platform
import statistics
import sys
import time
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas
from pycanon import anonymity

import program
import tables

TARGET = 50
QUASI = ["age", "sex", "education"]
SENSITIVE = ["work_class", "income"]

CHECKS = {
    "k-anonymity": lambda frame: anonymity.k_anonymity(frame, QUASI),
    "(alpha,k)": lambda frame: anonymity.alpha_k_anonymity(frame, QUASI, SENSITIVE),
    "distinct l": lambda frame: anonymity.l_diversity(frame, QUASI, SENSITIVE),
    "entropy l": lambda frame: anonymity.entropy_l_diversity(frame, QUASI, SENSITIVE),
    "recursive (c,l)": lambda frame: anonymity.recursive_c_l_diversity(frame, QUASI, SENSITIVE),
    "t-closeness": lambda frame: anonymity.t_closeness(frame, QUASI, SENSITIVE),
    "basic beta": lambda frame: anonymity.basic_beta_likeness(frame, QUASI, SENSITIVE),
    "enhanced beta": lambda frame: anonymity.enhanced_beta_likeness(frame, QUASI, SENSITIVE),
}


def seconds(action):
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def make_table(aloof, rows, folder):
    raw = folder / "census.csv"
    program.generate_census(aloof, rows, 30, raw)
    census = pandas.read_csv(raw, keep_default_na=False)
    release = tables.census_release(census, age_width=10, education_width=3, income_step=1000)
    file = folder / "release.csv"
    release.to_csv(file, index=False)
    return file, release


def bench(aloof, rows, runs):
    with TemporaryDirectory() as folder:
        file, frame = make_table(aloof, rows, Path(folder))
        print(f"{len(frame)} rows, {frame.groupby(QUASI).ngroups} groups, {frame['income'].nunique()} distinct incomes")
        peer = {}
        for name, check in CHECKS.items():
            peer[name] = seconds(lambda check=check: check(frame))
            print(f"  pycanon {name:<16} {peer[name]:9.3f} s", flush=True)
        policy = Path(folder) / "aloof.toml"
        policy.write_text(program.policy(QUASI, SENSITIVE), encoding="utf-8")
        audits = [seconds(lambda: program.run_json(aloof, "audit", file, "--policy", policy)) for _ in range(runs + 1)]
        own = statistics.median(audits[1:])
    total = sum(peer.values())
    return {
        "bench": "pycanon",
        "date": datetime.date.today().isoformat(),
        "rows": len(frame),
        "groups": int(frame.groupby(QUASI).ngroups),
        "distinct_incomes": int(frame["income"].nunique()),
        "pycanon_seconds": {name: round(value, 4) for name, value in peer.items()},
        "pycanon_total": round(total, 4),
        "aloof_median": round(own, 5),
        "aloof_runs": runs,
        "times_faster": round(total / own, 1),
        "target": TARGET,
        "met": total / own >= TARGET,
        "versions": {
            "aloof": program.version(aloof),
            "python": platform.python_version(),
            **{package: version(package) for package in ("pycanon", "pandas", "numpy")},
        },
        "cores": os.cpu_count(),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=30_000)
    parser.add_argument("--runs", type=int, default=7, help="runs of aloof after one to warm up; the median counts")
    parser.add_argument("--aloof", help="the binary; default: ALOOF_BIN, else the release build")
    given = parser.parse_args()
    try:
        result = bench(program.binary(given.aloof), given.rows, given.runs)
    except (program.Unavailable, program.Failed) as error:
        print(f"bench_pycanon: {error}", file=sys.stderr)
        return 2
    program.record("pycanon", result)
    print(f"  pycanon together        {result['pycanon_total']:9.3f} s")
    print(f"  aloof, everything       {result['aloof_median']:9.3f} s (median of {given.runs} whole processes)")
    print(f"aloof is {result['times_faster']} times faster (target {TARGET}): {'met' if result['met'] else 'MISSED'}")
    return 0 if result["met"] else 1


if __name__ == "__main__":
    sys.exit(main())
