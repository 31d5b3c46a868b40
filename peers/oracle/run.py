#!/usr/bin/env python3
"""Random small tables through every method and view of the program, against an independent oracle.

    python3 peers/oracle/run.py --cases 25000 --seed 1 --aloof target/release/aloof [--only split,walk] [--keep DIR]
    python3 peers/oracle/run.py --register --cases 100000 …      tables of 2 to 10 rows in the register view, fewer calls each

Standard library only. With --keep a run can be stopped and taken up again, and every failure is kept there, made small.
"""
import argparse
import copy
import json
import multiprocessing
import os
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from cases import METHODS, case_of  # noqa: E402
from examine import Report, examine  # noqa: E402
from calls import Program  # noqa: E402

SWITCHES = ("json-errors", "row-order", "forgery", "broken", "self", "again")
STATE = {}


def prepare(options, place):
    """In every process: the program, and a directory of its own to work in."""
    STATE["options"] = options
    STATE["program"] = Program(options.aloof)
    STATE["place"] = Path(place) / str(os.getpid())


def drawn(options, number, program):
    """The case of a number."""
    if options.register:
        return case_of(options.seed, number, options.only, ("register",), most_rows=10)
    return case_of(options.seed, number, options.only, program.views)


def one(number):
    options = STATE["options"]
    case = drawn(options, number, STATE["program"])
    started = time.monotonic()
    try:
        report = examine(case, STATE["program"], STATE["place"] / "case", options.switches)
    except Exception as e:  # noqa: BLE001 - a fault of the oracle is a failure of the run, and is told with its case
        report = fault(e)
    return {"case": number, "method": case["algorithm"], "outcome": report.outcome, "words": report.words, "tags": report.tags,
            "failures": report.failures, "remarks": report.remarks, "seconds": round(time.monotonic() - started, 3)}


def fault(error):
    report = Report(outcome="oracle fault")
    report.fail(f"oracle fault: {type(error).__name__}", "".join(traceback.format_exception(error))[-1500:])
    return report


def shrunk(case, category, options, program, place, seconds=12):
    """A smaller case with a failure of the same category."""
    limit = time.monotonic() + seconds
    def still(smaller):
        if time.monotonic() > limit:
            return False
        try:
            return any(c == category for c, _ in examine(smaller, program, place, options.switches).failures)
        except Exception:  # noqa: BLE001
            return False
    if not still(case):
        return case
    changed = True
    while changed and time.monotonic() < limit:
        changed = False
        for smaller in smaller_ones(case):
            if still(smaller):
                case, changed = smaller, True
                break
    return case


