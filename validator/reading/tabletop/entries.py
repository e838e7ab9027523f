"""The entries of the recorder's log: one frozen dataclass for each kind of entry.

The classes below define the format: the decorator of a class names the act, and each annotated
field its key in the log and its type. `entry` parses a line into them. Positions are in
thousandths of a unit (x, y up, z), angles in whole degrees clockwise seen from above.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Any, Final, NamedTuple, TypeVar, get_type_hints

from generator.errors import BroadsideError, nearest
from generator.light import dataclass

LONGEST: Final = 20_000
"""Characters of the longest line that is read; the recorder's own lines have a few hundred."""
_LONGEST_NAME: Final = 200
_LONGEST_TEXT: Final = 10_000
_FARTHEST: Final = 10**9
"""Thousandths of a unit: the largest coordinate that is accepted."""
_LARGEST: Final = 2**53
_MOST_DICE: Final = 1000
_TURN: Final = 360

Point = tuple[int, int, int]
"""Thousandths of a unit: to the right, up, away from the front."""


class EntryError(BroadsideError):
    """A line of the log is not a valid entry; the message says why."""


class _WantedError(Exception):
    """A value has the wrong type; the message says what was expected."""


class _Part(NamedTuple):
    """The key of a field in the log, and the function that checks its value."""

    key: str
    read: Callable[[Any], Any]


# --- kinds of values ----------------------------------------------------------------------


def _whole(value: Any) -> int:
    if type(value) is int and -_LARGEST <= value <= _LARGEST:
        return value
    raise _WantedError("a whole number")


def _flag(value: Any) -> bool:
    if type(value) is int and value in (0, 1):
        return bool(value)
    raise _WantedError("0 or 1")


def _angle(value: Any) -> int:
    if type(value) is int and 0 <= value < _TURN:
        return value
    raise _WantedError("a whole number of degrees from 0 to 359")


def _state(value: Any) -> int:
    if type(value) is int and 1 <= value <= _LARGEST:
        return value
    raise _WantedError("a number from 1")


def _point(value: Any) -> Point:
    if type(value) is list and len(value) == 3:
        x, y, z = value
        if type(x) is int and type(y) is int and type(z) is int:
            if min(value) >= -_FARTHEST and max(value) <= _FARTHEST:
                return x, y, z
            raise _WantedError("a point on or near the table")
    raise _WantedError("three whole numbers")


def _pair(value: Any) -> tuple[int, int]:
    if type(value) is list and len(value) == 2:
        return _whole(value[0]), _whole(value[1])
    raise _WantedError("two whole numbers")


def _name(value: Any) -> str:
    if type(value) is str and len(value) <= _LONGEST_NAME:
        return value
    raise _WantedError(f"a text of at most {_LONGEST_NAME} letters")


def _text(value: Any) -> str:
    if type(value) is str and len(value) <= _LONGEST_TEXT:
        return value
    raise _WantedError(f"a text of at most {_LONGEST_TEXT:,} letters")


def _dice(value: Any) -> tuple[tuple[str, int], ...]:
    if type(value) is list and len(value) <= _MOST_DICE:
        found = []
        for die in value:
            if type(die) is not list or len(die) != 2:
                break
            found.append((_name(die[0]), _whole(die[1])))
        else:
            return tuple(found)
    raise _WantedError("a list of dice, each with the side that is up")


def _one_of(*words: str) -> Callable[[Any], str]:
    known = frozenset(words)

    def read(value: Any) -> str:
        if type(value) is str and value in known:
            return value
        hint = nearest(value, words) if isinstance(value, str) else ""
        raise _WantedError(f"one of {', '.join(words)}{hint}")

    return read


# --- the table ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """What every entry has; see the subclasses."""

    number: int
    """From 1."""
    time: int
    """Seconds since 1970."""
    colour: str
    """The seat colour of the player who did it; empty where Tabletop Simulator does not say."""
    player: str
    """The player's name; empty if nobody sits there."""
    hash: str
    """The first 16 hexadecimal digits of its hash, as the line itself states them."""


