"""The objects of a save: each builder gives the plain data the game would write, with every key.

A builder takes a `Thing` (what every object has) and what its kind has besides; those of zones
stand in `zones`::

    ajax = custom_tile(
        Thing(guids.of("piece/ajax"), Place(x=3.5, y=1.3, z=-2.0), memo="piece/ajax"),
        front="file:///ajax.png", back="file:///ajax-damaged.png",
    )
    cup = bag(Thing(guids.of("deck/cup"), Place(x=20, y=1.3)), [ajax, exeter])
    ship = with_states([whole, damaged, sunk], current=1)
    pile = deck(Thing(guids.of("deck/events"), place), [card(...), card(...)])

The keys stand in the game's own order (`KEYS`), as saves of v13 have them. All of the common ones
are always written: a save whose zones lack ``LayoutGroupSortIndex`` or ``Value`` does not load.

Sources: the game's knowledge base (``save-file-format.md``), its API documents
(``built-in-object.md``), and saves written by the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from enum import IntEnum
from typing import Any, Final

from generator.errors import BroadsideError
from generator.light import dataclass

Json = dict[str, Any]
"""An object of JSON, its keys in the order they are written."""

SEATS: Final = (
    "White", "Brown", "Red", "Orange", "Yellow", "Green", "Teal", "Blue", "Purple", "Pink",
)  # fmt: skip
"""Colours a player can sit down at, in the game's order."""
GAME_MASTER: Final = "Black"
SEAT_COLOURS: Final[Mapping[str, tuple[float, float, float]]] = {
    "White": (1.0, 1.0, 1.0),
    "Brown": (0.443, 0.231, 0.09),
    "Red": (0.856, 0.1, 0.094),
    "Orange": (0.956, 0.392, 0.113),
    "Yellow": (0.905, 0.898, 0.172),
    "Green": (0.192, 0.701, 0.168),
    "Teal": (0.129, 0.694, 0.607),
    "Blue": (0.118, 0.53, 1.0),
    "Purple": (0.627, 0.125, 0.941),
    "Pink": (0.96, 0.439, 0.807),
    "Grey": (0.5, 0.5, 0.5),
    "Black": (0.25, 0.25, 0.25),
}
"""Red, green and blue from 0 to 1. Source: the API's documents, ``player/colors.md``."""

WHITE: Final = (1.0, 1.0, 1.0)
CARD_COLOUR: Final = (0.713235259, 0.713235259, 0.713235259)
"""What the game writes for cards and decks that nobody tinted."""
SHEET: Final = 100
"""A CardID is the sheet's key times this, plus the place on the sheet."""

KEYS: Final = tuple(
    """
    GUID Name Transform Nickname Description GMNotes Memo AltLookAngle ColorDiffuse Tags
    LayoutGroupSortIndex Value Locked Grid Snap IgnoreFoW MeasureMovement DragSelectable Autoraise
    Sticky Tooltip GridProjection HideWhenFaceDown Hands AltSound MaterialIndex MeshIndex Layer
    Number CardID SidewaysCard RPGmode RPGdead FogColor FogHidePointers FogReverseHiding
    FogSeethrough DeckIDs CustomDeck CustomMesh CustomImage CustomAssetbundle CustomPDF FogOfWar
    FogOfWarRevealer LayoutZone Clock Counter Tablet Mp3Player Calculator Text Bag LuaScript
    LuaScriptState XmlUI CustomUIAssets ContainedObjects PhysicsMaterial Rigidbody JointFixed
    JointHinge JointSpring AttachedSnapPoints AttachedVectorLines AttachedDecals States
    RotationValues ChildObjects
    """.split()  # noqa: SIM905
)
"""Every key of an object that the game is known to write, in its order."""
_RANK: Final = {key: at for at, key in enumerate(KEYS)}


class ObjectError(BroadsideError):
    """An object the game would not take."""


