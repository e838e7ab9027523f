"""Terrain is drawn the same every time, stays where it belongs, and hides no id."""

from __future__ import annotations

import re
from dataclasses import replace
from math import hypot, pi
from typing import Any, get_args

import pytest
import shapely
from shapely import Polygon
from shapely.geometry import LineString, Point, box

from generator.definition.schema import Game, Map
from generator.definition.terrain import Look, SideLook, WayLook
from generator.drawing.checks import findings
from generator.drawing.maps import draw_map
from generator.drawing.maps.board import Board
from generator.drawing.maps.terrain import (
    cell_shape,
    draw_swatch,
    edges,
    settlements,
    terrain_key,
    textures,
    waters,
    ways,
)
from generator.drawing.maps.terrain.land import WOBBLE, Land
from generator.drawing.maps.terrain.looks import COLOURS, LOOKS
from generator.drawing.maps.terrain.noise import Noise, chance
from generator.drawing.maps.terrain.relief import contours, spacing, surface_of
from generator.drawing.sheet import Sheet
from generator.drawing.themes import Theme, load_theme
from tests.sampling import one_in

HEX = {
    "kind": "hex",
    "zone": "Field",
    "size": "9mm",
    "origin": {"x": "20mm", "y": "20mm"},
    "extent": (8, 6),
    "numbering": {"kind": "offset"},
}
SQUARE = {
    "kind": "square",
    "zone": "Field",
    "cell": ("14mm", "14mm"),
    "origin": {"x": "18mm", "y": "18mm"},
    "extent": (8, 6),
}
RIVER = {"kind": "river", "name": "Orsha", "along": ["0401 NW SW", "0402 NW SW", "0403 NW SW"]}
STRAY = 0.26
"""No river leaves its hexsides by more, in parts of a hex's side."""
ROAD = {"kind": "road", "through": ["0103 SW", "0103-0703"]}


def _map(grid: dict[str, Any], _more: dict[str, Any] | None = None, **terrain: Any) -> Map:
    return Map.model_validate(
        {
            "id": "field",
            "name": "Field",
            "width": "160mm",
            "height": "130mm",
            "style": "plain",
            "background": "paper",
            "grid": grid,
            "terrain": terrain,
            **(_more or {}),
        }
    )


def _land(game: Game, theme: Theme, grid: dict[str, Any], **terrain: Any) -> Land:
    map_ = _map(grid, **terrain)
    land = Board(game, map_, Sheet(map_.width, map_.height, theme)).land
    assert land is not None
    return land


@pytest.fixture(scope="module")
def topographic() -> Theme:
    return load_theme("topographic")


@pytest.mark.parametrize("theme_name", ["topographic", "admiralty"])
@pytest.mark.parametrize("look", one_in(6, get_args(Look)))
def test_every_look_of_the_ground_is_drawn_and_no_id_suffers(
    look: str, theme_name: str, game: Game
) -> None:
    map_ = _map(HEX, hexes={look: "0202-0504"})
    sheet = draw_map(game, map_, load_theme(theme_name))
    assert list(findings(sheet)) == []
    assert look in LOOKS
    bare = draw_map(game, _map(HEX), load_theme(theme_name))
    if look != "clear":
        assert sheet.svg() != bare.svg()


@pytest.mark.parametrize("grid", [HEX, HEX | {"orientation": "pointy"}, SQUARE])
def test_the_same_terrain_is_the_same_picture_byte_for_byte(
    grid: dict[str, Any], game: Game, topographic: Theme
) -> None:
    terrain = {
        "hexes": {"woods": "0202-0304", "town": "0505", "hill": "0601-0703", "fields": "0104"},
        "ways": [{"kind": "railway", "through": "0101-0801"}],
    }
    first = draw_map(game, _map(grid, **terrain), topographic).svg()
    assert first == draw_map(game, _map(grid, **terrain), topographic).svg()


