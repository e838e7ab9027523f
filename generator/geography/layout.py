"""Where every place of a board lies: the one source of positions for all who need them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, wraps
from math import floor
from typing import Literal, TypeVar

from generator.geography.adjacency import Adjacency
from generator.geography.areas import AreaMap, Outline, inside, middle
from generator.geography.described import (
    BoardLike,
    DeckLike,
    InsetLike,
)
from generator.geography.grid import HexGrid
from generator.geography.grids import AnyGrid as AnyGrid
from generator.geography.grids import make_grid, offset_names
from generator.geography.insets import seat_of, shown_in
from generator.geography.numbered import Cells, Numbered
from generator.geography.squares import SquareGrid
from generator.geography.tracks import track_cells
from generator.light import dataclass

MM_PER_INCH = 25.4
_REMEMBERED = 10_000
"""So many pixels' places are remembered at once."""

HEADING = 5.6
"""Height of a box's heading, mm."""

FLAT = 20.0
"""A box lower than this, in mm, has its heading upright at the left."""

T = TypeVar("T")
Kind = Literal["hex", "box", "slot", "area", "deck"]
ZoneKind = Literal["grid", "track", "box"]


@dataclass(frozen=True, slots=True)
class Place:
    """A named place: x and y are where a counter stands, mm from the board's top left corner.

    Squares are of kind ``hex`` too: a cell of a grid. ``slot`` is a cell of a track or a spot in
    a box. ``zone`` is the VASSAL zone's name.
    """

    id: str
    zone: str
    kind: Kind
    x: float
    y: float
    outline: Outline

    @property
    def roomy(self) -> bool:
        """Whether counters lie anywhere in it, side by side: a box, or an area that is a zone."""
        return self.kind == "box" or (self.kind == "area" and self.zone == self.id)


_Columns = tuple[list[int], list[list[tuple[int, int, Place]]]]
"""The x of a zone's places in order, and for each the places there: y, number, place."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the board, as a VASSAL zone: its outline (mm) and the places inside."""

    id: str
    kind: ZoneKind
    outline: Outline
    places: tuple[str, ...]


