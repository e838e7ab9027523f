"""Saved games (``.vsav``) and logs (``.vlog``): the same file, a log with steps at its end."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import field, replace
from itertools import chain, islice
from pathlib import Path

from generator.errors import BroadsideError, nearest
from generator.files import a_file, replace_file
from generator.light import dataclass
from generator.vassal import archive, commands, file_kinds, metadata, obfuscation, trees
from generator.vassal.archive import LIMITS, Archive, Limits
from generator.vassal.commands import Command, Nothing, Unknown
from generator.vassal.metadata import Metadata, MetadataError
from generator.vassal.obfuscation import HEX_HEADER, PLAIN, RAW_HEADER, ObfuscationError, Veil
from generator.vassal.trees import MAX_DEPTH, NestingError, Node

MEMBER = "savedGame"
_LOG = b"LOG\t"
_STEP = (_LOG, b"'LOG\t")
_ESC = b"\x1b"
_QUOTE = 0x27
_BEGIN = b"begin_save"
HEADS = (_BEGIN, b"!VCSK", b"VOBS", b"!VOBS", b"!VCSZ", b"!VOXZ", b"\xfd7zXZ")
"""How a saved game's text may begin: plain, or under one of VASSAL's headers."""
_HEAD = 16
_CHUNK = 1 << 20
_LOOKED_AT = 1 << 16
_VEILS = {"!VCSK": Veil(), "VOBS": Veil(RAW_HEADER), "plain": PLAIN}


class SaveError(BroadsideError):
    """A file that is no saved game, or one whose text cannot be read."""


@dataclass(frozen=True, slots=True)
class Save:
    """A saved game or log."""

    text: bytes
    """All commands, as UTF-8; see `generator.vassal.trees`. Old files may hold other bytes: they
    stay as they are, and read as the letter that stands for what cannot be read (as in VASSAL)."""

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

    bare: bool = False
    """Whether the file is the saved game itself, in no zip."""

    def leaves(self) -> Iterator[tuple[int, str]]:
        """(depth, text) of every command in order, decoded one at a time.

        Raises `trees.NestingError`.
        """
        with self._named():
            for depth, leaf in trees.leaves(self.text, max_depth=self.max_depth):
                yield depth, leaf.decode("utf-8", "replace")

    def position(self) -> Iterator[Command]:
        """The commands that set up the game, nesting taken off."""
        begun = self.first_step()
        end = len(self.text) if begun is None else max(0, begun - 1)
        with self._named():
            for _, leaf in trees.leaves(self.text, end=end, max_depth=self.max_depth):
                yield commands.decode(leaf.decode("utf-8", "replace"))

    def steps(self) -> Iterator[list[Command]]:
        """For each step of the log its commands, nesting and `Log` taken off, in order."""
        return (given for _, given in self.steps_from(self.first_step()))

    def steps_from(self, start: int | None) -> Iterator[tuple[int, list[Command]]]:
        """(where the next begins, commands) of each step from one that begins at ``start`` on.

        What stands between the steps (a game saved while logging) is no step.
        """
        if start is None:
            return
        with self._named():
            for begin, end in trees.bounds(self.text, start):
                raw = self.text[begin:end]
                if not raw.startswith(_STEP):
                    continue
                if _ESC in raw or raw[0] == _QUOTE:
                    leaves = trees.child(raw, max_depth=self.max_depth)
                    yield end + 1, [_unlogged(leaf) for _, leaf in leaves]
                else:
                    yield end + 1, [_unlogged(raw)]

    def tree(self) -> Node:
        """All commands as a tree, for editing. Raises `trees.NestingError`."""
        with self._named():
            return trees.parse(self.text, max_depth=self.max_depth)

    def first_step(self) -> int | None:
        """Where the first step begins in the text; none when it has no steps."""
        if self.text.startswith(_LOG):
            return 0
        at = self.text.find(_ESC + _LOG)
        while at > 0 and self.text[at - 1] == 0x5C:
            at = self.text.find(_ESC + _LOG, at + 1)
        return at + 1 if at >= 0 else None

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except NestingError as trouble:
            raise NestingError(f"{self.name}: {trouble}") from None


def read(path: Path, limits: Limits = LIMITS, *, max_depth: int = MAX_DEPTH) -> Save:
    """A save or log of VASSAL 2.7 to 3.8, whatever its header; a bare payload too.

    No more of it is held in memory than its text and the other members of the zip. Raises
    `SaveError`, `archive.ArchiveError` or `obfuscation.ObfuscationError` (all of them
    `BroadsideError`), each naming the file.
    """
    try:
        size = path.stat().st_size
        if size > limits.unpacked:
            raise SaveError(
                f"{path}: {size:,} bytes are more than the limit of {limits.unpacked:,}; "
                "--max-size raises it"
            )
        with a_file(path).open("rb") as file:
            head = file.read(_HEAD)
            file.seek(0)
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            file.seek(0)
            pieces = iter(lambda: file.read(_CHUNK), b"")
            return _made(path, head, pieces, digest, str(path), limits, max_depth)
    except FileNotFoundError:
        raise SaveError(f"{path}: no such file") from None
    except IsADirectoryError:
        raise SaveError(f"{path}: a folder; name {file_kinds.GAME} in it") from None
    except OSError as trouble:
        raise SaveError(f"{path}: cannot be read ({trouble.strerror})") from None


def from_bytes(
    data: bytes, name: str, limits: Limits = LIMITS, *, max_depth: int = MAX_DEPTH
) -> Save:
    """As `read`, for a file already in memory."""
    digest = hashlib.sha256(data).hexdigest()
    return _made(data, data[:_HEAD], (data,), digest, name, limits, max_depth)


def streamed(data: bytes, name: str, limits: Limits = LIMITS) -> Iterator[bytes]:
    """The text of a save in memory some bytes at a time, each piece whole commands.

    Commands in it are separated by ESC; how they nest is not looked at. No more than a piece is
    held. Raises as `read`, an error found late after pieces have come.
    """
    with ExitStack() as opened:
        if data.startswith(HEADS):
            source: Iterable[bytes] = (data,)
        else:
            packed = Archive(data, limits, name, wanted=file_kinds.GAME)
            source = _saved_game(opened.enter_context(packed))
        try:
            yield from _whole_commands(_unveiling(iter(source), name, limits))
        except ObfuscationError as trouble:
            raise ObfuscationError(f"{name}: {trouble}") from None


def reveiled(save: Save, header: str) -> Save:
    """The save with its text hidden in another way: ``!VCSK``, which every VASSAL reads,
    ``VOBS`` (from 3.8 on) or ``plain``; the key stays.

    Raises `SaveError` for any other header, naming these.
    """
    how = _VEILS.get(header)
    if how is None:
        raise SaveError(
            f"unknown header {header!r}{nearest(header, _VEILS)}; accepted: {', '.join(_VEILS)}"
        )
    if how.header == save.veil.header and save.veil.exact:
        return save
    key = save.veil.key if how.header and save.veil.header in (HEX_HEADER, RAW_HEADER) else how.key
    members = {member: raw for member, raw in save.members.items() if member != MEMBER}
    return replace(save, veil=replace(how, key=key), members=members)


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
    if save.bare:
        return payload
    made = {MEMBER: payload}
    for member, data in (("savedata", save.savedata), ("moduledata", save.moduledata)):
        raw = save.members.get(member)
        if raw is not None and _metadata(save.members, member) == data:
            made[member] = raw
        elif data != Metadata():
            made[member] = metadata.write(data)
    for member, raw in save.members.items():
        made.setdefault(member, raw)
    return archive.pack(made)


def write(path: Path, save: Save) -> None:
    """Write a save or log, whole or not at all. Raises `generator.files.FileError`."""
    replace_file(path, pack(save))


def _made(
    source: Path | bytes,
    head: bytes,
    pieces: Iterable[bytes],
    digest: str,
    name: str,
    limits: Limits,
    max_depth: int,
) -> Save:
    members: dict[str, bytes] = {}
    bare = head.startswith(HEADS)
    if bare:
        text, veil = _unveiled(pieces, name, limits)
        if not veil.exact:
            members[MEMBER] = source if isinstance(source, bytes) else source.read_bytes()
    else:
        with Archive(source, limits, name, wanted=file_kinds.GAME) as opened:
            text, veil = _unveiled(_saved_game(opened), name, limits)
            members = {member: opened.read(member) for member in opened if member != MEMBER}
            if not veil.exact:
                members[MEMBER] = b"".join(opened.pieces(MEMBER, first=True))
    savedata, moduledata = (_metadata(members, member) for member in ("savedata", "moduledata"))
    return Save(text, veil, savedata, moduledata, members, name, digest, max_depth, bare)


def _saved_game(opened: Archive) -> Iterator[bytes]:
    if MEMBER not in opened:
        raise SaveError(f"{opened.name}: {file_kinds.held(opened)}, not {file_kinds.GAME}")
    return opened.pieces(MEMBER, first=True)


def _unveiled(pieces: Iterable[bytes], name: str, limits: Limits) -> tuple[bytes, Veil]:
    try:
        text, veil = obfuscation.unveil(pieces, limit=limits.unpacked)
    except ObfuscationError as trouble:
        raise ObfuscationError(f"{name}: {trouble}") from None
    _refuse_others(text, veil == PLAIN, name)
    return text, veil


def _unveiling(pieces: Iterator[bytes], name: str, limits: Limits) -> Iterator[bytes]:
    """The text piece by piece, the first as long as is needed to tell that it is a save's."""
    first = next(pieces, b"")
    found = obfuscation.unveiling(chain((first,), pieces), limit=limits.unpacked)
    head = b""
    for piece in found:
        head += piece
        if len(head) >= _LOOKED_AT:
            break
    _refuse_others(head, not first.startswith(HEADS), name)
    yield head
    yield from found


