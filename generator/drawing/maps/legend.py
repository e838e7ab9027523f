"""The legend of a map: every sign it uses, once, with what it means."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from generator.drawing.maps import dots, lines
from generator.drawing.maps.board import Board
from generator.drawing.maps.cells import arrow, draw_flag
from generator.drawing.maps.panels import panel
from generator.drawing.themes import Ground
from generator.drawing.typefaces import measures

if TYPE_CHECKING:
    from generator.definition.schema import Feature, Furniture

Swatch = Callable[[float, float, float, float], None]
"""Draws a sign into a box: left, middle, width and height in mm."""

_TYPE = 2.2
_SIGN = 7.5
"""Width of a sign, mm."""

_ROW = (2.9, 6.6)
"""The least and the most a row is high, mm."""

_HEAD = 5.2

_DOTS = {"port": "Port", "island": "Island"}


@dataclass(frozen=True, slots=True)
class _Entry:
    words: str
    swatch: Swatch


def draw_legend(board: Board, piece: Furniture) -> None:
    """Terrain, features, lines, ports and towns, in as many columns as their words allow.

    What does not find room is noted.
    """
    entries = list(_entries(board))
    if not entries:
        return
    panel(board, piece.x, piece.y, piece.width, piece.height)
    head = _HEAD if piece.height >= _HEAD + 2 + _ROW[1] * len(entries) else 0.0
    across, high = _columns(board, [one.words for one in entries], piece, head)
    if high < _ROW[0] - 1e-6:
        board.sheet.notes.append(
            f"the legend has {len(entries)} signs, which is more than its box of "
            f"{piece.width:g} x {piece.height:g} mm can show well"
        )
    if head:
        board.sheet.text(
            piece.x + 2.2, piece.y + 4.2, piece.text or "Legend", "title", 3.0, on="panel"
        )
    down = ceil(len(entries) / across)
    wide = (piece.width - 3) / across
    top = piece.y + (head + 0.6 if head else (piece.height - down * high) / 2)
    for index, entry in enumerate(entries):
        column, row = divmod(index, down)
        x, middle = piece.x + 1.5 + column * wide, top + (row + 0.5) * high
        entry.swatch(x + 0.4, middle, _SIGN, high)
        board.sheet.text(
            x + _SIGN + 1.9,
            middle + 0.75,
            entry.words,
            "body",
            _TYPE,
            colour="ink",
            on="panel",
            room=wide - _SIGN - 2.9,
        )


def _columns(board: Board, words: list[str], piece: Furniture, head: float) -> tuple[int, float]:
    """How many columns, and how high a row is: the fewest columns whose rows are not too low."""
    cut = measures(board.sheet.theme.face("body"))
    longest = max(cut.width(one, _TYPE) for one in words)
    room = piece.height - 2 - head
    found = [
        (across, min(_ROW[1], room / ceil(len(words) / across)))
        for across in range(1, len(words) + 1)
        if across == 1 or (piece.width - 3) / across >= longest * 0.88 + _SIGN + 2.9
    ]
    return next((one for one in found if one[1] >= _ROW[0]), found[-1])


def _entries(board: Board) -> Iterator[_Entry]:
    if board.map.terrain is not None:
        yield from _terrain(board)
    for feature in board.map.features:
        if feature.draw != "none":
            words = f"{feature.name}: {_lower(feature.hint)}" if feature.hint else feature.name
            yield _Entry(words, _feature(board, feature))
    seen: set[tuple[str, str]] = set()
    for line in board.map.lines:
        words = line.legend or line.name
        colour = line.colour or lines.STROKES[line.style].colour
        if words and (words, colour) not in seen:
            seen.add((words, colour))
            yield _Entry(words, _line(board, line.style, colour))
    signs = [dot.sign for dot in dots.dots_of(board)]
    # Ports alone speak for themselves; two kinds of dots ask to be told apart. Where the ground
    # shows towns, their dots need no words.
    if len(set(signs)) > 1 and board.map.terrain is None:
        for sign in (*_DOTS, *dots.TOWNS):
            if sign in signs:
                yield _Entry(_DOTS.get(sign, sign.capitalize()), _dot(board, sign))


def _terrain(board: Board) -> Iterator[_Entry]:
    from generator.drawing.maps.terrain import TerrainEntry, draw_swatch, terrain_key

    def hexagon(entry: TerrainEntry) -> Swatch:
        def draw(x: float, middle: float, width: float, height: float) -> None:
            size = min(height * 0.52, width / 2)
            draw_swatch(board.sheet, entry, x + width / 2, middle, size)

        return draw

    for entry in terrain_key(board.map):
        words = f"{entry.name}: {_lower(entry.text)}" if entry.text else entry.name
        yield _Entry(words, hexagon(entry))


def _lower(words: str) -> str:
    return (words[:1].lower() + words[1:]).rstrip(".")


def _line(board: Board, style: str, colour: str) -> Swatch:
    def draw(x: float, middle: float, width: float, height: float) -> None:
        curve = [(x + 0.4, middle + 0.3), (x + width - 0.4, middle + 0.3)]
        lines.draw_wash(board, style, curve, colour)
        lines.draw_stroke(board, style, curve, colour)

    return draw


def _dot(board: Board, sign: str) -> Swatch:
    def draw(x: float, middle: float, width: float, height: float) -> None:
        radius = dots.TOWNS[sign][0] if sign in dots.TOWNS else 0.85
        dot = dots.Dot("", (x + width / 2, middle), sign, radius, 0.0, "", "E", False)
        dots.draw_dot(board, dot)

    return draw


def _feature(board: Board, feature: Feature) -> Swatch:
    rooms = {"symbol": _symbol, "edge": _edge, "flag": _flag}
    return rooms.get(feature.draw, _tint)(board, feature)


def _flag(board: Board, feature: Feature) -> Swatch:
    def draw(x: float, middle: float, width: float, height: float) -> None:
        high = min(height * 0.6, 3.2)
        draw_flag(board, (x + 0.8, middle - high * 0.6), high, "", "")

    return draw


def _symbol(board: Board, feature: Feature) -> Swatch:
    sheet, theme = board.sheet, board.sheet.theme
    ground = theme.colour("panel")
    tones = Ground(
        ground, theme.colour("hex_id"), theme.colour("quiet"), theme.colour("signal"), ground
    )

    def draw(x: float, middle: float, width: float, height: float) -> None:
        size = min(height * 0.86, 5.0)
        sheet.symbol(feature.symbol, x, middle - size / 2, width, size, tones)

    return draw


def _edge(board: Board, feature: Feature) -> Swatch:
    sheet = board.sheet

    def draw(x: float, middle: float, width: float, height: float) -> None:
        unit, px = min(1.0, height / 4.4), x + width / 2
        top, foot = middle - 1.3 * unit, middle + 1.9 * unit
        sheet.line(
            x + 0.5,
            top,
            x + width - 0.5,
            top,
            stroke="exit",
            stroke_width=0.8 * unit,
            stroke_linecap="round",
        )
        sheet.path(arrow((px, foot), (px, middle - 0.7 * unit)), fill="exit")

    return draw


def _tint(board: Board, feature: Feature) -> Swatch:
    sheet = board.sheet

    def draw(x: float, middle: float, width: float, height: float) -> None:
        box = (x + 0.6, middle - 1.3, width - 1.2, 2.6)
        sheet.rect(*box, fill="closed", fill_opacity=0.06, radius=0.3)
        sheet.rect(
            *box,
            radius=0.3,
            stroke="closed",
            stroke_width=0.45,
            stroke_dasharray="1.3 0.8",
            opacity=0.7,
        )

    return draw
