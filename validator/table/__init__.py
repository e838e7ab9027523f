"""The table: what stands where, what it is, who plays; rebuilt by applying commands in order.

Commands act as VASSAL 3.7 executes them (``AddPiece``, ``RemovePiece``, ``ChangePiece``,
``MovePiece``, ``StackMetrics.merge``), so that after any step the table is the one VASSAL has.
What a deck holds is never written out in a log: it follows from the moves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from generator.light import dataclass
from generator.vassal import commands, traits
from generator.vassal.commands import (
    AddPiece,
    Board,
    ChangePiece,
    ChangeProperty,
    Command,
    MovePiece,
    RemovePiece,
    RemovePlayer,
    SetBoards,
    SetProperty,
    SetTurn,
)
from validator.table.pieces import LOOSE, Deck, Layer, Mask, Model, Piece, Stack, Veil, shared
from validator.table.shelf import Heaps, Note, Shelf, Spot
from validator.table.states import deck_state, place, stack_state

__all__ = [
    "LOOSE",
    "MODULE",
    "Deck",
    "Layer",
    "Mask",
    "Model",
    "Piece",
    "Player",
    "Stack",
    "Stacking",
    "Table",
    "Veil",
]

MODULE = "Module"
"""Container of the properties that belong to the whole game."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at the table. The id is the player's password: it must reach no output."""

    id: str
    name: str
    side: str


@dataclass(frozen=True, slots=True)
class Stacking:
    """How a map lets pieces stack (``StackMetrics``, ``LayeredPieceCollection``)."""

    enabled: bool = True
    layer_property: str = ""
    """Pieces with different values of this property do not stack; empty: no layers."""
    layers: tuple[str, ...] = ()
    """Values that have a layer of their own; all others share one."""


