"""How a game stands between its sides: many games by seed, counted.

Every pairing of styles (each side ``random`` or ``purposeful``) plays equally many games, of the
same seeds. Beside the results it counts how often each case of the rules spoke: in the search
for legal decisions, and for verbs of any kind that are held up to it now and then.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from math import sqrt
from pathlib import Path
from statistics import NormalDist, quantiles
from typing import Any

from generator.errors import BroadsideError, nearest
from generator.light import dataclass
from validator.playing.fuzzing import mutated
from validator.playing.processes import HERE, Counts, Over
from validator.playing.selfplay import PlayError, Record, pairings, play_game, sides_of, styles_of
from validator.rules.caselist import read_cases
from validator.rules.engine import GameRules

CHUNK = 25
"""Games that a process plays before it tells of them."""
TRIED = 20
"""In one of so many states a verb of any kind is held up to the cases."""
CONFIDENCE = 0.95
DRAW = "draw"
"""The word for a game that no side won."""


class BalanceError(BroadsideError):
    """Games that cannot be played: a style nobody has, or a fault of the rules, with its seed."""


@dataclass(slots=True)
class Tally:
    """Results of the games of one pairing; every field counts games by what came out."""

    styles: Mapping[str, str]
    """Side to its style of play."""
    winners: Counter[str] = field(default_factory=Counter)
    """By side, or `DRAW`."""
    endings: Counter[str] = field(default_factory=Counter)
    """By the case that ended them."""
    turns: Counter[int] = field(default_factory=Counter)
    points: Counter[int] = field(default_factory=Counter)
    verbs: Counter[int] = field(default_factory=Counter)

    @property
    def games(self) -> int:
        """Games played."""
        return self.winners.total()

    def add(self, record: Record) -> None:
        """Count a game that has ended."""
        assert record.outcome is not None
        winner = record.outcome.winner
        self.winners[winner if winner in self.styles else DRAW] += 1
        self.endings[record.outcome.case] += 1
        self.turns[int(getattr(record.final, "turn", 0))] += 1
        self.points[record.outcome.score] += 1
        self.verbs[len(record.played)] += 1

    def join(self, other: Tally) -> None:
        """Count the games of another tally too."""
        for name in ("winners", "endings", "turns", "points", "verbs"):
            getattr(self, name).update(getattr(other, name))

    def name(self) -> str:
        """``purposeful German, random British``."""
        return ", ".join(f"{style} {side}" for side, style in self.styles.items())


@dataclass(frozen=True, slots=True)
class Spoken:
    """A case of the rules in these games."""

    id: str
    asked: int
    """Times it judged a verb, finished or half-made."""
    refused: int
    why: str
    """Of a case that was never asked or never refused: the reason, where one is known."""


@dataclass(frozen=True, slots=True)
class Balance:
    """The report of many games."""

    game: str
    name: str
    seed: int
    """Of the first game of each pairing; the others follow it."""
    sides: tuple[str, ...]
    tallies: tuple[Tally, ...]
    cases: tuple[Spoken, ...]
    says: Mapping[str, str]
    """Cases that ended games, in our words."""

    @property
    def games(self) -> int:
        """Games played in all."""
        return sum(tally.games for tally in self.tallies)

    def outcomes(self) -> tuple[str, ...]:
        """The sides, and `DRAW` where a game was drawn."""
        drawn = any(DRAW in tally.winners for tally in self.tallies)
        return (*self.sides, DRAW) if drawn else self.sides

    @property
    def has_points(self) -> bool:
        """Whether any game ended with points; in a game that counts none, none does."""
        return any(points for tally in self.tallies for points in tally.points)

    def endings(self) -> list[tuple[str, int]]:
        """Cases that ended games and how many, the most frequent first."""
        counted: Counter[str] = Counter()
        for tally in self.tallies:
            counted.update(tally.endings)
        return sorted(counted.items(), key=lambda row: (-row[1], row[0]))


def play_balance(
    game: Any,
    folder: Path,
    games: int,
    *,
    seed: int = 1,
    style: str | None = None,
    over: Over = HERE,
    report: Callable[[int, int, str], None] = lambda done, total, doing: None,
) -> Balance:
    """Play ``games`` games, shared among the pairings of styles; equal arguments, equal results.

    With a ``style`` all sides play it and there is one pairing. ``over`` does the work, ``report``
    is called with ``(done, total, doing)``. Raises `BalanceError` for an unknown style and for a
    game that goes wrong.
    """
    from validator.rules.loading import load_rules

    rules = load_rules(game, folder)
    tallies = [Tally(styles) for styles in _pairings(rules, style)]
    chunks = list(_chunks(games, len(tallies), seed, tallies))
    asked: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    done = 0
    report(done, games, "playing")
    for (index, played), counts in over(_play, game, folder, chunks):
        tallies[index].join(played)
        _count(counts, asked, refused)
        done += played.games
        report(done, games, f"{done:,} of {games:,} games")
    entries = {entry.id: entry for entry in read_cases(folder)}
    endings = {case for tally in tallies for case in tally.endings}
    return Balance(
        game.id,
        game.name,
        seed,
        tuple(sides_of(rules)),
        tuple(tallies),
        tuple(
            Spoken(
                case,
                asked[case],
                refused[case],
                entries[case].seldom if case in entries and not refused[case] else "",
            )
            for case in rules.exercise
        ),
        {case: entries[case].says for case in sorted(endings & entries.keys())},
    )


def _pairings(rules: GameRules, style: str | None) -> list[dict[str, str]]:
    """The styles of the sides; with a ``style`` only that. Raises BalanceError."""
    if style is None:
        return pairings(rules)
    styles = styles_of(rules)
    if style not in styles:
        raise BalanceError(
            f"{rules.game.name}: nobody plays {style!r}{nearest(style, styles)}; "
            f"there are {', '.join(styles)}"
        )
    return [dict.fromkeys(sides_of(rules), style)]


_Chunk = tuple[int, Mapping[str, str], range]
"""Number of a pairing, its styles, the seeds of its games."""


def _chunks(games: int, pairings: int, seed: int, tallies: Sequence[Tally]) -> Iterator[_Chunk]:
    """Equally many games for each pairing; what does not go into the share falls to the first."""
    share, over = divmod(games, pairings)
    for index, tally in enumerate(tallies):
        end = seed + share + (index < over)
        for first in range(seed, end, CHUNK):
            yield index, tally.styles, range(first, min(first + CHUNK, end))


def _play(rules: GameRules, chunk: _Chunk) -> tuple[int, Tally]:
    index, styles, seeds = chunk
    tally = Tally(styles)
    for seed in seeds:
        try:
            record = play_game(rules, seed, styles)
        except PlayError as trouble:
            told = ", ".join(f"{side} {style}" for side, style in styles.items())
            raise BalanceError(f"{rules.game.name}, {told}: {trouble}") from None
        _held_up(rules, record)
        tally.add(record)
    return index, tally


def _held_up(rules: GameRules, record: Record) -> None:
    """Show the cases verbs of any kind, legal or not, in some states of a game and at its end."""
    rng = random.Random(f"{record.seed}/tried")
    for played in record.played:
        if not rng.randrange(TRIED):
            rules.faults(played.before, mutated(rules, played.verb, rng))
    if record.played:
        rules.faults(record.final, mutated(rules, record.played[-1].verb, rng))


def _count(counts: Counts, asked: Counter[str], refused: Counter[str]) -> None:
    for case, (times, noes) in counts.items():
        asked[case] += times
        refused[case] += noes


# --- Figures ------------------------------------------------------------------------------


def interval(count: int, of: int) -> tuple[float, float]:
    """Between what shares the true one lies, 95 times in 100 (Wilson's interval).

    >>> [round(share, 3) for share in interval(0, 10)]
    [0.0, 0.278]
    """
    if not of:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share = count / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Spread:
    """How a whole number is distributed: least, quartiles, most, and the mean."""

    least: int
    lower: float
    median: float
    upper: float
    most: int
    mean: float


def spread(counted: Counter[int]) -> Spread:
    """The distribution of what was counted; ValueError when nothing was."""
    values = sorted(counted.elements())
    if not values:
        raise ValueError("nothing was counted")
    lower, median, upper = (
        quantiles(values, n=4, method="inclusive") if len(values) > 1 else values * 3
    )
    return Spread(values[0], lower, median, upper, values[-1], sum(values) / len(values))
