"""Points that are owed, and what is left when some are booked."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from validator.rules.points import MAYBE, POINTS, bookable, booked
from validator.rules.states import Pending

TWO = Pending(POINTS, "German", "X-1", points=2)
THREE = Pending(POINTS, "German", "X-2", points=3)
LOSS = Pending(POINTS, "German", "X-3", points=-1)
PERHAPS = Pending(MAYBE, "German", "X-4", points=4)
LESS = Pending(MAYBE, "German", "X-5", points=-4)
OTHER = Pending("fire", "German", "X-6")


@dataclass(frozen=True)
class _Account:
    pending: tuple[Pending, ...]
    late: tuple[Pending, ...] = ()


def test_what_may_be_booked_counts_what_is_late():
    assert bookable(_Account((TWO, LOSS, OTHER), (PERHAPS,))) == (6, 1)
    assert bookable(_Account(())) == (0, 0)


@pytest.mark.parametrize(
    ("pending", "delta", "left", "rest"),
    [
        ((TWO, THREE), 2, (THREE,), 0),
        ((TWO, THREE), 5, (), 0),
        ((TWO, THREE), 7, (), 2),
        ((TWO, THREE), 1, (Pending(POINTS, "German", "X-1", points=1), THREE), 0),
        ((TWO, LOSS), -1, (TWO,), 0),
        ((PERHAPS, TWO), 2, (PERHAPS,), 0),
        ((PERHAPS,), 3, (Pending(POINTS, "German", "X-4", points=1),), 0),
        ((LESS,), -2, (), 0),
        ((OTHER,), 2, (OTHER,), 2),
    ],
)
def test_known_points_are_booked_first(pending, delta, left, rest):
    assert booked(pending, delta) == (left, rest)
