"""The pictures of a module, opened when needed.

A module may hold PNG, GIF, JPEG and SVG; a picture's name may lack the suffix, or differ in case
from the file's. For a picture that cannot be opened the reason is kept and None returned: then a
marked box is painted.
"""

from __future__ import annotations

import io
import warnings
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from math import ceil
from pathlib import Path

from generator.vassal import images
from generator.vassal.archive import Archive, ArchiveError
from validator.painting.pixels import PAINTS, Image, ImageDraw

MOST_PIXELS = 100_000_000
"""Pictures of more pixels are not opened."""
_KEPT_PIXELS = 60_000_000
"""How many pixels of opened pictures are kept at a time."""
_LONGEST = 100_000
"""A picture with a longer side, in pixels, is taken for damaged."""
_FOLDER = "images/"
_ENDINGS = ("", ".gif", ".png", ".svg", ".jpg", ".jpeg")

_MOVED = ("/images/moved.gif", "moved.gif")
"""VASSAL's own mark of pieces that moved; it is in no module."""

Size = tuple[int, int]


class Pictures:
    """The pictures of a module and of its extensions."""

    def __init__(
        self, paths: Sequence[Path], stand_ins: Mapping[str, Image.Image] | None = None
    ) -> None:
        """Of two pictures with one name, the one in the earlier file of ``paths`` is used.

        Raises `ArchiveError`.
        """
        self._archives = {Archive(path): path for path in paths}
        self._members = {name: one for one in reversed(self._archives) for name in one}
        self._spelled = {name.casefold(): name for name in self._members}
        self._stand_ins = {**{name: _moved_mark() for name in _MOVED}, **(stand_ins or {})}
        self._open: OrderedDict[tuple[str, float], Image.Image] = OrderedDict()
        self._held = 0
        self._sizes: dict[str, Size | None] = {}
        self._unopened: dict[str, Size] = {}
        """The sizes of pictures that are too large to be opened."""
        self._troubles: dict[str, str] = {}

    def trouble(self, name: str) -> str:
        """Why a picture cannot be shown."""
        return f"picture {name!r}: {self._troubles.get(name, 'it cannot be opened')}"

    def close(self) -> None:
        """Close the files."""
        for archive in self._archives:
            archive.close()

    def size(self, name: str) -> Size | None:
        """Width and height of a picture; None if it cannot be opened."""
        if name not in self._sizes:
            self._sizes[name] = self._measure(name)
        return self._sizes[name]

    def room(self, name: str) -> Size | None:
        """As `size`, but also for pictures that are too large to be opened."""
        return self.size(name) or self._unopened.get(name)

    def _measure(self, name: str) -> Size | None:
        member = self._member(name)
        if member is None and name in self._stand_ins:
            return self._stand_ins[name].size
        if member is None:
            own = name.startswith("/")
            self._troubles[name] = "VASSAL's own" if own else "not in the module"
            return None
        try:
            found = images.size(self._read(member))
        except ArchiveError as trouble:
            self._troubles[name] = str(trouble)
            return None
        if found is None or min(found) < 1:
            self._troubles[name] = "of no kind that is known"
            return None
        if found[0] * found[1] > MOST_PIXELS:
            self._troubles[name] = f"too large: {found[0]:,} by {found[1]:,} pixels"
            if max(found) <= _LONGEST:
                self._unopened[name] = found
            return None
        return found

    def get(self, name: str, zoom: float = 1.0, *, keep: bool = True) -> Image.Image | None:
        """A picture as RGBA, scaled by ``zoom``; None if it cannot be opened.

        With ``keep`` the picture is kept for the next call and must not be changed.
        """
        kept = self._open.get((name, zoom))
        if kept is not None:
            self._open.move_to_end((name, zoom))
            return kept if keep else kept.copy()
        if name in self._troubles:
            return None
        try:
            found = self._opened(name, zoom)
        except Exception as trouble:  # whatever a damaged or hostile picture may lead to
            found = None
            self._troubles[name] = str(trouble) or type(trouble).__name__
        if found is not None and keep:
            self._keep((name, zoom), found)
        return found

    def _opened(self, name: str, zoom: float) -> Image.Image | None:
        member, size = self._member(name), self.size(name)
        if member is None and name in self._stand_ins:
            return scaled(self._stand_ins[name].convert("RGBA"), zoom)
        if member is None or size is None:
            return None
        if not PAINTS:
            return self._recipe(member, size, zoom)
        data = self._read(member)
        if images.is_svg(data):
            from generator.pictures.opening import drawn_svg

            return drawn_svg(data, _zoomed(size, zoom))
        if zoom != 1.0:
            whole = self.get(name, keep=False)
            return scaled(whole, zoom) if whole is not None else None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data)) as opened:
                if opened.width * opened.height > MOST_PIXELS:  # a frame may exceed its screen
                    raise ValueError(f"too large: {opened.width:,} by {opened.height:,} pixels")
                return opened.convert("RGBA")

    def _recipe(self, member: str, size: Size, zoom: float) -> Image.Image:
        """A recipe for a picture that a browser opens (`validator.painting.recipes`)."""
        from validator.painting.recipes import from_file

        path = self._archives[self._members[member]]
        return from_file(str(path), member, _zoomed(size, zoom))  # type: ignore[return-value]

    def _member(self, name: str) -> str | None:
        stem = name.removeprefix("/").removeprefix(_FOLDER) if name.startswith("/") else name
        for ending in _ENDINGS:
            spelled = f"{_FOLDER}{stem}{ending}"
            found = spelled if spelled in self._members else self._spelled.get(spelled.casefold())
            if found is not None:
                return found
        return None

    def _read(self, member: str) -> bytes:
        return self._members[member].read(member)

    def _keep(self, key: tuple[str, float], image: Image.Image) -> None:
        self._open[key] = image
        self._held += image.width * image.height
        while self._held > _KEPT_PIXELS and len(self._open) > 1:
            _, dropped = self._open.popitem(last=False)
            self._held -= dropped.width * dropped.height


