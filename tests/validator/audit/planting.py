"""Real logs with an offence planted in them: commands taken out, put in or changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from generator.vassal import saves, traits, trees
from generator.vassal.commands import (
    AddPiece,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    MovePiece,
    Nothing,
    RemovePiece,
    Undo,
    Unknown,
)
from generator.vassal.saves import Save
from generator.vassal.trees import Node
from validator.reading import reader
from validator.table import Deck, Piece, Table

ONE, TWO = "secret-one", "secret-two"
"""The passwords of the reference logs: the German player's and the British player's."""
Kind = TypeVar("Kind", bound=Command)


class Planted:
    """A log taken apart into steps; `write` puts it together again."""

    def __init__(self, path: Path) -> None:
        self.save = saves.read(path)
        self.steps = [list(filter(_tells, step)) for step in self.save.steps()]
        tree = self.save.tree()
        self._root = tree.text
        self._position = [one for one in tree.children if not one.text.startswith("LOG\t")]

    def table(self, step: int | None = None) -> Table:
        """The table after a step of the log as it was."""
        return reader.read(self.save).table(step)

    def piece(self, name: str, step: int | None = None) -> Piece:
        """A piece by its name, as it is after a step (or at the end)."""
        return next(one for one in self.table(step).pieces.values() if one.name == name)

    def deck(self, name: str, step: int | None = None) -> Deck:
        """A deck by its name."""
        return next(one for one in self.table(step).decks() if one.name == name)

    def first(self, kind: type[Kind], step: int) -> Kind:
        """The first command of a kind in a step, from 1."""
        return next(one for one in self.steps[step - 1] if isinstance(one, kind))

    def then(self, *commands: Command) -> Planted:
        """Another step at the end."""
        self.steps.append(list(commands))
        return self

    def undo(self, step: int) -> Planted:
        """A step at the end that takes one back, as VASSAL writes it."""
        back = [one for command in reversed(self.steps[step - 1]) for one in _opposite(command)]
        return self.then(Undo(True), *back, Undo(False))

    def edit(self, step: int, change: Callable[[Command], Command | None]) -> Planted:
        """Change every command of a step; None takes it out."""
        changed = (change(command) for command in self.steps[step - 1])
        self.steps[step - 1] = [one for one in changed if one is not None]
        return self

    def without(self, step: int) -> Planted:
        """Cut a step out."""
        del self.steps[step - 1]
        return self

    def begin_with(self, old: str, new: str) -> Planted:
        """Other words in the commands that set up the game."""
        changed = [_reworded(one, old, new) for one in self._position]
        assert changed != self._position
        self._position = changed
        return self

    def write(self, path: Path, **metadata: str) -> Path:
        """The log, whole again; ``metadata`` of the save may be changed."""
        made = [trees.step(*step) for step in self.steps if step]
        text = trees.encode(Node(self._root, (*self._position, *made))).encode("utf-8")
        data = replace(self.save.savedata, **metadata) if metadata else self.save.savedata
        saves.write(path, Save(text, self.save.veil, data, self.save.moduledata))
        return path


def _reworded(node: Node, old: str, new: str) -> Node:
    below = tuple(_reworded(one, old, new) for one in node.children)
    return Node(node.text.replace(old, new), below)


def _tells(command: Command) -> bool:
    return not isinstance(command, Nothing | Unknown)


def _opposite(command: Command) -> Iterator[Command]:
    match command:
        case MovePiece():
            yield replace(
                command,
                map=command.old_map,
                x=command.old_x,
                y=command.old_y,
                under=command.old_under,
                old_map=command.map,
                old_x=command.x,
                old_y=command.y,
                old_under=command.under,
            )
        case ChangePiece(ident, state, old) if old is not None:
            yield ChangePiece(ident, old, state)
        case ChangeProperty(name, old, new, container):
            yield ChangeProperty(name, new, old, container)
        case AddPiece(id=ident) if ident is not None:
            yield RemovePiece(ident)
        case Chat(text):
            yield Chat(f"* UNDO: {text}")


def whole(piece: Piece, states: Sequence[str] = ()) -> str:
    """A piece's whole state, its place included; or with other states of its traits."""
    place = traits.basic_state(piece.map, piece.x, piece.y, piece.gpid)
    return traits.nest([*(states or piece.states)[: len(piece.model.traits) - 1], place])


def at(piece: Piece, x: int, y: int) -> Piece:
    """The piece on another point of its map."""
    return piece.moved(piece.map, x, y, piece.parent)


def moved(piece: Piece, x: int, y: int, by: str, map_: str | None = None) -> MovePiece:
    """The move of a piece to a free point."""
    goal = map_ or piece.map
    return MovePiece(piece.id, goal, x, y, None, piece.map, piece.x, piece.y, None, by)


def in_state(piece: Piece, trait: str, state: str) -> ChangePiece:
    """A trait of a piece (the first of its kind) in another state."""
    place = next(n for n, part in enumerate(piece.model.traits) if part.id == trait)
    states = [*piece.states[:place], state, *piece.states[place + 1 :]]
    return ChangePiece(piece.id, whole(piece, states), whole(piece))


def rolled(button: str, old: str, new: str) -> list[Command]:
    """A roll of one die, as VASSAL 3.7 writes it."""
    return [
        Chat(f"*** {button} = {new} ** &lt;German Player&gt;"),
        ChangeProperty(f"{button}_result", old, new, "Module"),
        ChangeProperty(f"{button}_total", old, new, "Module"),
        ChangeProperty(f"{button}_keep", "1", "1", "Module"),
        ChangeProperty(f"{button}_summary", old, new, "Module"),
    ]
