"""Shapes, lines and rotated pictures as pixels, with hard edges as Java draws them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from math import ceil, floor
from typing import NamedTuple

from generator.vassal.labels import Colour
from validator.painting import shapes
from validator.painting.pictures import widened
from validator.painting.pixels import Image, ImageChops, ImageDraw
from validator.painting.shapes import EMPTY, Box, Point, Shape, bounds

MOST_PIXELS = 40_000_000
"""How many pixels are painted for one piece at most."""
FINE = 4
"""Curves are drawn larger by this factor, then scaled down."""


_AT_ONCE = 4_000_000
"""A large picture is pasted in strips of about this many pixels."""
_BLOCK = 128
"""Small tiles are joined into blocks about this many pixels wide before they are laid."""


class Op(NamedTuple):
    """A picture and its left top corner, in pixels from the piece's centre, or its stack's."""

    image: Image.Image
    left: int
    top: int
    of_stack: bool = False

    def moved(self, across: int, down: int) -> Op:
        """The picture moved by some pixels; one placed from the stack's centre stays."""
        if self.of_stack:
            return self
        return self._replace(left=self.left + across, top=self.top + down)


def too_large(box: Box, fine: int = 1) -> bool:
    """Whether a picture of a box would take too much memory."""
    return box.width * box.height * fine**2 > MOST_PIXELS


def flattened(ops: Iterable[Op], box: Box) -> Image.Image:
    """One picture of a box with all of ``ops`` drawn."""
    image = _blank(box)
    for op in ops:
        paste(image, op.image, op.left - box.left, op.top - box.top)
    return image


def _blank(box: Box) -> Image.Image:
    size = (1, 1) if too_large(box) else (max(1, box.width), max(1, box.height))
    return Image.new("RGBA", size)


