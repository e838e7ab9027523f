"""Both decks of cards, and the points that routes cost."""

from __future__ import annotations

from modules.under_ten_flags.state import (
    BRITISH,
    BRITISH_PHASE,
    CARDS,
    CRUISER_CARD,
    GERMAN,
    GERMAN_PHASE,
)
from modules.under_ten_flags.verbs import (
    ChangePoints,
    DrawCard,
    DrawCruiserCard,
    EndActivation,
    EndTurn,
    ExitMap,
    GunRange,
    PlotCruiser,
    ReturnJoker,
)
from validator.rules.states import THIS_TURN, Pending

AWARDED = Pending(CRUISER_CARD, BRITISH, "UTF-5.3b")


def _between(bench, **words):
    return bench.position(CARDS, streak=("", 0), **words).changed(step="")


def _prize(bench, **words):
    return bench.position(GERMAN_PHASE, pending=(AWARDED,), plot="move", **words)


def test_the_decks_have_their_cards(bench):  # V6
    tables = bench.rules.tables
    colours = list(tables.cards.values())
    assert (len(colours), colours.count("red"), colours.count("black")) == (41, 20, 20)
    cruisers = list(tables.cruiser_cards.values())
    assert (len(cruisers), cruisers.count("red"), cruisers.count("black")) == (8, 2, 6)


def test_no_activation_card_comes_twice(bench):
    state = _between(bench).changed(drawn=frozenset(("hearts_3",)))
    bench.breaks("UTF-3.4a", state, DrawCard("hearts_3"))
    bench.breaks("UTF-3.4a", state, DrawCard("clubs_king"))
    bench.close("UTF-3.4a", state, DrawCard("hearts_4"))
    both = {GERMAN: 1, BRITISH: 1}
    ended = bench.after(state.changed(activated=both), DrawCard("joker"), EndTurn())
    bench.close("UTF-3.4a", ended, DrawCard("hearts_3"))


def test_the_joker_comes_again_when_it_was_shuffled_back(bench):
    state = _between(bench, activated={})
    back = bench.after(state, DrawCard("joker"), ReturnJoker())
    bench.close("UTF-3.4a", back, DrawCard("joker"))


def test_a_card_that_nobody_saw_leaves_the_turn_in_doubt(bench):
    unseen = bench.after(_between(bench, activated={GERMAN: 1, BRITISH: 1}), DrawCard(None))
    assert THIS_TURN in unseen.doubt
    ended = bench.after(unseen, DrawCard("joker"), EndTurn())
    assert THIS_TURN not in ended.doubt


def test_no_cruiser_card_comes_twice(bench):
    state = _prize(bench, cruiser_cards=frozenset(("clubs_king",)))
    bench.breaks("UTF-3.4c", state, DrawCruiserCard("clubs_king"))
    bench.breaks("UTF-3.4c", state, DrawCruiserCard("clubs_1"))
    bench.close("UTF-3.4c", state, DrawCruiserCard("clubs_queen"))


def test_a_cruiser_card_is_drawn_for_a_prize(bench):
    bench.breaks("UTF-3.4d", bench.position(), DrawCruiserCard("clubs_king"))
    bench.close("UTF-3.4d", _prize(bench), DrawCruiserCard("clubs_king"))
    assert bench.breaks("UTF-5.3b", _prize(bench), EndActivation()).severity == "missing"
    drawn = bench.after(_prize(bench), DrawCruiserCard("clubs_king"))
    bench.close("UTF-5.3b", drawn, EndActivation())


def test_after_the_last_cruiser_card_a_prize_draws_none(bench):  # DU-22
    ship = {"sets": {"c1": "1507"}}
    for drawn, owing in ((7, 1), (8, 0)):
        cards = frozenset(list(bench.rules.tables.cruiser_cards)[:drawn])
        taken = bench.forced(bench.position(cruiser_cards=cards, **ship), GunRange("c1", 3))
        assert sum(p.what == CRUISER_CARD for p in taken.pending) == owing


def test_other_cards_are_out_of_the_game(bench):
    bench.breaks("UTF-3.4e", _between(bench), DrawCard("diamonds_queen"))
    bench.breaks("UTF-3.4e", _prize(bench), DrawCruiserCard("hearts_jack"))
    bench.close("UTF-3.4e", _prize(bench), DrawCruiserCard("hearts_king"))
    bench.close("UTF-3.4e", _between(bench), DrawCard("joker"))


def test_a_red_card_activates_one_cruiser(bench):
    """Which one shows when the first of them acts; the second red card leaves no doubt."""
    red = bench.after(_prize(bench), DrawCruiserCard("hearts_king"))
    assert [one.active for one in red.cruisers.values()] == [None, None]
    turn = red.changed(phase=BRITISH_PHASE, step="recycling", serial=10, pending=())
    acted = bench.after(turn, PlotCruiser("devonshire", "1202"))
    assert acted.cruisers["devonshire"].active is True
    assert acted.cruisers["dorsetshire"].active is False
    bench.breaks("UTF-5.3a", acted, PlotCruiser("dorsetshire", "1202"))
    two = bench.after(
        acted.changed(phase=GERMAN_PHASE, pending=(AWARDED,)), DrawCruiserCard("diamonds_king")
    )
    assert [one.active for one in two.cruisers.values()] == [True, True]
    black = bench.after(_prize(bench), DrawCruiserCard("clubs_king"))
    assert [one.active for one in black.cruisers.values()] == [False, False]


def test_only_routes_cost_points(bench):
    state = bench.position(BRITISH_PHASE, sets={"c1": "2303"}, points=3)
    bench.breaks("UTF-1.1c", state, ChangePoints(-1))
    left = bench.after(state, ExitMap("c1", "od_9", False))
    bench.close("UTF-1.1c", left, ChangePoints(-1))


def test_a_route_costs_one_point(bench):
    state = bench.position(BRITISH_PHASE, sets={"c1": "2303"}, points=3)
    left = bench.after(state, ExitMap("c1", "od_9", False))
    assert bench.breaks("UTF-4.1.2b", left, ChangePoints(-2)).legal == "-1"
    assert bench.breaks("UTF-4.1.2b", left, EndActivation()).severity == "missing"
    bench.close("UTF-4.1.2b", left, ChangePoints(-1))
    assert bench.breaks("UTF-4.1.2b", bench.after(left, ChangePoints(-1)), ChangePoints(-3))


def test_a_ghost_costs_nothing(bench):
    ghost = bench.position(
        BRITISH_PHASE, sets={"c1": "2303"}, drawn={"c1": ("od_3", "od_9", "ghost_1")}, points=3
    )
    assert bench.after(ghost, ExitMap("c1", "od_9", True)).pending == ()


def test_points_never_fall_below_nothing(bench):
    state = bench.position(BRITISH_PHASE, sets={"c1": "2303"}, points=0)
    left = bench.after(state, ExitMap("c1", "od_9", False))
    assert left.pending == ()
    bench.breaks("DU-21", left, ChangePoints(-1))
    one = bench.after(state.changed(points=1), ExitMap("c1", "od_9", False))
    bench.close("DU-21", one, ChangePoints(-1))


def test_points_booked_late_are_booked(bench):
    state = bench.position(BRITISH_PHASE, sets={"c1": "2303"}, points=3)
    late = bench.forced(state, ExitMap("c1", "od_9", False), EndActivation())
    bench.legal(late, ChangePoints(-1))
    assert bench.after(late, ChangePoints(-1)).late == ()
