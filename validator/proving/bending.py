"""Habits in a game: where they fit, and the gestures with them."""

from __future__ import annotations

from collections.abc import Iterator

from validator.proving.gestures import Gesture
from validator.proving.habits import Bend, Habit
from validator.proving.sitting import Sitting
from validator.proving.subject import Game


def bends(sitting: Sitting, habit: Habit) -> Iterator[tuple[int, Bend]]:
    """Every place where a habit fits, with the replacement of the gestures there."""
    for at in range(len(sitting.game.gestures)):
        found = habit.bend(sitting, at)
        if found is not None and all(_undoes_the_same(sitting, *one) for one in found.items()):
            yield at, found


def _undoes_the_same(sitting: Sitting, at: int, instead: tuple[Gesture, ...]) -> bool:
    """Whether an undo in the game still undoes what it did: it refers to what was done last."""
    if sitting.at(at).name == "undo":
        return [one.name for one in instead[:1]] == ["undo"]
    follows = sitting.game.gestures[at + 1 : at + 2]
    if not follows or follows[0].name != "undo":
        return True
    one, last = sitting.at(at), instead[-1] if instead else None
    return last is not None and (last.name, last.pieces) == (one.name, one.pieces)


def mixed(sitting: Sitting, by_hand: Game) -> Iterator[tuple[int, Bend]]:
    """The verbs of a game played with buttons that can also be done by hand, with the replacement.

    Dice, points and the turn tracker keep their buttons, since the module would not count what is
    done to them by hand.
    """
    game = sitting.game
    for number in range(len(game.played)):
        at = [i for i, one in enumerate(game.gestures) if one.verb == number]
        own, other = game.of_verb(number), by_hand.of_verb(number)
        if not at or [game.gestures[i] for i in at] != own:
            continue
        if not other or {one.until for one in other} != {one.until for one in own}:
            continue
        if other[0].verb != number or _turns(own) != _turns(other):
            continue
        if all(one.name in ("drag", "choose", "undo") or _says(sitting, one) for one in own):
            yield at[0], {at[0]: tuple(other), **dict.fromkeys(at[1:], ())}


def _turns(gestures: list[Gesture]) -> list[str]:
    return [one.in_words() for one in gestures if one.name == "choose"]


def _says(sitting: Sitting, one: Gesture) -> bool:
    return one.name == "press" and one.args[0] in sitting.words_only


def apart(places: list[tuple[int, Bend]]) -> list[tuple[int, Bend]]:
    """Leave out changes that touch a gesture which an earlier one touches."""
    taken: set[int] = set()
    found = []
    for at, change in places:
        if not taken & change.keys():
            taken |= change.keys()
            found.append((at, change))
    return found


def bent(gestures: tuple[Gesture, ...], changes: list[Bend]) -> list[Gesture]:
    """Apply some changes, none of which touch the same gesture, to the gestures."""
    instead: dict[int, tuple[Gesture, ...]] = {}
    for change in changes:
        instead.update(change)
    found: list[Gesture] = []
    for at, gesture in enumerate(gestures):
        found += instead.get(at, (gesture,))
    return found
