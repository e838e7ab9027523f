"""The game that is proved in these tests, and short games of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from generator.places import games_folder
from tests.modules.recorded import defined, read_module
from validator.proving.subject import Game, Subject
from validator.rules.loading import load_rules

_FOLDER = TemporaryDirectory(prefix="proving-")


@cache
def the_subject() -> Subject:
    rules = load_rules(defined("graf_spee"), games_folder() / "graf_spee")
    return Subject(rules, read_module("graf_spee"), Path(_FOLDER.name))


@cache
def the_game(seed: int, style: str = "random", by_hand: bool = False) -> Game:
    return the_subject().play(seed, style, by_hand)


@pytest.fixture
def subject() -> Subject:
    return the_subject()


@pytest.fixture
def game() -> Game:
    """Seed 2: 170 gestures, fights and raids among them."""
    return the_game(2)


@pytest.fixture
def short() -> Game:
    """Seed 3: it ends in its third turn."""
    return the_game(3)
