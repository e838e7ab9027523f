"""The secret plots of Atlantis and the cruisers, and escorts (UTF-4.1.3, 4.2.1, 5.3, 6.1, 7.2)."""

from __future__ import annotations

import re

from validator.rules.cases import MISSING, Broken, Fault, Verdict, Verdicts

from . import facts
from . import state as st
from . import verbs as v
from .book import case, cases
from .facts import cruiser_hexes, far_told, may_sail_alone, owed
from .state import State
from .tables import Tables

_HEX = re.compile(r"\d{4}")


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


@cases("UTF-4.1.3b", "UTF-5.3e", "UTF-4.1.5", reads=("ca",), rests_on=("cruisers",))
def only_an_active_cruiser_searches_and_changes_its_convoy(
    tables: Tables, state: State, act: v.JoinEscort | v.LeaveEscort | v.CruiserSearch
) -> Verdict:
    cruiser = state.cruisers.get(act.ca)
    if isinstance(act, v.CruiserSearch):
        case_id, did = "UTF-4.1.5", "searched"
        if cruiser is None:
            return None
        if not may_sail_alone(state, cruiser):
            case_id = "UTF-5.3e"
    elif isinstance(act, v.JoinEscort):
        case_id, did = "UTF-4.1.3b", "joined a convoy"
    else:
        case_id, did = "UTF-5.3e", "left its convoy"
    if cruiser is None:
        return case_id, f"{act.ca} is no cruiser of the game"
    return (case_id, f"{act.ca} {did} and is not active") if cruiser.active is False else None


# --- Where a cruiser may be plotted ----------------------------------------------------


@case("UTF-4.1.3d", reads=("ca",))
def one_entry_for_each_activation(tables: Tables, state: State, plot: v.PlotCruiser) -> Fault:
    again = plot.ca in state.cruisers and state.cruiser(plot.ca).plotted == state.serial
    if again and state.phase == st.BRITISH_PHASE:
        return f"{plot.ca} was plotted a second time in one activation"
    return None


@case("UTF-4.1.3e", reads=("hex",))
def a_plot_names_a_hex_by_four_digits(tables: Tables, state: State, plot: v.PlotCruiser) -> Fault:
    return f"{plot.hex!r} was plotted" if _is_no_hex(plot.hex) else None


def _is_no_hex(entry: str | None) -> bool:
    return entry is not None and not _HEX.fullmatch(entry)


@case("UTF-4.1.3f", reads=("ca", "hex"), rests_on=("cruisers",))
def an_escort_goes_with_its_convoy(tables: Tables, state: State, plot: v.PlotCruiser) -> Fault:
    cruiser = state.cruiser(plot.ca)
    if plot.hex is None or may_sail_alone(state, cruiser):
        return None
    convoys = ", ".join(sorted(cruiser.at)).upper()
    return f"{plot.ca} was plotted to {plot.hex} and escorts {convoys}"


@cases(
    *("UTF-6.1g", "UTF-6.1h", "UTF-5.3d", "UTF-6.1e"),
    reads=("ca", "hex"),
    rests_on=dict.fromkeys(("UTF-6.1h", "UTF-5.3d", "UTF-6.1e"), ("cruisers",)),
)
def a_cruiser_moves_one_hex(tables: Tables, state: State, plot: v.PlotCruiser) -> Verdict:
    if plot.hex is None:
        return None
    if not tables.on_map(plot.hex):
        did = f"{plot.ca} was plotted to {plot.hex}, which has no number"
        return None if _is_no_hex(plot.hex) else ("UTF-6.1g", did)
    cruiser = state.cruiser(plot.ca)
    hexes = cruiser_hexes(state, cruiser)
    why = facts.why_no_way(tables, hexes, plot.hex) if cruiser.at else ""
    if why == "UTF-6.1h":
        return why, f"{plot.ca} crossed a closed side to {plot.hex}"
    if not why:
        return None
    far = far_told(tables, hexes, plot.hex)
    if not cruiser.plotted and cruiser.at == cruiser.start and may_sail_alone(state, cruiser):
        return "UTF-5.3d", f"{plot.ca} came on {far} from its start, in {plot.hex}"
    return "UTF-6.1e", f"{plot.ca} moved {far} to {plot.hex}"


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
    if cruiser.at and convoy.at not in cruiser_hexes(state, cruiser):
        return Broken(f"{join.ca} escorts {join.acvm.upper()} from another hex", convoy.at)
    return None