def smaller_ones(case):
    rows = len(case["columns"][0]["cells"])
    for size in (rows // 2, rows // 4, 2, 1):
        for start in range(0, rows, max(1, size)) if size else ():
            smaller = copy.deepcopy(case)
            for c in smaller["columns"]:
                del c["cells"][start:start + size]
            if smaller["columns"][0]["cells"]:
                yield smaller
    for part in ("protect", "columns"):
        for i in range(len(case[part])):
            smaller = copy.deepcopy(case)
            gone = smaller[part].pop(i)
            needed = part == "columns" and gone["role"] in ("quasi", "sensitive")
            if needed and not any(c["role"] == gone["role"] for c in smaller["columns"]):
                continue
            if part == "protect" or not any(gone["name"] in str(s.get("sensitive")) for s in case["protect"]):
                yield smaller
    for part in ("method", "output"):
        for key in case[part]:
            if not (part == "method" and key in ("algorithm", "noise", "distortion")):
                smaller = copy.deepcopy(case)
                del smaller[part][key]
                yield smaller
    for i, c in enumerate(case["columns"]):
        for key in c["policy"]:
            smaller = copy.deepcopy(case)
            del smaller["columns"][i]["policy"][key]
            yield smaller
    if case["missing_texts"]:
        yield {**copy.deepcopy(case), "missing_texts": []}


def keep_failures(found, options, program):
    """For each category the smallest failing case, as a directory with its commands."""
    place = STATE["place"] / "small"
    for category, numbers in found.items():
        name = "".join(c if c.isalnum() else "-" for c in category)[:80].strip("-")
        target = options.keep / "failures" / name
        if target.exists():
            continue
        cases = (drawn(options, n, program) for n in numbers[:40])
        case = shrunk(min(cases, key=lambda c: len(c["columns"][0]["cells"]) * len(c["columns"])), category, options, program, place)
        try:
            report = examine(case, program, place, options.switches)
        except Exception as e:  # noqa: BLE001
            report = fault(e)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(place, target)
        detail = next((d for c, d in report.failures if c == category), "not seen again after shrinking")
        what = "\n\n".join([category, detail, f"cases {numbers[:20]}", "\n".join(report.calls)])
        (target / "what.txt").write_text(what + "\n", encoding="utf-8")
        (target / "case.json").write_text(json.dumps(case, ensure_ascii=False, indent=1), encoding="utf-8")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--aloof", default=os.environ.get("ALOOF_BIN", "target/release/aloof"))
    parser.add_argument("--only", type=lambda t: tuple(t.split(",")), default=METHODS, help="methods, by comma")
    parser.add_argument("--keep", type=Path, help="a directory for progress and failures")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--register", action="store_true", help="small tables in the register view only, in few calls")
    parser.add_argument("--without", default="", help=f"checks to leave out, by comma: {', '.join(SWITCHES)}")
    options = parser.parse_args()
    unknown = set(options.only) - set(METHODS)
    if unknown:
        parser.error(f"--only: no such method: {', '.join(sorted(unknown))}")
    without = options.without.split(",")
    if options.register:
        options.only = tuple(m for m in options.only if m in ("split", "xcolor"))
        without += ["forgery", "broken", "self", "again"]
    options.switches = {s: s not in without for s in SWITCHES}
    return options


def finished(options):
    """Lines of an earlier run with the same seed."""
    log = options.keep / f"cases-{options.seed}.jsonl" if options.keep else None
    if log and log.exists():
        return log, [json.loads(l) for l in log.read_text(encoding="utf-8").splitlines()]
    if log:
        log.parent.mkdir(parents=True, exist_ok=True)
    return log, []


def main():
    options = arguments()
    log, lines = finished(options)
    done = {l["case"] for l in lines}
    todo = [n for n in range(options.first, options.first + options.cases) if n not in done]
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # syncing files to a disk would take most of the time
    with tempfile.TemporaryDirectory(prefix="oracle-", dir=memory, ignore_cleanup_errors=True) as place:
        found = all_cases(options, todo, log, lines, place)
    return 1 if found else 0


def all_cases(options, todo, log, lines, place):
    started = time.monotonic()
    with multiprocessing.Pool(options.processes, prepare, (options, place)) as pool:
        for i, line in enumerate(pool.imap_unordered(one, todo, chunksize=8), 1):
            lines.append(line)
            if log:
                with log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line, ensure_ascii=False) + "\n")
            if i % 500 == 0:
                failing = sum(bool(l["failures"]) for l in lines)
                passed = time.monotonic() - started
                print(f"{len(lines)} cases, {failing} with a failure, {passed:.0f} s", file=sys.stderr, flush=True)
    found = summary(lines, time.monotonic() - started)
    if options.keep and found:
        prepare(options, place)
        keep_failures(found, options, STATE["program"])
    return found


def summary(lines, seconds):
    table, found, remarks, refusals, tags = defaultdict(Counter), defaultdict(list), Counter(), Counter(), defaultdict(Counter)
    for l in sorted(lines, key=lambda l: l["case"]):
        table[l["method"]][l["outcome"]] += 1
        table[l["method"]]["failing"] += bool(l["failures"])
        for category in {c for c, _ in l["failures"]}:
            found[category].append(l["case"])
            tags[category].update(set(l["tags"]))
        for category in {c for c, _ in l["remarks"]}:
            remarks[category] += 1
        if l["outcome"] == "refused":
            refusals["".join("#" if ch.isdigit() else ch for ch in l["words"])[:90]] += 1
    outcomes = sorted({o for row in table.values() for o in row} - {"failing"}) + ["failing"]
    print(f"{len(lines)} cases in {seconds:.0f} s\n")
    print("method".ljust(10) + "".join(o.rjust(max(12, len(o) + 2)) for o in outcomes))
    for method in sorted(table):
        print(method.ljust(10) + "".join(str(table[method][o]).rjust(max(12, len(o) + 2)) for o in outcomes))
    for title, counts in (("failures", {c: len(n) for c, n in found.items()}), ("remarks", remarks)):
        if counts:
            print(f"\n{title}")
            for category, count in sorted(counts.items(), key=lambda p: -p[1]):
                first = f"  (case {found[category][0]})" if category in found else ""
                print(f"{count:6}  {category}{first}" + "".join(f"  [{t}: {n}]" for t, n in tags[category].items()))
    if os.environ.get("ORACLE_REFUSALS"):
        print("\nrefusals")
        for words, count in refusals.most_common(60):
            print(f"{count:6}  {words}")
    return found


if __name__ == "__main__":
    sys.exit(main())
