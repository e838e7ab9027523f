"""Rows by columns, set at any width: the heart of every table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from itertools import groupby
from typing import TYPE_CHECKING

from generator.drawing.charts.panel import BODY, SMALL, Panel, Pen, Setting
from generator.drawing.charts.signs import DIE, draw_die, draw_mark
from generator.drawing.charts.words import NOTHING
from generator.drawing.colours import mix
from generator.drawing.fitting import wrap
from generator.drawing.richtext import RichLine, cuts_of, draw_line, plain_words, set_text
from generator.drawing.sheet import Sheet
from generator.drawing.themes import Ground
from generator.drawing.typefaces import Measures, measures
from generator.light import dataclass

if TYPE_CHECKING:
    from generator.definition.schema import Result

ROW = 3
"""Units of the grid a row of one line takes."""

LINE = 2
"""Units every further line takes."""

PAD = 1.6
"""Room at either side of a cell, mm at full size."""

SHADE = 0.27
"""How strong the colour of a result is on its cell."""

MARK_ROOM = 2.4
"""Room a status mark takes beside its value, mm."""

_WIDEST = 0.3
"""The most of a table's width a column takes that does not need more."""

SIGN = 6.2
"""Room of a small field before a row's head, mm at full size."""

_FIGURE = 9.0
_WORDY = 20
"""Cells longer than so many letters are set as running text, and their whole column with them."""

_LEAST_WORDS = 20.0
"""The least width of such a column, mm at full size."""

