"""Reactive searches of the cruisers (7.2, DU-15, DU-16)."""

from __future__ import annotations

import pytest

from modules.under_ten_flags.state import (
    ACV_COUNTER,
    ATLANTIS,
    ATLANTIS_COUNTER,
    ATLANTIS_SIGHTING,
    BRITISH_AIRCRAFT,
    BRITISH_SIGHTING,
    DISPLAY,
    GUN,
    GUNS,
    HELD,
    OUT,
    ROW,
)
from modules.under_ten_flags.verbs import (
    ACVCounter,
    AtlantisCounter,
    AtlantisSearch,
    EndActivation,
    GunRange,
    PlaceOnDisplay,
    React,
)
from validator.hidden.whereabouts import Whereabouts

HERE = "1507"
BESIDE = "1506"
FOUND = AtlantisSearch(HERE, "c1", "", 1)
MISSED = AtlantisSearch(HERE, "c1", "", 6)
SIGHTED = PlaceOnDisplay("c1", BRITISH_SIGHTING)
SEEN = PlaceOnDisplay(ATLANTIS, ATLANTIS_SIGHTING)
WALRUS_OUT = PlaceOnDisplay("walrus", BRITISH_AIRCRAFT)


def escorted(bench, search=FOUND, **words):
    """Atlantis has searched for a ship that an escort, not activated, sails with."""
    words = {"cruisers": {"devonshire": "c1"}, **words}
    return bench.after(bench.plotted(**words), search)


def beside_it(bench, search=FOUND, **words):
    """Atlantis has searched for a ship, and a free cruiser is in the hex."""
    words = {"cruisers": {"devonshire": HERE}, "active": ("devonshire",), **words}
    return bench.after(bench.plotted(**words), search)


# --- UTF-7.2.1 Escorts -----------------------------------------------------------------


@pytest.mark.parametrize("die", [2, 3, 5])
def test_an_escort_saves_its_ship_whatever_it_rolls(bench, die):
    """V25, V27: no ship on the display, no raider found."""
    state = bench.after(escorted(bench), React("devonshire", "", die))
    assert bench.owes(state) == []
    assert state.hunt.reaction.found is False
    bench.legal(bench.after(state, PlaceOnDisplay(ATLANTIS, HELD)), EndActivation())


def test_a_ship_with_an_escort_is_not_shown(bench):
    state = bench.after(escorted(bench), React("devonshire", "", 5))
    bench.breaks_only("UTF-7.2.1e", state, SIGHTED)
    bench.breaks("UTF-7.2.1e", state, ACVCounter("c1", 3))
    bench.close("UTF-7.2.1e", escorted(bench), SIGHTED)
    late = bench.after(escorted(bench), SIGHTED, React("devonshire", "", 5))
    assert bench.owes(late) == [(DISPLAY, f"c1={ROW}")]
    assert bench.breaks("UTF-7.2.1e", late, EndActivation()).severity == "missing"
    bench.close("UTF-7.2.1e", bench.after(late, PlaceOnDisplay("c1", ROW)), EndActivation())


def test_a_ship_may_have_been_laid_before_an_escorts_die_that_nobody_saw(bench):
    state = bench.after(escorted(bench), React("devonshire", "", None))
    bench.close("UTF-7.2.1e", state, SIGHTED)
    late = bench.after(state, SIGHTED)
    assert bench.owes(late) == [(DISPLAY, f"c1={ROW}")]
    bench.breaks("UTF-7.2.1e", state, ACVCounter("c1", 3))


def test_an_escort_that_finds_atlantis_fights_it(bench):
    state = bench.after(escorted(bench), React("devonshire", "", 1))
    assert bench.owes(state) == [
        (DISPLAY, f"atlantis={ATLANTIS_SIGHTING}"),
        (ATLANTIS_COUNTER, ATLANTIS),
    ]
    beaten = bench.after(state, SEEN, AtlantisCounter("", 4))
    assert bench.owes(beaten) == [(DISPLAY, f"atlantis={GUNS}"), (GUN, ATLANTIS)]
    cancelled = bench.after(state, SEEN, AtlantisCounter("", 3), PlaceOnDisplay(ATLANTIS, HELD))
    bench.legal(cancelled, EndActivation())


