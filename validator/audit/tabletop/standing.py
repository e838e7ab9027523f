"""How each object of a table stands: as a save holds it, and as the recorder's entries leave it.

Positions are thousandths of the game's unit, angles whole degrees, as in the log.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from generator.light import dataclass

Point = tuple[int, int, int]
"""x, y (upwards), z."""

NOWHERE: Point = (0, 0, 0)
UNKNOWN = "~"
"""What an object without a Memo is called by, before its GUID."""
_PARTS = 1000
_DEEPEST = 40
"""Bags in bags beyond this are no game's."""
_FACE_DOWN = (90.0, 270.0)
"""Between these angles about z an object shows its back."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One object at a moment."""

    id: str
    """Its Memo; ``~`` and its GUID where it has none."""
    at: Point
    turned: int
    """Degrees about y, 0 to 359."""
    face_down: bool
    state: int
    """From 1."""
    holder: str = ""
    """The bag or deck it is in; empty on the table."""
    hand: str = ""
    """The hand it is in, as the log says; a save does not tell."""
    gone: bool = False
    """Whether it was taken off the table."""
    entry: int = 0
    """The entry that last told of it; 0 = the set-up."""
    placed: int = 0
    """The entry that last said where it is."""


@dataclass(frozen=True, slots=True)
class Zone:
    """What a hand or hidden zone keeps from others, and where."""

    colour: str
    """The seat it is of."""
    shows: tuple[bool, bool]
    """Whether it hides from its own seat instead (``FogReverseHiding``), and whether the others
    see through it (``FogSeethrough``)."""
    size: tuple[float, float]
    """Multiples of a zone's own size, to the right and away from the front."""


@dataclass(frozen=True, slots=True)
class Make:
    """What an object is made of."""

    states: int
    """How many it has."""
    faces: tuple[tuple[object, tuple[int, ...]], ...]
    """Of a die: each value, and the turns with which it is up."""


@dataclass(frozen=True, slots=True)
class Laid:
    """The objects of a save."""

    things: Mapping[str, Standing]
    twins: tuple[tuple[Standing, Standing], ...] = ()
    """Objects that bear the Memo of another."""
    zones: Mapping[str, Zone] = field(default_factory=dict)
    """Hands and hidden zones."""
    makes: Mapping[str, Make] = field(default_factory=dict)
    """What cannot change in play."""
    scripts: Mapping[str, str] = field(default_factory=dict)
    """Scripts that objects carry, by the object."""
    faces: Mapping[str, int] = field(default_factory=dict)
    """What each die shows, where its ``RotationValues`` tell."""


def laid(objects: Sequence[object]) -> Laid:
    """The objects of ``ObjectStates``, those in bags and decks too.

    What is no object, or stands nowhere, is passed over: the save's schema tells of it.
    """
    things: dict[str, Standing] = {}
    twins: list[tuple[Standing, Standing]] = []
    zones: dict[str, Zone] = {}
    makes: dict[str, Make] = {}
    scripts: dict[str, str] = {}
    faces: dict[str, int] = {}
    for one, data in _walk(objects):
        if one.id in things:
            twins.append((things[one.id], one))
            continue
        things[one.id] = one
        script = data.get("LuaScript")
        if isinstance(data.get("FogColor"), str):
            zones[one.id] = _zone(data)
        makes[one.id] = _make(data)
        if isinstance(script, str) and script.strip():
            scripts[one.id] = script
        shown = _face_shown(data)
        if shown is not None:
            faces[one.id] = shown
    return Laid(things, tuple(twins), zones, makes, scripts, faces)


def _walk(objects: Iterable[object]) -> Iterator[tuple[Standing, Mapping[str, Any]]]:
    """Each object with its data, those of a bag behind it."""
    waiting = [(data, "", NOWHERE, 0) for data in objects][::-1]
    while waiting:
        data, holder, place, depth = waiting.pop()
        if not isinstance(data, dict):
            continue
        one = _standing(data, holder, place)
        yield one, data
        inside = data.get("ContainedObjects")
        if isinstance(inside, list) and depth < _DEEPEST:
            waiting += [(each, one.id, one.at, depth + 1) for each in reversed(inside)]