def _whole_commands(pieces: Iterable[bytes]) -> Iterator[bytes]:
    begun: list[bytes] = []
    for piece in pieces:
        end = piece.rfind(_ESC)
        if end < 0:
            begun.append(piece)
            continue
        yield b"".join((*begun, piece[:end]))
        begun = [piece[end + 1 :]]
    yield b"".join(begun)


def _refuse_others(text: bytes, is_plain: bool, name: str) -> None:
    """Raise `SaveError` for a text that is no save's."""
    if not text:
        raise SaveError(f"{name}: the saved game is empty")
    if not text.startswith(_BEGIN) and not _says_something(text):
        raise SaveError(
            f"{name}: the saved game begins with neither 'begin_save' nor a known header"
            if is_plain
            else f"{name}: the saved game does not begin with 'begin_save': "
            "a wrong key byte, or no saved game"
        )


def _says_something(text: bytes) -> bool:
    """Whether any command at the beginning is one of VASSAL's: it executes them all the same when
    ``begin_save`` is missing (``GameState.loadGame``)."""
    with suppress(NestingError):
        for _, leaf in islice(trees.leaves(text[:_LOOKED_AT]), 100):
            if not isinstance(commands.decode(leaf.decode("utf-8", "replace")), Nothing | Unknown):
                return True
    return False


def _metadata(members: Mapping[str, bytes], member: str) -> Metadata:
    """What a member says; nothing where it cannot be read (``SaveMetaData``: not catastrophic)."""
    raw = members.get(member)
    if raw is not None:
        with suppress(MetadataError):
            return metadata.read(raw, member)
    return Metadata()


def _unlogged(leaf: bytes) -> Command:
    start = 0
    while leaf.startswith(_LOG, start):
        start += len(_LOG)
    return commands.decode(leaf[start:].decode("utf-8", "replace"))


__all__ = [
    "Save",
    "SaveError",
    "compose",
    "from_bytes",
    "pack",
    "read",
    "reveiled",
    "streamed",
    "write",
]
