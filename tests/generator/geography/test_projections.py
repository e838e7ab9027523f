"""Projections there and back, and the fit of control points."""

from __future__ import annotations

from math import hypot, isclose, radians

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from generator.geography.projections import PROJECTIONS, fitted, wrapped

lons, lats = st.floats(-179.9, 179.9), st.floats(-84, 84)


@pytest.mark.parametrize("name", sorted(PROJECTIONS))
@given(lon=lons, lat=lats, centre=st.tuples(st.floats(-170, 170), st.floats(-80, 80)))
def test_there_and_back_is_the_same_place(
    name: str, lon: float, lat: float, centre: tuple[float, float]
) -> None:
    projection = PROJECTIONS[name](centre, 25.0)
    if "azimuthal" in name:
        from math import acos, cos, sin

        a, b, d = radians(lat), radians(centre[1]), radians(lon - centre[0])
        assume(acos(max(-1, min(1, sin(a) * sin(b) + cos(a) * cos(b) * cos(d)))) < 2.9)
    back = projection.inverse(*projection.forward(lon, lat))
    assert isclose(back[1], lat, abs_tol=1e-6)
    assert isclose((back[0] - lon + 180) % 360 - 180, 0, abs_tol=1e-5) or isclose(
        abs((back[0] - lon + 180) % 360 - 180), 0, abs_tol=1e-5
    )


def test_the_equidistant_projection_keeps_distances_from_its_centre() -> None:
    # One degree north of 57 N 20 W is one degree of arc; so is the pole from there, 33 degrees.
    projection = PROJECTIONS["azimuthal_equidistant"]((-20.0, 57.0), 0.0)
    assert isclose(hypot(*projection.forward(-20.0, 58.0)), radians(1), rel_tol=1e-9)
    assert isclose(hypot(*projection.forward(77.0, 90.0)), radians(33), rel_tol=1e-9)


def test_atlantic_chase_ports_fall_where_its_digest_reckoned_them() -> None:
    # Nautical miles on a sphere of 3440.065 nm, centre 57 N 20 W.
    projection = PROJECTIONS["azimuthal_equidistant"]((-20.0, 57.0), 0.0)
    for lon, lat, x, y in ((-3.05, 58.90, 520, 180), (-63.57, 44.65, -1764, -178)):
        px, py = projection.forward(lon, lat)
        assert abs(px * 3440.065 - x) < 1 and abs(py * 3440.065 - y) < 1


@given(st.floats(-720, 720), st.floats(-180, 180))
def test_wrapped_longitudes_stay_near_the_central_meridian(lon: float, centre: float) -> None:
    near = wrapped(lon, centre)
    assert abs(near - centre) <= 180.0 + 1e-6
    assert isclose(((near - lon + 180) % 360), 180, abs_tol=1e-6)


coefficients = st.floats(-5, 5)


@given(st.lists(coefficients, min_size=6, max_size=6))
def test_three_points_fix_an_affine_map(c: list[float]) -> None:
    assume(abs(c[0] * c[4] - c[1] * c[3]) > 1e-3)

    def true(x: float, y: float) -> tuple[float, float]:
        return c[0] * x + c[1] * y + c[2], c[3] * x + c[4] * y + c[5]

    points = [(0.0, 0.0), (2.0, 1.0), (-1.0, 3.0), (4.0, 4.0)]
    affine = fitted([(p, true(*p)) for p in points])
    for x, y in ((7.0, -3.0), (0.5, 0.25)):
        assert all(
            isclose(a, b, abs_tol=1e-6) for a, b in zip(affine(x, y), true(x, y), strict=True)
        )
        back = affine.inverted()(*affine(x, y))
        assert isclose(back[0], x, abs_tol=1e-6) and isclose(back[1], y, abs_tol=1e-6)


def test_two_points_fix_a_similarity_with_north_up() -> None:
    affine = fitted([((0, 0), (100, 100)), ((10, 0), (150, 100))])
    x, y = affine(0, 10)
    assert isclose(x, 100) and isclose(y, 50)  # ten units north are up on the board


def test_points_on_one_line_are_refused() -> None:
    with pytest.raises(ValueError, match="one line"):
        fitted([((0, 0), (0, 0)), ((1, 1), (1, 0)), ((2, 2), (2, 0))])
    with pytest.raises(ValueError, match="at least two"):
        fitted([((0, 0), (0, 0))])
    with pytest.raises(ValueError, match="are one"):
        fitted([((0, 0), (0, 0)), ((0, 0), (1, 0))])