_COMMON: Final = (_Part("n", _state), _Part("t", _whole), _Part("c", _name), _Part("w", _name))
_HASH: Final = _Part("h", _name)
_ACT: Final = "a"

ACTS: dict[str, type[Entry]] = {}
"""The class of each kind of entry, by its word in the log."""
AnyEntry = TypeVar("AnyEntry", bound=Entry)


def _act(word: str) -> Callable[[type[AnyEntry]], type[AnyEntry]]:
    def add(kind: type[AnyEntry]) -> type[AnyEntry]:
        ACTS[word] = kind
        return kind

    return add


@_act("load")
@dataclass(frozen=True, slots=True)
class Load(Entry):
    """The script began: a new game, a loaded save, or a rewind."""

    session: Annotated[int, _Part("s", _whole)]
    """The number of the load, counted by the recorder."""
    how: Annotated[str, _Part("k", _one_of("fresh", "load", "new"))]
    """``new``: the save held no log of this game, or a damaged one."""


@_act("seat")
@dataclass(frozen=True, slots=True)
class Seat(Entry):
    """A player came, went, or changed seats."""

    how: Annotated[str, _Part("s", _one_of("connect", "disconnect", "colour", "side"))]


@_act("pick")
@dataclass(frozen=True, slots=True)
class Pick(Entry):
    """An object was picked up."""

    piece: Annotated[str, _Part("p", _name)]
    from_: Annotated[Point, _Part("f", _point)]


@_act("drop")
@dataclass(frozen=True, slots=True)
class Drop(Entry):
    """An object that was picked up rests again."""

    piece: Annotated[str, _Part("p", _name)]
    from_: Annotated[Point, _Part("f", _point)]
    to: Annotated[Point, _Part("o", _point)]
    angle: Annotated[int, _Part("r", _angle)]
    face_down: Annotated[bool, _Part("d", _flag)]
    state: Annotated[int, _Part("s", _state)]


@_act("settle")
@dataclass(frozen=True, slots=True)
class Settle(Entry):
    """An object lies elsewhere, or is turned otherwise, than before, though nobody moved it."""

    piece: Annotated[str, _Part("p", _name)]
    to: Annotated[Point, _Part("o", _point)]
    angle: Annotated[int, _Part("r", _angle)]
    face_down: Annotated[bool, _Part("d", _flag)]
    state: Annotated[int, _Part("s", _state)]


@_act("flip")
@dataclass(frozen=True, slots=True)
class Flip(Entry):
    """An object was turned over."""

    piece: Annotated[str, _Part("p", _name)]
    face_down: Annotated[bool, _Part("d", _flag)]


@_act("rotate")
@dataclass(frozen=True, slots=True)
class Rotate(Entry):
    """An object was turned where it lies."""

    piece: Annotated[str, _Part("p", _name)]
    angle: Annotated[int, _Part("r", _angle)]


@_act("state")
@dataclass(frozen=True, slots=True)
class Switch(Entry):
    """An object was switched to another of its states."""

    piece: Annotated[str, _Part("p", _name)]
    from_: Annotated[int, _Part("f", _whole)]
    state: Annotated[int, _Part("s", _state)]


@_act("leave")
@dataclass(frozen=True, slots=True)
class Leave(Entry):
    """An object came out of a deck or bag."""

    piece: Annotated[str, _Part("p", _name)]
    container: Annotated[str, _Part("i", _name)]
    at: Annotated[Point, _Part("o", _point)]
    """Where the container is."""
    face_down: Annotated[bool, _Part("d", _flag)]


@_act("enter")
@dataclass(frozen=True, slots=True)
class Enter(Entry):
    """An object went into a deck or bag."""

    piece: Annotated[str, _Part("p", _name)]
    container: Annotated[str, _Part("i", _name)]
    at: Annotated[Point, _Part("o", _point)]
    """Where the container stands."""


