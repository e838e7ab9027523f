"""The pictures of a module as files of the definition's ``art/images``."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from generator.drawing.names import may_be_drawn
from generator.light import dataclass
from generator.pictures.opening import UnreadableError, drawn_svg, opened_picture
from generator.vassal import images
from generator.workbench.importing.labels import Written
from generator.workbench.importing.names import Taken, image_file
from generator.workbench.importing.report import Report

if TYPE_CHECKING:
    from PIL.Image import Image

FOLDER = "images/"
MOST_PIXELS = 40_000_000
"""Largest picture that is put together here; boards are put together when the game is built."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A picture of the module as it lies on a counter."""

    name: str
    """As the module names it."""
    x: int = 0
    """Of its centre, from the counter's; pixels to the right."""
    y: int = 0
    """The same, down."""
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Composed:
    """Pictures and labels put together."""

    file: str | None
    """``None`` where there is no picture."""
    written: bool = False
    """Whether a label stands on it."""
    left_off: tuple[str, ...] = ()
    """Why labels are not on it."""


class Pictures:
    """A module's pictures: looked up by the names its traits use, kept when they are used."""

    def __init__(self, members: Mapping[str, bytes], report: Report) -> None:
        self._members = members
        self._report = report
        self._files: dict[str, str | None] = {}
        self._composed: dict[tuple[object, ...], str] = {}
        self._sizes: dict[str, tuple[int, int] | None] = {}
        self._covering: dict[tuple[Laid, Laid], bool] = {}
        self._drawn: dict[str, Image] = {}
        self._taken = Taken()
        self._by_member: dict[str, str] = {}
        self.kept: dict[str, bytes] = {}
        """File name -> bytes of every picture that is used."""
        self.composed_of: dict[str, tuple[str, ...]] = {}
        """File name -> the members it was put together from, of those that are no member."""

    def __len__(self) -> int:
        return len(self.kept)

    def file(self, name: str) -> str | None:
        """The file a picture becomes; ``None`` for one that the module does not hold."""
        if name not in self._files:
            member = self._member(name)
            self._files[name] = None
            if member is not None and self.size(name) is not None:
                # A picture may be named with its ending and without.
                file = self._by_member.get(member) or self._free(
                    image_file(member.removeprefix(FOLDER))
                )
                self._files[name] = self._by_member[member] = file
                self.kept[file] = self._members[member]
            elif member is not None:
                self._report.miss("pictures that cannot be read, or do not say their size", name)
            elif name:
                self._report.miss("pictures that are not in the module", name)
        return self._files[name]

    def of_member(self, member: str) -> str | None:
        """The file that a member of the module became; ``None`` for one that is not used."""
        return self._by_member.get(member)

    def size(self, name: str) -> tuple[int, int] | None:
        """Width and height in pixels, ``None`` for a picture that is not there or unreadable."""
        if name not in self._sizes:
            member = self._member(name)
            found = images.size(self._members[member]) if member is not None else None
            self._sizes[name] = found if found is not None and min(found) > 0 else None
        return self._sizes[name]

    def bounds(self, layers: Sequence[Laid | Written]) -> tuple[int, int, int, int] | None:
        """Left, top, right and bottom of what the pictures cover; ``None`` for nothing. Labels
        make no counter larger."""
        pictures = [one for one in layers if isinstance(one, Laid)]
        boxes = [box for box in map(self._box, pictures) if box is not None]
        if not boxes:
            return None
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def placed(self, layers: Sequence[Laid | Written]) -> tuple[Laid | Written, ...]:
        """The same, with what lies beneath each label: at the edges of that it stands."""
        return tuple(
            replace(one, beneath=self.bounds(layers[:at]) or one.beneath)
            if isinstance(one, Written)
            else one
            for at, one in enumerate(layers)
        )

    def composed(self, layers: Sequence[Laid | Written], size: tuple[int, int]) -> Composed:
        """The file that shows these pictures, the first undermost, centred on ``size`` pixels, with
        the labels upon them.

        A single picture that fills the size is used as it is; labels without a picture are none.
        """
        upon = [
            one
            for one in layers
            if (one.lies_on(size) if isinstance(one, Written) else self._is_there(one))
        ]
        there = self._seen(upon)
        first = next((one for one in there if isinstance(one, Laid)), None)
        if first is None:
            off = ("labels without a picture, left off",) if _labels(layers) else ()
            return Composed(None, left_off=off)
        beside = _labels(upon) < _labels(layers)
        off = ("labels beside their counter, left off",) if beside else ()
        alone = len(there) == 1 and (first.x, first.y, first.scale) == (0, 0, 1.0)
        own = self.size(first.name) or (0, 0)
        if alone and all(abs(a - b) <= 2 for a, b in zip(own, size, strict=True)):
            return Composed(self.file(first.name), left_off=off)
        written = _labels(there) > 0
        file = self._put_together(there, size)
        if file is not None:
            return Composed(file, written, off)
        lost = ("labels on pictures that cannot be put together, left off",) if written else ()
        return Composed(self.file(first.name), left_off=off + lost)

    def _put_together(self, there: Sequence[Laid | Written], size: tuple[int, int]) -> str | None:
        key = (tuple(there), size)
        if key not in self._composed:
            made = self._compose(there, size)
            if made is None:
                return None
            file = self._composed[key] = self._free(self._composed_name(there))
            self.kept[file] = made
            members = [self._member(laid.name) for laid in there if isinstance(laid, Laid)]
            self.composed_of[file] = tuple(dict.fromkeys(one for one in members if one))
        return self._composed[key]

    def _is_there(self, laid: Laid) -> bool:
        """Whether a picture is in the module; reports one that is not."""
        if self.size(laid.name) is None:
            self.file(laid.name)  # says that it is missing
        return self.size(laid.name) is not None

    def _seen(self, layers: Sequence[Laid | Written]) -> list[Laid | Written]:
        """The pictures and labels without those that another picture covers wholly."""
        seen = list(layers)
        for at in range(len(seen) - 1, 0, -1):
            top, below = seen[at], [one for one in seen[:at] if isinstance(one, Laid)]
            if isinstance(top, Laid) and below and all(self._covers(top, one) for one in below):
                return seen[at:]
        return seen

    def _covers(self, top: Laid, below: Laid) -> bool:
        """Whether nothing of a picture shows under another."""
        key = (top, below)
        if key not in self._covering:
            self._covering[key] = self._compared(top, below)
        return self._covering[key]

    def _compared(self, top: Laid, below: Laid) -> bool:
        outer, inner = self._box(top), self._box(below)
        if outer is None or inner is None:
            return False
        if inner[0] < outer[0] or inner[1] < outer[1] or inner[2] > outer[2] or inner[3] > outer[3]:
            return False
        from PIL import ImageChops

        over, under = self._opened(top), self._opened(below)
        if over is None or under is None:
            return False
        left, upper = inner[0] - outer[0], inner[1] - outer[1]
        cut = over.getchannel("A").crop((left, upper, left + under.width, upper + under.height))
        lowest, highest = ImageChops.subtract(under.getchannel("A"), cut).getextrema()
        return highest == lowest == 0

    def _compose(self, layers: Sequence[Laid | Written], size: tuple[int, int]) -> bytes | None:
        from PIL import Image

        width, height = size
        if width * height > MOST_PIXELS:
            return None
        sheet = Image.new("RGBA", size)
        laid_any = False
        for laid in layers:
            if isinstance(laid, Written):
                line = laid.drawn()
                x, y = laid.middle(size)
                _lay(line, sheet, (round(x - line.width / 2), round(y - line.height / 2)))
                continue
            picture = self._opened(laid)
            if picture is None:
                self._report.change("layers left off, whose pictures cannot be read", laid.name)
                continue
            at = (
                width // 2 + laid.x - picture.width // 2,
                height // 2 + laid.y - picture.height // 2,
            )
            _lay(picture, sheet, at)
            laid_any = True
        if not laid_any:
            return None
        out = io.BytesIO()
        sheet.save(out, "PNG", compress_level=4)
        return out.getvalue()

    def _opened(self, laid: Laid) -> Image | None:
        member = self._member(laid.name)
        wide, high = self.size(laid.name) or (0, 0)
        if member is None or wide * high > MOST_PIXELS:
            return None
        data = self._members[member]
        try:
            if images.is_svg(data):  # drawn once: layers are compared again and again
                picture = self._drawn.get(member) or drawn_svg(data, (wide, high))
                self._drawn[member] = picture
            else:
                picture = opened_picture(data).convert("RGBA")
        except UnreadableError:
            return None
        if laid.scale != 1.0:
            scaled = (round(picture.width * laid.scale), round(picture.height * laid.scale))
            if min(scaled) < 1 or scaled[0] * scaled[1] > MOST_PIXELS:
                return None
            picture = picture.resize(scaled)
        return picture

    def _box(self, laid: Laid) -> tuple[int, int, int, int] | None:
        size = self.size(laid.name)
        if size is None:
            return None
        width, height = (max(1, round(length * laid.scale)) for length in size)
        left, top = laid.x - width // 2, laid.y - height // 2
        return left, top, left + width, top + height

    def _member(self, name: str) -> str | None:
        """The archive's member of a picture (``DataArchive``: the ending may be left out)."""
        if not name:
            return None
        for ending in ("", ".gif", ".png", ".svg"):
            if f"{FOLDER}{name}{ending}" in self._members:
                return f"{FOLDER}{name}{ending}"
        return None

    def _composed_name(self, layers: Sequence[Laid | Written]) -> str:
        words = [one.name if isinstance(one, Laid) else f"{one.text}.png" for one in layers]
        stems = [image_file(word).rpartition(".")[0] for word in words]
        return image_file("+".join(dict.fromkeys(stems))[:80].rstrip(" .+") + ".png")

    def _free(self, wanted: str) -> str:
        if may_be_drawn(wanted):
            wanted = wanted.replace("-", "_", 1)
        stem, _, ending = wanted.rpartition(".")
        name, number = wanted, 1
        while name in self._taken:
            number += 1
            name = f"{stem}_{number}.{ending}"
        return self._taken.new(name)


def _labels(layers: Sequence[Laid | Written]) -> int:
    return sum(isinstance(one, Written) for one in layers)


def _lay(picture: Image, sheet: Image, at: tuple[int, int]) -> None:
    """Lay a picture upon a sheet, its left upper corner at a point; what reaches over is cut."""
    left, top = max(0, -at[0]), max(0, -at[1])
    right, foot = min(picture.width, sheet.width - at[0]), min(picture.height, sheet.height - at[1])
    if left < right and top < foot:
        part = picture.crop((left, top, right, foot))
        sheet.alpha_composite(part, (max(0, at[0]), max(0, at[1])))
