"""Legal but odd: what people do at a table and no audit may hold against them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.modules.graf_spee.turns import LOG, begun, close, course

Codes = Callable[..., list[str]]
GERMAN, BRITISH = "secret-one", "secret-two"

both_views = pytest.mark.parametrize("reveal", [False, True])


# --- The digest's list of what a naive validator would flag (7.2) -----------------------


@both_views
def test_the_raider_sails_through_a_crowd(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log, "A3")
    course(log, 1, "B3")
    log.move("exeter", "A2").move("sussex", "A2").move("renown", "A2")
    close(log, 1)
    course(log, 2, "A1")
    close(log, 2)
    assert codes(log, reveal=reveal) == []


@both_views
def test_nine_pieces_in_one_turn(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log, "B4")
    course(log, 1, "D4")
    log.extra_moves(6, turn=1, score=1)
    for piece in ("renown", "ark_royal", "hermes", "exeter", "cumberland"):
        log.move(piece, "A1")
    for piece in ("sussex", "shropshire", "dummy_1", "dummy_2"):
        log.move(piece, "A2")
    assert codes(close(log, 1), reveal=reveal) == []


@both_views
def test_a_damaged_cruiser_comes_back_as_new(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log, "B5", indian=("exeter",))
    course(log, 1, "B6")
    log.move("exeter", "B6")
    log.declare("END OF MOVEMENT", "British", turn=1).declare("CONTACT", "German", turn=1)
    log.move("graf_spee", "B6").show("exeter")
    log.roll("Graf Spee fires", 5, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.move("exeter", "Atlantic Cup").score_button(1)
    log.move("graf_spee", "Holding", LOG).end_of_turn(1)
    course(log, 2, "B4")
    log.move("exeter", "A2")
    assert codes(close(log, 2), reveal=reveal) == []


@both_views
def test_a_pursued_raider_raids_where_nobody_reached_it(
    log: Any, codes: Codes, reveal: bool
) -> None:
    begun(log, "B2")
    course(log, 1, "A2")
    log.move("exeter", "A2")
    log.declare("END OF MOVEMENT", "British", turn=1).declare("CONTACT", "German", turn=1)
    log.move("graf_spee", "A2").show("exeter")
    log.roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.declare("PURSUIT", "British", "by Exeter", turn=1).move("pursuit", "A2")
    log.mask("exeter").end_of_turn(1)
    log.move("plot", "B4", LOG).declare("OPEN COURSE", "German", turn=2)
    log.move("graf_spee", "B4").move("pursuit", "Markers")
    log.move("exeter", "B3")
    log.declare("END OF MOVEMENT", "British", turn=2).declare("NO CONTACT", "German", turn=2)
    log.declare("RAID", "German", turn=2).roll("Commerce raid", 5).score_button(2)
    log.move("graf_spee", "Holding", LOG).end_of_turn(2)
    assert codes(log, reveal=reveal) == []


@both_views
def test_two_carriers_search_one_hex_each(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log, "B3")
    course(log, 1, "B4")
    log.move("ark_royal", "A2").move("hermes", "A3")
    log.declare("END OF MOVEMENT", "British", turn=1).declare("NO CONTACT", "German", turn=1)
    log.show("ark_royal").move("search_1", "B3")
    log.declare("AIR SEARCH", "British", "by Ark Royal", turn=1)
    log.declare("NOT FOUND", "German", turn=1)
    log.show("hermes").declare("AIR SEARCH", "British", "by Hermes", turn=1)
    log.move("search_2", "B4").declare("FOUND", "German", turn=1).move("graf_spee", "B4")
    log.roll("Air attack", 6, 3, 2, by=BRITISH).flip("graf_spee", 2)
    log.mask("ark_royal", "hermes").move("graf_spee", "Holding", LOG)
    log.move("search_1", "Markers").move("search_2", "Markers")
    assert codes(log.end_of_turn(1), reveal=reveal) == []


@both_views
def test_five_turns_of_silence_and_a_second_raid_by_die(
    log: Any, codes: Codes, reveal: bool
) -> None:
    begun(log, "A3")
    for turn in range(1, 6):
        course(log, turn)
        close(log, turn)
    score = 2
    for turn in (6, 7):
        course(log, turn)
        log.declare("END OF MOVEMENT", "British", turn=turn)
        log.declare("NO CONTACT", "German", turn=turn)
        log.declare("RAID", "German", turn=turn).move("graf_spee", "A3")
        if turn == 7:
            log.roll("Commerce raid", 4)
        log.score_button(score).move("graf_spee", "Holding", LOG).end_of_turn(turn)
        score += 2
    assert codes(log, reveal=reveal) == []


# --- Hands -----------------------------------------------------------------------------


@both_views
def test_a_move_corrected_before_anything_settles(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log)
    course(log, 1)
    log.move("exeter", "C5").move("exeter", "A2").undo(BRITISH).move("exeter", "A3")
    log.move("exeter", "A2")
    assert codes(close(log, 1), reveal=reveal) == []


@both_views
def test_a_move_in_small_drags(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log, "B5")
    course(log, 1)
    log.move("exeter", "A2").move("sussex", "A1")
    close(log, 1)
    course(log, 2)
    log.move("exeter", "A3").move("exeter", "A4").move("sussex", "B1").move("sussex", "B2")
    assert codes(close(log, 2), reveal=reveal) == []


@both_views
def test_one_move_in_two_drags_around_another_piece(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log)
    course(log, 1)
    log.move("exeter", "A2").move("sussex", "A1")
    close(log, 1)
    course(log, 2)
    log.move("exeter", "A3").move("sussex", "B1").move("exeter", "A4")
    assert codes(close(log, 2), reveal=reveal) == []


@both_views
def test_a_stack_moved_as_one(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log)
    course(log, 1)
    log.move("exeter", "A2").move("sussex", "A2").move("dummy_1", "A2")
    close(log, 1)
    course(log, 2)
    log.drag(["exeter", "sussex", "dummy_1"], "B3")
    assert codes(close(log, 2), reveal=reveal) == []


@both_views
def test_a_piece_laid_beside_the_cup_first(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log)
    course(log, 1)
    log.move("exeter", "Atlantic Ocean").move("sussex", "Atlantic Ocean")
    log.move("sussex", "A2").move("exeter", "A3").move("exeter", "B3")
    assert codes(close(log, 1), reveal=reveal) == []


@both_views
def test_its_owner_looks_at_a_piece(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log)
    course(log, 1)
    log.move("exeter", "A2").show("exeter").mask("exeter")
    close(log, 1)
    course(log, 2)
    log.show("exeter").mask("exeter").move("exeter", "B3")
    assert codes(close(log, 2), reveal=reveal) == []


@both_views
def test_markers_pushed_about(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log, "A3")
    course(log, 1)
    log.move("search_1", "B3").move("search_1", "Markers").move("taken_1", "A3")
    log.move("score", "Score 5").move("score", "Score 0")
    log.move("pursuit", "C3").move("pursuit", "Markers").move("taken_1", "Markers")
    assert codes(close(log, 1), reveal=reveal) == []


@both_views
def test_points_marked_wrong_and_put_right(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log, "A3")
    course(log, 1)
    log.declare("END OF MOVEMENT", "British", turn=1).declare("NO CONTACT", "German", turn=1)
    log.declare("RAID", "German", turn=1).move("graf_spee", "A3")
    log.score_button(3).score_button(2).move("graf_spee", "Holding", LOG)
    assert codes(log.end_of_turn(1), reveal=reveal) == []


@both_views
def test_points_marked_when_the_turn_was_over(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log, "A3")
    course(log, 1)
    log.declare("END OF MOVEMENT", "British", turn=1).declare("NO CONTACT", "German", turn=1)
    log.declare("RAID", "German", turn=1).move("graf_spee", "A3")
    log.end_of_turn(1)
    log.score_button(2).move("graf_spee", "Holding", LOG)
    course(log, 2, "B3")
    assert codes(close(log, 2), reveal=reveal) == []


@both_views
def test_pieces_turned_down_when_the_turn_was_over(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log, "B3")
    course(log, 1, "C4")
    log.move("ark_royal", "A2")
    log.declare("END OF MOVEMENT", "British", turn=1).declare("NO CONTACT", "German", turn=1)
    log.show("ark_royal").move("search_1", "B2")
    log.declare("AIR SEARCH", "British", "by Ark Royal", turn=1)
    log.declare("NOT FOUND", "German", turn=1).end_of_turn(1)
    log.mask("ark_royal").move("search_1", "Markers")
    course(log, 2)
    assert codes(close(log, 2), reveal=reveal) == []


@both_views
def test_the_next_course_plotted_before_the_turn_is_closed(
    log: Any, codes: Codes, reveal: bool
) -> None:
    begun(log, "B2")
    course(log, 1, "B3")
    log.move("exeter", "A2").declare("END OF MOVEMENT", "British", turn=1)
    log.declare("NO CONTACT", "German", turn=1)
    log.move("plot", "C4", LOG).declare("COURSE LOGGED", "German", turn=2)
    log.end_of_turn(1)
    log.move("exeter", "B3")
    assert codes(close(log, 2), reveal=reveal) == []


@both_views
def test_a_course_corrected_before_the_royal_navy_acts(
    log: Any, codes: Codes, reveal: bool
) -> None:
    begun(log, "B2")
    course(log, 1, "C4")
    log.move("plot", "B3", LOG).declare("COURSE LOGGED", "German", turn=1)
    log.move("exeter", "A2")
    assert codes(close(log, 1), reveal=reveal) == []


@both_views
def test_chat_in_between(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log)
    log.say(GERMAN, "* ! British declares RAID, turn 1 [British Player]")
    course(log, 1).say(BRITISH, "<b>hm</b> \\o/ ünïcödé")
    log.move("exeter", "A2").say(GERMAN, "moving the tracker is for others")
    assert codes(close(log, 1), reveal=reveal) == []


@both_views
def test_a_tracker_that_nobody_clicks_or_that_runs_ahead(
    log: Any, codes: Codes, reveal: bool
) -> None:
    begun(log)
    log.tracker(1, 1).tracker(1, 2)
    course(log, 1)
    log.move("exeter", "A2")
    close(log, 1)
    course(log, 2)
    log.move("exeter", "B3")
    assert codes(close(log, 2), reveal=reveal) == []


@both_views
def test_dice_bought_after_the_fourth_piece_was_laid_out(
    log: Any, codes: Codes, reveal: bool
) -> None:
    begun(log)
    course(log, 1)
    for piece in ("exeter", "sussex", "renown", "hermes"):
        log.move(piece, "A2")
    log.extra_moves(2, turn=1, score=1).move("dummy_1", "A1")
    assert codes(close(log, 1), reveal=reveal) == []


# --- Without a button, without dice, without a word ------------------------------------


def hand_over(log: Any, turn: int) -> Any:
    """By hand the turn marker alone ends a turn."""
    return log.move("turn", f"Turn {turn + 1}")


@both_views
def test_a_game_by_counters_alone(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log, "B2", indian=("sussex", "dummy_1"))
    log.move("plot", "A2", LOG).move("exeter", "A2").move("ark_royal", "A1")
    log.move("graf_spee", "A2").show("exeter")
    log.flip("graf_spee", 2).move("exeter", "Atlantic Cup").move("score", "Score 1")
    log.move("graf_spee", "Holding", LOG)
    hand_over(log, 1)
    log.move("plot", "A3", LOG).move("ark_royal", "A2").show("ark_royal")
    log.move("search_1", "B2").mask("ark_royal").move("search_1", "Markers")
    log.move("graf_spee", "A3").move("score", "Score 3").move("graf_spee", "Holding", LOG)
    hand_over(log, 2)
    log.move("plot", "A2", LOG)
    for piece, place in (("sussex", "B6"), ("dummy_1", "B6"), ("renown", "A1"), ("hermes", "A1")):
        log.move(piece, place)
    log.move("score", "Score 4").move("graf_spee", "A2").show("ark_royal")
    log.move("ark_royal", "Out of the Game").move("score", "Score 10")
    log.move("graf_spee", "Holding", LOG)
    hand_over(log, 3)
    log.move("graf_spee", "Atlantic Ocean")
    assert codes(log, reveal=reveal) == []


@both_views
def test_a_pursuit_and_a_sinking_by_counters_alone(log: Any, codes: Codes, reveal: bool) -> None:
    begun(log, "B2")
    log.move("plot", "A2", LOG).move("exeter", "A2").move("graf_spee", "A2").show("exeter")
    log.flip("graf_spee", 2).mask("exeter").move("pursuit", "A2")
    hand_over(log, 1)
    log.move("plot", "B3", LOG).move("graf_spee", "B3").move("pursuit", "Markers")
    log.move("exeter", "B3").show("exeter").move("graf_spee", "Out of the Game")
    assert codes(log, reveal=reveal) == []


@both_views
def test_a_raid_where_the_ship_stands_already(log: Any, codes: Codes, reveal: bool) -> None:
    """By counters alone only the points show it, and the ship may be taken up before them."""
    begun(log, "A3")
    log.move("exeter", "A2").move("graf_spee", "A3").move("score", "Score 2")
    hand_over(log, 1)
    log.move("exeter", "B3").move("graf_spee", "Holding", LOG).move("score", "Score 4")
    hand_over(log, 2)
    assert codes(log, reveal=reveal) == []


def pursued(log: Any) -> Any:
    """Turn 1, by counters alone: a cruiser met the ship in A2 and pursues it."""
    begun(log, "B2")
    log.move("plot", "A2", LOG).move("exeter", "A2").move("graf_spee", "A2").show("exeter")
    log.flip("graf_spee", 2).mask("exeter").move("pursuit", "A2")
    return hand_over(log, 1).move("pursuit", "Markers")


@both_views
def test_a_pursued_ship_that_stays_where_it_is_shown(log: Any, codes: Codes, reveal: bool) -> None:
    pursued(log).show("exeter").move("exeter", "Atlantic Cup").move("score", "Score 1")
    log.move("graf_spee", "Holding", LOG)
    hand_over(log, 2)
    assert codes(log, reveal=reveal) == []


@both_views
def test_a_piece_shown_for_a_moment_to_the_ship(log: Any, codes: Codes, reveal: bool) -> None:
    """Turned up and down again it may have been looked at, or shown to fight."""
    pursued(log).move("graf_spee", "Holding", LOG).move("graf_spee", "A2").show("exeter")
    log.mask("exeter").move("exeter", "Atlantic Cup").move("graf_spee", "Holding", LOG)
    hand_over(log.move("score", "Score 1"), 2)
    assert codes(log, reveal=reveal) == []


def test_a_piece_that_fought_nobody_goes_home(log: Any, codes: Codes) -> None:
    begun(log, "B2")
    hand_over(log.move("exeter", "A2"), 1)
    log.show("exeter").mask("exeter").move("exeter", "Atlantic Cup")
    hand_over(log, 2)
    assert codes(log) == ["DG-11"]


@both_views
def test_fire_that_hits_nothing_is_fired_at_what_stays(
    log: Any, codes: Codes, reveal: bool
) -> None:
    """No button names the target: of four ships it is the one that such dice do not hurt."""
    begun(log, "B2")
    course(log, 1, "A2")
    log.extra_moves(3, turn=1, score=1)
    for piece in ("exeter", "sussex", "shropshire", "renown"):
        log.move(piece, "A2")
    log.declare("END OF MOVEMENT", "British", turn=1).declare("CONTACT", "German", turn=1)
    log.move("graf_spee", "A2").show("exeter", "sussex", "shropshire", "renown")
    log.roll("Graf Spee fires", 2, 5, 1).roll("Cruiser fires", 3, 4, by=BRITISH)
    log.roll("Cruiser fires", 3, 1, by=BRITISH).roll("Cruiser fires", 6, 3, by=BRITISH)
    log.roll("Battleship fires", 3, 5, 6, 2, 1, 2, 2, 1, 3, by=BRITISH)
    log.roll("Sinking", 1).move("graf_spee", "Out of the Game").score_button(0)
    assert codes(log, reveal=reveal) == []


def test_a_piece_too_far_by_counters_alone(log: Any, codes: Codes) -> None:
    begun(log, "B2")
    log.move("plot", "C3", LOG).move("exeter", "A2")
    hand_over(log, 1)
    log.move("exeter", "D4")
    hand_over(log, 2)
    assert codes(log) == ["GS-5(4)a"]


def test_four_pieces_unpaid_by_counters_alone(log: Any, codes: Codes) -> None:
    begun(log, "B2")
    log.move("plot", "C3", LOG)
    for piece in ("exeter", "sussex", "renown", "hermes"):
        log.move(piece, "A2")
    hand_over(log, 1)
    assert codes(log) == ["GS-5(2)a", "GS-5(3)a"]
