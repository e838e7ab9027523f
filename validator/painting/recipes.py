"""Pictures as recipes: lists of painting steps for a browser.

Python in a browser has no Pillow. There these classes take its place: they have the names of
Pillow's, and as many of its methods as the painter uses. They open and paint nothing; they record
the steps, which ``validator/site/pages/painter.js`` executes. Sizes are known at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from math import ceil, floor
from types import SimpleNamespace
from typing import Any

from generator.light import dataclass

Ink = int | Sequence[int]
Size = tuple[int, int]

_GUESSED = 0.6
"""The width of a letter relative to its size, if nothing can measure it."""
_NAMED = {
    "black": "#000000", "silver": "#c0c0c0", "gray": "#808080", "white": "#ffffff",
    "maroon": "#800000", "red": "#ff0000", "purple": "#800080", "fuchsia": "#ff00ff",
    "green": "#008000", "lime": "#00ff00", "olive": "#808000", "yellow": "#ffff00",
    "navy": "#000080", "blue": "#0000ff", "teal": "#008080", "aqua": "#00ffff",
    "grey": "#808080", "orange": "#ffa500", "cyan": "#00ffff", "magenta": "#ff00ff",
}  # fmt: skip
"""The colours of HTML by name."""


class Resampling(IntEnum):
    """Ways to scale: the browser's smoothing for all but the first."""

    NEAREST = 0
    SMOOTH = 1
    BOX = LANCZOS = BICUBIC = BILINEAR = SMOOTH


class Transpose(IntEnum):
    """Turns, in degrees counter-clockwise."""

    ROTATE_90 = 90
    ROTATE_180 = 180
    ROTATE_270 = 270


class Transform(IntEnum):
    """Ways to map pixels."""

    AFFINE = 0


class _Node:
    """The steps that make a picture; once another picture uses it, it must not change."""

    __slots__ = ("_key", "mode", "size", "steps", "used")

    def __init__(self, mode: str, size: Size, *steps: tuple[Any, ...]) -> None:
        self.mode, self.size, self.steps = mode, size, list(steps)
        self.used = False
        self._key = ""

    @property
    def key(self) -> str:
        """A digest, the same for equal steps."""
        if not self._key:
            steps = [[one.key if isinstance(one, _Node) else one for one in s] for s in self.steps]
            found = sha256(repr((self.mode, self.size, steps)).encode()).hexdigest()
            if not self.used:
                return found
            self._key = found
        return self._key


