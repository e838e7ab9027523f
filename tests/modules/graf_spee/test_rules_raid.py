"""Raiding, points, and the end of the game."""

from __future__ import annotations

from modules.graf_spee.state import COMBAT, OVER, ROYAL_NAVY, VOYAGE_LOG
from modules.graf_spee.verbs import (
    AirSearch,
    Answer,
    ChangeScore,
    Draw,
    EndMovement,
    EndTurn,
    Enter,
    Escape,
    Fire,
    HidePiece,
    LogCourse,
    Look,
    MovePiece,
    NoContact,
    Raid,
    ReturnPiece,
    RevealPiece,
    RollExtra,
    RollRaid,
    RollScuttling,
    RollSinking,
    Scuttle,
    SinkPiece,
)

ATLANTIC = "Atlantic Ocean"
SHIP = "graf_spee"
MISS = (1, 2, 3)


def _raided(bench, place, **words):
    return bench.after(bench.searching(ship=place, **words), Raid(place))


def _sunk(bench, score=0):
    """The ship took two hits from Exeter and missed."""
    return bench.after(
        bench.contact("exeter", score=score),
        Fire("exeter", SHIP, (6, 6)),
        Fire(SHIP, "exeter", MISS),
    )


def test_no_raid_in_a_turn_in_which_the_ship_was_found(bench):
    quiet = bench.searching(ship="C3", at={"hermes": "B3"}, up=("hermes",))
    found = bench.after(quiet, AirSearch("hermes", "C3"), Answer(True))
    bench.breaks("GS-7(1)", found, Raid("C3"))
    missed = bench.after(quiet, AirSearch("hermes", "C4"), Answer(False))
    bench.close("GS-7(1)", missed, Raid("C3"))


def test_no_raid_where_the_id_ends_in_one(bench):
    for place in ("A1", "B1", "C1", "D1", "E1"):
        bench.breaks("GS-7(2)", bench.searching(ship=place), Raid(place))
    bench.close("GS-7(2)", bench.searching(ship="D2"), Raid("D2"))


def test_a_raider_shows_its_hex(bench):
    quiet = bench.searching(ship="C3")
    assert bench.breaks("GS-7(3)", quiet, Raid(None)).severity == "missing"
    bench.breaks("GS-7(3)", quiet, Raid("C4"))
    bench.close("GS-7(3)", quiet, Raid("C3"))


def test_one_raid_a_turn(bench):
    raided = bench.after(_raided(bench, "C3"), RollRaid(2))
    bench.breaks("DG-18", raided, Raid("C3"))
    bench.close("DG-18", bench.searching(ship="C3"), Raid("C3"))


def test_a_fresh_troopship_hex_pays_two_without_a_die(bench):
    raided = _raided(bench, "C2")
    bench.breaks("GS-7(4)", raided, RollRaid(5))
    bench.breaks("GS-7(4)", raided, ChangeScore(3))
    assert bench.breaks("GS-7(4)", raided, EndTurn()).severity == "missing"
    bench.close("GS-7(4)", raided, ChangeScore(2))


def test_elsewhere_the_die_decides(bench):
    raided = _raided(bench, "C3")
    lost = bench.after(raided, RollRaid(3))
    bench.breaks("GS-7(5)", lost, ChangeScore(2))
    bench.breaks("GS-7(5)", lost, RollRaid(6))
    bench.breaks("GS-7(5)", raided, ChangeScore(2))
    assert bench.breaks("GS-7(5)", raided, EndTurn()).severity == "missing"
    bench.breaks("GS-7(5)", bench.searching(ship="C3"), RollRaid(6))
    won = bench.after(raided, RollRaid(4))
    bench.breaks("GS-7(5)", won, EndTurn())
    bench.close("GS-7(5)", won, ChangeScore(2))
    bench.close("GS-7(5)", lost, EndTurn())


def test_points_may_be_booked_one_by_one(bench):
    won = bench.after(_raided(bench, "C3"), RollRaid(6), ChangeScore(1), ChangeScore(1))
    assert won.score == 2
    bench.breaks("GS-7(5)", won, ChangeScore(1))


def test_a_troopship_hex_pays_once(bench):
    again = _raided(bench, "C2", taken=frozenset({"C2"}))
    bench.breaks("GS-7(6)", again, ChangeScore(2))
    assert bench.breaks("GS-7(6)", again, EndTurn()).severity == "missing"
    bench.breaks("GS-7(6)", bench.after(again, RollRaid(1)), ChangeScore(2))
    bench.close("GS-7(6)", bench.after(again, RollRaid(5)), ChangeScore(2))


