"""What the whole search through a log shares: its facts, and the table at the current fact."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import field
from functools import cached_property
from itertools import islice, pairwise, takewhile
from typing import Any

from generator.light import dataclass
from validator.explaining import facts as seen
from validator.explaining import prices
from validator.explaining.facts import Fact
from validator.explaining.reading import Reading
from validator.explaining.rulings import Rulings
from validator.explaining.settling import marked_soon, opens
from validator.explaining.shown_points import ShownPoints
from validator.explaining.signs import Pattern
from validator.rules.engine import GameRules
from validator.rules.scenes import Scene, Seen, Token
from validator.rules.sequence import place_in, rows_within
from validator.rules.verbs import field_names

AHEAD = 40
"""The other signs of a verb are searched this many facts ahead."""
_HANDLED = (seen.Moved, seen.Drawn, seen.PutIn, seen.Lined)
NAMING = (seen.Declared, seen.Sealed)
"""Facts that may name a turn."""


@dataclass(frozen=True, slots=True)
class Table:
    """A saved table, at some place of a log."""

    lies: Mapping[str, Token]
    opened: Mapping[str, Token]
    laid: int


@dataclass
class Context:
    """What the search through one log shares; ``table`` is the table at the current fact."""

    rules: GameRules
    tables: Any
    scene: Scene
    facts: Sequence[Fact]
    table: dict[str, Token]
    at: int = 0
    """The index of the current fact."""
    opened: Mapping[str, Token] = field(default_factory=dict)
    """The table when the last card began an act, or when the log began."""
    laid: int = 0
    """The number of steps of the scene that are applied to the table."""
    width: prices.Width = prices.WIDE
    """How many explanations are followed at the current fact."""

    def __post_init__(self) -> None:
        self.opened = dict(self.table)

    def take(self, at: int) -> None:
        """Make a fact the current one. The table is then as before its step, or as after that
        step's first fact."""
        self.at = at
        self._lay(lambda step: step < self.step)

    def put_down(self) -> None:
        """Apply the step of the current fact to the table: the fact is explained."""
        if opens(self.facts[self.at], self.opening):
            self.opened = dict(self.table)
        self._lay(lambda step: step <= self.step)

    def _lay(self, due: Callable[[int], bool]) -> None:
        steps = self.scene.steps
        while self.laid < len(steps) and due(steps[self.laid].step):
            lay(self.table, steps[self.laid])
            self.laid += 1

    def lay_down(self) -> Table:
        """Save the table, to be restored by `back_to`."""
        return Table(dict(self.table), self.opened, self.laid)

    def back_to(self, then: Table) -> None:
        """Restore a saved table."""
        self.table, self.opened, self.laid = dict(then.lies), then.opened, then.laid

    @property
    def ahead(self) -> Iterator[Fact]:
        """The facts after the current one, up to the next card that begins an act."""
        until = next_of(self.openings, self.at - 1, len(self.facts))
        return (self.facts[at] for at in range(self.at + 1, until))

    @property
    def later(self) -> Iterator[Fact]:
        """All facts after the current one."""
        return (self.facts[at] for at in range(self.at + 1, len(self.facts)))

    @property
    def from_here(self) -> Iterator[Fact]:
        """The current fact and those `ahead`."""
        yield self.facts[self.at]
        yield from self.ahead

    @property
    def behind(self) -> Iterator[Fact]:
        """The facts before the current one, latest first, back to the last card that began an
        act."""
        return (self.facts[at] for at in range(self.at - 1, self.begun - 1, -1))

    @property
    def begun(self) -> int:
        """The index of the first fact after the last card before the current one that began an
        act."""
        earlier = bisect_left(self.openings, self.at)
        return self.openings[earlier - 1] + 1 if earlier else 0

    @property
    def settled(self) -> Mapping[str, Token]:
        """The table when the next card begins an act, or at the end of the log."""
        opening = bool(self.facts) and opens(self.facts[self.at], self.opening)
        least = self.step if opening else self.step + 1
        later = bisect_left(self._openings, least)
        return self._settled[self._openings[later] if later < len(self._openings) else None]

    @property
    def step(self) -> int:
        """The step of the current fact."""
        return self.facts[self.at].seen.step if self.facts else 0

    @cached_property
    def opening(self) -> frozenset[str]:
        """Roles of cards that begin an act."""
        return frozenset(self.words.opening)

    @cached_property
    def _openings(self) -> list[int]:
        return [fact.seen.step for fact in self.facts if opens(fact, self.opening)]

    @cached_property
    def _settled(self) -> dict[int | None, dict[str, Token]]:
        """By the step of the card that begins an act: the table before that step; ``None``: the
        table at the end."""
        found: dict[int | None, dict[str, Token]] = {}
        table, openings = dict(self.scene.start), set(self._openings)
        for seen_step in self.scene.steps:
            if seen_step.step in openings:
                found[seen_step.step] = dict(table)
            lay(table, seen_step)
        found[None] = table
        return found

    def is_opened(self, first: int, last: int) -> bool:
        """Whether a card began an act between two steps."""
        return bisect_right(self._openings, first) < bisect_left(self._openings, last)

    @cached_property
    def openings(self) -> list[int]:
        """The indices of the facts that begin an act."""
        return [at for at, fact in enumerate(self.facts) if opens(fact, self.opening)]

    @cached_property
    def overs(self) -> list[int]:
        """The indices of the facts that show a turn or begin an act."""
        shown = (at for at, one in enumerate(self.facts) if shows_turn(one))
        turns = (at for at in shown if not self._is_between_cards(at))
        return sorted({*self.openings, *turns})

    def _is_between_cards(self, at: int) -> bool:
        """Whether the turn marker is moved, late, between a card that begins an act and another
        that is turned with it."""
        before, behind = (
            [one for one in self._of_step(at + by) if isinstance(one, seen.Drawn)] for by in (-1, 1)
        )
        begun = any(opens(one, self.opening) for one in before)
        return begun and bool(behind) and not any(opens(one, self.opening) for one in behind)

    def _of_step(self, at: int) -> Sequence[Fact]:
        """The facts of the same step as one, by its index; none if there is no such fact."""
        if not 0 <= at < len(self.facts):
            return ()
        return [self.facts[one] for one in self.of_click(self.facts[at])]

    @cached_property
    def agreed(self) -> tuple[range, ...]:
        """The steps from each yes to something called off until the turn is over, or the act that a
        card began: the players may have agreed on what they do."""
        over = [self.facts[at].seen.step for at in self.overs]
        steps = self.scene.steps
        ends = (
            (one.step, next((step for step in over if step > one.step), steps[-1].step))
            for one in steps
            if one.agrees
        )
        return tuple(range(first, last + 1) for first, last in ends)

    def is_agreed(self, fact: Fact | None) -> bool:
        """Whether both players may have agreed on what a fact shows."""
        return fact is not None and any(fact.seen.step in steps for steps in self.agreed)

    def first_after(self, step: int) -> int:
        """The index of the first step of the log after one."""
        return bisect_right(self.scene.steps, step, key=lambda one: one.step)

    def _steps_before(self, fact: Fact) -> Sequence[Seen]:
        """The last steps of the log before a fact."""
        at = bisect_left(self.scene.steps, fact.seen.step, key=lambda one: one.step)
        return self.scene.steps[max(at - AHEAD, 0) : at]

    def said_before(self, fact: Fact) -> Iterator[Seen]:
        """What was said in the chat just before a fact, since anybody did anything, the latest
        first."""
        return takewhile(seen.is_only_said, reversed(self._steps_before(fact)))

    def dice_told_before(self, fact: Fact) -> list[Seen]:
        """What was said of dice in the chat before a fact, since a piece was moved or something
        declared, the latest first. Dice may have been rolled since, and pieces moved or turned
        and put back at once."""
        before = self._steps_before(fact)
        since = takewhile(
            lambda one: (
                one.taken_back
                or seen.is_only_said(one, or_rolled=True)
                or one.step not in self._means_something
            ),
            reversed(before),
        )
        return [one for one in since if one.told_dice and not _is_of_a_roll(one, before)]

    @cached_property
    def _means_something(self) -> frozenset[int]:
        """The steps of the facts, of those that are joined into one fact only the last."""
        return frozenset(one.seen.step for one in self.facts)

    def dice_told_since(self, first: Fact, last: Fact) -> list[Seen]:
        """What tells dice in the chat between two facts, other than dice of the log."""
        steps, begin = self.scene.steps, self.first_after(first.seen.step)
        until = takewhile(lambda one: one.step < last.seen.step, islice(steps, begin, None))
        later = [*until]
        told = (one for one in later if one.told_dice and not one.taken_back)
        around = (*steps[max(begin - AHEAD, 0) : begin], *later)
        return [one for one in told if not _is_of_a_roll(one, around)]

    def said_after(self, fact: Fact) -> Iterator[Seen]:
        """What was said in the chat right after a fact, before anybody did anything."""
        at = self.first_after(fact.seen.step)
        return takewhile(seen.is_only_said, self.scene.steps[at : at + AHEAD])

    @property
    def is_die_told(self) -> bool:
        """Whether a die is told in the chat just before or after the current fact."""
        after = (one.told_dice for one in self.said_after(self.facts[self.at]))
        return self.is_die_told_before or any(after)

    @property
    def is_die_told_before(self) -> bool:
        """Whether a die is told in the chat just before the current fact: it was rolled on the
        desk, whatever dice the log shows later."""
        return bool(self.facts and self.dice_told_before(self.facts[self.at]))

    def is_told(self, actions: Collection[str], side: str | None) -> bool:
        """Whether a side tells one of these actions in the chat just before the current fact;
        ``side`` is ``None`` if either may."""
        said = self.said_before(self.facts[self.at]) if self.facts else ()
        return any(
            side in (None, one.side) and not {*one.tells}.isdisjoint(actions) for one in said
        )

    def is_recalled(self, fact: Fact) -> bool:
        """Whether its side says right before or after a fact, in the chat, that it had been
        forgotten."""
        said = (*self.said_before(fact), *self.said_after(fact))
        return any(one.recalls and one.side == fact.seen.side for one in said)

    @cached_property
    def taken_back(self) -> frozenset[int]:
        """The steps after which, before anybody did anything else, a player called something off in
        the chat or said what was forgotten."""
        steps = self.scene.steps
        done = [at for at, one in enumerate(steps) if not seen.is_only_said(one)]
        return frozenset(
            steps[at].step
            for at, until in pairwise([*done, len(steps)])
            if any(one.calls_off or one.recalls for one in steps[at + 1 : until])
        )

    @cached_property
    def reopened(self) -> frozenset[int]:
        """The indices of the facts that ended a turn or an act, or began the next one, too early:
        a turn that is shown, a declaration or a draw that was called off at once, or a card after
        which a side did what it had forgotten."""
        closing = (seen.TurnShown, seen.Declared, seen.Drawn)
        ended = {f.seen.step for f in self.facts if isinstance(f, closing)} & self.taken_back
        ended |= {step for step in self._openings if self._is_regretted(step)}
        return frozenset(n for n, one in enumerate(self.facts) if one.seen.step in ended)

    def _is_regretted(self, card: int) -> bool:
        """Whether, after the step of a card that began an act, a side did something and then said
        that it had forgotten it, or that the card came too early; no other side did anything in
        between but throw dice."""
        acted: set[str | None] = set()
        until = next_of(self._openings, card, self.scene.steps[-1].step + 1)
        at = self.first_after(card)
        for one in takewhile(lambda one: one.step < until, self.scene.steps[at : at + AHEAD]):
            if acted == {one.side} and one.recalls:
                return True
            if not (one.rolls or seen.is_only_said(one)):
                acted.add(one.side)
        return False

    def is_reopened(self, held: Iterable[tuple[int, float]]) -> bool:
        """Whether the end of a turn is postponed because it came too early."""
        return any(place in self.reopened for place, _ in held)

    @cached_property
    def moves(self) -> Mapping[str, Sequence[seen.Moved]]:
        """All moves of the log in order, by the key and by the role of their piece."""
        found: dict[str, list[seen.Moved]] = {}
        for fact in self.facts:
            if isinstance(fact, seen.Moved):
                for name in {fact.piece, fact.key}:
                    found.setdefault(name, []).append(fact)
        return found

    @cached_property
    def may_end_unseen(self) -> bool:
        """Whether a turn may have ended before its marker was moved: the log is by hand, and a turn
        ends by a verb without fields."""
        return self.unseen_dice and not field_names(self.reader.ends_turn)

    def is_marked_late(self, turn: int, places: Iterable[int]) -> bool:
        """Whether the turn marker is moved by hand to this turn so soon after these facts, by their
        indices, that the turn may have begun before them."""
        return all(any(one.turn == turn for one in marked_soon(self.facts, at)) for at in places)

    @cached_property
    def turns(self) -> list[int]:
        """The steps in which a turn is shown."""
        return [one.seen.step for one in self.facts if shows_turn(one)]

    def turn_between(self, first: int, last: int) -> bool:
        """Whether a turn is shown between two steps."""
        return bool(between(self.turns, first, last))

    @cached_property
    def handled(self) -> list[int]:
        """As `overs`, with the facts in which a piece outside a private window was handled."""
        pieces = (at for at, one in enumerate(self.facts) if self.is_open(one))
        return sorted({*self.overs, *pieces})

    def alike(self, kind: type[Fact], key: str) -> Sequence[int]:
        """The indices of the facts of a kind with this key; with an empty key, of all of the
        kind."""
        return self._alike.get((kind, key), ())

    @cached_property
    def _alike(self) -> dict[tuple[type[Fact], str], list[int]]:
        found: dict[tuple[type[Fact], str], list[int]] = {}
        for at, fact in enumerate(self.facts):
            for key in {fact.key, ""}:
                found.setdefault((type(fact), key), []).append(at)
        return found

    def of_click(self, fact: Fact) -> Sequence[int]:
        """The indices of the facts that were seen in the same step as a fact."""
        return self._of_clicks.get(id(fact.seen), ())

    @cached_property
    def _of_clicks(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for at, fact in enumerate(self.facts):
            found.setdefault(id(fact.seen), []).append(at)
        return found

    def keep(self) -> None:
        """Remember the table of the current fact, which is being postponed."""
        if self.opening and self.at not in self._kept:
            self._kept[self.at] = dict(self.table), self.opened

    def back_at(self, at: int) -> Context:
        """The context as it was at a postponed fact."""
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
        """The place of a piece, now or on another table (``settled``); `NOWHERE` if it is not
        there."""
        token = (self.table if table is None else table).get(key)
        return token.place if token is not None else seen.NOWHERE

    def hex_of(self, key: str, table: Mapping[str, Token] | None = None) -> str | None:
        """The hex of a piece, now or on another table; ``None`` if it is on none."""
        place = self.place(key, table)
        return place if self.tables.on_map(place) else None

    def facing(self, key: str, table: Mapping[str, Token]) -> str | None:
        """The facing of a counter on a table, as the definition names it; ``None`` if it has
        none."""
        token, facings = table.get(key), self.rules.game.counter(key).facings
        return facings[token.facing % len(facings)] if token is not None and facings else None

    def face(self, key: str, table: Mapping[str, Token]) -> str | None:
        """The visible face of a counter on a table, as the definition names it; ``None`` if
        unknown."""
        token, faces = table.get(key), self.rules.game.counter(key).faces
        up = token is not None and 0 < token.level <= len(faces)
        return faces[token.level - 1].id if token is not None and up else None

    def sees(self, side: str) -> bool:
        """Whether the reader may know a side's secrets."""
        return self.scene.sees_all or self.scene.side == side

    @property
    def near(self) -> Sequence[Fact]:
        """The current fact and the next ones."""
        return self.facts[self.at : self.at + AHEAD]

    @cached_property
    def unseen_dice(self) -> bool:
        """Whether dice are rolled outside VASSAL: the log says so, or has neither rolls nor
        declarations."""
        pressed = (seen.Rolled, seen.Declared)
        return self.scene.unseen_dice or not any(isinstance(f, pressed) for f in self.facts)

    def is_unthrown(self, button: str) -> bool:
        """Whether the current act has no roll by this button, or dice are rolled outside VASSAL."""
        near = (*self.from_here, *self.behind)
        return self.unseen_dice or not any(
            isinstance(fact, seen.Rolled) and fact.key == button for fact in near
        )

    def is_begun(self, row: Sequence[str], before: Any, after: Any, again: bool = False) -> bool:
        """Whether a row of steps begins between two states; if so asked, only if it does so
        ``again``."""
        was, then = (place_in(row, self.rulings.due(state)) for state in (before, after))
        return then is not None and (not again if was is None else then <= was)

    @cached_property
    def rulings(self) -> Rulings:
        """The rules' answers about this log, cached."""
        return Rulings(self.rules)

    @cached_property
    def reader(self) -> Reading:
        """How the game's logs are read."""
        reading: Reading = self.rules.module.reading
        return reading

    @cached_property
    def words(self) -> seen.Words:
        """How the facts are named."""
        return self.reader.words(self.rules.game, self.tables)

    @cached_property
    def points(self) -> ShownPoints:
        """The points that the log shows."""
        return ShownPoints(self)

    @cached_property
    def private(self) -> frozenset[str]:
        """Roles of pieces that lie in private windows."""
        return self.words.private

    @cached_property
    def sequence(self) -> Sequence[Any]:
        """The sequence of play; empty if the game declares none."""
        return getattr(self.rules.game, "sequence", ())

    @cached_property
    def rows(self) -> Sequence[Any]:
        """The rows of steps within it that may begin again."""
        return rows_within(self.sequence)

    @cached_property
    def tracked(self) -> list[str]:
        """The ids of the steps of the sequence that the turn tracker shows."""
        game = self.rules.game
        return [step.id for step in game.tracked_steps()] if game is not None else []

    def is_past_dice(self, at: int, later: int, way: Pattern) -> bool:
        """Whether another verb's dice were rolled between two facts, and not called off at once:
        missing signs of a verb are not searched after them."""
        own = {sign.key for sign in way.signs if sign.kind is seen.Rolled}
        return any(
            isinstance(one, seen.Rolled) and one.key not in own and not self.is_called_off(one)
            for one in self.facts[at + 1 : later]
        )

    def is_called_off(self, fact: Fact) -> bool:
        """Whether the side of a fact called it off at once, in the chat."""
        return fact.seen.step in self._called_off

    @cached_property
    def _called_off(self) -> frozenset[int]:
        return seen.called_off(self.scene)

    def is_private(self, fact: Fact) -> bool:
        """Whether a piece was moved within a private window, rather than on a map that all see."""
        if not isinstance(fact, seen.Moved) or fact.key not in self.private:
            return False
        return bool(fact.before and fact.after) and self.is_in_private(fact)

    def is_in_private(self, fact: Fact) -> bool:
        """Whether only the pieces in a private window show a fact."""
        if not self.private:
            return False
        maps = {one.token.map for one in fact.seen.changes if one.token.key == fact.about}
        return bool(maps) and maps.isdisjoint(self._open_maps)

    @cached_property
    def _open_maps(self) -> frozenset[str]:
        maps = getattr(self.rules.game, "maps", ())
        return frozenset(one.name for one in maps if one.private_to is None)

    def is_done(self, place: int) -> bool:
        """Whether a fact was done when it was seen, not prepared for later: a piece was handled, or
        a declaration rolled its dice."""
        fact = self.facts[place]
        return self.is_piece(fact) or fact.seen.step in self._thrown

    @cached_property
    def _thrown(self) -> frozenset[int]:
        """The steps in which a declaration rolled dice."""
        said = {fact.seen.step for fact in self.facts if isinstance(fact, seen.Declared)}
        rolled = (fact.seen.step for fact in self.facts if isinstance(fact, seen.Rolled))
        return frozenset(said.intersection(rolled))

    def is_piece(self, fact: Fact) -> bool:
        """Whether a piece of the game was handled: one whose role the reading does not list as
        noise, as it does markers."""
        return isinstance(fact, _HANDLED) and fact.key not in self.reader.noise

    def is_open(self, fact: Fact) -> bool:
        """As `is_piece`, for pieces that are not in a private window."""
        return self.is_piece(fact) and fact.key not in self.private


def lay(table: dict[str, Token], step: Seen) -> None:
    """Apply the changes of a step to the table, unless it was undone."""
    for change in step.changes if not step.taken_back else ():
        if change.after is not None:
            table[change.after.key] = change.after
        elif change.before is not None:
            table.pop(change.before.key, None)


def _is_of_a_roll(said: Seen, steps: Sequence[Seen]) -> bool:
    """Whether the dice that a side tells are those that it rolled last in the log before it."""
    rolled = (one for one in reversed(steps) if one.step < said.step and one.side == said.side)
    last = next((one.rolls for one in rolled if one.rolls), ())
    return any(sorted(one.dice) == sorted(said.told_dice) for one in last)


def shows_turn(fact: Fact | None) -> bool:
    """Whether the turn marker, or the turn tracker without a step, is set."""
    return isinstance(fact, seen.TurnShown) and fact.phase is None


def next_of(places: Sequence[int], at: int, without: int) -> int:
    """The first of these sorted numbers that is greater than ``at``; ``without`` if there is
    none."""
    later = bisect_right(places, at)
    return places[later] if later < len(places) else without


def between(places: Sequence[int], first: int, last: int) -> Sequence[int]:
    """Those of these sorted numbers that lie between two."""
    return places[bisect_right(places, first) : bisect_left(places, last)]


def turn_named(fact: Fact) -> int | None:
    """The turn that a fact names; ``None`` if it names none."""
    return fact.turn if isinstance(fact, NAMING) else None
