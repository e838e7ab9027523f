"""A save: its root with every key the game writes, and the JSON text as the game spells it. Use::

    save = Save(
        name="Graf Spee",
        objects=[ajax, cup, ...],                        # made by `objects`
        version=calibration().game_version,
        tabs=[Tab("Rules", "The game lasts ..."), Tab("List", "...", colour="Red")],
        turn_order=("Red", "Blue"),
        cameras=[Camera((0, 0, 0), pitch=70, turn=0, distance=40)],
        script=lua, script_state=header,
    )
    replace_file(path, to_bytes(save.as_json()))

A save is written as Json.NET in the game writes it: indented by two, ``1.0`` for a number that may
have a fraction, and no more digits than a 32-bit float holds; lines end with a line feed alone.
"""

from __future__ import annotations

import json
import math
import struct
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import field
from datetime import UTC, datetime
from decimal import ROUND_HALF_UP, Context
from functools import lru_cache
from typing import Any, Final

from generator.errors import BroadsideError
from generator.light import dataclass
from generator.tabletop_simulator.objects import (
    SEAT_COLOURS,
    Json,
    SnapPoint,
    snap_point,
    vector,
)

CAMERAS: Final = 10
"""Bookmarks of the camera: the keys 1 to 9 and 0."""


class SaveError(BroadsideError):
    """A save that cannot be written."""


@dataclass(frozen=True, slots=True)
class Tab:
    """A page of the notebook."""

    title: str
    body: str
    colour: str = "Grey"
    """Whose page it is: a seat's colour; Grey is everybody's."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A bookmark of the camera."""

    position: tuple[float, float, float]
    """What it looks at, units."""
    pitch: float
    """Degrees it looks down."""
    turn: float
    """Degrees about y; 0 looks along +z."""
    distance: float
    """Units from what it looks at."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line drawn on the table."""

    points: tuple[tuple[float, float, float], ...]
    colour: tuple[float, float, float] = (1.0, 1.0, 1.0)
    thickness: float = 0.1
    loop: bool = False


