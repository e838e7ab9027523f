"""The facts of a log: one for each change that it shows, in terms that all games share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING

from generator.light import dataclass
from validator.rules.scenes import Change, Scene, Seen, Token

if TYPE_CHECKING:
    from generator.definition.schema import Game

NOWHERE = ""
"""The place of a piece that lies on no place of the definition, or on none that the reader sees."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A change that the log shows; ``seen`` is its step, ``key`` what it is about."""

    seen: Seen
    key: str
    """The role of the piece, the button of the dice, the action declared."""

    @property
    def about(self) -> str:
        """The key of the piece that it is about; empty if it is about none."""
        return ""


@dataclass(frozen=True, slots=True)
class _OfPiece(Fact):
    piece: str
    """Its key; see `validator.rules.scenes.Token`."""

    @property
    def about(self) -> str:
        return self.piece


@dataclass(frozen=True, slots=True)
class Moved(_OfPiece):
    """A piece moved from one place to another. In a netted move, ``legs`` are its drags."""

    before: str
    after: str
    legs: tuple[Moved, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn(_OfPiece):
    """A piece came out of a cup or deck."""

    deck: str
    kind: str | None
    """The kind of the piece, if the reader knows it now."""
    unit: str | None = None
    """Its id in the definition, if the reader knows it now."""


@dataclass(frozen=True, slots=True)
class PutIn(_OfPiece):
    """A piece went into a cup or deck."""

    before: str
    deck: str
    unit: str | None = None
    """Its id in the definition, if the reader knew it."""


@dataclass(frozen=True, slots=True)
class Turned(_OfPiece):
    """A piece was turned to another of its faces, counted from 1."""

    level: int
    before: int = 1
    place: str = NOWHERE
    """Where it lies."""


@dataclass(frozen=True, slots=True)
class Faced(Turned):
    """A piece was rotated where it lies. ``level`` and ``before`` are its new and old facing,
    counted from 1 in the order of the definition."""


@dataclass(frozen=True, slots=True)
class Lined(_OfPiece):
    """The row of pieces that forms a line changed: it was drawn, lengthened or cut. If it lies as
    before, neither ``laid`` nor ``taken`` has anything.

    ``piece`` is the piece that was handled last; ``key`` is the role of all of them.
    """

    row: str
    """The owner of the row."""
    laid: tuple[str, ...]
    """Places that have one more piece now, in the order in which the pieces came."""
    taken: tuple[str, ...]
    """Places that have one piece less now."""
    legs: tuple[Moved, ...] = ()
    """The drags of its pieces."""
    unfinished: bool = False
    """Whether the log ends with it, so that it may go on."""


@dataclass(frozen=True, slots=True)
class Shown(_OfPiece):
    """A piece was turned face up; ``look``: and face down again at once."""

    kind: str | None
    unit: str | None
    place: str
    look: bool = False


@dataclass(frozen=True, slots=True)
class Hidden(_OfPiece):
    """A piece was turned face down; ``look``: it had been turned up just before."""

    look: bool = False


@dataclass(frozen=True, slots=True)
class Came(_OfPiece):
    """A piece appeared that was in no box or deck before."""

    after: str
    kind: str | None
    unit: str | None


@dataclass(frozen=True, slots=True)
class Went(_OfPiece):
    """A piece disappeared, and not into a box or deck."""

    before: str


@dataclass(frozen=True, slots=True)
class Points(Fact):
    """The points changed, in the window that counts them (``key`` is ``window``) or by their marker
    (``marker``)."""

    points: int


@dataclass(frozen=True, slots=True)
class TurnShown(Fact):
    """The turn tracker or the turn marker shows a turn; ``phase`` (from 0) if it has one."""

    turn: int
    phase: int | None


@dataclass(frozen=True, slots=True)
class Rolled(Fact):
    """Dice were thrown by a button of the module."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Declared(Fact):
    """A button of the module declared an action."""

    detail: str
    turn: int | None
    """The turn that the line names."""


@dataclass(frozen=True, slots=True)
class Sealed(Fact):
    """An entry kept on paper was sealed in the chat."""

    turn: int | None
    """The turn it is for."""
    text: str | None
    """The text of the entry, if it is ever revealed."""
    number: int | None = None
    """The number of the entry among those of its kind."""


@dataclass(frozen=True, slots=True)
class Words:
    """How the facts of a game are named and grouped."""

    role: Callable[[Token], str]
    """The role of a piece; empty if the rules know none."""
    decks: frozenset[str] = frozenset()
    """Cups and decks whose pieces nobody sees."""
    points: str = ""
    """The property that counts points."""
    private: frozenset[str] = frozenset()
    """Roles of pieces that come out of private windows and go back there; this counts as a move."""
    fleeting: frozenset[str] = frozenset()
    """Roles of pieces that are shown on the table for a while, to announce something. They count as
    shown even if they go back. A drag from one sort of place to the same sort is a correction; a
    drag to another sort is another act."""
    sort: Callable[[str], object] = lambda place: place
    """The sort of a place, as any value that can be compared."""
    masked: frozenset[str] = frozenset()
    """Roles of pieces in private windows that lie face down until they are shown."""
    pools: frozenset[str] = frozenset()
    """Boxes of markers that are not in use: a marker from there is a new one."""
    lost: frozenset[str] = frozenset()
    """Boxes for pieces that are lost or have left. A piece that was moved first and goes there
    after other acts has moved and was then lost; it may be put there late."""
    returning: frozenset[str] = frozenset()
    """Roles of pieces for which a move counts even if they went back, and so does another face that
    they showed while others were moved."""
    faced: frozenset[str] = frozenset()
    """Roles of pieces whose facing counts."""
    worth: Mapping[str, int] = field(default_factory=dict)
    """The value of one cell for each points marker, if there are several (units and tens)."""
    rows: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    """By role: (key of a piece) -> the owner of its row. Only the places with a piece count, so all
    drags of a row's pieces in one stretch are one fact."""
    on_row: Callable[[str], bool] = bool
    """Whether the pieces of a row count on a place."""
    faceless: frozenset[str] = frozenset()
    """Roles of pieces whose face counts only on the places where they count."""
    handling: frozenset[str] = frozenset()
    """Actions of a piece that say no more than the change of the piece itself."""
    each_click: frozenset[str] = frozenset()
    """Actions that may be declared twice in a row on purpose, such as that a phase is over."""
    opening: frozenset[str] = frozenset()
    """Roles of cards that begin a new act when they are turned; everything before is then over."""
    entries_by_turn: bool = True
    """The number of a sealed entry is the turn it is for."""
    alternate: bool = False
    """The sides move one after the other: when a side moves, the other side's moves are settled."""
    turn_cells: int = 0
    """Number of cells on the turn track; when its marker is turned over, it continues counting from
    there."""
    place: Callable[[Token], str] = lambda token: token.place
    """The place of a piece for the rules; ``NOWHERE`` on a map that is no place of the rules."""
    roles: frozenset[str] | None = None
    """All values that ``role`` can return, if known: then a sign with another role is reported when
    the rules are loaded."""


def roles_of(game: Game) -> Callable[[Token], str]:
    """Return a function that gives the role of a piece: the first role of its counter; if the
    reader does not know the counter, by its mask or its deck; empty if it has none."""
    roles = {one.id: one.roles[0] for one in game.counters if one.roles}
    masks = {one.mask.name: roles.get(one.id, "") for one in game.counters if one.mask is not None}
    kinds = {one.kind: roles.get(one.id, "") for one in game.counters}
    decks = {
        deck.id: kinds.get(deck.kinds[0], "")
        for map_ in game.maps
        for deck in map_.decks
        if deck.kinds
    }

    def role(token: Token) -> str:
        if token.unit is not None:
            return roles.get(token.unit, "")
        return masks.get(token.name) or decks.get(token.place, "")

    return role


POINTS_MARKER = "score_marker"
TURN_MARKER = "turn_marker"


def facts_of(scene: Scene, words: Words) -> Iterator[Fact]:
    """Yield all facts of the scene in order. An undone draw only yields that a piece was seen and
    went in again."""
    levels = {token.key: token.level for token in scene.start.values()}
    cells = dict(_cells(scene, words))
    left_behind = _left_behind(scene, words)
    for seen in scene.steps:
        if seen.taken_back:
            yield from _learnt(seen, words)
            continue
        for seal in seen.seals:
            turn = seal.number if words.entries_by_turn else None
            yield Sealed(seen, seal.name, turn, seal.text, seal.number)
        for change in seen.changes:
            yield from _of_change(seen, change, words, levels, cells)
        for said in seen.declarations:
            if said.action in words.handling:
                continue
            turn = said.turn if seen.step < left_behind else None
            yield Declared(seen, said.action, said.detail, turn)
        for roll in seen.rolls:
            yield Rolled(seen, roll.button, roll.dice)
        if words.points in seen.properties:
            yield Points(seen, "window", seen.properties[words.points])
        if seen.turn is not None:
            yield TurnShown(seen, "", *seen.turn)


LATELY = 3
"""A turn tracker that is clicked on after at most this many lines was only clicked late."""


def _left_behind(scene: Scene, words: Words) -> float:
    """The step from which the turn tracker, and with it the lines of the buttons, show a turn that
    is over: the turn marker was moved on by hand. Not if the tracker is clicked on soon, or the
    marker is put back soon; but if it is clicked on much later, it may still be behind."""
    tracked, since = (scene.turn[0] if scene.turn is not None else None), inf
    behind = 0  # lines since the marker was moved on
    for seen in scene.steps:
        named = [said.turn for said in seen.declarations if said.turn is not None]
        named += [seen.turn[0]] if seen.turn is not None else []
        if any(turn != tracked for turn in named):
            tracked = named[-1]
            if behind <= LATELY:
                since, behind = inf, 0
        elif since < seen.step:
            behind += len(seen.declarations)
        if tracked is None or named or seen.taken_back:
            continue
        for turn in _marked(seen, words):
            if turn == tracked + 1:
                since = min(since, seen.step)
            elif turn <= tracked and behind <= LATELY:
                since, behind = inf, 0
    return since


def _marked(seen: Seen, words: Words) -> Iterator[int]:
    """The turns to which the turn marker is moved in a step."""
    for token in (one.after for one in seen.changes if one.after is not None):
        number = cell_number(token.place) if words.role(token) == TURN_MARKER else None
        if number is not None:
            yield number + _cells_before(token, words)


def are_alike(one: Fact, other: Fact) -> bool:
    """Whether two facts can be the same sign."""
    return type(one) is type(other) and one.key == other.key


def moves(facts: Iterable[Fact], *names: str) -> Iterator[Moved]:
    """The moves among these facts whose piece has one of these keys or roles."""
    return (f for f in facts if isinstance(f, Moved) and (f.piece in names or f.key in names))


def called_off(scene: Scene) -> frozenset[int]:
    """The steps that their side called off in the very next step."""
    return frozenset(
        one.step
        for one, other in pairwise(scene.steps)
        if other.calls_off and one.side == other.side is not None
    )


def is_only_said(step: Seen, *, or_rolled: bool = False) -> bool:
    """Whether a step has no more than chat (or dice of their own buttons)."""
    other = step.changes, step.declarations, step.properties, step.seals
    return step.turn is None and not any(other) and (or_rolled or not step.rolls)


def resumed(scene: Scene) -> frozenset[int]:
    """The steps with which a side goes on after it called something off, or said that it had
    forgotten something."""
    found = set()
    said: set[str | None] = set()
    for one in scene.steps:
        if one.calls_off or one.recalls:
            said.add(one.side)
        elif not is_only_said(one):
            if one.side in said:
                found.add(one.step)
            said.clear()
    return frozenset(found)


def busy(scene: Scene) -> tuple[int, ...]:
    """The steps with more than chat, and those whose chat calls something off or gives leave to go
    on."""
    return tuple(
        one.step
        for one in scene.steps
        if one != Seen(one.step, one.player, one.side, tells=one.tells)
    )


def _learnt(seen: Seen, words: Words) -> Iterator[Fact]:
    for change in seen.changes:
        before, after = change.before, change.after
        if before is None or after is None:
            continue
        role = words.role(after)
        if role in words.opening:
            continue
        if before.place in words.decks and after.place not in words.decks:
            yield Drawn(seen, role, after.key, before.place, after.kind)
            yield PutIn(seen, role, after.key, NOWHERE, before.place)


def _cells(scene: Scene, words: Words) -> Iterator[tuple[str, int]]:
    """Yield the points of each points marker when the log begins."""
    for token in scene.start.values():
        if words.role(token) == POINTS_MARKER:
            yield token.key, (cell_number(token.place) or 0) * words.worth.get(token.key, 1)


def shown_turn(scene: Scene, words: Words) -> int:
    """The turn that the marker, or else the turn tracker, shows when the log begins; 1 if neither
    shows one."""
    for token in scene.start.values():
        number = cell_number(token.place) if words.role(token) == TURN_MARKER else None
        if number is not None:
            return number + _cells_before(token, words)
    return scene.turn[0] if scene.turn is not None else 1


def marked_points(scene: Scene, words: Words) -> int:
    """The points that the markers show when the log begins."""
    return sum(points for _, points in _cells(scene, words))


def _of_change(
    seen: Seen, change: Change, words: Words, levels: dict[str, int], cells: dict[str, int]
) -> Iterator[Fact]:
    """``levels`` and ``cells`` hold the last seen face of each piece and the points of each points
    marker."""
    before, after, key = change.before, change.after, change.token.key
    role = words.role(change.token) or (words.role(before) if before is not None else "")
    if not role:
        return
    if role in (POINTS_MARKER, TURN_MARKER):
        yield from _marker(seen, role, change, words, cells)
        return
    windowed = words.private | words.masked | words.fleeting
    if role in windowed and (before is None or after is None):
        if before is None:
            yield from _turned(seen, role, after, levels, words)  # its face in private counts
        yield from _out_of_a_window(seen, role, key, change, words)
        if before is not None:
            yield from _turned(seen, role, after, levels, words)
        return
    if before is None:
        if after is not None:
            yield Came(seen, role, key, words.place(after), after.kind, after.unit)
        return
    if after is None:
        yield Went(seen, role, key, words.place(before))
        return
    start, end = words.place(before), words.place(after)
    unit = after.unit or before.unit
    in_deck = end in words.decks
    if before.face_down and not after.face_down and not in_deck and after.kind is not None:
        yield Shown(seen, role, key, after.kind, after.unit, start)
    if start != end and start in words.decks and in_deck:
        yield Moved(seen, role, key, start, end)
    elif start != end:
        if start in words.decks:
            yield Drawn(seen, role, key, start, after.kind, unit)
        if in_deck:
            yield PutIn(seen, role, key, start, end, unit)
        elif start not in words.decks or end:
            yield Moved(seen, role, key, start, end)
    if not before.face_down and after.face_down and start not in words.decks and not in_deck:
        yield Hidden(seen, role, key)
    yield from _turned(seen, role, after, levels, words)
    if role in words.faced and before.facing != after.facing:
        yield Faced(seen, role, key, after.facing + 1, before.facing + 1, after.place)


def _out_of_a_window(
    seen: Seen, role: str, key: str, change: Change, words: Words
) -> Iterator[Fact]:
    """A piece came out of a private window or went into one; outside, everybody sees it."""
    before, after = change.before, change.after
    start = words.place(before) if before is not None else NOWHERE
    end = words.place(after) if after is not None else NOWHERE
    if start in words.decks:
        yield Drawn(seen, role, key, start, None)
    elif end in words.decks:
        yield PutIn(seen, role, key, start, end)
    elif start != end:
        yield Moved(seen, role, key, start, end)
    up = after is not None and after.unit is not None and not after.face_down
    if after is not None and up and role in words.masked and end not in words.decks:
        yield Shown(seen, role, key, after.kind, after.unit, end)


def _turned(
    seen: Seen, role: str, after: Token | None, levels: dict[str, int], words: Words
) -> Iterator[Fact]:
    if after is not None and role in words.faceless and not words.on_row(after.place):
        levels[after.key] = 1  # its face does not count here
    elif after is not None and levels.get(after.key, 1) != after.level:
        earlier = levels.get(after.key, 1)
        levels[after.key] = after.level
        yield Turned(seen, role, after.key, after.level, earlier, after.place)


def _marker(
    seen: Seen, role: str, change: Change, words: Words, cells: dict[str, int]
) -> Iterator[Fact]:
    token = change.after
    number = cell_number(token.place) if token is not None else None
    if token is None or number is None:
        return
    if role == POINTS_MARKER:
        cells[token.key] = number * words.worth.get(token.key, 1)
        yield Points(seen, "marker", sum(cells.values()))
    else:
        yield TurnShown(seen, "", number + _cells_before(token, words), None)


def _cells_before(token: Token, words: Words) -> int:
    """The number of turns before the first cell of the track."""
    return words.turn_cells if token.level > 1 else 0


def cell_number(place: str) -> int | None:
    """The number of a cell of a track, 7 for ``Score 7``; ``None`` for any other place."""
    word, _, digits = place.rpartition(" ")
    return int(digits) if word and digits.isdecimal() else None
