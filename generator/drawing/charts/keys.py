"""Unit keys: counters of the game, enlarged, with lines to the words that explain their parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.drawing.charts.panel import SMALL, Panel, Pen, Setting
from generator.drawing.charts.words import value_text
from generator.drawing.counters import counter_pictures, draw_face
from generator.drawing.inlays import inlay
from generator.drawing.names import counter_picture
from generator.drawing.picture import Picture
from generator.drawing.richtext import RichLine, cuts_of, draw_line, set_text
from generator.drawing.sheet import Label, Sheet
from generator.errors import BroadsideError, nearest

if TYPE_CHECKING:
    from generator.definition.schema import CallOut, Counter, Face, Game, KeyPiece, UnitKey

_MARGIN = 3.0
"""Between a counter's edge and the words of its call-outs, mm at full size."""

_WORDS = 18.0
"""The least width of a column of call-outs, mm at full size."""

_SMALLEST = 8.0
"""How small an explained counter may become, mm at full size."""

_CLEAR = 0.35
"""How far from the words of a counter a line ends, mm."""

_MIDDLE = 0.5
"""Parts left of the middle are explained at the left."""


class CallOutError(BroadsideError):
    """A call-out that points to nothing."""


@dataclass(frozen=True, slots=True)
class _Call:
    """A call-out ready to be set: its point in parts of the counter, its lines and their room."""

    point: tuple[float, float]
    lines: list[RichLine]
    right: bool
    top: float
    """From the counter's top, mm."""


def key_panel(chart: UnitKey, game: Game, panel: Panel) -> None:
    """The pieces in rows, as many side by side as their words leave room for."""
    setting = panel.setting
    wide = min(chart.width * setting.scale, panel.width)
    explained = any(piece.calls for piece in chart.pieces)
    if explained:
        # The words keep their room: in a narrow column the counters are smaller.
        words = 2 * (_WORDS + _MARGIN) * setting.scale
        wide = min(wide, max(panel.width - words, _SMALLEST * setting.scale))
    least = wide + (2 * (_WORDS + _MARGIN) if explained else 4.0) * setting.scale
    across = max(1, min(len(chart.pieces), int(panel.width / least)))
    cell = panel.width / across
    for start in range(0, len(chart.pieces), across):
        row = []
        for index, piece in enumerate(chart.pieces[start : start + across]):
            column = Panel(cell, setting)
            _piece(piece, game, column, wide)
            row.append((column, index * cell))
        panel.beside(row)
        panel.gap(1)


def _piece(piece: KeyPiece, game: Game, panel: Panel, wide: float) -> None:
    """A counter in the middle, its call-outs at both sides, its name below."""
    setting = panel.setting
    counter = game.counter(piece.counter)
    picture, face, labels = _drawn(piece, counter, game, setting)
    high = wide * picture.height_mm / picture.width_mm
    left = (panel.width - wide) / 2
    room = left - _MARGIN * setting.scale
    points = [(_point(call, counter, face, labels), call) for call in piece.calls]
    calls = _placed(points, room, high, setting)
    leading = _leading(setting)
    foot = max([high, *(call.top + len(call.lines) * leading for call in calls)])
    head = max([0.0, *(-call.top for call in calls)])

    def draw(pen: Pen) -> None:
        corner = pen.at(left, head)
        inlay(pen.sheet, picture, corner.x, corner.y, wide)
        for call in calls:
            _draw_call(corner, call, wide, high, room, setting)

    panel.add(draw, head + foot + 0.5 * setting.unit)
    name = piece.name or counter.name
    if name:
        size = setting.size(SMALL)
        base = 1.5 * setting.unit

        def draw_name(pen: Pen) -> None:
            room = panel.width - 2
            pen.text(panel.width / 2, base, name, "label", size, anchor="middle", room=room)

        panel.add(draw_name, 2.5 * setting.unit)


def pictures_of(counter: Counter, game: Game, setting: Setting) -> Iterator[Picture]:
    """A counter's faces and its back, as they lie on the table."""
    side = game.side(counter.side) if counter.side else None
    yield from counter_pictures(counter, setting.theme, setting.folders, side, layouts=game.layouts)


def _drawn(
    piece: KeyPiece, counter: Counter, game: Game, setting: Setting
) -> tuple[Picture, Face | None, Sequence[Label]]:
    """The face that is explained, its description where it has one, and the words on it."""
    wanted = piece.face or counter.faces[0].id
    name = counter_picture(counter.id, wanted)
    described = [*counter.faces, *([counter.back] if counter.back else [])]
    face = next((one for one in described if one.id == wanted), None)
    if face is not None:
        sheet = draw_face(counter, face, setting.theme, setting.folders, layouts=game.layouts)
        return sheet.picture(name), face, sheet.labels
    pictures = {one.name: one for one in pictures_of(counter, game, setting)}
    if name not in pictures:
        faces = [one.removeprefix(counter_picture(counter.id, "")) for one in pictures]
        raise CallOutError(
            f"the counter {counter.id!r} has no face {wanted!r}; accepted: {', '.join(faces)}"
            f"{nearest(wanted, faces)}"
        )
    return pictures[name], None, ()


