"""Drawings over the terrain of a map: lines with names, towns, and their points."""

from __future__ import annotations

from typing import Literal, Self

from generator.definition.measures import Colour, Id, Length, Line, Sourced
from generator.definition.model import Field, Model, model_validator

Compass = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]


class Waypoint(Model):
    """A point of a map: on the board (``x``, ``y``), on the globe (``lon``, ``lat``), or the middle
    of a place (``at``)."""

    x: Length | None = None
    y: Length | None = None
    lon: float | None = Field(default=None, ge=-360, le=360)
    lat: float | None = Field(default=None, ge=-90, le=90)
    at: Id | None = None

    @model_validator(mode="after")
    def _one_of_three(self) -> Self:
        pairs = ((self.x, self.y), (self.lon, self.lat))
        halves = any((one is None) != (other is None) for one, other in pairs)
        ways = sum(one is not None for one, _ in pairs) + (self.at is not None)
        if halves or ways != 1:
            raise ValueError("a point needs x: and y:, or lon: and lat:, or at: (a place)")
        return self


class MapLine(Sourced):
    """A line over the map that has a meaning, with its name written along it.

    ``ice_edge``: the limit of the ice, which lies to the left of the line as it runs, or inside
    when it is closed;
    ``arctic_line``: a limit in dashes; ``route``: a ship's or convoy's way, with arrows;
    ``rhumb``: a course that keeps its compass bearing; ``boundary``: the edge of an area of
    command; ``air_cover``: how far aircraft reach, shaded inside when the line is closed;
    ``lane``: the way steamers take, a quiet broken line; ``wind``: a feathered arrow that flies
    with the wind.
    """

    id: Id
    style: Literal[
        "ice_edge", "arctic_line", "route", "rhumb", "boundary", "air_cover", "lane", "wind"
    ]
    name: Line = ""
    points: tuple[Waypoint, ...] = Field(min_length=2)
    closed: bool = False
    smooth: bool = True
    """Whether it is a curve through its points; a ``rhumb`` never is."""
    colour: Colour | None = None
    """A colour of the theme; None: that of the style."""
    legend: Line = ""
    """Its text in the legend; empty: its name."""


class Town(Waypoint, Sourced):
    """A town: its dot at a point or in a place, with its name beside the dot if there is room."""

    name: Line = Field(min_length=1)
    size: Literal["village", "town", "city", "capital"] = "town"
    label: Compass | None = None
    """The preferred side of the dot for the name."""
