"""Where the legal values of each verb's fields are looked for; the cases prune them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from validator.rules.cases import always
from validator.rules.dice import Dice, one_die
from validator.rules.verbs import Verb

from . import state as st
from . import verbs as v
from .book import offer
from .facts import bookable
from .state import State
from .tables import Tables


def _near_the_ship(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    """Hexes the ship can at all come to: pruned finely by the cases."""
    most = tables.ship_move + tables.refuel_bonus
    near: dict[str, None] = {}
    for start in state.ship:
        near.update(dict.fromkeys(tables.within(start, most)))
    return near or tables.neighbours


def _ship_hexes(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return state.ship or tables.neighbours


def _hexes(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return tables.neighbours


def _oceans(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return tables.entries


def _pieces(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return state.pieces


def _on_map(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return [piece.id for piece in state.pieces.values() if tables.on_map(piece.at)]


def _drawn(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return [piece.id for piece in state.pieces.values() if piece.at == st.DRAWN]


def _face_up(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return [piece.id for piece in state.pieces.values() if piece.face_up]


def _numbers(tables: Tables, state: State, made: v.Split) -> Iterable[int]:
    return range(len(tables.units) + 1)


def _any_pieces(tables: Tables, state: State, made: v.Split) -> Iterable[tuple[str, ...] | None]:
    return (None,) if state.cups else list(combinations(state.pieces, made.indian))


def _exits(tables: Tables, state: State, made: v.Escape) -> Iterable[str]:
    return tables.exits.get(made.ocean, ())


def _in_the_box(tables: Tables, state: State, made: v.Draw) -> Iterable[str]:
    if state.cups:
        return (f"piece {state.draws + 1}",)
    return [piece.id for piece in state.pieces.values() if piece.at == made.ocean]


def _kind_drawn(tables: Tables, state: State, made: v.Draw) -> Iterable[str | None]:
    return dict.fromkeys((None, state.piece(made.piece).kind))


def _hexes_to_come_on(tables: Tables, state: State, made: v.Enter) -> Iterable[str]:
    far = tables.entry_distance.get(state.piece(made.piece).box, {})
    return [place for place, hexes in far.items() if hexes <= tables.fastest]


def _hexes_to_move(tables: Tables, state: State, made: v.MovePiece) -> Iterable[str]:
    return tables.within(state.piece(made.piece).at, tables.fastest)


def _hexes_to_search(tables: Tables, state: State, made: v.AirSearch) -> Iterable[str]:
    return tables.within(state.piece(made.cv).at, tables.search_range)


def _kinds(tables: Tables, state: State, made: v.RevealPiece | v.Look) -> Iterable[str]:
    known = state.piece(made.piece).kind
    return tables.kinds if known is None else (known,)


def _units(tables: Tables, state: State, made: v.RevealPiece | v.Look) -> Iterable[str | None]:
    known = state.piece(made.piece).unit
    if known is not None:
        return (known, None)
    return (None, *(unit for unit, kind in tables.units.items() if kind == made.kind))


def _shooters(tables: Tables, state: State, made: v.Fire) -> Iterable[str]:
    return (st.SHIP, *state.pieces) if state.step == st.COMBAT else ()


def _targets(tables: Tables, state: State, made: v.Fire) -> Iterable[str]:
    return state.pieces if made.shooter == st.SHIP else (st.SHIP,)


def _gun_dice(tables: Tables, state: State, made: v.Fire) -> Iterable[tuple[int, ...]]:
    if made.shooter == st.SHIP:
        return Dice(tables.ship_strength)
    kind = tables.kind_of(state.piece(made.shooter))
    return Dice(kind.strength if kind is not None else 0)


def _changes(tables: Tables, state: State, made: v.ChangeScore) -> Iterable[int]:
    up, down = bookable(state)
    return (*range(1, up + 1), *range(-1, -down - 1, -1))


offer(v.ChooseStart, hex=_hexes)
offer(v.PlaceSupply, supply=lambda tables, state, made: tables.supplies, hex=_hexes)
offer(v.Split, indian=_numbers, pieces=_any_pieces, blind=always(True))
offer(v.LogCourse, hex=_near_the_ship, refuel=always(False, True))
offer(v.OpenCourse, hex=_near_the_ship, refuel=always(False, True))
offer(v.Escape, ocean=_oceans, hex=_exits, refuel=always(False, True))
offer(v.RollExtra, die=one_die)
offer(v.Draw, ocean=_oceans, piece=_in_the_box, kind=_kind_drawn, blind=always(True))
offer(v.PutBack, piece=_drawn, ocean=_oceans)
offer(v.Enter, piece=_drawn, hex=_hexes_to_come_on)
offer(v.MovePiece, piece=_on_map, to=_hexes_to_move)
offer(v.ShowShip, hex=_ship_hexes)
offer(v.RevealPiece, piece=_pieces, kind=_kinds, unit=_units)
offer(v.Look, piece=_pieces, kind=_kinds, unit=_units)
offer(v.RemoveDummy, piece=_pieces)
offer(v.AirSearch, cv=_on_map, hex=_hexes_to_search)
offer(v.Answer, found=always(False, True))
offer(v.AirAttack, cv=_on_map, dice=lambda tables, state, made: Dice(tables.air_dice))
offer(v.Fire, shooter=_shooters, target=_targets, dice=_gun_dice, also=always(None))
offer(v.SinkPiece, piece=_pieces)
offer(v.ReturnPiece, piece=_pieces, ocean=_oceans)
offer(v.Raid, hex=_ship_hexes)
offer(v.RollRaid, die=one_die)
offer(v.Pursue, piece=_pieces)
offer(v.HidePiece, piece=_face_up)
offer(v.ChangeScore, delta=_changes)
offer(v.RollScuttling, die=one_die)
offer(v.RollSinking, die=one_die)
