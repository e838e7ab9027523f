"""Questions about the terrain and the units on it (RF-2)."""

from __future__ import annotations

from collections.abc import Callable

from validator.rules.states import Pending

from . import state as st
from .state import OTHER, State, Unit
from .tables import Tables


def is_open_water(t: Tables, state: State, hex_id: str) -> bool:
    """Whether a hex is a river hex without a bridge or a finished pontoon (RFD-35)."""
    ground = t.ground[hex_id]
    crossed = (ground.bridge and hex_id not in state.blown) or hex_id in state.pontoons
    return ground.river and not crossed


def is_hill(t: Tables, hex_id: str) -> bool:
    return t.ground[hex_id].level > 0


def is_rough(t: Tables, hex_id: str) -> bool:
    """Whether a hex is a hill or a wood (RF-4.11, RF-4.12)."""
    return is_hill(t, hex_id) or t.ground[hex_id].wood


def is_black(t: Tables, state: State) -> bool:
    """Whether the card of the group that acts is black."""
    return state.suit in t.black


def by_road(t: Tables, state: State, here: str, there: str) -> bool:
    """Whether a step follows a road; a blown bridge carries none."""
    blown = here in state.blown or there in state.blown
    return there in t.roads.get(here, ()) and not blown


def walks(
    t: Tables, start: str, far: int, leads: Callable[[str, str, int], bool]
) -> list[tuple[str, ...]]:
    """The paths of ``far`` hexes from one hex, in which each step passes ``leads`` of (hex, next
    hex, steps before it)."""
    ways: list[tuple[str, ...]] = [()]
    for left in range(far - 1, -1, -1):
        ways = [
            (*way, there)
            for way in ways
            for there in t.near.get((start, *way)[-1], ())
            if leads((start, *way)[-1], there, left)
        ]
    return ways


def enemies_in(t: Tables, state: State, hex_id: str, side: str) -> list[Unit]:
    """Ground units of the other side in a hex."""
    return [
        one for one in state.at(hex_id) if t.is_ground(one) and t.side_of(one.id) == OTHER.get(side)
    ]


def friends_in(t: Tables, state: State, hex_id: str, side: str) -> list[Unit]:
    """Ground units of a side in a hex."""
    return [one for one in state.at(hex_id) if t.is_ground(one) and t.side_of(one.id) == side]


def commander_in(t: Tables, state: State, hex_id: str, unit: Unit) -> bool:
    """Whether a Commander of its side, another than the unit, stands in a hex with it (RF-1.19)."""
    side = t.side_of(unit.id)
    return bool(hex_id) and any(
        t.units[one.id].kind == "commander" and one.id != unit.id
        for one in state.units.values()
        if hex_of(state, one) == hex_id and not one.gone and t.side_of(one.id) == side
    )


def hex_of(state: State, unit: Unit) -> str:
    """The hex of a unit, or of the vehicle that carries it; empty if it is off the map."""
    if unit.gone:
        return ""
    return hex_of(state, state.unit(unit.inside)) if unit.inside else unit.at


def standing(t: Tables, state: State) -> frozenset[str]:
    """The hexes with a ground unit, which blocks lines of sight (RF-2.8)."""
    return frozenset(one.at for one in state.units.values() if one.on_foot and t.is_ground(one))


def sees(t: Tables, state: State, unit: Unit, hex_id: str) -> bool:
    """Whether a unit sees a hex; aircraft see everything (RF-2.7 to RF-2.9)."""
    here = hex_of(state, unit)
    if not here or not t.on_map(hex_id):
        return False
    return not t.is_ground(unit) or t.sight.clear(here, hex_id, standing(t, state))


def quarter(t: Tables, target: Unit, firer_hex: str) -> str:
    """The side from which a target with a facing is hit (RF-8.3, RF-8.4)."""
    if not target.facing or not target.at or not t.on_map(firer_hex):
        return st.FRONT
    off = t.angle(target.at, target.facing, firer_hex)
    if off <= t.front_up_to:
        return st.FRONT
    return st.REAR if off >= t.rear_from else st.SIDE


def is_enfiladed(t: Tables, target: Unit, firer_hex: str) -> bool:
    """Whether a target with a facing is shot at from its side or rear (RF-5.7, RFD-6)."""
    return (target.dug_in or t.has_facing(target.id)) and quarter(t, target, firer_hex) != st.FRONT


def in_cover(t: Tables, unit: Unit, hex_id: str) -> bool:
    """Whether a unit is in cover: wood, houses or a dug-in position (RF-7.4, RFD-27); carried units
    have none."""
    if not t.on_map(hex_id) or unit.inside or t.is_mounted(unit.id):
        return False
    ground = t.ground[hex_id]
    return unit.dug_in or ground.wood or ground.built


def room_taken(t: Tables, state: State, hex_id: str) -> int:
    """The space points of the units in a hex (RFD-34)."""
    return sum(room_of(t, one) for one in state.at(hex_id) if t.is_ground(one))


RECHECK_CASES = dict(zip(st.RECHECKS, ("RF-11.7", "RF-11.8", "RF-11.9"), strict=True))
"""By morale roll: the case that requires it."""


def waits(pending: Pending) -> bool:
    """Whether it may be done at any time during its group's card: a re-check, or a withdrawal."""
    return pending.case in RECHECK_CASES.values()


MEN = ("man", "horseman", "motorcycle")
"""Kinds that need space for each man."""


def room_of(t: Tables, unit: Unit) -> int:
    """The space points of a unit; carried units need none, only their carrier does."""
    kind = t.units[unit.id]
    many = unit.figures if kind.room in MEN else unit.vehicles or unit.figures
    return t.room[kind.room] * many
