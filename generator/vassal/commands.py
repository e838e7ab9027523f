"""What a saved game says: one frozen value for each kind of command VASSAL writes.

The classes below *are* the table: the class states the prefix and the delimiter, each line one
field with its kind and its meaning. One codec reads and writes them all. What no line of the
table describes stays an `Unknown` with its text.

    >>> decode("M/7/Sea/10/20/null/Sea/5/5/null/secret").x
    10
    >>> encode(Chat("<Ann> - hello"))
    'CHAT<Ann> - hello'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from generator.light import dataclass
from generator.vassal import encodings, sequences
from generator.vassal.command_forms import (
    FORMS,
    Codec,
    Flag,
    Int,
    Lines,
    Many,
    Name,
    Note,
    Rest,
    Secret,
    State,
    Text,
    Type,
    declared,
    whole,
)
from generator.vassal.command_forms import Command as Command
from generator.vassal.rare_commands import Clock as Clock
from generator.vassal.rare_commands import ClockControl as ClockControl
from generator.vassal.rare_commands import DiceEmail as DiceEmail
from generator.vassal.rare_commands import EarlyClock as EarlyClock
from generator.vassal.rare_commands import EarlyClockControl as EarlyClockControl
from generator.vassal.rare_commands import EarlyFlare as EarlyFlare
from generator.vassal.rare_commands import Invite as Invite
from generator.vassal.rare_commands import LoadDeck as LoadDeck
from generator.vassal.rare_commands import PlaySound as PlaySound
from generator.vassal.rare_commands import Plugin as Plugin
from generator.vassal.rare_commands import PrivateChat as PrivateChat
from generator.vassal.rare_commands import RefreshDecks as RefreshDecks
from generator.vassal.rare_commands import SetKeptProperty as SetKeptProperty
from generator.vassal.rare_commands import Synchronize as Synchronize

if TYPE_CHECKING:
    from generator.vassal.records import TurnState


@dataclass(frozen=True, slots=True)
class Unknown(Command):
    """A command of a custom module, or one that does not fit its form; kept as it stands."""

    text: str


@dataclass(frozen=True, slots=True)
class Nothing(Command):
    """A command that does nothing itself but may carry others (``NullCommand``)."""


@dataclass(frozen=True, slots=True)
class Log(Command):
    """A step, or part of a step, of a log (``BasicLogger.LogCommand``)."""

    command: Command
    """What was done; `Unknown` ``null`` where VASSAL could not write it."""


@dataclass(frozen=True, slots=True)
class BeginSave(Command):
    """The start of the position (``GameState.SetupCommand``)."""


@dataclass(frozen=True, slots=True)
class EndSave(Command):
    """The end of the position; a log's steps follow."""


@declared("+/", "/")
@dataclass(frozen=True, slots=True)
class AddPiece(Command):
    """A piece, stack or deck comes into the game."""

    id: Annotated[Name, "the new piece"]
    type: Annotated[Type, "its chain of traits; see generator.vassal.traits"]
    state: Annotated[State, "the state of each trait"]


@declared("-/")
@dataclass(frozen=True, slots=True)
class RemovePiece(Command):
    """A piece leaves the game."""

    id: Annotated[Rest, "the piece"]


@declared("D/", "/")
@dataclass(frozen=True, slots=True)
class ChangePiece(Command):
    """A piece's state changes; with the old state only the traits that differ are set."""

    id: Annotated[Text, "the piece, stack or deck"]
    state: Annotated[State, "the whole new state"]
    old: Annotated[str | None, "state", "the whole old state"] = None


@declared("M/", "/")
@dataclass(frozen=True, slots=True)
class MovePiece(Command):
    """A piece is put somewhere; pixels of the map, its edge included."""

    id: Annotated[Name, "the piece or stack"]
    map: Annotated[Name, "the map it goes to; none: off all maps"]
    x: Annotated[Int, "new x"]
    y: Annotated[Int, "new y"]
    under: Annotated[Name, "what lies just below it there; none: the bottom"]
    old_map: Annotated[Name, "the map it was on"]
    old_x: Annotated[Int, "old x"]
    old_y: Annotated[Int, "old y"]
    old_under: Annotated[Name, "what lay just below it"]
    player: Annotated[str | None, "secret", "password of the player who moved it"] = None


