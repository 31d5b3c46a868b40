"""Walks on locality polytopes: aloof against hopsy, and the default walk against the one as printed, in the same run.

    bench_hopsy.py [--rows 75000] [--write]

Everything but the table of 75,000 rows is measured in seconds of one core. hopsy gets its best walk, coordinate
hit-and-run after rounding; its simplification of the polytope is left out, which takes longer than everything else.
Effective draws are those of the worst variable. Targets: at least 3 times hopsy's effective draws per second with its
rounding left out, 30 times to the first 100 with it, and no slower than the walk as printed at 4,000 steps.

With --write the tables go to docs/speed.md. Exits with 0 when all targets are met, 1 when one is missed.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import program
import workbench

PROGRAM = program.TARGET / "release" / "examples" / "walk_speed"


def ours(*arguments):
    done = subprocess.run([PROGRAM, *map(str, arguments)], check=True, capture_output=True)
    return json.loads(done.stdout)


def polytope(path):
    """A, b and bounds from the lines that walk_speed wrote."""
    import numpy as np

    first, *lines = path.read_text().splitlines()
    n, low, high = map(int, first.split())
    a, b = np.zeros((len(lines), n)), np.zeros(len(lines))
    for at, line in enumerate(lines):
        terms, bound = line.split("<=")
        for term in terms.split():
            variable, coefficient = term.split(":")
            a[at, int(variable)] = int(coefficient)
        b[at] = int(bound)
    return a, b, low, high


def with_hopsy(path, draws=400, apart=100, chains=4):
    """Seconds of rounding, effective draws per second after it, split R-hat."""
    import hopsy

    a, b, low, high = polytope(path)
    problem = hopsy.add_box_constraints(hopsy.Problem(a, b), low, high, simplify=False)
    started = time.process_time()
    rounded = hopsy.round(problem, simplify=False)
    rounding = time.process_time() - started
    start = hopsy.compute_chebyshev_center(rounded)
    walks = [hopsy.MarkovChain(rounded, hopsy.UniformCoordinateHitAndRunProposal, starting_point=start) for _ in range(chains)]
    generators = [hopsy.RandomNumberGenerator(5, at) for at in range(chains)]
    started = time.process_time()
    _, found = hopsy.sample(walks, generators, n_samples=draws, thinning=apart, n_procs=1)
    seconds = time.process_time() - started
    later = found[:, draws // 5 :]
    return rounding, float(hopsy.ess(later).min()) / seconds, float(hopsy.rhat(later).max())


def told(met, text):
    """A figure beside its target."""
    return text if met else f"{text} **missed**"


def against_hopsy():
    """The page's part on effective draws, and whether targets are met."""
    with tempfile.TemporaryDirectory() as room:
        path = Path(room) / "polytope.txt"
        found = ours("mixing", path, 2)
        rounding, theirs, r_hat = with_hopsy(path)
    best = max(walk["effective_per_second"] for walk in found["walks"])
    first = found["centre_seconds"] + found["shaping_seconds"] + 100 / best
    ratio, ratio_first = best / theirs, (rounding + 100 / theirs) / first
    met = [ratio >= 3, ratio_first >= 30]
    rows = [(w["walk"], f"{w['effective_per_second']:,.1f}", f"{w['r_hat']:.3f}") for w in found["walks"]]
    rows.append(("hopsy 1.7, coordinate hit-and-run after rounding", f"{theirs:,.1f}", f"{r_hat:.3f}"))
    text = workbench.table(["walk", "effective draws per second of a core", "split R-hat"], rows)
    text += (
        f"\n\nCentre {found['centre_seconds']:.3f} s and shape {found['shaping_seconds']:.3f} s here, rounding {rounding:.0f} s there."
        f" Without them {told(met[0], f'{ratio:.0f} times')} as many effective draws per second (at least 3); to the first"
        f" 100, with them, {told(met[1], f'{ratio_first:,.0f} times')} faster (at least 30)."
    )
    return text, all(met)


def against_printed(count):
    """A whole table on all cores, and segments on one core beside the walk as printed."""
    found = ours("table", count)
    rows, met = [], True
    for column in found["columns"]:
        default, printed = column["seconds_per_segment"], column["printed_seconds_per_segment"]
        met &= default <= printed
        rows.append(
            (
                column["column"],
                f"{column['seconds']:.1f} s",
                f"{column['mixed']} of {column['segments']}",
                f"{column['median_r_hat']:.3f}",
                told(default <= printed, f"{1e3 * default:.0f} ms"),
                f"{1e3 * printed:.0f} ms",
                "never moves" if column["printed_moved"] == 0 else f"{column['printed_median_r_hat']:.2f}, {100 * column['printed_moved']:.0f}% moved",
            )
        )
    header = ["column", f"{count:,} rows, {found['threads']} threads", "segments that agree", "median R-hat", "a segment, one core", "printed, 4,000 steps", "its R-hat"]
    return workbench.table(header, rows), met


def growth():
    """Finding localities by the length of the segment, walking by the number of rows."""
    found = ours("growth")
    rows = [(f"{e['values']:,}", f"{e['found']:,}", f"{1e3 * e['seconds']:.2f} ms", f"{1e9 * e['seconds'] / e['found']:.1f} ns") for e in found["extraction"]]
    text = workbench.table(["values in a segment", "localities", "finding them", "each"], rows)
    rows = [(f"{e['rows']:,}", f"{e['seconds']:.2f} s", f"{1e6 * e['seconds'] / e['rows']:.0f} µs") for e in found["rows"]]
    return text + "\n\n" + workbench.table(["rows, segments of 100", "walking, one core", "a row"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=75_000)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/speed.md")
    given = parser.parse_args()
    warnings.filterwarnings("ignore")
    try:
        import hopsy  # noqa: F401
    except ImportError:
        sys.exit("hopsy is not installed: peers/setup.sh walk installs it")
    mixing, faster = against_hopsy()
    print(mixing, flush=True)
    table, no_slower = against_printed(given.rows)
    print(table, flush=True)
    text = "\n\n".join([mixing, table, growth(), f"{workbench.today()}, {workbench.machine()}."])
    if given.write:
        workbench.write_between(program.ROOT / "docs" / "speed.md", "walk", text)
    else:
        print(text)
    return 0 if faster and no_slower else 1


if __name__ == "__main__":
    sys.exit(main())
