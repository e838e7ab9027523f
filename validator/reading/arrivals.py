"""The order in which things came to their places: of two that overlap the later one is on top.

Only painting needs it, so the table does not keep it: the log is read a second time, as far as
needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.vassal.commands import Command
from validator.table import Table


class Arrivals:
    """The order in which stacks, decks and single pieces came to their places."""

    def __init__(
        self, table: Table, position: Iterable[Command], steps: Iterator[Sequence[Command]]
    ):
        """``table`` is empty; ``position`` sets it up, and ``steps`` follow."""
        self._marks = table.arrivals = _Marks()
        self._table, self._steps = table, steps
        table.apply_all(position)
        self._changes = [self._marks.taken()]
        """By step: the changed numbers; None for things that are gone."""
        self._now: dict[str, int] = {}
        self._at = -1

    def after(self, step: int) -> Mapping[str, int]:
        """A number for each thing, larger for later ones; valid until the next call."""
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
    """The present numbers, and those changed since the last `taken`."""

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
        """The changes since the last call."""
        changed, self._changed = self._changed, {}
        return changed
