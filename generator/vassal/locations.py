"""What VASSAL calls a point of a map: board, zone and location, from the module's grids.

The sums are those of ``Board`` and ``Map``, and `generator.vassal.grids`, so that a location read
from a log is the one VASSAL printed. All points are pixels of the map.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from math import dist, floor, sqrt
from typing import TYPE_CHECKING

from generator.light import dataclass
from generator.vassal import images, sequences
from generator.vassal.archive import Archive
from generator.vassal.commands import Board as Laid
from generator.vassal.encodings import is_count
from generator.vassal.grids import (
    Grid,
    HexGrid,
    Numbering,
    Pixel,
    RegionGrid,
    SquareGrid,
    Zone,
    ZonedGrid,
)
from generator.vassal.modules import Module, map_name

if TYPE_CHECKING:
    from generator.vassal.component_trees import TreeElement

OFF_BOARD = "offboard"
"""What VASSAL calls a point on no board, or on a board without a grid."""

_BOARDS = "VASSAL.build.module.map.boardPicker."
_GRIDS = _BOARDS + "board."
_NUMBERING = _GRIDS + "mapgrid."


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a point lies."""

    location: str
    """As in VASSAL's reports: ``F6``, ``Fuel Track: Fuel 9``, ``offboard``."""
    zone: str = ""
    """Name of the zone; empty outside all zones."""
    board: str = ""
    """Name of the board; empty off all boards."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board as a module defines it."""

    title: str
    width: int
    height: int
    grid: Grid | None


@dataclass(frozen=True, slots=True)
class _Laid:
    board: Board
    left: int
    top: int
    turned: bool

    def contains(self, x: int, y: int) -> bool:
        return (
            self.left <= x < self.left + self.board.width
            and self.top <= y < self.top + self.board.height
        )

    def within(self, x: int, y: int) -> Pixel:
        """A pixel of the map as one of the board."""
        x, y = x - self.left, y - self.top
        return (self.board.width - x, self.board.height - y) if self.turned else (x, y)

    def outside(self, x: int, y: int) -> Pixel:
        """A pixel of the board as one of the map."""
        if self.turned:
            x, y = self.board.width - x, self.board.height - y
        return x + self.left, y + self.top

    def back_on(self, x: int, y: int) -> Pixel:
        """A pixel of the map, moved onto the board if it lies one beside it."""
        return (
            _moved_in(x, self.left, self.left + self.board.width),
            _moved_in(y, self.top, self.top + self.board.height),
        )


def _moved_in(value: int, first: int, end: int) -> int:
    return first if value == first - 1 else end - 1 if value == end else value


@dataclass(slots=True)
class MapGeometry:
    """A map's boards and how they lie when nobody chose otherwise."""

    boards: Mapping[str, Board]
    laid: tuple[Laid, ...]
    edge: tuple[int, int]
    _placed: dict[tuple[Laid, ...], tuple[_Laid, ...]] = field(default_factory=dict)
    _known: dict[tuple[int, int, tuple[Laid, ...]], Spot] = field(default_factory=dict)

    def spot(self, x: int, y: int, laid: Sequence[Laid] = ()) -> Spot:
        """Where a pixel lies; ``laid`` are the boards a save names, if it does."""
        key = (x, y, tuple(laid))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._find(*key)
        return found

    def _find(self, x: int, y: int, laid: tuple[Laid, ...]) -> Spot:
        for placed in self._boards(laid or self.laid):
            if placed.contains(x, y):
                board = placed.board
                x, y = placed.within(x, y)
                grid = board.grid
                name = grid.name(x, y) if grid is not None else None
                zone = grid.zone(x, y) if isinstance(grid, ZonedGrid) else None
                return Spot(
                    OFF_BOARD if name is None else name,
                    zone.title if zone is not None else "",
                    board.title,
                )
        return Spot(OFF_BOARD)

    def range(self, one: Pixel, other: Pixel) -> int:
        """How far it is from one pixel to another: in hexes where both lie in one grid of them."""
        for placed in self._boards(self.laid):
            grid = placed.board.grid
            ends = [placed.within(*point) for point in (one, other) if placed.contains(*point)]
            if isinstance(grid, ZonedGrid):
                zones = {grid.zone(*end) for end in ends}
                zone = zones.pop() if len(zones) == 1 else None
                grid = grid.background if zone is None else zone.grid
            if isinstance(grid, HexGrid) and len(ends) == 2:
                return grid.range(ends[0], ends[1])
        return floor(dist(one, other) + 0.5)

    def snapped(self, x: int, y: int) -> Pixel:
        """Where a piece dropped on a pixel comes to lie, on the boards as nobody chose them."""
        laid = self._boards(self.laid)
        board = next((one for one in laid if one.contains(x, y)), None)
        if board is None:
            return x, y
        found = _snapped_on(board, x, y)
        other = next((one for one in laid if one.contains(*found)), None)
        if other is None:
            return board.back_on(*found)
        return found if other is board else _snapped_on(other, *found)

    def region(self, name: str) -> Pixel | None:
        """The point of a named region; `None` when there is none."""
        for zone, placed in self._zones():
            if isinstance(zone.grid, RegionGrid):
                for x, y, title in zone.grid.regions:
                    if title == name:
                        return x + placed.left, y + placed.top
        return None

    def middle_of_zone(self, name: str) -> Pixel | None:
        """The middle of a zone's bounds; `None` when there is none of that name."""
        for zone, placed in self._zones():
            if zone.title == name:
                left, top, right, bottom = zone.box
                return (
                    placed.left + left + (right - left) // 2,
                    placed.top + top + (bottom - top) // 2,
                )
        return None

    def _zones(self) -> Iterable[tuple[Zone, _Laid]]:
        for placed in self._boards(self.laid):
            if isinstance(placed.board.grid, ZonedGrid):
                for zone in placed.board.grid.zones:
                    yield zone, placed

    def _boards(self, laid: tuple[Laid, ...]) -> tuple[_Laid, ...]:
        found = self._placed.get(laid)
        if found is None:
            found = self._placed[laid] = tuple(self._place(laid))
        return found

    def _place(self, laid: tuple[Laid, ...]) -> Iterable[_Laid]:
        known = [(self.boards[row.name], row) for row in laid if row.name in self.boards]
        widths = {(row.column, row.row): board.width for board, row in known}
        heights = {(row.column, row.row): board.height for board, row in known}
        for board, row in known:
            left = sum(width for (c, r), width in widths.items() if c < row.column and r == row.row)
            top = sum(
                height for (c, r), height in heights.items() if c == row.column and r < row.row
            )
            yield _Laid(board, left + self.edge[0], top + self.edge[1], row.turned)


