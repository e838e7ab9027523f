"""Lines of sight as a game defines them, for its rules and for the menu entry that shows what a
counter sees (see `generator.geography.sight`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.definition.boards import HexGrid
from generator.definition.measures import Id, KeyStroke, Sourced
from generator.definition.model import Field
from generator.definition.play import NumberFrom

if TYPE_CHECKING:
    from generator.definition.schema import Game
    from generator.geography.sight import Sight

SIGHT_FROM, SIGHT_ARCS = SIGHT_PROPERTIES = ("SightFrom", "SightArcs")
"""The properties of a module that hold what its ruler shows: the hex, by its number on the ruler,
and the direction whose arcs are shown, counted from 1 (0: all that is seen)."""

MOST_HEXES = 1000
"""The largest map with lines of sight: the module stores all pairs of its hexes."""


class Sighting(Sourced):
    """Lines of sight on a hex map with terrain. Heights are whole numbers of any unit."""

    map: Id
    kinds: tuple[Id, ...] = Field(min_length=1)
    """Kinds of counters (or counters) that have the keys in their menu."""
    level: int | NumberFrom = 1
    """The height of one level of the terrain."""
    eye: int | NumberFrom = 0
    """The height of the eye, and of the target, above the ground."""
    piece: int | NumberFrom = 0
    """The height of a counter that blocks the view; 0: it blocks nothing on its own level."""
    upright: Id = "upright"
    """The value of a terrain kind that holds its height (trees, houses); without it the height is
    0."""
    front: int | NumberFrom = 60
    """The front of a counter, in degrees to either side of its facing."""
    rear: int | NumberFrom = 150
    """Where its rear begins, in degrees from its facing."""
    key: KeyStroke = "ALT+S"
    arcs_key: KeyStroke = "ALT+A"


def sight_of(game: Game) -> Sight:
    """The lines of sight of a game with ``sight:``."""
    from generator.geography import grid, ground, layout, sight

    said = game.sight
    assert said is not None
    board = game.map(said.map)
    cells, land = layout.grid_of(board), ground.ground_of(board)
    assert isinstance(cells, grid.HexGrid) and land is not None and board.terrain is not None
    level = game.number(said.level)
    kinds = board.terrain.kinds
    upright = {
        name: _height(kinds[kind].values.get(said.upright))
        for name, kind in land.kinds.items()
        if kind in kinds
    }
    return sight.Sight(
        cells,
        {name: level * land.level(name) for name in cells.cells},
        upright,
        game.number(said.eye),
        game.number(said.piece),
    )


def _height(said: object) -> int:
    return 0 if said is None else int(str(said))


def wrong_with(game: Game) -> str:
    """Why lines of sight cannot be computed on the named map; empty if they can."""
    from generator.geography import layout

    said = game.sight
    if said is None:
        return ""
    board = game.map(said.map)
    if not isinstance(board.grid, HexGrid):
        return f"map {said.map!r} has no grid of hexes; lines of sight run over hexes only"
    grid = layout.grid_of(board)
    hexes = len(layout.grid_names(grid)) if grid is not None else 0
    if hexes > MOST_HEXES:
        return f"map {said.map!r} has {hexes} hexes; a sight ruler is made for {MOST_HEXES} at most"
    kinds = board.terrain.kinds if board.terrain is not None else {}
    upright = {name: kind.values.get(said.upright) for name, kind in kinds.items()}
    for name, height in upright.items():
        if height is not None and not str(height).isdecimal():
            return f"ground {name!r} has {said.upright}: {height!r}; accepted: 0, 1, 2, ..."
    if board.terrain is None or not (board.terrain.levels or any(upright.values())):
        return (
            f"map {said.map!r} has no heights, so nothing hides anything; give its terrain "
            f"levels:, or its kinds of ground values: {{{said.upright}: 1}}"
        )
    return ""
