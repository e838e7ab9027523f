"""Which file continues which: one begins at the position where another ended.

Most positions occur in one game only. A set-up does not: every game begins with it, and a log in
which nothing was moved yet also ends with it. There only the next log of the same people is taken
as the continuation. In doubt one game counts as two, which accuses nobody.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from generator.light import dataclass
from validator.archive.cards import Card
from validator.archive.sources import Source
from validator.reading.events import OBSERVER

Table = tuple[str, str]
"""A module, and the digest of a position (everything on the table) of it."""


@dataclass(frozen=True, slots=True)
class File:
    """A readable file; its copies are listed in it."""

    source: Source
    card: Card
    copies: tuple[str, ...] = ()
    """The names of other files with the same bytes."""

    @property
    def folder(self) -> str:
        """The folder, zip or mail that holds it."""
        return self.source.name.rpartition("/")[0]

    @property
    def begins(self) -> Table:
        """Its first position."""
        return self.card.module, self.card.begins

    @property
    def ends(self) -> Table:
        """Its last position."""
        return self.card.module, self.card.ends


class Tables:
    """The positions with which files begin and end."""

    def __init__(self, files: Sequence[File]) -> None:
        self._later: dict[Table, list[File]] = {}
        self._earlier: dict[Table, list[File]] = {}
        self._set_ups: dict[Table, bool] = {}
        """Answers of `is_set_up`, kept because thousands of games may begin alike."""
        for one in files:
            self._later.setdefault(one.begins, []).append(one)
            if one.card.trail:
                self._earlier.setdefault(one.ends, []).append(one)

    def following(self) -> Iterator[tuple[File, File]]:
        """Pairs of a file and the file that continues it."""
        for table, earlier in self._earlier.items():
            later = self._later.get(table, ())
            if later and self._is_shared(table):
                yield from _next(earlier, later)
            else:
                yield from ((one, other) for one in earlier for other in later)

    def is_set_up(self, table: Table) -> bool:
        """Whether games begin with it: it is a set-up of a known game, or logs of different people
        begin with it."""
        if table not in self._set_ups:
            later = self._later.get(table, ())
            known = any(one.card.is_set_up for one in later)
            self._set_ups[table] = known or _are_strangers(later)
        return self._set_ups[table]

    def _is_shared(self, table: Table) -> bool:
        return (
            self.is_set_up(table)
            or _are_strangers(self._earlier[table])
            or any(one.begins == table for one in self._earlier[table])
            or self._comes_back(table)
        )

    def _comes_back(self, table: Table) -> bool:
        """Whether a game that begins with a position returns to it some files later."""
        seen, ahead = {table}, [one for one in self._later[table] if one.card.trail]
        while ahead:
            ends = ahead.pop().ends
            if ends == table:
                return True
            if ends not in seen:
                seen.add(ends)
                ahead += (one for one in self._later.get(ends, ()) if one.card.trail)
        return False


def _next(earlier: Sequence[File], later: Sequence[File]) -> Iterator[tuple[File, File]]:
    """Pairs for a position that several games may share: each log with the next log of the same
    people, each save with the last log that they wrote before it."""
    logs = _ByPeople(one for one in later if one.card.trail)
    for log in earlier:
        following = logs.next_to(log)
        if following is not None:
            yield log, following
    ended = _ByPeople(earlier)
    for save in later:
        if not save.card.trail:
            last = ended.last_before(save)
            if last is not None:
                yield last, save


class _ByPeople:
    """Files by their players, in the order in which they were written; thousands may begin with
    one set-up. Files without a time are left out."""

    def __init__(self, files: Iterable[File]) -> None:
        self._files: dict[People, list[File]] = {}
        for one in sorted((one for one in files if one.card.saved), key=_hour):
            self._files.setdefault(one.card.players, []).append(one)
        self._named: dict[str, list[People]] = {}
        for people in self._files:
            for name in {name for name, _ in people}:
                self._named.setdefault(name, []).append(people)
        self._same: dict[People, list[list[File]]] = {}

    def next_to(self, log: File) -> File | None:
        """The first file that the same people wrote after a log."""
        found = []
        for files in self._of_the_same(log) if log.card.saved else ():
            begin = bisect_left(files, log.card.saved, key=_saved)
            found += [one for one in files[begin : begin + 2] if one is not log][:1]
        return min(found, key=_hour, default=None)

    def last_before(self, save: File) -> File | None:
        """The last file that the same people wrote before a save."""
        found = []
        for files in self._of_the_same(save) if save.card.saved else ():
            found += files[: bisect_right(files, save.card.saved, key=_saved)][-1:]
        return max(found, key=_hour, default=None)

    def _of_the_same(self, file: File) -> list[list[File]]:
        people = file.card.players
        if people not in self._same:
            alike = {one for name, _ in people for one in self._named.get(name, ())}
            self._same[people] = [self._files[one] for one in alike if same(one, people)]
        return self._same[people]


def _saved(file: File) -> str:
    return file.card.saved


def _hour(file: File) -> tuple[str, str]:
    return file.card.saved, file.source.name


People = tuple[tuple[str, str], ...]
"""Names of players and their sides."""


def same(some: People, others: People) -> bool:
    """Whether two lists name the same people: they share at least one name, and every side that
    both know has a player in common."""
    mine, theirs = _seats(some), _seats(others)
    sides = mine.keys() & theirs.keys()
    known = {name for name, _ in some} & {name for name, _ in others}
    return bool(known) and all(mine[side] & theirs[side] for side in sides)


def differ(some: People, others: People) -> bool:
    """Whether two lists are both known and name different people."""
    return bool(some and others) and not same(some, others)


def _seats(people: People) -> dict[str, set[str]]:
    """The names of each side's players, without observers."""
    found: dict[str, set[str]] = {}
    for name, side in people:
        if side not in ("", OBSERVER):
            found.setdefault(side, set()).add(name)
    return found


def _are_strangers(files: Iterable[File]) -> bool:
    """Whether two of the logs are of different people."""
    known = sorted({one.card.players for one in files if one.card.trail})
    return any(differ(one, other) for one, other in combinations(known, 2))
