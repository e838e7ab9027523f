"""The properties of a module's turn trackers, from their present state (``TurnTracker``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from generator.vassal import sequences
from generator.vassal.encodings import is_count

if TYPE_CHECKING:
    from generator.vassal.component_trees import TreeElement

_TURN = "VASSAL.build.module.turn."
_COUNTER, _LIST = _TURN + "CounterTurnLevel", _TURN + "ListTurnLevel"
_OWN = 4
"""How many texts of a level's state are its own; those of the levels below follow."""


def turn_trackers(root: TreeElement) -> tuple[TreeElement, ...]:
    """The trackers of a module, in its order."""
    return tuple(root.iter(_TURN + "TurnTracker"))


def turn_properties(trackers: Sequence[TreeElement], states: Mapping[str, str]) -> dict[str, str]:
    """The value of each level by the level's property."""
    found: dict[str, str] = {}
    for number, tracker in enumerate(trackers):
        state = states.get(f"TurnTracker{number}", "")
        found.update(_levels(tracker, sequences.decode(state, "|")[1:] if state else ()))
    return found


def _levels(above: TreeElement, texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    levels = [one for one in above if one.tag in (_COUNTER, _LIST)]
    for at, level in enumerate(levels):
        parts = sequences.decode(texts[at], ";") if at < len(texts) else []
        name = str(level.get("property") or "")
        if name:
            yield name, _value(level, parts)
        yield from _levels(level, parts[_OWN:])


def _value(level: TreeElement, parts: Sequence[str]) -> str:
    if level.tag == _COUNTER:
        return parts[0] if parts else str(level.get("start") or "1")
    entries = sequences.decode(str(level.get("list") or ""), ",")
    at = int(parts[0]) if parts and is_count(parts[0]) else 0
    return entries[at] if at < len(entries) else ""
