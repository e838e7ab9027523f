"""Boards: a chart of the sea, a ruled voyage log, or a plain grid."""

from __future__ import annotations

from math import cos, radians, sin
from pathlib import Path
from typing import TYPE_CHECKING

from generator.drawing.checks import overlapping
from generator.drawing.maps import (
    cells,
    furniture,
    insets,
    lettering,
    lines,
    panels,
    terrain,
    water,
)
from generator.drawing.maps.board import LOG_LAND, Board
from generator.drawing.names import map_picture
from generator.drawing.picture import Picture
from generator.drawing.sheet import Sheet, path_of
from generator.drawing.themes import Theme, load_theme
from generator.errors import BroadsideError

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from generator.definition.schema import Game, Map


LOG_EDGE = 4.0
"""Distance of a log's double rule from the edge of the sheet, mm."""


FADING, FADE = 6, 2.0
"""In how many steps a log's land fades away, and how wide each is (mm)."""


class MapError(BroadsideError):
    """A map that cannot be drawn as it is described."""


def map_pictured(game: Game, map_: Map, theme: Theme, folders: tuple[Path, ...] = ()) -> Picture:
    """The board as a picture of the map's own size. Raises MapError naming the map."""
    try:
        return draw_map(game, map_, theme, folders).picture(map_picture(map_.id))
    except (BroadsideError, ValueError) as trouble:
        raise MapError(f"map {map_.id!r}: {trouble}") from None


def draw_map(game: Game, map_: Map, theme: Theme, folders: tuple[Path, ...] = ()) -> Sheet:
    """Draws a board: water and land, names of seas, the grid, features, panels, ports, the frame.

    Names are placed last, where nothing stands yet; names of seas lie behind the grid. A board of
    finished pictures is those pictures.
    """
    sheet = Sheet(map_.width, map_.height, theme, folders)
    if map_.image or map_.pictures:
        _lay_pictures(sheet, map_)
        return sheet
    board = Board(game, map_, sheet)
    sheet.layers("ground", "names", "grid", "lines", "panels", "ports", "frame")
    with sheet.layer("ground"):
        _ground(board)
        terrain.draw_terrain(board)
        lines.draw_washes(board)
        drawn = lines.draw_lines(board, lines.QUIET)
    with sheet.layer("grid"):
        cells.draw_tints(board)
        if board.areas is not None:
            board.areas.draw_owners()
            board.areas.draw_borders()
        else:
            cells.draw_sides(board)
            cells.draw_dots(board)
        cells.draw_closed(board)
        cells.draw_features(board)
        if board.areas is not None:
            board.areas.draw_names()
        else:
            cells.draw_ids(board)
    with sheet.layer("lines"):
        drawn += lines.draw_lines(board, lines.STROKES.keys() - set(lines.QUIET))
    with sheet.layer("panels"):
        insets.draw_insets(
            board, lambda one: draw_map(game, one, _theme_of(one, theme, folders), folders)
        )
        furniture.draw_furniture(board)
        panels.draw_boxes(board)
        panels.draw_tracks(board)
        panels.note_hidden(board)
        panels.note_swallowed(board)
        panels.note_beyond(board)
    with sheet.layer("names"):
        lettering.draw_names(board)
    with sheet.layer("ports"):
        lettering.draw_free_names(board, drawn)
    with sheet.layer("frame"):
        if map_.geography is not None and map_.style == "chart":
            water.draw_frame(board)
        elif map_.style == "log":
            _log_edge(board)
    return sheet


def _theme_of(map_: Map, theme: Theme, folders: tuple[Path, ...]) -> Theme:
    return load_theme(map_.theme, folders) if map_.theme else theme


def _lay_pictures(sheet: Sheet, map_: Map) -> None:
    """A board that was drawn elsewhere: its pictures on its background, and nothing over them."""
    sheet.rect(0, 0, map_.width, map_.height, fill=map_.background)
    if map_.image:
        sheet.image(map_.image, 0, 0, map_.width, map_.height)
    for laid in map_.pictures:
        sheet.image(laid.image, laid.x, laid.y, laid.width, laid.height, turned=laid.turned)


