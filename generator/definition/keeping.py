"""Games that were read once, kept on disk so that nobody parses or checks them again.

An entry is a seal (SHA-256, hex) and a pickle. Only classes of the schema are made of it: an
entry that names anything else is no game, and nothing of it is run.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import pickle
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

from generator.definition import schema
from generator.definition.schema import Game, Model
from generator.files import FileError, replace_file

ROOM = schema.__name__.rpartition(".")[0] + "."


class _Reader(pickle.Unpickler):
    def find_class(self, module_name: str, name: str) -> Any:
        """A class of the schema; UnpicklingError for anything else."""
        # The schema was imported whole, so what is not here is none of it.
        module = sys.modules.get(module_name) if module_name.startswith(ROOM) else None
        found = getattr(module, name, None)
        if isinstance(found, type) and issubclass(found, Model):
            return found
        raise pickle.UnpicklingError(f"{module_name}.{name} is no part of a game")


def kept(entry: Path) -> Game | None:
    """The game of an entry; None when there is none or it is damaged."""
    try:
        mark, _, data = entry.read_bytes().partition(b"\n")
    except OSError:
        return None
    if mark != hashlib.sha256(data).hexdigest().encode():
        return None
    try:
        return _game(data)
    except Exception:
        # Whatever a pickle of another's making may raise.
        return None


def keep(entry: Path, game: Game) -> Game:
    """Write an entry; a cache that cannot be written is no trouble. The game as it was kept."""
    data = pickle.dumps(game, protocol=5)
    with contextlib.suppress(FileError):
        replace_file(entry, hashlib.sha256(data).hexdigest().encode() + b"\n" + data)
    return _game(data)


@lru_cache(maxsize=8)
def _game(data: bytes) -> Game:
    """The same object for the same data: nobody can change it."""
    found = _Reader(io.BytesIO(data)).load()
    if not isinstance(found, Game):
        raise pickle.UnpicklingError("this is no game")
    return found
