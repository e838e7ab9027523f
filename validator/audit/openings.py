"""Compares the first position of a game's first log with the definition and its set-up.

In our modules each counter is on the table exactly once, from the set-up to the end. A log may
begin in mid-game, so the places of pieces prove nothing. Only if nothing outside the cups and decks
has left its set-up place has play not begun yet; then every other difference is reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from generator.counting import counted
from generator.light import dataclass
from validator.audit.codes import found
from validator.audit.findings import Finding, Severity
from validator.audit.observing import IDENTITY, dictionary_of, tracked

if TYPE_CHECKING:
    from generator.definition.play import Placement, Scenario
    from generator.definition.schema import Game
    from validator.audit.observing import Dictionary
    from validator.reading.scenes import Seen
    from validator.reading.views import View

_FEW = 2
"""If more pieces than this have left their cups and decks, play has begun."""


def at_the_start(game: Game, view: View, step: int, *, same_edition: bool) -> Iterator[Finding]:
    """Findings about the position before the first step of a game's first file."""
    opening = _nearest(game, view)
    if not opening.in_place:
        return  # the definition does not know these pieces
    yield from opening.doubled(step)
    yield from opening.strangers(step, same_edition=same_edition)
    if view.reveal:
        yield from opening.gone(step)
    if opening.untouched:
        yield from opening.otherwise(step)


def as_begun(game: Game, view: View) -> Game:
    """The game with the set-up that a log comes from: the one whose pieces are on the table, and of
    several such the nearest."""
    if len(game.scenarios) < 2:
        return game
    words = dictionary_of(game)
    openings = [_Opening(game, words, view, one) for one in game.scenarios]
    found = min(openings, key=lambda one: (one.others, -one.in_place, not one.scenario.default))
    return game.begun_at(found.scenario.id)


def is_set_up(game: Game, view: View) -> bool:
    """Whether a log begins with one of the game's set-ups."""
    opening = _nearest(game, view)
    return opening.in_place > 0 and opening.is_as_laid


def _nearest(game: Game, view: View) -> _Opening:
    """The set-up with most pieces in place, since no log names its own.

    Of several that fit equally, the one with the fewest differences.
    """
    words = dictionary_of(game)
    openings = [_Opening(game, words, view, one) for one in game.scenarios]
    most = max(one.in_place for one in openings)
    nearest = [one for one in openings if one.in_place == most]
    if len(nearest) == 1:
        return nearest[0]
    return min(nearest, key=lambda one: (one.differs, not one.scenario.default))


