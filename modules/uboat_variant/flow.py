"""The sequence of play: who may act, by the steps of ``game.yaml`` and what is pending."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from validator.explaining.signs import actions_of
from validator.rules.dice import hold_faces
from validator.rules.sequence import Due
from validator.rules.states import Pending, owed

from . import state as st
from . import verbs as v
from .book import book
from .grids import may_act, opponents_left, round_is_over, waiting
from .grids import mover as grid_mover
from .order import mover
from .reading import HANDLING
from .state import ALLIED, AXIS, BARBARIGO, State
from .tables import FIGHTER, FLOATPLANE, Tables

ACTIONS = {**dict.fromkeys(HANDLING, ()), **actions_of(v.VERBS)}

hold_faces(book, "UVD-1", v.VERBS, 10)


def due(t: Tables, state: State) -> Iterator[Due]:
    """Who may or must act now: what is pending first, then the phase."""
    contact = state.contact
    if owed(state, st.CONTACT):
        if _may_declare(t, state):
            yield Due(AXIS, (v.FrogmanAttack,), False, "UV-21.2.1f", "frogman_declaration")
        yield from t.sequence.owed(one for one in state.pending if one.what == st.FILL)
    late = []
    for pending in state.pending:
        if pending.what == st.STRIKE and not _drawn_now(state, pending):
            continue
        if pending.what in st.LATER:
            late.append(pending)
            continue
        yield from t.sequence.owed((pending,))
        return
    yield from t.sequence.owed(late)
    if contact and contact.level != st.SHORE:
        yield from _grids(t, state)
    else:
        yield from PHASES[state.step](t, state)


def _drawn_now(state: State, pending: Pending) -> bool:
    over = len(state.passed) == 2 and not state.contact and state.step == st.NAVAL
    return pending.piece == st.Z_511 or over


def side_to_act(t: Tables, state: State) -> str:
    """The side that acts now if both alternate; empty if they do not."""
    grids = state.contact and state.contact.level != st.SHORE
    return grid_mover(t, state) if grids else mover(state)


def _phase_done() -> Due:
    return Due(None, (v.NextPhase,), True, "UV-5.0.1", "phase_done")


def _events(t: Tables, state: State) -> Iterator[Due]:
    if state.turn == 1 and not state.event and state.part == st.EVENT_STEP:
        yield Due(ALLIED, (v.RandomEvent,), False, "UV-5.1.1", "random_event_step")
    if "21.2" in t.variants and not state.due_turn and state.part <= st.ENTRY_STEP:
        yield Due(AXIS, (v.RollBarbarigo,), True, "UV-21.2.a", "reinforcements")
    if state.part <= st.ENTRY_STEP:
        for one in state.units.values():
            if one.at in (st.EUROPE, st.RESERVE) and not one.gone:
                side = t.side_of(one.id)
                yield Due(side, (v.Enter,), False, "", "reinforcements", one.id, "unit")
        yield Due(AXIS, (v.TryEntry,), False, "UV-21.1.3", "reinforcements")
    if not state.determined:
        yield Due(ALLIED, (v.DetermineConvoy,), False, "UV-5.1.4", "convoys_step")
    yield _phase_done()


def _repairs(t: Tables, state: State) -> Iterator[Due]:
    for place, damage in state.places.items():
        if damage:
            side = t.places[place].side
            yield Due(side, (v.Repair,), False, "UV-5.2.1", "repairs_step", place, "place")
    for one in t.planes.values():
        if one.kind == FIGHTER and not state.plane(one.id).gone:
            yield Due(one.side, (v.PlaceCap,), False, "UV-5.2.2", "cap_step", one.id, "plane")
    yield _phase_done()


def _air(t: Tables, state: State) -> Iterator[Due]:
    if state.hunted:
        yield Due(ALLIED, (v.AirDetect,), False, "UV-5.3.3", "air_step")
    if state.spotted:
        yield Due(ALLIED, (v.AirAttack,), False, "UV-5.3.3", "air_step")
    side = mover(state)
    if not side:
        yield _phase_done()
        return
    own = (v.Patrol, v.FlyAsw, v.Rebase) if side == ALLIED else (v.Ferry,)
    for kind in (*own, v.AirCombat, v.Bomb):
        yield Due(side, (kind,), False, "UV-5.3.1", "air_step")
    yield Due(side, (v.Passes,), True, "UV-5.3.1", "air_step")


def _naval(t: Tables, state: State) -> Iterator[Due]:
    if _may_declare(t, state):
        yield Due(AXIS, (v.FrogmanAttack,), False, "UV-21.2.1f", "frogman_declaration")
    yield Due(ALLIED, (v.Bombard,), False, "UV-5.5T.11", "shore_bombardment_step")
    side = mover(state)
    if not side:
        yield _phase_done()
        return
    yield Due(side, (v.NavalMove,), False, "UV-5.4.1", "naval_step")
    if side == AXIS:
        yield Due(side, (v.ExitMap,), False, "UV-5.4.1", "naval_step")
        yield Due(side, (v.Refuel,), False, "UV-5.4.4", "naval_step")
    else:
        yield Due(side, (v.Arrive,), False, "UVX-10.1", "naval_step")
    yield Due(side, (v.Passes,), True, "UV-5.4.1", "naval_step")


def _may_declare(t: Tables, state: State) -> bool:
    boat = state.unit(BARBARIGO)
    return "21.2" in t.variants and not boat.gone and boat.at in t.neighbours and not state.met


def _grids(t: Tables, state: State) -> Iterator[Due]:
    contact = state.contact
    tsl = contact.level == st.TSL
    name = "tsl" if tsl else "osl"
    if contact.stage == st.DEPLOYING:
        for one in waiting(t, state):
            case_id = "UV-5.5T.1" if tsl else "UV-5.5.3"
            side = t.side_of(one.id)
            yield Due(side, (v.Deploy,), True, case_id, f"{name}_deploy", one.id, "unit")
        return
    if contact.stage == st.LISTENING:
        yield Due(ALLIED, (v.HuffDuff,), False, "UV-5.5.6", f"{name}_huff_duff")
    if contact.found:
        yield Due(ALLIED, (v.AirAttack,), False, "UV-5.5.7", f"{name}_huff_duff")
    if tsl and contact.active:
        case_id = "UV-5.5T.8"
        yield Due(AXIS, (v.Torpedo,), False, case_id, "tsl_round")
        yield Due(ALLIED, (v.AswAttack, v.Gunfire), False, case_id, "tsl_round")
    if not opponents_left(t, state):
        over = Due(None, (v.CloseTsl,), True, "UV-5.5T.10", "tsl_end")
        yield over if tsl else Due(None, (v.CloseOsl,), True, "UV-5.5.16", "osl_end")
        return
    if contact.active and contact.active not in contact.looked:
        side = t.side_of(contact.active)
        by = contact.active
        yield Due(side, (v.Detect,), False, "UV-5.5.13", f"{name}_round", by, "by_unit")
    if not contact.first or round_is_over(t, state):
        case_id = "UV-5.5T.5" if tsl else "UV-5.5.10"
        thrown = dict(contact.thrown)
        for side in (ALLIED, AXIS):
            if side not in thrown:
                yield Due(side, (v.FirstMover,), True, case_id, f"{name}_round", side, "side")
        return
    moves = grid_mover(t, state)
    who = None if moves == st.ANYBODY else moves
    case_id = "UV-5.5T.5" if tsl else "UV-5.5.11"
    yield Due(who, (v.GridMove,), False, case_id, f"{name}_round")
    for one in state.units.values():
        if may_act(state, one) and who in (None, side := t.side_of(one.id)):
            yield Due(side, (v.Detect,), False, "UV-5.5.13", f"{name}_round", one.id, "by_unit")
    yield Due(who, (v.DoneMoving,), True, case_id, f"{name}_round")


def _second(t: Tables, state: State) -> Iterator[Due]:
    yield Due(AXIS, (v.SecondMove,), False, "UV-5.6.1", "second_move")
    yield Due(ALLIED, (v.AirDetect,), False, "UV-5.6.2", "air_search_step")
    if state.spotted:
        yield Due(ALLIED, (v.AirAttack,), False, "UV-5.6.2", "air_search_step")
    yield _phase_done()


def _return(t: Tables, state: State) -> Iterator[Due]:
    last = state.turn >= t.last_turn
    yield Due(None, (v.EndGame if last else v.EndTurn,), True, "UV-5.7.3", "turn_end")


PHASES = {
    st.EVENTS: _events,
    st.REPAIR: _repairs,
    st.AIR: _air,
    st.NAVAL: _naval,
    st.SECOND: _second,
    st.RETURN: _return,
}


# --- How a campaign begins


def start(t: Tables) -> State:
    """The state before the first turn, as the scenario places the counters."""
    scenario = t.game.scenario()
    where = {piece: one for one in scenario.placements for piece in one.pieces}
    units, planes = {}, {}
    for ship in t.ships.values():
        placed = where.get(ship.id)
        units[ship.id] = st.Unit(
            ship.id,
            at=(placed.at or "") if placed is not None else "",
            gone=placed is None,
            depth=_depth(placed.face if placed is not None else None) if ship.is_boat else "",
            fuel=ship.fuel,
            torpedoes=ship.torpedoes,
            cargo=ship.cargo if ship.is_boat else _ships(scenario, ship.id),
            fast=placed is not None and placed.face == "fast",
        )
    for kind in t.planes.values():
        placed = where.get(kind.id)
        base = kind.base if kind.base in t.base_areas else st.OFF_MAP
        if placed is not None and placed.at in t.base_areas and kind.kind != FLOATPLANE:
            base = str(placed.at)
        planes[kind.id] = st.Plane(kind.id, base=base, gone=placed is None)
    return State(
        turn=scenario.first_turn,
        units=units,
        planes=planes,
        event=scenario.first_turn > 1,
        due_turn=int(scenario.values.get("barbarigo_turn") or 0),
    )


def _depth(face: str | None) -> str:
    word = (face or "").split("_")[0]
    return word if word in (st.SURFACED, st.SUBMERGED) else ""


def _ships(scenario: object, convoy: str) -> int:
    number = convoy.removeprefix("convoy_")
    properties: Mapping[str, int] = getattr(scenario, "properties", {})
    return int(properties.get(f"Convoy{number}Ships", 0))
