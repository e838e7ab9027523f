"""Hills and mountains: a surface through the heights of the cells, and its contours.

Contours are lit from the north-west, as Kitiro Tanaka drew them: pale and thin towards the light,
dark and broad away from it (The Relief Contour Method of Representing Topography on Maps, 1950).
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

from generator.drawing.colours import mix
from generator.drawing.maps.terrain import pens
from generator.drawing.maps.terrain.land import Land, merged
from generator.light import dataclass

if TYPE_CHECKING:
    from generator.drawing.maps.terrain.noise import Floats
    from generator.drawing.sheet import Point

_STEP, _TALL = 0.25, 3.0
"""Levels between two contours, and the height of a map that has half as many."""

_SPREAD = 0.8
"""How far the height of a cell reaches, in parts of a hex's side."""

_BENT, _LEAN = 0.2, 0.84
"""How far the outline of a hill may be bent, and how far the highest ground leans aside, in
parts of a hex's side."""

MOST = 1_000_000
"""Points of the surface; a larger board has them farther apart."""

_LIGHT = (-0.62, -0.78)
"""Where the light comes from."""


@dataclass(frozen=True)
class Surface:
    """Heights (levels) over a lattice ``grain`` mm wide; its first point is (left, top)."""

    heights: Floats
    left: float
    top: float
    grain: float

    def slope(self, x: float, y: float) -> tuple[float, float]:
        """How it rises along x and y at a point, levels a mm."""
        rows, columns = self.heights.shape
        column = min(max(int((x - self.left) / self.grain), 1), columns - 2)
        row = min(max(int((y - self.top) / self.grain), 1), rows - 2)
        h = self.heights
        return (
            float(h[row, column + 1] - h[row, column - 1]) / (2 * self.grain),
            float(h[row + 1, column] - h[row - 1, column]) / (2 * self.grain),
        )


def surface_of(land: Land) -> Surface | None:
    """The surface through the heights of all cells; None where none lies above 0.

    It rises by steps, one for each height there is. A step begins where the cells of that height
    weigh as much as those below, which is on the side between them: all slopes lie in the higher
    cells, and a flat cell stays flat.
    """
    from numpy import arange, clip, exp, maximum, meshgrid, zeros

    spots = list(land.heights or land.spots.values())
    steps = sorted({spot.height for spot in spots if spot.height > 0})
    if not steps:
        return None
    left, top, right, bottom = land.bounds
    grain = max(0.11 * land.unit, ((right - left) * (bottom - top) / MOST) ** 0.5)
    columns, rows = int((right - left) / grain) + 2, int((bottom - top) / grain) + 2
    weight = zeros((rows, columns)) + 1e-9
    raised = [zeros((rows, columns)) for _ in steps]
    spread = _SPREAD * land.unit
    reach = int(3 * spread / grain)
    for spot in spots:
        column, row = int((spot.x - left) / grain), int((spot.y - top) / grain)
        first, last = max(0, column - reach), min(columns, column + reach + 1)
        above, below = max(0, row - reach), min(rows, row + reach + 1)
        if first >= last or above >= below:
            continue
        dx = (left + arange(first, last) * grain - spot.x) / spread
        dy = (top + arange(above, below) * grain - spot.y) / spread
        share = exp(-(dy[:, None] ** 2)) * exp(-(dx[None, :] ** 2))
        weight[above:below, first:last] += share
        for height, part in zip(steps, raised, strict=True):
            if spot.height >= height:
                part[above:below, first:last] += share
    x, y = meshgrid(left + arange(columns) * grain, top + arange(rows) * grain)
    heights: Floats = zeros((rows, columns))
    for part, (foot, summit) in zip(raised, pairwise([0.0, *steps]), strict=True):
        heights = heights + (summit - foot) * clip(2 * part / weight - 1, 0, 1)
    heights = _leaning(land, heights, x, y, grain)
    steep = clip(heights, 0, 1)
    rough = land.noise.rough(x, y, 1.9 * land.unit, 61)
    fine = land.noise.rough(x, y, 0.75 * land.unit, 63)
    heights = heights + steep * (0.42 * rough + 0.14 * fine)
    high = maximum(heights - 1.2, 0)
    heights = heights + high * 0.3 * land.noise.rough(x, y, 0.9 * land.unit, 65)
    return Surface(heights, left, top, grain)


