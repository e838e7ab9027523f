"""Match rolls in a recorder's log with the dice buttons of the definition, and build their reports.

Source: `generator.packaging.vassal.dice`.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.definition.schema import Action, DiceButton, Modifier
from generator.packaging.scene import Scene
from generator.vassal.commands import Command, Player
from validator.reading.tabletop import entries as act
from validator.reading.tabletop import words
from validator.reading.tabletop.pieces import PIECE, Counters


class ThrowError(ValueError):
    """A roll names a dice button that the game does not have, or other dice than the button's."""


class Throws:
    """The dice of a game while its log is read.

    ``properties`` are the current values of all properties; a roll changes those of its button.
    """

    def __init__(self, scene: Scene, counters: Counters, properties: dict[str, str]) -> None:
        self._scene = scene
        self._counters = counters
        self._properties = properties
        self._buttons = {button.id: button for button in scene.game.dice}
        self._asked: dict[str, str] = {}
        """Side to the dice that its last declaration asked for, until they are rolled."""
        self._before: dict[str, str] = {}
        """The old values of the properties that changed since the last roll of a button."""

    def asked(self, player: Player | None, action: Action) -> None:
        """Note the dice, if any, that a declaration asks its side to roll."""
        if player is not None:
            self._asked[player.side] = action.dice or ""

    def changed(self, name: str, old: str) -> None:
        """Note the old value of a property that changes."""
        self._before[name] = old

    def fits(self, entry: act.Roll) -> None:
        """Raise `ThrowError` if the entry's button does not exist, or has other dice."""
        found = self._buttons.get(entry.button)
        if entry.button and found is None:
            raise ThrowError(f"there are no dice {entry.button!r}")
        if found is not None and not _fits(found, entry):
            dice = f"{found.count}d{found.sides}"
            raise ThrowError(f"other dice were rolled than the {dice} of {entry.button!r}")

    def made(self, entry: act.Roll, player: Player | None) -> list[Command]:
        """The commands of a roll: its report, and for a button's roll the properties it sets."""
        button = self._button(entry, player)
        dice = [value for _, value in entry.dice]
        if button is None:
            return [words.rolled(player, words.by_hand(entry.dice), dice, ())]
        if player is not None:
            self._asked.pop(player.side, None)
        report = words.rolled(player, button.name, dice, self._added(button))
        self._before.clear()
        return [report, *words.dice_set(button.name, dice, self._properties)]

    def _button(self, entry: act.Roll, player: Player | None) -> DiceButton | None:
        """The button of a roll: the one that the entry names, or for a roll by hand the one that
        the side's last declaration asked for; None if it has other dice."""
        asked = self._asked.get(player.side, "") if player is not None else ""
        button = self._buttons.get(entry.button or asked)
        return button if button is not None and _fits(button, entry) else None

    def _added(self, button: DiceButton) -> Iterator[tuple[int, str]]:
        """The modifiers that apply to a roll of the button, each with its reason (`Modifier`)."""
        for modifier in button.modifiers:
            change = self._scene.game.number(modifier.change)
            if modifier.property is not None:
                change *= int(self._value(button, modifier.property) or 0)
                applies = change != 0
            else:
                applies = self._lies(modifier)
            if applies:
                yield change, modifier.text
                if not button.together:
                    return

    def _value(self, button: DiceButton, name: str) -> str:
        """The value of a property when the dice were rolled: the count of a button's rolls does
        not include this roll yet, though the recorder has already reported the new count."""
        if name == button.counted_in and name in self._before:
            return self._before[name]
        return self._properties.get(name, "")

    def _lies(self, modifier: Modifier) -> bool:
        """Whether a piece that modifies the roll lies visibly where it does so."""
        assert modifier.map is not None
        map_ = self._scene.map(self._scene.game.map(modifier.map).name)
        for piece in modifier.pieces:
            counter = self._counters.get(f"{PIECE}{piece}")
            if counter is None or counter.map != map_.name or counter.deck or map_.owners:
                continue
            place = map_.layout.locate(counter.x, counter.y)
            there = place is not None and not {place.id, place.zone}.isdisjoint(modifier.at)
            shown = modifier.face in (None, counter.piece.looks[counter.look].id)
            if there and shown and not counter.masked and not counter.hidden:
                return True
        return False


def _fits(button: DiceButton, entry: act.Roll) -> bool:
    """Whether the dice of a roll are those of a button."""
    return len(entry.dice) == button.count and all(
        words.sides_of(die) == button.sides and 1 <= value <= button.sides
        for die, value in entry.dice
    )
