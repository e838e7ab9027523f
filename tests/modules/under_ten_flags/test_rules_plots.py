"""The secret plots of Atlantis and the cruisers, and their escorts."""

from __future__ import annotations

from modules.under_ten_flags.state import BRITISH_PHASE, GERMAN_PHASE, SAILING
from modules.under_ten_flags.verbs import (
    AtlantisSearch,
    ChangeMorale,
    CruiserSearch,
    DrawCard,
    EndActivation,
    JoinEscort,
    LeaveEscort,
    MoraleCheck,
    MoveACVM,
    PlaceOnDisplay,
    PlotAtlantis,
    PlotCruiser,
    Rest,
)

BOTH = ("devonshire", "dorsetshire")


def _british(bench, **words):
    return bench.position(BRITISH_PHASE, **words)


# --- Cruisers --------------------------------------------------------------------------


def test_a_cruiser_waits_for_its_card(bench):  # 7.1, entry 1
    state = _british(bench)
    bench.breaks("UTF-3.3.2g", state, PlotCruiser("devonshire", "1202"))
    bench.breaks("UTF-5.3a", state, PlotCruiser("devonshire", "1202"))
    bench.breaks("UTF-3.3.2g", state, PlotCruiser("exeter", "1202"))
    bench.legal(state, PlotCruiser("devonshire", "1201"))
    active = _british(bench, active=BOTH)
    bench.close("UTF-3.3.2g", active, PlotCruiser("devonshire", "1202"))
    bench.close("UTF-5.3a", active, PlotCruiser("devonshire", "1202"))


def test_an_idle_cruiser_changes_no_escort(bench):
    state = _british(bench, sets={"c1": "1201"})
    bench.breaks("UTF-4.1.3b", state, JoinEscort("devonshire", "c1"))
    bench.breaks("UTF-4.1.3b", state, JoinEscort("exeter", "c1"))
    active = _british(bench, sets={"c1": "1201"}, active=BOTH)
    bench.close("UTF-4.1.3b", active, JoinEscort("devonshire", "c1"))


def test_an_idle_escort_follows_its_convoy(bench):  # 7.2, entry 3
    state = _british(bench, sets={"c1": "1204"}, cruisers={"devonshire": "c1"})
    bench.breaks("UTF-5.3e", state, LeaveEscort("devonshire"))
    bench.breaks("UTF-5.3e", state, LeaveEscort("exeter"))
    bench.breaks("UTF-5.3e", state, CruiserSearch("devonshire", "1204", "", 3))
    active = _british(
        bench, sets={"c1": "1204"}, cruisers={"devonshire": "c1"}, active=("devonshire",)
    )
    bench.close("UTF-5.3e", active, LeaveEscort("devonshire"))
    moved = bench.after(state, MoveACVM("c1", "1304"))
    assert moved.cruisers["devonshire"].at.place == "c1"


def test_an_idle_cruiser_does_not_search(bench):
    state = _british(bench)
    bench.breaks("UTF-4.1.5", state, CruiserSearch("devonshire", "1201", "", 3))
    active = _british(bench, active=BOTH)
    bench.close("UTF-4.1.5", active, CruiserSearch("devonshire", "1201", "", 3))


def test_a_cruiser_is_plotted_once(bench):
    state = _british(bench, active=BOTH)
    plotted = bench.after(state, PlotCruiser("devonshire", "1202"))
    bench.breaks("UTF-4.1.3d", plotted, PlotCruiser("devonshire", "1302"))
    bench.close("UTF-4.1.3d", plotted, PlotCruiser("dorsetshire", "1202"))


def test_a_plot_names_a_hex_by_four_digits(bench):
    state = _british(bench, active=BOTH)
    bench.breaks("UTF-4.1.3e", state, PlotCruiser("devonshire", "120"))
    bench.breaks("UTF-4.1.3e", state, PlotCruiser("devonshire", "12O2"))
    bench.close("UTF-4.1.3e", state, PlotCruiser("devonshire", "1202"))


def test_an_escort_goes_with_its_convoy(bench):
    words = {"sets": {"c1": "1204"}, "cruisers": {"devonshire": "c1"}, "active": BOTH}
    state = _british(bench, **words)
    bench.breaks("UTF-4.1.3f", state, PlotCruiser("devonshire", "1203"))
    left = bench.after(state, LeaveEscort("devonshire"))
    bench.close("UTF-4.1.3f", left, PlotCruiser("devonshire", "1203"))


def test_a_cruiser_moves_one_hex(bench):
    words = {"cruisers": {"devonshire": "1405"}, "active": BOTH}
    state = _british(bench, **words)
    sailed = state.with_cruiser(state.cruisers["devonshire"].changed(plotted=5))
    bench.breaks("UTF-6.1e", sailed, PlotCruiser("devonshire", "1407"))
    bench.close("UTF-6.1e", sailed, PlotCruiser("devonshire", "1406"))
    bench.close("UTF-6.1e", sailed, PlotCruiser("devonshire", "1405"))


