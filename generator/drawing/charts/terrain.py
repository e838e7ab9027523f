"""Terrain effects: a swatch of each kind as the map draws it, its values, its words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.drawing.charts.grid import Grid, Head, Row
from generator.drawing.charts.panel import Panel, Pen
from generator.drawing.charts.words import status_of, title_of, value_text
from generator.drawing.maps.terrain import TerrainEntry, cell_shape, draw_swatch, terrain_key

if TYPE_CHECKING:
    from generator.definition.schema import Game, Map, TerrainChart
    from generator.drawing.maps.terrain.key import CellShape

_HEX = 3.3
"""From the middle of a swatch to its corners, mm at full size."""

_TALL = 3.5
"""Units of the grid a row with a swatch takes at least."""


def terrain_panel(chart: TerrainChart, game: Game, panel: Panel) -> None:
    """A row for each kind the map shows; a last column holds what the definition says of it."""
    map_ = _map(chart, game)
    if map_ is None or map_.terrain is None:
        panel.notes.append("no map has terrain for this chart to show")
        return
    kinds = map_.terrain.kinds
    entries, shape = terrain_key(map_), cell_shape(map_)
    spoken = any(entry.text for entry in entries)
    heads = [Head(title_of(one), one.group) for one in chart.show]
    if spoken:
        heads.append(Head("Effect"))
    rows = []
    for entry in entries:
        own = kinds.get(entry.kind)
        values = own.values if own is not None else {}
        cells = [value_text(values.get(one.value)) for one in chart.show]
        status = status_of(chart, own) if own is not None else ""
        statuses = [status if one.value in values else "" for one in chart.show]
        rows.append(
            Row(
                entry.name,
                [*cells, entry.text] if spoken else cells,
                [*statuses, ""] if spoken else statuses,
                sign=_Sign(entry, panel.setting.scale, shape),
                units=_TALL,
            )
        )
    Grid(panel.setting, "", heads, rows).set_into(panel)


def _map(chart: TerrainChart, game: Game) -> Map | None:
    if chart.map is not None:
        return game.map(chart.map)
    return next((one for one in game.maps if one.terrain is not None), None)


class _Sign:
    """Draws the swatch of a kind of terrain."""

    def __init__(self, entry: TerrainEntry, scale: float, shape: CellShape) -> None:
        self.entry = entry
        self.shape = shape
        self.size = _HEX * scale

    def __call__(self, pen: Pen, x: float, middle: float) -> None:
        draw_swatch(
            pen.sheet, self.entry, pen.x + x + self.size, pen.y + middle, self.size, self.shape
        )
