"""Sections 2 and 3: components and set-up (UTF-2, UTF-3)."""

from __future__ import annotations

from validator.rules.cases import Broken, Fault, Verdicts, left_out
from validator.rules.dice import hold_six_faces

from . import state as st
from . import verbs as v
from .book import book, case, cases
from .facts import sailing
from .state import State
from .tables import Tables

# --- UTF-2 Components ------------------------------------------------------------------

hold_six_faces(book, "UTF-2.0e", v.VERBS)


@case("UTF-2.0d", reads=("blind",))
def markers_are_drawn_blind(tables: Tables, state: State, draw: v.DrawSet) -> Fault:
    return None if draw.blind else "markers were picked and not drawn"


# --- UTF-3.3 The German sets up first --------------------------------------------------


@case("UTF-3.3")
def german_sets_up_first(tables: Tables, state: State, place: v.DrawSet | v.PlaceCruiser) -> Fault:
    if state.phase == st.SET_UP and st.GERMAN in state.sees and not state.atlantis:
        return "the British set up before the German had chosen his start"
    return None


@case("UTF-3.3.1a")
def the_start_is_written_once(tables: Tables, state: State, choose: v.ChooseStart) -> Fault:
    if state.phase != st.SET_UP:
        return f"a start was written in turn {state.turn}"
    return "a second start was written" if state.atlantis else None


@case("UTF-3.3.1a", reads=("hex",))
def the_start_is_a_numbered_hex(tables: Tables, state: State, choose: v.ChooseStart) -> Fault:
    if choose.hex is not None and not tables.on_map(choose.hex):
        return f"Atlantis starts in {choose.hex}, which has no number"
    return None


@case("UTF-3.3.1b")
def morale_starts_fresh(tables: Tables, state: State, act: v.ChangeMorale | v.DrawCard) -> Fault:
    if state.phase != st.SET_UP:
        return None
    if isinstance(act, v.ChangeMorale):
        return "the fatigue marker was moved before the first card"
    if state.morale != tables.morale[0]:
        return Broken(f"morale starts at {state.morale}", tables.morale[0])
    return None


@cases("UTF-3.3.1a", "UTF-3.3.2a", "UTF-3.3.2c", "UTF-3.3.2d")
def play_waits_for_the_set_up(tables: Tables, state: State, draw: v.DrawCard) -> Verdicts:
    if state.phase != st.SET_UP:
        return
    if st.GERMAN in state.sees and not state.atlantis:
        yield "UTF-3.3.1a", left_out("play began before Atlantis' start was written")
    if not state.sets_drawn and not sailing(tables, state):
        yield "UTF-3.3.2a", left_out("play began before the first O/D markers were drawn")
    if any(p.what == st.PLACE for p in state.pending):
        yield "UTF-3.3.2c", left_out("play began before the map marker was placed")
    lacking = [one.id for one in state.cruisers.values() if not one.at]
    if st.BRITISH in state.sees and lacking:
        yield "UTF-3.3.2d", left_out(f"play began before {' and '.join(lacking)} were placed")


# --- UTF-3.3.2 The first voyage and the cruisers ---------------------------------------


@case("UTF-3.3.2a")
def one_set_is_drawn_in_the_set_up(tables: Tables, state: State, draw: v.DrawSet) -> Fault:
    if state.phase == st.SET_UP and state.sets_drawn:
        return "a second pair of O/D markers was drawn in the set-up"
    return None


@case("UTF-3.3.2d", reads=("ca",))
def each_cruiser_starts_once(tables: Tables, state: State, place: v.PlaceCruiser) -> Fault:
    cruiser = state.cruisers.get(place.ca)
    if cruiser is None:
        return f"{place.ca} is no cruiser of the game"
    if state.phase != st.SET_UP:
        return f"a start was written in turn {state.turn}"
    return f"a second start of {place.ca} was written" if cruiser.at else None


@case("UTF-3.3.2e", reads=("ca", "hex", "escorts"))
def one_cruiser_may_start_as_escort(tables: Tables, state: State, place: v.PlaceCruiser) -> Fault:
    if not place.escorts:
        return None
    convoy = state.voyage(place.escorts)
    if not tables.on_map(convoy.at):
        return f"{place.ca} escorts {place.escorts}, which is not on the map"
    if place.hex is not None and place.hex != convoy.at:
        return Broken(f"the escort starts in {place.hex}", convoy.at)
    others = sum(
        one.id != place.ca and bool(one.at.keys() & state.voyages.keys()) and len(one.at) == 1
        for one in state.cruisers.values()
    )
    return "both cruisers start as escorts" if others >= tables.escorts_at_start else None


@case("UTF-3.3.2f", reads=("hex", "escorts"))
def other_cruisers_start_at_entry(tables: Tables, state: State, place: v.PlaceCruiser) -> Fault:
    if place.hex is None or place.escorts or place.hex in tables.entry_hexes:
        return None
    if place.escorts is None and any(one.at == place.hex for one in sailing(tables, state)):
        return None
    return Broken(f"{place.ca} starts in {place.hex}", ", ".join(sorted(tables.entry_hexes)))
