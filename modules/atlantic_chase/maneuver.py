"""Maneuver, Smoke and Break Away (pp. 60-61)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import Any

from validator.explaining import signs as sign
from validator.rules.cases import EITHER, INTERPRETATION, Broken, Fault, Verdict, Verdicts, alike
from validator.rules.verbs import CHANCE, Verb, guessed

from . import board
from . import state as st
from .battle import over
from .book import case, cases, does, effect, offer
from .forces import side_up
from .state import Battle, State
from .tables import BATTERY, CONVOY, ORDERED, Tables
from .zones import FAR, fleet, is_battery, side_of


def _clear(t: Tables, state: State, ship: str) -> bool:
    able = t.ships[ship].kind not in (CONVOY, BATTERY) and not state.ship(ship).damaged
    return able and ship not in state.battle.smoke


def _smokes(t: Tables, state: State, ship: str) -> bool:
    return ship in state.battle.smoke


def _home(t: Tables, state: State, act: Any) -> str:
    return state.ship(act.ship).at


def _is_home(t: Tables, state: State, place: str) -> bool:
    return place in t.forces


class Maneuver(Verb, steps=("maneuver",)):
    """A ship moves to the next zone."""

    ship: str
    zone: str

    signs = sign.moved(
        "ship", piece="ship", start=board.in_zone, to=sign.field("zone", board.in_zone)
    )


class MakeSmoke(Verb, steps=("maneuver",)):
    """A ship begins to make Smoke."""

    ship: str = guessed(board.in_the_zone(_clear))

    signs = sign.some_of(board.said("makes_smoke"), board.laid("smoke", _clear, _smokes))


class Cover(Verb, steps=("maneuver",)):
    """A ship is covered by the Smoke of another."""

    ship: str
    smoker: str = guessed(board.smokers)

    signs = board.said("covered")


class EndSmoke(Verb, steps=("maneuver",)):
    """A ship stops making Smoke."""

    ship: str = guessed(board.in_the_zone(_smokes))

    signs = sign.some_of(board.said("smoke_ends"), board.taken_off("smoke"))


class WishToLeave(Verb, steps=("leave",)):
    """A side wishes to break away."""

    side: str = guessed(board.own_side)

    signs = sign.maybe_declared("break_away")


class BreakAway(Verb, steps=("leave",)):
    """The two dice of a side, if it alone wishes to break away."""

    side: str = guessed(board.either_side)
    dice: tuple[int, ...] = field(metadata=CHANCE)

    signs = sign.rolled("break_away", dice="dice")


class SlipAway(Verb, steps=("leave",)):
    """After a failed attempt, Evasive Maneuvers let one ship go."""

    ship: str

    signs = sign.moved("ship", piece="ship", start=board.in_zone, to=sign.meant(_home, _is_home))


Step = Maneuver | EndSmoke | WishToLeave | BreakAway | SlipAway
STEPS = {Maneuver: st.MANEUVER, EndSmoke: st.MANEUVER}


def may_move(t: Tables, state: State, ship: str) -> bool:
    """Whether a ship can move at all."""
    return not is_battery(t, ship)


def pace(t: Tables, state: State, ship: str) -> int:
    """The rank of a ship's speed, 0 for very slow."""
    return ORDERED.index(side_up(t, state.ship(ship)).speed)


@cases("AC-55.1", "AC-56.1", "AC-62.1", reads=())
def everything_has_its_step(t: Tables, state: State, act: Step) -> Verdict:
    battle = state.battle
    if not battle:
        return "AC-55.1", "there is no Battle"
    if over(t, state):
        return "AC-62.1", "the Battle is over"
    if isinstance(act, WishToLeave):
        return None  # who says so before the last step of the round wishes it then
    wanted = STEPS.get(type(act), st.LEAVE)
    return None if battle.step == wanted else ("AC-56.1", f"this is the step of {battle.step}")


# --- Maneuver (p. 60) ------------------------------------------------------------------------


