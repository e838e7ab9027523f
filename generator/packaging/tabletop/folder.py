"""The folder of a game for Tabletop Simulator: drawn, laid out, file after file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.packaging.building import WARNINGS, Progress
from generator.packaging.scene import Scene, scene_of
from generator.packaging.seats import seats
from generator.packaging.tabletop.building import README, file_name
from generator.packaging.tabletop.pictures import album_of
from generator.packaging.tabletop.save import save_name, save_of
from generator.packaging.tabletop.setting import Setting, shortcomings
from generator.packaging.tabletop.thumbnail import Faces, thumbnail
from generator.packaging.tabletop.words import read_me
from generator.tabletop_simulator.save import to_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from generator.definition.schema import Game, Scenario
    from generator.packaging.tabletop.delivery import Delivery
    from generator.tabletop_simulator.calibration import Calibration


def table_files(
    game: Game,
    dpi: int | None,
    delivery: Delivery,
    known: Calibration,
    art: tuple[Path, ...],
    progress: Progress | None,
) -> Iterator[tuple[str, bytes]]:
    """Every file of the folder with its name, a save after the pictures that it shows.

    Raises `BroadsideError` for what cannot be drawn, before the first.
    """
    setting = drawn_setting(game, dpi, delivery, known, art, progress)
    scene, album = setting.scene, setting.album
    faces = Faces({delivery.url(name): data for name, data in album.files.items()})
    for name, data in album.files.items():
        yield delivery.place(name), data
    for scenario, name in save_files(scene):
        save = save_of(setting, scenario).as_json()
        yield f"Saves/{name}.json", to_bytes(save)
        yield f"Saves/{name}.png", thumbnail(save, faces, setting.table.centre, known)
    yield README, read_me(game, delivery, [name for _, name in save_files(scene)]).encode()
    yield WARNINGS, "\n".join([*shortcomings(setting), *album.warnings]).encode()


def drawn_setting(
    game: Game,
    dpi: int | None,
    delivery: Delivery,
    known: Calibration,
    art: tuple[Path, ...],
    progress: Progress | None = None,
) -> Setting:
    """A game with its pictures, as a build has them. Raises `BroadsideError`."""
    scene, seated = scene_of(game, dpi), seats(game, art)
    return Setting(scene, seated, album_of(scene, art, known, progress), delivery.url, known)


def save_files(scene: Scene) -> Iterator[tuple[Scenario, str]]:
    """Each set-up, the default first, with the name of its files; no two are alike, also where
    capitals are not told from small letters."""
    default = scene.game.scenario()
    taken: set[str] = set()
    for scenario in sorted(scene.game.scenarios, key=lambda one: one is not default):
        name = file_name(save_name(scene, scenario))
        if name.lower() in taken:
            name = f"{name} ({scenario.id})"
        taken.add(name.lower())
        yield scenario, name
