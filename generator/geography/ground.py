"""The ground of a board worked out: terrain by cell and by hexside, rivers, roads, levels.

One fact stands once: the drawing, the key of terrain and a game's rules all read it here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot, inf

from generator.errors import nearest
from generator.geography.described import (
    BoardLike,
    GroundedLike,
    RiverLike,
    TerrainLike,
    ThroughLike,
)
from generator.geography.grid import DIRECTIONS, HexGrid
from generator.geography.layout import AnyGrid, grid_names, grid_of
from generator.geography.squares import SquareGrid
from generator.light import dataclass

Corner = tuple[float, float]
Path = tuple[str | int, ...]

SQUARE_SIDES: Mapping[str, tuple[int, int]] = {
    "N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)
}  # fmt: skip

MOST_CELLS = 100_000


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a map's terrain: ``path`` leads to it from the map's own node."""

    path: Path
    message: str
    line: int = 0
    """Lines below the place, in a picture."""


class GroundError(ValueError):
    """Terrain that does not work out."""


@dataclass(frozen=True, slots=True)
class Side:
    """A hexside: the cell it is named from, the one beyond (None: off the map), its ends (mm)."""

    cell: str
    beyond: str | None
    ends: tuple[Corner, Corner]

    @property
    def pair(self) -> frozenset[str]:
        return frozenset((self.cell, self.beyond)) if self.beyond else frozenset((self.cell,))


@dataclass(frozen=True, slots=True)
class Course:
    """Something that runs along sides, in order, or through cells from middle to middle (mm)."""

    kind: str
    name: str
    sides: tuple[Side, ...] = ()
    cells: tuple[str, ...] = ()
    points: tuple[Corner, ...] = ()
    """Of a course through cells: the middles, with the points where it leaves the map."""
    bridges: bool = True


@dataclass(frozen=True)
class Ground:
    """Terrain of every cell, and of what lies between and runs through them."""

    kinds: Mapping[str, str]
    levels: Mapping[str, int]
    rivers: tuple[Course, ...] = ()
    ways: tuple[Course, ...] = ()
    sides: tuple[Course, ...] = ()

    def between(self, one: str, other: str) -> frozenset[str]:
        """The kinds of rivers and hexsides on the common side of two cells."""
        return self._between.get(frozenset((one, other)), frozenset())

    def joined(self, one: str, other: str) -> frozenset[str]:
        """The kinds of ways that lead from one cell straight into the other."""
        return self._joined.get(frozenset((one, other)), frozenset())

    def level(self, cell: str) -> int:
        """The elevation of a cell."""
        return self.levels.get(cell, 0)

    @cached_property
    def _between(self) -> Mapping[frozenset[str], frozenset[str]]:
        found: dict[frozenset[str], set[str]] = {}
        for course in (*self.rivers, *self.sides):
            for side in course.sides:
                found.setdefault(side.pair, set()).add(course.kind)
        return {pair: frozenset(kinds) for pair, kinds in found.items()}

    @cached_property
    def _joined(self) -> Mapping[frozenset[str], frozenset[str]]:
        found: dict[frozenset[str], set[str]] = {}
        for course in self.ways:
            for one, other in pairwise(course.cells):
                found.setdefault(frozenset((one, other)), set()).add(course.kind)
        return {pair: frozenset(kinds) for pair, kinds in found.items()}


def ground_of(board: GroundedLike) -> Ground | None:
    """The ground of a map; None when nothing is said of it. Raises GroundError."""
    ground, faults = survey(board)
    for fault in faults:
        raise GroundError(f"{'.'.join(str(part) for part in fault.path)}: {fault.message}")
    return ground


def survey(board: GroundedLike) -> tuple[Ground | None, list[Fault]]:
    """The ground as far as it works out, and everything that does not."""
    grid = grid_of(board)
    if grid is None:
        faults = [Fault(("terrain",), "terrain needs a grid")] if board.terrain else []
        return None, faults
    notes = _notes(board)
    if board.terrain is None and not any(kind or level for _, kind, level in notes):
        return None, []
    work = _Survey(grid, board)
    return work.finish(notes), work.faults


def _notes(board: BoardLike) -> list[tuple[str, str, int | None]]:
    """(cell, terrain, level) of the notes beside the grid's own cells."""
    grid = board.grid
    listed: list[tuple[str, object]] = []
    if grid is None or grid.kind == "copy":
        return []
    if grid.kind == "areas":
        listed = [(area.id, area) for area in grid.areas]
    else:
        listed = list(getattr(grid, "hexes" if grid.kind == "hex" else "squares").items())
    return [
        (name, getattr(note, "terrain", ""), getattr(note, "level", None)) for name, note in listed
    ]


