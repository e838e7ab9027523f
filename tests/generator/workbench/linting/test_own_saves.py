"""What we make for Tabletop Simulator passes our own lint, game by game."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.definition.reader import load_game
from generator.packaging.scene import scene_of
from generator.packaging.seats import seats
from generator.packaging.tabletop.delivery import cache_name, from_cache
from generator.packaging.tabletop.save import save_of
from generator.packaging.tabletop.setting import Setting
from generator.packaging.tabletop.undrawn import undrawn
from generator.starting import STARTERS, begin
from generator.tabletop_simulator.calibration import calibration
from generator.tabletop_simulator.save import to_bytes
from generator.workbench.linting.saves import lint_save
from generator.workbench.tts.addresses import addresses_of

GAMES = ["graf_spee", "naval", "cards"]
"""Between them: private maps, cups, states, atlases, decks in set order."""


@pytest.mark.parametrize("name", GAMES)
def test_a_lint_finds_nothing_in_a_save_of_ours(name: str, tmp_path: Path) -> None:
    if name in STARTERS:
        begin(tmp_path / "game", name)
    game = load_game(tmp_path / "game" if name in STARTERS else name)
    known = calibration()
    scene = scene_of(game)
    delivery = from_cache(game.id, known.cache_name)
    setting = Setting(scene, seats(game), undrawn(scene, known), delivery.url, known)
    data = save_of(setting, game.scenario()).as_json()
    save = tmp_path / "Saves" / "save.json"
    cache = tmp_path / "Mods" / "Images"
    for folder in (save.parent, cache):
        folder.mkdir(parents=True)
    save.write_bytes(to_bytes(data))
    for address in addresses_of(data):
        picture = cache / cache_name(address, known.cache_name)
        picture.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(8))
    assert lint_save(save).findings == ()
