"""Offences in logs written command by command; what is expected was worked out from the rule text.

Hexes (section 4.3 of the digest): A1 touches A2, B1, B2; A2 touches A1, A3, B2, B3; C2 touches B1,
B2, C1, C3, D2, D3. Troopships: A3, A4, C2, B6.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.modules.graf_spee.turns import (
    LOG,
    begun,
    close,
    contact,
    course,
    quiet,
    tidy,
    with_cruisers,
)

Codes = Callable[..., list[str]]
GERMAN, BRITISH = "secret-one", "secret-two"


# --- 5 The Royal Navy moves ------------------------------------------------------------


@pytest.mark.parametrize("reveal", [False, True])
def test_a_piece_that_moves_three_hexes(log: Any, codes: Codes, reveal: bool) -> None:
    with_cruisers(log)
    course(log, 2, "D2")
    log.move("exeter", "C4")
    assert codes(close(log, 2), reveal=reveal) == []
    course(log, 3, "D1")
    log.move("exeter", "B1")
    assert codes(close(log, 3), reveal=reveal) == ["GS-5(4)a"]


@pytest.mark.parametrize("reveal", [False, True])
@pytest.mark.slow
def test_a_piece_that_moves_again_after_a_roll(log: Any, codes: Codes, reveal: bool) -> None:
    with_cruisers(log)
    course(log, 2, "D2")
    log.move("exeter", "B3")
    log.extra_moves(2, turn=2, score=1)
    log.move("exeter", "B4")
    assert codes(close(log, 2), reveal=reveal) == ["GS-5(2)b"]


def test_two_full_moves_with_another_piece_between(log: Any, codes: Codes) -> None:
    with_cruisers(log)
    course(log, 2, "D2")
    log.move("exeter", "B3").move("sussex", "B1").move("exeter", "C5")
    assert codes(close(log, 2)) == ["GS-5(2)b"]


@pytest.mark.slow
def test_a_third_piece_that_moves_again_is_no_fourth(log: Any, codes: Codes) -> None:
    with_cruisers(log)
    course(log, 2, "D2")
    log.move("exeter", "B3").move("sussex", "B1").move("shropshire", "B2").move("exeter", "C5")
    assert codes(close(log, 2)) == ["GS-5(2)b"]


def test_a_fourth_piece_unpaid(log: Any, codes: Codes) -> None:
    with_cruisers(log)
    course(log, 2, "D2")
    log.move("exeter", "B2").move("sussex", "B1").move("shropshire", "B3")
    log.move("cumberland", "A2")
    assert codes(close(log, 2)) == ["GS-5(2)a", "GS-5(3)a"]


@pytest.mark.slow
def test_more_pieces_than_the_die_allows(log: Any, codes: Codes) -> None:
    with_cruisers(log)
    course(log, 2, "D2")
    log.extra_moves(1, turn=2, score=1)
    log.move("exeter", "B2").move("sussex", "B1").move("shropshire", "B3")
    log.move("cumberland", "A2").move("renown", "A1")
    assert codes(close(log, 2)) == ["GS-5(3)b"]


def test_the_battleship_moves_two_and_is_caught_when_it_is_shown(log: Any, codes: Codes) -> None:
    begun(log, "B3")
    course(log, 1, "D3")
    log.move("renown", "A2")
    close(log, 1)
    course(log, 2)
    log.move("renown", "C3")
    close(log, 2)
    assert codes(log) == []
    assert codes(log, reveal=True) == ["GS-5(4)b"]
    course(log, 3)
    log.move("renown", "D3")
    contact(log, 3, "D3", "renown")
    log.roll("Graf Spee fires", 1, 1, 1)
    log.roll("Battleship fires", 1, 2, 3, 4, 5, 1, 2, 3, 4, by=BRITISH)
    tidy(log, 3, "renown")
    assert codes(log) == ["GS-5(4)b"]


@pytest.mark.slow
def test_a_drawn_piece_goes_back_into_the_cup(log: Any, codes: Codes) -> None:
    begun(log)
    course(log, 1)
    log.move("dummy_1", "Atlantic Ocean").move("dummy_1", "Atlantic Cup")
    log.move("exeter", "A2")
    assert codes(close(log, 1)) == ["GS-5(2)d"]


def test_a_draw_that_is_undone_and_made_again(log: Any, codes: Codes) -> None:
    begun(log)
    course(log, 1)
    log.move("dummy_1", "A2").undo(BRITISH)
    log.move("exeter", "A2")
    assert codes(close(log, 1)) == ["GS-5(2)d"]


@pytest.mark.slow
def test_a_piece_that_comes_on_far_from_its_ocean(log: Any, codes: Codes) -> None:
    begun(log)
    course(log, 1)
    log.move("exeter", "C5")
    found = codes(close(log, 1))
    assert found and set(found) <= {"GS-5(4)a", "DG-1"}


# --- 3 The order of play ---------------------------------------------------------------


def test_the_royal_navy_before_the_course(log: Any, codes: Codes) -> None:
    begun(log)
    log.move("exeter", "A2")
    course(log, 1)
    assert "GS-3(2)" in codes(close(log, 1))


@pytest.mark.slow
def test_the_plot_after_the_royal_navy(log: Any, codes: Codes) -> None:
    begun(log, "B2")
    course(log, 1, "B3")
    log.move("exeter", "A3")
    log.move("plot", "C3", LOG)
    close(log, 1)
    assert codes(log) == []
    assert codes(log, reveal=True) == ["GS-3(1)"]


def test_a_move_after_the_search_for_contact(log: Any, codes: Codes) -> None:
    with_cruisers(log)
    course(log, 2, "D2")
    log.declare("END OF MOVEMENT", "British", turn=2)
    log.declare("NO CONTACT", "German", turn=2)
    log.move("exeter", "B3")
    log.end_of_turn(2)
    assert codes(log) == ["GS-3(3)"]


# --- 4 The raider's secret way ---------------------------------------------------------


@pytest.mark.slow
def test_a_start_in_row_c(log: Any, codes: Codes) -> None:
    begun(log, "C3")
    quiet(log, 1, "B3")
    assert codes(log) == []
    assert codes(log, reveal=True) == ["GS-2(3)a"]


def test_a_way_of_three_hexes_without_fuel(log: Any, codes: Codes) -> None:
    begun(log, "A3")
    quiet(log, 1, "C2")
    assert codes(log) == []
    assert codes(log, reveal=True) == ["GS-4(1)a"]


@pytest.mark.slow
def test_refuelled_twice_from_one_supply_ship(log: Any, codes: Codes) -> None:
    begun(log, "B3")
    log.flip("supply_1", 2)
    quiet(log, 1, "B6")
    quiet(log, 2, "B4")
    quiet(log, 3, "B3")
    log.flip("supply_1", 1).flip("supply_1", 2)
    quiet(log, 4, "B6")
    assert codes(log, reveal=True) == ["GS-4(3)d"]


def test_three_hexes_from_a_used_supply_ship_without_a_word(log: Any, codes: Codes) -> None:
    begun(log, "B3")
    log.flip("supply_1", 2)
    quiet(log, 1, "B6")
    quiet(log, 2, "B4")
    quiet(log, 3, "B3")
    quiet(log, 4, "B6")
    assert codes(log, reveal=True) == ["GS-4(3)d"]


@pytest.mark.slow
def test_a_supply_ship_that_moves(log: Any, codes: Codes) -> None:
    begun(log, "B3")
    quiet(log, 1, "B4")
    log.move("supply_1", "C4", LOG)
    quiet(log, 2)
    found = codes(log, reveal=True)
    assert "GS-2(4)c" in found and set(found) <= {"GS-2(4)b", "GS-2(4)c"}


def test_a_damaged_raider_moves_two(log: Any, codes: Codes) -> None:
    begun(log, "B2")
    course(log, 1, "A2")
    log.move("exeter", "A2")
    contact(log, 1, "A2", "exeter")
    log.roll("Graf Spee fires", 1, 2, 3)
    log.roll("Cruiser fires", 6, 1, by=BRITISH)
    log.flip("graf_spee", 2)
    tidy(log, 1, "exeter")
    assert codes(log, reveal=True) == []
    quiet(log, 2, "B4")
    assert codes(log) == []
    assert codes(log, reveal=True) == ["GS-6(4)b"]


@pytest.mark.slow
def test_silence_with_a_piece_in_the_raiders_hex(log: Any, codes: Codes) -> None:
    begun(log, "B2")
    course(log, 1, "A2")
    log.move("exeter", "A2")
    close(log, 1)
    assert codes(log) == []
    assert codes(log, reveal=True) == ["GS-5(5)a"]


def pursued(log: Any) -> Any:
    """Exeter has fought and pursues; the next turn has begun."""
    course(begun(log, "B2"), 1, "A2").move("exeter", "A2").move("sussex", "B4")
    contact(log, 1, "A2", "exeter")
    log.roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    log.declare("PURSUIT", "British", "by Exeter", turn=1).move("pursuit", "A2")
    return tidy(log, 1, "exeter")


def test_a_pursued_ship_whose_course_is_logged(log: Any, codes: Codes) -> None:
    """It is shown only when the British have said that they are done: too late for them."""
    log = contact(course(pursued(log), 2, "B4"), 2, "B4", "sussex")
    log.roll("Graf Spee fires", 1, 1, 1).roll("Cruiser fires", 1, 2, by=BRITISH)
    assert codes(tidy(log, 2, "sussex"), reveal=True) == ["GS-6(6)b"]


@pytest.mark.parametrize("reveal", [False, True])
def test_a_pursued_ship_shown_while_the_british_are_already_done(
    log: Any, codes: Codes, reveal: bool
) -> None:
    """The British click one moment too early."""
    log = pursued(log).move("plot", "B3", LOG)
    log.declare("END OF MOVEMENT", "British", turn=2).move("graf_spee", "B3")
    log.declare("OPEN COURSE", "German", turn=2).declare("NO CONTACT", "German", turn=2)
    assert codes(tidy(log, 2), reveal=reveal) == []


def test_a_false_answer_to_a_carrier(log: Any, codes: Codes) -> None:
    begun(log, "B2")
    course(log, 1, "B3")
    log.move("ark_royal", "A2")
    log.declare("END OF MOVEMENT", "British", turn=1)
    log.declare("NO CONTACT", "German", turn=1)
    log.show("ark_royal").move("search_1", "B3")
    log.declare("AIR SEARCH", "British", "by Ark Royal", turn=1)
    log.declare("NOT FOUND", "German", turn=1)
    log.mask("ark_royal").move("search_1", "Markers")
    log.end_of_turn(1)
    assert codes(log) == []
    assert codes(log, reveal=True) == ["GS-5(6)d"]


@pytest.mark.slow
def test_a_raid_where_the_raider_cannot_be(log: Any, codes: Codes) -> None:
    begun(log, "A1")
    course(log, 1)
    log.declare("END OF MOVEMENT", "British", turn=1)
    log.declare("NO CONTACT", "German", turn=1)
    log.declare("RAID", "German", turn=1).move("graf_spee", "E3")
    log.roll("Commerce raid", 1).move("graf_spee", "Holding", LOG)
    log.end_of_turn(1)
    assert codes(log) == []  # from B2 with fuel, E3 is three hexes away: nobody can tell
    found = codes(log, reveal=True)
    assert found == ["GS-7(3)"]
    course(log, 2)
    log.declare("END OF MOVEMENT", "British", turn=2)
    log.declare("NO CONTACT", "German", turn=2)
    log.declare("RAID", "German", turn=2).move("graf_spee", "A5")
    log.roll("Commerce raid", 1).move("graf_spee", "Holding", LOG)
    log.end_of_turn(2)
    assert codes(log) == ["GS-4(1)a"]


# --- 5(5), 5(6) Searches ---------------------------------------------------------------


def searching(log: Any) -> Any:
    """Turn 1: Ark Royal is on A2, there is no contact; the raider is in C2."""
    begun(log, "B2")
    course(log, 1, "C2")
    log.move("ark_royal", "A2")
    log.declare("END OF MOVEMENT", "British", turn=1)
    return log.declare("NO CONTACT", "German", turn=1)


def test_a_carrier_searches_two_hexes(log: Any, codes: Codes) -> None:
    searching(log)
    log.show("ark_royal")
    log.move("search_1", "B2").declare("AIR SEARCH", "British", "by Ark Royal", turn=1)
    log.declare("NOT FOUND", "German", turn=1)
    log.move("search_2", "B3").declare("AIR SEARCH", "British", "by Ark Royal", turn=1)
    log.declare("NOT FOUND", "German", turn=1)
    log.mask("ark_royal").end_of_turn(1)
    found = codes(log)
    assert "GS-5(6)c" in found and set(found) == {"GS-5(6)c", "GS-10(Q2)"}


@pytest.mark.slow
def test_a_carrier_searches_two_hexes_away(log: Any, codes: Codes) -> None:
    searching(log)
    log.show("ark_royal").move("search_1", "C2")
    log.declare("AIR SEARCH", "British", "by Ark Royal", turn=1)
    log.declare("NOT FOUND", "German", turn=1)
    log.mask("ark_royal").end_of_turn(1)
    assert codes(log) == ["GS-5(6)c"]


def test_a_cruiser_cannot_search(log: Any, codes: Codes) -> None:
    with_cruisers(log)
    course(log, 2)
    log.declare("END OF MOVEMENT", "British", turn=2)
    log.declare("NO CONTACT", "German", turn=2)
    log.show("exeter").move("search_1", "B3")
    log.declare("AIR SEARCH", "British", "by Exeter", turn=2)
    log.declare("NOT FOUND", "German", turn=2)
    log.mask("exeter").end_of_turn(2)
    found = codes(log)
    assert "GS-5(6)a" in found and set(found) <= {"GS-5(6)a", "GS-5(1)a"}


@pytest.mark.slow
def test_a_dummy_that_fights(log: Any, codes: Codes) -> None:
    begun(log, "B2")
    course(log, 1, "A2")
    log.move("dummy_1", "A2")
    contact(log, 1, "A2", "dummy_1")
    log.roll("Cruiser fires", 2, 6, by=BRITISH).flip("graf_spee", 2)
    log.move("dummy_1", "Out of the Game").move("graf_spee", "Holding", LOG)
    log.end_of_turn(1)
    assert codes(log) == ["GS-5(5)d"]


def test_a_die_beside_a_dummy_means_nothing(log: Any, codes: Codes) -> None:
    begun(log, "B2")
    course(log, 1, "A2")
    log.move("dummy_1", "A2")
    contact(log, 1, "A2", "dummy_1")
    log.roll("Cruiser fires", 2, 3, by=BRITISH)
    log.move("dummy_1", "Out of the Game").move("graf_spee", "Holding", LOG)
    log.end_of_turn(1)
    assert codes(log) == []


@pytest.mark.slow
def test_a_dummy_that_stays(log: Any, codes: Codes) -> None:
    begun(log, "B2")
    course(log, 1, "A2")
    log.move("dummy_1", "A2")
    contact(log, 1, "A2", "dummy_1")
    tidy(log, 1, "dummy_1")
    assert codes(log) == ["GS-5(5)d"]


@pytest.mark.parametrize("hidden", [True, False])
def test_a_dummy_that_stays_is_no_piece_the_ship_is_shown_to(
    log: Any, codes: Codes, hidden: bool
) -> None:
    begun(log, "B2")
    course(log, 1, "A2")
    log.move("dummy_1", "A2")
    contact(log, 1, "A2", "dummy_1")
    tidy(log, 1, *["dummy_1"] * hidden)
    quiet(log, 2, "A2")
    quiet(log, 3, "A2")
    assert codes(log) == ["GS-5(5)d"]


@pytest.mark.slow
def test_pieces_that_are_left_face_up(log: Any, codes: Codes) -> None:
    searching(log)
    log.show("ark_royal").move("search_1", "B2")
    log.declare("AIR SEARCH", "British", "by Ark Royal", turn=1)
    log.declare("NOT FOUND", "German", turn=1)
    log.end_of_turn(1)
    quiet(log, 2)
    assert codes(log)[0] == "GS-10(Q5)"
