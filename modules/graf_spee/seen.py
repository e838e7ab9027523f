"""What everybody at the table sees of a verb: the plotted course and the faces stay secret."""

from __future__ import annotations

from dataclasses import replace

from validator.rules.verbs import Verb

from .state import State
from .tables import Tables
from .verbs import (
    AirAttack,
    AirSearch,
    ChooseStart,
    Draw,
    Enter,
    Escape,
    Fire,
    HidePiece,
    LogCourse,
    MovePiece,
    OpenCourse,
    PlaceSupply,
    Pursue,
    PutBack,
    RemoveDummy,
    ReturnPiece,
    RevealPiece,
    SinkPiece,
    Split,
)

WithPiece = (
    Enter,
    PutBack,
    MovePiece,
    RevealPiece,
    RemoveDummy,
    SinkPiece,
    ReturnPiece,
    Pursue,
    HidePiece,
)


def seen_by_all(tables: Tables, state: State, verb: Verb) -> tuple[Verb, ...]:
    """The verb without its secrets, its piece named as the table names it (see ``table_name``)."""
    if isinstance(verb, ChooseStart):
        return (replace(verb, hex=None),)
    if isinstance(verb, PlaceSupply):
        return (replace(verb, hex=None),)
    if isinstance(verb, Split):
        return (replace(verb, pieces=None),)
    if isinstance(verb, LogCourse):
        return (LogCourse(None),)
    if isinstance(verb, OpenCourse | Escape):
        return (replace(verb, refuel=None),)
    if isinstance(verb, Draw):
        return (Draw(verb.ocean, f"piece {state.draws + 1}", None, verb.blind),)
    if isinstance(verb, WithPiece):
        return (replace(verb, piece=table_name(state, verb.piece)),)
    if isinstance(verb, AirSearch | AirAttack):
        return (replace(verb, cv=table_name(state, verb.cv)),)
    if isinstance(verb, Fire):
        return (
            replace(
                verb,
                shooter=table_name(state, verb.shooter),
                target=table_name(state, verb.target),
            ),
        )
    return (verb,)


def table_name(state: State, piece_id: str) -> str:
    """A piece under the number of its draw: what stays the same while it is on the map."""
    piece = state.pieces.get(piece_id)
    return f"piece {piece.drawn}" if piece is not None and piece.drawn else piece_id


def consistent(true: State, seen: State) -> bool:
    """Whether the truth is possible by what everybody knows: the ship's hex, kinds, the score."""
    kinds = {table_name(true, piece.id): piece.kind for piece in true.pieces.values()}
    return (
        true.ship.keys() <= seen.ship.keys()
        and all(p.kind in (None, kinds.get(p.id)) for p in seen.pieces.values())
        and (true.step, true.turn, true.score) == (seen.step, seen.turn, seen.score)
        and true.outcome == seen.outcome
    )
