"""Ports and towns: dots at their true places, with names that look for room beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, hypot, pi
from typing import TYPE_CHECKING

from generator.drawing.maps.board import Board, Rectangle, corners_of
from generator.drawing.maps.placing import CLASH, Name, Outline, Spot, settle
from generator.drawing.maps.terrain.land import looks_of
from generator.drawing.maps.terrain.looks import BUILT
from generator.drawing.sheet import Anchor, Point, number
from generator.drawing.typefaces import measures
from generator.geography.grid import HexGrid
from generator.geography.ground import ground_of
from generator.geography.squares import SquareGrid
from generator.light import dataclass

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from generator.geography.layout import AnyGrid

Corners = tuple[float, float, float, float]
"""Left, top, right and foot in mm."""

Circle = tuple[float, float, float]
"""The middle of a circle and its radius, mm."""

_RIM = 0.3
"""How far the strokes of a sign reach beyond its radius, mm."""

_RING = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

TOWNS: dict[str, tuple[float, float, str]] = {
    "village": (0.5, 2.0, "body"),
    "town": (0.65, 2.4, "strong"),
    "city": (0.9, 2.9, "land"),
    "capital": (1.1, 3.4, "land"),
}
"""Size of a town -> radius of its dot and type of its name, mm, and the kind of writing."""

_HOUSES = 0.22
"""How far houses reach from the middle of a cell, in parts of its height."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A dot of ``radius`` mm with its name; ``sign`` is how it is drawn."""

    name: str
    spot: Point
    sign: str
    radius: float
    size: float
    role: str
    wished: str
    on_land: bool
    """Whether its name had better stand on land."""
    cell: str = ""
    """The cell it was put into, where it was."""


def dots_of(board: Board) -> list[Dot]:
    """Every port and town that the chart shows. What lies beyond it is noted."""
    board.sheet.notes += [
        f"the town {town.name!r} has degrees, but the map has no chart"
        for town in board.map.towns
        if board.point(town) is None
    ]
    found = [*_ports(board), *_towns(board)]
    x, y, width, height = board.clip
    seen = [dot for dot in found if x < dot.spot[0] < x + width and y < dot.spot[1] < y + height]
    there = {id(dot) for dot in seen}
    if board.map.style == "chart":  # a log copies the ports of a larger chart
        board.sheet.notes += [
            f"{dot.name!r} lies beyond the chart and is left out"
            for dot in found
            if id(dot) not in there
        ]
    return seen


def marks_of(board: Board) -> list[Circle]:
    """What the signs of all ports and towns cover; houses keep off ids themselves."""
    return [
        (*dot.spot, dot.radius + _RIM)
        for dot in (*_ports(board), *_towns(board))
        if dot.sign != "houses"
    ]


def _ports(board: Board) -> Iterator[Dot]:
    if board.chart is None:
        return
    size = _port_size(board)
    for port in board.map.ports:
        plain = port.kind == "port"
        spot = board.chart.to_board(port.lon, port.lat)
        sign = port.kind if port.kind in ("island", "airbase") else "port"
        type_ = size * (1.0 if plain else 0.9)
        yield Dot(port.name, spot, sign, 0.85, type_, "port", port.label, plain)


def _towns(board: Board) -> Iterator[Dot]:
    for town in board.map.towns:
        spot = board.point(town)
        if spot is None:
            continue
        radius, size, role = TOWNS[town.size]
        sign: str = town.size
        if town.at is not None and houses_stand(board, town.at):
            sign, radius = "houses", _HOUSES * _cell(board)
        cell = town.at or ""
        yield Dot(town.name, spot, sign, radius, size, role, town.label or "E", False, cell)


def houses_stand(board: Board, cell: str) -> bool:
    """Whether the ground of a cell shows the houses of the town itself, which need no dot."""
    ground = ground_of(board.map)
    if ground is None or board.map.terrain is None or cell not in ground.kinds:
        return False
    return not set(BUILT).isdisjoint(looks_of(ground.kinds[cell], board.map.terrain.kinds))


