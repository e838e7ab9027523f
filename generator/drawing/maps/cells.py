"""The grid of a board: sides, ids, and the features that lie on its places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil, hypot
from typing import TYPE_CHECKING

from generator.drawing.colours import mix
from generator.drawing.fitting import FLOOR, wrap
from generator.drawing.maps.board import Board, corners_of
from generator.drawing.sheet import Anchor, Point, number, path_of
from generator.drawing.themes import Ground
from generator.drawing.typefaces import measures
from generator.geography.grid import HexGrid
from generator.geography.ground import coordinates_of
from generator.geography.layout import Place, grid_names
from generator.geography.squares import SquareGrid

if TYPE_CHECKING:
    from generator.definition.chartwork import Compass
    from generator.definition.schema import Feature
    from generator.definition.terrain import GridStyle
    from generator.drawing.maps.dots import Circle


def draw_sides(board: Board) -> None:
    """Every side of every cell once, over a pale line that lifts it off coast and depth bands."""
    cells = _cells(board)
    if not cells:
        return
    board.sides = sides_of(cells)
    shown = board.sides
    if board.map.grid_style.lines == "off":
        return
    if board.map.grid_style.lines == "corners":
        shown = [half for side in board.sides for half in _ends(*side)]
    data = "".join(path_of(side, closed=False) for side in shown)
    sheet = board.sheet
    plain = board.map.style == "log"
    _draw_parts(board, cells)
    if not plain:
        wide, pale = (1.0, 0.5) if board.land is None else (0.5, 0.32)
        sheet.path(data, stroke="surf", stroke_width=wide, stroke_linecap="round", opacity=pale)
    sheet.path(
        data,
        stroke="log_ink" if plain else "hex",
        stroke_width=0.2 if plain else 0.28,
        stroke_linecap="round",
    )
    if isinstance(board.grid, SquareGrid) and not plain:
        # A side that only one square has is a side of the whole.
        counted = Counter(_key(side) for place in cells for side in _around(place))
        board.rim = [side for side in board.sides if counted[_key(side)] == 1]
        rim = "".join(path_of(side, closed=False) for side in board.rim)
        sheet.path(rim, stroke="hex", stroke_width=0.6, stroke_linecap="square")
    if isinstance(board.grid, HexGrid):
        rings = board.grid.border()
        board.rim = [side for ring in rings for side in zip(ring, ring[1:] + ring[:1], strict=True)]
        rim = "".join(path_of(ring) for ring in rings)
        sheet.path(
            rim,
            stroke="log_ink" if plain else "hex",
            stroke_width=0.4 if plain else 0.6,
            stroke_linejoin="round",
        )


def _draw_parts(board: Board, cells: list[Place]) -> None:
    """The finer net within upright cells, such as the squares of a great square: every third line
    a little stronger."""
    parts = board.map.grid_style.divided
    fine, strong = "", ""
    for place in cells if parts > 1 else ():
        xs, ys = [x for x, _ in place.outline], [y for _, y in place.outline]
        left, top, wide, high = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
        for k in range(1, parts):
            across, down = number(left + wide * k / parts), number(top + high * k / parts)
            lines = f"M{across} {number(top)}v{number(high)}M{number(left)} {down}h{number(wide)}"
            third = parts % 3 == 0 and k % (parts // 3) == 0
            fine, strong = (fine, strong + lines) if third else (fine + lines, strong)
    for data, width, opacity in ((fine, 0.09, 0.4), (strong, 0.14, 0.6)):
        if data:
            board.sheet.path(data, stroke="hair", stroke_width=width, opacity=opacity)


def _ends(start: Point, end: Point) -> tuple[tuple[Point, Point], tuple[Point, Point]]:
    """The two ends of a side, a fifth of it each."""
    (ax, ay), (bx, by) = start, end
    dx, dy = (bx - ax) * 0.2, (by - ay) * 0.2
    return ((ax, ay), (ax + dx, ay + dy)), ((bx, by), (bx - dx, by - dy))


def sides_of(cells: list[Place]) -> list[tuple[Point, Point]]:
    """Every side of the cells, each once."""
    sides: dict[frozenset[tuple[int, int]], tuple[Point, Point]] = {}
    for place in cells:
        for side in _around(place):
            sides.setdefault(_key(side), side)
    return list(sides.values())


def _around(place: Place) -> Iterator[tuple[Point, Point]]:
    """The sides of a cell, in order."""
    return zip(place.outline, (*place.outline[1:], *place.outline[:1]), strict=True)


def _key(side: tuple[Point, Point]) -> frozenset[tuple[int, int]]:
    """A side, whichever of its two cells it is seen from."""
    return frozenset(map(_point_key, side))


def _cells(board: Board) -> list[Place]:
    """The cells of the board's own grid; an inset draws its own."""
    if board.grid is None:
        return []
    return [board.layout.places[name] for name in grid_names(board.grid)]