@case("DU-17", reads=("ca",))
def an_escort_changes_once_and_does_not_move(
    tables: Tables, state: State, switch: v.JoinEscort | v.LeaveEscort
) -> Fault:
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
    at = state.cruiser(leave.ca).at
    escorts = not at or at.keys() & state.voyages.keys()
    return None if escorts else f"{leave.ca} left a convoy and was no escort"


# --- UTF-4.2.1, 6.1 Atlantis -----------------------------------------------------------


@case("UTF-6.1a")
def one_move_for_each_card(tables: Tables, state: State, plot: v.PlotAtlantis) -> Fault:
    if state.phase == st.GERMAN_PHASE and state.plot:
        return "a second entry was written in one activation"
    return None


@cases(
    *("UTF-6.1g", "UTF-6.1h", "UTF-6.1b"),
    reads=("hex",),
    rests_on=dict.fromkeys(("UTF-6.1h", "UTF-6.1b"), ("atlantis",)),
)
def atlantis_moves_one_hex(tables: Tables, state: State, plot: v.PlotAtlantis) -> Verdict:
    if plot.hex is None:
        return None
    if not tables.on_map(plot.hex):
        did = f"{plot.hex} was plotted, which has no number"
        return None if _is_no_hex(plot.hex) else ("UTF-6.1g", did)
    why = facts.why_no_way(tables, state.atlantis, plot.hex) if state.atlantis else ""
    if why == "UTF-6.1h":
        return why, f"Atlantis crossed a closed side to {plot.hex}"
    far = far_told(tables, state.atlantis, plot.hex)
    return ("UTF-6.1b", f"Atlantis moved {far} to {plot.hex}") if why else None


@case("UTF-4.2.1b", reads=("hex", "column"), rests_on=("column",))
def the_sheet_is_filled_in_order(tables: Tables, state: State, plot: v.PlotAtlantis) -> Fault:
    if _is_no_hex(plot.hex):
        return f"{plot.hex!r} was plotted"
    if plot.column not in (None, state.column + 1):
        return Broken(f"column {plot.column} was filled", str(state.column + 1))
    return None


@cases("UTF-4.2.1a", "UTF-4.2.1c", severity=MISSING, rests_on={"UTF-4.2.1c": ("column",)})
def each_activation_is_plotted(tables: Tables, state: State, end: v.EndActivation) -> Verdicts:
    if state.phase == st.GERMAN_PHASE and not state.plot:
        yield "UTF-4.2.1a", "nothing was plotted"
    if owed(state, st.CHECK):
        did = f"column {state.column} is grey and no morale check was made"
        yield "UTF-4.2.1c", did


@case("UTF-6.1d", severity=MISSING)
def an_escorts_plot_goes_along(tables: Tables, state: State, end: v.EndActivation) -> Fault:
    for ca, place in state.lies.items():
        cruiser = state.cruisers.get(ca)
        convoy = state.voyages.get((cruiser.at.place if cruiser is not None else None) or "")
        if convoy is not None and tables.on_map(convoy.at) and convoy.at != place:
            did = f"{ca} escorts {convoy.id.upper()} to {convoy.at} and is plotted in {place}"
            return Broken(did, convoy.at)
    return None


@case("UTF-9.1e")
def a_cancelled_move_is_taken_back(tables: Tables, state: State, end: v.EndActivation) -> Fault:
    place = state.lies.get(st.ATLANTIS)
    if state.plot != st.CANCELLED or place is None or place in state.stood:
        return None
    did = f"Atlantis stayed plotted in {place} although the check had cancelled the move"
    return Broken(did, state.stood.told())


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
