"""All pictures of a game, ready to be rendered."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from generator.drawing.finished import read_finished
from generator.drawing.names import chart_picture, counter_picture, map_picture
from generator.drawing.picture import Picture
from generator.errors import BroadsideError
from generator.geography.layout import MM_PER_INCH
from generator.vassal import images

if TYPE_CHECKING:
    from generator.definition.schema import Game

NEAR = 2
"""So many pixels a finished picture may be larger or smaller than its size says."""


class GalleryError(BroadsideError):
    """Two pictures that would be one file."""


def game_pictures(
    game: Game, folders: tuple[Path, ...] = (), without: Collection[str] = ()
) -> list[Picture]:
    """Every picture a game needs: boards, counters with their backs, charts, icons of buttons,
    the tints of a sight ruler.

    ``folders`` are art folders of the game's own, looked into before ours. Names are those of
    :mod:`generator.drawing.names`, each once; those finished elsewhere (`finished_pictures`) and
    named in ``without`` are left out. Raises a BroadsideError naming what cannot be drawn.
    """
    found: dict[str, Picture] = {}
    for picture in _pictures(game, folders, without):
        if picture.name in found or picture.name in without:
            raise GalleryError(
                f"two pictures are named {picture.name!r}: rename a counter, a face, a back or a "
                "chart (the chart 'sequence' is the sequence of play)"
            )
        found[picture.name] = picture
    return list(found.values())


def finished_pictures(
    game: Game, folders: tuple[Path, ...], dpi: float
) -> dict[str, tuple[str, bytes]]:
    """The pictures that are finished and of the right size: name -> file and its bytes.

    A picture fits when it has the pixels that a drawing would have at ``dpi``; one that does not
    is drawn (stretched) as all others are. A chart has no size of its own and always fits. Raises
    GalleryError for two pictures of one name, FinishedError for a file that is missing.
    """
    found: dict[str, tuple[str, bytes]] = {}
    read = lru_cache(maxsize=64)(lambda image: read_finished(image, folders))
    for name, image, wanted in _finished(game):
        data = read(image)
        size = images.size(data)
        if size is None:
            continue
        if wanted is None or all(
            abs(length / MM_PER_INCH * dpi - pixels) <= NEAR
            for length, pixels in zip(wanted, size, strict=True)
        ):
            if name in found:
                raise GalleryError(f"two pictures are named {name!r}: rename a face or a back")
            found[name] = image, data
    return found


def _finished(game: Game) -> Iterator[tuple[str, str, tuple[float, float] | None]]:
    """(name, file, width and height in mm) of every picture finished elsewhere."""
    for map_ in game.maps:
        if map_.image and not map_.pictures:
            yield map_picture(map_.id), map_.image, (map_.width, map_.height)
        elif len(map_.pictures) == 1 and not map_.image:
            (laid,) = map_.pictures
            whole = (laid.x, laid.y, laid.width, laid.height) == (0, 0, map_.width, map_.height)
            if whole and not laid.turned:
                yield map_picture(map_.id), laid.image, (map_.width, map_.height)
    for counter in game.counters:
        for face in (*counter.faces, *((counter.back,) if counter.back else ())):
            if face.image:
                yield counter_picture(counter.id, face.id), face.image, counter.size
    for chart in game.charts:
        if chart.kind == "image":
            yield chart_picture(chart.id), chart.image, None


def _pictures(game: Game, folders: tuple[Path, ...], without: Collection[str]) -> Iterator[Picture]:
    from generator.drawing.charts import aid_pictures, chart_pictures
    from generator.drawing.icons import icon_pictures
    from generator.drawing.kept import board_picture, pictures_of_counters
    from generator.drawing.sight import sight_pictures
    from generator.drawing.themes import load_theme

    theme = load_theme(game.theme, folders)
    for map_ in game.maps:
        if map_picture(map_.id) not in without:
            yield board_picture(game, map_, folders)
    yield from pictures_of_counters(game, folders, without)
    yield from chart_pictures(game, theme, folders, without)
    for _, _, picture in aid_pictures(game, theme, folders):
        yield picture
    yield from icon_pictures(game, theme, folders)
    yield from sight_pictures(game, folders)
