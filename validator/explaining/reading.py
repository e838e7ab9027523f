"""How a game's logs are read: settings besides the signs of its verbs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from generator.light import dataclass
from validator.explaining.facts import (
    NOWHERE,
    POINTS_MARKER,
    TURN_MARKER,
    Fact,
    Words,
)
from validator.rules.verbs import Verb

if TYPE_CHECKING:
    from validator.explaining.context import Context
    from validator.rules.engine import GameRules
    from validator.rules.scenes import Token


def plain_words(game: Any, tables: Any) -> Words:
    """Facts named as in the definition: markers of points and turns by their role, other pieces by
    their counter's kind (``piece`` if it has none), decks by their ids. A piece whose counter the
    reader does not know has the kind of the counters with its mask, or of those in its deck, if
    they are all of one kind that is dealt; what never comes out of a deck or a private window has
    none. A deck whose cards everybody sees is a place like a box. What is dealt and can lie face
    down may come out of private windows and go back there, and belongs there unless some of its
    kind is set up for all to see. The sides move one after the other."""
    roles, masks = dict[str, str](), dict[str, set[str]]()
    for counter in game.counters:
        marks = [role for role in (POINTS_MARKER, TURN_MARKER) if role in counter.roles]
        roles[counter.id] = marks[0] if marks else counter.kind or "piece"
        if counter.mask is not None:
            masks.setdefault(counter.mask.called, set()).add(roles[counter.id])
    kinds: dict[str, set[str]] = {deck.id: {*deck.kinds} for one in game.maps for deck in one.decks}
    rows = [*_set_up(game)]
    dealt = {roles.get(piece, "") for piece, kept in rows if kept}.union(*kinds.values())
    shown = {roles.get(piece, "") for piece, kept in rows if not kept}

    def role(token: Token) -> str:
        if token.unit is not None:
            return roles.get(token.unit, "")
        for found in (masks.get(token.name), kinds.get(token.place)):
            if found is not None and len(found) == 1 and found <= dealt:
                return next(iter(found))
        return ""

    windows = any(one.private_to is not None for one in game.maps)
    masked = frozenset(dealt.intersection(chain(*masks.values()))) if windows else frozenset()
    return Words(
        role,
        _closed_decks(game.maps),
        private=masked - shown,
        masked=masked,
        alternate=True,
        roles=frozenset(roles.values()),
    )


def _set_up(game: Any) -> Iterator[tuple[str, bool]]:
    """The counters of all set-ups, each with whether it lies in a deck or in a private window."""
    windows = {one.id for one in game.maps if one.private_to is not None}
    decks = {(one.id, deck.id) for one in game.maps for deck in one.decks}
    for scenario in game.scenarios:
        for placed in scenario.placements:
            kept = placed.map in windows or (placed.map, placed.at) in decks
            yield from ((piece, kept) for piece in placed.pieces)


def words_on(*maps: str) -> Callable[[Any, Any], Words]:
    """As `plain_words`, for a game in which only these maps count (by their ids); pieces on other
    maps are nowhere."""

    def words(game: Any, tables: Any) -> Words:
        plain = plain_words(game, tables)
        boards = [game.map(one) for one in maps]
        names = {one.name for one in boards}
        return replace(
            plain,
            decks=_closed_decks(boards),
            place=lambda token: token.place if token.map in names else NOWHERE,
        )

    return words


def _closed_decks(maps: Iterable[Any]) -> frozenset[str]:
    """The decks of maps, by their ids, whose cards nobody sees."""
    return frozenset(deck.id for one in maps for deck in one.decks if deck.face_down)


def from_the_start(context: Context) -> Any:
    """The state before the set-up, as far as the reader may know it."""
    rules = context.rules
    return rules.start() if context.scene.sees_all else rules.start_unseen()


def _no_points(state: Any) -> tuple[int, int]:
    return 0, 0


class _NoPoints(Verb):
    """Stands for a verb that books points, in a game without points."""

    __slots__ = ()


def _no_verb_for_points(delta: int) -> Verb:
    return _NoPoints()


def _track_of_points(game: Any) -> tuple[int, int]:
    """The first and last number of the track for the points marker; (0, 0) if there is none."""
    if game is None:
        return 0, 0
    marks = {one.id for one in game.counters if POINTS_MARKER in one.roles}
    tracks = (track for board in game.maps for track in board.tracks if track.marker in marks)
    return next(((one.first, one.last) for one in tracks), (0, 0))


def _as_known(context: Context, state: Any) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True)
class Reading:
    """The settings for reading a game's logs, besides the signs of its verbs.

    Most games only need the verb that ends a turn, and the state of a log that begins in the middle
    of a game; ``bookable`` to ``track`` are for games with points.
    """

    ends_turn: type[Verb]
    """The verb that closes a turn."""
    on_trial: bool = False
    """The reading is not proven yet: an audit checks logs by the rules only if asked to."""
    needs_dice: bool = False
    """A log without dice and declarations is not checked by the rules, since nearly all of them
    need dice."""
    proved_on: str = ""
    """The scenario for `rules --proof`, by the name of its file, for games that take long; empty:
    the game's own."""
    start: Callable[[Any], Any] = from_the_start
    """(context) -> the state at the beginning of the log: before the set-up, or made from the
    table."""
    words: Callable[[Any, Any], Words] = plain_words
    """(definition, tables) -> how the facts are named."""
    mute: Callable[[Any, Any, Fact], bool] | None = None
    """(context, state, fact) -> whether the fact means nothing by itself. ``None``: such are a
    known turn and step, and a piece that comes or goes beside all places."""
    as_shown: Callable[[Any, Any], Mapping[str, Any]] = _as_known
    """(context, state) -> the fields of the state in which the table differs from it."""
    over: Callable[[Any, Verb], Verb | None] = lambda state, verb: None
    """(state, verb) -> the verb that ends the current act, if this verb ends it without declaring
    so."""
    noise: Mapping[str, float] = field(default_factory=dict)
    """By role: the price of a move that no verb explains. ``unit turned``: of turning a piece over;
    ``unit to Box``: of a move to that place."""
    deliberate: frozenset[str] = frozenset()
    """Actions that are never declared by mistake, except twice: their button has no neighbour."""
    bookable: Callable[[Any], tuple[int, int]] = _no_points
    """(state) -> the most points that may be booked now: (up, down), both at least 0."""
    change_points: Callable[[int], Verb] = _no_verb_for_points
    """(delta) -> the verb that books points."""
    track: Callable[[Any], tuple[int, int]] = _track_of_points
    """(definition) -> the least and the most points that the marker can show."""

    @property
    def has_points(self) -> bool:
        """Whether the game books points."""
        return self.change_points is not _no_verb_for_points

    def misfits(self, rules: GameRules) -> Iterator[str]:
        """Yield a message for each name in the signs that neither the verbs nor the definition
        have."""
        from validator.explaining.fitting import misfits

        return misfits(self, rules)
