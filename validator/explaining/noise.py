"""The price of reading a fact as noise, by what the fact could have been."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterator, Sequence
from itertools import islice, takewhile
from math import inf
from typing import TypeGuard

from validator.explaining import facts as seen
from validator.explaining import prices
from validator.explaining.context import AHEAD, Context, between, next_of, shows_turn
from validator.explaining.facts import Fact
from validator.explaining.nodes import Entry, Node, back, of_turn, told_of
from validator.explaining.settling import is_settling
from validator.explaining.signs import index_of
from validator.rules.scenes import Seen
from validator.rules.verbs import Verb, field_names


class Noise:
    """Prices the facts of one log as noise."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.due, self.kinds = context.rulings.due, context.rulings.kinds
        self.reader = context.reader
        self.facts = context.facts
        self.index = index_of(context.rules.module.verbs)
        counters = getattr(context.rules.game, "counters", ())
        self._owners = {one.id: one.side for one in counters}
        self._sides = {one.id: one.sides for one in getattr(context.rules.game, "dice", ())}

    def price(self, node: Node, at: int, fact: Fact, least: float, found: Sequence[Node]) -> float:
        fits = least < prices.BREACH / 2
        match fact:
            case seen.Rolled() | seen.Declared() if self._is_paid_back(at, fact):
                return prices.SLIP
            case seen.Rolled() if max(fact.dice, default=1) > self._sides.get(fact.key, 6):
                return prices.IMPOSSIBLE
            case seen.Rolled() if fact.seen.declarations and self._is_called_off(at, fact):
                return prices.SLIP
            case seen.Rolled() if self._is_wrong_button(at, fact):
                return prices.SLIP
            case seen.Rolled() | seen.Declared() if self._is_clicked_again(at, fact, found):
                return prices.SLIP
            case seen.Rolled() if not fits and self.context.is_called_off(fact):
                return prices.SLIP
            case seen.Declared() | seen.TurnShown() if self._is_redone(at, fact):
                return prices.SLIP
            case seen.Declared() | seen.TurnShown() if self._is_pressed_again(at, fact, fits):
                return 0.0 if self.facts[at - 1].seen is fact.seen else prices.SLIP
            case seen.Rolled():
                stray = prices.SAME_AGAIN if self._has_strayed(node) else prices.STRAY_DIE
                owed = self._is_owed(node, fact, found)
                if self._is_repeated(at, fact):
                    again = owed and fits and self.is_announced(node, fact) is not False
                    return prices.OWED_AGAIN if again else stray
                if not (fits or owed):
                    meant = self.is_announced(node, fact) and not self._is_thrown_later(at, fact)
                    return prices.OWN_WORD if meant else stray
                if self._may_be_anything(fact, found):
                    return 0.0
                return prices.OWED_DIE if self._is_due(fact, found) else stray
            case seen.Declared() if self._is_called_off(at, fact):
                return prices.SLIP
            case seen.Declared():
                ends = self._would_end_all(node, at, fact, found)
                return prices.SLIP if ends else self._slip(at, fact, fits, found)
            case seen.Moved() if self._is_for_a_look(node, at, fact):
                return prices.MARKER
            case seen.Moved() if self._is_withdrawn(at, fact):
                return prices.MARKER if self._is_marker(fact) else prices.SLIP
            case seen.Moved() if self._is_marker(fact) and self._is_laid_and_back(at, fact):
                return prices.LOOK
            case seen.Moved() if self._is_there_and_back(node, at, fact, found):
                return prices.SLIP
            case seen.Moved() if self._is_put_back_later(node, fact, found):
                return prices.SLIP
            case seen.Moved() if self._goes_on(at, fact):
                return prices.DRAWN_OUT
            case seen.Moved() if not found and self._is_laid_beside(at, fact):
                return prices.SLIP
            case seen.Moved() | seen.Drawn() | seen.PutIn() | seen.Lined():
                usual = prices.DRAWN if isinstance(fact, seen.Drawn) else prices.PIECE
                price = self.reader.noise.get(fact.key, usual)
                if isinstance(fact, seen.Moved):
                    price = self.reader.noise.get(f"{fact.key} to {fact.after}", price)
                if isinstance(fact, seen.Lined):  # nobody drags one piece after another in vain
                    price += prices.MARKER * (len(fact.legs) - 1)
                if price != prices.MARKER or self._rides_along(at, fact):
                    return price
                meant = self._is_answered(at, fact, found)
                told = [one for one in found if meant or self._may_be_meant(one, fact)]
                return prices.PIECE if meant or self._is_due(fact, told) else price
            case seen.Shown(look=True) | seen.Hidden(look=True):
                return prices.LEFT_UP if found and isinstance(fact, seen.Shown) else prices.LOOK
            case seen.Shown():
                return prices.LEFT_UP
            case seen.Hidden():
                return prices.TURNED_DOWN
            case seen.Turned():
                if back := self._turned_back(node, at, fact):
                    return back
                if isinstance(fact, seen.Faced) and not self._is_needed(fact):
                    return prices.SLIP
                turned = self.reader.noise.get(fact.key, prices.TURNED)
                return self.reader.noise.get(f"{fact.key} turned", turned)
            case seen.TurnShown():
                if fact.turn <= max(node.state.turn, 1) or self._is_called_off(at, fact):
                    return prices.TRACKER
                of_steps = fact.phase is not None and bool(self.context.tracked)
                return prices.TRACKER_AHEAD if of_steps else prices.WRONG_TURN
            case seen.Sealed():
                return self._paper(at, fact)
        return prices.PIECE

    def _is_paid_back(self, at: int, fact: Fact) -> bool:
        """Whether the points that this click booked are taken back by the next click."""
        rows = self.facts
        first = next(n for n in range(at, -1, -1) if not n or rows[n - 1].seen is not fact.seen)
        last = next((n for n in range(at, len(rows)) if rows[n].seen is not fact.seen), len(rows))
        begun = self.reader.points(self.context)
        for one in rows[first:last]:
            if not isinstance(one, seen.Points):
                continue
            earlier = (row for row in reversed(rows[:first]) if isinstance(row, seen.Points))
            known = next((row.points for row in earlier if row.key == one.key), begun[one.key])
            back = (row for row in rows[last:] if row.seen is rows[last].seen)
            if known != one.points and any(
                isinstance(row, seen.Points) and (row.key, row.points) == (one.key, known)
                for row in back
            ):
                return True
        return False

    def _is_marker(self, fact: Fact) -> bool:
        return self.reader.noise.get(fact.key) == prices.MARKER

    def _is_withdrawn(self, at: int, fact: seen.Moved) -> bool:
        """Whether its side calls off a marker that was laid, or a piece that goes back at once."""
        light = self._is_marker(fact) or self.is_back_at_once(at, fact)
        return light and self._is_called_off(at, fact)

    def _is_called_off(self, at: int, fact: Fact) -> bool:
        """Whether the side calls off, in the chat, what it declared or marked, before anybody goes
        on from there; the end of the turn does not count as going on."""
        steps, side = self.context.scene.steps, fact.seen.side
        later = (self.facts[n] for n in range(at + 1, len(self.facts)))
        onward = (one for one in later if one.seen is not fact.seen and self._leads_on(one, side))
        until = next((one.seen.step for one in onward), inf)
        first = bisect_right(steps, fact.seen.step, key=lambda one: one.step)
        said = takewhile(lambda one: one.step < until, islice(steps, first, None))
        return any(one.calls_off and one.side == side for one in said)

    def _is_wrong_button(self, at: int, fact: seen.Rolled) -> bool:
        """Whether dice are called off at once, and the next dice of that side are others."""
        if fact.seen.step not in self.context.taken_back:
            return False
        rows = (
            self.facts[n] for n in between(self.context.alike(seen.Rolled, ""), at, len(self.facts))
        )
        after = (one for one in rows if one.seen is not fact.seen)
        again = next((one for one in after if one.seen.side == fact.seen.side), None)
        return again is not None and again.key != fact.key

    def _is_clicked_again(self, at: int, fact: Fact, found: Sequence[Node]) -> bool:
        """Whether a click rolls dice for a piece, and is the same as the last click before it: once
        more than the rules allow, which is a double click."""
        if not (fact.seen.rolls and fact.seen.declarations) or _is_legal(fact, found):
            return False
        clicks = (
            f for f in reversed(self.facts[:at]) if isinstance(f, seen.Rolled | seen.Declared)
        )
        last = next((one.seen for one in clicks if one.seen is not fact.seen), None)
        if last is None or last.side != fact.seen.side:
            return False
        return last.declarations == fact.seen.declarations and len(last.rolls) == len(
            fact.seen.rolls
        )

    def _is_redone(self, at: int, fact: seen.Declared | seen.TurnShown) -> bool:
        """Whether a declaration, with the turn that its button shows, is made again by its side
        after no more than a click that this side called off."""
        rows = self.facts[max(at - AHEAD, 0) : at + AHEAD]
        said = next((f for f in rows if isinstance(f, seen.Declared) and f.seen is fact.seen), None)
        later = {one.seen.step: one.seen for one in rows if one.seen.step > fact.seen.step}
        off, again = (*later.values(), None, None)[:2]
        if said is None or off is None or again is None:
            return False
        meant = off.step in self.context.taken_back and off.side == again.side == fact.seen.side
        return meant and any(
            isinstance(one, seen.Declared)
            and (one.seen, one.key, _without_counts(one))
            == (again, said.key, _without_counts(said))
            for one in rows
        )

    def _leads_on(self, fact: Fact, side: str | None) -> bool:
        """Whether a fact shows that play goes on: a declaration other than the end of the turn, or
        a roll or move of another side, unless it takes a piece off the map."""
        if isinstance(fact, seen.Declared):
            return all(kind is not self.reader.ends_turn for kind, _, _ in self.index.like(fact))
        if fact.seen.side == side or isinstance(fact, seen.TurnShown | seen.Points):
            return False
        return not isinstance(fact, seen.Moved) or fact.after != seen.NOWHERE

    def _is_pressed_again(self, at: int, fact: seen.Declared | seen.TurnShown, fits: bool) -> bool:
        """Whether the same button was clicked just before: by another side, so that both players
        pressed it, or with another number that it counts, as by a double click. Not if what it
        declares ``fits``."""
        rows = self.facts
        said = next((one for one in rows[at : at + AHEAD] if _is_said(one, fact.seen)), None)
        first = next((one for one in rows[at::-1] if one.seen is not fact.seen), None)
        if said is None or first is None or (fits and said is fact):
            return False
        both = said.seen.side != first.seen.side
        return any(
            _is_said(one, first.seen)
            and one.key == said.key
            and (both or (bool(said.seen.properties) and one.detail != said.detail))
            and _without_counts(one) == _without_counts(said)
            for one in rows[max(at - AHEAD, 0) : at]
        )

    def _has_strayed(self, node: Node) -> bool:
        """Whether dice were already rolled for nothing in this turn. Dice of the last turn that
        were postponed, and became noise at its end, belong to the last turn."""
        steps: list[int] = []
        for one in back(node.tail):
            if type(one.verb) is self.reader.ends_turn:
                ended = one.fact.seen.step if one.fact is not None else 0
                return any(step > ended for step in steps)
            if one.verb is None and isinstance(one.fact, seen.Rolled):
                steps.append(one.fact.seen.step)
        return bool(steps)

    def _is_repeated(self, at: int, fact: seen.Rolled) -> bool:
        """Whether the same dice button was clicked just before: a double click."""
        earlier = self.facts[at - 1] if at else None
        return isinstance(earlier, seen.Rolled) and earlier.key == fact.key

    def _is_owed(self, node: Node, fact: seen.Rolled, found: Sequence[Node]) -> bool:
        """Whether such dice may be rolled now, without assuming silent verbs. A roll that breaks a
        rule and leads to nothing that anybody owes does not count."""
        direct = [one for one in told_of(fact, found) if one.before is node.state]
        if direct and all(one.faults and one.after.pending == node.state.pending for one in direct):
            return False
        kinds = {kind for kind, _, _ in self.index.like(fact)}
        return not kinds.isdisjoint(self.kinds(node.state))

    def _may_be_anything(self, fact: seen.Rolled, found: Sequence[Node]) -> bool:
        """Whether dice may belong to several legal acts, and nothing tells to which: no declaration
        or counter announces one, and none of the acts leads to something that anybody owes."""
        led = {(s.kind, s.key) for _, way, _ in self.index.like(fact) for s in way.signs if s.leads}
        near = (*self.context.behind, *self.context.ahead) if led else ()
        if not led or any((type(one), one.key) in led for one in near):
            return False
        told = (_entry_of(node, fact) for node in found)
        legal = [one for one in told if one is not None and one.verb is not None and not one.faults]
        asked = any(one.after.pending != one.before.pending for one in legal)
        return len({one.verb for one in legal}) > 1 and not asked

    def is_own_throw(self, node: Node, fact: seen.Rolled) -> bool:
        """Whether a roll that each ship makes by itself was announced: then it is that ship's, and
        not a later act's."""
        game = self.context.rules.game
        each = game is not None and any(one.each for one in game.dice if one.id == fact.key)
        return each and bool(self.is_announced(node, fact))

    def is_announced(self, node: Node, fact: seen.Rolled) -> bool | None:
        """Whether the same side declared such a roll, and has not made it since, nor another roll
        that the same words announce; ``None`` if nothing was declared."""
        for words in self._announcing(fact):
            for said in self.context.behind if words else ():
                if isinstance(said, seen.Declared) and said.key in words:
                    meant = {k for k, one, n in self.index.like(said) if one.signs[n].leads}
                    own = said.seen.side == fact.seen.side
                    return not _is_told(node, meant, said) if own else None
        return None

    def _announcing(self, fact: Fact) -> Iterator[set[str]]:
        """For each verb that a roll may show: the keys of the words that announce it."""
        for _, way, _ in self.index.like(fact):
            yield {s.key for s in way.signs if s.leads and s.kind is seen.Declared}

    def _is_thrown_later(self, at: int, fact: seen.Rolled) -> bool:
        """Whether the same side then makes another roll with words that it said before this one,
        and does not say them again: they may have been for that one."""
        own = fact.seen.side
        before = takewhile(
            lambda n: not isinstance(self.facts[n], seen.Rolled), range(at - 1, -1, -1)
        )
        said = {
            one.key
            for n in before
            if isinstance(one := self.facts[n], seen.Declared) and one.seen.side == own
        }
        for one in self.facts[at + 1 : at + AHEAD]:
            if shows_turn(one) or one.seen.side != own:
                return False
            if isinstance(one, seen.Declared):
                said.discard(one.key)
            if isinstance(one, seen.Rolled):
                return one.key != fact.key and any(said & words for words in self._announcing(one))
        return False

    def _is_due(self, fact: Fact, found: Sequence[Node]) -> bool:
        """Whether a fact may be the sign of a verb that is due when it is seen."""
        for node in found:
            entry = _entry_of(node, fact)
            if entry is None or entry.verb is None:
                continue
            if type(entry.verb) in self.kinds(entry.before):
                return True
        return False

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
        meant = {kind for kind, _, _ in self.index.like(word) if kind.by == word.seen.side}
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
        entry = _entry_of(node, fact)
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

    def _goes_on(self, at: int, fact: seen.Moved) -> bool:
        """Whether the piece was on the table and is put away before anybody does anything else."""
        other = self.facts[at + 1] if at + 1 < len(self.facts) else None
        return (
            isinstance(other, seen.Moved)
            and other.piece == fact.piece
            and seen.NOWHERE == other.after != fact.before
        )

    def _is_laid_beside(self, at: int, fact: seen.Moved) -> bool:
        """Whether the piece is put beside all places, and is moved on from there before the turn or
        act is over."""
        if fact.after != seen.NOWHERE:
            return False
        until = next_of(self.context.overs, at, len(self.facts))
        own = (one for one in self.facts[at + 1 : until] if one.about == fact.piece)
        other = next((one for one in own if isinstance(one, seen.Moved)), None)
        return other is not None and other.before == seen.NOWHERE != other.after

    def _is_needed(self, fact: Fact) -> bool:
        """Whether some verb requires such a fact as a sign."""
        return any(way.required[number] for _, way, number in self.index.like(fact))

    def _turned_back(self, node: Node, at: int, fact: seen.Turned) -> float:
        """The price of a piece that shows its other face only for a while; 0 if it is not turned
        back.

        Either the next turn of the piece turns it back, or this one turns it back from a face that
        meant nothing; if cards begin the acts, within one turn. It is a slip as long as nothing
        settles it.
        """
        rows, like = self.facts, self.context.alike(type(fact), fact.key)
        alike = [n for n in like if rows[n].about == fact.about]
        place = alike.index(at)

        def undoes(one: Fact) -> bool:
            back = (fact.level, fact.before)
            undone = isinstance(one, seen.Turned) and (one.before, one.level) == back
            return undone and not self._is_turns_apart(fact, one)

        def price(first: int, last: int) -> float:
            between = rows[first + 1 : last]
            settled = any(is_settling(one, self.context.opening) for one in between)
            return prices.TURNED if settled else prices.SLIP

        later = alike[place + 1 : place + 2]
        if later and undoes(rows[later[0]]):
            return price(at, later[0])
        earlier = alike[place - 1] if place else None
        if earlier is None or not undoes(rows[earlier]):
            return 0.0
        entry = _entry_of(node, rows[earlier])
        return prices.LOOK if entry is None or entry.verb is None else 0.0

    def _is_turns_apart(self, one: Fact, other: Fact) -> bool:
        """Whether a turn ended between two facts, in a game where cards begin the acts."""
        first, last = sorted((one.seen.step, other.seen.step))
        return self.context.is_opened(first, last) and self.context.turn_between(first, last)

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
        at = bisect_right(steps, fact.seen.step, key=lambda one: one.step)
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
        other = self.facts[at + 1] if at + 1 < len(self.facts) else None
        return isinstance(other, seen.Moved) and (other.piece, other.before, other.after) == (
            fact.piece,
            fact.after,
            fact.before,
        )

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
            return not found or self._would_end_all(node, at, fact, found)
        out = node.tail.fact if node.tail is not None and node.tail.verb is None else None
        return (
            at > 0
            and out is self.facts[at - 1]
            and (isinstance(out, seen.Moved) and self.is_back_at_once(at - 1, out))
        )

    def _is_put_back_later(self, node: Node, fact: seen.Moved, found: Sequence[Node]) -> bool:
        """Whether a piece is moved against the rules and is put right within the turn: another side
        moves it on, or it goes back, where another side than its own had moved it or who did calls
        it off then. This is its move out, or back."""
        moves = self.context.moves[fact.piece]
        place = next(n for n, one in enumerate(moves) if one is fact)
        if not _is_legal(fact, found):
            two = moves[place : place + 2]
            if self._is_called_back(*two) or self._is_moved_on_by_another(*two):
                return True
        earlier = moves[place - 1] if place else fact
        entry = _entry_of(node, earlier)
        is_out = earlier is not fact and entry is not None and entry.verb is None
        return is_out and self._is_called_back(earlier, fact)

    def _is_moved_on_by_another(self, out: seen.Moved, on: seen.Moved | None = None) -> bool:
        """Whether another side moves a piece on within the turn, from where the first side had put
        it: it lay in the wrong place."""
        if on is None or on.before != out.after or None in (out.seen.side, on.seen.side):
            return False
        first, last = out.seen.step, on.seen.step
        apart = self.context.turn_between(first, last) or self.context.is_opened(first, last)
        return out.seen.side != on.seen.side and not apart

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

    def _rides_along(self, at: int, fact: Fact) -> bool:
        """Whether a marker was dragged in one stack with a piece."""
        return isinstance(fact, seen.Moved) and any(
            isinstance(one, seen.Moved)
            and (one.before, one.after) == (fact.before, fact.after)
            and one.seen is fact.seen
            and self.context.is_piece(one)
            for one in self.facts[max(at - AHEAD, 0) : at + AHEAD]
        )

    def _would_end_all(self, node: Node, at: int, fact: Fact, found: Sequence[Node]) -> bool:
        """Whether a declaration or move, with no other sign, would end the game although both sides
        play on."""
        told = told_of(fact, found)
        if not told or any(len(new.claimed) > len(node.claimed) for new in found):
            return False
        on = (seen.TurnShown, seen.Declared, seen.Drawn)
        later = (one for one in self.facts[at + 1 :] if one.seen is not fact.seen)
        return any(isinstance(one, on) for one in later) and all(
            self.due(one.before) and not self.due(one.after) for one in told
        )

    def _paper(self, at: int, fact: seen.Sealed) -> float:
        """The price of a sealed entry as noise: cheap for another side's, or if it was sealed
        before."""
        owners = {kind.by for kind, _, _ in self.index.like(fact)}
        earlier = ((one.key, one.number) for one in self.facts[:at] if isinstance(one, seen.Sealed))
        if fact.seen.side not in (None, *owners) or (fact.key, fact.number) in earlier:
            return prices.SEAL
        return prices.OWN_WORD

    def _slip(self, at: int, fact: seen.Declared, fits: bool, found: Sequence[Node]) -> float:
        """The price of a declaration as noise, by who clicked it, and whether it was corrected."""
        owners = {kind.by for kind, _, _ in self.index.like(fact) if kind.by}
        if owners and fact.seen.side is not None and fact.seen.side not in owners:
            return prices.SLIP
        follows = self.facts[at + 1] if at + 1 < len(self.facts) else None
        if isinstance(follows, seen.Declared) and follows.seen.side == fact.seen.side:
            meant = fact.key in self.reader.deliberate and follows.key != fact.key
            if not meant and not (fits and has_counted(fact, follows)):
                return prices.SLIP
        if fits:
            return prices.OWN_WORD
        if fact.seen.rolls and _comes_to_nothing(fact, found):
            return prices.SLIP
        return prices.NAMED_WORD if fact.detail else prices.STRAY_WORD


