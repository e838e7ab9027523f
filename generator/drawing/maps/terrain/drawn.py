"""The ground of a board, layer by layer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.drawing.maps.terrain import (
    edges,
    pens,
    relief,
    settlements,
    textures,
    waters,
    ways,
)
from generator.drawing.maps.terrain.land import Land, Spot, merged
from generator.drawing.maps.terrain.looks import LOOKS, WATERS
from generator.drawing.maps.water import shape_path
from generator.light import dataclass

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry


@dataclass(frozen=True, slots=True)
class Courses:
    """Where rivers and ways run."""

    streams: list[waters.Stream]
    stretches: list[ways.Stretch]


def courses_of(land: Land) -> Courses:
    """The rivers and ways of a land, before anything is drawn."""
    return Courses(waters.streams_of(land), ways.stretches_of(land))


def draw_land(land: Land, courses: Courses, *, bare: bool = False) -> list[BaseGeometry]:
    """Everything from the ground up, cut off at the edge of the cells; gives the houses drawn.

    ``bare`` leaves the ground itself as it is, where a chart has been drawn already.
    """
    sheet = land.sheet
    streams, stretches = courses.streams, courses.stretches
    surface = relief.surface_of(land)
    land.clear = _clear(land, streams, stretches)
    with sheet.group(clip_path=sheet.clip("terrain", shape_path(land.rim))):
        _tints(land, bare)
        if surface is not None:
            relief.draw_tints(land, surface)
        for wash in land.washes:
            land.draw(wash.data, fill=wash.colour, fill_opacity=wash.opacity, fill_rule="evenodd")
        textures.draw_fields(land)
        if surface is not None:
            relief.draw_contours(land, surface)
            relief.draw_crags(land, surface)
        textures.draw_pools(land)
        textures.draw_ground(land)
        waters.draw_waters(land, streams)
        textures.draw_trees(land)
        ways.draw_beds(land, stretches)
        houses = settlements.draw_settlements(land, stretches, _wet(land, streams))
        ways.draw_surfaces(land, stretches)
        ways.draw_bridges(land, stretches, streams)
        edges.draw_edges(land)
    return houses


def _tints(land: Land, bare: bool) -> None:
    """The open ground, and the ground colours of all looks on it, the lower ones first."""
    if not bare:
        land.draw(pens.shape(land.rim), fill=land.palette[land.bed.colour])
    shown = sorted({look for spot in land.spots.values() for look in spot.looks if look in LOOKS})
    for look in sorted(shown, key=lambda one: LOOKS[one].order):
        how = LOOKS[look]
        laid = look in land.bed.looks if not bare else look == "clear"
        if not how.base or look in WATERS or laid:
            continue
        region = land.region(look)
        if not region.is_empty:
            land.draw(
                pens.shape(region.simplify(0.008 * land.unit)), fill=land.palette[how.base],
                fill_rule="evenodd",
            )  # fmt: skip
    own: dict[str, list[Spot]] = {}
    for spot in land.spots.values():
        if spot.colour and (bare or spot.colour != land.bed.colour):
            own.setdefault(spot.colour, []).append(spot)
    for colour, spots in own.items():
        region = land.bent(merged(spot.outline for spot in spots))
        land.draw(pens.shape(region), fill=colour, fill_rule="evenodd")


def _clear(land: Land, streams: list[waters.Stream], stretches: list[ways.Stretch]) -> BaseGeometry:
    """Waters and roads, with a verge."""
    from shapely import MultiLineString, union_all

    verge = 0.05 * land.unit
    beds = [
        MultiLineString([one.line for one in stretches if one.look == look]).buffer(
            ways.WIDE[look] * land.unit / 2 + verge, quad_segs=3
        )
        for look in ways.WIDE
    ]
    return union_all([_wet(land, streams).buffer(verge, quad_segs=3), *beds])


def _wet(land: Land, streams: list[waters.Stream]) -> BaseGeometry:
    from shapely import union_all

    ribbons = [waters.ribbon(stream.line, stream.widths) for stream in streams]
    return union_all([land.region(*WATERS), *ribbons])
