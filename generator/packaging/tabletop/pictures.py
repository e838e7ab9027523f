"""The pictures of a table of Tabletop Simulator: maps in tiles, counters, atlases of cards, charts.

Each becomes a file whose name holds a hash of its bytes: the game keeps pictures by their URL, and
a changed picture has another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from io import BytesIO
from math import ceil, sqrt
from typing import TYPE_CHECKING

from PIL import Image

from generator.errors import BroadsideError
from generator.geography.layout import MM_PER_INCH
from generator.light import dataclass
from generator.packaging.assembling import Gathered, gather
from generator.packaging.scene import Piece, Scene, sides_of
from generator.packaging.tabletop.album import Album, Atlas, Chart, Tile
from generator.packaging.tabletop.layout import tiles_of
from generator.packaging.tabletop.pieces import CARD
from generator.pictures.opening import UnreadableError, opened_picture
from generator.pictures.rendering import RESOLUTIONS
from generator.vassal.images import size

if TYPE_CHECKING:
    from pathlib import Path

    from generator.packaging.building import Progress
    from generator.tabletop_simulator.calibration import Calibration

COUNTER_PPI = 300
"""Pixels an inch of counters: one looks at them from near."""

CARD_PPI = 200
"""Pixels an inch of cards, and of counters as large as cards."""

CARD_SIDE = 60.0
"""A counter with a longer side (mm) is as large as a card."""

MOST_PIXELS = 80_000_000
"""Most pixels of one picture, which is unpacked whole to be cut into tiles."""

_NAME = 48
"""So much of a picture's name stands in its file's: Windows allows paths of 260 characters."""


class PictureError(BroadsideError):
    """A picture that is too large for a table, or cannot be read."""


def album_of(
    scene: Scene, art: tuple[Path, ...], known: Calibration, progress: Progress | None = None
) -> Album:
    """The pictures of a scene, drawn where they are not there yet.

    Raises `BroadsideError` for what cannot be drawn.
    """
    for map_ in scene.maps:
        wide, high = map_.layout.size()
        if wide * high > MOST_PIXELS:
            fits = int(scene.ppi * (MOST_PIXELS / (wide * high)) ** 0.5)
            accepted = f"--dpi {fits} or less"
            if fits < RESOLUTIONS[0]:
                accepted = f"{MOST_PIXELS // 1_000_000} million pixels; it has more at any --dpi"
            raise PictureError(
                f"map {map_.name!r} would have {wide} x {high} pixels at {scene.ppi} dpi; "
                f"accepted for Tabletop Simulator: {accepted}"
            )
    sharper = {picture: sharpness(piece) for piece in scene.pieces for picture in _pictures(piece)}
    icons = frozenset((*scene.icons.values(), *scene.tints))
    return album_from(gather(scene, art, progress, icons, sharper, in_pixels=True), known)


def sharpness(piece: Piece) -> int:
    """Pixels an inch of a piece that is drawn."""
    large = piece.shape == CARD or max(piece.width, piece.height) > CARD_SIDE
    return CARD_PPI if large else COUNTER_PPI


def album_from(gathered: Gathered, known: Calibration) -> Album:
    """The pictures that were gathered of a scene, as the table has them."""
    scene, files = gathered.scene, _Files()
    images = _Images(gathered)
    maps = {
        map_.id: tuple(_tiles(map_.picture, images, files, known.picture_limit))
        for map_ in scene.maps
    }
    cards = [piece for piece in scene.pieces if piece.shape == CARD]
    counters = dict(_counters(scene, images, files, known.picture_limit))
    atlases, places = _atlases(cards, images, files, known)
    charts = tuple(_charts(gathered, images, files, known.picture_limit))
    return Album(files.files, counters, maps, charts, atlases, places, tuple(gathered.warnings()))


def _pictures(piece: Piece) -> Iterator[str]:
    for sides in sides_of(piece):
        yield from sides


class _Images:
    """What was gathered, by the names of pictures."""

    def __init__(self, gathered: Gathered) -> None:
        self._gathered = gathered

    def data(self, picture: str) -> bytes:
        """The file of a picture."""
        return self._gathered.images[self._gathered.scene.image(picture)]

    def opened(self, picture: str) -> Image.Image:
        """The picture itself. Raises PictureError for one that is too large or damaged."""
        data = self.data(picture)
        wide, high = size(data) or (0, 0)
        if wide * high > MOST_PIXELS:
            raise PictureError(
                f"picture {picture!r} has {wide} x {high} pixels; accepted for Tabletop Simulator: "
                f"{MOST_PIXELS // 1_000_000} million pixels"
            )
        try:
            return opened_picture(data)
        except UnreadableError as trouble:
            file = self._gathered.scene.image(picture)
            raise PictureError(f"art/images/{file}: {trouble}") from None


class _Files:
    """Files with names that hold a hash of their bytes; equal bytes are one file."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self._known: dict[bytes, str] = {}

    def add(self, picture: str, data: bytes) -> str:
        """The name of the file that holds these bytes."""
        digest = sha256(data).digest()
        if digest not in self._known:
            stem = re.sub(r"[^A-Za-z0-9_-]+", "_", picture)[:_NAME]
            ending = "jpg" if data[:3] == b"\xff\xd8\xff" else "png"
            name = f"{stem}-{digest.hex()[:12]}.{ending}"
            self.files[name] = data
            self._known[digest] = name
        return self._known[digest]


