"""Corrects earlier parts of an explanation when a later fact belongs to them.

A drag that continues or corrects an earlier drag, before another side has acted, is one move with
it, whatever was clicked in between; so is one that cures a breach later in the turn, and what is
done to a row behind its turn's end if this cures a breach. Points that were owed at the end of a
turn may be booked later. The acts since then must not break more than they did.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice, takewhile
from typing import Any

from generator.light import dataclass
from validator.explaining import facts as seen
from validator.explaining import prices
from validator.explaining.candidates import Candidate, Candidates
from validator.explaining.context import Context, between, shows_turn
from validator.explaining.facts import Fact
from validator.explaining.nodes import (
    Accusation,
    Entry,
    Node,
    Told,
    accused_by,
    back,
    is_too_early,
    of_turn,
    with_later,
)
from validator.explaining.rows import joined
from validator.explaining.settling import marked_soon
from validator.explaining.signs import has_dice
from validator.rules.cases import Broken
from validator.rules.scenes import Seen
from validator.rules.sequence import is_between_steps
from validator.rules.states import Pending
from validator.rules.verbs import Verb, field_names

Act = tuple[Verb, Fact | None, float]
"""A verb, the fact that shows it (``None`` if none does), and its price."""
FAR = 60
"""An explanation is changed at most this many entries back, but for dice that nobody sees."""


@dataclass(frozen=True)
class Retelling:
    """Changes earlier entries in the explanations of one log."""

    context: Context
    candidates: Candidates

    def moved_on(
        self, node: Node, at: int, fact: Fact, *, taken_back: bool = True
    ) -> Iterator[Node]:
        """The fact as the second part of an earlier move, which becomes one move. Not if the piece
        was turned up in between (a postponed fact). If the move was undone, or corrected after
        another side had acted and without a word, only if this cures a breach."""
        if not isinstance(fact, seen.Moved) or self.is_over(node):
            return
        if any(_shows(self.context.facts[place], fact.piece) for place, _ in node.held):
            return
        answered = False
        for entry, since in with_later(latest(node)):
            first = self._drag_of(entry, at, fact)
            if first is not None:
                goes_on = first.after == fact.before != first.before
                goes_on = goes_on and (taken_back or first.before != fact.after)
                if goes_on and not self._is_turn_between(entry, first, fact):
                    whole = replace(fact, before=first.before)
                    told = self._as_one_move(node, at, whole, since, entry)
                    right = self._is_parted_by_marker(at, fact) or self._is_put_right(fact)
                    if not right and self._is_begun_anew(since, first, fact):
                        return
                    if (answered and not right) or whole.before == whole.after:
                        told = (one for one in told if _is_healed(one, [entry, *since]))
                    yield from told
                return
            if self._parts(entry, fact):
                return
            answered |= seen_of(entry) not in ("", fact.seen.side)

    def _drag_of(self, entry: Entry, at: int, fact: seen.Moved) -> seen.Moved | None:
        """The drag of the same piece before a fact, by its index, that shows the verb of an entry;
        ``None`` if it is shown by none. It may follow the words that declare the verb."""
        if entry.verb is None:
            return None
        if isinstance(entry.fact, seen.Moved):
            return entry.fact if entry.fact.piece == fact.piece else None
        place = self.place_of(entry.fact) if isinstance(entry.fact, seen.Declared) else None
        if place is None:
            return None
        moves = between(self.context.alike(seen.Moved, fact.key), place, at)
        for n in reversed(moves):
            drag = self.context.facts[n]
            if drag.about == fact.about:
                return drag if isinstance(drag, seen.Moved) and self._shows_it(entry, n) else None
        return None

    def _is_turn_between(self, entry: Entry, first: Fact, fact: Fact) -> bool:
        """Whether a turn is shown between two drags, of which the entry is the first, other than by
        a marker that was moved late: that turn had begun before both."""
        if not self.context.turn_between(first.seen.step, fact.seen.step):
            return False
        shown = (self.context.facts[at] for at in self.context.alike(seen.TurnShown, ""))
        return any(
            isinstance(one, seen.TurnShown)
            and shows_turn(one)
            and first.seen.step < one.seen.step < fact.seen.step
            and one.turn != entry.before.turn
            for one in shown
        )

    def _is_parted_by_marker(self, at: int, fact: Fact) -> bool:
        """Whether a drag is only told apart from an earlier one since the turn marker may be late;
        what is written in private stands apart in any case."""
        written = fact.key in self.context.words.private
        return not written and any(marked_soon(self.context.facts, at))

    def _is_begun_anew(self, since: Sequence[Entry], first: Fact, fact: Fact) -> bool:
        """Whether a row of steps began again between two drags, another side moved something, and
        nobody said anything: the second is a move of its own."""
        anew = any(
            self.context.is_begun(row, one.before, one.after)
            for one in since
            if one.verb is not None and is_between_steps(type(one.verb))
            for row in self.context.rows
        )
        steps = range(first.seen.step + 1, fact.seen.step)
        return (
            anew
            and any(self._is_moved_by_another(one, fact, steps) for one in self.context.facts)
            and not any(one.step in steps for one in self._remarks)
        )

    def _is_moved_by_another(self, one: Fact, fact: Fact, steps: range) -> bool:
        """Whether another side than that of a fact handled a piece in one of these steps."""
        other = one.seen.side not in (None, fact.seen.side)
        return other and one.seen.step in steps and self.context.is_piece(one)

    @cached_property
    def _remarks(self) -> Sequence[Seen]:
        """What was only said in the chat."""
        return [one for one in self.context.scene.steps if seen.is_only_said(one)]

    def _is_put_right(self, fact: Fact) -> bool:
        """Whether its side calls something off, in the chat, just before a drag."""
        said = self.context.said_before(fact)
        return any(one.calls_off and one.side == fact.seen.side for one in said)

    def lined_on(self, node: Node, at: int, fact: Fact) -> Iterator[Node]:
        """The fact as the rest of an earlier change of the same row, which broke a rule without it.
        Its side may have ended its turn since, but done nothing else."""
        if not isinstance(fact, seen.Lined) or self.is_over(node):
            return
        facts = self.context.facts
        lines = between(self.context.alike(seen.Lined, fact.key), -1, at)
        rows = ((n, one) for n in reversed(lines) if isinstance(one := facts[n], seen.Lined))
        place, first = next(((n, one) for n, one in rows if one.row == fact.row), (-1, None))
        for entry, since in with_later(latest(node)) if first is not None else ():
            if entry.faults and entry.verb is not None and self._shows_it(entry, place):
                assert first is not None
                for whole in joined(first, fact, self.context.words):
                    yield from self._as_one_move(node, at, whole, since, entry)
                return
            ends = type(entry.verb) is self.context.reader.ends_turn
            if not ends and seen_of(entry) == fact.seen.side:
                return

    def _shows_it(self, entry: Entry, place: int) -> bool:
        """Whether a fact, by its index, is a sign of the verb of an entry."""
        before = Node(entry.before, 0)
        return self.context.facts[place] is entry.fact or place in self._claimed_by(before, entry)

    def is_over(self, node: Node) -> bool:
        """Whether the end of the turn was seen and postponed, and nobody called it off."""
        reopened = self.context.reopened
        return any(
            shows_turn(self.context.facts[place]) and place not in reopened
            for place, _ in node.held
        )

    def _parts(self, entry: Entry, fact: Fact) -> bool:
        """Whether an entry between two drags makes them two moves: the end of a turn, dice that
        counted, or a piece that was shown, also this piece."""
        if entry.verb is None:
            return _shows(entry.fact, fact.about)
        kind = type(entry.verb)
        told = isinstance(entry.fact, seen.Shown) or has_dice(kind)
        return told or kind is self.context.reader.ends_turn

    def _as_one_move(
        self,
        node: Node,
        at: int,
        fact: seen.Moved | seen.Lined,
        since: Sequence[Entry],
        first: Entry,
    ) -> Iterator[Node]:
        before = node.before(first)
        before.claimed = node.claimed - self._claimed_by(before, first)
        others = tuple(one for one in node.told if one.verb != first.verb)
        if isinstance(fact, seen.Moved) and fact.before == fact.after:
            new = self.told_again(node, since, first, [])
            if new is not None:
                new.claimed, new.told = before.claimed, others
                new.price += prices.PUT_RIGHT
                yield new
            return
        for reading in self.candidates.read(before, at, fact):
            if type(reading.verb) is not type(first.verb):
                continue
            if isinstance(fact, seen.Moved) and not self._is_as_declared(first, reading.verb):
                continue
            price = prices.TOLD + prices.GUESSED * reading.rank + prices.PUT_RIGHT
            new = self.told_again(node, since, first, [(reading.verb, fact, price)])
            if new is not None:
                new.claimed = before.claimed
                yield self.shown(new, reading, at, fact, others)

    def _is_as_declared(self, first: Entry, verb: Verb) -> bool:
        """Whether the words that show an entry, if words do, declare this verb, too."""
        said = first.fact
        if not isinstance(said, seen.Declared):
            return True
        fields = {name: getattr(verb, name) for name in field_names(type(verb))}
        signs = self.candidates.index.words[type(verb)].get(said.key, ())
        return any(
            one.binds(self.context.tables, first.before, said, fields) is not None for one in signs
        )

    def _claimed_by(self, before: Node, told: Entry) -> frozenset[int]:
        """The later facts that are further signs of the entry's verb."""
        fact = told.fact
        place = self.place_of(fact)
        if place is None or fact is None:
            return frozenset()
        then = before.copy()
        then.claimed = frozenset()
        readings = self.candidates.read(then, place, fact)
        claims = (one.claims for one in readings if one.verb == told.verb)
        return frozenset(next(claims, ()))

    def place_of(self, fact: Fact | None) -> int | None:
        """The index of a fact; ``None`` for a part of a fact, or for none."""
        return self._places.get(id(fact))

    @cached_property
    def _places(self) -> Mapping[int, int]:
        """The index of each fact, by its ``id``."""
        return {id(one): n for n, one in enumerate(self.context.facts)}

    def booked_late(self, node: Node, fact: Fact) -> Iterator[Node]:
        """Points that are shown now as booked before an act that had to wait for them, or as taking
        back points that were booked for nothing; the remaining points stay to be booked."""
        reader = self.context.reader
        for entry, since in with_later(latest(node)) if node.wallet else ():
            if entry.faults and entry.verb is not None:
                if entry.verb == reader.change_points(-node.wallet):
                    new = self.told_again(node, since, entry, [])
                    if new is not None:
                        new.wallet, new.price = 0, new.price + prices.PUT_RIGHT
                        yield new
                up, down = reader.bookable(entry.before)
                for points in dict.fromkeys((node.wallet, up)):
                    if not points or not -down <= points <= up:
                        continue
                    booking = reader.change_points(points)
                    own = entry.price if entry.price < prices.SAME_AGAIN else prices.TOLD
                    acts = [(booking, fact, prices.HELD), (entry.verb, entry.fact, own)]
                    new = self.told_again(node, since, entry, acts)
                    if new is not None:
                        new.wallet -= points
                        yield new
                return

    def shown(
        self, node: Node, reading: Candidate, at: int, fact: Fact, told: tuple[Told, ...]
    ) -> Node:
        """The node with the signs of a verb recorded: those that it used, and those that may still
        come."""
        if reading.missing and type(reading.verb) is not self.context.reader.ends_turn:
            turn = node.state.turn
            told = (*told, Told(reading.verb, reading.missing, turn, fact.seen.step, reading.shown))
        node.told = told
        node.use_up(at, reading.claims)
        return node

    def last_acts(self, node: Node, most: int) -> Iterator[tuple[Entry, Sequence[Entry]]]:
        """Yield the last acts of a turn, the latest first, each with the entries after it."""
        turn = with_later(of_turn(node.tail, self.context.reader.ends_turn))
        yield from islice((one for one in turn if one[0].verb is not None), most)

    def told_again(
        self,
        node: Node,
        since: Sequence[Entry],
        first: Entry,
        acts: Sequence[Act],
    ) -> Node | None:
        """The explanation with other acts in place of one entry. ``None`` if these break anything,
        except that the act of this entry may break some of what it broke before; or if the entries
        ``since`` then (the latest first) break more than before."""
        gone = {case.id for case, _ in first.faults}
        told = _Anew(first.before, first.earlier, node.price - first.price, gone)
        if not (self._instead(told, first, acts) and self._as_before(told, since)):
            return None
        new = node.copy()
        new.state, new.tail, new.price = told.state, told.tail, told.price
        new.lacking = frozenset(_left_out(told.tail, node.lacking.intersection(told.state.pending)))
        ours = takewhile(lambda one: one.after.turn == told.state.turn, back(told.tail))
        new.left_out = any(is_too_early(one.faults) for one in ours)
        new.extra = _without(new, [first, *since])
        return new

    def _instead(self, told: _Anew, first: Entry, acts: Sequence[Act]) -> bool:
        """Tell acts in place of an entry. Returns whether they break nothing, or the act of this
        entry less than before."""
        rulings = self.context.rulings
        for verb, fact, cost in acts:
            faults = rulings.faults(told.state, verb)
            if faults:
                cured = told.gone - {case.id for case, _ in faults}
                less = len(faults) < len(first.faults) and len(cured) < len(told.gone)
                if verb != first.verb or fact is not first.fact or not cured or not less:
                    return False
                dearer, cheaper = (prices.of_further_cases(len(f)) for f in (first.faults, faults))
                cost = first.price - dearer + cheaper
                told.gone = cured
            before, told.state = told.state, rulings.after(told.state, verb)
            told.tail = Entry(told.tail, verb, fact, before, faults, cost, told.state)
            told.price += cost
        return True

    def _as_before(self, told: _Anew, since: Sequence[Entry]) -> bool:
        """Tell the entries that followed (the latest first). Returns whether they break no more
        than before."""
        rulings = self.context.rulings
        for entry in reversed(since):
            state = told.state
            if entry.verb is None:
                told.tail = replace(entry, earlier=told.tail, before=state, after=state)
                continue
            faults = rulings.faults(state, entry.verb)
            told.state = rulings.after(state, entry.verb)
            left, known = ({case.id for case, _ in rows} for rows in (faults, entry.faults))
            if not left <= known:
                return False
            cost = entry.price
            if known and not left:
                cost = min(cost, prices.TOLD)
            elif left & told.gone and cost < prices.BREACH:
                cost += prices.BREACH - prices.SAME_AGAIN  # it is no longer the same again
                told.gone -= left
            made = {"before": state, "faults": faults, "price": cost, "after": told.state}
            told.tail = replace(entry, earlier=told.tail, **made)
            told.price += cost - entry.price
        return True


