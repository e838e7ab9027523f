"""Reads each step of a log into events, by comparing its commands with the table that they change.

The traces of each act are described in the reference notes of VASSAL 3.7.26. The program's
bookkeeping is no event; a report in the chat explains but proves nothing; and the actor is only
named if the file names one.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, Protocol

from generator.light import dataclass
from generator.vassal import traits
from generator.vassal.commands import (
    AddPiece,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    Flare,
    MovePiece,
    PrivateNote,
    PublicNote,
    RemovePiece,
    RemovePlayer,
    ScenarioNote,
    SecretNote,
    SetBoards,
    SetProperty,
    SetTurn,
    ShowResults,
    SightLine,
    Undo,
)
from generator.vassal.commands import Player as JoinCommand
from validator.reading import events as ev
from validator.reading import rolls
from validator.reading.changes import changes
from validator.reading.events import OPEN, Cover, Event, Owner, Place, Who
from validator.reading.history import History
from validator.reading.players import Roster, is_typed, plain
from validator.reading.undoing import Undoing
from validator.table import MODULE, Deck, Mask, Piece, Player, Stack, Table, Veil
from validator.table.states import stack_state

if TYPE_CHECKING:
    from generator.vassal.locations import Locations
    from validator.reading.defined import DefinedPlaces

_ByKind = dict[type[Command], list[Any]]
_TOUCHING = (AddPiece, ChangePiece, MovePiece, RemovePiece)
_POINTS = 20_000
"""How many points are kept with their names."""
_REPORTS = 100
"""How many lines of a step are searched for the one about a roll or a turn."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a log."""

    number: int
    """Counted from 1."""
    events: tuple[Event, ...]
    touched: tuple[str, ...]
    """The ids of the pieces, stacks and decks that its commands name, in their order."""
    undoes: int | None
    """The step that it undoes."""
    history: History = field(repr=False, compare=False)

    @property
    def table(self) -> Table:
        """The table after it; it must not be changed."""
        return self.history.after(self.number)


class _Undoing(Protocol):
    @property
    def number(self) -> int: ...
    @property
    def undoes(self) -> int | None: ...


def undone_in(steps: Sequence[_Undoing]) -> dict[int, int]:
    """The finally undone steps (whose undo was not undone itself), and the steps that undid
    them."""
    found: dict[int, int] = {}
    for step in reversed(steps):
        if step.undoes is not None and step.number not in found:
            found[step.undoes] = step.number
    return found


