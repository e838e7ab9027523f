"""Searching: who searches where, and the procedure of search and counter-search (7.0, 7.1, 7.5)."""

from __future__ import annotations

from validator.rules.cases import INTERPRETATION, MISSING, Broken, Fault

from . import state as st
from . import verbs as v
from .book import case
from .facts import cruiser_hexes, owed
from .hunting import SIGHTING_OF, why_no_fight, why_not_found
from .morale import why_cancelled
from .state import State
from .tables import Tables

Search = v.AtlantisSearch | v.CruiserSearch
Claim = v.AnswerSearch | v.PlaceOnDisplay | v.ACVCounter | v.AtlantisCounter
"""Acts that treat a ship as found."""
CLAIM = ("found", "piece", "box", "acvm")

# --- UTF-7.0, 7.1 Active searching -----------------------------------------------------


@case("UTF-7.0", reads=("ca",))
def only_cruisers_search_for_the_british(
    tables: Tables, state: State, search: v.CruiserSearch | v.React
) -> Fault:
    if search.ca not in tables.cruisers:
        return Broken(f"{search.ca}, which is no cruiser, searched", ", ".join(tables.cruisers))
    return None


@case("UTF-7.1a", reads=("ca", "hex"), rests_on=("atlantis", "cruisers"))
def a_ship_searches_its_own_hex(tables: Tables, state: State, search: Search) -> Fault:
    return _elsewhere(tables, state, search, "UTF-7.1a")


@case("UTF-6.1b", reads=("hex",), rests_on=("atlantis",))
def atlantis_can_have_come_where_it_searches(
    tables: Tables, state: State, search: v.AtlantisSearch
) -> Fault:
    return _elsewhere(tables, state, search, "UTF-6.1b")


@case("UTF-6.1e", reads=("ca", "hex"), rests_on=("cruisers",))
def a_cruiser_can_have_come_where_it_searches(
    tables: Tables, state: State, search: v.CruiserSearch
) -> Fault:
    return _elsewhere(tables, state, search, "UTF-6.1e")


def _elsewhere(tables: Tables, state: State, search: Search, case_id: str) -> Fault:
    """The ship cannot be where it searches: by its plot, or by the way it can have come."""
    if isinstance(search, v.AtlantisSearch):
        places = frozenset(state.atlantis)
        if not places or search.hex in places or why_cancelled(tables, state, search.hex):
            return None
        told = st.GERMAN in state.sees
        speaks = "UTF-7.1a" if told else "UTF-6.1b"
        who = "Atlantis"
    else:
        cruiser = state.cruisers.get(search.ca)
        places = frozenset() if cruiser is None else cruiser_hexes(state, cruiser)
        if not places or search.hex in places:
            return None
        speaks = "UTF-7.1a" if st.BRITISH in state.sees else "UTF-6.1e"
        who = search.ca
    if speaks != case_id:
        return None
    return Broken(f"{who} searched {search.hex}", ", ".join(sorted(places)))


@case("UTF-7.1d", reads=("ca",), severity=MISSING)
def the_counter_comes_off_the_map_after_a_search(
    tables: Tables,
    state: State,
    act: v.AtlantisSearch | v.PlotAtlantis | v.Rest | v.CruiserSearch | v.PlotCruiser,
) -> Fault:
    ship = act.ca if isinstance(act, v.CruiserSearch | v.PlotCruiser) else st.ATLANTIS
    if ship in state.cvm and ship not in state.searched:
        return f"the counter of {ship} still lay on {state.cvm[ship]}"
    return None


@case("DU-20", reads=("ca",), severity=INTERPRETATION)
def each_ship_searches_once(tables: Tables, state: State, search: Search) -> Fault:
    ship = search.ca if isinstance(search, v.CruiserSearch) else st.ATLANTIS
    return f"{ship} searched a second time in one activation" if ship in state.searched else None


# --- UTF-7.5 Who was found -------------------------------------------------------------


def _claims(claim: Claim) -> str:
    """The ship that an act treats as found; empty: none."""
    match claim:
        case v.AnswerSearch(found=True) | v.AtlantisCounter():
            return st.ATLANTIS
        case v.ACVCounter(acvm=acvm):
            return acvm
        case v.PlaceOnDisplay(piece=piece, box=box) if box == SIGHTING_OF[piece == st.ATLANTIS]:
            return piece
    return ""


