"""Cards, activations and their steps, the end of turn and game."""

from __future__ import annotations

import pytest

from modules.under_ten_flags.state import (
    ARRIVALS,
    ATLANTIS,
    BRITISH,
    BRITISH_PHASE,
    CARDS,
    CRUISER_SEARCH,
    GERMAN,
    GERMAN_PHASE,
    GUN,
    GUNS,
    NEW_VOYAGE,
    OVER,
    SAILING,
    SEARCHING,
    WAITING,
    Hunt,
    Throw,
)
from modules.under_ten_flags.verbs import (
    AtlantisSearch,
    ChangePoints,
    ChooseStart,
    CruiserSearch,
    DrawCard,
    DrawSet,
    EndActivation,
    EndTurn,
    ExitMap,
    GunRange,
    JoinEscort,
    MoveACVM,
    PlaceACVM,
    PlaceCruiser,
    PlotAtlantis,
    PlotCruiser,
    Rest,
    ReturnJoker,
    RollRecycle,
)
from validator.rules.states import Pending

CARD = {"R": "hearts", "B": "spades"}


def _begun(bench):
    return bench.after(
        bench.rules.start(),
        ChooseStart("1507"),
        DrawSet("c1", "od_3", "od_9", "teddy"),
        PlaceACVM("c1", "0906", "E", "brown"),
        PlaceCruiser("devonshire", "1201", ""),
        PlaceCruiser("dorsetshire", "1201", ""),
    )


def _between(bench, **words):
    """Turn 2, no activation open, both sides activated once."""
    words = {"activated": {GERMAN: 1, BRITISH: 1}, "streak": (BRITISH, 1), **words}
    return bench.position(CARDS, **words).changed(step="")


def _cards(bench, state, cards):
    """Which cards opened an activation, which were skipped, which Jokers went back."""
    opened, skipped, back = [], [], []
    for number, card in enumerate(cards, 1):
        name = "joker" if card == "J" else f"{CARD[card]}_{number}"
        state = bench.after(state, DrawCard(name))
        if card == "J":
            if state.pending[-1].what == "turn":
                return opened, skipped, back, number
            back.append(number)
            state = bench.after(state, ReturnJoker())
        elif state.phase == CARDS:
            skipped.append(number)
        else:
            opened.append(BRITISH if state.phase == BRITISH_PHASE else GERMAN)
            state = bench.forced(state, EndActivation())
    return opened, skipped, back, None


@pytest.mark.parametrize(
    ("cards", "opened", "skipped", "back", "end"),
    [
        ("RRRB", [BRITISH, BRITISH, GERMAN], [3], [], None),  # V7
        ("BBBBRB", [GERMAN, GERMAN, BRITISH, GERMAN], [3, 4], [], None),  # V8
        ("JRJBJ", [BRITISH, GERMAN], [], [1, 3], 5),  # V9
        ("RRRJBJ", [BRITISH, BRITISH, GERMAN], [3], [4], 6),  # V10
        ("RRRRB", [BRITISH, BRITISH, GERMAN], [3, 4], [], None),  # 7.2, entry 1
    ],
)
def test_cards_open_activations(bench, cards, opened, skipped, back, end):
    assert _cards(bench, _begun(bench), cards) == (opened, skipped, back, end)


def test_the_first_card_opens_the_game(bench):
    start = _begun(bench)
    for act in (RollRecycle("c1", 6), PlotAtlantis("1507", 1), EndActivation(), EndTurn()):
        assert bench.breaks("UTF-4.0a", start, act).severity == "missing"
    opened = bench.after(start, DrawCard("clubs_1"))
    bench.close("UTF-4.0a", opened, PlotAtlantis("1507", 1))


def test_a_side_acts_on_its_own_colour(bench):
    german = bench.position(GERMAN_PHASE, sets={"c1": "1204"})
    bench.breaks("UTF-4.0c", german, MoveACVM("c1", "1305"))
    british = bench.position(BRITISH_PHASE, sets={"c1": "1204"})
    bench.breaks("UTF-4.0c", british, PlotAtlantis("1507", 1))
    bench.breaks("UTF-4.0c", _between(bench), Rest())
    bench.breaks("UTF-4.0c", _between(bench), EndActivation())
    bench.close("UTF-4.0c", german, PlotAtlantis("1507", 1))
    bench.close("UTF-4.0c", british, MoveACVM("c1", "1304"))


