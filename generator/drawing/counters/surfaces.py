"""Items that are surfaces: boxes, bands, outlines, stripes, rules."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, cos, hypot, pi, sin

from generator.definition.layouts import (
    BandItem,
    BoxItem,
    OutlineItem,
    RuleItem,
    StripesItem,
)
from generator.drawing.colours import mix
from generator.drawing.counters.placing import Box
from generator.drawing.counters.shapes import Outline, cut_to
from generator.drawing.counters.work import Work
from generator.drawing.sheet import Point, number, path_of

MOST_STRIPES = 1000
"""Most stripes in a box; finer ones would not be seen."""

MOST_BOXES = 256
"""Most boxes in which an item's stripes are remembered; writing stands on all of finer ones."""

_ROUNDS = 12
"""How often a diagonal's slope and its height at the ends are worked out from one another."""

_CRESTS = 16
"""Waves across a counter."""


def window_of(box: Box, outline: Outline, bleed: float) -> tuple[Point, ...]:
    """The part of a box that lies on the counter, bleed included, as a convex polygon."""
    return _window(box, outline, bleed)


@lru_cache(maxsize=4096)
def _window(box: Box, outline: Outline, bleed: float) -> tuple[Point, ...]:
    left, top, right, foot = box
    corners = ((left, top), (right, top), (right, foot), (left, foot))
    return tuple(cut_to(corners, outline.points(-bleed)))


def draw_box(item: BoxItem, work: Work) -> None:
    """A box, cut to the counter where it touches the edge."""
    ground = work.ground_of(item.ground)
    fill = work.colour(item.fill, ground)
    stroke = work.colour(item.stroke, ground)
    if not fill and not stroke:
        return
    place = work.place
    box = place.running_out(place.box(item.box))
    data = _box_path(box, item.form, item.radius * place.scale, place.outline, place.bleed)
    more: dict[str, object] = {}
    if item.opacity < 1:
        more["opacity"] = item.opacity
    if stroke:
        more |= {"stroke": stroke, "stroke_width": item.width * place.scale}
    work.sheet.path(data, fill=fill or "none", **more)
    if fill:
        work.paint(_inner(box, item.form), fill, item.opacity, ground=ground)


def _inner(box: Box, form: str) -> Box:
    """The box that an ellipse or hex surely covers."""
    if form not in ("ellipse", "hex"):
        return box
    left, top, right, foot = box
    dx, dy = (right - left) * 0.12, (foot - top) * 0.12
    return left + dx, top + dy, right - dx, foot - dy


@lru_cache(maxsize=4096)
def _box_path(box: Box, form: str, radius: float, outline: Outline, bleed: float) -> str:
    left, top, right, foot = box
    width, height = right - left, foot - top
    if form == "ellipse":
        rx, ry = number(width / 2), number(height / 2)
        middle = number((top + foot) / 2)
        turn = f"A{rx} {ry} 0 1 1"
        begin, end = number(left), number(right)
        return f"M{begin} {middle}{turn} {end} {middle}{turn} {begin} {middle}Z"
    if form == "hex":
        x, y, a = (left + right) / 2, (top + foot) / 2, min(width / 2, height / 3**0.5)
        ring = [(x + a * cos(pi / 3 * k), y + a * sin(pi / 3 * k)) for k in range(6)]
        return path_of(ring)
    window = window_of(box, outline, bleed)
    whole = set(window) == {(left, top), (right, top), (right, foot), (left, foot)}
    if form == "rounded" and whole:
        r = number(min(radius, width / 2, height / 2))
        arc = f"A{r} {r} 0 0 1"
        r_ = min(radius, width / 2, height / 2)
        return (
            f"M{number(left + r_)} {number(top)}H{number(right - r_)}"
            f"{arc} {number(right)} {number(top + r_)}V{number(foot - r_)}"
            f"{arc} {number(right - r_)} {number(foot)}H{number(left + r_)}"
            f"{arc} {number(left)} {number(foot - r_)}V{number(top + r_)}"
            f"{arc} {number(left + r_)} {number(top)}Z"
        )
    if whole:
        return f"M{number(left)} {number(top)}H{number(right)}V{number(foot)}H{number(left)}Z"
    return path_of(window)


def draw_band(item: BandItem, work: Work) -> None:
    """A strip of colour, with waves above and a crack where asked for."""
    ground = work.ground_of(item.ground)
    fill = work.colour(item.fill, ground)
    place = work.place
    box = place.running_out(place.box(item.box))
    shape, crest = _band_paths(box, item.crest, place.scale, place.outline, place.bleed)
    if not shape:
        return
    work.sheet.path(shape, fill=fill)
    work.paint(box, fill, ground=ground)
    if item.cracked:
        work.sheet.path(_crack(box, place.outline.width, place.scale), fill=work.ground.fill)
    if item.line and crest:
        # As strong against the band as the ground's ink is dark.
        line = mix(fill, work.colour(item.line, work.ground), 0.55)
        work.sheet.path(crest, stroke=line, stroke_width=0.12 * place.scale)


