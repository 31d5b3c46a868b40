"""What a release still tells, counted again: plain Python, literal definitions, nothing of the program.

Count queries are drawn anew from the seed by SplitMix64, as docs/evaluate.md says it, and every one is answered row by row. Distances
look at every position of a column. People are found by what `--private` keeps of who went into which group.
"""

import itertools
import math
import struct
from collections import Counter, defaultdict

MASK = 2**64 - 1
VOLUMES = ["0.01", "0.05", "0.1", "0.2"]


class Draw:
    """SplitMix64 (Steele, Lea and Flood, 2014), begun with four numbers."""

    def __init__(self, seeds):
        self.state = 0x243F6A8885A308D3
        for seed in seeds:
            self.state ^= seed
            self.state = self.next()

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        mixed = ((self.state ^ (self.state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return mixed ^ (mixed >> 31)

    def below(self, limit):
        return (self.next() * max(limit, 1)) >> 64

    def some_of(self, size, count):
        seen = set()
        for last in range(max(size - count, 0), size):
            drawn = self.below(last + 1)
            seen.add(last if drawn in seen else drawn)
        return sorted(seen)


class Column:
    """Positions of a column: whole numbers from the least to the most, or labels in their order. What lies in it, a cell or what is
    asked for, is a run of numbers or a set of labels, one bit each."""

    def __init__(self, values):
        try:
            numbers = [int(value) for value in values]
            self.labels, self.low, self.size = None, min(numbers), max(numbers) - min(numbers) + 1
        except ValueError:
            self.labels = sorted(set(values), key=lambda label: label.encode())
            self.size = len(self.labels)
        self.read = {}

    def cell(self, text):
        if text not in self.read:
            self.read[text] = self.covered(text)
        return self.read[text]

    def covered(self, text):
        if self.labels is None:
            low, _, high = text.partition("..")
            return (0, self.size) if text == "*" else (int(low) - self.low, int(high or low) - self.low + 1)
        if text == "*":
            return (1 << self.size) - 1
        names = text[1:-1].split("|") if text.startswith("{") and text not in self.labels else [text]
        return sum(1 << self.labels.index(name) for name in names)

    def length(self, cell):
        return cell[1] - cell[0] if self.labels is None else cell.bit_count()

    def positions(self, cell):
        return range(*cell) if self.labels is None else [at for at in range(self.size) if cell >> at & 1]

    def share(self, text, wanted):
        """How much of a cell is asked for."""
        cell = self.cell(text)
        both = max(min(cell[1], wanted[1]) - max(cell[0], wanted[0]), 0) if self.labels is None else (cell & wanted).bit_count()
        return both / self.length(cell) if both else 0.0

    def middle(self, text):
        low, _, high = text.partition("..")
        return (int(low) + int(high or low)) / 2


class Tables:
    """An original and its release; the quasi columns are asked in the order of their names. `stands_for`: how many people a row counts for."""

    def __init__(self, original, released, quasi, sensitive, stands_for=1):
        self.original, self.released, self.quasi, self.sensitive = original, released, sorted(quasi), sensitive
        self.stands_for = stands_for
        self.columns = {name: Column([row[name] for row in original]) for name in [*quasi, sensitive]}

    def predicate(self, draw, name, part):
        column = self.columns[name]
        length = min(max(math.floor(column.size * part + 1e-9), 1), column.size)
        if column.labels is not None:
            return sum(1 << at for at in draw.some_of(column.size, length))
        low = draw.below(column.size - length + 1)
        return low, low + length

    def query(self, dimensions, volume, number, seed=1):
        bits = struct.unpack("<Q", struct.pack("<d", volume))[0]
        draw = Draw([seed, dimensions, bits, number])
        part = volume ** (1 / dimensions)
        chosen = [self.quasi[at] for at in draw.some_of(len(self.quasi), dimensions - 1)]
        return [(name, self.predicate(draw, name, part)) for name in [*chosen, self.sensitive]]

    def answers(self, asked):
        """By the original and by the release, where every row counts by the share of its cells that is asked for."""

        tests = [(name, {}, self.columns[name], wanted) for name, wanted in asked]

        def share(row):
            found = 1.0
            for name, known, column, wanted in tests:
                text = row[name]
                if text not in known:
                    known[text] = column.share(text, wanted)
                found *= known[text]
                if not found:
                    break
            return found

        return sum(map(share, self.original)), self.stands_for * sum(map(share, self.released))

    def workload(self, dimensions, volume, queries=1000):
        """The mean relative error, and how many queries have 0 as their true answer."""
        errors, empty = [], 0
        for number in range(queries):
            truth, estimate = self.answers(self.query(dimensions, float(volume), number))
            if truth:
                errors.append(abs(estimate - truth) / truth)
            else:
                empty += 1
        return sum(errors) / len(errors), empty

    def shares(self, rows, name):
        """The share of all rows at every position; a cell counts evenly over what it covers."""
        found = defaultdict(float)
        for row in rows:
            column = self.columns[name]
            cell = column.cell(row[name])
            for at in column.positions(cell):
                found[at] += 1 / column.length(cell) / len(rows)
        return found

    def distance(self, name):
        """The earth mover's as a share of the line, with the largest difference below a value; or total variation."""
        before, after = self.shares(self.original, name), self.shares(self.released, name)
        column = self.columns[name]
        if column.labels is not None:
            return sum(abs(before[at] - after[at]) for at in range(column.size)) / 2, None
        apart, moved, most = 0.0, 0.0, 0.0
        for at in range(column.size):
            apart += before[at] - after[at]
            moved, most = moved + abs(apart), max(most, abs(apart))
        return moved / max(column.size - 1, 1), most

    def covered(self, name):
        """The mean share of the domain that a cell covers: of a line's length; of all labels, where there is more than one in it."""
        column = self.columns[name]
        lengths = [column.length(column.cell(row[name])) for row in self.released]
        if column.labels is None:
            return sum(length - 1 for length in lengths) / len(lengths) / max(column.size - 1, 1)
        return sum(length for length in lengths if length > 1) / len(lengths) / column.size

    def numbers(self):
        return [name for name, column in self.columns.items() if column.labels is None]

    def correlations(self):
        """By how much the correlation of every pair of columns of numbers differs; cells are taken at their middle."""
        pairs = itertools.combinations(self.numbers(), 2)
        return [abs(self.pearson(self.original, *pair) - self.pearson(self.released, *pair)) for pair in pairs]

    def pearson(self, rows, one, other):
        values = [[self.columns[name].middle(row[name]) for row in rows] for name in (one, other)]
        means = [sum(all_of) / len(all_of) for all_of in values]
        away = [[value - mean for value in all_of] for all_of, mean in zip(values, means, strict=True)]
        spread = [math.sqrt(sum(value * value for value in all_of)) for all_of in away]
        return sum(a * b for a, b in zip(*away, strict=True)) / spread[0] / spread[1]

    def people(self, assignment):
        """For every row of the original the released one: of the group that holds just the values of those who went into it."""
        members = defaultdict(list)
        for line in assignment:
            members[line["group"]].append(int(line["row"]))
        boxes = defaultdict(list)
        for row in self.released:
            boxes[tuple(row[name] for name in self.quasi)].append(row)
        by_values = defaultdict(list)
        for box in boxes.values():
            by_values[frozenset(Counter(row[self.sensitive] for row in box).items())].append(box[0])
        found = {}
        for rows in members.values():
            values = frozenset(Counter(self.original[row][self.sensitive] for row in rows).items())
            fits = [one for one in by_values[values] if all(self.inside(one, self.original[row]) for row in rows)]
            assert fits, "a group of the assignment is not in the release"
            for row in rows:
                found[row] = {**fits[0], self.sensitive: self.original[row][self.sensitive]}
        return [found[row] for row in sorted(found)]

    def inside(self, released, original):
        whole = ((self.columns[name], name) for name in self.quasi)
        return all(column.share(original[name], column.cell(released[name])) == 1 for column, name in whole)

    def distortion(self, people):
        """The mean over people and quasi columns of numbers of |middle of the cell - value| / |value|."""
        found = []
        for before, after in zip(self.original, people, strict=True):
            pairs = [(int(before[name]), self.columns[name].middle(after[name])) for name in self.numbers() if name in self.quasi]
            found += [abs(value - told) / abs(value) for value, told in pairs if value]
        return sum(found) / len(found)


def workloads(columns):
    return [(dimensions, volume) for volume in VOLUMES for dimensions in range(2, min(columns, 4) + 1)]
