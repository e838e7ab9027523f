"""A played game opened, whichever program it was played in: VASSAL's logs and saves, and saves of
Tabletop Simulator in which our recorder was at work."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard

from generator.tabletop_simulator.spelled import looks_like_json
from generator.vassal import saves
from generator.vassal.saves import Save

# Who reads a log of VASSAL does not wait for the other program's readers to be imported.
if TYPE_CHECKING:
    from generator.definition.schema import Game
    from validator.reading.tabletop.played import PlayedSave

TABLETOP = ".json"
"""How names of saves of Tabletop Simulator end, and in a folder those of other files too."""


def tells_a_game(path: Path) -> bool:
    """Whether the recorder's log stands in a file; that of one that cannot be read does not."""
    try:
        return holds_a_game(path.read_bytes())
    except OSError:
        return False


def holds_a_game(data: bytes) -> bool:
    """Whether the recorder's log stands in the bytes of a file."""
    from validator.reading.tabletop.log import MARK

    return json.dumps(MARK)[1:-1].encode() in data  # as it stands in the JSON of a save


def open_file(path: Path) -> Save:
    """A log or save, decoded; one of Tabletop Simulator has its steps only `with_steps`.

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
    """The save with its steps: those of Tabletop Simulator are read by the game's definition.

    Raises `TabletopError` where that is not at hand, or is another edition's.
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
    """The maps that stand for the hands of sides, and who sees them; VASSAL's are in the module."""
    return save.hands if is_recorded(save) else {}
