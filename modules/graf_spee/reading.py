"""How logs of this game are read, besides the signs of its verbs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from validator.explaining.facts import (
    NOWHERE,
    Fact,
    Moved,
    TurnShown,
    Words,
)
from validator.explaining.prices import MARKER, PIECE
from validator.explaining.reading import Reading
from validator.rules.bridging import Token

from .bridge_facts import words_of as old_words
from .bridge_setup import is_fresh, projected
from .bridge_turns import board_of, first_turn
from .facts import bookable
from .state import COMBAT, OUT, SET_UP, State
from .tables import SEA_MAP, Tables
from .verbs import ChangeScore, EndTurn

TURNS = 20


def words(game: Any, tables: Tables) -> Words:
    roles = old_words(game, tables).roles
    sea = tables.sea

    def role(token: Token) -> str:
        if token.unit is not None:
            return roles.get(token.unit, "")
        return "navy" if token.face_down else ""

    def place(token: Token) -> str:
        if roles.get(token.unit or "") == "ship" and token.map != sea:
            return NOWHERE
        return token.place

    private = frozenset({"ship", "plot", "supply"})
    return Words(
        role=role,
        decks=frozenset(tables.cups),
        points="GermanScore",
        private=private,
        turn_cells=TURNS,
        place=place,
    )


def start(context: Any) -> State:
    rules, scene = context.rules, context.scene
    old = old_words(rules.game, rules.tables)
    board, turn = board_of(scene, old), first_turn(scene, old)
    if is_fresh(board, turn, scene, old):
        state: State = rules.start() if scene.sees_all else rules.start_unseen()
        return state
    return projected(rules.tables, old, scene, board, turn)


def points(context: Any) -> Mapping[str, int]:
    board = board_of(context.scene, old_words(context.rules.game, context.rules.tables))
    return {"window": board.points, "marker": board.marker}


def track(game: Any) -> tuple[int, int]:
    found = next(one for one in game.map(SEA_MAP).tracks if one.marker == "score")
    return found.first, found.last


def points_shown_by(context: Any) -> str:
    if context.scene.properties.get("GermanScore", 0):
        return "window"
    used = any("GermanScore" in seen.properties for seen in context.scene.steps)
    return "window" if used else "marker"


def mute(context: Any, state: State, fact: Fact) -> bool:
    tables: Tables = context.tables
    match fact:
        case Moved(key="navy", before=before, after=after):
            return before in tables.cups and after in tables.entries
        case Moved(key="plot", after=after):
            return not tables.on_map(after)
        case Moved(key="search_marker" | "pursuit_marker" | "taken_marker", after=after):
            return not tables.on_map(after)
        case Moved(key="supply"):
            return state.step != SET_UP and not tables.on_map(fact.after)
        case TurnShown(turn=turn, phase=phase):
            return turn == state.turn and (phase != 2 or state.step == COMBAT)
    return False


def as_shown(context: Any, state: State) -> Mapping[str, Any]:
    tables = context.tables
    pieces = dict(state.pieces)
    for key, piece in state.pieces.items():
        token = context.table.get(key)
        if token is None:
            continue
        if piece.at != token.place and (tables.on_map(token.place) or token.place == OUT):
            piece = piece.changed(at=token.place)
        if piece.face_up and token.face_down:
            piece = piece.changed(face_up=False)
        pieces[key] = piece
    changed = any(pieces[key] is not piece for key, piece in state.pieces.items())
    return {"pieces": pieces} if changed else {}


READING = Reading(
    words=words,
    start=start,
    ends_turn=EndTurn,
    bookable=bookable,
    change_points=ChangeScore,
    points=points,
    points_shown_by=points_shown_by,
    track=track,
    mute=mute,
    as_shown=as_shown,
    noise={
        "search_marker": MARKER,
        "pursuit_marker": MARKER,
        "taken_marker": MARKER,
        "ship": PIECE,
    },
)
