"""The module of the game with blank pictures: drawing has tests of its own."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from generator.definition import load_game
from generator.definition.schema import Game
from generator.packaging.scene import scene_of
from generator.packaging.vassal_module import members
from generator.vassal import archive


def _blank(width: int, height: int) -> bytes:
    data = io.BytesIO()
    Image.new("L", (width, height), 128).save(data, "PNG")
    return data.getvalue()


@pytest.fixture(scope="session")
def graf_spee() -> Game:
    return load_game("graf_spee")


@pytest.fixture(scope="session")
def blank_module(graf_spee: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    scene = scene_of(graf_spee)
    images = {scene.image(name): _blank(75, 75) for name in scene.pictures()}
    for map_ in scene.maps:
        images[scene.image(map_.picture)] = _blank(*map_.pixels(map_.width, map_.height))
    path = tmp_path_factory.mktemp("module") / "graf_spee.vmod"
    archive.write(path, members(scene, images))
    return path