class Picture:
    """The part of Pillow's ``Image`` that the painter uses."""

    def __init__(self, mode: str, size: Size, *steps: tuple[Any, ...]) -> None:
        self.mode, self.size = mode, (max(0, size[0]), max(0, size[1]))
        self._node = _Node(self.mode, self.size, *steps)

    @property
    def width(self) -> int:
        """In pixels."""
        return self.size[0]

    @property
    def height(self) -> int:
        """In pixels."""
        return self.size[1]

    def node(self) -> _Node:
        """The picture in its present state, for use in another."""
        self._node.used = True
        return self._node

    def add(self, *step: Any) -> None:
        """Add a step."""
        if self._node.used:
            self._node = _Node(self.mode, self.size, ("from", self._node))
        self._node.steps.append(step)

    def tobytes(self) -> bytes:
        """A digest in place of the pixels, the same for equal pictures."""
        return self.node().key.encode()

    def getbbox(self) -> tuple[int, int, int, int] | None:
        """The whole picture; None if nothing was painted on it."""
        return (0, 0, *self.size) if self._node.steps else None

    def copy(self) -> Picture:
        return Picture(self.mode, self.size, ("from", self.node()))

    def convert(self, mode: str) -> Picture:
        """The picture itself: a browser handles premultiplied alpha by itself."""
        return self

    def paste(
        self, what: Picture | Ink, box: Sequence[int] = (0, 0), mask: Picture | None = None
    ) -> None:
        within = mask.node() if mask is not None else None
        if isinstance(what, Picture):
            self.add("paste", what.node(), *box[:2], within)
        else:
            right, bottom = box[2:] or _beyond(box, mask.size if mask is not None else self.size)
            self.add("ink", _ink(what), *box[:2], right - box[0], bottom - box[1], within)

    def alpha_composite(
        self, what: Picture, at: Sequence[int] = (0, 0), source: Sequence[int] | None = None
    ) -> None:
        self.add("over", what.node(), *at, *(source or (0, 0, *what.size)))

    def putpixel(self, at: Sequence[int], ink: Ink) -> None:
        self.add("ink", _ink(ink), *at, 1, 1, None)

    def putalpha(self, mask: Picture) -> None:
        self.add("alpha", mask.node())

    def getchannel(self, name: str) -> Picture:
        """The alpha channel; the painter uses no other."""
        return Picture("L", self.size, ("seen", self.node()))

    def point(self, change: Callable[[int], int]) -> Picture:
        """The picture with each level changed by a function."""
        levels = [min(max(int(change(level)), 0), 255) for level in range(256)]
        return Picture(self.mode, self.size, ("levels", self.node(), levels))

    def crop(self, box: Sequence[int]) -> Picture:
        size = (box[2] - box[0], box[3] - box[1])
        return Picture(self.mode, size, ("paste", self.node(), -box[0], -box[1], None))

    def resize(
        self, size: Size, kind: int = Resampling.SMOOTH, box: Sequence[float] | None = None
    ) -> Picture:
        taken = list(box or (0, 0, *self.size))
        return Picture(self.mode, size, ("size", self.node(), bool(kind), taken))

    def transpose(self, turn: Transpose) -> Picture:
        size = self.size if turn == Transpose.ROTATE_180 else self.size[::-1]
        return Picture(self.mode, size, ("turn", self.node(), int(turn)))

    def transform(
        self, size: Size, way: Transform, places: Sequence[float], kind: int = Resampling.NEAREST
    ) -> Picture:
        return Picture(self.mode, size, ("affine", self.node(), bool(kind), list(places)))


class Pen:
    """Draws on a picture, with hard edges."""

    def __init__(self, image: Picture) -> None:
        self._image = image
        self.im = SimpleNamespace(size=image.size)

    def line(self, points: Sequence[Any], fill: Ink, width: int = 1, joint: str = "") -> None:
        self._image.add("line", _pairs(points), _ink(fill), width, bool(joint))

    def polygon(self, points: Sequence[Any], fill: Ink, outline: Ink | None = None) -> None:
        self._image.add("polygon", _pairs(points), _ink(fill))
        if outline is not None:
            pairs = _pairs(points)
            self.line([*pairs, pairs[0]], outline)

    def point(self, at: Sequence[int], fill: Ink) -> None:
        self._image.putpixel(at, fill)

    def rectangle(
        self, box: Sequence[float], fill: Ink | None = None, outline: Ink | None = None
    ) -> None:
        left, top = floor(box[0] + 0.5), floor(box[1] + 0.5)
        right, bottom = ceil(box[2] - 0.5) + 1, ceil(box[3] - 0.5) + 1
        if fill is not None:
            self._image.paste(fill, (left, top, right, bottom))
        for one in self._edges(left, top, right, bottom) if outline is not None else ():
            assert outline is not None
            self._image.paste(outline, one)

    def _edges(self, left: int, top: int, right: int, bottom: int) -> Iterator[Sequence[int]]:
        yield left, top, right, top + 1
        yield left, bottom - 1, right, bottom
        yield left, top, left + 1, bottom
        yield right - 1, top, right, bottom

    def ellipse(
        self, box: Sequence[float], fill: Ink, outline: Ink | None = None, width: int = 1
    ) -> None:
        self._image.add("ellipse", list(box), _ink(fill))
        if outline is not None:
            self._image.add("ring", list(box), _ink(outline))

    def text(self, at: Sequence[int], text: str, fill: Ink, font: Font, anchor: str) -> None:
        self._image.add("text", *at, text, _ink(fill), font.css)


@dataclass(frozen=True, slots=True)
class Font:
    """A typeface and size."""

    css: str
    """Its CSS ``font`` value."""
    size: int

    def getlength(self, text: str) -> float:
        """The width of a text, in pixels."""
        return _measured(self.css, text) if find_spec("js") else _GUESSED * self.size * len(text)


