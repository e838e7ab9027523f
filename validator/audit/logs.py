"""The files of one game: finding, reading and ordering them, and telling which game it is."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from generator.errors import BroadsideError, nearest
from generator.light import dataclass
from generator.vassal.saves import Save
from validator.audit.observing import IDENTITY
from validator.audit.result import LogFile
from validator.reading import opening, reader
from validator.reading.comparing import BOOKKEEPING, cards_in
from validator.reading.defined import bundled_game, stamp_of
from validator.reading.players import Roster
from validator.reading.reader import Reading
from validator.reading.views import Scene, View, view
from validator.table import unwritten

if TYPE_CHECKING:
    from generator.definition.binding import Binding
    from generator.definition.schema import Game
    from generator.vassal.modules import Module

ENDINGS = (".vlog", ".vsav")
OLD_ENDINGS = (".log", ".sav")
"""Suffixes of VASSAL 2 and before; a folder may hold other files with them."""
MOST_FILES = 2000
_ZIP = b"PK\x03\x04"


class AuditError(BroadsideError):
    """Files that cannot be audited: there are none, or they are of another game or edition."""


@dataclass(frozen=True)
class GameLog:
    """One file of a game."""

    save: Save
    reading: Reading
    stamp: dict[str, str]
    """The stamp that our modules write into every save: ``game``, ``definition``, ``ppi``."""
    view: View
    """What the report's reader may know; findings rest on nothing else."""

    @cached_property
    def begins(self) -> str:
        """A digest of the first position; see `fingerprint`."""
        return fingerprint(self.view.scene(0))

    @cached_property
    def ends(self) -> str:
        """A digest of the last position."""
        return fingerprint(self.view.scene()) if self.reading.steps else self.begins

    @property
    def saved(self) -> int | None:
        """When it was written, in milliseconds since 1970; None if the file does not say."""
        text = self.save.savedata.date_saved
        return int(text) if re.fullmatch(r"\d{1,15}", text) else None


def files_in(logs: Sequence[GameLog]) -> list[LogFile]:
    """The files with their first step, counted through all of them as the reader sees them."""
    found: list[LogFile] = []
    done = 0
    for log in logs:
        found.append(LogFile(Path(log.save.name).name, done, len(log.view.steps)))
        done += len(log.view.steps)
    return found


def files_of(paths: Sequence[str | Path]) -> list[Path]:
    """The named logs and saves, and those in named folders, sorted by name. Raises AuditError if
    there are none."""
    found: list[Path] = []
    for one in map(Path, paths):
        if one.is_dir():
            inside = [p for p in one.iterdir() if p.is_file() and _is_log(p)]
            if not inside:
                raise AuditError(
                    f"{one}: this folder holds no log or save (*.vlog, *.vsav), and no save of"
                    " Tabletop Simulator with a recorder in it (*.json)"
                )
            found += sorted(inside, key=_by_name)
        else:
            found.append(one)
    if not found:
        raise AuditError("no file to audit was named")
    if len(found) > MOST_FILES:
        raise AuditError(f"{found[0].parent}: more than {MOST_FILES:,} files")
    return found


