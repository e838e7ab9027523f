"""The docs' page of symbols: complete, and its pictures can be drawn again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.definition.unit_signs import AFFILIATIONS, BRANCHES, MARKS, SIZES, read_unit_sign
from generator.drawing.themes import load_theme
from generator.pictures.symbol_sheets import symbol_sheet

PAGE = Path(__file__).resolve().parents[3] / "docs" / "symbols.md"


def test_the_page_names_every_word_and_no_other() -> None:
    words = set(re.findall(r"^\| `([a-z_]+)` \|", PAGE.read_text("utf-8"), re.MULTILINE))
    assert words == {*BRANCHES, *SIZES, *AFFILIATIONS, *MARKS}


def test_the_pages_signs_can_be_read() -> None:
    signs = re.findall(r"symbol: \"?(nato:[^\"}{]+)", PAGE.read_text("utf-8"))
    assert [read_unit_sign(sign).branches[0] for sign in signs] == [
        "armour",
        "infantry",
        "combined_arms",
        "flak",
    ]


def test_a_sheet_shows_each_symbol_over_its_name() -> None:
    sheet = symbol_sheet(
        [("tiger", "tiger"), ("nato:armour", "armour")], load_theme("admiralty"), 2
    )
    assert [label.text for label in sheet.labels] == ["tiger", "armour"]
    assert all(label.overflow == 0 for label in sheet.labels)


@pytest.mark.parametrize("name", ["unit-branches", "unit-words", "symbols"])
def test_the_page_has_its_pictures(name: str) -> None:
    assert f"pictures/{name}.png" in PAGE.read_text("utf-8")
    assert (PAGE.parent / "pictures" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
