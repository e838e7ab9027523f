"""What a game's definition says about the logs of its module: the game, private maps, places.

The module itself is not needed: places are named by the same layout from which it was built.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.light import dataclass
from generator.places import games_folder
from generator.vassal.encodings import is_count
from generator.vassal.locations import OFF_BOARD, Spot
from generator.vassal.saves import Save

if TYPE_CHECKING:
    from generator.definition.schema import Game
    from generator.geography.layout import Layout

_STAMP = re.compile(r"(\w+)=(\S*)")
_POINTS = 20_000
"""How many points are kept with their names."""


def stamp_of(save: Save) -> dict[str, str]:
    """The stamp that our modules write into every save (``game``, ``definition``, ``ppi``); empty
    for other modules."""
    found = dict(_STAMP.findall(save.moduledata.extra1 or save.savedata.extra1))
    return found if "game" in found and "definition" in found else {}


def bundled_game(save: Save, overlays: Sequence[Any] = ()) -> Game | None:
    """The bundled game of a file, by its stamp or its module's name; None if there is none.

    Without ``overlays``, the game's own overlays that the file names are used. Raises
    `DefinitionError` for an overlay that does not fit.
    """
    from generator.definition import load_game

    for name in bundled_games(save, overlays):
        game = load_game(name, overlays or _played_with(name, save))
        if name == stamp_of(save).get("game") or game.name == save.moduledata.name:
            return game
    return None


def _played_with(name: str, save: Save) -> list[str]:
    """The overlays that a file was played with, if the game has all of them unchanged."""
    said = dict(word.partition("=")[::2] for word in save.moduledata.extra2.split())
    folder = games_folder() / name / "overlays"
    for overlay, digest in said.items():
        try:
            data = (folder / f"{overlay}.yaml").read_bytes()
        except (OSError, ValueError):
            return []
        if Path(overlay).name != overlay or sha256(data).hexdigest() != digest:
            return []
    return list(said)


def bundled_games(save: Save, overlays: Sequence[Any] = ()) -> tuple[str, ...]:
    """The bundled games that a file may be of, found without reading definitions.

    Only one if the file is stamped; else those that have, or by an overlay may have, the name of
    its module.
    """
    from generator.definition.reader import game_names

    names, stamped = game_names(), stamp_of(save).get("game")
    if stamped in names:
        return (stamped,)
    module = save.moduledata.name
    return tuple(name for name in names if module and (overlays or _may_be(name, module)))


def named_game(wanted: str | Path, overlays: Sequence[Any] = ()) -> Game:
    """The game of a name or a folder. Raises `DefinitionError`."""
    from generator.definition import load_game

    return load_game(wanted, overlays)


def _may_be(game: str, module: str) -> bool:
    """Whether a bundled game may have a name, without reading its whole definition."""
    return module in (games_folder() / game / "game.yaml").read_text("utf-8")


def private_maps(game: Game) -> dict[str, tuple[str, ...]]:
    """The maps that only some sides may see."""
    return {one.name: (one.private_to, *one.may_look) for one in game.maps if one.private_to}


@dataclass(frozen=True, slots=True)
class DefinedPlaces:
    """Names the points of a game's maps as its module does."""

    layouts: Mapping[str, Layout]
    """The layout of each map, by name, at the module's resolution."""
    _known: dict[tuple[str, int, int], Spot] = field(default_factory=dict, repr=False)

    def spot(self, map_title: str, x: int, y: int, laid: Sequence[object] = ()) -> Spot:
        """The place at a pixel of a map; ``laid`` is not used, since the boards are known."""
        point = (map_title, x, y)
        found = self._known.get(point)
        if found is None:
            layout = self.layouts.get(map_title)
            here = layout.spot(x, y) if layout is not None else None
            found = Spot(OFF_BOARD) if here is None else Spot(*here, map_title)
            if len(self._known) >= _POINTS:
                self._known.clear()
            self._known[point] = found
        return found


def places_of(game: Game, save: Save, called: Mapping[str, str] | None = None) -> DefinedPlaces:
    """The places of the module of a file; ``called`` maps its names of maps to those of the
    definition."""
    from generator.geography.layout import layout_of

    stamp = stamp_of(save)
    said = stamp.get("ppi", "")
    layouts = {one.name: layout_of(one) for one in game.maps}
    if stamp.get("grids") != "numbered":  # as modules were before VASSAL counted their cells
        layouts = {name: replace(one, cells=None) for name, one in layouts.items()}
    if is_count(said) and 1 <= int(said) <= 2400:
        layouts = {name: replace(one, ppi=int(said)) for name, one in layouts.items()}
    others = {own: layouts[name] for own, name in (called or {}).items() if name in layouts}
    return DefinedPlaces({**layouts, **others})
