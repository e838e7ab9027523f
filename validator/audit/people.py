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
    playing = {side.id for side in game.sides if side.role == "player"} if game else set()
    held: dict[str, str] = {}
    count = 0
    for view, file in zip(views, files, strict=True):
        for who in view.scene(0).players:
            count = max(count, len(view.scene(0).players))
            yield from _taken(held, who, who.side, file.first_step, playing)
        for event in view.events():
            if isinstance(event, ev.Joined) and event.player is not None:
                step = file.first_step + event.step
                yield from _taken(held, event.player, event.side, step, playing)
    if held:
        yield Finding(
            Severity.NOTE,
            "log.passwords",
            0,
            "VASSAL writes every player's password into every save and log, in clear text.",
            f"{len(held)} of them stand in these files; this report shows none.",
            "Take a password that serves nowhere else.",
        )


def _taken(
    held: dict[str, str], who: ev.Who, side: str, step: int, playing: set[str]
) -> Iterator[Finding]:
    before = held.get(who.mark)
    held[who.mark] = side
    if before in (None, side, OBSERVER):
        return
    crossed = before in playing and side in playing
    yield Finding(
        Severity.SUSPICIOUS if crossed else Severity.NOTE,
        "log.side",
        step,
        "Who changes sides has seen what was hidden from the other.",
        f"{who} went from {before} to {side}.",
        player=str(who),
        side=side,
    )
