"""Where a hidden thing can be: a set of places that grows with its moves and shrinks with answers.

The set over-approximates: it holds every place that agrees with what is known, so the truth is
always in it. If a statement leaves none of them, some statement was false: the set stays as it was
and is `refuted`, until the thing is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Container, ItemsView, Iterable, Iterator, KeysView, Mapping
from dataclasses import field

from generator.light import dataclass
from validator.hidden.ways import Ways

Reach = Callable[[str, int], Iterable[tuple[str, int]]]
"""(place, spent) -> the places one move leads to from there, each with what is spent by then."""


@dataclass(frozen=True, slots=True, eq=False)
class Whereabouts(Mapping[str, int]):
    """The places where a hidden thing can be, as a value.

    Each place bears the least that the thing has spent to be there: fuel, passages, whatever a
    game counts; 0 where it counts nothing. Every method gives a new value.

    >>> here = Whereabouts.at("B2")
    >>> here.place
    'B2'
    >>> here.without({"B2"}) or "somebody was wrong"
    'somebody was wrong'
    """

    spent: Mapping[str, int] = field(default_factory=dict)
    refuted: bool = False
    """Something that was said leaves no place at all: these are the places from before that."""

    @classmethod
    def at(cls, place: str, spent: int = 0) -> Whereabouts:
        """Known: it is here."""
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
        """The places, each with what is spent at least."""
        return self.spent.items()

    @property
    def place(self) -> str | None:
        """Where it is, if only one place is left; ``None`` otherwise."""
        return next(iter(self.spent)) if len(self.spent) == 1 else None

    def chance(self, place: str) -> float:
        """How likely it is in a place, if it is as likely in each."""
        return 1 / len(self.spent) if place in self.spent else 0.0

    def in_words(self) -> str:
        """The places in one line for people."""
        return ", ".join(sorted(self.spent))

    # --- it grows -------------------------------------------------------------------------

    def moved(self, ways: Ways, most: int) -> Whereabouts:
        """After a secret move of at most so many hexes (none is a move too)."""
        return self.by(lambda here, spent: ((there, spent) for there in ways.within(here, most)))

    def by(self, reach: Reach) -> Whereabouts:
        """After a secret move that leads from each place to those that ``reach`` names."""
        found: dict[str, int] = {}
        for here, spent in self.spent.items():
            for there, then in reach(here, spent):
                if there not in found or then < found[there]:
                    found[there] = then
        return Whereabouts(found, self.refuted)

    def joined(self, other: Whereabouts) -> Whereabouts:
        """One of the two is true: where a move may have been made or not."""
        found = dict(self.spent)
        for place, spent in other.spent.items():
            found[place] = min(spent, found.get(place, spent))
        return Whereabouts(found, self.refuted and other.refuted)

    # --- it shrinks -----------------------------------------------------------------------

    def without(self, places: Container[str]) -> Whereabouts:
        """It is in none of these: a search in vain, a silence that speaks."""
        return self._with(one for one in self.spent if one not in places)

    def narrowed(self, places: Container[str]) -> Whereabouts:
        """It is in one of these: an answer, or a rest that is claimed (where it was before)."""
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
"""No place: not placed yet, gone, or something that was said is false."""
