"""A saved game read once from beginning to end, with no more than a piece of it in memory.

A save of a large module says the same traits thousands of times: what was met before is not
looked at again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import field
from itertools import filterfalse
from typing import Final

from generator.light import dataclass
from generator.vassal import commands
from generator.vassal.commands import AddPiece, Player
from generator.workbench.linting.unused import Unnamed

_STACK: Final = re.compile(rb"\+/[^/]*/stack/")
_DECK: Final = b"deck;"
_KNOWN: Final = 200_000
"""So many texts are remembered; then it is begun anew."""


@dataclass(slots=True)
class Said:
    """What one saved game holds."""

    players: dict[str, Player] = field(default_factory=dict)
    """Those who stand in the roster with a password, by it."""
    pieces: int = 0
    strangers: int = 0
    """Pieces whose number is of no definition."""


class Reader:
    """Reads the saved games of one module, one after the other.

    ``gpids`` are the numbers of all definitions, `None` where there may be others; ``unnamed``
    loses the pictures that a save names.
    """

    def __init__(self, gpids: frozenset[str] | None, unnamed: Unnamed) -> None:
        self._gpids = None if gpids is None else frozenset(gpid.encode() for gpid in gpids)
        self._unnamed = unnamed
        self._types: set[int] = set()
        """Hashes of the types of pieces that were met: the types themselves may be long."""
        self._states: set[bytes] = set()

    def read(self, pieces: Iterable[bytes]) -> Said:
        """What the commands of a save say; see `generator.vassal.saves.streamed`."""
        said = Said()
        for piece in pieces:
            fresh: list[bytes] = []
            # A save may hold a hundred times as many stacks as pieces: they say nothing here.
            leaves = filterfalse(_STACK.match, piece.split(b"\x1b"))
            for leaf in leaves:
                if leaf[:2] == b"+/":
                    self._add_piece(leaf, said, fresh)
                    continue
                if leaf[:7] == b"PLAYER\t":
                    _note_player(leaf, said)
                fresh.append(leaf)
            if self._unnamed:
                self._unnamed.look_at(b"\x1b".join(self._new(fresh)))
        return said

    def _add_piece(self, leaf: bytes, said: Said, fresh: list[bytes]) -> None:
        begin = leaf.find(b"/", 2) + 1
        if leaf.startswith(_DECK, begin):
            fresh.append(leaf)
            return
        last = leaf.rfind(b"\t") + 1
        own = leaf[last:].rstrip(b"\\")
        if not last or b"/" in own or b"\\" in own:
            gpid = _gpid(leaf)
            if gpid is None:
                return
        else:
            tokens = own.split(b";", 4)
            gpid = tokens[3] if len(tokens) > 3 else b""
        said.pieces += 1
        if self._gpids is not None and gpid not in self._gpids and b":" not in gpid:
            said.strangers += 1
        if self._unnamed:
            # Where the piece stands and stood names no picture.
            end = _end_of_type(leaf, begin)
            kind = leaf[begin:end]
            if hash(kind) not in self._types:
                self._types.add(hash(kind))
                fresh.append(kind)
            fresh.append(leaf[end:last])

    def _new(self, texts: list[bytes]) -> set[bytes]:
        """What of some texts was not met before."""
        found = set(b"\t".join(texts).split(b"\t"))
        found -= self._states
        if len(self._states) > _KNOWN:
            self._states.clear()
        self._states |= found
        return found


def _end_of_type(leaf: bytes, begin: int) -> int:
    end = leaf.find(b"/", begin)
    while end > 0 and leaf[end - 1] == 0x5C:
        end = leaf.find(b"/", end + 1)
    return end if end >= 0 else len(leaf)


def _note_player(leaf: bytes, said: Said) -> None:
    command = commands.decode(leaf.rstrip(b"\\").decode("utf-8", "replace"))
    if isinstance(command, Player) and command.id:
        said.players.setdefault(command.id, command)


def _gpid(leaf: bytes) -> bytes | None:
    """The number of a piece's definition, for one not written as most are; `None` for no piece."""
    command = commands.decode(leaf.rstrip(b"\\").decode("utf-8", "replace"))
    if not isinstance(command, AddPiece):
        return None
    tokens = command.state.rpartition("\t")[2].split(";")
    return tokens[3].encode() if len(tokens) > 3 else b""
