"""Saved games (``.vsav``) and logs (``.vlog``): the same file, a log with steps at its end."""

from __future__ import annotations

import codecs
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from generator.errors import BroadsideError
from generator.vassal import archive, commands, metadata, obfuscation, trees
from generator.vassal.archive import LIMITS, Archive, ArchiveError, Limits
from generator.vassal.commands import Command, Log
from generator.vassal.metadata import Metadata
from generator.vassal.obfuscation import PLAIN, Veil
from generator.vassal.trees import MAX_DEPTH, NestingError, Node

MEMBER = "savedGame"
_LOG = b"LOG\t"
_BEGIN = b"begin_save"
_HEADS = (_BEGIN, b"!VCSK", b"VOBS", b"!VOBS", b"!VCSZ", b"!VOXZ", b"\xfd7zXZ")
_CHUNK = 1 << 24


class SaveError(BroadsideError):
    """A file that is no saved game, or one whose text cannot be read."""


@dataclass(frozen=True, slots=True)
class Save:
    """A saved game or log."""

    text: bytes
    """All commands, as UTF-8; see `generator.vassal.trees`."""

    veil: Veil = field(default_factory=Veil)
    """How the text was hidden."""

    savedata: Metadata = field(default_factory=Metadata)
    """Version of the module, of VASSAL, and the date; empty when the file has none."""

    moduledata: Metadata = field(default_factory=Metadata)
    """The module it was played with; empty when the file has none."""

    members: Mapping[str, bytes] = field(default_factory=dict)
    """The other members of the zip, as found; the saved game itself only where `veil` would not
    give back the same bytes."""

    name: str = "saved game"
    """What messages call it."""

    sha256: str = ""
    """Of the whole file."""

    max_depth: int = MAX_DEPTH
    """Deepest nesting of commands that is read."""

    def leaves(self) -> Iterator[tuple[int, str]]:
        """(depth, text) of every command in order, decoded one at a time.

        Raises `trees.NestingError`.
        """
        for depth, leaf in self._leaves():
            yield depth, leaf.decode("utf-8")

    def position(self) -> Iterator[Command]:
        """The commands that set up the game, nesting taken off."""
        for depth, leaf in self._leaves():
            if depth == 1 and leaf.startswith(_LOG):
                return
            yield commands.decode(leaf.decode("utf-8"))

    def steps(self) -> Iterator[list[Command]]:
        """For each step of the log its commands, nesting and `Log` taken off, in order."""
        current: list[Command] | None = None
        for depth, leaf in self._leaves():
            if depth == 1 and leaf.startswith(_LOG):
                if current is not None:
                    yield current
                current = []
            elif current is None:
                continue
            elif depth <= 1:
                # Something else after the steps (a game saved while logging): no step.
                yield current
                current = None
                continue
            command = commands.decode(leaf.decode("utf-8"))
            while isinstance(command, Log):
                command = command.command
            current.append(command)
        if current is not None:
            yield current

    def tree(self) -> Node:
        """All commands as a tree, for editing. Raises `trees.NestingError`."""
        try:
            return trees.parse(self.text, max_depth=self.max_depth)
        except NestingError as trouble:
            raise NestingError(f"{self.name}: {trouble}") from None

    def _leaves(self) -> Iterator[tuple[int, bytes]]:
        try:
            yield from trees.leaves(self.text, max_depth=self.max_depth)
        except NestingError as trouble:
            raise NestingError(f"{self.name}: {trouble}") from None


def read(path: Path, limits: Limits = LIMITS, *, max_depth: int = MAX_DEPTH) -> Save:
    """A save or log of VASSAL 2.7 to 3.8, whatever its header; a bare payload too.

    Raises `SaveError`, `ArchiveError`, `ObfuscationError` or `MetadataError` (all of them
    `BroadsideError`), each naming the file.
    """
    try:
        size = path.stat().st_size
        if size > limits.unpacked:
            raise SaveError(f"{path}: {size:,} bytes are more than the limit")
        data = path.read_bytes()
    except FileNotFoundError:
        raise SaveError(f"{path}: no such file") from None
    except OSError as trouble:
        raise SaveError(f"{path}: cannot be read ({trouble.strerror})") from None
    return from_bytes(data, str(path), limits, max_depth=max_depth)


