"""A finished drawing: what the drawing rooms hand on to the rendering room."""

from __future__ import annotations

from collections.abc import Iterable

from generator.counting import and_more
from generator.light import dataclass

SHORTENED = "shortened to fit: "
"""What a warning of words cut to initials begins with; a build tells them all in one line."""

_TOLD = 5
"""Most words or pictures that a line names."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One SVG with its true size.

    ``name`` is stable from build to build (``counter-renown-front``); ``svg`` is a whole,
    self-contained document whose ``viewBox`` is in millimetres; ``warnings`` are the findings of
    :mod:`generator.drawing.checks`, one plain line each.
    """

    name: str
    svg: str
    width_mm: float
    height_mm: float
    warnings: tuple[str, ...] = ()

    def pixels(self, dpi: float) -> tuple[int, int]:
        """Width and height of the PNG at ``dpi``, whole pixels, never nought."""
        return (
            max(1, round(self.width_mm / 25.4 * dpi)),
            max(1, round(self.height_mm / 25.4 * dpi)),
        )


def warnings_of(pictures: Iterable[Picture]) -> list[str]:
    """The warnings of many pictures, each in one line for all that it is about, such as the
    counters of one template; shortened words in a line together."""
    named: dict[str, list[str]] = {}
    shortened = []
    for picture in pictures:
        for warning in picture.warnings:
            if warning.startswith(SHORTENED):
                shortened.append(warning.removeprefix(SHORTENED))
            else:
                named.setdefault(warning, []).append(picture.name)
    found = [f"{and_more(names, _TOLD)}: {warning}" for warning, names in named.items()]
    words = list(dict.fromkeys(shortened))
    if words:
        found.append(
            f"words were shortened to fit their counters: {and_more(words, _TOLD)}; "
            "write them shorter, or give them more room"
        )
    return found