@cases("AC-11.19", "AC-60.3", reads=("ship", "zone"))
def a_ship_moves_one_zone(t: Tables, state: State, act: Maneuver) -> Verdict:
    battle = state.battle
    if battle.zones.get(act.ship) not in st.ZONES or act.zone not in st.ZONES:
        return "AC-60.3", f"{act.ship} is not on the Battle Board, or left it"
    if is_battery(t, act.ship):
        return "AC-11.19", f"{act.ship} never moves"
    if act.ship in battle.moved:
        return "AC-60.3", f"{act.ship} moved twice"
    here, there = (st.ZONES.index(one) for one in (battle.zones[act.ship], act.zone))
    if abs(here - there) != 1:
        return "AC-60.3", f"{act.ship} went from {battle.zones[act.ship]} to {act.zone}"
    if act.zone.startswith(st.OTHER[side_of(t, act.ship)]):
        words = Broken(f"{act.ship} entered {act.zone}", severity=INTERPRETATION)
        return "AC-60.3", words
    return None


@cases("AC-60.1", "AC-60.2", reads=("ship",))
def the_slowest_ships_move_first(t: Tables, state: State, act: Maneuver) -> Verdicts:
    battle = state.battle
    if act.ship not in battle.zones:
        return
    own = pace(t, state, act.ship)
    swifter = next((one for one in battle.moved if pace(t, state, one) > own), "")
    side = side_of(t, act.ship)
    if swifter:
        words = f"{act.ship} moved after {swifter}, which is faster"
        if side_of(t, swifter) == side:
            yield from alike(words, "AC-60.1", "AC-60.2")
        else:  # one side did not wait, or the other had passed: nothing tells
            yield "AC-60.1", Broken(words, by=EITHER)
        return
    alone = [one for one in fleet(t, battle, side) if pace(t, state, one) == own]
    before = [one for one in battle.moved if pace(t, state, one) == own]
    if side == state.inactive and alone == [act.ship] and before:
        words = f"{before[0]} moved before {act.ship} of the Inactive player"
        yield "AC-60.1", Broken(words, by=EITHER)


@effect
def maneuver(t: Tables, state: State, act: Maneuver) -> State:
    battle = state.battle
    if act.zone not in st.ZONES:
        return state
    covered = {one: by for one, by in battle.covered.items() if act.ship not in (one, by)}
    return state.fought(
        zones={**battle.zones, act.ship: act.zone}, moved=(*battle.moved, act.ship), covered=covered
    )


# --- Smoke (p. 60) ---------------------------------------------------------------------------


@cases("AC-55.4", "AC-60.6", "AC-55.1", reads=())
def smoke_is_made_when_ships_move_or_are_set_up(
    t: Tables, state: State, act: MakeSmoke | Cover
) -> Verdict:
    battle = state.battle
    if not battle:
        return "AC-55.1", "there is no Battle"
    if battle.step == st.SET_UP and battle.result == "SURPRISE":
        severity = "" if battle.ambush else INTERPRETATION
        return "AC-55.4", Broken("Smoke was made at the set-up of a Surprise", severity=severity)
    if battle.step not in (st.SET_UP, st.MANEUVER):
        return "AC-60.6", f"Smoke was made in the step of {battle.step}"
    return None


@cases("AC-11.3", "AC-60.5", reads=("ship",))
def undamaged_ships_make_smoke(t: Tables, state: State, act: MakeSmoke) -> Verdict:
    if act.ship in t.ships and t.ships[act.ship].kind == CONVOY:
        return "AC-11.3", f"{act.ship} is a Convoy"
    if state.ship(act.ship).damaged or is_battery(t, act.ship):
        return "AC-60.5", f"{act.ship} cannot make Smoke"
    if act.ship not in state.battle.zones:
        return "AC-60.5", f"{act.ship} is not on the Battle Board"
    return None


@case("AC-60.7", reads=("ship", "smoker"), rests_on=(st.SMOKE,))
def smoke_covers_two_ships_in_its_zone(t: Tables, state: State, act: Cover) -> Fault:
    battle = state.battle
    if act.smoker not in battle.smoke or act.ship == act.smoker:
        return f"{act.smoker} makes no Smoke for {act.ship}"
    if is_battery(t, act.ship):
        return f"{act.ship} is not a ship"
    if battle.zones.get(act.ship) != battle.zones.get(act.smoker):
        return f"{act.ship} is not in the zone of {act.smoker}"
    if sum(by == act.smoker for by in battle.covered.values()) >= COVERS:
        return f"{act.smoker} covers {COVERS} ships already"
    return None


COVERS = 2
"""The number of other ships that the Smoke of one ship covers."""


