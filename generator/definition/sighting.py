"""Lines of sight as a game declares them: for its rules, and for the ruler that shows a player
what a counter sees (see `generator.geography.sight`)."""

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
"""The largest map a ruler is made for: it knows all pairs of its hexes."""


class Sighting(Sourced):
    """Who sees what on a map of hexes with terrain. Heights are whole numbers of any unit."""

    map: Id
    kinds: tuple[Id, ...] = Field(min_length=1)
    """Kinds of counters (or counters) whose menu shows what they see."""
    level: int | NumberFrom = 1
    """How high one level of the terrain is."""
    eye: int | NumberFrom = 0
    """How high above the ground one looks, and is seen."""
    piece: int | NumberFrom = 0
    """How high a piece is that stands in the way; 0: it hides nothing on its own level."""
    upright: Id = "upright"
    """The value of a kind of ground that says how high what stands there is; without it: 0."""
    front: int | NumberFrom = 60
    """The front of a counter that faces somewhere reaches so many degrees to either side."""
    rear: int | NumberFrom = 150
    """Its rear begins so many degrees off."""
    key: KeyStroke = "ALT+S"
    arcs_key: KeyStroke = "ALT+A"


def sight_of(game: Game) -> Sight:
    """The lines of sight of a game that declares them (``sight:``)."""
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
    """Why lines of sight cannot be drawn over the map that is named; empty: they can."""
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
