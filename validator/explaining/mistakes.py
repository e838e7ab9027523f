"""Whether an act was a mistake, or cut off by the end of the log: what its side does next tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Any

from validator.explaining import facts as seen
from validator.explaining import prices
from validator.explaining.acts import Acts
from validator.explaining.candidates import Candidates
from validator.explaining.context import Context, next_of
from validator.explaining.facts import Fact, are_alike
from validator.explaining.nodes import Node, back, means_nothing, told_of
from validator.explaining.noise import Noise, has_counted
from validator.rules.states import THIS_TURN
from validator.rules.verbs import Verb

Direct = Callable[[Node, int, Fact], list[Node]]
Assuming = Callable[[Node, int, Fact, float], Iterator[Node]]


class Mistakes:
    """Reads the facts of one log as noise.

    ``direct`` reads a fact as the sign of a verb that is played now, ``assuming`` the same after
    silent verbs that are due and cost at most so much.
    """

    def __init__(
        self,
        context: Context,
        candidates: Candidates,
        acts: Acts,
        direct: Direct,
        assuming: Assuming,
    ) -> None:
        self.context = context
        self.facts = context.facts
        self.noise = Noise(context)
        self._candidates = candidates
        self._acts = acts
        self._direct = direct
        self._assuming = assuming

    def as_noise(self, node: Node, at: int, fact: Fact, found: Sequence[Node]) -> Node:
        """The fact as noise; ``found`` are its other readings."""
        least = min((one.price for one in found), default=inf) - node.price
        price = self.noise.price(node, at, fact, least, found)
        least_of_all = prices.STRAY_DIE if isinstance(fact, seen.Rolled) else prices.SLIP
        if price > least_of_all and (
            self._is_under_way(node, at, fact, found)
            or self._is_put_right(node, at, fact, found)
            or self._is_mislaid(at, fact, found)
        ):
            price = least_of_all
        elif price == prices.SLIP and self._is_gone_on_from(node, at, fact, found):
            price = prices.NAMED_WORD
        elif self._may_go_on(at, fact, found):
            price = min(price, prices.BREACH + prices.ASSUMED)
        new = node.copy()
        means_nothing(new, fact, price)
        return new

    def _is_gone_on_from(self, node: Node, at: int, fact: Fact, found: Sequence[Node]) -> bool:
        """Whether a side declares something that breaks a rule, does not call it off, and declares
        at once something that breaks none after it, but would without it: it was meant. So were
        dice from which either side goes on like this."""
        follows = self._next_click(at, fact)
        if not isinstance(fact, seen.Declared | seen.Rolled) or follows is None:
            return False
        place, then = follows
        told = [one for one in found if one.tells(fact)]
        own = then.seen.side == fact.seen.side or isinstance(fact, seen.Rolled)
        if not isinstance(then, seen.Declared) or not own or not told:
            return False
        if not all(one.breaks for one in told) or self.noise.is_called_off(at, fact):
            return False
        if not any(not way.breaks for one in told for way in self._direct(one, place, then)):
            return False
        return not self._fits(node, place, then)

    def _fits(self, node: Node, place: int, fact: Fact) -> bool:
        """Whether a fact can be the next act of an explanation and break no rule."""
        return any(not way.breaks for way in self._ways_on(node, place, fact))

    def _ways_on(self, node: Node, place: int, fact: Fact) -> Iterator[Node]:
        """A fact as the next act of an explanation; what has to be assumed for it is no dearer than
        a breach."""
        yield from self._direct(node, place, fact)
        yield from self._assuming(node, place, fact, prices.BREACH)

    def _next_click(self, at: int, fact: Fact) -> tuple[int, Fact] | None:
        """The next fact of another click, with its index, besides the points that it counts;
        ``None`` if there is none."""
        for place in range(at + 1, len(self.facts)):
            if self.facts[place].seen is not fact.seen and not _is_counted_on(self.facts[place]):
                return place, self.facts[place]
        return None

    def _may_go_on(self, at: int, fact: Fact, found: Sequence[Node]) -> bool:
        """Whether the log ends with the drag of a piece, and the game does not end with it: it may
        yet be dragged on, or put back, so that it is at most in doubt what was meant."""
        last = at == len(self.facts) - 1 and fact.seen.step == self.context.scene.steps[-1].step
        if not last or not isinstance(fact, seen.Moved) or fact.seen.declarations:
            return False
        return all(self.context.rulings.due(one.after) for one in told_of(fact, found))

    def _is_under_way(self, node: Node, at: int, fact: Fact, found: Sequence[Node]) -> bool:
        """Whether the fact is part of an act that the log cuts off: it ends while a piece is
        turned, a row is laid, or an act has begun, or begins with the rest of an act."""
        ends = isinstance(fact, seen.Turned | seen.Lined) and at == len(self.facts) - 1
        begins = THIS_TURN in node.state.doubt and fact.seen is self.facts[0].seen
        return ends or (begins and not found) or self._is_begun(node, fact)

    def _is_begun(self, node: Node, fact: Fact) -> bool:
        """Whether the log ends with the move of a piece, or with a declaration, that may be the
        first sign of a legal act, and the act needs another sign."""
        if not isinstance(fact, seen.Moved | seen.Declared) or fact.seen is not self.facts[-1].seen:
            return False
        state = node.state
        for kind, way, number in self._candidates.index.like(fact):
            signs = zip(way.signs, way.required, strict=True)
            more = any(n != number and must and not s.leads for n, (s, must) in enumerate(signs))
            bound = way.signs[number].binds(self.context.tables, state, fact, dict(way.fixed))
            if not more or bound is None:
                continue
            known = {name: value for name, value in way.fixed if not name.startswith("_")}
            if any(self.context.rules.completions(state, kind, {**known, **bound})):
                return True
        return False

    def _is_mislaid(self, at: int, fact: Fact, found: Sequence[Node]) -> bool:
        """Whether a piece is moved legally and goes back at once, which would break the rules if
        both moves were meant."""
        if not isinstance(fact, seen.Moved) or not self.noise.moves.is_back_at_once(at, fact):
            return False
        legal = (one for one in found if one.tells(fact) and not one.breaks)
        returned = [way for one in legal for way in self._direct(one, at + 1, self.facts[at + 1])]
        return bool(returned) and all(way.breaks for way in returned)

    def _is_made_again(self, at: int, fact: seen.Rolled | seen.Declared) -> bool:
        """Whether the same dice are rolled, or the same side declares the same, once more before
        the turn or act is over."""
        until = next_of(self.context.overs, at, len(self.facts))
        again = next((one for one in self.facts[at + 1 : until] if are_alike(one, fact)), None)
        return isinstance(again, seen.Rolled) or (
            again is not None and again.seen.side == fact.seen.side
        )

    def _is_put_right(self, node: Node, at: int, fact: Fact, found: Sequence[Node]) -> bool:
        """Whether a side declares or rolls something by mistake: its next act, before anybody else
        acts, breaks the rules after it, and breaks none without it; or it rolls dice that break a
        rule, and at once others that do not. Dice for which it has just asked are no mistake. Only
        the likeliest readings of the mistake count, and what would have to be assumed for the next
        act is no dearer than a breach."""
        if not isinstance(fact, seen.Declared | seen.Rolled):
            return False
        after = self._next_click(at, fact)
        if after is None or fact.seen.side is None or fact.key in self.context.reader.deliberate:
            return False
        place, follows = after
        if follows.seen.side != fact.seen.side or isinstance(follows, seen.Points):
            return False
        if isinstance(fact, seen.Rolled) and (type(follows), follows.key) == (type(fact), fact.key):
            return False  # of two rolls of the same dice the first counts
        if isinstance(fact, seen.Declared) and has_counted(fact, follows):
            return False

        told = [one for one in found if one.tells(fact)]
        least = min((one.price for one in told), default=0.0)
        told = [one for one in told if one.price < least + prices.MARGIN]
        redone = isinstance(fact, seen.Rolled) and isinstance(follows, seen.Rolled)
        if redone and told and all(one.breaks for one in told):
            return self._fits(node, place, follows)  # other dice than it should have been
        if any(place in one.claimed or self._fits(one, place, follows) for one in told):
            return False
        if isinstance(fact, seen.Rolled) and self._is_asked_for(node, fact, told):
            return False
        # A declaration or roll that would then be due again, and is not made again, was meant.
        said = {type(one.tail.verb) for one in told if one.tail is not None}
        if self._is_made_again(at, fact):
            said = set()
        return bool(told) and any(
            not way.breaks and said.isdisjoint(self.context.rulings.kinds(way.state))
            for way in self._ways_on(node, place, follows)
        )

    def _is_asked_for(self, node: Node, fact: seen.Rolled, told: Sequence[Node]) -> bool:
        """Whether dice break less since the act just before them, which is one of the same side."""
        last = next((one for one in back(node.tail) if one.fact and one.verb), None)
        if last is None or last.fact is None or last.fact.seen.side != fact.seen.side:
            return False

        def broken(state: Any, verb: Verb) -> set[str]:
            return {case.id for case, _ in self._acts.faults(state, verb)}

        verbs = [one.verb for one in told_of(fact, told) if one.verb is not None]
        return any(broken(last.after, verb) < broken(last.before, verb) for verb in verbs)


def _is_counted_on(fact: Fact) -> bool:
    """Whether the button of a declaration counted these points."""
    return isinstance(fact, seen.Points) and bool(fact.seen.declarations)
