"""The secret plots of Atlantis and the cruisers, and escorts (UTF-4.1.3, 4.2.1, 5.3, 6.1, 7.2)."""

from __future__ import annotations

import re

from validator.rules.cases import INTERPRETATION, MISSING, Broken, Fault

from . import state as st
from . import verbs as v
from .book import case
from .facts import (
    cruiser_hexes,
    far_told,
    may_sail_alone,
    most_active,
    owed,
    why_no_way,
)
from .state import State
from .tables import Tables

_HEX = re.compile(r"\d{4}")


# --- Who may be plotted ----------------------------------------------------------------


@case("UTF-3.3.2g", reads=("ca", "hex"), rests_on=("cruisers",))
def a_cruiser_waits_for_its_card(tables: Tables, state: State, plot: v.PlotCruiser) -> Fault:
    cruiser = state.cruisers.get(plot.ca)
    if cruiser is None:
        return f"{plot.ca} is no cruiser of the game"
    if _moves(cruiser, plot) and _idle(cruiser) and not most_active(tables, state):
        return f"{plot.ca} moved to {plot.hex} before any cruiser was activated"
    return None


@case("UTF-5.3a", reads=("ca", "hex"), rests_on=("cruisers",))
def one_cruiser_for_each_red_card(tables: Tables, state: State, plot: v.PlotCruiser) -> Fault:
    cruiser = state.cruisers.get(plot.ca)
    if cruiser is None or not _moves(cruiser, plot) or not _idle(cruiser):
        return None
    red = most_active(tables, state)
    return f"{plot.ca} moved and was not activated; red cruiser cards so far: {red}"


@case("UTF-4.1.3b", reads=("ca",), rests_on=("cruisers",))
def only_an_active_cruiser_joins_a_convoy(
    tables: Tables, state: State, join: v.JoinEscort
) -> Fault:
    cruiser = state.cruisers.get(join.ca)
    if cruiser is None:
        return f"{join.ca} is no cruiser of the game"
    return f"{join.ca} joined a convoy and is not active" if _idle(cruiser) else None


@case("UTF-5.3e", reads=("ca",), rests_on=("cruisers",))
def an_idle_escort_stays_with_its_convoy(
    tables: Tables, state: State, leave: v.LeaveEscort
) -> Fault:
    cruiser = state.cruisers.get(leave.ca)
    if cruiser is None:
        return f"{leave.ca} is no cruiser of the game"
    return f"{leave.ca} left its convoy and is not active" if _idle(cruiser) else None


@case("UTF-5.3e", reads=("ca",), rests_on=("cruisers",))
def an_idle_escort_does_not_search(tables: Tables, state: State, search: v.CruiserSearch) -> Fault:
    cruiser = state.cruisers.get(search.ca)
    if cruiser is not None and _idle(cruiser) and not may_sail_alone(state, cruiser):
        return f"{search.ca} searched and is not active"
    return None


@case("UTF-4.1.5", reads=("ca",), rests_on=("cruisers",))
def only_active_cruisers_search(tables: Tables, state: State, search: v.CruiserSearch) -> Fault:
    cruiser = state.cruisers.get(search.ca)
    if cruiser is not None and _idle(cruiser) and may_sail_alone(state, cruiser):
        return f"{search.ca} searched and is not active"
    return None


def _idle(cruiser: st.Cruiser) -> bool:
    """Whether a cruiser is known not to be activated."""
    return cruiser.active is False


def _moves(cruiser: st.Cruiser, plot: v.PlotCruiser) -> bool:
    return plot.hex is not None and plot.hex not in cruiser.at


# --- Where a cruiser may be plotted ----------------------------------------------------


@case("UTF-4.1.3d", reads=("ca",))
def one_entry_for_each_activation(tables: Tables, state: State, plot: v.PlotCruiser) -> Fault:
    cruiser = state.cruisers.get(plot.ca)
    if cruiser is not None and state.phase == st.BRITISH_PHASE and cruiser.plotted == state.serial:
        return f"{plot.ca} was plotted a second time in one activation"
    return None


@case("UTF-4.1.3e", reads=("hex",))
def a_plot_names_a_hex_by_four_digits(tables: Tables, state: State, plot: v.PlotCruiser) -> Fault:
    if plot.hex is not None and not _HEX.fullmatch(plot.hex):
        return f"{plot.hex!r} was plotted"
    return None


