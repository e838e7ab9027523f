"""A finished drawing: what the drawing rooms hand on to the rendering room."""

from __future__ import annotations

from dataclasses import dataclass


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
