"""Searches and counter-searches: who searches where, and who was found (7.0, 7.1, 7.5)."""

from __future__ import annotations

import pytest

from modules.under_ten_flags.state import (
    ACV_COUNTER,
    ANSWER,
    ATLANTIS,
    ATLANTIS_COUNTER,
    ATLANTIS_SIGHTING,
    BRITISH,
    BRITISH_PHASE,
    BRITISH_SIGHTING,
    CRUISER_MARKERS,
    DISPLAY,
    GERMAN,
    GUN,
    GUNS,
    HELD,
    OUT,
    ROW,
)
from modules.under_ten_flags.verbs import (
    ACVCounter,
    AnswerSearch,
    AtlantisCounter,
    AtlantisSearch,
    CruiserSearch,
    EndActivation,
    GunRange,
    PlaceOnDisplay,
    PlotAtlantis,
    PlotCruiser,
    React,
    Rest,
    ShowShip,
)
from validator.hidden.whereabouts import Whereabouts

HERE = "1507"
BESIDE = "1506"
FAR_OFF = "2808"
BOTH = {"devonshire": HERE, "dorsetshire": HERE}
FOUND = AtlantisSearch(HERE, "c1", "", 3)
SIGHTED = PlaceOnDisplay("c1", BRITISH_SIGHTING)
SEEN = PlaceOnDisplay(ATLANTIS, ATLANTIS_SIGHTING)


def sighted(bench, **words):
    """Atlantis has found C1, which lies on its sighting box."""
    return bench.after(bench.plotted(**words), FOUND, SIGHTED)


def hunted(bench, place=HERE, **words):
    """A British activation, one active cruiser in a hex, Atlantis in 1507."""
    words = {"cruisers": {"devonshire": place}, "active": ("devonshire",), **words}
    words = {"sets_drawn": 1, **words}
    return bench.position(BRITISH_PHASE, **words)


def spotted(bench, **words):
    """The cruiser has found Atlantis, which lies on its sighting box."""
    search = CruiserSearch("devonshire", HERE, "free", 2)
    return bench.after(hunted(bench, **words), search, AnswerSearch(True), SEEN)


# --- Dice ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verb", "modifier", "good"),
    [
        ("atlantis", "", {1, 2, 3}),
        ("atlantis", "soviet", {1, 2, 3, 4}),
        ("cruiser", "", {1}),
        ("cruiser", "free", {1, 2}),
        ("acv", "", {1}),
    ],
)
def test_a_search_succeeds_on(bench, verb, modifier, good):
    """V11 to V14, and the probabilities that follow from them."""
    found = set()
    for die in range(1, 7):
        if verb == "cruiser":
            state = hunted(bench)
            after = bench.after(state, CruiserSearch("devonshire", HERE, modifier, die))
            success = after.hunt.roll.found
        elif verb == "acv":
            after = bench.after(sighted(bench), ACVCounter("c1", die))
            success = after.hunt.counters["c1"].found
        else:
            state = bench.after(bench.plotted(), PlaceOnDisplay("disguise", "Soviet"))
            after = bench.after(state, AtlantisSearch(HERE, "c1", modifier, die))
            success = after.hunt.roll.found
        if success:
            found.add(die)
    assert found == good


# --- UTF-7.0, 7.1 ----------------------------------------------------------------------


def test_cargo_ships_do_not_search(bench):
    state = hunted(bench, sets={"c1": HERE})
    bench.breaks("UTF-7.0", state, CruiserSearch("c1", HERE, "", 1))
    bench.close("UTF-7.0", state, CruiserSearch("devonshire", HERE, "", 1))


def test_a_ship_searches_its_own_hex(bench):
    state = bench.plotted(sets={"c1": HERE, "c2": BESIDE})
    bench.breaks_only("UTF-7.1a", state, AtlantisSearch(BESIDE, "c2", "", 3))
    bench.close("UTF-7.1a", state, AtlantisSearch(HERE, "c1", "", 3))
    cruiser = hunted(bench, BESIDE)
    bench.breaks_only("UTF-7.1a", cruiser, CruiserSearch("devonshire", HERE, "", 1))
    bench.close("UTF-7.1a", cruiser, CruiserSearch("devonshire", BESIDE, "", 1))


