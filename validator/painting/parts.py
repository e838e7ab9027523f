"""The pictures of traits: each part draws the part inside it, and its own over or under that.

A part draws itself around the piece's centre. The order, roundings and boxes are those of
``VASSAL.counters``; each part names its class there. With zoom each picture is scaled by itself and
places are cut to whole pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, radians, sin
from typing import NamedTuple

from generator.light import dataclass
from generator.vassal.labels import Colour, LabelPlace
from validator.painting import shapes
from validator.painting.drawing import (
    FINE,
    Op,
    circle,
    filled,
    flattened,
    line_between,
    outline,
    too_large,
    turned_about_centre,
    turned_picture,
    without_circle,
)
from validator.painting.lettering import BLACK, Typeface, written
from validator.painting.markup import is_html, laid_out
from validator.painting.pictures import Pictures, resized, scaled
from validator.painting.pixels import Image, ImageChops, ImageDraw
from validator.painting.shapes import EMPTY, Box, Point, Shape, bounds, centred

_LOST: Colour = (255, 255, 255, 230)
_CROSS: Colour = (240, 190, 190, 255)
_LOST_EDGE: Colour = (200, 0, 0, 255)
_CLOSED: Colour = (214, 210, 200, 255)


class Label(NamedTuple):
    """A text on a piece, and its box relative to the piece's centre."""

    text: str
    box: Box


class Part:
    """The base of all parts; by itself it draws nothing."""

    box: Box = EMPTY
    """Contains every painted pixel, without trails."""
    shape: Shape = ()
    """The piece's shape for VASSAL, such as for clicks and outlines."""
    flat: Shape = ()
    """The shape without rotations; stacks are spread by it."""
    labels: tuple[Label, ...] = ()
    """The upright texts on it."""
    areas: tuple[tuple[str, Shape], ...] = ()
    """The areas that it shades, relative to its stack's centre, by the name of the shading."""

    def paint(self, zoom: float) -> list[Op]:
        """The pictures to draw, in order."""
        return []


class Wrapping(Part):
    """A part around another part; its box and shape are the other's unless changed."""

    def __init__(self, inner: Part) -> None:
        self._inner = inner
        self.box, self.shape, self.flat = inner.box, inner.shape, inner.flat
        self.labels, self.areas = inner.labels, inner.areas


class Face(Part):
    """A picture (``BasicPiece``)."""

    def __init__(self, pictures: Pictures, name: str) -> None:
        self._pictures, self._name = pictures, name
        size = pictures.size(name)
        self.box = centred(*size) if size is not None else EMPTY
        self.shape = self.flat = self.box.shape

    def paint(self, zoom: float) -> list[Op]:
        image = self._pictures.get(self._name, zoom)
        return [] if image is None else [_placed(image, self.box, zoom)]


