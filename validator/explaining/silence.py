"""Silent verbs: verbs that are due, may be played without a sign, and are assumed to have been
played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from math import inf
from typing import Any

from validator.explaining import facts as seen
from validator.explaining import prices
from validator.explaining.acts import Acts
from validator.explaining.candidates import CHOICES, Candidates
from validator.explaining.context import AHEAD, NAMING, Context, between, next_of, turn_named
from validator.explaining.facts import Fact
from validator.explaining.nodes import Node, of_turn
from validator.explaining.signs import Pattern, Sign, is_rolled
from validator.rules.sequence import (
    coming_after,
    is_between_steps,
    led_up_to,
    phases_of,
)
from validator.rules.verbs import Verb, chance_fields, field_names


class Silence:
    """Finds the silent verbs of one log, and their prices."""

    def __init__(self, context: Context, candidates: Candidates, acts: Acts) -> None:
        self.context = context
        self.tables = context.tables
        self.facts = context.facts
        self.candidates = candidates
        self.acts = acts
        self.index = candidates.index
        self._papers = [at for at, fact in enumerate(context.facts) if _is_paper(fact)]
        self._lines = _lines(self.index.ways, context.facts)
        self._after: dict[type[Verb], frozenset[str]] = {}
        self._dice: dict[type[Verb], Sequence[Sign]] = {}
        self._always_shown = {
            kind for kind, ways in self.index.ways.items() if not any(way.is_silent for way in ways)
        }
        self._declared = _times_declared(self.index.ways, context.facts)
        self._worded = {kind for kind, ways in self.index.ways.items() if _is_word(ways)}

    def after(
        self,
        node: Node,
        most: int,
        taken: Callable[[Node, Verb], bool] = lambda way, verb: True,
        dearest: float = inf,
    ) -> Iterator[list[Node]]:
        """Yield the explanations after one silent verb that is due, then those after two, and so
        on, as long as these verbs cost at most ``dearest`` together."""
        ways = [node]
        reached: list[Any] = [node.state]
        for _ in range(most):
            wider: list[Node] = []
            for way in ways:
                for verb, price in self._silent(way, node.price + dearest - way.price):
                    if not taken(way, verb):
                        continue
                    new = self.acts.played(way, verb, None, price)
                    if new.state not in reached:
                        reached.append(new.state)
                        wider.append(new)
            if not wider:
                return
            yield wider
            most_ways = min(self.context.width.most, prices.WIDE.most)
            ways = sorted(wider, key=lambda way: way.price)[:most_ways]

    def owed_rolls(self, node: Node, dearest: float, before: Fact) -> Iterator[tuple[Verb, float]]:
        """Yield the verbs with dice that are owed and may be rolled outside the log before a fact,
        with their prices, which are at most ``dearest``."""
        silent = self._silent(node, dearest, before)
        yield from (one for one in silent if is_rolled(type(one[0])))

    def said_aloud(self, node: Node, dearest: float) -> Iterator[tuple[Verb, float]]:
        """Yield the verbs that are due, change nothing on the table and may be played without a
        click, with their prices, which are at most ``dearest``."""
        silent = self._silent(node, dearest)
        yield from (one for one in silent if type(one[0]) in self._worded)

    def in_secret(self, node: Node, before: Fact) -> Iterator[tuple[Verb, float]]:
        """Yield the verbs that are due and were done where this audit sees nothing, before a fact
        that is already explained, with their prices."""
        silent = self._silent(node, 0.0, before)
        yield from (one for one in silent if one[0].secret)

    def unseen(self, state: Any) -> Iterator[Verb]:
        """Yield a verb of each kind that is due and may be played without a sign or dice; one
        without fields also where its game does not expect it."""
        due = (kind for one in self.context.rulings.due(state) for kind in one.verbs)
        for kind in dict.fromkeys(due):
            if kind in self._always_shown or is_rolled(kind):
                continue
            known = kind.silent(self.context, state)
            if known is not None or not field_names(kind):
                yield from self.candidates.legal(state, kind, known or {}, 1, CHOICES)

    @staticmethod
    def is_told(price: float) -> bool:
        """Whether a price is that of dice that their side tells."""
        return prices.DICE_TOLD <= price < prices.DESK_DIE_TOLD

    def _silent(
        self, node: Node, dearest: float, before: Fact | None = None
    ) -> Iterator[tuple[Verb, float]]:
        """Yield the verbs that are due and may be played without a sign, with their prices, which
        are at most ``dearest`` but for the price of a guess. What was left out, and has been paid
        for, holds up nothing. ``before``: a fact that is already explained; then only what was owed
        before it, or has dice that later facts tell, with more guesses."""
        state, guesses = node.state, 2 if before is None else CHOICES
        bare = self.context.rulings.without(state, node.lacking)
        dues = dict.fromkeys(self.context.rulings.due(state))  # several of the same are owed
        if bare is not state:
            dues |= dict.fromkeys(self.context.rulings.due(bare))
        for due in dues:
            for kind in due.verbs:
                late = self._is_marked_late(kind, node)
                if kind in self._always_shown and kind.silent is Verb.silent and not late:
                    continue
                fixed = kind.silent(self.context, state)
                if late and fixed is None:
                    yield kind(), prices.ENDED_LATE
                    continue
                if fixed is None or fixed.get(due.field, due.piece) != due.piece:
                    continue
                if not (before is None or due.mandatory or _are_known(chance_fields(kind), fixed)):
                    continue
                shown = _are_known(field_names(kind), fixed)
                if due.field:
                    fixed = {**fixed, due.field: due.piece}
                    shown |= kind not in self._worded and _are_known(field_names(kind), fixed)
                if shown:
                    yield kind(**fixed), 0.0  # the table shows it, legal or not
                    continue
                explained = before is not None
                price = self._silence(node, kind, state, due.side, fixed, explained=explained)
                if price > dearest:
                    continue
                legal = self.candidates.legal(bare, kind, fixed, guesses, CHOICES * CHOICES)
                in_chat = self._as_told(kind, state, due.side, fixed, before)
                known = dict.fromkeys(in_chat, min(price, prices.DICE_TOLD))
                for rank, verb in enumerate(dict.fromkeys((*known, *legal))):
                    yield verb, known.get(verb, price) + prices.GUESSED * rank

    def _is_marked_late(self, kind: type[Verb], node: Node) -> bool:
        """Whether a verb ends the turn, and in a log by hand the marker of the next one may be
        moved late, behind the current fact and all that is postponed."""
        if kind is not self.context.reader.ends_turn or not self.context.may_end_unseen:
            return False
        places = (self.context.at, *(place for place, _ in node.held))
        return self.context.is_marked_late(node.state.turn + 1, places)

    def _as_told(
        self,
        kind: type[Verb],
        state: Any,
        side: str | None,
        fixed: Mapping[str, Any],
        before: Fact | None,
    ) -> Iterator[Verb]:
        """Yield legal verbs with the dice that their side tells in the chat before a fact (without
        one: the current fact)."""
        rolls = self._rolls_of(kind)
        if not rolls or not self.facts:
            return
        for one in self.context.dice_told_before(before or self.facts[self.context.at]):
            for sign in rolls if side in (None, one.side) else ():
                roll = seen.Rolled(one, sign.key, one.told_dice)
                shown = sign.binds(self.tables, state, roll, fixed)
                if shown is not None:
                    yield from self.candidates.legal(state, kind, {**fixed, **shown}, 1, CHOICES)

    def _silence(
        self,
        node: Node,
        kind: type[Verb],
        state: Any,
        side: str | None,
        fixed: Mapping[str, Any],
        *,
        explained: bool,
    ) -> float:
        """The price of assuming a silent verb with these known fields; ``side`` is ``None`` if
        either side may play it. ``explained``: before a fact that is already explained; the
        dice that the log shows since then may be owed again."""
        scene = self.context.scene
        if is_rolled(kind):
            if self.context.unseen_dice:
                return prices.TOLD
            shown = not explained and self._is_thrown_here(node, kind, state, side, fixed)
            if shown and not self.context.is_die_told_before:
                return prices.OWED_DIE
            return self.acts.at_the_desk(node)
        if not self._is_told(kind, side) and self._said_later(kind, state, fixed):
            return prices.SAID_LATER
        if kind in self._worded and self._is_said_before(node, kind, fixed):
            return prices.SAID_LATER
        if kind.secret and not scene.sees_all and scene.side != kind.by:
            return 0.0
        usual = self._declared[kind] > 2
        if self._begins_again(kind, state) and not self._is_told(kind, side):
            if self._declared[kind]:
                return prices.ROUND_UNSAID
            usual = self._is_worded
        return prices.ASSUMED_UNUSUALLY if usual else prices.ASSUMED

    @cached_property
    def _is_worded(self) -> bool:
        """Whether this log declares what is done: some verb more than twice."""
        return max(self._declared.values(), default=0) > 2

    def _begins_again(self, kind: type[Verb], state: Any) -> bool:
        """Whether a verb, for which there are words, begins a row of steps again."""
        signs = (sign for way in self.index.ways[kind] for sign in way.signs)
        if not any(sign.kind is seen.Declared for sign in signs):
            return False
        if not is_between_steps(kind) or field_names(kind):
            return False
        rows = self.context.rows
        after = self.context.rulings.after(state, kind()) if rows else state
        return any(self.context.is_begun(row, state, after, again=True) for row in rows)

    def _is_thrown_here(
        self,
        node: Node,
        kind: type[Verb],
        state: Any,
        side: str | None,
        fixed: Mapping[str, Any],
    ) -> bool:
        """Whether the log shows the dice of this verb: in the current step, or later in the turn
        before any other dice, and no more of such dice are left to be rolled than it shows. Dice do
        not count that another side declares and rolls, whose declaration names another piece, or
        that are rolled after the sides have changed, or for another act."""
        buttons, at = self._buttons(kind), self.context.at

        def may_be_these(place: int) -> bool:
            other = _is_declared_by_another(self.facts[place], side)
            return not other and not self.candidates.is_for_another(state, kind, place, fixed)

        step = self.facts[at].seen
        for place in between(self.context.alike(seen.Rolled, ""), at - AHEAD, at + AHEAD):
            roll = self.facts[place]
            if roll.seen is step and roll.key in buttons and may_be_these(place):
                return True
        until = next_of(self.context.overs, at, len(self.facts))
        if self.acts.alternate:
            until = self._other_acts(at, until)
        until = self._begun_again(node, kind, at, until)
        until = self._gone_by(node, kind, at, until)
        rolled = between(self.context.alike(seen.Rolled, ""), at, until)
        other = (place for place in rolled if self.facts[place].key not in buttons)
        until = next(other, until)
        thrown = sum(
            place not in node.claimed and may_be_these(place)
            for button in buttons
            for place in between(self.context.alike(seen.Rolled, button), at, until)
        )
        return thrown > 0 and not self._can_be_more(kind, state, thrown)

    def _rolls_of(self, kind: type[Verb]) -> Sequence[Sign]:
        """The rolls among the signs of a verb."""
        if kind not in self._dice:
            signs = (sign for way in self.index.ways[kind] for sign in way.signs)
            self._dice[kind] = tuple(dict.fromkeys(one for one in signs if one.kind is seen.Rolled))
        return self._dice[kind]

    def _buttons(self, kind: type[Verb]) -> set[str]:
        """The buttons that roll the dice of a verb."""
        return {one.key for one in self._rolls_of(kind)}

    def _begun_again(self, node: Node, kind: type[Verb], at: int, until: int) -> int:
        """The index of the next fact before ``until`` that begins another act: it declares
        something that could be done before this verb was due, and cannot now. Dice after it belong
        to that act. ``until`` if there is none."""
        due = self.context.rulings.kinds
        now = due(node.state)
        said = of_turn(node.tail, self.context.reader.ends_turn)
        before = (due(one.before) for one in said if one.verb is not None)
        others = next((kinds for kinds in before if kind not in kinds), now) - now
        for place in between(self.context.alike(seen.Declared, ""), at, until) if others else ():
            like = self.index.like(self.facts[place])
            if any(verb in others and not way.signs[number].leads for verb, way, number in like):
                return place
        return until

    def _gone_by(self, node: Node, kind: type[Verb], at: int, until: int) -> int:
        """The index of the next fact before ``until``, this one included, of a step that comes
        after this verb's in a row of steps, or of a verb outside all steps that cannot be played
        now: dice after it belong to the next time that the row is gone through. ``until`` if there
        is none."""
        after = self._after.get(kind)
        if after is None:
            after = self._after[kind] = coming_after(self.context.sequence, kind)
        if not after:
            return until
        due = self.context.rulings.kinds(node.state)

        def is_later(one: type[Verb]) -> bool:
            if one.steps:
                return after.issuperset(one.steps)
            return is_between_steps(one) and one not in due

        for place in range(at, until):
            kinds = self.candidates.shown_by(node.state, place)
            if kinds and all(map(is_later, kinds)):
                return place
        return until

    def _can_be_more(self, kind: type[Verb], state: Any, most: int) -> bool:
        """Whether a verb can be played more often in a row than ``most``; only tried for verbs with
        a single guessed field."""
        if len(kind.guesses) != 1 or not self._is_free(kind):
            return False
        return self._in_a_row(kind, state, most) > most

    def _is_free(self, kind: type[Verb]) -> bool:
        """Whether all fields of a verb are guessed, optional, or have defaults."""
        known = {*kind.guesses, *self.index.optional[kind], *self.index.defaults[kind]}
        return known.issuperset(field_names(kind))

    def _in_a_row(self, kind: type[Verb], state: Any, most: int, *, owing: bool = True) -> int:
        """How often a verb can be played in a row, counted up to ``most`` + 1. If not ``owing``,
        whatever is owed in between is taken as done."""
        for often in range(most + 1):
            state = state if owing or not state.pending else state.changed(pending=())
            verb = self._legal(kind, state)
            if verb is None:
                return often
            state = self.context.rulings.after(state, verb)
        return most + 1

    def _legal(self, kind: type[Verb], state: Any) -> Verb | None:
        """A legal verb of a kind in this state; ``None`` if there is none."""
        return next(iter(self.candidates.legal(state, kind, {}, 1, CHOICES)), None)

    def _other_acts(self, at: int, until: int) -> int:
        """The index of the next fact of another side before ``until``: if the sides move in turn,
        dice that were owed have been rolled by then. ``until`` if there is none."""
        side = self.facts[at].seen.side
        rows = (n for n in range(at, until) if self.facts[n].seen.side not in (None, side))
        return next(rows, until)

    def _is_told(self, kind: type[Verb], side: str | None) -> bool:
        """Whether its side tells a verb in the chat just before the current fact, rather than
        declare it: a later line is of another, or a slip."""
        ways = self.index.ways[kind]
        keys = {sign.key for way in ways for sign in way.signs if sign.kind is seen.Declared}
        return self.context.is_told(keys, side)

    def _said_later(self, kind: type[Verb], state: Any, fixed: Mapping[str, Any]) -> bool:
        """Whether the verb, with these fields, is declared later, by a line that names this turn,
        before the acts that lead to it begin again. If it may still be played more often than there
        are such lines, they may mean the other times."""
        at, openings = self.context.at, self.context.openings
        until = next_of(openings, at - 1, len(self.facts))
        if until == at:
            return False
        kinds = self._in_its_place(kind, state) if kind.secret else {kind}
        papers = between(self._papers, at - 1, until)
        if any(self._tells(kind, state, self.facts[place]) for place in papers):
            return True
        rows = (self._lines.get((one, state.turn), ()) for one in kinds)
        lines = [place for row in rows for place in between(row, at - 1, until + 1)]
        if kind.secret or not lines:
            return bool(lines)
        lines = lines[: self._until_anew(kind, state, lines)]
        lines = [one for one in lines if not self._names_another(kind, state, one, fixed)]
        verb = self._legal(kind, state) if self._is_free(kind) else None
        own = sum(verb is None or self._may_tell(verb, self.facts[place]) for place in lines)
        return own >= self._times_left(kind, state, own)

    def _is_said_before(self, node: Node, kind: type[Verb], fixed: Mapping[str, Any]) -> bool:
        """Whether the verb, with these fields, was declared before in this turn, and the line was
        not read as this verb: it is no other time of which nobody said anything."""
        lines = self._lines.get((kind, node.state.turn), ())
        before = between(lines, -1, self.context.at)
        read = {
            id(one.fact)
            for one in of_turn(node.tail, self.context.reader.ends_turn)
            if type(one.verb) is kind
        }
        return any(
            id(self.facts[place]) not in read
            and not self._names_another(kind, node.state, place, fixed)
            and not self.context.is_called_off(self.facts[place])
            for place in before
        )

    def _names_another(
        self, kind: type[Verb], state: Any, place: int, fixed: Mapping[str, Any]
    ) -> bool:
        """Whether a line declares a verb for another piece or place than these fields name."""
        fact = self.facts[place]
        signs = [way.signs[n] for verb, way, n in self.index.like(fact) if verb is kind]
        binds = [one for one in signs if one.binds(self.tables, state, fact, {}) is not None]
        return bool(binds) and all(
            one.binds(self.tables, state, fact, fixed) is None for one in binds
        )

    def _until_anew(self, kind: type[Verb], state: Any, lines: Sequence[int]) -> int:
        """How many of these lines come before a fact that leads up to the verb and is not due now;
        before any such fact, if the verb is only said and belongs to no step."""
        before = led_up_to(self.context.sequence, kind)
        anything = kind in self._worded and not kind.steps
        if not before and not anything:
            return len(lines)
        due = self.context.rulings.kinds(state)
        for place in range(self.context.at + 1, lines[-1]):
            kinds = self.candidates.shown_by(state, place)
            leads = anything or all(before & {*one.steps} for one in kinds)
            if kinds and due.isdisjoint(kinds) and leads:
                return sum(line < place for line in lines)
        return len(lines)

    def _may_tell(self, verb: Verb, fact: Fact) -> bool:
        """Whether a line may be a sign of exactly this verb, by its fixed fields."""
        return any(
            kind is type(verb) and all(getattr(verb, name) == value for name, value in way.fixed)
            for kind, way, _ in self.index.like(fact)
        )

    def _times_left(self, kind: type[Verb], state: Any, most: int) -> int:
        """How often a verb may still be played in this turn: in how many of its phases, or in a row
        if it has none; at least once, and at most ``most`` + 1."""
        phases = self.context.sequence
        own = phases_of(phases, kind)
        if own:
            ids = [one.id for one in phases]
            now = ids.index(state.step) if state.step in ids else 0
            return max(sum(ids.index(one) >= now for one in own), 1)
        return max(self._in_a_row(kind, state, most, owing=False), 1) if self._is_free(kind) else 1

    def _in_its_place(self, kind: type[Verb], state: Any) -> set[type[Verb]]:
        """A verb, and those that its side may play now but not after it."""
        rulings, fixed = self.context.rulings, kind.silent(self.context, state)
        some = islice(self.candidates.filled(state, kind, dict(fixed or {})), 1)
        then = {one for verb in some for one in rulings.kinds(rulings.after(state, verb))}
        now = {one for due in rulings.due(state) for one in due.verbs if one.by == kind.by}
        return {kind} | (now - then)

    def _tells(self, kind: type[Verb], state: Any, fact: Fact) -> bool:
        """Whether a fact is a sign of a verb in this state."""
        return any(
            verb is kind and way.signs[number].binds(self.tables, state, fact, {}) is not None
            for verb, way, number in self.index.like(fact)
        )


def _is_declared_by_another(fact: Fact, side: str | None) -> bool:
    """Whether dice were declared and rolled by another side; ``False`` if ``side`` is ``None``."""
    return bool(fact.seen.declarations) and side is not None and fact.seen.side not in (None, side)


def _is_paper(fact: Fact) -> bool:
    """Whether a fact is a sealed entry that names no turn."""
    return isinstance(fact, seen.Sealed) and fact.turn is None


def _are_known(names: Collection[str], known: Mapping[str, Any]) -> bool:
    """Whether all these fields of a verb are known, and there are any."""
    return bool(names) and all(known.get(name) is not None for name in names)


def _is_word(ways: Sequence[Pattern]) -> bool:
    """Whether the only sign of a verb is its declaration."""
    shown = [way for way in ways if not way.is_silent]
    return bool(shown) and all([one.kind for one in way.signs] == [seen.Declared] for way in shown)


def _lines(
    ways: Mapping[type[Verb], Sequence[Pattern]], facts: Sequence[Fact]
) -> dict[tuple[type[Verb], int], list[int]]:
    """By verb and turn: the indices of the lines that declare it and name that turn."""
    speaks: dict[str, list[type[Verb]]] = {}
    for verb, patterns in ways.items():
        for key in {s.key for p in patterns for s in p.signs if s.kind in NAMING}:
            speaks.setdefault(key, []).append(verb)
    found: dict[tuple[type[Verb], int], list[int]] = {}
    for at, fact in enumerate(facts):
        turn = turn_named(fact)
        if turn is not None:
            for verb in speaks.get(fact.key, ()):
                found.setdefault((verb, turn), []).append(at)
    return found


def _times_declared(
    ways: Mapping[type[Verb], Sequence[Pattern]], facts: Sequence[Fact]
) -> Mapping[type[Verb], int]:
    """By verb: how often its declaration is in this log."""
    counts = Counter(fact.key for fact in facts if isinstance(fact, seen.Declared))
    return {
        verb: max(
            (counts[s.key] for p in patterns for s in p.signs if s.kind is seen.Declared), default=0
        )
        for verb, patterns in ways.items()
    }
