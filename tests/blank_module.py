"""The module of a game with blank pictures: drawing has tests of its own."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from generator.definition.schema import Game
from generator.packaging.scene import scene_of
from generator.packaging.vassal.module import members
from generator.vassal import archive


def write_blank_module(game: Game, folder: Path) -> Path:
    """Writes ``<id>.vmod`` into the folder."""
    scene = scene_of(game)
    images = {scene.image(name): _blank(75, 75) for name in scene.pictures()}
    for map_ in scene.maps:
        images[scene.image(map_.picture)] = _blank(*map_.pixels(map_.width, map_.height))
    path = folder / f"{game.id}.vmod"
    archive.write(path, members(scene, images))
    return path


def _blank(width: int, height: int) -> bytes:
    data = io.BytesIO()
    Image.new("L", (width, height), 128).save(data, "PNG")
    return data.getvalue()
