"""Curves that names follow: never upside down, of the length asked for, smooth."""

from __future__ import annotations

from math import cos, hypot, pi, sin

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from generator.drawing.maps import curves

POINTS = st.lists(
    st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=2, max_size=8, unique=True
).map(lambda points: [(float(x), float(y)) for x, y in points])


@given(POINTS)
def test_names_are_read_from_left_to_right_or_upwards(points: list[tuple[float, float]]) -> None:
    assume(points[0] != points[-1])
    (ax, ay), (bx, by) = (lambda curve: (curve[0], curve[-1]))(curves.upright(points))
    assert bx > ax or (bx == ax and by < ay)


@given(POINTS)
def test_a_curve_turned_round_is_read_the_same_way(points: list[tuple[float, float]]) -> None:
    assume(points[0] != points[-1])
    assert curves.upright(points) == curves.upright(points[::-1])


@given(POINTS, st.floats(0, 1), st.floats(0.1, 1))
def test_a_part_has_the_length_it_was_asked_for(
    points: list[tuple[float, float]], start: float, share: float
) -> None:
    whole = curves.length_of(points)
    stretch = curves.part(points, start * whole, share * whole)
    # Past its end the curve runs straight on.
    assert curves.length_of(stretch) == pytest.approx(share * whole, rel=1e-6, abs=1e-6)


@given(POINTS)
def test_a_curve_passes_through_its_points(points: list[tuple[float, float]]) -> None:
    drawn = curves.through(points)
    for x, y in points:
        assert min(hypot(x - px, y - py) for px, py in drawn) < 1e-6


@given(POINTS, st.floats(1, 8))
def test_smoothing_keeps_both_ends_and_turns_no_more(
    points: list[tuple[float, float]], reach: float
) -> None:
    calm = curves.smoothed(points, reach)
    assert calm[0] == pytest.approx(points[0]) and calm[-1] == pytest.approx(points[-1])
    assert curves.length_of(calm) <= curves.length_of(points) + 1e-6


def test_a_closed_curve_ends_where_it_begins() -> None:
    ring = curves.through([(0, 0), (10, 0), (10, 10), (0, 10)], closed=True)
    assert ring[0] == pytest.approx(ring[-1])


def test_above_a_line_from_left_to_right_is_up() -> None:
    assert curves.aside([(0, 0), (10, 0)], 2.0) == [(0, -2), (10, -2)]


@pytest.mark.parametrize("turned", [False, True])
def test_what_a_ring_encloses_lies_to_its_left(turned: bool) -> None:
    ring = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    inner = curves.aside([*curves.round_left(ring[::-1] if turned else ring)], 1.0)
    assert all(-1e-9 <= x <= 10 + 1e-9 and -1e-9 <= y <= 10 + 1e-9 for x, y in inner)


def test_letters_on_their_heads_are_seen() -> None:
    half = [(10 * cos(k * pi / 12), -10 * sin(k * pi / 12)) for k in range(13)]
    assert not curves.upside_down(curves.upright(half))
    assert curves.upside_down(half)
    hook = [(0, 0), (10, 0), (12, 2), (10, 4), (6, 4)]
    assert curves.upside_down(curves.upright([(float(x), float(y)) for x, y in hook]))


def test_a_sharp_bend_is_told_from_a_long_one() -> None:
    corner = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]
    bow = [(50 * sin(k * pi / 40), 50 * cos(k * pi / 40)) for k in range(21)]
    sharp = curves.sharpest(curves.resampled(corner, 0.5), 3.0)
    gentle = curves.sharpest(curves.resampled(bow, 0.5), 3.0)
    assert sharp == pytest.approx(pi / 2) and gentle < 0.1
    assert curves.turning(bow) == pytest.approx(pi / 2, rel=0.06)


def test_strips_cover_the_band_over_a_line() -> None:
    found = curves.strips([(0, 0), (10, 0)], 2.0, 0.5, 5.0)
    assert [strip[0] for strip in found] == [(0, -2), (5, -2)]
    assert {y for strip in found for _, y in strip} == {-2, 0.5}
