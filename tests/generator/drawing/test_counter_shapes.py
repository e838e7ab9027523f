"""Shapes of counters: their edges, and that nothing is written over one."""

from __future__ import annotations

from math import hypot, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.drawing.counters.placing import Placing
from generator.drawing.counters.shapes import CORNERS, Outline, cut_to, outline_of
from generator.drawing.counters.surfaces import inside
from generator.drawing.sheet import Point

SHAPES = [*CORNERS, "round"]


def _area(ring: list[Point] | tuple[Point, ...]) -> float:
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return abs(sum((x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs), 0.0)) / 2


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


def test_only_what_touches_an_edge_runs_out_over_it() -> None:
    place = Placing((12.7, 12.7), outline_of((12.7, 12.7), "square"), 3.0)
    assert place.running_out((0, 1, 12.7, 12.7)) == pytest.approx((-3, 1, 15.7, 15.7))