def _cell(board: Board) -> float:
    """The height of a cell, mm."""
    if isinstance(board.grid, HexGrid):
        return board.grid.height
    return board.grid.cell[1] if isinstance(board.grid, SquareGrid) else 18.0


def _port_size(board: Board) -> float:
    """Type of port names, mm: in proportion to the hexes they stand among."""
    if not isinstance(board.grid, HexGrid):
        return 2.5
    return min(2.6, max(2.1, board.grid.height * 0.057))


def take(board: Board, dots: list[Dot]) -> None:
    """Keeps names off the dots; houses have been taken as they stand."""
    for dot in dots:
        if dot.sign != "houses":
            (x, y), r = dot.spot, dot.radius + 0.05
            board.take(corners_of((x - r, y - r, 2 * r, 2 * r)))


_ASIDE = 30.0
"""The most that lines and other dots near by speak against a place."""

FOREIGN = 50.0
"""The trouble of a name that reaches into another cell than its dot's: less than that of one over
a road, a river, an id or a name, more than all else."""

_OUTSIDE = 25.0
"""The trouble of a name that leaves its cell for what is no cell."""

_FARTHER = 8.0
"""The trouble of a spot that is not beside the dot, but elsewhere in its cell."""

_STEP = 0.8
"""How closely a cell is searched for a spot, mm."""

_MOST = 24
"""Most spots of one name elsewhere in its cell."""


def name_of(board: Board, dot: Dot, dots: list[Dot]) -> Name:
    """A dot's name with the places where it may stand.

    Beside the dot, within its own cell; else anywhere in its own cell; else in another. Over a
    road, a river or an id it stands only where there is nothing else.
    """
    others = [one.spot for one in dots if one is not dot]
    home = _Home.of(board, dot)
    spots = []
    if dot.name in board.reserved:
        spots.append(_spot(dot, board.reserved[dot.name], 0.0))
    for rank, (way, near) in enumerate(_ways(dot.wished)):
        box = _box(board, dot, way, near)
        at, anchor = _place(board, dot, way, near)
        trouble = _trouble(board, dot, box, others) + 0.9 * rank
        spots.append(Spot((corners_of(box),), trouble + home.trouble(box), at, anchor))
    if min(spot.trouble for spot in spots) >= _OUTSIDE:
        spots += _elsewhere(board, dot, home, others)
    return Name(dot.name, dot.size, tuple(spots))


def _spot(dot: Dot, box: Rectangle, trouble: float) -> Spot:
    """A name in the middle of a box."""
    x, y, width, height = box
    return Spot((corners_of(box),), trouble, (x + width / 2, y + height - _tail(dot)), "middle")


def reserve(board: Board, ids: Sequence[Corners]) -> Iterator[Corners]:
    """Room for the names of towns that are shown by their houses, which will leave it free.

    ``ids`` are the boxes (left, top, right, foot in mm) in which ids will be written.
    """
    for left, top, right, foot in ids:
        board.take(corners_of((left, top, right - left, foot - top)))
    spotted = [dot for dot in _towns(board) if dot.sign == "houses"]
    names = [name_of(board, dot, spotted) for dot in spotted]
    settle(names)
    for dot, name in zip(spotted, names, strict=True):
        box = _bounds(name.spot.outlines[0])
        if name.spot.trouble < FOREIGN:
            board.reserved[dot.name] = box
            yield box[0], box[1], box[0] + box[2], box[1] + box[3]


def note_strays(board: Board, dots: list[Dot], names: list[Name]) -> None:
    """Notes every name of a town of a cell that had to stand in another."""
    for dot, name in zip(dots, names, strict=True):
        if dot.cell and name.spot.trouble < CLASH:
            others = _Home.of(board, dot).strangers(_bounds(name.spot.outlines[0]))
            if others:
                board.sheet.notes.append(
                    f"the name {dot.name!r} does not fit into {dot.cell}, beside its roads, "
                    f"rivers and houses: it reaches into {', '.join(others)}"
                )