def _snapped_on(placed: _Laid, x: int, y: int) -> Pixel:
    grid = placed.board.grid
    return (x, y) if grid is None else placed.outside(*grid.snapped(*placed.within(x, y)))


class Locations:
    """Every map of a module, by the name commands use."""

    def __init__(self, maps: Mapping[str, MapGeometry]) -> None:
        self.maps = maps

    def spot(self, map_title: str, x: int, y: int, laid: Sequence[Laid] = ()) -> Spot:
        """Where a pixel of a map lies; off the board on a map the module has not."""
        geometry = self.maps.get(map_title)
        return geometry.spot(x, y, laid) if geometry is not None else Spot(OFF_BOARD)


def read(module: Module) -> Locations:
    """The grids of a module; board sizes come from its images.

    Raises `ArchiveError` when the module cannot be opened again.
    """
    if module.path is None:
        return from_tree(module, lambda _: None)
    with Archive(module.path) as archive:

        def size(name: str) -> tuple[int, int] | None:
            member = f"images/{name}"
            for candidate in (member, member + ".gif", member + ".png", member + ".svg"):
                if candidate in archive:
                    return images.size(archive.read(candidate))
            return None

        return from_tree(module, size)


def from_tree(module: Module, image_size: Callable[[str], tuple[int, int] | None]) -> Locations:
    """As `read`, with the sizes of images from elsewhere."""
    pickers: dict[str, TreeElement] = {}
    edges: dict[str, tuple[int, int]] = {}
    borrowed: dict[str, str] = {}
    for element in module.maps():
        name = map_name(element)
        edges[name] = (_int(element, "edgeWidth"), _int(element, "edgeHeight"))
        borrowed[name] = element.get("useBoards") or ""
        picker = element.find(_BOARDS.rstrip(".").rsplit(".", 1)[0] + ".BoardPicker")
        if picker is not None:
            pickers[name] = picker
    found: dict[str, MapGeometry] = {}
    for name, picker in pickers.items():
        source = pickers.get(borrowed[name], picker)
        boards = {
            board.title: board
            for board in (_board(row, image_size) for row in source.findall(_BOARDS + "Board"))
        }
        found[name] = MapGeometry(boards, _default_boards(source, boards), edges[name])
    return Locations(found)


def _default_boards(picker: TreeElement, boards: Mapping[str, Board]) -> tuple[Laid, ...]:
    text = (picker.findtext("setup") or "").strip()
    tokens = sequences.decode(text, "\t")
    laid = []
    for at in range(1, len(tokens) - 2, 3):
        name, *turned = sequences.decode(tokens[at], "/")
        if is_count(tokens[at + 1]) and is_count(tokens[at + 2]):
            laid.append(Laid(name, int(tokens[at + 1]), int(tokens[at + 2]), turned == ["rev"]))
    if not laid and len(boards) == 1:
        laid.append(Laid(next(iter(boards)), 0, 0))
    return tuple(laid)


