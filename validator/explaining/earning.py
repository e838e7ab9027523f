"""Points that are shown: for what they are booked, and which silent verbs may have earned them."""

from __future__ import annotations

from validator.explaining import facts as seen
from validator.explaining import prices
from validator.explaining.acts import Acts
from validator.explaining.facts import Fact
from validator.explaining.nodes import Node
from validator.explaining.retelling import Retelling
from validator.explaining.silence import Silence
from validator.rules.points import MAYBE, POINTS, is_owed

EARNING = 5
"""At most this many silent verbs are assumed to have earned points that are shown."""
SET_UP = 3
"""So many more before the first turn: a whole set-up in secret."""


class Earning:
    """Explains the points that one log shows."""

    def __init__(self, acts: Acts, silence: Silence, retelling: Retelling) -> None:
        self._acts = acts
        self._silence = silence
        self._retelling = retelling

    def points(self, node: Node, at: int, fact: seen.Points) -> list[Node]:
        """Explanations of points that are shown: they are booked once earned, or silent verbs are
        assumed that earn them."""
        shown = self._acts.context.points.totals.get(at)
        if shown is None:
            return [node]
        new = node.copy()
        new.paid = node.paid if node.wallet else fact
        new.wallet += shown - node.track
        new.track = shown
        late = [] if fact.seen.declarations else self._retelling.booked_late(new, fact)
        late = [one for one in late if self._is_booked(one, fact)]
        unbooked = new.copy()
        self._acts.book(new, fact)
        uncertain = not is_owed(node.state, unbooked.wallet, POINTS)
        if uncertain and new.wallet != unbooked.wallet and not node.wallet:
            late += self._owed_by_now(unbooked, fact)
        if not new.wallet:
            return [new, *late]
        for ways in self._silence.after(new, self._earning(node)):
            earned = [way for way in ways if not way.wallet]
            if earned:
                return [new, *earned, *late]
        booked = new.copy()  # booked for nothing when they are shown
        self._acts.book_for_nothing(booked)
        new.price += prices.TOLD  # if both come to the same, they were for nothing
        return [new, booked, *late]

    def _owed_by_now(self, node: Node, fact: Fact) -> list[Node]:
        """The explanations in which silent verbs of this turn earn the points that are shown: what
        may be owed since an earlier turn, or is uncertain, then waits."""
        waiting = node.copy()
        waiting.wallet = 0
        for ways in self._silence.after(waiting, self._earning(node)):
            found = [way.copy() for way in ways if is_owed(way.state, node.wallet, POINTS, MAYBE)]
            for way in found:
                way.wallet = node.wallet
                self._acts.book(way, fact)
            if found:
                return found
        return []

    def _earning(self, node: Node) -> int:
        """How many silent verbs may have earned points."""
        return EARNING if node.state.turn else EARNING + SET_UP

    def _is_booked(self, node: Node, fact: Fact) -> bool:
        """Book what can be booked; return whether all shown points are booked now."""
        self._acts.book(node, fact)
        return not node.wallet
