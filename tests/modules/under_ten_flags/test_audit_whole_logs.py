"""Whole logs of honest games, and parts of one: nobody is accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.modules.recorded import recorded
from validator.audit import audit
from validator.audit.findings import Severity


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("cut_in_the_act", "british"),
        ("die_told_for_a_set", "british"),
        ("morale_marked_late", "british"),
        ("morale_marked_behind_idle_cards", "british"),
        ("morale_marked_behind_the_last_joker", "british"),
        ("morale_of_a_uboat_marked_late", "german"),
        ("morale_of_a_uboat_marked_for_its_owner", "german"),
    ],
)
def test_a_game_of_the_proof_accuses_nobody(name: str, side: str) -> None:
    """One ends while a set goes back into the cups; in one the die of a waiting set is told in the
    chat, those of all others but one are thrown; in one a player marks his morale when the next
    turn has begun; in one he does so behind two cards, of which the first makes nobody active; in
    one when the last joker has ended the game; in two he marks what a U-boat gave him when he has
    been active once more, or in the next British activation, and he himself audits them."""
    log = Path(__file__).parent / "proved" / f"{name}.vlog"
    found = audit([log], "under_ten_flags", side=side).findings
    grave = [one for one in found if one.severity is not Severity.NOTE]
    assert [one.code for one in grave] in ([], ["log.definition"])  # of an earlier definition


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cut", "behind"),
    [
        pytest.param(4, True, id="a set is drawn and not yet on the map"),
        pytest.param(276, True, id="the column of the sheet is not known"),
        pytest.param(538, False, id="a marker has sailed and is not yet turned"),
    ],
)
def test_a_log_cut_anywhere_is_judged_for_what_it_shows(
    tmp_path: Path, cut: int, behind: bool
) -> None:
    game = recorded("under_ten_flags", 3, "purposeful", False)
    steps, head = (game.steps[cut:], game.head_at(cut)) if behind else (game.steps[:cut], None)
    file = game.write(tmp_path / "cut.vlog", steps, head)
    grave = [
        one
        for one in audit([file], "under_ten_flags").findings
        if one.severity.rank < Severity.UNVERIFIABLE.rank
    ]
    assert not grave, [(one.code, one.step, one.did) for one in grave]
