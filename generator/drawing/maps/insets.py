"""Maps set into a map: boards side by side, and parts enlarged in a frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from generator.drawing.maps.board import Board, corners_of
from generator.drawing.maps.panels import RADIUS, WEIGHT
from generator.drawing.sheet import Sheet
from generator.drawing.typefaces import measures
from generator.geography.insets import shown_in

if TYPE_CHECKING:
    from generator.definition.schema import Inset, Map

Draw = Callable[["Map"], Sheet]
"""Draws a map by itself."""

_HEADING = 2.9
"""Type of a frame's name, mm."""


def draw_insets(board: Board, draw: Draw) -> None:
    """Every inset with what it shows; over a part of this map, its outline where it belongs."""
    for inset in board.map.insets:
        if inset.board is not None:
            _draw(board, inset, draw(inset.board))


def _draw(board: Board, inset: Inset, inner: Sheet) -> None:
    sheet = board.sheet
    x, y, width, height = inset.x, inset.y, inset.width, inset.height
    seen = shown_in(inset)
    if inset.frame:
        sheet.rect(x, y, width, height, fill="panel", radius=RADIUS)
    rounded = (
        f"M{x + RADIUS} {y}h{width - 2 * RADIUS}a{RADIUS} {RADIUS} 0 0 1 {RADIUS} {RADIUS}"
        f"v{height - 2 * RADIUS}a{RADIUS} {RADIUS} 0 0 1 {-RADIUS} {RADIUS}"
        f"h{2 * RADIUS - width}a{RADIUS} {RADIUS} 0 0 1 {-RADIUS} {-RADIUS}"
        f"v{2 * RADIUS - height}a{RADIUS} {RADIUS} 0 0 1 {RADIUS} {-RADIUS}Z"
    )
    group = {"clip_path": sheet.clip("inset", rounded)} if inset.frame else {}
    with sheet.group(**group):
        sheet.embed(inner, seen, (x, y, width, height))
    sheet.notes += [f"{inset.name or inset.id}: {note}" for note in inner.notes]
    board.take(corners_of((x, y, width, height)))
    if not inset.frame:
        return
    if inset.of is None:
        left, top, wide, high = seen
        sheet.rect(left, top, wide, high, radius=0.6, stroke="frame", stroke_width=0.22)
    sheet.rect(x, y, width, height, radius=RADIUS, stroke="frame", stroke_width=WEIGHT)
    if inset.name:
        _heading(board, inset)


def _heading(board: Board, inset: Inset) -> None:
    """The name on a tab in the upper left corner."""
    sheet = board.sheet
    cut = measures(sheet.theme.face("title"))
    width = min(inset.width, cut.width(inset.name, _HEADING) + 5.0)
    x, y, high = inset.x, inset.y, 5.0
    sheet.path(
        f"M{x} {y + high}V{y + RADIUS}a{RADIUS} {RADIUS} 0 0 1 {RADIUS} {-RADIUS}"
        f"H{x + width}V{y + high - RADIUS}a{RADIUS} {RADIUS} 0 0 1 {-RADIUS} {RADIUS}Z",
        fill="tint",
        stroke="frame",
        stroke_width=WEIGHT,
    )
    sheet.text(
        x + 2.2, y + 3.6, inset.name, "title", _HEADING, on="tint", room=max(1.0, width - 4.0)
    )
