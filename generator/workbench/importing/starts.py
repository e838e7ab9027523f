"""Where a module's pieces stand: at-start stacks, decks, and the set-ups it brings as saves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any

from generator.errors import BroadsideError
from generator.light import dataclass
from generator.vassal import commands, saves, sequences, traits
from generator.vassal.commands import AddPiece, ScenarioNote, SetBoards, SetProperty, SetTurn
from generator.vassal.commands import Board as Laid
from generator.vassal.documents import Element
from generator.vassal.encodings import is_whole, whole
from generator.vassal.locations import Locations
from generator.workbench.importing.carrying import Binding
from generator.workbench.importing.counters import IN_DECKS, Counters, Entry, face_id
from generator.workbench.importing.grids import Pixel
from generator.workbench.importing.looks import Look, name_in
from generator.workbench.importing.maps import MapDraft
from generator.workbench.importing.measures import length, point
from generator.workbench.importing.names import Taken, file_id, line, place_id
from generator.workbench.importing.report import Report
from generator.workbench.opened import CARD_SLOT, PIECE_SLOT

_MAP = "VASSAL.build.module.map."
STACK, PILE = _MAP + "SetupStack", _MAP + "DrawPile"
SETUP = "VASSAL.build.module.PredefinedSetup"
_SHUFFLES = {"Always": "always", "Never": "never"}
"""Whatever else a deck says is done on command."""


@dataclass(frozen=True, slots=True)
class Stood:
    """A counter that stands somewhere."""

    entry: Entry
    number: int
    """Which of the entry's counters, from 1."""
    map: str
    """Id of the map."""
    at: str | Pixel
    """A place or deck, or a point of the board."""
    face: int
    masked: bool
    hidden: bool
    source: Element | str
    """The slot it is made from, or its id in the saved game."""


@dataclass(slots=True)
class Start:
    """A set-up."""

    name: str
    member: str = ""
    """The saved game it was read from; empty for what the module itself lays out."""
    text: str = ""
    stood: list[Stood] = field(default_factory=list)
    properties: dict[str, int] = field(default_factory=dict)
    used: Counter[Entry] = field(default_factory=Counter)

    def put(
        self, entry: Entry, look: Look, draft: MapDraft, at: Pixel | str, source: Element | str
    ) -> None:
        """Let the next counter of an entry stand on a point of a map, or in a deck."""
        self.used[entry] += 1
        if not isinstance(at, str):
            at = draft.by_point.get(at, at)
        face = entry.shows.index(look.shown) if look.shown in entry.shows else 0
        self.stood.append(
            Stood(entry, self.used[entry], draft.id, at, face, look.masked, look.hidden, source)
        )

    def bind(
        self,
        name: str,
        ids: Mapping[Entry, str],
        most: Mapping[Entry, int],
        binding: Binding,
    ) -> None:
        """Tell what in the module each counter of the set-up is."""
        pieces = {
            _piece_id(one, ids, most): (
                one.source if isinstance(one.source, str) else binding.addresses.of(one.source)
            )
            for one in self.stood
        }
        binding.bind("scenarios", name, member=self.member, pieces=pieces)

    def written(self, ids: Mapping[Entry, str], most: Mapping[Entry, int]) -> list[dict[str, Any]]:
        """The placements as a scenario states them, neighbours on one spot together."""
        rows: list[dict[str, Any]] = []
        for one in self.stood:
            piece = _piece_id(one, ids, most)
            row: dict[str, Any] = {"map": one.map}
            row |= {"at": one.at} if isinstance(one.at, str) else point(*one.at)
            if one.face:
                row["face"] = face_id(one.face)
            if one.masked:
                row["masked"] = True
            if one.hidden:
                row["hidden"] = True
            if rows and {key: rows[-1][key] for key in rows[-1] if key != "pieces"} == row:
                rows[-1]["pieces"].append(piece)
            else:
                rows.append({"pieces": [piece], **row})
        return rows


def _piece_id(one: Stood, ids: Mapping[Entry, str], most: Mapping[Entry, int]) -> str:
    base = ids[one.entry]
    return f"{base}-{one.number}" if most[one.entry] > 1 else base


