"""Every log and save in some folders, also inside zips and mails.

What comes by mail may be hostile: what a container unpacks to is limited
(`generator.vassal.archive.Limits`), containers lie at most `DEEPEST` deep in one another, and one
that breaks a limit does not keep the others from being read.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from email import message_from_bytes
from email.policy import default
from functools import partial
from io import FileIO
from itertools import chain, count
from operator import itemgetter
from pathlib import Path, PurePath, PurePosixPath
from typing import IO, Any

from generator.errors import BroadsideError
from generator.files import as_utf8
from generator.light import dataclass
from generator.vassal.archive import LIMITS, Archive, ArchiveError, Limits
from validator.archive.stores import (
    AT_ONCE,
    Store,
    StoreError,
    as_path,
    is_url,
    listed,
    opened,
    trouble_named,
)
from validator.archive.sums import Sums, stamp_of, tag_of
from validator.reading import opening

LOGS = (".vlog", ".vsav", ".log", ".sav")
"""The suffixes of VASSAL's logs and saves; the last two are those of VASSAL 2 and before."""
LOOKED_FOR = f"{', '.join(LOGS)} and saves of Tabletop Simulator, also in .zip, .eml and .mbox"
"""What is looked for in folders, for messages."""
DEEPEST = 3
"""How many containers may lie in one another."""
_INSIDE = "!/"
_SAVED_GAME = "savedGame"
"""The member by which a log or save of VASSAL is known: each is a zip."""
_ZIP = b"PK\x03\x04"
_HOLDERS = (".zip", ".eml", ".mbox")
_MAIL = re.compile(rb"^From .*\n", re.MULTILINE)
"""The line before each mail of an mbox."""
_LINKED = "::"
"""What chains one place to another in a URL of fsspec."""


class ArchiveFolderError(BroadsideError):
    """A folder or file that is not there, or no longer holds what it did."""


@dataclass(frozen=True, slots=True)
class Source:
    """A log or save, and where its bytes are."""

    name: str
    """Begins with the folder's name: ``club/1998.zip!/turn 3.vlog``."""
    path: str
    """The file on the disk or its URL, or that of the outermost container."""
    inside: tuple[str, ...] = ()
    """The member of each container on the way."""
    sha256: str = ""
    size: int = 0


