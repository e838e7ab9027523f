"""An act may be said aloud: the click that declares it is left out, and nobody is accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.vassal import trees
from tests.modules.recorded import recorded
from validator.audit import audit
from validator.audit.findings import Severity


@pytest.mark.parametrize(
    ("game", "word"),
    [
        *(
            ("atlantic_chase", word)
            for word in ("AIR STRIKE", "COMPLETION", "PASS", "INITIATIVE TO")
        ),
        *(("uboat_variant@first_patrol", word) for word in ("PATROLS", "TARGET")),
    ],
)
def test_a_click_that_is_left_out_accuses_nobody(tmp_path: Path, game: str, word: str) -> None:
    played = recorded(game, 5)
    said = [at for at, one in enumerate(played.steps) if f"declares {word}" in trees.encode(one)]
    assert said
    for at in said[:2]:
        path = played.write(tmp_path / "game.vlog", [*played.steps[:at], *played.steps[at + 1 :]])
        found = audit([path]).findings
        assert [one for one in found if one.severity is Severity.VIOLATION] == []