def test_an_escort_is_where_its_ship_is(bench):
    state = bench.position(
        BRITISH_PHASE,
        sets={"c1": HERE},
        cruisers={"devonshire": "c1"},
        active=("devonshire",),
    )
    bench.close("UTF-7.1a", state, CruiserSearch("devonshire", HERE, "", 1))
    bench.breaks("UTF-7.1a", state, CruiserSearch("devonshire", BESIDE, "", 1))


def test_whose_plot_nobody_knows_can_only_be_where_it_can_have_come(bench):
    near = Whereabouts.among((HERE, BESIDE))
    state = bench.unseen(plot="secret", atlantis=near)
    state = state.with_voyage(state.voyages["c1"].changed(at=FAR_OFF))
    bench.breaks_only("UTF-6.1b", state, AtlantisSearch(FAR_OFF, "c1", "", 3))
    bench.close("UTF-6.1b", bench.unseen(plot="secret"), AtlantisSearch(HERE, "c1", "", 3))
    seen = bench.unseen(BRITISH_PHASE)
    close_by = seen.cruisers["devonshire"].changed(at=Whereabouts.among((HERE, "1508")))
    seen = seen.with_cruiser(close_by)
    bench.breaks_only("UTF-6.1e", seen, CruiserSearch("devonshire", FAR_OFF, "", 1))
    bench.close("UTF-6.1e", seen, CruiserSearch("devonshire", HERE, "", 1))


def test_a_search_shows_where_the_searcher_is(bench):
    state = bench.after(bench.unseen(plot="secret"), FOUND)
    assert state.atlantis.place == HERE
    searched = bench.after(bench.unseen(BRITISH_PHASE), CruiserSearch("devonshire", HERE, "", 1))
    assert searched.cruisers["devonshire"].active
    assert searched.cruisers["devonshire"].at.keys() == {HERE, "c1"}


def test_the_counter_comes_off_the_map_before_the_next_search(bench):
    state = bench.plotted()
    left = bench.after(state, AtlantisSearch(HERE, "c1", "", 4), EndActivation())
    later = left.changed(phase="german", plot="", serial=11, searched=frozenset())
    assert bench.breaks("UTF-7.1d", later, PlotAtlantis(HERE, 2)).severity == "missing"
    bench.breaks("UTF-7.1d", later, Rest())
    tidy = bench.after(later, PlaceOnDisplay(ATLANTIS, HELD))
    bench.close("UTF-7.1d", tidy, PlotAtlantis(HERE, 2))
    bench.breaks_only("UTF-7.1d", tidy, PlaceOnDisplay(ATLANTIS, HELD))
    cruiser = bench.after(hunted(bench), CruiserSearch("devonshire", HERE, "", 5))
    again = cruiser.changed(serial=11, searched=frozenset(), step="recycling")
    bench.breaks("UTF-7.1d", again, PlotCruiser("devonshire", BESIDE))
    gone = bench.after(again, PlaceOnDisplay("devonshire", CRUISER_MARKERS))
    bench.close("UTF-7.1d", gone, PlotCruiser("devonshire", BESIDE))


def test_each_ship_searches_once_in_an_activation(bench):
    state = bench.plotted(sets={"c1": HERE, "c2": HERE})
    once = bench.after(state, AtlantisSearch(HERE, "c1", "", 4), PlaceOnDisplay(ATLANTIS, HELD))
    assert bench.breaks("DU-20", once, AtlantisSearch(HERE, "c2", "", 1)).severity == (
        "interpretation"
    )
    bench.close("DU-20", state, AtlantisSearch(HERE, "c2", "", 1))
    two = hunted(
        bench,
        cruisers={"devonshire": HERE, "dorsetshire": HERE},
        active=("devonshire", "dorsetshire"),
    )
    first = bench.after(two, CruiserSearch("devonshire", HERE, "free", 4))
    bench.close("DU-20", first, CruiserSearch("dorsetshire", HERE, "free", 4))
    bench.breaks("DU-20", first, CruiserSearch("devonshire", HERE, "free", 4))


def test_a_raider_that_still_lies_on_its_sighting_box_is_not_put_there_again(bench):
    two = hunted(
        bench,
        cruisers={"devonshire": HERE, "dorsetshire": HERE},
        active=("devonshire", "dorsetshire"),
    )
    search, answer = CruiserSearch("devonshire", HERE, "free", 2), AnswerSearch(True)
    escaped = bench.after(two, search, answer, SEEN, AtlantisCounter("", 1))
    again = bench.after(escaped, CruiserSearch("dorsetshire", HERE, "free", 2), answer)
    assert bench.owes(again) == [("atlantis_counter", "atlantis")]
    bench.close("UTF-7.5b", again, AtlantisCounter("", 1))


