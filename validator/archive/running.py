"""One run over an archive: find files, read them, join them into games, audit, write tables.

Each result is kept as soon as it is there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from generator.definition.reader import game_folder, load_game
from generator.light import dataclass
from validator.archive import chains, tables
from validator.archive.cards import Card, year_of
from validator.archive.following import File
from validator.archive.judging import CARD, GAME, LOOK, Task
from validator.archive.keeping import Failed, Kept
from validator.archive.made import Made, digest_of, forget, made_in
from validator.archive.sources import (
    LOOKED_FOR,
    ArchiveFolderError,
    Found,
    Holder,
    Source,
    Unread,
    as_found,
    found,
)
from validator.archive.stores import store_of
from validator.archive.sums import Sums
from validator.archive.working import Limits, Work, over_processes

_TOGETHER = 1000
"""How many results are fetched ahead at a time."""
Report = Callable[[int, int, str], None]
"""Called as work goes on: how many tasks are done, of how many, and what was done."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The outcome of a run."""

    files: int
    games: int
    new: int
    """How many files and games this run read or audited."""
    unread: tuple[tuple[str, str], ...]
    """Files that could not be read, and games that could not be audited: name and reason."""
    others: tuple[str, ...] = ()
    """Folders of results that other editions or views left among these results."""
    replays: str = ""
    """The folder of the games' replay pages, in the results; empty if they have none."""
    made: Made | None = None
    """What the tables were made from; None if those of an earlier run were kept."""
    new_games: int = 0
    """How many of ``new`` are games."""


def archived(
    places: Sequence[str], out: str, limits: Limits, **more: Any
) -> tuple[Summary, tables.AllRows]:
    """`run`, and write the page if anything is new."""
    from validator.archive.page import write_page

    summary, rows = run(places, out, limits, **more)
    if summary.made is not None:
        store = store_of(out)
        write_page(store, rows, summary.replays)
        summary.made.write(store)
    return summary, rows


def run(
    places: Sequence[str],
    out: str,
    limits: Limits,
    *,
    reveal: bool = False,
    names: bool = False,
    own: Sequence[str] = (),
    replays: bool = False,
    report: Report = lambda done, total, doing: None,
    tell: Callable[[str], None] = lambda line: None,
    work: Work = over_processes,
) -> tuple[Summary, tables.AllRows]:
    """Audit every game in some folders, and write the tables of all of them.

    ``own`` are folders of the user's own games: logs of their modules are held to their rules.
    ``replays`` also writes a page for each game, which shows its players' names. Results of
    earlier runs are used again; if nothing is new, nothing is written. ``tell`` is called with
    each failure as it happens. Raises subclasses of `BroadsideError` for places and results
    folders that cannot be used; a file that cannot be read is only noted in the table of files.
    """
    store = store_of(out)
    own = [_own(named) for named in own]
    kept = Kept(
        store, reveal=reveal, names=names, own=own, replays=replays, unpacked=limits.unpacked
    )
    sums = Sums(store)
    every = list(found(places, store, sums))
    if every:
        kept.begin()
        sums.write()
    of = digest_of(every, kept.name, kept.replays)
    before = made_in(store)
    if before is not None and before.stands(store, of, (limits.seconds, limits.memory)):
        counts = (before.files, before.games, 0, before.unread, kept.others, kept.replays)
        return Summary(*counts), tables.Stored(store)
    bench = _Bench(kept, store.at_once, limits, work, report, tell)
    held = bench.opened(every)
    if not held:
        raise ArchiveFolderError(f"{', '.join(places)}: no log or save in it ({LOOKED_FOR})")
    known = [one for one in held if isinstance(one, Source)]
    once: dict[str, Task] = {}
    for one in known:
        once.setdefault(one.sha256, Task(CARD, one.sha256, (one,), own))
    bench.do("reading", list(once.values()))
    cards = dict(zip(once, map(_card, bench.results(list(once.values()))), strict=True))
    read = chains.once((one, cards[one.sha256]) for one in known)
    games = chains.games([one for one in read if not one.card.trouble])
    audits = [
        Task(
            GAME,
            one.key,
            tuple(file.source for file in one.audited),
            own,
            reveal,
            names,
            (store.place, f"{kept.replays}/{one.key}.html") if replays else None,
        )
        for one in games
    ]
    bench.do("auditing", audits)
    rows = _gathered(held, read, games, bench.results(audits))
    forget(store)
    written = tables.write(store, rows)
    kept.pack()
    unread = [(row["file"], row["reason"]) for row in rows["files"] if row["reason"]]
    unread += [(row["name"], row["trouble"]) for row in rows["games"] if row["trouble"]]
    made = Made(of, written, len(held), len(games), tuple(unread), tuple(sorted(bench.tried)))
    counts = (made.files, made.games, bench.new, made.unread, kept.others, kept.replays)
    return Summary(*counts, made, bench.new_games), rows


def _own(named: str) -> str:
    """The path of a game's folder. Raises DefinitionError if it holds no game."""
    load_game(named)
    return str(game_folder(named).resolve())


