"""The small game of these tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.definition import load_game
from generator.definition.schema import Game
from tests.validator.reading.tabletop.table_game import write_table_game


@pytest.fixture(scope="session")
def table_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_table_game(tmp_path_factory.mktemp("games") / "table_game")


@pytest.fixture(scope="session")
def table_game(table_folder: Path) -> Game:
    return load_game(table_folder)


@pytest.fixture(scope="session")
def graf_spee() -> Game:
    return load_game("graf_spee")
