"""Helpers to play a game out at the table, common to all games.

With buttons the players click, roll and declare; by hand they only move and turn counters. The
same verb is done in several ways, as people do: a counter goes in two short drags, or is put down
wrong and corrected; an unimportant click is forgotten; things that belong together are done in
either order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from generator.errors import BroadsideError
from validator.rules.staging import Played, Stage

IN_TWO_DRAGS = 0.2
CORRECTED = 0.08
TALK = 0.05
FORGOTTEN = 0.08
"""How often an unimportant click is left out, or comes late."""


class UnshownError(BroadsideError):
    """A verb cannot be shown at this table."""


class Hands:
    """The hands of all players at a table, and how far they have played a game."""

    def __init__(
        self,
        stage: Stage,
        played: Sequence[Played],
    ) -> None:
        self.stage = stage
        self.rng = stage.rng
        self.hands_only = stage.by_hand
        self.tables: Any = stage.tables
        self.played = played
        self.at = 0
        """The number of verbs that are done."""
        self._sides: list[str] = [side.id for side in stage.game.sides if side.role == "player"]

    def close(self) -> None:
        """Say something at the end of the game."""
        self.stage.say(self._sides[0], "good game")
        self.stage.say(self._sides[-1], "thanks, good game")

    # --- how people do things -----------------------------------------------------------

    def sometimes(self, chance: float) -> bool:
        """True with the probability ``chance``."""
        return self.rng.random() < chance

    def either(self) -> str:
        """A random side."""
        return self.rng.choice(self._sides)

    def in_either_order(self, *parts: Callable[[], None]) -> None:
        """Do some things in random order."""
        for part in self.rng.sample(parts, len(parts)):
            part()

    # --- clicks and dice ----------------------------------------------------------------

    def declare(self, side: str, action_id: str) -> None:
        """Click a declaration, which is sometimes forgotten; without buttons nothing happens."""
        if not self.sometimes(FORGOTTEN):
            self.click(side, action_id)

    def click(self, side: str, action_id: str, cards: Sequence[str] = ()) -> None:
        """Click the button of an action, with the cards that it deals; without buttons nothing
        happens."""
        if not self.hands_only:
            self.stage.press(side, self.stage.game.action(action_id).name, pieces=cards)

    def roll(self, side: str, dice_id: str, dice: Sequence[int] | int | None) -> None:
        """Click a dice button; without buttons nothing happens (real dice are rolled)."""
        if not self.hands_only and dice is not None:
            shown = (dice,) if isinstance(dice, int) else dice
            self.stage.roll(side, self.stage.game.dice_button(dice_id).name, shown)

    # --- counters -----------------------------------------------------------------------

    def go(self, side: str, piece: str, map_id: str, here: str, to: str, reach: int) -> None:
        """Move a counter: directly, in two drags, or put down wrong (at most ``reach`` hexes away)
        and corrected."""
        if here == to:
            return
        between = [
            place
            for place in self.tables.neighbours.get(here, ())
            if place != to and to in self.tables.neighbours[place]
        ]
        if self.tables.hexes_between(here, to) == 2 and self.sometimes(IN_TWO_DRAGS):
            self.stage.drag(side, [piece], map_id, self.rng.choice(sorted(between)))
        elif self.sometimes(CORRECTED):
            near = [place for place in self.tables.within(here, reach) if place not in (here, to)]
            if near:
                self.stage.drag(side, [piece], map_id, self.rng.choice(sorted(near)))
                if self.sometimes(0.5):
                    self.stage.undo()
        self.stage.drag(side, [piece], map_id, to)

    def turn_to(self, side: str, piece: str, facing: str) -> None:
        """Turn a counter to one of its facings, the shorter way round."""
        facings = self.stage.game.counter(piece).facings
        steps = (_number_of(facing, facings) - self.stage.facing(piece)) % len(facings)
        words = "Turn right" if steps <= len(facings) // 2 else "Turn left"
        for _ in range(min(steps, len(facings) - steps)):
            self.stage.choose(side, piece, words)

    def show_face(self, side: str, piece: str, face: str) -> None:
        """Flip a counter until a face is up."""
        up = self.stage.face(piece)
        faces = [one.id for one in self.stage.game.counter(piece).faces]
        for _ in range((_number_of(face, faces) - up) % len(faces)):
            self.stage.choose(side, piece, "Flip")

    # --- tracks and points --------------------------------------------------------------

    def clicks_for(self, points: int) -> list[int]:
        """The changes of the score buttons to click to add ``points``, the largest first.

        Raises `UnshownError` if the game's buttons cannot add up to that.
        """
        changes = sorted({row.change for row in self.stage.game.scores}, key=abs, reverse=True)
        found = []
        while points:
            fitting = (c for c in changes if c * points > 0 and abs(c) <= abs(points))
            step = next(fitting, None)
            if step is None:
                raise UnshownError(f"no score button of the game makes the last {points:+}")
            found.append(step)
            points -= step
        return found

    def click_points(self, side: str, points: int) -> None:
        """Click the score buttons that add ``points``."""
        for change in self.clicks_for(points):
            button = next(row for row in self.stage.game.scores if row.change == change)
            self.stage.press(side, f"Score {button.name}")


def _number_of(name: str, names: Sequence[str]) -> int:
    """The index of a counter's face or facing. Raises `UnshownError` if it has none such."""
    if name not in names:
        raise UnshownError(f"the counter has no {name!r}; accepted: {', '.join(names)}")
    return names.index(name)
