"""Time Lapse and the Intel Limit (pp. 19-20)."""

from __future__ import annotations

from types import SimpleNamespace

from modules.atlantic_chase import heard
from modules.atlantic_chase.state import BAD, LAPSE, ONE_LAPSE
from modules.atlantic_chase.time_lapse import numbers
from modules.atlantic_chase.verbs import (
    CheckWeather,
    PassTurn,
    RollTimeLapse,
    Show,
    TimeLapse,
)
from validator.rules.states import Pending

FIVE = "1510-1511-1512-1513-1514"
A, B, C, D, E = FIVE.split("-")


def lapsing(bench, at=FIVE, ships="gneisenau", launch="", weather="good", die=0, **words):
    """A task force of ours that performs its Time Lapse."""
    state = bench.sea(G1={"at": at, "ships": ships, **words}, weather=weather, B1="2004")
    lapse = Pending(LAPSE, "German", "AC-33.8", "G1", points=die, to=launch)
    return state.changed(pending=(lapse,))


def left(*hexes, station=""):
    return TimeLapse("G1", hexes, station)


def test_good_weather_takes_two_three_or_four_by_speed(bench):
    for ships, number in (
        ("convoy_1 gneisenau", 2),
        ("scheer gneisenau", 3),
        ("gneisenau", 4),
    ):
        state = lapsing(bench, ships=ships)
        assert numbers(bench.rules.tables, state, state.force("G1")) == (number,)
        for case in ("AC-19.2", "AC-19.3"):
            bench.breaks(case, state, left(*(A, B, C, D, E)[number - 1 :]))
            bench.breaks(case, state, left(*(A, B, C, D, E)[number + 1 :], station=A))
            bench.close(case, state, left(*(A, B, C, D, E)[number:]))


def test_segments_go_from_either_end_or_both(bench):  # TV01, TV18
    state = lapsing(bench, ships="convoy_1")
    for rest in ((C, D, E), (B, C, D), (A, B, C)):
        bench.close("AC-16.2", state, left(*rest))
    bench.breaks("AC-16.2", state, left(A, B, E))


def test_sticks_that_can_lie_in_another_order_are_an_unbroken_line_by_that(bench):
    state = lapsing(bench, at="1512-1513-1613-1612", ships="convoy_1")
    bench.close("AC-16.2", state, left("1512", "1612"))
    fast = lapsing(bench, at="1512-1513-1613-1612", ships="gneisenau")
    bench.breaks("AC-19.3", fast, left("1512", "1612"))


def test_in_bad_weather_a_die_says_how_many(bench):  # TV04
    state = lapsing(bench, weather=BAD)
    assert bench.breaks("AC-19.8", state, left(E)).severity == "missing"
    rolled = bench.after(state, RollTimeLapse("G1", 4))
    bench.close("AC-19.8", rolled, left(E))
    bench.breaks("AC-19.8", rolled, left(D, E))
    bench.breaks("AC-19.8", rolled, RollTimeLapse("G1", 3))
    bench.breaks("AC-19.8", lapsing(bench), RollTimeLapse("G1", 3))


def test_partly_on_the_arctic_line_the_owner_may_choose(bench):
    state = lapsing(bench, at="1609-1608-1607-1707", ships="scheer")
    bench.legal(state, left("1707"))
    due = {one.verbs: one.mandatory for one in bench.rules.due(state)}
    assert due == {(TimeLapse,): True, (RollTimeLapse,): False}
    any_one = (Pending(ONE_LAPSE, "German", "AC-37.16"),)
    bad = lapsing(bench, weather=BAD).changed(pending=any_one)
    (must,) = [one for one in bench.rules.due(bad) if one.mandatory]
    assert next(bench.rules.legal_actions(bad, must.verbs))
    due = {one.verbs: one.mandatory for one in bench.rules.due(state.changed(pending=any_one))}
    assert due == {(TimeLapse,): True, (RollTimeLapse,): False}
    rolled = bench.after(state, RollTimeLapse("G1", 1))
    bench.legal(rolled, left("1609", "1608", "1607"))


def test_wholly_on_the_arctic_line_it_must_roll(bench):
    state = lapsing(bench, at="1607-1707", ships="scheer")
    bench.breaks("AC-20.2", state, left(station="1607"))
    bench.close("AC-20.2", bench.after(state, RollTimeLapse("G1", 2)), left(station="1607"))


def test_of_several_who_lose_nothing_one_without_a_trajectory_is_assumed(bench):
    """It throws no die for the weather."""
    forces = {"G1": {"at": "1510-1511", "intel": "1510 1511"}, "G2": "2004"}
    any_one = (Pending(ONE_LAPSE, "German", "AC-37.16"),)
    state = bench.sea(**forces, weather=BAD).changed(pending=any_one)
    known = heard.nothing_to_take(SimpleNamespace(tables=bench.rules.tables), state)
    assert known == {"force": "G2", "left": (), "station": ""}
    bench.legal(state, TimeLapse(**known))


def test_a_time_lapse_is_called_for(bench):
    state = lapsing(bench)
    bench.breaks("AC-19.1", bench.sea(G1=FIVE), left(E))
    bench.breaks("AC-19.1", bench.sea(G1=FIVE, weather=BAD), RollTimeLapse("G1", 2))
    bench.close("AC-19.1", state, left(E))


