"""Functions of VASSAL's expressions that count other pieces, as far as the viewer sees them.

``SumStack("Strength")`` and the like, over the pieces of a stack, a location, a zone or a map. What
the viewer does not know of a piece is not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from generator.vassal.evaluation import EvaluationError, Value, evaluate, spoken, wrapped
from generator.vassal.expressions import is_braced
from validator.painting.values import Clean, Values
from validator.reading.scenes import Heap, Shown

Heaps = Callable[[str], Sequence[Heap]]
"""Map name -> the stacks and decks on it."""

_WHERE = ("Stack", "Location", "Zone", "Map")


class Counting:
    """Evaluates the functions for one piece."""

    def __init__(
        self,
        shown: Shown,
        heap: Heap,
        map_name: str,
        heaps: Heaps,
        properties: Mapping[str, str],
        clean: Clean,
    ) -> None:
        self._clean = clean
        self._shown, self._heap, self._map = shown, heap, map_name
        self._heaps, self._properties = heaps, properties

    def __call__(self, name: str, given: tuple[Value, ...]) -> Value | None:
        """The value of a function; None if it is not one of these."""
        words = [spoken(one) for one in given]
        if name == "GetMapProperty" and len(words) == 2:
            return wrapped(self._properties.get(f"{words[1]}/{words[0]}"))
        if name == "GetZoneProperty" and len(words) in (2, 3):
            where = words[2] if len(words) == 3 else self._map
            return wrapped(self._properties.get(f"{where}:{words[1]}/{words[0]}"))
        for place in _WHERE:
            if name == f"Sum{place}" and words and not is_braced(words[0]):
                rest, match = _apart(words[1:])
                return self._total(words[0], self._pieces(place, rest), match)
            if name == f"Count{place}":
                rest, match = _apart(words)
                wanted = rest[0] if rest and place in ("Stack", "Location") else ""
                rest = rest[1:] if wanted else rest
                return self._count(wanted, self._pieces(place, rest), match)
        return None

    def _pieces(self, place: str, names: Sequence[str]) -> Iterator[Shown]:
        """The pieces of the stack, or of a named place or the piece's own."""
        if place == "Stack":
            yield from self._heap.pieces
            return
        own = self._shown.seen.place
        map_name = names[-1] if place == "Map" and names else self._map
        if place != "Map" and len(names) > 1:
            map_name = names[1]
        wanted = {"Location": own.location, "Zone": own.zone}.get(place, "")
        if place != "Map" and names:
            wanted = names[0]
        for heap in self._heaps(map_name):
            for one in heap.pieces:
                there = one.seen.place
                if place == "Map" or wanted == (
                    there.location if place == "Location" else there.zone
                ):
                    yield one

    def _total(self, name: str, pieces: Iterator[Shown], match: str) -> Value:
        total: int | float = 0
        for values in self._matching(pieces, match):
            found = wrapped(values.get(name))
            if isinstance(found, int | float) and not isinstance(found, bool):
                total += found
        return total

    def _count(self, name: str, pieces: Iterator[Shown], match: str) -> Value:
        return sum(not name or bool(values.get(name)) for values in self._matching(pieces, match))

    def _matching(self, pieces: Iterator[Shown], match: str) -> Iterator[Values]:
        for one in pieces:
            values = Values(one.traits, self._properties.get, clean=self._clean)
            if match:
                found = evaluate(match, values.get)
                if found is not True and found != "true":
                    continue
            yield values


def _apart(words: Sequence[str]) -> tuple[list[str], str]:
    """The names among a function's arguments, and its condition; an empty one always holds."""
    matches = [word for word in words if is_braced(word)]
    if len(matches) > 1:
        raise EvaluationError("two conditions are given to one function")
    return [word for word in words if not is_braced(word)], matches[0] if matches else ""