def test_a_cruiser_comes_on_beside_its_start(bench):
    state = _british(bench, active=BOTH)
    bench.breaks("UTF-5.3d", state, PlotCruiser("devonshire", "1203"))
    bench.close("UTF-5.3d", state, PlotCruiser("devonshire", "1202"))


def test_a_cruiser_enters_no_hex_without_a_number(bench):
    state = _british(bench, cruisers={"devonshire": "2405"}, active=BOTH)
    bench.breaks("UTF-6.1g", state, PlotCruiser("devonshire", "2406"))
    bench.breaks("UTF-6.1h", state, PlotCruiser("devonshire", "2505"))
    bench.close("UTF-6.1g", state, PlotCruiser("devonshire", "2404"))
    bench.close("UTF-6.1h", state, PlotCruiser("devonshire", "2504"))


def test_an_escort_begins_in_the_convoys_hex(bench):
    state = _british(bench, sets={"c1": "1204"}, active=BOTH)
    breach = bench.breaks("DU-17", state, JoinEscort("devonshire", "c1"))
    assert (breach.severity, breach.legal) == ("interpretation", "1204")
    bench.breaks("DU-17", state, JoinEscort("devonshire", "c2"))
    there = _british(bench, sets={"c1": "1201"}, active=BOTH)
    bench.close("DU-17", there, JoinEscort("devonshire", "c1"))


def test_an_escort_does_not_move_when_it_joins(bench):
    state = _british(bench, sets={"c1": "1202"}, active=BOTH)
    plotted = bench.after(state, PlotCruiser("devonshire", "1202"))
    bench.breaks("DU-17", plotted, JoinEscort("devonshire", "c1"))
    there = _british(bench, sets={"c1": "1201"}, active=BOTH)
    joined = bench.after(there, JoinEscort("devonshire", "c1"))
    bench.breaks("UTF-4.1.3f", joined, PlotCruiser("devonshire", "1202"))
    bench.breaks("DU-17", joined, LeaveEscort("devonshire"))
    bench.breaks("DU-17", joined, JoinEscort("devonshire", "c1"))


def test_only_an_escort_leaves_a_convoy(bench):
    state = _british(bench, active=BOTH)
    bench.breaks("DU-17", state, LeaveEscort("devonshire"))


# --- Atlantis --------------------------------------------------------------------------


def test_atlantis_moves_one_hex_or_stays(bench):
    state = bench.position()
    bench.breaks("UTF-6.1b", state, PlotAtlantis("1509", 1))
    bench.close("UTF-6.1b", state, PlotAtlantis("1508", 1))
    bench.close("UTF-6.1b", state, PlotAtlantis("1507", 1))


def test_atlantis_keeps_to_the_numbered_hexes(bench):  # 7.1, entry 9
    state = bench.position(atlantis="2405")
    bench.breaks("UTF-6.1g", state, PlotAtlantis("2406", 1))
    bench.breaks("UTF-6.1h", state, PlotAtlantis("2505", 1))
    bench.close("UTF-6.1g", state, PlotAtlantis("2404", 1))
    bench.close("UTF-6.1h", state, PlotAtlantis("2504", 1))


def test_one_entry_for_each_card(bench):
    state = bench.after(bench.position(), PlotAtlantis("1508", 1))
    bench.breaks("UTF-6.1a", state, PlotAtlantis("1509", 2))
    bench.close("UTF-6.1a", bench.position(), PlotAtlantis("1508", 1))


def test_the_sheet_is_filled_in_order(bench):
    state = bench.position(column=6)
    assert bench.breaks("UTF-4.2.1b", state, PlotAtlantis("1508", 8)).legal == "7"
    bench.breaks("UTF-4.2.1b", state, PlotAtlantis("150", 7))
    bench.close("UTF-4.2.1b", state, PlotAtlantis("1508", 7))
    bench.close("UTF-4.2.1b", state, PlotAtlantis("1508"))
    ahead = bench.forced(state, PlotAtlantis("1508", 8), EndActivation(), DrawCard("clubs_1"))
    bench.close("UTF-4.2.1b", ahead, PlotAtlantis("1509", 9))


def test_every_activation_is_plotted(bench):
    assert bench.breaks("UTF-4.2.1a", bench.position(), EndActivation()).severity == "missing"
    rested = bench.after(bench.position(morale="Low"), Rest(), ChangeMorale(1))
    bench.close("UTF-4.2.1a", rested, EndActivation())


def test_every_fifth_column_calls_for_a_check(bench):  # V30
    state = bench.after(bench.position(column=4), PlotAtlantis("1508", 5), ChangeMorale(-1))
    assert state.morale == "Fatigued"
    assert [pending.what for pending in state.pending] == ["check"]
    bench.breaks("UTF-4.2.1c", state, EndActivation())
    checked = bench.after(state, MoraleCheck((1, 1)))
    bench.close("UTF-4.2.1c", checked, EndActivation())
    stayed = bench.after(bench.position(column=4), PlotAtlantis("1507", 5), ChangeMorale(-1))
    bench.close("UTF-4.2.1c", stayed, EndActivation())