@lru_cache(maxsize=1024)
def _band_paths(
    box: Box, crest: str, scale: float, outline: Outline, bleed: float
) -> tuple[str, str]:
    """The band, and the line along its crest."""
    left, top, right, foot = box
    if crest == "straight":
        window = window_of(box, outline, bleed)
        line = _on_counter((left, top), (right, top), outline, bleed)
        return (path_of(window) if window else ""), path_of(line, closed=False) if line else ""
    # Waves are counted from the counter's edge, so that a bleed leaves them where they are.
    step = outline.width / _CRESTS
    first, last = ceil(-left / step - 1e-6), ceil(right / step - 1e-6)
    begin, waves = -first * step, first + last
    plain = outline.corner <= top and foot <= outline.height + 1e-6
    if outline.is_box and plain and not bleed and left <= 0 and right >= outline.width:
        crests = f"M{number(begin)} {number(top)}q{number(step / 2)} {number(-0.5 * scale)} "
        crests += f"{number(step)} 0" + f"t{number(step)} 0" * (waves - 1)
        r = outline.corner if foot >= outline.height - 1e-6 else 0.0
        turn = f"A{number(r)} {number(r)} 0 0 1"
        low, far = number(foot), number(foot - r)
        around = (
            f"V{far}{turn} {number(right - r)} {low}H{number(left + r)}{turn} {number(left)} {far}Z"
        )
        return crests + around, crests
    points: list[Point] = []
    for wave in range(waves):
        # Even waves rise and odd ones fall, as a curve of quadratic bends does.
        height = -0.25 * scale if wave % 2 == 0 else 0.25 * scale
        for part in range(6):
            share = part / 6
            points.append((begin + (wave + share) * step, top + 4 * height * share * (1 - share)))
    points.append((begin + waves * step, top))
    ring = [*points, (begin + waves * step, foot), (begin, foot)]
    shape = cut_to(ring, outline.points(-bleed))
    window = outline.points(-bleed)
    seen = [point for point in points if inside(point, window)]
    return (path_of(shape) if shape else ""), path_of(seen, closed=False) if seen else ""


def inside(point: Point, window: tuple[Point, ...]) -> bool:
    """Whether a point lies in a convex polygon."""
    x, y = point
    for index, (x1, y1) in enumerate(window):
        x2, y2 = window[(index + 1) % len(window)]
        if (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) < -1e-9:
            return False
    return True


def _crack(box: Box, width: float, scale: float) -> str:
    _, top, _, foot = box
    x, deep = width * 0.5, foot - top
    way = ((-0.9, -0.3), (-0.1, 0.3 * deep / scale), (-1, 0.54 * deep / scale), (0, deep / scale))
    there = [(x + dx * scale, top + dy * scale) for dx, dy in way]
    back = [(px + 0.9 * scale, py) for px, py in reversed(there)]
    return path_of([*there, *back])


def draw_outline(item: OutlineItem, work: Work) -> None:
    """A line along the counter's edge."""
    place = work.place
    stroke = work.colour(item.stroke, work.ground_of(item.ground))
    if stroke:
        work.sheet.path(
            place.outline.path(item.inset * place.scale),
            stroke=stroke,
            stroke_width=max(0.1, item.width * place.scale),
        )


def draw_rule(item: RuleItem, work: Work) -> None:
    """A straight line."""
    place = work.place
    stroke = work.colour(item.stroke, work.ground_of(item.ground))
    if not stroke:
        return
    x1, y1, x2, y2 = item.line
    ends = (place.x(x1), place.y(y1)), (place.x(x2), place.y(y2))
    seen = _on_counter(*ends, place.outline, place.bleed)
    if seen is None:
        return
    begin, end = seen
    more: dict[str, object] = {}
    if item.dash:
        more["stroke_dasharray"] = " ".join(number(part * place.scale) for part in item.dash)
    work.sheet.line(
        begin[0],
        begin[1],
        end[0],
        end[1],
        stroke=stroke,
        stroke_width=max(0.08, item.width * place.scale),
        **more,
    )


def _on_counter(
    begin: Point, end: Point, outline: Outline, bleed: float
) -> tuple[Point, Point] | None:
    """What of a straight line lies on a round counter or a hex; the picture's edge cuts others."""
    if outline.is_box:
        return begin, end
    kept = cut_to((begin, end), outline.points(-bleed))
    return (min(kept), max(kept)) if len(kept) > 1 else None


