"""Corrects earlier parts of an explanation when a later fact belongs to them.

A drag that continues or corrects an earlier drag, before another side has acted, is one move with
it, whatever was clicked in between; so is one that cures a breach later in the turn, and what is
done to a row behind its turn's end if this cures a breach. Points that
were owed at the end of a turn may be booked later. A fact after an act that had to wait for it may
have been done before that act, if only its side acted since; and the end of a turn may be clicked
during the next turn. The acts since then must not break more than they did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from functools import cached_property
from itertools import islice, takewhile

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
)
from validator.explaining.rows import joined
from validator.explaining.settling import opens
from validator.rules.cases import Broken
from validator.rules.scenes import Seen
from validator.rules.sequence import is_between_steps
from validator.rules.states import Pending
from validator.rules.verbs import Verb, field_names

Act = tuple[Verb, Fact | None, float]
"""A verb, the fact that shows it (``None`` if none does), and its price."""
FAR = 60
"""An explanation is changed at most this many entries back, but for dice that nobody sees."""
_CARDS = 2
"""A piece is put away at most so many cards late."""


@dataclass(slots=True)
class _Passed:
    """What an explanation has behind an act that was perhaps done earlier than it is shown."""

    entries: list[Entry] = field(default_factory=list)
    """The latest first."""
    acted: set[str] = field(default_factory=set)
    """The sides that acted, other than in secret."""
    cards: int = 0
    """The number of cards that began acts, with the act before which it may belong."""
    turns: int = 0
    """The number of turns that ended."""


@dataclass(frozen=True)
class Retelling:
    """Changes earlier entries in the explanations of one log."""

    context: Context
    candidates: Candidates
    in_secret: Callable[[Node, Fact], Iterator[tuple[Verb, float]]] = lambda node, before: iter(())
    """(explanation, a fact after it) -> what is due and was done in secret, with its price."""

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
        since: list[Entry] = []
        answered = False
        for entry in _back(node):
            first = entry.fact
            if (
                isinstance(first, seen.Moved)
                and first.piece == fact.piece
                and entry.verb is not None
            ):
                goes_on = first.after == fact.before != first.before
                goes_on = goes_on and (taken_back or first.before != fact.after)
                if goes_on and not self.context.turn_between(first.seen.step, fact.seen.step):
                    whole = replace(fact, before=first.before)
                    told = self._as_one_move(node, at, whole, since, entry)
                    right = self._is_put_right(fact)
                    if not right and self._is_begun_anew(since, first, fact):
                        return
                    if (answered and not right) or whole.before == whole.after:
                        told = (one for one in told if _is_healed(one, [entry, *since]))
                    yield from told
                return
            if self._parts(entry, fact):
                return
            answered |= _seen_of(entry) not in ("", fact.seen.side)
            since.append(entry)

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
        since: list[Entry] = []
        for entry in _back(node) if first is not None else ():
            if entry.faults and entry.verb is not None and self._shows_it(entry, place):
                assert first is not None
                for whole in joined(first, fact, self.context.words):
                    yield from self._as_one_move(node, at, whole, since, entry)
                return
            ends = type(entry.verb) is self.context.reader.ends_turn
            if not ends and _seen_of(entry) == fact.seen.side:
                return
            since.append(entry)

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
        told = isinstance(entry.fact, seen.Shown) or self._is_thrown(kind)
        return told or kind is self.context.reader.ends_turn

    def _is_thrown(self, kind: type[Verb]) -> bool:
        """Whether dice are a sign of a verb."""
        ways = self.candidates.index.ways.get(kind, ())
        return any(sign.kind is seen.Rolled for way in ways for sign in way.signs)

    def _as_one_move(
        self,
        node: Node,
        at: int,
        fact: seen.Moved | seen.Lined,
        since: Sequence[Entry],
        first: Entry,
    ) -> Iterator[Node]:
        before = node.copy()
        before.state, before.tail = first.before, first.earlier
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
            price = prices.TOLD + prices.GUESSED * reading.rank + prices.PUT_RIGHT
            new = self.told_again(node, since, first, [(reading.verb, fact, price)])
            if new is not None:
                new.claimed = before.claimed
                yield self.shown(new, reading, at, fact, others)

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
        return next((n for n, one in enumerate(self.context.facts) if one is fact), None)

    def booked_late(self, node: Node, fact: Fact) -> Iterator[Node]:
        """Points that are shown now as booked before an act that had to wait for them, or as taking
        back points that were booked for nothing; the remaining points stay to be booked."""
        since: list[Entry] = []
        reader = self.context.reader
        for entry in _back(node) if node.wallet else ():
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
            since.append(entry)

    def done_before(
        self, node: Node, at: int, fact: Fact, *, tidies: bool = False
    ) -> Iterator[Node]:
        """The fact as an act that was done earlier and is only shown now.

        It may have been done before a breach, before the end of a turn, or before a fact that was
        seen later, if no other side has acted since, except in secret or by turning a card, or if
        another side ended the turn and this is the first act of its side since then, or if two
        sides clicked at once. What is only put away may belong before one of the last cards that
        began acts, whatever others did since, or, at a price, before the end of the turn. The
        declared end of a turn, and a marker that counts, may come at any time; a piece that leaves
        the battle, or an act of which its side says that it was forgotten, at any time of the turn;
        an entry in private, before any act of its side. ``tidies``: only before the end of a turn,
        or another act, that lacked something.
        """
        if isinstance(fact, seen.Points) or self.is_over(node):
            return
        passed = _Passed()
        reader = self.context.reader
        counts = isinstance(fact, seen.Moved) and fact.key in reader.noise
        private, put_away = self.context.is_private(fact), self._is_put_away(fact)
        recalled = self.context.is_recalled(fact)
        for entry in _back(node):
            ends = type(entry.verb) is reader.ends_turn
            later = entry.fact is not None and entry.fact.seen.step > fact.seen.step
            opening = entry.fact is not None and opens(entry.fact, self.context.opening)
            passed.cards += opening
            tidied = opening and put_away
            closes = ends or is_too_early(entry.faults) or tidied
            late = later or self.is_told_of(fact, entry, passed.entries)
            late = late or (tidied and passed.cards <= _CARDS)
            waits = entry.faults and closes if tidies else entry.faults or ends or private or late
            crossed = not tidies and self._is_crossed(at, fact, (entry, *passed.entries))
            if (waits or recalled or crossed) and entry.verb is not None:
                told = [*self._before(node, at, fact, entry, passed, crossed)]
                yield from told
                private = private and not told
            if ends and not counts and (passed.turns or not (private or put_away)):
                return
            passed.turns += ends
            if entry.verb is not None and not (entry.verb.secret or counts or opening):
                passed.acted.add(_seen_of(entry))
            passed.entries.append(entry)

    def _before(
        self, node: Node, at: int, fact: Fact, first: Entry, passed: _Passed, crossed: bool
    ) -> Iterator[Node]:
        assert first.verb is not None
        since = passed.entries
        before = node.copy()
        before.state, before.tail = first.before, first.earlier
        recalled, put_away = self.context.is_recalled(fact), self._is_put_away(fact)
        for reading in self.candidates.read(before, at, fact):
            kind = type(reading.verb)
            ends = kind is self.context.reader.ends_turn
            by = reading.verb.by or fact.seen.side or ""
            waits = passed.acted <= {"", by} or self._gave_leave(fact, (*since, first))
            waits = waits or put_away or self._had_no_chance(first, by, passed.acted)
            waits = waits or self.is_told_of(fact, first, since)
            waits = waits or self._is_marked_late(fact, first) or recalled or crossed
            if not (first.faults or self._is_said(fact) if ends else waits):
                continue
            closers = (one for one in since if self._closes_a_step(one))
            any_time = ends or recalled or put_away
            if not any_time and any(type(one.verb) is not kind for one in closers):
                continue
            late = ends or crossed or (put_away and passed.turns)
            held = prices.HELD * (max(passed.cards, 1) if put_away else 1)
            price = prices.TOLD + (prices.ENDED_LATE if late else held)
            own = first.price if first.price < prices.SAME_AGAIN else prices.TOLD
            acts: list[Act] = [(reading.verb, fact, price)]
            if first.fact is not None or type(first.verb) is not kind:
                acts.append((first.verb, first.fact, own))  # otherwise it was only assumed
            new = self.told_again(node, since, first, acts)
            if new is None:
                new = self._after_a_secret_act(node, since, first, acts)
            if new is not None:
                yield self.shown(new, reading, at, fact, () if ends else new.told)

    def _after_a_secret_act(
        self, node: Node, since: Sequence[Entry], first: Entry, acts: Sequence[Act]
    ) -> Node | None:
        """The explanation if the last of these acts lacks what was done in secret just before it,
        after the others."""
        if first.fact is None or not is_too_early(first.faults):
            return None
        then = node.copy()
        then.state, then.tail = first.before, first.earlier
        for verb, fact, price in acts[:-1]:
            before, then.state = then.state, self.context.rulings.after(then.state, verb)
            then.tail = Entry(then.tail, verb, fact, before, (), price, then.state)
        ways = (
            self.told_again(node, since, first, [*acts[:-1], (verb, None, price), acts[-1]])
            for verb, price in self.in_secret(then, first.fact)
        )
        return next(filter(None, ways), None)

    def put_away_late(self, node: Node, at: int, fact: Fact) -> Iterator[Node]:
        """The fact as something that is only put away now, and belongs before one of the last
        cards, though it may also belong to this one."""
        if self.context.opening and self._is_put_away(fact):
            yield from self.done_before(node, at, fact)

    def _is_crossed(self, at: int, fact: Fact, since: Sequence[Entry]) -> bool:
        """Whether the only thing seen since is a word of another side, said just before a piece was
        moved: each clicked before it saw what the other did."""
        shown = [one.fact for one in since if one.fact is not None]
        word = shown[0] if len(shown) == 1 else None
        if not isinstance(fact, seen.Moved) or not isinstance(word, seen.Declared):
            return False
        before = takewhile(lambda one: one is not word, reversed(self.context.facts[:at]))
        return (
            all(one.seen in (word.seen, fact.seen) for one in before)
            and not fact.seen.declarations
            and self.context.is_piece(fact)
            and not word.seen.rolls
            and None not in (word.seen.side, fact.seen.side)
            and word.seen.side != fact.seen.side
        )

    def _had_no_chance(self, over: Entry, side: str, acted: set[str]) -> bool:
        """Whether another side ended a turn in which this side still owed something, and this side
        has done nothing since then: it does now what it had no chance to do before."""
        if type(over.verb) is not self.context.reader.ends_turn or over.fact is None:
            return False
        by_other = over.fact.seen.side not in (None, side)
        return by_other and bool(over.faults) and side not in acted

    def is_told_of(self, fact: Fact, entry: Entry, since: Sequence[Entry]) -> bool:
        """Whether a declaration is of a verb between the steps that was only assumed: it comes
        late. Not if the verb names a side, whose turn it ends, nor behind another declaration of
        the same."""
        if not isinstance(fact, seen.Declared) or entry.fact is not None or entry.verb is None:
            return False
        kind = type(entry.verb)
        if not is_between_steps(kind) or field_names(kind) or self._is_thrown(kind):
            return False
        if any(type(one.verb) is kind and one.fact is not None for one in since):
            return False
        like = self.candidates.index.like(fact)
        return any(one is kind and not way.signs[n].leads for one, way, n in like)

    def _is_marked_late(self, fact: Fact, over: Entry) -> bool:
        """Whether a piece is turned to another face, and the entry is an act that lacked something:
        all know what it suffered, and its owner only turns it late."""
        return isinstance(fact, seen.Turned) and is_too_early(over.faults)

    def _is_put_away(self, fact: Fact) -> bool:
        """Whether a piece goes to a box for lost pieces, or a marker to its pool: it was lost
        before, and is only put away now. Not a piece that is hidden in a private window."""
        words = self.context.words
        away = isinstance(fact, seen.Moved) and fact.after in {*words.lost, *words.pools}
        return away and fact.key not in self.context.private

    def _gave_leave(self, fact: Fact, since: Sequence[Entry]) -> bool:
        """Whether a side with private entries told the other to go on, in the chat, in that turn
        and before it did: then it had decided already."""
        if not self.context.is_private(fact):
            return False
        until = min((one.fact.seen.step for one in since if one.fact is not None), default=0)
        begin = max((step for step in self.context.turns if step < until), default=0)
        return any(
            one.gives_leave and one.side == fact.seen.side and begin < one.step < until
            for one in self.context.scene.steps
        )

    def _is_said(self, fact: Fact) -> bool:
        """Whether the end of a turn is declared, not only shown by a marker on its track: a
        declaration may come late."""
        return any(
            isinstance(one, seen.Declared) and one.seen is fact.seen for one in self.context.facts
        )

    def _closes_a_step(self, entry: Entry) -> bool:
        """Whether the entry declares a step of the turn finished, other than in secret."""
        if entry.verb is None or entry.verb.secret:
            return False
        return isinstance(entry.fact, seen.Declared) and entry.before.step != entry.after.step

    def shown(
        self, node: Node, reading: Candidate, at: int, fact: Fact, told: tuple[Told, ...]
    ) -> Node:
        """The node with the signs of a verb recorded: those that it used, and those that may still
        come."""
        if reading.missing and type(reading.verb) is not self.context.reader.ends_turn:
            turn = node.state.turn
            told = (*told, Told(reading.verb, reading.missing, turn, fact.seen.step, reading.shown))
        node.told = told
        node.held = tuple(one for one in node.held if one[0] not in reading.claims)
        node.claimed |= {place for place in reading.claims if place > at}
        return node

    def last_acts(self, node: Node, most: int) -> Iterator[tuple[Entry, Sequence[Entry]]]:
        """Yield the last acts of a turn, the latest first, each with the entries after it."""
        since: list[Entry] = []
        for entry in of_turn(node.tail, self.context.reader.ends_turn):
            if entry.verb is not None:
                yield entry, tuple(since)
                most -= 1
            if not most:
                return
            since.append(entry)

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
        rulings = self.context.rulings
        state, tail = first.before, first.earlier
        price = node.price - first.price
        gone = {case.id for case, _ in first.faults}
        for verb, fact, cost in acts:
            faults = rulings.faults(state, verb)
            if faults:
                cured = gone - {case.id for case, _ in faults}
                less = len(faults) < len(first.faults) and len(cured) < len(gone)
                if verb != first.verb or fact is not first.fact or not cured or not less:
                    return None
                cost = first.price - prices.FURTHER_CASE * len(cured)
                gone = cured
            before, state = state, rulings.after(state, verb)
            tail = Entry(tail, verb, fact, before, faults, cost, state)
            price += cost
        for entry in reversed(since):
            if entry.verb is None:
                tail = replace(entry, earlier=tail, before=state, after=state)
                continue
            faults = rulings.faults(state, entry.verb)
            before, state = state, rulings.after(state, entry.verb)
            left, known = ({case.id for case, _ in rows} for rows in (faults, entry.faults))
            if not left <= known:
                return None
            cost = entry.price
            if known and not left:
                cost = min(cost, prices.TOLD)
            elif left & gone and cost < prices.BREACH:
                cost += prices.BREACH - prices.SAME_AGAIN  # it is no longer the same again
                gone -= left
            tail = replace(
                entry, earlier=tail, before=before, faults=faults, price=cost, after=state
            )
            price += cost - entry.price
        new = node.copy()
        new.state, new.tail, new.price = state, tail, price
        new.lacking = frozenset(_left_out(tail, node.lacking.intersection(state.pending)))
        ours = takewhile(lambda one: one.after.turn == state.turn, back(tail))
        new.left_out = any(is_too_early(one.faults) for one in ours)
        new.extra = _without(new, [first, *since])
        return new


def _back(node: Node) -> Iterator[Entry]:
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
    entries = islice(_back(node), len(told))
    return broken > sum(len(one.faults) for one in entries)


def _shows(fact: Fact | None, piece: str) -> bool:
    """Whether a piece was turned face up and left so."""
    return isinstance(fact, seen.Shown) and fact.piece == piece and not fact.look


def _seen_of(entry: Entry) -> str:
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


__all__ = ["Act", "Retelling"]
