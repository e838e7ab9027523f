"""Wrong clicks in the menus of counters: which are likely, and how people put them right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from validator.proving.gestures import Gesture
from validator.proving.sitting import Sitting

_APOLOGIES = ("sorry, wrong one", "oops", "oops, wrong click")

Fits = Callable[[Any], bool]
"""Whether an action is clicked for a habit."""


def taken_back(sitting: Sitting, at: int, *, dice: bool) -> tuple[Gesture, ...] | None:
    """A wrong click and undo, then what was meant; with or without dice."""

    def fits(action: Any) -> bool:
        turns = bool(action.flips_to) and not (action.dice or action.score or action.sends_to)
        return bool(action.dice) == dice and (turns or not sitting.game.by_hand)

    wrong = _wrong_click(sitting, at, fits)
    if wrong is None:
        return None
    return Gesture("undone", wrong.side, inner=(wrong,)), sitting.at(at)


def called_off(sitting: Sitting, at: int, *, dice: bool) -> tuple[Gesture, ...] | None:
    """A wrong click on what only declares something or throws dice, an apology in the chat, then
    what was meant."""
    if sitting.game.by_hand:
        return None
    meant = _action_of(sitting, sitting.at(at))
    named = set(meant.notes) if meant is not None else set()

    def fits(action: Any) -> bool:
        return (
            bool(action.dice) == dice
            and sitting.only_says(action)
            and named.issuperset(action.notes)
            and not action.keeps_place
            and action.dice not in sitting.counting_dice
        )

    wrong = _wrong_click(sitting, at, fits)
    if wrong is None:
        return None
    sorry = Gesture("say", wrong.side, (sitting.rng.choice(_APOLOGIES),))
    return wrong, sorry, sitting.at(at)


def wrong_face(sitting: Sitting, at: int) -> tuple[Gesture, ...] | None:
    """A counter that is turned to the face beside the one that is meant, then to that one."""
    meant = _action_of(sitting, sitting.at(at))
    if meant is None or not only_turns(meant):
        return None
    piece = sitting.at(at).args[0]
    faces = [
        action
        for action in _neighbours(sitting, piece, meant)
        if only_turns(action) and action.flips_to != meant.flips_to
    ]
    if not faces:
        return None
    wrong = _click(sitting, sitting.at(at).side, piece, sitting.rng.choice(faces))
    return wrong, sitting.at(at)


def whole_stack(sitting: Sitting, at: int) -> tuple[Gesture, ...] | None:
    """A counter that is turned by its key while the whole stack is selected."""
    one = sitting.at(at)
    meant = _action_of(sitting, one)
    if one.name != "choose" or one.args[2:] or (meant is not None and not only_turns(meant)):
        return None
    return (replace(one, name="turn_stack"),)


def wrong_counter(sitting: Sitting, at: int) -> tuple[Gesture, ...] | None:
    """A counter of the same place that is named by mistake, then the one that is meant: the second
    name replaces the first."""
    meant = _action_of(sitting, sitting.at(at))
    if meant is None or not (meant.notes and sitting.only_says(meant)):
        return None
    if meant.dice or meant.keeps_place:
        return None
    beside = _beside(sitting, at, meant)
    if not beside:
        return None
    return _click(sitting, sitting.at(at).side, sitting.rng.choice(beside), meant), sitting.at(at)


def _wrong_click(sitting: Sitting, at: int, fits: Fits) -> Gesture | None:
    """A click on another entry of the counter's menu, or on the same entry of a counter in the same
    place."""
    one = sitting.at(at)
    if one.name != "choose":
        return None
    piece, meant = one.args[0], _action_of(sitting, one)
    found = [(piece, action) for action in _neighbours(sitting, piece, meant)]
    if meant is not None:
        found += [(other, meant) for other in _beside(sitting, at, meant)]
    found = [
        (name, action)
        for name, action in found
        if not action.silent and action.side in (None, one.side) and fits(action)
    ]
    return _click(sitting, one.side, *sitting.rng.choice(found)) if found else None


def _action_of(sitting: Sitting, one: Gesture) -> Any:
    """The action of the menu entry that is chosen; ``None`` for an entry of VASSAL's own, such as
    one that rotates the counter."""
    if one.name != "choose":
        return None
    return next((row for row in sitting.menu_of(one.args[0]) if row.name == one.args[1]), None)


def _neighbours(sitting: Sitting, piece: str, meant: Any) -> list[Any]:
    """The entries just above and below one in a counter's menu; all of them for one of VASSAL's
    own."""
    rows = sitting.menu_of(piece)
    if meant is None:
        return rows
    at = rows.index(meant)
    return [row for row in rows[max(at - 1, 0) : at + 2] if row is not meant]


def _beside(sitting: Sitting, at: int, meant: Any) -> list[str]:
    """The counters that were dragged to the place of the chosen one and have the same entry."""
    one = sitting.at(at)
    return [
        piece
        for drag in sitting.own(at)
        if drag.goal == one.start
        for piece in drag.pieces
        if piece != one.args[0] and meant in sitting.menu_of(piece)
    ]


def only_turns(action: Any) -> bool:
    """Whether an entry turns the counter to a face that all see, and does nothing else."""
    does_more = action.dice or action.score or action.sets or action.sends_to or action.draw
    return bool(action.flips_to) and not (action.silent or does_more)


def _click(sitting: Sitting, side: str, piece: str, action: Any) -> Gesture:
    if not action.dice:
        return Gesture("misclick", side, (piece, action.name))
    dice = next(one for one in sitting.subject.game.dice if one.id == action.dice)
    return Gesture("misclick", side, (piece, action.name, {dice.name: sitting.throw(dice)}))


__all__ = ["called_off", "only_turns", "taken_back", "whole_stack", "wrong_counter", "wrong_face"]