@_act("shuffle")
@dataclass(frozen=True, slots=True)
class Shuffle(Entry):
    """A deck or bag was shuffled."""

    container: Annotated[str, _Part("i", _name)]
    at: Annotated[Point, _Part("o", _point)]


@_act("search")
@dataclass(frozen=True, slots=True)
class Search(Entry):
    """Somebody looked through a deck or bag."""

    container: Annotated[str, _Part("i", _name)]
    when: Annotated[str, _Part("s", _one_of("start", "end"))]


@_act("roll")
@dataclass(frozen=True, slots=True)
class Roll(Entry):
    """Dice were rolled, and rest."""

    button: Annotated[str, _Part("k", _name)]
    """The id of the dice button (in the definition) that the recorder rolled; empty for a roll by
    hand."""
    dice: Annotated[tuple[tuple[str, int], ...], _Part("d", _dice)]
    """Each die with the side that is up."""


@_act("hand")
@dataclass(frozen=True, slots=True)
class InHand(Entry):
    """An object came into a hand, or left it."""

    piece: Annotated[str, _Part("p", _name)]
    which: Annotated[str, _Part("s", _one_of("in", "out"))]
    hand: Annotated[str, _Part("i", _name)]


@_act("zone")
@dataclass(frozen=True, slots=True)
class InZone(Entry):
    """An object came into a zone, or left it."""

    piece: Annotated[str, _Part("p", _name)]
    which: Annotated[str, _Part("s", _one_of("in", "out"))]
    zone: Annotated[str, _Part("i", _name)]


@_act("peek")
@dataclass(frozen=True, slots=True)
class Peek(Entry):
    """Somebody looked at an object's face without turning it over."""

    piece: Annotated[str, _Part("p", _name)]


@_act("copy")
@dataclass(frozen=True, slots=True)
class Copy(Entry):
    """An object was copied, to be pasted."""

    piece: Annotated[str, _Part("p", _name)]


@_act("paste")
@dataclass(frozen=True, slots=True)
class Paste(Entry):
    """A copy of an object was put on the table."""

    piece: Annotated[str, _Part("p", _name)]


@_act("delete")
@dataclass(frozen=True, slots=True)
class Delete(Entry):
    """Somebody deleted an object."""

    piece: Annotated[str, _Part("p", _name)]


@_act("group")
@dataclass(frozen=True, slots=True)
class Group(Entry):
    """Somebody piled up objects with the group key."""

    piece: Annotated[str, _Part("p", _name)]


@_act("spawn")
@dataclass(frozen=True, slots=True)
class Spawn(Entry):
    """An object appeared."""

    piece: Annotated[str, _Part("p", _name)]
    guid: Annotated[str, _Part("g", _name)]
    kind: Annotated[str, _Part("q", _name)]
    """What Tabletop Simulator calls it: ``Custom_Tile``."""
    at: Annotated[Point, _Part("o", _point)]


@_act("destroy")
@dataclass(frozen=True, slots=True)
class Destroy(Entry):
    """An object disappeared."""

    piece: Annotated[str, _Part("p", _name)]
    at: Annotated[Point, _Part("o", _point)]


@_act("chat")
@dataclass(frozen=True, slots=True)
class Say(Entry):
    """Somebody said something in the chat."""

    text: Annotated[str, _Part("x", _text)]


@_act("declare")
@dataclass(frozen=True, slots=True)
class Declare(Entry):
    """A player made one of the game's declarations."""

    action: Annotated[str, _Part("k", _name)]
    """Its id in the definition."""
    words: Annotated[str, _Part("x", _text)]
    """The text after its keyword."""
    piece: Annotated[str, _Part("p", _name)]
    """The piece whose menu was used; empty for a button on the table."""


