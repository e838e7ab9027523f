"""Names on a chart: those that stand where they are put, and all the others, which look for room.

Names of seas run along their water behind the grid. Rivers, ranges, regions, lines, towns and
ports find their places together, at the very end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import cos, radians, sin
from typing import TYPE_CHECKING

from generator.drawing.checks import overlapping
from generator.drawing.colours import mix
from generator.drawing.maps import along, curves, dots
from generator.drawing.maps.board import Board, corners_of
from generator.drawing.maps.lines import Drawn
from generator.drawing.maps.placing import Name, Spot, crowded, settle
from generator.drawing.sheet import Point, number
from generator.drawing.typefaces import measures
from generator.light import dataclass

if TYPE_CHECKING:
    from generator.definition.schema import Label

SAGITTA = 0.035
"""How far a sea's name bows, in parts of its length: water is never ruled."""

FREE = ("region", "river", "range", "lake")
"""Styles of labels that look for room themselves."""


@dataclass(frozen=True, slots=True)
class _Hand:
    """How a kind of name is written: type in mm, space between letters in parts of it."""

    role: str
    size: float
    tracking: float
    colour: str


_HANDS = {
    "region": _Hand("land", 3.6, 0.25, "land_name"),
    "range": _Hand("land", 2.6, 0.3, "land_name"),
    "river": _Hand("sea", 2.2, 0.06, "sea_name"),
    "lake": _Hand("sea", 2.2, 0.04, "sea_name"),
    "line": _Hand("note", 2.4, 0.08, "ink"),
}

_NEAR = 6.0
"""A river farther than this from its name's point is another river, mm."""

_WIDEST = 1.1
"""The most a range's name is spread along its curve, in parts of its type."""


def draw_names(board: Board) -> None:
    """Names of seas and lands, notes and titles; those of seas run in a gentle bow, or along a
    curve of their own."""
    for index, label in enumerate(board.map.labels):
        if label.style in FREE:
            continue
        if label.along:
            _on_curve(board, label)
            continue
        spot = board.point(label)
        if spot is None:
            board.sheet.notes.append(f"the label {label.text!r} has no place on the map")
        elif label.style == "sea":
            _sea(board, label, *spot, f"sea-{index}")
        else:
            _plain(board, label, *spot)
    _note_covered(board)


def _note_covered(board: Board) -> None:
    """Notes every name that stands where it was put and has a panel upon it."""
    map_ = board.map
    panels = [piece for piece in map_.furniture if piece.kind in ("title", "legend", "note")]
    covers = [
        corners_of((p.x, p.y, p.width, p.height))
        for p in (*panels, *map_.boxes, *map_.tracks, *map_.insets)
    ]
    put = {label.text for label in map_.labels if label.style not in FREE}
    for label in board.sheet.labels:
        if label.text in put and any(
            overlapping(outline, cover) for outline in label.outlines for cover in covers
        ):
            board.sheet.notes.append(f"the name {label.text!r} runs under a panel")


def _on_curve(board: Board, label: Label) -> None:
    """A name that stands in the middle of its own curve."""
    curve = _curve(board, label)
    if curves.length_of(curve) == 0.0:
        board.sheet.notes.append(f"the label {label.text!r} has no curve to stand on")
        return
    role, colour = _role(label)
    size = label.size or 8.0
    tracking = label.spacing or 0.0
    whole = curves.upright(curves.through(curve))
    room = label.width or curves.length_of(whole)
    width = along.width_of(board, label.text, role, size, tracking)
    if width > room:
        size, width = size * room / width, room
    middle = curves.part(whole, (curves.length_of(whole) - width) / 2, width)
    cap = measures(board.sheet.theme.face(role)).cap_height * size
    along.write_along(
        board,
        curves.aside(middle, -cap / 2),
        label.text,
        role,
        size,
        colour=colour,
        tracking=tracking,
    )


def _curve(board: Board, label: Label) -> list[Point]:
    points = [board.point(point) for point in label.along]
    return [point for point in points if point is not None]


