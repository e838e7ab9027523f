"""Our pictures of a table held against those that VASSAL painted."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from generator.vassal import modules
from generator.vassal.labels import Colour
from validator.painting import Painter
from validator.painting.lettering import Typeface
from validator.reading.reader import Reading, read_file
from validator.reading.scenes import Scene
from validator.reading.views import View

CLOSE = 24
"""Two colours are alike when no channel differs by more."""
_INK: Colour = (255, 0, 255, 255)
"""What stands for writing, to tell where there is some: fonts differ between computers."""


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


class Boxes(NamedTuple):
    """A piece of the visual module as VASSAL places it; boxes are left, top, width, height, and
    count from the map's corner."""

    map: str
    piece: str
    shape: tuple[int, ...]
    bounds: tuple[int, ...]
    label: tuple[int, ...] | None
    """Of its label, where it has one."""


class Compared(NamedTuple):
    """How alike our picture is to VASSAL's."""

    line: Line
    same_size: bool
    alike: float
    """Share of the pixels that are alike, those of writing left out."""


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


def boxes(folder: Path, viewer: str) -> Iterator[Boxes]:
    """Where VASSAL places the pieces of the visual module for a viewer."""
    name = f"visual.boxes.{viewer}.csv"
    with (folder / "pictures" / name).open(encoding="utf-8", newline="") as opened:
        for row in csv.DictReader(opened):

            def box(kind: str, row: dict[str, str] = row) -> tuple[int, ...]:
                left, top, *size = (
                    int(row[f"{kind}_{side}"]) for side in ("left", "top", "width", "height")
                )
                return (left + int(row["centre_x"]), top + int(row["centre_y"]), *size)

            label = box("label") if row["label_left"] else None
            yield Boxes(row["map"], row["piece"], box("shape"), box("bounds"), label)


class Studio:
    """Paints what the index names; modules and logs are opened once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._painters: dict[tuple[str, bool], Painter] = {}
        self._reading: tuple[str, Reading] | None = None
        self._views: dict[str, View] = {}

    def painter(self, module: str, *, inked: bool = False) -> Painter:
        """The painter of a module; the one that is ``inked`` keeps other pictures."""
        key = (module, inked)
        if key not in self._painters:
            with Image.open(self.folder / "pictures" / "moved-stand-in.gif") as opened:
                moved = opened.convert("RGBA")
            self._painters[key] = Painter(
                modules.read(self._path(module)), {"/images/moved.gif": moved}
            )
        return self._painters[key]

    def scene(self, line: Line) -> Scene:
        """What the line's viewer sees after its step."""
        if self._reading is None or self._reading[0] != line.file:
            reading = read_file(self._path(line.file), self._path(line.module))
            self._reading, self._views = (line.file, reading), {}
        if line.viewer not in self._views:
            side = None if line.viewer == "observer" else line.viewer
            # A save in which nobody has taken a side yet is looked at from one all the same.
            self._views[line.viewer] = View(self._reading[1], side, reveal=False)
        seen = self._views[line.viewer]
        return seen.scene(seen.number_of(line.step))

    def paint(self, line: Line, *, inked: bool = False) -> Image.Image:
        """Our picture of what the line tells; ``inked``: boxes of ink for all writing."""
        scene = self.scene(line)
        opened = self.opened(scene, line.map)
        painter = self.painter(line.module, inked=inked)
        if not inked:
            return painter.table(scene, line.map, line.zoom, opened)
        with patch.object(Typeface, "write", _ink):
            return painter.table(scene, line.map, line.zoom, opened)

    def opened(self, scene: Scene, name: str) -> set[str]:
        """The stacks of a map that were opened for the pictures."""
        return {
            heap.id
            for heap in scene.heaps(name)
            if any("(expanded)" in one.seen.name for one in heap.pieces)
        }

    def compare(self, line: Line) -> Compared:
        """Our picture against VASSAL's."""
        ours = _pixels(self.paint(line))
        with Image.open(self.folder / "pictures" / line.picture) as opened:
            theirs = _pixels(opened)
        if ours.shape != theirs.shape:
            return Compared(line, False, 0.0)
        inked = np.abs(_pixels(self.paint(line, inked=True)) - ours).max(axis=2) > 0
        alike = np.abs(ours - theirs).max(axis=2) <= CLOSE
        return Compared(line, True, float(alike[~_widened(inked)].mean()))

    def _path(self, name: str) -> Path:
        places = (self.folder, self.folder / "logs", self.folder / "visual")
        return next(place / name for place in places if (place / name).exists())


def _pixels(image: Image.Image) -> NDArray[np.int16]:
    return np.asarray(image.convert("RGB"), dtype=np.int16)


def _widened(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """A mask and the pixels next to it: writing may be one wider elsewhere."""
    wide = mask.copy()
    wide[1:] |= mask[:-1]
    wide[:-1] |= mask[1:]
    wide[:, 1:] |= mask[:, :-1]
    wide[:, :-1] |= mask[:, 1:]
    return wide


def _ink(
    face: Typeface, drawing: ImageDraw.ImageDraw, left: int, top: int, text: str, colour: Colour
) -> None:
    width = face.width(text)
    if width:
        drawing.rectangle((left, top, left + width - 1, top + face.height - 1), fill=_INK)
