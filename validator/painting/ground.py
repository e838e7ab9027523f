"""The boards of a map as VASSAL paints them: pictures, grids, numbering, highlighted zones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from math import cos, floor, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from generator.errors import BroadsideError
from generator.vassal import sequences
from generator.vassal.commands import Board as Laid
from generator.vassal.encodings import is_count
from generator.vassal.grids import Grid, HexGrid, SquareGrid, ZonedGrid
from generator.vassal.labels import colour
from generator.vassal.locations import grid_of
from validator.painting.drawing import paste
from validator.painting.grid_lines import Canvas, draw_grid, zone_path
from validator.painting.numbers import whole
from validator.painting.pictures import MOST_PIXELS, Pictures
from validator.painting.pixels import Image
from validator.painting.shapes import Box, Shape
from validator.reading.scenes import Scene

if TYPE_CHECKING:
    from generator.vassal.component_trees import TreeElement

_PICKER = "VASSAL.build.module.map.BoardPicker"
_BOARD = "VASSAL.build.module.map.boardPicker.Board"
_PAPER = (255, 255, 255, 255)
_ZONE = "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone"
_REGION = "VASSAL.build.module.map.boardPicker.board.Region"
_UNKNOWN, _WIDEST = 400, 20_000
"""Pixels: the width and height of a board of unknown size, and the largest that is taken for a
board without its picture."""
_CORNERS = 90
_FARTHEST = 60
"""The largest radius of an area of effect, in cells."""


class PaintingError(BroadsideError):
    """A map that cannot be painted."""


class Placed(NamedTuple):
    """A board on its map."""

    element: TreeElement
    left: int
    top: int
    width: int
    height: int
    turned: bool


class Ground:
    """The boards of one map."""

    def __init__(
        self,
        name: str,
        maps: Mapping[str, TreeElement],
        pictures: Pictures,
        report: Callable[[str], None],
    ) -> None:
        """``report`` is called with what cannot be painted."""
        self._name, self._pictures, self._report = name, pictures, report
        self._last: tuple[str, Image.Image] | None = None
        """The last picture and its key: mostly the same is asked for again."""
        self.edge = (0, 0)
        self._back = _PAPER
        self._boards: dict[str, TreeElement] = {}
        self._usual: tuple[Laid, ...] = ()
        element = maps.get(name)
        if element is None:
            return
        self._report_custom_parts(element)
        self.edge = (whole(element.get("edgeWidth")), whole(element.get("edgeHeight")))
        self._back = colour(element.get("backgroundcolor") or "") or _PAPER
        picker = element.find(_PICKER)
        lender = maps.get(element.get("useBoards") or "")
        lent = lender.find(_PICKER) if lender is not None else None
        picker = lent if lent is not None else picker
        if picker is not None:
            self._boards = {str(one.get("name") or ""): one for one in picker.findall(_BOARD)}
            self._usual = tuple(_usual(picker, self._boards))

    def _report_custom_parts(self, element: TreeElement) -> None:
        """Report parts of the map that a module's own code paints: they are not painted here."""
        for one in element:
            if not one.tag.startswith("VASSAL."):
                self._report(f"map {self._name!r}: {one.tag} paints by the module's own code")

    def size(self, scene: Scene) -> tuple[int, int]:
        """Width and height in pixels, edges and all."""
        placed = tuple(self._placed(scene))
        across, down = self.edge
        width = max((one.left + one.width for one in placed), default=across) + across
        height = max((one.top + one.height for one in placed), default=down) + down
        return width, height

    def key(self, scene: Scene, size: tuple[int, int], properties: Mapping[str, str]) -> str:
        """A digest of all that changes how the boards look."""
        parts: list[object] = [self._name, size]
        for one in self._placed(scene):
            parts += (one.element.get("name"), one.left, one.top, one.turned)
            zones = (zone.get("highlightProperty") for zone in one.element.iter(_ZONE))
            parts += (properties.get(name) for name in zones if name)
        return sha256(repr(parts).encode()).hexdigest()[:20]

    def paint(
        self, scene: Scene, size: tuple[int, int], zoom: float, properties: Mapping[str, str]
    ) -> Image.Image:
        """The boards, without pieces. The picture is kept and must not be changed.

        Raises `PaintingError` for a map too large to paint.
        """
        if size[0] * size[1] > MOST_PIXELS:
            raise PaintingError(
                f"map {self._name!r}: {size[0]:,} by {size[1]:,} pixels are too many to paint"
            )
        key = f"{zoom} {self.key(scene, size, properties)}"
        if self._last is None or self._last[0] != key:
            self._last = (key, self._painted(scene, size, zoom, properties))
        return self._last[1]

    def _painted(
        self, scene: Scene, size: tuple[int, int], zoom: float, properties: Mapping[str, str]
    ) -> Image.Image:
        image = Image.new("RGBA", size, (*self._back[:3], 255))
        for one in self._placed(scene):
            corner = (int(one.left * zoom), int(one.top * zoom))
            board = self._board(one, zoom)
            if one.turned:
                board = board.transpose(Image.Transpose.ROTATE_180)
            canvas = Canvas(board, zoom, corner, properties, self._pictures, one.turned)
            try:
                draw_grid(one.element, (one.width, one.height), canvas)
            except Exception as trouble:  # a strange grid must not spoil the whole map
                what = f"{type(trouble).__name__} {trouble}".rstrip()
                self._report(f"board {one.element.get('name')!r}: its grid is not painted: {what}")
            paste(image, board, *corner)
        return image

    def _board(self, one: Placed, zoom: float) -> Image.Image:
        name = str(one.element.get("image") or "")
        image = self._pictures.get(name, zoom, keep=False) if name else None
        if image is None:
            if name:
                self._report(f"board {one.element.get('name')!r}: {self._pictures.trouble(name)}")
            tint = colour(one.element.get("color") or "") or _PAPER
            image = Image.new("RGBA", (int(one.width * zoom), int(one.height * zoom)), tint)
        return image

    def area(self, scene: Scene, radius: int, at: tuple[int, int]) -> Shape:
        """The shape of an area of effect, relative to its centre: whole cells if there is a grid
        (``AreaOfEffect``), else a circle."""
        for one in self._placed(scene):
            x, y = at[0] - one.left, at[1] - one.top
            if 0 <= x < one.width and 0 <= y < one.height:
                # VASSAL does not turn the zones of a board that lies upside down.
                cells = _cells(grid_of(one.element, (one.width, one.height)), x, y, radius)
                return cells or (_circle(radius),)
        return (_circle(radius),)

    def boards(self, scene: Scene) -> Iterator[tuple[str, Box]]:
        """The names of the boards on the map, and their boxes in pixels of it."""
        for one in self._placed(scene):
            box = Box(one.left, one.top, one.width, one.height)
            yield str(one.element.get("name") or ""), box

    def _placed(self, scene: Scene) -> Iterator[Placed]:
        laid: Sequence[Laid] = scene.laid(self._name) or self._usual
        for row in laid:
            if row.name not in self._boards:
                name = scene.clean(row.name)
                self._report(f"board {name!r}: not in the module, or of a class of its own")
        rows = [(self._boards[row.name], row) for row in laid if row.name in self._boards]
        sizes = {(row.column, row.row): self._size(element) for element, row in rows}
        for element, row in rows:
            left = sum(w for (c, r), (w, _) in sizes.items() if c < row.column and r == row.row)
            top = sum(h for (c, r), (_, h) in sizes.items() if c == row.column and r < row.row)
            width, height = sizes[row.column, row.row]
            yield Placed(
                element, left + self.edge[0], top + self.edge[1], width, height, row.turned
            )

    def _size(self, element: TreeElement) -> tuple[int, int]:
        name = element.get("image") or ""
        found = self._pictures.room(name) if name else None
        if found is not None:
            return found
        across, down = _reach(element) if name else (0, 0)
        return (
            max(1, whole(element.get("width"), max(_UNKNOWN, across))),
            max(1, whole(element.get("height"), max(_UNKNOWN, down))),
        )


