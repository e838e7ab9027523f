"""How logs of this game are read, besides the signs of its verbs."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from validator.explaining import facts as seen
from validator.explaining.prices import MARKER, PIECE
from validator.explaining.reading import Reading, from_the_start, plain_words
from validator.rules.states import owed as is_pending

from .board import smoking_in
from .heard import HANDLING, attack_in_words, beside, on_sea, row
from .markers import TakeOver
from .setup import under_way
from .state import LOCATE, OUT, ZONES, State, TaskForce
from .tables import SHIPS, Tables

if TYPE_CHECKING:
    from generator.definition.schema import Game
    from validator.rules.scenes import Scene, Token


def words(game: Game, tables: Tables) -> seen.Words:
    """The facts of this game, named as in the definition; the sticks of a task force are one
    row."""
    plain = plain_words(game, tables)
    return replace(
        plain,
        role=lambda token: "ship" if (role := plain.role(token)) in SHIPS else role,
        rows={"segment": row},
        on_row=lambda place: on_sea(place) or place in tables.box_ports,
        faceless=frozenset({"segment", "station"}),
        handling=HANDLING,
        fleeting=frozenset({"evasive", "station", "ship", "smoke", "round"}),
        returning=frozenset({"segment", "station"}),
        sort=_sort,
        alternate=False,
    )


def _sort(place: str) -> str:
    """The sort of a place: a Station that moves between the sea and a Port Box was shifted."""
    return "sea" if on_sea(place) else "board" if place in ZONES else place.removesuffix(" Pieces")


def start(context: Any) -> State:
    """The state at the start of the log: the set-up, or from the table. If a sortie at sea is
    played by hand, no dice are required."""
    begun: State = under_way(context.tables, from_the_start(context), _settled(context.scene))
    return begun.changed(by_hand=context.unseen_dice and not begun.battle)


def _settled(scene: Scene) -> dict[str, Token]:
    """The table when a log begins, without sticks that are removed next because a Station has
    already replaced them."""
    away = {key for key, one in scene.start.items() if one.place.endswith(" Pieces")}
    stand = {row(key) for key in scene.start if key.endswith("_station") and key not in away}
    gone = set()
    for change in (one for step in scene.steps for one in step.changes):
        before, after = change.before, change.token
        if before is not None and before.place != after.place and row(after.key) in stand:
            stand.remove(row(after.key))
            if on_sea(before.place) and not on_sea(after.place) and "_segment_" in after.key:
                gone.add(row(after.key))
    sticks = {key for key in scene.start if "_segment_" in key and row(key) in gone}
    return {key: one for key, one in scene.start.items() if key not in sticks}


def mute(context: Any, state: State, fact: seen.Fact) -> bool:
    """Whether a fact means nothing by itself: Smoke that moves with its ship, or whose ship is
    gone, and the tracker at its present value; in a log by hand also the tracker's marker, unless
    it moves one further: nobody knows what was forgotten before."""
    match fact:
        case seen.Moved(key="smoke", before=start, after=end):
            idle = end in ZONES or not smoking_in(state, start) or _rides_along(context, fact)
            return start in ZONES and idle
        case seen.Moved(key="ship", piece=piece, before=start, after=end):
            at = state.ship(piece).at
            boarded = state.by_hand and not end.endswith(" Sunk") and {start, end} & {*ZONES}
            stays = at == end and start not in ZONES
            away = at == OUT and end not in context.tables.forces
            lost = start.endswith(" Harbour") and end.endswith(" Sunk")
            means = lost or (end in ZONES and start not in ZONES)
            return stays or (away and not means) or bool(boarded)
        case seen.Declared(key="total" | "length"):
            return True  # it only counts
        case seen.Declared(key="target"):
            return attack_in_words(context, state) is not None
        case seen.Moved(key="marker") | seen.TurnShown() if fact.seen.declarations:
            return True  # moved by a click, it says what the click says
        case seen.Moved(key="station", piece=piece, after=end):  # its line has taken its place
            force = state.forces.get(row(piece))
            drawn = force is not None and (bool(force.line) or fact in context.facts[-1:])
            return drawn and beside(context.tables, state, end)
        case seen.Moved(key="evasive", piece=piece, after=end):  # it shows what is known
            force = state.forces.get(row(piece))
            aside = beside(context.tables, state, end)
            return force is not None and (aside != force.evasive) and (aside or end == force.id)
        case seen.Turned(key="segment" | "station", piece=piece, level=face, place=place):
            force = state.forces.get(row(piece))
            return force is not None and face == _face(fact.key, force, place)
        case seen.Lined(laid=(), row=name, taken=taken):  # its Station takes their place
            some = set(taken) < set(state.force(name).line) and _is_located_next(
                context, state, name
            )
            return some or set(taken).isdisjoint(state.force(name).line)
        case seen.Moved(key="leader", piece=piece, after=end):
            return state.leaders.get(piece) == end
        case seen.TurnShown(turn=turn):
            return turn == state.turn or (state.by_hand and turn != state.turn + 1)
    return False


def _face(role: str, force: TaskForce, place: str) -> int:
    """The face of a task force's piece in a hex, by the markers that it has there."""
    contact = place in force.contact
    return 1 + contact if role == "station" else 1 + (place in force.intel) + 2 * contact


def _is_located_next(context: Any, state: State, force: str) -> bool:
    """Whether a task force owes to become a Station, and its Station comes before any other dice:
    a stick of its line may stay behind until somebody sees it."""
    if is_pending(state, LOCATE, force) is None:
        return False
    until = takewhile(lambda one: not isinstance(one, seen.Rolled), context.ahead)
    moves = (one for one in until if isinstance(one, seen.Moved) and one.key == "station")
    return any(row(one.piece) == force and on_sea(one.after) for one in moves)


def _rides_along(context: Any, smoke: seen.Moved) -> bool:
    """Whether Smoke was dragged together with a ship out of its zone, wherever it was let fall."""
    return any(
        one.before is not None
        and one.token.key in context.tables.ships
        and one.before.place == smoke.before != one.token.place
        for one in smoke.seen.changes
    )


READING = Reading(
    ends_turn=TakeOver,
    words=words,
    start=start,
    mute=mute,
    noise={
        **dict.fromkeys(("marker to Weather 0", "marker to Weather 1", "ship turned"), PIECE),
        **dict.fromkeys(("segment turned", "station turned"), MARKER),  # faces are markers
        "marker": MARKER,
        "smoke": MARKER,
        "no_torpedo": MARKER,
        "round": MARKER,
    },
)
