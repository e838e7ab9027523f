"""What a content stream shows, summed up, so that it is read once however often it is shown."""

from __future__ import annotations

from dataclasses import field

from generator.light import dataclass
from generator.printing.preflight.facts import Font, Image, Paint, Use
from generator.printing.preflight.objects import LARGEST, Matrix, multiplied, scale

MOST_KINDS = 3_000
"""So many different colours, pictures or widths of one stream are told apart."""

Shape = tuple[float, float, float, float]
"""A matrix without its shift: how a picture is enlarged and turned."""


@dataclass(slots=True)
class Marks:
    """What a stream shows, lengths in its own units."""

    writing: dict[tuple[Font, Paint, bool], float] = field(default_factory=dict)
    """The least size, by font, colour and whether it is to be seen."""
    strokes: set[float] = field(default_factory=set)
    colours: set[tuple[Use, Paint]] = field(default_factory=set)
    pictures: set[tuple[Image, Shape]] = field(default_factory=set)
    effects: set[str] = field(default_factory=set)
    troubles: set[str] = field(default_factory=set)

    def take(self, inner: Marks, placed: Matrix) -> None:
        """Add what a form shows that is placed by a matrix."""
        factor = scale(placed)
        for kind, size in inner.writing.items():
            self.write(kind, size * factor)
        for width in inner.strokes:
            self.stroke(width * factor)
        for image, shape in inner.pictures:
            self.show(image, multiplied((*shape, 0.0, 0.0), placed))
        if len(self.colours) < MOST_KINDS:
            self.colours |= inner.colours
        self.effects |= inner.effects
        self.troubles |= inner.troubles

    def write(self, kind: tuple[Font, Paint, bool], size: float) -> None:
        """Writing of some size; the least is kept."""
        known = self.writing.get(kind)
        if not size < LARGEST:
            return
        if known is None and len(self.writing) >= MOST_KINDS:
            return
        if known is None or size < known:
            self.writing[kind] = size

    def stroke(self, width: float) -> None:
        """A line of some width."""
        if width < LARGEST and len(self.strokes) < MOST_KINDS:
            self.strokes.add(round(width, 3))

    def show(self, image: Image, placed: Matrix) -> None:
        """A picture that fills the unit square under a matrix."""
        a, b, c, d = (round(value, 3) for value in placed[:4])
        if max(map(abs, (a, b, c, d))) < LARGEST and len(self.pictures) < MOST_KINDS:
            self.pictures.add((image, (a, b, c, d)))
