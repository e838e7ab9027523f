"""Off-map boxes, tracks and cups: one corner radius, one line weight, one way of heading."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from generator.counting import and_more
from generator.drawing.colours import mix
from generator.drawing.maps.board import Board, corners_of
from generator.drawing.themes import Ground
from generator.geography.layout import FLAT, HEADING, grid_names
from generator.geography.tracks import Cell, track_cells

if TYPE_CHECKING:
    from generator.definition.schema import Box, Deck, Track

RADIUS = 1.2
WEIGHT = 0.32


def panel(
    board: Board, x: float, y: float, width: float, height: float, fill: str = "panel"
) -> None:
    """The ground all boxes share."""
    board.sheet.rect(
        x, y, width, height, fill=fill, radius=RADIUS, stroke="frame", stroke_width=WEIGHT
    )
    board.take(corners_of((x, y, width, height)))


def draw_boxes(board: Board) -> None:
    """Every box with its heading, then the cups inside."""
    for box in board.map.boxes:
        if box.purpose == "notes":
            _notes(board, box)
        else:
            _box(board, box)
    for deck in board.map.decks:
        _deck(board, deck)


def _side_ground(board: Board, side: str | None) -> Ground | None:
    if side is None:
        return None
    return board.sheet.theme.ground(board.game.side(side).colour)


def _box(board: Board, box: Box) -> None:
    """A heading in the colours of its side, a line of text beside it where there is room."""
    sheet, theme = board.sheet, board.sheet.theme
    panel(board, box.x, box.y, box.width, box.height)
    flat = box.height < FLAT
    ground = theme.ground(box.colour) if box.colour else _side_ground(board, box.side)
    fill = ground.fill if ground else theme.colour("tint")
    ink = ground.ink if ground else theme.colour("ink")
    name = box.name or box.id
    if flat:
        _flat_heading(board, box, name, fill, ink)
        return
    x, y, width = box.x, box.y, box.width
    sheet.path(
        f"M{x} {y + HEADING}V{y + RADIUS}a{RADIUS} {RADIUS} 0 0 1 {RADIUS} {-RADIUS}"
        f"H{x + width - RADIUS}a{RADIUS} {RADIUS} 0 0 1 {RADIUS} {RADIUS}V{y + HEADING}Z",
        fill=fill,
        stroke="frame",
        stroke_width=WEIGHT,
    )
    line = sheet.text(
        x + 2.2, y + 3.9, name, "title", 3.3, colour=ink, on=fill, tracking=0.04, room=width - 4.4
    )
    room = width - line.width - 8.0
    if box.text and room > 24:
        sheet.text(
            x + width - 2.2,
            y + 3.8,
            box.text,
            "subtitle",
            2.5,
            colour=ink,
            on=fill,
            anchor="end",
            room=room,
        )
    elif box.text:
        sheet.text(
            x + 2.2,
            y + HEADING + 3.4,
            box.text,
            "subtitle",
            2.4,
            colour="quiet",
            on="panel",
            room=width - 4.4,
        )


def _flat_heading(board: Board, box: Box, name: str, fill: str, ink: str) -> None:
    """A low box has its heading upright at the left, so that counters keep the height."""
    sheet = board.sheet
    x, y, height = box.x, box.y, box.height
    sheet.path(
        f"M{x + HEADING} {y}H{x + RADIUS}a{RADIUS} {RADIUS} 0 0 0 {-RADIUS} {RADIUS}"
        f"V{y + height - RADIUS}a{RADIUS} {RADIUS} 0 0 0 {RADIUS} {RADIUS}H{x + HEADING}Z",
        fill=fill,
        stroke="frame",
        stroke_width=WEIGHT,
    )
    sheet.text(
        x + 3.8,
        y + height / 2,
        name,
        "title",
        2.9,
        colour=ink,
        on=fill,
        anchor="middle",
        angle=-90,
        room=height - 2.0,
    )
    if box.text:
        sheet.text(
            x + HEADING + 1.6,
            y + height - 1.4,
            box.text,
            "subtitle",
            2.2,
            colour="quiet",
            on="panel",
            room=box.width - HEADING - 3.2,
        )


def _notes(board: Board, box: Box) -> None:
    """Ruled lines under heads: a place to write."""
    sheet = board.sheet
    x, y, width, height = box.x, box.y, box.width, box.height
    panel(board, x, y, width, height)
    columns = box.columns or ("",)
    wide = width / len(columns)
    sheet.path(
        f"M{x} {y + HEADING}V{y + RADIUS}a{RADIUS} {RADIUS} 0 0 1 {RADIUS} {-RADIUS}"
        f"H{x + width - RADIUS}a{RADIUS} {RADIUS} 0 0 1 {RADIUS} {RADIUS}V{y + HEADING}Z",
        fill="tint",
        stroke="frame",
        stroke_width=WEIGHT,
    )
    for index, head in enumerate(columns):
        sheet.text(
            x + (index + 0.5) * wide,
            y + 3.8,
            head,
            "label",
            2.5,
            colour="ink",
            on="tint",
            anchor="middle",
            room=wide - 1.5,
        )
    rows = max(1, box.lines)
    step = (height - HEADING) / rows
    rules = "".join(f"M{x} {y + HEADING + k * step:.3f}h{width}" for k in range(1, rows))
    sheet.path(rules, stroke="log_line", stroke_width=0.14)
    posts = "".join(
        f"M{x + k * wide:.3f} {y + HEADING}V{y + height}" for k in range(1, len(columns))
    )
    sheet.path(posts, stroke="log_line", stroke_width=0.2)


def _deck(board: Board, deck: Deck) -> None:
    """The place of a cup: a broken outline, its side's emblem faint in it, its name below."""
    sheet, theme = board.sheet, board.sheet.theme
    x, y = deck.x - deck.width / 2, deck.y - deck.height / 2
    sheet.rect(
        x,
        y,
        deck.width,
        deck.height,
        fill="tint",
        radius=RADIUS,
        stroke="frame",
        stroke_width=WEIGHT,
        stroke_dasharray="1.4 0.9",
    )
    emblem = board.game.side(deck.side).emblem if deck.side else ""
    if emblem:
        tint = theme.colour("tint")
        faint = mix(tint, theme.colour("frame"), 0.28)
        ground = Ground(tint, faint, mix(tint, faint, 0.6), faint, tint)
        size = min(deck.width, deck.height) * 0.72
        sheet.symbol(emblem, deck.x - size / 2, deck.y - size / 2, size, size, ground)
    box = next((one for one in board.map.boxes if one.id == deck.box), None)
    below = box is None or y + deck.height + 3.2 <= box.y + box.height
    sheet.text(
        deck.x,
        y + deck.height + 2.5 if below else y - 0.9,
        deck.name or deck.id,
        "label",
        2.2,
        colour="ink",
        on="panel",
        anchor="middle",
        room=deck.width + 6,
    )


