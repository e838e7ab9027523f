"""The width of the search: narrow by default, wide around high prices, widest around accusations.

As long as nothing expensive happens, few explanations are followed. When the cheapest of them pays
a high price, the search goes back to a saved position before it, and follows many explanations
until no high price has been paid for a while. If all of them still accuse somebody, or the cheapest
one does so when the search would become narrow again, it goes back once more and follows very many:
where several people's habits meet, the innocent explanation may be the dearest for a while.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence, Set

from generator.light import dataclass
from validator.explaining import prices
from validator.explaining.context import Context, Table
from validator.explaining.nodes import Accusation, Node, pruned

STRETCH = 40
"""A position is saved after this many facts, unless a turn ended before."""
BACK = 2
"""The search goes back this many saved positions before a high price."""


@dataclass(frozen=True, slots=True)
class _Pause:
    """A position of the search, saved before a fact."""

    at: int
    step: int
    turn: int
    beam: Sequence[Node]
    table: Table


class Care:
    """Controls the width of the search through one log."""

    def __init__(self, context: Context, narrow: bool) -> None:
        self.context = context
        self._pauses: deque[_Pause] = deque(maxlen=2 * BACK + 2)
        self._until = 0
        """Up to this fact a high price is known."""
        context.width = prices.NARROW if narrow else prices.WIDE
        self._narrow = narrow
        self._back_to: _Pause | None = None
        """Where the wide search began."""
        self._examined: set[Accusation] = set()
        """The accusations that were searched for with the widest search."""
        self._ends_in_doubt = False
        """Whether the wide search would end here, with accusations that were not searched for."""
        self._found: tuple[int, Sequence[Node]] | None = None
        """The fact from which the search went back, and the explanations it had found there."""

    def pause(self, at: int, beam: Sequence[Node]) -> None:
        """Save a position before a fact if a turn ended, and make the search narrow again if no
        high price was paid since the last saved position and all accusations were searched for:
        few explanations could not keep them in doubt."""
        if not self._narrow:
            return
        turn = beam[0].state.turn
        if self._pauses and self._pauses[-1].turn == turn and at < self._pauses[-1].at + STRETCH:
            return
        if self.context.width is not prices.NARROW:
            least = beam[0].price + prices.MARGIN
            clear = all(node.dear is None for node in beam if node.price <= least)
            for node in beam:
                node.dear = None
            if clear and at > self._until:
                self._ends_in_doubt = bool(self._unexamined(beam))
                if not self._ends_in_doubt:
                    self.context.width = prices.NARROW
        facts = self.context.facts
        step = facts[at].seen.step if at < len(facts) else 0
        kept = [node.copy() for node in beam]
        self._pauses.append(_Pause(at, step, turn, kept, self.context.lay_down()))

    def again(self, at: int, beam: Sequence[Node]) -> tuple[int, list[Node]] | None:
        """The position to go back to (its fact and explanations) if the current fact is expensive,
        or if all explanations accuse somebody; else ``None``."""
        if not self._narrow:
            return None
        pause = self._back_to
        if self.context.width is prices.NARROW and beam[0].dear is not None:
            pause, self.context.width = self._before(beam), prices.WIDE
        elif self.context.width is prices.WIDE and pause is not None:
            new = self._accused(beam, pause) - self._examined
            if self._ends_in_doubt:
                new |= self._unexamined(beam)
                self._ends_in_doubt = False
            if not new:
                return None
            self._examined |= new
            self.context.width = prices.WIDEST
        else:
            return None
        self._back_to, self._until, self._found = pause, at, (at, beam)
        while self._pauses and self._pauses[-1] is not pause:
            self._pauses.pop()
        if not self._pauses:
            self._pauses.append(pause)
        self.context.back_to(pause.table)
        return pause.at, [node.copy() for node in pause.beam]

    def joined(self, at: int, beam: list[Node]) -> list[Node]:
        """The explanations at a fact, with those that were found there before the search went
        back: where there are very many, a wider search may lose one of them on its way."""
        if self._found is None or self._found[0] != at:
            return beam
        found, self._found = self._found[1], None
        return pruned([*beam, *found], self.context.facts, self.context.width)

    def _before(self, beam: Sequence[Node]) -> _Pause:
        """The saved position from which to search again. What is held back hid until now what else
        it may be, so the position is before it."""
        facts, dear = self.context.facts, beam[0].dear or 0
        put_off = (facts[place].seen.step for place, worst in beam[0].held if worst >= prices.DEAR)
        dear = min((dear, *put_off))
        before = [one for one in self._pauses if one.step <= dear]
        return (before or list(self._pauses))[-BACK:][0]

    def _accused(self, beam: Sequence[Node], since: _Pause) -> set[Accusation]:
        """The accusations that all explanations make, since a saved position."""
        best, before = beam[0], since.beam[0].extra

        def doubt(key: Accusation) -> float:
            return min(one.price - best.price + one.extra.get(key, 0.0) for one in beam)

        new = (key for key in best.extra if key not in before)
        return {key for key in new if doubt(key) >= prices.MARGIN}

    def _unexamined(self, beam: Sequence[Node]) -> Set[Accusation]:
        """What the cheapest explanation accuses somebody of since the search went back, in doubt or
        not, that the widest search has not looked at yet."""
        if self._back_to is None or self.context.width is not prices.WIDE:
            return frozenset()
        return beam[0].extra.keys() - self._back_to.beam[0].extra.keys() - self._examined
