"""An imitation of Tabletop Simulator: load a save, let players act, write a save.

The imitation itself is in Lua beside this file, so that MoonSharp can run it too: `api.lua` lists
the names in the game's documentation, `world.lua` has objects and time, `globals.lua` the globals
of a script, `acts.lua` the acts of players. This file converts the objects of a save to the
imitation's bodies and back, keeping all their keys. Coordinates are in units, angles in degrees::

    world = World(save, {"Red": "Anna", "Blue": "Bert"})
    world.pick_up("Red", "piece/exeter")
    world.drop("Red", "piece/exeter", 3.0, -1.5)
    world.wait()
    played = world.save()

A thing is identified by its memo or its GUID. If a script raises, or uses a name that is not in the
documentation, the act raises `ScriptError`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any, Final

from generator.errors import BroadsideError
from generator.light import dataclass
from generator.tabletop_simulator.objects import KEYS, SIDES, Json

HERE: Final = Path(__file__).parent
PARTS: Final = ("api", "world", "globals", "acts")
"""The Lua files of the imitation, in the order they are loaded."""

_ON_CLICK = re.compile(r"""<(\w+)[^<>]*>""")
_ATTRIBUTE = re.compile(r"""(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_AXES: Final = (("x", "posX"), ("y", "posY"), ("z", "posZ"))
_ANGLES: Final = (("rx", "rotX"), ("ry", "rotY"), ("rz", "rotZ"))
_SCALES: Final = (("sx", "scaleX"), ("sy", "scaleY"), ("sz", "scaleZ"))
_BAGS: Final = {"Bag", "Custom_Model_Bag", "Infinite_Bag", "Deck", "DeckCustom"}
_DECKS: Final = {"Deck", "DeckCustom"}
_GLANCE: Final = 12
"""Number of fields that ``glances`` in Lua returns for each thing."""
_DOWN: Final = (90, 270)
"""Between these rotations about z, in degrees, a thing is face down."""


class WorldError(BroadsideError):
    """An act is not possible at this table."""


class ScriptError(BroadsideError):
    """A script raised, or used a name that is not in the game's documentation."""


@dataclass(frozen=True, slots=True)
class Options:
    """Choices that the game's documentation leaves open, the random seed and the clock."""

    seed: int = 1
    epoch: int = 1_763_787_000
    """The time at the start, in seconds since 1970."""
    table_height: float = 1.06
    """The y coordinate of a piece on a board."""
    enter_before_drop: bool = True
    deck_top_first: bool = True
    remainder_leaves: bool = False
    """Whether the last card of a dissolving deck causes a "leave" event."""
    destroy_before_spawn: bool = False
    """When the state changes: whether the destroy event comes before the spawn event."""
    randomize_repeats: bool = True
    late_guids: bool = False
    """Whether a new object gets its GUID only after it has spawned, as documented."""
    zones_before_load: bool = False
    """Whether objects in a zone cause "enter" events before onLoad, or after it."""


@dataclass(frozen=True, slots=True)
class Thing:
    """An object on the table, or in a bag or deck."""

    guid: str
    memo: str
    name: str
    """The kind of object: ``Custom_Tile``."""
    nickname: str
    spot: tuple[float, float]
    """x and z; inside a bag or deck, those of the container."""
    y: float
    rot_y: float
    face_down: bool
    state: int
    """The number of the current state; 1 if it has only one."""
    container: str
    """The GUID of the bag or deck it is in; empty outside."""
    held: str
    """The colour of the seat that holds it; empty if nobody does."""


class World:
    """A table with a loaded save."""

    def __init__(
        self,
        save: Mapping[str, Any],
        players: Mapping[str, str],
        options: Options = Options(),
        *,
        strict: bool = True,
    ) -> None:
        """``players`` maps seat colours to names; the first player is the host.

        If not ``strict``, errors of scripts are ignored, as the game does.
        """
        self._strict = strict
        self._lua, make = _fake()
        self._world = make(self._table(_option_fields(options)))
        self._save: Json = {}
        self._raws: list[Json] = []
        self._clicks: dict[str, str] = {}
        for colour, name in players.items():
            self._do("seat", colour, name)
        self.load(save)

    # --- saves --------------------------------------------------------------------------

    def load(self, save: Mapping[str, Any]) -> None:
        """Load a save, or rewind to it; the players stay."""
        self._save = deepcopy(dict(save))
        self._raws = []
        self._clicks = _clicks(str(save.get("XmlUI") or ""))
        turns = self._save.get("Turns") or {}
        bodies = [self._body(one) for one in self._save.get("ObjectStates") or []]
        self._do(
            "load",
            bodies,
            str(save.get("LuaScript") or ""),
            str(save.get("LuaScriptState") or ""),
            dict.fromkeys(self._clicks, True),
            str(turns.get("TurnColor") or ""),
        )

    def save(self) -> Json:
        """The table as a save: its objects, and the script's state."""
        state = self.state()
        standing = self._plain(self._do("stand"))
        made = dict(self._save)
        made["LuaScriptState"] = state
        made["ObjectStates"] = [self._object(one) for one in standing]
        if isinstance(made.get("Turns"), dict) and self.turn_colour:
            made["Turns"] = made["Turns"] | {"TurnColor": self.turn_colour}
        return made

    def state(self) -> str:
        """The script's state for a save (``onSave``)."""
        return _text(self._do("state"))

    def recorded(self) -> Json:
        """The last line of the script's state: head, number of entries, turn, properties."""
        found: Json = json.loads(self.state().rpartition("\n")[2])
        return found

    @property
    def entries(self) -> int:
        """The number of entries of the log, including those not written yet."""
        return int(self.recorded()["n"])

    # --- what is where ------------------------------------------------------------------

    def loose(self) -> list[Thing]:
        """Everything on the table outside bags and decks."""
        return [one for one in self.things() if not one.container]

    def find(self, key: str) -> Thing | None:
        """The thing with a memo or GUID, also in a bag or deck; None if there is none."""
        return next(self._seen(key), None)

    def things(self) -> list[Thing]:
        """Everything on the table, and in its bags and decks."""
        return list(self._seen())

    def _seen(self, key: str | None = None) -> Iterator[Thing]:
        fields: list[Any] = [
            _text(one) if isinstance(one, bytes) else one
            for one in self._do("glances", key).values()
        ]
        for at in range(0, len(fields), _GLANCE):
            guid, memo, name, nickname, x, z, y, ry, rz, state, container, held = fields[
                at : at + _GLANCE
            ]
            down = _DOWN[0] < rz % 360 < _DOWN[1]
            yield Thing(
                guid, memo, name, nickname, (x, z), y, ry, down, max(1, state), container, held
            )

    def seated(self) -> list[str]:
        """The colours of the occupied seats."""
        return [str(one) for one in self._plain(self._do("seated"))]

    def buttons(self) -> list[str]:
        """The ids of the panel's buttons."""
        return [button for button, handler in self._clicks.items() if handler]

    def menu_of(self, key: str) -> list[str]:
        """The entries that a script added to a thing's context menu."""
        return [str(one) for one in self._plain(self._do("menu_of", key))]

    @property
    def turn_colour(self) -> str:
        """The colour of the seat whose turn it is in the game's turn system."""
        return _text(self._world[b"turns"][b"turn_color"] or b"")

    @property
    def messages(self) -> list[tuple[str, str]]:
        """The messages of the script: (recipient, text); the recipient is ``all``, ``host`` or a
        colour."""
        said = self._plain(self._world[b"messages"])
        return [(str(one["to"]), str(one["text"])) for one in said]

    @property
    def steam_ids_read(self) -> int:
        """How often the script read a player's Steam id."""
        return int(self._world[b"steam_ids_read"])

    @property
    def called(self) -> int:
        """How often the game called the script: for events and callbacks."""
        return int(self._world[b"called"])

    @property
    def spent(self) -> float:
        """Processor time of the script so far in seconds, including the imitation's calls."""
        return float(self._world[b"spent"])

    # --- time ---------------------------------------------------------------------------

    def wait(self, seconds: float | None = None) -> None:
        """Let time pass: ``seconds``, or until everything rests and no callback is pending."""
        if seconds is None:
            self._do("rest")
        else:
            self._do("wait", seconds)

    # --- players ------------------------------------------------------------------------

    def connect(self, colour: str, name: str) -> None:
        """Let a player join and sit down."""
        self._do("connect", colour, name)

    def disconnect(self, colour: str) -> None:
        """Let a player leave."""
        self._do("disconnect", colour)

    def change_colour(self, colour: str, other: str) -> None:
        """Let a player take another seat."""
        self._do("change_colour", colour, other)

    def say(self, colour: str, words: str) -> bool:
        """Write into the chat. Returns whether the others see it."""
        return bool(self._do("chat", colour, words))

    def take_turn(self, colour: str) -> None:
        """Give the turn, in the game's turn system, to a seat."""
        self._do("take_turn", colour)

    def press(self, colour: str, button: str) -> None:
        """Click a button of the panel, by its id."""
        handler = self._clicks.get(button)
        if not handler:
            raise WorldError(f"the panel has no button {button!r}")
        self._do("press", colour, button, handler)

    def menu(self, colour: str, key: str, label: str) -> None:
        """Choose an entry of a thing's context menu."""
        if not self._do("choose", colour, key, label):
            raise WorldError(f"the menu of {key} has no {label!r}")

    # --- things -------------------------------------------------------------------------

    def pick_up(self, colour: str, key: str) -> None:
        """Pick a thing up."""
        self._do("pick_up", colour, key)

    def move(self, key: str, x: float, z: float) -> None:
        """Drag a held thing over a point."""
        self._do("move", key, x, z)

    def drop(self, colour: str, key: str, x: float, z: float) -> None:
        """Let a thing go over a point: it falls onto the things there, or into a bag or deck."""
        self._do("drop", colour, key, x, z)

    def take(self, colour: str, container: str, inner: str = "") -> str:
        """Take a thing out of a bag or deck: the one named ``inner``, or the next. Returns its
        GUID."""
        guid = self._do("take", colour, container, inner or None)
        if guid is None:
            raise WorldError(f"{container} is empty")
        return _text(guid)

    def type_number(self, colour: str, container: str, count: int, x: float, z: float) -> None:
        """Draw several things to a point, by typing a number over a bag or deck."""
        self._do("type_number", colour, container, count, x, z)

    def flip(self, colour: str, key: str) -> None:
        """Turn a thing over."""
        self._do("flip", colour, key)

    def rotate(self, colour: str, key: str, degrees: float) -> None:
        """Turn a thing clockwise by an angle."""
        thing = self.find(key)
        self._do("rotate", colour, key, (thing.rot_y if thing else 0.0) + degrees)

    def set_state(self, colour: str, key: str, state: int) -> None:
        """Show another state of a thing."""
        self._do("set_state", colour, key, state)

    def roll(self, colour: str, keys: Iterable[str]) -> None:
        """Randomize things (R) at once: dice are rolled, bags and decks shuffled."""
        self._do("randomize", colour, list(keys))

    def fling(self, colour: str, key: str, x: float, z: float) -> None:
        """Throw a die by hand."""
        self._do("fling", colour, key, x, z)

    def flick(self, colour: str, key: str, x: float, z: float) -> None:
        """Flick a thing across the table to a point."""
        self._do("flick", colour, key, x, z)

    def shuffle(self, colour: str, container: str) -> None:
        """Shuffle a bag or deck."""
        self.roll(colour, [container])

    def search(self, colour: str, container: str, seconds: float = 1.0) -> None:
        """Look through a bag or deck for a while."""
        self._do("search", colour, container, seconds)

    def peek(self, colour: str, key: str) -> None:
        """Peek at a thing's face."""
        self._do("peek", colour, key)

    def copy(self, colour: str, keys: Iterable[str]) -> None:
        """Copy things."""
        self._do("copy", colour, list(keys))

    def paste(self, colour: str, x: float, z: float) -> list[str]:
        """Paste what was copied last. Returns the GUIDs of the new things."""
        return [str(one) for one in self._plain(self._do("paste", colour, x, z))]

    def delete(self, colour: str, keys: Iterable[str]) -> None:
        """Delete things."""
        self._do("delete", colour, list(keys))

    def group(self, colour: str, keys: Iterable[str]) -> None:
        """Group cards into a deck (G)."""
        self._do("group", colour, list(keys))

    def push(self, key: str, x: float, z: float, spin: float | None = None) -> None:
        """Push a thing by accident: this causes no event."""
        self._do("push", key, x, z, spin)

    # --- chance -------------------------------------------------------------------------

    def cast(self, values: Sequence[int]) -> None:
        """Set the results of the next dice, in order."""
        self._world[b"casts"] = self._table([int(one) for one in values])

    def deal(self, memos: Sequence[str]) -> None:
        """Set what comes next out of bags and decks, instead of chance."""
        self._world[b"deals"] = self._table(list(memos))

    # --- to Lua and back ----------------------------------------------------------------

    def _do(self, act: str, *arguments: Any) -> Any:
        """Do one act, then raise the errors that the script made meanwhile."""
        world = self._world
        try:
            answer = world[act.encode()](world, *map(self._table, arguments))
        except Exception as trouble:
            raise WorldError(str(trouble).partition("\nstack traceback:")[0]) from None
        wrong = [*self._plain(world[b"refusals"]), *self._plain(world[b"raised"])]
        if wrong and self._strict:
            world[b"refusals"], world[b"raised"] = self._table([]), self._table([])
            raise ScriptError(f"{act}: {wrong[0]}")
        return answer

    def _table(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            pairs = {_bytes(key): self._table(one) for key, one in value.items()}
            return self._lua.table_from(pairs)
        if isinstance(value, list | tuple):
            return self._lua.table_from([self._table(one) for one in value])
        return _bytes(value)

    def _plain(self, value: Any) -> Any:
        """Convert a Lua table to lists and dicts."""
        if isinstance(value, bytes):
            return _text(value)
        if not hasattr(value, "items"):
            return value
        pairs = {_text(key) if isinstance(key, bytes) else key: one for key, one in value.items()}
        if all(isinstance(key, int) for key in pairs) and set(pairs) == set(
            range(1, len(pairs) + 1)
        ):
            return [self._plain(pairs[at]) for at in range(1, len(pairs) + 1)]
        return {key: self._plain(one) for key, one in pairs.items()}

    def _body(self, one: Json) -> Json:
        """The part of an object that the imitation needs; the whole is kept in ``_raws``."""
        self._raws.append(one)
        place = one.get("Transform") or {}
        states = one.get("States") or {}
        name = str(one.get("Name") or "")
        body: Json = {
            "raw": len(self._raws) - 1,
            "guid": str(one.get("GUID") or ""),
            "name": name,
            "memo": str(one.get("Memo") or ""),
            "nickname": str(one.get("Nickname") or ""),
            "locked": bool(one.get("Locked")),
            "tags": [str(tag) for tag in one.get("Tags") or []],
            "hands": bool(one.get("Hands")),
            "state": _own_state(states) if states else -1,
        }
        body |= {key: float(place.get(long) or 0.0) for key, long in _AXES + _ANGLES}
        body |= {key: float(place.get(long, 1.0)) for key, long in _SCALES}
        if name in _BAGS:
            body["contents"] = [self._body(held) for held in one.get("ContainedObjects") or []]
            body["order"] = int((one.get("Bag") or {}).get("Order") or 0)
        if states:
            body["states"] = {int(number): self._body(other) for number, other in states.items()}
        if name == "Custom_Dice":
            kind = ((one.get("CustomImage") or {}).get("CustomDice") or {}).get("Type")
            body["sides"] = SIDES_OF_CUSTOM.get(int(kind or 0), 6)
        return body

    def _object(self, body: Json) -> Json:
        """Convert a body to an object of a save, with all keys the object had before."""
        contents = [self._object(one) for one in body.get("contents") or []]
        made = dict(self._raws[body["raw"]]) if "raw" in body else _deck_of(contents)
        made["GUID"] = body["guid"]
        made["Transform"] = dict(made["Transform"]) | {
            long: float(body[key]) for key, long in _AXES + _ANGLES
        }
        for value in made.get("RotationValues") or []:
            if value.get("Value") == body.get("value"):
                turned = value.get("Rotation") or {}
                made["Transform"] |= {long: turned.get(long[-1].lower()) for _, long in _ANGLES}
        made.pop("States", None)
        if body.get("states"):
            others = body["states"]
            numbered = enumerate(others, 1) if isinstance(others, list) else others.items()
            made["States"] = {str(number): self._object(one) for number, one in sorted(numbered)}
        if "contents" in body:
            made["ContainedObjects"] = contents
            if made["Name"] in _DECKS:
                made["DeckIDs"] = [one["CardID"] for one in contents]
                made["CustomDeck"] = _sheets(contents)
        return {key: made[key] for key in sorted(made, key=_rank)}


SIDES_OF_CUSTOM: Final = dict(enumerate(SIDES))
"""Type of a Custom_Dice to its number of sides."""


def lua_sources() -> dict[str, str]:
    """The Lua files of the imitation: name to text, in the order they are loaded."""
    return {part: (HERE / f"{part}.lua").read_text("ascii") for part in PARTS}


def _fake() -> tuple[Any, Callable[[Any], Any]]:
    """A Lua runtime with the imitation loaded, and the function that makes a world."""
    from lupa.lua52 import LuaRuntime

    lua = LuaRuntime(encoding=None, register_eval=False, register_builtins=False)
    return lua, lua.execute(program().encode())


@cache
def program() -> str:
    """The imitation as one chunk of Lua, which returns the function that makes a world."""
    parts = [
        f"local {name} = (function(...) {text}\nend)({', '.join(PARTS[:at])})"
        for at, (name, text) in enumerate(lua_sources().items())
    ]
    return "\n".join([*parts, f"return {PARTS[-1]}"])


def _option_fields(options: Options) -> Json:
    return {name: getattr(options, name) for name in Options.__slots__}


def _bytes(value: Any) -> Any:
    return value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value


def _text(value: bytes) -> str:
    return value.decode("utf-8", "surrogatepass")


def _own_state(states: Mapping[str, Any]) -> int:
    """The number of the object's current state: the first one not among the others."""
    number = 1
    while str(number) in states:
        number += 1
    return number


def _rank(key: str) -> int:
    return KEYS.index(key) if key in KEYS else len(KEYS)


def _sheets(cards: Sequence[Json]) -> Json:
    found: Json = {}
    for card in cards:
        found |= card.get("CustomDeck") or {}
    return found


def _deck_of(cards: Sequence[Json]) -> Json:
    """A deck that the game made from cards laid on each other."""
    first = dict(cards[0])
    first.pop("CardID", None)
    return first | {"Name": "Deck", "Memo": "", "Nickname": "", "Description": ""}


def _clicks(xml: str) -> dict[str, str]:
    """Id of each element of the panel to the function that a click calls (empty if none)."""
    found = {}
    for tag in _ON_CLICK.finditer(xml):
        attributes = {key: unescape(a or b) for key, a, b in _ATTRIBUTE.findall(tag[0])}
        if "id" in attributes:
            found[attributes["id"]] = attributes.get("onClick", "")
    return found
