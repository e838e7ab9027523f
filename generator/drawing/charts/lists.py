"""Lists: named values, modifiers of a die or of columns, notes, the rules in our words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.drawing.charts.grid import MARK_ROOM, PAD, ROW, Grid, Head, Row
from generator.drawing.charts.panel import BODY, SMALL, Panel, Pen
from generator.drawing.charts.signs import draw_arrow, draw_mark
from generator.drawing.charts.words import status_of, value_text
from generator.drawing.fitting import wrap
from generator.drawing.typefaces import measures

if TYPE_CHECKING:
    from generator.definition.schema import Entry, Notes, RulesSection, Values

_GUTTER = 7.0
"""Between two halves of a long list side by side, mm at full size."""

_LONG = 4
"""Lists of at least so many values are parted where both halves have room."""


def values_panel(chart: Values, panel: Panel) -> None:
    """Names with their values; a long list stands in two halves where there is room."""
    rows = [
        Row(
            entry.name or entry.id,
            [value_text(entry.value), entry.case or entry.decision],
            [status_of(chart, entry), ""],
        )
        for entry in chart.entries
    ]
    heads = [Head("Value"), Head("Case", quiet=True)]
    if not any(row.cells[1] for row in rows):
        heads, rows = heads[:1], [Row(row.head, row.cells[:1], row.statuses[:1]) for row in rows]
    half = (panel.width - _GUTTER * panel.setting.scale) / 2
    if len(rows) >= _LONG:
        first = (len(rows) + 1) // 2
        grids = [Grid(panel.setting, "", heads, part) for part in (rows[:first], rows[first:])]
        naturals = [grid.natural() for grid in grids]
        if all(one.first + sum(one.columns) <= half for one in naturals):
            halves = []
            for index, grid in enumerate(grids):
                part = Panel(half, panel.setting)
                grid.set_into(part)
                halves.append((part, index * (panel.width - half)))
            panel.beside(halves)
            return
    Grid(panel.setting, "", heads, rows).set_into(panel)


def modifiers_panel(chart: Values, panel: Panel) -> None:
    """Modifiers: the number first, then when it applies; an arrow where it moves columns."""
    half = (panel.width - _GUTTER * panel.setting.scale) / 2
    entries = chart.entries
    if half >= 62 * panel.setting.scale and len(entries) >= _LONG:
        first = (len(entries) + 1) // 2
        halves = []
        for index, part in enumerate((entries[:first], entries[first:])):
            column = Panel(half, panel.setting)
            _modifiers(chart, part, column)
            halves.append((column, index * (panel.width - half)))
        panel.beside(halves)
    else:
        _modifiers(chart, entries, panel)
    if any(entry.shift for entry in entries):
        panel.note("An arrow moves so many columns; a number alone is added to the die.")


def _modifiers(chart: Values, entries: Sequence[Entry], panel: Panel) -> None:
    setting = panel.setting
    strong = measures(setting.theme.face("strong"))
    body = setting.size(BODY)
    arrow = 4.0 * setting.scale if any(entry.shift for entry in entries) else 0.0
    marked = any(status_of(chart, entry) for entry in entries)
    widest = max([0.0, *(strong.width(_number(entry), body) for entry in entries)])
    value_room = widest + arrow + (MARK_ROOM if marked else 0.0) + 2 * PAD * setting.scale
    value_room = min(value_room, panel.width * 0.5)
    for index, entry in enumerate(entries):
        _modifier(chart, entry, panel, value_room, arrow, odd=bool(index % 2))
    panel.add(
        lambda pen: pen.line(0, 0, panel.width, 0, stroke="hair", stroke_width=0.2),
        0.5 * setting.unit,
    )


def _number(entry: Entry) -> str:
    return value_text(entry.value, signed=True)


def _modifier(
    chart: Values, entry: Entry, panel: Panel, value_room: float, arrow: float, *, odd: bool
) -> None:
    setting = panel.setting
    unit, body, small = setting.unit, setting.size(BODY), setting.size(SMALL)
    pad = PAD * setting.scale
    case = entry.case or entry.decision
    label = measures(setting.theme.face("label"))
    # In a narrow column the case would take the words' room.
    case_room = label.width(case, small) + 2.0 if case and panel.width > 58 * setting.scale else 0.0
    room = panel.width - value_room - case_room - pad
    face = setting.theme.face("body")
    lines = wrap(entry.name or entry.id, face, body, room)
    leading = max(2 * unit, 1.2 * body)
    height = setting.ceiled(ROW * unit - 0.5 * unit + leading * (len(lines) - 1))
    status = status_of(chart, entry)
    if status:
        panel.used.add(status)

    def draw(pen: Pen) -> None:
        on = "zebra" if odd else "paper"
        if odd:
            pen.rect(0, 0, panel.width, height, fill="zebra")
        first = height / 2 + 0.34 * body - leading * (len(lines) - 1) / 2
        x = pad
        if entry.shift:
            left = isinstance(entry.value, (int, float)) and entry.value < 0
            draw_arrow(
                pen.sheet,
                pen.x + x + arrow * 0.4,
                pen.y + first - 0.34 * body,
                arrow * 0.8,
                left=left,
            )
        set_line = pen.text(
            x + arrow,
            first,
            _number(entry),
            "strong",
            body,
            on=on,
            room=value_room - arrow - 1.4 * pad,
        )
        if status:
            at = pen.x + x + arrow + set_line.width + 1.5
            draw_mark(pen.sheet, status, at, pen.y + first - 0.34 * body)
        for number, words in enumerate(lines):
            pen.text(value_room, first + leading * number, words, "body", body, on=on, room=room)
        if case_room:
            pen.text(
                panel.width - pad,
                first,
                case,
                "body",
                small,
                colour="quiet",
                on=on,
                anchor="end",
                room=case_room,
            )

    panel.add(draw, height)


def notes_panel(chart: Notes, panel: Panel) -> None:
    """Paragraphs, numbered where the chart says so."""
    indent = 6.0 * panel.setting.scale if chart.numbered else 0.0
    for number, words in enumerate(chart.lines, 1):
        hang = f"{number}." if chart.numbered else ""
        panel.flow(words, "body", BODY, indent=indent, hang=hang)
        panel.gap(0.5)


def summary_panel(sections: Sequence[RulesSection], panel: Panel) -> None:
    """The rules in our words, chapter by chapter, in two columns where there is room."""
    setting = panel.setting
    columns = 2 if panel.width >= 120 * setting.scale else 1
    gutter = _GUTTER * setting.scale
    wide = (panel.width - gutter * (columns - 1)) / columns
    chapters = []
    for section in sections:
        chapter = Panel(wide, setting)
        chapter.subheading(section.title)
        chapter.flow(section.text, "body", 2.8)
        if section.cases:
            chapter.flow(", ".join(section.cases), "note", 2.3, colour="quiet")
        chapter.gap(1)
        chapters.append(chapter)
    stacks = _balanced(chapters, columns)
    panel.beside(
        [(_stacked(stack, wide, panel), k * (wide + gutter)) for k, stack in enumerate(stacks)]
    )


def _balanced(chapters: list[Panel], columns: int) -> list[list[Panel]]:
    """Chapters in order, parted so that the longer column is as short as it can be."""
    if columns == 1 or len(chapters) < 2:
        return [chapters]
    cut = min(
        range(1, len(chapters)),
        key=lambda at: max(
            sum(one.height for one in chapters[:at]), sum(one.height for one in chapters[at:])
        ),
    )
    return [chapters[:cut], chapters[cut:]]


def _stacked(chapters: Sequence[Panel], width: float, panel: Panel) -> Panel:
    whole = Panel(width, panel.setting)
    for chapter in chapters:
        whole.beside([(chapter, 0.0)])
    return whole