@dataclass(frozen=True, slots=True)
class _Home:
    """The cell a dot lies in; None on a map without cells, or beside them."""

    grid: AnyGrid | None
    cell: str | None
    shape: BaseGeometry | None
    put: bool = False
    """Whether the dot was put into the cell, not where its degrees are."""

    @classmethod
    def of(cls, board: Board, dot: Dot) -> _Home:
        from shapely.geometry import Polygon

        grid = board.grid
        cell = dot.cell or (grid.at(*dot.spot) if grid is not None else None)
        if grid is None or cell is None:
            return cls(grid, None, None)
        if board.areas is not None:
            return cls(grid, cell, board.areas.shapes.get(cell), bool(dot.cell))
        outline = board.layout.places[cell].outline
        shape = Polygon(outline) if len(outline) > 2 else None
        return cls(grid, cell, shape, bool(dot.cell))

    def holds(self, box: Rectangle) -> bool:
        """Whether a box lies in the dot's own cell."""
        from shapely.geometry import box as polygon

        x, y, width, height = box
        return self.shape is not None and self.shape.contains(polygon(x, y, x + width, y + height))

    def strangers(self, box: Rectangle) -> list[str]:
        """The other cells a box reaches into."""
        if self.grid is None or self.holds(box):
            return []
        x, y, width, height = box
        across = max(2, int(width / 1.5))
        met = {
            self.grid.at(x + width * i / across, y + height * j / 2)
            for i in range(across + 1)
            for j in range(3)
        }
        return sorted(cell for cell in met if cell is not None and cell != self.cell)

    def trouble(self, box: Rectangle) -> float:
        """What speaks against a box that leaves the cell: it may be read as another's, or lie
        beside the map. A port lies where its coast is, which may be outside all cells."""
        if self.strangers(box):
            return FOREIGN
        return _OUTSIDE if self.put and not self.holds(box) else 0.0


def _elsewhere(board: Board, dot: Dot, home: _Home, others: list[Point]) -> Iterator[Spot]:
    """Free places of a name in its own cell, the nearest to the dot first."""
    if home.shape is None:
        return
    _, _, width, height = _box(board, dot, "E", 1.0)
    left, top, right, foot = home.shape.bounds
    (x, y), first = dot.spot, _RING.index(dot.wished)
    found: list[tuple[float, Rectangle]] = []
    for column in range(int((right - left - width) / _STEP) + 1):
        for row in range(int((foot - top - height) / _STEP) + 1):
            box = (left + column * _STEP, top + row * _STEP, width, height)
            if home.holds(box):
                dx, dy = box[0] + width / 2 - x, box[1] + height / 2 - y
                gap = hypot(max(0.0, abs(dx) - width / 2), max(0.0, abs(dy) - height / 2))
                turn = round(atan2(dx, -dy) / (pi / 4)) - first
                found.append((gap + 0.3 * abs((turn + 4) % 8 - 4), box))
    free = 0
    for far, box in sorted(found):
        trouble = _trouble(board, dot, box, others)
        if trouble < CLASH:
            yield _spot(dot, box, min(trouble + _FARTHER + far, FOREIGN))
            free += 1
            if free == _MOST:
                return


def _ways(first: str) -> Iterator[tuple[str, float]]:
    """The wished side, then the others, the nearest first; then all of them farther off."""
    start = _RING.index(first)
    for near in (1.0, 1.9):
        for step in (0, 1, -1, 2, -2, 3, -3, 4):
            yield _RING[(start + step) % 8], near


def _place(board: Board, dot: Dot, way: str, near: float) -> tuple[Point, Anchor]:
    """The baseline's point of a name on one side of its dot."""
    cap = measures(board.sheet.theme.face(dot.role)).cap_height * dot.size
    r = dot.radius * near
    across = {"E": r + 0.85, "W": -r - 0.85, "N": 0.0, "S": 0.0}.get(way)
    if across is None:
        across = 1.5 * r if way.endswith("E") else -1.5 * r
    if way in ("E", "W"):
        down = cap / 2
    elif way.startswith("N"):
        down = -r - (0.95 if way == "N" else 0.05)
    else:
        down = r + cap + (0.95 if way == "S" else 0.1)
    anchor: Anchor = "middle"
    if way not in ("N", "S"):
        anchor = "start" if way.endswith("E") else "end"
    return (dot.spot[0] + across, dot.spot[1] + down), anchor


