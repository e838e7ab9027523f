"""Games of random players that were hard to show at a table, and honest ways to end them."""

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
