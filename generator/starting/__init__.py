"""Games to begin with: small complete ones whose files explain themselves.

Each lies in a folder of this room as it is written for a beginner, but for two words in capitals:
``GAME_ID`` is the game's id and its folder in the commands of the comments, ``GAME_NAME`` its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from generator.errors import BroadsideError, nearest
from generator.files import new_folder

STARTERS = {
    "hex-and-counter": "a hex map with terrain, two sides of NATO counters, odds, a turn track",
    "area": "an area map of land and sea, blocks, leaders, markers, a few cards",
    "naval": "a sea with real coasts, hidden ships, task forces, a search table, logs",
    "cards": "two decks with their backs, a board with a display, round and hex tokens",
}
"""Every kind of game there is to begin with, and what it has."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,59}")
_TAKEN = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]", re.IGNORECASE)
"""Names that Windows keeps for itself."""
_TITLE = re.compile(r"[\w .,:'’()&!?/-]{1,60}")


class StartingError(BroadsideError):
    """A game that cannot be begun as asked."""


def starter_folder(like: str) -> Path:
    """The folder of a starter. Raises `StartingError` naming the nearest."""
    if like not in STARTERS:
        raise StartingError(
            f"no kind of game {like!r}; accepted: {', '.join(STARTERS)}{nearest(like, STARTERS)}"
        )
    return Path(__file__).parent / like


def starter_files(like: str, game_id: str, title: str) -> dict[str, bytes]:
    """The files of a new game by their path in its folder, the words in capitals filled in."""
    root = starter_folder(like)
    files = {}
    for path in sorted(found for found in root.rglob("*") if found.is_file()):
        text = path.read_text("utf-8").replace("GAME_ID", game_id).replace("GAME_NAME", title)
        files[path.relative_to(root).as_posix()] = text.encode()
    return files


def title_of(game_id: str) -> str:
    """A name made of an id: ``north_cape`` is North Cape."""
    return " ".join(word[:1].upper() + word[1:] for word in re.split(r"[_-]+", game_id) if word)


def begin(
    folder: Path,
    like: str,
    title: str | None = None,
    dressed: Callable[[dict[str, bytes]], dict[str, bytes]] | None = None,
) -> list[str]:
    """Write a starter into a new folder, whole or not at all; the folder's name is the game's id.

    ``dressed`` makes other files of the starter's before they are written.

    Returns the names of the files. Raises `StartingError` for a name that cannot be one, FileError
    when the folder is not empty or cannot be written.
    """
    game_id = folder.name
    if not _NAME.fullmatch(game_id) or _TAKEN.fullmatch(game_id):
        raise StartingError(
            f"{str(folder)!r}: a game's folder cannot be called {game_id!r}; accepted: a letter, "
            "then up to 59 letters, digits, - and _, such as north_cape"
        )
    from generator.definition.reader import game_names

    if game_id in game_names():
        raise StartingError(f"{game_id!r} is a game that Broadside brings; choose another name")
    name = title_of(game_id) if title is None else " ".join(title.split())
    if not _TITLE.fullmatch(name):
        raise StartingError(
            f"{name!r} cannot be a game's name; accepted: up to 60 letters, digits, blanks and "
            ". , : ' ( ) & ! ? / -"
        )
    files = starter_files(like, game_id, name)
    if dressed is not None:
        files = dressed(files)
    new_folder(folder, files)
    return list(files)
