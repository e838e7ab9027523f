"""Shapes of counters: their edges, and that nothing is written over one."""

from __future__ import annotations

import re
from math import hypot, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.definition.layouts import BandItem, StripesItem, TextItem
from generator.definition.schema import Counter, Face
from generator.drawing.counters.fields import Words
from generator.drawing.counters.placing import Placing
from generator.drawing.counters.shapes import CORNERS, Outline, cut_to, outline_of
from generator.drawing.counters.surfaces import MOST_BOXES, draw_band, draw_stripes, inside
from generator.drawing.counters.work import Work
from generator.drawing.counters.writing import draw_text
from generator.drawing.sheet import Point, Sheet
from generator.drawing.themes import Theme

SHAPES = [*CORNERS, "round"]


def _area(ring: list[Point] | tuple[Point, ...]) -> float:
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return float(abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs))) / 2


@pytest.mark.parametrize("shape", SHAPES)
def test_an_outline_stays_in_its_box_and_shrinks_with_its_inset(shape: str) -> None:
    outline = outline_of((20.0, 16.0), shape)
    sizes = [_area(outline.points(inset)) for inset in (-1.0, 0.0, 1.0, 2.0)]
    assert sizes == sorted(sizes, reverse=True)
    assert all(-1e-9 <= x <= 20 + 1e-9 and -1e-9 <= y <= 16 + 1e-9 for x, y in outline.points())


def test_hexes_and_circles_are_regular_in_any_box() -> None:
    for shape in ("hex", "hex_pointy"):
        corners = outline_of((30.0, 18.0), shape, 0.0).points()
        sides = [
            hypot(x2 - x1, y2 - y1)
            for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True)
        ]
        assert len(sides) == 6 and max(sides) - min(sides) < 1e-9
    assert _area(outline_of((30.0, 18.0), "round").points()) == pytest.approx(81 * pi, rel=0.01)


def test_the_bleed_of_a_square_has_sharp_corners() -> None:
    assert outline_of((10.0, 10.0), "square").points(-2.0) == (
        (-2, -2),
        (12, -2),
        (12, 12),
        (-2, 12),
    )


def test_the_corner_is_what_the_definition_says() -> None:
    assert "A3 3" in outline_of((20.0, 20.0), "square", 3.0).path()
    assert "A" not in outline_of((20.0, 20.0), "square", 0.0).path()
    assert outline_of((20.0, 20.0), "square", 99.0).corner == 10.0


@given(
    st.sampled_from(SHAPES),
    st.floats(8, 60),
    st.floats(8, 60),
    st.floats(0, 5),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_what_lies_between_the_ends_of_a_chord_lies_on_the_counter(
    shape: str, width: float, height: float, corner: float, one: float, other: float
) -> None:
    outline = outline_of((width, height), shape, corner)
    top, low = sorted((one * height, other * height))
    left, right = outline.chord(top, low, 0.3)
    if left < right:
        window = outline.points(-0.05)
        corners = ((left, top), (right, top), (right, low), (left, low))
        assert all(inside(point, window) for point in corners)


@given(st.lists(st.tuples(st.floats(-30, 30), st.floats(-30, 30)), min_size=3, max_size=8))
def test_what_is_cut_to_a_window_lies_in_it(ring: list[Point]) -> None:
    window = outline_of((10.0, 10.0), "hex", 0.0).points()
    kept = cut_to(ring, window)
    grown = outline_of((10.0, 10.0), "hex", 0.0).points(-1e-6)
    assert all(inside(point, grown) for point in kept)


@given(
    st.sampled_from(SHAPES),
    st.floats(6, 80),
    st.floats(6, 80),
    st.floats(0, 12.7),
    st.floats(0, 12.7),
)
def test_a_layouts_order_is_kept_on_a_counter_of_any_size(
    shape: str, width: float, height: float, one: float, other: float
) -> None:
    place = Placing((12.7, 12.7), Outline(width, height, shape, 1.0), 0.0)
    low, high = sorted((one, other))
    assert place.x(low) <= place.x(high) + 1e-9
    assert place.y(low) <= place.y(high) + 1e-9
    assert place.x(0) == 0
    assert place.x(12.7) == pytest.approx(width)


def test_what_stands_near_an_edge_keeps_its_distance_from_it() -> None:
    place = Placing((12.7, 12.7), outline_of((25.4, 12.7), "long"), 0.0)
    assert place.box((1, 1, 2, 2)) == pytest.approx((1, 1, 3, 3))
    assert place.box((10, 10, 2, 2)) == pytest.approx((22.7, 10, 24.7, 12))


def _work(theme: Theme, shape: str = "square", size: float = 12.7) -> Work:
    face = Face()
    counter = Counter(id="a", faces=(face,))
    place = Placing((12.7, 12.7), outline_of((size, size), shape), 0.0)
    sheet, ground = Sheet(size, size, theme), theme.ground("neutral")
    work = Work(sheet, place, Words(counter, face), ground, "own")
    work.paint((0, 0, size, size), ground.fill)
    return work


def test_stripes_too_fine_to_tell_apart_are_remembered_as_one(theme: Theme) -> None:
    work = _work(theme)
    draw_stripes(StripesItem(draw="stripes", box=(0, 0, 12.7, 12.7), width=0.1, gap=0.0), work)
    assert len(work.painted) == 2
    draw_stripes(StripesItem(draw="stripes", box=(0, 0, 12.7, 12.7), width=1, gap=1), work)
    assert 10 < len(work.painted) < MOST_BOXES


@pytest.mark.parametrize("wrap", [True, False])
def test_a_text_no_counter_could_hold_is_cut_and_told(theme: Theme, wrap: bool) -> None:
    work = _work(theme)
    item = TextItem(draw="text", box=(0, 0, 12.7, 12.7), text="ab " * 40_000, wrap=wrap)
    draw_text(item, work)
    assert "has 120000 letters; the most is 3000" in work.sheet.notes[0]
    assert sum(len(label.text) for label in work.sheet.labels) <= 3000


@pytest.mark.parametrize("shape", ["round", "hex", "hex_pointy"])
def test_the_line_along_a_straight_crest_ends_on_the_counter(theme: Theme, shape: str) -> None:
    work = _work(theme, shape)
    draw_band(BandItem(draw="band", box=(0, 2, 12.7, 8), line="ink"), work)
    (line,) = re.findall(r'd="M([^"LZ]*)L([^"LZ]*)"', work.sheet.svg())
    window = work.place.outline.points(-0.01)
    assert all(inside((float(x), float(y)), window) for x, y in map(str.split, line))


@pytest.mark.parametrize("box", [(0, 0, 12.7, 12.7), (0, 8, 12.7, 9)])
def test_a_band_of_waves_keeps_the_round_corners(
    theme: Theme, box: tuple[float, float, float, float]
) -> None:
    work = _work(theme)
    draw_band(BandItem(draw="band", box=box, crest="waves"), work)
    (ring,) = re.findall(r'd="M([^"Z]*)Z"', work.sheet.svg())
    window = work.place.outline.points(-0.01)
    assert all(inside((float(x), float(y)), window) for x, y in map(str.split, ring.split("L")))


def test_only_what_touches_an_edge_runs_out_over_it() -> None:
    place = Placing((12.7, 12.7), outline_of((12.7, 12.7), "square"), 3.0)
    assert place.running_out((0, 1, 12.7, 12.7)) == pytest.approx((-3, 1, 15.7, 15.7))
