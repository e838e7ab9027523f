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
    ("words", "tells"),
    [
        ("and the third die is a 5", True),
        ("rolled 6 and 4", True),
        ("gewürfelt: 3", True),
        ("5", True),
        ("a five", True),
        ("turn 3 is fun", False),
        ("back at 6", False),
        ("the dice hate me", False),
    ],
)
def test_a_die_is_told_by_a_number_and_a_word_of_dice(words: str, tells: bool) -> None:
    assert bool(told_dice(f"<Anna> - {words}")) is tells


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
