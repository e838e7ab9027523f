"""An explanation goes on by an act: what that breaks and costs, what else is over or done by it.

Points that are shown are booked where they are earned. What was put off (a sign that came early, or
tidying that came late) is taken up again after an act behind which it breaks nothing, and has its
price as noise if its time has not come when the turn ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import inf
from typing import Any

from validator.explaining import facts as seen
from validator.explaining import prices
from validator.explaining.candidates import Candidate, Candidates
from validator.explaining.context import AHEAD, Context, next_of, turn_named
from validator.explaining.facts import Fact
from validator.explaining.netting import opens
from validator.explaining.nodes import Entry, Node, Told, accusations, means_nothing
from validator.explaining.signs import ways_seen
from validator.rules.cases import Broken
from validator.rules.engine import Fault
from validator.rules.states import is_in_doubt
from validator.rules.verbs import Verb, field_names

FOLLOWING = 100
"""So many acts are tried that may follow where a log ends, at most."""


class Acts:
    """The acts of which explanations of one log are made."""

    def __init__(self, context: Context, candidates: Candidates) -> None:
        self.context = context
        self.reader = context.reader
        self.tables = context.tables
        self.facts = context.facts
        self.candidates = candidates
        words = self.reader.words(context.rules.game, self.tables)
        self.alternate = words.alternate
        self._fleeting = words.fleeting
        self.totals = context.totals
        """By number of a fact: the points it shows."""
        self.faults, self.due = context.rulings.faults, context.rulings.due

    def played(self, node: Node, verb: Verb, fact: Fact | None, price: float) -> Node:
        """The explanation that goes on with this verb, whatever it breaks."""
        over = self.reader.over(node.state, verb)
        new = node.copy() if over is None else self.played(node, over, fact, 0.0)
        ends = type(verb) is self.reader.ends_turn
        if ends:
            new = self._closed(new)
        self._say(new, verb, fact, price)
        if ends:
            new.told = ()
        told = self.context.at if fact is None else self.context.at - 1
        if fact is None or not self._counts(fact):
            self.book(new, None)
        if fact is not None and opens(fact, self.context.opening):
            new.stuck = new.stuck.union(self._dragged_before(new))
        self._settle(new, self.by(verb, fact), ends, told)
        if ends and new.held:
            self._dropped(new, fact.seen.step if fact is not None else 0)
        return new

    def _dragged_before(self, node: Node) -> Iterator[int]:
        """The pieces that were moved before a card is turned, for all to see: not by that card."""
        for place, _ in node.held:
            fact = self.facts[place]
            if self.context.is_piece(fact) and not self.context.is_private(fact):
                yield place

    def _say(
        self, node: Node, verb: Verb, fact: Fact | None, price: float, held: bool = False
    ) -> None:
        """Add a verb, at its price and that of what it breaks."""
        before = node.state
        faults = self.faults(before, verb)
        broken = self._price_of(node, faults)
        if broken >= prices.SAME_AGAIN:
            without = prices.DOUBTED if self._may_be_written(before, verb) else inf
            accused = accusations(faults, verb, fact, before)
            least = {key: max(node.extra.get(key, 0.0), without) for key in accused}
            node.extra = {**node.extra, **least}
        price += broken
        node.pay(price, fact.seen.step if fact is not None else self.context.step)
        node.state = self.context.rulings.after(before, verb)
        node.lacks(said.of for _, said in faults if isinstance(said, Broken))
        node.tail = Entry(node.tail, verb, fact, before, faults, price, node.state, held)

    def _may_be_written(self, state: Any, verb: Verb) -> bool:
        """Whether an act breaks nothing if what another side owes was done before it, in a private
        window that the reader does not see: then that may only have been said too late. What is
        kept on paper is done when it is sealed."""
        for due in self.due(state):
            for kind in due.verbs:
                if not kind.secret or kind.by == verb.by or self.context.sees(kind.by):
                    continue
                signs = (sign for way in ways_seen(kind) for sign in way.signs)
                papers = (s.key for s in signs if s.kind is seen.Sealed)
                fixed = kind.silent(self.context, state)
                if fixed is None or any(self.context.alike(seen.Sealed, key) for key in papers):
                    continue
                for done in islice(self.candidates.filled(state, kind, dict(fixed)), 1):
                    written = self.context.rulings.after(state, done)
                    if not self.faults(state, done) and not self.faults(written, verb):
                        return True
        return False

    def _price_of(self, node: Node, faults: Sequence[Fault]) -> float:
        """An act is priced, not its cases."""
        if not faults:
            return 0.0
        known = node.extra
        total, gravest = 0.0, 0.0
        for case, said in faults:
            if isinstance(said, Broken) and said.of in node.lacking:
                gravest = max(gravest, prices.STILL_OWED)
                continue
            severity = (isinstance(said, Broken) and said.severity) or case.severity
            if severity in ("unverifiable", "note") or is_in_doubt(node.state.doubt, case.rests_on):
                price = prices.DOUBTED
            elif ("case", case.id, str(node.state.turn)) in known:
                price = prices.SAME_AGAIN
            else:
                price = prices.BREACH
            gravest = max(gravest, price)
            total += prices.FURTHER_CASE
        return gravest + max(total - prices.FURTHER_CASE, 0.0)

    def absorbed(self, node: Node, fact: Fact) -> Node | None:
        """The fact as a late sign of a verb told already."""
        for number, told in enumerate(node.told):
            if told.turn != node.state.turn and told.step != fact.seen.step:
                continue
            begun = node.state.turn if told.step == fact.seen.step else told.turn
            if turn_named(fact) not in (None, told.turn, begun):
                continue  # what is said with the act that begins a turn may name that turn
            for place, sign in enumerate(told.missing):
                if type(fact) is not sign.kind or sign.key not in ("", fact.key):
                    continue
                if sign.leads and self.context.is_opened(told.step, fact.seen.step):
                    continue  # it announces another act
                bound = sign.binds(self.tables, node.state, fact, _values(told.verb))
                if bound is None:
                    continue
                new = node.copy()
                left = (*told.missing[:place], *told.missing[place + 1 :])
                rows = [*node.told]
                rows[number] = replace(told, missing=left)
                new.told = tuple(rows)
                if told.step != fact.seen.step:
                    new.price += prices.LATE_SIGN
                return new
        return None

    def remember(self, node: Node, reading: Candidate, fact: Fact, turn: int) -> None:
        if type(reading.verb) is self.reader.ends_turn:
            node.told = ()
        if reading.missing:
            told = Told(reading.verb, reading.missing, turn, fact.seen.step)
            node.told = (*node.told, told)

    def claim(self, node: Node, at: int, claims: Sequence[int]) -> None:
        """Other signs of a verb that is told now: held ones are used up, later ones marked."""
        if claims:
            node.held = tuple(one for one in node.held if one[0] not in claims)
            node.claimed = node.claimed.union(place for place in claims if place > at)

    def stick(self, node: Node, at: int, by: str) -> None:
        """A side acts: pieces that the other side has moved lay there already, and if it declares
        something, so did what it has in its own private window. No later verb moved them. What lies
        in the other's private window is so only if the side moves a piece, and no card says whose
        turn it is."""
        fact, private = self.facts[at], self.context.is_private
        if not by or not node.held:
            return
        speaks, moves = isinstance(fact, seen.Declared), self.context.is_piece(fact)
        node.stuck = node.stuck.union(
            place
            for place, _ in node.held
            if place < at
            and (
                speaks and private(self.facts[place])
                if self.facts[place].seen.side == by
                else self.context.is_done(place)
                and (not private(self.facts[place]) or (moves and not self.context.opening))
            )
        )

    def by(self, verb: Verb, fact: Fact | None) -> str:
        """Who acts; where the sides move in turn and either may play a verb, whose hand did it."""
        if verb.by or fact is None or not self.alternate:
            return verb.by
        return fact.seen.side or ""

    def turn_price(self, node: Node, fact: Fact) -> float:
        named = turn_named(fact)
        return prices.OTHER_TURN if named is not None and named != node.state.turn else 0.0

    def _settle(self, node: Node, by: str, ended: bool, told: int) -> None:
        """Take up facts whose time has come."""
        only = None
        if ended and node.held:
            only = self.context.rulings.kinds(node.state)
        again = bool(node.held)
        while again:
            again = False
            for place, _ in node.held:
                fact = self.facts[place]
                other = place in node.stuck or by not in ("", fact.seen.side)
                gone_by = self.alternate and place in node.stuck
                if (gone_by or (not ended and other)) and self.context.is_done(place):
                    continue  # what was moved had been moved when the other side acted
                late = self.absorbed(node, fact)
                if late is not None:
                    node.told = late.told
                    node.held = tuple(one for one in node.held if one[0] != place)
                    again = True
                    break
                for reading in self.candidates.read(node, place, fact):
                    turn = node.state.turn
                    later = any(claim > told for claim in reading.claims)
                    if only is not None and type(reading.verb) not in only:
                        continue  # it came before the turn ended, and is no act that comes early
                    if later or self.turn_price(node, fact):
                        continue
                    if self.faults(node.state, reading.verb):
                        continue
                    if type(reading.verb) is self.reader.ends_turn and node.wallet:
                        continue
                    if place in node.stuck and self.context.is_private(fact):
                        node.pay(prices.CARRIED, fact.seen.step)
                    used = {place, *reading.claims}
                    node.held = tuple(one for one in node.held if one[0] not in used)
                    node.claimed |= used & {self.context.at}
                    self._say(node, reading.verb, fact, 0.0, held=True)
                    self.stick(node, place, self.by(reading.verb, fact))
                    self.remember(node, reading, fact, turn)
                    self.book(node, fact)
                    if type(reading.verb) is self.reader.ends_turn:
                        self._dropped(node, fact.seen.step)
                    again = True
                    break
                if again:
                    break

    def book(self, node: Node, fact: Fact | None) -> None:
        """Book what is earned and shown."""
        if not node.wallet:
            return
        up, down = self.reader.bookable(node.state)
        change = min(node.wallet, up) if node.wallet > 0 else max(node.wallet, -down)
        if change:
            self.change_points(node, change, fact)

    def _counts(self, fact: Fact) -> bool:
        """Whether a button that declares something counts points itself: what was shown before is
        not for that."""
        return bool(fact.seen.declarations) and self.context.words.points in fact.seen.properties

    def book_for_nothing(self, node: Node) -> None:
        """Book all points that are shown though nobody earned them, by the hand that began it."""
        self.change_points(node, node.wallet, node.paid)

    def change_points(self, node: Node, change: int, fact: Fact | None) -> None:
        verb = self.reader.change_points(change)
        self._say(node, verb, fact, 0.0)
        node.wallet -= change

    def _closed(self, node: Node) -> Node:
        """A turn ends: points that nobody earned are booked as they are shown."""
        shown = self.reader.as_shown(self.context, node.state)
        if not node.wallet and not shown:
            return node
        new = node.copy()
        if shown:
            new.state = node.state.changed(**shown)
        if new.wallet:
            new.price += prices.OUT_OF_ORDER  # they were for nothing when they were shown
            self.book_for_nothing(new)
        return new

    def _dropped(self, node: Node, until: int) -> None:
        """Signs whose time has not come by the end of their turn mean nothing, at their price; what
        is written in a private window may be for a card that is not yet turned."""
        opens = next_of(self.context.openings, self.context.at - 1, -1) >= 0
        kept: list[tuple[int, float]] = []
        for place, worst in node.held:
            fact = self.facts[place]
            if fact.seen.step > until or (opens and self.context.is_private(fact)):
                kept.append((place, worst))
            else:
                means_nothing(node, fact, worst)
        node.held = tuple(kept)

    def let_go(self, node: Node) -> Node:
        """The explanation when words that were put off for too long mean nothing: nobody says so
        long before its time what is meant."""
        first = self.context.at - AHEAD
        early = (one for one in node.held if one[0] < first)
        old = [one for one in early if isinstance(self.facts[one[0]], seen.Declared)]
        if not old:
            return node
        new = node.copy()
        new.held = tuple(one for one in node.held if one not in old)
        for place, worst in old:
            means_nothing(new, self.facts[place], worst)
        return new

    def finished(self, node: Node) -> Node:
        """The log is over: what was put off and never explained has its price, and points that
        nobody earned were for nothing; where no dice are seen, what earns them may follow."""
        new = node.copy()
        last = new.tail
        while last is not None and last.verb is None:
            last = last.earlier
        begun = last is not None and type(last.verb) is self.reader.ends_turn
        if new.wallet and (begun or not self.context.unseen_dice or not self._may_follow(new)):
            new.price += prices.OUT_OF_ORDER
            self.book_for_nothing(new)
        self._dropped(new, self.facts[-1].seen.step if self.facts else 0)
        return new

    def _may_follow(self, node: Node) -> bool:
        """Whether what earns the points that are shown may still be seen; what costs them is dice
        that may have been thrown by now, or behind what may be done now."""
        if node.wallet > 0:
            return True
        rules = self.context.rules
        kinds = [kind for due in self.due(node.state) for kind in due.verbs]
        able = [*islice(rules.legal_actions(node.state, kinds), FOLLOWING + 1)]
        if len(able) > FOLLOWING:
            return True  # too much can be done to say that none of it leads there
        for state in (node.state, *(rules.apply(node.state, verb) for verb in able)):
            for kind in rules.module.verbs:
                fixed = kind.silent(self.context, state)
                if fixed is None or not any(way.is_silent for way in ways_seen(kind)):
                    continue
                for verb in islice(self.candidates.filled(state, kind, dict(fixed)), 1):
                    _, down = self.reader.bookable(rules.apply(state, verb))
                    if down >= -node.wallet and not self.faults(state, verb):
                        return True
        return False


def _values(verb: Verb) -> dict[str, Any]:
    return {name: getattr(verb, name) for name in field_names(type(verb))}
