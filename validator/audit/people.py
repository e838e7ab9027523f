"""The players of a game: their sides, changes of side, name and password, and a warning about
readable passwords."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from generator.counting import counted
from validator.audit.codes import found
from validator.audit.findings import Finding, Severity
from validator.audit.result import LogFile
from validator.reading import events as ev
from validator.reading.events import OBSERVER
from validator.reading.views import View

if TYPE_CHECKING:
    from generator.definition.schema import Game


def present(views: Sequence[View]) -> Iterator[str]:
    """Everybody who was ever on the roster, with the last side taken."""
    sides: dict[str, str] = {}
    for view in views:
        for who in view.scene(0).players:
            sides[str(who)] = who.side
        for event in view.events():
            if isinstance(event, ev.Joined) and event.player is not None:
                sides[str(event.player)] = event.side
    for mark, side in sides.items():
        yield f"{mark}, {side}"


def findings(
    game: Game | None, views: Sequence[View], files: Sequence[LogFile]
) -> Iterator[Finding]:
    """Findings about changes of side, name and password, unknown movers, and passwords in files."""
    seats = Seats(game)
    held: dict[str, str] = {}
    called: dict[str, str] = {}
    changes: list[_Change] = []
    for view, file in zip(views, files, strict=True):
        beside = {who.mark for who in view.scene(0).players}
        for who, step in _sitting(view, file):
            yield from _named(called, who, step, beside)
            seats.taken(who)
            changes += _taken(held, who, step)
    yield from _sides_changed(changes, seats)
    yield from _strangers(views, files, held)
    written = max((view.passwords for view in views), default=0)
    if written:
        yield found(
            "log.passwords",
            0,
            f"{written} of them {'stands' if written == 1 else 'stand'} in these files; "
            "this report shows none. Take a password that serves nowhere else.",
        )


def _sitting(view: View, file: LogFile) -> Iterator[tuple[ev.Who, int]]:
    """The players at the beginning of a file, then those who join, with their steps."""
    for who in view.scene(0).players:
        yield who, file.first_step
    for event in view.events():
        if isinstance(event, ev.Joined) and event.player is not None:
            yield replace(event.player, side=event.side), file.first_step + event.step


def _named(called: dict[str, str], who: ev.Who, step: int, beside: set[str]) -> Iterator[Finding]:
    """A player with another name, or a name with another password. ``beside`` are the marks of the
    players at the beginning of the file: two who sit there at the same time may share a name."""
    before = called.get(who.mark)
    if before is not None and before != who.name:
        yield found("log.name", step, f"{before} {who.mark} is now called {who.name}.", who=who)
    elif before is None:
        same = [
            mark
            for mark, name in called.items()
            if name == who.name and who.name and not {mark, who.mark} <= beside
        ]
        if same:
            did = f"{who.name} sat at the table as {same[-1]} and now with another password."
            yield found("log.password", step, did, who=who)
    called[who.mark] = who.name


def _strangers(
    views: Sequence[View], files: Sequence[LogFile], held: dict[str, str]
) -> Iterator[Finding]:
    """Movers whose password is on no roster of these files, if there are rosters."""
    moved: dict[str, list[int]] = {}
    for view, file in zip(views, files, strict=True):
        for event in view.events() if held else ():
            who = event.player
            if who is not None and who.by == "password" and who.mark and who.mark not in held:
                steps = moved.setdefault(who.mark, [])
                if file.first_step + event.step not in steps[-1:]:
                    steps.append(file.first_step + event.step)
    for mark, steps in moved.items():
        times = f" in {len(steps)} steps" if len(steps) > 1 else ""
        did = f"{mark}, whose password nobody at the table has, moved pieces{times}."
        yield found("log.stranger", steps[0], did, related=steps[1:])


class Seats:
    """The playing sides, the private maps that each side may see, and who ever took a playing
    side."""

    def __init__(self, game: Game | None) -> None:
        sides = game.sides if game is not None else ()
        self._playing = {side.id for side in sides if side.role == "player"}
        self._sees = {side.id: {side.id} for side in sides}
        for one in game.maps if game is not None else ():
            for looker in one.may_look:
                if one.private_to:
                    self._sees.setdefault(looker, {looker}).add(one.private_to)
        self._players: set[str] = set()

    def taken(self, who: ev.Who) -> None:
        """Note that somebody sits on a side."""
        if who.side in self._playing:
            self._players.add(who.mark)

    @property
    def is_solitaire(self) -> bool:
        """Whether one person played all sides: then nobody's secrets were seen."""
        return len(self._players) < 2

    def crossed(self, before: str, after: str) -> bool:
        """Whether a player changes to a side after seeing secrets of another."""
        seen = self._sees.get(before, set()) & self._playing
        return after in self._playing and bool(seen - {after})


class _Change(NamedTuple):
    """A player leaves a side for another."""

    who: ev.Who
    before: str
    step: int


def _taken(held: dict[str, str], who: ev.Who, step: int) -> Iterator[_Change]:
    before = held.get(who.mark)
    held[who.mark] = who.side
    if before is not None and before not in (who.side, OBSERVER):
        yield _Change(who, before, step)


def _sides_changed(changes: Sequence[_Change], seats: Seats) -> Iterator[Finding]:
    """A finding for each player who changed sides, and of each severity."""
    rows: dict[tuple[str, bool], list[_Change]] = {}
    for one in changes:
        grave = seats.crossed(one.before, one.who.side) and not seats.is_solitaire
        rows.setdefault((one.who.mark, grave), []).append(one)
    for (_, grave), alike in rows.items():
        who, before, step = alike[0]
        did = f"{who} went from {before} to {who.side}."
        if seats.is_solitaire and seats.crossed(before, who.side):
            did = f"{who} plays alone, {before} as well as {who.side}."
        if len(alike) > 1:
            did += f" And {counted(len(alike) - 1, 'more change')} of sides."
        severity = None if grave else Severity.NOTE
        related = [one.step for one in alike[1:]]
        yield found("log.side", step, did, severity=severity, who=who, related=related)
