"""The two decks of cards and the points that routes cost (UTF-3.4, 5.3, 1.1b, 1.1c, 4.1.2b)."""

from __future__ import annotations

from validator.rules.cases import INTERPRETATION, MISSING, Broken, Fault

from .book import case
from .facts import bookable, owed
from .state import CRUISER_CARD, JOKER, OVER, POINTS, TURN, State
from .tables import JOKER_CARD, Tables
from .verbs import ChangePoints, DrawCard, DrawCruiserCard, EndActivation

# --- UTF-3.4 The decks -----------------------------------------------------------------


@case("UTF-3.4a", reads=("card",), rests_on=("drawn",))
def each_activation_card_comes_once(tables: Tables, state: State, draw: DrawCard) -> Fault:
    if draw.card in tables.cruiser_cards:
        return f"{draw.card} came from the activation deck"
    if draw.card is None or draw.card not in state.drawn:
        return None
    if owed(state, TURN) or (draw.card == JOKER_CARD and owed(state, JOKER)):
        return None  # UTF-5.1d, UTF-5.1b: the deck was not shuffled as it should have been
    return f"{draw.card} came a second time since the deck was shuffled"


@case("UTF-3.4c", reads=("card",), rests_on=("cruiser_cards",))
def each_cruiser_card_comes_once(tables: Tables, state: State, draw: DrawCruiserCard) -> Fault:
    if draw.card in tables.cards:
        return f"{draw.card} came from the cruiser deck"
    if draw.card in state.cruiser_cards:
        return f"{draw.card} came a second time"
    return None


@case("UTF-3.4d")
def a_cruiser_card_needs_a_prize(tables: Tables, state: State, draw: DrawCruiserCard) -> Fault:
    if not owed(state, CRUISER_CARD):
        return "a card of the cruiser deck was drawn when no cargo ship had been lost"
    return None


@case("UTF-3.4e", reads=("card",))
def no_other_card_is_in_the_game(
    tables: Tables, state: State, draw: DrawCard | DrawCruiserCard
) -> Fault:
    if draw.card is None or draw.card in tables.cards or draw.card in tables.cruiser_cards:
        return None
    return f"{draw.card} is not in the game"


@case("UTF-5.3b", severity=MISSING)
def a_prize_turns_a_cruiser_card(tables: Tables, state: State, end: EndActivation) -> Fault:
    if owed(state, CRUISER_CARD):
        return "a cargo ship was lost and no cruiser card drawn"
    return None


# --- Points ----------------------------------------------------------------------------


@case("UTF-1.1c", reads=("delta",), rests_on=("points",))
def only_arrivals_cost_points(tables: Tables, state: State, change: ChangePoints) -> Fault:
    _, down = bookable(state)
    if change.delta >= 0 or down or state.phase == OVER or _floor_was_hit(tables, state):
        return None
    return Broken(f"{change.delta:+d} with no route completed", "no change")


def _floor_was_hit(tables: Tables, state: State) -> bool:
    """Whether a route that was completed in this activation cost nothing, for there is nothing."""
    left = any(one.waits == state.serial > 0 for one in state.voyages.values())
    return left and state.points == tables.points_least


@case("UTF-4.1.2b", reads=("delta",), rests_on=("points",))
def a_route_costs_one_point(
    tables: Tables, state: State, change: ChangePoints | EndActivation
) -> Fault:
    if isinstance(change, EndActivation):
        unpaid = sum(p.points for p in state.pending if p.what == POINTS and p.points < 0)
        if unpaid:
            return Broken(f"{unpaid:+d} was not booked", f"{unpaid:+d}", MISSING)
        return None
    _, down = bookable(state)
    if change.delta < 0 < down < -change.delta and state.phase != OVER:
        return Broken(f"the points were changed by {change.delta:+d}", f"{-down:+d}")
    return None


@case("DU-21", reads=("delta",), severity=INTERPRETATION, rests_on=("points",))
def points_do_not_fall_below_nothing(tables: Tables, state: State, change: ChangePoints) -> Fault:
    if change.delta < 0 and state.phase != OVER and _floor_was_hit(tables, state):
        return f"the points fall to {state.points + change.delta}"
    return None
