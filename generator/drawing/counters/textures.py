"""Textures: patterns that never repeat, drawn from a seed, so that they are the same every time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import cos, pi, sin
from random import Random
from zlib import crc32

from generator.definition.layouts import TextureItem
from generator.drawing.counters.placing import Box
from generator.drawing.counters.shapes import Outline, cut_to
from generator.drawing.counters.surfaces import inside, window_of
from generator.drawing.counters.work import Work
from generator.drawing.sheet import Point, path_of

MOST = 2500
"""Most strokes or spots in one texture."""


def draw_texture(item: TextureItem, work: Work) -> None:
    """A texture over its box."""
    ground = work.ground_of(item.ground)
    fills = [fill for fill in (work.colour(tone, ground) for tone in item.fills) if fill]
    if not fills or not item.opacity:
        return
    place = work.place
    # Grown from the box as it is trimmed and its bleed, so that a bleed changes nothing inside.
    box = place.box(item.box)
    seed = crc32(f"{work.seed}|{item.texture}|{item.box}|{work.words.fill(item.seed)}".encode())
    paths = _paths(
        item.texture,
        box,
        place.running_out(box),
        item.scale * place.scale,
        len(fills),
        seed,
        place.outline,
        place.bleed,
    )
    with work.sheet.group(opacity=item.opacity):
        for fill, data in zip(fills, paths, strict=True):
            if data:
                work.sheet.path(data, fill=fill)
    for fill in fills:
        work.paint(box, fill, item.opacity, whole=False)


@lru_cache(maxsize=256)
def _paths(
    texture: str,
    box: Box,
    wide: Box,
    scale: float,
    colours: int,
    seed: int,
    outline: Outline,
    bleed: float,
) -> list[str]:
    """Path data for each colour."""
    window = window_of(wide, outline, bleed)
    found: list[list[str]] = [[] for _ in range(colours)]
    if not window:
        return [""] * colours
    left, top, right, foot = _frame(window)
    for index, ring in enumerate(_PATTERNS[texture](box, scale, Random(seed))):
        if index >= MOST:
            break
        x0, y0, x1, y1 = _frame(ring)
        if x1 < left or x0 > right or y1 < top or y0 > foot:
            continue  # as most do: patterns reach far over their box
        kept = list(ring) if all(inside(p, window) for p in ring) else cut_to(ring, window)
        if len(kept) > 2:
            found[index % colours].append(path_of(kept))
    return ["".join(paths) for paths in found]


def _frame(ring: Iterable[Point]) -> Box:
    """The upright box about a polygon."""
    xs, ys = zip(*ring, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


_OVER = 6.0
"""How far patterns are drawn beyond their box, mm: more than any bleed."""


def _reach(box: Box) -> Box:
    """The box with room for a bleed."""
    left, top, right, foot = box
    return left - _OVER, top - _OVER, right + _OVER, foot + _OVER


def _strip(line: list[Point], half: float) -> list[Point]:
    """A line that is ``half`` mm wide to either side, upright to its run from left to right."""
    return [(x, y - half) for x, y in line] + [(x, y + half) for x, y in reversed(line)]


def _hatch(box: Box, scale: float, random: Random) -> list[list[Point]]:
    left, top, right, foot = _reach(box)
    pitch, high = 0.85 * scale, foot - top
    found: list[list[Point]] = []
    x = left - high
    while x < right and len(found) < MOST:
        lean = high + random.uniform(-0.25, 0.25) * pitch
        half = random.uniform(0.06, 0.13) * scale
        found.append(
            [(x - half, foot), (x + lean - half, top), (x + lean + half, top), (x + half, foot)]
        )
        x += pitch * random.uniform(0.85, 1.15)
    return found


def _dots(box: Box, scale: float, random: Random) -> list[list[Point]]:
    left, top, right, foot = _reach(box)
    pitch = max(0.9 * scale, ((right - left) * (foot - top) / MOST) ** 0.5)
    found: list[list[Point]] = []
    row, y = 0, top
    while y < foot:
        x = left + (pitch / 2 if row % 2 else 0)
        while x < right:
            px = x + random.uniform(-0.12, 0.12) * pitch
            py = y + random.uniform(-0.12, 0.12) * pitch
            found.append(_ring(px, py, random.uniform(0.14, 0.22) * scale, 8))
            x += pitch
        y += pitch * 0.866
        row += 1
    return found


def _ring(x: float, y: float, reach: float, sides: int) -> list[Point]:
    return [
        (x + reach * cos(2 * pi * k / sides), y + reach * sin(2 * pi * k / sides))
        for k in range(sides)
    ]


def _waves(box: Box, scale: float, random: Random) -> list[list[Point]]:
    left, top, right, foot = _reach(box)
    found: list[list[Point]] = []
    y = top
    while y < foot and len(found) < MOST // 8:
        phase, length = random.uniform(0, 2 * pi), 2.4 * scale * random.uniform(0.9, 1.15)
        high = 0.17 * scale * random.uniform(0.8, 1.2)
        steps = max(8, min(240, int((right - left) / (0.25 * scale))))
        line = [
            (x, y + high * sin(phase + 2 * pi * x / length))
            for x in (left + (right - left) * k / steps for k in range(steps + 1))
        ]
        found.append(_strip(line, 0.075 * scale))
        y += 0.95 * scale * random.uniform(0.9, 1.1)
    return found


def _grain(box: Box, scale: float, random: Random) -> list[list[Point]]:
    left, top, right, foot = _reach(box)
    number_of = min(MOST, int((right - left) * (foot - top) / (0.55 * scale * scale)))
    found = []
    for _ in range(number_of):
        x, y = random.uniform(left, right), random.uniform(top, foot)
        length, half = random.uniform(0.25, 0.9) * scale, random.uniform(0.03, 0.06) * scale
        tilt = random.uniform(-0.08, 0.08) * length
        found.append(
            [
                (x, y - half),
                (x + length, y + tilt - half),
                (x + length, y + tilt + half),
                (x, y + half),
            ]
        )
    return found


def _camouflage(box: Box, scale: float, random: Random) -> list[list[Point]]:
    left, top, right, foot = _reach(box)
    pitch = max(3.0 * scale, ((right - left) * (foot - top) / 400) ** 0.5)
    found: list[list[Point]] = []
    y = top
    while y < foot:
        x = left
        while x < right:
            found.append(
                _blob(
                    x + random.uniform(-0.4, 0.4) * pitch,
                    y + random.uniform(-0.4, 0.4) * pitch,
                    pitch * random.uniform(0.34, 0.62),
                    random,
                )
            )
            x += pitch * 1.1
        y += pitch * 0.8
    random.shuffle(found)
    return found


def _blob(x: float, y: float, reach: float, random: Random) -> list[Point]:
    """A spot with a soft edge: three waves of different lengths round a circle."""
    waves = [(count, random.uniform(0.06, 0.26), random.uniform(0, 2 * pi)) for count in (2, 3, 5)]
    ring = []
    for step in range(28):
        turn = 2 * pi * step / 28
        bulge = 1 + sum(high * sin(count * turn + phase) for count, high, phase in waves)
        ring.append((x + 1.5 * reach * bulge * cos(turn), y + 0.8 * reach * bulge * sin(turn)))
    return ring


_PATTERNS: dict[str, Callable[[Box, float, Random], list[list[Point]]]] = {
    "hatch": _hatch,
    "dots": _dots,
    "waves": _waves,
    "grain": _grain,
    "camouflage": _camouflage,
}
