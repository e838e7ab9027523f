"""One pass through the steps of a file for all audits that examine its commands.

Events say what happened, but only the commands show old values and silent changes. The view says
what a reader of the report may know of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Protocol, TypeGuard

from generator.light import dataclass
from generator.vassal import sequences
from generator.vassal.commands import (
    AddPiece,
    Board,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    MovePiece,
    RemovePiece,
    SetProperty,
    SetTurn,
    Undo,
)
from generator.vassal.traits import STACK, Trait
from validator.audit.findings import Finding
from validator.audit.logs import GameLog
from validator.reading.players import is_typed, plain
from validator.reading.undoing import taken_back
from validator.reading.views import Seen, View, ViewStep
from validator.table import MODULE, Deck, Piece, Stack, Table
from validator.table.shelf import Shelf

_COVERING = frozenset({"obs;", "hide;"})
"""Traits that hide a piece from others; everybody sees that they do."""


@dataclass(frozen=True, slots=True)
class Before:
    """The things that a step's commands name, as they were before the step."""

    pieces: Mapping[str, Piece]
    """The named pieces, and those in named stacks and decks."""
    containers: Mapping[str, Stack | Deck]
    """The named stacks and decks, and those that hold named pieces."""
    declared: frozenset[tuple[str, str]]
    """The named properties that the module declares."""
    properties: Mapping[tuple[str, str], str]
    turns: Mapping[str, str]
    """The states of the named turn trackers."""
    _table: Table = field(repr=False)

    @property
    def boards(self) -> Shelf[str, tuple[Board, ...]]:
        """The boards of each map."""
        return self._table.boards

    def container(self, piece: Piece) -> Stack | Deck | None:
        """The stack or deck that held a named piece."""
        return self.containers.get(piece.parent or "")

    def deck_at(self, map_name: str | None, x: int, y: int) -> Deck | None:
        """The deck at a point; decks do not move."""
        here = self._table.deck_at(map_name, x, y)
        return self._as_it_was(here) if here is not None else None

    def _as_it_was(self, deck: Deck) -> Deck:
        before = self.containers.get(deck.id)
        return before if isinstance(before, Deck) else deck


@dataclass(frozen=True, slots=True)
class Moment:
    """One step: its commands, and the table before and after it."""

    number: int
    """Its number in the file, from 1."""
    step: int
    """Its number in the game; for a step that the reader does not see, the last one seen before."""
    commands: Sequence[Command]
    before: Before
    after: Table
    """Valid until the next step."""
    seen: ViewStep
    """What the reader sees of it; without events if nothing."""
    touched: Sequence[str]
    """The ids of the pieces, stacks and decks that its commands name."""
    takes_back: bool
    """Whether it undoes an earlier step."""
    taken_back: bool
    """Whether a later step undoes it."""
    view: View = field(repr=False)
    private_maps: Mapping[str, Sequence[str]] = field(repr=False)
    """Maps that only some sides may see."""
    _reals: dict[str, str] = field(repr=False)
    """VASSAL's ids of the named pieces by their public ids; filled when needed."""

    def sight_before(self, ident: str) -> Seen | None:
        """A named piece as the reader saw it before the step; None if it was out of sight."""
        piece = self.before.pieces.get(ident)
        return self.view.sight(piece, self.before, self.number - 1) if piece is not None else None

    def sight_after(self, ident: str) -> Seen | None:
        """A piece as the reader sees it after the step; None if it is out of sight."""
        piece = self.after.pieces.get(ident)
        return self.view.sight(piece, self.after, self.number) if piece is not None else None

    def piece(self, ident: str) -> Seen | None:
        """A piece as the reader sees it after the step, or else before; None if out of sight."""
        now = self.sight_after(ident)
        return now if now is not None else self.sight_before(ident)

    def real(self, public: str) -> Piece | None:
        """The named piece with a public id, as it was before the step."""
        if not self._reals:
            for ident in self.touched:
                for seen in (self.sight_before(ident), self.sight_after(ident)):
                    if seen is not None:
                        self._reals.setdefault(seen.id, ident)
        return self.before.pieces.get(self._reals.get(public, ""))

    def known(self, piece: Piece) -> Seen | None:
        """A piece if the reader may know everything about it; else None."""
        seen = self.piece(piece.id)
        return seen if seen is not None and seen.piece is not None else None

    def known_change(self, piece: Piece, part: Trait) -> Seen | None:
        """A piece if the reader may know the change of one of its traits; else None.

        The change of a trait that hides the piece is always seen; for any other the reader must
        know the piece both before and after the step.
        """
        seen = self.known(piece)
        if part.id in _COVERING or piece.id not in self.after.pieces:
            return seen
        before, after = self.sight_before(piece.id), self.sight_after(piece.id)
        both = before is not None and after is not None and before.piece and after.piece
        return seen if both else None

    def reports(self) -> list[str]:
        """The module's lines in the chat."""
        texts = (c.text for c in self.commands if isinstance(c, Chat))
        return [plain(text) for text in texts if not is_typed(text)]


