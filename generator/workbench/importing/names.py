"""Names of a module's things as a definition can hold them: ids, names of maps, of files."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

_NOT_IN_IDS = re.compile(r'["\\\t\r\n]')
_NOT_IN_FILES = re.compile(r'["\\/:*?<>|\t\r\n]')
_NOT_IN_IMAGES = re.compile(r'["\\/:*?<>|;\t\r\n]')
_NOT_IN_SLUGS = re.compile(r"[^a-z0-9]+")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_LONGEST = 72
"""Letters of an id, with room for a number behind it."""


def line(text: str) -> str:
    """A text on one line, without control characters, its blanks single."""
    return " ".join(_CONTROL.sub(" ", text).split())


def place_id(text: str, fallback: str) -> str:
    """A name that a place, a side or a deck may bear."""
    return _NOT_IN_IDS.sub("'", line(text))[:_LONGEST].strip() or fallback


def file_id(text: str, fallback: str) -> str:
    """A name that may become part of a file's."""
    return _NOT_IN_FILES.sub("-", line(text))[:_LONGEST].strip(" .") or fallback


def image_file(name: str) -> str:
    """A picture's file name that every system can hold, its ending kept."""
    stem, dot, ending = _CONTROL.sub("", name).replace("/", "_").rpartition(".")
    if not dot or not re.fullmatch("[A-Za-z]{3,4}", ending):
        stem, ending = f"{stem}{dot}{ending}", "png"
    stem = _NOT_IN_IMAGES.sub("-", " ".join(stem.split())).strip(" .")[:100].rstrip(" .")
    return f"{stem or 'picture'}.{ending}"


def slug(text: str, fallback: str) -> str:
    """A short id of small letters, digits and low lines."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _NOT_IN_SLUGS.sub("_", plain).strip("_")[:60].strip("_") or fallback


class Taken:
    """Names that were given out, so that none is given twice."""

    def __init__(self, *given: str) -> None:
        self._given = {name.casefold() for name in given}

    def __contains__(self, name: str) -> bool:
        return name.casefold() in self._given

    def new(self, wanted: str, between: str = "_", also: Collection[str] = ()) -> str:
        """The name, or the name with a number behind it where it is taken."""
        name, number = wanted, 1
        others = {other.casefold() for other in also}
        while name.casefold() in self._given or name.casefold() in others:
            number += 1
            name = f"{wanted}{between}{number}"
        self._given.add(name.casefold())
        return name