def paste(onto: Image.Image, image: Image.Image, left: int, top: int) -> None:
    """Draw a picture over another, cut at the other's edges."""
    right, bottom = min(left + image.width, onto.width), min(top + image.height, onto.height)
    if right <= max(left, 0) or bottom <= max(top, 0):
        return
    first, rows = max(-top, 0), max(1, _AT_ONCE // image.width)
    for row in range(first, bottom - top, rows):  # in strips: each is copied, and boards are large
        cut = (max(-left, 0), row, right - left, min(row + rows, bottom - top))
        onto.alpha_composite(image, (max(left, 0), top + row), cut)


def filled(shape: Shape, box: Box, colour: Colour, *, smooth: bool = False) -> Image.Image:
    """A shape in one colour, as a picture of a box."""
    upright = [one for one in shape if len(one) == 4 and _upright(one)]
    slanted = [one for one in shape if len(one) > 2 and one not in upright]
    fine = FINE if smooth and slanted else 1
    if too_large(box, fine):
        return _blank(EMPTY)
    mask = Image.new("L", (box.width * fine, box.height * fine))
    drawing = ImageDraw.Draw(mask)
    for polygon in slanted:
        drawing.polygon(
            [((x - box.left) * fine, (y - box.top) * fine) for x, y in polygon], fill=255
        )
    if fine > 1:
        mask = mask.resize((box.width, box.height), Image.Resampling.BOX)
        mask = mask.point(lambda level: 255 if level > 127 else 0)
    for (left, top), _, (right, bottom), _ in upright:
        first = floor(left - box.left + 0.5), floor(top - box.top + 0.5)
        mask.paste(255, (*first, floor(right - box.left + 0.5), floor(bottom - box.top + 0.5)))
    image = Image.new("RGBA", (box.width, box.height), (*colour[:3], 0))
    if colour[3] != 255:
        mask = mask.point(lambda level: level * colour[3] // 255)
    image.paste((*colour[:3], 255), (0, 0), mask)
    image.putalpha(mask)
    return image


def outline(shape: Shape, thickness: float, colour: Colour) -> Op:
    """A line of this thickness along the edge of a shape."""
    reach = ceil(thickness) + 1
    box = bounds(shape)
    box = Box(box.left - reach, box.top - reach, box.width + 2 * reach, box.height + 2 * reach)
    fine = FINE
    if too_large(box, fine):
        return Op(_blank(EMPTY), 0, 0)
    mask = Image.new("L", (box.width * fine, box.height * fine))
    drawing = ImageDraw.Draw(mask)
    for polygon in shape:
        points = [((x - box.left) * fine, (y - box.top) * fine) for x, y in polygon]
        if len(points) == 4 and _upright(points):
            half = thickness * fine / 2
            (left, top), (right, bottom) = points[0], points[2]
            drawing.rectangle(
                (left - half, top - half, right + half - 1, bottom + half - 1), fill=255
            )
            inner = (left + half, top + half, right - half - 1, bottom - half - 1)
            if inner[0] <= inner[2] and inner[1] <= inner[3]:
                drawing.rectangle(inner, fill=0)
        elif len(points) > 1:
            drawing.line([*points, points[0]], fill=255, width=round(thickness * fine))
    mask = mask.resize((box.width, box.height), Image.Resampling.BOX)
    if thickness == 1:
        mask = _thin(shape, box)
    image = Image.new("RGBA", (box.width, box.height), (*colour[:3], 255))
    image.putalpha(mask)
    return Op(image, box.left, box.top)


def _thin(shape: Shape, box: Box) -> Image.Image:
    """A line one pixel wide, without antialiasing."""
    mask = Image.new("L", (box.width, box.height))
    for polygon in shape:
        points = [(floor(x + 0.5) - box.left, floor(y + 0.5) - box.top) for x, y in polygon]
        ImageDraw.Draw(mask).line([*points, points[0]], fill=255, width=1)
    return mask


def turned_picture(image: Image.Image, degrees: float) -> Image.Image:
    """A picture turned counter-clockwise, in its new bounding box."""
    middle = (image.width / 2, image.height / 2)
    box = bounds(shapes.turned(Box(0, 0, *image.size).shape, -degrees, middle))
    return _transformed(image, degrees, middle, box)


def _transformed(image: Image.Image, degrees: float, middle: Point, box: Box) -> Image.Image:
    """A picture turned about a point, cut to a box."""
    (a, d), (b, e) = shapes.turned((((1.0, 0.0), (0.0, 1.0)),), degrees)[0]
    # The affine maps each pixel of the box back to the picture. The edge is hard, as Java's.
    x0, y0 = box.left - middle[0], box.top - middle[1]
    c, f = a * x0 + b * y0 + middle[0], d * x0 + e * y0 + middle[1]
    size, affine = (box.width, box.height), Image.Transform.AFFINE
    whole = Image.new("L", image.size, 255)
    within = whole.transform(size, affine, (a, b, c, d, e, f), Image.Resampling.NEAREST)
    upright = degrees % 90 == 0
    margin = 0 if upright else 2
    made = (
        widened(image.convert("RGBa"), margin, margin, margin, margin)
        .transform(
            size,
            affine,
            (a, b, c + margin, d, e, f + margin),
            Image.Resampling.NEAREST if upright else Image.Resampling.BILINEAR,
        )
        .convert("RGBA")
    )
    made.putalpha(ImageChops.multiply(made.getchannel("A"), within))
    return made


def turned_about_centre(op: Op, degrees: int) -> Op:
    middle = (float(-op.left), float(-op.top))
    corners = Box(0, 0, *op.image.size).shape
    box = bounds(shapes.turned(corners, degrees, middle))
    made = _transformed(op.image, -degrees, middle, box)
    return Op(made, op.left + box.left, op.top + box.top)


def tiled(tile: Image.Image, size: tuple[int, int], corner: tuple[int, int]) -> Image.Image:
    """An area of ``size`` filled with a tile; the tiling begins at the map's corner, the area at
    ``corner``."""
    width, height = tile.size
    many = (max(1, _BLOCK // width) * width, max(1, _BLOCK // height) * height)
    return _side_by_side(_side_by_side(tile, many, (0, 0)), size, corner)


def _side_by_side(tile: Image.Image, size: tuple[int, int], corner: tuple[int, int]) -> Image.Image:
    image = Image.new(tile.mode, size)
    width, height = tile.size
    for top in range(-(corner[1] % height), size[1], height):
        for left in range(-(corner[0] % width), size[0], width):
            image.paste(tile, (left, top))
    return image


def picture_key(image: Image.Image) -> str:
    """A digest of a picture, the same for equal ones."""
    return sha256(b"%d %d " % image.size + image.tobytes()).hexdigest()[:20]


def _upright(points: Sequence[Point]) -> bool:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    return ay == by and bx == cx and cy == dy and dx == ax


def line_between(
    size: tuple[int, int],
    corner: tuple[int, int],
    one: tuple[int, int],
    other: tuple[int, int],
    width: float,
    colour: Colour,
) -> Image.Image:
    image = Image.new("RGBA", size, (*colour[:3], 0))
    ends = [(x - corner[0], y - corner[1]) for x, y in (one, other)]
    ImageDraw.Draw(image).line(ends, fill=colour, width=max(1, round(width)))
    return image


def without_circle(image: Image.Image, at: tuple[int, int], radius: int) -> Image.Image:
    if radius > 0:
        x, y = at
        drawing = ImageDraw.Draw(image)
        drawing.ellipse((x - radius, y - radius, x + radius, y + radius), fill=(0, 0, 0, 0))
    return image


def circle(
    size: tuple[int, int], at: tuple[int, int], radius: int, line: Colour, fill: Colour
) -> Image.Image:
    image = Image.new("RGBA", size, (*line[:3], 0))
    x, y = at
    reach = (x - radius, y - radius, x + radius, y + radius)
    ImageDraw.Draw(image).ellipse(reach, fill=fill, outline=line, width=1)
    return image
