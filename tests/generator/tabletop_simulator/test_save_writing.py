"""A save as a file: every key of the root, the game's spelling, the same bytes each time."""

from __future__ import annotations

import json
import math
import re
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.tabletop_simulator.save import (
    Camera,
    Save,
    SaveError,
    Tab,
    every_object,
    spelled,
    to_bytes,
)
from tests.generator.tabletop_simulator.whole_save import tile, whole

ROOT = """
    SaveName EpochTime Date VersionNumber GameMode GameType GameComplexity PlayingTime PlayerCounts
    Tags Gravity PlayArea Table TableURL Sky Note TabStates Grid Lighting Hands ComponentTags Turns
    CameraStates DecalPallet LuaScript LuaScriptState XmlUI CustomUIAssets VectorLines SnapPoints
    ObjectStates
""".split()  # noqa: SIM905


def test_the_root_has_every_key_in_order() -> None:
    assert list(whole()) == ROOT


def test_the_same_save_has_the_same_bytes() -> None:
    assert to_bytes(whole()) == to_bytes(whole())


def test_a_save_reads_back_as_it_was() -> None:
    assert json.loads(to_bytes(whole())) == whole()


def test_text_is_written_as_the_game_does() -> None:
    data = {"a": [], "b": {}, "c": [1, 2.0, None, True], "d": 'Zoë\n"x"\t\\', "e": "\x85\u2028"}
    assert to_bytes(data).decode() == (
        '{\n  "a": [],\n  "b": {},\n  "c": [\n    1,\n    2.0,\n    null,\n    true\n  ],\n'
        '  "d": "Zoë\\n\\"x\\"\\t\\\\",\n  "e": "\\u0085\\u2028"\n}'
    )


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.0, "0.0"),
        (-0.0, "0.0"),
        (1.0, "1.0"),
        (0.1, "0.1"),
        (-2.54, "-2.54"),
        (0.117999978, "0.117999978"),
        (0.9611349, "0.9611349"),
        (8.387837e-06, "8.387837E-06"),
        (-3.06866641e-05, "-3.06866641E-05"),
        (1e7, "1E+07"),
        (180.1015625, "180.101563"),
        (-346.2890625, "-346.289063"),
        (179.991959, "179.991959"),
    ],
)
def test_numbers_are_spelled_as_the_game_does(number: float, text: str) -> None:
    assert spelled(number) == text


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_a_spelled_number_is_the_same_32_bit_number(number: float) -> None:
    assert struct.pack("f", float(spelled(number))) == struct.pack("f", number + 0.0)
    json.loads(spelled(number))


def test_numbers_of_a_real_save_are_spelled_as_they_stand_there(shared: Path) -> None:
    path = shared / "corpus/tts/ftc_base.json"
    if not path.is_file():
        pytest.skip("that save is not beside this checkout")
    floats = re.findall(r'^ +"[a-zA-Z0-9]+": (-?[0-9.]+(?:E-?[0-9]+)?),?$', path.read_text(), re.M)
    of_32_bits = [one for one in floats if "." in one]
    same = [one for one in of_32_bits if spelled(float(one)) == one]
    assert len(of_32_bits) > 5_000
    assert len(same) / len(of_32_bits) > 0.98


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, 1e39])
def test_what_is_no_number_is_refused(number: float) -> None:
    with pytest.raises(SaveError, match="accepted: a number"):
        to_bytes({"x": number})


def test_half_a_character_is_refused() -> None:
    with pytest.raises(SaveError, match="half a character"):
        to_bytes({"x": "\ud800"})


def test_tags_of_objects_and_snap_points_are_declared() -> None:
    assert whole()["ComponentTags"]["labels"] == [{"displayed": "Counter", "normalized": "counter"}]


def test_the_date_is_the_games_and_from_the_epoch_alone() -> None:
    assert Save("a", [], "v13", epoch=1_627_565_448).as_json()["Date"] == "7/29/2021 1:30:48 PM"
    assert Save("a", [], "v13").as_json()["Date"] == "1/1/1970 12:00:00 AM"


def test_there_are_ten_cameras() -> None:
    made = Save("a", [], "v13", cameras=[Camera((0, 0, 0), 70, 0, 10)]).as_json()["CameraStates"]
    assert len(made) == 10
    assert made[1:] == [None] * 9


@pytest.mark.parametrize(
    "save",
    [
        Save("a", [], "v13", cameras=[None] * 11),
        Save("a", [], "v13", turn_order=("Crimson",)),
        Save("a", [], "v13", tabs=[Tab("a", "b", colour="Gray")]),
        Save("a", [], "v13", epoch=10**18),
    ],
)
def test_what_no_save_holds_is_refused(save: Save) -> None:
    with pytest.raises(SaveError):
        save.as_json()


def test_every_object_is_walked_to_its_last_state() -> None:
    inner = tile("inner")
    outer = tile("outer") | {"ContainedObjects": [inner], "States": {"2": tile("other")}}
    assert [one["Memo"] for one in every_object([outer])] == [
        "piece/outer",
        "piece/inner",
        "piece/other",
    ]
