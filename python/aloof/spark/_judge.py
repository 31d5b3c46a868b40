"""Findings of fragments put together: counts add up, the worst stays the worst."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

_ADDED = ("groups", "violating_groups", "violating_tuples", "confirmed_groups")


def together(found: list[dict[str, Any]]) -> dict[str, Any]:
    """One audit of many. Fragments have the same checks in the same order."""
    first = next((one for one in found if one["checks"]), found[0])
    audit: dict[str, Any] = {"verdict": "measured"}
    for key in ("tuples", "suppressed", "dropped"):
        audit[key] = sum(one.get(key, 0) for one in found)
    judged = [one for one in found if one["checks"]]
    audit["checks"] = [merged([one["checks"][at] for one in judged]) for at in range(len(first["checks"]))]
    truths = [one["truth"] for one in found if "truth" in one]
    if truths:
        audit["truth"] = {key: sum(truth[key] for truth in truths) for key in truths[0]}
    audit["notes"] = list(dict.fromkeys(note for one in found for note in one.get("notes", [])))
    audit["verdict"] = _verdict(audit)
    return audit


def merged(checks: list[dict[str, Any]]) -> dict[str, Any]:
    """One check of many, over different rows."""
    worst = (max if checks[0]["bound_is"] == "at most" else min)(checks, key=lambda check: _number(check["worst_risk"]))
    found = {key: value for key, value in worst.items() if key != "worst_groups"}
    for key in _ADDED:
        if key in found:
            found[key] = sum(check.get(key, 0) for check in checks)
    found["verdict"] = "fail" if any(check["verdict"] == "fail" for check in checks) else worst["verdict"]
    found["worst_groups"] = worst.get("worst_groups", [])
    return found


def _number(text: str) -> Fraction:
    try:
        return Fraction(text)
    except ValueError:
        return Fraction(0)


def _verdict(audit: dict[str, Any]) -> str:
    broken = any(check["required"] and check["verdict"] == "fail" for check in audit["checks"])
    if broken or audit.get("truth", {}).get("untrue", 0):
        return "fail"
    return "pass" if audit["checks"] else "measured"