def test_who_is_seen_to_make_no_check_may_have_thrown_on_the_desk(bench):
    """Of a secret plot: Atlantis may be where it moved to, or have stayed."""
    plotted = bench.after(bench.position(column=4), PlotAtlantis(None, 5), ChangeMorale(-1))
    state = bench.after(plotted, EndActivation())
    assert {"1507", "1508"} <= set(state.atlantis)


def test_a_cancelled_entry_is_no_place(bench):  # 7.2, entry 4
    state = bench.after(bench.position(column=4), PlotAtlantis("1508", 5), ChangeMorale(-1))
    failed = bench.after(state, MoraleCheck((6, 6)), EndActivation(), DrawCard("clubs_1"))
    assert failed.atlantis.place == "1507"
    bench.legal(failed, PlotAtlantis("1506", 6))
    bench.breaks("UTF-6.1b", failed, PlotAtlantis("1509", 6))


def test_atlantis_searches_where_a_convoy_is(bench):  # 7.1, entry 6
    state = bench.after(bench.position(sets={"c1": "1508"}), PlotAtlantis("1507", 1))
    # No hex can be searched: what is due is all that is legal.
    legal = bench.breaks("UTF-4.2.2", state, AtlantisSearch("1507", "c1", "", 2)).legal
    assert legal == "German activation"
    bench.breaks("UTF-4.2.2", state, AtlantisSearch("1507", "c2", "", 2))
    there = bench.after(bench.position(sets={"c1": "1508"}), PlotAtlantis("1508", 1))
    bench.close("UTF-4.2.2", there, AtlantisSearch("1508", "c1", "", 2))


def test_counters_come_on_the_map_to_search(bench):
    state = bench.position(sets={"c1": "1507"})
    bench.breaks("UTF-6.1f", state, PlaceOnDisplay("atlantis", "1507"))
    plotted = bench.after(state, PlotAtlantis("1507", 1))
    searched = bench.after(plotted, AtlantisSearch("1507", "c1", "", 5))
    bench.close("UTF-6.1f", searched, PlaceOnDisplay("atlantis", "Held"))


# --- What the others know --------------------------------------------------------------


def test_a_secret_move_may_lead_anywhere_near(bench):
    unseen = bench.unseen(GERMAN_PHASE).changed(
        atlantis=bench.position().atlantis, stood=bench.position().atlantis
    )
    moved = bench.after(unseen, PlotAtlantis(None))
    assert set(moved.atlantis) == {"1507", *bench.rules.tables.neighbours["1507"]}
    rested = bench.forced(unseen, Rest())
    assert set(rested.atlantis) == {"1507"}


def test_what_a_cruiser_does_unseen(bench):
    """A red card lets every cruiser that may be active sail, or join the convoy in its hex."""
    at = bench.position(sets={"c1": "1405"}, cruisers={"devonshire": "1405"}, active=BOTH)
    known = at.changed(
        sees=frozenset(("German",)), phase="activations", step="", streak=("German", 1)
    )
    red = bench.after(known, DrawCard("hearts_1"))
    there = red.cruisers["devonshire"].at
    assert set(there) == {"1405", "c1", *bench.rules.tables.neighbours["1405"]}
    told = at.changed(phase="activations", step="", streak=("German", 1))
    assert set(bench.after(told, DrawCard("hearts_1")).cruisers["devonshire"].at) == {"1405"}


def test_an_idle_cruiser_stays_where_it_was(bench):
    """One red card: when one cruiser is seen to be active, the other has not moved at all."""
    anywhere = bench.unseen(BRITISH_PHASE)
    entry = bench.position().cruisers["dorsetshire"].at
    other = anywhere.cruisers["dorsetshire"].changed(idle=entry)
    state = anywhere.with_cruiser(other).changed(reds=1, unseen_cards=0, step=SAILING)
    searched = bench.after(state, CruiserSearch("devonshire", "1202", "", 5))
    assert searched.cruisers["devonshire"].active is True
    assert searched.cruisers["dorsetshire"].active is False
    assert set(searched.cruisers["dorsetshire"].at) == {"1201"}


def test_an_escorts_plot_goes_along(bench):
    """It lay with its convoy when the card was turned, and lies elsewhere when it is over."""
    begun = _british(bench, sets={"c1": "1507"}, cruisers={"devonshire": "c1"})
    sailed = begun.with_voyage(begun.voyages["c1"].changed(moved=begun.serial))
    with_it = sailed.changed(sets_drawn=1)
    bench.breaks("UTF-6.1d", with_it.changed(lies={"devonshire": "1407"}), EndActivation())
    bench.close("UTF-6.1d", with_it.changed(lies={"devonshire": "1507"}), EndActivation())
    bench.close("UTF-6.1d", with_it, EndActivation())
