"""The table after a step as a viewer sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, Protocol

from generator.light import dataclass
from generator.vassal.traits import Trait, read_trait
from validator.reading.events import Owner, Place, Who
from validator.table import MODULE, Deck, Piece, Stack, Table

if TYPE_CHECKING:
    from generator.vassal.commands import Board
    from validator.reading.views import View
    from validator.table.shelf import Shelf


_TALLEST = 300
"""How many pieces of a stack are shown at most, from the top down; lower ones cannot be seen."""


class Seen(NamedTuple):
    """A piece as the viewer sees it."""

    id: str
    """VASSAL's id, or a stand-in."""
    name: str
    """Its own name, or its mask's."""
    place: Place
    holder: str
    """The id of the stack or deck that holds it; empty if it stands alone."""
    masked: bool
    """Whether it is face down, even if the viewer knows it."""
    known: bool
    """Whether the viewer may know its identity."""
    hidden: bool
    """Whether it is invisible to others, but not to the viewer."""
    owner: Owner | None
    """The owner of its mask."""
    piece: Piece | None
    """The piece itself; None if the viewer may not know it."""
    uncovered: tuple[tuple[str, str], ...] = ()
    """For an unknown piece: the markers outside the mask."""

    @property
    def outer(self) -> Mapping[str, str]:
        """The markers outside the mask, or all markers of a known piece."""
        return dict(self.uncovered if self.piece is None else markers(self.piece))

    def marker(self, name: str) -> str | None:
        """A marker's value as far as the viewer may know it."""
        return dict(self.uncovered).get(name) if self.piece is None else self.piece.marker(name)


@dataclass(frozen=True, slots=True)
class SeenStack:
    """A stack as the viewer sees it."""

    id: str
    place: Place
    members: tuple[str, ...]
    """Public ids from the bottom up, without unseen pieces."""


@dataclass(frozen=True, slots=True)
class SeenDeck:
    """A deck or cup as the viewer sees it."""

    id: str
    name: str
    place: Place
    count: int
    face_down: bool
    members: tuple[str, ...]
    """Public ids from the bottom up; empty if face down, unless everything is revealed."""
    shuffles: bool
    """Whether cards are drawn at random, so that the order means nothing."""


class Shown(NamedTuple):
    """A piece with the traits that are painted for the viewer."""

    seen: Seen
    traits: tuple[Trait, ...]
    """Its traits with their states, outermost first; if the viewer does not see through its mask,
    only those outside the mask, and the mask."""
    face_up: bool = False
    """Whether masks are ignored, as for the top card of an open deck."""


class Pile(NamedTuple):
    """How a deck is painted, besides its open cards."""

    trait: Trait
    """The deck's own trait, with its size, outline and so on."""
    cards: int
    """The number of cards."""
    face_down: bool
    back: Trait | None
    """For a face-down deck: the mask of its top card, if it has one."""


class Heap(NamedTuple):
    """A stack, a deck or a single piece on a map."""

    id: str
    """Its public id."""
    x: int
    y: int
    pieces: tuple[Shown, ...]
    """The visible pieces from the bottom up."""
    pile: Pile | None = None
    """For a deck: how it is painted besides its pieces."""


