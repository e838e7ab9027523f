"""Aircraft and disguises: who may use which, and how they wear out (7.3, 7.4, 7.5d, 7.5f)."""

from __future__ import annotations

import pytest

from modules.under_ten_flags.state import (
    AIRCRAFT,
    ATLANTIS,
    ATLANTIS_AIRCRAFT,
    ATLANTIS_SIGHTING,
    BOX,
    BRITISH_AIRCRAFT,
    BRITISH_PHASE,
    BRITISH_SIGHTING,
    DISPLAY,
    HELD,
    OUT,
    WALRUS,
)
from modules.under_ten_flags.verbs import (
    AnswerSearch,
    AtlantisCounter,
    AtlantisSearch,
    CruiserSearch,
    EndActivation,
    MarkBox,
    PlaceOnDisplay,
    React,
)

HERE = "1507"
SIGHTED = PlaceOnDisplay("c1", BRITISH_SIGHTING)
NOT_SOVIET = {"soviet": "out", "japanese": "intact", "dutch": "intact", "norwegian": "intact"}
UBOATS = {"uboat_1": "intact", "uboat_2": "intact"}


def laid(bench, box, **words):
    """Atlantis is about to search, its counter on a box."""
    return bench.after(bench.plotted(**words), PlaceOnDisplay("disguise", box))


def spotted(bench, box, **words):
    """Atlantis was found by a cruiser and has its counter on a box."""
    state = bench.position(
        BRITISH_PHASE,
        cruisers={"devonshire": HERE},
        active=("devonshire",),
        sets_drawn=1,
        **words,
    )
    return bench.after(
        state,
        CruiserSearch("devonshire", HERE, "free", 1),
        AnswerSearch(True),
        PlaceOnDisplay(ATLANTIS, ATLANTIS_SIGHTING),
        PlaceOnDisplay("disguise", box),
    )


def cruiser(bench, escorts="", **words):
    """A British activation with an active cruiser in the hex of Atlantis."""
    return bench.position(
        BRITISH_PHASE,
        sets={"c1": HERE},
        cruisers={"devonshire": escorts or HERE},
        active=("devonshire",),
        sets_drawn=1,
        **words,
    )


# --- Whose modifier --------------------------------------------------------------------


def test_each_side_flies_its_own_plane(bench):
    bench.breaks("UTF-7.3a", bench.plotted(), AtlantisSearch(HERE, "c1", WALRUS, 3))
    bench.breaks("UTF-7.3a", cruiser(bench), CruiserSearch("devonshire", HERE, AIRCRAFT, 2))
    bench.close("UTF-7.3a", laid(bench, ATLANTIS_AIRCRAFT), AtlantisSearch(HERE, "c1", AIRCRAFT, 3))


def test_each_side_has_its_own_modifiers(bench):
    bench.breaks_only("UTF-7.5d", bench.plotted(), AtlantisSearch(HERE, "c1", "free", 3))
    bench.breaks_only("UTF-7.5d", cruiser(bench), CruiserSearch("devonshire", HERE, "soviet", 2))
    bench.breaks_only("UTF-7.5d", bench.plotted(), AtlantisSearch(HERE, "c1", "luck", 3))
    bench.close("UTF-7.5d", cruiser(bench), CruiserSearch("devonshire", HERE, "free", 2))


def test_aircraft_and_disguise_are_not_used_together(bench):
    state = laid(bench, ATLANTIS_AIRCRAFT)
    bench.breaks_only("UTF-7.5f", state, AtlantisSearch(HERE, "c1", "aircraft soviet", 5))
    five = bench.after(state, AtlantisSearch(HERE, "c1", AIRCRAFT, 5))
    bench.breaks_only("UTF-7.5f", five, SIGHTED)
    bench.close("UTF-7.5f", state, AtlantisSearch(HERE, "c1", AIRCRAFT, 4))
    four = bench.after(state, AtlantisSearch(HERE, "c1", AIRCRAFT, 4))
    bench.close("UTF-7.5f", four, SIGHTED)


def test_an_escort_that_searches_has_no_free_face(bench):
    state = cruiser(bench, escorts="c1")
    assert bench.breaks("DU-25", state, CruiserSearch("devonshire", HERE, "free", 2)).severity == (
        "interpretation"
    )
    bench.close("DU-25", state, CruiserSearch("devonshire", HERE, "", 1))
    bench.close("DU-25", cruiser(bench), CruiserSearch("devonshire", HERE, "free", 2))


