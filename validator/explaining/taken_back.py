"""Drags that were taken back at once: the piece did not move."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import takewhile

from validator.explaining.facts import Declared, Fact, Moved, Turned, Words
from validator.explaining.rows import ALONG, LAID, goes_back, lies_again, way_of
from validator.explaining.settling import after


def without_what_was_taken_back(
    facts: Sequence[Fact], words: Words, markers: Container[str], called_off: Container[int]
) -> list[Fact]:
    """Without drags that their side took back: its next drag of the piece takes it to where it lay,
    and what it did in between, or does next, tells why.

    - In between it dragged one other piece away from there: this one was in the way.
    - It had dragged a stack, and at once takes back some of it: this one had only come along.
    - In between it did nothing, and next it drags another such piece to where this one had gone:
      this was the wrong one.
    - In between it did nothing else: this one slipped, unless it may have been seen there; or it
      called the drag off. Or it declared something without dice, or turned the piece, and called
      that off: this was not done, either. None of these tells enough where it counts that the piece
      was there.

    Another side may take a drag back in its place if the piece, which is no marker of a count, is
    put elsewhere right after that.
    """
    gone: set[int] = set()
    homes: dict[str, str] = {}
    for at, out, back in _drags(facts):
        home = homes.setdefault(out.piece, out.before)
        if at in gone:
            continue
        own = out.key not in words.private and out.key not in markers
        if own and _is_put_right(out, facts[at + 1 : at + 3]):
            gone.update((at, at + 1))
        if back is None:
            continue
        between = facts[at + 1 : back]
        if between:
            in_vain = _is_called_off(out, between, called_off)
        else:
            seen = _may_lie_there(out, home, words, markers)
            in_vain = not seen or out.seen.step in called_off
        if in_vain and not _counts(out, words):
            gone.update(range(at, back + 1))
        elif (
            _is_in_the_way(out, between, words)
            or _came_along(facts, at, back, words)
            or (not between and _is_the_wrong_one(out, facts[back + 1 : back + 2], words))
        ):
            gone.update((at, back))
    return [fact for at, fact in enumerate(facts) if at not in gone]


def _drags(facts: Sequence[Fact]) -> Iterator[tuple[int, Moved, int | None]]:
    """Yield each drag with its index, and that of the next drag of the piece if the same side takes
    it back with that, else ``None``."""
    following: dict[str, int] = {}
    found: list[tuple[int, Moved, int | None]] = []
    for at in range(len(facts) - 1, -1, -1):
        if isinstance(one := facts[at], Moved):
            then = following.get(one.piece)
            back = then if then is not None and goes_back(one, facts[then]) else None
            found.append((at, one, back))
            following[one.piece] = at
    yield from reversed(found)


def _is_in_the_way(out: Moved, between: Sequence[Fact], words: Words) -> bool:
    """Whether only another piece is dragged in between, by the same side and from the same place;
    not where it counts that a piece was moved and went back, as it does not for one that stays on
    its row."""
    other = between[0] if len(between) == 1 else None
    stays = out.key in words.rows and way_of(out, words) == ALONG
    return (
        isinstance(other, Moved)
        and (other.before, other.seen.side) == (out.before, out.seen.side)
        and (stays or out.key not in words.returning)
    )


def _came_along(facts: Sequence[Fact], at: int, back: int, words: Words) -> bool:
    """Whether a piece was dragged in a stack of which the very next drags take some pieces back,
    but not all."""
    step = facts[at].seen
    end = next((n for n in range(at, back) if facts[n].seen is not step), back)
    begin = next((n for n in range(at, -1, -1) if facts[n].seen is not step), -1)
    stack = {
        one.piece: one
        for one in facts[begin + 1 : end]
        if isinstance(one, Moved) and one.key not in words.private
    }
    taken = takewhile(
        lambda one: one.about in stack and goes_back(stack[one.about], one), after(facts, end - 1)
    )
    number = len([*taken])
    return facts[at].about in stack and back < end + number and number < len(stack)


def _is_the_wrong_one(out: Moved, follows: Sequence[Fact], words: Words) -> bool:
    """Whether the very next drag, of the same side, takes another piece of its kind to where it had
    gone; not in a private window, where it is written anew."""
    return out.key not in words.private and any(
        isinstance(one, Moved)
        and one.piece != out.piece
        and (one.key, one.after, one.seen.side) == (out.key, out.after, out.seen.side)
        for one in follows
    )


def _is_put_right(out: Moved, follows: Sequence[Fact]) -> bool:
    """Whether another side takes a piece back at once, and the side that had dragged it drags it
    elsewhere at once."""
    if len(follows) < 2:
        return False
    back, again = follows
    return (
        lies_again(out, back)
        and isinstance(again, Moved)
        and again.piece == out.piece
        and back.seen.side != out.seen.side == again.seen.side
    )


def _is_called_off(out: Moved, between: Sequence[Fact], called_off: Container[int]) -> bool:
    """Whether its side only declared things without dice, or turned the piece, and called the last
    of them off at once."""
    return between[-1].seen.step in called_off and all(
        one.seen.side == out.seen.side and _comes_to_nothing(one, out) for one in between
    )


def _comes_to_nothing(fact: Fact, out: Moved) -> bool:
    """Whether a fact is nothing if a piece goes back: a declaration without dice, or a face of the
    piece."""
    if isinstance(fact, Declared):
        return not (fact.seen.rolls or fact.seen.properties)
    return isinstance(fact, Turned) and fact.piece == out.piece


def _counts(out: Moved, words: Words) -> bool:
    """Whether it counts that a piece was moved, though it goes back: in a private window, if the
    game says so, or if it was shown at a place of another sort."""
    other_sort = words.sort(out.before) != words.sort(out.after)
    return out.key in words.private | words.returning or (out.key in words.fleeting and other_sort)


def _may_lie_there(out: Moved, home: str, words: Words, markers: Container[str]) -> bool:
    """Whether all may have seen a piece lie where it was dragged: a piece of a row, or a marker
    that had waited at its home, or was put away and is laid anew."""
    row = out.key in words.rows and way_of(out, words) == LAID
    marker = out.key in markers and home in (out.before, out.after)
    return row or marker or out.after in words.pools
