"""The table after any step of a log.

A log is its own history: where each step stands in the text is enough to make them again.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from generator.vassal.commands import Command
from generator.vassal.saves import Save
from validator.table import Table
from validator.table.past import Past

_SMALL = 1 << 22
"""Bytes of a log's text up to which its commands are kept once they were read a second time."""


class History:
    """The tables of one log."""

    def __init__(self, save: Save, start: Table) -> None:
        self._save = save
        self._begins = array("Q", [save.first_step() or 0])
        """Where the step after each begins in the text; the first entry is of the start."""
        self._past = Past(start, self._redo)
        self._commands: list[list[Command]] | None = None
        """The commands of every step, of a small log that is gone through again and again."""

    def note(self, following: int, table: Table) -> None:
        """A step was read: where the next begins, and the table after it."""
        self._begins.append(following)
        self._past.note(table)

    def after(self, step: int) -> Table:
        """The table after a step, 0 for the start; not to be changed."""
        return self._past.after(step)

    def replay(self) -> Iterator[Table]:
        """The table after each step in turn: one table, that goes on changing."""
        return self._past.replay()

    def _redo(self, step: int, table: Table) -> Iterator[Table]:
        for given in self._steps_after(step):
            yield table.apply_all(given)

    def _steps_after(self, step: int) -> Iterator[list[Command]]:
        if len(self._save.text) > _SMALL:
            return (given for _, given in self._save.steps_from(self._begins[step]))
        if self._commands is None:
            self._commands = list(self._save.steps())
        return map(self._commands.__getitem__, range(step, len(self._commands)))