def _not_found(tables: Tables, state: State, claim: Claim, case_id: str) -> Fault:
    piece = _claims(claim)
    if not piece or why_not_found(tables, state, piece) != case_id:
        return None
    return f"{piece} was treated as found; {_rolled(state)}"


def _rolled(state: State) -> str:
    """The dice of the search so far, for people."""
    hunt = state.hunt
    if hunt is None:
        return "nobody had searched"
    told = []
    for who, throw in ((hunt.by, hunt.roll), (hunt.reactor, hunt.reaction)):
        if throw is not None:
            with_what = f" with {throw.modifier}" if throw.modifier else ""
            told.append(f"{who} rolled {throw.die}{with_what}")
    return ", ".join(told)


@case("UTF-7.1c", reads=CLAIM)
def a_six_finds_nobody(tables: Tables, state: State, claim: Claim) -> Fault:
    return _not_found(tables, state, claim, "UTF-7.1c")


@case("UTF-7.4b", reads=CLAIM)
def a_disguise_too_needs_three_or_less(tables: Tables, state: State, claim: Claim) -> Fault:
    return _not_found(tables, state, claim, "UTF-7.4b")


@case("UTF-7.5a", reads=CLAIM)
def a_search_succeeds_up_to_its_limit(tables: Tables, state: State, claim: Claim) -> Fault:
    return _not_found(tables, state, claim, "UTF-7.5a")


@case("UTF-7.5f", reads=CLAIM)
def aircraft_and_disguise_do_not_add_up(tables: Tables, state: State, claim: Claim) -> Fault:
    return _not_found(tables, state, claim, "UTF-7.5f")


@case("UTF-7.2.1c", reads=CLAIM)
def a_reaction_has_one_modifier(tables: Tables, state: State, claim: Claim) -> Fault:
    return _not_found(tables, state, claim, "UTF-7.2.1c")


@case("UTF-7.2.1d", reads=CLAIM)
def an_escort_needs_a_one(tables: Tables, state: State, claim: Claim) -> Fault:
    return _not_found(tables, state, claim, "UTF-7.2.1d")


@case("UTF-7.2.1e", reads=CLAIM)
def an_escorted_ship_escapes(tables: Tables, state: State, claim: Claim) -> Fault:
    return _not_found(tables, state, claim, "UTF-7.2.1e")


@case("UTF-7.2.2b", reads=CLAIM)
def a_ship_is_attacked_when_the_reaction_failed(
    tables: Tables, state: State, claim: Claim
) -> Fault:
    return _not_found(tables, state, claim, "UTF-7.2.2b")


@case("UTF-7.5e", reads=CLAIM)
def the_searcher_comes_before_the_defender(tables: Tables, state: State, claim: Claim) -> Fault:
    if isinstance(claim, v.AnswerSearch):
        return None
    return _not_found(tables, state, claim, "UTF-7.5e")


@case("UTF-7.5b", reads=CLAIM)
def a_ship_denied_is_not_found_later(tables: Tables, state: State, claim: Claim) -> Fault:
    if isinstance(claim, v.AnswerSearch):
        return None
    return _not_found(tables, state, claim, "UTF-7.5b")


@case("UTF-7.5b", reads=("found",), rests_on=("atlantis",))
def a_cruisers_search_is_answered_truly(
    tables: Tables, state: State, reply: v.AnswerSearch
) -> Fault:
    hunt = state.hunt
    if hunt is None or hunt.by == st.ATLANTIS:
        return "an answer was given and no cruiser had searched"
    if hunt.answer is not None:
        return "the search was answered a second time"
    if reply.found and hunt.roll.found is False:
        return None  # UTF-7.1c, 7.5a
    if reply.found:
        wrong = _cannot_be_in(state, hunt.hex) and (
            st.GERMAN in state.sees or hunt.hex in state.denied
        )
        return f"found in {hunt.hex} and written in {state.atlantis.told()}" if wrong else None
    if hunt.roll.found and state.atlantis.place == hunt.hex:
        return f"Atlantis was in {hunt.hex} and the answer was no"
    return None


@case("UTF-6.1b", reads=("found",), rests_on=("atlantis",))
def atlantis_can_have_come_where_it_is_found(
    tables: Tables, state: State, reply: v.AnswerSearch
) -> Fault:
    hunt = state.hunt
    if hunt is None or not reply.found or hunt.roll.found is False:
        return None
    if st.GERMAN in state.sees or hunt.hex in state.denied:
        return None
    if _cannot_be_in(state, hunt.hex):
        return Broken(f"found in {hunt.hex}, where it cannot be", state.atlantis.told())
    return None


