"""Sets of markers, routes, secret plots, escorts (UTF-2.1, 4.1, 4.2.1, 5.2 to 5.4, 6, 7.2)."""

from __future__ import annotations

from collections.abc import Mapping

from validator.rules.cases import INTERPRETATION, MISSING, Broken, Fault, Verdict, Verdicts, resting
from validator.rules.verbs import Verb

from . import facts, hunting
from . import state as st
from . import verbs as v
from .book import case, cases
from .facts import goals_of_step, may_escort, may_sail_alone, only, owed
from .places import HEX
from .state import State
from .tables import Tables
from .verbs import Switch

# --- UTF-5.2 A new set -----------------------------------------------------------------


@cases("UTF-2.1d", "UTF-5.4a", reads=("acvm",))
def each_marker_is_for_one_set(
    tables: Tables, state: State, act: v.DrawSet | v.PlaceACVM
) -> Verdict:
    at = state.voyage(act.acvm).at
    if act.acvm not in state.voyages:
        return "UTF-2.1d", f"{act.acvm} is no map marker of the game"
    if isinstance(act, v.DrawSet) and tables.on_map(at):
        return "UTF-2.1d", f"{act.acvm.upper()} is on the map already"
    if isinstance(act, v.DrawSet) and at == st.WAITING:
        return "UTF-5.4a", f"{act.acvm.upper()} waits off the map with its set"
    return None


@cases("UTF-3.3.2a", "UTF-5.2f", "DU-7")
def one_new_set_and_six_at_most(tables: Tables, state: State, draw: v.DrawSet) -> Verdicts:
    if state.phase == st.SET_UP and state.sets_drawn:
        yield "UTF-3.3.2a", "a second pair of O/D markers was drawn in the set-up"
    if len(facts.in_use(state)) >= tables.most_markers:
        yield "UTF-5.2f", f"a set more than {tables.most_markers} was drawn"
    if state.phase == st.BRITISH_PHASE and state.sets_drawn >= tables.sets_a_card:
        yield "DU-7", "a second set was drawn in one activation"


@case("UTF-5.4a", reads=("origin", "destination", "ship"), rests_on=("voyages",))
def no_marker_of_a_waiting_set_is_drawn(tables: Tables, state: State, draw: v.DrawSet) -> Fault:
    waiting = _of_waiting_sets(state)
    drawn = [one for one in (draw.origin, draw.destination, draw.ship) if one in waiting]
    if not drawn:
        return None
    first = min(drawn, key=lambda one: list(state.voyages).index(waiting[one]))
    return f"{first} was drawn and waits off the map with {waiting[first].upper()}"


@case("UTF-2.1b", reads=("acvm", "destination"), rests_on=("voyages",))
def no_shown_marker_lies_elsewhere(tables: Tables, state: State, leaving: v.ExitMap) -> Fault:
    voyage = state.voyages.get(leaving.acvm)
    if voyage is None or leaving.destination != tables.port_at.get(voyage.at):
        return None
    for other in facts.in_use(state):
        markers = (only(other.origin), only(other.destination))
        if other.id != leaving.acvm and leaving.destination in markers:
            return f"{leaving.destination} lies with {other.id.upper()}"
    return None


@cases("UTF-2.1b", "UTF-3.3.2a", resting("voyages", "UTF-5.2a"), reads=("origin", "destination"))
def two_markers_come_from_the_cup(tables: Tables, state: State, draw: v.DrawSet) -> Verdicts:
    cup, waiting = facts.ports_in_cup(tables, state), _of_waiting_sets(state)
    case_id = "UTF-3.3.2a" if state.phase == st.SET_UP else "UTF-5.2a"
    for od in (draw.origin, draw.destination):
        if od == st.NOTHING:
            yield case_id, "but one O/D marker was drawn"
        elif od is not None and od not in tables.ports:
            yield "UTF-2.1b", f"{od} is no O/D marker of the game"
        elif od is not None and od not in cup and od not in waiting:
            yield case_id, f"{od} was drawn and is not in the cup"
    if draw.origin is not None and draw.origin == draw.destination:
        yield "UTF-2.1b", f"{draw.origin} was drawn as origin and as destination"


