"""The set-up, the order of play, cards, and what must be done before play goes on (UTF-1 to 5, and
parts of 7 to 9)."""

from __future__ import annotations

from collections.abc import Mapping

from validator.rules.cases import Broken, Fault, Verdict, Verdicts, left_out, resting
from validator.rules.dice import hold_six_faces
from validator.rules.verbs import Verb

from . import state as st
from . import verbs as v
from .book import book, case, cases
from .facts import bookable, may_draw_card, owed, ports_in_cup, sailing, ships_in_cup
from .state import State
from .tables import JOKER_CARD, Tables
from .verbs import Switch

hold_six_faces(book, "UTF-2.0e", v.VERBS)


@case("UTF-2.0d", reads=("blind",))
def markers_are_drawn_blind(tables: Tables, state: State, draw: v.DrawSet) -> Fault:
    """Markers are drawn without looking; markers taken from another set have cases of their own:
    UTF-5.2a, 5.2c, 5.4a."""
    cups = ports_in_cup(tables, state) | ships_in_cup(tables, state) | {None}
    taken = not {draw.origin, draw.destination, draw.ship} <= cups
    return None if draw.blind or taken else "markers were picked and not drawn"


# --- UTF-3.3 The German sets up first --------------------------------------------------


@case("UTF-3.3")
def german_sets_up_first(tables: Tables, state: State, place: v.DrawSet | v.PlaceCruiser) -> Fault:
    if state.phase == st.SET_UP and st.GERMAN in state.sees and not state.atlantis:
        return "the British set up before the German had chosen his start"
    return None


@case("UTF-3.3.1a")
def the_start_is_written_once(tables: Tables, state: State, choose: v.ChooseStart) -> Fault:
    if state.phase != st.SET_UP:
        return f"a start was written in turn {state.turn}"
    return "a second start was written" if state.atlantis else None


NO_NUMBER = "Atlantis starts in {0}, which has no number"
book.one_of("UTF-3.3.1a", v.ChooseStart, "hex", "neighbours", NO_NUMBER)


@case("UTF-3.3.1b")
def morale_starts_fresh(tables: Tables, state: State, act: v.ChangeMorale | v.DrawCard) -> Fault:
    if state.phase != st.SET_UP:
        return None
    if isinstance(act, v.ChangeMorale):
        return "the fatigue marker was moved before the first card"
    if state.morale != tables.morale[0]:
        return Broken(f"morale starts at {state.morale}", tables.morale[0])
    return None


BEFORE_A_CARD = ("UTF-3.3.1a", "UTF-3.3.2a", "UTF-3.3.2c", "UTF-3.3.2d", "UTF-5.1c", "UTF-5.1d")


@cases(*BEFORE_A_CARD)
def a_card_waits_for_what_came_before(tables: Tables, state: State, draw: v.DrawCard) -> Verdicts:
    if state.phase in (st.BRITISH_PHASE, st.GERMAN_PHASE):
        yield "UTF-5.1c", "a card was drawn before the activation was over"
    if owed(state, st.TURN):
        did = f"turn {state.turn} went on after its Joker"
        yield "UTF-5.1d", left_out(did, f"turn {state.turn + 1}")
    if state.phase != st.SET_UP:
        return
    if st.GERMAN in state.sees and not state.atlantis:
        yield "UTF-3.3.1a", left_out("play began before Atlantis' start was written")
    if not state.sets_drawn and not sailing(tables, state):
        yield "UTF-3.3.2a", left_out("play began before the first O/D markers were drawn")
    if any(p.what == st.PLACE for p in state.pending):
        yield "UTF-3.3.2c", left_out("play began before the map marker was placed")
    lacking = [one.id for one in state.cruisers.values() if not one.at]
    if st.BRITISH in state.sees and lacking:
        yield "UTF-3.3.2d", left_out(f"play began before {' and '.join(lacking)} were placed")


# --- UTF-3.3.2 The first voyage and the cruisers ---------------------------------------


