"""The recorder inside a save: one script in Lua, with the data of one game filled in.

Its parts lie in ``script/`` and are joined in the order of `PARTS`. It knows nothing of any game:
what its buttons say and do, how pieces are called and where markers and cards go is a `Recording`,
plain values that `script` writes into the block between ``-- data`` and ``-- code``. The rest is
the same in every save (`code`), and `code_digest` is its hash. What it writes down is reported in
``docs/recorder.md``.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, fields
from functools import cache
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import quoteattr

from generator.light import dataclass

PARTS: Final = (
    "beginning", "hashing", "spelling", "log", "things", "tracker", "dice", "decks", "declaring",
    "chat", "loading", "events",
)  # fmt: skip
"""The files of the script: each uses what stands in those before it."""
_FOLDER: Final = Path(__file__).with_name("script")
_DATA = re.compile(r"(?<=\n-- data)([^\n]*\n)(.*?)(?=\n-- code\n)", re.DOTALL)
_PLAIN = re.compile(
    r"""local\ GAME\ =\ (?: "(?:[^"\\\n]|\\.)*+" | -?[0-9][0-9.e+-]*+ | (?:true|false)(?=[,}\n])
    | [a-z_]++\ = | [\s,={}\[\]] )*+""",
    re.VERBOSE | re.DOTALL,
)
"""Data and nothing else: what could do something has no place there."""

Point = tuple[float, float, float]
"""x, y (up) and z on the table, units."""
Look = tuple[int, int]
"""A state (from 1), and whether it lies face down (1) or up (0)."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """An action of the rules: a button of the panel, or an entry in the menu of pieces."""

    id: str
    keyword: str
    name: str
    """On the button or in the menu."""
    side: str = ""
    """Whose it is; empty: everybody's."""
    on_piece: bool = False
    pieces: tuple[str, ...] = ()
    """Memos of the pieces whose menu holds it."""
    says: str = ""
    """What follows the keyword. ``{name}`` is the piece's name, ``{Points}`` what the click leaves
    a property at; ``{place}`` stays as it is."""
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By memo, what else of the piece is said, by the name it has in ``says``."""
    reminders: tuple[tuple[str, int, str], ...] = ()
    """(property, number, text): said where the click leaves the property at a multiple."""
    silent: bool = False
    """A secret: neither said nor written down, only what it does is."""
    notes: tuple[tuple[str, str], ...] = ()
    """(property of words, what it says of the piece from then on), written as ``says``."""
    faces: Mapping[str, Look] = field(default_factory=dict)
    """By memo, what the piece shows afterwards."""
    places: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)
    """By memo, where the piece goes."""
    dice: str = ""
    score: Mapping[str, int] = field(default_factory=dict)
    scores: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """By memo, the changes of pieces that do not all change the same properties."""
    sets: Mapping[str, int] = field(default_factory=dict)
    draws: tuple[tuple[str, str], ...] = ()
    """(deck, the deck its card goes to), one for each card."""
    reshuffles: tuple[str, ...] = ()
    tracker: str = "none"
    """``none``, ``next_step`` or ``next_turn``."""
    step: int | None = None
    """For ``next_step``: the tracked step that comes after the action's own, counted from 0."""


@dataclass(frozen=True, slots=True)
class Roll:
    """A dice button."""

    id: str
    name: str
    count: int
    sides: int
    counted_in: str = ""
    """The property that counts its rolls."""
    counted_until: str = ""
    """The deck whose next card begins that count anew."""


@dataclass(frozen=True, slots=True)
class Score:
    """A button that changes a property."""

    id: str
    name: str
    property: str
    change: int


@dataclass(frozen=True, slots=True)
class Property:
    """A number that everybody sees."""

    name: str
    text: str = ""
    initial: int = 0
    least: int = 0
    most: int = 100
    quiet: bool = False
    """Whether its marker tells it on a track and only menus of pieces change it: the panel on the
    screen does not repeat it."""


@dataclass(frozen=True, slots=True)
class Turns:
    """The turn tracker."""

    name: str = "Turn"
    first: int = 1
    step: int = 0
    """The step a game begins at, counted from 0."""
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pile:
    """The place of a deck, cup or pile of discards."""

    name: str
    place: Point
    reach: float
    """What lies so far from its middle, in units along x and z, lies on it."""
    face_down: bool = True
    upright: float = 180.0
    """rotY of what is laid there."""
    into: str = ""
    """The deck a pile of discards goes back into."""