def test_the_intel_limit_lets_one_marker_go(bench):  # TV05, TV19
    medium = lapsing(bench, ships="scheer", intel=D)
    for rest in ((D, E), (C, D), (A, B, C)):
        bench.legal(medium, left(*rest))
    bench.breaks("AC-20.6", medium, left(B, C, D))
    bench.close("AC-20.6", medium, left(D, E))


def test_with_intel_gone_no_more_than_the_limit_goes(bench):
    fast = lapsing(bench, intel=E)
    for case in ("AC-20.4", "AC-19.5"):
        bench.breaks(case, fast, left(A, B))
        bench.close(case, fast, left(A, B, C))
    slow = lapsing(bench, ships="convoy_1", intel=A)
    bench.breaks("AC-20.4", slow, left(C, D, E))
    bench.close("AC-20.4", slow, left(B, C, D, E))


def test_fewer_than_the_limit_is_a_matter_of_interpretation(bench):
    found = bench.breaks("AC-20.4", lapsing(bench, intel=E), left(A, B, C, D))
    assert found.severity == "interpretation"


def test_only_one_intel_marker_goes(bench):
    state = lapsing(bench, intel=f"{A} {B}")
    bench.breaks("AC-20.5", state, left(C, D, E))
    bench.close("AC-20.5", lapsing(bench, intel=f"{A} {C}"), left(C, D, E))


def test_intel_inside_the_line_is_out_of_reach_for_a_slow_one(bench):  # TV06
    state = lapsing(bench, ships="convoy_1", intel=D)
    bench.breaks("AC-20.7", state, left(A, B, C))
    bench.close("AC-20.7", state, left(C, D, E))


def test_the_limit_caps_a_die(bench):
    state = lapsing(bench, weather=BAD, die=5, intel=A)
    bench.breaks("AC-20.8", state, left(D, E))
    bench.close("AC-20.8", state, left(C, D, E))


def test_what_can_go_goes_and_intel_stays(bench):  # TV41
    state = lapsing(bench, intel=f"{B} {E}")
    bench.breaks("AC-19.6", state, left(*FIVE.split("-")))
    bench.close("AC-19.6", state, left(B, C, D, E))
    both = lapsing(bench, at="1510-1511-1512", intel="1510 1512")
    bench.legal(both, left("1510", "1511", "1512"))
    bench.legal(both, left("1512"))
    bench.breaks("AC-20.5", both, left("1511"))


def test_a_station_has_nothing_to_lose(bench):
    bench.close("AC-19.9", lapsing(bench, at="1510"), left())
    bench.breaks("AC-19.9", lapsing(bench, at="1510"), left(station="1511"))


def test_who_loses_the_last_segment_becomes_a_station(bench):  # TV39, TV40
    state = lapsing(bench, at="1510-1511", ships="convoy_1")
    for case in ("AC-14.4", "AC-19.7"):
        bench.breaks(case, state, left())
        bench.close(case, state, left(station="1511"))
    bench.breaks("AC-14.5", state, left(station="1512"))
    bench.close("AC-14.5", state, left(station="1510"))
    for case in ("AC-14.1", "AC-7.3"):
        bench.breaks(case, lapsing(bench), left(E, station=A))
        bench.close(case, lapsing(bench), left(E))
    one = lapsing(bench, at="1510-", ships="convoy_1", intel="1510")
    bench.legal(one, left("1510"))
    bench.legal(one, left(station="1510"))


def test_the_launch_point_is_found_last(bench):
    state = lapsing(bench, launch=A)
    for case in ("AC-27.19", "AC-45.10"):
        bench.breaks(case, state, left(E))
        bench.close(case, state, left(A))
        two = lapsing(bench, at="1510-1511", launch="1510")
        bench.breaks(case, two, left(station="1511"))
        bench.close(case, two, left(station="1510"))
    jammed = lapsing(bench, launch=A, intel=E)
    bench.legal(jammed, left(*FIVE.split("-")))


def test_a_time_lapse_is_not_forgotten(bench):
    state = bench.after(bench.sea(G1=FIVE, B1="2004"), PassTurn("G1"))
    for case in ("AC-19.1", "AC-19.10", "AC-35.1"):
        found = bench.breaks(case, state, CheckWeather(3))
        assert found.severity == "missing"
        assert found.by == "German"
        bench.close(case, bench.after(state, left(E)), CheckWeather(3))


def test_fifteen_lengths_of_line_shorten_by_four(bench):
    rows = [f"15{row:02}" for row in range(8, 23)]
    for length in range(1, 16):
        at = "-".join(rows[:length]) + ("-" if length == 1 else "")
        state = lapsing(bench, at=at)
        found = {one.left for one in bench.rules.legal_actions(state, [TimeLapse])}
        assert {length - len(rest) for rest in found} == {min(4, length)}


def test_markers_of_the_tracks_show_what_happened(bench):
    state = bench.after(
        bench.sea(G1=FIVE, tally=2, B1="2004"), PassTurn("G1"), left(E), CheckWeather(6)
    )
    shown = {one.piece: one.to for one in state.pending}
    assert shown == {"tally": "0", "weather": "bad"}
    assert bench.after(state, Show("weather", "bad")).weather == BAD
