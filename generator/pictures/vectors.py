"""From SVG to PDF: a page for each picture, vector throughout, writing as writing."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import ceil
from typing import TYPE_CHECKING

from generator.drawing.picture import Picture
from generator.light import dataclass
from generator.pictures.forgetting import forget_drawn
from generator.pictures.halos import halos_first
from generator.pictures.rendering import RenderingError

if TYPE_CHECKING:
    import typst

THREADS = 2

APART = 60
"""Fewer pictures are not worth a second document, which has fonts of its own."""

BATCH = 300
"""Most pictures in one document: memory grows with it."""

BATCH_LETTERS = 25_000_000
"""About how many letters of SVG one document has at most: the renderer copies them several times.
Pictures of others, which stand in the SVG, have a hundred thousand each."""


@dataclass(frozen=True, slots=True)
class Vectors:
    """A PDF with a page for each of the pictures named, in their order."""

    names: tuple[str, ...]
    pdf: bytes


def compile_pdfs(pictures: Sequence[Picture]) -> list[Vectors]:
    """The pictures as pages of their true size, in a few documents that are made side by side.

    Same pictures, same bytes. Raises RenderingError naming the picture that cannot be rendered.
    """
    _fonts()  # once, before there are threads
    letters = sum(len(one.svg) for one in pictures)
    count = max(
        1 if len(pictures) <= APART else THREADS,
        ceil(len(pictures) / BATCH),
        min(len(pictures), ceil(letters / BATCH_LETTERS)),
    )
    parts = [pictures[part::count] for part in range(count)]
    with ThreadPoolExecutor(THREADS) as pool:
        pdfs = list(pool.map(_compile, parts))
    return [
        Vectors(tuple(one.name for one in part), pdf) for part, pdf in zip(parts, pdfs, strict=True)
    ]


def _compile(pictures: Sequence[Picture]) -> bytes:
    import typst

    try:
        # As inputs the pictures need not be read as part of the source: a fifth less work.
        inputs = {f"p{number}": halos_first(picture.svg) for number, picture in enumerate(pictures)}
        source = "".join(_page(number, picture) for number, picture in enumerate(pictures))
        return typeset(source, inputs)
    except typst.TypstError as trouble:
        if len(pictures) == 1:
            raise RenderingError(
                f"picture {pictures[0].name!r} cannot be rendered: {trouble.message}"
            ) from None
        # Only a picture alone can be named.
        for one in pictures:
            _compile([one])
        raise RenderingError(f"pictures cannot be rendered: {trouble.message}") from None


def _page(number: int, picture: Picture) -> str:
    return (
        f"#page(width: {picture.width_mm:.6f}mm, height: {picture.height_mm:.6f}mm,"
        f' margin: 0pt, fill: none, image(bytes(sys.inputs.p{number}), format: "svg",'
        ' width: 100%, height: 100%, fit: "stretch"))\n'
    )


def quoted(text: str) -> str:
    """Any text as a string of typst's."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def typeset(source: str, inputs: dict[str, str] | None = None) -> bytes:
    """A document of typst's as PDF, with our typefaces alone and no date; ``inputs`` are the
    strings it finds in ``sys.inputs``. Raises TypstError."""
    import typst

    compiler = typst.Compiler(
        font_paths=_fonts(), ignore_system_fonts=True, sys_inputs=inputs or {}
    )
    pdf = compiler.compile(source.encode(), format="pdf", timestamp=0)
    forget_drawn()
    if not isinstance(pdf, bytes):
        raise RenderingError("the renderer gave no document")
    return pdf


@cache
def _fonts() -> typst.Fonts:
    """Our typefaces, read once."""
    import typst

    from generator.drawing.typefaces import font_folder

    return typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(font_folder())]
    )
