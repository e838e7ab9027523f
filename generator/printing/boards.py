"""Boards on paper, and pieces as large as boards: over several sheets with a diagram to assemble
them, or in one piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from generator.drawing.fitting import FLOOR, wrap
from generator.drawing.names import counter_picture, map_picture
from generator.drawing.picture import Picture
from generator.drawing.sheet import Sheet
from generator.printing.furniture import SMALL, WHITE, Desk, cut_lines, head_and_foot, imprint
from generator.printing.imposition import Box, ImpositionError, Piece
from generator.printing.marks import CLEAR, TICK, Stroke, corner_marks
from generator.printing.options import Printing
from generator.printing.pages import Component, Page, Placed
from generator.printing.tiling import OVERLAP, Tile, Tiling, tiled

BLEED = 3.0
"""What a print shop asks round a board, mm."""

SLIVER = 0.1
"""What of a board's edge is carried on over its bleed, mm."""

SLUG = 9.0
"""Paper round a board printed in one piece: crop marks, and whose it is."""

DIAGRAM = 110.0
"""The longer side of a board on its assembly page, mm: large enough to see which part is which."""

MOST_TILES = 400
"""Nobody glues more sheets."""

LONGEST = 5080.0
"""The longest side of a page that PDF knows, mm."""


def boards(desk: Desk, pictures: dict[str, Picture]) -> Iterator[Component]:
    """Every board of the game, as ordered."""
    for board in desk.game.maps:
        picture = pictures[map_picture(board.id)]
        title = board.name or "Map"
        if desk.printing.maps in ("tiled", "both"):
            pages = tuple(_tiled(desk, title, picture))
            yield Component(f"map-{board.id}", title, pages)
        if desk.printing.maps in ("whole", "both"):
            yield Component(f"map-{board.id}-whole", title, (_whole(desk, title, picture),))


def large_pieces(
    pieces: Sequence[Piece], desk: Desk, pictures: dict[str, Picture]
) -> Component | None:
    """Pieces larger than a sheet, each side over several sheets like a board; ``None`` if there are
    none."""
    names = {
        counter_picture(counter.id, face.id): counter.name
        for counter in desk.game.counters
        for face in counter.faces
    }
    pages: list[Page] = []
    for piece in pieces:
        title = names.get(piece.front, piece.front)
        for side, words in ((piece.front, title), (piece.back, f"{title}, back")):
            if side is not None:
                picture = pictures[side]
                bleed = (picture.width_mm - piece.width) / 2
                trimmed = Box(bleed, bleed, piece.width, piece.height)
                pages += _tiled(desk, words, picture, trimmed)
    title = "Counters larger than a sheet"
    return Component("large-counters", title, tuple(pages)) if pages else None


def _tiled(desk: Desk, title: str, picture: Picture, board: Box | None = None) -> Iterator[Page]:
    """A picture, or a part of it, over several sheets."""
    board = board or Box(0, 0, picture.width_mm, picture.height_mm)
    desk, tiling = _turned_best(desk, board)
    if len(tiling.tiles) > MOST_TILES:
        raise ImpositionError(
            f"{title}: {len(tiling.tiles)} sheets of {desk.printing.paper.name}; accepted: up to "
            f"{MOST_TILES}; choose a larger --paper, or --maps whole"
        )
    if len(tiling.tiles) > 1:
        yield _diagram(desk, title, picture, tiling)
    for tile in tiling.tiles:
        yield _tile_page(desk, title, picture, tiling, tile)


def _turned_best(desk: Desk, board: Box) -> tuple[Desk, Tiling]:
    """The paper upright or lying, whichever needs fewer sheets; upright when both do."""
    found = []
    for one in (desk, desk.turned()):
        room = _room(one.printing)
        if min(room.width, room.height) < 2 * OVERLAP:
            raise ImpositionError(
                f"paper {one.printing.paper.name}: too small for parts of a board; "
                "choose a larger --paper"
            )
        found.append((one, tiled(board, (room.width, room.height))))
    return min(found, key=lambda pair: len(pair[1].tiles))


def _room(printing: Printing) -> Box:
    """Where a tile may lie: the marks of its joins need a border on all sides."""
    area = printing.area
    return Box(area.x, area.y + TICK, area.width, area.height - TICK)


def _placed(picture: Picture, part: Box, at: Box) -> Placed:
    """A picture of which only ``part`` is seen, in a box of the same size."""
    whole = Box(at.x - part.x, at.y - part.y, picture.width_mm, picture.height_mm)
    return Placed(picture.name, whole, at)


