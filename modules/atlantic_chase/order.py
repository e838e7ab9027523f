"""The order of play (pp. 3, 13, 25): who acts, and what must be finished before the next act."""

from __future__ import annotations

from validator.rules.cases import (
    INTERPRETATION,
    Broken,
    Fault,
    Verdicts,
    alike,
    left_out,
    resting,
)
from validator.rules.dice import hold_number
from validator.rules.states import Pending

from . import state as st
from . import verbs as v
from .battle import is_last, over
from .book import book, case, cases
from .completion import completes
from .ending import ended
from .forces import strays
from .owing import (
    AFTER,
    MARKED_LATER,
    MARKERS,
    NEXT_ACTION,
    POINTS,
    cases_of,
    open_before,
    owed,
    place_of,
    told,
)
from .results import EARLY_OR_LATE
from .state import State
from .tables import Tables

Own = v.Plot | v.PassTurn | v.Complete
"""Actions that name a task force of the acting player."""
Attacks = v.AirStrike | v.Engage | v.NavalSearch | v.StealthAttack
Reorganizing = v.Split | v.Merge | v.Reinforce
Action = Own | v.AllPass | v.Signal | v.Recon | Attacks | Reorganizing | v.EndAction
Rolled = v.Seize | v.Decline | v.Vie
DEMANDED = (
    *("AC-19.1", "AC-19.10", "AC-21.1", "AC-21.2", "AC-24.1", "AC-24.2", "AC-24.4", "AC-25.7"),
    *("AC-25.8", "AC-25.9", "AC-26.3", "AC-26.4", "AC-26.6", "AC-26.9", "AC-26.15"),
    *("AC-27.17", "AC-27.18", "AC-27.20", "AC-29.5", "AC-29.6", "AC-29.9", "AC-31.7", "AC-31.9"),
    *("AC-31.10", "AC-33.6", "AC-33.8", "AC-33.9", "AC-35.1", "AC-35.2", "AC-35.6", "AC-39.6"),
    *("AC-39.7", "AC-41.2", "AC-41.8", "AC-41.15", "AC-41.19", "AC-43.8", "AC-45.10", "AC-47.9"),
    *("AC-50.1", "AC-50.2", "AC-50.4", "AC-51.1", "AC-51.2", "AC-51.3", "AC-51.5", "AC-52.1"),
    *("AC-52.5", "AC-52.6", "AC-52.8", "AC-52.9", "AC-53.2", "AC-53.6", "AC-53.10", "AC-54.1"),
    *("AC-54.3", "AC-54.4", "AC-54.5", "AC-54.7", "AC-54.9", "AC-62.5", "AC-49.6", "AC-55.9"),
    resting(st.SMOKE, "AC-57.3"),
    *("AC-33.10", "AC-59.7", "AC-62.8", "AC-31.12", "AC-62.3", "AC-62.2", "AC-62.4"),
    *("AC-37.14", "AC-37.16", "AC-50.5", "AC-50.7", "AC-58.3", "AC-58.4", "AC-11.1", "AC-32.1"),
    "AC-41.18",
)
"""The cases by which something can be owed."""


def _wrong_player(state: State, what: str, side: str) -> Verdicts:
    """The fault of the Inactive player acting, who is this side; it names the modifier if a roll
    for the Initiative was misread."""
    words = f"{what} while {state.active} was the Active player"
    yield from alike(Broken(words, by=side), "AC-3.3", "AC-25.1")
    if state.test is not None:
        rolled = f"{words}: {state.test.total} against {state.test.needs}"
        yield from alike(Broken(rolled, by=side), *state.test.cases, *state.test.turned_by())


ROLLED = (
    *("AC-3.3", "AC-25.1", "AC-26.2", "AC-26.5", "AC-26.8", "AC-26.12"),
    *("AC-24.9", "AC-46.7", "AC-53.4"),
)


@cases(*ROLLED, reads=("force",))
def only_the_active_player_acts(t: Tables, state: State, act: Own | v.Withdraw) -> Verdicts:
    if isinstance(act, v.Withdraw) and not completes(state, act):
        return
    side = t.side_of(act.force)
    if side not in ("", state.active):
        yield from _wrong_player(state, f"{act.force} acted", side)


@cases(*ROLLED, reads=("target",))
def only_the_active_player_names_targets(t: Tables, state: State, act: v.Signal) -> Verdicts:
    if t.side_of(act.target) == state.active:
        yield from _wrong_player(state, f"{act.target} was a target", st.OTHER[state.active])


def _missing(pending: Pending) -> Broken:
    """The fault of leaving out a pending thing."""
    return left_out(told(pending), by=pending.side, of=pending)


