"""The card of a file: its module, players and turns, and digests of its first and last position.

`validator.archive.chains` needs nothing else to put files together. A card is made once for a
file's content and kept, so a second run does not read the file again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.errors import BroadsideError
from generator.light import dataclass
from validator.audit import openings
from validator.audit.logs import AuditError, GameLog, game_of, open_files, read_files
from validator.audit.turns import count_in
from validator.reading import listing, opening
from validator.reading.events import Joined, Rolled
from validator.reading.views import view

if TYPE_CHECKING:
    from generator.vassal.saves import Save

DICE = 10
"""How many dice mark a game: ten six-sided dice fall alike in one of sixty million pairs of
games."""
_DIGITS = 12
"""How many hexadecimal digits of a digest are kept for each step of `Card.trail`."""
_LAST_YEAR = 2100
"""A file dated later than this was written with a wrong clock."""


@dataclass(frozen=True, slots=True)
class Card:
    """What is known of one file.

    The digests cover the whole position, hidden pieces too: after a secret set-up two games look
    alike to every player and still differ. A digest only shows whether two files fit.
    """

    kind: str
    """``log``, ``save`` (no step is in it) or ``tabletop``."""
    module: str = ""
    module_version: str = ""
    vassal_version: str = ""
    game: str = ""
    """The bundled game it was played with; empty: the rules of none."""
    definition: str = ""
    """The hash of the definition its module was built from."""
    overlay: str = ""
    """The names of the overlays laid over it."""
    steps: int = 0
    """How many steps are public."""
    saved: str = ""
    """When it was written, in UTC: ``2024-03-01T20:15:00Z``; empty if the file does not say."""
    begins: str = ""
    """A digest of the first position."""
    ends: str = ""
    is_set_up: bool = False
    """Whether the first position is a set-up of the game, from which every game of it begins."""
    first_turn: int | None = None
    """The turn tracker's number at the beginning."""
    last_turn: int | None = None
    players: tuple[tuple[str, str], ...] = ()
    """Names and sides."""
    trail: str = ""
    """For every step a digest of all steps up to it, strung together: a log whose trail is the
    beginning of another log's trail is contained in that log."""
    mark: str = ""
    """The digest at the step by which `DICE` dice have been rolled; different games have different
    marks. Empty if fewer dice were rolled."""
    trouble: str = ""
    """Why the file could not be read; empty if it could."""

    def to_json(self) -> dict[str, Any]:
        """The card as plain values for JSON."""
        return asdict(self)

    @classmethod
    def of_json(cls, kept: dict[str, Any]) -> Card:
        """The card that `to_json` wrote."""
        players = tuple((name, side) for name, side in kept["players"])
        return cls(**{**kept, "players": players})


def card_of(path: Path, own: Sequence[str] = ()) -> Card:
    """The card of a log or save; one with ``trouble`` where it cannot be read."""
    try:
        opened = open_files([path])
        game = game_of(opened, meant(opened, own), ())
        (log,) = read_files(opened, game, None, reveal=True)
    except BroadsideError as trouble:
        reason = str(trouble).replace(f"{path.parent}/", "").removeprefix(f"{path.name}: ")
        return Card("unread", trouble=reason)
    save, scene = log.save, log.view.scene(0)
    public = view(log.reading, None, reveal=False)
    kind = "tabletop" if opening.is_recorded(save) else "log" if log.view.steps else "save"
    return Card(
        kind,
        log.reading.module,
        log.reading.module_version,
        log.reading.vassal_version,
        game.id if game is not None else "",
        log.stamp.get("definition", ""),
        _overlay(save.moduledata.extra2) if log.stamp else "",
        len(public.steps),
        _moment(log.saved),
        log.begins,
        log.ends,
        game is not None and openings.is_set_up(game, log.view),
        _turn(scene.turns),
        _turn(log.view.scene().turns),
        _players(log),
        "".join(trail := _trail(log)),
        _mark(log, trail),
    )


def meant(opened: Sequence[Save], own: Sequence[str]) -> str | None:
    """The folder of the user's own game (of those in ``own``) whose module the files come from."""
    for folder in own:
        try:
            game_of(opened, folder, ())
        except AuditError:
            continue
        return folder
    return None


def _overlay(said: str) -> str:
    return " ".join(word.partition("=")[0] for word in said.split())


def _moment(saved: int | None) -> str:
    if saved is None:
        return ""
    try:
        return datetime.fromtimestamp(saved // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return ""


def year_of(saved: int | None) -> int | None:
    """The year of a time in milliseconds since 1970; None if the clock was plainly wrong."""
    year = _moment(saved)[:4]
    return int(year) if year and int(year) <= _LAST_YEAR else None


def _turn(turns: Any) -> int | None:
    return next((count for state in turns.values() if (count := count_in(state)) is not None), None)


def _players(log: GameLog) -> tuple[tuple[str, str], ...]:
    seats: dict[str, str] = {}
    for who in log.view.scene(0).players:
        seats[who.name] = who.side
    for event in log.view.events():
        if isinstance(event, Joined) and event.player is not None:
            seats[event.player.name] = event.side
    return tuple(sorted((name, side) for name, side in seats.items() if name))


def _mark(log: GameLog, trail: Sequence[str]) -> str:
    fallen = 0
    for step, digest in zip(log.view.steps, trail, strict=True):
        fallen += sum(len(one.dice) for one in step.events if isinstance(one, Rolled))
        if fallen >= DICE:
            return digest
    return ""


def _trail(log: GameLog) -> Sequence[str]:
    digest, found = hashlib.sha256(), []
    for step in log.view.steps:
        events = [listing.event_value(event) for event in step.events]
        digest.update(json.dumps(events, sort_keys=True, default=str).encode())
        found.append(digest.hexdigest()[:_DIGITS])
    return found
