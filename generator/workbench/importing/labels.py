"""Text labels of a piece as far as they are the same at all times, written into its picture.

A module often prints a counter's factors and name by labels: without them a printed counter would
be blank. Letters are ours, of the size and the place they have in VASSAL.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, radians, sin
from typing import TYPE_CHECKING

from generator.drawing.typefaces import face, font_file, measures
from generator.light import dataclass
from generator.vassal.encodings import whole
from generator.vassal.evaluation import EvaluationError, formatted
from generator.vassal.labels import Colour, LabelPlace, colour
from generator.vassal.traits import Trait

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

_BLACK: Colour = (0, 0, 0, 255)
_SERIF = ("times", "georgia", "garamond", "roman", "palatino", "bookman")
_CUTS = ("", " bold", " italic", " semibold italic")
"""By VASSAL's style: 1 for bold plus 2 for italic."""

_LARGEST = 400
_LONGEST = 200

_OVER = 3
"""So many pixels of a label's box may lie off its counter: it has air round its letters."""


@dataclass(frozen=True, slots=True)
class Written:
    """A label as it stands on a counter."""

    text: str
    cut: str
    size: int
    """Of the type, in pixels."""
    ink: Colour
    ground: Colour | None
    place: LabelPlace
    degrees: int
    """Clockwise, about the middle of the piece."""
    beneath: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Left, top, right and bottom of the pictures under it, from the middle of the piece."""
    x: int = 0
    """Of the middle of the piece, from the counter's; pixels to the right."""
    y: int = 0
    """The same, down."""

    def drawn(self) -> Image:
        """The line in its box, turned."""
        from PIL import Image, ImageDraw

        font = _font(self.cut, self.size)
        made = Image.new("RGBA", self._level, self.ground or (*self.ink[:3], 0))
        at = (0, font.getmetrics()[0])
        ImageDraw.Draw(made).text(at, self.text, fill=self.ink, font=font, anchor="ls")
        if self.degrees % 360:
            made = made.rotate(-self.degrees, Image.Resampling.BICUBIC, expand=True)
        return made

    def middle(self, size: tuple[int, int]) -> tuple[float, float]:
        """Where its middle lies on a counter of ``size``; pixels from the left upper corner."""
        width, height = size
        left, top = self.place.corner(self.beneath, self._level)
        across, down = left + self._level[0] / 2, top + self._level[1] / 2
        sine, cosine = self._turn
        return (
            width // 2 + self.x + across * cosine - down * sine,
            height // 2 + self.y + across * sine + down * cosine,
        )

    def lies_on(self, size: tuple[int, int]) -> bool:
        """Whether it stands on a counter of ``size`` with all its letters."""
        x, y = self.middle(size)
        sine, cosine = map(abs, self._turn)
        across = (self._level[0] * cosine + self._level[1] * sine) / 2 - _OVER
        down = (self._level[0] * sine + self._level[1] * cosine) / 2 - _OVER
        return across <= x <= size[0] - across and down <= y <= size[1] - down

    @property
    def _level(self) -> tuple[int, int]:
        """The size of its box before it is turned."""
        font = _font(self.cut, self.size)
        return max(1, round(font.getlength(self.text))), sum(font.getmetrics())

    @property
    def _turn(self) -> tuple[float, float]:
        return sin(radians(self.degrees)), cos(radians(self.degrees))


def written(label: Trait, value: Callable[[str], str | None]) -> Written | str | None:
    """What a label writes; why it is left off, where we cannot write what it shows; ``None`` for an
    empty one. ``value`` tells a property of the piece."""
    text = label.state.strip()
    if text[:6].casefold() == "<html>":
        return "labels in HTML, left off"

    def known(name: str) -> str:
        found = value(name)
        if found is None:
            raise EvaluationError(f"the piece does not tell {name!r}")
        return found

    try:
        told = " ".join(formatted(text, known).split())
    except EvaluationError:
        return "labels whose words change in play, left off"
    if not told:
        return None
    family = label.text("fontFamily").casefold()
    serif = "sans" not in family and ("serif" in family or any(one in family for one in _SERIF))
    cut = ("serif" if serif else "sans") + _CUTS[whole(label.text("fontStyle")) & 3]
    told = told[:_LONGEST]
    if not measures(cut).widths.keys() >= {*told}:
        return "labels with letters that our typefaces lack, left off"
    return Written(
        told,
        cut,
        min(max(whole(label.text("fontSize"), 10), 1), _LARGEST),
        colour(label.text("textFg")) or _BLACK,
        colour(label.text("textBg")),
        LabelPlace.of(label),
        whole(label.text("rotateDegrees")),
    )


@lru_cache(maxsize=64)
def _font(cut: str, size: int) -> FreeTypeFont:
    from PIL import ImageFont

    return ImageFont.truetype(str(font_file(face(cut))), size)
