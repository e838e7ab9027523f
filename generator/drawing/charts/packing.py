"""Where the panels of a player aid stand: in columns, in order, as even as can be.

Pure arithmetic over heights: nothing here draws.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.light import dataclass


@dataclass(frozen=True, slots=True)
class Block:
    """A panel to be placed: its height (mm) and how many columns it spans."""

    height: float
    span: int = 1


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a block stands on its page: its first column, and its top (mm)."""

    column: int
    top: float


def packed(blocks: Sequence[Block], columns: int, gap: float) -> list[Spot]:
    """Every block's spot on one page: read down the columns, then across.

    A block over several columns stands under all that came before it, and what comes after
    begins below it. Runs of single columns are parted in order so that the tallest column is as
    short as it can be.
    """
    spots: list[Spot] = []
    foot = 0.0
    run: list[Block] = []

    def flush() -> None:
        nonlocal foot
        heights = [one.height for one in run]
        tallest = foot
        for column, members in enumerate(_columns(heights, columns, gap)):
            top = foot
            for height in members:
                spots.append(Spot(column, top))
                top += height + gap
            tallest = max(tallest, top)
        foot = tallest
        run.clear()

    for block in blocks:
        if min(block.span, columns) == 1:
            run.append(block)
            continue
        flush()
        spots.append(Spot(0, foot))
        foot += block.height + gap
    flush()
    return spots


def depth(blocks: Sequence[Block], spots: Sequence[Spot]) -> float:
    """How far down the lowest block reaches, mm."""
    return max(
        (spot.top + one.height for one, spot in zip(blocks, spots, strict=True)), default=0.0
    )


def _columns(heights: Sequence[float], columns: int, gap: float) -> list[list[float]]:
    """Heights in order, parted into at most so many columns, the tallest as short as it can be."""
    if not heights:
        return []
    limit = _least_limit(heights, columns, gap)
    found: list[list[float]] = [[]]
    filled = 0.0
    for height in heights:
        needed = height + (gap if found[-1] else 0.0)
        if found[-1] and filled + needed > limit + 1e-9:
            found.append([])
            filled, needed = 0.0, height
        found[-1].append(height)
        filled += needed
    return found


def _least_limit(heights: Sequence[float], columns: int, gap: float) -> float:
    """The least height into which the columns can be filled one after another.

    It is the height of some run of neighbours, so those are tried, shortest first.
    """
    runs = set()
    for start in range(len(heights)):
        filled = -gap
        for height in heights[start:]:
            filled += height + gap
            runs.add(filled)
    limits = sorted(limit for limit in runs if limit >= max(heights) - 1e-9)
    low, high = 0, len(limits) - 1
    while low < high:
        middle = (low + high) // 2
        if _needed(heights, limits[middle], gap) <= columns:
            high = middle
        else:
            low = middle + 1
    return limits[low]


def _needed(heights: Sequence[float], limit: float, gap: float) -> int:
    """How many columns of a height it takes."""
    count, filled = 1, -gap
    for height in heights:
        if filled + gap + height > limit + 1e-9 and filled >= 0:
            count, filled = count + 1, -gap
        filled += gap + height
    return count


def over_pages(
    blocks: Sequence[Block], pages: int, columns: int, gap: float
) -> list[Sequence[Block]]:
    """Blocks in order, parted over so many pages (over fewer only where blocks are fewer): the
    fullest as little full as can be, and of such partings the most even."""
    count = len(blocks)
    pages = min(pages, count)
    full: dict[tuple[int, int], float] = {}
    for start in range(count):
        for end in range(start + 1, count + 1):
            part = blocks[start:end]
            full[start, end] = depth(part, packed(part, columns, gap))
    # (first block, pages left) -> (depth of the fullest of them, sum of squares, where the first
    # of them ends)
    best = {
        (start, 1): (full[start, count], full[start, count] ** 2, count) for start in range(count)
    }
    for left in range(2, pages + 1):
        for start in range(count - left + 1):
            best[start, left] = min(
                (
                    max(full[start, end], best[end, left - 1][0]),
                    full[start, end] ** 2 + best[end, left - 1][1],
                    end,
                )
                for end in range(start + 1, count - left + 2)
            )
    parts: list[Sequence[Block]] = []
    start = 0
    for left in range(pages, 0, -1):
        end = best[start, left][2]
        parts.append(blocks[start:end])
        start = end
    return parts
