"""Dice thrown by hand in Tabletop Simulator, of unknown purpose.

Dice lie on the table for everybody to throw. If some throws have no known purpose, no throw of the
game can be checked: what dice decided is then judged by what followed, as in a game whose dice were
rolled outside the computer.
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
    """The steps of throws that were not made with the game's dice buttons."""
    known = {button.name for button in game.dice}
    steps = [step for log in logs for step in log.view.steps]
    return [
        number
        for number, step in enumerate(steps, start=first_step + 1)
        if any(isinstance(event, Rolled) and event.button not in known for event in step.events)
    ]


def dice_left_out(scene: Scene) -> Scene:
    """The scene without rolls, as if the dice were rolled outside the log."""
    steps = tuple(replace(one, rolls=()) if one.rolls else one for one in scene.steps)
    return replace(scene, steps=steps, unseen_dice=True)


def finding(throws: Sequence[int]) -> Finding:
    """The note that dice are not checked, and why."""
    count = "A throw" if len(throws) == 1 else f"{len(throws)} throws"
    return found(
        "dice.undeclared",
        throws[0],
        f"{count} by hand, and nothing says what for: what dice decide is judged by what followed.",
        legal="the panel's buttons throw the dice, and write down what for",
        related=throws[1:],
    )


__all__ = ["dice_left_out", "finding", "without_purpose"]
