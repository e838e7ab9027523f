"""The order of play: activations, their steps, the end of turn and game (UTF-1.1, 4, 5.1)."""

from __future__ import annotations

from generator.counting import counted
from validator.rules.cases import MISSING, Broken, Fault
from validator.rules.verbs import Verb

from . import state as st
from . import verbs as v
from .book import case
from .facts import owed
from .state import State
from .tables import Tables

Switch = v.JoinEscort | v.LeaveEscort
"""A cruiser's change between sailing alone and escorting."""
BritishAct = (
    v.RollRecycle
    | v.ReturnSet
    | v.ExitMap
    | v.PlotCruiser
    | v.JoinEscort
    | v.LeaveEscort
    | v.MoveACVM
    | v.CruiserSearch
    | v.DrawSet
)
"""Acts of a British activation."""
GermanAct = v.PlotAtlantis | v.Rest | v.UseUBoat | v.MoraleCheck | v.AtlantisSearch
"""Acts of a German activation."""
STEP_OF: dict[type[Verb], str] = {
    v.RollRecycle: "recycling",
    v.ReturnSet: "recycling",
    v.ExitMap: "arrivals",
    v.PlotCruiser: "cruisers",
    v.JoinEscort: "cruisers",
    v.LeaveEscort: "cruisers",
    v.MoveACVM: "sailing",
    v.CruiserSearch: "cruiser_search_step",
    v.DrawSet: "new_voyage",
}
"""The step of a British activation to which an act belongs (UTF-4.1.1 to 4.1.6)."""
TIDYING = v.PlaceOnDisplay | v.ShowShip | v.MarkBox | v.EndActivation
"""What may still be done at the table when the game is over."""
UNSETTLED = (st.ANSWER, st.ACV_COUNTER, st.ATLANTIS_COUNTER, st.GUN)
"""What a search waits for."""


# --- UTF-4.0 Whose card it is ----------------------------------------------------------


@case("UTF-4.0a")
def the_first_card_opens_the_game(
    tables: Tables, state: State, act: BritishAct | GermanAct | v.EndActivation | v.EndTurn
) -> Fault:
    if state.phase == st.SET_UP and not isinstance(act, v.DrawSet):
        return Broken("play began without a card", severity=MISSING)
    return None


@case("UTF-4.0c")
def a_side_acts_on_its_own_colour(
    tables: Tables, state: State, act: BritishAct | GermanAct
) -> Fault:
    side = st.BRITISH if isinstance(act, BritishAct) else st.GERMAN
    if not _out_of_turn(state, side) or _on_a_skipped_card(tables, state, side):
        return None
    if isinstance(act, Switch | v.ExitMap) or (isinstance(act, v.PlotCruiser) and _too_soon(state)):
        return None
    return f"an act of the {side} activation came when no card had activated that side"


@case("UTF-4.0c")
def an_activation_is_closed_once(tables: Tables, state: State, end: v.EndActivation) -> Fault:
    if state.phase != st.CARDS or _on_a_skipped_card(tables, state, state.streak[0]):
        return None
    return "an activation was closed when none was open"


@case("UTF-5.1a", rests_on=("streak",))
def no_third_activation_in_a_row(
    tables: Tables, state: State, act: BritishAct | GermanAct
) -> Fault:
    side = st.BRITISH if isinstance(act, BritishAct) else st.GERMAN
    if _out_of_turn(state, side) and _on_a_skipped_card(tables, state, side):
        return Broken(
            f"the {side} side acted on its card number {state.streak[1]} in a row",
            "draw on until the other colour comes",
        )
    return None


@case("UTF-5.3c")
def a_new_cruiser_waits_for_the_next_british_activation(
    tables: Tables, state: State, act: v.PlotCruiser | v.JoinEscort | v.LeaveEscort
) -> Fault:
    if _out_of_turn(state, st.BRITISH) and _too_soon(state):
        return "a cruiser was plotted in the activation in which its card was drawn"
    return None


@case("UTF-6.3b", reads=("acvm",))
def a_set_leaves_in_a_british_activation(tables: Tables, state: State, leaving: v.ExitMap) -> Fault:
    if not _out_of_turn(state, st.BRITISH) or _on_a_skipped_card(tables, state, st.BRITISH):
        return None
    return f"{leaving.acvm.upper()} left the map and no red card had been drawn"


@case("UTF-7.2b")
def escorts_change_on_a_red_card(tables: Tables, state: State, switch: Switch) -> Fault:
    if not _out_of_turn(state, st.BRITISH) or _on_a_skipped_card(tables, state, st.BRITISH):
        return None
    return None if _too_soon(state) else "an escort changed and no red card had been drawn"


def _out_of_turn(state: State, side: str) -> bool:
    own = st.BRITISH_PHASE if side == st.BRITISH else st.GERMAN_PHASE
    return state.phase not in (st.SET_UP, st.OVER, own)


def _on_a_skipped_card(tables: Tables, state: State, side: str) -> bool:
    """Whether the last card was one too many in a row of this side."""
    return state.phase == st.CARDS and state.streak[0] == side and state.streak[1] > tables.in_a_row


