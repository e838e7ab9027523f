"""A small game to break in many ways."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.definition import DefinitionError, load_game
from generator.definition.schema import Game

TINY = {
    "game.yaml": """\
id: tiny
name: Tiny
version: "1"
theme: admiralty
credits: {design: Nobody, edition: test, notice: None}
sides:
  - {id: Red, colour: "#aa0000"}
  - {id: Blue, colour: british}
properties:
  - {name: Score}
sequence:
  - id: move
    number: "1"
    name: Move
    side: Red
    actions: [done]
    tracked: true
decisions:
  - {id: D-1, gap: Who begins, ruling: Red}
""",
    "map.yaml": """\
maps:
  - id: field
    name: Field
    width: 200mm
    height: 10in
    grid:
      kind: hex
      zone: Field
      orientation: flat
      size: 10mm
      origin: {x: 20mm, y: 20mm}
      numbering: {kind: offset}
      extent: [4, 3]
    boxes:
      - {id: Dead, x: 150mm, y: 10mm, width: 40mm, height: 40mm}
    decks:
      - {id: Cup, box: Dead, x: 165mm, y: 30mm}
    tracks:
      - {id: Points, prefix: Score, last: 9, x: 10mm, y: 150mm, width: 150mm, height: 15mm,
         property: Score}
    features:
      - {id: home, hexes: [0101, "0102"], leads_to: Dead}
""",
    "counters.yaml": """\
templates:
  - {id: tank, side: Red, kind: AFV, values_from: {chart: units, row: AFV}, faces: [{}]}
counters:
  - {id: "t{n}", name: "Tank {n}", template: tank, count: 3,
     faces: [{id: front, title: "{name}", right: "{strength}"}]}
  - {id: flag, name: Flag, side: Blue, kind: flag, size: 0.5in, values: {strength: 9},
     faces: [{id: front}]}
""",
    "charts.yaml": """\
charts:
  - id: units
    kind: table
    name: Units
    columns: [{id: strength}]
    rows: [{id: AFV, cells: {strength: 4}}]
  - id: fire
    kind: table
    name: Fire
    dice: 1d6
    columns: [{id: hits}]
    rows:
      - {rolls: [1, 4], cells: {hits: 0}}
      - {rolls: [5, 6], cells: {hits: {value: 1, status: reconstructed, decision: D-1}}}
""",
    "actions.yaml": """\
actions:
  - {id: done, keyword: DONE, side: Red, name: Done, dice: fire, score: {Score: 1}, steps: [move]}
dice:
  - {id: fire, name: Fire, count: 1, chart: fire}
""",
    "scenarios/one.yaml": """\
id: one
name: One
first_step: move
placements:
  - {pieces: [t1, t2], map: field, at: 0203}
  - {pieces: [t3], map: field, at: Cup}
  - {pieces: [flag], map: field, at: Score 3}
""",
}


class Folder:
    """A game folder in the making: change it, then load it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        for name, text in TINY.items():
            self.write(name, text)

    def write(self, name: str, text: str | bytes) -> Path:
        """Put a file into the folder."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    def change(self, name: str, old: str, new: str) -> None:
        """Replace one text in a file; it must stand there exactly once."""
        text = (self.path / name).read_text("utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        self.write(name, text.replace(old, new))

    def load(self, *overlays: str | Path) -> Game:
        """The game of the folder."""
        return load_game(self.path, overlays)

    def broken(self, *overlays: str | Path) -> list[str]:
        """What the reader says is wrong, one line for each trouble."""
        with pytest.raises(DefinitionError) as caught:
            self.load(*overlays)
        return str(caught.value).split("\n")


@pytest.fixture
def tiny(tmp_path: Path) -> Folder:
    """A correct small game."""
    return Folder(tmp_path / "tiny")


@pytest.fixture
def said(tiny: Folder) -> Callable[[str, str, str], str]:
    """Break one text of one file; the only trouble the reader reports."""

    def break_one(name: str, old: str, new: str) -> str:
        tiny.change(name, old, new)
        (trouble,) = tiny.broken()
        return trouble

    return break_one
