"""Rows of pieces, such as the sticks of a trajectory: what is laid and taken off in one go."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from validator.explaining.facts import (
    Drawn,
    Fact,
    Lined,
    Moved,
    Points,
    PutIn,
    Rolled,
    Turned,
    Words,
)
from validator.explaining.settling import SETTLING, after, is_answered, is_settling

LAID = (False, True)
"""The way of a piece that is laid on its row."""
ALONG = (True, True)
"""The way of a piece that is dragged on from one such place to another, and is not there yet."""


def joined(first: Lined, second: Lined, words: Words) -> Iterator[Lined]:
    """Two changes of a row as one; none if nothing is changed then."""
    yield from as_row((*first.legs, *second.legs), words)


def with_rows_resumed(
    facts: list[Fact], words: Words, markers: Container[str], resumed: Container[int]
) -> list[Fact]:
    """What a side lays of a row, after it said that it was not done yet, belongs to what it laid
    before: in between it had only clicked."""
    found: list[Fact] = []
    place = 0
    """Where the next drag belongs; 0 if nothing is resumed."""
    for fact in facts:
        if isinstance(fact, Moved) and fact.key in words.rows:
            if fact.seen.step in resumed:
                place = _left_off(found, fact, words, markers)
            elif place and not _goes_on(found[place - 1], fact, words):
                place = 0
        elif not isinstance(fact, Turned):
            place = 0
        if place and isinstance(fact, Moved):
            found.insert(place, replace(fact, seen=found[place - 1].seen))
            place += 1
        else:
            found.append(fact)
    return found


def _left_off(facts: Sequence[Fact], drag: Moved, words: Words, markers: Container[str]) -> int:
    """The index behind the last drag of the same row, if its side has only clicked since; 0 if
    there is none."""
    for at in range(len(facts) - 1, -1, -1):
        fact = facts[at]
        if isinstance(fact, Moved) and fact.key in words.rows:
            return at + 1 if _goes_on(fact, drag, words) else 0
        clicked = isinstance(fact, (*SETTLING, Points)) or (
            isinstance(fact, Moved) and fact.key in markers
        )
        if not clicked or fact.seen.side not in (None, drag.seen.side):
            return 0
    return 0


def _goes_on(last: Fact, drag: Moved, words: Words) -> bool:
    """Whether a drag goes on with a row where another left off: by the same hand, the same way."""
    return (
        isinstance(last, Moved)
        and _row_of(last, words) == _row_of(drag, words)
        and way_of(last, words) == way_of(drag, words)
        and last.seen.side == drag.seen.side
    )


def rows_joined(
    facts: Sequence[Fact], words: Words, markers: Container[str], called_off: Container[int]
) -> Iterator[Fact]:
    """With one fact for all that is done to the pieces of a row before something settles it; it
    stands where the last of them is moved. Which of them lies where, nobody asks. What is taken off
    that was laid, or laid again, when other pieces were handled in between is another act; so is
    what comes to nothing, if another side did anything in between: it lay there and was seen. One
    click of another side in between, or on dice, settles nothing."""
    ends = _stretches(facts, words, markers, called_off)
    turned: dict[int, list[Fact]] = {}
    """By the end of a stretch: what was turned of its row while it was laid."""
    for at, fact in enumerate(facts):
        if at in ends:
            drags = [one for n in ends[at] if isinstance(one := facts[n], Moved)]
            yield from as_row(drags, words)
            yield from _there_and_back(drags, words)
            yield from turned.get(at, ())
        elif isinstance(fact, Turned) and fact.key in words.rows:
            row = _row_of(fact, words)
            last = next(
                (n for n in ends if ends[n][0] < at < n and _row_of(facts[n], words) == row), at
            )
            if last == at:
                yield fact
            else:
                turned.setdefault(last, []).append(fact)
        elif not isinstance(fact, Moved) or fact.key not in words.rows:
            yield fact


def _stretches(
    facts: Sequence[Fact], words: Words, markers: Container[str], called_off: Container[int]
) -> dict[int, list[int]]:
    """By its last move: the moves of each stretch of play in which pieces of one row are moved."""
    under_way: dict[str, list[int]] = {}
    """By row: its moves so far."""
    ends: dict[int, list[int]] = {}
    for at, fact in enumerate(facts):
        if is_settling(fact, words.opening):
            if fact.seen.step not in called_off and not _is_in_between(
                facts, at, words, called_off
            ):
                under_way.clear()
        elif isinstance(fact, Moved) and fact.key in words.rows:
            row = _row_of(fact, words)
            moves = under_way.setdefault(row, [])
            if _is_another_act(facts, moves, at, words, markers):
                moves = under_way[row] = []
            if moves:
                del ends[moves[-1]]
            moves.append(at)
            ends[at] = moves
    for at, moves in list(ends.items()):
        drags = [one for n in moves if isinstance(one := facts[n], Moved)]
        turns = (
            n
            for n in range(1, len(drags))
            if way_of(drags[n - 1], words) != way_of(drags[n], words)
        )
        back = next(turns, None)
        if (
            back
            and is_answered(facts, moves[back - 1], moves[back])
            and not [*as_row(drags, words)]
        ):
            ends[moves[back - 1]], ends[at] = moves[:back], moves[back:]
    return ends


def _is_in_between(
    facts: Sequence[Fact], at: int, words: Words, called_off: Container[int]
) -> bool:
    """Whether a click stands alone, but for what was called off, between two drags of a row that go
    the same way: on dice, or by another side than who drags."""
    before = (facts[n] for n in range(at - 1, -1, -1))
    one, other = (
        next((fact for fact in some if fact.seen.step not in called_off), None)
        for some in (before, after(facts, at))
    )
    return (
        isinstance(one, Moved)
        and isinstance(other, Moved)
        and one.key == other.key in words.rows
        and _row_of(one, words) == _row_of(other, words)
        and way_of(one, words) == way_of(other, words)
        and one.seen.side == other.seen.side
        and (isinstance(facts[at], Rolled) or one.seen.side != facts[at].seen.side is not None)
    )


def _row_of(fact: Fact, words: Words) -> str:
    """Whose row a piece belongs to."""
    return words.rows[fact.key](fact.about)


def _is_another_act(
    facts: Sequence[Fact], moves: Sequence[int], at: int, words: Words, markers: Container[str]
) -> bool:
    """Whether a piece is taken off its row after others were laid, or laid after others were taken
    off, and in between somebody did another thing to a piece, other than to drag it away and at
    once back, or turned one of the row where it lies that goes, too; or it is laid after others,
    and a piece of somebody else came to lie there since, or was moved there by another side."""
    ways = {n: way_of(one, words) for n in (*moves, at) if isinstance(one := facts[n], Moved)}
    if moves and ways[at] == LAID and _has_come(facts[moves[-1] + 1 : at], facts[at], words):
        return True
    other = next((n for n in reversed(moves) if ways[n] != ways[at]), at)
    slips = {n for n in range(other, at) if goes_back(facts[n], facts[n + 1])}
    slips |= {n + 1 for n in slips}
    between = [facts[n] for n in range(other, at) if n not in moves and n not in slips]
    if any(isinstance(one, Moved | Drawn | PutIn) and one.key not in markers for one in between):
        return True
    drags = {facts[n].seen.step for n in moves}  # a drag may turn what it lays
    turned = {
        one.about
        for one in between
        if isinstance(one, Turned) and one.key in words.rows and one.seen.step not in drags
    }
    later = takewhile(lambda one: not isinstance(one, SETTLING), (facts[at], *after(facts, at)))
    return bool(turned) and any(isinstance(one, Moved) and one.about in turned for one in later)


def goes_back(out: Fact, one: Fact) -> bool:
    """Whether a side drags a piece to where it lay before an earlier drag of that side."""
    return lies_again(out, one) and out.seen.side == one.seen.side


def lies_again(out: Fact, one: Fact) -> bool:
    """Whether a drag takes a piece to where it lay before an earlier one, whoever drags it."""
    return (
        isinstance(out, Moved)
        and isinstance(one, Moved)
        and (out.piece, out.before, out.after) == (one.piece, one.after, one.before)
    )


def _has_come(facts: Sequence[Fact], laid: Fact, words: Words) -> bool:
    """Whether a piece that is none of this row, nor its owner's, came to lie where rows lie, or
    another side moved one there."""
    row = words.rows[laid.key]
    for one in facts:
        if not isinstance(one, Moved) or row(one.piece) == row(laid.about):
            continue
        if one.seen.side not in (None, laid.seen.side):
            if words.on_row(one.after):
                return True
        elif one.key not in words.rows and way_of(one, words) == LAID:
            return True
    return False


def as_row(moves: Sequence[Moved], words: Words) -> Iterator[Lined]:
    """What the moves of a row's pieces come to; nothing, if it lies as before."""
    there: dict[str, int] = {}
    for one in moves:
        there[one.before] = there.get(one.before, 0) - 1
        there[one.after] = there.pop(one.after, 0) + 1
    laid = tuple(p for p, more in there.items() for _ in range(more) if words.on_row(p))
    taken = tuple(p for p, more in there.items() for _ in range(-more) if words.on_row(p))
    if laid or taken:
        last = moves[-1]
        row = words.rows[last.key](last.piece)
        yield Lined(last.seen, last.key, last.piece, row, laid, taken, tuple(moves))


def _there_and_back(moves: Sequence[Moved], words: Words) -> Iterator[Lined]:
    """What is laid and comes to nothing: it may be one act, taken back, or two."""
    if moves and way_of(moves[0], words) == LAID and not [*as_row(moves, words)]:
        last = moves[-1]
        row = words.rows[last.key](last.piece)
        yield Lined(last.seen, last.key, last.piece, row, (), (), tuple(moves))


def way_of(fact: Moved, words: Words) -> tuple[bool, bool]:
    """Whether a piece came from its row, and whether it went there."""
    return words.on_row(fact.before), words.on_row(fact.after)