@declared("AUDIO\t")
@dataclass(frozen=True, slots=True)
class PlayAudio(Command):
    """A sound is played."""

    clip: Annotated[Rest, "name of the sound file"]


@declared("UNDO\t")
@dataclass(frozen=True, slots=True)
class Undo(Command):
    """Brackets the commands that take back an earlier step."""

    begins: Annotated[Flag, "true before, false after"]


@declared("CHAT")
@dataclass(frozen=True, slots=True)
class Chat(Command):
    """A line in the chat window: ``<name> - ...`` typed, ``* ...`` reported, ``- ...`` system."""

    text: Annotated[Rest, "the line"]


@declared("PLAYER\t")
@dataclass(frozen=True, slots=True)
class Player(Command):
    """A player takes a side."""

    id: Annotated[Secret, "the player's password"]
    name: Annotated[Text, "display name"]
    side: Annotated[Text, "side; <observer> for none"]


@declared("PYREMOVE\t")
@dataclass(frozen=True, slots=True)
class RemovePlayer(Command):
    """A player gives up a side."""

    id: Annotated[Secret, "the player's password"]


@declared("MutableProperty\t")
@dataclass(frozen=True, slots=True)
class ChangeProperty(Command):
    """A global property changes while the game is on."""

    name: Annotated[Text, "property"]
    old: Annotated[Text, "value before"]
    new: Annotated[Text, "value after"]
    container: Annotated[str | None, "text", "Module, a map, or map:zone"] = None


@declared("GlobalProperty\t;", ";")
@dataclass(frozen=True, slots=True)
class SetProperty(Command):
    """A global property's value, as saves state it."""

    name: Annotated[Text, "property"]
    value: Annotated[Text, "value"]
    container: Annotated[str | None, "text", "Module, a map, or map:zone"] = None


@declared("GlobalTranslatable\t;", ";")
@dataclass(frozen=True, slots=True)
class SetTranslatable(Command):
    """A translatable message's value."""

    name: Annotated[Text, "message"]
    value: Annotated[Text, "value"]
    container: Annotated[str | None, "text", "Module, a map, or map:zone"] = None


@dataclass(frozen=True, slots=True)
class Board:
    """One board laid on a map."""

    name: str
    column: int
    row: int
    turned: bool = False
    """Whether it lies upside down."""


@dataclass(frozen=True, slots=True)
class SetBoards(Command):
    """Which boards a map shows (``BoardPicker.SetBoards``)."""

    map: str
    boards: tuple[Board, ...]


@dataclass(frozen=True, slots=True)
class SetTurn(Command):
    """A turn tracker's new state (``TurnTracker.SetTurn``)."""

    tracker: str
    """Id: ``TurnTracker`` and its number in the module, not its name."""
    state: str
    """Index of the current level, then each level's state; `turn` tells it by field."""

    @property
    def turn(self) -> TurnState | str:
        """The state by its fields; the text itself where it is none."""
        return encodings.read("turn", self.state)  # type: ignore[no-any-return]


@declared("SHOW_RESULTS\t")
@dataclass(frozen=True, slots=True)
class ShowResults(Command):
    """A roll of a special dice button."""

    button: Annotated[Text, "name of the button"]
    faces: Annotated[Many, "face of each die, counted from 0"] = ()


@dataclass(frozen=True, slots=True)
class EarlyResults(Command):
    """A roll of a special dice button, as VASSAL 2 wrote it."""

    button: str
    """Id: ``SpecialDiceButton`` and its number in the module."""
    faces: tuple[str, ...]
    """Face of each die, counted from 0."""


@declared("NOTES\t")
@dataclass(frozen=True, slots=True)
class ScenarioNote(Command):
    """The scenario note's whole text."""

    text: Annotated[Note, "text"]


@declared("PNOTES\t")
@dataclass(frozen=True, slots=True)
class PublicNote(Command):
    """The public note's whole text."""

    text: Annotated[Note, "text"]


@declared("PNOTE\t")
@dataclass(frozen=True, slots=True)
class PrivateNote(Command):
    """A player's private note, in clear text."""

    owner: Annotated[Secret, "the player's password"]
    text: Annotated[Lines, "text"] = ""


