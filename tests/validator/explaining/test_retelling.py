"""What is seen late and belongs to an act told before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.validator.explaining.toy import Log, rules_of
from validator.explaining.telling import explain
from validator.rules.engine import GameRules


@pytest.fixture
def rules(tmp_path: Path) -> GameRules:
    return rules_of(tmp_path)


def broken(rules: GameRules, log: Log) -> list[str]:
    """The cases that the cheapest explanation breaks and that stand."""
    explanation = explain(rules, log.scene())
    return [
        case.id
        for entry in explanation.entries
        if entry.faults and explanation.stands(entry)
        for case, _ in entry.faults
    ]


def test_a_drag_that_goes_on_after_a_word_is_one_move(rules: GameRules) -> None:
    assert broken(rules, Log().move("3").say("walked", 1).move("2").end(1).move("3").end(2)) == []


def test_it_is_two_moves_when_the_other_has_acted(rules: GameRules) -> None:
    log = Log().move("2").roll(3).move("3")
    assert broken(rules, log) == []  # the log may have been cut before the piece goes back
    assert broken(rules, log.say("hm", 1)) == ["T-2"]


def test_a_move_too_far_is_not_put_right_by_going_further(rules: GameRules) -> None:
    log = Log().move("4").say("walked", 1).move("5").end(1).move("6").end(2)
    assert broken(rules, log)


def test_a_turn_may_be_ended_when_the_next_one_is_under_way(rules: GameRules) -> None:
    log = Log().move("2").roll(3).move("3").end(1).roll(2).end(2).move("4").end(3)
    assert broken(rules, log) == []
