"""Seeing that files were saved, in every way editors save them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread, Timer

import pytest

from generator.preview.desk import Desk
from generator.preview.watching import saves, snapshot


@pytest.fixture
def watched(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text("id: x\n")
    (tmp_path / "art" / "themes").mkdir(parents=True)
    (tmp_path / "art" / "themes" / "own.yaml").write_text("colours: {}\n")
    return tmp_path


@pytest.fixture
def told(watched: Path) -> Iterator[Iterator[set[str]]]:
    """The saves of a folder, from now on."""
    stop = Event()
    found = saves([watched], stop, snapshot([watched]))
    yield found
    stop.set()


def test_files_in_folders_are_seen_and_hidden_ones_are_not(watched: Path) -> None:
    for name in (".git", "__pycache__"):
        (watched / name).mkdir()
        (watched / name / "x").write_text("x")
    (watched / ".game.yaml.swp").write_text("x")
    names = {Path(path).relative_to(watched).as_posix() for path in snapshot([watched])}
    assert names == {"game.yaml", "art/themes/own.yaml"}


def test_a_place_may_be_a_file_and_may_be_missing(watched: Path) -> None:
    assert list(snapshot([watched / "game.yaml", watched / "nothing"])) == [
        str(watched / "game.yaml")
    ]


def test_a_link_that_leads_round_in_a_circle_is_not_followed(watched: Path) -> None:
    try:
        (watched / "art" / "again").symlink_to(watched, target_is_directory=True)
    except OSError:
        pytest.skip("links cannot be made here")
    assert len(snapshot([watched])) <= 3


def test_a_link_to_nothing_hides_no_other_file(watched: Path) -> None:
    try:
        for name in ("a", "zz"):
            (watched / name).symlink_to(watched / "gone")
    except OSError:
        pytest.skip("links cannot be made here")
    names = {Path(path).name for path in snapshot([watched])}
    assert names == {"game.yaml", "own.yaml"}


def test_a_file_that_goes_away_while_it_is_looked_at_is_no_trouble(
    watched: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = os.scandir

    def late(place: str) -> object:
        try:
            return look(place)
        except NotADirectoryError:
            Path(place).unlink()
            raise

    monkeypatch.setattr("generator.preview.watching.os.scandir", late)
    assert snapshot([watched / "game.yaml"]) == {}


@pytest.mark.parametrize("way", ["written", "replaced", "added", "removed", "deep"])
def test_every_way_of_saving_is_seen(watched: Path, told: Iterator[set[str]], way: str) -> None:
    expected = watched / "game.yaml"

    def save() -> None:
        nonlocal expected
        if way == "written":
            expected.write_text("id: other\n")
        elif way == "replaced":
            (watched / ".game.part").write_text("id: other one\n")
            (watched / ".game.part").replace(expected)
        elif way == "added":
            expected = watched / "charts.yaml"
            expected.write_text("charts: []\n")
        elif way == "removed":
            expected.unlink()
        else:
            expected = watched / "art" / "themes" / "own.yaml"
            expected.write_text("colours: {sea: '#000000'}\n")

    Timer(0.2, save).start()
    assert next(told) == {str(expected)}


def test_a_save_between_the_first_reading_and_the_watch_is_seen(folder: Path) -> None:
    desk = Desk(folder)
    desk.read()
    game = folder / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("theme: admiralty", "theme: admirality"))
    first = desk.edition
    watching = Thread(target=desk.watch, daemon=True)
    watching.start()
    while desk.edition is first:
        assert desk.news(first, desk.proof, 20)
    desk.close()
    watching.join(20)
    assert "admiralty" in desk.edition.errors[0].message
