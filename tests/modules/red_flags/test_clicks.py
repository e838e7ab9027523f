"""What clicks write in a module of Red Flags and Iron Crosses."""

from __future__ import annotations

import pytest

from generator.definition.reader import load_game
from generator.vassal import locations, modules, saves
from generator.vassal.archive import Archive
from generator.vassal.commands import Chat, Log
from tests.blank_module import write_blank_module
from validator.audit.observing import dictionary_of
from validator.playing.gestures import Hand, Seat
from validator.playing.gestures_counters import Counter
from validator.playing.gestures_module import PlayedModule

SOVIET = Seat("Soviet", "Ann", "word-1")
GERMAN = Seat("German", "Bob", "word-2")


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Hand:
    path = write_blank_module(load_game("red_flags"), tmp_path_factory.mktemp("module"))
    module = PlayedModule(modules.read(path), "Novaya Balka")
    with Archive(path) as archive:
        setup = saves.from_bytes(archive.read(module.setup()), "set-up")
    return Hand(module, locations.read(module.module), setup.position())


def unit(hand: Hand, name: str) -> Counter:
    return next(one for one in hand.counters if one.marked("UnitId") == name)


def said(hand: Hand) -> list[str]:
    found = []
    for node in hand.steps[-1].walk():
        command = node.command
        while isinstance(command, Log):
            command = command.command
        if isinstance(command, Chat):
            found.append(command.text)
    return found


def test_who_fires_names_arms_and_target_and_throws_in_one_click(hand: Hand) -> None:
    table = hand.copy()
    table.choose(SOVIET, unit(table, "SR1"), "Is the target")
    table.choose(GERMAN, unit(table, "GI1"), "3 rifles (3d6)", {"Fire 3": [6, 5, 2]})
    assert said(table) == [
        "* ! German declares FIRES RIFLES 3 GI1 in 1105 at SR1, turn 1 [Bob]",
        "*** Fire 3 = 6,5,2 ** &lt;Bob&gt; [German]",
    ]


def test_lines_of_one_keyword_are_told_apart_by_what_their_pieces_say(hand: Hand) -> None:
    known = dictionary_of(load_game("red_flags"))

    def action(words: str) -> str:
        said = known.declaration(f"! German declares {words}, turn 1 [Bob]")
        return said.action if said is not None else ""

    assert action("FIRES RIFLES 3 GI1 in 1105 at SR1") == "fires_rifles_3"
    assert action("FIRES TANK GUN 1 GT1 in 1406 at ST1") == "tank_fires"
    assert action("FIRES TANK GUN 2 SR2 in 0606 at GT1") == "cars_fire_2"
    assert action("HIT GP1 in 1107") == "hit_machine"
    assert action("HIT GX1 in 1107") == "hit_aircraft"
    assert action("HIT nobody") == "hit_machine"


def test_a_card_names_a_group_and_its_suit(hand: Hand) -> None:
    table = hand.copy()
    cards = [unit(table, "card_S3"), unit(table, "spades_4")]
    table.press(SOVIET, "Next card", cards=cards)
    assert said(table)[0] == "* ! Soviet declares CARD, turn 1 [Ann]"
    for card, pile in zip(cards, ("Active Group", "Suits"), strict=True):
        assert table.location(card.map, card.x, card.y) == pile
    table.press(SOVIET, "New turn")
    assert table.location(cards[0].map, cards[0].x, cards[0].y) == "Activation"


def test_units_face_where_the_set_up_says(hand: Hand) -> None:
    table = hand.copy()
    table.choose(SOVIET, unit(table, "ST2"), "Turn right")  # it began north-east
    assert said(table) == ["* [Soviet Ann] ST2 T34/76 in 0207 turned to SE *"]
    table.choose(GERMAN, unit(table, "GI1"), "Fresh")
    assert said(table) == ["* ! German declares FRESH GI1 in 1105, turn 1 [Bob]"]
    assert unit(table, "GI1").public_name() == "GI1 Grenadiers"


def test_charges_and_shots_count_down_as_they_are_used(hand: Hand) -> None:
    table = hand.copy()
    table.choose(GERMAN, unit(table, "GE1"), "3 charges (12d6)", {"Fire 12": [1] * 12})
    table.choose(SOVIET, unit(table, "SE1"), "Flamethrower (4d6)", {"Fire 4": [5, 1, 1, 1]})
    assert (table.properties["GermanCharges"], table.properties["SovietShots"]) == ("1", "3")
    marker = unit(table, "charges_german")
    assert table.location(marker.map, marker.x, marker.y) == "German Charges 1"
