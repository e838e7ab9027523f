"""A small module as others build them, and a log of a game on it: to try an import and rules on.

No build made it: its pieces bear no ids of a definition, its grid and its reports are its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from generator.vassal import archive, saves, trees
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
from generator.vassal.locations import Locations
from generator.vassal.locations import read as locations_of
from generator.vassal.metadata import Metadata
from generator.vassal.modules import read
from generator.vassal.traits import piece_state, piece_type, trait
from generator.vassal.trees import Node

NAME = "Old Game"
MAP = "Main Map"
SLOTS = {"Tiger": 17, "Scout": 23}
"""The pieces of its palette and their numbers (gpid)."""
TRACKER = "Turn"
_PASSWORD = "nobody's own"
_MADE = "1700000000000"
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
_SLOT = (
    '<VASSAL.build.widget.PieceSlot entryName="{0}" gpid="{1}">'
    "+/null/piece;;;unit.png;{0}/null;0;0;{1};0</VASSAL.build.widget.PieceSlot>"
)
_BUILD_FILE = f"""{_XML}
<VASSAL.build.GameModule description="To try an import on" name="{NAME}" version="2.1">
  <VASSAL.build.module.Map edgeHeight="0" edgeWidth="0" mapName="{MAP}">
    <VASSAL.build.module.map.BoardPicker>
      <VASSAL.build.module.map.boardPicker.Board image="board.png" name="Field">
        <VASSAL.build.module.map.boardPicker.board.HexGrid dx="40.0" dy="46.0" x0="20" y0="23"
            sideways="false" snapTo="true" visible="true">
          <VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering first="H" sep=""
              hType="N" hLeading="1" vType="N" vLeading="1"/>
        </VASSAL.build.module.map.boardPicker.board.HexGrid>
      </VASSAL.build.module.map.boardPicker.Board>
    </VASSAL.build.module.map.BoardPicker>
  </VASSAL.build.module.Map>
  <VASSAL.build.module.PieceWindow name="Pieces">
    <VASSAL.build.widget.PanelWidget entryName="Units">
      {"".join(_SLOT.format(*row) for row in SLOTS.items())}
    </VASSAL.build.widget.PanelWidget>
  </VASSAL.build.module.PieceWindow>
  <VASSAL.build.module.DiceButton name="1d6" nDice="1" nSides="6"
      reportFormat="** $name$ = $result$ **"/>
  <VASSAL.build.module.turn.TurnTracker name="{TRACKER}" turnFormat="$level1$">
    <VASSAL.build.module.turn.CounterTurnLevel property="Turn" start="1"/>
  </VASSAL.build.module.turn.TurnTracker>
  <VASSAL.build.module.PlayerRoster>
    <entry>Axis</entry>
    <entry>Allied</entry>
  </VASSAL.build.module.PlayerRoster>
</VASSAL.build.GameModule>
"""
_DATA = f"""{_XML}
<data version="1">
  <version>2.1</version>
  <VassalVersion>3.7.9</VassalVersion>
  <dateSaved>{_MADE}</dateSaved>
  <name>{NAME}</name>
</data>
"""


def write_old_module(path: Path) -> Path:
    """The module: a map of hexes, two pieces, a die, a turn counter, two sides.

    Raises `generator.files.FileError`.
    """
    members = {
        "buildFile.xml": _BUILD_FILE.encode(),
        "moduledata": _DATA.encode(),
        "images/board.png": _picture(400, 300, (216, 209, 186)),
        "images/unit.png": _picture(30, 30, (96, 108, 84)),
    }
    archive.write(path, members)
    return path


def _picture(width: int, height: int, colour: tuple[int, int, int]) -> bytes:
    from PIL import Image

    out = BytesIO()
    Image.new("RGB", (width, height), colour).save(out, "PNG")
    return out.getvalue()


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
        basic = trait("piece;", commonName=name, imageName="unit.png")
        chain = (basic.with_state(f"{MAP};{x};{y};{SLOTS[name]};0"),)
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