# --- UTF-7.3 Aircraft ------------------------------------------------------------------


def test_a_plane_is_committed_before_the_roll(bench):
    bench.breaks_only("UTF-7.3c", bench.plotted(), AtlantisSearch(HERE, "c1", AIRCRAFT, 3))
    disguised = laid(bench, "Soviet")
    bench.breaks_only("UTF-7.3c", disguised, AtlantisSearch(HERE, "c1", AIRCRAFT, 3))
    bench.breaks_only("UTF-7.3c", cruiser(bench), CruiserSearch("devonshire", HERE, WALRUS, 2))
    bench.close("UTF-7.3c", laid(bench, ATLANTIS_AIRCRAFT), AtlantisSearch(HERE, "c1", AIRCRAFT, 3))
    out = bench.after(cruiser(bench), PlaceOnDisplay(WALRUS, BRITISH_AIRCRAFT))
    bench.close("UTF-7.3c", out, CruiserSearch("devonshire", HERE, WALRUS, 2))


def test_planes_lie_in_their_own_boxes(bench):
    bench.breaks_only("UTF-7.3c", bench.plotted(), PlaceOnDisplay("disguise", BRITISH_AIRCRAFT))
    bench.breaks_only("UTF-7.3c", bench.plotted(), PlaceOnDisplay(WALRUS, "Soviet"))
    bench.close("UTF-7.3c", bench.plotted(), PlaceOnDisplay("disguise", "Soviet"))


def test_a_counter_left_on_its_box_counts_for_the_next_roll(bench):
    state = bench.plotted(committed={"disguise": ATLANTIS_AIRCRAFT})
    bench.legal(state, AtlantisSearch(HERE, "c1", AIRCRAFT, 3))
    bench.legal(state, AtlantisSearch(HERE, "c1", "", 3))


def test_a_plane_is_lost_on_a_six(bench):
    """V17: the search fails, the plane flies no more."""
    state = bench.after(laid(bench, ATLANTIS_AIRCRAFT), AtlantisSearch(HERE, "c1", AIRCRAFT, 6))
    assert state.hunt.roll.found is False
    assert state.planes_lost == {AIRCRAFT}
    later = laid(bench, ATLANTIS_AIRCRAFT, planes_lost=state.planes_lost)
    bench.breaks_only("UTF-7.3d", later, AtlantisSearch(HERE, "c1", AIRCRAFT, 3))
    bench.legal(later, AtlantisSearch(HERE, "c1", "", 3))
    used = bench.after(laid(bench, ATLANTIS_AIRCRAFT), AtlantisSearch(HERE, "c1", AIRCRAFT, 5))
    assert not used.planes_lost
    bench.close("UTF-7.3d", laid(bench, ATLANTIS_AIRCRAFT), AtlantisSearch(HERE, "c1", AIRCRAFT, 3))


def test_a_walrus_that_crashed_leaves_the_game(bench):
    out = bench.after(cruiser(bench), PlaceOnDisplay(WALRUS, BRITISH_AIRCRAFT))
    crashed = bench.after(out, CruiserSearch("devonshire", HERE, WALRUS, 6))
    assert bench.owes(crashed) == [(DISPLAY, f"{WALRUS}={OUT}")]
    assert bench.breaks("UTF-7.3d", crashed, EndActivation()).severity == "missing"
    gone = bench.after(crashed, PlaceOnDisplay(WALRUS, OUT))
    assert gone.planes_lost == {WALRUS}
    bench.close("UTF-7.3b", crashed, PlaceOnDisplay(WALRUS, OUT))


def test_a_plane_is_kept_until_it_crashes(bench):
    bench.breaks_only("UTF-7.3b", cruiser(bench), PlaceOnDisplay(WALRUS, OUT))
    bench.breaks_only("UTF-7.3b", bench.plotted(), PlaceOnDisplay("disguise", OUT))
    bench.close("UTF-7.3b", cruiser(bench), PlaceOnDisplay(WALRUS, HELD))
    out = bench.after(cruiser(bench), PlaceOnDisplay(WALRUS, BRITISH_AIRCRAFT))
    unknown = bench.after(out, CruiserSearch("devonshire", HERE, WALRUS, None))
    bench.legal(unknown, PlaceOnDisplay(WALRUS, OUT))


