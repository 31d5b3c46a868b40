"""Finding the aloof binary and talking to it. Standard library only: the benchmarks need a small parent process."""

import json
import os
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))


class Unavailable(Exception):
    """The binary is not there."""


class Failed(Exception):
    """The binary ran and refused, or printed something that is not one JSON document."""


def binary(given=None):
    """The path named on the command line, else by ALOOF_BIN, else the release build."""
    named = given or os.environ.get("ALOOF_BIN")
    path = Path(named) if named else TARGET / "release" / "aloof"
    if not path.is_file():
        hint = "as named" if named else "in the release build; run `cargo build --release` or set ALOOF_BIN"
        raise Unavailable(f"there is no aloof binary {hint}")
    return path.resolve()


def run(aloof, *arguments):
    """Runs the binary; an exit code other than 0 (holds) or 1 (violated) is an error."""
    done = subprocess.run([aloof, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise Failed(f"aloof {arguments[0]} exited with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def run_json(aloof, *arguments):
    printed = run(aloof, *arguments, "--json")
    try:
        return json.loads(printed)
    except json.JSONDecodeError as error:
        raise Failed(f"aloof {arguments[0]} --json did not print one JSON document: {error}") from error


def policy(quasi, sensitive):
    """A policy that protects nothing, so that the audit measures everything."""
    roles = [(column, "quasi") for column in quasi] + [(column, "sensitive") for column in sensitive]
    lines = [f'{json.dumps(column, ensure_ascii=False)} = {{ role = "{role}" }}' for column, role in roles]
    return "\n".join(["[columns]", *lines, 'undeclared = "drop"', ""])


def measure(aloof, table, quasi, sensitive):
    """The audit's document for a table and a policy without protections."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "aloof.toml"
        file.write_text(policy(quasi, sensitive), encoding="utf-8")
        return run_json(aloof, "audit", table, "--policy", file)


def generate_census(aloof, rows, seed, out):
    run(aloof, "generate", "census", "--rows", rows, "--seed", seed, "--out", out, "--replace")


def version(aloof):
    done = subprocess.run([aloof, "--version"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def record(name, result):
    """Appends one line to target/bench-results/NAME.jsonl and returns the file."""
    file = TARGET / "bench-results" / f"{name}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(result) + "\n")
    return file
