"""Pictures of a replay for a forum: one step, or several steps as a moving picture."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.counting import bytes_in_words
from generator.errors import nearest
from generator.files import replace_file

from .replay import Replay, Standing

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

    from .posting import Posting

_WIDEST = {"png": 2400, "gif": 900, "webp": 1200}
_MOVE, _CASING, _INK, _PAPER = "#d9480f", "#ffffff", "#1d2733", "#fffdf9"
_MARGIN = 160
"""The margin around the things that happen, in pixels of the map."""
_MOST_FRAMES = 600
_HIGHEST, _LARGEST = 8000, 24_000_000
"""The greatest height and number of pixels of a picture."""
_MOST_MOVING = 240_000_000
"""The greatest number of pixels of all steps of a moving picture: they are held at once."""
_STAYS, _LAST = 900, 2500
"""How long a step is shown, and the last one, in milliseconds."""

Crop = tuple[int, int, int, int]


def write_picture(replay: Replay, out: Path, wish: Posting) -> str:
    """Write a picture, whole or not at all; returns a line about it.

    Raises `posting.PostingError` for a step, map or part that the game does not have.
    """
    frames = _frames(replay, wish)
    sheet = _sheet(replay, frames, wish.map)
    crop = _crop(replay, sheet, frames, wish.crop)
    painter = _StillPainter(replay, sheet, crop, min(wish.width or _WIDEST[wish.form], _HIGHEST))
    if wish.form != "png":
        _bounded(painter, len(frames))
    buffer = io.BytesIO()
    if wish.form == "png":
        painter.paint(frames[-1]).save(buffer, "PNG", optimize=True)
    else:
        _moving(painter, frames, wish.form, buffer)
    replace_file(out, buffer.getvalue())
    size, first, last = bytes_in_words(len(buffer.getvalue())), frames[0], frames[-1]
    steps = [replay.frames[one].step for one in (first, last)]
    which = f"step {steps[1]}" if wish.form == "png" else f"steps {steps[0]} to {steps[1]}"
    return f"{out}: {replay.sheets[sheet].name}, {which}, {size}"


def _moving(painter: _StillPainter, frames: Sequence[int], form: str, buffer: io.BytesIO) -> None:
    stays = [_STAYS] * (len(frames) - 1) + [_LAST]
    pictures: Iterator[Image] = (painter.paint(one) for one in frames)
    if form == "gif":
        from PIL.Image import Dither

        palette = _with_marks(painter.paint(frames[-1])).quantize(255, dither=Dither.NONE)
        pictures = (one.quantize(palette=palette, dither=Dither.NONE) for one in pictures)
    next(pictures).save(
        buffer,
        form.upper(),
        save_all=True,
        append_images=pictures,
        duration=stays,
        loop=0,
        **({"quality": 78, "method": 3} if form == "webp" else {"optimize": False}),
    )


def _with_marks(picture: Image) -> Image:
    """A picture with bands of the marks' colours below it, so that a palette includes them."""
    from PIL import Image

    width, height = picture.size
    band = max(1, height // 30)
    made = Image.new("RGB", (width, height + 4 * band))
    made.paste(picture)
    for row, colour in enumerate((_MOVE, _CASING, _INK, _PAPER)):
        made.paste(colour, (0, height + row * band, width, height + (row + 1) * band))
    return made


def _bounded(painter: _StillPainter, frames: int) -> None:
    """Raise `posting.PostingError` if there are more pixels than can be held at once."""
    from .posting import PostingError

    width, height = painter.size
    fit = _MOST_MOVING // (width * height)
    if frames > fit:
        narrower = int(width * (fit / frames) ** 0.5)
        raise PostingError(
            f"{frames} steps of {width} by {height} pixels are too many for a moving picture; "
            f"name fewer with --steps, {fit} at most, or say --width {max(100, narrower)}"
        )


def _frames(replay: Replay, wish: Posting) -> list[int]:
    """The numbers of the frames to paint."""
    from .posting import PostingError

    last = replay.frames[-1].step
    if wish.form == "png":
        at = last if wish.at is None else wish.at
        if at > last:
            raise PostingError(f"--at {at}: there is no such step; the last one is {last}")
        return [len(replay.frames) - 1 if wish.at is None else replay.frame_of(at)]
    said = wish.steps or f"0-{last}"
    found = re.fullmatch(r"(\d{1,9})-(\d{1,9})", said)
    if found is None or int(found[1]) > int(found[2]):
        raise PostingError(f"--steps {said}: name the first and the last, as in 30-48")
    first, end = int(found[1]), int(found[2])
    if end > last:
        raise PostingError(f"--steps {said}: there is no step {end}; the last one is {last}")
    frames = list(range(replay.frame_of(first), replay.frame_of(end) + 1))
    if len(frames) > _MOST_FRAMES:
        raise PostingError(
            f"--steps {said}: {len(frames)} steps are too many for a moving picture; "
            f"name {_MOST_FRAMES} at most, as in --steps {first}-{first + 60}"
        )
    return frames


def _sheet(replay: Replay, frames: Sequence[int], name: str | None) -> int:
    """The number of the named map; without a name that of the map on which most happens."""
    from .posting import PostingError

    names = [one.name for one in replay.sheets]
    if name is not None:
        found = next((at for at, one in enumerate(names) if one.lower() == name.lower()), None)
        if found is None:
            raise PostingError(
                f"--map {name}: the windows are {', '.join(names)}{nearest(name, names)}"
            )
        return found
    where = [replay.frames[one].map for one in frames if replay.frames[one].map >= 0]
    return max(set(where), key=where.count) if where else 0


def _crop(replay: Replay, sheet: int, frames: Sequence[int], said: str | None) -> Crop:
    from .posting import PostingError

    one = replay.sheets[sheet]
    if said is None:
        return (0, 0, one.width, one.height)
    if said == "auto":
        return _around(replay, sheet, frames)
    found = re.fullmatch(r"(\d{1,5}),(\d{1,5}),(\d{1,5}),(\d{1,5})", said)
    left, top, right, bottom = map(int, found.groups()) if found else (0, 0, 0, 0)
    right, bottom = min(right, one.width), min(bottom, one.height)
    if left >= right or top >= bottom:
        raise PostingError(
            f"--crop {said}: say auto, or left,top,right,bottom in pixels of {one.name}, which is "
            f"{one.width} wide and {one.height} high"
        )
    return (left, top, right, bottom)


def _around(replay: Replay, sheet: int, frames: Sequence[int]) -> Crop:
    """The part of the map where things happen, with a margin; the whole map if nothing does."""
    points: list[tuple[int, int]] = []
    for at in frames:
        frame = replay.frames[at]
        for arrow in frame.happening.arrows if frame.happening is not None else ():
            if arrow.map == replay.sheets[sheet].name:
                points += [one for one in (arrow.start, arrow.end) if one is not None]
        standing = replay.standing(at)[0] if frame.touched else {}
        for thing in frame.touched:
            lies = standing.get(thing)
            if lies is not None and lies.map == sheet:
                points.append((lies.left, lies.top))
    one = replay.sheets[sheet]
    if not points:
        return (0, 0, one.width, one.height)
    # Points beyond the edge count as on the edge.
    xs = [min(max(0, x), one.width) for x, _ in points]
    ys = [min(max(0, y), one.height) for _, y in points]
    return (
        max(0, min(xs) - _MARGIN),
        max(0, min(ys) - _MARGIN),
        min(one.width, max(xs) + _MARGIN),
        min(one.height, max(ys) + _MARGIN),
    )


class _StillPainter:
    """Paints a part of one map at a given width."""

    def __init__(self, replay: Replay, sheet: int, crop: Crop, width: int) -> None:
        self._replay, self._sheet, self._crop = replay, sheet, crop
        left, top, right, bottom = crop
        across, down = right - left, bottom - top
        self._scale = min(1.0, width / across, _HIGHEST / down, (_LARGEST / (across * down)) ** 0.5)
        self.size = self._small(across, down)
        self._images: dict[int, Image] = {}
        self._frame = -1
        self._things: dict[int, Standing] = {}
        self._boards: dict[int, int] = {}

    def paint(self, frame: int) -> Image:
        """The table after a frame, with marks and a caption for what happened."""
        from PIL import Image
        from PIL.ImageDraw import Draw

        self._go_to(frame)
        picture = Image.new("RGB", self.size, "#e4e0d6")
        number = self._boards.get(self._sheet, -1)
        board = self._ground(number) if number >= 0 else None
        if board is not None:
            picture.paste(board)
        lying = [one for one in self._things.items() if one[1].map == self._sheet]
        for _, at in sorted(lying, key=lambda one: one[1].rank):
            image = self._image(at.picture)
            if image is not None:
                x, y = self._point(at.left, at.top)
                picture.paste(image, (x, y), image)
        draw = Draw(picture)
        self._rings(draw, frame)
        for start, end in self._arrows(frame):
            _arrow(draw, start, end)
        return self._captioned(picture, frame)

    def _go_to(self, frame: int) -> None:
        if not 0 <= self._frame <= frame:
            self._things, self._boards = self._replay.standing(frame)
        else:
            for one in self._replay.frames[self._frame + 1 : frame + 1]:
                for thing in one.gone:
                    self._things.pop(thing, None)
                self._things.update(one.changes)
                self._boards.update(one.grounds)
        self._frame = frame

    def _point(self, x: float, y: float) -> tuple[int, int]:
        left, top = self._crop[:2]
        return round((x - left) * self._scale), round((y - top) * self._scale)

    def _ground(self, number: int) -> Image | None:
        """The visible part of a board; None if no part is visible."""
        key, width, height = self._replay.pictures[number]
        left, top, right, bottom = self._crop
        right, bottom = min(right, width), min(bottom, height)
        if left >= right or top >= bottom:
            return None
        if number not in self._images:
            from PIL import Image

            board = self._replay.looks.pictures([key])[key]
            if board.size != (width, height):
                board = board.resize((width, height))
            part = board.crop((left, top, right, bottom)).convert("RGB")
            self._images[number] = part.resize(self._small(*part.size), Image.Resampling.LANCZOS)
        return self._images[number]

    def _small(self, width: int, height: int) -> tuple[int, int]:
        return max(1, round(width * self._scale)), max(1, round(height * self._scale))

    def _image(self, number: int) -> Image | None:
        if number not in self._images:
            from PIL import Image

            key, width, height = self._replay.pictures[number]
            found = self._replay.looks.pictures([key]).get(key)
            if found is None:
                return None
            small = self._small(width, height)
            self._images[number] = found.convert("RGBA").resize(small, Image.Resampling.LANCZOS)
        return self._images[number]

    def _rings(self, draw: ImageDraw, frame: int) -> None:
        for thing in self._replay.frames[frame].touched:
            at = self._things.get(thing)
            if at is None or at.map != self._sheet:
                continue
            _, width, height = self._replay.pictures[at.picture]
            box = (*self._point(at.left, at.top), *self._point(at.left + width, at.top + height))
            for colour, by, wide in ((_CASING, 4, 6), (_MOVE, 3, 3)):
                grown = (box[0] - by, box[1] - by, box[2] + by, box[3] + by)
                draw.rounded_rectangle(grown, 7, outline=colour, width=wide)

    def _arrows(self, frame: int) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        happened = self._replay.frames[frame].happening
        for one in happened.arrows if happened is not None else ():
            here = one.map == self._replay.sheets[self._sheet].name
            if here and one.start is not None and one.end is not None:
                yield self._point(*one.start), self._point(*one.end)

    def _captioned(self, picture: Image, frame: int) -> Image:
        """The picture with a line of text below it that says what happened."""
        from PIL import Image
        from PIL.ImageDraw import Draw

        one = self._replay.frames[frame]
        lines = one.happening.lines if one.happening is not None else ()
        caption = f"{one.step}  " + " · ".join(line.text for line in lines)
        font = _font(max(12, min(22, picture.width // 45)))
        high = round(font.size * 1.9)
        made = Image.new("RGB", (picture.width, picture.height + high), _PAPER)
        made.paste(picture)
        words = _shortened(caption.replace("\n", " "), font, picture.width - 20)
        place = (10, picture.height + font.size * 0.4)
        Draw(made).text(place, words, _INK, font)
        return made


def _arrow(draw: ImageDraw, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Draw a bold arrow with a pale edge, visible on any ground."""
    (x0, y0), (x1, y1) = start, end
    length = max(1.0, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    head = min(18.0, length * 0.6)
    base, side = (x1 - ux * head, y1 - uy * head), head * 0.55
    corners = [
        (x1, y1),
        (base[0] - uy * side, base[1] + ux * side),
        (base[0] + uy * side, base[1] - ux * side),
    ]
    for colour, wide, edge in ((_CASING, 9, 5), (_MOVE, 5, 0)):
        draw.line((x0, y0, *base), fill=colour, width=wide)
        draw.polygon(corners, fill=colour, outline=colour, width=edge)


def _font(size: int) -> FreeTypeFont:
    from PIL import ImageFont

    from generator.drawing.typefaces import face, font_file

    return ImageFont.truetype(str(font_file(face("sans semibold"))), size)


def _shortened(text: str, font: FreeTypeFont, room: float) -> str:
    if font.getlength(text) <= room:
        return text
    while text and font.getlength(text + "…") > room:
        text = text[: max(0, len(text) - max(1, len(text) // 20))]
    return text.rstrip() + "…"
