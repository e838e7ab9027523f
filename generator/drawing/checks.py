"""What no picture may have: text out of its box, type too small, too little contrast, collisions.

Printed as warnings by a build and held by the tests.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING

from generator.drawing.colours import contrast, lightness
from generator.drawing.fitting import FLOOR
from generator.drawing.themes import NEUTRAL, READABLE, Theme
from generator.drawing.typefaces import POINT, measures
from generator.drawing.vision import EYES, difference

if TYPE_CHECKING:
    from generator.definition.schema import Game
    from generator.drawing.sheet import Label, Point, Sheet

SIDES_APART = 25.0
"""The least difference of lightness (CIE L*) between two sides' counters."""

EYES_APART = 20.0
"""The least difference (CIE 1976 Delta E) between two sides' counters for any colour-blind eye."""

_HAIR = 0.02
"""Millimetres that rounding may cost."""


def findings(sheet: Sheet) -> Iterator[str]:
    """One plain line for each fault of the sheet's writing."""
    yield from sheet.notes
    for label in sheet.labels:
        yield from _of_one(label, sheet)
    yield from collisions(sheet.labels)


def _of_one(label: Label, sheet: Sheet) -> Iterator[str]:
    known = measures(label.face).widths
    lacking = {letter for letter in label.text if letter not in known}
    if lacking:
        yield f"{_short(label)} has letters the typeface lacks: {''.join(sorted(lacking))}"
    if label.overflow > _HAIR:
        yield f"{_short(label)} stands {label.overflow:.1f} mm out of its box"
    if label.size < FLOOR - 1e-6:
        yield f"{_short(label)} is set in {label.size / POINT:.1f} pt; the least is 5 pt"
    ratio = contrast(label.colour, label.ground)
    if ratio < READABLE:
        yield (
            f"{_short(label)} has a contrast of {ratio:.1f}:1 with what it stands on; "
            f"the least is {READABLE}:1"
        )
    if label.overflow > _HAIR:
        return
    if sheet.outline and not all(_within(corner, sheet.outline) for corner in label.corners):
        yield f"{_short(label)} runs off the edge"
        return
    for x, y in label.corners:
        if not (-_HAIR <= x <= sheet.width + _HAIR and -_HAIR <= y <= sheet.height + _HAIR):
            yield f"{_short(label)} runs off the edge"
            break


def _within(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a point lies in a convex polygon, or no more than a hair outside."""
    x, y = point
    for index, (x1, y1) in enumerate(outline):
        x2, y2 = outline[(index + 1) % len(outline)]
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        if (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) < -_HAIR * 2 * length:
            return False
    return True


def _short(label: Label) -> str:
    """The words of a label, quoted, for a line on a terminal."""
    words = label.wanted
    return repr(words if len(words) <= 60 else f"{words[:57]}...")


def collisions(labels: Sequence[Label]) -> Iterator[str]:
    """Pairs of labels that overlap, the names of seas that run behind the grid among them."""
    boxes = [bounds([point for part in label.outlines for point in part]) for label in labels]
    order = sorted(range(len(labels)), key=lambda index: boxes[index][0])
    crossing: list[tuple[int, int]] = []
    for rank, one in enumerate(order):
        for other in order[rank + 1 :]:
            if boxes[other][0] > boxes[one][2]:
                break
            if not apart(boxes[one], boxes[other]) and any(
                overlapping(mine, its)
                for mine in labels[one].outlines
                for its in labels[other].outlines
            ):
                crossing.append((min(one, other), max(one, other)))
    for one, other in sorted(crossing):
        yield f"{_short(labels[one])} collides with {_short(labels[other])}"


def too_alike(theme: Theme, one: str, other: str) -> Iterator[str]:
    """How a grey print or a colour-blind eye would confuse the counters on two grounds."""
    first, second = theme.ground(one).fill, theme.ground(other).fill
    words = f"the counters of {one!r} and {other!r}"
    apart = abs(lightness(first) - lightness(second))
    if apart < SIDES_APART:
        yield f"{words} differ in lightness by {apart:.0f}; the least is {SIDES_APART:.0f}"
    for eyes in EYES:
        apart = difference(first, second, eyes)
        if apart < EYES_APART:
            yield f"{words} look alike to {eyes}: {apart:.0f}; the least is {EYES_APART:.0f}"


def of_the_game(game: Game, theme: Theme) -> Iterator[str]:
    """What is warned of that no single picture shows."""
    yield from alike_sides(game, theme)
    yield from small_decks(game)


def small_decks(game: Game) -> Iterator[str]:
    """Decks whose cards reach over their frame on the board."""
    for board in game.maps:
        for deck in board.decks:
            cards = [
                one.size for one in game.counters if one.shape == "card" and one.kind in deck.kinds
            ]
            wide = max((width for width, _ in cards), default=0.0)
            high = max((height for _, height in cards), default=0.0)
            if wide > deck.width + _HAIR or high > deck.height + _HAIR:
                yield (
                    f"map-{board.id}: the deck {deck.name or deck.id!r} is smaller than its cards "
                    f"of {wide:g} x {high:g} mm"
                )


def alike_sides(game: Game, theme: Theme) -> Iterator[str]:
    """What `too_alike` says of the colours a game's players have their counters in, and which
    sides have most of theirs in one and the same.

    Any other colour that two sides share is meant to be shared.
    """
    worn: dict[str, Tally[str]] = {side.id: Tally() for side in game.sides if side.role == "player"}
    for counter in game.counters:
        if counter.side in worn:
            for face in counter.faces:
                if not face.image:
                    worn[counter.side][face.background or NEUTRAL] += 1
    told: dict[str, None] = {}
    for (one, mine), (other, its) in combinations(worn.items(), 2):
        for ground, another in product(mine, its):
            if ground != another and NEUTRAL not in (ground, another):
                told.update(dict.fromkeys(too_alike(theme, *sorted((ground, another)))))
        if mine and its and mine.most_common(1)[0][0] == its.most_common(1)[0][0]:
            (ground, _), *_ = mine.most_common(1)
            told[
                f"the counters of {one!r} and {other!r} stand on one ground, {ground!r}: give one "
                "side another `background`"
            ] = None
    yield from told


Bounds = tuple[float, float, float, float]
"""Left, top, right and bottom of an outline."""


def bounds(corners: Sequence[Point]) -> Bounds:
    """The smallest upright box around an outline."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def apart(one: Bounds, other: Bounds) -> bool:
    """Whether two boxes have nothing in common."""
    return one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


def overlapping(one: Sequence[Point], other: Sequence[Point], hair: float = 0.05) -> bool:
    """Whether two convex outlines overlap by at least ``hair`` mm (separating axes).

    With ``hair`` nought a stretch of line counts as an outline too.
    """
    return not apart(bounds(one), bounds(other)) and meeting(one, other, hair)


def meeting(one: Sequence[Point], other: Sequence[Point], hair: float = 0.05) -> bool:
    """As `overlapping`, of two whose boxes are known not to be apart."""
    for shape in (one, other):
        for index, (x1, y1) in enumerate(shape):
            x2, y2 = shape[(index + 1) % len(shape)]
            nx, ny = y2 - y1, x1 - x2
            length = (nx * nx + ny * ny) ** 0.5
            if length < 1e-9:
                continue
            first = [(x * nx + y * ny) / length for x, y in one]
            second = [(x * nx + y * ny) / length for x, y in other]
            if min(max(first), max(second)) - max(min(first), min(second)) < hair:
                return False
    return True