def from_bytes(
    data: bytes, name: str, limits: Limits = LIMITS, *, max_depth: int = MAX_DEPTH
) -> Save:
    """As `read`, for a file already in memory."""
    if data.startswith(_HEADS):
        members: dict[str, bytes] = {}
        payload = data
    else:
        with Archive(data, limits, name) as opened:
            if MEMBER not in opened:
                raise SaveError(f"{name}: no saved game or log: it has no member {MEMBER!r}")
            head = opened.head(MEMBER, 16)
            if head and not head.startswith(_HEADS):
                raise SaveError(
                    f"{name}: the saved game begins with neither 'begin_save' nor a known header"
                )
            members = {member: opened.read(member) for member in opened}
        payload = members.pop(MEMBER)
    if not payload:
        raise SaveError(f"{name}: the saved game is empty")
    try:
        text, veil = obfuscation.unveil(payload, limit=limits.unpacked)
    except obfuscation.ObfuscationError as trouble:
        raise obfuscation.ObfuscationError(f"{name}: {trouble}") from None
    if not text.startswith(_BEGIN):
        raise SaveError(
            f"{name}: the saved game does not begin with 'begin_save': "
            "a wrong key byte, or no saved game"
        )
    _check_utf8(text, name)
    try:
        savedata = _metadata(members, "savedata")
        moduledata = _metadata(members, "moduledata")
    except metadata.MetadataError as trouble:
        raise metadata.MetadataError(f"{name}: {trouble}") from None
    digest = hashlib.sha256(data).hexdigest()
    if not veil.exact:
        members[MEMBER] = payload
    return Save(text, veil, savedata, moduledata, members, name, digest, max_depth)


def compose(
    pieces: Iterable[Command],
    restore: Iterable[Command | Node] = (),
    steps: Iterable[Node] = (),
) -> bytes:
    """The text of a save or log: pieces, the other components' state, then the log's steps.

    ``pieces`` are `commands.AddPiece`, members of a stack before their stack. ``restore`` are
    roster, boards, notes, properties, turn; it should hold `commands.GameUnderWay`, else VASSAL
    places the at-start pieces a second time. Make steps with `trees.step`.
    """
    root = trees.node(
        commands.BeginSave(),
        commands.Nothing(),
        trees.node(commands.Nothing(), *pieces),
        *restore,
        commands.EndSave(),
        *steps,
    )
    return trees.encode(root).encode("utf-8")


def pack(save: Save) -> bytes:
    """The bytes of the file: same save, same bytes."""
    kept = save.members.get(MEMBER)
    if kept is not None and obfuscation.unveil(kept) == (save.text, save.veil):
        payload = kept
    else:
        payload = obfuscation.veil(save.text, save.veil)
    made = {MEMBER: payload}
    for member, data in (("savedata", save.savedata), ("moduledata", save.moduledata)):
        raw = save.members.get(member)
        if raw is not None and metadata.read(raw, member) == data:
            made[member] = raw
        elif data != Metadata():
            made[member] = metadata.write(data)
    for member, raw in save.members.items():
        made.setdefault(member, raw)
    if save.veil == PLAIN and not save.members and len(made) == 1:
        return payload
    return archive.pack(made)


def write(path: Path, save: Save) -> None:
    """Write a save or log, whole or not at all. Raises `ArchiveError`."""
    archive.replace_file(path, pack(save))


def _metadata(members: Mapping[str, bytes], member: str) -> Metadata:
    raw = members.get(member)
    return metadata.read(raw, member) if raw is not None else Metadata()


def _check_utf8(text: bytes, name: str) -> None:
    if text.isascii():
        return
    decoder = codecs.getincrementaldecoder("utf-8")()
    for start in range(0, len(text), _CHUNK):
        try:
            decoder.decode(text[start : start + _CHUNK], start + _CHUNK >= len(text))
        except UnicodeDecodeError as trouble:
            place = start + max(0, trouble.start)
            number = 1 + text.count(b"\x1b", 0, place)
            raise SaveError(
                f"{name}: the text is no UTF-8 at byte {place:,} (command {number:,})"
            ) from None


__all__ = ["ArchiveError", "Save", "SaveError", "compose", "from_bytes", "pack", "read", "write"]
