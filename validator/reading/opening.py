"""Opens played games of both programs: VASSAL's logs and saves, and saves of Tabletop Simulator
with our recorder's log."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard

from generator.tabletop_simulator.spelled import looks_like_json
from generator.vassal import saves
from generator.vassal.saves import Save

# The readers for Tabletop Simulator are only imported when needed.
if TYPE_CHECKING:
    from generator.definition.schema import Game
    from validator.reading.tabletop.played import PlayedSave

TABLETOP = ".json"
"""The suffix of saves of Tabletop Simulator, and of many other files."""


def tells_a_game(path: Path) -> bool:
    """Whether a file contains the recorder's log; False if it cannot be read."""
    try:
        return holds_a_game(path.read_bytes())
    except OSError:
        return False


def holds_a_game(data: bytes) -> bool:
    """Whether a file's bytes contain the recorder's log."""
    from validator.reading.tabletop.log import MARK

    return json.dumps(MARK)[1:-1].encode() in data  # as written in the JSON of a save


def open_file(path: Path) -> Save:
    """A decoded log or save; one of Tabletop Simulator gets its steps by `with_steps`.

    Raises subclasses of `BroadsideError` that name the file.
    """
    if not looks_like_json(path):
        return saves.read(path)
    from validator.reading.tabletop.played import open_save

    return open_save(path)


def is_recorded(save: Save) -> TypeGuard[PlayedSave]:
    """Whether it is a save of Tabletop Simulator, which only the game's definition can read."""
    if type(save) is Save:
        return False
    from validator.reading.tabletop.played import PlayedSave

    return isinstance(save, PlayedSave)


def with_steps(save: Save, game: Game | None) -> Save:
    """The save with its steps; those of Tabletop Simulator are read by the game's definition.

    Raises `TabletopError` if the definition is not at hand or is of another edition.
    """
    if not is_recorded(save):
        return save
    from validator.reading.tabletop.played import as_save
    from validator.reading.tabletop.recorded import TabletopError

    if game is None:
        raise TabletopError(
            f"{save.name}: played with {save.moduledata.name!r}, which is no bundled game:"
            " name its folder with --game FOLDER"
        )
    return as_save(save, game)


def hands_in(save: Save) -> Mapping[str, tuple[str, ...]]:
    """The maps that stand for players' hands, and the sides that see them; for VASSAL the module
    has these."""
    return save.hands if is_recorded(save) else {}
