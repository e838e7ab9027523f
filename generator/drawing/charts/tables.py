"""Tables of the definition: rows by columns, combat results with their legend."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from generator.drawing.charts.grid import Grid, Head, Row, shade_of
from generator.drawing.charts.panel import SMALL, Panel, Pen, Setting
from generator.drawing.charts.words import cell_text, rolls_text, statuses_of
from generator.drawing.typefaces import measures

if TYPE_CHECKING:
    from generator.definition.schema import Result, Table
    from generator.definition.schema import Row as TableRow


def table_panel(chart: Table, panel: Panel) -> None:
    """A table of the definition with its legend; what stands beside it is another's work."""
    _grid(chart, panel.setting).set_into(panel)
    _results(panel, chart.results)


def natural_width(chart: Table, setting: Setting) -> float:
    """How wide a table is when no cell of it is wrapped, mm."""
    natural = _grid(chart, setting).natural()
    return natural.first + sum(natural.columns)


def _grid(chart: Table, setting: Setting) -> Grid:
    heads = [Head(column.name or column.id, column.group) for column in chart.columns]
    rows = [_row(chart, row, setting) for row in chart.rows]
    return Grid(setting, chart.dice, heads, rows, chart.across, chart.result)


def _row(chart: Table, row: TableRow, setting: Setting) -> Row:
    faces: tuple[int, ...] = ()
    head = row.name or ("" if row.rolls else row.id)
    if row.rolls and chart.dice == "1d6" and 1 <= row.rolls[0] <= row.rolls[1] <= 6:
        faces = tuple(range(row.rolls[0], row.rolls[1] + 1))
    elif row.rolls:
        below = chart.below == "first" and row is chart.rows[0]
        above = chart.above == "last" and row is chart.rows[-1]
        head = f"{rolls_text(row.rolls, below=below, above=above)}   {head}".rstrip()
    cells = [row.cells.get(column.id) for column in chart.columns]
    return Row(
        head,
        [cell_text(cell) for cell in cells],
        statuses_of(chart, cells),
        faces,
        _swatch(row.swatch, setting) if row.swatch else None,
        row.symbol,
    )


def _swatch(colour: str, setting: Setting) -> Callable[[Pen, float, float], None]:
    """A small square of a colour."""
    side = 4.4 * setting.scale

    def draw(pen: Pen, x: float, middle: float) -> None:
        top = middle - side / 2
        pen.rect(x, top, side, side, colour, 0.6, stroke="frame", stroke_width=0.18)

    return draw


def _results(panel: Panel, results: Sequence[Result]) -> None:
    """The legend of results: each on its shade, with what it means."""
    told = [one for one in results if one.says]
    if not told:
        return
    setting = panel.setting
    size = setting.size(SMALL)
    strong = measures(setting.theme.face("strong"))
    chip = max(strong.width(one.result, size) for one in told) + 2.4 * setting.scale
    body = measures(setting.theme.face("body"))
    longest = chip + max(body.width(one.says, size) for one in told) + 6 * setting.scale
    columns = 2 if 2 * longest <= panel.width and len(told) > 2 else 1
    wide = panel.width / columns
    panel.gap(0.5)
    for start in range(0, len(told), columns):
        cells = []
        for number, one in enumerate(told[start : start + columns]):
            cell = Panel(wide - 3 * setting.scale if columns > 1 else wide, setting)
            _meaning(cell, one, chip, size)
            cells.append((cell, number * wide))
        panel.beside(cells)


def _meaning(panel: Panel, result: Result, chip: float, size: float) -> None:
    setting = panel.setting
    on = shade_of(setting, result.colour) if result.colour else "paper"
    high = 1.6 * setting.unit

    def draw(pen: Pen) -> None:
        pen.rect(
            0,
            0.15 * setting.unit,
            chip,
            high,
            fill=on,
            radius=0.7,
            stroke="hair",
            stroke_width=0.14,
        )
        pen.text(
            chip / 2,
            0.15 * setting.unit + high / 2 + 0.34 * size,
            result.result,
            "strong",
            size,
            on=on,
            anchor="middle",
            room=chip - 0.8,
        )

    words = Panel(panel.width - chip - 1.8 * setting.scale, setting)
    words.flow(result.says, "body", SMALL)
    sign = Panel(chip, setting)
    sign.add(draw, 2 * setting.unit)
    panel.beside([(sign, 0), (words, chip + 1.8 * setting.scale)])