def _moved_mark() -> Image.Image:
    """Our picture for VASSAL's mark of a moved piece, in its size."""
    image = Image.new("RGBA", (9, 48))
    drawing = ImageDraw.Draw(image)
    drawing.polygon(((0, 8), (4, 0), (8, 8)), fill=(214, 40, 40, 255), outline=(0, 0, 0, 255))
    drawing.rectangle((2, 8, 6, 30), fill=(214, 40, 40, 255), outline=(0, 0, 0, 255))
    return image


def scaled(image: Image.Image, zoom: float) -> Image.Image:
    """A picture scaled as VASSAL does it, with its sides cut to whole pixels."""
    if zoom == 1.0:
        return image
    return resized(image, *_zoomed(image.size, zoom))


def _zoomed(size: Size, zoom: float) -> Size:
    width, height = (max(1, int(side * zoom + 1e-9)) for side in size)
    return width, height


def resized(
    image: Image.Image, width: int, height: int, covered: Size | None = None
) -> Image.Image:
    """A picture in another size (``GeneralFilter``): its last column and row become the last ones.
    ``covered`` is the part of it that counts, if that is not all."""
    across, down = (
        _taken(*pair) for pair in zip(covered or image.size, (width, height), strict=True)
    )
    more = (ceil(across) - image.width, ceil(down) - image.height)
    kind = Image.Resampling.LANCZOS if width < image.width else Image.Resampling.BICUBIC
    return widened(image, 0, more[0], 0, more[1]).resize(
        (width, height), kind, box=(0, 0, across, down)
    )


def _taken(old: int, new: int) -> float:
    """How many old pixels of a side ``new`` pixels are made from."""
    return new * (old - 1) / (new - 1) if old > 1 and new > 1 else old


def widened(image: Image.Image, left: int, right: int, top: int, bottom: int) -> Image.Image:
    """A picture with its outermost pixels repeated on each side, so many times as given."""
    left, right, top, bottom = (max(0, side) for side in (left, right, top, bottom))
    width, height = image.size
    near = Image.Resampling.NEAREST
    row = Image.new(image.mode, (left + width + right, height))
    row.paste(image, (left, 0))
    if left:
        row.paste(image.crop((0, 0, 1, height)).resize((left, height), near), (0, 0))
    if right:
        last = image.crop((width - 1, 0, width, height)).resize((right, height), near)
        row.paste(last, (left + width, 0))
    made = Image.new(image.mode, (row.width, top + height + bottom))
    made.paste(row, (0, top))
    if top:
        made.paste(row.crop((0, 0, row.width, 1)).resize((row.width, top), near), (0, 0))
    if bottom:
        last = row.crop((0, height - 1, row.width, height)).resize((row.width, bottom), near)
        made.paste(last, (0, top + height))
    return made