@dataclass
class _Survey:
    grid: AnyGrid
    board: GroundedLike
    faults: list[Fault] = field(default_factory=list)

    def finish(self, notes: Sequence[tuple[str, str, int | None]]) -> Ground:
        terrain = self.board.terrain
        kinds: dict[str, str] = {}
        levels: dict[str, int] = {}
        rivers: list[Course] = []
        ways: list[Course] = []
        sides: list[Course] = []
        if terrain is not None:
            self._picture(terrain, kinds)
            self._hexes(terrain, kinds)
            for level, words in terrain.levels.items():
                for cell in self._all(words, ("terrain", "levels", str(level))):
                    levels[cell] = level
            for index, river in enumerate(terrain.rivers):
                rivers.append(self._river(river, ("terrain", "rivers", index)))
            for index, way in enumerate(terrain.ways):
                path: Path = ("terrain", "ways", index)
                ways.append(self._through(way, path, way.bridges))
            for index, edge in enumerate(terrain.sides):
                path = ("terrain", "sides", index)
                found = tuple(self._sides(edge.along, (*path, "along")))
                sides.append(Course(edge.kind, edge.name, found))
        for cell, kind, height in notes:
            if kind:
                kinds[cell] = kind
            if height is not None:
                levels[cell] = height
        usual = terrain.ground if terrain is not None else "clear"
        everywhere = {cell: kinds.get(cell, usual) for cell in self.names}
        return Ground(everywhere, levels, tuple(rivers), tuple(ways), tuple(sides))

    @cached_property
    def names(self) -> tuple[str, ...]:
        return grid_names(self.grid)

    @cached_property
    def known(self) -> frozenset[str]:
        return frozenset(self.names)

    def fault(self, path: Path, message: str, line: int = 0) -> None:
        self.faults.append(Fault(path, message, line))

    # -- cells

    def _hexes(self, terrain: TerrainLike, kinds: dict[str, str]) -> None:
        by_hand: dict[str, str] = {}
        for kind, words in terrain.hexes.items():
            for index, word in enumerate(words):
                for cell in self._range(word, ("terrain", "hexes", kind, index)):
                    other = by_hand.setdefault(cell, kind)
                    if other != kind:
                        self.fault(
                            ("terrain", "hexes", kind, index),
                            f"{cell!r} is {other} already; a cell has one kind (make one of both "
                            f"under kinds:, with look: [{other}, {kind}])",
                        )
        kinds.update(by_hand)

    def _picture(self, terrain: TerrainLike, kinds: dict[str, str]) -> None:
        if not terrain.picture:
            return
        path: Path = ("terrain", "picture")
        if not self.coordinates:
            self.fault(path, "a picture needs a grid of columns and rows")
            return
        at = {place: name for name, place in self.coordinates.items()}
        columns, rows = (max(place[axis] for place in at) + 1 for axis in (0, 1))
        lines = [(n, "".join(line.split())) for n, line in enumerate(terrain.picture.splitlines())]
        lines = [(number, line) for number, line in lines if line]
        if len(lines) != rows:
            self.fault(path, f"the picture has {len(lines)} lines; the grid has {rows} rows")
        for row, (number, line) in enumerate(lines):
            if len(line) != columns:
                self.fault(
                    path, f"{len(line)} letters in this line; the grid has {columns} columns",
                    number + 1,
                )  # fmt: skip
            for column, letter in enumerate(line):
                cell = at.get((column, row))
                kind = terrain.letters.get(letter)
                if kind is None and letter != ".":
                    words = ", ".join(terrain.letters) or "none"
                    self.fault(path, f"no letter {letter!r}; letters: {words}", number + 1)
                    break
                if cell is not None and kind is not None:
                    kinds[cell] = kind

    def _all(self, words: Sequence[str], path: Path) -> Iterator[str]:
        for index, word in enumerate(words):
            yield from self._range(word, (*path, index))

    def _range(self, word: str, path: Path) -> list[str]:
        """The cells a word names, in order from its first to its last."""
        if word in self.known:
            return [word]
        for index, letter in enumerate(word):
            first, last = word[:index].strip(), word[index + 1 :].strip()
            if letter == "-" and first in self.known and last in self.known:
                return self._block(first, last, path)
        lacking = next(
            (part for part in word.split("-") if part.strip() not in self.known), word
        ).strip()
        if word.count("-") != 1:
            lacking = word
        self._unknown(lacking, path)
        return []

    def _unknown(self, word: str, path: Path) -> None:
        where = "this map" if len(self.names) < 3 else f"{self.names[0]} to {self.names[-1]}"
        self.fault(path, f"no hex or place {word!r} on {where}{nearest(word, self.names)}")

    def _block(self, first: str, last: str, path: Path) -> list[str]:
        places = self.coordinates
        if not places:
            self.fault(path, "a range needs a grid of columns and rows; name the areas one by one")
            return []
        (a, b), (c, d) = places[first], places[last]
        at = {place: name for name, place in places.items()}
        across = range(a, c + 1) if a <= c else range(a, c - 1, -1)
        down = range(b, d + 1) if b <= d else range(b, d - 1, -1)
        if len(across) * len(down) > MOST_CELLS:
            self.fault(path, f"more than {MOST_CELLS} cells")
            return []
        return [at[column, row] for column in across for row in down if (column, row) in at]

    @cached_property
    def coordinates(self) -> Mapping[str, tuple[int, int]]:
        """Column and row of every cell from 0; along the two axes of a letter-digit grid."""
        return coordinates_of(self.board)

    # -- hexsides

    def _sides(self, words: Sequence[str], path: Path) -> Iterator[Side]:
        if not words:
            self.fault(path[:-1], "names no hexsides; write along: [0305/0306, 0306 NE SE]")
        drawn: list[Side] = []
        for index, word in enumerate(words):
            here = (*path, index)
            found = list(self._side(word.removeprefix("to ").strip(), here))
            if word.startswith("to ") and found:
                found = self._led(drawn, found, here)
            drawn += found
        yield from drawn

    def _led(self, drawn: Sequence[Side], found: Sequence[Side], path: Path) -> list[Side]:
        """The shortest way along hexsides from the last one drawn to the next, which is in it.

        Of ways equally short the one nearest to the straight line is taken.
        """
        if not drawn:
            self.fault(path, "nothing comes before; begin with the hexside where it rises")
            return []
        last, goal = drawn[-1], found[0]
        starts = [corner_key(end) for end in last.ends]
        if len(drawn) > 1:
            taken = [corner_key(end) for end in drawn[-2].ends]
            starts = [start for start in starts if start not in taken] or starts
        ends = [corner_key(end) for end in goal.ends]
        way = _shortest(self._corners, starts, ends, last.pair)
        if way is None:
            self.fault(path, f"no hexsides lead from {_name(last)} to {_name(goal)}")
            return []
        sides = [self._corners[one][other] for one, other in pairwise(way)]
        return [side for side in sides if side.pair != goal.pair] + list(found)

    @cached_property
    def _corners(self) -> Mapping[tuple[int, int], Mapping[tuple[int, int], Side]]:
        """Every corner of the grid (hundredths of a mm) and the hexsides that meet there."""
        found: dict[tuple[int, int], dict[tuple[int, int], Side]] = {}
        for cell in self.names:
            for towards in self._directions():
                side = self._edge(cell, towards)
                if side is not None:
                    one, other = (corner_key(end) for end in side.ends)
                    found.setdefault(one, {}).setdefault(other, side)
                    found.setdefault(other, {}).setdefault(one, side)
        return found

    def _side(self, word: str, path: Path) -> Iterator[Side]:
        for index, letter in enumerate(word):
            one, other = word[:index].strip(), word[index + 1 :].strip()
            if letter == "/" and one in self.known and other in self.known:
                ends = self._common(one, other)
                if ends is None and self.grid.adjacency.touch(one, other):
                    self.fault(path, f"{one!r} and {other!r} have no two corners in common")
                elif ends is None:
                    self.fault(path, f"{one!r} and {other!r} do not touch{self._near(one)}")
                else:
                    yield Side(one, other, ends)
                return
        cell, *ways = self._parted(word)
        if cell not in self.known:
            parts = [self._undirected(part) for part in word.split("/")]
            self._unknown(next((part for part in parts if part not in self.known), word), path)
            return
        if not ways:
            self.fault(path, f"{word!r} is a whole cell; write {word}/other or {word} NE")
        for towards in ways:
            side = self._edge(cell, towards)
            if side is None:
                accepted = ", ".join(self._directions())
                self.fault(path, f"{cell!r} has no side {towards!r}; accepted: {accepted}")
            else:
                yield side

    def _undirected(self, word: str) -> str:
        """A word without the directions behind it."""
        parts = word.split()
        while len(parts) > 1 and parts[-1] in self._directions():
            parts.pop()
        return " ".join(parts)

    def _parted(self, word: str) -> list[str]:
        """The longest beginning that is a cell, then the words behind it."""
        parts = word.split()
        for count in range(len(parts), 0, -1):
            if " ".join(parts[:count]) in self.known:
                return [" ".join(parts[:count]), *parts[count:]]
        return [word]

    def _near(self, cell: str) -> str:
        near = self.grid.adjacency.neighbours(cell)
        return f"; {cell!r} touches {', '.join(near[:8])}" if near else ""

    def _directions(self) -> Sequence[str]:
        if isinstance(self.grid, HexGrid):
            return list(DIRECTIONS[self.grid.orientation])
        return list(SQUARE_SIDES) if isinstance(self.grid, SquareGrid) else []

    def _edge(self, cell: str, towards: str) -> Side | None:
        if towards not in self._directions():
            return None
        if isinstance(self.grid, HexGrid):
            return Side(cell, self.grid.neighbour(cell, towards), self.grid.edge(cell, towards))
        assert isinstance(self.grid, SquareGrid)
        corners = self.grid.outline(cell)
        index = list(SQUARE_SIDES).index(towards)
        dx, dy = SQUARE_SIDES[towards]
        column, row = self.grid.cells[cell]
        beyond = self._by_place.get((column + dx, row + dy))
        return Side(cell, beyond, (corners[index], corners[(index + 1) % 4]))

    @cached_property
    def _by_place(self) -> Mapping[tuple[int, int], str]:
        return {place: name for name, place in self.coordinates.items()}

    def _common(self, one: str, other: str) -> tuple[Corner, Corner] | None:
        if isinstance(self.grid, HexGrid):
            if self.grid.direction(one, other) is None:
                return None
            return self.grid.side(one, other)
        mine, theirs = self.grid.outline(one), self.grid.outline(other)
        shared = [
            corner
            for corner in mine
            if any(abs(corner[0] - x) + abs(corner[1] - y) < 1e-6 for x, y in theirs)
        ]
        return (shared[0], shared[-1]) if len(shared) >= 2 else None

    # -- courses

    def _river(self, river: RiverLike, path: Path) -> Course:
        if bool(river.along) == bool(river.through):
            self.fault(path, "a river runs either along: hexsides or through: hexes")
            return Course(river.kind, river.name)
        if river.through:
            return self._through(river, path, bridges=True)
        before = len(self.faults)
        sides = list(self._sides(river.along, (*path, "along")))
        if len(self.faults) > before:
            return Course(river.kind, river.name, tuple(sides))  # gaps are told by what made them
        for index, (one, other) in enumerate(pairwise(sides)):
            if not any(_same(a, b) for a in one.ends for b in other.ends):
                words = f"{_name(one)} and {_name(other)}"
                self.fault((*path, "along"), f"the hexsides {words} do not meet (side {index + 2})")
        return Course(river.kind, river.name, tuple(sides))

    def _through(self, course: ThroughLike, path: Path, bridges: bool) -> Course:
        cells: list[str] = []
        before: list[Corner] = []
        after: list[Corner] = []
        inner = (*path, "through")
        if not course.through:
            self.fault(path, "names no hexes; write through: [0101, 0102, 0203]")
        for index, word in enumerate(course.through):
            cell, *ways = self._parted(word)
            if ways and cell in self.known:
                at_end = index == len(course.through) - 1
                side = self._edge(cell, ways[0])
                if side is None or len(ways) > 1 or not (at_end or index == 0):
                    accepted = ", ".join(self._directions())
                    self.fault(
                        (*inner, index),
                        f"{word!r}: only the first and the last hex may say by which side the "
                        f"course leaves; accepted: {accepted}",
                    )
                    continue
                (ax, ay), (bx, by) = side.ends
                (before if index == 0 else after).append(((ax + bx) / 2, (ay + by) / 2))
                steps = [cell]
            else:
                steps = self._steps(word, (*inner, index))
            for step in steps:
                if cells and cells[-1] != step and not self._touch(cells[-1], step):
                    self.fault(
                        (*inner, index),
                        f"{cells[-1]!r} and {step!r} do not touch{self._near(cells[-1])}",
                    )
                if not cells or cells[-1] != step:
                    cells.append(step)
        middles = [self.grid.centre(cell) for cell in cells]
        return Course(
            course.kind, course.name, (), tuple(cells), (*before, *middles, *after), bridges
        )

    def _steps(self, word: str, path: Path) -> list[str]:
        """The cells from the first to the last of a range, the straight way."""
        if word in self.known or not isinstance(self.grid, HexGrid):
            return self._range(word, path)
        for index, letter in enumerate(word):
            first, last = word[:index].strip(), word[index + 1 :].strip()
            if letter == "-" and first in self.known and last in self.known:
                return self.grid.line(first, last)
        return self._range(word, path)

    def _touch(self, one: str, other: str) -> bool:
        if isinstance(self.grid, HexGrid):
            return self.grid.direction(one, other) is not None
        if isinstance(self.grid, SquareGrid):
            (a, b), (c, d) = self.coordinates[one], self.coordinates[other]
            return max(abs(a - c), abs(b - d)) == 1
        return self.grid.adjacency.touch(one, other)


