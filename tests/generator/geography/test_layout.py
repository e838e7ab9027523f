"""Layouts of maps of every kind, the bundled game's and those of other digests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from shapely.geometry import Point, Polygon

from generator.definition import load_game
from generator.definition.schema import Map
from generator.geography.areas import AreaMap
from generator.geography.layout import adjacency_of, grid_of, layout_of


def board(**parts: Any) -> Map:
    return Map.model_validate(
        {"id": "b", "name": "B", "width": "400mm", "height": "300mm", **parts}
    )


# Under Ten Flags: column-row ids, odd columns half a hex lower, one closed side, islands of hexes.
TEN_FLAGS_ROWS = {
    "01": [[1, 2], [6, 13], [25, 32]],
    "02": [[1, 2], [8, 17], [25, 32]],
    "03": [[1, 2], [10, 17], [23, 33]],
    "04": [[1, 2], [10, 18], [23, 35]],
    "05": [[1, 3], [10, 18], [23, 36]],
    "06": [[1, 3], [9, 18], [23, 23], [25, 36]],
    "07": [[1, 3], [8, 18], [22, 35]],
    "08": [[1, 3], [7, 19], [21, 36]],
    "09": [[1, 3], [5, 36]],
    "10": [[1, 2], [5, 36]],
    "11": [[1, 3], [5, 36]],
    "12": [[n, n] for n in range(2, 37, 2)],
}


@pytest.fixture(scope="module")
def ten_flags() -> Map:
    grid = {
        "kind": "hex",
        "zone": "Oceans",
        "orientation": "flat",
        "size": "6mm",
        "origin": {"x": "20mm", "y": "20mm"},
        "numbering": {"kind": "offset"},
        "extent": [36, 12],
        "shifted": "even",  # counted from 0, so the first column (01) is a lower one
        "rows": TEN_FLAGS_ROWS,
        "closed": [{"between": ["2405", "2505"], "feature": "Madagascar"}],
    }
    return board(grid=grid)


def test_the_ocean_map_of_under_ten_flags_can_be_told(ten_flags: Map) -> None:
    near = adjacency_of(ten_flags)
    assert len(near) == 317
    checks = {
        "1201": "1301 1202 1101",
        "2405": "2404 2504 2305 2304",
        "2505": "2504 2605 2606 2506",
        "2404": "2403 2503 2504 2405 2304 2303",
    }
    for name, neighbours in checks.items():
        assert set(near.neighbours(name)) == set(neighbours.split()), name


@given(x=st.integers(-50, 1600), y=st.integers(-50, 1200))
def test_a_pixel_belongs_to_the_nearest_hex_the_first_named_of_equals(
    ten_flags: Map, x: int, y: int
) -> None:
    layout = replace(layout_of(ten_flags), cells=None)  # every hex a region
    here = layout.locate(x, y)
    points = [(layout.board_pixels(one.x, one.y), one) for one in layout.places.values()]
    nearest = min(points, key=lambda point: (point[0][0] - x) ** 2 + (point[0][1] - y) ** 2)[1]
    assert here is None or here == nearest
    assert here is not None or not Polygon(layout.zones["Oceans"].outline).contains(
        Point(*layout.millimetres(x, y))
    )


@pytest.fixture(scope="module")
def wide_and_narrow(ten_flags: Map) -> Mapping[str, tuple[Polygon, Polygon]]:
    """Each hex with a rim more and a rim less.

    VASSAL counts in whole pixels, and cuts its cells square near a corner: up to 2.48 pixels off.
    """
    layout = layout_of(ten_flags)
    rim = 2.5 * 25.4 / layout.ppi
    outlines = {name: Polygon(place.outline) for name, place in layout.places.items()}
    return {name: (one.buffer(rim), one.buffer(-rim)) for name, one in outlines.items()}


@given(x=st.integers(-50, 1600), y=st.integers(-50, 1200))
@example(x=1573, y=118)
def test_a_pixel_of_a_numbered_grid_belongs_to_the_hex_that_holds_it(
    ten_flags: Map, wide_and_narrow: Mapping[str, tuple[Polygon, Polygon]], x: int, y: int
) -> None:
    layout = layout_of(ten_flags)
    assert list(layout.numbered) == ["Oceans"]
    here = layout.locate(x, y)
    point = Point(*layout.millimetres(x, y))
    if here is not None:
        assert wide_and_narrow[here.id][0].contains(point)
    for name, (_, narrow) in wide_and_narrow.items():
        if narrow.contains(point):
            assert here == layout.places[name]


def test_its_ways_are_as_long_as_its_digest_says(ten_flags: Map) -> None:
    near = adjacency_of(ten_flags)
    ports = [
        "0308",
        "0609",
        "0906",
        "1004",
        "1301",
        "1602",
        "1908",
        "2208",
        "2303",
        "3001",
        "3404",
        "3608",
    ]
    valparaiso = [0, 9, 13, 16, 20, 21, 20, 23, 28, 34, 35, 37]
    mombasa = [28, 21, 18, 17, 18, 16, 8, 5, 0, 7, 11, 13]
    assert [near.distance("0308", port) for port in ports] == valparaiso
    assert [near.distance("2303", port) for port in ports] == mombasa


def test_a_pointy_grid_with_letters_is_located_from_pixels() -> None:
    grid = {
        "kind": "hex",
        "zone": "Z",
        "orientation": "pointy",
        "size": "9mm",
        "origin": {"x": "30mm", "y": "30mm"},
        "numbering": {"kind": "offset", "vertical": "letter", "order": "row_first"},
        "extent": [8, 6],
    }
    layout = layout_of(board(grid=grid))
    assert len(layout.places) == 48 and "A01" in layout.places and "F08" in layout.places
    for name, place in layout.places.items():
        assert layout.locate(*layout.pixels(name)) == place
    assert layout.places["B01"].x > layout.places["A01"].x  # the second row lies half a hex on


def test_squares_and_slots_have_places() -> None:
    layout = layout_of(
        board(
            grid={
                "kind": "square",
                "zone": "Zone",
                "cell": ["10mm", "10mm"],
                "origin": {"x": "15mm", "y": "15mm"},
                "extent": [10, 10],
                "diagonals": True,
            },
            boxes=[
                {
                    "id": "Display", "x": "200mm", "y": "20mm", "width": "80mm", "height": "40mm",
                    "slots": {
                        "Left": {"x": "220mm", "y": "40mm"},
                        "Right": {"x": "260mm", "y": "40mm"},
                    },
                }
            ],
        )
    )  # fmt: skip
    assert layout.places["0101"].kind == "hex" and layout.places["Left"].kind == "slot"
    found = layout.locate(*layout.point_pixels(230, 30))
    assert found is not None and found.id == "Left"
    found = layout.locate(*layout.point_pixels(250, 55))
    assert found is not None and found.id == "Right"


def test_areas_given_in_degrees_lie_where_the_chart_puts_them() -> None:
    control = [
        {"x": "0mm", "y": "0mm", "lon": -100, "lat": 60},
        {"x": "400mm", "y": "0mm", "lon": -10, "lat": 60},
        {"x": "0mm", "y": "300mm", "lon": -100, "lat": 10},
    ]
    areas = [
        {"id": "BB", "bounds": [51.0, 42.9, -65.5, -52.0], "adjacent": ["BC"]},
        {"id": "BC", "bounds": [51.0, 42.9, -52.0, -38.5], "adjacent": ["BB"]},
    ]
    plan = board(
        geography={"control": control}, grid={"kind": "areas", "zone": "Atlantic", "areas": areas}
    )
    grid = grid_of(plan)
    assert isinstance(grid, AreaMap) and grid.distance("BB", "BC") == 1
    layout = layout_of(plan)
    x, y = (-58.0 + 100) / 90 * 400, (60 - 47.0) / 50 * 300
    assert Polygon(layout.places["BB"].outline).contains(Point(x, y))
    found = layout.locate(*layout.point_pixels(x, y))
    assert found is not None and found.id == "BB" and found.kind == "area"


def test_two_places_of_one_name_are_refused() -> None:
    box = {"id": "X", "x": "0mm", "y": "0mm", "width": "9mm", "height": "9mm"}
    with pytest.raises(ValueError, match="two places of one board are named 'X'"):
        layout_of(board(boxes=[box, {**box, "x": "50mm"}]))


def test_a_map_without_a_grid_has_no_neighbours() -> None:
    with pytest.raises(ValueError, match="no grid"):
        adjacency_of(board())
    assert layout_of(board()).places == {}


def test_pixels_are_floored_and_an_inch_is_exactly_the_resolution() -> None:
    layout = layout_of(board(ppi=150))
    assert layout.point_pixels(25.4, 50.8) == (150, 300)
    assert layout.point_pixels(0.1, 25.39) == (0, 149)
    x, y = layout.millimetres(150, 300)
    assert layout.point_pixels(x, y) == (150, 300)


def zoned(**zone: Any) -> Map:
    corner = [{"x": f"{x}mm", "y": f"{y}mm"} for x, y in ((0, 0), (60, 0), (0, 60))]
    grid: dict[str, Any] = {
        "kind": "square",
        "zone": "Field",
        "cell": ["20mm", "20mm"],
        "extent": [4, 4],
    }
    grid["origin"] = {"x": "10mm", "y": "10mm"}
    return board(ppi=254, grid=grid, zones=[{"id": "Corner", "outline": corner, **zone}])


def test_a_zone_goes_before_the_grid_and_holds_its_points() -> None:
    layout = layout_of(zoned(points={"Spot": {"x": "5mm", "y": "5mm"}}))
    assert list(layout.zones) == ["Corner", "Field"]
    inside, outside = layout.locate(300, 200), layout.locate(310, 310)
    assert inside is not None and (inside.id, inside.zone) == ("Spot", "Corner")
    assert outside is not None and (outside.id, outside.zone) == ("0202", "Field")


def test_a_box_on_cells_that_are_left_out_is_found_before_the_grid() -> None:
    grid = {"kind": "square", "zone": "Field", "cell": ["20mm", "20mm"], "extent": [4, 4]}
    grid |= {"origin": {"x": "10mm", "y": "10mm"}, "absent": ["0202"]}
    size = {"width": "18mm", "height": "18mm"}
    boxes = [
        {"id": "Beside", "x": "82mm", "y": "21mm", **size},
        {"id": "Rack", "x": "21mm", "y": "21mm", **size},
    ]
    layout = layout_of(board(ppi=254, grid=grid, boxes=boxes))
    assert list(layout.zones) == ["Rack", "Field", "Beside"]
    found = layout.locate(300, 300)
    assert found is not None and found.id == "Rack"


def test_a_zone_without_points_is_one_place() -> None:
    found = layout_of(zoned()).locate(10, 10)
    assert found is not None and (found.id, found.kind) == ("Corner", "box")


def test_a_zone_can_share_the_grid() -> None:
    layout = layout_of(zoned(shares_grid=True))
    assert layout.zones["Corner"].places == ("0101", "0201", "0102")
    assert "0101" not in layout.zones["Field"].places
    found = layout.locate(80, 80)
    assert found is not None and (found.id, found.zone) == ("0101", "Corner")


def test_a_margin_moves_the_window_and_not_the_board() -> None:
    layout = layout_of(board(ppi=254, margin="10mm x 5mm", boxes=[BOX]))
    bare = layout_of(board(ppi=254, boxes=[BOX]))
    x, y = bare.pixels("Port")
    assert layout.pixels("Port") == (x + 100, y + 50)
    assert layout.zone_pixels("Port") == bare.zone_pixels("Port")
    assert layout.locate(x + 100, y + 50) == bare.locate(x, y)
    assert layout.millimetres(x + 100, y + 50) == bare.millimetres(x, y)


BOX = {"id": "Port", "x": "10mm", "y": "20mm", "width": "30mm", "height": "40mm"}


def test_a_deck_may_lie_in_no_box() -> None:
    layout = layout_of(board(decks=[{"id": "Draw", "x": "50mm", "y": "50mm"}]))
    assert (layout.decks["Draw"].x, layout.decks["Draw"].zone) == (50, "")


def test_a_map_is_laid_out_once_and_a_changed_one_anew() -> None:
    board = load_game("graf_spee").maps[0]
    assert layout_of(board) is layout_of(board)
    wider = board.model_copy(update={"width": board.width + 10})
    assert layout_of(wider).width == layout_of(board).width + 10
    assert grid_of(board) is grid_of(board)