@case("UTF-4.1.3f", reads=("ca", "hex"), rests_on=("cruisers",))
def an_escort_goes_with_its_convoy(tables: Tables, state: State, plot: v.PlotCruiser) -> Fault:
    cruiser = state.cruisers.get(plot.ca)
    if cruiser is None or plot.hex is None or may_sail_alone(state, cruiser):
        return None
    convoys = ", ".join(sorted(cruiser.at)).upper()
    return f"{plot.ca} was plotted to {plot.hex} and escorts {convoys}"


@case("UTF-6.1e", reads=("ca", "hex"), rests_on=("cruisers",))
def a_cruiser_moves_one_hex(tables: Tables, state: State, plot: v.PlotCruiser) -> Fault:
    if _barred(tables, state, plot) == "far" and not _from_its_start(state, plot):
        return f"{plot.ca} moved {_hexes(tables, state, plot)} to {plot.hex}"
    return None


@case("UTF-5.3d", reads=("ca", "hex"), rests_on=("cruisers",))
def a_cruiser_comes_on_beside_its_start(tables: Tables, state: State, plot: v.PlotCruiser) -> Fault:
    if _barred(tables, state, plot) == "far" and _from_its_start(state, plot):
        return f"{plot.ca} came on {_hexes(tables, state, plot)} from its start, in {plot.hex}"
    return None


@case("UTF-6.1g", reads=("ca", "hex"))
def a_cruiser_stays_on_numbered_hexes(tables: Tables, state: State, plot: v.PlotCruiser) -> Fault:
    if plot.hex is None or not _HEX.fullmatch(plot.hex) or tables.on_map(plot.hex):
        return None
    return f"{plot.ca} was plotted to {plot.hex}, which has no number"


@case("UTF-6.1h", reads=("ca", "hex"), rests_on=("cruisers",))
def a_cruiser_crosses_no_closed_side(tables: Tables, state: State, plot: v.PlotCruiser) -> Fault:
    if _barred(tables, state, plot) == "UTF-6.1h":
        return f"{plot.ca} crossed a closed side to {plot.hex}"
    return None


def _barred(tables: Tables, state: State, plot: v.PlotCruiser) -> str:
    """What bars the way to a plotted hex; empty where nothing does, or nothing is known."""
    cruiser = state.cruisers.get(plot.ca)
    if cruiser is None or plot.hex is None or not cruiser.at:
        return ""
    return why_no_way(tables, cruiser_hexes(state, cruiser), plot.hex)


def _hexes(tables: Tables, state: State, plot: v.PlotCruiser) -> str:
    return far_told(tables, cruiser_hexes(state, state.cruisers[plot.ca]), plot.hex or "")


def _from_its_start(state: State, plot: v.PlotCruiser) -> bool:
    """Whether a cruiser that started alone has never moved."""
    cruiser = state.cruisers[plot.ca]
    return not cruiser.plotted and cruiser.at == cruiser.start and may_sail_alone(state, cruiser)


# --- DU-17 Escorts ----------------------------------------------------------------------


@case("DU-17", reads=("ca", "acvm"), severity=INTERPRETATION, rests_on=("cruisers",))
def an_escort_begins_in_the_convoys_hex(tables: Tables, state: State, join: v.JoinEscort) -> Fault:
    cruiser, convoy = state.cruisers.get(join.ca), state.voyages.get(join.acvm)
    if convoy is None or not tables.on_map(convoy.at):
        return f"{join.ca} escorts {join.acvm}, which is not on the map"
    if cruiser is None:
        return None
    if not may_sail_alone(state, cruiser):
        return f"{join.ca} is an escort already"
    if cruiser.at and convoy.at not in cruiser_hexes(state, cruiser):
        return Broken(f"{join.ca} escorts {join.acvm.upper()} from another hex", convoy.at)
    return None


@case("DU-17", reads=("ca",), severity=INTERPRETATION)
def an_escort_does_not_move_when_it_joins(
    tables: Tables, state: State, join: v.JoinEscort
) -> Fault:
    cruiser = state.cruisers.get(join.ca)
    if cruiser is None or state.phase != st.BRITISH_PHASE or cruiser.plotted != state.serial:
        return None
    return f"{join.ca} moved and joined a convoy in one activation"