# --- UTF-7.1c, 7.5a, b Who was found ---------------------------------------------------


def test_a_six_finds_nobody(bench):
    state = bench.after(bench.plotted(), AtlantisSearch(HERE, "c1", "", 6))
    bench.breaks_only("UTF-7.1c", state, SIGHTED)
    bench.breaks("UTF-7.1c", state, ACVCounter("c1", 3))
    cruiser = bench.after(hunted(bench), CruiserSearch("devonshire", HERE, "free", 6))
    bench.breaks_only("UTF-7.1c", cruiser, AnswerSearch(True))
    bench.breaks_only("UTF-7.1c", cruiser, SEEN)
    bench.close("UTF-7.1c", bench.after(bench.plotted(), FOUND), SIGHTED)


def test_a_search_succeeds_up_to_its_limit(bench):
    state = bench.after(bench.plotted(), AtlantisSearch(HERE, "c1", "", 4))
    bench.breaks_only("UTF-7.5a", state, SIGHTED)
    cruiser = bench.after(hunted(bench), CruiserSearch("devonshire", HERE, "free", 3))
    bench.breaks_only("UTF-7.5a", cruiser, AnswerSearch(True))
    bench.legal(cruiser, AnswerSearch(False))
    escort = bench.after(hunted(bench), CruiserSearch("devonshire", HERE, "", 2))
    bench.breaks("UTF-7.5a", escort, AnswerSearch(True))
    found = bench.after(hunted(bench), CruiserSearch("devonshire", HERE, "free", 2))
    bench.close("UTF-7.5a", found, AnswerSearch(True))
    bench.close("UTF-7.5a", bench.after(bench.plotted(), FOUND), SIGHTED)


def test_dice_nobody_saw_are_believed_whatever_follows(bench):
    unknown = bench.after(bench.plotted(), AtlantisSearch(HERE, "c1", "", None))
    assert bench.owes(unknown) == []
    bench.legal(unknown, SIGHTED)
    bench.legal(unknown, EndActivation())
    countered = bench.after(unknown, SIGHTED, ACVCounter("c1", None))
    for verb in (PlaceOnDisplay("c1", ROW), PlaceOnDisplay("c1", GUNS)):
        bench.legal(countered, verb)
    cruiser = bench.after(hunted(bench), CruiserSearch("devonshire", HERE, "free", None))
    bench.legal(cruiser, AnswerSearch(True))
    bench.legal(cruiser, AnswerSearch(False))


def test_what_was_forced_through_is_told_once(bench):
    state = bench.after(bench.plotted(), AtlantisSearch(HERE, "c1", "", 4))
    bench.breaks("UTF-7.5a", state, SIGHTED)
    gone_on = bench.forced(state, SIGHTED)
    bench.legal(gone_on, ACVCounter("c1", 3))
    cruiser = bench.after(hunted(bench), CruiserSearch("devonshire", HERE, "free", 3))
    shown = bench.forced(cruiser, AnswerSearch(True))
    bench.legal(shown, SEEN)
    bench.legal(bench.after(shown, SEEN), AtlantisCounter("", 4))


def test_a_found_ship_is_put_on_its_sighting_box(bench):
    found = bench.after(bench.plotted(), FOUND)
    assert bench.owes(found) == [(DISPLAY, f"c1={BRITISH_SIGHTING}"), (ACV_COUNTER, "c1")]
    assert bench.breaks("UTF-7.5b", found, ACVCounter("c1", 3)).severity == "missing"
    assert bench.breaks("UTF-7.5b", found, EndActivation()).severity == "missing"
    bench.close("UTF-7.5b", bench.after(found, SIGHTED), ACVCounter("c1", 3))
    search = CruiserSearch("devonshire", HERE, "free", 1)
    seen = bench.after(hunted(bench), search, AnswerSearch(True))
    assert bench.owes(seen) == [
        (DISPLAY, f"atlantis={ATLANTIS_SIGHTING}"),
        (ATLANTIS_COUNTER, ATLANTIS),
    ]
    bench.breaks("UTF-7.5b", seen, AtlantisCounter("", 3))
    bench.close("UTF-7.5b", bench.after(seen, SEEN), AtlantisCounter("", 3))


