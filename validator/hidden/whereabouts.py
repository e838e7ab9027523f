"""Where a hidden thing can be: a set of places that grows with its moves and shrinks with answers.

The set contains every place that agrees with what is known, so the true place is always in it. If a
statement excludes all of them, some statement was false: the set then stays as it was and is
marked as `refuted`, until the thing is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Container, ItemsView, Iterable, Iterator, KeysView, Mapping
from dataclasses import field

from generator.light import dataclass
from validator.hidden.ways import Ways

Reach = Callable[[str, int], Iterable[tuple[str, int]]]
"""(place, spent) -> the places that one move can reach from there, each with the total spent."""


@dataclass(frozen=True, slots=True, eq=False)
class Whereabouts(Mapping[str, int]):
    """The places where a hidden thing can be; immutable, every method returns a new value.

    Each place maps to the least that the thing can have spent to be there: fuel, passages, or
    whatever a game counts; 0 if it counts nothing.

    >>> here = Whereabouts.at("B2")
    >>> here.place
    'B2'
    >>> here.without({"B2"}) or "somebody was wrong"
    'somebody was wrong'
    """

    spent: Mapping[str, int] = field(default_factory=dict)
    refuted: bool = False
    """True if a statement excluded all places: then these are the places before it."""

    @classmethod
    def at(cls, place: str, spent: int = 0) -> Whereabouts:
        """It is known to be here."""
        return cls({place: spent})

    @classmethod
    def among(cls, places: Iterable[str]) -> Whereabouts:
        """It is in one of these, and has spent nothing."""
        return cls(dict.fromkeys(places, 0))

    # --- the set --------------------------------------------------------------------------

    def __getitem__(self, place: str) -> int:
        return self.spent[place]

    def __iter__(self) -> Iterator[str]:
        return iter(self.spent)

    def __len__(self) -> int:
        return len(self.spent)

    def __contains__(self, place: object) -> bool:
        return place in self.spent

    def __hash__(self) -> int:
        return hash(frozenset(self.spent.items()))

    def keys(self) -> KeysView[str]:
        """The places."""
        return self.spent.keys()

    def items(self) -> ItemsView[str, int]:
        """The places, each with the least that is spent."""
        return self.spent.items()

    @property
    def place(self) -> str | None:
        """The place, if only one is left; ``None`` otherwise."""
        return next(iter(self.spent)) if len(self.spent) == 1 else None

    def chance(self, place: str) -> float:
        """The probability of a place if all are equally likely."""
        return 1 / len(self.spent) if place in self.spent else 0.0

    def in_words(self) -> str:
        """The places in one line for people."""
        return ", ".join(sorted(self.spent))

    # --- it grows -------------------------------------------------------------------------

    def moved(self, ways: Ways, most: int) -> Whereabouts:
        """After a secret move of at most ``most`` hexes (it may also have stayed)."""
        return self.by(lambda here, spent: ((there, spent) for there in ways.within(here, most)))

    def by(self, reach: Reach) -> Whereabouts:
        """After a secret move from each place to the places that ``reach`` gives."""
        found: dict[str, int] = {}
        for here, spent in self.spent.items():
            for there, then in reach(here, spent):
                if there not in found or then < found[there]:
                    found[there] = then
        return Whereabouts(found, self.refuted)

    def joined(self, other: Whereabouts) -> Whereabouts:
        """One of the two is true: for a move that may or may not have been made."""
        found = dict(self.spent)
        for place, spent in other.spent.items():
            found[place] = min(spent, found.get(place, spent))
        return Whereabouts(found, self.refuted and other.refuted)

    # --- it shrinks -----------------------------------------------------------------------

    def without(self, places: Container[str]) -> Whereabouts:
        """It is in none of these: an unsuccessful search, or an answer that was not given."""
        return self._with(one for one in self.spent if one not in places)

    def narrowed(self, places: Container[str]) -> Whereabouts:
        """It is in one of these: an answer, or a claim that it did not move."""
        return self._with(one for one in self.spent if one in places)

    def said_not_in(self, places: Container[str]) -> Whereabouts:
        """Somebody says that it is in none of these.

        >>> Whereabouts.at("B2").said_not_in({"B2"}).refuted
        True
        """
        return self.without(places) or self._refuted()

    def said_in(self, places: Container[str]) -> Whereabouts:
        """Somebody says that it is in one of these."""
        return self.narrowed(places) or self._refuted()

    def shown(self, place: str) -> Whereabouts:
        """It was shown here, whether that was thought possible or not."""
        return Whereabouts({place: self.spent.get(place, min(self.spent.values(), default=0))})

    def _with(self, places: Iterable[str]) -> Whereabouts:
        return Whereabouts({one: self.spent[one] for one in places}, self.refuted)

    def _refuted(self) -> Whereabouts:
        return Whereabouts(self.spent, bool(self.spent))


NOWHERE = Whereabouts()
"""No place: not placed yet, or gone."""
