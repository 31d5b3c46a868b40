"""Walks on locality polytopes: aloof against hopsy, on the same polytope in the same run.

Both are measured in seconds of one core. hopsy gets its best walk there, coordinate hit-and-run after rounding; its
simplification of the polytope is left out, which takes longer than everything else. Effective draws are those of the
worst variable.
"""

import json
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "target" / "release" / "examples" / "walk_speed"


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
    """Seconds of rounding, effective draws per second after it."""
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


def main():
    warnings.filterwarnings("ignore")
    try:
        import hopsy  # noqa: F401
    except ImportError:
        sys.exit("hopsy is not installed: peers/setup.sh installs it")
    with tempfile.TemporaryDirectory() as room:
        path = Path(room) / "polytope.txt"
        ours = json.loads(subprocess.run([PROGRAM, "mixing", path, "2"], check=True, capture_output=True).stdout)
        rounding, theirs, r_hat = with_hopsy(path)
    for walk in ours["walks"]:
        print(f"{walk['walk']:18} {walk['effective_per_second']:9.1f} effective draws per second, R-hat {walk['r_hat']:.3f}")
    print(f"{'hopsy, rounded':18} {theirs:9.1f} effective draws per second, R-hat {r_hat:.3f}, rounding {rounding:.1f} s")
    best = max(walk["effective_per_second"] for walk in ours["walks"])
    first = ours["centre_seconds"] + ours["shaping_seconds"] + 100 / best
    print(f"ratio without rounding: {best / theirs:.1f}")
    print(f"ratio to the first 100, rounding included: {(rounding + 100 / theirs) / first:.1f}")
    table = json.loads(subprocess.run([PROGRAM, "table", "75000"], check=True, capture_output=True).stdout)
    print(f"75,000 rows, 3 columns, segments of 100, {table['threads']} threads:")
    for column in table["columns"]:
        print(
            f"  {column['column']:8} {column['seconds']:7.1f} s, {column['mixed']} of {column['segments']} segments agree"
            f" (median R-hat {column['median_r_hat']:.3f}); one core: {1e3 * column['seconds_per_segment']:.0f} ms a segment,"
            f" printed {1e3 * column['printed_seconds_per_segment']:.0f} ms (R-hat {column['printed_median_r_hat']:.2f})"
        )


if __name__ == "__main__":
    main()
