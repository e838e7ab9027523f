"""The style of a save as plain JSON, for the marker of its folder.

A departure is known by the file it is in and by a JSON pointer to the member (RFC 6901; ``#2`` is
the third member of an object in which a key occurs twice). One whose member is no more is left
out; one that is about another text than now stands there does not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, fields
from typing import Any

from generator.errors import nearest
from generator.tabletop_simulator.spelled import Doubled, Json
from generator.tabletop_simulator.styles import (
    GAME,
    Departure,
    Departures,
    Style,
    members_of,
    unquoted,
)
from generator.workbench.trouble import WorkbenchError

_END = "end"
_SPACES = ("before", "after_key", "after_colon", "after", _END)
_WORDS = tuple(field.name for field in fields(Departure))
_SPACE = " \t\r\n"


def told_style(style: Style) -> dict[str, Any]:
    """In what a style is not the game's own."""
    told = {key: value for key, value in asdict(style).items() if value != getattr(GAME, key)}
    if style.escapes:
        told["escapes"] = dict(style.escapes)
    return told


def read_style(told: object, where: str) -> Style:
    """The style that `told_style` tells. Raises `WorkbenchError`."""
    if not isinstance(told, dict):
        raise WorkbenchError(f"{where}: 'style' holds no object")
    given: dict[str, Any] = {}
    known = {field.name: getattr(GAME, field.name) for field in fields(Style)}
    for key, value in told.items():
        if key not in known:
            near = nearest(str(key), known)
            raise WorkbenchError(
                f"{where}: unknown key {key!r} of 'style'{near}; accepted: {', '.join(known)}"
            )
        if key == "escapes":
            given[key] = tuple(_escapes(value, where))
        elif type(value) is not type(known[key]) or not _is_harmless(key, value):
            raise WorkbenchError(f"{where}: {value!r} is nothing that 'style' can have as {key!r}")
        else:
            given[key] = value
    return Style(**given)


def _escapes(told: object, where: str) -> Iterator[tuple[str, str]]:
    if not isinstance(told, dict):
        raise WorkbenchError(f"{where}: 'escapes' holds no object")
    for letter, escape in told.items():
        if len(letter) != 1 or type(escape) is not str or unquoted(f'"{escape}"') != letter:
            raise WorkbenchError(f"{where}: {escape!r} is no way to write {letter!r} in JSON")
        yield letter, escape


def _is_harmless(key: str, value: object) -> bool:
    """Whether what stands between values is only what may stand there."""
    if not isinstance(value, str):
        return True
    bare = value.strip(_SPACE)
    wanted = {"colon": ":", "comma": ","}.get(key, "")
    return bare == wanted and (key != "comma" or value.startswith(","))


def told_departures(value: Json, departures: Departures) -> dict[str, dict[str, str]]:
    """The departures in a value, by pointer."""
    found: dict[str, dict[str, str]] = {}
    waiting: list[tuple[str, Any]] = [("", value)]
    while waiting:
        pointer, one = waiting.pop()
        slots = departures.get(id(one), {})
        if len(one) in slots:
            found.setdefault(pointer, {})[_END] = slots[len(one)].before or ""
        for at, (token, inner) in enumerate(_steps(one)):
            below = f"{pointer}/{token}"
            if at in slots:
                found.setdefault(below, {}).update(_told(slots[at]))
            if isinstance(inner, (dict, list)):
                waiting.append((below, inner))
    return dict(sorted(found.items()))


def read_departures(told: object, value: Json, where: str) -> Departures:
    """What `told_departures` tells, for the value it is about. Raises `WorkbenchError`."""
    if not isinstance(told, dict):
        raise WorkbenchError(f"{where}: 'departures' holds no object")
    found: Departures = {}
    places = _Places()
    for pointer, row in told.items():
        _check(row, f"{where}: departure {pointer!r}")
        member = {key: text for key, text in row.items() if key != _END}
        if _END in row and (holder := places.member(value, pointer)[2]) is not None:
            found.setdefault(id(holder), {})[len(holder)] = Departure(row[_END])
        above, at, _ = places.member(value, pointer)
        if member and above is not None:
            found.setdefault(id(above), {})[at] = Departure(**member)
    return found


class _Places:
    """Where pointers lead; each list and object is looked through once."""

    def __init__(self) -> None:
        self._seen: dict[int, dict[str, tuple[int, Any]]] = {}

    def member(self, value: Any, pointer: str) -> tuple[Any, int, Any]:
        """The list or object that a member is in, its position there, and what it is if that is a
        list or object itself. What is not there is ``None``."""
        above, at, inner = None, 0, value
        for token in pointer.split("/")[1:]:
            if not isinstance(inner, (dict, list)):
                return None, 0, None
            if id(inner) not in self._seen:
                steps = enumerate(_steps(inner))
                self._seen[id(inner)] = {name: (place, one) for place, (name, one) in steps}
            known = self._seen[id(inner)]
            if token not in known:
                return None, 0, None
            above = inner
            at, inner = known[token]
        return above, at, inner if isinstance(inner, (dict, list)) else None


def _check(row: object, where: str) -> None:
    if not isinstance(row, dict):
        raise WorkbenchError(f"{where}: holds no object")
    for key, text in row.items():
        if key not in (*_WORDS, _END):
            near = nearest(str(key), _WORDS)
            accepted = ", ".join((*_WORDS, _END))
            raise WorkbenchError(f"{where}: unknown key {key!r}{near}; accepted: {accepted}")
        if type(text) is not str or (
            text.strip(_SPACE) if key in _SPACES else unquoted(text) is None
        ):
            wanted = "spaces and line ends" if key in _SPACES else "a text with its quotation marks"
            raise WorkbenchError(f"{where}: {key!r} is not {wanted}")


def _steps(one: Any) -> Iterator[tuple[str, Any]]:
    """Each member of a list or object, and how a pointer tells it."""
    for at, (key, inner) in enumerate(members_of(one)):
        if isinstance(one, Doubled):
            yield f"#{at}", inner
        elif key is None:
            yield str(at), inner
        else:
            yield key.replace("~", "~0").replace("/", "~1"), inner


def _told(slot: Departure) -> dict[str, str]:
    return {key: told for key in _WORDS if (told := getattr(slot, key)) is not None}
