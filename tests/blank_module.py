"""The module of a game with blank pictures: drawing has tests of its own."""

from __future__ import annotations

import io
import pickle
from pathlib import Path

from PIL import Image

from generator.definition.schema import Game
from generator.packaging.scene import scene_of
from generator.packaging.vassal.module import members
from generator.vassal import archive

_MADE: dict[bytes, bytes] = {}
"""The modules made so far, by their games."""


def write_blank_module(game: Game, folder: Path) -> Path:
    """Writes ``<id>.vmod`` into the folder; of one game the same bytes, which are made once."""
    path = folder / f"{game.id}.vmod"
    key = pickle.dumps(game)
    if key in _MADE:
        path.write_bytes(_MADE[key])
        return path
    scene = scene_of(game)
    images = {scene.image(name): _blank(75, 75) for name in scene.pictures()}
    for map_ in scene.maps:
        images[scene.image(map_.picture)] = _blank(*map_.pixels(map_.width, map_.height))
    archive.write(path, members(scene, images))
    _MADE[key] = path.read_bytes()
    return path


def _blank(width: int, height: int) -> bytes:
    data = io.BytesIO()
    Image.new("L", (width, height), 128).save(data, "PNG")
    return data.getvalue()
