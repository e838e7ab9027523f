"""Reads a fact as an act that was done earlier than the fact was seen.

A fact after an act that had to wait for it may have been done before that act, if only its side
acted since; and the end of a turn may be clicked during the next turn. The acts since then must not
break more than they did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from itertools import takewhile

from generator.light import dataclass
from validator.explaining import facts as seen
from validator.explaining import prices
from validator.explaining.context import Context
from validator.explaining.facts import Fact
from validator.explaining.nodes import Entry, Node, is_too_early
from validator.explaining.retelling import Act, Retelling, latest, seen_of
from validator.explaining.settling import opens
from validator.explaining.signs import has_dice
from validator.rules.sequence import is_between_steps
from validator.rules.verbs import Verb, field_names

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
class EarlierActs:
    """Reads the facts of one log as acts that were done before they were seen."""

    retelling: Retelling
    in_secret: Callable[[Node, Fact], Iterator[tuple[Verb, float]]]
    """(explanation, a fact after it) -> what is due and was done in secret, with its price."""

    @property
    def context(self) -> Context:
        """What the whole search shares."""
        return self.retelling.context

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
        if isinstance(fact, seen.Points) or self.retelling.is_over(node):
            return
        passed = _Passed()
        reader = self.context.reader
        counts = isinstance(fact, seen.Moved) and fact.key in reader.noise
        private, put_away = self.context.is_private(fact), self._is_put_away(fact)
        recalled = self.context.is_recalled(fact)
        for entry in latest(node):
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
                passed.acted.add(seen_of(entry))
            passed.entries.append(entry)

    def _before(
        self, node: Node, at: int, fact: Fact, first: Entry, passed: _Passed, crossed: bool
    ) -> Iterator[Node]:
        assert first.verb is not None
        since = passed.entries
        before = node.before(first)
        recalled, put_away = self.context.is_recalled(fact), self._is_put_away(fact)
        for reading in self.retelling.candidates.read(before, at, fact):
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
            new = self.retelling.told_again(node, since, first, acts)
            if new is None:
                new = self._after_a_secret_act(node, since, first, acts)
            if new is not None:
                yield self.retelling.shown(new, reading, at, fact, () if ends else new.told)

    def _after_a_secret_act(
        self, node: Node, since: Sequence[Entry], first: Entry, acts: Sequence[Act]
    ) -> Node | None:
        """The explanation if the last of these acts lacks what was done in secret just before it,
        after the others."""
        if first.fact is None or not is_too_early(first.faults):
            return None
        then = node.before(first)
        for verb, fact, price in acts[:-1]:
            before, then.state = then.state, self.context.rulings.after(then.state, verb)
            then.tail = Entry(then.tail, verb, fact, before, (), price, then.state)
        ways = (
            self.retelling.told_again(
                node, since, first, [*acts[:-1], (verb, None, price), acts[-1]]
            )
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
        if not is_between_steps(kind) or field_names(kind) or has_dice(kind):
            return False
        if any(type(one.verb) is kind and one.fact is not None for one in since):
            return False
        like = self.retelling.candidates.index.like(fact)
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
