"""Boards: the ground, the grid, what stands on it, and its names."""

from generator.drawing.maps.drawn import MapError, draw_map, map_pictured

__all__ = ["MapError", "draw_map", "map_pictured"]
