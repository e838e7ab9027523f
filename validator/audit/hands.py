"""Findings about pieces created, deleted, cloned, replaced, turned up or moved by the wrong hands.

In our modules no piece ever comes or goes during play, so one that does is suspicious. In an
unknown module that may be part of the game, so one note counts them; but a piece that was deleted
without a delete command, or whose marker changed, was changed by hand there too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING

from generator.counting import first_of
from generator.light import dataclass
from generator.vassal.commands import AddPiece, RemovePiece
from validator.audit import powers
from validator.audit.codes import found
from validator.audit.covers import knows_better, may_lift
from validator.audit.findings import Finding, Severity
from validator.audit.observing import IDENTITY
from validator.audit.walking import Moment
from validator.reading import events as ev
from validator.reading.views import View
from validator.table import Deck

if TYPE_CHECKING:
    from generator.definition.schema import Game

_CAME = {
    "created": ("table.created", "brought in from the palette"),
    "cloned": ("table.cloned", "cloned from another piece"),
    "replaced": ("table.replaced", "put in the place of another piece"),
}
_GONE = ("table.deleted", "deleted")
_MAYBE = "whatever the game allows: in many, pieces come and go in play"
_NAMED = 8
"""How many kinds of pieces a note names at most."""


@dataclass
class Hands:
    """Pieces in one file that came, went, or were turned up or moved by others.

    Undone steps are skipped.
    """

    game: Game | None
    view: View
    first_step: int
    _explained: set[str] = field(default_factory=set)
    _counted: dict[str, list[tuple[int, str, str]]] = field(default_factory=dict)
    """By code: step, name and sentence of each case."""

    def look(self, moment: Moment) -> Iterator[Finding]:
        """The findings about a step."""
        if not moment.seen.events or moment.taken_back:
            return
        undeletable = _undeletable(moment) if self.game is None else frozenset()
        for event in moment.seen.events:
            if not isinstance(event, ev.PieceEvent):
                continue
            if isinstance(event, ev.Placed):
                self._explained.add(event.name)
            if event.piece in undeletable and isinstance(event, ev.Removed):
                words = f"{_name(event)} was deleted from {event.from_}; it has no such command."
                yield self._finding("table.deleted", event, words)
            else:
                yield from self._about(moment, event)

    def close(self) -> Iterator[Finding]:
        """Counted notes for an unknown module, and pieces that exist twice."""
        for code, rows in self._counted.items():
            yield _count(code, rows)
        yield from self._twins()

    def _about(self, moment: Moment, event: ev.PieceEvent) -> Iterator[Finding]:
        match event:
            case ev.Placed(how=how, to=place) if moment.real(event.piece) is None:
                code, words = _CAME[how]
                yield from self._hand(code, event, f"was {words} in {place}")
            case ev.Removed(how="deleted", from_=place):
                code, words = _GONE
                yield from self._hand(code, event, f"was {words} from {place}")
            case ev.Changed(what="marker", old=old, new=new):
                became = f": {old} became {new}" if old or new else ""
                words = f"{_name(event)} was made another piece{became}."
                yield self._finding("table.altered", event, words, self._marker_matters(moment))
            case ev.Unmasked(before=before) if before.mask is not None:
                if knows_better(event.player, before.mask) and not _let_go(moment, event):
                    whose = before.mask.who.side or before.mask.who
                    words = f"{_name(event)} of {whose} was turned up."
                    yield self._finding("table.unmasked", event, words)
            case ev.Shown(before=before) if before.veil is not None:
                if knows_better(event.player, before.veil):
                    whose = before.veil.who.side or before.veil.who
                    yield self._finding(
                        "table.shown", event, f"{_name(event)} of {whose} was shown."
                    )
            case ev.Moved() | ev.Drawn() | ev.Returned():
                yield from self._other_hand(moment, event)

    def _marker_matters(self, moment: Moment) -> Severity | None:
        """A note if custom traits, or traits that the reader may not know, could have done it."""
        if self.game is not None:
            return None
        changed = [p for p in map(moment.before.pieces.get, moment.touched) if p is not None]
        known = [seen.piece for one in changed if (seen := moment.known(one)) is not None]
        sure = known and not any(p is None or powers.customised(p.model) for p in known)
        return None if sure else Severity.NOTE

    def _hand(self, code: str, event: ev.PieceEvent, words: str) -> Iterator[Finding]:
        sentence = f"{_name(event)} {words}."
        if self.game is not None:
            yield self._finding(code, event, sentence)
        else:
            row = (self.first_step + event.step, event.name, sentence)
            self._counted.setdefault(code, []).append(row)

    def _other_hand(self, moment: Moment, event: ev.PieceEvent) -> Iterator[Finding]:
        """A piece of one side moved by another; VASSAL itself refuses that if the module restricts
        it."""
        who, owner = event.player, event.cover.mask
        if who is None or who.by != "password":
            return
        if self.game is None:
            sides = _restricted_to(moment, event) if who.side else ()
        elif owner is not None:
            sides = owner.sides or tuple(filter(None, (owner.who.side,)))
        else:
            sides = self._own_sides(moment, event)
        if not sides or who.side in sides:
            return
        by = who.side if who.plays else "somebody who has no side"
        words = f"{_name(event)} of {' or '.join(sides)} was moved by {by}."
        yield self._finding("table.hand", event, words)

    def _own_sides(self, moment: Moment, event: ev.PieceEvent) -> tuple[str, ...]:
        """The sides that may move a counter of the game, whichever face is up."""
        assert self.game is not None
        piece = moment.real(event.piece)
        unit = piece.marker(IDENTITY) if piece is not None else None
        found = (counter for counter in self.game.counters if counter.id == unit)
        return next((tuple(counter.restricted_to) for counter in found), ())

    def _finding(
        self, code: str, event: ev.PieceEvent, did: str, severity: Severity | None = None
    ) -> Finding:
        step = self.first_step + event.step
        return found(code, step, did, severity=severity, who=event.player, pieces=(event.name,))

    def _twins(self) -> Iterator[Finding]:
        """Two pieces with one identity at the end, if no reported act explains them."""
        if not self.view.steps or self.game is None:
            return
        start = self.view.scene(0).pieces
        before = Counter(unit for one in start if (unit := one.marker(IDENTITY)))
        now = self.view.scene().pieces
        after = Counter(unit for one in now if (unit := one.marker(IDENTITY)))
        names = {one.marker(IDENTITY): one.name for one in now}
        for unit, count in sorted(after.items()):
            name = names[unit]
            if count > 1 and count > before[unit] and name not in self._explained:
                yield _twin(name, count, self.first_step + len(self.view.steps))


def _name(event: ev.PieceEvent) -> str:
    return event.name or "A piece"


def _undeletable(moment: Moment) -> frozenset[str]:
    """The public ids of removed pieces that have no command to remove them.

    If others are added in the same step (a loaded deck, a refreshed game) VASSAL itself did it.
    """
    gone = [c.id for c in moment.commands if isinstance(c, RemovePiece)]
    if not gone or any(_is_piece(c) for c in moment.commands):
        return frozenset()
    pieces = (moment.before.pieces.get(ident) for ident in gone)
    seen = (moment.known(one) for one in pieces if one is not None)
    return frozenset(
        one.id
        for one in seen
        if one is not None and one.piece is not None and not powers.may_delete(one.piece.model)
    )


def _restricted_to(moment: Moment, event: ev.PieceEvent) -> tuple[str, ...]:
    """The sides that alone can move a piece, if its type leaves no other way.

    Emptying a deck into another moves any card, and a mat carries what lies on it.
    """
    if not any(piece.model.sides for piece in moment.before.pieces.values()):
        return ()
    piece = moment.real(event.piece)
    if piece is None or (isinstance(event, ev.Returned) and event.from_.deck):
        return ()
    at = powers.restricted_at(piece.model)
    covered = event.cover.mask is not None and event.cover.mask_at < at
    return piece.model.sides if at >= 0 and not covered else ()


def _let_go(moment: Moment, event: ev.PieceEvent) -> bool:
    """Whether a deck took the mask off, or anybody may."""
    piece = moment.real(event.piece)
    if piece is None:
        return True
    if isinstance(moment.before.container(piece), Deck):
        return True
    return any(may_lift(piece.state(mask.at)) for mask in piece.model.masks)


def _is_piece(command: object) -> bool:
    return isinstance(command, AddPiece) and command.type != "stack"


def _count(code: str, rows: list[tuple[int, str, str]]) -> Finding:
    """One note that counts all cases of one kind."""
    first, name, sentence = rows[0]
    if len(rows) == 1:
        return found(code, first, sentence, severity=Severity.NOTE, pieces=(name,), legal=_MAYBE)
    names = Counter(name or "unnamed" for _, name, _ in rows)
    listed = first_of((f"{count} {name}" for name, count in names.most_common()), _NAMED)
    words = dict([*_CAME.values(), _GONE])[code]
    did = f"{len(rows)} pieces were {words}: {listed}."
    later = tuple(dict.fromkeys(step for step, _, _ in rows if step != first))
    details = tuple(f"step {step}: {words}" for step, _, words in rows)
    return found(
        code,
        first,
        did,
        severity=Severity.NOTE,
        pieces=tuple(names),
        related=later,
        details=details,
        legal=_MAYBE,
    )


def _twin(name: str, count: int, step: int) -> Finding:
    return found("table.twin", step, f"{count} pieces are {name}.", pieces=(name,))
