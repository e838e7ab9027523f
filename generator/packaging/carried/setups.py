"""A saved game that a set-up is, changed piece by piece: all else in it stays as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace

from generator.light import dataclass
from generator.packaging.carried.loom import Chain
from generator.vassal import commands, sequences, traits, trees
from generator.vassal.commands import AddPiece, ScenarioNote, SetProperty
from generator.vassal.encodings import is_whole
from generator.vassal.metadata import Metadata
from generator.vassal.saves import Save
from generator.vassal.trees import Node


@dataclass(frozen=True, slots=True)
class Where:
    """Where a piece goes: a point in a map's window, in pixels, or a deck by its name."""

    map: str
    x: int
    y: int
    deck: str = ""


@dataclass(slots=True)
class Edit:
    """What is to be done to a saved game."""

    removed: set[str] = field(default_factory=set)
    """Ids of pieces that are there no more."""
    moved: dict[str, Where] = field(default_factory=dict)
    retouched: dict[str, list[Callable[[Chain], Chain]]] = field(default_factory=dict)
    """Piece -> what is done to its traits, in turn."""
    added: list[tuple[Chain, Where, bool]] = field(default_factory=list)
    """Traits, place, and whether the piece stacks."""
    decks: dict[str, tuple[str, Where]] = field(default_factory=dict)
    """Deck, by its name -> what it is now, and where it lies with its cards."""
    properties: dict[str, str] = field(default_factory=dict)
    note: str | None = None
    module: Metadata | None = None
    """The module it belongs to, where that has another name or version now."""

    def __bool__(self) -> bool:
        return bool(
            self.removed
            or self.moved
            or self.retouched
            or self.added
            or self.decks
            or self.properties
            or self.note is not None
            or self.module is not None
        )


def edited(save: Save, edit: Edit) -> Save:
    """The saved game with that done to it."""
    made = save
    if edit.module is not None:
        made = replace(
            made,
            moduledata=edit.module,
            savedata=replace(made.savedata, version=edit.module.version),
        )
    if Edit(module=edit.module) != edit:
        tree = _Table(save.tree(), edit).tree()
        made = replace(made, text=trees.encode(tree).encode("utf-8"))
    return made


class _Table:
    """The pieces, stacks and decks of a saved game while it is changed."""

    def __init__(self, tree: Node, edit: Edit) -> None:
        self._tree = tree
        self._edit = edit
        self._pieces: dict[str, AddPiece] = {}
        for one in tree.walk():
            if one.text.startswith("+/"):
                command = one.command
                if isinstance(command, AddPiece) and command.id is not None:
                    self._pieces[command.id] = command
        self._fresh = _unused(self._pieces)
        self._new: list[AddPiece] = []

    def tree(self) -> Node:
        """The commands, changed."""
        edit = self._edit
        gone = {one for one in edit.removed if one in self._pieces}
        self._change_decks()
        alone = self._taken_out(gone | {*edit.moved})
        for one in gone:
            self._pieces.pop(one)
        for one, done in edit.retouched.items():
            if one in self._pieces:
                chain = _chain(self._pieces[one])
                for change in done:
                    chain = change(chain)
                self._pieces[one] = _written(self._pieces[one], chain)
        for one, where in edit.moved.items():
            if one in self._pieces:
                self._put(one, where, one not in alone)
        for chain, where, stacks in edit.added:
            own = next(self._fresh)
            self._new.append(AddPiece(own, "", ""))
            self._pieces[own] = _written(AddPiece(own, "", ""), chain)
            self._put(own, where, stacks)
        return self._woven()

    def _change_decks(self) -> None:
        for own, command in list(self._pieces.items()):
            if not command.type.startswith(traits.DECK):
                continue
            now = self._edit.decks.get(_deck_name(command))
            if now is None:
                continue
            type_, where = now
            parts = sequences.decode(command.state, ";")
            place = [where.map, str(where.x), str(where.y)]
            state = sequences.encode([*place, *parts[3:]], ";")
            self._pieces[own] = AddPiece(own, type_, state or "")
            for card in _members(command) or ():
                if card in self._pieces:
                    self._pieces[card] = _standing(self._pieces[card], where)

    def _taken_out(self, leaving: set[str]) -> set[str]:
        """Take pieces out of their stacks and decks; gives those that were in none."""
        found = set(leaving)
        for own, command in list(self._pieces.items()):
            held = _members(command)
            if held is None or not leaving & {*held}:
                continue
            found -= {*held}
            left = [one for one in held if one not in leaving]
            if left or command.type != traits.STACK:
                self._pieces[own] = _holding(command, left)
            else:
                del self._pieces[own]
        return found

    def _put(self, piece: str, where: Where, stacks: bool) -> None:
        holder = self._holder(where)
        if holder is not None and (stacks or where.deck):
            command = self._pieces[holder]
            at = _position(command)
            self._pieces[holder] = _holding(command, [*(_members(command) or ()), piece])
            where = replace(where, x=at[1], y=at[2])
        elif stacks:
            own = next(self._fresh)
            state = traits.stack_state(where.map, where.x, where.y, [piece])
            self._pieces[own] = AddPiece(own, traits.STACK, state)
            self._new.append(self._pieces[own])
        self._pieces[piece] = _standing(self._pieces[piece], where)

    def _holder(self, where: Where) -> str | None:
        """The stack at a point, or the deck of that name."""
        for own, command in self._pieces.items():
            if not where.deck:
                found = command.type == traits.STACK
                found = found and _position(command) == (where.map, where.x, where.y)
            else:
                found = command.type.startswith(traits.DECK)
                found = found and _deck_name(command) == where.deck
            if found:
                return own
        return None

    def _woven(self) -> Node:
        made = _mapped(self._tree, self._changed)
        added = [trees.node(self._pieces[one.id]) for one in self._new if one.id in self._pieces]
        # A stack comes after the pieces in it.
        added.sort(key=lambda one: one.text.partition("/")[2].partition("/")[2][:6] == "stack/")
        return _inserted(made, added)[0] if added else made

    def _changed(self, text: str) -> str:
        if text.startswith("+/"):
            command = commands.decode(text)
            if isinstance(command, AddPiece) and command.id is not None:
                now = self._pieces.get(command.id)
                if now is None:
                    return ""
                return text if now == command else commands.encode(now)
            return text
        if self._edit.properties or self._edit.note is not None:
            match commands.decode(text):
                case SetProperty(name=name, container=None | "Module") as one:
                    value = self._edit.properties.get(name)
                    return text if value is None else commands.encode(replace(one, value=value))
                case ScenarioNote() if self._edit.note is not None:
                    return commands.encode(ScenarioNote(self._edit.note))
        return text


