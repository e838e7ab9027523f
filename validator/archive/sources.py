"""Every log and save in some folders, also inside zips and mails.

What comes by mail is hostile (`generator.vassal.archive.Limits`): a container may hold so much and
no more, lies at most `DEEPEST` containers deep, and costs nobody else anything when it breaks that.
"""

from __future__ import annotations

import hashlib
import mailbox
from collections.abc import Iterator, Sequence
from dataclasses import replace
from email import message_from_bytes
from email.policy import default
from pathlib import Path, PurePath, PurePosixPath

from generator.errors import BroadsideError
from generator.light import dataclass
from generator.vassal.archive import LIMITS, Archive, Limits
from validator.archive.stores import is_url, opened
from validator.reading import opening

LOGS = (".vlog", ".vsav", ".log", ".sav")
"""How names of VASSAL's logs and saves end; the last two of VASSAL 2 and before."""
LOOKED_FOR = f"{', '.join(LOGS)} and saves of Tabletop Simulator, also in .zip, .eml and .mbox"
"""What is looked for in folders, for messages."""
DEEPEST = 3
"""So many containers lie in one another, at most."""
_INSIDE = "!/"
_SAVED_GAME = "savedGame"
"""The member that makes a zip a log or save of VASSAL."""
_ZIP = b"PK\x03\x04"


class ArchiveFolderError(BroadsideError):
    """A folder that is not there."""


@dataclass(frozen=True, slots=True)
class Source:
    """A log or save, and how to come by its bytes."""

    name: str
    """The folder's own name first: ``club/1998.zip!/turn 3.vlog``."""
    path: str
    """The file on the disk or its URL, or that of the outermost container."""
    inside: tuple[str, ...] = ()
    """The member of each container on the way."""
    sha256: str = ""
    size: int = 0


@dataclass(frozen=True, slots=True)
class Unread:
    """A file in which no log can be looked for, and why."""

    name: str
    reason: str


def sources(places: Sequence[str]) -> Iterator[Source | Unread]:
    """Every log and save of some folders or URLs, each folder's files in the order of their names.

    Symbolic links are not followed. Raises `ArchiveFolderError` for a place that is not there,
    `StoreError` for a URL of an unknown kind.
    """
    for named in places:
        if is_url(named):
            yield from _of_url(named)
            continue
        place = Path(named)
        if not place.exists():
            raise ArchiveFolderError(f"{place}: no such folder or file")
        files = sorted(place.rglob("*")) if place.is_dir() else [place]
        for path in files:
            if path.is_symlink() or not path.is_file():
                continue
            name = path.name if path == place else f"{place.name}/{path.relative_to(place)}"
            yield from _of_file(path, _readable(name.replace("\\", "/")))


def _readable(name: str) -> str:
    """A name with ``?`` for each byte of it that is no UTF-8: so any table can hold it."""
    return name.encode("utf-8", "replace").decode("utf-8")


def content(source: Source) -> bytes:
    """The bytes of a log or save. Raises `BroadsideError` for a container that changed since, and
    OSError for a file that is gone."""
    data = _bytes_of(source.path)
    for member in source.inside:
        inside = next(_members(data, source.name, member), None)
        if inside is None:
            raise ArchiveFolderError(f"{source.name}: is not there any more")
        data = inside[1]
    return data


def _bytes_of(place: str) -> bytes:
    if not is_url(place):
        return Path(place).read_bytes()
    files, path = opened(place)
    return bytes(files.cat_file(path))


def _of_url(url: str) -> Iterator[Source | Unread]:
    files, root = opened(url)
    found = sorted(files.find(root))
    if not found:
        raise ArchiveFolderError(f"{url}: no such folder or file, or nothing is in it")
    for path in found:
        name = _readable(f"{root.rpartition('/')[2]}{path[path.index(root) + len(root) :]}")
        place, kind = files.unstrip_protocol(path), PurePosixPath(path)
        try:
            if kind.suffix.lower() == opening.TABLETOP:
                if opening.holds_a_game(data := bytes(files.cat_file(path))):
                    yield _source(name, place, (), data)
            elif _may_hold_games(kind):
                yield from _of_bytes(bytes(files.cat_file(path)), name, place, (), _room())
        except OSError as trouble:
            yield Unread(name, f"cannot be read ({trouble})")