def _ground(board: Board) -> None:
    sheet, map_ = board.sheet, board.map
    if map_.style == "chart":
        sheet.rect(0, 0, map_.width, map_.height, fill="paper")
        water.draw_water(board)
        water.draw_graticule(board)
        for piece in map_.furniture:
            if piece.kind == "compass" and board.shore is not None:
                centre = (piece.x + piece.width / 2, piece.y + piece.height / 2)
                water.draw_rhumbs(board, centre, furniture.north(board, *centre))
        return
    sheet.rect(0, 0, map_.width, map_.height, fill=map_.background)
    if map_.style == "log":
        _ledger(board)


def _ledger(board: Board) -> None:
    """Ruled paper; the coast, where the map knows it, as a pencil would trace it."""
    sheet, map_ = board.sheet, board.map
    step = 6.0
    rules = "".join(
        f"M0 {k * step:g}H{map_.width:g}" for k in range(1, int(map_.height / step) + 1)
    )
    sheet.path(rules, stroke="log_line", stroke_width=0.1, opacity=0.6)
    if board.shore is not None:
        _pencilled(board, board.shore)


def _pencilled(board: Board, shore: BaseGeometry) -> None:
    """Land and coast of a log; they fade away where the chart ends within the sheet."""
    sheet, frames = board.sheet, _fading(board)
    for step, frame in enumerate(frames):
        share = (step + 1) / len(frames)
        seen = frame.difference(frames[step + 1]) if step + 1 < len(frames) else frame
        land = water.shape_path(shore.intersection(seen))
        coast = water.shape_path(shore.boundary.intersection(seen))
        sheet.path(land, fill="land", fill_opacity=round(LOG_LAND * share, 3), fill_rule="evenodd")
        sheet.path(
            coast,
            stroke="coast",
            stroke_width=0.2,
            stroke_linejoin="round",
            opacity=round(0.7 * share, 3),
        )


def _fading(board: Board) -> list[BaseGeometry]:
    """What of the sheet shows the chart: wholly in the last, less and less in those before."""
    from shapely.geometry import box

    map_, inner = board.map, LOG_EDGE + 1.2
    page = (inner, inner, map_.width - inner, map_.height - inner)
    x, y, width, height = board.clip
    shown = (x, y, x + width, y + height)
    inward = (1, 1, -1, -1)
    ends = [
        way * (edge - limit) > 0.5 for edge, limit, way in zip(shown, page, inward, strict=True)
    ]
    steps = FADING if any(ends) else 1
    return [
        box(*(
            edge + way * FADE * step if fades else limit
            for edge, limit, way, fades in zip(shown, page, inward, ends, strict=True)
        ))
        for step in range(steps)
    ]  # fmt: skip


def _log_edge(board: Board) -> None:
    """A double rule round the sheet."""
    sheet, map_ = board.sheet, board.map
    for inset, weight in ((LOG_EDGE, 0.5), (LOG_EDGE + 1.2, 0.16)):
        sheet.rect(
            inset,
            inset,
            map_.width - 2 * inset,
            map_.height - 2 * inset,
            radius=panels.RADIUS,
            stroke="frame",
            stroke_width=weight,
        )
    if map_.private_to is not None:
        _stamp(board, "SECRET")


def _stamp(board: Board, word: str) -> None:
    """A rubber stamp in the first free place along the upper edge, from the right."""
    sheet = board.sheet
    size, tilt = 6.0, radians(-7)
    half, high = 16.0, 4.6
    for step in range(12):
        x, y = board.map.width * (0.78 - 0.05 * step), 23.0
        corners = [
            (x + dx * cos(tilt) - dy * sin(tilt), y + dx * sin(tilt) + dy * cos(tilt))
            for dx, dy in ((-half, -high), (half, -high), (half, high), (-half, high))
        ]
        if not board.free(corners) or any(overlapping(corners, side, 0.0) for side in board.sides):
            continue
        on = board.ground(x, y)
        sheet.path(path_of(corners), stroke="signal", stroke_width=0.7, stroke_linejoin="round")
        sheet.text(
            x - 2.1 * sin(-tilt),
            y + 2.1,
            word,
            "stamp",
            size,
            colour="signal",
            on=on,
            anchor="middle",
            angle=-7,
            tracking=0.16,
            room=2 * half - 3,
        )
        return
