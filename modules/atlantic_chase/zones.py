"""The places of ships on the Battle Board, their sides, and the ranges of their guns (pp.
55-57)."""

from __future__ import annotations

from . import state as st
from .forces import side_up
from .state import Battle, State
from .tables import BATTERY, Tables

FAR = {st.GERMAN: "German Far", st.BRITISH: "British Far"}
NEAR = {st.GERMAN: "German Near", st.BRITISH: "British Near"}


def side_of(t: Tables, ship: str) -> str:
    """The side of a ship; empty if it has none."""
    return t.ships[ship].side if ship in t.ships else ""


def fleet(t: Tables, battle: Battle, side: str) -> list[str]:
    """The ships of a side on the Battle Board."""
    return [one for one in battle.zones if side_of(t, one) == side]


def is_battery(t: Tables, ship: str) -> bool:
    """Whether it is the shore battery."""
    return ship in t.ships and t.ships[ship].kind == BATTERY


def seen_as(battle: Battle, ship: str, side: str) -> str:
    """The zone of a ship from a side's view: ``own_far``, ``close``, ``enemy_near``."""
    zone = battle.zones.get(ship, "")
    if zone == st.CLOSE:
        return "close"
    owner = "own" if zone in (FAR[side], NEAR[side]) else "enemy"
    return f"{owner}_{'far' if zone in FAR.values() else 'near'}"


def range_between(t: Tables, battle: Battle, ship: str, target: str) -> str:
    """The range between two ships: ``extreme``, ``long``, ``short`` or ``point_blank``; empty if
    out of range."""
    side = side_of(t, ship)
    if not side or ship not in battle.zones or target not in battle.zones:
        return ""
    ends = seen_as(battle, ship, side), seen_as(battle, target, side)
    return t.ranges.get(ends, "")


def gun_value(t: Tables, state: State, ship: str, far: str) -> int | None:
    """The gun value at a range (AC-56.5); ``None`` if the ship cannot fire."""
    side, values = side_up(t, state.ship(ship)), t.gun_dice.get(far)
    return None if values is None else side.far if values[2] == "far" else side.near


def in_smoke(battle: Battle, ship: str) -> bool:
    """Whether a ship makes Smoke, or is covered by it."""
    return ship in battle.smoke or ship in battle.covered
