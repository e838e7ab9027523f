"""The Royal Navy's moves, its draws and its census."""

from __future__ import annotations

from modules.graf_spee.state import COMBAT, ROYAL_NAVY, VOYAGE_LOG
from modules.graf_spee.verbs import (
    ChangeScore,
    Draw,
    EndMovement,
    EndTurn,
    Enter,
    LogCourse,
    MovePiece,
    NoContact,
    PutBack,
    ReturnPiece,
    RevealPiece,
    RollExtra,
    ShowShip,
)

ATLANTIC, INDIAN = "Atlantic Ocean", "Indian Ocean"
FOUR = {"exeter": "A1", "cumberland": "A2", "sussex": "B3", "shropshire": "C4"}


def _three_moved(bench, **words):
    return bench.after(
        bench.position(at=FOUR, **words),
        MovePiece("exeter", "B1"),
        MovePiece("cumberland", "A3"),
        MovePiece("sussex", "B4"),
    )


def test_pieces_stay_face_down(bench):
    moving = bench.position(at={"exeter": "A1"})
    bench.breaks("GS-5(1)a", moving, RevealPiece("exeter", "CA"))
    searching = bench.searching(at={"exeter": "A1", "hermes": "B3"})
    bench.breaks("GS-5(1)a", searching, RevealPiece("exeter", "CA"))
    bench.breaks("GS-5(1)a", searching, RevealPiece("ark_royal", "CV"))
    bench.close("GS-5(1)a", searching, RevealPiece("hermes", "CV"))


def test_a_fourth_piece_does_not_move_for_nothing(bench):
    state = _three_moved(bench)
    bench.breaks("GS-5(2)a", state, MovePiece("shropshire", "C5"))
    bench.breaks("GS-5(2)a", state, Draw(ATLANTIC, "renown"))
    bench.breaks("GS-5(3)a", state, MovePiece("shropshire", "C5"))
    paid = bench.after(state, RollExtra(1), ChangeScore(1))
    bench.close("GS-5(2)a", paid, MovePiece("shropshire", "C5"))
    bench.close("GS-5(3)a", paid, MovePiece("shropshire", "C5"))


def test_a_drawn_piece_counts_as_moved(bench):
    state = bench.position(at=FOUR)
    for name in ("renown", "hermes", "ark_royal"):
        state = bench.after(state, Draw(ATLANTIC, name), Enter(name, "A2"))
    bench.breaks("GS-5(2)a", state, MovePiece("exeter", "B1"))


def test_the_die_limits_what_was_bought(bench):
    state = bench.after(_three_moved(bench), RollExtra(1), ChangeScore(1))
    state = bench.after(state, MovePiece("shropshire", "C5"))
    bench.breaks("GS-5(3)b", state, Draw(ATLANTIC, "renown"))
    more = bench.after(_three_moved(bench), RollExtra(2), MovePiece("shropshire", "C5"))
    bench.close("GS-5(3)b", more, Draw(ATLANTIC, "renown"))


def test_the_point_for_more_moves_is_given(bench):
    bought = bench.after(bench.position(), RollExtra(4), EndMovement())
    quiet = bench.after(bought, NoContact())
    assert bench.breaks("GS-5(3)a", quiet, EndTurn()).severity == "missing"
    bench.close("GS-5(3)a", bench.after(quiet, ChangeScore(1)), EndTurn())


def test_more_than_the_point_is_not_given(bench):
    bought = bench.after(bench.position(), RollExtra(4))
    bench.breaks("GS-5(3)a", bought, ChangeScore(2))


def test_more_moves_are_bought_once(bench):
    state = bench.after(bench.position(), RollExtra(4), ChangeScore(1))
    assert bench.breaks("DG-13", state, RollExtra(5)).severity == "interpretation"
    bench.close("DG-13", bench.position(), RollExtra(5))


def test_no_piece_moves_twice(bench):
    state = bench.after(bench.position(at=FOUR), MovePiece("exeter", "B1"))
    bench.breaks("GS-5(2)b", state, MovePiece("exeter", "B2"))
    bench.close("GS-5(2)b", state, MovePiece("cumberland", "B2"))


def test_a_piece_that_came_on_does_not_move_again(bench):
    state = bench.after(bench.position(), Draw(ATLANTIC, "exeter"), Enter("exeter", "A2"))
    bench.breaks("GS-5(2)b", state, MovePiece("exeter", "B2"))


def test_a_piece_moves_again_next_turn(bench):
    state = bench.after(bench.position(at=FOUR), MovePiece("exeter", "B1"))
    state = bench.forced(bench.next_turn(state), LogCourse("C3", False))
    bench.close("GS-5(2)b", state, MovePiece("exeter", "B2"))