def test_no_line_of_the_ground_or_its_key_is_too_thin_for_a_press(
    game: Game, topographic: Theme
) -> None:
    hexes = {look: f"{at % 8 + 1:02}{at // 8 + 1:02}" for at, look in enumerate(get_args(Look))}
    map_ = _map(HEX | {"size": "4mm"}, hexes=hexes, rivers=[RIVER], ways=[ROAD])
    sheet = draw_map(game, map_, topographic)
    for entry in terrain_key(map_):
        draw_swatch(sheet, entry, 80, 80, 3)
    scaled = re.findall(r'<path [^>]*transform="scale\(0\.01\)"[^>]*>', sheet.svg())
    widths = re.findall(r'stroke-width="([\d.]+)"', "".join(scaled))
    assert len(widths) > 50
    assert min(float(width) for width in widths) / 100 / 25.4 * 72 >= 0.25


def test_another_map_has_other_trees(game: Game, topographic: Theme) -> None:
    one = _map(HEX, hexes={"woods": "0202-0304"})
    other = one.model_copy(update={"id": "other"})
    assert draw_map(game, one, topographic).svg() != draw_map(game, other, topographic).svg()


def test_a_hex_more_moves_no_tree_far_away(game: Game, topographic: Theme) -> None:
    def trees(cells: str) -> set[tuple[float, float]]:
        land = _land(game, topographic, HEX, hexes={"woods": cells})
        found = textures.scatter(land, land.region("woods"), 2.0, 100, 0.5)
        return {(round(x, 3), round(y, 3)) for x, y, _ in found if x < 40}

    assert trees("0202-0204") == trees("0202-0204, 0704") != set()


def test_woods_are_merged_and_stay_about_their_hexes(game: Game, topographic: Theme) -> None:
    land = _land(game, topographic, HEX, hexes={"woods": "0302-0404"})
    region = land.region("woods")
    assert region.geom_type == "Polygon", "six hexes that touch are one wood"
    hexes = [Polygon(land.spots[cell].outline) for cell in ("0302", "0303", "0402", "0404")]
    far = 1.5 * WOBBLE * land.unit
    whole = Polygon(land.region("woods").convex_hull).buffer(far)
    for cell in hexes:
        assert whole.contains(cell.centroid)
        assert region.contains(cell.centroid.buffer(0.3 * land.unit))
    union = land.rim.intersection(region)
    outlines = [Polygon(land.spots[f"0{c}0{r}"].outline) for c in (3, 4) for r in (2, 3, 4)]
    grown = outlines[0]
    for outline in outlines[1:]:
        grown = grown.union(outline)
    assert grown.buffer(far).contains(union)


def test_everything_scattered_lies_in_its_region_and_off_the_ids(
    game: Game, topographic: Theme
) -> None:
    land = _land(game, topographic, HEX, hexes={"swamp": "0202-0504"})
    region = land.region("swamp").buffer(0.01)
    ids = [box(*kept) for kept in land.keep]
    dots = [Point(x, y) for x, y, _ in textures.scatter(land, region, 2.0, 1, 0.6)]
    assert len(dots) > 300
    assert all(region.contains(dot) for dot in dots)
    assert not any(one.contains(dot) for one in ids for dot in dots)


def test_no_row_of_trees_shows(game: Game, topographic: Theme) -> None:
    land = _land(game, topographic, HEX, hexes={"forest": "0202-0504"})
    ys = [y for _, y, _ in textures.scatter(land, land.region("forest"), 2.2, 100, 0.5)]
    assert len({round(y, 2) for y in ys}) > 0.9 * len(ys)


def test_a_river_keeps_to_its_hexsides(game: Game, topographic: Theme) -> None:
    land = _land(game, topographic, HEX, rivers=[RIVER])
    (stream,) = waters.streams_of(land)
    sides = LineString(
        [point for side in land.ground.rivers[0].sides for point in side.ends]
    ).buffer(STRAY * land.unit)
    assert all(sides.contains(Point(point)) for point in stream.line)


def test_a_river_grows_from_its_source_to_its_mouth(game: Game, topographic: Theme) -> None:
    inner = {"kind": "river", "along": ["0402 NW SW", "0403 NW SW", "0404 NW"]}
    (stream,) = waters.streams_of(_land(game, topographic, HEX, rivers=[inner]))
    assert list(stream.widths) == sorted(stream.widths)
    assert stream.widths[0] < 0.5 * stream.widths[-1]


