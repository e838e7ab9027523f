"""The pieces of a position as text files, a file for each map, each stack with what is in it.

VASSAL writes the pieces that are in stacks in the order of its memory, then what stands on the map
by itself from the lowest layer up. Here the members stand below their stack; the order in which
they were written is kept apart, since it means nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from generator.light import dataclass
from generator.vassal import sequences, traits, trees
from generator.workbench.text import commands_text, pieces, writing
from generator.workbench.text.commands_text import Pieces
from generator.workbench.text.disk_names import Names, safe_name
from generator.workbench.text.spelling import Numbers
from generator.workbench.text.writing import STEP

Put = Callable[[str, bytes], None]
"""Writes a file of this path."""

ORDER_FILE: Final = "order.yaml"
MAP: Final = "map"
PIECES: Final = "pieces"
ORDER: Final = "order"
LARGE: Final = 4 << 20
"""Characters after which a file is not continued."""
_HEADER = """\
# The order in which VASSAL wrote the pieces: those in stacks as they lay in its memory, the others
# from the lowest up. Without this file they are written stack by stack, and the game is the same.
"""
_ADD = b"+/"
_BETWEEN = b"\\\x1b"
_HOLDERS = (b"stack/", b"deck;")
_KEPT = "surrogateescape"
"""Bytes that are no text come back as they were."""


@dataclass(slots=True)
class TextFile:
    """A text file that grows."""

    name: str
    lines: list[str]
    size: int = 0

    def add(self, lines: list[str]) -> None:
        """Put lines at its end."""
        self.lines += lines
        self.size += sum(map(len, lines))

    def to_bytes(self) -> bytes:
        """The file."""
        return ("\n".join(self.lines) + "\n").encode()


def is_table(raw: bytes) -> bool:
    """Whether a command of the root does nothing but bring pieces into the game, written as VASSAL
    writes it."""
    if not raw.startswith(_BETWEEN + _ADD):
        return False
    size = 0
    for depth, leaf in trees.child(raw):
        if depth == 1 and not leaf and not size:
            continue
        if depth != 2 or not leaf.startswith(_ADD) or leaf.endswith(b"\\"):
            return False
        size += len(_BETWEEN) + len(leaf)
    return size == len(raw)


class TableWriter:
    """The pieces of one position."""

    def __init__(self, raw: bytes, names: Names, known: Pieces, put: Put) -> None:
        self._raw = raw
        self._names, self._known, self._put = names, known, put
        self._numbers = Numbers(is_inline=True)
        self._places: dict[str, slice] = {}
        """Where each piece stands, by id in the order of the file."""
        self._members: dict[str, list[str]] = {}
        """What is in each stack and deck."""
        self._file: TextFile | None = None
        self._map = ""
        self._files: list[str] = []
        self._written: list[str] = []

    def write(self) -> tuple[list[str], str]:
        """Write the files; their names, and that of the file with their order, if there is one."""
        order = ""
        if self._find():
            inside = {ident for members in self._members.values() for ident in members}
            for ident, place in self._places.items():
                if ident not in inside:
                    self._put_item(ident, self._command(place))
            order = self._put_order()
        else:
            for place in self._all():
                self._put_item("", self._command(place))
        self._close()
        return self._files, order

    def _all(self) -> Iterator[slice]:
        """Where each command stands."""
        start = len(_BETWEEN)
        for depth, leaf in trees.child(self._raw):
            if depth == 2:
                yield slice(start, start + len(leaf))
                start += len(leaf) + len(_BETWEEN)

    def _command(self, place: slice) -> str:
        return self._raw[place].decode("utf-8", _KEPT)

    def _find(self) -> bool:
        """Find what is in which stack; whether each piece has an id of its own."""
        taken: set[str] = set()
        holders: dict[str, list[str]] = {}
        for place in self._all():
            begin = place.start + len(_ADD)
            end = self._raw.find(b"/", begin, place.stop)
            ident = self._raw[begin : end if end >= 0 else place.stop].decode("utf-8", _KEPT)
            if not ident or "\\" in ident or ident in self._places:
                return False
            self._places[ident] = place
            if self._raw.startswith(_HOLDERS, end + 1):
                command = self._command(place)
                members = members_of(command)[0] if pieces.definition_parts(command) else []
                if members and not taken.intersection(members):
                    taken.update(members)
                    holders[ident] = members
        self._members = {
            ident: members
            for ident, members in holders.items()
            if all(member in self._places and member not in holders for member in members)
        }
        return True

    def _put_item(self, ident: str, text: str) -> None:
        """A piece, or a stack or deck with what is in it."""
        parts = pieces.definition_parts(text)
        if parts is None:
            self._begin(self._map or "null").add(writing.item_lines({"raw": text}))
            return
        _, types, states = parts
        place_map = sequences.head(states[-1], ";")[0]
        file = self._begin(place_map)
        if len(types) > 1 or not types[0].startswith((traits.STACK, traits.DECK)):
            lines: list[str] = []
            self._put_piece(lines, "", text, {"mapId": place_map})
            file.add(lines)
            self._written.append(ident)
            return
        members = self._members.get(ident, [])
        bare = members_of(text)[1] if members else text
        self._known.add(ident, types[0], states[0])
        nobody = Pieces(frozenset())
        item = commands_text.spell_added(bare, nobody, self._numbers, {"mapId": place_map})
        lines = writing.item_lines(item)
        if members:
            lines.append(f"{STEP}{PIECES}:")
            place = place_of(bare)
            for member in members:
                self._put_piece(lines, STEP, self._command(self._places[member]), place)
        file.add(lines)
        self._written += [*members, ident]

    def _put_piece(self, lines: list[str], pad: str, text: str, place: pieces.Place) -> None:
        parts = pieces.definition_parts(text)
        if parts is None:
            writing.put_item(lines, pad, {"raw": text})
            return
        ident, types, states = parts
        self._known.add(ident, traits.nest(types), traits.nest(states))
        writing.put_item(lines, pad, {"piece": ident})
        inner = pad + STEP
        lines.append(f"{inner}{pieces.TRAITS}:")
        for kind, state in zip(reversed(types), reversed(states), strict=True):
            if kind.startswith(traits.BASIC):
                trait = pieces.spell_trait(kind, state, self._numbers, place)
                writing.put_item(lines, inner, trait)
            else:
                lines += pieces.trait_lines(kind, state, inner, True)[0]

    def _begin(self, place_map: str) -> TextFile:
        """The file of this map, begun anew when the last was another's or is full."""
        if self._file is not None and place_map == self._map and self._file.size < LARGE:
            return self._file
        self._close()
        title = "off the maps" if place_map == "null" else safe_name(place_map, "map")
        name = self._names.take(f"table/{title}.yaml")
        self._files.append(name)
        self._map = place_map
        self._file = TextFile(name, writing.lines_of({MAP: place_map}))
        self._file.lines.append(f"{PIECES}:")
        return self._file

    def _close(self) -> None:
        if self._file is not None:
            self._put(self._file.name, self._file.to_bytes())
            self._file = None

    def _put_order(self) -> str:
        if self._written == [*self._places]:
            return ""
        lines = writing.lines_of({ORDER: writing.Tall(self._places)})
        name = self._names.take(ORDER_FILE)
        self._put(name, (_HEADER + "\n".join(lines) + "\n").encode())
        return name


