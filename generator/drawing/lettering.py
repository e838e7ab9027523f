"""Names on a chart: seas along their water behind the grid, lands, ports beside their dots."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin
from typing import TYPE_CHECKING

from generator.drawing.board import Board
from generator.drawing.checks import overlapping
from generator.drawing.sheet import Anchor, Point, number
from generator.drawing.typefaces import measures

if TYPE_CHECKING:
    from generator.definition.schema import Label, Port

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
    length = size * (table.width(words) + label.spacing * (len(words) - 1))
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
        tracking=label.spacing,
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
        tracking=label.spacing,
        room=label.width,
    )


def draw_ports(board: Board) -> None:
    """Dots at their true places, names beside them: where the definition says, or if something
    stands there, on the nearest free side."""
    if board.chart is None:
        return
    spots = [(port, board.chart.to_board(port.lon, port.lat)) for port in board.map.ports]
    x, y, width, height = board.clip
    seen = [
        (port, (px, py)) for port, (px, py) in spots if x < px < x + width and y < py < y + height
    ]
    for _, (px, py) in seen:
        board.take(
            ((px - 0.9, py - 0.9), (px + 0.9, py - 0.9), (px + 0.9, py + 0.9), (px - 0.9, py + 0.9))
        )
    for port, spot in seen:
        _dot(board, port, spot)
        _port_name(board, port, spot)


def _dot(board: Board, port: Port, spot: Point) -> None:
    sheet = board.sheet
    if port.kind == "island":
        sheet.circle(*spot, 1.0, stroke="coast", stroke_width=0.18, stroke_dasharray="0.4 0.35")
        sheet.circle(*spot, 0.4, fill="coast")
        return
    sheet.circle(*spot, 0.85, fill="paper", stroke="signal", stroke_width=0.34)
    sheet.circle(*spot, 0.22, fill="signal")


def _port_name(board: Board, port: Port, spot: Point) -> None:
    size = 2.5 if port.kind == "port" else 2.2
    table = measures(board.sheet.theme.face("port"))
    width = table.width(port.name, size)
    best: tuple[float, str] | None = None
    for rank, way in enumerate(_ways(port.label)):
        dx, dy, anchor = _PLACES[way]
        left = spot[0] + dx - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        base = spot[1] + dy
        room = (
            (left - 0.3, base - table.cap_height * size - 0.3),
            (left + width + 0.3, base - table.cap_height * size - 0.3),
            (left + width + 0.3, base + 0.7),
            (left - 0.3, base + 0.7),
        )
        x, y, wide, high = board.clip
        outside = left < x or left + width > x + wide or base - size < y or base > y + high
        wet = sum(not board.on_land(left + width * k / 4, base - 0.6) for k in range(5))
        wrong = wet if port.kind == "port" else 0
        crossed = sum(overlapping(room, side) for side in board.sides)
        score = 100 * (not board.free(room)) + 1000 * outside + wrong + 2 * crossed + 0.9 * rank
        if best is None or score < best[0]:
            best = (score, way)
    assert best is not None
    dx, dy, anchor = _PLACES[best[1]]
    x, y = spot[0] + dx, spot[1] + dy
    middle = x + {"start": width / 2, "middle": 0.0, "end": -width / 2}[anchor]
    board.sheet.text(
        x,
        y,
        port.name,
        "port",
        size,
        colour="ink",
        on=board.ground(middle, y - 0.6),
        anchor=anchor,
        halo=0.5,
    )


def _ways(first: str) -> Iterator[str]:
    """The wanted side, then the others, the nearest first."""
    ring = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    start = ring.index(first)
    for step in (0, 1, -1, 2, -2, 3, -3, 4):
        yield ring[(start + step) % 8]
