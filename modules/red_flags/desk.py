"""Guesses for dice that no menu assigns to a unit: rolled with their own button, on the desk, or
reported in the chat. Their results are inferred from what is done next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any, TypeGuard

from validator.explaining import facts as seen
from validator.explaining import signs as sign
from validator.explaining.context import between, next_of
from validator.rules.states import owed
from validator.rules.verbs import Guess

from .arms import (
    CHARGE,
    FIRED,
    HIT_MEN,
    MEN_FIRING,
    Arms,
    dice_for,
    foe_of,
    is_to_add,
    numbers_for,
    usable,
)
from .encounter import dice_in
from .heard import LOST, WRECKS, aimed_at, face, followed, is_turned, tag
from .land import hex_of
from .state import OTHER, State, Unit
from .tables import Tables

FALLEN = {"at": "inf_at", "heavy": ""}
"""By name of a Fallen marker: the man's weapon, if it has another name; empty: his support
weapon."""
THROWN = ("casualty", "material", "air_effects")
"""Buttons of dice for those who were hit."""
_NAMING = {
    arm: [
        *(action for action, (arms, _) in FIRED.items() if arm in arms),
        *(action for action, hit in HIT_MEN.items() if hit == arm),
        *(("hit_heavy",) if arm not in HIT_MEN.values() else ()),
    ]
    for arm in dict.fromkeys(arm for arms, _ in FIRED.values() for arm in arms)
}
"""By weapon: the menu entries that name it."""


def waiting(what: str) -> Guess:
    """The units for which something is owed, first those of the side that rolls; but the unit whose
    menu rolled the dice, if there is one."""

    def owing(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
        units = dict.fromkeys(one.piece for one in state.pending if one.what == what)
        return whose(context, units)

    return owing


def whose(context: Any, units: Iterable[str]) -> list[str]:
    """Of these units the one whose menu rolled the dice; else all, first those of the side that
    rolls."""
    fact, t = context.facts[context.at], context.tables
    said = fact.seen.declarations if isinstance(fact, seen.Rolled) else ()
    named = [one for row in said if (one := tag(t, None, row.detail)) is not None]
    return named[:1] or sorted(units, key=lambda one: bool(t.side_of(one) != fact.seen.side))


def unsaid(button: str, what: str, name: str = "dice") -> sign.Sign:
    """Dice rolled with their own button for a pending thing; a field of the verb takes them, or one
    die."""

    def thrown(t: Any, state: State, dice: tuple[int, ...]) -> Any:
        if not owed(state, what):
            return None
        return dice if name == "dice" else next(iter(dice), None)

    return sign.rolled(button, dice=sign.field(name, thrown, _in_the_menu))


def _in_the_menu(t: Any, state: State, verb: Any) -> tuple[int, ...]:
    """Whether players roll them from the unit's menu."""
    return ()


def fallen(context: Any, state: State, unit: str) -> Iterator[str]:
    """The weapons of the men for whom Fallen markers are placed in the unit's hex: next, or before
    in this act."""
    place = hex_of(state, state.unit(unit))
    for fact in (*context.ahead, *context.behind):
        if isinstance(fact, seen.Moved) and fact.key == "fallen" and fact.after == place:
            arm = fact.piece.split("_")[1]
            yield FALLEN.get(arm, arm) or state.unit(unit).support


def fights_on(context: Any, unit: str, arm: str) -> bool:
    """Whether a man of the unit fires this weapon from now on, or is hit with it in his hands."""
    t = context.tables
    return any(
        tag(t, None, context.facts[place].detail) == unit
        for action in _NAMING.get(arm, ())
        for place in context.alike(seen.Declared, action)
        if place >= context.at
    )


def may_be_spared(context: Any, unit: Unit, arm: str) -> bool:
    """Whether enough men are left for all shots of the unit from now on if one with this weapon
    falls. Who has an anti-tank weapon has a rifle as well (RF-1.3)."""
    left = Counter((*unit.men, unit.support))
    left[arm] -= 1
    left["rifle"] += left["inf_at"]
    return all(
        left[one] >= MEN_FIRING.get(action, 1)
        for one in {arm, "rifle"}
        for action, (arms, _) in FIRED.items()
        if one in arms and one != CHARGE
        for place in context.alike(seen.Declared, action)
        if place >= context.at and tag(context.tables, None, context.facts[place].detail) == unit.id
    )


def acts_later(context: Any, unit: str) -> bool:
    """Whether the owner of a unit uses its menu after the next card: it is not lost."""
    t, facts = context.tables, context.facts
    card = next_of(context.alike(seen.Drawn, "group_card"), context.at, len(facts))
    owner = t.side_of(unit)
    said = (facts[at] for at in between(context.alike(seen.Declared, ""), card, len(facts)))
    return any(
        fact.seen.side == owner and fact.key != "engaged" and tag(t, None, fact.detail) == unit
        for fact in said
    )


