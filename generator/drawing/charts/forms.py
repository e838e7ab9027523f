"""Sheets to write on: plots, logs, tracks."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from generator.drawing.charts.panel import BODY, SMALL, Panel, Pen
from generator.drawing.colours import mix
from generator.drawing.fitting import FLOOR
from generator.drawing.typefaces import measures

if TYPE_CHECKING:
    from generator.definition.schema import (
        Form,
        Game,
        Track,
        TrackChart,
    )

_WRITING = 4
"""Units of the grid a row to write in takes."""

_CELL = 15.0
"""The least side of a track's cell: a counter of half an inch lies in it."""

_PLOT_HEIGHT = 70.0
"""The most a small map takes, mm at full size."""


def form_panel(chart: Form, game: Game | None, panel: Panel) -> None:
    """Lines to fill in, a small map, then rows and columns to write in."""
    for start in range(0, len(chart.lines), 2):
        _blanks(chart.lines[start : start + 2], panel)
    if chart.lines:
        panel.gap(1)
    if chart.map is not None and game is not None:
        _plot(chart.map, game, panel)
    _ruled(chart, panel)


def _blanks(names: tuple[str, ...], panel: Panel) -> None:
    setting = panel.setting
    size = setting.size(SMALL)
    label = measures(setting.theme.face("label"))
    wide = panel.width / len(names)

    def draw(pen: Pen) -> None:
        base = 2.2 * setting.unit
        for index, name in enumerate(names):
            x = index * wide
            room = min(label.width(name, size), wide * 0.6)
            pen.text(x, base, name, "label", size, room=room + 0.01)
            pen.line(
                x + room + 1.5,
                base + 0.3,
                x + wide - 2.0,
                base + 0.3,
                stroke="quiet",
                stroke_width=0.2,
            )

    panel.add(draw, 3 * setting.unit)


def _plot(map_id: str, game: Game, panel: Panel) -> None:
    """The cells of a map's grid with their ids, in small."""
    from generator.geography.layout import layout_of

    setting = panel.setting
    places = [
        place
        for place in layout_of(game.map(map_id)).places.values()
        if place.kind in ("hex", "area") and place.outline
    ]
    if not places:
        panel.notes.append(f"the map {map_id!r} has no grid to plot on")
        return
    xs = [x for place in places for x, _ in place.outline]
    ys = [y for place in places for _, y in place.outline]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    scale = min(panel.width / wide, _PLOT_HEIGHT * setting.scale / high)
    left = (panel.width - wide * scale) / 2 - min(xs) * scale
    up = -min(ys) * scale
    label = measures(setting.theme.face("id"))
    size = max(FLOOR, setting.size(2.1))
    legible = all(
        label.width(place.id, size)
        <= 0.86 * scale * (max(x for x, _ in place.outline) - min(x for x, _ in place.outline))
        for place in places
    )

    def draw(pen: Pen) -> None:
        for place in places:
            outline = [(left + x * scale, up + y * scale) for x, y in place.outline]
            pen.outline(outline, "panel", stroke="hair", stroke_width=0.2, stroke_linejoin="round")
        if legible:
            for place in places:
                top = min(y for _, y in place.outline)
                pen.text(
                    left + place.x * scale,
                    up + top * scale + 1.35 * size,
                    place.id,
                    "id",
                    size,
                    colour="quiet",
                    on="panel",
                    anchor="middle",
                )

    panel.add(draw, high * scale + 2 * setting.unit)