@_act("property")
@dataclass(frozen=True, slots=True)
class SetProperty(Entry):
    """A property of the game changed."""

    name: Annotated[str, _Part("k", _name)]
    old: Annotated[int, _Part("f", _whole)]
    new: Annotated[int, _Part("v", _whole)]


@_act("step")
@dataclass(frozen=True, slots=True)
class Step(Entry):
    """The turn tracker was set: (turn, step counted from 0)."""

    old: Annotated[tuple[int, int], _Part("f", _pair)]
    new: Annotated[tuple[int, int], _Part("v", _pair)]


@_act("turn")
@dataclass(frozen=True, slots=True)
class Turn(Entry):
    """Tabletop Simulator's own turn passed to the entry's seat."""

    before: Annotated[str, _Part("f", _name)]
    """The seat whose turn it was."""


@_act("head")
@dataclass(frozen=True, slots=True)
class Head(Entry):
    """The hash so far was announced in the chat."""

    announced: Annotated[str, _Part("x", _name)]
    """Its first 16 hexadecimal digits."""


# --- reading ------------------------------------------------------------------------------


def entry(line: str) -> Entry:
    """Parse a line of the log. Raises `EntryError`, which says what is wrong with it."""
    values = values_in(line)
    word = values.get(_ACT)
    known = _KNOWN.get(word) if type(word) is str else None
    if known is None:
        raise EntryError(_no_act(word))
    kind, parts = known
    try:
        found = [read(values[key]) for key, read in parts]
    except (KeyError, _WantedError):
        raise EntryError(_unfit(word, values, parts)) from None
    if len(values) > len(parts) + 1:
        keys = {_ACT, *(part.key for part in parts)}
        more = next(key for key in values if key not in keys)
        raise EntryError(f"a {word!r} entry has no {_shown(more)}{nearest(more, keys)}")
    return kind(*found)


def _unfit(word: Any, values: dict[str, Any], parts: tuple[_Part, ...]) -> str:
    """What is wrong with the first value that does not fit its part of an entry."""
    for key, read in parts:
        if key not in values:
            return f"a {word!r} entry lacks {key!r}"
        try:
            read(values[key])
        except _WantedError as wanted:
            return f"{key!r} of a {word!r} entry is {_shown(values[key])}, not {wanted}"
    raise AssertionError("every value fits")


def values_in(line: str) -> dict[str, Any]:
    """Parse a line that holds one JSON object whose numbers are all integers.

    Raises `EntryError`.
    """
    if len(line) > LONGEST:
        raise EntryError(f"{len(line):,} letters are more than the {LONGEST:,} of the longest line")
    try:
        found, end = _decode(line)
        if end < len(line):
            raise EntryError(f"more than one value of JSON, from column {end + 1} on")
    except json.JSONDecodeError as trouble:
        raise EntryError(f"no JSON at column {trouble.colno}") from None
    except (ValueError, RecursionError):
        raise EntryError("no JSON: a number too long, or lists too deep") from None
    if type(found) is not dict:
        raise EntryError("no object of JSON")
    return found


def _refused(spelled: str) -> Any:
    raise EntryError(f"{_shown(spelled)} is no whole number")


_decode = json.JSONDecoder(parse_float=_refused, parse_constant=_refused).raw_decode


def _no_act(word: Any) -> str:
    if type(word) is not str:
        return f"no entry: it lacks its act, {_ACT!r}"
    return f"there is no act {_shown(word)}{nearest(word, ACTS)}"


_SHOWN: Final = 40
"""Characters of a value that a message shows at most."""


def _shown(value: Any) -> str:
    """A value for a message, cut short."""
    text = repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 4] + " ..."


def _parts_of(kind: type[Entry]) -> tuple[_Part, ...]:
    hints = get_type_hints(kind, include_extras=True)
    own = [hint.__metadata__[0] for hint in hints.values() if hasattr(hint, "__metadata__")]
    return (*_COMMON, _HASH, *own)


_KNOWN: Final = {word: (kind, _parts_of(kind)) for word, kind in ACTS.items()}