@dataclass(frozen=True, slots=True)
class Track:
    """Where the marker of a property goes, value by value."""

    piece: str
    """The marker's memo."""
    property: str
    """``Turn`` for the turn's number."""
    places: tuple[Point, ...]
    """For the values ``first``, ``first + 1`` …"""
    first: int = 0
    wraps: bool = False
    """Begins anew behind its last place, with the marker's next face."""
    each: int = 1
    """How much of the property is one place."""
    faces: tuple[Look, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """How the recorder waits and compares; seconds, units and degrees."""

    rest_delay: float = 0.3
    """So long what was let go cannot be at rest."""
    rest_seconds: float = 4.0
    """After that a drop is written though the piece still moves."""
    dice_delay: float = 0.6
    dice_seconds: float = 15.0
    load_quiet: float = 2.0
    """So long after loading nothing is reported of zones."""
    face_down_rotation: float = 180.0
    """rotZ of what shows its back."""
    knock: float = 0.5
    """A piece found farther away than this was moved by nobody."""
    knock_turn: float = 25.0
    state_limit: int = 20_000_000
    """Characters of the script state."""


@dataclass(frozen=True, slots=True)
class Recording:
    """All that the recorder knows of a game."""

    header: Mapping[str, Any]
    """Line 0 of the log."""
    seats: Mapping[str, str] = field(default_factory=dict)
    """Side of each seat's colour."""
    sides: Mapping[str, str] = field(default_factory=dict)
    """What the sides are called."""
    actions: tuple[Declaration, ...] = ()
    names: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """By memo, what a piece is called, front and back, in each of its states."""
    masked: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Memos of the pieces that can lie face down and unknown, with the sides that may turn them."""
    dice: tuple[Roll, ...] = ()
    scores: tuple[Score, ...] = ()
    properties: tuple[Property, ...] = ()
    words: tuple[str, ...] = ()
    """Properties that hold what actions note of a piece."""
    turns: Turns = Turns()
    decks: tuple[Pile, ...] = ()
    tracks: tuple[Track, ...] = ()
    settings: Settings = Settings()


def header_line(header: Mapping[str, Any]) -> str:
    """Line 0 of the log: the script state of a save that nobody has played yet. ASCII."""
    return json.dumps(dict(header), ensure_ascii=True, separators=(",", ":"))


def script(recording: Recording) -> str:
    """The script of a save."""
    return _with_data(code(), f"local GAME = {_lua(_data(recording))}")


def code_of(text: str) -> str:
    """A save's script with its data taken out: `code` for every game of this version.

    What stands in the data's place and is more than data is left in.
    """
    text = text.replace("\r\n", "\n")
    found = _DATA.search(text)
    if found is None or not _is_data(found[2]):
        return text
    return _with_data(text, "local GAME = {}")


def _is_data(block: str) -> bool:
    """Whether a block of Lua makes the one table GAME, of constants alone."""
    if not _PLAIN.fullmatch(block):
        return False
    depth = 0
    braces = re.findall(r'[{}]|[^{}"\s]+|"(?:[^"\\\n]|\\.)*+"', block.partition("=")[2])
    for at, part in enumerate(braces, 1):
        depth += (part == "{") - (part == "}")
        if depth <= 0 and at < len(braces):
            return False
    return True


@cache
def code() -> str:
    """The recorder without the data of any game."""
    return "\n".join((_FOLDER / f"{part}.lua").read_text("ascii") for part in PARTS)


@cache
def code_digest() -> str:
    """SHA-256 of the recorder without its data; a save's header says which one it had."""
    return hashlib.sha256(code().encode()).hexdigest()


def _with_data(text: str, data: str) -> str:
    return _DATA.sub(lambda found: found[1] + data, text, count=1)


def _data(recording: Recording) -> dict[str, Any]:
    """The data as the Lua code names it."""
    told = frozenset(one.name for one in recording.properties) | frozenset(recording.words)
    return {
        "header": header_line(recording.header),
        "panel": True,
        "seats": dict(recording.seats),
        "sides": dict(recording.sides),
        "names": dict(recording.names),
        "masked": {
            memo: {
                "back": recording.names[memo][0][1],
                "sides": dict.fromkeys(sorted(sides), True),
            }
            for memo, sides in recording.masked.items()
        },
        "actions": [_action(action, told) for action in recording.actions],
        "dice": [_without_nothing(one) for one in recording.dice],
        "scores": [_plain(one) for one in recording.scores],
        "properties": [_plain(one) | {"quiet": one.quiet or None} for one in recording.properties],
        "words": dict.fromkeys(recording.words, True),
        "turn": _plain(recording.turns),
        "decks": [
            _plain(pile) | {"face_down": None, "down": int(pile.face_down)}
            for pile in recording.decks
        ],
        "tracks": [_plain(track) for track in recording.tracks],
        "settings": _plain(recording.settings) | {"knock": round(recording.settings.knock * 1000)},
    }


def _plain(one: Any) -> dict[str, Any]:
    return {part.name: getattr(one, part.name) for part in fields(one)}


def _without_nothing(one: Any) -> dict[str, Any]:
    return {name: value for name, value in _plain(one).items() if value != ""}


def _action(action: Declaration, properties: frozenset[str]) -> dict[str, Any]:
    return _plain(action) | {
        "side": action.side or None,
        "says": list(_parts(action.says, properties | _told_of(action))),
        "notes": [[name, list(_parts(said, _told_of(action)))] for name, said in action.notes],
        "dice": action.dice or None,
        "pieces": dict.fromkeys(action.pieces, True),
        "score": list(action.score.items()),
        "scores": {memo: list(score.items()) for memo, score in action.scores.items()} or None,
        "sets": list(action.sets.items()),
    }


def _told_of(action: Declaration) -> frozenset[str]:
    """The values of pieces that a declaration says."""
    return frozenset(name for values in action.values.values() for name in values)


_FILLED = re.compile(r"\{(\w+)\}")


def _parts(says: str, properties: frozenset[str]) -> Iterator[str | list[str]]:
    """What is said, in parts: a word as it stands, or the name of what is filled in."""
    at = 0
    for found in _FILLED.finditer(says):
        if found[1] == "name" or found[1] in properties:
            yield says[at : found.start()]
            yield [found[1]]
            at = found.end()
    yield says[at:]


# --- Lua ----------------------------------------------------------------------------------

_OWN = re.compile(r"[a-z_]+\Z")
_RESERVED = re.compile(
    "(and|break|do|else|elseif|end|false|for|function|goto|if|in|local|nil|not|or|repeat|return"
    r"|then|true|until|while)\Z"
)
_WIDE = 96


def _lua(value: Any, indent: str = "") -> str:
    """A value as a Lua constructor; what is ``None`` is left out of a table."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _lua_text(value)
    if isinstance(value, int | float):
        return repr(value)
    deeper = f"{indent}  "
    if isinstance(value, Mapping):
        parts = [
            f"{_lua_key(key)} = {_lua(one, deeper)}"
            for key, one in value.items()
            if one is not None
        ]
    else:
        parts = [_lua(one, deeper) for one in value]
    return _braced(parts, indent)


def _lua_key(key: str) -> str:
    return key if _OWN.match(key) and not _RESERVED.match(key) else f"[{_lua_text(key)}]"


def _braced(parts: Iterable[str], indent: str) -> str:
    held = list(parts)
    line = ", ".join(held)
    if len(line) + len(indent) <= _WIDE and "\n" not in line:
        return f"{{{line}}}"
    rows = "".join(f"{indent}  {part},\n" for part in held)
    return f"{{\n{rows}{indent}}}"


def _lua_text(text: str) -> str:
    """A text in quotes. What is no ASCII stays as it is: MoonSharp counts characters in it, Lua
    5.2 bytes of UTF-8, and neither can write the other's codes."""
    made = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda sign: f"\\{ord(sign[0]):03d}", made) + '"'


