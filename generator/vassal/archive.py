"""Zip files read with suspicion, written the same from run to run, changed member by member.

A name in the archive is decoded as Java's and other tools' names turn out to be: UTF-8 where its
bytes are UTF-8, whether or not the archive says so, else the old character set of zip files
(code page 437). Where a name occurs twice the later member counts, as in ``java.util.zip.ZipFile``.
Names that would lead out of a folder are harmless until something is unpacked: see `disk_name`.
"""

from __future__ import annotations

import io
import lzma
import re
import stat
import struct
import warnings
import zipfile
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from generator.errors import BroadsideError
from generator.files import FileError, a_file, placed
from generator.light import dataclass
from generator.vassal import file_kinds

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date every member bears: the earliest a zip file can hold."""

_STORED = {".png", ".jpg", ".jpeg", ".gif", ".vsav", ".vlog", ".mp3", ".ogg", ".zip"}
_CHUNK = 1 << 20
_SIZE = re.compile(r"(?P<number>\d{1,12}(\.\d{1,6})?) ?(?P<unit>[KMGT]i?B|B?)", re.IGNORECASE)
_UNITS = {"": 1, "b": 1} | {
    f"{prefix}{infix}b": base**power
    for power, prefix in enumerate("kmgt", 1)
    for infix, base in (("", 1000), ("i", 1024))
}
_ENCRYPTED = 0x1
_UTF8 = 0x800
DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    ValueError,
    OSError,
)
"""What reading a damaged member may raise."""


class ArchiveError(BroadsideError):
    """A file that is no zip, or one too damaged, too large or too odd to read."""


@dataclass(slots=True)
class Limits:
    """How much an archive may ask of us."""

    unpacked: int = 1 << 30
    """Most bytes of all members together."""

    ratio: int = 2000
    """Most bytes out of one packed byte (members under a megabyte are not asked)."""

    entries: int = 100_000
    """Most members."""


LIMITS = Limits()
"""What a file may ask unless the caller says otherwise; `allow` raises it for the whole program."""


def allow(size: str) -> None:
    """Let files unpack to so many bytes: ``1500MB``, ``4GB``, ``2GiB`` or a plain number.

    Raises `ArchiveError` for anything else.
    """
    found = _SIZE.fullmatch(size.strip())
    if found is None:
        raise ArchiveError(
            f"size {size!r}: write a number of bytes, or one with MB, GB, MiB or GiB"
        )
    LIMITS.unpacked = int(float(found["number"]) * _UNITS[found["unit"].lower()])


class Archive:
    """The members of a zip file, unpacked when asked for.

    Use as a context manager, or call `close`.

    ``wanted`` is what the caller takes, in words. Raises `ArchiveError` when the file is no zip or
    breaks a limit.
    """

    def __init__(
        self,
        source: Path | bytes,
        limits: Limits = LIMITS,
        name: str = "",
        *,
        wanted: str = "a zip file",
    ) -> None:
        if not name:
            name = "archive" if isinstance(source, bytes) else source.name
        self.name = name
        """What error messages call this file."""
        self._limits = limits
        self._zip = opened(source, name, wanted)
        try:
            self.entries = tuple(self._checked())
        except ArchiveError:
            self._zip.close()
            raise
        self._members = {entry.name: entry for entry in self.entries if not entry.is_folder}

    def _checked(self) -> Iterator[Entry]:
        infos = self._zip.infolist()
        limits = self._limits
        if len(infos) > limits.entries:
            raise ArchiveError(
                f"{self.name}: {len(infos):,} members are more than the limit of {limits.entries:,}"
            )
        total = sum(info.file_size for info in infos)
        if total > limits.unpacked:
            raise ArchiveError(
                f"{self.name}: {total:,} bytes unpacked are more than the limit of "
                f"{limits.unpacked:,}; --max-size raises it"
            )
        for info in infos:
            entry = Entry(info)
            if info.file_size > _CHUNK and info.file_size > info.compress_size * limits.ratio:
                raise ArchiveError(
                    f"{self.name}: member {entry.name!r} unpacks to more than "
                    f"{limits.ratio:,} times its size"
                )
            yield entry

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._zip.close()

    def __contains__(self, member: object) -> bool:
        return member in self._members

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def size(self, member: str) -> int:
        """Unpacked bytes of a member, as the archive's directory states them."""
        return self._members[member].size

    def read(self, member: str) -> bytes:
        """The bytes of a member.

        Raises `ArchiveError` when there is no such member, or it is damaged, encrypted, packed
        by an unknown method, or not as long as the archive's directory says.
        """
        pieces = list(self.pieces(member))
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def pieces(self, member: str, *, first: bool = False) -> Iterator[bytes]:
        """The bytes of a member, some at a time. Raises as `read`.

        ``first`` takes the first of several members of that name: what ``ZipInputStream`` finds,
        by which VASSAL reads its saves.
        """
        entry = self._members.get(member)
        if entry is None:
            raise ArchiveError(f"{self.name}: no member {member!r}")
        if first:
            same = [one for one in self.entries if one.name == member]
            entry = min(same, key=lambda one: one.offset)
        return self.pieces_of(entry)

    def pieces_of(self, entry: Entry) -> Iterator[bytes]:
        """As `pieces`, for one of `entries`."""
        size = 0
        with self._unpacking(entry) as stream:
            while piece := stream.read(_CHUNK):
                size += len(piece)
                yield piece
        if size != entry.size:
            raise ArchiveError(f"{self.name}: member {entry.name!r} is truncated")

    @contextmanager
    def _unpacking(self, entry: Entry) -> Iterator[io.BufferedIOBase]:
        member = entry.name
        if entry.info.flag_bits & _ENCRYPTED:
            raise ArchiveError(f"{self.name}: member {member!r} is encrypted")
        try:
            self._agree_on_name(entry.info)
            with self._zip.open(entry.info) as stream:
                yield stream  # type: ignore[misc]
        except DAMAGE as trouble:
            raise ArchiveError(f"{self.name}: member {member!r} is damaged ({trouble})") from None
        except NotImplementedError as trouble:
            raise ArchiveError(f"{self.name}: member {member!r}: {trouble}") from None

    def _agree_on_name(self, info: zipfile.ZipInfo) -> None:
        """Take the name that stands before the member: `zipfile` wants both names to be one,
        Java does not, and some tools write it there in another character set."""
        source = self._zip.fp
        assert source is not None
        source.seek(info.header_offset)
        head = source.read(30)
        flags, length = int.from_bytes(head[6:8], "little"), int.from_bytes(head[26:28], "little")
        info.orig_filename = source.read(length).decode("utf-8" if flags & _UTF8 else "cp437")


