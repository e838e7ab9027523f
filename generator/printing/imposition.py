"""Imposition: which piece lies where on which sheet, and where its back lies.

Geometry alone: nothing here knows what a counter looks like. All lengths are millimetres, x to
the right and y down from the upper left corner of the page; turns are degrees clockwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from math import ceil
from typing import Literal

from generator.errors import BroadsideError
from generator.light import dataclass

Axis = Literal["vertical", "horizontal"]
"""The line a sheet is turned over, or folded at."""

HAIR = 1e-6
"""What rounding may cost, mm."""


class ImpositionError(BroadsideError):
    """A piece that no sheet can take."""


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle on a page."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def grown(self, by: float) -> Box:
        """The box with ``by`` more on every side."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def holds(self, other: Box) -> bool:
        """Whether the other lies inside."""
        return (
            other.x >= self.x - HAIR
            and other.y >= self.y - HAIR
            and other.right <= self.right + HAIR
            and other.bottom <= self.bottom + HAIR
        )

    def meets(self, other: Box) -> bool:
        """Whether the two share more than an edge."""
        return (
            self.x < other.right - HAIR
            and other.x < self.right - HAIR
            and self.y < other.bottom - HAIR
            and other.y < self.bottom - HAIR
        )

    def joined(self, other: Box) -> Box:
        """The smallest box round both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Box(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to be cut out: the names of its two pictures, its trimmed size, its group.

    ``gutter`` is the waste between it and its neighbours, None for as much as the paper gives
    without losing a place (:data:`GUTTERS`). ``deck`` says which cards have backs alike: those
    of another deck lie in a block of their own.
    """

    front: str
    back: str | None
    width: float
    height: float
    shape: str = "square"
    corner: float | None = None
    group: str = ""
    gutter: float | None = None
    deck: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """A piece in its place: the trimmed box, how the picture is turned, and how far it may bleed.

    ``room`` is the bleed it has to its left, top, right and bottom before its neighbours' begins.
    """

    piece: Piece
    box: Box
    turn: int = 0
    room: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)

    def shown(self, bleed: float) -> Box:
        """What of the piece's picture is seen when it bleeds so far."""
        left, top, right, foot = (min(bleed, room) for room in self.room)
        box = self.box
        return Box(box.x - left, box.y - top, box.width + left + right, box.height + top + foot)


@dataclass(frozen=True, slots=True)
class Block:
    """Equal pieces in rows and columns, to be cut in straight strokes."""

    label: str
    slots: tuple[Slot, ...]

    @property
    def box(self) -> Box:
        found = self.slots[0].box
        for slot in self.slots[1:]:
            found = found.joined(slot.box)
        return found


@dataclass(frozen=True, slots=True)
class Plan:
    """One side of one sheet."""

    blocks: tuple[Block, ...]

    def slots(self) -> Iterator[Slot]:
        """Every place, in order."""
        for block in self.blocks:
            yield from block.slots

    @property
    def box(self) -> Box:
        """Round all trimmed boxes."""
        found = self.blocks[0].box
        for block in self.blocks[1:]:
            found = found.joined(block.box)
        return found


GUTTERS = (3.0, 2.0, 1.5, 1.25, 1.0, 0.75)
"""The waste between pieces whose gutter is left to us, mm: never edge to edge, or a cut that goes
astray takes the colour of one card to the next."""

BESIDE = 9.2
"""From one block to another beside it: the crop marks of both, mm."""

WORTH_TURNING = 1.2
"""So many times as many pieces make up for a sheet that is read askew."""

OUTSIDE = 1000.0
"""Bleed without a neighbour."""


def _fitting(length: float, size: float, gutter: float) -> int:
    return max(0, int((length + gutter + HAIR) / (size + gutter)))


def _turned(piece: Piece, turn: int) -> tuple[float, float]:
    return (piece.height, piece.width) if turn % 180 else (piece.width, piece.height)


def laid(piece: Piece, area: Box) -> tuple[int, tuple[float, float]]:
    """How pieces of a kind lie in an area: turned by 0 or 90 degrees, and with which gutters
    (between columns, between rows).

    Upright unless many more lie there turned. Raises ImpositionError when not one fits.
    """
    gutters = GUTTERS if piece.gutter is None else (piece.gutter,)

    def held(turn: int) -> tuple[int, int]:
        wide, high = _turned(piece, turn)
        return _fitting(area.width, wide, gutters[-1]), _fitting(area.height, high, gutters[-1])

    upright, lying = held(0), held(90)
    turned = lying[0] * lying[1] > upright[0] * upright[1] * WORTH_TURNING
    turn, (columns, rows) = (90, lying) if turned else (0, upright)
    if not columns * rows:
        raise ImpositionError(
            f"{piece.front}: {piece.width:g} x {piece.height:g} mm; the sheet has room for "
            f"{area.width:.0f} x {area.height:.0f} mm inside its margins; choose a larger --paper"
        )
    wide, high = _turned(piece, turn)
    across = next(gap for gap in gutters if _fitting(area.width, wide, gap) == columns)
    down = next(gap for gap in gutters if _fitting(area.height, high, gap) == rows)
    return turn, (across, down)


