"""Findings about pieces changed in a way that VASSAL cannot: their type, state or place.

None of this is a rule of a game: what no command of a piece can do was done by editing the file, or
by a program other than VASSAL.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import field, replace

from generator.light import dataclass
from generator.vassal.commands import AddPiece, ChangePiece, MovePiece, RemovePiece
from validator.audit import powers
from validator.audit.accounts import Company
from validator.audit.codes import found
from validator.audit.findings import Finding, Severity
from validator.audit.walking import Moment
from validator.reading.changes import changes
from validator.table import Deck, Piece

_MARKER = "mark;"
_NAMED = ("emb2;", "rotate;", "rotate;1")
"""Traits that have a name."""
_TOGETHER = 3
"""If this many pieces moved alike, a map was centred anew (PieceRecenterer)."""
_REFRESHED = 20
"""If this many pieces came and went in one step, it was VASSAL's refresher, or a deck."""


@dataclass
class Handmade:
    """Changes in one file that no command of a piece makes.

    They are notes in files of old versions of VASSAL (which do not name their version), since those
    sometimes left half of a step out; and if several machines wrote the file, since they may
    disagree on the place of a stack.
    """

    company: Company
    _carried: list[tuple[Finding, bool]] = field(default_factory=list)
    """Findings about places, and whether the piece left a deck or its map."""

    def look(self, moment: Moment) -> Iterator[Finding]:
        """The findings about a step."""
        if moment.takes_back or moment.taken_back:
            return
        for one in (*_renewed(moment), *_traits(moment)):
            yield one if self.company.version else replace(one, severity=Severity.NOTE)
        self._carried += _carried(moment)

    def close(self) -> Iterator[Finding]:
        """The findings about places: their severity depends on the whole file."""
        for one, away in self._carried:
            grave = self.company.alone or (away and self.company.version)
            yield one if grave else replace(one, severity=Severity.NOTE)


def _renewed(moment: Moment) -> Iterator[Finding]:
    """Pieces added a second time under their id with another type, and refreshed games."""
    gone: set[str] = set()
    came = 0
    for command in moment.commands:
        if isinstance(command, RemovePiece):
            gone.add(command.id)
        elif isinstance(command, AddPiece) and command.id is not None:
            came += 1
            old = moment.before.pieces.get(command.id)
            if old is not None and command.id not in gone and command.type != old.model.type:
                seen = moment.piece(command.id)
                if seen is not None:
                    did = f"{seen.name} was made a piece of another kind."
                    yield found("table.retyped", moment.step, did, pieces=(seen.name,))
    pieces = [ident for ident in gone if ident in moment.before.pieces]
    if len(pieces) >= _REFRESHED and came >= len(pieces):
        did = f"{len(pieces)} pieces were taken away and {came} pieces and stacks brought in."
        yield found("table.refreshed", moment.step, did)


def _traits(moment: Moment) -> Iterator[Finding]:
    """Traits in a state that none of their keys can set; `Hands` reports markers."""
    for command in moment.commands:
        if not isinstance(command, ChangePiece):
            continue
        piece = moment.before.pieces.get(command.id)
        if piece is None:
            continue
        for at, was, now in changes(piece, command):
            part = piece.model.traits[at]
            if part.id == _MARKER:
                continue
            possible = powers.may_be_in(part, now)
            if possible and powers.may_change(piece.model, at):
                continue
            seen = moment.known_change(piece, part)
            if seen is not None and part.form is not None:
                own = part.text("name") if part.id in _NAMED else ""
                what = f"{part.form.title} {own}".rstrip()
                became = moment.view.clean(f"from {was!r} to {now!r}")
                why = "no command of the piece does that" if possible else "it has none such"
                did = f"{seen.name}: {what} went {became}; {why}."
                yield found("table.trait", moment.step, did, pieces=(seen.name,))


def _carried(moment: Moment) -> Iterator[tuple[Finding, bool]]:
    """Pieces whose place was changed by their state or their stack's, without a move."""
    found_here = list(_elsewhere(moment))
    ways = Counter((old.map, new.map, new.x - old.x, new.y - old.y) for old, new in found_here)
    for old, new in found_here:
        seen = moment.known(old)
        if seen is None or powers.may_be_put(old.model):
            continue
        together = ways[old.map, new.map, new.x - old.x, new.y - old.y] >= _TOGETHER
        drawn = isinstance(moment.before.container(old), Deck)
        # A place out of the reader's sight is not named, and must not decide anything.
        was_seen = drawn or moment.sight_before(old.id) is not None
        is_seen = moment.sight_after(new.id) is not None
        places = f"from {_at(old, was_seen)} to {_at(new, is_seen)}"
        did = f"{seen.name} was put {places} without being moved."
        severity = Severity.NOTE if together else None
        away = drawn or (was_seen and is_seen and old.map != new.map)
        names = (seen.name,)
        yield found("table.carried", moment.step, did, severity=severity, pieces=names), away


def _elsewhere(moment: Moment) -> Iterator[tuple[Piece, Piece]]:
    """Pieces that lie elsewhere after a step without a move."""
    moved = {c.id for c in moment.commands if isinstance(c, MovePiece)}
    fresh = {c.id for c in moment.commands if isinstance(c, AddPiece)}
    changed = {c.id for c in moment.commands if isinstance(c, ChangePiece)}
    decks = {deck.id for deck in moment.after.decks()} if fresh or changed else set()
    named: dict[str, None] = {}
    for command in moment.commands:
        if isinstance(command, ChangePiece | AddPiece) and command.id is not None:
            holder = moment.after.containers.get(command.id)
            named.update(dict.fromkeys(holder.members if holder is not None else (command.id,)))
    for ident in named:
        old, new = moment.before.pieces.get(ident), moment.after.pieces.get(ident)
        if old is None or new is None or old.map is None or ident in moved or ident in fresh:
            continue
        if (old.map, old.x, old.y) == (new.map, new.x, new.y) or {old.parent, new.parent} & moved:
            continue
        deck = moment.before.container(old)
        if isinstance(deck, Deck) and (deck.id in changed or new.parent in decks):
            continue
        yield old, new


def _at(piece: Piece, seen: bool) -> str:
    if not seen:
        return "out of sight"
    return f"{piece.map} {piece.x},{piece.y}" if piece.map is not None else "off all maps"
