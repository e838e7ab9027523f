"""Sets of markers: drawn, sailing, waiting, brought back (UTF-2.1, 4.1.1, 4.1.2, 5.2, 5.4)."""

from __future__ import annotations

from validator.rules.cases import INTERPRETATION, MISSING, Broken, Fault

from . import state as st
from . import verbs as v
from .book import case
from .cases_setup import not_on_its_origin
from .facts import (
    can_draw_set,
    ends_at,
    headings,
    in_use,
    must_exit,
    only,
    owed,
    port_of,
    ports_in_cup,
    ships_in_cup,
)
from .state import State
from .tables import Tables

# --- UTF-5.2 A new set -----------------------------------------------------------------


@case("UTF-2.1d", reads=("acvm",))
def each_map_marker_stands_for_one_set(
    tables: Tables, state: State, act: v.DrawSet | v.PlaceACVM
) -> Fault:
    voyage = state.voyages.get(act.acvm)
    if voyage is None:
        return f"{act.acvm} is no map marker of the game"
    if isinstance(act, v.DrawSet) and tables.on_map(voyage.at):
        return f"{act.acvm.upper()} is on the map already"
    return None


@case("UTF-5.2f")
def six_map_markers_at_most(tables: Tables, state: State, draw: v.DrawSet) -> Fault:
    if len(in_use(state)) >= tables.most_markers:
        return f"a set more than {tables.most_markers} was drawn"
    return None


@case("UTF-5.4a", reads=("acvm",))
def a_waiting_set_stays_together(tables: Tables, state: State, draw: v.DrawSet) -> Fault:
    voyage = state.voyages.get(draw.acvm)
    if voyage is not None and voyage.at == st.WAITING:
        return f"{draw.acvm.upper()} waits off the map with its set"
    return None


@case("UTF-5.4a", reads=("origin", "destination", "ship"), rests_on=("voyages",))
def no_marker_of_a_waiting_set_is_drawn(tables: Tables, state: State, draw: v.DrawSet) -> Fault:
    for voyage in state.voyages.values():
        if voyage.at != st.WAITING:
            continue
        held = {only(voyage.origin), only(voyage.destination), only(voyage.ship)} - {None}
        for marker in (draw.origin, draw.destination, draw.ship):
            if marker in held:
                return f"{marker} was drawn and waits off the map with {voyage.id.upper()}"
    return None


@case("UTF-2.1b", reads=("origin", "destination"))
def each_number_is_there_once(tables: Tables, state: State, draw: v.DrawSet) -> Fault:
    for od in (draw.origin, draw.destination):
        if od is not None and od not in tables.ports:
            return f"{od} is no O/D marker of the game"
    if draw.origin is not None and draw.origin == draw.destination:
        return f"{draw.origin} was drawn as origin and as destination"
    return None


@case("UTF-2.1b", reads=("acvm", "destination"), rests_on=("voyages",))
def no_shown_marker_lies_elsewhere(tables: Tables, state: State, leaving: v.ExitMap) -> Fault:
    voyage = state.voyages.get(leaving.acvm)
    if voyage is None or leaving.destination != tables.port_at.get(voyage.at):
        return None
    for other in in_use(state):
        markers = (only(other.origin), only(other.destination))
        if other.id != leaving.acvm and leaving.destination in markers:
            return f"{leaving.destination} lies with {other.id.upper()}"
    return None


@case("UTF-3.3.2a", reads=("origin", "destination"))
def the_first_markers_come_from_the_cup(tables: Tables, state: State, draw: v.DrawSet) -> Fault:
    return _ports_not_in_cup(tables, state, draw) if state.phase == st.SET_UP else None


@case("UTF-5.2a", reads=("origin", "destination"), rests_on=("voyages",))
def markers_come_from_the_cup(tables: Tables, state: State, draw: v.DrawSet) -> Fault:
    return None if state.phase == st.SET_UP else _ports_not_in_cup(tables, state, draw)


def _ports_not_in_cup(tables: Tables, state: State, draw: v.DrawSet) -> Fault:
    cup = ports_in_cup(tables, state)
    waiting = _of_waiting_sets(state)
    for od in (draw.origin, draw.destination):
        if od in tables.ports and od not in cup and od not in waiting:
            return f"{od} was drawn and is not in the cup"
    return None


def _of_waiting_sets(state: State) -> set[str | None]:
    return {
        only(markers)
        for one in state.voyages.values()
        if one.at == st.WAITING
        for markers in (one.origin, one.destination, one.ship)
    }


@case("UTF-2.1c", reads=("ship",))
def each_ship_is_in_one_place(tables: Tables, state: State, draw: v.DrawSet) -> Fault:
    if draw.ship is not None and draw.ship not in tables.ships:
        return f"{draw.ship} is no ship of the game"
    if draw.ship in state.gone:
        return f"{draw.ship} was drawn and lies in {state.gone[draw.ship]}"
    return None


