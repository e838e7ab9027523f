"""Zip files read with suspicion and written the same from run to run."""

from __future__ import annotations

import contextlib
import io
import os
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from generator.errors import BroadsideError

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date every member bears: the earliest a zip file can hold."""

_STORED = {".png", ".jpg", ".jpeg", ".gif", ".vsav", ".vlog", ".mp3", ".ogg", ".zip"}
_CHUNK = 1 << 20


class ArchiveError(BroadsideError):
    """A file that is no zip, or one too damaged, too large or too odd to read."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much an archive may ask of us."""

    unpacked: int = 1 << 30
    """Most bytes of all members together."""

    ratio: int = 2000
    """Most bytes out of one packed byte (members under a megabyte are not asked)."""

    entries: int = 100_000
    """Most members."""


LIMITS = Limits()


class Archive:
    """The members of a zip file, unpacked when asked for.

    Use as a context manager, or call `close`.

    Raises `ArchiveError` when the file is no zip or breaks a limit.
    """

    def __init__(self, source: Path | bytes, limits: Limits = LIMITS, name: str = "") -> None:
        if not name:
            name = "archive" if isinstance(source, bytes) else source.name
        self.name = name
        """What error messages call this file."""
        self._limits = limits
        self._spent = 0
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(source) if isinstance(source, bytes) else source)
        except FileNotFoundError:
            raise ArchiveError(f"{self.name}: no such file") from None
        except OSError as trouble:
            raise ArchiveError(f"{self.name}: cannot be read ({trouble.strerror})") from None
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as trouble:
            raise ArchiveError(
                f"{self.name}: not a zip file, or a truncated one ({trouble})"
            ) from None
        try:
            self._members = self._checked()
        except ArchiveError:
            self._zip.close()
            raise

    def _checked(self) -> dict[str, zipfile.ZipInfo]:
        infos = self._zip.infolist()
        if len(infos) > self._limits.entries:
            raise ArchiveError(
                f"{self.name}: {len(infos):,} members are more than the limit of "
                f"{self._limits.entries:,}"
            )
        total = sum(info.file_size for info in infos)
        if total > self._limits.unpacked:
            raise ArchiveError(
                f"{self.name}: {total:,} bytes unpacked are more than the limit of "
                f"{self._limits.unpacked:,}"
            )
        members: dict[str, zipfile.ZipInfo] = {}
        for info in infos:
            if info.is_dir():
                continue
            _refuse_unsafe(self.name, info)
            if info.file_size > _CHUNK and info.file_size > info.compress_size * self._limits.ratio:
                raise ArchiveError(
                    f"{self.name}: member {info.filename!r} unpacks to more than "
                    f"{self._limits.ratio:,} times its size"
                )
            members[info.filename] = info
        return members

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
        return self._members[member].file_size

    def read(self, member: str) -> bytes:
        """The bytes of a member.

        Raises `ArchiveError` when there is no such member, or it is damaged, encrypted, packed
        by an unknown method, or longer than the archive's directory says.
        """
        info = self._members.get(member)
        if info is None:
            raise ArchiveError(f"{self.name}: no member {member!r}")
        if info.flag_bits & 1:
            raise ArchiveError(f"{self.name}: member {member!r} is encrypted")
        pieces: list[bytes] = []
        size = 0
        try:
            with self._zip.open(info) as stream:
                while piece := stream.read(_CHUNK):
                    size += len(piece)
                    self._spend(len(piece), member)
                    pieces.append(piece)
        except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, OSError) as trouble:
            raise ArchiveError(f"{self.name}: member {member!r} is damaged ({trouble})") from None
        except NotImplementedError as trouble:
            raise ArchiveError(f"{self.name}: member {member!r}: {trouble}") from None
        if size != info.file_size:
            raise ArchiveError(f"{self.name}: member {member!r} is truncated")
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def head(self, member: str, size: int) -> bytes:
        """The first bytes of a member, without unpacking the rest. Raises as `read`."""
        info = self._members.get(member)
        if info is None or info.flag_bits & 1:
            return self.read(member)
        try:
            with self._zip.open(info) as stream:
                return stream.read(size)
        except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, OSError) as trouble:
            raise ArchiveError(f"{self.name}: member {member!r} is damaged ({trouble})") from None
        except NotImplementedError as trouble:
            raise ArchiveError(f"{self.name}: member {member!r}: {trouble}") from None

    def _spend(self, size: int, member: str) -> None:
        self._spent += size
        if self._spent > self._limits.unpacked * 4:
            raise ArchiveError(
                f"{self.name}: member {member!r} unpacks beyond the limit of "
                f"{self._limits.unpacked:,} bytes"
            )


def _refuse_unsafe(archive: str, info: zipfile.ZipInfo) -> None:
    name = info.filename
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or name[1:2] == ":":
        raise ArchiveError(f"{archive}: member {name!r} would lie outside the archive")
    if stat.S_ISLNK(info.external_attr >> 16):
        raise ArchiveError(f"{archive}: member {name!r} is a symbolic link")


def pack(members: Mapping[str, bytes] | Iterable[tuple[str, bytes]]) -> bytes:
    """A zip file with these members in this order, equal bytes for equal members."""
    pairs = members.items() if isinstance(members, Mapping) else members
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in pairs:
            info = zipfile.ZipInfo(name, EPOCH)
            info.create_system = 3
            info.external_attr = 0o644 << 16
            suffix = PurePosixPath(name).suffix.lower()
            info.compress_type = zipfile.ZIP_STORED if suffix in _STORED else zipfile.ZIP_DEFLATED
            archive.writestr(info, data, compresslevel=6)
    return buffer.getvalue()


def write(path: Path, members: Mapping[str, bytes] | Iterable[tuple[str, bytes]]) -> None:
    """Write a zip file beside its place and move it there whole.

    An interruption leaves the old file, or none, but never half of one. Raises `ArchiveError`
    when the place cannot be written to.
    """
    replace_file(path, pack(members))


def replace_file(path: Path, data: bytes) -> None:
    """Put these bytes at a path in one stroke. Raises `ArchiveError` when that cannot be done."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as trouble:
        raise ArchiveError(f"{path}: cannot be written ({trouble.strerror})") from None
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()
