"""The gun range, prizes and their points: section 8."""

from __future__ import annotations

from generator.counting import counted
from validator.rules.cases import INTERPRETATION, MISSING, Broken, Fault

from . import state as st
from . import verbs as v
from .book import case
from .facts import bookable, owed
from .hunting import (
    destination_bonuses,
    extras,
    is_ghost,
    may_be_ghost,
    prize_shown,
    why_no_fight,
    worths,
)
from .state import State
from .tables import Tables

# --- UTF-8.1 The gun range -------------------------------------------------------------


@case("UTF-8.1a", reads=("piece", "box", "target"))
def a_ship_fights_that_was_found_and_did_not_escape(
    tables: Tables, state: State, act: v.GunRange | v.PlaceOnDisplay
) -> Fault:
    piece = _under_fire(act)
    if piece and piece != st.ATLANTIS and why_no_fight(tables, state, piece) == "UTF-8.1a":
        return f"{piece} came under fire and had not been found"
    return None


@case("UTF-8.1b", reads=("piece", "box", "target"))
def atlantis_fights_when_it_was_found_and_did_not_escape(
    tables: Tables, state: State, act: v.GunRange | v.PlaceOnDisplay
) -> Fault:
    if _under_fire(act) == st.ATLANTIS and why_no_fight(tables, state, st.ATLANTIS) == "UTF-8.1b":
        return "Atlantis came under fire and had not been found"
    return None


def _under_fire(act: v.GunRange | v.PlaceOnDisplay) -> str:
    """The ship that an act brings under fire; empty: none."""
    if isinstance(act, v.GunRange):
        return act.target
    return act.piece if act.box == st.GUNS else ""


@case("UTF-8.1a", reads=("target",), severity=MISSING)
def the_ship_lies_in_the_gun_range_box(tables: Tables, state: State, fire: v.GunRange) -> Fault:
    voyage = state.voyages.get(fire.target)
    if voyage is None or voyage.box == st.GUNS or _thrown(state):
        return None
    if why_no_fight(tables, state, fire.target):
        return None
    return f"{fire.target} came under fire and was not put in the {st.GUNS} box"


@case("UTF-8.1b", reads=("target",), severity=MISSING)
def atlantis_lies_in_the_gun_range_box(tables: Tables, state: State, fire: v.GunRange) -> Fault:
    if fire.target != st.ATLANTIS or _thrown(state) or why_no_fight(tables, state, st.ATLANTIS):
        return None
    if state.cvm.get(st.ATLANTIS) == st.GUNS:
        return None
    return f"Atlantis came under fire and was not put in the {st.GUNS} box"


@case("UTF-8.1c", reads=("target",))
def the_die_is_thrown_once(tables: Tables, state: State, fire: v.GunRange) -> Fault:
    if _thrown(state):
        return f"the die was thrown a second time, for {fire.target}"
    return None


@case("UTF-8.1c", reads=("piece", "box"))
def a_ship_is_lost_by_a_die(tables: Tables, state: State, place: v.PlaceOnDisplay) -> Fault:
    if place.box != st.PRIZES or place.piece not in state.voyages:
        return None
    if not _fired_at(state, place.piece) and not why_no_fight(tables, state, place.piece):
        return f"{place.piece} was taken and no die was thrown"
    return None


def _thrown(state: State) -> bool:
    """Whether the gun range die of this search has been thrown."""
    return state.hunt is not None and bool(state.hunt.under_fire)


def _fired_at(state: State, piece: str) -> bool:
    return state.hunt is not None and state.hunt.under_fire == piece


@case("UTF-8.1d", reads=("piece", "box"))
def a_ship_gets_away_on_a_six(tables: Tables, state: State, place: v.PlaceOnDisplay) -> Fault:
    hunt = state.hunt
    if hunt is None or place.box != st.PRIZES or not _fired_at(state, place.piece):
        return None
    if hunt.gun is not None and hunt.gun not in tables.acv_lost_on:
        return f"{place.piece} was taken though the die showed {hunt.gun}"
    return None


@case("UTF-8.1e", reads=("piece", "box"))
def a_ship_is_taken_on_less(tables: Tables, state: State, place: v.PlaceOnDisplay) -> Fault:
    hunt = state.hunt
    if hunt is None or place.piece not in state.voyages or not _fired_at(state, place.piece):
        return None
    if hunt.gun in tables.acv_lost_on and place.box not in (st.PRIZES, st.GUNS):
        return Broken(f"{place.piece} was put on {place.box}; the die showed {hunt.gun}", st.PRIZES)
    return None


