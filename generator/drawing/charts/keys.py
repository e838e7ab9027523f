"""Unit keys: counters of the game, enlarged, with lines to the words that explain their parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from generator.drawing.charts.panel import SMALL, Panel, Pen, Setting
from generator.drawing.charts.parts import Parts, Way, parts_of, ways_out
from generator.drawing.counters import counter_pictures, draw_face
from generator.drawing.inlays import inlay
from generator.drawing.names import counter_picture
from generator.drawing.picture import Picture
from generator.drawing.richtext import RichLine, cuts_of, draw_line, set_text
from generator.drawing.sheet import Label, Sheet
from generator.errors import BroadsideError, nearest
from generator.light import dataclass

if TYPE_CHECKING:
    from generator.definition.schema import CallOut, Counter, Face, Game, KeyPiece, UnitKey
    from generator.drawing.sheet import Point

_MARGIN = 3.0
"""Between a counter's edge and the words of its call-outs, mm at full size."""

_WORDS = 18.0
"""The least width of a column of call-outs, mm at full size."""

_SMALLEST = 8.0
"""How small an explained counter may become, mm at full size."""

_DOT = 0.42
"""Radius of the dot on a part, mm; it stands as far again beside writing."""

_ROUND = 1.0
"""How far above or below a counter a line goes round it, mm."""

_MIDDLE = 0.5
"""Parts left of the middle are explained at the left, as far as there is a way."""


class CallOutError(BroadsideError):
    """A call-out that points to nothing."""


@dataclass(frozen=True, slots=True)
class _Line:
    """Where the line of a call-out runs, mm from the drawn counter's top left corner."""

    start: Point
    end: Point
    """On the edge of the counter, or a little above or below it."""
    right: bool


@dataclass(frozen=True, slots=True)
class _Call:
    """A call-out ready to be set: its line, its words and their room."""

    line: _Line
    words: list[RichLine]
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
    lines = _lines(piece.calls, counter, face, labels, game, wide / picture.width_mm)
    calls = _placed(lines, room, high, setting)
    leading = _leading(setting)
    feet = (max(call.line.end[1], call.top + len(call.words) * leading) for call in calls)
    foot = max([high, *feet])
    head = max([0.0, *(max(-call.top, -call.line.end[1]) for call in calls)])

    def draw(pen: Pen) -> None:
        corner = pen.at(left, head)
        inlay(pen.sheet, picture, corner.x, corner.y, wide)
        for call in calls:
            _draw_call(corner, call, wide, room, setting)

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


def _lines(
    calls: Sequence[CallOut],
    counter: Counter,
    face: Face | None,
    labels: Sequence[Label],
    game: Game,
    scale: float,
) -> list[tuple[_Line, CallOut]]:
    """The line of each call-out, by the straightest way that crosses no other writing."""
    if face is None:
        parts = Parts(counter.size, {}, {}, ())
    else:
        parts = parts_of(counter, face, labels, game.layouts)
    width, height = counter.size
    if "symbol" not in parts:
        # A finished picture is all symbol.
        whole = (0.1 * width, 0.1 * height, 0.9 * width, 0.9 * height)
        parts = replace(parts, drawings={"symbol": whole, **parts.drawings})
    ways: list[tuple[Way, bool, CallOut]] = []
    told = [0, 0]
    for call in calls:
        if call.at is None and call.part not in parts:
            raise _nothing_there(call.part, parts, counter)
        here = call.part if call.at is None else (call.at[0] * width, call.at[1] * height)
        found = ways_out(parts, here, 2 * _DOT / scale)
        best = found[0].trouble
        # What stands in the middle goes where there is less to say.
        near = [way for way in found if way.trouble < best + 0.08]
        way, right = min(
            ((way, right) for way in near for right in _sides(way, width)),
            key=lambda pair: (told[pair[1]], pair[0].trouble),
        )
        off = abs(_across(here, parts) / width - _MIDDLE)
        if off > 0.1 and found[0].exit in ("left", "right"):
            way, right = found[0], found[0].exit == "right"
        told[right] += 1
        ways.append((way, right, call))
    return _led_round(ways, counter, scale)


def _across(here: str | Point, parts: Parts) -> float:
    """How far from the counter's left edge the middle of a part stands, mm."""
    return (parts[here][0] + parts[here][2]) / 2 if isinstance(here, str) else here[0]