@dataclass(slots=True)
class _Anew:
    """An explanation as far as it is told again."""

    state: Any
    tail: Entry | None
    price: float
    gone: set[str]
    """The cases that the replaced entry broke, and that nothing breaks again so far."""


def latest(node: Node) -> Iterator[Entry]:
    """The last entries of an explanation, the latest first."""
    return islice(back(node.tail), FAR)


def _left_out(tail: Entry | None, lacking: frozenset[Pending]) -> Iterator[Pending]:
    """What is still owed and an entry of an explanation has left out."""
    for entry in back(tail):
        if not lacking:
            return
        left = lacking.intersection(
            said.of for _, said in entry.faults if isinstance(said, Broken) and said.of is not None
        )
        yield from left
        lacking -= left


def _is_healed(node: Node, told: Sequence[Entry]) -> bool:
    """Whether the last entries of an explanation break less than the entries that they replace."""
    broken = sum(len(one.faults) for one in told)
    entries = islice(latest(node), len(told))
    return broken > sum(len(one.faults) for one in entries)


def _shows(fact: Fact | None, piece: str) -> bool:
    """Whether a piece was turned face up and left so."""
    return isinstance(fact, seen.Shown) and fact.piece == piece and not fact.look


def seen_of(entry: Entry) -> str:
    """The side that acts by a visible fact; empty if there is none."""
    if entry.verb is None or entry.fact is None:
        return ""
    return entry.verb.by or entry.fact.seen.side or ""


def _without(node: Node, gone: Sequence[Entry]) -> dict[Accusation, float]:
    """The accusations of an explanation after these entries are replaced."""
    own = {key for one in gone for key in accused_by(one)}
    for entry in back(node.tail) if own else ():
        own.difference_update(accused_by(entry))
    return {key: price for key, price in node.extra.items() if key not in own}
