"""A module as others build them, put together component by component and not by a build, and a log
of a game on it: its pieces bear no ids of a definition, its grid and its reports are its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from generator.vassal import documents, saves, trees
from generator.vassal.commands import (
    AddPiece,
    BeginSave,
    Board,
    ChangeProperty,
    Chat,
    Command,
    EndSave,
    MovePiece,
    Player,
    SetBoards,
    SetTurn,
)
from generator.vassal.documents import Element
from generator.vassal.locations import Locations
from generator.vassal.locations import read as locations_of
from generator.vassal.metadata import Metadata
from generator.vassal.modules import read
from generator.vassal.traits import piece_state, piece_type
from generator.vassal.trees import Node
from tests.generator.workbench.modules_to_import import (
    GRIDS,
    PANEL,
    board,
    component,
    entry,
    module,
    picker,
    piece_slot,
    with_parts,
)
from tests.generator.workbench.small_modules import chain_of

NAME = "Old Game"
MAP = "Main Map"
SLOTS = {"Tiger": 17, "Scout": 23}
"""The pieces of its palette and their numbers (gpid)."""
TRACKER = "Turn"
_PASSWORD = "nobody's own"


def write_old_module(path: Path) -> Path:
    """The module: a map of hexes, two pieces, a die, a turn counter, two sides."""
    numbers = {"hType": "N", "vType": "N", "hLeading": 1, "vLeading": 1, "first": "H", "sep": ""}
    grid = documents.make(
        GRIDS + "HexGrid",
        {"dx": "40.0", "dy": "46.0", "x0": "20", "y0": "23", "sideways": "false", "snapTo": "true"},
    )
    words = {name: str(value) for name, value in numbers.items()}
    grid.append(documents.make(GRIDS + "mapgrid.HexGridNumbering", words))
    made = component("Map", mapName=MAP, edgeWidth=0, edgeHeight=0)
    field = with_parts(made, picker(board("Field", grid, image="board.png")))
    palette: Element = documents.make(PANEL, {"entryName": "Units"})
    for name, gpid in SLOTS.items():
        palette.append(piece_slot(name, gpid))
    turns = with_parts(
        component("turn.TurnTracker", name=TRACKER, turnFormat="$level1$"),
        component("turn.CounterTurnLevel", property="Turn", start="1"),
    )
    die = component(
        "DiceButton", name="1d6", nDice="1", nSides="6", reportFormat="** $name$ = $result$ **"
    )
    roster = with_parts(component("PlayerRoster"), entry("Axis"), entry("Allied"))
    tray = with_parts(component("PieceWindow", name="Pieces"), palette)
    module(field, tray, die, turns, roster).write(path)
    return path


class OldLog:
    """A log in the making: the pieces stand where they were put, each verb is one step."""

    def __init__(self, module_path: Path) -> None:
        self._places: Locations = locations_of(read(module_path))
        self._standing: dict[str, tuple[int, int]] = {}
        self._steps: list[tuple[Command, ...]] = []
        self._first: list[Command] = []
        self._turn = 1

    def _at(self, place: str) -> tuple[int, int]:
        """The middle of a hex, where VASSAL lets a piece snap to."""
        laid = (Board("Field", 0, 0),)
        inside = [
            (x, y)
            for x in range(0, 400, 4)
            for y in range(0, 300, 4)
            if self._places.spot(MAP, x, y, laid).location == place
        ]
        xs, ys = zip(*inside, strict=True)
        return sum(xs) // len(xs), sum(ys) // len(ys)

    def put(self, piece: str, name: str, place: str) -> OldLog:
        """A piece of the palette, on the map before the log begins."""
        x, y = self._standing[piece] = self._at(place)
        *outer, basic = chain_of(name, gpid=str(SLOTS[name]))
        chain = (*outer, basic.with_state(f"{MAP};{x};{y};{SLOTS[name]};0"))
        self._first.append(AddPiece(piece, piece_type(chain), piece_state(chain)))
        return self

    def move(self, piece: str, place: str) -> OldLog:
        """A drag."""
        old, new = self._standing[piece], self._at(place)
        self._standing[piece] = new
        line = Chat(f"* {piece} moves")
        self._steps.append((MovePiece(piece, MAP, *new, None, MAP, *old, None, _PASSWORD), line))
        return self

    def report(self, line: str) -> OldLog:
        """A line that a trait or a button of the module reports."""
        self._steps.append((Chat(line),))
        return self

    def roll(self, die: int) -> OldLog:
        """The die."""
        told = Chat(f"** 1d6 = {die} ** <Ann>")
        self._steps.append((told, ChangeProperty("1d6_result", "", str(die), "Module")))
        return self

    def end_turn(self) -> OldLog:
        """The turn counter goes on."""
        self._turn += 1
        self._steps.append((SetTurn(TRACKER, f"0|{self._turn}"),))
        return self

    def write(self, path: Path) -> Path:
        """The log as a file."""
        opened: Iterator[Command] = iter(
            (
                BeginSave(),
                *self._first,
                Player(_PASSWORD, "Ann", "Axis"),
                SetBoards(MAP, (Board("Field", 0, 0),)),
                SetTurn(TRACKER, "0|1"),
                EndSave(),
            )
        )
        first, *others = opened
        below = tuple(trees.node(one) for one in others)
        root = Node(trees.node(first).text, (*below, *(trees.step(*one) for one in self._steps)))
        meta = Metadata(version="2.1", vassal_version="3.7.9")
        named = Metadata(name=NAME, version="2.1", vassal_version="3.7.9")
        saves.write(path, saves.Save(trees.encode(root).encode(), savedata=meta, moduledata=named))
        return path


def write_old_log(path: Path, module_path: Path) -> Path:
    """A game in which the Tiger moves two hexes and then five, fires twice and rolls once."""
    log = OldLog(module_path).put("111", "Tiger", "0101").put("112", "Scout", "0404")
    log.move("111", "0103").report("* Tiger opens fire *").roll(4).end_turn()
    log.move("112", "0402").move("111", "0603").report("* Tiger opens fire *").end_turn()
    return log.move("112", "0404").write(path)
