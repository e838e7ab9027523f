"""A balance report as a picture: wins, points and lengths for every pairing of players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor
from typing import TYPE_CHECKING

from generator.drawing.fitting import wrap
from generator.drawing.picture import Picture
from generator.drawing.sheet import Sheet
from generator.drawing.themes import Ground, Theme
from generator.light import dataclass
from validator.playing.balance import DRAW, Balance, Spread, Tally, interval, spread

if TYPE_CHECKING:
    from generator.definition.schema import Game

WIDTH = 210.0
"""The width of a sheet of A4, in mm."""
MARGIN = 10.0
NAMES = 40.0
"""Room for the names of the pairings, in mm."""
GUTTER = 9.0
ROW = 12.0
"""Height of a pairing's row, in mm."""
BAR = 6.0
HEAD = 9.0
"""Height of a panel's title and legend, in mm."""
AXIS = 11.0
"""Height of a panel's axis, in mm."""
TEXT = 2.9
SMALL = 2.5
ENDINGS = 8
"""How many cases that ended games are shown at most; the table has all of them."""
TICKS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
MOST_TICKS = 6


@dataclass(frozen=True, slots=True)
class _Panel:
    """A part of the sheet with an axis: left edge and width in mm, least and greatest value."""

    left: float
    width: float
    least: float
    most: float

    def x(self, value: float) -> float:
        """The place of a value, in mm from the sheet's left edge."""
        return self.left + self.width * (value - self.least) / (self.most - self.least)


def balance_picture(balance: Balance, game: Game, theme: Theme) -> Picture:
    """The report on one sheet."""
    rows = len(balance.tallies) * ROW
    shown = balance.endings()[:ENDINGS]
    top = MARGIN + 15.0
    ends = top + HEAD + rows + AXIS + 6.0
    height = ends + HEAD + len(shown) * 8.0 + 9.0
    sheet = Sheet(WIDTH, height, theme)
    sheet.rect(0, 0, WIDTH, height, fill="paper")
    _heading(sheet, balance)
    _names(sheet, balance, top + HEAD)
    grounds = _grounds(game, theme)
    room = WIDTH - 2 * MARGIN - NAMES - 2 * GUTTER
    left = MARGIN + NAMES
    own = room * 0.44 if balance.has_points else room * 0.75 + GUTTER
    _wins(sheet, balance, grounds, _Panel(left, own, 0, 100), top)
    left += own + GUTTER
    if balance.has_points:
        points = [spread(tally.points) for tally in balance.tallies if tally.games]
        _boxes(sheet, balance, "Points at the end", "points", points, (left, room * 0.31), top)
        left += room * 0.31 + GUTTER
    turns = [spread(tally.turns) for tally in balance.tallies if tally.games]
    _boxes(sheet, balance, "Length of the game", "turns", turns, (left, room * 0.25), top)
    _endings(sheet, balance, shown, ends)
    return sheet.picture(f"balance-{balance.game}")


def _heading(sheet: Sheet, balance: Balance) -> None:
    sheet.text(MARGIN, MARGIN + 4.6, balance.name, "title", 6.4, room=WIDTH - 2 * MARGIN)
    subtitle = f"{balance.games:,} games played by the rules engine, seeds from {balance.seed}"
    sheet.text(MARGIN, MARGIN + 10.0, subtitle, "subtitle", 3.4, colour="quiet")


def _names(sheet: Sheet, balance: Balance, top: float) -> None:
    """Draw the pairings' names at the left of the rows, one line for each side."""
    for index, tally in enumerate(balance.tallies):
        step = min(4.0, (ROW - 2.0) / len(tally.styles))
        base = top + index * ROW + BAR / 2 + 1.0 - step * (len(tally.styles) - 1) / 2
        for line, (side, style) in enumerate(tally.styles.items()):
            sheet.text(MARGIN, base + line * step, f"{side}, {style}", "body", TEXT, room=NAMES - 3)


def _grounds(game: Game, theme: Theme) -> dict[str, Ground]:
    """The colours of every outcome: those of its side."""
    sides = {side.id: theme.ground(side.colour) for side in game.sides}
    return {**sides, DRAW: theme.ground("neutral")}


def _title(sheet: Sheet, panel: _Panel, words: str, top: float) -> None:
    sheet.text(panel.left, top + 2.4, words, "label", 3.2, room=panel.width)


def _axis(
    sheet: Sheet, panel: _Panel, balance: Balance, top: float, ticks: Sequence[float], unit: str
) -> None:
    """Draw grid lines, the numbers below them, and the unit."""
    foot = top + HEAD + len(balance.tallies) * ROW - (ROW - BAR) + 3.0
    for tick in ticks:
        x = panel.x(tick)
        sheet.line(x, top + HEAD - 1.5, x, foot, stroke="hair", stroke_width=0.12)
        sheet.text(x, foot + 3.4, f"{tick:g}", "number", SMALL, colour="quiet", anchor="middle")
    middle = panel.left + panel.width / 2
    sheet.text(middle, foot + 7.2, unit, "body", SMALL, colour="quiet", anchor="middle")


def _rows(balance: Balance, top: float, draw: Callable[[Tally, float], None]) -> None:
    for index, tally in enumerate(balance.tallies):
        if tally.games:
            draw(tally, top + HEAD + index * ROW)


