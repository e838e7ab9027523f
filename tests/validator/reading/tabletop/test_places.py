"""A piece dropped on any place of any board reads back as lying there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.definition import load_game
from generator.definition.reader import game_names
from generator.definition.schema import Game
from generator.geography.areas import inside
from generator.packaging.scene import Map, Scene, scene_of
from generator.packaging.tabletop.boards import always_shuffled
from generator.packaging.tabletop.layout import Table, header_boards, lay_out
from generator.starting import STARTERS, begin
from generator.tabletop_simulator.calibration import calibration
from validator.reading.tabletop.log import Board
from validator.reading.tabletop.places import Places

GAMES = (*game_names(), *STARTERS, "table_game")


class Ground:
    """A game's boards on the table, written into a log's header and read from it."""

    def __init__(self, game: Game) -> None:
        self.scene: Scene = scene_of(game)
        players = [side.id for side in game.sides if side.role == "player"]
        self.table: Table = lay_out(self.scene, players, calibration())
        boards = [
            Board(str(row["id"]), *(int(row[key]) for key in ("x", "z", "w", "h")))
            for row in header_boards(self.table)
        ]
        self.places = Places(self.scene, boards, calibration())

    def drop(self, map_: Map, x: float, y: float) -> tuple[int, int, int]:
        """A point of a board, mm, as a log tells it."""
        right, away = self.table.to_world(map_.id, x, y)
        return round(right * 1000), 1100, round(away * 1000)


@pytest.fixture(scope="module")
def grounds(tmp_path_factory: pytest.TempPathFactory, table_game: Game) -> Callable[[str], Ground]:
    """Each game's, laid out once."""
    made: dict[str, Ground] = {}

    def game_of(name: str) -> Game:
        if name == "table_game":
            return table_game
        if name in STARTERS:
            folder: Path = tmp_path_factory.mktemp("games") / "my_game"
            begin(folder, name)
            return load_game(folder)
        return load_game(name)

    def one(name: str) -> Ground:
        if name not in made:
            made[name] = Ground(game_of(name))
        return made[name]

    return one


@pytest.mark.parametrize("name", GAMES)
def test_the_middle_of_every_place_is_that_place(
    grounds: Callable[[str], Ground], name: str
) -> None:
    ground = grounds(name)
    told = 0
    for map_ in ground.scene.maps:
        for place in map_.layout.places.values():
            x, y = map_.layout.room(place.id, 1)[0]
            spot = ground.places.spot(ground.drop(map_, x, y))
            assert spot.map == map_.name
            if not spot.deck:
                here = map_.layout.locate(spot.x, spot.y)
                expected = map_.layout.locate(*map_.layout.point_pixels(x, y))
                assert here == expected and here is not None
                told += here == place
                if place.kind != "box":
                    assert (spot.x, spot.y) == map_.layout.pixels(here.id)
    assert told > 5


@pytest.mark.parametrize("name", GAMES)
def test_the_middle_of_every_pile_is_that_deck_and_no_bag_is_one(
    grounds: Callable[[str], Ground], name: str
) -> None:
    ground = grounds(name)
    for deck in ground.scene.decks:
        map_ = ground.scene.map(deck.map)
        spot = ground.places.spot(ground.drop(map_, deck.x, deck.y))
        point = ground.places.deck(deck.name)
        if always_shuffled(deck):
            assert not spot.deck and spot[:3] != point[:3]
        else:
            assert spot == point
        assert deck.name in ground.places and point[:3] == (
            deck.map,
            *map_.window_pixels(deck.x, deck.y),
        )


@given(st.data())
def test_a_drop_anywhere_lies_where_the_module_would_put_it(
    grounds: Callable[[str], Ground], data: st.DataObject
) -> None:
    ground = grounds(data.draw(st.sampled_from(GAMES)))
    map_ = data.draw(st.sampled_from(ground.scene.maps))
    x = data.draw(st.floats(0.5, map_.width - 0.5))
    y = data.draw(st.floats(0.5, map_.height - 0.5))
    spot = ground.places.spot(ground.drop(map_, x, y))
    assert spot.map == map_.name
    if spot.deck:
        deck = next(one for one in ground.scene.decks if one.name == spot.deck)
        assert abs(x - deck.x) <= deck.width / 2 + 1 and abs(y - deck.y) <= deck.height / 2 + 1
        return
    across, down = map_.layout.point_pixels(x, y)
    expected = {
        place
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
        if (place := map_.layout.locate(across + dx, down + dy)) or not place
    }
    assert map_.layout.locate(spot.x, spot.y) in expected
    if spot.free:
        assert abs(spot.x - across) <= 2 and abs(spot.y - down) <= 2


@given(st.data())
def test_beside_the_boards_no_private_one_is_meant_but_right_beside_it(
    grounds: Callable[[str], Ground], data: st.DataObject
) -> None:
    ground = grounds(data.draw(st.sampled_from(("graf_spee", "under_ten_flags"))))
    x, z = data.draw(st.integers(-90_000, 90_000)), data.draw(st.integers(-90_000, 90_000))
    spot = ground.places.spot((x, 1000, z))
    map_ = ground.scene.map(spot.map)
    if map_.owners:
        area = ground.table.board(map_.id).area
        assert area.left - 1.01 <= x / 1000 <= area.right + 1.01
        assert area.near - 1.01 <= z / 1000 <= area.far + 1.01


def test_points_far_from_the_table_are_off_a_board(grounds: Callable[[str], Ground]) -> None:
    ground = grounds("graf_spee")
    for x, z in ((10**9, 10**9), (-(10**9), 0), (0, 10**9)):
        spot = ground.places.spot((x, 0, z))
        layout = ground.scene.map(spot.map).layout
        assert layout.locate(spot.x, spot.y) is None and not ground.scene.map(spot.map).owners


def test_a_box_and_its_slots_are_told_apart(grounds: Callable[[str], Ground]) -> None:
    ground = grounds("table_game")
    map_ = ground.scene.map("Field")
    depot = map_.layout.zones["Depot"]
    assert inside(82.0, 152.0, depot.outline)
    spot = ground.places.spot(ground.drop(map_, 82.0, 152.0))
    assert (spot.x, spot.y) == map_.layout.pixels("North") and not spot.free
    camp = ground.places.spot(ground.drop(map_, 15.0, 170.0))
    assert camp.free and abs(camp.x - map_.layout.point_pixels(15.0, 170.0)[0]) <= 1
