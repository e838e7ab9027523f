"""Villages, towns and cities: blocks of houses with streets between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, cos, degrees, hypot, pi, sin
from typing import TYPE_CHECKING

from generator.drawing.colours import mix
from generator.drawing.maps.terrain import pens
from generator.drawing.maps.terrain.land import Land, Spot, beyond, merged
from generator.drawing.maps.terrain.looks import BUILT
from generator.drawing.maps.terrain.noise import Dice, chance, dice_at
from generator.drawing.maps.terrain.ways import WIDE, Stretch

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry


def draw_settlements(
    land: Land, stretches: Sequence[Stretch], waters: BaseGeometry
) -> list[BaseGeometry]:
    """All of them, clear of roads, rivers and ids; gives the houses that stand."""
    from shapely import union_all
    from shapely.geometry import LineString, box

    if not land.has(*BUILT):
        return []
    room = 0.06 * land.unit
    roads = [
        LineString(stretch.line).buffer(WIDE.get(stretch.look, 0.06) * land.unit / 2 + room * 0.6)
        for stretch in stretches
    ]
    taken = [*roads, waters.buffer(room), *(box(*kept).buffer(0.25) for kept in land.keep)]
    clear = union_all(taken)
    ruins: list[BaseGeometry] = []
    blocks: list[BaseGeometry] = []
    streets: list[BaseGeometry] = []
    city = merged(
        spot.outline
        for name, spot in land.spots.items()
        if not beyond(name) and "city" in spot.looks
    )
    if not city.is_empty:
        ground = land.bent(city.buffer(-0.08 * land.unit))
        streets.append(ground)
        blocks += _blocks(land, ground, 0.3 * land.unit, "city")
    for name, spot in land.spots.items():
        if name not in land.ground.kinds:
            continue
        dice = chance(land.name, "settlement", name)
        if "town" in spot.looks or "ruins" in spot.looks:
            ground = _town_ground(land, spot, dice)
            made = _blocks(land, ground, 0.27 * land.unit, name)
            (ruins if "ruins" in spot.looks else blocks).extend(made)
            streets.append(ground)
        elif "village" in spot.looks:
            blocks += _houses(land, spot, stretches, dice)
    unit, palette = land.unit, land.palette
    standing: list[BaseGeometry] = []
    floor = union_all(streets).difference(clear) if streets else None
    if floor is not None:
        land.draw(
            pens.shape(floor.simplify(0.01 * unit)), fill=palette["street"], fill_opacity=0.8,
            fill_rule="evenodd",
        )  # fmt: skip
    for group, fill, edge in (
        (blocks, palette["block"], palette["block_edge"]),
        (ruins, palette["ruin"], palette["block_edge"]),
    ):
        parts = _standing(group, clear, 0.006 * unit * unit)
        standing += parts
        shade = "".join(pens.shape(_moved(part, 0.022 * unit)) for part in parts)
        land.draw(shade, fill=edge, fill_opacity=0.45, fill_rule="evenodd")
        half = len(parts) // 2
        for index, some in enumerate((parts[:half], parts[half:])):
            land.draw(
                "".join(pens.shape(part) for part in some),
                fill=mix(fill, "#ffffff", 0.1) if index else fill,
                stroke=edge,
                stroke_width=0.008 * unit,
                fill_rule="evenodd",
            )
    return standing


def _moved(shape: BaseGeometry, far: float) -> BaseGeometry:
    from shapely import affinity

    return affinity.translate(shape, far, far)


def _standing(
    blocks: Sequence[BaseGeometry], clear: BaseGeometry, least: float
) -> list[BaseGeometry]:
    """What is left of the blocks beside roads, water and ids, in a mixed order."""
    from shapely import STRtree, difference, get_parts, union_all

    # Of a large map only what is near is taken from a block, not all roads and ids of the map.
    near = get_parts(clear)
    tree = STRtree(near)
    found = []
    for block in blocks:
        met = tree.query(block, predicate="intersects")
        rest = difference(block, union_all(near[sorted(met)])) if len(met) else block
        found += [
            part
            for part in get_parts(rest).tolist()
            if part.geom_type == "Polygon" and part.area > least
            and part.buffer(-0.012 * least**0.5).area > 0.3 * part.area
        ]  # fmt: skip
    return sorted(found, key=lambda part: dice_at(7, part.centroid.x, part.centroid.y).random())


def _town_ground(land: Land, spot: Spot, dice: Dice) -> BaseGeometry:
    """Where a town stands: about the middle of its cell."""
    from shapely.geometry import Polygon

    r = 0.6 * land.unit
    turn = dice.random() * pi
    ring = []
    for k in range(12):
        angle = k * pi / 6
        far = r * (0.92 + 0.2 * cos(2 * (angle - turn)) + 0.16 * (dice.random() - 0.5))
        ring.append((spot.x + far * cos(angle), spot.y + far * sin(angle)))
    cell = Polygon(spot.outline).buffer(-0.1 * land.unit)
    return Polygon(pens.curve([*ring, ring[0]], 4)).buffer(0).intersection(cell)


def _blocks(land: Land, ground: BaseGeometry, size: float, name: str) -> list[BaseGeometry]:
    """A ground parted by streets, again and again, along its longer side."""
    from shapely import affinity, get_parts

    dice = chance(land.name, "blocks", name)
    turn = 50 * dice.random() - 25
    found: list[BaseGeometry] = []
    lane = 0.032 * land.unit
    for part in get_parts(ground).tolist():
        upright = affinity.rotate(part, -turn, origin=(0, 0))
        for block in _parted(upright, size, turn, dice):
            shrunk = block.buffer(-lane, join_style="mitre")
            if not shrunk.is_empty and dice.random() > 0.07:
                found.append(_yard(shrunk, land.unit, dice))
    return found


def _yard(block: BaseGeometry, unit: float, dice: Dice) -> BaseGeometry:
    """Some larger blocks stand round a yard."""
    yard = block.buffer(-0.085 * unit, join_style="mitre")
    if yard.area > 0.006 * unit * unit and dice.random() < 0.7:
        return block.difference(yard)
    return block


def _parted(upright: BaseGeometry, size: float, turn: float, dice: Dice) -> Iterator[BaseGeometry]:
    """The blocks of a ground that is turned by -``turn`` degrees; they are turned back."""
    from shapely import affinity, get_parts
    from shapely.geometry import box

    left, top, right, bottom = upright.bounds
    wide, high = right - left, bottom - top
    if max(wide, high) < size * (1.25 + 0.5 * dice.random()) or upright.area < size * size * 0.5:
        yield affinity.rotate(upright, turn, origin=(0, 0))
        return
    share = 0.38 + 0.24 * dice.random()
    tilt = 6 * (dice.random() - 0.5)
    if wide >= high:
        cut = left + wide * share
        halves = (
            box(left - 99, top - 99, cut, bottom + 99),
            box(cut, top - 99, right + 99, bottom + 99),
        )
    else:
        cut = top + high * share
        halves = (
            box(left - 99, top - 99, right + 99, cut),
            box(left - 99, cut, right + 99, bottom + 99),
        )
    middle = (left + wide / 2, top + high / 2)
    for half in halves:
        piece = upright.intersection(affinity.rotate(half, tilt, origin=middle))
        for part in get_parts(piece).tolist():
            if part.geom_type == "Polygon" and part.area > 0.02 * size * size:
                further = tilt * 0.4
                part = affinity.rotate(part, -further, origin=(0, 0))
                yield from _parted(part, size, turn + further, dice)


def _houses(land: Land, spot: Spot, stretches: Sequence[Stretch], dice: Dice) -> list[BaseGeometry]:
    """Houses along the roads of a village; along a lane where it has none."""
    from shapely import affinity
    from shapely.geometry import LineString, Point, box

    unit = land.unit
    ring = Point(spot.x, spot.y).buffer(0.62 * unit)
    lanes = []
    for stretch in stretches:
        part = LineString(stretch.line).intersection(ring)
        if part.length > 0.3 * unit:
            lanes += [
                one for one in getattr(part, "geoms", [part]) if one.geom_type == "LineString"
            ]
    if not lanes:
        angle = dice.random() * pi
        dx, dy = 0.45 * unit * cos(angle), 0.45 * unit * sin(angle)
        bend = (spot.x - dy * 0.25, spot.y + dx * 0.25)
        lanes = [LineString([(spot.x - dx, spot.y - dy), bend, (spot.x + dx, spot.y + dy)])]
    found: list[BaseGeometry] = []
    for lane in lanes[:3]:
        gap = 0.2 * unit
        along = gap * dice.random()
        while along < lane.length:
            here, ahead = lane.interpolate(along), lane.interpolate(min(lane.length, along + 0.1))
            length = hypot(ahead.x - here.x, ahead.y - here.y)
            if length > 0:
                ux, uy = (ahead.x - here.x) / length, (ahead.y - here.y) / length
                for side in (-1, 1):
                    if dice.random() < 0.22:
                        continue
                    wide = (0.075 + 0.05 * dice.random()) * unit
                    deep = (0.055 + 0.025 * dice.random()) * unit
                    off = (0.125 + 0.05 * dice.random()) * unit * side
                    x = here.x - uy * off + ux * 0.05 * unit * (dice.random() - 0.5)
                    y = here.y + ux * off + uy * 0.05 * unit * (dice.random() - 0.5)
                    house = box(x - wide, y - deep, x + wide, y + deep)
                    angle = degrees(atan2(uy, ux)) + 14 * (dice.random() - 0.5)
                    house = affinity.rotate(house, angle, origin=(x, y))
                    if all(not house.intersects(other) for other in found):
                        found.append(house)
            along += gap * (0.85 + 0.5 * dice.random())
    return found
