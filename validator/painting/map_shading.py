"""The shadings of a map: areas of effect that are darkened together, or left clear (``MapShader``).

They are painted as a game is opened: whether a player switched one on by its button is in no save.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from generator.light import dataclass
from generator.vassal import sequences
from generator.vassal.labels import Colour, colour
from validator.painting.drawing import filled, picture_key, tiled, too_large
from validator.painting.laying import Sprite
from validator.painting.lettering import BLACK
from validator.painting.numbers import whole
from validator.painting.pictures import Pictures
from validator.painting.pixels import Image, ImageChops
from validator.painting.shapes import EMPTY, Box, Shape, bounds, scaled

if TYPE_CHECKING:
    from generator.vassal.component_trees import TreeElement

_SHADER = "VASSAL.build.module.map.MapShader"
_FULL: Colour = (255, 255, 255, 255)
_DOTS = {
    "25%": ((0, 0),),
    "50%": ((0, 0), (1, 1)),
    "75%": ((0, 0), (1, 0), (1, 1)),
}
"""By pattern, the painted pixels of each block of two by two; other patterns paint all."""
_OWN = "Custom Image"


class Shaded(NamedTuple):
    """What the picture of a shading depends on."""

    areas: tuple[Shape, ...]
    """The pieces' areas, in pixels of the unzoomed map."""
    boards: tuple[tuple[str, Box], ...]
    zoom: float


@dataclass(frozen=True, slots=True)
class Shading:
    """One shading of a map."""

    name: str
    over: bool
    """Whether it lies over the pieces."""
    element: TreeElement
    pictures: Pictures

    def sprites(self, shaded: Shaded) -> Iterator[Sprite]:
        """The shading as one picture; none if nothing is shaded."""
        areas = tuple(scaled(area, shaded.zoom) for area in shaded.areas)
        around = self.element.get("type") == "Background"
        clear = tuple(self._clear(shaded)) if around else areas
        box = bounds(tuple(polygon for shape in clear for polygon in shape))
        box = Box(max(box.left, 0), max(box.top, 0), max(box.right, 0), max(box.bottom, 0))
        box = Box(box.left, box.top, box.width - box.left, box.height - box.top)
        if not box.width or not box.height or too_large(box):
            return
        mask = Image.new("L", (box.width, box.height))
        for shape in clear:
            _lay(mask, shape, box, 255)
        for shape in areas if around else ():
            _lay(mask, shape, box, 0)
        image = self._ink(box, shaded.zoom)
        _fade(image, mask, whole(self.element.get("opacity"), 100))
        if self.element.get("border") == "true":
            tint = colour(self.element.get("borderColor") or "") or BLACK
            edge = Image.new("RGBA", image.size, tint)
            _fade(edge, _edge(mask), whole(self.element.get("borderOpacity"), 100))
            image.alpha_composite(edge)
        yield Sprite((), image, box.left, box.top, picture_key(image), EMPTY, ())

    def _clear(self, shaded: Shaded) -> Iterator[Shape]:
        """The boards that are shaded except in the pieces' areas."""
        listed = sequences.decode(self.element.get("boardList") or "", ",")
        chosen = self.element.get("boards")
        for name, box in shaded.boards:
            if chosen == "No, exclude Boards in list" and name in listed:
                continue
            if chosen == "No, only shade Boards in List" and name not in listed:
                continue
            yield scaled(box.shape, shaded.zoom)

    def _ink(self, box: Box, zoom: float) -> Image.Image:
        """A box filled with the pattern, which begins at the map's corner and does not zoom."""
        tint = colour(self.element.get("color") or "") or BLACK
        pattern = self.element.get("pattern") or "25%"
        size = (box.width, box.height)
        if pattern == _OWN:
            by = zoom if self.element.get("scaleImage") == "true" else 1.0
            tile = self.pictures.get(self.element.get("image") or "", by)
            return Image.new("RGBA", size, tint) if tile is None else _laid(tile, box)
        if pattern not in _DOTS:
            return Image.new("RGBA", size, tint)
        tile = Image.new("RGBA", (2, 2), (*tint[:3], 0))
        for at in _DOTS[pattern]:
            tile.putpixel(at, tint)
        return _laid(tile, box)


def shadings(element: TreeElement, pictures: Pictures) -> Iterator[Shading]:
    """The shadings of a map that are on as a game is opened."""
    for one in element.iter(_SHADER):
        if "true" in (one.get("alwaysOn"), one.get("startsOn")):
            name = str(one.get("name") or "")
            yield Shading(name, one.get("drawOver") == "true", one, pictures)


def _lay(mask: Image.Image, shape: Shape, box: Box, level: int) -> None:
    """Mark, or clear, the pixels of a shape in the mask of a box."""
    own = bounds(shape)
    if own.width and own.height:
        pixels = filled(shape, own, _FULL, smooth=True).getchannel("A")
        mask.paste(level, (own.left - box.left, own.top - box.top), pixels)


def _fade(image: Image.Image, mask: Image.Image, opacity: int) -> None:
    share = min(max(opacity, 0), 100)
    mask = mask.point(lambda level: level * share // 100)
    image.putalpha(ImageChops.multiply(image.getchannel("A"), mask))


def _edge(mask: Image.Image) -> Image.Image:
    """A line one pixel wide: the pixels whose left or upper neighbours differ."""
    first = last = mask
    for across, down in ((1, 0), (0, 1), (1, 1)):
        other = Image.new("L", mask.size)
        other.paste(mask, (across, down))
        first, last = ImageChops.lighter(first, other), ImageChops.darker(last, other)
    return ImageChops.subtract(first, last)


def _laid(tile: Image.Image, box: Box) -> Image.Image:
    return tiled(tile.convert("RGBA"), (box.width, box.height), (box.left, box.top))