def _of_file(path: Path, name: str) -> Iterator[Source | Unread]:
    try:
        if path.suffix.lower() == opening.TABLETOP:
            if opening.tells_a_game(path):
                yield _source(name, str(path), (), path.read_bytes())
            return
        if not _may_hold_games(path):
            return
        if path.suffix.lower() in LOGS:
            with path.open("rb") as opened:
                if _is_a_log(path, opened.read(len(_ZIP))):
                    opened.seek(0)
                    digest = hashlib.file_digest(opened, "sha256").hexdigest()
                    yield Source(name, str(path), (), digest, path.stat().st_size)
            return
        if (size := path.stat().st_size) > LIMITS.unpacked:
            limit = f"{LIMITS.unpacked:,}; --max-size raises it"
            yield Unread(name, f"{size:,} bytes are more than the limit of {limit}")
            return
        yield from _of_bytes(path.read_bytes(), name, str(path), (), _room())
    except OSError as trouble:
        yield Unread(name, f"cannot be read ({trouble.strerror})")


def _may_hold_games(path: PurePath) -> bool:
    kind = path.suffix.lower()
    return kind in (*LOGS, ".zip", ".eml", ".mbox") or path.parent.name in ("cur", "new")


def _room() -> Limits:
    """What one file may unpack to, all that lies in it together."""
    return replace(LIMITS)


def _of_bytes(
    data: bytes, name: str, path: str, inside: tuple[str, ...], room: Limits
) -> Iterator[Source | Unread]:
    if Path(name).suffix.lower() in LOGS:
        if _is_a_log(Path(name), data):
            yield _source(name, path, inside, data)
        return
    try:
        members = list(_members(data, name, limits=room))
    except BroadsideError as trouble:
        yield Unread(name, str(trouble).removeprefix(f"{name}: "))
        return
    room.unpacked -= sum(len(held) for _, held in members)
    if any(member == _SAVED_GAME for member, _ in members):
        yield _source(name, path, inside, data)  # a log that was given another name
        return
    if len(inside) >= DEEPEST:
        yield Unread(name, f"more than {DEEPEST} archives lie in one another")
        return
    for member, held in members:
        inner = Path(member).suffix.lower()
        if inner in (*LOGS, ".zip", ".eml"):
            within = _readable(f"{name}{_INSIDE}{member}")
            yield from _of_bytes(held, within, path, (*inside, member), room)


def _is_a_log(named: PurePath, begins: bytes) -> bool:
    """Others call their files ``.log`` too; those of VASSAL 2 are zips."""
    return named.suffix.lower() not in (".log", ".sav") or begins.startswith(_ZIP)


def _source(name: str, path: str, inside: tuple[str, ...], data: bytes) -> Source:
    return Source(name, path, inside, hashlib.sha256(data).hexdigest(), len(data))


def _members(
    data: bytes, name: str, only: str = "", limits: Limits = LIMITS
) -> Iterator[tuple[str, bytes]]:
    """What a zip, a mail or a folder of mails holds: names and bytes; ``only`` one of them.

    Raises `ArchiveError`, and `ArchiveFolderError` for a mail that cannot be read.
    """
    if data.startswith(_ZIP):
        with Archive(data, limits, name) as archive:
            for member in archive:
                kind = Path(member).suffix.lower()
                if only and member != only:
                    continue
                if member == _SAVED_GAME or kind in (*LOGS, ".zip", ".eml"):
                    yield member, b"" if member == _SAVED_GAME else archive.read(member)
    elif data.startswith(b"From "):
        for number, raw in _mails(data, int(only.partition("/")[0]) if only else 0):
            for member, held in _attached(raw, f"{name}: mail {number}"):
                if only in ("", f"{number}/{member}"):
                    yield f"{number}/{member}", held
    else:
        yield from (row for row in _attached(data, name) if only in ("", row[0]))


def _mails(data: bytes, only: int = 0) -> Iterator[tuple[int, bytes]]:
    """The mails of an mbox, counted from 1; ``only`` one of them."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="broadside-mail-") as folder:
        path = Path(folder) / "mails"
        path.write_bytes(data)
        box = mailbox.mbox(path, create=False)
        try:
            for number, key in enumerate(box.keys(), 1):
                if only in (0, number):
                    yield number, box.get_bytes(key)
        finally:
            box.close()


def _attached(raw: bytes, told: str) -> list[tuple[str, bytes]]:
    """The files of a mail."""
    found = []
    try:
        for part in message_from_bytes(raw, policy=default).walk():
            name = part.get_filename()
            held = part.get_payload(decode=True) if name else None
            if name and isinstance(held, bytes):
                found.append((name, held))
    except RecursionError:
        raise ArchiveFolderError(f"{told}: nested too deeply") from None
    except Exception as defect:  # of Python's reader of mails, which hostile ones find
        raise ArchiveFolderError(f"{told}: no mail that can be read ({defect})") from None
    return found
