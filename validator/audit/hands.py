"""What hands did to the pieces themselves: created, deleted, cloned, replaced, uncovered.

In a module of ours no piece ever comes or goes during play, so any that does is suspicious. In a
module we do not know it may be part of the game, and is a note.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from validator.audit.findings import Finding, Severity
from validator.audit.observing import IDENTITY
from validator.reading import events as ev
from validator.reading.views import View

if TYPE_CHECKING:
    from generator.definition.schema import Game

_CAME = {
    "created": ("table.created", "was brought in from the palette"),
    "cloned": ("table.cloned", "was cloned from another piece"),
    "replaced": ("table.replaced", "took the place of another piece"),
}
_NO_COMING = "Pieces do not come into the game or leave it by hand."


def findings(game: Game | None, view: View, first_step: int) -> Iterator[Finding]:
    """What one file shows; steps that were taken back are passed over."""
    yield from _at_the_start(game, view, first_step)
    explained: set[str] = set()
    for step in view.steps:
        if step.number in view.undone:
            continue
        for event in step.events:
            if isinstance(event, ev.PieceEvent):
                found = _about(game, event, first_step)
                if isinstance(event, ev.Placed):
                    explained.add(event.name)
                if found is not None:
                    yield found
    yield from _twins(view, first_step, explained)


def _about(game: Game | None, event: ev.PieceEvent, first_step: int) -> Finding | None:
    match event:
        case ev.Placed(how=how, to=place):
            code, words = _CAME[how]
            return _hand(game, event, first_step, code, _NO_COMING, f"{words} in {place}")
        case ev.Removed(how="deleted", from_=place):
            words = f"was deleted from {place}"
            return _hand(game, event, first_step, "table.deleted", _NO_COMING, words)
        case ev.Changed(what="marker", old=old, new=new):
            says = "What a piece is never changes."
            words = "was made another piece" + (f": {old} became {new}" if old or new else "")
            return _hand(game, event, first_step, "table.altered", says, words)
        case ev.Unmasked(before=before) if before.mask is not None:
            if _knows_better(event.player, before.mask):
                says = "A face-down piece is turned up by its owner."
                words = f"of {before.mask.who.side or before.mask.who} was turned up"
                return _finding(
                    Severity.SUSPICIOUS, event, first_step, "table.unmasked", says, words
                )
        case ev.Shown(before=before) if before.veil is not None:
            if _knows_better(event.player, before.veil):
                says = "A hidden piece is shown by its owner."
                words = f"of {before.veil.who.side or before.veil.who} was shown"
                return _finding(Severity.SUSPICIOUS, event, first_step, "table.shown", says, words)
        case ev.Moved() | ev.Drawn() | ev.Returned():
            return _other_hand(game, event, first_step)
    return None


def _hand(
    game: Game | None, event: ev.PieceEvent, first_step: int, code: str, says: str, words: str
) -> Finding:
    severity = Severity.SUSPICIOUS if game is not None else Severity.NOTE
    return _finding(severity, event, first_step, code, says, words)


def _finding(
    severity: Severity, event: ev.PieceEvent, first_step: int, code: str, says: str, words: str
) -> Finding:
    who = event.player
    return Finding(
        severity,
        code,
        first_step + event.step,
        says,
        f"{event.name or 'A piece'} {words}.",
        player=str(who) if who is not None else None,
        side=who.side or None if who is not None else None,
        pieces=(event.name,) if event.name else (),
    )


def _knows_better(who: ev.Who | None, owner: ev.Owner) -> bool:
    """Whether somebody who is known for sure is not an owner. No finding rests on a guess."""
    if who is None or not who.side or who.by == "side":
        return False
    if owner.kind == "player":
        return who.mark != owner.who.mark
    return not owner.admits(who.side)


def _other_hand(game: Game | None, event: ev.PieceEvent, first_step: int) -> Finding | None:
    """A piece of one side moved by the other; VASSAL itself refuses what a module restricts."""
    who, owner = event.player, event.cover.mask
    if game is None or who is None or who.by != "password":
        return None
    if owner is not None:
        sides = owner.sides or (owner.who.side,)
    else:
        named = [counter for counter in game.counters if counter.name == event.name]
        sides = named[0].restricted_to if named else ()
    if not sides or who.side in sides:
        return None
    says = "A side's pieces are moved by that side."
    words = f"of {', '.join(sides)} was moved by {who.side or 'somebody who has no side'}"
    return _finding(Severity.SUSPICIOUS, event, first_step, "table.hand", says, words)


def _at_the_start(game: Game | None, view: View, first_step: int) -> Iterator[Finding]:
    """Two pieces that are the same one, or one that is not there, when the log begins."""
    if game is None:
        return
    seen = Counter(unit for one in view.scene(0).pieces if (unit := one.marker(IDENTITY)))
    names = {counter.id: counter.name for counter in game.counters}
    for unit, count in sorted(seen.items()):
        if count > 1:
            yield _twin(names.get(unit, unit), count, first_step)
    if view.reveal:
        for unit in sorted(names.keys() - seen.keys()):
            yield Finding(
                Severity.SUSPICIOUS,
                "table.deleted",
                first_step,
                _NO_COMING,
                f"{names[unit]} is not on the table when the log begins.",
                pieces=(names[unit],),
            )


def _twins(view: View, first_step: int, explained: set[str]) -> Iterator[Finding]:
    """Two pieces of one identity at the end that no act by hand explains."""
    if not view.steps:
        return
    before = Counter(unit for one in view.scene(0).pieces if (unit := one.marker(IDENTITY)))
    now = view.scene().pieces
    after = Counter(unit for one in now if (unit := one.marker(IDENTITY)))
    names = {one.marker(IDENTITY): one.name for one in now}
    for unit, count in sorted(after.items()):
        name = names[unit]
        if count > 1 and count > before[unit] and name not in explained:
            yield _twin(name, count, first_step + len(view.steps))


def _twin(name: str, count: int, step: int) -> Finding:
    return Finding(
        Severity.SUSPICIOUS,
        "table.twin",
        step,
        "Each piece is on the table once.",
        f"{count} pieces are {name}.",
        pieces=(name,),
    )
