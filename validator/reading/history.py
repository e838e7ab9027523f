"""The table after any step of a log.

The log itself is the history: the place of each step in the text is enough to make a table again.
For small logs the changes of each step are kept, because they are replayed often.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping

from generator.vassal.commands import Command
from generator.vassal.saves import Save
from validator.reading.arrivals import Arrivals
from validator.table import Table
from validator.table.past import Past
from validator.table.shelf import Note

_SMALL = 6_000_000
"""Up to this many bytes of a log's text, the commands of its steps and their changes are kept."""


class History:
    """The tables of one log; ``table`` is changed step by step while the log is read."""

    def __init__(self, save: Save, table: Table) -> None:
        self._save = save
        self._begins = array("Q", [save.first_step() or 0])
        """Where the step after each one begins in the text; the first entry is for the start."""
        self._past = Past(table.copy(), self.redo)
        self._small = len(save.text) <= _SMALL
        self._commands: list[list[Command]] = []
        """The commands of every step of a small log."""
        self._changes: list[tuple[Note, ...]] = []
        """The changes of every step of a small log."""
        self._added_to: dict[int, list[Command]] = {}
        """Steps, from 0, with commands that are not in the log."""
        self._notes = table.write_down() if self._small else []
        self._arrivals: Arrivals | None = None

    def note(
        self, following: int, given: list[Command], table: Table, *, added_to: bool = False
    ) -> None:
        """Note a step: where the next one begins, its commands, and the table after it;
        ``added_to`` says that some commands are not in the log."""
        if added_to:
            self._added_to[len(self._begins) - 1] = given
        self._begins.append(following)
        self._past.note(table)
        if self._small:
            self._commands.append(given)
            self._changes.append(tuple(self._notes))
            self._notes.clear()

    def after(self, step: int) -> Table:
        """The table after a step, 0 for the start; it must not be changed."""
        return self._past.after(step)

    def passing(self, step: int) -> Table:
        """As `after`, but valid only until the next call; cheap if called in order."""
        return self._past.passing(step)

    def arrivals(self, step: int) -> Mapping[str, int]:
        """The order in which things came to their places, after a step; see `Arrivals.after`."""
        if self._arrivals is None:
            empty = Table(stacking=self.after(0).stacking)
            self._arrivals = Arrivals(empty, self._save.position(), self.commands())
        return self._arrivals.after(step)

    def replay(self) -> Iterator[Table]:
        """The table after each step in turn: always the same table, changed in place."""
        return self._past.replay()

    def redo(self, step: int, table: Table) -> Iterator[Table]:
        """Change a table, in its state after ``step``, into those after the later steps in turn."""
        if self._small:
            return table.redo(self._changes[at] for at in range(step, len(self._changes)))
        return (table.apply_all(given) for given in self.commands(step))

    def commands(self, step: int = 0) -> Iterator[list[Command]]:
        """The commands of each step after the given one."""
        if self._small:
            return (self._commands[at] for at in range(step, len(self._commands)))
        read = enumerate(self._save.steps_from(self._begins[step]), step)
        return (self._added_to.get(at, given) for at, (_, given) in read)
