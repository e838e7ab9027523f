"""The parts of a counter's face: where each field of its layout stands, and the ways out to the
edge that cross no other writing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from generator.definition.layouts import (
    FIELD,
    BoxItem,
    CornerItem,
    FactorsItem,
    LayoutFile,
    PictureItem,
    PipsItem,
    StripesItem,
    SymbolItem,
    TextItem,
)
from generator.drawing.counters.book import layout_called
from generator.drawing.counters.fields import Words, spoken
from generator.drawing.counters.placing import Box, placing_of
from generator.drawing.counters.shapes import outline_of
from generator.drawing.typefaces import measures
from generator.light import dataclass

if TYPE_CHECKING:
    from generator.definition.schema import Counter, Face
    from generator.drawing.sheet import Label, Point

Exit = Literal["left", "right", "top", "foot"]

_AIR = 0.25
"""What a line keeps from other writing, mm on the counter."""

_INSIDE = 0.2
"""How far into a drawing a line runs, in parts of its width and height."""

_WORDS_CROSSED, _DRAWING_CROSSED = 100.0, 6.0
"""What crossing one of them counts, in parts of the counter's width."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Where the parts of a face stand: left, top, right and foot, mm on the counter."""

    size: tuple[float, float]
    words: Mapping[str, Box]
    """By the field they say."""
    drawings: Mapping[str, Box]
    """Symbols, pictures, pips and coloured boxes, by the field that chooses them."""
    written: tuple[Box, ...]
    """All writing, joined factors each by itself."""

    def __getitem__(self, part: str) -> Box:
        return self.words[part] if part in self.words else self.drawings[part]

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys((*self.drawings, *self.words))


@dataclass(frozen=True, slots=True)
class Way:
    """A straight way from a part to an edge of the counter, mm on it."""

    start: Point
    end: Point
    exit: Exit
    trouble: float
    """Its length in parts of the counter's width, and what it crosses."""


def parts_of(
    counter: Counter, face: Face, labels: Sequence[Label], layouts: Iterable[LayoutFile]
) -> Parts:
    """The parts of a face that has been drawn with these labels. Raises LayoutError."""
    words: dict[str, Box] = {}
    drawings: dict[str, Box] = {}
    pieces: dict[int, list[Box]] = {}
    if not face.image:
        layout = layout_called(face.layout, layouts)
        place = placing_of(
            layout.nominal, outline_of(counter.size, counter.shape, counter.corner), 0.0
        )
        fields = Words(counter, face)
        for item in layout.items:
            if not fields.hold(item.when):
                continue
            if isinstance(item, TextItem | CornerItem):
                box = place.box(item.box) if isinstance(item, TextItem) else None
                _find(words, pieces, item.text, fields, labels, box)
            elif isinstance(item, FactorsItem):
                shown = [one for one in item.factors if fields.fill(one.value).strip()]
                texts = [one.value for one in shown]
                if not any(one.icon or one.role for one in shown):
                    texts = [item.join.join(texts)]
                for text in texts:
                    _find(words, pieces, text, fields, labels, place.box(item.box))
            elif isinstance(item, SymbolItem | PictureItem | PipsItem | BoxItem | StripesItem):
                for name in _chosen_by(item, fields):
                    drawings.setdefault(name, place.box(item.box))
        # A value that is worked into another field: `right: "{guns}"`.
        for name, value in {**counter.values, **face.values}.items():
            said = spoken(value)
            found = [label for label in labels if said and label.wanted == said]
            if name not in words and len(found) == 1:
                words[name] = _bounds(found[0].corners)
    written = [
        piece
        for index, label in enumerate(labels)
        for piece in pieces.get(index, [_bounds(label.corners)])
    ]
    return Parts(counter.size, words, drawings, tuple(written))


def _chosen_by(
    item: SymbolItem | PictureItem | PipsItem | BoxItem | StripesItem, fields: Words
) -> Iterator[str]:
    """The fields that choose what a drawing shows."""
    texts: tuple[str, ...]
    if isinstance(item, SymbolItem):
        texts = (item.symbol,)
    elif isinstance(item, PictureItem):
        texts = (item.picture,)
    elif isinstance(item, PipsItem):
        texts = (item.count, item.filled)
    else:
        texts = (item.fill,) if isinstance(item, BoxItem) else item.fills
    for text in texts:
        for name in FIELD.findall(text):
            if fields.fill(f"{{{name}}}").strip():
                yield name.removeprefix("values.")