def once(paths: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """Each file once, in order; and those that were named again."""
    kept: dict[str, Path] = {}
    again = [path for path in paths if kept.setdefault(os.path.realpath(path), path) is not path]
    return list(kept.values()), again


def _is_log(path: Path) -> bool:
    ending = path.suffix.lower()
    if ending in OLD_ENDINGS:
        with path.open("rb") as opened:
            return opened.read(len(_ZIP)) == _ZIP
    return ending in ENDINGS or (ending == opening.TABLETOP and opening.tells_a_game(path))


def _by_name(path: Path) -> list[tuple[int, int, str]]:
    """A sort key that puts ``turn 9`` before ``turn 10``."""
    parts = re.findall(r"\d+|\D+", path.name.lower())
    return [(0, int(p), "") if p.isdecimal() else (1, 0, p) for p in parts]


def open_files(paths: Sequence[Path]) -> list[Save]:
    """The decoded files. Raises subclasses of `BroadsideError` that name the file."""
    return [opening.open_file(path) for path in paths]


def read_files(
    opened: Sequence[Save],
    game: Game | None,
    side: str | None,
    *,
    reveal: bool,
    module: Module | None = None,
    binding: Binding | None = None,
) -> list[GameLog]:
    """The files, read as one game: a player has the same mark in all of them.

    Raises `validator.reading.views.ViewError` for an unknown side;
    `validator.reading.tabletop.recorded.TabletopError` for a save of Tabletop Simulator whose game
    is not at hand, or is of another edition.
    """
    roster = Roster()
    logs = []
    for one in opened:
        save = opening.with_steps(one, game)
        # If the game is known, its definition names the places as its rules do.
        reading = reader.read(
            save,
            module if game is None else None,
            private_maps=opening.hands_in(save),
            game=game,
            roster=roster,
            binding=binding,
        )
        logs.append(GameLog(save, reading, stamp_of(save), view(reading, side, reveal=reveal)))
    return logs


def in_order(logs: list[GameLog]) -> list[GameLog]:
    """The files in the best order: as given, by date, or as their positions fit; the one in which
    most files continue the one before them."""
    if len(logs) < 2:
        return logs
    orders = [logs, _by_date(logs), _as_they_fit(logs)]
    return max(orders, key=_links)


def _by_date(logs: list[GameLog]) -> list[GameLog]:
    dates = [log.saved for log in logs]
    if any(date is None for date in dates):
        return logs
    return [logs[at] for at in sorted(range(len(logs)), key=lambda at: dates[at] or 0)]


def _as_they_fit(logs: list[GameLog]) -> list[GameLog]:
    """Each file after the one that ends as it begins; the first is one that continues none. Of
    several that fit, those come first in which nothing was moved."""
    ends = {log.ends for log in logs}
    starts = [log.begins for log in logs]
    firsts = [at for at, log in enumerate(logs) if starts[at] not in ends or starts[at] == log.ends]
    for first in firsts or range(len(logs)):
        order, left = [first], set(range(len(logs))) - {first}
        while left:
            last = logs[order[-1]].ends
            fitting = [at for at in sorted(left) if starts[at] == last]
            if not fitting:
                break
            following = next((at for at in fitting if logs[at].ends == last), fitting[0])
            order.append(following)
            left.remove(following)
        if not left:
            return [logs[at] for at in order]
    return logs


def joined(logs: Sequence[GameLog]) -> list[GameLog]:
    """The files in order; the view of one that continues another also knows what that one
    showed."""
    found: list[GameLog] = []
    for log in logs:
        if found and follows(found[-1], log):
            seen = found[-1].view
            log = replace(log, view=view(log.reading, seen.side, reveal=seen.reveal, after=seen))
        found.append(log)
    return found


def follows(before: GameLog, after: GameLog) -> bool:
    """Whether a file begins where another ended, as far as the viewer sees."""
    if before.reading.module != after.reading.module:
        return False
    return before.ends == after.begins


def _links(logs: Sequence[GameLog]) -> int:
    return sum(follows(before, after) for before, after in pairwise(logs))


def fingerprint(scene: Scene) -> str:
    """A digest of what the viewer sees: the places and states of pieces, the contents of decks, the
    properties.

    A piece that the viewer may not know counts by its name and place only, since its stand-in id
    differs from file to file. A known piece counts by its own id.
    """
    digest = hashlib.sha256()
    rows = []
    for seen in scene.pieces:
        at = (seen.place.map, seen.place.x, seen.place.y, seen.place.deck)
        if seen.piece is None:
            rows.append(repr((seen.name, at)))
            continue
        chain = seen.piece.model.traits
        states = [
            unwritten.lasting(t, s)
            for t, s in zip(chain, seen.piece.states, strict=False)
            if t.id not in BOOKKEEPING
        ]
        rows.append(repr((seen.piece.id, at, states)))
    rows += [repr((deck.id, deck.count, sorted(cards_in(scene, deck)))) for deck in scene.decks]
    digest.update("\n".join(sorted(rows)).encode())
    digest.update(repr(sorted(scene.properties.items())).encode())
    return digest.hexdigest()


def game_of(
    opened: Sequence[Save], wanted: str | Path | None, overlays: Sequence[str | Path]
) -> Game | None:
    """The game of these logs: the one that is named, else the one that the files name.

    None if it is none that we know. Raises AuditError if the files are of another game than the
    named one; DefinitionError if there is no such game.
    """
    from generator.definition import load_game
    from generator.definition.binding import binding_of
    from generator.definition.reader import game_folder

    if wanted is not None:
        game = load_game(wanted, overlays)
        binding = binding_of(game, game_folder(wanted))
        names = (game.name, binding.name) if binding is not None else (game.name,)
        for save in opened:
            module = save.moduledata.name
            if module and module not in names:
                raise AuditError(
                    f"{save.name}: played with the module {module!r}, not {game.name!r}"
                    + nearest(module, [game.name])
                )
        return game
    games = (bundled_game(save, overlays) for save in opened)
    return next((found for found in games if found is not None), None)


def other_edition(game: Game, logs: Sequence[GameLog], binding: Binding | None = None) -> str:
    """The hash of the module's definition if it differs from the one at hand; else empty. The
    module from which an imported game was made has no definition.

    Raises AuditError if the pieces or the overlays differ.
    """
    for log in logs:
        if binding is not None and not log.stamp:
            continue
        said = log.save.moduledata.extra2.strip()
        mine = " ".join(f"{one.id}={one.sha256}" for one in game.overlays)
        if log.stamp and said != mine and log.stamp["definition"] != game.definition_hash:
            raise AuditError(
                f"{log.save.name}: played with the overlays [{said or 'none'}], "
                f"audited with [{mine or 'none'}]; name the same with --overlay"
            )
        if log.stamp.get("definition") == game.definition_hash:
            continue  # the same definition: a missing piece was removed in play
        pieces = {
            unit
            for piece in log.reading.start.pieces.values()
            if (unit := piece.marker(IDENTITY)) is not None
        }
        # Not every set-up has every piece: compare with the nearest one.
        set_ups = [{one for row in s.placements for one in row.pieces} for s in game.scenarios]
        missing = min((sorted(placed - pieces) for placed in set_ups), key=len)
        if missing:
            others = [one for one in logs if one.reading.module != log.reading.module]
            if others and log.reading.module:
                raise AuditError(
                    f"{log.save.name} is a log of {log.reading.module!r}, {others[0].save.name} of "
                    f"{others[0].reading.module!r}: these are two games; name the logs of one"
                )
            raise AuditError(
                f"{log.save.name}: not played with this edition of {game.name!r}: "
                f"its set-up has no piece {missing[0]!r}"
            )
    return next(
        (
            log.stamp["definition"]
            for log in logs
            if log.stamp and log.stamp["definition"] != game.definition_hash
        ),
        "",
    )
