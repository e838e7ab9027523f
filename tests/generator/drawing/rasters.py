"""Symbols in greys, all from one drawing, so that tests can see what a player sees."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import typst
from PIL import Image, ImageChops, ImageOps, ImageStat

from generator.drawing.symbols import load_symbol

_GREYS = {"ink": "#000", "shade": "#777", "accent": "#444", "gap": "#fff"}
_ACROSS = 16


def rasterised(names: Sequence[str], tile: int = 64, border: int = 0) -> dict[str, Image.Image]:
    """Each symbol as large as a square of ``tile`` pixels allows, light on black."""
    wide, high = _ACROSS * tile, -(-len(names) // _ACROSS) * tile
    pieces = []
    for index, name in enumerate(names):
        symbol = load_symbol(name)
        scale = (tile - 2 * border) / max(symbol.width, symbol.height)
        x = index % _ACROSS * tile + (tile - symbol.width * scale) / 2
        y = index // _ACROSS * tile + (tile - symbol.height * scale) / 2
        paths = "".join(f'<path fill="{_GREYS[tone]}" d="{data}"/>' for tone, data in symbol.parts)
        pieces.append(f'<g transform="translate({x} {y}) scale({scale})">{paths}</g>')
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}">'
        f"{''.join(pieces)}</svg>"
    ).replace('"', '\\"')
    page = (
        f"#set page(width: {wide}pt, height: {high}pt, margin: 0pt, fill: white)\n"
        f'#image(bytes("{svg}"), format: "svg", width: 100%)'
    )
    sheet = Image.open(BytesIO(typst.compile(page.encode(), format="png", ppi=72))).convert("L")
    assert sheet.size == (wide, high)
    found = {}
    for index, name in enumerate(names):
        x, y = index % _ACROSS * tile, index // _ACROSS * tile
        found[name] = ImageOps.invert(sheet.crop((x, y, x + tile, y + tile)))
    return found


def ink(picture: Image.Image) -> float:
    """How much is drawn: the sum of all pixels, 255 for a black one."""
    return float(ImageStat.Stat(picture).sum[0])


def unlike(one: Image.Image, other: Image.Image) -> float:
    """The ink in which two pictures differ, as a part of the one that has more."""
    return ink(ImageChops.difference(one, other)) / max(ink(one), ink(other))