_WORDED = ("title", "left", "right", "centre", "text")
"""Words of a face that may be pointed to besides its symbol and its counter's values."""


def _point(
    call: CallOut,
    counter: Counter,
    face: Face | None,
    labels: Sequence[Label],
) -> tuple[float, float]:
    """What a call-out points to, in parts of the counter's width and height."""
    if call.at is not None:
        return call.at
    if call.part == "symbol":
        return 0.5, 0.45
    words = {one: str(getattr(face, one)) for one in _WORDED if face is not None}
    values = {**counter.values, **(face.values if face is not None else {})}
    words = {**{name: value_text(value) for name, value in values.items()}, **words}
    said = words.get(call.part, "")
    width, height = counter.size
    for label in labels:
        if said and (label.wanted == said or said.startswith(label.wanted)):
            xs, ys = [x for x, _ in label.corners], [y for _, y in label.corners]
            # The line ends beside the words, on the side where they are explained.
            right = (min(xs) + max(xs)) / 2 > _MIDDLE * width - 0.1
            x = max(xs) + _CLEAR if right else min(xs) - _CLEAR
            return x / width, (min(ys) + max(ys)) / 2 / height
    shown = [name for name, text in words.items() if any(text == one.wanted for one in labels)]
    accepted = ["symbol", *shown]
    raise CallOutError(
        f"the counter {counter.id!r} shows no {call.part!r} to point to; accepted: "
        f"{', '.join(accepted)}, or a point at: [0.5, 0.5]{nearest(call.part, accepted)}"
    )


def _leading(setting: Setting) -> float:
    return max(1.7 * setting.unit, 1.2 * setting.size(SMALL))


def _placed(
    points: list[tuple[tuple[float, float], CallOut]],
    room: float,
    high: float,
    setting: Setting,
) -> list[_Call]:
    """Call-outs beside the counter: left or right by where they point, none over another."""
    sides: tuple[list[tuple[tuple[float, float], CallOut]], ...] = ([], [])
    for point, call in sorted(points, key=lambda one: (one[0][1], one[0][0])):
        if abs(point[0] - _MIDDLE) < 0.05:
            # What stands in the middle goes where there is less to say.
            right = len(sides[1]) <= len(sides[0])
        else:
            right = point[0] > _MIDDLE
        sides[right].append((point, call))
    calls = []
    cuts = cuts_of(setting.theme.face("body"))
    scratch = Sheet(1, 1, setting.theme, setting.folders)
    leading = _leading(setting)
    for side, members in enumerate(sides):
        texts = [
            set_text(call.says, scratch, cuts, setting.size(SMALL), room) for _, call in members
        ]
        heights = [len(lines) * leading for lines in texts]
        tops = spread(
            [point[1] * high - leading / 2 for point, _ in members], heights, 0.4 * leading, high
        )
        for (point, _), lines, top in zip(members, texts, tops, strict=True):
            calls.append(_Call(point, lines, bool(side), top))
    return calls


def spread(wanted: list[float], heights: list[float], gap: float, height: float) -> list[float]:
    """Tops of blocks near where they are wanted, in order, ``gap`` apart; within ``height`` where
    they have room there, else beyond both ends alike."""
    if not wanted:
        return []
    needed = sum(heights) + gap * (len(heights) - 1)
    low, high = (
        (0.0, height) if needed <= height else ((height - needed) / 2, (height + needed) / 2)
    )
    tops = []
    foot = low
    for top, tall in zip(wanted, heights, strict=True):
        tops.append(max(top, foot))
        foot = tops[-1] + tall + gap
    ceiling = high
    for index in range(len(tops) - 1, -1, -1):
        tops[index] = min(tops[index], ceiling - heights[index])
        ceiling = tops[index] - gap
    return tops


def _draw_call(
    corner: Pen, call: _Call, wide: float, high: float, room: float, setting: Setting
) -> None:
    """A dot on the part, a line out of the counter, the words."""
    size, leading = setting.size(SMALL), _leading(setting)
    cuts = cuts_of(setting.theme.face("body"))
    margin = _MARGIN * setting.scale
    x, y = call.point[0] * wide, call.point[1] * high
    middle = call.top + 0.5 * leading
    edge = wide if call.right else 0.0
    turn = 1 if call.right else -1
    path = [(x, y), (edge + turn * margin * 0.3, middle), (edge + turn * margin * 0.8, middle)]
    corner.outline(path, closed=False, stroke="paper", stroke_width=0.7, stroke_linejoin="round")
    corner.outline(path, closed=False, stroke="signal", stroke_width=0.22, stroke_linejoin="round")
    corner.circle(x, y, 0.5, fill="signal", stroke="paper", stroke_width=0.2)
    at_x = wide + margin if call.right else -margin
    for number, line in enumerate(call.lines):
        at = (corner.x + at_x, corner.y + call.top + leading * number + 0.5 * leading + 0.34 * size)
        draw_line(
            corner.sheet, line, cuts, size, at, anchor="start" if call.right else "end", room=room
        )
