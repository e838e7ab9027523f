"""Sections 1 and 2 of the rules: turns, movement, zones of control, stacking.

A case returns a short description of the fault, or nothing; of several cases in one function the
first that is broken. ``reads`` names the fields that it uses; its third parameter gives the verbs
that it checks.
"""

from __future__ import annotations

from collections.abc import Collection

from validator.rules.cases import Verdict

from .state import State, book
from .tables import ENTRY, OTHER, RESERVE, STACK, STEPS, Tables
from .verbs import Move


def zone(t: Tables, state: State, side: str) -> frozenset[str]:
    """The hexes in a side's zones of control: those around its units, but not across the river."""
    near, ground = t.marches.near, t.marches.ground
    places = t.places(state, side)
    return frozenset(
        there for at in places for there in near[at] if "river" not in ground.between(at, there)
    )


def reach(t: Tables, state: State, unit: str, *, stopped: bool = True) -> Collection[str]:
    """The hexes that a unit can reach with its movement points; ``stopped``: zones of control stop
    it."""
    enemy, start = OTHER[t.side(unit)], state.units[unit].at
    points = t.value(state, unit, "movement")
    if start == RESERVE:
        start, points = ENTRY, points - 1
    stops = zone(t, state, enemy) if stopped else frozenset()
    if start not in t.marches.near:
        return ()
    return t.marches.reach(start, points, stops=stops, closed=t.places(state, enemy))


book.offer(
    Move,
    unit=lambda t, state, move: [u for u in state.units if t.side(u) == STEPS[state.step]],
    to=lambda t, state, move: sorted({*reach(t, state, move.unit)} - {state.units[move.unit].at}),
)


@book.cases("1.1", "1.2", "1.3", reads=("unit",))
def a_side_moves_each_unit_once(t: Tables, state: State, move: Move) -> Verdict:
    if t.side(move.unit) != STEPS[state.step]:
        return "1.1", f"{move.unit} moved, though it is not the turn of its side"
    if state.fought:
        return "1.2", f"{move.unit} moved after the first attack"
    return ("1.3", f"{move.unit} moved a second time") if move.unit in state.moved else None


@book.cases("2.1", "2.2", "2.3", "2.4", reads=("unit", "to"))
def it_comes_there(t: Tables, state: State, move: Move) -> Verdict:
    unit, to, side = move.unit, move.to, t.side(move.unit)
    if to in t.places(state, OTHER[side]):
        return "2.3", f"{unit} entered {to}, where an enemy is"
    if to not in reach(t, state, unit, stopped=False):
        points = t.value(state, unit, "movement")
        return "2.1", f"{unit} moved to {to}, which its {points} points do not reach"
    if to not in reach(t, state, unit):
        return "2.2", f"{unit} moved to {to} through an enemy zone of control"
    full = len({*t.units(state, side, [to])} - {unit}) >= STACK
    return ("2.4", f"{unit} is one too many in {to}") if full else None


def put(state: State, unit: str, place: str) -> State:
    """The state with a unit in another place."""
    return state.changed(units={**state.units, unit: state.units[unit].changed(at=place)})


@book.effect
def moved(t: Tables, state: State, move: Move) -> State:
    return put(state, move.unit, move.to).changed(moved=state.moved | {move.unit})
