"""Initiative: Seize, Vie, the Tally, the weather (pp. 25-26)."""

from __future__ import annotations

from modules.atlantic_chase.state import BAD, BRITISH, EVASIVE, GERMAN, SEIZE, VIE, WEATHER
from modules.atlantic_chase.verbs import (
    CheckWeather,
    Complete,
    Decline,
    MarkEvasive,
    PassTurn,
    Plot,
    Seize,
    Show,
    TakeOver,
    Vie,
)
from validator.rules.states import Pending

FORCES = {"G1": "1510", "G2": "1511", "B1": "1812", "B2": "2004"}


def offered(bench, **words):
    """The Inactive player, here the British, may seize the Initiative."""
    state = bench.sea(**{**FORCES, **words})
    return state.changed(pending=(Pending(SEIZE, state.inactive, "AC-39.7"),))


def vying(bench, **words):
    state = bench.sea(**{**FORCES, **words})
    return state.changed(pending=(Pending(VIE, "", "AC-41.2"),))


def settle(bench, state):
    """All markers of the tracks are moved."""
    for one in state.pending:
        if one.what == "marker":
            state = bench.after(state, Show(one.piece, one.to))
    return state


# --- Seize -----------------------------------------------------------------------------


def test_nine_seizes(bench):
    state = bench.after(offered(bench), Seize("", (4, 5)))
    assert (state.active, state.tally) == (BRITISH, 0)
    kept = bench.after(offered(bench), Seize("", (4, 4)))
    assert (kept.active, kept.tally) == (GERMAN, 1)


def test_tally_and_evasive_maneuvers_help_to_seize(bench):  # TV10, TV37
    state = offered(bench, tally=1, weather=BAD, B2={"at": "2004", "evasive": True})
    seized = bench.after(state, Seize("B2", (1, 5)))
    assert seized.active == BRITISH
    assert not seized.force("B2").evasive
    assert bench.after(state, Seize("", (1, 5))).active == GERMAN


def test_on_the_arctic_line_evasive_maneuvers_are_worth_two(bench):
    near = offered(bench, B2={"at": "2004", "evasive": True})
    assert bench.after(near, Seize("B2", (3, 4))).active == GERMAN
    arctic = offered(bench, B2={"at": "1607-1608", "evasive": True})
    assert bench.after(arctic, Seize("B2", (3, 4))).active == BRITISH


def test_who_seized_acts(bench):
    seized = settle(bench, bench.after(offered(bench), Seize("", (4, 5)), CheckWeather(2)))
    failed = settle(bench, bench.after(offered(bench), Seize("", (4, 4))))
    for case in ("AC-26.8", "AC-53.4"):
        bench.breaks(case, seized, Plot("G1", ("1510",)))
        bench.close(case, seized, Plot("B1", ("1812",)))
        bench.breaks(case, failed, Plot("B1", ("1812",)))
        bench.close(case, failed, Plot("G1", ("1510",)))


def test_who_forgets_the_tally_is_told(bench):
    state = bench.after(offered(bench, tally=2), Seize("", (3, 4)), CheckWeather(2))
    bench.breaks("AC-26.5", settle(bench, state), Plot("G1", ("1510",)))
    bench.close("AC-26.5", settle(bench, state), Plot("B1", ("1812",)))


def test_who_forgets_evasive_maneuvers_is_told(bench):
    state = offered(bench, B2={"at": "2004", "evasive": True})
    state = settle(bench, bench.after(state, Seize("B2", (3, 5)), CheckWeather(2)))
    for case in ("AC-26.12", "AC-24.9", "AC-46.7"):
        bench.breaks(case, state, Plot("G1", ("1510",)))
        bench.close(case, state, Plot("B1", ("1812",)))


def test_only_who_has_evasive_maneuvers_spends_them(bench):
    state = offered(bench, B2={"at": "2004", "evasive": True}, G1={"at": "1510", "evasive": True})
    bench.breaks("AC-24.7", state, Seize("B1", (3, 5)))
    bench.close("AC-24.7", state, Seize("B2", (3, 5)))
    bench.breaks("AC-26.7", state, Seize("G1", (3, 5)))
    bench.close("AC-26.7", state, Seize("B2", (3, 5)))


