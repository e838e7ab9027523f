"""The module of some logs: the one that the user named, else one in the same folder.

It determines places, private windows and so the numbers of steps. All commands use this function,
so that all count alike and none reads a log with another game's module."""

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
"""The word with which our own modules name the definition they were built from."""
_ENOUGH = 0.5
"""A module of another name with at least this share of the pieces' pictures is taken for the same,
renamed."""


class OtherModuleError(BroadsideError):
    """A named module that is another game's: ``args[0]`` says why, the message also what to do."""

    def __str__(self) -> str:
        return f"{self.args[0]}. Name that module, or leave out --module"


@dataclass(frozen=True, slots=True)
class ModuleAtHand:
    """What is known about the module of some logs."""

    paths: tuple[Path, ...] = ()
    """The module, followed by its extensions; empty if it is not at hand."""
    wanted: str = ""
    """Its name in the logs; empty if they do not say."""
    said: str = ""
    """A message for the user; empty if there is none."""


def module_at_hand(logs: Sequence[Path], named: Sequence[Path] = ()) -> ModuleAtHand:
    """The module of some logs: the ``named`` one with its extensions, else one in the folder of a
    log with the name that the log gives.

    Raises `OtherModuleError` for a named module that does not fit, `ArchiveError` for a file that
    is no module.
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
    """A module in a log's folder with the right name, preferably of the right version."""
    found: list[tuple[bool, Path]] = []
    for folder in dict.fromkeys(log.parent for log in logs):
        for path in sorted(folder.glob(_MODULES)):
            data = _data_in(path)
            fits = data.name == wanted.name and not _of_another_edition(data, wanted)
            if fits and not _is_game(path):
                found.append((data.version != wanted.version, path))
    return min(found, key=itemgetter(0))[1] if found else None


def _of_another_edition(one: Metadata, other: Metadata) -> bool:
    stamped = _STAMPED in one.extra1 and _STAMPED in other.extra1
    return stamped and one.extra1 != other.extra1


def _fitting(logs: Sequence[Path], named: Sequence[Path], wanted: str) -> str:
    """A message about a named module that may not fit; empty if it fits. Raises
    `OtherModuleError`."""
    names = [name for path in named if (name := _data_in(path).name)]
    if not wanted or not names or wanted in names:
        return ""
    problem = f"{named[0]} is the module {names[0]!r}, the log was played with {wanted!r}"
    shown = set().union(*map(_shown_in, logs))
    held = set().union(*map(_pictures_of, named))
    if shown and len(shown & held) < _ENOUGH * len(shown):
        raise OtherModuleError(
            f"{problem}: it holds {len(shown & held) or 'none'} of the "
            f"{counted(len(shown), 'picture')} that the log's pieces have"
        )
    return f"{problem}: pictures and places may not fit"


def _shown_in(log: Path) -> set[str]:
    """The names of the pictures of all pieces in a log."""
    text = opening.open_file(log).text
    return {found[1].decode("utf-8", "replace").lower() for found in _PICTURE.finditer(text)}


def _pictures_of(module: Path) -> set[str]:
    with Archive(module) as archive:
        return {PurePosixPath(name).name.lower() for name in archive if name.startswith("images/")}


def _is_game(file: Path) -> bool:
    """Whether a file is a save or log; for others the reader reports what they are."""
    try:
        with Archive(file) as archive:
            return MEMBER in archive
    except (ArchiveError, OSError):
        return False


def _data_in(file: Path) -> Metadata:
    """The module's metadata in a module, save or log; empty if there is none."""
    try:
        with Archive(file) as archive:
            if "moduledata" not in archive:
                return Metadata()
            return read(archive.read("moduledata"), str(file))
    except (ArchiveError, MetadataError, OSError):
        return Metadata()