def _mapped(node: Node, change: Callable[[str], str]) -> Node:
    text = change(node.text)
    children = tuple(_mapped(child, change) for child in node.children)
    if text == node.text and all(
        one is other for one, other in zip(children, node.children, strict=True)
    ):
        return node
    return Node(text, children)


def _inserted(node: Node, added: list[Node]) -> tuple[Node, bool]:
    """The tree with commands put behind the last piece; whether there was one."""
    for at in range(len(node.children) - 1, -1, -1):
        child = node.children[at]
        below, done = _inserted(child, added)
        if done:
            return Node(node.text, (*node.children[:at], below, *node.children[at + 1 :])), True
        if child.text.startswith("+/"):
            rest = node.children[at + 1 :]
            return Node(node.text, (*node.children[: at + 1], *added, *rest)), True
    if node.children and node.children[-1].text == commands.encode(commands.EndSave()):
        return Node(node.text, (*node.children[:-1], *added, node.children[-1])), True
    return node, False


def _unused(taken: Mapping[str, object]) -> Iterator[str]:
    """Ids that no piece has; VASSAL's own are the milliseconds of a later century."""
    number = 0
    while True:
        number += 1
        if str(number) not in taken:
            yield str(number)


def _chain(command: AddPiece) -> Chain:
    return traits.read_piece(command.type, command.state)


def _written(command: AddPiece, chain: Chain) -> AddPiece:
    return AddPiece(command.id, traits.piece_type(chain), traits.piece_state(chain))


def _standing(command: AddPiece, where: Where) -> AddPiece:
    """A piece at a place."""
    chain = _chain(command)
    return _written(command, (*chain[:-1], placed(chain[-1], where)))


def placed(basic: traits.Trait, where: Where) -> traits.Trait:
    """A Basic Piece at a place."""
    rest = sequences.decode(basic.state, ";")[3:]
    state = sequences.encode([where.map, str(where.x), str(where.y), *rest], ";")
    return basic.with_state(state or "")


def _deck_name(command: AddPiece) -> str:
    return traits.read_trait(command.type).text("deckName")


def _members(command: AddPiece) -> list[str] | None:
    """The pieces in a stack or deck; ``None`` for a piece."""
    if command.type == traits.STACK:
        return [part for part in sequences.decode(command.state, ";")[3:] if part[:2] != "@@"]
    if command.type.startswith(traits.DECK):
        parts = sequences.decode(command.state, ";")
        return sequences.decode(parts[4], ",") if len(parts) > 4 and parts[4] else []
    return None


def _holding(command: AddPiece, members: list[str]) -> AddPiece:
    """A stack or deck with these in it."""
    parts = sequences.decode(command.state, ";")
    if command.type == traits.STACK:
        layer = [part for part in parts[3:] if part[:2] == "@@"]
        state = sequences.encode([*parts[:3], *members, *layer], ";")
    else:
        cards = [sequences.encode(members, ",") or ""] if members else []
        state = sequences.encode([*parts[:4], *cards, *parts[5:]], ";")
    return AddPiece(command.id, command.type, state or "")


def _position(command: AddPiece) -> tuple[str, int, int]:
    """Map and point of a stack or deck."""
    parts = [*sequences.decode(command.state, ";"), "", "", ""]
    numbers = [int(part) if is_whole(part) else 0 for part in parts[1:3]]
    return parts[0], numbers[0], numbers[1]
