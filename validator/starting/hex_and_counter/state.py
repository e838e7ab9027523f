"""The state of a game: plain data, changed by copying (``state.changed(turn=2)``).

``turn``, ``step``, ``pending`` (what somebody must still do), ``doubt`` and ``outcome`` come from
`StateOfPlay`. The cases of all files are registered in ``book``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from generator.light import dataclass
from validator.rules.cases import CaseBook
from validator.rules.states import StateOfPlay, Value

book = CaseBook()
DIE, STEP, RETREAT = "a die", "a step", "a retreat"
"""What can be pending in a combat."""


@dataclass(slots=True)
class Unit(Value):
    """The place of a unit, and whether it has lost a step."""

    at: str
    reduced: bool = False


@dataclass(slots=True)
class State(StateOfPlay):
    """The game between two verbs."""

    units: Mapping[str, Unit] = field(default_factory=dict)
    moved: frozenset[str] = frozenset()
    """Units that moved in this player turn."""
    fought: frozenset[str] = frozenset()
    """Units that attacked in this player turn, and hexes that were attacked."""
    target: str = ""
    """The hex that is being attacked, or was attacked last."""
    fighting: tuple[str, ...] = ()
    """The units in that combat: the attackers, and after the roll the defenders too."""
    dice_seen: bool = True
    """False for a log without dice, in which no results of combats are known."""
    known: bool = True
    """Whether the die of that combat was seen."""