def _spread(place: Place) -> float:
    """Half the height of a cell, mm."""
    ys = [y for _, y in place.outline]
    return (max(ys) - min(ys)) / 2 if ys else 10.0


OVER_A_COUNTER = 9.8
"""From the middle of a counter of 16 mm to the baseline of a name above it, mm."""


def id_corner(place: Place, style: GridStyle | None = None) -> tuple[Point, Anchor, float]:
    """Where a cell's id stands (its baseline's point), how it is anchored, its type size in mm.

    Without a style that says otherwise: the upper left corner of a cell with a flat top, under the
    top of a pointed one, over the counter's place in an area: clear of the sides and of a counter
    in the middle.
    """
    given = style.id_size if style is not None else None
    if place.kind == "area" and (style is None or style.ids in ("corner", "off")):
        return (place.x, place.y - OVER_A_COUNTER), "middle", given or 3.4
    half = _spread(place)
    size = given or min(3.4, max(1.8, half * 0.15))
    top = min(y for _, y in place.outline)
    upper = [x for x, y in place.outline if y < top + half * 0.2]
    pointed = len(upper) == 1
    inset = half * (0.2 if pointed else 0.09)
    above, below = top + inset + size * 0.9, 2 * place.y - top - inset
    where = style.ids if style is not None else "corner"
    if where == "centre":
        return (place.x, place.y + size * 0.34), "middle", size
    if where == "bottom":
        return (place.x, below - size * 0.2), "middle", size
    if where == "top" or pointed:
        shift = {"nw": -0.3, "ne": 0.3}.get(where, 0.0) * half if pointed else 0.0
        lower = abs(shift) * 0.75
        return (place.x + shift, above + lower), "middle", size
    if where == "ne":
        return (max(upper) - half * 0.07, above), "end", size
    return (min(upper) + half * 0.07, above), "start", size


def written_ids(board: Board) -> Iterator[tuple[str, Point, Anchor, float]]:
    """Every id that is written: its words, the point of its baseline, anchor and size (mm).

    Where the mark of a port or town would lie on an id, the id moves aside within its cell.
    """
    from generator.drawing.maps.dots import marks_of

    style = board.map.grid_style
    if style.ids == "off":
        return
    lines = coordinates_of(board.map) if style.every > 1 else {}
    marks = marks_of(board)
    for place in _cells(board):
        if place.id in board.lost:
            continue
        if all((line + 1) % style.every == 0 for line in lines.get(place.id, ())):
            spot, anchor, size = id_corner(place, style)
            if place.id not in board.ids:
                board.ids[place.id] = _aside(board, place, (spot, anchor, size), marks)
            yield place.id, board.ids[place.id], anchor, size


def id_box(
    board: Board, words: str, spot: Point, anchor: Anchor, size: float, air: float = 0.0
) -> tuple[float, float, float, float]:
    """Left, top, right and foot of an id (mm) with ``air`` round it."""
    table = measures(board.sheet.theme.face("id"))
    wide = table.width(words) * size * 0.9
    left = spot[0] - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    top = spot[1] - table.cap_height * size
    return left - air, top - air, left + wide + air, spot[1] + air


_ID_AIR = 0.2
"""What an id that moves aside keeps from marks and from the sides of its cell, mm."""

