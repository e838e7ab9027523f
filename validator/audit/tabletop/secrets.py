"""Findings about forbidden looks and touches: at face-down pieces of others, into cups and hands,
onto private boards.

Tabletop Simulator lets every seat peek, search and turn things over. The referee's seat may; if the
actor is unknown, nothing is reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from typing import TYPE_CHECKING, ClassVar

from generator.counting import capitalised, first_of
from generator.light import dataclass
from validator.audit.findings import Finding, Severity
from validator.audit.tabletop.sight import Eyes
from validator.audit.tabletop.standing import UNKNOWN, Standing
from validator.audit.tabletop.walking import Table, found_at
from validator.reading.tabletop import entries as act
from validator.reading.tabletop.entries import Entry

if TYPE_CHECKING:
    from generator.definition.schema import Deck

_FEW = 12
_SOON = 5
"""Whoever picks a piece up within this many seconds after it left a cup has drawn it."""


@dataclass
class Secrets:
    """Findings about looks and touches in one log."""

    acts: ClassVar[frozenset[type[Entry]]] = frozenset(
        {act.Peek, act.Flip, act.Pick, act.Switch, act.Search, act.Leave}
        | {act.Drop, act.Enter, act.Settle, act.InHand}
    )

    eyes: Eyes
    _searching: dict[str, act.Search] = field(default_factory=dict)
    """Cups that are being looked through, and the entry of the search."""
    _others: dict[tuple[str, str], list[tuple[int, str]]] = field(default_factory=dict)
    """Open pieces moved by another side: entries and names, by side and mover."""
    _drawn: dict[str, act.Leave] = field(default_factory=dict)
    """Pieces that left a cup or deck, until an entry says where they are."""
    _anybodys: set[str] = field(default_factory=set)
    """Pieces that left a cup or deck which everybody draws from, until they are on the table."""

    def look(self, entry: Entry, table: Table) -> Iterator[Finding]:
        """The findings about an entry."""
        match entry:
            case act.Peek(piece=piece):
                yield from self._peeked(entry, table.things.get(piece), table)
            case act.Flip(piece=piece, face_down=down):
                yield from self._reached(entry, table.things.get(piece), "turned over", table)
                if not down:
                    yield from self._uncovered(entry, table.things.get(piece), table)
            case act.Pick(piece=piece):
                yield from self._taken_out(entry, table)
                yield from self._reached(entry, table.things.get(piece), "taken up", table)
                self._moved(entry, table.things.get(piece), table)
            case act.Switch(piece=piece):
                yield from self._reached(entry, table.things.get(piece), "switched", table)
            case act.Search():
                yield from self._searched(entry, table)
            case act.Leave():
                yield from self._chosen(entry, table)
                self._left(entry)
            case act.Drop(piece=piece, face_down=down):
                yield from self._taken_out(entry, table)
                if not down and piece not in self._anybodys:
                    yield from self._uncovered(entry, table.things.get(piece), table)
                self._anybodys.discard(piece)
            case act.Enter(piece=piece, container=container):
                yield from self._taken_out(entry, table)
                self._anybodys.discard(piece)
                if piece not in table.held and self.eyes.deck(container) is not None:
                    self._moved(entry, table.things.get(piece), table)
            case act.Settle(piece=piece) | act.InHand(piece=piece):
                self._drawn.pop(piece, None)

    def close(self, table: Table) -> Iterable[Finding]:
        """Notes about pieces that another side moved, which is possible and often a courtesy."""
        for (side, mover), rows in self._others.items():
            numbers = list(dict.fromkeys(number for number, _ in rows))
            names = list(dict.fromkeys(name for _, name in rows))
            often = f" in {len(numbers)} entries" if len(numbers) > 1 else ""
            listed = first_of(names, _FEW)
            did = f"Pieces of {side} were moved by {mover}{often}: {listed}."
            yield found_at(
                "table.hand",
                numbers[0],
                did,
                severity=Severity.NOTE,
                pieces=names,
                entries=numbers[1:],
            )

    def _peeked(self, entry: Entry, one: Standing | None, table: Table) -> Iterator[Finding]:
        if one is None or not self._barred(entry, self.eyes.lookers(one), table):
            return
        where = self._where(one)
        did = f"{self._name(one)}{where} was looked at from below by {_who(entry, table)}."
        yield found_at("secret.peek", entry, did, table=table, legal=self._legal(one))

    def _searched(self, entry: act.Search, table: Table) -> Iterator[Finding]:
        deck = self.eyes.deck(entry.container)
        if entry.when == "end":
            self._searching.pop(entry.container, None)
            return
        if deck is None or not deck.face_down or not self._plays(entry, table):
            return
        if deck.shuffle == "always":
            self._searching[entry.container] = entry
        if deck.side is not None and table.side(entry) != deck.side:
            whose = f", which is drawn from by {deck.side}"
            severity = None
        else:
            whose, severity = "", Severity.NOTE
        did = f"{_who(entry, table)} looked through {_called(deck)}{whose}."
        yield found_at("secret.search", entry, did, table=table, severity=severity)

    def _chosen(self, entry: act.Leave, table: Table) -> Iterator[Finding]:
        """A piece taken out of a cup during a search was chosen, not drawn."""
        search = self._searching.get(entry.container)
        deck = self.eyes.deck(entry.container)
        if entry.colour:
            # A note only, since a button may have taken it out; the next pick shows who drew it.
            yield from self._drawn_by(entry, entry, table, Severity.NOTE)
        if search is None or deck is None or entry.colour not in ("", search.colour):
            return
        old = table.things.get(entry.piece)
        name = self._name(replace(old, hand="", holder=entry.container) if old else None)
        did = f"{name} was taken out of {_called(deck)} while {_who(search, table)} looked into it."
        yield found_at("secret.chosen", entry, did, table=table, entries=(search.number,))

    def _left(self, entry: act.Leave) -> None:
        deck = self.eyes.deck(entry.container)
        if deck is not None and deck.side is None:
            self._anybodys.add(entry.piece)
        elif deck is not None and not entry.colour:
            self._drawn[entry.piece] = entry

    def _taken_out(self, entry: act.Pick | act.Drop | act.Enter, table: Table) -> Iterator[Finding]:
        """A piece drawn by whoever first picked it up right after it left a cup."""
        leave = self._drawn.pop(entry.piece, None)
        if leave is not None and 0 <= entry.time - leave.time <= _SOON:
            yield from self._drawn_by(entry, leave, table)

    def _drawn_by(
        self, entry: Entry, leave: act.Leave, table: Table, severity: Severity | None = None
    ) -> Iterator[Finding]:
        """A piece drawn from the cup of another side by the player of ``entry``."""
        deck = self.eyes.deck(leave.container)
        if deck is None or deck.side is None or not self._barred(entry, (deck.side,), table):
            return
        did = f"A piece was drawn from {_called(deck)} of {deck.side} by {_who(entry, table)}."
        others = (leave.number,)
        yield found_at("deck.access", entry, did, table=table, severity=severity, entries=others)

    def _uncovered(self, entry: Entry, one: Standing | None, table: Table) -> Iterator[Finding]:
        """A face-down piece turned up by somebody who may not."""
        counter = self.eyes.counter(one.id) if one is not None else None
        if one is None or counter is None or counter.mask is None or not one.face_down:
            return
        # In a hand or on a private board `_reached` reports it.
        if self.eyes.owners(one.at) is not None or one.hand or one.holder:
            return
        if self._barred(entry, counter.mask.access, table):
            whose = ", ".join(counter.mask.access)
            did = f"{self._name(one)} of {whose} was turned up by {_who(entry, table)}."
            yield found_at("table.unmasked", entry, did, table=table, legal=self._legal(one))

    def _reached(
        self, entry: Entry, one: Standing | None, how: str, table: Table
    ) -> Iterator[Finding]:
        """Something touched in another's hand or on another's private board."""
        if one is None or one.holder:
            return
        if one.hand:
            sides: tuple[str, ...] | None = (one.hand.removeprefix("hand/"),)
            code, where = "secret.hand", f"in the hand of {one.hand.removeprefix('hand/')}"
        else:
            sides = self.eyes.owners(one.at)
            code, where = "secret.hidden", "out of sight of others"
        if not self._barred(entry, sides, table):
            return
        did = f"{self._name(one)}, {where}, was {how} by {_who(entry, table)}."
        yield found_at(code, entry, did, table=table)

    def _moved(self, entry: Entry, one: Standing | None, table: Table) -> None:
        counter = self.eyes.counter(one.id) if one is not None else None
        if one is None or counter is None or one.holder or not self.eyes.sees(one):
            return
        sides = counter.restricted_to
        if sides and self.eyes.owners(one.at) is None and self._barred(entry, sides, table):
            key = (", ".join(sides), _who(entry, table))
            self._others.setdefault(key, []).append((entry.number, self.eyes.name(one)))

    def _barred(self, entry: Entry, sides: tuple[str, ...] | None, table: Table) -> bool:
        """Whether the actor is known to play a side other than these."""
        return sides is not None and self._plays(entry, table) and table.side(entry) not in sides

    def _plays(self, entry: Entry, table: Table) -> bool:
        return table.side(entry) in self.eyes.players

    def _name(self, one: Standing | None) -> str:
        if one is None:
            return "A piece"
        if one.id.startswith(UNKNOWN) and not self.eyes.knows(one):
            return "A face-down card"
        name = self.eyes.name(one) if self.eyes.sees(one) else "a piece"
        return capitalised(name)

    def _where(self, one: Standing) -> str:
        return f" {self.eyes.place(one)}" if self.eyes.sees(one) else ""

    def _legal(self, one: Standing) -> str:
        sides = self.eyes.lookers(one)
        return f"by {', '.join(sides)}" if sides else ""


def _who(entry: Entry, table: Table) -> str:
    return table.side(entry) or entry.player or entry.colour


def _called(deck: Deck) -> str:
    return deck.name or deck.id