@dataclass(frozen=True, slots=True)
class Save:
    """A save as far as it differs from one game to another."""

    name: str
    objects: Sequence[Json]
    version: str
    """The game whose form of a save this is (`Calibration.game_version`)."""
    epoch: int = 0
    """When it was written, seconds since 1970; the same input must give the same bytes."""
    mode: str = ""
    """Name of the game; that of the save where it is empty."""
    tags: Sequence[str] = ()
    """What the Workshop files the game under."""
    minutes: tuple[int, int] = (0, 0)
    """Playing time, from and to; noughts leave it open."""
    players: tuple[int, int] = (0, 0)
    """How many can play, from and to; noughts leave it open."""
    play_area: float = 0.5
    """How far out things may lie before the game brings them back, 0 to 1."""
    table: str = "Table_None"
    table_url: str | None = None
    sky: str = "Sky_Museum"
    sky_url: str | None = None
    note: str = ""
    """What stands in a corner of everybody's screen."""
    tabs: Sequence[Tab] = ()
    turn_order: Sequence[str] = ()
    """Seat colours; empty leaves the turns off."""
    cameras: Sequence[Camera | None] = ()
    lines: Sequence[Line] = ()
    snap_points: Sequence[SnapPoint] = ()
    """Those that belong to no object: units of the table."""
    script: str = ""
    script_state: str = ""
    ui: str = ""
    ui_assets: Sequence[tuple[str, str]] = field(default=())
    """Names and URLs of pictures that the XML shows."""

    def as_json(self) -> Json:
        """The save as plain data. Raises `SaveError`."""
        made: Json = {
            "SaveName": self.name,
            "EpochTime": self.epoch,
            "Date": _date(self.epoch),
            "VersionNumber": self.version,
            "GameMode": self.mode or self.name,
            "GameType": "Game",
            "GameComplexity": "",
            "PlayingTime": list(self.minutes),
            "PlayerCounts": list(self.players),
            "Tags": list(self.tags),
            "Gravity": 0.5,
            "PlayArea": self.play_area,
            "Table": self.table,
        }
        if self.table_url is not None:
            made["TableURL"] = self.table_url
        made["Sky"] = self.sky
        if self.sky_url is not None:
            made["SkyURL"] = self.sky_url
        return made | {
            "Note": self.note,
            "TabStates": {str(at): _tab(tab, at) for at, tab in enumerate(self.tabs)},
            "Grid": _grid(),
            "Lighting": _lighting(),
            "Hands": {"Enable": True, "DisableUnused": False, "Hiding": 0},
            "ComponentTags": {"labels": [_label(tag) for tag in self._object_tags()]},
            "Turns": self._turns(),
            "CameraStates": self._cameras(),
            "DecalPallet": [],
            "LuaScript": self.script,
            "LuaScriptState": self.script_state,
            "XmlUI": self.ui,
            "CustomUIAssets": [
                {"Type": 0, "Name": name, "URL": url} for name, url in self.ui_assets
            ],
            "VectorLines": [_line(line) for line in self.lines],
            "SnapPoints": [snap_point(point) for point in self.snap_points],
            "ObjectStates": list(self.objects),
        }

    def _turns(self) -> Json:
        for seat in self.turn_order:
            if seat not in SEAT_COLOURS:
                raise SaveError(f"turn order: {seat!r}; accepted: {', '.join(SEAT_COLOURS)}")
        return {
            "Enable": bool(self.turn_order),
            "Type": 1 if self.turn_order else 0,
            "TurnOrder": list(self.turn_order),
            "Reverse": False,
            "SkipEmpty": False,
            "DisableInteractions": False,
            "PassTurns": True,
            "TurnColor": self.turn_order[0] if self.turn_order else "",
        }

    def _cameras(self) -> list[Json | None]:
        if len(self.cameras) > CAMERAS:
            raise SaveError(f"{len(self.cameras)} cameras; accepted: up to {CAMERAS}")
        made = [None if camera is None else _camera(camera) for camera in self.cameras]
        return made + [None] * (CAMERAS - len(made))

    def _object_tags(self) -> list[str]:
        found = {tag for point in self.snap_points for tag in point.tags}
        for one in every_object(self.objects):
            found.update(one["Tags"])
            for point in one.get("AttachedSnapPoints", ()):
                found.update(point["Tags"])
        return sorted(found)


def every_object(objects: Sequence[Json]) -> Iterator[Json]:
    """Objects, what they contain, their other states and what is joined to them, all the way."""
    waiting = list(reversed(objects))
    while waiting:
        one = waiting.pop()
        yield one
        inner = [
            *one.get("ContainedObjects", ()),
            *one.get("States", {}).values(),
            *one.get("ChildObjects", ()),
        ]
        waiting.extend(reversed(inner))


def _date(epoch: int) -> str:
    """``7/29/2021 1:30:48 PM``."""
    try:
        at = datetime.fromtimestamp(epoch, UTC)
    except (ValueError, OverflowError, OSError):
        raise SaveError(f"{epoch} is no time in seconds since 1970") from None
    half = "AM" if at.hour < 12 else "PM"
    hour = at.hour % 12 or 12
    return f"{at.month}/{at.day}/{at.year} {hour}:{at.minute:02}:{at.second:02} {half}"


def _tab(tab: Tab, at: int) -> Json:
    if tab.colour not in SEAT_COLOURS:
        raise SaveError(f"tab {tab.title!r}: {tab.colour!r}; accepted: {', '.join(SEAT_COLOURS)}")
    return {
        "title": tab.title,
        "body": tab.body,
        "color": tab.colour,
        "visibleColor": _colour(SEAT_COLOURS[tab.colour]),
        "id": at,
    }


def _grid() -> Json:
    """No grid: hex centres and boxes are snap points of the maps."""
    return {
        "Type": 0,
        "Lines": False,
        "Color": _colour((0.0, 0.0, 0.0)),
        "Opacity": 0.75,
        "ThickLines": False,
        "Snapping": False,
        "Offset": False,
        "BothSnapping": False,
        "xSize": 2.0,
        "ySize": 2.0,
        "PosOffset": vector(0.0, 1.0, 0.0),
    }


