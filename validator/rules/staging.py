"""Playing games out on a table, which records them as a log.

A `Stage` is the table: counters are dragged on it, buttons are clicked, lines are said, and it
keeps the log. A `Staging` performs the verbs of a game on it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from random import Random
from typing import Any, Protocol, TypeVar

from generator.light import dataclass
from validator.rules.verbs import Verb, verbs_named


class Played(Protocol):
    """A verb that was played, with its side and the state before it."""

    @property
    def side(self) -> str:
        """Who played it; for chance it has no meaning."""

    @property
    def verb(self) -> Verb: ...

    @property
    def before(self) -> Any:
        """The state in which it was played."""


class Stage(Protocol):
    """A table to play on. Sides, counters, maps and places are named by the definition's ids.

    Each gesture becomes a step of the log (some, such as a turn tracker's click, several). A
    gesture that VASSAL would refuse raises `BroadsideError`.
    """

    game: Any
    """The definition."""
    tables: Any
    """The game's tables, in which its rules look things up."""
    by_hand: bool
    """Whether only counters may be moved, and no button used."""
    rng: Random
    """Chooses among the many ways in which people do the same thing."""

    def drag(self, side: str, pieces: Sequence[str], map_id: str, place: str) -> None:
        """Pick up counters of one place together and drop them on a place or in a deck.

        In a box they come to lie where there is room.
        """

    def undo(self) -> None:
        """Take back the drag that was just made."""

    def put_away(self, side: str, piece: str) -> None:
        """Drag a counter back to where it stood in the set-up; nothing if it stands there."""

    def choose(
        self,
        side: str,
        piece: str,
        words: str,
        dice: Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        """Choose an entry of a counter's menu; ``dice`` as for a button."""

    def drag_onto(self, side: str, piece: str, onto: str) -> None:
        """Drag a counter onto another, so that both make a stack."""

    def choose_of_deck(self, side: str, deck: str, words: str, pieces: Sequence[str] = ()) -> None:
        """Choose an entry of a deck's menu that sends these pieces on to another deck, or all of
        them back into theirs."""

    def press(
        self,
        side: str,
        button: str,
        dice: Mapping[str, Sequence[int]] | None = None,
        pieces: Sequence[str] = (),
    ) -> None:
        """Click a button; ``dice`` says what the dice buttons show that it sets off, ``pieces``
        what decks deal."""

    def roll(self, side: str, button: str, dice: Sequence[int]) -> None:
        """Click a dice button."""

    def click_turn(self, side: str) -> None:
        """Click the arrow of the turn tracker."""

    def say(self, side: str, text: str) -> None:
        """Type into the chat."""

    def places(self, map_id: str) -> Collection[str]:
        """The places and decks of a map."""

    def where(self, piece: str) -> str:
        """The place (or deck) a counter stands on, as VASSAL names it."""

    def map_of(self, piece: str) -> str:
        """The map a counter stands on; empty beside all."""

    def face_down(self, piece: str) -> bool:
        """Whether a counter is masked."""

    def face(self, piece: str) -> int:
        """Which of a counter's faces is up, counted from 0."""

    def facing(self, piece: str) -> int:
        """Which of its directions a counter faces, counted from 0."""

    def offers(self, piece: str, words: str) -> bool:
        """Whether a counter's menu has this entry."""

    def makes(self, action: str) -> bool:
        """Whether this table has an action of the definition, in menus or as a button."""

    def deck_offers(self, deck: str, words: str) -> bool:
        """Whether a deck's menu has this entry."""

    def tracked(self, name: str) -> str:
        """The value of a property of the module or of its turn tracker; the name that the
        definition gives to turns stands for the turn's number."""


class Staging(Protocol):
    """A function that performs a whole game on a stage."""

    def __call__(self, stage: Stage, played: Sequence[Played]) -> Iterator[int]:
        """Perform the verbs. Yields how many are done, whenever the table shows all of them."""


Besides = Callable[[Any, Any, Played], None]
"""(hands, verb, the verb as it was played): does something besides the verb's signs; the hands are
a `validator.playing.performing.Performance`."""
Along = Callable[[Any, Any, Played], Sequence[Callable[[], None]]]
B = TypeVar("B", Besides, Along)


class Occasions(dict[type[Verb], B]):
    """A decorator that collects functions by verb: what is done when the verb in the annotation of
    their second parameter is played::

        after = Occasions[Besides]()

        @after
        def stopped(hands: Any, verb: MoraleCheck, one: Played) -> None: ...
    """

    def __call__(self, done: B) -> B:
        self.update(dict.fromkeys(verbs_named(done, 1), done))
        return done


SMALL_TALK = ("brb, coffee", "ok", "thinking...", "sorry for the delay", "lol")
"""Remarks that people make at every table."""


@dataclass(frozen=True)
class Habits:
    """What people do at a game's table besides the signs of its verbs."""

    remarks: Sequence[str] = ("brb, coffee", "your move", "ok", "thinking...", "lol")
    """Remarks that are made now and then."""
    before: Mapping[type[Verb], Besides] = field(default_factory=dict)
    """What is tidied or prepared before a verb."""
    along: Mapping[type[Verb], Along] = field(default_factory=dict)
    """What is done among a verb's signs, in any order."""
    after: Mapping[type[Verb], Besides] = field(default_factory=dict)
    points: Callable[[Any], int] | None = None
    """(state) -> the points that the score markers show."""
    carried: Callable[[Any, Played, Any], bool] = lambda hands, one, move: False
    """(hands, verb as it was played, `validator.playing.gestures_of_signs.Gesture`) -> whether the
    piece was moved in a way that only this game has."""
    drawn_to: Callable[[Any, Any, str], tuple[str, str] | None] = lambda tables, verb, piece: None
    """(tables, verb, piece) -> map and place where a drawn piece is laid; None for the box of its
    cup."""
    maps: Mapping[str, str] = field(default_factory=dict)
    """By role: the map on which a piece is used, if it begins on another."""
    clicked: frozenset[str] = frozenset()
    """Roles of pieces that a verb's button moves by itself: they are dragged only without it."""
    passed: Callable[[Any, str, str], Iterable[str]] = lambda tables, start, goal: ()
    """(tables, box or deck, hex) -> hexes where a piece that comes onto the map may rest first."""
