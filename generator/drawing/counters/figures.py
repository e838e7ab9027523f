"""Items that are figures: symbols, pictures, corner marks, pips."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin

from generator.definition.layouts import (
    CornerItem,
    PictureItem,
    PipsItem,
    SymbolItem,
)
from generator.drawing.colours import contrast
from generator.drawing.counters.placing import Box
from generator.drawing.counters.shapes import cut_to
from generator.drawing.counters.work import Work
from generator.drawing.counters.writing import set_line
from generator.drawing.sheet import number, path_of
from generator.drawing.symbols import load_symbol
from generator.drawing.themes import READABLE, Ground

SEEN = 2.0
"""The least contrast of a symbol with what it stands on."""

MOST_PIPS = 40
"""Most marks in a row."""


def draw_symbol(item: SymbolItem, work: Work) -> None:
    """A symbol in its box."""
    name = work.words.fill(item.symbol)
    if not name:
        return
    ground = work.ground_of(item.ground)
    box = left, top, right, foot = work.place.box(item.box)
    ground = _standing_on(work, box, ground)
    ratio = contrast(ground.ink, ground.fill)
    if ratio < SEEN and contrast(work.ground.ink, work.ground.fill) >= READABLE:
        work.sheet.notes.append(
            f"the symbol {name!r} has a contrast of {ratio:.1f}:1 with what it stands on; the "
            f"least is {SEEN:g}:1"
        )
    if item.waterline:
        # Profiles count metres: the longest ship fills the width, short ones stay shorter.
        metres = load_symbol(name, work.sheet.folders).width
        share = min(1.0, max(0.86, 0.86 + 0.14 * (metres - 170) / 75))
        cut = (right - left) * (1 - share) / 2
        left, right, foot = left + cut, right - cut, foot + 0.05 * work.place.scale
    place = (left, top, right - left, foot - top)
    align = "foot" if item.waterline else item.align
    if item.turned:
        middle = f"{number((left + right) / 2)} {number((top + foot) / 2)}"
        with work.sheet.group(transform=f"rotate({number(item.turned)} {middle})"):
            wide, high = work.sheet.symbol(name, *place, ground, align=align, hanging=True)
    else:
        wide, high = work.sheet.symbol(name, *place, ground, align=align, hanging=True)
    if not item.turned:
        y = foot - high if align == "foot" else (top + foot - high) / 2
        _remember_sign(work, name, (left + right - wide) / 2, y, wide)
    # Remembered a little smaller than its box: symbols seldom fill their corners.
    x = (left + right - wide * 0.86) / 2
    y = foot - high * 0.93 if align == "foot" else (top + foot - high * 0.86) / 2
    work.paint((x, y, x + wide * 0.86, y + high * 0.86), ground.ink, whole=False)


def _remember_sign(work: Work, name: str, x: float, y: float, wide: float) -> None:
    """Where a unit sign fills its room, whose body has its upper left corner at (x, y)."""
    symbol = load_symbol(name, work.sheet.folders)
    if symbol.body is None:
        return
    scale = wide / symbol.body[2]
    x, y = x - symbol.body[0] * scale, y - symbol.body[1] * scale
    for left, top, width, height in symbol.filled:
        if width and height:
            px, py = x + left * scale, y + top * scale
            work.signs.append((name, (px, py, px + width * scale, py + height * scale)))


def _standing_on(work: Work, box: Box, ground: Ground) -> Ground:
    """The ground with the fill that shows through the gaps of a symbol in that box."""
    below = [one.colour for one in work.under(box) if one.whole]
    if not below or below[0] == ground.fill:
        return ground
    return replace(ground, fill=below[0])


def draw_picture(item: PictureItem, work: Work) -> None:
    """A finished picture that fills its box."""
    name = work.words.fill(item.picture)
    if not name:
        return
    box = work.place.running_out(work.place.box(item.box))
    left, top, right, foot = box
    wide, high = right - left, foot - top
    radius = min(item.radius * work.place.scale, wide / 2, high / 2)
    r = number(radius)
    turn = f"a{r} {r} 0 0 1"
    across, down = number(wide - 2 * radius), number(high - 2 * radius)
    frame = (
        f"M{number(left + radius)} {number(top)}h{across}{turn} {r} {r}v{down}"
        f"{turn} -{r} {r}h-{across}{turn} -{r} -{r}v-{down}{turn} {r} -{r}Z"
    )
    with work.sheet.group(clip_path=work.sheet.clip("picture", frame)):
        work.sheet.image(name, left, top, wide, high, cover=True)
    work.paint(box, work.ground.fill)


_AT = {
    "top_left": (0, 0),
    "top_right": (1, 0),
    "bottom_left": (0, 1),
    "bottom_right": (1, 1),
}


def draw_corner(item: CornerItem, work: Work) -> None:
    """A mark in a corner, with its letters."""
    words = work.said(item.text)
    ground = work.ground_of(item.ground)
    fill = work.colour(item.fill, ground)
    place, (right, low) = work.place, _AT[item.corner]
    outline = place.outline
    reach, inset = item.reach * place.scale, item.inset * place.scale
    # On a round counter or a hex the corners are where its own edge is.
    down = 0.0 if outline.is_box else outline.safe[1] + 0.06 * outline.height
    x = outline.width - inset - reach if right else inset
    y = outline.height - inset - reach - down if low else inset + down
    box = (x, y, x + reach, y + reach)
    if not outline.is_box and item.mark != "triangle":
        box = place.pushed(box)
    x, y = box[:2]
    if item.mark == "triangle" and fill:
        _triangle(work, box, bool(right), bool(low), fill)
    elif item.mark == "dot" and fill:
        work.sheet.circle(x + reach / 2, y + reach / 2, reach / 2, fill=fill)
        work.paint((x + reach * 0.12, y + reach * 0.12, x + reach * 0.88, y + reach * 0.88), fill)
    elif item.mark == "square" and fill:
        work.sheet.rect(x, y, reach, reach, fill=fill, radius=0.15 * reach)
        work.paint(box, fill)
    if words:
        edge = 0.75 * place.scale - inset if item.mark == "none" else 0.12 * reach
        edge = max(edge, 0.12 * reach)
        room = (box[0] + edge, box[1] + edge, box[2] - edge, box[3] - edge)
        set_line(work, item, words, room, ground)


def _triangle(work: Work, box: Box, right: bool, low: bool, fill: str) -> None:
    place = work.place
    left, top, far, foot = place.running_out(box)
    corners = [(left, top), (far, top), (far, foot), (left, foot)]
    # The triangle lacks the corner that lies towards the middle.
    corners.pop(
        {(False, False): 2, (True, False): 3, (False, True): 1, (True, True): 0}[right, low]
    )
    ring = cut_to(corners, place.outline.points(-place.bleed))
    if len(ring) > 2:
        work.sheet.path(path_of(ring), fill=fill)
        work.paint(box, fill, whole=False)


def draw_pips(item: PipsItem, work: Work) -> None:
    """A row of marks, the first ones full."""
    count, filled = _whole(work, item.count, "count"), _whole(work, item.filled, "filled")
    if count is None or count <= 0:
        return
    full = count if filled is None else max(0, min(count, filled))
    ground = work.ground_of(item.ground)
    fill = work.colour(item.fill, ground) or ground.ink
    left, top, right, foot = work.place.pushed(work.place.box(item.box))
    across = item.direction == "across"
    length, thick = (right - left, foot - top) if across else (foot - top, right - left)
    size = min(thick, length / (count * 1.35 - 0.35))
    pitch = size * 1.35
    spare = length - (pitch * count - 0.35 * size)
    begin = {"start": 0.0, "middle": spare / 2, "end": spare}[item.align]
    for index in range(count):
        along = begin + index * pitch
        x = left + along if across else (left + right - size) / 2
        y = (top + foot - size) / 2 if across else top + along
        paint: dict[str, object] = (
            {"fill": fill}
            if index < full
            else {
                "fill": "none",
                "stroke": fill,
                "stroke_width": max(0.1, size * 0.14),
            }
        )
        work.sheet.path(_pip(item.mark, x, y, size, index < full), **paint)  # type: ignore[arg-type]
    work.paint((left, top, right, foot), fill, whole=False)


def _pip(mark: str, x: float, y: float, size: float, full: bool) -> str:
    cut = 0.0 if full else size * 0.07
    left, top, right, foot = x + cut, y + cut, x + size - cut, y + size - cut
    if mark == "dot":
        r = number((right - left) / 2)
        middle = number((top + foot) / 2)
        turn, begin, end = f"A{r} {r} 0 1 1", number(left), number(right)
        return f"M{begin} {middle}{turn} {end} {middle}{turn} {begin} {middle}Z"
    if mark == "star":
        mx, my, reach = (left + right) / 2, (top + foot) / 2, (right - left) / 2
        ring = [
            (
                mx + reach * (1 if k % 2 == 0 else 0.42) * sin(pi * k / 5),
                my - reach * (1 if k % 2 == 0 else 0.42) * cos(pi * k / 5),
            )
            for k in range(10)
        ]
        return path_of(ring)
    if mark == "bar":
        inset = (right - left) * 0.28
        left, right = left + inset, right - inset
    return path_of(((left, top), (right, top), (right, foot), (left, foot)))


def _whole(work: Work, text: str, what: str) -> int | None:
    """A number of marks; None where nothing is said."""
    said = work.words.fill(text).strip()
    if not said:
        return None
    try:
        number_of = int(float(said))
    except (ValueError, OverflowError):
        work.sheet.notes.append(f"pips: {what}: {said[:40]!r} is not a number")
        return None
    if number_of > MOST_PIPS:
        work.sheet.notes.append(f"pips: {what}: {said[:40]} marks; the most is {MOST_PIPS}")
        return MOST_PIPS
    return number_of
