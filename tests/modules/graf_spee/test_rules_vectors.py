"""The test vectors of the rules digest: T1 to T21, E1v and E2v."""

from __future__ import annotations

import pytest

from modules.graf_spee.state import COMBAT, OUT, OVER, VOYAGE_LOG
from modules.graf_spee.verbs import (
    AirAttack,
    AirSearch,
    Answer,
    ChangeScore,
    DamageShip,
    Draw,
    EndMovement,
    EndTurn,
    Enter,
    Escape,
    Fire,
    HidePiece,
    LogCourse,
    MovePiece,
    NoContact,
    OpenCourse,
    Pursue,
    Raid,
    ReturnPiece,
    RevealPiece,
    RollExtra,
    RollRaid,
    RollScuttling,
    RollSinking,
    Scuttle,
    ShowShip,
    SinkPiece,
)

ATLANTIC = "Atlantic Ocean"
SHIP = "graf_spee"
MISS = (1, 2, 3)


def _hits(state):
    return state.shots[-1].hits


def test_t1_nine_pieces_of_which_two_are_dummies(bench):
    pieces = bench.rules.start().pieces.values()
    assert len(pieces) == 9
    assert len(pieces) + 1 == 10
    assert sum(piece.kind == "dummy" for piece in pieces) == 2


def test_t2_two_hits_sink_a_cruiser_for_two_points(bench):
    state = bench.after(bench.contact("exeter"), Fire(SHIP, "exeter", (5, 6, 1)))
    assert _hits(state) == 2
    state = bench.after(state, SinkPiece("exeter"), ChangeScore(2))
    assert (state.pieces["exeter"].at, state.score) == (OUT, 2)


def test_t3_one_hit_sends_a_cruiser_to_the_atlantic_for_a_point(bench):
    state = bench.after(bench.contact("exeter"), Fire(SHIP, "exeter", (5, 4, 1)))
    assert _hits(state) == 1
    state = bench.after(state, ReturnPiece("exeter", ATLANTIC), ChangeScore(1))
    assert (state.pieces["exeter"].at, state.score) == (ATLANTIC, 1)


def test_t4_the_battleship_is_hit_on_six_only(bench):
    state = bench.after(bench.contact("renown"), Fire(SHIP, "renown", (5, 5, 6)))
    assert _hits(state) == 1
    bench.legal(bench.after(state, ReturnPiece("renown", ATLANTIC)), ChangeScore(1))


def test_t5_two_sixes_of_two_cruisers_sink_the_ship(bench):
    state = bench.after(
        bench.contact("exeter", "sussex"),
        Fire("exeter", SHIP, (6, 5)),
        Fire("sussex", SHIP, (1, 6)),
        Fire(SHIP, "exeter", MISS),
    )
    assert state.hits == 2
    assert bench.after(state, RollSinking(1), ChangeScore(-1)).step == OVER


def test_t6_one_hit_sinks_a_damaged_ship(bench):
    met = bench.contact("exeter", damaged=True, hits=1)
    state = bench.after(met, Fire("exeter", SHIP, (6, 1)), Fire(SHIP, "exeter", MISS))
    assert bench.after(state, RollSinking(2), ChangeScore(-2)).outcome.case == "GS-8(1)a"


def test_t7_a_carrier_caught_alone_does_not_reply(bench):
    met = bench.contact("hermes")
    assert [p.piece for p in met.pending if p.what == "fire"] == [SHIP]
    state = bench.after(met, Fire(SHIP, "hermes", (6, 5, 2)), SinkPiece("hermes"), ChangeScore(6))
    assert state.score == 6


def test_t8_a_carrier_is_no_target_beside_a_cruiser(bench):
    assert bench.cases(bench.contact("hermes", "exeter"), Fire(SHIP, "hermes", MISS)) == [
        "GS-6(2)i"
    ]


def test_t9_an_air_attack_damages_and_is_not_answered(bench):
    quiet = bench.searching(ship="A2", at={"hermes": "B3"}, up=("hermes",))
    state = bench.after(
        quiet, AirSearch("hermes", "A2"), Answer(True), AirAttack("hermes", (6, 3, 2)), DamageShip()
    )
    assert state.damaged
    assert not [p for p in state.pending if p.what == "fire"]
    bench.breaks("GS-6(1)", state, Fire(SHIP, "hermes", MISS))


def test_t10_a_four_lets_seven_pieces_move(bench):
    units = tuple(bench.rules.tables.units)
    state = bench.position(at=dict.fromkeys(units, "C4"))
    state = bench.after(state, RollExtra(4), ChangeScore(1))
    for name in units[:7]:
        state = bench.after(state, MovePiece(name, "C5"))
    assert state.score == 1
    assert bench.cases(state, MovePiece(units[7], "C5")) == ["GS-5(3)b"]


