"""Everything we write, opened by VASSAL itself. Needs `conftest.JAR`; skipped without."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.vassal import saves
from validator.reading import reader

from .conftest import Opened, command_line

pytestmark = pytest.mark.vassal
Vassal = Callable[..., Opened]


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    command_line("build", "graf_spee", "-o", folder)
    return next(folder.glob("*.vmod"))


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("played") / "game.vlog"
    command_line("play", "graf_spee", "--seed", 5, "-o", file)
    return file


def test_a_built_module_starts_a_game(vassal: Vassal, module: Path) -> None:
    assert vassal(module).said == ()


def test_a_played_log_ends_where_we_say(vassal: Vassal, module: Path, log: Path) -> None:
    opened = vassal(module, log)
    reading = reader.read(saves.read(log))
    assert opened.said == ()
    assert opened.steps == len(reading.steps)
    ours = {(one.id, one.map, one.x, one.y) for one in reading.table().pieces.values() if one.map}
    assert ours <= opened.pieces


def test_a_cleaned_log_plays_as_the_log(vassal: Vassal, module: Path, log: Path) -> None:
    clean = log.with_name("clean.vlog")
    command_line("log", "scrub", log, "-o", clean, "--talk", "--names")
    opened, before = vassal(module, clean), vassal(module, log)
    assert opened.said == ()
    assert (opened.steps, opened.pieces) == (before.steps, before.pieces)
