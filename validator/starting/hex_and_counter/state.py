"""What is remembered of a game: plain data, changed by copying (``state.changed(turn=2)``).

``turn``, ``step``, ``pending`` (what somebody owes), ``doubt`` and ``outcome`` come with
`StateOfPlay`. ``book`` is what the cases of all files are written into.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from generator.light import dataclass
from validator.rules.cases import CaseBook
from validator.rules.states import StateOfPlay, Value

book = CaseBook()
DIE, STEP, RETREAT = "a die", "a step", "a retreat"
"""What can be owed in a combat."""


@dataclass(slots=True)
class Unit(Value):
    """Where a unit is, and whether it has lost a step."""

    at: str
    reduced: bool = False


@dataclass(slots=True)
class State(StateOfPlay):
    """The game between two verbs."""

    units: Mapping[str, Unit] = field(default_factory=dict)
    moved: frozenset[str] = frozenset()
    """Units that moved in this player turn."""
    fought: frozenset[str] = frozenset()
    """Units that attacked in it, and hexes that were attacked."""
    target: str = ""
    """The hex that is attacked, or was last."""
    fighting: tuple[str, ...] = ()
    """The units of that combat: the attackers; once it is rolled, the defenders too."""
    dice_seen: bool = True
    """False for a log without dice: nobody can say what its combats brought."""
    known: bool = True
    """Whether the die of that combat was seen."""
