"""Zones of a board in a VASSAL module, and their grids.

Regular hexes and squares become grids of VASSAL's own, which count their cells; everything else
(areas, tracks, boxes with slots, cells that VASSAL cannot number as the game does) is of regions.
"""

from __future__ import annotations

from collections.abc import Iterable

from generator.geography.numbered import Numbered
from generator.packaging.component import BOARD, Component, component
from generator.packaging.scene import Map, Point, Zone
from generator.vassal import grids


def zoned_grid(map_: Map) -> Component:
    """The grid of a map's board: its zones, each with what lies in it."""
    return component(BOARD + "ZonedGrid").add(*[_zone(map_, zone) for zone in map_.zones])


def _zone(map_: Map, zone: Zone) -> Component:
    written = component(
        BOARD + "mapgrid.Zone",
        name=zone.name,
        path=_path(map_, zone.outline),
        locationFormat="$gridLocation$" if zone.spots else "$name$",
        useParentGrid=False,
        useHighlight=False,
        highlightProperty="",
    )
    numbered = map_.layout.numbered.get(zone.name)
    if numbered is not None:
        written.add(_regular(map_, numbered))
    elif zone.spots:
        written.add(_regions(map_, zone))
    return written


def _path(map_: Map, outline: Iterable[Point]) -> str:
    return ";".join("{},{}".format(*map_.pixels(x, y)) for x, y in outline)


def _regions(map_: Map, zone: Zone) -> Component:
    regions = component(BOARD + "RegionGrid", snapto=True, visible=False, fontsize=9)
    for spot in zone.spots:
        x, y = map_.pixels(spot.x, spot.y)
        regions.add(component(BOARD + "Region", name=spot.name, originx=x, originy=y))
    return regions


def _regular(map_: Map, grid: Numbered) -> Component:
    hexes = isinstance(grid, grids.HexGrid)
    kind = "HexGrid" if hexes else "SquareGrid"
    own: dict[str, str | bool] = (
        {"sideways": grid.sideways}
        if isinstance(grid, grids.HexGrid)
        else {"range": "Metric" if map_.diagonals else "Manhattan"}
    )
    written = component(
        BOARD + kind,
        **own,
        x0=grid.x0,
        y0=grid.y0,
        dx=repr(grid.dx),
        dy=repr(grid.dy),
        snapTo=True,
        edgesLegal=False,
        cornersLegal=False,
        visible=False,
        dotsVisible=False,
        color="0,0,0",
    )
    if grid.numbering is not None:
        written.add(_numbering(f"mapgrid.{kind}Numbering", grid.numbering, hexes))
    return written


def _numbering(kind: str, numbering: grids.Numbering, hexes: bool) -> Component:
    staggered: dict[str, bool] = {"stagger": numbering.stagger} if hexes else {}
    return component(
        BOARD + kind,
        first="H" if numbering.column_first else "V",
        sep=numbering.separator,
        hType="A" if numbering.letters_across else "N",
        hLeading=numbering.leading_across,
        hOff=numbering.offset_across,
        hDescend=numbering.descending_across,
        vType="A" if numbering.letters_down else "N",
        vLeading=numbering.leading_down,
        vOff=numbering.offset_down,
        vDescend=numbering.descending_down,
        locationFormat=numbering.format,
        visible=False,
        fontSize=9,
        color="0,0,0",
        rotateText=0,
        hDrawOff=0,
        vDrawOff=0,
        **staggered,
    )
