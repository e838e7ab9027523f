"""An audit that cannot ask the rules of a game says so, and is no clean one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.validator.card_game import deal, ran

READING = "    reading=Reading("


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("deal")
    assert ran("play", deal(folder), "-o", folder / "deal.vlog")[0] == 0
    return folder / "deal.vlog"


def test_what_rules_need_and_their_own_definition_lacks_is_a_mistake(
    tmp_path: Path, log: Path
) -> None:
    game = deal(tmp_path, (READING, f'    needs={{"actions": ("drws",)}},\n{READING}'))
    status, said = ran("audit", log, "--game", game)
    assert status == 2
    assert "rules.py: the rules of Deal need what its definition has not: actions 'drws'" in said
    assert "did you mean 'draws'?" in said


def test_rules_that_read_no_log_are_told(tmp_path: Path, log: Path) -> None:
    said = ran(
        "audit", log, "--game", deal(tmp_path, ("    reading=Reading(ends_turn=EndRound),\n", ""))
    )[1]
    assert said.startswith("No rules of this game are known")
    assert "rules.py does not say how logs are read: MODULE needs reading=Reading(...)" in said
