"""What is asked of a fact of any kind that may be noise."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, takewhile
from math import inf

from validator.explaining import facts as seen
from validator.explaining import prices
from validator.explaining.context import Context
from validator.explaining.facts import Fact
from validator.explaining.nodes import Node, entry_of, told_of
from validator.explaining.signs import index_of


class Asked:
    """Questions about the facts of one log."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.due, self.kinds = context.rulings.due, context.rulings.kinds
        self.reader = context.reader
        self.facts = context.facts
        self.index = index_of(context.rules.module.verbs)

    def is_marker(self, fact: Fact) -> bool:
        return self.reader.noise.get(fact.key) == prices.MARKER

    def is_called_off(self, at: int, fact: Fact) -> bool:
        """Whether the side calls off, in the chat, what it declared or marked, before anybody goes
        on from there; the end of the turn does not count as going on."""
        steps, side = self.context.scene.steps, fact.seen.side
        later = (self.facts[n] for n in range(at + 1, len(self.facts)))
        onward = (one for one in later if one.seen is not fact.seen and self._leads_on(one, side))
        until = next((one.seen.step for one in onward), inf)
        first = self.context.first_after(fact.seen.step)
        said = takewhile(lambda one: one.step < until, islice(steps, first, None))
        return any(one.calls_off and one.side == side for one in said)

    def _leads_on(self, fact: Fact, side: str | None) -> bool:
        """Whether a fact shows that play goes on: a declaration other than the end of the turn, or
        a roll or move of another side, unless it takes a piece off the map."""
        if isinstance(fact, seen.Declared):
            return self.reader.ends_turn not in self.index.kinds(fact)
        if fact.seen.side == side or isinstance(fact, seen.TurnShown | seen.Points):
            return False
        return not isinstance(fact, seen.Moved) or fact.after != seen.NOWHERE

    def is_due(self, fact: Fact, found: Sequence[Node]) -> bool:
        """Whether a fact may be the sign of a verb that is due when it is seen."""
        for node in found:
            entry = entry_of(node, fact)
            if entry is None or entry.verb is None:
                continue
            if type(entry.verb) in self.kinds(entry.before):
                return True
        return False

    def would_end_all(self, node: Node, at: int, fact: Fact, found: Sequence[Node]) -> bool:
        """Whether a declaration or move, with no other sign, would end the game although both sides
        play on."""
        told = told_of(fact, found)
        if not told or any(len(new.claimed) > len(node.claimed) for new in found):
            return False
        on = (seen.TurnShown, seen.Declared, seen.Drawn)
        later = (one for one in self.facts[at + 1 :] if one.seen is not fact.seen)
        return any(isinstance(one, on) for one in later) and all(
            self.due(one.before) and not self.due(one.after) for one in told
        )
