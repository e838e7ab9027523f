"""The sequence of play: the steps of ``game.yaml`` and the verbs that belong to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from validator.rules.sequence import Condition, Due, SequenceOfPlay, due_of, match_actions
from validator.rules.states import Outcome, Pending
from validator.rules.verbs import Verb

from . import state as st
from . import verbs as v
from .facts import combat_open
from .state import State
from .tables import Tables

if TYPE_CHECKING:
    from generator.definition.schema import Game

VERBS_OF_STEP: Mapping[str, tuple[type[Verb], ...]] = {
    "log_course": (v.LogCourse,),
    "show_course": (v.OpenCourse,),
    "leave_map": (v.Escape,),
    "buy_moves": (v.RollExtra,),
    "enter_and_move": (v.Draw, v.MovePiece),
    "close_movement": (v.EndMovement,),
    "contact_step": (v.NoContact, v.ShowShip),
    "air_search_step": (v.RevealPiece, v.AirSearch, v.AirAttack),
    "raid_step": (v.Raid,),
    "pursuit_step": (v.Pursue,),
    "close_turn": (v.EndTurn,),
}
"""Verbs by the ids of the steps of game.yaml; what is pending comes before all of them."""


def _contact_open(tables: Tables, state: State) -> bool:
    return not state.contact


def _carriers_may_search(tables: Tables, state: State) -> bool:
    return state.contact == "none" and state.raid is None and state.discovered != "contact"


def _may_raid(tables: Tables, state: State) -> bool:
    return state.contact == "none" and not state.discovered and state.raid is None


def _may_pursue(tables: Tables, state: State) -> bool:
    return state.discovered == "contact" and not combat_open(state)


OPEN_WHEN: Mapping[str, Condition] = {
    "log_course": lambda tables, state: not state.pursued,
    "show_course": lambda tables, state: state.pursued,
    "buy_moves": lambda tables, state: not state.extra,
    "contact_step": _contact_open,
    "air_search_step": _carriers_may_search,
    "raid_step": _may_raid,
    "pursuit_step": _may_pursue,
    "close_turn": lambda tables, state: bool(state.contact),
}

VERBS_OF_PENDING: Mapping[str, type[Verb]] = {
    st.PLACE: v.Enter,
    st.REVEAL: v.RevealPiece,
    st.DUMMY: v.RemoveDummy,
    st.FIRE: v.Fire,
    st.ANSWER: v.Answer,
    st.ROLL_RAID: v.RollRaid,
    st.ROLL_SINKING: v.RollSinking,
    st.ROLL_SCUTTLING: v.RollScuttling,
    st.DAMAGE: v.DamageShip,
    st.SINK: v.SinkPiece,
    st.RETURN: v.ReturnPiece,
    st.POINTS: v.ChangeScore,
}

FIELD_OF_PENDING: Mapping[str, str] = {
    st.PLACE: "piece",
    st.REVEAL: "piece",
    st.DUMMY: "piece",
    st.FIRE: "shooter",
    st.SINK: "piece",
    st.RETURN: "piece",
}
"""The verb's field that names the piece which something pending is about."""

ACTIONS: Mapping[str, tuple[type[Verb], ...]] = {
    "course_logged": (v.LogCourse,),
    "open_course": (v.OpenCourse,),
    "escape": (v.Escape,),
    "refuel": (v.LogCourse, v.OpenCourse, v.Escape),
    "extra_moves": (v.RollExtra,),
    "end_of_movement": (v.EndMovement,),
    "contact": (v.ShowShip,),
    "no_contact": (v.NoContact,),
    "air_search": (v.AirSearch,),
    "found": (v.Answer,),
    "not_found": (v.Answer,),
    "raid": (v.Raid,),
    "pursue": (v.Pursue,),
    "scuttle": (v.Scuttle,),
    "end_of_turn": (v.EndTurn,),
}
"""The verbs that a declaration of actions.yaml stands for (refuelling is part of a course)."""


def sequence_of(game: Game) -> SequenceOfPlay:
    """The steps of the definition with their verbs; SequenceError where they do not fit."""
    match_actions(game.actions, ACTIONS, "flow.py")
    return SequenceOfPlay(game.sequence, VERBS_OF_STEP, OPEN_WHEN)


def due(tables: Tables, state: State) -> tuple[Due, ...]:
    """Who may or must act now: what is pending first, then the steps of the sequence."""
    if state.outcome is not None:
        return ()
    found = [
        due_of(pending, VERBS_OF_PENDING, FIELD_OF_PENDING)
        for pending in sorted(state.pending, key=_rolled_last)
        if pending.what in VERBS_OF_PENDING
    ]
    if state.step == st.SET_UP:
        found += _set_up(tables, state)
        return tuple(found)
    if state.scuttled:
        return tuple(found)
    for step in tables.sequence.due(tables, state, state.step):
        if step.step == "close_turn":
            found += _tidying(tables, state)
        found.append(step)
    if state.ship.keys() & tables.scuttling:
        found.append(Due(st.GERMAN, (v.Scuttle,), False, "GS-8(3)b", "scuttle"))
    return tuple(found)


def _rolled_last(pending: Pending) -> bool:
    """The loss is rolled when all have fired and the German's points are booked (DG-14)."""
    return pending.what in (st.ROLL_SINKING, st.ROLL_SCUTTLING)


def _set_up(tables: Tables, state: State) -> list[Due]:
    found = []
    if not state.placed:
        found.append(Due(st.GERMAN, (v.ChooseStart,), True, "GS-2(3)a", st.SET_UP))
    if len(state.supplies) < len(tables.supplies):
        found.append(Due(st.GERMAN, (v.PlaceSupply,), True, "GS-2(4)a", st.SET_UP))
    if not state.split:
        found.append(Due(st.BRITISH, (v.Split,), True, "GS-2(5)b", st.SET_UP))
    return found


def _tidying(tables: Tables, state: State) -> list[Due]:
    """What must be turned down or taken off before the turn closes."""
    found = [
        Due(st.BRITISH, (v.HidePiece,), True, "GS-10(Q5)", "close_turn", piece.id, "piece")
        for piece in state.pieces.values()
        if piece.face_up and tables.on_map(piece.at)
    ]
    if state.shown is not None:
        found.append(Due(st.GERMAN, (v.HideShip,), False, "", "close_turn"))
    return found


def start(tables: Tables) -> State:
    """Before the set-up, everything known: all pieces in the box that the scenario fills."""
    pieces = {
        unit: st.Piece(unit, tables.first_box, kind, unit) for unit, kind in tables.units.items()
    }
    return State(pieces=pieces)


def start_unseen(tables: Tables) -> State:
    """Before the set-up, as everybody may know it: a number of unknown pieces in the boxes."""
    cups = dict.fromkeys((st.ATLANTIC, st.INDIAN), 0)
    cups[tables.first_box] = len(tables.units)
    return State(cups=cups)


def outcome(state: State) -> Outcome | None:
    """How the game ended (GS-8(1)d judges it); ``None`` while it goes on."""
    return state.outcome
