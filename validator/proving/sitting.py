"""A game at whose table people with habits sit: what its buttons, keys and markers do."""

from __future__ import annotations

import math
from functools import cached_property
from random import Random
from typing import Any

from generator.light import dataclass
from validator.proving.gestures import Gesture
from validator.proving.subject import Game, Subject


@dataclass(frozen=True)
class Sitting:
    """A game whose gestures are to be bent."""

    subject: Subject
    game: Game
    rng: Random

    @cached_property
    def clicks_only(self) -> dict[str, Any]:
        """Buttons that say something and do nothing else but set the turn tracker, by the name on
        them."""
        return {one.name: one for one in self._only_said if one.on == "toolbar"}

    @cached_property
    def words_only(self) -> dict[str, Any]:
        """Those among them that do not set it either."""
        return {k: one for k, one in self.clicks_only.items() if one.tracker == "none"}

    @cached_property
    def keys_that_say(self) -> frozenset[str]:
        """Keys of counters that say something and do nothing else, by their words."""
        return frozenset(
            one.name for one in self._only_said if one.on != "toolbar" and one.tracker == "none"
        )

    @cached_property
    def keys_that_throw(self) -> frozenset[str]:
        """Keys of counters that throw dice, say for whom, and do nothing else, by their words."""
        return frozenset(one.name for one in self._words if one.on == "piece" and one.dice)

    @cached_property
    def _only_said(self) -> list[Any]:
        return [action for action in self._words if not action.dice]

    @cached_property
    def _words(self) -> list[Any]:
        return [
            action
            for action in self.subject.game.actions
            if not (action.silent or action.score or action.sets or action.draw)
            and not (action.reshuffles or action.flips_to)
        ]

    @cached_property
    def idle_dice(self) -> list[Any]:
        """Dice buttons that no declaration rolls."""
        rolled = {action.dice for action in self.subject.game.actions}
        return [dice for dice in self.subject.game.dice if dice.id not in rolled]

    @cached_property
    def chores(self) -> frozenset[str]:
        """Markers: counters that are nobody's, or are called so."""
        return frozenset(
            one.id
            for one in self.subject.game.counters
            if one.side is None
            or one.kind == "marker"
            or any(role.endswith("marker") for role in one.roles)
        )

    @cached_property
    def scores(self) -> frozenset[str]:
        """The names of the buttons that book points."""
        return frozenset(f"Score {row.name}" for row in self.subject.game.scores)

    @cached_property
    def decks(self) -> frozenset[str]:
        """The names of cups and decks."""
        return frozenset(
            name
            for map_ in self.subject.game.maps
            for deck in map_.decks
            for name in (deck.id, deck.box)
            if name
        )

    def other(self, side: str) -> str:
        """Another player."""
        others = [one for one in self.subject.sides if one != side]
        return self.rng.choice(others) if others else side

    def at(self, number: int) -> Gesture:
        return self.game.gestures[number]

    def free(self, number: int) -> bool:
        """Whether something may be done just before a gesture: nothing parts a drag from its
        undo."""
        return self.at(number).name != "undo"

    def is_chore(self, gesture: Gesture) -> bool:
        """Whether it tidies or counts: markers, points, the tracker."""
        if gesture.name in ("put_away", "drag", "drag_onto"):
            return all(piece in self.chores for piece in gesture.pieces)
        return gesture.name == "click_turn" or self.books(gesture)

    def may_follow(self, gesture: Gesture, other: Gesture) -> bool:
        """Whether what a gesture does may be done behind a later one. What must be done is tidied
        late; what a player may as well leave is no tidying, and is done while it is legal."""
        rules, played = self.subject.rules, self.game.played
        one = played[gesture.verb]
        due = (row for row in rules.due(one.before) if row.mandatory)
        if self.is_chore(gesture) or any(type(one.verb) in row.verbs for row in due):
            return True
        state = one.before
        for row in played[gesture.verb + 1 : other.until]:
            state = rules.apply(state, row.verb)
        return not rules.faults(state, one.verb)

    def books(self, gesture: Gesture) -> bool:
        """Whether it is a button that books points."""
        return gesture.name == "press" and gesture.args[0] in self.scores

    def rolled_in(self, moment: str, button: str) -> bool:
        """Whether a dice button is clicked in that time of the game."""
        return any(
            one.name == "roll" and one.args[0] == button and self.game.moment(at) == moment
            for at, one in enumerate(self.game.gestures)
        )

    def near(self, map_id: str, place: str, other: str = "") -> str | None:
        """A place of the map close to one; close to both, where ``other`` is named."""
        places = self.subject.layouts[map_id].places
        ends = [places[one] for one in (place, other) if one in places]
        if len(ends) < (2 if other else 1):
            return None
        x = sum(one.x for one in ends) / len(ends)
        y = sum(one.y for one in ends) / len(ends)
        found = [
            one
            for one in places.values()
            if one.kind == ends[0].kind and one.zone == ends[0].zone and one not in ends
        ]
        found.sort(key=lambda one: math.hypot(one.x - x, one.y - y))
        if not found or (other and ends[0].kind != "hex"):
            return None
        return found[0].id if other else self.rng.choice(found[:6]).id

    def own(self, number: int) -> list[Gesture]:
        """The last drag of each counter before a gesture, of those that lie where they were put."""
        last: dict[str, Gesture] = {}
        for gesture in self.game.gestures[:number]:
            for piece in gesture.pieces:
                last.pop(piece, None)
                if gesture.name == "drag" and gesture.goal not in self.decks:
                    last[piece] = gesture
            if gesture.name in ("undo", "choose_of_deck"):
                last.clear()
        return list(last.values())
