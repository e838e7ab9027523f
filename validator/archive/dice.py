"""The mean of the dice by game, button and player, beside the range of fair dice."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from generator.light import dataclass
from validator.archive.tables import AllRows, played

FEWEST = 30
"""Fewer dice than this are not shown: their mean says nothing."""
_USUAL = 1.96
"""Nineteen of twenty means of fair dice lie within this many standard errors."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """The dice that one player threw with one button."""

    game: str
    button: str
    player: str
    """Empty if the log does not name the player."""
    count: int
    mean: float
    middle: float
    """The expected mean of fair dice."""
    usual: float
    """Nineteen times in twenty the mean of fair dice lies within this distance of the middle."""


def thrown(rows: AllRows) -> Iterator[Thrown]:
    """Dice with at least `FEWEST` throws, the most thrown first; undone rolls count too."""
    names = {game["game"]: played(game) for game in rows["games"]}
    found: dict[tuple[str, str, str], list[int]] = {}
    faces: dict[tuple[str, str], int] = {}
    for roll in rows["rolls"]:
        game = names[roll["game"]]
        found.setdefault((game, roll["button"], roll["player"]), []).extend(roll["dice"])
        most = max(roll["dice"], default=0)
        faces[game, roll["button"]] = max(most, faces.get((game, roll["button"]), 0))
    for (game, button, player), dice in sorted(
        found.items(), key=lambda row: (-len(row[1]), row[0])
    ):
        if len(dice) >= FEWEST:
            sides, count = faces[game, button], len(dice)
            usual = _USUAL * sqrt((sides**2 - 1) / 12 / count)
            yield Thrown(game, button, player, count, sum(dice) / count, (sides + 1) / 2, usual)
