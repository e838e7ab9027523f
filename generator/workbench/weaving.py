"""Three orders of the same things woven into one: as it was, as we have it, as they have it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, TypeVar

from generator.differences import keeping_order

K = TypeVar("K", bound=Hashable)


def weave(
    base: Sequence[K],
    ours: Sequence[K],
    theirs: Sequence[K],
    rank: Callable[[K], Any],
) -> tuple[list[K], list[K]]:
    """The order that has the moves and insertions of both sides, and what both moved apart.

    A thing that is to be gone must be in none of the three. What both sides put between the same
    two neighbours is ordered by ``rank``, so that it does not matter which side is ours. What both
    moved to different places stands where we put it.
    """
    still_ours, still_theirs = _steady(base, ours), _steady(base, theirs)
    frame = [one for one in base if one in still_ours and one in still_theirs]
    mine, other = _gaps(ours, set(frame)), _gaps(theirs, set(frame))
    apart = []
    for one in [one for one in mine if one in other]:
        if one in still_ours:
            del mine[one]
        elif one in still_theirs:
            del other[one]
        elif mine[one] != other[one]:
            apart.append(one)
            del other[one]
    left, right = _by_gap(mine), _by_gap(other)
    found: list[K] = []
    for gap in range(len(frame) + 1):
        found += _woven(left.get(gap, []), right.get(gap, []), rank)
        found += frame[gap : gap + 1]
    return found, apart


def _steady(base: Sequence[K], side: Sequence[K]) -> set[K]:
    """What did not move among the things that both have."""
    places = {one: at for at, one in enumerate(base)}
    kept = [one for one in side if one in places]
    return {kept[at] for at in keeping_order([places[one] for one in kept])}


def _gaps(side: Sequence[K], frame: set[K]) -> dict[K, int]:
    """For each thing that is new or moved: how many of those that frame it stand before it."""
    found: dict[K, int] = {}
    gap = 0
    for one in side:
        if one in frame:
            gap += 1
        else:
            found[one] = gap
    return found


def _by_gap(gaps: dict[K, int]) -> dict[int, list[K]]:
    found: dict[int, list[K]] = {}
    for one, gap in gaps.items():
        found.setdefault(gap, []).append(one)
    return found


def _woven(left: list[K], right: list[K], rank: Callable[[K], Any]) -> list[K]:
    """What two sides put into one gap; things of both in our order."""
    if not left or not right or left == right:
        return left or right
    places = {one: at for at, one in enumerate(right)}
    shared = [one for one in left if one in places]
    kept = [shared[at] for at in sorted(keeping_order([places[one] for one in shared]))]
    lost = set(shared) - set(kept)
    right = [one for one in right if one not in lost]
    found: list[K] = []
    for our, their in zip(_runs(left, kept), _runs(right, kept), strict=True):
        runs = [run for run in (our[0], their[0]) if run]
        for run in sorted(runs, key=lambda run: rank(run[0])):
            found += run
        found += our[1]
    return found


def _runs(side: Iterable[K], kept: Sequence[K]) -> list[tuple[list[K], list[K]]]:
    """What stands before each thing that both have, with that thing; and what stands last."""
    ends = set(kept)
    found: list[tuple[list[K], list[K]]] = []
    run: list[K] = []
    for one in side:
        if one in ends:
            found.append((run, [one]))
            run = []
        else:
            run.append(one)
    return [*found, (run, [])]
