"""How wide the search looks: narrowly, and widely around whatever costs something dear.

While nothing dear happens few explanations are followed. Where the cheapest of them pays something
dear, the search goes back to a pause before it and follows many from there on, until for a while
nothing dear has been paid.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from generator.light import dataclass
from validator.explaining import prices
from validator.explaining.context import Context, Table
from validator.explaining.nodes import Node

STRETCH = 40
"""So many facts lie between two pauses, where no turn ends before."""
BACK = 2
"""So many pauses before the one at which something dear shows up lies the one that is gone back
to."""


@dataclass(frozen=True, slots=True)
class _Pause:
    """How things stood before a fact."""

    at: int
    step: int
    turn: int
    beam: Sequence[Node]
    table: Table


class Care:
    """How wide the search looks at each fact of one log."""

    def __init__(self, context: Context, narrow: bool) -> None:
        self.context = context
        self._pauses: deque[_Pause] = deque(maxlen=2 * BACK + 2)
        self._until = 0
        """Up to this fact something dear is known."""
        context.width = prices.NARROW if narrow else prices.WIDE
        self._narrow = narrow

    def pause(self, at: int, beam: Sequence[Node]) -> None:
        """Before a fact: remember how things stand where a turn ended, and look narrowly again if
        nothing dear was paid since the last time."""
        if not self._narrow:
            return
        turn = beam[0].state.turn
        if self._pauses and self._pauses[-1].turn == turn and at < self._pauses[-1].at + STRETCH:
            return
        if self.context.width is prices.WIDE:
            least = beam[0].price + prices.MARGIN
            clear = all(node.dear is None for node in beam if node.price <= least)
            for node in beam:
                node.dear = None
            if clear and at > self._until:
                self.context.width = prices.NARROW
        facts = self.context.facts
        step = facts[at].seen.step if at < len(facts) else 0
        kept = [node.copy() for node in beam]
        self._pauses.append(_Pause(at, step, turn, kept, self.context.lay_down()))

    def again(self, at: int, beam: Sequence[Node]) -> tuple[int, list[Node]] | None:
        """Where to go back to, and the explanations there, if a fact turned out dear."""
        dear = beam[0].dear
        if dear is None or self.context.width is prices.WIDE:
            return None
        self.context.width = prices.WIDE
        self._until = at
        before = [one for one in self._pauses if one.step <= dear]
        pause = (before or list(self._pauses))[-BACK:][0]
        while self._pauses[-1] is not pause:
            self._pauses.pop()
        self.context.back_to(pause.table)
        return pause.at, [node.copy() for node in pause.beam]
