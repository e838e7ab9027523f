"""The weapons that units fire: by the entries of their menus, and by the men that are left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from validator.rules.dice import Dice

from . import state as st
from .land import commander_in, hex_of, is_enfiladed, sees
from .state import State, Unit
from .tables import AIRCRAFT, ARTILLERY, PERSONNEL, SCATTERING, Tables

Arms = tuple[str, ...]
CHARGE = "charge"
"""Named once for each charge that is placed."""
MEN = {
    "fires_rifles": ("rifle", 1, 6),
    "fires_smg": ("smg", 2, 6),
    "charges_german": (CHARGE, 4, 5),
    "charges_soviet": (CHARGE, 4, 5),
}
"""By menu entry: the weapon, the dice for each man, and the most men."""
ONE = {
    "fires_lmg_1": ("lmg", 2),
    "fires_at_1": ("inf_at", 1),
    "fires_hmg": ("hmg", 4),
    "fires_mortar": ("inf_mortar", 2),
    "fires_flame_german": ("flamethrower", 4),
    "fires_flame_soviet": ("flamethrower", 4),
}
OWN = {
    **dict.fromkeys(("gun_fires", "flak_fires", "flak_ground", "tank_fires", "cars_fire_1"), 4),
    **dict.fromkeys(("flak_mg_fires_one", "flak_mg_ground_one"), 4),
    **dict.fromkeys(("gun_fires_one", "flak_fires_one", "flak_ground_one"), 2),
    **dict.fromkeys(("flak_mg_fires", "flak_mg_ground", "cars_fire_2"), 8),
    "cars_fire_3": 12,
}
"""By menu entry: the number of dice of the unit's gun."""
AT_AIRCRAFT = {name for name in OWN if name.startswith("flak") and "ground" not in name}
FIRED = {
    **{
        f"{name}_{men}": ((arm,) * (men if arm == CHARGE else 1), each * men)
        for name, (arm, each, most) in MEN.items()
        for men in range(1, most + 1)
    },
    **{name: ((arm,), dice) for name, (arm, dice) in ONE.items()},
    **{name: ((), dice) for name, dice in OWN.items()},
}
"""By menu entry: the weapons (none for the gun of a unit), and the number of dice."""
MEN_FIRING = {
    f"{name}_{men}": men for name, (*_, most) in MEN.items() for men in range(1, most + 1)
}
"""By menu entry: the number of men who fire, if it names more than one."""
HIT_MEN = {
    "hit_rifle": "rifle",
    "hit_smg": "smg",
    "hit_lmg": "lmg",
    "hit_at": "inf_at",
    "hit_heavy": "",
    "hit_man": "",
    "hit_single": "",
}
"""By menu entry: the weapon of the man who is hit; empty if the unit's line names it."""


def arms_of(t: Tables, unit: Unit) -> Mapping[str, int]:
    """The weapons of a unit that can fire, and by how many men or vehicles (RF-1, RFD-9)."""
    kind = t.kind_of(unit.id)
    if unit.gone or not unit.at:
        return {}
    found: dict[str, int] = {}
    if kind.gun:
        crew = unit.men.count("crew")
        return {kind.gun: crew} if unit.vehicles and crew and not unit.limbered else {}
    if kind.tank_gun:
        return {kind.tank_gun: unit.vehicles} if unit.vehicles else {}
    for arm in unit.men:
        if arm in t.weapons:
            found[arm] = found.get(arm, 0) + 1
    rifles = found.get("rifle", 0) + found.get("inf_at", 0)  # RF-1.3: he has a rifle as well
    if rifles:
        found["rifle"] = rifles
    if unit.support and (unit.support != "flamethrower" or unit.shots):
        found[unit.support] = 1
    if unit.charges and unit.men:
        found[CHARGE] = unit.charges
    return found


def men_for(t: Tables, state: State, unit: Unit) -> Mapping[str, int]:
    """The weapons of a unit and how many can fire them now: a man with an anti-tank weapon fires
    that or his rifle in one exchange (RFD-8)."""
    have = dict(arms_of(t, unit))
    if (unit.id, "inf_at") in state.combat.fired and "rifle" in have:
        have["rifle"] -= have.get("inf_at", 0)
    return have


def dice_of(t: Tables, state: State, unit: Unit, arms: Arms) -> int:
    """The number of dice for these weapons (RF-5.19)."""
    have = men_for(t, state, unit)
    dice = sum(
        (arm == CHARGE or have.get(arm, 0)) * t.weapons[arm].dice
        for arm in arms
        if arm in t.weapons
    )
    if {"rifle", "inf_at"} <= {*arms}:  # one weapon a figure (RFD-8)
        dice -= have.get("inf_at", 0) * t.weapons["rifle"].dice
    return dice


def reach(t: Tables, arm: str) -> int:
    """The range of a weapon at ground targets, in hexes (RF-5.18, RF-16.3)."""
    weapon = t.weapons[arm]
    if t.night and arm not in SCATTERING:
        return min(weapon.range, t.night_range)
    return weapon.range


def scatters(t: Tables, arms: Arms) -> tuple[int, ...]:
    """The numbers that may be thrown for where the shells fall; 0: no die is thrown (RF-16.4)."""
    return tuple(t.scatter) if t.night and not SCATTERING.isdisjoint(arms) else (0,)


def target_class(t: Tables, state: State, unit_id: str) -> str:
    """The class of a unit as a target (RF-5.9 to RF-5.11); a crew without its gun is men."""
    kind = t.kind_of(unit_id)
    if not kind.id or (kind.kind == ARTILLERY and not state.unit(unit_id).vehicles):
        return PERSONNEL
    return kind.target