def test_who_has_counter_searched_was_found(bench):
    """The answer may be given late, but then it can only be yes."""
    search = CruiserSearch("devonshire", HERE, "free", 1)
    late = bench.forced(hunted(bench), search, SEEN, AtlantisCounter("", 3))
    assert "UTF-7.5b" in bench.cases(late, AnswerSearch(False))
    assert "UTF-7.5b" not in bench.cases(late, AnswerSearch(True))


def test_a_search_for_a_ship_elsewhere_is_no_fault_of_the_british(bench):
    """The German searched where no such ship is (UTF-4.2.2); whoever answers does no wrong."""
    state = bench.plotted()
    search = AtlantisSearch(HERE, "c2", "", 1)
    assert "UTF-4.2.2" in bench.cases(state, search)
    searched = bench.forced(state, search)
    assert bench.owes(searched) == []
    assert "UTF-7.5b" not in bench.cases(searched, ACVCounter("c2", 3))


def test_each_ship_has_its_own_sighting_box(bench):
    found = bench.after(bench.plotted(), FOUND)
    bench.breaks("UTF-7.5b", found, PlaceOnDisplay("c1", ATLANTIS_SIGHTING))
    bench.breaks("UTF-7.5b", found, PlaceOnDisplay("c1", HELD))
    bench.breaks("UTF-7.5b", found, PlaceOnDisplay("nobody", BRITISH_SIGHTING))
    bench.close("UTF-7.5b", found, SIGHTED)


def test_a_cruisers_search_is_answered_truly(bench):
    here = bench.after(hunted(bench), CruiserSearch("devonshire", HERE, "free", 2))
    assert (ANSWER, "") in bench.owes(here)
    bench.breaks_only("UTF-7.5b", here, AnswerSearch(False))
    bench.close("UTF-7.5b", here, AnswerSearch(True))
    elsewhere = bench.after(hunted(bench, BESIDE), CruiserSearch("devonshire", BESIDE, "free", 2))
    bench.breaks_only("UTF-7.5b", elsewhere, AnswerSearch(True))
    bench.close("UTF-7.5b", elsewhere, AnswerSearch(False))
    assert bench.breaks("UTF-7.5b", here, EndActivation()).severity == "missing"
    bench.breaks("UTF-7.5b", hunted(bench), AnswerSearch(True))
    answered = bench.after(elsewhere, AnswerSearch(False))
    bench.breaks("UTF-7.5b", answered, AnswerSearch(False))
    bench.breaks("UTF-7.5b", answered, SEEN)


def test_a_search_that_failed_may_be_answered_no_even_where_atlantis_is(bench):
    failed = bench.after(hunted(bench), CruiserSearch("devonshire", HERE, "free", 6))
    bench.legal(failed, AnswerSearch(False))
    bench.legal(failed, EndActivation())
    assert bench.after(failed, AnswerSearch(False)).atlantis.place == HERE


def test_an_answer_no_tells_where_atlantis_is_not(bench):
    three = Whereabouts.among((HERE, BESIDE, FAR_OFF))
    state = bench.unseen(BRITISH_PHASE, atlantis=three)
    rolled = bench.after(state, CruiserSearch("devonshire", HERE, "", 1))
    assert bench.after(rolled, AnswerSearch(False)).atlantis.keys() == {BESIDE, FAR_OFF}
    for die in (2, 6, None):
        missed = bench.after(state, CruiserSearch("devonshire", HERE, "", die))
        assert bench.after(missed, AnswerSearch(False)).atlantis == three
    found = bench.after(rolled, AnswerSearch(True))
    assert found.atlantis.place == HERE


def test_a_search_in_a_hex_that_the_log_does_not_show_tells_no_place(bench):
    state = bench.unseen(BRITISH_PHASE, atlantis=Whereabouts.among((HERE, BESIDE)))
    nowhere = CruiserSearch("devonshire", "", "", 1)
    bench.close("UTF-7.1a", state, nowhere)
    searched = bench.after(state, nowhere)
    assert searched.cruisers["devonshire"].at == state.cruisers["devonshire"].at
    for found in (True, False):
        bench.close("UTF-6.1b", searched, AnswerSearch(found))
        assert bench.after(searched, AnswerSearch(found)).atlantis == state.atlantis


