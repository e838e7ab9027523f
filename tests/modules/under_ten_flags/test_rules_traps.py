"""The digest's ten illegal entries, found with their case, and its six legal ones."""

from __future__ import annotations

from modules.under_ten_flags.state import (
    ATLANTIS_SIGHTING,
    BRITISH,
    BRITISH_PHASE,
    CARDS,
    GERMAN,
    WAITING,
)
from modules.under_ten_flags.verbs import (
    AtlantisSearch,
    ChangeMorale,
    ChangePoints,
    DrawCard,
    DrawSet,
    EndActivation,
    EndTurn,
    ExitMap,
    MoraleCheck,
    MoveACVM,
    PlaceACVM,
    PlaceOnDisplay,
    PlotAtlantis,
    PlotCruiser,
    React,
    ReturnJoker,
    ReturnSet,
    RollRecycle,
    UseUBoat,
)

TWO_WAIT = {"c1": WAITING, "c2": WAITING}
THEIRS = {"c1": ("od_1", "od_2", "teddy"), "c2": ("od_3", "od_4", "zamzam")}


def _cases(bench, state, verb):
    return sorted(bench.cases(state, verb))


# --- Ten illegal entries ---------------------------------------------------------------


def test_1_a_cruiser_sails_before_its_card(bench):
    state = bench.position(BRITISH_PHASE)
    found = _cases(bench, state, PlotCruiser("devonshire", "1202"))
    assert found == ["UTF-3.3.2g", "UTF-5.3a"]


def test_2_the_third_red_card_is_acted_on(bench):
    state = bench.position(CARDS, sets={"c1": "1204"}, streak=(BRITISH, 2)).changed(step="")
    third = bench.after(state, DrawCard("hearts_9"))
    assert _cases(bench, third, MoveACVM("c1", "1304")) == ["UTF-5.1a"]


def test_3_sets_are_rolled_for_in_the_first_activation(bench):
    state = bench.position(
        BRITISH_PHASE, sets={"c1": WAITING}, turn=3, activated={BRITISH: 1, GERMAN: 1}
    )
    assert _cases(bench, state, RollRecycle("c1", 4)) == ["UTF-4.1.1b"]


def test_4_a_second_die_of_four_brings_a_set_back(bench):
    state = bench.position(BRITISH_PHASE, sets=TWO_WAIT, drawn=THEIRS)
    rolled = bench.after(state, RollRecycle("c1", 3), RollRecycle("c2", 4))
    assert _cases(bench, rolled, ReturnSet("c2")) == ["UTF-5.4d"]


def test_5_a_set_leaves_when_it_arrives(bench):
    state = bench.position(BRITISH_PHASE, sets={"c1": "2304"}, points=3)
    arrived = bench.after(state, MoveACVM("c1", "2303"))
    assert _cases(bench, arrived, ExitMap("c1", "od_9", False)) == ["UTF-6.3a"]


def test_6_atlantis_searches_an_empty_hex(bench):
    state = bench.after(bench.position(sets={"c1": "1607"}), PlotAtlantis("1507", 1))
    assert _cases(bench, state, AtlantisSearch("1507", "c1", "", 2)) == ["UTF-4.2.2"]


def test_7_a_plane_flies_that_has_crashed(bench):
    state = bench.plotted(planes_lost=frozenset(("aircraft",)))
    assert "UTF-7.3d" in _cases(bench, state, AtlantisSearch("1507", "c1", "aircraft", 2))


def test_8_an_escort_uses_its_free_face(bench):
    searched = bench.after(
        bench.plotted(cruisers={"devonshire": "c1"}), AtlantisSearch("1507", "c1", "", 2)
    )
    assert "UTF-7.2.1d" in _cases(bench, searched, React("devonshire", "free", 2))
    rolled = bench.after(searched, React("devonshire", "", 2))
    claimed = PlaceOnDisplay("atlantis", ATLANTIS_SIGHTING)
    assert _cases(bench, rolled, claimed) == ["UTF-7.2.1d"]


def test_9_atlantis_crosses_madagascar(bench):
    state = bench.position(atlantis="2405")
    assert _cases(bench, state, PlotAtlantis("2505", 1)) == ["UTF-6.1h"]
    assert _cases(bench, state, PlotAtlantis("2406", 1)) == ["UTF-6.1g"]