@case("UTF-3.3.2b", reads=("ship",))
def the_first_ship_comes_from_the_cup(tables: Tables, state: State, draw: v.DrawSet) -> Fault:
    return _ship_not_in_cup(tables, state, draw) if state.phase == st.SET_UP else None


@case("UTF-5.2c", reads=("ship",), rests_on=("voyages",))
def a_ship_comes_from_the_cup(tables: Tables, state: State, draw: v.DrawSet) -> Fault:
    return None if state.phase == st.SET_UP else _ship_not_in_cup(tables, state, draw)


def _ship_not_in_cup(tables: Tables, state: State, draw: v.DrawSet) -> Fault:
    if draw.ship not in tables.ships or draw.ship in state.gone:
        return None
    if draw.ship in ships_in_cup(tables, state) or draw.ship in _of_waiting_sets(state):
        return None
    return f"{draw.ship} was drawn and is not in the cup"


@case("DU-7", severity=INTERPRETATION)
def one_new_set_in_an_activation(tables: Tables, state: State, draw: v.DrawSet) -> Fault:
    if state.phase == st.BRITISH_PHASE and state.sets_drawn >= tables.sets_a_card:
        return "a second set was drawn in one activation"
    return None


@case("UTF-4.1.6", severity=MISSING)
def a_new_set_is_drawn(tables: Tables, state: State, end: v.EndActivation) -> Fault:
    if state.phase != st.BRITISH_PHASE or state.sets_drawn:
        return None
    return "no new set was drawn" if can_draw_set(tables, state) else None


@case("UTF-5.2b", reads=("acvm", "hex"))
def the_first_marker_is_the_origin(tables: Tables, state: State, place: v.PlaceACVM) -> Fault:
    voyage = state.voyages.get(place.acvm)
    if voyage is None or state.phase == st.SET_UP or not not_on_its_origin(tables, state, place):
        return None
    if only(voyage.destination) == tables.port_at.get(place.hex, ""):
        return f"{place.acvm.upper()} was put on its destination {place.hex}"
    return None


@case("UTF-5.2d", reads=("acvm", "hex"))
def a_map_marker_stands_on_its_origin(tables: Tables, state: State, place: v.PlaceACVM) -> Fault:
    voyage = state.voyages.get(place.acvm)
    if voyage is None or state.phase == st.SET_UP:
        return None
    if only(voyage.destination) == tables.port_at.get(place.hex, ""):
        return None
    return not_on_its_origin(tables, state, place)


@case("UTF-5.2d", reads=("acvm",))
def a_map_marker_comes_with_its_set(tables: Tables, state: State, place: v.PlaceACVM) -> Fault:
    if place.acvm in state.voyages and not owed(state, st.PLACE, place.acvm):
        return f"{place.acvm.upper()} was put on the map and no set drawn for it"
    return None


@case("UTF-5.2d", severity=MISSING)
def the_map_marker_is_placed(tables: Tables, state: State, end: v.EndActivation) -> Fault:
    if owed(state, st.PLACE):
        return "a set was drawn and its map marker not placed"
    return None


@case("UTF-5.2e", reads=("acvm", "hex", "arrow"), severity=INTERPRETATION, rests_on=("voyages",))
def the_arrow_tells_the_heading(tables: Tables, state: State, place: v.PlaceACVM) -> Fault:
    voyage = state.voyages.get(place.acvm)
    if place.arrow is None or voyage is None or not tables.on_map(place.hex):
        return None
    if place.arrow not in tables.spines:
        return Broken(f"the arrow points {place.arrow}", ", ".join(tables.spines))
    legal = headings(tables, voyage, place.hex)
    if legal and place.arrow not in legal:
        return Broken(f"the arrow points {place.arrow}", ", ".join(sorted(legal)))
    return None


# --- UTF-4.1.2, 6.3 Leaving the map ----------------------------------------------------


@case("UTF-4.1.2a", reads=("acvm", "destination"), rests_on=("voyages",))
def a_set_leaves_from_its_destination(tables: Tables, state: State, leaving: v.ExitMap) -> Fault:
    voyage = state.voyages.get(leaving.acvm)
    if voyage is None or not tables.on_map(voyage.at):
        return f"{leaving.acvm.upper()} left the map and was not on it"
    if not ends_at(tables, voyage, voyage.at):
        legal = port_of(tables, voyage.destination)
        return Broken(f"{leaving.acvm.upper()} left the map from {voyage.at}", legal)
    if leaving.destination is not None and leaving.destination != tables.port_at[voyage.at]:
        return Broken(f"{leaving.destination} was shown in {voyage.at}", tables.port_at[voyage.at])
    return None


