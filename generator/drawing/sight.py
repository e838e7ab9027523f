"""What the sight ruler lays on a hex: a tint for what is seen, and for front, side and rear.

They tell apart without colour too: what is sure is full, what is not is hatched.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from generator.definition.schema import Game
from generator.drawing.names import SIGHT_TINTS, sight_picture
from generator.drawing.picture import Picture
from generator.drawing.sheet import Sheet, path_of
from generator.drawing.themes import load_theme
from generator.geography.grid import HexGrid
from generator.geography.layout import grid_of

_TINTS = (
    ("gold", 0.42, ""),
    ("gold", 0.1, "/"),
    ("signal", 0.34, ""),
    ("signal", 0.06, "/"),
    ("coast", 0.16, "/\\"),
)
"""Of each tint its colour, how dense it lies, which way it is hatched."""

_INSET = 0.95
"""So much of the hex is covered, from its middle."""
_APART, _WIDE = 3.2, 0.8
"""Of the lines of a hatching, in mm."""


def sight_pictures(game: Game, folders: tuple[Path, ...] = ()) -> Iterator[Picture]:
    """The tints of a game with lines of sight, as large as a hex of its map."""
    if game.sight is None:
        return
    board = game.map(game.sight.map)
    grid = grid_of(board)
    assert isinstance(grid, HexGrid)
    theme = load_theme(board.theme or game.theme, folders)
    middle = grid.point((0, 0))
    corners = [
        (
            grid.width / 2 + _INSET * (x - middle[0]),
            grid.height / 2 + _INSET * (y - middle[1]),
        )
        for x, y in grid.corners((0, 0))
    ]
    for name, (colour, density, hatching) in zip(SIGHT_TINTS, _TINTS, strict=True):
        sheet = Sheet(grid.width, grid.height, theme, folders)
        outline = path_of(corners)
        sheet.path(outline, fill=colour, fill_opacity=density)
        with sheet.group(clip_path=sheet.clip("hex", outline), opacity=0.62):
            for way in hatching:
                _hatch(sheet, colour, rising=way == "/")
        sheet.path(outline, stroke=colour, stroke_width=0.7, stroke_opacity=0.7)
        yield sheet.picture(sight_picture(name))


def _hatch(sheet: Sheet, colour: str, *, rising: bool) -> None:
    step, high = _APART * 2**0.5, sheet.height
    for number in range(int((sheet.width + high) / step) + 1):
        x = number * step
        ends = (x - high, x) if rising else (x, x - high)
        sheet.line(ends[0], high, ends[1], 0, stroke=colour, stroke_width=_WIDE)
