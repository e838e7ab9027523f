"""Marks for the knife and for the eye: crop marks, registration marks, the line of a fold.

Geometry alone, in millimetres on the page; `generator.printing.furniture` draws it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from generator.printing.imposition import HAIR, Block, Box

Stroke = tuple[float, float, float, float]
"""A straight line from (x, y) to (x, y)."""

Crop = Literal["full", "corners", "none"]
"""Crop marks along whole cuts, at the corners of each piece, or none."""

CLEAR = 0.4
"""Between a mark and the piece it belongs to."""

TICK = 3.6
"""How far marks reach out of a block."""

CORNER = 2.0
"""The longest mark at a corner."""


def crop_marks(block: Block, crop: Crop) -> Iterator[Stroke]:
    """The marks of a block: beside its cuts, never on a piece.

    Full marks run the whole length of each cut, through the waste between the pieces and out on
    both sides; marks at corners are short.
    """
    if crop == "none":
        return
    boxes = [slot.box for slot in block.slots]
    whole = block.box
    reach = TICK if crop == "full" else CORNER + CLEAR
    for x in _cuts([edge for box in boxes for edge in (box.x, box.right)]):
        across = [box for box in boxes if box.x - HAIR <= x <= box.right + HAIR]
        taken = [(box.y, box.bottom) for box in across]
        for start, end in _free(taken, whole.y - reach, whole.bottom + reach, crop):
            yield x, start, x, end
    for y in _cuts([edge for box in boxes for edge in (box.y, box.bottom)]):
        beside = [box for box in boxes if box.y - HAIR <= y <= box.bottom + HAIR]
        taken = [(box.x, box.right) for box in beside]
        for start, end in _free(taken, whole.x - reach, whole.right + reach, crop):
            yield start, y, end, y


def _cuts(edges: Iterable[float]) -> list[float]:
    found: list[float] = []
    for edge in sorted(edges):
        if not found or edge - found[-1] > 1e-4:
            found.append(edge)
    return found


def _free(
    taken: Sequence[tuple[float, float]], start: float, end: float, crop: Crop
) -> Iterator[tuple[float, float]]:
    """Stretches of a cut from ``start`` to ``end`` that keep clear of what is taken."""
    at = start
    for low, high in [*sorted(taken), (end + CLEAR, end + CLEAR)]:
        stop = low - CLEAR
        if stop - at > 0.3:
            if crop == "full" or stop - at <= 2 * CORNER:
                yield at, stop
            else:
                if at > start:
                    yield at, at + CORNER
                if stop < end:
                    yield stop - CORNER, stop
        at = max(at, high + CLEAR)


REGISTER = 2.0
"""Half the width of a registration mark."""


def registration_places(page: Box, border: float) -> Iterator[tuple[float, float]]:
    """Middles of the registration marks: in the corners, inside the border.

    They lie evenly about both middles of the page, so that those of the back fall on those of
    the front whichever edge it is turned over.
    """
    inner = page.grown(-border - REGISTER)
    for x in (inner.x, inner.right):
        for y in (inner.y, inner.bottom):
            yield x, y
