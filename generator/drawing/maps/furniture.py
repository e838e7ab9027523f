"""What is printed for the eye: title block, compass, scale bar, legend, credit line, notes."""

from __future__ import annotations

from math import atan2, cos, degrees, pi, sin
from typing import TYPE_CHECKING

from generator.drawing.fitting import wrap
from generator.drawing.maps.board import Board, corners_of
from generator.drawing.maps.cells import arrow
from generator.drawing.maps.panels import RADIUS, WEIGHT, panel
from generator.drawing.sheet import path_of
from generator.drawing.themes import Ground

if TYPE_CHECKING:
    from generator.definition.schema import Feature, Furniture

_MM_A_DEGREE = 111_195_080.0
"""Millimetres of a great circle's degree on the globe (mean radius 6371.0088 km)."""

_NICE = (10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000)


def draw_furniture(board: Board) -> None:
    """Everything in the map's list, in order."""
    rooms = {
        "title": _title,
        "compass": _compass,
        "scale": _scale,
        "legend": _legend,
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
            height * 0.26,
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
            height * 0.14,
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
        8.6 * unit,
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
        5.0 * unit,
        colour="ink",
        on="panel",
        anchor="middle",
        room=room,
    )
    _flourish(board, middle, y + 22.6 * unit, width * 0.3)
    edition = piece.text or game.credits.edition
    origin = f"after the game by {game.credits.design}"
    if game.credits.year:
        origin += f", {game.credits.year}"
    lines = [f"{edition[:1].upper()}{edition[1:]} {game.version}, {origin}", *_projection(board)]
    step = min(3.7 * unit, (height - 25.0 * unit) / max(1, len(lines)))
    for index, line in enumerate(lines):
        sheet.text(
            middle,
            y + 26.4 * unit + index * step,
            line,
            "note",
            2.55 * unit,
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
        + path_of(((x - 1.0, y), (x, y - 0.8), (x + 1.0, y), (x, y + 0.8))),
        fill="gold",
    )


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
    lines = [
        f"{name[:1].upper()}{name[1:]} projection, fitted to the hexes; north lies {abs(turned)}°"
        f" {'right' if turned > 0 else 'left'} of the upright"
    ]
    scale = _MM_A_DEGREE / chart.scale(lon, lat)
    rounded = f"{round(scale / 500_000) * 500_000:,}".replace(",", "\u00a0")
    half = "S" if lat < 0 else "N"
    line = f"Mean scale 1 : {rounded} in {abs(round(lat))}° {half}"
    if geography.coastlines:
        line += "; coastlines from Natural Earth"
    return [*lines, line]


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
    """A bar of nautical miles, as long as the room allows."""
    if board.chart is None:
        return
    sheet = board.sheet
    lon, lat = board.chart.to_globe(piece.x + piece.width / 2, piece.y)
    mile = board.chart.scale(lon, lat) / 60
    step = max((n for n in _NICE if 4 * n * mile <= piece.width - 6), default=_NICE[0])
    long, high = step * mile, 1.3
    x, y = piece.x + 3.0, piece.y + piece.height - 3.6
    on = board.ground(piece.x + piece.width / 2, y)
    board.take(corners_of((piece.x, piece.y, piece.width, piece.height)))
    for k in range(4):
        sheet.rect(
            x + k * long,
            y,
            long,
            high,
            fill="frame" if k % 2 == 0 else "panel",
            stroke="frame",
            stroke_width=0.16,
        )
    for k in range(5):
        sheet.text(
            x + k * long,
            y + high + 2.2,
            f"{k * step}",
            "number",
            2.0,
            colour="ink",
            on=on,
            anchor="middle",
            halo=0.3,
        )
    sheet.text(
        x + 2 * long,
        y - 1.0,
        "Nautical miles",
        "note",
        2.4,
        colour="ink",
        on=on,
        anchor="middle",
        halo=0.3,
    )


def _legend(board: Board, piece: Furniture) -> None:
    """What the signs on the chart mean: every feature that is drawn."""
    shown = [feature for feature in board.map.features if feature.draw != "none"]
    if not shown:
        return
    panel(board, piece.x, piece.y, piece.width, piece.height)
    across = 2 if len(shown) > 2 and piece.width > 60 else 1
    down = -(-len(shown) // across)
    wide, high = (piece.width - 3) / across, (piece.height - 2) / down
    for index, feature in enumerate(shown):
        column, row = divmod(index, down)
        x, y = piece.x + 1.5 + column * wide, piece.y + 1 + row * high
        _swatch(board, feature, x + 0.4, y, 7.5, high)
        words = feature.name if not feature.hint else f"{feature.name}: {_lower(feature.hint)}"
        board.sheet.text(
            x + 9.4,
            y + high / 2 + 0.75,
            words,
            "body",
            2.2,
            colour="ink",
            on="panel",
            room=wide - 10.4,
        )


def _lower(words: str) -> str:
    return (words[:1].lower() + words[1:]).rstrip(".")


def _swatch(
    board: Board, feature: Feature, x: float, y: float, width: float, height: float
) -> None:
    sheet, theme = board.sheet, board.sheet.theme
    middle = y + height / 2
    if feature.draw == "symbol":
        panel_colour, ink = theme.colour("panel"), theme.colour("hex_id")
        ground = Ground(
            panel_colour, ink, theme.colour("quiet"), theme.colour("signal"), panel_colour
        )
        size = min(height * 0.86, 5.0)
        sheet.symbol(feature.symbol, x, middle - size / 2, width, size, ground)
    elif feature.draw == "edge":
        sheet.line(
            x + 0.5,
            middle - 1.2,
            x + width - 0.5,
            middle - 1.2,
            stroke="exit",
            stroke_width=0.8,
            stroke_linecap="round",
        )
        px = x + width / 2
        sheet.path(arrow((px, middle + 1.9), (px, middle - 0.6)), fill="exit")
    else:
        sheet.rect(
            x + 0.6, middle - 1.3, width - 1.2, 2.6, fill="closed", fill_opacity=0.06, radius=0.3
        )
        sheet.rect(
            x + 0.6,
            middle - 1.3,
            width - 1.2,
            2.6,
            radius=0.3,
            stroke="closed",
            stroke_width=0.45,
            stroke_dasharray="1.3 0.8",
            opacity=0.7,
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