class MembersOnDemand(MutableMapping[str, bytes]):
    """The members of an open archive by name, each unpacked when it is asked for and not kept.

    What is set stays in memory. Reading raises as `Archive.read`.
    """

    def __init__(self, opened: Archive) -> None:
        self._opened = opened
        self._names = dict.fromkeys(opened)
        self._set: dict[str, bytes] = {}

    def __getitem__(self, name: str) -> bytes:
        if name not in self._names:
            raise KeyError(name)
        return self._set[name] if name in self._set else self._opened.read(name)

    def __setitem__(self, name: str, data: bytes) -> None:
        self._names[name] = None
        self._set[name] = data

    def __delitem__(self, name: str) -> None:
        del self._names[name]
        self._set.pop(name, None)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class Entry:
    """A line of a zip file's directory: a member or a folder."""

    __slots__ = ("info", "name", "offset", "raw_name", "size")

    def __init__(self, info: zipfile.ZipInfo) -> None:
        said = bool(info.flag_bits & _UTF8)
        self.info = info
        self.raw_name = info.orig_filename.encode("utf-8" if said else "cp437")
        """The name's bytes as they stand in the archive."""
        self.name = _name(self.raw_name)
        self.size = info.file_size
        """Bytes unpacked, as the directory states them."""
        self.offset = info.header_offset
        """Where the member stands in the file."""

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder, which holds nothing itself."""
        return self.name.endswith("/")

    @property
    def is_link(self) -> bool:
        """Whether unpacking tools would make a symbolic link of it."""
        return stat.S_ISLNK(self.info.external_attr >> 16)


def opened(source: Path | bytes, name: str, wanted: str = "a zip file") -> zipfile.ZipFile:
    """The zip file as the standard library reads it. Raises `ArchiveError`: it says what the file
    is instead, and what was ``wanted``."""
    try:
        given = io.BytesIO(source) if isinstance(source, bytes) else a_file(source)
        return zipfile.ZipFile(given)
    except FileError as trouble:
        raise ArchiveError(str(trouble)) from None
    except FileNotFoundError:
        raise ArchiveError(f"{name}: no such file") from None
    except IsADirectoryError:
        raise ArchiveError(f"{name}: a folder, not {wanted}") from None
    except OSError as trouble:
        raise ArchiveError(f"{name}: cannot be read ({trouble.strerror or trouble})") from None
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as trouble:
        told = file_kinds.kind_of(_head(source))
        if told:
            raise ArchiveError(f"{name}: {told}, not {wanted}") from None
        raise ArchiveError(
            f"{name}: not {wanted}, or a damaged or truncated one ({trouble})"
        ) from None


def _head(source: Path | bytes) -> bytes:
    if isinstance(source, bytes):
        return source[: file_kinds.HEAD]
    with source.open("rb") as file:
        return file.read(file_kinds.HEAD)


def _name(raw: bytes) -> str:
    raw = raw.partition(b"\0")[0]
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp437")


def disk_name(archive: str, member: str, *, is_link: bool = False) -> PurePosixPath:
    """Where below a folder a member may be unpacked.

    Raises `ArchiveError` for a name that leads out of the folder, on any operating system, and
    for a symbolic link.
    """
    path = PurePosixPath(member.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or member[1:2] == ":" or not path.parts:
        raise ArchiveError(f"{archive}: member {member!r} would lie outside the folder")
    if is_link:
        raise ArchiveError(f"{archive}: member {member!r} is a symbolic link")
    return path


def stored(member: str) -> bool:
    """Whether a member is put into an archive as it is: it is packed already."""
    return PurePosixPath(member).suffix.lower() in _STORED


Members = Mapping[str, bytes] | Iterable[tuple[str, bytes | Iterable[bytes]]]
"""Names and contents in order; a content may come in pieces. A name may occur twice."""


def pack(members: Members, packed: Collection[str] = ()) -> bytes:
    """A zip file with these members in this order, equal bytes for equal members. ``packed`` are
    endings of names, besides those of pictures and sounds, that are put in as they are."""
    buffer = io.BytesIO()
    _put(buffer, members, packed)
    return buffer.getvalue()


def write(path: Path, members: Members) -> None:
    """Write a zip file, whole or not at all. Raises `generator.files.FileError`."""
    with placed(path) as out:
        _put(out, members)


def _put(out: BinaryIO, members: Members, packed: Collection[str] = ()) -> None:
    pairs = members.items() if isinstance(members, Mapping) else members
    with zipfile.ZipFile(out, "w", compresslevel=6) as archive, warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Duplicate name", UserWarning)
        for name, data in pairs:
            info = zipfile.ZipInfo(name, EPOCH)
            info.create_system = 3
            info.external_attr = 0o644 << 16
            as_it_is = stored(name) or name.endswith(tuple(packed))
            info.compress_type = zipfile.ZIP_STORED if as_it_is else zipfile.ZIP_DEFLATED
            try:
                with archive.open(info, "w") as member:
                    member.writelines((data,) if isinstance(data, bytes) else data)
            except RuntimeError:
                raise ArchiveError(f"member {name!r} is larger than 2 GiB") from None
