"""Values for the fuzzer to put into verbs: what may be legal, and what never is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from validator.rules.dice import FACES, throws

from . import state as st
from .tables import Tables

NO_HEX = ("2406", "0401", "9999", "X1")
BOXES = (
    st.ATLANTIS_SIGHTING,
    st.BRITISH_SIGHTING,
    st.GUNS,
    st.ATLANTIS_AIRCRAFT,
    st.BRITISH_AIRCRAFT,
    st.PRIZES,
    st.OUT,
    st.HELD,
    st.CRUISER_MARKERS,
    st.ROW,
)


def fuzz_values(tables: Tables) -> Mapping[str, Sequence[Any]]:
    """Every value worth trying, by the name of the field."""
    markers = (*tables.markers, "c9")
    ports = (*tables.ports, "od_13")
    cards = (*tables.cards, *tables.cruiser_cards, "diamonds_queen")
    marks = (*tables.disguises, *tables.uboats)
    shown = tuple(tables.box_of(one) for one in tables.disguises)
    return {
        "hex": (*tables.neighbours, *NO_HEX),
        "acvm": markers,
        "escorts": ("", *markers),
        "ca": (*tables.cruisers, "exeter"),
        "origin": ports,
        "destination": ports,
        "ship": (*tables.ships, "queen_mary"),
        "arrow": (*tables.spines, "N"),
        "face": tables.marker_faces,
        "card": cards,
        "die": FACES,
        "dice": throws(tables.morale_dice),
        "modifier": ("", *tables.modifiers, "radar"),
        "column": range(0, 12),
        "target": (*markers, st.ATLANTIS),
        "piece": (*markers, st.ATLANTIS, st.DISGUISE, st.WALRUS, *tables.cruisers),
        "PlaceOnDisplay.box": (*BOXES, *shown, "1201"),
        "box": (*marks, "uboat_3"),
        "state": (st.INTACT, st.SLASHED, st.CROSSED, "torn"),
        "delta": range(-4, 10),
        **dict.fromkeys(("found", "ghost", "blind"), (False, True)),
    }
