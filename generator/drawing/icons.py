"""Signs for buttons: a symbol on a small tile in the colours of whoever presses it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from generator.drawing.names import icon_picture
from generator.drawing.picture import Picture
from generator.drawing.sheet import Sheet
from generator.drawing.symbols import load_symbol
from generator.drawing.themes import Theme
from generator.errors import BroadsideError

if TYPE_CHECKING:
    from generator.definition.schema import Game

TILE = 4.74
"""Side of a tile in mm: 28 pixels at 150 dpi, a toolbar's height."""


class IconError(BroadsideError):
    """A button whose sign cannot be drawn."""


def icon_pictures(game: Game, theme: Theme, folders: tuple[Path, ...] = ()) -> Iterator[Picture]:
    """A picture for every icon that actions, dice and score buttons name, each once.

    Raises IconError naming the icon.
    """
    buttons = [
        *((one.icon, one.side) for one in game.actions),
        *((one.icon, one.side) for one in game.dice),
        *((one.icon, one.side) for one in game.scores),
    ]
    wanted: dict[str, str | None] = {}
    for icon, side in buttons:
        wanted.setdefault(icon, side)
    wanted.pop("", None)
    for icon, side in wanted.items():
        ground = game.side(side).colour if side else None
        try:
            yield draw_icon(icon, ground, theme, folders).picture(icon_picture(icon))
        except BroadsideError as trouble:
            raise IconError(f"icon {icon!r}: {trouble}") from None


def draw_icon(
    symbol: str, ground: str | None, theme: Theme, folders: tuple[Path, ...] = ()
) -> Sheet:
    """A symbol on a tile; ``ground`` is a colour of the theme, None for a neutral one."""
    sheet = Sheet(TILE, TILE, theme, folders)
    colours = theme.ground(ground)
    sheet.rect(0.08, 0.08, TILE - 0.16, TILE - 0.16, fill=colours.fill, radius=0.7)
    sheet.rect(
        0.08,
        0.08,
        TILE - 0.16,
        TILE - 0.16,
        radius=0.7,
        stroke=colours.band,
        stroke_width=0.16,
    )
    figure = load_symbol(symbol, folders)
    margin = 0.6 if figure.width < 1.3 * figure.height else 0.36
    sheet.symbol(symbol, margin, margin, TILE - 2 * margin, TILE - 2 * margin, colours)
    return sheet
