"""Running text on cards with bold, italic and small drawings (`generator.drawing.richtext`)."""

from __future__ import annotations

from generator.definition.layouts import TextItem
from generator.drawing.counters.placing import EDGE
from generator.drawing.counters.work import Work
from generator.drawing.fitting import FLOOR
from generator.drawing.richtext import RichLine, cuts_of, draw_line, plain_words, set_text
from generator.drawing.themes import Ground
from generator.drawing.typefaces import measures

_LEADING = 1.22
"""From line to line, in parts of the type size."""

_BREAK = 0.45
"""More room before a new paragraph, in parts of the type size."""


def draw_running(item: TextItem, words: str, work: Work, ground: Ground) -> None:
    """Paragraphs in a box, as large as they fit; what still does not is reported."""
    sheet, place = work.sheet, work.place
    cuts = cuts_of(work.theme.face(item.role))
    left, top, right, foot = place.box(item.box)
    low, far = place.outline.chord(top, foot, EDGE * min(1.0, place.scale))
    left, right = max(left, low), min(right, far)
    room, deep = max(0.1, right - left), foot - top
    paragraphs = words.split("\n")

    def set_at(size: float) -> list[list[RichLine]]:
        return [set_text(one, sheet, cuts, size, room) for one in paragraphs]

    size = max(FLOOR, item.size * place.scale)
    blocks = set_at(size)
    while size > FLOOR and not (_height(blocks, size) <= deep and _narrow(blocks, room)):
        size = max(FLOOR, size * 0.96)
        blocks = set_at(size)
    over = _height(blocks, size) - deep
    if over > 0.02:
        shown = plain_words(words)
        shown = shown if len(shown) <= 60 else f"{shown[:57]}..."
        sheet.notes.append(f"{shown!r} stands {over:.1f} mm out of its box")
    spare = max(0.0, -over)
    base = top + measures(cuts.plain).cap_height * size
    base += {"top": 0.0, "middle": spare / 2, "foot": spare}[item.stand]
    x = {"start": left, "middle": (left + right) / 2, "end": right}[item.align]
    colour, on, halo = work.legible(
        work.colour(item.colour, ground), ground, (left, top, right, foot)
    )
    for lines in blocks:
        for line in lines:
            draw_line(
                sheet,
                line,
                cuts,
                size,
                (x, base),
                colour=colour,
                on=on,
                anchor=item.align,
                room=room,
                halo=0.22 * place.scale if halo else 0.0,
            )
            base += size * _LEADING
        base += size * _BREAK


def _height(blocks: list[list[RichLine]], size: float) -> float:
    """From the head of the first line to the tails of the last, mm."""
    lines = sum(len(lines) for lines in blocks)
    return size * (0.9 + _LEADING * (lines - 1) + _BREAK * (len(blocks) - 1))


def _narrow(blocks: list[list[RichLine]], room: float) -> bool:
    return all(line.width <= room + 0.01 for lines in blocks for line in lines)
