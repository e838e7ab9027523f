"""An extension of an imported game: what an overlay adds to the module that is carried along."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from generator.definition.carried import Carried
from generator.definition.schema import Game
from generator.packaging.building import Built, Progress
from generator.packaging.carried.loom import module_data
from generator.packaging.carried.weaving import woven
from generator.packaging.component import Component
from generator.packaging.extending import written
from generator.packaging.scene import scene_of
from generator.packaging.vassal.extension import extension_of, packed_additions
from generator.vassal.archive import pack
from generator.vassal.documents import Element


def extension_of_carried(
    base: Game,
    game: Game,
    carried: Carried,
    out_folder: Path,
    art: tuple[Path, ...],
    progress: Progress | None = None,
) -> Built:
    """Write ``GAME-OVERLAY.vmdx`` for the module of an imported game.

    Raises `BroadsideError`: an overlay that changes what is there, what cannot be drawn, a folder
    that cannot be written to.
    """
    mark = game.overlays[-1]
    extension = extension_of(base, game, mark)
    before = woven(base, carried, art)
    after = woven(game, carried, art, progress, extension)
    scenes = scene_of(base), replace(scene_of(game), extension=extension)
    trees = _component(before.root), _component(after.root)
    members = packed_additions(*scenes, mark, trees, module_data(base, before.members))
    added = {name: data for name, data in after.members.items() if name not in before.members}
    path = out_folder / f"{extension.name}.vmdx"
    return written(path, pack({**members, **added}), after.notes)


def _component(element: Element) -> Component:
    children = [_component(child) for child in element.children]
    return Component(element.tag, element.attributes, children, element.text)
