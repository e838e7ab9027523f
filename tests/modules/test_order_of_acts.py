"""Acts in another order that is as honest."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from generator.definition.reader import game_folder
from tests.modules.recorded import defined, read_module
from validator.audit.findings import Severity
from validator.proving.gestures import Gesture
from validator.proving.subject import Game, Subject
from validator.rules.loading import load_rules


def subject_of(game: str, folder: Path) -> Subject:
    return Subject(
        load_rules(defined(game), game_folder(game.partition("@")[0])), read_module(game), folder
    )


def accused(
    subject: Subject, played: Game, acts: Sequence[Gesture], *, reveal: bool = False
) -> list[str]:
    """What an audit of these acts tells besides notes."""
    eyes = {"reveal": True} if reveal else {}
    found = subject.audited([subject.written(played, acts).path], eyes).findings
    return [one.code for one in found if one.severity is not Severity.NOTE]


@pytest.mark.parametrize("before", [1, 4])
def test_points_may_be_booked_before_the_line_that_earns_them_is_off(
    tmp_path: Path, before: int
) -> None:
    """The line is taken off at the very end of the log, where it might go on."""
    subject = subject_of("atlantic_chase", tmp_path)
    played = subject.play(9300, "purposeful", by_hand=False)
    *acts, points, _, _ = played.gestures  # who has played thanks the other
    assert points.pieces == ("points_german",)
    assert all("Take off" in one.args for one in acts[-4:])
    assert accused(subject, played, [*acts[:-before], points, *acts[-before:]]) == []


@pytest.mark.parametrize(
    ("game", "seed", "marker", "late"),
    [
        *(("red_flags@first_shots", 9300, "turn", late) for late in (2, 3, 4)),
        ("under_ten_flags", 9330, "game_turn", 3),
    ],
)
def test_a_turn_marker_may_be_moved_when_the_first_card_is_turned(
    tmp_path: Path, game: str, seed: int, marker: str, late: int
) -> None:
    """By hand; the cards of the last turn have been gathered, and a card and its suit follow, or
    the first act."""
    subject = subject_of(game, tmp_path)
    played = subject.play(seed, "random", by_hand=True)
    acts = played.gestures
    at = next(at for at, one in enumerate(acts) if one.pieces == (marker,))
    after = at + 1 + late
    moved = [*acts[:at], *acts[at + 1 : after], acts[at], *acts[after:]]
    assert accused(subject, played, moved) == []


@pytest.mark.parametrize("late", [1, 2])
def test_the_plot_of_an_open_course_may_be_moved_before_the_turn_marker(
    tmp_path: Path, late: int
) -> None:
    """Wholly, or in part; the marker is dragged, though all else is done by buttons."""
    subject = subject_of("graf_spee", tmp_path)
    played = subject.play(9400, "purposeful", by_hand=False)
    acts = played.gestures
    ends = [at for at, one in enumerate(acts) if "End of turn" in one.args]
    number, at = next(
        (number, at)
        for number, at in enumerate(ends, 1)
        if [one.pieces for one in acts[at + 1 : at + 3]] == [("plot",)] * 2
        and any("Open course" in one.args for one in acts[at : at + 5])
    )
    where = (("turn",), "south_atlantic", f"Turn {number + 1}")
    marked = Gesture("drag", acts[at].side, where)
    after = at + 1 + late
    moved = [*acts[:at], *acts[at + 1 : after], marked, *acts[after:]]
    assert accused(subject, played, moved, reveal=True) == []
