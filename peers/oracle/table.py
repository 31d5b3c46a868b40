"""Tables as `docs/reading.md` describes them: CSV text, and what the cells of a column mean.

Numbers are fractions, dates are days, labels are text, a missing value is None. Nothing here is shared with the program.
"""
import datetime
import re
from dataclasses import dataclass, field
from fractions import Fraction

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
CODE = re.compile(r"[+-]?0\d")
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def number(text):
    """The exact decimal, or None. Digits with a leading zero are a code, not a number."""
    if not NUMBER.fullmatch(text) or CODE.match(text):
        return None
    return Fraction(text)


def day(text):
    """Days since a fixed day, or None."""
    if not DATE.fullmatch(text):
        return None
    try:
        return datetime.date.fromisoformat(text).toordinal()
    except ValueError:
        return None


def parse_csv(text):
    """Records of cells; a cell is (text, whether it was quoted)."""
    records, record, cell, quoted, inside, i = [], [], "", False, False, 0
    def end_cell():
        nonlocal cell, quoted
        record.append((cell if quoted else cell.strip(" \t"), quoted))
        cell, quoted = "", False
    while i < len(text):
        c = text[i]
        if inside:
            if c == '"' and text[i + 1:i + 2] == '"':
                cell += '"'
                i += 1
            elif c == '"':
                inside = False
            else:
                cell += c
        elif c == '"' and cell.strip(" \t") == "" and not quoted:
            cell, quoted, inside = "", True, True
        elif c == ",":
            end_cell()
        elif c in "\r\n":
            if record or cell or quoted:
                end_cell()
                records.append(record)
                record = []
        else:
            cell += c
        i += 1
    if record or cell or quoted:
        end_cell()
        records.append(record)
    return records


def quote(text):
    if text == "" or re.fullmatch(r"[A-Za-z0-9._:/+-]+", text):
        return text
    return '"' + text.replace('"', '""') + '"'


def write_csv(header, rows):
    return "".join(",".join(quote(c) for c in r) + "\n" for r in [header, *rows])


def read_csv(text):
    """Header and rows of cell texts."""
    records = parse_csv(text.removeprefix("\ufeff"))
    header = [c for c, _ in records[0]]
    return header, [[c for c, _ in r] for r in records[1:]]


def kind_of(cells, declared=None):
    """`number`, `date` or `label` of cells without the missing ones."""
    if declared:
        return declared
    if cells and all(number(c.strip()) is not None for c in cells):
        return "number"
    if cells and all(day(c.strip()) is not None for c in cells):
        return "date"
    return "label"


def value(text, kind):
    if kind == "number":
        return number(text.strip())
    if kind == "date":
        return day(text.strip())
    return text


@dataclass
class Tree:
    """A hierarchy: for every label its nodes from itself up to the root."""
    paths: dict
    height: int
    nodes: dict = field(default_factory=dict)  # text of a node: the labels below it, over all levels where it stands
    two_meanings: bool = False  # a text stands on several levels or below several parents and covers different labels there

    def __post_init__(self):
        places = {}
        for label, path in self.paths.items():
            for level, node in enumerate(path):
                places.setdefault(node, {}).setdefault(level, set()).add(label)
        for node, levels in places.items():
            self.nodes[node] = frozenset().union(*levels.values())
            if len({frozenset(s) for s in levels.values()}) > 1:
                self.two_meanings = True

    def meet(self, a, b):
        """The level of the lowest node above both, by place and not by text."""
        p, q = self.paths[a], self.paths[b]
        return next(i for i in range(len(p)) if p[i:] == q[i:])

    def lowest(self, labels):
        """The lowest node above all of the labels: the labels it covers."""
        labels = set(labels)
        one = next(iter(labels))
        level = max(self.meet(one, other) for other in labels)
        return frozenset(l for l in self.paths if self.paths[l][level:] == self.paths[one][level:])


def tree_of_lines(text):
    paths = {r[0][0]: [c for c, _ in r] for r in parse_csv(text)}
    if len({p[-1] for p in paths.values()}) > 1:
        paths = {l: [*p, "*"] for l, p in paths.items()}
    return Tree(paths, len(next(iter(paths.values()))) - 1)


def tree_of_prefixes(labels):
    longest = max(map(len, labels))
    paths = {}
    for label in labels:
        full = label.ljust(longest, "*")
        paths[label] = [label] + [full[:longest - i] + "*" * i for i in range(1, longest + 1)]
    return Tree(paths, longest)
