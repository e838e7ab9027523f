"""Values in words: numbers, dice, lists, and the names of pieces as far as they are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from generator.counting import either
from validator.rules.scenes import Scene, Token

if TYPE_CHECKING:
    from generator.definition.schema import Game

_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip
_VOWELS = ("a", "e", "i", "o", "u", "8", "11", "18")
_NUMBERED = "piece "
_TIMES = {2: "twice", 3: "three times"}


def number(value: int) -> str:
    """A number in words up to twelve.

    >>> number(3), number(-1), number(40)
    ('three', 'minus one', '40')
    """
    if value < 0:
        return f"minus {number(-value)}"
    return _NUMBERS[value] if value < len(_NUMBERS) else str(value)


def times(count: int) -> str:
    """``twice``, ``three times``; empty for once."""
    return _TIMES.get(count, f"{number(count)} times") if count > 1 else ""


def thrown(dice: Sequence[int]) -> str:
    """Dice in words, the best first.

    >>> thrown((2, 6, 6)), thrown((8,))
    ('two sixes and a two', 'an eight')
    """
    return either([_faces(face, many) for face, many in sorted(Counter(dice).items())[::-1]], "and")


def _faces(face: int, many: int) -> str:
    word = number(face) if face else "zero"
    if many == 1:
        return f"{'an' if word.startswith(_VOWELS) and word != 'one' else 'a'} {word}"
    return f"{number(many)} {word}{'es' if word.endswith('x') else 's'}"


def listed(names: Iterable[str]) -> str:
    """Names as a list; equal ones are counted.

    >>> listed(["Tiger", "Panther", "Tiger"])
    'two Tiger and Panther'
    """
    rows = Counter(names)
    counted = [one if many == 1 else f"{number(many)} {one}" for one, many in rows.items()]
    return either(counted, "and")


class Names:
    """The names of pieces, as far as the log has shown them up to a step."""

    def __init__(self, scene: Scene, game: Game, called: Mapping[str, str]) -> None:
        """``called`` says by kind of counter which value (``port``) serves as its name."""
        self._counters = {
            counter.id: str(counter.values.get(called.get(counter.kind, ""), counter.name))
            for counter in game.counters
        }
        self._decks = {deck.id: deck.name for one in game.maps for deck in one.decks if deck.name}
        self._later = list(scene.steps)[::-1]
        self._known: dict[str, str] = {}
        self._introduced: set[str] = set()
        self._named: set[str] = set()
        for token in scene.start.values():
            self._learn(token)

    def upto(self, step: int) -> None:
        """Learn the pieces that are shown up to a step."""
        while self._later and self._later[-1].step <= step:
            for change in self._later.pop().changes:
                self._learn(change.token)

    def _learn(self, token: Token) -> None:
        if token.unit is not None:
            self._known[token.key] = self._counters.get(token.unit, token.name)

    def called(self, key: str) -> str:
        """The name of a piece, a deck or another thing of the definition; else the key itself.

        A piece that was drawn face down keeps its number until it has been named once.
        """
        name = self._known.get(key)
        if name is None:
            return self._counters.get(key) or self._decks.get(key) or key
        if not key.startswith(_NUMBERED) or key in self._introduced:
            return name
        self._named.add(key)
        return f"{name} ({key})"

    def sentence_made(self, *, used: bool) -> None:
        """Note the end of a sentence; only if it is ``used`` the pieces named in it are known."""
        if used:
            self._introduced |= self._named
        self._named = set()
