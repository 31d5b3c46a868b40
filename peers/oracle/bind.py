"""A case (a table and a policy, both plain data) and what they mean together."""
import json
from dataclasses import dataclass
from fractions import Fraction

from cells import Calendar, Intervals
from rules import rule_of
from table import Tree, day, kind_of, number, tree_of_lines, tree_of_prefixes, value, write_csv

MISSING_LABEL = "(missing)"


def asked_view(spec):
    """The view that a protection asks for; left out it is that of a register."""
    return spec.get("view", "register")


def monotone(spec):
    """Whether all views ask the same of every group."""
    return spec["principle"] not in ("epsilon-m", "delta-l", "dissimilarity") or spec.get("reading") == "any-centre"


TOTALS = ("t-closeness", "beta-likeness")  # they compare with the whole table and are judged group by group only


def decisive(spec):
    """The view whose check decides. Of rules that compare with the whole table candidates are not judged."""
    asked = asked_view(spec)
    return "group" if asked == "candidates" and spec["principle"] in TOTALS else asked


def required_views(spec, by_id):
    """The views whose checks are asked for, in their order: where numbers tell groups apart, candidates ask for groups, too."""
    view = decisive(spec)
    return ["group", view] if view == "candidates" and by_id else [view]


@dataclass
class Column:
    name: str
    role: str
    kind: str
    values: list  # one per row of the original; None is missing
    cells: list
    missing: str = "value"
    missing_texts: tuple = ()
    tree: Tree = None
    intervals: Intervals = None
    months: int = 0  # how many a group's ends are rounded out to; 0 for days and for what is no date
    order: list = None
    domain: tuple = None
    declared: str = None
    known: set = None
    blanks_are_missing: bool = False  # but in quoted labels; a column of nothing else has none, unless it is said to be labels
    codes: frozenset = frozenset()  # texts that mean missing, as values of the column

    @property
    def labels(self):
        """Labels that the column is known to have."""
        if self.known is None:
            self.known = set(self.tree.paths if self.tree else ()) | set(self.order or ()) | set(self.values)
        return self.known

    def is_missing(self, text):
        """Texts that mean it, by their letters; a number or a date by what it is, however it is written."""
        if text == "" or text in self.missing_texts or (self.blanks_are_missing and not text.strip(" ")):
            return True
        return self.kind != "label" and value(text, self.kind) in self.codes

    def read(self, text):
        """A published value of this column, as the original's kind reads it; `missing = "value"` is a value."""
        if self.is_missing(text):
            return MISSING_LABEL if self.role == "sensitive" and self.missing == "value" else None
        return value(text, self.kind)


def told_missing(spec):
    """What a column's entry says of missing values: the texts that mean one, and what then."""
    said = spec["policy"].get("missing")
    codes, then = (said, None) if isinstance(said, list) else ([], said)
    if isinstance(said, dict):
        codes, then = said.get("codes", []), said.get("then")
    return codes, then or ("error" if spec["role"] == "sensitive" else "value")


def named_by(spec, case):
    """Names of the columns that a protection is about."""
    names = spec.get("sensitive", [c["name"] for c in case["columns"] if c["role"] == "sensitive"])
    return [names] if isinstance(names, str) else names


def missing_in_effect(spec, then, case):
    """A sensitive column that no rule asks about loses nobody; k-anonymity asks about none."""
    asked = any(spec["name"] in named_by(p, case) for p in case["protect"] if p.get("principle") != "k-anonymity")
    return then if spec["role"] != "sensitive" or asked else "publish"


