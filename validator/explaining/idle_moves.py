"""The price of reading a move as one that means nothing."""

from __future__ import annotations

from collections.abc import Sequence

from validator.explaining import facts as seen
from validator.explaining import prices
from validator.explaining.asked import Asked
from validator.explaining.context import AHEAD, Context, next_of, shows_turn
from validator.explaining.facts import Fact
from validator.explaining.nodes import Entry, Node, entry_of, is_legal, of_turn, told_of
from validator.explaining.rows import lies_again
from validator.rules.verbs import Verb, field_names


class IdleMoves(Asked):
    """Prices the moves of one log as noise."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        counters = getattr(context.rules.game, "counters", ())
        self._owners = {one.id: one.side for one in counters}

    def price(self, node: Node, at: int, fact: seen.Moved, found: Sequence[Node]) -> float:
        """The price of a piece that was dragged, laid or put away."""
        if self._is_for_a_look(node, at, fact):
            return prices.MARKER
        if self._is_withdrawn(at, fact):
            return prices.MARKER if self.is_marker(fact) else prices.SLIP
        if self.is_marker(fact) and self._is_laid_and_back(at, fact):
            return prices.LOOK
        if self._is_there_and_back(node, at, fact, found):
            return prices.SLIP
        if self._is_put_back_later(node, fact, found):
            return prices.SLIP
        if self._goes_on(at, fact):
            return prices.DRAWN_OUT
        return self.handled(at, fact, found)

    def handled(
        self,
        at: int,
        fact: seen.Moved | seen.Drawn | seen.PutIn | seen.Lined,
        found: Sequence[Node],
    ) -> float:
        """The price of a piece that was handled in any way and stays so."""
        usual = prices.DRAWN if isinstance(fact, seen.Drawn) else prices.PIECE
        priced = fact.key in self.reader.noise
        if not priced and isinstance(fact, seen.Moved) and self._is_left_standing(at, fact):
            usual = prices.LEFT_STANDING
        price = self.reader.noise.get(fact.key, usual)
        if isinstance(fact, seen.Moved):
            price = self.reader.noise.get(f"{fact.key} to {fact.after}", price)
        if isinstance(fact, seen.Lined):  # nobody drags one piece after another in vain
            price += prices.MARKER * (len(fact.legs) - 1)
        if price != prices.MARKER or self._rides_along(at, fact):
            return price
        meant = self._is_answered(at, fact, found)
        if not meant and self._is_laid_again(fact):
            return price
        told = [one for one in found if meant or self._may_be_meant(one, fact)]
        return prices.PIECE if meant or self.is_due(fact, told) else price

    def _is_left_standing(self, at: int, fact: seen.Moved) -> bool:
        """Whether a piece goes from one open place to another, and is not moved again before
        the turn or act is over."""
        words = self.context.words
        aside = {seen.NOWHERE, *words.decks, *words.pools, *words.lost}
        if not aside.isdisjoint((fact.before, fact.after)) or fact.key in self.context.private:
            return False
        until = next_of(self.context.overs, at, len(self.facts))
        return all(one.about != fact.piece for one in self.facts[at + 1 : until])

    def _is_withdrawn(self, at: int, fact: seen.Moved) -> bool:
        """Whether its side calls off a marker that was laid, or a piece that goes back at once."""
        light = self.is_marker(fact) or self.is_back_at_once(at, fact)
        return light and self.is_called_off(at, fact)

    def _is_for_a_look(self, node: Node, at: int, fact: seen.Moved) -> bool:
        """Whether a piece is moved only for a moment, in private or after the end of the game; or
        is being moved in private when the log ends."""
        private = self.context.is_private(fact)
        if not private and self.due(node.state):
            return False
        return (private and at + 1 == len(self.facts)) or self._put_back(node, at, fact)

    def _put_back(self, node: Node, at: int, fact: seen.Moved) -> bool:
        """Whether a piece was moved only for a moment: this is its move out, or back. It is not if
        its side declared that it was done, and then handled a piece that all see, or rolled
        dice."""
        for other in self.facts[at + 1 : at + AHEAD]:
            if shows_turn(other):
                break
            if isinstance(other, seen.Moved) and other.piece == fact.piece:
                if (other.before, other.after) == (fact.after, fact.before):
                    return not self._is_settled(fact, other)
                break
        for entry in of_turn(node.tail, self.reader.ends_turn):
            out = entry.fact
            if isinstance(out, seen.Moved) and out.piece == fact.piece:
                returns = (out.before, out.after) == (fact.after, fact.before)
                return returns and entry.verb is None
        return False

    def _is_settled(self, fact: seen.Moved, back: seen.Moved) -> bool:
        """Whether, before a piece went back, its side declared the act for which it was moved, and
        then rolled dice or handled a piece that all see."""
        words = {sign.key for _, way, _ in self.index.like(fact) for sign in way.signs}
        steps = self.context.scene.steps
        at = self.context.first_after(fact.seen.step)
        first = next(
            (
                one.step
                for one in steps[at:]
                if one.side == fact.seen.side
                and any(said.action in words for said in one.declarations)
            ),
            back.seen.step,
        )
        return any(
            first < one.seen.step < back.seen.step
            and one.seen.side == fact.seen.side
            and (self.context.is_open(one) or isinstance(one, seen.Rolled))
            for one in self.facts
        )

    def is_back_at_once(self, at: int, fact: seen.Moved) -> bool:
        """Whether the next fact moves the piece back."""
        return at + 1 < len(self.facts) and lies_again(fact, self.facts[at + 1])

    def _is_laid_and_back(self, at: int, fact: seen.Moved) -> bool:
        """Whether a piece is put somewhere and goes back at once: this is its move out, or back."""
        out = self.facts[at - 1] if at else None
        laid = isinstance(out, seen.Moved) and self.is_back_at_once(at - 1, out)
        return laid or self.is_back_at_once(at, fact)

    def _is_there_and_back(
        self, node: Node, at: int, fact: seen.Moved, found: Sequence[Node]
    ) -> bool:
        """Whether a piece goes out and back at once and this is noise: no verb fits it, or only one
        that would have ended the game."""
        if self.is_back_at_once(at, fact):
            return not found or self.would_end_all(node, at, fact, found)
        out = node.tail.fact if node.tail is not None and node.tail.verb is None else None
        return (
            at > 0
            and out is self.facts[at - 1]
            and (isinstance(out, seen.Moved) and self.is_back_at_once(at - 1, out))
        )

    def _is_put_back_later(self, node: Node, fact: seen.Moved, found: Sequence[Node]) -> bool:
        """Whether a piece is moved against the rules and is put right within the turn: another side
        moves it on, or asks for it, or it goes back, where another side than its own had moved it
        or who did calls it off then. This is its move out, or back."""
        moves = self.context.moves[fact.piece]
        place = next(n for n, one in enumerate(moves) if one is fact)
        if not is_legal(fact, found):
            two = moves[place : place + 2]
            if self._is_called_back(*two) or self._is_moved_on_for_another(*two):
                return True
        earlier = moves[place - 1] if place else fact
        entry = entry_of(node, earlier)
        is_out = earlier is not fact and entry is not None and entry.verb is None
        return is_out and self._is_called_back(earlier, fact)

    def _is_moved_on_for_another(self, out: seen.Moved, on: seen.Moved | None = None) -> bool:
        """Whether a piece is moved on within the turn, from where a side had put it, by another
        side, or just after another side said something and before its own side had rolled dice or
        declared anything: it lay in the wrong place."""
        if on is None or on.before != out.after or None in (out.seen.side, on.seen.side):
            return False
        first, last = out.seen.step, on.seen.step
        apart = self.context.turn_between(first, last) or self.context.is_opened(first, last)
        if apart or out.seen.side != on.seen.side:
            return not apart
        if any(
            first < one.seen.step < last and one.seen.side == on.seen.side
            for one in self.facts
            if isinstance(one, seen.Rolled | seen.Declared)
        ):
            return False
        said = (one for one in self.context.said_before(on) if not (one.gives_leave or one.agrees))
        return any(one.side not in (None, on.seen.side) for one in said)

    def _is_called_back(self, out: seen.Moved, back: seen.Moved | None = None) -> bool:
        """Whether a piece goes back where another side had moved it, or in words."""
        if back is None or (out.before, out.after) != (back.after, back.before):
            return False
        first, last = out.seen.step, back.seen.step
        if self.context.turn_between(first, last) or self.context.is_opened(first, last):
            return False
        if self._owners.get(out.piece) not in (None, out.seen.side):
            return out.seen.side is not None
        said = self.context.said_before(back)
        words = any(one.calls_off and one.side == out.seen.side for one in said)
        return words or last in self.context.taken_back

    def _goes_on(self, at: int, fact: seen.Moved) -> bool:
        """Whether the piece was on the table and is put away before anybody does anything else."""
        other = self.facts[at + 1] if at + 1 < len(self.facts) else None
        return (
            isinstance(other, seen.Moved)
            and other.piece == fact.piece
            and seen.NOWHERE == other.after != fact.before
        )

    def _is_laid_again(self, fact: Fact) -> bool:
        """Whether a marker goes back to where it lay before in this turn: it was put away too
        early."""
        if not isinstance(fact, seen.Moved):
            return False
        step, moves = fact.seen.step, self.context.moves[fact.piece]
        lay = (one.seen.step for one in moves if one.before == fact.after != fact.before)
        return any(one < step and not self.context.turn_between(one, step) for one in lay)

    def _rides_along(self, at: int, fact: Fact) -> bool:
        """Whether a marker was dragged in one stack with a piece."""
        return isinstance(fact, seen.Moved) and any(
            isinstance(one, seen.Moved)
            and (one.before, one.after) == (fact.before, fact.after)
            and one.seen is fact.seen
            and self.context.is_piece(one)
            for one in self.facts[max(at - AHEAD, 0) : at + AHEAD]
        )

    def _is_answered(self, at: int, fact: Fact, found: Sequence[Node]) -> bool:
        """Whether a fact asks something of another side and that side answers: its next act,
        besides points, is the declaration that answers it, with nothing else asked in between; or
        the first thing it declares in the next turn is. Two players do not make the same slip."""
        own, end, told = fact.seen.side, self.reader.ends_turn, told_of(fact, found)
        later = self.facts[at + 1 : at + AHEAD] if own is not None else ()
        rows = [one for one in later if not isinstance(one, seen.Points)]
        others = [n for n, one in enumerate(rows) if one.seen.side not in (None, own)]
        since = rows[: others[0]] if others else rows
        asked = any(isinstance(one, seen.Declared) or one.key == fact.key for one in since)
        if others and not asked and self._answers(rows[others[0]], told):
            return True
        turn = next((n for n, one in enumerate(rows) if shows_turn(one)), len(rows))
        said = (rows[n] for n in others if n > turn and rows[n].seen is not rows[turn].seen)
        word = next((one for one in said if isinstance(one, seen.Declared)), None)
        return word is not None and not field_names(end) and self._answers(word, told, end())

    def _answers(self, word: Fact, told: Sequence[Entry], *then: Verb) -> bool:
        """Whether a declaration is what an act asks of that side, now or after these verbs."""
        if not isinstance(word, seen.Declared):
            return False
        meant = {kind for kind in self.index.kinds(word) if kind.by == word.seen.side}
        for one in told:
            before, after = one.before, one.after
            for verb in then:
                before, after = (self.context.rulings.after(s, verb) for s in (before, after))
            if meant & self.kinds(after) - self.kinds(before):
                return True
        return False

    def _may_be_meant(self, node: Node, fact: Fact) -> bool:
        """Whether a marker may be more than a reminder of a player: its verb is legal, or uses a
        piece that was shown for it in this turn."""
        entry = entry_of(node, fact)
        verb = entry.verb if entry is not None else None
        if entry is None or not entry.faults:
            return True
        for earlier in of_turn(entry, self.reader.ends_turn):
            led = earlier.verb.leads_to.values() if earlier.verb is not None else ()
            fields = (verbs.get(type(verb).__name__) for verbs in led)
            piece = getattr(earlier.verb, "piece", None)
            if any(name and getattr(verb, name) == piece for name in fields):
                return True
        return False
