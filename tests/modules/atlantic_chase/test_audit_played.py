"""Games that are played out at the table are read again as they were played."""

from __future__ import annotations

from pathlib import Path

import pytest

from validator.audit import audit
from validator.audit.findings import Severity
from validator.playing import logbook
from validator.rules.engine import GameRules


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 3])
def test_a_game_by_chance_is_read_without_a_finding(
    atlantic_chase_rules: GameRules, module: Path, tmp_path: Path, seed: int
) -> None:
    log = tmp_path / "game.vlog"
    logbook.play_as_log(atlantic_chase_rules.game, module, log, seed=seed, players="random")
    found = audit([log], trial=True).findings
    assert [one for one in found if one.severity is not Severity.NOTE] == []


@pytest.mark.slow
def test_a_log_is_held_to_rules_on_trial(
    atlantic_chase_rules: GameRules, module: Path, tmp_path: Path
) -> None:
    """How its logs are read is not proven yet: nobody is accused by it unasked."""
    log = tmp_path / "game.vlog"
    logbook.play_as_log(atlantic_chase_rules.game, module, log, seed=501, players="random")
    (told,) = [one for one in audit([log]).findings if one.severity is not Severity.NOTE]
    assert (told.code, told.severity) == ("log.trial", Severity.UNVERIFIABLE)
    assert "--trial" in told.did
    assert audit([log], explain=3).explained is not None
