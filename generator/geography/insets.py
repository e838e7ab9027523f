"""How a map lies in an inset of another."""

from __future__ import annotations

from generator.geography.described import InsetLike
from generator.light import dataclass


@dataclass(frozen=True, slots=True)
class Seat:
    """How a map lies in its inset: ``x' = x + scale * x0``, and so down; lengths in mm."""

    scale: float
    x: float
    y: float

    def __call__(self, x: float, y: float) -> tuple[float, float]:
        return self.x + self.scale * x, self.y + self.scale * y


def seat_of(inset: InsetLike) -> Seat:
    """As large as the inset allows, in its middle. ValueError when its map is not filled in."""
    if inset.board is None:
        raise ValueError(f"the inset {inset.id!r} has no map")
    left, top, width, height = shown_in(inset)
    scale = min(inset.width / width, inset.height / height)
    return Seat(
        scale,
        inset.x + (inset.width - scale * width) / 2 - scale * left,
        inset.y + (inset.height - scale * height) / 2 - scale * top,
    )


def shown_in(inset: InsetLike) -> tuple[float, float, float, float]:
    """The part of its map that an inset shows: x, y, width, height in mm of that map."""
    if inset.shows is not None:
        return inset.shows.x, inset.shows.y, inset.shows.width, inset.shows.height
    if inset.board is None:
        raise ValueError(f"the inset {inset.id!r} has no map")
    return 0.0, 0.0, inset.board.width, inset.board.height
