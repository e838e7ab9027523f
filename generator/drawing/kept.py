"""Boards and counters that need not be drawn again.

A board with its coasts takes a good part of a second, and so do some hundred counters; they are
kept until something they show, or something that draws them, has changed.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.drawing.names import counter_picture
from generator.drawing.picture import Picture
from generator.drawing.rereading import reads_art
from generator.drawing.typefaces import fingerprint
from generator.places import art_folder, cache_folder
from generator.store import Store

if TYPE_CHECKING:
    from generator.definition.schema import Counter, Game, Map

DRAWN_WITH = ("svgwrite", "shapely", "numpy", "fonttools", "lxml")
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
    kept = store.get(key)
    if kept is not None:
        return _picture(json.loads(kept))
    from generator.drawing.maps import map_pictured
    from generator.drawing.themes import load_theme

    picture = map_pictured(share, map_, load_theme(map_.theme or game.theme, folders), folders)
    store.put(key, json.dumps(_fields(picture)).encode())
    return picture


def pictures_of_counters(
    game: Game, folders: tuple[Path, ...] = (), without: Collection[str] = ()
) -> Iterator[Picture]:
    """The faces and backs of all counters, those alone drawn that changed since the last time.

    See `counter_pictures` for ``without`` and for what is raised.
    """
    from generator.drawing.counters import counter_pictures
    from generator.drawing.themes import load_theme

    theme = load_theme(game.theme, folders)
    sides = {side.id: side for side in game.sides}
    layouts = "|".join(one.model_dump_json() for one in game.layouts)
    makers = sha256(f"{_makers(folders)}|{game.theme}|{layouts}".encode()).hexdigest()
    # All counters of a game lie in one file, which the next build writes again.
    store, place = Store(cache_folder() / "drawings"), _key("counters", game.id, makers)
    before: dict[str, list[Any]] = json.loads(store.get(place) or b"{}")
    now: dict[str, list[Any]] = {}
    for counter in game.counters:
        side = sides.get(counter.side or "")
        said = side.model_dump_json() if side is not None else ""
        left_out = sorted({*without} & _names(counter)) if without else []
        key = _key(counter.model_dump_json(), said, *left_out)
        known = before.get(key)
        if known is None:
            made = counter_pictures(counter, theme, folders, side, without, layouts=game.layouts)
            known = [_fields(picture) for picture in made]
        now[key] = known
        yield from map(_picture, known)
    if now.keys() != before.keys():
        store.put(place, json.dumps(now).encode())


def _key(*parts: str) -> str:
    return sha256("\0".join(parts).encode()).hexdigest()


def _names(counter: Counter) -> set[str]:
    faces = (*counter.faces, *((counter.back,) if counter.back else ()))
    return {counter_picture(counter.id, face.id) for face in faces}


def _fields(picture: Picture) -> list[Any]:
    size = (picture.width_mm, picture.height_mm)
    return [picture.name, picture.svg, *size, list(picture.warnings)]


def _picture(fields: Sequence[Any]) -> Picture:
    name, svg, width, height, warnings = fields
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
