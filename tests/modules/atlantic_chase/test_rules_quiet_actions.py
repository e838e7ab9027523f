"""Actions without an attack: Pass, Completion, Signals (pp. 29, 35, 39)."""

from __future__ import annotations

from modules.atlantic_chase.state import BRITISH, GERMAN, OUT
from modules.atlantic_chase.verbs import (
    AllPass,
    CheckWeather,
    Complete,
    Decline,
    MarkContact,
    PassTurn,
    Plot,
    Seize,
    Show,
    Signal,
    TakeOff,
    TakeOver,
    TimeLapse,
    Withdraw,
)
from validator.rules.states import Pending

# --- Pass ------------------------------------------------------------------------------


def test_a_pass_shortens_one_own_line_and_hands_over(bench):  # TV18
    state = bench.sea(G1="1510-1511-1512-1513-1514", B1="2004")
    passed = bench.after(state, PassTurn("G1"), TimeLapse("G1", ("1514",)))
    assert passed.active == BRITISH
    bench.breaks("AC-35.1", state, PassTurn())
    bench.breaks("AC-35.1", state, PassTurn("B1"))
    bench.close("AC-35.1", state, PassTurn("G1"))
    bench.legal(bench.sea(G1="1510"), PassTurn())


def test_after_a_pass_the_enemy_checks_the_weather(bench):
    passed = bench.after(bench.sea(G1="1510", B1="2004"), PassTurn())
    passed = bench.after(passed, TakeOver(BRITISH))
    bench.breaks("AC-35.2", passed, Plot("B1", ("2004",)))
    bench.close("AC-35.2", bench.after(passed, CheckWeather(2)), Plot("B1", ("2004",)))


def test_pound_lets_all_pass_twice(bench):
    leaders = {"pound": "Leaders", "raeder": "Leaders", "lutjens": "gneisenau"}
    state = bench.sea(
        BRITISH, B1="1510-1511", B2="1610-1611", B3="1812", G1="2004", leaders=leaders
    )
    passed = bench.after(state, AllPass("pound"))
    assert [one.piece for one in passed.pending if one.what == "lapse"] == ["B1", "B2"]
    bench.breaks("AC-35.4", state.changed(active=GERMAN), AllPass("lutjens"))
    bench.breaks("AC-10.3", state, AllPass("raeder"))
    for case in ("AC-35.4", "AC-10.3"):
        bench.close(case, state, AllPass("pound"))
    twice = bench.after(state.changed(uses={"pound": 1}), AllPass("pound"))
    assert twice.leaders["pound"] == OUT
    bench.breaks("AC-35.4", state.changed(uses={"pound": 2}), AllPass("pound"))


def test_in_an_all_pass_every_line_grows_shorter(bench):
    state = bench.sea(BRITISH, B1="1510-1511", B2="1610-1611", G1="2004")
    state = state.changed(leaders={"pound": "Leaders"})
    half = bench.after(state, AllPass("pound"), TimeLapse("B1", (), "1510"))
    bench.breaks("AC-35.6", half, CheckWeather(2))
    bench.close("AC-35.6", bench.after(half, TimeLapse("B2", (), "1610")), CheckWeather(2))


# --- Completion ------------------------------------------------------------------------


def test_a_completing_task_force_leaves_the_game(bench):  # TV14
    state = bench.sea(G1="2509", B1="2004")
    kept = bench.after(state, Complete("G1"), Seize("", (3, 3)), Show("tally", "1"))
    gone = bench.after(kept, Withdraw("G1"))
    assert not gone.force("G1").in_play
    assert gone.ship("gneisenau").at == OUT
    assert (gone.active, gone.tally) == (GERMAN, 1)
    assert bench.breaks("AC-29.6", kept, PassTurn()).severity == "missing"
    bench.breaks("AC-29.6", state, Withdraw("G1"))
    bench.close("AC-29.6", kept, Withdraw("G1"))


def test_seven_segments_are_too_many(bench):
    six = "2509-2508-2507-2407-2406-2506"
    state = bench.sea(G1=six, B1="2004")
    bench.close("AC-29.2", state, Complete("G1"))
    bench.breaks("AC-29.2", bench.sea(G1=six + "-2505", B1="2004"), Complete("G1"))


def test_it_completes_in_a_friendly_port(bench):
    state = bench.sea(G1="2508-2509-2510", G2="2508", G3="Kiel", B1="2509")
    bench.breaks("AC-29.3", state, Complete("G2"))
    bench.close("AC-29.3", state, Complete("G1"))
    bench.legal(state, Complete("G3"))
    bench.breaks("AC-29.3", state.changed(active=BRITISH), Complete("B1"))


def test_intel_bars_completion_and_contact_does_not(bench):  # TV15
    state = bench.sea(G1={"at": "2509-2508", "intel": "2508"}, B1="2004")
    bench.breaks("AC-29.4", state, Complete("G1"))
    seen = bench.sea(G1={"at": "2509-2508", "contact": "2509"}, B1="2004")
    bench.close("AC-29.4", seen, Complete("G1"))


def test_the_enemy_is_asked_before_it_completes(bench):
    state = bench.after(bench.sea(G1="2509", B1="2004"), Complete("G1"))
    assert bench.breaks("AC-29.5", state, Plot("G1", ("2509",))).severity == "missing"
    bench.close("AC-29.5", bench.sea(G1="2509"), Plot("G1", ("2509",)))


def test_who_completes_without_an_answer_has_only_left_out_to_ask(bench):
    state = bench.after(bench.sea(G1="2509", B1="2004"), Complete("G1"))
    assert bench.breaks("AC-29.5", state, Withdraw("G1")).severity == "missing"
    assert [case.id for case, _ in bench.rules.faults(state, Withdraw("G1"))] == ["AC-29.5"]


