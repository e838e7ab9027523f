"""What Air Strike, Engage, Naval Search and Stealth Attack share (pp. 17-18, 22, 45-48)."""

from __future__ import annotations

import pytest

from modules.atlantic_chase.attack import intel_markers, modifiers, totals
from modules.atlantic_chase.heard import source_and_launch
from modules.atlantic_chase.state import BAD, BRITISH, GERMAN
from modules.atlantic_chase.verbs import (
    AirStrike,
    Coordinate,
    Engage,
    Evade,
    Interrupt,
    NavalSearch,
    Plot,
    RollAction,
    StealthAttack,
    Support,
)

COLUMN = [f"15{row:02}" for row in range(8, 23)]


def line(length, first=8):
    """A line of so many hexes down column 15, of which the first is 1508 unless it is said."""
    rows = [f"15{row:02}" for row in range(first, first + length)]
    return "-".join(rows) + ("-" if length == 1 else "")


def added(bench, state):
    """What is added to the dice now, by the first case that says so."""
    told = modifiers(bench.rules.tables, state, state.attack)
    return {cases[0]: value for cases, value in told}


def total(state):
    return totals(state, state.attack)[0]


def searching(bench, **words):
    """G1 searches for B2, both with a segment in 1512."""
    told = {"G1": "1512-1513-1514", "B2": "1512-1511-1510", **words}
    return bench.after(bench.sea(**told), NavalSearch("G1", "B2", "1512"))


# --- The Trajectory Total --------------------------------------------------------------


def test_both_lengths_make_the_total(bench):  # TV02
    state = searching(bench, G1=line(4, 12), B2="1512-1511-1510-1509-1508")
    assert total(state) == 9
    assert bench.rules.tables.cell("naval_search", 7, 9) == bench.rules.tables.cell(
        "naval_search", 7, 5
    )


def test_the_longest_of_ours_counts_and_theirs_are_taken_off(bench):  # TV03
    state = searching(
        bench,
        G1="1512",
        G2={"at": line(3, 12)},
        G3={"at": line(5, 11), "ships": "graf_zeppelin"},
        B2="1512-1612-1712-1812-1912-2012",
        B3={"at": line(4, 11), "ships": "kent"},
    )
    state = bench.after(state, Coordinate("G2"), Support("G3", "1511"), Coordinate("B3"))
    assert total(state) == 7


@pytest.mark.parametrize(
    ("own", "coordinator", "target", "other", "result"),
    [(1, 5, 3, 4, 4), (3, 2, 3, 0, 6), (2, 0, 3, 15, 0)],
)
def test_totals(bench, own, coordinator, target, other, result):  # TV26, TV36
    words = {"G1": line(own, 12), "B2": line(target, 10)}
    if coordinator:
        words["G2"] = line(coordinator, 12)
    if other:
        words["B3"] = {"at": line(other, 9 if other < 8 else 8), "ships": "kent"}
    state = searching(bench, **words)
    if coordinator:
        state = bench.after(state, Coordinate("G2"))
    if other:
        state = bench.after(state, Coordinate("B3"))
    assert total(state) == result


def test_a_force_that_does_two_things_counts_once(bench):
    """Ambiguity 24."""
    state = searching(
        bench, B3={"at": "1512-1511", "ships": "victorious"}, B2=line(4, 9), G1=line(6, 12)
    )
    state = bench.after(state, Coordinate("B3"), Support("B3", "1512"))
    assert total(state) == 8


# --- Modifiers -------------------------------------------------------------------------


def test_air_support_by_distance_for_either_player(bench):  # TV22
    state = searching(
        bench,
        G3={"at": "1512", "ships": "graf_zeppelin"},
        B3={"at": "1412", "ships": "victorious"},
    )
    state = bench.after(state, Support("G3", "1512"), Support("B3", "1412"))
    told = [value for cases, value in modifiers(bench.rules.tables, state, state.attack)]
    assert told == [3, -1]


def test_coordination_by_weather(bench):
    good = bench.after(searching(bench, G2="1512"), Coordinate("G2"))
    assert added(bench, good) == {"AC-47.5": 2}
    bad = bench.after(searching(bench, G2="1512", weather=BAD), Coordinate("G2"))
    assert added(bench, bad) == {"AC-47.5": 1}
    target = bench.after(searching(bench, B3="1512", weather=BAD), Coordinate("B3"))
    assert added(bench, target) == {"AC-47.5": -1}


