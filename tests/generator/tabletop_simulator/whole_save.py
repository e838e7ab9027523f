"""A save with an object of every kind we write, for the tests of saves."""

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


def every_kind() -> list[Json]:
    """An object of every kind there is a builder for, with states, contents and snap points."""
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
        objects.custom_token(thing("token"), "https://pictures.example.org/token.png"),
        objects.custom_board(thing("board"), "https://pictures.example.org/board.png"),
        objects.deck(thing("deck/events"), [card(0), card(1), card(5), card(0, 2)]),
        card(3),
        objects.bag(thing("deck/cup"), [tile("ajax"), tile("exeter")]),
        objects.infinite_bag(thing("deck/markers"), tile("marker")),
        *(objects.die(thing(f"die/{sides}/1"), sides) for sides in objects.SIDES),
        objects.die(thing("die/6/2"), 6, rounded=True),
        objects.custom_dice(thing("die/6/3"), 6, "https://pictures.example.org/die.png"),
        objects.notecard(thing("note/1"), "A title", "A text"),
        objects.text_3d(thing("label"), "North"),
        objects.counter(thing("counter"), 3),
        zones.hand_zone(thing("hand/red"), "Red"),
        zones.hidden_zone(thing("hidden/plot"), "Blue"),
        zones.scripting_zone(thing("zone/sea/box")),
        zones.randomize_zone(thing("zone/sea/shuffled")),
        zones.layout_zone(thing("zone/sea/row"), {"HorizontalSpread": 1, "Randomize": True}),
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