class Watcher(Protocol):
    """An audit that examines every step in turn; a subclass may do without ``close``."""

    def look(self, moment: Moment) -> Iterable[Finding]:
        """The findings about a step."""
        ...

    def close(self) -> Iterable[Finding]:
        """The findings that need the whole file."""
        return ()


def walk(log: GameLog, first_step: int) -> Iterator[Moment]:
    """The steps of a file. Raises `generator.vassal.trees.NestingError`."""
    reading, view = log.reading, log.view
    table = reading.start.copy()
    later = reading.history.redo(0, table)
    undone = reading.undone()
    for given, step in zip(reading.history.commands(), reading.steps, strict=True):
        before = _before(table, given)
        next(later)
        yield Moment(
            step.number,
            first_step + view.number_of(step.number),
            given,
            before,
            table,
            view.step_of_file(step.number),
            step.touched,
            _takes_back(given),
            step.number in undone,
            view,
            reading.maps.private,
            {},
        )


def _before(table: Table, given: Sequence[Command]) -> Before:
    """The things that the commands name, as they are now."""
    pieces: dict[str, Piece] = {}
    containers: dict[str, Stack | Deck] = {}
    properties: dict[tuple[str, str], str] = {}
    turns: dict[str, str] = {}
    for command in given:
        if isinstance(command, SetTurn):
            state = table.turns.get(command.tracker)
            if state is not None:
                turns[command.tracker] = state
        elif isinstance(command, ChangeProperty | SetProperty):
            key = (command.container or MODULE, command.name)
            value = table.properties.get(key)
            if value is not None:
                properties[key] = value
        elif isinstance(command, AddPiece | ChangePiece | MovePiece | RemovePiece) and command.id:
            holder = table.containers.get(command.id)
            named = holder.members if holder is not None else (command.id,)
            if _is_of_a_stack(command, holder):
                named = (*named, *_members(command.state))
            for ident in named:
                piece = table.pieces.get(ident)
                if piece is not None:
                    pieces[ident] = piece
                    holder_of = table.container(piece)
                    if holder_of is not None:
                        containers[holder_of.id] = holder_of
            if holder is not None:
                containers[holder.id] = holder
    declared = frozenset(key for key in properties if key in table.declared)
    return Before(pieces, containers, declared, properties, turns, table)


def _is_of_a_stack(
    command: Command, holder: Stack | Deck | None
) -> TypeGuard[AddPiece | ChangePiece]:
    if isinstance(command, AddPiece):
        return command.type == STACK
    return isinstance(command, ChangePiece) and isinstance(holder, Stack)


def _members(state: str) -> list[str]:
    """The ids in a stack's state, among other tokens."""
    return sequences.decode(state, ";")[3:]


def watch(log: GameLog, first_step: int, watchers: Sequence[Watcher]) -> Iterator[Finding]:
    """The findings of all watchers about a file, in one pass."""
    for moment in walk(log, first_step):
        for one in watchers:
            yield from one.look(moment)
    for one in watchers:
        yield from one.close()


def _takes_back(given: Sequence[Command]) -> bool:
    """Whether a step is an undo; in old versions only a chat line shows it."""
    if given and isinstance(given[0], Undo):
        return True
    return any(isinstance(c, Chat) and taken_back(c.text) is not None for c in given)
