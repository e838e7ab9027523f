"""What the gestures of players are besides moves of the game: words, clicks, chores, slips."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random

from generator.light import dataclass
from validator.explaining.facts import POINTS_MARKER, TURN_MARKER, Words
from validator.explaining.prices import MARKER
from validator.proving.gestures import Gesture
from validator.proving.planting import Plant
from validator.proving.sitting import Sitting
from validator.rules.scenes import Token


@dataclass(frozen=True)
class People:
    """What the players of a game do besides playing it."""

    plant: Plant

    @cached_property
    def _sitting(self) -> Sitting:
        return Sitting(self.plant.subject, self.plant.changed, Random(0))

    @cached_property
    def _counting(self) -> frozenset[str]:
        """Markers that count the points or the turns."""
        return frozenset(
            one.id
            for one in self.plant.subject.game.counters
            if not {POINTS_MARKER, TURN_MARKER}.isdisjoint(one.roles)
        )

    @cached_property
    def _words_with_dice(self) -> frozenset[str]:
        """Buttons that say something and throw dice, and do nothing else."""
        return frozenset(
            action.name
            for action in self.plant.subject.game.actions
            if action.dice and not (action.score or action.sets or action.draw)
        )

    @cached_property
    def _private(self) -> frozenset[str]:
        maps = self.plant.subject.game.maps
        return frozenset(one.id for one in maps if one.private_to is not None)

    @cached_property
    def _words(self) -> Words:
        rules = self.plant.rules
        words: Words = rules.module.reading.words(rules.game, rules.tables)
        return words

    @cached_property
    def _idle_words(self) -> frozenset[str]:
        """Buttons that say something and at most count on, but no points."""
        return frozenset(
            action.name
            for action in self.plant.subject.game.actions
            if action.score
            and self._words.points not in action.score
            and not (action.dice or action.sets or action.draw or action.reshuffles)
        )

    @cached_property
    def _setting(self) -> frozenset[str]:
        """Buttons that say something and set numbers besides, but no points."""
        return frozenset(
            action.name
            for action in self.plant.subject.game.actions
            if action.sets
            and self._words.points not in action.sets
            and not (action.dice or action.score or action.draw or action.reshuffles)
        )

    @cached_property
    def _buttons(self) -> frozenset[str]:
        """The game's own buttons; one of VASSAL, such as that which clears the trails, says less
        than a word."""
        actions = self.plant.subject.game.actions
        return self._sitting.scores.union(action.name for action in actions)

    def says(self, one: Gesture) -> bool:
        """Whether a gesture only says something."""
        if one.name == "press":
            own = one.args[0] in self._buttons
            return not own or one.args[0] in {*self._sitting.words_only, *self._idle_words}
        if one.name == "choose":
            return one.args[1] in self._sitting.keys_that_say
        return one.name == "say"

    def skips(self, one: Gesture) -> bool:
        """Whether it only says something, or sets the turn tracker besides."""
        if one.name == "press":
            return one.args[0] in self._sitting.clicks_only or self.says(one)
        return one.name == "click_turn" or self.says(one)

    def slips(self, one: Gesture) -> bool:
        """Whether it is a click that may be a slip: it says something, throws dice, or both, or
        sets a number that is no points."""
        throws = one.name == "press" and one.args[0] in self._words_with_dice | self._setting
        return throws or one.name == "roll" or self.skips(one)

    def tidies(self, one: Gesture) -> bool:
        """Whether it tidies: a piece is put away, a marker moved, points or turns counted."""
        if self.skips(one):
            return True
        if one.goal in self._sitting.decks:
            return False  # what goes back into a cup is played
        return one.name == "put_away" or self._sitting.is_chore(one)

    def remembers(self, one: Gesture) -> bool:
        """Whether it moves a marker that counts nothing, or a piece in a private window."""
        if one.name == "say" or (one.name == "drag" and one.args[1] in self._private):
            return True
        if one.name not in ("drag", "put_away") or not self._counting.isdisjoint(one.pieces):
            return False
        return self._sitting.is_chore(one) or all(
            self._costs(piece, one.goal) == MARKER for piece in one.pieces
        )

    def _costs(self, piece: str, goal: str) -> float | None:
        """What a game's reading says of a piece that is moved for no reason."""
        noise: Mapping[str, float] = self.plant.rules.module.reading.noise
        counter = self.plant.subject.game.counter(piece)
        role = self._words.role(Token(piece, piece, counter.kind, counter.name, "", ""))
        if not role:
            return MARKER  # no rule knows it
        return noise.get(f"{role} to {goal}", noise.get(role))