def _of_waiting_sets(state: State) -> dict[str | None, str]:
    """The markers that are known to be waiting, each with its map marker."""
    waiting = [one for one in state.voyages.values() if one.at == st.WAITING]
    return {
        only(markers): one.id
        for one in reversed(waiting)
        for markers in (one.origin, one.destination, one.ship)
        if len(markers) == 1
    }


@cases("UTF-2.1c", "UTF-3.3.2b", resting("voyages", "UTF-5.2c"), reads=("ship",))
def a_ship_comes_from_the_cup(tables: Tables, state: State, draw: v.DrawSet) -> Verdict:
    case_id = "UTF-3.3.2b" if state.phase == st.SET_UP else "UTF-5.2c"
    if draw.ship is None:
        return None
    if draw.ship == st.NOTHING:
        return case_id, "no ship was drawn"
    if draw.ship not in tables.ships:
        return "UTF-2.1c", f"{draw.ship} is no ship of the game"
    if draw.ship in state.gone:
        return "UTF-2.1c", f"{draw.ship} was drawn and lies in {state.gone[draw.ship]}"
    if draw.ship in facts.ships_in_cup(tables, state) or draw.ship in _of_waiting_sets(state):
        return None
    return case_id, f"{draw.ship} was drawn and is not in the cup"


@cases("UTF-3.3.2c", "UTF-5.2b", "UTF-5.2d", reads=("acvm", "hex"))
def a_map_marker_stands_on_its_origin(tables: Tables, state: State, place: v.PlaceACVM) -> Verdict:
    voyage, port = state.voyages.get(place.acvm), tables.port_at.get(place.hex, "")
    if voyage is None or port in voyage.origin:
        return None
    put = f"{place.acvm.upper()} was put on"
    legal = facts.port_of(tables, voyage.origin)
    fault = Broken(f"{put} {place.hex}, which is not its origin", legal)
    if state.phase == st.SET_UP:
        return "UTF-3.3.2c", fault
    if only(voyage.destination) == port:
        return "UTF-5.2b", f"{put} its destination {place.hex}"
    return "UTF-5.2d", fault


@case("UTF-5.2d", reads=("acvm",))
def a_map_marker_comes_with_its_set(tables: Tables, state: State, place: v.PlaceACVM) -> Fault:
    if place.acvm in state.voyages and not owed(state, st.PLACE, place.acvm):
        return f"{place.acvm.upper()} was put on the map and no set drawn for it"
    return None


@case("UTF-5.2e", reads=("acvm", "hex", "arrow"), severity=INTERPRETATION, rests_on=("voyages",))
def the_arrow_tells_the_heading(tables: Tables, state: State, place: v.PlaceACVM) -> Fault:
    return facts.wrong_arrow(tables, state.voyages.get(place.acvm), place.hex, place.arrow)


# --- UTF-4.1.2, 6.3 Leaving the map ----------------------------------------------------


@cases("UTF-4.1.2a", "UTF-6.3a", reads=("acvm", "destination"), rests_on=("voyages",))
def a_set_leaves_from_its_destination(tables: Tables, state: State, leaving: v.ExitMap) -> Verdicts:
    """Its destination is shown; it must have arrived in an earlier activation."""
    voyage, left = state.voyage(leaving.acvm), f"{leaving.acvm.upper()} left the map"
    if not tables.on_map(voyage.at):
        yield "UTF-4.1.2a", f"{left} and was not on it"
        return
    if voyage.moved == state.serial > 0:
        yield "UTF-6.3a", f"{left} in the activation in which it arrived"
    if not facts.ends_at(tables, voyage, voyage.at):
        legal = facts.port_of(tables, voyage.destination)
        yield "UTF-4.1.2a", Broken(f"{left} from {voyage.at}", legal)
    elif leaving.destination not in (None, port := tables.port_at[voyage.at]):
        yield "UTF-4.1.2a", Broken(f"{leaving.destination} was shown in {voyage.at}", port)