OFF = 0.3819660113
"""No length that a hand writes lies half-way between two points of a lattice moved by this."""


def corner_key(corner: Corner) -> tuple[int, int]:
    """A corner's place on a lattice of about a hundredth of a mm: one for all cells that meet.

    The lattice is moved by :data:`OFF`, for corners are reckoned from each cell and differ in
    their last digits, which must not decide to which side they are rounded.
    """
    return round(corner[0] * 100 + OFF), round(corner[1] * 100 + OFF)


def _shortest(
    graph: Mapping[tuple[int, int], Mapping[tuple[int, int], Side]],
    starts: Sequence[tuple[int, int]],
    ends: Sequence[tuple[int, int]],
    shut: frozenset[str],
) -> list[tuple[int, int]] | None:
    """The corners of a shortest way (Dijkstra), nearest to the straight line; None: no way.

    It never goes back over the ``shut`` side.
    """
    (ax, ay), (bx, by) = starts[0], ends[0]
    span = hypot(bx - ax, by - ay) or 1.0
    queue = [(0.0, start) for start in starts]
    cost = dict.fromkeys(starts, 0.0)
    back: dict[tuple[int, int], tuple[int, int]] = {}
    while queue:
        far, here = heappop(queue)
        if here in ends:
            way = [here]
            while way[-1] in back:
                way.append(back[way[-1]])
            return way[::-1]
        for there, side in graph.get(here, {}).items():
            if side.pair == shut:
                continue
            aside = abs((there[0] - ax) * (by - ay) - (there[1] - ay) * (bx - ax)) / span
            step = far + hypot(there[0] - here[0], there[1] - here[1]) + 0.02 * aside
            if step < cost.get(there, inf) - 1e-9:
                cost[there] = step
                back[there] = here
                heappush(queue, (step, there))
    return None


