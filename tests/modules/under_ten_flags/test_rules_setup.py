"""Components and set-up."""

from __future__ import annotations

from modules.under_ten_flags.state import BRITISH, BRITISH_PHASE, GERMAN, WAITING
from modules.under_ten_flags.tables import CARD_KINDS
from modules.under_ten_flags.verbs import (
    ChangeMorale,
    ChooseStart,
    DrawCard,
    DrawSet,
    MoraleCheck,
    PlaceACVM,
    PlaceCruiser,
    RollRecycle,
)

FIRST = DrawSet("c1", "od_3", "od_9", "teddy")
AT_RIO = PlaceACVM("c1", "0906", "E", "brown")


def _chosen(bench):
    return bench.after(bench.rules.start(), ChooseStart("1507"))


def _first_set(bench):
    return bench.after(_chosen(bench), FIRST, AT_RIO)


def _ready(bench):
    return bench.after(
        _first_set(bench),
        PlaceCruiser("devonshire", "1201", ""),
        PlaceCruiser("dorsetshire", "1201", ""),
    )


def test_the_sheet_has_fifty_one_counters(bench):  # V5
    tables = bench.rules.tables
    sheet = [one for one in tables.game.counters if one.kind not in CARD_KINDS]
    assert sum(one.status == "printed" for one in sheet) == 51
    assert (len(tables.ports), len(tables.ships), len(tables.markers)) == (12, 24, 6)
    assert sum(cargo.ghost for cargo in tables.ships.values()) == 2


def test_markers_are_drawn_and_not_picked(bench):
    state = _chosen(bench)
    bench.breaks("UTF-2.0d", state, DrawSet("c1", "od_3", "od_9", "teddy", blind=False))
    bench.close("UTF-2.0d", state, FIRST)


def test_dice_have_six_faces(bench):
    waiting = bench.position(BRITISH_PHASE, sets={"c1": WAITING})
    bench.breaks("UTF-2.0e", waiting, RollRecycle("c1", 7))
    bench.breaks("UTF-2.0e", waiting, MoraleCheck((0, 3)))
    bench.close("UTF-2.0e", waiting, RollRecycle("c1", 6))


def test_the_german_sets_up_first(bench):
    start = bench.rules.start()
    bench.breaks("UTF-3.3", start, FIRST)
    bench.breaks("UTF-3.3", start, PlaceCruiser("devonshire", "1201", ""))
    bench.close("UTF-3.3", _chosen(bench), FIRST)
    unseen = bench.rules.start_unseen()
    bench.legal(unseen, DrawSet("c1", None, None, None))


def test_atlantis_starts_on_a_numbered_hex(bench):
    start = bench.rules.start()
    bench.breaks("UTF-3.3.1a", start, ChooseStart("2406"))
    bench.breaks("UTF-3.3.1a", start, ChooseStart("9999"))
    bench.close("UTF-3.3.1a", start, ChooseStart("2405"))


def test_the_start_is_written_once_and_before_play(bench):
    bench.breaks("UTF-3.3.1a", _chosen(bench), ChooseStart("1508"))
    bench.breaks("UTF-3.3.1a", bench.position(), ChooseStart("1508"))
    start = bench.rules.start()
    assert bench.breaks("UTF-3.3.1a", start, DrawCard("clubs_1")).severity == "missing"
    bench.close("UTF-3.3.1a", _ready(bench), DrawCard("clubs_1"))


def test_fatigue_starts_in_fresh(bench):
    bench.breaks("UTF-3.3.1b", _chosen(bench), ChangeMorale(-1))
    tired = _ready(bench).changed(morale="Fatigued")
    assert bench.breaks("UTF-3.3.1b", tired, DrawCard("clubs_1")).legal == "Fresh"
    bench.close("UTF-3.3.1b", _ready(bench), DrawCard("clubs_1"))


def test_one_pair_of_markers_is_drawn(bench):
    bench.breaks("UTF-3.3.2a", _first_set(bench), DrawSet("c2", "od_1", "od_2", "zamzam"))
    bench.breaks("UTF-3.3.2a", _chosen(bench), DrawCard("clubs_1"))
    bench.close("UTF-3.3.2a", _chosen(bench), FIRST)


