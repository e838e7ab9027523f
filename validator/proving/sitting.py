"""A game in which habits are tried: what its buttons, keys and markers do."""

from __future__ import annotations

import math
from functools import cached_property
from random import Random
from typing import Any

from generator.light import dataclass
from validator.explaining.facts import TURN_MARKER
from validator.proving.gestures import Gesture
from validator.proving.subject import Game, Subject


@dataclass(frozen=True)
class Sitting:
    """A game whose gestures are to be changed."""

    subject: Subject
    game: Game
    rng: Random

    @cached_property
    def clicks_only(self) -> dict[str, Any]:
        """The buttons that only declare something, or also set the turn tracker, by name."""
        return {one.name: one for one in self._only_said if one.on == "toolbar"}

    @cached_property
    def words_only(self) -> dict[str, Any]:
        """The buttons that only declare something, by name."""
        return {k: one for k, one in self.clicks_only.items() if one.tracker == "none"}

    @cached_property
    def keys_that_say(self) -> frozenset[str]:
        """The texts of menu entries of counters that only declare something."""
        return frozenset(
            one.name for one in self._only_said if one.on != "toolbar" and one.tracker == "none"
        )

    @cached_property
    def keys_that_throw(self) -> frozenset[str]:
        """The texts of menu entries of counters that only declare something and roll dice."""
        return frozenset(one.name for one in self._words if one.on == "piece" and one.dice)

    @cached_property
    def told_by_clicks(self) -> frozenset[str]:
        """The texts of buttons and menu entries without dice that move and turn nothing."""
        return frozenset(
            one.name
            for one in self.subject.game.actions
            if not (self._changes(one) or one.dice or one.tracker != "none")
        )

    @cached_property
    def named_actions(self) -> frozenset[str]:
        """The texts of all buttons and menu entries that the game names."""
        return frozenset(one.name for one in self.subject.game.actions)

    @cached_property
    def _only_said(self) -> list[Any]:
        return [action for action in self._words if not action.dice]

    @cached_property
    def _words(self) -> list[Any]:
        return [action for action in self.subject.game.actions if self.only_says(action)]

    def only_says(self, action: Any) -> bool:
        """Whether an action only declares something, perhaps with dice."""
        return not (action.sets or self._changes(action))

    @staticmethod
    def _changes(action: Any) -> bool:
        """Whether an action says nothing, or does more to the table than set values."""
        moves = action.draw or action.reshuffles or action.flips_to or action.sends_to
        return bool(action.silent or action.score or moves)

    def menu_of(self, piece: str) -> list[Any]:
        """The actions in the menu of a counter."""
        return self._menus[piece]

    @cached_property
    def _menus(self) -> dict[str, list[Any]]:
        in_menus = [one for one in self.subject.game.actions if one.on == "piece"]
        return {
            counter.id: [
                action for action in in_menus if {counter.id, counter.kind} & {*action.pieces}
            ]
            for counter in self.subject.game.counters
        }

    @cached_property
    def counting_dice(self) -> frozenset[str]:
        """The ids of the dice buttons whose rolls are counted."""
        return frozenset(one.id for one in self.subject.game.dice if one.counted_in is not None)

    def throw(self, dice: Any) -> tuple[int, ...]:
        """Results of a dice button."""
        return tuple(self.rng.randint(1, dice.sides) for _ in range(dice.count))

    @cached_property
    def idle_dice(self) -> list[Any]:
        """The dice buttons that no declaration rolls."""
        rolled = {action.dice for action in self.subject.game.actions}
        return [dice for dice in self.subject.game.dice if dice.id not in rolled]

    @cached_property
    def chores(self) -> frozenset[str]:
        """The markers: counters without a side, or with a kind or role that says so."""
        return frozenset(
            one.id
            for one in self.subject.game.counters
            if one.side is None
            or one.kind == "marker"
            or any(role.endswith("marker") for role in one.roles)
        )

    def shows_turn(self, gesture: Gesture) -> bool:
        """Whether it moves the turn marker, or clicks the turn tracker, and nothing else."""
        marks = gesture.name == "drag" and self._turn_markers.issuperset(gesture.pieces)
        return marks or gesture.name == "click_turn"

    def sets_tracker(self, gesture: Gesture) -> bool:
        """Whether it is a click on a button that also sets the turn tracker."""
        return gesture.name == "press" and gesture.args[0] in self._tracked

    @cached_property
    def _tracked(self) -> frozenset[str]:
        return frozenset(one.name for one in self.subject.game.actions if one.tracker != "none")

    @cached_property
    def _turn_markers(self) -> frozenset[str]:
        return frozenset(one.id for one in self.subject.game.counters if TURN_MARKER in one.roles)

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
        """Whether a gesture may be inserted before this one: not between a drag and its undo."""
        return self.at(number).name != "undo"

    def is_chore(self, gesture: Gesture) -> bool:
        """Whether it only moves markers, books points or sets the turn tracker."""
        if gesture.name in ("put_away", "drag", "drag_onto"):
            return all(piece in self.chores for piece in gesture.pieces)
        return gesture.name == "click_turn" or self.books(gesture)

    def may_follow(self, gesture: Gesture, other: Gesture) -> bool:
        """Whether a gesture may be put off until after a later one: a chore or mandatory verb may
        come late, an optional verb only while it is still legal."""
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
        """Whether it clicks a button that books points."""
        return gesture.name == "press" and gesture.args[0] in self.scores

    def rolled_in(self, moment: str, button: str) -> bool:
        """Whether a dice button is clicked in a moment of the game."""
        return any(
            one.name == "roll" and one.args[0] == button and self.game.moment(at) == moment
            for at, one in enumerate(self.game.gestures)
        )

    def near(self, map_id: str, place: str, other: str = "") -> str | None:
        """A place of the map near another (or between two, if ``other`` is given); ``None`` if
        there is none."""
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
        """For each counter that still lies where it was dragged, its last drag before a gesture,
        if what was dragged with it lies there, too."""
        last: dict[str, Gesture] = {}
        for gesture in self.game.gestures[:number]:
            for piece in gesture.pieces:
                last.pop(piece, None)
                if gesture.name == "drag" and gesture.goal not in self.decks:
                    last[piece] = gesture
            if gesture.name in ("undo", "choose_of_deck"):
                last.clear()
        return [one for one in last.values() if all(last.get(piece) is one for piece in one.pieces)]