@case("UTF-3.3.2d", reads=("ca",))
def each_cruiser_starts_once(tables: Tables, state: State, place: v.PlaceCruiser) -> Fault:
    cruiser = state.cruisers.get(place.ca)
    if cruiser is None:
        return f"{place.ca} is no cruiser of the game"
    if state.phase != st.SET_UP:
        return f"a start was written in turn {state.turn}"
    return f"a second start of {place.ca} was written" if cruiser.at else None


@case("UTF-3.3.2e", reads=("ca", "hex", "escorts"))
def one_cruiser_may_start_as_escort(tables: Tables, state: State, place: v.PlaceCruiser) -> Fault:
    if not place.escorts:
        return None
    convoy = state.voyage(place.escorts)
    if not tables.on_map(convoy.at):
        return f"{place.ca} escorts {place.escorts}, which is not on the map"
    if place.hex is not None and place.hex != convoy.at:
        return Broken(f"the escort starts in {place.hex}", convoy.at)
    others = sum(
        one.id != place.ca and bool(one.at.keys() & state.voyages.keys()) and len(one.at) == 1
        for one in state.cruisers.values()
    )
    return "both cruisers start as escorts" if others >= tables.escorts_at_start else None


@case("UTF-3.3.2f", reads=("hex", "escorts"))
def other_cruisers_start_at_entry(tables: Tables, state: State, place: v.PlaceCruiser) -> Fault:
    if place.hex is None or place.escorts or place.hex in tables.entry_hexes:
        return None
    if place.escorts is None and any(one.at == place.hex for one in sailing(tables, state)):
        return None
    return Broken(f"{place.ca} starts in {place.hex}", ", ".join(sorted(tables.entry_hexes)))


BritishAct = (
    v.RollRecycle | v.ReturnSet | v.ExitMap | v.PlotCruiser | v.JoinEscort | v.LeaveEscort
) | (v.MoveACVM | v.CruiserSearch | v.DrawSet)
"""Acts of a British activation."""
GermanAct = v.PlotAtlantis | v.Rest | v.UseUBoat | v.MoraleCheck | v.AtlantisSearch
"""Acts of a German activation."""
TIDYING = v.PlaceOnDisplay | v.ShowShip | v.MarkBox | v.EndActivation
"""Verbs that are still allowed when the game is over."""


# --- UTF-4.0 Whose card it is ----------------------------------------------------------


@case("UTF-4.0a")
def the_first_card_opens_the_game(
    tables: Tables, state: State, act: BritishAct | GermanAct | v.EndActivation | v.EndTurn
) -> Fault:
    if state.phase == st.SET_UP and not isinstance(act, v.DrawSet):
        did = "play began without a card"
        return left_out(did) if may_draw_card(tables, state) else did
    return None


@case("UTF-4.0c")
def an_activation_is_closed_once(tables: Tables, state: State, end: v.EndActivation) -> Fault:
    if state.phase != st.CARDS or _on_a_skipped_card(tables, state, state.streak[0]):
        return None
    return "an activation was closed when none was open"


@cases(resting("streak", "UTF-5.1a"), "UTF-5.3c", "UTF-7.2b", "UTF-6.3b", "UTF-4.0c")
def sides_act_on_own_cards(tables: Tables, state: State, act: BritishAct | GermanAct) -> Verdict:
    side = act.by
    if state.phase in (st.SET_UP, st.OVER, st.PHASE_OF[side]):
        return None
    if _on_a_skipped_card(tables, state, side):
        did = f"the {side} side acted on its card number {state.streak[1]} in a row"
        return "UTF-5.1a", Broken(did, "draw on until the other colour comes")
    if isinstance(act, v.PlotCruiser | Switch) and _too_soon(state):
        return "UTF-5.3c", "a cruiser was plotted in the activation in which its card was drawn"
    if isinstance(act, Switch):
        return "UTF-7.2b", "an escort changed and no red card had been drawn"
    if isinstance(act, v.ExitMap):
        return "UTF-6.3b", "a set left the map and no red card had been drawn"
    return "UTF-4.0c", f"an act of the {side} activation came when no card had activated that side"


def _on_a_skipped_card(tables: Tables, state: State, side: str) -> bool:
    """Whether the last card was one too many in a row of this side."""
    skipped = state.streak[0] == side and state.streak[1] > tables.in_a_row
    return state.phase == st.CARDS and skipped


