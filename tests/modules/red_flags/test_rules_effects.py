"""What hits do (RF-7 to RF-9), and mines (RF-14). ``e01`` and so on are vectors of the digest."""

from __future__ import annotations

import pytest

from modules.red_flags.effects import adds_for, falls, outcome_of
from modules.red_flags.state import BELOW, FRONT, REAR, SIDE, TOP
from modules.red_flags.verbs import (
    AirHit,
    Casualty,
    Engage,
    MaterialHit,
    MineRoll,
    Move,
    TurnCard,
)
from validator.rules.states import Pending


def owing(state, what, case_id, piece, to=""):
    return state.owing(Pending(what, "German", case_id, piece, to=to))


def shot_at(bench, unit, place):
    return owing(bench.field(**{unit: place}), "casualty", "RF-7.1", unit)


def hit(bench, unit, place, side=FRONT):
    return owing(bench.field(**{unit: place}), "material", "RF-8.2", unit, side)


# --- Men


def test_in_the_open_five_and_six_fight_on(bench):  # e01
    state = shot_at(bench, "GI1", "0605")
    bench.breaks("RF-7.3", state, Casualty("GI1", "rifle", 5, True))
    bench.close("RF-7.3", state, Casualty("GI1", "rifle", 5, False))


def test_in_the_open_a_four_falls(bench):  # e02
    state = shot_at(bench, "GI1", "0605")
    bench.breaks("RF-7.5", state, Casualty("GI1", "rifle", 4, False))
    bench.close("RF-7.5", state, Casualty("GI1", "rifle", 4, True))


def test_quality_counts(bench):  # e03, e04, e06
    good, bad = shot_at(bench, "SE1", "0605"), shot_at(bench, "GI3", "0605")
    bench.breaks("RF-7.2", good, Casualty("SE1", "rifle", 4, True))
    bench.close("RF-7.2", good, Casualty("SE1", "rifle", 4, False))
    bench.breaks("RF-7.2", bad, Casualty("GI3", "rifle", 5, False))
    bench.breaks("RF-7.2", shot_at(bench, "GI3", "1105"), Casualty("GI3", "rifle", 4, False))


def test_under_cover_a_four_fights_on(bench):  # e05
    state = shot_at(bench, "GI1", "1105")
    bench.breaks("RF-7.4", state, Casualty("GI1", "rifle", 4, True))
    bench.close("RF-7.4", state, Casualty("GI1", "rifle", 4, False))
    dug = shot_at(bench, "GI1", "0605 NW dug")
    bench.legal(dug, Casualty("GI1", "rifle", 4, False))


def test_who_falls_had_that_weapon(bench):
    state = shot_at(bench, "SI2", "0605")
    bench.breaks("RFD-25", state, Casualty("SI2", "rifle", 1, True))
    bench.close("RFD-25", state, Casualty("SI2", "smg", 1, True))


def test_nobody_throws_who_was_not_hit(bench):
    state = bench.field(GI1="0605")
    bench.breaks("RF-7.1", state, Casualty("GI1", "rifle", 1, True))
    bench.breaks("RF-7.1", shot_at(bench, "GI1", "0605"), Casualty("GI1", "rifle", 7, False))
    bench.close("RF-7.1", shot_at(bench, "GI1", "0605"), Casualty("GI1", "rifle", 1, True))


def test_the_last_man_takes_his_unit_and_its_other_hits_with_him(bench):
    alone = bench.field(GC1="0605")
    state = bench.after(
        owing(owing(alone, "casualty", "RF-7.1", "GC1"), "casualty", "RF-7.1", "GC1"),
        Casualty("GC1", "commander", 1, True),
    )
    assert state.unit("GC1").gone and not state.pending


# --- Guns, vehicles, tanks


def test_medium_tanks(bench):  # e07
    state = hit(bench, "GT1", "0605 NW")
    bench.breaks("RF-8.11", state, MaterialHit("GT1", (4, 5), "destroyed"))
    bench.close("RF-8.11", state, MaterialHit("GT1", (4, 5), "nothing"))


def test_from_the_side_one_more(bench):  # e08
    state = hit(bench, "GT1", "0605 NW", SIDE)
    bench.breaks("RF-8.3", state, MaterialHit("GT1", (4, 5), "nothing"))
    bench.close("RF-8.3", state, MaterialHit("GT1", (4, 5), "destroyed"))


