"""The state of objects on the table, in a save and after the recorder's entries.

Positions are in thousandths of the game's unit and angles in whole degrees, as in the log.
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
"""The prefix of the id of an object without a Memo; its GUID follows."""
_PARTS = 1000
_DEEPEST = 40
"""How deep bags inside bags are read."""
_FACE_DOWN = (90.0, 270.0)
"""Between these angles around z an object shows its back."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of one object at a moment."""

    id: str
    """Its Memo; ``~`` and its GUID if it has none."""
    at: Point
    turned: int
    """Degrees around y, 0 to 359."""
    face_down: bool
    state: int
    """The number of its state, from 1."""
    holder: str = ""
    """The bag or deck that holds it; empty on the table."""
    hand: str = ""
    """The hand that holds it, by the log; a save does not say."""
    gone: bool = False
    """Whether it was removed from the table."""
    entry: int = 0
    """The last entry about it; 0 for the set-up."""
    placed: int = 0
    """The last entry that gave its place."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A hand or hidden zone."""

    colour: str
    """Its seat."""
    shows: tuple[bool, bool]
    """Whether it hides things from its own seat instead (``FogReverseHiding``), and whether others
    see through it (``FogSeethrough``)."""
    size: tuple[float, float]
    """Multiples of a zone's basic size, to the right and to the back."""


@dataclass(frozen=True, slots=True)
class Make:
    """The unchangeable parts of an object."""

    states: int
    """How many states it has."""
    faces: tuple[tuple[object, tuple[int, ...]], ...]
    """For a die: each value, and the rotation that puts it on top."""


@dataclass(frozen=True, slots=True)
class Laid:
    """The objects of a save."""

    things: Mapping[str, Standing]
    twins: tuple[tuple[Standing, Standing], ...] = ()
    """Objects with the same Memo as another, in pairs."""
    zones: Mapping[str, Zone] = field(default_factory=dict)
    """Hands and hidden zones."""
    makes: Mapping[str, Make] = field(default_factory=dict)
    """The unchangeable parts of each object."""
    scripts: Mapping[str, str] = field(default_factory=dict)
    """The scripts of objects."""
    faces: Mapping[str, int] = field(default_factory=dict)
    """The value of each die, if its ``RotationValues`` give it."""


def laid(objects: Sequence[object]) -> Laid:
    """The objects of ``ObjectStates``, including those in bags and decks.

    Entries that are no objects are skipped; the check of the save's schema reports them.
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
    """Each object with its data; the contents of a bag follow it."""
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
    """The state of an object; one in a bag has the place of the bag."""
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
    """An object's id in the log."""
    memo, guid = data.get("Memo"), data.get("GUID")
    return memo if isinstance(memo, str) and memo else f"{UNKNOWN}{guid}"


def state_of(data: Mapping[str, Any]) -> int:
    """The number of an object's present state: the one missing from its ``States``."""
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
    """The value of a die, by its rotation; None for other objects.

    The value of the nearest rotation in ``RotationValues`` counts, as in the game; rotations are
    compared by the direction that points up.
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
    """The object's direction that points up. Unity rotates around z, then x, then y, so the
    rotation around y does not matter."""
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
    """The distance of two points in units: the larger of the distances in x and z."""
    return max(abs(one[0] - other[0]), abs(one[2] - other[2])) / _PARTS


def turned_by(one: int, other: int) -> int:
    """Degrees between two directions, 0 to 180."""
    way = abs(one - other) % 360
    return min(way, 360 - way)
