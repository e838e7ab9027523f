"""Regular cells are numbered by VASSAL's own grids, exactly as the definition names them."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from generator.definition.reader import load_game
from generator.definition.schema import Game
from generator.geography.grid import HexGrid
from generator.geography.layout import MM_PER_INCH, layout_of
from generator.geography.numbered import Cells
from generator.geography.numbering import OffsetNames
from generator.packaging.scene import scene_of
from generator.starting import begin
from generator.vassal import locations, modules, saves
from generator.vassal.archive import Archive
from generator.vassal.locations import Locations
from tests.all_kinds_of_grids import MAPS
from tests.blank_module import write_blank_module
from validator.audit.observing import dictionary_of
from validator.playing.gestures import Hand, Seat
from validator.playing.gestures_module import PlayedModule
from validator.reading.defined import places_of
from validator.reading.events import Place

BOARD = "VASSAL.build.module.map.boardPicker."
GERMAN = Seat("German", "German Player", "pw-g")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("begun") / "all"
    begin(folder, "hex-and-counter")
    with (folder / "map.yaml").open("a", encoding="utf-8") as file:
        file.write(MAPS)
    return load_game(folder)


@pytest.fixture(scope="module")
def built(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_blank_module(game, tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def where(built: Path) -> Locations:
    return locations.read(modules.read(built))


@pytest.fixture(scope="module")
def setup(built: Path) -> saves.Save:
    with Archive(built) as archive:
        return saves.from_bytes(archive.read(PlayedModule.read(built).setup()), "set-up")


def test_regular_cells_are_numbered_and_the_rest_is_of_regions(built: Path) -> None:
    with Archive(built) as archive:
        root = etree.fromstring(archive.read("buildFile.xml"))
    found = {
        (board.get("name"), zone.get("name"), grid.tag.rsplit(".", 1)[1])
        for board in root.iter(BOARD + "Board")
        for zone in board.iter(BOARD + "board.mapgrid.Zone")
        for grid in zone
    }
    assert {one for one in found if one[0] != "The Tisna Line"} == {
        ("Rows", "Rows", "HexGrid"),
        ("Rows", "Reserve", "RegionGrid"),
        ("Rows", "Losses", "RegionGrid"),
        ("Scan", "Scan", "HexGrid"),
        ("Scan", "Hills", "HexGrid"),
        ("Squares", "Squares", "SquareGrid"),
        ("Slant", "Slant", "RegionGrid"),
    }
    assert ("The Tisna Line", "Battlefield", "HexGrid") in found
    assert not [one for one in root.iter(BOARD + "board.Region") if one.get("name") == "0101"]


def test_a_range_is_counted_by_the_grid_where_vassal_counts_it_rightly(built: Path) -> None:
    with Archive(built) as archive:
        root = etree.fromstring(archive.read("buildFile.xml"))
    scales = {
        window.get("mapName"): int(thread.get("scale", ""))
        for window in root.iter("VASSAL.build.module.Map")
        for thread in window.iter("VASSAL.build.module.map.LOS_Thread")
    }
    assert scales["Scan"] == scales["Squares"] == scales["The Tisna Line"] == 0
    assert scales["Slant"] > 0, "hexes that VASSAL does not number"
    assert scales["Rows"] > 0, "a margin, which VASSAL would not take off"


def test_every_place_is_called_and_snapped_to_as_the_definition_says(
    game: Game, where: Locations
) -> None:
    for map_ in game.maps:
        layout = layout_of(map_)
        for place in layout.places.values():
            if place.kind == "box":
                continue
            here = layout.pixels(place.id)
            assert where.maps[map_.name].snapped(*here) == here
            spot = where.spot(map_.name, *here)
            assert (spot.location, spot.zone) == (place.id, place.zone)
            drawn = layout.point_pixels(place.x, place.y)
            assert max(abs(here[0] - drawn[0]), abs(here[1] - drawn[1])) <= 1


def test_the_definition_names_any_pixel_as_its_module_does(
    game: Game, where: Locations, setup: saves.Save
) -> None:
    places, draw = places_of(game, setup), random.Random(1)
    for map_ in game.maps:
        layout = layout_of(map_)
        across, down = layout.point_pixels(map_.width, map_.height)
        for _ in range(700):
            point = draw.randrange(-5, across + 5), draw.randrange(-5, down + 5)
            ours, its = places.spot(map_.name, *point), where.spot(map_.name, *point)
            assert (ours.location, ours.zone) == (its.location, its.zone), (map_.id, point)
            place, end = layout.locate(*point), where.maps[map_.name].snapped(*point)
            if its.zone in layout.numbered:
                called = where.spot(map_.name, *end).location
                assert (place.id if place else None) == (
                    called if called in layout.places else None
                )


def test_a_cell_that_was_left_out_has_a_name_and_is_no_place(
    game: Game, where: Locations, setup: saves.Save
) -> None:
    layout = layout_of(game.map("scan"))
    near, far = layout.pixels("1300"), layout.pixels("1302")
    x, y = (near[0] + far[0]) // 2, (near[1] + far[1]) // 2
    assert layout.locate(x, y) is None
    spot = places_of(game, setup).spot("Scan", x, y)
    assert (spot.location, spot.zone) == ("1301", "Scan")
    assert spot == where.spot("Scan", x, y)
    known = dictionary_of(game)
    assert known.place(Place("Scan", x, y, "1301", "Scan")) == ""
    assert known.place(Place("Scan", *near, "1300", "Scan")) == "1300"


def test_a_file_of_a_module_without_numbered_grids_is_read_as_before(
    game: Game, setup: saves.Save
) -> None:
    assert setup.moduledata.extra1.endswith(" grids=numbered")
    stamp = setup.moduledata.extra1.removesuffix(" grids=numbered")
    older = replace(setup, moduledata=replace(setup.moduledata, extra1=stamp))
    layout = layout_of(game.map("scan"))
    near, far = layout.pixels("1300"), layout.pixels("1302")
    x, y = (near[0] + far[0]) // 2, (near[1] + far[1]) // 2 - 2
    assert places_of(game, setup).spot("Scan", x, y).location == "1301"
    assert places_of(game, older).spot("Scan", x, y).location == "1300"


def test_counters_start_where_vassal_snaps_them_to(
    game: Game, where: Locations, setup: saves.Save
) -> None:
    scene = scene_of(game)
    standing = 0
    for piece, start in scene.starting(game.scenario()):
        map_ = scene.map(start.map)
        if start.place in map_.layout.places and not start.deck:
            zone = map_.layout.places[start.place].zone
            here = map_.standing(start)
            standing += zone in map_.layout.numbered
            if zone in map_.layout.numbered:
                assert here == where.maps[map_.name].snapped(*here), piece.id
                assert here == map_.layout.pixels(start.place)
    assert standing > 5


def test_a_counter_is_dropped_where_vassal_drops_it(built: Path, setup: saves.Save) -> None:
    module = PlayedModule.read(built)
    hand = Hand(module, locations.read(module.module), setup.position())
    piece = next(one for one in hand.counters if one.map == "The Tisna Line" and one.stacks)
    hand.drag(GERMAN, [piece], "Scan", 199, 180)
    assert (piece.map, hand.location("Scan", piece.x, piece.y)) == ("Scan", "1000")
    assert hand.places.maps["Scan"].snapped(piece.x, piece.y) == (piece.x, piece.y)


_SIZES = st.floats(3.0, 30.0)
_ORIGINS = st.tuples(st.floats(15.0, 60.0), st.floats(15.0, 60.0))


@settings(max_examples=60)
@given(
    size=_SIZES,
    origin=_ORIGINS,
    ppi=st.integers(60, 300),
    pointy=st.booleans(),
    shifted=st.sampled_from(["odd", "even"]),
    stretch=st.floats(0.8, 1.3),
    back=st.booleans(),
    up=st.booleans(),
    letters=st.booleans(),
)
def test_any_offset_grid_is_numbered_wherever_it_begins(
    size: float,
    origin: tuple[float, float],
    ppi: int,
    pointy: bool,
    shifted: str,
    stretch: float,
    back: bool,
    up: bool,
    letters: bool,
) -> None:
    names = OffsetNames(
        5, 4, vertical_letters=letters, horizontal_descending=back, vertical_descending=up,
        pointy=pointy, vertical_first=0 if letters else 1,
    )  # fmt: skip
    grid = HexGrid.offset(
        "pointy" if pointy else "flat", size, origin, names, shifted, stretch=stretch
    )
    scale = ppi / MM_PER_INCH

    def drawn(name: str) -> tuple[int, int]:
        x, y = grid.centre(name)
        return int(x * scale), int(y * scale)

    made = Cells(grid, names).numbered(grid.cells, (900, 700), scale, drawn)
    assert made is not None
    for name in grid.cells:
        to = made.snapped(*drawn(name))
        assert made.name(*to) == name and made.snapped(*to) == to


def test_names_that_vassal_cannot_count_keep_their_regions() -> None:
    names = OffsetNames(5, 4, stagger=True)
    grid = HexGrid.offset("flat", 9.0, (30.0, 30.0), names, "even")
    scale = 150 / MM_PER_INCH

    def drawn(name: str) -> tuple[int, int]:
        x, y = grid.centre(name)
        return int(x * scale), int(y * scale)

    assert Cells(grid, names).numbered(grid.cells, (900, 700), scale, drawn) is None