def _sides(way: Way, width: float) -> Iterator[bool]:
    """On which sides the words of a way may stand: whether at the right."""
    if way.exit in ("left", "right"):
        yield way.exit == "right"
        return
    x = way.start[0] / width
    if x < _MIDDLE + 0.1:
        yield False
    if x > _MIDDLE - 0.1:
        yield True


def _led_round(
    ways: Sequence[tuple[Way, bool, CallOut]], counter: Counter, scale: float
) -> list[tuple[_Line, CallOut]]:
    """The lines as they are drawn; above and below the counter none runs upon another."""
    width, height = counter.size
    found = []
    for way, right, call in ways:
        x, y = way.end[0] * scale, way.end[1] * scale
        if way.exit in ("top", "foot"):
            # The farther from the words, the farther out.
            aside = [
                (width - other.end[0] if right else other.end[0])
                for other, same, _ in ways
                if other.exit == way.exit and same == right
            ]
            mine = width - way.end[0] if right else way.end[0]
            out = _ROUND * (1 + sum(one < mine for one in aside))
            y = -out if way.exit == "top" else height * scale + out
        start = (way.start[0] * scale, way.start[1] * scale)
        found.append((_Line(start, (x, y), right), call))
    return found


def _nothing_there(part: str, parts: Parts, counter: Counter) -> CallOutError:
    known = [*counter.values, *_WORDED]
    accepted = ["symbol", *(name for name in known if name in parts)]
    accepted += [name for name in parts if name not in accepted]
    return CallOutError(
        f"the counter {counter.id!r} shows no {part!r} to point to; accepted: "
        f"{', '.join(accepted)}, or a point at: [0.5, 0.5]{nearest(part, accepted)}"
    )


def _leading(setting: Setting) -> float:
    return max(1.7 * setting.unit, 1.2 * setting.size(SMALL))


def _placed(
    lines: Sequence[tuple[_Line, CallOut]], room: float, high: float, setting: Setting
) -> list[_Call]:
    """The words beside the counter, each near the end of its line, none over another."""
    calls = []
    cuts = cuts_of(setting.theme.face("body"))
    scratch = Sheet(1, 1, setting.theme, setting.folders)
    leading = _leading(setting)
    for side in (False, True):
        members = sorted(
            ((line, call) for line, call in lines if line.right == side),
            key=lambda one: (one[0].end[1], one[0].start[0]),
        )
        texts = [
            set_text(call.says, scratch, cuts, setting.size(SMALL), room) for _, call in members
        ]
        heights = [len(words) * leading for words in texts]
        wanted = [line.end[1] - leading / 2 for line, _ in members]
        tops = spread(wanted, heights, 0.4 * leading, high)
        for (line, _), words, top in zip(members, texts, tops, strict=True):
            calls.append(_Call(line, words, top))
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


def _draw_call(corner: Pen, call: _Call, wide: float, room: float, setting: Setting) -> None:
    """A dot at the part, a line straight out of the counter and on to the words."""
    size, leading = setting.size(SMALL), _leading(setting)
    cuts = cuts_of(setting.theme.face("body"))
    margin = _MARGIN * setting.scale
    line = call.line
    middle = call.top + 0.5 * leading
    edge = wide if line.right else 0.0
    turn = 1 if line.right else -1
    bend = edge + turn * margin * 0.2
    path = [line.start, line.end]
    if abs(line.end[0] - edge) > 1e-6:
        path.append((bend, line.end[1]))
    path += [(bend + turn * margin * 0.4, middle), (edge + turn * margin * 0.8, middle)]
    corner.outline(path, closed=False, stroke="paper", stroke_width=0.7, stroke_linejoin="round")
    corner.outline(path, closed=False, stroke="signal", stroke_width=0.22, stroke_linejoin="round")
    corner.circle(*line.start, _DOT, fill="signal", stroke="paper", stroke_width=0.2)
    at_x = wide + margin if line.right else -margin
    for number, words in enumerate(call.words):
        at = (corner.x + at_x, corner.y + call.top + leading * number + 0.5 * leading + 0.34 * size)
        draw_line(
            corner.sheet, words, cuts, size, at, anchor="start" if line.right else "end", room=room
        )