def hits_next(context: Any, *units: str) -> int:
    """The number of dice that are rolled next for hits on these units, or on unnamed ones."""
    number = 0
    for fact in takewhile(lambda one: not _fires(one), context.from_here):
        if isinstance(fact, seen.Rolled) and fact.key in THROWN:
            about = {tag(context.tables, None, one.detail) for one in fact.seen.declarations}
            number += not about or not about.isdisjoint(units)
    return number


def _fires(fact: seen.Fact) -> bool:
    """Whether a fact declares that a unit fires, or its target."""
    throws = (roll.button.startswith("fire_") for roll in fact.seen.rolls)
    return isinstance(fact, seen.Declared) and (fact.key == "engaged" or any(throws))


def so_many_hits(context: Any, state: State, number: int, *units: str) -> list[tuple[int, ...]]:
    """Dice with as many hits as are rolled for next, or as it takes for those who are put away
    next; or with one more, whose die nobody sees either."""
    struck = min(max(hits_next(context, *units), _lost_next(context, state, *units)), number)
    either = range(struck, min(struck + 1, number) + 1)
    return [(*(6,) * hits, *(1,) * (number - hits)) for hits in either]


def _lost_next(context: Any, state: State, *units: str) -> int:
    """The number of hits for which these units are lost, if they are before anybody fires again."""
    rows = takewhile(lambda one: not _fires(one), context.from_here)
    lost = {one.about for one in rows if shows_loss(one)}.intersection(units)
    left = (state.unit(one) for one in lost)
    return sum(one.figures or one.vehicles for one in left)


def of_two(outcome: Callable[[int], str], *wanted: str) -> list[tuple[int, int]]:
    """Two dice for each outcome of their sum, those that are wanted first."""
    dice = {outcome(total): (min(total - 1, 6), max(total - 6, 1)) for total in range(12, 1, -1)}
    return [dice[one] for one in sorted(dice, key=lambda one: one not in wanted)]


def first(context: Any, state: State, known: Mapping[str, Any]) -> list[int]:
    """A die for the first shot: the unit that fires next has rolled more; or as much as the other
    unit, and both roll again."""
    thrown = state.combat.thrown
    tie = [thrown[-1][1]] if len(thrown) % 2 else []
    for fact in context.from_here:
        if isinstance(fact, seen.Rolled) and fact.key == "first_fire":
            tie = tie or [*fact.dice]
        if _fires(fact) and fact.key != "engaged":
            likely = 6 if tag(context.tables, state, fact.detail) == known["unit"] else 1
            return list(dict.fromkeys((likely, *tie)))
    return list(dict.fromkeys((6, 1, *tie)))


def melee(context: Any, state: State, known: Mapping[str, Any]) -> list[tuple[int, ...]]:
    """Dice of a round of close combat: with as many hits as the other side rolls for, or without
    any, since these may be of the next round. Tanks roll for none: with as many as send back who
    leaves the hex next."""
    t, unit = context.tables, state.unit(known["unit"])
    here, side = hex_of(state, unit), t.side_of(unit.id)
    foes = [one.id for one in state.at(here) if t.side_of(one.id) != side]
    scored = state.scored.get((here, side), 0)
    number = dice_in(t, state, unit)
    asked = [dice[scored:] for dice in so_many_hits(context, state, number + scored, *foes)]
    if not (side and all(map(t.is_afv, foes))):
        return list(dict.fromkeys((*asked, (1,) * number)))
    tie = state.scored.get((here, OTHER[side]), 0) - scored
    leaving = _side_that_leaves(context, here)
    likely = tie if not leaving else 0 if leaving == side else tie + 1
    struck = [max(0, min(hits, number)) for hits in (likely, tie, tie + 1)]
    first, *others = ((*(6,) * hits, *(1,) * (number - hits)) for hits in struck)
    return list(dict.fromkeys((first, *asked, *others)))


def _side_that_leaves(context: Any, hex_id: str) -> str:
    """The side of the unit that moves out of a hex next; empty if none does."""
    t = context.tables
    return next(
        (
            t.side_of(one.piece)
            for one in context.from_here
            if isinstance(one, seen.Moved) and one.before == hex_id and one.piece in t.units
        ),
        "",
    )


def on_mines(context: Any, state: State, known: Mapping[str, Any]) -> list[tuple[int, ...]]:
    """Dice for mines: with as many hits as are rolled for next."""
    return so_many_hits(context, state, context.tables.mine_dice, known["unit"])


def is_seen_lost(context: Any, unit: str) -> bool:
    """Whether a counter is turned to its lost face, or put away, in this act."""
    return any(shows_loss(one) for one in context.from_here if one.about == unit)


def is_left_turned(
    context: Any, unit: str, faces: Collection[str], thrown: Callable[[seen.Fact], bool]
) -> bool:
    """Whether a counter was turned to one of these faces before the dice that are read now, and is
    left so; ``thrown``: whether a fact shows the dice before them."""
    since = takewhile(lambda one: not thrown(one), context.behind)
    turned = (one for one in since if one.about == unit and is_turned(one))
    up = next((face(one.key, one.level) for one in turned), "")
    return up in faces and context.face(unit, context.settled) == up