@dataclass(slots=True)
class Starts:
    """Reads where pieces stand."""

    drafts: list[MapDraft]
    counters: Counters
    locations: Locations
    binding: Binding
    report: Report
    decks: dict[str, tuple[MapDraft, str]] = field(default_factory=dict)
    """What the module calls a deck -> its map and the definition's name of it."""
    _taken: Taken = field(default_factory=Taken)

    # --- The module's own start -----------------------------------------------------------

    def at_start(self) -> Start:
        """What stands on the maps when a game begins without a set-up."""
        start = Start("At the start")
        for draft in self.drafts:
            for element in draft.element.iter(STACK, PILE):
                at = self._position(draft, element)
                if at is None:
                    self.report.keep(
                        "stacks of boards that do not lie there",
                        f"{draft.name}: {element.get('name')}",
                    )
                    continue
                pile = element.tag == PILE
                there: Pixel | str = self._deck(draft, element, at) if pile else at
                tray = f"{IN_DECKS}{line(element.get('name'))}" if pile else f"On {draft.name}"
                for slot in element.iter(PIECE_SLOT, CARD_SLOT):
                    found = self.counters.of_slot(slot, tray)
                    if found is not None:
                        start.put(*found, draft, there, slot)
        return start

    def _position(self, draft: MapDraft, element: Element) -> Pixel | None:
        """Where a stack stands, in pixels of the map's board (``SetupStack.setup``)."""
        owner = element.get("owningBoard")
        board = draft.board(owner) if owner else None
        if owner and board is None:
            return None
        x, y = whole(element.get("x")), whole(element.get("y"))
        location = element.get("location")
        own = board or (draft.boards[0] if draft.boards else None)
        named = own is not None and element.get("useGridLocation") == "true" and location
        if own is not None and named and self._called(draft, own.left + x, own.top + y) != location:
            found = self._located(draft, location)
            if found is not None:
                return found
            self.report.change(
                "stacks whose place by name is not found", f"{draft.name}: {location}"
            )
        return (board.left + x, board.top + y) if board is not None else (x, y)

    def _called(self, draft: MapDraft, x: int, y: int) -> str:
        edge = draft.edge
        return self.locations.spot(draft.called, x + edge[0], y + edge[1], draft.laid).location

    def _located(self, draft: MapDraft, location: str) -> Pixel | None:
        if location in draft.places:
            return draft.places[location]
        return next(
            (at for at in draft.places.values() if self._called(draft, *at) == location), None
        )

    def _deck(self, draft: MapDraft, element: Element, at: Pixel) -> str:
        """Write a deck down; gives its name."""
        own = element.get("name")
        name = self._taken.new(place_id(own, "Deck"), " ")
        while name in draft.taken:
            name = self._taken.new(place_id(own, "Deck"), " ")
        draft.taken.new(name)
        self.decks.setdefault(own, (draft, name))
        facing, shuffled = element.get("faceDown", "Always"), element.get("shuffle", "Always")
        written: dict[str, Any] = {
            "id": name,
            **point(*at),
            "width": length(max(whole(element.get("width"), 40), 1)),
            "height": length(max(whole(element.get("height"), 40), 1)),
            "face_down": facing in ("Always", "Via right-click Menu"),
            "shuffle": _SHUFFLES.get(shuffled, "on_command"),
            **({"draw_face_up": True} if element.get("drawFaceUp") == "true" else {}),
        }
        owners = sequences.decode(element.get("deckOwners"), ",")
        known = [self.counters.sides[side] for side in owners if side in self.counters.sides]
        if element.get("deckRestrictAccess") == "true" and known:
            written["side"] = known[0]
            if len(known) > 1:
                self.report.change("decks of several sides that are one's now", name)
        if facing not in ("Always", "Never"):
            self.report.change("decks that are turned face up or down by a menu", name)
        draft.written.setdefault("decks", []).append(written)
        self.binding.bind("decks", name, element, deck=own)
        return name

    # --- Set-ups --------------------------------------------------------------------------

    def of_save(
        self, name: str, member: str, save: saves.Save, properties: Mapping[str, str]
    ) -> Start:
        """A set-up from a saved game. ``properties`` are the numbers a definition counts, by what
        the module calls them. Raises `BroadsideError` for a save that cannot be read."""
        start = Start(name, member)
        added: dict[str | None, AddPiece] = {}
        for command in save.position():
            match command:
                case AddPiece(id=identity):
                    added[identity] = command
                case SetProperty(name=called, value=value) if called in properties:
                    if is_whole(value):
                        start.properties[properties[called]] = int(value)
                case ScenarioNote(text=text):
                    start.text = text
                case SetBoards():
                    self._compare_boards(name, command)
                case SetTurn():
                    self.report.keep("turns that set-ups begin at", name)
        self._stand(start, added)
        return start

    def _stand(self, start: Start, added: Mapping[str | None, AddPiece]) -> None:
        held = {
            member
            for command in added.values()
            if (members := _members(command)) is not None
            for member in members
        }
        for identity, command in added.items():
            members = _members(command)
            if members is None:
                if identity not in held:
                    self._put(start, [command], command)
                continue
            self._put(start, [added[one] for one in members if one in added], command)

    def _put(self, start: Start, pieces: Iterable[AddPiece], holder: AddPiece) -> None:
        """Let pieces stand where their stack or deck stands, or where one stands by itself."""
        spot = _spot(holder)
        draft = next((one for one in self.drafts if spot and one.called == spot[0]), None)
        deck = self._deck_of(holder)
        for piece in pieces:
            chain = traits.read_piece(piece.type, piece.state)
            if draft is None or spot is None:
                self.report.keep("pieces of set-ups that are on no map", name_in(chain))
                continue
            entry, look = self.counters.of_chain(chain, f"Set-ups / {start.name}")
            source = piece.id or ""
            if deck is not None:
                start.put(entry, look, *deck, source)
            else:
                at = (spot[1] - draft.edge[0], spot[2] - draft.edge[1])
                start.put(entry, look, draft, at, source)

    def _deck_of(self, holder: AddPiece) -> tuple[MapDraft, str] | None:
        if not holder.type.startswith("deck;"):
            return None
        name = traits.read_trait(holder.type).text("deckName")
        if name not in self.decks:
            self.report.change("decks of set-ups that are stacks now", name)
        return self.decks.get(name)

    def _compare_boards(self, name: str, command: SetBoards) -> None:
        draft = next((one for one in self.drafts if one.called == command.map), None)
        if draft is not None and command.boards and command.boards != draft.laid:
            boards = ", ".join(board.name for board in command.boards)
            self.report.change(
                "set-ups on other boards than the map shows", f"{name}: {draft.name} had {boards}"
            )