class Named(Part):
    """A box with a name in it, in place of a missing picture."""

    def __init__(self, name: str, size: tuple[int, int] = (48, 48), *, lost: bool = True) -> None:
        """``lost`` marks the box as one that should have a picture."""
        self._name, self._lost = name, lost
        self.box = centred(*size)
        self.shape = self.flat = self.box.shape

    def paint(self, zoom: float) -> list[Op]:
        width, height = (max(8, int(side * zoom)) for side in (self.box.width, self.box.height))
        image = Image.new("RGBA", (width, height), _LOST if self._lost else _CLOSED)
        drawing = ImageDraw.Draw(image)
        if self._lost:
            drawing.line((0, 0, width, height), fill=_CROSS)
            drawing.line((0, height, width, 0), fill=_CROSS)
        edge = _LOST_EDGE if self._lost else BLACK
        drawing.rectangle((0, 0, width - 1, height - 1), outline=edge)
        face = Typeface("SansSerif", 0, 9)
        lines = _lines(self._name, face, width - 4)[: max(1, (height - 2) // face.height)]
        top = (height - len(lines) * face.height) // 2
        for line in lines:
            left = (width - face.width(line)) // 2
            face.write(drawing, left, top, line, (0, 0, 0, 255))
            top += face.height
        return [_placed(image, self.box, zoom)]


class Shaded(Part):
    """A lower piece of a stack, on a map that fills those with a colour."""

    def __init__(self, shape: Shape, colour: Colour) -> None:
        self._colour = colour
        self.box, self.shape, self.flat = bounds(shape), shape, shape

    def paint(self, zoom: float) -> list[Op]:
        shape = shapes.scaled(self.shape, zoom)
        box = bounds(shape)
        if not box.width or not box.height:
            return []
        ground = Op(filled(shape, box, self._colour), box.left, box.top)
        return [ground, outline(shape, 1, BLACK)]


class Frame(Part):
    """An empty deck."""

    def __init__(self, box: Box, colour: Colour) -> None:
        self._colour = colour
        self.box, self.shape, self.flat = box, box.shape, box.shape

    def paint(self, zoom: float) -> list[Op]:
        box = Box(*(int(side * zoom) for side in self.box))
        return [outline(box.shape, 1, self._colour)] if box.width and box.height else []


class Layered(Wrapping):
    """A picture over the inner part (``Embellishment``)."""

    def __init__(
        self,
        inner: Part,
        image: Part | Face,
        at: tuple[int, int],
        scale: float,
        *,
        under: bool = False,
    ) -> None:
        super().__init__(inner)
        self._image, self._scale = image, scale
        box = image.box
        if scale != 1.0:
            box = Box(
                int(box.left * scale),
                int(box.top * scale),
                int(box.width * scale + 1e-9),
                int(box.height * scale + 1e-9),
            )
        self._own = box.moved(*at)
        self.box = inner.box | self._own
        own = () if under else self._own.shape
        self.shape = _with(inner.shape, own)
        self.flat = _with(inner.flat, own)

    def paint(self, zoom: float) -> list[Op]:
        ops = self._inner.paint(zoom)
        for op in self._image.paint(zoom * self._scale):
            ops.append(Op(op.image, int(zoom * self._own.left), int(zoom * self._own.top)))
        return ops


class Turned(Wrapping):
    """The inner part, turned (``FreeRotator``)."""

    def __init__(self, inner: Part, degrees: float) -> None:
        """``degrees`` count counter-clockwise."""
        super().__init__(inner)
        self._degrees = degrees
        middle = (inner.box.width % 2 / 2, inner.box.height % 2 / 2)
        self.box = bounds(shapes.turned(inner.box.shape, -degrees, middle))
        self.shape = shapes.turned(inner.shape, -degrees, middle)
        self.labels = ()

    def paint(self, zoom: float) -> list[Op]:
        ops = self._inner.paint(1.0)
        loose = [op for op in ops if op.of_stack]
        box = self._inner.box
        if not box.width or not box.height:
            return loose
        image = flattened([op for op in ops if not op.of_stack], box)
        made = turned_picture(image, self._degrees)
        if zoom != 1.0:
            # The area that the turned picture covers is stretched to its bounding box.
            covered = self._around(*image.size)
            width, height = (max(1, int(side * zoom)) for side in self.box[2:])
            made = resized(made, width, height, covered)
        return [*loose, Op(made, int(zoom * self.box.left), int(zoom * self.box.top))]

    def _around(self, width: int, height: int) -> tuple[int, int]:
        """The size of a turned box, without rounding outward."""
        turn = radians(self._degrees)
        cosine, sine = abs(cos(turn)), abs(sin(turn))
        return round(width * cosine + height * sine), round(width * sine + height * cosine)


@dataclass(frozen=True, slots=True)
class LabelStyle:
    """The typeface and place of a label."""

    face: Typeface
    colour: Colour
    back: Colour | None
    place: LabelPlace
    degrees: int
    changes: bool
    """Whether a key can change it; then it is not part of the shape."""


class Labelled(Wrapping):
    """A line of text on the inner part (``Labeler``)."""

    def __init__(self, inner: Part, text: str, style: LabelStyle) -> None:
        super().__init__(inner)
        self._text, self._style = text, style
        self._html = is_html(text)
        image = self._image(1.0)
        self._place = EMPTY
        if image is None:
            return
        self._place = self._label(bounds(inner.shape), *image.size)
        self.labels = (*inner.labels, Label(text, self._place))
        own = self._place.shape
        if style.degrees:
            own = shapes.turned(own, style.degrees)
        self.box = inner.box | (bounds(own) if style.degrees else self._place)
        if not style.changes:
            self.shape = _with(inner.shape, own)
            flat = self._label(bounds(inner.flat), *image.size).shape
            self.flat = _with(inner.flat, shapes.turned(flat, style.degrees))

    def _label(self, box: Box, width: int, height: int) -> Box:
        edges = (box.left, box.top, box.right, box.bottom)
        return Box(*self._style.place.corner(edges, (width, height)), width, height)

    def _image(self, zoom: float) -> Image.Image | None:
        style = self._style
        if self._html:
            image = laid_out(self._text, style.face, style.colour, style.back)
            return scaled(image, zoom) if image is not None else None
        face = style.face
        if zoom != 1.0:
            face = Typeface(face.family, face.style, max(1, round(face.size * zoom)))
        return written(self._text, face, style.colour, style.back)

    def paint(self, zoom: float) -> list[Op]:
        ops = self._inner.paint(zoom)
        image = self._image(zoom)
        if image is None:
            return ops
        left, top = int(zoom * self._place.left), int(zoom * self._place.top)
        if self._style.degrees:
            return [*ops, turned_about_centre(Op(image, left, top), self._style.degrees)]
        return [*ops, Op(image, left, top)]


class Marked(Wrapping):
    """A picture with its left top corner at a given place (``MovementMarkable``)."""

    def __init__(self, inner: Part, image: Part, at: tuple[int, int]) -> None:
        super().__init__(inner)
        self._image, self._at = image, at
        self.box = inner.box | Box(*at, image.box.width, image.box.height)

    def paint(self, zoom: float) -> list[Op]:
        ops = self._inner.paint(zoom)
        left, top = (int(zoom * side) for side in self._at)
        return ops + [Op(op.image, left, top) for op in self._image.paint(zoom)]


class Masked(Part):
    """A piece as its owner sees it under its mask (``Obscurable``)."""

    def __init__(self, inner: Part, mask: Part, style: str, own: Part | None) -> None:
        """``style`` is the first letter of the trait's display style; ``own`` the picture of style
        G."""
        self._inner, self._mask, self._style, self._own = inner, mask, style, own
        match style:
            case "B" | "2" | "P":
                seen: Part = mask
            case _:
                seen = inner
        self.box, self.shape, self.flat = seen.box, seen.shape, seen.flat
        self.labels, self.areas = seen.labels, inner.areas
        if own is not None:
            self.box = self.box | own.box

    def paint(self, zoom: float) -> list[Op]:
        match self._style:
            case "B":
                return [*self._mask.paint(zoom), *self._inner.paint(zoom * 0.5)]
            case "2":
                return [*self._mask.paint(zoom), *self._inner.paint(zoom * 0.8)]
            case "P":
                return self._mask.paint(zoom)
            case "G":
                own = self._own.paint(zoom) if self._own is not None else []
                return [*self._inner.paint(zoom), *own]
        box, mask = bounds(self._inner.shape), bounds(self._mask.shape)
        across = -int(zoom * box.width / 2 - 0.5 * zoom * mask.width / 2)
        down = -int(zoom * box.height / 2 - 0.5 * zoom * mask.height / 2)
        small = [op.moved(across, down) for op in self._mask.paint(zoom * 0.5)]
        return [*self._inner.paint(zoom), *small]


class Veiled(Wrapping):
    """A hidden piece as its owner sees it (``Hideable``)."""

    def __init__(self, inner: Part, opacity: float, back: Colour | None) -> None:
        super().__init__(inner)
        self._opacity, self._back = min(max(opacity, 0.0), 1.0), back

    def paint(self, zoom: float) -> list[Op]:
        shape = shapes.scaled(self.shape, zoom)
        box = bounds(shape)
        if not box.width or not box.height:
            return []
        within = filled(shape, box, (255, 255, 255, 255)).getchannel("A")
        image = flattened([op for op in self._inner.paint(zoom) if not op.of_stack], box)
        opacity = within.point(lambda level: int(level * self._opacity + 0.5))
        image.putalpha(ImageChops.multiply(image.getchannel("A"), opacity))
        ops = [Op(image, box.left, box.top)]
        if self._back is not None:
            ops.insert(0, Op(filled(shape, box, self._back), box.left, box.top))
        return ops


class Outlined(Wrapping):
    """A line around the shape (``BorderOutline``)."""

    def __init__(self, inner: Part, thickness: int, colour: Colour) -> None:
        super().__init__(inner)
        self._thickness, self._colour = max(1, thickness), colour
        box = bounds(inner.shape)
        by = self._thickness
        grown = Box(box.left - by, box.top - by, box.width + 2 * by, box.height + 2 * by)
        self.box = inner.box | grown

    def paint(self, zoom: float) -> list[Op]:
        ops = self._inner.paint(zoom)
        box = bounds(self.shape)
        if not box.width or not box.height:
            return ops
        across, down = (box.width + 1) / box.width, (box.height + 1) / box.height
        grown = tuple(
            tuple(
                (
                    (box.left - 0.5 + (x - box.left) * across) * zoom,
                    (box.top - 0.5 + (y - box.top) * down) * zoom,
                )
                for x, y in polygon
            )
            for polygon in self.shape
        )
        return [*ops, outline(grown, max(1, int(self._thickness * zoom + 0.5)), self._colour)]


class Shaped(Wrapping):
    """The inner part with another shape (``NonRectangular``)."""

    def __init__(self, inner: Part, shape: Shape) -> None:
        super().__init__(inner)
        self.shape = self.flat = shape or inner.shape

    def paint(self, zoom: float) -> list[Op]:
        return self._inner.paint(zoom)


class Reaching(Wrapping):
    """A coloured area under a piece, around its stack's centre (``AreaOfEffect``)."""

    def __init__(self, inner: Part, area: Shape, colour: Colour) -> None:
        """``area`` is relative to the stack's centre; it is not part of the piece's box."""
        super().__init__(inner)
        self._area, self._colour = area, colour

    def paint(self, zoom: float) -> list[Op]:
        area = shapes.scaled(self._area, zoom)
        box = bounds(area)
        ops = self._inner.paint(zoom)
        if not box.width or too_large(box, FINE):
            return ops
        image = filled(area, box, self._colour, smooth=True)
        return [Op(image, box.left, box.top, of_stack=True), *ops]


class Shading(Wrapping):
    """An area that a shading of the map paints (``AreaOfEffect``)."""

    def __init__(self, inner: Part, name: str, area: Shape) -> None:
        super().__init__(inner)
        self.areas = (*inner.areas, (name, area))

    def paint(self, zoom: float) -> list[Op]:
        return self._inner.paint(zoom)


class Trailing(Wrapping):
    """The trail of a piece's moves, drawn over it (``Footprint``)."""

    def __init__(
        self,
        inner: Part,
        points: Sequence[Point],
        radius: int,
        width: float,
        colours: tuple[Colour, Colour],
        opacity: float,
    ) -> None:
        """``points`` are relative to the stack's present centre, the oldest first; ``colours`` are
        those of the lines and of the circles' insides."""
        super().__init__(inner)
        self._points, self._radius, self._width = points, radius, width
        self._colours, self._opacity = colours, opacity

    def paint(self, zoom: float) -> list[Op]:
        ops = self._inner.paint(zoom)
        points = [(int(x * zoom), int(y * zoom)) for x, y in self._points]
        radius = int(self._radius * zoom)
        reach = radius + int(self._width) + 2
        xs, ys = [x for x, _ in (*points, (0, 0))], [y for _, y in (*points, (0, 0))]
        left, top = min(xs) - reach, min(ys) - reach
        size = (max(xs) + reach - left, max(ys) + reach - top)
        if too_large(Box(left, top, *size), FINE):
            return ops
        line, fill = self._colours
        whole = Image.new("RGBA", size, (*line[:3], 0))
        way = [*points, (0, 0)]
        for one, other in pairwise(way):
            part = line_between(size, (left, top), one, other, max(1.0, self._width * zoom), line)
            part = without_circle(part, (other[0] - left, other[1] - top), radius)
            whole.alpha_composite(part)
        for x, y in points:
            whole.alpha_composite(circle(size, (x - left, y - top), radius, line, fill))
        alpha = whole.getchannel("A").point(lambda level: int(level * self._opacity + 0.5))
        whole.putalpha(alpha)
        return [*ops, Op(whole, left, top, of_stack=True)]


def _placed(image: Image.Image, box: Box, zoom: float) -> Op:
    return Op(image, int(zoom * box.left), int(zoom * box.top))


def _with(shape: Shape, own: Shape) -> Shape:
    """Two shapes joined; the second is dropped if it is wholly inside the first's box."""
    if own and shape and len(shape) == 1 and bounds(shape).holds(bounds(own)):
        return shape
    return (*shape, *own)


def _lines(text: str, face: Typeface, width: int) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and face.width(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
