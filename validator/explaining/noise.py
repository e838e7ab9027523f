"""The price of reading a fact as noise, by what the fact could have been."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from validator.explaining import facts as seen
from validator.explaining import prices
from validator.explaining.asked import Asked
from validator.explaining.context import AHEAD, Context
from validator.explaining.facts import Fact
from validator.explaining.idle_moves import IdleMoves
from validator.explaining.nodes import Node, entry_of, is_legal, told_of
from validator.explaining.settling import is_settling
from validator.explaining.stray_dice import StrayDice
from validator.rules.scenes import Seen
from validator.rules.sequence import is_between_steps
from validator.rules.verbs import field_names


class Noise(Asked):
    """Prices the facts of one log as noise."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.dice = StrayDice(context)
        self.moves = IdleMoves(context)

    def price(self, node: Node, at: int, fact: Fact, least: float, found: Sequence[Node]) -> float:
        """The price of a fact as noise, where ``least`` is that of the cheapest other explanation,
        and ``found`` are all of them."""
        fits = least < prices.BREACH / 2
        match fact:
            case seen.Rolled() | seen.Declared() if self._is_undone(at, fact, found):
                return prices.SLIP
            case seen.Rolled():
                return self.dice.price(node, at, fact, fits, found)
            case seen.Declared() | seen.TurnShown() if self._is_redone(at, fact):
                return prices.SLIP
            case seen.Declared() | seen.TurnShown() if self._is_pressed_again(at, fact, fits):
                return 0.0 if self.facts[at - 1].seen is fact.seen else prices.SLIP
            case seen.Declared():
                return self._said(node, at, fact, fits, found)
            case seen.Moved():
                return self.moves.price(node, at, fact, found)
            case seen.Lined(unfinished=True):
                return prices.LOOK  # an act that is not done yet
            case seen.Drawn() | seen.PutIn() | seen.Lined():
                return self.moves.handled(at, fact, found)
            case seen.Shown(look=True) | seen.Hidden(look=True):
                return prices.LEFT_UP if found and isinstance(fact, seen.Shown) else prices.LOOK
            case seen.Shown():
                return prices.LEFT_UP
            case seen.Hidden():
                return prices.TURNED_DOWN
            case seen.Turned():
                return self._turned(node, at, fact, fits, found)
            case seen.TurnShown():
                return self._turn_shown(node, at, fact)
            case seen.Sealed():
                return self._paper(at, fact)
        return prices.PIECE

    def _is_undone(self, at: int, fact: Fact, found: Sequence[Node]) -> bool:
        """Whether a click is paid back by the next, or is the last one made twice."""
        return self._is_paid_back(at, fact) or self._is_clicked_again(at, fact, found)

    def _is_paid_back(self, at: int, fact: Fact) -> bool:
        """Whether the points that this click booked are taken back by the next click."""
        rows = self.facts
        first = next(n for n in range(at, -1, -1) if not n or rows[n - 1].seen is not fact.seen)
        last = next((n for n in range(at, len(rows)) if rows[n].seen is not fact.seen), len(rows))
        begun = self.context.points.first
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

    def _is_clicked_again(self, at: int, fact: Fact, found: Sequence[Node]) -> bool:
        """Whether a click rolls dice for a piece, and is the same as the last click before it: once
        more than the rules allow, which is a double click. Not if its side handled something in
        between."""
        if not (fact.seen.rolls and fact.seen.declarations) or is_legal(fact, found):
            return False
        before = (one for one in reversed(self.facts[:at]) if one.seen is not fact.seen)
        done = (
            one
            for one in before
            if one.seen.side == fact.seen.side or isinstance(one, seen.Rolled | seen.Declared)
        )
        last = next((one.seen for one in done), None)
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

    def _said(
        self, node: Node, at: int, fact: seen.Declared, fits: bool, found: Sequence[Node]
    ) -> float:
        """The price of a declaration as noise, by who clicked it, and whether it was called off or
        corrected."""
        if self.is_called_off(at, fact):
            at_once = self.context.is_called_off(fact) and not fact.seen.rolls
            return prices.CALLED_OFF if at_once else prices.SLIP
        if self.would_end_all(node, at, fact, found):
            return prices.SLIP
        owners = {kind.by for kind in self.index.kinds(fact) if kind.by}
        if owners and fact.seen.side is not None and fact.seen.side not in owners:
            return prices.SLIP
        if self._counts_on(at, fact):
            return prices.OWN_WORD if fits else prices.NAMED_WORD
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

    def _counts_on(self, at: int, fact: seen.Declared) -> bool:
        """Whether a click begins a row of steps again and counts that, and nobody sets the count
        right soon: all see it."""
        counted = fact.seen.properties
        begins = counted and any(
            is_between_steps(kind) and kind is not self.reader.ends_turn and not field_names(kind)
            for kind in self.index.kinds(fact)
        )
        if not begins or not self.context.rows:
            return False
        later = (one.seen.properties for one in self.facts[at + 1 : at + AHEAD])
        return not any(
            name in counted and value < counted[name]
            for properties in later
            for name, value in properties.items()
        )

    def _is_needed(self, fact: Fact) -> bool:
        """Whether some verb requires such a fact as a sign."""
        return any(way.required[number] for _, way, number in self.index.like(fact))

    def _turned(
        self, node: Node, at: int, fact: seen.Turned, fits: bool, found: Sequence[Node]
    ) -> float:
        """The price of a turned piece as noise: that of its kind, unless it is turned back."""
        if back := self._turned_back(node, at, fact):
            return back
        if isinstance(fact, seen.Faced) and not self._is_needed(fact):
            return prices.SLIP
        turned = self.reader.noise.get(fact.key, prices.TURNED)
        turned = self.reader.noise.get(f"{fact.key} turned", turned)
        owed = fits and self.is_due(fact, found)
        return max(turned, prices.TURNED) if owed else turned

    def _turn_shown(self, node: Node, at: int, fact: seen.TurnShown) -> float:
        """The price of a turn marker or tracker as noise: dearer if it is ahead of the game."""
        if fact.turn <= max(node.state.turn, 1) or self.is_called_off(at, fact):
            return prices.TRACKER
        of_steps = fact.phase is not None and bool(self.context.tracked)
        return prices.TRACKER_AHEAD if of_steps else prices.WRONG_TURN

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
        entry = entry_of(node, rows[earlier])
        return prices.LOOK if entry is None or entry.verb is None else 0.0

    def _is_turns_apart(self, one: Fact, other: Fact) -> bool:
        """Whether a turn ended between two facts, in a game where cards begin the acts."""
        first, last = sorted((one.seen.step, other.seen.step))
        return self.context.is_opened(first, last) and self.context.turn_between(first, last)

    def _paper(self, at: int, fact: seen.Sealed) -> float:
        """The price of a sealed entry as noise: cheap for another side's, or if it was sealed
        before."""
        owners = {kind.by for kind in self.index.kinds(fact)}
        earlier = ((one.key, one.number) for one in self.facts[:at] if isinstance(one, seen.Sealed))
        if fact.seen.side not in (None, *owners) or (fact.key, fact.number) in earlier:
            return prices.SEAL
        return prices.OWN_WORD


def _comes_to_nothing(fact: Fact, found: Sequence[Node]) -> bool:
    """Whether a fact can only be of acts that break a rule and change nothing."""
    told = told_of(fact, found)
    return bool(told) and all(one.faults and one.after == one.before for one in told)


def has_counted(fact: Fact, follows: Fact) -> bool:
    """Whether the button of the first declaration counts something that the button of the second
    does not."""
    return not fact.seen.properties.keys() <= follows.seen.properties.keys()


def _is_said(fact: Fact, click: Seen) -> TypeGuard[seen.Declared]:
    """Whether a fact is a declaration of this click."""
    return isinstance(fact, seen.Declared) and fact.seen is click


def _without_counts(fact: seen.Declared) -> list[str]:
    """The words of a declaration without the numbers that its button counts."""
    counts = [str(number) for number in fact.seen.properties.values()]
    return [word for word in fact.detail.split() if word not in counts]
