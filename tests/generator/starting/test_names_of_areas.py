"""The names of areas are not covered by the counters that stand there."""

from __future__ import annotations

import pytest

from generator.definition.reader import load_game
from generator.drawing.maps.board import Board
from generator.drawing.sheet import Sheet
from generator.drawing.themes import load_theme
from generator.packaging.scene import scene_of
from generator.starting import starter_folder

AIR = 0.9
"""What `Areas.written` leaves free below a baseline, mm."""


@pytest.mark.parametrize("starter", ["area", "cards"])
def test_no_counter_covers_the_name_of_its_area_at_the_start(starter: str) -> None:
    game = load_game(starter_folder(starter))
    scene = scene_of(game)
    for map_ in game.maps:
        areas = Board(game, map_, Sheet(map_.width, map_.height, load_theme(game.theme))).areas
        written = dict(areas.written()) if areas is not None else {}
        for piece, start in scene.starting(game.scenario()):
            if start.map != map_.name or start.place not in written:
                continue
            left, top, right, bottom = written[start.place]
            half = piece.width / 2, piece.height / 2
            apart = (
                start.x + half[0] <= left
                or start.x - half[0] >= right
                or start.y + half[1] <= top
                or start.y - half[1] >= bottom - AIR
            )
            assert apart, (start.place, piece.id)
