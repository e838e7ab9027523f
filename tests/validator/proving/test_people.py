"""What the gestures of people mean: a word, a reminder, tidying, or nothing."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.validator.proving.plants import left_out, verbs_of
from validator.proving.gestures import Gesture
from validator.proving.people import People
from validator.proving.subject import Game, Subject


def test_a_button_that_is_not_the_games_says_nothing(subject: Subject, game: Game) -> None:
    at, _ = next(verbs_of(game, "EndTurn"))
    people = People(left_out(subject, game, at))
    clear = Gesture("press", "British", ("Clear moved",))
    assert people.says(clear) and people.skips(clear) and people.slips(clear)
    assert not people.says(Gesture("press", "British", ("Score +1",)))
    assert not people.says(Gesture("press", "British", ("End of turn",)))


def test_people_tidy_markers_and_what_they_put_away_but_not_what_they_play(
    subject: Subject, game: Game
) -> None:
    at, _ = next(verbs_of(game, "MovePiece"))
    people = People(left_out(subject, game, at))
    assert people.tidies(Gesture("put_away", "German", ("graf_spee",)))
    assert people.tidies(Gesture("drag", "British", (("search_1",), "south_atlantic", "B1")))
    assert people.tidies(Gesture("click_turn", "British"))
    assert not people.tidies(Gesture("put_away", "British", ("exeter",), end="Indian Cup"))
    assert not people.tidies(Gesture("drag", "British", (("exeter",), "south_atlantic", "B1")))
    assert not people.tidies(Gesture("roll", "British", ("Cruiser fires", (1, 2))))


def test_a_click_that_sets_a_number_is_a_slip_unless_it_is_of_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    idle = SimpleNamespace(clicks_only=(), words_only=(), scores=frozenset())
    monkeypatch.setattr(People, "_sitting", idle)
    monkeypatch.setattr(People, "_words", SimpleNamespace(points="Score"))
    nothing = {"dice": "", "score": {}, "draw": "", "reshuffles": False}
    actions = [
        SimpleNamespace(name=name, sets=sets, **nothing)
        for name, sets in (("Battle", {"Round": 1}), ("New game", {"Score": 0}))
    ]
    people = People(SimpleNamespace(subject=SimpleNamespace(game=SimpleNamespace(actions=actions))))
    slips = [people.slips(Gesture("press", "German", (one.name,))) for one in actions]
    assert slips == [True, False]


def test_what_is_laid_in_a_private_window_and_a_click_that_says_and_throws_may_be_nothing(
    subject: Subject, game: Game
) -> None:
    at, _ = next(verbs_of(game, "EndTurn"))
    people = People(left_out(subject, game, at))
    assert people.remembers(Gesture("drag", "German", (("plot",), "voyage_log", "B3")))
    assert not people.remembers(Gesture("drag", "German", (("graf_spee",), "south_atlantic", "B3")))
    assert people.slips(Gesture("press", "German", ("Scuttle", {"Scuttling": (1,)}, ())))
    assert not people.slips(Gesture("press", "British", ("Extra moves", {}, ())))
