"""Routes of the cargo ships (UTF-4.1.4, 6.1, 6.2, 6.3)."""

from __future__ import annotations

from validator.rules.cases import INTERPRETATION, MISSING, Broken, Fault

from .book import case
from .facts import far_told, goals_of_step, headings, must_sail, why_no_way
from .state import BRITISH_PHASE, State, Voyage
from .tables import Tables
from .verbs import EndActivation, MoveACVM


def _sailing(tables: Tables, state: State, acvm: str) -> Voyage | None:
    voyage = state.voyages.get(acvm)
    return voyage if voyage is not None and tables.on_map(voyage.at) else None


@case("UTF-6.1a", reads=("acvm",))
def a_set_moves_once_for_a_card(tables: Tables, state: State, move: MoveACVM) -> Fault:
    voyage = _sailing(tables, state, move.acvm)
    if voyage is None:
        return f"{move.acvm.upper()} moved and was not on the map"
    if state.phase != BRITISH_PHASE:
        return None
    if voyage.moved == state.serial:
        return f"{move.acvm.upper()} moved a second time"
    if voyage.placed == state.serial:
        return f"{move.acvm.upper()} moved in the activation in which it was placed"
    return None


@case("UTF-6.1a", reads=("acvm", "hex"))
def a_set_moves_one_hex(tables: Tables, state: State, move: MoveACVM) -> Fault:
    voyage = _sailing(tables, state, move.acvm)
    if voyage is None or why_no_way(tables, (voyage.at,), move.hex) != "far":
        return None
    far = far_told(tables, (voyage.at,), move.hex)
    return f"{move.acvm.upper()} moved {far}, from {voyage.at} to {move.hex}"


@case("UTF-6.1g", reads=("acvm", "hex"))
def a_set_stays_on_numbered_hexes(tables: Tables, state: State, move: MoveACVM) -> Fault:
    if not tables.on_map(move.hex):
        return f"{move.acvm.upper()} moved to {move.hex}, which has no number"
    return None


@case("UTF-6.1h", reads=("acvm", "hex"))
def a_set_crosses_no_closed_side(tables: Tables, state: State, move: MoveACVM) -> Fault:
    voyage = _sailing(tables, state, move.acvm)
    if voyage is not None and why_no_way(tables, (voyage.at,), move.hex) == "UTF-6.1h":
        return f"{move.acvm.upper()} crossed the closed side {voyage.at}/{move.hex}"
    return None


@case("UTF-4.1.4a", reads=("acvm", "hex"), rests_on=("voyages",))
def a_set_sails_as_directly_as_possible(tables: Tables, state: State, move: MoveACVM) -> Fault:
    voyage = _sailing(tables, state, move.acvm)
    if voyage is None or why_no_way(tables, (voyage.at,), move.hex):
        return None
    if goals_of_step(tables, voyage, move.hex):
        return None
    legal = [near for near in tables.neighbours[voyage.at] if goals_of_step(tables, voyage, near)]
    return Broken(f"{move.acvm.upper()} moved from {voyage.at} to {move.hex}", ", ".join(legal))


@case("UTF-6.1c", severity=MISSING)
def every_set_on_the_map_moves(tables: Tables, state: State, end: EndActivation) -> Fault:
    if state.phase != BRITISH_PHASE:
        return None
    left = [one.id for one in state.voyages.values() if must_sail(tables, state, one)]
    return f"{', '.join(left).upper()} did not move" if left else None


@case("UTF-6.2b", reads=("acvm", "hex", "arrow"), severity=INTERPRETATION, rests_on=("voyages",))
def the_arrow_keeps_the_heading(tables: Tables, state: State, move: MoveACVM) -> Fault:
    voyage = _sailing(tables, state, move.acvm)
    if move.arrow is None or voyage is None or not tables.on_map(move.hex):
        return None
    if move.arrow not in tables.spines:
        return Broken(f"the arrow points {move.arrow}", ", ".join(tables.spines))
    goals = goals_of_step(tables, voyage, move.hex)
    legal = headings(tables, voyage.changed(destination=goals), move.hex)
    if legal and move.arrow not in legal:
        return Broken(f"the arrow points {move.arrow}", ", ".join(sorted(legal)))
    return None


@case("UTF-6.2d", reads=("acvm", "face"), severity=INTERPRETATION)
def all_sets_show_one_colour(tables: Tables, state: State, move: MoveACVM) -> Fault:
    if move.face is None or state.phase != BRITISH_PHASE:
        return None
    for one in state.voyages.values():
        moved = one.moved == state.serial and tables.on_map(one.at) and one.id != move.acvm
        if moved and one.face not in (None, move.face):
            return Broken(f"{move.acvm.upper()} shows {move.face}", str(one.face))
    return None