def test_a_raids_die_nobody_saw_may_have_paid(bench):
    rolled = bench.after(_raided(bench, "C3"), RollRaid(None))
    bench.legal(rolled, ChangeScore(2))
    bench.legal(rolled, EndTurn())
    bench.breaks("GS-7(5)", rolled, ChangeScore(3))


# --- Points ----------------------------------------------------------------------------------


def test_no_points_come_from_nothing(bench):
    for step in (VOYAGE_LOG, ROYAL_NAVY, COMBAT):
        bench.breaks("GS-8(2)a", bench.position(step), ChangeScore(1))
    raided = bench.after(_raided(bench, "C3"), RollRaid(6))
    bench.close("GS-8(2)a", raided, ChangeScore(2))


def test_a_damaged_piece_gives_one_point(bench):
    hit = bench.after(
        bench.contact("exeter"), Fire(SHIP, "exeter", (6, 1, 1)), ReturnPiece("exeter", ATLANTIC)
    )
    bench.breaks("GS-8(2)b", hit, ChangeScore(2))
    assert bench.breaks("GS-8(2)b", hit, EndTurn()).severity == "missing"
    bench.close("GS-8(2)b", hit, ChangeScore(1))


def test_a_sunk_piece_gives_its_strength(bench):
    cruiser = bench.after(bench.contact("exeter"), Fire(SHIP, "exeter", (6, 5, 1)))
    bench.breaks("GS-8(2)c", cruiser, ChangeScore(3))
    battleship = bench.after(bench.contact("renown"), Fire(SHIP, "renown", (6, 6, 1)))
    bench.close("GS-8(2)c", battleship, ChangeScore(9))
    bench.breaks("GS-8(2)c", battleship, ChangeScore(10))


def test_a_sunk_carrier_gives_six(bench):
    carrier = bench.after(bench.contact("hermes"), Fire(SHIP, "hermes", (6, 5, 1)))
    bench.breaks("GS-8(2)d", carrier, ChangeScore(7))
    bench.close("GS-8(2)d", carrier, ChangeScore(6))
    assert bench.breaks("GS-8(2)d", bench.after(carrier, ChangeScore(3)), EndTurn()).did.startswith(
        "+3"
    )


def test_points_booked_too_late_are_not_invented(bench):
    won = bench.forced(bench.after(_raided(bench, "C3"), RollRaid(6)), EndTurn())
    bench.legal(won, ChangeScore(2))


# --- The loss of the ship ----------------------------------------------------------------------


def test_a_sunk_ship_costs_the_die(bench):
    sunk = _sunk(bench, score=10)
    assert bench.breaks("GS-8(3)a", sunk, EndTurn()).severity == "missing"
    rolled = bench.after(sunk, RollSinking(4))
    bench.breaks("GS-8(3)a", rolled, ChangeScore(-5))
    bench.breaks("GS-8(3)a", rolled, RollSinking(1))
    bench.close("GS-8(3)a", rolled, ChangeScore(-4))


def test_no_points_are_lost_while_the_ship_is_afloat(bench):
    bench.breaks("GS-8(3)a", bench.position(), ChangeScore(-1))
    bench.breaks("GS-8(3)a", bench.position(), RollSinking(1))


def test_the_germans_points_are_booked_before_the_loss(bench):
    sunk = bench.after(
        bench.contact("exeter"), Fire("exeter", SHIP, (6, 6)), Fire(SHIP, "exeter", (6, 1, 1))
    )
    assert bench.breaks("DG-14", sunk, RollSinking(2)).severity == "interpretation"
    booked = bench.after(sunk, ReturnPiece("exeter", ATLANTIC), ChangeScore(1))
    bench.close("DG-14", booked, RollSinking(2))


def test_points_that_may_not_have_been_won_need_not_be_booked_before_the_loss(bench):
    """A die nobody saw: the raid may have won nothing."""
    raided = bench.after(_raided(bench, "E2"), RollRaid(None))
    scuttled = bench.after(raided, EndTurn(), LogCourse("E1"), Scuttle())
    bench.close("DG-14", scuttled, RollScuttling(None))


def test_scuttling_costs_half_the_die(bench):
    scuttled = bench.after(bench.position(ROYAL_NAVY, ship="E1", score=10), Scuttle())
    rolled = bench.after(scuttled, RollScuttling(3))
    bench.breaks("GS-8(3)c", rolled, ChangeScore(-3))
    bench.close("GS-8(3)c", rolled, ChangeScore(-2))
    bench.breaks("GS-8(3)c", bench.position(ship="E1"), RollScuttling(3))


def test_the_ship_is_scuttled_in_e1_only(bench):
    bench.breaks("GS-8(3)d", bench.position(ship="D1"), Scuttle())
    bench.breaks("GS-8(3)d", bench.rules.start(), Scuttle())
    for step in (VOYAGE_LOG, ROYAL_NAVY, COMBAT):
        bench.close("GS-8(3)d", bench.position(step, ship="E1"), Scuttle())


