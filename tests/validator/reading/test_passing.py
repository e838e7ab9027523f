"""The table as it passes: what is kept from step to step is what looking again would show."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.definition import load_game
from tests.blank_module import write_blank_module
from validator.playing import play_as_log
from validator.reading import reader
from validator.reading.passing import passing
from validator.reading.scenes import Heap, Scene
from validator.reading.views import View, view


def _maps(scene: Scene) -> list[str]:
    found = {one.place.map for one in scene.pieces} | set(scene.boards)
    return sorted(found | {one.place.map for one in scene.decks})


def _as_lies(scene: Scene) -> dict[str, tuple[Heap, ...]]:
    return {name: heaps for name in _maps(scene) if name and (heaps := scene.heaps(name))}


def _holds(seen: View) -> None:
    """Each scene on the way lies as the one that is made for its step alone, and differs from the
    one before on no other map than is said."""
    before: dict[str, tuple[Heap, ...]] = {}
    number = -1
    for number, (scene, maps, _) in enumerate(passing(seen)):
        assert scene.step == number
        here = _as_lies(scene)
        assert here == _as_lies(seen.scene(number))
        differs = {name for name in {*here, *before} if here.get(name) != before.get(name)}
        assert maps is None or differs <= maps
        before = here
    assert number == len(seen.steps)


@pytest.mark.parametrize("reveal", [False, True])
def test_the_logs_of_vassal_pass_as_they_lie(shared: Path, reveal: bool) -> None:
    reference = shared / "vassal" / "reference"
    logs = sorted((reference / "logs").glob("*.vlog"))
    assert logs
    for log in logs:
        _holds(view(reader.read_file(log, reference / "reference.vmod"), reveal=reveal))


def test_a_log_of_another_engine_passes_as_it_lies(shared: Path) -> None:
    folder = shared / "corpus" / "vassal"
    log = folder / "hex-n-counters-engine.vlog"
    _holds(view(reader.read_file(log, folder / "hex-n-counters-template.vmod")))


@pytest.mark.parametrize("side", [None, "German", "British"])
def test_a_played_game_passes_as_it_lies(tmp_path: Path, side: str | None) -> None:
    game = load_game("graf_spee")
    log = tmp_path / "game.vlog"
    play_as_log(game, write_blank_module(game, tmp_path), log, seed=7)
    _holds(view(reader.read_file(log), side))
