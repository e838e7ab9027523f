"""A save of Tabletop Simulator seen from above: what stands beside it in the game's list of saves.

It is drawn from the save alone, from its places, scales and turns: so it shows what will lie there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from PIL import Image, ImageDraw

from generator.packaging.tts_layout import Area
from generator.packaging.tts_pieces import card_size, tile_size
from generator.tabletop_simulator.objects import SEAT_COLOURS, TileShape

if TYPE_CHECKING:
    from generator.tabletop_simulator.calibration import Calibration

LONGEST = 1024
"""Pixels along the longer side of a thumbnail."""

_CLOTH = (52, 66, 60)
_EDGE = 0.6
"""Units shown around the outermost things."""

_FINER = 2
"""How much larger it is drawn than shown: edges are smooth then."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """A thing from above."""

    area: Area
    turn: float
    """Degrees clockwise from upright."""
    height: float
    picture: Image.Image | None
    shape: str
    colour: tuple[int, int, int]


def thumbnail(
    save: Mapping[str, Any],
    pictures: Mapping[str, bytes],
    shown: Area,
    known: Calibration,
    longest: int = LONGEST,
) -> bytes:
    """The PNG of a part of the table; ``pictures`` are files by their URLs."""
    opened = _Opened(pictures)
    seen = [
        one
        for made in save["ObjectStates"]
        if _lies_in(made["Transform"], shown)
        for one in _seen(made, opened, known)
    ]
    seen.sort(key=lambda one: one.height)
    left, right = shown.left - _EDGE, shown.right + _EDGE
    near, far = shown.near - _EDGE, shown.far + _EDGE
    scale = longest * _FINER / max(right - left, far - near)
    canvas = Image.new("RGB", (round((right - left) * scale), round((far - near) * scale)), _CLOTH)
    draw = ImageDraw.Draw(canvas)
    for one in seen:
        wide, deep = (max(1, round(side * scale)) for side in (one.area.width, one.area.depth))
        x, y = round((one.area.left - left) * scale), round((far - one.area.far) * scale)
        if one.picture is None:
            box = (x, y, x + wide - 1, y + deep - 1)
            _outlined(draw, one, box)
            continue
        face = one.picture.resize((wide, deep), Image.Resampling.LANCZOS)
        mask = _mask(one.shape, (wide, deep))
        if one.turn % 360:
            face, mask = (part.rotate(-one.turn, expand=True) for part in (face, mask))
            x, y = x + (wide - face.width) // 2, y + (deep - face.height) // 2
        canvas.paste(face, (x, y), mask)
    size = canvas.width // _FINER, canvas.height // _FINER
    out = BytesIO()
    canvas.resize(size, Image.Resampling.BOX).save(out, "PNG", compress_level=6)
    return out.getvalue()


def _lies_in(place: Mapping[str, float], shown: Area) -> bool:
    return shown.left <= place["posX"] <= shown.right and shown.near <= place["posZ"] <= shown.far


class _Opened:
    """Pictures by URL, each opened once, cut out of their atlas."""

    def __init__(self, pictures: Mapping[str, bytes]) -> None:
        self._pictures = pictures
        self._open: dict[str, Image.Image] = {}

    def whole(self, url: str) -> Image.Image:
        if url not in self._open:
            with Image.open(BytesIO(self._pictures[url])) as opened:
                self._open[url] = opened.convert("RGB")
        return self._open[url]

    def card(self, made: Mapping[str, Any], card_id: int, *, turned: bool) -> Image.Image:
        """A card's front or back."""
        sheet = made["CustomDeck"][str(card_id // 100)]
        if turned and not sheet["UniqueBack"]:
            return self.whole(sheet["BackURL"])
        whole = self.whole(sheet["BackURL" if turned else "FaceURL"])
        wide, high = whole.width // sheet["NumWidth"], whole.height // sheet["NumHeight"]
        row, column = divmod(card_id % 100, sheet["NumWidth"])
        return whole.crop((column * wide, row * high, (column + 1) * wide, (row + 1) * high))


def _seen(made: Mapping[str, Any], opened: _Opened, known: Calibration) -> Iterator[_Seen]:
    """What of an object shows from above; zones for scripts do not."""
    place, name = made["Transform"], made["Name"]
    turned = abs(place["rotZ"] - known.face_down_rotation) < 90
    turn = place["rotY"] - known.upright_rotation
    picture, shape, colour = None, "box", (90, 84, 72)
    across, along = place["scaleX"], place["scaleZ"]
    if name == "Custom_Tile":
        image = made["CustomImage"]
        picture = opened.whole(
            image["ImageSecondaryURL"]
            if turned and image["ImageSecondaryURL"]
            else image["ImageURL"]
        )
        size = tile_size((across, along), picture.width / picture.height, known)
        shape = TileShape(image["CustomTile"]["Type"]).name.lower()
    elif name in ("Card", "Deck"):
        card_id = made["CardID"] if name == "Card" else made["DeckIDs"][0]
        picture = opened.card(made, card_id, turned=turned)
        size = card_size((across, along), picture.width / picture.height, known)
        shape = "rounded"
    elif name == "Bag":
        size, shape, colour = (
            (across * known.bag_side, along * known.bag_side),
            "circle",
            (84, 58, 36),
        )
    elif name.startswith("Die_"):
        size, shape, colour = (known.die_side * across,) * 2, "rounded", (232, 226, 210)
    elif name == "Notecard":
        size, colour = (
            (known.notecard_width * across, known.notecard_height * along),
            (238, 230, 200),
        )
    elif name == "HandTrigger":
        size = (across * known.zone_unit, along * known.zone_unit)
        red, green, blue = (round(part * 120 + 30) for part in SEAT_COLOURS[made["FogColor"]])
        shape, colour = "rounded", (red, green, blue)
    else:
        return
    yield _Seen(
        Area(place["posX"], place["posZ"], *size), turn, place["posY"], picture, shape, colour
    )


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


def _outlined(draw: ImageDraw.ImageDraw, one: _Seen, box: tuple[int, int, int, int]) -> None:
    """A thing without a picture."""
    if one.shape == "circle":
        draw.ellipse(box, fill=one.colour, outline=(30, 24, 18), width=2)
    else:
        radius = (box[2] - box[0]) / 8 if one.shape == "rounded" else 0
        draw.rounded_rectangle(box, min(radius, 14), fill=one.colour, outline=(30, 24, 18), width=2)
