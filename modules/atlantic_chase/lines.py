"""Trajectories as ordered lines of hexes, from one end to the other (pp. 14-16, 19-20).

Functions here know the board only by ``touch``: whether two hexes are adjacent for the line's
owner.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice, pairwise

Line = tuple[str, ...]
Touch = Callable[[str, str], bool]


def gap(line: Line, touch: Touch) -> tuple[str, str] | None:
    """The first two neighbours in a line that are not adjacent."""
    return next((two for two in pairwise(line) if not touch(*two)), None)


def within(part: Line, whole: Line) -> int | None:
    """The index of a run in a line; ``None`` if it is not a run of it."""
    last = len(whole) - len(part)
    return next((at for at in range(last + 1) if whole[at : at + len(part)] == part), None)


def along(line: Line, like: Line) -> Line:
    """A line in the direction of another that shares hexes with it."""
    shared = [one for one in line if one in like]
    if len(shared) > 1 and like.index(shared[0]) > like.index(shared[-1]):
        return line[::-1]
    return line


def added(line: Line, old: Line) -> tuple[Line, Line] | None:
    """What a line has before and after an older one; ``None`` if it does not lengthen it."""
    whole = along(line, old)
    at = within(old, whole)
    return None if at is None else (whole[:at], whole[at + len(old) :])


def is_run(left: Line, line: Line) -> bool:
    """Whether what is left of a line is one unbroken run of it, in its order."""
    return within(left, line) is not None


def cuts(line: Line, most: int) -> Iterator[tuple[Line, Line]]:
    """Yield what is left and what is removed when up to ``most`` segments are removed from the
    ends."""
    for number in range(min(most, len(line)) + 1):
        if number == len(line):
            yield (), line
            return
        for front in range(number + 1):
            back = len(line) - (number - front)
            yield line[front:back], line[:front] + line[back:]


def removable(line: Line, kept: Collection[str], last: str = "") -> int:
    """How many segments can be removed from the ends without those ``kept``; ``last`` is removed
    only if no other is left."""
    if not any(one in kept for one in line):
        return len(line)
    stops = [at for at, one in enumerate(line) if one in kept or one == last]
    return stops[0] + len(line) - 1 - stops[-1]


def halves(line: Line, hole: str) -> tuple[Line, Line]:
    """The two parts of a line after one segment is removed; the whole line if it has none there."""
    at = line.index(hole) if hole in line else len(line)
    return line[:at], line[at + 1 :]


def is_half(left: Line, line: Line, hole: str, touch: Touch) -> bool:
    """Whether a line through these hexes, in some order, has just this part on one side of a
    segment that is removed (DA-33)."""

    def ends_there(part: Iterable[str]) -> bool:
        found = islice(orders(part, (), touch), OTHERS)
        return any(touch(one[0], hole) or touch(one[-1], hole) for one in found)

    if not {*left} <= {*line} - {hole}:
        return False
    rest = {*line} - {*left, hole}
    return ends_there(left) and (not rest or ends_there(rest))


def runs(line: Line, length: int, around: str) -> Iterator[Line]:
    """The runs of this many segments that contain a hex."""
    for at in range(len(line) - length + 1):
        part = line[at : at + length]
        if around in part:
            yield part


def as_laid(line: Line, laid: Line, touch: Touch) -> Iterator[Line]:
    """The lines that arise if these segments are added to the ends of an older line in this order,
    each to the end of the last one if possible."""
    found: list[tuple[Line, Line, bool]] = [(line, laid, False)]
    while found:
        done, left, front = found.pop()
        if not left:
            yield done
            continue
        ways = {
            False: ((*done, left[0]), not done or touch(done[-1], left[0])),
            True: ((left[0], *done), bool(done) and touch(left[0], done[0])),
        }
        for end in (not front, front):
            longer, fits = ways[end]
            if fits:
                found.append((longer, left[1:], end))


def orders(hexes: Iterable[str], old: Line, touch: Touch) -> Iterator[Line]:
    """Every line through exactly these hexes that contains an older line unbroken (ambiguity 33).

    The table shows only the hexes of a Trajectory, which often allow only one line.
    """
    wanted = frozenset(hexes)
    if not wanted.issuperset(old):
        return
    beside = {one: frozenset(hex_ for hex_ in wanted if touch(one, hex_)) - {one} for one in wanted}
    starts: list[Line] = [old] if old else [(one,) for one in sorted(wanted)]
    found: set[Line] = set()
    while starts:
        line = starts.pop()
        if len(line) == len(wanted):
            if line not in found and line[::-1] not in found:
                found.add(line)
                yield line
            continue
        rest = wanted.difference(line)
        if not _may_be_reached(rest, (line[0], line[-1]) if old else line[-1:], beside):
            continue
        for there in sorted(rest):
            if there in beside[line[-1]]:
                starts.append((*line, there))
            if old and there in beside[line[0]]:
                starts.append((there, *line))


def _may_be_reached(rest: frozenset[str], ends: Line, beside: Mapping[str, frozenset[str]]) -> bool:
    """Whether a line may go on from its ends through all other hexes: all hang together with an
    end, and no more than one for each end has a single neighbour left."""
    reached, last = set[str](), {*ends}
    while last:
        last = {there for one in last for there in beside[one] & rest} - reached
        reached |= last
    open_hexes = rest.union(ends)
    dead = sum(len(beside[one] & open_hexes) < 2 for one in rest)
    return reached == rest and dead <= len(ends)


def remaining(old: Line, left: Line, touch: Touch) -> Iterator[Line]:
    """The lines that the remaining sticks can form: first runs of the old line, in some order that
    it may have, then any (DA-33)."""
    found = [*islice(orders(left, (), touch), OTHERS)]
    for one in found:
        if any(orders(old, one, touch)):
            yield one
    yield from found


OTHERS = 400
"""At most this many orders of the sticks of a line are tried (DA-33)."""
