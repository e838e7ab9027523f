"""Played games that keep every rule audit clean: whole, cut in the middle, in two files."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.modules.recorded import RecordedGame, recorded
from tests.sampling import one_in
from validator.audit import audit
from validator.audit.findings import Finding, Severity
from validator.audit.result import AuditResult

Eyes = dict[str, Any]
ALL_EYES: tuple[Eyes, ...] = ({}, {"reveal": True}, {"side": "german"}, {"side": "british"})
GAMES = [
    (3, "purposeful", False),
    (3, "purposeful", True),
    (5, "random", True),
    (2, "random", False),  # a turn is ended by the tracker alone
    (9028, "random", False),  # an escort that searched leaves its convoy from the map
]


FEW = [*product(GAMES[:2], ALL_EYES[:2])]


def _id(value: Any) -> str:
    """A game by its key, eyes by what they see."""
    if isinstance(value, tuple):
        return str(value)
    return value.get("side") or ("revealed" if value else "public")


def _looked_at(files: Sequence[Path], eyes: Eyes) -> AuditResult:
    return audit(list(files), "under_ten_flags", **eyes)


def _grave(result: AuditResult) -> list[Finding]:
    """All findings but notes and what cannot be verified."""
    spared = (Severity.NOTE, Severity.UNVERIFIABLE)
    return [one for one in result.findings if one.severity not in spared]


def _told(found: Sequence[Finding]) -> str:
    return "\n".join(f"  {one.code} step {one.step}: {one.did}" for one in found)


def _game(key: tuple[int, str, bool]) -> RecordedGame:
    seed, style, by_hand = key
    return recorded("under_ten_flags", seed, style, by_hand)


@pytest.mark.parametrize(
    ("key", "eyes"), one_in(20, product(GAMES, ALL_EYES), arguments=2), ids=_id
)
def test_a_game_that_keeps_the_rules_is_clean(key: tuple[int, str, bool], eyes: Eyes) -> None:
    game = _game(key)
    result = _looked_at([game.path], eyes)
    assert not _grave(result), _told(_grave(result))
    assert 0 < result.steps <= len(game.steps)
    assert result.steps == len(game.steps) or not result.reveal


def _cuts(game: RecordedGame) -> list[int]:
    whole = len(game.steps)
    return [whole // 3, whole - 40]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "eyes"), one_in(4, FEW, arguments=2), ids=_id)
def test_a_log_that_begins_in_the_middle_breaks_nothing(
    key: tuple[int, str, bool], eyes: Eyes, tmp_path: Path
) -> None:
    game = _game(key)
    for cut in _cuts(game):
        file = game.write(tmp_path / f"from-{cut}.vlog", game.steps[cut:], game.head_at(cut))
        found = _grave(_looked_at([file], eyes))
        assert not found, f"from step {cut}:\n{_told(found)}"


@pytest.mark.slow
@pytest.mark.parametrize(("key", "eyes"), one_in(4, FEW, arguments=2), ids=_id)
def test_two_files_of_a_folder_say_the_same_as_one(
    key: tuple[int, str, bool], eyes: Eyes, tmp_path: Path
) -> None:
    game = _game(key)
    cut = len(game.steps) // 2
    first = game.write(tmp_path / "1.vlog", game.steps[:cut])
    second = game.write(tmp_path / "2.vlog", game.steps[cut:], game.head_at(cut))
    both = _looked_at([first, second], eyes)
    assert not _grave(both), _told(_grave(both))
    assert both.steps == _looked_at([game.path], eyes).steps
