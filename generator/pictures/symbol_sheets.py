"""Sheets of all symbols with their names, for the docs.

``python -m generator.pictures.symbol_sheets docs/pictures`` draws them again.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from generator.definition.artwork import Artwork
from generator.definition.unit_signs import AFFILIATIONS, BRANCHES, MARKS, PREFIX, SIZES
from generator.drawing.sheet import Sheet
from generator.drawing.themes import Theme, load_theme
from generator.files import replace_file
from generator.pictures.rendering import render
from generator.places import art_folder

TILE = 18.0
"""Width of a symbol's tile, mm."""

_NAME = 4.6
_GAP = 1.6
_DPI = 110


def symbol_sheet(
    symbols: Sequence[tuple[str, str]], theme: Theme, columns: int, tall: float = 13.0
) -> Sheet:
    """Tiles ``tall`` mm high, each with a symbol, given as (name, what is written below it)."""
    rows = -(-len(symbols) // columns)
    pitch, down = TILE + _GAP, tall + _NAME + _GAP
    sheet = Sheet(columns * pitch + _GAP, rows * down + _GAP, theme)
    sheet.rect(0, 0, sheet.width, sheet.height, fill="paper")
    ground = theme.ground("neutral")
    for index, (name, words) in enumerate(symbols):
        x, y = _GAP + pitch * (index % columns), _GAP + down * (index // columns)
        sheet.rect(x, y, TILE, tall, fill=ground.fill, radius=1.2)
        sheet.symbol(name, x + 1.4, y + 1.2, TILE - 2.8, tall - 2.4, ground, hanging=True)
        sheet.text(
            x + TILE / 2, y + tall + 3.0, words, "body", 2.3, anchor="middle", room=pitch - 0.6
        )
    return sheet


def main(folder: str) -> None:
    """Writes the sheets into ``folder`` as PNG."""
    theme = load_theme("admiralty")
    words = [*SIZES, "text:KG", *AFFILIATIONS, *MARKS]
    drawings = sorted(Artwork(art_folder()).symbols)
    sheets = {
        "unit-branches": symbol_sheet([(PREFIX + name, name) for name in BRANCHES], theme, 9, 15),
        "unit-words": symbol_sheet(
            [(f"{PREFIX}infantry/{word}", word) for word in words], theme, 9, 16
        ),
        "symbols": symbol_sheet([(name, name) for name in drawings], theme, 12),
    }
    pictures = [sheet.picture(name) for name, sheet in sheets.items()]
    for name, png in render(pictures, _DPI).items():
        replace_file(Path(folder) / f"{name}.png", png)


if __name__ == "__main__":
    main(*sys.argv[1:])
