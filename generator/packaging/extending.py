"""From a game and an overlay to an extension of the game's module."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from generator.files import replace_file
from generator.packaging.building import Built, Progress

if TYPE_CHECKING:
    from generator.definition.carried import Carried
    from generator.definition.schema import Game


def build_extension(
    base: Game,
    game: Game,
    out_folder: Path,
    *,
    dpi: int | None = None,
    art: Sequence[Path] = (),
    carried: Carried | None = None,
    progress: Progress | None = None,
) -> Built:
    """Write ``GAME-OVERLAY.vmdx``: what the last overlay of ``game`` adds to ``base``.

    ``carried`` is the module that an imported game brings.

    Raises `BroadsideError`: an overlay that changes what is there, what cannot be drawn, a folder
    that cannot be written to.
    """
    if carried is not None:
        from generator.packaging.carried.extending import extension_of_carried

        return extension_of_carried(base, game, carried, out_folder, tuple(art), progress)
    from generator.packaging.assembling import gather
    from generator.packaging.scene import scene_of
    from generator.packaging.vassal.extension import extension_members, extension_of
    from generator.vassal.archive import pack

    mark = game.overlays[-1]
    old = scene_of(base, dpi)
    extension = extension_of(base, game, mark)
    shown = old.pictures()
    made = gather(
        replace(scene_of(game, dpi), extension=extension), tuple(art), progress, set(shown)
    )
    there = {made.scene.image(name) for name in shown}
    images = {name: image for name, image in made.images.items() if name not in there}
    packed = pack(extension_members(old, made.scene, mark, images))
    return written(out_folder / f"{extension.name}.vmdx", packed, made.warnings())


def written(path: Path, packed: bytes, warnings: Sequence[str]) -> Built:
    """Put an extension in its place. Raises `FileError`."""
    replace_file(path, packed)
    return Built(
        module=path,
        pictures=None,
        reused=False,
        size=len(packed),
        sha256=sha256(packed).hexdigest(),
        warnings=tuple(warnings),
    )
