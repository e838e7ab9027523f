"""What helps a search: aircraft and disguises, and how they wear out (7.3, 7.4, 7.5d, 7.5f)."""

from __future__ import annotations

from validator.rules.cases import INTERPRETATION, Broken, Fault

from . import state as st
from . import verbs as v
from .book import case
from .facts import owed
from .hunting import (
    box_of,
    counter_of,
    mark_on,
    may_escort_in,
    may_sail_free_in,
    next_disguise,
)
from .marks import crossed_by, wrong_mark
from .state import State
from .tables import Tables

German = v.AtlantisSearch | v.AtlantisCounter
British = v.CruiserSearch | v.React
Throw = v.AtlantisSearch | v.AtlantisCounter | v.CruiserSearch | v.React

# --- Whose modifier it is --------------------------------------------------------------


def _words(modifier: str) -> list[str]:
    """The modifiers that a word names: more than one stand apart by a sign or a space."""
    return "".join(one if one.isalpha() else " " for one in modifier).split()


def _of_the_other_side(tables: Tables, throw: Throw, word: str) -> bool:
    german = isinstance(throw, v.AtlantisSearch | v.AtlantisCounter)
    return (word in tables.raiders_modifiers) != german


@case("UTF-7.3a", reads=("modifier",))
def each_side_flies_its_own_plane(tables: Tables, state: State, throw: Throw) -> Fault:
    if throw.modifier in (st.AIRCRAFT, st.WALRUS) and _of_the_other_side(
        tables, throw, throw.modifier
    ):
        return f"the modifier was {throw.modifier}, the other side's plane"
    return None


@case("UTF-7.5d", reads=("modifier",))
def each_side_has_its_own_modifiers(tables: Tables, state: State, throw: Throw) -> Fault:
    words = _words(throw.modifier)
    if len(words) > 1 or throw.modifier in ("", st.AIRCRAFT, st.WALRUS):
        return None
    if throw.modifier not in tables.modifiers:
        return Broken(f"the modifier was {throw.modifier!r}", ", ".join(tables.modifiers))
    if _of_the_other_side(tables, throw, throw.modifier):
        return f"the modifier was {throw.modifier}, which is the other side's"
    return None


@case("UTF-7.5f", reads=("modifier",))
def one_modifier_helps_a_roll(
    tables: Tables, state: State, throw: v.AtlantisSearch | v.AtlantisCounter | v.CruiserSearch
) -> Fault:
    return _too_many(tables, throw)


@case("UTF-7.2.1c", reads=("modifier",))
def one_modifier_helps_a_reaction(tables: Tables, state: State, reaction: v.React) -> Fault:
    return _too_many(tables, reaction)


def _too_many(tables: Tables, throw: Throw) -> Fault:
    words = _words(throw.modifier)
    if len(words) > tables.most_modifiers:
        return Broken(f"{' and '.join(words)} were used for one roll", "one of them")
    return None


@case("DU-25", reads=("ca", "modifier"), severity=INTERPRETATION)
def an_escort_that_searches_has_no_free_face(
    tables: Tables, state: State, search: v.CruiserSearch
) -> Fault:
    cruiser = state.cruisers.get(search.ca)
    if search.modifier != st.FREE_FACE or cruiser is None:
        return None
    if may_escort_in(state, cruiser, search.hex) and not may_sail_free_in(cruiser, search.hex):
        return f"{search.ca}, an escort, searched with the -1 of its other face"
    return None


# --- UTF-7.3 Aircraft ------------------------------------------------------------------


@case("UTF-7.3b", reads=("piece", "box"))
def a_plane_is_kept_until_it_is_lost(
    tables: Tables, state: State, place: v.PlaceOnDisplay
) -> Fault:
    if place.box != st.OUT or place.piece not in (st.WALRUS, st.DISGUISE):
        return None
    if place.piece == st.WALRUS and (
        owed(state, st.DISPLAY, f"{st.WALRUS}={st.OUT}") or owed(state, st.MAYBE_WORN, st.WALRUS)
    ):
        return None
    return f"{place.piece} was put out of the game and had not crashed"


@case("UTF-7.3c", reads=("modifier",))
def a_plane_is_committed_before_the_roll(tables: Tables, state: State, throw: Throw) -> Fault:
    if throw.modifier not in (st.AIRCRAFT, st.WALRUS) or throw.modifier in state.planes_lost:
        return None
    if _of_the_other_side(tables, throw, throw.modifier):
        return None  # UTF-7.3a
    return _not_laid(tables, state, throw.modifier)


