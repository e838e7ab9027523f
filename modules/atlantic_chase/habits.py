"""What players of Atlantic Chase do at the table besides the signs of their verbs."""

from __future__ import annotations

from typing import Any

from validator.rules.staging import Besides, Habits, Occasions, Played

from .air_strike import AirStrike
from .attack import Support

before = Occasions[Besides]()


@before
def _launch_marked(hands: Any, verb: AirStrike | Support, one: Played) -> None:
    """Aircraft of an airbase are called up by the Launch marker on its hex."""
    if verb.force not in hands.tables.forces:
        side = hands.side_of(one)
        hands.stage.drag(side, [f"launch_{side.lower()}"], "operations", verb.launch)


HABITS = Habits(before=before, clicked=frozenset({"round"}))
