"""Names for files that every operating system takes, and no two of which are the same to it."""

from __future__ import annotations

import re
import unicodedata

_UNSAFE = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]')
_DEVICES = frozenset(["con", "prn", "aux", "nul", "conin$", "conout$"]) | {
    f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"
}
_LONGEST = 60
_MOST_BYTES = 150
"""File systems allow 255 bytes; room is left for what is put before and after."""


def safe_name(name: str, otherwise: str = "unnamed") -> str:
    """A file's name for something of this name, without its ending."""
    name = unicodedata.normalize("NFC", name)
    name = " ".join(_UNSAFE.sub("_", name).split()).strip(" .")[:_LONGEST].rstrip(" .")
    while len(name.encode()) > _MOST_BYTES:
        name = name[:-1].rstrip(" .")
    if not name:
        return otherwise
    if name.partition(".")[0].rstrip().casefold() in _DEVICES:
        return "_" + name
    return name


def is_safe(path: str) -> bool:
    """Whether a path of an archive can stand on disk as it is."""
    return len(path) < 200 and all(
        part
        and unicodedata.normalize("NFC", part) == part
        and _UNSAFE.search(part) is None
        and part == part.strip(" ").rstrip(".")
        and len(part.encode()) < 240
        and part.partition(".")[0].rstrip().casefold() not in _DEVICES
        for part in path.split("/")
    )


class Names:
    """The paths taken in a folder, told apart without regard to case as some systems do."""

    def __init__(self) -> None:
        self._files: set[str] = set()
        self._folders: set[str] = set()
        self._numbers: dict[str, int] = {}
        """Of a name that was taken, the last number that one like it got."""

    def take(self, path: str) -> str:
        """The path, or one like it that is still free; it is taken from now on."""
        *folders, name = path.split("/")
        above = ""
        for folder in folders:
            above += self._first_free(above, folder, self._files) + "/"
        made = above + self._first_free(above, name, self._files, self._folders)
        self._add(made)
        return made

    def is_free(self, path: str) -> bool:
        """Whether a path can be taken as it is."""
        key = path.casefold()
        return (
            key not in self._files
            and key not in self._folders
            and not any(above in self._files for above in _above(key))
        )

    def _first_free(self, above: str, name: str, *taken: set[str]) -> str:
        """The name, or one like it, that stands for nothing yet in a folder."""
        key = f"{above}{name}".casefold()
        if not any(key in names for names in taken):
            return name
        stem, dot, ending = name.rpartition(".")
        if not stem:
            stem, dot, ending = name, "", ""
        number, made = self._numbers.get(key, 1), name
        while any(f"{above}{made}".casefold() in names for names in taken):
            number += 1
            made = f"{stem} ({number}){dot}{ending}"
        self._numbers[key] = number
        return made

    def _add(self, path: str) -> None:
        key = path.casefold()
        self._files.add(key)
        self._folders.update(_above(key))


def _above(path: str) -> list[str]:
    """The folders a path lies in."""
    cuts = [at for at, letter in enumerate(path) if letter == "/"]
    return [path[:cut] for cut in cuts]
