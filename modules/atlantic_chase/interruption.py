"""Interruption (pp. 22, 54): Intel lets the Inactive player interfere with an attack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from itertools import islice
from typing import Any

from validator.explaining import facts as seen
from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.cases import Fault, Verdict, Verdicts, alike, left_out
from validator.rules.states import Pending
from validator.rules.verbs import CHANCE, Verb, guessed

from . import desk
from . import state as st
from .attack import intel_markers
from .book import case, cases, effect, offer
from .forces import intel
from .heard import earns_soon, located, row
from .owing import cancelled, handed_over, owed
from .signals import localized
from .state import State
from .tables import Tables

SLIP, VIE_FOR_IT, CHANGE = "S", "V_FOR_I", "IC"
GOES_ON = "0"


def _result(t: Tables, state: State, dice: tuple[int, ...]) -> str:
    """The result of a check for Interruption."""
    return t.interruption(sum(dice), max(1, intel_markers(state, state.attack)))


def _unseen(context: Any, state: State, known: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """Guesses for dice that nobody sees, by what is said or done next: each leads to another result
    of those that may be."""
    may_be = _followed_by(context, state)
    found: dict[str, tuple[int, int]] = {}
    for dice in desk.OF_TWO if state.attack else ():
        found.setdefault(_result(context.tables, state, dice), dice)
    for result, dice in found.items():
        if result in may_be or (GOES_ON in may_be and result.lstrip("-").isdecimal()):
            yield dice


def _followed_by(context: Any, state: State) -> tuple[str, ...]:
    """The results of a check for Interruption that lead to what is said or done next; one that
    changes the roll is `GOES_ON`."""
    if context.is_told(("slip_signals", "slip_evades"), state.inactive):
        return (SLIP,)
    for fact in islice(context.from_here, desk.NEAR_BY):
        if desk.changes(fact):
            return (CHANGE,)
        match fact:
            case seen.Declared(key="slip_signals" | "slip_evades"):
                return (SLIP,)
            case seen.Moved(key="station", piece=piece, after=place):
                if row(piece) in _may_signal(state) and place in state.force(row(piece)).intel:
                    return (SLIP,)
            case seen.Moved(key="evasive", piece=piece, after=place):
                if row(piece) == place == state.attack.target:
                    return (SLIP,)
            case seen.Rolled(key="vie_active" | "vie_inactive"):
                return (VIE_FOR_IT,)
            case seen.Rolled(key="action"):
                return (GOES_ON,)
    return (CHANGE, GOES_ON)


class Interrupt(Verb, steps=("interruption",)):
    """The two dice of the Inactive player."""

    dice: tuple[int, ...] = guessed(_unseen, metadata=CHANCE)

    signs = sign.any_of(sign.rolled("interruption", dice="dice"), sign.unseen())
    silent = part.assumed()


class RollSlip(Verb, steps=("interruption",)):
    """In solitaire play a die decides what the opponent does with a Slip."""

    die: int = field(metadata=CHANCE)

    signs = sign.die("slip")


class SlipBySignals(Verb, steps=("interruption",), settles=(st.SLIP, "")):
    """On a Slip the Inactive player turns a named force into a Station."""

    target: str
    hex: str

    signs = located("target", sign.declared("slip_signals"))


def _evades_unclicked(context: Any, state: State) -> Mapping[str, Any] | None:
    """No further fields, if the target of a Slip has Evasive Maneuvers, or gets them before any
    other dice than those of the Vie: the choice was not clicked. Else ``None``."""
    due = owed(state, st.SLIP)
    if due is None:
        return None
    return {} if state.force(due.piece).evasive or earns_soon(context, due.piece) else None


class SlipByEvading(Verb, steps=("interruption",)):
    """On a Slip the target gets Evasive Maneuvers."""

    signs = sign.maybe_declared("slip_evades")
    silent = _evades_unclicked


@cases("AC-13.3", "AC-22.2")
def intel_is_why_an_attack_is_interrupted(t: Tables, state: State, roll: Interrupt) -> Verdict:
    if not state.attack:
        return "AC-13.3", "nothing is under way that can be interrupted"
    if state.attack.checked or not intel_markers(state, state.attack):
        return "AC-22.2", "none of the Active player's task forces carries Intel"
    return None


@cases("AC-22.3", "AC-22.6", "AC-54.5")
def a_slip_comes_from_the_dice(
    t: Tables, state: State, act: SlipBySignals | SlipByEvading
) -> Verdicts:
    if owed(state, st.SLIP) is None:
        words = "the Inactive player slipped, and no Interruption said so"
        yield from alike(words, "AC-22.3", "AC-22.6", "AC-54.5")


@cases("AC-54.5", "AC-54.6", reads=("target", "hex"))
def a_slip_signals_who_acts_or_coordinates(t: Tables, state: State, act: SlipBySignals) -> Verdict:
    due = owed(state, st.SLIP)
    if due is None:
        return None
    if act.target not in _heard(t, state, act):
        return "AC-54.5", f"{act.target} neither acts nor coordinates"
    if act.hex not in intel(state.force(act.target)):
        return "AC-54.6", f"{act.target} has no Intel marker in {act.hex}"
    return None


@case("AC-22.9", reads=())
def a_die_chooses_for_who_is_not_there(
    t: Tables, state: State, act: RollSlip | SlipBySignals | SlipByEvading
) -> Fault:
    due, alone = owed(state, st.SLIP), bool(t.scenario.get("solitaire"))
    if isinstance(act, RollSlip):
        return None if alone and due is not None else "a die was thrown for a Slip"
    if not alone or due is None:
        return None
    if not due.points:
        return left_out("no die was thrown for the Slip")
    signals = due.points in t.slip_signals and bool(_heard(t, state, act))
    if signals is isinstance(act, SlipBySignals):
        return None
    return f"the die showed {due.points}"


@effect
def roll_slip(t: Tables, state: State, roll: RollSlip) -> State:
    due = owed(state, st.SLIP)
    thrown = (replace(one, points=roll.die) if one is due else one for one in state.pending)
    return state.changed(pending=tuple(thrown))


@effect
def interrupt(t: Tables, state: State, roll: Interrupt) -> State:
    attack = state.attack
    told = _result(t, state, roll.dice)
    new = state.changed(attack=attack.changed(checked=True))
    if told == CHANGE:
        return handed_over(new, "AC-52.8")
    if told == VIE_FOR_IT:
        return new.owing(Pending(st.VIE, "", "AC-54.9"))
    if told == SLIP:
        return cancelled(new, _may_signal(state)).owing(
            Pending(st.SLIP, state.inactive, "AC-54.5", attack.target)
        )
    return new.changed(attack=attack.changed(checked=True, alert=int(told)))


def _may_signal(state: State) -> tuple[str, ...]:
    """The task forces of an attack that signals may betray on a Slip."""
    own = state.attack.named.get(state.active, st.NOBODY)
    both = (state.attack.force, own.coordinator)
    return tuple(one for one in both if intel(state.force(one)))


@effect
def slip_by_signals(t: Tables, state: State, act: SlipBySignals) -> State:
    new = localized(state.done(st.SLIP), act.target, act.hex)
    own = any(act.hex in one.line for one in state.forces.values() if one.id != act.target)
    may = [Pending(st.MAY_LAPSE, state.inactive, "AC-39.6", to=act.hex)] if own else []
    return new.owing(*may, Pending(st.VIE, "", "AC-54.5"))


@effect
def slip_by_evading(t: Tables, state: State, act: SlipByEvading) -> State:
    due = owed(state, st.SLIP)
    new = state.done(st.SLIP).owing(Pending(st.VIE, "", "AC-54.5"))
    if due is None or state.force(due.piece).evasive:
        return new
    return new.owing(Pending(st.EVASIVE, "", "AC-24.4", due.piece))


def _heard(t: Tables, state: State, made: Any) -> Iterable[str]:
    return state.throw.heard if state.throw is not None else ()


offer(
    SlipBySignals, target=_heard, hex=lambda t, state, made: sorted(intel(state.force(made.target)))
)
