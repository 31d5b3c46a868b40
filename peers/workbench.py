"""What the benchmarks of releases share: data to measure on, whole processes timed, tables kept in the documentation.

Standard library only: on Linux a child's peak memory is never reported below its parent's.
"""

import datetime
import gzip
import json
import os
import platform
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import program

DATA = program.TARGET / "bench-data"
SHARED = Path(os.environ.get("ALOOF_SHARED", program.ROOT.parent / "shared"))


def shared(*parts):
    """A table kept beside the repository (or where ALOOF_SHARED says), unpacked; None when it is not there."""
    packed = SHARED.joinpath("data", *parts)
    if not packed.is_file():
        return None
    if packed.suffix != ".gz":
        return packed
    DATA.mkdir(parents=True, exist_ok=True)
    plain = DATA / packed.stem
    if not plain.is_file():
        staged = plain.with_suffix(".part")
        with gzip.open(packed) as source, staged.open("wb") as out:
            shutil.copyfileobj(source, out)
        staged.rename(plain)
    return plain


def census(aloof, rows, seed=7):
    """A generated census, made once."""
    DATA.mkdir(parents=True, exist_ok=True)
    file = DATA / f"census-{rows}.csv"
    if not file.is_file():
        print(f"making a census of {rows} people, once", flush=True)
        staged = file.with_suffix(".part")
        program.generate_census(aloof, rows, seed, staged)
        staged.rename(file)
    return file


def process(command):
    """Seconds and peak memory of one whole process, and what it printed."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as complaints:
        start = time.perf_counter()
        child = subprocess.Popen(list(map(str, command)), stdout=out, stderr=complaints, stdin=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        complaints.seek(0)
        if child.returncode != 0:
            told = complaints.read().decode().strip()
            raise program.Failed(f"{Path(command[0]).name} exited with {child.returncode}: {told}")
        return {"seconds": seconds, "peak": usage.ru_maxrss * 1024, "printed": out.read().decode()}


def anonymize(aloof, file, options):
    """One whole `aloof anonymize`: seconds, peak memory, its document, and the released text unless it is very long."""
    with tempfile.TemporaryDirectory(dir=DATA) as room:
        release = Path(room) / "release"
        run = process([aloof, "anonymize", file, "--out", release, "--seed", "1", "--json", *options])
        data = release / "data.csv"
        text = data.read_text(encoding="utf-8") if data.stat().st_size < 64 << 20 else None
    document = json.loads(run["printed"])
    return {"seconds": run["seconds"], "peak": run["peak"], "document": document, "release": text}


def machine():
    """What the figures were measured on, without its name."""
    model = platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    load = os.getloadavg()[0]
    return f"{os.cpu_count()} cores, {model}, load {load:.1f} at the end of the run"


def today():
    return datetime.date.today().isoformat()


def table(header, rows):
    """A Markdown table."""
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows])


def write_between(file, name, text):
    """Puts `text` between the markers `<!-- NAME -->` and `<!-- /NAME -->` of a page; the rest stays as it is."""
    page = file.read_text(encoding="utf-8")
    start, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    if start not in page or end not in page:
        raise program.Failed(f"{file.name} has no place for {name}: {start} and {end} are missing")
    before, rest = page.split(start, 1)
    after = rest.split(end, 1)[1]
    file.write_text(f"{before}{start}\n\n{text.strip()}\n\n{end}{after}", encoding="utf-8")
