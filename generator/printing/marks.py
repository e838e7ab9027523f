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

LEAST = 0.3
"""A shorter mark would only be a dot."""


def crop_marks(
    block: Block, crop: Crop, on_page: Sequence[Box], across: tuple[float, float]
) -> Iterator[Stroke]:
    """The marks of a block: beside its cuts, never on a piece.

    Marks at corners reach as far as :data:`TICK` from each piece. Full ones run the whole length
    of a cut: over the height of the block, and ``across`` the sheet from x to x, so that a rule
    can be laid at both ends. ``on_page`` is every box on the page.
    """
    if crop == "none":
        return
    boxes = [slot.box for slot in block.slots]
    whole = block.box
    full = crop == "full"
    reach = TICK + CLEAR
    low, high = across if full else (whole.x - reach, whole.right + reach)
    for x in _cuts([edge for box in boxes for edge in (box.x, box.right)]):
        taken = [(box.y, box.bottom) for box in boxes if box.x - HAIR <= x <= box.right + HAIR]
        for start, end in _free(taken, whole.y - reach, whole.bottom + reach, full):
            yield x, start, x, end
    for y in _cuts([edge for box in boxes for edge in (box.y, box.bottom)]):
        taken = [(box.x, box.right) for box in on_page if box.y - HAIR <= y <= box.bottom + HAIR]
        for start, end in _free(taken, low, high, full):
            yield start, y, end, y


def _cuts(edges: Iterable[float]) -> list[float]:
    found: list[float] = []
    for edge in sorted(edges):
        if not found or edge - found[-1] > 1e-4:
            found.append(edge)
    return found


def _free(
    taken: Sequence[tuple[float, float]], start: float, end: float, full: bool
) -> Iterator[tuple[float, float]]:
    """Stretches of a cut from ``start`` to ``end`` that keep clear of what is taken; if not full,
    only what is near."""
    at = start
    for low, high in [*sorted(taken), (end + CLEAR, end + CLEAR)]:
        stop = min(low - CLEAR, end)
        if stop - at > 2 * TICK and not full:
            if at > start:
                yield at, at + TICK
            if stop < end:
                yield stop - TICK, stop
        elif stop - at > LEAST:
            yield at, stop
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