def _too_soon(state: State) -> bool:
    """Whether a red cruiser card was drawn in this very activation."""
    return state.phase == st.GERMAN_PHASE and state.red_serial == state.serial > 0


# --- UTF-4.1, 4.2 The steps of an activation -------------------------------------------


@case("UTF-4.1", reads=("acvm",))
def british_steps_come_in_their_order(tables: Tables, state: State, act: BritishAct) -> Fault:
    if state.phase != st.BRITISH_PHASE or state.step not in st.BRITISH_STEPS:
        return None
    if isinstance(act, Switch):
        return None
    if isinstance(act, v.ExitMap) and state.voyage(act.acvm).moved == state.serial:
        return None  # UTF-6.3a
    if _unsettled(state) and not isinstance(act, v.CruiserSearch):
        return "it came before the search was settled"
    own = act.steps[0] if act.steps else st.RECYCLING  # a set that comes back has none itself
    if st.BRITISH_STEPS.index(own) < st.BRITISH_STEPS.index(state.step):
        numbers = {leaf.id: leaf.number for step in tables.game.sequence for leaf in step.steps}
        return f"step {numbers[own]} came after step {numbers[state.step]}"
    return None


@case("UTF-7.2c")
def escorts_change_when_cruisers_are_plotted(tables: Tables, state: State, switch: Switch) -> Fault:
    later = st.BRITISH_STEPS[st.BRITISH_STEPS.index(st.SAILING) :]
    if state.phase == st.BRITISH_PHASE and state.step in later:
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
    return "it came after the search" if state.searched else None


def _unsettled(state: State) -> bool:
    return any(p.what in st.OF_A_SEARCH for p in state.pending)


# --- UTF-5.1 Cards and turns -----------------------------------------------------------


@cases(resting("activated", "UTF-5.1b"), "UTF-1.1d")
def only_a_ripe_joker_ends_a_turn(
    tables: Tables, state: State, act: v.DrawCard | v.EndTurn
) -> Verdicts:
    """An early one goes back; the game has six turns."""
    if owed(state, st.JOKER) and isinstance(act, v.EndTurn):
        yield "UTF-5.1b", "the turn ended before both sides had been activated"
    elif owed(state, st.JOKER):
        yield "UTF-5.1b", left_out("an early Joker was not shuffled back")
    if state.last_joker:
        yield "UTF-1.1d", f"play went on after turn {tables.last_turn}"


@case("UTF-5.1c", rests_on=("activated",))
def the_joker_ends_the_turn(tables: Tables, state: State, act: v.EndTurn | v.ReturnJoker) -> Fault:
    early, ripe = owed(state, st.JOKER), owed(state, st.TURN)
    outside = state.phase in (st.SET_UP, st.OVER)
    if isinstance(act, v.EndTurn):
        return None if early or ripe or outside else "the turn ended without the Joker"
    if early and not outside:
        return None
    if ripe and not outside:
        return "the Joker was put back although both sides had been activated"
    return "a Joker was put back that nobody had drawn"


@cases("UTF-8.0", "UTF-5.1e")
def nobody_plays_on_after_the_end(tables: Tables, state: State, act: Verb) -> Verdict:
    if state.phase != st.OVER or isinstance(act, TIDYING) or state.outcome is None:
        return None
    if state.sunk:
        return "UTF-8.0", state.outcome.played_on
    closes = isinstance(act, v.EndTurn | v.DrawCard)
    return None if closes else ("UTF-5.1e", state.outcome.played_on)