def test_the_first_markers_come_from_the_cups(bench):
    start = bench.position("set_up", sets={"c2": "0609"}, sets_drawn=0)
    bench.breaks("UTF-3.3.2a", start, DrawSet("c1", "od_3", "od_4", "teddy"))
    bench.breaks("UTF-3.3.2b", start, DrawSet("c1", "od_1", "od_4", "scientist"))
    bench.close("UTF-3.3.2b", _chosen(bench), FIRST)


def test_the_first_map_marker_goes_to_its_origin(bench):
    drawn = bench.after(_chosen(bench), FIRST)
    assert bench.breaks("UTF-3.3.2c", drawn, PlaceACVM("c1", "2303")).legal == "0906"
    bench.breaks("UTF-3.3.2c", drawn, PlaceACVM("c1", "0907"))
    bench.breaks("UTF-3.3.2c", drawn, DrawCard("clubs_1"))
    bench.close("UTF-3.3.2c", drawn, AT_RIO)


def test_both_cruisers_start_somewhere(bench):
    state = _first_set(bench)
    one = bench.after(state, PlaceCruiser("devonshire", "1201", ""))
    bench.breaks("UTF-3.3.2d", one, PlaceCruiser("devonshire", "1202", ""))
    bench.breaks("UTF-3.3.2d", one, PlaceCruiser("exeter", "1202", ""))
    bench.breaks("UTF-3.3.2d", bench.position(), PlaceCruiser("devonshire", "1202", ""))
    assert bench.breaks("UTF-3.3.2d", one, DrawCard("clubs_1")).did.count("dorsetshire") == 1
    bench.close("UTF-3.3.2d", one, PlaceCruiser("dorsetshire", "1202", ""))
    bench.close("UTF-3.3.2d", _ready(bench), DrawCard("clubs_1"))


def test_one_cruiser_may_start_as_escort(bench):
    state = _first_set(bench)
    bench.breaks("UTF-3.3.2e", state, PlaceCruiser("devonshire", "1201", "c1"))
    bench.breaks("UTF-3.3.2e", state, PlaceCruiser("devonshire", "0906", "c2"))
    bench.close("UTF-3.3.2e", state, PlaceCruiser("devonshire", "0906", "c1"))
    escorted = bench.after(state, PlaceCruiser("devonshire", "0906", "c1"))
    bench.breaks("UTF-3.3.2e", escorted, PlaceCruiser("dorsetshire", "0906", "c1"))
    bench.close("UTF-3.3.2e", escorted, PlaceCruiser("dorsetshire", "1201", ""))


def test_other_cruisers_start_at_1201_or_beside_it(bench):
    state = _first_set(bench)
    assert bench.rules.tables.entry_hexes == {"1201", "1202", "1101", "1301"}
    bench.breaks("UTF-3.3.2f", state, PlaceCruiser("devonshire", "1302", ""))
    bench.breaks("UTF-3.3.2f", state, PlaceCruiser("devonshire", "0906", ""))
    for place in sorted(bench.rules.tables.entry_hexes):
        bench.close("UTF-3.3.2f", state, PlaceCruiser("devonshire", place, ""))


def test_what_nobody_sees_is_not_missed(bench):
    """In the public view, neither the start nor the cruisers are seen being placed."""
    unseen = bench.after(
        bench.rules.start_unseen(),
        DrawSet("c1", None, None, None),
        PlaceACVM("c1", "0906"),
        DrawCard("clubs_1"),
    )
    tables = bench.rules.tables
    assert unseen.turn == 1
    assert set(unseen.atlantis) == set(tables.neighbours)
    assert set(unseen.cruisers["devonshire"].at) == {*tables.entry_hexes, "c1"}
    assert unseen.voyages["c1"].origin == {"od_3"}
    assert "od_3" not in unseen.voyages["c1"].destination
    assert unseen.sees == frozenset()
    assert _ready(bench).sees == {GERMAN, BRITISH}
