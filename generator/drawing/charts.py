"""Charts and player aids: one table, one glance.

Heads in a tint, zebra faint, results in letters and colour. What is not printed in the rules
carries a small mark, explained below the table: a ring for inferred, a lozenge for our decision.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from generator.drawing.finished import read_finished
from generator.drawing.fitting import wrap
from generator.drawing.names import chart_picture
from generator.drawing.picture import Picture
from generator.drawing.sheet import Sheet, path_of
from generator.drawing.themes import Theme
from generator.drawing.typefaces import measures
from generator.errors import BroadsideError
from generator.vassal import images

if TYPE_CHECKING:
    from generator.definition.schema import AnyChart, Cell, Game, Scan, SequenceStep, Sourced

WIDTH = 148.0
"""Every chart is as wide as an A5 sheet is high, so that a window of charts does not jump."""

MARGIN = 5.0
BODY = 3.1
ROW = 6.4
_WIDEST_HEAD = 0.42
_DIE = 4.3
"""The side of a die's face on a chart, mm."""


class ChartError(BroadsideError):
    """A chart that cannot be drawn as it is described."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """How a status shows: its sign and what the legend says."""

    status: str
    says: str


_MARKS = (
    _Mark("inferred", "inferred from the rules"),
    _Mark("reconstructed", "our decision where the rules are silent"),
)


def chart_pictures(
    game: Game, theme: Theme, folders: tuple[Path, ...] = (), without: Container[str] = ()
) -> Iterator[Picture]:
    """Every chart of the game, then the sequence of play. Finished pictures that are named in
    ``without`` are left out. Raises ChartError naming the chart."""
    for chart in game.charts:
        if chart.kind != "image" or chart_picture(chart.id) not in without:
            yield _pictured(chart.id, partial(draw_chart, chart, theme, folders))
    if game.sequence:
        yield _pictured("sequence", partial(draw_sequence, game, theme, folders))


def _pictured(name: str, draw: Callable[[], Sheet]) -> Picture:
    try:
        return draw().picture(chart_picture(name))
    except BroadsideError as trouble:
        raise ChartError(f"chart {name!r}: {trouble}") from None


def draw_chart(chart: AnyChart, theme: Theme, folders: tuple[Path, ...] = ()) -> Sheet:
    """A table, values or notes with their heading and what the marks mean; or a picture."""
    if chart.kind == "image":
        return _scan(chart, theme, folders)
    page = _Page(theme, folders)
    page.heading(chart.name, chart.case or "")
    if chart.kind == "table":
        dice = chart.dice
        heads = [dice or "", *(column.name or column.id for column in chart.columns)]
        rows = []
        for row in chart.rows:
            faces: tuple[int, ...] = ()
            head = row.name or ("" if row.rolls else row.id)
            if row.rolls and dice == "1d6":
                faces = tuple(range(row.rolls[0], row.rolls[1] + 1))
            elif row.rolls:
                head = f"{_rolls(row.rolls)}   {head}".rstrip()
            cells = [row.cells.get(column.id) for column in chart.columns]
            texts = [_cell_text(cell) for cell in cells]
            rows.append(_Row(head, texts, _statuses(chart, cells), faces))
        page.table(heads, rows)
    elif chart.kind == "notes":
        page.paragraphs(list(chart.lines))
    else:
        sign = chart.kind == "modifiers"
        rows = [
            _Row(
                entry.name or entry.id,
                [_value_text(entry.value, sign), entry.case or entry.decision],
                [_status(chart, entry), ""],
            )
            for entry in chart.entries
        ]
        page.table(["", "Modifier" if sign else "Value", "Case"], rows, quiet_last=True)
    if chart.text:
        page.note(chart.text)
    page.legend()
    return page.sheet()


def _scan(chart: Scan, theme: Theme, folders: tuple[Path, ...]) -> Sheet:
    """A finished picture, as wide as all charts."""
    width, height = images.size(read_finished(chart.image, folders)) or (1, 1)
    sheet = Sheet(WIDTH, WIDTH * height / width, theme, folders)
    sheet.image(chart.image, 0, 0, sheet.width, sheet.height)
    return sheet


def _rolls(rolls: tuple[int, int]) -> str:
    low, high = rolls
    return str(low) if low == high else f"{low}–{high}"


def _cell_text(cell: Cell | None) -> str:
    if cell is None:
        return "–"
    return cell.text or _value_text(cell.value, False)


def _value_text(value: object, sign: bool) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (tuple, list)):
        return ", ".join(_value_text(part, sign) for part in value)
    if sign and isinstance(value, (int, float)):
        return f"{value:+g}".replace("-", "−")
    return str(value).replace("-", "−") if isinstance(value, (int, float)) else str(value)


def _status(chart: Sourced, datum: Sourced) -> str:
    """The status to mark: the datum's own, or its chart's when that is not printed."""
    found = datum.status if datum.status != "printed" else chart.status
    return "" if found == "printed" else found


def _statuses(chart: Sourced, cells: Sequence[Cell | None]) -> list[str]:
    return [_status(chart, cell) if cell is not None else "" for cell in cells]


@dataclass(frozen=True, slots=True)
class _Row:
    head: str
    cells: list[str]
    statuses: list[str]
    faces: tuple[int, ...] = ()
    """Faces of a die, drawn before the head."""

    @property
    def indent(self) -> float:
        """Room the faces take, mm."""
        return len(self.faces) * (_DIE + 0.8) + (1.6 if self.faces and self.head else 0.0)


class _Page:
    """A chart growing downwards; only at the end is the height of its sheet known."""

    def __init__(self, theme: Theme, folders: tuple[Path, ...]) -> None:
        self.theme = theme
        self.folders = folders
        self.y = MARGIN
        self.acts: list[Callable[[Sheet], None]] = []
        self.used: set[str] = set()
        self.inner = WIDTH - 2 * MARGIN

    def sheet(self) -> Sheet:
        """Everything drawn on a sheet of the height it took."""
        height = self.y + MARGIN * 0.6
        sheet = Sheet(WIDTH, round(height, 2), self.theme, self.folders)
        sheet.rect(0, 0, WIDTH, height, fill="paper")
        sheet.rect(
            1.2, 1.2, WIDTH - 2.4, height - 2.4, radius=1.2, stroke="frame", stroke_width=0.32
        )
        for act in self.acts:
            act(sheet)
        return sheet

    def heading(self, name: str, case: str) -> None:
        """The chart's name on a rule, its case at the right."""
        base = self.y + 5.6

        def draw(sheet: Sheet) -> None:
            sheet.text(
                MARGIN, base, name, "title", 5.6, colour="ink", on="paper", room=self.inner - 26
            )
            if case:
                sheet.text(
                    WIDTH - MARGIN,
                    base,
                    case,
                    "label",
                    2.6,
                    colour="quiet",
                    on="paper",
                    anchor="end",
                    room=24,
                )
            sheet.line(
                MARGIN, base + 2.2, WIDTH - MARGIN, base + 2.2, stroke="frame", stroke_width=0.5
            )

        self.acts.append(draw)
        self.y = base + 4.6

    def table(self, heads: list[str], rows: list[_Row], *, quiet_last: bool = False) -> None:
        """Rows by columns; the first column holds the heads of the rows."""
        first = self._head_width(heads, rows)
        wide = (self.inner - first) / max(1, len(heads) - 1)
        label = self.theme.face("label")
        lines = [
            wrap(head, label, 2.5, (wide if k else first) - 1.6) for k, head in enumerate(heads)
        ]
        head_high = 2.6 + 3.1 * max(len(words) for words in lines)
        top = self.y
        self.y = top + head_high + ROW * len(rows) + 1.5
        self.used.update(status for row in rows for status in row.statuses if status)

        def draw(sheet: Sheet) -> None:
            sheet.rect(MARGIN, top, self.inner, head_high, fill="tint", radius=0.8)
            for k, words in enumerate(lines):
                x = MARGIN + 1.6 if k == 0 else MARGIN + first + (k - 0.5) * wide
                for line, word in enumerate(words):
                    base = top + head_high / 2 + 0.9 + 3.1 * (line - (len(words) - 1) / 2)
                    sheet.text(
                        x,
                        base,
                        word,
                        "label",
                        2.5,
                        colour="ink",
                        on="tint",
                        anchor="middle" if k else "start",
                        room=(wide if k else first) - 1.2,
                    )
            for index, row in enumerate(rows):
                y = top + head_high + ROW * index
                on = "zebra" if index % 2 else "paper"
                if index % 2:
                    sheet.rect(MARGIN, y, self.inner, ROW, fill="zebra")
                base = y + ROW / 2 + 1.05
                for k, face in enumerate(row.faces):
                    draw_die(sheet, face, MARGIN + 1.6 + k * (_DIE + 0.8), y + (ROW - _DIE) / 2)
                if row.head:
                    sheet.text(
                        MARGIN + 1.6 + row.indent,
                        base,
                        row.head,
                        "label",
                        BODY,
                        colour="ink",
                        on=on,
                        room=first - row.indent - 2.4,
                    )
                for k, words_ in enumerate(row.cells):
                    self._cell(
                        sheet,
                        MARGIN + first + (k + 0.5) * wide,
                        base,
                        words_,
                        wide,
                        on,
                        row.statuses[k] if k < len(row.statuses) else "",
                        quiet_last and k == len(row.cells) - 1,
                    )
            foot = top + head_high + ROW * len(rows)
            sheet.line(MARGIN, foot, WIDTH - MARGIN, foot, stroke="hair", stroke_width=0.2)

        self.acts.append(draw)

    def _head_width(self, heads: list[str], rows: list[_Row]) -> float:
        table = measures(self.theme.face("label"))
        widest = max(
            table.width(heads[0], BODY),
            *(row.indent + table.width(row.head, BODY) for row in rows),
        )
        share = 0.62 if len(heads) <= 3 else _WIDEST_HEAD
        return min(widest + 4.5, self.inner * share) if len(heads) > 2 else self.inner * 0.6

    def _cell(
        self,
        sheet: Sheet,
        x: float,
        base: float,
        words: str,
        wide: float,
        on: str,
        status: str,
        quiet: bool,
    ) -> None:
        colour, role, size = "ink", "strong", BODY
        if quiet:
            colour, role, size = "quiet", "body", 2.5
        elif words in ("no", "–", "0"):
            colour, role = "quiet", "body"
        elif words.lower() in ("sunk", "damaged", "eliminated", "hit"):
            colour = "signal"
        line = sheet.text(
            x, base, words, role, size, colour=colour, on=on, anchor="middle", room=wide - 5.0
        )
        if status:
            draw_mark(sheet, status, x + line.width / 2 + 1.5, base - 1.1)

    def paragraphs(self, paragraphs: Sequence[str]) -> None:
        """Lines of text, each paragraph with a little space after it."""
        for words in paragraphs:
            self._flow(words, "body", BODY, "ink", MARGIN)
            self.y += 1.2

    def note(self, words: str) -> None:
        """The line under the table."""
        self.y += 1.2
        self._flow(words, "note", 2.9, "ink", MARGIN)

    def step(self, step: SequenceStep, side: str, tint: str, depth: int) -> None:
        """A step of the sequence: number, name, whose it is, what is done."""
        indent = MARGIN + 9.0 * depth
        base = self.y + (4.2 if depth == 0 else 3.4)
        size = 4.0 if depth == 0 else BODY
        ground = self.theme.ground(tint) if tint else None

        def draw(sheet: Sheet) -> None:
            if depth == 0:
                sheet.rect(MARGIN, base - 4.4, self.inner, 6.3, fill="tint", radius=0.8)
            on = "tint" if depth == 0 else "paper"
            sheet.text(indent + 1.6, base, step.number, "strong", size, colour="signal", on=on)
            sheet.text(
                indent + 9.0,
                base,
                step.name,
                "title" if depth == 0 else "label",
                size,
                colour="ink",
                on=on,
                room=self.inner - 9.0 * depth - 44,
            )
            if not step.mandatory:
                named = measures(self.theme.face("title" if depth == 0 else "label"))
                at = indent + 9.0 + named.width(step.name, size) + 2.0
                sheet.text(at, base, "optional", "note", 2.5, colour="quiet", on=on)
            if ground and side:
                width = measures(self.theme.face("label")).width(side, 2.3) + 3.0
                sheet.rect(
                    WIDTH - MARGIN - width - 1.2,
                    base - 2.9,
                    width,
                    3.9,
                    fill=ground.fill,
                    radius=0.8,
                    stroke="frame",
                    stroke_width=0.16,
                )
                sheet.text(
                    WIDTH - MARGIN - width / 2 - 1.2,
                    base - 0.15,
                    side,
                    "label",
                    2.3,
                    colour=ground.ink,
                    on=ground.fill,
                    anchor="middle",
                    room=width - 1.0,
                )

        self.acts.append(draw)
        self.y = base + 1.6 + (0.6 if depth == 0 else 0)
        words = step.text
        if step.when:
            words = f"If {step.when}: {words}" if words else f"If {step.when}."
        if words:
            self._flow(words, "body", 2.8, "ink", indent + 9.0, room=self.inner - 9.0 * (depth + 1))
        self.y += 0.8

    def _flow(
        self, words: str, role: str, size: float, colour: str, x: float, room: float = 0.0
    ) -> None:
        wide = room or self.inner - (x - MARGIN)
        lines = wrap(words, self.theme.face(role), size, wide)
        top = self.y
        self.y = top + len(lines) * size * 1.3 + 0.4

        def draw(sheet: Sheet) -> None:
            for index, line in enumerate(lines):
                sheet.text(
                    x,
                    top + size * (1.0 + 1.3 * index),
                    line,
                    role,
                    size,
                    colour=colour,
                    on="paper",
                    room=wide,
                )

        self.acts.append(draw)

    def legend(self) -> None:
        """What the marks on this chart mean; nothing when all of it is printed."""
        shown = [mark for mark in _MARKS if mark.status in self.used]
        if not shown:
            return
        base = self.y + 3.6
        table = measures(self.theme.face("note"))

        def draw(sheet: Sheet) -> None:
            x = MARGIN
            for mark in shown:
                draw_mark(sheet, mark.status, x + 1.0, base - 0.85)
                sheet.text(x + 3.0, base, mark.says, "note", 2.4, colour="quiet", on="paper")
                x += 3.0 + table.width(mark.says, 2.4) + 6.0

        self.acts.append(draw)
        self.y = base + 1.2


