"""What each side knows. The role of the Barbarigo and the markers in a container are secret;
everybody sees where boats are (UVD-41), though not always at which depth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from validator.hidden.beliefs import Belief
from validator.hidden.whereabouts import NOWHERE, Whereabouts
from validator.rules.states import moment as moment

from . import state as st
from .state import AXIS, State, Unit
from .tables import ATLANTIC, Tables


def consistent(true: State, known: State) -> bool:
    """Whether public knowledge allows the true state: apart from secrets they are equal."""
    if known.role not in (true.role, st.HIDDEN) or true.strikes.keys() != known.strikes.keys():
        return False
    strikes = {
        name: one if known.strikes[name].markers is not None else one.changed(markers=None)
        for name, one in true.strikes.items()
    }
    return true.changed(role=known.role, strikes=strikes) == known


def beliefs(t: Tables, state: State, knower: str | None) -> Sequence[Belief]:
    """The place of each boat: an area, or a square of the grid that is being played. A boat under
    water, or at an unknown depth, may be attacked only after it is found."""
    if knower == AXIS:
        return ()
    return tuple(_of_boats(t, state))


def _of_boats(t: Tables, state: State) -> Iterator[Belief]:
    used = {piece for row in t.game.scenario().placements for piece in row.pieces}
    for name in (one for one in t.of_side(AXIS) if one in used):
        unit, called = state.unit(name), t.game.counter(name).name
        board, place = _stands(t, state, unit)
        where = Whereabouts.at(place) if place else NOWHERE
        yield Belief(called, board, where, _says(t, unit))


def _stands(t: Tables, state: State, unit: Unit) -> tuple[str, str]:
    if unit.square:
        return state.contact.level, unit.square
    return ATLANTIC, unit.at if unit.at in t.neighbours and not unit.gone else ""


def _says(t: Tables, unit: Unit) -> str:
    if unit.gone:
        return "out of the game"
    if unit.at not in t.neighbours:
        return "not on the map"
    depth = unit.depth or "depth open"
    return f"{depth}, detected" if unit.detected else depth
