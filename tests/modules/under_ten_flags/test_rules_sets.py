"""Sets of markers: drawn, sailing, leaving the map, waiting, brought back."""

from __future__ import annotations

import pytest

from modules.under_ten_flags.state import BRITISH, BRITISH_PHASE, GERMAN_PHASE, NOTHING, WAITING
from modules.under_ten_flags.verbs import (
    ChangePoints,
    DrawCard,
    DrawSet,
    EndActivation,
    ExitMap,
    MoveACVM,
    PlaceACVM,
    PlaceCruiser,
    ReturnSet,
    RollRecycle,
    SetAside,
)

NEW = DrawSet("c2", "od_1", "od_2", "teddy")


def _british(bench, **words):
    return bench.position(BRITISH_PHASE, **words)


def _sailing(bench, **words):
    """C1 has sailed in this activation, so that it owes nothing more."""
    state = _british(bench, sets={"c1": "1204"}, **words)
    return bench.after(state, MoveACVM("c1", "1304"))


# --- New sets --------------------------------------------------------------------------


def test_each_map_marker_stands_for_one_set(bench):
    state = _sailing(bench)
    bench.breaks("UTF-2.1d", state, DrawSet("c1", "od_1", "od_2", "teddy"))
    bench.breaks("UTF-2.1d", state, DrawSet("c7", "od_1", "od_2", "teddy"))
    bench.close("UTF-2.1d", state, NEW)


def test_there_are_six_sets_at_most(bench):
    five = {f"c{n}": WAITING for n in range(1, 6)}
    drawn = {f"c{n}": (f"od_{2 * n}", f"od_{2 * n - 1}", "") for n in range(1, 6)}
    state = _british(bench, sets=five, drawn=drawn)
    bench.close("UTF-5.2f", state, DrawSet("c6", "od_11", "od_12", "teddy"))
    full = bench.after(state, DrawSet("c6", "od_11", "od_12", "teddy"))
    bench.breaks("UTF-5.2f", full, DrawSet("c6", "od_11", "od_12", "zamzam"))


def test_a_waiting_set_stays_together(bench):
    state = _british(bench, sets={"c1": WAITING})
    bench.breaks("UTF-5.4a", state, DrawSet("c1", "od_1", "od_2", "teddy"))
    bench.breaks("UTF-5.4a", state, DrawSet("c2", "od_1", "od_9", "teddy"))
    bench.breaks("UTF-5.4a", state, DrawSet("c2", "od_1", "od_2", "scientist"))
    bench.close("UTF-5.4a", state, NEW)


def test_each_number_exists_once(bench):
    state = _sailing(bench)
    bench.breaks("UTF-2.1b", state, DrawSet("c2", "od_1", "od_1", "teddy"))
    bench.breaks("UTF-2.1b", state, DrawSet("c2", "od_13", "od_1", "teddy"))
    bench.close("UTF-2.1b", state, NEW)
    two = _british(
        bench,
        sets={"c1": "2303", "c2": "0308"},
        drawn={"c2": ("od_5", "od_1", "teddy")},
    )
    bench.close("UTF-2.1b", two, ExitMap("c1", "od_9", False))
    twice = _british(
        bench,
        sets={"c1": "2303", "c2": "0308"},
        drawn={"c2": ("od_9", "od_1", "teddy")},
    )
    bench.breaks("UTF-2.1b", twice, ExitMap("c1", "od_9", False))


def test_markers_come_from_the_cup(bench):
    state = _sailing(bench)
    bench.breaks("UTF-5.2a", state, DrawSet("c2", "od_3", "od_2", "teddy"))
    bench.breaks("UTF-5.2a", state, DrawSet("c2", "od_1", "od_9", "teddy"))
    bench.breaks("UTF-5.2a", state, DrawSet("c2", NOTHING, "od_2", "teddy"))
    bench.close("UTF-5.2a", state, NEW)


def test_what_the_game_has_not_is_drawn_by_nobody(bench):
    """Whatever a log names, play goes on: what was drawn is not known then."""
    state = bench.forced(_sailing(bench), DrawSet("c2", "od_13", "od_14", "queen_mary"))
    assert "UTF-5.2e" not in bench.cases(state, PlaceACVM("c2", "0308", "E", "brown"))
    voyage = state.voyage("c2")
    assert voyage.origin and "od_13" not in voyage.origin and "queen_mary" not in voyage.ship
    gone = bench.forced(state, PlaceCruiser("exeter", "1101", ""), SetAside("c1", "od_13", "od_14"))
    assert gone.voyage("c1").origin == state.voyage("c1").origin
    for side in (None, "German", "British"):
        assert bench.rules.module.beliefs(bench.rules.tables, gone, side)