def _is_legal(fact: Fact, found: Sequence[Node]) -> bool:
    """Whether a fact can be of an act that breaks nothing."""
    return any(one.verb is not None and not one.faults for one in told_of(fact, found))


def _comes_to_nothing(fact: Fact, found: Sequence[Node]) -> bool:
    """Whether a fact can only be of acts that break a rule and change nothing."""
    told = told_of(fact, found)
    return bool(told) and all(one.faults and one.after == one.before for one in told)


def has_counted(fact: Fact, follows: Fact) -> bool:
    """Whether the button of the first declaration counts something that the button of the second
    does not."""
    return not fact.seen.properties.keys() <= follows.seen.properties.keys()


def _entry_of(node: Node, fact: Fact) -> Entry | None:
    """The entry of an explanation about a fact; ``None`` if it has none."""
    return next((one for one in back(node.tail) if one.fact is fact), None)


def _is_said(fact: Fact, click: Seen) -> TypeGuard[seen.Declared]:
    """Whether a fact is a declaration of this click."""
    return isinstance(fact, seen.Declared) and fact.seen is click


def _without_counts(fact: seen.Declared) -> list[str]:
    """The words of a declaration without the numbers that its button counts."""
    counts = [str(number) for number in fact.seen.properties.values()]
    return [word for word in fact.detail.split() if word not in counts]


def _is_told(node: Node, kinds: Container[type[Verb]], since: Fact) -> bool:
    """Whether the explanation has a verb of one of these kinds at a fact or after it."""
    step = since.seen.step
    later = takewhile(lambda one: one.fact is None or one.fact.seen.step >= step, back(node.tail))
    return any(type(one.verb) in kinds for one in later if one.verb is not None)