# --- UTF-7.4 Disguises -----------------------------------------------------------------


def test_a_disguise_is_chosen_before_the_roll(bench):
    bench.breaks_only("UTF-7.4a", bench.plotted(), AtlantisSearch(HERE, "c1", "soviet", 3))
    bench.breaks_only(
        "UTF-7.4a", laid(bench, ATLANTIS_AIRCRAFT), AtlantisSearch(HERE, "c1", "soviet", 3)
    )
    bench.close("UTF-7.4a", laid(bench, "Soviet"), AtlantisSearch(HERE, "c1", "soviet", 3))
    bench.close("UTF-7.4a", spotted(bench, "Soviet"), AtlantisCounter("soviet", 3))


def test_a_disguise_too_needs_three_or_less(bench):
    five = bench.after(laid(bench, "Soviet"), AtlantisSearch(HERE, "c1", "soviet", 5))
    bench.breaks_only("UTF-7.4b", five, SIGHTED)
    four = bench.after(laid(bench, "Soviet"), AtlantisSearch(HERE, "c1", "soviet", 4))
    bench.close("UTF-7.4b", four, SIGHTED)


@pytest.mark.parametrize(
    ("before", "die", "success", "after"),
    [
        ("intact", 4, True, "slashed"),  # V2
        ("slashed", 4, True, "out"),  # V2b
        ("intact", 6, False, "out"),  # V15
        ("slashed", 6, False, "out"),
        ("intact", 5, False, "intact"),  # V16
        ("slashed", 5, False, "out"),
        ("intact", 3, True, "intact"),
        ("slashed", 3, True, "slashed"),
    ],
)
def test_a_disguise_wears_out(bench, before, die, success, after):
    boxes = {**NOT_SOVIET, **UBOATS, "japanese": before}
    state = bench.after(spotted(bench, "Japanese", boxes=boxes), AtlantisCounter("japanese", die))
    assert state.hunt.counters[ATLANTIS].found is success
    owed = [(what, piece) for what, piece in bench.owes(state) if what == BOX]
    assert owed == ([] if after == before else [(BOX, f"japanese={after}")])


def test_the_next_disguise_follows_one_that_is_worn_out(bench):
    """V2b: the Japanese one may not be used any more."""
    boxes = {**NOT_SOVIET, **UBOATS, "japanese": "slashed"}
    state = bench.after(
        spotted(bench, "Japanese", boxes=boxes),
        AtlantisCounter("japanese", 4),
        MarkBox("japanese", "out"),
    )
    later = laid(bench, "Japanese", boxes=state.boxes, crossed_by=state.crossed_by)
    bench.breaks_only("UTF-7.4e", later, AtlantisSearch(HERE, "c1", "japanese", 3))
    dutch = laid(bench, "Dutch", boxes=state.boxes)
    bench.close("UTF-7.4e", dutch, AtlantisSearch(HERE, "c1", "dutch", 3))


def test_a_disguise_seen_through_is_crossed_out(bench):
    state = bench.after(laid(bench, "Soviet"), AtlantisSearch(HERE, "c1", "soviet", 6))
    assert bench.breaks("UTF-7.4c", state, EndActivation()).severity == "missing"
    bench.breaks_only("UTF-7.4c", state, MarkBox("soviet", "slashed"))
    marked = bench.after(state, MarkBox("soviet", "out"), PlaceOnDisplay(ATLANTIS, HELD))
    bench.close("UTF-7.4c", marked, EndActivation())
    later = laid(bench, "Soviet", boxes=marked.boxes, crossed_by=marked.crossed_by)
    bench.breaks_only("UTF-7.4c", later, AtlantisSearch(HERE, "c1", "soviet", 3))
    bench.breaks_only("UTF-7.4c", bench.plotted(), MarkBox("soviet", "out"))


def test_a_disguise_is_slashed_when_it_just_succeeds(bench):
    state = bench.after(laid(bench, "Soviet"), AtlantisSearch(HERE, "c1", "soviet", 4))
    assert bench.breaks("UTF-7.4d", state, EndActivation()).severity == "missing"
    bench.breaks_only("UTF-7.4d", state, MarkBox("soviet", "out"))
    bench.close("UTF-7.4d", state, MarkBox("soviet", "slashed"))
    good = bench.after(laid(bench, "Soviet"), AtlantisSearch(HERE, "c1", "soviet", 3))
    bench.breaks_only("UTF-7.4d", good, MarkBox("soviet", "slashed"))


