"""The gun range, prizes, ghosts and points (8, DU-14, DU-26)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.definition.reader import load_game
from generator.places import games_folder
from modules.under_ten_flags.hunting import worths
from modules.under_ten_flags.state import (
    ASIDE,
    ATLANTIS,
    ATLANTIS_SIGHTING,
    BRITISH_SIGHTING,
    CRUISER_CARD,
    DISPLAY,
    GUN,
    GUNS,
    HELD,
    OUT,
    POINTS,
    PRIZES,
    ROW,
    SHOW,
    WAITING,
    Prize,
)
from modules.under_ten_flags.verbs import (
    ACVCounter,
    AtlantisCounter,
    AtlantisSearch,
    ChangePoints,
    DrawCruiserCard,
    EndActivation,
    GunRange,
    PlaceOnDisplay,
    React,
    SetAside,
    ShowShip,
)
from validator.rules.loading import load_rules

HERE = "1507"
AUTOMEDON = {"c1": ("od_11", "od_5", "automedon")}
GHOST = {"c1": ("od_3", "od_9", "ghost_1")}
NAMED = {"c1": ("od_3", "od_9", "scientist")}
AWAY = PlaceOnDisplay(ATLANTIS, HELD)


def beaten(bench, drawn=NAMED, **words):
    """Atlantis has found C1, whose counter-search has failed."""
    return bench.after(
        bench.plotted(drawn=drawn, **words),
        AtlantisSearch(HERE, "c1", "", 2),
        PlaceOnDisplay("c1", BRITISH_SIGHTING),
        ACVCounter("c1", 4),
    )


def under_fire(bench, die, drawn=NAMED, **words):
    """The gun range die was thrown for C1."""
    return bench.after(
        beaten(bench, drawn, **words), PlaceOnDisplay("c1", GUNS), GunRange("c1", die)
    )


def taken(bench, drawn=AUTOMEDON, die=3):
    """C1 is a prize whose markers are shown; points and card are still due."""
    origin, destination, ship = drawn["c1"]
    return bench.after(
        under_fire(bench, die, drawn),
        ShowShip("c1", ship),
        PlaceOnDisplay("c1", PRIZES),
        SetAside("c1", origin, destination),
    )


def settled(bench, drawn=AUTOMEDON, points=7):
    """Everything about a prize is done but what the test is about."""
    state = bench.after(taken(bench, drawn), DrawCruiserCard("clubs_jack"), AWAY)
    return bench.after(state, ChangePoints(points)) if points else state


# --- UTF-8.1 The gun range -------------------------------------------------------------


def test_a_beaten_ship_lies_in_the_gun_range_box(bench):
    state = beaten(bench)
    assert bench.breaks("UTF-8.1a", state, GunRange("c1", 3)).severity == "missing"
    assert bench.breaks("UTF-8.1a", state, EndActivation()).severity == "missing"
    bench.close("UTF-8.1a", bench.after(state, PlaceOnDisplay("c1", GUNS)), GunRange("c1", 3))
    bench.breaks_only("UTF-8.1a", bench.plotted(), GunRange("c1", 3))
    bench.breaks_only("UTF-8.1a", bench.plotted(), PlaceOnDisplay("c1", GUNS))


def test_atlantis_fights_only_when_it_was_found(bench):
    bench.breaks_only("UTF-8.1b", bench.plotted(), GunRange(ATLANTIS, 3))
    bench.breaks_only("UTF-8.1b", bench.plotted(), PlaceOnDisplay(ATLANTIS, GUNS))
    found = bench.after(
        bench.plotted(cruisers={"devonshire": "c1"}),
        AtlantisSearch(HERE, "c1", "", 2),
        React("devonshire", "", 1),
        PlaceOnDisplay(ATLANTIS, ATLANTIS_SIGHTING),
        AtlantisCounter("", 4),
    )
    assert bench.breaks_only("UTF-8.1b", found, GunRange(ATLANTIS, 3)).severity == "missing"
    laid = bench.after(found, PlaceOnDisplay(ATLANTIS, GUNS))
    bench.close("UTF-8.1b", laid, GunRange(ATLANTIS, 3))


def test_the_gun_range_die_is_thrown_once(bench):
    state = under_fire(bench, 6)
    bench.breaks_only("UTF-8.1c", state, GunRange("c1", 1))
    laid = bench.after(beaten(bench), PlaceOnDisplay("c1", GUNS))
    bench.close("UTF-8.1c", laid, GunRange("c1", 1))
    assert bench.breaks("UTF-8.1c", laid, EndActivation()).severity == "missing"
    bench.breaks_only("UTF-8.1c", laid, PlaceOnDisplay("c1", PRIZES))


def test_a_ship_gets_away_on_a_six_and_is_known(bench):
    """V22: no points, no cruiser card."""
    state = under_fire(bench, 6)
    assert bench.owes(state) == [(SHOW, "c1"), (DISPLAY, f"c1={ROW}")]
    assert bench.breaks("UTF-8.1d", state, EndActivation()).severity == "missing"
    bench.breaks_only("UTF-8.1d", state, PlaceOnDisplay("c1", PRIZES))
    back = bench.after(state, ShowShip("c1", "scientist"), PlaceOnDisplay("c1", ROW), AWAY)
    assert back.voyages["c1"].known
    assert back.voyages["c1"].at == HERE
    bench.close("UTF-8.1d", back, EndActivation())
    bench.breaks("UTF-3.4d", back, DrawCruiserCard("clubs_jack"))
    bench.breaks("UTF-8.2.4", back, ChangePoints(4))
    bench.close("UTF-8.2.4", settled(bench, NAMED, 0), ChangePoints(4))


def test_a_ship_that_is_known_need_not_be_shown_again(bench):
    state = bench.plotted()
    known = state.with_voyage(state.voyages["c1"].changed(known=True))
    away = bench.after(
        known,
        AtlantisSearch(HERE, "c1", "", 2),
        PlaceOnDisplay("c1", BRITISH_SIGHTING),
        ACVCounter("c1", 4),
        PlaceOnDisplay("c1", GUNS),
        GunRange("c1", 6),
    )
    assert bench.owes(away) == [(DISPLAY, f"c1={ROW}")]


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5])
def test_a_ship_is_lost_on_less(bench, die):
    state = under_fire(bench, die)
    assert bench.owes(state) == [
        (SHOW, "c1"),
        (DISPLAY, f"c1={PRIZES}"),
        (ASIDE, "c1"),
        (POINTS, "c1"),
        (CRUISER_CARD, ""),
    ]


def test_a_lost_ship_goes_to_the_prizes(bench):
    state = under_fire(bench, 5)
    assert bench.breaks("UTF-8.1e", state, EndActivation()).severity == "missing"
    bench.breaks_only("UTF-8.1e", state, PlaceOnDisplay("c1", ROW))
    bench.close("UTF-8.1e", state, PlaceOnDisplay("c1", PRIZES))
    bench.breaks_only("UTF-8.1e", bench.plotted(), PlaceOnDisplay("c1", PRIZES))
    prize = bench.after(state, ShowShip("c1", "scientist"), PlaceOnDisplay("c1", PRIZES))
    assert prize.gone == {"scientist": PRIZES}
    assert not prize.voyages["c1"].ship


def test_a_ship_is_shown_as_what_it_is(bench):
    state = under_fire(bench, 6)
    bench.breaks_only("UTF-8.1d", state, ShowShip("c1", "automedon"))
    bench.breaks("UTF-8.1d", state, ShowShip("c9", "scientist"))
    bench.close("UTF-8.1d", state, ShowShip("c1", "scientist"))


def test_atlantis_is_not_taken_off_unless_it_sank(bench):
    bench.breaks_only("UTF-8.1f", bench.plotted(), PlaceOnDisplay(ATLANTIS, OUT))
    bench.close("UTF-8.1f", under_fire(bench, 5), PlaceOnDisplay(ATLANTIS, HELD))


# --- UTF-8.2 Points --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawn", "worth"),
    [
        (("od_3", "od_9", "scientist"), 4),  # V4: the example
        (("od_9", "od_3", "scientist"), 4),
        (("od_5", "od_6", "scientist"), 1),  # V29: one group
        (("od_11", "od_5", "automedon"), 7),  # V23: 4 + 2 + 1
        (("od_1", "od_12", "ole_jacob"), 9),
        (("od_7", "od_8", "benarty"), 2),
    ],
)
def test_a_prize_is_worth(bench, drawn, worth):
    state = settled(bench, {"c1": drawn}, 0)
    assert [p.points for p in state.pending if p.what == POINTS] == [worth]
    paid = bench.after(state, ChangePoints(worth))
    assert paid.points == worth
    bench.legal(paid, EndActivation())
    bench.breaks("UTF-8.2.1", state, ChangePoints(worth + 1))


def test_a_prize_pays_its_route(bench):
    state = settled(bench, NAMED, 0)
    bench.breaks_only("UTF-8.2.1", state, ChangePoints(5))
    bench.close("UTF-8.2.1", state, ChangePoints(4))
    short = bench.after(state, ChangePoints(3))
    assert bench.breaks_only("UTF-8.2.1", short, EndActivation()).severity == "missing"


def test_a_prize_pays_its_cargo_and_its_ship(bench):
    state = settled(bench, AUTOMEDON, 4)
    assert bench.breaks_only("UTF-8.2.2a", state, EndActivation()).severity == "missing"
    bench.close("UTF-8.2.2a", bench.after(state, ChangePoints(3)), EndActivation())


def test_points_are_recorded(bench):
    state = settled(bench, points=0)
    assert bench.breaks_only("UTF-8.2.5", state, EndActivation()).severity == "missing"
    bench.close("UTF-8.2.5", settled(bench), EndActivation())
    bench.breaks_only("UTF-8.2.5", state, ChangePoints(0))


def test_points_in_several_clicks_are_the_same(bench):
    state = bench.after(settled(bench, points=0), ChangePoints(5), ChangePoints(2))
    bench.legal(state, EndActivation())


def test_points_need_a_prize(bench):
    bench.breaks_only("UTF-1.1b", bench.plotted(), ChangePoints(1))
    bench.close("UTF-1.1b", settled(bench, NAMED, 0), ChangePoints(4))


def test_a_prize_whose_worth_is_shown_later_is_judged_then(bench):
    state = bench.unseen(plot="secret")
    state = bench.after(
        state,
        AtlantisSearch(HERE, "c1", "", 2),
        PlaceOnDisplay("c1", BRITISH_SIGHTING),
        ACVCounter("c1", 4),
        PlaceOnDisplay("c1", GUNS),
        GunRange("c1", 3),
        ChangePoints(5),
        ShowShip("c1", "scientist"),
    )
    bench.breaks("UTF-8.2.1", state, SetAside("c1", "od_3", "od_9"))
    bench.close("UTF-8.2.1", state, SetAside("c1", "od_3", None))
    worth_four = bench.forced(state, SetAside("c1", "od_3", "od_9"))
    assert (POINTS, "c1") not in bench.owes(worth_four)


def test_a_prize_of_unknown_worth_may_be_paid_with_what_it_can_be_worth(bench):
    state = bench.unseen(plot="secret")
    state = bench.after(
        state,
        AtlantisSearch(HERE, "c1", "", 2),
        PlaceOnDisplay("c1", BRITISH_SIGHTING),
        ACVCounter("c1", 4),
        PlaceOnDisplay("c1", GUNS),
        GunRange("c1", 3),
        ShowShip("c1", "scientist"),
        PlaceOnDisplay("c1", PRIZES),
        SetAside("c1", "od_3"),
        DrawCruiserCard("clubs_jack"),
        AWAY,
    )
    for points in (1, 4, 5):  # od_4 .. od_12 from group 2
        bench.legal(bench.after(state, ChangePoints(points)), EndActivation())
    bench.breaks("UTF-8.2.1", state, ChangePoints(6))


# --- Ghosts ----------------------------------------------------------------------------


def test_a_ghost_leaves_the_game_without_a_fight(bench):
    """V24: no points, no card, out of the game."""
    state = beaten(bench, GHOST)
    assert bench.owes(state) == [(SHOW, "c1"), (DISPLAY, f"c1={OUT}"), (ASIDE, "c1")]
    bench.breaks_only("UTF-8.2.3", state, PlaceOnDisplay("c1", GUNS))
    bench.breaks_only("UTF-8.2.3", state, GunRange("c1", 3))
    assert bench.breaks("UTF-8.2.3", state, EndActivation()).severity == "missing"
    gone = bench.after(
        state, ShowShip("c1", "ghost_1"), PlaceOnDisplay("c1", OUT), SetAside("c1", "od_3", "od_9")
    )
    assert gone.gone == {"ghost_1": OUT}
    assert gone.voyages["c1"].at == WAITING
    bench.breaks_only("UTF-8.2.3", gone, ChangePoints(4))
    bench.breaks("UTF-3.4d", gone, DrawCruiserCard("clubs_jack"))
    bench.close("UTF-8.2.3", bench.after(gone, AWAY), EndActivation())


def test_only_a_ghost_that_was_discovered_leaves_the_game(bench):
    bench.breaks_only("UTF-8.2.3", beaten(bench), PlaceOnDisplay("c1", OUT))
    fresh = bench.plotted(drawn=GHOST)
    bench.breaks_only("UTF-8.2.3", fresh, PlaceOnDisplay("c1", OUT))
    bench.close("UTF-8.2.3", beaten(bench, GHOST), PlaceOnDisplay("c1", OUT))


def test_nobody_knows_whether_a_beaten_ship_is_a_ghost(bench):
    state = bench.after(
        bench.unseen(plot="secret"),
        AtlantisSearch(HERE, "c1", "", 2),
        PlaceOnDisplay("c1", BRITISH_SIGHTING),
        ACVCounter("c1", 4),
    )
    assert bench.owes(state) == []
    assert bench.breaks_only("UTF-7.5j", state, EndActivation()).severity == "missing"
    to_fight = bench.after(state, PlaceOnDisplay("c1", GUNS))
    assert bench.owes(to_fight) == [(GUN, "c1")]
    bench.breaks("UTF-8.1d", to_fight, ShowShip("c1", "ghost_2"))
    ghost = bench.after(state, ShowShip("c1", "ghost_2"))
    assert bench.owes(ghost) == [(DISPLAY, f"c1={OUT}"), (ASIDE, "c1")]
    fight = bench.after(state, PlaceOnDisplay("c1", GUNS), GunRange("c1", 6))
    bench.breaks("UTF-8.2.3", fight, ShowShip("c1", "ghost_2"))
    bench.legal(fight, ShowShip("c1", "teddy"))


# --- The set of a ship that is gone ----------------------------------------------------


def test_the_markers_of_a_prize_wait(bench):
    state = bench.after(under_fire(bench, 3), ShowShip("c1", "scientist"))
    prize = bench.after(state, PlaceOnDisplay("c1", PRIZES))
    aside = bench.after(prize, SetAside("c1", "od_3", "od_9"))
    assert aside.voyages["c1"].at == WAITING
    bench.close("DU-14", prize, SetAside("c1", "od_3", "od_9"))
    done = bench.after(prize, DrawCruiserCard("clubs_jack"), ChangePoints(4), AWAY)
    assert bench.breaks_only("DU-14", done, EndActivation()).severity == "interpretation"
    bench.breaks_only("DU-14", bench.plotted(), SetAside("c1", "od_3", "od_9"))


def test_the_markers_of_a_prize_are_those_that_were_drawn(bench):
    state = bench.after(
        under_fire(bench, 3), ShowShip("c1", "scientist"), PlaceOnDisplay("c1", PRIZES)
    )
    bench.breaks_only("UTF-5.2b", state, SetAside("c1", "od_9", "od_3"))
    bench.breaks("UTF-5.2b", state, SetAside("c9", "od_9", "od_3"))
    bench.close("UTF-5.2b", state, SetAside("c1", "od_3", "od_9"))


def test_a_cruiser_that_escorted_a_lost_ship_stays_in_the_hex(bench):
    state = bench.after(
        under_fire(bench, 3, cruisers={"devonshire": "c1"}),
        ShowShip("c1", "scientist"),
        PlaceOnDisplay("c1", PRIZES),
        SetAside("c1", "od_3", "od_9"),
    )
    assert state.cruisers["devonshire"].at.place == HERE


def test_dice_of_the_gun_range_that_nobody_saw_allow_both_ends(bench):
    state = under_fire(bench, None)
    assert (GUN, "c1") not in bench.owes(state)
    lost = bench.after(state, ShowShip("c1", "scientist"), PlaceOnDisplay("c1", PRIZES))
    assert (CRUISER_CARD, "") in bench.owes(lost)
    bench.legal(lost, ChangePoints(4))
    away = bench.after(state, ShowShip("c1", "scientist"), PlaceOnDisplay("c1", ROW), AWAY)
    bench.legal(away, EndActivation())


# --- What a careless referee would flag ------------------------------------------------


def test_what_a_prize_makes_necessary_may_be_done_in_any_order(bench):
    state = bench.after(under_fire(bench, 2, AUTOMEDON), AWAY, ChangePoints(7))
    state = bench.after(state, DrawCruiserCard("clubs_jack"), PlaceOnDisplay("c1", PRIZES))
    state = bench.after(state, SetAside("c1", "od_11", "od_5"), ShowShip("c1", "automedon"))
    assert state.gone == {"automedon": PRIZES}
    bench.legal(state, EndActivation())


def test_a_ship_that_got_away_may_be_found_and_taken_another_time(bench):
    away = bench.after(under_fire(bench, 6), ShowShip("c1", "scientist"))
    away = bench.after(away, PlaceOnDisplay("c1", ROW), AWAY, EndActivation())
    state = away.changed(
        phase="german", step="searching", serial=11, searched=frozenset(), plot="stay"
    )
    state = bench.after(
        state,
        AtlantisSearch(HERE, "c1", "", 1),
        PlaceOnDisplay("c1", BRITISH_SIGHTING),
        ACVCounter("c1", 2),
        PlaceOnDisplay("c1", GUNS),
        GunRange("c1", 1),
    )
    assert (SHOW, "c1") not in bench.owes(state)
    bench.legal(state, ShowShip("c1", "scientist"))


def test_a_card_is_drawn_for_a_prize_though_both_cruisers_are_active(bench):
    state = under_fire(bench, 2, active=("devonshire", "dorsetshire"))
    bench.legal(state, DrawCruiserCard("spades_king"))


# --- The graded variant (DU-12) --------------------------------------------------------


@pytest.mark.parametrize(("die", "points"), [(3, 5), (4, 7)])
def test_an_overlay_pays_secret_cargo_for_a_capture_only(die, points):
    folder = games_folder() / "under_ten_flags"
    game = load_game(folder, [folder / "overlays" / "graded.yaml"])
    rules = load_rules(game, folder)
    prize = Prize("c1", frozenset(("od_11",)), frozenset(("od_5",)), frozenset(("automedon",)), die)
    assert worths(rules.tables, prize) == {points}
    assert worths(rules.tables, replace(prize, die=None)) == {5, 7}
    assert die in rules.tables.acv_lost_on
