"""A game drawn, rendered and packed: the whole of a build that nothing can spare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator.drawing.picture import Picture
from generator.packaging.building import MODULE, PICTURES, WARNINGS, Progress
from generator.packaging.scene import scene_of
from generator.packaging.vassal_module import members
from generator.packaging.vassal_pieces import check_identities
from generator.pictures.gallery import GalleryError, finished_pictures, game_pictures
from generator.pictures.rendering import render
from generator.vassal.archive import pack

if TYPE_CHECKING:
    from generator.definition.schema import Game


ICON_DPI = 150


def assemble(
    game: Game,
    dpi: int | None,
    *,
    keep_pictures: bool,
    art: tuple[Path, ...],
    progress: Progress | None,
) -> dict[str, bytes]:
    """The finished parts of a build by name (see `generator.packaging.building`).

    Raises `BroadsideError` for a definition that cannot be drawn or built.
    """
    scene = scene_of(game, dpi)
    check_identities(scene)
    if progress:
        progress(0, 1, "drawing")
    finished = finished_pictures(game, art, scene.ppi)
    scene = replace(scene, files={name: file for name, (file, _) in finished.items()})
    drawn = {picture.name: picture for picture in game_pictures(game, art, finished)}
    pictures = [drawn[name] for name in scene.pictures() if name not in finished]

    def rendered(done: int, total: int) -> None:
        if progress:
            progress(done, total, "pictures")

    # Buttons stay as large as a toolbar wants them, whatever the resolution of the boards.
    icons = set(scene.icons.values()) if scene.ppi != ICON_DPI else set()
    pngs = render([one for one in pictures if one.name not in icons], scene.ppi, rendered)
    if icons:
        pngs |= render([one for one in pictures if one.name in icons], ICON_DPI)
    if progress:
        progress(1, 1, "packing")
    images = {scene.image(name): png for name, png in pngs.items()}
    _add_finished(images, finished)
    parts = {MODULE: pack(members(scene, images)), WARNINGS: _warnings(pictures)}
    if keep_pictures:
        sources = {f"{one.name}.svg": one.svg.encode() for one in pictures}
        parts[PICTURES] = pack(dict(sorted((sources | images).items())))
    return parts


def _add_finished(images: dict[str, bytes], finished: Mapping[str, tuple[str, bytes]]) -> None:
    """Lay the finished pictures beside the drawn ones. Raises GalleryError for two of one name."""
    for file, data in dict(finished.values()).items():
        if file in images:
            raise GalleryError(f"art/images/{file} has the name of a drawn picture; rename it")
        images[file] = data


def _warnings(pictures: list[Picture]) -> bytes:
    lines = [f"{one.name}: {warning}" for one in pictures for warning in one.warnings]
    return "\n".join(lines).encode()
