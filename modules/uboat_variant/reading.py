"""How logs of this game are read, besides the signs of its verbs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from validator.explaining import facts as seen
from validator.explaining.prices import LEFT_UP, MARKER
from validator.explaining.reading import Reading
from validator.rules.states import THIS_TURN, owed

from . import state as st
from .reads import MOST_ALONG, PLACE, PLANE, SHIP, depth_of, goes_like, pieces_named, role_of
from .resuming import start
from .returning import EndTurn
from .state import State
from .tables import AIRCRAFT, NAVAL, Tables

if TYPE_CHECKING:
    from generator.definition.schema import Game

HANDLING = frozenset(
    {
        *("target", "target_place", "surfaced", "submerged", "depth_open", "fuel_1", "fuel_2"),
        *("detected_surfaced", "detected_submerged", "whole", "hit_1", "hit_2", "hit_3"),
        *("unflown", "slow", "fast", "ships_10", "ships_lost_1", "arrives", "damage_1"),
        *("damage_2", "undamaged", "out_of_game", "round_ends", "hands_over"),
        *("exits", "sunk", "shot_down"),
        *(f"sails_{number}" for number in (1, 2, 4, 5, 6, 7, 8, 9)),
    }
)
"""Actions that say no more than the change of a piece or its roster."""


def words(game: Game, tables: Any) -> seen.Words:
    """The facts of this game, named by the kind of counter; counters on a roster have no role."""
    roles = {one.id: _role(one) for one in game.counters}
    masks = {one.mask.name: roles[one.id] for one in game.counters if one.mask is not None}
    decks = {
        deck.id: deck.kinds[0]
        for one in game.maps
        for deck in one.decks
        if deck.id != "Drawn Markers"
    }
    return seen.Words(
        lambda token: (
            roles.get(token.unit or "") or masks.get(token.name) or decks.get(token.place, "")
        ),
        frozenset(decks),
        private=frozenset({"role", "frogman"}),
        handling=HANDLING,
        each_click=frozenset({"phase_done", "frogman_attack", "refuels_1", "refuels_5"}),
        alternate=True,
        entries_by_turn=False,
        roles=frozenset(roles.values()),
        lost=frozenset(st.LOST.values()),
        returning=frozenset({SHIP}),
        sort=lambda where: (where in tables.neighbours, where in tables.squares),
    )


def _role(counter: Any) -> str:
    if counter.kind in NAVAL:
        return SHIP
    if counter.kind in AIRCRAFT:
        return PLANE
    if counter.kind in ("port", "airbase"):
        return PLACE
    if seen.TURN_MARKER in counter.roles:
        return seen.TURN_MARKER
    return counter.kind if counter.kind in ("contact", "role", "frogman") else ""


def mute(context: Any, state: State, fact: seen.Fact) -> bool:
    """Whether a fact means nothing by itself: a unit goes where the state already has it (as those
    of a stack do, and those put back late from a grid), a boat shows the depth that it has, or an
    aircraft is turned to ready."""
    match fact:
        case seen.Moved(key="ship", piece=piece, after=after):
            unit = state.unit(piece)
            if owed(state, st.GO_BACK, piece) or owed(state, st.BOX, piece):
                return False
            there = bool(unit.stack) and after in (unit.at, unit.square)
            there = there or (after == unit.at and not (unit.square or unit.box))
            return there or rides_along(context, fact)
        case seen.Turned(key="ship", piece=piece, level=level):
            return depth_of(context.tables, state, level) in (None, state.unit(piece).depth)
        case seen.Declared(key="deploys") | seen.Rolled(key="location"):
            return THIS_TURN in state.doubt and stands_there(context, state, fact)
        case seen.Moved(key="role", after=st.ROLE_BOX):
            known = role_of(context.tables, state, fact.piece) in (None, state.role)
            fits = known or state.role == st.HIDDEN
            return bool(state.role) and fits and not _lay_there(context)
        case seen.PutIn(key="frogman"):
            return not any(one.what == st.FILL for one in state.pending) and bool(
                owed(state, st.STRIKE, st.Z_511)
            )
        case seen.Turned(key="plane", level=level):
            return level == 1
        case seen.TurnShown(turn=turn):
            return turn == state.turn
    return False


def _lay_there(context: Any) -> bool:
    """Whether a role marker was already in the open box: then this is another one, or the same
    again."""
    lies = any(token.place == st.ROLE_BOX for token in context.table.values())
    return lies or any(
        isinstance(one, seen.Moved) and one.key == "role" and one.before == st.ROLE_BOX
        for one in context.facts[: context.at]
    )


def stands_there(context: Any, state: State, fact: seen.Fact) -> bool:
    """Whether dice are rolled for a unit that was on its square before the log begins."""
    near = context.facts[max(context.at - 1, 0) : context.at + 2]
    said = (one.detail for one in near if one.seen is fact.seen and one.key == "deploys")
    return any(
        detail.endswith(f" in {state.unit(pieces_named(context.tables, detail)[0]).square}")
        for detail in said
    )


def rides_along(context: Any, fact: seen.Moved) -> bool:
    """Whether a warship is dragged in one gesture with a convoy, in any order."""
    t: Tables = context.tables
    near = context.facts[max(context.at - MOST_ALONG, 0) : context.at + 1 + MOST_ALONG]
    return any(one.seen is fact.seen and goes_like(t, fact, one) for one in near)


READING = Reading(
    words=words,
    start=start,
    ends_turn=EndTurn,
    needs_dice=True,
    proved_on="first_patrol",
    noise={"contact": MARKER, "place turned": LEFT_UP},
    mute=mute,
)
