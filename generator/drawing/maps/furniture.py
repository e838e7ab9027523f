"""What is printed for the eye: title block, compass, scale bar, credit line, notes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import atan2, cos, degrees, pi, sin
from typing import TYPE_CHECKING

from generator.drawing.fitting import FLOOR, wrap
from generator.drawing.maps.board import Board, corners_of
from generator.drawing.maps.legend import draw_legend
from generator.drawing.maps.panels import RADIUS, WEIGHT, panel
from generator.drawing.sheet import path_of
from generator.geography.grid import HexGrid
from generator.geography.squares import SquareGrid

if TYPE_CHECKING:
    from generator.definition.schema import Furniture, Game

_MM_A_DEGREE = 111_195_080.0
"""Millimetres of a great circle's degree on the globe (mean radius 6371.0088 km)."""

_NOTE, _PITCH = 1.9, 1.3
"""The lines under a title are set in this (mm) at least, if there is room; from one to the next,
in parts of it."""

_LOZENGE = 0.8
"""Half its height, mm."""

_NICE = (10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000)


def draw_furniture(board: Board) -> None:
    """Everything in the map's list, in order."""
    rooms = {
        "title": _title,
        "compass": _compass,
        "scale": _scale,
        "legend": draw_legend,
        "credit": _credit,
        "note": _note,
    }
    for piece in board.map.furniture:
        rooms[piece.kind](board, piece)


def north(board: Board, x: float, y: float) -> float:
    """Where north lies at a point of the board: radians clockwise from straight up."""
    if board.chart is None:
        return 0.0
    lon, lat = board.chart.to_globe(x, y)
    ahead = board.chart.to_board(lon, min(89.9, lat + 0.1))
    return atan2(ahead[0] - x, -(ahead[1] - y))


def _title(board: Board, piece: Furniture) -> None:
    sheet, game = board.sheet, board.game
    x, y, width, height = piece.x, piece.y, piece.width, piece.height
    panel(board, x, y, width, height)
    sheet.rect(
        x + 1.1, y + 1.1, width - 2.2, height - 2.2, radius=0.6, stroke="frame", stroke_width=0.14
    )
    middle, room = x + width / 2, width - 9.0
    if board.map.style == "log":
        sheet.text(
            middle,
            y + height * 0.53,
            piece.text or board.map.name,
            "title",
            max(FLOOR, height * 0.26),
            colour="ink",
            on="panel",
            anchor="middle",
            room=room,
        )
        sheet.text(
            middle,
            y + height * 0.82,
            f"{game.name} · {game.credits.edition}",
            "subtitle",
            max(FLOOR, height * 0.14),
            colour="quiet",
            on="panel",
            anchor="middle",
            room=room,
        )
        return
    unit = height / 40
    sheet.text(
        middle,
        y + 12.2 * unit,
        board.map.name.upper(),
        "title",
        max(FLOOR, 8.6 * unit),
        colour="ink",
        on="panel",
        anchor="middle",
        room=room,
        tracking=0.14,
    )
    sheet.text(
        middle,
        y + 19.0 * unit,
        game.name,
        "subtitle",
        max(FLOOR, 5.0 * unit),
        colour="ink",
        on="panel",
        anchor="middle",
        room=room,
    )
    _flourish(board, middle, y + 22.6 * unit, width * 0.3)
    edition = piece.text or game.credits.edition
    lines = [f"{edition[:1].upper()}{edition[1:]} {game.version}{_origin(game)}"]
    lines += _projection(board)
    space = height - 25.0 * unit
    size = max(FLOOR, 2.55 * unit, min(_NOTE, space / _PITCH / max(1, len(lines))))
    step = min(max(3.7 * unit, _PITCH * size), space / max(1, len(lines)))
    first = max(26.4 * unit, 22.6 * unit + _LOZENGE + 0.3 + 0.75 * size)
    for index, line in enumerate(lines):
        sheet.text(
            middle,
            y + first + index * step,
            line,
            "note",
            size,
            colour="quiet",
            on="panel",
            anchor="middle",
            room=room,
        )


def _flourish(board: Board, x: float, y: float, width: float) -> None:
    """A rule that swells to a lozenge in the middle."""
    half = width / 2
    board.sheet.path(
        path_of(((x - half, y), (x - 1.6, y - 0.14), (x - 1.6, y + 0.14)))
        + path_of(((x + half, y), (x + 1.6, y + 0.14), (x + 1.6, y - 0.14)))
        + path_of(((x - 1.0, y), (x, y - _LOZENGE), (x + 1.0, y), (x, y + _LOZENGE))),
        fill="gold",
    )


