"""Dice that were thrown by hand, and nothing says what for.

At a table of Tabletop Simulator dice lie about for everybody to throw. Where a throw cannot be told
from others, none of a game can be held against its rules: what dice decided is then judged by what
followed, as in a game whose dice fell beside the computer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from validator.audit.codes import found
from validator.audit.findings import Finding
from validator.audit.logs import GameLog
from validator.reading.events import Rolled
from validator.rules.scenes import Scene

if TYPE_CHECKING:
    from generator.definition.schema import Game


def without_purpose(game: Game, logs: Sequence[GameLog], first_step: int) -> list[int]:
    """The steps of throws that are none of the game's dice buttons."""
    known = {button.name for button in game.dice}
    steps = [step for log in logs for step in log.view.steps]
    return [
        number
        for number, step in enumerate(steps, start=first_step + 1)
        if any(isinstance(event, Rolled) and event.button not in known for event in step.events)
    ]


def dice_left_out(scene: Scene) -> Scene:
    """A scene as it is when its dice fell where nobody saw them."""
    steps = tuple(replace(one, rolls=()) if one.rolls else one for one in scene.steps)
    return replace(scene, steps=steps, unseen_dice=True)


def told(throws: Sequence[int]) -> Finding:
    """That dice are not held against the rules, and why."""
    count = "A throw" if len(throws) == 1 else f"{len(throws)} throws"
    return found(
        "dice.undeclared",
        throws[0],
        f"{count} by hand, and nothing says what for: what dice decide is judged by what followed.",
        legal="the panel's buttons throw the dice, and write down what for",
        related=throws[1:],
    )


__all__ = ["dice_left_out", "told", "without_purpose"]
