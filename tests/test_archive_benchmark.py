"""A club's games are made once, and what many games need is a straight line."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmarks import club
from benchmarks.archive import AGAIN, ONE, TWO, WORKERS, Measured, needed
from generator.definition.reader import load_game


def measured(way: str, games: int, seconds: float) -> Measured:
    return Measured(way, games, seconds, seconds, 150, 100 + games / 100, 1, 2, "")


def test_what_many_games_need_is_a_line_through_both_sizes() -> None:
    few, many = (
        {
            **({ONE: measured(ONE, games, 0.36 * games)} if games == 200 else {}),
            TWO: measured(TWO, games, 0.18 * games),
            WORKERS: measured(WORKERS, games, 0.18 * games),
            AGAIN: measured(AGAIN, games, 1 + games / 1000),
        }
        for games in (200, 2000)
    )
    told = "\n".join(needed(few, many))
    assert "one process                    10.0 hours" in told
    assert "two workers                     5.0 hours" in told
    assert "         1 workers" in told
    assert "again with nothing new          101 seconds" in told
    assert "memory of the main process     1100 MB" in told
    many[AGAIN] = measured(AGAIN, 2000, 1.1)  # a little less than with few: no line that falls
    assert "again with nothing new            1 seconds" in "\n".join(needed(few, many))


def test_each_folder_holds_a_tenth_of_the_games_of_each_set_up() -> None:
    """So what is measured of one is what a tenth of all takes."""
    place = Path("club")
    count, folders = club.folders(place, 2000, 1)
    assert folders == [place / "part-0"] and 190 <= count <= 210
    assert club.folders(place, 2000, club.PARTS)[0] == 2000
    every = Counter(map(club.begun_with, range(2000)))
    for number in range(club.PARTS):
        home = place / f"part-{number}"
        own = (one for one in range(2000) if club.part(place, one) == home)
        held = Counter(map(club.begun_with, own))
        assert all(abs(held[one] - count / club.PARTS) < 1 for one, count in every.items())


@pytest.mark.slow
def test_a_club_plays_every_set_up_and_long_ones_seldom() -> None:
    played = Counter(map(club.begun_with, range(2000)))
    known = {(name, one.id) for name in club.SHARES for one in load_game(name).scenarios}
    assert played.keys() == {(name, one) for name, one in known if one not in club.LESSONS}
    assert played["uboat_variant", "first_patrol"] > 10 * played["uboat_variant", "campaign"]


@pytest.mark.slow
def test_games_are_made_once(tmp_path: Path) -> None:
    assert list(club.make(tmp_path, 2, 1)) == [(1, 2), (2, 2)]
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    assert list(club.make(tmp_path, 3, 1)) == [(1, 1)]
    assert {path: path.stat().st_mtime_ns for path in before} == before
    logs = [path for path in before if "made" not in path.parts]
    assert logs and all("graf_spee" in path.name for path in logs)