def _box(board: Board, dot: Dot, way: str, near: float) -> Rectangle:
    """The room the name takes on that side of the dot."""
    table = measures(board.sheet.theme.face(dot.role))
    width, cap = table.width(dot.name, dot.size), table.cap_height * dot.size
    tail = _tail(dot)
    (x, y), anchor = _place(board, dot, way, near)
    shift = {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    height = cap + 0.5 + tail
    return x - shift - 0.3, y + tail - height, width + 0.6, height


def _tail(dot: Dot) -> float:
    """What a name takes under its baseline, mm."""
    return 0.7 if any(letter in "gjpqy" for letter in dot.name) else 0.4


def _bounds(outline: Outline) -> Rectangle:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _trouble(board: Board, dot: Dot, box: Rectangle, others: list[Point]) -> float:
    """What speaks against a side: off the chart, something there, water, lines, another's dot."""
    left, top, width, height = box
    outline = corners_of(box)
    x, y, wide, high = board.clip
    outside = left < x or left + width > x + wide or top < y or top + height > y + high
    near = sum(
        left - 2.6 < px < left + width + 2.6 and top - 3.6 < py < top + height + 3.6
        for px, py in others
    )
    taken = not (board.free(outline) and board.barred.free(outline))
    score = 10 * CLASH * outside + CLASH * taken
    struck = board.struck(outline) + (board.brooks.hit(outline, 0.0) > 0)
    lines = 2.0 * board.crossed(outline) + 12.0 * struck
    score += min(_ASIDE, 25.0 * near + min(_ASIDE, lines))
    if dot.on_land:
        score += sum(not board.on_land(left + width * k / 4, top + height / 2) for k in range(5))
    return score


def draw_dot(board: Board, dot: Dot) -> None:
    """The sign itself."""
    sheet, (x, y), r = board.sheet, dot.spot, dot.radius
    if dot.sign == "island":
        sheet.circle(x, y, 1.0, stroke="coast", stroke_width=0.18, stroke_dasharray="0.4 0.35")
        sheet.circle(x, y, 0.4, fill="coast")
    elif dot.sign == "airbase":
        sheet.circle(x, y, r - 0.1, fill="ink", stroke="paper", stroke_width=0.14)
        arm = r - 0.35
        cross = (
            f"M{number(x - arm)} {number(y)}h{2 * arm:g}M{number(x)} {number(y - arm)}v{2 * arm:g}"
        )
        sheet.path(cross, stroke="paper", stroke_width=0.2)
    elif dot.sign == "port":
        sheet.circle(x, y, r, fill="paper", stroke="signal", stroke_width=0.34)
        sheet.circle(x, y, 0.22, fill="signal")
    elif dot.sign == "village":
        sheet.circle(x, y, r - 0.12, fill="paper", stroke="ink", stroke_width=0.24)
    elif dot.sign == "town":
        sheet.circle(x, y, r, fill="ink", stroke="paper", stroke_width=0.16)
    elif dot.sign != "houses":
        sheet.circle(x, y, r - 0.15, fill="paper", stroke="ink", stroke_width=0.3)
        sheet.circle(x, y, r * 0.42, fill="signal" if dot.sign == "capital" else "ink")
        if dot.sign == "capital":
            sheet.circle(x, y, r + 0.22, stroke="ink", stroke_width=0.16)


def write(board: Board, dot: Dot, name: Name) -> None:
    """The name where it came to rest."""
    (x, y), anchor = name.spot.at, name.spot.anchor
    board.sheet.text(
        x,
        y,
        dot.name,
        dot.role,
        dot.size,
        colour="ink",
        on=board.ground_under(name.spot.outlines[0]),
        anchor=anchor,
        halo=0.5,
    )
