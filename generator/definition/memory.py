"""What an earlier reading of the same files worked out, kept for the next one.

A preview reads a game again after every save, and nearly all of it is as it was. The reader asks
here before it works: what it would work from is compared, never guessed from times of files.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

T = TypeVar("T")


class Memory:
    """Results by what they were worked out from; a reading that no longer asks forgets."""

    def __init__(self) -> None:
        self._before: dict[Hashable, tuple[tuple[object, ...], Any]] = {}
        self._now: dict[Hashable, tuple[tuple[object, ...], Any]] = {}

    def begin(self) -> None:
        """A new reading begins: what the last one did not ask for is forgotten."""
        # A reading that failed early asked for little; what the one before it knew still serves.
        self._before = {**self._before, **self._now} if self._failed() else self._now
        self._now = {}

    def _failed(self) -> bool:
        return 2 * len(self._now) < len(self._before)

    def once(self, what: Hashable, parts: tuple[object, ...], work: Callable[[], T]) -> T:
        """``work()``, or what it gave last time for ``what`` when it was made of equal parts."""
        known = self._now.get(what) or self._before.get(what)
        if known is not None and _equal(known[0], parts):
            self._now[what] = known
            return cast(T, known[1])
        result = work()
        self._now[what] = parts, result
        return result


def _equal(before: tuple[object, ...], now: tuple[object, ...]) -> bool:
    return all(old is new or old == new for old, new in zip(before, now, strict=True))
