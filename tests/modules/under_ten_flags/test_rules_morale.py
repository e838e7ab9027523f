"""Morale, its check and the U-boats (9, DU-9, DU-23, DU-24)."""

from __future__ import annotations

from itertools import product

import pytest

from modules.under_ten_flags.hunting import passes
from modules.under_ten_flags.state import BOX, CHECK, MORALE
from modules.under_ten_flags.verbs import (
    AtlantisSearch,
    ChangeMorale,
    EndActivation,
    MarkBox,
    MoraleCheck,
    PlotAtlantis,
    Rest,
    UseUBoat,
)
from validator.hidden.whereabouts import Whereabouts

HERE = "1507"
BESIDE = "1506"
SHIPS = {"c1": HERE, "c2": BESIDE}


def before(bench, **words):
    """The fifth column is to be filled."""
    return bench.position(**{"column": 4, "sets": SHIPS, **words})


def moving(bench, **words):
    """A move is plotted in the fifth column, the marker is not moved yet."""
    return bench.after(before(bench, **words), PlotAtlantis(BESIDE, 5))


def checking(bench, **words):
    """The check is about to be made."""
    return bench.after(moving(bench, **words), ChangeMorale(-1))


# --- UTF-9.1a, b, g The marker ---------------------------------------------------------


def test_morale_falls_in_every_fifth_column(bench):
    """V30: the fifth entry, a move."""
    state = moving(bench)
    assert bench.owes(state) == [(MORALE, ""), (CHECK, "")]
    done = bench.after(state, ChangeMorale(-1), MoraleCheck((1, 1)))
    assert done.morale == "Fatigued"
    missing = bench.after(state, MoraleCheck((1, 1)))
    assert bench.breaks_only("UTF-9.1a", missing, EndActivation()).severity == "missing"
    bench.close("UTF-9.1a", done, EndActivation())
    bench.breaks_only("UTF-9.1a", bench.plotted(), ChangeMorale(-1))
    bench.breaks_only("UTF-9.1a", state, ChangeMorale(-2))
    bench.close("UTF-9.1a", state, ChangeMorale(-1))


def test_morale_ends_at_fresh_and_low(bench):
    low = moving(bench, morale="Low")
    assert bench.owes(low) == [(CHECK, "")]
    bench.breaks_only("UTF-9.1b", low, ChangeMorale(-1))
    fresh = bench.after(bench.position(sets=SHIPS), Rest())
    assert bench.owes(fresh) == []
    bench.breaks_only("UTF-9.1b", fresh, ChangeMorale(1))
    bench.close("UTF-9.1b", bench.after(bench.position(morale="Low"), Rest()), ChangeMorale(1))


def test_a_rest_wins_one_level(bench):
    state = bench.after(bench.position(morale="Low"), Rest())
    bench.close("UTF-9.1g", state, ChangeMorale(1))
    bench.breaks_only("UTF-9.1g", state, ChangeMorale(2))
    assert bench.breaks_only("UTF-9.1g", state, EndActivation()).severity == "missing"
    bench.breaks_only("UTF-9.1g", bench.plotted(morale="Low"), ChangeMorale(1))
    rested = bench.after(state, ChangeMorale(1))
    assert rested.morale == "Fatigued"
    bench.breaks("UTF-9.1g", rested, Rest())
    bench.breaks("UTF-9.1g", rested, ChangeMorale(1))


def test_who_moves_does_not_rest(bench):
    state = bench.after(bench.position(morale="Low"), PlotAtlantis(BESIDE, 1))
    bench.breaks("UTF-9.1g", state, Rest())
    bench.close("UTF-9.1g", bench.position(morale="Low"), Rest())


def test_a_rest_in_a_grey_column_leaves_the_marker_where_it_is(bench):
    """DU-24: one level down, one up, and no check."""
    for morale in ("Fresh", "Fatigued"):
        state = bench.after(before(bench, morale=morale), Rest())
        bench.legal(state, EndActivation())
        bench.legal(bench.after(state, ChangeMorale(-1), ChangeMorale(1)), EndActivation())
    low = bench.after(before(bench, morale="Low"), Rest())
    assert [p.points for p in low.pending] == [1]


