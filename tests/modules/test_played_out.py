"""Games of random players that were hard to show at a table, and acts in another honest order."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.definition.reader import game_folder
from tests.modules.recorded import defined, read_module
from validator.audit.findings import Severity
from validator.proving.subject import Subject
from validator.rules.loading import load_rules


def subject_of(game: str, folder: Path) -> Subject:
    return Subject(
        load_rules(defined(game), game_folder(game.partition("@")[0])), read_module(game), folder
    )


def test_a_piece_that_moves_to_where_it_lies_leaves_no_sign(tmp_path: Path) -> None:
    """In this game no other piece moves."""
    played = subject_of("graf_spee", tmp_path).play(9308, "random", by_hand=False)
    assert len(played.gestures) > 50


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
    log = subject.written(played, [*acts[:-before], points, *acts[-before:]])
    found = subject.audited([log.path], {}).findings
    assert [one.code for one in found if one.severity is not Severity.NOTE] == []


@pytest.mark.parametrize("late", [2, 4])
def test_a_turn_marker_may_be_moved_when_the_first_card_is_turned(
    tmp_path: Path, late: int
) -> None:
    """By hand; the cards of the last turn have been gathered, and a card and its suit follow."""
    subject = subject_of("red_flags@first_shots", tmp_path)
    played = subject.play(9300, "random", by_hand=True)
    acts = played.gestures
    at = next(at for at, one in enumerate(acts) if one.pieces == ("turn",))
    after = at + 1 + late
    log = subject.written(played, [*acts[:at], *acts[at + 1 : after], acts[at], *acts[after:]])
    found = subject.audited([log.path], {}).findings
    assert [one.code for one in found if one.severity is not Severity.NOTE] == []
