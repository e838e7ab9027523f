"""What no log can show of an offence: each reason where it holds, and where it does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from validator.playing.selfplay import Played
from validator.proving import unseen
from validator.proving.offences import Candidate, cases_of
from validator.proving.planting import Plant, Plot
from validator.proving.subject import Game, Subject
from validator.rules.verbs import Verb


@cache
def plot_of(subject: Subject, game: Game) -> Plot:
    return Plot(subject, game)


def verbs_of(game: Game, kind: str) -> Iterator[tuple[int, Played]]:
    """The verbs of a kind, with their numbers."""
    return ((n, one) for n, one in enumerate(game.played) if type(one.verb).__name__ == kind)


def plant_of(
    subject: Subject, game: Game, how: str, at: int, verb: Verb, side: str = "British"
) -> Plant:
    cases = cases_of(subject.rules, game.played[at].before, verb) or ("GS-0",)
    return plot_of(subject, game).planted(cases[0], Candidate(how, verb, side, at, cases))


def left_out(subject: Subject, game: Game, at: int, how: str = "left out") -> Plant:
    after = game.played[at + 1]
    return plant_of(subject, game, how, at, after.verb, after.side)


# --- what the table does not show ----------------------------------------------------------


def test_a_card_drawn_unseen_shows_no_face(subject: Subject, game: Game) -> None:
    """A wrong word for what it is leaves the same drag."""
    at, drawn = next(verbs_of(game, "Draw"))
    verb = replace(drawn.verb, kind="BB" if drawn.verb.kind != "BB" else "CV")
    plant = plant_of(subject, game, "another value", at, verb)
    assert plant.case != "GS-0"
    assert "shows the same when it is legal" in unseen.why_unseen(plant, missed=True)


def test_a_piece_moved_to_where_it_stands_leaves_nothing(subject: Subject, game: Game) -> None:
    at, moved = next(verbs_of(game, "MovePiece"))
    here = moved.before.piece(moved.verb.piece).at
    plant = plant_of(subject, game, "any time", at, replace(moved.verb, to=here))
    assert plant.signs(plant.one.verb) == set()
    assert "shows nothing" in unseen.why_unseen(plant, missed=False)


def test_the_signs_of_a_verb_are_its_gestures_and_nothing_besides(
    subject: Subject, game: Game
) -> None:
    at, moved = next(verbs_of(game, "MovePiece"))
    plant = plant_of(subject, game, "any time", at, moved.verb)
    assert plant.signs(moved.verb) == {
        f"British drag {moved.verb.piece} south_atlantic {moved.verb.to}"
    }
    assert not unseen._nothing_shown(plant)