def test_walker_coordinates_better(bench):
    words = {"B1": "1512", "G1": line(3, 12), "B2": "1512-1511"}
    leaders = {"walker": "southampton"}
    state = bench.sea(BRITISH, **words, leaders=leaders)
    state = bench.after(state, NavalSearch("B2", "G1", "1512"), Coordinate("B1"))
    assert added(bench, state) == {"AC-63.8": 4}


def test_contact_by_the_speed_of_the_target(bench):  # TV23
    for ships, value in (("devonshire", 2), ("victorious", 2), ("convoy_1 galatea", 4)):
        b2 = {"at": "1512-1511", "ships": ships, "contact": "1512"}
        assert added(bench, searching(bench, B2=b2)) == {"AC-46.3": value}
    elsewhere = {"at": "1512-1511", "contact": "1511"}
    assert added(bench, searching(bench, B2=elsewhere)) == {}


def test_evasive_maneuvers_by_weather(bench):  # TV24
    b2 = {"at": "1512-1511", "evasive": True}
    good = bench.after(searching(bench, B2=b2), Evade("B2"))
    assert added(bench, good) == {"AC-46.6": -1}
    assert not good.force("B2").evasive
    bad = bench.after(searching(bench, B2=b2, weather=BAD), Evade("B2"))
    assert added(bench, bad) == {"AC-46.6": -2}


def test_on_the_arctic_line_the_weather_is_bad(bench):
    """Ambiguity 13."""
    b2 = {"at": "1607-1608", "evasive": True}
    state = bench.sea(G1="1607", G2="1607", B2=b2)
    state = bench.after(state, NavalSearch("G1", "B2", "1607"), Coordinate("G2"), Evade("B2"))
    assert added(bench, state) == {"AC-47.5": 1, "AC-46.6": -2}


# --- Who acts and who is named ---------------------------------------------------------


def test_the_active_player_declares(bench):
    state = bench.sea(G1="1512", B2="1512", B1="1612")
    bench.breaks("AC-3.3", state, Engage("B2", "G1", "1512"))
    bench.close("AC-3.3", state, Engage("G1", "B2", "1512"))


def test_a_convoy_never_acts_but_coordinates_and_supports(bench):
    words = {"G1": "1512-1513", "B4": {"at": "1512-1511", "ships": "convoy_1 victorious"}}
    state = bench.sea(BRITISH, **words, B1="1512")
    for case in ("AC-11.9", "AC-33.1"):
        bench.breaks(case, state, NavalSearch("B4", "G1", "1512"))
        bench.close(case, state, NavalSearch("B1", "G1", "1512"))
    bench.breaks("AC-27.3", state, AirStrike("B4", "G1", "1512", "1512"))
    found = state.with_force(state.force("G1").changed(line=(), station="1512"))
    bench.breaks("AC-31.1", found, Engage("B4", "G1", "1512"))
    declared = bench.after(state, NavalSearch("B1", "G1", "1512"))
    bench.after(declared, Coordinate("B4"), Support("B4", "1511"))
    carrier = {"at": "1512-1511", "ships": "victorious"}
    bench.close(
        "AC-27.3",
        bench.sea(BRITISH, G1="1512-1513", B3=carrier),
        AirStrike("B3", "G1", "1512", "1512"),
    )


def test_nobody_acts_or_helps_out_of_a_port_box(bench):
    state = bench.sea(
        BRITISH,
        B1="Scapa Flow and Methil",
        B2="2311-2310",
        B3={"at": "Scapa Flow and Methil", "ships": "victorious"},
        G1="2311-2211",
    )
    bench.breaks("AC-8.10", state, NavalSearch("B1", "G1", "2311"))
    bench.breaks("AC-33.1", state, NavalSearch("B1", "G1", "2311"))
    bench.breaks("AC-27.4", state, AirStrike("B3", "G1", "2311", "2311"))
    bench.close("AC-8.10", state, NavalSearch("B2", "G1", "2311"))
    base = AirStrike("Scapa Flow", "G1", "2311", "2311")
    bench.close("AC-27.4", state, base)
    declared = bench.after(state, NavalSearch("B2", "G1", "2311"))
    bench.breaks("AC-8.9", declared, Support("B3", "2311"))
    bench.breaks("AC-8.9", declared, Coordinate("B1"))
    bench.close("AC-8.9", declared, Support("Scapa Flow", "2311"))


