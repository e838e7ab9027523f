"""What those who play a game out and the table it is played on say to each other.

A staging shows each verb of a game at a table: which counters are dragged where, what is clicked,
what is said. A `Stage` is that table; it keeps the log.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from random import Random
from typing import Any, Protocol, TypeVar

from generator.light import dataclass
from validator.rules.verbs import Verb, verbs_named


class Played(Protocol):
    """A verb as it was played."""

    @property
    def side(self) -> str:
        """Who played it; chance has no side of its own."""

    @property
    def verb(self) -> Verb: ...

    @property
    def before(self) -> Any:
        """The state in which it was played."""


class Stage(Protocol):
    """The table, as hands reach it. Sides, counters, maps and places go by the definition's ids.

    Each gesture becomes a step of the log (some, such as a turn tracker's click, several). A
    gesture that VASSAL would refuse raises `BroadsideError`.
    """

    game: Any
    """The definition."""
    tables: Any
    """The definition as the game's rules look it up."""
    by_hand: bool
    """Whether nothing may be used but the counters themselves."""
    rng: Random
    """For the many ways in which people do the same thing."""

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

    def deck_offers(self, deck: str, words: str) -> bool:
        """Whether a deck's menu has this entry."""

    def tracked(self, name: str) -> str:
        """What a property of the module or of its turn tracker says."""


class Staging(Protocol):
    """Who plays a game out."""

    def __call__(self, stage: Stage, played: Sequence[Played]) -> Iterator[int]:
        """Play it all out. Yields, whenever the table shows it, how many verbs are done."""


Besides = Callable[[Any, Any, Played], None]
"""What is done besides a verb's signs: (hands, verb, as it was played); the hands are
`validator.playing.performing.Performance`."""
Along = Callable[[Any, Any, Played], Sequence[Callable[[], None]]]
B = TypeVar("B", Besides, Along)


class Occasions(dict[type[Verb], B]):
    """What is done when a verb is played: functions that are marked with it, for the verbs in the
    annotation of their second parameter::

        after = Occasions[Besides]()

        @after
        def stopped(hands: Any, verb: MoraleCheck, one: Played) -> None: ...
    """

    def __call__(self, done: B) -> B:
        self.update(dict.fromkeys(verbs_named(done, 1), done))
        return done


SMALL_TALK = ("brb, coffee", "ok", "thinking...", "sorry for the delay", "lol")
"""What people say at every table."""


@dataclass(frozen=True)
class Habits:
    """What people do at the table of a game that the signs of its verbs do not say."""

    remarks: Sequence[str] = ("brb, coffee", "your move", "ok", "thinking...", "lol")
    """What is said now and then."""
    before: Mapping[type[Verb], Besides] = field(default_factory=dict)
    """What is tidied or got ready before a verb."""
    along: Mapping[type[Verb], Along] = field(default_factory=dict)
    """What is done together with a verb's signs, in whatever order."""
    after: Mapping[type[Verb], Besides] = field(default_factory=dict)
    points: Callable[[Any], int] | None = None
    """(state) -> the points that their markers show."""
    carried: Callable[[Any, Played, Any], bool] = lambda hands, one, move: False
    """(hands, verb as it was played, `validator.playing.gestures_of_signs.Gesture`) -> whether the
    piece was brought to its place in a way of the game's own."""
    drawn_to: Callable[[Any, Any, str], tuple[str, str] | None] = lambda tables, verb, piece: None
    """(tables, verb, piece) -> map and place where a drawn piece is laid; ``None``: in the box
    where its cup stands."""
    maps: Mapping[str, str] = field(default_factory=dict)
    """By role: the map where a piece is used that begins on another."""
    clicked: frozenset[str] = frozenset()
    """Roles of pieces that a verb's click moves as well: hands move them only without it."""
    passed: Callable[[Any, str, str], Iterable[str]] = lambda tables, start, goal: ()
    """(tables, box or deck, hex) -> hexes where a piece that comes onto the map may rest first."""
