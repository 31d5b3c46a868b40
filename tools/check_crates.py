"""Looks at the crates that are built: licences, doubled crates, one Arrow, who of ours may use whom, whose messages name flags.

    cargo metadata --format-version 1 --locked | python3 tools/check_crates.py

The lists of licences and of doubled crates that are put up with are those of deny.toml, which cargo-deny reads, too. An
entry that nothing needs any more is a fault as well, so that the lists stay true. Python 3.11 and nothing else.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
#: Who of ours may use whom; tests may use more. ARCHITECTURE.md says why, above all why judges never see makers.
WORDS = {"aloof-table"}
RULES = {*WORDS, "aloof-principles"}
#: What an audit may use: all but makers, and the facade, which uses them.
AUDITS = {*RULES, "aloof-judge", "aloof-inspect", "aloof-io"}
#: What measures and attacks releases stands on the same side.
EVALUATION = {*AUDITS, "aloof-audit"}
ATTACKS = {*EVALUATION, "aloof-evaluate"}
LIBRARY = {*ATTACKS, "aloof-attack", "aloof-methods", "aloof"}
MAY_USE: dict[str, set[str]] = {
    "aloof-table": set(),
    "aloof-census": set(),
    "aloof-postgres": set(),
    "aloof-principles": WORDS,
    "aloof-methods": RULES,
    "aloof-judge": RULES,
    "aloof-inspect": WORDS,
    "aloof-io": {*WORDS, "aloof-postgres"},
    "aloof-audit": AUDITS,
    "aloof-evaluate": EVALUATION,
    "aloof-attack": ATTACKS,
    "aloof": LIBRARY - {"aloof"},
    "aloof-report": {"aloof"},
    "aloof-experiments": {*LIBRARY, "aloof-census", "aloof-report"},
    "aloof-studio": {"aloof", "aloof-report"},
    "aloof-cli": {"aloof", "aloof-census", "aloof-experiments", "aloof-report", "aloof-studio"},
    "aloof-python": {"aloof", "aloof-census", "aloof-report"},
}


def licences(packages: list[dict[str, Any]], allowed: list[str]) -> Iterator[str]:
    """Crates that cannot be used under licences of the list, and licences of the list that no crate names."""
    named = set()
    for package in packages:
        expression = (package["license"] or "").replace("/", " OR ")
        named |= set(terms(expression))
        if not is_allowed(expression, set(allowed)):
            yield f"{package['name']} {package['version']} has the licence {expression or 'that it does not name'}"
    yield from (f"deny.toml allows {licence}, which no crate has" for licence in allowed if licence not in named)


def terms(expression: str) -> list[str]:
    """The licences of an SPDX expression, each with its exception."""
    return [term.strip() for term in re.split(r"\bOR\b|\bAND\b|[()]", expression) if term.strip()]


def is_allowed(expression: str, allowed: set[str]) -> bool:
    """Whether an SPDX expression can be met: AND binds more closely than OR.

    >>> [is_allowed(text, {"MIT", "Zlib"}) for text in ("MIT", "GPL-3.0 OR MIT", "GPL-3.0 AND MIT", "(MIT OR X) AND Zlib", "")]
    [True, True, False, True, False]
    """
    while "(" in expression:
        expression = re.sub(
            r"\(([^()]*)\)", lambda inner: "MET" if is_allowed(inner[1], allowed) else "UNMET", expression, count=1
        )
    ways = re.split(r"\bOR\b", expression)
    met = allowed | {"MET"}
    return any(all(term.strip() in met for term in re.split(r"\bAND\b", way)) for way in ways)


def doubled(packages: list[dict[str, Any]], skips: list[dict[str, str]]) -> Iterator[str]:
    """Crates in two versions, but for those that are put up with, and entries of these that match nothing.

    >>> built = [{"name": name, "version": version} for name, version in (("a", "1.2.0"), ("a", "2.0.1"), ("b", "0.3.1"))]
    >>> list(doubled(built, []))
    ['a is built in several versions: 1.2.0, 2.0.1']
    >>> list(doubled(built, [{"crate": "a:^1"}]))
    []
    >>> list(doubled(built, [{"crate": "a:^1"}, {"crate": "b:^0.3"}]))
    ['deny.toml puts up with b:^0.3, which is not there beside another version']
    """
    versions: dict[str, set[str]] = defaultdict(set)
    for package in packages:
        versions[package["name"]].add(package["version"])
    for skip in skips:
        name, _, version = skip["crate"].partition(":^")
        matching = {found for found in versions[name] if f"{found}.".startswith(f"{version}.")}
        if not matching or len(versions[name]) == 1:
            yield f"deny.toml puts up with {skip['crate']}, which is not there beside another version"
        versions[name] -= matching
    for name, found in sorted(versions.items()):
        if len(found) > 1:
            yield f"{name} is built in several versions: {', '.join(sorted(found))}"


def one_arrow(packages: list[dict[str, Any]]) -> Iterator[str]:
    """Arrow's crates and Parquet's go by one number: tables of two cannot be handed over."""
    ours = [package for package in packages if re.fullmatch(r"arrow(-.*)?|parquet", package["name"])]
    majors = {package["version"].split(".")[0] for package in ours}
    if len(majors) != 1:
        yield f"Arrow is there in the versions {', '.join(sorted(majors))}, where one is wanted"


def rooms(packages: list[dict[str, Any]]) -> Iterator[str]:
    """Crates of ours that use what they may not."""
    for package in packages:
        if package["source"] is not None:
            continue
        if package["name"] not in MAY_USE:
            yield f"{package['name']} is not in the table of who may use whom (tools/check_crates.py)"
            continue
        used = {need["name"] for need in package["dependencies"] if need["kind"] is None and need["name"] in MAY_USE}
        for name in sorted(used - MAY_USE[package["name"]]):
            yield f"{package['name']} uses {name}, which it may not (ARCHITECTURE.md, the dependency rule)"


#: What stands in a program's text and is none of it, or is a text: comments, texts, raw texts, characters, and where tests begin.
PIECES = re.compile(
    r'''//[^\n]*|/\*.*?\*/|b?r(?P<marks>\#*)".*?"(?P=marks)|b?"(?:\\.|[^"\\])*"|'(?:\\.[^']*|[^'\\])'|\#\[cfg\(test\)\]''', re.S
)
FLAG = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def flags(source: str) -> Iterator[tuple[int, str]]:
    """The flags that texts of a Rust file name, each with its line; those of its tests are nobody's messages.

    >>> list(flags('/// --m of it\\nlet one = "give --private DIR"; // "--l"\\nlet raw = r#"a "--k" b"#;'))
    [(2, '--private'), (3, '--k')]
    >>> list(flags('let css = "var(--ink)"; let line = "a---b -- c"; #[cfg(test)] mod tests { "--m" }'))
    [(1, '--ink')]
    """
    for piece in PIECES.finditer(source):
        if piece[0].startswith("#["):
            return
        if piece[0].startswith(("//", "/*", "'")):
            continue
        line = source.count("\n", 0, piece.start()) + 1
        yield from ((line + piece[0].count("\n", 0, flag.start()), flag[0]) for flag in FLAG.finditer(piece[0]))


def tongues(rooms: set[str]) -> Iterator[str]:
    """Messages of the library that name flags of the program: they are for Python and pages, too (`aloof_table::Means`)."""
    for room in sorted(rooms):
        for file in sorted((ROOT / "crates" / room / "src").rglob("*.rs")):
            if file.stem != "tests":
                for line, flag in flags(file.read_text(encoding="utf-8")):
                    yield f"{file.relative_to(ROOT)}, line {line}: a message names {flag}, a flag of the program; name a `Means`"


def main() -> int:
    rules = tomllib.loads((ROOT / "deny.toml").read_text(encoding="utf-8"))
    packages = json.load(sys.stdin)["packages"]
    faults = [
        *licences(packages, rules["licenses"]["allow"]),
        *doubled(packages, rules["bans"]["skip"]),
        *one_arrow(packages),
        *rooms(packages),
        *tongues({*LIBRARY, "aloof-postgres", "aloof-census"}),
    ]
    for fault in faults:
        print(fault)
    skips = len(rules["bans"]["skip"])
    print(f"crates: {len(packages)} looked at, {len(faults)} at fault; {skips} doubled ones are put up with")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