class TileShape(IntEnum):
    """Type of a Custom_Tile."""

    BOX = 0
    HEX = 1
    CIRCLE = 2
    ROUNDED = 3


class CardShape(IntEnum):
    """Type of a sheet of cards."""

    ROUNDED = 0
    RECTANGLE = 1
    HEX_ROUNDED = 2
    HEX = 3
    CIRCLE = 4


class BagOrder(IntEnum):
    """In which order a bag gives out what it holds."""

    LAST_IN_FIRST_OUT = 0
    FIRST_IN_FIRST_OUT = 1
    RANDOM = 2


@dataclass(frozen=True, slots=True)
class Place:
    """Where an object is: units, degrees, and multiples of its kind's own size."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    rot_x: float = 0.0
    rot_y: float = 0.0
    rot_z: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0
    scale_z: float = 1.0


@dataclass(frozen=True, slots=True)
class SnapPoint:
    """A place that objects jump to: units, of the object it is attached to or of the table."""

    x: float
    y: float
    z: float
    turn: float | None = None
    """Degrees about y that objects take there; `None` leaves theirs."""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Thing:
    """What every object has."""

    guid: str
    place: Place = field(default_factory=Place)
    memo: str = ""
    nickname: str = ""
    description: str = ""
    gm_notes: str = ""
    tags: tuple[str, ...] = ()
    colour: tuple[float, ...] = WHITE
    """Red, green, blue and perhaps alpha, 0 to 1."""
    value: int = 0
    locked: bool = False
    grid: bool = True
    snap: bool = True
    ignore_fog: bool = False
    autoraise: bool = True
    sticky: bool = True
    tooltip: bool = True
    hide_when_face_down: bool = False
    hands: bool = False
    """Whether it enters a hand that it is dropped in."""
    script: str = ""
    script_state: str = ""
    ui: str = ""
    snap_points: tuple[SnapPoint, ...] = ()


# --- Pieces -----------------------------------------------------------------------------


def custom_tile(
    thing: Thing,
    front: str,
    back: str = "",
    *,
    shape: TileShape = TileShape.BOX,
    thickness: float = 0.1,
    stackable: bool = False,
    stretch: bool = False,
) -> Json:
    """A flat piece or map of one or two pictures (URLs); without a back, both sides show one.

    ``stackable`` tiles merge into stacks and lose who they are: leave it for counters of a game.
    """
    image = _image(front, back)
    image["CustomTile"] = {
        "Type": int(shape),
        "Thickness": float(thickness),
        "Stackable": stackable,
        "Stretch": stretch,
    }
    return any_object("Custom_Tile", thing, CustomImage=image)


def with_states(states: Sequence[Json], current: int = 1) -> Json:
    """One object of several, of which number ``current`` (from 1) is on the table.

    Each state has its own GUID; it stands where the current one does. Raises `ObjectError`.
    """
    if not 1 <= current <= len(states):
        raise ObjectError(f"state {current} of {len(states)}; accepted: 1 to {len(states)}")
    if any("States" in state for state in states):
        raise ObjectError("a state of an object has states of its own")
    shown = states[current - 1]
    others = {
        str(at): state | {"Transform": dict(shown["Transform"])}
        for at, state in enumerate(states, 1)
        if at != current
    }
    return ordered(shown | {"States": others}) if others else shown


# --- Cards ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sheet:
    """An atlas: pictures of cards in rows, from the upper left."""

    key: int
    """The number of the sheet in the save, from 1."""
    front: str
    back: str
    columns: int
    rows: int
    unique_backs: bool = False
    """Whether the back is an atlas too."""
    back_is_hidden: bool = True
    """Whether others see the back of a card in hand; else they see the atlas's last picture."""
    shape: CardShape = CardShape.ROUNDED

    def card_id(self, place: int) -> int:
        """The CardID of a place on the sheet, from 0. Raises `ObjectError`."""
        if not 0 <= place < min(self.columns * self.rows, SHEET):
            raise ObjectError(
                f"place {place} on a sheet of {self.columns} x {self.rows} cards; accepted: "
                f"0 to {min(self.columns * self.rows, SHEET) - 1}"
            )
        return self.key * SHEET + place

    def as_json(self) -> Json:
        """The sheet as CustomDeck has it."""
        return {
            "FaceURL": self.front,
            "BackURL": self.back,
            "NumWidth": self.columns,
            "NumHeight": self.rows,
            "BackIsHidden": self.back_is_hidden,
            "UniqueBack": self.unique_backs,
            "Type": int(self.shape),
        }