def test_the_ship_is_not_scuttled_in_the_middle_of_a_combat(bench):
    met = bench.contact("exeter", "sussex", ship="E1")
    bench.close("DG-15", met, Scuttle())
    fired = bench.after(met, Fire("exeter", SHIP, (1, 1)))
    assert bench.breaks("DG-15", fired, Scuttle()).severity == "interpretation"
    bench.breaks("DG-15", bench.position(ship="E1", hits=2), Scuttle())
    scuttled = bench.after(bench.position(ship="E1"), Scuttle())
    bench.breaks("DG-15", scuttled, Scuttle())


# --- The end -------------------------------------------------------------------------------------


def test_nothing_is_played_after_the_ship_has_sunk(bench):
    over = bench.after(_sunk(bench, score=10), RollSinking(4), ChangeScore(-4))
    assert over.step == OVER
    bench.breaks("GS-8(1)a", over, ChangeScore(1))
    bench.close("GS-8(1)a", over, HidePiece("exeter"))
    hidden = bench.after(over, HidePiece("exeter"))
    bench.close("GS-8(1)a", hidden, EndTurn())  # the marker is only moved late
    bench.breaks("GS-8(1)a", bench.after(hidden, EndTurn()), LogCourse("E2"))  # it stays over


def test_nothing_is_played_after_the_ship_was_scuttled(bench):
    state = bench.position(ROYAL_NAVY, ship="E1", at={"exeter": "A1"})
    scuttled = bench.after(state, Scuttle())
    bench.breaks("GS-8(1)a", scuttled, MovePiece("exeter", "A2"))
    bench.close("GS-8(1)a", scuttled, RollScuttling(2))


def test_nothing_is_played_after_the_escape_to_the_atlantic(bench):
    state = bench.position(VOYAGE_LOG, ship="A2", at={"exeter": "A1"})
    over = bench.after(state, Escape(ATLANTIC, "A2", False))
    bench.breaks("GS-8(1)b", over, MovePiece("exeter", "B1"))
    bench.close("GS-8(1)b", over, RevealPiece("exeter", "CA"))
    bench.close("GS-8(1)b", over, Look("exeter", "CA"))


def test_nothing_is_played_after_the_escape_to_the_indian_ocean(bench):
    over = bench.after(
        bench.position(VOYAGE_LOG, ship="B6", at={"exeter": "A1"}),
        Escape("Indian Ocean", "B6", False),
    )
    bench.breaks("GS-8(1)c", over, EndMovement())
    bench.close("GS-8(1)c", over, RevealPiece("exeter", "CA"))


def test_twenty_one_points_end_the_game(bench):
    state = bench.position(score=20, at={"exeter": "A1"})
    over = bench.after(state, RollExtra(3), ChangeScore(1))
    assert (over.outcome.winner, over.outcome.score) == ("German", 21)
    bench.breaks("GS-8(1)e", over, MovePiece("exeter", "B1"))
    almost = bench.after(
        bench.position(score=19, at={"exeter": "A1"}), RollExtra(3), ChangeScore(1)
    )
    bench.close("GS-8(1)e", almost, MovePiece("exeter", "B1"))
    drawn = bench.after(bench.position(score=20), Draw("Atlantic Ocean", "sussex"))
    over = bench.after(drawn, RollExtra(3), ChangeScore(1))
    bench.close("GS-8(1)e", over, Enter("sussex", "A2"))


def test_a_ship_scuttled_with_unseen_dice_ends_the_game_all_the_same(bench):
    scuttled = bench.after(bench.position(ship="E1", score=18), Scuttle(), RollScuttling(None))
    assert scuttled.outcome is None
    over = bench.after(scuttled, ChangeScore(-2))
    assert (over.outcome.winner, over.outcome.case) == ("German", "GS-8(1)a")


def test_a_piece_sunk_before_the_scuttling_may_still_be_removed(bench):
    met = bench.contact("exeter", ship="E1")
    fought = bench.after(met, Fire(SHIP, "exeter", (6, 6, 1)), Fire("exeter", SHIP, (1, 1)))
    scuttled = bench.after(fought, Scuttle())
    bench.legal(scuttled, SinkPiece("exeter"))
    bench.legal(scuttled, ChangeScore(2))


def test_silence_for_many_turns_is_legal(bench):
    state = bench.position(VOYAGE_LOG)
    for place in ("C4", "C3", "C4", "C3", "C4"):
        state = bench.after(state, LogCourse(place, False), EndMovement(), NoContact(), EndTurn())
    assert state.turn == 8
