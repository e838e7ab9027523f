"""The sight ruler of a game: for each hex, from where and with which facing it is seen.

A module shows it by marks, one for each hex of the map. A mark knows of its hex a row of letters,
one for each hex it may be seen from, and what each letter means: so nothing is worked out while one
plays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations_with_replacement
from math import floor
from string import ascii_letters, digits

from generator.definition.schema import Game
from generator.definition.sighting import sight_of
from generator.geography.grid import DIRECTIONS, Axial, HexGrid, Orientation
from generator.geography.layout import grid_of
from generator.geography.sight import angle
from generator.light import dataclass

NOTHING, SEEN, PERHAPS, FRONT, SIDE, REAR = "123456"
"""What a hex shows: nothing; it is seen whatever stands between; it is seen unless a piece that
hides it stands between; it lies in sight in front, at the side, in the rear."""

_PLAIN = ascii_letters + digits
LETTERS = _PLAIN + "".join(chr(code) for code in range(0x100, 0x180))
"""In which a row is written, the first for what is not seen."""


@dataclass(frozen=True)
class Ruler:
    """Who sees what, as letters."""

    numbers: Mapping[str, int]
    """Each hex -> its number on the ruler, from 1."""
    rows: Mapping[str, str]
    """Each hex -> the letters for what is seen from the hex of each number; 0 stands for none."""
    shown: tuple[str, ...]
    """What the letters mean, in their order: for all that is seen, then for the arcs of a counter
    that faces each direction of the grid."""

    def shows(self, at: str, other: str, facing: int = 0) -> str:
        """What the ruler shows on the other hex for a counter at a hex that faces a direction,
        counted from 1; 0: for all that it sees."""
        return self.shown[facing][LETTERS.index(self.rows[other][self.numbers[at]])]


def step_of(orientation: Orientation, cell: Axial) -> tuple[int, int]:
    """(line, place in it) of a cell: columns of flat hexes, rows of pointy ones; every second one
    lies half a hex further on."""
    q, r = cell
    return (q, r + floor(q / 2)) if orientation == "flat" else (r, q + floor(r / 2))


@dataclass(frozen=True, slots=True)
class Numbering:
    """The numbers of the hexes of a grid on its ruler: line by line, as many for each line."""

    numbers: Mapping[str, int]
    first: int
    """The first line, as `step_of` counts."""
    low: int
    """The first place of a line."""
    places: int
    """Of each line, one more than the longest has: nothing is seen from half a hex at the rim."""

    @property
    def width(self) -> int:
        """How many numbers there are, with 0 and those of no hex."""
        return max(self.numbers.values()) + self.places


def numbering(grid: HexGrid) -> Numbering:
    """The numbers of the hexes of a grid, from 1."""
    steps = {name: step_of(grid.orientation, cell) for name, cell in grid.cells.items()}
    first = min(line for line, _ in steps.values())
    low = min(place for _, place in steps.values())
    places = max(place for _, place in steps.values()) - low + 2
    numbers = {n: 1 + (line - first) * places + at - low for n, (line, at) in steps.items()}
    return Numbering(numbers, first, low, places)


def hex_grid(game: Game) -> HexGrid:
    """The grid over which a game's lines of sight run."""
    assert game.sight is not None
    grid = grid_of(game.map(game.sight.map))
    assert isinstance(grid, HexGrid)
    return grid


def mark_of(name: str) -> str:
    """What the mark of a hex is numbered by."""
    return f"sight/{name}"


def identities(game: Game) -> list[str]:
    """What the marks of a game's ruler and their slots are numbered by."""
    if game.sight is None:
        return []
    marks = [mark_of(name) for name in hex_grid(game).cells]
    return [f"{mark}{role}" for mark in marks for role in ("", "/start")]


def ruler_of(game: Game) -> Ruler:
    """The ruler of a game with lines of sight, from the same function that its rules ask."""
    assert game.sight is not None
    grid, sight = hex_grid(game), sight_of(game)
    known = numbering(grid)
    numbers = known.numbers
    everywhere = frozenset(grid.cells)
    arcs = _arcs(game, grid)
    letters: dict[tuple[bool, str], str] = {}
    rows = {name: [LETTERS[0]] * known.width for name in grid.cells}
    for one, other in combinations_with_replacement(grid.cells, 2):
        if not sight.clear(one, other):
            continue
        sure = sight.clear(one, other, everywhere)
        for here, there in dict.fromkeys(((one, other), (other, one))):
            meant = sure, arcs(here, there)
            letter = letters.setdefault(meant, LETTERS[1 + len(letters)])
            rows[there][numbers[here]] = letter
    return Ruler(
        numbers,
        {name: "".join(row) for name, row in rows.items()},
        (
            NOTHING + "".join(SEEN if sure else PERHAPS for sure, _ in letters),
            *(
                NOTHING + "".join(arc[number] for _, arc in letters)
                for number in range(len(DIRECTIONS[grid.orientation]))
            ),
        ),
    )


def _arcs(game: Game, grid: HexGrid) -> Callable[[str, str], str]:
    """Tells in which arc another hex lies, for each facing in turn: the same wherever they lie."""
    assert game.sight is not None
    front, rear = game.number(game.sight.front), game.number(game.sight.rear)
    known: dict[Axial, str] = {}

    def arc(off: float) -> str:
        return FRONT if off <= front else REAR if off >= rear else SIDE

    def arcs(one: str, other: str) -> str:
        (q, r), (oq, orow) = grid.cells[one], grid.cells[other]
        apart = oq - q, orow - r
        if apart not in known:
            ways = DIRECTIONS[grid.orientation]
            known[apart] = "".join(arc(angle(grid, one, way, other)) for way in ways)
        return known[apart]

    return arcs