def test_what_was_denied_is_not_admitted_in_the_next_search(bench):
    state = bench.unseen(BRITISH_PHASE, atlantis=Whereabouts.among((HERE, BESIDE)))
    denied = bench.after(state, CruiserSearch("devonshire", HERE, "", 1), AnswerSearch(False))
    again = bench.after(denied, CruiserSearch("dorsetshire", HERE, "", 1))
    bench.breaks_only("UTF-7.5b", again, AnswerSearch(True))
    bench.close("UTF-7.5b", again, AnswerSearch(False))


def test_atlantis_is_found_only_where_it_can_have_come(bench):
    state = bench.unseen(BRITISH_PHASE, atlantis=Whereabouts.among((BESIDE, FAR_OFF)))
    rolled = bench.after(state, CruiserSearch("devonshire", HERE, "", 1))
    bench.breaks_only("UTF-6.1b", rolled, AnswerSearch(True))
    bench.close("UTF-6.1b", rolled, AnswerSearch(False))


# --- UTF-7.5c to j The counter-search --------------------------------------------------


def test_the_defender_rolls_once_and_in_his_turn(bench):
    bench.breaks_only("UTF-7.5e", bench.plotted(), ACVCounter("c1", 1))
    bench.breaks_only("UTF-7.5e", bench.plotted(), SIGHTED)
    bench.breaks_only("UTF-7.5e", bench.plotted(), AtlantisCounter("", 1))
    state = sighted(bench, sets={"c1": HERE, "c2": HERE})
    bench.breaks_only("UTF-7.5e", state, ACVCounter("c2", 1))
    bench.close("UTF-7.5e", state, ACVCounter("c1", 1))
    rolled = bench.after(state, ACVCounter("c1", 3))
    bench.breaks_only("UTF-7.5c", rolled, ACVCounter("c1", 1))
    bench.close("UTF-7.5c", state, ACVCounter("c1", 1))


def test_a_ship_that_is_found_may_counter_search(bench):
    state = sighted(bench)
    bench.breaks_only("UTF-7.5c", state, PlaceOnDisplay("c1", GUNS))
    bench.breaks_only("UTF-7.5c", state, PlaceOnDisplay("c1", ROW))
    bench.breaks("UTF-7.5c", state, GunRange("c1", 3))
    assert bench.breaks("UTF-7.5c", state, EndActivation()).severity == "missing"
    beaten = bench.after(state, ACVCounter("c1", 2))
    bench.close("UTF-7.5c", beaten, PlaceOnDisplay("c1", GUNS))
    raider = spotted(bench)
    bench.breaks("UTF-7.5c", raider, GunRange(ATLANTIS, 3))
    bench.breaks("UTF-7.5c", raider, PlaceOnDisplay(ATLANTIS, HELD))


def test_two_successes_cancel_each_other(bench):
    """V3: the ship goes back to its row, nobody learns its name."""
    escaped = bench.after(sighted(bench), ACVCounter("c1", 1))
    assert bench.owes(escaped) == [(DISPLAY, f"c1={ROW}")]
    bench.breaks_only("UTF-7.5g", escaped, PlaceOnDisplay("c1", GUNS))
    bench.breaks_only("UTF-7.5g", escaped, GunRange("c1", 3))
    back = bench.after(escaped, PlaceOnDisplay("c1", ROW))
    assert back.voyages["c1"].box == ROW
    assert not back.voyages["c1"].known
    bench.legal(back, EndActivation())
    missed = bench.after(sighted(bench), ACVCounter("c1", 2))
    bench.close("UTF-7.5g", missed, PlaceOnDisplay("c1", GUNS))
    raider = bench.after(spotted(bench), AtlantisCounter("", 3))
    bench.breaks("UTF-7.5g", raider, PlaceOnDisplay(ATLANTIS, GUNS))
    bench.legal(raider, PlaceOnDisplay(ATLANTIS, HELD))


def test_a_ship_that_was_found_stays_face_down(bench):
    state = sighted(bench)
    bench.breaks_only("UTF-7.5h", state, ShowShip("c1", "scientist"))
    known = state.with_voyage(state.voyages["c1"].changed(known=True))
    bench.close("UTF-7.5h", known, ShowShip("c1", "scientist"))


