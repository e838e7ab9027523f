"""Attacks and what they do to boats (UV-21.5, UVX-8.4, 9). ``t32`` and so on are the vectors of the
digest."""

from __future__ import annotations

from modules.uboat_variant import state as st
from modules.uboat_variant.verbs import (
    ChangeDepth,
    Check,
    Enter,
    ExitMap,
    ExitRepair,
    NavalMove,
    NextPhase,
    Remove,
    SecondRoll,
)

U66, U504 = "U-66", "U-504"
"""Must Surface and Sunk factors 3 and 5; 2 and 4."""


def hit(bench, boat, number=7, table=st.ASW, words="CA surfaced"):
    """A boat that was hit, with the second die to come."""
    state = bench.turn(st.SECOND, at={boat: words})
    case_id = "UV-21.5.1a" if table == st.ASW else "UV-21.5.2a"
    return bench.owing(
        state, st.SECOND_DIE, boat, side="Allied", case=case_id, points=number, to=table
    )


def second(die, result, before=0, boat=U66):
    """A second die; -1: the boat is sunk."""
    points = max(result, 0)
    return SecondRoll(boat, die, result < 0, points, before + points)


ASW_3 = [(8, "UV-21.5.1a", -1), (7, "UV-21.5.1f", 0), (6, "UV-21.5.1b", 1), (5, "UV-21.5.1c", 2)]
ASW_3 += [(4, "UV-21.5.1d", 0)]  # t32 to t36
ASW_2 = [(9, "UV-21.5.1a", -1), (5, "UV-21.5.1e", 1), (2, "UV-21.5.1e", 1), (1, "UV-21.5.1e", 0)]


def test_depth_charges_by_must_surface_factor(bench):  # t32 to t40, trap 9, legal trap 5
    for boat, rows in ((U66, ASW_3), (U504, ASW_2)):
        for die, case_id, result in rows:
            state = hit(bench, boat)
            bench.close(case_id, state, second(die, result, boat=boat))
            wrong = 1 if result != 1 else 2
            bench.breaks(case_id, state, second(die, wrong, boat=boat))
    trap = hit(bench, "U-564", 8)
    bench.breaks("UV-21.5.1e", trap, second(6, 2, boat="U-564"))


SURFACE = [(6, "UV-21.5.2a", -1), (5, "UV-21.5.2e", 2), (4, "UV-21.5.2c", 2), (3, "UV-21.5.2b", 1)]
SURFACE += [(2, "UV-21.5.2d", 0)]


def test_guns_by_both_factors(bench):  # t41 to t45
    for die, case_id, result in SURFACE:
        state = hit(bench, U66, 0, st.SURFACE)
        bench.close(case_id, state, second(die, result))
        bench.breaks(case_id, state, second(die, 1 if result != 1 else 0))


def test_what_the_text_does_not_cover_is_our_reading(bench):
    assert bench.breaks("UV-21.5.1f", hit(bench, U66), second(7, 1)).severity == "interpretation"
    other = hit(bench, U66, 0, st.SURFACE)
    assert bench.breaks("UV-21.5.2e", other, second(5, 1)).severity == "interpretation"
    assert bench.breaks("UV-21.5.1b", hit(bench, U66), second(6, 2)).severity == "violation"


def test_all_or_nothing_without_the_variant(bench):
    bench.agreed(variants=frozenset({"21.1", "21.2", "21.3", "21.4"}))
    state = hit(bench, U66)
    bench.breaks("UV-21.5.a", state, second(6, 1))
    bench.close("UV-21.5.a", state, second(6, 0))


def test_a_second_die_follows_a_hit(bench):
    bench.breaks("UV-21.5.1a", bench.turn(st.SECOND, at={U66: "CA surfaced"}), second(6, 1))


def test_boxes_are_crossed_off_upward(bench):
    state = hit(bench, U66, words="CA surfaced d1")
    bench.close("UV-21.5.b", state, second(6, 1, 1))
    bench.breaks("UV-21.5.b", state, SecondRoll(U66, 6, False, 1, 3))


def test_three_points_bring_it_up(bench):  # t46, legal trap 6
    state = hit(bench, U66, words="CA submerged d2")
    hurt = bench.after(state, second(6, 1, 2))
    assert hurt.unit(U66).damage == 3
    bench.breaks("UV-21.5.3c", hurt, ChangeDepth(U66, st.SUBMERGED))
    bench.close("UV-21.5.3c", hurt, ChangeDepth(U66, st.SURFACED))
    bench.breaks("UV-21.5.3c", hurt, NextPhase())
    assert bench.after(hurt, ChangeDepth(U66, st.SURFACED)).unit(U66).depth == st.SURFACED
    up = bench.after(hit(bench, U66, words="CA surfaced d2"), second(6, 1, 2))
    assert not up.pending


def test_a_crippled_boat_stays_up_and_moves_one(bench):  # trap 10
    state = bench.turn(at={U66: "CA surfaced d3"}, last="Allied")
    bench.breaks("UV-21.5.3b", state, NavalMove(U66, st.SUBMERGED, "CB", 1, ()))
    bench.close("UV-21.5.3b", state, NavalMove(U66, st.SURFACED, "CB", 1, ()))
    bench.breaks("UV-21.5.3d", state, NavalMove(U66, st.SURFACED, "DD", 2, ()))
    bench.close("UV-21.5.3d", state, NavalMove(U66, st.SURFACED, "CB", 1, ()))
    bench.breaks("UV-21.5.3b", state, ChangeDepth(U66, st.SUBMERGED))
    sound = bench.turn(at={U66: "CA surfaced d2"}, last="Allied")
    bench.legal(sound, NavalMove(U66, st.SUBMERGED, "CB", 1, ()))
    bench.legal(sound, NavalMove(U66, st.SURFACED, "DD", 2, ()))