def draw_mark(sheet: Sheet, status: str, x: float, y: float) -> None:
    """The sign of a datum that is not printed in the rules, centred on (x, y)."""
    if status == "inferred":
        sheet.circle(x, y, 0.62, stroke="signal", stroke_width=0.26)
    elif status == "reconstructed":
        lozenge = path_of(((x, y - 0.95), (x + 0.8, y), (x, y + 0.95), (x - 0.8, y)))
        sheet.path(lozenge, fill="signal")


_PIPS = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def draw_die(sheet: Sheet, face: int, x: float, y: float) -> None:
    """A face of a six-sided die, its upper left corner at (x, y)."""
    sheet.rect(x, y, _DIE, _DIE, fill="panel", radius=0.8, stroke="frame", stroke_width=0.22)
    for dx, dy in _PIPS[face]:
        sheet.circle(x + _DIE * (0.5 + 0.25 * dx), y + _DIE * (0.5 + 0.25 * dy), 0.44, fill="ink")


def draw_sequence(game: Game, theme: Theme, folders: tuple[Path, ...] = ()) -> Sheet:
    """The sequence of play as players walk it."""
    page = _Page(theme, folders)
    page.heading("Sequence of play", game.name)
    for step in game.sequence:
        _steps(page, game, step, 0)
    return page.sheet()


def _steps(page: _Page, game: Game, step: SequenceStep, depth: int) -> None:
    side = game.side(step.side) if step.side else None
    page.step(
        step, (side.name or side.id) if side else "Both", side.colour if side else "neutral", depth
    )
    for inner in step.steps:
        _steps(page, game, inner, depth + 1)