def test_a_ship_comes_from_the_cup(bench):
    state = _sailing(bench, gone={"zamzam": "Sunk or Prize"})
    bench.breaks("UTF-5.2c", state, DrawSet("c2", "od_1", "od_2", "scientist"))
    bench.breaks("UTF-2.1c", state, DrawSet("c2", "od_1", "od_2", "zamzam"))
    bench.breaks("UTF-2.1c", state, DrawSet("c2", "od_1", "od_2", "queen_mary"))
    bench.close("UTF-5.2c", state, NEW)
    bench.close("UTF-2.1c", state, DrawSet("c2", "od_1", "od_2", "ghost_2"))


def test_one_new_set_is_drawn(bench):
    state = _sailing(bench)
    assert bench.breaks("UTF-4.1.6", state, EndActivation()).severity == "missing"
    drawn = bench.after(state, NEW, PlaceACVM("c2", "0308"))
    bench.close("UTF-4.1.6", drawn, EndActivation())
    again = DrawSet("c3", "od_5", "od_6", "zamzam")
    assert bench.breaks("DU-7", drawn, again).severity == "interpretation"
    bench.close("DU-7", state, NEW)


def test_no_set_is_missed_when_none_can_be_drawn(bench):
    six = {f"c{n}": WAITING for n in range(1, 7)}
    drawn = {f"c{n}": (f"od_{2 * n}", f"od_{2 * n - 1}", "") for n in range(1, 7)}
    state = _british(bench, sets=six, drawn=drawn)
    bench.close("UTF-4.1.6", state, EndActivation())


def test_the_first_marker_is_the_origin(bench):
    drawn = bench.after(_sailing(bench), NEW)
    bench.breaks("UTF-5.2b", drawn, PlaceACVM("c2", "0609"))
    bench.breaks("UTF-5.2d", drawn, PlaceACVM("c2", "0610"))
    bench.close("UTF-5.2b", drawn, PlaceACVM("c2", "0308"))
    bench.close("UTF-5.2d", drawn, PlaceACVM("c2", "0308"))


def test_a_map_marker_comes_with_its_set(bench):
    state = _sailing(bench)
    bench.breaks("UTF-5.2d", state, PlaceACVM("c2", "0308"))
    bench.breaks("UTF-5.2d", bench.after(state, NEW), EndActivation())


def test_a_marker_whose_set_nobody_saw_drawn_sails_on(bench):
    """A log may begin between the two: what the set holds is not known, and nothing is wrong."""
    placed = bench.forced(_sailing(bench), PlaceACVM("c2", "0308", None, None))
    assert placed.voyage("c2").origin == {"od_1"}
    later = placed.changed(serial=placed.serial + 1)
    assert "UTF-4.1.4a" not in bench.cases(later, MoveACVM("c2", "0408"))


def test_the_arrow_tells_the_heading(bench):
    drawn = bench.after(_sailing(bench), NEW)
    breach = bench.breaks("UTF-5.2e", drawn, PlaceACVM("c2", "0308", "NW"))
    assert breach.severity == "interpretation"
    for spine in breach.legal.split(", "):
        bench.close("UTF-5.2e", drawn, PlaceACVM("c2", "0308", spine))
    bench.breaks("UTF-5.2e", drawn, PlaceACVM("c2", "0308", "N"))
    bench.close("UTF-5.2e", drawn, PlaceACVM("c2", "0308"))


# --- Leaving the map -------------------------------------------------------------------


def test_a_set_leaves_one_activation_after_it_arrived(bench):  # V28, 7.1 entry 5
    state = _british(bench, sets={"c1": "2304"}, points=4)
    arrived = bench.after(state, MoveACVM("c1", "2303"))
    bench.breaks("UTF-6.3a", arrived, ExitMap("c1", "od_9", False))
    later = bench.after(
        arrived, NEW, PlaceACVM("c2", "0308"), EndActivation(), DrawCard("hearts_4")
    )
    assert later.serial == arrived.serial + 1
    bench.close("UTF-6.3a", later, ExitMap("c1", "od_9", False))
    left = bench.after(later, ExitMap("c1", "od_9", False), ChangePoints(-1))
    assert left.voyages["c1"].at == WAITING
    assert left.points == 3


def test_a_set_leaves_from_its_destination(bench):
    state = _british(bench, sets={"c1": "2304"})
    assert bench.breaks("UTF-4.1.2a", state, ExitMap("c1", "od_9", False)).legal == "2303"
    bench.breaks("UTF-4.1.2a", state, ExitMap("c2", "od_9", False))
    there = _british(bench, sets={"c1": "2303"})
    bench.breaks("UTF-4.1.2a", there, ExitMap("c1", "od_4", False))
    bench.breaks("UTF-4.1.2a", there, ExitMap("c1", "od_9", True))
    bench.close("UTF-4.1.2a", there, ExitMap("c1", "od_9", False))


def test_an_arrived_set_does_leave(bench):
    there = _british(bench, sets={"c1": "2303"}, sets_drawn=1)
    assert bench.breaks("UTF-4.1.2a", there, EndActivation()).severity == "missing"
    left = bench.after(there, ExitMap("c1", "od_9", False))
    assert bench.cases(left, EndActivation()) == []