@case("UTF-4.1.2a", reads=("acvm", "destination", "ghost"), rests_on=("voyages",))
def a_ghost_is_shown_when_it_leaves(tables: Tables, state: State, leaving: v.ExitMap) -> Fault:
    ghosts = hunting.ghosts(tables, state.voyage(leaving.acvm).ship)
    if leaving.ghost is not None and ghosts and leaving.ghost not in ghosts:
        shown = "a ghost" if leaving.ghost else "a cargo ship"
        return f"{leaving.acvm.upper()} left the map as {shown}"
    return None


# --- UTF-4.1.1, 5.4 Waiting sets -------------------------------------------------------


@cases(resting("voyages", "UTF-4.1.1a"), resting("activated", "UTF-4.1.1b"), reads=("acvm",))
def one_die_for_each_waiting_set(tables: Tables, state: State, roll: v.RollRecycle) -> Verdicts:
    voyage, name = state.voyage(roll.acvm), roll.acvm.upper()
    active = state.phase == st.BRITISH_PHASE
    if voyage.at != st.WAITING:
        yield "UTF-4.1.1a", f"a die was rolled for {name}, which does not wait"
    elif active and voyage.rolled == state.serial:
        yield "UTF-4.1.1a", f"a second die was rolled for {name}"
    elif active and voyage.waits == state.serial:
        yield "UTF-4.1.1a", f"{name} has left the map in this activation"
    if active and state.activated.get(st.BRITISH, 0) == 1:
        first = f"the first British activation of turn {state.turn}"
        yield "UTF-4.1.1b", f"a set was rolled for in {first}"


@cases("UTF-4.1.2c", "UTF-5.4b", "UTF-5.4d", reads=("acvm",))
def a_set_comes_back_on_a_six(tables: Tables, state: State, back: v.ReturnSet) -> Verdicts:
    """A waiting set comes back on a six; each further die of the activation gets one more
    (UTF-5.4d)."""
    voyage, name = state.voyage(back.acvm), back.acvm.upper()
    may_return = owed(state, st.RETURN, back.acvm) or owed(state, st.MAYBE_RETURN, back.acvm)
    rolled_late = voyage.rolled == state.serial > 0 and state.rolls > 1
    needs = f"{tables.recycle_needs} or more"
    if tables.on_map(voyage.at):
        yield "UTF-4.1.2c", f"{name} went back into the cups without waiting"
    elif voyage.at == st.FREE:
        yield "UTF-5.4b", f"{name} went back into the cups and does not wait"
    elif not may_return and not rolled_late:
        yield "UTF-5.4b", Broken(f"{name} came back", needs)
    if not may_return and rolled_late:
        more = tables.recycle_more * (state.rolls - 1)
        yield "UTF-5.4d", Broken(f"{name} came back", f"{needs} with at most +{more}")


# --- What a British activation leaves out ------------------------------------------------


TURNS = ("UTF-4.1.6", "UTF-4.1.2a", "UTF-6.1c", "UTF-5.2d", "UTF-5.4c")


@cases(*TURNS, resting("voyages", "UTF-4.1.2a"), severity=MISSING)
def every_set_has_had_its_turn(tables: Tables, state: State, end: v.EndActivation) -> Verdicts:
    voyages = state.voyages.values()
    if state.phase == st.BRITISH_PHASE:
        if not state.sets_drawn and facts.can_draw_set(tables, state):
            yield "UTF-4.1.6", "no new set was drawn"
        if left := [one.id for one in voyages if facts.must_exit(tables, state, one)]:
            yield "UTF-4.1.2a", f"{', '.join(left).upper()} had arrived and stayed on the map"
        if left := [one.id for one in voyages if facts.must_sail(tables, state, one)]:
            yield "UTF-6.1c", f"{', '.join(left).upper()} did not move"
    if owed(state, st.PLACE):
        yield "UTF-5.2d", "a set was drawn and its map marker not placed"
    if back := owed(state, st.RETURN):
        yield "UTF-5.4c", f"{back.piece.upper()} came back and did not go into the cups"


