#!/usr/bin/env python3
"""A table of PostgreSQL read in place, beside `psql -c "copy …"` into a file and reading that.

    bench_postgres.py [--rows 1000000] [--runs 5] [--reader PROGRAM] [--write]

A server is made in a temporary directory, filled once, and ended; its files stay in memory as far as the machine has any. All times
are those of whole processes, taken in turns, the best of the runs: `psql` writing the file, the reader (the example `time_read`)
reading that file, and the reader reading the table by its address. With --write the section of docs/speed.md is written anew.
Exits with 0 when the target is met, with 1 when it is missed, with 2 when something is not there.
"""

import argparse
import datetime
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import program

TARGET_RATIO = 1.5
PORT = 5432
FILL = """
create table people as select i as id, 18 + (i * 7919 % 70)::int as age, lpad((i * 104729 % 100000)::text, 5, '0') as zip,
  date '1940-01-01' + (i % 25000)::int as born, (array['spouse', 'child', 'lodger'])[1 + i % 3] as family,
  (10000 + i * 7907 % 9000000 / 100.0)::numeric(12, 2) as pay from generate_series(1, {rows}::bigint) i
"""
PART = re.compile(r"<!-- databases -->.*?<!-- /databases -->", re.S)


def unprivileged():
    """A server refuses to be run by root."""
    return ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []


class Server:
    """PostgreSQL in a directory of its own, without a password, on a socket there."""

    def __enter__(self):
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb")) + [shutil.which("initdb") or ""]
        if not found[0]:
            raise program.Unavailable("PostgreSQL has no server on this machine; run tools/databases.sh")
        self.bin = Path(found[0]).parent
        self.room = Path(tempfile.mkdtemp(prefix="aloof-bench-pg", dir="/tmp"))
        self.room.chmod(0o777)
        options = f"-c listen_addresses= -p {PORT} -k {self.room} -c fsync=off -c shared_buffers=512MB"
        self.run("initdb", "-D", self.room / "data", "-U", "ann", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
        self.run("pg_ctl", "-D", self.room / "data", "-w", "-l", self.room / "log", "-o", options, "start")
        return self

    def __exit__(self, *_):
        self.run("pg_ctl", "-D", self.room / "data", "-w", "-m", "fast", "stop")
        shutil.rmtree(self.room, ignore_errors=True)

    def run(self, name, *arguments):
        command = [*unprivileged(), self.bin / name, *arguments]
        subprocess.run(command, check=True, cwd="/tmp", stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)

    def psql(self, sql):
        return [self.bin / "psql", "-h", self.room, "-p", str(PORT), "-U", "ann", "-d", "postgres", "-Xq", "-c", sql]

    def address(self):
        return f"postgres://ann@/postgres?host={self.room}&port={PORT}&table=people"


def timed(command, out=subprocess.DEVNULL):
    """Seconds of a whole process: of the clock, and of its own work."""
    before, start = os.times(), time.perf_counter()
    subprocess.run(command, check=True, stdout=out)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - start, used


def measure(server, reader, runs, file):
    best = {}
    for _ in range(runs):
        with file.open("wb") as out:
            dumped = timed(server.psql("copy people to stdout (format csv, header)"), out)
        for name, times in (
            ("psql", dumped),
            ("file", timed([reader, "read", file])),
            ("table", timed([reader, "read", server.address()])),
        ):
            best[name] = min(best.get(name, times), times)
    return best


def write(rows, best, ratio):
    """The section of docs/speed.md."""
    line = "| {} | {:.2f} s | {:.2f} s |"
    text = "\n".join(
        [
            "<!-- databases -->",
            f"{rows:,} rows of 6 columns (integers, `numeric`, `date`, texts) in PostgreSQL on the same machine, whole processes, best of several",
            f"runs in turns. {datetime.date.today()}, {os.cpu_count()} cores.",
            "",
            "| | clock | work |",
            "|---|---|---|",
            line.format('`psql -c "copy people to stdout (format csv, header)"` into a file', *best["psql"]),
            line.format("reading that file", *best["file"]),
            line.format("reading the table by its address", *best["table"]),
            "",
            f"The table takes {ratio:.2f} times what the first two take together; at most {TARGET_RATIO} was the target.",
            "<!-- /databases -->",
        ]
    )
    path = program.ROOT / "docs" / "speed.md"
    path.write_text(PART.sub(lambda _: text, path.read_text(encoding="utf-8")), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--reader", type=Path, default=program.TARGET / "release" / "examples" / "time_read")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    if not asked.reader.is_file():
        raise program.Unavailable("there is no reader; run `make bench-postgres`")
    with Server() as server, tempfile.TemporaryDirectory() as folder:
        subprocess.run(server.psql(FILL.format(rows=asked.rows)), check=True)
        subprocess.run(server.psql("vacuum analyze people"), check=True)
        best = measure(server, asked.reader, asked.runs, Path(folder) / "people.csv")
    ratio = best["table"][0] / (best["psql"][0] + best["file"][0])
    for name, (clock, work) in best.items():
        print(f"{name:6} {clock:6.2f} s of the clock, {work:6.2f} s of work in the client")
    print(f"ratio {ratio:.2f}, target {TARGET_RATIO}")
    if asked.write:
        write(asked.rows, best, ratio)
    return 0 if ratio <= TARGET_RATIO else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (program.Unavailable, program.Failed) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