def test_who_is_named_is_in_play(bench):
    state = searching(bench)
    bench.breaks("AC-7.4", state, Coordinate("G3"))
    bench.breaks("AC-7.4", state, Coordinate("uboat_1"))
    boat = searching(bench, stealth={"uboat_1": "1512"})
    bench.close("AC-7.4", boat, Coordinate("uboat_1"))


def test_a_coordinating_force_is_another_one_in_the_hex(bench):
    state = searching(bench, G2="1512-1612", G3="1612")
    bench.breaks("AC-47.3", state, Coordinate("G3"))
    bench.close("AC-47.3", state, Coordinate("G2"))
    bench.breaks("AC-47.4", state, Coordinate("G1"))
    bench.breaks("AC-47.4", state, Coordinate("B2"))
    bench.close("AC-47.4", state, Coordinate("G2"))


def test_each_player_names_one_coordinating_force(bench):
    state = searching(bench, G2="1512-1612", G3="1512", B1="1512")
    once = bench.after(state, Coordinate("G2"))
    bench.breaks("AC-47.2", once, Coordinate("G3"))
    bench.close("AC-47.2", once, Coordinate("B1"))


def test_each_player_names_one_source_of_air_support(bench):
    state = bench.sea(BRITISH, G1="2311-2211", B2="2311-2310")
    declared = bench.after(state, NavalSearch("B2", "G1", "2311"), Support("Methil", "2411"))
    bench.breaks("AC-45.3", declared, Support("Scapa Flow", "2311"))
    bench.close(
        "AC-45.3", bench.after(state, NavalSearch("B2", "G1", "2311")), Support("Methil", "2411")
    )
    strike = bench.after(state, AirStrike("Methil", "G1", "2311", "2411"))
    bench.breaks("AC-45.3", strike, Support("Scapa Flow", "2311"))


def test_the_active_player_names_his_first(bench):
    state = bench.after(searching(bench, G2="1512", B1="1512"), Coordinate("B1"))
    bench.breaks("AC-18.1", state, Coordinate("G2"))
    bench.close("AC-18.1", searching(bench, G2="1512"), Coordinate("G2"))


def test_forces_are_named_before_the_dice(bench):
    state = bench.sea(G1="1512", G2="1512", B1="1512")
    bench.breaks("AC-13.2", state, Coordinate("G2"))
    bench.close("AC-13.2", searching(bench, G2="1512"), Coordinate("G2"))
    bench.breaks("AC-13.2", state, RollAction((3, 4)))
    bench.close("AC-13.2", searching(bench), RollAction((3, 4)))


# --- Air Support -----------------------------------------------------------------------


def test_airbases_and_undamaged_carriers_give_air_support(bench):
    carrier = {"at": "1512-1412", "ships": "graf_zeppelin"}
    state = searching(bench, G2="1512", G3=carrier)
    bench.breaks("AC-45.2", state, Support("G2", "1512"))
    bench.breaks("AC-45.2", state, Support("G3", "1513"))
    bench.close("AC-45.2", state, Support("G3", "1412"))
    damaged = state.with_ship(state.ship("graf_zeppelin").changed(damaged=True))
    bench.breaks("AC-45.11", damaged, Support("G3", "1412"))
    bench.close("AC-45.11", state, Support("G3", "1412"))


def test_aircraft_stay_down_in_bad_weather(bench):
    carrier = {"at": "1512", "ships": "graf_zeppelin"}
    bench.breaks("AC-45.4", searching(bench, G3=carrier, weather=BAD), Support("G3", "1512"))
    bench.close("AC-45.4", searching(bench, G3=carrier), Support("G3", "1512"))


def test_no_flight_begins_or_ends_on_the_arctic_line(bench):
    state = bench.sea(G1="2702", B1="2702-2802")
    searched = bench.after(state, NavalSearch("G1", "B1", "2702"))
    bench.breaks("AC-45.5", searched, Support("North Cape", "2602"))
    other = bench.after(bench.sea(G1="2802", B1="2702-2802"), NavalSearch("G1", "B1", "2802"))
    bench.close("AC-45.5", other, Support("North Cape", "2602"))  # TV32: it is crossed