@case("UTF-6.1a", reads=("acvm",))
def a_set_moves_once_for_a_card(tables: Tables, state: State, move: v.MoveACVM) -> Fault:
    voyage = state.voyage(move.acvm)
    if not tables.on_map(voyage.at):
        return f"{move.acvm.upper()} moved and was not on the map"
    if state.phase != st.BRITISH_PHASE:
        return None
    if voyage.moved == state.serial:
        return f"{move.acvm.upper()} moved a second time"
    if voyage.placed == state.serial:
        return f"{move.acvm.upper()} moved in the activation in which it was placed"
    return None


WAYS = ("UTF-6.1g", "UTF-6.1h", "UTF-6.1a")


@cases(*WAYS, resting("voyages", "UTF-4.1.4a"), reads=("acvm", "hex"))
def a_set_sails_one_hex_directly(tables: Tables, state: State, move: v.MoveACVM) -> Verdict:
    voyage, name = state.voyage(move.acvm), move.acvm.upper()
    here, there = voyage.at, move.hex
    starts = (here,) if tables.on_map(here) else ()
    strayed = facts.strayed(tables, name, starts, there, "UTF-6.1a")
    if strayed or not starts or goals_of_step(tables, voyage, there):
        return strayed
    legal = [near for near in tables.neighbours[here] if goals_of_step(tables, voyage, near)]
    return "UTF-4.1.4a", Broken(f"{name} moved from {here} to {there}", ", ".join(legal))


@case("UTF-6.2b", reads=("acvm", "hex", "arrow"), severity=INTERPRETATION, rests_on=("voyages",))
def the_arrow_keeps_the_heading(tables: Tables, state: State, move: v.MoveACVM) -> Fault:
    voyage = state.voyage(move.acvm)
    if not tables.on_map(voyage.at):
        return None
    ahead = voyage.changed(destination=goals_of_step(tables, voyage, move.hex))
    return facts.wrong_arrow(tables, ahead, move.hex, move.arrow)


@case("UTF-6.2d", reads=("acvm", "face"), severity=INTERPRETATION)
def all_sets_show_one_colour(tables: Tables, state: State, move: v.MoveACVM) -> Fault:
    """All map markers that sail in an activation must show the same colour. If two were both turned
    over, or both not, they differed before, which is no fault here. A marker that sails for the
    first time must show the colour of any other."""
    if move.face is None or state.phase != st.BRITISH_PHASE:
        return None
    turned = facts.is_turned(state.voyage(move.acvm), move.face)
    others = [
        one
        for one in state.voyages.values()
        if one.moved == state.serial and tables.on_map(one.at) and one.id != move.acvm
    ]
    known = any(one.face == move.face for one in others)
    for one in others:
        fresh = None in (turned, one.turned)
        as_before = known if fresh else turned == one.turned
        if one.face not in (None, move.face) and not as_before:
            return Broken(f"{move.acvm.upper()} shows {move.face}", str(one.face))
    return None


@cases("UTF-3.3.2g", "UTF-5.3a", reads=("ca", "hex"), rests_on=("cruisers",))
def only_active_cruisers_move(tables: Tables, state: State, plot: v.PlotCruiser) -> Verdicts:
    cruiser = state.cruisers.get(plot.ca)
    if cruiser is None:
        yield "UTF-3.3.2g", f"{plot.ca} is no cruiser of the game"
    elif plot.hex is not None and plot.hex not in cruiser.at and cruiser.active is False:
        red = facts.most_active(tables, state)
        if not red:
            moved = f"{plot.ca} moved to {plot.hex}"
            yield "UTF-3.3.2g", f"{moved} before any cruiser was activated"
        cards = f"red cruiser cards so far: {red}"
        yield "UTF-5.3a", f"{plot.ca} moved and was not activated; {cards}"


