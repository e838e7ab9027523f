"""Objects: places that are none, GUIDs and memos that are two's, tiles that lose themselves."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final

from generator.tabletop_simulator.coherence import Found, is_whole, items, members, text
from generator.tabletop_simulator.kinds import IMAGE_PART, ZONES
from generator.tabletop_simulator.objects import SHEET
from generator.tabletop_simulator.positions import JsonPath
from generator.workbench.linting.saves.survey import Remark, SaveSurvey
from generator.workbench.tts.recorded import record_of

_NO_NUMBER: Final = ("NaN", "Infinity", "-Infinity")
_SCALES: Final = ("scaleX", "scaleY", "scaleZ")
_PICTURED: Final = frozenset(IMAGE_PART) | {"Custom_Board", "Figurine_Custom"}
_OWN: Final = ("Memo", "GMNotes", "LuaScript", "LuaScriptState", "XmlUI")
_LATE: Final = ("LayoutGroupSortIndex", "Value")


def check(survey: SaveSurvey) -> Iterator[Remark]:
    """Every finding about objects by themselves and beside each other."""
    for found in survey.objects:
        yield from _placed(survey, found)
        yield from _pictured(survey, found)
        yield from _stackable(survey, found)
        yield from _bag(survey, found)
        yield from _sheets(survey, found)
    yield from _guids(survey)
    yield from _memos(survey)
    yield from _zones(survey)


def _placed(survey: SaveSurvey, found: Found) -> Iterator[Remark]:
    place = members(found.data.get("Transform"))
    lost = [
        key
        for key, value in place.items()
        if value in _NO_NUMBER or (isinstance(value, float) and not math.isfinite(value))
    ]
    if lost:
        yield Remark(
            "object.nowhere",
            f"{survey.who(found)}: {lost[0]} is {place[lost[0]]}",
            "give it a place, a turn and a size, or take it out",
            [found.at("Transform", lost[0])],
        )
    flat = [key for key in _SCALES if place.get(key) == 0 and not isinstance(place[key], bool)]
    if flat:
        yield Remark(
            "object.scale",
            f"{survey.who(found)}: {', '.join(flat)} is 0",
            "give it a size, unless it is to be hidden",
            [found.at("Transform", flat[0])],
            milder=len(flat) == len(_SCALES),
        )


def _pictured(survey: SaveSurvey, found: Found) -> Iterator[Remark]:
    image = found.data.get("CustomImage")
    if found.name not in _PICTURED or not isinstance(image, dict):
        return
    if not text(image.get("ImageURL")).strip():
        yield Remark(
            "object.picture",
            f"{survey.who(found)}: names no picture",
            "give it a picture",
            [found.at("CustomImage", "ImageURL")],
        )


def _stackable(survey: SaveSurvey, found: Found) -> Iterator[Remark]:
    part = IMAGE_PART.get(found.name, "")
    if members(members(found.data.get("CustomImage")).get(part)).get("Stackable") is not True:
        return
    own = [key for key in _OWN if text(found.data.get(key)).strip()]
    if found.data.get("States"):
        own.append("States")
    if own:
        yield Remark(
            "tile.stackable",
            f"{survey.who(found)}: is stackable, and has its own {', '.join(own)}",
            "let it be not stackable, unless one is as good as another",
            [found.at("CustomImage", part, "Stackable")],
        )


def _bag(survey: SaveSurvey, found: Found) -> Iterator[Remark]:
    held = items(found.data.get("ContainedObjects"))
    if found.name.endswith("Infinite_Bag") and len(held) > 1:
        yield Remark(
            "bag.infinite",
            f"{survey.who(found)}: holds {len(held)} objects",
            "leave one in it, or make it a bag",
            [found.at("ContainedObjects")],
        )


def _sheets(survey: SaveSurvey, found: Found) -> Iterator[Remark]:
    for key, sheet in members(found.data.get("CustomDeck")).items():
        columns, rows = members(sheet).get("NumWidth"), members(sheet).get("NumHeight")
        if is_whole(columns) and is_whole(rows):
            count: Any = columns * rows  # type: ignore[operator]
            if count > SHEET:
                yield Remark(
                    "card.large",
                    f"{survey.who(found)}: the sheet {key} has {columns} x {rows} cards; a CardID "
                    f"can name {SHEET}",
                    "cut the sheet in two",
                    [found.at("CustomDeck", key)],
                )


def _guids(survey: SaveSurvey) -> Iterator[Remark]:
    found: dict[str, list[JsonPath]] = {}
    for one in survey.objects:
        guid = text(one.data.get("GUID"))
        if one.role == "ObjectStates" and guid:
            found.setdefault(guid, []).append(one.at("GUID"))
    for guid, paths in found.items():
        if len(paths) > 1:
            yield Remark(
                "object.guid",
                f"{len(paths)} objects on the table have the GUID {guid}",
                "give each its own",
                paths,
            )


def _memos(survey: SaveSurvey) -> Iterator[Remark]:
    """Two objects of one Memo, where a recorder knows objects by it; states are one object."""
    if record_of(survey.data) is None:
        return
    found: dict[str, list[JsonPath]] = {}
    for one in survey.objects:
        memo = text(one.data.get("Memo"))
        if memo and one.role != "States":
            found.setdefault(memo, []).append(one.at("Memo"))
    for memo, paths in found.items():
        if len(paths) > 1:
            called = "" if survey.is_played else f" {memo!r}"
            yield Remark(
                "object.memo",
                f"{len(paths)} objects have one Memo{called}",
                "take out all but one, or empty the Memo of what was added",
                paths,
            )


def _zones(survey: SaveSurvey) -> Iterator[Remark]:
    for key in _LATE:
        zones = [one for one in survey.objects if one.name in ZONES and key not in one.data]
        others = any(key in one.data for one in survey.objects if one.name not in ZONES)
        if zones and others:
            yield Remark(
                "zone.keys",
                f"{len(zones)} zones have no {key}",
                f"write {key} for them too",
                [one.at() for one in zones],
            )
