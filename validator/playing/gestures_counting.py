"""The functions in expressions of a module that count pieces on the table.

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
"""The property of a piece that each function compares with its place."""


_PIECES = "_numPieces"
"""Suffix of the property that gives the number of pieces in a deck."""


def counted(
    hand: Hand, seat: Seat, name: str, given: list[Value], own: Counter | None = None
) -> Value:
    """The value of a function with the arguments ``given``.

    ``CountZone(place, map, match)`` and ``CountLocation`` count matching pieces in a place;
    ``CountLocation(match)`` in the place of the piece ``own``.
    ``GetMapProperty("Orders_numPieces", map)`` counts the pieces in a deck.
    ``Range(x, y, x, y, map)`` is a distance.

    Raises `GestureError` for a function that is not implemented.
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
