"""Ships and aircraft as they are drawn: true to the measures their table gives, each its own."""

from __future__ import annotations

import re
from itertools import combinations
from typing import NamedTuple

import pytest
from fontTools.pens.boundsPen import BoundsPen  # type: ignore[import-untyped]
from fontTools.svgLib.path import parse_path  # type: ignore[import-untyped]
from PIL import Image, ImageOps

from generator.drawing.symbols import Symbol, load_symbol
from generator.places import art_folder
from tests.generator.drawing.rasters import ink, rasterised, unlike

FOLDER = art_folder() / "symbols"
TILE = 64
"""Side of a rasterised symbol in pixels."""


class Entry(NamedTuple):
    """A row of the table: ``measure`` is metres over all or of span, None for a mere kind."""

    name: str
    stands_for: str
    measure: float | None


def _table(heading: str) -> list[Entry]:
    text = (FOLDER / "README.md").read_text("utf-8")
    section = text.split(f"## {heading}", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| ([\d.]+|–) \|$", section, re.MULTILINE)
    return [Entry(name, what, None if m == "–" else float(m)) for name, what, m in rows]


SHIPS, AIRCRAFT = _table("Ships"), _table("Aircraft")
PROFILES = [entry.name for entry in SHIPS]
PLANS = [entry.name for entry in AIRCRAFT]
OTHERS = sorted(
    {
        name
        for name in re.findall(r"`(\w+)`", (FOLDER / "README.md").read_text("utf-8"))
        if (FOLDER / f"{name}.svg").exists()
    }
    - {*PROFILES, *PLANS}
)


def _bounds(symbol: Symbol) -> tuple[float, float, float, float]:
    """The box round all the paths, in the symbol's own units."""
    pen = BoundsPen(None)
    for _, data in symbol.parts:
        parse_path(data, pen)
    left, top, right, foot = pen.bounds
    return left, top, right, foot


@pytest.fixture(scope="module")
def pictures() -> dict[str, Image.Image]:
    return rasterised([*PROFILES, *PLANS, *OTHERS])


def test_the_tables_are_read() -> None:
    assert len(PROFILES) > 60 and len(PLANS) > 30 and len(OTHERS) > 60
    assert len({*PROFILES, *PLANS}) == len(PROFILES) + len(PLANS)


@pytest.mark.parametrize("name", [*PROFILES, *PLANS, *OTHERS])
def test_a_symbol_fills_its_box_and_stays_in_it(name: str) -> None:
    symbol = load_symbol(name)
    left, top, right, foot = _bounds(symbol)
    slack = 0.011 * max(symbol.width, symbol.height)
    assert left >= -slack and top >= -slack
    assert right <= symbol.width + slack and foot <= symbol.height + slack
    # A mark may have air on two sides; it may not float in a box too large for it.
    assert max((right - left) / symbol.width, (foot - top) / symbol.height) > 0.89


def test_symbols_are_small_files() -> None:
    sizes = {name: (FOLDER / f"{name}.svg").stat().st_size for name in (*PROFILES, *PLANS, *OTHERS)}
    assert {name: size for name, size in sizes.items() if size >= 6_000} == {}


@pytest.mark.parametrize("entry", SHIPS, ids=lambda entry: entry.name)
def test_a_ship_is_as_long_as_she_was(entry: Entry) -> None:
    symbol = load_symbol(entry.name)
    left, top, right, _ = _bounds(symbol)
    assert right - left == pytest.approx(symbol.width, rel=0.005)
    assert top == pytest.approx(0, abs=0.01 * symbol.height)
    if entry.measure is not None:
        assert symbol.width == pytest.approx(entry.measure, rel=0.0125)


@pytest.mark.parametrize("entry", AIRCRAFT, ids=lambda entry: entry.name)
def test_an_aircraft_has_its_span(entry: Entry) -> None:
    symbol = load_symbol(entry.name)
    left, _, right, _ = _bounds(symbol)
    assert right - left == pytest.approx(symbol.width, rel=0.01)
    assert entry.measure is not None
    assert symbol.width / 10 == pytest.approx(entry.measure, rel=0.01)


def test_a_ship_sits_on_the_water_along_her_length(pictures: dict[str, Image.Image]) -> None:
    """A schooner's bowsprit and a carrier's deck overhang; two thirds of the rest is hull."""
    for name in PROFILES:
        if name == "blimp":
            continue
        symbol = load_symbol(name)
        scale = TILE / max(symbol.width, symbol.height)
        foot = round((TILE + scale * symbol.height) / 2)
        rows = [pictures[name].crop((0, foot - up, TILE, foot - up + 1)) for up in (1, 2, 3)]
        wet = max(sum(row.histogram()[128:]) for row in rows)
        assert wet > 0.66 * scale * symbol.width, name


@pytest.mark.parametrize("name", PLANS)
def test_an_aircraft_from_above_is_even(name: str, pictures: dict[str, Image.Image]) -> None:
    assert unlike(pictures[name], ImageOps.mirror(pictures[name])) < 0.03


def test_no_two_ships_look_alike(pictures: dict[str, Image.Image]) -> None:
    alike = [
        (one, other)
        for one, other in combinations(PROFILES, 2)
        if unlike(pictures[one], pictures[other]) < 0.2
    ]
    assert alike == []


def test_no_two_aircraft_look_alike(pictures: dict[str, Image.Image]) -> None:
    alike = [
        (one, other)
        for one, other in combinations(PLANS, 2)
        if unlike(pictures[one], pictures[other]) < 0.2
    ]
    assert alike == []


def test_no_two_marks_are_the_same_picture(pictures: dict[str, Image.Image]) -> None:
    """Dice differ by a pip or two, so the bar is lower here."""
    alike = [
        (one, other)
        for one, other in combinations(OTHERS, 2)
        if unlike(pictures[one], pictures[other]) < 0.03
    ]
    assert alike == []


@pytest.mark.parametrize("name", [*PROFILES, *PLANS])
def test_a_figure_has_body_enough_to_be_read(name: str, pictures: dict[str, Image.Image]) -> None:
    symbol = load_symbol(name)
    box = TILE * TILE * symbol.width * symbol.height / max(symbol.width, symbol.height) ** 2
    assert 0.12 < ink(pictures[name]) / 255 / box < 0.8
