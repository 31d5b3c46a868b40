# The native half; see crates/aloof-python. Use the functions of `aloof` instead.
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Any

__version__: str

Progress = Callable[[str, int | None, int | None], object]

class AloofError(Exception):
    """Something that was asked of aloof was not done; `kind` is one word for why."""

    kind: str

class CallError(AloofError):
    """The call is wrong: a keyword or a value that no function takes."""

class PolicyError(AloofError):
    """The policy is wrong, or does not fit the data."""

class DataError(AloofError):
    """The data are wrong, or not what the policy needs."""

class Infeasible(AloofError):
    """What is asked is impossible for these data; `nearest` says what is possible."""

    nearest: dict[str, Any] | None

class Violation(AloofError):
    """What was to hold does not hold; `audit` is the audit that found it."""

    audit: Any

class Frame:
    num_rows: int
    column_names: list[str]
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class Policy:
    @staticmethod
    def from_file(path: str | PathLike[str]) -> Policy: ...
    @staticmethod
    def from_dict(
        spec: dict[str, Any],
        base: str | PathLike[str],
        attached: dict[str, bytes],
        wholes: dict[str, object] = ...,
    ) -> Policy: ...
    def files(self) -> list[Path]: ...

class Bins:
    def __init__(
        self, policy: Policy, protect: int, view: str, ends: list[str], digits: int | None = None
    ) -> None: ...
    def fullest(self, counts: list[int]) -> int: ...
    def hold(self, counts: list[int]) -> bool: ...
    def crowded(self, counts: list[int]) -> list[int]: ...
    def withhold(self, counts: list[int]) -> int: ...

class Release:
    def table(self) -> Frame: ...
    def summary(self) -> str: ...
    def audit(self) -> str: ...
    def manifest(self) -> str: ...
    def report(self, data: object | None = None) -> str: ...
    def inputs(self) -> list[Path]: ...
    def save(
        self,
        out: str | PathLike[str],
        private: str | PathLike[str] | None = None,
        replace: bool = False,
        to: str | None = None,
    ) -> None: ...

def inspect(
    data: object,
    missing: list[str],
    written: tuple[str | None, str | None, str | None] = (None, None, None),
    progress: Progress | None = None,
    threads: int | None = None,
) -> tuple[str, str]: ...
def advise(
    data: object,
    policy: Policy,
    progress: Progress | None = None,
    threads: int | None = None,
    price: bool = False,
    seed: str | None = None,
) -> tuple[str, str]: ...
def anonymize(
    data: object,
    policy: Policy,
    seed: str | None = None,
    private: str | PathLike[str] | None = None,
    hold_out: str | None = None,
    progress: Progress | None = None,
    threads: int | None = None,
) -> Release: ...
def audit(
    data: object,
    policy: Policy,
    original: object | None = None,
    epsilons: list[str] = ...,
    show_values: bool = False,
    violations: bool = False,
    progress: Progress | None = None,
    threads: int | None = None,
    population: object | None = None,
) -> tuple[str, list[tuple[int, int]]]: ...
def part(data: object, policy: Policy, seed: str, threads: int | None = None) -> tuple[Frame, str]: ...
def evaluate(
    original: object,
    release: object,
    policy: Policy,
    queries: int,
    seed: int,
    clusters: int,
    rows: tuple[str, str] | None,
    progress: Progress | None = None,
    threads: int | None = None,
) -> str: ...
def attack(
    release: object,
    original: object,
    policy: Policy,
    control: object | None = None,
    previous: list[object] = ...,
    private: str | PathLike[str] | None = None,
    only: list[str] = ...,
    seed: int = 1,
    progress: Progress | None = None,
    threads: int | None = None,
) -> tuple[str, str]: ...
def compare(
    original: object,
    releases: list[tuple[str, object]],
    policy: Policy,
    queries: int,
    seed: int,
    progress: Progress | None = None,
    threads: int | None = None,
) -> tuple[str, str]: ...
def distinct(data: object, column: str) -> tuple[str, list[str]]: ...
def paths(data: object, policy: Policy) -> list[list[str]]: ...
def put_file(path: str | PathLike[str], text: str, inputs: list[Path], replace: bool) -> None: ...
def generate(rows: int, seed: int) -> Frame: ...
def resolve(policy: Policy) -> str: ...
def fullest(data: object, policy: Policy, protect: int, view: str) -> int: ...
def reach(cells: list[str], kind: str) -> list[tuple[str | None, str | None]]: ...
def label_reach(cells: list[str], data: object, policy: Policy) -> list[tuple[int, int] | None]: ...