@case("UTF-4.1.2a", severity=MISSING, rests_on=("voyages",))
def arrived_sets_leave_the_map(tables: Tables, state: State, end: v.EndActivation) -> Fault:
    if state.phase != st.BRITISH_PHASE:
        return None
    left = [one.id for one in state.voyages.values() if must_exit(tables, state, one)]
    if left:
        return f"{', '.join(left).upper()} had arrived and stayed on the map"
    return None


@case("UTF-6.3a", reads=("acvm",), rests_on=("voyages",))
def an_arrived_set_waits_for_one_activation(
    tables: Tables, state: State, leaving: v.ExitMap
) -> Fault:
    voyage = state.voyages.get(leaving.acvm)
    if voyage is not None and voyage.moved == state.serial > 0 and tables.on_map(voyage.at):
        return f"{leaving.acvm.upper()} left the map in the activation in which it arrived"
    return None


@case("UTF-4.1.2a", reads=("acvm", "destination", "ghost"), rests_on=("voyages",))
def a_ghost_is_shown_when_it_leaves(tables: Tables, state: State, leaving: v.ExitMap) -> Fault:
    voyage = state.voyages.get(leaving.acvm)
    if voyage is None or leaving.ghost is None or not voyage.ship:
        return None
    ghosts = {tables.ships[ship].ghost for ship in voyage.ship if ship in tables.ships}
    if ghosts and leaving.ghost not in ghosts:
        shown = "a ghost" if leaving.ghost else "a cargo ship"
        return f"{leaving.acvm.upper()} left the map as {shown}"
    return None


# --- UTF-4.1.1, 5.4 Waiting sets -------------------------------------------------------


@case("UTF-4.1.1a", reads=("acvm",), rests_on=("voyages",))
def one_die_for_each_waiting_set(tables: Tables, state: State, roll: v.RollRecycle) -> Fault:
    voyage = state.voyages.get(roll.acvm)
    if voyage is None or voyage.at != st.WAITING:
        return f"a die was rolled for {roll.acvm.upper()}, which does not wait"
    if state.phase != st.BRITISH_PHASE:
        return None
    if voyage.rolled == state.serial:
        return f"a second die was rolled for {roll.acvm.upper()}"
    if voyage.waits == state.serial:
        return f"{roll.acvm.upper()} has left the map in this activation"
    return None


@case("UTF-4.1.1b", rests_on=("activated",))
def no_dice_in_the_first_activation(tables: Tables, state: State, roll: v.RollRecycle) -> Fault:
    if state.phase == st.BRITISH_PHASE and state.activated.get(st.BRITISH, 0) == 1:
        return f"a set was rolled for in the first British activation of turn {state.turn}"
    return None


@case("UTF-4.1.2c", reads=("acvm",))
def a_set_on_the_map_waits_first(tables: Tables, state: State, back: v.ReturnSet) -> Fault:
    voyage = state.voyages.get(back.acvm)
    if voyage is not None and tables.on_map(voyage.at):
        return f"{back.acvm.upper()} went back into the cups without waiting"
    return None


@case("UTF-5.4b", reads=("acvm",))
def a_set_comes_back_on_a_six(tables: Tables, state: State, back: v.ReturnSet) -> Fault:
    voyage = state.voyages.get(back.acvm)
    if voyage is None or voyage.at == st.FREE:
        return f"{back.acvm.upper()} went back into the cups and does not wait"
    if tables.on_map(voyage.at) or _may_return(state, back.acvm) or _rolled_late(state, back):
        return None
    return Broken(f"{back.acvm.upper()} came back", f"{tables.recycle_needs} or more")


@case("UTF-5.4d", reads=("acvm",))
def each_further_die_gets_one_more(tables: Tables, state: State, back: v.ReturnSet) -> Fault:
    if _may_return(state, back.acvm) or not _rolled_late(state, back):
        return None
    more = tables.recycle_more * (state.rolls - 1)
    return Broken(
        f"{back.acvm.upper()} came back", f"{tables.recycle_needs} or more with at most +{more}"
    )


@case("UTF-5.4c", severity=MISSING)
def a_set_that_came_back_goes_into_the_cups(
    tables: Tables, state: State, end: v.EndActivation
) -> Fault:
    waiting = owed(state, st.RETURN)
    if waiting:
        return f"{waiting.piece.upper()} came back and did not go into the cups"
    return None


def _may_return(state: State, acvm: str) -> bool:
    return any(p.what in (st.RETURN, st.MAYBE_RETURN) and p.piece == acvm for p in state.pending)


def _rolled_late(state: State, back: v.ReturnSet) -> bool:
    """Whether a die was rolled for it in this activation, and not as the only one."""
    voyage = state.voyages.get(back.acvm)
    return voyage is not None and voyage.rolled == state.serial > 0 and state.rolls > 1
