"""Imposition: which piece lies where on which sheet, and where its back lies.

Geometry alone: nothing here knows what a counter looks like. All lengths are millimetres, x to
the right and y down from the upper left corner of the page; turns are degrees clockwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from generator.errors import BroadsideError

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
    without losing a place (up to :data:`ROOMY`).
    """

    front: str
    back: str | None
    width: float
    height: float
    shape: str = "square"
    corner: float | None = None
    group: str = ""
    gutter: float | None = None


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


ROOMY = 3.0
"""The most waste between pieces whose gutter is left to us."""

WORTH_TURNING = 1.2
"""So many times as many pieces make up for a sheet that is read askew."""

OUTSIDE = 1000.0
"""Bleed without a neighbour."""


def _fitting(length: float, size: float, gutter: float) -> int:
    return max(0, int((length + gutter + HAIR) / (size + gutter)))


def _capacity(piece: Piece, area: Box, gutter: float, turn: int) -> int:
    wide, high = _turned(piece, turn)
    return _fitting(area.width, wide, gutter) * _fitting(area.height, high, gutter)


def _turned(piece: Piece, turn: int) -> tuple[float, float]:
    return (piece.height, piece.width) if turn % 180 else (piece.width, piece.height)


def laid(piece: Piece, area: Box) -> tuple[int, float]:
    """How pieces of a kind lie in an area: turned by 0 or 90 degrees, and with which gutter.

    Upright unless many more lie there turned. Raises ImpositionError when not one fits.
    """
    gutters = [piece.gutter] if piece.gutter is not None else [ROOMY, 2.0, 1.5, 1.0, 0.5, 0.0]
    upright, lying = (_capacity(piece, area, gutters[-1], turn) for turn in (0, 90))
    turn, best = (90, lying) if lying > upright * WORTH_TURNING else (0, upright)
    if not best:
        raise ImpositionError(
            f"{piece.front}: {piece.width:g} x {piece.height:g} mm; the sheet has room for "
            f"{area.width:.0f} x {area.height:.0f} mm inside its margins; choose a larger --paper"
        )
    gutter = next(gap for gap in gutters if _capacity(piece, area, gap, turn) == best)
    return turn, gutter


def impose(pieces: Sequence[Piece], area: Box, head: float, between: float) -> list[Plan]:
    """Lay pieces out in an area of each sheet, in their order, groups in blocks of their own.

    Pieces of one size, shape and group make a block; ``head`` is the room over the first block of
    a sheet, ``between`` that from one block to the next. A block that does not end on a sheet
    goes on at the top of the next. Raises ImpositionError.
    """
    sheets: list[list[Block]] = []
    y = area.bottom
    inner = Box(area.x, area.y + head, area.width, area.height - head)
    for key, members in _groups(pieces):
        turn, gutter = laid(members[0], inner)
        wide, high = _turned(members[0], turn)
        columns = _fitting(inner.width, wide, gutter)
        waiting = members
        while waiting:
            rows = _fitting(area.bottom - y - between, high, gutter)
            top = y + between
            if not sheets or not rows:
                sheets.append([])
                top = inner.y
                rows = _fitting(inner.height, high, gutter)
            now, waiting = waiting[: rows * columns], waiting[rows * columns :]
            block = _block(key, now, inner, top, columns, turn, gutter)
            sheets[-1].append(block)
            y = block.box.bottom
    return [Plan(tuple(blocks)) for blocks in sheets]


def _groups(pieces: Sequence[Piece]) -> Iterator[tuple[str, list[Piece]]]:
    """Pieces of a kind together, the kinds in the order of their first piece."""

    def kind(piece: Piece) -> tuple[object, ...]:
        return (
            *(piece.group, piece.shape, piece.corner),
            *(piece.width, piece.height, piece.gutter),
        )

    first: dict[object, int] = {}
    for piece in pieces:
        first.setdefault(kind(piece), len(first))
    ordered = sorted(pieces, key=lambda piece: first[kind(piece)])
    for _, members in groupby(ordered, kind):
        together = list(members)
        yield together[0].group, together


def _block(
    label: str,
    pieces: Sequence[Piece],
    area: Box,
    top: float,
    columns: int,
    turn: int,
    gutter: float,
) -> Block:
    """Rows of pieces from ``top`` on. Blocks of one size share their columns, the middle of the
    widest row lies in the middle of the area."""
    wide, high = _turned(pieces[0], turn)
    left = area.x + (area.width - columns * wide - (columns - 1) * gutter) / 2
    slots = []
    for index, piece in enumerate(pieces):
        row, column = divmod(index, columns)
        box = Box(left + column * (wide + gutter), top + row * (high + gutter), wide, high)
        # The last of a short row keeps to its share: what lies above its right bleeds down there.
        free = (
            not column,
            not row,
            column == columns - 1 or (not row and index == len(pieces) - 1),
            index + columns >= len(pieces),
        )
        room = [OUTSIDE if outside else gutter / 2 for outside in free]
        slots.append(Slot(piece, box, turn, (room[0], room[1], room[2], room[3])))
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
