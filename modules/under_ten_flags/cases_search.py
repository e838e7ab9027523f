"""Searching (7.0, 7.1, 7.2, 7.5, DU-15, DU-16), and its modifiers: aircraft and disguises, until
they are used up (7.3, 7.4, 7.5d, 7.5f)."""

from __future__ import annotations

from validator.rules.cases import MISSING, Broken, Fault, Verdict, Verdicts, resting

from . import hunting
from . import state as st
from . import verbs as v
from .book import book, case, cases
from .facts import cruiser_hexes, may_sail_alone, owed
from .hunting import mark_on, may_escort_in, why_not_found
from .state import State
from .tables import Tables

ELSEWHERE = (resting(("atlantis", "cruisers"), "UTF-7.1a"), resting("atlantis", "UTF-6.1b"))
Search = v.AtlantisSearch | v.CruiserSearch
Counter = v.ACVCounter | v.AtlantisCounter
Claim = v.AnswerSearch | v.PlaceOnDisplay | Counter
"""Acts that treat a ship as found."""

# --- UTF-7.0, 7.1 Active searching -----------------------------------------------------


NO_CRUISER = "{0}, which is no cruiser, searched"
book.one_of("UTF-7.0", v.CruiserSearch | v.React, "ca", "cruisers", NO_CRUISER)


@cases(*ELSEWHERE, resting("cruisers", "UTF-6.1e"), reads=("ca", "hex"))
def a_ship_searches_its_hex(tables: Tables, state: State, search: Search) -> Verdict:
    who, places, never_there = "Atlantis", frozenset(state.atlantis), "UTF-6.1b"
    if isinstance(search, v.CruiserSearch):
        places = cruiser_hexes(state, state.cruiser(search.ca))
        who, never_there = search.ca, "UTF-6.1e"
    elif hunting.why_cancelled(tables, state, search.hex):
        return None
    if not places or not search.hex or search.hex in places:
        return None
    case_id = "UTF-7.1a" if search.by in state.sees else never_there
    return case_id, Broken(f"{who} searched {search.hex}", ", ".join(sorted(places)))


@case("UTF-7.1d", reads=("ca",), severity=MISSING)
def the_counter_comes_off_the_map_after_a_search(
    tables: Tables, state: State, act: Search | v.PlotAtlantis | v.Rest | v.PlotCruiser
) -> Fault:
    ship = act.ca if isinstance(act, v.CruiserSearch | v.PlotCruiser) else st.ATLANTIS
    if ship in state.cvm and ship not in state.searched:
        return f"the counter of {ship} still lay on {state.cvm[ship]}"
    return None


@case("DU-20", reads=("ca",))
def each_ship_searches_once(tables: Tables, state: State, search: Search) -> Fault:
    ship = search.ca if isinstance(search, v.CruiserSearch) else st.ATLANTIS
    return f"{ship} searched a second time in one activation" if ship in state.searched else None


# --- UTF-7.5 Who was found -------------------------------------------------------------


def _claims(claim: Claim) -> str:
    """The ship that an act treats as found; empty if there is none."""
    match claim:
        case v.AnswerSearch(found=True) | v.AtlantisCounter():
            return st.ATLANTIS
        case v.ACVCounter(acvm=acvm):
            return acvm
        case v.PlaceOnDisplay(piece=piece, box=box) if (
            box == hunting.SIGHTING_OF[piece == st.ATLANTIS]
        ):
            return piece
    return ""


def _rolled(state: State) -> str:
    """The dice of the search so far, in words."""
    hunt = state.hunt
    if hunt is None:
        return "nobody had searched"
    throws = []
    for who, throw in ((hunt.by, hunt.roll), (hunt.reactor, hunt.reaction)):
        if throw is not None:
            with_what = f" with {throw.modifier}" if throw.modifier else ""
            throws.append(f"{who} rolled {throw.die}{with_what}")
    return ", ".join(throws)


NOT_FOUND = (
    *("UTF-7.1c", "UTF-7.4b", "UTF-7.5a", "UTF-7.5f", "UTF-7.2.1c", "UTF-7.2.1d", "UTF-7.2.1e"),
    *("UTF-7.2.2b", "UTF-7.5e", "UTF-7.5b"),
)
"""The cases by which somebody was not found (`why_not_found`)."""


