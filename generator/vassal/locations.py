"""What VASSAL calls a point of a map: board, zone and location, from the module's grids.

The sums are those of ``HexGrid``, ``HexGridNumbering``, ``SquareGrid``, ``SquareGridNumbering``,
``RegionGrid``, ``ZonedGrid``, ``Zone``, ``Board`` and ``Map``, odd roundings included, so that a
location read from a log is the one VASSAL printed. All points are pixels of the map.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from math import floor, sqrt
from typing import TYPE_CHECKING, Protocol

from generator.light import dataclass
from generator.vassal import images, sequences
from generator.vassal.archive import Archive
from generator.vassal.commands import Board as Laid
from generator.vassal.encodings import is_count
from generator.vassal.modules import Module, map_name

if TYPE_CHECKING:
    from lxml.etree import _Element

OFF_BOARD = "offboard"
"""What VASSAL calls a point on no board, or on a board without a grid."""

_BOARDS = "VASSAL.build.module.map.boardPicker."
_GRIDS = _BOARDS + "board."
_NUMBERING = _GRIDS + "mapgrid."
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a point lies."""

    location: str
    """As in VASSAL's reports: ``F6``, ``Fuel Track: Fuel 9``, ``offboard``."""
    zone: str = ""
    """Name of the zone; empty outside all zones."""
    board: str = ""
    """Name of the board; empty off all boards."""


class Grid(Protocol):
    """Anything that names the points of a board."""

    def name(self, x: int, y: int) -> str | None:
        """The location's name, or `None` when the grid has no names."""


@dataclass(frozen=True, slots=True)
class Numbering:
    """How rows and columns are called (``RegularGridNumbering``)."""

    column_first: bool = True
    separator: str = ""
    letters_across: bool = False
    letters_down: bool = False
    leading_across: int = 0
    leading_down: int = 0
    offset_across: int = 0
    offset_down: int = 0
    descending_across: bool = False
    descending_down: bool = False
    stagger: bool = True
    oblique: bool = False
    """Whether rows run aslant, upward where they are staggered (``ObliqueHexGridNumbering``,
    VASSAL 3.8)."""
    format: str = "$gridLocation$"

    def name(self, column: int, row: int) -> str:
        """The location's name for a column and row before the offsets."""
        down = _number(row + self.offset_down, self.letters_down, self.leading_down)
        across = _number(column + self.offset_across, self.letters_across, self.leading_across)
        parts = (across, down) if self.column_first else (down, across)
        whole = self.separator.join(parts)
        return _fill(self.format, {"gridLocation": whole, "row": down, "column": across})


@dataclass(frozen=True, slots=True)
class HexGrid:
    """Hexes in columns, or in rows when sideways."""

    x0: int
    y0: int
    dx: float
    """Distance of two columns, pixels."""
    dy: float
    """Distance of two hexes in a column, pixels."""
    sideways: bool
    numbering: Numbering | None
    size: tuple[int, int]
    """Width and height of what the grid covers: board or zone, pixels."""

    def name(self, x: int, y: int) -> str | None:
        if self.numbering is None:
            return None
        numbering = self.numbering
        if self.sideways:
            x, y = y, x
        column = floor((x - self.x0) / self.dx + 0.5)
        half = self.dy / 2 if column % 2 else 0.0
        row = floor((y - self.y0 - half) / self.dy + 0.5)
        odd = column % 2 != 0
        most_rows = floor(self.size[1] / self.dx + 0.5)
        most_columns = floor(self.size[0] / self.dy + 0.5)
        if self.sideways:
            if numbering.descending_down:
                column = most_rows - column
            if numbering.descending_across:
                row = most_columns - row
            back = numbering.descending_across
        else:
            if numbering.descending_across:
                column = most_columns - column
            if numbering.descending_down:
                row = most_rows - row
            back = numbering.descending_down
        if numbering.stagger and odd:
            row += -1 if back else 1
        if numbering.oblique:
            half_way = int(column / 2)  # as Java divides: towards zero
            row = row + half_way if numbering.stagger else row - half_way + 1
        return numbering.name(column, row)


@dataclass(frozen=True, slots=True)
class SquareGrid:
    """Squares, or oblongs."""

    x0: int
    y0: int
    dx: float
    dy: float
    numbering: Numbering | None
    size: tuple[int, int]

    def name(self, x: int, y: int) -> str | None:
        numbering = self.numbering
        if numbering is None:
            return None
        column = floor((x - self.x0) / self.dx + 0.5)
        row = int((y - self.y0) / self.dy + 0.5)  # towards zero, unlike the column
        if numbering.descending_across:
            column = int(self.size[0] / self.dx + 0.5) - column
        if numbering.descending_down:
            row = int(self.size[1] / self.dy + 0.5) - row
        return numbering.name(column, row)


@dataclass(frozen=True, slots=True)
class RegionGrid:
    """Named points; a point bears the name of the nearest."""

    regions: tuple[tuple[int, int, str], ...]
    """(x, y, name)."""

    def name(self, x: int, y: int) -> str | None:
        if not self.regions:
            return None
        best = min(self.regions, key=lambda spot: (spot[0] - x) ** 2 + (spot[1] - y) ** 2)
        return best[2]