@dataclass(slots=True)
class Table:
    """The state of a game. `apply` changes it; `copy` takes a cheap snapshot."""

    stacking: Mapping[str, Stacking] = field(default_factory=dict)
    """By map; a map not named stacks everything."""
    pieces: Shelf[str, Piece] = field(default_factory=Shelf)
    containers: Shelf[str, Stack | Deck] = field(default_factory=Shelf)
    """Stacks and decks by id."""
    properties: Shelf[tuple[str, str], str] = field(default_factory=Shelf)
    """(container, name) -> value; see `MODULE`."""
    declared: Shelf[tuple[str, str], bool] = field(default_factory=Shelf)
    """The properties the module declares (others, such as dice results, come and go)."""
    players: Shelf[str, Player] = field(default_factory=Shelf)
    """By password."""
    boards: Shelf[str, tuple[Board, ...]] = field(default_factory=Shelf)
    """The boards of each map."""
    turns: Shelf[str, str] = field(default_factory=Shelf)
    """State of each turn tracker, by its id."""
    _heaps: Heaps = field(default_factory=Heaps)
    _decks: Shelf[Spot, str] = field(default_factory=Shelf)
    _deck_ids: Shelf[str, str] = field(default_factory=Shelf)
    """All that ever were decks; among very many stacks they need not be looked for."""
    arrivals: dict[str, int] | None = None
    """A number for each stack, deck and lone piece, the larger the later it came to lie where it
    lies; kept only where somebody gave a mapping, and copied to no copy."""
    _made: int = 0
    _arrived: int = 0

    def copy(self) -> Table:
        """A snapshot that later changes do not touch; costs next to nothing."""
        return Table(
            self.stacking,
            self.pieces.copy(),
            self.containers.copy(),
            self.properties.copy(),
            self.declared.copy(),
            self.players.copy(),
            self.boards.copy(),
            self.turns.copy(),
            self._heaps.copy(),
            self._decks.copy(),
            self._deck_ids.copy(),
            None,
            self._made,
        )

    def __len__(self) -> int:
        """How many pieces, stacks and decks there are."""
        return len(self.pieces) + len(self.containers)

    def apply(self, command: Command) -> None:
        """Do what a command says; commands that change nothing on the table are passed over."""
        match command:
            case MovePiece():
                self._move(command)
            case ChangePiece():
                self._change(command)
            case AddPiece():
                self._add(command)
            case RemovePiece():
                self._remove(command.id)
            case ChangeProperty():
                self.properties[command.container or MODULE, command.name] = command.new
            case SetProperty():
                key = (command.container or MODULE, command.name)
                self.properties[key] = command.value
                self.declared[key] = True
            case commands.Player():
                self.players[command.id] = Player(command.id, command.name, command.side)
            case RemovePlayer():
                self.players.discard(command.id)
            case SetBoards():
                self.boards[command.map] = command.boards
            case SetTurn():
                self.turns[command.tracker] = command.state

    def apply_all(self, given: Iterable[Command]) -> Table:
        """`apply` to each; gives back the table itself."""
        for command in given:
            self.apply(command)
        return self

    def write_down(self) -> list[Note]:
        """Write every change down from now on, in the list given; `redo` makes it again."""
        notes: list[Note] = []
        for part, shelf in enumerate(self._shelves()):
            shelf.write_down(notes, part)
        self._heaps.write_down(notes, len(self._shelves()))
        return notes

    def redo(self, changes: Iterable[Sequence[Note]]) -> Iterator[Table]:
        """Make changes again that were written down, and give the table back after each."""
        shelves = (shelf.put for shelf in self._shelves())
        done: tuple[Callable[[Any, Any], None], ...] = (
            *shelves,
            self._heaps.add,
            self._heaps.discard,
        )
        for notes in changes:
            for part, key, value in notes:
                done[part](key, value)
            yield self

    def _shelves(self) -> tuple[Shelf[Any, Any], ...]:
        return (
            self.pieces,
            self.containers,
            self.properties,
            self.declared,
            self.players,
            self.boards,
            self.turns,
            self._decks,
            self._deck_ids,
        )

    def container(self, piece: Piece) -> Stack | Deck | None:
        """The stack or deck a piece is in."""
        return self.containers.get(piece.parent)

    def deck_at(self, map_name: str | None, x: int, y: int) -> Deck | None:
        """The deck on a point."""
        found = self.containers.get(self._decks.get((map_name, x, y)))
        return found if isinstance(found, Deck) else None

    def outermost(self, map_name: str | None, x: int, y: int) -> Collection[str]:
        """Ids of the stacks, decks and lone pieces on a point, in the order they came."""
        return self._heaps.on((map_name, x, y))

    def at(self, map_name: str, x: int, y: int) -> Iterator[Piece]:
        """The pieces on a point, stacks and decks opened, from the bottom up."""
        for name in self._heaps.on((map_name, x, y)):
            holder = self.containers.get(name)
            for member in holder.members if holder is not None else (name,):
                piece = self.pieces.get(member)
                if piece is not None:
                    yield piece

    def decks(self) -> Iterator[Deck]:
        """All decks, in the order of their ids."""
        found = (self.containers.get(ident) for ident in self._deck_ids)
        return (deck for deck in found if isinstance(deck, Deck))

    # How VASSAL executes the commands that touch pieces.

    def _add(self, command: AddPiece) -> None:
        if command.id is None:
            return
        if command.type == traits.STACK:
            self._add_stack(command.id, command.state)
            return
        if command.type.startswith(traits.DECK):
            self._add_deck(command.id, command.type, command.state)
            return
        old = self.pieces.get(command.id)
        if old is not None:
            self._detach(old)
        elif traits.is_furniture(command.type):
            return
        map_name, x, y, gpid = place(traits.unnest(command.state)[-1])
        kind = shared(command.type)
        self.pieces[command.id] = Piece(command.id, kind, command.state, map_name, x, y, None, gpid)
        self._stand(command.id, map_name, x, y)

    def _add_stack(self, ident: str, state: str) -> None:
        self._replace(ident)
        map_name, x, y, members, layer = stack_state(state)
        self.containers[ident] = Stack(ident, map_name, x, y, (), layer)
        self._stand(ident, map_name, x, y)
        self._fill(ident, members)

    def _add_deck(self, ident: str, deck_type: str, state: str) -> None:
        self._replace(ident)
        said = traits.read_trait(deck_type)
        map_name, x, y, face_down, members = deck_state(state)
        deck = Deck(
            ident,
            said.text("deckName"),
            map_name,
            x,
            y,
            (),
            face_down,
            said.text("shuffleOption") == "Always",
            deck_type,
        )
        self.containers[ident] = deck
        self._deck_ids[ident] = ident
        self._stand(ident, map_name, x, y)
        self._fill(ident, members)

    def _replace(self, ident: str) -> None:
        """A stack or deck comes again under the id of one that is there."""
        old = self.containers.get(ident)
        if old is not None:
            self._leave(ident, old.map, old.x, old.y)
            self._release(old.members)

    def _release(self, members: Iterable[str]) -> None:
        for member in members:
            left = self.pieces[member]
            self.pieces[member] = left.moved(left.map, left.x, left.y, LOOSE)

    def _fill(self, ident: str, members: Iterable[str]) -> None:
        """Make these the members of a container; pieces that are not in the game are left out."""
        holder = self.containers[ident]
        if holder.members:
            self._release(holder.members)
            self.containers[ident] = holder = holder.holding(())
        taken: list[str] = []
        for member in dict.fromkeys(members):
            piece = self.pieces.get(member)
            if piece is not None:
                self._detach(piece)
                self.pieces[member] = piece.moved(holder.map, holder.x, holder.y, ident)
                taken.append(piece.id)
        if taken:
            self.containers[ident] = holder.holding(tuple(taken))

    def _remove(self, ident: str) -> None:
        holder = self.containers.get(ident)
        if holder is not None:
            self._leave(ident, holder.map, holder.x, holder.y)
            self.containers.discard(ident)
            for member in holder.members:
                left = self.pieces[member]
                self.pieces[member] = left.moved(None, left.x, left.y, LOOSE)
            return
        piece = self.pieces.get(ident)
        if piece is not None:
            self._detach(piece)
            self.pieces.discard(ident)

    def _change(self, command: ChangePiece) -> None:
        holder = self.containers.get(command.id)
        if holder is not None:
            self._change_container(holder, command)
            return
        piece = self.pieces.get(command.id)
        if piece is None:
            return
        new = traits.unnest(command.state)
        old = traits.unnest(command.old) if command.old is not None else None
        basic = len(piece.model.traits) - 1
        restless = piece.model.restless
        states = list(piece.states) + [""] * (basic + 1 - len(piece.states))
        for at, state in enumerate(new[: basic + 1]):
            if old is None or at >= len(old) or old[at] != state or at in restless:
                states[at] = _taken(piece.model.traits[at].id, states[at], state)
        changed = piece._replace(held=tuple(states))
        moved = basic < len(new) and states[basic] != piece.state(basic)
        if moved:
            map_name, x, y, gpid = place(states[basic])
            changed = changed._replace(gpid=gpid)
            if map_name != piece.map:
                self._detach(piece)
                changed = changed.moved(map_name, x, y, None)
                self._stand(piece.id, map_name, x, y)
            elif self.containers.get(piece.parent) is None:
                self._leave(piece.id, piece.map, piece.x, piece.y)
                changed = changed.moved(map_name, x, y, piece.parent)
                self._stand(piece.id, map_name, x, y)
        self.pieces[piece.id] = changed
        if changed.parent is None and any(
            old is None or new[at : at + 1] != old[at : at + 1] for at, _ in piece.model.values
        ):
            self._lay_again(changed)

    def _lay_again(self, piece: Piece) -> None:
        """What VASSAL does with a piece in no stack whose dynamic property is set: it joins what
        lies there, or gets a stack of its own (``DynamicProperty.setValue``)."""
        if piece.map is None:
            return
        here = (piece.map, piece.x, piece.y)
        self._leave(piece.id, *here)
        if not self._find_merge(MovePiece(piece.id, *here, None, *here, None), piece):
            self._place(piece, here)

    def _change_container(self, holder: Stack | Deck, command: ChangePiece) -> None:
        came = self.arrivals.get(holder.id) if self.arrivals is not None else None
        self._leave(holder.id, holder.map, holder.x, holder.y)
        changed: Stack | Deck
        if isinstance(holder, Deck):
            map_name, x, y, face_down, members = deck_state(command.state)
            changed = holder._replace(map=map_name, x=x, y=y, face_down=face_down)
        else:
            map_name, x, y, members, layer = stack_state(command.state)
            if command.old is not None:
                members = _merged(members, stack_state(command.old)[3], holder.members)
            changed = Stack(holder.id, map_name, x, y, holder.members, layer)
        self.containers[holder.id] = changed
        self._stand(holder.id, map_name, x, y)
        if came is not None and (map_name, x, y) == (holder.map, holder.x, holder.y):
            assert self.arrivals is not None
            self.arrivals[holder.id] = came
        self._fill(holder.id, members)

    def _move(self, command: MovePiece) -> None:
        moving = self.pieces.get(command.id) or self.containers.get(command.id)
        if moving is None:
            return
        if command.map is None:
            if isinstance(moving, Piece) and self.containers.get(moving.parent) is None:
                self._leave(moving.id, moving.map, moving.x, moving.y)
                self.pieces[moving.id] = moving.moved(None, moving.x, moving.y, moving.parent)
            return
        under = self.pieces.get(command.under) or self.containers.get(command.under)
        goal = (command.map, command.x, command.y)
        if under is not None and (under.map, under.x, under.y) == goal:
            self._merge(under.id, moving.id)
            return
        if not self._find_merge(command, moving):
            self._place(moving, goal)
        if command.under is None:
            piece = self.pieces.get(command.id)
            holder = self.containers.get(piece.parent) if piece is not None else None
            if piece is not None and holder is not None:
                rest = _without(holder.members, piece.id)
                self.containers[holder.id] = holder.holding((piece.id, *rest))

    def _place(self, moving: Piece | Stack | Deck, goal: tuple[str, int, int]) -> None:
        """Put on a free point: a piece that was in no stack gets one of its own."""
        map_name, x, y = goal
        if not isinstance(moving, Piece):
            self._leave(moving.id, moving.map, moving.x, moving.y)
            self.containers[moving.id] = moving._replace(map=map_name, x=x, y=y)
            self._stand(moving.id, map_name, x, y)
            for member in moving.members:
                self.pieces[member] = self.pieces[member].moved(map_name, x, y, moving.id)
            return
        self._detach(moving)
        moved = moving.moved(map_name, x, y, None)
        if moving.parent is None and moving.model.stacks and self._stacking(map_name).enabled:
            self._stack_of(moved)
            return
        self.pieces[moving.id] = moved
        self._stand(moving.id, map_name, x, y)

    def _stack_of(self, piece: Piece) -> Stack:
        """A new stack around a piece that stands nowhere yet, with an id of ours: VASSAL's would
        be the hour."""
        self._made += 1
        stack = Stack(f"{OURS}{self._made}", piece.map, piece.x, piece.y, (piece.id,))
        self.containers[stack.id] = stack
        self._stand(stack.id, stack.map, stack.x, stack.y)
        self.pieces[piece.id] = piece.moved(piece.map, piece.x, piece.y, stack.id)
        return stack

    def _find_merge(self, command: MovePiece, moving: Piece | Stack | Deck) -> bool:
        assert command.map is not None
        here = self._heaps.on((command.map, command.x, command.y))
        rule = self._stacking(command.map)
        for name in self._lowest_first(here, command) if len(here) > 1 else here:
            holder = self.containers.get(name)
            if isinstance(holder, Deck):
                self._merge(name, moving.id)
                return True
            if not rule.enabled:
                continue
            crowd = holder.members if holder is not None else (name,)
            if not any(self._may_find(self.pieces[ident], command.player) for ident in crowd):
                continue
            if self._may_stack(moving, crowd, command.map):
                self._merge(name, moving.id)
                return True
        return False

    def _lowest_first(self, here: Collection[str], command: MovePiece) -> Iterable[str]:
        """What lies on a point in the order in which VASSAL asks it to take a piece: layer by
        layer; on a map without layers a deck first."""
        map_name = command.map or ""
        layers = self._stacking(map_name).layers
        if not self._stacking(map_name).layer_property:
            deck = self.deck_at(map_name, command.x, command.y)
            return here if deck is None else (deck.id, *here)

        def height(name: str) -> int:
            holder = self.containers.get(name)
            if isinstance(holder, Deck):
                return len(layers)
            top = self._visible(holder.members) if holder is not None else self.pieces[name]
            return len(layers) if top is None else self._layer(top, map_name)

        return sorted(here, key=height)

    def _may_find(self, piece: Piece, player: str | None) -> bool:
        hidden = piece.hidden
        return hidden is None or hidden[1] == player

    def _visible(self, crowd: tuple[str, ...]) -> Piece | None:
        """The topmost piece that is not invisible."""
        found = (self.pieces[ident] for ident in reversed(crowd))
        return next((piece for piece in found if piece.hidden is None), None)

    def _may_stack(
        self, moving: Piece | Stack | Deck, crowd: tuple[str, ...], map_name: str
    ) -> bool:
        mine = moving if isinstance(moving, Piece) else self._visible(moving.members)
        top = self._visible(crowd)
        if mine is None or top is None or mine.hidden is not None:
            return False
        return (
            mine.model.stacks
            and top.model.stacks
            and self._layer(mine, map_name) == self._layer(top, map_name)
        )

    def _layer(self, piece: Piece, map_name: str) -> int:
        rule = self._stacking(map_name)
        if not rule.layer_property:
            return 0
        value = piece.marker(rule.layer_property) or piece.value(rule.layer_property)
        return rule.layers.index(value) if value in rule.layers else len(rule.layers)

    def _stacking(self, map_name: str) -> Stacking:
        return self.stacking.get(map_name) or _FREE

    def _merge(self, fixed: str, moving: str) -> None:
        """``StackMetrics.merge``: put a piece or stack on top of another piece, stack or deck."""
        holder = self.containers.get(fixed)
        if holder is not None:
            top = self._visible(holder.members)
            if top is not None:
                fixed, holder = top.id, None
        if fixed == moving:
            return
        if holder is None:
            below = self.pieces[fixed]
            holder = self.containers.get(below.parent)
            if holder is None:
                self._leave(below.id, below.map, below.x, below.y)
                holder = self._stack_of(below)
            place = holder.members.index(fixed) + 1 if fixed in holder.members else 1
        else:
            place = len(holder.members)
        if holder.id == moving:
            return
        crowd = self.containers.get(moving)
        if crowd is None:
            piece = self.pieces[moving]
            if piece.parent == holder.id and holder.members.index(moving) < place:
                place -= 1
            self._detach(piece, into=holder.id)
            holder = self.containers[holder.id]
            coming: tuple[str, ...] = (moving,)
        else:
            coming = crowd.members
            self._emptied(crowd)
        members = (*holder.members[:place], *coming, *holder.members[place:])
        self.containers[holder.id] = holder.holding(members)
        for ident in coming:
            piece = self.pieces[ident]
            self.pieces[ident] = piece.moved(holder.map, holder.x, holder.y, holder.id)

    def _detach(self, piece: Piece, into: str = "") -> None:
        """Take a piece from where it stands."""
        holder = self.containers.get(piece.parent)
        if holder is None:
            self._leave(piece.id, piece.map, piece.x, piece.y)
        elif piece.id in holder.members:
            rest = _without(holder.members, piece.id)
            if rest or holder.id == into:
                self.containers[holder.id] = holder.holding(rest)
            else:
                self._emptied(holder)

    def _emptied(self, holder: Stack | Deck) -> None:
        """The last piece leaves. A stack of our making goes with it: the log reports the one that
        VASSAL made."""
        if holder.id.startswith(OURS):
            self._leave(holder.id, holder.map, holder.x, holder.y)
            self.containers.discard(holder.id)
        else:
            self.containers[holder.id] = holder.holding(())

    def _stand(self, ident: str, map_name: str | None, x: int, y: int) -> None:
        if map_name is not None:
            spot = (map_name, x, y)
            self._heaps.add(spot, ident)
            if self.arrivals is not None:
                self._arrived += 1
                self.arrivals[ident] = self._arrived
            if isinstance(self.containers.get(ident), Deck):
                self._decks[spot] = ident

    def _leave(self, ident: str, map_name: str | None, x: int, y: int) -> None:
        spot = (map_name, x, y)
        self._heaps.discard(spot, ident)
        if self.arrivals is not None and ident in self.arrivals:
            del self.arrivals[ident]
        if self._decks.get(spot) == ident:
            self._decks.discard(spot)


_FREE = Stacking()
OURS = "new-"
"""What the ids of stacks begin with that a log does not name."""


def _without(members: tuple[str, ...], ident: str) -> tuple[str, ...]:
    at = members.index(ident)
    return members[:at] + members[at + 1 :]


def _taken(trait: str, had: str, said: str) -> str:
    """The state of a trait that is given one: where a piece goes back to stays when nothing is said
    (``SendToLocation.mySetState``), so an undo does not take it away."""
    return had if trait == "sendto;" and not said.strip(";") else said


def _merged(new: list[str], old: list[str], current: tuple[str, ...]) -> list[str]:
    """A stack's members after a change that did not know of all of them (``Stack.mergeState``)."""
    if list(current) == old:
        return new
    found = list(new)
    for at, ident in enumerate(current):
        if ident not in new and ident not in old:
            before = found.index(current[at - 1]) if at and current[at - 1] in found else -1
            found.insert(before + 1, ident)
    return found