class _Bench:
    """Does the tasks that are not done yet, and keeps their results."""

    def __init__(
        self,
        kept: Kept,
        at_once: int,
        limits: Limits,
        work: Work,
        report: Report,
        tell: Callable[[str], None],
    ) -> None:
        self._kept = kept
        self._at_once = at_once
        self._limits = limits
        self._work = work
        self._report = report
        self._tell = tell
        self.new = self.new_games = 0
        self.tried: set[tuple[float, int]] = set()
        """Limits that were too low for some task."""

    def opened(self, found: Sequence[Found]) -> list[Source | Unread]:
        """The logs and saves that were found, also those inside other files."""
        holders = [one for one in found if isinstance(one, Holder)]
        first = {one.key: Task(LOOK, one.key, (one.source,)) for one in reversed(holders)}
        tasks = list(first.values())[::-1]
        self.do("looking into", tasks)
        held: dict[str, Any] = dict(
            zip((one.key for one in tasks), self.results(tasks), strict=True)
        )
        logs: list[Source | Unread] = []
        for one in found:
            if not isinstance(one, Holder):
                logs.append(one)
            elif isinstance(within := held[one.key], Failed):
                logs.append(Unread(one.source.name, within.reason))
            else:
                logs.extend(as_found(one.source, within or ()))
        return logs

    def do(self, doing: str, tasks: Sequence[Task]) -> None:
        """Do every task that is not done yet."""
        limits = (self._limits.seconds, self._limits.memory)
        left = [one for one in tasks if not self._kept.has(one.kind, one.key, limits)]
        before = len(tasks) - len(left)
        for number, (task, result) in enumerate(self._work(left, self._limits), 1):
            self._kept.keep(task.kind, task.key, result)
            self.new += task.kind != LOOK
            self.new_games += task.kind == GAME
            name = task.sources[0].name
            self._report(before + number, len(tasks), f"{doing} {name}")
            reason = _card(result).trouble if task.kind == CARD else _reason(result)
            if reason:
                self._tell(f"{name}: {reason}")

    def results(self, tasks: Sequence[Task]) -> Iterator[Any | Failed]:
        """The results of tasks that are done, one after the other: too many to hold at once."""
        with ThreadPoolExecutor(self._at_once) as threads:
            for begin in range(0, len(tasks), _TOGETHER):
                some = tasks[begin : begin + _TOGETHER]
                found = threads.map if self._at_once > 1 else map
                yield from map(self._whole, some, found(self._found, some))

    def _found(self, task: Task) -> Any | Failed | None:
        return self._kept.found(task.kind, task.key)

    def _whole(self, task: Task, result: Any | Failed | None) -> Any | Failed:
        """A result; if the kept one can no longer be read, the task is done again."""
        if result is None:
            self._kept.forget(task.kind, task.key)
            self.do("again", [task])
            result = self._found(task)
        if isinstance(result, Failed) and result.seconds:
            self.tried.add((result.seconds, result.memory))
        return result


def _reason(result: Any | Failed) -> str:
    return result.reason if isinstance(result, Failed) else ""


def _card(result: Any | Failed) -> Card:
    if isinstance(result, Failed):
        return Card("unread", trouble=result.reason)
    return Card.of_json(result)


def _gathered(
    found: Sequence[Source | Unread],
    read: Sequence[File],
    games: Sequence[chains.PutTogether],
    judged: Iterable[Any | Failed],
) -> tables.AllRows:
    """The rows of all tables: games in the order of their first files' names, files by name."""
    rows = {table: tables.Rows(table) for table in tables.TABLES}
    for game, result in zip(games, judged, strict=True):
        if isinstance(result, Failed):
            result = {"games": [_unjudged(game, result)]}
        for table, held in result.items():
            rows[table].extend(held if table != "games" else [{**held[0], **_added(held[0], game)}])
    rows["files"].extend(sorted(_files(found, read, games), key=lambda row: row["file"]))
    return rows


def _added(row: dict[str, Any], game: chains.PutTogether) -> dict[str, Any]:
    """The columns of a game's row that come from its files."""
    return {
        "name": game.files[0].source.name,
        "rules": row["rules"] or tables.NO_RULES,
        "overlay": game.audited[0].card.overlay,
        "year": year_of(row["last_saved"]),
    }


def _unjudged(game: chains.PutTogether, failed: Failed) -> dict[str, Any]:
    """The row of a game that could not be audited, from the cards of its files."""
    card = game.files[0].card
    row: dict[str, Any] = {one.name: None for one in tables.TABLES["games"]}
    return row | {
        "game": game.key,
        "rules": card.game,
        "module": card.module,
        "module_version": card.module_version,
        "by_rules": False,
        "files": len(game.audited),
        "steps": sum(one.card.steps for one in game.audited),
        "ended": False,
        "headline": "Not audited.",
        "trouble": failed.reason,
    }


def _files(
    found: Sequence[Source | Unread],
    read: Sequence[File],
    played: Sequence[chains.PutTogether],
) -> Iterator[dict[str, Any]]:
    first = {one.source.sha256: one for one in read}
    games = {one.source.sha256: game for game in played for one in game.files}
    for one in found:
        if isinstance(one, Unread):
            yield _row(one.name, status="unread", reason=one.reason)
            continue
        file = first[one.sha256]
        game, card = games.get(one.sha256), file.card
        longer = game.inside.get(one.sha256) if game is not None else None
        if card.trouble:
            status, of = "unread", ""
        elif file.source.name != one.name:
            status, of = "copy", file.source.name
        elif longer is not None:
            same = len(first[longer].card.trail) == len(card.trail)
            status = "copy" if same else "in a longer log"
            of = first[longer].source.name
        else:
            status, of = ("read" if game is not None else "position"), ""
        yield _row(
            one.name,
            sha256=one.sha256,
            bytes=one.size,
            status=status,
            of=of,
            game=game.key if game is not None else "",
            kind=card.kind if not card.trouble else "",
            module=card.module,
            module_version=card.module_version,
            overlay=card.overlay,
            vassal_version=card.vassal_version,
            steps=card.steps,
            saved=card.saved,
            reason=card.trouble,
        )


def _row(name: str, **values: Any) -> dict[str, Any]:
    empty = {"string": "", "int64": None}
    row: dict[str, Any] = {one.name: empty[one.kind] for one in tables.TABLES["files"]}
    return row | {"file": name} | values
