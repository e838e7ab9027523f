"""What only the game itself can confirm: sizes, orientations, the order of events, as named values.

``calibration.yaml`` beside this file holds each with its meaning, its evidence and how to check
it in the game. Use::

    from generator.tabletop_simulator.calibration import calibration

    known = calibration()
    scale = width_in_units / known.tile_short_side

The values are those that travel with Broadside, and over them those of the file that
``BROADSIDE_CALIBRATION`` names. A user's file holds ``key: value`` lines for the keys that differ.
A new key is a field here and an entry in the file there, nothing else.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any, Final, get_type_hints

from generator.errors import BroadsideError, nearest
from generator.light import dataclass
from generator.places import own_calibration
from generator.plain_yaml import PlainYamlError, plain_yaml

FILE: Final = Path(__file__).with_name("calibration.yaml")


class CalibrationError(BroadsideError):
    """A calibration file that cannot be read, or a value that a key cannot have."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The values; their meanings stand in ``calibration.yaml``, and in the documents."""

    units_per_inch: float
    tile_short_side: float
    tile_stretch: bool
    tile_thickness: float
    hex_tile_flat: bool
    card_width: float
    card_height: float
    card_stretch: bool
    die_side: float
    notecard_width: float
    notecard_height: float
    notecard_rotation: float
    notecard_letters: int
    bag_side: float
    cups_locked: bool
    upright_rotation: float
    picture_right: int
    picture_down: int
    face_down_rotation: float
    table: str
    play_area: float
    table_height: float
    drop_height: float
    snap_height: float
    zone_unit: float
    zone_height: float
    hand_rotation: float
    seat_angles: tuple[float, ...]
    hand_distance: float
    hand_width: float
    hand_height: float
    hand_depth: float
    camera_pitch: float
    camera_distance: float
    picture_limit: int
    sheet_columns: int
    sheet_rows: int
    cache_name: str
    file_address_escaped: bool
    deck_top_first: bool
    enter_before_drop: bool
    randomize_repeats: bool
    knock_distance: float
    knock_turn: float
    fall_distance: float
    dice_have_values: bool
    rest_delay: float
    dice_delay: float
    load_quiet: float
    state_limit: int
    game_version: str

    def digest(self) -> str:
        """Which values a save was built with: the first 16 hex of SHA-256 over all of them."""
        lines = (f"{one.name}={getattr(self, one.name)!r}\n" for one in fields(self))
        return hashlib.sha256("".join(sorted(lines)).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Assumption:
    """One key as the documents tell it."""

    key: str
    value: object
    meaning: str
    evidence: str
    check: str


_SIGNS: Final = frozenset({"picture_right", "picture_down"})
_MAY_BE_NEGATIVE: Final = _SIGNS | {
    "upright_rotation", "face_down_rotation", "hand_rotation", "notecard_rotation", "table_height",
    "snap_height",
}  # fmt: skip


_ENTRY: Final = re.compile(
    r"^(\w+):\n  value: (.*)\n  meaning: (.*)\n  evidence: (.*)\n  check: (.*)$", re.MULTILINE
)


@cache
def assumptions() -> tuple[Assumption, ...]:
    """Every key that travels with Broadside, in the file's order.

    The file is YAML of one form, so that it need not be read as YAML: every command that has to do
    with the game reads it, and this is fifty times as fast.
    """
    text = FILE.read_text("utf-8")
    return tuple(
        Assumption(key, _plain(value), *said) for key, value, *said in _ENTRY.findall(text)
    )


def _plain(value: str) -> object:
    try:
        return json.loads(value)
    except ValueError:
        return value


def calibration(over: Path | None = None) -> Calibration:
    """The values, with those of a user's own file laid over them: ``over``, or the one named by
    ``BROADSIDE_CALIBRATION``.

    Raises `CalibrationError`: the file, the key, what is accepted.
    """
    own = over or own_calibration()
    return _ours() if own is None else _with(own)


@cache
def _ours() -> Calibration:
    return Calibration(**{one.key: _fitting(FILE, one.key, one.value) for one in assumptions()})


def _with(over: Path) -> Calibration:
    known = _types()
    values = {}
    for key, value in _read(over).items():
        if key not in known:
            raise CalibrationError(
                f"{over}: unknown key {key!r}; accepted: {', '.join(known)}"
                f"{nearest(str(key), known)}"
            )
        values[key] = _fitting(over, key, value)
    return replace(_ours(), **values)


@cache
def _types() -> dict[str, Any]:
    hints = get_type_hints(Calibration)
    return {one.name: hints[one.name] for one in fields(Calibration)}


def _read(path: Path) -> dict[Any, Any]:
    try:
        data = plain_yaml(path)
    except PlainYamlError as trouble:
        raise CalibrationError(f"{path}: {trouble}") from None
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise CalibrationError(f"{path}: a calibration is lines of `key: value`")
    return data


def _fitting(path: Path, key: str, value: object) -> Any:
    """A value as its key has it, or a `CalibrationError` that says what is accepted."""
    kind = _types().get(key)
    if kind is bool and isinstance(value, bool):
        return value
    if kind is str and isinstance(value, str) and value.strip():
        return _pattern(path, key, value) if key == "cache_name" else value
    if kind is int and isinstance(value, int) and not isinstance(value, bool):
        return _number(path, key, value)
    if kind is float and isinstance(value, int | float) and not isinstance(value, bool):
        return float(_number(path, key, value))
    if (
        kind == tuple[float, ...]
        and isinstance(value, list)
        and value
        and all(isinstance(one, int | float) and math.isfinite(one) for one in value)
    ):
        return tuple(float(one) for one in value)
    accepted = next((text for one, text in _ACCEPTED if one is kind), "a list of numbers")
    raise CalibrationError(f"{path}: {key}: {value!r}; accepted: {accepted}")


_ACCEPTED: Final = (
    (bool, "true or false"),
    (str, "a text"),
    (int, "a whole number"),
    (float, "a number"),
)


def _number(path: Path, key: str, value: float) -> float:
    if key in _SIGNS and value not in (1, -1):
        raise CalibrationError(f"{path}: {key}: {value}; accepted: 1 or -1")
    if not math.isfinite(value) or (key not in _MAY_BE_NEGATIVE and value < 0):
        raise CalibrationError(f"{path}: {key}: {value}; accepted: a number from 0 up")
    if value == 0 and key in _DIVIDED_BY:
        raise CalibrationError(f"{path}: {key}: 0; accepted: a number above 0")
    return value


_DIVIDED_BY: Final = frozenset(
    """
    units_per_inch tile_short_side tile_thickness card_width card_height die_side
    notecard_width notecard_height bag_side zone_unit zone_height hand_width
    hand_height hand_depth picture_limit sheet_columns sheet_rows state_limit
    """.split()  # noqa: SIM905
)


def _pattern(path: Path, key: str, value: str) -> str:
    try:
        re.compile(value)
    except re.error as trouble:
        raise CalibrationError(
            f"{path}: {key}: {value!r} is not a regular expression ({trouble})"
        ) from None
    return value
