"""Boards that need not be drawn again.

A board with its coasts takes a good part of a second; it is kept until something it shows, or
something that draws it, has changed.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from generator.drawing.picture import Picture
from generator.drawing.rereading import reads_art
from generator.drawing.typefaces import fingerprint
from generator.places import art_folder, cache_folder
from generator.store import Store

if TYPE_CHECKING:
    from generator.definition.schema import Game, Map

DRAWN_WITH = ("svgwrite", "shapely", "numpy", "fonttools")
"""The packages that decide what a drawing looks like, besides the typefaces."""


def board_picture(game: Game, map_: Map, folders: tuple[Path, ...] = ()) -> Picture:
    """A board, drawn only when something it shows has changed. Raises MapError."""
    # Only its own share of the game is shown to the room that draws it, so that the board cannot
    # depend on what the key leaves out.
    share = game.model_copy(
        update={
            "maps": (map_,),
            "counters": (),
            "layouts": (),
            "charts": (),
            "aids": (),
            "actions": (),
            "dice": (),
            "scores": (),
            "scenarios": (),
            "decisions": (),
            "summary": (),
            "sequence": (),
            "definition_hash": "",
        }
    )
    key = sha256(f"{_makers(folders)}|{share.model_dump_json()}".encode()).hexdigest()
    store = Store(cache_folder() / "drawings")
    kept = _picture(store.get(key))
    if kept is not None:
        return kept
    from generator.drawing.maps import map_pictured
    from generator.drawing.themes import load_theme

    picture = map_pictured(share, map_, load_theme(map_.theme or game.theme, folders), folders)
    fields = [
        picture.name,
        picture.svg,
        picture.width_mm,
        picture.height_mm,
        list(picture.warnings),
    ]
    store.put(key, json.dumps(fields).encode())
    return picture


def _picture(kept: bytes | None) -> Picture | None:
    if kept is None:
        return None
    name, svg, width, height, warnings = json.loads(kept)
    return Picture(name, svg, width, height, tuple(warnings))


@reads_art
def _makers(folders: tuple[Path, ...]) -> str:
    """A hash of all that draws a board besides its definition: code, art, typefaces, packages."""
    from importlib.metadata import version

    packages = "|".join(f"{name}={version(name)}" for name in DRAWN_WITH)
    digest = sha256(f"{packages}|{fingerprint()}".encode())
    code = Path(__file__).resolve().parent.parent
    # What unit signs and colours mean is written with the definition.
    rooms = (code / room for room in ("definition", "drawing", "geography"))
    sources = (*rooms, art_folder(), *folders)
    for folder in sources:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(f"|{path.relative_to(folder).as_posix()}|".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()
