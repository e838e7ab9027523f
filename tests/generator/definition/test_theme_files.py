"""A game's own theme: whole, or told in its own file before anything that depends on it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.definition.reader import load_game
from generator.definition.theme_files import GROUND
from generator.drawing.themes import load_theme
from generator.pictures.gallery import game_pictures
from generator.places import art_folder

from .conftest import Folder

BUNDLED = sorted((art_folder() / "themes").glob("*.yaml"))
DOCS = Path(__file__).parents[3] / "docs"
COLOURS = sorted(set.intersection(*(set(load_theme(one.stem).colours) for one in BUNDLED)))
WRITING = sorted(set.intersection(*(set(load_theme(one.stem).writing) for one in BUNDLED)))
"""What all bundled themes have."""


def _with_theme(tiny: Folder, text: str) -> None:
    tiny.write("art/themes/sand.yaml", text)
    game = (tiny.path / "game.yaml").read_text("utf-8")
    tiny.write("game.yaml", re.sub(r"^theme: .*\n", "", game, flags=re.M) + "theme: sand\n")


def _theme() -> str:
    return (art_folder() / "themes" / "admiralty.yaml").read_text("utf-8")


def test_a_theme_of_grounds_alone_is_told_in_its_own_file(tiny: Folder) -> None:
    grounds = _theme().partition("grounds:")[2].partition("writing:")[0]
    _with_theme(tiny, f"base: admiralty\ngrounds:{grounds}")
    assert [line.partition(": ")[2] for line in tiny.broken()] == [
        "'colours' is missing; it maps names to values",
        "'writing' is missing; it maps names to values",
        "unknown key 'base'; accepted: colours, grounds, writing",
    ]
    assert all(line.startswith("art/themes/sand.yaml:1:1: ") for line in tiny.broken())


@pytest.mark.parametrize(
    ("now", "then", "says"),
    [
        ('"#f7f2e4"', "cream", "4:10: colours.paper: 'cream' is not a colour"),
        ("title: serif semibold", "title: comic", "writing.title: no typeface 'comic'"),
        (', band: "#b1bab6"', "", "grounds.german needs exactly fill, ink, shade, accent, band"),
    ],
)
def test_a_fault_of_a_theme_has_its_line(tiny: Folder, now: str, then: str, says: str) -> None:
    assert now in _theme()
    _with_theme(tiny, _theme().replace(now, then))
    (said,) = tiny.broken()
    assert said.startswith("art/themes/sand.yaml:")
    assert says in said


def test_the_theme_of_a_map_is_held_to_the_same(tiny: Folder) -> None:
    tiny.write("art/themes/sand.yaml", _theme().replace('  ink: "#1c2f40"\n', "  ink: dark\n"))
    tiny.change("map.yaml", "name: Field", "name: Field\n    theme: sand")
    (said,) = tiny.broken()
    assert "colours.ink: 'dark' is not a colour" in said


def test_a_theme_with_no_more_than_every_theme_has_draws_a_game(tmp_path: Path) -> None:
    grounds = _theme().partition("grounds:")[2].partition("writing:")[0]
    theme = "".join(
        [
            "colours:\n",
            *(f'  {name}: "{load_theme("admiralty").colour(name)}"\n' for name in COLOURS),
            f"grounds:{grounds}",
            "writing:\n",
            *(f"  {role}: sans\n" for role in WRITING),
        ]
    )
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "admiralty.yaml").write_text(theme, "utf-8")
    assert game_pictures(load_game("graf_spee"), (tmp_path,))


def test_the_docs_list_what_the_bundled_themes_have() -> None:
    page = (DOCS / "counters.md").read_text("utf-8")
    for path in BUNDLED:
        (row,) = re.findall(rf"^\| `{path.stem}` \| (.*) \|$", page, re.M)
        assert re.findall(r"`(\w+)`", row) == sorted(load_theme(path.stem).grounds), path.stem
    assert ", ".join(f"`{word}`" for word in GROUND) in page
    for word in (*COLOURS, *WRITING):
        assert f"`{word}`" in page, word
