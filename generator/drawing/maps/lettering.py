"""Names on a chart: seas along their water behind the grid, lands, ports beside their dots."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING

from generator.drawing.checks import overlapping
from generator.drawing.maps.board import Board, Rectangle, corners_of
from generator.drawing.sheet import Anchor, Point, number
from generator.drawing.typefaces import Measures, measures
from generator.geography.grid import HexGrid

if TYPE_CHECKING:
    from generator.definition.schema import Label, Port

_NEIGHBOURS = 22.0
"""Ports nearer than this, mm, look for their names' places together."""

SAGITTA = 0.035
"""How far a sea's name bows, in parts of its length: water is never ruled."""

_PLACES: dict[str, tuple[float, float, Anchor]] = {
    "W": (-1.7, 0.85, "end"),
    "E": (1.7, 0.85, "start"),
    "N": (0.0, -1.8, "middle"),
    "S": (0.0, 3.4, "middle"),
    "NW": (-1.3, -0.9, "end"),
    "NE": (1.3, -0.9, "start"),
    "SW": (-1.3, 2.6, "end"),
    "SE": (1.3, 2.6, "start"),
}
"""Where a name stands from its dot: its anchor's offset in mm, to the right and down."""


def draw_names(board: Board) -> None:
    """Names of seas and lands, notes and titles; those of seas run in a gentle bow."""
    for index, label in enumerate(board.map.labels):
        x, y = _at(board, label)
        if label.style == "sea":
            _sea(board, label, x, y, f"sea-{index}")
        else:
            _plain(board, label, x, y)


def _at(board: Board, label: Label) -> Point:
    if label.x is not None and label.y is not None:
        return label.x, label.y
    if board.chart is not None and label.lon is not None and label.lat is not None:
        return board.chart.to_board(label.lon, label.lat)
    return 0.0, 0.0


def _sea(board: Board, label: Label, x: float, y: float, name: str) -> None:
    size = label.size or 8.0
    theme = board.sheet.theme
    table = measures(theme.face("sea"))
    words = label.text
    length = size * (table.width(words) + (label.spacing or 0.0) * (len(words) - 1))
    if label.width is not None and length > label.width:
        size *= label.width / length
        length = label.width
    turn = radians(label.angle)

    def placed(along: float, down: float) -> Point:
        return x + along * cos(turn) - down * sin(turn), y + along * sin(turn) + down * cos(turn)

    half, bow = length / 2 + size, length * SAGITTA
    # A quadratic curve rises half as far as its control point.
    start, control, end = placed(-half, bow / 2), placed(0, -1.5 * bow), placed(half, bow / 2)
    data = (
        f"M{number(start[0])} {number(start[1])}"
        f"Q{number(control[0])} {number(control[1])} {number(end[0])} {number(end[1])}"
    )
    top, low = -bow / 2 - table.cap_height * size, bow / 2
    corners = (
        placed(-length / 2, top),
        placed(length / 2, top),
        placed(length / 2, low),
        placed(-length / 2, low),
    )
    board.sheet.text_along(
        name,
        data,
        words,
        "sea",
        size,
        corners,
        colour="sea_name",
        on=board.ground(x, y),
        tracking=label.spacing or 0.0,
    )


def _plain(board: Board, label: Label, x: float, y: float) -> None:
    role = {"land": "land", "title": "title", "exit": "label"}.get(label.style, "note")
    colour = {"land": "land_name", "exit": "exit"}.get(label.style, "ink")
    board.sheet.text(
        x,
        y,
        label.text,
        role,
        label.size or 3.0,
        colour=colour,
        on=board.ground(x, y),
        anchor="middle",
        angle=label.angle,
        tracking=label.spacing or 0.0,
        room=label.width,
    )


def draw_ports(board: Board) -> None:
    """Dots at their true places, names beside them: where the definition says, or if something
    stands there, on the nearest free side."""
    if board.chart is None:
        return
    table = measures(board.sheet.theme.face("port"))
    spots = [(port, board.chart.to_board(port.lon, port.lat)) for port in board.map.ports]
    x, y, width, height = board.clip
    seen = [
        (port, (px, py)) for port, (px, py) in spots if x < px < x + width and y < py < y + height
    ]
    there = {id(port) for port, _ in seen}
    if board.map.style == "chart":  # a log copies the ports of a larger chart
        board.sheet.notes += [
            f"{port.name!r} lies beyond the chart and is left out"
            for port in board.map.ports
            if id(port) not in there
        ]
    for _, (px, py) in seen:
        board.take(
            ((px - 0.9, py - 0.9), (px + 0.9, py - 0.9), (px + 0.9, py + 0.9), (px - 0.9, py + 0.9))
        )
    size = _port_size(board)
    names = [
        _PortName(port, spot, size * (1.0 if port.kind == "port" else 0.9), table)
        for port, spot in seen
    ]
    _settle(board, names)
    for name in names:
        _dot(board, name.port, name.spot)
        _write_port(board, name)


