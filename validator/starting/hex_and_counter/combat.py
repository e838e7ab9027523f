"""Section 3 of the rules: attacks, the combat table, losses and retreats."""

from __future__ import annotations

from collections.abc import Collection

from validator.rules.cases import MISSING, Fault
from validator.rules.dice import one_die
from validator.rules.states import Pending, owed, settled

from .book import book
from .movement import put, zone
from .state import DIE, RETREAT, STEP, State
from .tables import LOSSES, OTHER, STACK, STEPS, Tables
from .verbs import Attack, EndPlayerTurn, Lose, Move, Retreat, Roll, Target

STEPS_LOST = {"A1": (1, 0), "A2": (2, 0), "EX": (1, 1), "D1": (0, 1), "D2": (0, 2)}
HEXES_BACK = {"AR": (1, 0), "DR": (0, 2), "D1": (0, 2)}
"""By result of the table: what the attacker and the defender lose, how far they go back."""


# --- 3.1 to 3.3: an attack is declared and rolled -----------------------------------------------


@book.choices(Target, "hex")
def hexes_with_enemies(t: Tables, state: State, target: Target) -> Collection[str]:
    return {state.units[one].at for one in t.units(state, OTHER[STEPS[state.step]])}


@book.choices(Attack, "hex")
def hexes_beside(t: Tables, state: State, attack: Attack) -> Collection[str]:
    return t.marches.near.get(state.target, ())


book.choose_from(one_die, (Roll, "die"))


@book.case("3.1", reads=("hex",))
def an_enemy_is_attacked(t: Tables, state: State, target: Target) -> Fault:
    side = STEPS[state.step]
    if target.hex not in hexes_with_enemies(t, state, target):
        return f"{target.hex} was attacked, where no enemy is"
    fresh = {*t.units(state, side, t.marches.near[target.hex])} - state.fought
    return None if fresh else f"{target.hex} was attacked, and no unit touches it that can attack"


@book.case("3.1", reads=("hex",))
def units_attack_from_beside(t: Tables, state: State, attack: Attack) -> Fault:
    if not t.units(state, STEPS[state.step], [attack.hex]):
        return f"an attack was made from {attack.hex}, where no unit of the side is"
    if attack.hex in hexes_beside(t, state, attack):
        return None
    return f"{attack.hex} attacked {state.target or 'no hex'}, which it does not touch"


@book.case("3.2", reads=("hex",))
def once_in_a_player_turn(t: Tables, state: State, attack: Target | Attack) -> Fault:
    if isinstance(attack, Target):
        again = {attack.hex} & state.fought
        return f"{attack.hex} was attacked a second time" if again else None
    again = {*t.units(state, STEPS[state.step], [attack.hex])} & state.fought
    return f"{min(again)} attacked a second time" if again else None


@book.case("3.3")
def a_die_is_for_an_attack(t: Tables, state: State, roll: Roll) -> Fault:
    attacked = owed(state, DIE) is not None and state.fighting
    return None if attacked else "a die was rolled for no attack"


@book.effect
def targeted(t: Tables, state: State, target: Target) -> State:
    pending = (*state.pending, Pending(DIE, STEPS[state.step], "3.3"))
    fought = state.fought | {target.hex}
    return state.changed(target=target.hex, fighting=(), fought=fought, pending=pending)


@book.effect
def attacked(t: Tables, state: State, attack: Attack) -> State:
    units = t.units(state, STEPS[state.step], [attack.hex])
    return state.changed(fighting=(*state.fighting, *units), fought=state.fought.union(units))


def column(t: Tables, state: State, attackers: Collection[str]) -> str:
    """The column of the combat table: the odds, shifted for the ground and the river."""
    target, ground = state.target, t.marches.ground
    shift = -t.left.get(ground.kinds[target], 0)
    if all("river" in ground.between(state.units[one].at, target) for one in attackers):
        shift -= 1
    defenders = t.units(state, OTHER[STEPS[state.step]], [target])
    attack = sum(t.value(state, one, "attack") for one in attackers)
    defence = sum(t.value(state, one, "defence") for one in defenders)
    return t.results.column_at_odds(attack, max(1, defence), shift)


@book.effect
def rolled(t: Tables, state: State, roll: Roll) -> State:
    if owed(state, DIE) is None or not state.fighting:
        return state
    side, pending = STEPS[state.step], list(settled(state, DIE))
    result = str(t.results.lookup(roll.die, column(t, state, state.fighting)))
    defenders = t.units(state, OTHER[side], [state.target])
    for at, (who, units) in enumerate({side: state.fighting, OTHER[side]: defenders}.items()):
        steps = min(STEPS_LOST.get(result, (0, 0))[at], sum(_steps(state, one) for one in units))
        hexes = HEXES_BACK.get(result, (0, 0))[at]
        pending += [Pending(STEP, who, "3.4")] * steps
        pending += [Pending(RETREAT, who, "3.5", one, hexes) for one in units if hexes]
    return state.changed(fighting=(*state.fighting, *defenders), pending=tuple(pending))


