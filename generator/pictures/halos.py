"""Halos of writing drawn whole before its letters, for PDF.

The renderer of PDF paints letter by letter, each with its stroke: the halo of a letter would cover
part of the letter before it. (That of pixels paints a line at once.) So a line with a halo becomes
two things: its outlines, stroked, and upon them the writing, filled. The outlines hold no words,
so a reader of the PDF still finds and copies each line once.
"""

from __future__ import annotations

import re
from typing import Final

from generator.pictures.outlines import outlined

_HALOED: Final = re.compile(
    r'<text ([^>]*\bpaint-order="stroke"[^>]*[^/>])>(.*?)</text>', re.DOTALL
)
_FILL: Final = re.compile(r'\bfill="[^"]*"')
_STROKE: Final = re.compile(r'\s?\b(?:stroke(?:-[a-z]+)?|paint-order)="[^"]*"')


def halos_first(svg: str) -> str:
    """The drawing with each halo as a shape of its own under its line of writing.

    Writing that the outlines cannot show (along a curve, with letters that the typeface lacks)
    stays writing there too, with a stroke and no fill, of which the renderer makes outlines.
    """
    return _HALOED.sub(_parted, svg)


def _parted(found: re.Match[str]) -> str:
    looks, words = found[1], found[2]
    hollow = _FILL.sub('fill="none"', looks, count=1)
    plain = _STROKE.sub("", looks)
    return outlined(f"<text {hollow}>{words}</text>") + f"<text {plain}>{words}</text>"
