"""Dice as lazy sequences of results, so that the ten million results of nine dice are never
stored."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Any, TypeVar, get_args, overload

from validator.rules.cases import Broken, CaseBook, Choices, Fault
from validator.rules.verbs import Verb, chance_fields

T = TypeVar("T")

_LISTED = 512
"""Longer domains are sampled instead of shuffled."""
_SAMPLES = 64
_COUNTED = 24
"""With more dice than this, the number of results does not fit an index."""
_FEW = 3
"""With more dice than this, the fuzzer tries only equal faces."""

FACES = range(8)
"""Faces for the fuzzer, with some that no die shows."""


class Dice(Sequence[tuple[int, ...]]):
    """Every result of ``number`` dice with ``sides`` faces, in order, none of them stored.

    >>> list(Dice(1, sides=2))
    [(1,), (2,)]
    >>> len(Dice(9)), Dice(2)[7]
    (10077696, (2, 2))
    """

    __slots__ = ("number", "sides")

    def __init__(self, number: int, sides: int = 6) -> None:
        self.number = number
        self.sides = sides

    def __len__(self) -> int:
        return int(self.sides**self.number)

    def __contains__(self, result: object) -> bool:
        return (
            isinstance(result, tuple)
            and len(result) == self.number
            and all(type(face) is int and 1 <= face <= self.sides for face in result)
        )

    @overload
    def __getitem__(self, index: int) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[tuple[int, ...]]: ...
    def __getitem__(self, index: int | slice) -> tuple[int, ...] | Sequence[tuple[int, ...]]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(index)
        result = [0] * self.number
        for place in range(self.number - 1, -1, -1):
            index, face = divmod(index, self.sides)
            result[place] = face + 1
        return tuple(result)


def in_any_order(options: Iterable[T], rng: random.Random | None) -> Iterator[T]:
    """The options in their order, or shuffled by ``rng``; a long sequence is sampled instead.

    Sets are sorted first, so that equal seeds give equal games.
    """
    if isinstance(options, Set):
        options = sorted(options, key=repr)
    if rng is None:
        yield from options
        return
    if isinstance(options, Dice) and options.number > _COUNTED:
        for _ in range(_SAMPLES):
            yield tuple(rng.randint(1, options.sides) for _ in range(options.number))  # type: ignore[misc]
        return
    if isinstance(options, Sequence) and len(options) > _LISTED:
        for _ in range(_SAMPLES):
            yield options[rng.randrange(len(options))]
        return
    listed = list(options)
    rng.shuffle(listed)
    yield from listed


def one_die(tables: object, state: object, made: object) -> range:
    """The domain of a die (see `validator.rules.cases.CaseBook.choices`)."""
    return range(1, 7)


def two_dice(tables: object, state: object, made: object) -> Dice:
    """The domain of two dice."""
    return Dice(2)


def dice_of(number: str) -> Choices:
    """The domain of as many dice as the field ``number`` of the game's tables says."""
    return lambda tables, state, made: Dice(getattr(tables, number))


def throws(most: int) -> Sequence[tuple[int, ...]]:
    """Throws of up to ``most`` dice for the fuzzer, with some that no dice show."""
    short = [Dice(number)[i] for number in range(1, _FEW + 1) for i in range(0, 6**number, 5)]
    long = [(face,) * number for number in range(_FEW + 1, most + 2) for face in FACES]
    return (*short, *long, (0, 7, 1))


def hold_six_faces(book: CaseBook, case_id: str, verbs: Iterable[type[Verb]]) -> None:
    """Register the case that a die shows 1 to 6, for every verb with a ``die`` or ``dice``."""
    hold_faces(book, case_id, verbs, 6)


def hold_faces(book: CaseBook, case_id: str, verbs: Iterable[type[Verb]], sides: int) -> None:
    """Register the case that a die shows 1 to ``sides``, for every verb with a ``die`` or
    ``dice``."""
    for name in ("die", "dice"):
        rolls = tuple(verb for verb in verbs if name in chance_fields(verb))

        def faced(tables: object, state: object, roll: Any, name: str = name) -> Fault:
            thrown = getattr(roll, name)
            if thrown is None:
                return None
            faces = thrown if isinstance(thrown, tuple) else (thrown,)
            if all(face in range(1, sides + 1) for face in faces):
                return None
            return Broken(f"a die shows {', '.join(map(str, faces))}", f"1 to {sides}")

        if rolls:
            book.enter(case_id, faced, rolls, (name,))


def hold_number(book: CaseBook, case_id: str, verbs: Any, number: int | str) -> None:
    """Register the case that these verbs throw ``number`` dice; a string names a field of the
    game's tables."""

    def all_thrown(tables: object, state: object, roll: Any) -> Fault:
        right = number if isinstance(number, int) else getattr(tables, number)
        if roll.dice is None or len(roll.dice) == right:
            return None
        return Broken(f"{len(roll.dice)} dice were thrown", f"{right} dice")

    book.enter(case_id, all_thrown, get_args(verbs) or (verbs,), ("dice",))
