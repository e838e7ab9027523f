"""Terrain under the grid: woods, hills, waters, roads and what stands on hexsides."""

from generator.drawing.maps.terrain.board_land import draw_terrain, land_of
from generator.drawing.maps.terrain.key import (
    TerrainEntry,
    cell_shape,
    draw_swatch,
    terrain_key,
)

__all__ = ["TerrainEntry", "cell_shape", "draw_swatch", "draw_terrain", "land_of", "terrain_key"]
