"""What the readings of one log have in common: its facts, and the table at the fact in hand."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import field
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from generator.light import dataclass
from validator.explaining import facts as seen
from validator.explaining import prices
from validator.explaining.facts import Fact
from validator.explaining.netting import opens
from validator.explaining.rulings import Rulings
from validator.explaining.signs import Pattern
from validator.rules.engine import GameRules
from validator.rules.scenes import Scene, Seen, Token

if TYPE_CHECKING:
    from validator.explaining.reading import Reading

AHEAD = 40
"""So many facts ahead the other signs of a verb are looked for."""
_HANDLED = (seen.Moved, seen.Drawn, seen.PutIn, seen.Lined)
NAMING = (seen.Declared, seen.Sealed)
"""Lines that may name a turn."""


@dataclass(frozen=True, slots=True)
class Table:
    """The table as it lay at some place of a log."""

    lies: Mapping[str, Token]
    opened: Mapping[str, Token]
    laid: int


@dataclass
class Context:
    """What the readings of one log have in common; ``table`` is the table at the fact in hand."""

    rules: GameRules
    tables: Any
    scene: Scene
    facts: Sequence[Fact]
    table: dict[str, Token]
    at: int = 0
    """The fact in hand, by its number."""
    opened: Mapping[str, Token] = field(default_factory=dict)
    """The table as it lay when the last card opened an act, or when the log began."""
    laid: int = 0
    """So many steps of the scene lie on the table."""
    width: prices.Width = prices.WIDE
    """How many explanations are followed at the fact in hand."""

    def __post_init__(self) -> None:
        self.opened = dict(self.table)

    def take(self, at: int) -> None:
        """Take a fact in hand: the table as it lay before its step, or after that step's first
        fact."""
        self.at = at
        self._lay(lambda step: step < self.step)

    def put_down(self) -> None:
        """The fact in hand is explained."""
        if opens(self.facts[self.at], self.opening):
            self.opened = dict(self.table)
        self._lay(lambda step: step <= self.step)

    def _lay(self, due: Callable[[int], bool]) -> None:
        steps = self.scene.steps
        while self.laid < len(steps) and due(steps[self.laid].step):
            lay(self.table, steps[self.laid])
            self.laid += 1

    def lay_down(self) -> Table:
        """The table as it lies now, to come back to."""
        return Table(dict(self.table), self.opened, self.laid)

    def back_to(self, then: Table) -> None:
        """Lay the table as it was."""
        self.table, self.opened, self.laid = dict(then.lies), then.opened, then.laid

    @property
    def ahead(self) -> Iterator[Fact]:
        """The facts after the one in hand, up to the next card that opens a new act."""
        if self.facts and opens(self.facts[self.at], self.opening):
            return
        yield from takewhile(lambda fact: not opens(fact, self.opening), self.later)

    @property
    def later(self) -> Iterator[Fact]:
        """All facts after the one in hand."""
        return (self.facts[at] for at in range(self.at + 1, len(self.facts)))

    @property
    def from_here(self) -> Iterator[Fact]:
        """The fact in hand and those `ahead`."""
        yield self.facts[self.at]
        yield from self.ahead

    @property
    def behind(self) -> Iterator[Fact]:
        """The facts before the one in hand, back to the last card that opened an act."""
        for at in range(self.at - 1, -1, -1):
            if opens(self.facts[at], self.opening):
                return
            yield self.facts[at]

    @property
    def settled(self) -> Mapping[str, Token]:
        """The table as it lies when the next card opens a new act, or at the end."""
        opening = bool(self.facts) and opens(self.facts[self.at], self.opening)
        least = self.step if opening else self.step + 1
        later = bisect_left(self._openings, least)
        return self._settled[self._openings[later] if later < len(self._openings) else None]

    @property
    def step(self) -> int:
        """The step of the fact in hand."""
        return self.facts[self.at].seen.step if self.facts else 0

    @cached_property
    def opening(self) -> frozenset[str]:
        """Roles of cards that open a new act."""
        return frozenset(self.words.opening)

    @cached_property
    def _openings(self) -> list[int]:
        return [fact.seen.step for fact in self.facts if opens(fact, self.opening)]

    @cached_property
    def _settled(self) -> dict[int | None, dict[str, Token]]:
        """By the step of the card that is turned then: the table before it."""
        found: dict[int | None, dict[str, Token]] = {}
        table, openings = dict(self.scene.start), set(self._openings)
        for seen_step in self.scene.steps:
            if seen_step.step in openings:
                found[seen_step.step] = dict(table)
            lay(table, seen_step)
        found[None] = table
        return found

    def is_opened(self, first: int, last: int) -> bool:
        """Whether a card opened a new act between two steps."""
        return bisect_right(self._openings, first) < bisect_left(self._openings, last)

    @cached_property
    def openings(self) -> list[int]:
        """The facts, by their numbers, that open a new act."""
        return [at for at, fact in enumerate(self.facts) if opens(fact, self.opening)]

    @cached_property
    def overs(self) -> list[int]:
        """The facts, by their numbers, that show a turn or open a new act."""
        turns = (at for at, one in enumerate(self.facts) if shows_turn(one))
        return sorted({*self.openings, *turns})

    @cached_property
    def moves(self) -> Mapping[str, Sequence[seen.Moved]]:
        """All moves of the log in order: of each piece by its key, and of each role."""
        found: dict[str, list[seen.Moved]] = {}
        for fact in self.facts:
            if isinstance(fact, seen.Moved):
                for name in {fact.piece, fact.key}:
                    found.setdefault(name, []).append(fact)
        return found

    @cached_property
    def turns(self) -> list[int]:
        """The steps in which a turn is shown."""
        return [one.seen.step for one in self.facts if shows_turn(one)]

    def turn_between(self, first: int, last: int) -> bool:
        """Whether a turn is shown between two steps."""
        return bool(between(self.turns, first, last))

    @cached_property
    def handled(self) -> list[int]:
        """The same, and those by which a piece was handled that is no private one."""
        pieces = (at for at, one in enumerate(self.facts) if self.is_open(one))
        return sorted({*self.overs, *pieces})

    def alike(self, kind: type[Fact], key: str) -> Sequence[int]:
        """The facts of a kind, by their numbers, that are of something; empty: of anything."""
        return self._alike.get((kind, key), ())

    @cached_property
    def _alike(self) -> dict[tuple[type[Fact], str], list[int]]:
        found: dict[tuple[type[Fact], str], list[int]] = {}
        for at, fact in enumerate(self.facts):
            for key in {fact.key, ""}:
                found.setdefault((type(fact), key), []).append(at)
        return found

    def keep(self) -> None:
        """A fact is put off: the table is kept as it lay when it was seen."""
        if self.opening and self.at not in self._kept:
            self._kept[self.at] = dict(self.table), self.opened

    def back_at(self, at: int) -> Context:
        """The context as it was when a fact that was put off was seen."""
        kept = self._kept.get(at)
        if kept is None or at == self.at:
            return self
        then = copy(self)
        then.at, (then.table, then.opened) = at, kept
        return then

    @cached_property
    def _kept(self) -> dict[int, tuple[dict[str, Token], Mapping[str, Token]]]:
        return {}

    def place(self, key: str, table: Mapping[str, Token] | None = None) -> str:
        """Where a piece lies, now or on another table (``settled``); `NOWHERE` if on none."""
        token = (self.table if table is None else table).get(key)
        return token.place if token is not None else seen.NOWHERE

    def hex_of(self, key: str, table: Mapping[str, Token] | None = None) -> str | None:
        """The hex on which a piece lies, now or on another table."""
        place = self.place(key, table)
        return place if self.tables.on_map(place) else None

    def facing(self, key: str, table: Mapping[str, Token]) -> str | None:
        """The direction in which a counter points on a table, as the definition calls it."""
        token, facings = table.get(key), self.rules.game.counter(key).facings
        return facings[token.facing % len(facings)] if token is not None and facings else None

    def face(self, key: str, table: Mapping[str, Token]) -> str | None:
        """The face of a counter that is up on a table, as the definition calls it."""
        token, faces = table.get(key), self.rules.game.counter(key).faces
        up = token is not None and 0 < token.level <= len(faces)
        return faces[token.level - 1].id if token is not None and up else None

    def sees(self, side: str) -> bool:
        """Whether the reader may know what a side keeps secret."""
        return self.scene.sees_all or self.scene.side == side

    @property
    def near(self) -> Sequence[Fact]:
        """The fact in hand and the next ones."""
        return self.facts[self.at : self.at + AHEAD]

    @cached_property
    def unseen_dice(self) -> bool:
        """Dice fall beside the computer: the log shows no button pressed, or says so."""
        pressed = (seen.Rolled, seen.Declared)
        return self.scene.unseen_dice or not any(isinstance(f, pressed) for f in self.facts)

    def is_unthrown(self, button: str) -> bool:
        """Whether a button is not clicked in the act in hand, or dice fall beside the computer."""
        near = (*self.from_here, *self.behind)
        return self.unseen_dice or not any(
            isinstance(fact, seen.Rolled) and fact.key == button for fact in near
        )

    @cached_property
    def rulings(self) -> Rulings:
        """What the rules say, asked once."""
        return Rulings(self.rules)

    @cached_property
    def reader(self) -> Reading:
        """How the game's logs are read."""
        reading: Reading = self.rules.module.reading
        return reading

    @cached_property
    def words(self) -> seen.Words:
        """How its facts are named."""
        return self.reader.words(self.rules.game, self.tables)

    @cached_property
    def totals(self) -> Mapping[int, int]:
        """By number of a fact: the points it shows."""
        return totals(self.facts, self.reader.points(self), self.reader.points_shown_by(self))

    @cached_property
    def track(self) -> int:
        """The points that are shown when the log begins."""
        return self.reader.points(self)[self.reader.points_shown_by(self)]

    @cached_property
    def private(self) -> frozenset[str]:
        """Roles of pieces that lie in private windows."""
        return self.words.private

    @cached_property
    def tracked(self) -> list[str]:
        """The steps of play that the turn tracker shows."""
        game = self.rules.game
        return [step.id for step in game.tracked_steps()] if game is not None else []

    def is_past_dice(self, at: int, later: int, way: Pattern) -> bool:
        """Whether dice of another verb were thrown between two facts: what may be missing of a
        verb does not lie behind them."""
        own = {sign.key for sign in way.signs if sign.kind is seen.Rolled}
        between_them = self.facts[at + 1 : later]
        return any(isinstance(one, seen.Rolled) and one.key not in own for one in between_them)

    def is_private(self, fact: Fact) -> bool:
        """Whether a piece was moved within a private window; on a map for all it was not."""
        if not isinstance(fact, seen.Moved) or fact.key not in self.private:
            return False
        maps = {one.token.map for one in fact.seen.changes if one.token.key == fact.piece}
        return bool(fact.before and fact.after) and maps.isdisjoint(self._open_maps)

    @cached_property
    def _open_maps(self) -> frozenset[str]:
        maps = getattr(self.rules.game, "maps", ())
        return frozenset(one.name for one in maps if one.private_to is None)

    def is_done(self, place: int) -> bool:
        """Whether a fact, by its number, cannot have come before another side did what let it be
        done: a piece was handled, or a declaration threw its dice."""
        fact = self.facts[place]
        return self.is_piece(fact) or fact.seen.step in self._thrown

    @cached_property
    def _thrown(self) -> frozenset[int]:
        """The steps in which a declaration threw dice."""
        said = {fact.seen.step for fact in self.facts if isinstance(fact, seen.Declared)}
        rolled = (fact.seen.step for fact in self.facts if isinstance(fact, seen.Rolled))
        return frozenset(said.intersection(rolled))

    def is_piece(self, fact: Fact) -> bool:
        """Whether a piece of the game was handled, not a marker or something in private."""
        return isinstance(fact, _HANDLED) and fact.key not in self.reader.noise

    def is_open(self, fact: Fact) -> bool:
        """The same, of a piece that lies in no private window."""
        return self.is_piece(fact) and fact.key not in self.private


