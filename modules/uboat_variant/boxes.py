"""The TSL boxes, and what follows when a grid is over (5.5)."""

from __future__ import annotations

from validator.explaining import signs as sign
from validator.rules.cases import Broken, Fault, Verdict
from validator.rules.states import Pending, owed
from validator.rules.verbs import Verb

from . import reads
from . import state as st
from .book import case, cases, effect
from .grids import of_level, opponents_left, taking_part
from .state import DEPLOYING, OSL, TSL, State
from .tables import Tables


class ToBox(Verb, steps=("osl_round",), settles=(st.BOX, "unit")):
    """A unit that shares its square with opponents goes to a TSL box."""

    unit: str
    letter: str
    signs = reads.ship_moved(
        "unit", start=reads.a_square, to=sign.field("letter", reads.a_box, reads.box_of)
    )


class CloseOsl(Verb, steps=("osl_end",)):
    """The OSL grid is over."""

    signs = sign.any_of(sign.declared("osl_closed"), sign.unseen())


class CloseTsl(Verb, steps=("tsl_end",)):
    """A TSL box is over."""

    signs = sign.any_of(sign.declared("tsl_closed"), sign.unseen())


class GoBack(Verb, steps=("osl_end", "tsl_end"), settles=(st.GO_BACK, "unit")):
    """A unit returns from a grid to the zone with the Contact marker. Its counter may be put there
    later, since this decides nothing."""

    unit: str
    zone: str
    signs = sign.any_of(
        reads.ship_moved("unit", start=reads.a_square, to=sign.field("zone", reads.an_area)),
        sign.unseen(),
    )


# --- Boxes, and the end of a grid


@cases("UV-5.5.14", reads=("unit", "letter"))
def the_first_free_box(t: Tables, state: State, act: ToBox) -> Verdict:
    due = owed(state, st.BOX, act.unit)
    if due is None:
        return "UV-5.5.14", f"{act.unit or 'nobody'} went to a box, and shares its square with none"
    if act.letter == due.to:
        return None
    return "UV-5.5.14", Broken(f"{act.unit} went to box {act.letter}", f"box {due.to}")


@effect
def to_box(t: Tables, state: State, act: ToBox) -> State:
    new = state.done(st.BOX, act.unit)
    if not act.letter:
        return new
    left = "" if act.unit == state.contact.active else state.contact.active
    return new.change(act.unit, square="", box=act.letter).here(active=left)


@case("UV-5.5.15", reads=())
def when_an_osl_is_over(t: Tables, state: State, act: CloseOsl) -> Fault:
    return _not_over(t, state, OSL)


@case("UV-5.5T.9", reads=())
def when_a_tsl_is_over(t: Tables, state: State, act: CloseTsl) -> Fault:
    return _not_over(t, state, TSL)


def _not_over(t: Tables, state: State, level: str) -> Fault:
    if state.contact.level != level or not state.contact or state.contact.stage == st.CLOSED:
        return f"the {level.upper()} was closed, and none is played"
    if opponents_left(t, state):
        return f"the {level.upper()} was closed, and opponents are left on its grid"
    if state.contact.stage == DEPLOYING:
        return f"the {level.upper()} was closed before its units were put on the grid"
    return None


@effect
def close(t: Tables, state: State, act: CloseOsl | CloseTsl) -> State:
    contact = state.contact
    if not contact:
        return state
    case_id = of_level(state, "UV-5.5.16", "UV-5.5T.10")
    here = [one for one in taking_part(t, state) if one.square]
    due = (Pending(st.GO_BACK, t.side_of(one.id), case_id, one.id, to=contact.zone) for one in here)
    new = state.here(stage=st.CLOSED).owing_once(*due)
    if contact.level == TSL:
        for one in taking_part(t, state):
            new = new.change(one.id, box="")
        new = new.here(boxes=tuple(one for one in contact.boxes if one != contact.box))
    return new if here else _next_box(new)


@cases("UV-5.5.16", "UV-5.5T.10", reads=("unit", "zone"))
def units_go_back_to_the_zone(t: Tables, state: State, act: GoBack) -> Verdict:
    due = owed(state, st.GO_BACK, act.unit)
    case_id = of_level(state, "UV-5.5.16", "UV-5.5T.10")
    if due is None:
        return case_id, f"{act.unit or 'nobody'} went back from a grid that is not over"
    if act.zone == due.to:
        return None
    return case_id, Broken(f"{act.unit} went back to {act.zone or 'no zone'}", due.to)


@effect
def go_back(t: Tables, state: State, act: GoBack) -> State:
    new = state.done(st.GO_BACK, act.unit)
    at = {"at": act.zone} if act.zone in t.neighbours else {}
    new = new.change(act.unit, square="", **at)
    return new if owed(new, st.GO_BACK) else _next_box(new)


def _next_box(state: State) -> State:
    """The state with the next box in the order of letters (UVD-35); after the last one shores are
    bombarded."""
    contact = state.contact
    if not contact or contact.stage != st.CLOSED:
        return state
    boxes = tuple(sorted(contact.boxes))
    if not boxes:
        return state.changed(contact=st.NO_CONTACT)
    fresh = st.Contact(contact.zone, TSL, DEPLOYING, boxes[0], boxes)
    return state.changed(contact=fresh)
