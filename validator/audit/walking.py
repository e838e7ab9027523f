"""One walk through the steps of a file for all audits that look at its commands themselves.

Events say what happened; what a command claims to have found, or changes without a word, stands
in the commands alone. What a reader of the report may know of it is asked of the view.
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
"""Traits that keep a piece from others: that they do is seen by everybody."""


@dataclass(frozen=True, slots=True)
class Before:
    """What a step's commands name, as it was before the step; the rest of the table is one."""

    pieces: Mapping[str, Piece]
    """The pieces that are named, and those in stacks and decks that are."""
    containers: Mapping[str, Stack | Deck]
    """The stacks and decks that are named, and those the pieces are in."""
    declared: frozenset[tuple[str, str]]
    """The named properties that the module declares."""
    properties: Mapping[tuple[str, str], str]
    turns: Mapping[str, str]
    """The states of the turn trackers that are named."""
    _table: Table = field(repr=False)

    @property
    def boards(self) -> Shelf[str, tuple[Board, ...]]:
        """The boards of each map."""
        return self._table.boards

    def container(self, piece: Piece) -> Stack | Deck | None:
        """The stack or deck a named piece was in."""
        return self.containers.get(piece.parent or "")

    def deck_at(self, map_name: str | None, x: int, y: int) -> Deck | None:
        """The deck on a point; decks stay where they are."""
        here = self._table.deck_at(map_name, x, y)
        return self._as_it_was(here) if here is not None else None

    def _as_it_was(self, deck: Deck) -> Deck:
        before = self.containers.get(deck.id)
        return before if isinstance(before, Deck) else deck


@dataclass(frozen=True, slots=True)
class Moment:
    """One step: its commands, and the table before and after it."""

    number: int
    """In the file, from 1."""
    step: int
    """In the game, as findings count: of a step that the reader sees nothing of, the last one he
    saw before it."""
    commands: Sequence[Command]
    before: Before
    after: Table
    """Good until the next step is looked at."""
    seen: ViewStep
    """What the reader sees of it; no events where he sees nothing."""
    touched: Sequence[str]
    """Ids of the pieces, stacks and decks its commands name."""
    takes_back: bool
    """Whether it takes an earlier step back."""
    taken_back: bool
    """Whether a later step takes it back."""
    view: View = field(repr=False)
    private_maps: Mapping[str, Sequence[str]] = field(repr=False)
    """Maps that only some sides may see."""
    _reals: dict[str, str] = field(repr=False)
    """VASSAL's ids of the named pieces, by those the reader knows; made when first asked for."""

    def sight_before(self, ident: str) -> Seen | None:
        """A named piece as the reader saw it before the step; None when it was out of sight."""
        piece = self.before.pieces.get(ident)
        return self.view.sight(piece, self.before, self.number - 1) if piece is not None else None

    def sight_after(self, ident: str) -> Seen | None:
        """A piece as the reader sees it after the step; None when it is out of sight."""
        piece = self.after.pieces.get(ident)
        return self.view.sight(piece, self.after, self.number) if piece is not None else None

    def piece(self, ident: str) -> Seen | None:
        """A piece as the reader sees it after the step, else before; None when out of sight."""
        now = self.sight_after(ident)
        return now if now is not None else self.sight_before(ident)

    def real(self, public: str) -> Piece | None:
        """A piece the step's commands name, as it was before, by the id the reader knows it by."""
        if not self._reals:
            for ident in self.touched:
                for seen in (self.sight_before(ident), self.sight_after(ident)):
                    if seen is not None:
                        self._reals.setdefault(seen.id, ident)
        return self.before.pieces.get(self._reals.get(public, ""))

    def known(self, piece: Piece) -> Seen | None:
        """A piece of which the reader may know everything; None when he may not."""
        seen = self.piece(piece.id)
        return seen if seen is not None and seen.piece is not None else None

    def known_change(self, piece: Piece, part: Trait) -> Seen | None:
        """A piece of which the reader may know how a trait of it changed; None when he may not.

        Of a trait that covers the piece he sees the change itself; of any other he must have known
        the piece before the step and know it after it.
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
    """An audit that looks at every step in turn."""

    def look(self, moment: Moment) -> Iterable[Finding]:
        """What a step shows."""
        ...

    def close(self) -> Iterable[Finding]:
        """What the file as a whole shows."""
        ...


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
    """What the commands name, as it is now."""
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
    """The ids in a stack's state, with others that are none."""
    return sequences.decode(state, ";")[3:]


def watch(log: GameLog, first_step: int, watchers: Sequence[Watcher]) -> Iterator[Finding]:
    """What the watchers find in a file, in one walk."""
    for moment in walk(log, first_step):
        for one in watchers:
            yield from one.look(moment)
    for one in watchers:
        yield from one.close()


def _takes_back(given: Sequence[Command]) -> bool:
    """Whether a step is an undo; in old versions only the chat says so."""
    if given and isinstance(given[0], Undo):
        return True
    return any(isinstance(c, Chat) and taken_back(c.text) is not None for c in given)
