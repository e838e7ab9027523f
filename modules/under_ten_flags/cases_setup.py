"""Sections 2 and 3: components and set-up (UTF-2, UTF-3)."""

from __future__ import annotations

from validator.rules.cases import MISSING, Broken, Fault

from . import verbs as v
from .book import case
from .facts import port_of, sailing, set_up_done
from .state import BRITISH, GERMAN, PLACE, SET_UP, State
from .tables import Tables

OneDie = (
    v.RollRecycle
    | v.CruiserSearch
    | v.React
    | v.ACVCounter
    | v.UseUBoat
    | v.AtlantisSearch
    | v.AtlantisCounter
    | v.GunRange
)

# --- UTF-2 Components ------------------------------------------------------------------


@case("UTF-2.0d", reads=("blind",))
def markers_are_drawn_blind(tables: Tables, state: State, draw: v.DrawSet) -> Fault:
    if not draw.blind:
        return "markers were picked and not drawn"
    return None


@case("UTF-2.0e", reads=("die", "dice"))
def dice_have_six_faces(tables: Tables, state: State, roll: OneDie | v.MoraleCheck) -> Fault:
    thrown = roll.dice if isinstance(roll, v.MoraleCheck) else roll.die
    faces = thrown if isinstance(thrown, tuple) else () if thrown is None else (thrown,)
    if any(face not in range(1, 7) for face in faces):
        return Broken(f"a die shows {', '.join(map(str, faces))}", "1 to 6")
    return None


# --- UTF-3.3 The German sets up first --------------------------------------------------


@case("UTF-3.3")
def the_german_sets_up_first(
    tables: Tables, state: State, place: v.DrawSet | v.PlaceCruiser
) -> Fault:
    if state.phase == SET_UP and GERMAN in state.sees and not state.atlantis:
        return "the British set up before the German had chosen his start"
    return None


@case("UTF-3.3.1a")
def the_start_is_written_once(tables: Tables, state: State, choose: v.ChooseStart) -> Fault:
    if state.phase != SET_UP:
        return f"a start was written in turn {state.turn}"
    if state.atlantis:
        return "a second start was written"
    return None


@case("UTF-3.3.1a", reads=("hex",))
def the_start_is_a_numbered_hex(tables: Tables, state: State, choose: v.ChooseStart) -> Fault:
    if choose.hex is not None and not tables.on_map(choose.hex):
        return f"Atlantis starts in {choose.hex}, which has no number"
    return None


@case("UTF-3.3.1a")
def play_waits_for_the_start(tables: Tables, state: State, draw: v.DrawCard) -> Fault:
    if state.phase == SET_UP and GERMAN in state.sees and not state.atlantis:
        return Broken("play began before Atlantis' start was written", severity=MISSING)
    return None


@case("UTF-3.3.1b")
def morale_starts_fresh(tables: Tables, state: State, act: v.ChangeMorale | v.DrawCard) -> Fault:
    if state.phase != SET_UP:
        return None
    if isinstance(act, v.ChangeMorale):
        return "the fatigue marker was moved before the first card"
    if state.morale != tables.morale[0]:
        return Broken(f"morale starts at {state.morale}", tables.morale[0])
    return None


# --- UTF-3.3.2 The first voyage --------------------------------------------------------


@case("UTF-3.3.2a")
def one_set_is_drawn_in_the_set_up(tables: Tables, state: State, draw: v.DrawSet) -> Fault:
    if state.phase == SET_UP and state.sets_drawn:
        return "a second pair of O/D markers was drawn in the set-up"
    return None


@case("UTF-3.3.2a")
def play_waits_for_the_first_set(tables: Tables, state: State, draw: v.DrawCard) -> Fault:
    if state.phase == SET_UP and not state.sets_drawn and not sailing(tables, state):
        return Broken("play began before the first O/D markers were drawn", severity=MISSING)
    return None


@case("UTF-3.3.2c")
def play_waits_for_the_first_map_marker(tables: Tables, state: State, draw: v.DrawCard) -> Fault:
    if state.phase == SET_UP and any(p.what == PLACE for p in state.pending):
        return Broken("play began before the map marker was placed", severity=MISSING)
    return None


@case("UTF-3.3.2c", reads=("acvm", "hex"))
def the_first_map_marker_stands_on_its_origin(
    tables: Tables, state: State, place: v.PlaceACVM
) -> Fault:
    if state.phase != SET_UP:
        return None
    return not_on_its_origin(tables, state, place)


def not_on_its_origin(tables: Tables, state: State, place: v.PlaceACVM) -> Fault:
    """What is wrong with the hex where a new map marker is put."""
    voyage = state.voyages.get(place.acvm)
    if voyage is None or tables.port_at.get(place.hex, "") in voyage.origin:
        return None
    legal = port_of(tables, voyage.origin)
    return Broken(f"{place.acvm.upper()} was put on {place.hex}, which is not its origin", legal)


# --- UTF-3.3.2d to g The cruisers ------------------------------------------------------


@case("UTF-3.3.2d", reads=("ca",))
def each_cruiser_starts_once(tables: Tables, state: State, place: v.PlaceCruiser) -> Fault:
    cruiser = state.cruisers.get(place.ca)
    if cruiser is None:
        return f"{place.ca} is no cruiser of the game"
    if state.phase != SET_UP:
        return f"a start was written in turn {state.turn}"
    if cruiser.at:
        return f"a second start of {place.ca} was written"
    return None


@case("UTF-3.3.2d")
def play_waits_for_the_cruisers(tables: Tables, state: State, draw: v.DrawCard) -> Fault:
    if state.phase != SET_UP or BRITISH not in state.sees or set_up_done(tables, state):
        return None
    lacking = [one.id for one in state.cruisers.values() if not one.at]
    if lacking:
        return Broken(f"play began before {' and '.join(lacking)} were placed", severity=MISSING)
    return None


@case("UTF-3.3.2e", reads=("ca", "hex", "escorts"))
def one_cruiser_may_start_as_escort(tables: Tables, state: State, place: v.PlaceCruiser) -> Fault:
    if not place.escorts:
        return None
    convoy = state.voyages.get(place.escorts)
    if convoy is None or not tables.on_map(convoy.at):
        return f"{place.ca} escorts {place.escorts}, which is not on the map"
    if place.hex is not None and place.hex != convoy.at:
        return Broken(f"the escort starts in {place.hex}", convoy.at)
    others = sum(
        one.id != place.ca and bool(one.at.keys() & state.voyages.keys()) and len(one.at) == 1
        for one in state.cruisers.values()
    )
    if others >= tables.escorts_at_start:
        return "both cruisers start as escorts"
    return None


@case("UTF-3.3.2f", reads=("hex", "escorts"))
def other_cruisers_start_at_their_entry_hex(
    tables: Tables, state: State, place: v.PlaceCruiser
) -> Fault:
    if place.hex is None or place.escorts:
        return None
    if place.escorts is None and any(one.at == place.hex for one in sailing(tables, state)):
        return None
    if place.hex not in tables.entry_hexes:
        return Broken(f"{place.ca} starts in {place.hex}", ", ".join(sorted(tables.entry_hexes)))
    return None