def test_an_escort_may_keep_quiet(bench):
    state = bench.after(escorted(bench), SIGHTED, ACVCounter("c1", 4))
    assert (GUN, "c1") in bench.owes(state)


def test_an_escort_in_the_hex_saves_another_ship_there(bench):
    state = bench.plotted(sets={"c1": HERE, "c2": HERE}, cruisers={"devonshire": "c2"})
    state = bench.after(state, FOUND, React("devonshire", "", 6))
    assert bench.owes(state) == []


def test_an_escort_reacts_in_the_hex_that_was_searched(bench):
    away = bench.plotted(sets={"c1": HERE, "c2": BESIDE}, cruisers={"devonshire": "c2"})
    state = bench.after(away, FOUND)
    bench.breaks_only("UTF-7.2.1a", state, React("devonshire", "", 1))
    bench.close("UTF-7.2.1a", escorted(bench), React("devonshire", "", 1))


def test_an_escort_may_not_use_its_free_face(bench):
    state = escorted(bench)
    bench.breaks_only("UTF-7.2.1d", state, React("devonshire", "free", 2))
    bench.close("UTF-7.2.1d", state, React("devonshire", "", 2))
    rolled = bench.after(state, React("devonshire", "", 2))
    bench.breaks_only("UTF-7.2.1d", rolled, SEEN)
    bench.breaks("UTF-7.2.1d", rolled, AtlantisCounter("", 3))
    found = bench.after(state, React("devonshire", "", 1))
    bench.close("UTF-7.2.1d", found, SEEN)


def test_a_reaction_has_one_die_and_one_modifier(bench):
    state = bench.after(beside_it(bench, cruisers={"devonshire": HERE, "dorsetshire": HERE}))
    state = state.with_cruiser(state.cruisers["dorsetshire"].changed(active=True))
    bench.breaks("UTF-7.2.1c", state, React("devonshire", "free walrus", 3))
    once = bench.after(state, React("devonshire", "free", 3))
    bench.breaks_only("UTF-7.2.1c", once, React("dorsetshire", "free", 1))
    bench.breaks_only("UTF-7.2.1c", once, SEEN)
    bench.close("UTF-7.2.1c", state, React("dorsetshire", "free", 1))
    flown = bench.after(escorted(bench), WALRUS_OUT, React("devonshire", "walrus", 3))
    bench.breaks_only("UTF-7.2.1c", flown, SEEN)
    bench.close("UTF-7.2.1c", bench.after(escorted(bench), React("devonshire", "", 1)), SEEN)


def test_the_reaction_comes_before_the_counter_search(bench):
    state = bench.after(escorted(bench), SIGHTED)
    bench.close("UTF-7.2.1b", state, React("devonshire", "", 1))
    rolled = bench.after(state, ACVCounter("c1", 1))
    bench.breaks_only("UTF-7.2.1b", rolled, React("devonshire", "", 1))


def test_the_walrus_helps_an_escort(bench):
    state = bench.after(escorted(bench), WALRUS_OUT, React("devonshire", "walrus", 2))
    assert (ATLANTIS_COUNTER, ATLANTIS) in bench.owes(state)
    crashed = bench.after(escorted(bench), WALRUS_OUT, React("devonshire", "walrus", 6))
    assert bench.owes(crashed) == [(DISPLAY, f"walrus={OUT}")]


# --- UTF-7.2.2 Free cruisers -----------------------------------------------------------


def test_a_free_cruiser_reacts_with_its_one_less(bench):
    state = bench.after(beside_it(bench), React("devonshire", "free", 2))
    assert (ATLANTIS_COUNTER, ATLANTIS) in bench.owes(state)
    assert (ACV_COUNTER, "c1") not in bench.owes(state)
    bench.close("UTF-7.2.2a", beside_it(bench), React("devonshire", "free", 2))


def test_a_free_cruiser_reacts_in_the_hex_that_was_searched(bench):
    away = beside_it(bench, cruisers={"devonshire": BESIDE})
    bench.breaks_only("UTF-7.2.2a", away, React("devonshire", "free", 1))