@declared("SNOTE\t")
@dataclass(frozen=True, slots=True)
class SecretNote(Command):
    """A sealed message; its text stands in clear from the first command on."""

    name: Annotated[Text, "title"]
    owner: Annotated[Secret, "the player's password"]
    hidden: Annotated[Flag, "false once it is revealed"]
    text: Annotated[Lines, "text"] = ""
    date: Annotated[Text, "local time of writing, month/day/year"] = ""
    handle: Annotated[Text, "side of the owner"] = ""


@declared("SETUP_STACK\t")
@dataclass(frozen=True, slots=True)
class GameUnderWay(Command):
    """Tells VASSAL not to place the at-start stacks again (``NewGameIndicator``)."""

    rest: Annotated[Rest, "nothing, in practice"] = ""


@declared("SGKC\t")
@dataclass(frozen=True, slots=True)
class StartupKeyState(Command):
    """Whether a start-up key command has been applied."""

    id: Annotated[Text, "the component"]
    applied: Annotated[Flag, "whether it has been applied this game"]


@declared("UNMASK\t")
@dataclass(frozen=True, slots=True)
class AllowUnmask(Command):
    """Who lets others unmask their pieces."""

    ids: Annotated[tuple[str, ...], "many", "passwords and sides; null for nobody"]


@declared("LOS\t")
@dataclass(frozen=True, slots=True)
class SightLine(Command):
    """A line-of-sight thread is drawn."""

    id: Annotated[Text, "the thread"]
    x: Annotated[Int, "its start"]
    y: Annotated[Int, "its start"]
    to_x: Annotated[Int, "its end"]
    to_y: Annotated[Int, "its end"]
    persisting: Annotated[bool | None, "flag", "stays on the map"] = None
    mirroring: Annotated[bool | None, "flag", "shown to the others"] = None
    reset: Annotated[bool | None, "flag", "wiped away"] = None


@declared("FLARE\t")
@dataclass(frozen=True, slots=True)
class Flare(Command):
    """A flashing mark on a map."""

    id: Annotated[Text, "the flare component"]
    x: Annotated[Int, "x"]
    y: Annotated[Int, "y"]


@declared("EXT\t")
@dataclass(frozen=True, slots=True)
class Extension(Command):
    """An extension the game was played with."""

    name: Annotated[Text, "name"]
    version: Annotated[Text, "version"] = ""


@declared("LOCKSPOTAB\t")
@dataclass(frozen=True, slots=True)
class LockOptions(Command):
    """A tab of scenario options is locked or free."""

    tab: Annotated[Text, "tab"]
    by: Annotated[Text, "player"] = ""
    password: Annotated[Secret, "password"] = ""
    date: Annotated[Text, "when"] = ""


@dataclass(frozen=True, slots=True)
class Event:
    """Something a player did, as an event log keeps it."""

    time: int
    """Milliseconds since 1970."""
    user: str
    """The player."""
    action: str
    """What he did, in words."""


@dataclass(frozen=True, slots=True)
class StoreEvents(Command):
    """The events kept with the game (``EventLog.StoreEvents``)."""

    events: tuple[Event, ...]


_BOARDS = "BoardPicker"
_TURN = "TURN"
_LOG = "LOG\t"
_EVENTS = "Events"
_DICE = "SpecialDiceButton"
_DEPTH_OF_LOGS = 100
_NULL = Unknown("null")

_BY_TYPE: dict[type[Command], Codec] = {form.type: Codec(form) for form in FORMS}
_BY_TWO = {c.form.prefix: c for c in _BY_TYPE.values() if len(c.form.prefix) == 2}
_BY_TAB = {c.form.prefix: c for c in _BY_TYPE.values() if c.form.prefix[-1:] == "\t"}
_BY_SEMICOLON = {c.form.prefix: c for c in _BY_TYPE.values() if c.form.prefix[-1:] == ";"}
_BY_BEGINNING = [
    codec
    for prefix, codec in sorted((codec.form.prefix, codec) for codec in _BY_TYPE.values())
    if len(prefix) > 2 and prefix[-1] not in "\t;" and prefix != "CHAT"
]


