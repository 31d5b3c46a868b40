"""The border to the native half: what it cannot take is an error of this package, never somebody else's."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Iterator

from aloof import _native


@contextmanager
def border() -> Iterator[None]:
    """Arguments that have no form in the native half, such as a negative number of rows, raise an ``AloofError``."""
    try:
        yield
    except (TypeError, ValueError, OverflowError) as error:
        raise _native.AloofError(str(error)) from error
