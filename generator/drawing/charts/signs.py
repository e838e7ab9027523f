"""Small signs of charts: the mark of a datum's status, faces of dice, arrows, boxes to tick."""

from __future__ import annotations

from generator.drawing.sheet import Sheet, path_of

DIE = 4.3
"""The side of a die's face on a chart at full size, mm."""

_PIPS = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def draw_mark(sheet: Sheet, status: str, x: float, y: float) -> None:
    """The sign of a datum that is not printed in the rules, centred on (x, y)."""
    if status == "inferred":
        sheet.circle(x, y, 0.62, stroke="signal", stroke_width=0.26)
    elif status == "found":
        sheet.circle(x, y, 0.62, stroke="signal", stroke_width=0.22)
        sheet.circle(x, y, 0.24, fill="signal")
    elif status == "reconstructed":
        lozenge = path_of(((x, y - 0.95), (x + 0.8, y), (x, y + 0.95), (x - 0.8, y)))
        sheet.path(lozenge, fill="signal")


def draw_die(sheet: Sheet, face: int, x: float, y: float, side: float = DIE) -> None:
    """A face of a six-sided die, its upper left corner at (x, y)."""
    sheet.rect(
        x, y, side, side, fill="panel", radius=0.19 * side, stroke="frame", stroke_width=0.22
    )
    for dx, dy in _PIPS[face]:
        at_x, at_y = x + side * (0.5 + 0.25 * dx), y + side * (0.5 + 0.25 * dy)
        sheet.circle(at_x, at_y, 0.102 * side, fill="ink")


def draw_arrow(sheet: Sheet, x: float, y: float, length: float, *, left: bool = False) -> None:
    """An arrow along a row of columns, centred on (x, y)."""
    turn = -1 if left else 1
    tip, tail, half = x + turn * length / 2, x - turn * length / 2, length * 0.24
    neck = tip - turn * length * 0.42
    sheet.path(path_of(((tail, y), (neck, y)), closed=False), stroke="ink", stroke_width=0.36)
    sheet.path(path_of(((tip, y), (neck, y - half), (neck, y + half))), fill="ink")