def test_pieces_are_drawn_blind(bench):
    state = bench.position()
    bench.breaks("GS-5(2)c", state, Draw(ATLANTIC, "hermes", blind=False))
    bench.breaks("GS-5(2)c", state, Draw(INDIAN, "hermes"))
    bench.breaks("GS-5(2)c", state, Draw("Out of the Game", "hermes"))
    bench.close("GS-5(2)c", state, Draw(ATLANTIC, "hermes"))


def test_pieces_come_on_by_a_draw_only(bench):
    state = bench.position()
    bench.breaks("GS-5(2)c", state, Enter("exeter", "A1"))
    bench.breaks("GS-5(2)c", state, MovePiece("exeter", "A1"))


def test_a_piece_put_on_without_a_draw_goes_no_further_than_others(bench):
    bench.breaks("GS-5(4)a", bench.position(), Enter("exeter", "D5"))


def test_a_drawn_piece_is_put_on_the_map(bench):
    state = bench.after(bench.position(), Draw(ATLANTIC, "exeter"))
    bench.breaks("GS-5(2)d", state, PutBack("exeter", ATLANTIC))
    assert bench.breaks("GS-5(2)d", state, EndMovement()).severity == "missing"
    bench.close("GS-5(2)d", bench.after(state, Enter("exeter", "A1")), EndMovement())


def test_a_piece_does_not_move_three_hexes(bench):
    state = bench.position(at=FOUR)
    assert "3 hexes" in bench.breaks("GS-5(4)a", state, MovePiece("exeter", "D2")).did
    bench.close("GS-5(4)a", state, MovePiece("exeter", "C1"))


def test_a_dummy_moves_two_hexes(bench):
    state = bench.position(at={"dummy_1": "A1"})
    bench.close("GS-5(4)a", state, MovePiece("dummy_1", "C1"))


def test_an_unknown_piece_is_judged_as_a_fast_one(bench):
    state = bench.unseen()
    state = bench.after(
        state.changed(cups={ATLANTIC: 5, INDIAN: 4}), Draw(ATLANTIC, "p"), Enter("p", "A1")
    )
    state = bench.forced(bench.next_turn(state), LogCourse(None))
    bench.close("GS-5(4)a", state, MovePiece("p", "C2"))
    bench.breaks("GS-5(4)a", state, MovePiece("p", "D2"))


def test_the_battleship_moves_one_hex(bench):
    state = bench.position(at={"renown": "B3"})
    bench.breaks("GS-5(4)b", state, MovePiece("renown", "B5"))
    bench.close("GS-5(4)b", state, MovePiece("renown", "B4"))


def _walked(bench, first, second):
    """An unknown piece that moved in two turns and is then in the ship's hex."""
    state = bench.unseen(cups={ATLANTIC: 5, INDIAN: 4})
    state = bench.after(state, Draw(ATLANTIC, "p"), Enter("p", "A1"))
    for place in (first, second):
        state = bench.forced(bench.next_turn(state), LogCourse(None))
        state = bench.after(state, MovePiece("p", place))
    return bench.after(state, EndMovement(), ShowShip(second))


def test_a_piece_that_moved_two_is_not_shown_as_the_battleship(bench):
    state = _walked(bench, "C2", "C3")
    breach = bench.breaks("GS-5(4)b", state, RevealPiece("p", "BB"))
    assert "turn 4" in breach.did
    bench.legal(state, RevealPiece("p", "CA"))
    bench.close("GS-5(4)b", _walked(bench, "B1", "B2"), RevealPiece("p", "BB"))


def test_coming_on_costs_a_hex(bench):
    state = bench.after(bench.position(), Draw(ATLANTIC, "exeter"))
    bench.breaks("DG-1", state, Enter("exeter", "C1"))
    bench.breaks("DG-1", state, Enter("exeter", "Markers"))
    bench.close("DG-1", state, Enter("exeter", "B1"))
    battleship = bench.after(bench.position(), Draw(ATLANTIC, "renown"))
    bench.breaks("DG-1", battleship, Enter("renown", "B1"))
    bench.close("DG-1", battleship, Enter("renown", "A1"))


def test_coming_on_is_no_way_to_move_further(bench):
    state = bench.after(bench.position(), Draw(ATLANTIC, "exeter"))
    bench.breaks("GS-5(4)a", state, Enter("exeter", "E1"))
    battleship = bench.after(bench.position(), Draw(ATLANTIC, "renown"))
    bench.breaks("GS-5(4)b", battleship, Enter("renown", "E1"))


