"""Writing as the outlines of its letters, for pictures of pixels.

The renderer looks up and shapes every line of writing anew for every picture, which takes longer
than all the rest of a counter. Here the letters are shaped once, by HarfBuzz as in the renderer,
and their outlines kept. Only writing of ours in our own typefaces is changed: what runs along a
curve, or has a letter that the typeface lacks, stays writing. In PDF all writing stays writing.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from html import unescape
from typing import TYPE_CHECKING, Final

from generator.drawing.sheet import number
from generator.drawing.typefaces import FACES, Face, font_file

if TYPE_CHECKING:
    import uharfbuzz

_TEXT: Final = re.compile(r"<text ([^>]*)>([^<]*)</text>")
_ATTRIBUTE: Final = re.compile(r'([\w-]+)="([^"]*)"')
_FONT: Final = {"font-family", "font-size", "font-weight", "font-style"}
_PLACE: Final = {"x", "y", "transform", "text-anchor"}
_SPREAD: Final = {"letter-spacing", "textLength", "lengthAdjust"}
_KEPT: Final = {"fill", "stroke", "stroke-linejoin", "paint-order"}
"""What outlines have as well as writing."""
_WIDTH: Final = "stroke-width"
_KNOWN: Final = _FONT | _PLACE | _SPREAD | _KEPT | {_WIDTH}
_CUTS: Final = {(cut.family, cut.weight, cut.italic): cut for cut in FACES.values()}
_SHARE: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}


def outlined(svg: str) -> str:
    """The drawing with its lines of writing as paths that look the same."""
    return _TEXT.sub(_as_path, svg)


def _as_path(found: re.Match[str]) -> str:
    said = dict(_ATTRIBUTE.findall(found[1]))
    words = unescape(found[2])
    if not said.keys() <= _KNOWN or words != " ".join(words.split()):
        return found[0]
    family = said.get("font-family", "").partition(",")[0].strip("'")
    weight, slanted = int(said.get("font-weight", 400)), said.get("font-style") == "italic"
    cut = _CUTS.get((family, weight, slanted))
    size = float(said["font-size"])
    tracking = float(said.get("letter-spacing", 0)) / size
    line = _line(cut, words, tracking) if cut is not None else None
    if cut is None or line is None:
        return found[0]
    data, width = line
    across = 1.0
    if "textLength" in said and width:
        across = float(said["textLength"]) / (width * size)
    left = float(said["x"]) - _SHARE[said.get("text-anchor", "start")] * width * size * across
    scale = size / _em(cut)
    looks = "".join(f' {key}="{value}"' for key, value in said.items() if key in _KEPT)
    if _WIDTH in said:
        looks += f' {_WIDTH}="{number(float(said[_WIDTH]) / scale)}"'
    turns = f"{said['transform']} " if "transform" in said else ""
    place = f"translate({number(left)} {said['y']}) scale({scale * across:.6f} {-scale:.6f})"
    return f'<path d="{data}" transform="{turns}{place}"{looks} />'


@lru_cache(maxsize=4096)
def _line(cut: Face, words: str, tracking: float) -> tuple[str, float] | None:
    """Path data of a line in the typeface's units, and its width in parts of the size; None
    where the typeface lacks a letter. ``tracking`` is in parts of the size."""
    import uharfbuzz

    buffer = uharfbuzz.Buffer()
    buffer.add_str(words)
    buffer.guess_segment_properties()
    font = _font(cut)
    uharfbuzz.shape(font, buffer)
    if any(info.codepoint == 0 for info in buffer.glyph_infos):
        return None
    parts = []
    at, cluster = 0.0, 0
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        if info.cluster != cluster:  # a letter and its marks are not set apart
            at, cluster = at + tracking * _em(cut), info.cluster
        outline = _outline(cut, info.codepoint)
        if outline:
            parts.append(f"M{number(at + place.x_offset)} {place.y_offset}{outline}")
        at += place.x_advance
    return "".join(parts), at / _em(cut)


@cache
def _font(cut: Face) -> uharfbuzz.Font:
    import uharfbuzz

    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(font_file(cut).read_bytes())))


def _em(cut: Face) -> int:
    """The typeface's units in its size."""
    upem: int = _font(cut).face.upem
    return upem


@lru_cache(maxsize=8192)
def _outline(cut: Face, glyph: int) -> str:
    """A letter's path data, all relative, so that it can be set anywhere."""
    pen = _Pen()
    _font(cut).draw_glyph_with_pen(glyph, pen)
    return "".join(pen.parts)


class _Pen:
    """Takes an outline down (the pen protocol of fontTools, which HarfBuzz draws with)."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._start = self._now = (0.0, 0.0)

    def _relative(self, word: str, *points: tuple[float, float]) -> None:
        x, y = self._now
        self.parts.append(
            word + " ".join(f"{number(px - x)} {number(py - y)}" for px, py in points)
        )
        self._now = points[-1]

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._now = self._start
        self._relative("m", point)
        self._start = point

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._relative("l", point)

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._relative("q", *points)

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._relative("c", *points)

    def closePath(self) -> None:  # noqa: N802
        self.parts.append("z")

    def endPath(self) -> None:  # noqa: N802
        pass
