"""Hands at the tables of the games to begin with: what they did is read from the recorder's log."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from generator.definition import load_game
from generator.files import replace_file
from generator.packaging.scene import Scene, scene_of
from generator.starting import STARTERS, begin
from generator.tabletop_simulator.save import to_bytes
from validator.audit.logs import open_files, read_files
from validator.playing.tabletop.savegame import set_table
from validator.playing.tabletop.stage import TabletopStage
from validator.table import Deck, Table

GESTURES = 60

Lying = tuple[str, bool, int]
"""Place or deck, whether it is face down for all to see, and which face is up."""


@pytest.mark.parametrize("like", STARTERS)
def test_a_table_is_read_as_hands_left_it(like: str, tmp_path: Path) -> None:
    begin(tmp_path / "game", like)
    game = load_game(str(tmp_path / "game"))
    stage, world = set_table(game, tables=None, seed=1)
    scene, rng = scene_of(game), Random(1)
    units = list(scene.starts[game.scenario().id])
    before = {unit: _lies(stage, unit) for unit in units}
    for _ in range(GESTURES):
        _anything(stage, scene, rng, rng.choice(units))
    path = tmp_path / "save.json"
    replace_file(path, to_bytes(world.save()))
    (log,) = read_files(open_files([path]), game, None, reveal=True)
    table = log.reading.table(len(log.reading.steps))
    left = {unit: _lies(stage, unit) for unit in units}
    assert {unit: _read(scene, table, unit) for unit in units} == left
    assert sum(left[unit] != before[unit] for unit in units) > 5


def _anything(stage: TabletopStage, scene: Scene, rng: Random, unit: str) -> None:
    """Drag a piece to a place or to a deck for its kind, or do what its menu offers."""
    game, counter = scene.game, scene.piece(unit)
    side = rng.choice([one.id for one in game.sides if one.role == "player"])
    decks = {deck.name for deck in scene.decks}
    words = ["Turn over", "Flip", "Turn right", "Turn left", *(one.name for one in game.actions)]
    words += [f"Back to the {deck}" for deck in sorted(decks)]
    offered = [one for one in words if stage.offers(unit, one)]
    if offered and stage.where(unit) not in decks and rng.random() < 0.4:
        stage.choose(side, unit, rng.choice(offered))
        return
    map_ = rng.choice([one for one in scene.maps if one.layout.places])
    into = [
        deck.name
        for deck in scene.decks
        if deck.map == map_.name and (not deck.kinds or counter.kind in deck.kinds)
    ]
    stage.drag(side, [unit], map_.id, rng.choice([*map_.layout.places, *into]))


def _lies(stage: TabletopStage, unit: str) -> Lying:
    where = stage.where(unit)
    in_deck = where in {deck.id for map_ in stage.game.maps for deck in map_.decks}
    return where, stage.face_down(unit) and not in_deck, stage.face(unit)


def _read(scene: Scene, table: Table, unit: str) -> Lying:
    piece = next(one for one in table.pieces.values() if one.marker("UnitId") == unit)
    holder, level = table.container(piece), piece.level("Face")
    look = level - 1 if level else 0
    if isinstance(holder, Deck):
        return holder.name, False, look
    place = scene.map(piece.map or "").layout.locate(piece.x, piece.y)
    return place.id if place is not None else "", piece.mask is not None, look