def _too_soon(state: State) -> bool:
    """Whether a red cruiser card was drawn in this very activation."""
    return state.phase == st.GERMAN_PHASE and state.red_serial == state.serial > 0


# --- UTF-4.1, 4.2 The steps of an activation -------------------------------------------


@case("UTF-4.1", reads=("acvm",))
def british_steps_come_in_their_order(tables: Tables, state: State, act: BritishAct) -> Fault:
    if state.phase != st.BRITISH_PHASE or state.step not in st.BRITISH_STEPS:
        return None
    if isinstance(act, Switch) or _just_arrived(state, act):
        return None
    if _unsettled(state) and not isinstance(act, v.CruiserSearch):
        return "it came before the search was settled"
    own = STEP_OF[type(act)]
    if st.BRITISH_STEPS.index(own) < st.BRITISH_STEPS.index(state.step):
        numbers = {leaf.id: leaf.number for step in tables.game.sequence for leaf in step.steps}
        return f"step {numbers[own]} came after step {numbers[state.step]}"
    return None


def _just_arrived(state: State, act: BritishAct) -> bool:
    """Whether a set leaves the map in the activation in which it moved (UTF-6.3a)."""
    voyage = state.voyages.get(act.acvm) if isinstance(act, v.ExitMap) else None
    return voyage is not None and voyage.moved == state.serial


@case("UTF-7.2c")
def escorts_change_when_cruisers_are_plotted(tables: Tables, state: State, switch: Switch) -> Fault:
    if (
        state.phase == st.BRITISH_PHASE
        and state.step in st.BRITISH_STEPS[st.BRITISH_STEPS.index(st.SAILING) :]
    ):
        return "an escort changed after the step in which cruisers are plotted"
    return None


@case("UTF-4.2")
def german_steps_come_in_their_order(tables: Tables, state: State, act: GermanAct) -> Fault:
    if state.phase != st.GERMAN_PHASE:
        return None
    if _unsettled(state):
        return "it came before the search was settled"
    if isinstance(act, v.AtlantisSearch):
        return None if state.plot else "Atlantis searched before its move was plotted"
    if state.searched:
        return "it came after the search"
    return None


def _unsettled(state: State) -> bool:
    return any(p.what in UNSETTLED for p in state.pending)


# --- UTF-5.1 Cards and turns -----------------------------------------------------------


@case("UTF-5.1b", rests_on=("activated",))
def an_early_joker_goes_back(tables: Tables, state: State, act: v.DrawCard | v.EndTurn) -> Fault:
    if not owed(state, st.JOKER):
        return None
    if isinstance(act, v.EndTurn):
        return "the turn ended before both sides had been activated"
    return Broken("an early Joker was not shuffled back", severity=MISSING)


@case("UTF-5.1c")
def cards_are_resolved_one_by_one(tables: Tables, state: State, draw: v.DrawCard) -> Fault:
    if state.phase in (st.BRITISH_PHASE, st.GERMAN_PHASE):
        return "a card was drawn before the activation was over"
    return None


@case("UTF-5.1c", rests_on=("activated",))
def the_joker_ends_the_turn(tables: Tables, state: State, act: v.EndTurn | v.ReturnJoker) -> Fault:
    if state.phase in (st.SET_UP, st.OVER):
        return None if isinstance(act, v.EndTurn) else "a Joker was put back that nobody had drawn"
    if isinstance(act, v.EndTurn):
        if owed(state, st.TURN) or owed(state, st.JOKER):
            return None
        return "the turn ended without the Joker"
    if owed(state, st.JOKER):
        return None
    if owed(state, st.TURN):
        return "the Joker was put back although both sides had been activated"
    return "a Joker was put back that nobody had drawn"


@case("UTF-5.1d")
def the_turn_marker_advances(tables: Tables, state: State, draw: v.DrawCard) -> Fault:
    if owed(state, st.TURN):
        return Broken(
            f"turn {state.turn} went on after its Joker", f"turn {state.turn + 1}", MISSING
        )
    return None


@case("UTF-1.1d")
def the_game_has_six_turns(tables: Tables, state: State, act: v.EndTurn | v.DrawCard) -> Fault:
    if state.last_joker:
        return f"play went on after turn {tables.last_turn}"
    return None


@case("UTF-5.1e")
def the_last_joker_ends_the_game(tables: Tables, state: State, act: Verb) -> Fault:
    if state.sunk or isinstance(act, v.EndTurn | v.DrawCard):
        return None
    return _after_the_end(state, act)


@case("UTF-8.0")
def the_sinking_of_atlantis_ends_the_game(tables: Tables, state: State, act: Verb) -> Fault:
    return _after_the_end(state, act) if state.sunk else None


def _after_the_end(state: State, act: Verb) -> Fault:
    if state.phase != st.OVER or isinstance(act, TIDYING) or state.outcome is None:
        return None
    return f"play went on after the game had ended, at {counted(state.outcome.score, 'point')}"
