"""A scene of the bundled game, and its module with empty pictures."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from lxml import etree

from generator.definition.reader import load_game
from generator.definition.schema import Game
from generator.packaging.scene import Scene, scene_of
from generator.packaging.vassal.module import members


@pytest.fixture(scope="session")
def game() -> Game:
    return load_game("graf_spee")


@pytest.fixture(scope="session")
def scene(game: Game) -> Scene:
    return scene_of(game)


@pytest.fixture(scope="session")
def module(scene: Scene) -> Mapping[str, bytes]:
    return members(scene, {scene.image(name): b"" for name in scene.pictures()})


@pytest.fixture(scope="session")
def build(module: Mapping[str, bytes]) -> etree._Element:
    return etree.fromstring(module["buildFile.xml"])
