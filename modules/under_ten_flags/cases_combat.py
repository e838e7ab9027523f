"""The gun range, prizes and their points: section 8."""

from __future__ import annotations

from generator.counting import counted
from validator.rules.cases import MISSING, Broken, Fault, Verdict, Verdicts, resting

from . import hunting
from . import state as st
from . import verbs as v
from .book import case, cases
from .facts import bookable, owed
from .hunting import is_ghost, why_no_fight, worths
from .state import State
from .tables import Tables

# --- UTF-8.1 The gun range -------------------------------------------------------------


def _under_fire(act: v.GunRange | v.PlaceOnDisplay) -> str:
    """The ship that an act brings under fire; empty: none."""
    if isinstance(act, v.GunRange):
        return act.target
    return act.piece if act.box == st.GUNS else ""


NO_FIGHT = {
    "UTF-8.1a": "{0} came under fire and had not been found",
    "UTF-8.1b": "Atlantis came under fire and had not been found",
    "UTF-7.5c": "{0} came under fire before its counter-search",
    "UTF-7.5g": "{0} came under fire though its counter-search had succeeded",
    "UTF-8.2.3": "{0}, a Chasing Ghost, came under fire",
}
"""Case to the message about a ship that the case keeps from the gun range."""


@cases(*NO_FIGHT, reads=("piece", "box", "target"))
def a_ship_fights_that_was_found_and_did_not_escape(
    tables: Tables, state: State, act: v.GunRange | v.PlaceOnDisplay
) -> Verdict:
    piece = _under_fire(act)
    case_id = why_no_fight(tables, state, piece) if piece else ""
    return (case_id, NO_FIGHT[case_id].format(piece)) if case_id else None


@cases("UTF-8.1a", "UTF-8.1b", reads=("target",), severity=MISSING)
def who_fights_lies_in_the_gun_range_box(tables: Tables, state: State, fire: v.GunRange) -> Verdict:
    raider = fire.target == st.ATLANTIS
    if not raider and fire.target not in state.voyages:
        return None
    laid = state.box_of(fire.target) == st.GUNS
    if laid or state.fired_at or why_no_fight(tables, state, fire.target):
        return None
    case_id, who = ("UTF-8.1b", "Atlantis") if raider else ("UTF-8.1a", fire.target)
    return case_id, f"{who} came under fire and was not put in the {st.GUNS} box"


@case("UTF-8.1c", reads=("target",))
def the_die_is_thrown_once(tables: Tables, state: State, fire: v.GunRange) -> Fault:
    return f"the die was thrown a second time, for {fire.target}" if state.fired_at else None


@cases("UTF-8.1c", "UTF-8.1d", "UTF-8.1e", reads=("piece", "box"))
def ships_are_taken_by_a_die(tables: Tables, state: State, place: v.PlaceOnDisplay) -> Verdict:
    piece, box, ship = place.piece, place.box, place.piece in state.voyages
    if state.hunt is not None and state.fired_at == piece:
        die = state.hunt.gun
        lost = die in tables.acv_lost_on
        if box == st.PRIZES and die is not None and not lost:
            return "UTF-8.1d", f"{piece} was taken though the die showed {die}"
        if ship and lost and box not in (st.PRIZES, st.GUNS):
            return "UTF-8.1e", Broken(f"{piece} was put on {box}; the die showed {die}", st.PRIZES)
        return None
    if box != st.PRIZES or (piece == st.ATLANTIS and state.sunk):
        return None
    if ship and not why_no_fight(tables, state, piece):
        return "UTF-8.1c", f"{piece} was taken and no die was thrown"
    return "UTF-8.1e", f"{piece} was put on {st.PRIZES} and had not been under fire"


@cases(resting("voyages", "UTF-8.1d"), "UTF-8.2.3", reads=("acvm", "ship"))
def who_is_shown_is_what_it_was(tables: Tables, state: State, showing: v.ShowShip) -> Verdicts:
    """A shown ship must be what it was known to be, and a ghost is shown before the gun range
    die."""
    acvm, voyage = showing.acvm, state.voyages.get(showing.acvm)
    if voyage is None:
        yield "UTF-8.1d", f"{acvm} was shown and is no set of markers"
        return
    possible, cargo = state.ship_of(acvm), tables.ships.get(showing.ship)
    if cargo is None or (possible and showing.ship not in possible):
        yield "UTF-8.1d", f"the ship of {acvm} was shown as {showing.ship}"
    if cargo is not None and cargo.ghost and state.fired_at == acvm:
        yield "UTF-8.2.3", f"{acvm} came under fire and was a Chasing Ghost"


# --- UTF-8.2 Points --------------------------------------------------------------------


