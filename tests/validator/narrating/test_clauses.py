"""What somebody does, joined to sentences; numbers, dice and lists in words."""

from __future__ import annotations

import pytest

from validator.narrating.clauses import Clause, add, paragraph
from validator.narrating.words import listed, number, thrown, times


def told(*clauses: Clause) -> str:
    joined: list[Clause] = []
    for one in clauses:
        add(joined, one)
    return paragraph(joined)


def raider(kind: str, head: str, *items: str, tail: str = "") -> Clause:
    return Clause("the raider", "she", kind, head, items, tail)


def test_one_subject_for_what_is_done_one_after_the_other() -> None:
    said = told(raider("Raid", "raids in B3"), raider("Score", "scores two points"))
    assert said == "The raider raids in B3 and scores two points."


def test_what_is_done_several_times_is_listed() -> None:
    said = told(*(raider("Move", "moves ", f"{ship} to B3") for ship in ("Exeter", "Ajax", "Cuba")))
    assert said == "The raider moves Exeter to B3, Ajax to B3 and Cuba to B3."
    assert told(raider("Rest", "rests"), raider("Rest", "rests")) == "The raider twice rests."


def test_what_is_done_several_times_has_words_of_its_own() -> None:
    fell = Clause("a man", "a man", "Fall", "falls", many=("{count} men", "fall"))
    assert told(fell, raider("Hide", "hides")) == "A man falls. The raider hides."
    assert told(fell, fell, fell, fell.__class__("Tom", "he", "Fall", "falls")) == (
        "Three men fall. Tom falls."
    )
    hit = raider("Hit", "is hit")
    often = Clause("the raider", "she", "Hit", "is hit", many=("", "is hit {count} times"))
    assert told(often, often, hit) == "The raider is hit two times. She is hit."


def test_words_behind_a_list_stand_once() -> None:
    said = told(
        raider("Send", "sends ", "C1", tail=" out"), raider("Send", "sends ", "C2", tail=" out")
    )
    assert said == "The raider sends C1 and C2 out."


def test_a_long_list_ends_its_sentence() -> None:
    said = told(
        raider("Move", "moves ", "C1", "C2"), raider("Raid", "raids"), raider("Hide", "hides")
    )
    assert said == "The raider moves C1 and C2. She raids and hides."


def test_another_subject_is_another_sentence() -> None:
    said = told(
        raider("Raid", "raids"),
        Clause("Exeter", "Exeter", "Fire", "fires"),
        raider("Hide", "hides"),
    )
    assert said == "The raider raids. Exeter fires. The raider hides."


def test_no_more_than_three_things_stand_in_a_sentence() -> None:
    said = told(*(raider(word, word) for word in ("raids", "hides", "rests", "waits")))
    assert said == "The raider raids, hides and rests. She waits."


def test_what_ends_with_a_full_stop_stands_alone() -> None:
    assert told(raider("Answer", "is not there."), raider("Raid", "raids")) == (
        "The raider is not there. She raids."
    )


def test_nothing_is_told_of_what_has_no_words() -> None:
    assert told(raider("Rest", ""), raider("Rest", ""), raider("Raid", "raids")) == (
        "The raider raids."
    )


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ((2, 6, 6), "two sixes and a two"),
        ((8,), "an eight"),
        ((1, 1, 11), "an eleven and two ones"),
    ],
)
def test_dice_in_words(dice: tuple[int, ...], words: str) -> None:
    assert thrown(dice) == words


def test_numbers_and_lists_in_words() -> None:
    assert (number(0), number(-3), number(12), number(40)) == ("no", "minus three", "twelve", "40")
    assert (times(1), times(2), times(5)) == ("", "twice", "five times")
    assert listed(["Tiger", "Panther", "Tiger"]) == "two Tiger and Panther"
