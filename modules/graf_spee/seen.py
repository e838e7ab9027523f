"""What everybody sees of a verb, and beliefs: where the Graf Spee can be, as the British know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from validator.hidden.beliefs import Belief
from validator.hidden.whereabouts import NOWHERE, Whereabouts
from validator.rules.states import moment as moment
from validator.rules.verbs import Verb, field_names

from . import verbs as v
from .facts import reach
from .state import GERMAN, SET_UP, SHIP, VOYAGE_LOG, State, Supply
from .tables import SEA_MAP, Tables

NAMING = ("piece", "cv", "shooter", "target")
"""Fields that name a piece."""


def seen_by_all(tables: Tables, state: State, verb: Verb) -> tuple[Verb, ...]:
    """The verb without its secrets, with its pieces named as on the table (`table_name`)."""
    if isinstance(verb, v.Draw):
        return (v.Draw(verb.ocean, f"piece {state.draws + 1}", None, verb.blind),)
    named = [name for name in field_names(type(verb)) if name in NAMING]
    names = {name: table_name(state, getattr(verb, name)) for name in named}
    return (replace(verb, **dict.fromkeys(verb.hides), **names),)


def table_name(state: State, piece_id: str) -> str:
    """A piece's label, the number of its draw, which stays the same while it is on the map."""
    drawn = state.piece(piece_id).drawn
    return f"piece {drawn}" if drawn else piece_id


def consistent(true: State, seen: State) -> bool:
    """Whether public knowledge allows the true state: the ship's hex, kinds, the score."""
    kinds = {table_name(true, piece.id): piece.kind for piece in true.pieces.values()}
    return (
        true.ship.keys() <= seen.ship.keys()
        and all(p.kind in (None, kinds.get(p.id)) for p in seen.pieces.values())
        and (true.step, true.turn, true.score) == (seen.step, seen.turn, seen.score)
        and true.outcome == seen.outcome
    )


def beliefs(tables: Tables, state: State, side: str | None) -> Sequence[Belief]:
    """The belief about the raider's hexes; none for the German, who knows."""
    if side == GERMAN:
        return ()
    name = next(one.name for one in tables.game.counters if one.id == SHIP)
    if state.scuttled or state.hits >= tables.sunk_at or state.loss_rolled:
        return (Belief(name, SEA_MAP, NOWHERE, "out of the game"),)
    left = "" if state.ship or not state.placed else "off the map"
    return (Belief(name, SEA_MAP, _may_be(tables, state), left),)


def _may_be(tables: Tables, state: State) -> Whereabouts:
    """The hexes where the ship may be. A course is written in secret (GS-4), also that of a pursued
    ship before it is shown (GS-6(6)b): until play shows that it was written, the ship may have
    moved or not."""
    if not state.placed:
        return _may_have_sailed(tables, state)
    if state.step in (SET_UP, VOYAGE_LOG) and state.outcome is None:
        return state.ship.joined(reach(tables, state))
    return state.ship


def _may_have_sailed(tables: Tables, state: State) -> Whereabouts:
    """The hexes where the ship may be in its first turn: start and first course are both secret, so
    it may have moved by now."""
    start = Whereabouts.among(sorted(tables.start_hexes))
    supplies = {**dict.fromkeys(tables.supplies, Supply()), **state.supplies}
    return start.joined(reach(tables, state.changed(ship=start, supplies=supplies)))
