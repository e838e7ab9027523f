"""Findings about the turn tracker going back or skipping turns."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.vassal import sequences
from validator.audit.codes import found
from validator.audit.findings import Finding
from validator.reading import events as ev
from validator.reading.views import View

_WHOLE = re.compile(r"-?\d{1,9}")


def findings(view: View, first_step: int) -> Iterator[Finding]:
    """Findings about counts that go back, or forward by more than the usual step."""
    advances = [
        (event, old, new)
        for event in view.events()
        if isinstance(event, ev.TurnAdvanced)
        and event.step not in view.undone
        and (old := count_in(event.old)) is not None
        and (new := count_in(event.state)) is not None
    ]
    ways = {new - old for _, old, new in advances if new > old}
    usual = min(ways, default=1)
    for event, old, new in advances:
        if not old <= new <= old + max(1, usual):
            way = "back" if new < old else "on"
            did = f"The turn tracker went {way} from {old} to {new}."
            yield found("log.turn", first_step + event.step, did, who=event.player)


def count_in(state: str) -> int | None:
    """The number of a tracker's outermost level if it is a counter (``CounterTurnLevel``); else
    None, since a list of turns or phases starts again at its end.

    >>> count_in("0|7;0;false;-1;2")
    7
    """
    levels = sequences.decode(state, "|")
    if len(levels) < 2:
        return None
    number, *rest = sequences.decode(levels[1], ";")
    counts = len(rest) > 1 and rest[1] in ("true", "false")
    return int(number) if counts and _WHOLE.fullmatch(number) else None