def bind_column(spec, case):
    policy, cells = spec["policy"], spec["cells"]
    codes, then = told_missing(spec)
    texts = (*case["missing_texts"], *codes)
    present = [c for c in cells if c != "" and c not in texts]
    hierarchy = policy.get("hierarchy")
    declared = policy.get("type")
    by_text = policy.get("order") or isinstance(hierarchy, str) or (hierarchy or {}).get("kind") == "prefix"
    written = [c for c in present if c.strip(" ")]
    kind = "label" if by_text else kind_of(written, declared)
    column = Column(spec["name"], spec["role"], kind, [], cells, missing_in_effect(spec, then, case), texts)
    if kind != "label":
        column.codes = frozenset(value(t, kind) for t in texts) - {None}
    column.blanks_are_missing = kind != "label" or not (written or by_text and spec["role"] == "quasi")
    column.order, column.declared = policy.get("order"), declared
    if isinstance(hierarchy, str):
        column.tree = tree_of_lines(case["files"][hierarchy])
    elif hierarchy and hierarchy["kind"] == "prefix":
        column.tree = tree_of_prefixes(sorted(set(present))) if present else None
    elif hierarchy and hierarchy["kind"] == "calendar":
        column.intervals = Calendar(hierarchy.get("levels", ["month", "quarter", "year"]))
    elif hierarchy:
        origin = hierarchy.get("origin", "0")
        start = Fraction(origin) if kind == "number" else day(origin)
        column.intervals = Intervals([Fraction(w) for w in hierarchy["widths"]], start, kind == "date")
    elif kind == "date" and spec["role"] == "quasi":
        column.months = Calendar.MONTHS.get(policy.get("round", "month"), 0)
    if "domain" in policy:
        read = number if kind == "number" else day
        column.domain = tuple(read(e) for e in policy["domain"])
    column.values = [column.read(c) for c in cells]
    return column


class Bound:
    """The case as the oracle understands it."""

    def __init__(self, case):
        self.case = case
        self.columns = [bind_column(c, case) for c in case["columns"]]
        self.quasi = [c for c in self.columns if c.role == "quasi"]
        self.sensitive = [c for c in self.columns if c.role == "sensitive"]
        self.keep = [c for c in self.columns if c.role == "keep"]
        self.rows = len(case["columns"][0]["cells"])
        droppers = [c for c in self.quasi + self.sensitive if c.missing == "drop"]
        self.seen_rows = [i for i in range(self.rows) if all(c.values[i] is not None for c in self.quasi if c.missing == "drop")]
        self.kept_rows = [i for i in range(self.rows) if all(c.values[i] is not None for c in droppers)]

    def named(self, spec):
        """The sensitive columns that a protection is about."""
        names = spec.get("sensitive") or [c.name for c in self.sensitive]
        names = [names] if isinstance(names, str) else names
        return [next(c for c in self.sensitive if c.name == n) for n in names]

    def point(self, row):
        return tuple(c.values[row] for c in self.quasi)

    def rule(self, spec, table):
        return rule_of(spec, self.named(spec), table, self.case["files"])

    def value(self, spec, row):
        return tuple(c.values[row] for c in self.named(spec))

    def values(self, spec, rows):
        """Of those who have a value: a principle about values asks of a group what it asks of these. k-anonymity counts people."""
        values = [self.value(spec, r) for r in rows]
        return values if spec["principle"] == "k-anonymity" else [v for v in values if None not in v]


def toml(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return "{ " + ", ".join(f"{toml_key(k)} = {toml(v)}" for k, v in value.items()) + " }"


def toml_key(key):
    return key if key.replace("_", "").isalnum() and key.isascii() else json.dumps(key, ensure_ascii=False)


def policy_text(case, known):
    """The policy as a file. `known`: keys of columns that the program's schema has."""
    named = set()
    for spec in case["protect"]:
        named.update(named_by(spec, case))
    lines = ["[columns]"]
    for c in case["columns"]:
        entry = {"role": c["role"], **c["policy"]}
        if c["role"] == "keep" and "confirmed" in known:
            entry["confirmed"] = True
        if c["role"] == "sensitive" and c["name"] not in named and "protect" in known:
            entry["protect"] = "none"
        lines.append(f"{toml_key(c['name'])} = {toml(entry)}")
    for spec in case["protect"]:
        lines += ["", "[[protect]]"] + [f"{k} = {toml(v)}" for k, v in spec.items()]
    for part in ("method", "output"):
        if case[part]:
            lines += ["", f"[{part}]"] + [f"{k} = {toml(v)}" for k, v in case[part].items()]
    told = {"missing": list(case["missing_texts"]), "rows": case.get("rows_are")}
    if any(told.values()):
        lines += ["", "[input]"] + [f"{k} = {toml(v)}" for k, v in told.items() if v]
    return "\n".join(lines) + "\n"


def data_text(case, order=None):
    names = [c["name"] for c in case["columns"]]
    rows = list(zip(*(c["cells"] for c in case["columns"])))
    return write_csv(names, [rows[i] for i in order] if order else rows)
