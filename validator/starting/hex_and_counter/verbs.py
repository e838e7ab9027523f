"""What can be done, and what is seen of it: a verb for each thing that hands do at the table.

``signs`` say what a verb leaves in a log: ``broadside audit`` finds it again by them, and
``broadside play`` does it. A part of a sign is the name of a field, or `field` with a function that
makes the field of it (``None``: it is no such sign), or a test.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from validator.explaining import signs as sign
from validator.rules.verbs import CHANCE, Verb

from .state import State
from .tables import FIRST, LOSSES, SECOND, Tables


def no_loss(t: Tables, state: State, place: str) -> str | None:
    """Wherever a unit is put, but among the lost ones."""
    return None if place in LOSSES.values() else place


def a_loss(t: Tables, state: State, place: str) -> str | None:
    return place if place in LOSSES.values() else None


def hex_said(t: Tables, state: State, detail: str) -> str | None:
    """``in 0906``."""
    return detail.removeprefix("in ") if detail.startswith("in ") else None


def one_die(t: Tables, state: State, dice: tuple[int, ...]) -> int | None:
    return dice[0] if len(dice) == 1 else None


def no_die(context: Any, state: State) -> Mapping[str, Any]:
    """What is known of a roll that nothing shows."""
    return {"die": None}


class Move(Verb):
    """A unit moves; ``to`` is where its whole move ends."""

    unit: str
    to: str
    signs = sign.moved("unit", piece="unit", to=sign.field("to", no_loss))


class Target(Verb):
    """The attacker says which hex he attacks."""

    hex: str
    signs = sign.declared("target", detail=sign.field("hex", hex_said))


class Attack(Verb):
    """The units of a hex take part in the attack."""

    hex: str
    signs = sign.declared("attack", detail=sign.field("hex", hex_said))


class Roll(Verb):
    """The die of the combat; ``None``: nobody saw one, but the combat goes on."""

    die: int | None = field(metadata=CHANCE)
    signs = sign.any_of(sign.rolled("combat", dice=sign.field("die", one_die)), sign.unseen())
    silent = no_die


class Lose(Verb):
    """A unit loses a step and is turned over; or it loses all, and goes ``to`` its box."""

    unit: str
    to: str | None
    signs = sign.any_of(
        sign.all_of(sign.turned("unit", piece="unit", level=2), sign.fixed(to=None)),
        sign.moved("unit", piece="unit", to=sign.field("to", a_loss)),
    )


class Retreat(Verb):
    """A unit goes back after a combat."""

    unit: str
    to: str
    signs = sign.moved("unit", piece="unit", to=sign.field("to", no_loss))


class EndPlayerTurn(Verb):
    """A side has moved and fought. Where nothing says so, it is taken for granted."""

    side: str
    signs = sign.any_of(
        sign.all_of(sign.declared("end_soviet_turn"), sign.fixed(side=FIRST)),
        sign.all_of(sign.declared("end_german_turn"), sign.fixed(side=SECOND)),
        sign.next_step(),
        sign.unseen(),
    )


class EndTurn(Verb):
    """The turn marker goes on."""

    signs = sign.any_of(
        sign.all_of(sign.declared("end_turn"), sign.optional(sign.next_turn())),
        sign.all_of(sign.next_turn(), sign.optional(sign.declared("end_turn"))),
    )


VERBS = (Move, Target, Attack, Roll, Lose, Retreat, EndPlayerTurn, EndTurn)