def _tile_page(desk: Desk, title: str, picture: Picture, tiling: Tiling, tile: Tile) -> Page:
    printing = desk.printing
    room, sheet = _room(printing), desk.sheet()
    box = Box(
        room.x + (room.width - tiling.width) / 2,
        room.y + (room.height - tiling.height) / 2,
        tiling.width,
        tiling.height,
    )
    alone = len(tiling.tiles) == 1
    which = "" if alone else f"sheet {tile.name} of {len(tiling.tiles)}"
    hint = "Print at 100 %" if alone else "Print at 100 %, join as the diagram shows"
    head_and_foot(sheet, desk, title, which, hint)
    cut_lines(sheet, corner_marks(box))
    _joins(sheet, box, tiling, tile)
    return Page(
        printing.page.width,
        printing.page.height,
        furniture=sheet.picture(f"{title} {tile.name}"),
        placed=(_placed(picture, tile.part, box),),
        trim=box,
        bleed=box,
        name=title if alone else f"{title}, {which}",
    )


def _joins(sheet: Sheet, box: Box, tiling: Tiling, tile: Tile) -> None:
    """Where the neighbours come to lie: ticks at their edges, and their names."""
    column, row = tile.column, tile.row
    for neighbour, edge, far in (
        (tiling.tile(row, column - 1), box.x, box.x + OVERLAP),
        (tiling.tile(row, column + 1), box.right, box.right - OVERLAP),
    ):
        if neighbour is None:
            continue
        outward = -1 if edge == box.x else 1
        cut_lines(sheet, [(far, y, far, y + way * TICK) for y, way in _ends(box.y, box.bottom)])
        middle = box.centre[1]
        _neighbour(sheet, edge + outward * 1.0, middle, neighbour.name, -90.0 * -outward, box)
    for neighbour, edge, far in (
        (tiling.tile(row - 1, column), box.y, box.y + OVERLAP),
        (tiling.tile(row + 1, column), box.bottom, box.bottom - OVERLAP),
    ):
        if neighbour is None:
            continue
        cut_lines(sheet, [(x, far, x + way * TICK, far) for x, way in _ends(box.x, box.right)])
        below = edge == box.bottom
        _neighbour(sheet, box.centre[0], edge + (1.0 if below else -1.0), neighbour.name, 0.0, box)


def _ends(low: float, high: float) -> tuple[tuple[float, int], tuple[float, int]]:
    return (low - CLEAR, -1), (high + CLEAR, 1)


def _neighbour(sheet: Sheet, x: float, y: float, name: str, angle: float, box: Box) -> None:
    """The neighbour's name beside the edge it joins."""
    if angle:
        sheet.text(
            x + (1.9 if x > box.right else -0.1),
            y,
            f"joins {name}",
            "label",
            SMALL,
            colour="quiet",
            on=WHITE,
            anchor="middle",
            angle=-90.0,
        )
        return
    base = y + 1.7 if y > box.bottom else y
    sheet.text(x, base, f"joins {name}", "label", SMALL, colour="quiet", on=WHITE, anchor="middle")


def _laying(tiling: Tiling) -> str:
    """In which order the sheets are laid upon one another."""
    across = "from left to right, each sheet upon the one before"
    if tiling.rows == 1:
        return f"Lay the sheets {across}."
    if tiling.columns == 1:
        return "Lay the sheets from the top down, each upon the one before."
    more = " and so on" if tiling.rows > 2 else ""
    return f"Lay row A first, {across}; then row B upon row A{more}."


def _trimming(tiling: Tiling) -> str:
    """Which edges of the sheets are cut, and which are left to lie under a neighbour."""
    edges = ["the right"] * (tiling.columns > 1) + ["the lower"] * (tiling.rows > 1)
    return (
        f"Trim each sheet at its crop marks; leave {' and '.join(edges)} edge of a sheet as "
        f"{'they are' if len(edges) > 1 else 'it is'} where another one joins."
    )


def _diagram(desk: Desk, title: str, picture: Picture, tiling: Tiling) -> Page:
    """The whole board small, with the sheets it is made of, and how they are joined."""
    printing = desk.printing
    sheet, area = desk.sheet(), printing.area
    head_and_foot(sheet, desk, title, f"assembly of {len(tiling.tiles)} sheets")
    steps = (
        _trimming(tiling),
        f"Neighbours show the same {OVERLAP:g} mm: the ticks in the margins tell where the next "
        "sheet's edge comes to lie.",
        f"{_laying(tiling)} Glue when all of it lies flat.",
    )
    top = area.y + 8
    for number, words in enumerate(steps, 1):
        top = _paragraph(sheet, f"{number}.", words, area.x + 4, top, area.width - 8)
    room = Box(area.x + 4, top + 4, area.width - 8, area.bottom - top - 4)
    scale = min(
        1.0,
        min(room.width, DIAGRAM) / picture.width_mm,
        min(room.height, DIAGRAM) / picture.height_mm,
    )
    small = Box(
        room.x + (room.width - picture.width_mm * scale) / 2,
        room.y,
        picture.width_mm * scale,
        picture.height_mm * scale,
    )
    for tile in tiling.tiles:
        _outlined(sheet, tile, small, scale)
    return Page(
        printing.page.width,
        printing.page.height,
        furniture=sheet.picture(f"{title} assembly"),
        placed=(Placed(picture.name, small, small, scale=scale, pixels=True),),
        name=f"{title}, assembly",
    )