def _standing(data: Mapping[str, Any], holder: str, place: Point) -> Standing:
    """What is in a bag stands where the bag does."""
    transform = data.get("Transform")
    values = transform if isinstance(transform, dict) else {}
    where = [_number(values.get(key)) for key in ("posX", "posY", "posZ")]
    around = _number(values.get("rotZ")) % 360
    return Standing(
        identity(data),
        place if holder else (_part(where[0]), _part(where[1]), _part(where[2])),
        round(_number(values.get("rotY"))) % 360,
        _FACE_DOWN[0] < around < _FACE_DOWN[1],
        state_of(data),
        holder,
    )


def identity(data: Mapping[str, Any]) -> str:
    """What the log calls an object."""
    memo, guid = data.get("Memo"), data.get("GUID")
    return memo if isinstance(memo, str) and memo else f"{UNKNOWN}{guid}"


def state_of(data: Mapping[str, Any]) -> int:
    """The number of the state an object is in: the one that is missing among its States."""
    states = data.get("States")
    if not isinstance(states, dict):
        return 1
    others = {int(key) for key in states if key.isdecimal() and len(key) < 4}
    return next(n for n in range(1, len(others) + 2) if n not in others)


def _zone(data: Mapping[str, Any]) -> Zone:
    transform = data.get("Transform")
    values = transform if isinstance(transform, dict) else {}
    return Zone(
        str(data.get("FogColor")),
        (data.get("FogReverseHiding") is True, data.get("FogSeethrough") is True),
        (round(_number(values.get("scaleX")), 1), round(_number(values.get("scaleZ")), 1)),
    )


def _make(data: Mapping[str, Any]) -> Make:
    states, rows = data.get("States"), data.get("RotationValues")
    faces = []
    for row in rows if isinstance(rows, list) else ():
        turns = row.get("Rotation") if isinstance(row, dict) else None
        if isinstance(turns, dict):
            turned = tuple(round(_number(turns.get(axis))) % 360 for axis in ("x", "y", "z"))
            faces.append((row.get("Value"), turned))
    return Make(len(states) + 1 if isinstance(states, dict) else 1, tuple(faces))


def _face_shown(data: Mapping[str, Any]) -> int | None:
    """The value of a die that lies as it does; None for what is no die.

    Of ``RotationValues`` the nearest rotation counts, as in the game: the two are compared by the
    direction that points up in each.
    """
    rows = data.get("RotationValues")
    if not isinstance(rows, list) or not rows:
        return None
    up = _up(data.get("Transform"), ("rotX", "rotY", "rotZ"))
    best: tuple[float, int] | None = None
    for row in rows:
        value = row.get("Value") if isinstance(row, dict) else None
        if not isinstance(value, int) or isinstance(value, bool):
            return None
        near = math.dist(up, _up(row.get("Rotation"), ("x", "y", "z")))
        if best is None or near < best[0]:
            best = (near, value)
    return best[1] if best is not None else None


def _up(rotation: object, keys: tuple[str, str, str]) -> tuple[float, float, float]:
    """Which way of the object itself points up: Unity turns about z, then x, then y, so the turn
    about y is no matter."""
    values = rotation if isinstance(rotation, dict) else {}
    x, _, z = (math.radians(_number(values.get(key))) for key in keys)
    return (math.sin(z) * math.cos(x), math.cos(z) * math.cos(x), -math.sin(x))


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    try:
        number = float(value)
    except OverflowError:
        return 0.0
    return number if math.isfinite(number) else 0.0


def _part(value: float) -> int:
    return round(max(-1e9, min(1e9, value)) * _PARTS)


def apart(one: Point, other: Point) -> float:
    """How far two points are from each other, to the side or away from the front, in units; heights
    are no matter."""
    return max(abs(one[0] - other[0]), abs(one[2] - other[2])) / _PARTS


def turned_by(one: int, other: int) -> int:
    """Degrees between two directions, 0 to 180."""
    way = abs(one - other) % 360
    return min(way, 360 - way)
