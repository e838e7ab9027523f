"""Pieces that are counted from a menu, and numbers that are worked out where they are said."""

# ruff: noqa: E501 (the definition below has long lines)

from __future__ import annotations

from pathlib import Path

import pytest

from generator.definition import DefinitionError, load_game
from generator.vassal import locations, saves
from generator.vassal.archive import Archive
from generator.vassal.commands import ChangePiece, Chat, Log
from tests.blank_module import write_blank_module
from validator.playing.gestures import Hand, Seat
from validator.playing.gestures_counters import Counter
from validator.playing.gestures_module import PlayedModule

RED = Seat("Red", "Ann", "word-1")
FILES = {
    "game.yaml": """\
id: lines
name: Lines
version: "1"
theme: admiralty
credits: {design: Nobody, edition: test, notice: None}
sides: [{id: Red}, {id: Blue}]
properties:
  - {name: RedLength}
  - {name: BlueLength}
  - {name: Total, worth: "max(0, RedLength - 2 * BlueLength)"}
  - {name: Worn}
  - {name: RedSpot, most: 99999999}
  - {name: BlueSpot, most: 99999999}
  - {name: Apart, worth: "distance(sea, RedSpot, BlueSpot)"}
  - {name: Shot, worth: 3 - Apart + Worn}
""",
    "map.yaml": """\
maps:
  - id: sea
    name: Sea
    width: 120mm
    height: 100mm
    style: plain
    background: paper
    grid: {kind: hex, zone: Hexes, size: 9mm, origin: {x: 15mm, y: 15mm}, extent: [5, 4], numbering: {kind: offset}}
    boxes: [{id: Rack, x: 85mm, y: 10mm, width: 30mm, height: 60mm}]
""",
    "counters.yaml": """\
counters:
  - {id: "red_{n}", name: "Red {n}", count: 3, side: Red, kind: stick, values: {force: R1}, faces: [{layout: plain, centre: R}]}
  - {id: "more_{n}", name: "More {n}", count: 2, side: Red, kind: stick, values: {force: R2}, faces: [{layout: plain, centre: M}]}
  - {id: "worn_{n}", name: "Worn {n}", count: 3, side: Red, kind: buoy, values: {force: R1}, faces: [{id: new, layout: plain, centre: N}, {id: worn, name: "Worn {n}, worn", layout: plain, centre: W}]}
  - {id: "blue_{n}", name: "Blue {n}", count: 2, side: Blue, kind: stick, values: {force: B1}, faces: [{layout: plain, centre: B}]}
""",
    "actions.yaml": """\
actions:
  - {id: length, keyword: LENGTH, name: Length, on: piece, pieces: [stick], says: "{force}",
     counts: [{into: "{side}Length", kinds: [stick], map: sea, alike: force}]}
  - {id: clear, keyword: CLEAR, name: Clear, on: piece, pieces: [stick], says: "{force}, now {RedLength}", sets: {RedLength: 0}}
  - {id: total, keyword: TOTAL, name: Total, says: "{Total} of {RedLength} and {BlueLength}"}
  - {id: wears, keyword: WEARS, name: Wears, on: piece, pieces: [buoy], says: "{name}", flips_to: worn}
  - {id: spot, keyword: SPOT, name: Spot, on: piece, pieces: [stick], says: "{force}", keeps_place: "{side}Spot",
     counts: [{into: Worn, kinds: [stick, buoy], map: sea, alike: force, here: true, faces: [worn]}]}
  - {id: shot, keyword: SHOT, name: Shot, says: "{Shot} at {Apart}"}
""",
    "scenarios/start.yaml": """\
id: start
name: Start
placements:
  - {pieces: [red_1, more_1], map: sea, at: "0101"}
  - {pieces: [red_2, blue_1], map: sea, at: "0102"}
  - {pieces: [red_3], map: sea, at: Rack}
  - {pieces: [more_2], map: sea, at: "0203"}
  - {pieces: [blue_2], map: sea, at: "0303"}
  - {pieces: [worn_1, worn_2], map: sea, at: "0101"}
  - {pieces: [worn_3], map: sea, at: "0203"}
""",
}


def write(folder: Path) -> Path:
    (folder / "scenarios").mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture
