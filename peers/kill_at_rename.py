#!/usr/bin/env python3
"""Ends `aloof anonymize --replace --private --report` by kill -9 at every rename and at every removal of a file, one after the other.

    python3 peers/kill_at_rename.py target/release/aloof

`kill_test.sh` does so at random moments and seldom meets the microseconds between two renames; `strace`, which is needed, meets each of
them. After each kill the next run is one of: the same command; one that names the release, the private directory or the report alone;
`evaluate --private`. Whichever it is, release, private directory and report must then be of one run, as far as that run did not
replace them.
"""
import hashlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

RULE = ["--quasi", "age", "--sensitive", "pay", "--absolute", "100", "--m", "3"]
ALL = ["--out", "r", "--private", "p", "--report", "page.html", "--replace"]
NEXT = {"the same": ALL, "release alone": ["--out", "r", "--replace"], "private alone": ["--out", "x", "--private", "p", "--replace"],
        "report alone": ["--out", "x", "--report", "page.html", "--replace"], "evaluate": None}


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True, check=False)


def make(aloof, seed, places, before=()):
    return run(*before, aloof, "anonymize", "people.csv", *RULE, "--seed", str(seed), "--quiet", *places)


def parts():
    """To which release each of the three belongs, by the digest of its table; None where it is not there."""
    private = Path("p/release.sha256")
    line = next((l for l in private.read_text().splitlines() if l.endswith("data.csv")), None) if private.exists() else None
    release = hashlib.sha256(Path("r/data.csv").read_bytes()).hexdigest() if Path("r").exists() else None
    page = Path("page.html").read_text() if Path("page.html").exists() else None
    return release, line and line.split()[0], page and next((d for d in KNOWN if d in page), "another")


KNOWN = []


def clean():
    for name in os.listdir("."):
        if name != "people.csv":
            shutil.rmtree(name) if os.path.isdir(name) else os.remove(name)


def killed(aloof, fresh, call, number):
    """Lays out what stood there, kills a run at that call, and says whether it came so far."""
    clean()
    if not fresh:
        make(aloof, 1, ALL)
    make(aloof, 2, ALL, ["strace", "-f", "-o", "calls", "-e", f"trace={call}", "-e", f"inject={call}:signal=SIGKILL:when={number}"])
    return "killed by SIGKILL" in Path("calls").read_text()


def wrong(aloof, name):
    """What is wrong after the next run."""
    if name == "evaluate":
        run(aloof, "evaluate", "--original", "people.csv", "--release", "r", "--private", "p", *RULE, "--queries", "1")
    elif (done := make(aloof, 2 if name == "the same" else 3, NEXT[name])).returncode:
        return f"exit {done.returncode}: {done.stderr.strip()}"
    found = list(parts())
    replaced = {"release alone": 0, "private alone": 1, "report alone": 2}.get(name)
    if replaced is not None:
        del found[replaced]
    return None if len(set(found)) == 1 and found[0] in (*KNOWN, None) else f"not of one run: {found}"


def main():
    aloof = os.path.abspath(sys.argv[1])
    if not shutil.which("strace"):
        return print("skipped: there is no strace")
    kills, bad = 0, 0
    with tempfile.TemporaryDirectory() as room:
        os.chdir(room)
        draw = random.Random(1)
        people = "".join(f"{draw.randint(18, 70)},{draw.randint(0, 10 ** 6)}\n" for _ in range(300))
        Path("people.csv").write_text("age,pay\n" + people)
        for seed in (1, 2):
            clean()
            make(aloof, seed, ALL)
            KNOWN.append(parts()[0])
        for fresh in (False, True):
            for call in ("renameat2", "unlink", "unlinkat"):
                number = 1
                while killed(aloof, fresh, call, number):
                    for name in NEXT:
                        killed(aloof, fresh, call, number)
                        kills += 1
                        if fault := wrong(aloof, name):
                            bad += 1
                            print(f"{'nothing' if fresh else 'a release'} stood there, killed at {call} {number}, then {name}: {fault}")
                    number += 1
    print(f"{kills} kills, {bad} times something was wrong after the next run")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
