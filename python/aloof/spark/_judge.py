"""Findings of fragments put together: counts add up, the worst stays the worst."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

_ADDED = ("groups", "violating_groups", "violating_tuples", "confirmed_groups")


def together(found: list[dict[str, Any]], protect: list[dict[str, Any]]) -> dict[str, Any]:
    """One audit of many, of a policy that asks for ``protect`` (as it is resolved)."""
    audit: dict[str, Any] = {"verdict": "measured"}
    for key in ("tuples", "suppressed", "dropped"):
        audit[key] = sum(one.get(key, 0) for one in found)
    audit["checks"] = [check for views in views_together(found, protect) for check in views.values()]
    truths = [one["truth"] for one in found if "truth" in one]
    if truths:
        # Where no row was dropped nothing is said of such.
        keys = dict.fromkeys(key for truth in truths for key in truth)
        audit["truth"] = {key: sum(truth.get(key, 0) for truth in truths) for key in keys}
    audit["notes"] = list(dict.fromkeys(note for one in found for note in one.get("notes", [])))
    audit["verdict"] = verdict(audit)
    return audit


def views_together(found: list[dict[str, Any]], protect: list[dict[str, Any]]) -> list[dict[str, dict[str, Any]]]:
    """For every protection its checks by view, of those views that were judged in every part."""
    judged = [by_protection(one["checks"], protect) for one in found if one["checks"]]
    return [_of_one_protection(list(same)) for same in zip(*judged, strict=True)]


def by_protection(checks: list[dict[str, Any]], protect: list[dict[str, Any]]) -> list[dict[str, dict[str, Any]]]:
    """For every protection its checks by view. They stand in the order of the policy: where the register view is asked for it
    comes first, and then the views that it does not imply; else it comes last."""
    found, left = [], list(checks)
    for asked in protect:
        views = ["group", "candidates", "register"]
        if asked["view"] == "register":
            views = ["register"] + (["group", "candidates"] if has_views(asked) else [])
        mine: dict[str, dict[str, Any]] = {}
        for view in views:
            is_next = left and (left[0]["principle"], left[0]["view"]) == (asked["principle"], view)
            implied = view in mine.get("register", {}).get("implied", [])
            # A register view that decides is the first check of the next protection.
            if is_next and not implied and (view != "register" or left[0]["required"] == (asked["view"] == "register")):
                mine[view] = left.pop(0)
        found.append(mine)
    return found


def has_views(asked: dict[str, Any]) -> bool:
    """Whether the view changes what is asked of a group."""
    if asked["principle"] == "delta-l":
        return bool(asked["parameters"]["reading"] == "definition")
    return asked["principle"] in ("epsilon-m", "dissimilarity")


def _of_one_protection(parts: list[dict[str, dict[str, Any]]]) -> dict[str, dict[str, Any]]:
    views = [view for view in parts[0] if all(view in part for part in parts)]
    return {view: merged([part[view] for part in parts]) for view in views}


def merged(checks: list[dict[str, Any]]) -> dict[str, Any]:
    """One check of many, over different rows."""
    worst = (max if checks[0]["bound_is"] == "at most" else min)(checks, key=lambda check: _number(check["worst_risk"]))
    found = {key: value for key, value in worst.items() if key != "worst_groups"}
    for key in _ADDED:
        if key in found:
            found[key] = sum(check.get(key, 0) for check in checks)
    if any(check["verdict"] == "fail" for check in checks):
        found["verdict"] = "fail"
        found.pop("implied", None)
        found.pop("promise", None)
    found["worst_groups"] = worst.get("worst_groups", [])
    if len(checks) > 1:
        # A mean over people does not follow from rounded means of parts.
        found.pop("beyond", None)
    return found


def _number(text: str) -> Fraction:
    try:
        return Fraction(text)
    except ValueError:
        return Fraction(0)


def verdict(audit: dict[str, Any]) -> str:
    """Over all checks that count, whether rows are true, and whether all was judged that is asked."""
    broken = any(check["required"] and check["verdict"] == "fail" for check in audit["checks"])
    if broken or audit.get("truth", {}).get("untrue", 0):
        return "fail"
    return "pass" if audit["checks"] and not audit.get("open") else "measured"
