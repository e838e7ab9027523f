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


def crop_marks(block: Block, crop: Crop, on_page: Sequence[Box], within: Box) -> Iterator[Stroke]:
    """The marks of a block: beside its cuts, never on a piece.

    Marks at corners reach as far as :data:`TICK` from each piece. Full ones run the whole length
    of a cut, so that a rule can be laid at both ends: ``within`` the sheet from edge to edge, or
    as far as the first piece that the cut would part. ``on_page`` is every box on the page.
    """
    if crop == "none":
        return
    own = [slot.box for slot in block.slots]
    near, full = block.box.grown(TICK + CLEAR), crop == "full"
    beside = on_page if full else own
    for x in _cuts([edge for box in own for edge in (box.x, box.right)]):
        met = [box for box in beside if box.x - HAIR <= x <= box.right + HAIR]
        start, end = near.y, near.bottom
        if full:
            parted = [(box.y, box.bottom) for box in met if box.x + HAIR < x < box.right - HAIR]
            start, end = _reach(parted, (block.box.y, block.box.bottom), within.y, within.bottom)
        for low, high in _free([(box.y, box.bottom) for box in met], start, end, full):
            yield x, low, x, high
    for y in _cuts([edge for box in own for edge in (box.y, box.bottom)]):
        met = [box for box in on_page if box.y - HAIR <= y <= box.bottom + HAIR]
        start, end = near.x, near.right
        if full:
            parted = [(box.x, box.right) for box in met if box.y + HAIR < y < box.bottom - HAIR]
            start, end = _reach(parted, (block.box.x, block.box.right), within.x, within.right)
        for low, high in _free([(box.x, box.right) for box in met], start, end, full):
            yield low, y, high, y


def _reach(
    parted: Sequence[tuple[float, float]], own: tuple[float, float], low: float, high: float
) -> tuple[float, float]:
    """How far a cut may run out of its block: up to the nearest pieces that it would part."""
    before = [end + CLEAR for _, end in parted if end <= own[0] + HAIR]
    behind = [start - CLEAR for start, _ in parted if start >= own[1] - HAIR]
    return max([low, *before]), min([high, *behind])


def corner_marks(box: Box) -> Iterator[Stroke]:
    """Crop marks at the corners of one box, outside of it."""
    for x in (box.x, box.right):
        yield x, box.y - CLEAR - TICK, x, box.y - CLEAR
        yield x, box.bottom + CLEAR, x, box.bottom + CLEAR + TICK
    for y in (box.y, box.bottom):
        yield box.x - CLEAR - TICK, y, box.x - CLEAR, y
        yield box.right + CLEAR, y, box.right + CLEAR + TICK, y


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
