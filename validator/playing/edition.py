"""What edition of Broadside judges: results of two editions are not mixed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from generator import __version__, places
from generator.files import a_file

_JUDGING = (".py", ".yaml", ".csv")
"""How the names of files end that decide what an audit says."""


@cache
def edition() -> str:
    """The release, and a digest of the code, definitions and rules: a checkout in which they change
    is another edition."""
    generator, validator = Path(places.__file__).parent, Path(__file__).parents[1]
    return f"{__version__}-{digest_of((generator, validator, places.games_folder()))}"


def digest_of(folders: Iterable[Path]) -> str:
    """A digest of what judges in some folders, wherever they lie. Raises `FileError` for a pipe or
    device."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in _JUDGING and a_file(path).is_file():
                digest.update(path.read_bytes())
    return digest.hexdigest()[:8]
