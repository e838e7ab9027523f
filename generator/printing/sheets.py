"""Sheets of counters and cards: fronts and what lies behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf

from generator.drawing.picture import Picture
from generator.drawing.sheet import Sheet
from generator.drawing.typefaces import measures
from generator.printing.cutting import CUT, cutting_svg, edge
from generator.printing.furniture import (
    SMALL,
    WHITE,
    Desk,
    cut_lines,
    fold_line,
    head_and_foot,
    registration,
)
from generator.printing.imposition import (
    Axis,
    Block,
    Box,
    ImpositionError,
    Piece,
    Plan,
    Slot,
    backs,
    duplex_axis,
    impose,
)
from generator.printing.marks import CLEAR, TICK, Stroke, crop_marks
from generator.printing.options import HEAD, MARKS, Printing
from generator.printing.pages import Component, Page, Placed
from generator.printing.pieces import CARD

OVER_FIRST = 6.6
"""Room over the first block of a sheet: its label and its crop marks."""

LETTERING = 2.4
"""Room for a label that stands between two crop marks, over the bleed."""

BETWEEN = 11.2
"""From one block to the next: the crop marks of both and a label."""

SPINE = 5.0
"""On either side of a fold, so that the glued edge is cut away."""

HAIRLINE = 0.1
"""Width of an outline, mm."""

LONGEST_LABEL = 90.0
"""Of a block, mm."""

DIE_LINES = "Die-cut outlines"
"""The layer of outlines, as readers of the PDF name it."""


def sheets(name: str, title: str, pieces: Sequence[Piece], desk: Desk) -> Component | None:
    """Pieces as a component of sheets; None when there are none. Raises ImpositionError."""
    if not pieces:
        return None
    desk = _turned_best(pieces, desk)
    printing = desk.printing
    if printing.backs == "fold":
        axis, area = _half(pieces, desk)
        plans = _imposed(pieces, area, desk)
        pages = _folded(title, plans, desk, axis)
    else:
        plans = _imposed(pieces, printing.area, desk)
        pages = _flat(title, plans, desk)
    border = printing.paper.unprintable
    cuts = {
        f"{name}-{index}-cut.svg": cutting_svg(
            plan, printing.page, border, f"{desk.game.name}: {title}, sheet {index}"
        )
        for index, plan in enumerate(plans, 1)
    }
    return Component(name, title, tuple(pages), cuts)


def _imposed(pieces: Sequence[Piece], area: Box, desk: Desk) -> list[Plan]:
    """Pieces on sheets, with room for the labels: over the crop marks, or between two of them."""

    def long(label: str, count: int) -> float:
        words = _told(label, count)
        return measures(desk.theme.face("label")).width(words, SMALL) + 2 * CLEAR

    bleed = desk.printing.bleed
    head = OVER_FIRST
    if all(_between_marks(piece, long(piece.group, len(pieces))) for piece in pieces):
        head = max(TICK + CLEAR, bleed + LETTERING)
    return impose(pieces, area, head, BETWEEN, long)


def _between_marks(piece: Piece, label: float) -> bool:
    """Whether so long a label stands between the crop marks of a piece, turned or not."""
    return label + 2 < min(piece.width, piece.height)


def _told(label: str, count: int) -> str:
    return f"{label} · {count}" if label else str(count)


def parted(pieces: Sequence[Piece], desk: Desk) -> tuple[list[Piece], list[Piece]]:
    """The pieces that fit a sheet, upright or lying, and those that fit none."""
    by_size = {(one.width, one.height, one.gutter): one for one in pieces}
    larger = {
        size
        for size, piece in by_size.items()
        if all(_needed([piece], one) == inf for one in _ways(desk))
    }
    found: tuple[list[Piece], list[Piece]] = [], []
    for one in pieces:
        found[(one.width, one.height, one.gutter) in larger].append(one)
    return found


def _turned_best(pieces: Sequence[Piece], desk: Desk) -> Desk:
    """The paper lying where that saves sheets."""
    return min(_ways(desk), key=lambda one: _needed(pieces, one))


def _ways(desk: Desk) -> Sequence[Desk]:
    """The paper upright and lying.

    With a nudge it stays as it is: that was measured on the alignment test, and which way a
    printer turns a page that lies is its own affair.
    """
    return (desk,) if desk.printing.nudge != (0.0, 0.0) else (desk, desk.turned())


def _needed(pieces: Sequence[Piece], desk: Desk) -> float:
    """How many sheets the pieces need; infinitely many if one of them fits none."""
    printing = desk.printing
    area = _half(pieces, desk)[1] if printing.backs == "fold" else printing.area
    return _sheets_needed(pieces, area, desk)


def _flat(title: str, plans: Sequence[Plan], desk: Desk) -> Iterator[Page]:
    """Fronts, and after each sheet of them its back when any piece has one."""
    printing = desk.printing
    page = printing.page
    double = printing.backs == "duplex" and any(
        slot.piece.back for plan in plans for slot in plan.slots()
    )
    axis = duplex_axis(page.width, page.height, printing.duplex)
    at = page.centre[0] if axis == "vertical" else page.centre[1]
    for index, plan in enumerate(plans):
        which = f"sheet {index + 1} of {len(plans)}"
        hint = "Print at 100 %"
        if double:
            hint += f", on both sides, turned over the {printing.duplex} edge"
        yield _page(title, f"{which}, front" if double else which, hint, [plan], [], desk)
        if double:
            behind = backs(plan, axis, at, printing.nudge)
            yield _page(title, f"{which}, back", hint, [], [behind], desk)


def _folded(title: str, plans: Sequence[Plan], desk: Desk, axis: Axis) -> Iterator[Page]:
    """Fronts on one half of the sheet and backs on the other, with a spine between."""
    at = desk.printing.page.centre[0 if axis == "vertical" else 1]
    for index, plan in enumerate(plans):
        which = f"sheet {index + 1} of {len(plans)}"
        hint = "Print at 100 % on one side, fold, glue, then cut"
        behind = backs(plan, axis, at)
        page = _page(title, which, hint, [plan], [behind], desk, (axis, at))
        yield page


def _half(pieces: Sequence[Piece], desk: Desk) -> tuple[Axis, Box]:
    """The fold that needs fewer sheets, and the half that bears the fronts."""
    printing = desk.printing
    area, page = printing.area, printing.page
    left = replace(area, width=page.centre[0] - SPINE - area.x)
    upper = replace(area, height=page.centre[1] - SPINE - area.y)
    halves: list[tuple[Axis, Box]] = [("vertical", left), ("horizontal", upper)]
    return min(halves, key=lambda half: _sheets_needed(pieces, half[1], desk))


def _sheets_needed(pieces: Sequence[Piece], area: Box, desk: Desk) -> float:
    try:
        return len(_imposed(pieces, area, desk))
    except ImpositionError:
        return inf


def _page(
    title: str,
    which: str,
    hint: str,
    fronts: Sequence[Plan],
    behind: Sequence[Plan],
    desk: Desk,
    fold: tuple[Axis, float] | None = None,
) -> Page:
    printing = desk.printing
    sheet = desk.sheet()
    head_and_foot(sheet, desk, _heading(title, [*fronts, *behind]), which, hint)
    registration(sheet, printing.page, printing.paper.unprintable)
    placed: list[Placed] = []
    trim = bleed = None
    shown = [*fronts, *map(_with_backs, behind)]
    on_page = [slot.box for plan in shown for slot in plan.slots()]
    within = _within(printing)
    for plan in shown:
        for block in plan.blocks:
            cut_lines(sheet, crop_marks(block, printing.crop, on_page, within))
    for plan in fronts:
        for block in plan.blocks:
            _label(sheet, block, printing.bleed, label_room(block, desk, fold))
        placed += [_placed(slot, slot.piece.front, printing.bleed) for slot in plan.slots()]
    for plan in behind:
        placed += [
            _placed(slot, slot.piece.back, printing.bleed)
            for slot in plan.slots()
            if slot.piece.back
        ]
    for plan in (*fronts, *behind):
        trim = plan.box if trim is None else trim.joined(plan.box)
    for one in placed:
        bleed = one.clip if bleed is None else bleed.joined(one.clip)
    if fold:
        axis, at = fold
        safe = printing.safe
        line: Stroke = (
            (at, safe.y + HEAD, at, safe.bottom - HEAD)
            if axis == "vertical"
            else (safe.x, at, safe.right, at)
        )
        fold_line(sheet, line, "Fold here")
    assert trim is not None
    return Page(
        printing.page.width,
        printing.page.height,
        furniture=sheet.picture(f"{title} {which}"),
        placed=tuple(placed),
        trim=trim,
        bleed=trim if bleed is None else bleed.joined(trim),
        layers={DIE_LINES: tuple(_outlined([*fronts, *behind]))},
        name=f"{title}, {which}",
    )


def _with_backs(plan: Plan) -> Plan:
    """The blocks without the places whose pieces have no back."""
    kept = [tuple(slot for slot in block.slots if slot.piece.back) for block in plan.blocks]
    return Plan(
        tuple(
            replace(block, slots=slots)
            for block, slots in zip(plan.blocks, kept, strict=True)
            if slots
        )
    )


def _heading(title: str, plans: Sequence[Plan]) -> str:
    """A sheet of cards tells whose deck it is."""
    blocks = [block for plan in plans for block in plan.blocks]
    decks = dict.fromkeys(one.label for one in blocks if one.slots[0].piece.shape == CARD)
    names = ", ".join(name for name in decks if name and name != title)
    return f"{title}: {names}" if names else title


def _within(printing: Printing) -> Box:
    """How far whole cuts run: across the sheet, and from the line at its head to that at its
    foot."""
    area = printing.area
    return Box(
        area.x - TICK, area.y - CLEAR, area.width + 2 * TICK, area.height + CLEAR + MARKS + CLEAR
    )


def _label(sheet: Sheet, block: Block, bleed: float, room: float) -> None:
    words, slot = _told(block.label, len(block.slots)), block.slots[0]
    wide = measures(sheet.theme.face("label")).width(words, SMALL)
    between = _between_marks(slot.piece, wide + 2 * CLEAR)
    x = slot.box.x + (1.0 if between else 0.0)
    base = block.box.y - (bleed + 0.6 if between else TICK + 1.2)
    # A whole cut may run there.
    sheet.rect(x - CLEAR, base - SMALL, min(wide, room) + 2 * CLEAR, SMALL + CLEAR, fill=WHITE)
    sheet.text(x, base, words, "label", SMALL, colour="quiet", on=WHITE, room=room)


def _placed(slot: Slot, picture: str, bleed: float) -> Placed:
    return Placed(picture, slot.box, slot.shown(bleed), slot.turn)


def _outlined(plans: Sequence[Plan]) -> Iterator[Placed]:
    """The outlines of all pieces: what a die or a cutting machine follows."""
    for plan in plans:
        for slot in plan.slots():
            yield Placed(outline_name(slot.piece), slot.box, slot.box.grown(HAIRLINE), slot.turn)


def label_room(block: Block, desk: Desk, fold: tuple[Axis, float] | None) -> float:
    """How long the label of a block may be: up to the fold, or the edge of the area."""
    end = fold[1] - SPINE if fold and fold[0] == "vertical" else desk.printing.area.right
    return min(LONGEST_LABEL, end - block.box.x)


def outline_name(piece: Piece) -> str:
    """The name of the picture that shows a piece's outline; pieces of one shape share it."""
    return f"outline {piece.shape} {piece.width:g} {piece.height:g} {piece.corner}"


def outline_pictures(pieces: Iterable[Piece], desk: Desk) -> Iterator[Picture]:
    """The outlines of pieces as thin lines, each shape once."""
    for name, piece in {outline_name(piece): piece for piece in pieces}.items():
        sheet = Sheet(piece.width, piece.height, desk.theme, desk.folders, HAIRLINE)
        sheet.path(edge(piece), stroke=CUT, stroke_width=HAIRLINE)
        yield sheet.picture(name)
