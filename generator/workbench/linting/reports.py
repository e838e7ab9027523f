"""State changes that no Report Action tells: the other players do not see them in the chat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from generator.counting import and_more
from generator.vassal import encodings
from generator.vassal.chains import label
from generator.vassal.traits import Trait
from generator.workbench.linting import key_roles
from generator.workbench.linting.findings import Spot, Trouble
from generator.workbench.linting.key_roles import Stroke
from generator.workbench.linting.pieces import Assembly
from generator.workbench.linting.survey import Piece, Survey

_CHANGING: Final = frozenset(("emb2;", "PROP;", "label;", "rotate;", "rotate;1", "obs;", "hide;"))
"""Traits whose commands change what players see of a piece, and that VASSAL tells nobody."""
_REPORT: Final = "report;"
_TRIGGER: Final = "macro;"
_TOLD: Final = 3
"""So many sorts of changes are named in the finding itself."""


def check(survey: Survey) -> Iterator[Trouble]:
    """One finding for all definitions whose players can change pieces in silence."""
    assembly = Assembly(survey)
    silent: dict[int, dict[int, set[Stroke]]] = {}
    pieces: dict[int, Piece] = {}
    used: set[int] = set()
    told_by: dict[int, _Telling] = {}
    for piece in assembly.whole:
        parts = assembly.parts(piece)
        for part in parts:
            if id(part) not in told_by:
                told_by[id(part)] = _Telling(part)
        tellings = [told_by[id(part)] for part in parts]
        if any(telling.is_unknown for telling in tellings):
            used.update(id(part) for part in parts)
            for part in parts:
                silent[id(part)] = {}
            continue
        told = _told(tellings)
        for part, telling in zip(parts, tellings, strict=True):
            pieces[id(part)] = part
            found = telling.untold(told)
            if id(part) not in used:
                used.add(id(part))
                silent[id(part)] = found
            else:  # silent only where it is in every piece
                kept = silent[id(part)]
                silent[id(part)] = {
                    at: strokes & found[at] for at, strokes in kept.items() if at in found
                }
    changed: dict[str, list[Spot]] = {}
    named: dict[str, list[Piece]] = {}
    for number, by_trait in silent.items():
        by_trait = {at: strokes for at, strokes in by_trait.items() if strokes}
        if not by_trait or pieces[number].is_foreign:
            continue
        piece = pieces[number]
        changes = ", ".join(
            f"{label(piece.chain[at])} ({', '.join(sorted(map(str, strokes)))})"
            for at, strokes in sorted(by_trait.items())
        )
        named.setdefault(changes, []).append(piece)
        changed.setdefault(changes, []).append(piece.spot(min(by_trait)))
    if not changed:
        return
    often = sorted(changed, key=lambda changes: -len(changed[changes]))
    said = [f"{_called(named[changes])}: {changes}" for changes in often]
    yield Trouble(
        "report.silent",
        f"changed without a word in the chat: {and_more(said, _TOLD, '; ')}",
        "add a Report Action that names these keys",
        [spot for changes in often for spot in changed[changes]],
        details=tuple(said) if len(said) > _TOLD else (),
    )


def _called(pieces: Sequence[Piece]) -> str:
    first, *others = pieces
    return f"{first.name!r}" + (f" and {len(others):,} more" if others else "")


class _Telling:
    """What one definition changes, what it reports, and what sets off what in it."""

    def __init__(self, part: Piece) -> None:
        self.is_unknown = any(trait.form is None for trait in part.chain)
        self.told: set[Stroke] = set()
        self.triggers: list[tuple[frozenset[Stroke], frozenset[Stroke]]] = []
        self._changing: list[tuple[int, frozenset[Stroke]]] = []
        for at, trait in enumerate(part.chain):
            if trait.id == _REPORT:
                for field in ("keys", "cycleDownKeys"):
                    self.told.update(key_roles.strokes(trait.text(field)))
            elif trait.id == _TRIGGER:
                heard = frozenset(
                    one.stroke for one in key_roles.heard(trait) if one.stroke is not None
                )
                sent = frozenset(one.stroke for one in key_roles.sent(trait))
                self.triggers.append((heard, sent))
            elif trait.id in _CHANGING:
                self._changing.append((at, frozenset(_commands(trait))))

    def untold(self, told: frozenset[Stroke]) -> dict[int, set[Stroke]]:
        """The commands that change something and are not reported, by trait."""
        rest = ((at, set(strokes - told)) for at, strokes in self._changing)
        return {at: strokes for at, strokes in rest if strokes}


def _told(tellings: Iterable[_Telling]) -> frozenset[Stroke]:
    """The keys of a piece that end in a report: themselves, or what a trigger makes of them."""
    told: set[Stroke] = set()
    triggers: list[tuple[frozenset[Stroke], frozenset[Stroke]]] = []
    for telling in tellings:
        told |= telling.told
        triggers += telling.triggers
    changed = True
    while changed:
        changed = False
        for heard, sent in triggers:
            # What sets off a reported trigger is reported with it, and so is what it sets off.
            if (told & sent or told & heard) and not (heard | sent) <= told:
                told |= heard | sent
                changed = True
    return frozenset(told)


def _commands(trait: Trait) -> Iterator[Stroke]:
    """The commands of a trait that a player can give: from the menu, or by a key to press."""
    for one in key_roles.heard(trait):
        if one.stroke is None or one.field in ("displayStyle",):
            continue
        if one.menu.strip() or one.stroke.code != encodings.NAMED:
            yield one.stroke