def test_a_ship_that_escaped_is_not_shown_and_goes_back(bench):
    escaped = bench.after(sighted(bench), ACVCounter("c1", 1))
    bench.breaks_only("UTF-7.5i", escaped, ShowShip("c1", "scientist"))
    assert bench.breaks("UTF-7.5i", escaped, EndActivation()).severity == "missing"
    bench.breaks("UTF-7.5i", bench.plotted(), ShowShip("c1", "scientist"))
    bench.breaks("UTF-7.5i", bench.plotted(), PlaceOnDisplay("c1", ROW))
    back = bench.after(escaped, PlaceOnDisplay("c1", ROW))
    bench.breaks("UTF-7.5i", back, ShowShip("c1", "scientist"))
    bench.close("UTF-7.5i", escaped, PlaceOnDisplay("c1", ROW))


def test_a_ship_whose_counter_search_failed_must_fight(bench):
    beaten = bench.after(sighted(bench), ACVCounter("c1", 2))
    assert bench.owes(beaten) == [(DISPLAY, f"c1={GUNS}"), (GUN, "c1")]
    bench.breaks_only("UTF-7.5j", beaten, PlaceOnDisplay("c1", ROW))
    bench.close(
        "UTF-7.5j", bench.after(sighted(bench), ACVCounter("c1", 1)), PlaceOnDisplay("c1", ROW)
    )
    raider = bench.after(spotted(bench), AtlantisCounter("", 4))
    bench.breaks_only("UTF-7.5j", raider, PlaceOnDisplay(ATLANTIS, HELD))


def test_another_cruiser_waits_for_the_end_of_the_first_search(bench):
    state = hunted(
        bench,
        cruisers={"devonshire": HERE, "dorsetshire": HERE},
        active=("devonshire", "dorsetshire"),
    )
    found = bench.after(state, CruiserSearch("devonshire", HERE, "free", 1))
    bench.breaks("UTF-7.5b", found, CruiserSearch("dorsetshire", HERE, "free", 1))
    seen = bench.after(found, AnswerSearch(True), SEEN)
    bench.breaks("UTF-7.5c", seen, CruiserSearch("dorsetshire", HERE, "free", 1))
    done = bench.after(seen, AtlantisCounter("", 1), PlaceOnDisplay(ATLANTIS, HELD))
    bench.legal(done, CruiserSearch("dorsetshire", HERE, "free", 1))


# --- Whole chains ----------------------------------------------------------------------


def test_atlantis_search_found_beaten_and_fired_at(bench):
    state = sighted(bench)
    state = bench.after(state, ACVCounter("c1", 5), PlaceOnDisplay("c1", GUNS), GunRange("c1", 6))
    state = bench.after(state, ShowShip("c1", "scientist"), PlaceOnDisplay("c1", ROW))
    assert state.voyages["c1"].known
    bench.legal(bench.after(state, PlaceOnDisplay(ATLANTIS, HELD)), EndActivation())


def test_a_cruisers_search_sinks_atlantis(bench):
    state = bench.after(spotted(bench), AtlantisCounter("", 6), PlaceOnDisplay(ATLANTIS, GUNS))
    sunk = bench.after(state, GunRange(ATLANTIS, 5))
    assert sunk.sunk
    assert sunk.outcome is not None
    assert (sunk.outcome.winner, sunk.outcome.case, sunk.outcome.score) == (BRITISH, "UTF-8.0", -10)
    away = bench.after(state, GunRange(ATLANTIS, 6))
    assert away.outcome is None
    bench.legal(away, PlaceOnDisplay(ATLANTIS, HELD))


def test_the_winner_is_judged_when_atlantis_sinks(bench):
    rich = spotted(bench, points=20)
    state = bench.after(rich, AtlantisCounter("", 6), PlaceOnDisplay(ATLANTIS, GUNS))
    assert bench.after(state, GunRange(ATLANTIS, 1)).outcome.winner == GERMAN


def test_only_the_German_row_is_no_place_for_atlantis(bench):
    bench.breaks("UTF-7.5b", spotted(bench), PlaceOnDisplay(ATLANTIS, ROW))
    bench.breaks("UTF-8.1f", spotted(bench), PlaceOnDisplay(ATLANTIS, OUT))


def test_nobody_reacts_to_a_cruiser(bench):
    bench.breaks("UTF-7.2.2c", spotted(bench), React("dorsetshire", "", 1))
