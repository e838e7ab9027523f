"""Dice of which no menu says whose they are: thrown with their own button, on the desk, or told in
the chat. What they showed is told by what is done next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any, TypeGuard

from validator.explaining import facts as seen
from validator.explaining import signs as sign
from validator.rules.states import owed
from validator.rules.verbs import Guess

from .arms import FIRED, Arms, dice_for, foe_of, numbers_for, usable
from .encounter import dice_in
from .heard import LOST, WRECKS, face, tag
from .land import hex_of
from .state import State
from .tables import Tables

FALLEN = {"at": "inf_at", "heavy": ""}
"""By name of a Fallen marker: what the man carried, where it is not called alike; empty: his
support weapon."""
OF_TWO = tuple((min(total - 1, 6), max(total - 6, 1)) for total in range(2, 13))
"""Two dice for every sum."""
THROWN = ("casualty", "material", "air_effects")
"""Buttons of dice for those who were hit."""


def waiting(what: str) -> Guess:
    """The units about which something is owed, those first whose side throws; but the unit of whose
    menu the dice are, if they are of one."""

    def owing(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
        units = dict.fromkeys(one.piece for one in state.pending if one.what == what)
        return whose(context, units)

    return owing


def whose(context: Any, units: Iterable[str]) -> list[str]:
    """Of some units the one of whose menu the dice in hand are; else those first whose side
    throws."""
    fact, t = context.facts[context.at], context.tables
    said = fact.seen.declarations if isinstance(fact, seen.Rolled) else ()
    named = [one for row in said if (one := tag(t, None, row.detail)) is not None]
    return named[:1] or sorted(units, key=lambda one: bool(t.side_of(one) != fact.seen.side))


def unsaid(button: str, what: str, name: str = "dice") -> sign.Sign:
    """Dice thrown with their own button for what is owed; a field of the verb takes them, or one
    die."""

    def thrown(t: Any, state: State, dice: tuple[int, ...]) -> Any:
        if not owed(state, what):
            return None
        return dice if name == "dice" else next(iter(dice), None)

    return sign.rolled(button, dice=sign.field(name, thrown, _in_the_menu))


def _in_the_menu(t: Any, state: State, verb: Any) -> tuple[int, ...]:
    """Players throw them from the menu of the unit."""
    return ()


def fallen(context: Any, state: State, unit: str) -> Iterator[str]:
    """What those carried for whom Fallen markers are laid next in the hex of a unit."""
    place = hex_of(state, state.unit(unit))
    for fact in context.ahead:
        if isinstance(fact, seen.Moved) and fact.key == "fallen" and fact.after == place:
            arm = fact.piece.split("_")[1]
            yield FALLEN.get(arm, arm) or state.unit(unit).support


def is_put_right(context: Any, state: State, unit: str) -> bool:
    """Whether a Fallen marker is taken off the hex of a unit again in this act."""
    place = hex_of(state, state.unit(unit))
    return any(
        isinstance(one, seen.Moved) and (one.key, one.before) == ("fallen", place)
        for one in context.ahead
    )


def hits_next(context: Any, *units: str) -> int:
    """How many dice are thrown next for hits on some units, or nobody says on whom."""
    number = 0
    for fact in takewhile(lambda one: not _fires(one), context.from_here):
        if isinstance(fact, seen.Rolled) and fact.key in THROWN:
            about = {tag(context.tables, None, one.detail) for one in fact.seen.declarations}
            number += not about or not about.isdisjoint(units)
    return number


def _fires(fact: seen.Fact) -> bool:
    """Whether somebody says that a unit fires, or whom it fires at."""
    throws = (roll.button.startswith("fire_") for roll in fact.seen.rolls)
    return isinstance(fact, seen.Declared) and (fact.key == "engaged" or any(throws))


def so_many_hits(context: Any, number: int, *units: str) -> tuple[int, ...]:
    """Dice of which as many hit as are thrown for next."""
    struck = min(hits_next(context, *units), number)
    return (*(6,) * struck, *(1,) * (number - struck))


def first(context: Any, state: State, known: Mapping[str, Any]) -> list[int]:
    """A die for the first shot: who fires next has thrown more."""
    for fact in context.ahead:
        if _fires(fact) and fact.key != "engaged":
            return [6 if tag(context.tables, state, fact.detail) == known["unit"] else 1]
    return [6, 1]


def melee(context: Any, state: State, known: Mapping[str, Any]) -> list[tuple[int, ...]]:
    """Dice of a round of close combat: as many hit as the other side throws for."""
    t, unit = context.tables, state.unit(known["unit"])
    here, side = hex_of(state, unit), t.side_of(unit.id)
    foes = [one.id for one in state.at(here) if t.side_of(one.id) != side]
    scored = state.scored.get((here, side), 0)
    number = dice_in(t, state, unit)
    dice = so_many_hits(context, number + scored, *foes)
    return [dice[scored:]]


def on_mines(context: Any, state: State, known: Mapping[str, Any]) -> list[tuple[int, ...]]:
    """Dice for mines: as many hit as are thrown for next."""
    return [so_many_hits(context, context.tables.mine_dice, known["unit"])]


def is_seen_lost(context: Any, unit: str) -> bool:
    """Whether a counter is turned to show that it is lost, or put away, in this act."""
    return any(_shows_loss(one) for one in context.from_here if one.about == unit)


def _shows_loss(fact: seen.Fact) -> bool:
    if isinstance(fact, seen.Turned):
        return face(fact.key, fact.level) in WRECKS
    return isinstance(fact, seen.Moved) and bool(LOST(None, None, fact.after))


# --- Fire


def is_shot(fact: seen.Fact) -> TypeGuard[seen.Declared]:
    return isinstance(fact, seen.Declared) and fact.key in FIRED


def struck_next(context: Any) -> Iterator[str | None]:
    """Who is hit by a shot, or fires next."""
    for fact in context.ahead:
        if isinstance(fact, seen.Declared) and (is_shot(fact) or fact.key.startswith("hit_")):
            yield tag(context.tables, None, fact.detail)
        if is_shot(fact) or fact.key == "engaged":
            return


def arms_fired(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[Arms]:
    """The gun of a unit that names no arms; else those of its arms that throw so many dice."""
    t, unit = context.tables, state.unit(known["unit"])
    kind = t.units[unit.id]
    if own := kind.gun or kind.tank_gun:
        return [(own,)]
    number = len(known.get("_dice", ()))
    fresh = [
        arm
        for arm in usable(t, state, unit, *foe_of(state, unit.id))
        if (unit.id, arm) not in state.combat.fired
    ]
    return sorted(
        ((arm,) for arm in fresh),
        key=lambda arms: number not in numbers_for(t, state, unit.id, arms),
    )


def dice_fired(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[tuple[int, ...]]:
    """The dice of the arms, and that of the Commander; of those that nobody sees as many hit as
    are thrown for next."""
    if "_dice" in known:
        return [(*known["_dice"], *known.get("_more", ()))]
    t, unit = context.tables, known["unit"]
    number = dice_for(t, state, unit, known.get("arms", ()))
    return [so_many_hits(context, number, foe_of(state, unit)[0])] if number else []


def dice_of_either(number: int) -> sign.Field:
    """So many dice of those who shoot at each other, though no menu says so."""

    def thrown(t: Tables, state: State, dice: tuple[int, ...]) -> tuple[int, ...] | None:
        return dice if state.combat and len(dice) == number else None

    return sign.field("_dice", thrown, _in_the_menu)
