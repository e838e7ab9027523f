"""The air return and the end of a turn (5.7)."""

from __future__ import annotations

from typing import Any

from validator.explaining import facts as seen
from validator.explaining import signs as sign
from validator.rules.cases import Broken, Verdict
from validator.rules.states import THIS_TURN, Outcome, Pending, owed
from validator.rules.verbs import Verb

from . import reads
from . import state as st
from .air import bases_of
from .book import cases, effect
from .state import ALLIED, AXIS, BV_222, Z_511, Plane, State
from .tables import FLOATPLANE, Tables


class OnTrack(Verb, by=AXIS, steps=("bombers_to_track",), settles=(st.TRACK, "plane")):
    """A flown German bomber goes on the turn track."""

    plane: str
    turn: int
    signs = reads.plane_moved("plane", to=sign.field("turn", reads.turn_of))


class ReturnHome(Verb, steps=("return_step",), settles=(st.HOME, "plane")):
    """An aircraft returns to a base in range."""

    plane: str
    base: str
    signs = sign.all_of(
        sign.optional(sign.declared("returns", detail=reads.named("plane"))),
        reads.plane_moved(
            "plane", start=reads.not_a_base, to=sign.field("base", reads.a_base_named)
        ),
    )


def _not_when_it_is_shown(context: Any, state: State) -> dict[str, Any] | None:
    """For ``silent``: as `assumed`, except at the marker that shows the next turn. Postponed facts
    are noise at the end of their turn; assuming the verb just before the marker would save them."""
    fact = context.facts[context.at] if context.facts else None
    shown = isinstance(fact, seen.TurnShown) and fact.turn == state.turn + 1
    return None if shown else {}


class EndTurn(Verb, steps=("turn_end",)):
    """The turn marker goes on."""

    signs = sign.any_of(sign.some_of(sign.next_turn(), sign.declared("turn_ends")), sign.unseen())
    silent = _not_when_it_is_shown


class EndGame(Verb, steps=("turn_end",)):
    """The last turn is over."""

    signs = sign.unseen()


# --- The return


@cases("UV-21.3.1f", "UV-21.3.2f", "UV-5.7.2", reads=("plane", "turn"))
def where_bombers_go_on_the_track(t: Tables, state: State, act: OnTrack) -> Verdict:
    right = state.turn + t.track_turns
    came_home = owed(state, st.TRACK, act.plane) or owed(state, st.LOSS, act.plane)
    if act.turn == right and came_home:
        return None
    case_id = {BV_222: "UV-21.3.1f", Z_511: "UV-21.3.2f"}.get(act.plane, "UV-5.7.2")
    if act.turn == right:
        return case_id, f"{act.plane} went on the turn track, and has not flown as a bomber"
    return case_id, Broken(f"{act.plane} was put on turn {act.turn}", f"turn {right}")


@cases("UV-21.3.1a", "UV-21.3.2a", "UV-5.7.1", reads=("plane", "base"))
def home_is_a_base_in_range(t: Tables, state: State, act: ReturnHome) -> Verdict:
    plane, kind = state.plane(act.plane), t.planes.get(act.plane)
    if kind is not None and kind.kind == FLOATPLANE:
        case_id = "UV-21.3.1a" if act.plane == BV_222 else "UV-21.3.2a"
        return case_id, f"{act.plane} has no base on the map, and went to {act.base}"
    if not owed(state, st.HOME, act.plane):
        return "UV-5.7.1", f"{act.plane} returned, and was not on its way home"
    if act.base not in bases_of(t, t.side_of(act.plane)):
        return "UV-5.7.1", f"{act.plane} went to {act.base or 'nowhere'}, no base of its side"
    if kind is None or not plane.at:
        return None
    far = t.areas_between(plane.at, t.base_areas[act.base])
    if far > kind.range:
        return "UV-5.7.1", Broken(f"{act.plane} returned over {far} areas", f"{kind.range} areas")
    return None


