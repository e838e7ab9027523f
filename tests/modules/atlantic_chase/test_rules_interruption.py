"""Interruption and Slip (pp. 22, 54)."""

from __future__ import annotations

from modules.atlantic_chase.state import BRITISH, GERMAN
from modules.atlantic_chase.verbs import (
    CheckWeather,
    Interrupt,
    NavalSearch,
    Plot,
    RollAction,
    SlipByEvading,
    SlipBySignals,
    TimeLapse,
    Vie,
)


def acting(bench, intel="1513", **words):
    """G1, with Intel in these hexes, searches for B2 in 1512."""
    told = {"G1": {"at": "1512-1513-1514-1515", "intel": intel}, "B2": "1512-1511", **words}
    return bench.after(bench.sea(**told), NavalSearch("G1", "B2", "1512"))


def test_an_alert_takes_something_off_the_dice(bench):
    for dice, alert in (((1, 1), 0), ((3, 2), -1), ((3, 4), -2)):
        state = bench.after(acting(bench), Interrupt(dice))
        assert state.attack.alert == alert
        bench.legal(state, RollAction((3, 4)))


def test_more_intel_makes_more_of_the_same_dice(bench):
    for intel, ends in (
        ("1513", False),
        ("1513 1514", True),
        ("1513 1514 1515", True),
    ):
        state = bench.after(acting(bench, intel), Interrupt((3, 4)))
        assert (not state.attack) is (ends and not any(p.what == "vie" for p in state.pending))


def test_intel_is_why_an_attack_is_interrupted(bench):
    bench.breaks("AC-22.2", acting(bench, intel=""), Interrupt((3, 4)))
    bench.close("AC-22.2", acting(bench), Interrupt((3, 4)))
    bench.breaks("AC-22.2", bench.after(acting(bench), Interrupt((1, 1))), Interrupt((3, 4)))
    bench.breaks("AC-13.3", bench.sea(G1={"at": "1512-1513", "intel": "1513"}), Interrupt((3, 4)))
    bench.close("AC-13.3", acting(bench), Interrupt((3, 4)))


def test_two_dice_interrupt(bench):
    bench.breaks("AC-6.1", acting(bench), Interrupt((3,)))
    bench.close("AC-6.1", acting(bench), Interrupt((3, 4)))


def test_a_change_of_initiative_makes_an_end_of_it(bench):
    state = bench.after(acting(bench, "1513 1514"), Interrupt((5, 6)))
    assert state.active == BRITISH
    assert not state.attack
    assert [one.what for one in state.pending if one.what == "lapse"] == []
    for case in ("AC-22.7",):
        bench.breaks(case, state, RollAction((3, 4)))
        bench.close(case, bench.after(acting(bench), Interrupt((1, 1))), RollAction((3, 4)))
    bench.breaks("AC-52.8", state, Plot("B2", ("1512", "1511")))
    done = bench.after(state, CheckWeather(2))
    assert "AC-52.8" not in bench.cases(done, Plot("B2", ("1512", "1511")))
    bench.close("AC-52.8", bench.sea(BRITISH, B2="1512-1511"), Plot("B2", ("1512", "1511")))


def test_a_vie_comes_before_the_roll(bench):
    state = bench.after(acting(bench), Interrupt((5, 6)))
    assert bench.breaks("AC-54.9", state, RollAction((3, 4))).severity == "missing"
    kept = bench.after(state, Vie("", 6, 1))
    assert kept.attack
    bench.close("AC-54.9", kept, RollAction((3, 4)))
    lost = bench.after(state, Vie("", 1, 6))
    assert lost.active == BRITISH
    assert not lost.attack
    bench.breaks("AC-22.7", lost, RollAction((3, 4)))


def test_on_a_slip_a_signal_or_evasive_maneuvers(bench):
    state = bench.after(acting(bench), Interrupt((4, 4)))
    assert not state.attack
    signalled = bench.after(state, SlipBySignals("G1", "1513"))
    assert signalled.force("G1").station == "1513"
    assert [one.what for one in signalled.pending] == ["vie"]
    evading = bench.after(state, SlipByEvading())
    assert [(one.what, one.piece) for one in evading.pending] == [("vie", ""), ("evasive", "B2")]
    for case in ("AC-54.5", "AC-22.3", "AC-22.6"):
        bench.breaks(case, acting(bench), SlipByEvading())
        bench.close(case, state, SlipByEvading())
    bench.breaks("AC-54.5", state, RollAction((3, 4)))
    bench.breaks("AC-22.7", state, RollAction((3, 4)))


def test_a_slip_signals_who_acts_or_coordinates(bench):
    words = {
        "G2": {"at": "1512-1612", "intel": "1612"},
        "G3": {"at": "1513-1413", "intel": "1413"},
    }
    slip = bench.after(acting(bench, "1513", **words), Interrupt((4, 4)))
    bench.breaks("AC-54.5", slip, SlipBySignals("G3", "1413"))
    bench.breaks("AC-54.6", slip, SlipBySignals("G1", "1514"))
    for case in ("AC-54.5", "AC-54.6"):
        bench.close(case, slip, SlipBySignals("G1", "1513"))


def test_the_target_that_evades_gets_its_marker(bench):
    state = bench.after(acting(bench), Interrupt((4, 4)), SlipByEvading(), Vie("", 6, 1))
    bench.breaks("AC-24.4", state, Plot("G1", ("1512", "1513", "1514", "1515")))
    none = bench.after(acting(bench, B2={"at": "1512-1511", "evasive": True}), Interrupt((4, 4)))
    done = bench.after(none, SlipByEvading(), Vie("", 6, 1))
    assert "AC-24.4" not in bench.cases(done, Plot("G1", ("1512", "1513", "1514", "1515")))
    from modules.atlantic_chase.verbs import MarkEvasive, Show

    marked = bench.after(state, MarkEvasive("B2"), Show("tally", "1"))
    bench.close("AC-24.4", marked, Plot("G1", ("1512", "1513", "1514", "1515")))


def test_who_signals_on_a_slip_may_shorten_a_line_there(bench):
    state = bench.after(acting(bench, B1="1513-1613-1713"), Interrupt((4, 4)))
    signalled = bench.after(state, SlipBySignals("G1", "1513"))
    assert signalled.active == GERMAN
    bench.legal(signalled, TimeLapse("B1", (), "1513"))
    bench.legal(signalled, Vie("", 6, 1))


def test_who_did_not_shorten_a_line_by_then_does_it_no_more(bench):
    state = bench.after(acting(bench, B1="1513-1613-1713"), Interrupt((4, 4)))
    voted = bench.after(state, SlipBySignals("G1", "1513"), Vie("", 6, 1))
    bench.breaks("AC-19.1", voted, TimeLapse("B1", (), "1513"))
