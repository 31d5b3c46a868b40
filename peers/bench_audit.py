#!/usr/bin/env python3
"""The yardstick for speed: an audit of a large release beside pyarrow reading it and counting its groups.

    bench_audit.py [--rows 5000000] [--runs 3] [--aloof BINARY]

pyarrow's time is reading the file and counting rows for each combination of quasi-identifiers, in a fresh process each
time, starting Python and importing left out. aloof's time is the whole process. Both are the best of the runs, taken
in turns on a file already in the page cache. The release is made once and kept in target/bench-data. One line of
JSON is appended to target/bench-results/audit.jsonl. Exits with 0 when all targets are met, with 1 when one is missed,
with 2 when aloof cannot be run.

This process imports nothing large: on Linux a child's peak memory is never reported below its parent's.
"""

import argparse
import datetime
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import program

TARGET_RATIO = 2.5
TARGET_BYTES_PER_ROW = 64
SEED = 5
HERE = Path(__file__).resolve().parent
READERS = {"csv": "pyarrow.csv.read_csv", "parquet": "pyarrow.parquet.read_table"}

PYARROW = """
import json, resource, sys, time
import pyarrow.acero, pyarrow.csv, pyarrow.parquet
file, quasi = sys.argv[1], sys.argv[2].split(",")
start = time.perf_counter()
table = {reader}(file)
groups = table.group_by(quasi).aggregate([([], "count_all")]).num_rows
seconds = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps(dict(seconds=seconds, groups=groups, rows=table.num_rows, nbytes=table.nbytes, peak=peak)))
"""


def prepare(aloof, rows):
    """The folder with the release, made if it is not there yet, and the facts about it."""
    folder = program.TARGET / "bench-data" / f"release-{rows}"
    if not (folder / "release.json").is_file():
        print(f"making a release of {rows} rows, once", flush=True)
        command = [sys.executable, HERE / "release_maker.py", aloof, str(rows), str(SEED), folder]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder, json.loads((folder / "release.json").read_text(encoding="utf-8"))


def time_pyarrow(kind, file, quasi):
    script = PYARROW.format(reader=READERS[kind])
    done = subprocess.run([sys.executable, "-c", script, file, ",".join(quasi)], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def time_aloof(aloof, file, facts):
    """Wall time and peak memory of one whole process, and what it printed."""
    command = [aloof, "audit", file, "--quasi", ",".join(facts["quasi"]), "--sensitive", facts["sensitive"]]
    command += ["--absolute", "1000", "--m", "3", "--json"]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as complaints:
        start = time.perf_counter()
        child = subprocess.Popen(command, stdout=out, stderr=complaints, stdin=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        complaints.seek(0)
        if child.returncode not in (0, 1):
            raise program.Failed(f"aloof audit exited with {child.returncode}: {complaints.read().decode().strip()}")
        document = json.load(out)
    return {"seconds": seconds, "peak": usage.ru_maxrss * 1024, "document": document}


def check_same_table(own, peer, facts):
    """Both must have seen the same rows; the number of groups is compared where aloof's check tells it."""
    document = own["document"]
    if document.get("tuples") != facts["rows"] or peer["rows"] != facts["rows"]:
        raise program.Failed(f"the release has {facts['rows']} rows, aloof saw {document.get('tuples')}, pyarrow {peer['rows']}")
    groups = next((check["groups"] for check in document.get("checks", []) if "groups" in check), peer["groups"])
    if groups != peer["groups"]:
        raise program.Failed(f"aloof sees {groups} groups where pyarrow sees {peer['groups']}")


def bench_one(aloof, kind, file, facts, runs):
    with open(file, "rb") as source:
        while source.read(1 << 24):
            pass
    peers, owns = [], []
    for _ in range(runs):
        peers.append(time_pyarrow(kind, file, facts["quasi"]))
        owns.append(time_aloof(aloof, file, facts))
    check_same_table(owns[0], peers[0], facts)
    peer, own = (min(run["seconds"] for run in which) for which in (peers, owns))
    peak = max(run["peak"] for run in owns)
    above = (peak - peers[0]["nbytes"]) / facts["rows"]
    return {
        "pyarrow_seconds": round(peer, 4),
        "aloof_seconds": round(own, 4),
        "ratio": round(own / peer, 3),
        "pyarrow_table_bytes": peers[0]["nbytes"],
        "pyarrow_peak_bytes": max(run["peak"] for run in peers),
        "aloof_peak_bytes": peak,
        "bytes_per_row_above_table": round(above, 1),
        "met": own / peer <= TARGET_RATIO and above <= TARGET_BYTES_PER_ROW,
    }


def bench(aloof, rows, runs):
    folder, facts = prepare(aloof, rows)
    quartiles = ", ".join(map(str, facts["group_size_quartiles"]))
    print(f"{facts['rows']} rows, {facts['groups']} groups, quartiles of their sizes {quartiles}", flush=True)
    inputs = {kind: bench_one(aloof, kind, folder / f"release.{kind}", facts, runs) for kind in READERS}
    return {
        "bench": "audit",
        "date": datetime.date.today().isoformat(),
        **facts,
        "runs": runs,
        "inputs": inputs,
        "target_ratio": TARGET_RATIO,
        "target_bytes_per_row": TARGET_BYTES_PER_ROW,
        "met": all(figures["met"] for figures in inputs.values()),
        "aloof": program.version(aloof),
        "cores": os.cpu_count(),
    }


def show(result):
    print("input    pyarrow    aloof   ratio (target)   peak: pyarrow    aloof   above table, bytes a row (target)")
    for kind, figures in result["inputs"].items():
        print(
            f"{kind:<8}{figures['pyarrow_seconds']:6.2f} s {figures['aloof_seconds']:6.2f} s"
            f"  {figures['ratio']:6.2f} ({TARGET_RATIO})"
            f"        {figures['pyarrow_peak_bytes'] / 2**20:8.0f} MiB {figures['aloof_peak_bytes'] / 2**20:5.0f} MiB"
            f"  {figures['bytes_per_row_above_table']:8.1f} ({TARGET_BYTES_PER_ROW})"
            f"   {'met' if figures['met'] else 'MISSED'}"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=5_000_000)
    parser.add_argument("--runs", type=int, default=3, help="runs of each; the best counts")
    parser.add_argument("--aloof", help="the binary; default: ALOOF_BIN, else the release build")
    given = parser.parse_args()
    try:
        result = bench(program.binary(given.aloof), given.rows, given.runs)
    except (program.Unavailable, program.Failed, subprocess.CalledProcessError) as error:
        print(f"bench_audit: {error}", file=sys.stderr)
        return 2
    program.record("audit", result)
    show(result)
    return 0 if result["met"] else 1


if __name__ == "__main__":
    sys.exit(main())