def test_a_third_card_in_a_row_is_not_acted_on(bench):
    """7.1, entry 2."""
    third = bench.after(
        _between(bench, sets={"c1": "1204"}, streak=(BRITISH, 2)), DrawCard("hearts_3")
    )
    assert third.phase == CARDS
    bench.breaks("UTF-5.1a", third, MoveACVM("c1", "1304"))
    bench.breaks("UTF-5.1a", third, DrawSet("c2", "od_1", "od_2", "teddy"))
    bench.close("UTF-4.0c", third, EndActivation())
    second = bench.after(
        _between(bench, sets={"c1": "1204"}, streak=(BRITISH, 1)), DrawCard("hearts_3")
    )
    bench.close("UTF-5.1a", second, MoveACVM("c1", "1304"))


def test_the_streak_starts_anew_each_turn(bench):
    ended = bench.after(_between(bench, streak=(BRITISH, 2)), DrawCard("joker"), EndTurn())
    assert ended.turn == 3
    assert bench.after(ended, DrawCard("hearts_1")).phase == BRITISH_PHASE


def test_a_new_cruiser_waits_for_the_next_british_activation(bench):
    german = bench.position(GERMAN_PHASE, active=("devonshire",), red_serial=9)
    bench.breaks("UTF-5.3c", german, PlotCruiser("devonshire", "1202"))
    british = bench.position(BRITISH_PHASE, active=("devonshire",), red_serial=8)
    bench.close("UTF-5.3c", british, PlotCruiser("devonshire", "1202"))


def test_british_steps_come_in_their_order(bench):
    words = {"sets": {"c1": "1204", "c2": WAITING}, "active": ("devonshire",)}
    sailing = bench.position(BRITISH_PHASE, **words).changed(step=SAILING)
    bench.breaks("UTF-4.1", sailing, RollRecycle("c2", 3))
    bench.breaks("UTF-4.1", sailing, PlotCruiser("devonshire", "1202"))
    searching = sailing.changed(step=CRUISER_SEARCH)
    bench.breaks("UTF-4.1", searching, MoveACVM("c1", "1304"))
    drawing = sailing.changed(step=NEW_VOYAGE)
    bench.breaks("UTF-4.1", drawing, CruiserSearch("devonshire", "1201", "", 3))
    arriving = sailing.changed(step=ARRIVALS)
    bench.close("UTF-4.1", arriving, PlotCruiser("devonshire", "1202"))
    bench.close("UTF-4.1", sailing, MoveACVM("c1", "1304"))


def test_a_search_is_settled_before_the_next_step(bench):
    state = bench.position(BRITISH_PHASE, active=("devonshire",)).changed(step=CRUISER_SEARCH)
    found = bench.after(state, CruiserSearch("devonshire", "1201", "", 1))
    bench.breaks("UTF-4.1", found, DrawSet("c2", "od_1", "od_2", "teddy"))
    missed = bench.after(state, CruiserSearch("devonshire", "1201", "", 5))
    bench.close("UTF-4.1", missed, DrawSet("c2", "od_1", "od_2", "teddy"))


def test_german_steps_come_in_their_order(bench):
    state = bench.position(sets={"c1": "1507"})
    bench.breaks("UTF-4.2", state, AtlantisSearch("1507", "c1", "", 5))
    plotted = bench.after(state, PlotAtlantis("1507", 1))
    bench.close("UTF-4.2", plotted, AtlantisSearch("1507", "c1", "", 5))
    searched = bench.after(plotted, AtlantisSearch("1507", "c1", "", 5))
    assert searched.step == SEARCHING
    bench.breaks("UTF-4.2", searched.changed(plot=""), PlotAtlantis("1508", 1))


def test_an_early_joker_is_shuffled_back(bench):
    """7.2, entry 2, and what goes wrong with it."""
    early = bench.after(_begun(bench), DrawCard("joker"))
    bench.breaks("UTF-5.1b", early, EndTurn())
    bench.breaks("UTF-5.1b", early, DrawCard("clubs_1"))
    back = bench.after(early, ReturnJoker())
    bench.close("UTF-5.1b", back, DrawCard("clubs_1"))
    assert back.turn == 1


def test_the_joker_ends_the_turn(bench):
    late = bench.after(_between(bench), DrawCard("joker"))
    bench.breaks("UTF-5.1c", late, ReturnJoker())
    bench.close("UTF-5.1c", late, EndTurn())
    bench.breaks("UTF-5.1c", _between(bench), EndTurn())
    bench.breaks("UTF-5.1c", _between(bench), ReturnJoker())
    early = bench.after(_between(bench, activated={GERMAN: 1}), DrawCard("joker"))
    bench.close("UTF-5.1c", early, ReturnJoker())


