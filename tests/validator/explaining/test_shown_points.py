"""Which clicks on points are counted together, though something else was done in between."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from validator.explaining.facts import Fact, Hidden, Moved, Points, Rolled, Shown, Words
from validator.explaining.shown_points import ShownPoints
from validator.rules.scenes import Scene, Seen

LOOK: list[Fact] = [
    Shown(Seen(2, side="Blue"), "ship", "c1", None, None, "A1", look=True),
    Hidden(Seen(3, side="Blue"), "ship", "c1", look=True),
]
DIE = Rolled(Seen(2, side="Blue"), "gun", (3,))
MOVE = Moved(Seen(2, side="Blue"), "ship", "c1", "A1", "A2")


def counted(*facts: Fact) -> dict[int, int]:
    """The totals of a log, which begins with 4 points."""
    words = Words(lambda token: "", points="Score")
    context: Any = SimpleNamespace(
        scene=Scene({}, tuple(one.seen for one in facts), properties={"Score": 4}),
        words=words,
        reader=SimpleNamespace(has_points=True),
        facts=facts,
        is_called_off=lambda fact: False,
    )
    return dict(ShownPoints(context).totals)


def click(step: int, side: str, points: int) -> Points:
    return Points(Seen(step, side=side), "window", points)


@pytest.mark.parametrize(
    ("between", "second", "totals"),
    [
        ([], click(4, "Blue", 2), {1: 2}),
        (LOOK, click(4, "Red", 2), {3: 2}),
        (LOOK, click(4, "Blue", 2), {3: 2}),  # the other side counts on
        (LOOK, click(4, "Blue", 5), {0: 3, 3: 5}),  # not back
        ([DIE], click(4, "Red", 2), {2: 2}),
        ([DIE], click(4, "Blue", 2), {0: 3, 2: 2}),  # these may be for the die
        ([MOVE], click(4, "Red", 2), {0: 3, 2: 2}),
    ],
)
def test_points_are_counted_on_after_what_does_not_count(
    between: list[Fact], second: Points, totals: dict[int, int]
) -> None:
    assert counted(click(1, "Red", 3), *between, second) == totals
