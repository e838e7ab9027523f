"""What stands on hexsides: escarpments, cliffs, walls, hedges, dykes, trenches, borders,
crossings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

from generator.drawing.maps.terrain import pens
from generator.drawing.maps.terrain.land import Land
from generator.drawing.maps.terrain.noise import dice_at
from generator.drawing.maps.terrain.ways import draw_bridge
from generator.geography.ground import corner_key

if TYPE_CHECKING:
    from generator.drawing.sheet import Point
    from generator.geography.ground import Course, Side


def draw_edges(land: Land) -> None:
    """Every course of hexsides, in the order of the definition."""
    pens_of = {
        "escarpment": _escarpment,
        "cliff": _cliff,
        "wall": _wall,
        "hedge": _hedge,
        "dyke": _dyke,
        "trench": _trench,
        "border": _border,
        "coast": _coast,
    }
    for course in land.ground.sides:
        for look in land.looks_of(course.kind):
            if look in ("bridge", "ford", "ferry"):
                for side in course.sides:
                    _crossing(land, look, side)
            elif look in pens_of:
                colour = land.colour_of(course.kind)
                for line in chains(land, course):
                    pens_of[look](land, line, colour)


def chains(land: Land, course: Course) -> Iterator[list[Point]]:
    """The sides of a course joined where they meet, each seen with its first-named cell to the
    left, bent as all that is natural."""
    rest = dict(enumerate(_facing(land, side) for side in course.sides))
    begins: dict[tuple[int, int], list[int]] = {}
    ends: dict[tuple[int, int], list[int]] = {}
    for index, line in rest.items():
        begins.setdefault(corner_key(line[0]), []).append(index)
        ends.setdefault(corner_key(line[-1]), []).append(index)
    while rest:
        chain = rest.pop(next(iter(rest)))
        while True:
            after = next((k for k in begins.get(corner_key(chain[-1]), ()) if k in rest), None)
            before = next((k for k in ends.get(corner_key(chain[0]), ()) if k in rest), None)
            if after is not None and (before is None or after <= before):
                chain += rest.pop(after)[1:]
            elif before is not None:
                chain[:0] = rest.pop(before)[:-1]
            else:
                break
        yield _bent(land, chain)


def _facing(land: Land, side: Side) -> list[Point]:
    """The points of a side in the order in which the cell it is named from lies to the left."""
    line = list(land.shared.get(side.pair, side.ends))
    (ax, ay), (bx, by) = line[0], line[-1]
    spot = land.spots.get(side.cell)  # none of a flat area
    if spot is not None and (bx - ax) * (spot.y - ay) - (by - ay) * (spot.x - ax) > 0:
        line.reverse()
    return line


def _bent(land: Land, chain: Sequence[Point]) -> list[Point]:
    from numpy import array

    if not land.natural:
        return list(chain)
    knots = [chain[0]]
    for (ax, ay), (bx, by) in pairwise(chain):
        knots += [(ax + (bx - ax) * share, ay + (by - ay) * share) for share in (0.2, 0.5, 0.8)]
    knots.append(chain[-1])
    x, y = array([px for px, _ in knots]), array([py for _, py in knots])
    dx, dy = land.stray(x, y)
    moved = list(zip((x + 0.5 * dx).tolist(), (y + 0.5 * dy).tolist(), strict=True))
    return pens.curve(moved, 5)


def _stroke(
    land: Land, data: str, colour: str, weight: float, opacity: float = 1.0,
    dashes: tuple[float, ...] = (),
) -> None:  # fmt: skip
    """A stroke whose width and dashes are parts of a hex's side."""
    land.draw(
        data,
        stroke=colour,
        stroke_width=weight * land.unit,
        stroke_linecap="butt" if dashes else "round",
        stroke_linejoin="round",
        dashes=tuple(share * land.unit for share in dashes),
        opacity=opacity,
    )


def _escarpment(land: Land, line: list[Point], colour: str | None) -> None:
    """A line with teeth down the slope, long and short."""
    ink = colour or land.palette["shade"]
    unit = land.unit
    teeth = []
    for index, (x, y, nx, ny) in enumerate(pens.beads(line, 0.085 * unit)):
        dice = dice_at(land.noise.seed, x, y)
        long = (0.17 if index % 2 else 0.1) * unit * (0.8 + 0.4 * dice.random())
        teeth.append(pens.line(((x, y), (x + nx * long, y + ny * long))))
    _stroke(land, pens.line(line), ink, 0.042)
    _stroke(land, "".join(teeth), ink, 0.02)


def _cliff(land: Land, line: list[Point], colour: str | None) -> None:
    """Rock: a thick broken band with wedges down the slope."""
    ink = colour or land.palette["rock"]
    unit = land.unit
    wedges = []
    for x, y, nx, ny in pens.beads(line, 0.075 * unit):
        dice = dice_at(land.noise.seed, x, y)
        long, half = (0.12 + 0.13 * dice.random()) * unit, 0.034 * unit
        wedges.append(
            pens.line(
                ((x - ny * half, y + nx * half), (x + ny * half, y - nx * half),
                 (x + nx * long, y + ny * long)), closed=True,
            )
        )  # fmt: skip
    land.draw("".join(wedges), fill=ink)
    _stroke(land, pens.line(line), ink, 0.05)