def _paragraph(sheet: Sheet, number: str, words: str, x: float, y: float, width: float) -> float:
    """A numbered step; the y where the next one begins."""
    size = 3.3
    sheet.text(x, y, number, "strong", size, colour="signal", on=WHITE)
    for line in wrap(words, sheet.theme.face("body"), size, width - 6):
        sheet.text(x + 6, y, line, "body", size, on=WHITE, room=width - 6)
        y += size * 1.35
    return y + 1.2


def _outlined(sheet: Sheet, tile: Tile, small: Box, scale: float) -> None:
    part = tile.part
    x, y = small.x + part.x * scale, small.y + part.y * scale
    width, height = part.width * scale, part.height * scale
    for colour, stroke in ((WHITE, 0.9), ("ink", 0.3)):
        sheet.rect(x, y, width, height, stroke=colour, stroke_width=stroke)
    middle_x, middle_y = x + width / 2, y + height / 2
    radius = min(5.2, width * 0.4, height * 0.4)
    size = max(FLOOR, radius * 0.92)
    sheet.circle(middle_x, middle_y, radius, fill=WHITE, stroke="ink", stroke_width=0.3)
    base = middle_y + size * 0.35
    room = radius * 1.8
    sheet.text(middle_x, base, tile.name, "number", size, on=WHITE, anchor="middle", room=room)


def _whole(desk: Desk, title: str, picture: Picture) -> Page:
    """A board in its true size on a sheet of its own, with bleed and marks."""
    border = BLEED + SLUG
    width, height = picture.width_mm + 2 * border, picture.height_mm + 2 * border
    if max(width, height) > LONGEST:
        raise ImpositionError(
            f"{title}: a page of {max(width, height):.0f} mm with its marks; PDF knows up to "
            f"{LONGEST:.0f} mm; choose --maps tiled"
        )
    trim = Box(border, border, picture.width_mm, picture.height_mm)
    bleed = trim.grown(BLEED)
    sheet = Sheet(width, height, desk.theme, desk.folders)
    marks = [_off(stroke, trim) for stroke in corner_marks(trim)]
    cut_lines(sheet, marks)
    words = f"{desk.game.name} · {title} · {picture.width_mm:.0f} × {picture.height_mm:.0f} mm"
    left, room = trim.x + 6, trim.width / 2 - 9
    base = height - 2.6
    sheet.text(left, base, words, "label", SMALL, colour="quiet", on=WHITE, room=room)
    sheet.text(
        trim.right - 6,
        base,
        imprint(desk.game),
        "label",
        SMALL,
        colour="quiet",
        on=WHITE,
        anchor="end",
        room=room,
    )
    return Page(
        width,
        height,
        furniture=sheet.picture(f"{title} whole"),
        placed=(*_carried_on(picture, trim), Placed(picture.name, trim, trim)),
        trim=trim,
        bleed=bleed,
        name=f"{title}, in one piece",
    )


def _carried_on(picture: Picture, trim: Box) -> Iterator[Placed]:
    """The board's edges carried straight on over the bleed: its outermost sliver, stretched.

    Pixels stretched so far would be too coarse for a press: where a board shows a finished
    picture, its edges are mirrored.
    """
    mirrored = "<image" in picture.svg
    across = _edges(trim.x, trim.width, mirrored)
    along = _edges(trim.y, trim.height, mirrored)
    for column, row in product(range(3), repeat=2):
        if column == row == 1:
            continue
        (x, width, over), (left, right) = across[column]
        (y, height, down), (top, foot) = along[row]
        clip = Box(left, top, right - left, foot - top)
        box = Box(x, y, width, height)
        yield Placed(picture.name, box, clip, stretch=(over, down))


_Edge = tuple[tuple[float, float, float], tuple[float, float]]
"""Where a picture begins, how long it is and how much it is stretched; what is seen of it."""


def _edges(start: float, length: float, mirrored: bool) -> tuple[_Edge, _Edge, _Edge]:
    """A board along one of its ways (mm): before its edge, on the board, beyond its edge."""
    end = start + length
    factor = BLEED / SLIVER
    if mirrored:
        before, beyond = (start - length, length, -1.0), (end, length, -1.0)
    else:
        before = (start - BLEED, length * factor, factor)
        beyond = (end + BLEED - length * factor, length * factor, factor)
    # They reach a little under the board, so that no light shows between the two.
    return (
        (before, (start - BLEED, start + SLIVER)),
        ((start, length, 1.0), (start, end)),
        (beyond, (end - SLIVER, end + BLEED)),
    )


def _off(stroke: Stroke, trim: Box) -> Stroke:
    """A mark moved out of the bleed."""
    x1, y1, x2, y2 = stroke
    away = BLEED
    if x1 == x2:
        way = -away if y1 < trim.y else away
        return x1, y1 + way, x2, y2 + way
    way = -away if x1 < trim.x else away
    return x1 + way, y1, x2 + way, y2