@case("UTF-8.1e", reads=("piece", "box"))
def only_a_ship_under_fire_is_taken(tables: Tables, state: State, place: v.PlaceOnDisplay) -> Fault:
    if place.box != st.PRIZES or _fired_at(state, place.piece):
        return None
    if place.piece == st.ATLANTIS and state.sunk:
        return None
    if place.piece in state.voyages and not why_no_fight(tables, state, place.piece):
        return None  # UTF-8.1c
    return f"{place.piece} was put on {st.PRIZES} and had not been under fire"


@case("UTF-8.1d", reads=("acvm", "ship"), rests_on=("voyages",))
def a_ship_that_is_shown_is_what_it_was(tables: Tables, state: State, showing: v.ShowShip) -> Fault:
    voyage = state.voyages.get(showing.acvm)
    if voyage is None:
        return f"{showing.acvm} was shown and is no set of markers"
    possible = voyage.ship
    if not possible and state.prize is not None and state.prize.acvm == showing.acvm:
        possible = state.prize.ship
    if showing.ship not in tables.ships or (possible and showing.ship not in possible):
        return f"the ship of {showing.acvm} was shown as {showing.ship}"
    return None


@case("UTF-8.1f", reads=("piece", "box"))
def atlantis_sinks_on_less_than_six(tables: Tables, state: State, place: v.PlaceOnDisplay) -> Fault:
    if place.piece == st.ATLANTIS and place.box in (st.OUT, st.PRIZES) and not state.sunk:
        return f"Atlantis was put on {place.box} and is not sunk"
    return None


# --- UTF-8.2 Points --------------------------------------------------------------------


@case("UTF-8.2.3", reads=("piece", "box", "target"))
def a_ghost_does_not_fight(
    tables: Tables, state: State, act: v.GunRange | v.PlaceOnDisplay
) -> Fault:
    piece = _under_fire(act)
    if piece and why_no_fight(tables, state, piece) == "UTF-8.2.3":
        return f"{piece}, a Chasing Ghost, came under fire"
    return None


@case("UTF-8.2.3", reads=("piece", "box"))
def only_a_ghost_that_was_discovered_leaves_the_game(
    tables: Tables, state: State, place: v.PlaceOnDisplay
) -> Fault:
    if place.box != st.OUT or place.piece not in state.voyages:
        return None
    if not may_be_ghost(tables, state, place.piece):
        return f"{place.piece}, which is no ghost, left the game"
    counter = state.hunt.counters.get(place.piece) if state.hunt is not None else None
    if counter is None or counter.found:
        return f"{place.piece} left the game and had not been discovered"
    return None


@case("UTF-8.2.3", reads=("acvm", "ship"))
def a_ghost_is_shown_before_a_die_is_thrown(
    tables: Tables, state: State, showing: v.ShowShip
) -> Fault:
    cargo = tables.ships.get(showing.ship)
    if cargo is not None and cargo.ghost and _fired_at(state, showing.acvm):
        return f"{showing.acvm} came under fire and was a Chasing Ghost"
    return None


@case("UTF-1.1b", reads=("delta",), rests_on=("points",))
def points_are_won_by_ships_taken(tables: Tables, state: State, change: v.ChangePoints) -> Fault:
    return _too_much(tables, state, change, "UTF-1.1b")


@case("UTF-8.2.1", reads=("delta",), rests_on=("points",))
def a_prize_pays_by_its_route(tables: Tables, state: State, change: v.ChangePoints) -> Fault:
    return _too_much(tables, state, change, "UTF-8.2.1")


@case("UTF-8.2.3", reads=("delta",), rests_on=("points",))
def a_ghost_pays_nothing(tables: Tables, state: State, change: v.ChangePoints) -> Fault:
    return _too_much(tables, state, change, "UTF-8.2.3")


@case("UTF-8.2.4", reads=("delta",), rests_on=("points",))
def an_escape_pays_nothing(tables: Tables, state: State, change: v.ChangePoints) -> Fault:
    return _too_much(tables, state, change, "UTF-8.2.4")


def _too_much(tables: Tables, state: State, change: v.ChangePoints, case_id: str) -> Fault:
    """More points were won than are owed."""
    up, _ = bookable(state)
    if change.delta <= up or change.delta <= 0 or _won_by(tables, state) != case_id:
        return None
    return Broken(f"the German won {counted(change.delta, 'point')}", counted(up, "point"))


