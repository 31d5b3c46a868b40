"""What the functions return: attributes by the names of the program's JSON, and a good look in a notebook."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aloof import _native
from aloof._errors import ours
from aloof._tables import Table, as_input, files

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class Record:
    """A JSON object whose fields are attributes.

    >>> record = Record({"verdict": "pass", "checks": [{"groups": 3}]})
    >>> record.verdict, record.checks[0].groups, record["verdict"]
    ('pass', 3, 'pass')
    """

    def __init__(self, fields: dict[str, Any]):
        self._fields = fields

    def __getattr__(self, name: str) -> Any:
        fields = self.__dict__.get("_fields", {})
        if name in fields:
            return _wrap(fields[name])
        raise AttributeError(f"no field `{name}`; there are {', '.join(fields)}")

    def __getitem__(self, name: str) -> Any:
        return _wrap(self._fields[name])

    def __contains__(self, name: object) -> bool:
        return name in self._fields

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._fields]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._fields == other._fields

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, Any]:
        """As plain dicts and lists."""
        return self._fields

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={_short(value)}" for name, value in self._fields.items())
        return f"{type(self).__name__}({fields})"


def _wrap(value: Any) -> Any:
    if isinstance(value, dict):
        return Record(value)
    return [_wrap(one) for one in value] if isinstance(value, list) else value


def _short(value: Any) -> str:
    if isinstance(value, list):
        return f"[{len(value)}]"
    return "{…}" if isinstance(value, dict) else repr(value)


def _html_table(header: list[str], rows: list[list[Any]]) -> str:
    def line(cells: list[Any], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"

    return f"<table>{line(header, 'th')}{''.join(line(row, 'td') for row in rows)}</table>"


class Audit(Record):
    """What an audit found: ``verdict`` (``pass``, ``fail`` or ``measured``), ``tuples``, ``checks`` and more.

    Each check has ``principle``, ``title``, ``sensitive``, ``view``, ``verdict``, ``groups``, ``violating_groups``,
    ``violating_tuples``, and the exact fractions ``worst_risk`` and ``bound``. Where the register view holds, the check has
    ``promise``, a sentence that is then true, and ``implied``, the views that need not be judged again. Without anything to
    protect there are ``measures`` instead.
    """

    verdict: str
    tuples: int
    checks: list[Any]

    def __init__(self, fields: dict[str, Any], violations: list[tuple[int, int]] | None = None):
        super().__init__(fields)
        #: Violating rows as pairs (check, row), when they were asked for.
        self.violations = violations or []

    @property
    def passed(self) -> bool:
        """Whether nothing that was to hold is broken, and nothing that was asked was left open."""
        return self.verdict == "pass" or (self.verdict == "measured" and not self._fields.get("open"))

    def require(self) -> Audit:
        """Itself, if it passed; raises :class:`aloof.Violation` otherwise."""
        if self.passed:
            return self
        broken = [check for check in self["checks"] if check["required"] and check["verdict"] == "fail"]
        found = "; ".join(
            f"{check['title']} of {', '.join(check['sensitive'])} fails in the {check['view']} view for "
            f"{check['violating_tuples']} {'people' if check['view'] == 'candidates' else 'rows'}"
            for check in broken
        )
        unjudged = "; ".join(f"not judged: {one}" for one in self._fields.get("open", []))
        error = _native.Violation(found or unjudged or "rows of the release stand for no original row")
        error.audit = self
        raise error

    def __repr__(self) -> str:
        lines = [f"Audit: {self.verdict}, {self.tuples:,} rows"]
        lines += [f"  not judged: {one}" for one in self._fields.get("open", [])]
        for check in self._fields["checks"]:
            of = f" of {', '.join(check['sensitive'])}" if check["sensitive"] else ""
            asked = "" if check["required"] else " (not asked for)"
            lines.append(
                f"  {check['title']}{of}, {check['view']} view: {check['verdict']}{asked}; "
                f"the worst is {check['worst_risk']}, allowed is {check['bound_is']} {check['bound']}"
            )
            if check.get("promise"):
                lines.append(f"    {check['promise']}")
        if "withheld" in self._fields:
            lines.append("  " + " ".join(self._fields["withheld"]["told"]))
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        header = ["", "of", "view", "verdict", "groups", "people beyond it", "worst", "allowed"]
        rows = [
            [
                check["title"],
                ", ".join(check["sensitive"]),
                check["view"],
                check["verdict"] + ("" if check["required"] else " (not asked for)"),
                f"{check['groups']:,}",
                f"{check['violating_tuples']:,}",
                check["worst_risk"],
                f"{check['bound_is']} {check['bound']}",
            ]
            for check in self._fields["checks"]
        ]
        promises = [check["promise"] for check in self._fields["checks"] if check.get("promise")]
        unjudged = [f"Not judged: {one}." for one in self._fields.get("open", [])]
        withheld = self._fields.get("withheld", {}).get("told", [])
        said = [*unjudged, *promises, *withheld, *self._fields.get("notes", [])]
        notes = "".join(f"<p>{escape(one)}</p>" for one in said)
        head = f"<p><b>Audit: {escape(self.verdict)}</b>, {self.tuples:,} rows</p>"
        return head + (_html_table(header, rows) if rows else self._measures_html()) + notes

    def _measures_html(self) -> str:
        measures = self._fields.get("measures", [])
        names = ["sensitive", "k", "distinct_l", "frequency_l", "alpha", "t_equal", "beta"]
        return _html_table(names, [[measure[name] for name in names] for measure in measures]) if measures else ""


class Inspection(Record):
    """What is in a table: ``rows``, ``columns`` with their guessed roles, ``combinations`` by which people are alone."""

    def __init__(self, fields: dict[str, Any], policy: str):
        super().__init__(fields)
        #: A first policy, as TOML, to be read and corrected.
        self.policy_text = policy

    def _repr_html_(self) -> str:
        names = ["name", "type", "distinct", "missing", "role", "reason"]
        rows = [[column[name] for name in names] for column in self._fields["columns"]]
        return f"<p>{self._fields['rows']:,} rows</p>" + _html_table(names, rows)


class Paged(Record):
    """A record with a report about it."""

    def __init__(self, fields: dict[str, Any], page: str, inputs: list[Path]):
        super().__init__(fields)
        self._page = page
        self._inputs = inputs

    @ours
    def report(self, path: str | os.PathLike[str], *, replace: bool = False) -> None:
        """Writes a report for people to read: one HTML file, with pictures.

        A file that stands there gives way only with ``replace=True``, and one that was read never does.
        """
        _native.put_file(path, self._page, self._inputs, replace)


class Advice(Paged):
    """What can be promised, before anything is changed: ``tuples``, ``feasible``, and ``checks``, one per protection.

    ``feasible`` says what :func:`aloof.anonymize` will do with all rows: ``True`` a release is made, ``False`` it is impossible,
    ``None`` nobody knows before it is tried. Of each check ``window``, ``max_m``, ``epsilon_below`` and ``withhold`` are those of
    the view that is asked for; ``max_m_group`` and ``max_m_register``, and so on, stand beside.
    """

    def _repr_html_(self) -> str:
        names = ["principle", "view", "feasible", "largest m or l", "ε or δ below"]

        def cells(check: dict[str, Any]) -> list[Any]:
            most = check.get("max_m", check.get("max_l", ""))
            below = check.get("epsilon_below", check.get("delta_below", ""))
            return [check["principle"], check["view"], _decided(check["feasible"]), most, below]

        rows = [cells(check) for check in self._fields["checks"]]
        return f"<p>{self._fields['tuples']:,} rows</p>" + _html_table(names, rows)


def _decided(feasible: bool | None) -> str:
    return "not known" if feasible is None else ("yes" if feasible else "no")


class Evaluation(Record):
    """What a release still tells: ``loss``, ``ncp``, and ``count_query``, the errors of count queries."""

    def _repr_html_(self) -> str:
        names = ["dimensions", "selectivity", "queries", "mean_relative_error"]
        rows = [[query.get(name, "") for name in names] for query in self._fields["count_query"]]
        return f"<p>loss {self._fields['loss']:.4f}</p>" + _html_table(names, rows)


class Attack(Paged):
    """What attackers get out of a release: ``attacks``, each with success, blind guess and control; ``not_run``; ``notes``."""

    def _repr_html_(self) -> str:
        rows = [
            [
                one["attack"] + (f", {one['variant']}" if "variant" in one else ""),
                f"{one['success']['people']:,}",
                f"{one['success']['share']:.1%}",
                f"{one['blind']['share']:.1%}",
                f"{one['control']['share']:.1%}" if "control" in one else "–",
                f"{100 * one['excess']:+.1f}",
            ]
            for one in self._fields["attacks"]
        ]
        return _html_table(["attack", "guesses", "right", "blind", "control", "excess"], rows)


class Comparison(Paged):
    """Several releases side by side: ``releases``, each with its risks and its evaluation."""

    def _repr_html_(self) -> str:
        rows = [
            [
                release["name"],
                release["verdict"],
                f"{release['tuples']:,}",
                f"{release['evaluation']['loss']:.4f}",
                risk["view"],
                risk["worst_risk"],
            ]
            for release in self._fields["releases"]
            for risk in release["risks"]
        ]
        return _html_table(["release", "verdict", "rows", "loss", "view", "worst"], rows)


class Release:
    """A release that passed its own audit: its table may be published.

    ``groups``, ``tuples``, ``suppressed``, ``dropped``, ``loss`` and ``seconds`` say how it went.
    """

    def __init__(self, native: _native.Release):
        self._native = native
        self._summary = Record(json.loads(native.summary()))

    @property
    def table(self) -> Table:
        """The released columns, as Arrow; rows stand in an order drawn by chance."""
        return Table(self._native.table())

    def to_arrow(self) -> pyarrow.Table:
        """The table as a ``pyarrow.Table``."""
        return self.table.to_arrow()

    def to_pandas(self, **options: Any) -> pandas.DataFrame:
        """The table as a pandas frame."""
        return self.table.to_pandas(**options)

    def to_polars(self) -> polars.DataFrame:
        """The table as a polars frame."""
        return self.table.to_polars()

    @property
    def audit(self) -> Audit:
        """What its audit against the original found."""
        return Audit(json.loads(self._native.audit()))

    @property
    def manifest(self) -> dict[str, Any]:
        """What ``manifest.json`` says of it: no raw value, no seed, no order of rows."""
        manifest: dict[str, Any] = json.loads(self._native.manifest())
        return manifest

    @ours
    def report(self, path: str | os.PathLike[str], data: Any = None, *, replace: bool = False) -> None:
        """Writes a report for people to read; with the original ``data`` it also says what could have been promised.

        A file that stands there gives way only with ``replace=True``, and one that was read never does.
        """
        table = None if data is None else as_input(data)
        _native.put_file(path, self._native.report(table), self._native.inputs() + files(table), replace)

    @ours
    def save(
        self,
        path: str | os.PathLike[str],
        *,
        private: str | os.PathLike[str] | None = None,
        replace: bool = False,
        to: str | None = None,
    ) -> None:
        """Puts the release in place as a directory, whole or not at all, as ``aloof anonymize`` does.

        ``private`` is a directory for what must never be published: which row went into which group, and the seed. ``to`` is the
        address of a table (``postgres://host/db?table=name``) that is to hold the same.
        """
        self._native.save(path, private, replace, to)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._summary, name)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """A release can be handed on wherever a table is taken."""
        return self.table.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        summary = self._summary
        return f"<aloof.Release: {summary.tuples:,} rows in {summary.groups:,} groups, loss {summary.loss:.4f}>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self)[1:-1])}</p>" + self.audit._repr_html_() + self.table._repr_html_()