def test_a_stream_ends_on_the_line_of_the_river_it_runs_into(
    game: Game, topographic: Theme
) -> None:
    stream = {"kind": "stream", "along": ["0303 N", "0303 NE"]}
    land = _land(game, topographic, HEX, rivers=[stream, RIVER])
    river, brook = waters.streams_of(land)
    assert (river.look, brook.look) == ("river", "stream")
    assert LineString(river.line).distance(Point(brook.line[-1])) < 0.02


@pytest.mark.parametrize("look", get_args(WayLook))
def test_a_way_passes_by_the_middles_of_its_hexes(
    look: str, game: Game, topographic: Theme
) -> None:
    land = _land(game, topographic, HEX, ways=[ROAD | {"kind": look}])
    (stretch,) = ways.stretches_of(land)
    line = LineString(stretch.line)
    for cell in land.ground.ways[0].cells:
        spot = land.spots[cell]
        assert line.distance(Point(spot.x, spot.y)) <= ways.EASED * land.unit + 0.01
    end = land.spots[land.ground.ways[0].cells[-1]]
    assert hypot(line.coords[-1][0] - end.x, line.coords[-1][1] - end.y) < 0.01


def test_a_road_on_a_road_is_drawn_once(game: Game, topographic: Theme) -> None:
    both = [ROAD | {"kind": "major_road"}, {"kind": "road", "through": "0403-0703, 0704"}]
    main, lane = ways.stretches_of(_land(game, topographic, HEX, ways=both))
    assert (main.look, lane.look) == ("major_road", "road")
    assert LineString(lane.line).length < 20


@pytest.mark.parametrize(
    ("through", "ending"),
    [
        ({"kind": "road", "through": "0103-0703"}, {"kind": "track", "through": "0401-0403"}),
        ({"kind": "major_road", "through": "0103-0703"}, {"kind": "road", "through": "0403-0406"}),
        ({"kind": "road", "through": "0103-0703"}, {"kind": "path", "through": "0401-0405"}),
        ({"kind": "railway", "through": "0103-0703"}, {"kind": "railway", "through": "0401-0403"}),
        ({"kind": "railway", "through": "0103-0703"}, {"kind": "track", "through": "0401-0403"}),
    ],
)  # fmt: skip
def test_ways_that_meet_in_a_hex_meet_on_the_line_that_is_drawn(
    through: dict[str, str], ending: dict[str, str], game: Game, topographic: Theme
) -> None:
    for both in ([through, ending], [ending, through]):
        land = _land(game, topographic, HEX, ways=both)
        drawn = ways.stretches_of(land)
        main = next(one for one in drawn if LineString(one.line).length > 80)
        met = min(
            (LineString(main.line).distance(Point(point)) for one in drawn if one is not main
             for point in one.line),
        )  # fmt: skip
        assert met < 0.01


def test_a_road_passes_through_the_dot_of_a_town(game: Game, topographic: Theme) -> None:
    town = {"towns": [{"name": "Orsha", "at": "0403", "size": "town"}]}
    map_ = _map(HEX, town, ways=[ROAD])
    land = Board(game, map_, Sheet(map_.width, map_.height, topographic)).land
    assert land is not None
    (road,) = ways.stretches_of(land)
    spot = land.spots["0403"]
    assert LineString(road.line).distance(Point(spot.x, spot.y)) < 0.01


def test_a_road_crosses_a_river_by_one_bridge(game: Game, topographic: Theme) -> None:
    land = _land(game, topographic, HEX, rivers=[RIVER], ways=[ROAD])
    met = list(ways.crossings(land, ways.stretches_of(land), waters.streams_of(land)))
    assert len(met) == 1
    wading = _land(game, topographic, HEX, rivers=[RIVER], ways=[ROAD | {"bridges": False}])
    assert [stretch.bridges for stretch in ways.stretches_of(wading)] == [False]


