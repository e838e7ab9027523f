"""Zones: the hands of seats, what only a seat sees, and places that scripts are told of.

A zone's scale is its size. Sources: as of `objects`; the options of a layout zone as
``@typed-tabletop-simulator/declaration`` tells them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

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
    """A zone that scripts are told of; players do not see it."""
    return _zone("ScriptingTrigger", thing, "White", 0.509803951)


def randomize_zone(thing: Thing) -> Json:
    """A zone whose contents are shuffled on a click."""
    return _zone("RandomizeTrigger", thing, "White", 0.509803951)


LAYOUT: Final[Mapping[str, bool | int | float]] = {
    "Direction": 0,
    "MeldDirection": 0,
    "NewObjectFacing": 0,
    "TriggerForFaceUp": True,
    "TriggerForFaceDown": True,
    "TriggerForNonCards": False,
    "AllowSwapping": True,
    "MaxObjectsPerNewGroup": 13,
    "MaxObjectsPerGroup": 0,
    "MeldSort": 0,
    "MeldReverseSort": False,
    "MeldSortExisting": False,
    "StickyCards": False,
    "HorizontalSpread": 0.6,
    "VerticalSpread": 0.0,
    "HorizontalGroupPadding": 1.0,
    "VerticalGroupPadding": 1.0,
    "SplitAddedDecks": True,
    "CombineIntoDecks": False,
    "CardsPerDeck": 0,
    "AlternateDirection": False,
    "Randomize": False,
    "InstantRefill": False,
    "ManualOnly": False,
}
"""Every option of a layout zone with the value the game begins with."""


def layout_zone(thing: Thing, options: Mapping[str, bool | int | float] | None = None) -> Json:
    """A zone that lays out what is dropped in it; ``options`` are laid over `LAYOUT`.

    Raises `ObjectError` for an option that there is not, or of another kind.
    """
    chosen = dict(LAYOUT)
    for name, value in (options or {}).items():
        if name not in chosen:
            raise ObjectError(f"layout option {name!r}{nearest(name, chosen)}")
        kind = type(chosen[name])
        if isinstance(value, bool) is not (kind is bool) or not isinstance(
            value, (int, float) if kind is float else kind
        ):
            raise ObjectError(f"layout option {name}: {value!r}; accepted: {kind.__name__}")
        chosen[name] = kind(value)
    return _zone(
        "LayoutZone",
        thing,
        "White",
        0.509803951,
        LayoutZone={"Options": chosen, "GroupsInZone": []},
    )


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
