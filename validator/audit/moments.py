"""The turn and phase of findings, by the turn tracker."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from validator.audit.observing import tracked
from validator.reading import events as ev
from validator.reading.listing import turn_in

if TYPE_CHECKING:
    from generator.definition.schema import Game
    from validator.audit.findings import Finding
    from validator.audit.result import LogFile
    from validator.reading.views import View


def timed(
    findings: Iterable[Finding],
    game: Game | None,
    views: Sequence[View],
    files: Sequence[LogFile],
) -> Iterator[Finding]:
    """The findings; those without a moment get the one that the tracker showed at their step."""
    moments = list(marks(game, views, files))
    steps = [step for step, _ in moments]
    for one in findings:
        # A step that advances the tracker belongs to the turn before.
        at = bisect_left(steps, one.step) - 1
        if one.moment or not one.step or at < 0:
            yield one
        else:
            yield replace(one, moment=moments[at][1])


def marks(
    game: Game | None, views: Sequence[View], files: Sequence[LogFile]
) -> Iterator[tuple[int, str]]:
    """The steps at which the tracker changed, and what it showed then: ``(12, "turn 3, Royal
    Navy")``."""
    for view, file in zip(views, files, strict=True):
        begun = _shown(game, view.scene(0).turns)
        if begun:
            yield file.first_step, begun
        for event in view.events():
            if isinstance(event, ev.TurnAdvanced):
                words = _shown(game, {event.tracker: event.state}) or turn_in(event.text)
                if words:
                    yield file.first_step + event.step, words


def _shown(game: Game | None, turns: Mapping[str, str]) -> str:
    """The turn and the phase of a known game; empty for another, whose reports name them."""
    if game is None:
        return ""
    found = next((now for state in turns.values() if (now := tracked(state)) is not None), None)
    if found is None:
        return ""
    turn, at = found
    steps = game.tracked_steps()
    name = f", {steps[at].name}" if 0 <= at < len(steps) else ""
    return f"{game.turns.name.lower()} {turn}{name}"
