"""Initiative (pp. 25-26): who acts, how it changes hands, and the weather check after that.

Vie: each player rolls a die, and the Inactive player adds the Tally. Seize: the Inactive player
rolls two dice, adds the Tally and needs nine; he may decline instead, and gets Evasive Maneuvers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Any

from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.cases import Fault, Verdict, Verdicts
from validator.rules.states import Pending
from validator.rules.verbs import CHANCE, Verb, guessed

from . import desk, heard
from . import state as st
from .book import case, cases, effect, offer
from .forces import forces_of, hexes
from .owing import handed_over, is_marked, kept, owed, shown
from .state import State
from .tables import Tables


class Seize(Verb, steps=("vie_or_seize",), settles=(st.SEIZE, "")):
    """The Inactive player tries to seize the Initiative; ``spent`` is the task force that spends
    its Evasive Maneuvers on it."""

    spent: str = guessed(heard.spent, default="")
    dice: tuple[int, ...] = guessed(
        desk.for_initiative(desk.LOW, desk.HIGH), default=(), metadata=CHANCE
    )
    also: str = field(default="", metadata=CHANCE)
    """A second task force that spends its marker, which is not allowed."""

    signs = sign.any_of(
        sign.all_of(
            sign.rolled("seize", dice="dice"),
            sign.announced(sign.declared("seize")),
            sign.announced(heard.evasive("spent", earned=False)),
        ),
        sign.unseen(),
    )
    silent = part.assumed()


class Decline(Verb, steps=("vie_or_seize",)):
    """The Inactive player does not try; ``force`` gets Evasive Maneuvers for it."""

    force: str = ""

    signs = sign.some_of(sign.declared("declines"), heard.evasive("force", earned=True))
    silent = heard.told("declines", force="")


class Vie(Verb, steps=("vie_or_seize",), settles=(st.VIE, "")):
    """Both players roll for the Initiative; ``spent`` as in `Seize`."""

    spent: str = guessed(heard.spent, default="")
    active: int = guessed(desk.of_the_other("vie_active", 6, 1), default=0, metadata=CHANCE)
    inactive: int = guessed(desk.of_the_other("vie_inactive", 1, 6), default=0, metadata=CHANCE)
    also: str = field(default="", metadata=CHANCE)

    _one = sign.field("active", lambda t, s, dice: dice[0])
    _other = sign.field("inactive", lambda t, s, dice: dice[0])
    _active = sign.rolled("vie_active", dice=_one)
    _inactive = sign.rolled("vie_inactive", dice=_other)
    _each_by_the_others_button = (
        sign.rolled("vie_inactive", dice=_one, by=lambda t, state, side: side == state.active),
        sign.rolled("vie_active", dice=_other, by=lambda t, state, side: side == state.inactive),
    )
    _spends = sign.announced(heard.evasive("spent", earned=False))
    signs = sign.any_of(
        sign.all_of(_active, _inactive, _spends),
        sign.all_of(_active, _spends),
        sign.all_of(_inactive, _spends),
        sign.all_of(*_each_by_the_others_button, _spends),
        sign.unseen(),
    )
    silent = part.assumed()


class CheckWeather(Verb, steps=("weather",), settles=(st.WEATHER, "")):
    """The die of the player who has just become Active."""

    die: int = guessed(desk.weather, metadata=CHANCE)

    signs = sign.any_of(
        sign.all_of(sign.die("weather"), sign.announced(sign.declared("weather_check"))),
        sign.unseen(),
    )
    silent = part.assumed()


# --- Evasive Maneuvers spent on a roll -----------------------------------------------------


def effort(t: Tables, state: State, spent: str) -> int:
    """What the Evasive Maneuvers of a task force add to a roll for the Initiative (AC-26.12): more
    in Bad Weather, or with a piece on the Arctic Line (AC-26.13)."""
    if not spent:
        return 0
    force = state.force(spent)
    bad = state.weather == st.BAD or any(one in t.arctic for one in hexes(t, force))
    return t.effort[st.BAD if bad else st.GOOD]


@cases("AC-24.7", "AC-26.7", reads=("spent",))
def evasive_maneuvers_are_spent_by_who_has_them(
    t: Tables, state: State, roll: Seize | Vie
) -> Verdict:
    if not roll.spent:
        return None
    if t.side_of(roll.spent) != state.inactive:
        return "AC-26.7", f"{roll.spent} is not the Inactive player's"
    if not state.force(roll.spent).evasive:
        return "AC-24.7", f"{roll.spent} has no Evasive Maneuvers to spend"
    return None


@case("AC-26.14", reads=("also",))
def one_marker_is_spent_on_a_roll(t: Tables, state: State, roll: Seize | Vie) -> Fault:
    if not roll.also:
        return None
    return f"{roll.spent} and {roll.also} both spent Evasive Maneuvers on one roll"


def _modifiers(t: Tables, state: State, spent: str) -> st.Modifiers:
    """The two possible modifiers, both for the Inactive player (AC-26.7)."""
    return (
        (("AC-26.5",), state.tally),
        (("AC-26.12", "AC-24.9", "AC-46.7"), effort(t, state, spent)),
    )


def _spend(state: State, force: str) -> State:
    return state.with_force(state.force(force).changed(evasive=False)) if force else state


# --- Seize (pp. 26, 53) --------------------------------------------------------------------


@cases("AC-26.11", "AC-53.11")
def seizing_is_offered(t: Tables, state: State, act: Seize | Decline) -> Verdicts:
    if owed(state, st.SEIZE):
        return
    yield "AC-26.11", "no action has offered the Initiative to seize"
    if state.throw is not None and "SHADOW" in state.throw.results:
        yield "AC-53.11", "SHADOW offers the Initiative once"


@effect
def seize(t: Tables, state: State, roll: Seize) -> State:
    due = owed(state, st.SEIZE)
    test = st.Test(
        ("AC-26.8", "AC-53.4"), sum(roll.dice), _modifiers(t, state, roll.spent), t.seize_needs
    )
    new = _spend(_answered(state), roll.spent).changed(test=test)
    return _seized(t, new, due) if test.passed else _resumed(kept(new, "AC-26.9"), due)


def _answered(state: State) -> State:
    """The state after the Inactive player's answer: the Active player's optional acts are over."""
    done = (owed(state, st.SEIZE), owed(state, st.MAY_LAPSE))
    return state.changed(pending=tuple(one for one in state.pending if one not in done))


def seized(t: Tables, state: State) -> State:
    """The state after an offered Initiative is seized."""
    return _seized(t, _answered(state), owed(state, st.SEIZE))


def _seized(t: Tables, state: State, due: Pending | None) -> State:
    """The state after Initiative was seized; a task force that was completing stays (AC-29.9)."""
    if due is None or due.case != "AC-29.5":
        return handed_over(state)
    lapse = Pending(st.LAPSE, state.active, "AC-29.9", due.piece)
    return handed_over(state.owing(lapse) if state.force(due.piece).line else state)


def _resumed(state: State, due: Pending | None) -> State:
    """The state after Initiative was not seized: what waited for it goes on (AC-29.6)."""
    if due is None or due.case != "AC-29.5":
        return state
    return state.owing(Pending(st.WITHDRAW, state.active, "AC-29.6", due.piece))


# --- Declined (AC-26.10) -------------------------------------------------------------------


@cases("AC-24.3", "AC-24.6", reads=("force",))
def who_declines_gives_one_of_his_own_evasive_maneuvers(
    t: Tables, state: State, act: Decline
) -> Verdicts:
    if not act.force:
        return  # who forgoes the marker breaks nothing
    if t.side_of(act.force) != state.inactive or not state.force(act.force).in_play:
        yield "AC-24.3", f"{act.force} is no task force of the player who declined"
    elif is_marked(state, act.force):
        yield "AC-24.6", f"{act.force} has an Evasive Maneuvers marker"


@effect
def decline(t: Tables, state: State, act: Decline) -> State:
    due = owed(state, st.SEIZE)
    new = _answered(state)
    if act.force:
        new = new.done(st.EVASIVE, act.force)  # one marker at most (AC-24.6)
        new = new.with_force(new.force(act.force).changed(evasive=True))
    return _resumed(new, due)


# --- Vie (pp. 26, 54) ----------------------------------------------------------------------


@cases("AC-25.6", "AC-53.2")
def vying_is_called_for(t: Tables, state: State, roll: Vie) -> Verdicts:
    if owed(state, st.VIE):
        return
    yield "AC-25.6", "nothing calls for a Vie"
    due = owed(state, st.WEATHER)
    if due is not None and due.case == "AC-53.2":
        yield "AC-53.2", "the players vied, though a miss with Intel had changed the Initiative"


@case("AC-2.2", reads=("active", "inactive"))
def both_dice_have_six_faces(t: Tables, state: State, roll: Vie) -> Fault:
    odd = [one for one in (roll.active, roll.inactive) if one not in range(1, 7)]
    return f"a die shows {odd[0]}" if odd else None


@effect
def vie(t: Tables, state: State, roll: Vie) -> State:
    modifiers = _modifiers(t, state, roll.spent)
    test = st.Test(("AC-26.2",), roll.inactive, modifiers, roll.active + 1)
    new = _spend(state.done(st.VIE).done(st.MAY_LAPSE), roll.spent).changed(test=test)
    return handed_over(new) if test.passed else kept(new, "AC-26.4")


# --- The weather (p. 25) -------------------------------------------------------------------


@case("AC-25.10")
def the_weather_is_checked_when_initiative_changed(
    t: Tables, state: State, check: CheckWeather
) -> Fault:
    return None if owed(state, st.WEATHER) else "Initiative has not changed hands"


@effect
def check_weather(t: Tables, state: State, check: CheckWeather) -> State:
    after = t.weather_after(state.weather, check.die)
    case_id = "AC-25.8" if state.weather == st.GOOD else "AC-25.9"
    new = shown(state.done(st.WEATHER), "weather", after, case_id, state.weather)
    return new.changed(weather=after, passed=frozenset())


# --- Where legal ones are looked for -------------------------------------------------------


def _evasive(t: Tables, state: State, made: Any) -> Iterable[str]:
    return ("", *(one.id for one in forces_of(t, state, state.inactive) if one.evasive))


def _rewarded(t: Tables, state: State, made: Any) -> Iterable[str]:
    return ("", *(one.id for one in forces_of(t, state, state.inactive) if not one.evasive))


offer(Seize, spent=_evasive)
offer(Decline, force=_rewarded)
offer(Vie, spent=_evasive)
