"""A game's drawings made beforehand, for use in a browser, where nothing can be drawn.

They are in the file `DRAWN` in the game's folder; a game with an overlay is shown with them too.
Only the site for browsers contains such files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from generator.light import dataclass
from generator.places import games_folder

if TYPE_CHECKING:
    from generator.definition.schema import Game, Map

DRAWN = "drawn.json"


@dataclass(frozen=True, slots=True)
class Book:
    """The drawings of a game's boards and counter faces, by the keys of `Pictured` and
    `Backdrop`."""

    drawings: Mapping[str, str]
    """SVG."""
    sizes: Mapping[str, tuple[int, int]]
    """Width and height, in pixels of the map."""


def drawn_book(game: Game, art: tuple[Path, ...]) -> str:
    """The text of a game's `DRAWN` file. Raises `MapError` and `CounterError`."""
    return json.dumps(list(_drawings(game, art)), ensure_ascii=False, separators=(",", ":"))


def _drawings(game: Game, art: tuple[Path, ...]) -> Iterator[tuple[str, int, int, str]]:
    from .looks import Drawn

    looks = Drawn(game, art)
    for one in game.maps:
        yield (f"board {one.name}", *_board(game, one, art))
    for counter in game.counters:
        for face in (*counter.faces, *((counter.back,) if counter.back else ())):
            picture = looks.face(counter.id, face.id)
            yield (f"face {counter.id} {face.id}", *picture.pixels(looks.ppi()), picture.svg)


def _board(game: Game, one: Map, art: tuple[Path, ...]) -> tuple[int, int, str]:
    """Width, height and SVG of a board, with the margin of its window around it."""
    from generator.drawing.kept import board_picture
    from generator.geography.layout import layout_of

    layout = layout_of(one)
    (width, height), (across, down) = layout.size(), layout.edge()
    svg = board_picture(game, one, art).svg
    size = width + 2 * across, height + 2 * down
    if across or down:
        _, _, rest = svg.partition("<svg")
        attributes, _, inside = rest.partition(">")
        kept = re.sub(r'\s(?:width|height)="[^"]*"', "", attributes)
        board = f'<svg x="{across}" y="{down}" width="{width}" height="{height}"{kept}>{inside}'
        room = f'width="{size[0]}" height="{size[1]}"'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" {room}>{board}</svg>'
    return (*size, svg)


def drawn_before(game: Game) -> Book | None:
    """The drawings of a bundled game, if they were made beforehand."""
    path = games_folder() / game.id / DRAWN
    return _read(path) if path.is_file() else None


@lru_cache(maxsize=2)
def _read(path: Path) -> Book:
    rows = json.loads(path.read_text("utf-8"))
    return Book(
        {key: svg for key, _, _, svg in rows}, {key: (width, high) for key, width, high, _ in rows}
    )
