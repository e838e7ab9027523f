"""The table after any step, made again from the log when somebody asks for it.

A log is its own history: kept are only a few tables on the way, where each step stands in the
text, and the tables asked for last.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import islice

from generator.vassal.saves import Save
from validator.table import Table

_RECENT = 16
_MOST, _FEWEST = 64, 4
_ROOM = 1_000_000
"""Pieces and stacks in all tables kept on the way, as if none of them were shared."""


class History:
    """The tables of one log."""

    def __init__(self, save: Save, start: Table) -> None:
        self._save = save
        self._begins = array("Q", [save.first_step() or 0])
        """Where the step after each begins in the text; the first entry is of the start."""
        self._kept = {0: start}
        self._every = 1
        size = 1 + len(start.pieces) + len(start.containers)
        self._most = max(_FEWEST, min(_MOST, _ROOM // size))
        self._recent: dict[int, Table] = {}

    def note(self, following: int, table: Table) -> None:
        """A step was read: where the next begins, and the table after it."""
        number = len(self._begins)
        self._begins.append(following)
        if number % self._every == 0:
            self._kept[number] = table.copy()
            if len(self._kept) > self._most:
                self._every *= 2
                self._kept = {at: kept for at, kept in self._kept.items() if at % self._every == 0}

    def after(self, step: int) -> Table:
        """The table after a step, 0 for the start: a copy that others may be given too."""
        found = self._kept.get(step) or self._recent.get(step)
        if found is None:
            before = max(at for known in (self._kept, self._recent) for at in known if at <= step)
            found = (self._kept.get(before) or self._recent[before]).copy()
            for table in islice(self._from(before, found), step - before):
                found = table
            self._recent[step] = found
            if len(self._recent) > _RECENT:
                del self._recent[next(iter(self._recent))]
        return found

    def replay(self) -> Iterator[Table]:
        """The table after each step in turn: one table, that goes on changing."""
        return self._from(0, self._kept[0].copy())

    def _from(self, step: int, table: Table) -> Iterator[Table]:
        for _, given in self._save.steps_from(self._begins[step]):
            yield table.apply_all(given)
