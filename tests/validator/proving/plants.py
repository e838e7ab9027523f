"""Offences planted in a game that is at hand, and stand-ins for planted ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any

from modules.under_ten_flags.verbs import EndActivation, RollRecycle
from validator.playing.selfplay import Played
from validator.proving.gestures import Gesture
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


def dragged(start: str, goal: str, *more: Gesture) -> list[Gesture]:
    return [Gesture("drag", "German", (("raider",), "sea", goal), start=start, end=goal), *more]


def of_a_set(rest: tuple[Verb, ...], **more: Any) -> SimpleNamespace:
    """A drag shows an offence; with one more it were legal. What is played behind it."""
    reading = SimpleNamespace(ends_turn=EndActivation, over=lambda state, verb: None)
    return SimpleNamespace(
        own=dragged("A", "B"),
        one=SimpleNamespace(verb=RollRecycle("c1", 3)),
        rest=tuple(SimpleNamespace(verb=verb) for verb in rest),
        state=None,
        rules=SimpleNamespace(
            apply=lambda state, verb: verb,
            module=SimpleNamespace(reading=reading),
            fuzz_values=lambda kind, name: ("c2",) * (name == "acvm"),
        ),
        is_legal=lambda state, verbs: True,
        shown=lambda verb: [*dragged("A", "B"), *dragged("C", "D")],
        **more,
    )
