#!/usr/bin/env python3
"""Compares aloof's measures of a table with the textbook and with pycanon.

    crosscheck.py TABLE.csv --quasi age,sex --sensitive salary,illness [--aloof BINARY]

Exits with 0 when aloof equals the textbook everywhere and every number of pycanon either agrees too or is
off in exactly the way FINDINGS.md describes; with 1 when not; with 2 when the comparison cannot be made.
"""

import argparse
import math
import sys
from dataclasses import dataclass
from fractions import Fraction

import pandas
from pycanon import anonymity

import coded
import program
import textbook

ABSENT = object()
UNBOUNDED_WORDS = {"inf", "infinity", "infinite", "unbounded", "none", "∞"}

TRUNCATED = "cut down to an integer (1)"
INVERTED = "rarest value taken for the commonest (2)"
NOT_DEFINED = "not computed for l = 1 (2)"
NO_BETA_HOLDS = "a number where no beta holds (3)"
SKIPPED = "values a group lacks are skipped (4)"
CONSTANT = "divides by zero on a constant column (5)"

NOTES = {
    "(1)": "pycanon's entropy l is int(exp(H)), and rounding can take one more off a uniform group.",
    "(2)": "pycanon sorts the counts upwards, so its c is 1 or 2 whatever the data; for l = 1 it gives none.",
    "(3)": "pycanon's enhanced beta is min(basic beta, -ln p of the rarest value); the limit -ln p is never checked.",
    "(4)": "pycanon's delta leaves out ln 0; by the definition a group that lacks a value has no finite delta.",
    "(5)": "pycanon divides by m - 1; with a single value in the table the distance is 0.",
}


@dataclass
class Line:
    """One measure as the three see it. `aloof_agrees` and `peer` are None where there is nothing to compare."""

    measure: str
    aloof: object
    textbook: object
    pycanon: object
    aloof_agrees: bool | None
    peer: str | None

    @property
    def good(self):
        return self.aloof_agrees is not False and self.peer != "UNEXPLAINED"

    def agreement(self):
        parts = []
        if self.aloof_agrees is not None:
            parts.append("yes" if self.aloof_agrees else "ALOOF DIFFERS")
        if self.peer not in (None, "agrees"):
            parts.append("pycanon: " + self.peer)
        elif not parts:
            parts.append("yes" if self.peer == "agrees" else "-")
        return "; ".join(parts)


# --- pycanon -----------------------------------------------------------------------------------------------------------


def peer_frame(file, quasi, columns):
    """The table as pycanon sees it at its best: text stays text, no label is taken for a missing value."""
    wanted = [*quasi, *(column.name for column in columns)]
    frame = pandas.read_csv(file, usecols=wanted, dtype=str, keep_default_na=False)
    for column in columns:
        if column.numeric:
            frame[column.name] = pandas.to_numeric(frame[column.name])
    return frame


def peer_measures(frame, quasi, name):
    """Every measure pycanon has for one sensitive column; an exception stands for itself."""
    alpha, k = anonymity.alpha_k_anonymity(frame, quasi, [name])
    c, l = anonymity.recursive_c_l_diversity(frame, quasi, [name])
    try:
        t = anonymity.t_closeness(frame, quasi, [name])
    except ZeroDivisionError as error:
        t = error
    return {
        "k": min(k, anonymity.k_anonymity(frame, quasi)),
        "alpha": alpha,
        "distinct_l": anonymity.l_diversity(frame, quasi, [name]),
        "entropy_l": anonymity.entropy_l_diversity(frame, quasi, [name]),
        "recursive_c": (c, l),
        "t": t,
        "beta": anonymity.basic_beta_likeness(frame, quasi, [name]),
        "enhanced_beta": anonymity.enhanced_beta_likeness(frame, quasi, [name]),
        "delta": anonymity.delta_disclosure(frame, quasi, [name]),
    }


def plain(expected, found):
    return "agrees" if coded.close(float(expected), float(found)) else "UNEXPLAINED"


def judge_entropy(column, found):
    if coded.close(textbook.entropy_l(column), found):
        return "agrees"
    return TRUNCATED if found in coded.entropy_l(column) else "UNEXPLAINED"


def judge_recursive(column, found, l):
    if l != textbook.distinct_l(column):
        return "UNEXPLAINED"
    predicted = coded.recursive_c(column, l)
    if math.isnan(predicted):
        return NOT_DEFINED if math.isnan(found) else "UNEXPLAINED"
    smallest = math.floor(textbook.recursive_ratio(column, l)) + 1
    if found == smallest:
        return "agrees"
    return INVERTED if found == predicted else "UNEXPLAINED"


def judge_t(column, expected, found):
    if isinstance(found, ZeroDivisionError):
        return CONSTANT if len(column.whole) == 1 else "UNEXPLAINED"
    return plain(expected, found)


def judge_against(expected, predicted, found, reason):
    if coded.close(float(expected), float(found)):
        return "agrees"
    return reason if coded.close(float(predicted), float(found)) else "UNEXPLAINED"


# --- aloof -------------------------------------------------------------------------------------------------------------


def read_measure(value):
    """A number as the JSON gives it: a fraction as text, a float, or null for one without bound."""
    if value is None or (isinstance(value, str) and value.strip().lower() in UNBOUNDED_WORDS):
        return math.inf
    return Fraction(value) if isinstance(value, (str, int)) else value


def aloof_agrees(printed, expected):
    """Exact values must be equal and printed in lowest terms; logarithms may differ in their last digits."""
    found = read_measure(printed)
    if isinstance(expected, float) and math.isfinite(expected):
        return coded.close(float(found), expected)
    in_lowest_terms = not isinstance(printed, str) or math.isinf(found) or str(found) == printed
    return found == expected and in_lowest_terms