def hand(tmp_path: Path) -> Hand:
    (tmp_path / "game").mkdir()
    (tmp_path / "module").mkdir()
    path = write_blank_module(load_game(write(tmp_path / "game")), tmp_path / "module")
    module = PlayedModule.read(path)
    with Archive(path) as archive:
        setup = saves.from_bytes(archive.read(module.setup()), "set-up")
    return Hand(module, locations.read(module.module), setup.position())


def unit(hand: Hand, name: str) -> Counter:
    return next(one for one in hand.counters if one.marked("UnitId") == name)


def said(hand: Hand) -> str:
    commands = [node.command for node in hand.steps[-1].walk()]
    commands = [one.command if isinstance(one, Log) else one for one in commands]
    (words,) = [one.text for one in commands if isinstance(one, Chat)]
    return words


def test_those_that_are_alike_are_counted_on_the_map(hand: Hand) -> None:
    hand.choose(RED, unit(hand, "red_1"), "Length")
    assert (hand.properties["RedLength"], hand.properties["BlueLength"]) == ("2", "0")
    hand.choose(RED, unit(hand, "blue_2"), "Length")
    assert (hand.properties["RedLength"], hand.properties["BlueLength"]) == ("2", "2")
    hand.choose(RED, unit(hand, "red_3"), "Clear")
    assert hand.properties["RedLength"] == "0"
    assert said(hand) == "* ! Red declares CLEAR R1, now 0, turn 1 [Ann]"


def test_a_number_is_worked_out_where_it_is_said(hand: Hand) -> None:
    hand.choose(RED, unit(hand, "more_1"), "Length")
    hand.press(RED, "Total")
    assert said(hand) == "* ! Red declares TOTAL 2 of 2 and 0, turn 1 [Ann]"
    hand.choose(RED, unit(hand, "blue_1"), "Length")
    hand.press(RED, "Total")
    assert said(hand) == "* ! Red declares TOTAL 0 of 2 and 2, turn 1 [Ann]"


def test_what_is_in_the_same_place_with_a_face_up_and_how_far_it_is(hand: Hand) -> None:
    hand.choose(RED, unit(hand, "worn_1"), "Wears")
    hand.choose(RED, unit(hand, "worn_3"), "Wears")
    hand.choose(RED, unit(hand, "red_1"), "Spot")
    hand.choose(RED, unit(hand, "blue_2"), "Spot")
    hand.choose(RED, unit(hand, "red_1"), "Spot")
    hand.press(RED, "Shot")
    assert said(hand) == "* ! Red declares SHOT 1 at 3, turn 1 [Ann]"
    hand.choose(RED, unit(hand, "blue_1"), "Spot")
    hand.press(RED, "Shot")
    assert said(hand) == "* ! Red declares SHOT 2 at 1, turn 1 [Ann]"


def test_two_changes_of_a_piece_in_one_click_are_one(hand: Hand) -> None:
    hand.choose(RED, unit(hand, "worn_1"), "Wears")
    leaves = [node.command for node in hand.steps[-1].walk()]
    inside = [one.command if isinstance(one, Log) else one for one in leaves]
    assert sum(isinstance(one, ChangePiece) for one in inside) == 1


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("game.yaml", "RedLength - 2", "RadLength - 2", "no property 'RadLength' is kept"),
        ("game.yaml", "RedLength - 2", "open(RedLength) - 2", "is not understood in a formula"),
        ("game.yaml", "max(0, RedLength", "max(0, (RedLength", "is not a formula"),
        ("actions.yaml", "{side}Length", "{side}Lenght", "no property 'RedLenght' is kept"),
        ("actions.yaml", "alike: force", "alike: farce", "has no value 'farce'"),
        ("actions.yaml", "map: sea", "map: see", "no map 'see'"),
        ("actions.yaml", "faces: [worn]", "faces: [wrn]", "no counter that is counted has a face"),
        ("actions.yaml", "{side}Spot", "{side}Spott", "no property 'RedSpott' is kept"),
        ("game.yaml", "distance(sea", "distance(see", "no map 'see' has a grid"),
        ("game.yaml", "distance(sea, RedSpot", "distance(sea, 3", "is not understood"),
        ("game.yaml", "3 - Apart", "3 - Shot", "no property 'Shot' is kept"),
        ("actions.yaml", "sets: {RedLength: 0}", "sets: {Total: 0}", "is worked out"),
    ],
)
def test_a_mistake_is_told_where_it_stands(
    file: str, old: str, new: str, told: str, tmp_path: Path
) -> None:
    path = write(tmp_path) / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(DefinitionError, match=told):
        load_game(tmp_path)