does(MakeSmoke, lambda t, state, act: state.fought(smoke=state.battle.smoke | {act.ship}))


@effect
def cover(t: Tables, state: State, act: Cover) -> State:
    battle = state.battle
    return state.fought(covered={**battle.covered, act.ship: act.smoker})


@effect
def end_smoke(t: Tables, state: State, act: EndSmoke) -> State:
    battle = state.battle
    covered = {one: by for one, by in battle.covered.items() if by != act.ship}
    return state.fought(smoke=battle.smoke - {act.ship}, covered=covered)


# --- Break Away (p. 61) ----------------------------------------------------------------------


def break_modifiers(t: Tables, state: State, battle: Battle, side: str) -> Iterator[Any]:
    """The modifiers of a side's dice to break away."""
    own, enemy = fleet(t, battle, side), fleet(t, battle, st.OTHER[side])
    enemy = [one for one in enemy if not is_battery(t, one)]
    far, theirs = FAR[side], FAR[st.OTHER[side]]
    all_far = all(battle.zones[one] == far for one in own)
    yield ("AC-61.3",), t.break_all_far if all_far else 0
    slowest = min((pace(t, state, one) for one in enemy), default=0)
    behind = any(pace(t, state, one) < slowest for one in own)
    yield ("AC-61.4",), t.break_slowest if behind else 0
    near = any(battle.zones[one] != theirs for one in enemy)
    yield ("AC-61.5", "AC-11.20"), t.break_enemy_near if near else 0


@cases("AC-61.2", reads=("side",))
def one_side_alone_rolls_to_break_away(t: Tables, state: State, act: BreakAway) -> Verdicts:
    battle = state.battle
    if act.side not in battle.leaving:
        yield "AC-61.2", f"{act.side} had not said that it wished to leave"
    elif act.side in battle.tried:
        yield "AC-61.2", f"{act.side} tried twice in a round"


@cases("AC-61.7", "AC-24.12", reads=("ship",))
def evasive_maneuvers_let_one_ship_in_far_go(t: Tables, state: State, act: SlipAway) -> Verdicts:
    battle, side = state.battle, side_of(t, act.ship)
    force = state.force(state.ship(act.ship).at)
    if not force.evasive:
        words = f"{force.id or act.ship} has no Evasive Maneuvers"
        yield from alike(words, "AC-24.12", "AC-61.7")
    elif side not in battle.tried or battle.zones.get(act.ship) != FAR.get(side):
        yield "AC-61.7", f"{act.ship} is not in Far after an attempt that failed"


does(WishToLeave, lambda t, state, act: state.fought(leaving=state.battle.leaving | {act.side}))


@effect
def break_away(t: Tables, state: State, act: BreakAway) -> State:
    battle = state.battle
    if act.side not in st.OTHER:
        return state
    added = tuple(break_modifiers(t, state, battle, act.side))
    test = st.Test(("AC-61.2",), sum(act.dice), added, t.break_needs)
    tried = battle.tried if test.passed else battle.tried | {act.side}
    over_by = "AC-61.2" if test.passed else battle.over
    return state.fought(test=test, tried=tried, over=over_by)


@effect
def slip_away(t: Tables, state: State, act: SlipAway) -> State:
    battle = state.battle
    force = state.force(state.ship(act.ship).at)
    zones = {one: zone for one, zone in battle.zones.items() if one != act.ship}
    new = state.changed(battle=battle.changed(zones=zones))
    return new.with_force(force.changed(evasive=False)) if force.id else new


# --- Where legal ones are looked for -----------------------------------------------------------


def _smokers(t: Tables, state: State, made: Any) -> Iterable[str]:
    return sorted(state.battle.smoke)


def _zones(t: Tables, state: State, made: Any) -> Iterable[str]:
    here = state.battle.zones.get(made.ship, "")
    return [one for one in st.ZONES if one != here]


offer(Maneuver, zone=_zones)


offer(
    MakeSmoke,
    ship=lambda t, state, made: [
        one for one in state.battle.zones if one not in state.battle.smoke
    ],
)
offer(Cover, smoker=_smokers)
offer(EndSmoke, ship=_smokers)
offer(WishToLeave, side=lambda t, state, made: sorted(st.OTHER.keys() - state.battle.leaving))
offer(BreakAway, side=lambda t, state, made: sorted(state.battle.leaving))