def test_a_set_leaves_in_a_british_activation(bench):
    german = bench.position(GERMAN_PHASE, sets={"c1": "2303"})
    bench.breaks("UTF-6.3b", german, ExitMap("c1", "od_9", False))
    bench.close("UTF-6.3b", _british(bench, sets={"c1": "2303"}), ExitMap("c1", "od_9", False))


def test_a_set_waits_before_it_comes_back(bench):
    state = _british(bench, sets={"c1": "2303"})
    bench.breaks("UTF-4.1.2c", state, ReturnSet("c1"))
    rolled = bench.after(_british(bench, sets={"c1": WAITING}), RollRecycle("c1", 6))
    bench.close("UTF-4.1.2c", rolled, ReturnSet("c1"))


def test_its_escort_stays_behind(bench):  # DU-17
    state = _british(bench, sets={"c1": "2303"}, cruisers={"devonshire": "c1"})
    left = bench.after(state, ExitMap("c1", "od_9", False))
    assert left.cruisers["devonshire"].at.place == "2303"


# --- Waiting sets ----------------------------------------------------------------------

THREE = {"c1": WAITING, "c2": WAITING, "c3": WAITING}
THEIRS = {
    "c1": ("od_1", "od_2", "teddy"),
    "c2": ("od_3", "od_4", "zamzam"),
    "c3": ("od_5", "od_6", "balzac"),
}


@pytest.mark.parametrize(
    ("dice", "returned"),
    [
        ((6, 5, 4), [True, True, True]),  # V1, printed
        ((5, 5, 3), [False, True, False]),  # V1b
        ((6, 4, 4), [True, False, True]),  # V1c
    ],
)
def test_each_further_die_gets_one_more(bench, dice, returned):
    state = _british(bench, sets=THREE, drawn=THEIRS)
    for acvm, die, comes_back in zip(THREE, dice, returned, strict=True):
        state = bench.after(state, RollRecycle(acvm, die))
        assert bool(state.pending) == comes_back
        if comes_back:
            state = bench.after(state, ReturnSet(acvm))
            assert state.voyages[acvm].at == "free"


def test_a_set_comes_back_on_a_six(bench):
    state = _british(bench, sets=THREE, drawn=THEIRS)
    bench.breaks("UTF-5.4b", state, ReturnSet("c1"))
    bench.breaks("UTF-5.4b", state, ReturnSet("c4"))
    five = bench.after(state, RollRecycle("c1", 5))
    bench.breaks("UTF-5.4b", five, ReturnSet("c1"))
    six = bench.after(state, RollRecycle("c1", 6))
    bench.close("UTF-5.4b", six, ReturnSet("c1"))
    unseen = bench.after(state, RollRecycle("c1", None))
    bench.close("UTF-5.4b", unseen, ReturnSet("c1"))


def test_a_second_die_of_four_brings_nothing_back(bench):  # 7.1, entry 4; 7.2, entry 6
    state = bench.after(_british(bench, sets=THREE, drawn=THEIRS), RollRecycle("c1", 3))
    bench.breaks("UTF-5.4d", bench.after(state, RollRecycle("c2", 4)), ReturnSet("c2"))
    bench.close("UTF-5.4d", bench.after(state, RollRecycle("c2", 5)), ReturnSet("c2"))


def test_a_set_that_came_back_goes_into_the_cups(bench):
    state = bench.after(_british(bench, sets={"c1": WAITING}), RollRecycle("c1", 6))
    assert bench.breaks("UTF-5.4c", state, EndActivation()).severity == "missing"
    back = bench.after(state, ReturnSet("c1"))
    again = bench.after(back, DrawSet("c1", "od_3", "od_9", "scientist"), PlaceACVM("c1", "0906"))
    bench.close("UTF-5.4c", again, EndActivation())


def test_one_die_for_each_waiting_set(bench):
    state = _british(bench, sets={"c1": WAITING, "c2": "1204"})
    bench.breaks("UTF-4.1.1a", state, RollRecycle("c2", 6))
    bench.breaks("UTF-4.1.1a", state, RollRecycle("c3", 6))
    rolled = bench.after(state, RollRecycle("c1", 3))
    bench.breaks("UTF-4.1.1a", rolled, RollRecycle("c1", 6))
    gone = _british(bench, sets={"c1": "2303"})
    left = bench.forced(gone, ExitMap("c1", "od_9", False))
    bench.breaks("UTF-4.1.1a", left, RollRecycle("c1", 6))
    bench.close("UTF-4.1.1a", state, RollRecycle("c1", 6))


def test_no_dice_in_the_first_activation_of_a_turn(bench):  # 7.1, entry 3
    first = _british(bench, sets={"c1": WAITING}, activated={BRITISH: 1}, turn=3)
    bench.breaks("UTF-4.1.1b", first, RollRecycle("c1", 6))
    second = _british(bench, sets={"c1": WAITING}, activated={BRITISH: 2}, turn=3)
    bench.close("UTF-4.1.1b", second, RollRecycle("c1", 6))
