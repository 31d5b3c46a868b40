"""Reading a page's numbers, and counting them again from the files: plain Python, literal definitions, nothing of the program.

A page marks what was counted with `data-fact`; in a table the row's key (`data-row`) and the table's (`data-table`) say of what. `said` holds
its sentences with numbers in them (sentences.py).
"""

import csv
import hashlib
import re
from collections import defaultdict
from fractions import Fraction
from html.parser import HTMLParser

LONGEST = 13

# Of these tables every row is another figure; of others every column is.
FIGURE_PER_ROW = {"features", "measures", "numbers"}

# What pages showed, and what tests asked for to hold it against a recount: a fact's name, or a table with a column or a row.
SHOWN, ASKED = {}, set()


def figure(table, row, column):
    """A figure's name, whatever column of people it is about."""
    table = table.split("/")[0].split(" of ")[0]
    return f"{table}: {row.rpartition('/')[2]}" if table in FIGURE_PER_ROW else f"{table}: {column}"


class Row(dict):
    """A row of a table, which remembers what was asked of it."""

    def __init__(self, table, row):
        super().__init__()
        self.of = (table, row)

    def __getitem__(self, column):
        ASKED.add(figure(*self.of, column))
        return super().__getitem__(column)


class Facts(dict):
    """Single figures, likewise."""

    def __getitem__(self, name):
        ASKED.add(name)
        return super().__getitem__(name)

    def get(self, name, default=None):
        ASKED.add(name)
        return super().get(name, default)


class Page(HTMLParser):
    """`facts[key]` for single figures, `tables[table][row][column]` for those in tables; texts as a reader sees them."""

    def __init__(self, text):
        super().__init__()
        self.facts, self.tables, self.text = Facts(), defaultdict(dict), []
        self.table = self.row = self.fact = None
        self.sign = None
        self.said, self.sentence = [], None
        self.feed(text)
        self.words = " ".join(" ".join(self.text).split())
        assert not re.search(r"(^|[\s(`])--\w", self.words), "no flags stand on a page"

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        if tag == "table":
            self.table = named.get("data-table", "")
        if tag == "tr":
            self.row = named.get("data-row")
        if named.get("data-fact") == "verdict":
            self.sign = named["data-value"]
        elif "data-fact" in named:
            self.fact = named["data-fact"]
        self.skip = tag == "style"
        if tag in ("p", "li", "dd"):
            self.sentence = None if self.fact else []

    def handle_endtag(self, tag):
        if tag in ("p", "li", "dd") and self.sentence is not None:
            sentence, self.sentence = " ".join("".join(self.sentence).split()), None
            if re.search(r"\d", sentence):
                self.said.append(sentence)
        if tag in ("td", "dd"):
            self.fact = None
        if tag == "table":
            self.table = None

    def handle_data(self, data):
        if getattr(self, "skip", False):
            return
        self.text.append(data)
        if self.sentence is not None:
            self.sentence.append(data)
        if self.fact and self.table is not None and self.row is not None:
            self.tables[self.table].setdefault(self.row, Row(self.table, self.row))[self.fact] = data
            SHOWN[figure(self.table, self.row, self.fact)] = data
        elif self.fact and self.table is None:
            self.facts[self.fact] = data
            SHOWN[self.fact] = data


def count(number):
    return f"{number:,}"


def percent(share):
    hundredths = share * 10000
    if hundredths.denominator == 1:
        text = f"{int(hundredths) // 100}.{int(hundredths) % 100:02d}".rstrip("0").rstrip(".")
        return text + "%"
    tenths = int(share * 1000 + Fraction(1, 2))
    if tenths < 1:
        return "less than 0.1%"
    if tenths >= 1000:
        return "more than 99.9%"
    return f"about {tenths // 10}.{tenths % 10}%"


def fraction(share):
    exact = str(share)
    if "/" not in exact:
        return exact
    decimal = f"{float(share):.4f}"
    if (share * 10000).denominator == 1:
        decimal = decimal.rstrip("0").rstrip(".")
        return f"= {decimal}" if len(exact) > LONGEST else f"{exact} = {decimal}"
    return f"≈ {decimal}" if len(exact) > LONGEST else f"{exact} ≈ {decimal}"


def part_of(some, everybody):
    return f"{count(some)} of {count(everybody)} ({percent(Fraction(some, everybody))})"


def rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def groups(table, by):
    """Rows that cannot be told apart by these columns."""
    found = defaultdict(list)
    for row in table:
        found[tuple(row[name] for name in by)].append(row)
    return list(found.values())


def fullest(values, length):
    """The most values in a closed interval of this length."""
    values, most, low = sorted(values), 0, 0
    for high, value in enumerate(values):
        while value - values[low] > length:
            low += 1
        most = max(most, high - low + 1)
    return most


def crowded(values, length, allowed):
    """How many values lie in some closed interval of this length that holds more than is allowed."""
    values = sorted(values)
    hit = [False] * len(values)
    for first, value in enumerate(values):
        inside = [at for at in range(first, len(values)) if values[at] - value <= length]
        if len(inside) > allowed:
            for at in inside:
                hit[at] = True
    return sum(hit)


def register(grouped, column, epsilon, m):
    """Worst share, violating groups and rows: a guess may be centred anywhere."""
    worst, broken, people = Fraction(0), 0, 0
    for group in grouped:
        values = [Fraction(row[column]) for row in group]
        share = Fraction(fullest(values, 2 * epsilon), len(values))
        worst = max(worst, share)
        broken += share > Fraction(1, m)
        people += crowded(values, 2 * epsilon, Fraction(len(values), m))
    return worst, broken, people


def star(grouped, column, epsilon, m):
    """The same for guesses around the values of the group."""
    worst, broken, people = Fraction(0), 0, 0
    for group in grouped:
        values = [Fraction(row[column]) for row in group]
        near = [sum(abs(other - value) <= epsilon for other in values) for value in values]
        worst = max(worst, Fraction(max(near), len(values)))
        over = [one * m > len(values) for one in near]
        broken += any(over)
        people += sum(over)
    return worst, broken, people


def covers(cell, value):
    """Whether a published cell may be this value."""
    if cell in ("*", value):
        return True
    if cell.startswith("{") and cell.endswith("}"):
        return value in cell[1:-1].split("|")
    low, dots, high = cell.partition("..")
    return bool(dots) and Fraction(low) <= Fraction(value) <= Fraction(high)


def candidates(grouped, original, quasi, column, epsilon, m):
    """Worst share and people: all groups that cover a person are those the person may be in."""
    cells = [([group[0][name] for name in quasi], [Fraction(row[column]) for row in group]) for group in grouped]
    worst, people = Fraction(0), 0
    for person in original:
        known = [person[name] for name in quasi]
        among = [value for cell, values in cells if all(map(covers, cell, known)) for value in values]
        own = Fraction(person[column])
        share = Fraction(sum(abs(value - own) <= epsilon for value in among), len(among))
        worst = max(worst, share)
        people += share > Fraction(1, m)
    return worst, people


def covered(table, original, column):
    """The mean share of the original's range that a cell of a column of numbers covers."""
    values = [Fraction(row[column]) for row in original]
    span = max(values) - min(values)
    width = sum(Fraction(high or low) - Fraction(low) for low, _, high in (row[column].partition("..") for row in table))
    return width / span / len(table)
