"""The entries that belong to one click: for the recorder they are several, for VASSAL one step.

A declaration can turn a piece, count points, roll, draw, move markers and set the turn tracker.
What the recorder does by itself for the player who clicked belongs to the click, as long as
nothing else happened in between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import field

from generator.definition.schema import Action, DiceButton, Game
from generator.light import dataclass
from validator.reading.tabletop import entries as act
from validator.reading.tabletop.entries import Entry


@dataclass(slots=True)
class Click:
    """A click, and the effects of it that the log may still report."""

    colour: str
    """The seat colour of the player who clicked."""
    piece: str = ""
    """The piece whose menu was clicked."""
    dice: str = ""
    """The dice button that it rolls; empty once the dice rest."""
    properties: Counter[str] = field(default_factory=Counter)
    """How often it will still change each property."""
    draws: frozenset[str] = frozenset()
    """The decks of which a card is still to be drawn."""
    piles: frozenset[str] = frozenset()
    """Discard piles that it returns to their decks."""
    shuffled: frozenset[str] = frozenset()
    """The decks that these piles return to."""
    tracker: bool = False
    """Whether it sets the turn tracker."""
    markers: frozenset[str] = frozenset()
    """Markers that it moves on their tracks."""
    step: int = -1
    """The index of its step; -1 while it has none."""
    _cards: set[str] = field(default_factory=set)

    def takes(self, entry: act.Leave | act.Drop | act.Settle | act.Enter, lay_in: str) -> bool:
        """Whether the entry moves a card that the click draws or returns to its deck."""
        if not self._mine(entry):
            return False
        if lay_in and lay_in in (*self.draws, *self.piles):
            self._cards.add(entry.piece)
            self.draws -= {lay_in}
        elif isinstance(entry, act.Leave):
            self._cards.discard(entry.piece)  # drawn again from where the click sent it
        return entry.piece in self._cards

    def includes(self, entry: Entry, lay_in: str) -> bool:
        """Whether an entry reports an effect of the click. ``lay_in`` is the deck that the
        entry's piece was in before, or empty."""
        if not self._mine(entry):
            return False
        match entry:
            case act.Flip(piece=piece) | act.Switch(piece=piece):
                return piece == self.piece or piece in self.markers or piece in self._cards
            case act.Drop(piece=piece) | act.Settle(piece=piece) | act.Enter(piece=piece):
                return piece in self.markers or self.takes(entry, lay_in)
            case act.Shuffle(container=container):
                return container.removeprefix("deck/") in self.shuffled
            case act.SetProperty(name=name):
                self.properties[name] -= 1
                return self.properties[name] >= 0
            case act.Roll(button=button):
                mine = bool(button) and button == self.dice
                if mine:  # the dice rest last: a later count belongs to another roll
                    self.dice = ""
                    self.properties.clear()
                return mine
            case act.Step():
                mine, self.tracker = self.tracker, False
                return mine
        return False

    def _mine(self, entry: Entry) -> bool:
        """Whether the entry was made for the player who clicked."""
        return entry.colour in ("", self.colour)


class Clicks:
    """What each kind of click does in a game, by its definition."""

    def __init__(self, game: Game) -> None:
        self._dice = {button.id: button for button in game.dice}
        self._counted = {one.counted_in: one for one in game.dice if one.counted_in is not None}
        self._piles = {
            deck.id: deck.reshuffles_into or "" for map_ in game.maps for deck in map_.decks
        }
        self._values = {f"piece/{one.id}": one.values for one in game.counters}
        self._markers: dict[str, set[str]] = {}
        self._turn: frozenset[str] = frozenset()
        for track in (track for map_ in game.maps for track in map_.tracks if track.marker):
            self._markers.setdefault(track.property, set()).add(f"piece/{track.marker}")
        if game.turns.marker:
            self._turn = frozenset({f"piece/{game.turns.marker}"})

    def declared(self, entry: act.Declare, action: Action) -> Click:
        """The click that a declaration begins."""
        dice = self._dice.get(action.dice or "")
        score = action.changes(self._values.get(entry.piece, {}))
        properties = Counter([*score, *action.sets, *_counting(dice)])
        tracker = action.tracker != "none"
        return Click(
            entry.colour,
            entry.piece,
            dice.id if dice is not None else "",
            properties,
            frozenset(draw.deck for draw in action.draw),
            frozenset(action.reshuffles),
            frozenset(self._piles.get(one, "") for one in action.reshuffles),
            tracker,
            self._following(properties) | (self._turn if tracker else frozenset()),
        )

    def changed(self, entry: act.SetProperty) -> Click:
        """The click on a button that changes a property; where the property counts the rolls of a
        dice button, the click includes the roll."""
        dice = self._counted.get(entry.name)
        rolled = dice.id if dice is not None else ""
        left = Counter(_counting(dice)[1:])
        return Click(entry.colour, "", rolled, left, markers=self._following([entry.name]))

    def advanced(self, entry: act.Step) -> Click:
        """The click on the turn tracker."""
        return Click(entry.colour, markers=self._turn)

    def _following(self, properties: Iterable[str]) -> frozenset[str]:
        return frozenset(one for name in properties for one in self._markers.get(name, ()))


def _counting(dice: DiceButton | None) -> tuple[str, ...]:
    """The property that counts a roll, once for each change: it may be reset before it counts."""
    if dice is None or dice.counted_in is None:
        return ()
    return (dice.counted_in,) * (1 if dice.counted_until is None else 2)
