"""The same drawing as PNG and as PDF, and how far the two are apart."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pypdfium2
from PIL import Image

from generator.drawing.picture import Picture
from generator.pictures.rendering import render
from generator.pictures.vectors import compile_pdfs

from .likeness import Difference, difference

SMALL_TYPE, FIGURES, PAGES = 200, 120, 90
"""Dots an inch at which they are compared: where letters of 2 mm matter, where not, and some pages
of a kit, whose pictures are compared by themselves as well."""

FINER = 2
"""So many times finer the PDF is rendered: pdfium draws no line thinner than a pixel."""

_VIEW = re.compile(r'(<svg\b[^>]*?) viewBox="[^"]*"')


def differences(
    pictures: Iterable[Picture], dpi: float = SMALL_TYPE
) -> Iterator[tuple[str, Difference]]:
    """Each drawing by its name, and how its PDF differs from its PNG; equal drawings once."""
    drawings = list({one.svg: one for one in pictures}.values())
    pngs = render(drawings, dpi)
    for document in compile_pdfs(drawings):
        seen = pages_of(document.pdf, dpi)
        for name, page in zip(document.names, seen, strict=True):
            with Image.open(io.BytesIO(pngs[name])) as png:
                yield name, difference(on_paper(png), page)


def unlike(found: Iterable[tuple[str, Difference]]) -> list[str]:
    """Those that a person would tell apart, each with where and how much."""
    return [f"{name} differs by {apart}" for name, apart in found if apart.seen]


def pages_of(pdf: bytes, dpi: float, finer: int = FINER) -> Iterator[Image.Image]:
    """The pages of a PDF as pixels."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            fine = page.render(scale=finer * dpi / 72)
            yield fine.to_pil().convert("RGB").reduce(finer)
    finally:
        document.close()


def on_paper(picture: Image.Image) -> Image.Image:
    """A picture on white paper."""
    seen = picture.convert("RGBA")
    paper = Image.new("RGB", seen.size, "white")
    paper.paste(seen, mask=seen)
    return paper


def part(picture: Picture, x: float, y: float, width: float, height: float) -> Picture:
    """A part of a drawing whose ``viewBox`` begins at 0, mm: what is seen through a window."""
    frame = rf'\1 viewBox="{x:g} {y:g} {width:g} {height:g}"'
    svg = _VIEW.sub(frame, picture.svg, count=1)
    svg = re.sub(r'(<svg\b[^>]*?) height="[^"]*"', rf'\1 height="{height:g}mm"', svg, count=1)
    svg = re.sub(r'(<svg\b[^>]*?) width="[^"]*"', rf'\1 width="{width:g}mm"', svg, count=1)
    return replace(picture, svg=svg, width_mm=width, height_mm=height)
