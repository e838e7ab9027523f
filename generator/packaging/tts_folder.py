"""The folder of a game for Tabletop Simulator: drawn, laid out and written, in memory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from generator.packaging.building import WARNINGS, Progress
from generator.packaging.scene import scene_of
from generator.packaging.seats import seats
from generator.packaging.tts_building import README, file_name
from generator.packaging.tts_pictures import album_of
from generator.packaging.tts_save import Setting, save_name, save_of, shortcomings
from generator.packaging.tts_thumbnail import thumbnail
from generator.packaging.tts_words import read_me
from generator.tabletop_simulator.save import to_bytes

if TYPE_CHECKING:
    from generator.definition.schema import Game
    from generator.packaging.tts_delivery import Delivery
    from generator.tabletop_simulator.calibration import Calibration


def table_folder(
    game: Game,
    dpi: int | None,
    delivery: Delivery,
    known: Calibration,
    art: tuple[Path, ...],
    progress: Progress | None,
) -> dict[str, bytes]:
    """Every file of the folder by its name. Raises `BroadsideError` for what cannot be drawn."""
    scene = scene_of(game, dpi)
    album = album_of(scene, art, known, progress)
    setting = Setting(scene, seats(game, art), album, delivery.url, known)
    pictures = {delivery.url(name): data for name, data in album.files.items()}
    files: dict[str, bytes] = {}
    for scenario in sorted(game.scenarios, key=lambda one: one is not game.scenario()):
        name = file_name(save_name(scene, scenario))
        save = save_of(setting, scenario).as_json()
        files[f"Saves/{name}.json"] = to_bytes(save)
        files[f"Saves/{name}.png"] = thumbnail(save, pictures, setting.table.centre, known)
    names = [Path(name).stem for name in files if name.endswith(".json")]
    files[README] = read_me(game, delivery, names).encode()
    for name, data in album.files.items():
        files[delivery.place(name)] = data
    files[WARNINGS] = "\n".join([*shortcomings(setting), *album.warnings]).encode()
    return files
