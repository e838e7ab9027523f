"""A log in which the sight ruler was used is read as one without it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from generator.definition.reader import load_game
from generator.vassal import saves, trees
from generator.vassal.archive import Archive
from generator.vassal.commands import AddPiece, ChangeProperty, Chat, Log, Player
from generator.vassal.traits import is_furniture
from generator.vassal.trees import Node
from tests.blank_module import write_blank_module
from validator.audit import audit
from validator.audit.findings import Finding
from validator.playing.gestures_counters import Counters
from validator.playing.gestures_module import PlayedModule
from validator.table import Table


def _setup(tmp_path: Path) -> saves.Save:
    path = write_blank_module(load_game("red_flags"), tmp_path)
    with Archive(path) as archive:
        return saves.from_bytes(archive.read(PlayedModule.read(path).setup()), "set-up")


def test_the_marks_are_no_pieces_of_the_table(tmp_path: Path) -> None:
    position = list(_setup(tmp_path).position())
    laid = [one for one in position if isinstance(one, AddPiece) and is_furniture(one.type)]
    assert len(laid) == 216
    table = Table().apply_all(position)
    assert not any(is_furniture(piece.type) for piece in table.pieces.values())
    assert not {one.id for one in Counters(position)} & {one.id for one in laid}


def test_no_finding_tells_of_the_ruler(tmp_path: Path) -> None:
    setup = _setup(tmp_path)
    root = setup.tree()
    first = next(
        at for at, row in enumerate(root.children) if row.text and not row.text.startswith("+/")
    )
    looked = [("0", "72"), ("72", "131"), ("131", "0")]
    steps = [trees.node(Log(ChangeProperty("SightFrom", *one, "Module"))) for one in looked]
    said = [trees.node(Log(Chat("<Ann> - a look at the map")))]
    roster = trees.node(Player("word-1", "Ann", "Soviet"))

    def told(name: str, steps: list[Node]) -> list[Finding]:
        children = (*root.children[:first], roster, *root.children[first:], *steps)
        text = trees.encode(replace(root, children=children)).encode()
        path = tmp_path / name
        path.write_bytes(saves.pack(replace(setup, text=text)))
        return list(audit([path], "red_flags").findings)

    codes = [one.code for one in told("with.vlog", steps)]
    assert codes == [one.code for one in told("without.vlog", said)]
    assert not any(code.startswith("table.") for code in codes)