@pytest.mark.parametrize("look", get_args(SideLook))
def test_every_look_of_a_hexside_is_drawn(look: str, game: Game, topographic: Theme) -> None:
    sides = [{"kind": look, "along": ["0303 N NE SE", "0404/0504"]}]
    sheet = draw_map(game, _map(HEX, sides=sides), topographic)
    assert list(findings(sheet)) == []
    assert len(sheet.svg()) > len(draw_map(game, _map(HEX), topographic).svg()) + 200


def test_contours_close_round_a_hill_and_higher_ground_lies_within(
    game: Game, topographic: Theme
) -> None:
    land = _land(game, topographic, HEX, hexes={"hill": "0403"})
    surface = surface_of(land)
    assert surface is not None
    rings = [ring for ring in contours(surface, 0.5) if len(ring) > 14]
    (ring,) = rings
    assert ring[0] == ring[-1]
    spot = land.spots["0403"]
    assert Polygon(ring).contains(Point(spot.x, spot.y))


def test_single_hills_are_no_targets(game: Game, topographic: Theme) -> None:
    """Their contours differ in centre and shape; they stay in their hexes."""
    apart, round_ = [], []
    for cell in ("0203", "0204", "0302", "0303", "0404", "0503", "0602", "0603", "0604", "0704"):
        land = _land(game, topographic, HEX, levels={"2": [cell]})
        surface = surface_of(land)
        assert surface is not None
        rings = []
        for height in (0.4, 0.8, 1.2, 1.6):
            found = [Polygon(ring) for ring in contours(surface, height) if len(ring) > 8]
            rings += [max(found, key=lambda ring: ring.area)] if found else []
        apart.append(rings[0].centroid.distance(rings[-1].centroid) / land.unit)
        round_.append(min(4 * pi * ring.area / ring.length**2 for ring in rings))
        hex_ = Polygon(land.spots[cell].outline)
        assert hex_.contains(rings[-1].centroid)
        assert rings[1].intersection(hex_.buffer(0.3 * land.unit)).area > 0.95 * rings[1].area
    assert sum(apart) / len(apart) > 0.15
    assert sum(round_) / len(round_) < 0.93


@pytest.mark.parametrize("grid", [HEX, HEX | {"orientation": "pointy"}, SQUARE])
def test_contours_stay_in_the_hexes_of_their_hills(
    grid: dict[str, Any], game: Game, topographic: Theme
) -> None:
    """Also below a mountain on high ground, and at the edge of the map beside a flat hex."""
    hexes = {"hill": "0302, 0303, 0403", "mountain": "0601, 0505, 0702"}
    land = _land(game, topographic, grid, hexes=hexes, levels={2: "0505", -1: "0203"})
    surface = surface_of(land)
    assert surface is not None
    high = [spot for name, spot in land.spots.items() if spot.height > 0]
    room = shapely.union_all([Polygon(spot.outline) for spot in high]).buffer(0.15 * land.unit)
    for height in (0.375, 0.875, 1.375, 2.125):
        for ring in contours(surface, height):
            assert room.contains(LineString(ring)), height


def _fills(sheet: Sheet) -> set[str]:
    return set(re.findall(r'fill="(#[0-9a-f]{6})"', sheet.svg()))


def test_hills_and_houses_stand_on_the_ground_of_their_map(game: Game) -> None:
    theme = load_theme("hex_and_counter")
    clear = theme.colour("clear")
    hexes = {"hill": "0302, 0303", "mountain": "0402", "village": "0502"}
    map_ = _map(HEX, ground="desert", hexes=hexes, levels={1: "0203"}, ways=[ROAD])
    sheet = draw_map(game, map_, theme)
    for entry in terrain_key(map_):
        draw_swatch(sheet, entry, 80, 80, 3)
    assert clear not in _fills(sheet)
    land = Board(game, map_, sheet).land
    assert land is not None
    assert land.base("0502") == land.base("0101") == COLOURS["desert"]
    assert land.base("0101") != land.base("0303") != land.base("0402")
    assert clear in _fills(draw_map(game, _map(HEX, hexes=hexes), theme))
    spotted = _map(HEX, ground="desert", hexes=hexes | {"clear": "0605"})
    assert clear in _fills(draw_map(game, spotted, theme))


