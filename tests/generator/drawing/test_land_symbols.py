"""Vehicles, guns, men and marks as they are drawn: listed, measured, each its own picture."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from fontTools.pens.boundsPen import BoundsPen  # type: ignore[import-untyped]
from fontTools.svgLib.path import parse_path  # type: ignore[import-untyped]
from PIL import Image

from generator.drawing.symbols import load_symbol
from generator.places import art_folder
from tests.generator.drawing.rasters import ink, rasterised, unlike

FOLDER = art_folder() / "symbols"
PAGE = (FOLDER / "land.md").read_text("utf-8")
HULLS = {
    name: float(metres)
    for name, metres in re.findall(r"^\| `(\w+)` \|.*\| ([\d.]+) \|$", PAGE, re.M)
}
LISTED = re.findall(r"^\| `(\w+)` \|", PAGE, re.M)


@pytest.fixture(scope="module")
def pictures() -> dict[str, Image.Image]:
    return rasterised(LISTED, border=1)


def test_every_symbol_on_the_page_is_listed_once() -> None:
    assert len(LISTED) == len(set(LISTED)) > 90 and len(HULLS) > 20


@pytest.mark.parametrize("name", LISTED)
def test_a_symbol_fills_its_box_and_stays_in_it(name: str) -> None:
    symbol = load_symbol(name)
    pen = BoundsPen(None)
    for _, data in symbol.parts:
        parse_path(data, pen)
    left, top, right, foot = pen.bounds
    slack = 0.03 * max(symbol.width, symbol.height)
    assert -slack <= left <= slack and -slack <= top <= slack
    assert abs(right - symbol.width) <= slack and abs(foot - symbol.height) <= slack


@pytest.mark.parametrize("name", LISTED)
def test_a_symbol_is_a_small_file_with_a_title(name: str) -> None:
    text = (FOLDER / f"{name}.svg").read_text("utf-8")
    assert len(text) < 6_000 and "<title>" in text


@pytest.mark.parametrize("name", HULLS)
def test_a_vehicle_is_as_long_as_it_was_but_for_its_gun(name: str) -> None:
    decimetres = 10 * HULLS[name]
    assert 0.9 * decimetres <= load_symbol(name).width <= 1.4 * decimetres


def test_a_vehicle_stands_on_the_ground(pictures: dict[str, Image.Image]) -> None:
    for name in HULLS:
        symbol = load_symbol(name)
        foot = round((64 + 62 * symbol.height / symbol.width) / 2)
        assert sum(pictures[name].crop((0, foot - 3, 64, foot)).histogram()[96:]) >= 8, name


def test_no_two_look_alike(pictures: dict[str, Image.Image]) -> None:
    alike = [
        pair for pair in combinations(LISTED, 2) if unlike(*(pictures[one] for one in pair)) < 0.12
    ]
    assert alike == []


def test_a_figure_has_body_enough_to_be_read(pictures: dict[str, Image.Image]) -> None:
    for name in LISTED:
        symbol = load_symbol(name)
        box = 62 * 62 * symbol.width * symbol.height / max(symbol.width, symbol.height) ** 2
        assert 0.1 < ink(pictures[name]) / 255 / box < 0.93, name
