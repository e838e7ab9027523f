"""The two decks of cards and the points that routes cost (UTF-3.4, 5.3, 1.1b, 1.1c, 4.1.2b)."""

from __future__ import annotations

from validator.rules.cases import Broken, Fault, Verdict, left_out

from . import state as st
from . import verbs as v
from .book import case, cases
from .facts import bookable, owed
from .state import State
from .tables import JOKER_CARD, Tables

# --- UTF-3.4 The decks -----------------------------------------------------------------


@case("UTF-3.4a", reads=("card",), rests_on=("drawn",))
def each_activation_card_comes_once(tables: Tables, state: State, draw: v.DrawCard) -> Fault:
    if draw.card in tables.cruiser_cards:
        return f"{draw.card} came from the activation deck"
    if draw.card is None or draw.card not in state.drawn:
        return None
    if owed(state, st.TURN) or (draw.card == JOKER_CARD and owed(state, st.JOKER)):
        return None  # UTF-5.1d, UTF-5.1b: the deck was not shuffled as it should have been
    return f"{draw.card} came a second time since the deck was shuffled"


@case("UTF-3.4c", reads=("card",), rests_on=("cruiser_cards",))
def each_cruiser_card_comes_once(tables: Tables, state: State, draw: v.DrawCruiserCard) -> Fault:
    if draw.card in tables.cards:
        return f"{draw.card} came from the cruiser deck"
    return f"{draw.card} came a second time" if draw.card in state.cruiser_cards else None


@case("UTF-3.4d")
def a_cruiser_card_needs_a_prize(tables: Tables, state: State, draw: v.DrawCruiserCard) -> Fault:
    if not owed(state, st.CRUISER_CARD):
        return "a card of the cruiser deck was drawn when no cargo ship had been lost"
    return None


@case("UTF-3.4e", reads=("card",))
def no_other_card_exists(
    tables: Tables, state: State, draw: v.DrawCard | v.DrawCruiserCard
) -> Fault:
    if draw.card is None or draw.card in tables.cards or draw.card in tables.cruiser_cards:
        return None
    return f"{draw.card} is not in the game"


@case("UTF-5.3b")
def a_prize_turns_a_cruiser_card(tables: Tables, state: State, end: v.EndActivation) -> Fault:
    if owed(state, st.CRUISER_CARD):
        return left_out("a cargo ship was lost and no cruiser card drawn")
    return None


# --- Points ----------------------------------------------------------------------------


@cases("UTF-1.1c", "UTF-4.1.2b", "DU-21", reads=("delta",), rests_on=("points",))
def a_route_costs_the_last_points(tables: Tables, state: State, change: v.ChangePoints) -> Verdict:
    if change.delta >= 0 or state.phase == st.OVER:
        return None
    # A route that was completed in this activation cost nothing, for there is nothing.
    left = any(one.waits == state.serial > 0 for one in state.voyages.values())
    if left and state.points == tables.points_least:
        return "DU-21", f"the points fall to {state.points + change.delta}"
    _, down = bookable(state)
    if not down:
        return "UTF-1.1c", Broken(f"{change.delta:+d} with no route completed", "no change")
    if down < -change.delta:
        did = f"the points were changed by {change.delta:+d}"
        return "UTF-4.1.2b", Broken(did, f"{-down:+d}")
    return None


@case("UTF-4.1.2b", rests_on=("points",))
def a_route_is_paid(tables: Tables, state: State, end: v.EndActivation) -> Fault:
    unpaid = sum(p.points for p in state.pending if p.what == st.POINTS and p.points < 0)
    return left_out(f"{unpaid:+d} was not booked", f"{unpaid:+d}") if unpaid else None
