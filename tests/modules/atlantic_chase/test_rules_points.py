"""Points: what a Convoy, a loss and a port bring, and the markers that show it."""

from __future__ import annotations

from modules.atlantic_chase.state import GERMAN, HITS, WITHDRAW
from modules.atlantic_chase.verbs import EndGame, PassTurn, Show, SufferHits, Withdraw
from validator.rules.states import Pending


def home(bench, at="2415", **words):
    state = bench.sea(G1=at, B4="1812", changes=24, **words)
    return state.owing(Pending(WITHDRAW, GERMAN, "AC-29.6", "G1"))


def test_points_for_a_port_are_shown_by_their_marker(bench):
    state = bench.after(home(bench), Withdraw("G1"))
    bench.breaks("AC-29.8", state, Show("points_german", "4"))
    bench.close("AC-29.8", state, Show("points_german", "3"))
    bench.breaks("AC-29.8", state, EndGame())
    booked = bench.after(state, Show("points_german", "2"), Show("points_german", "3"))
    assert booked.booked == {GERMAN: 3}
    bench.close("AC-29.8", booked, EndGame())


def test_points_for_hits_on_a_convoy(bench):
    hit = bench.sea(G1="1812", B4="1812").owing(Pending(HITS, "", "AC-57.3", "convoy_1", 2))
    state = bench.after(hit, SufferHits("convoy_1", 2))
    bench.breaks("AC-11.2", state, Show("points_german", "3"))
    bench.close("AC-11.2", state, Show("points_german", "2"))
    nothing = bench.sea(G1="1812")
    bench.breaks("AC-11.2", nothing, Show("points_british", "1"))


def test_points_for_a_ship_that_is_lost(bench):
    hurt = bench.sea(G1="1812", B2="1812")
    hurt = hurt.with_ship(hurt.ship("glasgow").changed(damaged=True))
    lost = hurt.owing(Pending(HITS, "", "AC-57.3", "glasgow", 1))
    state = bench.after(lost, SufferHits("glasgow", 1))
    bench.breaks("AC-50.4", state, Show("points_german", "3"))
    bench.close("AC-50.4", state, Show("points_german", "2"))


def test_points_may_be_booked_after_the_next_action_and_corrected(bench):
    state = bench.after(home(bench).changed(changes=3), Withdraw("G1"))
    bench.legal(state, PassTurn())
    wrong = bench.forced(state, Show("points_german", "5"))
    bench.legal(wrong, Show("points_german", "3"))
