"""Candidates for the values of each verb's fields, from which the cases remove the illegal ones;
and further values that the fuzzer tries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from validator.rules.cases import Choices, always, every
from validator.rules.dice import FACES, Dice, dice_of, one_die, throws
from validator.rules.points import changes
from validator.rules.verbs import Verb

from . import state as st
from . import verbs as v
from .book import offer, offer_all
from .state import State
from .tables import Tables


def _pieces_that(holds: Callable[[Tables, st.Piece], bool]) -> Choices:
    """The ids of the pieces for which a test is true."""
    return lambda tables, state, made: [p.id for p in state.pieces.values() if holds(tables, p)]


_pieces = _pieces_that(lambda tables, piece: True)
_on_map = _pieces_that(lambda tables, piece: tables.on_map(piece.at))
_drawn = _pieces_that(lambda tables, piece: piece.at == st.DRAWN)


def _near(name: str, most: str) -> Choices:
    """The hexes that the piece in a field can reach with its allowance in the tables."""
    return lambda tables, state, made: tables.within(
        state.piece(getattr(made, name)).at, getattr(tables, most)
    )


def _near_the_ship(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    """Hexes that the ship can possibly reach; the cases remove the illegal ones."""
    return tables.around(state.ship, tables.ship_move + tables.refuel_bonus)


def _ship_hexes(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return state.ship or tables.neighbours


def _in_the_box(tables: Tables, state: State, made: v.Draw) -> Iterable[str]:
    if state.cups:
        return (f"piece {state.draws + 1}",)
    return [piece.id for piece in state.pieces.values() if piece.at == made.ocean]


def _hexes_to_come_on(tables: Tables, state: State, made: v.Enter) -> Iterable[str]:
    far = tables.entry_distance.get(state.piece(made.piece).box, {})
    return [place for place, hexes in far.items() if hexes <= tables.fastest]


def _kinds(tables: Tables, state: State, made: v.Showing) -> Iterable[str]:
    known = state.piece(made.piece).kind
    return tables.kinds if known is None else (known,)


def _units(tables: Tables, state: State, made: v.Showing) -> Iterable[str | None]:
    known = state.piece(made.piece).unit
    if known is not None:
        return (known, None)
    return (None, *(unit for unit, kind in tables.units.items() if kind == made.kind))


def _gun_dice(tables: Tables, state: State, made: v.Fire) -> Iterable[tuple[int, ...]]:
    if made.shooter == st.SHIP:
        return Dice(tables.ship_strength)
    kind = tables.kind_of(state.piece(made.shooter))
    return Dice(kind.strength if kind is not None else 0)


offer_all(hex=every("neighbours"), ocean=every("entries"), piece=_pieces, kind=_kinds, unit=_units)
offer_all(refuel=always(False, True), blind=always(True), die=one_die)
offer(v.PlaceSupply, supply=every("supplies"))
offer(
    v.Split,
    indian=lambda tables, state, made: range(len(tables.units) + 1),
    pieces=lambda tables, state, made: (
        (None,) if state.cups else list(combinations(state.pieces, made.indian))
    ),
)
offer(v.LogCourse, hex=_near_the_ship)
offer(v.OpenCourse, hex=_near_the_ship)
offer(v.Escape, hex=lambda tables, state, made: sorted(tables.exits.get(made.ocean, ())))
offer(v.Draw, piece=_in_the_box)
offer(v.Draw, kind=lambda tables, state, made: dict.fromkeys((None, state.piece(made.piece).kind)))
offer(v.PutBack, piece=_drawn)
offer(v.Enter, piece=_drawn, hex=_hexes_to_come_on)
offer(v.MovePiece, piece=_on_map, to=_near("piece", "fastest"))
offer(v.ShowShip, hex=_ship_hexes)
offer(v.AirSearch, cv=_on_map, hex=_near("cv", "search_range"))
offer(v.Answer, found=always(False, True))
offer(v.AirAttack, cv=_on_map, dice=dice_of("air_dice"))
offer(
    v.Fire,
    shooter=lambda tables, state, made: (st.SHIP, *state.pieces) if state.step == st.COMBAT else (),
    target=lambda tables, state, made: state.pieces if made.shooter == st.SHIP else (st.SHIP,),
    dice=_gun_dice,
    also=always(None),
)
offer(v.Raid, hex=_ship_hexes)
offer(v.HidePiece, piece=_pieces_that(lambda tables, piece: piece.face_up))
offer(v.ChangeScore, delta=changes(largest_first=False))

NOWHERE = ("A0", "A6", "Z9")


def fuzz_values(tables: Tables) -> Mapping[str, Sequence[Any]]:
    """Every value worth trying, by the name of the field."""
    hexes = (*tables.neighbours, *NOWHERE)
    pieces = (*tables.units, st.SHIP, "nobody")
    units = tuple(tables.units)
    return {
        "hex": hexes,
        "to": (*hexes, *tables.entries, st.OUT),
        "ocean": (*tables.entries, st.OUT),
        "also": (None, *pieces),
        "supply": (*tables.supplies, "supply_9"),
        "kind": (*tables.kinds, "SS"),
        "unit": units,
        "die": FACES,
        "dice": throws(max(kind.strength for kind in tables.kinds.values())),
        "indian": range(-1, len(units) + 2),
        "pieces": tuple(units[:count] for count in range(len(units) + 1)),
        "delta": range(-8, 12),
        **dict.fromkeys(("piece", "cv", "shooter", "target"), pieces),
        **dict.fromkeys(("refuel", "found", "blind"), (False, True)),
    }
