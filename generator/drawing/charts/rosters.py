"""Rosters: a row for each ship or unit, with boxes to tick and room to write."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from generator.drawing.charts.keys import pictures_of
from generator.drawing.charts.panel import BODY, SMALL, Panel, Pen
from generator.drawing.charts.words import title_of, value_text
from generator.drawing.inlays import inlay
from generator.drawing.typefaces import measures

if TYPE_CHECKING:
    from generator.definition.schema import BoxColumn, Counter, Game, Roster, ShownValue

_BOX = 3.0
"""A box to tick, mm at full size."""

_APART = 0.9
"""Between boxes, mm at full size."""

_NAME = 22.0
"""The least room for a name that is longer, mm at full size."""

_BOXES = 10.0
"""The least width of a column of boxes, mm at full size."""

_WIDER = 1.4
"""More room after every so many boxes, mm at full size."""


_FIGURE = 10.0
"""How large the picture of a counter is, mm at full size."""

_OWN = 1.3
"""A counter not more than so much larger is shown as large as it is: its smallest writing can then
be read."""


def roster_panel(chart: Roster, game: Game, panel: Panel) -> None:
    """A row for each counter: its picture, its name and values, boxes, room to write."""
    setting = panel.setting
    counters = list(_members(chart, game))
    if not counters:
        return
    size, small, unit = setting.size(BODY), setting.size(SMALL), setting.unit
    theme, scale = setting.theme, setting.scale
    label, strong = measures(theme.face("label")), measures(theme.face("strong"))
    figure = _FIGURE * scale
    own = max(max(counter.size) for counter in counters)
    if figure < own <= _OWN * figure:
        figure = own
    names = max(label.width(counter.name, size) for counter in counters)
    values = [
        max(
            label.width(title_of(one), small),
            *(strong.width(_value(counter, one), size) for counter in counters),
        )
        + 3.0 * scale
        for one in chart.show
    ]
    writing = [
        max(0.14 * panel.width, label.width(head, small) + 3.0 * scale) for head in chart.write
    ]
    heads_of_boxes = [label.width(box.name, small) + 3.0 * scale for box in chart.boxes]
    left_over = panel.width - figure - 3.0 * scale - sum(values) - sum(writing)
    names_least = min(names, _NAME * scale) + 3.0 * scale
    lacking = names_least + sum(max(one, _BOXES * scale) for one in heads_of_boxes) - left_over
    if lacking > 0:
        panel.tight = True
        panel.notes.append(
            f"{chart.name!r} needs {panel.width + lacking:.0f} mm for its columns and has "
            f"{panel.width:.0f} mm"
        )
        return
    name_wide = min(names + 3.0 * scale, max(names_least, 0.45 * left_over))
    if not chart.boxes and not chart.write:
        name_wide = left_over
    boxes = _box_widths(chart.boxes, heads_of_boxes, counters, left_over - name_wide, scale)
    left = figure + 3.0 * scale + name_wide
    heads = [*map(title_of, chart.show), *(one.name for one in chart.boxes), *chart.write]
    widths = [*values, *boxes, *writing]
    if not chart.boxes and widths:
        widths[-1] += panel.width - left - sum(widths)
    edges = [left]
    for width in widths:
        edges.append(edges[-1] + width)

    def draw_heads(pen: Pen) -> None:
        pen.rect(0, 0, panel.width, 2.5 * unit, fill="tint", radius=0.8)
        for head, (start, end) in zip(heads, pairwise(edges), strict=True):
            pen.text(
                (start + end) / 2,
                1.25 * unit + 0.34 * small,
                head,
                "label",
                small,
                on="tint",
                anchor="middle",
                room=end - start - 0.8,
            )

    panel.add(draw_heads, 2.5 * unit)
    for counter in counters:
        _ship(chart, game, counter, panel, edges, figure, name_wide)


def _ship(
    chart: Roster,
    game: Game,
    counter: Counter,
    panel: Panel,
    edges: list[float],
    figure: float,
    name_wide: float,
) -> None:
    setting = panel.setting
    size, scale, unit = setting.size(BODY), setting.scale, setting.unit
    picture = next(pictures_of(counter, game, setting))
    tall = min(figure, figure * picture.height_mm / picture.width_mm)
    wide = tall * picture.width_mm / picture.height_mm
    first_box = len(chart.show)
    rows = [
        _boxes_of(box, counter, edges[first_box + index + 1] - edges[first_box + index], scale)
        for index, box in enumerate(chart.boxes)
    ]
    deepest = max((len(one) for one in rows), default=1)
    step = (_BOX + _APART) * scale
    height = setting.ceiled(max(tall + 0.8 * unit, deepest * step + unit))

    def draw(pen: Pen) -> None:
        inlay(pen.sheet, picture, pen.x + (figure - wide) / 2, pen.y + (height - tall) / 2, wide)
        base = height / 2 + 0.34 * size
        pen.text(figure + 1.5 * scale, base, counter.name, "label", size, room=name_wide)
        for index, one in enumerate(chart.show):
            middle = (edges[index] + edges[index + 1]) / 2
            pen.text(
                middle,
                base,
                _value(counter, one),
                "strong",
                size,
                anchor="middle",
                room=edges[index + 1] - edges[index] - 1.0,
            )
        for index, lines in enumerate(rows):
            start = edges[first_box + index]
            top = height / 2 - len(lines) * step / 2 + 0.45 * scale
            for number, line in enumerate(lines):
                for x in line:
                    pen.rect(
                        start + x,
                        top + number * step,
                        _BOX * scale,
                        _BOX * scale,
                        fill="panel",
                        radius=0.4,
                        stroke="frame",
                        stroke_width=0.22,
                    )
        for start in edges[first_box + len(chart.boxes) : -1]:
            pen.line(
                start, 0.6 * unit, start, height - 0.6 * unit, stroke="hair", stroke_width=0.16
            )
        pen.line(0, height, panel.width, height, stroke="hair", stroke_width=0.16)

    panel.add(draw, height)


def _members(chart: Roster, game: Game) -> Iterator[Counter]:
    """The counters of a roster, in the order it names them."""
    for word in chart.counters:
        yield from (one for one in game.counters if word in (one.id, one.kind))


def _value(counter: Counter, shown: ShownValue) -> str:
    return value_text(counter.values.get(shown.value))


def _count(box: BoxColumn, counter: Counter) -> int:
    """How many boxes a counter has; none where its value is not a number."""
    if box.count is not None:
        return box.count
    found = counter.values.get(box.value)
    return min(100, max(0, found)) if isinstance(found, int) else 0


def _box_widths(
    boxes: tuple[BoxColumn, ...],
    heads: list[float],
    counters: list[Counter],
    room: float,
    scale: float,
) -> list[float]:
    """The room parted: every column its boxes in one line, else the longest shorter."""
    least = [max(head, _BOXES * scale) for head in heads]
    wanted = [
        max([head, *(_line_width(box, _count(box, counter), scale) for counter in counters)])
        for head, box in zip(least, boxes, strict=True)
    ]
    spare = room - sum(wanted)
    if spare >= 0:
        return [one + spare / len(wanted) for one in wanted]
    # Each its least; then short columns get their line, and long ones share what is left.
    widths = list(least)
    lacking = sorted(range(len(least)), key=lambda one: wanted[one] - least[one])
    for place, index in enumerate(lacking):
        share = max(0.0, room - sum(widths)) / (len(lacking) - place)
        widths[index] += min(wanted[index] - least[index], share)
    return widths


def _line_width(box: BoxColumn, count: int, scale: float) -> float:
    """So many boxes in one line, with the room at both ends, mm."""
    gaps = (count - 1) // box.every if box.every and count else 0
    return (count * (_BOX + _APART) + gaps * _WIDER + 2.0) * scale


def _boxes_of(box: BoxColumn, counter: Counter, wide: float, scale: float) -> list[list[float]]:
    """Lines of boxes, each by its distance from the column's left edge, mm."""
    step, gap, start = (_BOX + _APART) * scale, _WIDER * scale, 1.2 * scale
    count = _count(box, counter)
    group = box.every or 1
    if start + group * step > wide:
        group = 1
    lines: list[list[float]] = []
    x = start
    for number in range(count):
        # A group of boxes stays together: the line is broken between two of them.
        if number % group == 0:
            ahead = min(group, count - number)
            if not lines or x + ahead * step - _APART * scale > wide:
                lines.append([])
                x = start
        lines[-1].append(x)
        x += step
        if box.every and (number + 1) % box.every == 0:
            x += gap
    return lines