def draw_tracks(board: Board) -> None:
    """Every track: cells with their numbers above a counter's place and words below it."""
    for track in board.map.tracks:
        _track(board, track)


def _track(board: Board, track: Track) -> None:
    sheet, theme = board.sheet, board.sheet.theme
    rectangle = (track.x, track.y, track.width, track.height)
    panel(board, *rectangle)
    cells = list(
        track_cells(track.prefix, track.first, track.last, rectangle, track.per_row, track.snake)
    )
    words: Mapping[int, str] = track.cells
    clip = sheet.clip(f"track-{track.prefix.lower().replace(' ', '-')}", _rounded(track))
    with sheet.group(clip_path=clip):
        for cell in cells:
            fill = _cell_fill(board, track, cell)
            if fill:
                sheet.rect(cell.x, cell.y, cell.width, cell.height, fill=fill)
    right, low = track.x + track.width - 0.01, track.y + track.height - 0.01
    posts = "".join(
        f"M{cell.x:.3f} {cell.y:.3f}v{cell.height:.3f}" for cell in cells if cell.x > track.x + 0.01
    )
    beams = "".join(
        f"M{track.x:.3f} {y:.3f}H{right:.3f}"
        for y in sorted({cell.y for cell in cells})
        if track.y + 0.01 < y < low
    )
    sheet.path(posts + beams, stroke="frame", stroke_width=0.16)
    sheet.rect(*rectangle, radius=RADIUS, stroke="frame", stroke_width=WEIGHT)
    for cell in cells:
        fill = _cell_fill(board, track, cell) or theme.colour("panel")
        note = words.get(cell.number)
        sheet.text(
            cell.x + cell.width / 2,
            cell.y + 2.25,
            str(cell.number),
            "number",
            2.3,
            colour="ink",
            on=fill,
            anchor="middle",
            room=cell.width - 1,
        )
        if note:
            sheet.text(
                cell.x + cell.width / 2,
                cell.y + cell.height - 0.85,
                note,
                "note",
                2.1,
                colour="ink",
                on=fill,
                anchor="middle",
                room=cell.width - 0.8,
            )
    name = track.name or track.id
    sheet.text(
        track.x - 2.2,
        track.y + track.height / 2,
        name,
        "title",
        2.7,
        colour="ink",
        on="paper",
        anchor="middle",
        angle=-90,
        room=track.height,
    )


