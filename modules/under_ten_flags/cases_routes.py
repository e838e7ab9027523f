"""Routes of the cargo ships (UTF-4.1.4, 6.1, 6.2, 6.3)."""

from __future__ import annotations

from validator.rules.cases import INTERPRETATION, Broken, Fault, Verdict

from . import verbs as v
from .book import case, cases
from .facts import far_told, goals_of_step, why_no_way, wrong_arrow
from .state import BRITISH_PHASE, State
from .tables import Tables


@case("UTF-6.1a", reads=("acvm",))
def a_set_moves_once_for_a_card(tables: Tables, state: State, move: v.MoveACVM) -> Fault:
    voyage = state.voyage(move.acvm)
    if not tables.on_map(voyage.at):
        return f"{move.acvm.upper()} moved and was not on the map"
    if state.phase != BRITISH_PHASE:
        return None
    if voyage.moved == state.serial:
        return f"{move.acvm.upper()} moved a second time"
    if voyage.placed == state.serial:
        return f"{move.acvm.upper()} moved in the activation in which it was placed"
    return None


@cases(
    *("UTF-6.1g", "UTF-6.1h", "UTF-6.1a", "UTF-4.1.4a"),
    reads=("acvm", "hex"),
    rests_on={"UTF-4.1.4a": ("voyages",)},
)
def a_set_sails_one_hex_directly(tables: Tables, state: State, move: v.MoveACVM) -> Verdict:
    voyage, name = state.voyage(move.acvm), move.acvm.upper()
    here, there = voyage.at, move.hex
    if not tables.on_map(there):
        return "UTF-6.1g", f"{name} moved to {there}, which has no number"
    if not tables.on_map(here):
        return None
    why = why_no_way(tables, (here,), there)
    if why == "UTF-6.1h":
        return why, f"{name} crossed the closed side {here}/{there}"
    if why:
        far = far_told(tables, (here,), there)
        return "UTF-6.1a", f"{name} moved {far}, from {here} to {there}"
    if goals_of_step(tables, voyage, there):
        return None
    legal = [near for near in tables.neighbours[here] if goals_of_step(tables, voyage, near)]
    return "UTF-4.1.4a", Broken(f"{name} moved from {here} to {there}", ", ".join(legal))


@case("UTF-6.2b", reads=("acvm", "hex", "arrow"), severity=INTERPRETATION, rests_on=("voyages",))
def the_arrow_keeps_the_heading(tables: Tables, state: State, move: v.MoveACVM) -> Fault:
    voyage = state.voyage(move.acvm)
    if not tables.on_map(voyage.at):
        return None
    ahead = voyage.changed(destination=goals_of_step(tables, voyage, move.hex))
    return wrong_arrow(tables, ahead, move.hex, move.arrow)


@case("UTF-6.2d", reads=("acvm", "face"), severity=INTERPRETATION)
def all_sets_show_one_colour(tables: Tables, state: State, move: v.MoveACVM) -> Fault:
    if move.face is None or state.phase != BRITISH_PHASE:
        return None
    for one in state.voyages.values():
        moved = one.moved == state.serial and tables.on_map(one.at) and one.id != move.acvm
        if moved and one.face not in (None, move.face):
            return Broken(f"{move.acvm.upper()} shows {move.face}", str(one.face))
    return None