def test_a_rest_shows_that_atlantis_stayed(bench):
    near = Whereabouts.among((HERE, "1907"))
    state = bench.unseen(atlantis=near, stood=near)
    assert bench.after(state, Rest()).atlantis == near
    assert len(bench.after(state, PlotAtlantis(None)).atlantis) > len(near)


# --- UTF-9.1c to f The check -----------------------------------------------------------


@pytest.mark.parametrize(
    ("morale", "dice", "good"),
    [
        ("Fresh", (5, 5), True),  # V18
        ("Fresh", (5, 6), False),  # V19
        ("Fatigued", (4, 6), False),  # V20
        ("Fatigued", (4, 5), True),
        ("Low", (4, 4), True),
        ("Low", (4, 5), False),
    ],
)
def test_a_check_passes_on_ten_with_the_level(bench, morale, dice, good):
    assert passes(bench.rules.tables, bench.position(morale=morale), dice) is good


@pytest.mark.parametrize(("morale", "fails"), [("Fresh", 3), ("Fatigued", 6), ("Low", 10)])
def test_a_check_fails_so_often_in_36(bench, morale, fails):
    state = bench.position(morale=morale)
    throws = list(product(range(1, 7), repeat=2))
    assert sum(not passes(bench.rules.tables, state, dice) for dice in throws) == fails


def test_the_level_that_is_owed_counts(bench):
    state = bench.after(moving(bench), MoraleCheck((4, 6)))
    assert state.atlantis.place == HERE
    supplied = bench.after(moving(bench), UseUBoat("uboat_1", 1), MoraleCheck((4, 6)))
    assert supplied.atlantis.place == BESIDE


def test_a_move_in_a_grey_column_needs_a_check(bench):
    state = checking(bench)
    assert bench.breaks("UTF-9.1c", state, AtlantisSearch(BESIDE, "c2")).severity == "missing"
    assert bench.cases(state, EndActivation()) == ["UTF-4.2.1c"]
    passed = bench.after(state, MoraleCheck((1, 2)))
    bench.close("UTF-9.1c", passed, AtlantisSearch(BESIDE, "c2"))
    bench.breaks_only("UTF-9.1c", passed, MoraleCheck((1, 2)))
    bench.breaks_only("UTF-9.1c", bench.plotted(), MoraleCheck((1, 2)))
    bench.breaks_only("UTF-9.1c", before(bench), MoraleCheck((1, 2)))
    bench.close("UTF-9.1c", state, MoraleCheck((1, 2)))


def test_a_secret_move_without_a_check_comes_to_light_by_a_search(bench):
    here = Whereabouts.at(HERE)
    state = bench.unseen(column=4, atlantis=here, stood=here)
    moved = state.with_voyage(state.voyages["c1"].changed(at=BESIDE))
    plotted = bench.after(moved, PlotAtlantis(None), ChangeMorale(-1))
    assert bench.breaks_only("UTF-9.1c", plotted, AtlantisSearch(BESIDE, "c1")).severity == (
        "missing"
    )
    stayed = bench.after(state, PlotAtlantis(None), ChangeMorale(-1))
    bench.close("UTF-9.1c", stayed, AtlantisSearch(HERE, "c1"))
    assert HERE in bench.after(stayed, EndActivation()).atlantis  # or he threw on the desk


def test_staying_needs_no_check(bench):
    state = bench.after(before(bench), PlotAtlantis(HERE, 5), ChangeMorale(-1))
    bench.legal(state, EndActivation())
    assert bench.breaks_only("DU-24", state, MoraleCheck((1, 2))).severity == "interpretation"
    bench.close("DU-24", checking(bench), MoraleCheck((1, 2)))