def test_cards_are_resolved_one_by_one(bench):
    bench.breaks("UTF-5.1c", bench.position(), DrawCard("clubs_1"))
    bench.close("UTF-5.1c", _between(bench), DrawCard("clubs_1"))


def test_the_turn_marker_advances(bench):
    late = bench.after(_between(bench), DrawCard("joker"))
    assert bench.breaks("UTF-5.1d", late, DrawCard("clubs_1")).severity == "missing"
    assert bench.forced(late, DrawCard("clubs_1")).turn == 3
    ended = bench.after(late, EndTurn())
    assert (ended.turn, ended.drawn) == (3, frozenset())
    bench.close("UTF-5.1d", ended, DrawCard("clubs_1"))


def test_the_game_ends_with_the_joker_of_turn_six(bench):
    last = _between(bench, turn=6, points=7)
    over = bench.after(last, DrawCard("joker"))
    assert over.phase == OVER
    bench.breaks("UTF-1.1d", over, EndTurn())
    bench.breaks("UTF-1.1d", over, DrawCard("clubs_1"))
    bench.close("UTF-1.1d", last, DrawCard("joker"))
    bench.breaks("UTF-5.1e", over, PlotAtlantis("1507", 1))
    bench.breaks("UTF-5.1e", over, ExitMap("c1"))
    bench.close("UTF-5.1e", bench.position(), PlotAtlantis("1507", 1))


def test_the_game_ends_when_atlantis_sinks(bench):
    state = bench.position(
        BRITISH_PHASE,
        points=12,
        cvm={ATLANTIS: GUNS},
        pending=(Pending(GUN, BRITISH, "UTF-8.1c", ATLANTIS),),
        hunt=Hunt(
            "devonshire",
            "1507",
            ATLANTIS,
            Throw("", 1, True),
            answer=True,
            counters={ATLANTIS: Throw("", 6, False)},
        ),
    )
    over = bench.after(state, GunRange(ATLANTIS, 5))
    assert over.outcome is not None
    assert (over.outcome.winner, over.outcome.score) == (BRITISH, 2)
    bench.breaks("UTF-8.0", over, DrawCard("clubs_1"))
    bench.breaks("UTF-8.0", over, DrawSet("c1", "od_1", "od_2", "teddy"))
    bench.close("UTF-8.0", over, EndActivation())
    escaped = bench.after(state, GunRange(ATLANTIS, 6))
    bench.close("UTF-8.0", escaped, DrawSet("c1", "od_1", "od_2", "teddy"))


def test_escorts_change_on_a_red_card(bench):
    words = {"sets": {"c1": "1201"}, "active": ("devonshire", "dorsetshire")}
    bench.breaks("UTF-7.2b", bench.position(**words), JoinEscort("devonshire", "c1"))
    british = bench.position(BRITISH_PHASE, **words)
    bench.close("UTF-7.2b", british, JoinEscort("devonshire", "c1"))
    sailing = british.changed(step=SAILING)
    bench.breaks("UTF-7.2c", sailing, JoinEscort("devonshire", "c1"))
    bench.close("UTF-7.2c", british, JoinEscort("devonshire", "c1"))


@pytest.mark.parametrize(
    ("points", "sunk", "winner"),
    [
        (10, False, GERMAN),
        (9, False, "Nobody"),
        (5, False, "Nobody"),
        (4, False, BRITISH),
        (20, True, GERMAN),
        (19, True, "Nobody"),
        (14, True, BRITISH),
    ],
)
def test_the_result_follows_the_points(bench, points, sunk, winner):  # DU-1
    state = _between(bench, turn=6, points=points, sunk=sunk)
    over = bench.forced(state, DrawCard("joker"))
    assert over.outcome is not None
    assert over.outcome.winner == winner
    assert over.outcome.score == points - (10 if sunk else 0)


def test_the_result_waits_for_points_that_are_owed(bench):
    arrived = bench.position(
        BRITISH_PHASE, sets={"c1": "2303"}, turn=6, points=5, activated={GERMAN: 1, BRITISH: 1}
    )
    left = bench.after(arrived, ExitMap("c1", "od_9", False))
    booked = bench.after(left, ChangePoints(-1))
    assert booked.points == 4
    assert booked.outcome is None
