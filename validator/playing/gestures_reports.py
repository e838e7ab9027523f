"""The move commands of a drag, and its report in the chat (VASSAL's ``MovementReporter``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.vassal.commands import MovePiece
from validator.playing.gestures_acts import Act, told
from validator.playing.gestures_text import filled

if TYPE_CHECKING:
    from validator.playing.gestures import Hand, Seat
    from validator.playing.gestures_counters import Counter


class Before:
    """The place of a piece before it moves (``VASSAL.command.MoveTracker``)."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._place = (counter.map, counter.x, counter.y, counter.under)

    def moved_by(self, seat: Seat) -> Act:
        """The ``M/`` command from there to its current place."""
        counter = self._counter
        return Act(
            MovePiece(
                counter.id,
                counter.map,
                counter.x,
                counter.y,
                counter.under,
                *self._place,
                seat.password,
            )
        )


def reported(hand: Hand, seat: Seat, drag: Act) -> Act:
    """The report of a drag: one line for each pair of start and end, visible pieces first.

    Invisible pieces and their places are shown as ``?``, face-down pieces by their mask's name.
    """
    moves = [command for command in drag.commands() if isinstance(command, MovePiece)]
    report = Act()
    for hidden in (False, True):
        ways: dict[tuple[object, ...], list[MovePiece]] = {}
        for move in moves:
            if (hand.counters.counters[str(move.id)].hidden_by is not None) is hidden:
                way = (move.old_map, move.old_x, move.old_y, move.map, move.x, move.y)
                ways.setdefault(way, []).append(move)
        lines = Act()
        for together in ways.values():
            lines = lines.then(told(_line(hand, seat, together, hidden)))
        report = report.then(lines)
    return report


def _line(hand: Hand, seat: Seat, moves: list[MovePiece], hidden: bool) -> str:
    first = moves[0]
    to, old = str(first.map), str(first.old_map)
    window = hand.module.window(to)
    names = [hand.counters.counters[str(move.id)].public_name() for move in moves]
    before = hand.location(old, first.old_x, first.old_y)
    after = hand.location(to, first.x, first.y)
    if hidden:
        names, before, after = ["?"] * len(moves), "?", "?"
    if to == old and window.only_changed and before == after:
        return ""
    own = {
        "pieceName": ", ".join(names),
        "previousLocation": before,
        "location": after,
        "previousMap": old,
        "mapName": to,
    }
    return filled(window.within if to == old else window.to, hand.seen_by(seat, own))


__all__ = ["Before", "reported"]
