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


# --- tables that several games begin on ---------------------------------------------------

CID_AND_DORA = (("Cid", "German"), ("Dora", "British"))


def stub(name: str, day: int, **more: Any) -> Any:
    """A log that ends on the set-up, as it began."""
    return file(name, "s", saved=f"2024-01-{day:02}T20:00:00Z", **more)


def on_from(name: str, begins: str, day: int, **more: Any) -> Any:
    return file(name, begins, f"end of {name}", saved=f"2024-01-{day:02}T20:00:00Z", **more)


def test_where_nothing_was_moved_yet_the_next_log_of_the_same_people_goes_on() -> None:
    files = (
        stub("1", 1),
        on_from("2", "s", 4),
        stub("x", 2, players=CID_AND_DORA),
        on_from("y", "s", 3, players=CID_AND_DORA),
        on_from("z", "s", 5),
    )
    assert put_together(*files) == [["1", "2"], ["x", "y"], ["z"]]


def test_a_log_that_ends_on_a_set_up_is_not_gone_on_with_by_other_people() -> None:
    """Its last piece was put back, or the log that laid the set-up out stands first."""
    laid = file("0", "empty", "s", saved="2024-01-01T20:00:00Z")
    games_of = [
        on_from("1", "s", 3),
        on_from("x", "s", 2, players=CID_AND_DORA),
        on_from("y", "s", 2, players=(("Ed", "German"), ("Fay", "British"))),
    ]
    assert put_together(laid, *games_of) == [["0", "1"], ["x"], ["y"]]


def test_a_game_that_comes_back_to_its_set_up_goes_on_with_its_next_log() -> None:
    files = (
        file("1", "s", "one", saved="2024-01-01T20:00:00Z"),
        file("2", "one", "s", saved="2024-01-02T20:00:00Z"),
        on_from("3", "s", 3),
        on_from("4", "s", 4),
    )
    assert put_together(*files) == [["1", "2", "3"], ["4"]]


def test_two_games_whose_first_logs_end_alike_are_two() -> None:
    files = [
        one
        for day, (name, people) in enumerate((("a", ANN_AND_BOB), ("x", CID_AND_DORA)), 1)
        for one in (
            file(f"{name}1", "s", "one", saved=f"2024-01-0{day}T20:00:00Z", players=people),
            on_from(f"{name}2", "one", day + 3, players=people),
        )
    ]
    assert put_together(*files) == [["a1", "a2"], ["x1", "x2"]]


def test_nobody_who_is_not_named_goes_on_from_a_table_of_several_games() -> None:
    files = (stub("1", 1, players=()), on_from("2", "s", 2, players=()), on_from("3", "s", 3))
    assert put_together(*files) == [["1"], ["2"], ["3"]]


def test_a_save_of_a_set_up_does_not_join_the_games_that_are_played_from_it() -> None:
    save = file("set-up", "s", steps="", players=())
    files = (save, stub("1", 1), stub("x", 1, players=CID_AND_DORA), on_from("2", "s", 2))
    assert put_together(*files) == [["1", "2"], ["x"]]
    ours = stub("save", 3, steps="")
    assert put_together(ours, stub("1", 1), stub("x", 1, players=CID_AND_DORA)) == [
        ["1", "save"],
        ["x"],
    ]


def test_who_takes_a_seat_later_is_still_the_same_people_and_who_sits_elsewhere_is_not() -> None:
    alone, turned = (("Ann", "German"),), (("Ann", "British"), ("Bob", "German"))
    watched = (*ANN_AND_BOB, ("Eve", "<observer>"))
    first = stub("1", 1, players=alone)
    assert put_together(first, on_from("2", "s", 2, players=watched)) == [["1", "2"]]
    assert put_together(first, on_from("2", "s", 2, players=turned)) == [["1"], ["2"]]
    assert put_together(first, on_from("2", "s", 2, players=(("Eve", "Dutch"),))) == [["1"], ["2"]]


def test_another_player_takes_over_where_no_other_game_can_be_meant() -> None:
    files = (on_from("1", "s", 1), on_from("2", "end of 1", 2, players=CID_AND_DORA))
    assert put_together(*files) == [["1", "2"]]


def test_clocks_say_which_log_is_the_next_and_without_them_none_is() -> None:
    assert put_together(stub("1", 9), on_from("2", "s", 2)) == [["1"], ["2"]]
    assert put_together(file("1", "s"), on_from("2", "s", 2)) == [["1"], ["2"]]


def test_a_set_up_of_a_game_we_know_is_known_by_one_log() -> None:
    laid = file("0", "empty", "s", saved="2024-01-01T20:00:00Z")
    alone = on_from("1", "s", 2, players=CID_AND_DORA)
    assert put_together(laid, alone) == [["0", "1"]]
    known = on_from("1", "s", 2, players=CID_AND_DORA, is_set_up=True)
    assert put_together(laid, known) == [["0"], ["1"]]


def test_the_same_dice_of_other_people_are_another_game() -> None:
    first = file("1", "s", "one", mark="dice")
    assert put_together(first, file("2", "s", "two", mark="dice", players=CID_AND_DORA)) == [
        ["1"],
        ["2"],
    ]
    nameless = file("2", "s", "two", mark="dice", players=())
    assert put_together(first, nameless) == [["1", "2"]]


def test_a_log_that_was_written_anew_with_the_same_steps_is_read_once() -> None:
    (game,) = games(once([on_from("1", "s", 1), on_from("again", "s", 1)]))
    assert dict(game.inside) == {"again": "1"}


def test_a_later_set_up_is_no_rest_of_a_game() -> None:
    """A scenario may begin in a later turn than another of its module."""
    first = file("1", "s", "one", first_turn=1, last_turn=3)
    later = file("2", "s 5", "two", first_turn=5, last_turn=6)
    assert put_together(first, later) == [["1", "2"]]
    assert put_together(first, file("2", "s 5", "two", first_turn=5, is_set_up=True)) == [
        ["1"],
        ["2"],
    ]
    others = file("x", "s 5", "three", first_turn=5, last_turn=6, players=CID_AND_DORA)
    assert put_together(first, later, others) == [["1"], ["2"], ["x"]]


def test_of_two_rests_of_one_game_neither_is_taken() -> None:
    first = file("1", "s", "one", first_turn=1, last_turn=3)
    rests = (file(name, name, f"end {name}", first_turn=5, last_turn=6) for name in ("2", "3"))
    assert put_together(first, *rests) == [["1"], ["2"], ["3"]]


def test_a_rest_that_was_written_before_its_beginning_is_none() -> None:
    first = file("1", "s", "one", first_turn=1, last_turn=3, saved="2024-05-01T00:00:00Z")
    later = {"first_turn": 5, "last_turn": 6}
    for year, told in ((2023, [["1"], ["2"]]), (2025, [["1", "2"]])):
        rest = file("2", "two", "three", saved=f"{year}-01-01T00:00:00Z", **later)
        assert put_together(first, rest) == told
