"""Values for the fuzzer to put into verbs: what may be legal, and what never is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from validator.rules.dice import Dice
from validator.rules.verbs import Verb

from .state import OUT, SHIP
from .tables import Tables

NOWHERE = ("A0", "A6", "Z9")
FEW_DICE = 3
"""More dice than these are tried by a few throws only."""


def wild(tables: Tables, verb: type[Verb], field: str) -> Sequence[Any]:
    """Every value worth trying in a field; KeyError for a field that no verb has."""
    hexes = (*tables.neighbours, *NOWHERE)
    pieces = (*tables.units, SHIP, "nobody")
    by_field: dict[str, Sequence[Any]] = {
        "hex": hexes,
        "to": (*hexes, *tables.entries, OUT),
        "ocean": (*tables.entries, OUT),
        "piece": pieces,
        "cv": pieces,
        "shooter": pieces,
        "target": pieces,
        "supply": (*tables.supplies, "supply_9"),
        "kind": (*tables.kinds, "SS"),
        "unit": tuple(tables.units),
        "refuel": (False, True),
        "found": (False, True),
        "blind": (False, True),
        "die": tuple(range(8)),
        "indian": tuple(range(-1, len(tables.units) + 2)),
        "delta": tuple(range(-8, 12)),
    }
    if field == "dice":
        return _throws(tables)
    if field == "pieces":
        names = tuple(tables.units)
        return tuple(names[:count] for count in range(len(names) + 1))
    return by_field[field]


def _throws(tables: Tables) -> Sequence[tuple[int, ...]]:
    most = max(kind.strength for kind in tables.kinds.values())
    short = [Dice(number)[i] for number in range(1, FEW_DICE + 1) for i in range(0, 6**number, 5)]
    long = [(face,) * number for number in range(FEW_DICE + 1, most + 2) for face in range(8)]
    return (*short, *long, (0, 7, 1))
