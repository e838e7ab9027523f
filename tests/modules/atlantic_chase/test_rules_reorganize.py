"""Reorganize: Stations split and merge, reinforcements come in (pp. 37-38)."""

from __future__ import annotations

from modules.atlantic_chase.state import BRITISH, DEPLOY, GERMAN
from modules.atlantic_chase.verbs import (
    CheckWeather,
    Deploy,
    Merge,
    PassTurn,
    Plot,
    Reinforce,
    Split,
    TakeOff,
    TakeOver,
    TimeLapse,
)

BOX = "Scapa Flow and Methil"


def british(bench, **words):
    told = {"B1": "1512", "B3": "1512", "B2": "1610-1611", "G1": "2004", **words}
    return bench.sea(BRITISH, **told)


# --- Split -----------------------------------------------------------------------------


def test_a_station_splits(bench):
    state = british(bench, B1={"at": "1512", "contact": "1512", "evasive": True})
    good = Split("B1", "B6", ("liverpool",), "1512")
    for number in (2, 3, 4, 5, 6, 7, 18):
        bench.close(f"AC-37.{number}", state, good)
    bench.close("AC-7.6", state, good)
    for case in ("AC-37.2", "AC-7.6"):
        bench.breaks(case, state, Split("B2", "B6", ("devonshire",), "1610"))
    for ships in ((), ("southampton", "liverpool"), ("kent",)):
        bench.breaks("AC-37.3", state, Split("B1", "B6", ships, "1512"))
    bench.breaks("AC-37.4", state, Split("B1", "B6", ("liverpool",), "1513"))
    for new in ("B3", "G2"):
        bench.breaks("AC-37.5", state, Split("B1", new, ("liverpool",), "1512"))
    bench.breaks("AC-37.18", state, Split("G1", "G2", ("gneisenau",), "2004"))


def test_markers_go_with_one_of_the_two(bench):
    plain = british(bench)
    bench.breaks("AC-37.6", plain, Split("B1", "B6", ("liverpool",), "1512", contact=True))
    bench.breaks("AC-37.7", plain, Split("B1", "B6", ("liverpool",), "1512", evasive=True))
    state = british(bench, B1={"at": "1512", "contact": "1512", "evasive": True})
    split = bench.after(state, Split("B1", "B6", ("liverpool",), "1512", contact=True))
    assert split.force("B6").contact == {"1512"}
    assert not split.force("B1").contact
    assert split.force("B1").evasive
    assert [one.id for one in split.ships_of("B6")] == ["liverpool"]


# --- Merge -----------------------------------------------------------------------------


def test_two_stations_in_a_place_merge(bench):
    state = british(bench, B3={"at": "1512", "contact": "1512"}, B4="1513")
    bench.close("AC-37.8", state, Merge("B3", "B1"))
    bench.breaks("AC-37.8", state, Merge("B4", "B1"))
    bench.breaks("AC-37.8", state, Merge("B1", "B1"))
    bench.breaks("AC-7.6", state, Merge("B2", "B1"))
    bench.close("AC-7.6", state, Merge("B3", "B1"))
    bench.breaks("AC-3.3", state, Merge("G1", "G1"))
    merged = bench.after(state, Merge("B3", "B1"))
    assert sorted(one.id for one in merged.ships_of("B1")) == [
        "kent",
        "liverpool",
        "southampton",
        "victorious",
    ]
    assert merged.force("B1").contact == {"1512"}
    assert not merged.force("B3").in_play


def test_scapa_flow_and_methil_are_two_places(bench):
    words = {"B1": {"at": BOX, "port": "Methil"}, "B3": {"at": BOX, "port": "Scapa Flow"}}
    bench.breaks("AC-37.8", british(bench, **words), Merge("B1", "B3"))


def test_who_began_in_the_box_may_have_been_at_either(bench):
    words = {"B1": {"at": BOX, "port": "Methil"}, "B3": {"at": BOX}}
    bench.legal(british(bench, **words), Merge("B1", "B3"))


