"""Guesses for what nobody sees, taken again before anybody is accused.

A search keeps few guesses for dice on the desk or for an entry in secret, and drops the others when
nothing tells them apart. What happens much later may do so: who fell by those dice is put away, or
the marker of a rest is moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from validator.explaining import prices
from validator.explaining.candidates import Candidates
from validator.explaining.context import Context
from validator.explaining.facts import Fact
from validator.explaining.nodes import Entry, Node, back, with_later
from validator.explaining.retelling import Act, Retelling, latest
from validator.explaining.signs import is_rolled
from validator.explaining.silence import Silence
from validator.rules.verbs import Verb, field_names

Direct = Callable[[Node, int, Fact], list[Node]]
Mute = Callable[[Node, Fact], bool]
Guess = tuple[Entry, Sequence[Entry]]
"""An entry, and those after it, the latest first."""
_GUESSES = 3
"""So many guesses are taken again, the latest first."""


class SecondGuesses:
    """Takes guesses of one log again.

    ``direct`` reads a fact as the sign of a verb that is played now; ``is_mute`` tells whether it
    means nothing by itself.
    """

    def __init__(
        self,
        context: Context,
        candidates: Candidates,
        silence: Silence,
        retelling: Retelling,
        direct: Direct,
        is_mute: Mute,
    ) -> None:
        self.context = context
        self._candidates = candidates
        self._silence = silence
        self._retelling = retelling
        self._direct = direct
        self._is_mute = is_mute

    def read(self, node: Node, at: int, fact: Fact, direct: Sequence[Node]) -> Iterator[Node]:
        """The fact as legal after another guess; ``direct`` are its readings as a verb played
        now. Asked only in the widest search."""
        if self.context.width is not prices.WIDEST:
            return
        if not self.context.unseen_dice:
            yield from self._fell_otherwise(node, at, fact, direct)
        for guess, since in self._secret_acts(node):
            for other in self._others(guess):
                yield from self._shown_late(node, at, fact, guess, since, other)

    def _fell_otherwise(
        self, node: Node, at: int, fact: Fact, direct: Sequence[Node]
    ) -> Iterator[Node]:
        """The fact as a legal sign if dice that nobody sees, which fell for a piece that it names,
        or for one that stands at a place which it names, however long ago, fell otherwise than was
        guessed."""
        names = {name for one in direct if one.breaks and one.tail for name in _named(one.tail)}
        there = (one.unit for one in self.context.table.values() if one.place in names)
        names.update([*filter(None, there)])
        for guess, since in _unseen_rolls(node, names):
            then = node.before(guess)
            after = next((one.fact for one in reversed(since) if one.fact is not None), fact)
            ways = [*self._silence.owed_rolls(then, prices.DESK_DIE, after)]
            if any(verb == guess.verb and self._silence.is_told(price) for verb, price in ways):
                continue  # its side told the dice
            for verb, price in ways:
                if type(verb) is not type(guess.verb) or verb == guess.verb:
                    continue
                fell: Act = (verb, None, max(guess.price, price) + prices.PUT_RIGHT)
                for acts in self._and_what_follows(then, guess, fell, names, after):
                    new = self._retelling.told_again(node, since, guess, acts)
                    if new is not None and self._is_mute(new, fact):
                        yield new  # who is lost by then is only put away
                    elif new is not None:
                        yield from (one for one in self._direct(new, at, fact) if not one.breaks)

    def _and_what_follows(
        self, then: Node, guess: Entry, fell: Act, names: Container[object], after: Fact
    ) -> Iterator[Sequence[Act]]:
        """Dice that fell otherwise than was guessed, alone; and, if one of these pieces owes one
        roll more by them, with that roll, which nobody sees either."""
        yield (fell,)
        verb, _, price = fell
        state = self.context.rulings.after(then.state, verb)
        more = Counter(state.pending) - Counter(guess.after.pending)
        if more.total() != 1 or not any(one.piece in names for one in more):
            return
        node = then.copy()
        node.state = state
        node.tail = Entry(then.tail, verb, None, then.state, (), price, state)
        for roll, cost in self._silence.owed_rolls(node, prices.DESK_DIE, after):
            if _is_settled_by(roll, names):
                yield fell, (roll, None, cost)

    def _secret_acts(self, node: Node) -> Iterator[Guess]:
        """Yield the last acts in secret that no fact shows, or only one in a private window; not
        dice, nor the ends of turns."""

        def is_guessed(entry: Entry) -> bool:
            verb = entry.verb
            hidden = entry.fact is None or self.context.is_in_private(entry.fact)
            ends = isinstance(verb, self.context.reader.ends_turn)
            secret = verb is not None and verb.secret and not (ends or is_rolled(type(verb)))
            return secret and hidden

        return _last_guesses(latest(node), is_guessed)

    def _others(self, guess: Entry) -> Iterator[Verb]:
        """Yield other verbs that the fact of an entry may show; if it has none, those that may be
        played unseen."""
        if guess.fact is None:
            yield from (one for one in self._silence.unseen(guess.before) if one != guess.verb)
            return
        place = self._retelling.place_of(guess.fact)
        then = Node(guess.before, 0)
        for one in self._candidates.read(then, place, guess.fact) if place is not None else ():
            if type(one.verb) is not type(guess.verb):
                yield one.verb

    def _shown_late(
        self, node: Node, at: int, fact: Fact, guess: Entry, since: Sequence[Entry], other: Verb
    ) -> Iterator[Node]:
        """The fact as a late sign of what was owed at the end of a turn, which is over, after
        another act in place of a guessed one."""
        kind = self.context.reader.ends_turn
        ended = (n for n, one in enumerate(reversed(since)) if type(one.verb) is kind)
        within = next(ended, len(since))
        over = since[-1 - within] if within < len(since) else guess
        ends = over.verb
        if over is guess or ends is None:
            return
        acts: list[Act] = [(other, guess.fact, max(guess.price, prices.ASSUMED))]
        told = self._retelling.told_again(node, since[len(since) - within :], guess, acts)
        if told is None:
            return
        over = replace(over, before=told.state, earlier=told.tail)
        for reading in self._candidates.read(told, at, fact):
            late = (reading.verb, fact, prices.TOLD + prices.ENDED_LATE)
            acts = [late, (ends, over.fact, over.price)]
            new = self._retelling.told_again(told, since[: -1 - within], over, acts)
            if new is not None:
                yield self._retelling.shown(new, reading, at, fact, node.told)


def _unseen_rolls(node: Node, names: Container[object]) -> Iterator[Guess]:
    """Yield the last dice that nobody sees and that these pieces owed, or that made them owe
    something."""

    def is_guessed(entry: Entry) -> bool:
        verb = entry.verb
        if entry.fact is not None or verb is None or not is_rolled(type(verb)):
            return False
        owing = Counter(entry.after.pending) - Counter(entry.before.pending)
        return _is_settled_by(verb, names) or any(one.piece in names for one in owing)

    return _last_guesses(back(node.tail) if names else (), is_guessed)


def _last_guesses(entries: Iterable[Entry], is_guessed: Callable[[Entry], bool]) -> Iterator[Guess]:
    return islice((one for one in with_later(entries) if is_guessed(one[0])), _GUESSES)


def _is_settled_by(verb: Verb, names: Container[object]) -> bool:
    """Whether one of these pieces owed the dice of a verb."""
    return bool(verb.settles[1]) and getattr(verb, verb.settles[1]) in names


def _named(entry: Entry) -> Iterator[str]:
    """The pieces and places that the verb of an entry names in its fields, and other words."""
    for name in field_names(type(entry.verb)) if entry.verb is not None else ():
        value = getattr(entry.verb, name)
        values = value if isinstance(value, tuple) else (value,)
        yield from (one for one in values if isinstance(one, str) and one)
