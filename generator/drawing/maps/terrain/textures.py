"""What grows and lies on the ground: trees, tufts, grass, sand, stones, fields.

Everything is scattered over a lattice that chance bends, so that no row shows; where a thing
stands depends on its place alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING

from generator.drawing.colours import mix
from generator.drawing.maps.terrain import pens
from generator.drawing.maps.terrain.land import Land

if TYPE_CHECKING:
    from random import Random

    from shapely.geometry.base import BaseGeometry

    from generator.drawing.maps.terrain.noise import Floats

MOST = 16_000
"""So many things of one sort are drawn on one board; more would stand closer than shows."""


def scatter(
    land: Land, region: BaseGeometry, gap: float, layer: int, keep: float, share: float = 1.0
) -> Iterator[tuple[float, float, Random]]:
    """Points of a region about ``gap`` mm apart, from above, each with chances of its own.

    ``keep`` is how large the thing is (mm): it lies in the region, off the ids and inside the
    edge. A ``share`` of the places stays empty.
    """
    from shapely import area, contains_xy, prepare

    from generator.drawing.maps.terrain.noise import chance

    if region.is_empty:
        return
    gap = max(gap, sqrt(area(region) / MOST))
    inner = region.buffer(-keep * 0.75, quad_segs=2)
    if inner.is_empty:
        return
    x, y, luck = _lattice(land, inner.bounds, gap, layer)
    here = luck < share
    prepare(inner)
    here &= contains_xy(inner, x, y)
    found = sorted(zip(y[here], x[here], strict=True))
    for py, px in found:
        if not land.kept(px, py, keep):
            yield float(px), float(py), chance(land.name, layer, f"{px:.2f}", f"{py:.2f}")


def _crown(x: float, y: float, r: float, dice: Random) -> str:
    """A tree from above: four to six lobes."""
    lobes = dice.choice((4, 5, 5, 6))
    turn = dice.random() * 2 * pi
    corners = [
        (
            x + r * (0.82 + 0.3 * dice.random()) * cos(turn + k * 2 * pi / lobes),
            y + r * (0.82 + 0.3 * dice.random()) * sin(turn + k * 2 * pi / lobes),
        )
        for k in range(lobes)
    ]
    parts = [f"M{pens.pair(*corners[0])}"]
    bend = pens.short(r * (0.62 if lobes == 6 else 0.7))
    for index in range(lobes):
        (ax, ay), (bx, by) = corners[index], corners[(index + 1) % lobes]
        step = pens.pair(bx - ax, by - ay)
        parts.append(f"a{bend} {bend} 0 0 1{step if step[0] == '-' else ' ' + step}")
    return "".join(parts) + "z"


def _fir(x: float, y: float, r: float, dice: Random) -> str:
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
    pen: Callable[[float, float, float, Random], str],
) -> None:  # fmt: skip
    sheet, palette = land.sheet, land.palette
    dark = "woods" if look in ("woods", "orchard") else "forest"
    crown, ink = palette[f"{dark}_crown"], palette[f"{dark}_ink"]
    region = land.region(look)
    if land.clear is not None:
        region = region.difference(land.clear)
    bands: dict[int, list[tuple[float, float, float, Random]]] = {}
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
        sheet.path(shadow, fill=ink, fill_opacity=0.34)
        for tone in (0, 1):
            some = [tree for index, tree in enumerate(trees) if index % 2 == tone]
            data = "".join(pen(*tree) for tree in some)
            if data:
                sheet.path(
                    data,
                    fill=mix(crown, palette[dark], 0.3) if tone else crown,
                    stroke=ink,
                    stroke_width=weight,
                    stroke_linejoin="round",
                )
        if pen is _crown:
            lights += [_glint(x, y, r) for x, y, r, dice in trees if dice.random() < 0.6]
    sheet.path(
        "".join(lights), stroke=mix(crown, "#ffffff", 0.55), stroke_width=weight * 1.2,
        stroke_linecap="round",
    )  # fmt: skip


def _glint(x: float, y: float, r: float) -> str:
    """Light on the north-western side of a crown."""
    bend = pens.short(r * 0.62)
    return f"M{pens.pair(x - 0.6 * r, y)}a{bend} {bend} 0 0 1 {pens.pair(0.5 * r, -0.58 * r)}"


def _fringe(land: Land, region: BaseGeometry, gap: float) -> Iterator[tuple[float, float, Random]]:
    """Smaller trees along the edge of a wood, so that the edge is theirs and no line."""
    from shapely import contains_xy, prepare

    from generator.drawing.maps.terrain.noise import chance
    from generator.drawing.maps.terrain.ways import beads

    shut = land.clear.buffer(0.45 * gap, quad_segs=2) if land.clear is not None else None
    if shut is not None:
        prepare(shut)
    for part in getattr(region, "geoms", [region]):
        for ring in (part.exterior, *part.interiors):
            for x, y, nx, ny in beads(list(ring.coords), gap):
                dice = chance(land.name, "fringe", f"{x:.2f}", f"{y:.2f}")
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
        "steppe": (0.42, 0.1, 0.55, "steppe_ink", "line", _straw),
        "desert": (0.17, 0.012, 0.6, "desert_ink", "fill", _grain),
        "beach": (0.11, 0.012, 0.75, "desert_ink", "fill", _grain),
        "dunes": (0.42, 0.2, 0.8, "desert_ink", "line", _dune),
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
            land.sheet.path(
                "".join(wet), stroke=land.palette["swamp_ink"], stroke_width=weight,
                stroke_linecap="round",
            )  # fmt: skip
        strokes = "".join(data)
        if way == "fill":
            land.sheet.path(strokes, fill=colour)
            continue
        pale = mix(land.palette["rough"], "#ffffff", 0.45) if way == "both" else "none"
        land.sheet.path(
            strokes, fill=pale, stroke=colour, stroke_width=weight, stroke_linecap="round",
            stroke_linejoin="round",
        )  # fmt: skip


def _grass(x: float, y: float, r: float, dice: Random) -> str:
    lean = 0.3 * (dice.random() - 0.5)
    return "".join(
        pens.line(
            ((x + k * r * 0.45, y), (x + r * (k * 0.8 + lean), y - r * (1.0 - 0.25 * abs(k))))
        )
        for k in (-1, 0, 1)
    )


def _straw(x: float, y: float, r: float, dice: Random) -> str:
    return pens.line(((x, y), (x + r * 0.5 * (dice.random() - 0.3), y - r))) + pens.line(
        ((x + r * 0.3, y), (x + r * 0.75, y - r * 0.7))
    )


def _grain(x: float, y: float, r: float, dice: Random) -> str:
    return pens.dot(x, y, r * (0.7 + dice.random()))


def _dune(x: float, y: float, r: float, dice: Random) -> str:
    w = r * (0.8 + 0.5 * dice.random())
    h = r * 0.5
    crest = f"{pens.pair(w * 0.6, -h * 1.4)} {pens.pair(w * 1.2, -h * 0.2)}"
    return f"M{pens.pair(x - w, y + h * 0.4)}q{crest}t{pens.pair(w * 0.8, h * 0.3)}"


def _crack(x: float, y: float, r: float, dice: Random) -> str:
    turn = dice.random() * pi
    dx, dy = r * cos(turn), r * sin(turn)
    bend = 0.4 * (dice.random() - 0.5)
    return pens.line(((x - dx, y - dy), (x - dy * bend, y + dx * bend), (x + dx, y + dy)))


def _stone(x: float, y: float, r: float, dice: Random) -> str:
    count = dice.choice((5, 6))
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


def _gully(x: float, y: float, r: float, dice: Random) -> str:
    turn = 0.4 * (dice.random() - 0.5)
    spine = [(x - r, y - r * turn), (x, y + 0.2 * r * (dice.random() - 0.5)), (x + r, y + r * turn)]
    teeth = [
        pens.line(
            ((x + k * r, y + turn * k * r), (x + (k - 0.12) * r, y + turn * k * r + 0.45 * r))
        )
        for k in (-0.7, -0.25, 0.2, 0.65)
    ]
    return pens.line(spine) + "".join(teeth)


def _tuft(x: float, y: float, r: float, dice: Random) -> str:
    """Reeds in a fan."""
    count = dice.choice((3, 4, 5))
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


def _ripple(x: float, y: float, r: float, dice: Random) -> str:
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
    land.sheet.path(
        "".join(data), fill=mix(land.palette["water"], land.palette["marsh"], 0.25),
        stroke=land.palette["water_line"], stroke_width=0.01 * land.unit, stroke_opacity=0.6,
    )  # fmt: skip


# -- fields


def draw_fields(land: Land) -> None:
    """A patchwork of strips, each ploughed its own way."""
    if not land.has("fields"):
        return
    from shapely import MultiPoint, STRtree, affinity, intersection, voronoi_polygons
    from shapely.geometry import MultiLineString

    region = land.region("fields")
    unit, palette = land.unit, land.palette
    # Long narrow strips: the plane is squeezed while they are laid out.
    turn, squeeze = 24.0 * land.noise.one(17.0, 5.0, 9.0, 31), 2.3
    middle = (region.centroid.x, region.centroid.y)
    laid = affinity.scale(affinity.rotate(region, turn, middle), 1.0, squeeze, origin=middle)
    x, y, _ = _lattice(land, laid.bounds, 0.7 * unit, 51)
    seeds = list(zip(x.tolist(), y.tolist(), strict=True))
    if len(seeds) < 3:
        return
    plots = voronoi_polygons(MultiPoint(seeds), extend_to=laid).geoms
    plots = [
        affinity.rotate(affinity.scale(plot, 1.0, 1 / squeeze, origin=middle), -turn, middle)
        for plot in plots
    ]
    fills: dict[int, list[str]] = {}
    rows: list[str] = []
    tree = STRtree([region])
    kept = set(tree.query(plots, predicate="intersects")[0].tolist())
    for index, plot in enumerate(plots):
        if index not in kept:
            continue
        strip = intersection(plot, region).buffer(-0.022 * unit, join_style="mitre")
        if strip.is_empty or strip.area < 0.02 * unit * unit:
            continue
        px, py = plot.centroid.x, plot.centroid.y
        one, two = (
            float(land.noise.scattered(*_hundredths(px, py), layer)[0]) for layer in (41, 42)
        )
        fills.setdefault(int((one * 0.5 + 0.5) * 3.999), []).append(pens.shape(strip))
        if two < -0.15:
            continue
        angle = turn + (90 if two > 0.55 else 0) + 10 * one
        reach = sqrt(strip.area) * 2
        step = (0.075 + 0.03 * abs(one)) * unit
        furrows = MultiLineString(
            [((px - reach, py + k * step), (px + reach, py + k * step)) for k in range(-24, 25)]
        )
        furrows = affinity.rotate(furrows, -angle, (px, py))
        rows.append(pens.shape(furrows.intersection(strip.buffer(-0.02 * unit))))
    for tint, data in sorted(fills.items()):
        land.sheet.path("".join(data), fill=palette["field_" + "abcd"[tint]])
    land.sheet.path(
        "".join(rows), stroke=palette["field_ink"], stroke_width=0.009 * unit, opacity=0.75
    )


def _hundredths(x: float, y: float) -> tuple[Floats, Floats]:
    from numpy import array

    return array([round(x * 100.0)]), array([round(y * 100.0)])


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
