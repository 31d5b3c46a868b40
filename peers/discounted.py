"""How well a release of a series answers counts, as it stands and with counterfeits discounted group by group.

A count asks how many people lie in ranges of some quasi columns and of the sensitive one. A row counts with the share of its cells that
lies in the ranges, every value of a cell as likely as every other; discounted, times the share of its group's rows that are people's, which
`counterfeits.csv` tells.
"""

import csv
import random
from collections import Counter

import numpy as np

DIMENSIONS, SHARES, QUERIES, SEED = (2, 3), (0.05, 0.1), 200, 5


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


class Lines:
    """Cells of numbers: `17..24`, or a number."""

    def __init__(self, cells, original):
        ends = [cell.partition("..") for cell in cells]
        self.low = np.array([float(low) for low, _, _ in ends])
        self.high = np.array([float(high or low) for low, _, high in ends])
        self.original = np.array([float(value) for value in original])

    def share(self, low, high):
        within = np.minimum(self.high, high) - np.maximum(self.low, low) + 1
        return np.clip(within, 0, None) / (self.high - self.low + 1)


class Sets:
    """Cells of labels: `{a|b}`, or a label; in the order of the alphabet."""

    def __init__(self, cells, original):
        labels = [cell.strip("{}").split("|") for cell in cells]
        codes = {label: code for code, label in enumerate(sorted({*original, *(one for some in labels for one in some)}))}
        self.row = np.repeat(np.arange(len(cells)), [len(some) for some in labels])
        self.code = np.array([codes[one] for some in labels for one in some])
        self.many = np.array([len(some) for some in labels])
        self.original = np.array([codes[value] for value in original])

    def share(self, low, high):
        within = ((self.code >= low) & (self.code <= high)).astype(float)
        return np.bincount(self.row, weights=within, minlength=len(self.many)) / self.many


def reals(release, rows):
    """Per row the share of its group's rows that are people's."""
    listed = release / "counterfeits.csv"
    nobody = {row["group"]: int(row["counterfeits"]) for row in read(listed)} if listed.exists() else {}
    sizes = Counter(row["group"] for row in rows)
    return np.array([1 - nobody.get(row["group"], 0) / sizes[row["group"]] for row in rows])


def drawn(column, width, draw):
    """A range that holds this share of a column, by rank."""
    ordered = np.sort(column.original)
    first = draw.randrange(max(1, int(len(ordered) * (1 - width))))
    return ordered[first], ordered[min(len(ordered) - 1, first + int(len(ordered) * width))]


def errors(release, original, quasi, sensitive):
    """Median relative errors of counts: as it stands, and discounted."""
    rows, people = read(release / "data.csv"), read(original)
    kind = lambda name: Lines if all(is_number(row[name]) for row in people) else Sets  # noqa: E731
    columns = {name: kind(name)([row[name] for row in rows], [row[name] for row in people]) for name in [*quasi, sensitive]}
    real, draw, found = reals(release, rows), random.Random(SEED), []
    for dimensions in DIMENSIONS:
        for share in SHARES:
            for _ in range(QUERIES):
                asked = [*draw.sample(quasi, dimensions - 1), sensitive]
                ranges = [(columns[name], *drawn(columns[name], share ** (1 / dimensions), draw)) for name in asked]
                inside = np.prod([column.share(low, high) for column, low, high in ranges], axis=0)
                truth = np.all([(column.original >= low) & (column.original <= high) for column, low, high in ranges], axis=0).sum()
                if truth:
                    found.append((abs(inside.sum() - truth) / truth, abs((inside * real).sum() - truth) / truth))
    return tuple(float(np.median(some)) for some in zip(*found, strict=True))
