"""One pass through the recorder's entries for all audits of them, with the table as it was before
each entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, ClassVar, Protocol

from generator.light import dataclass
from validator.audit.codes import found
from validator.audit.findings import Finding, Severity
from validator.audit.tabletop.sight import PIECE
from validator.audit.tabletop.standing import NOWHERE, Point, Standing
from validator.reading import events as ev
from validator.reading.tabletop import entries as act
from validator.reading.tabletop.entries import Entry

_PLACING = (act.Pick, act.Drop, act.Settle, act.Enter, act.InHand, act.Spawn)
"""Entries that say where a thing is."""


@dataclass(slots=True)
class Table:
    """The state of all things after the entries so far."""

    things: dict[str, Standing]
    """By their names in the log: things of the set-up, and those that came later."""
    known: frozenset[str]
    """The things of the set-up."""
    doubled: set[str] = field(default_factory=set)
    """Things that came a second time, so that their place is no longer known."""
    held: dict[str, int] = field(default_factory=dict)
    """Things that were picked up and not put down, and the entry of the pick."""
    lifted: dict[str, Point] = field(default_factory=dict)
    """Where held things were picked up."""
    loose: set[str] = field(default_factory=set)
    """Things whose place no entry has given since they came out of a bag or deck."""
    put_in: set[str] = field(default_factory=set)
    """Things that were picked up and went into a bag: a drop reported later is ignored."""
    sides: Mapping[str, str] = field(default_factory=dict)
    """The side of each seat."""
    bags: frozenset[str] = frozenset()
    """Containers that remain bags even when nearly empty."""

    def side(self, entry: Entry) -> str:
        """The side of whoever did it; empty if unknown."""
        return self.sides.get(entry.colour, "")

    def apply(self, entry: Entry) -> None:
        """Apply the changes of an entry."""
        came_out = False
        if isinstance(entry, _PLACING):
            came_out = entry.piece in self.loose
            self.loose.discard(entry.piece)
        match entry:
            case act.Load():
                # A thing held during the save falls after loading, and no entry shows where.
                self.loose.update(self.held)
                self.held.clear()
            case act.Pick(piece=piece, from_=where):
                if piece not in self.things:
                    self.put(piece, entry, at=where)
                self.held[piece] = entry.number
                self.lifted[piece] = where
                self.put_in.discard(piece)
            case act.Drop():
                self._dropped(entry)
            case act.Settle(piece=piece, to=to, angle=angle, face_down=down, state=state):
                self.put(piece, entry, at=to, turned=angle, face_down=down, state=state, holder="")
            case act.Flip(piece=piece, face_down=down):
                self.put(piece, entry, face_down=down)
            case act.Rotate(piece=piece, angle=angle):
                self.put(piece, entry, turned=angle)
            case act.Switch(piece=piece, state=state):
                self.put(piece, entry, state=state)
            case act.Leave(piece=piece, at=where, face_down=down):
                self.put_in.discard(piece)
                self.loose.add(piece)
                self.put(piece, entry, at=where, face_down=down, holder="")
            case act.Enter(piece=piece, container=container, at=where):
                if self.held.pop(piece, 0):
                    self.put_in.add(piece)
                self.put(piece, entry, at=where, holder=container, hand="")
                if not piece.startswith(PIECE) and container not in self.bags:
                    self._merged(piece, entry)
            case act.InHand(piece=piece, which=which, hand=hand):
                self.put(piece, entry, hand=hand if which == "in" else "")
            case act.Spawn(piece=piece, at=where):
                old = self.things.get(piece)
                if old is not None and not (old.gone or old.holder or came_out):
                    self.doubled.add(piece)
                else:
                    self.put(piece, entry, at=where, holder="", hand="")
            case act.Delete(piece=piece) | act.Destroy(piece=piece):
                self.put(piece, entry, gone=True)
                self.held.pop(piece, None)
                if not piece.startswith(PIECE):
                    for one in self.inside(piece):
                        self.put(one.id, entry, gone=True)

    def inside(self, pile: str) -> list[Standing]:
        """The things in a bag or deck."""
        return [one for one in self.things.values() if one.holder == pile and not one.gone]

    def _merged(self, deck: str, entry: act.Enter) -> None:
        """Move the cards of a deck that was laid on another into that one."""
        for one in self.inside(deck):
            self.things[one.id] = replace(one, at=entry.at, holder=entry.container)

    def _dropped(self, entry: act.Drop) -> None:
        self.held.pop(entry.piece, None)
        if entry.piece in self.put_in:
            self.put_in.discard(entry.piece)
            return
        old = self.things.get(entry.piece)
        self.things[entry.piece] = Standing(
            entry.piece,
            entry.to,
            entry.angle,
            entry.face_down,
            entry.state,
            hand=old.hand if old is not None else "",
            entry=entry.number,
            placed=entry.number,
        )

    def put(self, piece: str, entry: Entry, **changes: Any) -> None:
        """Change a thing; one that was gone and is reported exists again."""
        old = self.things.get(piece)
        if old is None:
            # A new deck of cards is first reported when it is turned, not when it forms.
            old = Standing(piece, NOWHERE, 0, False, 1)
            if "at" not in changes:
                self.loose.add(piece)
        changes.setdefault("gone", False)
        if "at" in changes or changes["gone"]:
            changes["placed"] = entry.number
        self.things[piece] = replace(old, entry=entry.number, **changes)


class Watcher(Protocol):
    """An audit that examines the entries in turn."""

    acts: ClassVar[frozenset[type[Entry]]]
    """The kinds of entries that it examines; empty for all."""

    def look(self, entry: Entry, table: Table) -> Iterable[Finding]:
        """The findings about an entry; ``table`` is the state before it."""
        ...

    def close(self, table: Table) -> Iterable[Finding]:
        """The findings that need the whole log."""
        ...


def watch(entries: Sequence[Entry], table: Table, watchers: Sequence[Watcher]) -> Iterator[Finding]:
    """The findings of all watchers, in one pass."""
    looking = {
        kind: [one for one in watchers if not one.acts or kind in one.acts]
        for kind in act.ACTS.values()
    }
    for entry in entries:
        for one in looking[type(entry)]:
            yield from one.look(entry, table)
        table.apply(entry)
    for one in watchers:
        yield from one.close(table)


def found_at(
    code: str,
    entry: Entry | int,
    did: str,
    *,
    table: Table | None = None,
    severity: Severity | None = None,
    pieces: Iterable[str] = (),
    legal: str = "",
    entries: Iterable[int] = (),
    details: Sequence[str] = (),
) -> Finding:
    """A finding at an entry; with a ``table``, it names the player and the side of the seat."""
    who = None
    if isinstance(entry, Entry) and table is not None and (entry.player or entry.colour):
        who = ev.Who(entry.player or entry.colour, table.side(entry))
    number = entry.number if isinstance(entry, Entry) else entry
    made = found(
        code,
        0,
        did,
        severity=severity,
        who=who,
        pieces=pieces,
        legal=legal,
        details=details,
    )
    return replace(made, entry=number, entries=tuple(one for one in entries if one != number))
