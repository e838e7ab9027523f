"""Tables at which anything is done, recorded by the recorder itself: what is read of the log is
what lies on the table in the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from generator.definition.schema import Game
from generator.packaging.scene import look_of, scene_of
from generator.packaging.seats import seats
from generator.tabletop_simulator.calibration import calibration
from generator.tabletop_simulator.objects import Json
from validator.playing.tabletop.fidgeting import Fidget
from validator.playing.tabletop.savegame import set_table
from validator.reading import reader
from validator.reading.tabletop.log import Log
from validator.reading.tabletop.places import Places
from validator.reading.tabletop.played import as_save, opened
from validator.reading.tabletop.recorded import recorded_in
from validator.table import Deck, Table

_UNTOLD = ("_copy", "_delete", "_push")
"""Acts after which one log line tells of two objects, or of none."""


def fidgeted(game: Game, seed: int, acts: int) -> Json:
    """A save of a table at which somebody did something every moment."""
    _, world = set_table(game, {}, seed=seed)
    fidget = Fidget(world, [*seats(game), "Pink"], seed)
    fidget._acts = [row for row in fidget._acts if row[1].__name__ not in _UNTOLD]
    for _ in range(acts):
        fidget.act()
    world.wait(20)
    return world.save()


def lying(objects: list[Json], inside: str = "") -> Iterator[tuple[str, Json, str]]:
    """Every object of a save: memo, itself, and the memo of what it is in."""
    for one in objects:
        memo = one.get("Memo") or f"~{one['GUID']}"
        yield memo, one, inside
        yield from lying(one.get("ContainedObjects") or [], memo)


def in_the_air(log: Log) -> set[str]:
    """What was taken up, or out of something, and is not told to lie anywhere since."""
    found: set[str] = set()
    for entry in log.entries:
        memo = getattr(entry, "piece", "")
        name = type(entry).__name__
        if name in ("Pick", "Leave"):
            found.add(memo)
        elif name in ("Drop", "Settle", "Enter"):
            found.discard(memo)
    return found


@pytest.mark.parametrize("seed", [2, 5])
def test_what_is_read_is_what_lies_on_the_table(table_game: Game, seed: int) -> None:
    root = fidgeted(table_game, seed, acts=140)
    recorded = recorded_in(root, "game.json", "0" * 64)
    assert recorded.log.chain.whole and not recorded.log.damages
    save = as_save(opened(recorded), table_game)
    assert not save.doubts
    table = reader.read(save, game=table_game, private_maps=save.hands).table()
    scene = scene_of(table_game)
    places = Places(scene, recorded.log.header.boards, calibration())
    away = in_the_air(recorded.log)
    objects = list(lying(root["ObjectStates"]))
    checked = 0
    for memo, one, inside in objects:
        if not memo.startswith("piece/") or inside or memo in away:
            continue
        found = _piece(table, memo.removeprefix("piece/"))
        assert found is not None
        if found.map not in {map_.name for map_ in scene.maps} or found.x == -100:
            continue  # in a hand
        at: dict[str, Any] = one["Transform"]
        spot = places.spot((round(at["posX"] * 1000), 0, round(at["posZ"] * 1000)))
        holder = table.container(found)
        assert (holder.name if isinstance(holder, Deck) else "") == spot.deck, memo
        near = 10 if spot.free else 0
        assert found.map == spot.map, memo
        assert abs(found.x - spot.x) <= near and abs(found.y - spot.y) <= near, memo
        down = 90 < at["rotZ"] % 360 < 270
        states = one.get("States") or {}
        state = next(n for n in range(1, len(states) + 2) if str(n) not in states)
        look, masked = look_of(scene.piece(memo.removeprefix("piece/")), state, down)
        assert (found.mask is not None) == masked, memo
        assert not found.model.layers or found.state(found.model.layers[0].at) == str(look + 1)
        checked += 1
    assert checked > 3


def _piece(table: Table, unit: str) -> Any:
    return next((one for one in table.pieces.values() if one.marker("UnitId") == unit), None)
