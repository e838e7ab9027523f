"""Plant an offence in a game, or other verbs in its place, and play the result out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from generator.light import dataclass
from validator.playing.hands import UnshownError
from validator.playing.logbook import TableStage
from validator.playing.performing import perform
from validator.playing.selfplay import Played
from validator.proving.gestures import REFUSALS, Gesture, Listener
from validator.proving.gestures import perform as perform_gesture
from validator.proving.offences import Candidate, Planted, cases_of, planted
from validator.proving.subject import LOOKS_AHEAD, Game, Kept, Subject
from validator.rules.engine import GameRules
from validator.rules.verbs import Verb

SHOWS_NOTHING = "the table shows nothing of it"
"""The reason that no gesture shows an offence."""
WORDS = ("press", "click_turn", "say")
"""Gestures that do not move pieces."""


@dataclass(frozen=True)
class Plot:
    """A game in which offences are planted."""

    subject: Subject
    game: Game

    @cached_property
    def kept(self) -> list[Kept]:
        """Copies of the table at several points, from which changed games can continue."""
        kept: list[Kept] = []
        self.subject.played_out(self.game.record, self.game.by_hand, kept)
        return kept

    def played_out(self, played: tuple[Played, ...], at: int, through: int | None = None) -> Game:
        """Play verbs out at the table (if ``through`` is given, only to the end of that one);
        before the index ``at`` they are those of this game.

        Raises one of the `REFUSALS` if the table cannot show them.
        """
        record = replace(self.game.record, played=played)
        return self.subject.played_on(record, self.game.by_hand, self.kept, at, through)

    def planted(self, case: str, one: Candidate) -> Plant:
        """The game with an offence. Raises as `played_out`."""
        plant = planted(self.subject.rules, self.game.record, one)
        soon = one.at + LOOKS_AHEAD  # its gestures may be made with those of the next verbs
        if not self.played_out(plant.played, one.at, soon).of_verb(one.at):
            raise UnshownError(SHOWS_NOTHING)  # the rest need not be played out
        return Plant(self, case, one, plant, self.played_out(plant.played, one.at))


@dataclass(frozen=True)
class Plant:
    """An offence that was planted and played out."""

    plot: Plot
    case: str
    """The case that it should break."""
    one: Candidate
    planted: Planted
    changed: Game
    """The game with the offence."""

    @property
    def subject(self) -> Subject:
        return self.plot.subject

    @property
    def rules(self) -> GameRules:
        return self.plot.subject.rules

    @property
    def game(self) -> Game:
        """The game without the offence."""
        return self.plot.game

    @property
    def offence(self) -> Played:
        """The offence with the state before it."""
        return self.planted.played[self.one.at]

    @property
    def state(self) -> Any:
        """The state before the offence."""
        return self.offence.before

    @property
    def before(self) -> tuple[Played, ...]:
        """The verbs played before it."""
        return self.planted.played[: self.one.at]

    @property
    def rest(self) -> tuple[Played, ...]:
        """The verbs played after it."""
        return self.planted.played[self.one.at + 1 :]

    @property
    def late(self) -> tuple[Played, ...]:
        """The verb that is done too late, after the offence; empty if there is none."""
        return self.rest[:1] if self.one.how == "late" else ()

    @property
    def own(self) -> list[Gesture]:
        """The gestures of the offence."""
        return self.changed.of_verb(self.one.at)

    @cached_property
    def _begun(self) -> TableStage:
        """The table before the offence."""
        done = [one for one in self.changed.gestures if one.until <= self.one.at]
        known = self.subject.kept_before(self.plot.kept, self.one.at)
        if known is None:
            return self.subject.set_out(self.changed, done)
        stage = known.listener.copy().table
        for gesture in done[len(known.listener.heard) :]:
            perform_gesture(gesture, stage)
        return stage

    def with_instead(self, *verbs: Played, through: int, further: int = 0) -> Game | None:
        """The game with these verbs in place of the offence and some ``further`` verbs after it,
        played out to the end of the verb ``through``; ``None`` if the table cannot show them."""
        try:
            played = (*self.before, *verbs, *self.rest[further:])
            return self.plot.played_out(played, self.one.at, through)
        except REFUSALS:
            return None

    def shown(self, verb: Verb) -> list[Gesture] | None:
        """The gestures of a verb in place of the offence; ``None`` if it cannot be shown."""
        other = self.with_instead(replace(self.offence, verb=verb), through=self.one.at)
        return other.of_verb(self.one.at) if other is not None else None

    def signs(self, verb: Verb, by_hand: bool = False, *, barely: bool = False) -> set[str] | None:
        """The minimal gestures, in words, that show a verb in place of the offence (``by_hand``:
        without buttons; ``barely``: without those that may be left out). Empty if the verb has no
        visible sign, ``None`` if the table refuses it."""
        stage = self._begun.copy()
        stage.by_hand = stage.by_hand or by_hand
        listener = Listener(stage)
        try:
            perform(self.subject.bare, listener, replace(self.offence, verb=verb), barely=barely)
        except UnshownError:
            return set()
        except REFUSALS:
            return None
        made = [one for one in listener.heard if one.name not in WORDS] or listener.heard
        return set(told_all(made))

    def is_legal(self, state: Any, verbs: Iterable[Verb]) -> bool:
        """Whether these verbs are legal one after the other from a state."""
        for verb in verbs:
            if cases_of(self.rules, state, verb):
                return False
            state = self.rules.apply(state, verb)
        return True


def done(gestures: Sequence[Gesture]) -> list[Gesture]:
    """The gestures other than remarks in the chat."""
    return [one for one in gestures if one.name != "say"]


def told_all(gestures: Sequence[Gesture]) -> list[str]:
    """The gestures in words, without remarks in the chat."""
    return [one.in_words() for one in done(gestures)]


__all__ = ["SHOWS_NOTHING", "WORDS", "Plant", "Plot", "done", "told_all"]
