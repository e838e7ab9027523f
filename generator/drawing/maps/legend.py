"""The legend of a map: every sign it uses, once, with what it means."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil
from typing import TYPE_CHECKING

from generator.drawing.fitting import wrap
from generator.drawing.maps import dots, lines
from generator.drawing.maps.board import Board
from generator.drawing.maps.cells import arrow, draw_flag, draw_on_disc
from generator.drawing.maps.panels import panel
from generator.drawing.themes import Ground
from generator.drawing.typefaces import measures
from generator.light import dataclass

if TYPE_CHECKING:
    from generator.definition.schema import Feature, Furniture

Swatch = Callable[[float, float, float, float], None]
"""Draws a sign into a box: left, middle, width and height in mm."""

_TYPE = (2.2, 3.2)
"""The least and the most the words are set in, mm."""

_SIGN = (7.5, 15.0)
"""The least and the most a sign is wide, mm."""

_ROW = (2.9, 11.5)
"""The least and the most a row is high, mm."""

_SPREAD = 1.25
"""The most that rows are spread over a panel that is higher than they need, in their height."""

_LEADING = 1.15

_HEAD = 5.2

_DOTS = {"port": "Port", "airbase": "Airbase", "island": "Island"}


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
    head = _HEAD if piece.height >= _HEAD + 2 + 6.6 * len(entries) else 0.0
    plan = _planned(board, [one.words for one in entries], piece, head)
    if plan.high < _ROW[0] - 1e-6:
        board.sheet.notes.append(
            f"the legend has {len(entries)} signs, which is more than its box of "
            f"{piece.width:g} x {piece.height:g} mm can show well"
        )
    if head:
        board.sheet.text(
            piece.x + 2.2, piece.y + 4.2, piece.text or "Legend", "title", 3.0, on="panel"
        )
    cap = measures(board.sheet.theme.face("body")).cap_height * plan.type
    room = piece.height - 2 - head
    pitch = min(room / plan.down, plan.high * _SPREAD)
    wide = (piece.width - 3) / plan.across
    top = piece.y + head + 1 + (0.0 if head else (room - plan.down * pitch) / 2)
    for index, entry in enumerate(entries):
        column, row = divmod(index, plan.down)
        x, middle = piece.x + 1.5 + column * wide, top + (row + 0.5) * pitch
        entry.swatch(x + 0.4, middle, plan.sign, plan.high)
        lines_ = plan.lines[index]
        first = middle + cap / 2 - (len(lines_) - 1) * plan.type * _LEADING / 2
        for number, words in enumerate(lines_):
            board.sheet.text(
                x + plan.sign + 1.9,
                first + number * plan.type * _LEADING,
                words,
                "body",
                plan.type,
                colour="ink",
                on="panel",
                room=wide - plan.sign - 2.9,
            )


@dataclass(frozen=True, slots=True)
class _Plan:
    """How a legend is set: columns and rows, and in mm the height of a row, the width of a sign
    and the type; the lines of each entry."""

    across: int
    down: int
    high: float
    sign: float
    type: float
    lines: tuple[tuple[str, ...], ...]


def _planned(board: Board, words: list[str], piece: Furniture, head: float) -> _Plan:
    """The largest signs that the box allows with their words beside them, in few columns."""
    face = board.sheet.theme.face("body")
    cut = measures(face)
    best: tuple[float, _Plan] | None = None
    for across in range(1, len(words) + 1):
        down = ceil(len(words) / across)
        high = min(_ROW[1], (piece.height - 2 - head) / down)
        wide = (piece.width - 3) / across
        # Larger rows carry larger signs and larger type; long words call for less of both.
        for share in (1.0, 0.8, 0.6, 0.4, 0.2, 0.0):
            grown = share * max(0.0, min(1.0, (high - 4.0) / (_ROW[1] - 4.0)))
            type_ = _TYPE[0] + (_TYPE[1] - _TYPE[0]) * grown
            sign = _SIGN[0] + (_SIGN[1] - _SIGN[0]) * grown
            room = wide - sign - 2.9
            most = max(1, int(high / (type_ * _LEADING)))
            lines_ = tuple(_broken(one, face, type_, room, min(2, most)) for one in words)
            fits = all(cut.width(line, type_) * 0.88 <= room for some in lines_ for line in some)
            if not fits and (across > 1 or share):
                continue
            # A sign is no larger than its row and its width let it be.
            worth = min(sign / 2, high * 0.52) - 0.05 * across
            plan = _Plan(across, down, high, sign, type_, lines_)
            if best is None or worth > best[0] + 1e-9:
                best = worth, plan
            break
    assert best is not None  # one column always stands
    return best[1]


def _broken(words: str, face: str, size: float, room: float, most: int) -> tuple[str, ...]:
    """Words in as many lines as they need, if those are no more than ``most``."""
    if most < 2 or room <= size:
        return (words,)
    broken = wrap(words, face, size, room)
    return tuple(broken) if len(broken) <= most else (words,)


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
    from generator.drawing.maps.terrain import TerrainEntry, cell_shape, draw_swatch, terrain_key
    from generator.drawing.maps.terrain.key import BEYOND

    shape = cell_shape(board.map)

    def sample(entry: TerrainEntry) -> Swatch:
        def draw(x: float, middle: float, width: float, height: float) -> None:
            size = min(height * 0.47, width / (2 * BEYOND))
            draw_swatch(board.sheet, entry, x + width / 2, middle, size, shape)

        return draw

    for entry in terrain_key(board.map):
        words = f"{entry.name}: {_lower(entry.text)}" if entry.text else entry.name
        yield _Entry(words, sample(entry))


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
        high = min(height * 0.6, 4.0)
        draw_flag(board, (x + 0.8, middle - high * 0.6), high, "", "")

    return draw


def _symbol(board: Board, feature: Feature) -> Swatch:
    sheet, theme = board.sheet, board.sheet.theme
    ground = theme.colour("panel")
    tones = Ground(
        ground, theme.colour("hex_id"), theme.colour("quiet"), theme.colour("signal"), ground
    )

    def draw(x: float, middle: float, width: float, height: float) -> None:
        size = min(height * 0.86, 6.4)
        box = x, middle - size / 2, width, size
        if feature.colour is not None:
            draw_on_disc(board, feature, box)
        else:
            sheet.symbol(feature.symbol, *box, tones)

    return draw


def _edge(board: Board, feature: Feature) -> Swatch:
    sheet = board.sheet

    def draw(x: float, middle: float, width: float, height: float) -> None:
        unit, px = min(1.4, height / 4.4), x + width / 2
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
        high = max(2.6, min(3.6, height * 0.5))
        box = (x + 0.6, middle - high / 2, width - 1.2, high)
        colour = feature.colour or "closed"
        sheet.rect(*box, fill=colour, fill_opacity=0.06, radius=0.3)
        sheet.rect(
            *box,
            radius=0.3,
            stroke=colour,
            stroke_width=0.45,
            stroke_dasharray="1.3 0.8",
            opacity=0.7,
        )

    return draw