def shows_loss(fact: seen.Fact) -> bool:
    """Whether a counter is turned to its lost face, or put away."""
    if is_turned(fact):
        return face(fact.key, fact.level) in WRECKS
    return isinstance(fact, seen.Moved) and bool(LOST(None, None, fact.after))


# --- Fire


def is_shot(fact: seen.Fact | None) -> TypeGuard[seen.Declared]:
    return isinstance(fact, seen.Declared) and fact.key in FIRED


def firing(context: Any) -> str:
    """The unit that declares a shot now; empty if none does."""
    fact = context.facts[context.at] if context.facts else None
    return (tag(context.tables, None, fact.detail) or "") if is_shot(fact) else ""


def after_engaging(context: Any, target: str) -> tuple[str, set[str]]:
    """After a target is named, until another is, or it is named again after it fired back or was
    hit: the unit of the other side that fires (or throws for the first shot) next, or one of its
    own side whose line names it; empty if none does; and those that are hit when the target has
    fired back."""
    t, answered, was_hit = context.tables, False, False
    struck: set[str] = set()
    for fact in followed(context):
        name = tag(t, None, fact.detail)
        if fact.key == "engaged" and (answered or was_hit or name != target):
            break
        if name is None or t.side_of(name) == t.side_of(target):
            if name not in (None, target) and is_shot(fact) and aimed_at(fact.detail) == target:
                return name, struck
            answered |= is_shot(fact) and name == target
            was_hit |= fact.key.startswith("hit_") and name == target
        elif is_shot(fact) or fact.key == "first_fire":
            return name, struck
        elif answered and fact.key.startswith("hit_"):
            struck.add(name)
    return "", struck


def struck_next(context: Any) -> Iterator[str | None]:
    """The unit that is hit by a shot, or that fires next."""
    for fact in context.ahead:
        if isinstance(fact, seen.Declared) and (is_shot(fact) or fact.key.startswith("hit_")):
            yield tag(context.tables, None, fact.detail)
        if is_shot(fact) or fact.key == "engaged":
            return


def arms_fired(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[Arms]:
    """The unit's gun if no weapon is named; else its weapons: first those that roll this number of
    dice, or enough for the hits that follow if nobody sees the dice, and that it does not fire
    later in the exchange. None for the Commander's die, which may still be thrown."""
    t, unit = context.tables, state.unit(known["unit"])
    kind = t.units[unit.id]
    number, foe = len(known.get("_dice", ())), foe_of(state, unit.id)
    his: list[Arms] = [()] if not number and is_to_add(t, state, unit) else []
    if own := kind.gun or kind.tank_gun:
        return his or [(own,)]
    fresh = [
        arm for arm in usable(t, state, unit, *foe) if (unit.id, arm) not in state.combat.fired
    ]
    later = {*_still_to_fire(context, unit.id)}
    struck = 0 if number else hits_next(context, foe[0])

    def unlikely(arms: Arms) -> tuple[bool, bool, bool]:
        numbers = numbers_for(t, state, unit.id, arms)
        return number not in numbers, arms[0] in later, max(numbers, default=0) < struck

    return [*his, *sorted(((arm,) for arm in fresh), key=unlikely)]


def _still_to_fire(context: Any, unit: str) -> Iterator[str]:
    """The weapons that a unit fires, by its menu, from now on in this exchange."""
    for fact in context.from_here:
        if isinstance(fact, seen.Declared) and fact.key == "engaged":
            return
        if is_shot(fact) and tag(context.tables, None, fact.detail) == unit:
            yield from FIRED[fact.key][0]


def dice_fired(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[tuple[int, ...]]:
    """The dice of the weapons, and of the Commander; of too many, those of the men who can fire if
    the player calls the others off. If nobody sees them, dice with as many hits as are rolled for
    next."""
    t, unit, arms = context.tables, known["unit"], known.get("arms", ())
    if "_dice" in known:
        dice, his = known["_dice"], known.get("_more", ())
        most = max(numbers_for(t, state, unit, arms), default=0) - len(his)
        said = context.is_called_off(context.facts[context.at]) and most > 0
        return dict.fromkeys((*some, *his) for some in (dice, dice[:most] if said else dice))
    number = dice_for(t, state, unit, arms)
    return so_many_hits(context, state, number, foe_of(state, unit)[0]) if number else []


def dice_of_either(number: int) -> sign.Field:
    """This number of dice, of a unit in the exchange, though no menu names it."""

    def thrown(t: Tables, state: State, dice: tuple[int, ...]) -> tuple[int, ...] | None:
        return dice if state.combat and len(dice) == number else None

    return sign.field("_dice", thrown, _in_the_menu)
