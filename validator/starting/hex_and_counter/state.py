"""What is remembered of a game: plain data, changed by copying (``state.changed(turn=2)``).

``turn``, ``step``, ``pending`` (what somebody owes), ``doubt`` and ``outcome`` come with
`StateOfPlay`; below stands what this game adds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from generator.light import dataclass
from validator.rules.states import StateOfPlay, Value

DIE, STEP, RETREAT = "die", "step", "retreat"
"""What can be owed in a combat; ``piece`` names who retreats, ``points`` how many hexes."""


@dataclass(slots=True)
class Unit(Value):
    """Where a unit is, and whether it has lost a step."""

    at: str
    reduced: bool = False


@dataclass(slots=True)
class State(StateOfPlay):
    """The whole game between two verbs."""

    units: Mapping[str, Unit] = field(default_factory=dict)
    moved: frozenset[str] = frozenset()
    """Units that moved in this player turn."""
    fought: frozenset[str] = frozenset()
    """Units that attacked in it, and hexes that were attacked."""
    target: str = ""
    """The hex that is attacked now, or was attacked last."""
    fighting: tuple[str, ...] = ()
    """The units of that combat, on both sides."""
    dice_seen: bool = True
    """False for a log that shows no dice: then nobody can say what a combat brought."""
