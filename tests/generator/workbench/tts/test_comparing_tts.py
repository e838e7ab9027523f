"""Saves of Tabletop Simulator are compared by what is on the table, not by how they are written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.differences import Difference, lines
from generator.workbench.tts.comparing import compare
from tests.generator.workbench.tts.tables import save, thing

NAMES = ("a", "b")


def _rows(old: dict[str, Any], new: dict[str, Any]) -> list[Difference]:
    found = compare(old, new, NAMES)
    return [row for group in found.groups for row in group.differences]


def _one(old: dict[str, Any], new: dict[str, Any]) -> Difference:
    (row,) = _rows(old, new)
    return row


def _told(row: Difference) -> dict[str, tuple[str | None, str | None]]:
    return {f"{one.part}{one.name}": (one.old, one.new) for one in row.details}


def test_the_order_in_the_file_and_a_little_sinking_are_no_difference() -> None:
    low = thing("Ajax", 1.0)
    low["Transform"]["posY"] = 0.7
    low["Transform"]["posX"] = 1.001
    old = save(thing("Ajax", 1.0), thing("Exeter", 2.0))
    assert _rows(old, save(thing("Exeter", 2.0), low)) == []


@pytest.mark.parametrize(
    ("now", "told"),
    [
        ({"x": 4.0, "z": 4.0}, {"place": ("(1.00, 0.00)", "(4.00, 4.00), 5.00 away")}),
        ({"turn": 240.0}, {"turned": ("180°", "240°")}),
        ({"over": 180.0}, {"side up": ("front", "back")}),
    ],
)
def test_what_moved_turned_or_was_flipped_is_told(now: dict[str, float], told: Any) -> None:
    row = _one(save(thing("Ajax", 1.0)), save(thing("Ajax", **{"x": 1.0, **now})))
    assert row.how == ("moved",)
    assert _told(row) == told


def test_a_thing_keeps_its_identity_by_memo_though_all_else_changes() -> None:
    new = thing("HMS Ajax", 9.0, Memo="piece/ajax", GUID="other")
    row = _one(save(thing("Ajax", Memo="piece/ajax")), save(new))
    assert row.how == ("moved", "changed")
    assert _told(row)["Nickname"] == ("Ajax", "HMS Ajax")
    assert _told(row)["GUID"] == ("g-Ajax", "other")


def test_two_things_of_one_guid_are_told_apart_by_their_names() -> None:
    olds = [thing("Ajax", 1.0, GUID="aa"), thing("Exeter", 2.0, GUID="aa")]
    news = [thing("Exeter", 2.0, GUID="aa"), thing("Ajax", 5.0, GUID="aa")]
    row = _one(save(*olds), save(*news))
    assert (row.name, row.how) == ("Ajax", ("moved",))


def test_what_came_and_went_is_told_with_what_is_in_it() -> None:
    bag = thing("Cup", Name="Bag", ContainedObjects=[thing("Ajax"), thing("Exeter")])
    come, gone = _one(save(), save(bag)), _one(save(bag), save())
    assert (come.how, gone.how) == (("added",), ("removed",))
    assert come.holds == gone.holds == "with 2 Custom_Tile"


def test_a_thing_put_into_a_bag_is_told_as_that() -> None:
    empty, full = thing("Cup", Name="Bag"), thing("Cup", Name="Bag")
    full["ContainedObjects"] = [thing("Ajax", 7.0)]
    row = _one(save(empty, thing("Ajax")), save(full))
    assert (row.how, row.came, row.where) == (("moved",), "the table", "Bag [Cup]")
    row = _one(save(full), save(empty, thing("Ajax")))
    assert (row.came, row.where) == ("Bag [Cup]", "")


def test_things_that_went_from_one_bag_into_another_are_told_once() -> None:
    ships = [thing(name) for name in "abcdef"]
    bags = [thing("One", Name="Bag"), thing("Two", Name="Bag")]
    full = [bag | {"ContainedObjects": ships} for bag in bags]
    told = [
        line.text for line in lines(compare(save(full[0], bags[1]), save(bags[0], full[1]), NAMES))
    ]
    assert told[3:5] == [
        "in Bag [Two]",
        "    > 6 times Custom_Tile: [a] [b] [c] [d] ...  (was in Bag [One])",
    ]


def test_a_deck_in_another_order_is_told_once() -> None:
    decks = [
        thing("Events", Name="Deck", ContainedObjects=[thing(name) for name in names])
        for names in ("abcd", "bcda")
    ]
    row = _one(save(decks[0]), save(decks[1]))
    assert row.details[0].new == "1 of 4 stand elsewhere among the others"


def test_another_state_of_a_thing_is_no_other_thing() -> None:
    whole, sunk = thing("Ajax", GUID="aa"), thing("Ajax sunk", GUID="bb")
    row = _one(save(whole | {"States": {"2": sunk}}), save(sunk | {"States": {"1": whole}}))
    assert row.how == ("changed",)
    assert _told(row) == {"state": ("1", "2")}
    blue = sunk | {"ColorDiffuse": {"r": 0.5}}
    row = _one(save(whole | {"States": {"2": sunk}}), save(whole | {"States": {"2": blue}}))
    assert _told(row) == {"state 2ColorDiffuse": (None, '{"r": 0.5}')}


def test_a_script_is_compared_line_by_line() -> None:
    old, new = (save(LuaScript=text) for text in ("a\nb\nc\nd", "a\nb\nx\nd"))
    told = [line.text.strip() for line in lines(compare(old, new, NAMES))]
    assert told[4:9] == ["LuaScript:", "@ ...", "b", "- c", "+ x"]
    assert _told(_one(save(LuaScript="a\nb"), save(LuaScript="a\r\nb"))) == {
        "LuaScript (line ends)": ("LF", "CRLF")
    }


def test_numbers_that_the_game_rounds_anew_are_the_same() -> None:
    assert _rows(save(Gravity=0.5), save(Gravity=0.5000001)) == []
    assert _told(_one(save(Gravity=0.5), save(Gravity=0.51))) == {"Gravity": ("0.5", "0.51")}
    assert _told(_one(save(Gravity=10**400), save(Gravity=0.5)))["Gravity"][1] == "0.5"


def test_a_save_differs_from_itself_in_nothing(shared: Path) -> None:
    from generator.workbench.tts.reading import read_save

    for path in sorted((shared / "corpus/tts").glob("*.json")):
        assert _rows(read_save(path), read_save(path)) == []