def test_ground_of_a_colour_of_its_own_goes_on_under_hills(game: Game, theme: Theme) -> None:
    sand = {"clear": {"colour": "#e8d5a0"}}
    sheet = draw_map(game, _map(HEX, kinds=sand, hexes={"hill": "0302"}), theme)
    assert "#e8d5a0" in _fills(sheet)
    assert COLOURS["clear"] not in _fills(sheet)


def test_hills_rise_from_woods_and_water_on_clear_ground(game: Game, theme: Theme) -> None:
    for ground in ("woods", "sea", "swamp"):
        sheet = draw_map(game, _map(HEX, ground=ground, hexes={"hill": "0302"}), theme)
        assert COLOURS["clear"] in _fills(sheet), ground


def test_the_swatch_of_a_hill_shows_its_contours(topographic: Theme, game: Game) -> None:
    map_ = _map(HEX, hexes={"hill": "0302", "mountain": "0403"}, levels={1: "0101", 2: "0102"})
    ink = topographic.colours.get("contour", COLOURS["contour"])
    for entry in terrain_key(map_):
        sheet = Sheet(20, 20, topographic)
        draw_swatch(sheet, entry, 10, 10, 4)
        assert (f'stroke="{ink}"' in sheet.svg()) == (entry.kind != "clear"), entry.kind


def test_high_land_has_fewer_contours(game: Game, topographic: Theme) -> None:
    low = _land(game, topographic, HEX, hexes={"mountain": "0403"}, levels={2: "0504"})
    high = _land(game, topographic, HEX, levels={6: "0403"})
    assert (spacing(low), spacing(high)) == (0.25, 0.5)


def test_flat_ground_has_no_relief(game: Game, topographic: Theme) -> None:
    assert surface_of(_land(game, topographic, HEX, hexes={"woods": "0403"})) is None


def test_ids_stand_where_the_map_wants_them_inside_their_hexes(
    game: Game, topographic: Theme
) -> None:
    for grid in (HEX, HEX | {"orientation": "pointy"}, SQUARE):
        for where in ("corner", "top", "bottom", "nw", "ne", "centre"):
            map_ = _map(grid).model_copy(
                update={"grid_style": _map(grid).grid_style.model_copy(update={"ids": where})}
            )
            sheet = draw_map(game, map_, topographic)
            assert list(findings(sheet)) == [], where
            board = Board(game, map_, sheet)
            for label in sheet.labels:
                cell = Polygon(board.layout.places[label.text].outline)
                assert cell.contains(Polygon(label.corners)), (where, label.text)


def test_only_every_second_id_or_none(game: Game, topographic: Theme) -> None:
    def ids(**style: Any) -> set[str]:
        map_ = _map(HEX)
        map_ = map_.model_copy(update={"grid_style": map_.grid_style.model_copy(update=style)})
        return {label.text for label in draw_map(game, map_, topographic).labels}

    assert ids(ids="off") == set()
    assert ids(every=2) == {f"{c:02}{r:02}" for c in (2, 4, 6, 8) for r in (2, 4, 6)}


def test_the_key_lists_what_the_map_shows_and_draws_a_swatch_of_each(
    game: Game, topographic: Theme
) -> None:
    map_ = _map(
        HEX,
        kinds={"bocage": {"look": "woods", "name": "Bocage", "text": "costs 3"}},
        hexes={"bocage": "0303", "town": "0404"},
        levels={2: "0505"},
        rivers=[RIVER],
        ways=[ROAD],
        sides=[{"kind": "wall", "along": "0404 N"}],
    )
    key = terrain_key(map_)
    assert [(entry.sort, entry.name) for entry in key] == [
        ("ground", "Bocage"),
        ("ground", "Clear"),
        ("ground", "Town"),
        ("level", "Level 2"),
        ("river", "River"),
        ("way", "Road"),
        ("hexside", "Wall"),
    ]
    for entry in key:
        sheet = Sheet(20, 20, topographic)
        draw_swatch(sheet, entry, 10, 10, 8)
        assert "path" in sheet.svg()


