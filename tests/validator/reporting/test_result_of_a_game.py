"""Page, story and archive tell one result of one game; none where its reading is not proven."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.definition import load_game
from validator.archive import judging
from validator.archive.judging import GAME, Task
from validator.audit.auditing import audited
from validator.audit.played import PlayedGame, played
from validator.narrating import narrated
from validator.reporting.course import course_of


def _told(file: Path) -> tuple[str, object, str]:
    """Who won by the page, by the archive, and the story's last sentences."""
    read = played([file])
    result = audited(read)
    ending = course_of(result, read).ending
    row = judging._game(Task(GAME, "k", ()), read, result)
    last = " ".join(said.text for said in narrated(read).chapters[-1].sentences[-1])
    return ending.winner if ending is not None else "", row["winner"], last


def test_everybody_names_the_same_winner(log_file: Path) -> None:
    outcome = played([log_file]).outcome()
    assert outcome is not None and outcome.winner == "British"
    page, archive, story = _told(log_file)
    names = {side.id: side.name for side in load_game("graf_spee").sides}
    assert (page, archive) == (names["British"], "British")
    assert "wins" in story


def test_of_a_game_on_trial_nobody_is_called_the_winner(
    log_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PlayedGame, "on_trial", True)
    page, archive, story = _told(log_file)
    assert (page, archive) == ("", "")
    assert "wins" not in story