def _cannot_be_in(state: State, hex_id: str) -> bool:
    return bool(state.atlantis) and hex_id not in state.atlantis


@case("UTF-7.5b", reads=("acvm",), severity=MISSING)
def a_ship_that_is_found_goes_to_its_sighting_box(
    tables: Tables, state: State, counter: v.ACVCounter | v.AtlantisCounter
) -> Fault:
    piece = _claims(counter)
    hunt = state.hunt
    if hunt is None or piece in hunt.counters or why_not_found(tables, state, piece):
        return None
    if _box_of(state, piece) != SIGHTING_OF[piece == st.ATLANTIS]:
        return f"{piece} was found and not put on the {SIGHTING_OF[piece == st.ATLANTIS]} box"
    return None


def _box_of(state: State, piece: str) -> str:
    voyage = state.voyages.get(piece)
    return state.cvm.get(piece, "") if voyage is None else voyage.box


@case("UTF-7.5b", reads=("piece", "box"))
def each_sighting_box_has_its_own_ship(
    tables: Tables, state: State, place: v.PlaceOnDisplay
) -> Fault:
    if place.box not in SIGHTING_OF.values():
        return None
    if place.piece in state.voyages and place.box == st.BRITISH_SIGHTING:
        return None
    if place.piece == st.ATLANTIS and place.box == st.ATLANTIS_SIGHTING:
        return None
    return f"{place.piece} was put on the {place.box} box"


@case("UTF-7.5c", reads=("acvm",))
def a_counter_search_is_made_once(
    tables: Tables, state: State, counter: v.ACVCounter | v.AtlantisCounter
) -> Fault:
    piece = _claims(counter)
    if state.hunt is not None and piece in state.hunt.counters:
        return f"{piece} rolled its counter-search a second time"
    return None


@case("UTF-7.5c", reads=("piece", "box", "target"))
def a_ship_that_is_found_may_counter_search(
    tables: Tables, state: State, act: v.GunRange | v.PlaceOnDisplay
) -> Fault:
    if isinstance(act, v.PlaceOnDisplay) and act.box == st.ROW:
        if _found_and_silent(tables, state, act.piece):
            return f"{act.piece} was taken back and had not rolled its counter-search"
        return None
    piece = _under_fire(act)
    if piece and why_no_fight(tables, state, piece) == "UTF-7.5c":
        return f"{piece} came under fire before its counter-search"
    return None


def _found_and_silent(tables: Tables, state: State, acvm: str) -> bool:
    """Whether a ship that lies on its sighting box still has to roll."""
    hunt = state.hunt
    return (
        hunt is not None
        and bool(hunt.roll.found)
        and _box_of(state, acvm) == st.BRITISH_SIGHTING
        and acvm not in hunt.counters
        and not why_not_found(tables, state, acvm)
    )


def _under_fire(act: v.GunRange | v.PlaceOnDisplay) -> str:
    """The ship that an act brings under fire; empty: none."""
    if isinstance(act, v.GunRange):
        return act.target
    return act.piece if act.box == st.GUNS else ""


@case("UTF-7.5g", reads=("piece", "box", "target"))
def two_successes_cancel_each_other(
    tables: Tables, state: State, act: v.GunRange | v.PlaceOnDisplay
) -> Fault:
    piece = _under_fire(act)
    if piece and why_no_fight(tables, state, piece) == "UTF-7.5g":
        return f"{piece} came under fire though its counter-search had succeeded"
    return None


@case("UTF-7.5h", reads=("acvm",))
def a_ship_that_was_found_stays_face_down(
    tables: Tables, state: State, showing: v.ShowShip
) -> Fault:
    hunt = state.hunt
    if hunt is None or hunt.target != showing.acvm or showing.acvm in hunt.counters:
        return None
    if _box_of(state, showing.acvm) == st.BRITISH_SIGHTING and not _known(state, showing.acvm):
        return f"{showing.acvm} was shown before its counter-search"
    return None


@case("UTF-7.5i", reads=("acvm",))
def a_ship_that_escaped_is_not_shown(tables: Tables, state: State, showing: v.ShowShip) -> Fault:
    if state.outcome is not None or _known(state, showing.acvm):
        return None
    hunt = state.hunt
    if hunt is None or hunt.target != showing.acvm:
        return f"{showing.acvm} was shown and nobody had found it"
    counter = hunt.counters.get(showing.acvm)
    if counter is not None and counter.found:
        return f"{showing.acvm} was shown though its counter-search had succeeded"
    if counter is None and _box_of(state, showing.acvm) == st.ROW:
        return f"{showing.acvm} was shown and had not been found"
    return None