def draw_stripes(item: StripesItem, work: Work) -> None:
    """Stripes, cut to their box and the counter."""
    ground = work.ground_of(item.ground)
    fills = [fill for fill in (work.colour(tone, ground) for tone in item.fills) if fill]
    if not fills:
        return
    place = work.place
    # Laid out in the box as it is trimmed: a bleed must not turn them.
    box = place.box(item.box)
    paths = _stripe_paths(
        box,
        place.running_out(box),
        item.direction,
        item.width * place.scale,
        item.gap * place.scale,
        item.count,
        len(fills),
        place.outline,
        place.bleed,
    )
    more: dict[str, object] = {"opacity": item.opacity} if item.opacity < 1 else {}
    for fill, (data, boxes) in zip(fills, paths, strict=True):
        if data:
            work.sheet.path(data, fill=fill, **more)
            whole = item.direction in ("across", "down")
            if len(boxes) > MOST_BOXES:
                boxes, whole = [_around(boxes)], False
            for one in boxes:
                work.paint(one, fill, item.opacity, whole=whole)


def _around(boxes: list[Box]) -> Box:
    """The box about all of them."""
    lefts, tops, rights, feet = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(feet)


@lru_cache(maxsize=1024)
def _stripe_paths(
    box: Box,
    wide_box: Box,
    direction: str,
    width: float,
    gap: float,
    count: int,
    colours: int,
    outline: Outline,
    bleed: float,
) -> list[tuple[str, list[Box]]]:
    """For each colour the path of its stripes and the boxes they stand in."""
    left, top, right, foot = box
    if count == 1 and direction in ("rising", "falling"):
        kept = cut_to(
            _diagonal(box, wide_box, direction == "rising", width), outline.points(-bleed)
        )
        alone = (path_of(kept), _boxes_along(kept, direction)) if len(kept) > 2 else ("", [])
        return [alone, *[("", [])] * (colours - 1)]
    window = window_of(wide_box, outline, bleed)
    middle = (left + right) / 2, (top + foot) / 2
    wide, high = right - left, foot - top
    slant = {
        "across": (1.0, 0.0),
        "down": (0.0, 1.0),
        "rising": (1.0, -1.0),
        "falling": (1.0, 1.0),
    }[direction]
    length = hypot(*slant)
    along = slant[0] / length, slant[1] / length
    aside = -along[1], along[0]
    if aside[0] < -1e-9 or (abs(aside[0]) <= 1e-9 and aside[1] < 0):
        aside = -aside[0], -aside[1]
    reach = hypot(wide, high) + 2 * bleed
    pitch = width + gap
    span = abs(aside[0]) * wide + abs(aside[1]) * high
    # As many more on either side as the bleed takes.
    more = 0 if count else ceil(bleed * 1.5 / pitch)
    number_of = count or max(1, min(MOST_STRIPES, ceil((span + gap) / pitch) + 1)) + 2 * more
    first = -((number_of - 1) * pitch) / 2
    groups: list[tuple[list[str], list[Box]]] = [([], []) for _ in range(colours)]
    for index in range(number_of):
        off = first + index * pitch
        x, y = middle[0] + aside[0] * off, middle[1] + aside[1] * off
        ring = [
            (
                x + along[0] * a * reach + aside[0] * b * width / 2,
                y + along[1] * a * reach + aside[1] * b * width / 2,
            )
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        kept = cut_to(ring, window) if window else []
        if len(kept) > 2:
            paths, boxes = groups[(index - more) % colours]
            paths.append(path_of(kept))
            boxes += _boxes_along(kept, direction)
    return [("".join(paths), boxes) for paths, boxes in groups]


def _diagonal(box: Box, wide_box: Box, rising: bool, width: float) -> list[Point]:
    """A stripe from corner to corner of a box, as broad at its ends as in its middle.

    It ends at the shorter sides of the box, upright or level like them, and runs on beyond those
    that ``wide_box`` moves outwards. One too broad for its box fills it.
    """
    left, top, right, foot = box
    wide, high = right - left, foot - top
    if min(wide, high) <= 0:
        return []
    if high > wide:
        # The same, seen from the side.
        turned = _diagonal(_turned(box), _turned(wide_box), rising, width)
        return [(y, x) for x, y in reversed(turned)]
    tall = min(width, high)
    for _ in range(_ROUNDS):
        tall = min(high, width * hypot(1.0, (high - tall) / wide))
    rise = (high - tall) / wide
    near, far = wide_box[0], wide_box[2]

    def upper(x: float) -> float:
        """Where its upper edge lies."""
        return top + rise * (right - x if rising else x - left)

    return [
        (near, upper(near)), (far, upper(far)), (far, upper(far) + tall), (near, upper(near) + tall)
    ]  # fmt: skip


def _turned(box: Box) -> Box:
    return box[1], box[0], box[3], box[2]


def _boxes_along(ring: list[Point], direction: str) -> list[Box]:
    """Upright boxes that together hold a stripe, so that writing beside it is not on it."""
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    left, right, top, foot = min(xs), max(xs), min(ys), max(ys)
    if direction in ("across", "down"):
        return [(left, top, right, foot)]
    slices = 8
    found = []
    for index in range(slices):
        low = left + (right - left) * index / slices
        high = left + (right - left) * (index + 1) / slices
        part = cut_to(ring, ((low, top), (high, top), (high, foot), (low, foot)))
        if part:
            heights = [y for _, y in part]
            found.append((low, min(heights), high, max(heights)))
    return found
