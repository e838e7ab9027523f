"""Every chart by itself: one table, one glance, each on a sheet of the same width.

Heads in a tint, zebra faint, results in letters and colour. What is not printed in the rules
carries a small mark, explained below the table: a ring for inferred, a lozenge for our decision.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from generator.drawing.charts.forms import form_panel, track_panel
from generator.drawing.charts.keys import key_panel
from generator.drawing.charts.lists import (
    modifiers_panel,
    notes_panel,
    summary_panel,
    values_panel,
)
from generator.drawing.charts.panel import Panel, Pen, Setting
from generator.drawing.charts.rosters import roster_panel
from generator.drawing.charts.sequence import sequence_panel
from generator.drawing.charts.tables import natural_width, table_panel
from generator.drawing.finished import read_finished
from generator.drawing.names import chart_picture
from generator.drawing.picture import Picture
from generator.drawing.sheet import Sheet
from generator.drawing.themes import Theme
from generator.errors import BroadsideError
from generator.vassal import images

if TYPE_CHECKING:
    from generator.definition.schema import AnyChart, Game, Scan, Table

WIDTH = 148.0
"""Every chart is as wide as an A5 sheet is high, so that a window of charts does not jump."""

MARGIN = 5.0

SEQUENCE = "sequence"
SUMMARY = "summary"
"""The words for what ``game.yaml`` holds, among the ids of charts."""

TALLEST = 277.0
"""What a sheet of A4 paper holds, mm."""

_SCALES = (1.0, 0.9, 0.8, 0.7, 0.64)
"""How a page of the rules is shrunk until a sheet of paper holds it."""

_BESIDE = 0.36
"""The share of a table's width that what stands beside it takes."""

_BESIDE_LEAST = 44.0
"""The least room for what stands beside a table, mm at full size."""

_GUTTER = 6.0


class ChartError(BroadsideError):
    """A chart that cannot be drawn as it is described."""


def chart_pictures(
    game: Game, theme: Theme, folders: tuple[Path, ...] = (), without: Container[str] = ()
) -> Iterator[Picture]:
    """Every chart of the game, then the sequence of play and the rules in our words.

    Finished pictures that are named in ``without`` are left out. Raises ChartError naming the
    chart.
    """
    for chart in game.charts:
        if chart.kind != "image" or chart_picture(chart.id) not in without:
            yield _pictured(chart.id, partial(draw_chart, chart, theme, folders, game))
    if game.sequence:
        yield _pictured(SEQUENCE, partial(draw_page, SEQUENCE, game, theme, folders))
    if game.summary:
        yield _pictured(SUMMARY, partial(draw_page, SUMMARY, game, theme, folders))


def _pictured(name: str, draw: Callable[[], Sheet]) -> Picture:
    try:
        return draw().picture(chart_picture(name))
    except BroadsideError as trouble:
        raise ChartError(f"chart {name!r}: {trouble}") from None


def draw_chart(
    chart: AnyChart, theme: Theme, folders: tuple[Path, ...] = (), game: Game | None = None
) -> Sheet:
    """A chart with its heading and what the marks mean; or a picture of one.

    ``game`` is asked for what a chart shows of it: counters, tracks, charts beside it.
    """
    if chart.kind == "image":
        return _scan(chart, theme, folders)
    panel = Panel(WIDTH - 2 * MARGIN, Setting(theme, folders, game=game))
    set_chart(chart, panel)
    return _framed(panel)


def draw_page(page: str, game: Game, theme: Theme, folders: tuple[Path, ...] = ()) -> Sheet:
    """The sequence of play or the rules in our words, as a chart; a long one is set smaller."""
    for scale in _SCALES:
        panel = Panel(WIDTH - 2 * MARGIN, Setting(theme, folders, scale, game))
        set_page(page, game, panel)
        if panel.height + 2 * MARGIN - 1.0 <= TALLEST:
            break
    return _framed(panel)


