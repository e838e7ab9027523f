"""Which step an undo takes back.

VASSAL's undo is a step of its own that says the opposite of an earlier one; it does not say of
which. The earlier step is the last one, not yet taken back, whose opposite it is; it may be an
undo, which then no longer counts. Old versions put no brackets around it: there the chat alone
tells, and only of what was said or rolled.
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
"""What a line of the chat begins with that takes another one back, in the languages of VASSAL
(``Chatter.undo_message``)."""

_Trace = Counter[tuple[str, ...]]
_LOOK_BACK = 200
"""VASSAL takes back the last step first: what lies further back is not asked."""
_GUESSED = 50
_BARE = 3
"""So many commands has an undo of one: its brackets and the one."""


def taken_back(line: str) -> str | None:
    """The line of the chat that another one takes back; None where it takes none back."""
    begins = next((words for words in _TAKES_BACK if line.startswith(words)), None)
    return line[len(begins) :] if begins is not None else None


class Undoing:
    """Remembers the steps that can still be taken back."""

    def __init__(self) -> None:
        self._open: dict[int, list[Command]] = {}
        """By their numbers, in order; undos too."""
        self._traces: dict[int, _Trace] = {}
        self._took: dict[int, tuple[int, list[Command]]] = {}
        """Undos that still can be taken back, and the steps they took back."""
        self._spent: list[list[Command]] = []
        """Undos that were taken back themselves, the last one first."""

    def whole(self, given: list[Command]) -> list[Command]:
        """A step's commands; of an undo that VASSAL cut short with those it left out.

        A step may be taken back once more after its undo was taken back. Both undos are one object
        to VASSAL, and writing the first into the log strips it of all but its first command
        (``BasicLogger.LogCommand``): on the table the second did the same.
        """
        if len(given) != _BARE or not isinstance(given[0], Undo):
            return given
        same = (one for one in self._spent if len(one) > _BARE and one[1] == given[1])
        return next(same, given)

    def pair(self, number: int, given: list[Command], chats: Iterable[Chat]) -> int | None:
        """Take note of a step and its lines in the chat; for an undo, the step it takes back."""
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
        # An undo of VASSAL may leave out what it cannot write; it never adds.
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