@dataclass(frozen=True)
class _Opening:
    """A position compared with one set-up."""

    game: Game
    words: Dictionary
    view: View
    scenario: Scenario

    @cached_property
    def _names(self) -> Mapping[str, str]:
        return {counter.id: counter.name for counter in self.game.counters}

    @cached_property
    def _laid(self) -> Mapping[str, Placement]:
        return {unit: one for one in self.scenario.placements for unit in one.pieces}

    @cached_property
    def _pieces(self) -> tuple[Seen, ...]:
        return self.view.scene(0).pieces

    @cached_property
    def _seen(self) -> Counter[str]:
        """How often each counter is seen, by its id."""
        return Counter(unit for one in self._pieces if (unit := one.marker(IDENTITY)))

    @cached_property
    def _away(self) -> tuple[Seen, ...]:
        """Known pieces that are not in their set-up place."""
        return tuple(
            one
            for one in self._pieces
            if (unit := one.marker(IDENTITY)) in self._laid and not self._lies(one, unit or "")
        )

    def _lies(self, piece: Seen, unit: str) -> bool:
        at = self._laid[unit].at
        return at is None or self.words.place(piece.place) == at

    @property
    def in_place(self) -> int:
        """How many pieces are in their set-up place."""
        return sum(one.marker(IDENTITY) in self._laid for one in self._pieces) - len(self._away)

    @property
    def others(self) -> int:
        """How many counters are either on the table or in this set-up, but not both."""
        return len(self._laid.keys() ^ self._seen.keys())

    @property
    def differs(self) -> int:
        """How many things differ from this set-up."""
        others = len(list(self.otherwise(0))) if self.untouched else 0
        return others + len(self._laid.keys() - self._seen.keys()) + len(self._away)

    @property
    def is_as_laid(self) -> bool:
        """Whether nothing differs: no piece, cup, deck, property or turn."""
        differs = (
            self._drawn or self._short or self._face_down or self._turn() or [*self._properties()]
        )
        return not differs and not self.differs

    @cached_property
    def _as_set_up(self) -> str:
        """``as at the set-up``; if there are several, with its name and why it was chosen."""
        others = len(self.game.scenarios) - 1
        if not others:
            return "as at the set-up"
        pieces = counted(self.in_place, "piece")
        return f"as at the set-up {self.scenario.name!r} (the nearest: {pieces} in place)"

    def doubled(self, step: int) -> Iterator[Finding]:
        """Counters that are on the table more than once."""
        for unit, count in sorted(self._seen.items()):
            if count > 1:
                name = self._names.get(unit, unit)
                legal = "each piece once, as the set-up lays it"
                did = f"{count} pieces are {name}."
                yield found("table.twin", step, did, pieces=(name,), legal=legal)

    def strangers(self, step: int, *, same_edition: bool) -> Iterator[Finding]:
        """Pieces that are no counter of the definition."""
        for one in self._pieces:
            if one.known and one.marker(IDENTITY) not in self._names:
                name = one.name or "A piece"
                yield found(
                    "table.created",
                    step,
                    f"{name} lies in {one.place} when the log begins; the game has no such piece.",
                    severity=None if same_edition else Severity.NOTE,
                    pieces=(name,),
                    legal="the pieces that the set-up lays, and no other",
                )

    def gone(self, step: int) -> Iterator[Finding]:
        """Counters that are not on the table, if everything is revealed."""
        for unit in sorted(self._laid.keys() - self._seen.keys()):
            name = self._names[unit]
            did = f"{name} is not on the table when the log begins."
            legal = f"{name} on the table; the set-up lays it in {self._place(unit)}"
            yield found("table.deleted", step, did, pieces=(name,), legal=legal)

    def _place(self, unit: str) -> str:
        one = self._laid[unit]
        return one.at or self.game.map(one.map).name

    @cached_property
    def _decks(self) -> Mapping[str, int]:
        """How many counters the set-up puts into each cup and deck."""
        held = Counter(one.at for one in self._laid.values())
        return {deck: held[deck] for deck in sorted(self.words.decks)}

    @cached_property
    def _drawn(self) -> tuple[Seen, ...]:
        """Known pieces outside the cup or deck that holds them in the set-up."""
        return tuple(
            one for one in self._away if self._laid[one.marker(IDENTITY) or ""].at in self._decks
        )

    @cached_property
    def _short(self) -> Mapping[str, int]:
        """By deck: how many pieces it holds more than in the set-up (negative for fewer)."""
        counts = {deck.name: deck.count for deck in self.view.scene(0).decks}
        apart = {name: counts[name] - laid for name, laid in self._decks.items() if name in counts}
        return {name: more for name, more in apart.items() if more}

    @cached_property
    def _face_down(self) -> int:
        """How many pieces lie face down outside cups and decks, besides those that the set-up
        lays so and this reader does not know."""
        laid = sum(
            one.masked and one.at not in self._decks and not self.game.map(one.map).private_to
            for unit, one in self._laid.items()
            if unit not in self._seen
        )
        return max(sum(not one.known for one in self._pieces) - laid, 0)

    @property
    def untouched(self) -> bool:
        """Whether the set-up has steps still to be done, and all pieces outside cups and decks are
        in place, except for a few drawn ones."""
        return (
            bool(self.scenario.steps)
            and self.in_place > 0
            and len(self._away) == len(self._drawn)
            and len(self._drawn) + self._face_down <= _FEW
            and -sum(self._short.values()) <= _FEW
        )

    def otherwise(self, step: int) -> Iterator[Finding]:
        """Findings about differences from the set-up before play has begun.

        Pieces may have been drawn, and the tracker clicked, before the log began: that is
        unverifiable. Points that exist before play must have been set by hand.
        """
        properties, turn = list(self._properties()), self._turn()
        if (properties or turn) and (self._drawn or self._short or self._face_down):
            return  # play has begun
        unsure = Severity.UNVERIFIABLE
        for did, legal in properties:
            severity = unsure if turn else None
            yield found("log.setup", step, did, severity=severity, legal=legal)
        if turn:
            yield found("log.setup", step, turn[0], severity=unsure, legal=turn[1])
        if self.view.reveal:
            for one in self._drawn:
                place = self._place(one.marker(IDENTITY) or "")
                did = f"{one.name} lies in {one.place} when the log begins, and all else as set up."
                legal = f"{one.name} in {place}, or the log of how it came out"
                names = (one.name,)
                yield found("log.setup", step, did, severity=unsure, pieces=names, legal=legal)
        else:
            yield from self._numbers(step)
            yield from self._unseen(step)

    def _numbers(self, step: int) -> Iterator[Finding]:
        """Cups and decks whose number of pieces does not fit the pieces outside, for a reader who
        may not look inside."""
        outside = sum(not one.place.deck for one in self._drawn)
        more = sum(self._short.values()) + self._face_down + outside
        if not more:
            return
        named = self._short or [deck for deck, laid in self._decks.items() if laid]
        held = [f"{deck} holds {self._decks[deck] + more}" for deck, more in self._short.items()]
        if self._face_down:
            pieces = counted(self._face_down, "piece")
            lies = "lies" if self._face_down == 1 else "lie"
            held.append(f"{pieces} {lies} face down outside the cups and decks")
        did = f"{', '.join(held)} when the log begins."
        laid = ", ".join(f"{self._decks[deck]} in {deck}" for deck in named)
        severity = Severity.NOTE if more < 0 else None  # a private window may hold them
        legal = f"{laid}, as the set-up lays them"
        yield found("log.setup", step, did, severity=severity, legal=legal)

    def _unseen(self, step: int) -> Iterator[Finding]:
        """Counters that are public in the set-up and are not seen."""
        for unit, one in sorted(self._laid.items()):
            open_ = one.at not in self._decks and not (one.masked or one.hidden)
            if open_ and unit not in self._seen and not self.game.map(one.map).private_to:
                name = self._names[unit]
                did = f"{name} is nowhere to be seen when the log begins."
                legal = f"{name} in {self._place(unit)}, where the set-up lays it"
                severity = Severity.UNVERIFIABLE
                yield found("log.setup", step, did, severity=severity, pieces=(name,), legal=legal)

    def _properties(self) -> Iterator[tuple[str, str]]:
        shown = self.view.scene(0).properties
        for name, value in self.scenario.properties.items():
            if name in shown and shown[name] != str(value):
                yield f"{name} is {shown[name]} when the log begins.", f"{value}, {self._as_set_up}"

    def _turn(self) -> tuple[str, str] | None:
        shown = next((t for s in self.view.scene(0).turns.values() if (t := tracked(s))), None)
        first = self.game.first_turn(self.scenario)
        if shown is None or shown == first:
            return None
        return (
            f"The turn tracker shows {self._named(shown)} when the log begins.",
            f"{self._named(first)}, {self._as_set_up}",
        )

    def _named(self, moment: tuple[int, int]) -> str:
        steps = self.game.tracked_steps()
        inside = f", {steps[moment[1]].name}" if 0 <= moment[1] < len(steps) else ""
        return f"{self.game.turns.name.lower()} {moment[0]}{inside}"