IDLE: Mapping[type[Verb], tuple[str, str]] = {
    v.JoinEscort: ("UTF-4.1.3b", "joined a convoy"),
    v.LeaveEscort: ("UTF-5.3e", "left its convoy"),
    v.CruiserSearch: ("UTF-4.1.5", "searched"),
}
"""Case, and the message about an inactive cruiser that acts."""


@cases("UTF-4.1.3b", "UTF-5.3e", "UTF-4.1.5", reads=("ca",), rests_on=("cruisers",))
def only_active_cruisers_act(
    tables: Tables, state: State, act: Switch | v.CruiserSearch
) -> Verdict:
    case_id, did = IDLE[type(act)]
    cruiser, searches = state.cruisers.get(act.ca), isinstance(act, v.CruiserSearch)
    if cruiser is None:  # who searches: UTF-7.0
        return None if searches else (case_id, f"{act.ca} is no cruiser of the game")
    if searches and not may_sail_alone(state, cruiser):
        case_id = "UTF-5.3e"
    return (case_id, f"{act.ca} {did} and is not active") if cruiser.active is False else None


# --- Where a cruiser may be plotted ----------------------------------------------------


@cases("UTF-4.1.3d", "UTF-4.1.3e", resting("cruisers", "UTF-4.1.3f"), reads=("ca", "hex"))
def one_entry_of_four_digits_for_each_activation(
    tables: Tables, state: State, plot: v.PlotCruiser
) -> Verdicts:
    """An escort goes with its convoy instead."""
    cruiser = state.cruiser(plot.ca)
    again = plot.ca in state.cruisers and cruiser.plotted == state.serial
    if again and state.phase == st.BRITISH_PHASE:
        yield "UTF-4.1.3d", f"{plot.ca} was plotted a second time in one activation"
    if _is_no_hex(plot.hex):
        yield "UTF-4.1.3e", f"{plot.hex!r} was plotted"
    if plot.hex is not None and not may_sail_alone(state, cruiser):
        convoys = ", ".join(sorted(cruiser.at)).upper()
        yield "UTF-4.1.3f", f"{plot.ca} was plotted to {plot.hex} and escorts {convoys}"


def _is_no_hex(entry: str | None) -> bool:
    return entry is not None and not HEX.fullmatch(entry)


@cases("UTF-6.1g", resting("cruisers", "UTF-6.1h", "UTF-5.3d", "UTF-6.1e"), reads=("ca", "hex"))
def a_cruiser_moves_one_hex(tables: Tables, state: State, plot: v.PlotCruiser) -> Verdict:
    if plot.hex is None or _is_no_hex(plot.hex):
        return None
    cruiser = state.cruiser(plot.ca)
    comes_on = not cruiser.plotted and cruiser.at == cruiser.start
    too_far = "UTF-5.3d" if comes_on and may_sail_alone(state, cruiser) else "UTF-6.1e"
    return facts.strayed(tables, plot.ca, facts.cruiser_hexes(state, cruiser), plot.hex, too_far)


# --- DU-17 Escorts ----------------------------------------------------------------------


@case("DU-17", reads=("ca", "acvm"), rests_on=("cruisers",))
def an_escort_begins_in_the_convoys_hex(tables: Tables, state: State, join: v.JoinEscort) -> Fault:
    cruiser, convoy = state.cruisers.get(join.ca), state.voyage(join.acvm)
    if not tables.on_map(convoy.at):
        return f"{join.ca} escorts {join.acvm}, which is not on the map"
    if cruiser is None:
        return None
    if not may_sail_alone(state, cruiser):
        return f"{join.ca} is an escort already"
    if cruiser.at and convoy.at not in facts.cruiser_hexes(state, cruiser):
        return Broken(f"{join.ca} escorts {join.acvm.upper()} from another hex", convoy.at)
    return None


@case("DU-17", reads=("ca",))
def an_escort_changes_once_and_does_not_move(tables: Tables, state: State, switch: Switch) -> Fault:
    cruiser = state.cruisers.get(switch.ca)
    if cruiser is None or state.phase != st.BRITISH_PHASE:
        return None
    if isinstance(switch, v.JoinEscort) and cruiser.plotted == state.serial:
        return f"{switch.ca} moved and joined a convoy in one activation"
    if cruiser.switched == state.serial:
        return f"{switch.ca} joined and left a convoy in one activation"
    return None