def test_a_check_is_two_dice(bench):
    state = checking(bench)
    bench.breaks_only("UTF-9.1d", state, MoraleCheck((3,)))
    bench.breaks_only("UTF-9.1d", state, MoraleCheck((3, 3, 3)))
    bench.close("UTF-9.1d", state, MoraleCheck((3, 3)))
    bench.close("UTF-9.1d", state, MoraleCheck(None))


def test_a_failed_check_cancels_the_move(bench):
    state = bench.after(checking(bench), MoraleCheck((6, 6)))
    assert state.atlantis.place == HERE
    bench.breaks_only("UTF-9.1e", state, AtlantisSearch(BESIDE, "c2", "", 3))
    bench.breaks("UTF-9.1e", state, PlotAtlantis(BESIDE, 6))
    bench.close("UTF-9.1e", state, AtlantisSearch(HERE, "c1", "", 3))


def test_low_morale_makes_the_check_harder(bench):
    state = bench.after(checking(bench), MoraleCheck((4, 6)))
    bench.breaks_only("UTF-9.1f", state, AtlantisSearch(BESIDE, "c2", "", 3))
    passed = bench.after(checking(bench), MoraleCheck((4, 5)))
    bench.close("UTF-9.1f", passed, AtlantisSearch(BESIDE, "c2", "", 3))


def test_the_next_move_is_measured_from_where_a_cancelled_one_began(bench):
    state = bench.after(checking(bench), MoraleCheck((6, 6)), EndActivation())
    later = state.changed(phase="german", serial=11)
    bench.legal(later, PlotAtlantis("1508", 6))
    bench.breaks("UTF-6.1b", later, PlotAtlantis("1505", 6))


def test_after_a_check_that_nobody_saw_atlantis_is_here_or_there(bench):
    state = bench.after(checking(bench), MoraleCheck(None))
    assert state.atlantis.keys() == {HERE, BESIDE}
    bench.legal(state, AtlantisSearch(HERE, "c1", "", 2))
    bench.legal(state, AtlantisSearch(BESIDE, "c2", "", 2))


def test_a_cancelled_move_is_no_rest(bench):
    state = bench.after(checking(bench), MoraleCheck((6, 6)))
    assert "DU-23" in bench.cases(state, Rest())
    bench.breaks("DU-23", state, Rest())
    bench.close("DU-23", before(bench), Rest())


# --- UTF-9.2 U-boats -------------------------------------------------------------------


def test_there_are_two_uboats_and_one_is_used(bench):
    state = bench.plotted(morale="Low")
    bench.breaks_only("UTF-9.2a", state, UseUBoat("uboat_3", 1))
    used = bench.after(state, UseUBoat("uboat_1", 1))
    bench.breaks_only("UTF-9.2a", used, UseUBoat("uboat_2", 1))
    bench.close("UTF-9.2a", state, UseUBoat("uboat_2", 1))


def test_a_uboat_comes_after_the_plot_and_before_the_check(bench):
    bench.breaks_only("UTF-9.2b", before(bench), UseUBoat("uboat_1", 1))
    state = checking(bench)
    bench.close("UTF-9.2b", state, UseUBoat("uboat_1", 1))
    failed = bench.after(state, MoraleCheck((6, 5)))
    bench.breaks_only("UTF-9.2b", failed, UseUBoat("uboat_1", 1))


def test_a_uboat_wins_one_level(bench):
    state = bench.after(bench.plotted(morale="Low"), UseUBoat("uboat_1", 6))
    assert (MORALE, "") in bench.owes(state)
    bench.breaks_only("UTF-9.2c", state, ChangeMorale(2))
    bench.close("UTF-9.2c", state, ChangeMorale(1))
    marked = bench.after(state, MarkBox("uboat_1", "out"))
    assert bench.breaks_only("UTF-9.2c", marked, EndActivation()).severity == "missing"


