"""Which step an undo takes back.

VASSAL's undo is a step of its own that says the opposite of an earlier one; it does not say of
which. The earlier step is the last one, not yet taken back, whose opposite it is. Old versions put
no brackets around it: there the chat alone tells, and only of what was said or rolled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from generator.vassal.commands import (
    AddPiece,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    MovePiece,
    RemovePiece,
    Undo,
)

UNDONE = "* UNDO: "
"""What a line of the chat begins with that takes another one back."""

_Trace = Counter[tuple[str, ...]]
_LOOK_BACK = 200
"""VASSAL takes back the last step first: what lies further back is not asked."""
_GUESSED = 50


class Undoing:
    """Remembers the steps that can still be taken back."""

    def __init__(self) -> None:
        self._open: dict[int, list[Command]] = {}
        self._traces: dict[int, _Trace] = {}

    def pair(self, number: int, given: list[Command], chats: Iterable[Chat]) -> int | None:
        """Take note of a step and its lines in the chat; for an undo, the step it takes back."""
        bracketed = bool(given) and isinstance(given[0], Undo)
        if not bracketed and not any(chat.text.startswith(UNDONE) for chat in chats):
            self._open[number] = given
            if len(self._open) > _LOOK_BACK:
                self._drop(next(iter(self._open)))
            return None
        found = self._find(_trace(given, opposite=True), guess=bracketed)
        if found is not None:
            self._drop(found)
        return found

    def _find(self, sought: _Trace, *, guess: bool) -> int | None:
        steps = [(at, trace) for at in reversed(self._open) if (trace := self._traced(at))]
        same = next((number for number, trace in steps if trace == sought), None)
        if same is not None or not guess:
            return same
        # An undo of VASSAL may leave out what it cannot write; it never adds.
        recent = steps[:_GUESSED]
        for number, trace in recent:
            if sought and sought <= trace:
                return number
        return recent[0][0] if recent else None

    def _traced(self, number: int) -> _Trace:
        if number not in self._traces:
            self._traces[number] = _trace(self._open[number], opposite=False)
        return self._traces[number]

    def _drop(self, number: int) -> None:
        del self._open[number]
        self._traces.pop(number, None)


def _trace(given: Iterable[Command], *, opposite: bool) -> _Trace:
    """What a step did to what, in a form in which a step and its undo are equal."""
    found: _Trace = Counter()
    for command in given:
        match command:
            case MovePiece():
                ends = [
                    (command.map or "", str(command.x), str(command.y)),
                    (command.old_map or "", str(command.old_x), str(command.old_y)),
                ]
                if opposite:
                    ends.reverse()
                found[("M", command.id or "", *ends[0], *ends[1])] += 1
            case ChangePiece():
                # The old state is left out where VASSAL merged several changes.
                found[("D", command.id)] += 1
            case AddPiece():
                found[("-" if opposite else "+", command.id or "")] += 1
            case RemovePiece():
                found[("+" if opposite else "-", command.id)] += 1
            case ChangeProperty():
                values = [command.old, command.new]
                if opposite:
                    values.reverse()
                found[("P", command.name, *values)] += 1
            case Chat(text):
                said = text.removeprefix(UNDONE) if opposite else text
                found[("C", said)] += 1
    return found
