"""A zip file with some members changed and everything else as it stood.

The other members keep their bytes as packed, their order, the bytes of their names, their dates
and extra fields; so do what lies before the first member and the archive's comment. The records
are those of PKWARE's APPNOTE.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, cast

from generator.light import dataclass
from generator.vassal.archive import ArchiveError, Entry, opened, stored

_CENTRAL = struct.Struct("<4s6H3L5H2L")
_LOCAL = struct.Struct("<4s5H3L2H")
_END = struct.Struct("<4s4H2LH")
_ZIP64 = 1
_MOST = 0xFFFFFFFF
_MOST_ENTRIES = 0xFFFF
_CHUNK = 1 << 20
_AS_WRITTEN = ~(0x8 | 0x1)
"""Flags but those for sizes that follow the member and for encryption."""
_UTF8 = 0x800
_UNIX_FILE = 0o100644 << 16
_FIRST_DAY = 1 << 5 | 1
"""1 January 1980, as a zip file writes dates."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the archive's directory; the fields in the order they are written."""

    made_by: int
    needed: int
    flags: int
    method: int
    time: int
    date: int
    crc: int
    packed: int
    size: int
    disk: int
    internal: int
    external: int
    offset: int
    name: bytes
    extra: bytes
    comment: bytes

    @property
    def is_long(self) -> bool:
        """Whether its numbers stand in an extra field, being too large for their own."""
        return _MOST in (self.packed, self.size, self.offset)

    def to_bytes(self) -> bytes:
        """The line as it stands in the directory."""
        times = (self.made_by, self.needed, self.flags, self.method, self.time, self.date)
        sizes = (self.crc, self.packed, self.size)
        lengths = (len(self.name), len(self.extra), len(self.comment))
        rest = (self.disk, self.internal, self.external, self.offset)
        fixed = _CENTRAL.pack(b"PK\1\2", *times, *sizes, *lengths, *rest)
        return fixed + self.name + self.extra + self.comment

    def header(self, extra: bytes) -> bytes:
        """What stands before the member itself."""
        times = (self.needed, self.flags, self.method, self.time, self.date)
        sizes = (self.crc, self.packed, self.size, len(self.name), len(extra))
        return _LOCAL.pack(b"PK\3\4", *times, *sizes) + self.name + extra


def changed(source: Path, changes: Mapping[str, bytes | None]) -> Iterator[bytes]:
    """The bytes of a zip file whose members of these names have these bytes; ``None`` takes one
    away, a name it has not is added at the end. Write them with `generator.files.replace_file`.

    A member that has these bytes already stays as packed. Raises `ArchiveError` when the file is
    no zip, or would have more than 65,535 members or 4 GiB.
    """
    with opened(source, str(source)) as found:
        yield from _Patch(source, found).pieces(changes)


