"""The price of reading dice as stray dice."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Any

from validator.explaining import facts as seen
from validator.explaining import prices
from validator.explaining.asked import Asked
from validator.explaining.context import AHEAD, Context, between, next_of, shows_turn
from validator.explaining.facts import Fact
from validator.explaining.nodes import Entry, Node, back, entry_of, told_of
from validator.explaining.signs import shown_by
from validator.rules.cases import EITHER
from validator.rules.sequence import able, is_between_steps
from validator.rules.verbs import Verb


class StrayDice(Asked):
    """Prices the rolls of one log as noise."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._sides = {one.id: one.sides for one in getattr(context.rules.game, "dice", ())}

    def price(
        self, node: Node, at: int, fact: seen.Rolled, fits: bool, found: Sequence[Node]
    ) -> float:
        """The price of a roll; ``fits`` if it has an explanation that costs little."""
        if max(fact.dice, default=1) > self._sides.get(fact.key, 6):
            return prices.IMPOSSIBLE
        if fact.seen.declarations and self.is_called_off(at, fact):
            return prices.SLIP
        if self._is_in_parts(node, at, fact, found):
            return prices.SLIP
        if self._is_wrong_button(at, fact) or (not fits and self.context.is_called_off(fact)):
            return prices.SLIP
        stray = prices.SAME_AGAIN if self._has_strayed(node) else prices.STRAY_DIE
        if self._is_announced_later(at, fact):
            return stray
        owed = self._is_owed(node, fact, found)
        fits = fits and not self._is_too_early(node, at, fact, found)
        if self._is_repeated(at, fact):
            again = owed and fits and self.is_announced(node, fact) is not False
            again = again and not self._is_only_for_others(fact, found)
            return prices.OWED_AGAIN if again else stray
        if not (fits or owed):
            meant = self.is_announced(node, fact) and not self._is_thrown_later(at, fact)
            meant = meant and not self._is_told_later(fact)
            return prices.OWN_WORD if meant else stray
        if self._may_be_anything(fact, found):
            return 0.0
        return prices.OWED_DIE if self.is_due(fact, found) else stray

    def _is_in_parts(self, node: Node, at: int, fact: seen.Rolled, found: Sequence[Node]) -> bool:
        """Whether dice break a rule by what they are, and its side rolls the same dice at once or
        tells a die in the chat: the wrong number of dice was thrown, and the rest of them then.
        These may be the first dice, or the rest."""
        told = [one for one in found if one.tells(fact)]
        least = min(told, key=lambda one: one.price, default=None)
        entry = least.tail if least is not None else None
        if entry is None or entry.verb is None:
            return False
        signs = (way.signs[n] for kind, way, n in self.index.like(fact) if kind is type(entry.verb))
        shows = {name for sign in signs for name in shown_by(sign)}
        if not any(shows.intersection(case.reads) for case, _ in entry.faults):
            return False
        own = (one for one in self.context.said_after(fact) if one.side == fact.seen.side)
        answer = next(own, None)
        if answer is not None and answer.told_dice:
            return True
        if at + 1 < len(self.facts) and _is_rolled_on(fact, self.facts[at + 1]):
            return True
        last = node.tail
        first = last.fact if last is not None and last.verb is None else None
        return first is not None and _is_rolled_on(first, fact)

    def _is_wrong_button(self, at: int, fact: seen.Rolled) -> bool:
        """Whether dice are called off at once, and the next dice of that side are others."""
        if fact.seen.step not in self.context.taken_back:
            return False
        rows = (
            self.facts[n] for n in between(self.context.alike(seen.Rolled, ""), at, len(self.facts))
        )
        after = (one for one in rows if one.seen is not fact.seen)
        again = next((one for one in after if one.seen.side == fact.seen.side), None)
        return again is not None and again.key != fact.key

    def _has_strayed(self, node: Node) -> bool:
        """Whether dice were already rolled for nothing in this turn. Dice of the last turn that
        were postponed, and became noise at its end, belong to the last turn."""
        steps: list[int] = []
        for one in back(node.tail):
            if type(one.verb) is self.reader.ends_turn:
                ended = one.fact.seen.step if one.fact is not None else 0
                return any(step > ended for step in steps)
            if one.verb is None and isinstance(one.fact, seen.Rolled):
                steps.append(one.fact.seen.step)
        return bool(steps)

    def _is_repeated(self, at: int, fact: seen.Rolled) -> bool:
        """Whether the same dice button was clicked just before: a double click."""
        earlier = self.facts[at - 1] if at else None
        return isinstance(earlier, seen.Rolled) and earlier.key == fact.key

    def _is_only_for_others(self, fact: seen.Rolled, found: Sequence[Node]) -> bool:
        """Whether all legal acts of which dice may be are those of another side than rolled them:
        after its own dice it rather clicked twice."""
        due, side = self.context.rulings.due, fact.seen.side
        legal = (one for one in told_of(fact, found) if not one.faults)
        acts = [able(due(one.before), one.verb) for one in legal if one.verb is not None]
        return (
            side is not None and bool(acts) and all(one.isdisjoint((side, EITHER)) for one in acts)
        )

    def _is_owed(self, node: Node, fact: seen.Rolled, found: Sequence[Node]) -> bool:
        """Whether such dice may be rolled now, without assuming silent verbs and without breaking a
        rule: what follows from an illegal roll shows whether it was meant."""
        direct = [one for one in told_of(fact, found) if one.before is node.state]
        if direct and all(one.faults for one in direct):
            return False
        kinds = self.index.kinds(fact)
        return not kinds.isdisjoint(self.kinds(node.state))

    def _is_too_early(self, node: Node, at: int, fact: seen.Rolled, found: Sequence[Node]) -> bool:
        """Whether such dice belong to a later step, and the log goes on with a verb that can be
        played now, but not in that step."""
        now, kinds = self.kinds(node.state), self.index.kinds(fact)
        if kinds & now:
            return False
        legal = [one for one in told_of(fact, found) if not one.faults]
        over = now.difference(*(self.kinds(one.before) for one in legal)) if legal else set()
        until = min(next_of(self.context.overs, at, len(self.facts)), at + AHEAD)
        for one in self.facts[at + 1 : until] if over else ():
            like = self.index.like(one)
            shown = {kind for kind, way, number in like if not way.signs[number].leads}
            if shown and shown <= over:
                return True
            if any(map(is_between_steps, shown)):
                return False
        return False

    def _may_be_anything(self, fact: seen.Rolled, found: Sequence[Node]) -> bool:
        """Whether dice may belong to several legal acts, and nothing tells to which: no declaration
        or counter announces one, and none of the acts leads to something that anybody owes."""
        led = {(s.kind, s.key) for _, way, _ in self.index.like(fact) for s in way.signs if s.leads}
        near = (*self.context.behind, *self.context.ahead) if led else ()
        if not led or any((type(one), one.key) in led for one in near):
            return False
        told = (entry_of(node, fact) for node in found)
        legal = [one for one in told if one is not None and one.verb is not None and not one.faults]
        asked = any(one.after.pending != one.before.pending for one in legal)
        return len({one.verb for one in legal}) > 1 and not asked

    def is_own_throw(self, node: Node, fact: seen.Rolled) -> bool:
        """Whether a roll that each ship makes by itself was announced: then it is that ship's, and
        not a later act's."""
        game = self.context.rules.game
        each = game is not None and any(one.each for one in game.dice if one.id == fact.key)
        return each and bool(self.is_announced(node, fact))

    def is_announced(self, node: Node, fact: seen.Rolled) -> bool | None:
        """Whether the same side declared such a roll, did not call it off, and has not made it
        since, nor another roll that the same words announce, nor told its dice in the chat, and the
        time for such rolls has not gone by; ``None`` if nothing was declared."""
        for words in self._announcing(fact):
            for said in self.context.behind if words else ():
                if isinstance(said, seen.Declared) and said.key in words:
                    meant = {k for k, one, n in self.index.like(said) if one.signs[n].leads}
                    own = said.seen.side == fact.seen.side
                    over = (
                        self.context.is_called_off(said)
                        or _is_told(node, meant, said)
                        or self._is_told_between(said, fact)
                        or self._has_gone_by(node, meant, said)
                    )
                    return not over if own else None
        return None

    def _is_announced_later(self, at: int, fact: seen.Rolled) -> bool:
        """Whether its side says the words for such a roll only after it, and then makes one, with
        nothing else in between: it may have clicked the dice too early, or others than it meant."""
        words = set().union(*self._announcing(fact))
        before, _ = self._words_to_such_a_roll(reversed(self.facts[max(at - AHEAD, 0) : at]), fact)
        after, rolled = self._words_to_such_a_roll(self.facts[at + 1 : at + AHEAD], fact)
        return rolled and not words.isdisjoint(after) and words.isdisjoint(before & after)

    def _words_to_such_a_roll(
        self, facts: Iterable[Fact], fact: seen.Rolled
    ) -> tuple[set[str], bool]:
        """What the side of a roll declares among these facts before another act, or another roll
        for the same; and whether there is such a roll."""
        kinds = self.index.kinds(fact)
        said: set[str] = set()
        for one in facts:
            if one.seen.side != fact.seen.side or not isinstance(one, seen.Declared | seen.Rolled):
                break
            if isinstance(one, seen.Declared):
                said.add(one.key)
            elif not kinds.isdisjoint(self.index.kinds(one)):
                return said, True
        return said, False

    def _announcing(self, fact: Fact) -> Iterator[set[str]]:
        """For each verb that a roll may show: the keys of the words that announce it."""
        for _, way, _ in self.index.like(fact):
            yield {s.key for s in way.signs if s.leads and s.kind is seen.Declared}

    def _is_thrown_later(self, at: int, fact: seen.Rolled) -> bool:
        """Whether another roll then follows with words that the same side said before this one,
        and does not say them again: they may have been for that one. The other side may throw it,
        if it has said nothing itself."""
        own = fact.seen.side
        before = takewhile(
            lambda n: not isinstance(self.facts[n], seen.Rolled), range(at - 1, -1, -1)
        )
        said = {
            one.key
            for n in before
            if isinstance(one := self.facts[n], seen.Declared) and one.seen.side == own
        }
        for one in self.facts[at + 1 : at + AHEAD]:
            thrown = isinstance(one, seen.Rolled) and not one.seen.declarations
            if shows_turn(one) or (one.seen.side != own and not thrown):
                return False
            if isinstance(one, seen.Declared):
                said.discard(one.key)
            if isinstance(one, seen.Rolled):
                return one.key != fact.key and any(said & words for words in self._announcing(one))
        return False

    def _has_gone_by(self, node: Node, meant: set[type[Verb]], said: Fact) -> bool:
        """Whether some of these verbs were due after a word, and then none of them was."""
        kinds = self.context.rulings.kinds
        states = [before for _, before in _played(node, said)]
        due = [not meant.isdisjoint(kinds(state)) for state in (*reversed(states), node.state)]
        return any(was and not is_now for was, is_now in pairwise(due))

    def _is_told_between(self, said: Fact, fact: Fact) -> bool:
        """Whether the side of a fact tells dice in the chat after what it said and before that
        fact."""
        told = self.context.dice_told_since(said, fact)
        return any(one.side == fact.seen.side for one in told)

    def _is_told_later(self, fact: seen.Rolled) -> bool:
        """Whether its side tells dice in the chat before others fall, and before another side acts:
        these are the ones that it meant."""
        steps, own = self.context.scene.steps, fact.seen.side
        first = self.context.first_after(fact.seen.step)
        for one in steps[first : first + AHEAD]:
            if one.told_dice and one.side == own:
                return True
            if one.rolls or (one.side != own and not seen.is_only_said(one)):
                return False
        return False


def _is_rolled_on(first: Fact, fact: Fact) -> bool:
    """Whether the same side rolls the same dice once more."""
    again = isinstance(first, seen.Rolled) and isinstance(fact, seen.Rolled)
    return again and (first.key, first.seen.side) == (fact.key, fact.seen.side)


def _is_told(node: Node, kinds: Container[type[Verb]], since: Fact) -> bool:
    """Whether the explanation has a verb of one of these kinds at a fact or after it."""
    return any(type(verb) in kinds for verb, _ in _played(node, since))


def _played(node: Node, since: Fact) -> Iterator[tuple[Verb, Any]]:
    """Yield the verbs that the explanation has at a fact and after it, the latest first, each with
    the state before it. What was postponed before the fact, and read after it, does not end them.
    """

    def is_later(one: Entry) -> bool:
        put_off = one.held or one.verb is None
        return one.fact is None or put_off or one.fact.seen.step >= since.seen.step

    later = takewhile(is_later, back(node.tail))
    yield from ((one.verb, one.before) for one in later if one.verb is not None)