def card(thing: Thing, sheet: Sheet, place: int, *, sideways: bool = False) -> Json:
    """A card: a place on a sheet. Cards go to hands and hide when face down, whatever else is said.

    Raises `ObjectError` for a place that the sheet does not have.
    """
    return any_object(
        "Card",
        thing,
        ColorDiffuse=_card_colour(thing),
        CardID=sheet.card_id(place),
        SidewaysCard=sideways,
        CustomDeck={str(sheet.key): sheet.as_json()},
        HideWhenFaceDown=True,
        Hands=True,
    )


def deck(thing: Thing, cards: Sequence[Json], *, sideways: bool = False) -> Json:
    """A deck of at least two cards made by `card`, in their order. Raises `ObjectError`."""
    if len(cards) < 2:
        raise ObjectError(f"a deck of {len(cards)} cards; accepted: 2 or more (one is a card)")
    sheets: Json = {}
    for one in cards:
        for key, sheet in one["CustomDeck"].items():
            if sheets.setdefault(key, sheet) != sheet:
                raise ObjectError(f"two sheets of a deck have the number {key}")
    return any_object(
        "Deck",
        thing,
        ColorDiffuse=_card_colour(thing),
        SidewaysCard=sideways,
        DeckIDs=[one["CardID"] for one in cards],
        CustomDeck={key: sheets[key] for key in sorted(sheets, key=int)},
        ContainedObjects=list(cards),
        HideWhenFaceDown=True,
    )


def _card_colour(thing: Thing) -> Json:
    """White is no tint: of a card without one the game writes `CARD_COLOUR`."""
    return colour_of(CARD_COLOUR if thing.colour == WHITE else thing.colour)


# --- Bags and dice ----------------------------------------------------------------------


def bag(thing: Thing, contents: Sequence[Json], order: BagOrder = BagOrder.RANDOM) -> Json:
    """A bag that pieces are drawn from and put back into."""
    return any_object(
        "Bag",
        thing,
        MaterialIndex=-1,
        MeshIndex=-1,
        Bag={"Order": int(order)},
        ContainedObjects=list(contents),
    )


_Turn = tuple[float, float, float]
_SIX: Final[Mapping[int, _Turn]] = {
    1: (-90.0, 0.0, 0.0),
    2: (0.0, 0.0, 0.0),
    3: (0.0, 0.0, -90.0),
    4: (0.0, 0.0, 90.0),
    5: (0.0, 0.0, -180.0),
    6: (90.0, 0.0, 0.0),
}
_SIX_ROUNDED: Final[Mapping[int, _Turn]] = {
    1: (0.0, 0.0, 0.0),
    2: (90.0, 0.0, 0.0),
    3: (0.0, 0.0, 90.0),
    4: (0.0, 0.0, -90.0),
    5: (-90.0, 0.0, 0.0),
    6: (0.0, 0.0, -180.0),
}
ROTATIONS: Final[Mapping[str, Mapping[int, _Turn]]] = {
    "Die_6": _SIX,
    "Die_6_Rounded": _SIX_ROUNDED,
}
"""Degrees with which a die shows a value, by its name, for the dice that saves were seen of.

The other dice of the game get theirs from the game itself where a save has none.
"""
SIDES: Final = (4, 6, 8, 10, 12, 20)