def _framed(panel: Panel) -> Sheet:
    """The panel on a sheet of the height it took."""
    height = round(panel.height + 2 * MARGIN - 1.0, 2)
    sheet = Sheet(WIDTH, height, panel.setting.theme, panel.setting.folders)
    sheet.rect(0, 0, WIDTH, height, fill="paper")
    sheet.rect(1.2, 1.2, WIDTH - 2.4, height - 2.4, radius=1.2, stroke="frame", stroke_width=0.32)
    panel.draw(Pen(sheet, MARGIN, MARGIN - 0.5))
    sheet.notes += panel.notes
    if height > TALLEST:
        sheet.notes.append(
            f"the chart is {height:.0f} mm high, more than a sheet of paper holds; make two of it"
        )
    return sheet


def set_page(page: str, game: Game, panel: Panel) -> None:
    """The sequence of play or the rules in our words, onto a panel."""
    if page == SEQUENCE:
        panel.heading("Sequence of play", "" if panel.setting.compact else game.name)
        sequence_panel(game, panel)
    else:
        panel.heading("Rules summary", "" if panel.setting.compact else game.name)
        summary_panel(game.summary, panel)


def set_chart(chart: AnyChart, panel: Panel) -> None:
    """A chart with its heading onto a panel. Raises a BroadsideError for what cannot be drawn."""
    panel.heading(chart.name, chart.case or "")
    if chart.kind == "table" and chart.beside:
        _with_neighbours(chart, panel)
    else:
        _set_body(chart, panel)
    if chart.text:
        panel.note(chart.text)
    panel.legend()


def _set_body(chart: AnyChart, panel: Panel) -> None:
    """What stands under a chart's heading."""
    setting = panel.setting
    game = setting.game
    if chart.kind == "table":
        table_panel(chart, panel)
    elif chart.kind == "values":
        values_panel(chart, panel)
    elif chart.kind == "modifiers":
        modifiers_panel(chart, panel)
    elif chart.kind == "notes":
        notes_panel(chart, panel)
    elif chart.kind == "track":
        track_panel(chart, game, panel)
    elif chart.kind == "form":
        form_panel(chart, game, panel)
    elif chart.kind == "image":
        _scan_panel(chart, panel)
    elif game is None:
        raise ChartError(f"a chart of the kind {chart.kind} shows parts of a game: it needs one")
    elif chart.kind == "terrain":
        # Terrain is drawn with shapely, which no other chart waits for.
        from generator.drawing.charts.terrain import terrain_panel

        terrain_panel(chart, game, panel)
    elif chart.kind == "key":
        key_panel(chart, game, panel)
    else:
        roster_panel(chart, game, panel)


def _with_neighbours(chart: Table, panel: Panel) -> None:
    """A table with other charts right beside it, below it where it takes the whole width."""
    setting = panel.setting
    game = setting.game
    named = [one for one in (game.charts if game else ()) if one.id in chart.beside]
    gutter = _GUTTER * setting.scale
    room = max(_BESIDE_LEAST * setting.scale, _BESIDE * panel.width)
    if natural_width(chart, setting) + gutter + room > panel.width:
        _set_body(chart, panel)
        for one in named:
            panel.gap(0.5)
            panel.subheading(one.name)
            _set_body(one, panel)
        return
    table = Panel(panel.width - gutter - room, setting)
    _set_body(chart, table)
    column = Panel(room, setting)
    for index, one in enumerate(named):
        if index:
            column.gap(1)
        column.subheading(one.name)
        _set_body(one, column)
        if one.text:
            column.note(one.text)
    panel.beside([(table, 0.0), (column, panel.width - room)])


def _scan(chart: Scan, theme: Theme, folders: tuple[Path, ...]) -> Sheet:
    """A finished picture, as wide as all charts."""
    width, height = images.size(read_finished(chart.image, folders)) or (1, 1)
    sheet = Sheet(WIDTH, WIDTH * height / width, theme, folders)
    sheet.image(chart.image, 0, 0, sheet.width, sheet.height)
    return sheet


def _scan_panel(chart: Scan, panel: Panel) -> None:
    """A finished picture as wide as the column."""
    width, height = images.size(read_finished(chart.image, panel.setting.folders)) or (1, 1)
    high = panel.width * height / width
    panel.add(
        lambda pen: pen.sheet.image(chart.image, pen.x, pen.y, panel.width, high),
        high + 0.5 * panel.setting.unit,
    )
