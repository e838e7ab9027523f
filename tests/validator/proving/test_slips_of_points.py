"""What no log can show of wrong points, because they were put right, or may still be."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import SimpleNamespace

from tests.validator.proving.plants import plant_of, verbs_of
from validator.proving import slips
from validator.proving.planting import Plant
from validator.proving.subject import Game, Subject


def test_points_with_which_the_log_ends_may_still_be_put_right(
    subject: Subject, game: Game
) -> None:
    at, scored = next(verbs_of(game, "ChangeScore"))
    plant = plant_of(subject, game, "another value", at, replace(scored.verb, delta=-1), "German")
    assert not slips.cut_off(plant)
    last = SimpleNamespace(own=plant.own, rest=(), one=plant.one, rules=plant.rules)
    assert "points may still be put right" in slips.cut_off(last)


def booked(subject: Subject, game: Game, *points: int) -> SimpleNamespace:
    """The first points of a game are replaced by these, one change after the other."""
    at, scored = next(verbs_of(game, "ChangeScore"))
    first, *more = (replace(scored.verb, delta=one) for one in points)
    behind = [*more, *(row.verb for row in game.played[at + 1 :])]
    plant = SimpleNamespace(
        one=SimpleNamespace(verb=first),
        rest=[SimpleNamespace(verb=verb) for verb in behind],
        rules=subject.rules,
        state=scored.before,
    )
    plant.is_legal = partial(Plant.is_legal, plant)
    return plant


def test_points_that_are_right_in_the_end_were_put_right(subject: Subject, game: Game) -> None:
    """One point is due: taken and given back, or two and one taken back; but not two."""
    assert "right in the end" in slips.points_put_right(booked(subject, game, 2, -1))
    assert "right in the end" in slips.points_put_right(booked(subject, game, -1, 2))
    assert not slips.points_put_right(booked(subject, game, 2))


def test_what_is_owed_is_owed_still_behind_points_taken_back(subject: Subject, game: Game) -> None:
    assert "GS-5(3)a" in slips.broken_without(booked(subject, game, -1, 1))
