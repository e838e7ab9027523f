"""Removes passwords from events, and players who are only known by one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from typing import Any

from validator.reading.events import Event


def redacted(event: Event, clean: Callable[[str], str]) -> Event:
    """An event with its texts cleaned."""
    changes: dict[str, Any] = {}
    kind: Any = type(event)
    for name in _texts(kind):
        value = getattr(event, name)
        cleaned = clean(value)
        if cleaned != value:
            changes[name] = cleaned
    return replace(event, **changes) if changes else event


def by_nobody(event: Event) -> Event:
    """An event without its player if only a password names that player."""
    known = event.player is None or event.player.by != "password"
    return event if known else replace(event, player=None)


@cache
def _texts(kind: Any) -> tuple[str, ...]:
    """The fields of a kind of event that hold text from the file."""
    ids = ("piece", "source", "deck_id")
    return tuple(one.name for one in fields(kind) if one.type == "str" and one.name not in ids)
