"""Dice on the table: thrown once for one thing, and left as they fell.

What chance alone can do is never held against anybody; how evenly the dice fell is told by
`validator.audit.fairness`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import ClassVar

from generator.light import dataclass
from validator.audit.findings import Finding, Severity
from validator.audit.tabletop.sight import DIE, Eyes
from validator.audit.tabletop.standing import Laid, Point, apart
from validator.audit.tabletop.walking import Table, told
from validator.reading.tabletop import entries as act
from validator.reading.tabletop.entries import Entry

_REACH = 2.0
"""Units: what is put down so near a die may knock it over."""
_FEW = 12
_DICE = (DIE, "random/")
"""What the recorder's own dice are called, and those it draws where the table has none."""
_PASSED_OVER = (act.Say, act.Head, act.Seat, act.InZone, act.InHand, act.Peek, act.Settle)
"""Acts between two throws that give no reason for the second."""


@dataclass
class Dice:
    """The throws of one log."""

    acts: ClassVar[frozenset[type[Entry]]] = frozenset()

    eyes: Eyes
    _before: act.Roll | None = None
    """The last throw, while nothing has happened since."""
    _repeated: list[tuple[act.Roll, act.Roll]] = field(default_factory=list)
    """Throws by hand of the same dice, one after the other."""
    _shown: dict[str, tuple[int, int]] = field(default_factory=dict)
    """What each die showed last, and the entry of that throw."""
    _turned: dict[str, list[int]] = field(default_factory=dict)
    """Dice turned by hand, and when."""
    _put: list[tuple[int, Point]] = field(default_factory=list)
    """Where things were put down or taken up, and when."""

    def look(self, entry: Entry, table: Table) -> Iterable[Finding]:
        """What an entry shows."""
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
        """Throws by hand with nothing in between, and dice turned over by hand."""
        if self._repeated:
            first, again = self._repeated[0]
            numbers = [later.number for _, later in self._repeated]
            times = f" {len(numbers)} times" if len(numbers) > 1 else ""
            did = f"The same dice were thrown by hand again{times}, with nothing in between: "
            did += f"{_faces(first)}, then {_faces(again)}."
            yield told(
                "dice.repeated",
                again,
                did,
                table=table,
                severity=Severity.NOTE,
                entries=[first.number, *numbers[1:]],
            )
        for die, numbers in self._turned.items():
            times = f" {len(numbers)} times" if len(numbers) > 1 else ""
            did = f"{_upper(self.eyes.title(die))} was turned over by hand{times}, not thrown."
            yield told("dice.set", numbers[0], did, entries=numbers[1:])

    def at_the_end(self, save: Laid, last: int) -> Iterator[Finding]:
        """Dice of the save that show another face than their last throw."""
        for die, (face, thrown) in self._shown.items():
            now, lies = save.faces.get(die), save.things.get(die)
            if now is None or lies is None or now == face or die in self._turned:
                continue
            touched = any(
                number > thrown and apart(where, lies.at) <= _REACH for number, where in self._put
            )
            did = f"{_upper(self.eyes.title(die))} shows {now} in the save; entry {thrown} says"
            did += f" that it fell on {face}."
            yield told(
                "dice.changed",
                last,
                did,
                severity=Severity.NOTE if touched else None,
                legal=f"{face}, or knocked over since by what was put down beside it",
                entries=(thrown,),
            )

    def _possible(self, entry: act.Roll, table: Table) -> Iterator[Finding]:
        """Faces the dice have not, and more dice than the button throws."""
        button = next((one for one in self.eyes.game.dice if one.id == entry.button), None)
        wrong = [
            f"{face} on {self.eyes.title(die) if die.startswith(DIE) else f'a die of {sides}'}"
            for die, face in entry.dice
            if (sides := _sides(die)) and not 1 <= face <= sides
        ]
        if wrong:
            did = f"A throw shows {', '.join(wrong[:_FEW])}."
            yield told("dice.impossible", entry, did, table=table)
        elif entry.button and button is None:
            did = f"Dice were thrown for {entry.button!r}, which the game does not have."
            yield told("dice.impossible", entry, did, table=table)
        elif button is not None and len(entry.dice) > button.count:
            did = f"{button.name} shows {len(entry.dice)} dice and throws {button.count}."
            yield told("dice.impossible", entry, did, table=table)

    def _again(self, entry: act.Roll, table: Table) -> Iterator[Finding]:
        """The same dice thrown by the same hand, with nothing since the last throw."""
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
        yield told("dice.repeated", entry, did, table=table, entries=(before.number,))

    def _may_follow(self, button_id: str) -> bool:
        """Whether dice like a button's may well be thrown right after them: for another of several
        pieces, or for what another button is for."""
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
    """How many sides a die has by its name; 0 where that does not tell."""
    kind, _, rest = die.partition("/")
    number = rest.split("/")[0]
    known = f"{kind}/" in _DICE and number.isdecimal() and len(number) < 4
    return int(number) if known else 0


def _faces(roll: act.Roll) -> str:
    return ", ".join(str(face) for _, face in roll.dice)


def _upper(words: str) -> str:
    return words[:1].upper() + words[1:]
