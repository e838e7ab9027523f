"""A log cut at the cards of the activation deck.

What a card opens goes on until the next card is turned. What people tidy up late (a combat vessel
taken off the map, points marked, an aeroplane put back) still belongs to the card before.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from itertools import pairwise

from generator.light import dataclass
from validator.rules.facts import Declared, Fact, PieceMoved, PointsSet, TrackerSet, TurnSet

from .bridge_board import TENS, UNITS
from .bridge_facts import CardBack, CardDrawn, Words
from .state import DISGUISE, WALRUS

PUT_AWAY = frozenset({"raider", "CA"})
"""Kinds of counters that leave the map when their search is over."""


@dataclass(slots=True)
class Stretch:
    """What happened from one card to the next; before the first card there is none."""

    drawn: CardDrawn | None = None
    facts: list[Fact] = field(default_factory=list)
    late_points: list[Fact] = field(default_factory=list)
    """Points marked right after the next card was turned."""
    closed: Fact | None = None
    """The next card; ``None``: the log ends in this stretch."""
    found: str = ""
    """The set whose ship was shown, where a later stretch tells; see ``bridge_later.py``."""

    @property
    def card(self) -> str | None:
        """The card that was turned."""
        return self.drawn.card if self.drawn is not None else None


def stretches_of(facts: Iterable[Fact], words: Words) -> list[Stretch]:
    """Cut the facts at the cards; the first stretch has no card, the last one may be open."""
    stretches = [Stretch()]
    for fact in facts:
        if isinstance(fact, CardDrawn):
            stretches[-1].closed = fact
            stretches.append(Stretch(fact))
        else:
            stretches[-1].facts.append(fact)
    for earlier, later in pairwise(stretches):
        _put_late_facts_back(earlier, later, words)
    return stretches


def is_points(fact: Fact) -> bool:
    """Whether a fact shows points."""
    return isinstance(fact, PointsSet) or (
        isinstance(fact, PieceMoved) and fact.piece in (TENS, UNITS)
    )


def _put_late_facts_back(earlier: Stretch, later: Stretch, words: Words) -> None:
    stay: list[Fact] = []
    for at, fact in enumerate(later.facts):
        if _tidies(fact, words):
            earlier.facts.append(fact)
        elif is_points(fact):
            earlier.late_points.append(fact)
            stay.append(fact)
        elif isinstance(fact, TrackerSet):
            stay.append(fact)
        else:
            stay += later.facts[at:]
            break
    later.facts = stay


def _tidies(fact: Fact, words: Words) -> bool:
    """Whether a counter is only put away: off the map, or off the box of an aeroplane."""
    if not isinstance(fact, PieceMoved):
        return False
    if words.kinds.get(fact.piece) in PUT_AWAY:
        return fact.before in words.hexes and fact.after not in words.hexes
    return fact.piece in (DISGUISE, WALRUS) and fact.after == "Held"


def ends_turn(stretch: Stretch, turn: int) -> Fact | None:
    """What shows that a turn ended in a stretch: its marker, a declaration, cards gathered."""
    back: list[Fact] = []
    for fact in stretch.facts:
        if isinstance(fact, TurnSet) and fact.turn > turn:
            return fact
        if isinstance(fact, Declared) and fact.action == "end_of_turn":
            return fact
        if isinstance(fact, CardBack):
            back.append(fact)
    return back[-1] if len(back) > 1 else None