def _wins(
    sheet: Sheet, balance: Balance, grounds: dict[str, Ground], panel: _Panel, top: float
) -> None:
    """Draw a stacked bar for each pairing; a bracket shows the 95 % interval."""
    outcomes = _in_order(balance)
    _title(sheet, panel, "Games won", top)
    _axis(sheet, panel, balance, top, (0, 25, 50, 75, 100), "per cent of the games")
    x = panel.left + panel.width
    for outcome in reversed(outcomes):
        x -= sheet.text(x, top + 2.4, outcome, "body", SMALL, anchor="end").width + 3.6
        fill = grounds[outcome].fill
        sheet.rect(x + 0.4, top + 0.2, 2.4, 2.4, fill=fill, stroke="ink", stroke_width=0.12)
        x -= 2.4

    def bar(tally: Tally, y: float) -> None:
        before = 0
        for outcome in outcomes:
            count, ground = tally.winners[outcome], grounds[outcome]
            if count:
                x, end = (panel.x(100 * n / tally.games) for n in (before, before + count))
                sheet.rect(x, y, end - x, BAR, fill=ground.fill, stroke="ink", stroke_width=0.12)
                words = f"{100 * count / tally.games:.0f}"
                if end - x > 6.0:
                    middle, base = (x + end) / 2, y + BAR / 2 + 1.0
                    sheet.text(
                        middle,
                        base,
                        words,
                        "number",
                        TEXT,
                        colour=ground.ink,
                        on=ground.fill,
                        anchor="middle",
                    )
            before += count
        low, high = interval(tally.winners[outcomes[0]], tally.games)
        _bracket(sheet, panel.x(100 * low), panel.x(100 * high), y + BAR + 1.0)
        if DRAW in outcomes:
            low, high = interval(tally.winners[outcomes[-1]], tally.games)
            _bracket(sheet, panel.x(100 - 100 * high), panel.x(100 - 100 * low), y + BAR + 1.0)

    _rows(balance, top, bar)


def _in_order(balance: Balance) -> tuple[str, ...]:
    """The outcomes in a bar's order: draws between the first side and the others."""
    drawn = (DRAW,) if DRAW in balance.outcomes() else ()
    return (balance.sides[0], *drawn, *balance.sides[1:])


def _bracket(sheet: Sheet, low: float, high: float, y: float) -> None:
    sheet.path(
        f"M{low:.3f} {y - 0.7:.3f}V{y:.3f}H{high:.3f}V{y - 0.7:.3f}",
        stroke="ink",
        stroke_width=0.2,
    )


def _boxes(
    sheet: Sheet,
    balance: Balance,
    title: str,
    name: str,
    spreads: Sequence[Spread],
    place: tuple[float, float],
    top: float,
) -> None:
    """Draw a box plot for each pairing: range, middle half and median."""
    least = min((found.least for found in spreads), default=0)
    most = max((found.most for found in spreads), default=1)
    ticks = _ticks(min(0, least), max(most, least + 1))
    panel = _Panel(*place, ticks[0], ticks[-1])
    _title(sheet, panel, title, top)
    _axis(sheet, panel, balance, top, ticks, name)

    def box(tally: Tally, y: float) -> None:
        found = spread(getattr(tally, name))
        middle = y + BAR / 2
        ends = panel.x(found.least), panel.x(found.most)
        sheet.line(ends[0], middle, ends[1], middle, stroke="ink", stroke_width=0.2)
        for x in ends:
            sheet.line(x, middle - 1.0, x, middle + 1.0, stroke="ink", stroke_width=0.2)
        low, high = panel.x(found.lower), panel.x(found.upper)
        wide = max(high - low, 0.3)
        sheet.rect(low, y + 0.6, wide, BAR - 1.2, fill="tint", stroke="ink", stroke_width=0.2)
        x = panel.x(found.median)
        sheet.line(x, y + 0.6, x, y + BAR - 0.6, stroke="signal", stroke_width=0.7)
        sheet.text(
            x,
            y - 0.4,
            f"{found.median:g}",
            "number",
            SMALL,
            colour="signal",
            anchor="middle",
            halo=0.4,
        )

    _rows(balance, top, box)


def _ticks(least: int, most: int) -> list[int]:
    """At most `MOST_TICKS` or so round numbers, that cover the range from least to most."""
    step = next((one for one in TICKS if (most - least) / one <= MOST_TICKS - 1), TICKS[-1])
    first = floor(least / step)
    count = -(-(most - first * step) // step)
    return [(first + one) * step for one in range(count + 1)]


def _endings(sheet: Sheet, balance: Balance, shown: Sequence[tuple[str, int]], top: float) -> None:
    """Draw the cases that ended games, in our words, with their share of all games."""
    bars = 52.0
    panel = _Panel(WIDTH - MARGIN - bars, bars - 12.0, 0, max((n for _, n in shown), default=1))
    words = panel.left - MARGIN - 22.0
    sheet.line(MARGIN, top - 4.0, WIDTH - MARGIN, top - 4.0, stroke="hair", stroke_width=0.16)
    sheet.text(MARGIN, top + 2.4, "What ended the games", "label", 3.2)
    for index, (case, count) in enumerate(shown):
        y = top + HEAD - 2.0 + index * 8.0
        sheet.text(MARGIN, y + 2.8, case, "label", SMALL, room=20.0)
        lines = wrap(balance.says.get(case, ""), sheet.theme.face("body"), SMALL, words)[:2]
        for line, text in enumerate(lines):
            sheet.text(MARGIN + 20.0, y + 2.8 + line * 3.2, text, "body", SMALL)
        end = panel.x(count)
        sheet.rect(panel.left, y + 0.6, end - panel.left, 3.2, fill="quiet")
        share = f"{count / balance.games:.1%}"
        sheet.text(end + 1.2, y + 3.1, share, "number", SMALL)
    foot = top + HEAD + len(shown) * 8.0 + 3.0
    legend = "Brackets: 95 % intervals. Boxes: the middle half of the games; red: the median."
    sheet.text(MARGIN, foot, legend, "note", SMALL, colour="quiet")