class _PortName:
    """A port's name looking for its place."""

    def __init__(self, port: Port, spot: Point, size: float, table: Measures) -> None:
        self.port = port
        self.spot = spot
        self.size = size
        self.width = table.width(port.name, size)
        self.cap = table.cap_height * size
        self.tail = 0.7 if any(letter in "gjpqy" for letter in port.name) else 0.4
        self.way: str = port.label

    def box(self, way: str) -> Rectangle:
        """The room the name takes on that side of the dot."""
        dx, dy, anchor = _PLACES[way]
        shift = {"start": 0.0, "middle": self.width / 2, "end": self.width}[anchor]
        height = self.cap + 0.5 + self.tail
        return (
            self.spot[0] + dx - shift - 0.3,
            self.spot[1] + dy + self.tail - height,
            self.width + 0.6,
            height,
        )


def _settle(board: Board, names: list[_PortName]) -> None:
    """Each name in turn takes the side of least trouble, until none wants to move."""
    fixed = {
        (index, way): _trouble(board, name, way, rank, [o.spot for o in names if o is not name])
        for index, name in enumerate(names)
        for rank, way in enumerate(_ways(name.port.label))
    }
    rooms = {
        (index, way): corners_of(name.box(way))
        for index, name in enumerate(names)
        for way in _PLACES
    }
    # Two neighbours may each hold the other's best place: so pairs are moved together.
    pairs = [
        (one, other)
        for one, other in combinations(range(len(names)), 2)
        if hypot(
            names[one].spot[0] - names[other].spot[0], names[one].spot[1] - names[other].spot[1]
        )
        < _NEIGHBOURS
    ]
    for _ in range(6):
        before = [name.way for name in names]
        for group in (*((index,) for index in range(len(names))), *pairs):

            def trouble(ways: tuple[str, ...], group: tuple[int, ...] = group) -> float:
                chosen = dict(zip(group, ways, strict=True))
                now = {i: chosen.get(i, name.way) for i, name in enumerate(names)}
                clashes = sum(
                    overlapping(rooms[one, now[one]], rooms[other, now[other]])
                    for one in group
                    for other in now
                    if other != one
                )
                return 100 * clashes + sum(fixed[index, now[index]] for index in group)

            sides = (tuple(_ways(names[index].port.label)) for index in group)
            best: tuple[str, ...] = min(product(*sides), key=trouble)
            for index, way in zip(group, best, strict=True):
                names[index].way = way
        if before == [name.way for name in names]:
            return


def _trouble(board: Board, name: _PortName, way: str, rank: int, dots: list[Point]) -> float:
    """What speaks against a side: off the chart, something there, water, lines, another's dot."""
    left, top, width, height = name.box(way)
    room = corners_of((left, top, width, height))
    x, y, wide, high = board.clip
    outside = left < x or left + width > x + wide or top < y or top + height > y + high
    base = top + height - name.tail
    wet = sum(not board.on_land(left + width * k / 4, base - 0.6) for k in range(5))
    crossed = sum(overlapping(room, side, 0.0) for side in (*board.sides, *board.rim, *board.rim))
    near = sum(
        left - 2.6 < px < left + width + 2.6 and top - 3.6 < py < top + height + 3.6
        for px, py in dots
    )
    score = 1000.0 * outside + 100 * (not board.free(room)) + 25 * near + 2 * crossed
    return score + (wet if name.port.kind == "port" else 0) + 0.9 * rank


def _dot(board: Board, port: Port, spot: Point) -> None:
    sheet = board.sheet
    if port.kind == "island":
        sheet.circle(*spot, 1.0, stroke="coast", stroke_width=0.18, stroke_dasharray="0.4 0.35")
        sheet.circle(*spot, 0.4, fill="coast")
        return
    sheet.circle(*spot, 0.85, fill="paper", stroke="signal", stroke_width=0.34)
    sheet.circle(*spot, 0.22, fill="signal")


def _write_port(board: Board, name: _PortName) -> None:
    dx, dy, anchor = _PLACES[name.way]
    x, y = name.spot[0] + dx, name.spot[1] + dy
    left, _, width, _ = name.box(name.way)
    board.sheet.text(
        x,
        y,
        name.port.name,
        "port",
        name.size,
        colour="ink",
        on=board.ground(left + width / 2, y - 0.6),
        anchor=anchor,
        halo=0.5,
    )


def _port_size(board: Board) -> float:
    """Type of port names, mm: in proportion to the hexes they stand among."""
    if not isinstance(board.grid, HexGrid):
        return 2.5
    return min(2.6, max(2.1, board.grid.height * 0.057))


def _ways(first: str) -> Iterator[str]:
    """The wanted side, then the others, the nearest first."""
    ring = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    start = ring.index(first)
    for step in (0, 1, -1, 2, -2, 3, -3, 4):
        yield ring[(start + step) % 8]
