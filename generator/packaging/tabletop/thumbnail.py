"""A save of Tabletop Simulator seen from above: what stands beside it in the game's list of saves.

It is drawn from the save alone, from its places, scales and turns: so it shows what will lie there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

from PIL import Image, ImageDraw

from generator.light import dataclass
from generator.packaging.tabletop.layout import Area
from generator.packaging.tabletop.pieces import card_size, tile_size
from generator.tabletop_simulator.objects import SEAT_COLOURS, TileShape
from generator.vassal.images import size as size_of

if TYPE_CHECKING:
    from generator.tabletop_simulator.calibration import Calibration

LONGEST = 1024
"""Pixels along the longer side of a thumbnail."""

_CLOTH, _DARKER = (58, 78, 70), (30, 42, 38)
"""The table in the middle and towards its corners."""

_LINE = (36, 28, 20)
_EDGE = 0.6
"""Units shown around the outermost things."""

_FINER = 2
"""How much larger it is drawn than shown: edges are smooth then."""

_SHADOW = 0.06
"""Units that a shadow falls to the right and down."""

_SHEETS = 4
"""So many sheets of cards are open at a time: each may be fifty megabytes of pixels."""

_Size = tuple[int, int]
_Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class _Seen:
    """A thing from above."""

    area: Area
    turn: float
    """Degrees clockwise from upright."""
    height: float
    face: Callable[[_Size], Image.Image] | None
    """What it shows, at the size it has there; None for a zone, which lies over other things like
    a veil."""
    shape: str
    colour: tuple[int, int, int] = _LINE


def thumbnail(
    save: Mapping[str, Any],
    faces: Faces,
    shown: Area,
    known: Calibration,
    longest: int = LONGEST,
) -> bytes:
    """The PNG of a part of the table."""
    seen = [
        one
        for made in save["ObjectStates"]
        if _lies_in(made["Transform"], shown)
        for one in _seen(made, faces, known)
    ]
    seen.sort(key=lambda one: one.height)
    scale = longest * _FINER / (max(shown.width, shown.depth) + 2 * _EDGE)
    canvas = _cloth(
        round((shown.width + 2 * _EDGE) * scale), round((shown.depth + 2 * _EDGE) * scale)
    )
    for one in seen:
        size = max(1, round(one.area.width * scale)), max(1, round(one.area.depth * scale))
        x = round((one.area.left - shown.left + _EDGE) * scale)
        y = round((shown.far - one.area.far + _EDGE) * scale)
        mask = _mask(one.shape, size)
        if one.face is None:
            canvas.paste(one.colour, (x, y), mask.point(lambda value: value // 5))
            ImageDraw.Draw(canvas).rectangle(
                (x, y, x + size[0], y + size[1]), outline=one.colour, width=_FINER * 2
            )
            continue
        face = one.face(size)
        if one.turn % 360:
            face, mask = (part.rotate(-one.turn, expand=True) for part in (face, mask))
            x, y = x + (size[0] - face.width) // 2, y + (size[1] - face.height) // 2
        fall = max(1, round(_SHADOW * scale))
        canvas.paste((0, 0, 0), (x + fall, y + fall), mask.point(lambda value: value * 2 // 5))
        canvas.paste(face, (x, y), mask)
    out = BytesIO()
    canvas.reduce(_FINER).save(out, "PNG", compress_level=4)
    return out.getvalue()


def _cloth(wide: int, high: int) -> Image.Image:
    """The bare table, lighter in the middle."""
    light = Image.radial_gradient("L").resize((wide, high))
    return Image.composite(
        Image.new("RGB", (wide, high), _DARKER), Image.new("RGB", (wide, high), _CLOTH), light
    )


def _lies_in(place: Mapping[str, float], shown: Area) -> bool:
    return shown.left <= place["posX"] <= shown.right and shown.near <= place["posZ"] <= shown.far


class Faces:
    """The pictures of a table by their URLs, for the thumbnails of all its saves: each is opened
    once, and held only as small as it is shown."""

    def __init__(self, pictures: Mapping[str, bytes]) -> None:
        self._pictures = pictures
        self._shown: dict[tuple[str, _Box | None, _Size], Image.Image] = {}
        self._sheet = lru_cache(maxsize=_SHEETS)(self._opened)

    def size(self, url: str) -> _Size:
        """Width and height of a picture in pixels."""
        return size_of(self._pictures[url]) or (1, 1)

    def shown(self, url: str, box: _Box | None, size: _Size) -> Image.Image:
        """A picture, or what a box cuts out of a sheet of cards, at a size."""
        key = url, box, size
        if key not in self._shown:
            face = self._opened(url) if box is None else self._sheet(url).crop(box)
            self._shown[key] = face.resize(size, Image.Resampling.HAMMING)
        return self._shown[key]

    def _opened(self, url: str) -> Image.Image:
        with Image.open(BytesIO(self._pictures[url])) as opened:
            return opened.convert("RGB")


@dataclass(frozen=True, slots=True)
class _Face:
    """A picture, or a card of a sheet."""

    faces: Faces
    url: str
    box: _Box | None = None

    def __call__(self, size: _Size) -> Image.Image:
        return self.faces.shown(self.url, self.box, size)

    def proportion(self) -> float:
        """Width through height."""
        if self.box is None:
            wide, high = self.faces.size(self.url)
            return wide / high
        left, top, right, bottom = self.box
        return (right - left) / (bottom - top)


def _card(made: Mapping[str, Any], card_id: int, faces: Faces, *, turned: bool) -> _Face:
    """A card's front or back."""
    sheet = made["CustomDeck"][str(card_id // 100)]
    if turned and not sheet["UniqueBack"]:
        return _Face(faces, sheet["BackURL"])
    url = sheet["BackURL" if turned else "FaceURL"]
    width, height = faces.size(url)
    wide, high = width // sheet["NumWidth"], height // sheet["NumHeight"]
    row, column = divmod(card_id % 100, sheet["NumWidth"])
    box = column * wide, row * high, (column + 1) * wide, (row + 1) * high
    return _Face(faces, url, box)


def _drawn(face: Image.Image) -> Callable[[_Size], Image.Image]:
    return lambda size: face.resize(size, Image.Resampling.HAMMING)


def _seen(made: Mapping[str, Any], faces: Faces, known: Calibration) -> Iterator[_Seen]:
    """What of an object shows from above; zones for scripts do not."""
    place, name = made["Transform"], made["Name"]
    turned = abs(place["rotZ"] - known.face_down_rotation) < 90
    across, along = place["scaleX"], place["scaleZ"]
    turn, height = place["rotY"] - known.upright_rotation, place["posY"]

    def at(size: tuple[float, float]) -> Area:
        return Area(place["posX"], place["posZ"], *size)

    if name == "Custom_Tile":
        image = made["CustomImage"]
        back = image["ImageSecondaryURL"] if turned else ""
        face = _Face(faces, back or image["ImageURL"])
        size = tile_size((across, along), face.proportion(), known)
        shape = TileShape(image["CustomTile"]["Type"]).name.lower()
        yield _Seen(at(size), turn, height, face, shape)
    elif name in ("Card", "Deck"):
        card_id = made["CardID"] if name == "Card" else made["DeckIDs"][0]
        face = _card(made, card_id, faces, turned=turned)
        size = card_size((across, along), face.proportion(), known)
        yield _Seen(at(size), turn, height, face, "rounded")
    elif name == "Bag":
        size = across * known.bag_side, along * known.bag_side
        yield _Seen(at(size), 0.0, height, _drawn(_bag()), "circle")
    elif name.startswith("Die_"):
        size = across * known.die_side, along * known.die_side
        yield _Seen(at(size), 0.0, height, _drawn(_die()), "rounded")
    elif name == "Notecard":
        size = across * known.notecard_width, along * known.notecard_height
        words = _drawn(_words(len(made["Description"])))
        yield _Seen(at(size), turn, height, words, "box")
    elif name == "FogOfWarTrigger":
        red, green, blue = (round(part * 255) for part in SEAT_COLOURS[made["FogColor"]])
        size = across * known.zone_unit, along * known.zone_unit
        yield _Seen(at(size), 0.0, height, None, "box", (red, green, blue))


def _bag() -> Image.Image:
    face = Image.new("RGB", (96, 96), (78, 52, 32))
    draw = ImageDraw.Draw(face)
    for inset, colour in ((2, (104, 72, 46)), (20, (60, 40, 26)), (30, (24, 17, 12))):
        draw.ellipse((inset, inset, 95 - inset, 95 - inset), fill=colour)
    return face


def _die() -> Image.Image:
    face = Image.new("RGB", (96, 96), (238, 233, 220))
    draw = ImageDraw.Draw(face)
    for x, y in ((28, 28), (68, 68)):
        draw.ellipse((x - 9, y - 9, x + 9, y + 9), fill=_LINE)
    return face


def _words(letters: int) -> Image.Image:
    face = Image.new("RGB", (240, 156), (240, 233, 208))
    draw = ImageDraw.Draw(face)
    draw.rectangle((14, 12, 150, 22), fill=(90, 80, 66))
    for line in range(min(9, 1 + letters // 45)):
        draw.line((14, 38 + 12 * line, 222 - 37 * (line % 3), 38 + 12 * line), (170, 160, 140), 4)
    return face


def _mask(shape: str, size: tuple[int, int]) -> Image.Image:
    mask = Image.new("L", size, 0)
    draw = ImageDraw.Draw(mask)
    wide, deep = size
    box = (0, 0, wide - 1, deep - 1)
    if shape == "circle":
        draw.ellipse(box, fill=255)
    elif shape == "hex":
        draw.polygon(
            [(wide / 4, 0), (wide * 3 / 4, 0), (wide, deep / 2), (wide * 3 / 4, deep),
             (wide / 4, deep), (0, deep / 2)],
            fill=255,
        )  # fmt: skip
    elif shape == "rounded":
        draw.rounded_rectangle(box, radius=min(size) / 12, fill=255)
    else:
        draw.rectangle(box, fill=255)
    return mask
