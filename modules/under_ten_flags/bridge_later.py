"""What a later stretch tells of an earlier one.

Who does not see the British display cannot tell, of two sets in one hex, whose ship was found and
got away. When the same ship is lost with its set later on, it is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from validator.rules.facts import PieceMoved

from .bridge_cards import Stretch
from .bridge_facts import CARGO, CargoMoved, CargoShown, waiting_for
from .state import PRIZES


def sets_told_later(stretches: Sequence[Stretch]) -> Mapping[int, str]:
    """The number of a stretch in which a ship was shown -> the set with which it is lost later."""
    found: dict[int, str] = {}
    lost: dict[str, str] = {}
    for number in range(len(stretches) - 1, -1, -1):
        stretch = stretches[number]
        waiting = _sets_that_wait(stretch)
        # A set that begins to wait here had another ship before.
        lost = {ship: marker for ship, marker in lost.items() if marker not in waiting}
        prizes = _ships(stretch, PRIZES)
        if len(prizes) == len(waiting) == 1:
            lost[prizes[0]] = waiting[0]
        told = {lost[ship] for ship in _ships(stretch) if ship in lost}
        if len(told) == 1:
            found[number] = told.pop()
    return found


def _sets_that_wait(stretch: Stretch) -> list[str]:
    moves = [fact for fact in stretch.facts if isinstance(fact, PieceMoved)]
    return [fact.piece for fact in moves if waiting_for(fact.after) == fact.piece]


def _ships(stretch: Stretch, box: str = "") -> list[str]:
    """The ships that are known in a stretch; those that come into a box alone, if it is named."""
    facts = [f for f in stretch.facts if isinstance(f, CargoShown | CargoMoved) and f.role == CARGO]
    if box:
        facts = [fact for fact in facts if isinstance(fact, CargoMoved) and fact.after == box]
    return list(dict.fromkeys(fact.unit for fact in facts if fact.unit))
