"""Tables: rows by columns, combat results with their legend, modifiers right beside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from generator.drawing.charts.panel import BODY, SMALL, Panel, Pen, Setting
from generator.drawing.charts.signs import DIE, draw_die, draw_mark
from generator.drawing.charts.words import (
    NOTHING,
    cell_text,
    rolls_text,
    statuses_of,
)
from generator.drawing.colours import mix
from generator.drawing.fitting import wrap
from generator.drawing.themes import Ground
from generator.drawing.typefaces import Measures, measures

if TYPE_CHECKING:
    from generator.definition.schema import Result, Table
    from generator.definition.schema import Row as TableRow

ROW = 3
"""Units of the grid a row of one line takes."""

LINE = 2
"""Units every further line takes."""

PAD = 1.6
"""Room at either side of a cell, mm at full size."""

SHADE = 0.2
"""How strong the colour of a result is on its cell."""

MARK_ROOM = 2.4
"""Room a status mark takes beside its value, mm."""

_WIDEST = 0.3
"""The most of a table's width a column takes that does not need more."""

_SWATCH = 5.2
_FIGURE = 9.0
_MOST_LINES = 4


@dataclass(frozen=True, slots=True)
class Row:
    """A row ready to be set: its head, what is drawn before it, its cells and their statuses."""

    head: str
    cells: list[str]
    statuses: list[str]
    faces: tuple[int, ...] = ()
    """Faces of a die, drawn before the head."""
    swatch: str = ""
    symbol: str = ""

    def indent(self, scale: float) -> float:
        """Room of what is drawn before the head, mm."""
        wide = 0.0
        if self.faces:
            wide += len(self.faces) * (DIE + 0.8)
        if self.swatch:
            wide += _SWATCH
        if self.symbol:
            wide += _FIGURE
        return scale * (wide + (1.4 if wide and self.head else 0.0))


@dataclass(frozen=True, slots=True)
class Head:
    """A column's head; neighbours of one ``group`` stand under a common head."""

    words: str
    group: str = ""
    quiet: bool = False
    """Whether the column only says where its row comes from."""


@dataclass(slots=True)
class Widths:
    """How a table's width is parted: the row heads, then each column, mm."""

    first: float
    columns: list[float] = field(default_factory=list)

    def left(self, index: int) -> float:
        """Where a column begins."""
        return self.first + sum(self.columns[:index])


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
    rows = [_row(chart, row) for row in chart.rows]
    return Grid(setting, chart.dice, heads, rows, chart.across, chart.result)


def _row(chart: Table, row: TableRow) -> Row:
    faces: tuple[int, ...] = ()
    head = row.name or ("" if row.rolls else row.id)
    if row.rolls and chart.dice == "1d6" and 1 <= row.rolls[0] <= row.rolls[1] <= 6:
        faces = tuple(range(row.rolls[0], row.rolls[1] + 1))
    elif row.rolls:
        head = f"{rolls_text(row.rolls)}   {head}".rstrip()
    cells = [row.cells.get(column.id) for column in chart.columns]
    return Row(
        head,
        [cell_text(cell) for cell in cells],
        statuses_of(chart, cells),
        faces,
        row.swatch or "",
        row.symbol,
    )