def _known(state: State, acvm: str) -> bool:
    voyage = state.voyages.get(acvm)
    return voyage is not None and (voyage.known or not voyage.ship)


@case("UTF-7.5j", reads=("piece", "box"))
def a_ship_whose_counter_search_failed_must_fight(
    tables: Tables, state: State, place: v.PlaceOnDisplay
) -> Fault:
    if place.box != st.ROW or state.hunt is None or place.piece not in state.voyages:
        return None
    counter = state.hunt.counters.get(place.piece)
    if counter is not None and counter.found is False and not state.hunt.under_fire:
        return f"{place.piece} was taken back though its counter-search had failed"
    return None


@case("UTF-7.5j", severity=MISSING)
def a_failed_counter_search_has_consequences(
    tables: Tables, state: State, end: v.EndActivation
) -> Fault:
    """Nobody may know whether the ship is a ghost; to do nothing is right for neither."""
    hunt = state.hunt
    if hunt is None or hunt.under_fire:
        return None
    if any(p.piece.partition("=")[0] == hunt.target for p in state.pending):
        return None  # what is left out is told by its own case
    voyage, counter = state.voyages.get(hunt.target), hunt.counters.get(hunt.target)
    if voyage is None or counter is None or counter.found is not False or not voyage.ship:
        return None
    if voyage.box == st.ROW:
        return None  # it was taken back, or never put on the displays
    return f"the counter-search of {voyage.id} failed and nothing came of it"


@case("UTF-7.5j", reads=("piece", "box"))
def a_raider_whose_counter_search_failed_must_fight(
    tables: Tables, state: State, place: v.PlaceOnDisplay
) -> Fault:
    if place.piece == st.ATLANTIS and place.box == st.HELD and owed(state, st.GUN):
        return "Atlantis was taken back though its counter-search had failed"
    return None


@case("UTF-7.5c", reads=("piece", "box"))
def a_raider_that_was_found_may_counter_search(
    tables: Tables, state: State, place: v.PlaceOnDisplay
) -> Fault:
    if place.piece == st.ATLANTIS and place.box == st.HELD and owed(state, st.ATLANTIS_COUNTER):
        return "Atlantis was taken back and had not rolled its counter-search"
    return None


@case("UTF-7.5i", reads=("piece", "box"))
def a_ship_goes_back_from_the_displays(
    tables: Tables, state: State, place: v.PlaceOnDisplay
) -> Fault:
    voyage = state.voyages.get(place.piece)
    if voyage is not None and place.box == st.ROW == voyage.box:
        return f"{place.piece} was put back on its row and lay there"
    return None


@case("UTF-7.1d", reads=("piece", "box"))
def a_counter_that_was_not_out_does_not_come_back(
    tables: Tables, state: State, place: v.PlaceOnDisplay
) -> Fault:
    if place.box in (st.HELD, st.CRUISER_MARKERS) and _is_combat_vessel(tables, place.piece):
        return None if place.piece in state.cvm else f"{place.piece} was not on the map"
    return None


@case("UTF-7.5b", reads=("piece", "box"))
def each_counter_has_its_own_boxes(tables: Tables, state: State, place: v.PlaceOnDisplay) -> Fault:
    """Sighting and gun range boxes, prizes and lost counters have cases of their own."""
    if place.piece in (st.DISGUISE, st.WALRUS):
        return None
    if _is_combat_vessel(tables, place.piece) and tables.on_map(place.box):
        return None
    home = st.CRUISER_MARKERS if place.piece in tables.cruisers else st.HELD
    home = home if _is_combat_vessel(tables, place.piece) else st.ROW
    ships = place.piece in state.voyages or place.piece == st.ATLANTIS
    if not ships and place.piece not in tables.cruisers:
        return f"{place.piece}, which is no counter of the displays, was put on {place.box}"
    if place.box == home or (
        ships and place.box in (*SIGHTING_OF.values(), st.GUNS, st.PRIZES, st.OUT)
    ):
        return None
    return f"{place.piece} was put on {place.box}"


def _is_combat_vessel(tables: Tables, piece: str) -> bool:
    return piece == st.ATLANTIS or piece in tables.cruisers