def _origin(game: Game) -> str:
    """Whose game it is and of which year, as far as that is known, after a comma."""
    whose = game.credits
    origin = "after the game" if whose.is_unofficial else "a game"
    by = f"{origin} by {whose.design}" if whose.design else ""
    return "".join(f", {part}" for part in (by, whose.year) if part)


def _projection(board: Board) -> list[str]:
    """Projection, how north lies, scale and source of the coast, as far as the map has them."""
    geography, chart = board.map.geography, board.chart
    if geography is None or chart is None:
        return []
    x, y, width, height = board.clip
    centre = (x + width / 2, y + height / 2)
    lon, lat = chart.to_globe(*centre)
    turned = round(degrees(north(board, *centre)))
    name = geography.projection.replace("_", " ")
    words = f"{name[:1].upper()}{name[1:]} projection"
    if any(control.at is not None for control in geography.control):
        words += ", fitted to the hexes"
    if turned:
        words += f"; north lies {abs(turned)}° {'right' if turned > 0 else 'left'} of the upright"
    scale = _MM_A_DEGREE / chart.scale(lon, lat)
    # Three figures are as many as a map on another scale could bear out.
    grain = 10 ** max(0, len(f"{scale:.0f}") - 3) * 5
    rounded = f"{max(1, round(scale / grain)) * grain:,}".replace(",", "\u00a0")
    half = "S" if lat < 0 else "N"
    line = f"Mean scale 1 : {rounded} in {abs(round(lat))}° {half}"
    if geography.coastlines:
        line += "; coastlines from Natural Earth"
    return [words, line]


def _compass(board: Board, piece: Furniture) -> None:
    """A rose of sixteen points turned to the chart's north, a ring of degrees round it."""
    sheet = board.sheet
    cx, cy = piece.x + piece.width / 2, piece.y + piece.height / 2
    r = min(piece.width, piece.height) / 2
    turn = north(board, cx, cy)
    on = board.ground(cx, cy)
    board.take(corners_of((piece.x, piece.y, piece.width, piece.height)))

    def at(angle: float, radius: float) -> tuple[float, float]:
        return cx + radius * sin(turn + angle), cy - radius * cos(turn + angle)

    ring = r * 0.78
    sheet.circle(cx, cy, ring, stroke="frame", stroke_width=0.22)
    sheet.circle(cx, cy, ring * 0.93, stroke="frame", stroke_width=0.12)
    ticks = "".join(
        path_of((at(k * pi / 36, ring * (0.93 if k % 2 else 0.9)), at(k * pi / 36, ring)), False)
        for k in range(72)
    )
    sheet.path(ticks, stroke="frame", stroke_width=0.12)
    for first, count, reach, waist in (
        (pi / 8, 8, 0.55, 0.13),
        (pi / 4, 4, 0.72, 0.15),
        (0, 4, 0.9, 0.17),
    ):
        step = 2 * pi / count
        light, dark = [], []
        for k in range(count):
            angle = first + k * step
            tip, heart = at(angle, ring * reach), (cx, cy)
            side = pi / 4 if count == 4 else pi / 8
            dark.append(path_of((heart, tip, at(angle + side, ring * waist))))
            light.append(path_of((heart, tip, at(angle - side, ring * waist))))
        sheet.path("".join(dark), fill="frame")
        sheet.path("".join(light), fill="panel", stroke="frame", stroke_width=0.12)
    sheet.circle(cx, cy, ring * 0.05, fill="gold", stroke="frame", stroke_width=0.12)
    tip = at(0, ring * 1.02)
    sheet.path(
        path_of((at(0, r * 0.92), at(0.11, ring * 1.0), tip, at(-0.11, ring * 1.0))), fill="signal"
    )
    letter = at(0, r * 1.02)
    sheet.text(
        letter[0],
        letter[1],
        "N",
        "title",
        max(2.2, r * 0.2),
        colour="ink",
        on=on,
        anchor="middle",
        angle=degrees(turn),
        halo=0.3,
    )


def _scale(board: Board, piece: Furniture) -> None:
    """A bar as long as the room allows: of miles or kilometres on the globe, else of cells."""
    found = _miles(board, piece) if board.chart is not None else _cells(board, piece)
    if found is None:
        board.sheet.notes.append(
            "a scale bar needs a map with geography, or a grid and a text such as 1 hex = 500 m"
        )
        return
    words, unit, steps = found
    fitting = [step for step in steps if 4 * step * unit <= piece.width - 6]
    _bar(board, piece, words, unit, max(fitting, default=steps[0]))


