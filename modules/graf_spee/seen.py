"""What everybody at the table sees of a verb: the plotted course and the faces stay secret."""

from __future__ import annotations

from dataclasses import replace

from validator.rules.verbs import Verb, field_names

from . import verbs as v
from .state import State
from .tables import Tables

SECRET: dict[type[Verb], tuple[str, ...]] = {
    v.ChooseStart: ("hex",),
    v.PlaceSupply: ("hex",),
    v.Split: ("pieces",),
    v.LogCourse: ("hex", "refuel"),
    v.OpenCourse: ("refuel",),
    v.Escape: ("refuel",),
}
"""Fields that only the player knows."""
NAMING = ("piece", "cv", "shooter", "target")
"""Fields that name a piece."""


def seen_by_all(tables: Tables, state: State, verb: Verb) -> tuple[Verb, ...]:
    """The verb without its secrets, its pieces named as the table names them (`table_name`)."""
    if isinstance(verb, v.Draw):
        return (v.Draw(verb.ocean, f"piece {state.draws + 1}", None, verb.blind),)
    shown = dict.fromkeys(SECRET.get(type(verb), ()))
    named = [name for name in field_names(type(verb)) if name in NAMING]
    names = {name: table_name(state, getattr(verb, name)) for name in named}
    return (replace(verb, **shown, **names),)  # type: ignore[type-var]


def table_name(state: State, piece_id: str) -> str:
    """A piece under the number of its draw: what stays the same while it is on the map."""
    drawn = state.piece(piece_id).drawn
    return f"piece {drawn}" if drawn else piece_id


def consistent(true: State, seen: State) -> bool:
    """Whether the truth is possible by what everybody knows: the ship's hex, kinds, the score."""
    kinds = {table_name(true, piece.id): piece.kind for piece in true.pieces.values()}
    return (
        true.ship.keys() <= seen.ship.keys()
        and all(p.kind in (None, kinds.get(p.id)) for p in seen.pieces.values())
        and (true.step, true.turn, true.score) == (seen.step, seen.turn, seen.score)
        and true.outcome == seen.outcome
    )