def _same(one: Corner, other: Corner) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) < 1e-3


def _name(side: Side) -> str:
    return f"{side.cell}/{side.beyond}" if side.beyond else side.cell


def coordinates_of(board: BoardLike) -> Mapping[str, tuple[int, int]]:
    """Column and row of every cell from 0 (of a letter-digit grid: its digit and its letter);
    empty for areas."""
    grid, described = grid_of(board), board.grid
    if isinstance(grid, SquareGrid):
        return grid.cells
    if not isinstance(grid, HexGrid) or described is None or described.kind != "hex":
        return {}
    found = {}
    numbering = described.numbering
    axes = DIRECTIONS[grid.orientation]
    for name, (q, r) in grid.cells.items():
        if numbering.kind == "axial":
            (lq, lr), (dq, dr) = axes[numbering.letter_towards], axes[numbering.digit_towards]
            turn = lq * dr - lr * dq
            found[name] = ((lq * r - lr * q) // turn, (q * dr - r * dq) // turn)
        elif grid.orientation == "flat":
            odd = q & 1
            found[name] = (q, r + (q - odd if described.shifted == "odd" else q + odd) // 2)
        else:
            odd = r & 1
            found[name] = (q + (r - odd if described.shifted == "odd" else r + odd) // 2, r)
    if numbering.kind != "axial":
        return found
    left = min((column for column, _ in found.values()), default=0)
    top = min((row for _, row in found.values()), default=0)
    return {name: (column - left, row - top) for name, (column, row) in found.items()}