def test_a_ship_is_attacked_when_the_reaction_failed(bench):
    """V26: to the gun range."""
    state = bench.after(beside_it(bench), React("devonshire", "free", 4))
    assert bench.owes(state) == [(DISPLAY, f"c1={BRITISH_SIGHTING}"), (ACV_COUNTER, "c1")]
    beaten = bench.after(state, SIGHTED, ACVCounter("c1", 3))
    assert bench.owes(beaten) == [(DISPLAY, f"c1={GUNS}"), (GUN, "c1")]
    bench.close("UTF-7.2.2b", state, SIGHTED)
    found = bench.after(beside_it(bench), React("devonshire", "free", 2))
    bench.breaks_only("UTF-7.2.2b", found, SIGHTED)
    bench.breaks("UTF-7.2.2b", found, ACVCounter("c1", 3))


def test_a_cruiser_may_react_to_a_search_that_failed(bench):
    state = bench.after(beside_it(bench, MISSED), React("devonshire", "free", 1), SEEN)
    state = bench.after(state, AtlantisCounter("", 6), PlaceOnDisplay(ATLANTIS, GUNS))
    assert bench.after(state, GunRange(ATLANTIS, 2)).sunk
    quiet = bench.after(beside_it(bench, MISSED), React("devonshire", "free", 3))
    assert bench.owes(quiet) == []
    bench.breaks("UTF-7.1c", quiet, SIGHTED)


def test_atlantis_searches_first(bench):
    state = bench.plotted(cruisers={"devonshire": HERE}, active=("devonshire",))
    bench.breaks_only("UTF-7.2.2c", state, React("devonshire", "free", 1))
    bench.close("UTF-7.2.2c", beside_it(bench), React("devonshire", "free", 1))


def test_a_free_cruiser_reacts_when_it_is_active(bench):
    state = beside_it(bench, active=())
    assert bench.breaks("DU-16", state, React("devonshire", "free", 1)).severity == (
        "interpretation"
    )
    bench.breaks("DU-16", state, React("devonshire", "", 1))
    bench.close("DU-16", escorted(bench), React("devonshire", "", 1))
    bench.close("DU-16", beside_it(bench), React("devonshire", "free", 1))


# --- What nobody has seen --------------------------------------------------------------


def _unseen(bench, die=4):
    """Nobody knows where the cruisers are, or which of them is active."""
    return bench.after(bench.unseen(plot="secret"), FOUND, React("devonshire", "", die))


def test_a_reaction_shows_where_a_cruiser_is(bench):
    state = _unseen(bench)
    assert state.cruisers["devonshire"].at.keys() == {HERE, "c1"}
    assert state.cruisers["devonshire"].active is None
    assert state.hunt.escorted is None


def test_a_reaction_of_unknown_kind_binds_nobody(bench):
    state = _unseen(bench)
    assert bench.owes(state) == []
    bench.legal(state, SIGHTED)
    bench.legal(state, EndActivation())


def test_a_ship_that_is_attacked_had_no_escort(bench):
    state = bench.after(_unseen(bench), SIGHTED, ACVCounter("c1", 4))
    assert state.hunt.escorted is False
    assert state.cruisers["devonshire"].at.keys() == {HERE}


def test_the_free_face_shows_a_free_cruiser_that_is_active(bench):
    state = bench.after(bench.unseen(plot="secret"), FOUND, React("devonshire", "free", 4))
    assert state.cruisers["devonshire"].at.keys() == {HERE}
    assert state.cruisers["devonshire"].active
    assert bench.owes(state) == [(DISPLAY, f"c1={BRITISH_SIGHTING}"), (ACV_COUNTER, "c1")]


def test_a_cruiser_known_to_be_elsewhere_does_not_react(bench):
    seen = bench.unseen(plot="secret")
    far = seen.cruisers["devonshire"].changed(at=Whereabouts.among(("2808", "2809")))
    state = bench.after(seen.with_cruiser(far), FOUND)
    bench.breaks("UTF-7.2.2a", state, React("devonshire", "", 1))
