"""How a game's logs are read: what the signs of its verbs do not say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from generator.light import dataclass
from validator.explaining.facts import Fact, Words
from validator.rules.verbs import Verb

if TYPE_CHECKING:
    from validator.explaining.search import Context


@dataclass(frozen=True)
class Reading:
    """What a game says of its logs besides its verbs' signs."""

    words: Callable[[Any, Any], Words]
    """(definition, tables) -> how its facts are named."""
    start: Callable[[Any], Any]
    """(context) -> the state in which the log begins: before the set-up, or from the table."""
    ends_turn: type[Verb]
    """The verb that closes a turn."""
    bookable: Callable[[Any], tuple[int, int]]
    """(state) -> the most points that may be booked now: (up, down), both at least 0."""
    change_points: Callable[[int], Verb]
    """(delta) -> the verb that books points."""
    points: Callable[[Context], Mapping[str, int]]
    """(context) -> the points that ``window`` and ``marker`` show when the log begins."""
    points_shown_by: Callable[[Context], str]
    """(context) -> ``window`` or ``marker``: which of the two counts in this log."""
    track: Callable[[Any], tuple[int, int]]
    """(definition) -> the fewest and the most points that the marker can show."""
    mute: Callable[[Any, Any, Fact], bool]
    """(context, state, fact) -> whether it means nothing by itself."""
    as_shown: Callable[[Any, Any], Mapping[str, Any]]
    """(context, state) -> fields of the state that the table shows otherwise."""
    over: Callable[[Any, Verb], Verb | None] = lambda state, verb: None
    """(state, verb) -> what is over when the verb is played and says nothing of its own end."""
    noise: Mapping[str, float] = field(default_factory=dict)
    """By role: what it costs that a piece is moved and no verb says why."""
