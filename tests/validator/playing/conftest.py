"""The module of the game with blank pictures: drawing has tests of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.definition import load_game
from generator.definition.schema import Game
from tests.blank_module import write_blank_module


@pytest.fixture(scope="session")
def graf_spee() -> Game:
    return load_game("graf_spee")


@pytest.fixture(scope="session")
def blank_module(graf_spee: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_blank_module(graf_spee, tmp_path_factory.mktemp("module"))