def test_four_points_and_sunk_factor_four(bench):  # t47 to t49, the last of the traps
    hurt = bench.after(hit(bench, U504, 8, words="CA surfaced d3"), second(6, 1, 3, U504))
    bench.close("UV-21.5.3e", hurt, Check(U504, 7, True))
    bench.close("UV-21.5.3e", hurt, Check(U504, 10, False))
    bench.breaks("UV-21.5.3e", hurt, Check(U504, 7, False))
    bench.breaks("UV-21.5.3e", hurt, Check(U504, 10, True))
    bench.breaks("UV-21.5.3e", hurt, NextPhase())
    gone = bench.after(hurt, Check(U504, 7, True), Remove(U504))
    assert gone.unit(U504).gone
    big = bench.after(hit(bench, U66, words="CA surfaced d3"), second(6, 1, 3))
    assert not big.pending
    bench.breaks("UV-21.5.3f", big, Check(U66, 7, True))
    bench.close("UV-21.5.3f", hurt, Check(U504, 10, False))
    bench.breaks("UV-21.5.3e", bench.after(hurt, Check(U504, 10, False)), Check(U504, 2, False))


def test_five_points_destroy(bench):  # t50; UVD-28
    state = hit(bench, U504, words="CA surfaced d4")
    lost = bench.after(state, second(6, 1, 4, U504))
    bench.breaks("UV-21.5.3g", lost, NextPhase())
    bench.close("UV-21.5.3g", lost, Remove(U504))
    bench.breaks("UV-21.5.3g", bench.turn(at={U66: "CA surfaced d4"}), Remove(U66))
    three = bench.after(hit(bench, "U-564", words="CA surfaced d3"), second(6, 1, 3, "U-564"))
    assert [one.what for one in three.pending] == [st.CHECK]


def test_a_boat_that_never_comes_is_put_away(bench):
    case_id, north = "UV-21.5.3g", {"NA-1": "europe"}
    bench.breaks(case_id, bench.turn(turn=8, at=north), Remove("NA-1"))
    bench.close(case_id, bench.turn(turn=9, at=north), Remove("NA-1"))
    bench.close(case_id, bench.turn(turn=4, at=north, never=frozenset({"NA-1"})), Remove("NA-1"))
    left = bench.turn(at={U66: "europe d2"})
    left = bench.owing(left, st.REPAIRS, U66, case="UV-21.5.3h")
    failed = bench.after(left, ExitRepair(U66, 10, 0, False))
    bench.close(case_id, failed, Remove(U66))
    bench.breaks(case_id, bench.turn(at={U66: "europe d2"}), Remove(U66))
    italian = {"BARBARIGO": "europe"}
    bench.breaks(case_id, bench.turn(at=italian, due_turn=9), Remove("BARBARIGO"))
    bench.close(case_id, bench.turn(at=italian, due_turn=99), Remove("BARBARIGO"))


def test_a_damaged_boat_that_leaves_throws(bench):  # t51 to t53
    state = bench.turn(at={U66: "BD surfaced d2"}, last="Allied", turn=6)
    left = bench.after(state, ExitMap(U66, st.SURFACED, 1))
    bench.breaks("UV-21.5.3h", left, NextPhase())
    bench.close("UV-21.5.3h", left, ExitRepair(U66, 3, 0, True))
    home = bench.after(left, ExitRepair(U66, 3, 0, True))
    assert (home.unit(U66).damage, home.unit(U66).due) == (0, 8)
    bench.breaks("UV-21.5.3j", left, ExitRepair(U66, 3, 0, False))
    bench.close("UV-21.5.3j", left, ExitRepair(U66, 3, 0, True))
    bench.breaks("UV-21.5.3k", left, ExitRepair(U66, 4, 0, True))
    bench.close("UV-21.5.3k", left, ExitRepair(U66, 4, 0, False))
    four = bench.turn(at={U66: "BD surfaced d4"}, last="Allied")
    worse = bench.after(four, ExitMap(U66, st.SURFACED, 1))
    bench.breaks("UV-21.5.3i", worse, ExitRepair(U66, 3, 0, True))
    bench.close("UV-21.5.3i", worse, ExitRepair(U66, 3, 1, False))
    bench.breaks("UV-21.5.3h", state, ExitRepair(U66, 3, 0, True))
    small = bench.turn(at={U504: "BD surfaced d1"}, last="Allied")
    out = bench.after(small, ExitMap(U504, st.SURFACED, 1))
    bench.legal(out, ExitRepair(U504, 3, 0, False))


def test_a_sound_boat_throws_not(bench):
    state = bench.turn(at={U66: "BD surfaced"}, last="Allied")
    left = bench.after(state, ExitMap(U66, st.SURFACED, 1))
    bench.breaks("UV-21.5.3l", left, ExitRepair(U66, 3, 0, True))
    hurt = bench.after(
        bench.turn(at={U66: "BD surfaced d1"}, last="Allied"), ExitMap(U66, st.SURFACED, 1)
    )
    bench.close("UV-21.5.3l", hurt, ExitRepair(U66, 3, 0, True))
    bench.forced(left, Enter(U66, "BD"))


def test_faces_of_a_die(bench):
    state = hit(bench, U66)
    told = bench.breaks("UVD-1", state, second(11, -1))
    assert told.did == "a die shows 11"
    assert told.legal == "1 to 10"
    bench.close("UVD-1", state, second(10, -1))