@pytest.mark.parametrize(
    ("state_before", "die", "state_after"),
    [
        ("intact", 2, "intact"),
        ("intact", 4, "slashed"),
        ("slashed", 1, "slashed"),
        ("slashed", 3, "out"),
        ("intact", 6, "out"),
        ("slashed", 6, "out"),
        ("intact", 5, "slashed"),
    ],
)
def test_a_uboat_box_is_used_up(bench, state_before, die, state_after):
    """V21 and more: the level is won whatever the die says."""
    boxes = {"uboat_1": state_before, "uboat_2": "intact"}
    state = bench.after(bench.plotted(morale="Low", boxes=boxes), UseUBoat("uboat_1", die))
    owed = [(what, piece) for what, piece in bench.owes(state) if what == BOX]
    assert owed == ([] if state_after == state_before else [(BOX, f"uboat_1={state_after}")])
    assert (MORALE, "") in bench.owes(state)


def test_a_uboat_that_may_come_again_keeps_its_box(bench):
    state = bench.after(bench.plotted(morale="Low"), UseUBoat("uboat_1", 2))
    bench.breaks_only("UTF-9.2d", state, MarkBox("uboat_1", "slashed"))
    slashed = bench.after(bench.plotted(morale="Low"), UseUBoat("uboat_1", 3))
    bench.close("UTF-9.2d", slashed, MarkBox("uboat_1", "slashed"))


def test_a_uboat_box_is_slashed_and_then_crossed_out(bench):
    state = bench.after(bench.plotted(), UseUBoat("uboat_1", 3))
    assert bench.breaks_only("UTF-9.2e", state, EndActivation()).severity == "missing"
    bench.breaks_only("UTF-9.2e", state, MarkBox("uboat_1", "out"))
    bench.close("UTF-9.2e", state, MarkBox("uboat_1", "slashed"))
    boxes = {"uboat_1": "out", "uboat_2": "intact"}
    gone = bench.plotted(boxes=boxes, crossed_by={"uboat_1": "UTF-9.2e"})
    bench.breaks_only("UTF-9.2e", gone, UseUBoat("uboat_1", 1))
    bench.close("UTF-9.2e", gone, UseUBoat("uboat_2", 1))


def test_a_uboat_box_is_crossed_out_for_a_six(bench):
    state = bench.after(bench.plotted(), UseUBoat("uboat_1", 6))
    assert bench.breaks_only("UTF-9.2f", state, EndActivation()).severity == "missing"
    bench.close("UTF-9.2f", state, MarkBox("uboat_1", "out"))
    marked = bench.after(state, MarkBox("uboat_1", "out"))
    gone = bench.plotted(boxes=marked.boxes, crossed_by=marked.crossed_by)
    bench.breaks_only("UTF-9.2f", gone, UseUBoat("uboat_1", 1))
    bench.breaks_only("UTF-9.2f", bench.plotted(), MarkBox("uboat_1", "out"))


def test_a_die_nobody_saw_allows_any_mark(bench):
    state = bench.after(bench.plotted(morale="Low"), UseUBoat("uboat_1", None), ChangeMorale(1))
    for mark in ("slashed", "out"):
        bench.legal(state, MarkBox("uboat_1", mark))
    bench.legal(state, EndActivation())


# --- What a careless referee would flag ------------------------------------------------


def test_a_uboat_may_come_when_nothing_calls_for_it(bench):
    state = bench.after(bench.plotted(), UseUBoat("uboat_2", 1))
    assert bench.owes(state) == []
    rested = bench.after(bench.position(morale="Low"), Rest(), ChangeMorale(1))
    supplied = bench.after(rested, UseUBoat("uboat_1", 1), ChangeMorale(1))
    assert supplied.morale == "Fresh"


def test_a_uboat_undoes_the_fifth_column(bench):
    state = bench.after(moving(bench), UseUBoat("uboat_1", 2), MoraleCheck((4, 6)))
    assert state.morale == "Fresh"
    bench.legal(state, EndActivation())
    moved = bench.after(state, ChangeMorale(-1), ChangeMorale(1))
    bench.legal(moved, EndActivation())


def test_atlantis_may_search_where_a_cancelled_move_left_it(bench):
    state = bench.after(checking(bench), MoraleCheck((6, 6)))
    bench.legal(state, AtlantisSearch(HERE, "c1", "", 2))