def test_t11_a_fresh_icon_pays_two_without_a_die(bench):
    state = bench.after(bench.searching(ship="C2"), Raid("C2"))
    assert not [p for p in state.pending if p.what == "roll_raid"]
    assert bench.after(state, ChangeScore(2)).score == 2


def test_t12_a_used_icon_with_a_three_pays_nothing(bench):
    state = bench.searching(ship="C2", taken=frozenset({"C2"}))
    state = bench.after(state, Raid("C2"), RollRaid(3))
    assert bench.cases(state, ChangeScore(2)) == ["GS-7(6)"]
    assert bench.after(state, EndTurn()).score == 0


def test_t13_no_raid_in_d1(bench):
    assert bench.cases(bench.searching(ship="D1"), Raid("D1")) == ["GS-7(2)"]


def test_t14_seventeen_points_and_a_three_lose(bench):
    state = bench.after(
        bench.contact("exeter", score=17),
        Fire("exeter", SHIP, (6, 6)),
        Fire(SHIP, "exeter", MISS),
        RollSinking(3),
        ChangeScore(-3),
    )
    assert (state.outcome.score, state.outcome.winner) == (14, "British")


def test_t15_seventeen_points_and_a_scuttling_win(bench):
    state = bench.position(ship="E1", score=17)
    state = bench.after(state, Scuttle(), RollScuttling(3), ChangeScore(-2))
    assert (state.outcome.score, state.outcome.winner) == (15, "German")


def test_t16_fourteen_points_are_not_enough_to_escape(bench):
    state = bench.position(VOYAGE_LOG, ship="A2", score=14)
    over = bench.after(state, Escape(ATLANTIC, "A2", False))
    assert over.outcome.winner == "British"
    enough = bench.position(VOYAGE_LOG, ship="A2", score=15)
    assert bench.after(enough, Escape(ATLANTIC, "A2", False)).outcome.winner == "German"


def test_t17_the_point_for_more_moves_can_win(bench):
    state = bench.after(bench.position(score=20), RollExtra(2), ChangeScore(1))
    assert (state.outcome.winner, state.outcome.case, state.score) == ("German", "GS-8(1)e", 21)


def test_t18_a_damaged_ship_that_refuels_moves_two(bench):
    state = bench.position(VOYAGE_LOG, ship="B3", damaged=True, hits=1)
    bench.legal(state, LogCourse("B5", True))


def test_t19_a3_to_c2_is_three_hexes(bench):
    assert bench.rules.tables.hexes_between("A3", "C2") == 3
    state = bench.position(VOYAGE_LOG, ship="A3")
    assert bench.cases(state, LogCourse("C2", False)) == ["GS-4(1)a"]


def test_t20_a1_to_c2_is_two_hexes(bench):
    assert bench.rules.tables.hexes_between("A1", "C2") == 2
    bench.legal(bench.position(VOYAGE_LOG, ship="A1"), LogCourse("C2", False))


def test_t21_pursuit_does_not_last(bench):
    state = bench.after(
        bench.contact("exeter", ship="B4", turn=4),
        Fire("exeter", SHIP, (1, 2)),
        Fire(SHIP, "exeter", MISS),
        Pursue("exeter"),
        HidePiece("exeter"),
        EndTurn(),
        OpenCourse("B5", False),
        EndMovement(),
        NoContact(),
        EndTurn(),
    )
    assert (state.turn, state.pursued) == (6, False)
    bench.legal(state, LogCourse("B6", False))


def _raid_and_caught_carrier(bench):
    """Turn 2: the raid on C2; turn 3: a carrier sails into the ship's hex."""
    state = bench.after(
        bench.searching(ship="C2", turn=2, at={"hermes": "C4"}), Raid("C2"), ChangeScore(2)
    )
    yield state.score
    state = bench.after(state, EndTurn(), LogCourse("C3", False))
    state = bench.after(state, MovePiece("hermes", "C3"), EndMovement(), ShowShip("C3"))
    state = bench.after(state, RevealPiece("hermes", "CV"), Fire(SHIP, "hermes", (6, 5, 1)))
    yield bench.after(state, SinkPiece("hermes"), ChangeScore(6)).score


def test_e1v_the_streonshalh_hex_pays_two(bench):
    assert next(_raid_and_caught_carrier(bench)) == 2


def test_e2v_the_carrier_sunk_afterwards_makes_eight(bench):
    assert list(_raid_and_caught_carrier(bench))[-1] == 8


@pytest.mark.parametrize("step", [COMBAT, VOYAGE_LOG])
def test_scuttling_is_possible_in_every_step(bench, step):
    bench.legal(bench.position(step, ship="E1"), Scuttle())


def test_a_drawn_piece_enters_and_goes_one_hex_on(bench):
    state = bench.after(bench.position(), Draw(ATLANTIC, "exeter"), Enter("exeter", "B2"))
    assert state.pieces["exeter"].moved == 2
