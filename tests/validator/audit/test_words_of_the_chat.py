"""What words in the chat mean for the acts before them."""

from __future__ import annotations

import pytest

from validator.audit.chat import calls_off


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