def test_from_the_rear_and_from_above_two_more(bench):  # e09
    for side in (REAR, TOP):
        state = hit(bench, "GT3", "0605 NW", side)
        bench.breaks("RF-8.4", state, MaterialHit("GT3", (4, 5), "nothing"))
        bench.close("RF-8.4", state, MaterialHit("GT3", (4, 5), "destroyed"))


def test_mines_from_below_three_more(bench):  # e10, e11
    state = hit(bench, "GT3", "0605 NW", BELOW)
    bench.close("RF-8.5", state, MaterialHit("GT3", (3, 4), "nothing"))
    bench.breaks("RF-8.5", state, MaterialHit("GT3", (4, 4), "nothing"))
    assert adds_for(bench.rules.tables, "GT3", BELOW) == 3


def test_half_tracks(bench):  # e12
    state = hit(bench, "GH1", "0605 NW", SIDE)
    bench.close("RF-8.8", state, MaterialHit("GH1", (3, 4), "crew hit"))
    bench.breaks("RF-8.8", state, MaterialHit("GH1", (3, 4), "nothing"))


def test_soft_vehicles(bench):  # e13
    state = hit(bench, "SM1", "0605 NW")
    bench.close("RF-8.7", state, MaterialHit("SM1", (3, 4), "destroyed and crew hit"))
    bench.breaks("RF-8.7", state, MaterialHit("SM1", (3, 4), "crew hit"))


def test_guns(bench):  # e14, e15
    gun, field_gun = hit(bench, "GP1", "0605 NW"), hit(bench, "GA1", "0605 NW")
    bench.close("RF-8.6", gun, MaterialHit("GP1", (4, 5), "crew hit"))
    bench.breaks("RF-8.6", gun, MaterialHit("GP1", (4, 5), "nothing"))
    bench.close("RF-8.6", field_gun, MaterialHit("GA1", (5, 5), "destroyed and crew hit"))
    bench.breaks("RF-8.6", field_gun, MaterialHit("GA1", (5, 5), "destroyed"))


def test_armoured_cars_have_no_bonus(bench):  # e16
    state = hit(bench, "GR1", "0605 NW", SIDE)
    bench.close("RF-8.9", state, MaterialHit("GR1", (3, 4), "nothing"))
    bench.breaks("RF-8.9", state, MaterialHit("GR1", (4, 4), "nothing"))


def test_light_tanks(bench):
    state = hit(bench, "SR2", "0605 NW")
    bench.breaks("RF-8.10", state, MaterialHit("SR2", (4, 4), "destroyed"))
    bench.close("RF-8.10", state, MaterialHit("SR2", (4, 5), "destroyed"))
    assert bench.after(state, MaterialHit("SR2", (4, 5), "destroyed")).unit("SR2").vehicles == 1


def test_heavy_tanks(bench):
    state = hit(bench, "GT3", "0605 NW")
    bench.breaks("RF-8.12", state, MaterialHit("GT3", (5, 5), "destroyed"))
    bench.close("RF-8.12", state, MaterialHit("GT3", (5, 6), "destroyed"))


def test_two_dice_a_hit(bench):
    state = hit(bench, "GT3", "0605 NW")
    bench.breaks("RF-8.2", state, MaterialHit("GT3", (5, 5, 1), "nothing"))
    bench.breaks("RF-8.2", state, MaterialHit("GT3", (7, 1), "nothing"))
    bench.breaks("RF-8.2", bench.field(GT3="0605 NW"), MaterialHit("GT3", (5, 5), "nothing"))
    bench.breaks("RF-8.2", state, TurnCard("S1", "club"))
    bench.close("RF-8.2", state, MaterialHit("GT3", (5, 5), "nothing"))


def test_everybody_aboard_throws(bench):
    state = owing(bench.field(GH1="0605 NW", GI4="in GH1"), "material", "RF-8.2", "GH1", FRONT)
    struck = bench.after(state, MaterialHit("GH1", (4, 4), "destroyed and crew hit"))
    assert [one.piece for one in struck.pending] == ["GI4"] * 4
    assert struck.unit("GI4").at == "0605" and struck.unit("GH1").gone
    bench.breaks("RF-8.13", struck, TurnCard("S1", "club"))
    thrown = struck
    for _ in range(4):
        thrown = bench.after(thrown, Casualty("GI4", thrown.unit("GI4").men[0], 6, False))
    bench.close("RF-8.13", thrown, TurnCard("S1", "club"))


