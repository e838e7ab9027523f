"""Which pictures a table of Tabletop Simulator has, by the names of their files.

Plain data: who only asks which file shows what need not draw.
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.light import dataclass


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of a map's picture: its place in the picture, as parts of the whole from 0 to 1."""

    row: int
    column: int
    left: float
    top: float
    right: float
    bottom: float
    file: str


@dataclass(frozen=True, slots=True)
class Atlas:
    """A sheet of cards: files with the fronts and the backs, or the one back of all."""

    front: str
    back: str
    columns: int
    rows: int
    unique_backs: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart, or the side of a player aid; width and height in mm."""

    name: str
    file: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Album:
    """All pictures of a table."""

    files: Mapping[str, bytes]
    """By file name."""
    counters: Mapping[str, str]
    """Picture of a counter -> its file."""
    maps: Mapping[str, tuple[Tile, ...]]
    """Id of a map -> its tiles, row by row."""
    charts: tuple[Chart, ...]
    atlases: tuple[Atlas, ...]
    cards: Mapping[str, tuple[tuple[int, int], ...]]
    """Id of a card -> for each of its states the atlas (from 0) and the place on it."""
    warnings: tuple[str, ...]