class StepReader:
    """Applies commands to the table and makes events of them."""

    def __init__(
        self, table: Table, roster: Roster, locations: Locations | DefinedPlaces | None
    ) -> None:
        self.table = table
        self.roster = roster
        self.locations = locations
        self.found: list[Event] = []
        self._points: dict[tuple[str, int, int, str, str | None], Place] = {}
        """Places of points, for the present boards."""
        self._undoing = Undoing()
        self._number = 0
        self._who: Who | None = None
        self._chats: Sequence[Chat] = ()

    def begin(self, position: Iterable[Command]) -> None:
        """Set up the game."""
        for command in position:
            if isinstance(command, JoinCommand):
                self._join(command)
            self.table.apply(command)

    def whole(self, given: list[Command]) -> list[Command]:
        """A step's commands with those that VASSAL left out of the log."""
        return self._undoing.whole(given)

    def step(self, number: int, given: list[Command], history: History) -> Step:
        """Read one step."""
        self.found = []
        self._number = number
        by_kind: _ByKind = {}
        for command in given:
            by_kind.setdefault(type(command), []).append(command)
        self._chats = by_kind.get(Chat, ())
        undone = self._undoing.pair(number, given, self._chats)
        if given and isinstance(given[0], Undo):
            # The undone report may name a player, but not the one who undoes it.
            by_kind.pop(Chat, None)
            self._who = self._actor(by_kind)
            self.table.apply_all(given)
            self._points.clear()
            text = plain(" / ".join(chat.text for chat in self._chats))
            self.found.append(ev.Undone(number, self._who, undone, text))
        else:
            self._read(given, by_kind)
        touched: tuple[str, ...] = ()
        if not by_kind.keys().isdisjoint(_TOUCHING):
            named = (command.id for command in given if isinstance(command, _TOUCHING))
            touched = tuple(dict.fromkeys(ident for ident in named if ident is not None))
        return Step(number, tuple(self.found), touched, undone, history)

    def _read(self, given: list[Command], by_kind: _ByKind) -> None:
        self._who = self._actor(by_kind)
        moves = by_kind.get(MovePiece, ()) if ChangePiece in by_kind else ()
        movers = {move.id for move in moves}
        added = self._added(given) if AddPiece in by_kind else {}
        replaced = {source for how, source in added.values() if how == "replaced"}
        rolling = ChangeProperty in by_kind or ShowResults in by_kind
        made = rolls.made_in(given) if rolling else {}
        seated = JoinCommand in by_kind or RemovePlayer in by_kind
        rolled: set[str] = set()
        origins: dict[str, set[str]] = {}
        for command in given:
            match command:
                case MovePiece():
                    self._move(command, added, origins)
                case ChangePiece():
                    self._change(command, movers)
                case AddPiece(type=traits.STACK):
                    self._lay(command, added)
                case AddPiece():
                    self.table.apply(command)
                case RemovePiece():
                    self._remove(command, replaced)
                case Chat():
                    self._chat(command.text, has_rolls=bool(made))
                    if not seated:
                        self._seated(command.text)
                case ShowResults(button):
                    if button not in rolled:
                        rolled.add(button)
                        self._roll(button, made[button])
                case ChangeProperty(name, old, new, container):
                    self.table.apply(command)
                    button = rolls.button_of(name)
                    if button in made:
                        if button not in rolled:
                            rolled.add(button)
                            self._roll(button, made[button])
                    else:
                        self._property(name, old, new, container)
                case SetProperty(name, value, container):
                    old = self.table.properties.get((container or MODULE, name)) or ""
                    self.table.apply(command)
                    self._property(name, old, value, container)
                case _:
                    self._other(command)
        if added:
            self.found[:0] = self._placed(added)
        for deck, sources in origins.items():
            self._reshuffled(deck, sources)

    def _placed(self, added: Mapping[str, tuple[str, str]]) -> Iterator[Event]:
        for ident, (how, source) in added.items():
            piece = self.table.pieces.get(ident)
            if piece is not None:
                head = (*self._of(piece), OPEN, self._cover(piece))
                yield ev.Placed(*head, self._place(piece), how, source)

    def _reports(self) -> list[str]:
        """The module's lines in the chat."""
        texts = [chat.text for chat in self._chats[:_REPORTS]]
        return [plain(text) for text in texts if not is_typed(text)]

    def _other(self, command: Command) -> None:
        number, who = self._number, self._who
        match command:
            case SetTurn(tracker, state):
                old = self.table.turns.get(tracker) or ""
                self.table.apply(command)
                text = next((line for line in self._reports() if not line.startswith("* !")), "")
                self._note(ev.TurnAdvanced(number, who, text, tracker, state, old))
            case JoinCommand():
                if self.table.players.get(command.id) != Player(
                    command.id, command.name, command.side
                ):
                    self._join(command)
                self.table.apply(command)
            case SetBoards():
                self.table.apply(command)
                self._points.clear()
            case RemovePlayer(ident):
                self.table.apply(command)
                gone = self.roster.leave(ident)
                self._note(ev.Left(number, gone, gone.side))
            case ScenarioNote(text):
                self._note(ev.Noted(number, who, "scenario", "", text, None))
            case PublicNote(text):
                self._note(ev.Noted(number, who, "public", "", text, None))
            case PrivateNote(owner, text):
                writer = self.roster.who(owner)
                self._note(ev.Noted(number, writer, "private", "", text, Owner("player", writer)))
            case SecretNote(title, owner, hidden, text, date):
                writer = self.roster.who(owner)
                only = Owner("player", writer) if hidden else None
                self._note(ev.Noted(number, writer, "secret", title, text, only, date))
            case Flare(_, x, y):
                self._note(ev.Pointed(number, who, "flare", ((x, y),)))
            case SightLine(_, x, y, to_x, to_y):
                self._note(ev.Pointed(number, who, "line", ((x, y), (to_x, to_y))))
            case _:
                self.table.apply(command)

    # Who, what, where.

    def _note(self, event: Event) -> None:
        self.found.append(event)

    def _actor(self, by_kind: _ByKind) -> Who | None:
        """The player who did the step, by password, by a new mask's owner, or by a report."""
        movers = {move.player for move in by_kind.get(MovePiece, ()) if move.player}
        if len(movers) == 1:
            return self.roster.who(movers.pop())
        owners: dict[str, Owner] = {}
        for change in by_kind.get(ChangePiece, ()):
            piece = self.table.pieces.get(change.id)
            if piece is not None:
                owners.update(self._new_owners(piece, change))
        if len(owners) == 1:
            return next(iter(owners.values())).who
        for chat in by_kind.get(Chat, ()):
            found = self.roster.named(plain(chat.text))
            if found is not None:
                return found
        return None

    def _new_owners(self, piece: Piece, command: ChangePiece) -> dict[str, Owner]:
        found = {}
        for at, _, new in changes(piece, command):
            covers: tuple[Mask | Veil, ...] = (*piece.model.masks, *piece.model.veils)
            for trait in covers:
                if trait.at == at:
                    token = new.split(";", 1)[0]
                    if token not in ("", "null"):
                        found[token] = self.roster.owner(trait, token)
        return found

    def _cover(self, piece: Piece) -> Cover:
        mask, hidden = piece.mask, piece.hidden
        if mask is None and hidden is None:
            return OPEN
        return Cover(
            self.roster.owner(*mask) if mask is not None else None,
            mask[0].name if mask is not None else "",
            mask[0].at if mask is not None else -1,
            self.roster.owner(*hidden) if hidden is not None else None,
        )

    def _of(self, piece: Piece) -> tuple[int, Who | None, str, str]:
        return self._number, self._who, piece.id, piece.name

    def _place(self, piece: Piece, holder: Stack | Deck | None = None) -> Place:
        """The place of a piece; ``holder`` is its stack or deck, if known."""
        holder = holder or self.table.container(piece)
        return self._point(
            piece.map, piece.x, piece.y, holder.name if isinstance(holder, Deck) else ""
        )

    def _point(self, map_name: str | None, x: int, y: int, deck: str = "") -> Place:
        if map_name is None:
            return Place()
        if self.locations is None:
            return Place(map_name, x, y, deck, "", deck)
        here = None if deck else self.table.deck_at(map_name, x, y)
        point = (map_name, x, y, deck, here.name if here is not None else None)
        found = self._points.get(point)
        if found is None:
            spot = self.locations.spot(map_name, x, y, self.table.boards.get(map_name) or ())
            location = deck or (here.name if here is not None else spot.location)
            found = Place(map_name, x, y, location, spot.zone, deck)
            if len(self._points) >= _POINTS:
                self._points.clear()
            self._points[point] = found
        return found

    def _join(self, command: JoinCommand) -> None:
        known = self.table.players.get(command.id)
        player = Player(command.id, command.name, command.side)
        who = self.roster.join(player)
        if known != player:
            self._note(ev.Joined(self._number, who, command.side))

    def _seated(self, text: str) -> None:
        """Note a player who takes a side; some logs show it only in the chat."""
        before = {who.mark: who.side for who in self.roster.present()} if "~" in text[:9] else {}
        who = self.roster.seated_by(plain(text)) if before else None
        if who is not None and before.get(who.mark) != who.side:
            self._note(ev.Joined(self._number, who, who.side))

    # What the commands did.

    def _added(self, given: list[Command]) -> dict[str, tuple[str, str]]:
        """The pieces that a step adds: how, and from which piece.

        The following commands show it: the piece's own move, or the removal of a replaced piece.
        """
        found: dict[str, tuple[str, str]] = {}
        moves: dict[str | None, tuple[int, MovePiece]] = {}
        removal, gone = len(given), ""
        for at in range(len(given) - 1, -1, -1):
            command = given[at]
            match command:
                case MovePiece():
                    moves[command.id] = at, command
                case RemovePiece() if command.id in self.table.pieces:
                    removal, gone = at, command.id
                case AddPiece(id=str(ident), type=kind) if not _is_container(kind):
                    moved, move = moves.get(ident, (len(given), None))
                    how = "created", ""
                    if removal < moved:
                        how = "replaced", gone
                    elif move is not None and move.under and move.map == move.old_map:
                        how = "cloned", move.under
                    found[ident] = how
        return dict(reversed(found.items()))

    def _move(
        self,
        command: MovePiece,
        added: Mapping[str, tuple[str, str]],
        origins: dict[str, set[str]],
    ) -> None:
        table = self.table
        crowd = table.containers.get(command.id)
        before = []
        for ident in crowd.members if crowd is not None else (command.id or "",):
            piece = table.pieces.get(ident)
            if piece is not None:
                source = table.container(piece)
                before.append((piece, self._place(piece, source), source))
        table.apply(command)
        for piece, from_, source in before:
            if piece.id in added:
                continue
            now = table.pieces[piece.id]
            goal = table.container(now)
            cover = self._cover(now)
            covers = (cover, cover)
            to = self._place(now, goal)
            if isinstance(source, Deck) and goal != source and not isinstance(goal, Deck):
                self._note(ev.Drawn(*self._of(now), *covers, from_, to, cover.mask is not None))
            elif isinstance(goal, Deck) and not (isinstance(source, Deck) and source.id == goal.id):
                if isinstance(source, Deck) and source.face_down and goal.face_down:
                    covers = (_face_down(now, cover), _face_down(now, cover))
                elif not goal.face_down:
                    covers = (cover, _face_up(cover))
                self._note(ev.Returned(*self._of(now), *covers, from_, to))
                if isinstance(source, Deck):
                    origins.setdefault(goal.id, set()).add(source.id)
            else:
                self._note(ev.Moved(*self._of(now), *covers, from_, to))

    def _lay(self, command: AddPiece | ChangePiece, added: Container[str] = ()) -> None:
        """Apply a new or changed stack: pieces elsewhere that it names as members move there. In
        VASSAL's own logs they are there already."""
        *place, members, _ = stack_state(command.state)
        strays = [
            (ident, self._place(piece))
            for ident in members
            if (piece := self.table.pieces.get(ident)) is not None
            and [piece.map, piece.x, piece.y] != place
            and ident not in added
        ]
        self.table.apply(command)
        for ident, from_ in strays:
            now = self.table.pieces[ident]
            if [now.map, now.x, now.y] == place:
                cover = self._cover(now)
                self._note(ev.Moved(*self._of(now), cover, cover, from_, self._place(now)))

    def _remove(self, command: RemovePiece, replaced: Set[str]) -> None:
        piece = self.table.pieces.get(command.id)
        if piece is not None:
            how = "replaced" if command.id in replaced else "deleted"
            cover = self._cover(piece)
            self._note(ev.Removed(*self._of(piece), cover, cover, self._place(piece), how))
        self.table.apply(command)

    def _change(self, command: ChangePiece, movers: set[str | None]) -> None:
        piece = self.table.pieces.get(command.id)
        if piece is None:
            self._change_container(command)
            return
        in_deck = isinstance(self.table.container(piece), Deck)
        before, from_ = self._cover(piece), self._place(piece)
        was_at = (piece.map, piece.x, piece.y)
        differing = changes(piece, command)
        self.table.apply(command)
        now = self.table.pieces[piece.id]
        cover = self._cover(now)
        for at, old, new in differing:
            self._trait(now, at, old, new, (before, cover), in_deck and piece.id in movers, movers)
        if (now.map, now.x, now.y) != was_at:
            self._note(ev.Moved(*self._of(now), before, cover, from_, self._place(now)))

    def _trait(
        self,
        piece: Piece,
        at: int,
        old: str,
        new: str,
        covers: tuple[Cover, Cover],
        drawn: bool,
        movers: set[str | None],
    ) -> None:
        """Note a changed trait of a piece; the program's bookkeeping is skipped."""
        part = piece.model.traits[at]
        head = (*self._of(piece), *covers)
        match part.id:
            case "obs;":
                if drawn:  # the deck's own mask, part of drawing
                    return
                masked = new.split(";", 1)[0] not in ("", "null")
                if masked != (old.split(";", 1)[0] not in ("", "null")):
                    self._note(ev.Masked(*head) if masked else ev.Unmasked(*head))
            case "hide;":
                hidden = new not in ("", "null")
                if hidden != (old not in ("", "null")):
                    place = self._place(piece)
                    self._note(ev.Hidden(*head, place) if hidden else ev.Shown(*head, place))
            case "emb2;" | "emb;":
                layer = next((row for row in piece.model.layers if row.at == at), None)
                title = layer.title if layer is not None else ""
                self._note(ev.Flipped(*head, title, _level(old), _level(new), at))
            case "PROP;":
                self._note(ev.Changed(*head, "property", part.text("key"), old, new, at))
            case "label;":
                self._note(ev.Changed(*head, "label", "", old, new, at))
            case "rotate;" | "rotate;1":
                self._note(ev.Changed(*head, "rotation", "", old, new, at))
            case "footprint;":
                was, shown = old.split(";", 1)[0], new.split(";", 1)[0]
                if was != shown and piece.id not in movers:
                    self._note(ev.Changed(*head, "trail", "", was, shown, at))
            case "markmoved;":
                if piece.id not in movers:
                    self._note(ev.Changed(*head, "moved mark", "", old, new, at))
            case "sendto;" | "report;" | "piece;" | "attach;" | "mat;" | "matPiece;":
                return
            case "restrict;":
                self._note(ev.Changed(*head, "owner", "", self._mark(old), self._mark(new), at))
            case "mark;":
                self._note(ev.Changed(*head, "marker", part.text("keys"), old, new, at))
            case _:
                title = part.form.title if part.form is not None else part.id
                self._note(ev.Changed(*head, title, "", old, new, at))

    def _mark(self, password: str) -> str:
        return self.roster.mark(password) if password else ""

    def _change_container(self, command: ChangePiece) -> None:
        before = self.table.containers.get(command.id)
        if isinstance(before, Stack):
            self._lay(command)
        else:
            self.table.apply(command)
        after = self.table.containers.get(command.id)
        if isinstance(before, Deck) and isinstance(after, Deck):
            how = _deck_change(before, after)
            if how:
                self._note(
                    ev.Shuffled(self._number, self._who, after.name, after.id, after.map or "", how)
                )
        elif isinstance(before, Stack) and isinstance(after, Stack) and before != after:
            members = [self.table.pieces[ident] for ident in after.members]
            self._note(
                ev.Reordered(
                    self._number,
                    self._who,
                    after.id,
                    self._point(after.map, after.x, after.y),
                    after.members,
                    tuple(piece.name for piece in members),
                    tuple(self._cover(piece) for piece in members),
                )
            )

    def _reshuffled(self, deck: str, sources: set[str]) -> None:
        found = self.table.containers.get(deck)
        emptied = all(
            not holder.members for ident in sources if (holder := self.table.containers.get(ident))
        )
        if isinstance(found, Deck) and emptied:
            self._note(
                ev.Shuffled(
                    self._number, self._who, found.name, found.id, found.map or "", "reshuffle"
                )
            )

    def _property(self, name: str, old: str, new: str, container: str | None) -> None:
        if old != new:
            self._note(
                ev.PropertyChanged(self._number, self._who, name, old, new, container or MODULE)
            )

    def _roll(self, button: str, made: tuple[tuple[int, ...], str]) -> None:
        reports = self._reports()
        named = (line for line in reports if button in line)
        text = next(named, reports[0] if reports else "")
        self._note(ev.Rolled(self._number, self._who, button, *made, text))

    def _chat(self, text: str, *, has_rolls: bool) -> None:
        """Read a chat line; ``has_rolls`` says that the step's commands record its rolls."""
        number = self._number
        if is_typed(text):
            speaker, _, _ = text[1:].partition("> - ")
            who = self.roster.named(f"<{speaker}>")
            self._note(ev.Said(number, who, text, speaker))
            return
        line = plain(text)
        if line.startswith("* !"):
            self._note(ev.Declared(number, self._who, line[3:].strip()))
            return
        roll = rolls.reported_in(line) if not has_rolls else None
        if roll is not None:
            self._note(ev.Rolled(number, self._who, *roll, line, recorded=False))
        elif line.startswith(("*", "-")):
            self._note(ev.Reported(number, self._who, line))
        else:
            self._note(ev.Said(number, self._who, line))


def _is_container(piece_type: str) -> bool:
    return piece_type == traits.STACK or piece_type.startswith(traits.DECK)


def _face_down(piece: Piece, cover: Cover) -> Cover:
    """The cover of a card that goes from one face-down deck into another: nobody sees it."""
    if cover.mask is not None:
        return cover
    name = piece.model.masks[0].name if piece.model.masks else "?"
    return replace(cover, mask=Owner("sides", Who()), mask_name=name, mask_at=-1)


def _face_up(cover: Cover) -> Cover:
    """The cover of a card in a face-up deck: everybody sees it, whatever its mask says."""
    return replace(cover, mask=None, mask_name="", mask_at=-1)


def _level(state: str) -> int:
    text = state.split(";", 1)[0]
    return int(text) if re.fullmatch(r"-?\d{1,9}", text) else -1


def _deck_change(before: Deck, after: Deck) -> str:
    if sorted(before.members) != sorted(after.members):
        return "change"
    if before.members != after.members:
        turned = len(after.members) > 2 and before.members == after.members[::-1]
        return "reverse" if turned else "shuffle"
    return "turn" if before.face_down != after.face_down else "shuffle"
