"""The traps of the rules digest: ten offences, and six plays that only look like one."""

from __future__ import annotations

from modules.graf_spee.state import COMBAT, VOYAGE_LOG
from modules.graf_spee.verbs import (
    AirSearch,
    Answer,
    ChangeScore,
    ChooseStart,
    Draw,
    EndMovement,
    EndTurn,
    Enter,
    Fire,
    HidePiece,
    LogCourse,
    MovePiece,
    NoContact,
    OpenCourse,
    PlaceSupply,
    Pursue,
    Raid,
    ReturnPiece,
    RevealPiece,
    RollExtra,
    RollRaid,
    ShowShip,
)
from validator.hidden.whereabouts import Whereabouts

ATLANTIC, INDIAN = "Atlantic Ocean", "Indian Ocean"
SHIP = "graf_spee"
MISS = (1, 2, 3)


# --- Offences (7.1) ----------------------------------------------------------------------------


def test_offence_1_a_start_in_b6(bench):
    assert bench.cases(bench.rules.start(), ChooseStart("B6")) == ["GS-2(3)a"]


def test_offence_2_four_supply_hexes_or_one_used_twice(bench):
    assert "GS-2(4)a" in bench.cases(bench.rules.start(), PlaceSupply("supply_4", "C3"))
    state = bench.unseen(VOYAGE_LOG)
    for place in ("B2", "B3", "B4"):
        state = bench.forced(
            state.changed(ship=Whereabouts.at(place), step=VOYAGE_LOG), LogCourse("C4", True)
        )
    fourth = state.changed(ship=Whereabouts.at("B5"), step=VOYAGE_LOG)
    assert bench.cases(fourth, LogCourse("C5", True)) == ["GS-2(4)a"]
    twice = state.changed(ship=Whereabouts.at("B3"), step=VOYAGE_LOG)
    assert bench.cases(twice, LogCourse("C4", True)) == ["GS-4(3)d"]


def test_offence_3_a_damaged_ship_moves_two(bench):
    state = bench.position(VOYAGE_LOG, ship="B2", damaged=True, hits=1)
    assert bench.cases(state, LogCourse("B4", False)) == ["GS-6(4)b"]


def test_offence_4_a_fourth_piece_unpaid(bench):
    units = ("exeter", "sussex", "cumberland", "shropshire")
    state = bench.position(at=dict.fromkeys(units, "B3"))
    for name in units[:3]:
        state = bench.after(state, MovePiece(name, "B4"))
    assert "GS-5(3)a" in bench.cases(state, MovePiece("shropshire", "B4"))


def test_offence_5_a_piece_that_moved_two_was_the_battleship(bench):
    state = bench.unseen(cups={ATLANTIC: 5, INDIAN: 4}, turn=1)
    state = bench.after(state, Draw(ATLANTIC, "5"), Enter("5", "A1"))
    for place in ("C2", "C4"):
        state = bench.forced(bench.next_turn(state), LogCourse(None))
        state = bench.after(state, MovePiece("5", place))
    state = bench.forced(bench.next_turn(state), LogCourse(None))
    state = bench.after(state, EndMovement(), ShowShip("C4"))
    (breach,) = bench.rules.check(state, RevealPiece("5", "BB"))
    assert breach.case == "GS-5(4)b"
    assert "turn 2" in breach.did


def test_offence_6_a_piece_picked_from_the_box(bench):
    state = bench.position()
    assert bench.cases(state, Draw(ATLANTIC, "ark_royal", blind=False)) == ["GS-5(2)c"]


def test_offence_7_a_carrier_searches_twice_or_too_far(bench):
    quiet = bench.searching(at={"hermes": "B3"}, up=("hermes",))
    assert bench.cases(quiet, AirSearch("hermes", "D3")) == ["GS-5(6)c"]
    once = bench.after(quiet, AirSearch("hermes", "A2"), Answer(False))
    assert bench.cases(once, AirSearch("hermes", "A3")) == ["GS-5(6)c", "GS-10(Q2)"]


