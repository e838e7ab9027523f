"""What helps a search: aircraft and disguises, and how they wear out (7.3, 7.4, 7.5d, 7.5f)."""

from __future__ import annotations

from validator.rules.cases import Broken, Fault, Verdict

from . import hunting
from . import state as st
from . import verbs as v
from .book import case, cases
from .facts import owed
from .hunting import mark_on, next_disguise
from .marks import crossed_by, wrong_mark
from .state import State
from .tables import Tables

German = v.AtlantisSearch | v.AtlantisCounter
British = v.CruiserSearch | v.React
Throw = German | British
PLANES = (st.AIRCRAFT, st.WALRUS)

# --- Whose modifier it is --------------------------------------------------------------


@cases("UTF-7.2.1c", "UTF-7.5f", "UTF-7.3a", "UTF-7.5d", reads=("modifier",))
def one_modifier_of_ones_own_helps_a_roll(tables: Tables, state: State, throw: Throw) -> Verdict:
    modifier = throw.modifier
    # More than one stand apart by a sign or a space.
    words = "".join(one if one.isalpha() else " " for one in modifier).split()
    if len(words) > tables.most_modifiers:
        case_id = "UTF-7.2.1c" if isinstance(throw, v.React) else "UTF-7.5f"
        return case_id, Broken(f"{' and '.join(words)} were used for one roll", "one of them")
    others = _of_the_other_side(tables, throw)
    if modifier in PLANES:
        plane = f"the modifier was {modifier}, the other side's plane"
        return ("UTF-7.3a", plane) if others else None
    if modifier and len(words) <= 1 and modifier not in tables.modifiers:
        return "UTF-7.5d", Broken(f"the modifier was {modifier!r}", ", ".join(tables.modifiers))
    if modifier and len(words) <= 1 and others:
        return "UTF-7.5d", f"the modifier was {modifier}, which is the other side's"
    return None


def _of_the_other_side(tables: Tables, throw: Throw) -> bool:
    return (throw.modifier in tables.raiders_modifiers) != isinstance(throw, German)


@case("DU-25", reads=("ca", "modifier"))
def a_searching_escort_has_one_face(tables: Tables, state: State, search: v.CruiserSearch) -> Fault:
    if search.modifier == st.FREE_FACE and hunting.only_escorts_in(state, search.ca, search.hex):
        return f"{search.ca}, an escort, searched with the -1 of its other face"
    return None


# --- UTF-7.3 Aircraft, 7.4 disguises ---------------------------------------------------


@case("UTF-7.3b", reads=("piece", "box"))
def planes_are_kept_until_lost(tables: Tables, state: State, place: v.PlaceOnDisplay) -> Fault:
    if place.box != st.OUT or place.piece not in (st.WALRUS, st.DISGUISE):
        return None
    crashed = owed(state, st.DISPLAY, f"{st.WALRUS}={st.OUT}")
    if place.piece == st.WALRUS and (crashed or owed(state, st.MAYBE_WORN, st.WALRUS)):
        return None
    return f"{place.piece} was put out of the game and had not crashed"


@case("UTF-7.3c", reads=("piece", "box"))
def planes_lie_in_their_own_boxes(tables: Tables, state: State, place: v.PlaceOnDisplay) -> Fault:
    disguises = map(tables.box_of, tables.disguises)
    if place.piece == st.WALRUS and place.box not in (st.BRITISH_AIRCRAFT, st.HELD, st.OUT):
        return f"the Walrus was put on {place.box}"
    own = (st.ATLANTIS_AIRCRAFT, st.HELD, st.OUT, *disguises)
    if place.piece == st.DISGUISE and place.box not in own:
        return f"the disguise and aircraft counter was put on {place.box}"
    return None


@cases("UTF-7.3d", "UTF-7.3c", reads=("modifier",), rests_on={"UTF-7.3d": ("planes_lost",)})
def a_plane_is_committed_before_the_roll(tables: Tables, state: State, throw: Throw) -> Verdict:
    if throw.modifier not in PLANES or _of_the_other_side(tables, throw):
        return None  # UTF-7.3a
    if throw.modifier in state.planes_lost:
        return "UTF-7.3d", f"{throw.modifier} was used and had crashed"
    return _not_laid(tables, state, throw.modifier, "UTF-7.3c")


def _not_laid(tables: Tables, state: State, modifier: str, case_id: str) -> Verdict:
    counter, box = hunting.counter_of(tables, modifier), hunting.box_of(tables, modifier)
    lies = state.committed.get(counter)
    if lies == box:
        return None
    where = f"lay on {lies}" if lies else "had not been laid out"
    did = f"{modifier} was used and its counter {where}"
    return case_id, Broken(did, f"{counter} on {box} first")


@cases(
    *("UTF-7.4c", "UTF-7.4e", "UTF-7.4f", "UTF-7.4a"),
    reads=("modifier",),
    rests_on=dict.fromkeys(("UTF-7.4c", "UTF-7.4e", "UTF-7.4f"), ("boxes",)),
)
def the_leftmost_disguise_is_laid_and_used(tables: Tables, state: State, throw: German) -> Verdict:
    disguise = throw.modifier
    if disguise not in tables.disguises:
        return None
    first = next_disguise(tables, state)
    if mark_on(state, disguise) == st.CROSSED:
        did = f"the {disguise} disguise was used and is crossed out"
        return crossed_by(state, disguise, "UTF-7.4e"), Broken(did, first or "")
    if disguise != first:
        did = f"the {disguise} disguise was used before the {first} one"
        return "UTF-7.4f", Broken(did, str(first))
    return _not_laid(tables, state, disguise, "UTF-7.4a")


# --- Marks -----------------------------------------------------------------------------


@cases("UTF-7.4c", "UTF-7.4d", "UTF-7.4e", reads=("box", "state"))
def a_disguise_is_marked_as_it_wears_out(tables: Tables, state: State, mark: v.MarkBox) -> Verdict:
    if mark.box in tables.uboats:
        return None
    before = state.boxes.get(mark.box, st.INTACT)
    if before == st.CROSSED:
        stands_for = state.crossed_by.get(mark.box) or "UTF-7.4e"
    elif mark.state == st.CROSSED:
        stands_for = "UTF-7.4c" if before == st.INTACT else "UTF-7.4e"
    else:
        stands_for = "UTF-7.4d"
    return wrong_mark(state, mark, stands_for)