def _reach(board: TreeElement) -> tuple[int, int]:
    """The least size of a board without its picture: it must hold all zones and regions."""
    far = [point for zone in board.iter(_ZONE) for point in zone_path(zone)]
    far += [(whole(one.get("originx")), whole(one.get("originy"))) for one in board.iter(_REGION)]
    across, down = (max((point[side] for point in far), default=0) for side in (0, 1))
    return min(across, _WIDEST), min(down, _WIDEST)


def _cells(grid: Grid | None, x: int, y: int, radius: int) -> Shape:
    """The hexes or squares within a radius of a point, which is taken for the centre of one; none
    without a grid."""
    if isinstance(grid, ZonedGrid):
        zone = grid.zone(x, y)
        own = None if zone is None else zone.grid
        grid = own if isinstance(own, HexGrid | SquareGrid) else grid.background
    radius = min(max(radius, 0), _FARTHEST)
    if isinstance(grid, SquareGrid):
        across, down = _stretches(grid.dx, radius), _stretches(grid.dy, radius)
        return tuple(
            ((left, top), (right, top), (right, bottom), (left, bottom))
            for left, right in across
            for top, bottom in down
        )
    if isinstance(grid, HexGrid):
        return tuple(_hexes(grid, radius))
    return ()


def _stretches(step: float, radius: int) -> list[tuple[int, int]]:
    """The pixels that a row of squares covers, as spans; there are gaps if a square is narrower
    than the step."""
    found: list[tuple[int, int]] = []
    for number in range(-radius, radius + 1):
        start = int(int(number * step) - step / 2)
        end = start + int(step)
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def _hexes(grid: HexGrid, radius: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """The hexes around a point, in whole pixels (``HexGrid.getGridShape``)."""
    for column in range(-radius, radius + 1):
        rows = 2 * radius + 1 - abs(column)
        x, y = int(column * grid.dx), -int(grid.dy * (rows - 1) / 2)
        for _ in range(rows):
            corners = _corners(grid, x, y)
            yield tuple((down, across) for across, down in corners) if grid.sideways else corners
            y = int(y + grid.dy)


def _corners(grid: HexGrid, x: int, y: int) -> tuple[tuple[int, int], ...]:
    """The corners of a hex; its right and lower edges are one pixel farther out."""
    reach, half = 2 * grid.dx / 3, grid.dy / 2
    left, right = floor(x - reach / 2 + 0.5), floor(x + reach / 2 + 0.5) + 1
    top, bottom = floor(y - half + 0.5), floor(y + half + 0.5) + 1
    return (
        (floor(x - reach + 0.5), y),
        (left, top),
        (right, top),
        (floor(x + reach + 0.5) + 1, y),
        (right, bottom),
        (left, bottom),
    )


def _circle(radius: int) -> tuple[tuple[float, float], ...]:
    turns = (2 * pi * step / _CORNERS for step in range(_CORNERS))
    return tuple((radius * cos(turn), radius * sin(turn)) for turn in turns)


def _usual(picker: TreeElement, boards: Mapping[str, TreeElement]) -> Iterator[Laid]:
    """The boards of a map as the module lays them by default."""
    tokens = sequences.decode((picker.findtext("setup") or "").strip(), "\t")
    known = False
    for at in range(1, len(tokens) - 2, 3):
        name, *turned = sequences.decode(tokens[at], "/")
        if is_count(tokens[at + 1]) and is_count(tokens[at + 2]):
            known = True
            yield Laid(name, int(tokens[at + 1]), int(tokens[at + 2]), turned == ["rev"])
    if not known and len(boards) == 1:
        yield Laid(next(iter(boards)), 0, 0)
