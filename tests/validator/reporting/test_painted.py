"""A module's own pictures as the looks of a page."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from generator.vassal import saves
from generator.vassal.commands import Board, GameUnderWay, SetBoards
from generator.vassal.saves import Save
from tests.validator.painting import small_game as small
from tests.validator.painting.small_game import RED
from validator import painting
from validator.painting import ground
from validator.reporting.painted import Painted, painted
from validator.reporting.posting import Posting, post


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
        "picture 'lost.png': not in the module (used by 1 piece)",
        "board 'Sea': picture 'sea.png': of no kind that is known",
    ]


def test_the_module_is_told_from_extensions_and_pictures_are_looked_for_in_all(
    tmp_path: Path,
) -> None:
    path, more = small.module_file(tmp_path), tmp_path / "more.vmdx"
    with zipfile.ZipFile(more, "w") as packed:
        packed.writestr("buildFile.xml", "<VASSAL.build.module.ModuleExtension/>")
        packed.writestr("images/more.png", small.picture(RED, (30, 30)))
    scene = small.scene(path, [small.piece("1", "more.png", 50, 40)])
    with closing(painted([more, path])) as looks:
        assert list(looks.windows) == ["Sea"]
        assert looks.sprites(scene, "Sea")[0][0].width == 30


def test_a_page_leaves_no_file_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = small.module_file(tmp_path)
    log, opened = tmp_path / "game.vsav", []
    saves.write(
        log, Save(saves.compose([small.piece("1", "red.png", 50, 40)], [GameUnderWay()], []))
    )

    def keep(paths: Sequence[Path]) -> Painted:
        opened.append(painted(paths))
        monkeypatch.setattr(opened[-1], "close", lambda: closed.append(opened[-1]))
        return opened[-1]

    closed: list[Painted] = []
    monkeypatch.setattr("validator.reporting.painted.painted", keep)
    for form in ("html", "png"):
        assert list(post([log], tmp_path / f"game.{form}", Posting(form), modules=(path,)))
    assert len(opened) == 2
    assert closed == opened


def test_a_shading_of_the_map_is_no_piece(tmp_path: Path) -> None:
    shader = '<VASSAL.build.module.map.MapShader name="Fog" type="Background" alwaysOn="true"/>'
    path = small.module_file(tmp_path, in_map=shader)
    with closing(painted([path])) as looks:
        scene = small.scene(path, [small.piece("1", "red.png", 50, 40)])
        (fog,), (piece,) = looks.sprites(scene, "Sea")
        assert (fog.ids, fog.width, fog.height) == ((), 200, 100)
        assert piece.ids == ("1",)
        assert looks.sprites(scene, "Sea")[0] is looks.sprites(scene, "Sea")[0]