def truetype(name: str, size: int, layout_engine: int = 0) -> Font:
    """The typeface of a file ``DejaVu….ttf``, or the most similar one in the browser."""
    like = "monospace" if "Mono" in name else "serif" if "Serif" in name else "sans-serif"
    family = {"monospace": "DejaVu Sans Mono", "serif": "DejaVu Serif"}.get(like, "DejaVu Sans")
    near = ", Verdana" if like == "sans-serif" else ""
    slant = "italic " if "Oblique" in name or "Italic" in name else ""
    weight = "bold " if "Bold" in name else ""
    return Font(f'{slant}{weight}{size}px "{family}"{near}, {like}', size)


@lru_cache(maxsize=20_000)
def _measured(css: str, text: str) -> float:
    import js  # type: ignore[import-not-found]

    drawing = js.OffscreenCanvas.new(1, 1).getContext("2d")
    drawing.font = css
    return float(drawing.measureText(text).width)


def _new(mode: str, size: Size, ink: Ink | None = None) -> Picture:
    nothing = ink is None or ink == 0 or (not isinstance(ink, int) and not any(ink))
    return Picture(mode, size, *(() if nothing else (("ink", _ink(ink), 0, 0, *size, None),)))


def _two(name: str) -> Callable[[Picture, Picture], Picture]:
    def made(one: Picture, other: Picture) -> Picture:
        return Picture(one.mode, one.size, (name, one.node(), other.node()))

    return made


def _rgb(text: str) -> tuple[int, int, int]:
    """A colour in HTML notation. Raises ValueError."""
    spelled = _NAMED.get(text.strip().lower(), text.strip())
    digits = spelled.removeprefix("#")
    if digits == spelled or len(digits) not in (3, 6):
        raise ValueError(f"unknown colour {text!r}")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def _ink(ink: Ink | None) -> list[int] | int:
    """A level, or red, green, blue and alpha."""
    if isinstance(ink, int):
        return ink
    found = [int(part) for part in ink or (0, 0, 0, 0)]
    return found if len(found) == 4 else [*found, 255]


def _pairs(points: Sequence[Any]) -> list[list[float]]:
    if points and not isinstance(points[0], Sequence):
        return [list(points[at : at + 2]) for at in range(0, len(points), 2)]
    return [list(one) for one in points]


def _beyond(corner: Sequence[int], size: Size) -> Size:
    return corner[0] + size[0], corner[1] + size[1]


def from_file(path: str, member: str, size: Size) -> Picture:
    """A picture in an archive, scaled to a size; the browser opens it."""
    return Picture("RGBA", size, ("file", path, member))


def written_out(image: Picture) -> list[list[Any]]:
    """A recipe for JSON: ``[mode, width, height, steps]`` for each picture in it, in such an order
    that steps refer to earlier pictures only, as ``{"of": NUMBER}``."""
    rows: list[list[Any]] = []
    numbers: dict[int, int] = {}
    waiting = [(image.node(), False)]
    while waiting:
        node, ready = waiting.pop()
        if id(node) in numbers:
            continue
        if not ready:
            waiting.append((node, True))
            used = (one for step in node.steps for one in step if isinstance(one, _Node))
            waiting += [(one, False) for one in used]
            continue
        numbers[id(node)] = len(rows)
        steps = [
            [{"of": numbers[id(one)]} if isinstance(one, _Node) else one for one in step]
            for step in node.steps
        ]
        rows.append([node.mode, *node.size, steps])
    return rows


Image = SimpleNamespace(
    Image=Picture, Resampling=Resampling, Transform=Transform, Transpose=Transpose, new=_new
)
ImageChops = SimpleNamespace(
    **{name: _two(name) for name in ("multiply", "lighter", "darker", "subtract")}
)
ImageColor = SimpleNamespace(getrgb=_rgb)
ImageDraw = SimpleNamespace(Draw=Pen, ImageDraw=Pen)
ImageFont = SimpleNamespace(FreeTypeFont=Font, Layout=SimpleNamespace(BASIC=0), truetype=truetype)