def test_the_freed_station_is_used_again_at_once(bench):
    state = bench.after(british(bench), Merge("B3", "B1"))
    bench.legal(state, Split("B1", "B3", ("kent",), "1512"))


def test_reorganizing_keeps_the_initiative(bench):
    state = bench.after(british(bench), Merge("B3", "B1"))
    assert (state.active, state.pending) == (BRITISH, ())


# --- Reinforcements --------------------------------------------------------------------


def waiting(bench, **words):
    told = {"G1": "2509", "B1": "1512", **words}
    state = bench.sea(groups={"group_german_1": "Kiel"}, **told)
    return state.with_ship(state.ship("leipzig").changed(at="group_german_1"))


def test_seven_brings_a_group_in(bench):
    state = bench.after(waiting(bench, G2="Kiel"), Reinforce("group_german_1", (3, 4)))
    assert [one.what for one in state.pending] == [DEPLOY]
    new = bench.after(state, Deploy("group_german_1", "G4"))
    assert new.force("G4").station == "Kiel"
    assert [one.id for one in new.ships_of("G4")] == ["leipzig"]
    assert new.groups == {}
    joined = bench.after(state, Deploy("group_german_1", "G2"))
    assert sorted(one.id for one in joined.ships_of("G2")) == ["leipzig", "scheer"]
    bench.breaks("AC-37.14", state, Deploy("group_german_1", "G1"))
    bench.breaks("AC-37.14", state, PassTurn())
    bench.close("AC-37.14", state, Deploy("group_german_1", "G2"))
    bench.breaks("AC-37.13", waiting(bench), Deploy("group_german_1", "G4"))
    bench.close("AC-37.13", state, Deploy("group_german_1", "G4"))
    line = bench.after(waiting(bench, G2="2811-2810"), Reinforce("group_german_1", (3, 4)))
    bench.breaks("AC-37.15", line, Deploy("group_german_1", "G2"))
    bench.close("AC-37.15", state, Deploy("group_german_1", "G2"))


def test_only_own_groups_that_wait_are_rolled_for(bench):
    state = waiting(bench)
    bench.breaks("AC-37.18", state, Reinforce("group_british_1", (3, 4)))
    bench.breaks("AC-37.12", state, Reinforce("group_german_2", (3, 4)))
    full = waiting(bench, G2="1510", G3="1511", G4="1611", G5="1612")
    bench.breaks("AC-37.12", full, Reinforce("group_german_1", (3, 4)))
    for case in ("AC-37.12", "AC-37.18"):
        bench.close(case, state, Reinforce("group_german_1", (3, 4)))
    bench.breaks("AC-6.1", state, Reinforce("group_german_1", (3,)))
    bench.close("AC-6.1", state, Reinforce("group_german_1", (3, 4)))


def test_six_hands_over(bench):
    state = bench.after(waiting(bench, G2="1510-1511"), Reinforce("group_german_1", (3, 3)))
    assert state.active == BRITISH
    bench.breaks("AC-37.16", state, CheckWeather(2))
    lapsed = bench.after(state, TimeLapse("G2", (), "1511"))
    bench.close("AC-37.16", lapsed, CheckWeather(2))
    bench.breaks("AC-37.16", lapsed, Split("B1", "B6", ("liverpool",), "1512"))
    bench.breaks("AC-3.3", lapsed, Merge("G1", "G2"))
    alone = bench.after(waiting(bench), Reinforce("group_german_1", (3, 3)), CheckWeather(2))
    bench.close("AC-37.16", bench.after(alone, TakeOver(BRITISH)), Plot("B1", ("1512",)))


def test_a_merged_forces_markers_go(bench):
    told = {"at": "1512", "contact": "1512", "evasive": True}
    state = bench.after(british(bench, B3=told), Merge("B3", "B1"))
    assert state.force("B1").evasive
    bench.legal(state, PassTurn("B2"))
    assert state.active != GERMAN
    bench.breaks("AC-23.4", state, TakeOff("contact", "B1", "1512"))
