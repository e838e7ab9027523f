"""A saved game on its way from one version of its module to another.

VASSAL's saves hold every piece written out in full, so a game goes on with the pieces of the day
it was begun. VASSAL's own "Refresh Counters" does the like for a game that is open, one at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field, replace

from generator.errors import BroadsideError, nearest
from generator.light import dataclass
from generator.vassal import commands, metadata, sequences, traits, trees
from generator.vassal.chains import settled
from generator.vassal.commands import AddPiece, SetBoards, SetProperty, SetTranslatable
from generator.vassal.decks import DRAW_PILE, FIELD_OF, menu_of
from generator.vassal.documents import Element
from generator.vassal.encodings import Part
from generator.vassal.metadata import Metadata
from generator.vassal.prototypes import Chain
from generator.vassal.saves import Save
from generator.vassal.traits import Trait
from generator.workbench.identity import pair
from generator.workbench.migrating.carrying import carried
from generator.workbench.migrating.report import SECRET, Migration
from generator.workbench.migrating.slots import (
    Slots,
    Source,
    gpid_in,
    pairs_by_element,
    slots_of,
)
from generator.workbench.opened import OpenModule

_MAPS = tuple(
    f"VASSAL.build.{name}"
    for name in ("module.Map", "module.PrivateMap", "module.PlayerHand", "widget.WidgetMap")
)
_BOARD = "VASSAL.build.module.map.boardPicker.Board"
_TRACKER = "VASSAL.build.module.turn.TurnTracker"
_DATA = ("savedata", "moduledata")
_LIKE = 0.7
"""A piece of another name is one of its number's if so many of its traits are of the same sorts."""
_SIDES = "VASSAL.build.module.PlayerRoster"


class MigrationError(BroadsideError):
    """A save that cannot be converted to another version of its module."""


def migrated(
    save: Save,
    old: OpenModule,
    new: OpenModule,
    maps: Mapping[str, str] | None = None,
    *,
    pieces: Mapping[str, str] | None = None,
    start_only: bool = False,
    reveal: bool = False,
) -> tuple[Save, Migration]:
    """A save of ``old`` as one of ``new``, and what became of it.

    ``maps`` are maps that bear another name now, ``pieces`` pieces that do, each by its name or its
    number in the palette. ``start_only`` takes the position a log begins
    with; ``reveal`` names every piece in the account. Raises `MigrationError` for a log whose
    steps would have to follow too, and for a map or piece that is not there.
    """
    begun = save.first_step()
    if begun is not None:
        if not start_only:
            raise MigrationError(
                f"{save.name}: a log: its steps say what became of the old pieces and would not "
                "fit the new ones; --start-only makes a save of the position it begins with"
            )
        save = replace(save, text=save.text[: max(0, begun - 1)])
    _refuse_unknown_maps(new, maps or {})
    work = _Migrating(old, new, dict(maps or {}), reveal)
    work.rename(pieces or {})
    work.look(save)
    text = trees.rewritten(save.text, work.rewrite)
    work.compare_the_rest()
    return _dressed(replace(save, text=text), new), work.account


