"""Findings about things that were copied, deleted or spawned or are foreign to the game, and about
properties and turns that do not continue from their last value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, ClassVar

from generator.counting import capitalised, first_of
from generator.light import dataclass
from validator.audit.findings import Finding, Severity
from validator.audit.tabletop.sight import DIE, PIECE, Eyes
from validator.audit.tabletop.standing import UNKNOWN, Standing
from validator.audit.tabletop.walking import Table, found_at
from validator.reading.tabletop import entries as act
from validator.reading.tabletop.entries import Entry

if TYPE_CHECKING:
    from generator.definition.schema import Game, Scenario

_FEW = 8
_SOON = 5
"""How many seconds after a paste its copy may appear."""


@dataclass
class ByHand:
    """Things that came and went in one log.

    Things of the definition never do in play; notes, tokens and dice that people add are counted in
    a note.
    """

    acts: ClassVar[frozenset[type[Entry]]] = frozenset(
        {act.Paste, act.Spawn, act.Delete, act.Destroy}
    )

    eyes: Eyes
    _brought: list[tuple[int, str]] = field(default_factory=list)
    """Things that are not of the game: the entry, and their kind in Tabletop Simulator."""
    _pasted: dict[str, int] = field(default_factory=dict)
    _pasting: act.Paste | None = None
    """The last paste that did not name its object."""
    _deleted: dict[str, int] = field(default_factory=dict)

    def look(self, entry: Entry, table: Table) -> Iterator[Finding]:
        """The findings about an entry."""
        match entry:
            case act.Paste(piece=""):
                self._pasting = entry
            case act.Paste(piece=piece):
                yield from self._copied(entry, table.things.get(piece), table)
            case act.Spawn():
                yield from self._came(entry, table)
            case act.Delete(piece=piece):
                self._deleted[piece] = entry.number
                yield from self._went(entry, piece, "was deleted", table)
            case act.Destroy(piece=piece) if piece not in self._deleted:
                yield from self._went(entry, piece, "was taken away by no hand", table)

    def close(self, table: Table) -> Iterable[Finding]:
        """A note that counts the things that people added."""
        if self._brought:
            kinds = list(dict.fromkeys(kind for _, kind in self._brought))
            numbers = [number for number, _ in self._brought]
            listed = first_of(kinds, _FEW)
            many = "things that are" if len(numbers) > 1 else "thing that is"
            did = f"{len(numbers)} {many} not of the game came onto the table: {listed}."
            yield found_at(
                "table.created", numbers[0], did, severity=Severity.NOTE, entries=numbers[1:]
            )

    def _copied(self, entry: Entry, one: Standing | None, table: Table) -> Iterator[Finding]:
        if one is None or one.id not in table.known:
            return
        self._pasted[one.id] = entry.number
        name = self.eyes.name(one)
        did = f"{capitalised(name)} was copied, and the copy put on the table."
        yield found_at("table.cloned", entry, did, table=table, pieces=(name,))

    def _came(self, entry: act.Spawn, table: Table) -> Iterator[Finding]:
        old = table.things.get(entry.piece)
        if entry.piece in table.known and old is not None:
            if entry.piece in table.loose:
                return  # a card of a dissolved deck may be reported a second time
            if old.gone:
                self._deleted.pop(entry.piece, None)
            elif not old.holder and self._is_pasted(entry):
                assert self._pasting is not None
                yield from self._copied(self._pasting, old, table)
            elif not old.holder and entry.piece not in self._pasted:
                name = self.eyes.name(old)
                did = f"{capitalised(name)} came onto the table a second time."
                yield found_at("table.twin", entry, did, pieces=(name,), entries=(old.entry,))
            return
        if entry.piece.startswith((PIECE, DIE)) and not _is_die(entry, self.eyes):
            did = f"A {entry.kind} that calls itself {entry.piece} is no piece of the game."
            yield found_at("table.foreign", entry, did)
        elif old is None:
            self._brought.append((entry.number, entry.kind))

    def _is_pasted(self, entry: act.Spawn) -> bool:
        """Whether it just followed a paste that did not name its object."""
        paste = self._pasting
        return paste is not None and 0 <= entry.time - paste.time <= _SOON

    def _went(self, entry: Entry, piece: str, how: str, table: Table) -> Iterator[Finding]:
        old = table.things.get(piece)
        inside = [one for one in table.inside(piece) if one.id in table.known]
        if inside and not piece.startswith(PIECE):
            names = list(dict.fromkeys(map(self.eyes.name, inside)))
            did = f"A pile with {len(inside)} of the game's pieces {how}."
            yield found_at("table.deleted", entry, did, table=table, pieces=names)
            return
        if piece.startswith(UNKNOWN) or old is None or piece not in table.known:
            return
        if old.gone or (old.holder and isinstance(entry, act.Destroy)):
            return
        name = self.eyes.name(old)
        did = f"{capitalised(name)} {how}."
        yield found_at(
            "table.deleted", entry, did, table=table, pieces=(name,), entries=(old.entry,)
        )


def _is_die(entry: act.Spawn, eyes: Eyes) -> bool:
    """Whether it is a die with as many sides as one of the game's."""
    sides = {str(one.sides) for one in eyes.game.dice}
    return entry.piece.startswith(DIE) and entry.piece.split("/")[1] in sides


