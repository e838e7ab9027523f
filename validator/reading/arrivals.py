"""In which order things came to lie where they lie: of two that overlap the later one is on top.

Only who paints a table asks for it, so it is not kept with the table: the log is gone through once
more, as far as it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.vassal.commands import Command
from validator.table import Table


class Arrivals:
    """When each stack, deck and lone piece came to lie where it lies."""

    def __init__(
        self, table: Table, position: Iterable[Command], steps: Iterator[Sequence[Command]]
    ):
        """``table`` is an empty one; ``position`` sets it up, ``steps`` go on from there."""
        self._marks = table.arrivals = _Marks()
        self._table, self._steps = table, steps
        table.apply_all(position)
        self._changes = [self._marks.taken()]
        """By step: what it changed; `None` for what lies there no more."""
        self._now: dict[str, int] = {}
        self._at = -1

    def after(self, step: int) -> Mapping[str, int]:
        """For each of them a number, the larger the later; good until another step is asked for."""
        while len(self._changes) <= step:
            self._table.apply_all(next(self._steps))
            self._changes.append(self._marks.taken())
        if step < self._at:
            self._now, self._at = {}, -1
        for changes in self._changes[self._at + 1 : step + 1]:
            for ident, mark in changes.items():
                if mark is None:
                    self._now.pop(ident, None)
                else:
                    self._now[ident] = mark
        self._at = step
        return self._now


class _Marks(dict[str, int]):
    """The numbers as they are now, and what changed since somebody last asked."""

    def __init__(self) -> None:
        super().__init__()
        self._changed: dict[str, int | None] = {}

    def __setitem__(self, ident: str, mark: int) -> None:
        super().__setitem__(ident, mark)
        self._changed[ident] = mark

    def __delitem__(self, ident: str) -> None:
        super().__delitem__(ident)
        self._changed[ident] = None

    def taken(self) -> dict[str, int | None]:
        """What changed since the last time."""
        changed, self._changed = self._changed, {}
        return changed
