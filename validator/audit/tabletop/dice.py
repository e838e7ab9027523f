"""Findings about dice on the table: thrown twice for one thing, or changed after they fell.

Results that chance can explain are never held against anybody: `validator.audit.fairness` reports
how even the dice were.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import ClassVar

from generator.counting import capitalised
from generator.light import dataclass
from validator.audit.findings import Finding, Severity
from validator.audit.tabletop.sight import DIE, Eyes
from validator.audit.tabletop.standing import Laid, Point, apart
from validator.audit.tabletop.walking import Table, found_at
from validator.reading.tabletop import entries as act
from validator.reading.tabletop.entries import Entry

_REACH = 2.0
"""How near to a die, in units, a thing may be put down and knock it over."""
_FEW = 12
_DICE = (DIE, "random/")
"""Prefixes of the ids of the recorder's dice, and of random numbers without a die."""
_PASSED_OVER = (act.Say, act.Head, act.Seat, act.InZone, act.InHand, act.Peek, act.Settle)
"""Acts between two throws that do not explain the second."""


@dataclass
class Dice:
    """The throws of one log."""

    acts: ClassVar[frozenset[type[Entry]]] = frozenset()

    eyes: Eyes
    _before: act.Roll | None = None
    """The last throw, if nothing has happened since."""
    _repeated: list[tuple[act.Roll, act.Roll]] = field(default_factory=list)
    """Pairs of throws of the same dice by hand, with nothing in between."""
    _shown: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The last face of each die, and the entry of that throw."""
    _turned: dict[str, list[int]] = field(default_factory=dict)
    """Dice turned by hand, and the entries."""
    _put: list[tuple[int, Point]] = field(default_factory=list)
    """The entries and places at which things were put down or picked up."""

    def look(self, entry: Entry, table: Table) -> Iterable[Finding]:
        """The findings about an entry."""
        match entry:
            case act.Roll():
                return self._rolled(entry, table)
            case act.Pick(piece=piece, from_=where) | act.Drop(piece=piece, to=where):
                self._put.append((entry.number, where))
                if not piece.startswith(DIE):
                    self._before = None
            case act.Flip(piece=piece) | act.Rotate(piece=piece) if piece.startswith(DIE):
                if isinstance(entry, act.Flip):
                    self._turned.setdefault(piece, []).append(entry.number)
            case _ if not isinstance(entry, _PASSED_OVER):
                self._before = None
        return ()

    def _rolled(self, entry: act.Roll, table: Table) -> Iterator[Finding]:
        yield from self._possible(entry, table)
        yield from self._again(entry, table)
        self._before = entry
        self._shown.update({die: (face, entry.number) for die, face in entry.dice})

    def close(self, table: Table) -> Iterable[Finding]:
        """Findings about repeated throws by hand, and dice turned over by hand."""
        if self._repeated:
            first, again = self._repeated[0]
            numbers = [later.number for _, later in self._repeated]
            times = f" {len(numbers)} times" if len(numbers) > 1 else ""
            did = f"The same dice were thrown by hand again{times}, with nothing in between: "
            did += f"{_faces(first)}, then {_faces(again)}."
            yield found_at(
                "dice.repeated",
                again,
                did,
                table=table,
                severity=Severity.NOTE,
                entries=[first.number, *numbers[1:]],
            )
        for die, numbers in self._turned.items():
            times = f" {len(numbers)} times" if len(numbers) > 1 else ""
            did = f"{capitalised(self.eyes.title(die))} was turned over by hand{times}, not thrown."
            yield found_at("dice.set", numbers[0], did, entries=numbers[1:])

    def at_the_end(self, save: Laid, last: int) -> Iterator[Finding]:
        """Findings about dice of the save that show another face than their last throw."""
        for die, (face, thrown) in self._shown.items():
            now, lies = save.faces.get(die), save.things.get(die)
            if now is None or lies is None or now == face or die in self._turned:
                continue
            touched = any(
                number > thrown and apart(where, lies.at) <= _REACH for number, where in self._put
            )
            did = (
                f"{capitalised(self.eyes.title(die))} shows {now} in the save; entry {thrown} says"
            )
            did += f" that it fell on {face}."
            yield found_at(
                "dice.changed",
                last,
                did,
                severity=Severity.NOTE if touched else None,
                legal=f"{face}, or knocked over since by what was put down beside it",
                entries=(thrown,),
            )

    def _possible(self, entry: act.Roll, table: Table) -> Iterator[Finding]:
        """Faces that the dice do not have, and more dice than the button throws."""
        button = next((one for one in self.eyes.game.dice if one.id == entry.button), None)
        wrong = [
            f"{face} on {self.eyes.title(die) if die.startswith(DIE) else f'a die of {sides}'}"
            for die, face in entry.dice
            if (sides := _sides(die)) and not 1 <= face <= sides
        ]
        if wrong:
            did = f"A throw shows {', '.join(wrong[:_FEW])}."
            yield found_at("dice.impossible", entry, did, table=table)
        elif entry.button and button is None:
            did = f"Dice were thrown for {entry.button!r}, which the game does not have."
            yield found_at("dice.impossible", entry, did, table=table)
        elif button is not None and len(entry.dice) > button.count:
            did = f"{button.name} shows {len(entry.dice)} dice and throws {button.count}."
            yield found_at("dice.impossible", entry, did, table=table)

    def _again(self, entry: act.Roll, table: Table) -> Iterator[Finding]:
        """The same dice thrown again from the same seat, with nothing in between."""
        before = self._before
        if before is None or entry.button or before.colour != entry.colour:
            return
        if {die for die, _ in before.dice} != {die for die, _ in entry.dice}:
            return
        if not before.button or self._may_follow(before.button):
            self._repeated.append((before, entry))
            return
        named = {one.id: one.name for one in self.eyes.game.dice}
        asked = named.get(before.button, before.button)
        did = f"{asked} had fallen on {_faces(before)}; the same dice were thrown again by hand and"
        did += f" fell on {_faces(entry)}."
        yield found_at("dice.repeated", entry, did, table=table, entries=(before.number,))

    def _may_follow(self, button_id: str) -> bool:
        """Whether equal dice may be needed right after those of a button: for another piece, or for
        the purpose of another button."""
        game = self.eyes.game
        asked = next((one for one in game.dice if one.id == button_id), None)
        if asked is None:
            return False
        return bool(asked.each or asked.counted_in) or any(
            one.id != button_id
            and (one.count, one.sides) == (asked.count, asked.sides)
            and (one.side is None or asked.side in (None, one.side))
            for one in game.dice
        )


def _sides(die: str) -> int:
    """The number of sides of a die, by its id; 0 if the id does not say."""
    kind, _, rest = die.partition("/")
    number = rest.split("/")[0]
    known = f"{kind}/" in _DICE and number.isdecimal() and len(number) < 4
    return int(number) if known else 0


def _faces(roll: act.Roll) -> str:
    return ", ".join(str(face) for _, face in roll.dice)
