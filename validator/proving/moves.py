"""Moves that another move of the same piece continues, corrects or takes back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import dropwhile, islice
from math import inf
from typing import TYPE_CHECKING

from generator.geography.layout import grid_of
from validator.proving.gestures import Gesture
from validator.proving.offences import to_the_same_end, unguessed
from validator.proving.people import People
from validator.proving.planting import Plant, done, told_all
from validator.proving.slips import SETTLING
from validator.rules.verbs import Verb, chance_fields, field_names

if TYPE_CHECKING:
    from generator.geography.adjacency import Adjacency

_MOVING = ("drag", "put_away")
"""Gestures that move a piece."""
_WAYS = 12
"""How many shortest ways of a counter are tried."""


def moved_on(plant: Plant) -> str:
    """Together with an earlier move of the same piece, or the next one, it is one legal move."""
    why = "before anything settled it, a piece was moved on and may have been"
    if _is_moved_on(plant):
        return why
    parts: set[int] = set()
    for earlier in moves_before(plant):
        parts.add(earlier)
        state = plant.before[earlier].before
        rows = enumerate(plant.before[earlier:], earlier)
        between = [row.verb for at, row in rows if at not in parts]
        for verb in as_one(plant, earlier):
            if plant.is_legal(state, (verb, *between)) or plant.is_legal(state, (*between, verb)):
                return why
    return ""


def _is_moved_on(plant: Plant) -> bool:
    """Whether the same side drags the same pieces on at once, and both drags are legal as one
    move."""
    own, then = plant.own, plant.changed.of_verb(plant.one.at + 1)
    moved = _moved(own)
    if not plant.rest or not moved or _moved(then) != moved:
        return False
    if not _is_alike(plant.one.verb, plant.rest[0].verb):
        return False
    for one in (*own, *then):
        handles = one.name in (*_MOVING, "choose") and not one.throws
        handled = handles and moved.issuperset(one.pieces)
        if not handled or one.side != own[0].side:
            return False
    verb, rest = plant.rest[0].verb, [row.verb for row in plant.rest[1:]]
    ways = to_the_same_end(plant.rules, replace(plant.one, verb=verb), plant.state)
    return any(plant.is_legal(plant.state, (way, *rest)) for way in (verb, *ways))


def as_one(plant: Plant, earlier: int) -> Iterator[Verb]:
    """The single moves that an offence and an earlier move may be: to the same end, by the way of
    both, or by any that is legal; what nobody sees of it may be otherwise."""
    first, last = plant.before[earlier].verb, plant.one.verb
    if type(first) is type(last):
        yield from dict.fromkeys((last, unguessed(last)))
        yield from _by_both_ways(first, last)
        yield from to_the_same_end(plant.rules, plant.one, plant.before[earlier].before)
        return
    yield replace(
        first, **{field_names(type(first))[-1]: getattr(last, field_names(type(last))[-1])}
    )


def _by_both_ways(first: Verb, last: Verb) -> Iterator[Verb]:
    """One move along the way of the first and then that of the last."""
    dice = chance_fields(type(last))
    for name in field_names(type(last)):
        begun, ended = getattr(first, name), getattr(last, name)
        if isinstance(begun, tuple) and begun and ended and name not in dice:
            yield replace(last, **{name: (*begun, *ended)})


def moved_before(plant: Plant) -> int | None:
    """The index of the last move of the same piece that the offence may correct; ``None`` if there
    is none, or something in between settled it."""
    return next(moves_before(plant), None)


def ways_to_the_end(plant: Plant) -> Iterator[Verb]:
    """The offence along other shortest ways: the drag of a counter shows only where it begins and
    ends."""
    drags = [row for row in plant.own if row.name == "drag"]
    board = plant.subject.game.map(drags[-1].args[1]) if drags else None
    grid = grid_of(board) if board is not None else None
    if grid is None:
        return
    start, end = drags[0].start, drags[-1].goal
    verb, near = plant.one.verb, grid.adjacency
    for name in field_names(type(verb)):
        way = getattr(verb, name)
        if isinstance(way, tuple) and way[-1:] == (end,) and start in near and end in near:
            for other in islice(_shortest(near, start, end), _WAYS):
                yield replace(verb, **{name: other})


def _shortest(near: Adjacency, start: str, end: str) -> Iterator[tuple[str, ...]]:
    """The shortest ways from one place to another, without the first."""
    if start == end:
        yield ()
        return
    far = near.distances(end)
    for there in near.neighbours(start):
        if far.get(there, inf) < far.get(start, 0):
            yield from ((there, *rest) for rest in _shortest(near, there, end))


def moves_before(plant: Plant) -> Iterator[int]:
    """The indices of the moves of the same piece that the offence may continue or correct, the
    latest first, back to what settled them."""
    verb, moved, again = plant.one.verb, _moved(plant.own), told_all(plant.own)
    tidies = People(plant).tidies
    if len(field_names(type(verb))) < 2 or not moved:
        return
    for at in range(plant.one.at - 1, -1, -1):
        gestures, earlier = plant.changed.of_verb(at), plant.before[at].verb
        same = type(earlier) is type(verb) and moved <= _moved(gestures)
        alike = same or _is_alike(earlier, verb)
        settling = SETTLING if alike else (*SETTLING, "choose", "put_away")
        if alike:  # gestures before its own drag do not settle it
            gestures = [*dropwhile(lambda one: one.name != "drag", gestures)]
        if any(one.name in settling and one.in_words() not in again for one in gestures):
            return
        other = (earlier.by or plant.before[at].side) != (verb.by or plant.offence.side)
        if other and not all(map(tidies, done(gestures))):
            return
        if alike and (dragged := _moved(gestures)):
            if not moved <= dragged:
                return
            yield at


def _is_alike(one: Verb, other: Verb) -> bool:
    """Whether both are of the same kind about the same thing, or both move the same piece."""
    if not field_names(type(one)) or not field_names(type(other)):
        return False
    (first, *rest), (own, *more) = field_names(type(one)), field_names(type(other))
    if type(one) is not type(other) and (len(rest), len(more), first) != (1, 1, own):
        return False
    return bool(getattr(one, first, "") == getattr(other, own))


def _moved(gestures: Sequence[Gesture]) -> set[str]:
    """The counters that were dragged or put away."""
    return {piece for one in gestures if one.name in _MOVING for piece in one.pieces}


__all__ = ["as_one", "moved_before", "moved_on", "ways_to_the_end"]
