"""Moves that a validator must reject, and moves that a naive one would, with what they rest on."""

from __future__ import annotations

from dataclasses import replace

from modules.atlantic_chase.state import BRITISH, GERMAN, OUT, SEIZE, VIE
from modules.atlantic_chase.verbs import (
    AirStrike,
    CheckWeather,
    Complete,
    Coordinate,
    Cut,
    Damage,
    Decline,
    EndBattle,
    EndGame,
    EndStep,
    Engage,
    EnterPort,
    Fight,
    Fire,
    Hit,
    Interrupt,
    LeavePort,
    Locate,
    Maneuver,
    MarkContact,
    NavalSearch,
    PassTurn,
    Plot,
    Pursue,
    Recon,
    RollAction,
    RollSlip,
    Seize,
    SetUp,
    Show,
    SlipByEvading,
    SlipBySignals,
    Snafu,
    Spend,
    StealthAttack,
    SufferHits,
    Support,
    TakeAttitude,
    TakeOff,
    TimeLapse,
    Torpedo,
    UseLeader,
    Vie,
    WishToLeave,
    Withdraw,
)
from validator.rules.engine import GameRules
from validator.rules.states import Pending


def two(number):
    return (number // 2, number - number // 2)


def scenario(bench, **words):
    """The bench with other words in the scenario."""
    rules = bench.rules
    tables = replace(rules.tables, scenario={**rules.tables.scenario, **words})
    made = GameRules(rules.game, rules.module, rules.folder, off=rules.off, tables=tables)
    return type(bench)(made, bench.held, bench.closed)


# --- Who may do what -------------------------------------------------------------------


def test_to_act_a_player_must_have_the_initiative(bench):
    state = bench.sea(G1="1510", B1="1812")
    bench.breaks("AC-25.1", state, PassTurn("B1"))
    bench.close("AC-25.1", state, PassTurn())


def test_no_action_moves_a_station_over_the_map(bench):
    state = bench.sea(G1="2509", G2="Bergen")
    bench.breaks("AC-25.5", state, LeavePort("G1", "2510"))
    bench.close("AC-25.5", state, LeavePort("G2", "2509"))


def test_a_task_force_completes_alone(bench):
    state = bench.after(bench.sea(G1="2509", G2="2509", B1="1812"), Complete("G1"))
    bench.breaks("AC-29.1", state, Coordinate("G2"))
    searched = bench.sea(G1="1512", G2="1512", B1="1512-1511")
    searched = bench.after(searched, NavalSearch("G1", "B1", "1512"))
    bench.close("AC-29.1", searched, Coordinate("G2"))


def test_who_passed_stays_out_of_the_box(bench):
    passed = bench.after(bench.sea(G1="2509-2508", B1="1812"), PassTurn("G1"))
    found = bench.after(passed, TimeLapse("G1", (), "2509"))
    bench.breaks("AC-35.3", found, EnterPort("G1", "Bergen"))
    bench.close("AC-35.3", bench.sea(G1="2509"), EnterPort("G1", "Bergen"))


def test_a_stealth_force_scouts_or_attacks(bench):
    state = bench.sea(stealth={"uboat_1": "1513"}, B1="1512")
    seen = bench.after(state, Recon("uboat_1", "1512"))
    bench.breaks("AC-41.1", seen, StealthAttack("uboat_1", "B1", "1512"))
    bench.close("AC-41.1", state, Recon("uboat_1", "1512"))


def test_an_attack_spends_the_stealth_force(bench):
    state = bench.sea(stealth={"uboat_1": "1512"}, B1="1512", G1="1512", G2="1512")
    gone = bench.after(state, StealthAttack("uboat_1", "B1", "1512"), RollAction((1, 1)))
    voted = bench.after(gone, Vie("", 6, 1), Show("tally", "1"))
    bench.breaks("AC-41.18", voted, Engage("G1", "B1", "1512"))
    away = bench.after(voted, Spend("uboat_1"))
    bench.close("AC-41.18", away, Engage("G1", "B1", "1512"))
    done = bench.after(away, Engage("G1", "B1", "1512"))
    bench.breaks("AC-41.18", done, Coordinate("uboat_1"))
    boat = bench.after(state, Engage("G1", "B1", "1512"))
    bench.close("AC-41.18", boat, Coordinate("uboat_1"))


def test_stealth_forces_stand_in_hexes(bench):
    state = bench.sea(BRITISH, stealth={"submarine_1": "1512"}, G1="2004")
    bench.breaks("AC-7.5", state, Recon("submarine_1", "Gibraltar"))
    bench.breaks("AC-4.5", state, Recon("submarine_1", "U-Boat Box"))
    for case in ("AC-7.5", "AC-4.5"):
        bench.close(case, state, Recon("submarine_1", "1513"))


# --- Evasive Maneuvers and the Initiative ----------------------------------------------


def test_one_marker_is_spent_on_a_roll(bench):
    ready = {"at": "1812", "evasive": True}
    state = bench.sea(G1="1510", B1=ready, B2={**ready, "at": "1611"})
    asked = state.changed(pending=(Pending(SEIZE, BRITISH, "AC-39.7"),))
    bench.breaks("AC-26.14", asked, Seize("B1", (3, 4), "B2"))
    bench.close("AC-26.14", asked, Seize("B1", (3, 4)))
    vying = state.changed(pending=(Pending(VIE, "", "AC-41.2"),))
    bench.breaks("AC-26.14", vying, Vie("B1", 3, 4, "B2"))


def test_shadow_offers_the_initiative_once(bench):
    state = bench.sea(G1="1512", B2="1510-1511-1512-1612-1712")
    state = bench.after(state, NavalSearch("G1", "B2", "1512"), RollAction(two(6)))
    assert state.throw.results == ("SHADOW",)
    asked = bench.after(state, Cut("B2", ("1511", "1512", "1612")))
    bench.close("AC-53.11", asked, Seize("", (1, 1)))
    bench.breaks("AC-53.11", bench.after(asked, Seize("", (1, 1))), Seize("", (6, 6)))


# --- What was read of the table --------------------------------------------------------


def test_contact_counts_for_the_active_player_in_the_targets_hex(bench):
    b2 = {"at": "1510-1511-1512-1612-1712", "contact": "1511"}
    state = bench.after(bench.sea(G1="1512-1513", B2=b2), NavalSearch("G1", "B2", "1512"))
    state = bench.after(state, RollAction(two(8)))
    assert state.throw.results == ("SHADOW",)
    bench.breaks("AC-46.2", state, Locate("B2", "1512"))
    bench.close("AC-46.2", state, Cut("B2", ("1511", "1512", "1612")))
    g1 = {"at": "1512-1513", "contact": "1512"}
    state = bench.after(bench.sea(G1=g1, B2=b2["at"]), NavalSearch("G1", "B2", "1512"))
    state = bench.after(state, RollAction(two(10)))
    assert state.throw.results == ("SIGHTED",)
    bench.breaks("AC-46.1", state, Cut("B2", ("1511", "1512", "1612")))
    bench.close("AC-46.1", state, Locate("B2", "1512"))


def test_a_miss_changes_nothing(bench):
    state = bench.after(bench.sea(G1="1512", B2="1512"), Engage("G1", "B2", "1512"))
    missed = bench.after(state, RollAction(two(5)))
    bench.breaks("AC-53.1", missed, MarkContact("B2", "1512"))
    bench.breaks("AC-53.1", missed, Fight(True))
    bench.close("AC-53.1", bench.after(state, RollAction(two(8))), Fight(True))


def test_an_alert_is_counted(bench):
    g1 = {"at": "1512-1513", "intel": "1513"}
    state = bench.after(
        bench.sea(G1=g1, B2="1510-1511-1512-1612-1712"),
        NavalSearch("G1", "B2", "1512"),
        Interrupt((3, 4)),
    )
    rolled = bench.after(state, RollAction(two(11)))
    assert (rolled.throw.modified, rolled.throw.results) == (9, ("SHADOW",))
    bench.breaks("AC-49.1", rolled, Locate("B2", "1512"))
    bench.close("AC-49.1", rolled, Cut("B2", ("1511", "1512", "1612")))


def test_an_air_strike_counts_its_own_air_support(bench):
    carrier = {"at": "1512-1513-1514", "ships": "graf_zeppelin"}
    state = bench.after(bench.sea(G3=carrier, B2="1512"), AirStrike("G3", "B2", "1512", "1512"))
    rolled = bench.after(state, RollAction((6, 6)))
    assert rolled.throw.results == ("DAMAGE", "CONTACT")
    bench.breaks("AC-27.14", rolled, Hit("devonshire"))
    bench.close("AC-27.14", rolled, Damage("devonshire"))


def test_the_stealth_table_is_read_as_it_stands(bench):
    state = bench.sea(stealth={"uboat_1": "1018"}, B2="1018", G1="2004")
    missed = bench.after(state, StealthAttack("uboat_1", "B2", "1018"), RollAction((1, 1)))
    found = bench.breaks("AC-41.15", missed, Hit("devonshire"))
    assert found.severity == "violation"
    twelve = bench.after(
        bench.sea(stealth={"uboat_1": "1018"}, B4={"at": "1018", "ships": "convoy_1"}),
        StealthAttack("uboat_1", "B4", "1018"),
        RollAction((6, 6)),
    )
    bench.close("AC-41.15", twelve, Hit("convoy_1"))


def test_who_supports_a_stealth_force_lapses_too(bench):
    state = bench.sea(
        stealth={"uboat_1": "1018"}, B2="1018", G3={"at": "1018-1017", "ships": "graf_zeppelin"}
    )
    state = bench.after(state, StealthAttack("uboat_1", "B2", "1018"), Support("G3", "1018"))
    rolled = bench.after(state, RollAction((1, 1)))
    bench.breaks("AC-41.19", rolled, Vie("", 3, 3))
    done = bench.after(rolled, TimeLapse("G3", (), "1018"))
    bench.close("AC-41.19", done, Vie("", 3, 3))


def test_the_inactive_players_coordinating_force_lapses_too(bench):
    state = bench.sea(G1="1512", B2="1512", B1="1512-1511-1510")
    state = bench.after(state, Engage("G1", "B2", "1512"), Coordinate("B1"), RollAction((1, 1)))
    bench.breaks("AC-32.1", state, Vie("", 3, 3))
    bench.close("AC-32.1", bench.after(state, TimeLapse("B1", (), "1511")), Vie("", 3, 3))


# --- Markers ---------------------------------------------------------------------------


def test_contact_stays_where_a_station_becomes_a_segment(bench):
    state = bench.sea(G1={"at": "1512", "contact": "1512"}, B1="1812")
    drawn = bench.after(state, Plot("G1", ("1512", "1513")))
    assert drawn.force("G1").contact == {"1512"}
    gone = state.with_force(state.force("G1").changed(station="1513"))
    for case in ("AC-23.5", "AC-43.3", "AC-46.4"):
        bench.breaks(case, drawn, TakeOff("contact", "G1", "1512"))
        bench.close(case, gone, TakeOff("contact", "G1", "1512"))


def test_contact_is_lost_in_the_hex_of_the_attack_only(bench):
    b2 = {"at": "1018-1017", "contact": "1018 1017", "ships": "convoy_1"}
    state = bench.sea(stealth={"uboat_1": "1018"}, B2=b2)
    state = bench.after(state, StealthAttack("uboat_1", "B2", "1018"), RollAction(two(8)))
    assert "LOSE_CONTACT" in state.throw.results
    bench.breaks("AC-23.6", state, TakeOff("contact", "B2", "1017"))
    bench.close("AC-23.6", state, TakeOff("contact", "B2", "1018"))


def test_markers_of_segments_that_were_cut_off_leave_play(bench):
    b2 = {"at": "1510-1511-1512-1612-1712-1812-1912", "contact": "1712"}
    state = bench.after(bench.sea(G1="1512-1513-1514", B2=b2), NavalSearch("G1", "B2", "1512"))
    state = bench.after(
        state,
        RollAction(two(7)),
        Cut("B2", ("1510", "1511")),
        TimeLapse("G1", (), "1512"),
        Seize("", (1, 1)),
        Show("tally", "1"),
    )
    bench.breaks("AC-51.6", state, PassTurn())
    bench.close("AC-51.6", bench.after(state, TakeOff("contact", "B2", "1712")), PassTurn())


# --- Battle ----------------------------------------------------------------------------


def battle(bench, ships="glasgow"):
    state = bench.sea(G1="1512", B2={"at": "1512", "ships": ships})
    state = bench.after(state, Engage("G1", "B2", "1512"), RollAction(two(8)), Fight(True))
    return bench.after(state, SetUp("gneisenau", "German Far"))


def test_ships_are_in_boxes_or_on_the_battle_board(bench):
    state = battle(bench)
    bench.breaks("AC-5.5", state, SetUp("glasgow", "1512"))
    bench.close("AC-5.5", state, SetUp("glasgow", "British Far"))


def test_a_splash_is_no_hit(bench):
    state = bench.after(battle(bench), SetUp("glasgow", "British Far"), EndStep())
    missed = bench.after(state, Fire("gneisenau", "glasgow", (1, 1, 1)), EndStep())
    hit = bench.after(state, Fire("gneisenau", "glasgow", (5, 5, 6)), EndStep())
    for case in ("AC-53.3", "AC-58.1"):
        bench.breaks(case, missed, SufferHits("glasgow", 1))
        bench.close(case, hit, SufferHits("glasgow", 1))


def test_a_battle_may_end_before_its_last_round(bench):
    state = bench.after(battle(bench), SetUp("glasgow", "British Far"), EndStep())
    bench.breaks("AC-55.8", state, EndBattle())
    state = bench.after(state, EndStep(), EndStep(), EndStep())
    left = bench.after(state, WishToLeave(GERMAN), WishToLeave(BRITISH))
    bench.close("AC-55.8", left, EndBattle())
    bench.breaks("AC-61.1", left, EndStep())
    bench.close("AC-61.1", left, EndBattle())


def test_a_squadron_that_was_destroyed_fires_no_more(bench):
    state = battle(bench, "dd_british_1 glasgow")
    state = bench.after(
        state, SetUp("dd_british_1", "British Far"), SetUp("glasgow", "British Far"), EndStep()
    )
    near = {**state.battle.zones, "dd_british_1": "Close"}
    state = state.changed(battle=state.battle.changed(zones=near))
    bench.close("AC-11.13", state, Fire("dd_british_1", "gneisenau", (3, 3)))
    lost = bench.after(state, Fire("gneisenau", "dd_british_1", (5, 5)), EndStep())
    sunk = bench.after(lost, SufferHits("dd_british_1", 2))
    assert sunk.ship("dd_british_1").at == OUT
    bench.breaks("AC-11.13", sunk, Torpedo("dd_british_1", "gneisenau", (6, 6)))


def test_damage_is_two_hits_on_a_convoy_and_one_when_it_is_dispersed(bench):
    b4 = {"at": "1018", "ships": "convoy_1", "contact": "1018"}
    for dispersed, hits in ((False, 2), (True, 1)):
        state = bench.sea(G3={"at": "1018", "ships": "graf_zeppelin"}, B4=b4)
        state = state.with_ship(state.ship("convoy_1").changed(dispersed=dispersed))
        state = bench.after(state, AirStrike("G3", "B4", "1018", "1018"), RollAction((6, 6)))
        hurt = bench.after(state, Damage("convoy_1"))
        assert [(one.what, one.points) for one in hurt.pending][-1] == ("hits", hits)
        bench.breaks("AC-50.5", hurt, SufferHits("convoy_1", 3))
        bench.breaks("AC-50.5", hurt, Vie("", 3, 3))
        for case in ("AC-11.1", "AC-58.4"):
            bench.breaks(case, hurt, Vie("", 3, 3))
        if dispersed:
            bench.breaks("AC-11.8", hurt, SufferHits("convoy_1", 2))
            bench.close("AC-11.8", hurt, SufferHits("convoy_1", 1))
        done = bench.after(hurt, SufferHits("convoy_1", hits))
        assert done.points == {GERMAN: hits}
        for case in ("AC-50.5", "AC-11.1", "AC-58.4"):
            bench.close(case, done, Vie("", 3, 3))


# --- Without an opponent ---------------------------------------------------------------


def test_a_die_chooses_for_who_is_not_there(bench):  # TV33
    alone = scenario(bench, solitaire=True)
    g1 = {"at": "1512-1513", "intel": "1513"}
    state = alone.after(
        alone.sea(G1=g1, B2="1512-1511"), NavalSearch("G1", "B2", "1512"), Interrupt((4, 4))
    )
    alone.breaks("AC-22.9", state, SlipByEvading())
    four = alone.after(state, RollSlip(4))
    alone.close("AC-22.9", four, SlipBySignals("G1", "1513"))
    alone.breaks("AC-22.9", four, SlipByEvading())
    alone.close("AC-22.9", alone.after(state, RollSlip(5)), SlipByEvading())
    bench.breaks("AC-22.9", state, RollSlip(4))


# --- The end ---------------------------------------------------------------------------


def test_the_chase_ends_with_the_last_raider_or_the_last_change(bench):
    state = bench.sea(G1="1510", B1="1812")
    bench.breaks("AC-3.4", state, EndGame())
    over = state.changed(changes=24)
    bench.breaks("AC-3.4", over, PassTurn())
    bench.close("AC-3.4", over, EndGame())
    sunk = state.with_ship(state.ship("gneisenau").changed(at=OUT))
    sunk = sunk.with_ship(sunk.ship("tirpitz").changed(at=OUT))
    ended = bench.after(sunk, EndGame())
    assert (ended.outcome.winner, ended.outcome.case) == (BRITISH, "AC-3.4")


def test_points_decide_and_a_tie_is_british(bench):
    state = bench.sea(G1="1510", B1="1812", changes=24, points={GERMAN: 3, BRITISH: 2})
    assert bench.after(state, EndGame()).outcome.winner == GERMAN
    hurt = state.with_ship(state.ship("gneisenau").changed(damaged=True))
    assert bench.after(hurt, EndGame()).outcome.winner == BRITISH


def test_who_completes_in_france_scores_more(bench):
    for at, points in (("2415", 3), ("2509", 1)):
        state = bench.after(bench.sea(G1=at, B1="1812"), Complete("G1"), Decline("B1"))
        assert bench.after(state, Withdraw("G1")).points == {GERMAN: points}
    convoy = bench.after(bench.sea(BRITISH, B4="2312", G1="2004"), Complete("B4"), Decline("G1"))
    assert bench.after(convoy, Withdraw("B4")).points == {BRITISH: 4}


# --- Legal, whatever a naive validator says ---------------------------------------------


def test_the_same_task_force_searches_again_and_again(bench):
    start = bench.sea(G1="1512", B2="1510-1511-1512-1612-1712-1812-1912-2012-2112-2212")
    state = start
    for _ in range(3):
        searched = bench.after(state, NavalSearch("G1", "B2", "1512"), RollAction((1, 1)))
        state = searched.with_force(start.force("B2")).changed(pending=())
    assert state.active == GERMAN


def test_a_damaged_carrier_moves_and_coordinates(bench):
    carrier = {"at": "1512-1513", "ships": "graf_zeppelin"}
    state = bench.sea(G3=carrier, G1="1512", B2="1512-1511")
    state = state.with_ship(state.ship("graf_zeppelin").changed(damaged=True))
    bench.legal(state, Plot("G3", ("1512", "1513", "1514")))
    bench.legal(bench.after(state, NavalSearch("G1", "B2", "1512")), Coordinate("G3"))


def test_the_weather_is_checked_by_one_die(bench):
    state = bench.sea(G1="1510", B1="1812").changed(
        pending=(Pending("weather", GERMAN, "AC-25.7"),)
    )
    bench.legal(state, CheckWeather(3))


# --- Leaders and the Advanced Battle Rules ---------------------------------------------


def test_lutjens_seizes_without_dice(bench):
    words = {"G1": "1510", "B1": "1812", "leaders": {"lutjens": "gneisenau", "pound": "aside"}}
    state = bench.sea(BRITISH, **words)
    asked = state.changed(pending=(Pending(SEIZE, GERMAN, "AC-39.7"),))
    seized = bench.after(asked, UseLeader("lutjens"))
    assert seized.active == GERMAN
    assert seized.force("G1").evasive
    bench.breaks("AC-26.11", state, UseLeader("lutjens"))
    bench.breaks("AC-10.3", asked, UseLeader("pound"))
    bench.breaks("AC-63.2", asked, UseLeader("raeder"))
    for case in ("AC-26.11", "AC-10.3", "AC-63.2"):
        bench.close(case, asked, UseLeader("lutjens"))


def test_the_advanced_rules_are_in_force_when_both_chose_them(bench):
    advanced = scenario(bench, advanced=True)
    state = battle(bench, "dd_british_1 glasgow")
    bench.breaks("AC-12.1", state, Snafu((3, 4), "Good Visibility"))
    advanced.close("AC-12.1", state, Snafu((3, 4), "Good Visibility"))
    bench.breaks("AC-11.15", state, Pursue("dd_british_1", "gneisenau"))
    advanced.close("AC-11.15", state, Pursue("dd_british_1", "gneisenau"))
    advanced.breaks("AC-12.2", state, Snafu((1, 1), "Good Visibility"))
    advanced.close("AC-12.2", state, Snafu((1, 1), "Confusion"))


def test_attitudes_say_how_ships_move(bench):
    advanced = scenario(bench, advanced=True)
    state = battle(bench)
    advanced.breaks("AC-12.3", state, TakeAttitude("gneisenau", "Running"))
    advanced.breaks("AC-12.4", state, TakeAttitude("gneisenau", "Drifting"))
    for case in ("AC-12.3", "AC-12.4"):
        advanced.close(case, state, TakeAttitude("gneisenau", "Closing"))
    closing = advanced.after(
        state,
        TakeAttitude("gneisenau", "Closing"),
        TakeAttitude("glasgow", "Running"),
        SetUp("glasgow", "British Far"),
        EndStep(),
        EndStep(),
        EndStep(),
    )
    advanced.close("AC-12.4", closing, Maneuver("gneisenau", "German Near"))
    advanced.breaks("AC-12.4", closing, Maneuver("glasgow", "British Near"))
    leaving = advanced.after(closing, EndStep())
    advanced.breaks("AC-12.4", leaving, WishToLeave(GERMAN))
    advanced.close("AC-12.4", leaving, WishToLeave(BRITISH))


# --- The charts ------------------------------------------------------------------------


def test_one_cell_of_a_chart_changes_what_is_checked(bench):
    state = bench.after(bench.sea(G1="1512", B2="1512"), Engage("G1", "B2", "1512"))
    assert bench.after(state, RollAction(two(8))).throw.results == ("BATTLE",)
    game = bench.rules.game
    table = game.table("engage")
    row = next(one for one in table.rows if one.rolls == (8, 8))
    cell = row.cells["0"].model_copy(update={"value": "CONTACT"})
    other_row = row.model_copy(update={"cells": {**row.cells, "0": cell}})
    rows = tuple(other_row if one is row else one for one in table.rows)
    other_table = table.model_copy(update={"rows": rows})
    charts = tuple(other_table if one is table else one for one in game.charts)
    game = game.model_copy(update={"charts": charts})
    other = GameRules(game, bench.rules.module, bench.rules.folder)
    changed = other.play(state, RollAction(two(8)))
    assert [one.what for one in changed.pending] == ["contact", "vie"]