def _won_by(tables: Tables, state: State) -> str:
    """The case that points too many break: what won points, or could have, last."""
    if state.prize is not None:
        return "UTF-8.2.1"
    hunt = state.hunt
    if hunt is None:
        return "UTF-1.1b"
    if hunt.under_fire in state.voyages:
        return "UTF-8.2.4"
    voyage = state.voyages.get(hunt.target)
    if voyage is None or voyage.id not in hunt.counters:
        return "UTF-1.1b"
    gone = not voyage.ship or is_ghost(tables, state, voyage.id)
    return "UTF-8.2.3" if gone else "UTF-1.1b"


@case("UTF-8.2.5", reads=("delta",))
def points_change_by_something(tables: Tables, state: State, change: v.ChangePoints) -> Fault:
    return "the points changed by nothing" if not change.delta else None


@case("UTF-8.2.1", reads=("acvm", "origin", "destination", "ship"), rests_on=("points",))
def a_prize_that_is_shown_is_worth_what_was_paid(
    tables: Tables, state: State, act: v.SetAside | v.ShowShip
) -> Fault:
    prize = state.prize
    if prize is None or prize.acvm != act.acvm or not prize.paid:
        return None
    most = max(worths(tables, prize_shown(prize, act)), default=prize.paid)
    if prize.paid > most:
        return Broken(f"the German won {counted(prize.paid, 'point')}", counted(most, "point"))
    return None


@case("UTF-8.2.1", severity=MISSING, rests_on=("points",))
def a_prize_is_paid_in_full(tables: Tables, state: State, end: v.EndActivation) -> Fault:
    return _too_little(tables, state, "UTF-8.2.1")


@case("UTF-8.2.2a", severity=MISSING, rests_on=("points",))
def cargo_and_ship_are_paid_too(tables: Tables, state: State, end: v.EndActivation) -> Fault:
    return _too_little(tables, state, "UTF-8.2.2a")


@case("UTF-8.2.5", severity=MISSING, rests_on=("points",))
def points_are_recorded(tables: Tables, state: State, end: v.EndActivation) -> Fault:
    return _too_little(tables, state, "UTF-8.2.5")


def _too_little(tables: Tables, state: State, case_id: str) -> Fault:
    """A prize was not paid, or not in full: the route first, cargo and ship on top of it."""
    prize = state.prize
    if prize is None:
        return None
    possible = worths(tables, prize)
    if not possible or prize.paid in possible or prize.paid > max(possible):
        return None
    bonuses = destination_bonuses(tables, prize)
    if not prize.paid:
        speaks = "UTF-8.2.5"
    elif prize.paid >= max(bonuses) and max(extras(tables, prize)):
        speaks = "UTF-8.2.2a"
    else:
        speaks = "UTF-8.2.1"
    if speaks != case_id:
        return None
    return Broken(
        f"{prize.acvm} was taken and {counted(prize.paid, 'point')} won",
        f"{' or '.join(map(str, sorted(possible)))} points",
    )


# --- What is shown of a set ------------------------------------------------------------


@case("UTF-5.2b", reads=("acvm", "origin", "destination"), rests_on=("voyages",))
def the_markers_of_a_prize_are_those_that_were_drawn(
    tables: Tables, state: State, aside: v.SetAside
) -> Fault:
    voyage = state.voyages.get(aside.acvm)
    if voyage is None:
        return f"{aside.acvm} was set aside and is no set of markers"
    for marker, possible in (
        (aside.origin, voyage.origin),
        (aside.destination, voyage.destination),
    ):
        if marker is not None and possible and marker not in possible:
            return Broken(f"{marker} was shown", ", ".join(sorted(possible)))
    return None


@case("DU-14", reads=("acvm",), severity=INTERPRETATION)
def only_the_set_of_a_ship_that_is_gone_is_set_aside(
    tables: Tables, state: State, aside: v.SetAside
) -> Fault:
    voyage = state.voyages.get(aside.acvm)
    if voyage is None or owed(state, st.ASIDE, aside.acvm):
        return None
    if not tables.on_map(voyage.at):
        return f"{aside.acvm} was set aside and is not on the map"
    hunt = state.hunt
    counter = hunt.counters.get(aside.acvm) if hunt is not None else None
    if counter is not None and not counter.found and hunt is not None and hunt.gun is None:
        return None  # nobody has seen yet what became of it
    return f"{aside.acvm} was set aside and its ship is not lost"
