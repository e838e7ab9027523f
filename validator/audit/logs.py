"""The files of one game: found, read, put in order, and whose game they are."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from generator.errors import BroadsideError, nearest
from generator.vassal import saves
from generator.vassal.saves import Save
from validator.audit.observing import IDENTITY
from validator.reading import reader
from validator.reading.defined import bundled_game, stamp_of
from validator.reading.players import Roster
from validator.reading.reader import Reading
from validator.table import Table

if TYPE_CHECKING:
    from generator.definition.schema import Game

ENDINGS = (".vlog", ".vsav")
MOST_FILES = 2000


class AuditError(BroadsideError):
    """Files that cannot be audited: none there, or of another game or edition."""


@dataclass(frozen=True, slots=True)
class GameLog:
    """One file of a game."""

    save: Save
    reading: Reading
    stamp: dict[str, str]
    """What our modules write into every save: ``game``, ``definition``, ``ppi``."""


def files_of(paths: Sequence[str | Path]) -> list[Path]:
    """The logs and saves that are named, those of folders by name; AuditError if there are none."""
    found: list[Path] = []
    for one in map(Path, paths):
        if one.is_dir():
            inside = [p for p in one.iterdir() if p.suffix.lower() in ENDINGS and p.is_file()]
            if not inside:
                raise AuditError(f"{one}: this folder holds no log or save (*.vlog, *.vsav)")
            found += sorted(inside, key=_by_name)
        else:
            found.append(one)
    if not found:
        raise AuditError("no file to audit was named")
    if len(found) > MOST_FILES:
        raise AuditError(f"{found[0].parent}: more than {MOST_FILES:,} files")
    return found


def _by_name(path: Path) -> list[tuple[int, int, str]]:
    """Names as people count: ``turn 9`` before ``turn 10``."""
    parts = re.findall(r"\d+|\D+", path.name.lower())
    return [(0, int(p), "") if p.isdecimal() else (1, 0, p) for p in parts]


def open_files(paths: Sequence[Path]) -> list[Save]:
    """The files, decoded. Raises subclasses of `BroadsideError` that name the file."""
    return [saves.read(path) for path in paths]


def read_files(opened: Sequence[Save], game: Game | None) -> list[GameLog]:
    """The files, read as one game: the same players bear the same marks throughout."""
    roster = Roster()
    return [
        GameLog(save, reader.read(save, game=game, roster=roster), stamp_of(save))
        for save in opened
    ]


def in_order(logs: list[GameLog]) -> list[GameLog]:
    """The files as they follow on each other; as given where that cannot be told."""
    if len(logs) < 2 or _links(logs) == len(logs) - 1:
        return logs
    starts = [fingerprint(log.reading.start) for log in logs]
    ends = [fingerprint(log.reading.table()) for log in logs]
    firsts = [at for at, start in enumerate(starts) if start not in ends or starts[at] == ends[at]]
    for first in firsts or range(len(logs)):
        order, left = [first], set(range(len(logs))) - {first}
        while left:
            following = [at for at in sorted(left) if starts[at] == ends[order[-1]]]
            if not following:
                break
            order.append(following[0])
            left.remove(following[0])
        if not left:
            return [logs[at] for at in order]
    return logs


def _links(logs: Sequence[GameLog]) -> int:
    return sum(
        fingerprint(before.reading.table()) == fingerprint(after.reading.start)
        for before, after in pairwise(logs)
    )


_PASSING = frozenset({"footprint;", "markmoved;", "sendto;", "report;", "piece;"})
"""Traits whose state is bookkeeping of the program."""


def fingerprint(table: Table) -> str:
    """A digest of where every piece lies and in which state: the same table, the same digest."""
    digest = hashlib.sha256()
    for piece in sorted(table.pieces.values(), key=lambda one: one.id):
        chain = piece.model.traits
        states = [s for t, s in zip(chain, piece.states, strict=False) if t.id not in _PASSING]
        digest.update(repr((piece.id, piece.map, piece.x, piece.y, states)).encode())
    declared = sorted((key, table.properties.get(key)) for key in table.declared)
    digest.update(repr(declared).encode())
    return digest.hexdigest()


def game_of(
    opened: Sequence[Save], wanted: str | Path | None, overlays: Sequence[str | Path]
) -> Game | None:
    """The game whose logs these are: the one that is named, else the one the files name.

    ``None`` when no game of ours is meant. AuditError when the files are of another game than
    the one named; DefinitionError when there is no such game.
    """
    from generator.definition import load_game

    if wanted is not None:
        game = load_game(wanted, overlays)
        for save in opened:
            module = save.moduledata.name
            if module and module != game.name:
                raise AuditError(
                    f"{save.name}: played with the module {module!r}, not {game.name!r}"
                    + nearest(module, [game.name])
                )
        return game
    games = (bundled_game(save, overlays) for save in opened)
    return next((found for found in games if found is not None), None)


def other_edition(game: Game, logs: Sequence[GameLog]) -> str:
    """In what the definition at hand differs from that of the module; empty when it does not.

    AuditError where the pieces or the overlays differ: then the tables do too, and nothing is
    guessed.
    """
    for log in logs:
        said = log.save.moduledata.extra2.strip()
        mine = " ".join(f"{one.id}={one.sha256}" for one in game.overlays)
        if log.stamp and said != mine and log.stamp["definition"] != game.definition_hash:
            raise AuditError(
                f"{log.save.name}: played with the overlays [{said or 'none'}], "
                f"audited with [{mine or 'none'}]; name the same with --overlay"
            )
        pieces = {
            unit
            for piece in log.reading.start.pieces.values()
            if (unit := piece.marker(IDENTITY)) is not None
        }
        missing = sorted({counter.id for counter in game.counters} - pieces)
        if missing:
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
