"""Where the legal values of each verb's fields are looked for; the cases prune them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from validator.rules.dice import Dice, one_die
from validator.rules.verbs import Verb

from . import verbs as v
from .book import choices, choose_from
from .facts import bookable
from .state import COMBAT, DRAWN, SHIP, State
from .tables import Tables


def _hexes(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return tables.neighbours


def _within_three(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    """Hexes the ship can at all come to: pruned finely by the cases."""
    most = tables.ship_move + tables.refuel_bonus
    near: dict[str, None] = {}
    for start in state.ship:
        near.update(dict.fromkeys(tables.within(start, most)))
    return near or tables.neighbours


def _ship_hexes(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return state.ship or tables.neighbours


def _flag(tables: Tables, state: State, made: Verb) -> Iterable[bool]:
    return (False, True)


def _blind(tables: Tables, state: State, made: Verb) -> Iterable[bool]:
    return (True,)


def _oceans(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return tables.entries


def _all_pieces(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return state.pieces


def _pieces_on_map(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return [piece.id for piece in state.pieces.values() if tables.on_map(piece.at)]


def _drawn_pieces(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return [piece.id for piece in state.pieces.values() if piece.at == DRAWN]


def _face_up_pieces(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return [piece.id for piece in state.pieces.values() if piece.face_up]


def _place(state: State, piece_id: str) -> str:
    """Where a piece is; nowhere for one that is not in play."""
    piece = state.pieces.get(piece_id)
    return piece.at if piece is not None else ""


choose_from(_hexes, (v.ChooseStart, "hex"), (v.PlaceSupply, "hex"))
choose_from(_within_three, (v.LogCourse, "hex"), (v.OpenCourse, "hex"))
choose_from(_ship_hexes, (v.ShowShip, "hex"), (v.Raid, "hex"))
choose_from(
    _flag,
    (v.LogCourse, "refuel"),
    (v.OpenCourse, "refuel"),
    (v.Escape, "refuel"),
    (v.Answer, "found"),
)
choose_from(_blind, (v.Split, "blind"), (v.Draw, "blind"))
choose_from(
    _oceans, (v.Draw, "ocean"), (v.PutBack, "ocean"), (v.ReturnPiece, "ocean"), (v.Escape, "ocean")
)
choose_from(_drawn_pieces, (v.Enter, "piece"), (v.PutBack, "piece"))
choose_from(_face_up_pieces, (v.HidePiece, "piece"))
choose_from(_pieces_on_map, (v.MovePiece, "piece"), (v.AirSearch, "cv"), (v.AirAttack, "cv"))
choose_from(
    _all_pieces,
    (v.RevealPiece, "piece"),
    (v.Look, "piece"),
    (v.RemoveDummy, "piece"),
    (v.SinkPiece, "piece"),
    (v.ReturnPiece, "piece"),
    (v.Pursue, "piece"),
)
choose_from(
    one_die,
    (v.RollExtra, "die"),
    (v.RollRaid, "die"),
    (v.RollScuttling, "die"),
    (v.RollSinking, "die"),
)


@choices(v.PlaceSupply, "supply")
def supply_ships(tables: Tables, state: State, made: v.PlaceSupply) -> Iterable[str]:
    return tables.supplies


@choices(v.Split, "indian")
def numbers(tables: Tables, state: State, made: v.Split) -> Iterable[int]:
    return range(len(tables.units) + 1)


@choices(v.Split, "pieces")
def any_pieces(tables: Tables, state: State, made: v.Split) -> Iterable[tuple[str, ...] | None]:
    if state.cups:
        return (None,)
    return list(combinations(state.pieces, made.indian))


@choices(v.Escape, "hex")
def exits(tables: Tables, state: State, made: v.Escape) -> Iterable[str]:
    return tables.exits.get(made.ocean, ())


@choices(v.Draw, "piece")
def pieces_in_the_box(tables: Tables, state: State, made: v.Draw) -> Iterable[str]:
    if state.cups:
        return (f"piece {state.draws + 1}",)
    return [piece.id for piece in state.pieces.values() if piece.at == made.ocean]


@choices(v.Draw, "kind")
def kind_drawn(tables: Tables, state: State, made: v.Draw) -> Iterable[str | None]:
    piece = state.pieces.get(made.piece)
    return (None,) if piece is None or piece.kind is None else (None, piece.kind)


@choices(v.Enter, "hex")
def hexes_to_come_on(tables: Tables, state: State, made: v.Enter) -> Iterable[str]:
    piece = state.pieces.get(made.piece)
    far = tables.entry_distance.get(piece.box if piece is not None else "", {})
    most = max(kind.move for kind in tables.kinds.values())
    return [place for place, hexes in far.items() if hexes <= most]


@choices(v.MovePiece, "to")
def hexes_within_two(tables: Tables, state: State, made: v.MovePiece) -> Iterable[str]:
    most = max(kind.move for kind in tables.kinds.values())
    return tables.within(_place(state, made.piece), most)


@choices(v.RevealPiece, "kind")
@choices(v.Look, "kind")
def kinds(tables: Tables, state: State, made: v.RevealPiece | v.Look) -> Iterable[str]:
    piece = state.pieces.get(made.piece)
    known = piece.kind if piece is not None else None
    return tables.kinds if known is None else (known,)


@choices(v.RevealPiece, "unit")
@choices(v.Look, "unit")
def units(tables: Tables, state: State, made: v.RevealPiece | v.Look) -> Iterable[str | None]:
    piece = state.pieces.get(made.piece)
    known = piece.unit if piece is not None else None
    if known is not None:
        return (known, None)
    return (None, *(unit for unit, kind in tables.units.items() if kind == made.kind))


@choices(v.AirSearch, "hex")
def hexes_beside(tables: Tables, state: State, made: v.AirSearch) -> Iterable[str]:
    return tables.within(_place(state, made.cv), tables.search_range)


@choices(v.AirAttack, "dice")
def air_dice(tables: Tables, state: State, made: v.AirAttack) -> Sequence[tuple[int, ...]]:
    return Dice(tables.air_dice)


@choices(v.Fire, "shooter")
def shooters(tables: Tables, state: State, made: v.Fire) -> Iterable[str]:
    return (SHIP, *state.pieces) if state.step == COMBAT else ()


@choices(v.Fire, "target")
def targets(tables: Tables, state: State, made: v.Fire) -> Iterable[str]:
    return state.pieces if made.shooter == SHIP else (SHIP,)


@choices(v.Fire, "also")
def second_targets(tables: Tables, state: State, made: v.Fire) -> Sequence[None]:
    return (None,)


@choices(v.Fire, "dice")
def gun_dice(tables: Tables, state: State, made: v.Fire) -> Sequence[tuple[int, ...]]:
    if made.shooter == SHIP:
        return Dice(tables.ship_strength)
    piece = state.pieces.get(made.shooter)
    kind = tables.kinds.get((piece.kind if piece is not None else None) or "")
    return Dice(kind.strength if kind is not None else 0)


@choices(v.ChangeScore, "delta")
def changes(tables: Tables, state: State, made: v.ChangeScore) -> Iterable[int]:
    up, down = bookable(state)
    return (*range(1, up + 1), *range(-1, -down - 1, -1))
