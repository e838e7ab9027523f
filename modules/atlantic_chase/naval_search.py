"""Naval Search (pp. 33-34): a task force searches for an enemy whose line crosses its own."""

from __future__ import annotations

from typing import ClassVar

from validator.rules.cases import Verdicts, alike

from .attack import AtSea
from .book import cases
from .forces import in_box
from .heard import attack
from .state import Page, State
from .tables import Tables


class NavalSearch(AtSea, steps=("declare",)):
    """A task force searches for an enemy Trajectory in ``hex``."""

    page: ClassVar[Page] = Page(
        "naval_search", "AC-33.6", "AC-33.5", "AC-33.8", "AC-33.9", "AC-33.1", "AC-33.1", "AC-33.2"
    )
    signs = attack("naval_search")


@cases("AC-33.2", "AC-8.11", reads=("target",))
def a_line_is_searched_for(t: Tables, state: State, act: NavalSearch) -> Verdicts:
    target = state.force(act.target)
    if t.side_of(act.target) != state.inactive:
        yield "AC-33.2", f"{act.target} is no enemy"
    elif in_box(t, target):
        yield from alike(f"{target.id} is in a Port Box", "AC-33.2", "AC-8.11")
    elif not target.line:
        yield "AC-33.2", f"{act.target} is no Trajectory"
