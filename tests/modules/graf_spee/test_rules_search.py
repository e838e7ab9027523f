"""Contact and carrier searches."""

from __future__ import annotations

from modules.graf_spee.state import COMBAT, DUMMY, FIRE
from modules.graf_spee.verbs import (
    AirAttack,
    AirSearch,
    Answer,
    EndTurn,
    Fire,
    HidePiece,
    MovePiece,
    NoContact,
    Raid,
    RemoveDummy,
    RevealPiece,
    ShowShip,
)


def _pending(state, what):
    return [pending.piece for pending in state.pending if pending.what == what]


def test_a_ship_with_a_piece_in_its_hex_does_not_stay_hidden(bench):
    met = bench.position(COMBAT, ship="C3", at={"dummy_1": "C3"})
    assert bench.breaks("GS-5(5)a", met, NoContact()).severity == "missing"
    beside = bench.position(COMBAT, ship="C3", at={"dummy_1": "C4"})
    bench.close("GS-5(5)a", beside, NoContact())


def test_a_ship_is_shown_where_it_is_written(bench):
    state = bench.position(COMBAT, ship="C3", at={"exeter": "C4"})
    bench.breaks("GS-5(5)a", state, ShowShip("C4"))


def test_a_contact_denied_is_not_found_afterwards(bench):
    state = bench.forced(bench.position(COMBAT, ship="C3", at={"exeter": "C3"}), NoContact())
    bench.breaks("GS-5(5)a", state, ShowShip("C3"))


def test_silence_beside_a_piece_is_found_out_by_a_raid(bench):
    state = bench.unseen(cups={"Atlantic Ocean": 8, "Indian Ocean": 0})
    from modules.graf_spee.state import Piece

    state = state.with_piece(Piece("p", "C3")).changed(step=COMBAT)
    quiet = bench.after(state, NoContact())
    assert "C3" not in quiet.ship
    bench.breaks("GS-5(5)a", quiet, Raid("C3"))
    bench.close("GS-5(5)a", quiet, Raid("C4"))
    searched = bench.forced(quiet, AirSearch("p", "C3"))
    bench.breaks("GS-5(5)a", searched, Answer(True))


def test_contact_is_settled_each_turn(bench):
    state = bench.position(COMBAT)
    bench.breaks("GS-5(5)a", state, EndTurn())
    bench.close("GS-5(5)a", bench.after(state, NoContact()), EndTurn())


def test_the_pieces_in_the_hex_are_shown(bench):
    state = bench.position(COMBAT, ship="C3", at={"exeter": "C3", "hermes": "C3"})
    state = bench.after(state, ShowShip("C3"), RevealPiece("exeter", "CA"))
    bench.breaks("GS-5(5)b", state, Fire("exeter", "graf_spee", (1, 2)))
    assert bench.breaks("GS-5(5)b", state, EndTurn()).severity == "missing"
    shown = bench.after(state, RevealPiece("hermes", "CV"))
    bench.close("GS-5(5)b", shown, Fire("exeter", "graf_spee", (1, 2)))


def test_a_piece_is_shown_as_what_it_is(bench):
    state = bench.position(COMBAT, ship="C3", at={"exeter": "C3"})
    state = bench.after(state, ShowShip("C3"))
    bench.breaks("GS-5(5)b", state, RevealPiece("exeter", "BB"))
    bench.breaks("GS-5(5)b", state, RevealPiece("exeter", "CA", "sussex"))
    bench.close("GS-5(5)b", state, RevealPiece("exeter", "CA", "exeter"))


def test_combat_follows_contact(bench):
    met = bench.contact("exeter")
    assert bench.breaks("GS-5(5)c", met, EndTurn()).severity == "missing"
    fought = bench.after(
        met, Fire("exeter", "graf_spee", (1, 2)), Fire("graf_spee", "exeter", (1, 2, 3))
    )
    bench.close("GS-5(5)c", bench.after(fought, HidePiece("exeter")), EndTurn())


def test_a_dummy_leaves_the_game(bench):
    met = bench.contact("dummy_1")
    assert _pending(met, DUMMY) == ["dummy_1"]
    assert _pending(met, FIRE) == []
    assert bench.breaks("GS-5(5)d", met, EndTurn()).severity == "missing"
    gone = bench.after(met, RemoveDummy("dummy_1"))
    assert gone.pieces["dummy_1"].at == "Out of the Game"
    bench.close("GS-5(5)d", gone, EndTurn())


