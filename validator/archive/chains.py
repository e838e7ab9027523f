"""Which files are one game: log N+1 begins where log N ended.

Two games of one scenario begin alike, so a beginning alone ties nothing together. What does: a file
begins where the steps of another ended; two logs begin alike and their first dice fell the same; a
log whose beginning no other file left, by the same people, from the same folder, in a later turn of
a game that stops before it (a file between them is missing).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.light import dataclass
from validator.archive.cards import Card
from validator.archive.sources import Source


@dataclass(frozen=True, slots=True)
class File:
    """A file that can be read, once for all its copies."""

    source: Source
    card: Card
    copies: tuple[str, ...] = ()
    """The names of files with the same bytes."""

    @property
    def folder(self) -> str:
        """Where it lies: the folder, zip or mail."""
        return self.source.name.rpartition("/")[0]


@dataclass(frozen=True, slots=True)
class PutTogether:
    """Files that are one game, in the order of their turns, hours and names."""

    files: tuple[File, ...]
    inside: Mapping[str, str]
    """Files whose steps all stand in a longer one, by the sums of both; those are not audited."""

    @property
    def key(self) -> str:
        """What the game is called among the results: the same files, the same key."""
        sums = sorted(one.source.sha256 for one in self.files)
        return hashlib.sha256(" ".join(sums).encode()).hexdigest()[:16]

    @property
    def audited(self) -> tuple[File, ...]:
        """The files that tell the game."""
        return tuple(one for one in self.files if one.source.sha256 not in self.inside)


def once(files: Iterable[tuple[Source, Card]]) -> list[File]:
    """Each content once, under the first of its names."""
    found: dict[str, File] = {}
    for source, card in files:
        known = found.get(source.sha256)
        if known is None:
            found[source.sha256] = File(source, card)
        else:
            copies = (*known.copies, source.name)
            found[source.sha256] = File(known.source, known.card, copies)
    return list(found.values())


def games(files: Sequence[File]) -> list[PutTogether]:
    """The games these files tell, by the first name of each; a save alone is none."""
    groups = _Groups(files)
    for earlier, later in _ties(files):
        groups.tie(earlier, later)
    for earlier, later in _gaps(groups):
        groups.tie(earlier, later)
    found = [
        PutTogether(tuple(sorted(group, key=_in_order)), _inside(group))
        for group in groups.all()
        if any(one.card.trail for one in group)
    ]
    return sorted(found, key=lambda one: one.files[0].source.name)


class _Groups:
    """Files that belong together so far."""

    def __init__(self, files: Sequence[File]) -> None:
        self._group = {one.source.sha256: [one] for one in files}

    def tie(self, one: File, other: File) -> None:
        kept, gone = (self._group[file.source.sha256] for file in (one, other))
        if kept is gone:
            return
        kept += gone
        for file in gone:
            self._group[file.source.sha256] = kept

    def all(self) -> list[list[File]]:
        return list({id(group): group for group in self._group.values()}.values())


def _in_order(file: File) -> tuple[int, str, str]:
    """By turns, for clocks may go backwards; then by hours and names."""
    return _turn(file.card.first_turn), file.card.saved, file.source.name


def _ties(files: Sequence[File]) -> Iterator[tuple[File, File]]:
    begin: dict[tuple[str, str], list[File]] = {}
    for one in files:
        begin.setdefault((one.card.module, one.card.begins), []).append(one)
    for one in files:
        card = one.card
        if card.trail and card.ends != card.begins:
            yield from ((one, later) for later in begin.get((card.module, card.ends), ()))
    for alike in begin.values():
        first: dict[str, File] = {}
        for one in alike:
            if one.card.mark:
                yield first.setdefault(one.card.mark, one), one


def _inside(group: Sequence[File]) -> dict[str, str]:
    """Files whose steps all stand in a longer one of the group."""
    found: dict[str, str] = {}
    for one in group:
        trail = one.card.trail
        for other in group:
            longer = trail and len(other.card.trail) > len(trail)
            alike = longer and one.card.begins == other.card.begins
            if alike and other.card.trail.startswith(trail):
                found[one.source.sha256] = other.source.sha256
                break
    return found


def _gaps(groups: _Groups) -> Iterator[tuple[File, File]]:
    """Games whose beginning is missing, each with the one game they can be the rest of."""
    starts: dict[str, int] = {}
    all_groups = [group for group in groups.all() if any(one.card.trail for one in group)]
    for group in all_groups:
        card = _first(group).card
        if card.first_turn is not None:
            starts[card.module] = min(card.first_turn, starts.get(card.module, card.first_turn))
    for group in all_groups:
        later = _first(group)
        turn = later.card.first_turn
        if turn is None or turn <= starts[later.card.module]:
            continue
        before = [other for other in all_groups if other is not group and _leads(other, later)]
        if len(before) == 1:
            yield _last(before[0]), later


def _leads(group: Sequence[File], later: File) -> bool:
    last = _last(group)
    turn = last.card.last_turn
    return (
        last.card.module == later.card.module
        and last.folder == later.folder
        and bool(last.card.players)
        and last.card.players == later.card.players
        and turn is not None
        and turn <= (later.card.first_turn or 0)
    )


def _first(group: Sequence[File]) -> File:
    return min(group, key=_in_order)


def _last(group: Sequence[File]) -> File:
    return max(group, key=lambda one: (_turn(one.card.last_turn), *_in_order(one)[1:]))


def _turn(number: int | None) -> int:
    return -1 if number is None else number
