"""The schema of saves: what we write and real saves pass; every change is found, and where."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from broadside import main
from generator.tabletop_simulator import kinds, shapes
from generator.tabletop_simulator.objects import KEYS
from generator.tabletop_simulator.save import to_bytes
from generator.tabletop_simulator.schema import SchemaError, check, faults, json_schema
from tests.generator.tabletop_simulator.whole_save import whole

WHOLE = whole()
AT = {one["Name"]: at for at, one in enumerate(WHOLE["ObjectStates"])}
"""Where the last object of a kind stands."""
TILE = next(at for at, one in enumerate(WHOLE["ObjectStates"]) if "States" in one)


def _set(*path: str | int) -> Callable[[dict[str, Any], Any], None]:
    def change(data: dict[str, Any], value: Any) -> None:
        at: Any = data
        for part in path[:-1]:
            at = at[part]
        at[path[-1]] = value

    return change


def _spelled(path: tuple[str | int, ...]) -> str:
    return "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in path).removeprefix(".")


def _object(name: str, *path: str | int) -> tuple[str | int, ...]:
    return ("ObjectStates", AT[name], *path)


WRONG: list[tuple[tuple[str | int, ...], Any]] = [
    (("SaveName",), 5),
    (("EpochTime",), "now"),
    (("PlayingTime",), [1, 2, 3]),
    (("PlayerCounts", 0), "two"),
    (("Tags",), "Wargames"),
    (("Gravity",), None),
    (("Grid", "Type"), 3),
    (("Grid", "Color", "r"), "red"),
    (("Grid", "Lines"), "yes"),
    (("Lighting", "AmbientType"), 2),
    (("Hands", "Hiding"), 3),
    (("Turns", "Type"), 2),
    (("Turns", "TurnOrder", 0), "red"),
    (("Turns", "TurnColor"), "Crimson"),
    (("TabStates", "0", "id"), "first"),
    (("TabStates", "first"), {}),
    (("CameraStates", 0), []),
    (("CameraStates", 0, "Distance"), "far"),
    (("ComponentTags", "labels", 0, "displayed"), {}),
    (("MusicPlayer",), {"AudioLibrary": [{"Item1": 7}]}),
    (("CustomUIAssets", 0, "URL"), 3),
    (("VectorLines", 0, "points3", 1, "z"), []),
    (("SnapPoints", 0, "Position"), [1, 2, 3]),
    (("SnapPoints", 0, "Tags"), "Counter"),
    (("ObjectStates",), {}),
    (("ObjectStates", 0), "tile"),
    (("ObjectStates", 0), None),
    (_object("Bag", "ContainedObjects", 0), None),
    (("ObjectStates", 0, "Transform"), None),
    (("ObjectStates", 0, "Tags"), [None]),
    (("ObjectStates", 0, "Name"), "Custom_Tiles"),
    (("ObjectStates", 0, "Name"), "custom_tile"),
    (("ObjectStates", 0, "Name"), None),
    (("ObjectStates", 0, "Transform", "posX"), "east"),
    (("ObjectStates", 0, "Transform", "scaleZ"), None),
    (("ObjectStates", 0, "Memo"), 5),
    (("ObjectStates", 0, "GMNotes"), []),
    (("ObjectStates", 0, "Tags"), {"a": 1}),
    (("ObjectStates", 0, "AltLookAngle"), "up"),
    (("ObjectStates", 0, "LayoutGroupSortIndex"), 1.5),
    (("ObjectStates", 0, "Value"), "7"),
    (("ObjectStates", 0, "Locked"), "no"),
    (("ObjectStates", 0, "Locked"), 1),
    (("ObjectStates", 0, "AttachedSnapPoints", 0, "Position", "x"), "0.5 "),
    (("ObjectStates", 0, "CustomImage"), "https://pictures.example.org/sea.png"),
    (("ObjectStates", 0, "CustomImage", "CustomTile", "Type"), 4),
    (("ObjectStates", 0, "CustomImage", "CustomTile", "Stackable"), "false"),
    (("ObjectStates", TILE, "States", "1", "Locked"), "yes"),
    (("ObjectStates", TILE, "States", "1", "Name"), "Tile"),
    (("ObjectStates", TILE, "States", "third"), {}),
    (_object("Deck", "DeckIDs", 1), "101"),
    (_object("Deck", "DeckIDs", 1), 106),
    (_object("Deck", "DeckIDs", 1), 901),
    (_object("Deck", "ContainedObjects", 1, "CardID"), 190),
    (_object("Deck", "CustomDeck", "1", "NumWidth"), "three"),
    (_object("Deck", "CustomDeck", "1", "NumHeight"), 0),
    (_object("Deck", "CustomDeck", "1", "Type"), 9),
    (_object("Card", "CardID"), 777),
    (_object("Card", "CardID"), "100"),
    (_object("Bag", "Bag", "Order"), 3),
    (_object("Bag", "Bag"), 2),
    (_object("Bag", "ContainedObjects", 1, "Transform", "rotY"), "north"),
    (_object("Die_6", "RotationValues", 0, "Rotation"), [0, 0, 0]),
    (_object("Die_6", "RotationValues", 0, "Rotation"), {"x": 1}),
    (_object("Die_6", "RotationValues", 3, "Rotation"), {"x": 0.0, "y": 0.0, "z": -90.0}),
    (_object("Die_6", "RotationValues", 0), 6),
    (_object("Die_6", "RotationValues", 0, "Value"), {}),
    (_object("Die_6", "RotationValues", 0, "Value"), None),
    (_object("Custom_Dice", "CustomImage", "CustomDice", "Type"), 6),
    (_object("Custom_Token", "CustomImage", "CustomToken", "Thickness"), "thin"),
    (_object("Custom_Board", "CustomImage", "WidthScale"), []),
    (_object("3DText", "Text", "fontSize"), 64.5),
    (_object("3DText", "Text", "colorstate"), "white"),
    (_object("Counter", "Counter", "value"), "three"),
    (_object("HandTrigger", "FogColor"), "red"),
    (_object("FogOfWarTrigger", "FogHidePointers"), "no"),
    (_object("LayoutZone", "LayoutZone", "Options", "Direction"), "left"),
    (_object("LayoutZone", "LayoutZone", "GroupsInZone"), {}),
    (_object("Notecard", "Description"), True),
    (("ObjectStates", 0, "CustomPDF"), {"PDFPage": "one"}),
    (("ObjectStates", 0, "PhysicsMaterial"), {"BounceCombine": 4}),
    (("ObjectStates", 0, "CustomUIAssets"), [{"Name": 1}]),
]
"""A value that does not belong there, alone in a save that is sound."""


def test_what_we_write_is_held_to_the_strict_form() -> None:
    check(json.loads(to_bytes(whole())))


def test_the_example_has_every_kind_of_object_that_is_built() -> None:
    built = {one["Name"] for one in WHOLE["ObjectStates"]}
    assert built >= {"LayoutZone", "Infinite_Bag", "Custom_Dice", "HandTrigger", "Die_20"}
    assert len(built) == 23


@pytest.mark.parametrize(("path", "value"), WRONG, ids=lambda part: str(part)[:60])
def test_a_single_wrong_value_is_found_where_it_stands(
    path: tuple[str | int, ...], value: Any
) -> None:
    data = copy.deepcopy(WHOLE)
    _set(*path)(data, value)
    where = [fault.where for fault in faults(data)]
    assert any(_spelled(path).startswith(one) or one.startswith(_spelled(path)) for one in where)


def test_a_fault_says_what_is_accepted_and_the_nearest_word() -> None:
    data = copy.deepcopy(WHOLE)
    data["ObjectStates"][0]["Name"] = "Custom_Til"
    data["ObjectStates"][0]["Transform"]["posX"] = "east"
    shape, name = faults(data)
    assert (shape.where, shape.message) == (
        "ObjectStates[0].Transform.posX",
        '"east"; accepted: a number',
    )
    assert "did you mean 'Custom_Tile'?" in name.message


LACKING = [
    ((*_object("Custom_Tile"), "CustomImage"), "object.parts"),
    ((*_object("Custom_Dice"), "CustomImage", "CustomDice"), "object.parts"),
    ((*_object("Deck"), "DeckIDs"), "object.parts"),
    ((*_object("Deck"), "ContainedObjects"), "object.parts"),
    ((*_object("Deck"), "CustomDeck"), "card.id"),
    ((*_object("Card"), "CardID"), "object.parts"),
    ((*_object("Card"), "CustomDeck"), "card.id"),
    ((*_object("HandTrigger"), "FogColor"), "object.parts"),
    ((*_object("LayoutZone"), "LayoutZone"), "object.parts"),
    ((*_object("LayoutZone"), "LayoutZone", "Options", "MeldSort"), "object.parts"),
    ((*_object("3DText"), "Text"), "object.parts"),
    (("ObjectStates", 0, "Name"), "object.name"),
    (("ObjectStates", 0, "Transform"), "object.parts"),
    (("ObjectStates",), "save.shape"),
]


@pytest.mark.parametrize(("path", "code"), LACKING, ids=lambda part: str(part)[:60])
def test_what_an_object_cannot_be_without_is_missed(path: tuple[str | int, ...], code: str) -> None:
    data = copy.deepcopy(WHOLE)
    at: Any = data
    for part in path[:-1]:
        at = at[part]
    del at[path[-1]]
    assert code in {fault.code for fault in faults(data)}


@pytest.mark.parametrize(
    "numbers", [("2", "3"), ("1", "3"), ("1", "2"), ("1",), ("2",), ("1", "2", "4")]
)
def test_states_may_leave_out_any_one_number(numbers: tuple[str, ...]) -> None:
    assert "states.number" not in _with_states(numbers)


@pytest.mark.parametrize("numbers", [("1", "2", "5"), ("3",), ("0", "2"), ("-1",), ("1", "01")])
def test_states_that_leave_out_more_are_found(numbers: tuple[str, ...]) -> None:
    assert "states.number" in _with_states(numbers)


def _with_states(numbers: tuple[str, ...]) -> set[str]:
    data = copy.deepcopy(WHOLE)
    state = data["ObjectStates"][TILE]["States"]["1"]
    data["ObjectStates"][TILE]["States"] = dict.fromkeys(numbers, state)
    return {fault.code for fault in faults(data)}


def test_a_deck_in_another_order_is_doubtful_and_one_of_other_cards_is_not() -> None:
    data = copy.deepcopy(WHOLE)
    deck = data["ObjectStates"][AT["Deck"]]
    deck["DeckIDs"] = deck["DeckIDs"][::-1]
    assert [(one.code, one.is_doubtful) for one in faults(data)] == [("deck.cards", True)]
    deck["DeckIDs"][0] = deck["DeckIDs"][1]
    assert [(one.code, one.is_doubtful) for one in faults(data)] == [("deck.cards", False)]


def test_what_the_game_reads_all_the_same_is_no_fault() -> None:
    data = copy.deepcopy(WHOLE)
    tile = data["ObjectStates"][0]
    tile["Transform"]["posX"] = 3
    tile["Transform"]["posY"] = "NaN"
    tile["Nickname"] = None
    tile["SomethingNewer"] = {"a": [1]}
    tile["Transform"].pop("rotX")
    del tile["Memo"], tile["LayoutGroupSortIndex"], tile["Value"]
    data["CameraStates"] = None
    del data["Grid"]["PosOffset"], data["Lighting"]
    data["Table"] = "Table_From_A_Game_Sold_Beside"
    data["ObjectStates"].append({"Name": "Card", "CardID": 51, "Transform": {}})
    assert faults(data) == []


def test_a_card_in_a_deck_may_lie_on_its_decks_sheet() -> None:
    data = copy.deepcopy(WHOLE)
    for card in data["ObjectStates"][AT["Deck"]]["ContainedObjects"]:
        del card["CustomDeck"]
    assert faults(data) == []


NOT_WRITTEN: list[Callable[[dict[str, Any]], Any]] = [
    lambda data: data.update(Extra=1),
    lambda data: data.pop("Lighting"),
    lambda data: data["Grid"].pop("ySize"),
    lambda data: data["Grid"].update(ZSize=1.0),
    lambda data: data["ObjectStates"][0].pop("Memo"),
    lambda data: data["ObjectStates"][0].update(Memo=None),
    lambda data: data["ObjectStates"][0].update(Nicknam=""),
    lambda data: data["ObjectStates"][0].update(DeckIDs=[]),
    lambda data: data["ObjectStates"][0].update(GUID="A00001"),
    lambda data: data["ObjectStates"][0].update(GUID=data["ObjectStates"][1]["GUID"]),
    lambda data: data["ObjectStates"][0].update(Name=data["ObjectStates"][0].pop("Name")),
    lambda data: data["ObjectStates"][0]["CustomImage"].pop("ImageScalar"),
    lambda data: data["ObjectStates"][AT["Die_6"]]["RotationValues"][0].update(Value=7),
    lambda data: data["ObjectStates"][AT["Die_6"]].pop("RotationValues"),
    lambda data: data["ObjectStates"][AT["Deck"]]["CustomDeck"]["1"].pop("Type"),
    lambda data: data.update(Sky="Sky_Ocean"),
]


@pytest.mark.parametrize("change", NOT_WRITTEN)
def test_what_we_do_not_write_so_is_refused(change: Callable[[dict[str, Any]], Any]) -> None:
    data = copy.deepcopy(WHOLE)
    change(data)
    with pytest.raises(SchemaError):
        check(data)


def test_an_unknown_key_is_told_with_the_nearest() -> None:
    data = copy.deepcopy(WHOLE)
    data["ObjectStates"][0]["CustomImage"]["ImageUrl"] = ""
    with pytest.raises(
        SchemaError,
        match=r"ObjectStates\[0\]\.CustomImage\.ImageUrl: is unknown; did you mean 'ImageURL'",
    ):
        check(data)


@pytest.mark.parametrize("data", [None, 3, "", [], [[]], {}, {"ObjectStates": [[], 1, None, {}]}])
def test_anything_that_json_holds_can_be_asked(data: Any) -> None:
    assert faults(data)
    assert faults(data, strict=True)


def test_objects_have_their_keys_in_one_order() -> None:
    assert tuple(shapes.ObjectState.model_fields) == KEYS


def test_every_kind_that_needs_something_is_a_kind() -> None:
    assert kinds.NEEDED.keys() | kinds.WRITTEN.keys() | kinds.ZONES <= kinds.NAMES
    assert set(KEYS) >= {key for name in kinds.NAMES for key in kinds.allowed(name)}


def test_the_json_schema_has_every_key_and_its_bounds() -> None:
    made = json_schema()
    assert set(made["properties"]) >= set(WHOLE)
    assert set(made["$defs"]["ObjectState"]["properties"]) == set(KEYS)
    assert made["$defs"]["GridState"]["properties"]["Type"]["maximum"] == 2


def test_the_command_prints_it() -> None:
    run = CliRunner().invoke(main, ["schema", "--tts"])
    assert json.loads(run.output) == json_schema()


@pytest.mark.parametrize(
    "name", ["tts/minimal_save", "corpus/tts/agricola", "corpus/tts/coinche", "corpus/tts/ftc_base"]
)
def test_real_saves_pass(shared: Path, name: str) -> None:
    path = shared / f"{name}.json"
    if not path.is_file():
        pytest.skip("that save is not beside this checkout")
    assert faults(json.loads(path.read_text("utf-8-sig"))) == []