_ID_STEP = 0.25
"""How closely its cell is searched for a free place, mm."""


def _aside(
    board: Board, place: Place, written: tuple[Point, Anchor, float], marks: Sequence[Circle]
) -> Point:
    """The point of an id's baseline: its usual one, or the nearest in its cell off all marks.

    It stays where it is, with a note, when its cell has no such place.
    """
    (x, y), anchor, size = written

    def clear(box: tuple[float, float, float, float]) -> bool:
        left, top, right, foot = box
        return all(_apart((left, top, right, foot), mark) for mark in marks)

    left, top, right, foot = id_box(board, place.id, (x, y), anchor, size)
    if clear((left, top, right, foot)):
        return x, y
    from shapely.geometry import Polygon, box

    cell, air = Polygon(place.outline), _ID_AIR
    west, north, east, south = cell.bounds
    steps = sorted(
        (
            (column * _ID_STEP, row * _ID_STEP)
            for column in range(ceil((west - left) / _ID_STEP), int((east - right) / _ID_STEP) + 1)
            for row in range(ceil((north - top) / _ID_STEP), int((south - foot) / _ID_STEP) + 1)
        ),
        key=lambda step: (hypot(*step), step),
    )
    for over, down in steps:
        grown = left + over - air, top + down - air, right + over + air, foot + down + air
        upright = (grown[0], grown[1], grown[2] - grown[0], grown[3] - grown[1])
        if clear(grown) and cell.contains(box(*grown)) and board.free(corners_of(upright)):
            return x + over, y + down
    board.sheet.notes.append(f"a port or town lies on the id {place.id!r}: no free place for it")
    return x, y


def draw_dots(board: Board) -> None:
    """A small mark in the middle of every cell, where a line of sight begins and ends."""
    if not board.map.grid_style.dots:
        return
    arm = 0.55
    data = "".join(
        f"M{number(place.x - arm)} {number(place.y)}h{2 * arm:g}"
        f"M{number(place.x)} {number(place.y - arm)}v{2 * arm:g}"
        for place in _cells(board)
    )
    board.sheet.path(data, stroke="surf", stroke_width=0.42, opacity=0.7)
    board.sheet.path(data, stroke="hex", stroke_width=0.16)


def draw_ids(board: Board) -> None:
    """The ids, in the same corner of every cell, but for those that a mark would cover."""
    for words, (x, y), anchor, size in written_ids(board):
        inner = {"start": 0.5, "middle": 0.0, "end": -0.5}[anchor] * size
        board.sheet.text(
            x,
            y,
            words,
            "id",
            size,
            colour="hex_id",
            on=board.ground(x + inner, y - size * 0.3),
            anchor=anchor,
            halo=0.35,
            stretch=0.9,
        )


def draw_tints(board: Board) -> None:
    """Features that colour their cells: a wash and a broken line inside the sides of each, or
    round all of them together."""
    for feature in board.map.features:
        if feature.draw not in ("tint", "area"):
            continue
        colour = feature.colour or "closed"
        places = [board.layout.places[name] for name in feature.hexes]
        for data in _shapes_of(places, together=feature.draw == "area"):
            board.sheet.path(data, fill=colour, fill_opacity=0.06)
            board.sheet.path(
                data,
                stroke=colour,
                stroke_width=0.42,
                stroke_dasharray="2.0 1.4",
                stroke_linejoin="round",
                opacity=0.6,
            )


_INSIDE = 0.5
"""How far inside its cells the line round an area runs, mm."""


def _shapes_of(places: Sequence[Place], together: bool) -> list[str]:
    """The shape of every cell, or one of all that touch, a little within their sides."""
    if not together:
        return [path_of(_inset(place, 0.955)) for place in places]
    from shapely import set_precision
    from shapely.geometry import Polygon
    from shapely.ops import unary_union

    # On a fine net, the corners of neighbours are the same points.
    cells = [set_precision(Polygon(place.outline), 0.01) for place in places]
    whole = unary_union(cells).buffer(-_INSIDE, join_style="mitre")
    return [
        "".join(path_of(ring.coords[:-1]) for ring in (part.exterior, *part.interiors))
        for part in getattr(whole, "geoms", [whole])
    ]


