"""The gallery of the docs names what there is, and its pictures are there and small."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from generator.starting.gallery import WIDTH, Shown, page, shown_games

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGE = DOCS / "gallery.md"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[Shown]:
    return list(shown_games(tmp_path_factory.mktemp("begun")))


def test_the_page_is_the_one_that_would_be_written_now(games: list[Shown]) -> None:
    assert PAGE.read_text("utf-8") == page(games), "run python -m generator.starting.gallery docs"


def test_every_bundled_game_and_every_one_to_begin_with_is_shown(games: list[Shown]) -> None:
    assert [one.like or one.game.id for one in games] == [
        "atlantic_chase",
        "graf_spee",
        "red_flags",
        "uboat_variant",
        "under_ten_flags",
        "hex-and-counter",
        "area",
        "naval",
        "cards",
    ]


def test_its_pictures_are_there_and_no_others(games: list[Shown]) -> None:
    named = re.findall(r"\]\(pictures/([^)]+)\)", PAGE.read_text("utf-8"))
    kept = {path.name: path for path in (DOCS / "pictures").glob("gallery-*")}
    assert set(named) == set(kept) and len(named) == 3 * len(games)
    for path in kept.values():
        with Image.open(path) as picture:
            assert (picture.format, picture.width) == ("JPEG", WIDTH), path.name
    assert sum(path.stat().st_size for path in kept.values()) < 300_000 * len(games)
