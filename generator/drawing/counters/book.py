"""Where layouts come from: the game's own, then those that come with Broadside."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from generator.drawing.themes import find_art, missing
from generator.errors import BroadsideError
from generator.places import art_folder

if TYPE_CHECKING:
    from generator.definition.layouts import LayoutFile


class LayoutError(BroadsideError):
    """A layout that is missing or unsound."""


def layout_called(name: str, own: Iterable[LayoutFile] = ()) -> LayoutFile:
    """The layout of that name, of the game or of ours. Raises LayoutError."""
    for layout in own:
        if getattr(layout, "id", None) == name:
            return layout
    return bundled_layout(name)


@cache
def bundled_layout(name: str) -> LayoutFile:
    """The layout in ``art/layouts/<name>.yaml``. Raises LayoutError with every fault of it."""
    from generator.definition.layout_files import read_layout

    path = find_art("layouts", f"{name}.yaml", ())
    if path is None:
        raise LayoutError(f"no layout {name!r}; {missing('layouts', name, '.yaml', ())}")
    layout, troubles = read_layout(path, f"layouts/{path.name}")
    if layout is None:
        raise LayoutError("; ".join(str(trouble) for trouble in troubles))
    return layout


def bundled_layouts() -> tuple[str, ...]:
    """The names of all layouts that come with Broadside."""
    return tuple(sorted(path.stem for path in (art_folder() / "layouts").glob("*.yaml")))
