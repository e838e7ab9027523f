"""A page of the kit as data: which picture lies where, what is drawn round it, its boxes.

`generator.printing.binding` makes PDF of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from generator.drawing.picture import Picture
from generator.light import dataclass
from generator.printing.imposition import Box


@dataclass(frozen=True, slots=True)
class Placed:
    """A picture on a page: the trimmed box it fills, its turn, and the box it is clipped to.

    The picture may be larger than the box on all sides by its bleed; the middles agree. ``scale``
    is 1 for pictures in their true size; ``stretch`` is how much larger still it is across and down
    (-1 mirrors it). ``pixels``: so small that fine lines would be lost, it is shown as pixels.
    """

    picture: str
    box: Box
    clip: Box
    turn: int = 0
    scale: float = 1.0
    stretch: tuple[float, float] = (1.0, 1.0)
    pixels: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """One page; lengths in mm from its upper left corner.

    ``furniture`` (marks, titles) is as large as the page and lies on top of what is placed.
    ``trim`` is what is cut out of the page (the page itself when nothing is), ``bleed`` what is
    printed round it. ``layers`` are more pictures, which a reader of the PDF can switch on, by
    the names of the layers.
    """

    width: float
    height: float
    furniture: Picture | None = None
    placed: tuple[Placed, ...] = ()
    trim: Box | None = None
    bleed: Box | None = None
    layers: Mapping[str, tuple[Placed, ...]] = field(default_factory=dict)
    leaf: tuple[str, int] | None = None
    """A page of running text that lies under all this: its document and its number from 0."""
    name: str = ""
    """For the list of contents of a PDF; empty: it belongs to the page before."""

    def all_placed(self) -> Iterator[Placed]:
        """Everything placed, that of the layers too."""
        yield from self.placed
        for placed in self.layers.values():
            yield from placed


@dataclass(frozen=True, slots=True)
class Component:
    """Pages that make one PDF: ``counters``, ``map-south_atlantic``."""

    name: str
    title: str
    pages: tuple[Page, ...]
    cuts: Mapping[str, bytes] = field(default_factory=dict)
    """Files for cutting machines that go with it, by their names."""