@case("UTF-7.3c", reads=("piece", "box"))
def planes_lie_in_their_own_boxes(tables: Tables, state: State, place: v.PlaceOnDisplay) -> Fault:
    if place.piece == st.WALRUS and place.box not in (st.BRITISH_AIRCRAFT, st.HELD, st.OUT):
        return f"the Walrus was put on {place.box}"
    if place.piece == st.DISGUISE and place.box not in (
        st.ATLANTIS_AIRCRAFT,
        st.HELD,
        st.OUT,
        *map(tables.box_of, tables.disguises),
    ):
        return f"the disguise and aircraft counter was put on {place.box}"
    return None


def _not_laid(tables: Tables, state: State, modifier: str) -> Fault:
    counter, box = counter_of(tables, modifier), box_of(tables, modifier)
    lies = state.committed.get(counter)
    if lies == box:
        return None
    where = f"lay on {lies}" if lies else "had not been laid out"
    return Broken(f"{modifier} was used and its counter {where}", f"{counter} on {box} first")


@case("UTF-7.3d", reads=("modifier",), rests_on=("planes_lost",))
def a_lost_plane_does_not_fly(tables: Tables, state: State, throw: Throw) -> Fault:
    own = not _of_the_other_side(tables, throw, throw.modifier)
    if own and throw.modifier in state.planes_lost:
        return f"{throw.modifier} was used and had crashed"
    return None


# --- UTF-7.4 Disguises -----------------------------------------------------------------


@case("UTF-7.4a", reads=("modifier",))
def a_disguise_is_chosen_before_the_roll(tables: Tables, state: State, throw: German) -> Fault:
    if throw.modifier not in tables.disguises or throw.modifier != next_disguise(tables, state):
        return None  # UTF-7.4c, e, f
    return _not_laid(tables, state, throw.modifier)


@case("UTF-7.4c", reads=("modifier",), rests_on=("boxes",))
def a_disguise_seen_through_is_gone(tables: Tables, state: State, throw: German) -> Fault:
    return _gone(tables, state, throw, "UTF-7.4c")


@case("UTF-7.4e", reads=("modifier",), rests_on=("boxes",))
def a_disguise_worn_out_is_gone(tables: Tables, state: State, throw: German) -> Fault:
    return _gone(tables, state, throw, "UTF-7.4e")


def _gone(tables: Tables, state: State, throw: German, case_id: str) -> Fault:
    if throw.modifier not in tables.disguises or mark_on(state, throw.modifier) != st.CROSSED:
        return None
    if crossed_by(state, throw.modifier, "UTF-7.4e") != case_id:
        return None
    return Broken(
        f"the {throw.modifier} disguise was used and is crossed out",
        next_disguise(tables, state) or "",
    )


@case("UTF-7.4f", reads=("modifier",), rests_on=("boxes",))
def disguises_are_used_from_left_to_right(tables: Tables, state: State, throw: German) -> Fault:
    if throw.modifier not in tables.disguises or mark_on(state, throw.modifier) == st.CROSSED:
        return None
    first = next_disguise(tables, state)
    if throw.modifier != first:
        return Broken(f"the {throw.modifier} disguise was used before the {first} one", str(first))
    return None


# --- Marks -----------------------------------------------------------------------------


@case("UTF-7.4c", reads=("box", "state"))
def a_disguise_is_crossed_out_for_a_six(tables: Tables, state: State, mark: v.MarkBox) -> Fault:
    return _wrong_mark(tables, state, mark, "UTF-7.4c")


@case("UTF-7.4d", reads=("box", "state"))
def a_disguise_is_slashed_for_a_narrow_success(
    tables: Tables, state: State, mark: v.MarkBox
) -> Fault:
    return _wrong_mark(tables, state, mark, "UTF-7.4d")


@case("UTF-7.4e", reads=("box", "state"))
def a_slashed_disguise_is_crossed_out(tables: Tables, state: State, mark: v.MarkBox) -> Fault:
    return _wrong_mark(tables, state, mark, "UTF-7.4e")


def _wrong_mark(tables: Tables, state: State, mark: v.MarkBox, case_id: str) -> Fault:
    if mark.box in tables.uboats:
        return None
    return wrong_mark(state, mark, case_id, _stands_for(state, mark))


def _stands_for(state: State, mark: v.MarkBox) -> str:
    before = state.boxes.get(mark.box, st.INTACT)
    if before == st.CROSSED:
        return state.crossed_by.get(mark.box) or "UTF-7.4e"
    if mark.state == st.CROSSED:
        return "UTF-7.4c" if before == st.INTACT else "UTF-7.4e"
    return "UTF-7.4d"
