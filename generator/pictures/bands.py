"""Very large pictures: rendered in bands from the top down and joined into one PNG as they come.

Whatever the size, only two bands lie in memory at a time. A band is the same drawing seen through
another window, whose edges fall between pixels: so nothing shows where bands meet.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from io import BytesIO
from struct import pack

from generator.drawing.picture import Picture
from generator.light import dataclass

BAND_PIXELS = 12_000_000
"""Most pixels in one band."""

_OVERLAP = 8
"""Rows a band is drawn beyond its edges: the renderer thins strokes there that it cuts."""

_ROOT = re.compile(r"<svg\b[^>]*>")
_VIEW = re.compile(r'\sviewBox="([^"]*)"')
_FRAME = re.compile(r'\s(?:width|height|viewBox|preserveAspectRatio)="[^"]*"')
_PAD = 2
_HAIR = 2e-6
_UP = b"\x02"
"""PNG's filter that says how a row differs from the one above it."""


@dataclass(frozen=True, slots=True)
class Band:
    """Rows ``top`` to ``below`` of a picture, drawn from row ``first`` to ``last``."""

    top: int
    below: int
    first: int
    last: int


def bands_of(wide: int, high: int, most: int = BAND_PIXELS) -> Iterator[Band]:
    """As many bands, about equally high, as keep each under ``most`` pixels."""
    count = min(high, -(-wide * high // most))
    for index in range(count):
        top, below = high * index // count, high * (index + 1) // count
        yield Band(top, below, max(0, top - _OVERLAP), min(high, below + _OVERLAP))


@dataclass(frozen=True, slots=True)
class Window:
    """A drawing as it is seen through a window of whole pixels.

    ``svg`` is framed a little larger than the window on the right and below, where it is cut off;
    ``box`` is that frame in pixels.
    """

    svg: str
    size: tuple[int, int]
    box: tuple[float, float]


def window(picture: Picture, dpi: float, first: int = 0, last: int | None = None) -> Window:
    """The drawing from pixel row ``first`` to ``last``.

    typst draws an SVG on as many pixels as the proportions of its frame ask for, rounded up, and
    then lays that picture over the page: a frame in millimetres, whose proportions are not quite
    those of the pixels, is drawn twice, the second time blurred. A frame of whole pixels, a hair
    too low against rounding, and laid out a hair too small, is drawn once.
    """
    wide, high = picture.pixels(dpi)
    rows = (high if last is None else last) - first
    across, down = wide + _PAD, rows + _PAD
    left, top, width, height = _view(picture)
    x, y = width / wide, height / high

    def framed(root: re.Match[str]) -> str:
        rest = _FRAME.sub("", root[0])
        return (
            f'<svg width="{across}" height="{down * (1 - _HAIR):.6f}" preserveAspectRatio="none"'
            f' viewBox="{left:.6f} {top + first * y:.6f} {across * x:.6f} {down * y:.6f}"'
            + rest[len("<svg") :]
        )

    svg = _ROOT.sub(framed, picture.svg, count=1)
    return Window(svg, (wide, rows), (across - 0.1, down - 0.1))


def _view(picture: Picture) -> tuple[float, float, float, float]:
    """The part of its own plane that a drawing shows: left, top, width, height."""
    root = _ROOT.search(picture.svg)
    found = _VIEW.search(root[0]) if root else None
    if found is None:
        return 0.0, 0.0, picture.width_mm, picture.height_mm
    left, top, width, height = (float(part) for part in found[1].replace(",", " ").split())
    return left, top, width, height


def joined(
    picture: Picture,
    dpi: float,
    draw: Callable[[Window], bytes],
    most: int = BAND_PIXELS,
) -> bytes:
    """The PNG of a picture whose bands ``draw`` renders, two of them at a time."""
    wide, high = picture.pixels(dpi)
    packed = _Packed(wide, high)
    with ThreadPoolExecutor(2) as pool:
        waiting: list[tuple[Band, Future[bytes]]] = []

        def take() -> None:
            band, drawn = waiting.pop(0)
            packed.add(drawn.result(), band.top - band.first, band.below - band.first)

        try:
            for band in bands_of(wide, high, most):
                seen = window(picture, dpi, band.first, band.last)
                waiting.append((band, pool.submit(draw, seen)))
                if len(waiting) == 2:
                    take()
            while waiting:
                take()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return packed.finished()


class _Packed:
    """A PNG that grows by bands (PNG specification, sections 5, 7 and 9)."""

    def __init__(self, wide: int, high: int) -> None:
        from PIL import Image

        self._size = wide, high
        self._packer = zlib.compressobj(5)
        self._data: list[bytes] = []
        self._above = Image.new("RGBA", (wide, 1), (0, 0, 0, 0))

    def add(self, png: bytes, top: int, below: int) -> None:
        """The next rows: those from ``top`` to ``below`` of a PNG of the whole width."""
        from PIL import Image, ImageChops

        with Image.open(BytesIO(png)) as opened:
            band = opened.convert("RGBA").crop((0, top, self._size[0], below))
        wide, high = band.size
        shifted = Image.new("RGBA", band.size)
        shifted.paste(self._above, (0, 0))
        shifted.paste(band.crop((0, 0, wide, high - 1)), (0, 1))
        self._above = band.crop((0, high - 1, wide, high))
        rows = ImageChops.subtract_modulo(band, shifted).tobytes()
        length = 4 * wide
        for start in range(0, len(rows), length):
            self._data.append(self._packer.compress(_UP + rows[start : start + length]))

    def finished(self) -> bytes:
        """The whole file."""
        self._data.append(self._packer.flush())
        head = pack(">IIBBBBB", *self._size, 8, 6, 0, 0, 0)
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            _chunk(kind, body)
            for kind, body in (
                (b"IHDR", head),
                (b"IDAT", b"".join(self._data)),
                (b"IEND", b""),
            )
        )


def _chunk(kind: bytes, body: bytes) -> bytes:
    return pack(">I", len(body)) + kind + body + pack(">I", zlib.crc32(kind + body))