def _leaning(land: Land, heights: Floats, x: Floats, y: Floats, grain: float) -> Floats:
    """The same hills, but none of them round: their outlines bend, and the higher their ground
    lies the farther it leans to one side, so that no two contours have one centre."""
    from numpy import clip, floor, indices

    free = 0.5 if land.heights else 1.0
    rise = clip(heights, 0.0, None)
    rise = rise / (1 + 0.8 * rise)
    rows, columns = indices(heights.shape)
    moved = []
    for layer, place in ((0, columns), (10, rows)):
        bent = _BENT * land.noise.at(x, y, 1.3 * land.unit, 64 + layer)
        lean = _LEAN * land.noise.at(x, y, 2.6 * land.unit, 66 + layer) * rise
        moved.append(place + free * land.unit / grain * (bent + lean))
    column = clip(moved[0], 0, heights.shape[1] - 1.001)
    row = clip(moved[1], 0, heights.shape[0] - 1.001)
    left, top = floor(column).astype(int), floor(row).astype(int)
    across, down = column - left, row - top
    upper = heights[top, left] * (1 - across) + heights[top, left + 1] * across
    lower = heights[top + 1, left] * (1 - across) + heights[top + 1, left + 1] * across
    found: Floats = upper * (1 - down) + lower * down
    return found


def contours(surface: Surface, height: float) -> list[list[Point]]:
    """The lines of one height, higher ground to the left; closed where they do not leave it.

    Marching squares: the ends of a stretch lie on the sides of lattice squares, each known by a
    number of its own, so that stretches are joined without comparing numbers.
    """
    from numpy import concatenate, errstate, nonzero, where

    h = surface.heights - height
    h = where(h == 0, 1e-9, h)
    up = h > 0
    kinds = up[:-1, :-1] * 8 + up[:-1, 1:] * 4 + up[1:, 1:] * 2 + up[1:, :-1] * 1
    width = h.shape[1]
    rows, columns = nonzero((kinds > 0) & (kinds < 15))
    if len(rows) == 0:
        return []
    kinds = kinds[rows, columns]
    a, b = h[rows, columns], h[rows, columns + 1]
    c, d = h[rows + 1, columns + 1], h[rows + 1, columns]
    with errstate(divide="ignore", invalid="ignore"):
        places = (
            (columns + a / (a - b), rows + 0.0),  # above
            (columns + 1.0, rows + b / (b - c)),  # right
            (columns + d / (d - c), rows + 1.0),  # below
            (columns + 0.0, rows + a / (a - d)),  # left
        )
    corner = 2 * (rows * width + columns)
    numbers = (corner, corner + 3, corner + 2 * width, corner + 1)
    starts, ends, xs, ys = [], [], [], []
    for kind, stretches in enumerate(_STRETCHES):
        here = kinds == kind
        for start, end in stretches:
            starts.append(numbers[start][here])
            ends.append(numbers[end][here])
            # Every end of a stretch is the start of another, or lies on the edge.
            for side in (start, end):
                xs.append(places[side][0][here])
                ys.append(places[side][1][here])
    keys = concatenate([part for both in zip(starts, ends, strict=True) for part in both]).tolist()
    x = (surface.left + concatenate(xs) * surface.grain).tolist()
    y = (surface.top + concatenate(ys) * surface.grain).tolist()
    points = dict(zip(keys, zip(x, y, strict=True), strict=True))
    following = dict(zip(concatenate(starts).tolist(), concatenate(ends).tolist(), strict=True))
    return _joined(following, points)


_STRETCHES: tuple[tuple[tuple[int, int], ...], ...] = (
    (), ((2, 3),), ((1, 2),), ((1, 3),), ((0, 1),), ((0, 1), (2, 3)), ((0, 2),), ((0, 3),),
    ((3, 0),), ((2, 0),), ((3, 0), (1, 2)), ((1, 0),), ((3, 1),), ((2, 1),), ((3, 2),), (),
)  # fmt: skip
"""Case of a square (8 upper left, 4 upper right, 2 lower right, 1 lower left above the height) ->
from which side to which, higher ground to the left."""


def _joined(following: dict[int, int], points: dict[int, Point]) -> list[list[Point]]:
    lines = []
    ends = set(following.values())
    for start in [*(key for key in following if key not in ends), *list(following)]:
        if start not in following:
            continue
        line = [points[start]]
        here = start
        while here in following:
            here = following.pop(here)
            line.append(points[here])
        lines.append(line)
    return lines


def draw_tints(land: Land, surface: Surface) -> None:
    """The ground by height: a tint for each level, laid so that what lies below shines through.

    It covers the cells that are so high, and once more what lies higher still among them.
    """
    for step, tint in enumerate(land.palette.heights(land.bed)[1:], 1):
        cells = land.bent(
            merged(spot.outline for spot in land.spots.values() if spot.height > step - 0.5)
        )
        for data, opacity in (
            (pens.shape(cells.simplify(0.008 * land.unit)), 0.42),
            (_ground_above(land, surface, step - 0.12), 0.45),
        ):
            land.draw(data, fill=tint, fill_opacity=opacity, fill_rule="evenodd")


