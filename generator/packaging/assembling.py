"""A game drawn, rendered and packed: the whole of a build that nothing can spare."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from generator.drawing.picture import Picture
from generator.packaging.building import MODULE, PICTURES, WARNINGS, Progress
from generator.packaging.scene import scene_of
from generator.packaging.vassal_module import members
from generator.packaging.vassal_pieces import check_identities
from generator.pictures.gallery import game_pictures
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
    drawn = {picture.name: picture for picture in game_pictures(game, art)}
    pictures = [drawn[name] for name in scene.pictures()]

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
    parts = {MODULE: pack(members(scene, images)), WARNINGS: _warnings(pictures)}
    if keep_pictures:
        sources = {f"{one.name}.svg": one.svg.encode() for one in pictures}
        parts[PICTURES] = pack(dict(sorted((sources | images).items())))
    return parts


def _warnings(pictures: list[Picture]) -> bytes:
    lines = [f"{one.name}: {warning}" for one in pictures for warning in one.warnings]
    return "\n".join(lines).encode()
