"""Calls of the program, and what came back."""
import json
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

NO_ANSWER = -1000
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "RUST_BACKTRACE": "0"}


@dataclass
class Outcome:
    arguments: list
    code: int
    out: str
    err: str
    document: object = None

    @property
    def crashed(self):
        text = self.err + self.out
        return self.code not in (0, 1, 2, 3) or "panicked" in text or "RUST_BACKTRACE" in text

    @property
    def words(self):
        """What a refusal says, from the document or from standard error."""
        if isinstance(self.document, dict) and isinstance(self.document.get("error"), dict):
            return str(self.document["error"].get("message", ""))
        return self.err

    @property
    def first_line(self):
        return re.sub(r"\s+", " ", self.words.strip())[:300]

    @property
    def kind(self):
        """`impossible` or `not found`, of exit code 3; an older program tells only in words."""
        if isinstance(self.document, dict) and isinstance(self.document.get("error"), dict):
            return str(self.document["error"].get("kind", ""))
        return "impossible" if "impossible" in self.err else "not found"


class Program:
    def __init__(self, path):
        self.path = os.path.abspath(path)
        told = subprocess.run([self.path, "schema"], capture_output=True, text=True, check=True, env=ENVIRONMENT)
        schema = json.loads(told.stdout)
        columns = schema["properties"]["columns"]["additionalProperties"]["properties"]
        self.column_keys = set(columns)
        text = json.dumps(schema)
        self.views = [v for v in ("register", "candidates", "group") if f'"{v}"' in text]

    def run(self, arguments, directory, seconds=20):
        try:
            done = subprocess.run([self.path, *arguments], cwd=directory, capture_output=True, timeout=seconds, env=ENVIRONMENT)
        except subprocess.TimeoutExpired:
            return Outcome(arguments, NO_ANSWER, "", f"no answer within {seconds} s")
        out, err = (t.decode("utf-8", "replace") for t in (done.stdout, done.stderr))
        outcome = Outcome(arguments, done.returncode, out, err)
        try:
            outcome.document = json.loads(outcome.out) if outcome.out.strip() else None
        except ValueError:
            outcome.document = "not JSON"
        return outcome


def contents(directory):
    return {str(p.relative_to(directory)): p.read_bytes() for p in sorted(Path(directory).rglob("*")) if p.is_file()}
