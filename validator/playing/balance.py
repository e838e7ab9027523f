"""How balanced a game is: play many games by seed, and count the results.

Every pairing of styles (each side ``random`` or ``purposeful``) plays the same number of games,
with the same seeds. Besides the results, this counts how often each case of the rules was asked
and refused a verb: in the search for legal decisions, and on random verbs in some of the states.
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
"""Games that a process plays before it reports them."""
TRIED = 20
"""In one of this many states a random verb is checked against the cases."""
CONFIDENCE = 0.95
DRAW = "draw"
"""The word for a game that no side won."""


class BalanceError(BroadsideError):
    """The games cannot be played: an unknown style, or a fault in the rules (with the seed)."""


@dataclass(slots=True)
class Tally:
    """Results of the games of one pairing; each counter counts games."""

    styles: Mapping[str, str]
    """Side to style of play."""
    winners: Counter[str] = field(default_factory=Counter)
    """Games by winning side, or `DRAW`."""
    endings: Counter[str] = field(default_factory=Counter)
    """Games by the case that ended them."""
    turns: Counter[int] = field(default_factory=Counter)
    points: Counter[int] = field(default_factory=Counter)
    verbs: Counter[int] = field(default_factory=Counter)

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.winners.total()

    def add(self, record: Record) -> None:
        """Count a finished game."""
        assert record.outcome is not None
        winner = record.outcome.winner
        self.winners[winner if winner in self.styles else DRAW] += 1
        self.endings[record.outcome.case] += 1
        self.turns[int(getattr(record.final, "turn", 0))] += 1
        self.points[record.outcome.score] += 1
        self.verbs[len(record.played)] += 1

    def join(self, other: Tally) -> None:
        """Add the counts of another tally."""
        for name in ("winners", "endings", "turns", "points", "verbs"):
            getattr(self, name).update(getattr(other, name))

    def name(self) -> str:
        """``purposeful German, random British``."""
        return ", ".join(f"{style} {side}" for side, style in self.styles.items())


@dataclass(frozen=True, slots=True)
class Spoken:
    """How often a case of the rules was asked in these games."""

    id: str
    asked: int
    """How often it judged a verb, complete or partial."""
    refused: int
    why: str
    """For a case that never refused: the reason, if the case list gives one."""


@dataclass(frozen=True, slots=True)
class Balance:
    """The results of many games."""

    game: str
    name: str
    seed: int
    """The seed of the first game of each pairing; the following games count up from it."""
    sides: tuple[str, ...]
    tallies: tuple[Tally, ...]
    cases: tuple[Spoken, ...]
    says: Mapping[str, str]
    """Case that ended games to its text."""

    @property
    def games(self) -> int:
        """The number of games played in all."""
        return sum(tally.games for tally in self.tallies)

    def outcomes(self) -> tuple[str, ...]:
        """The sides, and `DRAW` if a game was drawn."""
        drawn = any(DRAW in tally.winners for tally in self.tallies)
        return (*self.sides, DRAW) if drawn else self.sides

    @property
    def has_points(self) -> bool:
        """Whether any game ended with points other than 0."""
        return any(points for tally in self.tallies for points in tally.points)

    def endings(self) -> list[tuple[str, int]]:
        """The cases that ended games with their counts, most frequent first."""
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
    """Play ``games`` games, divided among the pairings of styles; deterministic.

    With a ``style`` all sides play it, so there is one pairing. ``over`` does the work, ``report``
    is called with ``(done, total, doing)``. Raises `BalanceError` for an unknown style and for a
    game that fails.
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
    """The pairings to play: all, or the one of ``style``. Raises BalanceError."""
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
"""Index of a pairing, its styles, the seeds of its games."""


def _chunks(games: int, pairings: int, seed: int, tallies: Sequence[Tally]) -> Iterator[_Chunk]:
    """Divide the games among the pairings; the first pairings get the remainder."""
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
            in_words = ", ".join(f"{side} {style}" for side, style in styles.items())
            raise BalanceError(f"{rules.game.name}, {in_words}: {trouble}") from None
        _check_random_verbs(rules, record)
        tally.add(record)
    return index, tally


def _check_random_verbs(rules: GameRules, record: Record) -> None:
    """Check random verbs, legal or not, in some states of a game and at its end."""
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
    """The 95 % confidence interval of a share (Wilson's interval).

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
    """The distribution of a whole number: minimum, quartiles, maximum and mean."""

    least: int
    lower: float
    median: float
    upper: float
    most: int
    mean: float


def spread(counted: Counter[int]) -> Spread:
    """The distribution of the counted values. Raises ValueError if there are none."""
    values = sorted(counted.elements())
    if not values:
        raise ValueError("nothing was counted")
    lower, median, upper = (
        quantiles(values, n=4, method="inclusive") if len(values) > 1 else values * 3
    )
    return Spread(values[0], lower, median, upper, values[-1], sum(values) / len(values))