@dataclass(slots=True)
class _Migrating:
    old: OpenModule
    new: OpenModule
    maps: dict[str, str]
    reveal: bool
    account: Migration = field(default_factory=Migration)
    _in_decks: set[str] = field(default_factory=set)
    _maps_used: set[str] = field(default_factory=set)
    _boards_used: set[tuple[str, str]] = field(default_factory=set)
    _decks_seen: set[str] = field(default_factory=set)
    _old_slots: Slots = field(init=False)
    _new_slots: Slots = field(init=False)
    _partner: dict[int, Source] = field(init=False)
    _renamed: dict[int, Source] = field(default_factory=dict)
    """The new definitions of pieces that bear another name, by the old one's identity."""
    _same: dict[tuple[Source, Source], bool] = field(default_factory=dict)
    _closed: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self._old_slots, self._new_slots = slots_of(self.old), slots_of(self.new)
        pairing = pair(self.old.root, self.new.root)
        self._partner = pairs_by_element(self._old_slots, self._new_slots, pairing.new_of)
        self._closed = frozenset(
            _map_name(element)
            for root in (self.old.root, self.new.root)
            for element in root.iter(*_MAPS)
            if element.tag.endswith(("PrivateMap", "PlayerHand"))
            and element.get("visible") != "true"
        )

    def rename(self, pieces: Mapping[str, str]) -> None:
        """Declare that some old pieces are new ones. Raises `MigrationError`."""
        for before, after in pieces.items():
            found = _named(self.new, self._new_slots, after)
            if len(found) > 1:
                numbers = ", ".join(one.gpid or "none" for one in found)
                raise MigrationError(
                    f"{self.new.path}: {len(found)} pieces are called {after!r}; say which by its"
                    f" gpid: {numbers}"
                )
            for one in _named(self.old, self._old_slots, before):
                self._renamed[id(one)] = found[0]

    def look(self, save: Save) -> None:
        """What lies in a deck: what is left of it is nobody's business."""
        for command in save.position():
            if isinstance(command, AddPiece) and command.type.startswith(traits.DECK):
                parts = sequences.decode(command.state, ";")
                if len(parts) > 4 and parts[4]:
                    self._in_decks.update(sequences.decode(parts[4], ","))

    def rewrite(self, text: str) -> str:
        """Convert one command of the save."""
        if text.startswith("+/"):
            command = commands.decode(text)
            if not isinstance(command, AddPiece):
                return text
            made = self._holder(command) or self._piece(command)
            return text if made is command else commands.encode(made)
        if "BoardPicker" not in text and not text.startswith("Global"):
            return text
        command = commands.decode(text)
        match command:
            case SetBoards():
                self._boards_used |= {(command.map, board.name) for board in command.boards}
                if command.map in self.maps:
                    return commands.encode(replace(command, map=self.maps[command.map]))
            case SetProperty() | SetTranslatable() if command.container is not None:
                own, colon, zone = command.container.partition(":")
                if own in self.maps:
                    container = f"{self.maps[own]}{colon}{zone}"
                    return commands.encode(replace(command, container=container))
        return text

    # --- Stacks and decks -----------------------------------------------------------------

    def _holder(self, command: AddPiece) -> AddPiece | None:
        """The converted stack or deck; ``None`` for a piece."""
        if command.type == traits.STACK:
            self._maps_used.add(command.state.partition(";")[0])
            return self._on_new_map(command, traits.read_trait(command.type, command.state))
        if not command.type.startswith(traits.DECK):
            return None
        self._maps_used.add(sequences.decode(command.state, ";")[0])
        deck = traits.read_trait(command.type, command.state)
        name = deck.text("deckName")
        self._decks_seen.add(name)
        before, after = (_pile(module.root, name) for module in (self.old, self.new))
        changes = {}
        for attribute, wanted in FIELD_OF.items() if before and after else ():
            assert before is not None and after is not None
            value = after.get(attribute)
            if attribute in after.attributes and settled(value) != settled(before.get(attribute)):
                changes[wanted] = value
        if before is not None and after is not None:
            menus = menu_of(before), menu_of(after)
            if settled(menus[0]) != settled(menus[1]):
                changes["globalCommands"] = menus[1]
        if changes:
            deck = deck.changed(**changes)
            self.account.decks[name] += 1
        return self._on_new_map(replace(command, type=deck.type), deck)

    def _on_new_map(self, command: AddPiece, held: Trait) -> AddPiece:
        moved = self._moved(held)
        return command if moved == held else replace(command, state=moved.state)

    def _moved(self, part: Trait) -> Trait:
        """A trait with the new names of maps in its state."""
        if not self.maps:
            return part

        def renamed(text: Part) -> str:
            named = text.thing == "map" and text.path[0].startswith("state.")
            return self.maps.get(text.text, text.text) if named else text.text

        return part.rewritten(renamed)

    # --- Pieces ---------------------------------------------------------------------------

    def _piece(self, command: AddPiece) -> AddPiece:
        chain = traits.read_piece(command.type, command.state)
        basic = chain[-1]
        place = sequences.decode(basic.state, ";")[0]
        self._maps_used.add(place)
        name = basic.text("commonName") if basic.id == "piece;" else ""
        shown = name if self._is_open(command, chain, place) else SECRET
        gpid = gpid_in(basic.state)
        before = (
            self._old_slots.of(gpid, name)
            or self._of_a_later_version(gpid, name, chain)
            or (self._old_slots.only(name) if self._new_slots.only(name) else None)
        )
        after = self._now(before) if before is not None else None
        made = chain
        if before is None:
            self.account.foreign[shown] += 1
        elif after is None:
            self.account.gone[shown] += 1
        elif self._is_same(before, after):
            self.account.same += 1
        else:
            self.account.updated += 1
            self.account.by_name += gpid != after.gpid and self._is_by_name(before)
            done = carried(chain, after.chain, after.gpid)
            made = done.chain
            self.account.lost.update(done.lost)
            self.account.owners += done.owners
        made = tuple(self._moved(part) for part in made)
        if made == chain:
            return command
        return replace(command, type=traits.piece_type(made), state=traits.piece_state(made))

    def _of_a_later_version(self, gpid: str, name: str, chain: Chain) -> Source | None:
        """A piece that the old module did not make but the new one does, by number and likeness:
        the game was played on with a version in between. Its own traits are its definition."""
        found = self._new_slots.of(gpid, name)
        if found is None or (found.name != name and _likeness(chain, found.chain) < _LIKE):
            return None
        return Source(gpid, name, chain, None)

    def _now(self, before: Source) -> Source | None:
        """The new definition of an old one: the one that was named for it, the slot that the
        modules have in common, the same number, or the same name where it stands once in each."""
        renamed = self._renamed.get(id(before))
        if renamed is not None:
            return renamed
        if before.element is not None:
            found = self._partner.get(id(before.element))
        else:
            found = self._new_slots.of(before.gpid, before.name)
        return found or self._of_that_name(before)

    def _of_that_name(self, before: Source) -> Source | None:
        if self._old_slots.only(before.name) is None:
            return None
        return self._new_slots.only(before.name)

    def _is_by_name(self, before: Source) -> bool:
        return id(before) not in self._renamed and (
            before.element is None or id(before.element) not in self._partner
        )

    def _is_same(self, before: Source, after: Source) -> bool:
        key = (before, after)
        if key not in self._same:
            self._same[key] = before.settled == after.settled and before.gpid == after.gpid
        return self._same[key]

    def _is_open(self, command: AddPiece, chain: tuple[Trait, ...], place: str) -> bool:
        """Whether everybody may know which piece it is."""
        if self.reveal:
            return True
        if place in ("", "null") or place in self._closed or command.id in self._in_decks:
            return False
        return not any(
            part.id in ("obs;", "hide;") and part.state.partition(";")[0] not in ("", "null")
            for part in chain
        )

    # --- The rest -------------------------------------------------------------------------

    def compare_the_rest(self) -> None:
        """What of the save the new module has no place for."""
        notes = self.account.notes
        maps = {_map_name(element) for element in self.new.root.iter(*_MAPS)}
        gone = sorted(self._maps_used - maps - set(self.maps) - {"", "null"})
        come = sorted(maps - {_map_name(element) for element in self.old.root.iter(*_MAPS)})
        for name in gone:
            hint = f"; is it {come[0]!r} now? then say --map {name!r}={come[0]!r}" if come else ""
            notes.append(
                f"map {name!r} is not in the new module: what stands there is off it{hint}"
            )
        boards = {element.get("name") for element in self.new.root.iter(_BOARD)}
        for name, board in sorted(self._boards_used):
            if board not in boards:
                notes.append(f"board {board!r} of map {name!r} is not in the new module")
        new_decks = {element.get("name") for element in self.new.root.iter(DRAW_PILE)}
        for name in sorted(self._decks_seen - new_decks):
            notes.append(f"deck {name!r} is not in the new module; it stays as it is")
        for name in sorted(new_decks - self._decks_seen):
            notes.append(f"deck {name!r} of the new module is not in this game")
        sides = set(_sides(self.new.root))
        for side in [side for side in _sides(self.old.root) if side not in sides]:
            notes.append(f"side {side!r} is not in the new module")
        trackers = [
            [_inside(one) for one in module.root.iter(_TRACKER)] for module in (self.old, self.new)
        ]
        if trackers[0] != trackers[1]:
            notes.append("the turn tracker changed: look whether it shows the right turn")