def draw_features(board: Board) -> None:
    """Exits along their sides, symbols in the foot of their cells with the names they carry."""
    standing: dict[str, list[Feature]] = {}
    for feature in board.map.features:
        if feature.draw == "edge":
            for name in feature.hexes:
                _draw_exit(board, feature, name)
        elif feature.draw == "symbol" and feature.symbol:
            for name in feature.hexes:
                standing.setdefault(name, []).append(feature)
        elif feature.draw == "flag":
            for name in feature.hexes:
                _draw_flag(board, feature, board.layout.places[name])
    for name, features in standing.items():
        _draw_symbols(board, board.layout.places[name], features)


def _draw_flag(board: Board, feature: Feature, place: Place) -> None:
    """The flag of a place, in its middle: a number on the fly, a word on the hoist."""
    half = _spread(place)
    high = min(6.0, half * 0.66)
    left, top = place.x - high * 0.95, place.y - high * 0.55
    # A flag keeps off the dots of ports: it stands lower, or higher, in the same cell.
    dots = [board.chart.to_board(port.lon, port.lat) for port in board.map.ports if board.chart]
    for down in (0.0, 0.34, 0.5, 0.62, -0.45):
        y = top + down * half
        if not any(
            left - 1.4 < px < left + high * 2.1 and y - 1.6 < py < y + high * 1.3 for px, py in dots
        ):
            top = y
            break
    hoist, flag = feature.hoists.get(place.id, ""), feature.flags.get(place.id, "")
    right = draw_flag(board, (left, top), high, hoist, flag)
    board.take(corners_of((left - 0.4, top - 0.6, right - left + 0.4, high * 1.6)))


def draw_flag(board: Board, top: Point, high: float, hoist: str, words: str) -> float:
    """A swallow-tailed house flag on its staff, whose truck is at ``top``; how far right it flies
    (mm of the board)."""
    sheet, (x, y) = board.sheet, top
    wide = high * (0.72 if hoist else 0.18)
    fly = x + wide + high * 1.05
    foot, notch = y + high, high * 0.3
    sheet.path(
        f"M{number(x)} {number(y)}H{number(fly + notch)}L{number(fly)} {number(y + high / 2)}"
        f"L{number(fly + notch)} {number(foot)}H{number(x)}Z",
        fill="panel",
        stroke="frame",
        stroke_width=0.2,
        stroke_linejoin="round",
    )
    sheet.rect(x, y, wide, high, fill="signal")
    sheet.line(
        x, y - high * 0.16, x, foot + high * 0.5,
        stroke="frame", stroke_width=0.36, stroke_linecap="round",
    )  # fmt: skip
    size = high * 0.74
    for said, middle, room, on, ink, big in (
        (hoist, x + wide / 2, wide - 0.2, "signal", "panel", max(FLOOR, size * 0.72)),
        (words, (x + wide + fly) / 2 + 0.1, fly - x - wide - 0.3, "panel", "ink", size),
    ):
        if said:
            sheet.text(
                middle, y + high / 2 + big * 0.35, said, "number", big,
                colour=ink, on=on, anchor="middle", room=room,
            )  # fmt: skip
    return fly + notch


def draw_closed(board: Board) -> None:
    """Sides that may not be crossed: a heavy bar, with the ends of a barrier."""
    grid = board.grid
    if board.map.grid is None or not isinstance(grid, HexGrid):
        return
    for passage in getattr(board.map.grid, "closed", ()):
        one, other = (set(map(_point_key, board.layout.places[n].outline)) for n in passage.between)
        shared = [
            point
            for point in board.layout.places[passage.between[0]].outline
            if _point_key(point) in one & other
        ]
        if len(shared) != 2:
            continue
        (ax, ay), (bx, by) = shared
        length = hypot(bx - ax, by - ay)
        nx, ny = -(by - ay) / length * 1.3, (bx - ax) / length * 1.3
        bar = path_of(shared, closed=False)
        board.sheet.path(bar, stroke="surf", stroke_width=2.2, stroke_linecap="round", opacity=0.8)
        board.sheet.path(bar, stroke="closed", stroke_width=1.3, stroke_linecap="butt")
        ends = "".join(
            path_of(((x - nx, y - ny), (x + nx, y + ny)), closed=False) for x, y in shared
        )
        board.sheet.path(ends, stroke="closed", stroke_width=0.6, stroke_linecap="round")
        board.take(_strip((ax, ay), (bx, by), 1.4))


