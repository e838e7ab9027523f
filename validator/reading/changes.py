"""The traits of a piece that a change command changes."""

from __future__ import annotations

from generator.vassal import traits
from generator.vassal.commands import ChangePiece
from validator.table import Piece, unwritten


def changes(piece: Piece, command: ChangePiece) -> list[tuple[int, str, str]]:
    """(index of the trait, old state, new state) for every trait that differs.

    A command with the old state changes only the differences (``StateMergeable``); one without it
    is compared with the table. Two spellings of the same state are no difference.
    """
    new = traits.unnest(command.state)
    old = piece.states if command.old is None else traits.unnest(command.old)
    last = len(piece.model.traits)
    found = []
    for at, state in enumerate(new[:last]):
        was = old[at] if at < len(old) else ""
        if was != state and not unwritten.alike(piece.model.traits[at], was, state):
            found.append((at, was, state))
    return found