def _likeness(one: Chain, other: Chain) -> float:
    """The part of two chains' sorts of traits that is equal."""
    mine, theirs = (Counter(part.id for part in chain) for chain in (one, other))
    return 2 * (mine & theirs).total() / max(1, mine.total() + theirs.total())


def _map_name(element: Element) -> str:
    return element.get("mapName") or element.get("id")


def _pile(root: Element, name: str) -> Element | None:
    return next((one for one in root.iter(DRAW_PILE) if one.get("name") == name), None)


def _inside(element: Element) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    """The components in one, cards left out, as far as they tell what it does."""
    return [
        (one.tag, tuple(sorted((key, settled(value)) for key, value in one.attributes.items())))
        for one in element.iter()
        if one is not element and not one.tag.endswith("Slot")
    ]


def _named(module: OpenModule, slots: Slots, name: str) -> list[Source]:
    """The definitions of a name or a number. Raises `MigrationError` where there is none."""
    found = slots.by_name.get(name) or slots.by_gpid.get(name, [])[:1]
    if not found:
        hint = nearest(name, slots.by_name)
        raise MigrationError(f"{module.path}: has no piece {name!r}{hint}")
    return found


def _sides(root: Element) -> Iterator[str]:
    for roster in root.iter(_SIDES):
        yield from (entry.text for entry in roster.children if entry.tag == "entry")


def _refuse_unknown_maps(new: OpenModule, maps: Mapping[str, str]) -> None:
    known = {_map_name(element) for element in new.root.iter(*_MAPS)}
    for name in maps.values():
        if name not in known:
            raise MigrationError(f"{new.path}: has no map {name!r}{nearest(name, known)}")


def _dressed(save: Save, new: OpenModule) -> Save:
    """The save with what it says of its module brought up to date; what it does not say, it goes
    on not saying."""
    raw = new.members.get("moduledata")
    said = metadata.read(raw, "moduledata") if raw is not None else Metadata()
    data = said if said.version or said.name else _from_root(new)
    members = {name: one for name, one in save.members.items() if name not in _DATA}
    savedata, moduledata = save.savedata, save.moduledata
    if savedata != Metadata():
        savedata = replace(savedata, version=data.version)
    if moduledata != Metadata():
        moduledata = data
        members |= {"moduledata": raw} if raw is not None else {}
    return replace(save, savedata=savedata, moduledata=moduledata, members=members)


def _from_root(module: OpenModule) -> Metadata:
    root = module.root
    return Metadata(
        name=root.get("name"), version=root.get("version"), vassal_version=root.get("VassalVersion")
    )
