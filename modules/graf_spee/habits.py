"""What players of Pursuit of the Graf Spee do at the table besides the signs of their verbs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from validator.rules.staging import SMALL_TALK, Besides, Habits, Occasions, Played

from . import state as st
from .tables import SEA_MAP, Tables
from .verbs import EndTurn, OpenCourse, Raid

MARKERS = "Markers"
"""The box for unused markers."""
before, after = Occasions[Besides](), Occasions[Besides]()


@before
def _searches_over(hands: Any, verb: EndTurn, one: Played) -> None:
    """Remove search markers and VASSAL's movement marks, which mean nothing after their turn."""
    for marker in hands.with_role("search_marker"):
        hands.stage.put_away(st.BRITISH, marker)
    if not hands.hands_only and hands.sometimes(0.1):
        hands.stage.press(st.BRITISH, "Clear moved")


@after
def _pursuit_over(hands: Any, verb: OpenCourse, one: Played) -> None:
    """Put the pursuit marker away: a pursuit requires no more than an open course."""
    hands.stage.put_away(st.BRITISH, "pursuit")


@after
def _troopship_taken(hands: Any, verb: Raid, one: Played) -> None:
    """Mark a troopship hex that has paid; no rule requires the marker."""
    paid = verb.hex not in hands.tables.icons or verb.hex in one.before.taken
    spare = [one for one in hands.with_role("taken_marker") if hands.stage.where(one) == MARKERS]
    if not paid and spare and hands.sometimes(0.6):
        hands.stage.drag(st.GERMAN, [spare[0]], SEA_MAP, verb.hex)


def _gates(tables: Tables, start: str, goal: str) -> Iterable[str]:
    """Hexes where a piece may be put down on its way: its entry hex, before it moves one hex
    further."""
    gates = tables.entries.get(tables.cups.get(start, start), frozenset())
    return () if goal in gates else [gate for gate in gates if goal in tables.neighbours[gate]]


HABITS = Habits(
    (*SMALL_TALK, "your move", "nice weather in the South Atlantic", "hm, where would I be?"),
    before,
    after=after,
    points=lambda state: state.score,
    passed=_gates,
)
