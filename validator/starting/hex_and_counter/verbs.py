"""The verbs: what players can do, and how a log shows it.

``signs`` describe what a verb leaves in a log: ``broadside audit`` recognises it by them, and
``broadside play`` makes them. A part of a sign is the name of a field, a `field` with a function
that returns its value (``None``: it is not this sign), or a test.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import takewhile
from typing import Any

from validator.explaining import signs as sign
from validator.rules.states import owed
from validator.rules.verbs import CHANCE, Verb, guessed

from .state import RETREAT, State
from .tables import FIRST, LOSSES, OTHER, SECOND, STEPS, Tables

COMBAT = ("target", "attack")
"""The declarations of a combat. Players also say them aloud, so a log need not show them."""


def no_loss(t: Tables, state: State, place: str) -> str | None:
    """Any place except the boxes for lost units."""
    return None if place in LOSSES.values() else place


def may_retreat(t: Tables, state: State, unit: str) -> str | None:
    """A unit, if some unit must retreat, or this one may have to, beside an enemy: without this, a
    move that breaks several cases would be read as a retreat, which breaks only one."""
    if owed(state, RETREAT) is not None:
        return unit
    enemies = t.places(state, OTHER[t.side(unit)])
    beside = not enemies.isdisjoint(t.marches.near.get(state.units[unit].at, ()))
    return unit if beside and not (state.dice_seen and state.known) else None


def a_loss(t: Tables, state: State, place: str) -> str | None:
    return place if place in LOSSES.values() else None


def hex_said(t: Tables, state: State, detail: str) -> str | None:
    """The hex in a declaration: ``in 0906``."""
    return detail.removeprefix("in ") if detail.startswith("in ") else None


def one_die(t: Tables, state: State, dice: tuple[int, ...]) -> int | None:
    return dice[0] if len(dice) == 1 else None


def no_die(context: Any, state: State) -> Mapping[str, Any]:
    """The fields of a roll that no log shows."""
    return {"die": None}


def may_be_attacked(context: Any, state: State, known: Mapping[str, Any]) -> Iterator[str]:
    """The hexes that are attacked if nobody says which: those beside all that then attack."""
    t, declared = context.tables, (one for one in context.from_here if one.key in COMBAT)
    attacks = [*takewhile(lambda one: one.key == "attack", declared)]
    beside = [t.marches.near.get(hex_said(t, state, one.detail), ()) for one in attacks]
    for place in sorted(t.places(state, OTHER[STEPS[state.step]])):
        if all(place in near for near in beside):
            yield place


class Move(Verb):
    """A unit moves; ``to`` is where its whole move ends."""

    unit: str
    to: str
    signs = sign.moved("unit", piece="unit", to=sign.field("to", no_loss))


class Target(Verb):
    """The attacker declares which hex he attacks."""

    hex: str = guessed(may_be_attacked)
    signs = sign.any_of(sign.declared("target", detail=sign.field("hex", hex_said)), sign.unseen())


class Attack(Verb):
    """The units of a hex take part in the attack."""

    hex: str
    signs = sign.any_of(sign.declared("attack", detail=sign.field("hex", hex_said)), sign.unseen())


class Roll(Verb):
    """The die of the combat; ``None`` if nobody saw it, and the combat goes on."""

    die: int | None = field(metadata=CHANCE)
    signs = sign.any_of(sign.rolled("combat", dice=sign.field("die", one_die)), sign.unseen())
    silent = no_die


class Lose(Verb):
    """A unit loses a step and is turned over; or it is eliminated, and goes ``to`` its box."""

    unit: str
    to: str | None
    signs = sign.any_of(
        sign.all_of(sign.turned("unit", piece="unit", level=2), sign.fixed(to=None)),
        sign.moved("unit", piece="unit", to=sign.field("to", a_loss)),
    )


class Retreat(Verb):
    """A unit retreats after a combat."""

    unit: str
    to: str
    signs = sign.moved("unit", piece=sign.field("unit", may_retreat), to=sign.field("to", no_loss))


class EndPlayerTurn(Verb):
    """A side has finished its player turn. If nothing shows it, it is assumed."""

    side: str
    signs = sign.any_of(
        sign.all_of(sign.declared("end_soviet_turn"), sign.fixed(side=FIRST)),
        sign.all_of(sign.declared("end_german_turn"), sign.fixed(side=SECOND)),
        sign.next_step(),
        sign.unseen(),
    )


class EndTurn(Verb):
    """The turn marker moves on."""

    signs = sign.any_of(
        sign.all_of(sign.declared("end_turn"), sign.optional(sign.next_turn())),
        sign.all_of(sign.next_turn(), sign.optional(sign.declared("end_turn"))),
    )


VERBS = (Move, Target, Attack, Roll, Lose, Retreat, EndPlayerTurn, EndTurn)
