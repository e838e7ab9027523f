"""Where everything lies on a table of Tabletop Simulator: the one place of its arithmetic.

Lengths are the game's units (about an inch); x runs to the right and z away from somebody who sits
at the front, where all boards stand upright. Public boards lie in a row in the middle, private
ones in a row between them and their owners, dice, cups of spare counters and cards with words
beside them, charts in columns to both sides, hands at the seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import cos, radians, sin

from generator.geography.layout import MM_PER_INCH
from generator.light import dataclass
from generator.packaging.scene import Map, Scene
from generator.tabletop_simulator.calibration import Calibration

GAP = 1.0
"""Between things that lie beside each other."""


@dataclass(frozen=True, slots=True)
class Area:
    """An upright rectangle: its centre and its size, in units."""

    x: float
    z: float
    width: float
    depth: float

    @property
    def left(self) -> float:
        return self.x - self.width / 2

    @property
    def right(self) -> float:
        return self.x + self.width / 2

    @property
    def near(self) -> float:
        """The edge towards the front."""
        return self.z - self.depth / 2

    @property
    def far(self) -> float:
        return self.z + self.depth / 2

    def meets(self, other: Area) -> bool:
        """Whether the two share more than an edge."""
        return (
            abs(self.x - other.x) < (self.width + other.width) / 2 - 1e-9
            and abs(self.z - other.z) < (self.depth + other.depth) / 2 - 1e-9
        )


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A board on the table, and the way between its millimetres and the table's units."""

    map: str
    """The id of the map."""
    area: Area
    unit: float
    """Units to a millimetre."""
    across: int
    """Sign of x towards a picture's right, as `Calibration.picture_right`."""
    down: int
    """Sign of z towards a picture's lower edge, as `Calibration.picture_down`."""

    def to_world(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """(x, z) of a point of the board, mm from its top left corner."""
        return (
            self.area.x + self.across * (x_mm * self.unit - self.area.width / 2),
            self.area.z + self.down * (y_mm * self.unit - self.area.depth / 2),
        )

    def from_world(self, x: float, z: float) -> tuple[float, float]:
        """Millimetres from the board's top left corner; beyond its edges they go on."""
        return (
            (self.across * (x - self.area.x) + self.area.width / 2) / self.unit,
            (self.down * (z - self.area.z) + self.area.depth / 2) / self.unit,
        )

    def holds(self, x: float, z: float) -> bool:
        """Whether a point of the table lies on the board."""
        return self.area.left <= x <= self.area.right and self.area.near <= z <= self.area.far


@dataclass(frozen=True, slots=True)
class Hand:
    """The hand zone of a side."""

    side: str
    x: float
    z: float
    rotation: float
    """rotY: the way its owner looks."""


@dataclass(frozen=True)
class Table:
    """The places of what is there before anything is drawn."""

    boards: tuple[BoardPlace, ...]
    hands: tuple[Hand, ...]
    beside: tuple[Area, Area]
    """Room to the left and right of the public boards, as deep as they are."""
    centre: Area
    """All boards and the room beside them."""
    middle: Area
    """That, and the hands in front of and behind it."""

    def board(self, map_id: str) -> BoardPlace:
        """The place of a board; KeyError when there is none."""
        for one in self.boards:
            if one.map == map_id:
                return one
        raise KeyError(map_id)

    def to_world(self, map_id: str, x_mm: float, y_mm: float) -> tuple[float, float]:
        """(x, z) of a point of a board; KeyError when there is no such board."""
        return self.board(map_id).to_world(x_mm, y_mm)

    def from_world(self, x: float, z: float) -> tuple[str, float, float] | None:
        """(map id, x mm, y mm) of a point of the table; None beside all boards."""
        for one in self.boards:
            if one.holds(x, z):
                return one.map, *one.from_world(x, z)
        return None


ROOM = 5.0
"""Width of the room beside the public boards, at least."""

LEAST = 8.0
"""Depth of that room, at least."""


WIDEST = 60.0

Sizes = Sequence[tuple[float, float]]
"""Width and depth of things."""


def lay_out(
    scene: Scene, players: Sequence[str], known: Calibration, beside: Sequence[Sizes] = ()
) -> Table:
    """The table of a scene; ``players`` are the sides that sit at it, in their order.

    ``beside`` are sizes of what is to lie at the left or the right of the public boards: the rooms
    there are wide enough for each of them. Where boards lie does not depend on it.
    """
    unit = known.units_per_inch / MM_PER_INCH
    public = [map_ for map_ in scene.maps if not map_.owners]
    private = [map_ for side in players for map_ in scene.maps if map_.owners[:1] == (side,)]
    private += [map_ for map_ in scene.maps if map_.owners and map_ not in private]
    depth = max([LEAST, *(_room(map_, unit)[1] for map_ in public)])
    first = _row(public, depth / 2, unit)
    second = _row(private, -depth / 2 - GAP, unit)
    half = _reach(first) + GAP
    width = max(_reach(second) - half, _wide_enough(beside, depth))
    far = depth / 2
    near = min([-far, *(area.near for _, area in second)])
    boards = Area(0.0, (far + near) / 2, 2 * (half + width), far - near)
    hands = tuple(_hands(players, boards, known))
    left, right = (Area(sign * (half + width / 2), 0.0, width, depth) for sign in (-1, 1))
    return Table(
        boards=tuple(
            BoardPlace(map_.id, area, unit, known.picture_right, known.picture_down)
            for map_, area in (*first, *second)
        ),
        hands=hands,
        beside=(left, right),
        centre=boards,
        middle=_with_hands(boards, hands, known),
    )


def _wide_enough(beside: Iterable[Sizes], depth: float) -> float:
    """The width of a room of that depth in which things of each of these sizes have room in
    rows."""
    width = ROOM
    for sizes in dict.fromkeys(map(tuple, beside)):
        while width < WIDEST:
            room = Area(0.0, 0.0, width, depth)
            if all(one.near >= room.near - 1e-9 for one in in_rows(sizes, room)):
                break
            width += GAP
    return width


def _row(maps: Sequence[Map], far: float, unit: float) -> list[tuple[Map, Area]]:
    """Maps beside each other, about the middle, their upper edges in a line."""
    rooms = [_room(map_, unit) for map_ in maps]
    left = -(sum(wide for wide, _ in rooms) + GAP * (len(rooms) - 1)) / 2
    found = []
    for map_, (wide, deep) in zip(maps, rooms, strict=True):
        size = map_.width * unit, map_.height * unit
        found.append((map_, Area(left + wide / 2, far - deep / 2, *size)))
        left += wide + GAP
    return found


def _reach(row: Sequence[tuple[Map, Area]]) -> float:
    """How far a row of maps goes from the middle."""
    return max((max(-area.left, area.right) for _, area in row), default=0.0)


def _with_hands(boards: Area, hands: Sequence[Hand], known: Calibration) -> Area:
    """The boards with the hands that lie in front of and behind them."""
    near, far, half = boards.near, boards.far, boards.width / 2
    for hand in hands:
        upright = round((hand.rotation - known.hand_rotation) / 90) % 2 == 0
        deep = known.hand_depth if upright else known.hand_width
        wide = known.hand_width if upright else known.hand_depth
        near, far = min(near, hand.z - deep / 2), max(far, hand.z + deep / 2)
        half = max(half, abs(hand.x) + wide / 2)
    return Area(0.0, (near + far) / 2, 2 * half, far - near)


def _room(map_: Map, unit: float) -> tuple[float, float]:
    """Width and depth of a board with the margin in which pieces may lie."""
    across, down = map_.layout.margin
    return (map_.width + 2 * across) * unit, (map_.height + 2 * down) * unit


def _hands(players: Sequence[str], boards: Area, known: Calibration) -> Iterator[Hand]:
    """The hands around the boards; those of sides that sit at one edge beside each other."""
    angles = [known.seat_angles[n % len(known.seat_angles)] % 360 for n in range(len(players))]
    beside = known.hand_width + GAP
    for number, (side, angle) in enumerate(zip(players, angles, strict=True)):
        mine = [at for at, other in enumerate(angles) if other == angle]
        along = (mine.index(number) - (len(mine) - 1) / 2) * beside
        turned = radians(angle)
        # Clockwise from -z, seen from above: towards -x, then +z, then +x.
        out_x, out_z = -sin(turned), -cos(turned)
        edge = abs(out_x) * boards.width / 2 + abs(out_z) * boards.depth / 2
        reach = edge + known.hand_distance
        yield Hand(
            side,
            out_x * reach - out_z * along,
            boards.z + out_z * reach + out_x * along,
            (known.hand_rotation + angle) % 360,
        )


def in_columns(sizes: Sizes, depth: float) -> list[list[tuple[int, float, float]]]:
    """Things put under each other, column after column: in each column (number, width, depth).

    A thing goes under those of its width while there is room; one deeper than ``depth`` has a
    column of its own.
    """
    columns: list[list[tuple[int, float, float]]] = []
    for number, (wide, deep) in enumerate(sizes):
        for column in columns:
            used = sum(one[2] + GAP for one in column)
            if abs(column[0][1] - wide) < GAP and used + deep <= depth:
                column.append((number, wide, deep))
                break
        else:
            columns.append([(number, wide, deep)])
    return columns


def beside_the_boards(sizes: Sizes, middle: Area) -> list[Area]:
    """Places for things of these sizes (width, depth) in columns to the right and left of the
    boards, in turn, the first nearest to them."""
    places: dict[int, Area] = {}
    edges = {1: middle.right + GAP, -1: middle.right + GAP}
    for number, column in enumerate(in_columns(sizes, max(middle.depth, 12.0))):
        side = 1 if number % 2 == 0 else -1
        width = max(wide for _, wide, _ in column)
        far = middle.far
        for at, wide, deep in column:
            places[at] = Area(side * (edges[side] + width / 2), far - deep / 2, wide, deep)
            far -= deep + GAP
        edges[side] += width + GAP
    return [places[number] for number in range(len(sizes))]


def in_rows(sizes: Sizes, room: Area) -> list[Area]:
    """Places for things of these sizes in rows from a room's far left corner; what finds no place
    in it goes on towards the front."""
    found = []
    left, far, deepest = room.left, room.far, 0.0
    for wide, deep in sizes:
        if left > room.left and left + wide > room.right + 1e-9:
            left, far, deepest = room.left, far - deepest - GAP / 2, 0.0
        found.append(Area(left + wide / 2, far - deep / 2, wide, deep))
        left += wide + GAP / 2
        deepest = max(deepest, deep)
    return found


def tiles_of(pixels: tuple[int, int], limit: int) -> list[tuple[int, int, int, int, int, int]]:
    """A picture in parts of at most ``limit`` pixels a side: (row, column, left, top, right,
    bottom) in pixels, row by row."""
    down, across = -(-pixels[1] // limit), -(-pixels[0] // limit)
    xs = [pixels[0] * at // across for at in range(across + 1)]
    ys = [pixels[1] * at // down for at in range(down + 1)]
    return [
        (row, column, xs[column], ys[row], xs[column + 1], ys[row + 1])
        for row in range(down)
        for column in range(across)
    ]


def header_boards(table: Table) -> list[Mapping[str, int | str]]:
    """The boards as the log's header tells them, in thousandths of a unit."""
    return [
        {
            "id": one.map,
            "x": round(one.area.x * 1000),
            "z": round(one.area.z * 1000),
            "w": round(one.area.width * 1000),
            "h": round(one.area.depth * 1000),
        }
        for one in table.boards
    ]