def _tiles(picture: str, images: _Images, files: _Files, limit: int) -> Iterator[Tile]:
    with images.opened(picture) as whole:
        wide, high = whole.size
        parts = tiles_of((wide, high), limit)
        for row, column, left, top, right, bottom in parts:
            data = images.data(picture)
            if len(parts) > 1 or not _taken(data):
                data = _png(whole.crop((left, top, right, bottom)))
            name = picture if len(parts) == 1 else f"{picture}-{row}-{column}"
            yield Tile(
                row,
                column,
                left / wide,
                top / high,
                right / wide,
                bottom / high,
                files.add(name, data),
            )


def _taken(data: bytes) -> bool:
    """Whether the game takes a picture as it is: PNG or JPEG."""
    return data[:8] == b"\x89PNG\r\n\x1a\n" or data[:3] == b"\xff\xd8\xff"


def _png(picture: Image.Image) -> bytes:
    out = BytesIO()
    if picture.mode not in ("RGB", "RGBA"):
        picture = picture.convert("RGBA")
    picture.save(out, "PNG", compress_level=4)
    return out.getvalue()


def _counters(
    scene: Scene, images: _Images, files: _Files, limit: int
) -> Iterator[tuple[str, str]]:
    """The file of each picture of a counter; what many counters show is read and written once."""
    made: dict[bytes, str] = {}
    for piece in scene.pieces:
        for picture in _pictures(piece) if piece.shape != CARD else ():
            source = sha256(images.data(picture)).digest()
            if source not in made:
                made[source] = files.add(picture, _filled(picture, images, limit))
            yield picture, made[source]


def _filled(picture: str, images: _Images, limit: int) -> bytes:
    """A counter's picture without transparent corners, which the game shows black, and no larger
    than the limit."""
    data, opened = images.data(picture), images.opened(picture)
    if opened.mode == "RGB" and _taken(data) and max(opened.size) <= limit:
        return data
    shown = opened.convert("RGBA")
    shown.thumbnail((limit, limit), Image.Resampling.LANCZOS)
    return _png(_opaque(shown))