def test_a_slashed_disguise_is_crossed_out_next_time(bench):
    boxes = {**NOT_SOVIET, **UBOATS, "soviet": "slashed"}
    for die in (4, 5):
        state = bench.after(
            laid(bench, "Soviet", boxes=boxes), AtlantisSearch(HERE, "c1", "soviet", die)
        )
        assert bench.breaks("UTF-7.4e", state, EndActivation()).severity == "missing"
        bench.close("UTF-7.4e", state, MarkBox("soviet", "out"))
    good = bench.after(laid(bench, "Soviet", boxes=boxes), AtlantisSearch(HERE, "c1", "soviet", 2))
    bench.breaks_only("UTF-7.4e", good, MarkBox("soviet", "out"))
    bench.breaks(
        "UTF-7.4e", bench.plotted(boxes={**boxes, "soviet": "out"}), MarkBox("soviet", "intact")
    )


def test_disguises_are_used_from_left_to_right(bench):
    bench.breaks_only("UTF-7.4f", laid(bench, "Dutch"), AtlantisSearch(HERE, "c1", "dutch", 3))
    boxes = {**NOT_SOVIET, **UBOATS}
    bench.close(
        "UTF-7.4f", laid(bench, "Japanese", boxes=boxes), AtlantisSearch(HERE, "c1", "japanese", 3)
    )
    bench.breaks(
        "UTF-7.4f",
        laid(bench, "Norwegian", boxes=boxes),
        AtlantisSearch(HERE, "c1", "norwegian", 3),
    )


def test_a_disguise_that_wore_out_in_this_activation_counts_at_once(bench):
    """Its own search and the counter-search after a reaction may come in one activation."""
    state = laid(bench, "Soviet", cruisers={"devonshire": HERE}, active=("devonshire",))
    state = bench.after(state, AtlantisSearch(HERE, "c1", "soviet", 6), React("devonshire", "", 1))
    state = bench.after(state, PlaceOnDisplay(ATLANTIS, ATLANTIS_SIGHTING))
    bench.breaks("UTF-7.4c", state, AtlantisCounter("soviet", 3))
    japanese = bench.after(state, PlaceOnDisplay("disguise", "Japanese"))
    bench.legal(japanese, AtlantisCounter("japanese", 3))
    twice = bench.after(
        laid(bench, "Soviet", cruisers={"devonshire": HERE}, active=("devonshire",)),
        AtlantisSearch(HERE, "c1", "soviet", 4),
        React("devonshire", "", 1),
        PlaceOnDisplay(ATLANTIS, ATLANTIS_SIGHTING),
        AtlantisCounter("soviet", 4),
    )
    assert bench.owes(bench.after(twice, MarkBox("soviet", "out"))) == []


def test_dice_nobody_saw_allow_any_mark(bench):
    state = bench.after(laid(bench, "Soviet"), AtlantisSearch(HERE, "c1", "soviet", None))
    bench.legal(state, MarkBox("soviet", "slashed"))
    bench.legal(state, MarkBox("soviet", "out"))
    bench.breaks("UTF-7.4d", state, MarkBox("japanese", "slashed"))


@pytest.mark.parametrize(
    ("modifier", "box", "case"),
    [("soviet", "Soviet", "UTF-7.4a"), (AIRCRAFT, ATLANTIS_AIRCRAFT, "UTF-7.3c")],
)
def test_a_counter_may_be_laid_when_a_die_nobody_saw_was_thrown(bench, modifier, box, case):
    """It may have been thrown later; but laid it must be."""
    state = bench.after(bench.plotted(), AtlantisSearch(HERE, "c1", modifier, None))
    assert (DISPLAY, f"disguise={box}") in bench.owes(state)
    assert bench.breaks(case, state, EndActivation()).severity == "missing"
    bench.close(case, bench.after(state, PlaceOnDisplay("disguise", box)), EndActivation())
    taken = PlaceOnDisplay("disguise", box), PlaceOnDisplay("disguise", HELD)
    gone = bench.after(bench.plotted(), *taken, AtlantisSearch(HERE, "c1", modifier, None))
    bench.close(case, gone, EndActivation())