def test_seizing_must_be_offered(bench):
    bench.breaks("AC-26.11", bench.sea(**FORCES), Seize("", (6, 6)))
    bench.breaks("AC-26.11", vying(bench), Decline("B1"))
    bench.close("AC-26.11", offered(bench), Seize("", (6, 6)))


def test_dice_show_one_to_six(bench):
    bench.breaks("AC-2.2", offered(bench), Seize("", (7, 2)))
    bench.close("AC-2.2", offered(bench), Seize("", (6, 2)))


def test_two_dice_seize(bench):
    state = bench.after(offered(bench), Seize("", (6, 6)))
    bench.breaks("AC-6.1", offered(bench), Seize("", (6, 6, 1)))
    bench.close("AC-6.1", offered(bench), Seize("", (6, 6)))
    assert state.active == BRITISH


def test_a_failed_attempt_raises_the_tally(bench):
    state = bench.after(offered(bench, tally=1), Seize("", (1, 1)))
    bench.breaks("AC-26.9", state, Show("tally", "3"))
    bench.breaks("AC-26.9", state, Plot("G1", ("1510",)))
    bench.close("AC-26.9", state, Show("tally", "2"))


# --- Decline ---------------------------------------------------------------------------


def test_who_declines_gets_evasive_maneuvers(bench):
    state = offered(bench, B2={"at": "2004", "evasive": True}, tally=1)
    declined = bench.after(state, Decline("B1"))
    assert declined.force("B1").evasive
    assert (declined.tally, declined.pending) == (1, ())
    bench.breaks("AC-24.3", state, Decline("G1"))
    bench.close("AC-24.3", state, Decline("B1"))
    bench.breaks("AC-24.6", state, Decline("B2"))
    bench.close("AC-24.6", state, Decline("B1"))
    bench.legal(state, Decline())  # he may forgo it


def test_a_force_has_one_marker_but_by_hand_nothing_tells_which_had_one(bench):
    """A force that takes over the counters of another one takes over its marker, too."""
    owed = Pending(EVASIVE, BRITISH, "AC-24.2", "B2")
    state = bench.sea(**FORCES, pending=(owed,))
    bench.close("AC-24.6", state, MarkEvasive("B2"))
    twice = bench.after(state, MarkEvasive("B2")).changed(pending=(owed,))
    bench.breaks("AC-24.6", twice, MarkEvasive("B2"))
    bench.legal(twice.changed(by_hand=True), MarkEvasive("B2"))


def test_who_has_no_room_for_another_marker_may_decline(bench):
    """Ambiguity 43."""
    both = {"B1": {"at": "1812", "evasive": True}, "B2": {"at": "2004", "evasive": True}}
    bench.legal(offered(bench, **both), Decline())


def test_evasive_maneuvers_are_earned(bench):
    bench.breaks("AC-24.1", bench.sea(**FORCES), MarkEvasive("B1"))
    earned = bench.sea(**FORCES).changed(pending=(Pending("evasive", "", "AC-51.5", "B1"),))
    bench.close("AC-24.1", earned, MarkEvasive("B1"))


# --- Vie -------------------------------------------------------------------------------


def test_the_higher_die_wins_and_the_inactive_player_adds_the_tally(bench):  # TV38
    kept = bench.after(vying(bench, tally=1), Vie("", 4, 3))
    assert (kept.active, kept.tally) == (GERMAN, 2)
    lost = bench.after(vying(bench, tally=2), Vie("", 4, 3))
    assert (lost.active, lost.tally) == (BRITISH, 0)


def test_who_won_the_vie_acts(bench):
    tie = settle(bench, bench.after(vying(bench), Vie("", 3, 3)))
    bench.breaks("AC-26.2", tie, Plot("B1", ("1812",)))
    bench.close("AC-26.2", tie, Plot("G1", ("1510",)))


