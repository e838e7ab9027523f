"""What the functions of an expression count on the table.

Source: ``VASSAL.script.ExpressionInterpreter``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from validator.playing.gestures_module import GestureError
from validator.playing.gestures_text import Value, holds

if TYPE_CHECKING:
    from validator.playing.gestures import Hand, Seat
    from validator.playing.gestures_counters import Counter

_WHERE = {"CountLocation": "LocationName", "CountZone": "CurrentZone"}
"""The property of a piece that each function compares with the place."""


_PIECES = "_numPieces"
"""What a deck's property is called that says how many pieces it holds."""


def counted(
    hand: Hand, seat: Seat, name: str, given: list[Value], own: Counter | None = None
) -> Value:
    """How many pieces of a place of a map match: ``CountZone(place, map, match)``; or lie in a
    deck: ``GetMapProperty("Orders_numPieces", map)``; how far it is: ``Range(x, y, x, y, map)``.
    ``CountLocation(match)`` counts in the place of the piece that asks, ``own``.

    Raises `GestureError` for a function that is not understood.
    """
    if name == "GetMapProperty" and str(given[0]).endswith(_PIECES):
        deck = hand.counters.deck(str(given[0]).removesuffix(_PIECES))
        return 0 if deck is None else len(deck.members)
    if name == "Range" and len(given) == 5:
        x, y, other_x, other_y = (int(value) for value in given[:4])
        return hand.places.maps[str(given[4])].range((x, y), (other_x, other_y))
    if name == "CountLocation" and len(given) == 1 and own is not None:
        given = [hand.location(own.map, own.x, own.y), own.map, *given]
    if name not in _WHERE or len(given) != 3:
        raise GestureError(f"the function {name!r} is not understood")
    place, map_, match = (str(value) for value in given)
    return sum(
        one.map == map_
        and place == hand.piece_property(seat, one, _WHERE[name])
        and holds(match, lambda wanted, one=one: hand.piece_property(seat, one, wanted))  # type: ignore[misc]
        for one in hand.counters
    )


__all__ = ["counted"]