def lay(table: dict[str, Token], step: Seen) -> None:
    """Change the table as a step does that is not taken back."""
    for change in step.changes if not step.taken_back else ():
        if change.after is not None:
            table[change.after.key] = change.after
        elif change.before is not None:
            table.pop(change.before.key, None)


def shows_turn(fact: Fact | None) -> bool:
    """Whether the turn marker, or the turn tracker without a step, is set."""
    return isinstance(fact, seen.TurnShown) and fact.phase is None


def next_of(places: Sequence[int], at: int, without: int) -> int:
    """The first of some numbers, in order, after one; what stands for it where there is none."""
    later = bisect_right(places, at)
    return places[later] if later < len(places) else without


def between(places: Sequence[int], first: int, last: int) -> Sequence[int]:
    """Those of some numbers, in order, that lie between two."""
    return places[bisect_right(places, first) : bisect_left(places, last)]


def turn_named(fact: Fact) -> int | None:
    """The turn that a line names."""
    return fact.turn if isinstance(fact, NAMING) else None


def totals(facts: Sequence[Fact], shown: Mapping[str, int], by: str) -> dict[int, int]:
    """By number of a fact: the points it shows.

    Points that are clicked one after the other are booked at once. Where the window counts, a
    marker that is moved by hand alone counts on from there.
    """
    total, marker = shown[by], shown["marker"]
    windows = {f.seen.step for f in facts if isinstance(f, seen.Points) and f.key == "window"}
    found: dict[int, int] = {}
    for at, fact in enumerate(facts):
        if not isinstance(fact, seen.Points):
            continue
        if fact.key == by:
            total = fact.points
        elif fact.key == "marker" and fact.seen.step not in windows:
            total += fact.points - marker
        marker = fact.points if fact.key == "marker" else marker
        if isinstance(facts[at - 1], seen.Points):
            found.pop(at - 1, None)
        found[at] = total
    return found