@dataclass(frozen=True, slots=True)
class Zone:
    """A polygon with a name, and perhaps a grid of its own."""

    title: str
    path: tuple[tuple[int, int], ...]
    format: str
    grid: Grid | None
    box: tuple[int, int, int, int]
    """Left, top, right, bottom of the path."""

    def name(self, x: int, y: int) -> str:
        inner = self.grid.name(x, y) if self.grid is not None else None
        return _fill(self.format, {"name": self.title, "gridLocation": inner or ""})

    def contains(self, x: int, y: int) -> bool:
        """Whether the point is inside, by the even-odd rule; left and top edges belong to it."""
        left, top, right, bottom = self.box
        if not (left <= x < right and top <= y < bottom):
            return False
        inside = False
        x1, y1 = self.path[-1]
        for x2, y2 in self.path:
            if (y1 <= y < y2 or y2 <= y < y1) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
                inside = not inside
            x1, y1 = x2, y2
        return inside


@dataclass(frozen=True, slots=True)
class ZonedGrid:
    """Zones before a grid."""

    zones: tuple[Zone, ...]
    background: Grid | None

    def zone(self, x: int, y: int) -> Zone | None:
        """The first zone that holds the point."""
        return next((zone for zone in self.zones if zone.contains(x, y)), None)

    def name(self, x: int, y: int) -> str | None:
        zone = self.zone(x, y)
        if zone is not None:
            return zone.name(x, y)
        return self.background.name(x, y) if self.background is not None else None


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
                x, y = x - placed.left, y - placed.top
                if placed.turned:
                    x, y = board.width - x, board.height - y
                grid = board.grid
                name = grid.name(x, y) if grid is not None else None
                zone = grid.zone(x, y) if isinstance(grid, ZonedGrid) else None
                return Spot(
                    OFF_BOARD if name is None else name,
                    zone.title if zone is not None else "",
                    board.title,
                )
        return Spot(OFF_BOARD)

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
    pickers: dict[str, _Element] = {}
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


def _default_boards(picker: _Element, boards: Mapping[str, Board]) -> tuple[Laid, ...]:
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


def _board(element: _Element, image_size: Callable[[str], tuple[int, int] | None]) -> Board:
    image = element.get("image") or ""
    size = image_size(image) if image else None
    if size is None:
        size = (_int(element, "width", 400), _int(element, "height", 400))
    return Board(element.get("name") or "", *size, _grid(element, size))


def _grid(parent: _Element, size: tuple[int, int]) -> Grid | None:
    for child in parent:
        tag = child.tag if isinstance(child.tag, str) else ""
        if tag == _GRIDS + "ZonedGrid":
            background = _grid(child, size)
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
            )
        if tag == _GRIDS + "SquareGrid":
            return SquareGrid(
                _int(child, "x0", 24),
                _int(child, "y0", 24),
                _float(child, "dx", 48.0),
                _float(child, "dy", 48.0),
                _numbering(child.find(_NUMBERING + "SquareGridNumbering")),
                size,
            )
        if tag == _GRIDS + "RegionGrid":
            rows = child.findall(_GRIDS + "Region")
            places = {
                (_int(row, "originx"), _int(row, "originy")): row.get("name") or "" for row in rows
            }
            return RegionGrid(tuple((x, y, name) for (x, y), name in places.items()))
    return None


def _zone(element: _Element, background: Grid | None) -> Zone | None:
    points = []
    for part in (element.get("path") or "").split(";"):
        match = re.fullmatch(r"\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*", part)
        if match is not None:
            points.append((int(match.group(1)), int(match.group(2))))
    if len(points) < 3:
        return None
    xs, ys = [x for x, _ in points], [y for _, y in points]
    box = (min(xs), min(ys), max(xs), max(ys))
    grid = _grid(element, (box[2] - box[0], box[3] - box[1]))
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


def _hex_numbering(grid: _Element) -> Numbering | None:
    """The names of a hex grid: of two numberings the later one (``HexGrid.setGridNumbering``)."""
    tags = (_NUMBERING + "HexGridNumbering", _NUMBERING + "ObliqueHexGridNumbering")
    found = next((one for one in reversed(grid) if one.tag in tags), None)
    made = _numbering(found)
    if made is None or found is None:
        return None
    return replace(made, oblique=found.tag == tags[1])


def _numbering(element: _Element | None) -> Numbering | None:
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


def _number(value: int, letters: bool, leading: int) -> str:
    sign = "-" if value < 0 else ""
    value = abs(value)
    if letters:
        return sign + _ALPHABET[value % 26] * min(value // 26 + 1, _LONGEST_NAME)
    while leading > 0 and value < 10**leading:
        sign += "0"
        leading -= 1
    return f"{sign}{value}"


def _fill(pattern: str, values: Mapping[str, str]) -> str:
    return re.sub(r"\$(\w+)\$", lambda match: values.get(match.group(1), match.group(0)), pattern)


def _int(element: _Element, key: str, default: int = 0) -> int:
    text = element.get(key) or ""
    return int(text) if re.fullmatch(r"[+-]?\d{1,9}", text) else default


def _float(element: _Element, key: str, default: float) -> float:
    try:
        value = float(element.get(key) or "")
    except ValueError:
        return default
    return value if 0.01 < value < 1e9 else default