def test_air_support_reaches_two_hexes(bench):
    for at, legal in (("1514", True), ("1515", False)):
        state = searching(bench, G3={"at": at, "ships": "graf_zeppelin"})
        if legal:
            bench.close("AC-45.7", state, Support("G3", at))
        else:
            bench.breaks("AC-45.7", state, Support("G3", at))


def test_mountains_do_not_stop_aircraft(bench):
    state = bench.sea(BRITISH, B2="2312-2211", G1="2312-2211")
    searched = bench.after(state, NavalSearch("B2", "G1", "2312"), Support("Methil", "2411"))
    assert added(bench, searched) == {"AC-45.6": 2}


def test_the_inactive_player_may_have_a_length_taken_off_from_afar(bench):
    state = searching(bench, B3={"at": "1514-1515", "ships": "victorious"})
    supported = bench.after(state, Support("B3", "1514"))
    assert (added(bench, supported), total(supported)) == ({"AC-45.6": 0}, 4)


def test_optional_limits_of_carriers_and_damaged_ships(bench):
    rules = _with(bench, optional_cv=True, optional_damaged=True)
    long = {"at": line(7, 12), "ships": "graf_zeppelin"}
    state = bench.sea(G1="1512-1612", G3=long, B2="1512-1511")
    searched = bench.after(state, NavalSearch("G1", "B2", "1512"))
    rules.breaks("AC-62.7", searched, Support("G3", "1512"))
    rules.breaks("AC-62.7", state, AirStrike("G3", "B2", "1512", "1512"))
    short = bench.sea(G1="1512-1612", G3={**long, "at": line(6, 12)}, B2="1512-1511")
    rules.close("AC-62.7", short, AirStrike("G3", "B2", "1512", "1512"))
    hurt = state.with_ship(state.ship("gneisenau").changed(damaged=True))
    rules.breaks("AC-62.6", hurt, NavalSearch("G1", "B2", "1512"))
    rules.close("AC-62.6", state, NavalSearch("G1", "B2", "1512"))
    bench.legal(hurt, NavalSearch("G1", "B2", "1512"))
    bench.legal(searched, Support("G3", "1512"))


def _with(bench, **words):
    """The bench with another word in the scenario."""
    from dataclasses import replace

    from validator.rules.engine import GameRules

    rules = bench.rules
    tables = replace(rules.tables, scenario={**rules.tables.scenario, **words})
    made = GameRules(rules.game, rules.module, rules.folder, off=rules.off, tables=tables)
    return type(bench)(made, bench.held, bench.closed)


# --- Evasive Maneuvers -----------------------------------------------------------------


def test_only_the_target_spends_its_evasive_maneuvers(bench):
    told = {"at": "1512-1511", "evasive": True}
    state = searching(
        bench, B2=told, B1={"at": "1512", "evasive": True}, G1={"at": "1512", "evasive": True}
    )
    bench.breaks("AC-24.8", bench.after(state, Coordinate("B1")), Evade("B1"))
    bench.breaks("AC-46.5", state, Evade("G1"))
    for case in ("AC-24.8", "AC-46.5", "AC-24.7"):
        bench.close(case, state, Evade("B2"))
    bench.breaks("AC-24.7", searching(bench), Evade("B2"))


def test_a_marker_is_spent_once(bench):
    state = bench.after(searching(bench, B2={"at": "1512-1511", "evasive": True}), Evade("B2"))
    bench.breaks("AC-24.13", state, Evade("B2"))
    bench.close("AC-24.13", searching(bench, B2={"at": "1512-1511", "evasive": True}), Evade("B2"))


# --- Interruption is due ---------------------------------------------------------------


