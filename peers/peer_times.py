#!/usr/bin/env python3
"""Times a Python peer on a file and prints JSON, for benchmarks that run in another environment.

    peer_times.py pycanon FILE          seconds of all checks of bench_pycanon
    peer_times.py anonypy FILE K        seconds of k-anonymity by Mondrian, and its loss

Reading the file and starting Python do not count.
"""

import json
import sys
import time

import pandas


def pycanon(file):
    from bench_pycanon import CHECKS

    frame = pandas.read_csv(file, keep_default_na=False)
    start = time.perf_counter()
    for check in CHECKS.values():
        check(frame)
    return {"seconds": time.perf_counter() - start}


def anonypy(file, k):
    from bench_anonypy import QUASI, Measure, run_anonypy

    quasi = QUASI["census"]
    frame = pandas.read_csv(file, keep_default_na=False)[[*quasi, "income"]].copy()
    for column in quasi[1:]:
        frame[column] = frame[column].astype("category")
    seconds, loss = run_anonypy(frame, quasi, int(k), Measure(frame, quasi))
    return {"seconds": seconds, "loss": loss}


print(json.dumps({"pycanon": pycanon, "anonypy": anonypy}[sys.argv[1]](*sys.argv[2:])))
