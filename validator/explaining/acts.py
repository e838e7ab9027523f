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
from validator.explaining.context import AHEAD, Context, next_of, turn_named
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
from validator.explaining.postponed import Postponed
from validator.explaining.settling import opens
from validator.explaining.signs import is_rolled, ways_seen
from validator.rules.cases import EITHER, Broken
from validator.rules.engine import Fault
from validator.rules.sequence import able, is_between_steps
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
        self.faults, self.due = context.rulings.faults, context.rulings.due
        self.postponed = Postponed(context, candidates)

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
            new.stuck = new.stuck.union(self.postponed.before_a_card(new))
        self._settle(new, self.by(verb, fact), ends, told)
        if ends and new.held:
            self._dropped(new, fact.seen.step if fact is not None else 0)
        elif new.held and is_between_steps(type(verb)):
            new.held = tuple(self._still_to_come(new))
        return new

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
        cases, gravest = 0, 0.0
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
            cases += 1
        return gravest + prices.of_further_cases(cases)

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
            self._absorb_entries(node)

    def _absorb_entries(self, node: Node) -> None:
        """Use up postponed entries in private that are further signs of the last verb."""
        for place, _ in node.held:
            entry = self.facts[place]
            late = self.absorbed(node, entry) if self.context.is_private(entry) else None
            if late is not None:
                node.told = late.told
                node.held = tuple(one for one in node.held if one[0] != place)

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
        asked. Their other signs are sought up to the fact ``told``."""
        only = self.context.rulings.kinds(node.state) if ended and node.held else None
        left = [*node.held]
        while left:
            place, worst = left.pop(0)
            if not early and self._means_nothing_now(node, place, worst):
                continue
            in_time = early or not self.postponed.is_over(node, place, by, ended)
            if (place in self.context.reopened) is not early or not in_time:
                continue
            if self._is_read_now(node, place, inf if early else worst, told, only):
                left = [*node.held]

    def _means_nothing_now(self, node: Node, place: int, worst: float) -> bool:
        """Whether a piece was moved early to where the last act that was seen puts it; it is
        postponed no longer."""
        fact, mute, last = self.facts[place], self.reader.mute, node.tail
        if mute is None or last is None or last.fact is None:
            return False
        if not isinstance(fact, seen.Moved) or place in node.claimed:
            return False
        belongs = mute(self.context, node.state, fact) and not mute(self.context, last.before, fact)
        passed = self.postponed.over_cards((place,)) if belongs else inf
        if passed > worst:
            return False
        node.pay(passed, fact.seen.step)
        node.held = tuple(one for one in node.held if one[0] != place)
        return True

    def _is_read_now(
        self, node: Node, place: int, worst: float, told: int, only: set[type[Verb]] | None
    ) -> bool:
        """Read a postponed fact if it is legal now, and no dearer than as noise (``worst``); return
        whether it is."""
        fact = self.facts[place]
        late = self.absorbed(node, fact)
        if late is not None:
            node.told = late.told
            node.held = tuple(one for one in node.held if one[0] != place)
            return True
        readings = self.candidates.read(node, place, fact)
        if self._goes_on_late(node, fact, readings, told):
            return False
        for reading in readings:
            if any(claim > told for claim in reading.claims):
                continue
            if only is not None and type(reading.verb) not in only:
                continue  # it belongs to the turn that ended
            if not self._may_come_now(node, fact, reading.verb):
                continue
            passed = self._passed_over(node, place, reading)
            if passed <= worst:
                node.pay(passed, fact.seen.step)
                self._read_held(node, place, reading)
                return True
        return False

    def _goes_on_late(
        self, node: Node, fact: Fact, readings: Iterable[Candidate], told: int
    ) -> bool:
        """Whether an entry in private is a part of an act whose other signs come after the turn
        marker, which was moved late."""
        late = (one for one in readings if max(one.claims, default=told) > told)
        return self.context.is_private(fact) and any(
            self._may_come_now(node, fact, one.verb) for one in late
        )

    def _may_come_now(self, node: Node, fact: Fact, verb: Verb) -> bool:
        """Whether a postponed fact may be read as a verb: it breaks nothing."""
        if self.turn_price(node, fact) or self._is_word_of_another(node.state, verb, fact):
            return False  # nobody announces what the other side will do later
        if type(verb) is self.reader.ends_turn and node.wallet:
            return False
        return not self._breaks(node.state, self._with_what_it_ends(node.state, verb))

    def _passed_over(self, node: Node, place: int, reading: Candidate) -> float:
        """The price of what was done since a fact was postponed. If that costs more than the fact
        as noise, it was likelier for nothing."""
        fact = self.facts[place]
        passed = self.postponed.over_cards({place, *reading.claims})
        if not passed and self.postponed.is_out_of_turn(node, fact, reading.verb):
            passed = prices.OVER_CARDS
        return passed + self.postponed.over_dice(node, fact)

    def _read_held(self, node: Node, place: int, reading: Candidate) -> None:
        """Read a postponed fact as a verb."""
        fact, turn, used = self.facts[place], node.state.turn, {place, *reading.claims}
        if place in node.stuck and self.context.is_private(fact):
            node.pay(prices.CARRIED, fact.seen.step)
        node.held = tuple(one for one in node.held if one[0] not in used)
        node.claimed |= used & {self.context.at}
        unseen = self.off_the_log(node, fact, reading)
        for verb in self._with_what_it_ends(node.state, reading.verb):
            self._say(node, verb, fact, unseen if verb is reading.verb else 0.0, held=True)
        self.stick(node, place, self.by(reading.verb, fact))
        self.remember(node, reading, fact, turn)
        self.book(node, fact)
        if type(reading.verb) is self.reader.ends_turn:
            self._dropped(node, fact.seen.step)
        elif is_between_steps(type(reading.verb)):
            node.held = tuple(self._still_to_come(node))

    def _with_what_it_ends(self, state: Any, verb: Verb) -> list[Verb]:
        """A verb, after the one that ends the act which it ends without a word."""
        over = self.reader.over(state, verb)
        return [verb] if over is None else [over, verb]

    def _is_word_of_another(self, state: Any, verb: Verb, fact: Fact) -> bool:
        """Whether a declaration is of another side than those that may act so."""
        if not isinstance(fact, seen.Declared) or fact.seen.side is None:
            return False
        sides = able(self.due(state), verb)
        return bool(sides) and fact.seen.side not in sides

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
        private window are kept if a card that begins an act is still to come, or if the marker may
        be late: they are of the next turn."""
        opens = next_of(self.context.openings, self.context.at - 1, -1) >= 0
        kept: list[tuple[int, float]] = []
        for place, worst in node.held:
            fact = self.facts[place]
            goes_on = opens or self.context.is_marked_late(node.state.turn, (place,))
            if fact.seen.step > until or (goes_on and self.context.is_private(fact)):
                kept.append((place, worst))
            else:
                means_nothing(node, fact, worst)
        node.held = tuple(kept)

    def _still_to_come(self, node: Node) -> Iterator[tuple[int, float]]:
        """The postponed facts of an explanation without rolls, and moved or turned pieces, whose
        row of steps was begun again since: they were for nothing."""
        for place, worst in node.held:
            fact = self.facts[place]
            if self.postponed.is_gone_by(node, fact):
                means_nothing(node, fact, worst)
            else:
                yield place, worst

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