@dataclass(frozen=True, slots=True)
class Unread:
    """A file that cannot be read, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Holder:
    """A zip, a mail or another file that may hold logs (`inside`)."""

    source: Source

    @property
    def key(self) -> str:
        """The name of the result of looking into it; the same bytes have the same key."""
        tabletop = self.source.name.lower().endswith(opening.TABLETOP)
        return f"{self.source.sha256}{'-tabletop' * tabletop}"


Found = Source | Unread | Holder


def found(
    places: Sequence[str], besides: Store | None = None, sums: Sums | None = None
) -> Iterator[Found]:
    """Every log, save and `Holder` in some folders or URLs, sorted by name within each folder.

    The files of the store ``besides`` are left out; ``sums`` are the sums of an earlier run.

    Symbolic links are not followed. Raises `ArchiveFolderError` for a place that is not there,
    `StoreError` for a URL that is out of reach.
    """
    for named in map(as_path, places):
        if is_url(named):
            yield from _of_url(named, besides, sums)
            continue
        place = Path(named)
        if not place.exists():
            raise ArchiveFolderError(f"{place}: no such folder or file")
        root, folder = str(place.resolve()), place.is_dir()
        for whole, held in _walked(root) if folder else _one(root):
            within = whole.removeprefix(root).replace(os.sep, "/")
            name = _readable(f"{place.name}{within}".lstrip("/").replace("\\", "/"))
            if isinstance(held, OSError):
                yield Unread(name, f"cannot be read ({held.strerror or held})")
            elif besides is None or not besides.holds(whole):
                open_it = partial(FileIO, whole)
                yield from _summed(name, whole, held.st_size, open_it, stamp_of(held), sums)


def _walked(root: str) -> Iterator[tuple[str, os.stat_result | OSError]]:
    """The files of a folder that may hold games, sorted by path; errors for what cannot be listed.
    Links are not followed."""
    found: list[tuple[PurePath, os.stat_result | OSError]] = []

    def failed(trouble: OSError) -> None:
        found.append((PurePath(str(trouble.filename)), trouble))

    for above, _, names in os.walk(root, onerror=failed):
        for name in names:
            path = PurePath(above, name)
            if _may_hold_games(path):
                found += ((path, held) for _, held in _one(str(path)))
    yield from ((str(path), held) for path, held in sorted(found, key=itemgetter(0)))


def _one(path: str) -> Iterator[tuple[str, os.stat_result | OSError]]:
    """A file, if it is one: no link, pipe or device."""
    try:
        held = os.lstat(path)
    except FileNotFoundError:
        return  # it has just gone
    except OSError as trouble:
        yield path, trouble
        return
    if stat.S_ISREG(held.st_mode):
        yield path, held


def _readable(name: str) -> str:
    """A name with ``?`` for each byte that is not UTF-8, so that any table can hold it."""
    return as_utf8(name).decode("utf-8").replace("\0", "?")


def content(source: Source) -> bytes:
    """The bytes of a log or save. Raises `BroadsideError` for a container that changed since, and
    OSError for a file that is gone."""
    data = _bytes_of(source.path)
    for member in source.inside:
        held = next((one for name, one in _members(data, source.name, member)), None)
        if not isinstance(held, bytes):
            raise ArchiveFolderError(f"{source.name}: is not there any more")
        data = held
    return data


def _bytes_of(place: str) -> bytes:
    if not is_url(place):
        return Path(place).read_bytes()
    files, path = opened(place)
    with trouble_named(place, "read"):
        return bytes(files.cat_file(path))


def _of_url(url: str, besides: Store | None, sums: Sums | None) -> Iterator[Found]:
    files, root = opened(url)
    held = listed(files, root, url)
    if not held:
        raise ArchiveFolderError(f"{url}: no such folder or file, or nothing is in it")

    def own(path: str) -> str:
        return path[path.index(root) + len(root) :]

    def one(path: str) -> list[Found]:
        name = _readable(f"{root.rpartition('/')[2]}{own(path)}")
        if _LINKED in own(path):
            return [Unread(name, f"a name with {_LINKED} in it leads elsewhere")]
        place = f"{url.rstrip('/')}{own(path)}"
        size, stamp = held[path].get("size") or 0, tag_of(held[path])
        return list(_summed(name, place, size, lambda: files.open(path, "rb"), stamp, sums))

    paths = [
        path
        for path in sorted(held)
        if _may_hold_games(PurePosixPath(path))
        and not (besides is not None and besides.holds(f"{url.rstrip('/')}{own(path)}"))
    ]
    with ThreadPoolExecutor(AT_ONCE) as threads:
        yield from chain.from_iterable(threads.map(one, paths))


def _may_hold_games(path: PurePath) -> bool:
    kind = path.suffix.lower()
    return kind in (*LOGS, *_HOLDERS, opening.TABLETOP) or path.parent.name in ("cur", "new")


def _summed(
    name: str,
    place: str,
    size: int,
    open_it: Callable[[], IO[bytes]],
    stamp: str = "",
    sums: Sums | None = None,
) -> Iterator[Found]:
    """A file with the sum of its bytes; nothing if it only has a log's suffix."""
    if size > LIMITS.unpacked:
        limit = f"{LIMITS.unpacked:,}; --max-size raises it"
        yield Unread(name, f"{size:,} bytes are more than the limit of {limit}")
        return
    kind = PurePath(name)
    digest = sums.known(place, stamp) if sums is not None else None
    if digest is None:
        try:
            digest = _sum_of(kind, name, open_it)
        except (StoreError, FileNotFoundError) as trouble:
            yield Unread(name, str(trouble).removeprefix(f"{name}: "))
            return
        if sums is not None:
            sums.add(place, stamp, digest)
    if digest:
        source = Source(name, place, (), digest, size)
        yield source if kind.suffix.lower() in LOGS else Holder(source)


def _sum_of(kind: PurePath, name: str, open_it: Callable[[], IO[bytes]]) -> str:
    """The sum of a file's bytes; empty if it cannot be a log."""
    with trouble_named(name, "read"), open_it() as file:
        if not _is_a_log(kind, file.read(len(_ZIP))):
            return ""
        file.seek(0)
        return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]


def inside(source: Source) -> list[dict[str, Any]]:
    """The logs and saves in a file (itself or those that it holds), as plain values without its
    place: `as_found` adds that.

    Raises OSError for a file that is gone.
    """
    room = replace(LIMITS)  # what one file may unpack to, all that lies in it together
    within = _of_bytes(_bytes_of(source.path), source.name, "", (), room)
    return [{**asdict(one), "name": one.name.removeprefix(source.name)} for one in within]


def as_found(source: Source, within: Sequence[Mapping[str, Any]]) -> Iterator[Source | Unread]:
    """The logs and saves in a file, from the answer of `inside` for this file or a copy of it."""
    for row in within:
        name = source.name + row["name"]
        if "reason" in row:
            yield Unread(name, row["reason"])
        else:
            yield Source(name, source.path, tuple(row["inside"]), row["sha256"], row["size"])


