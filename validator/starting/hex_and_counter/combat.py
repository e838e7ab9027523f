"""Section 3 of the rules: attacks, the combat table, losses and retreats."""

from __future__ import annotations

from collections.abc import Collection

from validator.rules.cases import MISSING, Fault, Verdict, always
from validator.rules.states import Pending, owed, settled

from .movement import put, zone
from .state import DIE, RETREAT, STEP, State, book
from .tables import LOSSES, OTHER, STACK, STEPS, Tables
from .verbs import Attack, EndPlayerTurn, Lose, Move, Retreat, Roll, Target

STEPS_LOST = {"A1": (1, 0), "A2": (2, 0), "EX": (1, 1), "D1": (0, 1), "D2": (0, 2)}
HEXES_BACK = {"AR": (1, 0), "DR": (0, 2), "D1": (0, 2)}
"""By result: the steps that attacker and defender lose, and the hexes that they retreat."""


def free(t: Tables, state: State, at: Collection[str]) -> set[str]:
    """Units of the active side that have not attacked."""
    return {*t.units(state, STEPS[state.step], at)} - state.fought


# --- 3.1 and 3.2: an attack is declared ---------------------------------------------------------

book.offer(Target, hex=lambda t, state, target: sorted(t.places(state, OTHER[STEPS[state.step]])))
book.offer(Attack, hex=lambda t, state, attack: t.marches.near.get(state.target, ()))


@book.cases("3.1", "3.2", reads=("hex",))
def a_hex_is_attacked_once(t: Tables, state: State, target: Target) -> Verdict:
    if target.hex not in t.places(state, OTHER[STEPS[state.step]]):
        return "3.1", f"{target.hex} was attacked, where no enemy is"
    if target.hex in state.fought:
        return "3.2", f"{target.hex} was attacked a second time"
    able = free(t, state, t.marches.near[target.hex])
    return None if able else ("3.1", f"{target.hex} was attacked by nobody beside it")


@book.cases("3.1", "3.2", reads=("hex",))
def units_attack_once(t: Tables, state: State, attack: Attack) -> Verdict:
    if attack.hex not in t.marches.near.get(state.target, ()):
        return "3.1", f"{attack.hex} attacked {state.target or 'no hex'}, which it does not touch"
    if not t.units(state, STEPS[state.step], [attack.hex]):
        return "3.1", f"an attack came from {attack.hex}, where no unit of the side is"
    able = free(t, state, [attack.hex])
    return None if able else ("3.2", f"the units in {attack.hex} attacked a second time")


@book.effect
def targeted(t: Tables, state: State, target: Target) -> State:
    pending = (*state.pending, Pending(DIE, STEPS[state.step], "3.3"))
    fought = state.fought | {target.hex}
    state = state.changed(target=target.hex, fighting=(), known=True)
    return state.changed(fought=fought, pending=pending)


@book.effect
def attacked(t: Tables, state: State, attack: Attack) -> State:
    able = sorted(free(t, state, [attack.hex]))
    return state.changed(fighting=(*state.fighting, *able), fought=state.fought.union(able))


# --- 3.3: the die ---------------------------------------------------------------------------------

book.offer(Roll, die=always(1, 2, 3, 4, 5, 6))


@book.case("3.3")
def a_die_is_for_an_attack(t: Tables, state: State, roll: Roll) -> Fault:
    attacked = owed(state, DIE) is not None and state.fighting
    return None if attacked else "a die was rolled for no attack"


def column(t: Tables, state: State, attackers: Collection[str]) -> str:
    """The column of the combat table: the odds, shifted for terrain and river."""
    target, ground = state.target, t.marches.ground
    shift = -t.left.get(ground.kinds.get(target, ""), 0)
    if all("river" in ground.between(state.units[one].at, target) for one in attackers):
        shift -= 1
    defenders = t.units(state, OTHER[STEPS[state.step]], [target])
    attack = sum(t.value(state, one, "attack") for one in attackers)
    defence = sum(t.value(state, one, "defence") for one in defenders)
    return t.results.column_at_odds(attack, max(1, defence), shift)


@book.effect
def rolled(t: Tables, state: State, roll: Roll) -> State:
    if owed(state, DIE) is None or not state.fighting or not roll.die or roll.die > 6:
        return state.changed(known=bool(roll.die), pending=settled(state, DIE))
    side, pending = STEPS[state.step], list(settled(state, DIE))
    result = str(t.results.lookup(roll.die, column(t, state, state.fighting)))
    defenders = t.units(state, OTHER[side], [state.target])
    for at, (who, units) in enumerate({side: state.fighting, OTHER[side]: defenders}.items()):
        hexes = HEXES_BACK.get(result, (0, 0))[at]
        steps = min(STEPS_LOST.get(result, (0, 0))[at], sum(steps_of(state, one) for one in units))
        pending += [Pending(STEP, who, "3.4")] * steps
        pending += [Pending(RETREAT, who, "3.5", one, hexes) for one in units if hexes]
    return state.changed(fighting=(*state.fighting, *defenders), pending=tuple(pending))


