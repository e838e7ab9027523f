"""What no act of the game leaves on the table: pieces added, swapped, moved by others, on land."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.modules.graf_spee.turns import LOG, close, over

Codes = Callable[..., list[str]]
GERMAN, BRITISH = "secret-one", "secret-two"

both_views = pytest.mark.parametrize("reveal", [False, True])


def begun(log: Any) -> Any:
    """Turn 2 has come; Exeter stands on A2, Sussex on A1; the raider is in D3, plotted."""
    log.move("plot", "B3", LOG)
    for number, place in enumerate(("B3", "D3", "C5"), 1):
        log.move(f"supply_{number}", place, LOG)
    log.start().move("plot", "D3", LOG).declare("COURSE LOGGED", "German")
    log.move("exeter", "A2").move("sussex", "A1")
    close(log, 1)
    return log.declare("COURSE LOGGED", "German", turn=2)


def raiding(log: Any, place: str) -> Any:
    """Turn 1: nobody is near, the raider shows itself and raids."""
    log.move("plot", "B2", LOG)
    for number, at in enumerate(("B3", "D3", "C5"), 1):
        log.move(f"supply_{number}", at, LOG)
    log.start().move("plot", place, LOG).declare("COURSE LOGGED", "German")
    log.declare("END OF MOVEMENT", "British").declare("NO CONTACT", "German")
    return log.declare("RAID", "German").move("graf_spee", place)


@both_views
def test_a_piece_added_by_hand(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log).create("exeter", "Exeter", "CA", "B3")
    assert codes(close(log, 2), reveal=reveal) == ["table.created"]


@both_views
def test_a_piece_deleted_by_hand(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log).delete("sussex")
    assert codes(close(log, 2), reveal=reveal) == ["table.deleted"]


def test_a_piece_replaced_by_hand(log: Any, codes: Codes) -> None:
    begun(log).replace("sussex", "renown_2", "Renown", "BB")
    assert "table.replaced" in codes(close(log, 2))


def test_a_points_window_that_its_marker_does_not_show(log: Any, codes: Codes) -> None:
    raiding(log, "A3").score_button(2)
    log.move("score", "Score 4")
    found = codes(over(log, 1))
    assert found and set(found) <= {"table.score", "GS-7(4)"}


@pytest.mark.parametrize("follows", [False, True])
def test_a_points_marker_moved_by_hand_and_then_by_a_button(
    log: Any, codes: Codes, follows: bool
) -> None:
    """Older builds of the module leave the points window behind; newer ones set it."""
    raiding(log, "A3")
    log = log.score_by_hand(1) if follows else log.move("score", "Score 1")
    log.score_button(2)
    assert codes(over(log, 1)) == []


def test_a_points_marker_moved_by_hand_after_a_button(log: Any, codes: Codes) -> None:
    raiding(log, "A3").score_button(1).move("score", "Score 2")
    assert codes(over(log, 1)) == []


@both_views
def test_a_piece_moved_by_the_other_side(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log).move("exeter", "B3", by=GERMAN)
    assert codes(close(log, 2), reveal=reveal) == ["table.hand"]


@both_views
def test_a_player_who_crosses_over(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log).side(GERMAN, "British")
    assert codes(close(log, 2), reveal=reveal) == ["log.side"]


@both_views
def test_a_british_player_who_has_been_the_referee(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log).side(BRITISH, "Referee").side(BRITISH, "British")
    assert codes(close(log, 2), reveal=reveal) == ["log.side"]


def test_a_german_player_who_has_been_the_referee(log: Any, codes: Codes) -> None:
    begun(log).side(GERMAN, "Referee").side(GERMAN, "German")
    assert codes(close(log, 2)) == []


@both_views
def test_a_piece_laid_on_land(log: Any, codes: Codes, reveal: bool) -> None:
    log.pixels["South Atlantic", "Brazil"] = (600, 450)  # between the box and hex C1
    begun(log).move("exeter", "Brazil")
    close(log, 2)
    assert codes(log, reveal=reveal) == ["GS-5(1)a"]


def test_a_die_that_shows_seven(log: Any, codes: Codes) -> None:
    raiding(log, "B3").roll("Commerce raid", 7).score_button(2)
    assert "GS-2(2)" in codes(over(log, 1))


def test_dice_set_by_hand(log: Any, codes: Codes) -> None:
    raiding(log, "B3").roll("Commerce raid", 2)
    log.property_by_hand("Commerce raid_result", "6")
    assert codes(over(log, 1)) == ["dice.altered"]


def test_a_roll_that_only_the_chat_tells_of(log: Any, log_builder: Any, codes: Codes) -> None:
    raiding(log, "B3")
    told = "** Commerce raid = 5 ** &lt;German Player&gt; [German]"
    log.step(log_builder.Chat(told)).score_button(2)
    assert codes(over(log, 1)) == ["dice.altered"]
