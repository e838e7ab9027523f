"""The places of a stack's pieces, relative to its point (``StackMetrics``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from generator.light import dataclass
from generator.vassal.labels import Colour, colour
from validator.painting.numbers import whole
from validator.painting.shapes import Box

if TYPE_CHECKING:
    from generator.vassal.component_trees import TreeElement

_METRICS = "VASSAL.build.module.map.StackMetrics"
_FARTHEST = 2000
"""The greatest distance between pieces of a stack, in pixels."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """How a map spreads its stacks: pixels to the right and up from piece to piece."""

    compact: tuple[int, int] = (2, 4)
    opened: tuple[int, int] = (6, 18)
    shade: Colour | None = None
    """The colour that fills the lower pieces of a compact stack; None if they are painted."""

    def places(self, boxes: Iterable[Box], *, opened: bool) -> Iterator[tuple[int, int]]:
        """The centre of each piece from the bottom up, from their boxes."""
        across, up = self.opened if opened else self.compact
        below: Box | None = None
        for box in boxes:
            if below is None:
                place = (0, 0)
            else:
                place = (
                    _beside(below.left, below.width, box.left, box.width, across),
                    _beside(below.top, below.height, box.top, box.height, -up),
                )
            yield place
            below = box.moved(*place)


def _beside(start: int, size: int, own: int, own_size: int, step: int) -> int:
    """The centre of a box on one axis, whose edge is ``step`` from that of the box below."""
    if step > 0:
        return start + step - own
    if step < 0:
        return start + size + step - own - own_size
    return start + size // 2 - (own + own_size // 2)


def metrics_of(map_element: TreeElement) -> Metrics:
    """The metrics of a map; VASSAL's own if it names none."""
    found = map_element.find(_METRICS)
    if found is None:
        return Metrics()

    def number(name: str, default: int) -> int:
        return whole(found.get(name), default, _FARTHEST)

    return Metrics(
        (number("unexSepX", 2), number("unexSepY", 4)),
        (number("exSepX", 6), number("exSepY", 18)),
        colour(found.get("color") or ""),
    )
