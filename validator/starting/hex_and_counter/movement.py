"""Sections 1 and 2 of the rules: whose turn it is, movement, zones of control, stacking.

A case is a function that says in a few words what is wrong, or nothing. ``reads`` names the fields
it looks at; its third parameter tells which verbs it judges.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from validator.rules.cases import Fault

from .book import book
from .state import State
from .tables import ENTRY, OTHER, RESERVE, STACK, STEPS, Tables
from .verbs import Move


def zone(t: Tables, state: State, side: str) -> frozenset[str]:
    """The hexes that a side controls: the rings around its units, but not across the river."""
    places = {state.units[unit].at for unit in t.units(state, side)}
    marches = t.marches
    return frozenset(
        there
        for here in places
        for there in marches.near[here]
        if "river" not in marches.ground.between(here, there)
    )


def reach(t: Tables, state: State, unit: str, *, stopped: bool = True) -> Collection[str]:
    """Where a unit comes to with its allowance; ``stopped``: zones of control stop it."""
    enemy, here = OTHER[t.side(unit)], state.units[unit].at
    points = t.value(state, unit, "movement")
    if here == RESERVE:
        here, points = ENTRY, points - 1
    if here not in t.marches.near:
        return ()
    return t.marches.reach(
        here,
        points,
        stops=zone(t, state, enemy) if stopped else frozenset(),
        closed=frozenset(state.units[one].at for one in t.units(state, enemy)),
    )


@book.choices(Move, "unit")
def units_to_move(t: Tables, state: State, move: Move) -> Collection[str]:
    return [one for one in state.units if t.side(one) == STEPS[state.step]]


@book.choices(Move, "to")
def hexes_to_move_to(t: Tables, state: State, move: Move) -> Collection[str]:
    return [one for one in reach(t, state, move.unit) if one != state.units[move.unit].at]


@book.case("1.1", reads=("unit",))
def a_side_moves_its_own(t: Tables, state: State, move: Move) -> Fault:
    if t.side(move.unit) == STEPS[state.step]:
        return None
    return f"{move.unit} moved, though it is not the turn of its side"


@book.case("1.2")
def movement_comes_first(t: Tables, state: State, move: Move) -> Fault:
    return "a unit moved after the first attack" if state.fought else None


@book.case("1.3", reads=("unit",))
def a_unit_moves_once(t: Tables, state: State, move: Move) -> Fault:
    return f"{move.unit} moved a second time" if move.unit in state.moved else None


@book.case("2.1", reads=("unit", "to"))
def a_unit_moves_as_far_as_it_can(t: Tables, state: State, move: Move) -> Fault:
    enemies = t.units(state, OTHER[t.side(move.unit)], [move.to])
    if enemies or move.to in reach(t, state, move.unit, stopped=False):
        return None
    points = t.value(state, move.unit, "movement")
    return f"{move.unit} moved to {move.to}, which its {points} points do not reach"


@book.case("2.2", reads=("unit", "to"))
def zones_of_control_stop(t: Tables, state: State, move: Move) -> Fault:
    free = reach(t, state, move.unit, stopped=False)
    if move.to not in free or move.to in reach(t, state, move.unit):
        return None
    return f"{move.unit} moved to {move.to} through an enemy zone of control"


@book.case("2.3", reads=("unit", "to"))
def enemies_are_not_entered(t: Tables, state: State, move: Move) -> Fault:
    enemies = t.units(state, OTHER[t.side(move.unit)], [move.to])
    return f"{move.unit} entered {move.to}, where an enemy is" if enemies else None


@book.case("2.4", reads=("unit", "to"))
def two_units_in_a_hex(t: Tables, state: State, move: Move) -> Fault:
    others = {*t.units(state, t.side(move.unit), [move.to])} - {move.unit}
    full = len(others) >= STACK and move.to in t.marches.near
    return f"{move.unit} is one too many in {move.to}" if full else None


def put(state: State, unit: str, place: str) -> Mapping[str, object]:
    """The units, one of them somewhere else."""
    return {**state.units, unit: state.units[unit].changed(at=place)}


@book.effect
def moved(t: Tables, state: State, move: Move) -> State:
    return state.changed(units=put(state, move.unit, move.to), moved=state.moved | {move.unit})
