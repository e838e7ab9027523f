"""The Advanced Battle Rules (pp. 11-12), as far as this rule book has them; the rest is in another
book. They apply only if the scenario says that both players chose them."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from validator.explaining import signs as sign
from validator.rules.cases import Fault, Verdict, always
from validator.rules.verbs import CHANCE, Verb

from . import state as st
from .book import case, cases, effect, offer
from .forces import weather_at
from .maneuver import Maneuver, WishToLeave
from .state import State
from .tables import DESTROYERS, Tables
from .zones import side_of

ACQUIRING, CLOSING, RUNNING = ATTITUDES = ("Acquiring", "Closing", "Running")


class Snafu(Verb):
    """A Snafu Check, and the effect that is applied."""

    dice: tuple[int, ...] = field(metadata=CHANCE)
    result: str = field(metadata=CHANCE)

    signs = sign.rolled("snafu", dice="dice")


class TakeAttitude(Verb):
    """A ship takes an attitude."""

    ship: str
    attitude: str

    signs = sign.unseen()


class Pursue(Verb):
    """A DD Squadron pursues an enemy."""

    ship: str
    target: str

    signs = sign.unseen()


def _told(t: Tables, state: State, dice: tuple[int, ...]) -> str:
    battle = state.battle
    weather = weather_at(t, state, battle.hex) if battle else state.weather
    return t.told("snafu", sum(dice), weather)


@cases("AC-12.1", "AC-11.15", reads=())
def both_players_chose_the_advanced_rules(
    t: Tables, state: State, act: Snafu | TakeAttitude | Pursue
) -> Verdict:
    if t.scenario.get("advanced"):
        return None
    case_id = "AC-11.15" if isinstance(act, Pursue) else "AC-12.1"
    return case_id, "the Advanced Battle Rules are not in force"


@case("AC-12.2", reads=("dice", "result"))
def a_snafu_is_what_the_table_says(t: Tables, state: State, act: Snafu) -> Fault:
    told = _told(t, state, act.dice) if len(act.dice) == 2 else "two dice"
    return f"{act.result} was read where the table says {told}" if act.result != told else None


@cases("AC-12.3", "AC-12.4", reads=("ship", "attitude"))
def ships_begin_closing_or_running(t: Tables, state: State, act: TakeAttitude) -> Verdict:
    battle = state.battle
    if act.attitude not in ATTITUDES:
        return "AC-12.4", f"{act.attitude} is no attitude"
    if battle.step != st.SET_UP:
        return None
    targets = side_of(t, act.ship) == t.side_of(battle.target)
    if act.attitude == CLOSING or (targets and act.attitude == RUNNING):
        return None
    return "AC-12.3", f"{act.ship} began {act.attitude}"


@case("AC-12.4", reads=("ship", "zone"))
def ships_move_as_their_attitude_says(t: Tables, state: State, act: Maneuver) -> Fault:
    battle = state.battle
    attitude = battle.attitudes.get(act.ship, "")
    if not attitude or {act.zone, battle.zones.get(act.ship)} - {*st.ZONES}:
        return None
    forward = 1 if side_of(t, act.ship) == st.GERMAN else -1
    step = (st.ZONES.index(act.zone) - st.ZONES.index(battle.zones[act.ship])) * forward
    wanted = {CLOSING: 1, RUNNING: -1}.get(attitude, 0)
    return None if step == wanted else f"{act.ship} went to {act.zone}, {attitude}"


@case("AC-12.4", reads=("side",))
def only_who_runs_breaks_away(t: Tables, state: State, act: WishToLeave) -> Fault:
    battle = state.battle
    own = [
        attitude for ship, attitude in (battle.attitudes).items() if side_of(t, ship) == act.side
    ]
    return "no ship of that side is Running" if own and RUNNING not in own else None


@effect
def take_attitude(t: Tables, state: State, act: TakeAttitude) -> State:
    battle = state.battle
    return state.fought(attitudes={**battle.attitudes, act.ship: act.attitude})


@effect
def nothing_more(t: Tables, state: State, act: Snafu | Pursue) -> State:
    """Their effects are in the book of the Advanced Battle Rules."""
    return state


def _squadrons(t: Tables, state: State, made: Any) -> list[str]:
    return [one.id for one in state.ships.values() if t.ships[one.id].kind == DESTROYERS]


offer(Snafu, result=lambda t, state, made: (_told(t, state, made.dice),))
offer(TakeAttitude, attitude=always(*ATTITUDES))
offer(Pursue, ship=_squadrons, target=lambda t, state, made: state.battle.zones)