def _point_key(point: Point) -> tuple[int, int]:
    """A corner, whichever cell it is seen from (0.01 mm)."""
    return round(point[0] * 100), round(point[1] * 100)


def _inset(place: Place, share: float) -> list[Point]:
    return [
        (place.x + (x - place.x) * share, place.y + (y - place.y) * share) for x, y in place.outline
    ]


def _edge(board: Board, place: Place, towards: Compass) -> tuple[Point, Point] | None:
    """A side of a cell; of an upright one, only where no other cell lies beyond it."""
    if isinstance(board.grid, HexGrid):
        return board.grid.edge(place.id, towards)
    xs, ys = [x for x, _ in place.outline], [y for _, y in place.outline]
    left, top, right, foot = min(xs), min(ys), max(xs), max(ys)
    sides = {
        "N": ((left, top), (right, top), (place.x, top - 1)),
        "E": ((right, top), (right, foot), (right + 1, place.y)),
        "S": ((left, foot), (right, foot), (place.x, foot + 1)),
        "W": ((left, top), (left, foot), (left - 1, place.y)),
    }
    if board.grid is None or towards not in sides:
        return None
    start, end, beyond = sides[towards]
    return (start, end) if board.grid.at(*beyond) is None else None


def _draw_exit(board: Board, feature: Feature, name: str) -> None:
    place = board.layout.places[name]
    for side in [_edge(board, place, towards) for towards in feature.edges]:
        if side is None:
            continue
        (ax, ay), (bx, by) = side
        board.sheet.path(
            path_of(((ax, ay), (bx, by)), closed=False),
            stroke="exit",
            stroke_width=1.1,
            stroke_linecap="round",
        )
        length = hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / length, (by - ay) / length
        nx, ny = uy, -ux
        mx, my = (ax + bx) / 2, (ay + by) / 2
        if (mx - place.x) * nx + (my - place.y) * ny < 0:
            nx, ny = -nx, -ny
        # The arrow stands on the inner side: what lies outside may be a box.
        board.sheet.path(
            arrow((mx - nx * 7.0, my - ny * 7.0), (mx - nx * 1.0, my - ny * 1.0)), fill="exit"
        )
        board.take(_strip((mx - nx * 8.0, my - ny * 8.0), (mx, my), 2.2))
        board.take(_strip((ax, ay), (bx, by), 0.9))


def arrow(foot: Point, tip: Point) -> str:
    """Path data of an arrow of the charts: a slim shaft, a head a little under half its length."""
    length = hypot(tip[0] - foot[0], tip[1] - foot[1])
    ux, uy = (tip[0] - foot[0]) / length, (tip[1] - foot[1]) / length
    shape = (
        (0, 0.07),
        (0.56, 0.07),
        (0.56, 0.24),
        (1, 0),
        (0.56, -0.24),
        (0.56, -0.07),
        (0, -0.07),
    )
    return path_of(
        [
            (
                foot[0] + length * (along * ux - aside * uy),
                foot[1] + length * (along * uy + aside * ux),
            )
            for along, aside in shape
        ]
    )


def _strip(start: Point, end: Point, half: float) -> tuple[Point, Point, Point, Point]:
    length = hypot(end[0] - start[0], end[1] - start[1])
    dx, dy = -(end[1] - start[1]) / length * half, (end[0] - start[0]) / length * half
    return (
        (start[0] + dx, start[1] + dy),
        (end[0] + dx, end[1] + dy),
        (end[0] - dx, end[1] - dy),
        (start[0] - dx, start[1] - dy),
    )