@cases(*NOT_FOUND, reads=("found", "piece", "box", "acvm"))
def who_was_missed_was_not_found(tables: Tables, state: State, claim: Claim) -> Verdict:
    piece = _claims(claim)
    laid = isinstance(claim, v.PlaceOnDisplay)
    of_it = hunting.why_not_laid if laid else why_not_found
    why = of_it(tables, state, piece) if piece else ""
    if not why or (isinstance(claim, v.AnswerSearch) and why in ("UTF-7.5e", "UTF-7.5b")):
        return None
    return why, f"{piece} was treated as found; {_rolled(state)}"


@cases("UTF-7.5b", "UTF-6.1b", reads=("found",), rests_on=("atlantis",))
def cruisers_are_answered_truly(tables: Tables, state: State, reply: v.AnswerSearch) -> Verdicts:
    hunt = state.hunt
    by_a_cruiser = hunt is not None and hunt.by != st.ATLANTIS
    if hunt is None or not by_a_cruiser:
        yield "UTF-7.5b", "an answer was given and no cruiser had searched"
    elif hunt.answer is not None:
        yield "UTF-7.5b", "the search was answered a second time"
    elif not reply.found and hunt.roll.found and state.atlantis.place == hunt.hex:
        yield "UTF-7.5b", f"Atlantis was in {hunt.hex} and the answer was no"
    elif not reply.found and state.counter(st.ATLANTIS) is not None:
        yield "UTF-7.5b", "Atlantis rolled its counter-search and the answer was no"
    if hunt is None or not reply.found or hunt.roll.found is False:
        return  # UTF-7.1c, 7.5a
    if not state.atlantis or not hunt.hex or hunt.hex in state.atlantis:
        return
    written = state.atlantis.in_words()
    if st.GERMAN not in state.sees and hunt.hex not in state.denied:
        yield "UTF-6.1b", Broken(f"found in {hunt.hex}, where it cannot be", written)
    elif by_a_cruiser:
        yield "UTF-7.5b", f"found in {hunt.hex} and written in {written}"


@case("UTF-7.5b", reads=("acvm",), severity=MISSING)
def found_ships_go_to_their_sighting_box(tables: Tables, state: State, counter: Counter) -> Fault:
    piece, box = _claims(counter), hunting.SIGHTING_OF[isinstance(counter, v.AtlantisCounter)]
    if state.hunt is None or state.counter(piece) or why_not_found(tables, state, piece):
        return None
    if piece != st.ATLANTIS and not hunting.is_there(state, piece):
        return None  # UTF-4.2.2
    lies = state.box_of(piece) == hunting.SIGHTING_OF[piece == st.ATLANTIS]
    return None if lies else f"{piece} was found and not put on the {box} box"


@cases("UTF-7.3b", "UTF-7.3c", "UTF-7.5b", reads=("piece", "box"))
def each_counter_has_its_boxes(tables: Tables, state: State, place: v.PlaceOnDisplay) -> Verdicts:
    """Each counter may only be placed in its own boxes, and a plane is kept until it crashes;
    prizes and lost counters have cases of their own."""
    piece, box = place.piece, place.box
    plane, own = piece in (st.DISGUISE, st.WALRUS), hunting.boxes_of(tables, piece)
    if plane and box == st.OUT:
        maybe = owed(state, st.MAYBE_WORN, piece)
        if not (maybe or owed(state, st.DISPLAY, piece, st.OUT)):
            yield "UTF-7.3b", f"{piece} was put out of the game and had not crashed"
    elif box not in own and not (_is_combat_vessel(tables, piece) and tables.on_map(box)):
        no_counter = "" if own else ", which is no counter of the displays,"
        put = f"{piece}{no_counter} was put on {box}"
        if plane:
            yield "UTF-7.3c", put
        if not plane or box in hunting.SIGHTING_OF.values():
            yield "UTF-7.5b", put


def _is_combat_vessel(tables: Tables, piece: str) -> bool:
    return piece == st.ATLANTIS or piece in tables.cruisers


