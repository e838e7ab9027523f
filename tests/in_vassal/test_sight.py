"""VASSAL shows by the sight ruler what the rules ask, and a log tells of it to nobody's harm."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.definition.reader import load_game
from generator.packaging.ruler import hex_grid, numbering, ruler_of
from generator.vassal.archive import Archive
from generator.vassal.commands import ChangeProperty, Log
from generator.vassal.trees import Node

from .conftest import command_line

pytestmark = pytest.mark.vassal

LOOKS = (
    ("GI1", "What it sees", "0906", 0),
    ("ST1", "Front, sides and rear", "0506", 3),
    ("SO1", "What it sees", "0404", 0),
    ("GT1", "Front, sides and rear", "1406", 6),
)
"""Counter, entry of its menu, where it stands, the number of the direction whose arcs are shown."""


def test_a_key_shows_what_a_counter_sees(
    acted: Callable[[Path, bytes, list[str]], list[Node]], tmp_path: Path
) -> None:
    command_line("build", "red_flags", "-o", tmp_path, "--dpi", 72)
    (module,) = tmp_path.glob("*.vmod")
    with Archive(module) as archive:
        save = archive.read("first_shots.vsav")
    script = ["as\tGerman Player\tword-1\tGerman"]
    for number, (unit, words, _, _) in enumerate(LOOKS):
        script += [f"menu\t{unit}\t{words}", f"tints\t{tmp_path / f'{number}.txt'}"]
    script += ["button\tClear sight", f"tints\t{tmp_path / 'clear.txt'}"]
    steps = acted(module, save, script)

    game = load_game("red_flags")
    ruler, numbers = ruler_of(game), numbering(hex_grid(game)).numbers
    for number, (_, _, at, facing) in enumerate(LOOKS):
        lines = (tmp_path / f"{number}.txt").read_text("utf-8").splitlines()
        shown = dict(line.removeprefix("Sight of ").split("\t") for line in lines)
        assert shown == {name: ruler.shows(at, name, facing) for name in numbers}, at
    assert {line.split("\t")[1] for line in (tmp_path / "clear.txt").read_text().splitlines()} == {
        "1"
    }
    changed = [
        (one.command.name, one.command.new)
        for step in steps
        for one in (row.command for row in step.walk())
        if isinstance(one, Log) and isinstance(one.command, ChangeProperty)
    ]
    assert ("SightFrom", str(numbers["0906"])) in changed and ("SightFrom", "0") in changed