def test_seized_it_stays_and_lapses(bench):  # TV13
    state = bench.sea(BRITISH, B4="2312-2211-2111", G1="1510", tally=3)
    seized = bench.after(state, Complete("B4"), Seize("", (3, 4)))
    assert (seized.active, seized.tally) == (GERMAN, 0)
    bench.breaks("AC-29.9", seized, CheckWeather(2))
    lapsed = bench.after(seized, TimeLapse("B4", ("2312",)))
    bench.close("AC-29.9", lapsed, CheckWeather(2))


def test_markers_of_a_completed_task_force_leave_play(bench):
    state = bench.sea(G1={"at": "2509", "evasive": True}, G2="1510", B1="2004")
    gone = bench.after(state, Complete("G1"), Decline("B1"), Withdraw("G1"))
    bench.breaks("AC-29.10", gone, PassTurn())
    bench.close("AC-29.10", bench.after(gone, TakeOff("evasive", "G1", "")), PassTurn())


# --- Signals ---------------------------------------------------------------------------


def test_signals_make_a_station_of_a_line(bench):
    state = bench.sea(B1={"at": "1510-1511-1512", "intel": "1510 1512", "contact": "1510 1511"})
    found = bench.after(state, Signal("B1", "1510"))
    target = found.force("B1")
    assert (target.station, target.line) == ("1510", ())
    strays = [
        TakeOff("intel", "B1", "1510"),
        TakeOff("intel", "B1", "1512"),
        TakeOff("contact", "B1", "1511"),
    ]
    for one in strays:
        bench.close("AC-21.8" if one.marker == "intel" else "AC-23.4", found, one)
    bench.breaks("AC-23.4", found, TakeOff("contact", "B1", "1510"))


def test_signals_need_an_enemys_intel(bench):
    state = bench.sea(
        B1={"at": "1510-1511", "intel": "1511"},
        B2="1609-1610",
        G1={"at": "1510-1511", "intel": "1511"},
    )
    bench.breaks("AC-39.1", state, Signal("B2", "1609"))
    bench.breaks("AC-39.1", state, Signal("G1", "1511"))
    bench.breaks("AC-39.2", state, Signal("B1", "1510"))
    for case in ("AC-39.1", "AC-39.2"):
        bench.close(case, state, Signal("B1", "1511"))


def test_one_own_line_in_the_hex_may_lapse_after_signals(bench):
    state = bench.sea(
        B1={"at": "1510-1511", "intel": "1511"}, G1="1511-1512-1513-1514-1515", G2="1415-1514"
    )
    found = bench.after(state, Signal("B1", "1511"))
    bench.breaks("AC-39.6", found, TimeLapse("G2", (), "1514"))
    bench.close("AC-39.6", found, TimeLapse("G1", ("1515",)))
    lapsed = bench.after(found, TimeLapse("G1", ("1515",)))
    bench.breaks("AC-19.1", lapsed, TimeLapse("G1", (), "1515"))
    bench.legal(found, Decline("B1"))


def test_the_enemy_may_seize_after_signals(bench):
    state = bench.sea(B1={"at": "1510-1511", "intel": "1511"}, G1="2004")
    found = bench.after(state, Signal("B1", "1511"))
    bench.breaks("AC-39.7", found, Plot("G1", ("2004",)))
    again = bench.rules.apply(found, Plot("G1", ("2004",)))
    assert "AC-39.7" not in bench.cases(again, Plot("G1", ("2004",)))  # it is blamed once
    done = bench.forced(found, Decline("B1"), TakeOff("intel", "B1", "1511"))
    bench.close("AC-39.7", done, Plot("G1", ("2004",)))


def test_only_the_active_player_signals(bench):
    state = bench.sea(
        B1={"at": "1510-1511", "intel": "1511"}, G1={"at": "2004-2003", "intel": "2004"}
    )
    bench.breaks("AC-3.3", state, Signal("G1", "2004"))
    bench.close("AC-3.3", state, Signal("B1", "1511"))


# --- Markers ---------------------------------------------------------------------------


def test_a_marker_goes_with_what_it_lies_on(bench):
    state = bench.sea(G1={"at": "1510-1511", "intel": "1511 1512"}, B1="2004")
    assert bench.breaks("AC-21.8", state, Plot("G1", ("1510", "1511"))).severity == "missing"
    bench.breaks("AC-21.8", state, TakeOff("intel", "G1", "1511"))
    bench.close("AC-21.8", state, TakeOff("intel", "G1", "1512"))
    evasive = bench.sea(G1={"at": "1510", "evasive": True})
    bench.breaks("AC-24.7", evasive, TakeOff("evasive", "G1", ""))
    gone = evasive.with_force(evasive.force("G1").changed(station=""))
    bench.close("AC-24.7", gone, TakeOff("evasive", "G1", ""))


def test_contact_comes_from_a_result(bench):
    state = bench.sea(G1="1510-1511", B1="2004")
    owing = state.changed(pending=(Pending("contact", "", "AC-50.2", "G1", to="1510"),))
    bench.breaks("AC-23.1", state, MarkContact("G1", "1510"))
    bench.breaks("AC-23.2", owing, MarkContact("G1", "1511"))
    known = bench.sea(G1={"at": "1510-1511", "contact": "1510"})
    bench.breaks("AC-23.3", known, MarkContact("G1", "1510"))
    for case in ("AC-23.1", "AC-23.2", "AC-23.3"):
        bench.close(case, owing, MarkContact("G1", "1510"))
