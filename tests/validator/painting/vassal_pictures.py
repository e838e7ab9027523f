"""Our pictures of a table held against those that VASSAL painted."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from generator.vassal import modules
from validator.painting.painter import Painter
from validator.reading.reader import Reading, read_file
from validator.reading.views import View

CLOSE = 24
"""Two colours are alike when no channel differs by more."""


class Line(NamedTuple):
    """A line of the index: what was painted, and the picture it gave."""

    module: str
    file: str
    step: int
    map: str
    viewer: str
    zoom: float
    width: int
    height: int
    picture: str


class Compared(NamedTuple):
    """How alike our picture is to VASSAL's."""

    line: Line
    same_size: bool
    alike: float
    """Share of the pixels that are alike, writing left out."""
    ours: Image.Image


def lines(folder: Path) -> Iterator[Line]:
    """The lines of the index in the folder of pictures."""
    with (folder / "pictures" / "index.csv").open(encoding="utf-8", newline="") as opened:
        for row in csv.DictReader(opened):
            yield Line(
                row["module"],
                row["file"],
                int(row["step"]),
                row["map"],
                row["viewer"],
                float(row["zoom"]),
                int(row["width"]),
                int(row["height"]),
                row["picture"],
            )


class Studio:
    """Paints what the index names; modules and logs are opened once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._painters: dict[str, Painter] = {}
        self._readings: dict[str, Reading] = {}
        self._views: dict[tuple[str, str], View] = {}

    def path(self, name: str) -> Path:
        """A module or log of the reference by its name."""
        places = (self.folder, self.folder / "logs", self.folder / "visual")
        return next(place / name for place in places if (place / name).exists())

    def painter(self, module: str) -> Painter:
        """The painter of a module."""
        if module not in self._painters:
            with Image.open(self.folder / "pictures" / "moved-stand-in.gif") as opened:
                moved = opened.convert("RGBA")
            opened_module = modules.read(self.path(module))
            self._painters[module] = Painter(opened_module, {"/images/moved.gif": moved})
        return self._painters[module]

    def view(self, line: Line) -> View:
        """The log as the line's viewer sees it."""
        key = (line.file, line.viewer)
        if key not in self._views:
            if line.file not in self._readings:
                reading = read_file(self.path(line.file), self.path(line.module))
                self._readings = {line.file: reading}
                self._views = {}
            side = None if line.viewer == "observer" else line.viewer
            # A save in which nobody has taken a side yet is looked at from one all the same.
            self._views[key] = View(self._readings[line.file], side, reveal=False)
        return self._views[key]

    def paint(self, line: Line) -> Image.Image:
        """Our picture of what the line tells."""
        seen = self.view(line)
        scene = seen.scene(seen.number_of(line.step))
        opened = {
            heap.id
            for heap in scene.heaps(line.map)
            if any("(expanded)" in one.seen.name for one in heap.pieces)
        }
        return self.painter(line.module).table(scene, line.map, line.zoom, opened)

    def compare(self, line: Line) -> Compared:
        """Our picture against VASSAL's."""
        ours = self.paint(line).convert("RGB")
        with Image.open(self.folder / "pictures" / line.picture) as opened:
            theirs = opened.convert("RGB")
        if ours.size != theirs.size:
            return Compared(line, False, 0.0, ours)
        one, other = np.asarray(ours, dtype=np.int16), np.asarray(theirs, dtype=np.int16)
        apart = np.abs(one - other).max(axis=2)
        return Compared(line, True, float((apart <= CLOSE).mean()), ours)
