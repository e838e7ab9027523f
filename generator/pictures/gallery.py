"""All pictures of a game, ready to be rendered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from generator.drawing.picture import Picture
from generator.errors import BroadsideError

if TYPE_CHECKING:
    from generator.definition.schema import Game


class GalleryError(BroadsideError):
    """Two pictures that would be one file."""


def game_pictures(game: Game, folders: tuple[Path, ...] = ()) -> list[Picture]:
    """Every picture a game needs: boards, counters with their backs, charts, icons of buttons.

    ``folders`` are art folders of the game's own, looked into before ours. Names are those of
    :mod:`generator.drawing.names`, each once. Raises a BroadsideError naming what cannot be drawn.
    """
    found: dict[str, Picture] = {}
    for picture in _pictures(game, folders):
        if picture.name in found:
            raise GalleryError(
                f"two pictures are named {picture.name!r}: rename a counter, a face, a back or a "
                "chart (the chart 'sequence' is the sequence of play)"
            )
        found[picture.name] = picture
    return list(found.values())


def _pictures(game: Game, folders: tuple[Path, ...]) -> Iterator[Picture]:
    from generator.drawing.charts import chart_pictures
    from generator.drawing.counters import counter_pictures
    from generator.drawing.icons import icon_pictures
    from generator.drawing.kept import board_picture
    from generator.drawing.themes import load_theme

    theme = load_theme(game.theme, folders)
    sides = {side.id: side for side in game.sides}
    for map_ in game.maps:
        yield board_picture(game, map_, folders)
    for counter in game.counters:
        yield from counter_pictures(counter, theme, folders, sides.get(counter.side or ""))
    yield from chart_pictures(game, theme, folders)
    yield from icon_pictures(game, theme, folders)
