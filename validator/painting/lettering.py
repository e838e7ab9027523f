"""Text on pieces and boards, measured as Java measures it, in the most similar typeface at hand.

VASSAL uses the typefaces of the player's computer. The tests compare with pictures made where
Java's families are those of DejaVu; without DejaVu our own typefaces are used.
"""

from __future__ import annotations

from functools import cache, lru_cache

from generator.light import dataclass
from generator.vassal.labels import Colour
from validator.painting.pixels import Image, ImageDraw, ImageFont

BLACK: Colour = (0, 0, 0, 255)

_LIKE = (
    (("mono", "courier", "consol", "typewriter"), "SansMono"),
    (("serif", "times", "georgia", "garamond", "roman", "palatino", "bookman"), "Serif"),
)
_CUTS = {
    "Sans": ("", "-Bold", "-Oblique", "-BoldOblique"),
    "SansMono": ("", "-Bold", "-Oblique", "-BoldOblique"),
    "Serif": ("", "-Bold", "-Italic", "-BoldItalic"),
}
_OURS = {
    "Sans": ("sans", "sans bold", "sans italic", "sans bold"),
    "SansMono": ("sans", "sans bold", "sans italic", "sans bold"),
    "Serif": ("serif", "serif bold", "serif italic", "serif bold"),
}
_ASCENT, _DESCENT = 0.928, 0.236
_NEARLY_ONE = 0.95
"""Java adds this before it cuts a measure to whole pixels (``FontDesignMetrics``)."""
_EXACT = 2048
"""Letters are measured at this size, the units of their design grid."""
_LARGEST = 400
_LONGEST = 2000
_WIDEST = 1200
"""The greatest width of a label, in pixels."""


@dataclass(frozen=True, slots=True)
class Typeface:
    """A family, 1 for bold plus 2 for italic, and a size in pixels."""

    family: str
    style: int
    size: int

    @property
    def ascent(self) -> int:
        """Pixels above the baseline."""
        return int(_ASCENT * self._size + _NEARLY_ONE)

    @property
    def height(self) -> int:
        """The height of a line of text, in pixels."""
        return self.ascent + int(_DESCENT * self._size + _NEARLY_ONE)

    def width(self, text: str) -> int:
        """The width of a text, in pixels."""
        return sum(_advance(self.family, self.style, self._size, letter) for letter in text)

    @property
    def _size(self) -> int:
        return min(max(self.size, 1), _LARGEST)

    def write(
        self, drawing: ImageDraw.ImageDraw, left: int, top: int, text: str, colour: Colour
    ) -> None:
        """Draw a text; its box has its left top corner at this point."""
        font = _font(self.family, self.style, self._size)
        base = top + self.ascent
        for letter in text[:_LONGEST]:
            if left > drawing.im.size[0]:
                break
            drawing.text((left, base), letter, fill=colour, font=font, anchor="ls")
            left += _advance(self.family, self.style, self._size, letter)


def written(text: str, face: Typeface, colour: Colour, back: Colour | None) -> Image.Image | None:
    """A line of text in its box; None for an empty one."""
    text = text[:_LONGEST].replace("\n", "").replace("\t", " ")
    width = min(face.width(text), _WIDEST)
    if width < 1:
        return None
    image = Image.new("RGBA", (width, face.height), back or (*colour[:3], 0))
    face.write(ImageDraw.Draw(image), 0, 0, text, colour)
    return image


@lru_cache(maxsize=20_000)
def _advance(family: str, style: int, size: int, letter: str) -> int:
    """The advance of a letter in whole pixels: Java rounds each."""
    return int(_font(family, style, _EXACT).getlength(letter) * size / _EXACT + 0.5)


@lru_cache(maxsize=256)
def _font(family: str, style: int, size: int) -> ImageFont.FreeTypeFont:
    return _sized(_stem(family.casefold()), style & 3, size)


def _stem(family: str) -> str:
    """The most similar of Java's families."""
    if "sans" in family:
        return "Sans"
    return next((stem for words, stem in _LIKE if any(word in family for word in words)), "Sans")


@cache
def _sized(stem: str, style: int, size: int) -> ImageFont.FreeTypeFont:
    engine = ImageFont.Layout.BASIC
    try:
        name = f"DejaVu{stem}{_CUTS[stem][style]}.ttf"
        return ImageFont.truetype(name, size, layout_engine=engine)
    except OSError:
        from generator.drawing.typefaces import face, font_file

        ours = font_file(face(_OURS[stem][style]))
        return ImageFont.truetype(str(ours), size, layout_engine=engine)
