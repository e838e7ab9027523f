"""Gliders (RF-17) and paratroops (RF-18)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any

from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.cases import Broken, Fault, Verdict
from validator.rules.dice import Dice
from validator.rules.states import Pending
from validator.rules.verbs import CHANCE, Verb, guessed

from . import heard
from . import state as st
from .activation import acted
from .air import fan
from .book import case, cases, effect, offer
from .encounter import gone, met
from .state import State, Unit
from .tables import Tables


class Release(Verb, steps=("moves",)):
    """A glider is released by its tug and lands in the hex that a die gives."""

    unit: str
    die: int = field(metadata=CHANCE)
    hex: str

    signs = sign.any_of(
        sign.all_of(
            heard.clicked_die("released", "fan"),
            sign.moved("glider", piece="unit", to=sign.field("hex", part.a_hex)),
            sign.maybe_declared("landed"),
        ),
        sign.all_of(heard.clicked_die("released", "fan"), sign.fixed(hex="")),
    )


_ABOARD = heard.level("men", "aboard")


def _dice_to(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[tuple[int, ...]]:
    """Guesses for dice that nobody sees: those that lead to where the units are."""
    t, unit = context.tables, state.unit(known["unit"])
    tug, hex_id = state.unit(unit.inside), known.get("hex")
    fits = [one for one in range(1, 7) if fan(t, tug.at, tug.facing, one) == hex_id]
    return [(*fits[:1], 1)[:1] * unit.figures]


def _carried(t: Tables, state: State, piece: str) -> str | None:
    """The unit, if it is carried: only such units are dragged out of a carrier."""
    return piece if state.unit(piece).inside else None


class Drop(Verb, steps=("moves",)):
    """Paratroops jump: each man's die gives his hex; the counter is in one of these."""

    unit: str
    dice: tuple[int, ...] = guessed(_dice_to, metadata=CHANCE)
    hex: str

    signs = sign.any_of(
        *(
            sign.all_of(
                heard.clicked(f"drops_{men}", f"drop_{men}", men),
                sign.moved("men", piece="unit", to=sign.field("hex", part.a_hex)),
                sign.optional(sign.turned("men", piece="unit", before=_ABOARD)),
            )
            for men in (4, 6)
        ),
        *(
            sign.all_of(heard.clicked(f"drops_{men}", f"drop_{men}", men), sign.fixed(hex=""))
            for men in (4, 6)
        ),
        sign.all_of(
            sign.moved(
                "men",
                piece=sign.field("unit", _carried),
                to=sign.field("hex", heard.by_hand(part.a_hex), lambda t, state, verb: verb.hex),
            ),
            sign.optional(sign.turned("men", piece="unit", before=_ABOARD)),
            sign.played_if(lambda t, state, verb: bool(t.kind_of(verb.unit).paratroops)),
        ),
    )


@case("RF-17.2", reads=("unit",))
def a_glider_is_under_tow(t: Tables, state: State, act: Release) -> Fault:
    unit = state.unit(act.unit)
    if t.kind_of(act.unit).kind != "glider":
        return f"{act.unit} is no glider"
    if unit.inside and state.unit(unit.inside).at:
        return None
    return f"{act.unit} was not under tow over the field"


@case("RF-17.3", reads=("unit", "die", "hex"))
def where_a_glider_lands(t: Tables, state: State, act: Release) -> Fault:
    tug = state.unit(state.unit(act.unit).inside)
    if not tug.at:
        return None
    right = fan(t, tug.at, tug.facing, act.die)
    return None if act.hex == right else Broken(f"it landed in {act.hex or 'no hex'}", right)


@cases("RF-18.1", "RF-18.2", reads=("unit",))
def who_jumps(t: Tables, state: State, act: Drop) -> Verdict:
    unit = state.unit(act.unit)
    carrier = state.unit(unit.inside)
    if not t.kind_of(act.unit).paratroops or not unit.inside or t.is_ground(carrier):
        return "RF-18.1", f"{act.unit} was not in a transport aircraft, or does not jump"
    if carrier.steps:
        return "RF-18.2", f"{act.unit} jumped after {carrier.id} had moved"
    return None if carrier.at else ("RF-18.1", f"{act.unit} jumped, and not over the field")


@case("RF-18.3", reads=("unit", "dice", "hex"))
def where_paratroops_land(t: Tables, state: State, act: Drop) -> Fault:
    unit = state.unit(act.unit)
    carrier = state.unit(unit.inside)
    if not carrier.at or state.by_hand or not act.dice:
        return None
    if len(act.dice) != unit.figures:
        return Broken(f"{len(act.dice)} dice were thrown", f"{unit.figures} dice")
    landed = _landed(t, carrier, act.dice)
    if act.hex in landed:
        return None
    return Broken(f"{act.unit} landed in {act.hex or 'no hex'}", " or ".join(landed))


def _landed(t: Tables, carrier: Unit, dice: Iterable[int]) -> list[str]:
    """The hexes where men or gliders may land: not off the map, if any of them is on it."""
    found = dict.fromkeys(fan(t, carrier.at, carrier.facing, die) for die in dice)
    return [one for one in found if one] or [""]


@effect
def release(t: Tables, state: State, act: Release) -> State:
    unit = state.unit(act.unit)
    tug = state.unit(unit.inside)
    if not t.on_map(act.hex):
        return gone(t, state, act.unit)
    new = state.with_unit(unit.changed(inside="", at=act.hex, facing=tug.facing, landed=state.turn))
    for one in [*new.aboard(act.unit)]:
        new = new.with_unit(one.changed(landed=state.turn, helpless=state.turn))
    if state.landings.count(act.hex) + 1 >= t.gliders_crash:  # RF-17.6
        for glider in [*new.at(act.hex)]:
            if t.units[glider.id].kind == "glider":
                new = _shaken(t, new, glider)
    return met(t, new.changed(landings=(*state.landings, act.hex)), act.hex, "RFD-42")


def _shaken(t: Tables, state: State, glider: Unit) -> State:
    """The state with everything still inside treated as hit."""
    new = state
    for one in state.aboard(glider.id):
        due = Pending(st.CASUALTY, t.side_of(one.id), "RF-17.6", one.id)
        new = new.owing_each(one.figures, due)
    return new


@effect
def drop(t: Tables, state: State, act: Drop) -> State:
    unit = state.unit(act.unit)
    if not t.on_map(act.hex):
        return gone(t, state, act.unit)
    landed = acted(unit, st.MOVED).changed(inside="", at=act.hex, landed=state.turn)
    return met(t, state.with_unit(landed), act.hex, "RFD-42")


def _landing(t: Tables, state: State, made: Any) -> Iterable[str]:
    carrier = state.unit(state.unit(made.unit).inside)
    if not carrier.at or not carrier.facing:
        return []
    return _landed(t, carrier, made.dice if isinstance(made, Drop) else (made.die,))


offer(Release, hex=_landing)
offer(Drop, dice=lambda t, state, made: Dice(state.unit(made.unit).figures), hex=_landing)