@dataclass(frozen=True, slots=True)
class Ways:
    """How the game's buttons change a property."""

    least: int
    most: int
    by: frozenset[int]
    """The amounts that one click adds."""
    to: frozenset[int]
    """The values that one click sets."""

    def lead(self, old: int, new: int) -> bool:
        """Whether one click can change one value into another, within the bounds."""
        reached = (max(self.least, min(self.most, old + change)) for change in self.by)
        return new in self.to or new in reached


def ways_of(game: Game) -> dict[str, Ways]:
    """How the properties of a game change: by score buttons, declarations and counted dice."""
    found = {}
    scored = list(_scored(game))
    for one in game.properties:
        by = {button.change for button in game.scores if button.property == one.name}
        by |= {change for name, change in scored if name == one.name}
        to = {action.sets[one.name] for action in game.actions if one.name in action.sets}
        if any(dice.counted_in == one.name for dice in game.dice):
            by, to = by | {1}, to | {0}
        least, most = one.least, one.most
        clamped = (max(least, min(most, value)) for value in to)
        found[one.name] = Ways(least, most, frozenset(by), frozenset(clamped))
    return found


def _scored(game: Game) -> Iterator[tuple[str, int]]:
    """Pairs of a property that a declaration changes and the change; a value of a piece may name
    the property."""
    for action in game.actions:
        yield from action.score.items()
        if any("{" in name for name in action.score):
            for piece in game.counters:
                if {piece.id, piece.kind} & set(action.pieces):
                    yield from action.changes(piece.values).items()


@dataclass
class Accounts:
    """Checks that properties and turns continue from their last value."""

    acts: ClassVar[frozenset[type[Entry]]] = frozenset({act.SetProperty, act.Step})

    properties: dict[str, int]
    """The present values, at first those of the set-up."""
    turn: tuple[int, int] | None
    """The present turn and tracked step."""
    ways: Mapping[str, Ways]
    _last: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game, scenario: Scenario) -> Accounts:
        """The accounts at the beginning of a set-up."""
        said = scenario.properties
        properties = {one.name: said.get(one.name, one.initial) for one in game.properties}
        return cls(properties, game.first_turn(scenario), ways_of(game))

    def look(self, entry: Entry, table: Table) -> Iterator[Finding]:
        """The findings about an entry."""
        match entry:
            case act.SetProperty(name=name, old=old, new=new):
                before = self.properties.get(name)
                yield from self._breaks(entry, name, before, old)
                ways = self.ways.get(name)
                if ways is not None and not ways.lead(old, new):
                    did = f"{name} went from {old} to {new}; no button of the game does that."
                    yield found_at("table.property", entry, did, table=table)
                self.properties[name] = new
                self._last[name] = entry.number
            case act.Step(old=before, new=now):
                yield from self._breaks(entry, "the turn", self.turn, before)
                self.turn = now
                self._last["the turn"] = entry.number

    def close(self, table: Table) -> Iterable[Finding]:
        """No findings: each change is checked by itself."""
        return ()

    def at_the_end(self, kept: Mapping[str, object], last: int) -> Iterator[Finding]:
        """A finding about the log's last line, which keeps the values for the next load and is
        not covered by a hash."""
        turn, properties = kept.get("turn"), kept.get("properties")
        wrong = []
        if self.turn is not None and isinstance(turn, list) and tuple(turn) != self.turn:
            wrong.append(f"{_shown(tuple(turn))} and not {_shown(self.turn)}")
        for name, value in self.properties.items():
            said = properties.get(name, value) if isinstance(properties, dict) else value
            if said != value:
                wrong.append(f"{name} {said} and not {value}")
        if wrong:
            did = f"The log's last line says {'; '.join(wrong)}, as the entries have it."
            yield found_at("tts.account", last, did)

    def _breaks(self, entry: Entry, what: str, before: Any, recorded: Any) -> Iterator[Finding]:
        if before is None or before == recorded:
            return
        last = self._last.get(what, 0)
        since = f"since entry {last}" if last else "since the set-up"
        did = (
            f"{capitalised(what)} went on from {_shown(recorded)}; {since} it was {_shown(before)}."
        )
        yield found_at("tts.account", entry, did, entries=(last,) if last else ())


def _shown(value: Any) -> str:
    match value:
        case (int(turn), int(step)):
            return f"turn {turn}, step {step + 1}"
    return str(value)
