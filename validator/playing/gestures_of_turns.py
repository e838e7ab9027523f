"""The gesture that produces one sign, and the gestures that show another turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from generator.light import dataclass
from validator.explaining import facts as seen
from validator.explaining.facts import TURN_MARKER
from validator.explaining.signs import Pattern, Sign

if TYPE_CHECKING:
    from validator.playing.performing import Performance

FLIP = "Flip"


@dataclass(frozen=True, slots=True)
class Gesture:
    """An action that produces one sign."""

    sign: Sign
    make: Callable[[], None]
    piece: str = ""
    start: str = ""
    map: str = ""
    place: str = ""
    """``start`` is where the piece is, ``map`` and ``place`` where it goes."""


def requires(pattern: Pattern, kind: type[seen.Fact]) -> bool:
    """Whether a pattern requires a sign of a kind."""
    rows = zip(pattern.signs, pattern.required, strict=True)
    return any(needed and sign.kind is kind for sign, needed in rows)


def turn_gesture(
    hands: Performance, pattern: Pattern, sign: Sign, fits: Callable[[Any, Any], bool]
) -> Gesture | None:
    """The gesture that shows another turn; ``fits`` of (part of the sign, value) says whether a
    turn would match the verb."""
    parts = dict(sign.parts)
    moved = "phase" in parts and fits(parts["phase"], None)
    if ("phase" in parts and not moved) or "turn" not in parts:
        return None  # a click on the arrow that replaces a button
    if moved and not hands.hands_only:
        return None
    first = next(one for one in pattern.signs if one.kind is seen.TurnShown)
    if sign is not first:
        return None  # one gesture advances the turn: the tracker moves its marker too
    if not hands.hands_only:
        clicked = requires(pattern, seen.Declared)
        return None if clicked else Gesture(sign, partial(_click_on, hands))
    for marker in hands.with_role(TURN_MARKER):
        map_id, track = hands.track_of(marker)
        length = track.last - track.first + 1
        times = len(hands.counters[marker].faces)  # flipped, it goes round again
        for number in range(track.first, track.first + times * length):
            if fits(parts["turn"], number):
                return Gesture(sign, partial(_mark_turn, hands, marker, map_id, track, number))
    return None


def _click_on(hands: Performance) -> None:
    """Click the tracker's arrow until it shows another turn."""
    name, side = hands.stage.game.turns.name, hands.either()
    turn, steps = hands.stage.tracked(name), len(hands.stage.game.tracked_steps())
    for _ in range(steps + 1):
        hands.stage.click_turn(side)
        if hands.stage.tracked(name) != turn:
            break


def _mark_turn(hands: Performance, marker: str, map_id: str, track: Any, number: int) -> None:
    """Move the turn marker to its cell, and flip it if it begins another round."""
    length, side = track.last - track.first + 1, hands.either()
    past = number - track.first
    cell = f"{track.prefix} {track.first + past % length}"
    hands.stage.drag(side, [marker], map_id, cell)
    if past and past % length == 0:
        hands.stage.choose(side, marker, FLIP)
