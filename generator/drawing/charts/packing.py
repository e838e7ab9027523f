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


_Cost = tuple[float, int, float]
"""Of a parting: how far its fullest page runs over, its empty columns, and how uneven it is."""


def over_pages(
    blocks: Sequence[Block], rooms: Sequence[float], columns: int, gap: float
) -> list[Sequence[Block]]:
    """Blocks in order, parted over at most as many pages as there are ``rooms`` (their heights,
    mm): so that none runs over, or as little as can be; of such partings the one that leaves the
    fewest columns empty, and of those the most even.
    """
    count, pages = len(blocks), len(rooms)
    parts = {
        (start, end): _Part.of(blocks[start:end], columns, gap)
        for start in range(count)
        for end in range(start + 1, count + 1)
    }
    # (first block, first page) -> (what the parting of all from there on costs, where the first of
    # its pages ends); no page is left out before the last block stands on one.
    best: dict[tuple[int, int], tuple[_Cost, int]] = {
        (count, page): ((0.0, 0, 0.0), count) for page in range(pages + 1)
    }
    for page in reversed(range(pages)):
        for start in range(count):
            choices = []
            for end in range(start + 1, count + 1):
                if (end, page + 1) in best:
                    part, (over, empty, uneven) = parts[start, end], best[end, page + 1][0]
                    choices.append((
                        (
                            max(over, part.depth - rooms[page], 0.0),
                            empty + part.empty,
                            uneven + part.area**2,
                        ),
                        end,
                    ))  # fmt: skip
            if choices:
                best[start, page] = min(choices)
    found: list[Sequence[Block]] = []
    start = 0
    while start < count:
        end = best[start, len(found)][1]
        found.append(blocks[start:end])
        start = end
    return found


@dataclass(frozen=True, slots=True)
class _Part:
    """Blocks on one page: how deep they reach, how many columns stay empty, and their heights
    over all the columns they take."""

    depth: float
    empty: int
    area: float

    @classmethod
    def of(cls, blocks: Sequence[Block], columns: int, gap: float) -> _Part:
        spots = packed(blocks, columns, gap)
        taken = {
            column
            for block, spot in zip(blocks, spots, strict=True)
            for column in range(spot.column, spot.column + min(block.span, columns))
        }
        area = sum(block.height * min(block.span, columns) for block in blocks)
        return cls(depth(blocks, spots), columns - len(taken), area)
