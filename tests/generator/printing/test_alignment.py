"""The alignment test: its rulers lie behind its crosses, and read what a nudge takes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from generator.printing.alignment import alignment
from generator.printing.furniture import Desk
from generator.printing.options import Printing
from generator.printing.paper import Paper

Places = list[tuple[float, float]]


def crosses(svg: str) -> Places:
    """Middles of the front's crosses: a level stroke and an upright one through each."""
    found = re.findall(r'd="M(\S+) (\S+)h(\S+?)M\S+ \S+v\S+" fill="none" stroke="#000000"', svg)
    return sorted((float(x) + float(long) / 2, float(y)) for x, y, long in found)


def noughts(svg: str) -> Places:
    """Middles of the back's rulers."""
    found = re.findall(r'<circle cx="(\S+)" cy="(\S+)" fill="none" r="1.6"', svg)
    return sorted((float(x), float(y)) for x, y in found)


@pytest.mark.parametrize("paper", [Paper("upright", 210, 297), Paper("lying", 297, 210)])
@pytest.mark.parametrize("edge", ["long", "short"])
def test_rulers_lie_behind_crosses(
    paper: Paper, edge: Any, desk: Callable[[Printing], Desk]
) -> None:
    component = alignment(desk(Printing(paper, duplex=edge, nudge=(0.5, -0.3))))
    assert component is not None
    front, back = (page.furniture.svg for page in component.pages if page.furniture)
    upright = (paper.height > paper.width) == (edge == "long")
    through = sorted(
        (paper.width - (x - 0.5), y + 0.3) if upright else (x - 0.5, paper.height - (y + 0.3))
        for x, y in noughts(back)
    )
    assert len(through) == 5
    for (x, y), (other_x, other_y) in zip(crosses(front), through, strict=True):
        assert (x, y) == pytest.approx((other_x, other_y), abs=0.01)


def test_sheets_that_are_folded_need_no_test(desk: Callable[[Printing], Desk]) -> None:
    assert alignment(desk(Printing(Paper("A4", 210, 297), backs="fold"))) is None
