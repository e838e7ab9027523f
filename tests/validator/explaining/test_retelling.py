"""What is seen late and belongs to an act told before."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.validator.explaining.toy import End, Log, rules_of
from validator.explaining.nodes import Entry
from validator.explaining.retelling import _left_out
from validator.explaining.telling import explain
from validator.rules.cases import Broken
from validator.rules.engine import GameRules
from validator.rules.states import Pending


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


def test_what_was_left_out_is_not_paid_by_an_act_that_was_taken_back() -> None:
    """The next act that leaves it out pays for it."""
    owed = Pending("answer", "Scout", "T-1")
    case: Any = SimpleNamespace(id="T-1")
    first = Entry(None, End(), None, None, (), 0.1, None)
    wrong = Entry(first, End(), None, None, ((case, Broken("nothing", of=owed)),), 10.1, None)
    for tail, left in ((wrong, [owed]), (first, [])):
        assert [*_left_out(tail, frozenset({owed}))] == left
    assert [*_left_out(wrong, frozenset())] == []
