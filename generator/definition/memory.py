"""What earlier readings of the same files worked out, kept for the next one.

A preview reads a game again after every save, and nearly all of it is as it was. The reader asks
here before it works: what it would work from is compared, never guessed from times of files.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

T = TypeVar("T")

READINGS = 20
"""So many readings something is kept that none of them asked for: a mistake may take a few saves
to mend."""


class Memory:
    """Results by what they were worked out from."""

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[tuple[object, ...], Any]] = {}
        self._asked: dict[Hashable, int] = {}
        self._reading = 0

    def begin(self) -> None:
        """A new reading begins; what has not been asked for in a long time is forgotten."""
        self._reading += 1
        if self._reading % READINGS == 0:
            for what, asked in list(self._asked.items()):
                if asked <= self._reading - READINGS:
                    del self._asked[what], self._known[what]

    @property
    def first(self) -> bool:
        """Whether nothing was read before."""
        return self._reading <= 1

    def same(self, what: Hashable, now: T) -> T:
        """What ``what`` was last time, when it is equal to what it is ``now``."""
        return self.once(what, (now,), lambda: now)

    def once(self, what: Hashable, parts: tuple[object, ...], work: Callable[[], T]) -> T:
        """``work()``, or what it gave last time for ``what`` when it was made of equal parts."""
        self._asked[what] = self._reading
        known = self._known.get(what)
        if known is not None and known[0] == parts:
            return cast(T, known[1])
        try:
            result = work()
        except BaseException:
            del self._asked[what]
            self._known.pop(what, None)
            raise
        self._known[what] = parts, result
        return result
