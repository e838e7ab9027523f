"""What words in the chat mean for the acts before them."""

from __future__ import annotations

import pytest

from validator.audit.chat import calls_off, recalls, told_dice


@pytest.mark.parametrize(
    "said",
    [
        "sorry, wrong button",
        "oops",
        "no, wait",
        "hold on, the truck too",
        "hang on",
        "sorry",
        "sorry for that click",
        "nein, Moment",
        "entschuldige, falsch geklickt",
        "désolé, erreur",
        "perdón, me equivoqué",
        "scusa, ho sbagliato",
    ],
)
def test_words_that_call_something_off(said: str) -> None:
    assert calls_off(f"<German Player> - {said}")


@pytest.mark.parametrize(
    "said",
    [
        "good game",
        "I hold my fire",
        "sorry for the delay",
        "Sorry about the long wait!",
        "sorry for being late",
        "no problem",
        "no worries, no rush",
        "entschuldige die Verspätung",
        "tut mir leid, dass du warten musstest",
        "kein Problem",
        "désolé pour le retard",
        "pas de problème",
        "perdón por la demora",
        "scusate per il ritardo",
    ],
)
def test_small_talk_calls_nothing_off(said: str) -> None:
    assert not calls_off(f"<German Player> - {said}")


@pytest.mark.parametrize(
    ("words", "dice"),
    [
        ("and the third die is a 5", (5,)),
        ("rolled 6 and 4", (6, 4)),
        ("gewürfelt: 3", (3,)),
        ("5", (5,)),
        ("a five", (5,)),
        ("this one was a bad roll", ()),
        ("the last one was a 3", (3,)),
        ("need 5+ on the next roll, got a 2", (2,)),
        ("I rolled a 4 +2", (4,)),
        ("turn 3 is fun", ()),
        ("back at 6", ()),
        ("the dice hate me", ()),
    ],
)
def test_dice_are_told_by_numbers_and_a_word_of_dice(words: str, dice: tuple[int, ...]) -> None:
    assert told_dice(f"<Anna 2> - {words}") == dice


@pytest.mark.parametrize(
    ("words", "recalled"),
    [
        ("I forgot to fire", True),
        ("sorry, I turned the card too early", True),
        ("zu früh, Moment", True),
        ("not bad, your turn", False),
        ("no luck", False),
    ],
)
def test_what_was_forgotten_or_came_too_early_is_recalled(words: str, recalled: bool) -> None:
    assert recalls(f"<Anna> - {words}") is recalled
