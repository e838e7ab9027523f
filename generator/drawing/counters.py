"""Counters: one picture, one name, at most three numbers, legible at half an inch.

A layout is data: where the title, the figure and the numbers stand, in parts of the shorter side
of the counter, so that the same template serves a half-inch ship and a card.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from generator.drawing.colours import mix
from generator.drawing.fitting import FLOOR, wrap
from generator.drawing.names import counter_picture
from generator.drawing.picture import Picture
from generator.drawing.sheet import Anchor, Sheet, number, path_of
from generator.drawing.symbols import load_symbol
from generator.drawing.themes import Ground, Theme
from generator.drawing.typefaces import measures
from generator.errors import BroadsideError, nearest

if TYPE_CHECKING:
    from generator.definition.schema import Counter, Face, Side


class CounterError(BroadsideError):
    """A counter that cannot be drawn as it is described."""


HALF_INCH = 12.7


@dataclass(frozen=True, slots=True)
class Line:
    """A line of writing on a counter: role, type size and place in parts of a half inch (mm)."""

    role: str
    size: float
    x: float
    y: float
    anchor: Anchor
    room: float


@dataclass(frozen=True, slots=True)
class CounterLayout:
    """Where things stand on a counter of half an inch, in millimetres.

    ``figure`` is the box of the symbol; a ship's profile stands on its lower edge and the band
    begins there. ``band`` is the height of the coloured strip at the foot, 0 for none.
    """

    figure: tuple[float, float, float, float]
    title: Line | None = None
    left: Line | None = None
    right: Line | None = None
    centre: Line | None = None
    band: float = 0.0
    waterline: bool = False
    frame: float = 0.0
    """Distance of an inner line from the edge, 0 for none."""


_TITLE = Line("counter_name", 2.05, 6.35, 2.55, "middle", 11.3)

LAYOUTS: dict[str, CounterLayout] = {
    "ship": CounterLayout(
        figure=(0.75, 3.0, 11.2, 5.75),
        title=_TITLE,
        left=Line("counter_class", 2.3, 0.95, 11.7, "start", 4.6),
        right=Line("counter_factor", 3.5, 11.75, 11.95, "end", 4.6),
        centre=Line("counter_class", 2.3, 6.35, 11.7, "middle", 3.0),
        band=3.95,
        waterline=True,
    ),
    "marker": CounterLayout(
        figure=(1.9, 3.5, 8.9, 8.0),
        title=_TITLE,
        left=Line("counter_class", 2.3, 0.95, 11.7, "start", 3.4),
        right=Line("counter_factor", 3.1, 11.75, 11.8, "end", 3.4),
        centre=Line("counter_factor", 4.6, 6.35, 9.2, "middle", 10.0),
    ),
    "emblem": CounterLayout(figure=(2.1, 2.1, 8.5, 8.5), frame=0.95),
    "number": CounterLayout(
        figure=(0.9, 0.9, 3.4, 3.4),
        title=_TITLE,
        left=Line("counter_class", 2.3, 0.95, 11.7, "start", 3.4),
        right=Line("counter_class", 2.3, 11.75, 11.7, "end", 3.4),
        centre=Line("counter_factor", 6.6, 6.35, 9.1, "middle", 11.0),
    ),
    "text": CounterLayout(
        figure=(0.9, 3.2, 3.4, 3.4),
        title=_TITLE,
        left=Line("counter_class", 2.1, 0.95, 11.75, "start", 5.0),
        right=Line("counter_factor", 2.8, 11.75, 11.8, "end", 5.0),
    ),
    "card": CounterLayout(
        figure=(2.35, 3.1, 8.0, 4.6),
        title=Line("counter_name", 1.15, 6.35, 1.9, "middle", 11.3),
        left=Line("counter_class", 1.0, 0.8, 11.9, "start", 5.0),
        right=Line("counter_class", 1.0, 11.9, 11.9, "end", 5.0),
    ),
    "plain": CounterLayout(figure=(0.9, 0.9, 10.9, 10.9)),
}
"""Every layout a face may ask for."""


def counter_pictures(
    counter: Counter,
    theme: Theme,
    folders: tuple[Path, ...] = (),
    side: Side | None = None,
    without: Container[str] = (),
    *,
    bleed: float = 0.0,
) -> Iterator[Picture]:
    """Every face of a counter, then its back where it has one.

    ``side`` is the counter's own: the back of a masked piece that describes none bears its emblem
    and colour. Finished pictures that are named in ``without`` are left out. ``bleed`` (mm) lets
    the background run out over every edge: the pictures grow by twice as much, and what else
    stands on them keeps its place.
    Raises CounterError, ThemeError or SymbolError naming the counter.
    """
    back = counter.back
    if back is None and counter.mask is not None:
        back = _own_back(side)
    for face in (*counter.faces, *([back] if back is not None else ())):
        if not (face.image and counter_picture(counter.id, face.id) in without):
            yield face_picture(counter, face, theme, folders, bleed)


def _own_back(side: Side | None) -> Face:
    from generator.definition.schema import Face

    if side is None:
        return Face(id="back", layout="emblem")
    return Face(id="back", layout="emblem", symbol=side.emblem, background=side.colour)


def face_picture(
    counter: Counter,
    face: Face,
    theme: Theme,
    folders: tuple[Path, ...] = (),
    bleed: float = 0.0,
) -> Picture:
    """One face as a picture. Nothing in it tells faces of equal looks apart: the backs of face-down
    pieces are equal to the byte."""
    try:
        sheet = draw_face(face, counter.size, counter.shape, theme, folders, bleed)
    except BroadsideError as trouble:
        raise CounterError(f"counter {counter.id!r}, face {face.id!r}: {trouble}") from None
    return sheet.picture(counter_picture(counter.id, face.id))


def draw_face(
    face: Face,
    size: tuple[float, float],
    shape: str,
    theme: Theme,
    folders: tuple[Path, ...] = (),
    bleed: float = 0.0,
) -> Sheet:
    """Draws a face of ``size`` (width, height in mm) on a sheet of its own."""
    layout = LAYOUTS.get(face.layout)
    if layout is None:
        raise CounterError(
            f"no layout {face.layout!r}; accepted: {', '.join(LAYOUTS)}"
            f"{nearest(face.layout, LAYOUTS)}"
        )
    sheet = Sheet(*size, theme, folders, bleed)
    if face.image:
        # A finished picture has no more to show than itself: its edge is stretched out.
        sheet.image(face.image, -bleed, -bleed, size[0] + 2 * bleed, size[1] + 2 * bleed)
        return sheet
    ground = theme.ground(face.background, face.ink)
    place = _Placing(*size)
    outline = _outline(size, shape, -bleed)
    sheet.path(outline, fill=ground.fill)
    band = theme.grounds["damage"] if face.damaged and "damage" in theme.grounds else ground
    if layout.band:
        _band(sheet, layout, place, ground, band, shape, face.damaged)
    if face.damaged:
        _diagonal(sheet, layout, place, band.fill, outline)
    _figure(sheet, face, layout, place, ground)
    foot = band if layout.band else ground
    foot_fill = foot.band if layout.band else ground.fill
    upper: list[tuple[Line | None, str]] = [(layout.title, face.title)]
    lower = [(layout.left, face.left), (layout.right, face.right)]
    (lower if layout.band else upper).append((layout.centre, face.centre))
    for row, ink, on in ((upper, ground.ink, ground.fill), (lower, foot.ink, foot_fill)):
        for line, words in row:
            if line is not None and words:
                _write(sheet, line, words, place, ink, on)
    if face.text:
        _paragraph(sheet, face, layout, place, ground)
    if layout.frame:
        inset = layout.frame * place.scale
        sheet.path(_outline(size, shape, inset), stroke=ground.shade, stroke_width=0.14)
    _rim(sheet, size, shape, ground)
    return sheet


class _Placing:
    """Carries a layout of half an inch onto a counter of any size.

    Lengths grow with the shorter side; what stands right or low keeps its distance from that
    edge. Cards grow more slowly than counters: they are held in the hand.
    """

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.scale = min(width, height) / HALF_INCH

    def x(self, x: float) -> float:
        return x / HALF_INCH * self.width

    def y(self, y: float) -> float:
        """From the top in the upper half, from the foot in the lower."""
        if y <= HALF_INCH / 2:
            return y * self.scale
        return self.height - (HALF_INCH - y) * self.scale

    def span(self, width: float) -> float:
        return width / HALF_INCH * self.width


_RADII = {"square": 1.2, "card": 3.0}
"""Radius of the corners by shape, mm."""


def _outline(size: tuple[float, float], shape: str, inset: float) -> str:
    width, height = size
    if shape == "round":
        reach = min(size) / 2 - inset
        left, right = number(width / 2 - reach), number(width / 2 + reach)
        middle, turn = number(height / 2), f"A{number(reach)} {number(reach)} 0 1 1"
        return f"M{left} {middle}{turn} {right} {middle}{turn} {left} {middle}Z"
    radius = 0.0 if inset < 0 else max(0.0, _RADII[shape] - inset)
    left, top, right, low = (
        number(inset),
        number(inset),
        number(width - inset),
        number(height - inset),
    )
    r, inner = number(radius), number(inset + radius)
    far_x, far_y = number(width - inset - radius), number(height - inset - radius)
    return (
        f"M{inner} {top}H{far_x}A{r} {r} 0 0 1 {right} {inner}V{far_y}A{r} {r} 0 0 1 {far_x} {low}"
        f"H{inner}A{r} {r} 0 0 1 {left} {far_y}V{inner}A{r} {r} 0 0 1 {inner} {top}Z"
    )


def _rim(sheet: Sheet, size: tuple[float, float], shape: str, ground: Ground) -> None:
    """A hair of highlight inside the edge, and a darker hair at it."""
    sheet.path(
        _outline(size, shape, 0.08), stroke=mix(ground.fill, "#000000", 0.35), stroke_width=0.16
    )
    sheet.path(
        _outline(size, shape, 0.3), stroke=mix(ground.fill, "#ffffff", 0.4), stroke_width=0.16
    )


def _band(
    sheet: Sheet,
    layout: CounterLayout,
    place: _Placing,
    ground: Ground,
    band: Ground,
    shape: str,
    broken: bool,
) -> None:
    """The strip under the waterline that carries class and factor; broken when damaged."""
    top = place.height - layout.band * place.scale
    step = place.width / 16
    crest = f"q{number(step / 2)} {number(-0.5 * place.scale)} {number(step)} 0"
    width, height, bleed = place.width, place.height, sheet.bleed
    beyond = ceil(bleed / step)  # whole waves, so that those on the counter keep their places
    waves = f"M{number(-beyond * step)} {number(top)}" + crest
    waves += f" t{number(step)} 0" * (15 + 2 * beyond)
    if shape == "round":
        outline = _outline((width, height), shape, -bleed)
        with sheet.group(clip_path=sheet.clip("counter", outline)):
            sheet.path(
                f"{waves}V{number(height + bleed)}H{number(-beyond * step)}Z", fill=band.band
            )
    elif bleed:
        sheet.path(f"{waves}V{number(height + bleed)}H{number(-beyond * step)}Z", fill=band.band)
    else:
        # The corners are the band's own: a clip would cost as much as the rest of the counter.
        r = _RADII[shape]
        corner = f"{number(r)} {number(r)} 0 0 1"
        foot = (
            f"V{number(height - r)}A{corner} {number(width - r)} {number(height)}"
            f"H{number(r)}A{corner} 0 {number(height - r)}Z"
        )
        sheet.path(waves + foot, fill=band.band)
    if broken:
        x, s = width * 0.5, place.scale
        deep = height - top
        crack = ((-0.9, -0.3), (-0.1, 0.3 * deep / s), (-1, 0.54 * deep / s), (0, deep / s))
        there = [(x + dx * s, top + dy * s) for dx, dy in crack]
        back = [(px + 0.9 * s, py) for px, py in reversed(there)]
        sheet.path(path_of([*there, *back]), fill=ground.fill)
    sheet.path(waves, stroke=mix(band.band, ground.ink, 0.55), stroke_width=0.12 * place.scale)


def _diagonal(
    sheet: Sheet, layout: CounterLayout, place: _Placing, colour: str, outline: str
) -> None:
    """The stroke across a damaged piece, behind the figure and clear of the writing."""
    top = 3.15 * place.scale
    foot = place.height - layout.band * place.scale
    half = 0.62 * place.scale
    data = (
        f"M{number(0)} {number(foot + half)}L{number(place.width)} {number(top - half)}"
        f"v{number(2 * half)}L0 {number(foot + 3 * half)}Z"
    )
    window = f"M0 {number(top)}H{number(place.width)}V{number(foot)}H0Z"
    with (
        sheet.group(clip_path=sheet.clip("counter", outline)),
        sheet.group(clip_path=sheet.clip("window", window)),
    ):
        sheet.path(data, fill=colour)


def _figure(
    sheet: Sheet, face: Face, layout: CounterLayout, place: _Placing, ground: Ground
) -> None:
    if not face.symbol:
        return
    x, y, width, height = layout.figure
    left, wide = place.x(x), place.span(width)
    top, foot = place.y(y), place.y(y + height)
    if not layout.waterline:
        sheet.symbol(face.symbol, left, top, wide, foot - top, ground)
        return
    # Profiles count metres: the longest ship fills the width, short ones stay shorter.
    metres = load_symbol(face.symbol, sheet.folders).width
    share = min(1.0, max(0.86, 0.86 + 0.14 * (metres - 170) / 75))
    foot = place.height - layout.band * place.scale + 0.05 * place.scale
    sheet.symbol(
        face.symbol,
        left + wide * (1 - share) / 2,
        top,
        wide * share,
        foot - top,
        ground,
        align="foot",
    )


def _write(sheet: Sheet, line: Line, words: str, place: _Placing, ink: str, on: str) -> None:
    sheet.text(
        place.x(line.x) if line.anchor == "middle" else _edge(line, place),
        place.y(line.y),
        words,
        line.role,
        max(FLOOR, line.size * place.scale),
        colour=ink,
        on=on,
        anchor=line.anchor,
        room=place.span(line.room),
    )


def _edge(line: Line, place: _Placing) -> float:
    if line.anchor == "start":
        return line.x * place.scale
    return place.width - (HALF_INCH - line.x) * place.scale


def _paragraph(
    sheet: Sheet, face: Face, layout: CounterLayout, place: _Placing, ground: Ground
) -> None:
    """Words under the figure (a card) or in the middle (a text counter), as large as they fit."""
    card = face.layout == "card"
    left = 0.9 * place.scale
    room = place.width - 2 * left
    top = place.y(layout.figure[1] + layout.figure[3]) if card and face.symbol else place.y(3.0)
    foot = place.y(10.6 if face.left or face.right else 12.0)
    cut = sheet.theme.face("body")
    largest = (0.75 if card else 2.0) * place.scale
    size = max(FLOOR, largest)
    while size > FLOOR and len(wrap(face.text, cut, size, room)) * size * 1.2 > foot - top:
        size = max(FLOOR, size * 0.95)
    lines = wrap(face.text, cut, size, room)
    start = top + measures(cut).ascent * size
    if not card:
        start += max(0.0, (foot - top - len(lines) * size * 1.2) / 2)
    for index, words in enumerate(lines):
        sheet.text(
            place.width / 2 if not card else left,
            start + index * size * 1.2,
            words,
            "body",
            size,
            colour=ground.ink,
            on=ground.fill,
            anchor="start" if card else "middle",
            room=room,
        )