def test_the_swatch_of_a_crossing_shows_the_bridge(topographic: Theme) -> None:
    map_ = _map(
        HEX,
        kinds={"crossing": {"look": "meadow"}},
        hexes={"crossing": "0303", "town": "0504"},
        rivers=[{"kind": "major_river", "through": ["0301-0305"]}],
        ways=[{"kind": "road", "through": ["0203", "0303", "0402", "0503"]}],
    )
    crossing, *others = sorted(terrain_key(map_), key=lambda one: one.kind != "crossing")
    assert crossing.crossing == ("major_river", "road")
    assert not any(one.crossing for one in others)
    sheet, plain = Sheet(20, 20, topographic), Sheet(20, 20, topographic)
    draw_swatch(sheet, crossing, 10, 10, 8)
    draw_swatch(plain, replace(crossing, crossing=None), 10, 10, 8)
    assert sheet.svg().count("<path") > plain.svg().count("<path") + 4


def test_so_many_trees_are_enough_for_any_board(
    game: Game, topographic: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = len(draw_map(game, _map(HEX, ground="forest"), topographic).svg())
    monkeypatch.setattr(textures, "MOST", 400)
    assert len(draw_map(game, _map(HEX, ground="forest"), topographic).svg()) < 0.4 * whole
    assert whole < 600_000


def test_noise_is_smooth_bounded_and_belongs_to_its_name() -> None:
    from numpy import linspace

    x = linspace(-50, 50, 4001)
    values = Noise("one").at(x, x * 0.3, 6.0)
    assert abs(values).max() <= 1
    assert abs(values[1:] - values[:-1]).max() < 0.05
    assert (values != Noise("other").at(x, x * 0.3, 6.0)).any()
    assert chance("a", 1).random() == chance("a", 1).random() != chance("a", 2).random()


@pytest.mark.parametrize("name", ["topographic", "hex_and_counter", "atlas", "operations_room",
                                  "naval_grid"])  # fmt: skip
def test_every_theme_draws_a_whole_map_that_can_be_read(name: str, game: Game) -> None:
    known, theme = load_theme("admiralty"), load_theme(name)
    assert set(known.colours) <= set(theme.colours)
    assert set(known.writing) <= set(theme.writing)
    hexes = {"woods": "0202-0303", "lake": "0501-0602", "town": "0505", "mountain": "0704-0706"}
    map_ = _map(HEX, hexes=hexes, rivers=[RIVER], ways=[ROAD])
    assert list(findings(draw_map(game, map_, theme))) == []


def test_a_shore_is_dry_in_the_middle_and_wet_beside_the_sea(
    game: Game, topographic: Theme
) -> None:
    land = _land(game, topographic, HEX, hexes={"sea": "0101-0306", "shore": "0401-0406"})
    sea, spot = land.region("lake", "sea"), land.spots["0403"]
    assert not sea.contains(Point(spot.x, spot.y))
    assert sea.intersection(Polygon(spot.outline)).area > 0.15 * Polygon(spot.outline).area


@pytest.mark.parametrize(
    "terrain",
    [
        {"ways": [{"through": "0202"}], "rivers": [{"through": "0101-0303"}, {"through": "0505"}]},
        {"ways": [{"through": ["0101", "0102", "0101", "0102"]}]},
        {"rivers": [{"along": "0202 N NE SE S SW NW"}, {"along": "0404 N, 0404 N"}]},
        {"levels": {-5: "0101", 20: "0202"}},
    ],
)
def test_courses_and_levels_may_be_odd(
    terrain: dict[str, Any], game: Game, topographic: Theme
) -> None:
    assert list(findings(draw_map(game, _map(HEX, **terrain), topographic))) == []


def test_blocks_are_cut_by_what_is_near_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A city on a large map is drawn in time that grows with the city, not with the map."""
    taken: list[int] = []

    def difference(block: Polygon, clear: Any) -> Any:
        taken.append(len(shapely.get_parts(clear)))
        return block.difference(clear)

    monkeypatch.setattr(shapely, "difference", difference)
    ids = shapely.union_all([box(10 * k, 0, 10 * k + 1, 1) for k in range(300)])
    blocks = [box(10 * k - 3, -3, 10 * k + 3, 3) for k in range(300)]
    parts = settlements._standing(blocks, ids, 0.01)
    assert taken == [1] * 300
    assert [part.area for part in parts] == pytest.approx([35] * 300)


def test_sides_named_in_any_order_are_one_wall(game: Game, topographic: Theme) -> None:
    along = ["0302 S", "0302 N", "0302 SE", "0302 NW", "0302 NE", "0302 SW", "0604 N"]
    odd = {**HEX, "size": "9.05mm"}
    land = _land(game, topographic, odd, sides=[{"kind": "wall", "along": along}])
    ring, single = edges.chains(land, land.ground.sides[0])
    assert ring[0] == pytest.approx(ring[-1], abs=1e-6), "the ring is closed"
    assert len(ring) > 4 * len(single)


def test_a_canal_is_straight_and_unlike_a_river(game: Game, theme: Theme) -> None:
    along = ["0401 NW SW", "0402 NW SW"]

    def drawn(kind: str) -> tuple[waters.Stream, str]:
        land = _land(game, theme, HEX, rivers=[{"kind": kind, "along": along}])
        (stream,) = waters.streams_of(land)
        waters.draw_waters(land, [stream])
        return stream, land.sheet.svg()

    canal, dug = drawn("canal")
    river, flowing = drawn("river")
    assert len(canal.line) == 5 and len(set(canal.widths)) == 1, "the corners of four hexsides"
    assert len(river.line) > 20
    assert dug.count("stroke-width") == 3 and flowing.count("stroke-width") == 1


def test_what_is_laid_over_hexes_is_told(game: Game, theme: Theme) -> None:
    deck = {"id": "draw", "name": "Draw", "x": "40mm", "y": "40mm", "width": "44mm",
            "height": "44mm", "kinds": []}  # fmt: skip
    beside = {"id": "losses", "name": "Losses", "x": "138mm", "y": "5mm", "width": "20mm",
              "height": "20mm"}  # fmt: skip
    map_ = _map(HEX, _more={"decks": [deck], "boxes": [beside]})
    (note,) = (line for line in draw_map(game, map_, theme).notes if "hides" in line)
    assert note.startswith("the deck 'Draw' hides the hexes beneath it: 0101, ")
    assert note.endswith(" more")


def test_what_lies_beyond_the_board_is_told_once(game: Game, theme: Theme) -> None:
    deck = {"id": "draw", "name": "Draw", "x": "4mm", "y": "80mm", "width": "20mm",
            "height": "20mm"}  # fmt: skip
    map_ = _map(HEX | {"extent": [40, 40]}, _more={"decks": [deck]})
    notes = [line for line in draw_map(game, map_, theme).notes if "beyond" in line]
    assert notes[0] == "the deck 'Draw' reaches beyond the edge of the board"
    assert notes[1].startswith("cells of the grid lie beyond the edge of the board: ")
    assert len(notes) == 2


@pytest.mark.parametrize(
    ("grid", "corners"),
    [(HEX, 6), (HEX | {"orientation": "pointy"}, 6), (SQUARE, 4), ("areas", 28)],
)
def test_the_key_shows_cells_of_the_maps_own_shape(
    grid: dict[str, Any] | str, corners: int, topographic: Theme
) -> None:
    if grid == "areas":
        outline = [{"x": f"{x}mm", "y": f"{y}mm"} for x, y in ((20, 20), (50, 20), (40, 60))]
        grid = {"kind": "areas", "zone": "Field", "areas": [{"id": "A", "outline": outline}]}
    assert isinstance(grid, dict)
    map_ = _map(grid, hexes={})
    (entry,) = terrain_key(map_)
    sheet = Sheet(20, 20, topographic)
    draw_swatch(sheet, entry, 10, 10, 8, cell_shape(map_))
    rim = re.findall(r'd="M([^"]*?)Z"', sheet.svg())[-1]
    points = [tuple(map(float, point.split())) for point in rim.split("L")]
    assert len(points) == corners
    highest = min(y for _, y in points)
    upper = sum(abs(y - highest) < 0.01 for _, y in points)
    assert upper == (1 if grid.get("orientation") == "pointy" else 2)
