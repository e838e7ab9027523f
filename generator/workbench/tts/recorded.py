"""The recorder's log in a save, as far as the workbench has to know it.

What was played is read by `validator.reading.tabletop`; here only whether there is such a log, of
which game, and how long it is.
"""

from __future__ import annotations

import json
from typing import Any

from generator.light import dataclass

STATE = "LuaScriptState"
_MARK = '{"broadside":'
_NO_PLAY = ('"a":"load"', '"a":"seat"', '"a":"head"')
"""What a log holds before anybody touched a piece."""


@dataclass(frozen=True, slots=True)
class Record:
    """A recorder's log."""

    header: dict[str, Any]
    entries: int
    plays: int
    """Entries that are more than a game loaded and seats taken."""
    head: str
    """What the log says its last hash is; empty where it says nothing."""


def record_of(save: object) -> Record | None:
    """The recorder's log of a save; ``None`` where its script keeps something else."""
    state = save.get(STATE) if isinstance(save, dict) else None
    if not isinstance(state, str) or not state.startswith(_MARK):
        return None
    header_line, *lines = state.split("\n")
    header = _object(header_line)
    if header is None:
        return None
    entries = [line for line in lines if line.startswith('{"n":')]
    plays = sum(not any(act in line[:80] for act in _NO_PLAY) for line in entries)
    last = next((line for line in reversed(lines) if line.startswith('{"head":')), "")
    head = (_object(last) or {}).get("head", "")
    return Record(header, len(entries), plays, head if isinstance(head, str) else "")


def is_played(save: object) -> bool:
    """Whether a save holds the record of a game that was begun: it then hides things from some."""
    record = record_of(save)
    return record is not None and record.plays > 0


def _object(line: str) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