def save_elements(root: Element) -> Iterator[tuple[str, str]]:
    """(name, member) of each set-up that is a saved game."""
    for element in root.iter(SETUP):
        if element.get("file") and element.get("useFile", "true") != "false":
            yield line(element.get("name")) or element.get("file"), element.get("file")


@dataclass(frozen=True, slots=True)
class Setup:
    """A set-up that is a saved game, looked into but not read."""

    member: str
    boards: tuple[SetBoards, ...]


def read_setups(root: Element, members: Mapping[str, bytes], report: Report) -> dict[str, Setup]:
    """The set-ups that can be read, by a name for each."""
    found: dict[str, Setup] = {}
    taken = Taken()
    for name, member in save_elements(root):
        if member not in members:
            report.miss("set-ups whose file is not in the module", name)
            continue
        try:
            leaves = saves.from_bytes(members[member], member).leaves()
            chosen = [commands.decode(leaf) for _, leaf in leaves if "BoardPicker" in leaf]
        except BroadsideError as trouble:
            report.miss("set-ups that cannot be read", f"{name} ({trouble})")
            continue
        boards = tuple(one for one in chosen if isinstance(one, SetBoards) and one.boards)
        found[taken.new(file_id(name, "Set-up"), " ")] = Setup(member, boards)
    return found


def choices_of(found: Iterable[Setup]) -> dict[str, list[tuple[Laid, ...]]]:
    """The boards that set-ups lay on each map."""
    chosen: dict[str, list[tuple[Laid, ...]]] = {}
    for setup in found:
        for laid in setup.boards:
            chosen.setdefault(laid.map, []).append(laid.boards)
    return chosen


def _members(command: AddPiece) -> list[str] | None:
    """The pieces in a stack or deck, from the bottom up; ``None`` for a piece."""
    if command.type == traits.STACK:
        return [part for part in sequences.decode(command.state, ";")[3:] if part[:2] != "@@"]
    if command.type.startswith(traits.DECK):
        parts = sequences.decode(command.state, ";")
        return sequences.decode(parts[4], ",") if len(parts) > 4 and parts[4] else []
    return None


def _spot(command: AddPiece) -> tuple[str, int, int] | None:
    """Map and point of a piece, stack or deck; ``None`` off all maps."""
    state = command.state
    if _members(command) is None:
        state = traits.unnest(command.state)[-1]
    parts = sequences.decode(state, ";")
    if len(parts) < 3 or parts[0] in ("", "null"):
        return None
    return parts[0], whole(parts[1]), whole(parts[2])