# --- 3.4 and 3.5: losses and retreats -------------------------------------------------------------


def seen(state: State) -> bool:
    """Whether the result of the combat is known."""
    return state.dice_seen and state.known


def steps_of(state: State, unit: str) -> int:
    """The number of steps that a unit has left."""
    return 1 if state.units[unit].reduced else 2


def losing(t: Tables, state: State) -> list[str]:
    """Units in the combat whose side must lose a step."""
    sides = {one.side for one in state.pending if one.what == STEP}
    units = [one for one in state.fighting if t.side(one) in sides]
    return [one for one in units if state.units[one].at in t.marches.near]


def retreating(state: State) -> list[str]:
    """Units that must retreat."""
    return [one.piece for one in state.pending if one.what == RETREAT]


def ways_back(t: Tables, state: State, unit: str) -> Collection[str]:
    """The hexes to which it can retreat: this many hexes away, free of enemies and their zones of
    control, and within the stacking limit."""
    due, side = owed(state, RETREAT, unit), t.side(unit)
    closed = zone(t, state, OTHER[side]) | t.places(state, OTHER[side])
    far = t.marches.distances.get(state.units[unit].at, {}) if due is not None else {}
    ring = [one for one, hexes in far.items() if due and hexes == due.points and one not in closed]
    return [one for one in ring if len(t.units(state, side, [one])) < STACK]


book.offer(
    Lose,
    unit=lambda t, state, lose: [*losing(t, state), *retreating(state)],
    to=lambda t, state, lose: (None, LOSSES[t.side(lose.unit)])[state.units[lose.unit].reduced :],
)
book.offer(
    Retreat,
    unit=lambda t, state, retreat: retreating(state),
    to=lambda t, state, retreat: ways_back(t, state, retreat.unit),
)


@book.case("3.4", reads=("unit", "to"))
def losses_are_owed(t: Tables, state: State, lose: Lose) -> Fault:
    unit = lose.unit
    if unit in retreating(state) and lose.to and not ways_back(t, state, unit):
        return None
    due = sum(one.what == STEP and one.side == t.side(unit) for one in state.pending)
    if unit in losing(t, state) and (not lose.to or steps_of(state, unit) <= due):
        return None
    return f"{unit} lost more than a combat asks for" if seen(state) else None


@book.case("3.5", reads=("unit", "to"))
def retreats_are_owed_and_safe(t: Tables, state: State, retreat: Retreat) -> Fault:
    unit, here = retreat.unit, state.units[retreat.unit].at
    if unit not in retreating(state):
        beside = t.units(state, OTHER[t.side(unit)], t.marches.near.get(here, ()))
        may_be = not seen(state) and beside and retreat.to in t.marches.within(here, 2)
        onto = retreat.to in t.places(state, OTHER[t.side(unit)])
        return None if may_be and not onto else f"{unit} retreated for no combat"
    if retreat.to in ways_back(t, state, unit):
        return None
    return f"{unit} retreated to {retreat.to}, too near, too far, or not safe"


@book.cases("3.3", "3.4", "3.5", severity=MISSING)
def a_combat_is_finished(t: Tables, state: State, later: Move | Target | EndPlayerTurn) -> Verdict:
    due = next(iter(state.pending), None)
    return (due.case, f"{due.piece or due.side} owed {due.what}") if due is not None else None


def undeclared(state: State, unit: str) -> State:
    """The state after a loss or retreat that nothing requires: the unit was in a combat that nobody
    declared."""
    return state if state.pending else state.changed(fought=state.fought | {unit})


@book.effect
def lost(t: Tables, state: State, lose: Lose) -> State:
    unit, side, state = lose.unit, t.side(lose.unit), undeclared(state, lose.unit)
    pending = list(state.pending)
    for _ in range(steps_of(state, unit) if lose.to else 1):
        if Pending(STEP, side, "3.4") in pending:
            pending.remove(Pending(STEP, side, "3.4"))
    if lose.to:
        left = tuple(one for one in pending if one.piece != unit)
        return put(state, unit, lose.to).changed(pending=left)
    units = {**state.units, unit: state.units[unit].changed(reduced=True)}
    return state.changed(units=units, pending=tuple(pending))


@book.effect
def went_back(t: Tables, state: State, retreat: Retreat) -> State:
    state = undeclared(state, retreat.unit)
    pending = settled(state, RETREAT, retreat.unit)
    return put(state, retreat.unit, retreat.to).changed(pending=pending)
