"""How logs of this game are read, besides the signs of its verbs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from validator.explaining import facts as seen
from validator.explaining.prices import MARKER, PIECE
from validator.explaining.reading import Reading
from validator.hidden.whereabouts import Whereabouts
from validator.rules.scenes import Token

from . import state as st
from .facts import bookable
from .places import is_divided
from .state import State
from .tables import Tables
from .verbs import ChangeScore, EndTurn

if TYPE_CHECKING:
    from generator.definition.schema import Game

COURSE = "course_logged"
TURNS = 20
"""Cells of the turn track."""
SCORE = "GermanScore"
UNSEEN = frozenset(
    {"taken", "supplies", "pursued", "damaged", "hits", "ship", "late", "returns", st.LATE}
)
"""Parts of the state that a table does not show."""


def words(game: Game, tables: Tables) -> seen.Words:
    role = seen.roles_of(game)

    def place(token: Token) -> str:
        beside = role(token) == "ship" and token.map != tables.sea
        return seen.NOWHERE if beside else token.place

    private = frozenset({"ship", "plot", "supply"})
    decks = frozenset(tables.cups)
    sort = tables.on_map
    lost = frozenset({st.OUT})
    return seen.Words(
        role, decks, SCORE, private, sort=sort, lost=lost, turn_cells=TURNS, place=place
    )


# --- the table on which a log begins ------------------------------------------------------


def _markers(context: Any, role: str) -> list[Token]:
    by_role = words(context.rules.game, context.tables).role
    return [token for token in context.scene.start.values() if by_role(token) == role]


def start(context: Any) -> State:
    """The state before the set-up if nothing else can have happened, else that of the table."""
    tables, scene = context.tables, context.scene
    turn = seen.shown_turn(scene, words(context.rules.game, tables))
    used = {st.OUT, *tables.entries}  # a piece beside its cup was drawn
    played = any(tables.on_map(t.place) or t.place in used for t in _markers(context, "navy"))
    played |= any(t.map == tables.sea for t in _markers(context, "ship"))  # it is shown
    tracked = scene.turn is not None and scene.turn > (1, 0)
    if turn == 1 and not any(context.points.first.values()) and not played and not tracked:
        fresh: State = context.rules.start() if scene.sees_all else context.rules.start_unseen()
        return _in_the_boxes(context, fresh)
    return _under_way(context, turn)


def _in_the_boxes(context: Any, state: State) -> State:
    """The state with the pieces as they are in the boxes, if the log begins after some were
    divided."""
    tables: Tables = context.tables
    if not is_divided(context):
        return state
    if context.scene.sees_all:
        boxes = {
            token.key: tables.cups[token.place]
            for token in context.scene.start.values()
            if token.key in state.pieces and token.place in tables.cups
        }
        pieces = {key: one.changed(at=boxes.get(key, one.at)) for key, one in state.pieces.items()}
        return state.changed(pieces=pieces)
    cups = _in_cups(context)
    return state.changed(cups=cups) if sum(cups.values()) == len(tables.units) else state


def _in_cups(context: Any) -> dict[str, int]:
    """The number of pieces in the cup of each box."""
    cups = dict.fromkeys(context.tables.entries, 0)
    for deck, box in context.tables.cups.items():
        cups[box] += context.scene.decks.get(deck, 0)
    return cups


def _under_way(context: Any, turn: int) -> State:
    """The state of a game under way from the table; everything else is in doubt."""
    tables, scene, table = context.tables, context.scene, context.scene.start
    phase = scene.turn[1] if scene.turn is not None else 0
    step = (st.VOYAGE_LOG, st.ROYAL_NAVY, st.COMBAT)[min(phase, 2)]
    cups = {} if scene.sees_all else _in_cups(context)
    if any(
        isinstance(f, seen.Declared) and (f.key, f.turn) == (COURSE, turn) for f in context.facts
    ):
        step = st.VOYAGE_LOG  # the tracker ran ahead of the course, which the log shows
    if step == st.VOYAGE_LOG and any(t.place in tables.entries for t in _markers(context, "navy")):
        step = st.ROYAL_NAVY  # a piece beside its cup is to come on now
    ship, plot = table.get("graf_spee"), table.get("plot")
    stands = ship is not None and ship.map == tables.sea and tables.on_map(ship.place)
    # The ship's counter may have been left from an earlier turn: only the plot is certain.
    plotted = plot is not None and tables.on_map(plot.place)
    damaged = ship is not None and ship.level > 1
    known = {"ship", "supplies"} if plot is not None else set()
    if ship is not None:
        known |= {"damaged", "hits"}
    # A game played by hand leaves the tracker where it is: how far the turn has come is unknown.
    tracked = scene.turn is not None and scene.turn[0] == turn and scene.turn > (1, 0)
    supplies = {supply: _supply(tables, table.get(supply)) for supply in tables.supplies}
    writing = step == st.VOYAGE_LOG
    if writing:  # a supply ship used at the plot may be for the course that comes now
        turned = {one for one, it in supplies.items() if it.used and plot and it.hex == plot.place}
        supplies.update((one, supplies[one].changed(used=False)) for one in turned)
        writing = not turned
    doubt = UNSEEN if tracked and writing else UNSEEN | {st.THIS_TURN}
    taken = (token.place for token in _markers(context, "taken_marker"))
    return State(
        step=step,
        turn=turn,
        pieces={token.key: _piece(tables, token) for token in _markers(context, "navy")},
        cups=cups,
        ship=Whereabouts.among((plot.place,) if plot and plotted else tables.neighbours),
        placed=True,
        course_known=step != st.VOYAGE_LOG and plotted,
        supplies=supplies,
        split=True,
        damaged=damaged,
        hits=int(damaged),
        shown=ship.place if ship and stands else None,
        score=context.points.first["window"] or context.points.first["marker"],
        taken=frozenset(filter(tables.on_map, taken)),
        pursued=any(tables.on_map(token.place) for token in _markers(context, "pursuit_marker")),
        doubt=doubt - known,
    )


def _piece(tables: Tables, token: Token) -> st.Piece:
    box = tables.cups.get(token.place, token.place if token.place in tables.entries else "")
    at = st.DRAWN if token.place in tables.entries else box or token.place
    face_up = not token.face_down and tables.on_map(token.place)
    return st.Piece(token.key, at, token.kind, token.unit, face_up, box=box)


def _supply(tables: Tables, token: Token | None) -> st.Supply:
    if token is None:
        return st.Supply()
    return st.Supply(token.place if tables.on_map(token.place) else None, token.level > 1)


# --- points -------------------------------------------------------------------------------


def mute(context: Any, state: State, fact: seen.Fact) -> bool:
    tables: Tables = context.tables
    match fact:
        case seen.Moved(key="navy", before=before, after=after):
            return before in tables.cups and after in tables.entries
        case seen.PutIn(key="navy", before=seen.NOWHERE, piece=piece):
            known = state.pieces.get(piece)  # it had to go back, and was beside the map
            return known is None or known.at != st.DRAWN
        case seen.Moved(key="pursuit_marker", after=after):
            return not (tables.on_map(after) or after in tables.entries)
        case seen.Moved(key="plot" | "search_marker" | "taken_marker", after=after):
            return not tables.on_map(after)
        case seen.Moved(key="supply", after=after):
            return state.step != st.SET_UP and not tables.on_map(after)
        case seen.Turned(key="supply", piece=piece, level=level) if (
            level > 1 and piece in state.supplies
        ):
            return bool(state.step != st.VOYAGE_LOG and state.supplies[piece].used)
        case seen.Turned(key="ship", level=level):
            return level > 1 and state.damaged  # it was turned out of sight
        case seen.TurnShown(turn=turn, phase=phase):
            return turn == max(state.turn, 1) and (phase != 2 or state.step == st.COMBAT)
    return False


def as_shown(context: Any, state: State) -> Mapping[str, Any]:
    """At the end of a turn, the places of the pieces and which are face down; if the log began in
    that turn, also which supply ships are used."""
    tables = context.tables
    pieces = {}
    for key, piece in state.pieces.items():
        token = context.table.get(key)
        if token is None:
            continue
        on_table = tables.on_map(token.place) or token.place == st.OUT
        at = token.place if on_table else piece.at
        face_up = piece.face_up and not token.face_down
        if (at, face_up) != (piece.at, piece.face_up):
            pieces[key] = piece.changed(at=at, face_up=face_up)
    shown: dict[str, Any] = {"pieces": {**state.pieces, **pieces}} if pieces else {}
    if st.THIS_TURN in state.doubt:
        lie = {supply: _supply(tables, context.table.get(supply)) for supply in state.supplies}
        if any(context.table.get(supply) for supply in lie) and lie != state.supplies:
            shown["supplies"] = lie
    return shown


READING = Reading(
    words=words,
    start=start,
    ends_turn=EndTurn,
    bookable=bookable,
    change_points=ChangeScore,
    mute=mute,
    as_shown=as_shown,
    noise={
        **dict.fromkeys(("search_marker", "pursuit_marker", "taken_marker"), MARKER),
        **dict.fromkeys(("ship turned", "supply turned"), PIECE),
    },
)