@dataclass(frozen=True, slots=True)
class _Form:
    """How the pieces of a block lie: turned, so large, with gutters across and down."""

    turn: int
    wide: float
    high: float
    across: float
    down: float

    def columns(self, room: float) -> int:
        return _fitting(room, self.wide, self.across)

    def rows(self, room: float) -> int:
        return _fitting(room, self.high, self.down)

    def width(self, columns: int) -> float:
        return columns * (self.wide + self.across) - self.across

    def height(self, rows: int) -> float:
        return rows * (self.high + self.down) - self.down

    def on_grid(self, left: float, grids: Mapping[_Form, float]) -> float:
        """From ``left`` on, the first place on the grid of equal pieces, by their first column."""
        if self not in grids:
            return left
        pitch = self.wide + self.across
        return grids[self] + ceil((left - grids[self]) / pitch - HAIR) * pitch


@dataclass(slots=True)
class _Shelf:
    """Blocks side by side: from where to where they reach down, and to the right."""

    top: float
    bottom: float
    right: float


def impose(
    pieces: Sequence[Piece],
    area: Box,
    head: float,
    between: float,
    labelled: Callable[[str, int], float] = lambda label, count: 0.0,
) -> list[Plan]:
    """Lay pieces out in an area of each sheet, group after group, in blocks of their own.

    Pieces of one size, shape and group make a block; ``head`` is the room over the first block of
    a sheet, ``between`` that from one block to the next below, ``labelled`` how long the label of
    a group of so many pieces is. The rows of a block are about equally long. A block stands
    beside those before it where that takes less paper; one that does not end on a sheet goes on
    at the top of the next. Blocks of equal pieces share one grid, so that no cut through one of
    them parts a piece of another. Raises ImpositionError.
    """
    sheets: list[list[Block]] = []
    shelves: list[list[_Shelf]] = []
    grids: list[dict[_Form, float]] = []
    inner = Box(area.x, area.y + head, area.width, area.height - head)
    for key, waiting in _groups(pieces):
        turn, gutters = laid(waiting[0], inner)
        form = _Form(turn, *_turned(waiting[0], turn), *gutters)
        label = labelled(key, len(waiting))
        if shelves:
            beside = _beside(key, waiting, form, shelves[-1], inner, between, label, grids[-1])
            if beside is not None:
                sheets[-1].append(beside)
                continue
        while waiting:
            top = shelves[-1][-1].bottom + between if shelves else area.bottom
            rows = form.rows(area.bottom - top)
            if not rows:
                sheets.append([])
                shelves.append([])
                grids.append({})
                top = inner.y
                rows = form.rows(inner.height)
            left = form.on_grid(inner.x, grids[-1])
            if form.columns(inner.right - left) < form.columns(inner.width):
                left = inner.x
            grids[-1].setdefault(form, left)
            count, columns = _begun(len(waiting), rows, form.columns(inner.right - left))
            now, waiting = waiting[:count], waiting[count:]
            block = _block(key, now, (left, top), columns, form)
            right = left + max(block.box.width, label)
            shelves[-1].append(_Shelf(top, block.box.bottom, right))
            sheets[-1].append(block)
    return [
        _in_the_middle(blocks, area, max(shelf.right for shelf in held))
        for blocks, held in zip(sheets, shelves, strict=True)
    ]


def _begun(count: int, rows: int, columns: int) -> tuple[int, int]:
    """How many of so many pieces lie in the room there is, and in how many columns.

    Rows are equally long where all find room; what is left for the next sheet is no lonely piece.
    """
    needed = ceil(count / columns)
    if needed <= rows:
        return count, ceil(count / needed)
    lonely = count - rows * columns <= columns // 2
    return (rows - 1 if lonely and rows > 1 else rows) * columns, columns