def _of_bytes(
    data: bytes, name: str, path: str, inside: tuple[str, ...], room: Limits
) -> Iterator[Source | Unread]:
    kind = Path(name).suffix.lower()
    if kind in (*LOGS, opening.TABLETOP):
        if opening.holds_a_game(data) if kind not in LOGS else _is_a_log(Path(name), data):
            yield _source(name, path, inside, data)
        return
    held = []
    try:
        for member, one in _members(data, name, limits=room):
            if isinstance(one, Unread):
                yield one
            else:
                held.append((member, one))
    except BroadsideError as trouble:
        yield Unread(name, str(trouble).removeprefix(f"{name}: "))
        return
    room.unpacked -= sum(len(one) for _, one in held)
    if any(member == _SAVED_GAME for member, _ in held):
        yield _source(name, path, inside, data)  # a log that was given another name
        return
    if len(inside) >= DEEPEST:
        yield Unread(name, f"more than {DEEPEST} archives lie in one another")
        return
    for member, one in held:
        if _may_lie_inside(member):
            within = _readable(f"{name}{_INSIDE}{member}")
            yield from _of_bytes(one, within, path, (*inside, member), room)


def _may_lie_inside(member: str) -> bool:
    return Path(member).suffix.lower() in (*LOGS, *_HOLDERS, opening.TABLETOP)


def _is_a_log(named: PurePath, begins: bytes) -> bool:
    """Whether a file may be VASSAL's: other programs write ``.log`` too, but only VASSAL's are
    zips."""
    return named.suffix.lower() not in (".log", ".sav") or begins.startswith(_ZIP)


def _source(name: str, path: str, inside: tuple[str, ...], data: bytes) -> Source:
    return Source(name, path, inside, hashlib.sha256(data).hexdigest(), len(data))


def _members(
    data: bytes, name: str, only: str = "", limits: Limits = LIMITS
) -> Iterator[tuple[str, bytes | Unread]]:
    """The members of a zip, a mail or an mbox: names and bytes; with ``only`` just that one.

    A member that cannot be read is an `Unread`; the others are read all the same.

    Raises `ArchiveError`, and `ArchiveFolderError` for a mail that cannot be read.
    """
    if data.startswith(_ZIP):
        with Archive(data, limits, name) as archive:
            for member in archive:
                if member == _SAVED_GAME and not only:
                    yield member, b""
                elif only in ("", member) and _may_lie_inside(member):
                    yield member, _unpacked(archive, member, name)
    elif data.startswith(b"From "):
        for number, raw in _mails(data, int(only.partition("/")[0]) if only else 0):
            try:
                for member, held in _attached(raw, ""):
                    if only in ("", f"{number}/{member}"):
                        yield f"{number}/{member}", held
            except ArchiveFolderError as trouble:
                yield str(number), Unread(f"{name}{_INSIDE}mail {number}", str(trouble))
    else:
        yield from (row for row in _attached(data, f"{name}: ") if only in ("", row[0]))


def _unpacked(archive: Archive, member: str, name: str) -> bytes | Unread:
    try:
        return archive.read(member)
    except ArchiveError as trouble:
        reason = str(trouble).removeprefix(f"{name}: ")
        return Unread(_readable(f"{name}{_INSIDE}{member}"), reason)


def _mails(data: bytes, only: int = 0) -> Iterator[tuple[int, bytes]]:
    """The mails of an mbox, counted from 1; ``only`` one of them."""
    begun = [mail.span() for mail in _MAIL.finditer(data)]
    ends = (*(start for start, _ in begun[1:]), len(data))
    for number, ((_, start), end) in enumerate(zip(begun, ends, strict=True), 1):
        if only in (0, number):
            yield number, data[start:end]


def _attached(raw: bytes, where: str) -> list[tuple[str, bytes]]:
    """The files of a mail; of two with one name the second is called ``turn (2).vlog``."""
    found: dict[str, bytes] = {}
    try:
        for part in message_from_bytes(raw, policy=default).walk():
            name = part.get_filename()
            held = part.get_payload(decode=True) if name else None
            if name and isinstance(held, bytes):
                stem, dot, kind = name.rpartition(".")
                again = (f"{stem} ({number}){dot}{kind}" for number in count(2))
                found[next(one for one in chain([name], again) if one not in found)] = held
    except MemoryError:
        raise
    except RecursionError:
        raise ArchiveFolderError(f"{where}nested too deeply") from None
    except Exception as defect:  # of Python's reader of mails, which hostile ones find
        raise ArchiveFolderError(f"{where}no mail that can be read ({defect})") from None
    return list(found.items())