def _board(element: TreeElement, image_size: Callable[[str], tuple[int, int] | None]) -> Board:
    image = element.get("image") or ""
    size = image_size(image) if image else None
    if size is None:
        size = (_int(element, "width", 400), _int(element, "height", 400))
    return Board(element.get("name") or "", *size, grid_of(element, size))


def grid_of(parent: TreeElement, size: tuple[int, int]) -> Grid | None:
    """The grid of a board or zone of this width and height; None where it has none."""
    for child in parent:
        tag = child.tag
        if tag == _GRIDS + "ZonedGrid":
            background = grid_of(child, size)
            zones = (_zone(row, background) for row in child.findall(_NUMBERING + "Zone"))
            return ZonedGrid(tuple(zone for zone in zones if zone is not None), background)
        if tag == _GRIDS + "HexGrid":
            dy = _float(child, "dy", 64.0)
            return HexGrid(
                _int(child, "x0"),
                _int(child, "y0", 32),
                _float(child, "dx", sqrt(3) / 2 * dy),
                dy,
                child.get("sideways") == "true",
                _hex_numbering(child),
                size,
                _snaps(child, "snapTo"),
            )
        if tag == _GRIDS + "SquareGrid":
            return SquareGrid(
                _int(child, "x0", 24),
                _int(child, "y0", 24),
                _float(child, "dx", 48.0),
                _float(child, "dy", 48.0),
                _numbering(child.find(_NUMBERING + "SquareGridNumbering")),
                size,
                _snaps(child, "snapTo"),
            )
        if tag == _GRIDS + "RegionGrid":
            rows = child.findall(_GRIDS + "Region")
            places = {
                (_int(row, "originx"), _int(row, "originy")): row.get("name") or "" for row in rows
            }
            regions = tuple((x, y, name) for (x, y), name in places.items())
            return RegionGrid(regions, _snaps(child, "snapto"))
    return None


def _zone(element: TreeElement, background: Grid | None) -> Zone | None:
    points = []
    for part in (element.get("path") or "").split(";"):
        match = re.fullmatch(r"\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*", part)
        if match is not None:
            points.append((int(match.group(1)), int(match.group(2))))
    if len(points) < 3:
        return None
    xs, ys = [x for x, _ in points], [y for _, y in points]
    box = (min(xs), min(ys), max(xs), max(ys))
    grid = grid_of(element, (box[2] - box[0], box[3] - box[1]))
    if element.get("useParentGrid") == "true":
        grid = background
    pattern = element.get("locationFormat")
    return Zone(
        element.get("name") or "",
        tuple(points),
        "$name$" if pattern is None else pattern,
        grid,
        box,
    )


def _hex_numbering(grid: TreeElement) -> Numbering | None:
    """The names of a hex grid: of two numberings the later one (``HexGrid.setGridNumbering``)."""
    tags = (_NUMBERING + "HexGridNumbering", _NUMBERING + "ObliqueHexGridNumbering")
    found = next((one for one in [*grid][::-1] if one.tag in tags), None)
    made = _numbering(found)
    if made is None or found is None:
        return None
    return replace(made, oblique=found.tag == tags[1])


def _numbering(element: TreeElement | None) -> Numbering | None:
    if element is None:
        return None
    return Numbering(
        column_first=(element.get("first") or "H").startswith("H"),
        separator=element.get("sep") or "",
        letters_across=(element.get("hType") or "").startswith("A"),
        letters_down=(element.get("vType") or "").startswith("A"),
        leading_across=_int(element, "hLeading", 1),
        leading_down=_int(element, "vLeading", 1),
        offset_across=_int(element, "hOff", 1),
        offset_down=_int(element, "vOff", 1),
        descending_across=element.get("hDescend") == "true",
        descending_down=element.get("vDescend") == "true",
        stagger=element.get("stagger") != "false",
        format=element.get("locationFormat") or "$gridLocation$",
    )


def _snaps(element: TreeElement, key: str) -> bool:
    return (element.get(key) or "true").lower() == "true"


def _int(element: TreeElement, key: str, default: int = 0) -> int:
    text = element.get(key) or ""
    return int(text) if re.fullmatch(r"[+-]?\d{1,9}", text) else default


def _float(element: TreeElement, key: str, default: float) -> float:
    try:
        value = float(element.get(key) or "")
    except ValueError:
        return default
    return value if 0.01 < value < 1e9 else default
