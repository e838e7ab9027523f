"""What grows and lies on the ground: trees, tufts, grass, sand, stones, fields.

Everything is scattered over a lattice that chance bends, so that no row shows; where a thing
stands depends on its place alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING

from generator.drawing.colours import mix
from generator.drawing.maps.terrain import pens
from generator.drawing.maps.terrain.land import Land
from generator.drawing.maps.terrain.noise import Dice, chance, dice_at

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from generator.drawing.maps.terrain.noise import Floats
    from generator.drawing.sheet import Point

MOST = 16_000
"""So many things of one sort are drawn on one board; more would stand closer than shows."""


def scatter(
    land: Land, region: BaseGeometry, gap: float, layer: int, keep: float, share: float = 1.0
) -> Iterator[tuple[float, float, Dice]]:
    """Points of a region about ``gap`` mm apart, from above, each with chances of its own.

    ``keep`` is how large the thing is (mm): it lies in the region, off the ids and inside the
    edge. A ``share`` of the places stays empty.
    """
    from shapely import area, contains_xy, prepare

    if region.is_empty:
        return
    inner = region.intersection(land.seen).buffer(-keep * 0.75, quad_segs=2)
    gap = max(gap, sqrt(area(inner) / MOST))
    if inner.is_empty:
        return
    x, y, luck = _lattice(land, inner.bounds, gap, layer)
    here = luck < share
    prepare(inner)
    here &= contains_xy(inner, x, y)
    found = sorted(zip(y[here].tolist(), x[here].tolist(), strict=True))
    for py, px in found:
        if not land.kept(px, py, keep):
            yield px, py, dice_at(land.noise.seed + layer, px, py)


SHAPES = 48
"""So many crowns are different; each comes in a dozen sizes."""


def _crown(x: float, y: float, r: float, dice: Dice) -> str:
    """A tree from above."""
    start, figure = _lobes(dice.pick(SHAPES), round(r * pens.FINE / 6) * 6)
    return pens.at(x + start[0], y + start[1], figure)


@lru_cache(maxsize=4096)
def _lobes(number: int, size: int) -> tuple[Point, str]:
    """Four to six lobes round a middle: where the first begins (mm from it), and the steps."""
    dice = chance("crown", number)
    lobes = (4, 5, 5, 6)[dice.pick(4)]
    turn = dice.random() * 2 * pi
    corners = []
    for k in range(lobes):
        angle = turn + k * 2 * pi / lobes
        far = size * (0.82 + 0.3 * dice.random())
        corners.append((round(far * cos(angle)), round(far * sin(angle))))
    bend = round(size * (0.62 if lobes == 6 else 0.7))
    steps = [
        f"a{bend} {bend} 0 0 1 {bx - ax} {by - ay}"
        for (ax, ay), (bx, by) in pairwise([*corners, corners[0]])
    ]
    start = corners[0][0] / pens.FINE, corners[0][1] / pens.FINE
    return start, "".join(steps).replace(" -", "-") + "z"


def _fir(x: float, y: float, r: float, dice: Dice) -> str:
    """A conifer from the side, as survey sheets have it."""
    w, h = r * (0.75 + 0.2 * dice.random()), r * (1.9 + 0.5 * dice.random())
    foot = y + h * 0.45
    return pens.line(
        (
            (x, foot - h),
            (x + w * 0.6, foot - h * 0.48),
            (x + w * 0.3, foot - h * 0.5),
            (x + w, foot),
            (x - w, foot),
            (x - w * 0.3, foot - h * 0.5),
            (x - w * 0.6, foot - h * 0.48),
        ),
        closed=True,
    )


def draw_trees(land: Land) -> None:
    """Woods, forest and orchards: crowns with a shadow to the south-east, from above downwards."""
    for look, gap, size, share, pen in (
        ("orchard", 0.3, 0.085, 1.0, _crown),
        ("woods", 0.27, 0.125, 0.86, _crown),
        ("forest", 0.235, 0.125, 1.0, _crown),
        ("pines", 0.26, 0.11, 0.94, _fir),
    ):
        if land.has(look):
            _trees(land, look, gap * land.unit, size * land.unit, share, pen)


def _trees(
    land: Land, look: str, gap: float, size: float, share: float,
    pen: Callable[[float, float, float, Dice], str],
) -> None:  # fmt: skip
    palette = land.palette
    dark = "woods" if look in ("woods", "orchard") else "forest"
    crown, ink = palette[f"{dark}_crown"], palette[f"{dark}_ink"]
    region = land.region(look).intersection(land.seen)
    if land.clear is not None:
        region = region.difference(land.clear)
    bands: dict[int, list[tuple[float, float, float, Dice]]] = {}
    for x, y, dice in scatter(land, region, gap, 100, 0.5 * size, share):
        r = size * (0.72 + 0.5 * dice.random())
        bands.setdefault(int(y // (gap * 0.87)), []).append((x, y, r, dice))
    if look != "orchard":
        for x, y, dice in _fringe(land, region, 0.62 * gap):
            r = size * (0.42 + 0.3 * dice.random())
            bands.setdefault(int(y // (gap * 0.87)), []).append((x, y, r, dice))
    weight = 0.012 * land.unit
    lights: list[str] = []
    for band in sorted(bands):
        trees = sorted(bands[band], key=lambda tree: tree[0])
        shadow = "".join(pens.dot(x + 0.3 * r, y + 0.36 * r, r * 0.98) for x, y, r, _ in trees)
        land.draw(shadow, fill=ink, fill_opacity=0.34)
        for tone in (0, 1):
            some = [tree for index, tree in enumerate(trees) if index % 2 == tone]
            data = "".join(pen(*tree) for tree in some)
            if data:
                land.draw(
                    data,
                    fill=mix(crown, palette[dark], 0.3) if tone else crown,
                    stroke=ink,
                    stroke_width=weight,
                    stroke_linejoin="round",
                )
        if pen is _crown:
            lights += [_glint(x, y, r) for x, y, r, dice in trees if dice.random() < 0.6]
    land.draw(
        "".join(lights), stroke=mix(crown, "#ffffff", 0.55), stroke_width=weight * 1.2,
        stroke_linecap="round",
    )  # fmt: skip


def _glint(x: float, y: float, r: float) -> str:
    """Light on the north-western side of a crown."""
    return pens.at(x - 0.6 * r, y, _arc(round(r * pens.FINE / 4) * 4))


@lru_cache(maxsize=512)
def _arc(size: int) -> str:
    bend = round(size * 0.62)
    return f"a{bend} {bend} 0 0 1 {round(size * 0.5)}-{round(size * 0.58)}"


def _fringe(land: Land, region: BaseGeometry, gap: float) -> Iterator[tuple[float, float, Dice]]:
    """Smaller trees along the edge of a wood, so that the edge is theirs and no line."""
    from shapely import contains_xy, prepare

    shut = land.clear.buffer(0.45 * gap, quad_segs=2) if land.clear is not None else None
    if shut is not None:
        prepare(shut)
    for part in getattr(region, "geoms", [region]):
        for ring in (part.exterior, *part.interiors):
            for x, y, nx, ny in pens.beads(list(ring.coords), gap):
                dice = dice_at(land.noise.seed + 99, x, y)
                away = gap * (0.5 * dice.random() - 0.1)
                px, py = x + nx * away, y + ny * away
                if dice.random() > 0.8 or land.kept(px, py, 0.5 * gap):
                    continue
                if shut is None or not contains_xy(shut, px, py):
                    yield px, py, dice


# -- open ground


def draw_ground(land: Land) -> None:
    """Grass, steppe, sand, dunes, stones, reeds: small strokes, quiet."""
    marks: Mapping[str, tuple[float, float, float, str, str, Callable[..., str]]] = {
        # look       gap   size  share ink            as  pen
        "clear": (0.62, 0.07, 0.42, "clear_ink", "line", _grass),
        "meadow": (0.4, 0.08, 0.6, "reeds", "line", _grass),
        "steppe": (0.36, 0.12, 0.75, "steppe_ink", "line", _straw),
        "desert": (0.17, 0.012, 0.6, "desert_ink", "fill", _grain),
        "beach": (0.2, 0.04, 0.75, "desert_ink", "both", _stone),
        "dunes": (0.5, 0.24, 0.85, "dunes_shade", "fill", _dune),
        "ice": (0.5, 0.2, 0.6, "ice_ink", "line", _crack),
        "rough": (0.27, 0.075, 0.7, "rough_ink", "both", _stone),
        "broken": (0.34, 0.13, 0.75, "rough_ink", "line", _gully),
        "swamp": (0.34, 0.12, 0.9, "reeds", "line", _tuft),
        "marsh": (0.42, 0.11, 0.9, "reeds", "line", _tuft),
    }
    for look, (gap, size, share, ink, way, pen) in marks.items():
        if not land.has(look):
            continue
        region = land.region(look)
        size *= land.unit
        data, wet = [], []
        for x, y, dice in scatter(land, region, gap * land.unit, 200, size, share):
            r = size * (0.75 + 0.5 * dice.random())
            data.append(pen(x, y, r, dice))
            if look in ("swamp", "marsh"):
                wet.append(_ripple(x, y, r, dice))
        colour = land.palette[ink]
        weight = 0.013 * land.unit
        if wet:
            land.draw(
                "".join(wet), stroke=land.palette["swamp_ink"], stroke_width=weight,
                stroke_linecap="round",
            )  # fmt: skip
        strokes = "".join(data)
        if way == "fill":
            land.draw(strokes, fill=colour)
            continue
        pale = mix(land.palette["rough"], "#ffffff", 0.45) if way == "both" else "none"
        land.draw(
            strokes, fill=pale, stroke=colour, stroke_width=weight, stroke_linecap="round",
            stroke_linejoin="round",
        )  # fmt: skip


def _grass(x: float, y: float, r: float, dice: Dice) -> str:
    lean = 0.3 * (dice.random() - 0.5)
    return "".join(
        pens.line(
            ((x + k * r * 0.45, y), (x + r * (k * 0.8 + lean), y - r * (1.0 - 0.25 * abs(k))))
        )
        for k in (-1, 0, 1)
    )


def _straw(x: float, y: float, r: float, dice: Dice) -> str:
    return pens.line(((x, y), (x + r * 0.5 * (dice.random() - 0.3), y - r))) + pens.line(
        ((x + r * 0.3, y), (x + r * 0.75, y - r * 0.7))
    )


def _grain(x: float, y: float, r: float, dice: Dice) -> str:
    return pens.dot(x, y, r * (0.7 + dice.random()))


def _dune(x: float, y: float, r: float, dice: Dice) -> str:
    """The shadow below the crest of a dune: a crescent, its horns down the wind."""
    w, h = r * (0.8 + 0.4 * dice.random()), r * (0.75 + 0.3 * dice.random())
    lean = 0.5 * w * (dice.random() - 0.5)
    crest, foot, end = (w + lean, -1.5 * h), (-w + lean, -0.75 * h), (2 * w, 0.25 * h)
    steps = [crest, end, foot, (-end[0], -end[1])]
    over, to, under, back = (f"{round(px * pens.FINE)} {round(py * pens.FINE)}" for px, py in steps)
    return pens.at(x - w, y + 0.4 * h, f"q{over} {to}q{under} {back}z")


def _crack(x: float, y: float, r: float, dice: Dice) -> str:
    turn = dice.random() * pi
    dx, dy = r * cos(turn), r * sin(turn)
    bend = 0.4 * (dice.random() - 0.5)
    return pens.line(((x - dx, y - dy), (x - dy * bend, y + dx * bend), (x + dx, y + dy)))


def _stone(x: float, y: float, r: float, dice: Dice) -> str:
    count = 5 + dice.pick(2)
    turn = dice.random() * pi
    return pens.line(
        [
            (
                x + r * (0.65 + 0.5 * dice.random()) * cos(turn + k * 2 * pi / count),
                y + 0.75 * r * (0.65 + 0.5 * dice.random()) * sin(turn + k * 2 * pi / count),
            )
            for k in range(count)
        ],
        closed=True,
    )


def _gully(x: float, y: float, r: float, dice: Dice) -> str:
    turn = 0.4 * (dice.random() - 0.5)
    spine = [(x - r, y - r * turn), (x, y + 0.2 * r * (dice.random() - 0.5)), (x + r, y + r * turn)]
    teeth = [
        pens.line(
            ((x + k * r, y + turn * k * r), (x + (k - 0.12) * r, y + turn * k * r + 0.45 * r))
        )
        for k in (-0.7, -0.25, 0.2, 0.65)
    ]
    return pens.line(spine) + "".join(teeth)


def _tuft(x: float, y: float, r: float, dice: Dice) -> str:
    """Reeds in a fan."""
    count = 3 + dice.pick(3)
    lean = 0.3 * (dice.random() - 0.5)
    return "".join(
        pens.line(
            (
                (x + 0.12 * r * (k - count / 2), y),
                (
                    x + r * (0.95 * (k / (count - 1) - 0.5) + lean),
                    y - r * (1.15 - 0.5 * abs(k / (count - 1) - 0.5) + 0.2 * dice.random()),
                ),
            )
        )
        for k in range(count)
    )


def _ripple(x: float, y: float, r: float, dice: Dice) -> str:
    """Water round the reeds."""
    left, right = r * (0.8 + 0.9 * dice.random()), r * (0.8 + 0.9 * dice.random())
    low = y + 0.34 * r
    more = 0.6 * r * (dice.random() - 0.5)
    return pens.line(((x - left, y + 0.06 * r), (x + right, y + 0.06 * r))) + pens.line(
        ((x - left * 0.5 + more, low), (x + right * 0.6 + more, low))
    )


def draw_pools(land: Land) -> None:
    """Open water between the reeds of a marsh."""
    if not land.has("marsh", "swamp"):
        return
    data = []
    for look, size, share in (("marsh", 0.3, 0.7), ("swamp", 0.2, 0.35)):
        region = land.region(look)
        for x, y, dice in scatter(land, region, 0.75 * land.unit, 300, size * land.unit, share):
            r = size * land.unit * (0.6 + 0.5 * dice.random())
            ring = [
                (
                    x + r * (0.7 + 0.5 * dice.random()) * cos(k * pi / 4),
                    y + 0.5 * r * (0.7 + 0.5 * dice.random()) * sin(k * pi / 4),
                )
                for k in range(8)
            ]
            data.append(pens.line(pens.curve([*ring, ring[0]], 4)[:-1], closed=True))
    land.draw(
        "".join(data), fill=mix(land.palette["water"], land.palette["marsh"], 0.25),
        stroke=land.palette["water_line"], stroke_width=0.01 * land.unit, stroke_opacity=0.6,
    )  # fmt: skip


# -- fields


def draw_fields(land: Land) -> None:
    """A patchwork of strips, each ploughed its own way."""
    if not land.has("fields"):
        return
    from numpy import array, column_stack
    from shapely import (
        MultiPoint,
        area,
        buffer,
        contains_properly,
        get_parts,
        intersection,
        intersects,
        is_empty,
        prepare,
        transform,
        voronoi_polygons,
    )

    region = land.region("fields").intersection(land.seen)
    unit, palette = land.unit, land.palette
    # Long narrow strips: the plane is turned and squeezed while they are laid out.
    turn, squeeze = 0.84 * (dice_at(land.noise.seed, 17, 5).random() - 0.5), 2.3
    c, s = cos(turn), sin(turn)

    def laid(points: Floats) -> Floats:
        x, y = points[:, 0], points[:, 1]
        return column_stack((x * c + y * s, (y * c - x * s) * squeeze))

    def back(points: Floats) -> Floats:
        x, y = points[:, 0], points[:, 1] / squeeze
        return column_stack((x * c - y * s, x * s + y * c))

    squeezed = transform(region, laid)
    x, y, _ = _lattice(land, squeezed.bounds, 0.7 * unit, 51)
    near = squeezed.buffer(2.2 * unit, quad_segs=2)
    prepare(near)
    seeds = MultiPoint(column_stack((x, y)))
    seeds = get_parts(seeds)[intersects(near, get_parts(seeds))]
    if len(seeds) < 3:
        return
    plots = transform(get_parts(voronoi_polygons(MultiPoint(list(seeds)))), back)
    prepare(region)
    plots = plots[intersects(region, plots)]
    cut = ~contains_properly(region, plots)
    plots[cut] = intersection(plots[cut], region)
    plots = buffer(plots, -0.022 * unit, join_style="mitre")
    plots = plots[~is_empty(plots) & (area(plots) > 0.02 * unit * unit)]
    fills: dict[int, list[str]] = {}
    ploughed, furrows = [], []
    for plot in plots.tolist():
        px, py = plot.centroid.x, plot.centroid.y
        dice = dice_at(land.noise.seed + 41, px, py)
        fills.setdefault(dice.pick(4), []).append(pens.shape(plot))
        if dice.random() < 0.4:
            continue
        angle = turn + (pi / 2 if dice.random() < 0.3 else 0) + 0.2 * (dice.random() - 0.5)
        ploughed.append(plot)
        furrows.append(_furrows(px, py, angle, sqrt(plot.area) * 1.6, 0.095 * unit))
    rows = intersection(array(furrows), buffer(array(ploughed), -0.02 * unit)) if furrows else []
    for tint, data in sorted(fills.items()):
        land.draw("".join(data), fill=palette["field_" + "abcd"[tint]])
    strokes = "".join(pens.shape(row) for row in rows)
    land.draw(strokes, stroke=palette["field_ink"], stroke_width=0.009 * unit, opacity=0.75)


def _furrows(x: float, y: float, angle: float, reach: float, step: float) -> BaseGeometry:
    """Parallel lines round a point, so far to all sides."""
    from shapely import MultiLineString

    c, s = cos(angle), sin(angle)
    rows = int(reach / step)
    return MultiLineString(
        [
            (
                (x - c * reach - s * k * step, y - s * reach + c * k * step),
                (x + c * reach - s * k * step, y + s * reach + c * k * step),
            )
            for k in range(-rows, rows + 1)
        ]
    )


def _lattice(
    land: Land, bounds: tuple[float, float, float, float], gap: float, layer: int
) -> tuple[Floats, Floats, Floats]:
    """Points all over a box and a little beyond, in rows that chance bends; a share from 0 to 1
    for each."""
    from numpy import arange, meshgrid

    left, top, right, bottom = bounds
    down = gap * 0.87
    across, along = meshgrid(
        arange(int(left // gap) - 2, int(right // gap) + 3),
        arange(int(top // down) - 2, int(bottom // down) + 3),
    )
    columns, rows = across.ravel().astype(float), along.ravel().astype(float)
    noise = land.noise
    x = (columns + 0.5 * (rows % 2) + 0.38 * noise.scattered(columns, rows, layer)) * gap
    y = (rows + 0.38 * noise.scattered(columns, rows, layer + 1)) * down
    return x, y, noise.scattered(columns, rows, layer + 2) * 0.5 + 0.5
