"""Pieces that the British must show: what is left out is theirs, whoever closes the turn."""

from __future__ import annotations

from generator.places import games_folder
from modules.graf_spee import state as st
from modules.graf_spee.verbs import EndTurn
from tests.modules.recorded import defined, recorded
from validator.audit.findings import Ledger
from validator.audit.referee import RulesReferee
from validator.rules.loading import load_rules
from validator.rules.scenes import Act


def test_pieces_the_british_must_show_are_no_offence_of_the_german() -> None:
    rules = load_rules(defined("graf_spee"), games_folder() / "graf_spee")
    told = 0
    for seed in (2, 3):
        for state in recorded("graf_spee", seed).states:
            cases = {one.case for one in state.pending if one.what == st.REVEAL}
            if not cases:
                continue
            for clicked in ("German", "British"):
                referee = RulesReferee(rules, state, Ledger(), {})
                referee.take(Act(EndTurn(), 7, f"{clicked} Player P9", clicked))
                found = [one for one in referee.ledger if one.code in cases]
                assert {one.side for one in found} <= {"British"}
                told += len(found)
    assert told
