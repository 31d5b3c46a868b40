"""From a file to a release that was audited, as people go it, and values as a release writes them."""

import calendar
import datetime
import math
import subprocess
from pathlib import Path

import pandas as pd
import read_cells


def command(aloof, *arguments):
    done = subprocess.run([aloof, *map(str, arguments)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


class Way:
    """From a file to a release that was audited, with what else is said on every command line."""

    def __init__(self, aloof, data, folder, *flags):
        self.aloof, self.data, self.folder, self.flags = aloof, str(data), Path(folder), flags
        self.policy, self.out = self.folder / "p.toml", self.folder / "out"
        #: What a person adds to the policy.
        self.add = ""
        #: A line that the policy has commented out, which a person takes the # from.
        self.taken = ""

    def inspect(self):
        code, out, err = command(self.aloof, "inspect", self.data, "--write-policy", self.policy, *self.flags)
        return code, " ".join((out + err).split())

    def release(self):
        code, seen = self.inspect()
        assert code == 0, seen
        if self.taken:
            asked = self.policy.read_text(encoding="utf-8")
            assert f"# {self.taken}" in asked
            self.policy.write_text(asked.replace(f"# {self.taken}", self.taken), encoding="utf-8")
        if self.add:
            self.policy.write_text(self.policy.read_text(encoding="utf-8") + "\n" + self.add, encoding="utf-8")
        for line in (
            ["anonymize", self.data, "--policy", self.policy, "--seed", "7", "--out", self.out, *self.flags],
            ["audit", self.out, "--original", self.data, "--policy", self.policy, *self.flags],
            ["audit", self.out],
        ):
            code, out, err = command(self.aloof, *line)
            assert code == 0, (line, self.policy.read_text(), out, err)
        self.seen, self.said = seen, self.policy.read_text()
        return self

    def column(self, name):
        """The released values of a column, sorted; those that are missing left out."""
        table = pd.read_csv(self.out / "data.csv", dtype=str, keep_default_na=False, na_values=[""])
        return sorted(table[name].dropna())


def texts(values):
    return sorted(read_cells.text(value) for value in values if value is not None)


def comma(value):
    """`1.234,56`."""
    return f"{value:,.2f}".replace(",", " ").replace(".", ",").replace(" ", ".")


def floats(values):
    return [math.nan if value is None else float(value) for value in values]


def in_whole_months(cells, days):
    """Whether every cell goes from the first of a month to the last of one, and all of these days lie in one of them."""
    ends = [[datetime.date.fromisoformat(end) for end in cell.split("..")] for cell in cells]
    whole = all(low.day == 1 and high.day == calendar.monthrange(high.year, high.month)[1] for low, high in ends)
    return whole and all(any(low <= day <= high for low, high in ends) for day in days)