@cases(*DEMANDED, "AC-25.3")
def an_action_is_finished_before_the_next(t: Tables, state: State, act: Action) -> Verdicts:
    for pending in open_before(state, NEXT_ACTION):
        if pending.what == st.INTEL and isinstance(act, v.Plot):
            continue  # the markers may be laid when all lines are drawn
        if pending.piece in POINTS.values():
            continue  # points may be booked later
        unfinished = pending.what in (st.LAPSE, st.ONE_LAPSE, st.SEIZE, st.VIE)
        asked = (*cases_of(state, pending), *(("AC-25.3",) if unfinished else ()))
        yield from alike(_missing(pending), *asked)


Finishing = v.TimeLapse | v.RollTimeLapse | v.Seize | v.Decline | v.Vie


@cases("AC-13.1", "AC-62.1")
def a_battle_is_fought_to_its_end(t: Tables, state: State, act: Action | Finishing) -> Verdicts:
    if state.battle:
        yield "AC-13.1", "a Battle was still going on"
        if over(t, state) or is_last(state.battle):
            yield "AC-62.1", left_out("the Battle was not ended")


@case("AC-3.4", reads=())
def nobody_acts_when_the_scenario_is_over(t: Tables, state: State, act: Action) -> Fault:
    return "an action was begun after the end of the scenario" if ended(t, state) else None


@case("AC-41.1", reads=())
def a_stealth_force_scouts_or_attacks(
    t: Tables, state: State, act: v.Recon | v.StealthAttack
) -> Fault:
    due = owed(state, st.VIE)
    if due is not None and due.case == "AC-41.2":
        return "a Stealth force scouted and attacked in one action"
    return None


@cases("AC-21.8", "AC-23.4", "AC-29.10", "AC-51.6")
def markers_go_with_what_they_lay_on(t: Tables, state: State, act: Action) -> Verdicts:
    early = state.throw is not None and EARLY_OR_LATE in state.throw.results
    for marker, force, hex_id in strays(t, state):
        where = f" in {hex_id}" if hex_id else ""
        words = left_out(f"the {marker} marker of {force}{where} was not taken off")
        if not state.force(force).in_play:
            yield "AC-29.10", words
        else:
            yield ("AC-21.8" if marker == st.INTEL else "AC-23.4"), words
        if early and state.throw is not None and force == state.throw.target:
            yield "AC-51.6", words


TWO_DICE = v.Seize | v.RollAction | v.Interrupt | v.Reinforce | v.BreakAway
hold_number(book, "AC-6.1", TWO_DICE, 2)

Fighting = v.NextRound | v.EndBattle
Lapsing = v.TimeLapse | v.RollTimeLapse
IN_ITS_PLACE = {
    v.RollAction: AFTER[st.ROLL],
    **dict.fromkeys((v.Seize, v.Decline, v.Vie), AFTER[st.SEIZE]),
    **dict.fromkeys((v.CheckWeather, v.Withdraw), AFTER[st.WEATHER]),
}
"""The place of an act in the order in which an action is finished; for other acts, that of a Time
Lapse."""


@cases(*DEMANDED)
def what_comes_first_is_not_left_out(
    t: Tables,
    state: State,
    act: v.RollAction | Lapsing | Fighting | Rolled | v.CheckWeather | v.Withdraw,
) -> Verdicts:
    due = owed(state, st.VIE) if isinstance(act, v.Vie) else None
    place = IN_ITS_PLACE.get(type(act), AFTER[st.LAPSE])
    for pending in open_before(state, place_of(due) if due is not None else place):
        if pending.what == st.RETURN:
            continue  # the Battle Board may be cleared later
        yield from alike(_missing(pending), *cases_of(state, pending))


@cases(*DEMANDED, reads=("ship",))
def a_ship_is_put_right_before_it_acts(
    t: Tables, state: State, act: v.Fire | v.Torpedo | v.Maneuver
) -> Verdicts:
    """Pending things come first in a round; but what other ships have suffered may be marked during
    the round."""
    for pending in open_before(state, AFTER[st.LAPSE]):
        if pending.what not in MARKED_LATER or pending.piece == act.ship:
            yield from alike(_missing(pending), *cases_of(state, pending))


@cases("AC-25.3", "AC-25.7")
def stations_are_shifted_between_actions(
    t: Tables, state: State, act: v.EnterPort | v.LeavePort
) -> Verdicts:
    for pending in open_before(state, MARKERS):
        if pending.what == st.WEATHER:
            words = "a Station was shifted before the weather was checked"
            yield "AC-25.7", Broken(words, severity=INTERPRETATION)
        else:
            words = f"a Station was shifted during an action: {told(pending)}"
            yield "AC-25.3", Broken(words, of=pending)