# --- 3.4 and 3.5: losses and retreats -------------------------------------------------------------


def _steps(state: State, unit: str) -> int:
    return 1 if state.units[unit].reduced else 2


def losing(t: Tables, state: State) -> list[str]:
    """Units of the combat whose side owes a step."""
    sides = {one.side for one in state.pending if one.what == STEP}
    return [one for side in sides for one in t.units(state, side) if one in state.fighting]


def ways_back(t: Tables, state: State, unit: str) -> Collection[str]:
    """Where a unit that must retreat can: so many hexes away, beside no enemy, no third one."""
    due, side = owed(state, RETREAT, unit), t.side(unit)
    if due is None:
        return ()
    far = t.marches.distances[state.units[unit].at]
    closed = zone(t, state, OTHER[side]) | {state.units[u].at for u in t.units(state, OTHER[side])}
    ring = [one for one, hexes in far.items() if hexes == due.points and one not in closed]
    return [one for one in ring if len(t.units(state, side, [one])) < STACK]


@book.choices(Lose, "unit")
def units_that_lose(t: Tables, state: State, lose: Lose) -> Collection[str]:
    return [*losing(t, state), *(one.piece for one in state.pending if one.what == RETREAT)]


@book.choices(Lose, "gone")
def leaves_the_map(t: Tables, state: State, lose: Lose) -> Collection[bool]:
    return (True,) if state.units[lose.unit].reduced else (False, True)


@book.choices(Retreat, "unit")
def units_that_retreat(t: Tables, state: State, retreat: Retreat) -> Collection[str]:
    return [one.piece for one in state.pending if one.what == RETREAT]


@book.choices(Retreat, "to")
def hexes_to_retreat_to(t: Tables, state: State, retreat: Retreat) -> Collection[str]:
    return ways_back(t, state, retreat.unit)


@book.case("3.4", reads=("unit", "gone"))
def losses_are_owed(t: Tables, state: State, lose: Lose) -> Fault:
    side, unit = t.side(lose.unit), lose.unit
    if owed(state, RETREAT, unit) is not None and lose.gone and not ways_back(t, state, unit):
        return None  # with no way back it is lost
    steps = sum(one.what == STEP and one.side == side for one in state.pending)
    if unit in losing(t, state) and (not lose.gone or _steps(state, unit) <= steps):
        return None
    return f"{unit} lost more than the combat asks for" if state.dice_seen else None


@book.case("3.5", reads=("unit", "to"))
def retreats_are_owed_and_safe(t: Tables, state: State, retreat: Retreat) -> Fault:
    due = owed(state, RETREAT, retreat.unit)
    if due is None:
        return f"{retreat.unit} retreated for no combat" if state.dice_seen else None
    if retreat.to in ways_back(t, state, retreat.unit):
        return None
    return f"{retreat.unit} retreated to {retreat.to}, not {due.points} hexes away and safe there"


@book.effect
def lost(t: Tables, state: State, lose: Lose) -> State:
    unit, side, pending = lose.unit, t.side(lose.unit), list(state.pending)
    for _ in range(_steps(state, unit) if lose.gone else 1):
        due = next((one for one in pending if one.what == STEP and one.side == side), None)
        if due is not None:
            pending.remove(due)
    if lose.gone:
        left = tuple(one for one in pending if one.piece != unit)
        return state.changed(units=put(state, unit, LOSSES[side]), pending=left)
    units = {**state.units, unit: state.units[unit].changed(reduced=True)}
    return state.changed(units=units, pending=tuple(pending))


@book.effect
def went_back(t: Tables, state: State, retreat: Retreat) -> State:
    pending = settled(state, RETREAT, retreat.unit)
    return state.changed(units=put(state, retreat.unit, retreat.to), pending=pending)


# --- A combat is finished before anything else is done --------------------------------------------

Later = Move | Target | EndPlayerTurn


@book.case("3.3", severity=MISSING)
def the_die_was_rolled(t: Tables, state: State, later: Later) -> Fault:
    return "an attack was declared, and no die rolled for it" if owed(state, DIE) else None


@book.case("3.4", severity=MISSING)
def the_steps_were_lost(t: Tables, state: State, later: Later) -> Fault:
    due = owed(state, STEP)
    return f"the {due.side} side did not lose its step" if due is not None else None


@book.case("3.5", severity=MISSING)
def the_units_went_back(t: Tables, state: State, later: Later) -> Fault:
    due = owed(state, RETREAT)
    return f"{due.piece} did not retreat" if due is not None else None