@case("UTF-7.5c", reads=("acvm",))
def a_counter_search_is_made_once(tables: Tables, state: State, counter: Counter) -> Fault:
    piece = _claims(counter)
    if state.counter(piece) is not None:
        return f"{piece} rolled its counter-search a second time"
    return None


@cases("UTF-7.5h", "UTF-7.5i", reads=("acvm",))
def found_ships_stay_face_down(tables: Tables, state: State, showing: v.ShowShip) -> Verdicts:
    """A ship that was found stays face down until its counter-search, and for good if that
    succeeds."""
    acvm, hunt, voyage = showing.acvm, state.hunt, state.voyages.get(showing.acvm)
    if voyage is not None and (voyage.known or not voyage.ship):
        return
    over = state.outcome is not None
    if hunt is None or hunt.target != acvm:
        if not over:
            yield "UTF-7.5i", f"{acvm} was shown and nobody had found it"
        return
    counter, box = state.counter(acvm), state.box_of(acvm)
    if counter is None and box == st.BRITISH_SIGHTING:
        yield "UTF-7.5h", f"{acvm} was shown before its counter-search"
    elif counter is not None and counter.found and not over:
        yield "UTF-7.5i", f"{acvm} was shown though its counter-search had succeeded"
    elif counter is None and box == st.ROW and not over:
        yield "UTF-7.5i", f"{acvm} was shown and had not been found"


# --- What comes of a counter-search ------------------------------------------------------


@cases("UTF-7.5c", "UTF-7.5i", "UTF-7.5j", reads=("piece", "box"))
def escaped_ships_are_taken_back(tables: Tables, state: State, place: v.PlaceOnDisplay) -> Verdicts:
    piece, hunt = place.piece, state.hunt
    taken_back = f"{piece} was taken back"
    if piece == st.ATLANTIS and place.box == st.HELD:
        if owed(state, st.GUN):
            yield "UTF-7.5j", "Atlantis was taken back though its counter-search had failed"
        if owed(state, st.ATLANTIS_COUNTER):
            yield "UTF-7.5c", "Atlantis was taken back and had not rolled its counter-search"
    if place.box != st.ROW or piece not in state.voyages:
        return
    box, counter = state.voyage(piece).box, state.counter(piece)
    if box == st.ROW:
        yield "UTF-7.5i", f"{piece} was put back on its row and lay there"
    if hunt is None:
        return
    if counter is None:
        lies_found = bool(hunt.roll.found) and box == st.BRITISH_SIGHTING
        if lies_found and not why_not_found(tables, state, piece):
            yield "UTF-7.5c", f"{taken_back} and had not rolled its counter-search"
    elif counter.found is False and not hunt.under_fire:
        yield "UTF-7.5j", f"{taken_back} though its counter-search had failed"


@case("UTF-7.5j", severity=MISSING)
def failed_counters_have_consequences(tables: Tables, state: State, end: v.EndActivation) -> Fault:
    """A failed counter-search has consequences. If nobody knows whether the ship is a ghost, some
    act is still required, since doing nothing is right for neither."""
    hunt = state.hunt
    if hunt is None or hunt.under_fire:
        return None
    if any(p.piece == hunt.target for p in state.pending):
        return None  # another case reports what is left out
    voyage, counter = state.voyage(hunt.target), state.counter(hunt.target)
    if counter is None or counter.found is not False or not voyage.ship or voyage.box == st.ROW:
        return None  # in its row: taken back, or never placed on the displays
    return f"the counter-search of {voyage.id} failed and nothing came of it"


@case("UTF-7.1d", reads=("piece", "box"))
def only_counters_out_come_back(tables: Tables, state: State, place: v.PlaceOnDisplay) -> Fault:
    home = place.box in (st.HELD, st.CRUISER_MARKERS) and _is_combat_vessel(tables, place.piece)
    return f"{place.piece} was not on the map" if home and place.piece not in state.cvm else None


REACTING = ("UTF-7.2.2c", "UTF-7.2.1b", "UTF-7.2.1c")