def _opaque(picture: Image.Image) -> Image.Image:
    """The picture on the colour that it has next to its upper left corner."""
    edge = next(
        (
            found
            for at in range(min(picture.size) // 2)
            if isinstance(found := picture.getpixel((at, at)), tuple) and found[3] == 255
        ),
        (128, 128, 128, 255),
    )
    ground = Image.new("RGBA", picture.size, edge)
    ground.alpha_composite(picture)
    return ground.convert("RGB")


def _charts(gathered: Gathered, images: _Images, files: _Files, limit: int) -> Iterator[Chart]:
    drawn = {one.name: one for one in gathered.drawn}
    for name, picture in gathered.scene.charts:
        data = images.data(picture)
        with images.opened(picture) as opened:
            mm = MM_PER_INCH / gathered.scene.ppi
            paper = (opened.width * mm, opened.height * mm)
            if max(opened.size) > limit or not _taken(data):
                opened.thumbnail((limit, limit), Image.Resampling.LANCZOS)
                data = _png(opened)
        if picture in drawn:
            paper = drawn[picture].width_mm, drawn[picture].height_mm
        yield Chart(name, files.add(picture, data), *paper)


@dataclass(frozen=True, slots=True)
class _Side:
    """A card with one front and back; a card of several looks has several."""

    card: str
    state: int
    front: str
    back: str


def _atlases(
    cards: Sequence[Piece], images: _Images, files: _Files, known: Calibration
) -> tuple[tuple[Atlas, ...], dict[str, tuple[tuple[int, int], ...]]]:
    """The atlases of all cards, and where each card stands."""
    atlases: list[Atlas] = []
    found: dict[tuple[str, int], tuple[int, int]] = {}
    for sides, own_backs in _sheets_of(cards, images):
        with images.opened(sides[0].front) as first:
            cell = _fitting(first.size, known.picture_limit // 2)
        for some, across, down in _sheets(sides, cell, known):
            for place, side in enumerate(some):
                found[side.card, side.state] = (len(atlases), place)
            name = f"cards-{len(atlases) + 1}"
            front = _sheet([side.front for side in some], images, cell, across, down)
            if own_backs:
                back = _sheet([side.back for side in some], images, cell, across, down)
            else:
                back = _filled(some[0].back, images, known.picture_limit)
            made = files.add(name, front), files.add(f"{name}-back", back)
            atlases.append(Atlas(*made, across, down, own_backs))
    return tuple(atlases), {
        card.id: tuple(found[card.id, state] for state in range(1, len(sides_of(card)) + 1))
        for card in cards
    }


def _fitting(size: tuple[int, int], limit: int) -> tuple[int, int]:
    """A size in pixels, smaller in proportion where a side would be longer than the limit."""
    less = min(1.0, limit / max(size))
    return max(1, int(size[0] * less)), max(1, int(size[1] * less))


def _sheets(
    sides: list[_Side], cell: tuple[int, int], known: Calibration
) -> Iterator[tuple[list[_Side], int, int]]:
    """As many sheets as the cards need, about equally full and about square: the cards of each,
    its columns and its rows. The game knows no sheet of fewer than two by two."""
    most_across = max(2, min(known.sheet_columns, known.picture_limit // cell[0]))
    most_down = max(2, min(known.sheet_rows, known.picture_limit // cell[1]))
    count = -(-len(sides) // (most_across * most_down))
    for at in range(count):
        some = sides[len(sides) * at // count : len(sides) * (at + 1) // count]
        square = ceil(sqrt(len(some) * cell[1] / cell[0]))
        across = max(2, min(most_across, square), -(-len(some) // most_down))
        yield some, across, max(2, -(-len(some) // across))


def _sheets_of(cards: Sequence[Piece], images: _Images) -> Iterator[tuple[list[_Side], bool]]:
    """Cards that go on an atlas together, and whether each has a back of its own there: those of
    one size with the same back; those whose back no other has."""
    same: dict[tuple[float, float, bytes], list[_Side]] = {}
    for card in cards:
        for state, (front, back) in enumerate(sides_of(card), start=1):
            digest = sha256(images.data(back)).digest()
            key = (card.width, card.height, digest)
            same.setdefault(key, []).append(_Side(card.id, state, front, back))
    alone: dict[tuple[float, float], list[_Side]] = {}
    for (width, height, _), sides in same.items():
        if len(sides) == 1:
            alone.setdefault((width, height), []).extend(sides)
        else:
            yield sides, False
    for sides in alone.values():
        yield sides, len(sides) > 1


def _sheet(
    pictures: Iterable[str], images: _Images, cell: tuple[int, int], across: int, down: int
) -> bytes:
    whole = Image.new("RGB", (across * cell[0], down * cell[1]))
    for place, picture in enumerate(pictures):
        with images.opened(picture) as opened:
            shown = opened.convert("RGBA")
        if shown.size != cell:
            shown = shown.resize(cell, Image.Resampling.LANCZOS)
        row, column = divmod(place, across)
        whole.paste(_opaque(shown), (column * cell[0], row * cell[1]))
    return _png(whole)
