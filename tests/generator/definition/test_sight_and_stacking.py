"""What a game says of lines of sight and of stacks is refused in words where it cannot be held."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from generator.definition.reader import load_game
from generator.definition.troubles import DefinitionError
from generator.starting import begin

SIGHT = "\nsight: {map: map, kinds: [unit]}\n"
STACKING = "\nstacking: {map: map, most: 8, takes: [room, men]}\n"
STAFF = "  - {id: staff, name: Staff, width: 100mm, height: 100mm}\n"
FRONT = """
  - id: front
    name: The whole front
    width: 900mm
    height: 900mm
    grid:
      kind: hex
      zone: Front
      size: 8mm
      origin: {x: 20mm, y: 20mm}
      extent: [40, 26]
      numbering: {kind: offset}
"""
HEIGHTS = "    terrain:\n      levels:\n        1: [1006]\n"
REFUSED = {
    "no heights": (
        {"game.yaml": SIGHT},
        r"game.yaml:\d+:\d+: map 'map' has no heights, so nothing hides anything; give its terrain "
        r"levels:, or its kinds of ground values: {upright: 1}",
    ),
    "a height that is none": (
        {"game.yaml": SIGHT, "woods: {values: {": "woods: {values: {upright: tall, "},
        r"game.yaml:\d+:\d+: ground 'woods' has upright: 'tall'; accepted: 0, 1, 2, ...",
    ),
    "a map without hexes": (
        {"game.yaml": SIGHT.replace("map: map", "map: staff"), "map.yaml": STAFF},
        r"game.yaml:\d+:\d+: map 'staff' has no grid of hexes; lines of sight run over hexes only",
    ),
    "too many hexes": (
        {"game.yaml": SIGHT.replace("map: map", "map: front"), "map.yaml": FRONT},
        r"game.yaml:\d+:\d+: map 'front' has 10\d\d hexes; a sight ruler is made for 1000 at most",
    ),
    "a map that is none": (
        {"game.yaml": SIGHT.replace("map: map", "map: mop")},
        r"game.yaml:\d+:\d+: .*'mop'.*map",
    ),
    "a height that no chart holds": (
        {"game.yaml": SIGHT.replace("map: map", "map: map, eye: {chart: terrain, row: eye}")},
        r"game.yaml:\d+:\d+: the chart 'terrain' has no whole number in row 'eye'",
    ),
    "a property that the ruler keeps": (
        {
            "game.yaml": SIGHT + "properties: [{name: SightFrom}]\n",
            "    terrain:\n": HEIGHTS,
        },
        r"game.yaml:\d+:\d+: 'SightFrom' is what the sight ruler keeps; give the property another",
    ),
    "a stack too high": (
        {
            "game.yaml": STACKING,
            "template: unit, side: Soviet, kind: unit": "template: unit, side: Soviet, kind: unit, "
            "values: {room: 2, men: 3}",
        },
        r"scenarios/first.yaml:10:5: 1006 takes up 12 points of room with .* \(6\), .* \(6\); "
        "accepted: at most 8",
    ),
    "an unknown weapon": (
        {
            "template: unit, side: German, kind: unit": "template: unit, side: German, kind: unit, "
            "values: {weapon: laser}",
            "\ncharts:\n": "\ncharts:\n"
            "  - {id: weapons, kind: table, name: Weapons, named_by: weapon, "
            "columns: [{id: range, name: Range}], "
            "rows: [{id: lance, name: Lance, cells: {range: 1}}]}\n",
        },
        r"units.csv:\d+:1: .* has weapon: 'laser', no row of a table; .*accepted: lance",
    ),
}
"""What is changed (text for the end of a file, or what stands in the place of what), and what is
told of it."""


@pytest.fixture(scope="module")
def river(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("refused") / "river"
    begin(folder, "hex-and-counter")
    return folder


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_held_is_told_with_its_place(river: Path, tmp_path: Path, name: str) -> None:
    changes, told = REFUSED[name]
    folder = tmp_path / "mine"
    shutil.copytree(river, folder)
    for was, now in changes.items():
        _changed(folder, was, now)
    with pytest.raises(DefinitionError) as trouble:
        load_game(folder)
    assert re.search(told, str(trouble.value)), str(trouble.value)


def _changed(folder: Path, was: str, now: str) -> None:
    if was.endswith(".yaml"):
        with (folder / was).open("a", encoding="utf-8") as file:
            file.write(now)
        return
    for path in (folder / f"{name}.yaml" for name in ("map", "counters", "charts")):
        text = path.read_text("utf-8")
        path.write_text(text.replace(was, now, 1), "utf-8")
