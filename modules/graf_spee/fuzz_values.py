"""Values for the fuzzer to put into verbs: what may be legal, and what never is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from validator.rules.dice import FACES, throws

from .state import OUT, SHIP
from .tables import Tables

NOWHERE = ("A0", "A6", "Z9")


def fuzz_values(tables: Tables) -> Mapping[str, Sequence[Any]]:
    """Every value worth trying, by the name of the field."""
    hexes = (*tables.neighbours, *NOWHERE)
    pieces = (*tables.units, SHIP, "nobody")
    units = tuple(tables.units)
    return {
        "hex": hexes,
        "to": (*hexes, *tables.entries, OUT),
        "ocean": (*tables.entries, OUT),
        "piece": pieces,
        "cv": pieces,
        "shooter": pieces,
        "target": pieces,
        "also": (None, *pieces),
        "supply": (*tables.supplies, "supply_9"),
        "kind": (*tables.kinds, "SS"),
        "unit": units,
        "die": FACES,
        "dice": throws(max(kind.strength for kind in tables.kinds.values())),
        "indian": range(-1, len(units) + 2),
        "pieces": tuple(units[:count] for count in range(len(units) + 1)),
        "delta": range(-8, 12),
        **dict.fromkeys(("refuel", "found", "blind"), (False, True)),
    }
