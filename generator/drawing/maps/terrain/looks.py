"""How the kinds of terrain look: what each is laid out with, and the colours it takes.

A theme may give any of these colours under its own name; what it leaves out is taken from here,
so that terrain can be drawn in every theme.
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.drawing.colours import dyed
from generator.drawing.themes import Theme
from generator.light import dataclass

COLOURS: Mapping[str, str] = {
    "clear": "#f3eed6",
    "clear_ink": "#b9b184",
    "meadow": "#e4e9c3",
    "steppe": "#f0e5bd",
    "steppe_ink": "#b59a55",
    "woods": "#d3dfb2",
    "woods_crown": "#a5c182",
    "woods_ink": "#567743",
    "forest": "#bfd09c",
    "forest_crown": "#86a868",
    "forest_ink": "#3d5c34",
    "orchard": "#e3e7bd",
    "hill": "#ecd8ac",
    "upper": "#dfbd86",
    "mountain": "#cfa26c",
    "contour": "#a8692f",
    "lit": "#fdf4dd",
    "shade": "#7c4a1f",
    "swamp": "#d3e0cb",
    "marsh": "#dbe6d8",
    "swamp_ink": "#41747c",
    "reeds": "#5f7d3f",
    "desert": "#f3e3b5",
    "desert_ink": "#bf9650",
    "dunes": "#e6c987",
    "dunes_shade": "#b98743",
    "rough": "#e8dcbc",
    "rough_ink": "#7f6a49",
    "field_a": "#efe4a6",
    "field_b": "#dfe2a4",
    "field_c": "#ead39b",
    "field_d": "#cfd99f",
    "field_ink": "#a8964f",
    "block": "#5d4037",
    "block_edge": "#33211c",
    "ruin": "#8d7468",
    "street": "#efe2c6",
    "water": "#a9d0dc",
    "deep": "#8fc0d0",
    "water_line": "#35758f",
    "beach": "#f6e8bf",
    "ice": "#eef5f7",
    "ice_ink": "#7fa3b3",
    "road_major": "#cf5a3c",
    "road_minor": "#ffffff",
    "road_edge": "#4b3324",
    "track": "#6b4a2c",
    "rail": "#2a2320",
    "wall": "#4a3a34",
    "rock": "#6e4f33",
    "border": "#8d2f4b",
    "hedge": "#5c7d45",
}


@dataclass(frozen=True, slots=True)
class Look:
    """``base`` is the colour laid under it, empty where the open ground of the map goes on;
    ``rise`` how high it stands above its level; ``order`` which looks lie over which."""

    base: str
    rise: float = 0.0
    order: int = 0


LOOKS: Mapping[str, Look] = {
    "clear": Look("clear"),
    "meadow": Look("meadow", order=1),
    "steppe": Look("steppe", order=1),
    "desert": Look("desert", order=1),
    "dunes": Look("dunes", order=1),
    "beach": Look("beach", order=2),
    "shore": Look("", order=1),
    "ice": Look("ice", order=2),
    "fields": Look("field_a", order=2),
    "rough": Look("rough", order=3),
    "broken": Look("rough", order=3),
    "hill": Look("", rise=1.0, order=3),
    "mountain": Look("", rise=2.2, order=3),
    "swamp": Look("swamp", order=4),
    "marsh": Look("marsh", order=4),
    "orchard": Look("orchard", order=5),
    "woods": Look("woods", order=6),
    "forest": Look("forest", order=6),
    "pines": Look("forest", order=6),
    "village": Look("", order=8),
    "town": Look("", order=8),
    "city": Look("", order=8),
    "ruins": Look("", order=8),
    "lake": Look("water", order=9),
    "sea": Look("water", order=9),
}
"""The looks of the ground."""

WATERS = ("lake", "sea")
BUILT = ("village", "town", "city", "ruins")
OPEN = ("clear", "meadow", "steppe", "desert", "dunes", "beach", "ice", "rough", "broken")
"""The looks that hills may rise from and houses stand on, if the map's ground has them."""

_HEIGHTS = ("clear", "hill", "upper", "mountain")
"""The colours of clear ground by height."""


@dataclass(frozen=True, slots=True)
class Bed:
    """The open ground of a map: it goes on under hills and houses, and wherever nothing else is."""

    looks: tuple[str, ...] = ("clear",)
    colour: str = "clear"


def bed_of(looks: tuple[str, ...], colour: str | None) -> Bed:
    """The open ground of a map whose ground has these looks, and perhaps a colour of its own;
    clear where that is no open ground."""
    if open_ := tuple(look for look in looks if look in OPEN):
        return Bed(open_, colour or LOOKS[open_[-1]].base)
    return Bed()


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of terrain in a theme."""

    theme: Theme

    def __getitem__(self, name: str) -> str:
        if name.startswith("#") or name in self.theme.colours or name not in COLOURS:
            return self.theme.colour(name)
        return COLOURS[name]

    def heights(self, bed: Bed) -> tuple[str, ...]:
        """The colours of a map's open ground by level, 0 to 3."""
        ground, clear = self[bed.colour], self[_HEIGHTS[0]]
        return tuple(dyed(ground, clear, self[name]) for name in _HEIGHTS)
