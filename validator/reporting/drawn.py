"""A game's drawings made beforehand, for a place where nothing can be drawn.

They lie in the game's folder as `DRAWN`, beside its definition; an overlay is shown with them too.
A site for browsers carries them; nobody else needs them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.light import dataclass
from generator.places import games_folder

if TYPE_CHECKING:
    from generator.definition.schema import Game

    from .looks import Look, Sheet

DRAWN = "drawn.json"


@dataclass(frozen=True, slots=True)
class Drawn:
    """The boards of a game's maps, and each face by its counter and itself."""

    sheets: tuple[Sheet, ...]
    faces: Mapping[tuple[str, str], Look]


def drawn_book(game: Game, art: tuple[Path, ...]) -> str:
    """All drawings of a game as `DRAWN` holds them. Raises `MapError` and `CounterError`."""
    from .looks import Looks

    looks = Looks(game, art)
    sheets = [[one.name, one.width, one.height, one.svg] for one in looks.sheets()]
    faces: dict[str, dict[str, Any]] = {}
    for counter in game.counters:
        for face in (*counter.faces, *((counter.back,) if counter.back else ())):
            one = looks.face(counter.id, face.id)
            faces.setdefault(counter.id, {})[face.id] = [one.text, one.width, one.height, one.svg]
    told = {"sheets": sheets, "faces": faces}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def drawn_before(game: Game) -> Drawn | None:
    """The drawings of a bundled game, if they were made beforehand."""
    path = games_folder() / game.id / DRAWN
    return _read(path) if path.is_file() else None


@lru_cache(maxsize=2)
def _read(path: Path) -> Drawn:
    from .looks import Look, Sheet

    told = json.loads(path.read_text("utf-8"))
    faces = {
        (counter, face): Look(*fields)
        for counter, kept in told["faces"].items()
        for face, fields in kept.items()
    }
    return Drawn(tuple(Sheet(*fields) for fields in told["sheets"]), faces)