# --- Aircraft


def struck(bench, unit):
    return owing(bench.field(**{unit: "0605 NW"}), "air", "RF-9.1", unit)


def test_reconnaissance_aircraft(bench):
    state = struck(bench, "GX3")
    bench.breaks("RF-9.2", state, AirHit("GX3", (4, 4), "driven off"))
    bench.close("RF-9.2", state, AirHit("GX3", (4, 4), "shot down"))


def test_fighters_and_ground_attack(bench):  # e17
    state = struck(bench, "GX2")
    bench.close("RF-9.3", state, AirHit("GX2", (3, 4), "driven off"))
    bench.breaks("RF-9.3", state, AirHit("GX2", (3, 4), "nothing"))


def test_dive_bombers(bench):  # e18
    state = struck(bench, "GX1")
    bench.close("RF-9.4", state, AirHit("GX1", (4, 5), "driven off"))
    bench.breaks("RF-9.4", state, AirHit("GX1", (4, 5), "shot down"))


def test_transports(bench):  # e19
    state = struck(bench, "SX3")
    bench.close("RF-9.5", state, AirHit("SX3", (4, 4), "nothing"))
    bench.breaks("RF-9.5", state, AirHit("SX3", (4, 4), "driven off"))


def test_two_dice_for_an_aircraft(bench):
    state = struck(bench, "GX1")
    bench.breaks("RF-9.1", state, AirHit("GX1", (4,), "nothing"))
    bench.breaks("RF-9.1", bench.field(GX1="0605 NW"), AirHit("GX1", (1, 1), "nothing"))
    bench.breaks("RF-9.1", state, TurnCard("S1", "club"))
    bench.close("RF-9.1", state, AirHit("GX1", (1, 1), "nothing"))


def test_who_is_shot_down_takes_its_load_with_it(bench):
    state = owing(bench.field(SX3="0605 NW", SQ1="in SX3"), "air", "RF-9.1", "SX3")
    down = bench.after(state, AirHit("SX3", (6, 6), "shot down"))
    assert down.unit("SX3").gone and down.unit("SQ1").gone


# --- Mines


def test_four_dice_for_mines_going_in_and_coming_out(bench):  # m16, and the trap of 14.4
    state = bench.after(bench.field(ST1="0706 SE"), Move("ST1", ("0805",), "SE"))
    bench.breaks("RF-5.24", state, MineRoll("ST1", (1,) * 3))
    bench.close("RF-5.24", state, MineRoll("ST1", (1,) * 4))
    bench.breaks("RF-14.4", state, TurnCard("S1", "club"))
    bench.close("RF-14.4", state, MineRoll("ST1", (1,) * 4))
    out = bench.after(bench.field(ST1="0805 SE"), Move("ST1", ("0806",), "SE"))
    bench.breaks("RF-14.4", out, TurnCard("S1", "club"))
    bench.breaks("RF-14.4", bench.field(ST1="0806 SE"), MineRoll("ST1", (1,) * 4))


def test_mines_hit_tanks_from_below(bench):
    state = bench.after(bench.field(ST1="0706 SE"), Move("ST1", ("0805",), "SE"))
    assert [one.to for one in bench.after(state, MineRoll("ST1", (5, 6, 1, 1))).pending] == [
        BELOW,
        BELOW,
    ]


def test_an_engaged_unit_settles_its_hits_first(bench):
    state = bench.field("S1", SI1="0505", GI3="0605").owing(
        Pending("casualty", "German", "RF-7.1", "GI3")
    )
    bench.breaks("RF-7.1", state, Engage("SI1", "0605", "GI3"))


@pytest.mark.parametrize(
    ("unit", "total", "outcome"),
    [("GP1", 8, "nothing"), ("SM1", 6, "crew hit"), ("GR1", 8, "destroyed")],
)
def test_rows_of_the_chart(red_flags_bench_rules, unit, total, outcome):
    assert outcome_of(red_flags_bench_rules.tables, unit, total) == outcome


@pytest.mark.parametrize(
    ("unit", "total", "outcome"),
    [("GX3", 6, "driven off"), ("SX1", 9, "shot down"), ("SX3", 11, "shot down")],
)
def test_rows_of_the_chart_of_aircraft(red_flags_bench_rules, unit, total, outcome):
    assert falls(red_flags_bench_rules.tables, unit, total) == outcome