def test_10_a_uboat_undoes_a_failed_check(bench):
    plotted = bench.after(
        bench.position(column=9, sets={"c1": "1508"}), PlotAtlantis("1508", 10), ChangeMorale(-1)
    )
    failed = bench.after(plotted, MoraleCheck((6, 5)))
    assert _cases(bench, failed, UseUBoat("uboat_1", 2)) == ["UTF-9.2b"]
    late = bench.forced(failed, UseUBoat("uboat_1", 2), ChangeMorale(1))
    assert _cases(bench, late, AtlantisSearch("1508", "c1", "", 2)) == ["UTF-9.1e"]


# --- Six legal entries -----------------------------------------------------------------


def test_1_cards_three_and_four_just_lie_in_the_discards(bench):
    state = bench.position(CARDS, streak=("", 0)).changed(step="")
    for card in ("hearts_1", "hearts_2"):
        state = bench.forced(bench.after(state, DrawCard(card)), EndActivation())
    state = bench.after(state, DrawCard("hearts_3"), DrawCard("hearts_4"), DrawCard("clubs_1"))
    assert state.activated[BRITISH] == 4
    bench.legal(state, PlotAtlantis("1507", 1))


def test_2_a_joker_before_both_sides_were_active(bench):
    state = bench.position(CARDS, activated={}, turn=1, streak=("", 0)).changed(step="")
    early = bench.after(state, DrawCard("joker"), ReturnJoker())
    assert early.turn == 1
    late = bench.after(early.changed(activated={GERMAN: 1, BRITISH: 1}), DrawCard("joker"))
    bench.legal(late, EndTurn())


def test_3_an_idle_escort_sails_with_every_red_card(bench):
    state = bench.position(
        BRITISH_PHASE, sets={"c1": "1204"}, cruisers={"devonshire": "c1"}, sets_drawn=1
    )
    moved = bench.after(state, MoveACVM("c1", "1304"), EndActivation(), DrawCard("hearts_1"))
    again = bench.after(moved, MoveACVM("c1", "1405"))
    assert again.cruisers["devonshire"].active is False
    assert again.cruisers["devonshire"].at.place == "c1"


def test_4_an_entry_is_measured_from_the_last_one_that_held(bench):
    plotted = bench.after(bench.position(column=4), PlotAtlantis("1508", 5), ChangeMorale(-1))
    failed = bench.after(plotted, MoraleCheck((6, 6)), EndActivation(), DrawCard("clubs_3"))
    assert bench.rules.tables.hexes_between("1508", "1506") == 2
    bench.legal(failed, PlotAtlantis("1506", 6))


def test_5_a_disguise_succeeds_and_is_damaged_all_the_same(bench):
    state = bench.plotted()
    laid = bench.after(state, PlaceOnDisplay("disguise", "Soviet"))
    searched = bench.after(laid, AtlantisSearch("1507", "c1", "soviet", 4))
    assert searched.hunt.roll.found is True
    assert ("soviet", "slashed") in [(one.piece, one.to) for one in searched.pending]


def test_6_a_five_brings_the_second_set_back(bench):
    state = bench.position(BRITISH_PHASE, sets=TWO_WAIT, drawn=THEIRS)
    bench.after(state, RollRecycle("c1", 5), RollRecycle("c2", 5), ReturnSet("c2"))


def test_a_whole_activation_of_each_side_is_legal(bench):
    """Nothing is found in play as the digest describes it, step by step."""
    british = bench.position(
        BRITISH_PHASE,
        sets={"c1": "2303", "c2": "1204", "c3": WAITING},
        drawn={"c2": ("od_4", "od_10", "teddy"), "c3": ("od_1", "od_2", "balzac")},
        active=("devonshire",),
        points=5,
    )
    german = bench.after(
        british,
        RollRecycle("c3", 6),
        ReturnSet("c3"),
        ExitMap("c1", "od_9", False),
        ChangePoints(-1),
        PlotCruiser("devonshire", "1202"),
        MoveACVM("c2", "1304", "SE", "red"),
        DrawSet("c3", "od_12", "od_7", "zamzam"),
        PlaceACVM("c3", "3608", "W", "red"),
        EndActivation(),
        DrawCard("spades_8"),
        PlotAtlantis("1508", 1),
    )
    assert german.points == 4
    bench.legal(german, EndActivation())
