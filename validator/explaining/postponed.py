"""What was done since facts were postponed: whether their time has gone by, and its price."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from validator.explaining import facts as seen
from validator.explaining import prices
from validator.explaining.candidates import Candidates
from validator.explaining.context import Context, between
from validator.explaining.facts import Fact
from validator.explaining.nodes import Node, back
from validator.explaining.signs import is_rolled
from validator.rules.cases import EITHER
from validator.rules.sequence import is_between_steps, place_in, rows_of
from validator.rules.verbs import Verb


class Postponed:
    """Questions about the postponed facts of one log."""

    def __init__(self, context: Context, candidates: Candidates) -> None:
        self.context = context
        self.reader = context.reader
        self.facts = context.facts
        self.due = context.rulings.due
        self.index = candidates.index
        self._rows_known: dict[type[Verb], list[list[str]]] = {}

    def is_over(self, node: Node, place: int, by: str, ended: bool) -> bool:
        """Whether a postponed fact was done before the other side acted."""
        fact, stuck = self.facts[place], place in node.stuck
        other = not ended and (stuck or by not in ("", fact.seen.side))
        gone_by = other or (stuck and self.context.words.alternate)
        return gone_by and (self.context.is_done(place) or self._is_turned_piece(fact))

    def before_a_card(self, node: Node) -> Iterator[int]:
        """The pieces whose postponed moves, and turns, everybody saw before a card was turned: the
        card did not cause them."""
        for place, _ in node.held:
            fact = self.facts[place]
            if self._is_of_a_piece(fact) and not self.context.is_private(fact):
                yield place

    def as_one_move(self, node: Node, fact: Fact) -> Node:
        """The explanation without a postponed entry in private with which a fact goes on: both are
        one move, across a turn marker that was moved late."""
        if not node.held or not isinstance(fact, seen.Moved) or not self.context.is_private(fact):
            return node
        first = next((one for one in node.held if self._is_begun(node, one[0], fact)), None)
        if first is None:
            return node
        new = node.copy()
        new.held = tuple(one for one in node.held if one != first)
        new.price += prices.PUT_RIGHT
        return new

    def _is_begun(self, node: Node, place: int, fact: seen.Moved) -> bool:
        """Whether a postponed fact is a move with which another fact goes on in the next turn."""
        first = self.facts[place]
        if not isinstance(first, seen.Moved):
            return False
        goes_on = (first.piece, first.after) == (fact.piece, fact.before)
        return goes_on and self.context.is_marked_late(node.state.turn, (place,))

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

    def over_dice(self, node: Node, fact: Fact) -> float:
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

    def is_out_of_turn(self, node: Node, fact: Fact, verb: Verb) -> bool:
        """Whether a side handled or turned a piece for an act that nothing asked for, and then only
        another side could choose what to do, and did. Where cards begin the acts, these tell."""
        if verb.settles[0] or self.context.opening or self.context.words.alternate:
            return False
        if not self._is_of_a_piece(fact):
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

    def is_gone_by(self, node: Node, fact: Fact) -> bool:
        """Whether the row of steps to which a postponed roll or move belongs was begun again since
        it was made; once more, if its own step was over by then. A turned piece that belongs to no
        step shows what happened to it in the row that was under way."""
        if not isinstance(fact, seen.Rolled) and not self._is_of_a_piece(fact):
            return False
        like = self.index.like(fact)
        signs = {(kind, way.signs[number]) for kind, way, number in like}
        kinds = {
            kind
            for kind, sign in signs
            if sign.binds(self.context.tables, node.state, fact, {}) is not None
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
            self._rows_known[kind] = rows_of(self.context.sequence, kind)
        return self._rows_known[kind]

    def _is_of_a_piece(self, fact: Fact) -> bool:
        """Whether a piece was handled, or turned."""
        return self.context.is_piece(fact) or self._is_turned_piece(fact)

    def _is_turned_piece(self, fact: Fact) -> bool:
        """Whether a piece was turned whose faces are no markers."""
        names = (fact.key, f"{fact.key} turned")
        marks = (self.reader.noise.get(name) == prices.MARKER for name in names)
        return isinstance(fact, seen.Turned) and not any(marks)