def test_offence_8_the_ship_fires_at_the_carrier_or_at_two(bench):
    met = bench.contact("exeter", "hermes", "sussex")
    assert bench.cases(met, Fire(SHIP, "hermes", MISS)) == ["GS-6(2)i"]
    fired = bench.after(met, Fire(SHIP, "exeter", MISS))
    assert bench.cases(fired, Fire(SHIP, "sussex", MISS)) == ["GS-6(2)h"]


def test_offence_9_a_cruiser_that_was_hit_stays_or_pursues(bench):
    hit = bench.after(
        bench.contact("exeter"), Fire(SHIP, "exeter", (6, 1, 1)), Fire("exeter", SHIP, (1, 2))
    )
    assert bench.cases(hit, Pursue("exeter")) == ["GS-6(6)a"]
    booked = bench.after(hit, ChangeScore(1), HidePiece("exeter"))
    assert bench.cases(booked, EndTurn()) == ["GS-6(5)b"]


def test_offence_10_a_raid_in_c1_or_after_a_search_found_the_ship(bench):
    assert bench.cases(bench.searching(ship="C1"), Raid("C1")) == ["GS-7(2)"]
    quiet = bench.searching(ship="C3", at={"hermes": "B3"}, up=("hermes",))
    found = bench.after(quiet, AirSearch("hermes", "C3"), Answer(True))
    assert bench.cases(found, Raid("C3")) == ["GS-7(1)"]


# --- What only looks like an offence (7.2) --------------------------------------------------------


def test_legal_1_the_way_crosses_a_hex_full_of_pieces(bench):
    everybody = dict.fromkeys(bench.rules.tables.units, "B3")
    state = bench.position(VOYAGE_LOG, ship="B2", at=everybody)
    bench.after(state, LogCourse("B4", False), EndMovement(), NoContact(), EndTurn())


def test_legal_2_nine_pieces_move_after_a_six(bench):
    units = tuple(bench.rules.tables.units)
    state = bench.after(bench.position(at=dict.fromkeys(units, "C4")), RollExtra(6), ChangeScore(1))
    for name in units:
        state = bench.after(state, MovePiece(name, "C5"))


def test_legal_3_a_cruiser_damaged_in_the_east_comes_on_in_the_west(bench):
    state = bench.position(ship="B6", at={"exeter": INDIAN})
    state = bench.after(state, Draw(INDIAN, "exeter"), Enter("exeter", "B6"), EndMovement())
    state = bench.after(state, ShowShip("B6"), RevealPiece("exeter", "CA"))
    state = bench.after(state, Fire("exeter", SHIP, (1, 2)), Fire(SHIP, "exeter", (5, 1, 1)))
    state = bench.after(state, ReturnPiece("exeter", ATLANTIC), ChangeScore(1), EndTurn())
    state = bench.after(state, LogCourse("B6", False))
    bench.after(state, Draw(ATLANTIC, "exeter"), Enter("exeter", "A2"))


def test_legal_4_a_pursued_ship_raids_in_the_open(bench):
    state = bench.position(VOYAGE_LOG, ship="B3", pursued=True, supplies={})
    state = bench.after(state, OpenCourse("B4", False), EndMovement(), NoContact())
    bench.after(state, Raid("B4"), RollRaid(4), ChangeScore(2), EndTurn())


def test_legal_5_both_carriers_search(bench):
    up = ("hermes", "ark_royal")
    state = bench.searching(ship="C3", at={"hermes": "B3", "ark_royal": "D4"}, up=up)
    state = bench.after(state, AirSearch("hermes", "A2"), Answer(False))
    state = bench.after(state, AirSearch("ark_royal", "D5"), Answer(False))
    bench.after(state, HidePiece("hermes"), HidePiece("ark_royal"), EndTurn())


def test_legal_6_silence_for_five_turns_and_a_die_on_a_used_icon(bench):
    state = bench.position(VOYAGE_LOG, ship="A3", taken=frozenset({"A3"}))
    for _ in range(5):
        state = bench.after(state, LogCourse("A3", False), EndMovement(), NoContact(), EndTurn())
    state = bench.after(state, LogCourse("A3", False), EndMovement(), NoContact())
    bench.after(state, Raid("A3"), RollRaid(6), ChangeScore(2), EndTurn())
    assert state.step == COMBAT
