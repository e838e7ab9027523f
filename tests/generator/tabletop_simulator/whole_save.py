"""A save with an object of every kind the schema knows by its parts, for the tests of saves."""

from __future__ import annotations

from generator.tabletop_simulator import objects, zones
from generator.tabletop_simulator.guids import Guids
from generator.tabletop_simulator.objects import Json, Place, Sheet, SnapPoint, Thing
from generator.tabletop_simulator.save import Camera, Line, Save, Tab

_guids = Guids("example")
SHEET = Sheet(
    1, "https://pictures.example.org/front.png", "https://pictures.example.org/b.png", 3, 2
)


def thing(memo: str, **more: object) -> Thing:
    """A thing with a GUID of its own."""
    return Thing(_guids.of(memo), Place(x=1.5, y=1.3, z=-2.0), memo=memo, **more)  # type: ignore[arg-type]


def card(place: int, key: int = 1) -> Json:
    """A card of a sheet."""
    sheet = Sheet(key, SHEET.front, SHEET.back, 3, 2)
    return objects.card(thing(f"piece/card-{key}-{place}"), sheet, place)


def tile(name: str) -> Json:
    """A counter."""
    return objects.custom_tile(
        thing(f"piece/{name}"),
        f"https://pictures.example.org/{name}.png",
        f"https://pictures.example.org/{name}-back.png",
    )


def picture(**more: Json) -> Json:
    """A CustomImage of one side."""
    sides = {"ImageURL": "https://pictures.example.org/one.png", "ImageSecondaryURL": ""}
    return {**sides, "ImageScalar": 1.0, "WidthScale": 0.0, **more}


def foreign_kinds() -> list[Json]:
    """Objects that others' saves have and ours do not."""
    kind = objects.any_object
    token = {"Thickness": 0.1, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": False}
    die = {"CustomImage": picture(CustomDice={"Type": 1})}
    turns = objects.die(thing("die/6/4"), 6)["RotationValues"]
    text = {"Text": "North", "colorstate": {"r": 1.0, "g": 1.0, "b": 1.0}, "fontSize": 64}
    row = {"Options": LAYOUT, "GroupsInZone": []}
    bag = {"MaterialIndex": -1, "MeshIndex": -1, "ContainedObjects": [tile("marker")]}
    return [
        kind("Custom_Token", thing("token"), CustomImage=picture(CustomToken=token)),
        kind("Custom_Board", thing("board"), CustomImage=picture()),
        kind("Infinite_Bag", thing("deck/markers"), **bag),
        kind("Custom_Dice", thing("die/6/3"), RotationValues=turns, **die),
        kind("3DText", thing("label"), Text=text),
        kind("Counter", thing("counter"), Counter={"value": 3}),
        kind("RandomizeTrigger", thing("zone/sea/shuffled")),
        kind("LayoutZone", thing("zone/sea/row"), LayoutZone=row),
    ]


LAYOUT = {
    "Direction": 0,
    "MeldDirection": 0,
    "NewObjectFacing": 0,
    "TriggerForFaceUp": True,
    "TriggerForFaceDown": True,
    "TriggerForNonCards": False,
    "AllowSwapping": True,
    "MaxObjectsPerNewGroup": 13,
    "MaxObjectsPerGroup": 0,
    "MeldSort": 0,
    "MeldReverseSort": False,
    "MeldSortExisting": False,
    "StickyCards": False,
    "HorizontalSpread": 1.0,
    "VerticalSpread": 0.0,
    "HorizontalGroupPadding": 1.0,
    "VerticalGroupPadding": 1.0,
    "SplitAddedDecks": True,
    "CombineIntoDecks": False,
    "CardsPerDeck": 0,
    "AlternateDirection": False,
    "Randomize": True,
    "InstantRefill": False,
    "ManualOnly": False,
}


def every_kind() -> list[Json]:
    """Objects of every kind, with states, contents and snap points."""
    return [
        objects.custom_tile(
            thing(
                "board/sea",
                locked=True,
                snap_points=(SnapPoint(0.5, 0.1, 0.25, turn=180.0, tags=("Counter",)),),
            ),
            "https://pictures.example.org/sea.png",
        ),
        objects.with_states([tile("whole"), tile("damaged"), tile("sunk")], current=2),
        objects.deck(thing("deck/events"), [card(0), card(1), card(5), card(0, 2)]),
        card(3),
        objects.bag(thing("deck/cup"), [tile("ajax"), tile("exeter")]),
        *(objects.die(thing(f"die/{sides}/1"), sides) for sides in objects.SIDES),
        objects.die(thing("die/6/2"), 6, rounded=True),
        objects.notecard(thing("note/1"), "A title", "A text"),
        zones.hand_zone(thing("hand/red"), "Red"),
        zones.hidden_zone(thing("hidden/plot"), "Blue"),
        zones.scripting_zone(thing("zone/sea/box")),
        *foreign_kinds(),
    ]


def whole() -> Json:
    """A save with every kind of object, every setting used."""
    return Save(
        name="An example",
        objects=every_kind(),
        version="v13.2.2",
        epoch=1_700_000_000,
        tags=("Wargames",),
        minutes=(60, 120),
        players=(2, 2),
        table="Table_Custom",
        table_url="https://pictures.example.org/table.png",
        note="A note",
        tabs=(Tab("Rules", "Read them."), Tab("Red", "Your orders.", colour="Red")),
        turn_order=("Red", "Blue"),
        cameras=(Camera((0, 0, 0), pitch=70, turn=0, distance=30), None),
        lines=(Line(((0, 1, 0), (1, 1, 0)), loop=True),),
        snap_points=(SnapPoint(1, 0.96, 2),),
        script="function onLoad() end",
        ui_assets=(("flag", "https://pictures.example.org/flag.png"),),
    ).as_json()