class _Patch:
    """One zip file on its way into another."""

    def __init__(self, source: Path, found: zipfile.ZipFile) -> None:
        self.source = source
        self.found = found
        self.file = cast("BinaryIO", found.fp)
        self.entries = [Entry(info) for info in found.infolist()]
        self.lines = self._lines()
        self.done = 0
        """Bytes written so far."""
        self.ahead = 0
        """Bytes before what the archive itself counts as its start."""
        if self.entries and not self.lines[0].is_long:
            self.ahead = self.entries[0].offset - self.lines[0].offset

    def pieces(self, changes: Mapping[str, bytes | None]) -> Iterator[bytes]:
        """The new file."""
        starts = sorted({entry.offset for entry in self.entries})
        ends = [*starts, self.found.start_dir]
        made: dict[int, _Line] = {}
        yield from self._copied(0, ends[0])
        for start, end in pairwise(ends):
            here = [at for at, entry in enumerate(self.entries) if entry.offset == start]
            kept = [at for at in here if not _is_touched(self.entries[at], changes)]
            made |= {at: self._here(self.lines[at]) for at in kept}
            if kept:
                yield from self._copied(start, end)
            for at in here:
                wanted = changes[self.entries[at].name] if at not in kept else None
                if wanted is not None:
                    line = self._here(self.lines[at])
                    made[at], piece = _packed(line, self._extra(start), wanted)
                    yield self._counted(piece)
        known = {entry.name for entry in self.entries}
        for at, (name, wanted) in enumerate(changes.items(), len(self.lines)):
            if wanted is not None and name not in known:
                made[at], piece = _packed(self._here(_new(name)), b"", wanted)
                yield self._counted(piece)
        yield self._directory([made[at] for at in sorted(made)])

    def _directory(self, made: list[_Line]) -> bytes:
        lines = b"".join(line.to_bytes() for line in made)
        if self.done + len(lines) > _MOST or len(made) > _MOST_ENTRIES:
            raise ArchiveError(f"{self.source}: too large to be changed member by member")
        numbers = (0, 0, len(made), len(made), len(lines), self.done - self.ahead)
        comment = self.found.comment
        return lines + _END.pack(b"PK\5\6", *numbers, len(comment)) + comment

    def _here(self, line: _Line) -> _Line:
        return replace(line, offset=self.done - self.ahead)

    def _counted(self, piece: bytes) -> bytes:
        self.done += len(piece)
        return piece

    def _copied(self, start: int, end: int) -> Iterator[bytes]:
        while start < end:
            self.file.seek(start)
            piece = self.file.read(min(_CHUNK, end - start))
            if not piece:
                raise ArchiveError(f"{self.source}: truncated at byte {start:,}")
            start += len(piece)
            yield self._counted(piece)

    def _lines(self) -> list[_Line]:
        self.file.seek(self.found.start_dir)
        found = []
        for entry in self.entries:
            raw = self.file.read(_CENTRAL.size)
            _, *fields = _CENTRAL.unpack(raw)
            lengths, rest = fields[9:12], fields[12:]
            texts = [self.file.read(length) for length in lengths]
            line = _Line(*fields[:9], *rest, *texts)
            if line.is_long:
                info = entry.info
                line = replace(
                    line,
                    packed=info.compress_size,
                    size=info.file_size,
                    extra=_without_zip64(line.extra),
                )
            found.append(line)
        return found

    def _extra(self, start: int) -> bytes:
        """The extra field before a member, without sizes."""
        self.file.seek(start)
        fields = _LOCAL.unpack(self.file.read(_LOCAL.size))
        self.file.seek(fields[-2], 1)
        return _without_zip64(self.file.read(fields[-1]))


def _is_touched(entry: Entry, changes: Mapping[str, bytes | None]) -> bool:
    if entry.is_folder or entry.name not in changes:
        return False
    wanted = changes[entry.name]
    info = entry.info
    same = wanted is not None and info.file_size == len(wanted) and zlib.crc32(wanted) == info.CRC
    return not same


def _packed(line: _Line, extra: bytes, data: bytes) -> tuple[_Line, bytes]:
    """The line of a member with this content, and the member with what stands before it."""
    method = zipfile.ZIP_STORED if line.method == zipfile.ZIP_STORED else zipfile.ZIP_DEFLATED
    body = data
    if method == zipfile.ZIP_DEFLATED:
        packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        body = packer.compress(data) + packer.flush()
    made = replace(
        line,
        flags=line.flags & _AS_WRITTEN,
        method=method,
        crc=zlib.crc32(data),
        packed=len(body),
        size=len(data),
    )
    return made, made.header(extra) + body


def _new(name: str) -> _Line:
    """The line of a member that was not there."""
    raw = name.encode("utf-8")
    method = zipfile.ZIP_STORED if stored(name) else zipfile.ZIP_DEFLATED
    flags = 0 if raw.isascii() else _UTF8
    blank = (0, 0, 0, 0, 0, _UNIX_FILE, 0)
    return _Line(3 << 8 | 20, 20, flags, method, 0, _FIRST_DAY, *blank, raw, b"", b"")


def _without_zip64(extra: bytes) -> bytes:
    kept = b""
    while len(extra) >= 4:
        kind, length = struct.unpack("<HH", extra[:4])
        if kind != _ZIP64:
            kept += extra[: 4 + length]
        extra = extra[4 + length :]
    return kept + extra
