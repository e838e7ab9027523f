"""What units may do in one activation (RF-3, RF-2.4, RF-2.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from . import state as st
from .state import State, Unit
from .tables import Tables

T = TypeVar("T")
IN_ORDER = (
    (),
    (st.MOVED,),
    (st.FOUGHT,),
    (st.MOVED, st.FOUGHT),
    (st.FOUGHT, st.MOVED),
)
"""What a unit may do in one activation (RF-2.6)."""


class Some(Iterable[T]):
    """Values of a field: all that fit, of which only a few are tried."""

    def __init__(self, few: Iterable[T], fits: Callable[[Any], bool]) -> None:
        self._few = few
        self._fits = fits

    def __iter__(self) -> Iterator[T]:
        return iter(self._few)

    def __contains__(self, value: object) -> bool:
        return self._fits(value)


def acted(unit: Unit, what: str) -> Unit:
    """A unit after it has moved or fought; the same twice in a row counts once."""
    if unit.acts[-1:] == (what,):
        return unit
    return unit.changed(acts=(*unit.acts, what))


def may(unit: Unit, what: str) -> bool:
    """Whether a unit may still move or fight in this activation."""
    return acted(unit, what).acts in IN_ORDER


def own_units(t: Tables, state: State, made: Any) -> Iterable[str]:
    """The units of the group that acts."""
    return t.groups.get(state.group, ())


def hits(dice: Iterable[int] | None, least: int) -> int:
    """The number of dice that hit; 0 if nobody sees them."""
    return sum(die >= least for die in dice or ())


def is_bound(state: State, unit: Unit) -> bool:
    """Whether a unit's morale allows only a withdrawal this turn (RFD-37)."""
    return bool(unit.stage) or unit.broken >= state.turn
