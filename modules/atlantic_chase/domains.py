"""Candidate values by the names of the fields, unless the verb's own file has some; and the values
that the fuzzer tries, legal ones and nonsense."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from validator.rules.cases import always, every
from validator.rules.dice import FACES, one_die, throws, two_dice

from . import state as st
from .advanced import ATTITUDES
from .attack import bases, enemies, hexes_of_target
from .book import book, offer_all
from .ports import own_forces
from .tables import Tables
from .verbs import VERBS

ODD_HEXES = ("2606", "9999", "")
"""Hexes that are out of play, or none at all."""

book.offer_owed(VERBS)
offer_all(
    force=own_forces,
    target=enemies,
    hex=hexes_of_target,
    launch=lambda t, state, made: bases(t, state, made.force),
    ship=lambda t, state, made: state.battle.zones,
    leader=every("leaders"),
    die=one_die,
    active=one_die,
    inactive=one_die,
    dice=two_dice,
    also=always(""),
    wanted=always(True, False),
    contact=always(False, True),
    evasive=always(False, True),
    dispersed=always(True),
)


def fuzz_values(t: Tables) -> Mapping[str, Sequence[Any]]:
    """Every value worth trying, by the name of the field."""
    hexes = (*sorted(t.air)[::7], *sorted(t.arctic), *t.box_ports, st.UBOX, *ODD_HEXES)
    forces = (*t.forces, *t.stealth, *t.airbases, "nobody", "")
    ships = (*t.ships, "nobody")
    lines = ((), ("1512",), ("1512", "1513"), ("2811", "2712"), ("1512", "1514"), ("Kiel",))
    flags = ("contact", "evasive", "spent", "wanted", "dispersed")
    return {
        **dict.fromkeys(("force", "target", "new", "into"), forces),
        **dict.fromkeys(("hex", "launch", "station", "at"), hexes),
        **dict.fromkeys(("line", "left"), lines),
        **dict.fromkeys(("die", "active", "inactive"), FACES),
        **dict.fromkeys(("ship", "smoker"), ships),
        **dict.fromkeys(flags, (False, True)),
        **dict.fromkeys(("Seize.spent", "Vie.spent", "also"), ("", *t.forces)),
        "Fire.target": ships,
        "Torpedo.target": ships,
        "Pursue.target": ships,
        "ReturnShip.force": (*t.forces, "nobody"),
        "port": (*t.ports, "nowhere"),
        "marker": (st.INTEL, st.CONTACT, st.EVASIVE, "weather", "tally", "initiative", "nothing"),
        "value": (st.GOOD, st.BAD, "3", st.GERMAN, "nothing"),
        "dice": throws(3),
        "leader": (*t.leaders, "", "nobody"),
        "zone": (*st.ZONES, "nowhere"),
        "hits": range(5),
        "side": tuple(st.OTHER),
        "ships": ((), *((one,) for one in t.ships)),
        "group": (*t.groups, "nothing"),
        "to": (*t.ships, st.OUT),
        "result": ("Confusion", "Fog", "nothing"),
        "attitude": (*ATTITUDES, "Drifting"),
    }
