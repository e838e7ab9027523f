"""Engage (pp. 31-32): a task force brings an enemy Station in its hex to battle."""

from __future__ import annotations

from typing import ClassVar

from validator.rules.cases import Verdicts, alike

from .attack import AtSea
from .book import cases
from .forces import in_box
from .heard import attack
from .state import Page, State
from .tables import Tables


class Engage(AtSea, steps=("declare",)):
    """A task force engages an enemy Station in ``hex``."""

    page: ClassVar[Page] = Page(
        "engage", "AC-31.7", "AC-31.6", "AC-31.9", "AC-31.9", "AC-31.1", "AC-31.1", "AC-31.2"
    )
    signs = attack("engage")


@cases("AC-31.2", "AC-31.4", "AC-8.8", "AC-31.3", "AC-13.4", reads=("target",))
def a_station_at_sea_is_engaged(t: Tables, state: State, act: Engage) -> Verdicts:
    target = state.force(act.target)
    if t.side_of(act.target) != state.inactive:
        yield "AC-31.2", f"{act.target} is no enemy"
    elif in_box(t, target):
        yield from alike(f"{target.id} is in a Port Box", "AC-31.4", "AC-8.8")
    elif not target.station:
        yield from alike(f"{target.id} is no Station", "AC-31.3", "AC-13.4")
