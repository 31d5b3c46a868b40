"""Exceptions: whatever goes wrong inside leaves as one of this package; what a function of the caller raised leaves as it is."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from aloof import _native

Function = TypeVar("Function", bound=Callable[..., Any])
_THEIRS = "_aloof_theirs"


def theirs(function: Function) -> Function:
    """A function that the caller handed over: what it raises is marked as the caller's own."""

    @functools.wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        try:
            return function(*given, **named)
        except Exception as error:
            setattr(error, _THEIRS, True)
            raise

    return call  # type: ignore[return-value]


def ours(function: Function) -> Function:
    """A function of the package: what leaves it is an :class:`aloof.AloofError`.

    Packages that are not installed are still told by ``ImportError``.
    """

    @functools.wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        try:
            return function(*given, **named)
        except (_native.AloofError, ImportError):
            raise
        except Exception as error:
            if getattr(error, _THEIRS, False):
                raise
            raise translated(error) from (error if _is_of_spark(error) else None)

    return call  # type: ignore[return-value]


def as_told(error: _native.AloofError) -> dict[str, Any]:
    """An exception as plain data, so that another process can raise it again (:func:`raised`)."""
    return {"class": type(error).__name__, "kind": error.kind, "message": str(error), "nearest": getattr(error, "nearest", None)}


def raised(told: dict[str, Any]) -> _native.AloofError:
    """The exception that was told."""
    error: _native.AloofError = getattr(_native, told["class"])(told["message"])
    error.kind = told["kind"]
    if isinstance(error, _native.Infeasible):
        error.nearest = told["nearest"]
    return error


def translated(error: Exception) -> _native.AloofError:
    """An exception of Python or of another package as one of this package. Texts of other packages may quote cells."""
    if type(error).__module__.split(".")[0] in ("pyarrow", "pandas", "polars", "duckdb"):
        return _native.DataError(f"the table cannot be taken over ({type(error).__name__})")
    if _is_of_spark(error):
        return _native.AloofError(f"Spark did not finish: {type(error).__name__}; its log says more")
    if isinstance(error, OSError):
        return _native.DataError(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
    if isinstance(error, (TypeError, ValueError, OverflowError)):
        return _native.CallError(str(error))
    return _native.AloofError(f"this is a mistake in aloof, please report it: {type(error).__name__}")


def _is_of_spark(error: Exception) -> bool:
    return type(error).__module__.split(".")[0] in ("pyspark", "py4j")