def _sea(board: Board, label: Label, x: float, y: float, name: str) -> None:
    size = label.size or 8.0
    tracking = label.spacing or 0.0
    theme = board.sheet.theme
    table = measures(theme.face("sea"))
    words = label.text
    length = along.width_of(board, words, "sea", size, tracking)
    if label.width is not None and length > label.width:
        size *= label.width / length
        length = label.width
    turn = radians(label.angle)

    def placed(over: float, down: float) -> Point:
        return x + over * cos(turn) - down * sin(turn), y + over * sin(turn) + down * cos(turn)

    half, bow = length / 2 + size, length * SAGITTA
    # A quadratic curve rises half as far as its control point.
    start, control, end = placed(-half, bow / 2), placed(0, -1.5 * bow), placed(half, bow / 2)
    data = (
        f"M{number(start[0])} {number(start[1])}"
        f"Q{number(control[0])} {number(control[1])} {number(end[0])} {number(end[1])}"
    )
    top, low = -bow / 2 - table.cap_height * size, bow / 2
    corners = (
        placed(-length / 2, top),
        placed(length / 2, top),
        placed(length / 2, low),
        placed(-length / 2, low),
    )
    board.sheet.text_along(
        name,
        data,
        words,
        "sea",
        size,
        corners,
        colour="sea_name",
        on=board.ground(x, y),
        tracking=tracking,
    )


def _role(label: Label) -> tuple[str, str]:
    """The kind of writing of a label that stands where it is put, and its colour."""
    role = {"sea": "sea", "land": "land", "title": "title", "exit": "label"}.get(
        label.style, "note"
    )
    colour = {"sea": "sea_name", "land": "land_name", "exit": "exit"}.get(label.style, "ink")
    return role, colour


def _plain(board: Board, label: Label, x: float, y: float) -> None:
    role, colour = _role(label)
    board.sheet.text(
        x,
        y,
        label.text,
        role,
        label.size or 3.0,
        colour=colour,
        on=board.ground(x, y),
        anchor="middle",
        angle=label.angle,
        tracking=label.spacing or 0.0,
        room=label.width,
    )


def draw_free_names(board: Board, lines: Sequence[Drawn]) -> None:
    """Ports and towns with their dots, and every name that looks for room: all settle together.

    Names that find no free place are noted.
    """
    spotted = dots.dots_of(board)
    dots.take(board, spotted)
    curved = [
        *(_of_label(board, label) for label in board.map.labels if label.style in FREE),
        *(_of_course(board, name, course) for name, course in _courses(board)),
        *(_of_line(board, line) for line in lines if line.name),
    ]
    written = [one for one in curved if one is not None and one.name.spots]
    names = [dots.name_of(board, dot, spotted) for dot in spotted]
    everything = [*names, *(one.name for one in written)]
    settle(everything)
    board.sheet.notes += [
        f"no free place was found for the name {name.text[:60]!r}" for name in crowded(everything)
    ]
    dots.note_strays(board, spotted, names)
    for one in written:
        one.write(board)
    for dot, name in zip(spotted, names, strict=True):
        dots.draw_dot(board, dot)
        dots.write(board, dot, name)


@dataclass(frozen=True, slots=True)
class _Free:
    """A name that looks for room, and the hand it is written in."""

    name: Name
    hand: _Hand
    angle: float = 0.0

    def write(self, board: Board) -> None:
        spot, hand = self.name.spot, self.hand
        if spot.baseline:
            along.write_along(
                board,
                spot.baseline,
                self.name.text,
                hand.role,
                hand.size,
                colour=hand.colour,
                tracking=hand.tracking,
                halo=0.45,
            )
            return
        ground = board.ground_under(spot.outlines[0])
        board.sheet.text(
            *spot.at,
            self.name.text,
            hand.role,
            hand.size,
            colour=board.legible(hand.colour, ground),
            on=ground,
            anchor="middle",
            angle=self.angle,
            tracking=hand.tracking,
            halo=0.45,
        )


def _of_label(board: Board, label: Label) -> _Free | None:
    usual = _HANDS[label.style]
    size = label.size or usual.size
    tracking = usual.tracking if label.spacing is None else label.spacing
    curve: Sequence[Point] = _curve(board, label)
    if label.style == "river" and not curve:
        curve = _river(board, label)
        if not curve:
            board.sheet.notes.append(f"no river lies where the name {label.text!r} is put")
    if not curve:
        hand = _Hand(usual.role, size, tracking, usual.colour)
        return _at_a_point(board, label, hand)
    if label.style != "river":
        curve = curves.through(curve)
        if label.spacing is None:
            tracking = _spread(board, label.text, usual.role, size, curves.length_of(curve))
    hand = _Hand(usual.role, size, tracking, usual.colour)
    spots = along.spots_along(
        board,
        curve,
        label.text,
        hand.role,
        size,
        tracking,
        beside=label.style == "river",
        wished=board.point(label) if label.style == "river" else None,
    )
    return _Free(Name(label.text, size, spots), hand)


