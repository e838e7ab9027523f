"""Classify gestures that are not moves of the game: declarations, clicks, tidying, slips."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random

from generator.light import dataclass
from validator.explaining.facts import POINTS_MARKER, TURN_MARKER, Words
from validator.explaining.prices import BREACH, MARKER, TURNED
from validator.proving.gestures import Gesture
from validator.proving.menus import only_turns
from validator.proving.planting import Plant
from validator.proving.sitting import Sitting
from validator.rules.scenes import Token


@dataclass(frozen=True)
class People:
    """Classifies the gestures of a game with an offence."""

    plant: Plant

    @cached_property
    def _sitting(self) -> Sitting:
        return Sitting(self.plant.subject, self.plant.changed, Random(0))

    @cached_property
    def _counting(self) -> frozenset[str]:
        """The markers that count points or turns."""
        return frozenset(
            one.id
            for one in self.plant.subject.game.counters
            if not {POINTS_MARKER, TURN_MARKER}.isdisjoint(one.roles)
        )

    @cached_property
    def _words_with_dice(self) -> frozenset[str]:
        """Buttons that only declare something and roll dice."""
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
        """Buttons that only declare something and count numbers other than points."""
        return frozenset(
            action.name
            for action in self.plant.subject.game.actions
            if action.score
            and self._words.points not in action.score
            and not (action.dice or action.sets or action.draw or action.reshuffles)
        )

    @cached_property
    def _setting(self) -> frozenset[str]:
        """Buttons that only declare something and set numbers other than points."""
        return frozenset(
            action.name
            for action in self.plant.subject.game.actions
            if action.sets
            and self._words.points not in action.sets
            and not (action.dice or action.score or action.draw or action.reshuffles)
        )

    @cached_property
    def _beginning(self) -> frozenset[str]:
        """Buttons that begin the next turn, and gather its cards."""
        return frozenset(
            action.name
            for action in self.plant.subject.game.actions
            if action.reshuffles and action.tracker == "next_turn"
        )

    @cached_property
    def _buttons(self) -> frozenset[str]:
        """The buttons of the game itself; others, such as the one that clears trails, declare
        nothing."""
        actions = self.plant.subject.game.actions
        return self._sitting.scores.union(action.name for action in actions)

    def says(self, one: Gesture) -> bool:
        """Whether a gesture only declares or says something."""
        if one.name == "press":
            own = one.args[0] in self._buttons
            return not own or one.args[0] in {*self._sitting.words_only, *self._idle_words}
        if one.name == "choose":
            return one.args[1] in self._sitting.keys_that_say
        return one.name == "say"

    def begins(self, one: Gesture) -> bool:
        """Whether it is a click that only begins the next turn, with cards that are gathered."""
        return one.name == "press" and one.args[0] in self._beginning

    def skips(self, one: Gesture) -> bool:
        """Whether it only declares something, or also sets the turn tracker."""
        if one.name == "press":
            return one.args[0] in self._sitting.clicks_only or self.says(one)
        return one.name == "click_turn" or self.says(one)

    def slips(self, one: Gesture) -> bool:
        """Whether it is a click that may be a slip: it declares something, rolls dice, begins a
        turn, or sets a number other than points."""
        throws = one.name == "press" and one.args[0] in self._words_with_dice
        said = self.sets(one) or self.skips(one) or self.begins(one)
        return throws or one.name == "roll" or said

    def sets(self, one: Gesture) -> bool:
        """Whether it is a click that only declares something and sets a number other than
        points."""
        return one.name == "press" and one.args[0] in self._setting

    def throws(self, one: Gesture) -> bool:
        """Whether it only throws dice from the menu of a counter, which the entry declares."""
        return one.name == "choose" and one.args[1] in self._sitting.keys_that_throw

    def turns(self, one: Gesture) -> bool:
        """Whether it only turns a counter, by its menu: by an entry that every counter with faces
        has, or by one of the game that does nothing else."""
        if one.name != "choose":
            return False
        actions = self.plant.subject.game.actions
        return all(only_turns(row) for row in actions if row.name == one.args[1])

    def turns_idly(self, one: Gesture) -> bool:
        """Whether it only turns a counter, which may be a slip: that is likelier than a breach."""
        if not self.turns(one):
            return False
        return self._noise.get(f"{self._role(one.args[0])} turned", TURNED) < BREACH

    def tidies(self, one: Gesture) -> bool:
        """Whether it is tidying: a piece is put away, a marker moved, points or turns counted."""
        if self.skips(one):
            return True
        if one.goal in self._sitting.decks:
            return False  # returning a piece to a cup is a move
        return one.name == "put_away" or self._sitting.is_chore(one)

    def remembers(self, one: Gesture) -> bool:
        """Whether it is only a reminder for a player: a marker that counts nothing, or a piece in
        a private window."""
        if one.name == "say" or (one.name == "drag" and one.args[1] in self._private):
            return True
        if self.turns(one):  # to a face that is only a marker on its piece
            return self._noise.get(f"{self._role(one.args[0])} turned") == MARKER
        if one.name not in ("drag", "put_away") or not self._counting.isdisjoint(one.pieces):
            return False
        return self._sitting.is_chore(one) or all(
            self._costs(piece, one.goal) == MARKER for piece in one.pieces
        )

    def _costs(self, piece: str, goal: str) -> float | None:
        """The price that a game's reading sets for moving a piece without a reason."""
        role = self._role(piece)
        if not role:
            return MARKER  # the rules do not know it
        return self._noise.get(f"{role} to {goal}", self._noise.get(role))

    def _role(self, piece: str) -> str:
        counter = self.plant.subject.game.counter(piece)
        return self._words.role(Token(piece, piece, counter.kind, counter.name, "", ""))

    @cached_property
    def _noise(self) -> Mapping[str, float]:
        noise: Mapping[str, float] = self.plant.rules.module.reading.noise
        return noise