def _find(
    words: dict[str, Box],
    pieces: dict[int, list[Box]],
    text: str,
    fields: Words,
    labels: Sequence[Label],
    box: Box | None,
) -> None:
    """Where the fields of a text stand: the label that says it, or the lines in its box."""
    said = fields.fill(text)
    if not said.strip():
        return
    found = [index for index, label in enumerate(labels) if label.wanted in (said, said.upper())]
    if box is not None:
        found.sort(key=lambda index: _far(_bounds(labels[index].corners), box))
    spans = list(_spans(text, fields))
    if found:
        index = found[0]
        for name, begin, end in spans:
            part = _stretch(labels[index], said, begin, end)
            words.setdefault(name, part)
            if len(spans) > 1:
                pieces.setdefault(index, []).append(part)
    elif box is not None:
        # Broken into lines: all that stand in the box.
        lines = [one for one in (_bounds(label.corners) for label in labels) if _far(one, box) == 0]
        if lines:
            left, top, right, foot = zip(*lines, strict=True)
            for name, _, _ in spans:
                words.setdefault(name, (min(left), min(top), max(right), max(foot)))


def _spans(text: str, fields: Words) -> Iterator[tuple[str, int, int]]:
    """Each field of a text that says something: its name, and where in the words it stands."""
    read, at = 0, 0
    for found in FIELD.finditer(text):
        at += found.start() - read
        read = found.end()
        long = len(fields.fill(found[0]))
        if long:
            yield found[1].removeprefix("values."), at, at + long
        at += long


def _stretch(label: Label, said: str, begin: int, end: int) -> Box:
    """The box of some letters of a label, whichever way it reads."""
    if len(said) == end - begin:
        return _bounds(label.corners)
    table = measures(label.face)
    whole = table.width(said) or 1.0
    low, high = table.width(said[:begin]) / whole, table.width(said[:end]) / whole
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = label.corners
    return _bounds(
        [
            (ox + (px - ox) * share, oy + (py - oy) * share)
            for (ox, oy), (px, py) in (((ax, ay), (bx, by)), ((dx, dy), (cx, cy)))
            for share in (low, high)
        ]
    )


def _bounds(points: Sequence[Point]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _far(box: Box, room: Box) -> float:
    """How far the middle of a box lies outside a room, mm."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return max(room[0] - x, x - room[2], 0.0) + max(room[1] - y, y - room[3], 0.0)


def ways_out(parts: Parts, part: str | Point, clear: float) -> list[Way]:
    """The ways from a part, or from a point, straight to each edge, the best first. Those from
    writing begin ``clear`` mm beside it, so that a dot there covers no letter."""
    width, height = parts.size
    if isinstance(part, str):
        left, top, right, foot = parts[part]
        drawn = part not in parts.words
    else:
        (left, top), (right, foot), drawn = part, part, False
    own = (left, top, right, foot)
    # From a drawing the way begins well inside it, from writing beside it, from a point at it.
    gap = -_INSIDE if drawn else 0.0
    aside = clear if isinstance(part, str) and not drawn else 0.0
    wide, high = right - left, foot - top
    words = [one for one in parts.written if not _within(own, one)]
    others = [one for one in parts.drawings.values() if isinstance(part, str) and one != own]
    found: list[Way] = []
    for share in (0.5, 0.35, 0.65, 0.22, 0.78, 0.12, 0.88):
        x, y = left + share * wide, top + share * high
        low, far = left - gap * wide - aside, right + gap * wide + aside
        head, tail = top - gap * high - aside, foot + gap * high + aside
        for start, end, exit_ in (
            ((max(0.0, low), y), (0.0, y), "left"),
            ((min(width, far), y), (width, y), "right"),
            ((x, max(0.0, head)), (x, 0.0), "top"),
            ((x, min(height, tail)), (x, height), "foot"),
        ):
            line = _bounds((start, end))
            trouble = (line[2] - line[0] + line[3] - line[1]) / width + 0.3 * abs(share - 0.5)
            if exit_ in ("top", "foot"):
                # From there it has still to go round to the words.
                trouble += min(start[0], width - start[0]) / width + 0.25
            trouble += _WORDS_CROSSED * sum(_meet(line, one, _AIR) for one in words)
            trouble += _DRAWING_CROSSED * sum(_meet(line, one, -_AIR) for one in others)
            found.append(Way(start, end, exit_, trouble))  # type: ignore[arg-type]
    return sorted(found, key=lambda way: way.trouble)


def _within(own: Box, other: Box) -> bool:
    """Whether the middle of a part lies in a box of writing: that is the part's own."""
    x, y = (own[0] + own[2]) / 2, (own[1] + own[3]) / 2
    inside = other[0] <= x <= other[2] and other[1] <= y <= other[3]
    smaller = (own[2] - own[0]) * (own[3] - own[1]) <= 1.05 * (
        (other[2] - other[0]) * (other[3] - other[1])
    )
    return inside and smaller


def _meet(line: Box, box: Box, air: float) -> bool:
    return (
        line[0] < box[2] + air
        and box[0] - air < line[2]
        and line[1] < box[3] + air
        and box[1] - air < line[3]
    )
