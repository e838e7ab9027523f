"""One face being drawn: its sheet, its words, and what has been painted where.

What is painted is remembered with its colour, so that writing knows what it stands on: over
stripes, textures and symbols too.
"""

from __future__ import annotations

from dataclasses import field
from functools import partial
from typing import NamedTuple

from generator.definition.layouts import TONES
from generator.drawing.colours import contrast, mix
from generator.drawing.counters.fields import Words
from generator.drawing.counters.placing import Box, Placing
from generator.drawing.sheet import Sheet
from generator.drawing.themes import READABLE, Ground, Theme
from generator.light import dataclass

_HAIR = 0.02
"""Millimetres that rounding may cost."""

LONGEST = 3000
"""Most letters of a text on a counter or card; of more than these not one could be read."""

_PLAIN = ("#000000", "#ffffff")


class Painted(NamedTuple):
    """A colour in a box; ``whole`` when nothing below shows through."""

    box: Box
    colour: str
    whole: bool
    ink: str
    """What is written on it in."""


@dataclass(slots=True)
class Work:
    """What painters of items are handed."""

    sheet: Sheet
    place: Placing
    words: Words
    ground: Ground
    seed: str
    """The layout's name, that textures begin from."""
    painted: list[Painted] = field(default_factory=list)
    signs: list[tuple[str, Box]] = field(default_factory=list)
    """The unit signs that are drawn, each with the rooms it fills."""

    @property
    def theme(self) -> Theme:
        return self.sheet.theme

    def ground_of(self, name: str) -> Ground:
        """The ground an item asks for; the counter's own for none."""
        if "{" in name:
            name = self.words.fill(name)
        # A theme that has no colours for damage shows it by the crack and the stroke alone.
        if not name or (name == "damage" and name not in self.theme.grounds):
            return self.ground
        return self.theme.ground(name)

    def said(self, text: str) -> str:
        """A text with its fields filled in; what no counter could hold is cut off and told."""
        words = self.words.fill(text)
        if len(words) > LONGEST:
            self.sheet.notes.append(
                f"{words[:40]!r}... has {len(words)} letters; the most is {LONGEST}"
            )
        return words[:LONGEST]

    def colour(self, tone: str, ground: Ground) -> str:
        """A tone of the ground or a colour of the theme as ``#rrggbb``; empty for none."""
        if "{" in tone:
            tone = self.words.fill(tone)
        if tone in TONES:
            return str(getattr(ground, tone))
        return self.theme.colour(tone) if tone else ""

    def paint(
        self,
        box: Box,
        colour: str,
        opacity: float = 1.0,
        whole: bool = True,
        ground: Ground | None = None,
    ) -> None:
        """Remembers a colour laid over a box, and the ground it belongs to."""
        if opacity < 1:
            colour = mix(self.under(box)[-1].colour, colour, opacity)
        self.painted.append(Painted(box, colour, whole, (ground or self.ground).ink))

    def under(self, box: Box) -> list[Painted]:
        """What shows in a box, the upper first; beside the counter, its paper."""
        left, top, right, foot = box
        found: list[Painted] = []
        for one in reversed(self.painted):
            x0, y0, x1, y1 = one.box
            if x0 >= right or left >= x1 or y0 >= foot or top >= y1:
                continue
            found.append(one)
            if (
                one.whole
                and x0 - _HAIR <= left
                and right <= x1 + _HAIR
                and y0 - _HAIR <= top
                and foot <= y1 + _HAIR
            ):
                break
        return found or self.painted[:1]

    def legible(self, wanted: str, ground: Ground, box: Box) -> tuple[str, str, bool]:
        """The colour to write in, the colour it stands on where that is hardest to read, and
        whether it needs a halo of that colour.

        Without a ``wanted`` colour it is the ink of what it stands on, or where that cannot be
        read, the ground's fill, or black or white.
        """
        below = self.under(box)
        under = [one.colour for one in below]
        choice = [wanted] if wanted else [below[-1].ink, ground.ink, ground.fill, *_PLAIN]
        for ink in choice:
            worst = under[0] if len(under) == 1 else min(under, key=partial(contrast, ink))
            if contrast(ink, worst) >= READABLE:
                return ink, worst, False
        ink = choice[0]
        if len(set(under)) > 1:
            # No ink is read on all of them: the letters carry their own ground with them.
            return ink, max((ground.fill, *under), key=partial(contrast, ink)), True
        return ink, under[0], False
