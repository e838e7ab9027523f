"""Every place of a built module, and points between, named and snapped by VASSAL itself."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest

from generator.definition.reader import load_game
from generator.geography.grid import HexGrid, hex_distance
from generator.geography.layout import Layout
from generator.packaging.scene import Scene, scene_of
from generator.starting import STARTERS
from generator.vassal import locations, modules
from generator.vassal.locations import Locations
from tests.all_kinds_of_grids import MAPS

from .conftest import Opened, command_line

pytestmark = pytest.mark.vassal


@pytest.mark.parametrize(
    "game",
    [
        "atlantic_chase",
        "graf_spee",
        "red_flags",
        "uboat_variant",
        "under_ten_flags",
        *STARTERS,
        "all kinds",
    ],
)
def test_vassal_names_and_snaps_as_we_do(
    vassal: Callable[..., Opened], game: str, tmp_path: Path
) -> None:
    begun = Path(game)
    if game in STARTERS or game == "all kinds":
        begun = tmp_path / "begun"
        command_line("new", begun, "--like", game if game in STARTERS else "hex-and-counter")
    if game == "all kinds":
        with (begun / "map.yaml").open("a", encoding="utf-8") as file:
            file.write(MAPS)
    command_line("build", begun, "-o", tmp_path)
    (built,) = tmp_path.glob("*.vmod")
    scene = scene_of(load_game(begun))
    asked = dict(_points(scene))
    file = tmp_path / "asked.points"
    file.write_text(
        "\n".join(
            f"{map_}\t{x}\t{y}\t{other[0]}\t{other[1]}" for (map_, x, y), other in asked.items()
        ),
        "utf-8",
    )
    opened = vassal(built, file)
    assert opened.said == ()
    assert opened.points.keys() == asked.keys()
    for map_ in scene.maps:
        _places_hold(map_.name, map_.layout, opened)
    _points_agree(locations.read(modules.read(built)), scene, opened)
    counted = sum(_ranges_hold(map_.name, map_.layout, asked, opened) for map_ in scene.maps)
    assert counted > 100 or game not in ("hex-and-counter", "under_ten_flags", "naval")


def _points(scene: Scene) -> list[tuple[tuple[str, int, int], tuple[int, int]]]:
    """Each place with the next but some, then points anywhere: as many as VASSAL answers soon."""
    found = []
    draw = random.Random(4)
    for map_ in scene.maps:
        layout = map_.layout
        spots = [layout.pixels(name) for name, one in layout.places.items() if one.kind != "box"]
        draw.shuffle(spots)
        found += [((map_.name, *here), there) for here, there in pairwise([*spots, *spots[:1]])]
        across, down = layout.point_pixels(map_.width, map_.height)
        for _ in range(1500):
            point = draw.randrange(-5, across + 5), draw.randrange(-5, down + 5)
            found.append(((map_.name, *point), point))
    return found


def _places_hold(map_: str, layout: Layout, opened: Opened) -> None:
    """Every hex, area and cell: VASSAL leaves a counter there, and calls it by its name."""
    for name, place in layout.places.items():
        if place.kind == "box":
            continue
        here = layout.pixels(name)
        snapped, called, _ = opened.points[map_, *here]
        drawn = layout.point_pixels(place.x, place.y)
        assert (snapped, called) == (here, name)
        assert max(abs(here[0] - drawn[0]), abs(here[1] - drawn[1])) <= 1


def _points_agree(places: Locations, scene: Scene, opened: Opened) -> None:
    """What we read from the module's grids, and what the definition says, is what VASSAL does."""
    layouts = {map_.name: map_.layout for map_ in scene.maps}
    decks = {deck.name for deck in scene.decks}
    for (map_, x, y), (snapped, called, _) in opened.points.items():
        ours = places.maps[map_].snapped(x, y)
        if ours != snapped:  # of two regions as near as each other VASSAL takes any
            assert dist(ours, (x, y)) == dist(snapped, (x, y)), (map_, x, y)
            assert places.spot(map_, x, y).zone not in layouts[map_].numbered
            continue
        if called in decks:
            continue
        assert places.spot(map_, x, y).location == called, (map_, x, y)
        place = layouts[map_].locate(x, y)
        end = places.spot(map_, *snapped).location
        assert place is None or place.id == end or place.kind == "box", (map_, x, y)
        # A grid goes on beneath the boxes: beside one, its middle of a hex may lie inside.
        inside = layouts[map_].places.get(end)
        assert place is not None or inside is None or inside.kind == "box", (map_, x, y)


def _ranges_hold(
    map_: str,
    layout: Layout,
    asked: Mapping[tuple[str, int, int], tuple[int, int]],
    opened: Opened,
) -> int:
    """How many ranges VASSAL counts from hex to hex: as we do, where no margin misleads it."""
    if layout.cells is None or not isinstance(layout.cells.grid, HexGrid):
        return 0
    grid, count = layout.cells.grid, 0
    if layout.edge() != (0, 0):
        return 0
    at = {layout.pixels(name): name for name in grid.cells}
    for (here, x, y), there in asked.items():
        if here == map_ and (x, y) in at and there in at and (x, y) != there:
            counted = hex_distance(grid.cells[at[x, y]], grid.cells[at[there]])
            assert opened.points[here, x, y][2] == str(counted), (at[x, y], at[there])
            count += 1
    return count