def _ruled(chart: Form, panel: Panel) -> None:
    setting = panel.setting
    unit, small = setting.unit, setting.size(SMALL)
    theme = setting.theme
    label = measures(theme.face("label"))
    rows_wide = 0.0
    if chart.numbered == "rows":
        last = str(chart.first + chart.rows - 1)
        rows_wide = max(label.width(last, small), label.width(chart.row_name, small)) + 3.0
    shares = [column.width for column in chart.columns]
    each = (panel.width - rows_wide) / sum(shares)
    edges = [rows_wide]
    for share in shares:
        edges.append(edges[-1] + share * each)
    head = 2.5 * unit if chart.row_name or any(column.name for column in chart.columns) else 0.0
    row = _WRITING * unit
    height = head + row * chart.rows
    shade = mix(theme.colour("paper"), theme.colour("tint"), 0.75)
    tiny = setting.size(1.9)

    def draw(pen: Pen) -> None:
        for column, (left, right) in zip(chart.columns, pairwise(edges), strict=True):
            if column.shaded:
                pen.rect(left, head, right - left, height - head, fill=shade)
        if head:
            pen.rect(0, 0, panel.width, head, fill="tint")
            names = [column.name for column in chart.columns]
            spans = list(pairwise(edges))
            if rows_wide:
                names, spans = [chart.row_name, *names], [(0.0, rows_wide), *spans]
            for name, (left, right) in zip(names, spans, strict=True):
                if name:
                    pen.text(
                        (left + right) / 2,
                        head / 2 + 0.34 * small,
                        name,
                        "label",
                        small,
                        on="tint",
                        anchor="middle",
                        room=right - left - 0.8,
                    )
        for number in range(chart.rows + 1):
            y = head + row * number
            pen.line(0, y, panel.width, y, stroke="hair", stroke_width=0.16)
        for x in [*([0.0] if rows_wide else []), *edges]:
            pen.line(x, 0 if head else 0.0, x, height, stroke="hair", stroke_width=0.16)
        pen.rect(0, 0, panel.width, height, stroke="frame", stroke_width=0.32)
        for number in range(chart.rows):
            y = head + row * number
            if rows_wide:
                pen.text(
                    rows_wide / 2,
                    y + row / 2 + 0.34 * small,
                    str(chart.first + number),
                    "number",
                    small,
                    anchor="middle",
                    room=rows_wide - 0.8,
                )
            if chart.numbered == "cells":
                for index, column in enumerate(chart.columns):
                    cell = chart.first + number * len(chart.columns) + index
                    on = shade if column.shaded else "paper"
                    pen.text(
                        edges[index] + 0.6,
                        y + 0.3 + 0.75 * tiny,
                        str(cell),
                        "number",
                        tiny,
                        colour="quiet",
                        on=on,
                        room=edges[index + 1] - edges[index] - 1.0,
                    )

    panel.add(draw, height + 0.5 * unit)


def track_panel(chart: TrackChart, game: Game | None, panel: Panel) -> None:
    """Cells for a marker, numbers above and words below, every fifth tinted."""
    setting = panel.setting
    track = _repeated(chart, game)
    first, last = (track.first, track.last) if track else (chart.first, chart.last)
    words = {**(track.cells if track else {}), **chart.cells}
    count = last - first + 1
    fits = max(1, int(panel.width / (_CELL * setting.scale)))
    per_row = min(chart.per_row or fits, fits, count)
    # Rows alike: 30 cells in a width of 14 stand 10 to a row.
    rows = -(-count // per_row)
    if chart.per_row is None:
        per_row = -(-count // rows)
    side = min(panel.width / per_row, 22 * setting.scale)
    high = setting.ceiled(max(_CELL * setting.scale, side * 0.85))
    size, small = setting.size(BODY), setting.size(2.1)
    theme = setting.theme
    gold = mix(theme.colour("panel"), theme.colour("gold"), 0.3)
    total = side * per_row
    left = (panel.width - total) / 2

    def draw(pen: Pen) -> None:
        for index in range(count):
            number = first + index
            x, y = left + side * (index % per_row), high * (index // per_row)
            note = words.get(number, "")
            fill = gold if note else theme.colour("tint" if number % 5 == 0 else "panel")
            pen.rect(x, y, side, high, fill=fill, stroke="frame", stroke_width=0.22)
            pen.text(
                x + side / 2,
                y + 0.3 * setting.unit + size,
                str(number),
                "number",
                size,
                on=fill,
                anchor="middle",
                room=side - 1,
            )
            if note:
                pen.text(
                    x + side / 2,
                    y + high - 0.6 * setting.unit,
                    note,
                    "note",
                    small,
                    on=fill,
                    anchor="middle",
                    room=side - 1,
                )

    panel.add(draw, high * rows + 0.5 * setting.unit)


def _repeated(chart: TrackChart, game: Game | None) -> Track | None:
    """The track of a map that a chart repeats."""
    if chart.of is None or game is None:
        return None
    return next(track for map_ in game.maps for track in map_.tracks if track.id == chart.of)
