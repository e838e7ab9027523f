"""What stands over a frame: sizes, a size in letters, (+) and (-), brackets, a dummy's roof."""

from __future__ import annotations

from generator.drawing.nato.lettering import text_width, write
from generator.drawing.nato.pen import Pen, arc

HIGH = 15.0
"""Height of a size."""

LOWER = 11.0
"""Height of a size under a task force's bracket."""

LETTERS = 17.0
"""Height of a size in letters: they must be read, where strokes are counted."""

_LINE = 4.4
_PEN = 3.4
_STEP = {"dot": 14.0, "bar": 11.0, "cross": 16.0}
_SIGNS = {
    "squad": ("dot", 1),
    "section": ("dot", 2),
    "platoon": ("dot", 3),
    "company": ("bar", 1),
    "battalion": ("bar", 2),
    "regiment": ("bar", 3),
    "brigade": ("cross", 1),
    "division": ("cross", 2),
    "corps": ("cross", 3),
    "army": ("cross", 4),
    "army_group": ("cross", 5),
    "theatre": ("cross", 6),
}


def size_width(size: str, text: str) -> float:
    """How wide the size is drawn."""
    if text:
        return text_width(text, LETTERS - _PEN) + _PEN
    if not size:
        return 0.0
    if size == "team":
        return HIGH
    kind, count = _SIGNS[size]
    return _STEP[kind] * count


def draw_size(pen: Pen, size: str, text: str, x: float, foot: float, high: float = HIGH) -> None:
    """The size about ``x``, standing on ``foot``."""
    middle, half = foot - high / 2, high / 2
    if text:
        tall = high * LETTERS / HIGH
        write(pen, text, x, foot - tall / 2, tall - _PEN, _PEN)
        return
    if size == "team":
        pen.ring(x, middle, half - 2.6, 3.0)
        pen.line([(x - half, middle + half), (x + half, middle - half)], 3.0)
        return
    if not size:
        return
    kind, count = _SIGNS[size]
    for at in range(count):
        here = x + (at - (count - 1) / 2) * _STEP[kind]
        if kind == "dot":
            pen.disc(here, middle, 5)
        elif kind == "bar":
            pen.line([(here, foot), (here, foot - high)], 4.6)
        else:
            pen.line([(here - 6, foot), (here + 6, foot - high)], _LINE)
            pen.line([(here - 6, foot - high), (here + 6, foot)], _LINE)


STRENGTH_WIDE = 25.6
"""How far (+) or (-) reaches beyond what it stands beside."""


def draw_strength(pen: Pen, reinforced: bool, reduced: bool, left: float, foot: float) -> None:
    """Plus, minus or both between round brackets, right of ``left``."""
    x = left + 12
    middle = foot - HIGH / 2
    for way in (0, 1):
        pen.line(arc(x - 2.6 + way * 5.2, middle, 9, 9, 0.7 + way, 1.3 + way, 6), 3.2)
    level = middle - 2 if reinforced and reduced else middle
    pen.line([(x - 4.6, level), (x + 4.6, level)], 3)
    if reinforced:
        pen.line([(x, level - 4.6), (x, level + 4.6)], 3)
    if reinforced and reduced:
        pen.line([(x - 4.6, middle + 5.6), (x + 4.6, middle + 5.6)], 2.6)


def draw_bracket(pen: Pen, x: float, half: float, foot: float, top: float) -> None:
    """A bracket open below."""
    pen.line([(x - half, foot), (x - half, top), (x + half, top), (x + half, foot)], 3.8)


ROOF_HIGH = 20.0
"""What a dummy's roof takes above everything else."""


def draw_roof(pen: Pen, half: float, foot: float, top: float) -> None:
    """Two slopes in dashes."""
    for way in (-1, 1):
        for start in (0.0, 0.36, 0.72):
            end = start + 0.28
            pen.line(
                [
                    (way * half * start, top + (foot - top) * start),
                    (way * half * end, top + (foot - top) * end),
                ],
                4.2,
            )