def _beside(
    key: str,
    pieces: Sequence[Piece],
    form: _Form,
    shelves: Sequence[_Shelf],
    area: Box,
    between: float,
    label: float,
    grid: dict[_Form, float],
) -> Block | None:
    """All of the pieces as a block to the right of others; None where that saves no paper."""
    alone = form.height(ceil(len(pieces) / form.columns(area.width)))
    for shelf in shelves:
        left = form.on_grid(shelf.right + BESIDE, grid)
        most = form.columns(area.right - left)
        if not most or left + label > area.right + HAIR:
            continue
        rows = ceil(len(pieces) / most)
        columns = ceil(len(pieces) / rows)
        bottom = shelf.top + form.height(rows)
        # Only what is lowest may grow downwards, and only by less than a shelf of its own takes.
        deepest = shelf is shelves[-1] and bottom <= area.bottom + HAIR
        if bottom > shelf.bottom + (between + alone if deepest else 0.0) + HAIR:
            continue
        grid.setdefault(form, left)
        shelf.right = left + max(form.width(columns), label)
        shelf.bottom = max(shelf.bottom, bottom)
        return _block(key, pieces, (left, shelf.top), columns, form)
    return None


def _in_the_middle(blocks: Sequence[Block], area: Box, right: float) -> Plan:
    """The blocks of a sheet, which reach from the left of the area so far, in its middle."""
    by = ((area.right - right) / 2, 0.0)
    return Plan(
        tuple(
            replace(block, slots=tuple(moved(slot, by) for slot in block.slots)) for block in blocks
        )
    )


def _groups(pieces: Sequence[Piece]) -> Iterator[tuple[str, list[Piece]]]:
    """Pieces of a kind together: groups in the order of their first piece, and in them kinds."""

    def kind(piece: Piece) -> tuple[object, ...]:
        return (
            *(piece.group, piece.deck, piece.shape, piece.corner),
            *(piece.width, piece.height, piece.gutter),
        )

    first: dict[object, int] = {}
    for number, piece in enumerate(pieces):
        first.setdefault(piece.group, number)
        first.setdefault(kind(piece), number)
    ordered = sorted(pieces, key=lambda piece: (first[piece.group], first[kind(piece)]))
    for _, members in groupby(ordered, kind):
        together = list(members)
        yield together[0].group, together


def _block(
    label: str, pieces: Sequence[Piece], at: tuple[float, float], columns: int, form: _Form
) -> Block:
    """Rows of pieces, their upper left corner ``at`` a place."""
    slots = []
    for index, piece in enumerate(pieces):
        row, column = divmod(index, columns)
        x = at[0] + column * (form.wide + form.across)
        y = at[1] + row * (form.high + form.down)
        # The last of a short row keeps to its share: what lies above its right bleeds down there.
        room = (
            form.across / 2 if column else OUTSIDE,
            form.down / 2 if row else OUTSIDE,
            OUTSIDE
            if column == columns - 1 or (not row and index == len(pieces) - 1)
            else form.across / 2,
            OUTSIDE if index + columns >= len(pieces) else form.down / 2,
        )
        slots.append(Slot(piece, Box(x, y, form.wide, form.high), form.turn, room))
    return Block(label, tuple(slots))


def turned_over(slot: Slot, axis: Axis, at: float) -> Slot:
    """Where the back of a slot is printed, seen from the back.

    ``axis`` is the line the sheet is turned over or folded at, ``at`` its x or y. The top of the
    back lies behind the top of the front.
    """
    box, (left, top, right, foot) = slot.box, slot.room
    if axis == "vertical":
        return replace(
            slot,
            box=replace(box, x=2 * at - box.right),
            turn=-slot.turn % 360,
            room=(right, top, left, foot),
        )
    return replace(
        slot,
        box=replace(box, y=2 * at - box.bottom),
        turn=(180 - slot.turn) % 360,
        room=(left, foot, right, top),
    )


def moved(slot: Slot, by: tuple[float, float]) -> Slot:
    """The slot somewhere else."""
    return replace(slot, box=replace(slot.box, x=slot.box.x + by[0], y=slot.box.y + by[1]))


def backs(plan: Plan, axis: Axis, at: float, nudge: tuple[float, float] = (0.0, 0.0)) -> Plan:
    """The other side of a sheet: every slot turned over, and moved by the printer's offset."""
    return Plan(
        tuple(
            replace(
                block,
                slots=tuple(moved(turned_over(slot, axis, at), nudge) for slot in block.slots),
            )
            for block in plan.blocks
        )
    )


def duplex_axis(width: float, height: float, edge: str) -> Axis:
    """The axis a printer turns a page of that size over, by its long or short edge."""
    upright = height >= width
    return "vertical" if upright == (edge == "long") else "horizontal"
