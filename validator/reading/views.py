"""What a side may know: everything from a save or log is shown through a view.

A viewer sees what VASSAL would show: a masked piece under its mask's name, a hidden piece not at
all, other sides' private maps not at all, and of a face-down deck only the number of cards. A
masked piece has a stand-in id (``?1``, ``?2``, ...) from the moment it comes out of a face-down
deck, a private map or invisibility, because VASSAL's own id would reveal which one it is.

So two files that differ only in secrets look the same, byte for byte, to those who may not know
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from operator import is_

from generator.counting import counted
from generator.errors import BroadsideError, nearest
from generator.light import dataclass
from validator.reading import events as ev
from validator.reading.events import OPEN, Cover, Event, PieceEvent, Place, Who
from validator.reading.lying import as_they_lie
from validator.reading.public_ids import PublicIds
from validator.reading.reader import Reading, Step, undone_in
from validator.reading.redacting import by_nobody, redacted
from validator.reading.scenes import (
    Around,
    Scene,
    Seen,
    SeenDeck,
    SeenStack,
    id_order,
    markers,
)
from validator.table import OURS, Deck, Piece, Player, Stack, Table

__all__ = ["Scene", "Seen", "SeenDeck", "SeenStack", "View", "ViewError", "ViewStep", "view"]

_UNNAMED = "?"
"""The name of a piece that was never seen and has no mask."""
_KEPT = 50_000
"""For how many pieces the `Seen` is kept."""


class ViewError(BroadsideError):
    """An unknown side, or a step or entry that a log does not have."""


@dataclass(frozen=True, slots=True)
class ViewStep:
    """A step as the viewer sees it."""

    number: int
    """As the viewer counts; see `View`."""
    events: tuple[Event, ...]
    undoes: int | None
    """The step that it undoes; also None if the viewer saw nothing of that one."""

    @property
    def player(self) -> Who | None:
        """Who did the first of its events of which that is known."""
        return next((event.player for event in self.events if event.player is not None), None)


class View:
    """A reading with the knowledge of one side, with public knowledge, or with everything revealed.

    Its steps are those of which the viewer sees something, counted from 1 without gaps: a missing
    number would reveal that somebody did something in secret. Only if everything is revealed are
    the numbers those of the file. `file_step` and `number_of` convert between them.
    """

    def __init__(
        self, reading: Reading, side: str | None, reveal: bool, after: View | None = None
    ) -> None:
        self.side = side
        self.reveal = reveal
        self.name = reading.name
        self.sha256 = reading.sha256
        self.module = reading.module
        self.module_version = reading.module_version
        self.vassal_version = reading.vassal_version
        self._reading = reading
        self._ids: PublicIds = PublicIds(after._ids if after is not None else None)
        self._face_down = {
            (deck.map, deck.name) for deck in reading.start.decks() if deck.face_down
        }
        """The face-down decks, by map and name; during a step also those that are turned."""
        self._stacks: dict[str, str] = {}
        """The viewer's ids of stacks that no command names; numbered as the viewer sees them, so
        that unseen ones leave no gap."""
        self._after = reading.start
        """The table after the present step."""
        self._ends: dict[str, Cover] = {}
        """The pieces that the step leaves face down or out of sight, with their cover."""
        self._called: dict[str, str] = {}
        """The names of those among them that have no mask on."""
        self._vanished: dict[str, Place] = {}
        """Pieces that the step moves and hides, and their last visible place."""
        self._appeared: set[str] = set()
        """Pieces that the step makes visible."""
        self._drawn: dict[int, tuple[Piece, tuple[str, bool] | None, str, Seen | None]] = {}
        self._open(reading.start)
        self.start_events = tuple(self._project_all(reading.start_events))
        """The players at the beginning."""
        self._numbers = [0]
        """By the file's number of a step: the viewer's number, or that of the last visible step."""
        self._of_file = [0]
        """By the viewer's number of a step: the file's number."""
        seen = (self._step(step, table) for step, table in reading.replay())
        self.steps = tuple(step for step in seen if step is not None)
        self.undone = undone_in(self.steps)
        """The finally undone steps, and the steps that undid them."""

    def events(self) -> Iterator[Event]:
        """All events in order."""
        for step in self.steps:
            yield from step.events

    @property
    def unknown_maps(self) -> tuple[str, ...]:
        """Maps left out because it is unknown who may see them."""
        return () if self.reveal else self._reading.maps.unknown

    @property
    def passwords(self) -> int:
        """How many players' passwords this file and those read with it contain."""
        return self._reading.roster.passwords

    def number_of(self, step: int) -> int:
        """The viewer's number of a step of the file; for an unseen step that of the last visible
        one before it, or 0."""
        return self._numbers[step]

    def file_step(self, number: int) -> int:
        """The file's number of a step of the viewer; 0 is the start."""
        return self._of_file[number]

    def step_of_file(self, step: int) -> ViewStep:
        """What the viewer sees of a step of the file; without events if nothing."""
        number = self._numbers[step]
        if self._of_file[number] == step:
            return self.steps[number - 1]
        return ViewStep(number, (), None)

    def scene(self, step: int | None = None) -> Scene:
        """The table after a step; 0 is the start, None the end.

        Raises `ViewError` for a step that the log does not have.
        """
        last = len(self.steps)
        number = last if step is None else step
        if not 0 <= number <= last:
            raise ViewError(f"{self.name}: no step {number}; it has {counted(last, 'step')}")
        at = len(self._reading.steps) if step is None else self._of_file[number]
        return Scene(self, number, at, self._reading.table(at))

    def scene_at(self, number: int | None = None) -> Scene:
        """The table at a number printed by `broadside log`: after a step, or for a recorded game
        after the last step that ends with this entry or an earlier one. 0 is the start, None the
        end.

        Raises `ViewError` for a step or entry that the log does not have.
        """
        last = self._reading.last_entry
        if last is None or number is None:
            return self.scene(number)
        if not 0 <= number <= last:
            raise ViewError(f"{self.name}: no entry {number}; it has {last} entries")
        steps = range(len(self.steps), 0, -1)
        return self.scene(next((one for one in steps if (self.entry(one) or 0) <= number), 0))

    def entry(self, step: int) -> int | None:
        """The recorder's last entry of a step, 0 for the set-up; None for VASSAL's logs."""
        if self._reading.last_entry is None:
            return None
        entries, at = self._reading.entries, self._of_file[step]
        return max(entries[at - 1], default=0) if 0 < at <= len(entries) else 0

    def touched(self, step: int) -> tuple[Seen, ...]:
        """The visible pieces that a step's commands name, as they are after it.

        Raises `ViewError` for a step that the log does not have.
        """
        if not 0 < step <= len(self.steps):
            has = counted(len(self.steps), "step")
            raise ViewError(f"{self.name}: no step {step}; it has {has}")
        at = self._of_file[step]
        table = self._reading.history.passing(at)
        found = [
            seen
            for ident in self._reading.steps[at - 1].touched
            if (piece := table.pieces.get(ident)) is not None
            and (seen := self.seen(table, piece, self.public(ident, at))) is not None
        ]
        if len(found) > 1:
            found.sort(key=lambda seen: id_order(seen.id))
        return tuple(found)

    def sight(self, piece: Piece, around: Around, file_step: int) -> Seen | None:
        """A piece as it was after a step of the file, in its surroundings then; None if it was out
        of sight."""
        return self.seen(around, piece, self.public(piece.id, file_step))

    def arrivals(self, file_step: int) -> Mapping[str, int]:
        """As `History.arrivals`."""
        return self._reading.history.arrivals(file_step)

    def public(self, ident: str, file_step: int) -> str:
        """The public id of a piece after a step; VASSAL's own if it is unseen."""
        return self._ids.after(file_step, ident) or ident

    def barred(self, map_name: str | None) -> bool:
        """Whether a map is private to others, so that the viewer sees nothing on it."""
        return not self.reveal and not self._reading.maps.admits(map_name or "", self.side)

    def clean(self, text: str) -> str:
        """A text of the file with passwords replaced by their players' marks."""
        return self._reading.roster.redact(text)

    def who(self, player: Player) -> Who:
        """A player without the password."""
        return Who(player.name, player.side, self._reading.roster.mark(player.id))

    # What the viewer may know of a piece.

    def _unseen(self, cover: Cover) -> bool:
        return not self.reveal and cover.veil is not None and not cover.veil.admits(self.side)

    def _unknown(self, cover: Cover) -> bool:
        return not self.reveal and cover.mask is not None and not cover.mask.admits(self.side)

    def _cover(self, piece: Piece) -> Cover:
        mask, hidden = piece.mask, piece.hidden
        if mask is None and hidden is None:
            return OPEN
        roster = self._reading.roster
        return Cover(
            roster.owner(*mask) if mask is not None else None,
            mask[0].name if mask is not None else "",
            mask[0].at if mask is not None else -1,
            roster.owner(*hidden) if hidden is not None else None,
        )

    def _out_of_sight(self, table: Around, piece: Piece, cover: Cover) -> bool:
        holder = table.container(piece)
        in_deck = isinstance(holder, Deck) and holder.face_down and not self.reveal
        return in_deck or self.barred(piece.map) or self._unseen(cover)

    def _open(self, table: Table) -> None:
        """Note the pieces in sight at the start."""
        self._look_at(table, table.pieces.values())
        self._ids.note()

    def _look_at(self, table: Table, pieces: Iterable[Piece]) -> None:
        """Note the pieces in sight; masked ones get stand-ins in the order of their places."""
        masked = []
        for piece in pieces:
            cover = self._cover(piece)
            if self._out_of_sight(table, piece, cover):
                self._ids.forget(piece.id)
            elif self._unknown(cover):
                masked.append(piece)
            else:
                self._ids.seen(piece.id, unknown=False)
                self._number_stack(piece)
        for piece in as_they_lie(table, masked) if masked else ():
            self._ids.seen(piece.id, unknown=True)
            self._number_stack(piece)

    def _number_stack(self, piece: Piece) -> None:
        if piece.parent and piece.parent.startswith(OURS):
            self._stacks.setdefault(piece.parent, f"{OURS}{len(self._stacks) + 1}")

    def holder_id(self, ident: str | None) -> str:
        """The viewer's id of a stack or deck; empty for None."""
        if not ident or not ident.startswith(OURS):
            return ident or ""
        return self._stacks.get(ident, OURS)

    # Events.

    def _step(self, step: Step, table: Table) -> ViewStep | None:
        """A step as the viewer sees it; None if there is nothing to see."""
        decks = [deck for ident in step.touched if (deck := _deck(table, ident)) is not None]
        self._face_down.update((deck.map, deck.name) for deck in decks if deck.face_down)
        self._note_ends(step, table)
        events = tuple(self._project_all(step.events))
        if len(events) == len(step.events) and all(map(is_, events, step.events)):
            events = step.events
        elif any(isinstance(event, PieceEvent) for event in step.events) and not any(
            isinstance(event, PieceEvent) for event in events
        ):
            # Only unseen events show who acted.
            events = tuple(map(by_nobody, events))
        touched = [(ident, table.pieces.get(ident)) for ident in step.touched]
        for ident, piece in touched:
            if piece is None:
                self._ids.forget(ident)
        self._look_at(table, (piece for _, piece in touched if piece is not None))
        self._ids.note()
        self._face_down.difference_update(
            (deck.map, deck.name) for deck in decks if not deck.face_down
        )
        return self._numbered(step, events)

    def _numbered(self, step: Step, events: tuple[Event, ...]) -> ViewStep | None:
        """A step with the viewer's number; None if the viewer sees nothing of it."""
        if not events and not self.reveal:
            self._numbers.append(self._numbers[-1])
            return None
        number = len(self._of_file)
        self._numbers.append(number)
        self._of_file.append(step.number)
        if number != step.number:
            events = tuple(replace(event, step=number) for event in events)
        return ViewStep(number, events, self._met(step.undoes))

    def _met(self, step: int | None) -> int | None:
        """The viewer's number of a step of the file; None if the viewer saw nothing of it."""
        if step is None or self._of_file[self._numbers[step]] != step:
            return None
        return self._numbers[step]

    def _note_ends(self, step: Step, table: Table) -> None:
        """Note the pieces that a step leaves face down or out of sight.

        VASSAL shows the table only before and after a step: nobody sees the states in between.
        """
        self._after = table
        self._ends.clear()
        self._called.clear()
        self._vanished.clear()
        self._appeared.clear()
        if self.reveal:
            return
        for event in step.events:
            if isinstance(event, PieceEvent) and event.piece not in self._ends:
                ends = self._end_of(event, table)
                if ends is not None:
                    self._ends[event.piece] = ends
                    piece = table.pieces.get(event.piece)
                    masks = piece.model.masks if piece is not None else ()
                    self._called[event.piece] = masks[0].name if masks else _UNNAMED

    def _end_of(self, event: PieceEvent, table: Table) -> Cover | None:
        """The cover of a piece after a step that leaves it face down or out of sight; else None."""
        piece = table.pieces.get(event.piece)
        cover = self._cover(piece) if piece is not None else event.cover
        if piece is None or self._out_of_sight(table, piece, cover):
            return cover
        holder = table.container(piece)
        lies_open = isinstance(holder, Deck) and not holder.face_down
        return cover if self._unknown(cover) and not lies_open else None

    def _project_all(self, given: Iterable[Event]) -> Iterator[Event]:
        for event in given:
            shown = self._project(event)
            if shown is not None:
                yield redacted(shown, self.clean)

    def _project(self, event: Event) -> Event | None:
        if isinstance(event, PieceEvent):
            return self._project_piece(event)
        match event:
            case ev.Shuffled(map=where) if self.barred(where):
                return None
            case ev.PropertyChanged(container=where) if self.barred(where.split(":", 1)[0]):
                return None
            case ev.Reordered():
                return self._project_order(event)
            case ev.Undone(undone=undone, text=text) if undone is not None:
                met = self._met(undone)
                if met is None:
                    return replace(event, player=None, undone=None) if text else None
                return event if met == undone else replace(event, undone=met)
            case ev.Noted(owner=owner) if owner is not None and not self.reveal:
                if owner.admits(self.side):
                    return event
                return replace(event, text="") if event.what == "secret" else None
        return event

    def _project_piece(self, event: PieceEvent) -> Event | None:
        ends = self._ends.get(event.piece)
        if ends is not None and self._ids.get(event.piece) != event.piece:
            return self._project_met(replace(event, before=ends, cover=ends), unmet=True)
        if ends is not None and self._unseen(ends):
            return self._project_vanishing(event)
        if isinstance(event, ev.Shown) and self._away(event):
            self._appeared.add(event.piece)
        elif isinstance(event, ev.Moved) and event.piece in self._appeared:
            return None
        return self._project_met(event)

    def _project_vanishing(self, event: PieceEvent) -> Event | None:
        """An event of a visible piece that the step hides: nobody sees where it was hidden."""
        if isinstance(event, ev.Moved | ev.Drawn | ev.Returned):
            self._vanished.setdefault(event.piece, event.from_)
            return None
        if isinstance(event, ev.Hidden):
            place = self._vanished.get(event.piece, event.at)
            event = event if place is event.at else replace(event, at=place)
        return self._project_met(event)

    def _project_met(self, event: PieceEvent, *, unmet: bool = False) -> Event | None:
        """An event of a piece; ``unmet`` if the viewer saw it neither before nor after the step."""
        unknown = unmet or self._unknown(event.cover)
        known_before = not unmet and not self._unknown(event.before)
        match event:
            case (
                ev.Moved(from_=from_, to=to)
                | ev.Drawn(from_=from_, to=to)
                | ev.Returned(from_=from_, to=to)
            ):
                if self._unseen(event.cover) or (self.barred(from_.map) and self.barred(to.map)):
                    return None
                if self.barred(from_.map):
                    self._ids.forget(event.piece)
                unknown = unknown or (self._away(event) and self._closed(to))
                if isinstance(event, ev.Drawn) and unknown:
                    self._ids.forget(event.piece)
                shown = self._named(event, unknown)
                if self._closed(to):
                    # Nobody sees what is done to it there in the same step.
                    self._ids.forget(event.piece)
                ends = self._point(from_), self._point(to)
                if ends == (from_, to):
                    return shown
                return replace(shown, from_=ends[0], to=ends[1])  # type: ignore[call-arg]
            case ev.Placed(to=place):
                if self._unseen(event.cover) or self.barred(place.map):
                    return None
                return self._source(self._named(event, unknown))
            case ev.Removed() | ev.Hidden():
                if self._away(event) or self._unseen(event.before):
                    return None
                return self._named(event, unknown)
            case ev.Shown(at=place):
                if self.barred(place.map) or (place.deck and not self.reveal):
                    return None
                return self._named(self._first_seen(event), unknown)
            case ev.Masked():
                if self._away(event) or self._unseen(event.cover):
                    return None
                return self._named(event, unknown and not known_before)
            case ev.Unmasked():
                if self._away(event) or self._unseen(event.cover):
                    return None
                return self._named(event, unknown)
            case ev.Flipped(at=at) | ev.Changed(at=at):
                if self._away(event) or self._unseen(event.cover):
                    return None
                if unknown and at > event.cover.mask_at:
                    if not isinstance(event, ev.Changed) or event.what != "marker":
                        return None
                    # No act of play changes a piece's identity, so the change itself is no secret.
                    event = replace(event, old="", new="")
                return self._named(event, unknown)
        return self._named(event, unknown)

    def _first_seen(self, event: ev.Shown) -> ev.Shown:
        """A piece that was out of sight is first seen where the step leaves it."""
        piece = self._after.pieces.get(event.piece)
        if event.piece not in self._appeared or piece is None:
            return event
        holder = self._after.container(piece)
        place = self.place(self._after, piece.map, piece.x, piece.y, holder)
        return event if place == event.at else replace(event, at=place)

    def _away(self, event: PieceEvent) -> bool:
        """Whether the piece is out of sight, in a deck or on a private map."""
        return self._ids.get(event.piece) is None

    def _closed(self, place: Place) -> bool:
        """Whether pieces at a place are out of sight: on a private map, in a face-down deck."""
        lies_down = (place.map, place.deck) in self._face_down and not self.reveal
        return lies_down or self.barred(place.map)

    def _named(self, event: PieceEvent, unknown: bool) -> PieceEvent:
        """The event with the piece's public id and name."""
        ident = self._ids.seen(event.piece, unknown=unknown)
        called = event.cover.mask_name or self._called.get(event.piece) or _UNNAMED
        name = called if unknown else event.name
        if ident == event.piece and name == event.name:
            return event
        return replace(event, piece=ident, name=name)

    def _source(self, event: PieceEvent) -> PieceEvent:
        if isinstance(event, ev.Placed) and event.source:
            return replace(event, source=self._ids.get(event.source) or "")
        return event

    def _point(self, place: Place) -> Place:
        return Place(place.map, seen=False) if self.barred(place.map) else place

    def _project_order(self, event: ev.Reordered) -> Event | None:
        if self.barred(event.at.map):
            return None
        rows = [
            (self._ids.seen(ident, unknown=self._unknown(cover)), name, cover)
            for ident, name, cover in zip(event.pieces, event.names, event.covers, strict=True)
            if not self._unseen(cover)
        ]
        if len(rows) < 2:
            return None
        return replace(
            event,
            pieces=tuple(ident for ident, _, _ in rows),
            names=tuple(
                cover.mask_name if self._unknown(cover) else name for _, name, cover in rows
            ),
            covers=tuple(cover for _, _, cover in rows),
        )

    # The table.

    def seen(self, table: Around, piece: Piece, ident: str) -> Seen | None:
        """A piece as seen under this id; None if it is out of sight. The result is kept, because
        each audit asks for the same pieces again."""
        deck = table.container(piece)
        holder = (deck.name, deck.face_down) if isinstance(deck, Deck) else None
        kept = self._drawn.get(id(piece))
        if kept is not None and kept[0] is piece and kept[1] == holder and kept[2] == ident:
            return kept[3]
        found = self._look(table, piece, ident)
        if len(self._drawn) >= _KEPT:
            self._drawn.clear()
        self._drawn[id(piece)] = (piece, holder, ident, found)
        return found

    def _look(self, table: Around, piece: Piece, ident: str) -> Seen | None:
        cover = self._cover(piece)
        if self._out_of_sight(table, piece, cover):
            return None
        unknown = self._unknown(cover)
        holder = table.container(piece)
        if isinstance(holder, Deck) and not holder.face_down:
            unknown = False  # in a face-up deck masks are ignored
        return Seen(
            ident,
            self.clean(cover.mask_name if unknown else piece.name),
            self.place(table, piece.map, piece.x, piece.y, holder),
            self.holder_id(piece.parent),
            cover.mask is not None,
            not unknown,
            cover.veil is not None,
            cover.mask,
            None if unknown else piece,
            tuple(markers(piece, cover.mask_at)) if unknown else (),
        )

    def place(
        self, table: Around, map_name: str | None, x: int, y: int, holder: Stack | Deck | None
    ) -> Place:
        """The place at a point of a map; ``holder`` is the stack or deck of the piece there."""
        if map_name is None:
            return Place()
        deck = self.clean(holder.name) if isinstance(holder, Deck) else ""
        here = table.deck_at(map_name, x, y)
        named = deck or (self.clean(here.name) if here is not None else "")
        locations = self._reading.locations
        if locations is None:
            return Place(map_name, x, y, named, "", deck)
        spot = locations.spot(map_name, x, y, table.boards.get(map_name) or ())
        return Place(map_name, x, y, named or spot.location, spot.zone, deck)


def view(
    reading: Reading, side: str | None = None, *, reveal: bool = False, after: View | None = None
) -> View:
    """The view of a reading for a side, for everybody if no side is given, or with everything
    revealed.

    Give the view of the file before as ``after``, so that face-down pieces keep their stand-in ids
    from file to file. Raises `ViewError` for an unknown side.
    """
    if side is not None:
        sides = _sides(reading)
        match = next((known for known in sides if known.lower() == side.lower()), None)
        if match is None:
            accepted = ", ".join(sides) or "none"
            hint = nearest(side, sides)
            raise ViewError(
                f"{reading.name}: nobody has the side {side!r}; sides: {accepted}{hint}"
            )
        side = match
    return View(reading, side, reveal, after)


def _sides(reading: Reading) -> list[str]:
    found = {player.side for player in reading.start.players.values()}
    for step in reading.steps:
        found.update(event.side for event in step.events if isinstance(event, ev.Joined))
    found.update(side for sides in reading.maps.private.values() for side in sides)
    return sorted(side for side in found if side and side != "<observer>")


def _deck(table: Table, ident: str) -> Deck | None:
    """The deck with this id; None if it is something else."""
    holder = table.containers.get(ident)
    return holder if isinstance(holder, Deck) else None