class Grid:
    """A table being set: it finds its natural width before it is given one."""

    def __init__(
        self,
        setting: Setting,
        corner: str,
        heads: Sequence[Head],
        rows: Sequence[Row],
        across: str = "",
        result: Callable[[str], Result | None] = lambda words: None,
    ) -> None:
        self.setting = setting
        self.corner = corner
        self.heads = heads
        self.rows = rows
        self.across = across
        self.result = result
        self.body = setting.size(BODY)
        self.small = setting.size(SMALL)
        self.pad = PAD * setting.scale
        self.label = setting.theme.face("label")
        self.strong = setting.theme.face("strong")

    # -- widths -----------------------------------------------------------------------------

    def natural(self) -> Widths:
        """The widths at which no cell is wrapped and heads break only between words."""
        label, strong = measures(self.label), measures(self.strong)
        first = max(
            [
                label.width(self.corner, self.small),
                *(
                    row.indent(self.setting.scale) + label.width(row.head, self.body)
                    for row in self.rows
                ),
            ]
        )
        columns = [self._column(index, label, strong) for index in range(len(self.heads))]
        return Widths(first + 2 * self.pad, columns)

    def _column(self, index: int, label: Measures, strong: Measures) -> float:
        head = max(
            (label.width(word, self.small) for word in self.heads[index].words.split()),
            default=0.0,
        )
        cells = [
            strong.width(row.cells[index], self.body) + (MARK_ROOM if row.statuses[index] else 0)
            for row in self.rows
        ]
        return max([head, *cells]) + 2 * self.pad

    def _least(self) -> Widths:
        """The widths at which no single word breaks."""
        label, strong = measures(self.label), measures(self.strong)

        def longest(table: Measures, words: str, size: float) -> float:
            return max((table.width(word, size) for word in words.split()), default=0.0)

        first = max(
            row.indent(self.setting.scale) + longest(label, row.head, self.body)
            for row in self.rows
        )
        columns = [
            max(
                longest(label, self.heads[index].words, self.small),
                *(
                    longest(strong, row.cells[index], self.body)
                    + (MARK_ROOM if row.statuses[index] else 0)
                    for row in self.rows
                ),
            )
            + 2 * self.pad
            for index in range(len(self.heads))
        ]
        return Widths(first + 2 * self.pad, columns)

    def widths(self, width: float) -> Widths:
        """The width parted: columns alike where there is room, else by what they hold."""
        natural = self.natural()
        wanted = natural.first + sum(natural.columns)
        if wanted <= width:
            widest = max(natural.columns)
            if natural.first + widest * len(natural.columns) <= width:
                even = (width - natural.first) / len(natural.columns)
                # Few columns leave the heads of rows some of their room.
                even = max(widest, min(even, _WIDEST * width))
                return Widths(width - even * len(natural.columns), [even] * len(natural.columns))
            spare = (width - wanted) / len(natural.columns)
            return Widths(natural.first, [one + spare for one in natural.columns])
        least = self._least()
        needed = least.first + sum(least.columns)
        if needed >= width:
            shrink = width / needed
            return Widths(least.first * shrink, [one * shrink for one in least.columns])
        share = (width - needed) / (wanted - needed)
        return Widths(
            least.first + share * (natural.first - least.first),
            [
                low + share * (high - low)
                for low, high in zip(least.columns, natural.columns, strict=True)
            ],
        )

    # -- setting ----------------------------------------------------------------------------

    def set_into(self, panel: Panel) -> None:
        """Heads, then rows, onto a panel."""
        widths = self.widths(panel.width)
        self._heads(panel, widths)
        for index, row in enumerate(self.rows):
            self._row(panel, widths, row, odd=bool(index % 2))
        panel.add(
            lambda pen: pen.line(0, 0, panel.width, 0, stroke="hair", stroke_width=0.2),
            0.5 * self.setting.unit,
        )
        panel.used.update(status for row in self.rows for status in row.statuses if status)

    def _heads(self, panel: Panel, widths: Widths) -> None:
        unit, small = self.setting.unit, self.small
        words = [
            wrap(head.words, self.label, small, width - self.pad)
            for head, width in zip(self.heads, widths.columns, strict=True)
        ]
        corner = wrap(self.corner, self.label, small, widths.first - self.pad)
        deepest = max(len(one) for one in [corner, *words])
        leading = max(1.5 * unit, 1.15 * small)
        groups = any(head.group for head in self.heads)
        above = (2 * unit if self.across else 0.0) + (2 * unit if groups else 0.0)
        height = self.setting.ceiled(above + 1.3 * unit + leading * deepest)
        total = widths.first + sum(widths.columns)

        def draw(pen: Pen) -> None:
            pen.rect(0, 0, total, height, fill="tint", radius=0.8)
            top = 0.0
            if self.across:
                self._across(pen, widths)
                top += 2 * unit
            if groups:
                self._groups(pen, widths, top)
                top += 2 * unit
            self._lines(pen, corner, self.pad, "start", widths.first - 1.2, top, height, leading)
            for index, lines in enumerate(words):
                wide = widths.columns[index]
                middle = widths.left(index) + wide / 2
                self._lines(pen, lines, middle, "middle", wide - 1.0, top, height, leading)

        panel.add(draw, height)

    def _lines(
        self,
        pen: Pen,
        lines: Sequence[str],
        x: float,
        anchor: str,
        room: float,
        top: float,
        foot: float,
        leading: float,
    ) -> None:
        """Lines of a head in the middle of its height."""
        middle = (top + foot) / 2 + 0.36 * self.small
        for number, words in enumerate(lines):
            pen.text(
                x,
                middle + leading * (number - (len(lines) - 1) / 2),
                words,
                "label",
                self.small,
                on="tint",
                anchor="middle" if anchor == "middle" else "start",
                room=max(room, 1.0),
            )

    def _across(self, pen: Pen, widths: Widths) -> None:
        """What all heads count, over them."""
        wide = sum(widths.columns)
        pen.text(
            widths.first + wide / 2,
            1.55 * self.setting.unit,
            self.across,
            "note",
            self.small,
            on="tint",
            anchor="middle",
            room=wide - 2,
        )

    def _groups(self, pen: Pen, widths: Widths, top: float) -> None:
        """Heads over several columns, each with a rule under it."""
        unit = self.setting.unit
        columns = enumerate(self.heads)
        for group, members in groupby(columns, key=lambda one: one[1].group):
            indices = [index for index, _ in members]
            if not group:
                continue
            left = widths.left(indices[0]) + 1.0
            right = widths.left(indices[-1]) + widths.columns[indices[-1]] - 1.0
            base = top + 1.55 * unit
            pen.text(
                (left + right) / 2,
                base,
                group,
                "label",
                self.small,
                on="tint",
                anchor="middle",
                room=right - left,
            )
            rule = top + 2.05 * unit
            pen.line(left, rule, right, rule, stroke="hair", stroke_width=0.2)

    def _row(self, panel: Panel, widths: Widths, row: Row, *, odd: bool) -> None:
        unit, size = self.setting.unit, self.body
        indent = row.indent(self.setting.scale)
        head = wrap(row.head, self.label, size, widths.first - indent - 1.5 * self.pad)
        cells = [
            wrap(words, self.strong, size, self._room(wide, status))
            for words, wide, status in zip(row.cells, widths.columns, row.statuses, strict=True)
        ]
        deepest = min(_MOST_LINES, max(len(one) for one in [head, *cells]))
        leading = max(LINE * unit, 1.2 * size)
        height = self.setting.ceiled(ROW * unit + leading * (deepest - 1))
        total = widths.first + sum(widths.columns)

        def draw(pen: Pen) -> None:
            on = "zebra" if odd else "paper"
            if odd:
                pen.rect(0, 0, total, height, fill="zebra")
            self._before(pen, row, height)
            for number, words in enumerate(_at_most(head, _MOST_LINES)):
                pen.text(
                    self.pad + indent,
                    self._base(height, leading, number, min(len(head), _MOST_LINES)),
                    words,
                    "label",
                    size,
                    on=on,
                    room=widths.first - indent - 1.2 * self.pad,
                )
            for index, lines in enumerate(cells):
                wide = widths.columns[index]
                status = row.statuses[index]
                self._cell(
                    pen,
                    widths.left(index),
                    wide,
                    height,
                    leading,
                    lines,
                    status,
                    on,
                    self.heads[index].quiet,
                )

        panel.add(draw, height)

    def _room(self, wide: float, status: str) -> float:
        return max(wide - 1.2 * self.pad - (MARK_ROOM if status else 0.0), 1.0)

    def _base(self, height: float, leading: float, number: int, lines: int) -> float:
        """The baseline of a line among those that share a row's height."""
        return height / 2 + 0.34 * self.body + leading * (number - (lines - 1) / 2)

    def _before(self, pen: Pen, row: Row, height: float) -> None:
        """Dice, a swatch or a figure before a row's head."""
        scale, theme = self.setting.scale, self.setting.theme
        x = self.pad
        for face in row.faces:
            side = DIE * scale
            draw_die(pen.sheet, face, pen.x + x, pen.y + (height - side) / 2, side)
            x += side + 0.8 * scale
        if row.swatch:
            side = 4.4 * scale
            pen.rect(
                x,
                (height - side) / 2,
                side,
                side,
                fill=row.swatch,
                radius=0.6,
                stroke="frame",
                stroke_width=0.18,
            )
            x += _SWATCH * scale
        if row.symbol:
            paper = theme.colour("paper")
            tones = Ground(
                paper, theme.colour("ink"), theme.colour("quiet"), theme.colour("signal"), paper
            )
            high = 4.6 * scale
            pen.symbol(row.symbol, x, (height - high) / 2, (_FIGURE - 0.8) * scale, high, tones)

    def _cell(
        self,
        pen: Pen,
        left: float,
        wide: float,
        height: float,
        leading: float,
        lines: list[str],
        status: str,
        on: str,
        quiet: bool,
    ) -> None:
        words = " ".join(lines)
        colour, role, size = "ink", "strong", self.body
        found = self.result(words)
        if found is not None and found.colour:
            on = shade_of(self.setting, found.colour, on)
            inset = 0.3
            pen.rect(left + inset, inset, wide - 2 * inset, height - 2 * inset, fill=on, radius=0.7)
        elif quiet:
            colour, role, size = "quiet", "body", self.small
        elif words in ("no", NOTHING, "0"):
            colour, role = "quiet", "body"
        middle = left + wide / 2
        shown = _at_most(lines, _MOST_LINES)
        for number, line in enumerate(shown):
            base = self._base(height, leading, number, len(shown))
            set_line = pen.text(
                middle,
                base,
                line,
                role,
                size,
                colour=colour,
                on=on,
                anchor="middle",
                room=self._room(wide, status),
            )
            if status and number == len(shown) - 1:
                at = pen.x + middle + set_line.width / 2 + 1.5
                draw_mark(pen.sheet, status, at, pen.y + base - 0.34 * size)


def _at_most(lines: list[str], most: int) -> list[str]:
    """The lines with what is too many joined to the last, which is then fitted as one."""
    return lines if len(lines) <= most else [*lines[: most - 1], " ".join(lines[most - 1 :])]


def shade_of(setting: Setting, colour: str, on: str) -> str:
    """The ground of a cell whose result has a colour."""
    return mix(setting.theme.colour(on), setting.theme.colour(colour), SHADE)


def _results(panel: Panel, results: Sequence[Result]) -> None:
    """The legend of results: each on its shade, with what it means."""
    told = [one for one in results if one.says]
    if not told:
        return
    setting = panel.setting
    size = setting.size(SMALL)
    strong = measures(setting.theme.face("strong"))
    chip = max(strong.width(one.result, size) for one in told) + 2.4 * setting.scale
    columns = 2 if panel.width >= 110 * setting.scale and len(told) > 2 else 1
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
    on = shade_of(setting, result.colour, "paper") if result.colour else "paper"
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
