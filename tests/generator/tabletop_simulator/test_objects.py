"""Builders of objects: every key, the right numbers, refusals of what the game would not take."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.tabletop_simulator import objects, zones
from generator.tabletop_simulator.guids import Guids
from generator.tabletop_simulator.objects import KEYS, ObjectError, Place, Sheet, SnapPoint, Thing
from tests.generator.tabletop_simulator.whole_save import card, every_kind, tile

THING = Thing("0a1b2c", Place(x=1))


def test_every_object_has_its_keys_in_the_games_order() -> None:
    for one in every_kind():
        assert list(one) == [key for key in KEYS if key in one]


def test_a_tile_shows_its_back_when_it_is_turned() -> None:
    made = objects.custom_tile(THING, "front.png", "back.png")
    assert made["CustomImage"]["ImageURL"] == "front.png"
    assert made["CustomImage"]["ImageSecondaryURL"] == "back.png"
    assert made["CustomImage"]["CustomTile"]["Stackable"] is False


def test_the_state_on_the_table_is_the_number_that_is_left_out() -> None:
    one, two, three = tile("one"), tile("two"), tile("three")
    assert list(objects.with_states([one, two, three])["States"]) == ["2", "3"]
    second = objects.with_states([one, two, three], current=2)
    assert second["GUID"] == two["GUID"]
    assert list(second["States"]) == ["1", "3"]
    assert second["States"]["1"]["GUID"] == one["GUID"]


def test_other_states_stand_where_the_one_on_the_table_does() -> None:
    here = objects.custom_tile(Thing("000001", Place(x=7)), "a.png")
    there = objects.custom_tile(Thing("000002", Place(x=9)), "b.png")
    made = objects.with_states([here, there])
    assert made["States"]["2"]["Transform"]["posX"] == 7


def test_a_single_state_is_no_state() -> None:
    assert "States" not in objects.with_states([tile("one")])


def test_a_card_is_its_sheet_and_its_place_there() -> None:
    sheet = Sheet(3, "f.png", "b.png", columns=10, rows=7)
    assert objects.card(THING, sheet, 69)["CardID"] == 369
    assert objects.card(THING, sheet, 69)["CustomDeck"]["3"]["NumWidth"] == 10


def test_an_untinted_card_has_the_colour_the_game_gives_it() -> None:
    assert card(0)["ColorDiffuse"]["r"] == 0.713235259
    red = Thing("0a1b2c", colour=(1.0, 0.0, 0.0))
    assert objects.card(red, Sheet(1, "f", "b", 1, 1), 0)["ColorDiffuse"]["g"] == 0.0


def test_a_deck_names_its_cards_in_their_order_and_every_sheet() -> None:
    made = objects.deck(THING, [card(5), card(1), card(0, key=2)])
    assert made["DeckIDs"] == [105, 101, 200]
    assert list(made["CustomDeck"]) == ["1", "2"]


def test_a_die_has_the_turns_of_its_picture() -> None:
    values = objects.die(THING, 6)["RotationValues"]
    assert values[0] == {"Value": 1, "Rotation": {"x": -90.0, "y": 0.0, "z": 0.0}}
    assert "RotationValues" not in objects.die(THING, 20)


def test_a_zone_has_the_colour_of_its_seat_and_is_locked() -> None:
    made = zones.hidden_zone(THING, "Red")
    assert (made["FogColor"], made["Locked"]) == ("Red", True)
    assert made["ColorDiffuse"] == {"r": 0.856, "g": 0.1, "b": 0.094, "a": 0.75}


def test_a_snap_point_turns_only_where_it_is_told_to() -> None:
    assert "Rotation" not in objects.snap_point(SnapPoint(1, 2, 3))
    assert objects.snap_point(SnapPoint(1, 2, 3, turn=60))["Rotation"]["y"] == 60.0


REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: objects.with_states([tile("a")], current=2), "accepted: 1 to 1"),
    (lambda: objects.with_states([]), "accepted"),
    (
        lambda: objects.with_states([objects.with_states([tile("a"), tile("b")]), tile("c")]),
        "states of its own",
    ),
    (lambda: Sheet(1, "f", "b", 3, 2).card_id(6), "accepted: 0 to 5"),
    (lambda: Sheet(1, "f", "b", 30, 20).card_id(100), "accepted: 0 to 99"),
    (lambda: objects.deck(THING, [card(0)]), "accepted: 2 or more"),
    (
        lambda: objects.deck(THING, [card(0), objects.card(THING, Sheet(1, "x", "b", 3, 2), 1)]),
        "have the number 1",
    ),
    (lambda: objects.die(THING, 7), "accepted: 4, 6, 8, 10, 12, 20"),
    (lambda: objects.die(THING, 8, rounded=True), "a die of 8 sides"),
    (lambda: zones.hand_zone(THING, "Rde"), "did you mean 'Red'"),
]


@pytest.mark.parametrize(("make", "says"), REFUSED)
def test_what_the_game_would_not_take_is_refused(make: Callable[[], Any], says: str) -> None:
    with pytest.raises(ObjectError, match=re.escape(says)):
        make()


@given(st.lists(st.tuples(st.text(max_size=8), st.none() | st.integers(1, 9)), max_size=60))
def test_guids_are_six_digits_stable_and_apart(asked: list[tuple[str, int | None]]) -> None:
    guids = Guids("example")
    given_out = {key: guids.of(*key) for key in asked}
    assert all(re.fullmatch("[0-9a-f]{6}", guid) for guid in given_out.values())
    assert len(set(given_out.values())) == len(given_out)
    assert {key: guids.of(*key) for key in asked} == given_out
    assert {key: Guids("example").of(*key) for key in asked[:1]}.items() <= given_out.items()


def test_two_that_fall_together_are_told_apart() -> None:
    guids = Guids("example")
    first = Guids("example").of("piece/a")
    guids._taken.add(first)
    assert guids.of("piece/a") != first