# --- The panel ----------------------------------------------------------------------------

_PRESS = "broadside_press"


def interface(recording: Recording) -> str:
    """The panel on the screen (``XmlUI``): turn, properties, dice, scores, declarations.

    A side's declarations are seen by its own seats only, so that nobody presses another's.
    """
    shown = [_text("tracker", _tracker(recording.turns), "fontStyle='Bold'")]
    seen = [one for one in recording.properties if not one.quiet]
    shown += [_text(f"property/{one.name}", _told(one)) for one in seen]
    shown.append(
        _row(
            _button("step/back", "&lt;", "One step back")
            + _button("step/next", "&gt;", "The next step")
            + _button("turn/next", "Next turn", "The first step of the next turn")
            + _button("head", "Head", "Tells everybody the head of the log")
        )
    )
    for score in recording.scores:
        shown.append(_button(f"score/{score.id}", _escaped(score.name)))
    for dice in recording.dice:
        words = f"{dice.name} ({dice.count}d{dice.sides})"
        shown.append(_button(f"roll/{dice.id}", _escaped(words)))
    for action in recording.actions:
        if not action.on_piece:
            seats = [seat for seat, side in recording.seats.items() if side == action.side]
            shown.append(
                _button(f"declare/{action.id}", _escaped(action.name), seats="|".join(seats))
            )
    height = 26 * len(shown)
    return (
        "<Panel rectAlignment='UpperRight' width='230' height='640' offsetXY='-10 -90'"
        " color='#202020CC' allowDragging='true' returnToOriginalPositionWhenReleased='false'>"
        "<VerticalScrollView height='640' width='230' color='#00000000'>"
        f"<VerticalLayout height='{height}' spacing='2' padding='4 4 4 4'"
        " childForceExpandHeight='false'>"
        f"{''.join(shown)}</VerticalLayout></VerticalScrollView></Panel>"
    )


def _tracker(turns: Turns) -> str:
    step = f", {turns.steps[turns.step]}" if turns.steps else ""
    return f"{turns.name} {turns.first}{step}"


def _told(one: Property) -> str:
    return f"{one.text or one.name} {one.initial}"


def _escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _text(id_: str, words: str, more: str = "") -> str:
    size = "preferredHeight='24' color='#FFFFFF' fontSize='14'"
    return f"<Text id={quoteattr(id_)} {size} {more}>{_escaped(words)}</Text>"


def _row(inner: str) -> str:
    return f"<HorizontalLayout preferredHeight='24' spacing='2'>{inner}</HorizontalLayout>"


def _button(id_: str, words: str, tooltip: str = "", seats: str = "") -> str:
    """A button; ``words`` are escaped already."""
    told = f" tooltip={quoteattr(tooltip)}" if tooltip else ""
    seen = f" visibility={quoteattr(seats)}" if seats else ""
    return (
        f"<Button id={quoteattr(id_)} onClick='{_PRESS}' preferredHeight='24' fontSize='13'"
        f"{told}{seen}>{words}</Button>"
    )