def test_a_vie_cannot_be_left_out(bench):
    assert bench.breaks("AC-26.3", vying(bench), Plot("G1", ("1510",))).severity == "missing"
    done = settle(bench, bench.after(vying(bench), Vie("", 3, 3)))
    bench.close("AC-26.3", done, Plot("G1", ("1510",)))


def test_nobody_vies_for_nothing(bench):
    bench.breaks("AC-25.6", bench.sea(**FORCES), Vie("", 3, 3))
    bench.close("AC-25.6", vying(bench), Vie("", 3, 3))


def test_a_vie_that_fails_raises_the_tally(bench):
    kept = bench.after(vying(bench, tally=1), Vie("", 4, 1))
    bench.breaks("AC-26.4", kept, Plot("G1", ("1510",)))
    bench.breaks("AC-26.4", kept, Show("tally", "1"))
    bench.close("AC-26.4", kept, Show("tally", "2"))


def test_the_tally_is_nothing_after_a_change(bench):
    lost = bench.after(vying(bench, tally=2), Vie("", 4, 3), CheckWeather(2))
    bench.breaks("AC-26.6", lost, Show("tally", "3"))
    bench.breaks("AC-26.6", lost, Plot("B1", ("1812",)))
    bench.close("AC-26.6", lost, Show("tally", "0"))


def test_one_player_has_the_initiative(bench):
    """A marker shows who; nobody has to move it."""
    lost = bench.after(vying(bench), Vie("", 1, 3), CheckWeather(2))
    bench.legal(lost, Plot("B1", ("1812",)))
    bench.breaks("AC-26.1", lost, TakeOver(GERMAN))
    taken = bench.rules.apply(lost.changed(marked=BRITISH, tally=2), TakeOver(GERMAN))
    assert (taken.active, taken.tally) == (GERMAN, 0)  # play goes on from what the table shows
    bench.close("AC-26.1", lost, TakeOver(BRITISH))


# --- The weather -----------------------------------------------------------------------


def checking(bench, weather="good"):
    state = bench.sea(BRITISH, **FORCES, weather=weather)
    return state.changed(pending=(Pending(WEATHER, BRITISH, "AC-25.7"),))


def test_a_six_brings_bad_weather(bench):  # TV08
    state = bench.after(checking(bench), CheckWeather(6))
    bench.close("AC-25.8", state, Show("weather", BAD))
    assert bench.breaks("AC-25.8", state, Plot("B1", ("1812",))).severity == "missing"
    fair = bench.after(checking(bench), CheckWeather(5))
    assert fair.pending == ()
    bench.breaks("AC-25.8", fair, Show("weather", BAD))


def test_five_and_six_bring_good_weather(bench):  # TV09
    for die in (5, 6):
        state = bench.after(checking(bench, BAD), CheckWeather(die))
        bench.close("AC-25.9", state, Show("weather", "good"))
        bench.breaks("AC-25.9", state, Plot("B1", ("1812",)))
    foul = bench.after(checking(bench, BAD), CheckWeather(4))
    bench.breaks("AC-25.9", foul, Show("weather", "good"))


def test_the_weather_is_checked_before_the_first_action(bench):
    state = checking(bench)
    for case in ("AC-25.7", "AC-26.15"):
        bench.breaks(case, state, Plot("B1", ("1812",)))
        bench.close(case, bench.after(state, CheckWeather(1)), Plot("B1", ("1812",)))


def test_the_weather_is_not_checked_for_nothing(bench):
    bench.breaks("AC-25.10", bench.sea(**FORCES), CheckWeather(2))
    bench.close("AC-25.10", checking(bench), CheckWeather(2))


def test_who_is_not_active_does_not_act(bench):
    state = bench.sea(**FORCES)
    bench.breaks("AC-3.3", state, PassTurn("B1"))
    bench.breaks("AC-3.3", state, Complete("B1"))
    bench.close("AC-3.3", state, PassTurn())
