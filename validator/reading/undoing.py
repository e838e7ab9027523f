"""Which step an undo takes back.

VASSAL's undo is a step of its own that says the opposite of an earlier one; it does not say of
which. The earlier step is the last one, not yet taken back, whose opposite it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice

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

_Trace = Counter[tuple[str, ...]]
_LOOK_BACK = 50


class Undoing:
    """Remembers the steps that can still be taken back."""

    def __init__(self) -> None:
        self._open: dict[int, _Trace] = {}
        self._by_trace: dict[frozenset[tuple[tuple[str, ...], int]], list[int]] = {}

    def pair(self, number: int, given: list[Command]) -> int | None:
        """Take note of a step; for an undo, the step it takes back."""
        if not (given and isinstance(given[0], Undo)):
            trace = _trace(given, opposite=False)
            if trace:
                self._open[number] = trace
                self._by_trace.setdefault(frozenset(trace.items()), []).append(number)
            return None
        found = self._find(_trace(given, opposite=True))
        if found is not None:
            self._by_trace[frozenset(self._open.pop(found).items())].remove(found)
        return found

    def _find(self, sought: _Trace) -> int | None:
        same = self._by_trace.get(frozenset(sought.items()))
        if same:
            return same[-1]
        recent = list(islice(reversed(self._open), _LOOK_BACK))
        # An undo of VASSAL may leave out what it cannot write; it never adds.
        for number in recent:
            if sought and sought <= self._open[number]:
                return number
        return recent[0] if recent else None


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
                said = text.removeprefix("* UNDO: ") if opposite else text
                found[("C", said)] += 1
    return found
