"""Pages of a kit put together of PNGs, to hold those of its PDF against."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
import typst
from PIL import Image

from generator.definition.schema import Game
from generator.drawing.picture import Picture
from generator.drawing.themes import load_theme
from generator.drawing.typefaces import font_folder
from generator.pictures.rendering import render
from generator.pictures.vectors import typeset
from generator.printing import typesetting
from generator.printing.binding import Binder
from generator.printing.furniture import Desk
from generator.printing.imposition import Box
from generator.printing.kit import draw_all, lay_out_all
from generator.printing.options import Printing
from generator.printing.pages import Component, Page, Placed
from generator.printing.paper import find_paper

from .both_ways import pages_of
from .likeness import Difference, difference

FINER = 4
"""So many times finer a page is put together and its PDF rendered. Where the bleeds of two pieces
meet, pdfium smooths the edge of each layer by itself, so that the ground shines through what covers
it, a pixel wide; no printer does, and so fine it is no wider than a printer's dot."""


@dataclass(frozen=True)
class Kit:
    """A kit before it is bound, and the language its running text is set from, by document."""

    game: Game
    pictures: Mapping[str, Picture]
    components: Sequence[Component]
    leaves: Mapping[str, bytes]
    sources: Mapping[bytes, str]
    binder: Binder
    dpi: float


def kit_of(game: Game, art: tuple[Path, ...], dpi: float) -> Kit:
    """The kit of a game on A4, to be looked at at a resolution; ``art`` are the game's folders."""
    sources: dict[bytes, str] = {}

    def noted(source: str, inputs: dict[str, str] | None = None) -> bytes:
        pdf = typeset(source, inputs)
        sources[pdf] = source
        return pdf

    desk = Desk(game, load_theme(game.theme, art), art, Printing(find_paper("a4")))
    pictures = draw_all(desk)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(typesetting, "typeset", noted)
        components, leaves = lay_out_all(desk, pictures)
    binder = Binder(pictures, components, leaves)
    return Kit(game, pictures, components, leaves, sources, binder, dpi)


def page_differences(
    kit: Kit, component: Component, only: Sequence[int]
) -> Iterator[tuple[str, Difference]]:
    """The pages of a component (numbers from 0), each against its PNGs laid on paper."""
    pages = [component.pages[number] for number in only]
    chosen = Component(component.name, component.title, tuple(pages))
    bound = pages_of(kit.binder.bind(chosen, kit.game), kit.dpi, FINER)
    pngs = _drawn(kit, pages)
    for number, page, seen in zip(only, pages, bound, strict=True):
        yield f"page {number + 1} of {component.name}", difference(_laid(kit, page, pngs), seen)


def _laid(kit: Kit, page: Page, pngs: Mapping[str, bytes]) -> Image.Image:
    """A page as its pictures of pixels make it."""
    fine = kit.dpi * FINER
    size = _window(Box(0, 0, page.width, page.height), fine)[2:]
    paper = Image.new("RGBA", size, "white")
    if page.leaf is not None:
        name, number = page.leaf
        leaf = _opened(_set(kit.sources[kit.leaves[name]], fine)[number])
        paper.alpha_composite(leaf.resize(paper.size))
    for placed in page.placed:
        _lay(paper, placed, _opened(pngs[placed.picture]), kit.pictures[placed.picture], fine)
    if page.furniture is not None:
        paper.alpha_composite(_opened(pngs[page.furniture.name]).resize(paper.size))
    return paper.convert("RGB").reduce(FINER)


def _lay(
    paper: Image.Image, placed: Placed, drawn: Image.Image, picture: Picture, dpi: float
) -> None:
    """One picture in its place; edges that two of them share are rounded alike."""
    turned = drawn.rotate(-placed.turn, expand=True)
    wide, high = picture.width_mm * placed.scale, picture.height_mm * placed.scale
    if placed.turn % 180:
        wide, high = high, wide
    x, y = placed.box.centre
    whole = _window(Box(x - wide / 2, y - high / 2, wide, high), dpi)
    seen = _window(placed.clip, dpi)
    fitted = turned.resize((whole[2] - whole[0], whole[3] - whole[1]), Image.Resampling.HAMMING)
    window = Image.new("RGBA", (seen[2] - seen[0], seen[3] - seen[1]))
    window.paste(fitted, (whole[0] - seen[0], whole[1] - seen[1]))
    paper.alpha_composite(window, (max(0, seen[0]), max(0, seen[1])))


def _window(box: Box, dpi: float) -> tuple[int, int, int, int]:
    left, top, right, bottom = (
        round(mm / 25.4 * dpi) for mm in (box.x, box.y, box.right, box.bottom)
    )
    return left, top, right, bottom


def _drawn(kit: Kit, pages: Sequence[Page]) -> dict[str, bytes]:
    """Everything that is shown on some pages, drawn in one batch."""
    shown = {one.picture: kit.pictures[one.picture] for page in pages for one in page.placed}
    shown |= {page.furniture.name: page.furniture for page in pages if page.furniture is not None}
    return render(shown.values(), kit.dpi * FINER)


def _opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGBA")


@cache
def _set(source: str, dpi: float) -> list[bytes]:
    """A document of running text as pixels, set by the same renderer."""
    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(font_folder())]
    )
    compiler = typst.Compiler(font_paths=fonts, ignore_system_fonts=True)
    pages = compiler.compile(source.encode(), format="png", ppi=dpi)
    return [pages] if isinstance(pages, bytes) else list(pages or [])
