"""Draws, renders and packs a game: the part of a build that cannot come from a cache."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator.drawing.kept import board_picture
from generator.drawing.names import map_picture
from generator.drawing.picture import Picture, warnings_of
from generator.light import dataclass
from generator.packaging.building import MODULE, PICTURES, WARNINGS, Progress
from generator.packaging.scene import Scene, scene_of
from generator.packaging.vassal.module import members
from generator.pictures.gallery import GalleryError, finished_pictures, game_pictures
from generator.pictures.rendering import render
from generator.vassal.archive import pack
from generator.vassal.images import is_svg

if TYPE_CHECKING:
    from generator.definition.carried import Carried
    from generator.definition.schema import Game


ICON_DPI = 150


@dataclass(frozen=True, slots=True)
class Gathered:
    """A scene with all its pictures."""

    scene: Scene
    """The scene, with the names of pictures that were not drawn by us."""
    images: Mapping[str, bytes]
    """The pictures, by their names in a package."""
    drawn: Sequence[Picture]

    def warnings(self) -> list[str]:
        """Warnings about the drawings, one line each."""
        return warnings_of(self.drawn)


def assemble(
    game: Game,
    dpi: int | None,
    *,
    keep_pictures: bool,
    art: tuple[Path, ...],
    carried: Carried | None = None,
    progress: Progress | None,
) -> dict[str, bytes]:
    """The finished parts of a build by name (see `generator.packaging.building`).

    Raises `BroadsideError` for a definition that cannot be drawn or built.
    """
    if carried is not None:
        return _woven(game, dpi, carried, keep_pictures, art, progress)
    made = gather(scene_of(game, dpi), art, progress)
    parts = {
        MODULE: pack(members(made.scene, made.images)),
        WARNINGS: "\n".join([*_of_the_game(game, art), *made.warnings()]).encode(),
    }
    if keep_pictures:
        sources = {f"{one.name}.svg": one.svg.encode() for one in made.drawn}
        parts[PICTURES] = pack(dict(sorted({**sources, **made.images}.items())))
    return parts


def _woven(
    game: Game,
    dpi: int | None,
    carried: Carried,
    keep_pictures: bool,
    art: tuple[Path, ...],
    progress: Progress | None,
) -> dict[str, bytes]:
    """The same of an imported game, whose module is the one it carries."""
    from generator.definition.carried import CarriedError
    from generator.packaging.carried.weaving import woven

    if dpi is not None:
        raise CarriedError(
            f"{game.name} was imported: its boards are finished pictures of one size, so a "
            "VASSAL module of it has no other resolution; leave --dpi out"
        )
    made = woven(game, carried, art, progress)
    parts = {MODULE: pack(made.members), WARNINGS: "\n".join(made.notes).encode()}
    if keep_pictures:
        parts[PICTURES] = pack(
            {
                name.removeprefix("images/"): data
                for name, data in made.members.items()
                if name.startswith("images/")
            }
        )
    return parts


def _of_the_game(game: Game, art: tuple[Path, ...]) -> list[str]:
    """Warnings about the game as a whole, such as of sides that are hard to tell apart."""
    from generator.drawing.checks import of_the_game
    from generator.drawing.themes import load_theme

    return list(of_the_game(game, load_theme(game.theme, art)))


def gather(
    scene: Scene,
    art: tuple[Path, ...],
    progress: Progress | None,
    without: Collection[str] = (),
    sharper: Mapping[str, int] | None = None,
    *,
    in_pixels: bool = False,
) -> Gathered:
    """Draw and render what a scene shows, but for the pictures named in ``without``; those named
    in ``sharper`` with so many pixels an inch, the others with the scene's. ``in_pixels``: also
    pictures that are finished as SVG.

    Boards take longest to render: that goes on while the rest is drawn, and they are kept, so
    that they are not made twice.

    Raises `BroadsideError` for a definition that cannot be drawn or built.
    """
    if progress:
        progress(0, 1, "drawing")
    finished = {
        name: (file, data)
        for name, (file, data) in finished_pictures(scene.game, art, scene.ppi).items()
        if not (in_pixels and is_svg(data))
    }
    scene = replace(scene, files={name: file for name, (file, _) in finished.items()})
    with ThreadPoolExecutor(1) as ahead:
        boards = [
            ahead.submit(render, [board_picture(scene.game, map_, art)], scene.ppi)
            for map_ in scene.game.maps
            if map_picture(map_.id) not in {*without, *finished}
        ]
        drawn = {picture.name: picture for picture in game_pictures(scene.game, art, finished)}
        for board in boards:
            board.result()
    wanted = [name for name in scene.pictures() if name not in without]
    pictures = [drawn[name] for name in wanted if name not in finished]

    def rendered(done: int, total: int) -> None:
        if progress:
            progress(done, total, "pictures")

    # Buttons stay as large as a toolbar wants them, whatever the resolution of the boards.
    ppi = dict.fromkeys(scene.icons.values(), ICON_DPI) | dict(sharper or {})
    pngs: dict[str, bytes] = {}
    for wanted_ppi in dict.fromkeys([scene.ppi, *ppi.values()]):
        some = [one for one in pictures if ppi.get(one.name, scene.ppi) == wanted_ppi]
        pngs |= render(some, wanted_ppi, rendered if wanted_ppi == scene.ppi else None)
    if progress:
        progress(1, 1, "packing")
    images = {scene.image(name): png for name, png in pngs.items()}
    _add_finished(images, {name: finished[name] for name in wanted if name in finished})
    return Gathered(scene, images, pictures)


def _add_finished(images: dict[str, bytes], finished: Mapping[str, tuple[str, bytes]]) -> None:
    """Lay the finished pictures beside the drawn ones. Raises GalleryError for two of one name."""
    for file, data in dict(finished.values()).items():
        if file in images:
            raise GalleryError(f"art/images/{file} has the name of a drawn picture; rename it")
        images[file] = data