@cases(*REACTING, resting("cruisers", "UTF-7.2.1a", "UTF-7.2.2a"), reads=("ca",))
def one_cruiser_there_reacts_once(tables: Tables, state: State, reaction: v.React) -> Verdicts:
    hunt, who = state.raiders_hunt, reaction.ca
    if hunt is None:
        yield "UTF-7.2.2c", f"{who} reacted and Atlantis had not searched"
        return
    if hunt.reactor:
        yield "UTF-7.2.1c", f"{who} reacted after {hunt.reactor}"
    elif hunt.counters:
        yield "UTF-7.2.1b", f"{who} reacted after {', '.join(hunt.counters)} had counter-searched"
    cruiser = state.cruisers.get(who)
    if cruiser is None or may_escort_in(state, cruiser, hunt.hex):
        return
    if hunt.hex not in cruiser.at:
        case_id = "UTF-7.2.2a" if may_sail_alone(state, cruiser) else "UTF-7.2.1a"
        yield case_id, f"{who} reacted to a search of {hunt.hex} and is not there"


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


@cases(resting("cruisers", "DU-16", "UTF-7.2.1d"), "DU-25", reads=("ca", "modifier"))
def only_active_cruisers_use_free_faces(tables: Tables, state: State, act: British) -> Verdict:
    cruiser, hunt, free = state.cruiser(act.ca), state.raiders_hunt, act.modifier == st.FREE_FACE
    if isinstance(act, v.CruiserSearch):
        both = free and hunting.only_escorts_in(state, act.ca, act.hex)
        did = f"{act.ca}, an escort, searched with the -1 of its other face"
        return ("DU-25", did) if both else None
    if hunt is None:
        return None
    as_escort = not free and may_escort_in(state, cruiser, hunt.hex)
    if hunt.hex in cruiser.at and cruiser.active is False and not as_escort:
        return "DU-16", f"{act.ca} reacted and has not been activated"
    if free and hunting.only_escorts_in(state, act.ca, hunt.hex):
        return "UTF-7.2.1d", f"{act.ca}, an escort, reacted with the -1 of its other face"
    return None


# --- UTF-7.3 Aircraft, 7.4 disguises ---------------------------------------------------


@cases(resting("planes_lost", "UTF-7.3d"), "UTF-7.3c", reads=("modifier",))
def a_plane_is_committed_before_the_roll(tables: Tables, state: State, throw: Throw) -> Verdict:
    if throw.modifier not in PLANES or _of_the_other_side(tables, throw):
        return None  # UTF-7.3a
    if throw.modifier in state.planes_lost:
        return "UTF-7.3d", f"{throw.modifier} was used and had crashed"
    return _not_laid(tables, state, throw, "UTF-7.3c")


def _not_laid(tables: Tables, state: State, throw: Throw, case_id: str) -> Verdict:
    """The fault of rolling with a modifier whose counter is not placed. If nobody saw the die, it
    may be rolled later, so the counter may still be placed; a player who only decides to roll has
    no die yet."""
    modifier, unseen = throw.modifier, getattr(throw, "die", 0) is None
    counter, box = hunting.laid_for(tables, modifier)
    lies = state.committed.get(counter)
    if lies == box or unseen:
        return None
    where = f"lay on {lies}" if lies else "had not been laid out"
    did = f"{modifier} was used and its counter {where}"
    return case_id, Broken(did, f"{counter} on {box} first")


@cases(resting("boxes", "UTF-7.4c", "UTF-7.4e", "UTF-7.4f"), "UTF-7.4a", reads=("modifier",))
def the_leftmost_disguise_is_laid_and_used(tables: Tables, state: State, throw: German) -> Verdict:
    disguise = throw.modifier
    if disguise not in tables.disguises:
        return None
    first = hunting.next_disguise(tables, state)
    if mark_on(state, disguise) == st.CROSSED:
        did = f"the {disguise} disguise was used and is crossed out"
        return hunting.crossed_by(state, disguise, "UTF-7.4e"), Broken(did, first or "")
    if disguise != first:
        did = f"the {disguise} disguise was used before the {first} one"
        return "UTF-7.4f", Broken(did, str(first))
    return _not_laid(tables, state, throw, "UTF-7.4a")


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
    return hunting.wrong_mark(state, mark, stands_for)