@effect
def on_track(t: Tables, state: State, act: OnTrack) -> State:
    new = state.done(st.TRACK, act.plane).without(act.plane, st.LOSS)
    return new.fly(act.plane, track=act.turn, at="", cap=False)


@effect
def return_home(t: Tables, state: State, act: ReturnHome) -> State:
    new = state.done(st.HOME, act.plane).without(act.plane, st.TRACK)
    base = {"base": act.base} if act.base in t.base_areas else {}
    return new.fly(act.plane, at="", cap=False, **base)


def going_home(t: Tables, state: State) -> State:
    """The start of 5.7: floatplanes that cannot refuel are lost, bombers go on the track, the
    others return (UVD-38)."""
    new = state
    for one in state.planes.values():
        kind = t.planes[one.id]
        if one.gone or one.track:
            continue
        if kind.kind == FLOATPLANE:
            if one.support and is_stranded(state, one):
                case_id = "UV-21.3.1d" if one.id == BV_222 else "UV-21.3.2d"
                new = new.owing_once(Pending(st.LOSS, AXIS, case_id, one.id))
            elif one.acted:
                case_id = "UV-21.3.1f" if one.id == BV_222 else "UV-21.3.2f"
                new = new.owing_once(Pending(st.TRACK, AXIS, case_id, one.id))
        elif kind.side == AXIS and kind.is_bomber and one.flown:
            new = new.owing_once(Pending(st.TRACK, AXIS, "UV-5.7.2", one.id))
        elif one.at:
            new = new.owing_once(Pending(st.HOME, kind.side, "UV-5.7.1", one.id))
    return new


def is_stranded(state: State, plane: Plane) -> bool:
    """Whether the boat that supports a floatplane cannot refuel it (UVD-19)."""
    boat = state.unit(plane.support)
    return boat.gone or boat.depth != st.SURFACED or boat.damage > plane.fit


@cases("UV-5.7.3", reads=())
def the_last_turn_is_the_last(t: Tables, state: State, act: EndTurn | EndGame) -> Verdict:
    last = state.turn >= t.last_turn
    if last == isinstance(act, EndGame):
        return None
    words = "the turn marker went on after the last turn" if last else "the game was ended early"
    return "UV-5.7.3", words


@effect
def end_turn(t: Tables, state: State, act: EndTurn) -> State:
    """The state after the end of a turn: values of one turn are reset, and what was owed and not
    done is forgotten."""
    units = {
        name: one.begun(
            st.TURN,
            detected=one.detected and not (t.is_boat(name) and one.depth == st.SUBMERGED),
            square="",
            box="",
        )
        for name, one in state.units.items()
    }
    planes = {
        name: one.begun(st.TURN, at="", cap=False, flown=False)
        for name, one in state.planes.items()
    }
    turn = state.turn + 1
    due = tuple(
        Pending(st.BACK, AXIS, "UV-5.1.3", one.id)
        for one in planes.values()
        if one.track == turn and not one.gone
    )
    kept = tuple(one for one in state.pending if one.what in (st.ROLE, st.SHOW))
    return state.begun(
        st.TURN,
        turn=turn,
        step=st.EVENTS,
        units=units,
        planes=planes,
        rolls={},
        last="",
        passed=frozenset(),
        contact=st.NO_CONTACT,
        pending=(*kept, *due),
        doubt=state.doubt - {THIS_TURN},
    )


@effect
def end_game(t: Tables, state: State, act: EndGame) -> State:
    lost = sum(one.gone for one in state.units.values() if t.is_boat(one.id))
    if state.tons >= t.axis_tons:
        winner = AXIS
    elif state.tons <= t.allied_tons and lost >= t.boats_sunk:
        winner = ALLIED
    else:
        winner = st.NOBODY
    return state.changed(outcome=Outcome(winner, "UVX-V", state.tons // 1000))