def _wall(land: Land, line: list[Point], colour: str | None) -> None:
    """Masonry with towers."""
    unit, ink = land.unit, colour or land.palette["wall"]
    data = pens.line(line)
    _stroke(land, data, ink, 0.1)
    _stroke(land, data, land.palette["street"], 0.045, dashes=(0.07, 0.06))
    half = 0.075 * unit
    towers = "".join(
        pens.line(((x - half, y - half), (x + half, y - half), (x + half, y + half),
                   (x - half, y + half)), closed=True)
        for x, y, _, _ in pens.beads(line, unit)
    )  # fmt: skip
    land.draw(towers, fill=land.palette["street"], stroke=ink, stroke_width=0.03 * unit)


def _hedge(land: Land, line: list[Point], colour: str | None) -> None:
    """Bushes in a row."""
    unit, ink = land.unit, land.palette["woods_ink"]
    dots, shadow = [], []
    for x, y, nx, ny in pens.beads(line, 0.1 * unit):
        dice = dice_at(land.noise.seed, x, y)
        r, off = (0.045 + 0.025 * dice.random()) * unit, 0.04 * unit * (dice.random() - 0.5)
        dots.append(pens.dot(x + nx * off, y + ny * off, r))
        shadow.append(pens.dot(x + nx * off + 0.3 * r, y + ny * off + 0.35 * r, r))
    land.draw("".join(shadow), fill=ink, fill_opacity=0.4)
    land.draw(
        "".join(dots), fill=colour or land.palette["hedge"], stroke=ink, stroke_width=0.01 * unit
    )


def _dyke(land: Land, line: list[Point], colour: str | None) -> None:
    """A bank: short ticks to both sides."""
    unit, ink = land.unit, colour or land.palette["shade"]
    ticks = "".join(
        pens.line(((x - nx * 0.09 * unit, y - ny * 0.09 * unit),
                   (x + nx * 0.09 * unit, y + ny * 0.09 * unit)))
        for x, y, nx, ny in pens.beads(line, 0.1 * unit)
    )  # fmt: skip
    _stroke(land, ticks, ink, 0.018)
    _stroke(land, pens.line(line), land.palette["hill"], 0.07)
    _stroke(land, pens.line(line), ink, 0.02)


def _trench(land: Land, line: list[Point], colour: str | None) -> None:
    """Bays and traverses."""
    unit, ink = land.unit, colour or land.palette["rail"]
    points: list[Point] = []
    for index, (x, y, nx, ny) in enumerate(pens.beads(line, 0.085 * unit)):
        off = 0.045 * unit * (1 if index % 4 in (1, 2) else -1)
        points.append((x + nx * off, y + ny * off))
    _stroke(land, pens.line(points), land.palette["lit"], 0.075)
    _stroke(land, pens.line(points), ink, 0.035)


def _border(land: Land, line: list[Point], colour: str | None) -> None:
    """Dashes and dots on a broad pale band."""
    ink = colour or land.palette["border"]
    data = pens.line(line)
    _stroke(land, data, ink, 0.16, opacity=0.22)
    _stroke(land, data, ink, 0.038, dashes=(0.2, 0.07, 0.04, 0.07))


def _coast(land: Land, line: list[Point], colour: str | None) -> None:
    _stroke(land, pens.line(line), colour or land.palette["water_line"], 0.06)


def _crossing(land: Land, look: str, side: Side) -> None:
    """A bridge, ford or ferry over the middle of a side."""
    (ax, ay), (bx, by) = side.ends
    length = hypot(bx - ax, by - ay) or 1.0
    way = (-(by - ay) / length, (bx - ax) / length)
    at = ((ax + bx) / 2, (ay + by) / 2)
    unit = land.unit
    if look == "bridge":
        draw_bridge(land, at, way, 0.36 * unit, 0.09 * unit)
        return
    long = 0.3 * unit
    data = pens.line(
        (
            (at[0] - way[0] * long, at[1] - way[1] * long),
            (at[0] + way[0] * long, at[1] + way[1] * long),
        )
    )
    dash = (0.03, 0.07) if look == "ford" else (0.13, 0.06)
    ink = land.palette["road_edge"]
    _stroke(land, data, land.palette["lit"], 0.11, opacity=0.85)
    _stroke(land, data, ink, 0.05, dashes=dash)
    if look == "ferry":
        for side_of in (-1, 1):
            land.sheet.circle(
                at[0] + side_of * way[0] * long, at[1] + side_of * way[1] * long, 0.055 * unit,
                fill="paper", stroke=ink, stroke_width=0.025 * unit,
            )  # fmt: skip