def decode(text: str) -> Command:
    """The command a leaf text says. Never fails: what fits no form is `Unknown`."""
    if text.startswith(_LOG):
        depth = 1
        while text.startswith(_LOG, 4 * depth) and depth < _DEPTH_OF_LOGS:
            depth += 1
        inner = _decode_plain(text[4 * depth :])
        for _ in range(depth):
            inner = Log(inner)
        return inner
    return _decode_plain(text)


def _decode_plain(text: str) -> Command:
    codec = _BY_TWO.get(text[:2])
    if codec is not None:
        return codec.read(text) or Unknown(text)
    if not text:
        return Nothing()
    if text.startswith("CHAT"):
        return Chat(text[4:])
    if text == "null":
        return _NULL
    tab = text.find("\t") + 1
    if tab:
        head = text[:tab]
        codec = _BY_TAB.get(head) or _BY_SEMICOLON.get(text[: tab + 1])
        if codec is not None:
            return codec.read(text) or Unknown(text)
        if head.startswith(_TURN):
            return SetTurn(head[len(_TURN) : -1], text[tab:])
    elif text == "begin_save":
        return BeginSave()
    elif text == "end_save":
        return EndSave()
    return _decode_rare(text)


def _decode_rare(text: str) -> Command:
    for codec in _BY_BEGINNING:
        if text.startswith(codec.form.prefix):
            return codec.read(text) or Unknown(text)
    if text.startswith(_DICE):
        return _read_results(text)
    if text.startswith(_EVENTS):
        return _read_events(text)
    if _BOARDS in text:
        return _read_boards(text)
    return Unknown(text)


def encode(command: Command) -> str:
    """The leaf text of a command; `decode` gives it back."""
    codec = _BY_TYPE.get(type(command))
    if codec is not None:
        return codec.write(command)
    match command:
        case Log(inner):
            return _LOG + encode(inner)
        case Unknown(text):
            return text
        case Nothing():
            return ""
        case BeginSave():
            return "begin_save"
        case EndSave():
            return "end_save"
        case SetTurn(tracker, state):
            return f"{_TURN}{tracker}\t{state}"
        case SetBoards():
            return _write_boards(command)
        case EarlyResults(button, faces):
            return sequences.encode([button, *faces], "\t")
        case StoreEvents():
            return _write_events(command)
    raise TypeError(f"{type(command).__name__} has no form")


def _read_results(text: str) -> Command:
    button, *faces = sequences.tokens(text, "\t")
    if not button[len(_DICE) :].isdecimal() or not faces:
        return Unknown(text)
    return EarlyResults(button, tuple(faces))


def _read_events(text: str) -> Command:
    body = text[len(_EVENTS) :]
    events = []
    try:
        for item in sequences.decode(body, "|") if body != "null" else ():
            time, user, action = sequences.decode(item, ",")
            events.append(Event(whole(time), user, action))
    except ValueError:
        return Unknown(text)
    found = StoreEvents(tuple(events))
    return found if _write_events(found) == text else Unknown(text)


def _write_events(command: StoreEvents) -> str:
    items = [
        sequences.encode([str(event.time), event.user, event.action], ",")
        for event in command.events
    ]
    return _EVENTS + (sequences.encode(items, "|") if items else "null")


def _read_boards(text: str) -> Command:
    tokens = sequences.decode(text, "\t")
    name = tokens[0]
    if not name.endswith(_BOARDS) or len(tokens) % 3 != 1:
        return Unknown(text)
    boards = []
    try:
        for at in range(1, len(tokens), 3):
            board, *rest = sequences.decode(tokens[at], "/")
            if rest not in ([], ["rev"]):
                return Unknown(text)
            boards.append(Board(board, whole(tokens[at + 1]), whole(tokens[at + 2]), bool(rest)))
    except ValueError:
        return Unknown(text)
    found = SetBoards(name[: -len(_BOARDS)], tuple(boards))
    return found if _write_boards(found) == text else Unknown(text)


def _write_boards(command: SetBoards) -> str:
    tokens = [command.map + _BOARDS]
    for board in command.boards:
        name = [board.name, "rev"] if board.turned else [board.name]
        tokens += [sequences.encode(name, "/"), str(board.column), str(board.row)]
    return sequences.encode(tokens, "\t")
