"""A folder of YAML files in, one frozen Game out; cached, so that an audit parses no YAML.

All troubles of all files are collected before DefinitionError is raised.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.definition.troubles import DefinitionError, Trouble
from generator.errors import nearest
from generator.files import a_file
from generator.places import games_folder

if TYPE_CHECKING:
    from generator.definition.building import Reading
    from generator.definition.memory import Memory
    from generator.definition.schema import Game

FILES = ("game", "map", "counters", "charts", "actions")
MAX_FILES = 500
MOST_BYTES = 8 << 20
"""Largest file of a definition."""


def game_names() -> list[str]:
    """The bundled games."""
    folder = games_folder()
    if not folder.is_dir():
        return []
    return sorted(path.parent.name for path in folder.glob("*/game.yaml"))


def game_folder(name_or_folder: str | Path) -> Path:
    """The folder of a bundled game, or of a user's own; DefinitionError when there is none, and
    `FileError` where a pipe or device stands in place of its first file."""
    name = str(name_or_folder)
    bundled = games_folder() / name
    if Path(name).name == name and (bundled / "game.yaml").is_file():
        return bundled
    folder = Path(name_or_folder)
    if a_file(folder / "game.yaml").is_file():
        return folder
    if folder.is_dir():
        raise DefinitionError([Trouble(name, 0, 0, "this folder holds no game.yaml")])
    if folder.is_file():
        module = folder.suffix.lower() == ".vmod"
        words = f"{'a module' if module else 'a file'}, and no game's folder: broadside inspect"
        words += " tells what is in it"
        if module:
            words += ", broadside import makes a game's folder of it"
        raise DefinitionError([Trouble(name, 0, 0, words)])
    known = game_names()
    words = f"no game of this name and no folder; accepted: {', '.join(known)}, or a folder"
    raise DefinitionError([Trouble(name, 0, 0, words + nearest(name, known))])


def overlay_file(folder: Path, overlay: str | Path) -> Path:
    """An overlay's file: a path, or the name of one in the game's ``overlays`` folder."""
    path = Path(overlay)
    if a_file(path).is_file():
        return path
    own = folder / "overlays"
    known = sorted(found.stem for found in own.glob("*.yaml"))
    if str(overlay) in known:
        return own / f"{overlay}.yaml"
    words = "no such overlay file"
    if known:
        words += f"; this game has: {', '.join(known)}{nearest(str(overlay), known)}"
    raise DefinitionError([Trouble(str(overlay), 0, 0, words)])


def load_game(name_or_folder: str | Path, overlays: Sequence[str | Path] = ()) -> Game:
    """The game of that name or folder, overlays laid over it in order.

    Cached in ``cache_folder()`` by the content of its files. Raises DefinitionError with every
    trouble found.
    """
    folder = game_folder(name_or_folder)
    over = [overlay_file(folder, overlay) for overlay in overlays]
    files = _files(folder)
    from generator.definition.keeping import keep_game, kept_game

    key = _content_key(folder, files, over)
    known = kept_game(key)
    if known is not None:
        return known
    from generator.definition.building import build_game

    return keep_game(key, build_game(folder, files, over))


def as_kept(name_or_folder: str | Path, overlays: Sequence[str | Path] = ()) -> tuple[str, bytes]:
    """A game as the cache keeps it: its key and the content under it, for a cache elsewhere.

    Raises DefinitionError with every trouble found.
    """
    from generator.definition.keeping import packed

    folder = game_folder(name_or_folder)
    over = [overlay_file(folder, overlay) for overlay in overlays]
    return _content_key(folder, _files(folder), over), packed(load_game(folder, over))


def read_again(folder: Path, overlays: Sequence[str | Path], memory: Memory) -> Reading:
    """The game in a folder, uncached: what ``memory`` knows from last time is not worked out anew.

    Raises DefinitionError with every trouble found.
    """
    from generator.definition import building

    over = [overlay_file(folder, overlay) for overlay in overlays]
    return building.read_again(folder, _files(folder), over, memory)


def _files(folder: Path) -> list[Path]:
    found = [folder / f"{name}.yaml" for name in FILES]
    found += sorted((folder / "scenarios").glob("*.yaml"))
    found += sorted((folder / "art" / "layouts").glob("*.yaml"))
    found += sorted(folder.glob("*.csv"))
    # A spreadsheet that is open leaves a file "~$units.xlsx" beside itself.
    found += sorted(path for path in folder.glob("*.xlsx") if not path.name.startswith("~$"))
    found.append(folder / "cases.yaml")
    found = [path for path in found if a_file(path).is_file()]
    if len(found) > MAX_FILES:
        raise DefinitionError([Trouble(str(folder), 0, 0, f"more than {MAX_FILES} files")])
    return found


def _content_key(folder: Path, files: Iterable[Path], overlays: Iterable[Path]) -> str:
    from generator.definition.keeping import key_of

    parts = []
    for path in (*files, *overlays):
        name = path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name
        data = b""
        if path.stat().st_size <= MOST_BYTES:
            data = path.read_bytes()
        parts += [name.encode(), str(path.stat().st_size).encode(), data]
    return key_of(parts)


def seal(content: dict[str, Any]) -> str:
    """The definition hash: SHA-256 (hex) of the game's content, sorted and without blanks."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
