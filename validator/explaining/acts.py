"""An explanation goes on by an act: what that breaks and costs, what else is over or done by it.

Points that are shown are booked where they are earned. What was put off (a sign that came early, or
tidying that came late) is taken up again after an act behind which it breaks nothing, and has its
price as noise if its time has not come when the turn ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from itertools import islice
from math import inf
from typing import Any

from validator.explaining import facts as seen
from validator.explaining import prices
from validator.explaining.candidates import Candidate, Candidates
from validator.explaining.context import Context, lay, next_of, turn_named
from validator.explaining.facts import Fact
from validator.explaining.netting import opens, parted
from validator.explaining.nodes import Entry, Node, Told, accusations, means_nothing
from validator.explaining.signs import ways_seen
from validator.rules.cases import Broken
from validator.rules.engine import Fault
from validator.rules.states import is_in_doubt
from validator.rules.verbs import Verb, field_names

FOLLOWING = 100
"""So many acts are tried that may follow where a log ends, at most."""
LATE = 12
"""So many facts later a turn that has ended is tidied, at most."""


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

    def played(
        self,
        node: Node,
        verb: Verb,
        fact: Fact | None,
        price: float,
        *,
        tidied: bool = True,
    ) -> Node:
        """The explanation that goes on with this verb, whatever it breaks; ``tidied``: a turn that
        ends is tidied late, if it can be."""
        over = self.reader.over(node.state, verb)
        new = node.copy() if over is None else self.played(node, over, fact, 0.0, tidied=tidied)
        new.tidied &= over is not None
        ends = type(verb) is self.reader.ends_turn
        if ends:
            new = self._closed(self._booked_late(new, verb, fact), fact)
            late = self._tidied_late(new, verb) if fact is not None and tidied else new
            new, new.tidied = late.copy(), late is not new
        self._say(new, verb, fact, price)
        if ends:
            now = self.facts[self.context.at].seen.step
            new.told = tuple(one for one in new.told if one.step > now)  # what is tidied late
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
            known = _values(told.verb)
            for place, sign in enumerate(told.missing):
                if type(fact) is not sign.kind or sign.key not in ("", fact.key):
                    continue
                if sign.leads and self.context.is_opened(told.step, fact.seen.step):
                    continue  # it announces another act
                bound = sign.binds(self.tables, node.state, fact, known)
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
            only = {kind for due in self.due(node.state) for kind in due.verbs}
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

    def _booked_late(self, node: Node, ends: Verb, fact: Fact | None) -> Node:
        """Points that were owed and are booked by the click that follows the end of a turn, or
        that were for nothing and are taken back by it."""
        if fact is None:
            return node
        if not node.wallet and not (
            any(self.reader.bookable(node.state)) and self.faults(node.state, ends)
        ):
            return node
        later = self.context.at + 1
        while later < len(self.facts) and later not in self.totals:
            row = self.facts[later]
            if row.seen.step > fact.seen.step and not isinstance(row, seen.Points):
                return node
            later += 1
        if later >= len(self.facts):
            return node
        new = node.copy()
        new.wallet += self.totals[later] - node.track
        new.track = self.totals[later]
        new.price += prices.HELD
        self.book(new, self.facts[later])
        return node if new.wallet or self.faults(new.state, ends) else new

    def _tidied_late(self, node: Node, ends: Verb) -> Node:
        """A turn ends that still owes something: look whether it is done a little later, when the
        next one has begun, and play what is found before the end, at the price of `HELD`.

        So can a marker be moved or turned; a private window be written in, and that be declared,
        only until anybody moves a piece, and so long may a piece be put away that had to be. Of
        what is moved on the first drags alone may belong to the turn that ends. What leaves
        another breach behind is no tidying.
        """
        if not self._owes(node.state, ends):
            return node
        untidied, owed = node, self._broken(node, ends)
        begin, moved = self.context.at + 1, False
        for later in range(begin, min(len(self.facts), begin + LATE)):
            row = node.begun.get(later, self.facts[later])
            said = isinstance(row, seen.Declared)
            private = said or row.key in self.context.private
            piece = self.context.is_piece(row) and row.key not in self._fleeting
            handled = piece and not private and row.key not in self.context.opening
            tidied = isinstance(row, seen.Moved | seen.Turned | seen.Hidden | seen.Declared)
            if not tidied or (moved and (private or piece)) or later in node.claimed:
                moved |= handled
                continue
            faults = self.faults(node.state, ends)
            for part, rest, reading in self._parts_read(node, later, row):
                before = node.state
                early = any(one < later for one in reading.claims)
                if early or (said and not reading.verb.secret):
                    continue
                if self.faults(before, reading.verb):
                    continue
                if piece and not self._is_demanded(before, reading.verb):
                    continue
                after = self.context.rulings.after(before, reading.verb)
                left = self.faults(after, ends)
                if len(left) >= len(faults) and not self._is_demanded(before, reading.verb):
                    continue
                node = node.copy()
                node.state, node.price = after, node.price + prices.HELD
                node.claimed |= {*reading.claims, *(() if rest else (later,))}
                node.begun = {**node.begun, later: rest} if rest else node.begun
                tail = Entry(node.tail, reading.verb, part, before, (), prices.HELD, after, True)
                node.tail = tail
                self.remember(node, reading, part, before.turn)
                break
            else:
                moved |= handled
        return node if self._broken(node, ends) <= owed else untidied

    def _broken(self, node: Node, ends: Verb) -> set[str]:
        return {case.id for case, _ in self.faults(node.state, ends)}

    def _parts_read(
        self, node: Node, at: int, fact: Fact
    ) -> Iterator[tuple[Fact, Fact | None, Candidate]]:
        """A fact read as a whole, then its first part alone and what is left of it."""
        for part, rest in ((fact, None), *parted(fact, self.context.words)):
            for reading in self.candidates.read(node, at, part):
                yield part, rest, reading

    def _owes(self, state: Any, ends: Verb) -> bool:
        """Whether a turn that ends lacks anything."""
        kind = type(ends)
        return bool(self.faults(state, ends)) or any(
            due.mandatory and due.verbs != (kind,) for due in self.due(state)
        )

    def _is_demanded(self, state: Any, verb: Verb) -> bool:
        """Whether the verb must be played now."""
        return any(
            due.mandatory
            and type(verb) in due.verbs
            and (not due.field or getattr(verb, due.field) == due.piece)
            for due in self.due(state)
        )

    def _as_tidied(self, node: Node) -> Context:
        """The context, with what was read as tidied late where it belongs."""
        late = sorted(place for place in node.claimed if place > self.context.at)
        if not late:
            return self.context
        tidied = copy(self.context)
        tidied.table = dict(tidied.table)
        for place in late:
            lay(tidied.table, self.facts[place].seen)
        return tidied

    def _closed(self, node: Node, fact: Fact | None) -> Node:
        """A turn ends: points that nobody earned are booked as they are shown."""
        shown = self.reader.as_shown(self._as_tidied(node), node.state)
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
