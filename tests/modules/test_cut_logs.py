"""A log may end in the middle of an act: what its last act lacks comes in the next file."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.vassal import trees
from tests.modules.recorded import RecordedGame, recorded
from validator.audit import audit

GAME = "red_flags@first_shots"


def _weighty(game: RecordedGame, folder: Path, first: int, end: int) -> list[str]:
    head = game.head_at(first) if first else None
    path = game.write(folder / "cut.vlog", game.steps[first:end], head)
    found = audit([path], reveal=True).findings
    return [one.code for one in found if one.severity.calls_for_attention]


def test_a_log_that_ends_with_a_card_and_without_its_suit_accuses_nobody(tmp_path: Path) -> None:
    game = recorded(GAME, 5, by_hand=True)
    ends = [n for n, one in enumerate(game.steps, 1) if "Active Group" in trees.encode(one)]
    assert len(ends) > 5
    assert {end: found for end in ends[:6] if (found := _weighty(game, tmp_path, 0, end))} == {}


def test_a_card_without_its_suit_is_missed_when_the_game_goes_on(tmp_path: Path) -> None:
    game = recorded(GAME, 5, by_hand=True)
    at = next(n for n, one in enumerate(game.steps) if "Active Group" in trees.encode(one))
    assert "Suits" in trees.encode(game.steps[at + 1])
    path = game.write(tmp_path / "cut.vlog", [*game.steps[: at + 1], *game.steps[at + 2 : at + 9]])
    assert "RFD-1" in [one.code for one in audit([path], reveal=True).findings]


@pytest.mark.parametrize("end", range(2))
def test_a_log_that_ends_while_a_trajectory_gives_way_to_a_station_accuses_nobody(
    tmp_path: Path, end: int
) -> None:
    game = recorded("atlantic_chase", 5)
    lapse = next(
        n
        for n, one in enumerate(game.steps)
        if "_station" in trees.encode(one) and "TIME LAPSE" in trees.encode(game.steps[n - 1])
    )
    assert _weighty(game, tmp_path, 0, lapse - end) == []
