"""Whose fault a finding is: the side that owed the act, never whoever clicked."""

from __future__ import annotations

from typing import Any

import pytest

from generator.places import games_folder
from tests.modules.recorded import defined, recorded
from tests.sampling import one_in
from validator.audit.findings import Finding, Ledger
from validator.audit.referee import RulesReferee
from validator.rules.engine import GameRules
from validator.rules.loading import load_rules
from validator.rules.scenes import Act
from validator.rules.verbs import Verb

GAMES = {
    "graf_spee": ("German", "British", "EndTurn"),
    "under_ten_flags": ("German", "British", "EndActivation"),
}


def _rules(game_id: str) -> GameRules:
    return load_rules(defined(game_id), games_folder() / game_id)


def _judged(rules: GameRules, state: Any, verb: Verb, side: str) -> list[Finding]:
    """The findings about a verb that somebody of a side did in the log."""
    referee = RulesReferee(rules, state, Ledger(), {})
    referee.take(Act(verb, 7, f"{side} Player P9", side))
    return list(referee.ledger)


@pytest.mark.parametrize("game_id", one_in(2, GAMES))
def test_what_is_left_out_is_the_fault_of_who_owed_it_whoever_closes(game_id: str) -> None:
    """At each point of a game somebody closes the turn, once a player of each side."""
    rules, game = _rules(game_id), recorded(game_id, 3)
    *sides, closing = GAMES[game_id]
    end = next(verb for verb in game.verbs if type(verb).__name__ == closing)
    told = 0
    for state in game.states[:: 2 if game_id == "graf_spee" else 23]:
        one, other = (_judged(rules, state, end, side) for side in sides)
        blamed = [[row.side for row in rows if row.severity == "missing"] for rows in (one, other)]
        assert blamed[0] == blamed[1]
        for row in one:
            owed = {due.side for due in rules.due(state) if due.case == row.code and due.side}
            if row.severity == "missing" and len(owed) == 1:
                assert row.side in owed
                assert row.player == "German Player P9"
                assert ("(German Player P9 went on without it)" in row.did) == (
                    row.side == "British"
                )
                told += 1
    assert told > 3


def test_who_moved_for_the_other_side_is_named_in_words() -> None:
    rules, game = _rules("graf_spee"), recorded("graf_spee", 3)
    number, verb = next(
        (at, one) for at, one in enumerate(game.verbs) if type(one).__name__ == "MovePiece"
    )
    late = next(
        state
        for state in game.states[number:]
        if any(breach.severity == "violation" for breach in rules.check(state, verb))
    )
    for clicked, words in (("British", False), ("German", True)):
        for found in _judged(rules, late, verb, clicked):
            assert found.side == "British"
            assert found.player == f"{clicked} Player P9"
            told = "(German Player P9 did it for the British side)" in found.did
            assert told is words


def test_the_set_up_that_only_one_side_can_write_is_that_side_s() -> None:
    rules, game = _rules("graf_spee"), recorded("graf_spee", 3)
    end = next(verb for verb in game.verbs if type(verb).__name__ == "EndMovement")
    found = {one.code: one for one in _judged(rules, rules.start(), end, "British")}
    assert {found[code].side for code in ("GS-2(3)b", "GS-2(4)b")} == {"German"}
    assert found["GS-2(5)b"].side == "British"
