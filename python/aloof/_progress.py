"""Progress: a function of yours, or a bar of tqdm."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Union

from aloof._errors import theirs

Callback = Callable[[str, "int | None", "int | None"], object]
Progress = Union[Callback, bool, None]


@contextmanager
def told(progress: Progress) -> Iterator[Callback | None]:
    """What the native half may call: ``progress`` itself, or for ``True`` a bar that is closed in the end."""
    if not progress:
        yield None
    elif progress is True:
        bar = _Bar()
        try:
            yield bar
        finally:
            bar.close()
    else:
        yield theirs(progress)


class _Bar:
    """A bar per step."""

    def __init__(self) -> None:
        self._step: str | None = None
        self._bar: Any = None

    def __call__(self, step: str, done: int | None, total: int | None) -> None:
        if step != self._step:
            self.close()
            from tqdm.auto import tqdm

            self._step, self._bar = step, tqdm(desc=step, total=total)
        if done is not None:
            self._bar.update(max(0, done - self._bar.n))

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
