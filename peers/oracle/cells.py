"""What a published cell covers, by the table under "Generalized values" in `docs/reading.md`."""
import datetime
import re

from table import NUMBER, day, number

ANY = ("any",)
MISSING = ("missing",)


def span(lo, hi, lo_open=False, hi_open=False):
    return ("span", lo, hi, lo_open, hi_open)


def covers(meaning, value):
    what = meaning[0]
    if what == "any":
        return True
    if value is None or what == "missing":
        return value is None and what == "missing"
    if what == "span":
        _, lo, hi, lo_open, hi_open = meaning
        above = lo is None or (lo < value if lo_open else lo <= value)
        return above and (hi is None or (value < hi if hi_open else value <= hi))
    if what == "labels":
        return value in meaning[1]
    if what == "pattern":
        return len(value) == meaning[2] and value.startswith(meaning[1])
    return any(covers(m, value) for m in meaning[1])  # union


def read_cell(text, column):
    """The meaning of a released cell of a quasi column; None where it cannot be read."""
    if text == "" or text in column.missing_texts:
        return MISSING
    if column.tree and text in column.tree.nodes:
        below = column.tree.nodes[text]
        return ANY if set(text) == {"*"} else ("labels", below)
    if set(text) == {"*"}:
        return ANY
    if column.kind == "label":
        return read_label(text, column)
    return read_ordered(text.strip(), number if column.kind == "number" else day)


def read_label(text, column):
    """A label of the column as it stands; else a set or a pattern; else, where nothing lists the labels, itself."""
    own = ("labels", frozenset([text]))
    if text in column.labels:
        return own
    meaning = read_set_or_pattern(text, column)
    return meaning or (None if column.order or column.tree else own)


def read_set_or_pattern(text, column):
    if len(text) > 2 and text[0] == "{" and text[-1] == "}":
        members = [m.strip() for m in text[1:-1].split("|" if "|" in text else ",")]
        parts = [read_cell(m, column) if column.tree and m in column.tree.nodes else ("labels", frozenset([m])) for m in members]
        if all(p[0] == "labels" for p in parts):
            return ("labels", frozenset().union(*(p[1] for p in parts)))
        return ("union", tuple(parts))
    if text.endswith("*") and not column.tree:
        return ("pattern", text.rstrip("*"), len(text))
    return None


def read_ordered(text, read):
    one = read(text)
    if one is not None:
        return span(one, one)
    if text[:1] == "{" and text[-1:] == "}":
        parts = [read_ordered(m.strip(), read) for m in text[1:-1].split("|" if "|" in text else ",")]
        return ("union", tuple(parts)) if all(parts) else None
    for sign in ("<=", "≤", ">=", "≥", "<", ">"):
        if text.startswith(sign):
            end = read(text[len(sign):].strip())
            if end is None:
                return None
            return span(end, None, sign == ">") if sign in (">=", "≥", ">") else span(None, end, False, sign == "<")
    if text.endswith("+") and read(text[:-1].strip()) is not None:
        return span(read(text[:-1].strip()), None)
    boxed = re.fullmatch(r"([\[\](])(.*?)(,|;|\.\.)(.*?)([\[\])])", text)
    if boxed:
        left, lo, _, hi, right = boxed.groups()
        lo, hi = (None if e.strip() in ("", "*", "∞", "inf") else read(e.strip()) for e in (lo, hi))
        return span(lo, hi, left != "[", right != "]")
    lo, dots, hi = text.partition("..")
    if dots and read(lo.strip()) is not None and read(hi.strip()) is not None:
        return span(read(lo.strip()), read(hi.strip()))
    if read is number and re.fullmatch(r"\d+\*+", text):
        stars = text.count("*")
        digits = int(text.rstrip("*"))
        return span(number(str(digits * 10 ** stars)), number(str((digits + 1) * 10 ** stars)), False, True)
    pattern = NUMBER.pattern if read is number else r"\d{4}-\d{2}-\d{2}"
    dashed = re.fullmatch(rf"(?P<lo>{pattern})\s*[-–]\s*(?P<hi>{pattern})", text)
    if dashed:
        return span(read(dashed["lo"]), read(dashed["hi"]))
    return None


def hull(values, column):
    """The meaning that `docs/release.md` gives to a group with these values in this column."""
    if all(v is None for v in values):
        return MISSING
    if any(v is None for v in values):
        return ANY
    if column.intervals:
        return column.intervals.lowest(values)
    if column.tree:
        below = column.tree.lowest(values)
        return ("labels", below)
    if column.order:
        places = [column.order.index(v) for v in values]
        return ("labels", frozenset(column.order[min(places):max(places) + 1]))
    if column.kind == "label":
        return ("labels", frozenset(values))
    if column.months:
        first, last = (period_of(end(values), column.months) for end in (min, max))
        return span(first_day(first * column.months), first_day((last + 1) * column.months) - 1)
    return span(min(values), max(values))


class Intervals:
    """Nested half-open intervals: `{ kind = "intervals", widths, origin }`; of days, written by their first and last."""

    def __init__(self, widths, origin, of_days=False):
        self.widths, self.origin, self.of_days = widths, origin, of_days

    def lowest(self, values):
        if len(set(values)) == 1:
            return span(values[0], values[0])
        for width in self.widths:
            steps = {(v - self.origin) // width for v in values}
            if len(steps) == 1:
                lo = self.origin + width * steps.pop()
                return span(lo, lo + width - 1) if self.of_days else span(lo, lo + width, False, True)
        return ANY


class Calendar:
    """Nested periods of whole months, written by their first and last day: `{ kind = "calendar", levels }`."""
    MONTHS = {"month": 1, "quarter": 3, "year": 12, "decade": 120}

    def __init__(self, levels):
        self.lengths = sorted(self.MONTHS[level] for level in levels)

    def lowest(self, values):
        if len(set(values)) == 1:
            return span(values[0], values[0])
        for length in self.lengths:
            periods = {period_of(v, length) for v in values}
            if len(periods) == 1:
                first = periods.pop() * length
                return span(first_day(first), first_day(first + length) - 1)
        return ANY


def period_of(ordinal, length):
    """The period of so many months that a day lies in, counted from year 0."""
    day = datetime.date.fromordinal(ordinal)
    return (day.year * 12 + day.month - 1) // length


def first_day(months):
    """The first day of a month, counted from year 0."""
    return datetime.date(months // 12, months % 12 + 1, 1).toordinal()
