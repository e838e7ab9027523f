"""What the drawing tests share: the game and its theme."""

from __future__ import annotations

import pytest

from generator.definition.reader import load_game
from generator.definition.schema import Game
from generator.drawing.themes import Theme, load_theme


@pytest.fixture(scope="session")
def game() -> Game:
    return load_game("graf_spee")


@pytest.fixture(scope="session")
def theme() -> Theme:
    return load_theme("admiralty")
