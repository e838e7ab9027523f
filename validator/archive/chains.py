"""Which files belong to one game: log N+1 begins where log N ended.

Two games of one scenario begin alike, so an equal beginning alone proves nothing. Files are joined:

* if one begins at the position where the other ended (`validator.archive.following`);
* if two logs begin alike and their first dice are the same;
* if a file between them is missing: the same people, the same folder, a later turn, and no other
  game fits.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.light import dataclass
from validator.archive.cards import Card
from validator.archive.following import File, People, Tables, differ
from validator.archive.sources import Source


@dataclass(frozen=True, slots=True)
class PutTogether:
    """The files of one game, in the order of their turns, times and names."""

    files: tuple[File, ...]
    inside: Mapping[str, str]
    """Files that a longer file wholly contains, and that file, by their SHA-256 sums; they are not
    audited."""

    @property
    def key(self) -> str:
        """The game's name among the results; the same files always give the same key."""
        sums = sorted(one.source.sha256 for one in self.files)
        return hashlib.sha256(" ".join(sums).encode()).hexdigest()[:16]

    @property
    def audited(self) -> tuple[File, ...]:
        """The files that are not contained in others."""
        return tuple(one for one in self.files if one.source.sha256 not in self.inside)


def once(files: Iterable[tuple[Source, Card]]) -> list[File]:
    """One `File` for each content, under the first of its names."""
    found: dict[str, File] = {}
    for source, card in files:
        known = found.get(source.sha256)
        if known is None:
            found[source.sha256] = File(source, card)
        else:
            copies = (*known.copies, source.name)
            found[source.sha256] = File(known.source, known.card, copies)
    return list(found.values())


_ALIKE = 50
"""How many logs with equal dice but different players are compared at most; no honest club has
as many."""


def games(files: Sequence[File]) -> list[PutTogether]:
    """The games that these files form, sorted by the name of the first file. A save alone is no
    game."""
    groups, on = _Groups(files), Tables(files)
    for earlier, later in on.following():
        groups.tie(earlier, later)
    for one, again in _again(files):
        groups.tie(one, again)
    for earlier, later in list(_gaps(groups, on)):
        groups.tie(earlier, later)
    found = []
    for group in groups.all():
        if any(one.card.trail for one in group):
            ordered = sorted(group, key=_in_order)
            found.append(PutTogether(tuple(ordered), _inside(ordered)))
    return sorted(found, key=lambda one: one.files[0].source.name)


class _Groups:
    """Files that belong together so far."""

    def __init__(self, files: Sequence[File]) -> None:
        self._group = {one.source.sha256: [one] for one in files}

    def tie(self, one: File, other: File) -> None:
        kept, gone = (self._group[file.source.sha256] for file in (one, other))
        if kept is gone:
            return
        if len(kept) < len(gone):
            kept, gone = gone, kept
        kept += gone
        for file in gone:
            self._group[file.source.sha256] = kept

    def all(self) -> list[list[File]]:
        return list({id(group): group for group in self._group.values()}.values())


def _in_order(file: File) -> tuple[int, str, str]:
    """By turns, for clocks may go backwards; then by hours and names."""
    return _turn(file.card.first_turn), file.card.saved, file.source.name


def _again(files: Sequence[File]) -> Iterator[tuple[File, File]]:
    """Logs that begin as another does and go on as it does: with the same dice, or written in the
    same second with the same steps."""
    known: dict[tuple[str, ...], list[File]] = {}
    for one in files:
        card = one.card
        for sign in (card.mark, f"{card.saved} {card.trail}" if card.saved and card.trail else ""):
            if not sign:
                continue
            alike = known.setdefault((*one.begins, sign), [])
            first = next((f for f in alike if not differ(f.card.players, card.players)), None)
            if first is not None:
                yield first, one
            elif len(alike) < _ALIKE:
                alike.append(one)


def _inside(group: Sequence[File]) -> dict[str, str]:
    """Files whose steps all stand in a longer one of the group, or in one before them."""
    found: dict[str, str] = {}
    for at, one in enumerate(group):
        trail = one.card.trail
        for number, other in enumerate(group):
            held = trail and other.begins == one.begins and other.card.trail.startswith(trail)
            if held and (len(other.card.trail) > len(trail) or number < at):
                found[one.source.sha256] = other.source.sha256
                break
    return found


def _gaps(groups: _Groups, on: Tables) -> Iterator[tuple[File, File]]:
    """Pairs of files between which one is missing: the end of one game and the beginning of
    another, where neither has a second candidate."""
    starts: dict[str, int] = {}
    ended: dict[tuple[str, str, People], list[tuple[File, File]]] = {}
    begun: list[File] = []
    for group in groups.all():
        if not any(one.card.trail for one in group):
            continue
        first, last = min(group, key=_in_order), max(group, key=_as_it_ended)
        begun.append(first)
        if last.card.players:
            ended.setdefault(_whose(last), []).append((first, last))
        if (turn := first.card.first_turn) is not None:
            starts[first.card.module] = min(turn, starts.get(first.card.module, turn))
    found = []
    for later in begun:
        turn = later.card.first_turn
        if turn is None or turn <= starts[later.card.module] or on.is_set_up(later.begins):
            continue
        before = [
            last
            for first, last in ended.get(_whose(later), ())
            if first is not later and _leads(last, later)
        ]
        if len(before) == 1:
            found.append((before[0], later))
    rests = Counter(before.source.sha256 for before, _ in found)
    yield from (tie for tie in found if rests[tie[0].source.sha256] == 1)


def _whose(file: File) -> tuple[str, str, People]:
    """The module, folder and players of a file: a gap is only bridged where all three are equal."""
    return file.card.module, file.folder, file.card.players


def _leads(last: File, later: File) -> bool:
    """Whether a file may continue the game whose last file is given, by turn and by clock."""
    turn, saved, again = last.card.last_turn, last.card.saved, later.card.saved
    in_turn = turn is not None and turn <= (later.card.first_turn or 0)
    return in_turn and not (saved and again and again < saved)


def _as_it_ended(file: File) -> tuple[int, str, str]:
    return _turn(file.card.last_turn), *_in_order(file)[1:]


def _turn(number: int | None) -> int:
    return -1 if number is None else number