@case("DU-17", reads=("ca",), severity=INTERPRETATION)
def an_escort_changes_once(
    tables: Tables, state: State, switch: v.JoinEscort | v.LeaveEscort
) -> Fault:
    cruiser = state.cruisers.get(switch.ca)
    if cruiser is not None and state.phase == st.BRITISH_PHASE and cruiser.switched == state.serial:
        return f"{switch.ca} joined and left a convoy in one activation"
    return None


@case("DU-17", reads=("ca",), severity=INTERPRETATION, rests_on=("cruisers",))
def only_an_escort_leaves_a_convoy(tables: Tables, state: State, leave: v.LeaveEscort) -> Fault:
    cruiser = state.cruisers.get(leave.ca)
    if cruiser is not None and cruiser.at and not cruiser.at.keys() & state.voyages.keys():
        return f"{leave.ca} left a convoy and was no escort"
    return None


# --- UTF-4.2.1, 6.1 Atlantis -----------------------------------------------------------


@case("UTF-6.1a")
def one_move_for_each_card(tables: Tables, state: State, plot: v.PlotAtlantis) -> Fault:
    if state.phase == st.GERMAN_PHASE and state.plot:
        return "a second entry was written in one activation"
    return None


@case("UTF-6.1b", reads=("hex",), rests_on=("atlantis",))
def atlantis_moves_one_hex(tables: Tables, state: State, plot: v.PlotAtlantis) -> Fault:
    if _way(tables, state, plot) == "far":
        return f"Atlantis moved {far_told(tables, state.atlantis, plot.hex or '')} to {plot.hex}"
    return None


@case("UTF-6.1g", reads=("hex",))
def atlantis_stays_on_numbered_hexes(tables: Tables, state: State, plot: v.PlotAtlantis) -> Fault:
    if plot.hex is None or not _HEX.fullmatch(plot.hex) or tables.on_map(plot.hex):
        return None
    return f"{plot.hex} was plotted, which has no number"


@case("UTF-6.1h", reads=("hex",), rests_on=("atlantis",))
def atlantis_crosses_no_closed_side(tables: Tables, state: State, plot: v.PlotAtlantis) -> Fault:
    if _way(tables, state, plot) == "UTF-6.1h":
        return f"Atlantis crossed a closed side to {plot.hex}"
    return None


def _way(tables: Tables, state: State, plot: v.PlotAtlantis) -> str:
    if plot.hex is None or not state.atlantis:
        return ""
    return why_no_way(tables, state.atlantis, plot.hex)


@case("UTF-4.2.1b", reads=("hex", "column"), rests_on=("column",))
def the_sheet_is_filled_in_order(tables: Tables, state: State, plot: v.PlotAtlantis) -> Fault:
    if plot.hex is not None and not _HEX.fullmatch(plot.hex):
        return f"{plot.hex!r} was plotted"
    if plot.column is not None and plot.column != state.column + 1:
        return Broken(f"column {plot.column} was filled", str(state.column + 1))
    return None


@case("UTF-4.2.1a", severity=MISSING)
def every_activation_is_plotted(tables: Tables, state: State, end: v.EndActivation) -> Fault:
    if state.phase == st.GERMAN_PHASE and not state.plot:
        return "nothing was plotted"
    return None


@case("UTF-4.2.1c", severity=MISSING, rests_on=("column",))
def a_grey_column_calls_for_a_check(tables: Tables, state: State, end: v.EndActivation) -> Fault:
    if owed(state, st.CHECK):
        return f"column {state.column} is grey and no morale check was made"
    return None


@case("UTF-4.2.2", reads=("hex", "acvm"))
def atlantis_searches_where_a_convoy_is(
    tables: Tables, state: State, search: v.AtlantisSearch
) -> Fault:
    voyage = state.voyages.get(search.acvm)
    if voyage is None or not tables.on_map(voyage.at):
        return f"Atlantis searched for {search.acvm}, which is not on the map"
    if voyage.at != search.hex:
        there = [one.id for one in state.voyages.values() if one.at == search.hex]
        return Broken(
            f"Atlantis searched {search.hex} and {search.acvm.upper()} is in {voyage.at}",
            ", ".join(there).upper(),
        )
    return None


# --- UTF-6.1f Counters that show where a ship is ---------------------------------------


@case("UTF-6.1f", reads=("piece", "box"))
def combat_vessels_come_on_the_map_to_search(
    tables: Tables, state: State, place: v.PlaceOnDisplay
) -> Fault:
    if tables.on_map(place.box) and state.phase != st.OVER:
        return f"{place.piece} was put on {place.box} without a search"
    return None