@case("DU-17", reads=("ca",), rests_on=("cruisers",))
def only_an_escort_leaves_a_convoy(tables: Tables, state: State, leave: v.LeaveEscort) -> Fault:
    if may_escort(state, state.cruiser(leave.ca)):
        return None
    return f"{leave.ca} left a convoy and was no escort"


# --- UTF-4.2.1, 6.1 Atlantis -----------------------------------------------------------


@case("UTF-6.1a")
def one_move_for_each_card(tables: Tables, state: State, plot: v.PlotAtlantis) -> Fault:
    if state.phase == st.GERMAN_PHASE and state.plot:
        return "a second entry was written in one activation"
    return None


@cases("UTF-6.1g", resting("atlantis", "UTF-6.1h", "UTF-6.1b"), reads=("hex",))
def atlantis_moves_one_hex(tables: Tables, state: State, plot: v.PlotAtlantis) -> Verdict:
    if plot.hex is None or _is_no_hex(plot.hex):
        return None
    return facts.strayed(tables, "Atlantis", state.atlantis, plot.hex, "UTF-6.1b")


@case("UTF-4.2.1b", reads=("hex", "column"), rests_on=("column",))
def the_sheet_is_filled_in_order(tables: Tables, state: State, plot: v.PlotAtlantis) -> Fault:
    if _is_no_hex(plot.hex):
        return f"{plot.hex!r} was plotted"
    if plot.column not in (None, state.column + 1):
        return Broken(f"column {plot.column} was filled", str(state.column + 1))
    return None


@cases("UTF-4.2.1a", resting("column", "UTF-4.2.1c"), "UTF-6.1d", severity=MISSING)
def each_activation_is_plotted(tables: Tables, state: State, end: v.EndActivation) -> Verdicts:
    """Every activation needs a plot; the plot of an escort moves with its convoy."""
    if state.phase == st.GERMAN_PHASE and not state.plot:
        yield "UTF-4.2.1a", "nothing was plotted"
    if owed(state, st.CHECK):
        did = f"column {state.column} is grey and no morale check was made"
        yield "UTF-4.2.1c", did
    for ca, place in state.lies.items():
        convoy = state.voyage(state.cruiser(ca).at.place or "")
        if tables.on_map(convoy.at) and convoy.at != place:
            did = f"{ca} escorts {convoy.id.upper()} to {convoy.at} and is plotted in {place}"
            yield "UTF-6.1d", Broken(did, convoy.at)


@case("UTF-9.1e")
def a_cancelled_move_is_taken_back(tables: Tables, state: State, end: v.EndActivation) -> Fault:
    place = state.lies.get(st.ATLANTIS)
    if state.plot != st.CANCELLED or place is None or place in state.stood:
        return None
    did = f"Atlantis stayed plotted in {place} although the check had cancelled the move"
    return Broken(did, state.stood.in_words())


@case("UTF-4.2.2", reads=("hex", "acvm"))
def atlantis_searches_a_convoy(tables: Tables, state: State, search: v.AtlantisSearch) -> Fault:
    at = state.voyage(search.acvm).at
    if not tables.on_map(at):
        return f"Atlantis searched for {search.acvm}, which is not on the map"
    if at == search.hex:
        return None
    there = [one.id for one in state.voyages.values() if one.at == search.hex]
    did = f"Atlantis searched {search.hex} and {search.acvm.upper()} is in {at}"
    return Broken(did, ", ".join(there).upper())


@case("UTF-6.1f", reads=("piece", "box"))
def vessels_appear_only_to_search(tables: Tables, state: State, place: v.PlaceOnDisplay) -> Fault:
    if tables.on_map(place.box) and state.phase != st.OVER:
        return f"{place.piece} was put on {place.box} without a search"
    return None
