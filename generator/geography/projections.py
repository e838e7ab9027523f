"""Projections, and the affine map that carries a projected plane onto a board.

Degrees in, millimetres out. Formulas: Snyder, "Map Projections: A Working Manual" (USGS
Professional Paper 1395, 1987), on the sphere, radius 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import asin, asinh, atan, atan2, cos, degrees, hypot, pi, radians, sin, sinh, sqrt, tan

from generator.geography.described import BoardLike
from generator.light import dataclass

XY = tuple[float, float]


def wrapped(lon: float, centre: float) -> float:
    """A longitude within 180 degrees of the central meridian (both ends stay as they are)."""
    if abs(lon - centre) <= 180.0 + 1e-9:
        return lon
    return (lon - centre + 180.0) % 360.0 - 180.0 + centre


@dataclass(frozen=True, slots=True)
class Projection:
    """From degrees to a plane (y grows northwards) and back."""

    name: str
    centre: XY
    forward: Callable[[float, float], XY]
    inverse: Callable[[float, float], XY]


def equirectangular(centre: XY = (0.0, 0.0), parallel: float = 0.0) -> Projection:
    """Snyder p. 90; ``parallel`` is the standard parallel."""
    scale = cos(radians(parallel))

    def forward(lon: float, lat: float) -> XY:
        return radians(wrapped(lon, centre[0]) - centre[0]) * scale, radians(lat)

    def inverse(x: float, y: float) -> XY:
        return degrees(x / scale) + centre[0], degrees(y)

    return Projection("equirectangular", centre, forward, inverse)


def mercator(centre: XY = (0.0, 0.0), parallel: float = 0.0) -> Projection:
    """Snyder p. 38; latitudes beyond 89 degrees are held there."""

    def forward(lon: float, lat: float) -> XY:
        held = max(-89.0, min(89.0, lat))
        return radians(wrapped(lon, centre[0]) - centre[0]), asinh(tan(radians(held)))

    def inverse(x: float, y: float) -> XY:
        return degrees(x) + centre[0], degrees(atan(sinh(y)))

    return Projection("mercator", centre, forward, inverse)


def _azimuthal(
    name: str, centre: XY, radius: Callable[[float], float], arc: Callable[[float], float]
) -> Projection:
    """An azimuthal projection: ``radius`` of an angular distance, and ``arc`` back."""
    lon0, lat0 = radians(centre[0]), radians(centre[1])

    def forward(lon: float, lat: float) -> XY:
        here, turn = radians(lat), radians(lon) - lon0
        east = cos(here) * sin(turn)
        north = cos(lat0) * sin(here) - sin(lat0) * cos(here) * cos(turn)
        away = hypot(east, north)
        distance = atan2(away, sin(lat0) * sin(here) + cos(lat0) * cos(here) * cos(turn))
        if away < 1e-15:
            return 0.0, (radius(distance) if distance > 1 else 0.0)
        return radius(distance) * east / away, radius(distance) * north / away

    def inverse(x: float, y: float) -> XY:
        away = hypot(x, y)
        if away < 1e-15:
            return centre
        c = arc(away)
        lat = asin(max(-1.0, min(1.0, cos(c) * sin(lat0) + y * sin(c) * cos(lat0) / away)))
        lon = lon0 + atan2(x * sin(c), away * cos(lat0) * cos(c) - y * sin(lat0) * sin(c))
        return wrapped(degrees(lon), centre[0]), degrees(lat)

    return Projection(name, centre, forward, inverse)


def azimuthal_equidistant(centre: XY = (0.0, 0.0), parallel: float = 0.0) -> Projection:
    """Snyder p. 191: true distances from the centre."""
    return _azimuthal("azimuthal_equidistant", centre, lambda c: c, lambda r: min(r, pi))


def lambert_azimuthal(centre: XY = (0.0, 0.0), parallel: float = 0.0) -> Projection:
    """Snyder p. 182: equal areas."""
    return _azimuthal(
        "lambert_azimuthal", centre, lambda c: 2 * sin(c / 2), lambda r: 2 * asin(min(1.0, r / 2))
    )


PROJECTIONS: dict[str, Callable[[XY, float], Projection]] = {
    "equirectangular": equirectangular,
    "mercator": mercator,
    "azimuthal_equidistant": azimuthal_equidistant,
    "lambert_azimuthal": lambert_azimuthal,
}


@dataclass(frozen=True, slots=True)
class Affine:
    """``x' = a x + b y + c``, ``y' = d x + e y + f``."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def __call__(self, x: float, y: float) -> XY:
        return self.a * x + self.b * y + self.c, self.d * x + self.e * y + self.f

    def inverted(self) -> Affine:
        """The way back; ValueError when the map is flat."""
        det = self.a * self.e - self.b * self.d
        if abs(det) < 1e-12:
            raise ValueError("the control points lie on one line")
        a, b, d, e = self.e / det, -self.b / det, -self.d / det, self.a / det
        return Affine(a, b, -(a * self.c + b * self.f), d, e, -(d * self.c + e * self.f))


