"""Commands that saves and logs seldom hold: clocks, decks on file, words between players online.

Declared like those of `generator.vassal.commands`, which also names them.
"""

from __future__ import annotations

from typing import Annotated

from generator.light import dataclass
from generator.vassal.command_forms import Command, Flag, Int, Rest, Secret, Text, declared


@declared("CLOCKCONTROL\t")
@dataclass(frozen=True, slots=True)
class ClockControl(Command):
    """The chess clocks are shown or hidden."""

    showing: Annotated[Flag, "whether they are shown"]
    online: Annotated[bool | None, "flag", "whether they run online"] = None


@declared("CLOCK\t")
@dataclass(frozen=True, slots=True)
class Clock(Command):
    """A chess clock's state."""

    who: Annotated[Text, "side"]
    name: Annotated[Text, "name"]
    elapsed: Annotated[Int, "milliseconds used"]
    verified: Annotated[int | None, "int", "milliseconds agreed by all"] = None
    ticking: Annotated[bool | None, "flag", "whether it runs"] = None
    restore: Annotated[bool | None, "flag", "whether it comes from a save"] = None


@declared("CLOCKCONTROL:", ":")
@dataclass(frozen=True, slots=True)
class EarlyClockControl(Command):
    """`ClockControl` as versions before VASSAL 3.5 wrote it."""

    showing: Annotated[Flag, "whether they are shown"]
    online: Annotated[bool | None, "flag", "whether they run online"] = None


@declared("CLOCK:", ":")
@dataclass(frozen=True, slots=True)
class EarlyClock(Command):
    """`Clock` as versions before VASSAL 3.5 wrote it."""

    who: Annotated[Text, "side"]
    name: Annotated[Text, "name"]
    elapsed: Annotated[Int, "milliseconds used"]
    verified: Annotated[int | None, "int", "milliseconds agreed by all"] = None
    ticking: Annotated[bool | None, "flag", "whether it runs"] = None
    restore: Annotated[bool | None, "flag", "whether it comes from a save"] = None


@declared("FLARE:", ":")
@dataclass(frozen=True, slots=True)
class EarlyFlare(Command):
    """A flashing mark on a map, as versions before VASSAL 3.5 wrote it."""

    id: Annotated[Text, "the flare component"]
    x: Annotated[Int, "x"]
    y: Annotated[Int, "y"]


@declared("PLUGIN\t")
@dataclass(frozen=True, slots=True)
class Plugin(Command):
    """A plug-in the game was played with."""

    name: Annotated[Text, "name"]
    version: Annotated[Text, "version"] = ""


@declared("SEMAIL\t")
@dataclass(frozen=True, slots=True)
class DiceEmail(Command):
    """The second e-mail address of a dice server."""

    text: Annotated[Rest, "address"]


@declared("DECK\t")
@dataclass(frozen=True, slots=True)
class LoadDeck(Command):
    """A saved deck; its cards are the children."""

    rest: Annotated[Rest, "nothing, or the deck's id"] = ""


@declared("DECKREPOS\t")
@dataclass(frozen=True, slots=True)
class RefreshDecks(Command):
    """The game refresher's list of decks."""

    rest: Annotated[Rest, "as it stands"] = ""


@declared("INVITE\t")
@dataclass(frozen=True, slots=True)
class Invite(Command):
    """Online: a player is asked into a room."""

    player: Annotated[Text, "who asks"]
    id: Annotated[Secret, "who asks, by password"] = ""
    room: Annotated[Text, "into which room"] = ""


@declared("PLAY\t")
@dataclass(frozen=True, slots=True)
class PlaySound(Command):
    """Online: a player is woken up."""

    sound: Annotated[Text, "which sound, as the preferences name it"]
    sender: Annotated[Text, "who wakes, as the server names him"] = ""


@declared("PRIV_CHAT/", "/")
@dataclass(frozen=True, slots=True)
class PrivateChat(Command):
    """Online: talk between two players."""

    sender: Annotated[Text, "who"]
    text: Annotated[Text, "what"] = ""


@declared("SYNC")
@dataclass(frozen=True, slots=True)
class Synchronize(Command):
    """Online: a player asks for the whole position."""

    player: Annotated[Rest, "who asks, as the server names him"]


@declared("SPP\t")
@dataclass(frozen=True, slots=True)
class SetKeptProperty(Command):
    """What a piece keeps of its last place. VASSAL names the prefix but writes ``null``."""

    rest: Annotated[Rest, "as it stands"] = ""
