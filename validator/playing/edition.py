"""The edition of Broadside, a digest of its code: results of different editions are not mixed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from generator import __version__, places
from generator.files import a_file

_JUDGING = (".py", ".yaml", ".csv")
"""Suffixes of the files that influence the result of an audit."""


@cache
def edition() -> str:
    """The release with a digest of the code, definitions and rules; changing any of them makes
    another edition."""
    generator, validator = Path(places.__file__).parent, Path(__file__).parents[1]
    return f"{__version__}-{digest_of((generator, validator, places.games_folder()))}"


def digest_of(folders: Iterable[Path]) -> str:
    """A digest of the files with those suffixes in some folders, independent of the folders'
    paths. Raises `FileError` for a pipe or device."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in _JUDGING and a_file(path).is_file():
                digest.update(path.read_bytes())
    return digest.hexdigest()[:8]