def test_only_a_dummy_that_met_the_ship_leaves(bench):
    state = bench.contact("dummy_1", at={"dummy_2": "B3"})
    bench.breaks("GS-5(5)d", state, RemoveDummy("dummy_2"))
    bench.breaks("GS-5(5)d", bench.contact("exeter"), RemoveDummy("exeter"))
    bench.close("GS-5(5)d", state, RemoveDummy("dummy_1"))


def test_a_dummy_does_not_fight(bench):
    state = bench.contact("dummy_1", "exeter")
    bench.breaks("GS-5(5)d", state, Fire("dummy_1", "graf_spee", (6,)))
    bench.breaks("GS-5(5)d", state, Fire("graf_spee", "dummy_1", (6, 6, 6)))
    bench.close("GS-5(5)d", state, Fire("graf_spee", "exeter", (6, 6, 6)))


def test_meeting_a_dummy_discovers_the_ship(bench):
    gone = bench.after(
        bench.contact("dummy_1", at={"hermes": "B3"}, up=("hermes",)), RemoveDummy("dummy_1")
    )
    bench.breaks("GS-5(6)a", gone, AirSearch("hermes", "B4"))
    bench.breaks("GS-7(1)", gone, Raid("B4"))


# --- Carriers ------------------------------------------------------------------------------


def test_carriers_search_only_without_contact(bench):
    quiet = bench.searching(at={"hermes": "B3"}, up=("hermes",))
    bench.close("GS-5(6)a", quiet, AirSearch("hermes", "C4"))


def test_a_cruiser_does_not_search(bench):
    quiet = bench.searching(at={"exeter": "B3"}, up=("exeter",))
    bench.breaks("GS-5(6)a", quiet, AirSearch("exeter", "C4"))


def test_a_carrier_is_turned_up_to_search(bench):
    quiet = bench.searching(at={"hermes": "B3"})
    bench.breaks("GS-5(6)b", quiet, AirSearch("hermes", "C4"))
    shown = bench.after(quiet, RevealPiece("hermes", "CV"))
    bench.close("GS-5(6)b", shown, AirSearch("hermes", "C4"))


def test_a_cruiser_is_not_shown_as_a_carrier(bench):
    quiet = bench.searching(at={"exeter": "B3"})
    bench.breaks("GS-5(6)b", quiet, RevealPiece("exeter", "CV"))


def test_a_carrier_searches_the_hex_beside(bench):
    quiet = bench.searching(at={"hermes": "B3"}, up=("hermes",))
    for place in ("D3", "B3", "A0"):
        bench.breaks("GS-5(6)c", quiet, AirSearch("hermes", place))
    for place in ("A2", "A3", "B4", "C4", "B2"):
        bench.close("GS-5(6)c", quiet, AirSearch("hermes", place))


def test_a_carrier_searches_one_hex_and_not_all_six(bench):
    quiet = bench.searching(at={"hermes": "B3"}, up=("hermes",))
    once = bench.after(quiet, AirSearch("hermes", "A2"), Answer(False))
    bench.breaks("GS-5(6)c", once, AirSearch("hermes", "A3"))
    bench.breaks("GS-10(Q2)", once, AirSearch("hermes", "A3"))


def test_two_carriers_search_one_after_the_other(bench):
    quiet = bench.searching(at={"hermes": "B3", "ark_royal": "D3"}, up=("hermes", "ark_royal"))
    once = bench.after(quiet, AirSearch("hermes", "A2"), Answer(False))
    bench.close("GS-10(Q2)", once, AirSearch("ark_royal", "D4"))


def test_no_second_search_once_the_ship_is_found(bench):
    quiet = bench.searching(
        ship="C3", at={"hermes": "B3", "ark_royal": "D3"}, up=("hermes", "ark_royal")
    )
    found = bench.after(quiet, AirSearch("hermes", "C3"), Answer(True))
    assert bench.breaks("DG-10", found, AirSearch("ark_royal", "C3")).severity == "interpretation"
    missed = bench.after(quiet, AirSearch("hermes", "C4"), Answer(False))
    bench.close("DG-10", missed, AirSearch("ark_royal", "C3"))


