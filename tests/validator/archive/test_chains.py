"""Files are one game when they follow on each other, and not because they begin alike."""

from __future__ import annotations

from typing import Any

from validator.archive.cards import Card
from validator.archive.chains import games, once
from validator.archive.sources import Source

ANN_AND_BOB = (("Ann", "German"), ("Bob", "British"))


def file(name: str, begins: str, ends: str = "", steps: str = "ab", **more: Any) -> Any:
    ends = ends or begins
    trail = "".join(f"{steps[: at + 1]};" for at in range(len(steps)))
    told = {"module": "Game", "kind": "log", "steps": len(steps), "players": ANN_AND_BOB}
    card = Card(**{**told, "begins": begins, "ends": ends, "trail": trail, **more})
    return Source(f"club/{name}", name, (), sha256=name), card


def put_together(*files: Any) -> list[list[str]]:
    return [[one.source.sha256 for one in game.files] for game in games(once(files))]


def test_a_log_that_begins_where_another_ended_goes_on_with_it() -> None:
    files = (file("1", "set-up", "one"), file("2", "one", "two"), file("x", "set-up", "other"))
    assert put_together(*files) == [["1", "2"], ["x"]]


def test_two_games_of_one_set_up_are_two_though_they_begin_alike() -> None:
    assert put_together(file("1", "set-up", "one"), file("2", "set-up", "two")) == [["1"], ["2"]]


def test_two_logs_whose_first_dice_fell_the_same_are_one_game() -> None:
    first, again = (file(name, "set-up", name, mark="dice") for name in ("1", "2"))
    assert put_together(first, again) == [["1", "2"]]


def test_two_ways_on_from_one_position_are_one_game() -> None:
    files = (file("1", "s", "one"), file("2", "one", "two"), file("3", "one", "three"))
    assert put_together(*files) == [["1", "2", "3"]]


def test_a_log_that_stands_in_a_longer_one_is_not_audited() -> None:
    short = file("1", "s", "one", "ab", mark="dice")
    (game,) = games(once([short, file("2", "s", "two", "abcd", mark="dice")]))
    assert dict(game.inside) == {"1": "2"}
    assert [one.source.sha256 for one in game.audited] == ["2"]


def test_a_copy_is_the_same_file() -> None:
    source, card = file("1", "s", "one")
    twin = Source("club/again", "again", (), sha256="1")
    (one,) = once([(source, card), (twin, card)])
    assert one.copies == ("club/again",)


def test_a_missing_file_leaves_a_gap_in_one_game() -> None:
    first = file("1", "s", "one", first_turn=1, last_turn=3)
    later = file("3", "two", "three", first_turn=5, last_turn=6)
    other = file("x", "s2", "four", first_turn=1, last_turn=2, players=(("Cid", "German"),))
    assert put_together(first, later, other) == [["1", "3"], ["x"]]


def test_a_gap_that_two_games_could_have_is_nobodys() -> None:
    first, second = (
        file(name, name, f"end {name}", first_turn=1, last_turn=3) for name in ("1", "2")
    )
    later = file("3", "two", "three", first_turn=5, last_turn=6)
    assert put_together(first, second, later) == [["1"], ["2"], ["3"]]


def test_a_save_is_part_of_the_game_that_leads_to_it() -> None:
    log, save = file("1", "s", "one"), file("2", "one", steps="")
    alone = file("3", "s", steps="")
    assert put_together(log, save, alone) == [["1", "2"]]
