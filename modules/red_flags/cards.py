"""The turn: a pack is shuffled, each card activates a group, then the cards are gathered (RF-3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any

from validator.explaining import signs as sign
from validator.rules.cases import NOTE, Broken, Fault, Verdicts, every, left_out
from validator.rules.states import Pending
from validator.rules.verbs import CHANCE, Verb

from . import state as st
from .book import case, cases, does, effect, offer
from .ending import ended
from .land import RECHECK_CASES
from .state import NO_COMBAT, State, Unit
from .tables import Tables

_DONE = sign.announced(sign.declared("group_done"))


def _group(t: Tables, state: Any, card: str) -> str | None:
    """``card_S3`` names a group."""
    name = card.removeprefix("card_")
    return name if name in t.groups else None


def _suit(t: Tables, state: Any, card: str) -> str | None:
    """``clubs_4`` is one of the clubs."""
    name = card.rpartition("_")[0].removesuffix("s")
    return name if name in t.suits else None


class Shuffle(Verb, steps=("cards",)):
    """The activation pack is shuffled and laid face down."""

    signs = sign.any_of(
        sign.all_of(
            sign.played_if(lambda tables, state, verb: state.turn > 1),
            sign.declared("new_turn"),
            sign.optional(sign.turn_shown(lambda t, state, turn: turn == state.turn)),
        ),
        sign.unseen(),
    )


class TurnCard(Verb, steps=("card",)):
    """The top card is turned: a group and, with it, a suit (RFD-1); by hand it may be forgotten."""

    group: str = field(metadata=CHANCE)
    suit: str = field(metadata=CHANCE)

    _turned = sign.drawn("group_card", unit=sign.field("group", _group))
    signs = sign.any_of(
        sign.all_of(
            _turned,
            sign.drawn("pack_card", unit=sign.field("suit", _suit)),
            sign.maybe_declared("next_card"),
            _DONE,
        ),
        sign.all_of(_turned, _DONE, sign.fixed(suit="")),
    )


def _once_all_are_turned(context: Any, state: State) -> Mapping[str, Any] | None:
    """By hand, the turn marker may be moved when the first card of the next turn lies there."""
    return {} if state.by_hand and not _not_turned(context.tables, state) else None


class EndTurn(Verb, steps=("turn_ends",)):
    """All cards have been turned; they are gathered for the next turn."""

    signs = sign.any_of(
        sign.all_of(sign.declared("turn_ends"), _DONE),
        sign.all_of(sign.marked_turn(), sign.maybe_declared("turn_ends"), _DONE),
        sign.unseen(),
    )
    silent = _once_all_are_turned


@case("RF-3.1", reads=())
def the_pack_is_shuffled_first(t: Tables, state: State, act: TurnCard) -> Fault:
    return left_out("the cards were not shuffled") if state.step == st.SHUFFLE else None


@cases("RF-3.5", "RF-3.4", reads=())
def cards_are_gathered_once_a_turn(t: Tables, state: State, act: Shuffle) -> Verdicts:
    if state.step != st.SHUFFLE:
        yield "RF-3.5", "the cards were shuffled in the middle of a turn"
        if waiting := _not_turned(t, state):
            yield "RF-3.4", waiting


@case("RF-3.4", reads=("group",))
def a_group_has_one_card(t: Tables, state: State, act: TurnCard) -> Fault:
    if act.group not in t.groups:
        return f"{act.group} is no group of this battle"
    return f"{act.group} had its card this turn" if act.group in state.carded else None


@case("RFD-1", reads=("suit",))
def a_card_has_a_suit(t: Tables, state: State, act: TurnCard) -> Fault:
    if not act.suit:
        return left_out(f"no suit was turned with the card of {act.group}")
    return None if act.suit in t.suits else f"{act.suit} is none of a pack"


@case("RF-3.4", reads=())
def the_turn_ends_when_all_have_acted(t: Tables, state: State, act: EndTurn) -> Fault:
    return _not_turned(t, state)


def _face_down(t: Tables, state: State) -> list[str]:
    """The groups whose card is not turned yet."""
    return [one for one in t.groups if one not in state.carded]


def _not_turned(t: Tables, state: State) -> Fault:
    """The fault of ending a turn with cards face down; a turn without any card is a double
    click."""
    waiting = _face_down(t, state)
    if not state.carded:
        return Broken("no card was turned in this turn", severity=NOTE)
    return left_out(f"the card of {' and '.join(waiting)} was not turned") if waiting else None


@case("RFD-23", reads=())
def aircraft_do_not_hover(t: Tables, state: State, act: TurnCard | EndTurn) -> Fault:
    waiting = hovering(t, state)
    return left_out(f"{waiting[0]} did not fly", by=t.side_of(waiting[0])) if waiting else None


def hovering(t: Tables, state: State) -> list[str]:
    """Aircraft of the active group that are over the field and have not flown this turn."""
    return [
        one
        for one in t.groups.get(state.group, ())
        if state.unit(one).on_foot
        and not t.is_ground(state.unit(one))
        and not state.unit(one).steps
    ]


does(Shuffle, lambda t, state, act: state.changed(step=st.CARD))


@effect
def turn_card(t: Tables, state: State, act: TurnCard) -> State:
    new = state.changed(
        step=st.ACTIVATION,
        group=act.group,
        suit=act.suit or min(t.black),  # nobody is judged by a suit that was not turned
        carded=state.carded | {act.group},
        combat=NO_COMBAT,
        won=frozenset(),
    )
    retreats = (state.unit(one) for one in t.groups.get(act.group, ()))
    return new.owing(*(one for unit in retreats for one in _owed_by(t, unit)))


def _owed_by(t: Tables, unit: Unit) -> Iterable[Pending]:
    """Pending: what a broken unit must do when its group acts: withdraw, and roll again
    (RFD-37)."""
    if unit.gone or not unit.stage:
        return
    side = t.side_of(unit.id)
    cause = RECHECK_CASES[unit.stage]
    if unit.retreat:
        yield Pending(st.WITHDRAW, side, cause, unit.id, unit.retreat)
    yield Pending(st.MORALE, side, cause, unit.id, to=unit.stage)


@effect
def end_turn(t: Tables, state: State, act: EndTurn) -> State:
    """The state after the end of a turn: values of one turn are reset."""
    units = {name: unit.begun(st.TURN) for name, unit in state.units.items()}
    skipped = state.skipped + (not state.carded)
    outcome = ended(t, state.changed(skipped=skipped))
    if outcome is not None:
        return state.changed(outcome=outcome)
    return state.begun(
        st.TURN,
        turn=state.turn + 1,
        skipped=skipped,
        step=st.SHUFFLE,
        group="",
        suit="",
        carded=frozenset(),
        units=units,
        combat=NO_COMBAT,
        pending=(),
    )


offer(TurnCard, group=lambda t, state, made: _face_down(t, state), suit=every("suits"))