@dataclass(frozen=True)
class Layout:
    """All places of one board. ``width`` and ``height`` are mm; ``decks`` lie inside boxes.

    Pixels are those of the map's window, where ``margin`` (mm) lies around the board; those of
    the board's picture begin at its own corner and are said to be *of the board*.
    """

    width: float
    height: float
    ppi: int
    places: Mapping[str, Place]
    zones: Mapping[str, Zone]
    decks: Mapping[str, Place]
    margin: tuple[float, float] = (0.0, 0.0)
    cells: Cells | None = None
    """The grid, where its cells are named by columns and rows and VASSAL may number them; without
    it every cell is a region of VASSAL's."""

    def size(self) -> tuple[int, int]:
        """The board in pixels."""
        return self._pixel(self.width), self._pixel(self.height)

    def pixels(self, place_id: str) -> tuple[int, int]:
        """Where VASSAL puts a counter on that place or deck; KeyError when there is none."""
        place = self.decks.get(place_id) or self.places[place_id]
        return self.resting(place.x, place.y, place.zone)

    def resting(self, x: float, y: float, zone_id: str | None = None) -> tuple[int, int]:
        """Where a counter comes to rest that VASSAL puts on a point in mm, as pixels: on a
        numbered grid on the middle of its cell, a pixel off at most."""
        across, down = self.board_pixels(x, y)
        if self.numbered:
            zone_id = self._zone_at(across, down) if zone_id is None else zone_id
            grid = self.numbered.get(zone_id or "")
            if grid is not None:
                across, down = grid.snapped(across, down)
        edge = self.edge()
        return across + edge[0], down + edge[1]

    def point_pixels(self, x: float, y: float) -> tuple[int, int]:
        """A point in mm as pixels."""
        across, down = self.edge()
        return self._pixel(x) + across, self._pixel(y) + down

    def board_pixels(self, x: float, y: float) -> tuple[int, int]:
        """A point in mm as pixels of the board."""
        return self._pixel(x), self._pixel(y)

    def edge(self) -> tuple[int, int]:
        """The margin in pixels."""
        return self.board_pixels(*self.margin)

    def millimetres(self, x: int, y: int) -> tuple[float, float]:
        """The middle of a pixel in mm of the board."""
        across, down = self.edge()
        return (
            (x - across + 0.5) * MM_PER_INCH / self.ppi,
            (y - down + 0.5) * MM_PER_INCH / self.ppi,
        )

    def zone_pixels(self, zone_id: str) -> tuple[tuple[int, int], ...]:
        """A zone's outline in pixels of the board, as its VASSAL path."""
        return tuple(self.board_pixels(x, y) for x, y in self.zones[zone_id].outline)

    def locate(self, x: int, y: int) -> Place | None:
        """The place a pixel belongs to: the zone that holds it, then the zone's nearest place.

        As VASSAL's ZonedGrid, RegionGrid and HexGrid do it: zones in order, the first that holds
        the point; inside it the region whose point is nearest, counted in whole pixels, or the
        cell of a numbered grid. None where there is no zone, and on a cell that was left out.
        """
        known = self._located
        if (x, y) not in known:
            if len(known) >= _REMEMBERED:
                known.clear()
            known[x, y] = self._locate(x, y)
        return known[x, y]

    def _locate(self, x: int, y: int) -> Place | None:
        across, down = self.edge()
        x, y = x - across, y - down
        zone_id = self._zone_at(x, y)
        if zone_id is None:
            return None
        grid = self.numbered.get(zone_id)
        if grid is None:
            return self._nearest(zone_id, x, y)
        rest = grid.snapped(x, y)  # at the very rim it can lie outside the zone
        name = grid.name(*rest) if self._zone_at(*rest) in self.numbered else None
        known = self.cells is not None and name in self.cells.grid.cells
        return self.places[name or ""] if known else None

    def spot(self, x: int, y: int) -> tuple[str, str] | None:
        """What VASSAL calls a pixel, and its zone; None where there is no zone.

        A cell that a numbered grid leaves out has a name too, though it is no place.
        """
        across, down = self.edge()
        zone_id = self._zone_at(x - across, y - down)
        grid = self.numbered.get(zone_id or "")
        if zone_id is not None and grid is not None:
            return grid.name(x - across, y - down) or "", zone_id
        place = self.locate(x, y)
        return None if place is None else (place.id, place.zone)

    @cached_property
    def numbered(self) -> Mapping[str, Numbered]:
        """By zone, the grids that VASSAL numbers by itself; what is not here is of regions."""
        if self.cells is None:
            return {}
        found = {}
        for zone in self.zones.values():
            if zone.kind == "grid" and all(name in self.cells.grid.cells for name in zone.places):
                path = self._zone_paths[zone.id]
                xs, ys = [x for x, _ in path], [y for _, y in path]
                size = int(max(xs) - min(xs)), int(max(ys) - min(ys))
                scale = self.ppi / MM_PER_INCH
                grid = self.cells.numbered(zone.places, size, scale, self._drawn)
                if grid is not None:
                    found[zone.id] = grid
        return found

    def _drawn(self, place_id: str) -> tuple[int, int]:
        place = self.places[place_id]
        return self.board_pixels(place.x, place.y)

    def _zone_at(self, x: int, y: int) -> str | None:
        """The first zone that holds a pixel of the board."""
        paths = self._zone_paths.items()
        return next((zone_id for zone_id, outline in paths if inside(x, y, outline)), None)

    @cached_property
    def _located(self) -> dict[tuple[int, int], Place | None]:
        """Pixels whose place was asked for: counters snap to few points, again and again."""
        return {}

    def room(
        self, place_id: str, count: int, size: tuple[float, float] = (12.7, 12.7)
    ) -> list[tuple[float, float]]:
        """Points (mm) for so many counters side by side in a place, row by row, never outside.

        A box is filled from its middle, clear of its decks and its heading; when it is full the
        counters share points. On any other place all stand on its point.
        """
        place = self.places[place_id]
        if not place.roomy:
            return [(place.x, place.y)] * count
        left = min(x for x, _ in place.outline)
        right = max(x for x, _ in place.outline)
        top = min(y for _, y in place.outline)
        bottom = max(y for _, y in place.outline)
        gap = 1.3
        wide, high = size[0] + gap, size[1] + gap
        taken = [deck for deck in self.decks.values() if deck.zone == place_id]
        left = max([left, *(max(x for x, _ in deck.outline) + gap for deck in taken)])
        if bottom - top < FLAT:
            left += max(0.0, min(HEADING, right - left - size[0]))
        else:
            top += min(HEADING + 0.4, max(0.0, bottom - top - high))
        columns = max(1, int((right - left - gap) // wide))
        rows = max(1, int((bottom - top) // high))
        across = min(columns, count) or 1
        down = min(rows, -(-count // across)) or 1
        x0 = (left + right) / 2 - (across - 1) * wide / 2
        y0 = (top + bottom) / 2 - (down - 1) * high / 2
        spots = [(x0 + c * wide, y0 + r * high) for r in range(down) for c in range(across)]
        return [spots[index % len(spots)] for index in range(count)]

    def _pixel(self, length: float) -> int:
        # A hair is added so that 25.4 mm is 150 pixels and not 149 after rounding errors.
        return floor(length / MM_PER_INCH * self.ppi + 1e-6)

    @cached_property
    def _zone_paths(self) -> dict[str, Outline]:
        return {zone_id: self.zone_pixels(zone_id) for zone_id in self.zones}

    @cached_property
    def _columns(self) -> dict[str, _Columns]:
        """What a point in a zone can belong to: a box's slots, any other zone's cells."""
        found = {}
        for zone in self.zones.values():
            places = [self.places[name] for name in zone.places]
            if zone.kind == "box":
                places = [place for place in places if place.kind == "slot"]
            found[zone.id] = _columns_of(
                (*self.board_pixels(place.x, place.y), place) for place in places
            )
        return found

    def _nearest(self, zone_id: str, x: int, y: int) -> Place:
        """The nearest column first, then those beside it as long as one can be nearer; of two
        places as near as each other the one that the zone names first."""
        xs, columns = self._columns[zone_id]
        right = bisect_left(xs, x)
        left = right - 1
        best: tuple[int, int] | None = None
        found = self.places[zone_id] if not xs else None
        while left >= 0 or right < len(xs):
            leftwards = right == len(xs) or (left >= 0 and x - xs[left] <= xs[right] - x)
            at = left if leftwards else right
            across = (xs[at] - x) ** 2
            if best is not None and across > best[0]:
                break
            for down, number, place in columns[at]:
                rank = across + (down - y) ** 2, number
                if best is None or rank < best:
                    best, found = rank, place
            left, right = (left - 1, right) if leftwards else (left, right + 1)
        assert found is not None
        return found


def _columns_of(points: Iterable[tuple[int, int, Place]]) -> _Columns:
    columns: dict[int, list[tuple[int, int, Place]]] = {}
    for number, (x, y, place) in enumerate(points):
        columns.setdefault(x, []).append((y, number, place))
    xs = sorted(columns)
    return xs, [columns[x] for x in xs]


class LayoutError(ValueError):
    """A place that cannot be: ``part`` is the map's list it stands in (``decks``), ``id`` its
    entry there."""

    def __init__(self, message: str, part: str, entry: str) -> None:
        super().__init__(message)
        self.part = part
        self.id = entry


MOST_BOARDS = 32
"""So many maps are remembered with what was worked out of them."""


def once_a_board(work: Callable[[BoardLike], T]) -> Callable[[BoardLike], T]:
    """A function that works once for the same map, which nobody can change."""
    known: dict[int, tuple[BoardLike, T]] = {}

    @wraps(work)
    def asked(board: BoardLike) -> T:
        found = known.get(id(board))
        if found is not None and found[0] is board:
            return found[1]
        made = work(board)
        if len(known) >= MOST_BOARDS:
            known.pop(next(iter(known)), None)
        known[id(board)] = board, made
        return made

    return asked


@once_a_board
def layout_of(board: BoardLike) -> Layout:
    """The places of a map: zones, grid cells, boxes and their slots, track cells; decks apart.

    Zones go before the grid: VASSAL takes the first that holds a point. Raises ValueError when
    the grid cannot be made; LayoutError (a ValueError) when two places have one name, or a deck
    does not lie in its box.
    """
    laid = _Laid(board)
    laid.add_insets()
    laid.add_zones()
    laid.add_grid()
    laid.add_tracks()
    laid.add_boxes()
    if board.grid is not None and board.grid.kind != "copy":
        laid.zones = _inner_first(laid.zones, board.grid.zone)
    decks, named = laid.decks(), _cells(board, laid.grid)
    size = board.width, board.height, board.ppi
    return Layout(*size, laid.places, laid.zones, decks, board.margin, named)


class _Laid:
    """The places and zones of a map, added kind by kind."""

    def __init__(self, board: BoardLike) -> None:
        self.board = board
        self.grid = grid_of(board)
        self.places: dict[str, Place] = {}
        self.zones: dict[str, Zone] = {}
        self._sharing: dict[str, Outline] = {}
        """The outlines of the zones that share the cells of the grid."""

    def _add(self, place: Place, part: str, entry: str) -> None:
        if place.id in self.places:
            raise _named_twice(place.id, part, entry)
        self.places[place.id] = place

    def _add_zone(self, zone_id: str, kind: ZoneKind, outline: Outline, *places: str) -> None:
        self.zones[zone_id] = Zone(zone_id, kind, outline, places)

    def add_insets(self) -> None:
        """The places of other maps that are set into this one. Of a part of this map, enlarged,
        the places are there already."""
        for inset in self.board.insets:
            if inset.of is not None and inset.board is not None:
                for place in _set_in(inset, self.zones):
                    self._add(place, "insets", inset.id)

    def add_zones(self) -> None:
        """The zones with their points. The cells of those that share the grid come with it."""
        for part in self.board.zones:
            outline = tuple((point.x, point.y) for point in part.outline)
            if part.shares_grid and self.grid is not None:
                self._sharing[part.id] = outline
                self._add_zone(part.id, "grid", outline)
                continue
            self._add(Place(part.id, part.id, "box", *middle(outline), outline), "zones", part.id)
            for name, point in part.points.items():
                self._add(Place(name, part.id, "slot", point.x, point.y, ()), "zones", part.id)
            self._add_zone(part.id, "box", outline, part.id, *part.points)

    def add_grid(self) -> None:
        """The cells of the grid; each area that is free is a zone of its own."""
        asked, grid = self.board.grid, self.grid
        if asked is None or grid is None:
            return
        if asked.kind == "areas" and asked.free and isinstance(grid, AreaMap):
            self._add_free_areas(grid, asked.zone)
        elif asked.kind != "copy":
            self._add_cells(grid, asked.zone)

    def _add_free_areas(self, grid: AreaMap, zone: str) -> None:
        for name in grid_names(grid):
            outline = grid.outline(name)
            if not outline:
                says = f"the area {name!r} is free, and needs an outline or bounds"
                raise LayoutError(says, "grid", zone)
            self._add(Place(name, name, "area", *grid.centre(name), outline), "grid", zone)
            self._add_zone(name, "box", outline, name)

    def _add_cells(self, grid: AnyGrid, zone: str) -> None:
        kind: Kind = "area" if isinstance(grid, AreaMap) else "hex"
        names = grid_names(grid)
        held: dict[str, list[str]] = {}
        for name in names:
            x, y = grid.centre(name)
            holder = _holder(x, y, self._sharing) or zone
            held.setdefault(holder, []).append(name)
            self._add(Place(name, holder, kind, x, y, grid.outline(name)), "grid", zone)
        self._add_zone(zone, "grid", _grid_outline(grid, self.places, names))
        for holder, cells in held.items():
            self.zones[holder] = replace(self.zones[holder], places=tuple(cells))

    def add_tracks(self) -> None:
        """The cells of the tracks."""
        for track in self.board.tracks:
            box = (track.x, track.y, track.width, track.height)
            span = track.prefix, track.first, track.last
            cells = list(track_cells(*span, box, track.per_row, track.snake))
            for cell in cells:
                corners = _rectangle(cell.x, cell.y, cell.width, cell.height)
                place = Place(cell.name, track.id, "slot", *cell.centre, corners)
                self._add(place, "tracks", track.id)
            self._add_zone(track.id, "track", _rectangle(*box), *(cell.name for cell in cells))

    def add_boxes(self) -> None:
        """The boxes with their slots."""
        for box in self.board.boxes:
            corners = _rectangle(box.x, box.y, box.width, box.height)
            self._add(Place(box.id, box.id, "box", *middle(corners), corners), "boxes", box.id)
            for name, point in box.slots.items():
                self._add(Place(name, box.id, "slot", point.x, point.y, ()), "boxes", box.id)
            self._add_zone(box.id, "box", corners, box.id, *box.slots)

    def decks(self) -> dict[str, Place]:
        """The decks, which are places apart from all others."""
        found = {}
        for deck in self.board.decks:
            if deck.id in self.places:
                raise _named_twice(deck.id, "decks", deck.id)
            left, top = deck.x - deck.width / 2, deck.y - deck.height / 2
            corners = _rectangle(left, top, deck.width, deck.height)
            zone = _box_around(deck, self.zones)
            found[deck.id] = Place(deck.id, zone, "deck", deck.x, deck.y, corners)
        return found


def _named_twice(name: str, part: str, entry: str) -> LayoutError:
    return LayoutError(f"two places of one board are named {name!r}", part, entry)


def _inner_first(zones: dict[str, Zone], grid: str) -> dict[str, Zone]:
    """The zones with the boxes and tracks that lie wholly within the grid's before all others, for
    else none would ever be found there."""
    whole = zones.get(grid)
    if whole is None:
        return zones
    inner = {
        name: zone
        for name, zone in zones.items()
        if zone.kind in ("box", "track")
        and zone is not whole
        and all(inside(x, y, whole.outline) for x, y in zone.outline)
    }
    return inner | zones


def _set_in(inset: InsetLike, zones: dict[str, Zone]) -> Iterator[Place]:
    """The places an inset shows, where they lie on the board; its zones are added to ``zones``."""
    assert inset.board is not None
    seat, inner = seat_of(inset), layout_of(inset.board)
    left, top, width, height = shown_in(inset)
    for zone in inner.zones.values():
        shown = [
            inner.places[name]
            for name in zone.places
            if left <= inner.places[name].x <= left + width
            and top <= inner.places[name].y <= top + height
        ]
        if not shown:
            continue
        name = inset.prefix + zone.id
        if name in zones:
            name = f"{zone.id} {inset.id}"
        outline = tuple(seat(x, y) for x, y in zone.outline)
        zones[name] = replace(
            zone, id=name, outline=outline, places=tuple(inset.prefix + one.id for one in shown)
        )
        for place in shown:
            yield Place(
                inset.prefix + place.id,
                name,
                place.kind,
                *seat(place.x, place.y),
                tuple(seat(x, y) for x, y in place.outline),
            )


@once_a_board
def grid_of(board: BoardLike) -> AnyGrid | None:
    """The grid of a map, None when it has none. ValueError when it cannot be made."""
    return None if board.grid is None else make_grid(board.grid, board)


def adjacency_of(board: BoardLike) -> Adjacency:
    """Which places of the map's grid touch; ValueError when the map has no grid."""
    grid = grid_of(board)
    if grid is None:
        raise ValueError("this map has no grid, so no neighbours")
    return grid.adjacency


def grid_names(grid: AnyGrid) -> tuple[str, ...]:
    """The names of all cells or areas, in order."""
    return tuple(grid.near if isinstance(grid, AreaMap) else grid.cells)


def _cells(board: BoardLike, grid: AnyGrid | None) -> Cells | None:
    """The map's grid with its naming; None for areas and for letters that run aslant."""
    asked = board.grid
    if isinstance(grid, SquareGrid):
        return Cells(grid, grid.names)
    if not isinstance(grid, HexGrid) or asked is None or asked.kind != "hex":
        return None
    if asked.numbering.kind == "axial" or asked.extent is None:
        return None
    pointy = asked.orientation == "pointy"
    return Cells(grid, offset_names(asked.numbering, asked.extent, pointy=pointy))


def _grid_outline(grid: AnyGrid, places: Mapping[str, Place], names: tuple[str, ...]) -> Outline:
    if isinstance(grid, HexGrid):
        rings = grid.border()
        if len(rings) == 1:
            return rings[0]
    corners = [corner for name in names for corner in places[name].outline or ()]
    corners = corners or [(places[name].x, places[name].y) for name in names]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    return _rectangle(left, top, right - left, bottom - top)


def _rectangle(x: float, y: float, width: float, height: float) -> Outline:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def _box_around(deck: DeckLike, zones: Mapping[str, Zone]) -> str:
    """The box a deck lies in; empty for one that names none and lies in none."""
    for zone in zones.values():
        if zone.kind == "box" and inside(deck.x, deck.y, zone.outline):
            return zone.id
    if deck.box is None:
        return ""
    raise LayoutError(f"deck {deck.id!r} lies in no box", "decks", deck.id)


def _holder(x: float, y: float, outlines: Mapping[str, Outline]) -> str | None:
    return next((name for name, outline in outlines.items() if inside(x, y, outline)), None)