def _cell_fill(board: Board, track: Track, cell: Cell) -> str:
    """The tint of a cell: where it says something, or every so many for the eye; else none."""
    theme = board.sheet.theme
    note = track.cells.get(cell.number, "")
    if note:
        strong = theme.colour("gold") if cell.number != track.first else theme.colour("frame")
        return mix(theme.colour("panel"), strong, 0.3 if cell.number != track.first else 0.12)
    tinted = track.tint_every and cell.number % track.tint_every == 0
    return theme.colour("tint") if tinted else ""


def _rounded(track: Track) -> str:
    x, y, width, height, r = track.x, track.y, track.width, track.height, RADIUS
    return (
        f"M{x + r} {y}H{x + width - r}a{r} {r} 0 0 1 {r} {r}V{y + height - r}"
        f"a{r} {r} 0 0 1 {-r} {r}H{x + r}a{r} {r} 0 0 1 {-r} {-r}V{y + r}a{r} {r} 0 0 1 {r} {-r}Z"
    )


_HIDDEN = 4
"""So many hexes are named that a panel lies upon; of the rest, the number is reported."""


def note_hidden(board: Board) -> None:
    """Notes whatever lies upon the middles of hexes or squares: decks, boxes, tracks, insets, and
    furniture on a ground of its own."""
    map_ = board.map
    # What an inset shows lies within it: only the board's own cells can be hidden.
    own = frozenset(grid_names(board.grid)) if board.grid is not None else frozenset()
    cells = [
        place for place in board.layout.places.values() if place.kind == "hex" and place.id in own
    ]
    rectangles = [
        *(
            (f"the {one.kind}", one.x, one.y, one.width, one.height)
            for one in map_.furniture
            if one.kind in ("title", "legend", "note")
        ),
        *(
            (f"the {word} {one.name or one.id!r}", one.x, one.y, one.width, one.height)
            for word, ones in (("box", map_.boxes), ("track", map_.tracks), ("inset", map_.insets))
            for one in ones
        ),
        *(
            (f"the deck {deck.name or deck.id!r}",
             deck.x - deck.width / 2, deck.y - deck.height / 2, deck.width, deck.height)
            for deck in map_.decks
        ),
    ]  # fmt: skip
    for named, left, top, width, height in rectangles:
        hidden = [
            cell.id
            for cell in cells
            if left < cell.x < left + width and top < cell.y < top + height
        ]
        if hidden:
            beneath = and_more(hidden, _HIDDEN)
            board.sheet.notes.append(f"{named} hides the hexes beneath it: {beneath}")


def note_swallowed(board: Board) -> None:
    """Notes boxes and cells of tracks whose middle lies in a deck that is not in that box: whatever
    is put there would go into the deck."""
    for deck in board.map.decks:
        inside = [
            place.id
            for place in board.layout.places.values()
            if place.kind not in ("hex", "area") and place.id != deck.box
            if abs(place.x - deck.x) < deck.width / 2 and abs(place.y - deck.y) < deck.height / 2
        ]
        if inside:
            board.sheet.notes.append(
                f"the deck {deck.name or deck.id!r} lies upon the middle of "
                f"{and_more([repr(one) for one in inside], _HIDDEN)}: counters put there go into it"
            )


def note_beyond(board: Board) -> None:
    """Notes what lies beyond the board's edge: decks, were it in part, and middles of cells."""
    map_ = board.map
    for deck in map_.decks:
        across, down = deck.width / 2, deck.height / 2
        inside = across <= deck.x <= map_.width - across and down <= deck.y <= map_.height - down
        if not inside:
            board.sheet.notes.append(
                f"the deck {deck.name or deck.id!r} reaches beyond the edge of the board"
            )
    if board.lost:
        board.sheet.notes.append(
            "cells of the grid lie beyond the edge of the board: "
            f"{and_more(sorted(board.lost), _HIDDEN)}; make the board larger, or leave them out"
        )
