"""Zones: the hands of seats, what only a seat sees, and places that scripts hear of.

A zone's scale is its size. Sources: as of `objects`.
"""

from __future__ import annotations

from typing import Any

from generator.errors import nearest
from generator.tabletop_simulator.objects import (
    SEAT_COLOURS,
    Json,
    ObjectError,
    Thing,
    any_object,
    colour_of,
)


def hand_zone(thing: Thing, seat: str) -> Json:
    """The hand of a seat; its scale is its size. Raises `ObjectError`."""
    made = _zone("HandTrigger", thing, seat, 0.0, FogColor=_seat(seat))
    made["Grid"] = False
    return made


def hidden_zone(
    thing: Thing,
    seat: str,
    *,
    hide_pointers: bool = False,
    reverse: bool = False,
    see_through: bool = True,
) -> Json:
    """A zone whose contents only a seat sees (and the game master). Raises `ObjectError`."""
    return _zone(
        "FogOfWarTrigger",
        thing,
        seat,
        0.75,
        FogColor=_seat(seat),
        FogHidePointers=hide_pointers,
        FogReverseHiding=reverse,
        FogSeethrough=see_through,
    )


def scripting_zone(thing: Thing) -> Json:
    """A zone that scripts hear of; players do not see it."""
    return _zone("ScriptingTrigger", thing, "White", 0.509803951)


def _zone(name: str, thing: Thing, seat: str, alpha: float, **more: Any) -> Json:
    made = any_object(name, thing, **more)
    made["Locked"] = True
    made["ColorDiffuse"] = colour_of((*SEAT_COLOURS[seat], alpha))
    return made


def _seat(seat: str) -> str:
    if seat not in SEAT_COLOURS:
        raise ObjectError(
            f"seat {seat!r}; accepted: {', '.join(SEAT_COLOURS)}{nearest(seat, SEAT_COLOURS)}"
        )
    return seat