def _off_the_dots(
    board: Board, across: Sequence[float], foot: float, wide: float, words: float, half: float
) -> float:
    """How far discs that stand on ``foot``, and ``words`` so high below them, move so that they
    cover no dot of a port, mm down."""
    from generator.drawing.maps.dots import marks_of

    marks = marks_of(board)
    for share in (0.0, 0.06, -0.15, -0.3, -0.45, -0.6, -0.75):
        down = foot + share * half
        boxes = [(x - wide / 2, down - wide, x + wide / 2, down + words) for x in across]
        if all(_apart(box, mark) for box in boxes for mark in marks):
            return share * half
    return 0.0


def _apart(box: tuple[float, float, float, float], mark: Circle) -> bool:
    """Whether a box keeps clear of a dot."""
    (left, top, right, foot), (x, y, radius) = box, mark
    return hypot(x - min(max(x, left), right), y - min(max(y, top), foot)) >= radius


_DISC = 1.5
"""How much higher a disc is than a symbol that stands without one."""


def draw_on_disc(board: Board, feature: Feature, box: tuple[float, float, float, float]) -> None:
    """A feature's symbol on a disc of the feature's colour, as large as a box allows (mm)."""
    x, y, width, high = box
    sheet, ground = board.sheet, board.sheet.theme.ground(feature.colour)
    radius = min(width, high) / 2
    cx, cy = x + width / 2, y + high / 2
    sheet.circle(cx, cy, radius, fill=ground.fill, stroke=ground.ink, stroke_width=0.16)
    inner = radius * 1.34
    sheet.symbol(feature.symbol, cx - inner / 2, cy - inner / 2, inner, inner, ground)


def chord(place: Place, y: float) -> float:
    """The width of a cell's outline at a height of the board, mm; 0 outside it."""
    crossings = []
    for index, (x1, y1) in enumerate(place.outline):
        x2, y2 = place.outline[(index + 1) % len(place.outline)]
        if (y1 > y) != (y2 > y):
            crossings.append(x1 + (x2 - x1) * (y - y1) / (y2 - y1))
    return max(crossings) - min(crossings) if crossings else 0.0


def _draw_symbols(board: Board, place: Place, features: list[Feature]) -> None:
    """Symbols side by side in the foot of a cell, each over the words it carries there."""
    sheet, theme = board.sheet, board.sheet.theme
    half = _spread(place)
    size = max(1.9, half * 0.1)
    cut = theme.face("note")
    room = chord(place, place.y + half * 0.8) - 3.0
    notes = [
        wrap(feature.notes.get(place.id, ""), cut, size, room / len(features))
        for feature in features
    ]
    lines = max(len(note) for note in notes if note) if any(map(any, notes)) else 0
    foot = place.y + half * (0.78 if not lines else 0.9) - lines * size * 1.08
    high, wide = half * 0.34, half * 0.62
    if all(feature.colour is not None for feature in features):
        across = [
            place.x + (index - (len(features) - 1) / 2) * room / len(features)
            for index in range(len(features))
        ]
        below = lines * size * 1.15
        foot += _off_the_dots(board, across, foot, min(wide, high * _DISC), below, half)
    for index, feature in enumerate(features):
        on = theme.colour(board.ground(place.x, foot - high / 2))
        ink = theme.colour("hex_id")
        ground = Ground(on, ink, mix(ink, on, 0.45), theme.colour("signal"), on)
        share = room / len(features)
        centre = place.x + (index - (len(features) - 1) / 2) * share
        width = min(wide, share)
        box = centre - width / 2, foot - high, width, high
        if feature.colour is not None:
            box = centre - width / 2, foot - high * _DISC, width, high * _DISC
            draw_on_disc(board, feature, box)
        else:
            sheet.symbol(feature.symbol, *box, ground, align="foot")
        board.take(corners_of(box))
        for row, words in enumerate(notes[index] if any(notes[index]) else []):
            baseline = foot + size * (1.05 + 1.08 * row)
            sheet.text(
                centre,
                baseline,
                words,
                "note",
                size,
                colour="hex_id",
                on=board.ground(centre, baseline),
                anchor="middle",
                room=min(share, chord(place, baseline) - 2.0),
                halo=0.35,
            )
