"""The BV-222 and the Cant. Z-511 (21.3): when they may fly, what they require of their boats, and
when they are lost."""

from __future__ import annotations

from validator.rules.cases import Broken, Fault, Verdict
from validator.rules.states import Pending, owed

from . import state as st
from .air import Bomb, Ferry, Flying
from .book import case, cases, effect
from .combat import Remove
from .returning import OnTrack, is_stranded
from .state import AXIS, BARBARIGO, BV_222, Z_511, State, Strike
from .tables import FLOATPLANE, Aircraft, Tables


def _flies(t: Tables, plane: str) -> bool:
    kind = t.planes.get(plane)
    return kind is not None and kind.kind == FLOATPLANE


@case("UV-21.3.a", reads=("plane",))
def only_in_two_scenarios(t: Tables, state: State, act: Flying) -> Fault:
    if not _flies(t, act.plane) or t.scenario in t.floatplane_scenarios:
        return None
    return f"{act.plane} flew in scenario {t.scenario}"


@cases("UV-21.3.c", "UV-21.3.d", reads=("plane",))
def the_italian_boat_is_in_play(t: Tables, state: State, act: Bomb | Ferry) -> Verdict:
    if act.plane != Z_511:
        return None
    boat = state.unit(BARBARIGO)
    if boat.gone or boat.at not in t.neighbours:
        return "UV-21.3.c", "the Z-511 flew, and the Barbarigo is not in play"
    if st.FERRY in (state.role, state.shown):
        return "UV-21.3.d", "the Z-511 flew while the Barbarigo carries frogmen"
    return None


@cases("UVD-18", "UVD-22", "UV-21.3.1g", "UV-21.3.2b", reads=("plane", "support"))
def whose_boat_supports(t: Tables, state: State, act: Bomb | Ferry) -> Verdict:
    if not _flies(t, act.plane):
        return None if not act.support else ("UVD-22", f"{act.support} supported {act.plane}")
    if not t.is_boat(act.support):
        return "UVD-18", f"{act.plane} flew, and no boat was named that supports it"
    if act.plane == BV_222 and act.support == BARBARIGO:
        return "UV-21.3.1g", "the Barbarigo supported the BV-222"
    if act.plane == Z_511 and act.support != BARBARIGO:
        return "UV-21.3.2b", f"{act.support} supported the Z-511"
    return None


@cases("UV-21.3.1b", "UV-21.3.2b", reads=("plane", "zone", "support"))
def the_boat_is_near_and_fit(t: Tables, state: State, act: Bomb) -> Verdict:
    if not _flies(t, act.plane) or not t.is_boat(act.support):
        return None
    case_id = "UV-21.3.1b" if act.plane == BV_222 else "UV-21.3.2b"
    boat = state.unit(act.support)
    if wrong := unfit(boat):
        return case_id, f"{act.support} supported {act.plane}, and was {wrong}"
    far = t.areas_between(boat.at, act.zone)
    if far > t.support_distance:
        return case_id, Broken(
            f"{act.support} in {boat.at or 'no area'} supported {act.plane} over {act.zone}",
            f"at most {t.support_distance} area",
        )
    return None


def unfit(boat: st.Unit) -> str:
    """Why a boat cannot support a floatplane; empty if it can."""
    if boat.gone:
        return "lost"
    if boat.depth != st.SURFACED:
        return "not on the surface"
    if boat.detected:
        return "detected"
    return "damaged" if boat.damage else ""


@cases("UV-21.3.1c", "UV-21.3.2c", "UVX-12.5", reads=("plane", "zone", "support", "factor"))
def when_the_factor_is_doubled(t: Tables, state: State, act: Bomb) -> Verdict:
    kind = t.planes.get(act.plane)
    if kind is None:
        return None
    right = factor_of(t, state, kind, act.zone, act.support)
    if act.factor == right:
        return None
    broken = Broken(f"{act.plane} bombed with {act.factor}", f"{right}")
    case_id = {BV_222: "UV-21.3.1c", Z_511: "UV-21.3.2c"}.get(act.plane, "UVX-12.5")
    return case_id, broken


def factor_of(t: Tables, state: State, kind: Aircraft, zone: str, support: str) -> int:
    """The bomb factor: doubled if the boat is in the target's own area."""
    doubled = kind.kind == FLOATPLANE and state.unit(support).at == zone
    return kind.bomb * (t.same_area if doubled else 1)


# --- The flight with frogmen


@cases("UV-21.3.2g", "UV-21.3.2h", "UV-21.3.2b", reads=("plane", "port", "support"))
def frogmen_fly_once(t: Tables, state: State, act: Ferry) -> Verdict:
    if act.plane != Z_511:
        return "UV-21.3.2g", f"{act.plane or 'nobody'} carried frogmen"
    if Z_511 in state.strikes:
        return "UV-21.3.2g", "the Z-511 carried frogmen a second time"
    place, boat = t.places.get(act.port), state.unit(BARBARIGO)
    if place is None or place.is_base or not place.american:
        return "UV-21.3.2g", f"{act.port or 'nothing'} is no American port"
    if boat.at != place.area:
        return "UV-21.3.2h", f"the Barbarigo was in {boat.at or 'no area'}, not in {place.area}"
    if wrong := unfit(boat):
        return "UV-21.3.2b", f"the Barbarigo was {wrong}"
    return None


@effect
def ferry(t: Tables, state: State, act: Ferry) -> State:
    if act.plane not in state.planes:
        return state
    new = state.fly(
        act.plane, acted="Ferry", support=act.support, fit=state.unit(act.support).damage
    )
    strike = Strike(act.port, state.turn, "", tuple(t.strikes_hit))
    again = Z_511 in state.strikes
    due = [
        Pending(st.STRIKE, AXIS, "UV-21.3.2i", Z_511),
        Pending(st.FLIP, AXIS, "UV-21.3.e", act.plane),
    ]
    if not again:
        new = new.changed(strikes={**state.strikes, Z_511: strike})
    if not state.shown:
        due.append(Pending(st.SHOW, AXIS, "UVD-7", BARBARIGO))
    return new.changed(last=AXIS).owing_once(*due)


# --- Who is lost


@cases("UV-21.3.1d", "UV-21.3.2d", reads=("plane",))
def a_stranded_floatplane_is_lost(t: Tables, state: State, act: OnTrack) -> Verdict:
    plane = state.plane(act.plane)
    if not _flies(t, act.plane) or not plane.support or not is_stranded(state, plane):
        return None
    boat = state.unit(plane.support)
    why = "was lost" if boat.gone else unfit(boat.changed(detected=False)) or "damaged"
    case_id = "UV-21.3.1d" if act.plane == BV_222 else "UV-21.3.2d"
    return case_id, Broken(f"{act.plane} came home, and {plane.support} was {why}", "it is lost")


@cases("UV-21.3.1e", "UV-21.3.2e", reads=("unit",))
def detection_alone_costs_nothing(t: Tables, state: State, act: Remove) -> Verdict:
    plane = state.plane(act.unit)
    if not _flies(t, act.unit) or owed(state, st.LOSS, act.unit) or not plane.support:
        return None
    if state.unit(plane.support).hurt:
        return None  # it may be damaged
    case_id = "UV-21.3.1e" if act.unit == BV_222 else "UV-21.3.2e"
    return case_id, f"{act.unit} was removed, and {plane.support} could refuel it"