def measures_of(document, name):
    for entry in document.get("measures", []):
        if entry.get("sensitive") in (name, [name]):
            return entry
    return {}


# --- comparing ---------------------------------------------------------------------------------------------------------


def compare_column(column, found, peer, with_aloof):
    """All lines of one sensitive column. `found` is aloof's entry, `peer` what `peer_measures` gave."""
    lines = []

    def line(measure, expected, pycanon=ABSENT, verdict=None, field=None, required=True):
        value, agrees = ABSENT, None
        if with_aloof and field:
            if field in found:
                value = found[field]
                agrees = aloof_agrees(value, expected)
            elif required:
                agrees = False
        lines.append(Line(f"{column.name}: {measure}", value, expected, pycanon, agrees, verdict))

    k, alpha, l = textbook.k(column), textbook.alpha(column), textbook.distinct_l(column)
    c, c_l = peer["recursive_c"]
    recursive = judge_recursive(column, c, c_l)
    line("k", k, peer["k"], plain(k, peer["k"]), "k")
    line("alpha", alpha, peer["alpha"], plain(alpha, peer["alpha"]), "alpha")
    line("distinct l", l, peer["distinct_l"], plain(l, peer["distinct_l"]), "distinct_l")
    line("frequency l", textbook.frequency_l(column), field="frequency_l")
    line("entropy l", textbook.entropy_l(column), peer["entropy_l"], judge_entropy(column, peer["entropy_l"]), "entropy_l")
    if l == 2:
        line("recursive c, l = 2", textbook.recursive_ratio(column, 2), c, recursive, "recursive_c_2")
    else:
        line("recursive c, l = 2", textbook.recursive_ratio(column, 2), field="recursive_c_2")
        line(f"recursive c, l = {l}", textbook.recursive_ratio(column, l), c, recursive)
    t_equal = textbook.t_equal(column)
    if column.numeric:
        t_ordered = textbook.t_ordered(column)
        line("t, equal distance", t_equal, field="t_equal")
        line("t, ordered distance", t_ordered, peer["t"], judge_t(column, t_ordered, peer["t"]), "t_ordered")
        line("t, value distance", textbook.t_value(column), field="t_value", required=False)
    else:
        line("t, equal distance", t_equal, peer["t"], judge_t(column, t_equal, peer["t"]), "t_equal")
    beta = textbook.beta(column)
    line("basic beta", beta, peer["beta"], plain(beta, peer["beta"]), "beta")
    enhanced = textbook.enhanced_beta(column)
    verdict = judge_against(enhanced, coded.enhanced_beta(column), peer["enhanced_beta"], NO_BETA_HOLDS)
    line("enhanced beta", enhanced, peer["enhanced_beta"], verdict, "enhanced_beta", required=False)
    delta = textbook.delta(column)
    verdict = judge_against(delta, coded.delta(column), peer["delta"], SKIPPED)
    line("delta", delta, peer["delta"], verdict, "delta", required=False)
    return lines


def compare(file, quasi, sensitive, aloof=None):
    """All lines for a table; without a binary only the textbook and pycanon are compared."""
    rows, columns = textbook.read(file, quasi, sensitive)
    frame = peer_frame(file, quasi, columns)
    document = program.measure(aloof, file, quasi, sensitive) if aloof else {}
    lines = []
    if aloof:
        tuples = document.get("tuples", ABSENT)
        lines.append(Line("tuples", tuples, rows, len(frame), tuples == rows, plain(rows, len(frame))))
    for column in columns:
        peer = peer_measures(frame, quasi, column.name)
        lines += compare_column(column, measures_of(document, column.name), peer, aloof is not None)
    return lines


# --- printing ----------------------------------------------------------------------------------------------------------


def show(value):
    if value is ABSENT:
        return "-"
    if isinstance(value, Exception):
        return type(value).__name__
    if value is None:
        return "none"
    if isinstance(value, float):
        return "none" if math.isinf(value) else f"{value:.9g}"
    text = str(value)
    return text if len(text) <= 24 else f"{float(Fraction(value)):.9g} (exact)"


def render(lines):
    heads = ["measure", "aloof", "textbook", "pycanon", "agree?"]
    cells = [[line.measure, show(line.aloof), show(line.textbook), show(line.pycanon), line.agreement()] for line in lines]
    widths = [max(len(row[i]) for row in [heads, *cells]) for i in range(len(heads))]
    out = ["  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip() for row in [heads, *cells]]
    out.insert(1, "  ".join("-" * width for width in widths))
    out += [f"{mark} {note}" for mark, note in NOTES.items() if any(mark in line.agreement() for line in lines)]
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", help="a CSV file with a header line")
    parser.add_argument("--quasi", required=True, help="quasi-identifying columns, comma-separated")
    parser.add_argument("--sensitive", required=True, help="sensitive columns, comma-separated")
    parser.add_argument("--aloof", help="the binary; default: ALOOF_BIN, else the release build")
    given = parser.parse_args()
    try:
        aloof = program.binary(given.aloof)
        lines = compare(given.table, given.quasi.split(","), given.sensitive.split(","), aloof)
    except (program.Unavailable, program.Failed, ValueError, OSError) as error:
        print(f"crosscheck: {error}", file=sys.stderr)
        return 2
    print(render(lines))
    good = sum(line.good for line in lines)
    print(f"{good} of {len(lines)} lines as they should be")
    return 0 if good == len(lines) else 1


if __name__ == "__main__":
    sys.exit(main())
