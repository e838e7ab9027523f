"""An act may be said aloud: the click that declares it is left out, and nobody is accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.definition.reader import game_folder, load_game
from generator.vassal import trees
from modules.uboat_variant.reads import named
from tests.modules.recorded import recorded
from validator.audit import audit
from validator.audit.findings import Severity
from validator.rules.loading import load_rules


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


@pytest.mark.parametrize(
    ("fields", "line", "known"),
    [
        (("plane", "boat"), "PBY-1 in CB for U-564", {"plane": "PBY-1", "boat": "U-564"}),
        (("plane", "boat"), "PBY-1 in CB for Convoy 1", {"plane": "PBY-1"}),
        (("boat", "target"), "U-564 in 4-2 at U-564 in 4-2", {"boat": "U-564"}),
        (("boat",), "U-564 in 4-2", {"boat": "U-564"}),
    ],
)
def test_a_target_of_ones_own_side_was_named_for_an_act_before(
    fields: tuple[str, ...], line: str, known: dict[str, str]
) -> None:
    rules = load_rules(load_game("uboat_variant"), game_folder("uboat_variant"))
    assert named(*fields).turned(rules.tables, None, line) == known