def test_pieces_of_the_indian_box_come_on_at_b6(bench):
    state = bench.after(bench.position(at={"exeter": INDIAN}), Draw(INDIAN, "exeter"))
    bench.legal(state, Enter("exeter", "B6"))
    bench.breaks("DG-1", state, Enter("exeter", "B4"))


def test_a_battleship_shown_later_stopped_where_it_came_on(bench):
    state = bench.unseen(cups={ATLANTIC: 5, INDIAN: 4})
    moved_on = bench.after(state, Draw(ATLANTIC, "p"), Enter("p", "B2"), EndMovement())
    bench.breaks("DG-1", bench.after(moved_on, ShowShip("B2")), RevealPiece("p", "BB"))


def test_pieces_stay_on_the_map(bench):
    state = bench.position(at=FOUR)
    bench.breaks("DG-11", state, MovePiece("exeter", ATLANTIC))
    bench.breaks("DG-11", bench.searching(at=FOUR), ReturnPiece("exeter", ATLANTIC))
    bench.close("DG-11", state, MovePiece("exeter", "A2"))


def test_what_is_out_of_the_game_stays_out(bench):
    state = bench.position(at={"exeter": "Out of the Game", "dummy_1": "Out of the Game"})
    bench.breaks("GS-6(5)a", state, MovePiece("exeter", "A1"))
    bench.breaks("GS-5(5)d", state, MovePiece("dummy_1", "A1"))


# --- Census ------------------------------------------------------------------------------


def _hold_census(bench, case_id, kind, count):
    state = bench.unseen(cups={ATLANTIC: 9, INDIAN: 0})
    for number in range(count + 1):
        last = state
        state = bench.forced(state, Draw(ATLANTIC, f"p{number}", kind), Enter(f"p{number}", "A1"))
    bench.breaks(case_id, last, Draw(ATLANTIC, "one more", kind))
    few = bench.unseen(cups={ATLANTIC: 9, INDIAN: 0})
    bench.close(case_id, few, Draw(ATLANTIC, "one", kind))


def test_there_is_one_battleship(bench):
    _hold_census(bench, "GS-9(2)", "BB", 1)


def test_there_are_two_carriers(bench):
    _hold_census(bench, "GS-9(3)", "CV", 2)


def test_there_are_four_cruisers(bench):
    _hold_census(bench, "GS-9(4)", "CA", 4)


def test_there_are_two_dummies(bench):
    _hold_census(bench, "GS-9(5)", "dummy", 2)


def test_a_named_ship_is_shown_once(bench):
    state = bench.unseen(cups={ATLANTIC: 9, INDIAN: 0})
    for name in ("p", "q"):
        state = bench.forced(state, Draw(ATLANTIC, name), Enter(name, "A1"))
    state = bench.after(
        state.changed(step=COMBAT, contact="none"), RevealPiece("p", "CV", "hermes")
    )
    bench.breaks("GS-9(3)", state, RevealPiece("q", "CV", "hermes"))
    bench.legal(state, RevealPiece("q", "CV", "ark_royal"))


def test_a_battleship_that_went_into_the_box_is_there_until_somebody_draws(bench):
    cups = {ATLANTIC: 4, INDIAN: 3}
    state = bench.unseen(cups=cups, returns=(("BB", 2),), drawn_from={ATLANTIC: 2})
    state = bench.forced(state, Draw(INDIAN, "q"), Enter("q", "B6")).changed(
        step=COMBAT, contact="none"
    )
    assert "GS-9(2)" in bench.cases(state, RevealPiece("q", "BB"))
    drawn = bench.forced(state.changed(step=ROYAL_NAVY), Draw(ATLANTIC, "r"), Enter("r", "A1"))
    assert "GS-9(2)" not in bench.cases(drawn, RevealPiece("q", "BB"))


def test_a_kind_told_at_the_draw_is_the_pieces_own(bench):
    bench.breaks("GS-9(2)", bench.position(), Draw(ATLANTIC, "exeter", "BB"))
    bench.legal(bench.position(), Draw(ATLANTIC, "exeter", "CA"))


def test_nine_pieces_in_one_hex_are_no_stack_too_high(bench):
    everybody = dict.fromkeys(bench.rules.tables.units, "B3")
    state = bench.position(at={**everybody, "exeter": "B4"})
    bench.legal(state, MovePiece("exeter", "B3"))


def test_a_course_is_legal_whatever_stands_in_the_way(bench):
    everybody = dict.fromkeys(bench.rules.tables.units, "B3")
    state = bench.position(VOYAGE_LOG, ship="B2", at=everybody)
    bench.legal(state, LogCourse("B3", False))
    bench.legal(state, LogCourse("B4", False))
