"""What a policy asks of a Spark frame: which columns, which protections, which files; all of it ready to be shipped."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aloof import _native
from aloof._distance import MOST_VALUES, _function, attach_distances, has_functions
from aloof._policy import PolicyLike, as_dict

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

#: Methods whose release cannot be put together from fragments, and why.
NOT_BY_FRAGMENTS = {
    "walk": "a walk keeps properties of whole columns",
    "perturb": "a perturbed column is drawn from the values of the whole table",
    "noise": "noise is drawn for whole columns",
    "anatomy": "it makes two tables",
}


#: Dates that are not rounded.
AS_THEY_ARE = {"round": "day"}


@dataclass
class Window:
    """A protection of which windows of near values say what can be had: none may hold more than one row in ``m``."""

    column: str
    #: Which of the policy's protections it is.
    protect: int
    principle: str
    view: str
    m: int
    #: In the view that is asked for, near are values at most so far apart; or, of ratios, the larger at most so many times
    #: the smaller.
    size: Fraction
    is_ratio: bool


@dataclass
class Asked:
    """A policy, checked as far as it can be without the rows. What it means is said by the native half (``resolved``)."""

    spec: dict[str, Any]
    attached: dict[str, bytes]
    resolved: dict[str, Any] = field(default_factory=dict)
    #: Of columns whose groups are compared with the whole table: distinct values, and how often each occurs.
    wholes: dict[str, Any] = field(default_factory=dict)
    windows: list[Window] = field(default_factory=list)
    #: No fragment may have fewer rows.
    least_rows: int = 1
    #: The largest share of rows that may be withheld.
    suppress: Decimal = Decimal(0)

    def named(self, role: str) -> list[str]:
        """The columns with this role, in the order of the policy."""
        return [column["name"] for column in self.resolved["columns"] if column["role"] == role]

    @property
    def quasi(self) -> list[str]:
        return self.named("quasi")

    @property
    def sensitive(self) -> list[str]:
        return self.named("sensitive")

    def columns(self) -> list[str]:
        """The columns that are read."""
        return self.quasi + self.sensitive + self.named("keep")

    def column(self, name: str) -> dict[str, Any]:
        """What the policy says of a column, defaults included."""
        return next(column for column in self.resolved["columns"] if column["name"] == name)

    @property
    def group_ids(self) -> bool:
        """Whether group numbers are published."""
        published: bool = self.resolved["output"]["group_ids"]
        return published

    def stated(self, frame: DataFrame) -> list[str]:
        """The column in which a published frame states its groups, if there is one."""
        named = self.named("group") or (["group"] if self.group_ids and "group" in frame.columns else [])
        return [name for name in named if name not in self.columns()]

    def needing(self, needs: str) -> list[int]:
        """The protections that need to know this of the whole table."""
        return [at for at, protect in enumerate(self.resolved["protect"]) if protect["needs"] == needs]

    @property
    def has_others(self) -> bool:
        """Whether there are protections whose feasibility counts in windows do not tell."""
        protect = self.resolved["protect"]
        counted = sum(one["principle"] == "k-anonymity" for one in protect) + len(self.windows)
        # What is monotone, as every window of the register view, is kept together where each is kept by itself.
        is_monotone = all(protect[window.protect]["monotone"] for window in self.windows)
        return counted < len(protect) or (len(self.windows) > 1 and not is_monotone)

    def asking(self, places: list[int], view: str) -> dict[str, Any]:
        """The policy that asks for these protections alone, in another view."""
        return {**self.spec, "protect": [{**self.spec["protect"][at], "view": view} for at in places]}

    def policy(self, spec: dict[str, Any] | None = None) -> _native.Policy:
        """Checked, on whatever machine."""
        return _native.Policy.from_dict(spec or self.spec, Path(), self.attached, self.wholes)


def ask(frame: DataFrame, policy: PolicyLike, words: Mapping[str, Any], *, published: bool = False) -> Asked:
    """Reads and checks a policy for a frame, or for one that is ``published`` already."""
    spec, base = as_dict(policy, words)
    attached: dict[str, bytes] = {}
    if has_functions(spec):
        spec, attached = attach_distances(spec, _distinct_values(frame, spec))
    asked = Asked(_with_files(spec, base, attached), attached)
    asked.resolved = json.loads(_native.resolve(asked.policy()))
    stating = asked.named("group") if published else []
    check_columns(frame, asked.columns() + stating)
    _check_undeclared(frame, asked, published)
    _check_what_is_not_done(asked.resolved)
    _check_missing(asked.resolved, published)
    asked.windows = _windows(asked.resolved)
    asked.least_rows = max((protect["least_rows"] for protect in asked.resolved["protect"]), default=1)
    # Where someone may know who is missing, withholding makes nothing feasible; for detail alone no fragment withholds.
    if asked.resolved["method"]["absence"] == "unknown":
        asked.suppress = Decimal(asked.resolved["method"]["suppress"])
    asked.wholes = _wholes(frame, asked)
    asked.spec = _with_ranges(frame, asked)
    kept = {*asked.columns(), *stating}
    asked.spec["columns"] = {name: rule for name, rule in asked.spec["columns"].items() if name in kept}
    asked.spec["columns"]["undeclared"] = "drop"
    if not published:
        _keep_days(frame, asked)
    return asked


def _keep_days(frame: DataFrame, asked: Asked) -> None:
    """Dates of which nothing is said stay days: fragments are cut between days, and a month would reach into the next one."""
    from pyspark.sql.types import DateType

    for name in asked.quasi:
        column = asked.column(name)
        if isinstance(frame.schema[name].dataType, DateType) and not column["hierarchy"] and "coding" not in column:
            asked.spec["columns"][name] = {**asked.spec["columns"][name], "round": "day"}


def _windows(resolved: dict[str, Any]) -> list[Window]:
    """Of every protection that is about windows, the one of the view that is asked for."""
    found = []
    for at, protect in enumerate(resolved["protect"]):
        for window in protect["windows"]:
            if window["view"] == protect["view"]:
                size = Fraction(window["length"] or window["ratio"])
                told = (protect["sensitive"][0], at, protect["principle"], protect["view"], protect["one_in"])
                found.append(Window(*told, size, window["ratio"] is not None))
    return found


def _distinct_values(frame: DataFrame, spec: dict[str, Any]) -> Any:
    """Of the columns that have a function as their distance: distinct values, not rows."""
    import pyarrow

    rules = {name: rule for name, rule in spec["columns"].items() if isinstance(rule, Mapping)}
    columns = {}
    for block in spec["protect"]:
        if _function(block):
            named = block.get("sensitive") or [name for name, rule in rules.items() if rule.get("role") == "sensitive"]
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
        if key in ("hierarchy", "matrix", "population") and value is not None and str(value) not in attached:
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


def _check_undeclared(frame: DataFrame, asked: Asked, published: bool) -> None:
    if asked.resolved["undeclared"] == "drop":
        return
    known = {column["name"] for column in asked.resolved["columns"]}
    for name in frame.columns:
        if name not in known and not (published and name in asked.stated(frame)):
            raise _native.PolicyError(f"column `{name}` is not declared: give it a role, or say undeclared = \"drop\"")


def _check_what_is_not_done(resolved: dict[str, Any]) -> None:
    method = resolved["method"]
    if not method["only_groups"]:
        raise _native.PolicyError(
            f"`{method['algorithm']}` is not done on Spark: {NOT_BY_FRAGMENTS[method['algorithm']]}; "
            "leave [method] algorithm out, or use aloof.anonymize on one machine"
        )
    if "time_limit" in method:
        raise _native.PolicyError(
            "on Spark a fragment that is made again must come out the same, so time does not end its search; "
            "leave [method] time_limit out"
        )
    for protect in resolved["protect"]:
        if protect["needs"] not in ("group-only", "range", "totals"):
            raise _native.PolicyError(
                f"`{protect['principle']}` is not done on Spark: it is about more than the groups of one fragment "
                f"({protect['needs']}); use aloof.anonymize or aloof.audit on one machine"
            )
    for column in resolved["columns"]:
        _check_column(column)
    if resolved["output"]["intervals"] == "bounds":
        raise _native.PolicyError("on Spark intervals are texts; leave [output] intervals out")
    if "formulas" in resolved["output"]:
        raise _native.PolicyError("on Spark a frame is handed over, and no file written; leave [output] formulas out")


def _check_column(column: dict[str, Any]) -> None:
    """Raises for what is not done here about a column: coding, cells left out, pseudonyms."""
    name = column["name"]
    if column.get("coding", AS_THEY_ARE) != AS_THEY_ARE:
        raise _native.PolicyError(f"column `{name}`: top, bottom, round and classes are not done on Spark; code it before")
    if column["role"] == "pseudonym":
        raise _native.PolicyError(f"column `{name}`: pseudonyms are not made on Spark; give it role = \"drop\"")
    if "suppress_cells" in column:
        raise _native.PolicyError(f"column `{name}`: suppress_cells is not done on Spark; use a hierarchy file")
    if (column["hierarchy"] or {}).get("kind") == "suppress":
        raise _native.PolicyError(f"column `{name}`: kind = \"suppress\" is not done on Spark; use a hierarchy file")


def _check_missing(resolved: dict[str, Any], published: bool) -> None:
    """Raises for what is not done here about missing values: codes that mean them, and people dealt without a value."""
    asked_of = {name for one in resolved["protect"] if one["principle"] != "k-anonymity" for name in one["sensitive"]}
    for column in resolved["columns"]:
        name = column["name"]
        if column.get("missing_codes"):
            raise _native.PolicyError(f"column `{name}`: on Spark a missing value is null; make its codes null first")
        if "similar" in column:
            raise _native.PolicyError(f"column `{name}`: missing values do not count on Spark; leave `similar` out")
        if not published and name in asked_of and column["missing"] == "publish":
            raise _native.PolicyError(
                f"column `{name}`: people without a value are not dealt on Spark; write missing = \"drop\", "
                "or use aloof.anonymize on one machine"
            )


def _wholes(frame: DataFrame, asked: Asked) -> dict[str, Any]:
    """What the whole table holds in the columns whose groups are compared with it: values and counts, no rows."""
    from pyspark.sql import functions as F

    wholes = {}
    for at in asked.needing("totals"):
        protect = asked.resolved["protect"][at]
        if len(protect["sensitive"]) != 1:
            raise _native.PolicyError(f"{protect['principle']} of several columns together is not done on Spark")
        name = protect["sensitive"][0]
        value = F.col(quoted(name))
        wholes[name] = frame.where(value.isNotNull()).groupBy(value).count().toArrow()
    return wholes


def _with_ranges(frame: DataFrame, asked: Asked) -> dict[str, Any]:
    """The policy in which distances are scaled by ranges of the whole table: a fragment has smaller ones of its own."""
    spec = {**asked.spec, "columns": dict(asked.spec.get("columns", {}))}
    wanted: set[str] = set()

    def by_domain(distance: Any, sensitive: list[str]) -> Any:
        """The distance, scaled by domains; notes whose domain the range must be."""
        if not isinstance(distance, Mapping):
            return distance
        distance = dict(distance)
        if "parts" in distance:
            named = [part.get("columns", sensitive[at : at + 1]) for at, part in enumerate(distance["parts"])]
            lists = [[names] if isinstance(names, str) else list(names) for names in named]
            distance["parts"] = [by_domain(part, names) for part, names in zip(distance["parts"], lists, strict=True)]
        declared = [name for name in sensitive if asked.column(name)["domain"]]
        if distance.get("scale") == "range" and declared:
            raise _native.PolicyError(
                f"scale = \"range\" of `{declared[0]}`, whose domain is declared, is not done on Spark; scale = \"domain\" is"
            )
        if distance.get("scale") in ("domain", "range"):
            distance["scale"] = "domain"
            wanted.update(name for name in sensitive if name not in declared)
        return distance

    if asked.needing("range"):
        scaled = list(spec["protect"])
        for at in asked.needing("range"):
            sensitive = asked.resolved["protect"][at]["sensitive"]
            scaled[at] = {**scaled[at], "distance": by_domain(scaled[at]["distance"], sensitive)}
        spec["protect"] = scaled
    for name, ends in _ranges(frame, sorted(wanted)).items():
        spec["columns"][name] = {**spec["columns"][name], "domain": ends}
    return spec


def _ranges(frame: DataFrame, names: list[str]) -> dict[str, list[str]]:
    """The lowest and the highest value of those columns that hold numbers or dates, as exact texts."""
    from pyspark.sql import functions as F
    from pyspark.sql.types import DateType, NumericType

    measured = [name for name in names if isinstance(frame.schema[name].dataType, (NumericType, DateType))]
    if not measured:
        return {}
    found = list(frame.agg(*[end(quoted(name)) for name in measured for end in (F.min, F.max)]).collect()[0])
    ends = {name: found[2 * at : 2 * at + 2] for at, name in enumerate(measured)}
    known = {name: pair for name, pair in ends.items() if None not in pair}
    return {name: [_shown(end, frame.schema[name].dataType) for end in pair] for name, pair in known.items()}


def _shown(value: Any, kind: Any) -> str:
    return value.isoformat() if hasattr(value, "isoformat") else format(exact(value, kind), "f")


def exact(value: Any, kind: Any) -> Decimal:
    """A value that Spark handed over, as the decimal that it means: a float is the shortest one that reads back as it, a
    date the number of its day."""
    from pyspark.sql.types import FloatType

    if isinstance(value, float) and not isfinite(value):
        raise _native.DataError(
            "a column holds NaN or an infinity, which are not values; make them null, and say what `missing` means"
        )
    if isinstance(kind, FloatType):
        import numpy as np

        return Decimal(str(np.float32(value)))
    if hasattr(value, "isoformat"):
        return Decimal((value - date(1970, 1, 1)).days)
    return Decimal(repr(value)) if isinstance(value, float) else Decimal(value)


def quoted(name: str) -> str:
    """A column's name as Spark wants it."""
    return "`" + name.replace("`", "``") + "`"