_WORDS = 52.0
"""How wide a column of running text would like to be, mm at full size."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row ready to be set: its head, what is drawn before it, its cells and their statuses."""

    head: str
    cells: list[str]
    statuses: list[str]
    faces: tuple[int, ...] = ()
    """Faces of a die, drawn before the head."""
    sign: Callable[[Pen, float, float], None] | None = None
    """Draws a small field before the head, its left edge at x and its middle at y (mm)."""
    symbol: str = ""
    units: float = ROW
    """The least height, in units of the grid."""

    def indent(self, scale: float) -> float:
        """Room of what is drawn before the head, mm."""
        wide = 0.0
        if self.faces:
            wide += len(self.faces) * (DIE + 0.8)
        if self.sign:
            wide += SIGN
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
        self.text = setting.theme.face("body")
        self.cuts = cuts_of(self.text)
        self.scratch = Sheet(1, 1, setting.theme, setting.folders)
        self.wordy = [
            any(len(row.cells[index]) > _WORDY for row in rows) for index in range(len(heads))
        ]

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
        return Widths(first + 2 * self.pad, self._under_groups(columns))

    def _column(self, index: int, label: Measures, strong: Measures) -> float:
        head = _longest(label, self.heads[index].words, self.small)
        if self.wordy[index]:
            text = measures(self.text)
            longest = max(
                text.width(plain_words(row.cells[index]), self._size(index)) for row in self.rows
            )
            return max(head, min(longest, _WORDS * self.setting.scale)) + 2 * self.pad
        cells = [
            strong.width(row.cells[index], self.body) + (MARK_ROOM if row.statuses[index] else 0)
            for row in self.rows
        ]
        return max([head, *cells]) + 2 * self.pad

    def _size(self, index: int) -> float:
        """The type size of a column's cells."""
        return self.setting.size(2.7) if self.wordy[index] else self.body

    def _face(self, index: int) -> str:
        return self.text if self.wordy[index] else self.strong

    def _least(self) -> Widths:
        """The widths at which no single word breaks."""
        label = measures(self.label)
        firsts = [
            row.indent(self.setting.scale) + _longest(label, row.head, self.body)
            for row in self.rows
        ]
        columns = [self._least_column(index) for index in range(len(self.heads))]
        return Widths(max([0.0, *firsts]) + 2 * self.pad, self._under_groups(columns))

    def _least_column(self, index: int) -> float:
        table, size = measures(self._face(index)), self._size(index)
        head = _longest(measures(self.label), self.heads[index].words, self.small)
        cells = [
            _longest(table, row.cells[index], size) + (MARK_ROOM if row.statuses[index] else 0)
            for row in self.rows
        ]
        words = _LEAST_WORDS * self.setting.scale if self.wordy[index] else 0.0
        return max([head, words, *cells]) + 2 * self.pad

    def _groups_of(self) -> Iterator[tuple[str, list[int]]]:
        """Every head over several columns, with the columns it stands over."""
        for group, members in groupby(enumerate(self.heads), key=lambda one: one[1].group):
            if group:
                yield group, [index for index, _ in members]

    def _under_groups(self, columns: list[float]) -> list[float]:
        """Widths of columns, widened where the head over them needs it."""
        label = measures(self.label)
        for group, indices in self._groups_of():
            lacking = label.width(group, self.small) + 2.6 - sum(columns[one] for one in indices)
            for index in indices:
                columns[index] += max(0.0, lacking) / len(indices)
        return columns

    def widths(self, width: float) -> Widths:
        """The width parted: columns alike where there is room, else by what they hold."""
        natural = self.natural()
        wanted = natural.first + sum(natural.columns)
        if wanted <= width:
            widest = max(natural.columns)
            if not any(self.wordy) and natural.first + widest * len(natural.columns) <= width:
                even = (width - natural.first) / len(natural.columns)
                # Few columns leave the heads of rows some of their room.
                even = max(widest, min(even, _WIDEST * width))
                return Widths(width - even * len(natural.columns), [even] * len(natural.columns))
            takers = [index for index, wordy in enumerate(self.wordy) if wordy]
            takers = takers or list(range(len(natural.columns)))
            spare = (width - wanted) / len(takers)
            return Widths(
                natural.first,
                [
                    one + (spare if index in takers else 0.0)
                    for index, one in enumerate(natural.columns)
                ],
            )
        least = self._least()
        needed = least.first + sum(least.columns)
        if needed >= width:
            # Dice and swatches before the heads keep their size; letters are condensed.
            fixed = max((row.indent(self.setting.scale) for row in self.rows), default=0.0)
            fixed = min(fixed, width / 2)
            shrink = (width - fixed) / (needed - fixed)
            return Widths(
                fixed + (least.first - fixed) * shrink, [one * shrink for one in least.columns]
            )
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
        if not self.heads:
            return
        widths = self.widths(panel.width)
        least = self._least()
        panel.tight |= least.first + sum(least.columns) > panel.width
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
            self._lines(pen, corner, self.pad, "start", widths.first - 1.2, height, leading)
            for index, lines in enumerate(words):
                wide = widths.columns[index]
                middle = widths.left(index) + wide / 2
                if self.wordy[index]:
                    left = widths.left(index) + self.pad
                    self._lines(pen, lines, left, "start", wide - 1.0, height, leading)
                else:
                    self._lines(pen, lines, middle, "middle", wide - 1.0, height, leading)

        panel.add(draw, height)

    def _lines(
        self,
        pen: Pen,
        lines: Sequence[str],
        x: float,
        anchor: str,
        room: float,
        foot: float,
        leading: float,
    ) -> None:
        """Lines of a head, the last of them over the foot of the heads."""
        last = foot - 0.9 * self.setting.unit + 0.12 * self.small
        for number, words in enumerate(lines):
            pen.text(
                x,
                last - leading * (len(lines) - 1 - number),
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
        for group, indices in self._groups_of():
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
        rooms = [
            self._room(wide, status)
            for wide, status in zip(widths.columns, row.statuses, strict=True)
        ]
        texts = {
            index: set_text(words, self.scratch, self.cuts, self._size(index), rooms[index])
            for index, words in enumerate(row.cells)
            if self.wordy[index]
        }
        cells = {
            index: wrap(words, self.strong, size, rooms[index])
            for index, words in enumerate(row.cells)
            if not self.wordy[index]
        }
        counts = [len(head), *map(len, texts.values()), *map(len, cells.values())]
        deepest = max(counts)
        leading = max(LINE * unit, 1.2 * size)
        height = self.setting.ceiled(max(row.units * unit, ROW * unit + leading * (deepest - 1)))
        total = widths.first + sum(widths.columns)

        def draw(pen: Pen) -> None:
            on = "zebra" if odd else "paper"
            if odd:
                pen.rect(0, 0, total, height, fill="zebra")
            self._before(pen, row, height)
            for number, words in enumerate(head):
                pen.text(
                    self.pad + indent,
                    self._base(height, leading, number, len(head)),
                    words,
                    "label",
                    size,
                    on=on,
                    room=widths.first - indent - 1.2 * self.pad,
                )
            for index, wide in enumerate(widths.columns):
                box = (widths.left(index), wide, height, leading)
                ground = self._shaded(pen, row.cells[index], box, on)
                if index in texts:
                    self._text(pen, index, box, texts[index], row.statuses[index], ground)
                else:
                    self._cell(pen, index, box, cells[index], row.statuses[index], ground)

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
        if row.sign:
            row.sign(pen, x, height / 2)
            x += SIGN * scale
        if row.symbol:
            paper = theme.colour("paper")
            tones = Ground(
                paper, theme.colour("ink"), theme.colour("quiet"), theme.colour("signal"), paper
            )
            high = 4.6 * scale
            pen.symbol(row.symbol, x, (height - high) / 2, (_FIGURE - 0.8) * scale, high, tones)

    def _shaded(self, pen: Pen, words: str, box: tuple[float, float, float, float], on: str) -> str:
        """Shades a cell whose result has a colour; gives what its words stand on."""
        found = self.result(words)
        if found is None or not found.colour:
            return on
        left, wide, height, _ = box
        shade = shade_of(self.setting, found.colour)
        inset = 0.3
        pen.rect(left + inset, inset, wide - 2 * inset, height - 2 * inset, shade, 0.7)
        return shade

    def _text(
        self,
        pen: Pen,
        index: int,
        box: tuple[float, float, float, float],
        lines: list[RichLine],
        status: str,
        on: str,
    ) -> None:
        """A cell of running text in its ``box``: left edge, width, height, distance of lines."""
        left, wide, height, leading = box
        size, x = self._size(index), left + self.pad
        room = self._room(wide, status)
        for number, line in enumerate(lines):
            base = self._base(height, leading, number, len(lines))
            at = (pen.x + x, pen.y + base)
            draw_line(pen.sheet, line, self.cuts, size, at, on=on, room=room)
            if status and number == len(lines) - 1:
                draw_mark(pen.sheet, status, at[0] + line.width + 1.5, at[1] - 0.34 * size)

    def _cell(
        self,
        pen: Pen,
        index: int,
        box: tuple[float, float, float, float],
        lines: list[str],
        status: str,
        on: str,
    ) -> None:
        """A cell in its ``box``: left edge, width, height, distance of lines (mm)."""
        left, wide, height, leading = box
        colour, role, size = "ink", "strong", self.body
        if self.heads[index].quiet:
            colour, role, size = "quiet", "body", self.small
        elif lines in (["no"], [NOTHING], ["0"]) and on in ("paper", "zebra"):
            colour, role = "quiet", "body"
        middle = left + wide / 2
        for number, words in enumerate(lines):
            base = self._base(height, leading, number, len(lines))
            line = pen.text(
                middle,
                base,
                words,
                role,
                size,
                colour=colour,
                on=on,
                anchor="middle",
                room=self._room(wide, status),
            )
            if status and number == len(lines) - 1:
                at = pen.x + middle + line.width / 2 + 1.5
                draw_mark(pen.sheet, status, at, pen.y + base - 0.34 * size)


def _longest(table: Measures, words: str, size: float) -> float:
    """The width of the longest word, mm."""
    return max((table.width(word, size) for word in words.split()), default=0.0)


def shade_of(setting: Setting, colour: str) -> str:
    """The ground of a cell whose result has a colour."""
    return mix(setting.theme.colour("paper"), setting.theme.colour(colour), SHADE)
