"""What the fuzzer tries: legal values and nonsense; legal ones are looked for beside each verb."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from validator.rules.dice import FACES, throws

from . import state as st
from .advanced import ATTITUDES
from .tables import Tables

ODD_HEXES = ("2606", "9999", "")
"""Out of play, or no hex at all."""


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
