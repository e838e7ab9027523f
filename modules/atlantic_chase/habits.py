"""What players of Atlantic Chase do at the table besides the signs of their verbs."""

from __future__ import annotations

from typing import Any

from validator.rules.staging import Besides, Habits, Occasions, Played

from .air_strike import AirStrike
from .attack import Support
from .maneuver import Maneuver

before = Occasions[Besides]()


@before
def _launch_marked(hands: Any, verb: AirStrike | Support, one: Played) -> None:
    """Aircraft of an airbase are called up by the Launch marker on its hex."""
    if verb.force not in hands.tables.forces:
        side = hands.side_of(one)
        hands.stage.drag(side, [f"launch_{side.lower()}"], "operations", verb.launch)


def _with_its_smoke(hands: Any, one: Played, move: Any) -> bool:
    """A ship that makes Smoke goes with its marker."""
    battle = one.before.battle
    if not isinstance(one.verb, Maneuver) or one.verb.ship not in battle.smoke:
        return False
    smoke = [it for it in hands.with_role("smoke") if hands.stage.where(it) == move.start]
    hands.stage.drag(hands.side_of(one), [move.piece, *smoke[:1]], move.map, move.place)
    return True


HABITS = Habits(before=before, carried=_with_its_smoke, clicked=frozenset({"round", "marker"}))
