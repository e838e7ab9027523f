"""What clicks set off in a module of ours: modifiers, decks, arrows, marks, tracks."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.definition import load_game
from generator.vassal import locations, saves
from generator.vassal.archive import Archive
from generator.vassal.commands import ChangeProperty, Chat, Command, Log, MovePiece
from tests.blank_module import write_blank_module
from validator.playing.gestures import GestureError, Hand, Seat
from validator.playing.gestures_counters import Counter, Pile
from validator.playing.gestures_module import PlayedModule

from .small_game import write_small_game

RED = Seat("Red", "Ann", "word-1")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    return write_blank_module(
        load_game(write_small_game(folder)), tmp_path_factory.mktemp("module")
    )


@pytest.fixture
def hand(small: Path) -> Hand:
    module = PlayedModule.read(small)
    with Archive(small) as archive:
        setup = saves.from_bytes(archive.read(module.setup()), "set-up")
    return Hand(module, locations.read(module.module), setup.position())


def unit(hand: Hand, name: str) -> Counter:
    return next(one for one in hand.counters if one.marked("UnitId") == name)


def deck(hand: Hand, name: str) -> Pile:
    found = hand.counters.deck(name)
    assert found is not None
    return found


def commands(hand: Hand) -> list[Command]:
    found = []
    for node in hand.steps[-1].walk():
        command = node.command
        while isinstance(command, Log):
            command = command.command
        found.append(command)
    return found


def said(hand: Hand) -> list[str]:
    return [command.text for command in commands(hand) if isinstance(command, Chat)]


def where(hand: Hand, name: str) -> str:
    counter = unit(hand, name)
    return hand.location(counter.map, counter.x, counter.y)


def aloft(hand: Hand) -> None:
    hand.drag(RED, [unit(hand, "scout")], "Table", *hand.middle_of_zone("Table", "Aloft"))


# --- dice -----------------------------------------------------------------------------------


def test_a_roll_without_a_modifier_shows_the_dice_alone(hand: Hand) -> None:
    hand.roll(RED, "Spy", [3, 4])
    assert said(hand) == ["*** Spy = 3,4 ** &lt;Ann&gt; [Red]"]


def test_a_report_tells_what_the_chart_holds_for_the_roll(hand: Hand) -> None:
    for die, told in ((3, "by day: cloud; by night: stars"), (4, "by day: sun; by night: moon")):
        hand.roll(RED, "Sky", [die])
        assert said(hand) == [f"*** Sky = {die} ** &lt;Ann&gt; [Red]: {told}"]


def test_a_piece_says_what_it_does_and_has_the_dice_rolled_in_one_step(hand: Hand) -> None:
    before = len(hand.steps)
    hand.choose(RED, unit(hand, "scout"), "Spot", {"Sky": [4]})
    assert len(hand.steps) == before + 1
    assert said(hand) == [
        "* ! Red declares SPOTS Scout, turn 1 [Ann]",
        "*** Sky = 4 ** &lt;Ann&gt; [Red]: by day: sun; by night: moon",
    ]
    with pytest.raises(GestureError, match="nobody said what"):
        hand.choose(RED, unit(hand, "scout"), "Spot")


def test_what_is_noted_of_a_piece_is_said_by_the_next(hand: Hand) -> None:
    hand.choose(RED, unit(hand, "arrow"), "Point")
    assert said(hand) == ["* ! Red declares POINTS Arrow to -, turn 1 [Ann]"]
    hand.choose(RED, unit(hand, "scout"), "Spot", {"Sky": [4]})
    hand.choose(RED, unit(hand, "arrow"), "Point")
    assert said(hand) == ["* ! Red declares POINTS Arrow to the Scout, turn 1 [Ann]"]


def test_an_entry_of_a_piece_counts_and_its_markers_walk(hand: Hand) -> None:
    before = len(hand.steps)
    hand.choose(RED, unit(hand, "arrow"), "Point")
    assert len(hand.steps) == before + 1
    assert hand.properties["Points"] == "15"
    assert (where(hand, "units"), where(hand, "tens")) == ("U 5", "T 1")
    for _ in range(13):
        hand.choose(RED, unit(hand, "arrow"), "Point")
    assert hand.properties["Points"] == "99"  # no further than the property goes


def test_one_click_draws_from_several_decks(hand: Hand) -> None:
    cards = [unit(hand, "halt"), unit(hand, "stand")]
    hand.press(RED, "Deal", cards=cards)
    assert {where(hand, "halt"), where(hand, "stand")} == {"Used orders"}
    assert where(hand, "march") == "Orders"


def test_a_counter_points_from_the_start_where_the_set_up_says(hand: Hand) -> None:
    hand.choose(RED, unit(hand, "vane"), "Turn right")
    assert said(hand) == ["* [Red Ann] Vane in Hangar turned to W *"]


def test_each_roll_is_counted_and_the_next_is_modified_by_it(hand: Hand) -> None:
    hand.roll(RED, "Spy", [3, 4])
    hand.roll(RED, "Spy", [6, 1])
    assert said(hand) == ["*** Spy = 6,1 +1 (earlier tries) = 8 ** &lt;Ann&gt; [Red]"]
    assert hand.properties["Tries"] == "2"
    assert hand.properties["Spy_result"] == "6,1"


def test_a_modifier_applies_while_its_counter_lies_in_its_place_with_its_face_up(
    hand: Hand,
) -> None:
    aloft(hand)
    hand.roll(RED, "All together", [4])
    assert said(hand) == ["*** All together = 4 -1 (Scout) = 3 ** &lt;Ann&gt; [Red]"]
    hand.roll(RED, "Spy", [1, 1])  # by day it does not help the spy
    assert said(hand) == ["*** Spy = 1,1 ** &lt;Ann&gt; [Red]"]
    hand.choose(RED, unit(hand, "scout"), "Flip")
    hand.roll(RED, "Spy", [1, 1])
    assert said(hand) == ["*** Spy = 1,1 -1 (Scout) = 1 ** &lt;Ann&gt; [Red]"]


def test_all_modifiers_count_where_the_definition_says_together(hand: Hand) -> None:
    aloft(hand)
    hand.roll(RED, "Spy", [2, 2])
    hand.roll(RED, "All together", [4])
    assert said(hand) == [
        "*** All together = 4 -1 (Scout) +2 (earlier tries) = 5 ** &lt;Ann&gt; [Red]"
    ]


def test_a_card_turned_by_hand_begins_the_count_anew(hand: Hand) -> None:
    hand.roll(RED, "Spy", [3, 4])
    used = deck(hand, "Used orders")
    hand.drag(RED, [unit(hand, "march")], "Table", used.x, used.y)
    hand.roll(RED, "Spy", [6, 1])
    assert said(hand) == ["*** Spy = 6,1 ** &lt;Ann&gt; [Red]"]
    hand.roll(RED, "Spy", [6, 1])
    assert said(hand) == ["*** Spy = 6,1 +1 (earlier tries) = 8 ** &lt;Ann&gt; [Red]"]


def test_an_action_sets_the_count_back(hand: Hand) -> None:
    hand.roll(RED, "Spy", [3, 4])
    hand.press(RED, "Card", cards=[unit(hand, "halt")])
    assert hand.properties["Tries"] == "0"
    changes = [one for one in commands(hand) if isinstance(one, ChangeProperty)]
    assert [(one.name, one.old, one.new) for one in changes] == [("Tries", "1", "0")]


# --- declarations ---------------------------------------------------------------------------


def test_a_declaration_tells_what_its_click_leaves_and_reminds_at_every_so_many(
    hand: Hand,
) -> None:
    hand.press(RED, "Gain")
    assert said(hand)[0] == "* ! Red declares GAINED now 12, take a rest, turn 1 [Ann]"
    hand.press(RED, "Gain")
    assert said(hand)[0] == "* ! Red declares GAINED now 16, turn 1 [Ann]"


def test_one_property_drives_markers_of_units_and_of_tens(hand: Hand) -> None:
    hand.press(RED, "Score +7")
    assert (where(hand, "tens"), where(hand, "units")) == ("T 1", "U 5")


# --- decks ----------------------------------------------------------------------------------


def test_a_button_deals_a_card_onto_the_discards(hand: Hand) -> None:
    hand.press(RED, "Card", cards=[unit(hand, "march")])
    assert len(hand.steps) == 1
    assert [card.name for card in deck(hand, "Used orders").members] == ["March"]
    assert said(hand)[-1] == "* [Red Ann] puts one piece from the Orders into the Used orders"


def test_a_button_that_deals_no_such_card_says_so(hand: Hand) -> None:
    with pytest.raises(GestureError, match="does not deal 'March'"):
        hand.press(RED, "Gain", cards=[unit(hand, "march")])


def test_all_discards_go_back_by_the_button_that_ends_the_turn(hand: Hand) -> None:
    for card in ("march", "halt"):
        hand.press(RED, "Card", cards=[unit(hand, card)])
    hand.press(RED, "Close")
    assert len(deck(hand, "Orders").members) == 2
    assert not deck(hand, "Used orders").members
    moved = [one for one in commands(hand) if isinstance(one, MovePiece)]
    assert [hand.counters.counters[str(one.id)].name for one in moved] == ["Halt", "March"]
    assert "* [Red Ann] Turn 1, 1 Everything -> Turn 2, 1 Everything" in said(hand)


def test_discards_go_back_by_their_menu_and_only_the_top_one_alone(hand: Hand) -> None:
    for card in ("march", "halt"):
        hand.press(RED, "Card", cards=[unit(hand, card)])
    used, words = deck(hand, "Used orders"), "The top one into the Orders"
    with pytest.raises(GestureError, match="does not deal 'March'"):
        hand.choose_of_deck(RED, used, words, [unit(hand, "march")])
    hand.choose_of_deck(RED, used, words, [unit(hand, "halt")])
    hand.choose_of_deck(RED, used, "Shuffle all into the Orders", [])
    assert len(deck(hand, "Orders").members) == 2


def test_a_deck_with_discards_deals_only_onto_them(hand: Hand) -> None:
    words = "One piece unseen into the Spare"
    with pytest.raises(GestureError, match="has no 'One piece unseen into the Spare'"):
        hand.choose_of_deck(RED, deck(hand, "Orders"), words, [unit(hand, "march")])


def test_no_deck_takes_what_lies_face_down_to_who_drops_it(hand: Hand) -> None:
    orders, used = deck(hand, "Orders"), deck(hand, "Used orders")
    hand.drag(RED, [unit(hand, "march")], "Table", used.x, used.y)
    blue = Seat("Blue", "Ben", "word-2")
    with pytest.raises(GestureError, match="'Orders' does not take 'Order', face down to Blue"):
        hand.drag(blue, [unit(hand, "march")], "Table", orders.x, orders.y)
    hand.drag(RED, [unit(hand, "march")], "Table", orders.x, orders.y)
    assert unit(hand, "march").pile is orders


# --- arrows and marks -----------------------------------------------------------------------


def test_an_arrow_is_turned_both_ways_and_the_chat_names_where_it_points(hand: Hand) -> None:
    arrow = unit(hand, "arrow")
    hand.choose(RED, arrow, "Turn left")
    assert said(hand) == ["* [Red Ann] Arrow in Hangar turned to W *"]
    hand.choose(RED, arrow, "Turn right")
    hand.choose(RED, arrow, "Turn right")
    assert said(hand) == ["* [Red Ann] Arrow in Hangar turned to E *"]


def test_a_mark_that_a_click_turns_is_turned_by_its_menu_too(hand: Hand) -> None:
    mark = unit(hand, "box")
    assert mark.trait("button;") is not None
    hand.choose(RED, mark, "Flip")
    assert hand.piece_property(RED, mark, "Face_Level") == "2"


# --- the menu of a piece --------------------------------------------------------------------


def face(hand: Hand) -> str:
    layers = unit(hand, "scout").trait("emb2;")
    assert layers is not None
    return layers.state


def test_a_piece_turns_to_any_face_that_its_menu_names(hand: Hand) -> None:
    scout = unit(hand, "scout")
    hand.choose(RED, scout, "By night")
    assert (face(hand), said(hand)) == ("2", [])
    hand.choose(RED, scout, "By day")
    assert face(hand) == "1"
    assert said(hand) == ["* ! Red declares BY DAY Scout of the Hangar, turn 1 [Ann]"]


def test_a_piece_is_sent_to_the_box_that_one_of_its_values_names(hand: Hand) -> None:
    aloft(hand)
    hand.choose(RED, unit(hand, "scout"), "By night")
    hand.choose(RED, unit(hand, "scout"), "Land")
    assert (where(hand, "scout"), face(hand)) == ("Hangar", "1")
    assert said(hand) == ["* ! Red declares LANDS Scout in the Hangar from Aloft, turn 1 [Ann]"]


def test_entries_of_one_part_stand_together_in_the_menu(hand: Hand) -> None:
    part = unit(hand, "scout").trait("submenu;")
    assert part is not None
    assert (part.text("subMenu"), list(part["commands"])) == ("Turn", ["By day", "By night"])
