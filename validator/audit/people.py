"""Who took part: sides taken and changed, and the passwords that lie open in the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from validator.audit.findings import Finding, Severity
from validator.audit.result import LogFile
from validator.reading import events as ev
from validator.reading.views import View

if TYPE_CHECKING:
    from generator.definition.schema import Game

OBSERVER = "<observer>"


def present(views: Sequence[View]) -> Iterator[str]:
    """Everybody who was ever on the roster, with the last side taken."""
    sides: dict[str, str] = {}
    for view in views:
        for who in view.scene(0).players:
            sides[str(who)] = who.side
        for event in view.events():
            if isinstance(event, ev.Joined) and event.player is not None:
                sides[str(event.player)] = event.side
    for who_told, side in sides.items():
        yield f"{who_told}, {side}"


def findings(
    game: Game | None, views: Sequence[View], files: Sequence[LogFile]
) -> Iterator[Finding]:
    """Changes of side, and the warning about passwords."""
    seats = _Seats(game)
    held: dict[str, str] = {}
    for view, file in zip(views, files, strict=True):
        for who in view.scene(0).players:
            yield from _taken(held, who, who.side, file.first_step, seats)
        for event in view.events():
            if isinstance(event, ev.Joined) and event.player is not None:
                step = file.first_step + event.step
                yield from _taken(held, event.player, event.side, step, seats)
    if held:
        yield Finding(
            Severity.NOTE,
            "log.passwords",
            0,
            "VASSAL writes every player's password into every save and log, in clear text.",
            f"{len(held)} of them stand in these files; this report shows none.",
            "Take a password that serves nowhere else.",
        )


class _Seats:
    """Who plays, and who may look at the other's private maps."""

    def __init__(self, game: Game | None) -> None:
        sides = game.sides if game is not None else ()
        self._playing = {side.id for side in sides if side.role == "player"}
        self._sees = {side.id: {side.id} for side in sides}
        for one in game.maps if game is not None else ():
            for looker in one.may_look:
                if one.private_to:
                    self._sees.setdefault(looker, {looker}).add(one.private_to)

    def crossed(self, before: str, after: str) -> bool:
        """Whether a player takes a side after seeing what only the other may see."""
        seen = self._sees.get(before, set()) & self._playing
        return after in self._playing and bool(seen - {after})


def _taken(
    held: dict[str, str], who: ev.Who, side: str, step: int, seats: _Seats
) -> Iterator[Finding]:
    before = held.get(who.mark)
    held[who.mark] = side
    if before in (None, side, OBSERVER):
        return
    assert before is not None
    yield Finding(
        Severity.SUSPICIOUS if seats.crossed(before, side) else Severity.NOTE,
        "log.side",
        step,
        "Who changes sides has seen what was hidden from the other.",
        f"{who} went from {before} to {side}.",
        player=str(who),
        side=side,
    )
