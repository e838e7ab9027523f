"""Carries a layout's millimetres onto a counter of any size and shape."""

from __future__ import annotations

from functools import lru_cache

from generator.drawing.counters.shapes import Outline

Box = tuple[float, float, float, float]
"""Left, top, right and foot, mm on the counter."""

EDGE = 0.45
"""What writing keeps from a counter's edge, mm of half an inch."""


class Placing:
    """Where things of a layout stand on a counter.

    Lengths grow with the side that grows less. What stands in the outer third keeps its distance
    from that edge; the middle takes up what is left. What touches an edge touches it still, while
    all else keeps inside a round counter or a hex.
    """

    def __init__(self, nominal: tuple[float, float], outline: Outline, bleed: float) -> None:
        self.outline = outline
        self.bleed = bleed
        self.nominal = nominal
        self.margin = outline.safe
        self.scale = min(
            (outline.width - 2 * self.margin[0]) / nominal[0],
            (outline.height - 2 * self.margin[1]) / nominal[1],
        )
        self._boxes: dict[tuple[float, float, float, float], Box] = {}

    def x(self, x: float) -> float:
        """A distance from the left, carried over."""
        return _along(x, self.nominal[0], self.outline.width, self.scale, self.margin[0])

    def y(self, y: float) -> float:
        """A distance from the top, carried over."""
        return _along(y, self.nominal[1], self.outline.height, self.scale, self.margin[1])

    def box(self, box: tuple[float, float, float, float]) -> Box:
        """A box ``[x, y, width, height]``, carried over."""
        found = self._boxes.get(box)
        if found is None:
            x, y, width, height = box
            found = self._boxes[box] = (
                self.x(x),
                self.y(y),
                self.x(x + width),
                self.y(y + height),
            )
        return found

    def pushed(self, box: Box) -> Box:
        """The box, pushed towards the middle until it lies on the counter."""
        left, top, right, foot = box
        low, far = self.outline.chord(top, foot, EDGE * min(1.0, self.scale))
        aside = max(0.0, low - left) - max(0.0, right - far)
        return left + aside, top, right + aside, foot

    def running_out(self, box: Box) -> Box:
        """The box, run out over the edges it touches by the bleed."""
        if not self.bleed:
            return box
        left, top, right, foot = box
        hair, width, height = 1e-6, self.outline.width, self.outline.height
        return (
            left - self.bleed if left <= hair else left,
            top - self.bleed if top <= hair else top,
            right + self.bleed if right >= width - hair else right,
            foot + self.bleed if foot >= height - hair else foot,
        )


def _along(at: float, nominal: float, length: float, scale: float, margin: float) -> float:
    if at <= 0:
        return at * scale
    if at >= nominal:
        return length + (at - nominal) * scale
    third = nominal / 3
    if at <= third:
        return margin + at * scale
    if at >= 2 * third:
        return length - margin - (nominal - at) * scale
    begin = margin + third * scale
    end = length - begin
    return begin + (end - begin) * (at - third) / third


@lru_cache(maxsize=256)
def placing_of(nominal: tuple[float, float], outline: Outline, bleed: float) -> Placing:
    """The placing for a layout's nominal size on such counters."""
    return Placing(nominal, outline, bleed)