def die(thing: Thing, sides: int, *, rounded: bool = False) -> Json:
    """A die of the game's own. Raises `ObjectError` for a number of sides there is no die of."""
    if sides not in SIDES or (rounded and sides != 6):
        raise ObjectError(f"a die of {sides} sides; accepted: {', '.join(map(str, SIDES))}")
    name = f"Die_{sides}" + ("_Rounded" if rounded else "")
    more: Json = {"MaterialIndex": 0}
    if name in ROTATIONS:
        more["RotationValues"] = rotation_values(ROTATIONS[name].items())
    return any_object(name, thing, **more)


def rotation_values(turns: Iterable[tuple[Any, _Turn]]) -> list[Json]:
    """What an object shows by how it is turned, as RotationValues has it."""
    return [{"Value": value, "Rotation": vector(*turn)} for value, turn in turns]


# --- Things to read ---------------------------------------------------------------------


def notecard(thing: Thing, title: str, text: str) -> Json:
    """A card of text."""
    made = any_object("Notecard", thing)
    made["Nickname"], made["Description"] = title, text
    return made


# --- What all have ----------------------------------------------------------------------


def any_object(name: str, thing: Thing, **more: Any) -> Json:
    """An object of a kind, with every common key and those of its kind."""
    made: Json = {
        "GUID": thing.guid,
        "Name": name,
        "Transform": transform(thing.place),
        "Nickname": thing.nickname,
        "Description": thing.description,
        "GMNotes": thing.gm_notes,
        "Memo": thing.memo,
        "AltLookAngle": vector(0.0, 0.0, 0.0),
        "ColorDiffuse": colour_of(thing.colour),
        "Tags": list(thing.tags),
        "LayoutGroupSortIndex": 0,
        "Value": thing.value,
        "Locked": thing.locked,
        "Grid": thing.grid,
        "Snap": thing.snap,
        "IgnoreFoW": thing.ignore_fog,
        "MeasureMovement": False,
        "DragSelectable": True,
        "Autoraise": thing.autoraise,
        "Sticky": thing.sticky,
        "Tooltip": thing.tooltip,
        "GridProjection": False,
        "HideWhenFaceDown": thing.hide_when_face_down,
        "Hands": thing.hands,
        "LuaScript": thing.script,
        "LuaScriptState": thing.script_state,
        "XmlUI": thing.ui,
    }
    if thing.snap_points:
        made["AttachedSnapPoints"] = [snap_point(point) for point in thing.snap_points]
    return ordered(made | more)


def ordered(made: Json) -> Json:
    """An object with its keys in the game's order."""
    return {key: made[key] for key in sorted(made, key=_RANK.__getitem__)}


def transform(place: Place) -> Json:
    """A place as Transform has it."""
    return {
        "posX": float(place.x),
        "posY": float(place.y),
        "posZ": float(place.z),
        "rotX": float(place.rot_x),
        "rotY": float(place.rot_y),
        "rotZ": float(place.rot_z),
        "scaleX": float(place.scale_x),
        "scaleY": float(place.scale_y),
        "scaleZ": float(place.scale_z),
    }


def vector(x: float, y: float, z: float) -> Json:
    """Three numbers as the game has them."""
    return {"x": float(x), "y": float(y), "z": float(z)}


def snap_point(point: SnapPoint) -> Json:
    """A snap point as SnapPoints and AttachedSnapPoints have it."""
    made: Json = {"Position": vector(point.x, point.y, point.z)}
    if point.turn is not None:
        made["Rotation"] = vector(0.0, point.turn, 0.0)
    return made | {"Tags": list(point.tags)}


def colour_of(parts: Sequence[float]) -> Json:
    """Red, green, blue and perhaps alpha as the game has them."""
    return {name: float(part) for name, part in zip("rgba", parts, strict=False)}


def _image(front: str, back: str) -> Json:
    return {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}
