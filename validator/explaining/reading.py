"""How a game's logs are read: what the signs of its verbs do not say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from generator.light import dataclass
from validator.explaining.facts import (
    NOWHERE,
    POINTS_MARKER,
    TURN_MARKER,
    Fact,
    Words,
    marked_points,
)
from validator.rules.verbs import Verb

if TYPE_CHECKING:
    from validator.explaining.context import Context
    from validator.rules.engine import GameRules


def plain_words(game: Any, tables: Any) -> Words:
    """Facts named as the definition calls things: a marker of points or turns by its role, any
    other piece by its counter's kind (``piece`` where it has none), decks by their ids. The sides
    move one after the other."""
    roles = {}
    for counter in game.counters:
        marks = [role for role in (POINTS_MARKER, TURN_MARKER) if role in counter.roles]
        roles[counter.id] = marks[0] if marks else counter.kind or "piece"
    decks = frozenset(deck.id for one in game.maps for deck in one.decks)
    known = frozenset(roles.values())
    return Words(lambda token: roles.get(token.unit or "", ""), decks, alternate=True, roles=known)


def words_on(*maps: str) -> Callable[[Any, Any], Words]:
    """As `plain_words` in a game of which some maps count (by their ids): a piece on another is
    nowhere."""

    def words(game: Any, tables: Any) -> Words:
        plain = plain_words(game, tables)
        boards = [game.map(one) for one in maps]
        names = {one.name for one in boards}
        decks = frozenset(deck.id for one in boards for deck in one.decks)
        return replace(
            plain, decks=decks, place=lambda token: token.place if token.map in names else NOWHERE
        )

    return words


def from_the_start(context: Context) -> Any:
    """The state before the set-up, as the log's reader may know it."""
    rules = context.rules
    return rules.start() if context.scene.sees_all else rules.start_unseen()


def _no_points(state: Any) -> tuple[int, int]:
    return 0, 0


class _NoPoints(Verb):
    """What books points in a game that has none."""

    __slots__ = ()


def _no_verb_for_points(delta: int) -> Verb:
    return _NoPoints()


def shown_points(context: Context) -> Mapping[str, int]:
    """The points that the window and the marker show when the log begins."""
    reading = context.reader
    if reading.change_points is _no_verb_for_points:
        return {"window": 0, "marker": 0}
    words = reading.words(context.rules.game, context.tables)
    window = context.scene.properties.get(words.points, 0)
    return {"window": window, "marker": marked_points(context.scene, words)}


def _shown_by(context: Context) -> str:
    """The window, if it shows points or is used at all; or there is no marker."""
    name = context.reader.words(context.rules.game, context.tables).points
    used = not name or any(name in seen.properties for seen in context.scene.steps)
    return "window" if used or context.scene.properties.get(name, 0) else "marker"


def _track_of_points(game: Any) -> tuple[int, int]:
    """The ends of the track on which the definition, if there is one, sets its marker of points."""
    if game is None:
        return 0, 0
    marks = {one.id for one in game.counters if POINTS_MARKER in one.roles}
    tracks = (track for board in game.maps for track in board.tracks if track.marker in marks)
    return next(((one.first, one.last) for one in tracks), (0, 0))


def _as_known(context: Context, state: Any) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True)
class Reading:
    """What a game says of its logs besides its verbs' signs.

    A game needs to say no more than what ends a turn, and how the state stands when a log begins
    in the middle of a game; ``bookable`` to ``track`` are for games that count points.
    """

    ends_turn: type[Verb]
    """The verb that closes a turn."""
    on_trial: bool = False
    """Not proven yet: an audit holds logs to the rules only if it is asked to."""
    needs_dice: bool = False
    """Nearly all rests on dice: a log that shows none, and no word, is not held to the rules."""
    proved_on: str = ""
    """The scenario that a proof plays if nobody names one, by the name of its file; empty: the
    game's own. For games that take long."""
    start: Callable[[Any], Any] = from_the_start
    """(context) -> the state in which the log begins: before the set-up, or from the table."""
    words: Callable[[Any, Any], Words] = plain_words
    """(definition, tables) -> how its facts are named."""
    mute: Callable[[Any, Any, Fact], bool] | None = None
    """(context, state, fact) -> whether it means nothing by itself; ``None``: so do a turn and step
    known already, and a piece that comes or goes where no place is."""
    as_shown: Callable[[Any, Any], Mapping[str, Any]] = _as_known
    """(context, state) -> fields of the state that the table shows otherwise."""
    over: Callable[[Any, Verb], Verb | None] = lambda state, verb: None
    """(state, verb) -> what is over when the verb is played and says nothing of its own end."""
    noise: Mapping[str, float] = field(default_factory=dict)
    """By role: what it costs that a piece is moved and no verb says why; ``unit turned``: that it
    is turned over; ``unit to Box``: that it is moved to that place."""
    deliberate: frozenset[str] = frozenset()
    """Actions that nobody says by mistake but in the stead of the same one: their button is no
    other's neighbour."""
    bookable: Callable[[Any], tuple[int, int]] = _no_points
    """(state) -> the most points that may be booked now: (up, down), both at least 0."""
    change_points: Callable[[int], Verb] = _no_verb_for_points
    """(delta) -> the verb that books points."""
    points: Callable[[Context], Mapping[str, int]] = shown_points
    """(context) -> the points that ``window`` and ``marker`` show when the log begins."""
    points_shown_by: Callable[[Context], str] = _shown_by
    """(context) -> ``window`` or ``marker``: which of the two counts in this log."""
    track: Callable[[Any], tuple[int, int]] = _track_of_points
    """(definition) -> the fewest and the most points that the marker can show."""

    def misfits(self, rules: GameRules) -> Iterator[str]:
        """Names in the verbs' signs that are neither the verbs' nor the definition's."""
        from validator.explaining.fitting import misfits

        return misfits(self, rules)
