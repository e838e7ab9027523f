"""What edition of Broadside judges: results of two editions are not mixed."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from generator import __version__, places

_JUDGING = (".py", ".yaml", ".csv")
"""How the names of files end that decide what an audit says."""


@cache
def edition() -> str:
    """The release, and a digest of the code, definitions and rules: a checkout in which they change
    is another edition."""
    digest = hashlib.sha256()
    generator, validator = Path(places.__file__).parent, Path(__file__).parents[1]
    for folder in (generator, validator, places.games_folder()):
        for path in sorted(folder.rglob("*")):
            if path.suffix in _JUDGING:
                digest.update(path.read_bytes())
    return f"{__version__}-{digest.hexdigest()[:8]}"
