"""The definition of a game: the schema, the YAML reader with errors that name the line, overlays,
the cache.

Nothing heavy is imported until a game is loaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.definition.troubles import DefinitionError, Trouble

if TYPE_CHECKING:
    from generator.definition.schema import Game

__all__ = ["DefinitionError", "Trouble", "load_game"]


def load_game(name_or_folder: str | Path, overlays: Sequence[str | Path] = ()) -> Game:
    """The game of that name or folder; see ``reader.load_game``."""
    from generator.definition import reader

    return reader.load_game(name_or_folder, overlays)
