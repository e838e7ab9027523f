"""Logs of Under Ten Flags written command by command, without our own player's hand.

Each act leaves what the logs beside this file show that VASSAL leaves of it: the piece that a
face-down deck masks as it is drawn, the move, the new stack, the report, the properties of a roll.
Declarations are lines of the chat; buttons that do more than that are not pressed here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from generator.vassal import saves, trees
from generator.vassal.archive import Archive
from generator.vassal.commands import (
    AddPiece,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    MovePiece,
    Nothing,
    Player,
    RemovePiece,
    Undo,
)
from generator.vassal.trees import Node
from tests.modules.under_ten_flags.scripts import Act, spots
from tests.modules.under_ten_flags.table import BRITISH, GERMAN, the_game, the_module
from tests.validator.audit.planting import in_state
from validator.table import Deck, Piece, Table

_PLAYERS = {side: f"made-up-{side.lower()}" for side in (GERMAN, BRITISH)}
_FACE_UP = [deck.id for one in the_game().maps for deck in one.decks if deck.draw_face_up]
"""Decks whose cards everybody sees as they are drawn."""


class Written:
    """A log that grows act by act."""

    def __init__(self) -> None:
        with Archive(the_module()) as archive:
            self._begin = saves.from_bytes(archive.read("standard.vsav"), "standard.vsav")
        self._steps: list[list[Command]] = []
        self._before: list[Table] = []
        self._ids = 9_000_000_000_000
        self.table = Table().apply_all(self._begin.position())
        self._names = {one.id: one.name for one in the_game().maps}

    def play(self, acts: Iterable[Act]) -> Written:
        """Acts of a script, one step each."""
        for act in acts:
            getattr(self, f"_{act.verb}")(act)
        return self

    def _log(self, *commands: Command) -> None:
        self._before.append(self.table.copy())
        self.table.apply_all(commands)
        self._steps.append(list(commands))

    def _piece(self, unit: str) -> Piece:
        return next(one for one in self.table.pieces.values() if one.marker("UnitId") == unit)

    # --- acts ---------------------------------------------------------------------------

    def _drag(self, act: Act) -> None:
        for unit in act.units:
            self.put(act.side, unit, self._names[act.map], *spots()[act.map, act.place])

    def _draw(self, act: Act) -> None:
        self._drag(act)

    def put(self, side: str, unit: str, map_name: str, x: int, y: int) -> None:
        """A counter is put on a point."""
        piece = self._piece(unit)
        lies = self.table.container(piece)
        deck = self.table.deck_at(map_name, x, y)
        commands: list[Command] = []
        if isinstance(lies, Deck) and lies.face_down and lies.name not in _FACE_UP:
            commands.append(in_state(piece, "obs;", f"{side};false|0"))
        under = None if deck is None else next(reversed(deck.members), None)
        stack = f"{map_name};{x};{y}"
        there = [p.id for p in self.table.pieces.values() if (p.map, p.x, p.y) == (map_name, x, y)]
        if deck is None and there:
            under = there[-1]
        old = (piece.map, piece.x, piece.y)
        commands.append(MovePiece(piece.id, map_name, x, y, under, *old, None, _PLAYERS[side]))
        if deck is None and not there:
            self._ids += 1
            commands.append(AddPiece(str(self._ids), "stack", f"{stack};{piece.id};@@1"))
        self._log(*commands)

    def _pick(self, act: Act) -> None:
        piece = self._piece(act.units[0])
        match act.words:
            case "Flip":
                layer = next(part for part in piece.model.traits if part.id == "emb2;")
                level = piece.level(layer.text("name")) or 1
                state = str(level % len(layer["imageNames"]) + 1)
                change = in_state(piece, "emb2;", state)
            case "Turn over":
                change = in_state(piece, "obs;", "null;" if piece.mask else f"{act.side};false|0")
            case turned:
                step = 1 if turned == "Turn right" else -1
                at = next(n for n, one in enumerate(piece.model.traits) if one.id == "rotate;")
                change = in_state(piece, "rotate;", str((int(piece.state(at)) + step) % 6))
        self._log(change)

    def _press(self, act: Act) -> None:
        keyword = next(one.keyword for one in the_game().actions if one.name == act.words)
        self._log(Nothing(), Chat(f"* ! {act.side} declares {keyword}, turn 1 [{act.side} Player]"))

    def _roll(self, act: Act) -> None:
        shown = ",".join(map(str, act.dice))
        self._log(
            Chat(f"*** {act.words} = {shown} ** &lt;{act.side} Player&gt; [{act.side}]"),
            *(
                ChangeProperty(f"{act.words}_{name}", "", value, "Module")
                for name, value in (("result", shown), ("total", str(sum(act.dice))))
            ),
        )

    def _say(self, act: Act) -> None:
        self._log(Chat(f"<{act.side} Player> - {act.words}"))

    def _undo(self, act: Act) -> None:
        del act
        back = [one for command in reversed(self._steps[-1]) for one in self._opposite(command)]
        self._log(Undo(True), *back, Undo(False))

    def _opposite(self, command: Command) -> Iterable[Command]:
        match command:
            case MovePiece(id=ident, map=map_name, x=x, y=y, player=player):
                old = (command.old_map, command.old_x, command.old_y)
                yield MovePiece(ident, *old, None, map_name, x, y, None, player)
            case ChangePiece(id=ident, state=state, old=old) if old is not None:
                yield ChangePiece(ident, old, state)
            case AddPiece(id=ident) if ident is not None:
                yield RemovePiece(ident)

    # --- the file -----------------------------------------------------------------------

    def write(self, path: Path) -> Path:
        """The log as a file."""
        root = self._begin.tree()
        ended = next(at for at, row in enumerate(root.children) if row.text == "end_save")
        first = next(
            at for at, row in enumerate(root.children) if row.text and row.text[:2] != "+/"
        )
        seats = [Player(word, f"{side} Player", side) for side, word in _PLAYERS.items()]
        children = (
            *root.children[:first],
            trees.node(*seats),
            *root.children[first : ended + 1],
            *(trees.step(*step) for step in self._steps),
        )
        text = trees.encode(Node(root.text, children)).encode("utf-8")
        saves.write(path, replace(self._begin, text=text))
        return path