def test_intel_on_who_acts_coordinates_or_supports_calls_for_a_check(bench):  # TV07
    g1 = {"at": "1512-1513", "intel": "1513"}
    state = searching(bench, G1=g1, G2={"at": "1512-1612", "intel": "1512 1612"})
    assert intel_markers(state, state.attack) == 1
    for case in ("AC-22.1", "AC-33.5"):
        bench.breaks(case, state, RollAction((3, 4)))
        bench.close(case, searching(bench), RollAction((3, 4)))
    both = bench.after(state, Coordinate("G2"))
    assert intel_markers(both, both.attack) == 3
    bench.breaks("AC-47.6", both, RollAction((3, 4)))
    quiet = bench.after(searching(bench, G2="1512-1612"), Coordinate("G2"))
    bench.close("AC-47.6", quiet, RollAction((3, 4)))
    bench.legal(bench.after(both, Interrupt((1, 1))), RollAction((3, 4)))


def test_every_kind_of_attack_can_be_interrupted(bench):
    g1 = {"at": "1512-1513", "intel": "1513"}
    engaged = bench.after(bench.sea(G1=g1, B2="1512"), Engage("G1", "B2", "1512"))
    bench.breaks("AC-31.6", engaged, RollAction((3, 4)))
    g3 = {"at": "1512-1513", "intel": "1513", "ships": "graf_zeppelin"}
    struck = bench.after(bench.sea(G3=g3, B2="1512"), AirStrike("G3", "B2", "1512", "1512"))
    bench.breaks("AC-27.16", struck, RollAction((3, 4)))
    stealth = bench.sea(G1=g1, B2="1512", stealth={"uboat_1": "1512"})
    attacked = bench.after(stealth, StealthAttack("uboat_1", "B2", "1512"))
    bench.close("AC-41.14", attacked, RollAction((3, 4)))
    bench.breaks("AC-41.14", bench.after(attacked, Coordinate("G1")), RollAction((3, 4)))
    plain = bench.after(bench.sea(G1="1512", B2="1512"), Engage("G1", "B2", "1512"))
    bench.close("AC-31.6", plain, RollAction((3, 4)))
    carrier = bench.sea(G3={"at": "1512", "ships": "graf_zeppelin"}, B2="1512")
    flown = bench.after(carrier, AirStrike("G3", "B2", "1512", "1512"))
    bench.close("AC-27.16", flown, RollAction((3, 4)))


def test_an_airbase_carries_no_intel(bench):
    state = bench.sea(BRITISH, G1="2311-2211", B2="2311")
    struck = bench.after(state, AirStrike("Methil", "G1", "2311", "2411"))
    assert intel_markers(struck, struck.attack) == 0
    assert total(struck) == 2


def test_an_attack_is_rolled_before_anything_else(bench):
    state = searching(bench, G2="1609")
    for case in ("AC-33.6",):
        bench.breaks(case, state, Plot("G1", ("1512", "1513", "1514", "1515")))
    assert state.active == GERMAN


def test_an_airbase_counts_nothing_in_the_total(bench):  # TV25
    state = bench.sea(BRITISH, G1="2311-2211", B2={"at": "2311-2310-2309-2308"})
    struck = bench.after(state, AirStrike("Methil", "G1", "2311", "2411"), Coordinate("B2"))
    assert total(struck) == 6


def test_a_convoy_that_coordinates_lends_its_length(bench):
    """The Active TF stays who it is."""
    words = {"B1": "1512-1513", "B4": {"at": line(7, 12)}, "G1": "1512-1511-1510"}
    state = bench.after(bench.sea(BRITISH, **words), NavalSearch("B1", "G1", "1512"))
    state = bench.after(state, Coordinate("B4"))
    assert (total(state), state.attack.force) == (10, "B1")


def test_aircraft_that_start_where_no_airbase_is_are_those_of_one_elsewhere(bench):
    """Else the Air Strike would not be seen, and its dice would be for nothing (AC-27.5)."""
    tables = bench.rules.tables
    there = source_and_launch(tables, None, "British aircraft from 2411")
    assert there == {"force": "Methil", "launch": "2411"}
    for side in (GERMAN, BRITISH):
        found = source_and_launch(tables, None, f"{side} aircraft from 1512")
        assert tables.airbases[found["force"]].side == side
        assert found["launch"] == "1512"
    assert source_and_launch(tables, None, "German aircraft from Markers") is None
    far = bench.sea(BRITISH, G1="1512-1511", B2="1510")
    strike = AirStrike("Methil", "G1", "1512", "1512")
    assert "AC-27.5" in {case.id for case, _ in bench.rules.faults(far, strike)}