def _lighting() -> Json:
    """The game's own light."""
    grey = (0.5, 0.5, 0.5)
    return {
        "LightIntensity": 0.54,
        "LightColor": _colour((1.0, 0.9804, 0.8902)),
        "AmbientIntensity": 1.3,
        "AmbientType": 0,
        "AmbientSkyColor": _colour(grey),
        "AmbientEquatorColor": _colour(grey),
        "AmbientGroundColor": _colour(grey),
        "ReflectionIntensity": 1.0,
        "LutIndex": 0,
        "LutContribution": 1.0,
    }


def _label(tag: str) -> Json:
    plain = unicodedata.normalize("NFKD", tag.lower())
    return {
        "displayed": tag,
        "normalized": "".join(sign for sign in plain if not unicodedata.combining(sign)),
    }


def _camera(camera: Camera) -> Json:
    return {
        "Position": vector(*camera.position),
        "Rotation": vector(camera.pitch, camera.turn, 0.0),
        "Distance": float(camera.distance),
        "Zoomed": False,
    }


def _line(line: Line) -> Json:
    return {
        "points3": [vector(*point) for point in line.points],
        "color": _colour(line.colour),
        "thickness": float(line.thickness),
        "loop": line.loop,
    }


def _colour(parts: Sequence[float]) -> Json:
    return dict(zip("rgb", map(float, parts), strict=True))


# --- As the game spells it --------------------------------------------------------------


def to_bytes(data: Json) -> bytes:
    """A save or saved object as a file. Raises `SaveError` for what JSON cannot hold."""
    parts: list[str] = []
    _write(data, "\n", parts)
    try:
        return "".join(parts).encode()
    except UnicodeEncodeError:
        raise SaveError("a text of the save holds half a character") from None


_ESCAPED: Final = str.maketrans({"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"})
_quoted = json.encoder.encode_basestring


def _write(value: Any, line: str, parts: list[str]) -> None:
    """A value, with ``line`` what begins a new line at its depth.

    A save of a large game has half a million values: nothing is called or made for one that need
    not be.
    """
    if isinstance(value, str):
        parts.append(_quoted(value).translate(_ESCAPED))
    elif isinstance(value, dict):
        deeper, begin = f"{line}  ", "{"
        for key, inner in value.items():
            parts.append(f"{begin}{deeper}{_quoted(str(key))}: ")
            _write(inner, deeper, parts)
            begin = ","
        parts.append(f"{line}}}" if value else "{}")
    elif isinstance(value, list | tuple):
        deeper, begin = f"{line}  ", "["
        for inner in value:
            parts.append(f"{begin}{deeper}")
            _write(inner, deeper, parts)
            begin = ","
        parts.append(f"{line}]" if value else "[]")
    elif value is None:
        parts.append("null")
    elif isinstance(value, bool):
        parts.append("true" if value else "false")
    elif isinstance(value, int):
        parts.append(str(int(value)))
    elif isinstance(value, float):
        parts.append(spelled(value))
    else:
        raise SaveError(f"{type(value).__name__} cannot stand in a save")


@lru_cache(maxsize=1 << 14)
def spelled(number: float) -> str:
    """A number as the game writes a 32-bit float: ``1.0``, ``0.117999978``, ``8.387837E-06``.

    Seven digits where they are enough to read the same float again, else nine. Raises `SaveError`
    for what is not a number, or too large.
    """
    try:
        single = struct.unpack("f", struct.pack("f", number))[0]
    except OverflowError:
        single = math.inf
    if not math.isfinite(single):
        raise SaveError(f"{number} cannot stand in a save; accepted: a number")
    text = _rounded(single, 7)
    if struct.unpack("f", struct.pack("f", float(text)))[0] != single:
        text = _rounded(single, 9)
    if text == "-0":
        text = "0"
    return text if "." in text or "E" in text else f"{text}.0"


def _rounded(number: float, digits: int) -> str:
    """A number in so many digits; what lies halfway goes away from nought, as in .NET."""
    return f"{float(_HALF_UP[digits].create_decimal(number)):.{digits}G}"


_HALF_UP: Final = {digits: Context(prec=digits, rounding=ROUND_HALF_UP) for digits in (7, 9)}