def _spread(board: Board, words: str, role: str, size: float, room: float) -> float:
    """The space between letters that spreads a name over four fifths of its curve."""
    plain = along.width_of(board, words, role, size, 0.0)
    between = size * max(1, len(words) - 1)
    return min(_WIDEST, max(0.0, (0.8 * room - plain) / between))


def _river(board: Board, label: Label) -> Sequence[Point]:
    """The course a river's name follows: the one of its name, or the nearest to its point."""
    for name, course in board.courses:
        if name == label.text:
            return course
    spot = board.point(label)
    if spot is None or not board.courses:
        return ()
    from shapely.geometry import LineString
    from shapely.geometry import Point as Place

    here = Place(spot)
    near = min((course for _, course in board.courses), key=lambda c: LineString(c).distance(here))
    return near if LineString(near).distance(here) <= _NEAR else ()


def _at_a_point(board: Board, label: Label, hand: _Hand) -> _Free | None:
    """A name round a point: a little up, down or aside of it where something stands."""
    centre = board.point(label)
    if centre is None:
        board.sheet.notes.append(f"the label {label.text!r} has no place on the map")
        return None
    table = measures(board.sheet.theme.face(hand.role))
    half = along.width_of(board, label.text, hand.role, hand.size, hand.tracking) / 2 + 0.3
    cap, tail = table.cap_height * hand.size + 0.3, 0.3
    turn = radians(label.angle)
    spots = []
    for across, down in sorted(_STEPS, key=lambda step: step[0] ** 2 + step[1] ** 2):
        x = centre[0] + across * hand.size
        y = centre[1] + cap / 2 + down * hand.size
        outline = tuple(
            (x + px * cos(turn) - py * sin(turn), y + px * sin(turn) + py * cos(turn))
            for px, py in ((-half, -cap), (half, -cap), (half, tail), (-half, tail))
        )
        far = (across**2 + down**2) ** 0.5
        spots.append(Spot((outline,), 1.5 * far + along.obstructed(board, (outline,)), (x, y)))
    return _Free(Name(label.text, hand.size, tuple(spots)), hand, label.angle)


_STEPS = [(across / 2, down / 2) for across in range(-8, 9, 2) for down in range(-8, 9)]
"""Where a name round a point may stand, in parts of its type to the right and down."""


def _courses(board: Board) -> list[tuple[str, Sequence[Point]]]:
    """Named courses whose names are not written otherwise, the longest of each name."""
    said = {label.text for label in board.map.labels}
    longest: dict[str, Sequence[Point]] = {}
    for name, course in board.courses:
        if not name or name in said:
            continue
        if curves.length_of(course) > curves.length_of(longest.get(name, course[:1])):
            longest[name] = course
    return list(longest.items())


_RIVER = 0.28
"""Type of a river's name in parts of the side of a hex, where that is larger than usual."""


def _of_course(board: Board, name: str, course: Sequence[Point]) -> _Free:
    hand, gap, areas = _HANDS["river"], 0.9, board.areas
    if areas is not None:
        theme = board.sheet.theme
        deep = mix(theme.colour(hand.colour), theme.colour("ink"), 0.4)
        hand = replace(hand, size=max(hand.size, _RIVER * areas.unit), colour=deep)
        gap = areas.beside
    spots = along.spots_along(board, course, name, hand.role, hand.size, hand.tracking, gap=gap)
    return _Free(Name(name, hand.size, spots), hand)


def _of_line(board: Board, line: Drawn) -> _Free:
    usual = _HANDS["line"]
    hand = _Hand(usual.role, usual.size, usual.tracking, line.colour)
    spots = along.spots_along(
        board, line.curve, line.name, hand.role, hand.size, hand.tracking, gap=line.clear
    )
    return _Free(Name(line.name, hand.size, spots), hand)