_UNITS = {
    "nautical miles": ("Nautical miles", 60.0),
    "km": ("Kilometres", 111.195),
    "kilometres": ("Kilometres", 111.195),
    "miles": ("Statute miles", 69.093),
}
"""What a scale counts -> its heading, and how many make a degree of a great circle."""


def _miles(board: Board, piece: Furniture) -> tuple[str, float, Sequence[float]] | None:
    """The heading, mm of one unit in the middle of the bar, and the steps that may be shown."""
    if board.chart is None:
        return None
    heading, count = _UNITS.get(piece.text.strip().lower(), _UNITS["nautical miles"])
    lon, lat = board.chart.to_globe(piece.x + piece.width / 2, piece.y)
    return heading, board.chart.scale(lon, lat) / count, _NICE


_CELL = re.compile(r"\s*1\s+\w+\s*=\s*(\d+(?:\.\d+)?)\s*(\S.*)")


def _cells(board: Board, piece: Furniture) -> tuple[str, float, Sequence[float]] | None:
    """As ``_miles`` where a cell is so many; without a text the bar counts cells."""
    if isinstance(board.grid, HexGrid):
        wide = board.grid.height if board.grid.orientation == "flat" else board.grid.width
    elif isinstance(board.grid, SquareGrid):
        wide = board.grid.cell[0]
    else:
        return None
    said = _CELL.fullmatch(piece.text)
    count = float(said[1]) if said else 1.0
    if count <= 0:
        return None
    heading = (
        piece.text.strip() if said else "Hexes" if isinstance(board.grid, HexGrid) else "Squares"
    )
    return heading, wide / count, [n * count for n in (1, 2, 3, 5, 10, 20)]


def _bar(board: Board, piece: Furniture, words: str, unit: float, step: float) -> None:
    """Four stretches of ``step`` units, each ``unit`` mm, with their numbers and a heading."""
    sheet = board.sheet
    count = 4 if 4 * step * unit <= piece.width - 6 else 2 if 2 * step * unit <= piece.width else 1
    long, high = step * unit, 1.3
    x, y = piece.x + 3.0, piece.y + piece.height - 3.6
    on = board.ground(piece.x + piece.width / 2, y)
    board.take(corners_of((piece.x, piece.y, piece.width, piece.height)))
    for k in range(count):
        sheet.rect(
            x + k * long,
            y,
            long,
            high,
            fill="frame" if k % 2 == 0 else "panel",
            stroke="frame",
            stroke_width=0.16,
        )
    for k in range(count + 1):
        sheet.text(
            x + k * long,
            y + high + 2.2,
            f"{k * step:g}",
            "number",
            2.0,
            colour="ink",
            on=on,
            anchor="middle",
            halo=0.3,
        )
    sheet.text(
        x + count * long / 2,
        y - 1.0,
        words,
        "note",
        2.4,
        colour="ink",
        on=on,
        anchor="middle",
        halo=0.3,
    )


def _credit(board: Board, piece: Furniture) -> None:
    """Whose game it is, small but legible."""
    words = piece.text or board.game.credits.notice
    sheet = board.sheet
    size = 1.95
    lines = wrap(words, sheet.theme.face("body"), size, piece.width)
    for index, line in enumerate(lines):
        sheet.text(
            piece.x,
            piece.y + size + index * size * 1.2,
            line,
            "body",
            size,
            colour="quiet",
            on="paper",
            room=piece.width,
        )


def _note(board: Board, piece: Furniture) -> None:
    """A paragraph, as large as its rectangle allows."""
    sheet = board.sheet
    cut = sheet.theme.face("note")
    size = 3.4
    room = piece.width - 4
    while size > 1.8 and len(wrap(piece.text, cut, size, room)) * size * 1.3 > piece.height - 2:
        size -= 0.1
    lines = wrap(piece.text, cut, size, room)
    sheet.rect(
        piece.x,
        piece.y,
        piece.width,
        piece.height,
        fill="panel",
        radius=RADIUS,
        stroke="frame",
        stroke_width=WEIGHT,
    )
    top = piece.y + (piece.height - len(lines) * size * 1.3) / 2
    for index, line in enumerate(lines):
        sheet.text(
            piece.x + 2,
            top + size * (1.0 + 1.3 * index),
            line,
            "note",
            size,
            colour="ink",
            on="panel",
            room=room,
        )
