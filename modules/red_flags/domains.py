"""Candidate values by the names of the fields, unless the verb's own file has some; and the values
that the fuzzer tries, legal ones and nonsense."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from validator.rules.dice import FACES, one_die, throws, two_dice

from . import state as st
from .activation import own_units
from .book import book, offer_all
from .morale import OUTCOMES
from .tables import Tables
from .verbs import VERBS

book.offer_owed(VERBS)
offer_all(unit=own_units, die=one_die, dice=two_dice)


def fuzz_values(t: Tables) -> Mapping[str, Sequence[Any]]:
    """Every value worth trying, by the name of the field."""
    hexes = (*sorted(t.ground)[::5], t.bridge, *t.village, "0805", "0905", "9999", "")
    units = (*(name for names in t.groups.values() for name in names), "nobody", "")
    paths = ((), ("0506",), ("0506", "0606"), ("0807", "0806"), ("1006", "1106"), ("9999",))
    arms = ((), ("rifle",), ("rifle", "lmg"), ("inf_at",), ("field_gun",), ("medium_tank_gun",))
    return {
        **dict.fromkeys(("unit", "target", "vehicle", "spotter"), units),
        **dict.fromkeys(("die", "scatter", "where"), FACES),
        "dice": throws(6),
        "hex": hexes,
        "path": paths,
        "hexes": paths,
        "facing": (*t.facings, "", "E"),
        "Move.facing": (*t.facings, ""),
        "Fly.facing": (*t.facings, ""),
        "group": (*t.groups, "X1"),
        "suit": (*t.suits, "stars"),
        "limbered": (True, False),
        "arms": (
            *arms,
            ("flamethrower",),
            ("charge",),
            ("charge", "charge"),
            ("light_aa",),
            ("stones",),
        ),
        "arm": ("rifle", "lmg", "crew", "rider", "hmg", "nothing"),
        "fell": (True, False),
        "blown": (True, False),
        "outcome": (*OUTCOMES, st.NOTHING, st.CREW_HIT, st.DESTROYED, st.BOTH, st.DOWN),
        "task": (*t.tasks, "nothing"),
        "figures": range(8),
    }
