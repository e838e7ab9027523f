"""Names along curves: the stretches of a curve where a name can stand, and how it is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.drawing.maps import curves
from generator.drawing.maps.board import Board
from generator.drawing.maps.placing import CLASH, Outline, Spot
from generator.drawing.sheet import Point
from generator.drawing.typefaces import measures

GAP = 0.55
"""Between a curve and the letters over or under it, mm."""

_POSITIONS = 36
"""Most stretches of one curve that are tried."""

_BENT = 0.55
"""Letters grow together where the baseline turns by more than this in a letter and a half."""


def width_of(board: Board, words: str, role: str, size: float, tracking: float) -> float:
    """The length of a name set at ``size`` mm, mm."""
    table = measures(board.sheet.theme.face(role))
    return size * (table.width(words) + tracking * max(0, len(words) - 1))


def room(board: Board, baseline: Sequence[Point], role: str, size: float) -> tuple[Outline, ...]:
    """The outlines of letters along a baseline."""
    table = measures(board.sheet.theme.face(role))
    above, below = table.cap_height * size + 0.25, table.descent * size * 0.7
    return tuple(curves.strips(baseline, above, below, 2.5 * size))


def spots_along(
    board: Board,
    curve: Sequence[Point],
    words: str,
    role: str,
    size: float,
    tracking: float = 0.0,
    *,
    beside: bool = True,
    wished: Point | None = None,
    gap: float = GAP,
) -> tuple[Spot, ...]:
    """Where a name may stand along a curve: over and under it, or (not ``beside``) upon it.

    The spots nearest to the ``wished`` point (or the middle) come first; none of them would have
    letters on their heads, unless the curve leaves no other choice.
    """
    width = width_of(board, words, role, size, tracking)
    calm = curves.smoothed(curve, max(1.0, size * (1.3 if beside else 0.6)), 0.8)
    whole = curves.length_of(calm)
    if len(calm) < 2 or whole == 0.0:
        return ()
    cap = measures(board.sheet.theme.face(role)).cap_height * size
    shifts = (gap, -(gap + cap)) if beside else (-cap / 2,)
    found: list[tuple[float, Spot]] = []
    standing: list[tuple[float, Spot]] = []
    for start in _starts(whole, width):
        stretch = curves.part(calm, start, width)
        if len(stretch) < 2:
            continue
        stretch = curves.upright(stretch)
        middle = stretch[len(stretch) // 2]
        far = (
            abs(start + width / 2 - whole / 2)
            if wished is None
            else ((middle[0] - wished[0]) ** 2 + (middle[1] - wished[1]) ** 2) ** 0.5
        )
        bent = curves.sharpest(stretch, 1.5 * size)
        trouble = 0.12 * far + 6.0 * curves.turning(stretch) + 60.0 * max(0.0, bent - _BENT)
        trouble += 0.8 * max(0.0, width - whole)
        for rank, shift in enumerate(shifts):
            baseline = curves.aside(stretch, shift)
            outlines = room(board, baseline, role, size)
            spot = Spot(
                outlines,
                min(trouble, 0.9 * CLASH) + 1.5 * rank + obstructed(board, outlines),
                at=middle,
                baseline=tuple(baseline),
            )
            (standing if curves.upside_down(baseline) else found).append((spot.trouble, spot))
    chosen = found or standing
    return tuple(spot for _, spot in sorted(chosen, key=lambda pair: pair[0]))


def _starts(whole: float, width: float) -> Iterator[float]:
    """Where names begin: every so often from one end to the other; before it, if it is short."""
    slack = whole - width
    if slack <= 0:
        yield slack / 2
        return
    steps = min(_POSITIONS, max(2, int(slack / 2.0)))
    for k in range(steps + 1):
        yield slack * k / steps


def obstructed(board: Board, outlines: Sequence[Outline]) -> float:
    """What speaks against a room on the board itself: its edge, what stands there, grid lines."""
    x, y, wide, high = board.clip
    corners = [point for outline in outlines for point in outline]
    outside = any(not (x < px < x + wide and y < py < y + high) for px, py in corners)
    taken = not all(board.free(outline) for outline in outlines)
    crossed = sum(board.crossed(outline) for outline in outlines)
    struck = sum(board.struck(outline) for outline in outlines)
    lines = min(40.0, 0.4 * crossed + 12.0 * struck)
    return 10 * CLASH * outside + CLASH * taken + lines


def write_along(
    board: Board,
    baseline: Sequence[Point],
    words: str,
    role: str,
    size: float,
    *,
    colour: str,
    tracking: float = 0.0,
    halo: float = 0.0,
) -> None:
    """Writes a name along a baseline of its own length."""
    width = width_of(board, words, role, size, tracking)
    outlines = tuple(tuple(outline) for outline in room(board, baseline, role, size))
    # A little more at both ends, so that no letter falls off a baseline a hair too short.
    line = curves.part(baseline, -size, curves.length_of(baseline) + 2 * size)
    ground = board.ground_under(outlines[len(outlines) // 2])
    xs = [x for outline in outlines for x, _ in outline]
    ys = [y for outline in outlines for _, y in outline]
    board.sheet.text_along(
        "along",
        curves.path_along(line),
        words,
        role,
        size if width else 1.0,
        ((min(xs), min(ys)), (max(xs), min(ys)), (max(xs), max(ys)), (min(xs), max(ys))),
        colour=board.legible(colour, ground),
        on=ground,
        tracking=tracking,
        halo=halo,
        parts=outlines,
    )