def _ground_above(land: Land, surface: Surface, height: float) -> str:
    """Everything higher, also where it runs on beyond the edge."""
    from numpy import pad

    closed = Surface(
        pad(surface.heights, 1, constant_values=-99.0),
        surface.left - surface.grain,
        surface.top - surface.grain,
        surface.grain,
    )
    from shapely.geometry import LineString

    rings = [ring for ring in contours(closed, height) if len(ring) > 8]
    grain = 0.03 * land.unit
    return "".join(
        pens.line(LineString(ring).simplify(grain).coords, closed=True) for ring in rings
    )


def spacing(land: Land) -> float:
    """Levels between two contours. High land has fewer, or a high hex beside a low one would be
    nothing but contours."""
    top = max(spot.height for spot in land.spots.values())
    return _STEP if top <= _TALL else 2 * _STEP


def draw_contours(land: Land, surface: Surface) -> None:
    """Contours, every fourth one stronger, lit from the north-west."""
    from shapely.geometry import LineString

    top = float(surface.heights.max())
    ink = land.palette["contour"]
    unit = land.unit
    tones = {
        "lit": (mix(ink, land.palette["lit"], 0.55), 0.016),
        "plain": (ink, 0.018),
        "shade": (mix(ink, land.palette["shade"], 0.8), 0.034),
    }
    found: dict[tuple[str, bool], list[str]] = {}
    step = spacing(land)
    level = 0.375
    while level < top:
        strong = abs((level - 0.375) % 1.0) < 1e-6
        for ring in contours(surface, level):
            if len(ring) < 14:
                continue
            smooth = pens.rounded(list(LineString(ring).simplify(0.03 * unit).coords))
            for tone, run in _runs(smooth):
                found.setdefault((tone, strong), []).append(pens.line(run))
        level += step
    for (tone, strong), data in sorted(found.items()):
        colour, weight = tones[tone]
        land.draw(
            "".join(data),
            stroke=colour,
            stroke_width=weight * unit * (1.5 if strong else 1.0),
            stroke_linecap="round",
            stroke_linejoin="round",
        )


def _runs(points: list[Point]) -> list[tuple[str, list[Point]]]:
    """Stretches of a contour by how the light falls on the slope below it."""
    runs: list[tuple[str, list[Point]]] = []
    for (ax, ay), (bx, by) in pairwise(points):
        length = hypot(bx - ax, by - ay) or 1.0
        # Higher ground lies to the left of the way, so the slope faces right.
        facing = ((bx - ax) * _LIGHT[1] - (by - ay) * _LIGHT[0]) / length
        tone = "lit" if facing > 0.35 else "shade" if facing < -0.3 else "plain"
        if runs and runs[-1][0] == tone:
            runs[-1][1].append((bx, by))
        else:
            runs.append((tone, [(ax, ay), (bx, by)]))
    return runs


def draw_crags(land: Land, surface: Surface) -> None:
    """Hachures down the slopes of mountains, dark where the light does not reach."""
    if not land.has("mountain"):
        return
    from generator.drawing.maps.terrain.textures import scatter

    unit = land.unit
    dark, pale = [], []
    for x, y, dice in scatter(land, land.region("mountain"), 0.14 * unit, 400, 0.08 * unit, 0.95):
        sx, sy = surface.slope(x, y)
        steep = hypot(sx, sy) * unit
        if steep < 0.35:
            continue
        ux, uy = -sx / hypot(sx, sy), -sy / hypot(sx, sy)
        long = min(0.24, 0.07 + 0.045 * steep) * unit * (0.8 + 0.4 * dice.random())
        stroke = pens.line(
            ((x - ux * long / 2, y - uy * long / 2), (x + ux * long / 2, y + uy * long / 2))
        )
        facing = ux * _LIGHT[0] + uy * _LIGHT[1]
        if facing < 0.15:
            dark.append(stroke)
        elif dice.random() < 0.35:
            pale.append(stroke)
    ink = land.palette["shade"]
    for data, weight, opacity in ((dark, 0.019, 0.8), (pale, 0.011, 0.6)):
        land.draw(
            "".join(data), stroke=ink, stroke_width=weight * unit, stroke_linecap="round",
            opacity=opacity,
        )  # fmt: skip