def test_the_answer_to_a_search_is_true(bench):
    quiet = bench.searching(ship="C3", at={"hermes": "B3"}, up=("hermes",))
    there = bench.after(quiet, AirSearch("hermes", "C3"))
    bench.breaks("GS-5(6)d", there, Answer(False))
    bench.close("GS-5(6)d", there, Answer(True))
    elsewhere = bench.after(quiet, AirSearch("hermes", "C4"))
    bench.breaks("GS-5(6)d", elsewhere, Answer(True))
    bench.close("GS-5(6)d", elsewhere, Answer(False))


def test_only_a_search_is_answered(bench):
    bench.breaks("GS-5(6)d", bench.searching(), Answer(False))


def test_a_search_is_answered_before_anything_else(bench):
    quiet = bench.searching(ship="C3", at={"hermes": "B3"}, up=("hermes",))
    asked = bench.after(quiet, AirSearch("hermes", "C4"))
    assert bench.breaks("GS-5(6)d", asked, EndTurn()).severity == "missing"
    bench.breaks("GS-5(6)d", asked, Raid("C3"))


def test_a_raid_does_not_show_a_ship_where_the_search_was_answered_no(bench):
    state = bench.unseen(COMBAT, contact="none", searches=(("p", "C3"),))
    state = state.changed(ship=state.ship.without({"C3"}))
    bench.breaks("GS-5(6)d", state, Raid("C3"))
    bench.close("GS-5(6)d", state, Raid("C4"))


# --- Face down again -------------------------------------------------------------------------


def test_pieces_go_face_down_when_the_turn_closes(bench):
    quiet = bench.searching(at={"hermes": "B3"}, up=("hermes",))
    searched = bench.after(quiet, AirSearch("hermes", "A2"), Answer(False))
    assert bench.breaks("GS-10(Q5)", searched, EndTurn()).severity == "missing"
    bench.close("GS-10(Q5)", bench.after(searched, HidePiece("hermes")), EndTurn())


def test_a_piece_stays_up_until_it_has_fired(bench):
    bench.breaks("GS-10(Q5)", bench.contact("exeter"), HidePiece("exeter"))
    bench.breaks("GS-10(Q5)", bench.contact("dummy_1"), HidePiece("dummy_1"))
    bench.breaks("GS-10(Q5)", bench.position(at={"exeter": "A1"}), HidePiece("exeter"))
    fired = bench.after(bench.contact("exeter"), Fire("exeter", "graf_spee", (1, 2)))
    bench.close("GS-10(Q5)", fired, HidePiece("exeter"))
    quiet = bench.searching(at={"hermes": "B3"}, up=("hermes",))
    bench.breaks("GS-10(Q5)", bench.after(quiet, AirSearch("hermes", "A2")), HidePiece("hermes"))


def test_a_silence_leaves_the_hexes_without_pieces(bench):
    state = bench.unseen(cups={"Atlantic Ocean": 8, "Indian Ocean": 0})
    from modules.graf_spee.state import Piece

    state = state.with_piece(Piece("p", "C2"))
    state = bench.after(state, MovePiece("p", "C3")).changed(step=COMBAT)
    quiet = bench.after(state, NoContact())
    assert quiet.ship.keys() == bench.rules.tables.neighbours.keys() - {"C3"}


def test_a_search_answered_no_leaves_the_other_hexes(bench):
    state = bench.unseen(COMBAT, contact="none")
    from modules.graf_spee.state import Piece

    state = state.with_piece(Piece("p", "C2", kind="CV", face_up=True))
    after = bench.after(state, AirSearch("p", "C3"), Answer(False))
    assert "C3" not in after.ship
    assert bench.after(state, AirSearch("p", "C3"), Answer(True)).ship.keys() == {"C3"}


def test_an_air_attack_may_be_left_out(bench):
    quiet = bench.searching(ship="C3", at={"hermes": "B3"}, up=("hermes",))
    found = bench.after(quiet, AirSearch("hermes", "C3"), Answer(True))
    bench.legal(found, AirAttack("hermes", (1, 2, 3)))
    bench.legal(bench.after(found, HidePiece("hermes")), EndTurn())
