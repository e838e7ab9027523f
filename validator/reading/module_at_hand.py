"""The module that logs were played with: the one that is named, else one that lies beside them.

Places, private windows and so the numbers of the steps come from it. Every command asks here, so
that all count alike and none reads a log with another game's module.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import itemgetter
from pathlib import Path, PurePosixPath

from generator.counting import counted
from generator.errors import BroadsideError
from generator.light import dataclass
from generator.vassal.archive import Archive, ArchiveError
from generator.vassal.metadata import Metadata, MetadataError, read
from generator.vassal.saves import MEMBER
from validator.reading import opening

_MODULES = "*.vmod"
_PICTURE = re.compile(
    rb"([^;,/\\|\x1b\t\n:=\"<>()]{1,100}\.(?:png|gif|jpe?g|svg))(?=[;,/\\|\x1b\t])", re.IGNORECASE
)
_STAMPED = "definition="
"""So our own modules name the edition that they were built from."""
_ENOUGH = 0.5
"""A module of another name that holds so much of what the pieces show is the same, renamed."""


class OtherModuleError(BroadsideError):
    """A module that was named and is another game's."""


@dataclass(frozen=True, slots=True)
class ModuleAtHand:
    """What is known of the module that logs were played with."""

    paths: tuple[Path, ...] = ()
    """The module and then its extensions; none if it is not at hand."""
    wanted: str = ""
    """What the logs call it; empty where they do not say."""
    said: str = ""
    """What who reads the logs should know of it; empty: nothing."""


def module_at_hand(logs: Sequence[Path], named: Sequence[Path] = ()) -> ModuleAtHand:
    """The module of some logs: the one that is ``named`` with its extensions, else one that lies
    beside a log and bears the name that the log gives it.

    Raises `OtherModuleError` for one that is named and does not fit, `ArchiveError` for a file that
    is none.
    """
    wanted = next((data for log in logs if (data := _data_in(log)).name), Metadata())
    if named:
        return ModuleAtHand(tuple(named), wanted.name, _fitting(logs, named, wanted.name))
    found = _beside(logs, wanted) if wanted.name and any(map(_is_game, logs)) else None
    if found is None:
        return ModuleAtHand(wanted=wanted.name)
    said = f"with the module {found}, which lies beside the log"
    return ModuleAtHand((found,), wanted.name, said)


def _beside(logs: Sequence[Path], wanted: Metadata) -> Path | None:
    """A module beside the logs that they may have been played with, of their version if any is."""
    found: list[tuple[bool, Path]] = []
    for folder in dict.fromkeys(log.parent for log in logs):
        for path in sorted(folder.glob(_MODULES)):
            data = _data_in(path)
            if data.name == wanted.name and not _of_another_edition(data, wanted):
                found.append((data.version != wanted.version, path))
    return min(found, key=itemgetter(0))[1] if found else None


def _of_another_edition(one: Metadata, other: Metadata) -> bool:
    stamped = _STAMPED in one.extra1 and _STAMPED in other.extra1
    return stamped and one.extra1 != other.extra1


def _fitting(logs: Sequence[Path], named: Sequence[Path], wanted: str) -> str:
    """What is to be said of a module that was named, if it may be that of the logs."""
    names = [name for path in named if (name := _data_in(path).name)]
    if not wanted or not names or wanted in names:
        return ""
    told = f"{named[0]} is the module {names[0]!r}, the log was played with {wanted!r}"
    shown = set().union(*map(_shown_in, logs))
    held = set().union(*map(_pictures_of, named))
    if shown and len(shown & held) < _ENOUGH * len(shown):
        raise OtherModuleError(
            f"{told}: it holds {len(shown & held) or 'none'} of the "
            f"{counted(len(shown), 'picture')} that the log's pieces have. Name that module, or "
            "leave out --module"
        )
    return f"{told}: pictures and places may not fit"


def _shown_in(log: Path) -> set[str]:
    """The names of the pictures of all pieces in a log."""
    text = opening.open_file(log).text
    return {found[1].decode("utf-8", "replace").lower() for found in _PICTURE.finditer(text)}


def _pictures_of(module: Path) -> set[str]:
    with Archive(module) as archive:
        return {PurePosixPath(name).name.lower() for name in archive if name.startswith("images/")}


def _is_game(file: Path) -> bool:
    """Whether a file holds a game; else who reads it says what it is."""
    try:
        with Archive(file) as archive:
            return MEMBER in archive
    except (ArchiveError, OSError):
        return False


def _data_in(file: Path) -> Metadata:
    """What a module, save or log says of the module; nothing where it does not."""
    try:
        with Archive(file) as archive:
            if "moduledata" not in archive:
                return Metadata()
            return read(archive.read("moduledata"), str(file))
    except (ArchiveError, MetadataError, OSError):
        return Metadata()
