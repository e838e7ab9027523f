"""Plots kept on paper and sealed in the chat: what was written, as far as it was ever shown."""

from __future__ import annotations

import re
from collections.abc import Iterable

from generator.light import dataclass
from validator.rules.facts import Fact, SealPosted

from .state import ATLANTIS, BRITISH, GERMAN
from .tables import Tables

START = "start"
PLOT = "plot"
"""What ``broadside seal`` calls an entry that is given by its number alone."""
_HEX = re.compile(r"\d{4}")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a plotting sheet on paper."""

    fact: SealPosted
    vessel: str
    """`ATLANTIS` or a cruiser."""
    hex: str | None
    """``None`` while it is not shown."""
    rests: bool = False
    escorts: str = ""
    """The map marker that a cruiser says it escorts."""


def entries_in(facts: Iterable[Fact], tables: Tables, *, start: bool) -> dict[str, Entry]:
    """The last entry of each vessel among some facts: its start, or a numbered plot."""
    found: dict[str, Entry] = {}
    for fact in facts:
        if isinstance(fact, SealPosted):
            vessel = _vessel(fact, tables)
            if vessel and (fact.number in (None, 0)) == start:
                found[vessel] = _entry(fact, vessel, tables)
    return found


def _vessel(fact: SealPosted, tables: Tables) -> str:
    """Whose plot it is; empty: nobody's of this game."""
    side = fact.seen.side
    if fact.name in (START, PLOT, ATLANTIS):
        return ATLANTIS if side in (GERMAN, None) else ""
    return fact.name if fact.name in tables.cruisers and side in (BRITISH, None) else ""


def _entry(fact: SealPosted, vessel: str, tables: Tables) -> Entry:
    said = fact.text.lower().split() if fact.text is not None else []
    where = next((word for word in said if _HEX.fullmatch(word)), None)
    escorts = next((word for word in said if word in tables.markers), "")
    return Entry(fact, vessel, where, "rest" in said, escorts)
