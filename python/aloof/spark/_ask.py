"""What a policy asks of a Spark frame: which columns, which protections, which files; all of it ready to be shipped."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from math import log, log1p
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aloof import _native
from aloof._distance import MOST_VALUES, _function, attach_distances, has_functions
from aloof._policy import PolicyLike, as_dict

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

#: Principles that compare a group with the whole table: a fragment does not know it.
NEED_TOTALS = ("t-closeness", "beta-likeness")

#: Methods whose release cannot be put together from fragments, and why.
NOT_BY_FRAGMENTS = {
    "walk": "a walk keeps properties of whole columns",
    "perturb": "a perturbed column is drawn from the values of the whole table",
    "noise": "noise is drawn for whole columns",
    "anatomy": "it makes two tables",
}


@dataclass
class Window:
    """A proximity protection as what must be counted: no window of this length may hold more than one in ``m``."""

    column: str
    #: In the group view, which is necessary; and so that any mixture of groups holds, which suffices.
    needed: float
    certain: float
    m: int
    #: Whether lengths are ratios, so that logarithms are counted.
    is_ratio: bool
    principle: str
    view: str


@dataclass
class Asked:
    """A policy, checked as far as it can be without the rows."""

    spec: dict[str, Any]
    attached: dict[str, bytes]
    quasi: list[str]
    sensitive: list[str]
    keep: list[str]
    windows: list[Window] = field(default_factory=list)
    #: The largest k of k-anonymity: no fragment may have fewer rows.
    least_rows: int = 1
    #: Of columns whose groups are compared with the whole table: distinct values, and how often each occurs.
    wholes: dict[str, Any] = field(default_factory=dict)
    #: Whether there are protections whose feasibility counts in windows do not tell.
    has_others: bool = False

    def columns(self) -> list[str]:
        """The columns that are read."""
        return self.quasi + self.sensitive + self.keep

    def policy(self, spec: dict[str, Any] | None = None) -> _native.Policy:
        """Checked, on whatever machine."""
        return _native.Policy.from_dict(spec or self.spec, Path(), self.attached, self.wholes)


def ask(frame: DataFrame, policy: PolicyLike, words: Mapping[str, Any]) -> Asked:
    """Reads and checks a policy for a frame."""
    spec, base = as_dict(policy, words)
    attached: dict[str, bytes] = {}
    if has_functions(spec):
        spec, attached = attach_distances(spec, _distinct_values(frame, spec))
    spec = _with_files(spec, base, attached)
    spec.setdefault("columns", {})
    roles = {name: rule.get("role") for name, rule in spec["columns"].items() if isinstance(rule, Mapping)}
    quasi, sensitive, keep = ([n for n, r in roles.items() if r == role] for role in ("quasi", "sensitive", "keep"))
    asked = Asked(spec, attached, quasi, sensitive, keep)
    asked.policy()
    check_columns(frame, asked.columns())
    _check_undeclared(frame, spec, roles)
    _check_what_is_not_done(spec)
    for block in spec.get("protect", []):
        window = _window(block, asked.sensitive)
        asked.windows += [window] if window else []
        if block.get("principle") == "k-anonymity":
            asked.least_rows = max(asked.least_rows, int(block["k"]))
        asked.has_others |= window is None and block.get("principle") != "k-anonymity"
    asked.has_others |= len(asked.windows) > 1
    asked.wholes = _wholes(frame, spec, asked.sensitive)
    spec["columns"] = {name: rule for name, rule in spec["columns"].items() if roles.get(name) in ("quasi", "sensitive", "keep")}
    spec["columns"]["undeclared"] = "drop"
    return asked


def _distinct_values(frame: DataFrame, spec: dict[str, Any]) -> Any:
    """Of the columns that have a function as their distance: distinct values, not rows."""
    import pyarrow

    columns = {}
    for block in spec["protect"]:
        if _function(block):
            rules = spec["columns"].items()
            sensitive = [n for n, r in rules if isinstance(r, Mapping) and r.get("role") == "sensitive"]
            named = block.get("sensitive") or sensitive
            name = named if isinstance(named, str) else named[0]
            columns[name] = frame.select(name).distinct().limit(MOST_VALUES + 1).toArrow()[name].combine_chunks()
    longest = max(map(len, columns.values()), default=0)
    padded = {n: pyarrow.concat_arrays([v, pyarrow.nulls(longest - len(v), v.type)]) for n, v in columns.items()}
    return pyarrow.table(padded)


def _with_files(spec: dict[str, Any], base: Path, attached: dict[str, bytes]) -> dict[str, Any]:
    """The policy with its files read, since they need not lie on the machines of the executors."""

    def visit(value: Any, key: str = "") -> Any:
        if isinstance(value, Mapping):
            return {name: visit(one, name) for name, one in value.items()}
        if isinstance(value, (list, tuple)):
            return [visit(one) for one in value]
        if key in ("hierarchy", "matrix") and not isinstance(value, (Mapping, type(None))) and str(value) not in attached:
            path = base / value
            try:
                attached[str(value)] = path.read_bytes()
            except OSError as error:
                raise _native.PolicyError(f"{key}: {path} cannot be read: {error.strerror}") from None
            return str(value)
        return value

    read: dict[str, Any] = visit(spec)
    return read


def check_columns(frame: DataFrame, wanted: Iterable[str]) -> None:
    """Raises for a column that is not there, with the name that was perhaps meant."""
    for name in wanted:
        if name not in frame.columns:
            near = difflib.get_close_matches(name, frame.columns, 1)
            raise _native.PolicyError(f"there is no column `{name}`" + (f"; did you mean `{near[0]}`?" if near else ""))


def _check_undeclared(frame: DataFrame, spec: dict[str, Any], roles: Mapping[str, Any]) -> None:
    if spec["columns"].get("undeclared", "error") == "error":
        for name in frame.columns:
            if name not in roles:
                raise _native.PolicyError(f"column `{name}` is not declared: give it a role, or say undeclared = \"drop\"")


def _check_what_is_not_done(spec: dict[str, Any]) -> None:
    algorithm = spec.get("method", {}).get("algorithm")
    if algorithm in NOT_BY_FRAGMENTS:
        raise _native.PolicyError(
            f"`{algorithm}` is not done on Spark: {NOT_BY_FRAGMENTS[algorithm]}; leave [method] algorithm out, or use "
            "aloof.anonymize on one machine"
        )
    if spec.get("output", {}).get("intervals") == "bounds":
        raise _native.PolicyError("on Spark intervals are texts; leave [output] intervals out")


def _wholes(frame: DataFrame, spec: dict[str, Any], sensitive: list[str]) -> dict[str, Any]:
    """What the whole table holds in the columns whose groups are compared with it: values and counts, no rows."""
    from pyspark.sql import functions as F

    wholes = {}
    for block in spec.get("protect", []):
        if block.get("principle") in NEED_TOTALS:
            named = block.get("sensitive", sensitive)
            names = [named] if isinstance(named, str) else list(named)
            if len(names) != 1:
                raise _native.PolicyError(f"{block['principle']} of several columns together is not done on Spark")
            value = F.col("`" + names[0].replace("`", "``") + "`")
            wholes[names[0]] = frame.where(value.isNotNull()).groupBy(value).count().toArrow()
    return wholes


def _window(block: Mapping[str, Any], sensitive: list[str]) -> Window | None:
    """What to count for a proximity protection; ``None`` for any other."""
    named = block.get("sensitive", sensitive)
    column = named if isinstance(named, str) else named[0]
    view = block.get("view", "candidates")

    def number(key: str) -> float:
        return float(Decimal(str(block[key])))

    if block.get("principle") == "delta-l" and block.get("reading", "definition") == "definition":
        length = 2 * number("delta")
        return Window(column, length, 2 * length, int(block["l"]), False, "delta-l", view)
    if block.get("principle") != "epsilon-m":
        return None
    if "relative" in block:
        share = number("relative")
        lengths = (-log1p(-share), log((1 + share) / (1 - share)))
        return Window(column, *lengths, int(block["m"]), True, "epsilon-m", view)
    below, above = (number("absolute"),) * 2 if "absolute" in block else (number("below"), number("above"))
    return Window(column, max(below, above), below + above, int(block["m"]), False, "epsilon-m", view)
