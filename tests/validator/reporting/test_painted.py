"""A module's own pictures as the looks of a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.vassal.commands import Board, SetBoards
from tests.validator.painting import small_game as small
from tests.validator.painting.small_game import RED
from validator import painting
from validator.painting import ground
from validator.reporting.painted import painted


def test_a_map_too_large_is_painted_smaller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ground, "MOST_PIXELS", 10_000)
    monkeypatch.setattr(painting, "MOST_PIXELS", 10_000)
    path = small.module_file(tmp_path, {"sea.png": small.picture(RED, (100, 100))})
    boards = SetBoards("Sea", (Board("Sea", 0, 0), Board("Sea", 1, 0)))
    looks = painted([path])
    board = looks.ground(small.scene(path, [boards]), "Sea")
    assert (board.width, board.height) == (200, 100)
    image = looks.pictures([board.key])[board.key]
    assert image.size == (141, 70)
    assert image.getpixel((135, 35)) == (*RED, 255)


def test_of_a_board_that_is_not_painted_no_pieces_are_told(tmp_path: Path) -> None:
    path = small.module_file(tmp_path, {"sea.png": b"nothing"})
    looks = painted([path])
    scene = small.scene(path, [small.piece("1", "lost.png", 50, 40)])
    looks.sprites(scene, "Sea")
    looks.pictures([looks.ground(scene, "Sea").key])
    assert looks.unpainted == [
        "picture 'lost.png': not in the module: 1 piece",
        "board 'Sea': picture 'sea.png': of no kind that is known",
    ]
