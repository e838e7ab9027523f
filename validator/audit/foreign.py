"""Findings against the module: pieces that it cannot make, properties that nothing in it sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator.light import dataclass
from generator.vassal import traits
from generator.vassal.commands import AddPiece
from validator.audit.codes import found
from validator.audit.findings import Finding, Severity
from validator.audit.inventory import Inventory, Make, make_of
from validator.audit.powers import customised
from validator.audit.walking import Moment, Watcher
from validator.reading import events as ev
from validator.reading.rolls import button_of
from validator.reading.views import Seen
from validator.table import Piece


@dataclass
class Foreign(Watcher):
    """What one file contains that its module cannot have made."""

    module: Inventory
    same: bool
    """Whether it is exactly the module that the file was played with, extensions included; if not,
    all findings are notes."""

    def look(self, moment: Moment) -> Iterator[Finding]:
        """The findings about a step."""
        if moment.takes_back or moment.taken_back:
            return
        for command in moment.commands:
            ident = command.id if isinstance(command, AddPiece) else None
            if ident is not None and ident not in moment.before.pieces:
                yield from self._piece(moment, ident)
        for event in moment.seen.events:
            if isinstance(event, ev.PropertyChanged):
                yield from self._property(moment, event)

    @property
    def _severity(self) -> Severity | None:
        return None if self.same else Severity.NOTE

    def _piece(self, moment: Moment, ident: str) -> Iterator[Finding]:
        new = moment.after.pieces.get(ident)
        seen = moment.known(new) if new is not None else None
        if new is None or seen is None:
            return
        basic = new.model.traits[-1]
        if basic.id != traits.BASIC or _lies_there(moment, new):
            return
        makes = self.module.makes.get((new.model.image, new.model.name))
        if makes is not None:
            yield from self._made_otherwise(moment, new, seen, makes)
            return
        slot = "" if new.gpid in self.module.slots else ", and its slot is unknown"
        words = f"{seen.name} ({new.model.image or 'no image'})"
        did = f"{words} is no piece of {self.module.name}{slot}."
        yield found("table.foreign", moment.step, did, severity=self._severity, pieces=(seen.name,))

    def _made_otherwise(
        self, moment: Moment, new: Piece, seen: Seen, makes: frozenset[Make]
    ) -> Iterator[Finding]:
        """A piece with the image and name of one of the module's, but with other traits."""
        own = make_of(new.model.traits, new.states)
        if own in makes or not self.same or customised(new.model):
            return
        nearest = min(makes, key=lambda made: sum((Counter(own) - Counter(made)).values()))
        others = dict.fromkeys((Counter(own) - Counter(nearest)).elements())
        titles = {part.id: part.form.title for part in new.model.traits if part.form is not None}
        words = ", ".join(f"{titles.get(ident, ident)} {what}".rstrip() for ident, what in others)
        of = f"has {words}" if words else "lacks a trait or has them in another order"
        did = moment.view.clean(f"{seen.name} is not as {self.module.name} makes it: it {of}.")
        yield found("table.foreign", moment.step, did, pieces=(seen.name,))

    def _property(self, moment: Moment, event: ev.PropertyChanged) -> Iterator[Finding]:
        if button_of(event.name) or self.module.may_set(event.name):
            return
        did = (
            f"{event.name} went from {event.old!r} to {event.new!r}; nothing in the module sets it."
        )
        yield found("table.property", moment.step, did, severity=self._severity, who=event.player)


def _lies_there(moment: Moment, new: Piece) -> bool:
    """Whether the game has another piece made exactly alike: it was cloned, or played before."""
    own = make_of(new.model.traits, new.states)
    return any(
        piece.model.type == new.model.type
        and piece.id != new.id
        and make_of(piece.model.traits, piece.states) == own
        for piece in moment.after.pieces.values()
    )