OWED: Mapping[str, str] = {
    "UTF-7.2.1e": "{0} was not put back on {1} though an escort had reacted",
    **dict.fromkeys(("UTF-7.3c", "UTF-7.4a"), "the {0} counter was used and not put on {1}"),
    "UTF-7.3d": "{0} crashed and was not put on {1}",
    **dict.fromkeys(("UTF-7.4c", "UTF-7.4d", "UTF-7.4e"), "the {0} disguise was not marked {1}"),
    "UTF-7.5b": "{0} was found and not put on the {1} box",
    "UTF-7.5c": "{0} did not roll its counter-search",
    "UTF-7.5i": "{0} escaped and was not put back on {1}",
    **dict.fromkeys(("UTF-8.1a", "UTF-8.1b"), "{0} was not put in the {1} box"),
    "UTF-8.1c": "the gun range die was not thrown for {0}",
    "UTF-8.1d": "{0} got away and was not put back on {1}",
    "UTF-8.1e": "{0} was lost and its marker was not put on {1}",
    "UTF-8.2.3": "{0}, a Chasing Ghost, was discovered and did not leave the game",
    "UTF-9.1a": "the fatigue marker was not moved",
    "UTF-9.1g": "the fatigue marker was not moved for the rest",
    "UTF-9.2c": "the fatigue marker was not moved for the U-boat",
    **dict.fromkeys(("UTF-9.2e", "UTF-9.2f"), "{0} was not marked {1}"),
    "DU-14": "the markers of {0} were not set aside",
}
"""Case to the message if its requirement was left out."""
SAID_OF = {
    st.ANSWER: "the search of the cruiser was not answered",
    st.SHOW: "the name of {0} was not shown",
}
"""The messages about things that several cases require."""
AT_THE_END = (*st.OF_A_SEARCH, st.DISPLAY, st.BOX, st.SHOW, st.ASIDE)
"""Pending things that must be done before the activation ends."""


@cases(*OWED, resting("column", "UTF-9.1a", "UTF-9.1g", "UTF-9.2c"))
def what_is_demanded_is_done(
    tables: Tables, state: State, act: v.EndActivation | v.CruiserSearch
) -> Verdicts:
    """Pending things come first: a cruiser's search waits for the search before it. Steps of morale
    that cancel out need not be made."""
    kinds: tuple[str, ...] = st.OF_A_SEARCH
    if isinstance(act, v.EndActivation):
        steps = sum(p.points for p in state.pending if p.what == st.MORALE)
        kinds = (*AT_THE_END, st.MORALE) if steps else AT_THE_END
    for one in state.pending:
        if one.what in kinds and one.case in OWED:
            did = SAID_OF.get(one.what, OWED[one.case]).format(one.piece, one.to)
            yield one.case, did if one.case == "DU-14" else left_out(did)


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


NO_PRIZE = "a card of the cruiser deck was drawn when no cargo ship had been lost"
book.asked_for("UTF-3.4d", v.DrawCruiserCard, NO_PRIZE)


UNKNOWN = "{0} is not in the game"
book.one_of("UTF-3.4e", v.DrawCard | v.DrawCruiserCard, "card", "every_card", UNKNOWN)
NO_CARD = "a cargo ship was lost and no cruiser card drawn"
book.left_open("UTF-5.3b", v.EndActivation, st.CRUISER_CARD, NO_CARD)


@cases("UTF-1.1c", "UTF-4.1.2b", "DU-21", reads=("delta",), rests_on=("points",))
def a_route_costs_the_last_points(tables: Tables, state: State, change: v.ChangePoints) -> Verdict:
    if change.delta >= 0 or state.phase == st.OVER:
        return None
    # A route completed in this activation costs nothing: there is nothing to pay.
    left = any(one.waits == state.serial > 0 for one in state.voyages.values())
    if left and state.points == tables.points_least:
        return "DU-21", f"the points fall to {state.points + change.delta}"
    _, down = bookable(state)
    if not (down or left):
        return "UTF-1.1c", Broken(f"{change.delta:+d} with no route completed", "no change")
    if down < -change.delta:
        did = f"the points were changed by {change.delta:+d}"
        return "UTF-4.1.2b", Broken(did, f"{-down:+d}" if down else "no change")
    return None


@case("UTF-4.1.2b", rests_on=("points",))
def a_route_is_paid(tables: Tables, state: State, end: v.EndActivation) -> Fault:
    unpaid = sum(p.points for p in state.pending if p.what == st.POINTS and p.points < 0)
    return left_out(f"{unpaid:+d} was not booked", f"{unpaid:+d}") if unpaid else None
