"""A sheet to draw on: svgwrite in millimetres, with text that is fitted, placed and remembered.

Every piece of writing leaves a Label behind, with its box, its room, its colour and what it
stands on: :mod:`generator.drawing.checks` reads them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from math import cos, radians, sin
from pathlib import Path
from typing import Any, Literal
from xml.etree import ElementTree
from zlib import crc32

import svgwrite
from svgwrite.base import BaseElement

from generator.drawing.finished import as_drawing, as_link
from generator.drawing.fitting import FLOOR, NARROWEST, Fitted, fit
from generator.drawing.markup import Inlaid, Kept, Plain, kept, markup_of
from generator.drawing.picture import Picture
from generator.drawing.symbols import Symbol, load_symbol
from generator.drawing.themes import Ground, Theme
from generator.drawing.typefaces import POINT, face, measures
from generator.light import dataclass

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]


def number(value: float) -> str:
    """Millimetres for SVG: at most three decimals, no trailing noughts."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def path_of(points: Sequence[Point], closed: bool = True) -> str:
    """Path data through the points."""
    body = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{body}{'Z' if closed else ''}"


@dataclass(frozen=True, slots=True)
class Label:
    """Writing on a sheet. Lengths in mm; ``corners`` is its inked box, turned as it stands.

    ``size`` is the type size, ``overflow`` what stands out of the room it had.
    """

    text: str
    wanted: str
    face: str
    size: float
    overflow: float
    colour: str
    ground: str
    corners: tuple[Point, Point, Point, Point]
    parts: tuple[tuple[Point, ...], ...] = ()
    """Along a curve: the outlines of its stretches, which ``corners`` frames."""

    @property
    def outlines(self) -> tuple[tuple[Point, ...], ...]:
        """The room it takes, as convex outlines."""
        return self.parts or (self.corners,)


class _Figure(BaseElement):  # type: ignore[misc]
    """A symbol in the colours of a ground: thousands of counters share one."""

    elementname = "g"

    def __init__(self, symbol: Symbol, ground: Ground) -> None:
        super().__init__(debug=False)
        self._symbol, self._ground = symbol, ground

    def get_xml(self) -> ElementTree.Element:
        return _figure(self._symbol, self._ground)


@lru_cache(maxsize=512)
def _figure(symbol: Symbol, ground: Ground) -> Kept:
    tones = {
        "ink": ground.ink,
        "shade": ground.shade,
        "gap": ground.fill,
        "accent": ground.accent,
    }
    group = ElementTree.Element("g")
    for tone, data in symbol.parts:
        ElementTree.SubElement(group, "path", d=data, fill=tones[tone])
    return kept(group)


_CAPITALS = 0.66
"""Height of capitals in parts of their type: what strokes are held against."""

_HAIR = 0.05
"""Points that rounding may cost."""


