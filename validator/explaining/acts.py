"""Adding a verb to an explanation: its faults, its price, and the postponed facts that fit after
it.

Points that are shown are booked as soon as they are earned. A postponed fact (an early sign, or
late tidying) is read after the first act after which it breaks nothing. If there is none before the
turn ends, it is noise and has its price.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, takewhile
from math import inf
from typing import Any

from validator.explaining import facts as seen
from validator.explaining import prices
from validator.explaining.candidates import Candidate, Candidates
from validator.explaining.context import AHEAD, Context, between, next_of, turn_named
from validator.explaining.facts import Fact
from validator.explaining.nodes import (
    Entry,
    Node,
    Told,
    accusations,
    back,
    is_too_early,
    means_nothing,
    of_turn,
)
from validator.explaining.settling import opens
from validator.explaining.signs import is_rolled, ways_seen
from validator.rules.cases import EITHER, Broken
from validator.rules.engine import Fault
from validator.rules.sequence import able, is_between_steps, place_in, rows_of
from validator.rules.states import THIS_TURN, is_in_doubt
from validator.rules.verbs import Verb, field_names

FOLLOWING = 100
"""At the end of a log, at most this many possible acts are tried."""


class Acts:
    """Adds acts to the explanations of one log."""

    def __init__(self, context: Context, candidates: Candidates) -> None:
        self.context = context
        self.reader = context.reader
        self.tables = context.tables
        self.facts = context.facts
        self.candidates = candidates
        self.alternate = context.words.alternate
        self.totals = context.totals
        """By index of a fact: the points that it shows."""
        self.faults, self.due = context.rulings.faults, context.rulings.due
        self._rows_known: dict[type[Verb], list[list[str]]] = {}

    def played(self, node: Node, verb: Verb, fact: Fact | None, price: float) -> Node:
        """Return the explanation with this verb added, whatever it breaks."""
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
        elif new.held and is_between_steps(type(verb)):
            new.held = tuple(self._still_to_come(new))
        return new

    def _dragged_before(self, node: Node) -> Iterator[int]:
        """The pieces whose postponed moves, and turns, everybody saw before a card was turned: the
        card did not cause them."""
        for place, _ in node.held:
            fact = self.facts[place]
            handled = self.context.is_piece(fact) or self._is_turned_piece(fact)
            if handled and not self.context.is_private(fact):
                yield place

    def _say(
        self, node: Node, verb: Verb, fact: Fact | None, price: float, held: bool = False
    ) -> None:
        """Append a verb to the explanation, with this price and the price of its faults."""
        before = node.state
        faults = self.faults(before, verb)
        broken = self._price_of(node, faults)
        if broken >= prices.BREACH and self._is_of_another(before, verb, fact, faults):
            broken += prices.OTHER_HAND
        if self.context.is_agreed(fact):
            broken = min(broken, prices.AGREED)
        if broken >= prices.SAME_AGAIN:
            without = prices.DOUBTED if self._may_be_written(before, verb) else inf
            accused = accusations(faults, verb, fact, before)
            least = {key: max(node.extra.get(key, 0.0), without) for key in accused}
            node.extra = {**node.extra, **least}
        price += broken
        node.pay(price, fact.seen.step if fact is not None else self.context.step)
        node.state = self.context.rulings.after(before, verb)
        node.lacks(said.of for _, said in faults if isinstance(said, Broken))
        goes_on = node.left_out and node.state.turn == before.turn
        node.left_out = goes_on or is_too_early(faults)
        node.tail = Entry(node.tail, verb, fact, before, faults, price, node.state, held)

    def _is_of_another(
        self, state: Any, verb: Verb, fact: Fact | None, faults: Iterable[Fault]
    ) -> bool:
        """Whether dice of one side would be a breach of the other. Who left something out is
        blamed whoever goes on."""
        if not isinstance(fact, seen.Rolled) or fact.seen.side is None or is_too_early(faults):
            return False
        blamed = {said.by for _, said in faults if isinstance(said, Broken) and said.by}
        blamed = blamed or ({verb.by} if verb.by else able(self.due(state), verb))
        return bool(blamed) and blamed.isdisjoint((fact.seen.side, EITHER))

    def _may_be_written(self, state: Any, verb: Verb) -> bool:
        """Whether an act breaks nothing if another side has already done what it owes in a private
        window that the reader does not see: it may only have been announced too late. Entries on
        paper are done when they are sealed."""
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
        """The price of the faults of one act: a breach costs once, further cases little."""
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
        """The explanation in which the fact is a late sign of an earlier verb; ``None`` if it is
        none."""
        named = turn_named(fact)
        for number, told in enumerate(node.told):
            if told.turn != node.state.turn and told.step != fact.seen.step:
                continue
            begun = node.state.turn if told.step == fact.seen.step else told.turn
            if named not in (None, told.turn, begun):
                continue  # a line said with the first act of a turn may name that turn
            for place, sign in enumerate(told.missing):
                if type(fact) is not sign.kind or sign.key not in ("", fact.key):
                    continue
                first, last = sorted((told.step, fact.seen.step))
                if sign.leads and (
                    self.context.is_opened(first, last) or _has_acted(node, told, fact)
                ):
                    continue  # it announces another act
                known = {**told.shown, **_values(told.verb)}
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
            told = Told(reading.verb, reading.missing, turn, fact.seen.step, reading.shown)
            node.told = (*node.told, told)

    def claim(self, node: Node, at: int, claims: Sequence[int]) -> None:
        """Use up the other signs of a new verb: postponed facts are removed, later facts are
        marked."""
        if claims:
            node.held = tuple(one for one in node.held if one[0] not in claims)
            node.claimed = node.claimed.union(place for place in claims if place > at)

    def stick(self, node: Node, at: int, by: str) -> None:
        """Mark postponed facts as settled when a side acts: the pieces that the other side moved
        were already there, and no later verb moved them. If the side declares something, so were
        its own pieces in its private window. The other side's private pieces are settled only if
        the side moves a piece, and no card says whose turn it is."""
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
        """The side that acts. If the sides move in turn and either may play the verb, it is the
        side of the player who did it."""
        if verb.by or fact is None or not self.alternate:
            return verb.by
        return fact.seen.side or ""

    def turn_price(self, node: Node, fact: Fact) -> float:
        named = turn_named(fact)
        early = named == node.state.turn + 1 and self.context.is_reopened(node.held)
        other = named not in (None, node.state.turn) and not early
        return prices.OTHER_TURN if other else 0.0

    def at_the_desk(self, node: Node) -> float:
        """The price of dice rolled outside the log; lower if others were in this turn, if a die is
        told in the chat around what is read now, or if they may have been rolled before the log
        began. Who tells his dice tells all of them: a told die makes no other die likelier."""
        if THIS_TURN in node.state.doubt:
            return prices.ASSUMED
        said = of_turn(node.tail, self.reader.ends_turn)
        unseen = (
            one for one in said if one.fact is None and one.verb and is_rolled(type(one.verb))
        )
        told = (prices.DESK_DIE_TOLD, prices.DICE_TOLD)
        if any(one.price not in told for one in unseen):
            return prices.DESK_DIE_AGAIN
        return prices.DESK_DIE_TOLD if self.context.is_die_told else prices.DESK_DIE

    def off_the_log(self, node: Node, fact: Fact, reading: Candidate) -> float:
        """The price if a piece shows a verb whose dice are missing, in a log that shows dice."""
        unseen = any(sign.kind is seen.Rolled for sign in reading.missing)
        if not unseen or not fact.about or self.context.unseen_dice:
            return 0.0
        return self.at_the_desk(node)

    def ways_on(self, node: Node) -> Iterator[Node]:
        """The explanation, and, if it has postponed what came too early, the same with that done
        now, if it breaks nothing."""
        yield node
        if self.context.is_reopened(node.held):
            new = node.copy()
            self._settle(new, "", False, self.context.at - 1, early=True)
            if new.held != node.held:
                yield new

    def _settle(self, node: Node, by: str, ended: bool, told: int, *, early: bool = False) -> None:
        """Read the postponed facts that are legal now; those that came too early only if so
        asked."""
        only = None
        if ended and node.held:
            only = self.context.rulings.kinds(node.state)
        again = bool(node.held)
        while again:
            again = False
            for place, worst in node.held:
                fact = self.facts[place]
                if (place in self.context.reopened) is not early:
                    continue
                other = not early and (place in node.stuck or by not in ("", fact.seen.side))
                gone_by = self.alternate and place in node.stuck and not early
                settled = self.context.is_done(place) or self._is_turned_piece(fact)
                if (gone_by or (not ended and other)) and settled:
                    continue  # it was moved before the other side acted
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
                        continue  # it belongs to the turn that ended
                    if later or self.turn_price(node, fact):
                        continue
                    if self._is_word_of_another(node.state, reading.verb, fact):
                        continue  # nobody announces what the other side will do later
                    over = self.reader.over(node.state, reading.verb)
                    acts = [reading.verb] if over is None else [over, reading.verb]
                    if self._breaks(node.state, acts):
                        continue
                    if type(reading.verb) is self.reader.ends_turn and node.wallet:
                        continue
                    used = {place, *reading.claims}
                    passed = self.over_cards(used)
                    if not passed and self._is_out_of_turn(node, fact, reading.verb):
                        passed = prices.OVER_CARDS
                    passed += self._over_dice(node, fact)
                    if passed > worst and not early:
                        continue  # it is likelier that it was for nothing
                    if place in node.stuck and self.context.is_private(fact):
                        node.pay(prices.CARRIED, fact.seen.step)
                    node.pay(passed, fact.seen.step)
                    node.held = tuple(one for one in node.held if one[0] not in used)
                    node.claimed |= used & {self.context.at}
                    unseen = self.off_the_log(node, fact, reading)
                    for verb in acts:
                        price = unseen if verb is reading.verb else 0.0
                        self._say(node, verb, fact, price, held=True)
                    self.stick(node, place, self.by(reading.verb, fact))
                    self.remember(node, reading, fact, turn)
                    self.book(node, fact)
                    if type(reading.verb) is self.reader.ends_turn:
                        self._dropped(node, fact.seen.step)
                    elif is_between_steps(type(reading.verb)):
                        node.held = tuple(self._still_to_come(node))
                    again = True
                    break
                if again:
                    break

    def _is_word_of_another(self, state: Any, verb: Verb, fact: Fact) -> bool:
        """Whether a declaration is of another side than those that may act so."""
        if not isinstance(fact, seen.Declared) or fact.seen.side is None:
            return False
        sides = able(self.due(state), verb)
        return bool(sides) and fact.seen.side not in sides

    def _is_out_of_turn(self, node: Node, fact: Fact, verb: Verb) -> bool:
        """Whether a side handled or turned a piece for an act that nothing asked for, and then only
        another side could choose what to do, and did. Where cards begin the acts, these tell."""
        handled = self.context.is_piece(fact) or self._is_turned_piece(fact)
        if verb.settles[0] or not handled or self.context.opening or self.alternate:
            return False
        for one in back(node.tail):
            if one.fact is None or one.held or one.verb is None:
                continue
            if one.fact.seen.step <= fact.seen.step:
                return False
            sides = {due.side for due in self.due(one.before)}
            alone = len(sides) == 1 and sides.isdisjoint((None, EITHER, fact.seen.side))
            if alone and not one.verb.settles[0]:
                return True
        return False

    def over_cards(self, places: Iterable[int]) -> float:
        """The price of postponed facts that are read after cards that began other acts."""
        return prices.OVER_CARDS * max(map(self._cards_over, places), default=0)

    def _cards_over(self, place: int) -> int:
        """The number of cards that began other acts after a piece was handled, a die rolled or
        something declared, and before this act of its own."""
        fact = self.facts[place]
        done = fact.about or isinstance(fact, seen.Rolled | seen.Declared)
        if not done or fact.key in self.reader.noise or fact.key in self.context.private:
            return 0
        return max(0, len(between(self.context.openings, place, self.context.at + 1)) - 1)

    def _over_dice(self, node: Node, fact: Fact) -> float:
        """The price of postponed dice that are read after others of their side, though these fell
        later."""
        if not fact.seen.rolls:
            return 0.0
        later = takewhile(
            lambda one: one.held or one.fact is None or one.fact.seen.step > fact.seen.step,
            back(node.tail),
        )
        passed = sum(
            one.fact is not None
            and not one.held
            and one.verb is not None
            and one.fact.seen.side == fact.seen.side
            and is_rolled(type(one.verb))
            for one in later
        )
        return prices.OVER_DICE * max(passed - 1, 0)

    def _breaks(self, state: Any, acts: Iterable[Verb]) -> bool:
        """Whether one of these acts breaks a rule when they are played one after the other."""
        for verb in acts:
            if self.faults(state, verb):
                return True
            state = self.context.rulings.after(state, verb)
        return False

    def book(self, node: Node, fact: Fact | None) -> None:
        """Book points that are both earned and shown."""
        if not node.wallet:
            return
        up, down = self.reader.bookable(node.state)
        change = min(node.wallet, up) if node.wallet > 0 else max(node.wallet, -down)
        if change:
            self.change_points(node, change, fact)

    def _counts(self, fact: Fact) -> bool:
        """Whether the button of a declaration also counts points: points shown before are then not
        for it."""
        return bool(fact.seen.declarations) and self.context.words.points in fact.seen.properties

    def book_for_nothing(self, node: Node) -> None:
        """Book all points that are shown but not earned, at the fact that showed the first of
        them."""
        self.change_points(node, node.wallet, node.paid)

    def change_points(self, node: Node, change: int, fact: Fact | None) -> None:
        verb = self.reader.change_points(change)
        self._say(node, verb, fact, 0.0)
        node.wallet -= change

    def _closed(self, node: Node) -> Node:
        """The explanation at the end of a turn: points that nobody earned are booked as they are
        shown."""
        shown = self.reader.as_shown(self.context, node.state)
        if not node.wallet and not shown:
            return node
        new = node.copy()
        if shown:
            new.state = node.state.changed(**shown)
        if new.wallet:
            new.price += prices.OUT_OF_ORDER  # they were shown for nothing
            self.book_for_nothing(new)
        return new

    def _dropped(self, node: Node, until: int) -> None:
        """At the end of a turn read its postponed facts as noise, each at its price. Entries in a
        private window are kept if a card that begins an act is still to come."""
        opens = next_of(self.context.openings, self.context.at - 1, -1) >= 0
        kept: list[tuple[int, float]] = []
        for place, worst in node.held:
            fact = self.facts[place]
            if fact.seen.step > until or (opens and self.context.is_private(fact)):
                kept.append((place, worst))
            else:
                means_nothing(node, fact, worst)
        node.held = tuple(kept)

    def _still_to_come(self, node: Node) -> Iterator[tuple[int, float]]:
        """The postponed facts of an explanation without rolls, and moved or turned pieces, whose
        row of steps was begun again since: they were for nothing."""
        for place, worst in node.held:
            fact = self.facts[place]
            if self._is_gone_by(node, fact):
                means_nothing(node, fact, worst)
            else:
                yield place, worst

    def _is_gone_by(self, node: Node, fact: Fact) -> bool:
        """Whether the row of steps to which a postponed roll or move belongs was begun again since
        it was made; once more, if its own step was over by then. A turned piece that belongs to no
        step shows what happened to it in the row that was under way."""
        handled = isinstance(fact, seen.Rolled) or self.context.is_piece(fact)
        if not handled and not self._is_turned_piece(fact):
            return False
        like = self.candidates.index.like(fact)
        signs = {(kind, way.signs[number]) for kind, way, number in like}
        kinds = {
            kind
            for kind, sign in signs
            if sign.binds(self.tables, node.state, fact, {}) is not None
        }
        in_steps = all(kind.steps for kind in kinds) or isinstance(fact, seen.Turned)
        return (
            in_steps
            and bool(kinds)
            and all(
                any(self._is_row_gone_by(node, fact, kind, row) for row in self._rows(kind))
                for kind in kinds
            )
        )

    def _is_turned_piece(self, fact: Fact) -> bool:
        """Whether a piece was turned whose faces are no markers."""
        names = (fact.key, f"{fact.key} turned")
        marks = (self.reader.noise.get(name) == prices.MARKER for name in names)
        return isinstance(fact, seen.Turned) and not any(marks)

    def _is_row_gone_by(self, node: Node, fact: Fact, kind: type[Verb], row: Sequence[str]) -> bool:
        begun = 0
        for entry in back(node.tail):
            earlier = entry.fact is not None and entry.fact.seen.step < fact.seen.step
            if entry.verb is None or (entry.held and earlier):
                continue
            if earlier:
                then = place_in(row, self.due(entry.after))
                own = [row.index(step) for step in kind.steps if step in row]
                over = bool(own) and (then is None or then > min(own))
                return begun > (1 if over else 0)
            if is_between_steps(type(entry.verb)):
                begun += self.context.is_begun(row, entry.before, entry.after)
        return begun > 1

    def _rows(self, kind: type[Verb]) -> list[list[str]]:
        """The rows of steps to which a verb belongs: all, if it only settles what is owed."""
        if kind not in self._rows_known:
            sequence = getattr(self.context.rules.game, "sequence", ())
            self._rows_known[kind] = rows_of(sequence, kind)
        return self._rows_known[kind]

    def let_go(self, node: Node) -> Node:
        """The explanation with declarations that were postponed for too long read as noise: nobody
        declares an act that long before it."""
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
        """The explanation at the end of the log: postponed facts are noise, and points that nobody
        earned are booked for nothing, unless the log shows no dice and an act that earns them may
        follow."""
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
        """Whether an act that earns the shown points may still follow. Points are lost by dice,
        which may be rolled now or after one more act."""
        if node.wallet > 0:
            return True
        rules = self.context.rules
        kinds = [kind for due in self.due(node.state) for kind in due.verbs]
        able = [*islice(rules.legal_actions(node.state, kinds), FOLLOWING + 1)]
        if len(able) > FOLLOWING:
            return True  # too many acts to rule it out
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


def _has_acted(node: Node, told: Told, fact: Fact) -> bool:
    """Whether the piece of a fact has done something after a verb that may have further signs."""
    piece = getattr(fact, "piece", None)
    since = takewhile(lambda one: one.verb is not told.verb, back(node.tail))
    shown = (one.fact for one in since if one.verb is not None)
    return piece is not None and any(getattr(one, "piece", None) == piece for one in shown)


def _values(verb: Verb) -> dict[str, Any]:
    return {name: getattr(verb, name) for name in field_names(type(verb))}
