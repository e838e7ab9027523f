"""All pictures of a game: drawn, or taken from the cache where drawing takes long.

Counters, charts and icons are drawn afresh each time (thousands a second). Boards with their
coasts take long, so a board is kept until something that it shows has changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from generator.drawing.picture import Picture
from generator.pictures.store import Store
from generator.places import art_folder, cache_folder

if TYPE_CHECKING:
    from generator.definition.schema import Game, Map


def game_pictures(game: Game, folders: tuple[Path, ...] = ()) -> list[Picture]:
    """Every picture a game needs: boards, counters with their backs, charts, icons of buttons.

    ``folders`` are art folders of the game's own, looked into before ours. Names are those of
    :mod:`generator.drawing.names`, each once. Raises a BroadsideError naming what cannot be drawn.
    """
    return list(_pictures(game, folders))


def _pictures(game: Game, folders: tuple[Path, ...]) -> Iterator[Picture]:
    from generator.drawing.charts import chart_pictures
    from generator.drawing.counters import counter_pictures
    from generator.drawing.icons import icon_pictures
    from generator.drawing.themes import load_theme

    theme = load_theme(game.theme, folders)
    emblems = {side.id: side.emblem for side in game.sides}
    for map_ in game.maps:
        yield board_picture(game, map_, folders)
    for counter in game.counters:
        emblem = emblems.get(counter.side or "", "")
        yield from counter_pictures(counter, theme, folders, emblem)
    yield from chart_pictures(game, theme, folders)
    yield from icon_pictures(game, theme, folders)


def board_picture(game: Game, map_: Map, folders: tuple[Path, ...] = ()) -> Picture:
    """A board, drawn only when something it shows has changed. Raises MapError."""
    # Only its own share of the game is shown to the room that draws it, so that the board cannot
    # depend on what the key leaves out.
    share = game.model_copy(
        update={
            "maps": (map_,),
            "counters": (),
            "charts": (),
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


@cache
def _makers(folders: tuple[Path, ...]) -> str:
    """A hash of all that draws a board besides its definition: code, art, packages."""
    from importlib.metadata import version

    digest = sha256(f"{version('svgwrite')}|{version('shapely')}".encode())
    code = Path(__file__).resolve().parent.parent
    sources = (code / "drawing", code / "geography", art_folder(), *folders)
    for folder in sources:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(f"|{path.relative_to(folder).as_posix()}|".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()
