"""Policies: the path of a TOML file, a dict of the same shape, or keywords for the common case."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Union

from aloof import _native
from aloof._distance import attach_distances, has_functions

if TYPE_CHECKING:
    from decimal import Decimal

    Number = Union[int, float, str, Decimal]

PolicyLike = Union[str, "os.PathLike[str]", Mapping[str, Any], None]


class PolicyWords(TypedDict, total=False):
    """Keywords in place of a policy: those of the program's flags."""

    quasi: str | Sequence[str]
    sensitive: str | Sequence[str]
    keep: str | Sequence[str]
    group: str
    hierarchies: Mapping[str, Any]
    absolute: Number
    relative: Number
    below: Number
    above: Number
    m: int
    delta: Number
    l: int  # noqa: E741 (l-diversity's own letter)
    k: int
    t: Number
    view: str
    absence: str
    algorithm: str
    effort: str
    suppress: Number
    time_limit: Number
    variant: str
    noise: Number
    distortion: Number
    format: str
    group_ids: bool
    intervals: str
    formulas: str
    missing: Sequence[str]
    encoding: str
    decimal: str
    date: str


_ROLES = ("quasi", "sensitive", "keep", "group")
_METHOD = ("absence", "algorithm", "distortion", "effort", "noise", "suppress", "time_limit", "variant")
_OUTPUT = ("format", "formulas", "group_ids", "intervals")


def load(policy: PolicyLike, words: Mapping[str, Any], data: Any) -> _native.Policy:
    """The checked policy of a call. ``data`` is asked for distinct values where a function is the distance."""
    given = {key: value for key, value in words.items() if value is not None}
    _refuse_unknown(given)
    if policy is None:
        if not given:
            raise _native.PolicyError(
                "nothing says what the columns are: give a policy, or keywords such as quasi=[...], sensitive=..."
            )
        return checked(from_words(given), Path(), data)
    if given:
        raise _native.PolicyError(
            f"`{next(iter(given))}` goes without a policy: write it into the policy, or leave the policy out"
        )
    if isinstance(policy, Mapping):
        return checked(dict(policy), Path(), data)
    return _native.Policy.from_file(policy)


def checked(spec: dict[str, Any], base: Path, data: Any, attached: Mapping[str, bytes] | None = None) -> _native.Policy:
    """A dict as a policy; functions in the place of distances become tables of distances."""
    files = dict(attached or {})
    if has_functions(spec):
        spec, made = attach_distances(spec, data)
        files.update(made)
    return _native.Policy.from_dict(spec, base, files)


def as_dict(policy: PolicyLike, words: Mapping[str, Any]) -> tuple[dict[str, Any], Path]:
    """The same, unchecked, as a dict that can be changed, and where its files lie."""
    given = {key: value for key, value in words.items() if value is not None}
    _refuse_unknown(given)
    if policy is None or given or isinstance(policy, Mapping):
        return (from_words(given) if policy is None else dict(policy)), Path()  # type: ignore[arg-type]
    _native.Policy.from_file(policy)  # tells mistakes with their lines
    return _read_toml(Path(policy)), Path(policy).parent


def _read_toml(path: Path) -> dict[str, Any]:
    from decimal import Decimal

    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    with path.open("rb") as file:
        spec: dict[str, Any] = tomllib.load(file, parse_float=Decimal)
    return spec


def _refuse_unknown(words: Mapping[str, Any]) -> None:
    known = list(PolicyWords.__annotations__)
    for word in words:
        if word not in known:
            near = difflib.get_close_matches(word, known, 1)
            hint = f"; did you mean `{near[0]}`?" if near else f"; known are {', '.join(known)}"
            raise _native.CallError(f"unknown keyword `{word}`{hint}")


def from_words(words: Mapping[str, Any]) -> dict[str, Any]:
    """The policy that keywords stand for, as the program's flags do.

    >>> from_words({"quasi": ["age"], "sensitive": "pay", "k": 5})["protect"]
    [{'principle': 'k-anonymity', 'k': 5}]
    """
    columns: dict[str, Any] = {"undeclared": "drop"}
    for role in _ROLES:
        for name in _texts(words.get(role)):
            if name in columns:
                raise _native.PolicyError(f"{role}: column `{name}` is named already; it has one role")
            columns[name] = {"role": role}
    for name, hierarchy in (words.get("hierarchies") or {}).items():
        columns.setdefault(name, {"role": "quasi"})["hierarchy"] = hierarchy
    spec: dict[str, Any] = {"columns": columns}
    protect = _protections(words)
    if protect:
        spec["protect"] = protect
    for table, keys in (("method", _METHOD), ("output", _OUTPUT), ("input", ("missing", "encoding", "decimal", "date"))):
        said = {key: words[key] for key in keys if words.get(key) is not None}
        if said:
            spec[table] = said
    return spec


def _protections(words: Mapping[str, Any]) -> list[dict[str, Any]]:
    near = {key: words[key] for key in ("absolute", "relative", "below", "above") if words.get(key) is not None}
    if bool(near) != (words.get("m") is not None):
        raise _native.PolicyError(
            "absolute, relative, or below with above, goes with m: which values are close, and one in how many may be"
        )
    found: list[dict[str, Any]] = []
    if near:
        found.append({"principle": "epsilon-m", **near, "m": words["m"]})
    if words.get("delta") is not None:
        found.append({"principle": "delta-l", "delta": words["delta"], "l": words.get("l")})
    elif words.get("l") is not None:
        found.append({"principle": "l-diversity", "l": words["l"]})
    if words.get("k") is not None:
        found.append({"principle": "k-anonymity", "k": words["k"]})
    if words.get("t") is not None:
        found.append({"principle": "t-closeness", "t": words["t"]})
    if words.get("view") is not None:
        found = [{**block, "view": words["view"]} for block in found]
    return found


def _texts(value: Any) -> list[str]:
    if value is None:
        return []
    return [value] if isinstance(value, str) else list(value)
