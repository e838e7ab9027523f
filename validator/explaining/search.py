"""A beam search for the cheapest explanation of a log by the rules.

Facts are explained one by one. A fact can be a sign of a new verb, a late sign of an earlier verb,
or the first sign of a verb whose other signs follow; it can be postponed until its time comes; or
it is noise. Before a verb, silent verbs that are due may be assumed. Every step has a price
(`validator.explaining.prices`). Explanations that lead to the same state are merged; for every
accusation the merged one keeps the price of the cheapest explanation without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from math import inf
from typing import Any

from validator.explaining import facts as seen
from validator.explaining import prices
from validator.explaining.acts import Acts
from validator.explaining.candidates import Candidate, Candidates
from validator.explaining.care import Care
from validator.explaining.context import Context
from validator.explaining.earlier_acts import EarlierActs
from validator.explaining.earning import Earning
from validator.explaining.facts import Fact, are_alike
from validator.explaining.mistakes import Mistakes
from validator.explaining.netting import parted
from validator.explaining.nodes import (
    Dropped,
    Node,
    back,
    of_turn,
    pruned,
    without_gain,
)
from validator.explaining.retelling import Act, Retelling, latest
from validator.explaining.second_guesses import SecondGuesses
from validator.explaining.settling import opens
from validator.explaining.signs import is_rolled, ways_seen
from validator.explaining.silence import Silence
from validator.rules.verbs import Verb

ONLY, OR_ANOTHER, PAST_DICE = "only", "or another", "past dice"
"""A fact only announces a verb; or some of several such facts do; or it may announce one that is
shown only after other dice, which may be stray."""
NEAR = 3
"""Dice that nobody saw are assumed before so many of the last acts."""
WITHIN_EARSHOT = 8
"""What was said aloud is assumed before so many of the last acts."""
WORDS_LATE = 20
"""A word for what was assumed without it may come so many acts late."""
CHAIN = 9
"""At most this many silent verbs are assumed before one fact."""


class Search:
    """The search through one log."""

    def __init__(self, context: Context, start: Any, narrow: bool = True) -> None:
        self.context = context
        self.reader = context.reader
        self.tables = context.tables
        self.facts = context.facts
        self.candidates = Candidates(context)
        self.acts = Acts(context, self.candidates)
        self.silence = Silence(context, self.candidates, self.acts)
        self.retelling = Retelling(context, self.candidates)
        self.earlier = EarlierActs(self.retelling, self.silence.in_secret)
        self.mistakes = Mistakes(context, self.candidates, self.acts, self._direct, self._assuming)
        self.second_guesses = SecondGuesses(
            context, self.candidates, self.silence, self.retelling, self._direct, self._is_mute
        )
        self.earning = Earning(self.acts, self.silence, self.retelling)
        self._fleeting = context.words.fleeting
        self._evident = {kind for kind in context.rules.module.verbs if kind.evident}
        self.beam = [Node(start, context.points.at_first)]
        if context.rules.module.beliefs is not None:
            self.beam[0].dropped = Dropped(None)
        self.gave_up: Fact | None = None
        """The fact at which the search gave up; ``None`` if all facts are explained."""
        self._care = Care(context, narrow)
        self._followed = 0

    def run(self) -> Node:
        """Explain all facts and return the cheapest explanation."""
        at = 0
        while self.gave_up is None:
            self._care.pause(at, self.beam)
            if at < len(self.facts):
                self._explain(at)
            else:
                self._finish()
            self.beam = self._care.joined(at, self.beam)
            again = self._care.again(at, self.beam)
            if again is not None:
                at, self.beam = again
                self.gave_up = None
            elif at < len(self.facts):
                at += 1
            else:
                return self.beam[0]
        self._finish()
        return self.beam[0]

    def _explain(self, at: int) -> None:
        self.context.take(at)
        self.candidates.forget()
        fact = self.facts[at]
        found: list[Node] = []
        self._followed += min(len(self.beam), prices.WIDE.most)
        for node in self.beam:
            for way in self.acts.ways_on(self.acts.let_go(node)) if node.held else (node,):
                found += self._step(way, at, fact)
        self.beam = pruned(found, self.facts, self.context.width)
        self.context.put_down()
        if self._is_hopeless(at + 1):
            self.gave_up = fact

    def _finish(self) -> None:
        self.candidates.forget()
        ways = (way for node in self.beam for way in self.acts.ways_on(node))
        finished = [self.acts.finished(way) for way in ways]
        self.beam = pruned(finished, self.facts, self.context.width)

    def _is_hopeless(self, facts: int) -> bool:
        """Whether no explanation fits this log, or the search takes too long."""
        tried = self._followed > prices.FOLLOWED + prices.FOLLOWED_A_FACT * facts
        least = min(node.price - node.idle for node in self.beam)  # stray clicks do not count
        return tried or least > prices.NONSENSE + prices.NONSENSE_A_FACT * facts

    def _step(self, node: Node, at: int, fact: Fact) -> list[Node]:
        if at in node.claimed:
            new = node.copy()
            new.claimed = node.claimed - {at}
            return [new]
        if isinstance(fact, seen.Points):
            return self.earning.points(node, at, fact)
        if _is_as_before(fact):
            return [node, *self._divided(node, at, fact)]  # it went back: noise, or it counts
        if not any(self.candidates.index.like(fact)):
            return [node]  # it is no verb's sign
        node = self.acts.postponed.as_one_move(node, fact)
        if self._is_mute(node, fact):
            return [node, *self._divided(node, at, fact), *self._healing(node, at, fact)]
        late = self.acts.absorbed(node, fact)
        if late is not None:
            return [
                late,
                *self._asked_again(node, at, fact),
                *self._begun_anew(node, late, at, fact),
            ]
        announces = self._announces(node, at, fact)
        if announces == ONLY:
            told = self._after_told_dice(node, at, fact, announces=True)
            return [node, *self._divided(node, at, fact), *told]
        if announces == PAST_DICE:
            passed = node.copy()
            passed.price += prices.ASSUMED
            return [passed, *self._read(node, at, fact)]
        return self._read(node, at, fact, announces)

    def _asked_again(self, node: Node, at: int, fact: Fact) -> Iterator[Node]:
        """A late sign of a verb as one of the same, or another, that is asked for now and is
        legal, or that later facts show, too."""
        dues = (due for due in self.context.rulings.due(node.state) if due.mandatory)
        asked = {kind for due in dues for kind in due.verbs}
        if not asked.isdisjoint(self.candidates.index.kinds(fact)):
            for new in self._direct(node, at, fact):
                shown = not new.breaks or new.claimed - node.claimed
                if new.tail is not None and type(new.tail.verb) in asked and shown:
                    yield new

    def _begun_anew(self, node: Node, late: Node, at: int, fact: Fact) -> list[Node]:
        """A word that announces an act too late, or comes before another sign of one, as the sign
        of an act that begins with it."""
        rows = zip(node.told, late.told, strict=True)
        found = ({*one.missing} - {*left.missing} for one, left in rows)
        announced = any(sign.leads for signs in found for sign in signs)
        if not announced and not isinstance(fact, seen.Declared):
            return []
        return [
            one
            for one in self._direct(node, at, fact)
            if announced or at + 1 in one.claimed - node.claimed
        ]

    def _read(self, node: Node, at: int, fact: Fact, announces: str = "") -> list[Node]:
        """A fact as whatever it may be besides a late sign and an announcement."""
        direct = self._direct(node, at, fact)
        if announces:
            legal = (one for one in direct if one.price - node.price < prices.ASSUMED)
            return [node, *legal]
        whole = (one.price for one in direct if not _is_looked_at(one, fact))
        cheap = min(whole, default=inf) - node.price < prices.ASSUMED
        early = isinstance(fact, seen.Drawn) and fact.key in self._fleeting
        if cheap and not early:
            return [*direct, *self._in_doubt(node, at, fact, direct)]
        found = direct if cheap else self._sought(node, at, fact, direct)
        noise = self.mistakes.as_noise(node, at, fact, found)
        found = [*found, noise]
        if opens(fact, self.context.opening):
            return [*found, *self._reopening(node, at)]  # the start of an act is not postponed else
        if isinstance(fact, seen.Rolled) and self.mistakes.noise.dice.is_own_throw(node, fact):
            return found
        acts = {self.facts[place].seen.step for place, _ in node.held}
        if fact.seen.step not in acts and len(acts) >= prices.MOST_HELD:
            return found
        return [*found, self._put_off(node, at, round(noise.price - node.price, 6))]

    def _in_doubt(self, node: Node, at: int, fact: Fact, direct: Sequence[Node]) -> Iterator[Node]:
        """What else a fact may be that is the sign of a verb at a low price (``direct``)."""
        if _is_partly_undone(fact):
            yield from self._divided(node, at, fact)
        yield from self._before_too_late(node, at, fact, direct)
        yield from self.earlier.put_away_late(node, at, fact)
        yield from self._after_told_dice(node, at, fact)
        yield from self._healing(node, at, fact)
        yield from self._said_late(node, at, fact)
        yield from self._of_next_turn(node, at, fact)
        yield self.mistakes.as_noise(node, at, fact, direct)
        yield from self._reopening(node, at)

    def _sought(self, node: Node, at: int, fact: Fact, direct: Sequence[Node]) -> list[Node]:
        """All signs of verbs that a fact may be if it is one only at a high price (``direct``).
        While the search is narrow, what nobody saw is not sought far back: a high price makes the
        search wide."""
        assumed = [*self._assuming(node, at, fact)]
        if not self.context.is_agreed(fact):
            without_gain([*direct, *assumed], fact, node.price, self.reader.ends_turn)
        again = [*self.retelling.moved_on(node, at, fact)]
        again += self.retelling.lined_on(node, at, fact)
        again += self.earlier.done_before(node, at, fact)
        again += self._taken_up(node, at, fact)
        again += self._of_next_turn(node, at, fact)
        cheapest = min((one.price for one in (*direct, *assumed)), default=inf) - node.price
        if cheapest > prices.DESK_DIE and self.context.width is not prices.NARROW:
            again += self._done_unseen(node, at, fact)
            again += self.second_guesses.read(node, at, fact, direct)
        return [*self._divided(node, at, fact), *direct, *assumed, *again]

    def _reopening(self, node: Node, at: int) -> Iterator[Node]:
        """The end of a turn, or the start of the next act, postponed: it came too early, and a
        player said so."""
        if at in self.context.reopened:
            yield self._put_off(node, at, prices.SLIP)

    def _put_off(self, node: Node, at: int, worst: float) -> Node:
        """The explanation with a fact postponed; facts of one step are postponed together.
        ``worst``: its price as noise, if its time never comes."""
        acts = {self.facts[place].seen.step for place, _ in node.held}
        self.context.keep()
        new = node.copy()
        if self.facts[at].seen.step not in acts:
            new.price += prices.HELD * (1 + len(acts))
        new.held = (*node.held, (at, worst))
        return new

    def _said_late(self, node: Node, at: int, fact: Fact) -> Iterator[Node]:
        """A declaration as the late word for what was assumed without it, at a high price."""
        if isinstance(fact, seen.Declared) and any(
            entry.price >= prices.ROUND_UNSAID and self.earlier.is_told_of(fact, entry, since)
            for entry, since in self.retelling.last_acts(node, WORDS_LATE)
        ):
            yield from self.earlier.done_before(node, at, fact)

    def _of_next_turn(self, node: Node, at: int, fact: Fact) -> Iterator[Node]:
        """The fact as a legal sign of the next turn, whose marker was moved late; only in a log by
        hand, in which nothing else tells the turns apart."""
        turn = node.state.turn + 1
        if not (self.context.may_end_unseen and self.context.is_marked_late(turn, (at,))):
            return
        for ways in self.silence.after(node, CHAIN, dearest=self.context.width.given_up):
            for way in ways:
                found = self._direct(way, at, fact) if way.state.turn == turn else ()
                yield from (one for one in found if not one.breaks)

    def _healing(self, node: Node, at: int, fact: Fact) -> Iterator[Node]:
        """Readings of a fact that cure an earlier breach, whether or not the fact means something
        by itself."""
        if not node.extra or self.context.is_private(fact):
            return
        if any(entry.faults for entry in latest(node)):
            tidies = not isinstance(fact, seen.TurnShown)
            yield from self.earlier.done_before(node, at, fact, tidies=tidies)
            yield from self.retelling.moved_on(node, at, fact, taken_back=False)
        yield from self._moved_before(node, at, fact)

    def _moved_before(self, node: Node, at: int, fact: Fact) -> Iterator[Node]:
        """A netted move as two acts: its first drags were made before an act that breaks the rules
        without them."""
        said = of_turn(node.tail, self.reader.ends_turn)
        wrong = next((one for one in said if one.faults), None)
        if wrong is None or wrong.fact is None:
            return
        for first, second in parted(fact, self.context.words):
            if first.seen.step < wrong.fact.seen.step:
                for one in self.earlier.done_before(node, at, first):
                    yield from self._direct(one, at, second)

    def _is_mute(self, node: Node, fact: Fact) -> bool:
        """Whether a fact means nothing by itself in this state, nor with what is postponed."""
        if self._is_laid_later(node, fact):
            return False
        mute = self.reader.mute
        known = self._is_known if mute is None else partial(mute, self.context)
        return known(node.state, fact)

    def _is_known(self, state: Any, fact: Fact) -> bool:
        """Whether the turn marker or tracker shows the current turn and step, or a piece comes or
        goes beside all places."""
        if isinstance(fact, seen.Came):
            return fact.after == seen.NOWHERE
        if isinstance(fact, seen.Went):
            return fact.before == seen.NOWHERE
        if not isinstance(fact, seen.TurnShown) or fact.turn != state.turn:
            return False
        return fact.phase is None or self.context.tracked[fact.phase : fact.phase + 1] == [
            state.step
        ]

    def _is_laid_later(self, node: Node, fact: Fact) -> bool:
        """Whether what is taken off a row is what a postponed fact laid there."""
        return isinstance(fact, seen.Lined) and any(
            isinstance(one := self.facts[place], seen.Lined)
            and one.row == fact.row
            and not set(one.laid).isdisjoint(fact.taken)
            for place, _ in node.held
        )

    def _direct(self, node: Node, at: int, fact: Fact) -> list[Node]:
        """The fact (or a part of it) as the sign of a verb that is played now."""
        found: list[Node] = []
        readings = [] if self._is_laid_later(node, fact) else self.candidates.read(node, at, fact)
        if not readings:
            return found
        every = prices.TOLD + self.acts.turn_price(node, fact)
        every += prices.CLOSED * self._is_behind(node, fact)
        every += prices.CARRIED * self._is_shown_before(node, at, fact)
        for reading in readings:
            price = every + prices.GUESSED * reading.rank
            price += prices.APART * self._is_apart(at, reading.claims)
            price += prices.SHOWN_LATE * self._is_shown_late(at, fact, reading)
            price += self.acts.off_the_log(node, fact, reading)
            price += self.acts.postponed.over_cards(reading.claims)
            new = self.acts.played(node, reading.verb, fact, price)
            self.acts.stick(new, at, self.acts.by(reading.verb, fact))
            new.use_up(at, reading.claims)
            self.acts.remember(new, reading, fact, node.state.turn)
            found.append(new)
        return found

    def _is_shown_before(self, node: Node, at: int, fact: Fact) -> bool:
        """Whether a piece is moved whose turning up, just before, was postponed: it was already
        turned up then."""
        return isinstance(fact, seen.Moved) and any(
            place < at
            and isinstance(one := self.facts[place], seen.Shown)
            and one.piece == fact.piece
            and self.context.is_piece(fact)
            for place, _ in node.held
        )

    def _is_behind(self, node: Node, fact: Fact) -> bool:
        """Whether a piece was moved or drawn after the end of the turn, which was postponed."""
        handled = isinstance(fact, seen.Moved | seen.Drawn) and self.context.is_piece(fact)
        return handled and self.retelling.is_over(node)

    def _is_apart(self, at: int, claims: Sequence[int]) -> bool:
        """Whether another side did something between the signs of one verb."""
        if not claims:
            return False
        sides = {self.facts[one].seen.side for one in range(at, max((*claims, at)) + 1)}
        return len(sides - {None}) > 1

    def _is_shown_late(self, at: int, fact: Fact, reading: Candidate) -> bool:
        """Whether an open act began in a private window, and the other side acted before it was
        shown."""
        if reading.verb.secret or not self.context.is_in_private(fact):
            return False
        private = self.context.is_in_private
        shown = min((one for one in reading.claims if not private(self.facts[one])), default=at)
        own = (None, self.acts.by(reading.verb, fact))
        return any(
            self.facts[one].seen.side not in own and self._is_act(one) for one in range(at, shown)
        )

    def _is_act(self, place: int) -> bool:
        """Whether a piece was handled, or something declared without dice."""
        fact = self.facts[place]
        said = isinstance(fact, seen.Declared) and not self.context.is_done(place)
        return said or self.context.is_piece(fact)

    def _announces(self, node: Node, at: int, fact: Fact) -> str:
        """Whether a fact announces a verb that follows soon: `ONLY`, or `OR_ANOTHER` if another
        piece may, or `PAST_DICE`; empty if it does not."""
        found = ""
        for _, way, number in self.candidates.index.like(fact):
            sign = way.signs[number]
            bound = sign.binds(self.tables, node.state, fact, {}) if sign.leads else None
            if bound is None:
                continue
            needed = (s for s, must in zip(way.signs, way.required, strict=True) if must)
            ahead = [self.candidates.ahead(node, at, one, bound) for one in needed]
            last = max((one for one in ahead if one is not None), default=at)
            if None in ahead and self._is_cut_off(at):
                return ONLY
            if None in ahead or self._moves_on(fact, self.facts[at + 1 : last]):
                continue
            if self.context.is_past_dice(at, last, way):
                found = PAST_DICE
            else:
                like = {one.about for one in self.facts[at:last] if are_alike(one, fact)}
                room = sum(s.leads and (s.kind, s.key) == (sign.kind, sign.key) for s in way.signs)
                return ONLY if len(like) <= room else OR_ANOTHER
        return found

    def _is_cut_off(self, at: int) -> bool:
        """Whether the log ends while an act is announced: after this fact it has nothing but
        announcements."""
        return all(
            (like := self.candidates.index.like(one))
            and all(way.signs[number].leads for _, way, number in like)
            for one in self.facts[at:]
        )

    def _moves_on(self, fact: Fact, later: Sequence[Fact]) -> bool:
        """Whether a piece that was moved is moved again."""
        moved = (one.piece for one in later if isinstance(one, seen.Moved))
        return isinstance(fact, seen.Moved) and fact.piece in moved

    def _assuming(
        self, node: Node, at: int, fact: Fact, dearest: float | None = None
    ) -> Iterator[Node]:
        """Yield the fact as a sign after silent verbs that are due; not if these cost so much that
        the search would give up what follows from them (or more than ``dearest``). Once there is a
        cheap way, others are sought only with more evident verbs than it has."""
        free: list[int] = []
        most = self.context.width.given_up if dearest is None else dearest

        def taken(way: Node, verb: Verb) -> bool:
            return not free or verb.evident or _evident_since(way, node) > max(free)

        for ways in self.silence.after(node, CHAIN, taken, most):
            for way in ways:
                late = way if self._is_mute(way, fact) else self.acts.absorbed(way, fact)
                if at in way.claimed:  # it completed a postponed sign
                    way.claimed -= {at}
                    late = way
                for one in [late] if late is not None else self._direct(way, at, fact):
                    if one.price - way.price < prices.ASSUMED and not _is_looked_at(one, fact):
                        free.append(_evident_since(way, node))
                    yield one

    def _after_told_dice(
        self, node: Node, at: int, fact: Fact, *, announces: bool = False
    ) -> Iterator[Node]:
        """The fact as a legal sign after acts whose dice were told in the chat just before it: they
        may count, though the fact could do without them. One that only announces is no sign
        itself."""
        if not self.context.dice_told_before(fact):
            return
        for ways in self.silence.after(node, CHAIN, dearest=prices.BREACH):
            for way in ways:
                if announces:
                    yield from (way,) if _is_by_dice(way) else ()
                    continue
                found = self._direct(way, at, fact)
                yield from (one for one in found if one.price - way.price < prices.ASSUMED)

    def _done_unseen(self, node: Node, at: int, fact: Fact) -> Iterator[Node]:
        """The fact as a legal sign if something that nobody sees was done before one of the last
        acts, which could do without it: dice that were owed fell, or an act was said aloud."""
        for first, since in self.retelling.last_acts(node, WITHIN_EARSHOT):
            if first.verb is None or first.fact is None:
                continue
            then = node.before(first)
            done = [*self.silence.said_aloud(then, prices.DESK_DIE)]
            if not self.context.unseen_dice and sum(one.verb is not None for one in since) < NEAR:
                done += self.silence.owed_rolls(then, prices.DESK_DIE, first.fact)
            for verb, price in done:
                acts: list[Act] = [(verb, None, price), (first.verb, first.fact, first.price)]
                new = self.retelling.told_again(node, since, first, acts)
                found = self._direct(new, at, fact) if new is not None else ()
                yield from (one for one in found if not one.breaks)

    def _before_too_late(
        self, node: Node, at: int, fact: Fact, direct: Sequence[Node]
    ) -> list[Node]:
        """The fact as a sign after an evident silent verb that is no longer due after it."""
        due = self.context.rulings.kinds
        kinds = due(node.state) & self._evident if self._evident else set()
        kinds -= {kind for one in direct if kinds for kind in due(one.state)}
        if not kinds:
            return []
        ways = next(self.silence.after(node, 1, lambda way, verb: type(verb) in kinds), [])
        return [new for way in ways for new in self._direct(way, at, fact)]

    def _divided(self, node: Node, at: int, fact: Fact) -> list[Node]:
        """A netted move as several moves: the piece moved, something else was done, it moved on. Of
        the ways to reach the end of one of its drags, only the cheapest are followed further."""
        found: list[Node] = []
        left: dict[int, tuple[Fact, list[Node]]] = {len(_drags(fact)): (fact, [node])}
        while left:
            rest, ways = left.pop(max(left))
            if rest is not fact:
                ways = pruned(ways, self.facts, prices.NARROW)
            for way in ways if rest is not fact else ():
                if self._is_mute(way, rest) or self._announces(way, at, rest) == ONLY:
                    found.append(way.copy())  # a piece lost by then is only put away
                else:
                    found += self._as_one(way, at, rest)
            for first, second in parted(rest, self.context.words):
                drags = _drags(second) if isinstance(second, seen.Moved) else ()
                between = self._done_between(first, (*drags, second)[0])
                for way in ways:
                    done = self._as_one(way, at, first)
                    done += [way.copy()] if self._is_mute(way, first) else []
                    done += self.earlier.done_before(way, at, first)
                    for new in done:
                        new.price += -2 * prices.TOLD if between else prices.DRAWN_OUT
                        left.setdefault(len(_drags(second)), (second, []))[1].append(new)
        return found

    def _as_one(self, node: Node, at: int, fact: Fact) -> list[Node]:
        """A part of a netted move as the sign of a verb that is played now; if no reading is cheap,
        also after silent verbs that are due."""
        direct = self._direct(node, at, fact)
        if any(one.price - node.price < prices.ASSUMED for one in direct):
            return direct
        return [*direct, *self._assuming(node, at, fact)]

    def _taken_up(self, node: Node, at: int, fact: Fact) -> list[Node]:
        """The fact as a move (or turn) that continues one which was read as noise: the piece was
        put beside all places, or turned only halfway."""
        laid = isinstance(fact, seen.Moved) and fact.before == seen.NOWHERE
        if not laid and not isinstance(fact, seen.Turned):
            return []
        said = of_turn(node.tail, self.reader.ends_turn)
        of_it = (one for one in said if one.fact and one.fact.about == fact.about)
        entry = next(of_it, None)
        first = entry.fact if entry is not None and entry.verb is None else None
        match first, fact:
            case seen.Moved(after=seen.NOWHERE), seen.Moved():
                return self._direct(node, at, replace(fact, before=first.before))
            case seen.Turned(level=halfway), seen.Turned(before=before) if before == halfway:
                return self._direct(node, at, replace(fact, before=first.before))
        return []

    def _done_between(self, first: Fact, second: Fact) -> bool:
        """Whether there are other facts between two drags of a piece."""
        return any(first.seen.step < one.seen.step < second.seen.step for one in self.facts)


def _drags(fact: Fact) -> tuple[seen.Moved, ...]:
    """The drags of a netted move."""
    return fact.legs if isinstance(fact, seen.Moved | seen.Lined) else ()


def _is_as_before(fact: Fact) -> bool:
    """Whether a piece, or a row, came to lie where it lay."""
    if isinstance(fact, seen.Lined):
        return not (fact.laid or fact.taken)
    return isinstance(fact, seen.Moved) and fact.before == fact.after


def _evident_since(way: Node, node: Node) -> int:
    """How many evident verbs an explanation has that another, which it continues, has not."""
    since = takewhile(lambda one: one is not node.tail, back(way.tail))
    return sum(one.verb is not None and one.verb.evident for one in since)


def _is_by_dice(node: Node) -> bool:
    """Whether the last verb is one of dice."""
    return node.tail is not None and node.tail.verb is not None and is_rolled(type(node.tail.verb))


def _is_partly_undone(fact: Fact) -> bool:
    """Whether some of what was laid of a row was taken off again: it may have lain there for an act
    of its own."""
    return isinstance(fact, seen.Lined) and any(
        one.after in (other.before for other in fact.legs[at:]) and one.after not in fact.taken
        for at, one in enumerate(fact.legs, 1)
    )


def _is_looked_at(node: Node, fact: Fact) -> bool:
    """Whether a piece that was turned up and down again was only looked at; it may also have been
    shown."""
    if not isinstance(fact, seen.Shown) or not fact.look or node.tail is None:
        return False
    verb = node.tail.verb
    ways = ways_seen(type(verb)) if verb is not None else ()
    return any(("look", True) in sign.parts for way in ways for sign in way.signs)
