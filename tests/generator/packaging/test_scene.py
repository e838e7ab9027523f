"""The neutral scene of a game."""

from __future__ import annotations

from itertools import combinations

import pytest

from generator.definition.schema import Game
from generator.packaging.scene import Scene, Start, scene_of


def starts(scene: Scene) -> dict[str, Start]:
    return dict(scene.starts["standard"])


def test_every_counter_has_a_place_at_the_start(scene: Scene, game: Game) -> None:
    assert set(starts(scene)) == {counter.id for counter in game.counters}


def test_all_nine_british_pieces_start_in_the_atlantic_cup(scene: Scene) -> None:
    inside = {name for name, start in starts(scene).items() if start.deck}
    assert inside == {piece.id for piece in scene.pieces if piece.face_down}
    assert len(inside) == 9
    assert {starts(scene)[name].place for name in inside} == {"Atlantic Cup"}


def test_the_plot_and_the_supply_ships_are_hidden_from_the_start(scene: Scene) -> None:
    hidden = {name for name, start in starts(scene).items() if start.hidden}
    assert hidden == {"plot", "supply_1", "supply_2", "supply_3"}


def test_counters_that_wait_in_a_box_do_not_overlap(scene: Scene) -> None:
    waiting = [(name, s) for name, s in starts(scene).items() if not s.deck]
    for (one, a), (two, b) in combinations(waiting, 2):
        if a.map == b.map:
            width = (scene.piece(one).width + scene.piece(two).width) / 2
            assert abs(a.x - b.x) >= width or abs(a.y - b.y) >= width, (one, two)


def test_counters_stand_inside_the_place_they_are_named_for(scene: Scene) -> None:
    for name, start in starts(scene).items():
        if not start.deck:
            map_ = scene.map(start.map)
            place = map_.layout.locate(*map_.pixels(start.x, start.y))
            assert place is not None
            assert place.id == start.place, name


def test_the_voyage_log_belongs_to_the_german_and_the_referee(scene: Scene) -> None:
    assert scene.map("Voyage Log").owners == ("German", "Referee")
    assert scene.map("South Atlantic").owners == ()


def test_both_maps_have_the_same_hexes(scene: Scene) -> None:
    def names(map_name: str, zone: str) -> set[str]:
        (found,) = [one for one in scene.map(map_name).zones if one.name == zone]
        return {spot.name for spot in found.spots}

    assert names("South Atlantic", "Sea") == names("Voyage Log", "Log")
    assert len(names("South Atlantic", "Sea")) == 26


def test_zones_stand_in_the_order_in_which_the_layout_looks_them_up(scene: Scene) -> None:
    for map_ in scene.maps:
        assert [zone.name for zone in map_.zones] == list(map_.layout.zones)


def test_another_resolution_changes_pixels_and_no_millimetres(game: Game, scene: Scene) -> None:
    double = scene_of(game, 2 * scene.ppi)
    assert double.starts == scene.starts
    x, y = scene.map("South Atlantic").pixels(254, 127)
    assert double.map("South Atlantic").pixels(254, 127) == (2 * x, 2 * y)


def test_each_picture_is_named_once(scene: Scene) -> None:
    names = scene.pictures()
    assert len(names) == len(set(names))


def test_an_unknown_map_or_piece_is_a_key_error(scene: Scene) -> None:
    with pytest.raises(KeyError):
        scene.map("North Sea")
    with pytest.raises(KeyError):
        scene.piece("bismarck")