class Scene:
    """The table after a step as the viewer sees it; each part is computed when needed."""

    def __init__(self, view: View, step: int, file_step: int, table: Table) -> None:
        self.step = step
        """The step, as the viewer counts."""
        self.entry = view.entry(step)
        """For a recorded game: the last entry of the step."""
        self._view = view
        self._file_step = file_step
        self._table = table

    def lasting(self) -> Scene:
        """The same scene, independent of a table that keeps changing."""
        return self._view.scene(self.step)

    @cached_property
    def pieces(self) -> tuple[Seen, ...]:
        """The pieces in sight, in the order of their ids; `each` takes less memory."""
        return tuple(self.each())

    def each(self) -> Iterator[Seen]:
        """As `pieces`, one at a time."""
        view, table = self._view, self._table
        ids = {ident: view.public(ident, self._file_step) for ident in table.pieces}
        masked = [ident for ident, public in ids.items() if public != ident]
        masked.sort(key=lambda ident: id_order(ids[ident]))
        apart = set(masked)
        for ident in chain(masked, (ident for ident in ids if ident not in apart)):
            seen = view.seen(table, table.pieces[ident], ids[ident])
            if seen is not None:
                yield seen

    @cached_property
    def stacks(self) -> tuple[SeenStack, ...]:
        """The stacks with a piece in sight; all stacks if everything is revealed."""
        return tuple(self._stacks())

    @cached_property
    def decks(self) -> tuple[SeenDeck, ...]:
        """The decks and cups."""
        return tuple(self._decks())

    @cached_property
    def properties(self) -> Mapping[str, str]:
        """The properties that the module declares: the module's own by name, others as
        ``container/name``."""
        view, table = self._view, self._table
        return {
            view.clean(name if where == MODULE else f"{where}/{name}"): view.clean(value)
            for (where, name), value in table.properties.items()
            if (where, name) in table.declared and not view.barred(where.split(":", 1)[0])
        }

    @cached_property
    def players(self) -> tuple[Who, ...]:
        """Everybody on the roster, in the order of their marks."""
        found = [self._view.who(player) for player in self._table.players.values()]
        return tuple(sorted(found, key=lambda who: int(who.mark[1:])))

    @cached_property
    def turns(self) -> Mapping[str, str]:
        """State of each turn tracker."""
        return dict(self._table.turns.items())

    @cached_property
    def boards(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the boards on each map."""
        return {
            name: tuple(board.name for board in boards)
            for name, boards in self._table.boards.items()
            if not self._view.barred(name)
        }

    def clean(self, text: str) -> str:
        """A text of the file with passwords replaced by their players' marks."""
        return self._view.clean(text)

    @property
    def side(self) -> str | None:
        """The viewer's side; None for the public view."""
        return self._view.side

    def laid(self, map_name: str) -> tuple[Board, ...]:
        """The boards of a map and their places; none for a map that the viewer may not see."""
        return () if self._view.barred(map_name) else self._table.boards.get(map_name) or ()

    def heaps(self, map_name: str) -> tuple[Heap, ...]:
        """The visible heaps on a map, in the order in which they came to their places."""
        return self._heaps.get(map_name, ())

    @cached_property
    def _heaps(self) -> Mapping[str, tuple[Heap, ...]]:
        """The visible heaps on each map."""
        found: dict[str, list[tuple[int, Heap]]] = {}
        for ident in chain(self._table.containers, self._table.pieces):
            lies = self.lying(ident)
            if lies is not None:
                found.setdefault(lies[0], []).append(lies[1:])
        for rows in found.values():
            rows.sort(key=lambda one: one[0])
        return {name: tuple(heap for _, heap in rows) for name, rows in found.items()}

    def lying(self, ident: str) -> tuple[str, int, Heap] | None:
        """The map, the order of arrival and the heap of a stack, deck or single piece, by the
        file's id; None if it is on no map or out of sight."""
        view, table = self._view, self._table
        holder, heap = table.containers.get(ident), None
        on = holder or table.pieces.get(ident)
        if on is None or on.map is None or view.barred(on.map):
            return None
        if holder is not None:
            heap = self._deck(holder) if isinstance(holder, Deck) else self._heap(holder)
        elif isinstance(on, Piece) and table.container(on) is None:
            shown = self._shown(ident)
            heap = Heap(shown.seen.id, on.x, on.y, (shown,)) if shown is not None else None
        came = view.arrivals(self._file_step).get(ident, 0)
        return (on.map, came, heap) if heap is not None else None

    def _heap(self, stack: Stack) -> Heap | None:
        uppermost = stack.members[-_TALLEST:]
        pieces = tuple(one for ident in uppermost if (one := self._shown(ident)) is not None)
        if not pieces:
            return None
        return Heap(self._view.holder_id(stack.id), stack.x, stack.y, pieces)

    def _deck(self, deck: Deck) -> Heap:
        top = self._table.pieces.get(deck.members[-1]) if deck.members else None
        pieces: tuple[Shown, ...] = ()
        back = None
        if deck.face_down:
            if top is not None and top.model.masks:
                back = top.model.traits[top.model.masks[0].at]
        else:
            shown = [self._shown(ident) for ident in deck.members]
            pieces = tuple(one for one in shown if one is not None)
            if top is not None and shown[-1] is not None:
                pieces = (*pieces[:-1], Shown(pieces[-1].seen, _chain(top), face_up=True))
        pile = Pile(read_trait(deck.type), len(deck.members), deck.face_down, back)
        return Heap(deck.id, deck.x, deck.y, pieces, pile)

    def _shown(self, ident: str) -> Shown | None:
        seen = self._member(ident)
        if seen is None:
            return None
        piece = self._table.pieces[ident]
        view, mask = self._view, piece.mask
        through = view.reveal or (seen.owner is not None and seen.owner.admits(view.side))
        return Shown(seen, _chain(piece, None if mask is None or through else mask[0].at + 1))

    def piece(self, ident: str) -> Seen | None:
        """A piece by its public id."""
        return next((seen for seen in self.pieces if seen.id == ident), None)

    def _stacks(self) -> Iterator[SeenStack]:
        view, table = self._view, self._table
        for holder in table.containers.values():
            if not isinstance(holder, Stack):
                continue
            members = tuple(
                seen.id for member in holder.members if (seen := self._member(member)) is not None
            )
            if members or view.reveal:
                place = view.place(table, holder.map, holder.x, holder.y, None)
                yield SeenStack(view.holder_id(holder.id), place, members)

    def _member(self, ident: str) -> Seen | None:
        return self._view.seen(
            self._table, self._table.pieces[ident], self._view.public(ident, self._file_step)
        )

    def _decks(self) -> Iterator[SeenDeck]:
        view, table = self._view, self._table
        for deck in table.decks():
            if view.barred(deck.map):
                continue
            open_ = view.reveal or not deck.face_down
            members = (view.public(member, self._file_step) for member in deck.members)
            yield SeenDeck(
                deck.id,
                view.clean(deck.name),
                view.place(table, deck.map, deck.x, deck.y, deck),
                len(deck.members),
                deck.face_down,
                tuple(members) if open_ else (),
                deck.shuffles,
            )


def markers(piece: Piece, inner: int | None = None) -> Iterator[tuple[str, str]]:
    """Names and values of a piece's markers; with ``inner`` only of those outside that trait."""
    for at, keys in piece.model.markers:
        if inner is None or at < inner:
            for key in keys:
                yield key, piece.marker(key) or ""


def _chain(piece: Piece, end: int | None = None) -> tuple[Trait, ...]:
    """The traits with their states, outermost first; the same object for equal pieces."""
    return _read(piece.type, piece.held, end)


@lru_cache(maxsize=20_000)
def _read(piece_type: str, held: str | tuple[str, ...], end: int | None) -> tuple[Trait, ...]:
    piece = Piece("", piece_type, held, None, 0, 0, None)
    traits = piece.model.traits[:end]
    states = piece.states
    return tuple(
        one.with_state(states[at] if at < len(states) else "") for at, one in enumerate(traits)
    )


def id_order(ident: str) -> tuple[bool, int, str]:
    """A sort key: stand-ins first, then by length and text."""
    return not ident.startswith("?"), len(ident), ident


class Around(Protocol):
    """The surroundings of a piece: a table, or the remembered part of one."""

    @property
    def boards(self) -> Shelf[str, tuple[Board, ...]]:
        """The boards of each map."""
        ...

    def container(self, piece: Piece) -> Stack | Deck | None:
        """The stack or deck that holds a piece."""
        ...

    def deck_at(self, map_name: str | None, x: int, y: int) -> Deck | None:
        """The deck at a point."""
        ...