class Sheet:
    """One drawing of ``width`` by ``height`` millimetres in a theme.

    With a ``bleed`` the picture reaches so far beyond all four edges of the drawing, whose own
    measures (what is trimmed to) stay as they are.
    """

    def __init__(
        self,
        width: float,
        height: float,
        theme: Theme,
        folders: tuple[Path, ...] = (),
        bleed: float = 0.0,
    ) -> None:
        self.width = width
        self.height = height
        self.bleed = bleed
        self.outline: tuple[Point, ...] = ()
        """A convex polygon that writing keeps inside; none: the whole sheet."""
        self.theme = theme
        self.folders = folders
        self.labels: list[Label] = []
        self.notes: list[str] = []
        """What could not be drawn as described, one plain line each."""
        wide, high = number(width + 2 * bleed), number(height + 2 * bleed)
        self._drawing = svgwrite.Drawing(
            size=(f"{wide}mm", f"{high}mm"),
            viewBox=f"{number(-bleed)} {number(-bleed)} {wide} {high}",
            debug=False,
        )
        self._open: list[Any] = [self._drawing]
        self._defined: set[str] = set()
        self._layers: dict[str, Any] = {}

    # -- shapes ---------------------------------------------------------------------------

    def add(self, element: BaseElement | Plain | Inlaid) -> None:
        """Lays an element of svgwrite on top of the open group."""
        self._open[-1].add(element)

    def define(self, element: BaseElement) -> None:
        """Puts an element with an id among the definitions, once."""
        name = element.attribs["id"]
        if name not in self._defined:
            self._defined.add(name)
            self._drawing.defs.add(element)

    @contextmanager
    def group(self, **attributes: object) -> Iterator[None]:
        """Everything drawn inside shares the attributes (``clip_path``, ``opacity`` ...)."""
        element = self._drawing.g(**attributes)
        self.add(element)
        self._open.append(element)
        try:
            yield
        finally:
            self._open.pop()

    def layers(self, *names: str) -> None:
        """Lays empty groups one upon the other; ``layer`` draws in one of them at any time."""
        for name in names:
            self._layers[name] = self._drawing.g()
            self.add(self._layers[name])

    @contextmanager
    def layer(self, name: str) -> Iterator[None]:
        """Draws in a layer made by ``layers``."""
        self._open.append(self._layers[name])
        try:
            yield
        finally:
            self._open.pop()

    def clip(self, name: str, data: str) -> str:
        """Defines a clip of that path data; the value for ``clip_path``.

        The id depends on the data, so that drawings set into one page never borrow a wrong clip.
        """
        name = f"{name}-{crc32(data.encode()):08x}"
        if name not in self._defined:
            cut = self._drawing.clipPath(id=name)
            cut.add(self._drawing.path(d=data))
            self.define(cut)
        return f"url(#{name})"

    def path(self, data: str, fill: str = "none", **attributes: object) -> None:
        """Path data in millimetres; colours are the theme's names or ``#rrggbb``."""
        self.add(Plain("path", {"d": data, **self._paint(fill, attributes)}))

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "none",
        radius: float = 0.0,
        **attributes: object,
    ) -> None:
        """An upright rectangle."""
        shape = {"rx": number(radius)} if radius else {}
        self.add(
            self._drawing.rect(
                insert=(number(x), number(y)),
                size=(number(width), number(height)),
                **shape,
                **self._paint(fill, attributes),
            )
        )

    def circle(
        self, x: float, y: float, r: float, fill: str = "none", **attributes: object
    ) -> None:
        """A circle round (x, y)."""
        self.add(
            self._drawing.circle(
                center=(number(x), number(y)), r=number(r), **self._paint(fill, attributes)
            )
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, **attributes: object) -> None:
        """A straight stroke."""
        data = path_of(((x1, y1), (x2, y2)), closed=False)
        self.add(Plain("path", {"d": data, **self._paint("none", attributes)}))

    def image(
        self,
        name: str,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        turned: bool = False,
        cover: bool = False,
    ) -> None:
        """A finished picture stretched over a rectangle, upside down when ``turned``; with
        ``cover`` it keeps its proportions and what stands over is cut off.

        What is not drawn of an SVG is noted. Raises `FinishedError`, or `OwnSvgError` for an SVG
        that is broken.
        """
        own = as_drawing(name, self.folders)
        self.notes.extend(note for note in own.notes if note not in self.notes)
        fitted = "xMidYMid slice" if cover else "none"
        attributes: dict[str, str] = {"preserveAspectRatio": fitted}
        if turned:
            middle = f"{number(x + width / 2)} {number(y + height / 2)}"
            attributes["transform"] = f"rotate(180 {middle})"
        if own.svg:
            sides = {"x": x, "y": y, "width": width, "height": height}
            place = {key: number(value) for key, value in sides.items()}
            turns = attributes.pop("transform", "")
            group = self._drawing.g(id=own.name, **({"transform": turns} if turns else {}))
            group.add(Inlaid(own.svg, place | attributes))
            self.add(group)
            return
        self.add(
            self._drawing.image(
                as_link(name, self.folders),
                insert=(number(x), number(y)),
                size=(number(width), number(height)),
                **attributes,
            )
        )

    def embed(
        self,
        other: Sheet,
        seen: tuple[float, float, float, float],
        into: tuple[float, float, float, float],
    ) -> None:
        """Lays a part of another sheet (x, y, width, height) into a rectangle, in proportion.

        Its writing is remembered here where it is seen, at the size it has here.
        """
        x, y, width, height = into
        left, top, wide, high = seen
        nested = self._drawing.svg(
            insert=(number(x), number(y)),
            size=(number(width), number(height)),
            viewBox=f"{number(left)} {number(top)} {number(wide)} {number(high)}",
        )
        nested.elements = list(other._drawing.elements)
        self.add(nested)
        scale = min(width / wide, height / high)
        dx = x + (width - scale * wide) / 2 - scale * left
        dy = y + (height - scale * high) / 2 - scale * top

        def carried(outline: Sequence[Point]) -> tuple[Point, ...]:
            return tuple((dx + scale * px, dy + scale * py) for px, py in outline)

        for label in other.labels:
            xs, ys = zip(*label.corners, strict=True)
            beyond = min(xs) < left or max(xs) > left + wide
            if not beyond and top <= min(ys) and max(ys) <= top + high:
                a, b, c, d = carried(label.corners)
                parts = tuple(carried(part) for part in label.parts)
                size, over = label.size * scale, label.overflow * scale
                self.labels.append(
                    replace(label, size=size, overflow=over, corners=(a, b, c, d), parts=parts)
                )

    def _paint(self, fill: str, attributes: dict[str, object]) -> dict[str, object]:
        paint: dict[str, object] = {"fill": fill if fill == "none" else self.theme.colour(fill)}
        for key, value in attributes.items():
            if key == "stroke":
                value = self.theme.colour(str(value))
            elif isinstance(value, float):
                value = number(value)
            paint[key] = value
        return paint

    # -- symbols --------------------------------------------------------------------------

    def symbol(
        self,
        name: str,
        x: float,
        y: float,
        width: float,
        height: float,
        ground: Ground,
        *,
        align: Literal["middle", "foot"] = "middle",
        hanging: bool = False,
    ) -> tuple[float, float]:
        """A symbol as large as the box allows, centred, or standing on the box's lower edge.

        What may hang over its body (a unit's wheels) does so with ``hanging``. Gives the size that
        what stands in the box was drawn at.
        """
        found = load_symbol(name, self.folders)
        body = (0.0, 0.0, found.width, found.height)
        if hanging and found.body is not None:
            body = found.body
        scale = min(width / body[2], height / body[3])
        wide, high = body[2] * scale, body[3] * scale
        left = x + (width - wide) / 2 - body[0] * scale
        top = y + height - high if align == "foot" else y + (height - high) / 2
        top -= body[1] * scale
        for words, tall in found.letters:
            points = tall * scale / _CAPITALS / POINT
            if points < FLOOR / POINT - _HAIR:
                self.notes.append(
                    f"the letters {words!r} in the sign {name!r} are {points:.1f} pt high; "
                    "the least is 5 pt"
                )
        group = self._drawing.g(
            transform=f"translate({number(left)} {number(top)}) scale({scale:.5g})"
        )
        group.add(_Figure(found, ground))
        self.add(group)
        return wide, high

    # -- writing --------------------------------------------------------------------------

    def text(
        self,
        x: float,
        y: float,
        words: str,
        role: str,
        size: float,
        *,
        colour: str = "ink",
        on: str = "paper",
        anchor: Anchor = "start",
        room: float | None = None,
        angle: float = 0.0,
        tracking: float = 0.0,
        stretch: float = 1.0,
        floor: float = FLOOR,
        narrowest: float = NARROWEST,
        halo: float = 0.0,
    ) -> Fitted:
        """Writes one line with its baseline at ``y``.

        ``size``, ``room``, ``floor`` and ``halo`` are millimetres, ``angle`` degrees clockwise,
        ``tracking`` parts of the size. With a ``room`` the line is fitted into it. ``on`` is the
        colour it stands on; with a ``halo`` that colour is laid round the letters.
        """
        cut = self.theme.face(role)
        if room is None:
            table = measures(cut)
            natural = size * (table.width(words) + tracking * max(0, len(words) - 1))
            line = Fitted(words, size, stretch, natural * stretch)
        else:
            line = fit(
                words,
                cut,
                size,
                room / stretch,
                floor=floor,
                narrowest=min(1.0, narrowest / stretch),
                tracking=tracking,
            )
            line = Fitted(
                line.text,
                line.size,
                line.stretch * stretch,
                line.width * stretch,
                line.overflow * stretch,
            )
        fill, ground = self.theme.colour(colour), self.theme.colour(on)
        attributes = self._type(cut, line.size, fill, anchor, tracking, halo, ground)
        if room is not None and not tracking and line.width > 0.85 * room:
            # A browser without our fonts sets wider ones: this holds them in the room. (Not with
            # tracking, which the renderer would add to the length.)
            attributes["textLength"] = number(line.width / line.stretch)
            attributes["lengthAdjust"] = "spacingAndGlyphs"
        turns = []
        if angle:
            turns.append(f"rotate({number(angle)} {number(x)} {number(y)})")
        if line.stretch != 1.0:
            turns.append(f"translate({number(x)} {number(y)}) scale({line.stretch:.4f} 1)")
            insert = ("0", "0")
        else:
            insert = (number(x), number(y))
        if turns:
            attributes["transform"] = " ".join(turns)
        attributes["x"], attributes["y"] = insert
        self.add(Plain("text", attributes, line.text))
        self._remember(words, cut, line, fill, ground, (x, y), anchor, angle)
        return line

    def text_along(
        self,
        name: str,
        data: str,
        words: str,
        role: str,
        size: float,
        corners: tuple[Point, Point, Point, Point],
        *,
        colour: str = "ink",
        on: str = "paper",
        tracking: float = 0.0,
        halo: float = 0.0,
        parts: tuple[tuple[Point, ...], ...] = (),
    ) -> None:
        """Writes along a path, centred on it; ``corners`` is the room the writing takes, in
        ``parts`` where the path is a curve."""
        cut = self.theme.face(role)
        fill, ground = self.theme.colour(colour), self.theme.colour(on)
        # The id depends on the path, so that drawings set into one page never borrow another's.
        name = f"{name}-{crc32(data.encode()):08x}"
        self.define(self._drawing.path(d=data, id=name, fill="none"))
        attributes = self._type(cut, size, fill, "middle", tracking, halo, ground)
        element = self._drawing.text("", **attributes)
        element.add(svgwrite.text.TextPath(f"#{name}", words, startOffset="50%"))
        self.add(element)
        self.labels.append(Label(words, words, cut, size, 0.0, fill, ground, corners, parts))

    def _type(
        self,
        cut: str,
        size: float,
        fill: str,
        anchor: Anchor,
        tracking: float,
        halo: float,
        ground: str,
    ) -> dict[str, object]:
        chosen = face(cut)
        fallback = "serif" if "Serif" in chosen.family else "sans-serif"
        attributes: dict[str, object] = {
            "font_family": f"'{chosen.family}', {fallback}",
            "font_size": number(size),
            "fill": fill,
        }
        if chosen.weight != 400:
            attributes["font_weight"] = chosen.weight
        if chosen.italic:
            attributes["font_style"] = "italic"
        if anchor != "start":
            attributes["text_anchor"] = anchor
        if tracking:
            attributes["letter_spacing"] = number(tracking * size)
        if halo:
            attributes |= {
                "stroke": ground,
                "stroke_width": number(2 * halo),
                "stroke_linejoin": "round",
                "paint_order": "stroke",
            }
        return attributes

    def _remember(
        self,
        wanted: str,
        cut: str,
        line: Fitted,
        fill: str,
        ground: str,
        at: Point,
        anchor: Anchor,
        angle: float,
    ) -> None:
        table = measures(cut)
        left = {"start": 0.0, "middle": -line.width / 2, "end": -line.width}[anchor]
        descends = any(letter in "gjpqy,;()Q" for letter in line.text)
        bottom = table.descent * line.size * 0.8 if descends else 0.0
        top = -table.cap_height * line.size
        turn = radians(angle)

        def placed(x: float, y: float) -> Point:
            return (
                at[0] + x * cos(turn) - y * sin(turn),
                at[1] + x * sin(turn) + y * cos(turn),
            )

        right = left + line.width
        corners = (
            placed(left, top),
            placed(right, top),
            placed(right, bottom),
            placed(left, bottom),
        )
        self.labels.append(
            Label(line.text, wanted, cut, line.size, line.overflow, fill, ground, corners)
        )

    # -- the finished picture -------------------------------------------------------------

    def svg(self) -> str:
        """The whole document."""
        return markup_of(self._drawing.get_xml())

    def picture(self, name: str) -> Picture:
        """The drawing under its name, with what the checks find."""
        from generator.drawing.checks import findings

        width, height = self.width + 2 * self.bleed, self.height + 2 * self.bleed
        return Picture(name, self.svg(), width, height, tuple(findings(self)))