def ident_of(text: str) -> str:
    """The id of a piece, as it stands in the command that brings it into the game."""
    return text[len(_ADD) :].partition("/")[0]


def members_of(text: str) -> tuple[list[str], str]:
    """The ids of a stack's or deck's members, and its command without them."""
    tokens = sequences.decode(text[2:], "/")
    if len(tokens) != 3:
        return [], text
    ident, kind, state = tokens
    parts = sequences.decode(state, ";")
    members: list[str] = []
    if kind == traits.STACK:
        if len(parts) > 4 and parts[-1].startswith("@@"):
            members, parts = parts[3:-1], [*parts[:3], parts[-1]]
    elif len(parts) == 5 and parts[4]:
        members, parts = sequences.decode(parts[4], ","), parts[:4]
    bare = "+/" + sequences.encode([ident, kind, sequences.encode(parts, ";")], "/")
    return (members, bare) if members and with_members(bare, members) == text else ([], text)


def with_members(bare: str, members: Sequence[str]) -> str:
    """The command of a stack or deck with its members."""
    if not members:
        return bare
    ident, kind, state = sequences.decode(bare[2:], "/")
    parts = sequences.decode(state, ";")
    if kind == traits.STACK:
        parts[3:3] = members
    else:
        parts[4:] = [sequences.encode(members, ",")]
    return "+/" + sequences.encode([ident, kind, sequences.encode(parts, ";")], "/")


def place_of(bare: str) -> pieces.Place:
    """What goes without saying in the members of a stack or deck."""
    state = sequences.decode(bare[2:], "/")[2]
    return dict(zip(("mapId", "x", "y"), sequences.decode(state, ";"), strict=False))
