"""A sitting at the table of a bundled game, and one that was played to its end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.definition import load_game
from generator.definition.schema import Game
from tests.validator.audit.tabletop.sittings import Begin, Desk, Sitting, built
from validator.playing.tabletop.savegame import play_as_save


@pytest.fixture(scope="session")
def game() -> Game:
    return load_game("graf_spee")


@pytest.fixture(scope="session")
def fresh(game: Game) -> dict[str, Any]:
    """The save as it is built."""
    return built(game)


@pytest.fixture
def sit(fresh: dict[str, Any]) -> Begin:
    """Sit down at a table where nothing has been done yet."""
    return lambda: Sitting(fresh).begin()


@pytest.fixture(scope="session")
def played(game: Game, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The save of a whole game, written by the recorder itself."""
    path = tmp_path_factory.mktemp("played") / "game.json"
    play_as_save(game, path, seed=6)
    save: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return save


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)