def may_hit(t: Tables, arm: str, target: str) -> bool:
    """Whether a weapon may be fired at a class of targets."""
    weapon = t.weapons[arm]
    if target == AIRCRAFT:
        return bool(weapon.air_range)
    return target == PERSONNEL or weapon.materiel


def shooters(state: State) -> tuple[str, str]:
    """The unit that engaged, and the unit that was engaged."""
    return state.combat.firer, state.combat.target


def foe_of(state: State, unit_id: str) -> tuple[str, str]:
    """The unit and the hex at which a unit shoots in the current combat."""
    combat = state.combat
    if unit_id == combat.firer:
        return combat.target, combat.hex
    other = state.unit(combat.firer)
    return combat.firer, hex_of(state, other)


def range_between(t: Tables, state: State, unit: Unit, hex_id: str) -> int:
    """The distance from a unit to a hex; 99 if one of them is not on the map."""
    here = hex_of(state, unit)
    return t.distance(here, hex_id)


def usable(t: Tables, state: State, unit: Unit, foe: str, hex_id: str) -> list[str]:
    """The weapons with which a unit may shoot at another in a hex."""
    far = range_between(t, state, unit, hex_id)
    target, have = target_class(t, state, foe), arms_of(t, unit)
    return [
        arm
        for arm in t.weapons
        if arm in have and may_hit(t, arm, target) and far <= reach_of(t, arm, target)
    ]


def reach_of(t: Tables, arm: str, target: str) -> int:
    """The range of a weapon at a class of targets, in hexes."""
    return t.weapons[arm].air_range if target == AIRCRAFT else reach(t, arm)


def may_answer(t: Tables, state: State) -> bool:
    """Whether the unit that was engaged can shoot back (RFD-4)."""
    combat = state.combat
    target, firer = state.unit(combat.target), state.unit(combat.firer)
    here = hex_of(state, firer)
    if not t.is_ground(firer) or is_enfiladed(t, target, here) or target.helpless == state.turn:
        return False
    if is_at_its_tow(t, target):
        return False
    found = usable(t, state, target, firer.id, here)
    if not found or sees(t, state, target, here):
        return bool(found)
    spots = next(spotters(t, state, target.id, here), "")
    return bool(spots) and any(t.weapons[arm].indirect for arm in found)


def is_at_its_tow(t: Tables, unit: Unit) -> bool:
    """Whether a gun is limbered or unlimbered this turn (RF-4.10)."""
    return unit.stays and t.kind_of(unit.id).kind == ARTILLERY


def spotters(t: Tables, state: State, unit_id: str, hex_id: str) -> Iterator[str]:
    """The units that may see a hex for a gun: observers and reconnaissance units of its side
    (RF-2.10)."""
    side = t.side_of(unit_id)
    for name, unit in state.units.items():
        kind = t.units[name]
        if kind.spots and kind.side == side and sees(t, state, unit, hex_id):
            yield name


def hit_on(t: Tables, unit: Unit) -> int:
    """The least face that hits: after moving only a 6 (RF-5.16, RF-5.17)."""
    return t.hits_moved if unit.steps or st.MOVED in unit.acts else t.hits_still


# --- How many dice

COMMANDER, RIFLED = "commander", "rifles of all"
"""Among the weapons that were fired: the die of the Commander; the rifles of all men, including
those with anti-tank weapons."""


def dice_for(t: Tables, state: State, unit_id: str, arms: Arms) -> int:
    """The number of dice of a unit: a Commander adds his once in an exchange (RF-1.20); without
    weapons, his alone."""
    unit = state.unit(unit_id)
    dice = dice_of(t, state, unit, arms)
    adds = dice > 0 and is_led(t, state, unit) if arms else is_to_add(t, state, unit)
    return dice + (t.commander_dice if adds else 0)


def is_to_add(t: Tables, state: State, unit: Unit) -> bool:
    """Whether a Commander may still add his die to what a unit has fired in this exchange."""
    has_fired = any(one == unit.id for one, _ in state.combat.fired)
    return has_fired and is_led(t, state, unit)


def is_led(t: Tables, state: State, unit: Unit) -> bool:
    """Whether a Commander adds his die, and has not added it in this exchange."""
    added = (unit.id, COMMANDER) in state.combat.fired
    return not added and commander_in(t, state, hex_of(state, unit), unit)


def numbers_for(t: Tables, state: State, unit_id: str, arms: Arms) -> frozenset[int]:
    """The numbers of dice that a unit may roll: a player may let fewer men fire, or leave out the
    Commander's die."""
    unit = state.unit(unit_id)
    have, most = men_for(t, state, unit), dice_of(t, state, unit, arms)
    found = {0}
    for arm in arms:
        if arm in t.weapons:
            men = 1 if arm == CHARGE else have.get(arm, 0)
            dice = t.weapons[arm].dice
            found = {one + dice * fire for one in found for fire in range(1, men + 1)}
    plain = {min(one, most) for one in found}
    added = dice_for(t, state, unit_id, arms) - most
    return frozenset(plain | {one + added for one in plain})


class Throws(Dice):
    """All rolls with all the dice; a roll with fewer dice counts as contained if it is allowed."""

    def __init__(self, number: int, numbers: frozenset[int]) -> None:
        super().__init__(number)
        self.numbers = numbers

    def __contains__(self, result: object) -> bool:
        return isinstance(result, tuple) and len(result) in self.numbers
