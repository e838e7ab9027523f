"""Finds the step that an undo undoes.

VASSAL's undo is a step of its own with the inverse commands of an earlier one, which it does not
name. It is the last step, not yet undone, with the inverse commands; that may be an undo, which
then no longer counts. Old versions have no brackets around an undo: there only the chat shows it,
and only for chat lines and rolls.
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
    LockOptions,
    MovePiece,
    RemovePiece,
    SetProperty,
    SetTurn,
    SightLine,
    Undo,
)

_TAKES_BACK = tuple(
    f"* {word}"
    for word in (
        "UNDO: ",
        "FORTRYD: ",
        "DESHACER: ",
        "Annulation: ",
        "ANNULLA: ",
        "ONGEDAAN MAKEN: ",
        "WSTECZ: ",
        "\u5dfb\u304d\u623b\u3057: ",
        "\u64a4\u9500\uff1a ",
    )
)
"""How a chat line that undoes another one begins, in the languages of VASSAL
(``Chatter.undo_message``)."""

_Trace = Counter[tuple[str, ...]]
_LOOK_BACK = 200
"""How many earlier steps are compared; VASSAL undoes the last step first."""
_GUESSED = 50
_BARE = 3
"""The number of commands in an undo of one command: its brackets and the command."""


def taken_back(line: str) -> str | None:
    """The chat line that a line undoes; None if it undoes none."""
    begins = next((words for words in _TAKES_BACK if line.startswith(words)), None)
    return line[len(begins) :] if begins is not None else None


class Undoing:
    """Keeps the steps that can still be undone."""

    def __init__(self) -> None:
        self._open: dict[int, list[Command]] = {}
        """Their commands, by number and in order; undos included."""
        self._traces: dict[int, _Trace] = {}
        self._took: dict[int, tuple[int, list[Command]]] = {}
        """Undos that can still be undone, and the steps that they undid."""
        self._spent: list[list[Command]] = []
        """Undos that were undone themselves, the last one first."""

    def whole(self, given: list[Command]) -> list[Command]:
        """A step's commands; for an undo that VASSAL cut short, with the missing ones added.

        A step may be undone again after its undo was undone. VASSAL uses the same object for both
        undos, and writing the first one into the log removes all but its first command
        (``BasicLogger.LogCommand``), although the second did the same on the table.
        """
        if len(given) != _BARE or not isinstance(given[0], Undo):
            return given
        same = (one for one in self._spent if len(one) > _BARE and one[1] == given[1])
        return next(same, given)

    def pair(self, number: int, given: list[Command], chats: Iterable[Chat]) -> int | None:
        """Note a step and its chat lines; for an undo, returns the step that it undoes."""
        bracketed = bool(given) and isinstance(given[0], Undo)
        if not bracketed and not any(taken_back(chat.text) is not None for chat in chats):
            self._remember(number, given)
            return None
        found = self._find(_trace(given, opposite=True), guess=bracketed)
        back = self._open.get(found) if found is not None else None
        if found is not None and back is not None:
            self._drop(found)
            again = self._took.pop(found, None)
            if again is not None:
                self._spent.insert(0, back)
                del self._spent[_LOOK_BACK:]
                self._remember(*again)
                self._open = dict(sorted(self._open.items()))
        if bracketed:
            self._remember(number, given)
            if found is not None and back is not None:
                self._took[number] = found, back
        return found

    def _remember(self, number: int, given: list[Command]) -> None:
        self._open[number] = given
        if len(self._open) > _LOOK_BACK:
            self._drop(next(iter(self._open)))

    def _find(self, sought: _Trace, *, guess: bool) -> int | None:
        steps = [(at, trace) for at in reversed(self._open) if (trace := self._traced(at))]
        if not sought:
            return None
        same = next((number for number, trace in steps if trace == sought), None)
        if same is not None or not guess:
            return same
        # VASSAL's undo may leave commands out that it cannot write; it never adds any.
        recent = [row for row in steps[:_GUESSED] if row[0] not in self._took]
        for number, trace in recent:
            if sought <= trace:
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
    """The effects of a step in a form that is equal for a step and its undo."""
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
                # VASSAL leaves out the old state if it merged several changes.
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
                said = taken_back(text) if opposite else text
                found[("C", text if said is None else said)] += 1
            case SetTurn(tracker=tracker):
                found[("T", tracker)] += 1
            case SetProperty(name=name):
                found[("S", name)] += 1
            case LockOptions(tab=tab):
                found[("L", tab)] += 1
            case SightLine(id=thread):
                found[("R", thread)] += 1
    return found
