"""Ports and towns: dots at their true places, with names that look for room beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.drawing.maps.board import Board, Rectangle, corners_of
from generator.drawing.maps.placing import CLASH, Name, Spot
from generator.drawing.maps.terrain.land import looks_of
from generator.drawing.maps.terrain.looks import BUILT
from generator.drawing.sheet import Anchor, Point
from generator.drawing.typefaces import measures
from generator.geography.grid import HexGrid
from generator.geography.ground import ground_of
from generator.geography.squares import SquareGrid

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


def dots_of(board: Board) -> list[Dot]:
    """Every port and town that the chart shows. What lies beyond it is noted."""
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


def _ports(board: Board) -> Iterator[Dot]:
    if board.chart is None:
        return
    size = _port_size(board)
    for port in board.map.ports:
        plain = port.kind == "port"
        spot = board.chart.to_board(port.lon, port.lat)
        sign = "island" if port.kind == "island" else "port"
        type_ = size * (1.0 if plain else 0.9)
        yield Dot(port.name, spot, sign, 0.85, type_, "port", port.label, plain)


def _towns(board: Board) -> Iterator[Dot]:
    for town in board.map.towns:
        spot = board.point(town)
        if spot is None:
            board.sheet.notes.append(
                f"the town {town.name!r} has degrees, but the map has no chart"
            )
            continue
        radius, size, role = TOWNS[town.size]
        sign: str = town.size
        if town.at is not None and houses_stand(board, town.at):
            sign, radius = "houses", _HOUSES * _cell(board)
        yield Dot(town.name, spot, sign, radius, size, role, town.label or "E", False)


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
    """Keeps names off the dots."""
    for dot in dots:
        (x, y), r = dot.spot, dot.radius + 0.05
        board.take(corners_of((x - r, y - r, 2 * r, 2 * r)))


def name_of(board: Board, dot: Dot, dots: list[Dot]) -> Name:
    """A dot's name with the sides of the dot where it may stand."""
    others = [one.spot for one in dots if one is not dot]
    spots = []
    for rank, (way, near) in enumerate(_ways(dot.wished)):
        left, top, width, height = _box(board, dot, way, near)
        at, anchor = _place(board, dot, way, near)
        outline = corners_of((left, top, width, height))
        trouble = _trouble(board, dot, (left, top, width, height), others)
        spots.append(Spot((outline,), trouble + 0.9 * rank, at, anchor))
    return Name(dot.name, dot.size, tuple(spots))


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
    tail = 0.7 if any(letter in "gjpqy" for letter in dot.name) else 0.4
    (x, y), anchor = _place(board, dot, way, near)
    shift = {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    height = cap + 0.5 + tail
    return x - shift - 0.3, y + tail - height, width + 0.6, height


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
    score = 10 * CLASH * outside + CLASH * (not board.free(outline))
    lines = 2.0 * board.crossed(outline) + 12.0 * board.struck(outline)
    score += min(0.5 * CLASH, 25.0 * near) + min(30.0, lines)
    if dot.on_land:
        score += sum(not board.on_land(left + width * k / 4, top + height / 2) for k in range(5))
    return score


def draw_dot(board: Board, dot: Dot) -> None:
    """The sign itself."""
    sheet, (x, y), r = board.sheet, dot.spot, dot.radius
    if dot.sign == "island":
        sheet.circle(x, y, 1.0, stroke="coast", stroke_width=0.18, stroke_dasharray="0.4 0.35")
        sheet.circle(x, y, 0.4, fill="coast")
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
