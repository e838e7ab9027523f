"""Tracks: rows of numbered cells."""

from __future__ import annotations

from collections.abc import Iterator

from generator.light import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a track, with its rectangle (mm)."""

    name: str
    number: int
    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """Where a counter stands."""
        return self.x + self.width / 2, self.y + self.height / 2


def track_cells(
    prefix: str,
    first: int,
    last: int,
    rectangle: tuple[float, float, float, float],
    per_row: int | None = None,
    snake: bool = False,
) -> Iterator[Cell]:
    """Cells named ``"<prefix> <number>"`` in a rectangle (x, y, width, height), row by row.

    With ``snake`` every second row runs from right to left. ValueError for an empty track.
    """
    count = last - first + 1
    if count < 1:
        raise ValueError(f"a track runs upwards: first {first}, last {last}")
    across = min(per_row or count, count)
    down = -(-count // across)
    x, y, width, height = rectangle
    wide, high = width / across, height / down
    for index in range(count):
        row, column = divmod(index, across)
        if snake and row % 2:
            column = across - 1 - column
        number = first + index
        yield Cell(f"{prefix} {number}", number, x + column * wide, y + row * high, wide, high)
