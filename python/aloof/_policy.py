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
    sensitive: str | Sequence[str] | Mapping[str, Mapping[str, Any] | None]
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
_NEAR = ("absolute", "relative", "below", "above")
_OWN = (*_NEAR, "m", "delta", "l", "t", "view")
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
    >>> own = {"pay": {"absolute": 4500}, "job": {"l": 2}}
    >>> [block["principle"] for block in from_words({"quasi": ["age"], "sensitive": own, "m": 5})["protect"]]
    ['epsilon-m', 'l-diversity']
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
    """One for each column and principle: what a column's own words begin, else what the others ask."""
    plain = {key: words[key] for key in _OWN if key != "view" and words.get(key) is not None}
    columns = _own_words(words.get("sensitive"))
    counted = [] if words.get("k") is None else [{"principle": "k-anonymity", "k": words["k"]}]
    found: list[dict[str, Any]] = []
    for name, own in columns.items() or {"": {}}.items():
        asked = _asked(name, own, plain)
        blocks = [*_near(name, asked), *_diversity(name, asked)]
        if len(columns) <= 1:
            blocks, counted = blocks + counted, []
        if "t" in asked:
            blocks.append({"principle": "t-closeness", **_of(name), "t": asked["t"]})
        found += [{**block, "view": own["view"]} if "view" in own and "k" not in block else block for block in blocks]
    found += counted
    _refuse_idle(plain, columns)
    view = words.get("view")
    if view is not None and found and all(block.get("view", view) != view for block in found):
        raise _native.PolicyError(f"view={view!r} is for no column: each has a view of its own; leave one of the two out")
    return found if view is None else [{"view": view, **block} for block in found]


def _own_words(sensitive: Any) -> dict[str, dict[str, Any]]:
    """Sensitive columns with words of their own: ``{"salary": {"absolute": 4500, "m": 5}, "job": None}``."""
    if not isinstance(sensitive, Mapping):
        return {name: {} for name in _texts(sensitive)}
    found = {name: {key: value for key, value in (own or {}).items() if value is not None} for name, own in sensitive.items()}
    for name, own in found.items():
        for key in own:
            if key == "k":
                raise _native.PolicyError(
                    f"sensitive: `k` counts people, whatever their values, so it is asked of the whole release and not of "
                    f"column `{name}`: write k={own[key]!r} beside sensitive"
                )
            if key not in _OWN:
                near = difflib.get_close_matches(key, _OWN, 1)
                hint = f"; did you mean `{near[0]}`?" if near else ""
                raise _native.PolicyError(f"sensitive: unknown key `{key}` of column `{name}`{hint}; known are {', '.join(_OWN)}")
    return found


def _serves(key: str, own: Mapping[str, Any]) -> bool:
    """Whether a word that names no column is one for a column with these."""
    near = any(key in own for key in _NEAR)
    if not set(own) - {"view"}:
        return True
    if key == "m":
        return near and "m" not in own
    if key == "l":
        return "delta" in own and "l" not in own
    return key in _NEAR and "m" in own and not near


def _asked(name: str, own: Mapping[str, Any], plain: Mapping[str, Any]) -> dict[str, Any]:
    if "l" in own and "delta" not in own and "delta" in plain:
        raise _native.PolicyError(
            f"l of column `{name}` beside delta={plain['delta']!r} can mean l-diversity or (δ, l)-diversity: "
            "give delta to the columns it is for"
        )
    return {**own, **{key: value for key, value in plain.items() if _serves(key, own)}}


def _refuse_idle(plain: Mapping[str, Any], columns: Mapping[str, Mapping[str, Any]]) -> None:
    for key, value in plain.items():
        if columns and not any(_serves(key, own) or own.get(key) == value for own in columns.values()):
            name = next((name for name, own in columns.items() if key in own), next(iter(columns)))
            raise _native.PolicyError(
                f"{key}={value!r} is for no column: `{name}` has {dict(columns[name])} of its own; leave one of the two out"
            )


def _near(name: str, asked: Mapping[str, Any]) -> list[dict[str, Any]]:
    near = {key: asked[key] for key in _NEAR if key in asked}
    if bool(near) != ("m" in asked):
        raise _native.PolicyError(
            "absolute, relative, or below with above, goes with m: which values are close, and one in how many may be"
            + (f" (column `{name}`)" if name else "")
        )
    return [{"principle": "epsilon-m", **_of(name), **near, "m": asked["m"]}] if near else []


def _diversity(name: str, asked: Mapping[str, Any]) -> list[dict[str, Any]]:
    if "delta" in asked:
        return [{"principle": "delta-l", **_of(name), "delta": asked["delta"], "l": asked.get("l")}]
    return [{"principle": "l-diversity", **_of(name), "l": asked["l"]}] if "l" in asked else []


def _of(name: str) -> dict[str, str]:
    return {"sensitive": name} if name else {}


def _texts(value: Any) -> list[str]:
    if value is None:
        return []
    return [value] if isinstance(value, str) else list(value)