@cases("UTF-8.1f", "UTF-8.2.3", reads=("piece", "box"))
def only_a_sunk_atlantis_and_discovered_ghosts_leave(
    tables: Tables, state: State, place: v.PlaceOnDisplay
) -> Verdict:
    if place.piece == st.ATLANTIS and place.box in (st.OUT, st.PRIZES) and not state.sunk:
        return "UTF-8.1f", f"Atlantis was put on {place.box} and is not sunk"
    if place.box != st.OUT or place.piece not in state.voyages:
        return None
    if not hunting.may_be_ghost(tables, state, place.piece):
        return "UTF-8.2.3", f"{place.piece}, which is no ghost, left the game"
    counter = state.counter(place.piece)
    if counter is None or counter.found:
        return "UTF-8.2.3", f"{place.piece} left the game and had not been discovered"
    return None


WON = resting("points", "UTF-1.1b", "UTF-8.2.1", "UTF-8.2.3", "UTF-8.2.4")


@cases(WON, "UTF-8.2.5", reads=("delta",))
def only_points_owed_are_won(tables: Tables, state: State, change: v.ChangePoints) -> Verdict:
    up, _ = bookable(state)
    if not change.delta:
        return "UTF-8.2.5", "the points changed by nothing"
    if change.delta <= up or change.delta <= 0:
        return None
    did = f"the German won {counted(change.delta, 'point')}"
    return _won_by(tables, state), Broken(did, counted(up, "point"))


def _won_by(tables: Tables, state: State) -> str:
    """The case that points without a reason break: that of the last event that could win points."""
    if state.prize is not None:
        return "UTF-8.2.1"
    hunt = state.hunt
    if hunt is None:
        return "UTF-1.1b"
    if hunt.under_fire in state.voyages:
        return "UTF-8.2.4"
    voyage = state.voyage(hunt.target)
    discovered = voyage.id in hunt.counters and bool(voyage.id)
    gone = not voyage.ship or is_ghost(tables, state, voyage.id)
    return "UTF-8.2.3" if discovered and gone else "UTF-1.1b"


@case("UTF-8.2.1", reads=("acvm", "origin", "destination", "ship"), rests_on=("points",))
def a_prize_is_worth_its_price(tables: Tables, state: State, act: v.SetAside | v.ShowShip) -> Fault:
    prize = state.prize
    if prize is None or prize.acvm != act.acvm or not prize.paid:
        return None
    most = max(worths(tables, hunting.prize_shown(tables, prize, act)), default=prize.paid)
    if prize.paid > most:
        return Broken(f"the German won {counted(prize.paid, 'point')}", counted(most, "point"))
    return None


@cases("UTF-8.2.5", "UTF-8.2.2a", "UTF-8.2.1", severity=MISSING, rests_on=("points",))
def a_prize_is_paid_in_full(tables: Tables, state: State, end: v.EndActivation) -> Verdict:
    """A prize must be paid in full: the route first, then cargo and ship."""
    prize = state.prize
    possible = frozenset[int]() if prize is None else worths(tables, prize)
    if prize is None or not possible or prize.paid in possible or prize.paid > max(possible):
        return None
    legal = f"{' or '.join(map(str, sorted(possible)))} points"
    fault = Broken(f"{prize.acvm} was taken and {counted(prize.paid, 'point')} won", legal)
    if not prize.paid:
        return "UTF-8.2.5", fault
    route = max(hunting.destination_bonuses(tables, prize))
    rest = prize.paid >= route and max(hunting.extras(tables, prize))
    return ("UTF-8.2.2a" if rest else "UTF-8.2.1"), fault


@case("UTF-5.2b", reads=("acvm", "origin", "destination"), rests_on=("voyages",))
def a_prize_shows_the_markers_drawn(tables: Tables, state: State, aside: v.SetAside) -> Fault:
    voyage = state.voyages.get(aside.acvm)
    if voyage is None:
        return f"{aside.acvm} was set aside and is no set of markers"
    shown = ((aside.origin, voyage.origin), (aside.destination, voyage.destination))
    for marker, possible in shown:
        if marker is not None and possible and marker not in possible:
            return Broken(f"{marker} was shown", ", ".join(sorted(possible)))
    return None


@case("DU-14", reads=("acvm",))
def only_sets_of_lost_ships_are_set_aside(tables: Tables, state: State, aside: v.SetAside) -> Fault:
    voyage = state.voyages.get(aside.acvm)
    if voyage is None or owed(state, st.ASIDE, aside.acvm):
        return None
    if not tables.on_map(voyage.at):
        return f"{aside.acvm} was set aside and is not on the map"
    hunt, counter = state.hunt, state.counter(aside.acvm)
    if hunt is not None and counter is not None and not counter.found and hunt.gun is None:
        return None  # nobody has seen yet what became of it
    return f"{aside.acvm} was set aside and its ship is not lost"