def fitted(pairs: Sequence[tuple[XY, XY]]) -> Affine:
    """The map that carries the first points onto the second ones, by least squares.

    Two pairs fix a similarity that mirrors (northwards becomes upwards on a board whose y grows
    downwards); three or more an affine map. ValueError for fewer, or points on one line.
    """
    if len(pairs) < 2:
        raise ValueError("at least two control points are needed")
    if len(pairs) == 2:
        ((x0, y0), (u0, v0)), ((x1, y1), (u1, v1)) = pairs
        here, there = complex(x1 - x0, -(y1 - y0)), complex(u1 - u0, v1 - v0)
        if abs(here) < 1e-12:
            raise ValueError("the two control points are one")
        turn = there / here
        a, d = turn.real, turn.imag
        b, e = d, -a
        return Affine(a, b, u0 - a * x0 - b * y0, d, e, v0 - d * x0 - e * y0)
    count = len(pairs)
    mx = sum(p[0] for p, _ in pairs) / count
    my = sum(p[1] for p, _ in pairs) / count
    mu = sum(q[0] for _, q in pairs) / count
    mv = sum(q[1] for _, q in pairs) / count
    xx = sum((p[0] - mx) ** 2 for p, _ in pairs)
    xy = sum((p[0] - mx) * (p[1] - my) for p, _ in pairs)
    yy = sum((p[1] - my) ** 2 for p, _ in pairs)
    det = xx * yy - xy * xy
    if det < 1e-12 * max(xx, yy, 1e-300) ** 2:
        raise ValueError("the control points lie on one line")

    def row(index: int, mean: float) -> tuple[float, float, float]:
        xu = sum((p[0] - mx) * (q[index] - mean) for p, q in pairs)
        yu = sum((p[1] - my) * (q[index] - mean) for p, q in pairs)
        a, b = (xu * yy - yu * xy) / det, (yu * xx - xu * xy) / det
        return a, b, mean - a * mx - b * my

    return Affine(*row(0, mu), *row(1, mv))


@dataclass(frozen=True, slots=True)
class Chart:
    """A projection laid onto a board."""

    projection: Projection
    affine: Affine

    def to_board(self, lon: float, lat: float) -> XY:
        """Degrees to mm on the board."""
        return self.affine(*self.projection.forward(lon, lat))

    def to_globe(self, x: float, y: float) -> XY:
        """Mm on the board to (lon, lat) in degrees."""
        return self.projection.inverse(*self.affine.inverted()(x, y))

    def scale(self, lon: float, lat: float) -> float:
        """Millimetres on the board for one degree of a great circle, there (mean of both ways)."""
        x, y = self.to_board(lon, lat)
        step = 0.01
        ex, ey = self.to_board(lon + step / max(cos(radians(lat)), 1e-6), lat)
        nx, ny = self.to_board(lon, lat + step)
        return sqrt(hypot(ex - x, ey - y) * hypot(nx - x, ny - y)) / step


def placed(board: BoardLike) -> Chart:
    """The chart of a map; ValueError when it has no geography or its control points are bad."""
    from generator.geography.layout import grid_of

    geography = board.geography
    if geography is None:
        raise ValueError("this map has no geography")
    projection = PROJECTIONS[geography.projection](geography.centre, geography.parallel)
    grid = None
    if any(control.at is not None for control in geography.control):
        grid = grid_of(board)
    pairs: list[tuple[XY, XY]] = []
    for control in geography.control:
        here = projection.forward(control.lon, control.lat)
        if control.at is not None:
            if grid is None:
                raise ValueError("a control point names a place, but the map has no grid")
            pairs.append((here, grid.centre(control.at)))
        elif control.x is not None and control.y is not None:
            pairs.append((here, (control.x, control.y)))
    return Chart(projection, fitted(pairs))
